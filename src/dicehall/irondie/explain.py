"""Why something cannot be done in IRONDIE: every reason, each with its rule. Secret choices never show."""

from __future__ import annotations

from dicehall.irondie.battle import bonus_targets
from dicehall.irondie.board import Board
from dicehall.irondie.describe import die_word
from dicehall.irondie.dice import ALLIED, CLASS_NAMES, COLOUR_NAMES, EACH, IN_LIMBO, KINSHIP, LIFE, OF_CLASS, SHAPES
from dicehall.irondie.duel import D_CHOOSE, EFFECT_RULES, reach
from dicehall.irondie.secret import damage_to, is_valid, wound_points
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_SPLIT,
    A_WOUND,
    ABYSS,
    ADD,
    BATTLE,
    DUEL_BASE,
    FORGO,
    FR_BONUS,
    FR_DUEL,
    FR_SECRET,
    FR_SKIRMISH,
    HAND,
    LIMBO,
    Q_SPLIT,
    Q_TAKE,
    Q_WOUND,
    RENOUNCE,
    S_SKIRMISH,
    SKIRMISH,
    SUBTRACT,
)
from dicehall.kernel.errors import Reason

PLACES = {HAND: "in the hand", BATTLE: "in the Battle Zone", SKIRMISH: "in a Skirmish Zone", LIMBO: "in Limbo",
          ABYSS: "in the Abyss"}  # fmt: skip


def nobody_asked(s: Board) -> list[Reason]:
    if s.why_over:
        return [Reason("the game is over", "7.1.1")]
    if s.stack and s.waiting == 2:
        return [Reason("the next turn has not begun", "3.1.1")]
    return [Reason("dice are about to be rolled", "3.2.1")]


def not_asked(s: Board, seat: int) -> list[Reason]:
    names = s.kit.seat_names
    if not 0 <= seat < len(names):
        return [Reason(f"there is no seat {str(seat)[:12]}")]
    f = s.stack[-1]
    if f[0] == FR_SECRET:
        if seat in f[5]:
            return [Reason(f"{names[seat]} has decided already", ("3.1.2", "5.1.3", "6.1.1")[f[3]])]
        if f[3] == Q_WOUND and not damage_to(s, s.kit.side_of[seat]):
            return [Reason(f"{names[seat]} takes no damage", "5.1.2")]
        return [Reason(f"{names[seat]} has nothing to decide now", ("3.1.3", "5.1.6", "6.1.1")[f[3]])]
    asked = names[f[2]]
    if f[0] == FR_SKIRMISH:
        if s.renounced[s.kit.side_of[seat]]:
            return [Reason(f"{names[seat]} has renounced and opens no more duels in this skirmish", "4.1.4")]
        return [Reason(f"{names[seat]} is not asked now; {asked} may open a duel", "4.1.2")]
    if f[0] == FR_BONUS:
        rule = "2.4.7" if s.step == S_SKIRMISH else "3.4.1"
        return [Reason(f"{names[seat]} is not asked now; {asked} chooses the target of a bonus", rule)]
    if f[0] == FR_DUEL and f[1] == D_CHOOSE:
        rule = EFFECT_RULES[s.kit.shape[s.rolled[f[4]]]]
        return [Reason(f"{names[seat]} is not asked now; {asked} adds or subtracts", rule)]
    return [Reason(f"{names[seat]} is not asked now; {asked} is", "4.2.1")]


def why_not(s: Board, seat: int, action: int) -> list[Reason]:
    """Reasons against an action of a seat that is asked; empty if it is equal to one that is listed."""
    f = s.stack[-1]
    if f[0] == FR_SECRET:
        return _secret(s, f[3], seat, action)
    if f[0] == FR_BONUS:
        return _bonus(s, f[5][0], s.kit.bonuses[s.kit.colour[f[5][0]]][f[1]][0], action)
    if f[0] == FR_DUEL and f[1] == D_CHOOSE:
        rule = EFFECT_RULES[s.kit.shape[s.rolled[f[4]]]]
        return [Reason("the effect adds or subtracts: choose add, or choose subtract", rule)]
    return _roll(s, seat, action, f[0] == FR_SKIRMISH)


def _secret(s: Board, question: int, seat: int, action: int) -> list[Reason]:
    if is_valid(s, question, seat, action):
        return []
    kit = s.kit
    if question == Q_SPLIT:
        if not A_SPLIT <= action < A_SPLIT + (1 << len(kit.dice_of(seat))):
            return [Reason(f"{kit.seat_names[seat]} is asked which dice of the hand are rolled", "3.1.1")]
        away = [d for d in kit.dice_of(seat) if (action - A_SPLIT) >> (d - kit.first[seat]) & 1 and s.zone[d] != HAND]
        return [Reason(f"{kit.names[d]} is {PLACES[s.zone[d]]}, not in the hand", "3.1.1") for d in away]
    side = kit.side_of[seat]
    dice = s.battle(side, LIFE)
    if question == Q_TAKE:
        if 0 <= action - A_DIE < kit.n_dice:
            return [Reason(f"{kit.names[action - A_DIE]} is no LIFE die in the LIFE Zone of that side", "6.1.1")]
        return [Reason(f"{kit.seat_names[seat]} is asked which LIFE die is taken back, or none", "6.1.1")]
    if not A_WOUND <= action < A_WOUND + 7 ** len(dice):
        return [Reason(f"{kit.seat_names[seat]} is asked how the damage is distributed", "5.1.3")]
    given = wound_points(s, side, action)
    total = min(damage_to(s, side), s.points(side, LIFE))
    out = [
        Reason(f"{kit.names[d]} has {s.value[d]} points and cannot lose {p}", "5.1.4")
        for d, p in given
        if p > s.value[d]
    ]
    if sum([p for _, p in given]) != total:
        out.append(Reason(f"{total} points are to be distributed, not {sum([p for _, p in given])}", "5.1.3"))
    return out


