"""Drawing by effects: extra dice, dice in place of others, and what is then done with them. Rules 2.5, 2.7.1, 4.2.6."""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import L_CLAUSE, L_SEAT, Board
from dicehall.dicemasters.effects.code import (
    C_DRAW_INSTEAD,
    C_DRAW_MORE,
    Amount,
    Bind,
    Clause,
    Program,
    register,
    with_register,
)
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.matching import amount_of
from dicehall.dicemasters.effects.ops import X_TIMES, Op, bind, go
from dicehall.dicemasters.effects.standing import speaker_bind, speakers
from dicehall.dicemasters.terms import BAG, E_TRIGGER, FR_DRAW, GO_ON, OUT, PREP, USED, ZONES
from dicehall.dicemasters.turn import D_EFFECT, D_INSTEAD
from dicehall.kernel.state import Frame

UNROLLED: Final[tuple[int, ...]] = (BAG, PREP, USED, OUT)


class Draw(Op):
    """Dice out of the bag, refilled if it must be; they lie in Prep until the effect says where they go (2.5.6)."""

    __slots__ = ("count", "opponent", "owners", "per", "slot")

    def __init__(self, slot: int, count: int, per: Amount | None = None, opponent: bool = False) -> None:
        self.slot = slot
        self.count = count
        self.per = per
        self.opponent = opponent
        self.owners = -1  # a register: each owner of its dice draws, once for each of them

    def seat(self, s: Board, b: Bind) -> int:
        if not self.opponent:
            return b.seat
        other = next(x for x in range(s.kit.sides) if x != s.kit.side_of[b.seat])
        return s.kit.seats_of[other][0]

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        count = self.count * f[5][X_TIMES]
        seats: list[int] = []
        if self.owners >= 0:
            seats = [s.owner[d] for d in register(f[6], self.owners)]
        elif self.per is not None:
            count *= amount_of(s, self.per, b)
        go(s, f, with_register(f[6], self.slot, (count * max(1, len(seats)),)))
        s.ret = ()
        if self.owners < 0:
            seats = [self.seat(s, b)]
        active = s.kit.seats_of[s.active]
        order = [x for x in range(s.kit.n_seats) if x not in active] + active  # the active side draws first
        for seat in order:
            n = count * seats.count(seat)
            if n:
                s.push(FR_DRAW, seat, n, D_EFFECT)
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        seat = self.seat(s, b)
        return bool(s.zones[seat * ZONES + BAG] or s.zones[seat * ZONES + USED])


class Collect(Op):
    """Notes what was just drawn: as many as the text speaks of, and what was drawn beyond that for another time."""

    __slots__ = ("rest", "slot")

    def __init__(self, slot: int, rest: int) -> None:
        self.slot = slot
        self.rest = rest

    def run(self, s: Board, f: Frame) -> int:
        dice, s.ret = s.ret, ()
        n = register(f[6], self.slot)[0]
        regs = with_register(f[6], self.slot, dice[:n])
        return go(s, f, with_register(regs, self.rest, dice[n:]))


def lay_down(s: Board, regs: tuple[int, ...]) -> None:
    """Dice that an effect has rolled and then left where only unrolled dice lie."""
    face, dice = s.face, s.kit.n_dice
    for die in regs:
        if 0 <= die < dice and face[die] >= 0 and s.zone_of(die) in UNROLLED and die not in s.rolling:
            face[die] = -1


def more_drawn(s: Board, f: Frame, p: Program) -> bool:
    """What a text does with the dice it draws is done again with dice that came in place of them (2.5.7)."""
    for slot, rest, first, end in p.again:
        left = register(f[6], rest) if f[1] >= end else ()
        if left:
            lay_down(s, f[6])
            n = len(register(f[6], slot))
            regs = with_register(with_register(f[6], slot, left[:n]), rest, left[n:])
            for later in range(rest + 1, p.slots - 2):  # what was chosen for the first of them is chosen anew
                regs = with_register(regs, later, ())
            go(s, f, regs, first)
            return True
    return False


def would_draw(s: Board, f: Frame) -> bool:
    """Puts into the place of an effect's draw what texts say, where they do; says whether one does (2.5.7).

    Each die becomes a draw of its own. What else the text does comes below them, for all at once.
    """
    seat, count = f[2], f[3]
    there = len(s.zones[seat * ZONES + BAG]) + len(s.zones[seat * ZONES + USED])
    runner = s.kit.runner
    for c in runner.standing[C_DRAW_INSTEAD]:
        for speaker, die in speakers(s, c):
            if s.kit.side_of[speaker] != s.kit.side_of[seat] or not _holds(s, c, speaker_bind(s, c, speaker, die)):
                continue
            times = min(count, (there + c.n - 1) // c.n)  # one die after the other, as long as there are any
            if not times:
                return False
            runner.note(c)
            s.stack.pop()
            s.cause = s.emit(E_TRIGGER, "2.5.7", c.card, die, (speaker, c.watch, -1))
            runner.start(s, c.watch, speaker, die, times, -1, -1, -1, ())
            for _ in range(times):
                s.push(FR_DRAW, seat, c.n, D_INSTEAD)
            return True
    return False


def draws_more(s: Board, seat: int) -> int:
    """How many further dice texts let a seat draw in its Clear and Draw Step (4.2.6)."""
    runner = s.kit.runner
    n = 0
    for c in runner.standing[C_DRAW_MORE]:
        for speaker, die in speakers(s, c):
            if speaker == seat and _holds(s, c, speaker_bind(s, c, speaker, die)):
                n += c.n
                runner.note(c)
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_DRAW_MORE and e[L_SEAT] == seat:
            n += c.n
    return n


def _holds(s: Board, c: Clause, b: Bind) -> bool:
    return c.cond is None or is_true(s, c.cond, b)
