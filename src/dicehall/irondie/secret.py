"""Questions that all seats answer at once and in secret: the split, wounds, the LIFE die taken back. 3.1, 5.1, 6.1.

Every answer is one number, so that not even the count of steps tells anything.
"""

from __future__ import annotations

from typing import Final

from dicehall.irondie.board import GO_ON, SECRET, Board
from dicehall.irondie.dice import LIFE
from dicehall.irondie.terms import (
    A_DIE,
    A_SPLIT,
    A_WOUND,
    E_COMMITTED,
    FR_SECRET,
    HAND,
    Q_SPLIT,
    Q_TAKE,
    Q_WOUND,
    TAKE_NONE,
)
from dicehall.kernel.state import Frame

RULES: Final = ("3.1.2", "5.1.3", "6.1.1")
DIGIT: Final = 7  # a LIFE die loses 0 to 6 points
LISTED: Final = 1000  # so many ways to distribute damage are listed at most


def ask_all(s: Board, question: int, seats: list[int]) -> None:
    """Opens a question for these seats. Who has one answer only gives it without being asked."""
    s.answers = [-1] * s.kit.n_seats
    open_for: list[int] = []
    for seat in seats:
        legal = answers_of(s, question, seat)
        if len(legal) == 1:
            s.answers[seat] = legal[0]
        else:
            open_for.append(seat)
            s.legal[seat] = legal
    if open_for:
        s.since = s.ver
        s.push(FR_SECRET, -1, question, 0, tuple(open_for))


def secret_run(s: Board, f: Frame) -> int:
    if all([s.answers[seat] >= 0 for seat in f[5]]):
        s.stack.pop()
        return GO_ON
    for seat in f[5]:
        if s.answers[seat] < 0 and not s.legal[seat]:  # not listed when it was asked: the game was loaded
            s.legal[seat] = answers_of(s, f[3], seat)
    return SECRET


def secret_take(s: Board, f: Frame, seat: int, action: int) -> None:
    s.answers[seat] = action
    s.legal = [[] if x == seat else legal for x, legal in enumerate(s.legal)]
    s.emit(E_COMMITTED, RULES[f[3]], seat, f[3])


def answers_of(s: Board, question: int, seat: int) -> list[int]:
    """What a seat may answer; of answers that come to the same, one."""
    if question == Q_SPLIT:
        return splits_of(s, seat)
    side = s.kit.side_of[seat]
    if question == Q_WOUND:
        return wounds_of(s, side)
    return [TAKE_NONE, *[A_DIE + d for d in s.one_of_each(s.battle(side, LIFE))]]


# ---- the split -------------------------------------------------------------------------------------------------


def splits_of(s: Board, seat: int) -> list[int]:
    """Every group of the hand; of equal dice those with the lowest numbers."""
    first = s.kit.first[seat]
    hand = sum([1 << (d - first) for d in s.kit.dice_of(seat) if s.zone[d] == HAND])
    known = s.kit.splits.get((seat, hand))
    if known is None:
        known = s.kit.splits[seat, hand] = _groups(s, seat, hand)
    return known


def _groups(s: Board, seat: int, hand: int) -> list[int]:
    first, same = s.kit.first[seat], s.kit.same
    dice = [d for d in s.kit.dice_of(seat) if hand >> (d - first) & 1]
    pairs: list[tuple[int, int]] = []  # of two equal dice side by side: the bit of the second, the bit of the first
    for i, d in enumerate(dice):
        kin = [e for e in dice[:i] if same[e] == same[d]]
        if kin:
            pairs.append((1 << (d - first), 1 << (kin[-1] - first)))
    out: list[int] = []
    for mask in range(hand + 1):
        if mask & ~hand == 0 and not any([mask & second and not mask & one for second, one in pairs]):
            out.append(A_SPLIT + mask)
    return out


def split_dice(s: Board, seat: int, action: int) -> list[int]:
    first = s.kit.first[seat]
    return [d for d in s.kit.dice_of(seat) if (action - A_SPLIT) >> (d - first) & 1]


# ---- the wounds ------------------------------------------------------------------------------------------------


def damage_to(s: Board, side: int) -> int:
    """What a side takes: the other's attack beyond its defence (5.1.2), as far as it has points (5.1.4)."""
    attack = sum([s.points(other, 0) for other in range(s.kit.sides) if other != side])
    return max(0, attack - s.points(side, 1))


