"""A state as bytes and back: JSON with the setup, everything that changes, and the position of the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from dicehall.irondie.setup import Setup
from dicehall.irondie.terms import ABYSS, FRAMES, HAND
from dicehall.kernel.errors import DicehallError, InvalidInput

if TYPE_CHECKING:
    from dicehall.irondie.board import Board
    from dicehall.irondie.kit import Kit

FORMAT = 1
Row = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...], int]
Raw = tuple[int, int, str, int, int, tuple[int, ...]]


class SavedState(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a Board that cannot be worked out from others."""

    zone: list[int]
    value: list[int]
    turn: int
    step: int
    begun: bool
    sudden: bool
    sudden_called: bool
    renounced: list[bool]
    rolled: list[int]
    targets: list[tuple[int, ...]]
    offensive: int
    priority: int
    answers: list[int]
    asked: int
    since: int
    stack: list[Row]
    waiting: int
    hold: bool
    winners: tuple[int, ...]
    why_over: str
    ver: int
    cause: int


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    dicehall: int
    game: str
    setup: Setup
    state: SavedState
    base: int
    ev: list[Raw]
    dice: list[Any] | None = None


def data_of(s: Board) -> SavedState:
    return SavedState(**{name: getattr(s, name) for name in SavedState.__struct_fields__})


def encode(s: Board) -> bytes:
    dice = None if s.dice is None else s.dice.save()
    return msgspec.json.encode(SavedGame(FORMAT, "irondie", s.kit.setup, data_of(s), s.base, s.ev, dice))


def decode(data: bytes) -> SavedGame:
    """Reads what `encode` wrote; anything else is InvalidInput."""
    try:
        saved = msgspec.json.decode(data, type=SavedGame)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidInput(f"this is no saved game of IRONDIE: {error}") from None
    if saved.dicehall != FORMAT or saved.game != "irondie":
        raise InvalidInput(f"a saved game of '{saved.game[:20]}', format {saved.dicehall}, cannot be read here")
    return saved


def check_ranges(kit: Kit, saved: SavedGame) -> None:
    """Numbers that a state of this setup cannot have are refused, so that nothing fails later."""
    s, n, seats = saved.state, kit.n_dice, kit.n_seats
    dice = [*s.rolled, *[d for t in s.targets for d in t]]
    good = (
        len(s.zone) == len(s.value) == n
        and len(s.answers) == seats
        and len(s.renounced) == kit.sides
        and len(s.rolled) == len(s.targets)
        and all(HAND <= z <= ABYSS for z in s.zone)
        and all(0 <= v <= 6 for v in s.value)
        and all(0 <= d < n for d in dice)
        and 0 <= s.step <= 3
        and 0 <= s.waiting <= 4
        and s.turn >= 1
        and s.ver >= 0
        and -1 <= s.asked < seats
        and -1 <= s.offensive < kit.sides
        and -1 <= s.priority < kit.sides
        and all(0 <= w < kit.sides for w in s.winners)
        and bool(s.stack) != (s.waiting == 3)
        and bool(s.why_over) == (s.waiting == 3)
        and s.why_over in ("", "life", "draw", "conceded")
        and all(0 <= f[0] < FRAMES and -1 <= f[2] < seats for f in s.stack)
    )
    if not good:
        raise DicehallError("the saved game holds numbers that no game has")
