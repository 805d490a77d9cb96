"""A legal action in words: a whole move where it is one, else the step of a move."""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_REST,
    A_USE,
    BLOCK_BASE,
    DONE,
    FR_ASSIGN,
    FR_BLOCK,
    FR_PAY,
    FR_PICK,
    FR_TRIGGERS,
    FR_WINDOW,
    P_REROLL,
    P_SEVERAL,
    PASS,
    SEVERAL,
    W_MAIN,
)
from dicehall.dicemasters.words import card_word, die_word


def step_text(s: Board, action: int) -> str:
    """One legal action in words: a whole move where it is one, else the step of it."""
    frame = s.stack[-1]
    kind, seat = frame[0], frame[2]
    if kind == FR_PICK and frame[3] != P_SEVERAL:
        if action == DONE:
            if frame[6]:
                return "that is all"
            return "keep" if frame[3] == P_REROLL else "attack none"
        verb = "reroll" if frame[3] == P_REROLL else "attack with"
        return f"{verb} {die_word(s, action - A_DIE, seat=False, face=True)}"
    if kind == FR_PICK:
        if action == DONE:
            return "that is all"
        if action < A_FIELD:
            return f"buy {card_word(s, action - A_BUY, seat)}"
        return f"field {die_word(s, action - A_FIELD, seat=False, face=True)}"
    if kind == FR_WINDOW:
        if action == PASS:
            return "end main" if frame[3] == W_MAIN and frame[4] == s.active else "pass"
        if action == SEVERAL:
            return "pay for several things at once"
        if action < A_FIELD:
            card = action - A_BUY
            return f"buy {card_word(s, card, seat)} ({s.purchase_cost(seat, card)})"
        if action < A_USE:
            die = action - A_FIELD
            return f"field {die_word(s, die, seat=False, face=True)} ({s.fielding_cost(seat, die)})"
        if action < A_GLOBAL:
            return f"use {die_word(s, action - A_USE, seat=False, face=True)}"
        return f"global {card_word(s, action - A_GLOBAL, -1)}"
    if kind == FR_PAY:
        if action >= A_REST:
            die = action - A_REST
            how = "keeps its second energy" if s.kit.f_half[s.face[die]] >= 0 else "loses its second energy"
            return f"{die_word(s, die, seat=False, face=True)} {how}"
        return f"pay with {die_word(s, action - A_DIE, seat=False, face=True)}"
    if kind == FR_BLOCK:
        blocker, code = divmod(action, BLOCK_BASE)
        who = die_word(s, blocker, seat=False, face=True)
        return f"{who} blocks {die_word(s, code - 1, face=True)}" if code else f"{who} does not block"
    if kind == FR_ASSIGN:
        return f"{action} damage to {die_word(s, frame[5][len(frame[6])], face=True)}"
    if kind == FR_TRIGGERS:
        return f"choose {s.kit.titles[s.queue[action][1]]}"
    return str(action)
