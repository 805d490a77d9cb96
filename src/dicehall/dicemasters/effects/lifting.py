"""Bans that the other side may lift by paying, and texts that cancel a use: who may, and when. Rules 3.5.6, 7.9.10."""

from __future__ import annotations

from collections.abc import Callable

from dicehall.dicemasters.board import U_TURN, Board, Effect
from dicehall.dicemasters.effects import standing
from dicehall.dicemasters.effects.code import NO_FIELD, NO_REROLL, Bind, register, with_register
from dicehall.dicemasters.effects.handling import FieldDice, Reroll, SuitUp
from dicehall.dicemasters.effects.ops import Op, bind
from dicehall.dicemasters.effects.texts import Texts
from dicehall.dicemasters.sockets import V_FIELD, V_REROLL
from dicehall.dicemasters.terms import A_USE, FR_TRIGGERS, WIN_USING
from dicehall.kernel.state import Frame


class Lifting(Texts):
    """What lifts bans, and what cancels uses."""

    __slots__ = ()

    # ---- bans --------------------------------------------------------------------------------------------
    def lifted(self, s: Board, seat: int, count: Callable[[], int]) -> list[int]:
        open_now = self._open(s, seat)
        if not open_now:
            return []
        before = s.effects
        lifts: list[Effect] = [(clause, U_TURN, s.turn, seat, die, 1, -1) for clause, die, _ in open_now]
        out: list[int] = []
        try:
            s.effects = before + lifts
            most = count()
            for i, (_, die, _) in enumerate(open_now):
                s.effects = before + lifts[:i] + lifts[i + 1 :]
                if count() < most:
                    out.append(A_USE + die)
        finally:
            s.effects = before
        return out

    def _open(self, s: Board, seat: int) -> list[tuple[int, int, int]]:
        """Bans on a seat that it has not lifted and could pay for: the lifting clause, the die that speaks, program."""
        out: list[tuple[int, int, int]] = []
        for ban, lift, program in self.lifts:
            c = self.clauses[ban]
            if standing.is_lifted(s, c, seat):
                continue
            dice = [die for source, die in standing.speakers(s, c) if standing.is_for(s, c, source, seat) and die >= 0]
            if dice:
                p = self.programs[program]
                b = Bind(seat, dice[0], c.card, regs=(0,) * p.slots)
                if p.ops[0].could(s, b):
                    out.append((lift, dice[0], program))
        return out

    def lift(self, s: Board, seat: int, die: int) -> bool:
        for _, voice, program in self._open(s, seat):
            if voice == die:
                self.start(s, program, seat, die, 1, -1, seat, die, ())
                s.goto(1)  # choosing it was the answer
                return True
        return False

    def asks_to_lift(self, s: Board, f: Frame, op: Op) -> bool:
        """Before an effect does what a ban forbids: the seat is asked whether it lifts that, once an effect."""
        if isinstance(op, Reroll):
            no, verb = NO_REROLL, V_REROLL
        elif isinstance(op, FieldDice | SuitUp):
            no, verb = NO_FIELD, V_FIELD
        else:
            return False
        b = bind(s, f)
        if not self.bans[no] or not op.could(s, b):
            return False
        slot = self.programs[f[3]].slots - 2
        asked = register(f[6], slot)
        for lift, die, program in self._open(s, b.seat):
            if -2 - lift in asked or not any(self.clauses[x[0]].verb == no for x in self.lifts if x[1] == lift):
                continue
            dice = op.dice(s, b) if isinstance(op, FieldDice) else [b.die]
            if not any([standing.bans(s, verb, b.seat, d, -1) for d in dice]):
                continue
            s.stack[-1] = (*f[:6], with_register(f[6], slot, (*asked, -2 - lift)), f[7])
            self.start(s, program, b.seat, die, 1, -1, b.seat, die, ())
            return True
        return False

    # ---- uses --------------------------------------------------------------------------------------------
    def using(self, s: Board, seat: int, what: int) -> bool:
        if not self.cancels:
            return False
        waiting = len(s.queue)
        s.raise_window(WIN_USING, seat, what)
        s.queue = s.queue[:waiting] + [t for t in s.queue[waiting:] if self._could_begin(s, t[3], t[0], t[2])]
        if len(s.queue) == waiting:
            return False
        s.push(FR_TRIGGERS, -1, 0, WIN_USING)
        return True

    def _could_begin(self, s: Board, program: int, seat: int, die: int) -> bool:
        p = self.programs[program]
        return p.ops[0].could(s, Bind(seat, die, p.card, regs=(0,) * p.slots))
