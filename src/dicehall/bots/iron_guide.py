"""A guide for IRONDIE: cheap answers for playing on in imagination, what to try first, and what a position is worth.

It works on the numbers of a state directly, for imagined copies only (see guide.Guide).
"""

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
from dicehall.irondie.duel import D_CHOOSE
from dicehall.irondie.kit import Kit
from dicehall.irondie.secret import wound_action
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_SPLIT,
    ABYSS,
    ADD,
    BATTLE,
    DUEL_BASE,
    FORGO,
    FR_BONUS,
    FR_SECRET,
    FR_SKIRMISH,
    HAND,
    LIMBO,
    Q_SPLIT,
    Q_WOUND,
    RENOUNCE,
    S_SKIRMISH,
    SKIRMISH,
    SUBTRACT,
    TAKE_NONE,
)
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State

AVERAGE: Final = 3.5
SHARE: Final = 0.8  # of a hand, what others are expected to roll into battle
TRIED: Final = 6  # splits that a quick answer looks at
SPLITS: Final = 24  # splits worth considering
WAYS: Final = 8  # ways to distribute damage worth considering
HELD_LIFE: Final = 1.7  # life points that a LIFE die outside the LIFE Zone is good for
DIE_WORTH: Final = (3.0, 3.0, 3.5)  # of a die that is not in the Abyss, by class
FOLLY: Final = -1000.0  # a side that rolls no LIFE die and has none loses
WON: Final = 150.0  # what it is worth to win
OPENS: Final = 0.3  # what a roll that opens a duel must promise
ANSWERS: Final = 0.2  # what an answer must promise
LATER: Final = 0.85  # each further die of the reserve is worth so much less
# what a die in reserve is good for, by shape; those that strike are worth more when the other side has little life
RESERVE_WORTH: Final = (6.6, 6.2, 6.0, 6.4, 5.3, 5.0, 1.8, 1.8, 1.6)
STRIKING: Final = (SMASHER, BALLISTIC, NULLIFIER)

# Of 6 rolls, how many beat each value, and how many if a tie is won as well.
ABOVE: Final = [(6 - v) / 6 for v in range(7)]
BELOW: Final = [max(0, v - 1) / 6 for v in range(7)]
TIE: Final = 1 / 6
ROLLS: Final = range(1, 7)

# The weights of `features`, in their order. Found by logistic regression on some 126,000 positions (at the beginning of
# turns and within them) of 7,500 games of quick answers against each other, with sets ready-made and by chance, two
# and four seats, two games out of five with an early sudden death; rounded. On 33,000 positions of 2,000 other games
# the Brier score is 0.163, where that of a constant is 0.228.
WEIGHTS: Final = (-0.8, 0.05, 0.07, 0.35, 0.71, 0.61, -0.19, 0.21, -2.22, 0.62, 0.11)


class _Seat:
    """What can be said of each group of a seat's dice beforehand; a group is a number with one bit for each die."""

    __slots__ = ("counts", "life", "plain", "pools", "striking")

    def __init__(self, kit: Kit, seat: int) -> None:
        dice = kit.dice_of(seat)
        self.life = sum([1 << i for i, d in enumerate(dice) if kit.die_class[d] == LIFE])
        self.pools: dict[int, list[int]] = {}  # by hand: the splits that hold no LIFE die back
        best = sorted(range(len(dice)), key=lambda i: RESERVE_WORTH[kit.shape[dice[i]]])
        size = 1 << len(dice)
        self.counts = [(0, 0, 0)] * size  # ATTACK, DEFENSE and LIFE dice of each group
        self.plain = [0.0] * size  # what each group is worth in reserve
        self.striking = [0.0] * size  # and what of it grows as the other side's life falls
        groups = [0]
        for i in best:  # each group is one that is known with a die that is worth more
            bit, kind, shape = 1 << i, kit.die_class[dice[i]], kit.shape[dice[i]]
            strikes = RESERVE_WORTH[shape] if shape in STRIKING else 0.0
            plain = RESERVE_WORTH[shape] - strikes
            new: list[int] = []
            for group in groups:
                attack, defence, life = self.counts[group]
                more = group | bit
                new.append(more)
                self.counts[more] = (attack + (kind == ATTACK), defence + (kind == DEFENSE), life + (kind == LIFE))
                self.plain[more] = plain + LATER * self.plain[group]
                self.striking[more] = strikes + LATER * self.striking[group]
            groups += new

    def pool(self, hand: int, actions: list[int]) -> list[int]:
        """The splits of a hand that hold no LIFE die back."""
        found = self.pools.get(hand)
        if found is None:
            life = hand & self.life
            found = self.pools[hand] = [a for a in actions if (a - A_SPLIT) & life == life]
        return found