def _bonus(s: Board, die: int, die_class: int, action: int) -> list[Reason]:
    kit = s.kit
    target = action - A_DIE
    name = f"the bonus of {kit.names[die]}"
    if not 0 <= target < kit.n_dice:
        return [Reason(f"{kit.seat_names[kit.seat_of[die]]} is asked for the target of {name}", "2.4.5")]
    if target in bonus_targets(s, die, die_class):
        return []
    out: list[Reason] = []
    wanted = CLASS_NAMES[die_class].upper()
    word = die_word(s, target, kit.seat_of[die])
    if target == die:
        out.append(Reason(f"{name} goes to another die", "2.4.4"))
    if kit.side_of[kit.seat_of[target]] != kit.side_of[kit.seat_of[die]]:
        out.append(Reason(f"{name} goes to a die of the same side, and {word} is not", "2.4.4"))
    if not s.in_play(target):
        out.append(Reason(f"{word} is {PLACES[s.zone[target]]}, not in play", "2.4.4"))
    if kit.die_class[target] != die_class:
        out.append(Reason(f"{word} is no {wanted} die, and {name} goes to one", "2.4.4"))
    if KINSHIP[kit.colour[die]][kit.colour[target]] != ALLIED:
        mine, theirs = COLOUR_NAMES[kit.colour[die]], COLOUR_NAMES[kit.colour[target]]
        out.append(Reason(f"{theirs} is not allied to {mine}, the colour of {kit.names[die]}", "2.2.2"))
    return out


def _roll(s: Board, seat: int, action: int, opens: bool) -> list[Reason]:
    kit = s.kit
    names = kit.seat_names
    if action in (FORGO, RENOUNCE):
        if opens:
            return [Reason(f"{names[seat]} opens a duel or renounces; there is nothing to forgo yet", "4.1.4")]
        return [Reason("a roll is forgone; renounced is the right to open a duel", "4.2.3")]
    if action in (ADD, SUBTRACT):
        return [Reason("there is nothing to add or to subtract now", "4.6.2")]
    die, target = divmod(action - A_DUEL, DUEL_BASE)
    if not 0 <= die < kit.n_dice or action >= A_WOUND or target > kit.n_dice:
        what = "to open a duel or to renounce" if opens else "to roll a die or to forgo"
        return [Reason(f"{names[seat]} is asked {what}", "4.1.2" if opens else "4.2.1")]
    shape = SHAPES[kit.shape[die]]
    out: list[Reason] = []
    if kit.seat_of[die] != seat:
        return [Reason(f"{kit.names[die]} is a die of {names[kit.seat_of[die]]}", "4.2.2")]
    if s.zone[die] != HAND:
        out.append(Reason(f"{kit.names[die]} is {PLACES[s.zone[die]]}, not in reserve", "4.2.2"))
    found = reach(s, die)
    if shape.target == EACH:
        if target:
            out.append(Reason(f"a {shape.name} names no target: it means all that it can reach", "4.3.4"))
        elif not found:
            out.append(Reason(_nothing(s, shape.name, shape.target_class, opens), "4.3.7" if opens else "4.3.5"))
        return out
    if not target:
        out.append(Reason(f"a {shape.name} needs a target", "4.2.2"))
        return out
    if target - 1 not in found:
        out += _target(s, die, target - 1, opens)
    return out


def _nothing(s: Board, shape: str, die_class: int, opens: bool) -> str:
    of = f"{CLASS_NAMES[die_class].upper()} die"
    if opens:
        return f"the opponents have no {of} in the Battle Zone for the {shape}"
    return f"no {of} of the opponents in the Battle Zone is a target in this duel"


def _target(s: Board, die: int, target: int, opens: bool) -> list[Reason]:
    kit = s.kit
    shape = SHAPES[kit.shape[die]]
    name = die_word(s, target, kit.seat_of[die])
    out: list[Reason] = []
    if shape.target == IN_LIMBO:
        if s.zone[target] != LIMBO:
            out.append(Reason(f"{name} is {PLACES[s.zone[target]]}; a regeneration takes a die in Limbo", "4.3.6"))
        if kit.side_of[kit.seat_of[target]] != kit.side_of[kit.seat_of[die]]:
            out.append(Reason("a regeneration takes a die of its own side", "4.3.6"))
        if not out:
            out.append(Reason(f"{name} is no target of another regeneration in this duel", "4.3.6"))
        return out
    if not s.in_play(target):
        return [Reason(f"{name} is {PLACES[s.zone[target]]}, not in play", "4.3.3")]
    if shape.target == OF_CLASS and kit.die_class[target] != shape.target_class:
        out.append(Reason(f"{name} is no {CLASS_NAMES[shape.target_class].upper()} die", "4.3.3"))
    if opens and s.zone[target] != BATTLE:
        out.append(Reason(f"{name} does not lie in the Battle Zone", "4.3.1"))
    if not opens and target not in s.rolled and not any([target in t for t in s.targets]):
        out.append(Reason(f"{name} is neither in a Skirmish Zone nor a target in this duel", "4.3.2"))
    return out
