"""Buying and fielding with one payment: from `buy X + field Y with ...` to the engine's steps. Rules 3.2 to 3.4.

What is named pays, and nothing else; where no payment is named the default one is taken (3.2.12).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.dicemasters.energy import default_payment
from dicehall.dicemasters.explain import (
    energy_words,
    why_not_field,
    why_not_in_window,
    why_not_payment,
    why_not_ritual,
)
from dicehall.dicemasters.sockets import KW_RITUAL
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_REST,
    A_RITUAL,
    DONE,
    E_SPENT,
    E_SPUN,
    F_CHARACTER,
    FR_PAY,
    FR_PICK,
    NO_DIE,
    RESERVE,
    RITUAL_BASE,
    SEVERAL,
)
from dicehall.dicemasters.window import several_candidates, total_price
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput, Reason
from dicehall.notation.dm.dice import GENERIC_WORD, card_names, fitting, of_set, pick_card, pick_dice
from dicehall.notation.words import Reader, Spec, match_names


class Move(NamedTuple):
    """The steps of one move, and the dice that were named, which come first among equal ones."""

    actions: tuple[int, ...]
    prefer: tuple[int, ...] = ()
    concedes: bool = False
    why: str = ""  # it concedes: one of CONCESSIONS, if it does not give up


def apply_step(s: DMState, action: int, done: list[int], prefer: tuple[int, ...]) -> None:
    """One step on the copy, noted."""
    s.apply(action, None, prefer)
    done.append(action)


def order_move(s: DMState, seat: int, r: Reader, verb: str) -> Move:
    """buy X, Y + field Z with ...: one payment for all."""
    codes: list[int] = []
    fielded: list[int] = []
    while True:
        specs = r.specs()
        if verb == "buy":
            for spec in specs:
                card = card_to_buy(s, seat, spec)
                codes += [A_BUY + card] * spec.times
        else:
            dice = _dice_to_field(s, seat, specs, fielded)
            fielded += dice
            codes += [A_FIELD + d for d in dice]
        if not r.take("+"):
            break
        verb = r.word("buy", "field")
        if not verb:
            raise InvalidInput(f"expected 'buy' or 'field' after '+', found '{r.rest()[:40]}'")
    if len(codes) == 1 and fielded:
        ritual = _ritual(s, seat, fielded[0], r)
        if ritual is not None:
            return ritual
    pay = read_with(s, seat, r)
    r.finish()
    return _pay_for(s, seat, codes, pay)


def _ritual(s: DMState, seat: int, die: int, r: Reader) -> Move | None:
    """field X with Y, where X has Ritual and Y shows a character: that is the price (9.4.7)."""
    at = r.at
    if s.kit.abilities is None or not s.kit.abilities.has_keyword(s, die, KW_RITUAL) or not r.word("with"):
        return None
    specs = r.specs()
    shown = [d for d in s.zone(seat, RESERVE) if s.kit.f_kind[s.face[d]] == F_CHARACTER and d != die]
    if len(specs) != 1 or specs[0].times != 1 or not fitting(s, specs[0], shown, seat):
        r.at = at
        return None
    r.finish()
    payer = pick_dice(s, specs, shown, seat, "in your Reserve Pool on a character face")[0]
    action = A_RITUAL + die * RITUAL_BASE + payer
    if not s.is_legal(action):
        raise IllegalAction(why_not_ritual(s, seat, die, payer))
    return Move((action,))


def card_to_buy(s: DMState, seat: int, spec: Spec) -> int:
    own = [c for c in s.kit.buyable[seat] if of_set(s, spec.source, c)]
    mine = match_names(spec.name, own, lambda c: card_names(s, c))
    if mine and not spec.seat:
        return pick_card(s, spec, mine, "the card")
    return pick_card(s, spec, range(1, s.kit.n_cards), "the card")


def _dice_to_field(s: DMState, seat: int, specs: list[Spec], taken: list[int]) -> list[int]:
    reserve = [d for d in s.zone(seat, RESERVE) if d not in taken]
    characters = [d for d in reserve if s.kit.f_kind[s.face[d]] == F_CHARACTER]
    try:
        return pick_dice(s, specs, characters, seat, "in your Reserve Pool on a character face")
    except InvalidInput:
        for spec in specs:  # a die that lies elsewhere, or shows another face, gets the reason
            found = fitting(s, spec, range(s.kit.n_dice), seat)
            if found and not [d for d in found if d in characters]:
                raise IllegalAction(why_not_field(s, seat, found[0])) from None
        raise


def _pay_for(s: DMState, seat: int, codes: list[int], pay: list[int] | None) -> Move:
    """What is named comes first among equal dice, and in that order (3.2.7); but only where it must, so that later
    choices are listed as ever."""
    fielded = [c - A_FIELD for c in codes if c >= A_FIELD]
    prefer = tuple(fielded + [d for d in pay or [] if d != NO_DIE])
    if len(fielded) == len(codes) and tuple(codes) != engine_order(s, seat, codes):
        return _paid_for(s, seat, codes, pay, prefer)
    try:
        return _paid_for(s, seat, codes, pay, ())
    except IllegalAction:
        if not prefer:
            raise
    return _paid_for(s, seat, codes, pay, prefer)


def engine_order(s: DMState, seat: int, codes: Sequence[int]) -> tuple[int, ...]:
    """Several things in the order in which the engine takes them by itself: purchases, then what is fielded."""
    if len(codes) < 2:
        return tuple(codes)
    place = {code: i for i, code in enumerate(several_candidates(s, seat))}
    return tuple(sorted(codes, key=lambda c: place.get(c, len(place))))


def price_together(s: DMState, seat: int, codes: Sequence[int]) -> tuple[int, int]:
    """What these cost with one payment: dice that are fielded in the order named, else in the engine's."""
    only_fielded = all(c >= A_FIELD for c in codes)
    return total_price(s, seat, tuple(codes) if only_fielded else engine_order(s, seat, codes))


