"""The texts of a table at work: what plugs into the sockets of the rules. Made once for a kit, holds no game."""

from __future__ import annotations

from dicehall.dicemasters.board import L_CLAUSE, L_DICE, Board
from dicehall.dicemasters.damage import lethal
from dicehall.dicemasters.effects import watching
from dicehall.dicemasters.effects.code import (
    C_WATCH,
    EV_WOULD_AFFECT,
    register,
    with_register,
)
from dicehall.dicemasters.effects.copying import text_card
from dicehall.dicemasters.effects.deeds import Deal, source_of
from dicehall.dicemasters.effects.drawing import lay_down, more_drawn
from dicehall.dicemasters.effects.matching import engaged_with
from dicehall.dicemasters.effects.ops import Op, bind
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.effects.reacting import Reacting
from dicehall.dicemasters.sockets import (
    Trigger,
)
from dicehall.dicemasters.terms import FR_EFFECT, GO_ON
from dicehall.kernel.state import Frame


class Runner(Reacting):
    """Sets programs off and runs them."""

    __slots__ = ()

    # ---- triggers ----------------------------------------------------------------------------------------
    def watch(self, s: Board, window: int, a: int, b: int, xs: tuple[int, ...]) -> list[Trigger]:
        return watching.watch(s, window, a, b, xs)

    def waits_for(self, s: Board, dice: list[int]) -> list[tuple[int, ...]]:
        clauses = self.clauses
        return [e for e in s.effects if clauses[e[L_CLAUSE]].kind == C_WATCH and any(d in dice for d in e[L_DICE:])]

    # ---- running -----------------------------------------------------------------------------------------
    def run(self, s: Board, frame: Frame) -> int:
        """One operation after another, as long as nothing comes between them."""
        while True:
            program = self.programs[frame[3]]
            ops = program.ops
            if program.again and more_drawn(s, frame, program):
                return GO_ON
            if frame[1] >= len(ops):
                s.stack.pop()
                s.mid = False
                lay_down(s, frame[6])
                return GO_ON
            if self.seen is not None:
                self.seen.add(("program", frame[3]))
            op = ops[frame[1]]
            if self.keep_guard and self._intercept(s, frame, op):
                return GO_ON
            if self.lifts and self.asks_to_lift(s, frame, op):
                return GO_ON
            go = op.run(s, frame)
            if go != GO_ON:
                return go
            if op.changes:
                lethal(s)
            frame = s.stack[-1]
            if frame[0] != FR_EFFECT or s.queue or s.why_over:
                return GO_ON
            s.cause = frame[7]

    def actions(self, s: Board, frame: Frame) -> list[int]:
        return self.programs[frame[3]].ops[frame[1]].actions(s, frame)

    def same_choice(self, s: Board, frame: Frame, die: int) -> bool:
        op = self.programs[frame[3]].ops[frame[1]]
        return isinstance(op, Pick) and op.same(s, frame, die)

    def take(self, s: Board, frame: Frame, action: int) -> None:
        self.programs[frame[3]].ops[frame[1]].take(s, frame, action)

    def _intercept(self, s: Board, f: Frame, op: Op) -> bool:
        """Before an effect touches a die whose text can ignore it: its controller is asked, once an effect."""
        program = self.programs[f[3]]
        if program.guard:
            return False
        b = bind(s, f)
        for die in op.touches(s, b):
            w = next((w for w in self.keep_guard if w.card == text_card(s, die)), None)
            if w is None or w.event != EV_WOULD_AFFECT:
                continue
            if isinstance(op, Deal) and source_of(s, f) in engaged_with(s, die):
                continue  # damage from a die engaged with it
            asked = register(f[6], program.slots - 2)
            if die in asked or die in register(f[6], program.slots - 1):
                continue
            regs = with_register(f[6], program.slots - 2, (*asked, die))
            s.stack[-1] = (f[0], f[1], f[2], f[3], f[4], f[5], regs, f[7])
            self.start(s, w.programs[0], s.ctrl[die], die, 1, -1, die, -1, ())
            return True
        return False
