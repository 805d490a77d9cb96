"""Operations inside another event: they change the damage that is going on, save a die from it, ignore an effect.

Rules 7.3, 7.4.3.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.assigning import assign_to_each, assign_to_players
from dicehall.dicemasters.board import (
    Board,
)
from dicehall.dicemasters.damage import packets_of, set_packets
from dicehall.dicemasters.effects.code import (
    SC_ACTION,
    SC_GLOBAL,
    Bind,
    Matcher,
    Ref,
    register,
    with_register,
)
from dicehall.dicemasters.effects.deeds import ignores, there
from dicehall.dicemasters.effects.matching import (
    matches,
    resolve,
)
from dicehall.dicemasters.effects.ops import X_SEAT, X_TIMES, Sure, ask, bind, go
from dicehall.dicemasters.effects.picking import unshielded
from dicehall.dicemasters.effects.standing import BY_GLOBAL
from dicehall.dicemasters.sockets import Packet
from dicehall.dicemasters.terms import (
    A_DIE,
    A_NUMBER,
    A_SIDE,
    E_ADDED,
    E_CHOSE,
    E_PREVENTED,
    E_REDIRECTED,
    FR_DAMAGE,
    FR_EFFECT,
    GO_ON,
)
from dicehall.kernel.state import Frame


def damage_below(s: Board) -> int:
    """The place of the damage that an effect is about, on the stack."""
    at = len(s.stack) - 1
    while s.stack[at][0] != FR_DAMAGE:
        at -= 1
    return at


PACKET_MORE: Final = 0
PACKET_LESS: Final = 1
PACKET_ELSEWHERE: Final = 2


class OnPacket(Sure):
    """Changes one packet of the damage that is going on: add to it, prevent some, redirect some (7.3.4)."""

    __slots__ = ("amount", "fits", "kind", "to", "up_to")

    def __init__(self, kind: int, amount: int, fits: Fits, to: Ref | None = None) -> None:
        self.kind = kind
        self.amount = amount  # 0: all of it
        self.fits = fits
        self.to = to
        self.up_to = False

    def run(self, s: Board, f: Frame) -> int:
        if not self.actions(s, f):
            return go(s, f)
        return ask(s, f, f[5][X_SEAT])

    def actions(self, s: Board, f: Frame) -> list[int]:
        packets = packets_of(s.stack[damage_below(s)])
        places = [i for i, p in enumerate(packets) if self.fits.packet(s, p, bind(s, f))]
        recipients = [packets[i][1] for i in places]
        if len(set(recipients)) == len(recipients):  # named by who is hit
            return [A_DIE + r if r >= 0 else A_SIDE - 1 - r for r in recipients]
        return [A_NUMBER + i for i in places]

    def take(self, s: Board, f: Frame, action: int) -> None:
        at = damage_below(s)
        packets = packets_of(s.stack[at])
        if action >= A_NUMBER:
            place = action - A_NUMBER
        else:
            wanted = -1 - (action - A_SIDE) if action >= A_SIDE else action - A_DIE
            fits = [i for i, p in enumerate(packets) if p[1] == wanted and self.fits.packet(s, p, bind(s, f))]
            place = fits[0]
        source, recipient, n, what = packets[place]
        s.emit(E_CHOSE, "7.3.4", f[2], recipient)
        times = f[5][X_TIMES]
        part = n if self.amount == 0 else min(n, self.amount * times)
        if self.kind == PACKET_MORE:
            packets[place] = (source, recipient, n + self.amount * times, what)
            s.emit(E_ADDED, "6.1.2", source, recipient, (self.amount * times,))
        else:
            if self.kind == PACKET_LESS:
                packets[place] = (source, recipient, n - part, what)
                s.emit(E_PREVENTED, "7.3.1", source, recipient, (part,))
            else:
                assert self.to is not None
                for die in there(s, resolve(s, self.to, bind(s, f))):
                    packets[place] = (source, recipient, n - part, what)
                    s.emit(E_REDIRECTED, "7.3.2", source, recipient, (part, die))
                    if not ignores(s, f, die):
                        packets.append((source, die, part, what))
        set_packets(s, at, packets)
        go(s, f)

    def touches(self, s: Board, b: Bind) -> list[int]:
        return [] if self.to is None else there(s, resolve(s, self.to, b))


class Divert(Sure):
    """Damage to this die hits another die instead, whoever deals it (7.3.2). Of "up to" so much the number is asked."""

    __slots__ = ("amount", "to", "up_to")

    def __init__(self, amount: int, to: Ref, up_to: bool) -> None:
        self.amount = amount  # 0: all of it
        self.to = to
        self.up_to = up_to

    def run(self, s: Board, f: Frame) -> int:
        most = self.most(s, f)
        if not most or not there(s, resolve(s, self.to, bind(s, f))):
            return go(s, f)
        if self.up_to and most > 1:
            return ask(s, f, f[5][X_SEAT])
        self.divert(s, f, most)
        return GO_ON

    def most(self, s: Board, f: Frame) -> int:
        total = sum([p[2] for p in packets_of(s.stack[damage_below(s)]) if p[1] == f[4]])
        return min(total, self.amount) if self.amount else total

    def actions(self, s: Board, f: Frame) -> list[int]:
        return [A_NUMBER + n for n in range(1, self.most(s, f) + 1)]

    def take(self, s: Board, f: Frame, action: int) -> None:
        self.divert(s, f, action - A_NUMBER)

    def divert(self, s: Board, f: Frame, left: int) -> None:
        at = damage_below(s)
        packets: list[Packet] = []
        to = there(s, resolve(s, self.to, bind(s, f)))[0]
        for source, recipient, n, what in packets_of(s.stack[at]):
            part = min(n, left) if recipient == f[4] else 0
            if part:
                left -= part
                s.emit(E_REDIRECTED, "7.3.2", source, recipient, (part, to))
                if not ignores(s, f, to):
                    packets.append((source, to, part, what))
            packets.append((source, recipient, n - part, what))
        set_packets(s, at, packets, again=True)
        go(s, f)

    def touches(self, s: Board, b: Bind) -> list[int]:
        return there(s, resolve(s, self.to, b))


class PreventNow(Sure):
    """All damage that is about to hit dice is prevented, where damage is going on."""

    __slots__ = ("ref",)

    def __init__(self, ref: Ref) -> None:
        self.ref = ref

    def run(self, s: Board, f: Frame) -> int:
        at = len(s.stack) - 2
        if at >= 0 and s.stack[at][0] == FR_DAMAGE:
            safe = there(s, resolve(s, self.ref, bind(s, f)), f)
            packets: list[Packet] = []
            for p in packets_of(s.stack[at]):
                if p[1] in safe:
                    s.emit(E_PREVENTED, "7.3.1", p[0], p[1], (p[2],))
                else:
                    packets.append(p)
            set_packets(s, at, packets)
        return go(s, f)


def shielded(s: Board, die: int, seat: int) -> bool:
    """Whether a seat's Global Ability cannot target a die, or a player (-1 - side), which nothing shields."""
    return die >= 0 and s.kit.runner.shields and not unshielded(s, [die], seat, seat * 8 + BY_GLOBAL)


