"""What checks of every game share: sides by name, numbers, and how a game ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dicehall.kernel.decision import Outcome
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import CONCESSIONS
from dicehall.notation.words import Reader

ENDS = ("winner", "tie", "playing")


def lost_text(seat: str, others: str, reason: int) -> str:
    """That a seat has lost without being beaten. `reason`: its place in CONCESSIONS."""
    if reason < 0:
        return f"{seat} concedes"
    if CONCESSIONS[reason] == "time":
        return f"{seat}'s time is up"
    return f"{seat} is gone, and {others} {'claim' if ' and ' in others else 'claims'} the game"


def concede_line(seat: str, why: str) -> str:
    """The same as a line of a record."""
    return f"{seat}> concede {why}".rstrip()


def side_read(r: Reader, side_names: Sequence[str], side_of_seat: Callable[[str], int]) -> int:
    """A side by its name, which may be of several words, or by the name of a seat of it."""
    r.space()
    for name in sorted(side_names, key=len, reverse=True):
        if r.word(name):
            return list(side_names).index(name)
    m = re.match(r"\S+", r.rest())
    if m:
        r.at += m.end()
    return side_of_seat(m.group() if m else "")


def number_read(r: Reader) -> int:
    n = r.number()
    if n is None:
        raise InvalidInput(f"expected a number, found '{r.rest()[:30] or 'nothing'}'")
    r.finish()
    return n


def same(found: int, wanted: int) -> str:
    return "" if found == wanted else f"it is {found}"


def check_end(over: Outcome | None, what: str, side: int, side_names: Sequence[str]) -> str:
    """Empty if the game ended, or goes on, as `what` of ENDS says; `side` is the winner that is wanted."""
    if what == "playing":
        return "" if over is None else _told(over, side_names)
    if over is None:
        return "the game goes on"
    if what == "tie":
        return "" if over.is_tie else "somebody has won"
    return "" if over.winners == (side,) else _told(over, side_names)


def _told(over: Outcome, side_names: Sequence[str]) -> str:
    return f"{' and '.join(side_names[w] for w in over.winners)} has won" if over.winners else "it is a tie"
