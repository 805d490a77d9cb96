"""Operations around an effect that may not happen: the other side's way out of it, lifting a ban, cancelling a use.

Rules 3.5.6, 7.3.6, 7.9.10.
"""

from __future__ import annotations

from dicehall.dicemasters.board import U_TURN, Board
from dicehall.dicemasters.effects.code import Bind
from dicehall.dicemasters.effects.lasting import last
from dicehall.dicemasters.effects.ops import END, X_SEAT, Op, Sure, bind, go
from dicehall.dicemasters.terms import E_CANCELLED, FR_ACTION, FR_TRIGGERS, GO_ON, WIN_USING
from dicehall.kernel.state import Frame


class WouldHappen(Op):
    """A way out is offered only of something that would happen: otherwise it goes on behind the offer."""

    __slots__ = ("deeds", "to")

    def __init__(self) -> None:
        self.deeds: list[Op] = []
        self.to = -1

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        return go(s, f, None, -1 if any([op.could(s, b) for op in self.deeds]) else self.to)


class Prevented(Op):
    """The other side has taken its way out: the rest of the effect does not happen (7.9.10)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        s.emit(E_CANCELLED, "7.9.10", s.kit.runner.programs[f[3]].card)
        return go(s, f, None, END)


class Lift(Sure):
    """A ban does not hold for the side that has paid, until the turn ends (7.9.10)."""

    __slots__ = ("clause",)

    def __init__(self, clause: int) -> None:
        self.clause = clause

    def run(self, s: Board, f: Frame) -> int:
        last(s, self.clause, U_TURN, bind(s, f), 1, -1, ())
        return go(s, f)


# ---- cancelling ------------------------------------------------------------------------------------------------


class Used(Op):
    """Stands between the price of a Global Ability and its effect: texts that cancel it speak now (3.5.6)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        go(s, f)
        runner = s.kit.runner
        if runner.cancels:
            runner.using(s, f[5][X_SEAT], -2 - runner.programs[f[3]].card)
        return GO_ON


class Cancel(Op):
    """The use that has just been paid for has no effect. Nothing else can react to that any more (7.3.6)."""

    __slots__ = ("bars",)

    def __init__(self, bars: int) -> None:
        self.bars = bars  # the clause that bars that Global Ability for the turn, or -1

    def run(self, s: Board, f: Frame) -> int:
        at = use_below(s)
        if at < 0:
            return go(s, f, None, END)
        use = s.stack[at]
        if use[0] == FR_ACTION:
            card = s.kit.die_card[use[3]]
            s.stack[at] = (*use[:4], 1, *use[5:])
        else:
            card = s.kit.runner.programs[use[3]].card
            s.stack[at] = (use[0], END, *use[2:])
        s.queue = [t for t in s.queue if t[4] != WIN_USING]
        s.emit(E_CANCELLED, "7.3.6", card)
        if self.bars >= 0:
            last(s, self.bars, U_TURN, bind(s, f), 1, card, ())
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return True


def use_below(s: Board) -> int:
    """The place on the stack of the use that could be cancelled now: below the texts that do so; -1 if none is."""
    at = len(s.stack) - 1
    while at > 0:
        if s.stack[at][0] == FR_TRIGGERS and s.stack[at][4] == WIN_USING:
            return at - 1
        at -= 1
    return -1
