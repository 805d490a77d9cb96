"""Dice that take others as their models, and captives that are used: the operations. Rules 7.6, 7.8.

What a copy means while it lasts is looked up in `copying`.
"""

from __future__ import annotations

from dicehall.dicemasters.board import U_AGAIN, U_CAPTURED, U_ENGAGED, Board
from dicehall.dicemasters.effects.code import C_GETS, COPY_FACES, COPY_TEXT, REF_EACH, Bind, Ref
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.copying import card_as_copied, copied_number, face_number, pack, text_card
from dicehall.dicemasters.effects.deeds import there
from dicehall.dicemasters.effects.lasting import ending
from dicehall.dicemasters.effects.matching import amount_of, in_field, resolve
from dicehall.dicemasters.effects.ops import X_SEAT, Op, bind, go
from dicehall.dicemasters.effects.standing import shows_burst
from dicehall.dicemasters.sockets import ATTACK, DEFENCE, FIELDING
from dicehall.dicemasters.terms import E_COPIES, F_CHARACTER, FR_ACTION, GO_ON
from dicehall.kernel.state import Frame


def numbers_of(s: Board, die: int) -> int:
    """The numbers on the face of a model, with what its own burst adds to them now (7.8.1)."""
    face = s.face[die]
    cost, attack, defence = [copied_number(s, n, die, face_number(s, n, face)) for n in (FIELDING, ATTACK, DEFENCE)]
    b = Bind(s.ctrl[die], die, s.kit.die_card[die])
    for c in s.kit.runner.standing[C_GETS]:
        if c.this and c.burst and c.card == b.card and shows_burst(s, die, c.burst):
            if c.cond is None or is_true(s, c.cond, b):
                times = 1 if c.per is None else amount_of(s, c.per, b)
                attack, defence = attack + c.a * times, defence + c.d * times
    return pack(cost, max(0, attack), max(0, defence))


def start_copy(s: Board, clause: int, until: int, end: int, b: Bind, numbers: int, card: int, dice: list[int]) -> None:
    """Notes a copy; of one source and one kind the latest is the one that counts."""
    s.effects = [*s.effects, (clause, until, end, b.seat, b.die, numbers, card, *dice)]
    s.kit.runner.note(s.kit.runner.clauses[clause])
    s.emit(E_COPIES, "7.8.1", b.die, card, (clause, until, *dice))


class CopyDie(Op):
    """Dice copy the numbers, or numbers and text, of a die as it is now."""

    __slots__ = ("clause", "model", "until", "who")

    changes = True

    def __init__(self, clause: int, who: Ref, model: Ref, until: int) -> None:
        self.clause = clause
        self.who = who
        self.model = model
        self.until = until

    def models(self, s: Board, b: Bind) -> list[int]:
        """The model: a character die in the field, or a captive where the copy depends on that."""
        out: list[int] = []
        for die in resolve(s, self.model, b):
            if die >= 0 and s.face[die] >= 0 and s.kit.f_kind[s.face[die]] == F_CHARACTER:
                held = self.until == U_CAPTURED and any(h[0] == die for h in s.held)
                if held or (in_field(s, die) and self.until != U_CAPTURED):
                    out.append(die)
        return out[:1]

    def dice(self, s: Board, b: Bind, f: Frame | None) -> list[int]:
        """The dice that copy, where they are named."""
        dice = there(s, resolve(s, self.who, b), f)
        return [d for d in dice if d in s.blocks] if self.until == U_ENGAGED else dice

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        models = self.models(s, b)
        group = self.who.kind == REF_EACH
        dice = [] if group else self.dice(s, b, f)
        if models and (group or dice):
            end = models[0] if self.until == U_CAPTURED else ending(s, self.until, b.seat)
            numbers, card = numbers_of(s, models[0]), text_card(s, models[0])
            start_copy(s, self.clause, self.until, end, b, numbers, card, dice)
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.models(s, b)) and (self.who.kind == REF_EACH or bool(self.dice(s, b, None)))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return [] if self.who.kind == REF_EACH else self.dice(s, b, None)


class CopyCard(Op):
    """All dice of this card copy the chosen card: its text and traits, or its faces level by level."""

    __slots__ = ("clause",)

    changes = True

    def __init__(self, clause: int) -> None:
        self.clause = clause

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        if b.aux >= 0:
            what = s.kit.runner.clauses[self.clause].n
            card = card_as_copied(s, b.aux, what & (COPY_TEXT | COPY_FACES))
            start_copy(s, self.clause, U_AGAIN, s.turn, b, 0, card, [])
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return b.aux >= 0


class UseCaptured(Op):
    """The action die that this die has captured is used, for free and as if it showed no burst."""

    __slots__ = ()

    def captives(self, s: Board, b: Bind) -> list[int]:
        runner, card = s.kit.runner, s.kit.die_card
        dice = [h[0] for h in s.held if h[1] == b.die and card[h[0]] in runner.actions_of]
        return [d for d in dice if runner.may_use(s, b.seat, d)]

    def run(self, s: Board, f: Frame) -> int:
        dice = self.captives(s, bind(s, f))
        go(s, f)
        if dice:
            s.push(FR_ACTION, f[5][X_SEAT], dice[0])
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.captives(s, b))
