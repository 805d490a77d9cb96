"""Dice in hand: rolling, rerolling, moving, fielding, exchanging. Rules 2.5, 2.7, 7.2. Drawing is in `drawing`."""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.acts import reroll
from dicehall.dicemasters.board import Board
from dicehall.dicemasters.buying import buy, take_off
from dicehall.dicemasters.damage import lethal
from dicehall.dicemasters.effects.code import NO_REROLL, REF_CAPTURED, Bind, Ref, register, with_register
from dicehall.dicemasters.effects.deeds import ignores, there, turn_to
from dicehall.dicemasters.effects.matching import in_field, resolve
from dicehall.dicemasters.effects.ops import END, X_SEAT, Op, Sure, ask, bind, go
from dicehall.dicemasters.effects.standing import bans
from dicehall.dicemasters.holding import let_go
from dicehall.dicemasters.sockets import V_FIELD, V_REROLL
from dicehall.dicemasters.terms import (
    A_CARD,
    ACTION,
    BAG,
    BASIC,
    E_CHOSE,
    E_MOVED,
    E_SPUN,
    F_ACTION,
    F_CHARACTER,
    FIELD,
    FR_ROLL,
    GO_ON,
    ON_CARD,
    PREP,
    R_ROLL,
    RESERVE,
    USED,
    WIN_ROLLED,
    ZONES,
)
from dicehall.dicemasters.window import field_die, may_buy
from dicehall.kernel.state import Frame

OUT_OF_ATTACK: Final = 99


class Note(Op):
    """Notes which dice a text means now, so that "those dice" are the same ones afterwards.

    `counts`: an effect on them does something only if there are any.
    """

    __slots__ = ("counts", "ref", "slot")

    def __init__(self, slot: int, ref: Ref, counts: bool = False) -> None:
        self.slot = slot
        self.ref = ref
        self.counts = counts

    def run(self, s: Board, f: Frame) -> int:
        return go(s, f, with_register(f[6], self.slot, tuple(resolve(s, self.ref, bind(s, f)))))

    def could(self, s: Board, b: Bind) -> bool:
        return self.counts and bool(resolve(s, self.ref, b))


class Roll(Op):
    """Rolls dice where they lie unrolled; the next operations say where they go."""

    __slots__ = ("ref", "slot")

    def __init__(self, ref: Ref, slot: int) -> None:
        self.ref = ref
        self.slot = slot

    def run(self, s: Board, f: Frame) -> int:
        dice = tuple([d for d in resolve(s, self.ref, bind(s, f)) if d >= 0 and s.where[d] >= 0])
        go(s, f, with_register(f[6], self.slot, dice))
        if dice:
            s.push(FR_ROLL, f[5][X_SEAT], R_ROLL, 0, dice)
        return GO_ON

    def could(self, s: Board, b: Bind) -> bool:
        return bool(resolve(s, self.ref, b))


class Reroll(Op):
    """Rerolls dice where they lie (2.5.1); a register keeps which."""

    __slots__ = ("ref", "slot", "stays")

    changes = True

    def __init__(self, ref: Ref, slot: int, stays: bool) -> None:
        self.ref = ref
        self.slot = slot
        self.stays = stays  # the text says where they go, so that they wait where they are

    def run(self, s: Board, f: Frame) -> int:
        dice = tuple([d for d in self.dice(s, bind(s, f)) if not ignores(s, f, d)])
        if s.kit.runner.bans[NO_REROLL] and bans(s, V_REROLL, f[5][X_SEAT], -1, -1):
            dice = ()
        go(s, f)
        rolled = reroll(s, dice, f[5][X_SEAT], self.stays)
        at = len(s.stack) - (2 if rolled else 1)
        k, step, seat, a, die, xs, regs, cause = s.stack[at]
        s.stack[at] = (k, step, seat, a, die, xs, with_register(regs, self.slot, rolled), cause)
        return GO_ON

    def dice(self, s: Board, b: Bind) -> list[int]:
        """Rolled dice: in the field or in a Reserve Pool."""
        return [d for d in resolve(s, self.ref, b) if d >= 0 and s.zone_of(d) in (FIELD, RESERVE)]

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.dice(s, b))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return self.dice(s, b)


