"""Fresh games of ready-made teams or sets, by their places among them: where bots meet."""

from __future__ import annotations

from functools import cache

from dicehall import dicemasters, irondie
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teamfile import DEFAULT_EDITION, ready_names, ready_team
from dicehall.irondie.sets import ready_sets
from dicehall.kernel.state import State


@cache
def _teams() -> tuple[tuple[str, Team], ...]:
    """The ready-made teams of Dice Masters, each with the edition of its set."""
    files = [ready_team(name) for name in sorted(ready_names())]
    return tuple((file.edition or DEFAULT_EDITION, file.team) for file in files)


def ready_count(game: str) -> int:
    """How many teams or sets there are."""
    return len(ready_sets()) if game == "irondie" else len(_teams())


def ready_table(game: str, one: int, other: int, seed: int) -> State:
    """Ann with one of them against Bob with another; places are counted round and round."""
    count = ready_count(game)
    if game == "irondie":
        sets = list(ready_sets().values())
        return irondie.game().new_state([("Ann", sets[one % count]), ("Bob", sets[other % count])], seed=seed)
    edition, mine = _teams()[one % count]
    _, theirs = _teams()[other % count]
    seats = [Team("Ann", mine.cards, mine.basics), Team("Bob", theirs.cards, theirs.basics)]
    return dicemasters.game(edition).new_state(seats, seed=seed)
