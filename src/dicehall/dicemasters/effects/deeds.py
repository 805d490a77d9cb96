"""What effects do at once: damage, KO, life, spinning, capture, control. Rules 6, 7.

What lasts is in `lasting`; dice that are drawn, rolled and moved are in `handling`.
"""

from __future__ import annotations

from dicehall.dicemasters.acts import spin
from dicehall.dicemasters.assigning import assign
from dicehall.dicemasters.board import Board
from dicehall.dicemasters.damage import deal, ko, take_as_price
from dicehall.dicemasters.effects.code import (
    SC_ACTION,
    SC_GLOBAL,
    Amount,
    Bind,
    Cond,
    Ref,
    register,
    with_register,
)
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.matching import amount_of, in_field, level_of, resolve, sides_of
from dicehall.dicemasters.effects.ops import END, X_SEAT, X_TIMES, Op, Sure, bind, go, value
from dicehall.dicemasters.effects.standing import cannot_be_kod, unblockable
from dicehall.dicemasters.holding import capture, take_control
from dicehall.dicemasters.sockets import Packet
from dicehall.dicemasters.terms import (
    E_ATTACHED,
    E_BLOCKED,
    E_SPUN,
    F_CHARACTER,
    GO_ON,
    NOWHERE,
    PREP,
)
from dicehall.kernel.state import Frame


def there(s: Board, dice: list[int], f: Frame | None = None) -> list[int]:
    """Dice that are in the field as characters now, without those that ignore this effect."""
    kind = s.kit.f_kind
    out: list[int] = []
    for d in dice:
        if d >= 0 and in_field(s, d) and kind[s.face[d]] == F_CHARACTER and not ignores(s, f, d):
            out.append(d)
    return out


def ignores(s: Board, f: Frame | None, die: int) -> bool:
    """Whether a die has bought itself out of this effect: noted in the last register of its frame."""
    if f is None or not s.kit.runner.keep_guard:
        return False
    program = s.kit.runner.programs[f[3]]
    return die in register(f[6], program.slots - 1)


def source_of(s: Board, f: Frame) -> int:
    """What deals the damage of an effect: the die that speaks, or the card of a Global Ability (6.1.3, 7.5.7)."""
    program = s.kit.runner.programs[f[3]]
    return -2 - program.card if program.origin == SC_GLOBAL else f[4]


class OnDice(Op):
    """An operation on characters in the field."""

    __slots__ = ("ref",)

    def __init__(self, ref: Ref) -> None:
        self.ref = ref

    def could(self, s: Board, b: Bind) -> bool:
        return bool(there(s, resolve(s, self.ref, b)))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return there(s, resolve(s, self.ref, b))


# ---- damage, KO, life ------------------------------------------------------------------------------------------


class Deal(Op):
    """Damage to some or all, in one batch. Each part: amount, for each what, to whom; added: condition, amount."""

    __slots__ = ("added", "along", "parts", "source")

    def __init__(self, source: Ref | None, parts: list[tuple[Amount, Amount | None, list[Ref]]]) -> None:
        self.source = source
        self.parts = parts
        self.added: list[tuple[Cond | None, Amount]] = []
        self.along = False  # together with the combat damage that is being assigned

    def recipients(self, s: Board, b: Bind, refs: list[Ref], f: Frame | None) -> list[int]:
        out: list[int] = []
        for ref in refs:
            for d in resolve(s, ref, b):
                if d < 0 or there(s, [d], f):
                    out.append(d)
        return out

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        times = f[5][X_TIMES]
        packets: list[Packet] = []
        sources = [source_of(s, f)] if self.source is None else resolve(s, self.source, b)
        for source in sources:
            for i, (amount, per, refs) in enumerate(self.parts):
                n = value(s, amount, per, b, times, source)
                if i == 0:
                    for cond, more in self.added:
                        if cond is None or is_true(s, cond, b):
                            n += amount_of(s, more, b, source)
                for d in self.recipients(s, b, refs, f):
                    packets.append((source, d, n, 0))
        go(s, f)
        if self.along:
            assign(s, packets)
        else:
            deal(s, packets)
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        return any(self.recipients(s, b, refs, None) for _, _, refs in self.parts)

    def touches(self, s: Board, b: Bind) -> list[int]:
        return [d for _, _, refs in self.parts for d in self.recipients(s, b, refs, None) if d >= 0]