class Move(Op):
    """Moves dice to a zone of their owner, or into the field at a level; a register keeps which (7.2.4)."""

    __slots__ = ("cost", "level", "refs", "same_level", "slot", "to")

    changes = True

    def __init__(self, refs: list[Ref], to: int, slot: int) -> None:
        self.refs = refs
        self.to = to
        self.slot = slot
        self.level = 0
        self.same_level = False
        self.cost = False  # a price cannot be ignored (7.3.7)

    def dice(self, s: Board, b: Bind) -> list[int]:
        out: list[int] = []
        for ref in self.refs:
            for d in resolve(s, ref, b):
                if d >= 0 and d not in out and (s.where[d] >= 0 or s.lies_on(d) or ref.kind == REF_CAPTURED):
                    out.append(d)
        return out

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        moved: list[int] = []
        for die in self.dice(s, b):
            if not self.cost and ignores(s, f, die):
                continue
            if any(h[0] == die for h in s.held):
                let_go(s, die, s.kit.zone_at[s.owner[die] * ZONES + self.to], "2.7.12")
                moved.append(die)
                continue
            if s.attached and s.lies_on(die):
                s.end_effects_of(die)
                s.detach(die)
                if self.to == USED:
                    moved.append(die)
                    continue
            if self.to == OUT_OF_ATTACK:
                if die in s.attackers:
                    s.leave_combat(die)
                    s.emit(E_MOVED, "5.2.7", s.where[die], s.where[die], (die,))
                    moved.append(die)
            elif self.to == FIELD:
                if self.enter(s, die, b):
                    moved.append(die)
            elif self.to == RESERVE:
                to_reserve(s, die, f[5][X_SEAT])
                moved.append(die)
            else:
                s.send(die, self.to, "2.7.12")
                moved.append(die)
        return go(s, f, with_register(f[6], self.slot, tuple(moved)))

    def enter(self, s: Board, die: int, b: Bind) -> bool:
        """Into the field without being fielded, at a level, or as it was before it was knocked out."""
        w, owner = s.where[die], s.owner[die]
        if w % ZONES == FIELD:
            return False
        face = s.face[die]
        if self.same_level or (face < 0 and b.window == WIN_ROLLED):  # on the face it had when it was rolled
            face = b.facts[2]
        elif self.level:
            card = s.kit.die_card[die]
            face = next((x for x in range(card * 6, card * 6 + 6) if s.kit.f_level[x] == self.level), -1)
            if face < 0:  # a Sidekick has one level only
                face = next((x for x in range(card * 6, card * 6 + 6) if s.kit.f_kind[x] == F_CHARACTER), -1)
        if face < 0 or (s.kit.f_kind[face] != F_CHARACTER and not s.kit.runner.waits(s, die)):
            return False
        s.put(die, owner, FIELD)
        s.face[die] = face
        s.emit(E_MOVED, "7.2.4", w, s.where[die], (die,))
        if s.kit.f_kind[face] == F_CHARACTER:
            s.emit(E_SPUN, "7.2.4", die, face)
        return True

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.dice(s, b))

    def touches(self, s: Board, b: Bind) -> list[int]:
        return [] if self.cost else [d for d in self.dice(s, b) if in_field(s, d)]


def to_reserve(s: Board, die: int, seat: int) -> None:
    """A rolled die comes into the Reserve Pool; on the other side's turn only energy may lie there (ruling R38)."""
    w, face = s.where[die], s.face[die]
    s.put(die, s.owner[die], RESERVE)
    s.face[die] = face
    s.emit(E_MOVED, "2.5.5", w, s.where[die], (die,))
    own = s.kit.side_of[s.owner[die]] == s.active
    if not own and s.kit.f_kind[face] in (F_CHARACTER, F_ACTION):
        s.send(die, USED, "4.5.10")


def may_field(s: Board, seat: int, die: int) -> bool:
    """Whether no text keeps the seat from fielding the die: what an effect fields is fielded too (1.4.2, 7.2.3)."""
    abilities = s.kit.abilities
    return abilities is None or not (abilities.banned[V_FIELD] and abilities.forbids(s, V_FIELD, seat, die, -1))


class FieldDice(Op):
    """Fields dice for free: "when fielded" happens (7.2.3)."""

    __slots__ = ("level", "ref")

    changes = True

    def __init__(self, ref: Ref, level: int) -> None:
        self.ref = ref
        self.level = level

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        for die in self.dice(s, b):
            if not may_field(s, b.seat, die):
                continue
            if self.level and not turn_to(s, die, self.level):
                continue
            if s.face[die] >= 0 and s.kit.f_kind[s.face[die]] == F_CHARACTER:
                field_die(s, b.seat, die, "7.2.3")
        return go(s, f)

    def dice(self, s: Board, b: Bind) -> list[int]:
        return [d for d in resolve(s, self.ref, b) if d >= 0 and s.where[d] >= 0 and not in_field(s, d)]

    def could(self, s: Board, b: Bind) -> bool:
        return bool(resolve(s, self.ref, b))