class _Facts:
    """What a guide wants to know of the dice of a game, worked out once."""

    __slots__ = ("kit", "seats", "side", "tied")

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.side = [kit.side_of[seat] for seat in kit.seat_of]
        self.tied = [  # of each die: the colours against which it wins a tie
            [kit.is_specialised(d) and KINSHIP[kit.colour[d]][colour] != HOSTILE for colour in range(8)]
            for d in range(kit.n_dice)
        ]
        self.seats = [_Seat(kit, seat) for seat in range(kit.n_seats)]


# ---- the split -------------------------------------------------------------------------------------------------


def comfort(life: float) -> float:
    """What life points are worth: the first much more than the later ones."""
    if life <= 0:
        return max(-60 + 8 * life, -100.0)
    return 0.4 * life - 60 * exp(-life / 4)


class _Front:
    """What the two sides can be expected to bring into battle, apart from the dice of the asked seat."""

    __slots__ = ("attack", "defence", "hand", "held", "life", "seat", "their_attack", "their_held", "their_life",
                 "theirs", "urgent")  # fmt: skip

    def __init__(self, s: IrondieState, facts: _Facts, seat: int) -> None:
        kit, zone = s.kit, s.zone
        side = kit.side_of[seat]
        first, last = kit.first[seat], kit.first[seat + 1]
        kind = kit.die_class
        both = ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
        held = [0.0, 0.0]
        hand = 0
        for x in (0, 1):
            points = both[x]
            for d in kit.side_dice[x]:
                at = zone[d]
                if at == HAND:
                    if first <= d < last:
                        hand |= 1 << (d - first)
                    else:
                        points[kind[d]] += SHARE * AVERAGE
                        if kind[d] == LIFE:
                            held[x] += 1 - SHARE
                elif at == BATTLE and kind[d] == LIFE:
                    points[LIFE] += s.value[d]
        self.seat = facts.seats[seat]
        self.hand = hand
        self.attack, self.defence, self.life = both[side]
        self.their_attack, self.theirs, self.their_life = both[1 - side]
        self.held, self.their_held = HELD_LIFE * held[side], HELD_LIFE * held[1 - side]
        self.urgent = 1 + 1.5 * exp(-self.their_life / 6)

    def score(self, group: int) -> float:
        """How good it seems to roll this group of the hand."""
        kept = self.hand & ~group
        seat = self.seat
        attack, defence, life = seat.counts[group]
        if not life and not self.life:
            return FOLLY
        spread = 2.56 * (attack + defence + life + 5)  # four times the square of the doubt
        gap = self.their_attack - self.defence - AVERAGE * defence
        left = self.life + AVERAGE * life - (gap + sqrt(gap * gap + spread)) / 2
        if left > 0:
            left += self.held + HELD_LIFE * seat.counts[kept][2]
        gap = self.attack + AVERAGE * attack - self.theirs
        their_left = self.their_life - (gap + sqrt(gap * gap + spread)) / 2
        if their_left > 0:
            their_left += self.their_held
        return comfort(left) - comfort(their_left) + seat.plain[kept] + seat.striking[kept] * self.urgent


# ---- duels -----------------------------------------------------------------------------------------------------


class _Duel:
    """What changes are worth to a side while battle and skirmish last, to first order."""

    __slots__ = ("end", "facts", "lives", "point", "s", "side")

    def __init__(self, s: IrondieState, facts: _Facts, side: int) -> None:
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


def _openings(duel: _Duel, actions: list[int]) -> list[tuple[float, int]]:
    """Every roll that opens a duel, with what it promises."""
    opening = duel.opening
    out: list[tuple[float, int]] = []
    for action in actions:
        if action >= A_DUEL:
            die, target = divmod(action - A_DUEL, DUEL_BASE)
            out.append((opening(die, target - 1), action))
    return out


