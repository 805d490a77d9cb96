"""The skirmish: who opens, the rolls of a duel, targets, and how the duel is resolved. Rules 4.1 to 4.6."""

from __future__ import annotations

from typing import Final

from dicehall.irondie.board import ASK, GO_ON, Board
from dicehall.irondie.dice import (
    BRING_BACK,
    BY_ONE,
    BY_VALUE,
    CHANGE,
    EACH,
    HIGHER,
    HOSTILE,
    IN_LIMBO,
    KINSHIP,
    LOSE_ITSELF,
    LOWER,
    NO_COMPARISON,
    OF_CLASS,
    SHAPES,
    SMASH,
    TO_LIMBO,
)
from dicehall.irondie.terms import (
    A_DUEL,
    ABYSS,
    ADD,
    BATTLE,
    DUEL_BASE,
    E_ANSWERS,
    E_COMPARED,
    E_FORGONE,
    E_NO_EFFECT,
    E_OPENS,
    E_RENOUNCED,
    FORGO,
    FR_DUEL,
    FR_ROLL,
    FR_SKIRMISH,
    HAND,
    LIMBO,
    R_DUEL,
    RENOUNCE,
    SKIRMISH,
    SUBTRACT,
    W_HOSTILE,
    W_SPECIALISED,
    W_TIE,
    W_VALUES,
)
from dicehall.kernel.state import Frame

ROLLS: Final = 4  # offensive, defensive, offensive, defensive (4.2.1)
D_RESOLVE: Final = 4
D_CHOOSE: Final = 5

EFFECT_RULES: Final[tuple[str, ...]] = ("4.6.1", "4.6.2", "4.6.3", "4.6.4", "4.6.5", "4.6.6", "4.6.7", "4.6.7", "4.6.8")

# ---- targets ---------------------------------------------------------------------------------------------------


def reach(s: Board, die: int) -> list[int]:
    """The dice that a die of the reserve could mean now, if it is rolled next (4.3)."""
    kit = s.kit
    shape = SHAPES[kit.shape[die]]
    side = kit.side_of[kit.seat_of[die]]
    if s.rolled:  # an answer: dice of the duel and their targets
        pool = sorted({*s.rolled, *[d for t in s.targets for d in t]})
    elif shape.target == IN_LIMBO:
        pool = kit.side_dice[side]
    else:
        pool = [d for d in range(kit.n_dice) if s.zone[d] == BATTLE]
    if shape.target == IN_LIMBO:
        return [d for d in pool if s.zone[d] == LIMBO and kit.side_of[kit.seat_of[d]] == side]
    if shape.target == EACH:
        return [
            d
            for d in pool
            if s.zone[d] == BATTLE and kit.die_class[d] == shape.target_class and kit.side_of[kit.seat_of[d]] != side
        ]
    if shape.target == OF_CLASS:
        return [d for d in pool if s.in_play(d) and kit.die_class[d] == shape.target_class]
    return [d for d in pool if s.in_play(d)]


def rolls_of(s: Board, seat: int) -> list[int]:
    """Every die that a seat could roll now, with every target; of equal ones the first."""
    out: list[int] = []
    seen: list[int] = []
    for die in s.kit.dice_of(seat):
        if s.zone[die] != HAND or s.kit.same[die] in seen:
            continue
        seen.append(s.kit.same[die])
        found = reach(s, die)
        if not found:
            continue
        if SHAPES[s.kit.shape[die]].target == EACH:
            out.append(A_DUEL + die * DUEL_BASE)
        else:
            out += [A_DUEL + die * DUEL_BASE + target + 1 for target in s.one_of_each(found)]
    return out


def _show(s: Board, seat: int, action: int) -> None:
    """A die is shown with its targets, and rolled (4.2.2)."""
    die, target = divmod(action - A_DUEL, DUEL_BASE)
    targets = tuple(reach(s, die)) if target == 0 else (target - 1,)
    opens = not s.rolled
    s.cause = s.emit(E_OPENS if opens else E_ANSWERS, "4.3.1" if opens else "4.3.2", die, seat, targets)
    s.rolled.append(die)
    s.targets.append(targets)
    s.push(FR_ROLL, seat, R_DUEL, 0, (die,))


