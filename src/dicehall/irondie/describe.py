"""Dice and actions of IRONDIE in the words of the notation."""

from __future__ import annotations

from dicehall.irondie.board import Board
from dicehall.irondie.secret import split_dice, wound_points
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_SPLIT,
    A_WOUND,
    ADD,
    DUEL_BASE,
    FORGO,
    FR_BONUS,
    FR_SECRET,
    Q_TAKE,
    RENOUNCE,
    SUBTRACT,
    TAKE_NONE,
)

PLAIN = {FORGO: "forgo", RENOUNCE: "renounce", ADD: "choose add", SUBTRACT: "choose subtract", TAKE_NONE: "take none"}


def die_word(s: Board, die: int, seat: int = -1) -> str:
    """A die as a seat names it: its own without its name. -1: always with the name of its seat."""
    kit = s.kit
    own = kit.seat_of[die] == seat
    return kit.names[die] if own else f"{kit.seat_names[kit.seat_of[die]]}.{kit.names[die]}"


def dice_words(s: Board, dice: list[int], seat: int = -1) -> str:
    return ", ".join([die_word(s, d, seat) for d in dice]) or "none"


def action_text(s: Board, seat: int, action: int) -> str:
    """A move of a seat, as the notation writes it."""
    if action in PLAIN:
        return PLAIN[action]
    if action >= A_WOUND:
        given = [(d, p) for d, p in wound_points(s, s.kit.side_of[seat], action) if p]
        return "wound " + ", ".join([f"{die_word(s, d, seat)}={p}" for d, p in given])
    if action >= A_DUEL:
        die, target = divmod(action - A_DUEL, DUEL_BASE)
        text = f"duel {die_word(s, die, seat)}"
        return text if target == 0 else f"{text} on {die_word(s, target - 1, seat)}"
    if action >= A_SPLIT:
        return f"battle {dice_words(s, split_dice(s, seat, action), seat)}"
    f = s.stack[-1] if s.stack else None
    verb = "bonus"
    if f is not None and f[0] == FR_SECRET and f[3] == Q_TAKE:
        verb = "take"
    elif f is not None and f[0] != FR_BONUS:
        verb = "choose"
    return f"{verb} {die_word(s, action - A_DIE, seat)}"
