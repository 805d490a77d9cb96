"""The moves that speak to abilities: `use X on A`, `global X x2 on A with B`, `choose ...`."""

from __future__ import annotations

import re

from dicehall.dicemasters.damage import packets_of
from dicehall.dicemasters.describe import question_text, trigger_word
from dicehall.dicemasters.effects.interrupting import OnPacket, damage_below
from dicehall.dicemasters.effects.matching import resolve
from dicehall.dicemasters.effects.ops import bind
from dicehall.dicemasters.effects.picking import ChooseFace
from dicehall.dicemasters.explain import explain, why_not_use
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_CARD,
    A_DIE,
    A_DOWN,
    A_FACE,
    A_GLOBAL,
    A_NO,
    A_NUMBER,
    A_TYPE,
    A_UP,
    A_USE,
    A_YES,
    A_ZONE,
    DONE,
    ENERGY_NAMES,
    F_ACTION,
    FIELD,
    FR_DAMAGE,
    FR_REACT,
    FR_TRIGGERS,
    PASS,
    RESERVE,
    ZONE_NAMES,
    ZONES,
)
from dicehall.kernel.errors import AmbiguousName, IllegalAction, InvalidInput, Reason
from dicehall.notation.dm.answers import listed_dice, listed_sides, make_line, means, must_differ, op_of, runner_of
from dicehall.notation.dm.dice import (
    card_names,
    face_named,
    fitting,
    of_set,
    pick_card,
    pick_dice,
    seat_named,
)
from dicehall.notation.dm.orders import Move, read_with
from dicehall.notation.words import Reader, Spec, match_names

REACTIONS = (FR_DAMAGE, FR_REACT)
WORDS = {"none": (DONE, A_NO, PASS), "no": (A_NO, PASS), "yes": (A_YES,), "up": (A_UP,), "down": (A_DOWN,)}


# ---- use and global -------------------------------------------------------------------------------------------


def use_move(s: DMState, seat: int, r: Reader) -> Move:
    spec = r.spec()
    names = r.specs() if r.word("on") else []
    pay = read_with(s, seat, r)
    r.finish()
    actions = [d for d in s.zone(seat, RESERVE) if s.kit.f_kind[s.face[d]] == F_ACTION]
    actions += [a - A_USE for a in s.legal if A_USE <= a < A_GLOBAL and a - A_USE not in actions]  # in the field
    try:
        die = pick_dice(s, [spec], actions, seat, "in your Reserve Pool on an action face")[0]
    except InvalidInput:
        found = fitting(s, spec, range(s.kit.n_dice), seat)
        if found and not [d for d in found if d in actions]:
            here = [d for d in found if s.zone_of(d) == FIELD or s.lies_on(d)] or found
            raise IllegalAction(explain(s, A_USE + here[0]) or why_not_use(s, seat, found[0])) from None
        raise
    if not s.is_legal(A_USE + die):
        raise IllegalAction(explain(s, A_USE + die))
    kind = "used" if s.zone_of(die) == RESERVE or runner_of(s).waits(s, die) else "ability"
    return make_line(s, seat, names, pay, lambda line: line.begin(A_USE + die, kind), s.kit.titles[s.kit.die_card[die]])


def global_move(s: DMState, seat: int, r: Reader) -> Move:
    spec = r.spec()
    names = r.specs() if r.word("on") else []
    pay = read_with(s, seat, r)
    r.finish()
    card = card_with_global(s, seat, spec._replace(times=1))
    action = A_GLOBAL + card + (spec.times - 1) * A_BATCH
    if not s.is_legal(action):
        raise IllegalAction(explain(s, action))
    return make_line(s, seat, names, pay, lambda line: line.begin(action, "global"), s.kit.titles[card])