# ---- who opens -------------------------------------------------------------------------------------------------


def _next_seat(s: Board, side: int, place: int, kind: int, rule: str) -> int:
    """The place of the next seat of a side that could roll something, -1 if none could; those passed over decline."""
    seats = s.kit.seats_of[side]
    for i in range(place, len(seats)):
        legal = rolls_of(s, seats[i]) if s.hand(seats[i]) else []
        if legal:
            s.legal[seats[i]] = legal
            return i
        s.emit(kind, rule, seats[i], 1)
    return -1


def can_open(s: Board, side: int) -> bool:
    return any([bool(rolls_of(s, seat)) for seat in s.kit.seats_of[side]])


def skirmish_run(s: Board, f: Frame) -> int:
    """Asks the side that may open; b = the place of the seat whose turn it is to answer."""
    k, step, _, side, b, xs, ys, cause = f
    idle = [s.renounced[x] or not s.reserve(x) for x in range(s.kit.sides)]
    if all(idle):
        s.stack.pop()
        s.offensive = -1
        return GO_ON
    if idle[side]:
        s.stack[-1] = (k, step, -1, 1 - side, 0, xs, ys, cause)
        return GO_ON
    s.offensive = side
    place = _next_seat(s, side, b, E_RENOUNCED, "4.1.6")
    if place < 0:
        s.renounced[side] = True
        return GO_ON
    seat = s.kit.seats_of[side][place]
    s.stack[-1] = (k, step, seat, side, place, xs, ys, cause)
    s.legal[seat].append(RENOUNCE)
    return ASK


def skirmish_take(s: Board, f: Frame, action: int) -> None:
    k, step, seat, side, b, xs, ys, cause = f
    if action == RENOUNCE:
        s.emit(E_RENOUNCED, "4.1.4", seat, 0)
        s.stack[-1] = (k, step, -1, side, b + 1, xs, ys, cause)
        return
    s.stack[-1] = (k, step, -1, 1 - side, 0, xs, ys, cause)  # then the other may open (4.1.3)
    s.push(FR_DUEL, -1, side)
    s.goto(1)
    _show(s, seat, action)


# ---- the rolls of a duel ---------------------------------------------------------------------------------------


def duel_run(s: Board, f: Frame) -> int:
    k, step, _, side, b, xs, ys, cause = f
    if step == D_RESOLVE:
        return _resolve(s, f)
    if step == D_CHOOSE:
        seat = s.kit.seat_of[s.rolled[b]]
        s.stack[-1] = (k, step, seat, side, b, xs, ys, cause)
        s.legal[seat] = [ADD, SUBTRACT]
        return ASK
    who = side if step % 2 == 0 else 1 - side
    place = _next_seat(s, who, b, E_FORGONE, "4.2.4")
    if place < 0:
        _next_roll(s, f)
        return GO_ON
    seat = s.kit.seats_of[who][place]
    s.stack[-1] = (k, step, seat, side, place, xs, ys, cause)
    s.legal[seat].append(FORGO)
    return ASK


def _next_roll(s: Board, f: Frame) -> None:
    k, step, _, side, _, xs, ys, cause = f
    b = len(s.rolled) - 1 if step + 1 == D_RESOLVE else 0
    s.stack[-1] = (k, step + 1, -1, side, b, xs, ys, cause)