class Ko(Op):
    """Knocks dice out together; a register keeps whom it happened to."""

    __slots__ = ("attacks", "cost", "levels", "ref", "slot", "zone")

    changes = True

    def __init__(self, ref: Ref, slot: int, cost: bool = False) -> None:
        self.ref = ref
        self.slot = slot
        self.cost = cost
        self.levels = -1  # a register that keeps the levels they had
        self.attacks = -1  # and one for their A
        self.zone = PREP  # where they go

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        dice = there(s, resolve(s, self.ref, b), None if self.cost else f)
        go(s, f)
        levels = [level_of(s, d) for d in dice]
        attacks = [s.attack_of(d) for d in dice] if self.attacks >= 0 else levels
        fallen = ko(s, dice, "6.3.1", (source_of(s, f), 0), self.zone)
        k, step, seat, a, die, xs, regs, cause = s.stack[-1]
        regs = with_register(regs, self.slot, tuple(fallen))
        for noted, numbers in ((self.levels, levels), (self.attacks, attacks)):
            if noted >= 0:
                kept = tuple([n for d, n in zip(dice, numbers, strict=True) if d in fallen])
                regs = with_register(regs, noted, kept)
        s.stack[-1] = (k, step, seat, a, die, xs, regs, cause)
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        dice = there(s, resolve(s, self.ref, b))
        if not self.cost:
            return bool(dice)
        abilities = s.kit.abilities
        assert abilities is not None
        return any(not cannot_be_kod(s, d) and not abilities.spares(s, d, False, 0) for d in dice)

    def touches(self, s: Board, b: Bind) -> list[int]:
        return [] if self.cost else there(s, resolve(s, self.ref, b))


class Life(Sure):
    """Gains (+1) or losses (-1) of life; neither is damage."""

    __slots__ = ("amount", "per", "ref", "sign", "who")

    def __init__(self, sign: int, amount: Amount, per: Amount | None, who: int) -> None:
        self.sign = sign
        self.amount = amount
        self.per = per
        self.who = who
        self.ref: Ref | None = None  # players who were chosen, or whose die it is

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        n = value(s, self.amount, self.per, b, f[5][X_TIMES])
        if n:
            chosen = None if self.ref is None else [-1 - x for x in resolve(s, self.ref, b) if x < 0]
            for side in sides_of(s, self.who, b) if chosen is None else chosen:
                s.change_life(side, self.sign * n, "1.2.2" if self.sign > 0 else "1.2.3")
            s.check_life()
        return go(s, f)


class SetLife(Sure):
    """An opponent's life becomes a number, never above the start."""

    __slots__ = ("life",)

    def __init__(self, life: int) -> None:
        self.life = life

    def run(self, s: Board, f: Frame) -> int:
        mine = s.kit.side_of[f[5][X_SEAT]]
        for side in range(s.kit.sides):
            if side != mine:
                s.change_life(side, self.life - s.life[side], "1.2.2")
        return go(s, f)


