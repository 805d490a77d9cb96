"""Opponents for IRONDIE. They see what lies open on the table and answer with a legal action; the sensible one judges
duels by what it can expect of every value that its die may roll, and mixes its battle splits."""

from __future__ import annotations

from math import exp, sqrt

from dicehall.bots.base import Question
from dicehall.bots.irondie_table import (
    AVERAGE,
    HELD_LIFE,
    Table,
    answered,
    comfort,
    harm,
    meant_by,
    prospect,
    resolve,
    table_of,
    worth,
)
from dicehall.irondie.dice import (
    ASSAULT,
    ATTACK,
    BALLISTIC,
    BARRIER,
    DEFENSE,
    FORTRESS,
    LIFE,
    NULLIFIER,
    POWERUP,
    REGENERATION,
    SMASHER,
    SWARM,
)
from dicehall.irondie.secret import wound_action
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_SPLIT,
    ADD,
    DUEL_BASE,
    FORGO,
    FR_BONUS,
    FR_SECRET,
    FR_SKIRMISH,
    HAND,
    Q_SPLIT,
    Q_WOUND,
    RENOUNCE,
    SUBTRACT,
    TAKE_NONE,
)
from dicehall.kernel.dice import Rng

# ---- the sensible one ------------------------------------------------------------------------------------------

SHARE = 0.8  # of a hand, what others are expected to roll into battle
MIXING = 0.8  # how much worse a split may seem and still be chosen at times
PROMISE = 0.2  # what a roll in a duel must promise if nobody answers it
RISK = 0.4  # what it may cost if somebody does
RESERVE_WORTH = {SMASHER: 5.2, ASSAULT: 4.8, BALLISTIC: 4.4, NULLIFIER: 5.6, BARRIER: 4.8, POWERUP: 4.0}
LAST_ROLL = 3  # of a duel, counted from 0: nobody answers it
CLOSER = 3  # so many rolls are looked at a second time, with the other side's answer
LATER = 0.85  # each further die of the reserve is worth so much less


class IrondieBot:
    """Keeps nothing from one question to the next: the same question gets the same answer."""

    name = "sensible"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, question: Question) -> int:
        action = self._wanted(question)
        return action if action in question.actions or question.decision.more else question.actions[0]

    def _wanted(self, q: Question) -> int:
        kind = q.frame[0]
        table = table_of(q.view, q.kit)
        if kind == FR_SECRET:
            if q.frame[3] == Q_SPLIT:
                return self._split(q, table)
            return _wound(q, table) if q.frame[3] == Q_WOUND else _take(q, table)
        if kind == FR_BONUS:
            return _bonus(q, table)
        if ADD in q.actions:
            return _add_or_subtract(q, table)
        return _roll(q, table, RENOUNCE if kind == FR_SKIRMISH else FORGO)

    def _split(self, q: Question, table: Table) -> int:
        """One of the best splits; which, nobody can foresee who does not know the seed."""
        actions = splits_to_consider(q, table)
        if len(actions) == 1:
            return actions[0]
        front = Front(q, table)
        scores = [front.score(action - A_SPLIT) for action in actions]
        best = max(scores)
        weights = [int(1000 * exp((score - best) / MIXING)) if score > best - 4 * MIXING else 0 for score in scores]
        rng = Rng(self._seed, (q.view["turn"] * q.kit.n_seats + q.seat) * 1000)
        at = rng.below(sum(weights))
        for action, weight in zip(actions, weights, strict=True):
            at -= weight
            if at < 0:
                return action
        return actions[0]


# ---- the split -------------------------------------------------------------------------------------------------


def splits_to_consider(q: Question, table: Table) -> list[int]:
    """All splits that are not folly: in sudden death everything is rolled, and no side goes without LIFE dice."""
    if q.view["sudden_death"]:  # no skirmish will come: a reserve is of no use
        return [max(q.actions, key=lambda action: (action - A_SPLIT).bit_count())]
    if table.battle(q.side, LIFE):
        return list(q.actions)
    first = q.kit.first[q.seat]
    life = sum([1 << (d - first) for d in q.kit.dice_of(q.seat) if q.kit.die_class[d] == LIFE])
    most = max([((a - A_SPLIT) & life).bit_count() for a in q.actions])
    return [a for a in q.actions if ((a - A_SPLIT) & life).bit_count() >= min(most, 2)]


class Front:
    """What the two sides can be expected to bring into battle, apart from the dice of the asked seat."""

    def __init__(self, q: Question, table: Table) -> None:
        kit, self.seat = q.kit, q.seat
        self.kit = kit
        self.hand = [d for d in kit.dice_of(q.seat) if table.zone[d] == HAND]
        self.mine = [0.0, 0.0, 0.0]
        self.theirs = [0.0, 0.0, 0.0]
        self.held = [0.0, 0.0]
        for x in (0, 1):
            points = self.mine if x == q.side else self.theirs
            for d in kit.side_dice[x]:
                if table.zone[d] == HAND and kit.seat_of[d] != q.seat:
                    points[kit.die_class[d]] += SHARE * AVERAGE
                    if kit.die_class[d] == LIFE:
                        self.held[int(x != q.side)] += 1 - SHARE
            points[LIFE] += sum([table.value[d] for d in table.battle(x, LIFE)])

    def score(self, mask: int) -> float:
        kit = self.kit
        first = kit.first[self.seat]
        mine, theirs = self.mine.copy(), self.theirs
        held, reserve = self.held[0], []
        rolled = 0
        for d in self.hand:
            if mask >> (d - first) & 1:
                mine[kit.die_class[d]] += AVERAGE
                rolled += 1
            else:
                held += kit.die_class[d] == LIFE
                reserve.append(kit.shape[d])
        doubt = 0.8 * sqrt(rolled + 5)
        left = mine[LIFE] - harm(theirs[ATTACK], mine[DEFENSE], doubt)
        score = comfort(left + HELD_LIFE * held if left > 0 else left)
        left = theirs[LIFE] - harm(mine[ATTACK], theirs[DEFENSE], doubt)
        score -= comfort(left + HELD_LIFE * self.held[1] if left > 0 else left)
        return score + self._reserve(reserve)

    def _reserve(self, shapes: list[int]) -> float:
        """What dice in reserve are good for: the best count most."""
        urgent = 1 + 1.5 * exp(-self.theirs[LIFE] / 6)
        worths: list[float] = []
        for shape in shapes:
            if shape == SWARM:
                worths.append(0.25 * self.theirs[DEFENSE])
            elif shape == FORTRESS:
                worths.append(0.25 * self.theirs[ATTACK])
            elif shape == REGENERATION:
                worths.append(1.6 if len(shapes) > 1 else 0.5)
            elif shape in (SMASHER, BALLISTIC, NULLIFIER):
                worths.append(RESERVE_WORTH[shape] * urgent)
            else:
                worths.append(RESERVE_WORTH[shape])
        worths.sort(reverse=True)
        return sum([w * LATER**i for i, w in enumerate(worths)])


