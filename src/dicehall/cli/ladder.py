"""dicehall ladder: bots against each other, with confidence intervals."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Annotated

from cyclopts import Parameter

from dicehall.bots.base import close_bots
from dicehall.bots.levels import GAMES, LEVELS, bot_named
from dicehall.kernel.errors import InvalidInput
from dicehall.lab.ladder import Score, ladder


def ladder_command(
    *bots: str,
    game: Annotated[str, Parameter(help="dicemasters or irondie")] = "dicemasters",
    games: Annotated[int, Parameter(help="games of each pair (an even number: both sides begin equally often)")] = 40,
    seed: Annotated[int, Parameter(help="a number from which teams, dice and bots follow")] = 0,
    workers: Annotated[int, Parameter(help="processes")] = 1,
) -> int:
    """Play bots against each other over pinned teams: `dicehall ladder medium easy`, or all levels, each with the next.

    Bots are levels (beginner, easy, medium, hard, strong) or random, greedy, search; search:500 thinks 500 iterations.
    'dicehall bot list' shows all, and how bots of other people are named.
    """
    if game not in GAMES:
        raise InvalidInput(f"--game is {' or '.join(GAMES)}, not '{game}'")
    if games < 1 or workers < 1:
        raise InvalidInput("--games and --workers are numbers from 1")
    if games % 2:
        raise InvalidInput(f"--games is an even number, so that both begin equally often: {games + 1}, not {games}")
    names = list(bots) or [level.name for level in reversed(LEVELS)]
    if len(names) == 1:
        raise InvalidInput("name two bots or more, the one that should win first")
    for name in names:
        close_bots([bot_named(name, game)])  # it exists and can play this game
    for first, second in pairwise(names):
        progress = _progress(first, second, games)
        progress(0, Score())
        score = ladder(game, first, second, games, seed, workers, progress)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        print(f"{game}: {first} against {second}, seed {seed}: {score}", flush=True)
    return 0


def _progress(first: str, second: str, games: int) -> Callable[[int, Score], None]:
    def show(done: int, score: Score) -> None:
        if sys.stderr.isatty():
            share = f", {100 * score.share:.0f} %" if done else ""
            text = f"\r{first} against {second}: {done} of {games}{share} "
            print(text, end="", file=sys.stderr, flush=True)

    return show
