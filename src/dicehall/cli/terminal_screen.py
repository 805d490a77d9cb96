"""The table of Dice Masters as text: what each seat has, where it lies, and what the open question is about.

Dice are written as in the notation, so that what is read here can be typed.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.cli.terminal_card import text_lines
from dicehall.cli.terminal_style import Out, glued
from dicehall.dicemasters.describe import prompt_text, question_text, sentence
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.energy import kinds_of, total_of
from dicehall.dicemasters.explain import energy_words
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    BAG,
    ENERGY_NAMES,
    F_CHARACTER,
    FIELD,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PICK,
    FR_REACT,
    FR_WINDOW,
    OUT,
    P_ATTACK,
    P_REROLL,
    PREP,
    RESERVE,
    S_ATTACK,
    S_CLEANUP,
    S_DRAW,
    S_MAIN,
    S_ROLL,
    USED,
    W_MAIN,
)
from dicehall.notation.dm.dice import card_word, counted, die_word, face_word

STEP_WORDS = {
    S_DRAW: "Clear and Draw", S_ROLL: "Roll and Reroll", S_MAIN: "Main Step", S_ATTACK: "Attack Step",
    S_CLEANUP: "Cleanup",
}  # fmt: skip
BAR = 20


def table(out: Out, s: DMState, near: int, about: str = "") -> None:
    """Everything that lies open; the seat `near` comes last, next to the question."""
    kit = s.kit
    who = " and ".join(kit.seat_names[x] for x in kit.seats_of[s.active])
    head = f"Turn {s.turn}, {who}: {STEP_WORDS[s.step]}"
    gap = out.width - 1 - len(head) - len(about)
    out.put(out.painted(f"{head}{' ' * gap}{about}" if gap > 1 else head, "bold"))
    for seat in [*[x for x in range(kit.n_seats) if x != near], near]:
        _seat(out, s, seat)
    basics = [c for c in range(1, kit.n_cards) if kit.card_seat[c] < 0]
    if basics:
        out.say("; ".join(_card(s, c) for c in basics), label="Basic actions for all: ")


def _seat(out: Out, s: DMState, seat: int) -> None:
    kit = s.kit
    side = kit.side_of[seat]
    life, most = s.life[side], kit.setup.max_life[side]
    bar = ("#" * round(BAR * max(life, 0) / most)).ljust(BAR, ".")
    out.rule_line(kit.seat_names[seat], f"{bar} life {life} of {most}")
    field_line(out, s, seat)
    if s.rolling and s.is_active_seat(seat):
        out.say(rolled_words(s, s.rolling), label="  rolled   ")
    if s.zone(seat, RESERVE) or s.generic[seat]:
        reserve_line(out, s, seat)
    places = []
    for name, zone in (("bag", BAG), ("prep", PREP), ("used", USED), ("out of play", OUT)):
        dice = [d for d in s.zone(seat, zone) if d not in s.rolling]
        if dice or zone == BAG:
            words = sorted(card_word(s, kit.die_card[d], s.owner[d]) for d in dice)
            places.append(f"{name}: {counted(words)}")
    out.say(" | ".join(places), label="  dice     ")
    mine = [c for c in range(1, kit.n_cards) if kit.card_seat[c] == seat]
    out.say("; ".join(_card(s, c) for c in mine) or "none", label="  to buy   ")


def _card(s: DMState, card: int) -> str:
    """War Machine x2, each 4 shield: two dice are left on it."""
    kind = s.kit.card_type[card]
    cost = s.purchase_cost(max(s.kit.card_seat[card], 0), card)
    energy = f" {ENERGY_NAMES[kind]}" if kind >= 0 else ""
    name, left = card_word(s, card, s.kit.card_seat[card]), s.left[card]
    if not left:
        return glued(f"{name}: none left")
    return glued(f"{name} x{left}, {'each ' if left > 1 else ''}{cost}{energy}")


def field_line(out: Out, s: DMState, seat: int, label: str = "  field    ") -> None:
    dice = s.zone(seat, FIELD)
    out.say(_joined([fighter(s, d) + _doing(s, d) for d in dice]) or "nobody", label=label)


def reserve_line(out: Out, s: DMState, seat: int) -> None:
    words = rolled_words(s, s.zone(seat, RESERVE), s.generic[seat])
    out.say(words, label="  reserve  ")


def fighter(s: DMState, die: int) -> str:
    """War Machine@2 3A/4D, with its damage if it has any."""
    name = card_word(s, s.kit.die_card[die], s.owner[die])
    if s.kit.f_kind[s.face[die]] != F_CHARACTER:
        return f"{name}@{face_word(s, s.face[die])}"
    hurt = f" (damage {s.damage[die]})" if s.damage[die] else ""
    return f"{name}@{face_word(s, s.face[die])} {s.attack_of(die)}A/{s.defence_of(die)}D{hurt}"


def _doing(s: DMState, die: int) -> str:
    if die in s.attackers:
        return " attacks"
    at = [s.blocks[i + 1] for i in range(0, len(s.blocks), 2) if s.blocks[i] == die]
    return f" blocks {die_word(s, at[0])}" if at else ""


def rolled_words(s: DMState, dice: Sequence[int], loose: int = 0) -> str:
    """Dice with their faces; characters with what they could do and cost to field."""
    kit = s.kit
    order = sorted(dice, key=lambda d: (kit.f_kind[s.face[d]], kit.die_card[d], s.face[d]))
    words = []
    for d in order:
        word = f"{card_word(s, kit.die_card[d], s.owner[d])}@{face_word(s, s.face[d])}"
        if kit.f_kind[s.face[d]] == F_CHARACTER:
            cost = s.fielding_cost(s.owner[d], d)
            word += f" ({kit.f_attack[s.face[d]]}A/{kit.f_defence[s.face[d]]}D, fields for {cost or 'nothing'})"
        words.append(word)
    return _joined(words + ["generic energy"] * loose) or "nothing"


def _joined(words: Sequence[str]) -> str:
    """Equal ones counted, each kept on one line."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(glued(w if n == 1 else f"{w} x{n}") for w, n in counts.items())


