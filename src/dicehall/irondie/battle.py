"""The battle: rolls, priority and colour bonuses. Rules 2.4, 3.2 to 3.4."""

from __future__ import annotations

from dicehall.irondie.board import ASK, CHANCE, GO_ON, Board
from dicehall.irondie.dice import ALLIED, KINSHIP, LIFE
from dicehall.irondie.terms import (
    A_DIE,
    BATTLE,
    E_BONUS,
    E_NO_BONUS,
    E_PRIORITY,
    E_ROLL_OFF,
    E_ROLLED,
    FR_BONUS,
    FR_ROLL_OFF,
    FR_TURN,
    R_BATTLE,
    SKIRMISH,
)
from dicehall.kernel.state import Frame

# ---- rolls -----------------------------------------------------------------------------------------------------


def roll_run(s: Board, f: Frame) -> int:
    return CHANCE


def roll_outcome(s: Board, f: Frame, values: tuple[int, ...]) -> None:
    """The dice show what they rolled; those that rolled low enough set off their bonuses (2.4.1, 2.4.2)."""
    s.stack.pop()
    dice = f[5]
    where = BATTLE if f[3] == R_BATTLE else SKIRMISH
    for die, value in zip(dice, values, strict=True):
        s.zone[die] = where
        s.value[die] = value
    s.cause = s.emit(E_ROLLED, "3.2.1" if f[3] == R_BATTLE else "4.2.2", f[3], -1, dice + values)
    low = tuple([d for d, v in zip(dice, values, strict=True) if v == 1 or (v == 2 and s.kit.rare[d])])
    if f[3] == R_BATTLE:  # their order is the turn's to decide
        k, step, seat, a, b, _, ys, cause = s.stack[-1]
        assert k == FR_TURN
        s.stack[-1] = (k, step, seat, a, b, low, ys, cause)
    elif low:
        s.push(FR_BONUS, -1, 0, 0, low)


# ---- priority --------------------------------------------------------------------------------------------------


def reckon(s: Board) -> int:
    """The side with priority by dice in reserve, then by life points (3.3.1, 3.3.2); -1 if all is equal."""
    reserves = [s.reserve(side) for side in range(s.kit.sides)]
    if reserves[0] != reserves[1]:
        return 0 if reserves[0] > reserves[1] else 1
    lives = [s.points(side, LIFE) for side in range(s.kit.sides)]
    if lives[0] != lives[1]:
        return 0 if lives[0] > lives[1] else 1
    return -1


def find_priority(s: Board, matters: bool) -> bool:
    """Settles who has priority; True if it has to be rolled for, which happens above (3.3.3, 3.3.5)."""
    s.priority = reckon(s)
    if s.priority < 0:
        if matters:
            s.push(FR_ROLL_OFF)
            return True
        s.priority = 0
    _tell_priority(s, "3.3.1")
    return False


def _tell_priority(s: Board, rule: str) -> None:
    numbers: list[int] = []
    for side in range(s.kit.sides):
        numbers += [s.reserve(side), s.points(side, LIFE)]
    if rule == "3.3.1" and numbers[0] == numbers[2]:
        rule = "3.3.2" if numbers[1] != numbers[3] else "3.3.5"
    s.emit(E_PRIORITY, rule, s.priority, s.step, tuple(numbers))


def roll_off_outcome(s: Board, f: Frame, values: tuple[int, ...]) -> None:
    """The higher roll has priority; equal ones are rolled again (3.3.3)."""
    s.cause = s.emit(E_ROLL_OFF, "3.3.3", -1, -1, values)
    if values[0] != values[1]:
        s.stack.pop()
        s.priority = 0 if values[0] > values[1] else 1
        _tell_priority(s, "3.3.3")


# ---- bonuses ---------------------------------------------------------------------------------------------------


def bonus_targets(s: Board, die: int, die_class: int) -> list[int]:
    """The dice that a bonus of `die` may go to (2.4.4)."""
    kit = s.kit
    side = kit.side_of[kit.seat_of[die]]
    kin = KINSHIP[kit.colour[die]]
    return [
        d
        for d in kit.side_dice[side]
        if d != die and kit.die_class[d] == die_class and s.in_play(d) and kin[kit.colour[d]] == ALLIED
    ]


def has_to_choose(s: Board, side: int, dice: tuple[int, ...]) -> bool:
    """Whether a side will have a bonus with several targets that differ: its bonuses are tried up to that one."""
    trial = s.clone()
    assert isinstance(trial, Board)
    for d in dice:
        if s.kit.side_of[s.kit.seat_of[d]] == side:
            for die_class, amount in s.kit.bonuses[s.kit.colour[d]]:
                found = trial.one_of_each(bonus_targets(trial, d, die_class), dice)
                if len(found) > 1:
                    return True
                if found:
                    trial.change(found[0], amount, "2.4.5")
    return False


def bonus_run(s: Board, f: Frame) -> int:
    """One bonus after another, of each die in the order of the table (2.4.6, 3.4.2)."""
    k, step, _, a, b, dice, ys, cause = f
    if not dice:
        s.stack.pop()
        return GO_ON
    bonuses = s.kit.bonuses[s.kit.colour[dice[0]]]
    if step >= len(bonuses):
        s.stack[-1] = (k, 0, -1, a, b, dice[1:], ys, cause)
        return GO_ON
    die_class, amount = bonuses[step]
    found = s.one_of_each(bonus_targets(s, dice[0], die_class), dice)  # bonuses to come make a difference
    if len(found) > 1:
        seat = s.kit.seat_of[dice[0]]
        s.stack[-1] = (k, step, seat, a, b, dice, ys, cause)
        s.legal[seat] = [A_DIE + d for d in found]
        return ASK
    s.stack[-1] = (k, step + 1, -1, a, b, dice, ys, cause)
    if found:
        _apply(s, dice[0], found[0], amount)
    else:
        s.emit(E_NO_BONUS, "2.4.5", dice[0], die_class)
    return GO_ON


def bonus_take(s: Board, f: Frame, action: int) -> None:
    k, step, _, a, b, dice, ys, cause = f
    s.stack[-1] = (k, step + 1, -1, a, b, dice, ys, cause)
    _apply(s, dice[0], action - A_DIE, s.kit.bonuses[s.kit.colour[dice[0]]][step][1])


def _apply(s: Board, die: int, target: int, amount: int) -> None:
    s.cause = s.emit(E_BONUS, "2.4.8" if s.kit.setup.table is None else "2.4.9", die, target, (amount,))
    s.change(target, amount, "2.4.5")
