"""Dice that go elsewhere than usual, and the choice between places. Rules 6.3.1, 6.3.7.

A text that sends dice elsewhere is looked up before they move. Where several places are left, the die lies in the
first of them until its controller has chosen; that is asked before anything else goes on.
"""

from __future__ import annotations

from dicehall.dicemasters.board import L_CLAUSE, L_SEAT, Board
from dicehall.dicemasters.effects.code import (
    C_GOES,
    GOES_BOUGHT,
    GOES_KOD,
    GOES_MOVED,
    Bind,
    Clause,
    Ref,
)
from dicehall.dicemasters.effects.matching import has_role, resolve
from dicehall.dicemasters.effects.ops import X_FACTS, X_SEAT, Op, ask, bind, go
from dicehall.dicemasters.effects.standing import binds_on, lasting_on
from dicehall.dicemasters.sockets import OPEN_PLACE
from dicehall.dicemasters.terms import A_NO, A_YES, A_ZONE, E_MOVED, OUT, USED, WIN_PLACE, ZONES
from dicehall.kernel.state import Frame


class Places:
    """Where a die must go and where it may go, as texts say; and the program that asks, of the first of them."""

    __slots__ = ("may", "must", "program")

    def __init__(self) -> None:
        self.must: list[int] = []
        self.may: list[int] = []
        self.program = -1

    def add(self, s: Board, c: Clause) -> None:
        zones = self.may if c.sources else self.must
        if c.a not in zones:
            zones.append(c.a)
        if self.program < 0:
            self.program = c.watch
        s.kit.runner.note(c)

    def decide(self, s: Board, die: int, usual: int) -> int:
        """The one place that is left; or the first of several, marked as open, and the question in the queue."""
        optional = not self.must
        zones = [usual] if optional else self.must[:]
        for zone in self.may:
            if zone not in zones:
                zones.append(zone)
        if len(zones) == 1:
            return zones[0]
        yes_or_no = 1 if optional and len(zones) == 2 else 0
        card = s.kit.runner.programs[self.program].card
        question = (s.ctrl[die], card, die, self.program, WIN_PLACE, s.where[die], yes_or_no, tuple(zones))
        at = 0
        while at < len(s.queue) and s.queue[at][4] == WIN_PLACE:
            at += 1
        s.queue = [*s.queue[:at], question, *s.queue[at:]]
        return zones[0] + OPEN_PLACE


def destination(s: Board, die: int, zone: int, kod: bool, to: int) -> int:
    """Where a die goes that would go to `zone`. `to`: what the effect that moves it says, else the same."""
    places = Places()
    if to != zone:
        places.must.append(to)
    usual = USED if zone == OUT else zone  # what is Out of Play is on its way to Used (6.3.9)
    for c in s.kit.runner.standing[C_GOES]:
        if _is_about(s, c, die, usual, kod) and binds_on(s, c, die):
            places.add(s, c)
    if s.effects:
        for c, _ in lasting_on(s, C_GOES, die):
            if _is_about(s, c, die, usual, kod):
                places.add(s, c)
    return places.decide(s, die, zone) if places.must or places.may else zone


def _is_about(s: Board, c: Clause, die: int, zone: int, kod: bool) -> bool:
    """Whether a text is about a move of this kind."""
    if c.n != zone or not (c.verb == GOES_MOVED or (kod and c.verb == GOES_KOD)):
        return False
    return has_role(s, die, c.d)


def bought(s: Board, seat: int, die: int) -> int:
    """Where a die goes that a seat has just bought."""
    places = Places()
    runner = s.kit.runner
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_GOES and c.verb == GOES_BOUGHT and e[L_SEAT] == seat:
            places.add(s, c)
    return places.decide(s, die, USED) if places.must or places.may else USED


class ChoosePlace(Op):
    """One of several zones, and the die goes there: of a list, or of those that a moving die has come to."""

    __slots__ = ("ref", "zones")

    def __init__(self, ref: Ref | None = None, zones: list[int] | None = None) -> None:
        self.ref = ref  # None: the die of the frame, which is on its way
        self.zones = zones or []

    def options(self, f: Frame) -> list[int]:
        return self.zones or list(f[5][X_FACTS + 2 :])

    def dice(self, s: Board, b: Bind) -> list[int]:
        if self.ref is None:
            return [b.die]
        return [d for d in resolve(s, self.ref, b) if d >= 0 and s.where[d] >= 0]

    def run(self, s: Board, f: Frame) -> int:
        return ask(s, f, f[5][X_SEAT]) if self.dice(s, bind(s, f)) else go(s, f)

    def actions(self, s: Board, f: Frame) -> list[int]:
        if self.ref is None and f[5][X_FACTS + 1]:
            return [A_NO, A_YES]
        return [A_ZONE + zone for zone in self.options(f)]

    def take(self, s: Board, f: Frame, action: int) -> None:
        options = self.options(f)
        zone = options[0] if action == A_NO else options[1] if action == A_YES else action - A_ZONE
        if self.ref is not None:
            for die in self.dice(s, bind(s, f)):
                s.send(die, zone, "2.7.12")
        else:
            die, came = f[4], f[5][X_FACTS]
            place = s.kit.zone_at[s.owner[die] * ZONES + zone]
            if s.where[die] != place:
                s.put(die, s.owner[die], zone)
            s.emit(E_MOVED, "6.3.7", came, place, (die,))
        go(s, f)

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.dice(s, b))
