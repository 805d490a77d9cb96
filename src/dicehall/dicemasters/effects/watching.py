"""Which texts an event sets off, with the facts they need. Rules 7.4.

Each die speaks for itself; a "while active" text speaks once for each side that has its card active (7.2.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dicehall.dicemasters.board import L_AUX, L_CLAUSE, L_DICE, L_DIE, L_SEAT, Board
from dicehall.dicemasters.damage import AS_ATTACKER, AS_BLOCKER, AS_ENGAGED, AS_TEXT
from dicehall.dicemasters.effects.code import (
    C_WATCH,
    EV_ASSIGNED_LETHAL,
    EV_ATTACKS,
    EV_BLOCKED,
    EV_BLOCKED_BY,
    EV_BLOCKS,
    EV_DAMAGED,
    EV_DAMAGES,
    EV_ENGAGED,
    EV_FIELDED,
    EV_FIELDS,
    EV_KOD,
    EV_KOS,
    EV_MOMENT,
    EV_NOT_BLOCKED,
    EV_PURCHASED,
    EV_ROLLED,
    EV_USES,
    EV_YOU_ATTACK,
    OPPOSING,
    ROLE_ANY,
    ROLE_ATTACKING,
    ROLE_BLOCKING,
    SC_ACTIVE,
    SC_ALWAYS,
    SC_GLOBAL,
    YOURS,
    Bind,
    Matcher,
    Watch,
)
from dicehall.dicemasters.effects.copying import (
    BURSTS,
    COPIED,
    OWN,
    cards_with,
    dice_with,
    speaking_card,
    text_card,
    voice,
    voice_of,
)
from dicehall.dicemasters.effects.interrupting import shielded
from dicehall.dicemasters.effects.matching import blockers_of, in_field, matches
from dicehall.dicemasters.sockets import ACTION, PK_COMBAT, Trigger
from dicehall.dicemasters.terms import (
    F_ENERGY,
    FIELD,
    M_FIELDED,
    M_KIND,
    WIN_ATTACKS,
    WIN_KO,
    WIN_PURCHASED,
    WIN_ROLLED,
    WIN_USING,
    ZONES,
)

_ROLE_BITS: Final = {ROLE_ATTACKING: AS_ATTACKER, ROLE_BLOCKING: AS_BLOCKER}


def watch(s: Board, window: int, a: int, b: int, xs: tuple[int, ...]) -> list[Trigger]:
    """The triggers of an event, in the order of cards and dice."""
    runner = s.kit.runner
    out: list[Trigger] = []
    own = runner.by_card[window]
    if own:
        subject = a if window == WIN_ATTACKS else b
        card = s.kit.die_card[subject]
        text = text_card(s, subject) if s.effects else card
        for w in own.get(text, ()):
            _by_dice(s, w, a, b, xs, out, [subject])
        if text != card:  # of its own card the burst lines are left (7.8.6)
            for w in own.get(card, ()):
                _by_dice(s, w, a, b, xs, out, [subject])
    left, total = s.left, s.kit.card_total
    for w in runner.by_window[window]:
        if w.scope == SC_GLOBAL:
            _by_table(s, w, a, b, xs, out)
        elif left[w.card] == total[w.card] and w.scope != SC_ALWAYS and not s.effects:
            continue  # no die of the card could speak
        elif w.this and w.scope not in (SC_ACTIVE, SC_ALWAYS):
            dice = dice_with(s, w.card)
            if window == WIN_KO and was_text(xs) == w.card and a not in dice:  # it copied this text when it fell
                dice = [*dice, a]
            _by_dice(s, w, a, b, xs, out, dice)
        else:
            _by_card(s, w, a, b, xs, out)
    if s.effects and runner.later:
        clauses = runner.clauses
        for e in s.effects:
            c = clauses[e[L_CLAUSE]]
            if c.kind == C_WATCH and runner.watches[c.watch].window == window:
                w = runner.watches[c.watch]
                card = speaking_card(s, e[L_DIE], c.card)
                named = (len(e) - L_DICE, *e[L_DICE:])
                bind = Bind(e[L_SEAT], e[L_DIE], card, window, (a, b, *xs), named, e[L_AUX])
                if w.event == EV_KOS and w.this and not in_field(s, e[L_DIE]):
                    continue  # who has been knocked out itself does not speak of whom it knocks out (6.3.3)
                for facts in _events(s, w, window, a, b, xs, bind):
                    kept = named if runner.programs[w.programs[0]].kept else ()
                    out.append((e[L_SEAT], card, e[L_DIE], w.programs[0], window, facts[0], facts[1], kept + facts[2]))
    return out


def _by_dice(s: Board, w: Watch, a: int, b: int, xs: tuple[int, ...], out: list[Trigger], dice: list[int]) -> None:
    """Each die of the card that the event is about."""
    kit, where = s.kit, s.where
    window = w.window
    for die in dice:
        gone = (window == WIN_KO and a == die) or (window == WIN_PURCHASED and b == die)
        if window == WIN_ROLLED and a == die:
            seat, face = s.owner[die], xs[0]
        elif gone:
            seat = xs[2] if window == WIN_KO else a
            face = xs[0] if window == WIN_KO else -1
        elif where[die] % ZONES == FIELD and kit.f_kind[s.face[die]] != F_ENERGY:
            seat, face = s.ctrl[die], s.face[die]
        else:
            continue
        if gone and window == WIN_KO:  # with the text that it had then
            how = voice_of(kit.die_card[die], was_text(xs), w.card)
        else:
            how = voice(s, die, w.card)
        program = program_of(w, how, kit.f_bursts[face] if face >= 0 else 0)
        if program < 0:
            continue
        card = kit.die_card[die]
        bind = Bind(seat, die, card, window, (a, b, *xs))
        for facts in _events(s, w, window, a, b, xs, bind):
            if w.limit and not _first(s, w, die):
                continue
            out.append((seat, card, die, program, window, facts[0], facts[1], facts[2]))


def program_of(w: Watch, how: int, bursts: int) -> int:
    """The program with which a die answers an event, -1 if it has none. A copied text comes without bursts (7.8.2)."""
    if how == OWN:
        return w.programs[bursts]
    if how == COPIED:
        return w.programs[0]
    return w.programs[bursts] if how == BURSTS and w.programs[0] < 0 else -1


def was_text(xs: tuple[int, ...]) -> int:
    """The card whose text a die had that was knocked out."""
    return xs[5] // AS_TEXT


def _by_table(s: Board, w: Watch, a: int, b: int, xs: tuple[int, ...], out: list[Trigger]) -> None:
    """A Global Ability that reacts: once for each seat that is the "you" of an event, the active side first."""
    kit = s.kit
    for seat in kit.seats_from[kit.seats_of[s.active][0]]:
        bind = Bind(seat, -1, w.card, w.window, (a, b, *xs))
        for facts in _events(s, w, w.window, a, b, xs, bind):
            if not (w.target and shielded(s, facts[0], seat)):
                out.append((seat, w.card, -1, w.programs[0], w.window, facts[0], facts[1], facts[2]))


def _by_card(s: Board, w: Watch, a: int, b: int, xs: tuple[int, ...], out: list[Trigger]) -> None:
    """Once for each side on which the card speaks."""
    for seat, die, burst in voices(s, w):
        program = w.programs[burst]
        if program < 0:
            continue
        card = s.kit.die_card[die]
        bind = Bind(seat, die, card, w.window, (a, b, *xs))
        for facts in _events(s, w, w.window, a, b, xs, bind):
            if w.limit and not _first(s, w, die if w.limit == 2 else -1):
                continue
            speaker = die
            if w.event == EV_DAMAGED and facts[1] >= 0 and text_card(s, facts[1]) == w.card and in_field(s, facts[1]):
                speaker = facts[1]  # the die that was hit speaks
            out.append((seat, card, speaker, program, w.window, facts[0], facts[1], facts[2]))
            if w.scope == SC_ACTIVE and w.event == EV_DAMAGED:
                break  # once, whoever of them was hit (7.2.2)


def voices(s: Board, w: Watch) -> list[tuple[int, int, int]]:
    """Who speaks: seat, die, bursts. For an active card its first die; a burst counts if any die shows it (2.6.5)."""
    kit = s.kit
    if w.scope == SC_ALWAYS:
        return _voices_always(s, w)
    out: list[tuple[int, int, int]] = []
    where = s.where
    for die in dice_with(s, w.card):
        if where[die] % ZONES != FIELD or kit.f_kind[s.face[die]] == F_ENERGY:
            continue  # a card must still be active after the KOs (6.3.3)
        seat, face = s.ctrl[die], s.face[die]
        burst = kit.f_bursts[face]
        how = voice(s, die, w.card)
        if how == COPIED:
            burst = 0
        elif how == BURSTS and w.programs[0] >= 0:
            continue
        if w.scope == SC_ACTIVE:
            side, card = kit.side_of[seat], kit.die_card[die]
            old = len(out) - 1
            while old >= 0 and (kit.side_of[out[old][0]] != side or kit.die_card[out[old][1]] != card):
                old -= 1
            if old >= 0:
                if burst and not out[old][2] and w.programs[burst] != w.programs[0]:
                    out[old] = (out[old][0], out[old][1], burst)
                continue
        out.append((seat, die, burst))
    return out


def _voices_always(s: Board, w: Watch) -> list[tuple[int, int, int]]:
    return [(s.kit.card_seat[card], s.kit.card_first[card], 0) for card in cards_with(s, w.card)]


def _first(s: Board, w: Watch, die: int) -> bool:
    """Whether the limit still allows it; it has then been used (7.4.5)."""
    key = w.id * 1000 + (die + 1 if w.limit == 2 else 0)
    if key in s.once:
        return False
    s.once = [*s.once, key]
    return True


def _first_fielding(s: Board, seat: int) -> bool:
    """Whether the seat's side has fielded nothing else this turn (7.4.5)."""
    seats = s.kit.seats_of[s.kit.side_of[seat]]
    return sum([s.memory.count(M_FIELDED * M_KIND + x) for x in seats]) == 1


