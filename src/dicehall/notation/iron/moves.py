"""Moves of IRONDIE: battle, bonus, duel, forgo, renounce, choose, wound, take, concede."""

from __future__ import annotations

from typing import NamedTuple

from dicehall.irondie import IrondieState
from dicehall.irondie.battle import bonus_targets
from dicehall.irondie.dice import LIFE
from dicehall.irondie.duel import reach
from dicehall.irondie.secret import damage_to, wound_action
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
    Q_TAKE,
    Q_WOUND,
    RENOUNCE,
    SUBTRACT,
    TAKE_NONE,
)
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason, cut
from dicehall.kernel.state import CONCESSIONS
from dicehall.notation.iron.dice import one_die, one_spec, reader, several_dice
from dicehall.notation.words import Reader, Spec

VERBS = ("battle", "bonus", "duel", "forgo", "renounce", "choose", "wound", "take", "concede")
QUESTIONS = {"battle": Q_SPLIT, "wound": Q_WOUND, "take": Q_TAKE}
WHEN = {
    "battle": Reason("dice are rolled into battle at the beginning of a turn", "3.1.1"),
    "wound": Reason("damage is distributed in the damage phase", "5.1.3"),
    "take": Reason("a LIFE die is taken back at the end of a turn", "6.1.1"),
    "bonus": Reason("no target of a colour bonus is asked for now", "2.4.5"),
}
SUDDEN = {
    "take": Reason("in sudden death no LIFE die is taken back", "9.2.4"),
    "duel": Reason("in sudden death no dice are rolled in skirmishes", "9.2.3"),
    "forgo": Reason("in sudden death no dice are rolled in skirmishes", "9.2.3"),
    "renounce": Reason("in sudden death no dice are rolled in skirmishes", "9.2.3"),
}
DECIDES = (
    ("how the dice are divided", "3.1.2"),
    ("how the damage is distributed", "5.1.3"),
    ("about the LIFE die taken back", "6.1.1"),
)


class Move(NamedTuple):
    """Answers of seats, in order: mostly one."""

    answers: tuple[tuple[int, int], ...] = ()
    concedes: bool = False
    why: str = ""  # it concedes: one of CONCESSIONS, if it does not give up


def parse_move(s: IrondieState, seat: int, text: str) -> Move:
    """The move that a seat writes. InvalidInput if it cannot be read, IllegalAction if it is refused."""
    r = reader(s, text)
    verb = r.word(*VERBS)
    if not verb:
        raise InvalidInput(f"'{text[:40]}' does not begin with a move: {', '.join(VERBS)}")
    why = ""
    if verb == "concede":
        why = r.word(*CONCESSIONS)
        r.finish()
    if s.is_over:
        raise IllegalAction([Reason("the game is over", "7.1.1")], text)
    if verb == "concede":
        return Move(concedes=True, why=why)
    if s.wait is Wait.CHANCE:
        raise InvalidInput(f"'{text[:40]}': dice are about to be rolled; a roll> line says how they fall")
    if s.sudden and verb in SUDDEN:
        raise IllegalAction([SUDDEN[verb]], text)
    if verb in QUESTIONS:
        return _secret(s, seat, verb, r, text)
    if s.stack and s.stack[-1][0] == FR_SECRET:
        what, rule = DECIDES[s.stack[-1][3]]
        names = " and ".join(s.kit.seat_names[x] for x in s.seats_asked)
        raise IllegalAction([Reason(f"first {names} must decide {what}", rule)], text)
    return _open(s, seat, verb, r, text)


def _check(s: IrondieState, seat: int, action: int, text: str) -> Move:
    reasons = s.explain(action, seat)
    if reasons:
        raise IllegalAction(reasons, text)
    return Move(((seat, action),))


# ---- secret answers --------------------------------------------------------------------------------------------


