"""dicehall review: looks at a recorded game again and names the moves that cost most."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dicehall.bots.review import game_of, review
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.record import read_record, replay_record

USUAL = {"dicemasters": 150, "irondie": 600}  # iterations: in IRONDIE there are more answers, and they differ less


def review_command(
    record: Path,
    /,
    *,
    iterations: Annotated[
        int | None, Parameter(help="how long it thinks about each step of a move (150; in IRONDIE 600)")
    ] = None,
    most: Annotated[int, Parameter(help="how many moves it names")] = 5,
    seed: Annotated[int, Parameter(help="a number from which its thoughts follow")] = 0,
) -> int:
    """Look at a game record again: which moves lost the most, and what was better. Win chances are estimates."""
    if (iterations is not None and iterations < 8) or most < 1:
        raise InvalidInput("--iterations is a number from 8, --most from 1")
    player, failure = replay_record(read_record(record))
    if failure is not None:
        raise InvalidInput(f"{record}: the game does not replay:\n  {failure}")
    iterations = iterations or USUAL[game_of(player.session.start)]
    remarks = review(player.session, iterations, seed, _progress())
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    names = player.session.state.game.seat_names(player.session.state)
    costly = [remark for remark in remarks if remark.better and remark.cost > 0.02][:most]
    print(f"{record}: {len(remarks)} moves looked at, {iterations} iterations a step, seed {seed}")
    if not costly:
        print("No move lost anything worth naming.")
    for remark in costly:
        mark = "??" if remark.cost > 0.2 else "?" if remark.cost > 0.08 else "?!"
        print(f"turn {remark.turn}, {names[remark.seat]}> {remark.played}  {mark} ({100 * remark.chance:.0f} %)")
        print(f"    better: {remark.better}  ({100 * remark.best:.0f} %)")
        if remark.follows:
            print(f"    then {'; '.join(remark.follows)}")
    for seat, name in enumerate(names):
        mine = [remark for remark in remarks if remark.seat == seat]
        if mine:
            lost = sum(max(0.0, remark.cost) for remark in mine) / len(mine)
            print(f"{name}: {len(mine)} moves, {100 * lost:.1f} % lost by each on average")
    return 0


def _progress() -> Callable[[int, int], None]:
    def show(done: int, all_of_it: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {all_of_it} ", end="", file=sys.stderr, flush=True)

    return show
