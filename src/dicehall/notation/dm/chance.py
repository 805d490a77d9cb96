"""Chance lines of Dice Masters: draw> and roll>, from text to outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FR_DRAW, FR_ROLL
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.event import Event
from dicehall.notation.dm.dice import card_names, counted, die_word, face_named, fitting, one_title, reader
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
    for spec in specs:
        if spec.damage or spec.value is not None or spec.face:
            raise InvalidInput(f"'{spec}': dice that are drawn are only named")
    for spec in singles[: len(sure)]:
        found = one_title(s, spec, fitting(s, spec, rest, seat))
        if not found:
            there = counted(sorted(die_word(s, d, seat=False) for d in rest))
            raise InvalidInput(f"the bag is emptied first: '{spec}' is not among {there}")
        rest.remove(found[0])
    out: list[int] = []
    numbered = {d for spec in singles[len(sure) :] if spec.number for d in fitting(s, spec, pool, seat)}
    for spec in singles[len(sure) :]:
        free = [d for d in pool if d not in out and (spec.number or d not in numbered)]
        found = list(one_title(s, spec, fitting(s, spec, free, seat)))
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
            fits = one_title(s, spec, fitting(s, spec._replace(face=""), dice, frame[2]))
            found = [d for d in fits if d not in faces]
            if not found:
                listed = counted(sorted(die_word(s, d, seat=False, number=False) for d in dice if d not in faces))
                raise InvalidInput(f"'{spec}' is not among the dice that are rolled: {listed}")
            card = s.kit.die_card[found[0]]
            faces[found[0]] = face_named(s, card, spec.face) % 6
    return tuple([faces[d] for d in dice])


def states_draw(s: DMState, text: str, drawn: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> bool:
    """Whether a draw> line tells of one of the draws that have just happened without chance."""
    r = reader(s, text)
    specs = [] if r.word("none") else r.specs()
    r.finish()
    for spec in specs:
        if not match_names(spec.name, range(s.kit.n_cards), lambda c: card_names(s, c)):
            raise InvalidInput(f"no card on the table is called '{spec.name}'")
    singles = [spec._replace(times=1) for spec in specs for _ in range(spec.times)]
    for first, then in drawn:  # out of the bag, then through a refill
        if _names_all(s, singles[: len(first)], first) and _names_all(s, singles[len(first) :], then):
            return True
    return False


def _names_all(s: DMState, singles: list[Spec], dice: tuple[int, ...]) -> bool:
    """Whether a list names just these dice; a number only where it is written."""
    left = list(dice)
    for spec in sorted(singles, key=lambda x: x.number == 0):
        found = one_title(s, spec, fitting(s, spec, left, -1))
        if not found:
            return False
        left.remove(found[0])
    return not left


def draws_in(events: Sequence[Event]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The draws that events tell of: what came out of the bag, and what came after a refill."""
    out: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    refilled: tuple[int, ...] = ()
    for e in events:
        if e.kind == "refill":
            refilled = e.xs
        elif e.kind == "drawn":
            first = tuple([d for d in e.xs if d not in refilled])
            out.append((first, e.xs[len(first) :]))
            refilled = ()
    return out