Facts = tuple[int, int, tuple[int, ...]]


def _events(s: Board, w: Watch, window: int, a: int, b: int, xs: tuple[int, ...], bind: Bind) -> list[Facts]:
    """The events of a window that a text waits for: none, one, or one for each die that is concerned."""
    kit = s.kit
    event = w.event
    whole: list[Facts] = [(a, b, xs)]
    if event == EV_MOMENT:
        mine = kit.side_of[bind.seat] == s.active
        if (w.whose == YOURS and not mine) or (w.whose == OPPOSING and mine):
            return []
        return whole
    if event == EV_ROLLED:
        return whole if a == bind.die else []
    if event == EV_FIELDED or event == EV_PURCHASED:
        return whole if b == bind.die else []
    if event == EV_FIELDS:
        if not _whose_seat(s, w.whose, a, bind.seat) or (w.first and not _first_fielding(s, a)):
            return []
        return whole if w.match is None or matches(s, w.match, b, bind) else []
    if event == EV_ATTACKS:
        return whole if a == bind.die and (not w.alone or len(xs) == 1) else []
    if event == EV_YOU_ATTACK:
        if kit.side_of[bind.seat] != s.active:
            return []
        return whole if _how_many(s, w.match, xs, bind) >= max(1, w.n) else []
    if event in (EV_BLOCKS, EV_BLOCKED, EV_BLOCKED_BY, EV_ENGAGED, EV_NOT_BLOCKED):
        return _block_events(s, w, a, b, xs, bind)
    if event == EV_DAMAGED or event == EV_DAMAGES:
        n = 4 * a
        with as_it_was(s, xs[n:]):
            return _damage_events(s, w, xs[:n], bind)
    if event == EV_KOD or event == EV_KOS:
        return _ko_events(s, w, a, b, xs, bind)
    if event == EV_ASSIGNED_LETHAL:
        if kit.side_of[bind.seat] != s.active:
            return []
        mine_hits = 0
        for i in range(0, len(xs), 4):
            if xs[i + 1] == bind.die:
                mine_hits += xs[i + 2]
        return [(bind.die, -1, ())] if mine_hits and s.damage[bind.die] + mine_hits >= s.defence_of(bind.die) else []
    if event == EV_USES:
        if window == WIN_USING and (b >= 0) != (w.n == ACTION):
            return []
        return whole if _whose_seat(s, w.whose, a, bind.seat) else []
    return []


