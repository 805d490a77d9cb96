"""dicehall bot: which opponents there are, and whether a bot does what a bot must."""

from __future__ import annotations

import os
import textwrap
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from dicehall.bots.base import Bot, close_bots
from dicehall.bots.conformance import CHECKS, Plan
from dicehall.bots.levels import GAMES, LEVELS, bot_named
from dicehall.bots.outside import GROUP, installed, package_of, told
from dicehall.kernel.errors import DicehallError, InvalidInput

app = cyclopts.App(name="bot", help="Bots: list them, check one of your own.", help_format="plaintext")
PLAYERS = (
    ("random", "Any legal move, each as likely as the next."),
    ("greedy", "What medium is made of."),
    ("search", "What hard and strong are made of; search:500 thinks 500 iterations."),
)


@app.command(name="list")
def list_bots() -> int:
    """List the opponents: levels, the players of the house, installed ones."""
    print("Levels:")
    for level in LEVELS:
        _row(level.name, level.about)
    print("Players of the house:")
    for name, about in PLAYERS:
        _row(name, about)
    print("Installed:")
    found = installed()
    for entry in found:
        _row(entry.name, f"{package_of(entry)}, {entry.value}")
    if not found:
        print(f"  none; a package adds bots by entry points of the group {GROUP}")
    print("Your own:")
    _row("module:callable", "A callable of Python that takes (game, seed) and gives a bot.")
    _row("pipe:COMMAND", "A program that speaks JSON lines: docs/bot-protocol.md.")
    return 0


def _row(name: str, about: str) -> None:
    print(textwrap.fill(about, 79, initial_indent=f"  {name:16} ", subsequent_indent=" " * 19, break_on_hyphens=False))


@app.command
def check(
    name: str,
    /,
    *,
    game: Annotated[str, Parameter(help="dicemasters or irondie")] = "dicemasters",
    games: Annotated[int, Parameter(help="whole games that are played")] = 4,
    seed: Annotated[int, Parameter(help="a number from which dice and bots follow")] = 0,
) -> int:
    """Check a bot by playing with it: legal answers, no harm, no peeking, the same game from the same seed.

    NAME is what --bot takes: an installed bot, module:callable or "pipe:COMMAND".
    """
    if game not in GAMES:
        raise InvalidInput(f"--game is {' or '.join(GAMES)}, not '{game}'")
    if games < 1 or not 0 <= seed < 2**62:
        raise InvalidInput("--games is a number from 1, --seed from 0")
    close_bots([bot_named(name, game)])

    def make(which: str, number: int) -> Bot:
        return bot_named(name, which, number)

    plan, failed = Plan(games=games, seed=seed), 0
    print(f"{name}, {game}, seed {seed}:", flush=True)
    for i, one in enumerate(CHECKS):
        try:
            print(f"  passed  {one.holds}: {one.run(make, game, plan)}", flush=True)
        except (AssertionError, DicehallError) as error:
            failed += 1
            print(f"  FAILED  {one.holds}:\n          {error}", flush=True)
            if i == 0:
                print("  The other checks were left out.")
                break
        except Exception as error:  # of the bot
            if os.environ.get("DICEHALL_TRACEBACK"):
                raise
            failed += 1
            print(f"  FAILED  {one.holds}:\n          {told(error)}", flush=True)
    print("All checks passed." if not failed else f"{failed} of {len(CHECKS)} checks failed.")
    return 1 if failed else 0
