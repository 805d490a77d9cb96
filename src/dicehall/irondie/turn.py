"""The turn of IRONDIE: battle, skirmish, damage, end. Rules 3, 5, 6, 9.2."""

from __future__ import annotations

from typing import Final

from dicehall.irondie.battle import find_priority, has_to_choose
from dicehall.irondie.board import GO_ON, PAUSE, Board
from dicehall.irondie.dice import ATTACK, DEFENSE, LIFE
from dicehall.irondie.duel import D_RESOLVE, can_open
from dicehall.irondie.secret import ask_all, damage_to, split_dice, wound_points
from dicehall.irondie.terms import (
    A_DIE,
    ABYSS,
    BATTLE,
    E_CHANGED,
    E_DAMAGE,
    E_SPLIT,
    E_TAKEN,
    E_TURN,
    E_WOUNDED,
    FR_BONUS,
    FR_DUEL,
    FR_ROLL,
    FR_SKIRMISH,
    HAND,
    LIMBO,
    Q_SPLIT,
    Q_TAKE,
    Q_WOUND,
    R_BATTLE,
    S_BATTLE,
    S_DAMAGE,
    S_END,
    S_SKIRMISH,
    TAKE_NONE,
)
from dicehall.kernel.state import Frame

T_BEGIN: Final = 0
T_SPLIT: Final = 1
T_REVEAL: Final = 2
T_ROLLED: Final = 3
T_BONUSES: Final = 4
T_BATTLE_OVER: Final = 5
T_SKIRMISH: Final = 6
T_DAMAGE: Final = 7
T_WOUNDS: Final = 8
T_TAKE: Final = 9
T_END: Final = 10


def turn_run(s: Board, f: Frame) -> int:
    step = f[1]
    if step == T_BEGIN:
        return _begin(s, f)
    if step == T_SPLIT:
        s.goto(T_REVEAL)
        ask_all(s, Q_SPLIT, [x for x in range(s.kit.n_seats) if s.hand(x)])
    elif step == T_REVEAL:
        _reveal(s)
    elif step == T_ROLLED:
        s.goto(T_BONUSES)
        if f[5]:  # otherwise nobody asks for priority yet
            find_priority(s, all([has_to_choose(s, side, f[5]) for side in range(s.kit.sides)]))
    elif step == T_BONUSES:
        s.goto(T_BATTLE_OVER)
        _bonuses(s, f[5])
    elif step == T_BATTLE_OVER:
        _battle_over(s)
    elif step == T_SKIRMISH:
        s.goto(T_DAMAGE)
        s.push(FR_SKIRMISH, -1, s.priority)
    elif step == T_DAMAGE:
        _damage(s)
    elif step == T_WOUNDS:
        _wounds(s)
    elif step == T_TAKE:
        s.enter(S_END)
        s.goto(T_END)
        if not s.sudden:  # 9.2.4
            ask_all(s, Q_TAKE, [seats[0] for seats in s.kit.seats_of])
        else:
            s.answers = [-1] * s.kit.n_seats
    else:
        _end(s)
    return GO_ON


def _begin(s: Board, f: Frame) -> int:
    """A turn begins; in sudden death the LIFE dice lose 1 first (9.2.2)."""
    if s.hold and not f[3]:
        return PAUSE
    s.goto(T_SPLIT)
    s.cause = s.emit(E_TURN, "3.1.1", s.turn)
    if s.sudden:
        dice = [d for side in range(s.kit.sides) for d in s.battle(side, LIFE)]
        gone: list[int] = []
        for d in dice:
            s.value[d] -= 1
            s.emit(E_CHANGED, "9.2.2", d, s.value[d], (s.value[d] + 1, -1))
            if s.value[d] < 1:
                gone.append(d)
        s.move(gone, ABYSS, "2.5.3")
        s.check_end()
    return GO_ON


def _reveal(s: Board) -> None:
    """All have decided: the splits are shown, and the dice roll (3.1.2, 3.2.1)."""
    k, _, seat, a, b, _, ys, cause = s.stack[-1]
    s.stack[-1] = (k, T_ROLLED, seat, a, b, (), ys, cause)
    dice: list[int] = []
    for x in range(s.kit.n_seats):
        chosen = split_dice(s, x, s.answers[x]) if s.answers[x] >= 0 else []
        s.emit(E_SPLIT, "3.1.2", x, -1, tuple(chosen))
        dice += chosen
    s.answers = [-1] * s.kit.n_seats
    if dice:
        s.push(FR_ROLL, -1, R_BATTLE, 0, tuple(dice))


def _bonuses(s: Board, low: tuple[int, ...]) -> None:
    """The side with priority first, each seat in the order of its set (3.4.1, 3.4.2)."""
    if not low:
        return
    side_of, seat_of = s.kit.side_of, s.kit.seat_of
    first = [d for d in low if side_of[seat_of[d]] == s.priority]
    s.push(FR_BONUS, -1, 0, 0, (*first, *[d for d in low if d not in first]))


