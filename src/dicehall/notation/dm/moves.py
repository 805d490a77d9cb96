"""Moves of Dice Masters, from a line of notation to the engine's steps. The way back is in printing.py.

One line is one move, however many decisions the engine asks: the steps are worked out on a copy.
"""

from __future__ import annotations

from collections.abc import Callable

from dicehall.dicemasters.blocking import is_judged_whole
from dicehall.dicemasters.declaring import may_block
from dicehall.dicemasters.describe import question_text
from dicehall.dicemasters.explain import (
    explain,
    why_not_in_window,
)
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_USE,
    BLOCK_BASE,
    BLOCK_SPIN,
    DONE,
    FIELD,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PICK,
    FR_REACT,
    FR_TRIGGERS,
    FR_WINDOW,
    P_ATTACK,
    P_EXTRA,
    P_REROLL,
    PASS,
    RESERVE,
    S_MAIN,
    W_BLOCKS,
    W_MAIN,
    W_START,
)
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason, cut
from dicehall.kernel.state import CONCESSIONS
from dicehall.notation.dm.choosing import choose_move, global_move, use_move
from dicehall.notation.dm.dice import (
    die_word,
    fitting,
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
        raise InvalidInput(f"'{cut(text)}' does not begin with a move: {', '.join(VERBS)}")
    if verb == "concede":
        why = r.word(*CONCESSIONS)
        r.finish()
        if s.is_over:
            raise IllegalAction([Reason("the game is over", "1.3.1")])
        return Move((), (), True, why)
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
        asked = Reason(f"{who} is asked now ({question_text(s)}), not {s.kit.seat_names[seat]}", decision.rule)
        raise IllegalAction([asked, *_further(s, seat, verb, r)])
    fits = _FITS[verb]
    frame = s.stack[-1]
    if not fits(frame[0], frame[3]):
        asked = Reason(
            f"'{verb}' does not answer the question that is open: {question_text(s).rstrip('.')}", decision.rule
        )
        raise IllegalAction([asked, *_further(s, seat, verb, r)])


def _further(s: DMState, seat: int, verb: str, r: Reader) -> list[Reason]:
    """What else stands against a move at a moment when nothing of the kind is asked for."""
    if verb == "attack" and s.step == S_MAIN and s.is_active_seat(seat):
        return [Reason("the attack comes after the Main Step: 'end main' first", "5.1.1")]
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
    return f"{s.kit.seat_names[decision.seat]} is asked: {question_text(s)}"


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
    if s.stack[-1][0] != FR_WINDOW:
        return _picks(s, seat, r, mine, "in your field")
    t = s.clone()  # at the start of the Attack Step: nothing is used there, then the attack
    t.apply(PASS)
    if t.wait is not Wait.DECISION or t.asked != seat or not _FITS["attack"](t.stack[-1][0], t.stack[-1][3]):
        raise IllegalAction([Reason(f"the attack is not asked for yet: {what_is_open(t)}", "5.2.1")])
    move = _attack(t, seat, r)
    return move._replace(actions=(PASS, *move.actions))


def _picks(s: DMState, seat: int, r: Reader, among: list[int], place: str) -> Move:
    if r.word("none"):
        r.finish()
        if not s.is_legal(DONE):
            raise IllegalAction(explain(s, DONE))
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
    if t.stack[-1][3] == P_EXTRA and len(dice) > 1:
        raise IllegalAction([Reason(f"one die may be rerolled once more, not {len(dice)}", "4.3.2")])
    depth, prefer = len(t.stack), tuple(dice)
    while t.wait is Wait.DECISION and len(t.stack) == depth and t.stack[-1][0] == FR_PICK:
        left = [d for d in dice if d not in t.stack[-1][6]]  # who must attack is taken without asking
        cands = list(t.stack[-1][5])
        apply_step(t, A_DIE + min(left, key=lambda d: cands.index(d)) if left else DONE, done, prefer)
        if not left:
            break
    declared = [e.xs for e in t.events if e.kind == "attacks"]
    if declared and s.stack[-1][3] == P_ATTACK and sorted(declared[0]) != sorted(dice):
        names = ", ".join(die_word(s, d, seat=s.owner[d] != seat) for d in declared[0] if d not in dice)
        raise IllegalAction([Reason(f"{names} must attack too", "5.2.4")])
    return Move(tuple(done), prefer)


# ---- the Main Step --------------------------------------------------------------------------------------------


def _pass(s: DMState, seat: int, r: Reader) -> Move:
    r.finish()
    return Move((PASS,))


def _buy(s: DMState, seat: int, r: Reader) -> Move:
    return order_move(s, seat, r, "buy")


def _field(s: DMState, seat: int, r: Reader) -> Move:
    return order_move(s, seat, r, "field")


# ---- blocks and damage ----------------------------------------------------------------------------------------


def _block(s: DMState, seat: int, r: Reader) -> Move:
    wanted: dict[int, list[int]] = {}
    if not r.word("none"):
        while True:
            left = r.spec(colon_ends=True)
            attacker = pick_dice(s, [left], s.attackers, seat, "among the attackers")[0]
            r.expect(":", "between the attacker and its blockers")
            specs = r.specs(colon_ends=True)
            free = [d for d in s.zone(seat, FIELD) if d not in wanted or _named(specs, d, s) or _blocks_several(s, d)]
            for die in pick_dice(s, specs, free, seat, "in your field"):
                if die in wanted and not _blocks_several(s, die):
                    name = die_word(s, die, seat=False)
                    raise IllegalAction([Reason(f"{name} cannot block two attackers: one blocker blocks one", "5.3.2")])
                wanted.setdefault(die, []).append(attacker)
            if not r.take(";"):
                break
    r.finish()
    t = s.clone()
    done: list[int] = []
    prefer = tuple(wanted)
    strangers = [d for d in wanted if d not in t.stack[-1][5]]
    if strangers:
        raise IllegalAction([x for d in strangers for x in explain(s, d * BLOCK_BASE + wanted[d][0] + 1)])
    mark = (len(t.stack), seat)
    while t.wait is Wait.DECISION and len(t.stack) == mark[0] and t.stack[-1][0] == FR_BLOCK and t.asked == seat:
        apply_step(t, _next_block(t, wanted), done, prefer)
    made = next((list(e.xs) for e in t.events if e.kind == "blocks"), t.blocks)
    pairs = {(made[i], made[i + 1]) for i in range(0, len(made), 2) if s.ctrl[made[i]] == seat}
    named = {(d, a) for d, row in wanted.items() for a in row}
    if pairs != named:
        raise IllegalAction(_why_not_together(s, sorted(pairs - named), sorted(named - pairs)))
    return Move(tuple(done), prefer)


def _why_not_together(s: DMState, further: list[tuple[int, int]], missing: list[tuple[int, int]]) -> list[Reason]:
    """A declaration is judged as a whole (5.3.4): who must block and is not named, or is named and cannot."""
    out = [x for d, a in missing if not may_block(s, d, a) for x in explain(s, d * BLOCK_BASE + a + 1)]
    if not out and s.kit.abilities is not None and is_judged_whole(s):
        out = s.kit.abilities.why_not_together(s)
    for blocker in dict.fromkeys(d for d, _ in further):
        whom = " and ".join(die_word(s, a) for d, a in further if d == blocker)
        out.append(Reason(f"{die_word(s, blocker, seat=False)} must block {whom}", "5.3.4"))
    return out or [Reason("these blocks cannot be declared together", "5.3.4")]


def _next_block(t: DMState, wanted: dict[int, list[int]]) -> int:
    """The answer for the blocker that is asked, or for one that is equal to it."""
    _, at, _, more, _, cands, attackers, _ = t.stack[-1]
    place = {a: i + 1 for i, a in enumerate(attackers)}
    if more:  # it blocks already, and may block further ones, or was spun down for it
        blocks = [t.blocks[i + 1] for i in range(0, len(t.blocks), 2) if t.blocks[i] == cands[at]]
        left = [a for a in wanted.get(cands[at], []) if a not in blocks]
        return cands[at] * BLOCK_BASE + (min(left, key=lambda a: place[a]) + 1 if left else 0)
    first = {d: min(row, key=lambda a: place[a]) for d, row in wanted.items()}
    key = t.alike(cands[at])
    group = [d for d in cands[at:] if t.alike(d) == key]
    die = min([(place[first[d]] if d in wanted else 0, i, d) for i, d in enumerate(group)])[2]
    row = wanted.get(die, [])
    if len(row) > 1 and t.is_legal(die * BLOCK_BASE + BLOCK_SPIN + len(row) - 1):
        return die * BLOCK_BASE + BLOCK_SPIN + len(row) - 1
    return die * BLOCK_BASE + (first[die] + 1 if die in wanted else 0)


def _blocks_several(s: DMState, die: int) -> bool:
    """Whether a text lets a die block more than one attacker."""
    abilities = s.kit.abilities
    if abilities is None:
        return False
    return abilities.block_capacity(s, die, []) is not None or abilities.levels_for_blocks(s, die) > 0


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


def _split(s: DMState, seat: int, r: Reader) -> Move:
    raise IllegalAction([Reason("only the partners of a Doubles game split their dice", "9.3.9")])


_PARSERS: dict[str, Callable[[DMState, int, Reader], Move]] = {
    "keep": _keep, "reroll": _reroll, "buy": _buy, "field": _field, "use": use_move, "global": global_move,
    "end main": _pass, "pass": _pass, "attack": _attack, "block": _block, "assign": _assign, "choose": choose_move,
    "split": _split,
}  # fmt: skip

_FITS: dict[str, Callable[[int, int], bool]] = {
    "keep": lambda k, p: k == FR_PICK and p in (P_REROLL, P_EXTRA),
    "reroll": lambda k, p: k == FR_PICK and p in (P_REROLL, P_EXTRA),
    "buy": lambda k, p: k == FR_WINDOW,
    "field": lambda k, p: k == FR_WINDOW,
    "use": lambda k, p: k in (FR_WINDOW, FR_DAMAGE, FR_REACT) or (k == FR_PICK and p in (P_REROLL, P_EXTRA)),
    "global": lambda k, p: k in (FR_WINDOW, FR_DAMAGE, FR_REACT),
    "end main": lambda k, p: k == FR_WINDOW and p == W_MAIN,
    "pass": lambda k, p: k in (FR_WINDOW, FR_DAMAGE, FR_REACT),
    "attack": lambda k, p: (k == FR_PICK and p == P_ATTACK) or (k == FR_WINDOW and p == W_START),
    "block": lambda k, p: k == FR_BLOCK,
    "assign": lambda k, p: k == FR_ASSIGN,
    "choose": lambda k, p: k in (FR_TRIGGERS, FR_EFFECT, FR_DAMAGE, FR_REACT),
    "split": lambda k, p: True,
}
