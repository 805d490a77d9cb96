"""Moves of Dice Masters, from a line of notation to the engine's steps. The way back is in printing.py.

One line is one move, however many decisions the engine asks: the steps are worked out on a copy.
"""

from __future__ import annotations

from collections.abc import Callable

from dicehall.dicemasters.explain import (
    explain,
    why_not_in_window,
    why_not_use,
)
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_USE,
    BLOCK_BASE,
    DONE,
    F_ACTION,
    FIELD,
    FR_ASSIGN,
    FR_BLOCK,
    FR_PICK,
    FR_TRIGGERS,
    FR_WINDOW,
    P_ATTACK,
    P_REROLL,
    PASS,
    RESERVE,
    S_MAIN,
    W_BLOCKS,
    W_MAIN,
)
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason
from dicehall.notation.dm.dice import (
    die_word,
    fitting,
    pick_card,
    pick_dice,
    reader,
)
from dicehall.notation.dm.orders import Move, apply_step, card_to_buy, order_move
from dicehall.notation.words import Reader, Spec

VERBS = (
    "keep", "reroll", "buy", "field", "use", "global", "end main", "pass", "attack", "block", "assign", "choose",
    "split", "concede",
)  # fmt: skip


def parse_move(s: DMState, seat: int, text: str) -> Move:
    """What a line means now. Raises InvalidInput, AmbiguousName or IllegalAction with every reason."""
    text = " ".join(text.split())
    r = reader(s, text)
    verb = r.word(*VERBS)
    if not verb:
        raise InvalidInput(f"'{text}' does not begin with a move: {', '.join(VERBS)}")
    if verb == "concede":
        r.finish()
        if s.is_over:
            raise IllegalAction([Reason("the game is over", "1.3.1")])
        return Move((), (), True)
    _must_be_asked(s, seat, verb, r)
    return _PARSERS[verb](s, seat, r)


def _must_be_asked(s: DMState, seat: int, verb: str, r: Reader) -> None:
    """Refuses a move that answers no open question, with every further reason that stands against it."""
    if s.is_over:
        raise IllegalAction([Reason("the game is over", "1.3.1")])
    if s.wait is not Wait.DECISION:
        raise IllegalAction([Reason(f"{what_is_open(s)}; nobody is asked to choose"), *_further(s, seat, verb, r)])
    decision = s.decision
    assert decision is not None
    if decision.seat != seat:
        who = s.kit.seat_names[decision.seat]
        asked = Reason(f"{who} is asked now ({decision.asks}), not {s.kit.seat_names[seat]}", decision.rule)
        raise IllegalAction([asked, *_further(s, seat, verb, r)])
    fits = _FITS[verb]
    frame = s.stack[-1]
    if not fits(frame[0], frame[3]):
        asked = Reason(f"'{verb}' does not answer the question that is open: {decision.asks}", decision.rule)
        raise IllegalAction([asked, *_further(s, seat, verb, r)])


def _further(s: DMState, seat: int, verb: str, r: Reader) -> list[Reason]:
    """What else stands against buying, fielding or using, at a moment when none of it is asked for."""
    if verb not in ("buy", "field", "use"):
        return []
    try:
        spec = r.spec()
        if verb == "buy":
            code = A_BUY + card_to_buy(s, seat, spec)
        else:
            own = [d for d in range(s.kit.n_dice) if s.owner[d] == seat]
            fits = fitting(s, spec, own, seat)
            here = [d for d in fits if s.zone_of(d) == RESERVE] or fits
            if not here:
                return []
            code = (A_FIELD if verb == "field" else A_USE) + here[0]
    except InvalidInput:
        return []
    elsewhere = (FR_WINDOW, 0, seat, W_MAIN if s.step == S_MAIN else W_BLOCKS, s.kit.side_of[seat], (), (), -1)
    return [x for x in why_not_in_window(s, elsewhere, code) if x.rule != "4.4.1"]


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
        apply_step(t, A_DIE + die, done, tuple(dice))
    if t.wait is Wait.DECISION and t.mid and t.stack[-1][0] == FR_PICK:
        apply_step(t, DONE, done, ())
    return Move(tuple(done), tuple(dice))


# ---- the Main Step --------------------------------------------------------------------------------------------


def _pass(s: DMState, seat: int, r: Reader) -> Move:
    r.finish()
    return Move((PASS,))


def _buy(s: DMState, seat: int, r: Reader) -> Move:
    return order_move(s, seat, r, "buy")


def _field(s: DMState, seat: int, r: Reader) -> Move:
    return order_move(s, seat, r, "field")


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
        apply_step(t, die * BLOCK_BASE + code, done, prefer)
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
        apply_step(t, given[targets[len(t.stack[-1][6])]], done, ())
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
