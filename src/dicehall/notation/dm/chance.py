"""Chance lines of Dice Masters: draw> and roll>, from text to outcomes."""

from __future__ import annotations

from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FR_DRAW, FR_ROLL
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.dm.dice import card_names, counted, die_word, face_named, fitting, reader
from dicehall.notation.dm.moves import what_is_open
from dicehall.notation.words import Spec, match_names


def parse_chance(s: DMState, kind: str, text: str) -> tuple[int, ...]:
    """The outcome of the open draw or roll that a line states."""
    if s.wait is not Wait.CHANCE:
        raise InvalidInput(f"no {kind} is open now: {what_is_open(s)}")
    frame = s.stack[-1]
    if (frame[0] == FR_DRAW) != (kind == "draw"):
        raise InvalidInput(f"this is a {kind}, but {what_is_open(s)}")
    r = reader(s, text)
    specs = [] if r.word("none") else r.specs()
    r.finish()
    return _draw(s, specs) if kind == "draw" else _roll(s, specs)


def _draw(s: DMState, specs: list[Spec]) -> tuple[int, ...]:
    """All dice of the draw in order: first what must come out of the bag, then what a refill brings."""
    _, _, seat, count, _, sure, pool, _ = s.stack[-1]
    singles = [spec._replace(times=1) for spec in specs for _ in range(spec.times)]
    if len(singles) != count:
        raise InvalidInput(f"the draw is of {count} dice, the line names {len(singles)}")
    rest = list(sure)
    for spec in singles[: len(sure)]:
        found = fitting(s, spec, rest, seat)
        if not found:
            there = counted(sorted(die_word(s, d, seat=False) for d in rest))
            raise InvalidInput(f"the bag is emptied first: '{spec}' is not among {there}")
        rest.remove(found[0])
    out: list[int] = []
    for spec in singles[len(sure) :]:
        found = [d for d in fitting(s, spec, pool, seat) if d not in out]
        if not found:
            there = counted(sorted(die_word(s, d, seat=False, number=False) for d in pool if d not in out))
            raise InvalidInput(f"'{spec}' cannot be drawn: there are {there}")
        out.append(found[0])
    return tuple(out)


def _roll(s: DMState, specs: list[Spec]) -> tuple[int, ...]:
    """Every die of the roll with its face; equal names in the order of their numbers."""
    frame = s.stack[-1]
    assert frame[0] == FR_ROLL
    dice = frame[5]
    singles = [spec._replace(times=1) for spec in specs for _ in range(spec.times)]
    if len(singles) != len(dice):
        listed = counted(sorted(die_word(s, d, seat=False, number=False) for d in dice))
        raise InvalidInput(f"the roll is of {len(dice)} dice ({listed}), the line names {len(singles)}")
    faces: dict[int, int] = {}
    for numbered in (True, False):
        for spec in singles:
            if bool(spec.number) != numbered:
                continue
            if not spec.face:
                raise InvalidInput(f"'{spec}' needs the face that it shows: {spec}@...")
            found = [d for d in fitting(s, spec._replace(face=""), dice, frame[2]) if d not in faces]
            if not found:
                listed = counted(sorted(die_word(s, d, seat=False, number=False) for d in dice if d not in faces))
                raise InvalidInput(f"'{spec}' is not among the dice that are rolled: {listed}")
            card = s.kit.die_card[found[0]]
            faces[found[0]] = face_named(s, card, spec.face) % 6
    return tuple([faces[d] for d in dice])


def states_draw(s: DMState, text: str, drawn: list[tuple[int, ...]]) -> bool:
    """Whether a draw> line tells of one of the draws that have just happened without chance."""
    r = reader(s, text)
    specs = [] if r.word("none") else r.specs()
    r.finish()
    for spec in specs:
        if not match_names(spec.name, range(s.kit.n_cards), lambda c: card_names(s, c)):
            raise InvalidInput(f"no card on the table is called '{spec.name}'")
    return any(_names_all(s, specs, dice) for dice in drawn)


def _names_all(s: DMState, specs: list[Spec], dice: tuple[int, ...]) -> bool:
    """Whether a list names just these dice; a number only where it is written."""
    singles = [spec._replace(times=1) for spec in specs for _ in range(spec.times)]
    left = list(dice)
    for spec in sorted(singles, key=lambda x: x.number == 0):
        found = fitting(s, spec, left, -1)
        if not found:
            return False
        left.remove(found[0])
    return not left
