"""The operations that programs are made of: asking, jumping, paying. Choosing is in `picking`, what they do to dice in
`deeds`.

An effect frame is (FR_EFFECT, place, asked seat, program, source die, (seat, times, window, facts...), registers,
cause). An operation finishes by `go`, asks, or pushes frames above.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.effects.code import Amount, Bind, Cond, register
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.copying import speaking_card
from dicehall.dicemasters.effects.matching import amount_of
from dicehall.dicemasters.energy import payable, start_payment
from dicehall.dicemasters.terms import A_NO, A_YES, ASK, E_AUTO, FR_EFFECT, GO_ON
from dicehall.kernel.state import Frame

X_SEAT: Final = 0
X_TIMES: Final = 1
X_WINDOW: Final = 2
X_FACTS: Final = 3


def bind(s: Board, f: Frame) -> Bind:
    """Who speaks in an effect frame."""
    xs = f[5]
    program = s.kit.runner.programs[f[3]]
    card = speaking_card(s, f[4], program.card)
    b = Bind(xs[X_SEAT], f[4], card, xs[X_WINDOW], xs[X_FACTS:], f[6])
    if program.memory >= 0:
        held = register(f[6], program.memory)
        b.aux = held[0] if held else -1
    return b


def go(s: Board, f: Frame, regs: tuple[int, ...] | None = None, to: int = -1) -> int:
    """The frame goes on: with the next operation, or at a place; its seat is the controller again."""
    s.stack[-1] = (
        FR_EFFECT, f[1] + 1 if to < 0 else to, f[5][X_SEAT], f[3], f[4], f[5], f[6] if regs is None else regs, f[7]
    )  # fmt: skip
    return GO_ON


def ask(s: Board, f: Frame, seat: int, regs: tuple[int, ...] | None = None) -> int:
    s.stack[-1] = (FR_EFFECT, f[1], seat, f[3], f[4], f[5], f[6] if regs is None else regs, f[7])
    return ASK


class Op(ABC):
    """One operation."""

    __slots__ = ()

    changes = False  # whether somebody may have to be knocked out afterwards (6.3.2)

    @abstractmethod
    def run(self, s: Board, f: Frame) -> int:
        """Does it, asks, or pushes frames above; says how the game goes on."""

    def actions(self, s: Board, f: Frame) -> list[int]:
        raise AssertionError("this operation asks nothing")

    def take(self, s: Board, f: Frame, action: int) -> None:
        raise AssertionError("this operation asks nothing")

    def could(self, s: Board, b: Bind) -> bool:
        """Whether it would do anything: an action is not used for no effect (3.5.4)."""
        return False

    def touches(self, s: Board, b: Bind) -> list[int]:
        """The dice to which it is about to do something."""
        return []


class Sure(Op):
    """An operation that always does something."""

    __slots__ = ()

    def could(self, s: Board, b: Bind) -> bool:
        return True


CH_YOU: Final = 0  # who chooses, answers and pays
CH_OPPONENT: Final = 1
CH_ACTIVE: Final = 2
CH_OTHER: Final = 3
END: Final = 10_000  # the place where a program is over


# ---- may, if, jumps --------------------------------------------------------------------------------------------


class Jump(Op):
    __slots__ = ("to",)

    def __init__(self, to: int = -1) -> None:
        self.to = to

    def run(self, s: Board, f: Frame) -> int:
        return go(s, f, None, self.to)


class Unless(Op):
    """Goes on elsewhere if a condition does not hold."""

    __slots__ = ("cond", "to")

    def __init__(self, cond: Cond) -> None:
        self.cond = cond
        self.to = -1

    def run(self, s: Board, f: Frame) -> int:
        return go(s, f, None, -1 if is_true(s, self.cond, bind(s, f)) else self.to)


class IfNone(Op):
    """Goes on elsewhere if a register is empty: "if you do" (7.9.7)."""

    __slots__ = ("slot", "to")

    def __init__(self, slot: int) -> None:
        self.slot = slot
        self.to = -1

    def run(self, s: Board, f: Frame) -> int:
        return go(s, f, None, -1 if register(f[6], self.slot) else self.to)


def payer(s: Board, seat: int, by: int) -> int:
    """Who answers and pays: the seat whose effect it is, or the other side's first (CH_YOU, CH_OPPONENT)."""
    if by == CH_YOU:
        return seat
    other = next(x for x in range(s.kit.sides) if x != s.kit.side_of[seat])
    return s.kit.seats_of[other][0]


class Ask(Op):
    """You may: yes or no. Not asked if what it needs cannot be done: then it is no (7.9.6)."""

    __slots__ = ("by", "needs", "to")

    def __init__(self, needs: list[Op], by: int = CH_YOU) -> None:
        self.needs = needs
        self.by = by
        self.to = -1

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        seat = payer(s, b.seat, self.by)
        if not all(op.could(s, b) for op in self.needs):
            s.emit(E_AUTO, "7.9.6", seat, FR_EFFECT)
            return go(s, f, None, self.to)
        return ask(s, f, seat)

    def actions(self, s: Board, f: Frame) -> list[int]:
        return [A_NO, A_YES]

    def take(self, s: Board, f: Frame, action: int) -> None:
        go(s, f, None, -1 if action == A_YES else self.to)

    def could(self, s: Board, b: Bind) -> bool:
        return all(op.could(s, b) for op in self.needs)


# ---- paying ----------------------------------------------------------------------------------------------------


class Pay(Op):
    """Energy out of the Reserve Pool; `by` says who pays it."""

    __slots__ = ("by", "need", "total")

    def __init__(self, total: int, need: int, by: int = CH_YOU) -> None:
        self.total = total
        self.need = need
        self.by = by

    def price(self, times: int) -> tuple[int, int]:
        return self.total * times, self.need * times

    def run(self, s: Board, f: Frame) -> int:
        total, need = self.price(f[5][X_TIMES])
        go(s, f)
        if total:
            start_payment(s, payer(s, f[5][X_SEAT], self.by), total, need)
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        return self.total == 0 or payable(s, payer(s, b.seat, self.by), self.total, self.need)


class PayLife(Op):
    """Life as a price: no damage, and never more than is left."""

    __slots__ = ("amount", "by")

    def __init__(self, amount: int, by: int = CH_YOU) -> None:
        self.amount = amount
        self.by = by

    def run(self, s: Board, f: Frame) -> int:
        s.pay_life(s.kit.side_of[payer(s, f[5][X_SEAT], self.by)], self.amount)
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return s.life[s.kit.side_of[payer(s, b.seat, self.by)]] >= self.amount


def value(s: Board, a: Amount, per: Amount | None, b: Bind, times: int, source: int = -1) -> int:
    """An amount, as often as something is counted, as often as it was paid for."""
    n = amount_of(s, a, b, source)
    if per is not None:
        n *= amount_of(s, per, b, source)
    return n * times