def _battle_over(s: Board) -> None:
    """The skirmish begins, if there is one (3.4.3, 4.1.1, 9.2.3)."""
    s.begun = True
    if s.check_end():
        return
    s.goto(T_SKIRMISH)
    s.renounced = [False] * s.kit.sides
    sides = range(s.kit.sides)
    if s.sudden or not any([s.reserve(side) for side in sides]):
        s.goto(T_DAMAGE)
        return
    s.enter(S_SKIRMISH)
    find_priority(s, all([can_open(s, side) for side in sides]))


def _damage(s: Board) -> None:
    """Each side adds up, and decides how the damage is distributed (5.1)."""
    s.enter(S_DAMAGE)
    s.priority = s.offensive = -1
    s.goto(T_WOUNDS)
    hurt: list[int] = []
    for side in range(s.kit.sides):
        damage = damage_to(s, side)
        attack = sum([s.points(x, ATTACK) for x in range(s.kit.sides) if x != side])
        s.emit(E_DAMAGE, "5.1.2", side, damage, (attack, s.points(side, DEFENSE)))
        if damage:
            hurt.append(s.kit.seats_of[side][0])
    ask_all(s, Q_WOUND, hurt)


def _wounds(s: Board) -> None:
    """All damage at the same time; then attack and defence leave (5.1.2, 5.1.5, 5.1.7)."""
    gone: list[int] = []
    for side in range(s.kit.sides):
        answer = s.answers[s.kit.seats_of[side][0]]
        if answer < 0:
            continue
        given = [(d, points) for d, points in wound_points(s, side, answer) if points]
        s.cause = s.emit(E_WOUNDED, "5.1.3", side, -1, tuple([x for pair in given for x in pair]))
        for d, points in given:
            s.value[d] -= points
            s.emit(E_CHANGED, "5.1.3", d, s.value[d], (s.value[d] + points, -points))
            if s.value[d] == 0:
                gone.append(d)
    s.cause = s.stack[-1][7]
    s.answers = [-1] * s.kit.n_seats
    s.goto(T_TAKE)
    s.move(gone, ABYSS, "5.1.5")
    if s.check_end():
        return
    kind = s.kit.die_class
    s.move([d for d in range(s.kit.n_dice) if s.zone[d] == BATTLE and kind[d] != LIFE], LIMBO, "5.1.7")


def _end(s: Board) -> None:
    """LIFE dice taken back and all of Limbo return to the hands (6.1)."""
    back: list[int] = []
    for side in range(s.kit.sides):
        answer = s.answers[s.kit.seats_of[side][0]]
        if s.sudden:
            s.emit(E_TAKEN, "9.2.4", side, -1)
        elif answer >= 0:
            die = -1 if answer == TAKE_NONE else answer - A_DIE
            s.emit(E_TAKEN, "6.1.1", side, die)
            if die >= 0:
                back.append(die)
    s.answers = [-1] * s.kit.n_seats
    s.move(back, HAND, "6.1.1")
    if s.check_end():
        return
    s.move([d for d in range(s.kit.n_dice) if s.zone[d] == LIMBO], HAND, "6.1.3")
    s.turn += 1
    s.step = S_BATTLE
    s.sudden = s.sudden_called
    s.stack[-1] = (s.stack[-1][0], T_BEGIN, -1, 0, 0, (), (), -1)


def begin_at(s: Board, step: int, offensive: int) -> None:
    """Puts a position's first frames on the stack."""
    s.step = step
    at = (T_BEGIN, T_SKIRMISH, T_DAMAGE, T_TAKE)[step]
    k, _, seat, a, b, xs, ys, cause = s.stack[-1]
    s.stack[-1] = (k, at, seat, a, b, xs, ys, cause)
    if step != S_SKIRMISH:
        return
    if s.rolled:  # in the middle of a duel: who is offensive has rolled first
        side = offensive if offensive >= 0 else s.kit.side_of[s.kit.seat_of[s.rolled[0]]]
        s.offensive = side
        s.goto(T_DAMAGE)
        s.push(FR_SKIRMISH, -1, 1 - side)
        s.push(FR_DUEL, -1, side)
        done = s.kit.setup.duel[-1][0] + 1
        k, _, seat, a, _, xs, ys, cause = s.stack[-1]
        s.stack[-1] = (k, done, seat, a, len(s.rolled) - 1 if done == D_RESOLVE else 0, xs, ys, cause)
    elif offensive >= 0:
        s.priority = offensive
    elif not any([s.reserve(side) for side in range(s.kit.sides)]):
        s.goto(T_DAMAGE)
    else:
        find_priority(s, all([can_open(s, side) for side in range(s.kit.sides)]))


__all__ = ["T_BEGIN", "begin_at", "turn_run"]