# ---- wounds and the LIFE die taken back ------------------------------------------------------------------------


def _wound(q: Question, table: Table) -> int:
    """Keeps as many LIFE dice as it can. The lowest goes down to 1 first, for it may be taken back and rolled anew;
    then the highest are lowered, so that few are easy prey."""
    dice = table.battle(q.side, LIFE)
    left = {d: table.value[d] for d in dice}
    sides = q.view["sides"]
    rest = min(sides[1 - q.side]["attack"] - sides[q.side]["defense"], sum(left.values()))
    lowest = min(dice, key=lambda d: (left[d], q.kit.rare[d]))
    while rest > 0:
        high = lowest if left[lowest] > 1 else max(dice, key=lambda d: (left[d], not q.kit.rare[d]))
        if left[high] == 1:  # no die has a point to spare: some are lost, rare ones last
            high = min([d for d in dice if left[d]], key=lambda d: q.kit.rare[d])
        left[high] -= 1
        rest -= 1
    points = [table.value[d] - left[d] for d in dice]
    for i, d in enumerate(dice):  # of dice that are alike the first loses most
        for j in range(i + 1, len(dice)):
            alike = q.kit.same[d] == q.kit.same[dice[j]] and table.value[d] == table.value[dice[j]]
            if alike and points[j] > points[i]:
                points[i], points[j] = points[j], points[i]
    return wound_action(points)


def _take(q: Question, table: Table) -> int:
    """A low LIFE die is rolled again, if what stays in the LIFE Zone is safe until the next battle."""
    loss = 1 if q.view["sudden_death_called"] else 0  # at the beginning of the next turn
    offered = {a - A_DIE for a in q.actions if a != TAKE_NONE}
    colours = {q.kit.colour[d] for d in q.kit.side_dice[q.side]}
    lowering = any([kind == LIFE and amount < 0 for c in colours for kind, amount in q.kit.bonuses[c]])
    best, die = 0.0, -1
    life = table.battle(q.side, LIFE)
    for d in life:
        stays = [table.value[e] - loss for e in life if e != d and table.value[e] > loss]
        if d not in offered or sum(stays) < (2 if lowering else 1):
            continue
        gain = AVERAGE - max(0, table.value[d] - loss)
        if gain > max(best, 0.9):
            best, die = gain, d
    return TAKE_NONE if die < 0 else A_DIE + die


# ---- bonuses and duels -----------------------------------------------------------------------------------------


def _after(table: Table, side: int, die: int, amount: int, place: int) -> float:
    """What a side can expect after a change, with the duel resolved from this place on."""
    new = table.copy()
    new.change(die, amount)
    if not new.lost:
        resolve(new, place)
    return worth(new, side)


def _bonus(q: Question, table: Table) -> int:
    die, place = q.frame[5][0], len(table.rolled) - 1
    amount = q.kit.bonuses[q.kit.colour[die]][q.frame[1]][1]
    return max(q.actions, key=lambda action: _after(table, q.side, action - A_DIE, amount, place))


def _add_or_subtract(q: Question, table: Table) -> int:
    place = q.frame[4]
    die, target = table.rolled[place], table.targets[place][0]
    amount = table.value[die] if q.frame[6][0] else 1
    added = _after(table, q.side, target, amount, place - 1)
    less = _after(table, q.side, target, -amount, place - 1)
    if added == less:  # then it may still matter later
        return ADD if table.side(target) == q.side else SUBTRACT
    return ADD if added > less else SUBTRACT


def _roll(q: Question, table: Table, nothing: int) -> int:
    """The most promising die and target, or none if no roll promises enough."""
    still = table.copy()
    resolve(still, len(still.rolled) - 1)
    now = worth(still, q.side)
    hopes: list[tuple[float, int, int, tuple[int, ...]]] = []
    for action in q.actions:
        if action >= A_DUEL:
            die, target = divmod(action - A_DUEL, DUEL_BASE)
            aims = meant_by(table, die, target - 1)
            hope = prospect(table, q.side, die, aims)
            if hope > now + PROMISE:
                hopes.append((hope, action, die, aims))
    hopes.sort(reverse=True)
    if nothing == RENOUNCE or q.frame[1] < LAST_ROLL:  # the other side may still answer
        hopes = [(answered(table, q.side, die, aims), action, die, aims) for _, action, die, aims in hopes[:CLOSER]]
        hopes.sort(reverse=True)
    return hopes[0][1] if hopes and hopes[0][0] > now - RISK else nothing
