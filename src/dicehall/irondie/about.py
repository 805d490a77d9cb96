"""What an action is about: the dice that a person would point at, and what may be meant by pointing."""

from __future__ import annotations

from dicehall.irondie.board import Board
from dicehall.irondie.describe import PLAIN, action_text
from dicehall.irondie.duel import D_CHOOSE
from dicehall.irondie.explain import why_not
from dicehall.irondie.secret import split_dice, wound_points
from dicehall.irondie.terms import A_DIE, A_DUEL, A_SPLIT, A_WOUND, DUEL_BASE, FR_BONUS, FR_DUEL, FR_SKIRMISH
from dicehall.kernel.decision import About


def about(s: Board, seat: int, action: int) -> About:
    """What an answer of a seat to the open question is about."""
    if action in PLAIN:
        return About(PLAIN[action].removeprefix("choose "))
    if action >= A_WOUND:
        given = wound_points(s, s.kit.side_of[seat], action)
        return About("wound", tuple([d for d, _ in given]), amounts=tuple([p for _, p in given]))
    if action >= A_DUEL:
        die, target = divmod(action - A_DUEL, DUEL_BASE)
        return About("duel", (die,) if target == 0 else (die, target - 1))
    if action >= A_SPLIT:
        return About("battle", tuple(split_dice(s, seat, action)))
    return About(action_text(s, seat, action).split(" ", 1)[0], (action - A_DIE,))


def equals(s: Board, seat: int, action: int) -> list[tuple[int, tuple[int, ...]]]:
    """Actions about dice that are equal to those that an action is about: the die that rolls, its target."""
    dice = about(s, seat, action).dice
    if A_DUEL <= action < A_WOUND:
        die, target = dice[0], dice[1] if len(dice) > 1 else -1
        targets = [target, *_alike(s, target)] if target >= 0 else [-1]
        found = [
            (A_DUEL + d * DUEL_BASE + t + 1, (d,) if t < 0 else (d, t)) for d in [die, *_alike(s, die)] for t in targets
        ]
    elif len(dice) == 1 and action < A_SPLIT:
        found = [(A_DIE + d, (d,)) for d in _alike(s, dice[0])]
    else:
        return []
    legal = s.legal[seat]
    return [(a, d) for a, d in found if a not in legal and not why_not(s, seat, a)]


def _alike(s: Board, die: int) -> list[int]:
    """The other dice of the same seat that are as this one, where they lie and what they show."""
    kit = s.kit
    return [
        d
        for d in kit.dice_of(kit.seat_of[die])
        if d != die
        and (kit.shape[d], kit.colour[d], kit.rare[d]) == (kit.shape[die], kit.colour[die], kit.rare[die])
        and (s.zone[d], s.value[d]) == (s.zone[die], s.value[die])
    ]


def meant(s: Board, seat: int, die: int) -> list[int]:
    """What somebody may mean who points at a die, whether it can be done or not."""
    f = s.stack[-1] if s.stack else None
    if f is None or die < 0:
        return []
    if f[0] == FR_SKIRMISH or (f[0] == FR_DUEL and f[1] != D_CHOOSE):
        own = s.kit.seat_of[die] == seat
        targets = [t for t in range(s.kit.n_dice) if s.in_play(t)] if own else []
        return [A_DUEL + die * DUEL_BASE, *[A_DUEL + die * DUEL_BASE + t + 1 for t in targets[:1]]]
    return [A_DIE + die] if f[0] == FR_BONUS else []
