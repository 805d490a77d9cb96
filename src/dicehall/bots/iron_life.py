"""LIFE dice of IRONDIE: how damage is distributed, and which die is taken back."""

from __future__ import annotations

from dicehall.irondie.dice import ATTACK, DEFENSE, LIFE
from dicehall.irondie.secret import wound_action
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import A_DIE, BATTLE, TAKE_NONE


def damage(s: IrondieState, side: int) -> int:
    """The damage that a side has to distribute."""
    kind, zone, value = s.kit.die_class, s.zone, s.value
    attack = sum([value[d] for d in s.kit.side_dice[1 - side] if zone[d] == BATTLE and kind[d] == ATTACK])
    return attack - sum([value[d] for d in s.kit.side_dice[side] if zone[d] == BATTLE and kind[d] == DEFENSE])


def life_dice(s: IrondieState, side: int) -> list[int]:
    kind, zone = s.kit.die_class, s.zone
    return [d for d in s.kit.side_dice[side] if zone[d] == BATTLE and kind[d] == LIFE]


def wound(s: IrondieState, dice: list[int], rest: int, first: int) -> int:
    """Keeps as many LIFE dice as it can. One goes down to 1 first (`first`, a place, or none with -1), for it may be
    taken back and rolled anew; then the highest are lowered. Rare dice are lost last."""
    rare = s.kit.rare
    left = [s.value[d] for d in dice]
    rest = min(rest, sum(left))
    if first >= 0:
        loss = min(rest, left[first] - 1)
        left[first] -= loss
        rest -= loss
    while rest > 0:
        high = max(left)
        if high > 1:
            at = left.index(high)
        else:  # no die has a point to spare: some are lost
            alive = [i for i, v in enumerate(left) if v]
            at = min(alive, key=lambda i: rare[dice[i]])
        left[at] -= 1
        rest -= 1
    return _wound_action(s, dice, [s.value[d] - v for d, v in zip(dice, left, strict=True)])


def drain(s: IrondieState, dice: list[int], rest: int, places: list[int]) -> int:
    """One die after another loses all it has."""
    points = [0] * len(dice)
    for i in places:
        points[i] = min(rest, s.value[dice[i]])
        rest -= points[i]
    return _wound_action(s, dice, points)


def _wound_action(s: IrondieState, dice: list[int], points: list[int]) -> int:
    """The answer; of dice that are alike the first loses most."""
    same, value = s.kit.same, s.value
    for i, d in enumerate(dice):
        for j in range(i + 1, len(dice)):
            e = dice[j]
            if points[j] > points[i] and same[d] == same[e] and value[d] == value[e]:
                points[i], points[j] = points[j], points[i]
    return wound_action(points)


def take_back(s: IrondieState, side: int, actions: list[int]) -> int:
    """A low LIFE die is rolled again, if what stays in the LIFE Zone is safe until the next battle."""
    loss = 1 if s.sudden_called else 0  # at the beginning of the next turn
    life = [s.value[d] - loss for d in life_dice(s, side)]
    rest = sum([v for v in life if v > 0])
    best, wanted = 2, TAKE_NONE
    for action in actions:
        if action != TAKE_NONE:
            value = s.value[action - A_DIE] - loss
            if value <= best and rest - max(value, 0) > 1:
                best, wanted = value - 1, action
    return wanted
