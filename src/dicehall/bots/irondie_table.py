"""How the IRONDIE bot reckons: the open table as numbers, what a duel would do to it, and what a side stands to gain.

Nothing here knows the state of the game; all comes from what a seat sees.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from dicehall.irondie.dice import (
    ALLIED,
    ATTACK,
    BRING_BACK,
    BY_ONE,
    BY_VALUE,
    CHANGE,
    DEFENSE,
    EACH,
    HIGHER,
    HOSTILE,
    IN_LIMBO,
    KINSHIP,
    LIFE,
    LOSE_ITSELF,
    NO_COMPARISON,
    SHAPES,
    SMASH,
    TO_LIMBO,
)
from dicehall.irondie.kit import Kit
from dicehall.irondie.terms import ABYSS, BATTLE, HAND, LIMBO, SKIRMISH

ZONES = {
    "reserve": HAND, "attack": BATTLE, "defense": BATTLE, "life": BATTLE,
    "skirmish": SKIRMISH, "limbo": LIMBO, "abyss": ABYSS,
}  # fmt: skip
AVERAGE = 3.5
LOST = 150.0  # what it is worth to lose, or to win
DIE_WORTH = (3.0, 3.0, 3.5)  # of a die that is not in the Abyss, by class
HELD_LIFE = 1.7  # life points that a LIFE die outside the LIFE Zone is good for
GUARD = 0.7  # of each of the first three LIFE dice in the LIFE Zone: the last one is easily lost


class Table:
    """Where the dice lie and what they show. Everything may be changed: it is a copy."""

    __slots__ = ("doubt", "kit", "lost", "rolled", "targets", "value", "zone")

    def __init__(self, kit: Kit, zone: list[int], value: list[int]) -> None:
        self.kit = kit
        self.zone = zone
        self.value = value
        self.rolled: list[int] = []
        self.targets: list[tuple[int, ...]] = []
        self.lost: list[int] = []  # sides that have lost
        self.doubt = 0.3 + 0.4 * zone.count(HAND)  # about the battle, while there are dice in reserve

    def copy(self) -> Table:
        new = Table(self.kit, self.zone.copy(), self.value.copy())
        new.rolled = self.rolled.copy()
        new.targets = self.targets.copy()
        new.doubt = self.doubt  # a die that is rolled makes nothing surer: what is compared is doubted alike
        return new

    def side(self, die: int) -> int:
        return self.kit.side_of[self.kit.seat_of[die]]

    def battle(self, side: int, die_class: int) -> list[int]:
        kind, zone = self.kit.die_class, self.zone
        return [d for d in self.kit.side_dice[side] if zone[d] == BATTLE and kind[d] == die_class]

    def in_play(self, die: int) -> bool:
        return self.zone[die] == BATTLE or self.zone[die] == SKIRMISH

    def move(self, die: int, zone: int) -> None:
        was_life = self.zone[die] == BATTLE and self.kit.die_class[die] == LIFE
        self.zone[die] = zone
        self.value[die] = 0
        side = self.side(die)
        if was_life and not self.battle(side, LIFE):
            self.lost.append(side)

    def change(self, die: int, amount: int) -> None:
        value = self.value[die] + amount
        if value < 1 and self.kit.die_class[die] == LIFE and self.zone[die] == BATTLE:
            self.move(die, ABYSS)
        else:
            self.value[die] = 6 if value > 6 else max(value, 1)


def table_of(view: dict[str, Any], kit: Kit) -> Table:
    """The table that a view shows."""
    dice = [die for seat in view["seats"] for die in seat["dice"]]
    table = Table(kit, [ZONES[die["zone"]] for die in dice], [die["value"] for die in dice])
    for one in view["duel"]:
        table.rolled.append(one["die"])
        table.targets.append(tuple(one["targets"]))
    return table


# ---- duels -----------------------------------------------------------------------------------------------------


def meant_by(t: Table, die: int, target: int) -> tuple[int, ...]:
    """The targets of a die that is rolled next: the one named, or, with -1, all that it reaches (4.3.4, 4.3.5)."""
    if target >= 0:
        return (target,)
    found = t.battle(1 - t.side(die), SHAPES[t.kit.shape[die]].target_class)
    if t.rolled:
        reached = {d for one in t.targets for d in one}
        found = [d for d in found if d in reached]
    return tuple(found)


def wins(t: Table, die: int, target: int) -> bool:
    mine, theirs = t.value[die], t.value[target]
    if mine == theirs:
        kit = t.kit
        return kit.is_specialised(die) and KINSHIP[kit.colour[die]][kit.colour[target]] != HOSTILE
    return mine > theirs if SHAPES[t.kit.shape[die]].comparison == HIGHER else mine < theirs


def resolve(t: Table, place: int) -> None:
    """The dice of the duel take effect, from this place back to the first (4.4)."""
    while place >= 0 and not t.lost:
        _effect(t, t.rolled[place], t.targets[place])
        place -= 1
    if not t.lost:
        for die in t.rolled:
            if t.zone[die] == SKIRMISH:
                t.zone[die] = LIMBO
                t.value[die] = 0
        t.rolled, t.targets = [], []


def _effect(t: Table, die: int, targets: tuple[int, ...]) -> None:
    shape = SHAPES[t.kit.shape[die]]
    for target in targets:
        if t.zone[die] != SKIRMISH or t.lost:
            return
        if not (t.zone[target] == LIMBO if shape.target == IN_LIMBO else t.in_play(target)):
            continue
        won = shape.comparison == NO_COMPARISON or wins(t, die, target)
        effect, amount = (shape.win, shape.win_amount) if won else (shape.lose, shape.lose_amount)
        if effect == CHANGE:
            t.change(target, amount)
        elif effect == SMASH:
            t.move(target, ABYSS)
        elif effect == LOSE_ITSELF:
            t.move(die, ABYSS)
        elif effect == TO_LIMBO:
            t.move(target, LIMBO)
        elif effect == BY_VALUE or effect == BY_ONE:  # one's own dice are raised, those of others lowered
            amount = t.value[die] if effect == BY_VALUE else 1
            t.change(target, amount if t.side(target) == t.side(die) else -amount)
        elif effect == BRING_BACK:
            t.value[target] = t.value[die]
            t.zone[target] = BATTLE


def bonus(t: Table, die: int) -> None:
    """Gives the colour bonus of a die in a likely way."""
    kit = t.kit
    kin = KINSHIP[kit.colour[die]]
    for die_class, amount in kit.bonuses[kit.colour[die]]:
        found = [
            d
            for d in kit.side_dice[t.side(die)]
            if d != die and kit.die_class[d] == die_class and t.in_play(d) and kin[kit.colour[d]] == ALLIED
        ]
        if found and not t.lost:
            if amount > 0:
                target = min(found, key=lambda d: (t.zone[d] != BATTLE, t.value[d]))
            elif die_class == LIFE:
                target = max(found, key=lambda d: t.value[d])
            else:
                target = min(found, key=lambda d: t.value[d])
            t.change(target, amount)


def shown(t: Table, die: int, targets: tuple[int, ...], value: int) -> Table:
    """The table after a die of the reserve was rolled in the duel, its bonus given."""
    new = t.copy()
    new.rolled.append(die)
    new.targets.append(targets)
    new.zone[die] = SKIRMISH
    new.value[die] = value
    if value == 1 or (value == 2 and t.kit.rare[die]):
        bonus(new, die)
    return new


def prospect(t: Table, side: int, die: int, targets: tuple[int, ...]) -> float:
    """What a side can expect if a die is rolled in the duel and the duel ends with that."""
    total = 0.0
    for value in range(1, 7):
        new = shown(t, die, targets, value)
        resolve(new, len(new.rolled) - 1)
        total += worth(new, side)
    return total / 6


def answers(t: Table, side: int) -> list[tuple[int, tuple[int, ...]]]:
    """Every die with which a side could answer in the duel, with its targets (4.3.2)."""
    kit = t.kit
    pool = {*t.rolled, *[d for one in t.targets for d in one]}
    out: list[tuple[int, tuple[int, ...]]] = []
    seen: set[int] = set()
    for die in kit.side_dice[side]:
        if t.zone[die] != HAND or kit.same[die] in seen:
            continue
        seen.add(kit.same[die])
        shape = SHAPES[kit.shape[die]]
        if shape.target == EACH:
            targets = meant_by(t, die, -1)
            if targets:
                out.append((die, targets))
        elif shape.target == IN_LIMBO:
            out += [(die, (d,)) for d in pool if t.zone[d] == LIMBO and t.side(d) == side]
        else:
            kind = shape.target_class
            out += [(die, (d,)) for d in pool if t.in_play(d) and kind in (-1, kit.die_class[d])]
    return out


def answered(t: Table, side: int, die: int, targets: tuple[int, ...]) -> float:
    """As `prospect`, but the other side answers once where that helps it."""
    total = 0.0
    for value in range(1, 7):
        new = shown(t, die, targets, value)
        if new.lost:
            total += worth(new, side)
            continue
        still = new.copy()
        resolve(still, len(still.rolled) - 1)
        total += min([worth(still, side), *[prospect(new, side, d, aims) for d, aims in answers(new, 1 - side)]])
    return total / 6


# ---- what a table is worth -------------------------------------------------------------------------------------


def comfort(life: float) -> float:
    """What life points are worth: the first much more than the later ones."""
    if life <= 0:
        return max(-60 + 8 * life, -100.0)
    return 0.4 * life - 60 * exp(-life / 4)


def harm(attack: float, defence: float, doubt: float) -> float:
    """The damage to expect, with so much doubt about the difference."""
    gap = attack - defence
    return (gap + sqrt(gap * gap + 4 * doubt * doubt)) / 2


def worth(t: Table, side: int) -> float:
    """How well a side stands after its enemies' and its own attack, for a table in battle or skirmish."""
    if t.lost:
        return 0.0 if len(set(t.lost)) > 1 else (-LOST if t.lost[0] == side else LOST)
    kit, zone, value = t.kit, t.zone, t.value
    points = [[0, 0, 0], [0, 0, 0]]
    guards, held, dice = [0, 0], [0, 0], [0.0, 0.0]
    for x in (0, 1):
        for d in kit.side_dice[x]:
            at, kind = zone[d], kit.die_class[d]
            if at == ABYSS:
                continue
            dice[x] += DIE_WORTH[kind]
            if at == BATTLE:
                points[x][kind] += value[d]
                guards[x] += kind == LIFE
            else:
                held[x] += kind == LIFE
    scores: list[float] = []
    for x in (0, 1):
        left = points[x][LIFE] - harm(points[1 - x][ATTACK], points[x][DEFENSE], t.doubt)
        if left > 0:
            left += HELD_LIFE * held[x]
        scores.append(comfort(left) + GUARD * min(guards[x], 3) + dice[x])
    return scores[side] - scores[1 - side]