def card_with_global(s: DMState, seat: int, spec: Spec) -> int:
    """The card whose Global Ability is meant: one that can be used now before others, one's own before others."""
    has = [] if s.kit.abilities is None else [g.card for g in runner_of(s).globals]
    among = [c for c in has if of_set(s, spec.source, c)]
    if spec.seat:
        among = [c for c in among if s.kit.card_seat[c] == seat_named(s, spec.seat)]
    found = match_names(spec.name, dict.fromkeys(among), lambda c: card_names(s, c))
    legal = [c for c in found if s.is_legal(A_GLOBAL + c)]
    found = legal or found
    if len({s.kit.titles[c] for c in found}) == 1 and len({_id(s, c) for c in found}) == 1:
        return next((c for c in found if s.kit.card_seat[c] == seat), found[0])
    return pick_card(s, spec, found or range(1, s.kit.n_cards), "the card")


def _id(s: DMState, card: int) -> str:
    found = s.kit.cards[card]
    return "" if found is None else found.id


# ---- choose ---------------------------------------------------------------------------------------------------


def choose_move(s: DMState, seat: int, r: Reader) -> Move:
    if s.stack[-1][0] == FR_TRIGGERS:
        return _trigger(s, seat, r)
    word = r.word(*WORDS)
    if word:
        return _word(s, seat, r, word)
    code = _other_answer(s, r)
    if code >= 0:
        pay = read_with(s, seat, r)
        r.finish()
        if not s.is_legal(code):
            raise IllegalAction(explain(s, code))
        return make_line(s, seat, [], pay, lambda line: line.answer(code))
    specs = r.specs()
    must_differ(specs)
    pay = read_with(s, seat, r)
    r.finish()
    if s.stack[-1][0] in REACTIONS:
        return _reaction(s, seat, specs, pay)
    if not listed_dice(s) and not listed_sides(s):
        raise IllegalAction([Reason(f"no die and no player is asked for: {asks_now(s)}", "7.9.1")])
    return make_line(s, seat, specs, pay, lambda line: line.join())


def asks_now(s: DMState) -> str:
    return question_text(s).rstrip(".")


def _word(s: DMState, seat: int, r: Reader, word: str) -> Move:
    pay = read_with(s, seat, r)
    r.finish()
    if s.stack[-1][0] in REACTIONS and word == "yes":
        return _reaction(s, seat, [], pay)
    fits = [code for code in WORDS[word] if code in s.legal]
    if not fits:
        raise IllegalAction([Reason(f"'{word}' is not an answer to this: {asks_now(s)}", "7.9.1")])
    return make_line(s, seat, [], pay, lambda line: line.answer(fits[0]))


def _reaction(s: DMState, seat: int, specs: list[Spec], pay: list[int] | None) -> Move:
    """A reaction inside a damage event, by the die or card whose text it is; or the only one."""
    dice = listed_dice(s)
    cards = [a - A_GLOBAL for a in s.legal if A_GLOBAL <= a < A_GLOBAL + A_BATCH]
    if not specs:
        found = [A_DIE + d for d in dice] + [A_GLOBAL + c for c in cards]
        if len(found) > 1:
            words = [s.kit.titles[s.kit.die_card[d]] for d in dice] + [s.kit.titles[c] for c in cards]
            raise AmbiguousName("yes", words)
        code = found[0]
    elif fitting(s, specs[0], dice, seat):
        code = A_DIE + pick_dice(s, specs[:1], dice, seat, "whose text could be used")[0]
    else:
        code = A_GLOBAL + pick_card(s, specs[0], cards, "the card")
    kind = "global" if code >= A_GLOBAL else "ability"
    return make_line(s, seat, specs[1:], pay, lambda line: line.begin(code, kind))


def _trigger(s: DMState, seat: int, r: Reader) -> Move:
    """Which effect is next: by the card it is of, or by its place in the list."""
    place = _number(r)
    if place is not None:
        r.finish()
        if not 1 <= place <= len(s.legal):
            raise InvalidInput(f"there are {len(s.legal)} effects to choose from, not {place}")
        return Move((s.legal[place - 1],))
    spec = r.spec()
    r.finish()
    among = {s.queue[a][1]: a for a in reversed(s.legal)}
    card = pick_card(s, spec._replace(number=0, face=""), list(among), "the card")
    same = [a for a in s.legal if s.queue[a][1] == card]
    if not spec.number and not spec.face:
        if len({s.queue[a][2] for a in same}) > 1:
            raise AmbiguousName(str(spec), [trigger_word(s, a) for a in same])
        return Move((same[0],))
    found = [a for a in same if s.queue[a][2] >= 0 and means(s, spec, s.queue[a][2], seat)]
    if not found:
        there = ", ".join(trigger_word(s, a) for a in same)
        raise IllegalAction([Reason(f"no effect of {spec} waits to be chosen: there is {there}", "7.4.1")])
    if len({s.queue[a][2] for a in found}) > 1:
        raise AmbiguousName(str(spec), [trigger_word(s, a) for a in found])
    return Move((found[0],))


