"""Uses of abilities and answers to them as lines of notation, and where one line ends and the next begins.

What is printed here is read back by choosing.py to the same steps; the payment is left out where it is the default.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.damage import packets_of
from dicehall.dicemasters.effects.interrupting import OnPacket, damage_below
from dicehall.dicemasters.effects.matching import resolve
from dicehall.dicemasters.effects.ops import bind
from dicehall.dicemasters.effects.picking import ChooseFace, Pick
from dicehall.dicemasters.energy import default_payment, units_of
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
    A_RITUAL,
    A_SIDE,
    A_TYPE,
    A_UP,
    A_USE,
    A_YES,
    A_ZONE,
    DONE,
    ENERGY_NAMES,
    FR_BLOCK,
    FR_EFFECT,
    FR_ORDER,
    FR_PAY,
    FR_PICK,
    FR_TRIGGERS,
    FR_WINDOW,
    NO_DIE,
    P_SEVERAL,
    PASS,
    ZONE_NAMES,
)
from dicehall.dicemasters.words import is_renumbered, number_of
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.state import Frame
from dicehall.notation.dm.answers import offered, op_of
from dicehall.notation.dm.choosing import REACTIONS, card_with_global
from dicehall.notation.dm.dice import card_word, die_word, face_word, reader
from dicehall.notation.dm.moves import parse_move

PLAIN = {A_NO: "no", A_YES: "yes", A_UP: "up", A_DOWN: "down"}


def dice_words(s: DMState, dice: Sequence[int], mover: int) -> str:
    return ", ".join(die_word(s, d, seat=d != NO_DIE and s.owner[d] != mover) for d in dice)


# ---- where a line ends ----------------------------------------------------------------------------------------


def line_length(s: DMState, actions: Sequence[int], prefers: Sequence[tuple[int, ...]] = ()) -> int:
    """How many of these steps, taken one after another from here, are one line of notation."""
    n = _longest(s, actions, prefers)
    first = _first_pick(s, actions[:n], prefers)
    if first < n and not _reads_back(s, actions[:n], prefers):
        return first  # what was picked stands in lines of its own
    return n


def _longest(s: DMState, actions: Sequence[int], prefers: Sequence[tuple[int, ...]]) -> int:
    begin, first = s.stack[-1], actions[0]
    if begin[0] == FR_WINDOW and first >= A_RITUAL:
        return 1
    t = s.clone()
    depth, cause = len(s.stack), begin[7]
    for i, action in enumerate(actions):
        if i:
            if t.wait is not Wait.DECISION or t.asked != begin[2]:
                return i
            if begin[0] in (FR_EFFECT, *REACTIONS) or (begin[0] in (FR_WINDOW, FR_PICK) and first >= A_USE):
                if not _goes_on(t, begin, first, action, cause):
                    return i
            elif not _same_move(t, begin, depth):
                return i
        t.apply(action, None, prefers[i] if i < len(prefers) else ())
        if i == 0 and (begin[0] in REACTIONS or (begin[0] in (FR_WINDOW, FR_PICK) and first >= A_USE)):
            kinds = ("used", "global", "ability")
            cause = next((e.seq for e in t.events if e.kind in kinds), t.events[0].seq)
        if begin[0] == FR_TRIGGERS or first == PASS:
            if begin[0] in (FR_TRIGGERS, FR_WINDOW, *REACTIONS):
                return 1
    return len(actions)


def _same_move(t: DMState, begin: Frame, depth: int) -> bool:
    """Whether the next step belongs to the move that began with a pick, a block, an assignment or an order."""
    f = t.stack[-1]
    if not t.mid:
        return False
    if begin[0] == FR_WINDOW:
        return (f[0] == FR_PAY and t.stack[-2][0] == FR_ORDER) or (f[0] == FR_PICK and f[3] == P_SEVERAL)
    return f[0] == begin[0] and len(t.stack) == depth and (f[0] == FR_BLOCK or f[3] == begin[3])


def _goes_on(t: DMState, begin: Frame, first: int, action: int, cause: int) -> bool:
    """Whether the next step is answered by the line of an ability: a payment, or a die or player."""
    f = t.stack[-1]
    if f[0] == FR_PAY:
        return t.stack[-2][0] == FR_EFFECT and t.stack[-2][7] == cause
    if f[0] != FR_EFFECT or f[7] != cause:
        return False
    op = op_of(t)
    if begin[0] == FR_EFFECT and f[1] != begin[1]:
        return False  # each question of a trigger has a line of its own
    if begin[0] in REACTIONS and first < A_GLOBAL:
        return False
    if action == DONE:
        return isinstance(op, Pick) and bool(op.picked(f))
    return _is_pick(action)


def _is_pick(action: int) -> bool:
    return 0 < action < A_USE or A_SIDE <= action < A_NO


def _first_pick(s: DMState, actions: Sequence[int], prefers: Sequence[tuple[int, ...]]) -> int:
    """Where the first die or player is picked in a line that uses an ability; its length if that is not one."""
    if not (s.stack[-1][0] in (FR_WINDOW, FR_PICK, *REACTIONS) and actions[0] >= A_USE):
        return len(actions)
    t = s.clone()
    for i, action in enumerate(actions):
        if t.stack[-1][0] == FR_EFFECT:
            return i
        t.apply(action, None, prefers[i] if i < len(prefers) else ())
    return len(actions)


def _reads_back(s: DMState, actions: Sequence[int], prefers: Sequence[tuple[int, ...]]) -> bool:
    try:
        move = parse_move(s, s.asked, ability_text(s, actions, prefers[0] if prefers else ()))
    except DicehallError:
        return False
    return move.actions == tuple(actions)


# ---- the text -------------------------------------------------------------------------------------------------


def ability_text(s: DMState, actions: Sequence[int], prefer: tuple[int, ...] = ()) -> str:
    """use X on A; global X x2 on A with B; choose ...: for the steps of one line."""
    begin, first = s.stack[-1], actions[0]
    if begin[0] == FR_TRIGGERS:
        return f"choose {_trigger_text(s, first)}"
    if begin[0] in REACTIONS and first == PASS:
        return "pass"
    seat = begin[2]
    t = s.clone()
    picks: list[str] = []
    paid = ""
    i = 0
    while i < len(actions):
        f = t.stack[-1]
        if f[0] == FR_PAY:
            i, paid = _payment(t, actions, i, prefer)
            continue
        told = bool(i) or f[0] == FR_EFFECT
        if told:
            picks += [answer_text(t, actions[i])] if actions[i] != DONE or not i else []
        op = op_of(t)
        room = op.count - len(op.picked(f)) - 1 if isinstance(op, Pick) and told and _is_pick(actions[i]) else 0
        could = offered(t) if room > 0 else []
        words = {d: dice_words(t, [d], t.asked) for d in could}
        t.apply(actions[i], None, prefer)
        i += 1
        more = [e.b for e in t.events if e.kind == "chose" and e.cause == f[7]]
        picks += [words[d] for d in more[: max(0, room)] if d in words]  # the last of a choice are not asked for
    listed = ", ".join(picks)
    if begin[0] == FR_EFFECT:
        return f"choose {listed}{paid}"
    on = f" on {listed}" if listed else ""
    if first >= A_GLOBAL:
        times, card = divmod(first - A_GLOBAL, A_BATCH)
        batch = f" x{times + 1}" if times else ""
        return f"global {_global_word(s, seat, card)}{batch}{on}{paid}"
    if first >= A_USE:
        return f"use {dice_words(s, [first - A_USE], seat)}{on}{paid}"
    return f"choose {dice_words(s, [first - A_DIE], seat)}{paid}"


def _global_word(s: DMState, seat: int, card: int) -> str:
    """The card of a Global Ability, so that no other is meant."""
    owner = s.kit.card_seat[card]
    words = [card_word(s, card, owner), s.kit.titles[card]]
    if owner >= 0:
        words.append(f"{s.kit.seat_names[owner]}.{card_word(s, card, owner)}")
    for word in words:
        try:
            if card_with_global(s, seat, reader(s, word).spec()) == card:
                return word
        except DicehallError:
            continue
    found = s.kit.cards[card]
    return words[-1] if found is None else f"{found.set}:{found.title}"


def _trigger_text(s: DMState, action: int) -> str:
    """An effect by its card, or by its die; by its place in the list where that is not clear."""
    title, die = s.kit.titles[s.queue[action][1]], s.queue[action][2]
    same = [a for a in s.legal if s.kit.titles[s.queue[a][1]] == title]
    if same == [action]:
        return title
    if die >= 0 and s.num[die] and [s.queue[a][2] for a in same].count(die) == 1 and s.owner[die] == s.asked:
        return f"{title}#{number_of(s, die)}"
    return str(s.legal.index(action) + 1)


def answer_text(s: DMState, action: int) -> str:
    """One answer to what an ability asks, as it stands after `choose` or `on`."""
    kit = s.kit
    if action in PLAIN:
        return PLAIN[action]
    if action == DONE:
        return "none"
    if action >= A_CARD:
        return _card_text(s, action - A_CARD)
    if action >= A_NUMBER:
        return _number_text(s, action - A_NUMBER)
    if action >= A_ZONE:
        return ZONE_NAMES[action - A_ZONE]
    if action >= A_FACE:
        op = op_of(s)
        assert isinstance(op, ChooseFace)
        die = resolve(s, op.ref, bind(s, s.stack[-1]))[0]
        return f"@{face_word(s, kit.die_card[die] * 6 + action - A_FACE)}"
    if action >= A_TYPE:
        return ENERGY_NAMES[action - A_TYPE]
    if action >= A_SIDE:
        return kit.seat_names[kit.seats_of[action - A_SIDE][0]]
    return dice_words(s, [action - A_DIE], s.asked)


def _card_text(s: DMState, card: int) -> str:
    kit = s.kit
    cards = [a - A_CARD for a in s.legal]
    if sum(1 for c in cards if kit.names[c] == kit.names[card]) == 1:
        return kit.names[card]
    if sum(1 for c in cards if kit.titles[c] == kit.titles[card]) == 1:
        return kit.titles[card]
    owner = kit.card_seat[card]
    found = kit.cards[card]
    if owner < 0 and found is not None:
        return f"{found.set}:{found.title}"
    return f"{kit.seat_names[owner]}.{kit.titles[card]}"


def _number_text(s: DMState, number: int) -> str:
    """A number; a part of damage is named by the die that deals it, where only one part is its."""
    if isinstance(op_of(s), OnPacket):
        packets = packets_of(s.stack[damage_below(s)])
        sources = [packets[a - A_NUMBER][0] for a in s.legal]
        source = packets[number][0]
        if source >= 0 and sources.count(source) == 1:
            return dice_words(s, [source], s.asked)
    return str(number)


# ---- payments -------------------------------------------------------------------------------------------------


def _payment(t: DMState, actions: Sequence[int], i: int, prefer: tuple[int, ...]) -> tuple[int, str]:
    """Takes the steps of a payment on the copy; where it ends, and ` with ...` if it is not the default."""
    before = t.clone()
    seat, cost, need, depth = t.asked, t.stack[-1][3], t.stack[-1][4], len(t.stack)
    spent: list[int] = []
    spun = -1
    while i < len(actions) and len(t.stack) == depth and t.stack[-1][0] == FR_PAY:
        generic = t.generic[seat]
        t.apply(actions[i], None, prefer)
        i += 1
        for e in t.events:
            if e.kind == "spun" and e.rule == "3.2.5" and spun < 0 and not spent:
                spun = e.a
            elif e.kind == "spent" and e.a == seat and not spent:
                spent = [*e.xs[: len(e.xs) // 2], *([NO_DIE] * (generic - t.generic[seat]))]
                spent += [spun] if spun >= 0 else []
    return i, with_text(before, seat, cost, need, spent, spun)


def spins(s: DMState, die: int) -> bool:
    return 0 <= die < s.kit.n_dice and s.face[die] >= 0 and s.kit.f_half[s.face[die]] >= 0


def with_text(s: DMState, seat: int, cost: int, need: int, dice: list[int], rest: int) -> str:
    """` with ...` for a payment; empty where it is the default one. rest: the die that is spun, or -1."""
    default, default_rest = default_payment(s, seat, cost, need) if not is_renumbered() else ((), -1)
    if sorted(dice) == sorted(default) and rest == (default_rest if spins(s, default_rest) else -1):
        return ""
    if rest >= 0:
        dice = [*[d for d in dice if d != rest], rest]
    elif units_of(s, tuple(dice)) > cost:
        # a double at the end would be spun: where generic energy is lost instead, it does not stand last
        dice = [d for d in dice if spins(s, d)] + [d for d in dice if not spins(s, d)]
    return f" with {dice_words(s, dice, seat)}"
