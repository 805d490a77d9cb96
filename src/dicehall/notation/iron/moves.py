"""Moves of IRONDIE: battle, bonus, duel, forgo, renounce, choose, wound, take, concede."""

from __future__ import annotations

from typing import NamedTuple

from dicehall.irondie import IrondieState
from dicehall.irondie.battle import bonus_targets
from dicehall.irondie.dice import LIFE
from dicehall.irondie.duel import reach
from dicehall.irondie.secret import wound_action
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_SPLIT,
    ADD,
    DUEL_BASE,
    FORGO,
    FR_BONUS,
    FR_DUEL,
    FR_SECRET,
    FR_SKIRMISH,
    HAND,
    Q_SPLIT,
    Q_TAKE,
    Q_WOUND,
    RENOUNCE,
    SUBTRACT,
    TAKE_NONE,
)
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason
from dicehall.notation.iron.dice import one_die, reader, several_dice
from dicehall.notation.words import Reader

VERBS = ("battle", "bonus", "duel", "forgo", "renounce", "choose", "wound", "take", "concede")
QUESTIONS = {"battle": Q_SPLIT, "wound": Q_WOUND, "take": Q_TAKE}
RULES = {"battle": "3.1.1", "wound": "5.1.3", "take": "6.1.1", "bonus": "2.4.5", "choose": "4.6.2"}
WHEN = {
    "battle": "dice are rolled into battle at the beginning of a turn",
    "wound": "damage is distributed in the damage phase",
    "take": "a LIFE die is taken back at the end of a turn",
    "bonus": "no target of a colour bonus is asked for now",
    "duel": "dice are rolled in the skirmish",
    "choose": "there is nothing to add or to subtract now",
}


class Move(NamedTuple):
    """Answers of seats, in order: mostly one."""

    answers: tuple[tuple[int, int], ...] = ()
    concedes: bool = False


def parse_move(s: IrondieState, seat: int, text: str) -> Move:
    """The move that a seat writes. InvalidInput if it cannot be read, IllegalAction if it is refused."""
    r = reader(s, text)
    verb = r.word(*VERBS)
    if not verb:
        raise InvalidInput(f"'{text[:40]}' does not begin with a move: {', '.join(VERBS)}")
    if verb == "concede":
        r.finish()
        if s.is_over:
            raise IllegalAction([Reason("the game is over", "7.1.1")], text)
        return Move(concedes=True)
    if s.is_over:
        raise IllegalAction([Reason("the game is over", "7.1.1")], text)
    if s.wait is Wait.CHANCE:
        raise InvalidInput(f"'{text[:40]}': dice are about to be rolled; a roll> line says how they fall")
    if verb in QUESTIONS:
        return _secret(s, seat, verb, r, text)
    if s.stack and s.stack[-1][0] == FR_SECRET:
        raise IllegalAction([Reason(f"first {_open_words(s)}", "3.1.2")], text)
    return _open(s, seat, verb, r, text)


def _open_words(s: IrondieState) -> str:
    names = [s.kit.seat_names[x] for x in s.seats_asked]
    what = ("how the dice are divided", "how the damage is distributed", "about the LIFE die taken back")
    return f"{' and '.join(names)} must decide {what[s.stack[-1][3]]}"


def _check(s: IrondieState, seat: int, action: int, text: str) -> Move:
    reasons = s.explain(action, seat)
    if reasons:
        raise IllegalAction(reasons, text)
    return Move(((seat, action),))


# ---- secret answers --------------------------------------------------------------------------------------------


def _secret(s: IrondieState, seat: int, verb: str, r: Reader, text: str) -> Move:
    kit = s.kit
    side = kit.side_of[seat]
    asked = s.stack and s.stack[-1][0] == FR_SECRET and s.stack[-1][3] == QUESTIONS[verb]
    who = seat if verb == "battle" else kit.seats_of[side][0]  # a side decides as a whole (8.1.7)
    life = s.battle(side, LIFE)
    none = bool(r.word("none"))
    if verb == "battle":
        dice = [] if none else several_dice(s, r.specs(), seat, [d for d in kit.dice_of(seat) if s.zone[d] == HAND])
        foreign = [d for d in dice if kit.seat_of[d] != seat]
        if foreign:
            names = [f"{kit.names[d]} is a die of {kit.seat_names[kit.seat_of[d]]}" for d in foreign]
            raise IllegalAction([Reason(n, "3.1.1") for n in names], text)
        action = A_SPLIT + sum([1 << (d - kit.first[seat]) for d in dice])
    elif verb == "take":
        action = TAKE_NONE if none else A_DIE + one_die(s, r.spec(), seat, life)
    else:
        action = 0 if none else _wound(s, seat, r, life, text)
    r.finish()
    if not asked:
        raise IllegalAction([Reason(WHEN[verb], RULES[verb])], text)
    return _check(s, who, action, text)