def wounds_of(s: Board, side: int) -> list[int]:
    """The ways to distribute the damage, of equal ones one: dice that are alike lose in falling order.

    With many LIFE dice there can be billions. Then LISTED of them are listed, evenly out of all.
    """
    dice = s.battle(side, LIFE)
    total = min(damage_to(s, side), s.points(side, LIFE))
    most = [s.value[d] for d in dice]
    ways = _ways(most, total)
    count = ways[0][total]
    ranks = range(count) if count <= LISTED else [count * k // LISTED for k in range(LISTED)]
    twins = [[j for j in range(i) if s.alike(dice[j]) == s.alike(dice[i])] for i in range(len(dice))]
    found: dict[int, None] = {}
    for rank in ranks:
        points = _nth(most, ways, total, rank)
        if any([kin and points[kin[-1]] < points[i] for i, kin in enumerate(twins)]):
            if count <= LISTED:
                continue  # its equal in falling order is another of them
            points = in_falling_order(s, dice, points)
        found[wound_action(points)] = None
    return list(found)


def has_more_wounds(s: Board, side: int) -> bool:
    """Whether there are more ways than are listed."""
    most = [s.value[d] for d in s.battle(side, LIFE)]
    total = min(damage_to(s, side), s.points(side, LIFE))
    return _ways(most, total)[0][total] > LISTED


def _ways(most: list[int], total: int) -> list[list[int]]:
    """In how many ways the dice from each place on can lose so many points."""
    ways = [[0] * (total + 1) for _ in range(len(most) + 1)]
    ways[-1][0] = 1
    for i in range(len(most) - 1, -1, -1):
        for rest in range(total + 1):
            ways[i][rest] = sum([ways[i + 1][rest - p] for p in range(min(rest, most[i]) + 1)])
    return ways


def _nth(most: list[int], ways: list[list[int]], total: int, rank: int) -> list[int]:
    """The way of this rank, in the order of the points of the first die, then the second, ..."""
    out: list[int] = []
    for i, limit in enumerate(most):
        for points in range(min(total, limit) + 1):
            here = ways[i + 1][total - points]
            if rank < here:
                break
            rank -= here
        out.append(points)
        total -= points
    return out


def in_falling_order(s: Board, dice: list[int], points: list[int]) -> list[int]:
    """The same distribution, in which of dice that are alike the first lose most."""
    keys = [s.alike(d) for d in dice]
    out = list(points)
    for key in set(keys):
        places = [i for i, k in enumerate(keys) if k == key]
        for i, p in zip(places, sorted([points[i] for i in places], reverse=True), strict=True):
            out[i] = p
    return out


def wound_points(s: Board, side: int, action: int) -> list[tuple[int, int]]:
    """The LIFE dice of a side, each with the points that it loses."""
    code = action - A_WOUND
    out: list[tuple[int, int]] = []
    for d in s.battle(side, LIFE):
        code, points = divmod(code, DIGIT)
        out.append((d, points))
    return out


def wound_action(points: list[int]) -> int:
    """The answer that gives these points to the LIFE dice of a side, in their order."""
    code = 0
    for p in reversed(points):
        code = code * DIGIT + p
    return A_WOUND + code


def is_valid(s: Board, question: int, seat: int, action: int) -> bool:
    """Whether an answer is legal, listed or equal to one that is listed."""
    if question == Q_SPLIT:
        first = s.kit.first[seat]
        hand = sum([1 << (d - first) for d in s.kit.dice_of(seat) if s.zone[d] == HAND])
        return A_SPLIT <= action <= A_SPLIT + hand and not (action - A_SPLIT) & ~hand
    side = s.kit.side_of[seat]
    dice = s.battle(side, LIFE)
    if question == Q_TAKE:
        return action == TAKE_NONE or action - A_DIE in dice
    if not A_WOUND <= action < A_WOUND + DIGIT ** len(dice):
        return False
    given = wound_points(s, side, action)
    total = min(damage_to(s, side), s.points(side, LIFE))
    return sum([p for _, p in given]) == total and all([p <= s.value[d] for d, p in given])


__all__ = [
    "Q_SPLIT", "Q_TAKE", "Q_WOUND", "answers_of", "ask_all", "damage_to", "is_valid", "secret_run", "secret_take",
    "split_dice", "splits_of", "wound_action", "wound_points", "wounds_of",
]  # fmt: skip