def _how_many(s: Board, m: Matcher | None, dice: tuple[int, ...], bind: Bind) -> int:
    return len(dice) if m is None else len([d for d in dice if matches(s, m, d, bind)])


def _whose_seat(s: Board, whose: int, seat: int, mine: int) -> bool:
    same = s.kit.side_of[seat] == s.kit.side_of[mine]
    return (whose != YOURS or same) and (whose != OPPOSING or not same)


def _block_events(s: Board, w: Watch, a: int, b: int, xs: tuple[int, ...], bind: Bind) -> list[Facts]:
    die = bind.die
    if w.event == EV_BLOCKS:
        return [(die, -1, ())] if die in xs[::2] else []
    if w.event == EV_ENGAGED:
        return [(die, -1, ())] if die in xs else []
    if w.event == EV_NOT_BLOCKED:
        return [(die, -1, ())] if die in s.attackers and die not in xs[1::2] else []
    blockers = blockers_of(s, die)
    if w.event == EV_BLOCKED:
        return [(die, -1, ())] if blockers and (not w.n or len(blockers) == w.n) else []
    return [(die, x, ()) for x in blockers if w.match is None or matches(s, w.match, x, bind)]


def _damage_events(s: Board, w: Watch, xs: tuple[int, ...], bind: Bind) -> list[Facts]:
    """Facts: source, recipient, (amount). One event for each die that was hit, or for each die that hit (6.1.5)."""
    kit = s.kit
    out: list[Facts] = []
    side = kit.side_of[bind.seat]
    if w.combat and s.step != 3:
        return out
    if w.event == EV_DAMAGED:
        hit: dict[tuple[int, int], int] = {}
        for i in range(0, len(xs), 4):
            source, recipient, amount = xs[i], xs[i + 1], xs[i + 2]
            if recipient < 0:
                fits = w.sides and -1 - recipient == side
            elif w.this:
                own = text_card(s, recipient) == w.card and kit.side_of[s.ctrl[recipient]] == side
                fits = own if w.scope == SC_ACTIVE else recipient == bind.die
            else:
                fits = w.match is not None and matches(s, w.match, recipient, bind)
            if fits and w.by is not None:
                fits = source >= 0 and matches(s, w.by, source, bind)
            if fits:  # one event for each die that was hit; where the hitting die matters, for each of those
                key = (source if w.by is not None else -1, recipient)
                hit[key] = hit.get(key, 0) + amount
        return [(source, r, (n,)) for (source, r), n in hit.items()]
    done: dict[int, int] = {}
    whom: dict[int, int] = {}
    for i in range(0, len(xs), 4):
        source, recipient, amount = xs[i], xs[i + 1], xs[i + 2]
        if source < 0 or not (source == bind.die if w.this else w.by is not None and matches(s, w.by, source, bind)):
            continue
        if recipient < 0:
            fits = w.sides and -1 - recipient != side
        else:
            fits = w.match is not None and matches(s, w.match, recipient, bind)
        if fits:
            done[source] = done.get(source, 0) + amount
            whom.setdefault(source, recipient)
    return [(src, whom[src], (n,)) for src, n in done.items()]


