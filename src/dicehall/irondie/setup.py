"""What a game of IRONDIE begins with: seats with their sets, the chromatic table, and where a position has its dice."""

from __future__ import annotations

from typing import Any

import msgspec

from dicehall.irondie.chromatic import Table, chromatic_table, table_doc, table_from
from dicehall.irondie.sets import DiceSet, parse_die
from dicehall.irondie.terms import ABYSS, BATTLE, HAND, SKIRMISH
from dicehall.kernel.errors import InvalidInput

SEATS_EACH = 3
STEPS = ("battle", "skirmish", "damage", "end")


class Place(msgspec.Struct, frozen=True):
    """Where a die of the set lies, and what it shows. In a Skirmish Zone: its targets, as seat and place in the set."""

    zone: int = HAND
    value: int = 0
    targets: tuple[tuple[int, int], ...] = ()


class SeatSetup(msgspec.Struct, frozen=True):
    name: str
    side: int
    dice: tuple[str, ...]
    places: tuple[Place, ...] = ()  # empty: all dice are in the hand


class Setup(msgspec.Struct, frozen=True):
    """Plain data: it can be written to a file and read again."""

    seats: tuple[SeatSetup, ...]
    table: dict[str, Any] | None = None  # a house table; None for the chromatic table
    step: str = "battle"
    offensive: int = -1  # the side that may open the first duel, or has opened the one that is on; -1: by priority
    sudden_death: bool = False
    begun: bool = False  # the first battle of the game is over
    duel: tuple[tuple[int, int, int], ...] = ()  # which roll each die of an open duel was (0 to 3), its seat, its place


def fresh(sets: list[tuple[str, DiceSet]], sides: list[int], table: Table | None = None) -> Setup:
    """A game at its beginning."""
    seats = tuple(
        SeatSetup(name, side, tuple(str(d) for d in s.dice)) for (name, s), side in zip(sets, sides, strict=True)
    )
    return Setup(seats, None if table is None else table_doc(table))


def table_of(setup: Setup) -> Table:
    return chromatic_table() if setup.table is None else table_from(setup.table, "the table of the game")


def check(setup: Setup) -> None:
    """InvalidInput if no game can begin so."""
    sides = [seat.side for seat in setup.seats]
    if sorted(set(sides)) != [0, 1]:
        raise InvalidInput("a game has two sides, 0 and 1, and each seat is on one of them")
    if sides.count(0) != sides.count(1):
        raise InvalidInput("both sides have the same number of seats: rule 8.1.1")
    if sides.count(0) > SEATS_EACH:
        raise InvalidInput(f"a side has at most {SEATS_EACH} seats: rule 8.1.1")
    if setup.step not in STEPS:
        raise InvalidInput(f"step is one of {', '.join(STEPS)}, not '{setup.step}'")
    if setup.sudden_death and setup.step == "skirmish":
        raise InvalidInput("in sudden death there is no skirmish: rule 9.2.3")
    for seat in setup.seats:
        if seat.places and len(seat.places) != len(seat.dice):
            raise InvalidInput(f"{seat.name}: {len(seat.dice)} dice and {len(seat.places)} places")
        for text, place in zip(seat.dice, seat.places, strict=False):
            die = parse_die(text)
            if not HAND <= place.zone <= ABYSS:
                raise InvalidInput(f"{seat.name}: {die} lies in a zone that does not exist")
            if place.zone in (BATTLE, SKIRMISH) and not 1 <= place.value <= 6:
                raise InvalidInput(
                    f"{seat.name}: {die} lies in the {('', 'Battle', 'Skirmish')[place.zone]} Zone "
                    "and needs a value from 1 to 6"
                )
