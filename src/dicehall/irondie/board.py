"""The table of an IRONDIE game as plain data, and the small verbs that every rule uses."""

from __future__ import annotations

from typing import Final

from dicehall.irondie.dice import LIFE
from dicehall.irondie.kit import Kit
from dicehall.irondie.terms import (
    ABYSS,
    BATTLE,
    E_CHANGED,
    E_MOVED,
    E_OVER,
    E_STEP,
    HAND,
    SKIRMISH,
)
from dicehall.kernel.dice import Dice
from dicehall.kernel.state import Frame, State

# What a frame says after it ran.
GO_ON: Final = 0
ASK: Final = 1
CHANCE: Final = 2
PAUSE: Final = 3
SECRET: Final = 4

RawEvent = tuple[int, int, str, int, int, tuple[int, ...]]


class Board(State):
    """The fields of a state. Lists are copied by `clone`; tuples are replaced."""

    __slots__ = (
        "answers", "asked", "base", "begun", "cause", "dice", "ev", "hold", "kit", "legal", "offensive", "priority",
        "renounced", "rolled", "since", "stack", "step", "sudden", "sudden_called", "targets", "turn", "value", "ver",
        "waiting", "why_over", "winners", "zone",
    )  # fmt: skip

    kit: Kit
    zone: list[int]  # of each die
    value: list[int]  # of each die, 0 if it shows none
    turn: int
    step: int
    begun: bool  # the first battle of the game is over (7.1.3)
    sudden: bool  # sudden death holds in this turn (9.2)
    sudden_called: bool  # it holds from the next turn on
    renounced: list[bool]  # sides that open no more duels in this skirmish (4.1.4)
    rolled: list[int]  # the dice of the duel, in the order in which they were rolled
    targets: list[tuple[int, ...]]  # of each of them
    offensive: int  # the side that opened the duel, or may open the next one; -1 outside skirmishes
    priority: int  # the side that has it, -1 if nobody has
    answers: list[int]  # of each seat, to an open secret question; -1 if it has not answered
    legal: list[list[int]]  # of each seat: what it may answer now
    asked: int  # the seat that is asked, -1 if nobody or several are
    since: int  # the version at which the question was asked
    stack: list[Frame]
    waiting: int
    hold: bool
    winners: tuple[int, ...]
    why_over: str
    ver: int
    ev: list[RawEvent]
    base: int
    cause: int
    dice: Dice | None

    # ---- frames and events -------------------------------------------------------------------------------
    def push(
        self, kind: int, seat: int = -1, a: int = 0, b: int = 0, xs: tuple[int, ...] = (), ys: tuple[int, ...] = ()
    ) -> None:
        self.stack.append((kind, 0, seat, a, b, xs, ys, self.cause))

    def goto(self, step: int) -> None:
        """The frame on top goes on at another step."""
        k, _, seat, a, b, xs, ys, cause = self.stack[-1]
        self.stack[-1] = (k, step, seat, a, b, xs, ys, cause)

    def emit(self, kind: int, rule: str, a: int = -1, b: int = -1, xs: tuple[int, ...] = ()) -> int:
        self.ev.append((kind, self.cause, rule, a, b, xs))
        return self.base + len(self.ev) - 1

    # ---- dice --------------------------------------------------------------------------------------------
    def in_play(self, die: int) -> bool:
        return self.zone[die] == BATTLE or self.zone[die] == SKIRMISH

    def hand(self, seat: int) -> list[int]:
        return [d for d in self.kit.dice_of(seat) if self.zone[d] == HAND]

    def reserve(self, side: int) -> int:
        """How many dice a side has in its hands."""
        return sum([1 for d in self.kit.side_dice[side] if self.zone[d] == HAND])

    def battle(self, side: int, die_class: int) -> list[int]:
        """The dice of a side in one part of the Battle Zone, in the order of seats and sets."""
        kind = self.kit.die_class
        return [d for d in self.kit.side_dice[side] if self.zone[d] == BATTLE and kind[d] == die_class]

    def points(self, side: int, die_class: int) -> int:
        return sum([self.value[d] for d in self.battle(side, die_class)])

    def move(self, dice: list[int], zone: int, rule: str) -> None:
        """Dice go to another zone, as one event. Outside play they show nothing (1.3.6)."""
        if not dice:
            return
        for d in dice:
            self.zone[d] = zone
            if zone != BATTLE and zone != SKIRMISH:
                self.value[d] = 0
        self.emit(E_MOVED, rule, zone, -1, tuple(dice))

    def change(self, die: int, amount: int, rule: str) -> None:
        """Adds to a value, within its limits (2.5)."""
        before = self.value[die]
        value = before + amount
        if value < 1 and self.kit.die_class[die] == LIFE and self.zone[die] == BATTLE:
            self.emit(E_CHANGED, rule, die, 0, (before, amount))
            self.move([die], ABYSS, "2.5.3")
            self.check_end()
            return
        self.value[die] = 6 if value > 6 else max(value, 1)
        self.emit(E_CHANGED, rule, die, self.value[die], (before, amount))

    def alike(self, die: int) -> tuple[int, ...]:
        """Dice with equal keys are the same to every choice."""
        aims = tuple([i for i, targets in enumerate(self.targets) if die in targets])
        place = self.rolled.index(die) if die in self.rolled else -1
        return (self.kit.same[die], self.zone[die], self.value[die], place, *aims)

    def one_of_each(self, dice: list[int], marked: tuple[int, ...] = ()) -> list[int]:
        """Of dice that are alike, the first. Those that are marked are not like the others."""
        seen: list[tuple[int, ...]] = []
        out: list[int] = []
        for d in dice:
            key = (*self.alike(d), d in marked)
            if key not in seen:
                seen.append(key)
                out.append(d)
        return out

    # ---- the end -----------------------------------------------------------------------------------------
    def enter(self, step: int) -> None:
        if self.step != step:
            self.step = step
            self.emit(E_STEP, ("3.1.1", "4.1.1", "5.1.1", "6.1.1")[step], step)

    def check_end(self) -> bool:
        """Ends the game if only one side has LIFE dice, or none has (7.1); says whether it has ended."""
        if self.why_over:
            return True
        if not self.begun:
            return False
        alive = tuple([side for side in range(self.kit.sides) if self.battle(side, LIFE)])
        if len(alive) == self.kit.sides:
            return False
        self.finish(alive, "life" if alive else "draw", "7.1.1" if alive else "7.1.2")
        return True

    def finish(self, winners: tuple[int, ...], why: str, rule: str) -> None:
        self.winners = winners
        self.why_over = why
        self.emit(E_OVER, rule, -1, -1, winners)
