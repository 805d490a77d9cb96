"""What the texts of dice offer their controllers to do, and Global Abilities that react to what has happened.

An offer is no Global Ability: it belongs to a die in the field or lying on another. Rules 7.4.7, 7.5.2, 7.5.10.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.effects import standing
from dicehall.dicemasters.effects.code import (
    NO_GLOBAL,
    ROLE_BLOCKING,
    SC_ACTIVE,
    Bind,
    Offer,
    offer_key,
)
from dicehall.dicemasters.effects.copying import dice_with, speaking_card, text_card
from dicehall.dicemasters.effects.matching import has_role, in_field
from dicehall.dicemasters.effects.ops import Ask, Pay, PayLife
from dicehall.dicemasters.effects.using import Using
from dicehall.dicemasters.energy import purse_of
from dicehall.dicemasters.sockets import (
    T_EFFECT,
    T_UNUSABLE,
    T_USABLE,
    V_GLOBAL,
    Packet,
    Trigger,
)
from dicehall.dicemasters.terms import A_DIE, A_GLOBAL, A_USE, E_ABILITY, FR_REACT, ON_CARD
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import Frame

HAS_REACTED: Final = -2000  # less the die: noted in a damage frame, so that it reacts once to each damage


class Offering(Using):
    """What a seat could do by the text of its dice."""

    __slots__ = ()

    # ---- offers in windows -------------------------------------------------------------------------------
    def offered(self, s: Board, seat: int, main: bool) -> list[int]:
        out = self.fusing(s, seat) if main and self.fusions else []
        for o in self.offers:
            if not (o.any_time or (main and o.main)) or (o.limit and offer_key(o) in s.once):
                continue
            for die in voices_of(s, o, seat):
                if self.could_take(s, o, seat, die):
                    out.append(A_USE + die)
        for card in self.waiting:  # they are used out of the field
            for die in s.kit.dice_of[card]:
                if in_field(s, die) and s.ctrl[die] == seat and self.may_use(s, seat, die):
                    out.append(A_USE + die)
        return out

    def could_take(self, s: Board, o: Offer, seat: int, die: int) -> bool:
        """Whether the price of an offer can be paid, and everybody is there whom it asks for."""
        p = self.programs[o.program]
        b = Bind(seat, die, speaking_card(s, die, o.card), -1, (), (0,) * p.slots)
        for op in p.ops:
            if isinstance(op, Pay | PayLife | Ask) and not op.could(s, b):
                return False
        return self._has_targets(s, o.program, b)

    def take_offer(self, s: Board, seat: int, die: int) -> None:
        card = text_card(s, die)
        if s.where[die] == ON_CARD:
            s.cause = s.emit(E_ABILITY, "9.4.7", seat, die)
            self.start(s, next(x[1] for x in self.fusions if x[0] == card), seat, die, 1, -1, seat, die, ())
            return
        o = next(o for o in self.offers if o.card == card and die in voices_of(s, o, seat) and (o.main or o.any_time))
        s.cause = s.emit(E_ABILITY, "7.5.10", seat, die)
        self.begin_offer(s, o, seat, die)

    def begin_offer(self, s: Board, o: Offer, seat: int, die: int) -> None:
        """Its effect goes on the stack. "That die" is the one that it lies on."""
        if o.limit:
            s.once = [*s.once, offer_key(o)]
        self.start(s, o.program, seat, die, 1, -1, carrier_of(s, die) if o.attached else seat, die, ())

    def why_not_offer(self, s: Board, seat: int, die: int, main: bool) -> list[Reason]:
        name = s.kit.names[text_card(s, die)]
        if self.waits(s, die) and in_field(s, die):
            return self.forbids_use(s, seat, die)
        mine = [o for o in self.offers if o.card == text_card(s, die) and (o.main or o.any_time)]
        if not mine:
            return self.why_not_fuse(s, seat, die, main)
        o = mine[0]
        out: list[Reason] = []
        if die not in voices_of(s, o, seat):
            place = "lie on a die" if o.attached else "speak for you in the field now"
            out.append(Reason(f"{name} does not {place}", "7.1.5"))
        if not o.any_time and not main:
            out.append(Reason(f"what {name} offers is used in one's own Main Step", "7.5.10"))
        if o.limit and offer_key(o) in s.once:
            out.append(Reason(f"what {name} offers is used once a turn, and has been", "7.4.5"))
        if not out and not self.could_take(s, o, seat, die):
            out.append(Reason(f"what {name} offers cannot be paid, or there is nobody it could be used on", "7.5.3"))
        return out

    def waits(self, s: Board, die: int) -> bool:
        return bool(self.waiting) and text_card(s, die) in self.waiting

    # ---- offers inside damage ----------------------------------------------------------------------------
    def own_reactions(
        self, s: Board, moment: int, seat: int, packets: list[Packet], done: tuple[int, ...]
    ) -> list[int]:
        """Dice of the seat whose text reacts to damage to them, or to the die they lie on."""
        out: list[int] = []
        for o in self.offers:
            if o.moment != moment or (o.limit and offer_key(o) in s.once):
                continue
            for die in voices_of(s, o, seat):
                hit = carrier_of(s, die) if o.attached else die
                if HAS_REACTED - die in done or not any(p[1] == hit and p[2] > 0 for p in packets):
                    continue
                if o.blocking and not has_role(s, die, ROLE_BLOCKING):
                    continue
                if self.could_take(s, o, seat, die):
                    out.append(A_DIE + die)
        return out

    def react_by_text(self, s: Board, moment: int, seat: int, die: int) -> None:
        card = text_card(s, die)
        o = next(o for o in self.offers if o.card == card and o.moment == moment)
        k, at, asked, place, b, xs, ys, cause = s.stack[-1]
        s.stack[-1] = (k, at, asked, place, b, xs, (*ys, HAS_REACTED - die), cause)
        s.cause = s.emit(E_ABILITY, "7.4.7", seat, die)
        self.begin_offer(s, o, seat, die)

    def let_go(self, s: Board, moment: int, packets: list[Packet]) -> None:
        """The first time of a turn is over, also where nobody used it (7.4.5)."""
        for o in self.offers:
            if o.moment == moment and o.limit and offer_key(o) not in s.once:
                if any(p[1] >= 0 and text_card(s, p[1]) == o.card and in_field(s, p[1]) for p in packets):
                    s.once = [*s.once, offer_key(o)]

    # ---- Global Abilities that react to what has happened ------------------------------------------------
    def responses(self, s: Board, seat: int, number: int) -> list[int]:
        out = self._responses(s, seat, number)
        if self.lifts:
            out += self.lifted(s, seat, lambda: len(self._responses(s, seat, number)))
        return out

    def _responses(self, s: Board, seat: int, number: int) -> list[int]:
        g = self.globals[number]
        if self.bans[NO_GLOBAL] and standing.bans(s, V_GLOBAL, seat, -1, -1):
            return []
        if self.life_prices and not self._life_for_global(s, seat):
            return []
        purse = purse_of(s, seat)
        return [A_GLOBAL + g.card] if purse.types & g.asks and self._usable(s, g, seat, purse) else []

    def respond(self, s: Board, frame: Frame) -> None:
        facts = frame[5]
        self._use(s, self.globals[frame[3]], frame[2], 1, facts[0], facts[1], facts[2], facts[3:])

    def standing_of(self, s: Board, trigger: Trigger) -> int:
        number = self.programs[trigger[3]].reacts
        if number < 0:
            return T_EFFECT
        return T_USABLE if self.responses(s, trigger[0], number) else T_UNUSABLE

    def begin(self, s: Board, trigger: Trigger) -> None:
        seat, _, die, program, window, a, b, xs = trigger
        number = self.programs[program].reacts
        if number >= 0:  # the seat is asked first
            s.push(FR_REACT, seat, number, 0, (window, a, b, *xs))
        else:
            self.start(s, program, seat, die, 1, window, a, b, xs)


def carrier_of(s: Board, die: int) -> int:
    """The die that a die lies on, -1 if none."""
    return next((on for d, on in s.attached if d == die), -1)


def voices_of(s: Board, o: Offer, seat: int) -> list[int]:
    """The dice that make the seat an offer: its own, for a card that is active the first of its side's."""
    kit = s.kit
    if o.attached:  # a captured carrier does not exist (7.6.5)
        return [d for d, on in s.attached if text_card(s, d) == o.card and s.ctrl[d] == seat and in_field(s, on)]
    out: list[int] = []
    for die in dice_with(s, o.card):
        if text_card(s, die) != o.card or not in_field(s, die) or not standing.shows_burst(s, die, o.burst):
            continue
        if o.scope == SC_ACTIVE:
            if kit.side_of[s.ctrl[die]] == kit.side_of[seat]:
                return [die]
        elif o.each or s.ctrl[die] == seat:
            out.append(die)
    return out
