"""Duels of IRONDIE: what rolls, answers and bonuses are worth to a side, to first order."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from dicehall.irondie.dice import (
    ASSAULT,
    ATTACK,
    BALLISTIC,
    BARRIER,
    DEFENSE,
    FORTRESS,
    HOSTILE,
    KINSHIP,
    LIFE,
    NULLIFIER,
    POWERUP,
    REGENERATION,
    SMASHER,
    SWARM,
)
from dicehall.irondie.kit import Kit
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import A_DUEL, ABYSS, BATTLE, DUEL_BASE, HAND, LIMBO, SKIRMISH

AVERAGE: Final = 3.5
HELD_LIFE: Final = 1.7  # life points that a LIFE die outside the LIFE Zone is good for
DIE_WORTH: Final = [3.0, 3.0, 3.5]  # of a die that is not in the Abyss, by class
WON: Final = 150.0  # what it is worth to win

# Of 6 rolls, how many beat each value, and how many if a tie is won as well.
ABOVE: Final = [(6 - v) / 6 for v in range(7)]
BELOW: Final = [max(0, v - 1) / 6 for v in range(7)]
TIE: Final = 1 / 6
ROLLS: Final = range(1, 7)


class Facts:
    """What a guide wants to know of the dice of a game, worked out once."""

    __slots__ = ("kit", "side", "tied")

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.side = [kit.side_of[seat] for seat in kit.seat_of]
        self.tied = [  # of each die: the colours against which it wins a tie
            [kit.is_specialised(d) and KINSHIP[kit.colour[d]][colour] != HOSTILE for colour in range(8)]
            for d in range(kit.n_dice)
        ]


class Duel:
    """What changes are worth to a side while battle and skirmish last, to first order."""

    __slots__ = ("end", "facts", "lives", "point", "s", "side")

    def __init__(self, s: IrondieState, facts: Facts, side: int) -> None:
        self.s, self.facts, self.side = s, facts, side
        kit, zone, value = s.kit, s.zone, s.value
        kind = kit.die_class
        both = ([0, 0, 0], [0, 0, 0])
        lives, held, reserve = [0, 0], [0, 0], 0
        for x in (0, 1):
            points = both[x]
            for d in kit.side_dice[x]:
                at = zone[d]
                if at == BATTLE:
                    points[kind[d]] += value[d]
                    if kind[d] == LIFE:
                        lives[x] += 1
                elif at != ABYSS:
                    if at == HAND:
                        reserve += 1
                    if kind[d] == LIFE:
                        held[x] += 1
        spread = 4 * (0.3 + 0.4 * reserve) ** 2
        # what a point more in each class of each side is worth to this side
        point = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        for x in (0, 1):
            gap = both[1 - x][ATTACK] - both[x][DEFENSE]
            root = sqrt(gap * gap + spread)
            left = both[x][LIFE] - (gap + root) / 2
            worth = 0.4 + 15 * exp(-(left + HELD_LIFE * held[x]) / 4) if left > 0 else 8.0
            sign = 1 if x == side else -1
            slope = 0.5 + 0.5 * gap / root
            point[x][LIFE] = sign * worth
            point[x][DEFENSE] = sign * worth * slope
            point[1 - x][ATTACK] = -sign * worth * slope
        self.point = point
        self.lives = lives
        self.end = WON if s.begun else 40.0  # before the first battle is over nobody loses

    def changed(self, die: int, amount: int) -> float:
        """What it is worth to add to a die that lies in battle."""
        s = self.s
        value = s.value[die]
        new = value + amount
        x, kind = self.facts.side[die], s.kit.die_class[die]
        if new < 1:
            if kind == LIFE:
                return self.gone(die)
            new = 1
        elif new > 6:
            new = 6
        return self.point[x][kind] * (new - value)

    def gone(self, die: int) -> float:
        """What it is worth that a die in battle goes into the Abyss."""
        x, kind = self.facts.side[die], self.s.kit.die_class[die]
        worth = DIE_WORTH[kind] if x != self.side else -DIE_WORTH[kind]
        return worth + self.away(die)

    def away(self, die: int) -> float:
        """What it is worth that a die in battle goes into Limbo."""
        x, kind = self.facts.side[die], self.s.kit.die_class[die]
        if kind == LIFE and self.lives[x] == 1:
            return self.end if x != self.side else -self.end
        return -self.point[x][kind] * self.s.value[die]

    def opening(self, die: int, target: int) -> float:
        """What can be expected of a die that opens a duel, if nobody answers; a target of -1 is all that it reaches."""
        s, facts, side = self.s, self.facts, self.side
        kit = s.kit
        shape = kit.shape[die]
        if target < 0:
            kind = DEFENSE if shape == SWARM else ATTACK
            point = self.point[1 - side][kind]
            tied = facts.tied[die]
            total = 0.0
            for d in kit.side_dice[1 - side]:
                if s.zone[d] == BATTLE and kit.die_class[d] == kind:
                    value = s.value[d]
                    if value > 1:
                        chance = BELOW[value] + TIE if tied[kit.colour[d]] else BELOW[value]
                        total -= chance * point * (2 if value > 2 else 1)
            return total
        mine = facts.side[target] == side
        if shape == REGENERATION:
            return AVERAGE * self.point[side][kit.die_class[target]]
        value = s.value[target]
        if shape == ASSAULT or shape == BARRIER:
            if mine:
                return RAISED[value] * self.point[side][kit.die_class[target]]
            return -LOWERED[value] * self.point[1 - side][kit.die_class[target]]
        if mine != (shape == POWERUP):
            return -1.0
        chance = ABOVE[value]
        if facts.tied[die][kit.colour[target]]:
            chance += TIE
        if shape == POWERUP:
            return chance * self.changed(target, 3) + (1 - chance) * self.changed(target, 1)
        if shape == SMASHER:
            return chance * self.gone(target) - (1 - chance) * DIE_WORTH[ATTACK]
        if shape == NULLIFIER:
            return chance * self.away(target)
        return chance * self.changed(target, -2) + (1 - chance) * self.changed(target, -1)

    def resolved(self, die: int, change: int, place: int) -> float:
        """The worth of the duel if a die is changed first (OUT, OFF: it goes), then those from a place on act."""
        s, facts = self.s, self.facts
        zone, value = s.zone.copy(), s.value.copy()
        lives = self.lives.copy()
        total = self._alter(zone, value, lives, die, change) if die >= 0 else 0.0
        shapes, colours = s.kit.shape, s.kit.colour
        while place >= 0:
            one = s.rolled[place]
            if zone[one] == SKIRMISH:
                shape = shapes[one]
                for target in s.targets[place]:
                    at = zone[target]
                    if shape == REGENERATION:
                        if at == LIMBO:
                            total += self._alter(zone, value, lives, target, BACK + value[one])
                        continue
                    if at != BATTLE and at != SKIRMISH:
                        continue
                    gap = value[one] - value[target]
                    if shape == SWARM or shape == FORTRESS:
                        gap = -gap
                    won = gap > 0 or (gap == 0 and facts.tied[one][colours[target]])
                    if shape == SMASHER:
                        total += self._alter(zone, value, lives, target if won else one, OUT)
                    elif shape == ASSAULT or shape == BARRIER:
                        amount = value[one] if won else 1
                        mine = facts.side[one] == facts.side[target]
                        total += self._alter(zone, value, lives, target, amount if mine else -amount)
                    elif shape == NULLIFIER:
                        if won:
                            total += self._alter(zone, value, lives, target, OFF)
                    elif shape == POWERUP:
                        total += self._alter(zone, value, lives, target, 3 if won else 1)
                    elif shape == BALLISTIC:
                        total += self._alter(zone, value, lives, target, -2 if won else -1)
                    elif won:
                        total += self._alter(zone, value, lives, target, -2)
            place -= 1
        return total

    def _alter(self, zone: list[int], value: list[int], lives: list[int], die: int, change: int) -> float:
        """Changes a die and says what that is worth."""
        x, kind = self.facts.side[die], self.s.kit.die_class[die]
        at, old = zone[die], value[die]
        if change >= BACK:
            zone[die], value[die] = BATTLE, change - BACK
            lives[x] += kind == LIFE
            return self.point[x][kind] * (change - BACK)
        if change > OFF:
            new = old + change
            if new > 0 or kind != LIFE or at != BATTLE:
                value[die] = new = 6 if new > 6 else max(new, 1)
                return self.point[x][kind] * (new - old) if at == BATTLE else 0.0
            change = OUT
        zone[die] = ABYSS if change == OUT else LIMBO
        total = 0.0
        if change == OUT:
            total = -DIE_WORTH[kind] if x == self.side else DIE_WORTH[kind]
        if at == BATTLE:
            if kind == LIFE:
                lives[x] -= 1
                if not lives[x]:
                    return total - self.end if x == self.side else total + self.end
            total -= self.point[x][kind] * old
        return total


OUT: Final = -101  # into the Abyss
OFF: Final = -100  # into Limbo
BACK: Final = 100  # out of Limbo, with the value beyond this number
# What an assault or barrier can be expected to add to a value, and to take from it.
RAISED: Final = [sum([min(6 - v, r if r > v else 1) for r in ROLLS]) / 6 for v in range(7)]
LOWERED: Final = [sum([min(max(v - 1, 0), r if r > v else 1) for r in ROLLS]) / 6 for v in range(7)]


def openings(duel: Duel, actions: list[int]) -> list[tuple[float, int]]:
    """Every roll that opens a duel, with what it promises."""
    opening = duel.opening
    out: list[tuple[float, int]] = []
    for action in actions:
        if action >= A_DUEL:
            die, target = divmod(action - A_DUEL, DUEL_BASE)
            out.append((opening(die, target - 1), action))
    return out


def answers_in_duel(duel: Duel, actions: list[int]) -> list[tuple[float, int]]:
    """Every answer in a duel, with what it promises beyond that of forgoing."""
    s, facts = duel.s, duel.facts
    kit, value = s.kit, s.value
    place = len(s.rolled) - 1
    known: dict[tuple[int, int], float] = {}
    now = duel.resolved(-1, 0, place)

    def after(die: int, change: int) -> float:
        key = (die, change)
        found = known.get(key)
        if found is None:
            found = known[key] = duel.resolved(die, change, place)
        return found

    out: list[tuple[float, int]] = []
    for action in actions:
        if action < A_DUEL:
            continue
        die, target = divmod(action - A_DUEL, DUEL_BASE)
        target -= 1
        shape = kit.shape[die]
        if target < 0:
            kind = DEFENSE if shape == SWARM else ATTACK
            gain = 0.0
            for d in {d for one in s.targets for d in one}:
                if s.zone[d] == BATTLE and kit.die_class[d] == kind and facts.side[d] != duel.side:
                    gain += BELOW[value[d]] * (after(d, -2) - now)
            out.append((gain, action))
            continue
        if shape == REGENERATION:
            out.append((0.0, action))
            continue
        shows = value[target]
        if shape == ASSAULT or shape == BARRIER:
            sign = 1 if facts.side[target] == duel.side else -1
            hope = sum([after(target, sign * (r if r > shows else 1)) for r in ROLLS]) / 6
            out.append((hope - now, action))
            continue
        chance = ABOVE[shows]
        if facts.tied[die][kit.colour[target]]:
            chance += TIE
        if shape == SMASHER:
            hope = chance * after(target, OUT) + (1 - chance) * (now - DIE_WORTH[ATTACK])
        elif shape == NULLIFIER:
            hope = chance * after(target, OFF) + (1 - chance) * now
        elif shape == POWERUP:
            hope = chance * after(target, 3) + (1 - chance) * after(target, 1)
        else:
            hope = chance * after(target, -2) + (1 - chance) * after(target, -1)
        out.append((hope - now, action))
    return out
