"""What a position of IRONDIE is worth."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from dicehall.irondie.dice import ATTACK, DEFENSE, LIFE, NULLIFIER, SMASHER
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import ABYSS, BATTLE, HAND, S_SKIRMISH

# The weights of `features`, in their order. First found by logistic regression on some 126,000 positions of 7,500 games
# of quick answers against each other (sets ready-made and by chance, some games with an early sudden death); then drawn
# towards 5,170 beginnings of turns in 602 games of the greedy bot against itself, for it is at the beginning of a turn
# that lines are judged. In fourfold cross-validation over those games the log loss is 0.433; before it was 0.449, and
# that of a constant is 0.693. The last weight counts within a skirmish only and is that of the first fit.
WEIGHTS: Final = [-0.87, 0.13, -0.11, 0.39, 0.89, 0.67, -0.26, 0.45, -2.6, 0.65, 0.11]


def features(s: IrondieState) -> list[float]:
    """What speaks for side 0 in a position, less what speaks for side 1, for a side of one seat."""
    kit, zone, value = s.kit, s.zone, s.value
    kind, shapes, rare = kit.die_class, kit.shape, kit.rare
    n = kit.n_seats / 2
    points = ([0, 0, 0], [0, 0, 0])
    owned = ([0, 0, 0], [0, 0, 0])
    lives, reserve, strikers, best, rares = [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]
    for x in (0, 1):
        shown, have = points[x], owned[x]
        high = 0
        for d in kit.side_dice[x]:
            at = zone[d]
            if at == ABYSS:
                continue
            c = kind[d]
            have[c] += 1
            if at == BATTLE:
                shown[c] += value[d]
                if c == LIFE:
                    lives[x] += 1
                    if value[d] > high:
                        high = value[d]
            elif at == HAND:
                reserve[x] += 1
            if shapes[d] == SMASHER or shapes[d] == NULLIFIER:
                strikers[x] += 1
            if rare[d]:
                rares[x] += 1
        best[x] = high
    fighting = any([points[0][ATTACK], points[1][ATTACK], points[0][DEFENSE], points[1][DEFENSE]])
    skirmish = fighting and not s.sudden and s.step <= S_SKIRMISH
    spread = 4 * (0.3 + 0.4 * (reserve[0] + reserve[1])) ** 2 if skirmish else 0.0
    rows: list[tuple[float, ...]] = []
    for x in (0, 1):
        harm = 0.0
        attack = points[1 - x][ATTACK]
        if attack:
            gap = float(attack - points[x][DEFENSE])
            harm = (gap + sqrt(gap * gap + spread)) / 2
        left = (points[x][LIFE] - harm) / n
        if left < -6:
            left = -6.0
        gap = 2.5 * (owned[1 - x][ATTACK] - owned[x][DEFENSE]) / n
        coming = (gap + sqrt(gap * gap + 36)) / 2
        rows.append(
            (
                exp(-left / 4),  # danger
                left,  # life points after the damage that is to come in this turn
                lives[x] / n,  # LIFE dice in the LIFE Zone
                (owned[x][LIFE] - lives[x]) / n,  # and elsewhere
                owned[x][ATTACK] / n,
                owned[x][DEFENSE] / n,
                strikers[x] / n,  # smashers and nullifiers
                rares[x] / n,
                coming / (max(left, 0.0) + 3),  # damage to expect in later turns, against life points
                float(best[x]) if s.sudden_called else 0.0,  # how many turns of sudden death a LIFE die lasts
                reserve[x] / n if skirmish else 0.0,
            )
        )
    return [a - b for a, b in zip(rows[0], rows[1], strict=True)]