def _answers(duel: _Duel, actions: list[int]) -> list[tuple[float, int]]:
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


# ---- wounds and the LIFE die taken back ------------------------------------------------------------------------


def _damage(s: IrondieState, side: int) -> int:
    """The damage that a side has to distribute."""
    kind, zone, value = s.kit.die_class, s.zone, s.value
    attack = sum([value[d] for d in s.kit.side_dice[1 - side] if zone[d] == BATTLE and kind[d] == ATTACK])
    return attack - sum([value[d] for d in s.kit.side_dice[side] if zone[d] == BATTLE and kind[d] == DEFENSE])


def _life(s: IrondieState, side: int) -> list[int]:
    kind, zone = s.kit.die_class, s.zone
    return [d for d in s.kit.side_dice[side] if zone[d] == BATTLE and kind[d] == LIFE]


def _wound(s: IrondieState, dice: list[int], rest: int, first: int) -> int:
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


def _drain(s: IrondieState, dice: list[int], rest: int, places: list[int]) -> int:
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


def _take(s: IrondieState, side: int, actions: list[int]) -> int:
    """A low LIFE die is rolled again, if what stays in the LIFE Zone is safe until the next battle."""
    loss = 1 if s.sudden_called else 0  # at the beginning of the next turn
    life = [s.value[d] - loss for d in _life(s, side)]
    rest = sum([v for v in life if v > 0])
    best, wanted = 2, TAKE_NONE
    for action in actions:
        if action != TAKE_NONE:
            value = s.value[action - A_DIE] - loss
            if value <= best and rest - max(value, 0) > 1:
                best, wanted = value - 1, action
    return wanted


# ---- what a position is worth ----------------------------------------------------------------------------------


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


# ---- the guide -------------------------------------------------------------------------------------------------


