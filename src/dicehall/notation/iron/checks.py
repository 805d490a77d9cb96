"""The checks of a scenario of IRONDIE: `= life ann 9`, `= die bob.yellow swarm: value 4 zone life` and the others."""

from __future__ import annotations

import re

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import die_word
from dicehall.irondie.dice import CLASS_NAMES, LIFE
from dicehall.irondie.terms import BATTLE, FR_SECRET, Q_SPLIT, STEP_NAMES, ZONE_NAMES
from dicehall.irondie.view import zone_name
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.notation.iron.dice import fitting, reader, seat_named, value_word
from dicehall.notation.results import ENDS, check_end, number_read, same, side_read
from dicehall.notation.words import Reader, Spec, fold, match_names

CHECKS = ("life", "zone", "die", "step", "active", "turn", "asks", "winner", "tie", "playing")
ZONES = (*ZONE_NAMES, *CLASS_NAMES)


def check(s: IrondieState, text: str, side_names: list[str]) -> str:
    """Empty if the check holds, else what was found. (`can` and `cannot` are the runner's.)"""
    r = reader(s, text)
    what = r.word(*CHECKS)
    if what == "life":
        side = side_read(r, side_names, lambda name: s.kit.side_of[seat_named(s, name)])
        return same(s.points(side, LIFE), number_read(r))
    if what == "zone":
        return _zone(s, r, side_names)
    if what == "die":
        return _die(s, r)
    if what == "step":
        want = r.rest().strip().lower()
        if want not in STEP_NAMES:
            raise InvalidInput(f"there is no step '{want}': it is one of {', '.join(STEP_NAMES)}")
        return "" if STEP_NAMES[s.step] == want else f"the step is {STEP_NAMES[s.step]}"
    if what == "active":
        side = side_read(r, side_names, lambda name: s.kit.side_of[seat_named(s, name)])
        r.finish()
        if s.offensive == side:
            return ""
        return "no side is offensive now" if s.offensive < 0 else f"{side_names[s.offensive]} is offensive"
    if what == "turn":
        return same(s.turn, number_read(r))
    if what == "asks":
        seat = seat_named(s, r.rest())
        asked = asked_now(s)
        if seat in asked:
            return ""
        names = " and ".join(s.kit.seat_names[x] for x in asked)
        return f"{names} {'are' if len(asked) > 1 else 'is'} asked" if asked else "nobody is asked"
    if what in ENDS:
        side = side_read(r, side_names, lambda name: s.kit.side_of[seat_named(s, name)]) if what == "winner" else -1
        r.finish()
        return check_end(s.outcome, what, side, side_names)
    raise InvalidInput(f"'{text}' is not a check: there are {', '.join(CHECKS)}, can and cannot")


def asked_now(s: IrondieState) -> list[int]:
    """The seats that the engine waits for; at the beginning of a turn those that have dice to divide."""
    if s.wait is Wait.PAUSE:
        return [x for x in range(s.kit.n_seats) if s.hand(x)]
    asked = list(s.seats_asked)
    if s.stack and s.stack[-1][0] == FR_SECRET and s.stack[-1][3] != Q_SPLIT:  # any seat of the side may answer (8.1.7)
        asked = [x for x in range(s.kit.n_seats) if s.kit.seats_of[s.kit.side_of[x]][0] in asked]
    return asked


def _zone(s: IrondieState, r: Reader, side_names: list[str]) -> str:
    m = re.match(r"\s*([^.\s]+)\.(\w+)\s*:", r.rest())
    if not m:
        raise InvalidInput(f"a zone is written seat.zone: and its dice, found '{r.rest()[:40]}'")
    r.at += m.end()
    name, zone = fold(m.group(1)), m.group(2).lower()
    if zone not in ZONES:
        raise InvalidInput(f"there is no zone '{zone}': the zones are {', '.join(ZONES)}")
    sides = [fold(n) for n in side_names]
    if name in sides and name not in [fold(n) for n in s.kit.seat_names]:
        dice = list(s.kit.side_dice[sides.index(name)])
    else:
        dice = list(s.kit.dice_of(seat_named(s, name)))
    dice = [d for d in dice if zone == zone_name(s, d) or (zone == "battle" and s.zone[d] == BATTLE)]
    specs = [] if r.word("none") else r.specs()
    r.finish()
    left = list(dice)
    singles = sorted(
        (spec._replace(times=1) for spec in specs for _ in range(spec.times)),
        key=lambda spec: (not spec.number, not spec.face, -len(spec.name)),
    )  # those that say most choose first
    whole = {s.kit.words[d] for d in range(s.kit.n_dice)}
    for spec in singles:
        _must_exist(s, spec)
        exact = [w for w in whole if fold(w) == fold(spec.name)]
        found = [d for d in fitting(s, spec, left) if not exact or s.kit.words[d] in exact]
        kinds = {s.kit.words[d] for d in match_names(spec.name, dice, lambda d: (s.kit.words[d],))}
        if not exact and len(kinds) > 1:
            raise AmbiguousName(str(spec), sorted(kinds))
        if not found:
            return f"it holds {_words(s, dice)}"
        left.remove(found[0])
    return f"it holds {_words(s, dice)}" if left else ""


def _words(s: IrondieState, dice: list[int]) -> str:
    return ", ".join(value_word(s, d, s.kit.seat_of[d]) for d in dice) or "nothing"


def _must_exist(s: IrondieState, spec: Spec) -> None:
    if spec.value is not None:
        raise InvalidInput(f"'{spec}={spec.value}': a zone lists dice, not amounts")
    if not match_names(spec.name, range(s.kit.n_dice), lambda d: (s.kit.words[d],)):
        raise InvalidInput(f"no die on the table is called '{spec.name}'")


def _die(s: IrondieState, r: Reader) -> str:
    spec = r.spec(colon_ends=True)
    r.expect(":", "after the die")
    found = fitting(s, spec, range(s.kit.n_dice))
    if not found:
        _must_exist(s, spec)
        raise InvalidInput(f"there is no {spec} on the table")
    if len([d for d in found if s.in_play(d)]) == 1:
        found = [d for d in found if s.in_play(d)]
    if len({(s.kit.seat_of[d], *s.alike(d)) for d in found}) > 1:
        raise AmbiguousName(str(spec), [die_word(s, d) for d in found])
    die = found[0]
    if r.done():
        raise InvalidInput(f"what of {spec} is checked? value 4, zone life")
    wrong: list[str] = []
    while not r.done():
        word = r.word("value", "zone")
        if word == "value":
            wanted = r.number()
            if wanted is None:
                raise InvalidInput(f"which value should {spec} show? Write value 4")
            if s.value[die] != wanted:
                wrong.append(f"shows {s.value[die]}" if s.value[die] else "shows no value")
        elif word == "zone":
            zone = r.word(*ZONES)
            if not zone:
                raise InvalidInput(f"there is no zone '{r.rest()[:20]}': the zones are {', '.join(ZONES)}")
            if zone != zone_name(s, die) and not (zone == "battle" and s.zone[die] == BATTLE):
                wrong.append(f"is in {zone_name(s, die)}")
        else:
            raise InvalidInput(f"'{r.rest()[:40]}' is not a part of a die check: value 4, zone life")
        r.take(",")
    return f"{die_word(s, die)} " + " and ".join(wrong) if wrong else ""
