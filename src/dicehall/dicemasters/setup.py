"""What is brought to a game and where it lies at the start: seats with their cards, dice and zones.

A fresh game and a position in mid-game are the same thing: a Setup. Rules 1.1, 1.2, 1.5.
"""

from __future__ import annotations

import msgspec

from dicehall.dicemasters.cards import Card
from dicehall.dicemasters.terms import BAG

SIDEKICK_NAME = "Sidekick"
SIDEKICKS_EACH = 8


class Placed(msgspec.Struct, frozen=True):
    """A die that lies somewhere when the game begins. `card` is an index into Setup.cards, -1 for a Sidekick."""

    card: int
    zone: int = BAG
    face: int = -1  # index of the face that shows; -1 if the die is not rolled
    damage: int = 0
    owner: int = -1  # the seat that owns it, if it lies in another seat's zone (7.7); -1: this seat


class SeatSetup(msgspec.Struct, frozen=True):
    name: str
    side: int
    placed: tuple[Placed, ...]  # in the order in which the dice are numbered


class CardSetup(msgspec.Struct, frozen=True):
    """A card on the table: whose it is (-1: a basic action, anybody's), and the dice still on it."""

    card: Card
    seat: int
    left: int


class Settings(msgspec.Struct, frozen=True):
    """What the players agree on; no rulebook decides it."""

    priority: str = "tournament"  # or "open" (4.4.2, 4.4.3)
    first_turn_rule: bool = False  # the later official handicap of the first player (1.5.6)


class Setup(msgspec.Struct, frozen=True):
    edition: str
    seats: tuple[SeatSetup, ...]
    cards: tuple[CardSetup, ...]
    life: tuple[int, ...]  # one a side
    max_life: tuple[int, ...]
    settings: Settings = Settings()
    active: int = 0  # the side whose turn it is
    step: str = "draw"  # draw | main | attack
    turn: int = 1


def fresh_seat(name: str, side: int) -> SeatSetup:
    """A seat before its first turn: eight Sidekicks in the bag, nothing anywhere else (1.5.1)."""
    return SeatSetup(name, side, tuple(Placed(-1) for _ in range(SIDEKICKS_EACH)))