def focus(out: Out, s: DMState, seat: int) -> None:
    """The part of the table that the open question is about."""
    kind, purpose = s.stack[-1][0], s.stack[-1][3]
    if kind == FR_WINDOW:
        field_line(out, s, seat)
        reserve_line(out, s, seat)
        if purpose == W_MAIN:
            total = total_of(kinds_of(s, seat))
            out.say(f"{total}: {energy_words(s, seat)}" if total else "none", label="  energy   ")
        return
    if kind in (FR_BLOCK, FR_ASSIGN, FR_EFFECT, FR_DAMAGE, FR_REACT) or (kind == FR_PICK and purpose == P_ATTACK):
        for other in range(s.kit.n_seats):
            if other != seat:
                lives = f"  {s.kit.seat_names[other]} (life {s.life[s.kit.side_of[other]]}): "
                field_line(out, s, other, lives)
        field_line(out, s, seat, f"  {s.kit.seat_names[seat]} (life {s.life[s.kit.side_of[seat]]}): ")
    runner = s.kit.abilities
    if kind == FR_EFFECT and isinstance(runner, Runner):
        card = runner.programs[s.stack[-1][3]].card
        said = sentence(s, s.stack[-1][3])
        for line in [said] if said else text_lines(s, card):
            out.say(line, label=f"  {s.kit.titles[card]}: ", hang=4)


def question(s: DMState) -> str:
    """What is asked, with what a newcomer must know to answer it."""
    decision = s.decision
    assert decision is not None
    kind, purpose = s.stack[-1][0], s.stack[-1][3]
    more = ""
    if kind == FR_PICK and purpose == P_REROLL:
        more = "Once only; the others are kept."
    elif kind == FR_PICK and purpose == P_ATTACK:
        more = "Unblocked attackers hit and leave the field."
    elif kind == FR_WINDOW and purpose == W_MAIN and s.stack[-1][4] == s.active:
        more = "Buy dice, field characters, then end main."
    elif kind == FR_BLOCK:
        return "Who blocks whom? Several numbers (2 5) are one move. [5.3.1]"
    elif kind == FR_ASSIGN:
        dealer, amount = s.stack[-1][3], s.stack[-1][4]
        return f"How does {die_word(s, dealer)} divide its {amount} damage? [5.5.1]"
    elif kind == FR_EFFECT:
        return f"{prompt_text(s)} [{decision.rule}]"
    return f"{question_text(s)} {more} [{decision.rule}]".replace("  ", " ")
