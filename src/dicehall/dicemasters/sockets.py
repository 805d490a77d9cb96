"""The sockets that abilities plug into: everything that a card may add to the rules, and nothing that one does.

A table without abilities has none of these (None); the rules then run without asking. Rules 7.1 to 7.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.kernel.errors import Reason
from dicehall.kernel.state import Frame

if TYPE_CHECKING:
    from dicehall.dicemasters.board import Board

# A trigger that waits for its turn: controller, source card, source die, which ability, window, facts (a, b, xs).
Trigger = tuple[int, int, int, int, int, int, int, tuple[int, ...]]
# One packet of damage: source die (-1: none), recipient (a die, or -1 - side), amount, combat damage or not.
Packet = tuple[int, int, int, bool]
# One contribution to a number: how much, the rule, the source in words.
Contribution = tuple[int, str, str]

# numbers that abilities can change
ATTACK, DEFENCE, PURCHASE, FIELDING = 0, 1, 2, 3
# verbs that abilities can forbid
V_BUY, V_FIELD, V_USE, V_GLOBAL, V_ATTACK, V_BLOCK, V_REROLL, V_TARGET = 0, 1, 2, 3, 4, 5, 6, 7


class Abilities:
    """What the cards of a table do. Subclasses override what they need; the defaults change nothing."""

    def contributions(self, s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
        """What continuous effects add to a number now: of a die (attack, defence, fielding) or card (purchase)."""
        return []

    def forbids(self, s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
        """Why the verb cannot be done ("can't" beats "can", 1.4.2); empty if nothing stands against it."""
        return []

    def watch(self, s: Board, window: int, a: int, b: int, xs: tuple[int, ...]) -> list[Trigger]:
        """The triggers that an event sets off. They carry the facts, so that they outlive their source (7.4.6)."""
        return []

    def damage(self, s: Board, packets: list[Packet]) -> list[Packet]:
        """Replacements of damage before anything is taken: add, redirect, reduce, prevent (7.3)."""
        return packets

    def would_ko(self, s: Board, die: int, cause: int) -> bool:
        """Whether a KO is replaced by something else; that has then been done."""
        return False

    def destination(self, s: Board, die: int, zone: int) -> int:
        """Where a die goes instead of `zone`."""
        return zone

    def globals_for(self, s: Board, seat: int, window: int) -> list[int]:
        """Cards whose Global Ability the seat could use and pay for now (7.5)."""
        return []

    def run(self, s: Board, frame: Frame) -> int:
        """Runs an FR_EFFECT frame, which resolves a trigger, an action or a global."""
        s.pop()
        return 0

    def actions(self, s: Board, frame: Frame) -> list[int]:
        """The answers to what an FR_EFFECT frame asks."""
        return []

    def take(self, s: Board, frame: Frame, action: int) -> None:
        """Goes on with the answer."""