def duel_take(s: Board, f: Frame, action: int) -> None:
    k, step, seat, side, b, xs, ys, cause = f
    if step == D_CHOOSE:
        die, target = s.rolled[b], s.targets[b][0]
        won = bool(ys[0])
        amount = s.value[die] if won else 1
        s.stack[-1] = (k, D_RESOLVE, -1, side, b - 1, xs, (), cause)
        s.change(target, amount if action == ADD else -amount, EFFECT_RULES[s.kit.shape[die]])
    elif action == FORGO:
        s.emit(E_FORGONE, "4.2.3", seat, 0)
        s.stack[-1] = (k, step, -1, side, b + 1, xs, ys, cause)
    else:
        _next_roll(s, f)
        _show(s, seat, action)
        if step + 1 == D_RESOLVE:  # the die just shown is the first to take effect
            k, step, seat, side, _, xs, ys, cause = s.stack[-2]
            s.stack[-2] = (k, step, seat, side, len(s.rolled) - 1, xs, ys, cause)


# ---- how it is resolved ----------------------------------------------------------------------------------------


def compare(s: Board, die: int, target: int) -> tuple[bool, int]:
    """Whether a die wins against a target, and by what (4.5)."""
    shape = SHAPES[s.kit.shape[die]]
    mine, theirs = s.value[die], s.value[target]
    if mine != theirs:
        return (mine > theirs if shape.comparison == HIGHER else mine < theirs), W_VALUES
    if not s.kit.is_specialised(die):
        return False, W_TIE
    hostile = KINSHIP[s.kit.colour[die]][s.kit.colour[target]] == HOSTILE
    return not hostile, W_HOSTILE if hostile else W_SPECIALISED


def _resolve(s: Board, f: Frame) -> int:
    """The effect of one die, the last one rolled first (4.4.1)."""
    k, step, seat, side, b, xs, ys, cause = f
    if b < 0:
        return _close(s)
    die = s.rolled[b]
    s.stack[-1] = (k, step, seat, side, b - 1, xs, ys, cause)
    if s.zone[die] != SKIRMISH:
        s.emit(E_NO_EFFECT, "4.4.3", die, 0)
        return GO_ON
    shape = SHAPES[s.kit.shape[die]]
    rule = EFFECT_RULES[s.kit.shape[die]]
    if shape.target == IN_LIMBO:
        targets = [d for d in s.targets[b] if s.zone[d] == LIMBO]
    else:
        targets = [d for d in s.targets[b] if s.in_play(d)]
    if not targets:
        s.emit(E_NO_EFFECT, "4.6.9" if shape.target == IN_LIMBO else "4.4.4", die, 1)
        return GO_ON
    for target in targets:
        won = True
        if shape.comparison != NO_COMPARISON:
            won, why = compare(s, die, target)
            s.cause = s.emit(
                E_COMPARED,
                "4.5.1" if why == W_VALUES else "4.5.2",
                die,
                target,
                (s.value[die], s.value[target], int(won), why),
            )
        effect, amount = (shape.win, shape.win_amount) if won else (shape.lose, shape.lose_amount)
        if effect == CHANGE:
            s.change(target, amount, rule)
        elif effect == SMASH or effect == LOSE_ITSELF:
            s.move([target if effect == SMASH else die], ABYSS, rule)
            s.check_end()
        elif effect == TO_LIMBO:
            s.move([target], LIMBO, rule)
            s.check_end()
        elif effect == BY_VALUE or effect == BY_ONE:
            s.stack[-1] = (k, D_CHOOSE, -1, side, b, xs, (int(won),), s.cause)
        elif effect == BRING_BACK:
            s.value[target] = s.value[die]
            s.move([target], BATTLE, rule)
        if s.why_over:
            return GO_ON
    return GO_ON


def _close(s: Board) -> int:
    """The dice of the duel go to Limbo (4.4.5)."""
    s.stack.pop()
    s.move([d for d in s.rolled if s.zone[d] == SKIRMISH], LIMBO, "4.4.5")
    s.rolled = []
    s.targets = []
    return GO_ON


__all__ = ["FR_SKIRMISH", "LOWER", "can_open", "compare", "duel_run", "duel_take", "reach", "rolls_of", "skirmish_run",
           "skirmish_take"]  # fmt: skip
