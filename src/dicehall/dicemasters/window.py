"""The Main Step and the window after blocks: who may act, what can be done, and doing it. Rules 3.3 to 3.5, 4.4, 5.4.

A window frame holds: a = purpose, b = the side that has the floor, seat = who is asked, step = sides that have
passed in a row.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.buying import buy
from dicehall.dicemasters.damage import ko, lethal
from dicehall.dicemasters.energy import TYPE_BIT, Purse, can_pay_one, pay_run, purse_of, start_payment
from dicehall.dicemasters.sockets import ACTION, FIELDING, PURCHASE, V_BUY, V_FIELD
from dicehall.dicemasters.terms import (
    A_BUY,
    A_FIELD,
    A_GLOBAL,
    A_RITUAL,
    A_USE,
    ASK_ALWAYS,
    DONE,
    E_AUTO_PASS,
    E_FIELDED,
    E_MOVED,
    E_PASSED,
    E_USED,
    FIELD,
    FR_ACTION,
    FR_ORDER,
    FR_PICK,
    GO_ON,
    M_FIELDED,
    M_KIND,
    M_PAID,
    M_USED_ACTION,
    P_SEVERAL,
    PASS,
    READY,
    RESERVE,
    RITUAL_BASE,
    SEVERAL,
    USED,
    W_MAIN,
    W_START,
    WIN_FIELDED,
    WIN_USED,
    ZONES,
)
from dicehall.kernel.state import Frame

# A price as one number, so that prices can be compared and added: how much, shifted by PACKED, and of which types.
PACKED: Final = 20
TYPES_OF_PACKED: Final = (1 << PACKED) - 1


def window_run(s: Board, f: Frame) -> int:
    """Asks the seat that has the floor, or passes for it if it could do nothing (4.4.5)."""
    _, passed, seat, purpose, side, _, _, _ = f
    if purpose == W_MAIN and side == s.active:
        return ASK_ALWAYS
    if purpose == W_START and side != s.active:  # only the active side has something to do then
        s.stack.pop()
        return GO_ON
    abilities = s.kit.abilities
    if side == s.active or abilities is not None:
        # most windows are of no use to anybody: that is seen without working out what could be done
        helpless = abilities is not None and purpose != W_START and abilities.helpless(s, seat, side == s.active)
        legal = [] if helpless else window_actions(s, f)
        if len(legal) > 1:
            s.legal = legal
            return READY
    s.ev.append((E_AUTO_PASS, s.cause, "4.4.5", seat, -1, ()))
    _pass(s, f)
    return GO_ON


def _pass(s: Board, f: Frame) -> None:
    """The floor goes to the next seat of the side, then to the other side; two sides in a row end it (4.4.4)."""
    k, passed, seat, purpose, side, xs, ys, cause = f
    seats = s.kit.seats_of[side]
    if seat != seats[-1]:
        s.stack[-1] = (k, passed, seats[seats.index(seat) + 1], purpose, side, xs, ys, cause)
        return
    passed += 1
    if xs:  # open priority: the other side has been asked after an action (4.4.3)
        s.stack[-1] = (k, 0, s.kit.seats_of[s.active][0], purpose, s.active, (), ys, cause)
    elif passed >= s.kit.sides or (s.kit.open_priority and purpose == W_MAIN and side == s.active):
        s.stack.pop()
    else:
        other = (side + 1) % s.kit.sides
        if other != s.active and _side_is_helpless(s, other, purpose):  # it could use nothing but Global Abilities
            for idle in s.kit.seats_of[other]:
                s.ev.append((E_AUTO_PASS, cause, "4.4.5", idle, -1, ()))
            s.stack.pop()
            return
        s.stack[-1] = (k, passed, s.kit.seats_of[other][0], purpose, other, (), ys, cause)


def pass_start(s: Board) -> None:
    """The window at the start of an attack, where no die could be used then: everybody passes (4.4.5)."""
    other = (s.active + 1) % s.kit.sides
    seats = s.kit.seats_of[s.active]
    if side_is_idle(s, other):  # otherwise nothing is said of it, as nobody asks it then
        seats = seats + s.kit.seats_of[other]
    for seat in seats:
        s.ev.append((E_AUTO_PASS, s.cause, "4.4.5", seat, -1, ()))
    s.stack.pop()


def side_is_idle(s: Board, side: int) -> bool:
    """Whether a side that is not on turn could certainly do nothing."""
    abilities = s.kit.abilities
    if abilities is not None:
        for seat in s.kit.seats_of[side]:
            if not abilities.idle(s, seat):
                return False
    return True


def _side_is_helpless(s: Board, side: int, purpose: int) -> bool:
    """The same in a window, where one looks more closely; at the start of an attack it makes no difference."""
    abilities = s.kit.abilities
    if abilities is None or abilities.offering or purpose == W_START:
        return side_is_idle(s, side)
    for seat in s.kit.seats_of[side]:  # noqa: SIM110 -- compiled, a loop is much faster than a generator
        if not abilities.helpless(s, seat, False):
            return False
    return True


def all_are_idle(s: Board) -> bool:
    """Whether nobody could do anything."""
    return all(side_is_idle(s, side) for side in range(s.kit.sides))


def _acted(s: Board, f: Frame) -> None:
    """After an action: the floor stays with the active side, or comes back to it."""
    k, _, seat, purpose, side, _, ys, cause = f
    if side != s.active:
        s.stack[-1] = (k, 0, s.kit.seats_of[s.active][0], purpose, s.active, (), ys, cause)
    elif s.kit.open_priority and purpose == W_MAIN:
        other = (side + 1) % s.kit.sides
        if side_is_idle(s, other):
            for idle in s.kit.seats_of[other]:
                s.ev.append((E_AUTO_PASS, cause, "4.4.5", idle, -1, ()))
            return
        s.stack[-1] = (k, 0, s.kit.seats_of[other][0], purpose, other, (1,), ys, cause)
    elif f[1] or seat != s.kit.seats_of[side][0]:
        s.stack[-1] = (k, 0, seat, purpose, side, (), ys, cause)


def _lifts(s: Board, f: Frame) -> list[int]:
    assert s.kit.abilities is not None
    return s.kit.abilities.lifted(s, f[2], lambda: len(window_actions(s, f, False)))


def window_actions(s: Board, f: Frame, lifts: bool = True) -> list[int]:
    """What the seat that has the floor can do; beside that, bans that it may lift to do more (`lifts`, 7.9.10)."""
    _, _, seat, purpose, side, _, _, _ = f
    out = [PASS]
    kit = s.kit
    abilities = kit.abilities
    purse = purse_of(s, seat)
    total = purse.total
    if side == s.active:
        if purpose == W_MAIN:
            left, types = s.left, purse.types
            prices = None if abilities is None else abilities.purchase_prices(s, seat)
            banned = abilities is not None and abilities.banned[V_BUY]
            if prices is None and not banned:
                offers = kit.offers[seat]
                offer = offers[total] if total < len(offers) else offers[-1]
                for card, asked in offer:
                    if types & asked and left[card]:
                        out.append(A_BUY + card)
            else:
                costs = kit.card_cost if prices is None else prices
                for card in kit.buyable[seat]:
                    price = costs[card]
                    if price <= total and left[card] and (price == 0 or types & kit.card_asks[card]):
                        if not banned or may_buy(s, seat, card):
                            out.append(A_BUY + card)
            fields = _fieldable(s, seat, purse.characters, total) if purse.characters else []
            for code, _ in fields:
                out.append(code)
            if len(out) > 1 and _several(s, seat, purse, out, prices, fields):
                out.append(SEVERAL)
            if purse.characters and abilities is not None:
                rituals = abilities.rituals(s, seat, purse.characters)
                if rituals:
                    out += rituals
        if purse.actions:
            face = s.face
            seen: list[int] = []
            for die in purse.actions:
                if face[die] not in seen and (abilities is None or abilities.may_use(s, seat, die)):
                    seen.append(face[die])
                    out.append(A_USE + die)
    if abilities is None:
        return out
    if purpose != W_START:
        if abilities.offering:
            offered = abilities.offered(s, seat, purpose == W_MAIN and side == s.active)
            if offered:
                out += offered
        if total >= abilities.least_global:
            out += abilities.globals_for(s, seat, purse)
    if lifts and abilities.bans_lift:
        out += _lifts(s, f)
    return out


def may_buy(s: Board, seat: int, card: int) -> bool:
    abilities = s.kit.abilities
    return abilities is None or not abilities.forbids(s, V_BUY, seat, card, -1)


def _fieldable(s: Board, seat: int, dice: list[int], total: int) -> list[tuple[int, int]]:
    """Characters of the Reserve whose fielding cost can be paid, each with that; of equal ones the first (3.4)."""
    out: list[tuple[int, int]] = []
    face = s.face
    abilities = s.kit.abilities
    banned = abilities is not None and abilities.banned[V_FIELD]
    life = abilities is not None and abilities.fielding_life
    seen: list[int] = []
    for die in dice:
        fid = face[die]
        if fid not in seen:
            seen.append(fid)
            cost = s.fielding_cost(seat, die)
            if cost <= total:
                if banned and abilities is not None and abilities.forbids(s, V_FIELD, seat, die, -1):
                    continue
                if life and abilities is not None and abilities.field_life(s, seat, die) > s.life[s.kit.side_of[seat]]:
                    continue
                out.append((A_FIELD + die, cost))
    return out


def _several(
    s: Board, seat: int, purse: Purse, singles: list[int], changed: list[int] | None, fields: list[tuple[int, int]]
) -> bool:
    """Whether some two things can be paid for at once (3.2.7); each of them alone can be.

    `singles`: what can be bought, after PASS, then what can be fielded; `fields`: the latter with its cost.
    """
    if _prices_add_up_oddly(s):
        return _several_in_order(s, seat, purse)
    printed, left, total = s.kit.price, s.left, purse.total
    prices: list[int] = []  # packed
    for i in range(1, len(singles) - len(fields)):
        card = singles[i] - A_BUY
        cost, need = printed[card]
        if changed is not None:
            cost = changed[card]
        price = cost << PACKED | need if cost else 0
        prices.append(price)
        if left[card] > 1:
            prices.append(price)
    if fields:
        face = s.face
        shown: list[int] = []
        for die in purse.characters:
            shown.append(face[die])
        for code, cost in fields:
            prices.append(cost << PACKED)
            if shown.count(face[code - A_FIELD]) > 1:
                prices.append(cost << PACKED)
    if len(prices) < 2:
        return False
    prices.sort()
    if prices[0] == 0:
        return True
    for i in range(1, len(prices)):
        for j in range(i):
            both = prices[i] + prices[j]
            if both >> PACKED > total:
                if j == 0:  # nor can anything dearer be paid
                    return False
                break
            if purse.pays(both >> PACKED, both & TYPES_OF_PACKED):
                return True
    return False


def _several_in_order(s: Board, seat: int, purse: Purse) -> bool:
    """The same, where prices depend on the order."""
    cands = several_candidates(s, seat)
    return any(
        _payable_with(s, seat, purse, (cands[i],), cands[j], -1)
        for i in range(len(cands))
        for j in range(i + 1, len(cands))
    )


def _prices_add_up_oddly(s: Board) -> bool:
    """Whether what several things cost is not just the sum of their energy: their order matters, or they cost life."""
    abilities = s.kit.abilities
    return abilities is not None and (abilities.fielding_life or (bool(s.effects) and _next_is_cheaper(s)))


def _next_is_cheaper(s: Board) -> bool:
    """A discount for the next purchase or fielding is on."""
    return s.kit.abilities is not None and s.kit.abilities.next_is_cheaper(s)


def price_of(s: Board, seat: int, code: int) -> tuple[int, int]:
    """What buying or fielding costs now: how much, and of which types. Nothing asks for no type (3.3.5)."""
    if code < A_FIELD:
        card = code - A_BUY
        abilities = s.kit.abilities
        if abilities is None or not abilities.numbers[PURCHASE]:
            return s.kit.price[card]
        cost = s.purchase_cost(seat, card)
        kind = s.kit.card_type[card]
        return cost, TYPE_BIT[kind] if kind >= 0 and cost > 0 else 0
    return s.fielding_cost(seat, code - A_FIELD), 0


def life_of(s: Board, seat: int, codes: tuple[int, ...]) -> int:
    """The life that things cost at once, where a text puts such a price on fielding (3.4.5)."""
    abilities = s.kit.abilities
    if abilities is None or not abilities.fielding_life:
        return 0
    total = 0
    for code in codes:
        if code >= A_FIELD:
            total += abilities.field_life(s, seat, code - A_FIELD)
    return total


def total_price(s: Board, seat: int, codes: tuple[int, ...]) -> tuple[int, int]:
    """What several things cost at once. A discount for the next one is for the first of them that fits (3.2.7)."""
    cost = need = 0
    if not (s.effects and _next_is_cheaper(s)):
        for code in codes:
            c, t = price_of(s, seat, code)
            cost, need = cost + c, need + t
        return cost, need
    abilities = s.kit.abilities
    assert abilities is not None
    used: list[int] = []
    for code in codes:
        buys = code < A_FIELD
        number, subject = (PURCHASE, code - A_BUY) if buys else (FIELDING, code - A_FIELD)
        base = s.kit.card_cost[subject] if buys else s.printed(FIELDING, subject)
        base += sum(c[0] for c in s.changes(number, seat, subject))
        for i, amount in abilities.next_discounts(s, number, seat, subject):
            if i in used:
                base -= amount
            else:
                used.append(i)
        price = max(0, base)
        cost += price
        if buys and price and s.kit.card_type[subject] >= 0:
            need += TYPE_BIT[s.kit.card_type[subject]]
    return cost, need


def window_take(s: Board, f: Frame, action: int) -> None:
    seat = f[2]
    if action == PASS:
        s.mid = False
        s.ev.append((E_PASSED, s.cause, "4.4.4", seat, f[3], ()))
        _pass(s, f)
        return
    if A_USE <= action < A_GLOBAL and s.kit.abilities is not None and s.kit.abilities.bans_lift:
        if s.kit.abilities.lift(s, seat, action - A_USE):  # the floor stays with the seat: it has done nothing yet
            s.mid = False
            return
    _acted(s, f)
    if action >= A_RITUAL:  # a character in place of the fielding cost (9.4.7)
        die, payer = divmod(action - A_RITUAL, RITUAL_BASE)
        s.push(FR_ORDER, seat, 1, 0, (A_FIELD + die,), (payer,))
    elif action == SEVERAL:
        s.push(FR_ORDER, seat)
        s.push(FR_PICK, seat, P_SEVERAL, 2, several_candidates(s, seat))
    elif action < A_USE:
        s.push(FR_ORDER, seat, 1, 0, (action,))
    elif action < A_GLOBAL:
        s.mid = False
        die = action - A_USE
        abilities = s.kit.abilities
        if abilities is None or s.zone_of(die) == RESERVE or abilities.waits(s, die):
            s.push(FR_ACTION, seat, die)
        else:  # not a use of an action die (8.2.3)
            abilities.take_offer(s, seat, die)
    else:
        assert s.kit.abilities is not None
        s.kit.abilities.use_global(s, seat, action)


# ---- several things with one payment --------------------------------------------------------------------------


def several_candidates(s: Board, seat: int) -> tuple[int, ...]:
    """Everything that could be part of it, copies side by side: buys by card, fields by die."""
    purse = purse_of(s, seat)
    total = purse.total
    out: list[int] = []
    abilities = s.kit.abilities
    prices = None if abilities is None else abilities.purchase_prices(s, seat)
    for card in s.kit.buyable[seat]:
        cost = s.kit.card_cost[card] if prices is None else prices[card]
        if abilities is not None and abilities.banned[V_BUY] and abilities.forbids(s, V_BUY, seat, card, -1):
            continue
        copies = min(s.left[card], 9 if cost == 0 else total // cost)
        if copies and can_pay_one(purse.counts, total, cost, s.kit.card_type[card]):
            out.extend([A_BUY + card] * copies)
    for code, _ in _fieldable(s, seat, purse.characters, total):
        fid = s.face[code - A_FIELD]
        out.extend([A_FIELD + d for d in s.zones[seat * ZONES + RESERVE] if s.face[d] == fid])
    return tuple(out)


def several_actions(s: Board, f: Frame) -> list[int]:
    """What can be added to the order, after which it can still be paid; the first thing must leave room for another."""
    _, last, seat, _, least, cands, picks, _ = f
    out = [DONE] if len(picks) >= least else []
    purse = purse_of(s, seat)
    in_order = _prices_add_up_oddly(s)
    before = 0  # packed, as all prices here
    prices: list[int] = []
    if not in_order:
        for code in picks:
            before += _packed_price(s, seat, code)
        previous = -1
        for code in cands[last:]:
            prices.append(prices[-1] if code == previous else _packed_price(s, seat, code))
            previous = code
    previous = -1
    for j in range(last, len(cands)):
        code = cands[j]
        key = code if code < A_FIELD else A_FIELD + s.face[code - A_FIELD]
        if key == previous:
            continue
        previous = key
        price = -1 if in_order else before + prices[j - last]
        if not _payable_with(s, seat, purse, picks, code, price):
            continue
        room, i = len(picks) > 0, j + 1
        while not room and i < len(cands):
            both = -1 if in_order else price + prices[i - last]
            room = _payable_with(s, seat, purse, (code,), cands[i], both)
            i += 1
        if room:
            out.append(code)
    return out


def _packed_price(s: Board, seat: int, code: int) -> int:
    cost, need = price_of(s, seat, code)
    return cost << PACKED | need


def _payable_with(s: Board, seat: int, purse: Purse, picks: tuple[int, ...], code: int, price: int) -> bool:
    """Whether one thing more can be paid for. `price`: of all of them, packed; -1 if it is not just their sum."""
    if price < 0:
        codes = (*picks, code)
        return purse.pays(*total_price(s, seat, codes)) and life_of(s, seat, codes) <= s.life[s.kit.side_of[seat]]
    return purse.pays(price >> PACKED, price & TYPES_OF_PACKED)


def several_take(s: Board, f: Frame, action: int) -> None:
    k, last, seat, purpose, least, cands, picks, cause = f
    if action == DONE:
        s.stack.pop()
        order = s.stack[-1]
        if s.prefer and all(code >= A_FIELD for code in picks):  # in the order in which they were named (3.2.7)
            rank = {die: i for i, die in enumerate(s.prefer)}
            picks = tuple(sorted(picks, key=lambda code: rank.get(code - A_FIELD, len(rank))))
        s.stack[-1] = (order[0], 0, seat, 1, 0, picks, (), order[7])
        return
    place = cands.index(action, last)
    first = place
    if action >= A_FIELD:  # of equal dice another than the first was named
        fid = s.face[action - A_FIELD]
        while first > last and cands[first - 1] >= A_FIELD and s.face[cands[first - 1] - A_FIELD] == fid:
            first -= 1
        if first != place:
            swapped = list(cands)
            swapped[first], swapped[place] = swapped[place], swapped[first]
            cands = tuple(swapped)
    s.stack[-1] = (k, first + 1, seat, purpose, least, cands, picks + (action,), cause)


# ---- an order: xs = what is paid for; step 0 pays, then each thing happens; ys = a character that is the price ----


def order_run(s: Board, f: Frame) -> int:
    _, step, seat, _, _, things, payer, _ = f
    if step == 0:
        cost, need = (0, 0) if payer else total_price(s, seat, things)
        if s.memory:
            s.memory = [m for m in s.memory if m // M_KIND != M_PAID]
        for die in payer:
            s.send(die, USED, "9.4.7")
            s.remember(M_PAID * M_KIND + die)
        if cost:
            s.goto(1)
            start_payment(s, seat, cost, need)
            return pay_run(s, s.stack[-1])
    life = life_of(s, seat, things)
    if life:
        s.change_life(s.kit.side_of[seat], -life, "1.4.3")
    for code in things:
        if code < A_FIELD:
            buy(s, seat, code - A_BUY)
        else:
            field_die(s, seat, code - A_FIELD, "3.4.2")
    if life and s.check_life():  # the last life was the price
        return GO_ON
    s.mid = False
    s.stack.pop()
    s.run_triggers()
    return GO_ON


def field_die(s: Board, seat: int, die: int, rule: str) -> None:
    """A die is fielded: "when fielded" effects see it (7.2.3)."""
    face = s.face[die]
    s.put(die, seat, FIELD)
    s.face[die] = face
    s.emit(E_FIELDED, rule, seat, die, (face,))
    abilities = s.kit.abilities
    if abilities is None:
        if s.kit.f_defence[face] == 0:  # 6.2.3
            ko(s, [die], "6.2.3")
        return
    s.remember(M_FIELDED * M_KIND + seat)
    if s.effects:  # durations that end with this end before it sets off new effects (7.4.10)
        abilities.used_up(s, FIELDING, seat, die)
    s.raise_window(WIN_FIELDED, seat, die)
    lethal(s)


# ---- an action die: use, effect, then it leaves (3.5) ---------------------------------------------------------


def action_run(s: Board, f: Frame) -> int:
    """The use is paid for, the die counts as used, the effect happens: b = 1 if that has been cancelled (3.5.6)."""
    _, step, seat, die, cancelled, _, _, _ = f
    abilities = s.kit.abilities
    if step == 0:
        if abilities is not None:
            abilities.charge(s, seat, ACTION, 1)
            if s.ended:
                return GO_ON
        s.cause = s.emit(E_USED, "3.5.1", seat, die, (s.face[die],))
        s.stack[-1] = (f[0], 1, seat, die, 0, (), (), s.cause)
        if abilities is None:
            return GO_ON
        s.remember(M_USED_ACTION * M_KIND + seat)
        s.raise_window(WIN_USED, seat, die)
        if abilities.using(s, seat, die):
            return GO_ON
        step = 1
    if step == 1 and abilities is not None and not cancelled:
        s.stack[-1] = (f[0], 2, seat, die, 0, (), (), s.cause)
        if abilities.stays(s, die):  # it lies in the field from now on (8.2.1)
            face, w = s.face[die], s.where[die]
            s.put(die, seat, FIELD)
            s.face[die] = face
            s.emit(E_MOVED, "8.2.1", w, s.where[die], (die,))
        abilities.use_action(s, seat, die)
        return GO_ON
    s.stack.pop()
    zone = s.zone_of(die)
    if zone == RESERVE or (zone == FIELD and abilities is not None and abilities.waits(s, die)):
        s.send(die, s.kit.edition.action_goes_to, "3.5.3")  # unless its effect put it elsewhere
    return GO_ON
