"""What the seats of a game in the terminal are called, and which of them the person has."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.kernel.errors import InvalidInput
from dicehall.notation.player import LinePlayer
from dicehall.notation.words import fold, name_fault


def seat_names(name: str | None, both_alike: bool, taken: Sequence[str]) -> tuple[str, str]:
    """Two names. `both_alike`: two people, or two bots; `taken`: words that mean something else in a record."""
    usual = ("Ann", "Bob") if both_alike else ("Ann", "Bot")
    if name is None:
        return usual
    given = [n.strip() for n in name.split(",")]
    if len(given) > 2:
        raise InvalidInput("--name takes one name, or two with a comma between them")
    mine = given[0]
    theirs = given[1] if len(given) == 2 else next(n for n in (usual[1], "Ann") if fold(n) != fold(mine))
    for n in (mine, theirs):
        if fault := name_fault(n, taken):
            raise InvalidInput(f"--name: {fault}")
    if fold(mine) == fold(theirs):
        raise InvalidInput("--name: the two names must differ")
    return mine, theirs


def seat_of(player: LinePlayer, name: str) -> int:
    """The seat of that name, in a game out of a file."""
    names = player.state.kit.seat_names
    for seat, known in enumerate(names):
        if fold(known) == fold(name.strip()):
            return seat
    raise InvalidInput(f"--name: nobody is called '{name[:20]}' in that game; there are {', '.join(names)}")