def _number(r: Reader) -> int | None:
    """A whole number and nothing else, up to the end of the line or `with`."""
    r.space()
    m = re.compile(r"\d{1,6}(?=\s*$|\s+with\b)").match(r.text, r.at)
    if m is None:
        return None
    r.at = m.end()
    return int(m.group())


def _other_answer(s: DMState, r: Reader) -> int:
    """A number, an energy type, a face, a place or a card, where that is asked for; else -1."""
    first = max(s.legal)
    if first >= A_CARD:
        return A_CARD + _card(s, r.spec(), [a - A_CARD for a in s.legal])
    if first >= A_NUMBER:
        return _packet(s, r)
    if A_ZONE <= first < A_ZONE + ZONES:
        places = [ZONE_NAMES[a - A_ZONE] for a in s.legal]
        word = r.word(*places)
        if not word:
            raise InvalidInput(f"a place is asked for: {', '.join(places)}")
        return A_ZONE + ZONE_NAMES.index(word)
    if A_FACE <= first < A_FACE + 6:
        return _face(s, r)
    if A_TYPE <= first < A_TYPE + len(ENERGY_NAMES):
        word = r.word(*ENERGY_NAMES)
        if not word:
            raise InvalidInput(f"an energy type is asked for: {', '.join(ENERGY_NAMES[a - A_TYPE] for a in s.legal)}")
        return A_TYPE + ENERGY_NAMES.index(word)
    return -1


def _card(s: DMState, spec: Spec, among: list[int]) -> int:
    """A card on the table; where a name is asked for, any card of that name."""
    found = match_names(spec.name, among, lambda c: card_names(s, c))
    if not found:
        named = {s.kit.names[c] for c in match_names(spec.name, range(s.kit.n_cards), lambda c: card_names(s, c))}
        found = [c for c in among if s.kit.names[c] in named]
    return pick_card(s, spec, found or among, "the card")


def _packet(s: DMState, r: Reader) -> int:
    """A part of the damage that is going on, by the die that deals it, or by its place."""
    number = _number(r)
    if number is not None:
        return A_NUMBER + number
    spec = r.spec()
    places = [a - A_NUMBER for a in s.legal]
    packets = packets_of(s.stack[damage_below(s)]) if isinstance(op_of(s), OnPacket) else []
    sources = [packets[i][0] for i in places if i < len(packets) and packets[i][0] >= 0]
    die = pick_dice(s, [spec], list(dict.fromkeys(sources)), s.asked, "that deals this damage")[0]
    return A_NUMBER + next(i for i in places if packets[i][0] == die)


def _face(s: DMState, r: Reader) -> int:
    """A face of the die that is turned: @2, or Hulk@2."""
    op = op_of(s)
    assert isinstance(op, ChooseFace)
    die = resolve(s, op.ref, bind(s, s.stack[-1]))[0]
    r.space()
    if r.text.startswith("@", r.at):
        m = re.compile(r"@([A-Za-z0-9]+\*{0,2})").match(r.text, r.at)
        if m is None:
            raise InvalidInput("expected a face after '@': @2, @fist, @action*")
        r.at, word = m.end(), m.group(1).lower()
    else:
        spec = r.spec()
        if not fitting(s, spec._replace(face=""), [die], s.owner[die]):
            raise InvalidInput(f"the die that is turned is {s.kit.titles[s.kit.die_card[die]]}, not '{spec}'")
        if not spec.face:
            raise InvalidInput(f"'{spec}' needs the face to which it is turned: {spec}@...")
        word = spec.face
    return A_FACE + s.kit.f_same[face_named(s, s.kit.die_card[die], word)] % 6
