"""Dice, faces, cards and places in words: how the notation writes them. Reading them is the notation's.

A die is ann.Hulk#2; a face stands after @: @2, @fist2, @action**.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.terms import (
    ENERGY_NAMES,
    F_ACTION,
    F_CHARACTER,
    NO_DIE,
    NOWHERE,
    ON_CARD,
    ZONE_NAMES,
)

GENERIC_WORD = "generic"  # energy without a die

_other_numbers: ContextVar[Sequence[int] | None] = ContextVar("other_numbers", default=None)


@contextmanager
def numbered(numbers: Sequence[int]) -> Iterator[None]:
    """Within it dice are written with other numbers than their own: for a game that begins somewhere else."""
    token = _other_numbers.set(numbers)
    try:
        yield
    finally:
        _other_numbers.reset(token)


def is_renumbered() -> bool:
    """Whether dice are written with other numbers: the default payment may then be another one (3.2.12)."""
    return _other_numbers.get() is not None


def number_of(s: Board, die: int) -> int:
    numbers = _other_numbers.get()
    return s.num[die] if numbers is None else numbers[die]


def face_word(s: Board, face: int) -> str:
    """How a face is written after @."""
    kit = s.kit
    if kit.f_kind[face] == F_CHARACTER:
        return str(kit.f_level[face])
    if kit.f_kind[face] == F_ACTION:
        return "action" + "*" * kit.f_bursts[face]
    count = kit.f_count[face]
    return ENERGY_NAMES[kit.f_type[face]] + (str(count) if count > 1 else "")


def card_word(s: Board, card: int, seat: int) -> str:
    """A card's title; with its subtitle where the same seat could mean another of that title."""
    kit = s.kit
    same = [c for c in range(kit.n_cards) if kit.names[c] == kit.names[card] and kit.card_seat[c] in (seat, -1)]
    if len(same) < 2:
        return kit.names[card]
    found = kit.cards[card]
    if found is not None and sum(1 for c in same if kit.titles[c] == kit.titles[card]) > 1:
        return f"{found.set}:{found.title}"  # a title of several sets
    return kit.titles[card]


def die_word(s: Board, die: int, *, seat: bool = True, number: bool | None = None, face: bool = False) -> str:
    """A die: ann.Hulk#2@2. `number` None: only where the seat has had more than one such die."""
    if die == NO_DIE:
        return GENERIC_WORD
    kit = s.kit
    owner = s.owner[die]
    card = kit.die_card[die]
    out = card_word(s, card, owner)
    if number is None:
        first, total = kit.card_first[card], kit.card_total[card]
        number = sum(1 for d in range(first, first + total) if s.owner[d] == owner and s.where[d] != ON_CARD) > 1
    if number and number_of(s, die):
        out += f"#{number_of(s, die)}"
    if face and s.face[die] >= 0:
        out += f"@{face_word(s, s.face[die])}"
    return f"{kit.seat_names[owner]}.{out}" if seat and owner >= 0 else out


def place_word(s: Board, where: int) -> str:
    """A place in words: ann's field."""
    if where == ON_CARD:
        return "its card"
    if where == NOWHERE:
        return "no zone"
    seat, zone = divmod(where, len(ZONE_NAMES))
    return f"{s.kit.seat_names[seat]}'s {ZONE_NAMES[zone]}"


def grouped(words: Sequence[str]) -> list[str]:
    """Equal neighbours joined: Hulk, Sidekick x3."""
    out: list[str] = []
    i = 0
    while i < len(words):
        n = 1
        while i + n < len(words) and words[i + n] == words[i]:
            n += 1
        out.append(words[i] if n == 1 else f"{words[i]} x{n}")
        i += n
    return out


def counted(words: Sequence[str]) -> str:
    return ", ".join(grouped(words)) if words else "none"
