"""What a die that copies says and is: whose text, whose traits and whose numbers it has now. Rules 7.8.

A copy is a lasting effect of a clause of kind C_COPY: its memory is the card that is copied, its "how often" the
numbers that were on the model's face (`pack`), and its turn the captive on which it depends, if it does (U_CAPTURED).
It names the dice that copy, or none where all dice of the source's card do.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import L_AUX, L_CLAUSE, L_DICE, L_DIE, L_SEAT, L_TIMES, Board, Effect
from dicehall.dicemasters.effects.code import (
    C_COPY,
    COPY_FACES,
    COPY_STATS,
    COPY_TEXT,
    COPY_TRAITS,
    YOURS,
    Clause,
)
from dicehall.dicemasters.sockets import ATTACK, DEFENCE

# how a die speaks the text of a card
SILENT: Final = 0
OWN: Final = 1
COPIED: Final = 2  # without its burst lines (7.8.2)
BURSTS: Final = 3  # the burst lines of its own card, while it copies another text (7.8.6)


def text_card(s: Board, die: int) -> int:
    """The card whose text a die has now: its own, or the one it copies (7.8.3)."""
    if s.effects and s.kit.runner.kinds[C_COPY]:
        e = copy_on(s, die, COPY_TEXT)
        if e is not None:
            return e[L_AUX]
    return s.kit.die_card[die]


def trait_card(s: Board, die: int) -> int:
    """The card whose title, type and affiliations a die has now. Purchase costs are never copied."""
    if s.effects and s.kit.runner.kinds[C_COPY]:
        e = copy_on(s, die, COPY_TRAITS)
        if e is not None:
            return e[L_AUX]
    return s.kit.die_card[die]


def copy_on(s: Board, die: int, what: int) -> Effect | None:
    """The latest copy of a kind that a die is under."""
    clauses = s.kit.runner.clauses
    effects = s.effects
    for i in range(len(effects) - 1, -1, -1):
        e = effects[i]
        c = clauses[e[L_CLAUSE]]
        if c.kind == C_COPY and c.n & what and _copies(s, c, e, die):
            return e
    return None


def _copies(s: Board, c: Clause, e: Effect, die: int) -> bool:
    if len(e) > L_DICE:
        return die in e[L_DICE:]
    kit = s.kit
    if kit.die_card[die] != kit.die_card[e[L_DIE]]:
        return False
    return c.whose != YOURS or kit.side_of[s.ctrl[die]] == kit.side_of[e[L_SEAT]]


def card_as_copied(s: Board, card: int, what: int) -> int:
    """What copying a card yields: the card, or the one that all of its dice copy now (7.8.7)."""
    clauses, die_card = s.kit.runner.clauses, s.kit.die_card
    for e in reversed(s.effects):
        c = clauses[e[L_CLAUSE]]
        if c.kind == C_COPY and c.n & what and len(e) == L_DICE and die_card[e[L_DIE]] == card:
            return e[L_AUX]
    return card


def copies_of(s: Board, die: int) -> list[tuple[str, int]]:
    """What a die copies now, each with the card it has it from."""
    if not s.kit.runner.kinds[C_COPY]:
        return []
    found = [
        ("abilities", copy_on(s, die, COPY_TEXT)),
        ("traits", copy_on(s, die, COPY_TRAITS)),
        ("numbers", number_copy(s, die)),
    ]
    return [(what, e[L_AUX]) for what, e in found if e is not None]


# ---- texts -----------------------------------------------------------------------------------------------------


def voice(s: Board, die: int, card: int) -> int:
    """How a die speaks the text of a card, wherever it lies."""
    return voice_of(s.kit.die_card[die], text_card(s, die), card)


def voice_of(own: int, text: int, card: int) -> int:
    """How a die of one card with the text of another speaks the text of a third."""
    if text == card:
        return OWN if own == card else COPIED
    return BURSTS if own == card else SILENT


def dice_with(s: Board, card: int) -> list[int]:
    """All dice that could speak the text of a card: its own that have come from it, and those that copy it."""
    kit = s.kit
    out = kit.dice_of[card][: kit.card_total[card] - s.left[card]]
    runner = kit.runner
    if not s.effects or not runner.kinds[C_COPY]:
        return out
    for e in s.effects:
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_COPY and c.n & COPY_TEXT and e[L_AUX] == card:
            copiers = list(e[L_DICE:]) or kit.dice_of[kit.die_card[e[L_DIE]]]
            for die in copiers:
                if die not in out and text_card(s, die) == card:
                    out.append(die)
    return out


def cards_with(s: Board, card: int) -> list[int]:
    """The cards that speak a text which works without a die: its own, and those that copy the whole card."""
    out = [card] if card_as_copied(s, card, COPY_TEXT) == card else []
    runner, die_card = s.kit.runner, s.kit.die_card
    for e in s.effects if runner.kinds[C_COPY] else ():
        c = runner.clauses[e[L_CLAUSE]]
        if c.kind == C_COPY and c.n & COPY_TEXT and e[L_AUX] == card and len(e) == L_DICE:
            out.append(die_card[e[L_DIE]])
    return out


def speaking_card(s: Board, die: int, card: int) -> int:
    """The card that "this card" means: that of the die which speaks, also where it speaks another's text (7.8.3)."""
    return s.kit.die_card[die] if die >= 0 else card


# ---- numbers ---------------------------------------------------------------------------------------------------


def pack(cost: int, attack: int, defence: int) -> int:
    """The three numbers of a face as one."""
    return cost * 10000 + attack * 100 + defence


def unpack(packed: int, number: int) -> int:
    if number == ATTACK:
        return packed // 100 % 100
    return packed % 100 if number == DEFENCE else packed // 10000


def face_number(s: Board, number: int, face: int) -> int:
    kit = s.kit
    if number == ATTACK:
        return kit.f_attack[face]
    return kit.f_defence[face] if number == DEFENCE else kit.f_cost[face]


def number_copy(s: Board, die: int) -> Effect | None:
    """The copy from which a die has its numbers; None if it has those of its own face."""
    if not s.effects or not s.kit.runner.kinds[C_COPY] or s.face[die] < 0 or not s.kit.f_level[s.face[die]]:
        return None
    return copy_on(s, die, COPY_STATS | COPY_FACES)


def copied_number(s: Board, number: int, die: int, base: int) -> int:
    """The number on the face of a die, or the one it copies (7.8.1)."""
    e = number_copy(s, die)
    if e is None:
        return base
    if s.kit.runner.clauses[e[L_CLAUSE]].n & COPY_STATS:
        return unpack(e[L_TIMES], number)
    level = s.kit.f_level[s.face[die]]  # faces are copied level by level
    for face in range(e[L_AUX] * 6, e[L_AUX] * 6 + 6):
        if s.kit.f_level[face] == level:
            return face_number(s, number, face)
    return base
