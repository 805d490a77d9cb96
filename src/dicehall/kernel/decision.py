"""What a game can wait for, and how it can end: Decision, Chance, Outcome.

The kinds of decisions are few and generic; a large choice is asked in small steps (`continues`).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import msgspec


class Kind(Enum):
    """How the answer to a decision is shaped."""

    ONE = "choose one"
    SOME = "choose some"
    ORDER = "order"
    NUMBER = "number"
    DISTRIBUTE = "distribute"
    ASSIGN = "assign"
    YES_NO = "yes or no"
    PAY = "pay"


class Wait(Enum):
    """What a state waits for."""

    DECISION = "decision"
    CHANCE = "chance"
    PAUSE = "pause"  # only if `hold` is set: a boundary at which somebody must say `proceed`
    OVER = "over"


class Decision(msgspec.Struct, frozen=True):
    """A seat chooses. `actions` are the legal answers, one of each kind of equal ones (see `more`)."""

    seat: int
    kind: Kind
    actions: tuple[int, ...]
    asks: str  # the question in words
    rule: str = ""  # the rule by which it is asked
    continues: bool = False  # a further step of a move that was begun
    version: int = 0  # since when it has been asked
    secret: bool = False  # several seats choose at once; nobody learns an answer before all are in
    more: bool = False  # the answers are too many to list: some of them are, and `is_legal` knows all


class About(NamedTuple):
    """What an action is about: what is done, to which dice and with which card."""

    verb: str
    dice: tuple[int, ...] = ()
    card: int = -1
    number: int = 0
    amounts: tuple[int, ...] = ()  # one for each die, where something is divided


class Chance(msgspec.Struct, frozen=True):
    """Dice are rolled, or drawn from a bag."""

    kind: str  # "roll" | "draw"
    seat: int
    dice: tuple[int, ...]  # the dice that roll, or the dice from which is drawn
    count: int  # how many are rolled or drawn
    why: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the sides that won; none if it is a tie."""

    winners: tuple[int, ...]
    why: str
    rule: str = ""

    @property
    def is_tie(self) -> bool:
        return not self.winners
