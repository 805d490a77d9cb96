"""The checks of a scenario of Dice Masters: `= life ann 20`, `= zone ann.prep: Hulk, Sidekick x2` and the others.

A check that does not hold says what was found; one that cannot be read says what would be right.
"""

from __future__ import annotations

import re

from dicehall.dicemasters.explain import contribution_words, contributions
from dicehall.dicemasters.sockets import ATTACK, DEFENCE
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    F_CHARACTER,
    FIELD,
    ON_CARD,
    RESERVE,
    STEP_NAMES,
    ZONE_NAMES,
)
from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.notation.dm.dice import (
    card_names,
    counted,
    die_word,
    fitting,
    one_title,
    owned_die,
    pick_card,
    place_word,
    reader,
    seat_named,
)
from dicehall.notation.results import ENDS, check_end, number_read, same, side_read
from dicehall.notation.words import Reader, Spec, bounded, fold, match_names

CHECKS = ("life", "zone", "die", "cost", "fielding", "step", "active", "turn", "asks", "winner", "tie", "playing")


def check(s: DMState, text: str, side_names: list[str], apart: frozenset[int] = frozenset()) -> str:
    """Empty if the check holds, else what was found.

    `can` and `cannot` are the runner's. Zones are looked at without the dice `apart`.
    """
    r = reader(s, text)
    what = r.word(*CHECKS)
    if what == "life":
        side = side_read(r, side_names, lambda name: s.kit.side_of[seat_named(s, name)])
        want = number_read(r)
        return same(s.life[side], want)
    if what == "zone":
        return _zone(s, r, side_names, apart)
    if what == "die":
        return _die(s, r)
    if what in ("cost", "fielding"):
        return _cost(s, r, what)
    if what == "step":
        want_step = r.rest().strip().lower()
        if want_step not in STEP_NAMES:
            raise InvalidInput(f"there is no step '{want_step}': it is one of {', '.join(STEP_NAMES)}")
        return "" if STEP_NAMES[s.step] == want_step else f"the step is {STEP_NAMES[s.step]}"
    if what == "active":
        side = side_read(r, side_names, lambda name: s.kit.side_of[seat_named(s, name)])
        r.finish()
        return "" if s.active == side else f"it is {side_names[s.active]}'s turn"
    if what == "turn":
        return same(s.turn, number_read(r))
    if what == "asks":
        seat = seat_named(s, r.rest().strip())
        if s.asked == seat:
            return ""
        return f"{s.kit.seat_names[s.asked]} is asked" if s.asked >= 0 else "nobody is asked"
    if what in ENDS:
        side = side_read(r, side_names, lambda name: s.kit.side_of[seat_named(s, name)]) if what == "winner" else -1
        r.finish()
        return check_end(s.outcome, what, side, side_names)
    raise InvalidInput(f"'{text}' is not a check: there are {', '.join(CHECKS)}, can and cannot")


# ---- zones ----------------------------------------------------------------------------------------------------


def _zone(s: DMState, r: Reader, side_names: list[str], apart: frozenset[int]) -> str:
    m = re.match(r"\s*([^.\s]+)\.(\w+)\s*:", r.rest())
    if not m:
        raise InvalidInput(f"a zone is written seat.zone: and its dice, found '{r.rest()[:40]}'")
    r.at += m.end()
    name, zone = fold(m.group(1)), m.group(2).lower()
    names = [fold(n) for n in side_names]
    seats = [fold(n) for n in s.kit.seat_names]
    if name in seats:
        seat = seats.index(name)
    elif name in names:
        seat = s.kit.seats_of[names.index(name)][0]
    else:
        seat = seat_named(s, name)
    if zone == "card":
        dice = [d for d in range(s.kit.n_dice) if s.where[d] == ON_CARD and s.owner[d] == seat]
    elif zone in ZONE_NAMES:
        dice = s.zone(seat, ZONE_NAMES.index(zone))
    else:
        raise InvalidInput(f"there is no zone '{zone}': the zones are {', '.join(ZONE_NAMES)} and card")
    dice = [d for d in dice if d not in apart]
    specs = [] if r.word("none") else r.specs()
    r.finish()
    if _matches(s, specs, dice, seat):
        return ""
    words = [die_word(s, d, seat=s.owner[d] != seat, face=True) for d in dice]
    hurt = [f"{w} damage {s.damage[d]}" if s.damage[d] else w for w, d in zip(words, dice, strict=True)]
    return "it holds " + counted(sorted(hurt))