def _ko_events(s: Board, w: Watch, a: int, b: int, xs: tuple[int, ...], bind: Bind) -> list[Facts]:
    """Facts: the die, the cause, (face, damage, controller, A, D, role, number engaged, engaged..., doers...)."""
    role = xs[5]
    if w.event == EV_KOD:
        if w.role != ROLE_ANY and not role & _ROLE_BITS.get(w.role, AS_ENGAGED):
            return []
        if w.this:
            return [(a, b, xs)] if a == bind.die else []
        assert w.match is not None
        return [(a, b, xs)] if _was(s, w.match, a, xs, bind) else []
    foes, doers = xs[7 : 7 + xs[6]], xs[7 + xs[6] :]
    assert w.match is not None
    if not _was(s, w.match, a, xs, bind):
        return []
    out: list[Facts] = []
    for i in range(0, len(doers), 2):
        die, combat = doers[i], doers[i + 1]
        if die < 0 or die == a or (w.combat and not combat & PK_COMBAT):
            continue
        if w.this:
            if die != bind.die:
                continue
        elif w.by is None or not matches(s, w.by, die, bind):
            continue
        if w.role == ROLE_BLOCKING and not (die in s.blocks[::2] or (role & AS_ATTACKER and die in foes)):
            continue  # the attacker that it blocked has left, it blocked all the same
        out.append((a, b, (*xs[:5], role, 1, die)))
    return out


def _was(s: Board, m: Matcher, die: int, xs: tuple[int, ...], bind: Bind) -> bool:
    """Whether a die that was knocked out was one of those meant, as it was then."""
    if m.role != ROLE_ANY and not xs[5] & _ROLE_BITS.get(m.role, AS_ENGAGED):
        return False
    with as_it_was(s, (die, xs[2] * ZONES + FIELD, xs[0], xs[2])):
        return matches(s, m, die, bind, False)


@contextmanager
def as_it_was(s: Board, facts: tuple[int, ...]) -> Iterator[None]:
    """Looks at dice as they were: facts are die, where it lay, its face, its controller, and so on."""
    rows = [(facts[i], facts[i + 1], facts[i + 2], facts[i + 3]) for i in range(0, len(facts), 4)]
    gone = [(d, s.where[d], s.face[d]) for d, where, _, _ in rows if s.where[d] != where]
    ctrl = s.ctrl
    if not gone:
        yield
        return
    s.ctrl = ctrl[:]
    for die, where, face, seat in rows:
        s.where[die], s.face[die], s.ctrl[die] = where, face, seat
    try:
        yield
    finally:
        s.ctrl = ctrl
        for die, where, face in gone:
            s.where[die], s.face[die] = where, face
