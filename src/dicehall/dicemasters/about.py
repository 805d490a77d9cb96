"""What an action is about: the dice and the card that a person would point at, and what may be meant by pointing."""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_BUY,
    A_CARD,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_NUMBER,
    A_REST,
    A_RITUAL,
    A_SIDE,
    A_USE,
    BLOCK_BASE,
    BLOCK_SPIN,
    DONE,
    F_ACTION,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_REACT,
    FR_TRIGGERS,
    FR_WINDOW,
    NO_DIE,
    P_ATTACK,
    P_SEVERAL,
    PASS,
    RESERVE,
    RITUAL_BASE,
    SEVERAL,
)
from dicehall.kernel.decision import About
from dicehall.kernel.state import Frame


def about(s: Board, action: int) -> About:
    """What an answer to the open question is about."""
    f = s.stack[-1]
    kind = f[0]
    if kind == FR_WINDOW or (kind == FR_PICK and f[3] == P_SEVERAL):
        return _in_window(action, kind == FR_PICK)
    if kind in (FR_PICK, FR_DAMAGE) and A_USE <= action < A_GLOBAL:
        return About("use", (action - A_USE,))
    if kind == FR_PICK:
        return About("done") if action == DONE else About(_pick_verb(f), (action - A_DIE,))
    if kind == FR_PAY:
        if action >= A_REST:
            return About("keep", (action - A_REST,))
        die = action - A_DIE
        return About("pay", () if die == NO_DIE else (die,))
    if kind == FR_BLOCK:
        blocker, code = divmod(action, BLOCK_BASE)
        if code > BLOCK_SPIN:
            return About("say")
        return About("block", (blocker, code - 1)) if code else About("not block", (blocker,))
    if kind == FR_ASSIGN:
        return About("assign", (f[5][len(f[6])],), number=action)
    if kind == FR_TRIGGERS:
        card, die = s.queue[action][1], s.queue[action][2]
        return About("next", (die,) if die >= 0 else (), card)
    if kind == FR_DAMAGE or kind == FR_REACT:
        if action == PASS:
            return About("pass")
        if action >= A_GLOBAL:
            return About("global", (), (action - A_GLOBAL) % A_BATCH)
        return About("choose", (action - A_DIE,))
    return _answer(action)


def _pick_verb(f: Frame) -> str:
    return "attack" if f[3] == P_ATTACK else "reroll"


def _in_window(action: int, several: bool) -> About:
    if action == PASS:
        return About("done" if several else "pass")
    if action == SEVERAL:
        return About("several")
    if action < A_FIELD:
        return About("buy", (), action - A_BUY)
    if action < A_USE:
        return About("field", (action - A_FIELD,))
    if action < A_GLOBAL:
        return About("use", (action - A_USE,))
    if action >= A_RITUAL:
        return About("field", divmod(action - A_RITUAL, RITUAL_BASE))
    times, card = divmod(action - A_GLOBAL, A_BATCH)
    return About("global", (), card, times + 1)


def _answer(action: int) -> About:
    """An answer to what an ability asks."""
    if action == DONE:
        return About("done")
    if action >= A_CARD:
        return About("choose", (), action - A_CARD)
    if action >= A_NUMBER:
        return About("number", number=action - A_NUMBER)
    if action >= A_SIDE + 2:  # yes, no, up, down, energy, faces, zones
        return About("say")
    if action >= A_SIDE:
        return About("side", number=action - A_SIDE)
    return About("choose", (action - A_DIE,))


def idle(s: Board) -> int:
    """The answer by which nothing is done: a pass in a window or a reaction, an attack with nobody; -1: none."""
    kind, purpose, picked = s.stack[-1][0], s.stack[-1][3], s.stack[-1][6]
    passes = kind in (FR_WINDOW, FR_DAMAGE, FR_REACT) or (kind == FR_PICK and purpose == P_ATTACK and not picked)
    return PASS if passes and PASS in s.legal else -1


def equals(s: Board, action: int) -> list[tuple[int, tuple[int, ...]]]:
    """Actions about dice that are equal to the one that an action is about, each with its die."""
    kind = s.stack[-1][0]
    if kind == FR_BLOCK or kind == FR_TRIGGERS or kind == FR_ASSIGN:
        return []
    found = about(s, action)
    if len(found.dice) != 1:
        return []
    die = found.dice[0]
    card, face, place = s.kit.die_card, s.face, s.where
    return [
        (action + d - die, (d,))
        for d in range(s.kit.n_dice)
        if action + d - die not in s.legal
        and card[d] == card[die]
        and face[d] == face[die]
        and place[d] == place[die]
        and s.is_legal(action + d - die)
    ]


def meant(s: Board, seat: int, die: int, card: int) -> list[int]:
    """What somebody may mean who points at a die or a card, whether it can be done or not."""
    f = s.stack[-1] if s.stack else None
    if f is None:
        return []
    kind = f[0]
    if kind == FR_WINDOW:
        if card >= 0:
            return [A_BUY + card] if s.kit.card_seat[card] in (-1, seat) else [A_GLOBAL + card]
        face = s.face[die]
        uses = face >= 0 and s.kit.f_kind[face] == F_ACTION
        return [A_USE + die] if uses or s.zone_of(die) != RESERVE else [A_FIELD + die]
    if kind == FR_BLOCK:
        return [f[5][f[1]] * BLOCK_BASE + die + 1] if die >= 0 else []
    if kind == FR_PICK and f[3] == P_SEVERAL:
        return [A_BUY + card] if card >= 0 else [A_FIELD + die]
    if kind in (FR_PICK, FR_PAY, FR_DAMAGE, FR_EFFECT) and die >= 0:
        return [A_DIE + die]
    return []
