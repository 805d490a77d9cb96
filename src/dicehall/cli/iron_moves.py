"""The moves of IRONDIE that fit now, as lines of notation with a note each: short lists, and what numbers stand for.

Numbers make lines that the notation reads. Completion offers the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicehall.cli import terminal_choice
from dicehall.cli.terminal_choice import Choice
from dicehall.cli.terminal_style import glued
from dicehall.irondie import IrondieState
from dicehall.irondie.describe import action_text, dice_words, die_word
from dicehall.irondie.dice import BALLISTIC, CLASS_NAMES, EACH, LIFE, NULLIFIER, POWERUP, SHAPES, SMASHER
from dicehall.irondie.duel import D_CHOOSE, reach
from dicehall.irondie.secret import Q_SPLIT, Q_TAKE, Q_WOUND, wound_action, wound_points
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_WOUND,
    DUEL_BASE,
    FORGO,
    FR_BONUS,
    FR_DUEL,
    FR_SECRET,
    FR_SKIRMISH,
    RENOUNCE,
    TAKE_NONE,
)
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.iron.dice import value_word

MOST_WOUNDS = 6  # more ways to distribute damage are not listed; they can be typed
MOST_DUELS = 16  # above this a die and its target have a number each
ON = "on "
HARMS = (SMASHER, BALLISTIC, NULLIFIER)  # hardly ever aimed at one's own dice


def asks(s: IrondieState, question: int) -> bool:
    """Whether a secret question is the one that is open."""
    return bool(s.stack) and s.stack[-1][0] == FR_SECRET and s.stack[-1][3] == question


def choices(s: IrondieState, seat: int) -> list[Choice]:
    """What a seat can do, the way on without doing anything first."""
    if seat not in s.seats_asked:
        return []
    if asks(s, Q_SPLIT):
        return _splits(s, seat)
    if asks(s, Q_WOUND):
        return _wounds(s, seat)
    legal = s.legal_actions(seat)
    if asks(s, Q_TAKE):
        return [Choice(action_text(s, seat, a), "" if a == TAKE_NONE else _left(s, a - A_DIE)) for a in legal]
    frame = s.stack[-1]
    if frame[0] == FR_BONUS:
        amount = s.kit.bonuses[s.kit.colour[frame[5][0]]][frame[1]][1]
        return [Choice(action_text(s, seat, a), _changed(s, a - A_DIE, amount)) for a in legal]
    if frame[0] == FR_DUEL and frame[1] == D_CHOOSE:
        die, target = s.rolled[frame[4]], s.targets[frame[4]][0]
        amount = s.value[die] if frame[6][0] else 1
        notes = (_changed(s, target, amount), _changed(s, target, -amount))
        return [Choice(action_text(s, seat, a), note) for a, note in zip(legal, notes, strict=True)]
    return _rolls(s, seat)


def _left(s: IrondieState, die: int) -> str:
    side = s.kit.side_of[s.kit.seat_of[die]]
    left = s.points(side, LIFE) - s.value[die]
    return f"leaves {left} life" if left else "you would have no LIFE die: the game is lost"


def _changed(s: IrondieState, die: int, amount: int) -> str:
    """What a change would come to, tried on a copy."""
    t = s.clone()
    t.change(die, amount, "")
    return f"{s.value[die]} to {t.value[die]}" if t.value[die] else f"{s.value[die]} to 0: into the Abyss"


def _splits(s: IrondieState, seat: int) -> list[Choice]:
    hand = s.hand(seat)
    names = [s.kit.names[d] for d in hand]
    out = [Choice(f"battle {name}", "", name) for name in names]
    if len(hand) > 1:
        out.append(Choice(f"battle {', '.join(names)}", f"all {len(hand)}"))
    return [*out, Choice("battle none")]


# ---- duels -----------------------------------------------------------------------------------------------------


def _rolls(s: IrondieState, seat: int) -> list[Choice]:
    """Each die with the targets that make sense; the others can be typed."""
    legal = s.legal_actions(seat)
    out = [Choice(action_text(s, seat, a)) for a in legal if a in (FORGO, RENOUNCE)]
    by_die: dict[int, list[int]] = {}
    for action in legal:
        if action >= A_DUEL:
            by_die.setdefault((action - A_DUEL) // DUEL_BASE, []).append(action)
    listed = [action for die, actions in by_die.items() for action in _sensible(s, die, actions)]
    if len(listed) <= MOST_DUELS:
        return out + [Choice(action_text(s, seat, action)) for action in listed]
    for die in by_die:
        name = die_word(s, die, seat)
        out.append(Choice(f"duel {name}", _meaning(s, die, seat), name))
    targets = {(a - A_DUEL) % DUEL_BASE - 1 for a in legal if a >= A_DUEL}
    far = sorted(targets - {-1}, key=lambda d: (s.kit.seat_of[d] == seat, d))
    return out + [Choice(f"{ON}{die_word(s, d, seat)}", str(d), f"{ON}{die_word(s, d, seat)}") for d in far]


def _meaning(s: IrondieState, die: int, seat: int) -> str:
    """Whom a die means that names no target."""
    return dice_words(s, reach(s, die), seat) if SHAPES[s.kit.shape[die]].target == EACH else ""


def join(chosen: Sequence[Choice]) -> Choice:
    """One line of the list, the dice of a split, or a die and its target."""
    targets = [c for c in chosen if c.text.startswith(ON)]
    if (chosen[0].text.startswith("duel ") and chosen[0].part and len(chosen) > 1) or targets:
        if len(chosen) != 2 or len(targets) != 1:
            raise InvalidInput("give two numbers for a duel: a die, and its target")
        die = next(c for c in chosen if c not in targets)
        return Choice(f"{die.text} {targets[0].text}")
    return terminal_choice.joined(chosen)


def _sensible(s: IrondieState, die: int, actions: list[int]) -> list[int]:
    shape, kit = s.kit.shape[die], s.kit
    if s.rolled or shape not in (*HARMS, POWERUP):
        return actions
    side = kit.side_of[kit.seat_of[die]]
    own = [a for a in actions if kit.side_of[kit.seat_of[(a - A_DUEL) % DUEL_BASE - 1]] == side]
    some = own if shape == POWERUP else [a for a in actions if a not in own]
    return some or actions


# ---- wounds ----------------------------------------------------------------------------------------------------


def _wounds(s: IrondieState, seat: int) -> list[Choice]:
    """All ways where they are few, else some that differ; the gentlest first."""
    side = s.kit.side_of[seat]
    legal = s.legal_actions(seat)
    if len(legal) > MOST_WOUNDS:
        some = [a for a in _proposals(s, side) if a in legal]
        legal = list(dict.fromkeys(some))[:MOST_WOUNDS]

    def lost(action: int) -> int:
        return sum(p == s.value[d] for d, p in wound_points(s, side, action))

    ordered = sorted(legal, key=lost)
    return [Choice(action_text(s, seat, a), _after_wound(s, side, a)) for a in ordered]


def _proposals(s: IrondieState, side: int) -> list[int]:
    dice = s.battle(side, LIFE)
    values = [s.value[d] for d in dice]
    total = sum(p for _, p in wound_points(s, side, s.legal_actions(s.kit.seats_of[side][0])[0]))
    rising = sorted(range(len(dice)), key=lambda i: values[i])
    orders = [rising, rising[::-1]] + [[i, *[j for j in rising[::-1] if j != i]] for i in rising]
    ways = [_even(values, total), *[_in_turn(values, total, order, spare) for order in orders for spare in (1, 0)]]
    return [wound_action(_alike(s, dice, points)) for points in ways]


def _in_turn(values: Sequence[int], total: int, order: Sequence[int], spare: int) -> list[int]:
    """One die after another; with `spare` each keeps a point as long as that is possible."""
    points = [0] * len(values)
    for keep in (spare, 0):
        for i in order:
            more = min(total, max(0, values[i] - keep - points[i]))
            points[i] += more
            total -= more
    return points


def _even(values: Sequence[int], total: int) -> list[int]:
    """Always from the die that has most."""
    points = [0] * len(values)
    for _ in range(total):
        i = max(range(len(values)), key=lambda j: values[j] - points[j])
        points[i] += 1
    return points


def _alike(s: IrondieState, dice: Sequence[int], points: list[int]) -> list[int]:
    """The same with dice that are alike in falling order, as the engine lists it."""
    out = list(points)
    for die in dice:
        kin = [j for j in range(len(dice)) if s.alike(dice[j]) == s.alike(die)]
        for j, p in zip(kin, sorted((points[j] for j in kin), reverse=True), strict=True):
            out[j] = p
    return out


def _after_wound(s: IrondieState, side: int, action: int) -> str:
    left = [s.value[d] - p for d, p in wound_points(s, side, action)]
    kept = [str(v) for v in left if v]
    return f"keeps {len(kept)} of {len(left)}: {', '.join(kept)}" if kept else "keeps none"


# ---- the list as it is shown -----------------------------------------------------------------------------------


def rows(s: IrondieState, seat: int, listed: Sequence[Choice]) -> list[str]:
    """The dice of a split by class, duels by die; other lists as they are."""
    if asks(s, Q_SPLIT):
        return _split_rows(s, seat, listed)
    if any(c.text.startswith("duel ") for c in listed):
        return _duel_rows(s, seat, listed)
    return terminal_choice.rows(listed)


def by_rows(s: IrondieState, listed: Sequence[Choice]) -> bool:
    """Whether each row of the list holds several moves and stands by itself."""
    return asks(s, Q_SPLIT) or any(c.text.startswith("duel ") for c in listed)


def hint(s: IrondieState, seat: int, listed: Sequence[Choice]) -> str:
    """What the list does not show."""
    if any(c.text.startswith(ON) for c in listed):
        return "Two numbers are one move: a die and its target."
    if asks(s, Q_SPLIT) and not s.battle(s.kit.side_of[seat], LIFE):
        return "Roll a LIFE die too: a side that has none in battle has lost. [7.1.3]"
    if asks(s, Q_SPLIT) or len(s.legal_actions(seat)) <= len(listed):
        return ""
    return "Other ways can be typed." if asks(s, Q_WOUND) else "Other targets can be typed."


def _split_rows(s: IrondieState, seat: int, listed: Sequence[Choice]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for i, die in enumerate(s.hand(seat), 1):
        name = CLASS_NAMES[s.kit.die_class[die]].upper()
        groups.setdefault(name, []).append(glued(f"{i} {s.kit.names[die]}"))
    out = [f"{name + ':':8} {',  '.join(words)}" for name, words in groups.items()]
    rest = terminal_choice.rows(listed)[len(s.hand(seat)) :]
    return [*out, ",  ".join(glued(row.strip()) for row in rest)]


def _duel_rows(s: IrondieState, seat: int, listed: Sequence[Choice]) -> list[str]:
    """black smasher on Bob's 2 red assault@4, 3 ...; on your 5 ...

    Where these would be many: the dice, and the targets, in rows of their own.
    """
    if any(c.text.startswith(ON) for c in listed):
        return _pair_rows(s, seat, listed)
    out: list[str] = []
    groups: dict[int, dict[int, list[str]]] = {}
    by_text = {action_text(s, seat, a): a for a in s.legal_actions(seat)}
    for i, c in enumerate(listed, 1):
        action = by_text[c.text]
        if action < A_DUEL:
            out.append(f"{i} {c.text}")
            continue
        die, target = divmod(action - A_DUEL, DUEL_BASE)
        if not target:
            out.append(f"{i} {s.kit.names[die]} on {dice_words(s, reach(s, die), seat)}")
            continue
        owner = s.kit.seat_of[target - 1]
        word = glued(f"{i} {value_word(s, target - 1, owner)}")
        groups.setdefault(die, {}).setdefault(owner, []).append(word)
    for die, owners in groups.items():
        parts = [f"on {_whose(s, x, seat)} {', '.join(words)}" for x, words in owners.items()]
        out.append(f"{s.kit.names[die]} {'; '.join(parts)}")
    return out


def _pair_rows(s: IrondieState, seat: int, listed: Sequence[Choice]) -> list[str]:
    out: list[str] = []
    dice: list[str] = []
    owners: dict[int, list[str]] = {}
    for i, c in enumerate(listed, 1):
        if c.text.startswith(ON):
            target = int(c.note)
            owners.setdefault(s.kit.seat_of[target], []).append(
                glued(f"{i} {value_word(s, target, s.kit.seat_of[target])}")
            )
        elif c.part:
            dice.append(glued(f"{i} {c.part}") + (f" (on {c.note})" if c.note else ""))
        else:
            out.append(f"{i} {c.text}")
    out.append(f"roll: {', '.join(dice)}")
    return out + [f"on {_whose(s, x, seat)}: {', '.join(words)}" for x, words in owners.items()]


def _whose(s: IrondieState, seat: int, me: int) -> str:
    return "your" if seat == me else f"{s.kit.seat_names[seat]}'s"


# ---- typing ----------------------------------------------------------------------------------------------------


def expanded(s: IrondieState, seat: int, text: str) -> str:
    """`all` and `none` as answers, and `battle all`, in the words of the notation."""
    words = " ".join(text.lower().split())
    if asks(s, Q_SPLIT) and words in ("all", "battle all"):
        return f"battle {', '.join(s.kit.names[d] for d in s.hand(seat)) or 'none'}"
    if words == "none" and (asks(s, Q_SPLIT) or asks(s, Q_TAKE)):
        return "battle none" if asks(s, Q_SPLIT) else "take none"
    return text


def verbs(s: IrondieState) -> tuple[str, ...]:
    """The verbs that answer the open question."""
    if not s.seats_asked:
        return ()
    frame = s.stack[-1]
    if frame[0] == FR_SECRET:
        return (("battle", "wound", "take")[frame[3]],)
    if frame[0] == FR_BONUS:
        return ("bonus",)
    if frame[0] == FR_DUEL and frame[1] == D_CHOOSE:
        return ("choose add", "choose subtract")
    return ("duel", "renounce" if frame[0] == FR_SKIRMISH else "forgo")


def completions(s: IrondieState, seat: int, line: str, commands: Sequence[str]) -> list[str]:
    """Whole lines that begin with what has been typed."""
    head, low = "", line.lstrip()
    if m := re.match(r"(why|die)\s+", low, re.IGNORECASE):
        head, low = m.group(), low[m.end() :]
    typed = low.lower()
    words = [*verbs(s), "concede"] + ([] if head else list(commands))
    if head.lower().startswith("die"):
        words = [shape.name for shape in SHAPES]
    if head:
        words += sorted({s.kit.words[d] for d in range(s.kit.n_dice)})
    full = [w for w in words if w.lower().startswith(typed)]
    full += [c.text for c in choices(s, seat) if " " in low and c.text.lower().startswith(typed)]
    full += [
        t
        for a in s.legal_actions(seat)
        if a >= A_DUEL and a < A_WOUND and " on" in typed and (t := action_text(s, seat, a)).lower().startswith(typed)
    ]
    for verb in ("battle", "wound"):
        cut = low.rfind(", ") + 2
        if typed.startswith(f"{verb} ") and cut > 1 and verb in verbs(s):
            pool = s.hand(seat) if verb == "battle" else s.battle(s.kit.side_of[seat], LIFE)
            names = [die_word(s, d, seat) for d in pool]
            full += [low[:cut] + n for n in names if n.startswith(low[cut:].lower()) and n not in low[:cut]]
    return [head + t for t in dict.fromkeys(full)]
