"""Rolls of IRONDIE in lines: roll> ann.black smasher@4, bob.red assault@2, and ann@5, bob@3 for priority."""

from __future__ import annotations

import re

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import die_word
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.iron.dice import fitting, plain, reader, seat_named, value_of

_SEAT = re.compile(r"\s*([^\s@,]+)@(\d+)\s*$")


def parse_chance(s: IrondieState, kind: str, text: str) -> tuple[int, ...]:
    """How the open roll falls."""
    chance = s.chance
    if kind != "roll":
        raise InvalidInput("nothing is drawn in IRONDIE; dice are rolled: roll>")
    if chance is None:
        raise InvalidInput("no roll is open now" if not s.seats_asked else f"no roll is open now; {_asked(s)}")
    if chance.kind == "roll-off":
        return _roll_off(s, text)
    left = list(chance.dice)
    values: dict[int, int] = {}
    r = reader(s, text)
    for spec in r.specs():
        if not spec.face:
            raise InvalidInput(f"what does {spec} show? Write {spec}@4")
        plain(spec)
        value = value_of(spec)
        for _ in range(spec.times):
            meant = fitting(s, spec._replace(face=""), chance.dice)
            found = [d for d in meant if d in left]
            if not found:
                raise InvalidInput(f"{spec} is not among the dice that are rolled: {_names(s, left)}")
            seats = {s.kit.seat_of[d] for d in found}
            kinds = {s.kit.same[d] for d in found}
            if len(seats) > 1 or len(kinds) > 1:
                raise InvalidInput(f"'{spec}' is ambiguous: it could be {_names(s, found)}")
            values[found[0]] = value
            left.remove(found[0])
    r.finish()
    if left:
        raise InvalidInput(f"the roll is not complete: what do these show? {_names(s, left)}")
    return tuple([values[d] for d in chance.dice])


def _asked(s: IrondieState) -> str:
    return f"{' and '.join(s.kit.seat_names[x] for x in s.seats_asked)} must choose"


def _names(s: IrondieState, dice: list[int]) -> str:
    return ", ".join(die_word(s, d) for d in dice)


def _roll_off(s: IrondieState, text: str) -> tuple[int, ...]:
    values = [0] * s.kit.sides
    for part in text.split(","):
        m = _SEAT.match(part)
        if not m:
            raise InvalidInput(f"a roll for priority is open: write roll> {chance_words(s, (5, 3))}")
        side = s.kit.side_of[seat_named(s, m.group(1))]
        if values[side]:
            raise InvalidInput("each side rolls one die for priority")
        values[side] = int(m.group(2)[:3])
    if not all(1 <= v <= 6 for v in values):
        raise InvalidInput(f"each side rolls one die for priority, from 1 to 6: roll> {chance_words(s, (5, 3))}")
    return tuple(values)


def chance_words(s: IrondieState, outcome: tuple[int, ...]) -> str:
    """An outcome as the line writes it."""
    chance = s.chance
    if chance is not None and chance.kind == "roll-off":
        return ", ".join(f"{s.kit.seat_names[s.kit.seats_of[side][0]]}@{v}" for side, v in enumerate(outcome))
    dice = () if chance is None else chance.dice
    return ", ".join(f"{die_word(s, d)}@{v}" for d, v in zip(dice, outcome, strict=True))