def _paid_for(s: DMState, seat: int, codes: list[int], pay: list[int] | None, prefer: tuple[int, ...]) -> Move:
    t = s.clone()
    done: list[int] = []
    cost, need = price_together(s, seat, codes)
    try:
        if pay is None and cost:
            pay, rest = _default(s, seat, cost, need)
        else:
            rest = -2
        if pay is not None and cost == 0 and pay:
            raise IllegalAction(why_not_payment(s, seat, 0, 0, pay))
        if len(codes) == 1:
            apply_step(t, codes[0], done, prefer)
        else:
            apply_step(t, SEVERAL, done, prefer)
            _several(t, codes, done, prefer)
    except IllegalAction:
        reasons = _order_reasons(s, seat, codes)
        if reasons:
            raise IllegalAction(reasons) from None
        raise
    if cost:
        assert pay is not None
        _pay(s, t, seat, cost, need, pay, rest, done, prefer)
    bought = {c: s.left[c] - t.left[c] for c in range(s.kit.n_cards)}
    if any(codes.count(A_BUY + c) != n for c, n in bought.items()) or any(
        t.zone_of(c - A_FIELD) == RESERVE for c in codes if c >= A_FIELD
    ):
        raise IllegalAction(_order_reasons(s, seat, codes))
    return Move(tuple(done), prefer)


def _several(t: DMState, codes: list[int], done: list[int], prefer: tuple[int, ...]) -> None:
    """Names the things of one order, in the engine's order; what is forced is not asked for."""
    things: tuple[int, ...] = ()
    while t.wait is Wait.DECISION and t.mid and t.stack[-1][0] == FR_PICK:
        _, last, _, _, _, cands, picks, _ = t.stack[-1]
        left = codes[:]
        for code in picks:
            if code not in left:
                raise IllegalAction([Reason("these cannot be paid for at once", "3.2.7")])
            left.remove(code)
        if not left:
            apply_step(t, DONE, done, prefer)
            return
        nxt = [c for c in cands[last:] if c in left]
        if not nxt:
            raise IllegalAction([Reason("these cannot be paid for at once", "3.2.7")])
        apply_step(t, nxt[0], done, prefer)
    things = t.stack[-2][5] if t.stack and t.stack[-1][0] == FR_PAY else ()
    if things and sorted(things) != sorted(codes):
        raise IllegalAction([Reason("these cannot be paid for at once", "3.2.7")])


def _default(s: DMState, seat: int, cost: int, need: int) -> tuple[list[int], int]:
    try:
        dice, rest = default_payment(s, seat, cost, need)
    except ValueError:
        raise IllegalAction(
            [Reason(f"{cost} energy cannot be paid: you have {energy_words(s, seat)}", "3.3.2")]
        ) from None
    return list(dice), rest


def _order_reasons(s: DMState, seat: int, codes: list[int]) -> list[Reason]:
    out: list[Reason] = []
    frame = s.stack[-1]
    for code in dict.fromkeys(codes):
        if not s.is_legal(code):
            out += why_not_in_window(s, frame, code)
        elif code < A_FIELD and codes.count(code) > s.left[code - A_BUY]:
            out.append(Reason(f"{s.left[code - A_BUY]} dice are left on {s.kit.titles[code - A_BUY]}", "3.3.4"))
    if not out and len(codes) > 1:
        cost = price_together(s, seat, codes)[0]
        out.append(
            Reason(
                f"together they cost {cost}, which cannot be paid at once: you have {energy_words(s, seat)}", "3.2.7"
            )
        )
    return out