def _secret(s: IrondieState, seat: int, verb: str, r: Reader, text: str) -> Move:
    kit = s.kit
    side = kit.side_of[seat]
    who = seat if verb == "battle" else kit.seats_of[side][0]  # a side decides as a whole (8.1.7)
    f = s.stack[-1]
    none = bool(r.word("none"))
    if none:
        r.finish()
    elif r.done():
        also = "" if verb == "wound" else f", or write {verb} none"
        raise InvalidInput(f"'{cut(text)}': name dice{also}")
    specs = [] if none else r.specs()
    r.finish()
    if not (f[0] == FR_SECRET and f[3] == QUESTIONS[verb]):
        raise IllegalAction([WHEN[verb]], text)
    if verb == "wound" and not damage_to(s, side):
        raise IllegalAction([Reason(f"{kit.seat_names[seat]} takes no damage", "5.1.2")], text)
    if who not in s.seats_asked:
        raise IllegalAction(s.explain(0, seat if who == seat or who not in f[5] else who), text)
    if verb == "battle":
        hand = [d for d in kit.dice_of(seat) if s.zone[d] == HAND]
        dice = several_dice(s, specs, seat, hand)
        foreign = [d for d in dice if kit.seat_of[d] != seat]
        if foreign:
            raise IllegalAction(_foreign(s, foreign, "3.1.1"), text)
        return _check(s, who, A_SPLIT + sum([1 << (d - kit.first[seat]) for d in dice]), text)
    life = s.battle(side, LIFE)
    if verb == "wound":
        return _check(s, who, _wound(s, seat, specs, life, text), text)
    if len(specs) > 1 or (specs and specs[0].times > 1):
        raise IllegalAction([Reason("one LIFE die is taken back, or none", "6.1.1")], text)
    if none:
        return _check(s, who, TAKE_NONE, text)
    die = several_dice(s, specs, seat, life)[0]
    if kit.side_of[kit.seat_of[die]] != side:
        raise IllegalAction(_foreign(s, [die], "6.1.1"), text)
    return _check(s, who, A_DIE + die, text)


def _foreign(s: IrondieState, dice: list[int], rule: str) -> list[Reason]:
    return [Reason(f"{s.kit.names[d]} is a die of {s.kit.seat_names[s.kit.seat_of[d]]}", rule) for d in dice]


def _wound(s: IrondieState, seat: int, specs: list[Spec], life: list[int], text: str) -> int:
    kit = s.kit
    points: dict[int, int] = {}
    for spec in specs:
        if spec.value is None:
            raise InvalidInput(f"write how many points {spec} loses: wound {spec}=1")
        if spec.value < 0:
            raise InvalidInput(f"{spec} cannot lose {spec.value} points")
        for _ in range(spec.times):
            points[one_die(s, spec, seat, life, list(points))] = spec.value
    foreign = [d for d in points if kit.side_of[kit.seat_of[d]] != kit.side_of[seat]]
    reasons = _foreign(s, foreign, "5.1.3")
    away = [d for d in points if d not in life and d not in foreign]
    reasons += [Reason(f"{kit.names[d]} is no LIFE die in the LIFE Zone", "5.1.3") for d in away]
    total = min(damage_to(s, kit.side_of[seat]), sum([s.value[d] for d in life]))
    for d, p in points.items():
        if d in life and p > s.value[d]:
            reasons.append(Reason(f"{kit.names[d]} has {s.value[d]} points and cannot lose {p}", "5.1.4"))
    if not foreign and not away and sum(points.values()) != total:
        reasons.append(Reason(f"{total} points are to be distributed, not {sum(points.values())}", "5.1.3"))
    if reasons:
        raise IllegalAction(reasons, text)
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
        if r.word("none"):
            raise IllegalAction([Reason("a bonus that has a target must be applied", "2.4.5")], text)
        asks = f[0] == FR_BONUS
        pool = bonus_targets(s, f[5][0], s.kit.bonuses[s.kit.colour[f[5][0]]][f[1]][0]) if asks else []
        target = one_die(s, one_spec(r, "2.4.6"), seat, pool)
        r.finish()
        if not asks:
            raise IllegalAction([WHEN[verb]], text)
        return _check(s, seat, A_DIE + target, text)
    return _duel(s, seat, r, text)


def _duel(s: IrondieState, seat: int, r: Reader, text: str) -> Move:
    hand = [d for d in s.kit.dice_of(seat) if s.zone[d] == HAND]
    die = one_die(s, one_spec(r, "4.2.2"), seat, hand)
    action = A_DUEL + die * DUEL_BASE
    if r.word("on"):
        action += one_die(s, one_spec(r, "4.3.3"), seat, reach(s, die)) + 1
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