def _matches(s: DMState, specs: list[Spec], dice: list[int], seat: int) -> bool:
    """Exactly these dice; a face or number only where written."""
    singles = [spec._replace(times=1) for spec in specs for _ in range(spec.times)]
    if len(singles) != len(dice):
        return False
    for spec in singles:  # a name that no die here bears is a mistake of the scenario, not of the game
        if spec.value is not None:
            raise InvalidInput(f"'{spec}={spec.value}': a zone lists dice, not amounts")
        if not match_names(spec.name, range(s.kit.n_cards), lambda c: card_names(s, c)):
            raise InvalidInput(f"no card on the table is called '{spec.name}'")
    could = [
        [d for d in one_title(s, spec, fitting(s, spec, dice, seat)) if not spec.damage or s.damage[d] == spec.damage]
        for spec in singles
    ]
    taken: dict[int, int] = {}  # die: the place in the list that it answers

    def place(i: int, seen: set[int]) -> bool:
        for d in could[i]:
            if d not in seen:
                seen.add(d)
                if d not in taken or place(taken[d], seen):
                    taken[d] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(singles)))


# ---- dice -----------------------------------------------------------------------------------------------------


def _die(s: DMState, r: Reader) -> str:
    spec = r.spec(colon_ends=True)
    r.expect(":", "after the die")
    die = owned_die(s, spec)
    wrong: list[str] = []
    shows = s.face[die] >= 0 and s.kit.f_kind[s.face[die]] == F_CHARACTER
    if r.done():
        raise InvalidInput(f"what of {spec} is checked? 6/7, level 2, damage 3, attacking, blocked ...")
    while not r.done():
        m = re.compile(r"(\d+)/(\d+)(?=$|[\s,])").match(r.text, r.at)
        if m:
            r.at = m.end()
            wanted = (bounded(m.group(1)), bounded(m.group(2)))
            if not shows:
                wrong.append("shows no character face")
            else:
                have = (s.attack_of(die), s.defence_of(die))
                if have != wanted:
                    a = contribution_words(contributions(s, ATTACK, s.ctrl[die], die))
                    d = contribution_words(contributions(s, DEFENCE, s.ctrl[die], die))
                    wrong.append(f"is {have[0]}/{have[1]} (attack {a}; defence {d})")
            continue
        word = r.word("level", "damage", "attacking", "blocking", "blocked", "captured by", "on", "zone")
        if word == "level":
            n = r.number()
            level = s.kit.f_level[s.face[die]] if shows else 0
            if level != n:
                wrong.append(f"is level {level}" if shows else "shows no character face")
        elif word == "damage":
            if s.damage[die] != r.number():
                wrong.append(f"has damage {s.damage[die]}")
        elif word == "attacking":
            if die not in s.attackers:
                wrong.append("does not attack")
        elif word == "blocking":
            if die not in s.blocks[::2]:
                wrong.append("does not block")
        elif word == "blocked":
            if die not in s.blocked:
                wrong.append("is not blocked")
        elif word == "zone":
            zone = r.rest().split()[0].lower() if r.rest().split() else ""
            r.at = len(r.text) if len(r.rest().split()) == 1 else r.text.index(zone, r.at) + len(zone)
            if place_word(s, s.where[die]).split()[-1] != zone:
                wrong.append(f"is in {place_word(s, s.where[die])}")
        elif word in ("captured by", "on"):
            holder = next((h[1] for h in (s.held if word != "on" else s.attached) if h[0] == die), -1)
            wanted_holder = r.spec()
            if holder < 0:
                wrong.append("is captured by nothing" if word != "on" else "lies on no other die")
            elif not fitting(s, wanted_holder, [holder], s.owner[holder]):
                wrong.append(f"{'is captured by' if word != 'on' else 'lies on'} {die_word(s, holder)}")
        else:
            raise InvalidInput(
                f"'{r.rest()[:40]}' is not a part of a die check: 6/7, level 2, damage 3, attacking, blocking, "
                "blocked, captured by X, on X"
            )
        r.take(",")
    return f"{die_word(s, die)} " + " and ".join(wrong) if wrong else ""


def _cost(s: DMState, r: Reader, what: str) -> str:
    m = re.match(r"\s*(\S+)\s+(.+)\s+(\d+)\s*$", r.rest())
    if not m:
        raise InvalidInput(f"write: {what} SEAT CARD NUMBER")
    seat = seat_named(s, m.group(1))
    want = bounded(m.group(3))
    inner = reader(s, m.group(2))
    spec = inner.spec()
    inner.finish()
    if what == "cost":
        card = pick_card(s, spec, s.kit.buyable[seat], "the card")
        return same(s.purchase_cost(seat, card), want)
    faces = [d for d in s.zone(seat, RESERVE) + s.zone(seat, FIELD) if s.kit.f_kind[s.face[d]] == F_CHARACTER]
    found = fitting(s, spec, faces, seat)
    if not found:
        raise InvalidInput(f"{s.kit.seat_names[seat]} has no {spec} on a character face")
    costs = {s.fielding_cost(seat, d) for d in found}
    if len(costs) > 1:
        raise AmbiguousName(str(spec), [die_word(s, d, number=True, face=True) for d in found])
    return same(costs.pop(), want)