def read_with(s: DMState, seat: int, r: Reader) -> list[int] | None:
    """The dice after `with`, in the order named; `generic` is energy without a die."""
    if not r.word("with"):
        return None
    r.names = sorted({*r.names, GENERIC_WORD}, key=len, reverse=True)
    specs = r.specs()
    loose = [x for x in specs if x.name == GENERIC_WORD and not x.face and not x.seat]
    real = [x for x in specs if x not in loose]
    energy = [d for d in s.zone(seat, RESERVE) if s.kit.f_pay[s.face[d]] >= 0]
    try:
        dice = pick_dice(s, real, energy, seat, "in your Reserve Pool on an energy face")
    except InvalidInput:
        for spec in real:
            found = fitting(s, spec, range(s.kit.n_dice), seat)
            if found and not [d for d in found if d in energy]:
                raise IllegalAction(why_not_payment(s, seat, 1, 0, [found[0]])) from None
        raise
    out: list[int] = []
    for spec in specs:
        if spec in loose:
            out += [NO_DIE] * spec.times
        else:
            out += dice[: spec.times]
            dice = dice[spec.times :]
    return out


def _pay(
    s: DMState,
    t: DMState,
    seat: int,
    cost: int,
    need: int,
    pay: list[int],
    rest: int,
    done: list[int],
    prefer: tuple[int, ...],
) -> None:
    """Answers the payment with just these dice. rest: the die whose second energy is not used, -2 unknown."""
    try:
        while t.wait is Wait.DECISION and t.mid and t.stack[-1][0] == FR_PAY:
            _, last, _, _, _, cands, picks, _ = t.stack[-1]
            if last == -1:
                apply_step(t, A_REST + _rest_die(t, pay, rest), done, prefer)
                continue
            left = pay[:]
            for d in picks:
                left.remove(d)
            nxt = [d for d in cands[last:] if d in left]
            if not nxt:
                raise IllegalAction(why_not_payment(s, seat, cost, need, pay))
            apply_step(t, A_DIE + nxt[0], done, prefer)
    except (IllegalAction, ValueError) as error:
        if isinstance(error, DicehallError) and not isinstance(error, IllegalAction):
            raise
        raise IllegalAction(why_not_payment(s, seat, cost, need, pay)) from None
    paid, spun = _who_paid(t)
    loose = s.generic[seat] - t.generic[seat]
    if paid != {d for d in pay if d != NO_DIE} or loose != pay.count(NO_DIE):
        raise IllegalAction(why_not_payment(s, seat, cost, need, pay))
    if rest == -2 and spun and spun[0] != pay[-1]:
        raise IllegalAction([Reason("only the die named last may be spent in part", "3.2.5")])


def _who_paid(t: DMState) -> tuple[set[int], list[int]]:
    """The dice that paid in the last step, and the one of them that was spun. An effect of what was paid for may have
    moved others out of the Reserve Pool."""
    spun: list[int] = []
    for kind, _, rule, die, _, dice in t.ev:
        if kind == E_SPUN and rule == "3.2.5":
            spun.append(die)
        elif kind == E_SPENT:
            return {*dice[: len(dice) // 2], *spun}, spun
    return set(), spun


def pay_now(t: DMState, seat: int, pay: list[int] | None, done: list[int], prefer: tuple[int, ...]) -> None:
    """Answers the payment that an ability asks for, on the copy; None: the default payment."""
    cost, need = t.stack[-1][3], t.stack[-1][4]
    before, depth = t.clone(), len(t.stack)
    dice, rest = _default(t, seat, cost, need) if pay is None else (pay, -2)
    try:
        while t.wait is Wait.DECISION and len(t.stack) == depth and t.stack[-1][0] == FR_PAY:
            _, last, _, _, _, cands, picks, _ = t.stack[-1]
            if last == -1:
                apply_step(t, A_REST + _rest_die(t, dice, rest), done, prefer)
                continue
            left = dice[:]
            for d in picks:
                left.remove(d)
            apply_step(t, A_DIE + next(d for d in cands[last:] if d in left), done, prefer)
    except (IllegalAction, ValueError, StopIteration):
        raise IllegalAction(why_not_payment(before, seat, cost, need, dice)) from None


def usual_payment(s: DMState) -> tuple[int, ...]:
    """The actions that complete the default payment, where one is asked for; none if another one was begun."""
    frame = s.stack[-1]
    if frame[0] != FR_PAY:
        return ()
    done: list[int] = []
    try:
        pay_now(s.clone(), frame[2], None, done, ())
    except IllegalAction:
        return ()
    return tuple(done)


def _rest_die(t: DMState, pay: list[int], rest: int) -> int:
    """Which die keeps its second energy: the one named last if it can; else the generic rest is lost."""
    options = [a - A_REST for a in t.legal]
    if rest >= 0:
        return rest
    if pay[-1] in options or t.is_legal(A_REST + pay[-1]):
        return pay[-1]
    for die in options:
        if t.kit.f_half[t.face[die]] < 0:
            return die
    raise IllegalAction([Reason("only the die named last may be spent in part", "3.2.5")])
