"""What lasts: effects noted in the state for a turn or longer, and their end. Rule 6.2."""

from __future__ import annotations

from dicehall.dicemasters.board import L_CLAUSE, L_DICE, U_END, U_START, U_TURN, Board
from dicehall.dicemasters.effects.code import C_GETS, REF_GROUP, REF_SIDES, SC_GLOBAL, Bind, Ref, register
from dicehall.dicemasters.effects.copying import OWN, trait_card, voice
from dicehall.dicemasters.effects.deeds import OnDice, there
from dicehall.dicemasters.effects.matching import amount_of, in_field, resolve
from dicehall.dicemasters.effects.ops import X_TIMES, Op, Sure, bind, go
from dicehall.dicemasters.effects.standing import shows_burst
from dicehall.dicemasters.terms import E_ENDED, E_LASTS
from dicehall.kernel.state import Frame


class Lasts(Op):
    """An effect that lasts: on certain dice, or for whoever is meant when it matters (6.2.6)."""

    __slots__ = ("anywhere", "aux", "by_burst", "clause", "ref", "type_of", "until")

    changes = True

    def __init__(self, clause: int, ref: Ref, until: int) -> None:
        self.clause = clause
        self.ref = ref
        self.until = until
        self.aux: Ref | None = None  # whom a die must block
        self.type_of: Ref | None = None  # the die whose type the effect keeps
        self.by_burst: tuple[int, int] | None = None  # another clause for dice that show so many bursts
        self.anywhere = False  # also on dice that have left the field

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        c = s.kit.runner.clauses[self.clause]
        times = f[5][X_TIMES]
        if c.per is not None:
            times *= amount_of(s, c.per, b)
        aux = b.aux
        if self.aux is not None:
            dice = resolve(s, self.aux, b)
            aux = dice[0] if dice else -1
        if self.type_of is not None:
            dice = resolve(s, self.type_of, b)
            aux = s.kit.card_type[trait_card(s, dice[0])] if dice else -1
        if self.ref.kind == REF_GROUP or self.ref.kind == REF_SIDES:
            last(s, self.clause, self.until, b, times, aux, ())
            return go(s, f)
        dice = resolve(s, self.ref, b)
        for die in dice if self.anywhere else there(s, dice, f):
            clause = self.clause
            if self.by_burst is not None and shows_burst(s, die, self.by_burst[0]):
                if voice(s, die, c.card) == OWN:  # a copied text comes without its bursts (7.8.2)
                    clause = self.by_burst[1]
            if c.kind != C_GETS or times:
                last(s, clause, self.until, b, times, aux, (die,))
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        if self.ref.kind == REF_GROUP or self.ref.kind == REF_SIDES:
            return True
        return bool(there(s, resolve(s, self.ref, b)))

    def touches(self, s: Board, b: Bind) -> list[int]:
        if self.ref.kind == REF_GROUP or self.ref.kind == REF_SIDES:
            return []
        return there(s, resolve(s, self.ref, b))


def last(s: Board, clause: int, until: int, b: Bind, times: int, aux: int, dice: tuple[int, ...]) -> None:
    """Notes a lasting effect."""
    s.effects = [*s.effects, (clause, until, ending(s, until, b.seat), b.seat, b.die, times, aux, *dice)]
    seen = s.kit.runner.seen
    if seen is not None:
        seen.add(("clause", clause))
    s.emit(E_LASTS, "6.2.4", clause, dice[0] if dice else -1, (times, until, *dice))


def ending(s: Board, until: int, seat: int) -> int:
    """The turn in which a duration ends: it is counted where it outlives this one."""
    mine = s.kit.side_of[seat] == s.active
    if until == U_START:
        return s.turn + (s.kit.sides if mine else 1)
    if until == U_END:
        return s.turn + (1 if mine else s.kit.sides)
    return s.turn


class LastTrigger(Sure):
    """For the rest of the turn, when ...: the registers go along, so that "that die" is still known."""

    __slots__ = ("clause", "keeps", "this", "until")

    def __init__(self, clause: int, keeps: list[int], this: bool = False) -> None:
        self.clause = clause
        self.keeps = keeps  # registers that the later effect speaks of
        self.this = this  # it speaks of this die, and ends if that leaves the field (6.3.4)
        self.until = U_TURN

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        dice = tuple([d for slot in self.keeps for d in register(f[6], slot) if d >= 0])
        if self.this:
            dice = (b.die,) if in_field(s, b.die) else ()
        if not (self.keeps or self.this) or dice:
            last(s, self.clause, self.until, b, 1, b.aux, dice)
        return go(s, f)


class Double(OnDice):
    """Dice get as much A and D as they have now once more (7.9.9)."""

    __slots__ = ("attack", "defence")

    def __init__(self, attack: int, defence: int, ref: Ref) -> None:
        self.attack = attack  # clauses of +1A and +1D
        self.defence = defence
        self.ref = ref

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        for die in there(s, resolve(s, self.ref, b), f):
            more = s.attack_of(die), s.defence_of(die)
            for clause, times in zip((self.attack, self.defence), more, strict=True):
                if times:
                    last(s, clause, U_TURN, b, times, -1, (die,))
        return go(s, f)


class SwapAttack(Op):
    """Two dice exchange their A: each gets the difference as it is now."""

    __slots__ = ("clause", "one", "other")

    def __init__(self, clause: int, one: Ref, other: Ref) -> None:
        self.clause = clause
        self.one = one
        self.other = other

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        left = there(s, resolve(s, self.one, b), f)
        right = there(s, resolve(s, self.other, b), f)
        if left and right:
            more = s.attack_of(right[0]) - s.attack_of(left[0])
            if more:
                last(s, self.clause, U_TURN, b, more, -1, (left[0],))
                last(s, self.clause, U_TURN, b, -more, -1, (right[0],))
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return bool(there(s, resolve(s, self.one, b))) and bool(there(s, resolve(s, self.other, b)))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return there(s, resolve(s, self.one, b) + resolve(s, self.other, b))


class EndGlobals(Sure):
    """Ends each lasting effect that a Global Ability has brought about; what is done stays done."""

    __slots__ = ()

    changes = True

    def run(self, s: Board, f: Frame) -> int:
        clauses = s.kit.runner.clauses
        gone = [e for e in s.effects if clauses[e[L_CLAUSE]].origin == SC_GLOBAL]
        if gone:
            s.effects = [e for e in s.effects if e not in gone]
            s.emit(E_ENDED, "7.1.2", len(gone), -1, tuple([d for e in gone for d in e[L_DICE:]]))
        return go(s, f)
