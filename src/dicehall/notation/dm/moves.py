"""Moves of Dice Masters, from a line of notation to the engine's steps. The way back is in printing.py.

One line is one move, however many decisions the engine asks: the steps are worked out on a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from dicehall.dicemasters.energy import default_payment
from dicehall.dicemasters.explain import (
    energy_words,
    explain,
    why_not_field,
    why_not_in_window,
    why_not_payment,
    why_not_use,
)
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_REST,
    A_USE,
    BLOCK_BASE,
    DONE,
    F_ACTION,
    F_CHARACTER,
    FIELD,
    FR_ASSIGN,
    FR_BLOCK,
    FR_PAY,
    FR_PICK,
    FR_TRIGGERS,
    FR_WINDOW,
    NO_DIE,
    ON_CARD,
    P_ATTACK,
    P_REROLL,
    P_SEVERAL,
    PASS,
    RESERVE,
    SEVERAL,
    W_MAIN,
)
from dicehall.dicemasters.window import price_of
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput, Reason
from dicehall.notation.dm.dice import (
    GENERIC_WORD,
    card_names,
    card_word,
    die_word,
    fitting,
    of_set,
    pick_card,
    pick_dice,
    reader,
)
from dicehall.notation.words import Reader, Spec, match_names

VERBS = (
    "keep", "reroll", "buy", "field", "use", "global", "end main", "pass", "attack", "block", "assign", "choose",
    "split", "concede",
)  # fmt: skip
CONCEDE = -1


class Move(NamedTuple):
    """The steps of one move, and the dice that were named, which come first among equal ones."""

    actions: tuple[int, ...]
    prefer: tuple[int, ...] = ()
    concedes: bool = False


def parse_move(s: DMState, seat: int, text: str) -> Move:
    """What a line means now. Raises InvalidInput, AmbiguousName or IllegalAction with every reason."""
    r = reader(s, text)
    verb = r.word(*VERBS)
    if not verb:
        raise InvalidInput(f"'{text}' does not begin with a move: {', '.join(VERBS)}")
    if verb == "concede":
        r.finish()
        if s.is_over:
            raise IllegalAction([Reason("the game is over", "1.3.1")])
        return Move((), (), True)
    _must_be_asked(s, seat, verb)
    return _PARSERS[verb](s, seat, r)


def _must_be_asked(s: DMState, seat: int, verb: str) -> None:
    if s.is_over:
        raise IllegalAction([Reason("the game is over", "1.3.1")])
    if s.wait is not Wait.DECISION:
        raise IllegalAction([Reason(f"{what_is_open(s)}; nobody is asked to choose")])
    decision = s.decision
    assert decision is not None
    if decision.seat != seat:
        who = s.kit.seat_names[decision.seat]
        raise IllegalAction(
            [Reason(f"{who} is asked now ({decision.asks}), not {s.kit.seat_names[seat]}", decision.rule)]
        )
    fits = _FITS[verb]
    frame = s.stack[-1]
    if not fits(frame[0], frame[3]):
        reasons = [Reason(f"'{verb}' does not answer the question that is open: {decision.asks}", decision.rule)]
        raise IllegalAction(reasons)


def what_is_open(s: DMState) -> str:
    """What the game waits for, in words."""
    if s.is_over:
        return "the game is over"
    if s.wait is Wait.CHANCE:
        chance = s.chance
        assert chance is not None
        who = s.kit.seat_names[chance.seat]
        dice = ", ".join(die_word(s, d, seat=False) for d in chance.dice)
        if chance.kind == "draw":
            return f"a draw of {chance.count} by {who} is open (out of {dice})"
        return f"a roll by {who} is open ({dice})"
    if s.wait is Wait.PAUSE:
        return f"{s.kit.seat_names[s.kit.seats_of[s.active][0]]}'s turn has not begun"
    decision = s.decision
    assert decision is not None
    return f"{s.kit.seat_names[decision.seat]} is asked: {decision.asks}"


def _apply(s: DMState, action: int, done: list[int], prefer: tuple[int, ...]) -> None:
    """One step on the copy, noted."""
    s.apply(action, None, prefer)
    done.append(action)


# ---- Roll and Reroll, attackers -------------------------------------------------------------------------------


def _keep(s: DMState, seat: int, r: Reader) -> Move:
    r.finish()
    return Move((DONE,))


def _reroll(s: DMState, seat: int, r: Reader) -> Move:
    if r.word("none"):
        raise InvalidInput("to reroll nothing, write keep")
    return _picks(s, seat, r, list(s.stack[-1][5]), "among the dice just rolled")


def _attack(s: DMState, seat: int, r: Reader) -> Move:
    mine = [d for x in s.kit.seats_of[s.active] for d in s.zone(x, FIELD)]
    return _picks(s, seat, r, mine, "in your field")


def _picks(s: DMState, seat: int, r: Reader, among: list[int], place: str) -> Move:
    if r.word("none"):
        r.finish()
        return Move((DONE,))
    specs = r.specs()
    r.finish()
    dice = pick_dice(s, specs, among, seat, place)
    t = s.clone()
    done: list[int] = []
    cands = list(t.stack[-1][5])
    strangers = [d for d in dice if d not in cands]
    if strangers:
        raise IllegalAction([x for d in strangers for x in explain(s, A_DIE + d)])
    for die in sorted(dice, key=lambda d: cands.index(d)):
        _apply(t, A_DIE + die, done, tuple(dice))
    if t.wait is Wait.DECISION and t.mid and t.stack[-1][0] == FR_PICK:
        _apply(t, DONE, done, ())
    return Move(tuple(done), tuple(dice))


# ---- the Main Step --------------------------------------------------------------------------------------------


def _pass(s: DMState, seat: int, r: Reader) -> Move:
    r.finish()
    return Move((PASS,))


def _buy(s: DMState, seat: int, r: Reader) -> Move:
    return _order(s, seat, r, "buy")


def _field(s: DMState, seat: int, r: Reader) -> Move:
    return _order(s, seat, r, "field")


def _order(s: DMState, seat: int, r: Reader, verb: str) -> Move:
    """buy X, Y + field Z with ...: one payment for all."""
    codes: list[int] = []
    fielded: list[int] = []
    while True:
        specs = r.specs()
        if verb == "buy":
            for spec in specs:
                card = _card_to_buy(s, seat, spec)
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
    pay = _with(s, seat, r)
    r.finish()
    return _pay_for(s, seat, codes, pay)


def _card_to_buy(s: DMState, seat: int, spec: Spec) -> int:
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
    t = s.clone()
    done: list[int] = []
    prefer = tuple([d for d in pay or [] if d != NO_DIE] + [c - A_FIELD for c in codes if c >= A_FIELD])
    cost = need = 0
    for code in codes:
        c, n = price_of(s, seat, code)
        cost, need = cost + c, need + n
    try:
        if pay is None and cost:
            pay, rest = _default(s, seat, cost, need)
        else:
            rest = -2
        if pay is not None and cost == 0 and pay:
            raise IllegalAction(why_not_payment(s, seat, 0, 0, pay))
        if len(codes) == 1:
            _apply(t, codes[0], done, prefer)
        else:
            _apply(t, SEVERAL, done, prefer)
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
            _apply(t, DONE, done, prefer)
            return
        nxt = [c for c in cands[last:] if c in left]
        if not nxt:
            raise IllegalAction([Reason("these cannot be paid for at once", "3.2.7")])
        _apply(t, nxt[0], done, prefer)
    things = t.stack[-2][5] if t.stack[-1][0] == FR_PAY else ()
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
        cost = sum(price_of(s, seat, c)[0] for c in codes)
        out.append(
            Reason(
                f"together they cost {cost}, which cannot be paid at once: you have {energy_words(s, seat)}", "3.2.7"
            )
        )
    return out


def _with(s: DMState, seat: int, r: Reader) -> list[int] | None:
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
    before = s.zone(seat, RESERVE)[:]
    try:
        while t.wait is Wait.DECISION and t.mid and t.stack[-1][0] == FR_PAY:
            _, last, _, _, _, cands, picks, _ = t.stack[-1]
            if last == -1:
                _apply(t, A_REST + _rest_die(t, pay, rest), done, prefer)
                continue
            left = pay[:]
            for d in picks:
                left.remove(d)
            nxt = [d for d in cands[last:] if d in left]
            if not nxt:
                raise IllegalAction(why_not_payment(s, seat, cost, need, pay))
            _apply(t, A_DIE + nxt[0], done, prefer)
    except (IllegalAction, ValueError) as error:
        if isinstance(error, DicehallError) and not isinstance(error, IllegalAction):
            raise
        raise IllegalAction(why_not_payment(s, seat, cost, need, pay)) from None
    after = t.zone(seat, RESERVE)
    changed = {d for d in before if d not in after or t.face[d] != s.face[d]}
    fielded = {d for d in before if s.kit.f_kind[s.face[d]] == F_CHARACTER}
    loose = s.generic[seat] - t.generic[seat]
    if changed - fielded != {d for d in pay if d != NO_DIE} - fielded or loose != pay.count(NO_DIE):
        raise IllegalAction(why_not_payment(s, seat, cost, need, pay))
    spun = [d for d in before if d in after and t.face[d] != s.face[d]]
    if rest == -2 and spun and spun[0] != pay[-1]:
        raise IllegalAction([Reason("only the die named last may be spent in part", "3.2.5")])


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


def _use(s: DMState, seat: int, r: Reader) -> Move:
    spec = r.spec()
    if r.word("on"):
        raise InvalidInput(f"'{spec}' asks for no die or player: leave out what follows 'on'")
    r.finish()
    actions = [d for d in s.zone(seat, RESERVE) if s.kit.f_kind[s.face[d]] == F_ACTION]
    try:
        die = pick_dice(s, [spec], actions, seat, "in your Reserve Pool on an action face")[0]
    except InvalidInput:
        found = fitting(s, spec, range(s.kit.n_dice), seat)
        if found and not [d for d in found if d in actions]:
            raise IllegalAction(why_not_use(s, seat, found[0])) from None
        raise
    if not s.is_legal(A_USE + die):
        raise IllegalAction(explain(s, A_USE + die))
    return Move((A_USE + die,), (die,))


def _global(s: DMState, seat: int, r: Reader) -> Move:
    spec = r.spec()
    card = pick_card(s, spec, range(1, s.kit.n_cards), "the card")
    if not s.is_legal(A_GLOBAL + card):
        raise IllegalAction(explain(s, A_GLOBAL + card))
    r.finish()
    return Move((A_GLOBAL + card,))


# ---- blocks and damage ----------------------------------------------------------------------------------------


def _block(s: DMState, seat: int, r: Reader) -> Move:
    wanted: dict[int, int] = {}
    if not r.word("none"):
        while True:
            left = r.spec(colon_ends=True)
            attacker = pick_dice(s, [left], s.attackers, seat, "among the attackers")[0]
            r.expect(":", "between the attacker and its blockers")
            mine = s.zone(seat, FIELD)
            specs = r.specs(colon_ends=True)
            for die in pick_dice(
                s, specs, [d for d in mine if d not in wanted or _named(specs, d, s)], seat, "in your field"
            ):
                if die in wanted:
                    name = die_word(s, die, seat=False)
                    raise IllegalAction([Reason(f"{name} cannot block two attackers: one blocker blocks one", "5.3.2")])
                wanted[die] = attacker
            if not r.take(";"):
                break
    r.finish()
    t = s.clone()
    done: list[int] = []
    prefer = tuple(wanted)
    strangers = [d for d in wanted if d not in t.stack[-1][5]]
    if strangers:
        raise IllegalAction([x for d in strangers for x in explain(s, d * BLOCK_BASE + wanted[d] + 1)])
    mark = (len(t.stack), seat)
    while t.wait is Wait.DECISION and len(t.stack) == mark[0] and t.stack[-1][0] == FR_BLOCK and t.asked == seat:
        at, cands = t.stack[-1][1], t.stack[-1][5]
        place = {a: i + 1 for i, a in enumerate(t.stack[-1][6])}
        key = t.alike(cands[at])
        group = [d for d in cands[at:] if t.alike(d) == key]
        die = min([(place[wanted[d]] if d in wanted else 0, i, d) for i, d in enumerate(group)])[2]
        code = wanted[die] + 1 if die in wanted else 0
        _apply(t, die * BLOCK_BASE + code, done, prefer)
    made = {t.blocks[i]: t.blocks[i + 1] for i in range(0, len(t.blocks), 2)}
    if t.blocks and any(made.get(d) != a for d, a in wanted.items()):
        raise IllegalAction([Reason("these blocks cannot be declared together", "5.3.4")])
    return Move(tuple(done), prefer)


def _named(specs: list[Spec], die: int, s: DMState) -> bool:
    """A die that is named with its number stays a candidate, so that naming it twice gets its own reason."""
    return any(spec.number == s.num[die] for spec in specs)


def _assign(s: DMState, seat: int, r: Reader) -> Move:
    _, _, _, dealer, amount, targets, _, _ = s.stack[-1]
    left = r.spec(colon_ends=True)
    if pick_dice(s, [left], [*s.attackers, *s.blocks[::2]], seat, "in the attack")[0] != dealer:
        raise IllegalAction([Reason(f"the damage of {die_word(s, dealer)} must be assigned now", "5.5.1")])
    r.expect(":", "between the die that deals damage and those that receive it")
    specs = r.specs(colon_ends=True)
    r.finish()
    missing = [spec for spec in specs if spec.value is None]
    if missing:
        raise InvalidInput(f"'{missing[0]}' needs an amount: {missing[0]}=1")
    mover = 1 - seat if s.kit.n_seats == 2 else seat
    dice = pick_dice(s, specs, list(targets), mover, "among those it can damage", amounts=True)
    given = dict.fromkeys(targets, 0)
    for spec, die in zip([x for x in specs for _ in range(x.times)], dice, strict=True):
        given[die] = spec.value or 0
    total = sum(given.values())
    if total != amount or min(given.values()) < 0:
        raise IllegalAction([Reason(f"all of its {amount} damage must be assigned, not {total}", "5.5.1")])
    t = s.clone()
    done: list[int] = []
    while t.wait is Wait.DECISION and t.stack[-1][0] == FR_ASSIGN and t.stack[-1][3] == dealer:
        _apply(t, given[targets[len(t.stack[-1][6])]], done, ())
    return Move(tuple(done), tuple(dice))


# ---- answers to effects ---------------------------------------------------------------------------------------


def _choose(s: DMState, seat: int, r: Reader) -> Move:
    frame = s.stack[-1]
    if frame[0] == FR_TRIGGERS:
        spec = r.spec()
        r.finish()
        cards = {s.queue[a][1]: a for a in s.legal}
        return Move((cards[pick_card(s, spec, list(cards), "the effect of")],))
    raise IllegalAction([Reason("nothing is asked that 'choose' could answer", "7.9.1")])


def _split(s: DMState, seat: int, r: Reader) -> Move:
    raise IllegalAction([Reason("only the partners of a Doubles game split their dice", "9.3.9")])


_PARSERS: dict[str, Callable[[DMState, int, Reader], Move]] = {
    "keep": _keep, "reroll": _reroll, "buy": _buy, "field": _field, "use": _use, "global": _global,
    "end main": _pass, "pass": _pass, "attack": _attack, "block": _block, "assign": _assign, "choose": _choose,
    "split": _split,
}  # fmt: skip

_FITS: dict[str, Callable[[int, int], bool]] = {
    "keep": lambda k, p: k == FR_PICK and p == P_REROLL,
    "reroll": lambda k, p: k == FR_PICK and p == P_REROLL,
    "buy": lambda k, p: k == FR_WINDOW,
    "field": lambda k, p: k == FR_WINDOW,
    "use": lambda k, p: k == FR_WINDOW,
    "global": lambda k, p: k == FR_WINDOW,
    "end main": lambda k, p: k == FR_WINDOW and p == W_MAIN,
    "pass": lambda k, p: k == FR_WINDOW,
    "attack": lambda k, p: k == FR_PICK and p == P_ATTACK,
    "block": lambda k, p: k == FR_BLOCK,
    "assign": lambda k, p: k == FR_ASSIGN,
    "choose": lambda k, p: k == FR_TRIGGERS,
    "split": lambda k, p: True,
}

__all__ = ["CONCEDE", "ON_CARD", "P_SEVERAL", "VERBS", "Move", "card_word", "parse_move", "what_is_open"]