def _wound(s: IrondieState, seat: int, r: Reader, life: list[int], text: str) -> int:
    points: dict[int, int] = {}
    for spec in r.specs():
        if spec.value is None:
            raise InvalidInput(f"write how many points {spec} loses: wound {spec}=1")
        if spec.value < 0:
            raise InvalidInput(f"{spec} cannot lose {spec.value} points")
        for _ in range(spec.times):
            points[one_die(s, spec, seat, life, list(points))] = spec.value
    wrong = [d for d in points if d not in life]
    if wrong:
        names = [f"{s.kit.names[d]} is no LIFE die in the LIFE Zone of that side" for d in wrong]
        raise IllegalAction([Reason(n, "5.1.3") for n in names], text)
    too_much = [d for d, p in points.items() if p > s.value[d]]
    if too_much:
        names = [f"{s.kit.names[d]} has {s.value[d]} points and cannot lose {points[d]}" for d in too_much]
        raise IllegalAction([Reason(n, "5.1.4") for n in names], text)
    return wound_action([points.get(d, 0) for d in life])


# ---- open answers ----------------------------------------------------------------------------------------------


def _open(s: IrondieState, seat: int, verb: str, r: Reader, text: str) -> Move:
    f = s.stack[-1]
    if verb in ("forgo", "renounce"):
        r.finish()
        return _check(s, seat, FORGO if verb == "forgo" else RENOUNCE, text)
    if verb == "choose":
        word = r.word("add", "subtract")
        if not word:
            raise InvalidInput(f"'{text[:40]}': write choose add, or choose subtract")
        r.finish()
        return _check(s, seat, ADD if word == "add" else SUBTRACT, text)
    if verb == "bonus":
        asks = f[0] == FR_BONUS
        pool = bonus_targets(s, f[5][0], s.kit.bonuses[s.kit.colour[f[5][0]]][f[1]][0]) if asks else []
        target = one_die(s, r.spec(), seat, pool)
        r.finish()
        if not asks:
            raise IllegalAction([Reason(WHEN[verb], RULES[verb])], text)
        return _check(s, seat, A_DIE + target, text)
    return _duel(s, seat, r, text)


def _duel(s: IrondieState, seat: int, r: Reader, text: str) -> Move:
    if s.stack[-1][0] not in (FR_SKIRMISH, FR_DUEL):
        raise IllegalAction([Reason(WHEN["duel"], "4.2.2")], text)
    hand = [d for d in s.kit.dice_of(seat) if s.zone[d] == HAND]
    die = one_die(s, r.spec(), seat, hand)
    action = A_DUEL + die * DUEL_BASE
    if r.word("on"):
        action += one_die(s, r.spec(), seat, reach(s, die)) + 1
    r.finish()
    before = _declined(s, seat)
    trial = s
    if before:
        trial = s.clone()
        for other, answer in before:
            trial.apply(answer, None, (), other)
    return Move((*before, *_check(trial, seat, action, text).answers))


def _declined(s: IrondieState, seat: int) -> tuple[tuple[int, int], ...]:
    """The answers by which seats of the same side that are asked earlier leave the roll to this one (8.1.3)."""
    out: list[tuple[int, int]] = []
    trial = s
    while trial.asked >= 0 and trial.asked != seat and s.kit.side_of[trial.asked] == s.kit.side_of[seat]:
        frame = trial.stack[-1]
        answer = RENOUNCE if frame[0] == FR_SKIRMISH else FORGO
        if trial.explain(answer, trial.asked) or trial.asked > seat:
            return ()
        out.append((trial.asked, answer))
        trial = trial.clone()
        trial.apply(answer, None, (), out[-1][0])
        if trial.stack and trial.stack[-1][:2] != frame[:2]:
            return ()
    return tuple(out) if trial.asked == seat else ()