class Fits:
    """Which packets a reaction is about."""

    __slots__ = ("dice", "from_use", "sides", "target")

    def __init__(self) -> None:
        self.dice: list[Matcher | None] = []  # dice that would be hit
        self.sides = 0  # 1: you, 2: any player
        self.from_use = False  # dealt by your action die or Global Ability
        self.target = False  # the text calls the one that would be hit a target

    def any_packet(self, s: Board, packets: list[Packet], b: Bind) -> bool:
        return any(self.packet(s, p, b) for p in packets)

    def packet(self, s: Board, p: Packet, b: Bind) -> bool:
        source, recipient, amount, _ = p
        if amount <= 0:
            return False
        if (self.target or s.kit.edition.choosing_is_targeting) and shielded(s, recipient, b.seat):
            return False
        if self.from_use:  # the effect that deals it lies below it
            below = s.stack[damage_below(s) - 1]
            if below[0] != FR_EFFECT or s.kit.runner.programs[below[3]].origin not in (SC_ACTION, SC_GLOBAL):
                return False
            return below[5][X_SEAT] == b.seat
        if recipient < 0:
            return self.sides == 2 or (self.sides == 1 and -1 - recipient == s.kit.side_of[b.seat])
        return any(m is None or matches(s, m, recipient, b) for m in self.dice)


class SaveFromKo(Sure):
    """Instead of being knocked out by this damage, the die stays and its damage is cleared."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        at = damage_below(s)
        k, moment, seat, place, b, xs, ys, cause = s.stack[at]
        die = f[4]
        packets = [p for p in packets_of(s.stack[at]) if p[1] != die]
        s.stack[at] = (k, moment, seat, place, b, tuple([x for p in packets for x in p]), (*ys, die), cause)
        s.damage[die] = 0
        s.emit(E_PREVENTED, "6.3.6", -1, die, (0,))
        return go(s, f)


class AssignAll(Sure):
    """The combat damage of this die is assigned whole: to each of its blockers, or to the player (5.5.9)."""

    __slots__ = ("to_each",)

    def __init__(self, to_each: bool) -> None:
        self.to_each = to_each

    def run(self, s: Board, f: Frame) -> int:
        go(s, f)
        if self.to_each:
            assign_to_each(s, f[4])
        else:
            assign_to_players(s, f[4])
        return GO_ON


class Ignore(Sure):
    """The die is left out of the effect below (noted in that effect's last register)."""

    __slots__ = ()

    def run(self, s: Board, f: Frame) -> int:
        at = len(s.stack) - 2
        while s.stack[at][0] != FR_EFFECT:
            at -= 1
        k, step, seat, a, die, xs, regs, cause = s.stack[at]
        slot = s.kit.runner.programs[a].slots - 1
        held = register(regs, slot)
        s.stack[at] = (k, step, seat, a, die, xs, with_register(regs, slot, (*held, f[4])), cause)
        s.emit(E_PREVENTED, "7.4.3", -1, f[4], (0,))
        return go(s, f)
