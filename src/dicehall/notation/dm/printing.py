"""Moves and chance of Dice Masters as lines of notation: what moves.py reads back to the same steps."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.describe import step_text
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_RITUAL,
    A_USE,
    DONE,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DRAW,
    FR_PICK,
    FR_WINDOW,
    NO_DIE,
    P_ATTACK,
    PASS,
    RESERVE,
    RITUAL_BASE,
    SEVERAL,
    W_MAIN,
)
from dicehall.dicemasters.words import number_of
from dicehall.kernel.state import Frame
from dicehall.notation.dm.choice_text import ability_text, dice_words, with_text
from dicehall.notation.dm.dice import card_word, counted, die_word, face_word
from dicehall.notation.dm.orders import price_together


def move_text(s: DMState, actions: Sequence[int], prefer: tuple[int, ...] = ()) -> str:
    """The line for a whole move, taken from the state before it."""
    frame = s.stack[-1]
    kind, first = frame[0], actions[0]
    seat = frame[2]
    if kind == FR_PICK and first >= A_USE:
        return ability_text(s, actions, prefer)
    if kind == FR_PICK:
        dice = _picked(s, actions, prefer) if frame[3] == P_ATTACK else [a - A_DIE for a in actions if a != DONE]
        if sorted(dice) == sorted(prefer):
            dice = list(prefer)
        verb = "attack" if frame[3] == P_ATTACK else "reroll"
        if not dice:
            return "keep" if verb == "reroll" else "attack none"
        return f"{verb} {_dice(s, dice, seat)}"
    if kind == FR_WINDOW:
        if first == PASS:
            return "end main" if frame[3] == W_MAIN and frame[4] == s.active else "pass"
        if first >= A_RITUAL:
            die, payer = divmod(first - A_RITUAL, RITUAL_BASE)
            return f"field {_dice(s, [die], seat)} with {_dice(s, [payer], seat)}"
        if first >= A_USE:
            return ability_text(s, actions, prefer)
        return _order_text(s, seat, actions, prefer)
    if kind == FR_BLOCK:
        return _block_text(s, frame, actions, prefer)
    if kind == FR_ASSIGN:
        _, _, _, dealer, amount, targets, given, _ = frame
        amounts = [*given, *actions]
        amounts += [0] * (len(targets) - 1 - len(amounts))  # forced: nothing was left for these
        amounts.append(amount + sum(given) - sum(amounts))
        parts = [f"{die_word(s, t, number=True)}={n}" for t, n in zip(targets, amounts, strict=True)]
        return f"assign {die_word(s, dealer, seat=s.owner[dealer] != seat)}: {', '.join(parts)}"
    return ability_text(s, actions, prefer)


_dice = dice_words


def _picked(s: DMState, actions: Sequence[int], prefer: tuple[int, ...]) -> list[int]:
    """Who attacks: also those who must, and were not asked for."""
    t = s.clone()
    dice = [a - A_DIE for a in actions if a != DONE]
    for action in actions:
        t.apply(action, None, prefer)
        for e in t.events:
            if e.kind == "attacks":
                return list(e.xs)
    return dice


def _order_text(s: DMState, seat: int, actions: Sequence[int], prefer: tuple[int, ...]) -> str:
    """buy X + field Y with ...; the payment is left out where it is the default."""
    codes = [actions[0]] if actions[0] != SEVERAL else _several(s, actions, prefer)
    cost, need = price_together(s, seat, codes)
    buys = counted([card_word(s, c - A_BUY, seat) for c in codes if c < A_FIELD])
    fields = _dice(s, [c - A_FIELD for c in codes if c >= A_FIELD], seat)
    parts = [f"buy {buys}"] if any(c < A_FIELD for c in codes) else []
    parts += [f"field {fields}"] if fields else []
    text = " + ".join(parts)
    if not cost:
        return text
    dice, rest = _payment(s, actions, prefer)
    return text + with_text(s, seat, cost, need, dice, rest)


def _several(s: DMState, actions: Sequence[int], prefer: tuple[int, ...]) -> list[int]:
    """What was paid for at once, found by taking the move on a copy: forced parts of it are not asked for."""
    t = s.clone()
    codes: list[int] = []
    for action in actions:
        t.apply(action, None, prefer)
        for e in t.events:
            if e.kind == "bought":
                codes.append(A_BUY + t.kit.die_card[e.b])
            elif e.kind == "fielded" and e.rule == "3.4.2":
                codes.append(A_FIELD + e.b)
    return codes


def _payment(s: DMState, actions: Sequence[int], prefer: tuple[int, ...]) -> tuple[list[int], int]:
    """The dice that a move spends, and the one that it spins (-1: none), found by taking it on a copy."""
    t = s.clone()
    seat = t.asked
    for action in actions:
        t.apply(action, None, prefer)
    out = [d for d in s.zone(seat, RESERVE) if s.kit.f_pay[s.face[d]] >= 0]
    here = t.zone(seat, RESERVE)
    spun = [d for d in out if d in here and t.face[d] != s.face[d]]
    spent = [d for d in out if d not in here]
    return spent + [NO_DIE] * (s.generic[seat] - t.generic[seat]) + spun, spun[0] if spun else -1


def _block_text(s: DMState, frame: Frame, actions: Sequence[int], prefer: tuple[int, ...]) -> str:
    t = s.clone()
    seat = frame[2]
    made: list[int] = []
    for action in actions:  # forced blocks are not asked for: the whole declaration is read from a copy
        t.apply(action, None, prefer)
        declared = [e.xs for e in t.events if e.kind == "blocks"]
        made = list(declared[0]) if declared else made if t.is_over or not t.mid else t.blocks
    blocks = [(made[i], made[i + 1]) for i in range(0, len(made), 2) if s.ctrl[made[i]] == seat]
    if not blocks:
        return "block none"
    parts = []
    for attacker in s.attackers:
        mine = [b for b, a in blocks if a == attacker]
        if mine:
            parts.append(f"{die_word(s, attacker)}: {_dice(s, mine, seat)}")
    return "block " + "; ".join(parts)


# ---- chance ---------------------------------------------------------------------------------------------------


def chance_text(s: DMState, outcome: Sequence[int]) -> str:
    """How an open chance fell: draw> Hulk, Sidekick x3, or roll> Hulk@2, Sidekick@fist."""
    frame = s.stack[-1]
    if frame[0] == FR_DRAW:
        return draw_text(s, [*frame[5], *outcome])
    return roll_text(s, [(d, s.kit.f_same[s.kit.die_card[d] * 6 + f]) for d, f in zip(frame[5], outcome, strict=True)])


def draw_text(s: DMState, dice: Sequence[int]) -> str:
    return "draw> " + counted([card_word(s, s.kit.die_card[d], s.owner[d]) for d in dice])


def roll_text(s: DMState, fell: Sequence[tuple[int, int]]) -> str:
    """Equal names stand in the order of their numbers."""
    several = len({s.owner[d] for d, _ in fell}) > 1
    order: dict[tuple[int, int], int] = {}
    for i, (die, _) in enumerate(fell):
        order.setdefault((s.owner[die], s.kit.die_card[die]), i)
    rows = sorted(fell, key=lambda x: (order[(s.owner[x[0]], s.kit.die_card[x[0]])], number_of(s, x[0])))
    words = []
    for die, face in rows:
        seat = f"{s.kit.seat_names[s.owner[die]]}." if several else ""
        words.append(f"{seat}{card_word(s, s.kit.die_card[die], s.owner[die])}@{face_word(s, face)}")
    return "roll> " + counted(words)


__all__ = ["chance_text", "draw_text", "move_text", "roll_text", "step_text"]