class IronGuide:
    """Keeps nothing but what it worked out about the dice of the game it saw last."""

    def __init__(self) -> None:
        self._facts: _Facts | None = None

    def _facts_of(self, s: IrondieState) -> _Facts:
        facts = self._facts
        if facts is None or facts.kit is not s.kit:
            facts = self._facts = _Facts(s.kit)
        return facts

    def is_settled(self, state: State, turn: int) -> bool:
        """The turn is over: the splits of the next one are asked for."""
        assert isinstance(state, IrondieState)
        return state.turn > turn

    def value(self, state: State, side: int) -> float:
        """How likely a side wins from here."""
        assert isinstance(state, IrondieState)
        if state.why_over:
            return 0.5 if len(state.winners) != 1 else float(state.winners[0] == side)
        total = 0.0
        for weight, amount in zip(WEIGHTS, features(state), strict=True):
            total += weight * amount
        chance = 1 / (1 + exp(-total)) if total > -500 else 0.0
        return chance if side == 0 else 1 - chance

    # ---- quick answers -----------------------------------------------------------------------------------
    def quick(self, state: State, seat: int, rng: Rng) -> int:
        """A plausible answer, found in no time."""
        assert isinstance(state, IrondieState)
        frame = state.stack[-1]
        actions = state.legal[seat]
        kind = frame[0]
        side = state.kit.side_of[seat]
        if kind == FR_SECRET:
            if frame[3] == Q_SPLIT:
                return self._split(state, seat, actions, rng)
            if frame[3] == Q_WOUND:
                dice = _life(state, side)
                shown = [state.value[d] for d in dice]
                return _wound(state, dice, _damage(state, side), shown.index(min(shown)))
            return _take(state, side, actions)
        duel = _Duel(state, self._facts_of(state), side)
        if kind == FR_BONUS:
            return max(self._bonuses(state, duel, actions))[1]
        if kind == FR_SKIRMISH:
            hope, action = max(_openings(duel, actions))
            return action if hope > OPENS else RENOUNCE
        if frame[1] == D_CHOOSE:
            return self._add_or_subtract(state, duel)[0]
        hope, action = max(_answers(duel, actions))
        return action if hope > ANSWERS else FORGO

    def _split(self, s: IrondieState, seat: int, actions: list[int], rng: Rng) -> int:
        """The best of a few that chance proposes: now this one, now that."""
        if s.sudden:  # no skirmish will come: a reserve is of no use
            return actions[-1]
        front = _Front(s, self._facts_of(s), seat)
        score = front.score
        word = rng.word()
        if word & 7:  # LIFE dice are held back now and then only
            actions = front.seat.pool(front.hand, actions)
        word >>= 3
        count = len(actions)
        found = actions[-1]
        best = score(found - A_SPLIT)
        for _ in range(TRIED):
            word, at = divmod(word, count)
            action = actions[at]
            hope = score(action - A_SPLIT)
            if hope > best:
                best, found = hope, action
        return found

    @staticmethod
    def _bonuses(s: IrondieState, duel: _Duel, actions: list[int]) -> list[tuple[float, int]]:
        """Every target of a bonus, with what it promises; among equals the lowest."""
        frame = s.stack[-1]
        amount = s.kit.bonuses[s.kit.colour[frame[5][0]]][frame[1]][1]
        out: list[tuple[float, int]] = []
        for action in actions:
            die = action - A_DIE
            hope = duel.resolved(die, amount, len(s.rolled) - 1) if s.rolled else duel.changed(die, amount)
            out.append((hope - 0.01 * s.value[die] * amount, action))
        return out

    @staticmethod
    def _add_or_subtract(s: IrondieState, duel: _Duel) -> list[int]:
        """Both answers, the better one first."""
        frame = s.stack[-1]
        place = frame[4]
        die, target = s.rolled[place], s.targets[place][0]
        amount = s.value[die] if frame[6][0] else 1
        added = duel.resolved(target, amount, place - 1)
        less = duel.resolved(target, -amount, place - 1)
        if added == less:
            return [ADD, SUBTRACT] if duel.facts.side[target] == duel.side else [SUBTRACT, ADD]
        return [ADD, SUBTRACT] if added > less else [SUBTRACT, ADD]

    # ---- what to try -------------------------------------------------------------------------------------
    def order(self, state: State, seat: int) -> list[int]:
        """The answers worth considering, the most promising first."""
        assert isinstance(state, IrondieState)
        frame = state.stack[-1]
        actions = state.legal[seat]
        kind = frame[0]
        side = state.kit.side_of[seat]
        if kind == FR_SECRET:
            if frame[3] == Q_SPLIT:
                return self._splits(state, seat, actions)
            if frame[3] == Q_WOUND:
                return self._wounds(state, side)
            first = _take(state, side, actions)
            return [first, *[a for a in actions if a != first]]
        duel = _Duel(state, self._facts_of(state), side)
        if kind != FR_BONUS and kind != FR_SKIRMISH and frame[1] == D_CHOOSE:
            return self._add_or_subtract(state, duel)
        if kind == FR_BONUS:
            found = self._bonuses(state, duel, actions)
        elif kind == FR_SKIRMISH:
            found = [*_openings(duel, actions), (OPENS, RENOUNCE)]
        else:
            found = [*_answers(duel, actions), (ANSWERS, FORGO)]
        found.sort(key=lambda pair: -pair[0])
        return [action for _, action in found]

    def _splits(self, s: IrondieState, seat: int, actions: list[int]) -> list[int]:
        """Some with a small reserve and some with a large one, each the best of their size; in sudden death all in."""
        if s.sudden or len(actions) == 1:
            return [actions[-1]]
        score = _Front(s, self._facts_of(s), seat).score
        sizes: dict[int, list[tuple[float, int]]] = {}
        for action in actions:
            group = action - A_SPLIT
            sizes.setdefault(group.bit_count(), []).append((score(group), action))
        found: list[tuple[float, int]] = []
        for some in sizes.values():
            some.sort(reverse=True)
            found += some[:4]
        found.sort(reverse=True)
        return [action for _, action in found[:SPLITS]]

    @staticmethod
    def _wounds(s: IrondieState, side: int) -> list[int]:
        dice = _life(s, side)
        rest = _damage(s, side)
        rising = sorted(range(len(dice)), key=lambda i: s.value[dice[i]])
        found = {_wound(s, dice, rest, first): None for first in (rising[0], -1, *rising[1:4])}
        found[_drain(s, dice, rest, rising)] = None
        found[_drain(s, dice, rest, rising[::-1])] = None
        return list(found)[:WAYS]


__all__ = ["IronGuide", "features"]
