"""What holds now: bonuses, keywords, bans, duties, prices and protections, from texts in play and lasting effects.

Computed from their sources whenever they are asked for; nothing is applied and later taken back (6.2.1).
A lasting effect of the state is (clause, until, end, seat, die, times, aux, *dice).
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import (
    L_AUX,
    L_CLAUSE,
    L_DICE,
    L_DIE,
    L_SEAT,
    L_TIMES,
    Board,
)
from dicehall.dicemasters.effects.code import (
    BOTH,
    C_CANNOT,
    C_COPY,
    C_COSTS,
    C_FREE,
    C_GETS,
    C_HALF,
    C_KEYWORD,
    C_LIFE_PRICE,
    C_MUST,
    C_ONLY_TARGET,
    C_SET,
    NO_ATTACK,
    NO_BE_BLOCKED,
    NO_BLOCK,
    NO_BUY,
    NO_FIELD,
    NO_GLOBAL,
    NO_KO,
    NO_ONE_GLOBAL,
    NO_REROLL,
    NO_TARGET,
    NO_USE,
    ROLE_BLOCKING,
    SC_ACTIVE,
    SC_ALWAYS,
    YOURS,
    Bind,
    Clause,
    Matcher,
)
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.copying import (
    BURSTS,
    COPIED,
    SILENT,
    cards_with,
    copied_number,
    dice_with,
    speaking_card,
    text_card,
    voice,
)
from dicehall.dicemasters.effects.matching import amount_of, has_role, in_field, matches
from dicehall.dicemasters.holding import sleeps
from dicehall.dicemasters.sockets import (
    ATTACK,
    FIELDING,
    PURCHASE,
    V_ATTACK,
    V_BLOCK,
    V_BUY,
    V_FIELD,
    V_GLOBAL,
    V_REROLL,
    V_TARGET,
    V_USE,
    Contribution,
)
from dicehall.dicemasters.terms import ACTION, BASIC, F_CHARACTER, F_ENERGY, FIELD, S_ROLL, ZONES
from dicehall.kernel.errors import Reason

# sources of a targeting, one bit each
BY_ACTION: Final = 1
BY_GLOBAL: Final = 2
BY_ABILITY: Final = 4


def shows_burst(s: Board, die: int, wanted: int) -> bool:
    """Whether a die shows the bursts that a line asks for: 0 any face, 3 one or two (2.6.1)."""
    if wanted == 0:
        return True
    face = s.face[die]
    n = s.kit.f_bursts[face] if face >= 0 else 0
    return n == wanted or (wanted == 3 and n > 0)


def speakers(s: Board, c: Clause) -> list[tuple[int, int]]:
    """Who speaks a printed text now: seat and die. Once for each side if it speaks "while active" (7.2.2)."""
    kit = s.kit
    if s.effects and kit.runner.kinds[C_COPY]:
        return _speakers_and_copiers(s, c)
    if c.scope == SC_ALWAYS:
        return [(kit.card_seat[c.card], -1)]
    out: list[tuple[int, int]] = []
    where = s.where
    sides = 0  # that speak already, one bit each
    first = kit.card_first[c.card]
    for die in range(first, first + kit.card_total[c.card] - s.left[c.card]):  # the others are still on their card
        if where[die] % ZONES == FIELD and kit.f_kind[s.face[die]] != F_ENERGY:
            if c.burst and not shows_burst(s, die, c.burst):
                continue
            if c.never_burst and shows_burst(s, die, c.never_burst):
                continue
            seat = s.ctrl[die]
            if c.scope == SC_ACTIVE:
                side = 1 << kit.side_of[seat]
                if sides & side:
                    continue
                sides |= side
            out.append((seat, die))
    return out


def _speakers_and_copiers(s: Board, c: Clause) -> list[tuple[int, int]]:
    """The same while some die copies: "while active" a text speaks once for each side and card that has it."""
    kit = s.kit
    if c.scope == SC_ALWAYS:
        cards = cards_with(s, c.card)
        return [(kit.card_seat[x], -1 if x == c.card else kit.card_first[x]) for x in cards]
    out: list[tuple[int, int]] = []
    heard: list[tuple[int, int]] = []
    for die in dice_with(s, c.card):
        if not speaks(s, c, die) or kit.f_kind[s.face[die]] == F_ENERGY:
            continue
        key = (kit.side_of[s.ctrl[die]], kit.die_card[die])
        if c.scope != SC_ACTIVE or key not in heard:
            heard.append(key)
            out.append((s.ctrl[die], die))
    return out


def speaker_bind(s: Board, c: Clause, seat: int, die: int) -> Bind:
    """Whom a text means by "you", "this die" and "this card", for one of its speakers."""
    return Bind(seat, die, speaking_card(s, die, c.card))


def speaks(s: Board, c: Clause, die: int) -> bool:
    """Whether a die itself has this text, with the burst that it asks for."""
    if not s.effects or not s.kit.runner.kinds[C_COPY]:  # nobody copies
        if s.kit.die_card[die] != c.card or not in_field(s, die):
            return False
        if c.burst and not shows_burst(s, die, c.burst):
            return False
        return not (c.never_burst and shows_burst(s, die, c.never_burst))
    how = voice(s, die, c.card)
    if how == SILENT or not in_field(s, die):
        return False
    if how == COPIED:
        return not c.burst  # its own burst stays, that of the other is not copied (7.8.2)
    if c.burst and not shows_burst(s, die, c.burst):
        return False
    if how == BURSTS and not c.burst:
        return False
    return not (c.never_burst and shows_burst(s, die, c.never_burst))


def binds_on(s: Board, c: Clause, die: int) -> list[Bind]:
    """Each way in which a printed clause is about a die now."""
    if c.this:
        if not speaks(s, c, die):
            return []
        b = Bind(s.ctrl[die], die, s.kit.die_card[die])
        return [b] if c.cond is None or is_true(s, c.cond, b) else []
    assert c.subject is not None
    out: list[Bind] = []
    if not in_field(s, die) and not c.subject.zones:
        return out
    for seat, source in speakers(s, c):
        b = speaker_bind(s, c, seat, source)
        if matches(s, c.subject, die, b) and (c.cond is None or is_true(s, c.cond, b)):
            out.append(b)
    return out


def lasting_on(s: Board, kind: int, die: int) -> list[tuple[Clause, tuple[int, ...]]]:
    """The lasting effects of a kind that are about a die: named, or one of the group they mean."""
    out: list[tuple[Clause, tuple[int, ...]]] = []
    runner = s.kit.runner
    if not runner.kinds[kind]:
        return out
    clauses = runner.clauses
    for e in s.effects:
        c = clauses[e[L_CLAUSE]]
        if c.kind != kind:
            continue
        if c.subject is None:
            if die in e[L_DICE:]:
                out.append((c, e))
        elif in_field(s, die) and matches(s, c.subject, die, bind_of(s, e, c)) and not (s.held and sleeps(s, e)):
            out.append((c, e))
    return out


def lasts(s: Board, kind: int) -> bool:
    """Whether some lasting effect is of a kind."""
    clauses = s.kit.runner.clauses
    return any(clauses[e[L_CLAUSE]].kind == kind for e in s.effects)


def bind_of(s: Board, e: tuple[int, ...], c: Clause) -> Bind:
    return Bind(e[L_SEAT], e[L_DIE], speaking_card(s, e[L_DIE], c.card), aux=e[L_AUX])


# ---- numbers ---------------------------------------------------------------------------------------------------


def numbers_on(s: Board, number: int, die: int) -> list[Contribution]:
    """What texts and lasting effects add to the attack or defence of a die."""
    out: list[Contribution] = []
    runner = s.kit.runner
    titles = s.kit.titles
    own = s.kit.die_card[die]
    card = text_card(s, die) if s.effects else own
    for c in runner.standing[C_GETS]:
        value = c.a if number == ATTACK else c.d
        if value and (not c.this or c.card == card or c.card == own):
            for b in binds_on(s, c, die):
                n = value if c.per is None else value * amount_of(s, c.per, b)
                if n:
                    out.append((n, "6.2.4", f"{titles[c.card]}{c.label}"))
                    if runner.seen is not None:
                        runner.seen.add(("clause", c.id))
    if s.effects:
        for c, e in lasting_on(s, C_GETS, die):
            value = (c.a if number == ATTACK else c.d) * e[L_TIMES]
            if value:
                out.append((value, "6.2.4", f"{titles[c.card]}{c.label}"))
        if number == ATTACK:
            for c, e in lasting_on(s, C_SET, die):
                out.append((e[L_TIMES], "7.9.9", f"{titles[c.card]}{c.label}"))
    return out


def printed_number(s: Board, number: int, die: int, base: int) -> int:
    """The number on the face, or the one that is copied, halved where a text says so: before bonuses (6.2.5)."""
    if s.kit.runner.kinds[C_COPY]:
        base = copied_number(s, number, die, base)
    if s.kit.runner.kinds[C_HALF] and number != FIELDING and lasting_on(s, C_HALF, die):
        return base // 2
    return base


def has_keyword(s: Board, die: int, keyword: int) -> bool:
    """By its card, by a text that grants it or by a lasting effect; once is as good as twice (8.10.3)."""
    runner = s.kit.runner
    card = text_card(s, die)
    if keyword in runner.card_keywords[card]:
        if runner.seen is not None:
            runner.seen.add(("keyword", card * 100 + keyword))
        return True
    for c in runner.standing[C_KEYWORD]:
        if c.n == keyword and binds_on(s, c, die):
            if runner.seen is not None:
                runner.seen.add(("clause", c.id))
            return True
    if not s.effects or not runner.grants:
        return False
    return any(c.n == keyword for c, _ in lasting_on(s, C_KEYWORD, die))


def card_fits(s: Board, m: Matcher, card: int, b: Bind) -> bool:
    """Whether dice of a card are meant, where they still lie on it."""
    kind = s.kit.card_kind[card]
    action = kind in (ACTION, BASIC)
    if (m.kind == 0 and action) or (m.kind == 1 and not action):
        return False
    if m.cards is not None and not m.cards[card]:
        return False
    if m.of_card == 3:
        return card == b.aux
    return not m.of_card or (card == b.card) == (m.of_card == 1)


def price_voices(s: Board, number: int, seat: int) -> list[tuple[Clause, Bind]]:
    """The texts that change prices of a kind for a seat now, each with who speaks."""
    out: list[tuple[Clause, Bind]] = []
    clauses = s.kit.runner.standing[C_COSTS]
    if not clauses:
        return out
    left, total = s.left, s.kit.card_total
    for c in clauses:
        if c.verb != number:
            continue
        if c.scope == SC_ALWAYS or left[c.card] < total[c.card] or s.effects:  # otherwise no die could speak
            for speaker, die in speakers(s, c):
                if is_for(s, c, speaker, seat):
                    out.append((c, speaker_bind(s, c, speaker, die)))
    return out


def prices_on(
    s: Board, number: int, seat: int, subject: int, voices: list[tuple[Clause, Bind]] | None = None
) -> list[Contribution]:
    """What is added to the price of a card (purchase) or of a die (fielding) for a seat."""
    out: list[Contribution] = []
    runner = s.kit.runner
    if voices is None:
        voices = price_voices(s, number, seat)
    if not voices and not s.effects and not (number == FIELDING and runner.standing[C_FREE]):
        return out
    titles, side_of = s.kit.titles, s.kit.side_of
    low: list[tuple[Clause, int]] = []
    for c, b in voices:
        if is_priced(s, c, number, subject, b):
            if runner.seen is not None:
                runner.seen.add(("clause", c.id))
            if c.n:
                low.append((c, c.a))
            else:
                out.append((c.a, "3.3.2", f"{titles[c.card]}{c.label}"))
    clauses = runner.clauses
    for e in s.effects:
        c = clauses[e[L_CLAUSE]]
        if c.kind == C_COSTS and c.verb == number and side_of[e[L_SEAT]] == side_of[seat]:
            if c.subject is None or is_priced(s, c, number, subject, bind_of(s, e, c)):
                out.append((c.a, "3.3.2", f"{titles[c.card]}{c.label}"))
    if low:  # a discount that never takes the price below its minimum (8.9.2)
        price = s.kit.card_cost[subject] + sum(x[0] for x in out)
        for c, value in low:
            if price + value >= c.n:
                price += value
                out.append((value, "8.9.1", f"{titles[c.card]}{c.label}"))
    if number == FIELDING and runner.standing[C_FREE]:
        for c in runner.standing[C_FREE]:
            if _is_free(s, c, seat, subject):
                runner.note(c)
                price = s.printed(FIELDING, subject) + sum(x[0] for x in out)
                out.append((-price, "3.4.2", f"{titles[c.card]}{c.label}"))
                break
    return out


def _is_free(s: Board, c: Clause, seat: int, die: int) -> bool:
    """Whether a text lets a seat field a die for nothing."""
    assert c.subject is not None
    side_of = s.kit.side_of
    binds = [speaker_bind(s, c, source_seat, source) for source_seat, source in speakers(s, c)]
    return any(side_of[b.seat] == side_of[seat] for b in binds if matches(s, c.subject, die, b))


def is_for(s: Board, c: Clause, source_seat: int, seat: int) -> bool:
    """Whether a clause of a seat is about what another seat does."""
    if c.whose == BOTH:
        return True
    mine = s.kit.side_of[source_seat] == s.kit.side_of[seat]
    return mine == (c.whose == YOURS)


def is_priced(s: Board, c: Clause, number: int, subject: int, b: Bind) -> bool:
    if c.subject is None:
        return True
    if number == PURCHASE:
        return card_fits(s, c.subject, subject, b)
    if s.kit.die_card[subject] == 0:  # a Sidekick that is being fielded is no character yet (2.3.4), but it is meant
        return card_fits(s, c.subject, 0, b)
    return matches(s, c.subject, subject, b)


def life_price(s: Board, seat: int, thing: int, die: int = -1) -> int:
    """Life that using a thing (ACTION or GLOBAL) or fielding a die (FIELDED) costs a seat beside the rest."""
    runner = s.kit.runner
    total = 0
    for c in runner.standing[C_LIFE_PRICE]:
        if c.sources & thing:
            for source_seat, source in speakers(s, c):
                b = speaker_bind(s, c, source_seat, source)
                if is_for(s, c, source_seat, seat) and is_priced(s, c, FIELDING, die, b):
                    total += c.a
                    runner.note(c)
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_LIFE_PRICE and c.sources & thing and is_for(s, c, e[L_SEAT], seat):
            if is_priced(s, c, FIELDING, die, bind_of(s, e, c)):
                total += c.a
    return max(0, total)


# ---- bans and duties -------------------------------------------------------------------------------------------

VERB_BANS: Final = {
    V_ATTACK: NO_ATTACK,
    V_BLOCK: NO_BLOCK,
    V_FIELD: NO_FIELD,
    V_BUY: NO_BUY,
    V_GLOBAL: NO_GLOBAL,
    V_USE: NO_USE,
    V_REROLL: NO_REROLL,
    V_TARGET: NO_TARGET,
}
_WORDS: Final = {
    NO_ATTACK: "cannot attack",
    NO_BLOCK: "cannot block",
    NO_BE_BLOCKED: "cannot be blocked",
    NO_TARGET: "cannot be targeted",
    NO_KO: "cannot be KO'd",
    NO_BUY: "cannot be purchased",
    NO_FIELD: "cannot be fielded",
    NO_GLOBAL: "Global Abilities cannot be used",
    NO_USE: "cannot be used",
    NO_REROLL: "cannot be rerolled",
}


def bans(s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
    """Every text that stands against a verb; "cannot" beats "can" (1.4.2)."""
    runner = s.kit.runner
    if verb == V_BLOCK:
        out: list[Reason] = []
        if runner.bans[NO_BLOCK]:
            out = _die_bans(s, NO_BLOCK, subject, other)
        if runner.bans[NO_BE_BLOCKED]:
            out += _die_bans(s, NO_BE_BLOCKED, other, subject)
        return out
    if verb == V_TARGET:
        against = _die_bans(s, NO_TARGET, subject, other) if runner.bans[NO_TARGET] else []
        return against + _drawn_away(s, subject, other // 8) if runner.kinds[C_ONLY_TARGET] else against
    no = VERB_BANS[verb]
    if not runner.bans[no]:
        return []
    if no in (NO_BUY, NO_FIELD):
        return _card_bans(s, no, seat, subject if no == NO_BUY else s.kit.die_card[subject])
    if no in (NO_GLOBAL, NO_USE, NO_REROLL):
        return _seat_bans(s, no, seat)
    return _die_bans(s, no, subject, other)


def cannot_be_kod(s: Board, die: int) -> bool:
    return s.kit.runner.bans[NO_KO] and bool(_die_bans(s, NO_KO, die, -1))


def unblockable(s: Board, die: int) -> bool:
    """Whether a die cannot be blocked by anybody."""
    if not s.kit.runner.bans[NO_BE_BLOCKED]:
        return False
    texts = [c for c in s.kit.runner.standing[C_CANNOT] if binds_on(s, c, die)]
    texts += [c for c, _ in lasting_on(s, C_CANNOT, die)]
    return any(c.verb == NO_BE_BLOCKED and c.by is None for c in texts)


def _die_bans(s: Board, no: int, die: int, other: int) -> list[Reason]:
    runner = s.kit.runner
    out: list[Reason] = []
    name = s.kit.names[s.kit.die_card[die]]
    for c in runner.standing[C_CANNOT]:
        if c.verb == no:
            for b in binds_on(s, c, die):
                if _ban_bites(s, c, die, other, b):
                    out.append(_reason(s, c, name))
    if s.effects:
        for c, e in lasting_on(s, C_CANNOT, die):
            if c.verb == no and _ban_bites(s, c, die, other, bind_of(s, e, c)):
                out.append(_reason(s, c, name))
    return out


def _ban_bites(s: Board, c: Clause, die: int, other: int, b: Bind) -> bool:
    if c.n == ROLE_BLOCKING and c.verb == NO_KO and not has_role(s, die, ROLE_BLOCKING):
        return False
    if c.verb == NO_TARGET:  # other: who targets, and by what
        seat, source = divmod(other, 8)
        if c.sources and not c.sources & source:
            return False
        return c.whose == BOTH or s.kit.side_of[seat] != s.kit.side_of[b.seat]
    if c.by is None:
        return True
    fits = other >= 0 and matches(s, c.by, other, b)
    return not fits if c.a else fits  # a: only those may


def is_lifted(s: Board, c: Clause, seat: int) -> bool:
    """Whether the side of a seat has bought itself off from a ban (7.9.10)."""
    if c.lift < 0 or not s.effects:
        return False
    side_of = s.kit.side_of
    return any([e[L_CLAUSE] == c.lift and side_of[e[L_SEAT]] == side_of[seat] for e in s.effects])


def is_barred(s: Board, card: int) -> bool:
    """Whether the Global Ability of a card cannot be used by anybody this turn."""
    runner = s.kit.runner
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_CANNOT and c.verb == NO_ONE_GLOBAL and e[L_AUX] == card:
            return True
    return False


def _drawn_away(s: Board, die: int, seat: int) -> list[Reason]:
    """Texts by which a seat can target no character but another one; a carrier that is captured draws nobody."""
    runner = s.kit.runner
    out: list[Reason] = []
    if s.kit.f_kind[s.face[die]] != F_CHARACTER:
        return out
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_ONLY_TARGET and s.kit.side_of[e[L_SEAT]] != s.kit.side_of[seat]:
            if die not in e[L_DICE:] and any(in_field(s, d) for d in e[L_DICE:]):
                if runner.seen is not None:
                    runner.seen.add(("clause", c.id))
                text = f"{s.kit.names[s.kit.die_card[e[L_DICE]]]} alone can be targeted"
                out.append(Reason(f"{text}: {s.kit.titles[c.card]}{c.label}", "1.4.2"))
    return out


def _card_bans(s: Board, no: int, seat: int, card: int) -> list[Reason]:
    runner = s.kit.runner
    out: list[Reason] = []
    name = s.kit.names[card]
    for c in runner.standing[C_CANNOT]:
        if c.verb == no and c.subject is not None and not is_lifted(s, c, seat):
            for source, die in speakers(s, c):
                b = speaker_bind(s, c, source, die)
                if is_for(s, c, source, seat) and card_fits(s, c.subject, card, b):
                    out.append(_reason(s, c, name))
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_CANNOT and c.verb == no and c.subject is not None:
            if (
                is_for(s, c, e[L_SEAT], seat)
                and card_fits(s, c.subject, card, bind_of(s, e, c))
                and (c.scope != SC_ACTIVE or is_active(s, c.card, e[L_SEAT]))
            ):
                out.append(_reason(s, c, name))
    return out


def _seat_bans(s: Board, no: int, seat: int) -> list[Reason]:
    runner = s.kit.runner
    out: list[Reason] = []
    for c in runner.standing[C_CANNOT]:
        if c.verb == no and any(is_for(s, c, source_seat, seat) for source_seat, _ in speakers(s, c)):
            if is_lifted(s, c, seat) or (no == NO_REROLL and c.n and s.step != S_ROLL):
                continue
            out.append(_reason(s, c, ""))
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_CANNOT and c.verb == no and is_for(s, c, e[L_SEAT], seat):
            out.append(_reason(s, c, ""))
    return out


def _reason(s: Board, c: Clause, name: str) -> Reason:
    seen = s.kit.runner.seen
    if seen is not None:
        seen.add(("clause", c.id))
    words = _WORDS[c.verb]
    text = f"{name} {words}" if name else words
    if c.verb == NO_BE_BLOCKED and c.by is not None:
        text += " by that die"
    return Reason(f"{text}: {s.kit.titles[c.card]}{c.label}", "1.4.2")


def is_active(s: Board, card: int, seat: int) -> bool:
    """Whether a die of the card, or one that copies it, lies in the field of the seat's side (7.2.1)."""
    kit = s.kit
    side = kit.side_of[seat]
    return any([in_field(s, die) and kit.side_of[s.ctrl[die]] == side for die in dice_with(s, card)])


def duties(s: Board, verb: int, die: int) -> list[int]:
    """Why a die must attack (0) or block (1): for each text the die that it must block, -1 for any."""
    runner = s.kit.runner
    out: list[int] = []
    for c in runner.standing[C_MUST]:
        if c.verb == verb:
            found = [-1] * len(binds_on(s, c, die))
            if found:
                runner.note(c)
            out += found
    if s.effects:
        for c, e in lasting_on(s, C_MUST, die):
            if c.verb == verb:
                out.append(e[L_AUX])
    return out
