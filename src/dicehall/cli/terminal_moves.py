"""The moves that fit now, as whole lines of notation with a note each; several chosen numbers made into one move.

Every line listed here is one that the notation reads back. Completion offers the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from dicehall.bots.combat import divide, fighters
from dicehall.cli.terminal_card import text_lines
from dicehall.cli.terminal_choice import Choice, joined, picked, rows
from dicehall.cli.terminal_style import glued
from dicehall.dicemasters.describe import sentence
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_RITUAL,
    A_USE,
    ENERGY_NAMES,
    F_ACTION,
    F_CHARACTER,
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
    P_SEVERAL,
    PASS,
    RESERVE,
    W_MAIN,
)
from dicehall.notation.dm.answers import offered, op_of
from dicehall.notation.dm.dice import card_word, counted, die_word, face_word, place_word
from dicehall.notation.dm.printing import move_text, step_text

MOST_WHOLE = 12  # more choices of several dice are put together out of numbers
MOST_BLOCKS = 36  # above this one of each kind is listed
FEW = 7
MOST_TEXT = 150  # letters of a card's text in a list


def choices(s: DMState) -> list[Choice]:
    """What can be done, the way on without doing anything first."""
    if s.wait.value != "decision":
        return []
    frame = s.stack[-1]
    kind, purpose, seat = frame[0], frame[3], frame[2]
    if kind in (FR_EFFECT, FR_DAMAGE, FR_REACT, FR_TRIGGERS):
        return _answers(s)
    if s.mid or (kind == FR_PICK and purpose == P_SEVERAL):
        return [Choice(step_text(s, a), "", "", a) for a in s.legal_actions()]
    if kind == FR_PICK:
        if purpose != P_ATTACK and not any(0 < a < A_USE for a in s.legal_actions()):  # a text forbids it
            return _keep_or_lift(s)
        return _dice(s, seat, frame[5], "attack" if purpose == P_ATTACK else "reroll")
    if kind == FR_WINDOW:
        return _window(s, seat)
    if kind == FR_BLOCK:
        return _blocks(s, seat, frame[5])
    if kind == FR_ASSIGN:
        return _assigns(s, seat)
    return [Choice(step_text(s, a), "", "", a) for a in s.legal_actions()]


def _answers(s: DMState) -> list[Choice]:
    """What can be answered to an ability; several dice of one choice can be joined."""
    whole = _whole_choices(s)
    if whole:
        return whole
    out: list[Choice] = []
    several = s.stack[-1][0] == FR_EFFECT and _may_join(s)
    for action in s.legal_actions():
        if action >= A_GLOBAL + A_BATCH and s.stack[-1][0] == FR_DAMAGE:
            continue
        text = move_text(s, [action])
        part = text.removeprefix("choose ") if several and 0 < action <= s.kit.n_dice else ""
        note = ""
        if s.stack[-1][0] == FR_EFFECT and 0 < action <= s.kit.n_dice:
            note = _fight(s, action - A_DIE)
        elif s.stack[-1][0] == FR_TRIGGERS:
            note = _short(sentence(s, s.queue[action][3]))
        elif s.stack[-1][0] in (FR_DAMAGE, FR_REACT) and action >= A_GLOBAL:
            note = _text_of_global(s, action - A_GLOBAL)
        elif s.stack[-1][0] == FR_DAMAGE and action >= A_DIE:
            note = _short(" ".join(text_lines(s, s.kit.die_card[action - A_DIE])))
        out.append(Choice(text, note, part))
    return out


def _whole_choices(s: DMState) -> list[Choice]:
    """A choice of just so many dice as whole moves, where these are few; equal dice make one."""
    op, f = op_of(s) if s.stack[-1][0] == FR_EFFECT else None, s.stack[-1]
    if not isinstance(op, Pick) or op.least < 2 or op.least != op.count or op.picked(f):
        return []
    dice = offered(s)
    seen: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}
    for some in combinations(dice, min(op.count, len(dice))):
        if op.unlike and op.different(s, list(some)) < len(some):
            continue
        seen.setdefault(tuple(sorted(s.alike_in_fight(d) for d in some)), some)
        if len(seen) > MOST_WHOLE:
            return []
    return [
        Choice(
            f"choose {', '.join(die_word(s, d, seat=s.owner[d] != s.asked) for d in some)}",
            ", ".join(_fight(s, d) for d in some),
        )
        for some in seen.values()
    ]


def _may_join(s: DMState) -> bool:
    op = op_of(s)
    return isinstance(op, Pick) and op.count > 1


def _fight(s: DMState, die: int) -> str:
    """Where a die that can be chosen lies, or how strong it is there."""
    if s.zone_of(die) == FIELD and s.kit.f_kind[s.face[die]] == F_CHARACTER:
        return f"@{face_word(s, s.face[die])} {s.attack_of(die)}A/{s.defence_of(die)}D"
    return f"in {place_word(s, s.where[die])}"


def _dice(s: DMState, seat: int, dice: Sequence[int], verb: str) -> list[Choice]:
    rerolling = verb == "reroll"
    words = {d: die_word(s, d, seat=s.owner[d] != seat, face=True) for d in dice}
    must = [] if rerolling or s.kit.abilities is None else [d for d in dice if s.kit.abilities.duties(s, 0, d)]
    out = [Choice("keep" if rerolling else "attack none")]
    if must:
        out = [Choice(f"attack {', '.join(words[d] for d in must)}", "must attack")]
    if len(dice) > 1 and s.stack[-1][3] != P_EXTRA:
        out.append(Choice(f"{verb} {', '.join(words.values())}", f"all {len(dice)}"))
    for die in [d for d in dice if d not in must]:
        note = "" if rerolling else f"{s.attack_of(die)}A/{s.defence_of(die)}D"
        text = f"{verb} {', '.join(words[d] for d in [*must, die])}"
        out.append(Choice(text, note, "" if must or s.stack[-1][3] == P_EXTRA else words[die]))
    return out


def _keep_or_lift(s: DMState) -> list[Choice]:
    """Nothing can be rerolled, unless the ban is bought off."""
    lifts = [a for a in s.legal_actions() if a >= A_USE]
    return [Choice("keep"), *[Choice(move_text(s, [a]), _text_of_use(s, a - A_USE)) for a in lifts]]


def _window(s: DMState, seat: int) -> list[Choice]:
    out: list[Choice] = []
    legal = s.legal_actions()
    for action in legal:
        if action == PASS:
            out.append(Choice(step_text(s, action)))
        elif A_BUY <= action < A_FIELD:
            card = action - A_BUY
            kind = s.kit.card_type[card]
            energy = f", one {ENERGY_NAMES[kind]}" if kind >= 0 else ""
            text = f"buy {card_word(s, card, seat)}"
            out.append(Choice(text, f"costs {s.purchase_cost(seat, card)}{energy}", text))
    fielders = [d for d in s.zone(seat, RESERVE) if s.kit.f_kind[s.face[d]] == F_CHARACTER]
    faces = {s.face[a - A_FIELD] for a in legal if A_FIELD <= a < A_USE}
    for die in [d for d in fielders if s.face[d] in faces]:
        text = f"field {die_word(s, die, seat=False, face=True)}"
        fight = f"{s.kit.f_attack[s.face[die]]}A/{s.kit.f_defence[s.face[die]]}D"
        out.append(Choice(text, f"{fight}, costs {s.fielding_cost(seat, die) or 'nothing'}", text))
    for action in legal:
        if action >= A_RITUAL:
            out.append(Choice(move_text(s, [action]), "Ritual: in place of the fielding cost"))
        elif A_USE <= action < A_GLOBAL:
            die = action - A_USE
            note = "does nothing yet" if s.kit.abilities is None else _only_on(s, action) + _text_of_use(s, die)
            out.append(Choice(f"use {die_word(s, die, seat=s.owner[die] != seat, face=True)}", note))
        elif A_GLOBAL <= action < A_GLOBAL + A_BATCH:  # several times at once is typed
            out.append(Choice(move_text(s, [action]), _only_on(s, action) + _text_of_global(s, action - A_GLOBAL)))
    return out


def _only_on(s: DMState, action: int) -> str:
    """Whom an action would hit without asking, because nobody else could be chosen."""
    t = s.clone()
    t.set_dice(None)
    t.apply(action)
    hit = [e.b for e in t.events if e.kind == "chose" and e.a == s.asked and 0 <= e.b < s.kit.n_dice]
    if not hit or (t.wait.value == "decision" and t.asked == s.asked and t.stack[-1][0] == FR_EFFECT):
        return ""
    words = [f"{'your ' if s.owner[d] == s.asked else ''}{die_word(s, d, seat=s.owner[d] != s.asked)}" for d in hit]
    return f"only on {' and '.join(words)}: "


def _text_of_use(s: DMState, die: int) -> str:
    """What an action die does with the face that it shows."""
    bursts = "*" * s.kit.f_bursts[s.face[die]] if s.face[die] >= 0 else ""
    lines = text_lines(s, s.kit.die_card[die])
    mine = [x for x in lines if not x.startswith(("*", "Global:"))]
    mine += [x.partition(": ")[2] for x in lines if bursts and x.startswith((f"{bursts}: ", "*/**: "))]
    return _short(" ".join(mine))


def _text_of_global(s: DMState, card: int) -> str:
    return _short(" ".join(x.removeprefix("Global: ") for x in text_lines(s, card) if x.startswith("Global:")))


def _short(text: str) -> str:
    """The beginning of a text."""
    return text if len(text) <= MOST_TEXT else text[: text.rfind(" ", 0, MOST_TEXT)] + " ..."


def _blocks(s: DMState, seat: int, blockers: Sequence[int]) -> list[Choice]:
    hits = sum(s.attack_of(a) for a in s.attackers)
    life = s.life[s.kit.side_of[seat]]
    out = [Choice("block none", f"you take {hits}: life {life} to {max(0, life - hits)}")]
    attackers, mine = list(s.attackers), list(blockers)
    if len(attackers) * len(mine) > MOST_BLOCKS:  # one of each kind; who wants more types it
        attackers, mine = _one_each(s, attackers), _one_each(s, mine)
    for a in attackers:
        for b in mine:
            part = f"{die_word(s, a)}: {die_word(s, b, seat=False, face=True)}"
            out.append(Choice(f"block {part}", _duel(s, a, b), part))
    return out


def _one_each(s: DMState, dice: Sequence[int]) -> list[int]:
    seen: dict[int, int] = {}
    for die in dice:
        seen.setdefault(s.alike(die), die)
    return list(seen.values())


def _duel(s: DMState, attacker: int, blocker: int) -> str:
    """What happens if only these two meet."""
    falls = s.damage[attacker] + s.attack_of(blocker) >= s.defence_of(attacker)
    lost = s.damage[blocker] + s.attack_of(attacker) >= s.defence_of(blocker)
    end = {(True, True): "both are KO'd", (True, False): "it is KO'd", (False, True): "yours is KO'd"}
    return end.get((falls, lost), "nobody is KO'd")


def _assigns(s: DMState, seat: int) -> list[Choice]:
    """The split that KOs most first, then all on one."""
    _, _, _, dealer, amount, targets, _, _ = s.stack[-1]
    view = s.view(seat)
    everyone = {f.die: f for side in range(s.kit.sides) for f in fighters(s.kit, view, side)}
    best, _ = divide(amount, [everyone[t] for t in targets])
    splits = [best] + [[amount if t == one else 0 for t in targets] for one in targets]
    out: list[Choice] = []
    who = die_word(s, dealer, seat=s.owner[dealer] != seat)
    for split in splits:
        parts = [f"{die_word(s, t, number=True)}={n}" for t, n in zip(targets, split, strict=True)]
        fallen = [t for t, n in zip(targets, split, strict=True) if n and n + s.damage[t] >= s.defence_of(t)]
        text = f"assign {who}: {', '.join(parts)}"
        if text not in [c.text for c in out]:
            names = "all" if len(fallen) == len(targets) else counted([die_word(s, t, seat=False) for t in fallen])
            out.append(Choice(text, f"KOs {names}"))
    return out


# ---- numbers --------------------------------------------------------------------------------------------------


def by_numbers(listed: Sequence[Choice], numbers: Sequence[int]) -> Choice:
    """The move that one number or several stand for."""
    return join(picked(listed, numbers))


def join(chosen: Sequence[Choice]) -> Choice:
    """Several lines of the list as one move."""
    if len(chosen) == 1:
        return chosen[0]
    verb = chosen[0].text.split()[0]
    if verb in ("buy", "field"):
        return Choice(" + ".join(c.part for c in chosen))
    if verb == "block":
        groups: dict[str, list[str]] = {}
        for c in chosen:
            attacker, blocker = c.part.rsplit(": ", 1)
            groups.setdefault(attacker, []).append(blocker)
        return Choice("block " + "; ".join(f"{a}: {', '.join(bs)}" for a, bs in groups.items()))
    return joined(chosen)


def grouped_rows(s: DMState, listed: Sequence[Choice]) -> list[str]:
    """Many blocks, one row an attacker: the numbers of those who could block it."""
    out = rows(listed[:1])
    groups: dict[str, list[str]] = {}
    for i, c in enumerate(listed[1:], 2):
        attacker, blocker = c.part.rsplit(": ", 1)
        groups.setdefault(attacker, []).append(glued(f"{i} {blocker.split('@')[0]}"))
    fights = {die_word(s, a): f"{s.attack_of(a)}A/{s.defence_of(a)}D" for a in s.attackers}
    return out + [f"{a} {fights.get(a, '')} blocked by: {',  '.join(numbers)}" for a, numbers in groups.items()]


# ---- completion -----------------------------------------------------------------------------------------------


def verbs(s: DMState) -> tuple[str, ...]:
    """The verbs that answer the open question."""
    if s.wait.value != "decision":
        return ()
    kind, purpose = s.stack[-1][0], s.stack[-1][3]
    if kind == FR_PICK:
        return () if purpose == P_SEVERAL else ("attack",) if purpose == P_ATTACK else ("keep", "reroll")
    if kind == FR_WINDOW:
        if s.stack[-1][4] != s.active:
            return ("global", "pass")
        return ("buy", "field", "use", "global", "end main") if purpose == W_MAIN else ("use", "global", "pass")
    return {
        FR_BLOCK: ("block",), FR_ASSIGN: ("assign",), FR_TRIGGERS: ("choose",), FR_EFFECT: ("choose",),
        FR_DAMAGE: ("global", "choose", "pass"),
        FR_REACT: ("global", "choose", "pass"),
    }.get(kind, ())  # fmt: skip


def completions(s: DMState, line: str, commands: Sequence[str]) -> list[str]:
    """Whole lines that begin with what has been typed."""
    head, low = "", line.lstrip()
    if low.lower().startswith("why "):
        head, low = low[:4], low[4:].lstrip()
    words = [*verbs(s), "concede"] + ([] if head else list(commands))
    full = [w for w in words if w.lower().startswith(low.lower())]
    listed = [c.text for c in choices(s) if c.action < 0 and len(c.text) < 60]
    full += [t for t in listed if t.lower().startswith(low.lower()) and " " in low]
    m = re.match(r"(\w+)\s.*", low)
    if m and m.group(1).lower() in verbs(s):
        cut = max(low.rfind(mark) + len(mark) if mark in low else 0 for mark in (", ", ": ", "; ", "+ ", " with "))
        cut = cut or len(m.group(1)) + 1
        start, typed = low[:cut], low[cut:].lstrip().lower()
        for name in _names(s, m.group(1).lower(), start):
            if name.lower().startswith(typed) and start + name not in full:
                full.append(start + name)
    return [head + t for t in dict.fromkeys(full)]


def _names(s: DMState, verb: str, start: str) -> list[str]:
    """The dice or cards that can stand after what has been typed."""
    seat = s.asked
    kind_of: Callable[[int], int] = lambda d: s.kit.f_kind[s.face[d]]  # noqa: E731
    reserve = s.zone(seat, RESERVE)
    if " with " in start:
        dice = [d for d in reserve if s.kit.f_pay[s.face[d]] >= 0]
    elif verb == "buy":
        return [card_word(s, a - A_BUY, seat) for a in s.legal_actions() if A_BUY <= a < A_FIELD]
    elif verb == "field":
        dice = [d for d in reserve if kind_of(d) == F_CHARACTER]
    elif verb == "use":
        dice = [d for d in reserve if kind_of(d) == F_ACTION]
    elif verb == "global":
        return [card_word(s, a - A_GLOBAL, seat) for a in s.legal_actions() if A_GLOBAL <= a < A_GLOBAL + A_BATCH]
    elif verb == "choose":
        return [c.text.removeprefix("choose ") for c in choices(s) if c.text.startswith("choose ")]
    elif verb == "block":
        dice = list(s.zone(seat, FIELD)) if ": " in start.rsplit(";", 1)[-1] else list(s.attackers)
    elif verb == "assign":
        dice = list(s.stack[-1][5]) if ": " in start else [s.stack[-1][3]]
    else:
        dice = list(s.stack[-1][5])
    return [die_word(s, d, seat=s.owner[d] != seat, face=True) for d in dice]
