"""The table of IRONDIE as text: the zones of each seat with values and sums, the duel, sudden death.

Dice are written as in the notation, so that what is read here can be typed.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.cli.terminal_style import Out, glued
from dicehall.irondie import IrondieState
from dicehall.irondie.describe import die_word
from dicehall.irondie.dice import ATTACK, CLASS_NAMES, DEFENSE, LIFE
from dicehall.irondie.secret import Q_SPLIT, Q_TAKE, Q_WOUND, damage_to
from dicehall.irondie.terms import (
    ABYSS,
    BATTLE,
    FR_BONUS,
    FR_SECRET,
    FR_SKIRMISH,
    HAND,
    LIMBO,
    S_SKIRMISH,
    STEP_NAMES,
)
from dicehall.notation.iron.dice import value_word
from dicehall.notation.iron.log import side_word

NARROW = 60  # columns; below, labels are short


def table(out: Out, s: IrondieState, near: int, about: str = "") -> None:
    """Everything that lies open; the seat `near` comes last, next to the question."""
    kit = s.kit
    step = "the end of the turn" if STEP_NAMES[s.step] == "end" else STEP_NAMES[s.step]
    head = f"Turn {s.turn}: {step}{_sudden(s)}"
    gap = out.width - 1 - len(head) - len(about)
    out.put(out.painted(f"{head}{' ' * gap}{about}" if gap > 1 else head, "bold"))
    far = [x for x in range(kit.n_seats) if x != near]
    far.sort(key=lambda x: kit.side_of[x] == kit.side_of[near])
    for seat in [*far, near]:
        _seat(out, s, seat, hide_hand=seat == near and _splits(s) and near in s.seats_asked)
    if s.rolled:
        duel(out, s)
    if s.step == S_SKIRMISH and not s.is_over:
        out.say(damage_words(s, kit.side_of[near]), label="  ", hang=4)


def damage_words(s: IrondieState, near: int) -> str:
    """What both sides would take if the skirmish ended now."""
    parts: list[str] = []
    for side in (near, 1 - near):
        takes = "take" if len(s.kit.seats_of[side]) > 1 else "takes"
        attack, defence, life = s.points(1 - side, ATTACK), s.points(side, DEFENSE), s.points(side, LIFE)
        sums = f"attack {attack} against defence {defence}"
        parts.append(f"{side_word(s, side)} {takes} {damage_to(s, side)} of {life} life points ({sums})")
    return f"As it stands {', '.join(parts)}."


def _sudden(s: IrondieState) -> str:
    if s.sudden:
        return ", sudden death [9.2]"
    return ", sudden death from the next turn on [9.2.1]" if s.sudden_called else ""


def _splits(s: IrondieState) -> bool:
    return bool(s.stack) and s.stack[-1][0] == FR_SECRET and s.stack[-1][3] == Q_SPLIT


def _seat(out: Out, s: IrondieState, seat: int, hide_hand: bool) -> None:
    kit = s.kit
    dice = kit.dice_of(seat)
    out.rule_line(kit.seat_names[seat], side_words(s, kit.side_of[seat]))
    for die_class in (ATTACK, DEFENSE, LIFE):
        mine = [d for d in dice if s.zone[d] == BATTLE and kit.die_class[d] == die_class]
        if mine or die_class == LIFE:
            points = sum(s.value[d] for d in mine)
            zone_line(out, s, f"{CLASS_NAMES[die_class].upper()} {points}", mine)
    for name, zone in (("hand" if _splits(s) else "reserve", HAND), ("Limbo", LIMBO), ("Abyss", ABYSS)):
        mine = [d for d in dice if s.zone[d] == zone]
        if mine and not (zone == HAND and hide_hand):
            zone_line(out, s, f"{name} ({len(mine)})", mine)


def zone_line(out: Out, s: IrondieState, title: str, dice: Sequence[int]) -> None:
    """ATTACK 11: the dice with their values."""
    if out.width < NARROW:
        out.say(f"{title}: {_list(s, dice) or 'none'}")
    else:
        out.say(_list(s, dice) or "none", label=f"  {title:11} ")


def _list(s: IrondieState, dice: Sequence[int]) -> str:
    return ", ".join(glued(value_word(s, d, s.kit.seat_of[d])) for d in dice)


def side_words(s: IrondieState, side: int) -> str:
    """What a side has, in short: of all its seats together (8.1.2)."""
    life, attack, defence = (s.points(side, c) for c in (LIFE, ATTACK, DEFENSE))
    fights = f", attack {attack}, defence {defence}" if s.battle(side, ATTACK) or s.battle(side, DEFENSE) else ""
    mark = "side: " if s.kit.n_seats > s.kit.sides else ""
    return f"{mark}life {life}{fights}"


def duel(out: Out, s: IrondieState) -> None:
    """The dice of the duel with their targets, in the order in which they were rolled."""
    opened = " and ".join(s.kit.seat_names[x] for x in s.kit.seats_of[s.offensive]) if s.offensive >= 0 else ""
    more = f"{opened} opened it; the last die acts first" if opened else ""
    if len(more) + 15 < out.width:
        out.rule_line("Duel", more)
    else:
        out.rule_line("Duel")
        out.say(more, label="  ")
    for i, (die, targets) in enumerate(zip(s.rolled, s.targets, strict=True), 1):
        words = ", ".join(glued(value_word(s, t)) for t in targets)
        out.say(f"{glued(value_word(s, die))} on {words}", label=f"  {i} ", hang=6)


def focus(out: Out, s: IrondieState, seat: int) -> None:
    """The part of the table that the open question is about."""
    frame = s.stack[-1]
    if s.rolled:
        duel(out, s)
    elif frame[0] == FR_SECRET and frame[3] in (Q_WOUND, Q_TAKE):
        side = s.kit.side_of[seat]
        for x in (1 - side, side):
            name = " and ".join(s.kit.seat_names[y] for y in s.kit.seats_of[x])
            dice = s.battle(x, LIFE)
            out.say(_list(s, dice) or "none", label=f"  LIFE of {name} {s.points(x, LIFE)}: ", hang=4)


def wants_table(s: IrondieState) -> bool:
    """Whether the open question is one for which the whole table matters."""
    frame = s.stack[-1]
    return frame[0] == FR_SKIRMISH or _splits(s) or (frame[0] == FR_BONUS and not s.rolled)


def question(s: IrondieState, seat: int) -> str:
    """What is asked, with what a newcomer must know to answer it."""
    decision = next(d for d in s.decisions if d.seat == seat)
    asks = decision.asks
    if _splits(s):
        asks = "Which dice do you roll into battle? Several numbers (1 3 4)."
    elif s.stack[-1][0] == FR_BONUS:
        die = s.stack[-1][5][0]
        asks = asks.replace(s.kit.names[die], die_word(s, die, seat))
    return f"{asks} [{decision.rule}]"
