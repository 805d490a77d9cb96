"""A state of Dice Masters as the position of a scenario, where it can be written as one."""

from __future__ import annotations

from pathlib import Path

from dicehall.dicemasters.cards import SETS
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    BAG,
    F_ACTION,
    FIELD,
    FR_PICK,
    FR_WINDOW,
    M_KIND,
    M_PAID,
    M_ROLLED,
    OUT,
    P_ATTACK,
    PREP,
    RESERVE,
    S_ATTACK,
    S_DRAW,
    S_MAIN,
    USED,
    W_MAIN,
    WIN_ATTACK_START,
    ZONE_NAMES,
)
from dicehall.kernel.decision import Wait
from dicehall.notation.dm.dice import card_word, face_word, grouped


def why_not_written(s: DMState) -> str:
    """Why a moment cannot be written as a position; empty if it can."""
    if s.is_over:
        return "the game is over"
    if s.effects or s.queue or s.once or s.held or s.attached or s.controls or s.ledger:
        return "lasting effects are on"
    if _remembers(s):
        return "texts on the table remember what happened in this turn"
    if any(s.ctrl[d] != s.owner[d] for d in range(s.kit.n_dice)):
        return "dice are controlled"
    if any(s.generic):
        return "there is energy without a die"
    if s.mid:
        return "a move is not finished"
    if s.partial:
        return "a die has been spent in part"
    frame = s.stack[-1]
    if s.wait is Wait.PAUSE and s.step == S_DRAW:
        return ""
    if frame[0] == FR_WINDOW and frame[3] == W_MAIN and frame[4] == s.active and not frame[1]:
        return ""
    if frame[0] == FR_PICK and frame[3] == P_ATTACK and not frame[6]:
        return "effects of the start of the Attack Step are done" if _attack_began(s) else ""
    return "the turn is between two steps"


def _remembers(s: DMState) -> bool:
    """Whether something of this turn is remembered that a text could ask for."""
    kinds = {m // M_KIND for m in s.memory} - {M_PAID}
    if kinds == {M_ROLLED}:  # of each turn; only few texts ask for it
        return any("rolled" in line for card in s.kit.cards if card is not None for line in card.text)
    return bool(kinds)


def _attack_began(s: DMState) -> bool:
    """Whether a position before the attack would let the start of the step happen again."""
    runner = s.kit.abilities
    if not isinstance(runner, Runner):
        return False
    actions = [d for x in s.kit.seats_of[s.active] for d in s.zone(x, RESERVE) if s.kit.f_kind[s.face[d]] == F_ACTION]
    return bool(runner.by_window[WIN_ATTACK_START] or (actions and runner.use_only))


def position_toml(s: DMState, side_names: list[str]) -> tuple[str, str, dict[int, int]]:
    """Two pieces of a scenario file, before and after `play`, and for each die its #number in it."""
    kit = s.kit
    step = {S_DRAW: "draw", S_MAIN: "main", S_ATTACK: "attack"}[s.step]
    setup = kit.setup
    head = [
        'game    = "dicemasters"',
        f'edition = "{kit.edition.name}"',
        f"active  = {_quoted(kit.seat_names[kit.seats_of[s.active][0]])}",
        f'step    = "{step}"',
        f"basics  = [{', '.join(_basics(s))}]",
    ]
    folders = sorted({str(Path(c.die.path).parent) for c in kit.cards if c is not None and c.set not in SETS})
    if folders:  # sets of one's own are found where they were
        head.append(f"sets    = [{', '.join(_quoted(x) for x in folders)}]")
    if setup.settings.priority != "tournament":
        head.append(f'priority = "{setup.settings.priority}"')
    if setup.settings.first_turn_rule:
        head += ["first_turn_rule = true", f"turn    = {s.turn}"]
    tail: list[str] = []
    numbers: dict[int, int] = {}
    counts: dict[tuple[int, int], int] = {}
    for seat, name in enumerate(kit.seat_names):
        side = kit.side_of[seat]
        tail += [f"[seat.{_key(name)}]"]
        if kit.n_seats > 2:
            tail.append(f"side = {_quoted(side_names[side])}")
        tail += [f"life = {s.life[side]}", f"max_life = {setup.max_life[side]}"]
        cards = [c for c in range(1, kit.n_cards) if kit.card_seat[c] == seat]
        tail.append(f"cards = [{', '.join(_quoted(f'{_forced(s, c)} x{s.left[c]}') for c in cards)}]")
        for zone in (PREP, RESERVE, FIELD, USED, OUT, BAG):
            shared = zone == PREP  # a side's Prep Area is written with the owners of its dice
            dice = [d for d in s.zone(seat, zone) if s.owner[d] == seat or not shared]
            words = []
            for d in dice:
                key = (kit.die_card[d], s.owner[d])
                counts[key] = counts.get(key, 0) + 1
                numbers[d] = counts[key]
                foreign = f"{kit.seat_names[s.owner[d]]}." if s.owner[d] != seat else ""
                words.append(foreign + _die_entry(s, d, zone))
            if words or zone == BAG:
                tail.append(f"{ZONE_NAMES[zone]} = [{', '.join(_quoted(w) for w in grouped(words))}]")
    return "\n".join(head), "\n".join(tail) + "\n", numbers


def _die_entry(s: DMState, die: int, zone: int) -> str:
    word = card_word(s, s.kit.die_card[die], s.owner[die])
    if zone in (RESERVE, FIELD):
        word += f"@{face_word(s, s.face[die])}"
    if s.damage[die]:
        word += f" damage {s.damage[die]}"
    return word


def _basics(s: DMState) -> list[str]:
    kit = s.kit
    return [_quoted(f"{_forced(s, c)} x{s.left[c]}") for c in range(1, kit.n_cards) if kit.card_seat[c] < 0]


def _forced(s: DMState, card: int) -> str:
    found = s.kit.cards[card]
    assert found is not None
    return f"{found.set}:{found.title}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else _quoted(name)