class TakeDamage(Sure):
    """Damage as a price: nothing prevents or redirects it (R09), but what waits for damage sees it (6.1.6)."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def run(self, s: Board, f: Frame) -> int:
        go(s, f)
        take_as_price(s, s.kit.side_of[f[5][X_SEAT]], self.amount)
        return GO_ON


# ---- spinning --------------------------------------------------------------------------------------------------


class Spin(Op):
    """Spins dice by levels; the way is fixed, or what a register holds. A register keeps who turned."""

    __slots__ = ("cost", "levels", "ref", "slot", "way")

    changes = True

    def __init__(self, ref: Ref, levels: int, slot: int, way: int = -1, cost: bool = False) -> None:
        self.ref = ref
        self.levels = levels
        self.slot = slot
        self.way = way
        self.cost = cost

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        levels = self.levels
        if self.way >= 0:
            levels *= register(f[6], self.way)[0]
        go(s, f)
        turned = [d for d in there(s, resolve(s, self.ref, b), None if self.cost else f) if spin(s, d, levels)]
        k, step, seat, a, die, xs, regs, cause = s.stack[-1]
        s.stack[-1] = (k, step, seat, a, die, xs, with_register(regs, self.slot, tuple(turned)), cause)
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        up, down, face = s.kit.f_up, s.kit.f_down, s.face
        for d in there(s, resolve(s, self.ref, b)):
            if (self.way >= 0 or self.levels > 0) and up[face[d]] >= 0:
                return True
            if (self.way >= 0 or self.levels < 0) and down[face[d]] >= 0:
                return True
        return False

    def touches(self, s: Board, b: Bind) -> list[int]:
        return [] if self.cost else there(s, resolve(s, self.ref, b))


class SpinTo(Op):
    """Spins dice to a level, to the character face, or to the face that a register holds."""

    __slots__ = ("level", "ref", "slot")

    changes = True

    def __init__(self, ref: Ref, level: int, slot: int = -1) -> None:
        self.ref = ref
        self.level = level  # 0: the face of the register
        self.slot = slot

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        for die in resolve(s, self.ref, b):
            if die < 0 or ignores(s, f, die):
                continue
            if self.level:
                turn_to(s, die, self.level)
            else:
                held = register(f[6], self.slot)
                if held:
                    s.face[die] = s.kit.die_card[die] * 6 + held[0]
                    s.emit(E_SPUN, "2.4.2", die, s.face[die])
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return bool(resolve(s, self.ref, b))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return there(s, resolve(s, self.ref, b))


def turn_to(s: Board, die: int, level: int) -> bool:
    """Turns a die to a level, where it has that; says whether it has."""
    card = s.kit.die_card[die]
    for face in range(card * 6, card * 6 + 6):
        if s.kit.f_level[face] == level:
            if s.face[die] != face:
                s.face[die] = face
                s.emit(E_SPUN, "2.4.2", die, face)
            return True
    return False


# ---- block, capture, control, attach ---------------------------------------------------------------------------


class BecomesBlocked(Op):
    """Attackers are blocked, by nobody; not those that cannot be blocked at all (5.3.8, ruling R30)."""

    __slots__ = ("ref",)

    def __init__(self, ref: Ref) -> None:
        self.ref = ref

    def dice(self, s: Board, b: Bind) -> list[int]:
        out = [d for d in there(s, resolve(s, self.ref, b)) if d in s.attackers and d not in s.blocked]
        return [d for d in out if not unblockable(s, d)]

    def run(self, s: Board, f: Frame) -> int:
        for die in self.dice(s, bind(s, f)):
            if not ignores(s, f, die):
                s.blocked = [*s.blocked, die]
                s.emit(E_BLOCKED, "5.3.8", die)
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.dice(s, b))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return self.dice(s, b)


class Capture(Op):
    """This die takes dice prisoner: characters in the field, or dice out of the zones that the text names (7.6.6)."""

    __slots__ = ("ref",)

    changes = True

    def __init__(self, ref: Ref) -> None:
        self.ref = ref

    def dice(self, s: Board, b: Bind) -> list[int]:
        out: list[int] = []
        for d in resolve(s, self.ref, b):
            if d >= 0 and (there(s, [d]) if in_field(s, d) else s.where[d] >= 0):
                out.append(d)
        return out

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        if in_field(s, b.die):
            for die in self.dice(s, b):
                if not ignores(s, f, die):
                    capture(s, b.die, die)
        return go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.dice(s, b))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return there(s, resolve(s, self.ref, b))


class Control(OnDice):
    """You take control of dice (7.7). An action binds no die by it, a character does."""

    __slots__ = ()

    changes = True

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        by = -1 if s.kit.runner.programs[f[3]].origin in (SC_ACTION, SC_GLOBAL) else b.die
        for die in there(s, resolve(s, self.ref, b), f):
            take_control(s, die, b.seat, by)
        return go(s, f)


class Attach(OnDice):
    """This die lies on another and is in no zone until it leaves (2.7.9)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        dice = there(s, resolve(s, self.ref, b), f)
        if dice and (s.where[b.die] >= 0 or any(h[0] == b.die for h in s.held)):
            if s.where[b.die] >= 0:  # else it is a captive, and stays one
                s.zones[s.where[b.die]].remove(b.die)
                s.where[b.die] = NOWHERE
            s.attached = [*s.attached, (b.die, dice[0])]
            s.emit(E_ATTACHED, "7.6.5", b.die, dice[0])
            return go(s, f)
        return go(s, f, None, END)  # nothing to lie on: nothing of it happens