class Exchange(Sure):
    """Two dice of one owner change places; the one that enters shows a level (7.2.6)."""

    __slots__ = ("drawn", "level", "one", "other")

    changes = True

    def __init__(self, one: Ref, other: Ref, level: int, drawn: bool) -> None:
        self.drawn = drawn  # the other has just been drawn: it comes from the bag
        self.one = one
        self.other = other
        self.level = level

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        out = there(s, resolve(s, self.one, b), f)
        into = [d for d in resolve(s, self.other, b) if d >= 0 and s.where[d] >= 0 and not in_field(s, d)]
        if out and into:
            leaves, enters = out[0], into[0]
            w, v = s.where[leaves], s.where[enters]
            s.put(leaves, s.owner[leaves], BAG if self.drawn else v % ZONES)
            s.emit(E_MOVED, "7.2.6", w, s.where[leaves], (leaves,))
            s.put(enters, s.owner[enters], FIELD)  # a new thing: who controlled the other does not control it (6.3.4)
            turn_to(s, enters, self.level)
            s.emit(E_MOVED, "7.2.6", v, s.where[enters], (enters,))
        return go(s, f)

    def touches(self, s: Board, b: Bind) -> list[int]:
        return there(s, resolve(s, self.one, b))


class ChooseToBuy(Op):
    """One of the cards from which the seat may buy, of a kind; nothing if there is none."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def cards(self, s: Board, seat: int) -> list[int]:
        kinds = s.kit.card_kind
        return [c for c in s.kit.buyable[seat] if kinds[c] in (ACTION, BASIC) and s.left[c] and may_buy(s, seat, c)]

    def run(self, s: Board, f: Frame) -> int:
        return ask(s, f, f[5][X_SEAT]) if self.cards(s, f[5][X_SEAT]) else go(s, f)

    def actions(self, s: Board, f: Frame) -> list[int]:
        return [A_CARD + card for card in self.cards(s, f[5][X_SEAT])]

    def take(self, s: Board, f: Frame, action: int) -> None:
        s.emit(E_CHOSE, "7.9.1", f[2], -1000 - (action - A_CARD))
        go(s, f, with_register(f[6], self.slot, (action - A_CARD,)))

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.cards(s, b.seat))


class BuyFree(Op):
    """A die of the card in a register is bought for nothing (3.3.3)."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def run(self, s: Board, f: Frame) -> int:
        go(s, f)
        for card in register(f[6], self.slot):
            buy(s, f[5][X_SEAT], card)
        return GO_ON


class FromCard(Sure):
    """This die comes from its card to the Prep Area: neither bought nor fielded (9.4.7)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        card = s.kit.die_card[f[4]]
        if s.left[card]:
            die = take_off(s, f[5][X_SEAT], card, PREP)
            s.emit(E_MOVED, "9.4.7", ON_CARD, s.where[die], (die,))
        return go(s, f)


class IfUsed(Op):
    """Goes on only while this die lies in the Used Pile: it has gone nowhere else (6.3.7)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        return go(s, f, None, -1 if s.zone_of(f[4]) == USED else END)


class SuitUp(Sure):
    """The die that was just bought is fielded at a level instead of lying in the Used Pile (8.7)."""

    __slots__ = ("level",)

    changes = True

    def __init__(self, level: int) -> None:
        self.level = level

    def run(self, s: Board, f: Frame) -> int:
        die, seat = f[4], f[5][X_SEAT]
        if s.where[die] >= 0 and s.where[die] % ZONES in (USED, PREP, BAG) and may_field(s, seat, die):
            if turn_to(s, die, self.level):
                field_die(s, seat, die, "8.7.2")
        return go(s, f)


class Regenerate(Op):
    """A knocked-out die that was rolled to a character face returns to the field, otherwise it is in Prep (8.6)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        die = f[4]
        w, face = s.where[die], s.face[die]
        if w >= 0 and w % ZONES == PREP and face >= 0:
            if s.kit.f_kind[face] == F_CHARACTER:
                s.put(die, s.owner[die], FIELD)
                s.face[die] = face
                s.emit(E_MOVED, "8.6.1", w, s.where[die], (die,))
                lethal(s)
            else:
                s.face[die] = -1
        return go(s, f)
