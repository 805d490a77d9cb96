"""Positions of IRONDIE: the tables of a scenario or record file to a Setup, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicehall.irondie import Irondie, IrondieState
from dicehall.irondie.chromatic import read_table, table_doc, table_from
from dicehall.irondie.describe import die_word
from dicehall.irondie.dice import CLASS_NAMES, EACH, IN_LIMBO, LIFE, OF_CLASS, SHAPES, Die
from dicehall.irondie.sets import faults_of, parse_die
from dicehall.irondie.setup import SEATS_EACH, STEPS, Place, SeatSetup, Setup
from dicehall.irondie.terms import ABYSS, BATTLE, FR_SECRET, FR_SKIRMISH, FR_TURN, HAND, LIMBO, Q_SPLIT, SKIRMISH
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.words import Reader, Spec, fold, match_names

FILE_KEYS = (
    "title", "game", "rules", "active", "step", "seed", "play", "seat", "sudden_death", "table", "result", "dice",
    "note", "fair",
)  # fmt: skip
ZONES = {"reserve": HAND, "attack": BATTLE, "defense": BATTLE, "life": BATTLE, "skirmish": SKIRMISH, "limbo": LIMBO,
         "abyss": ABYSS}  # fmt: skip
SEAT_KEYS = ("set", "side", *ZONES)
MAX_SEATS = 2 * SEATS_EACH
CLOCK = "clock"
_SEAT_NAME = re.compile(r"[^\W_][\w'-]{0,39}\Z")


class Position:
    """What a file says of the beginning."""

    def __init__(self, game: Irondie, setup: Setup, side_names: list[str], seed: int | None) -> None:
        self.game = game
        self.setup = setup
        self.side_names = side_names
        self.seed = seed


def read_position(doc: Mapping[str, Any], folder: Path | None = None) -> Position:
    for key in doc:
        if key not in FILE_KEYS:
            raise InvalidInput(f"unknown key '{key}': the keys of IRONDIE are {', '.join(FILE_KEYS)}")
    tables = doc.get("seat", {})
    if not isinstance(tables, Mapping) or not 2 <= len(tables) <= MAX_SEATS:
        raise InvalidInput(f"a game has two to {MAX_SEATS} seats: [seat.ann], [seat.bob]")
    names = list(tables)
    for i, name in enumerate(names):
        if not _SEAT_NAME.match(name) or fold(name) in ("draw", "roll", CLOCK):
            raise InvalidInput(f"seat.{name}: a script cannot name this seat; right is one word of letters and digits")
        if fold(name) in [fold(n) for n in names[:i]]:
            raise InvalidInput(f"seat.{name}: two seats have this name")
        if not isinstance(tables[name], Mapping):
            raise InvalidInput(f"seat.{name}: a table is wanted: [seat.{name}]")
    sides, side_names = _sides(tables, names)
    sets = {name: _set(tables[name], name) for name in names}
    seats = tuple(_seat(tables, n, x, sets, names) for n, x in zip(names, sides, strict=True))
    step = doc.get("step", "")
    step = step.strip().lower() if isinstance(step, str) else step
    if step not in ("", *STEPS):
        raise InvalidInput(f"step: '{step}' is not one of {', '.join(STEPS)}")
    placed = [place.zone for seat in seats for place in seat.places]
    fights = any(
        place.zone in (SKIRMISH, LIMBO) or (place.zone == BATTLE and parse_die(text).die_class != LIFE)
        for seat in seats
        for text, place in zip(seat.dice, seat.places, strict=True)
    )
    rest = "damage" if doc.get("sudden_death") is True else "skirmish"  # such dice lie there only after a battle
    step = step or (rest if fights else "battle")
    begun = step != "battle" or any(zone != HAND for zone in placed)
    sudden = doc.get("sudden_death", False)
    if not isinstance(sudden, bool):
        raise InvalidInput("sudden_death: true or false is wanted")
    seed = doc.get("seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InvalidInput("seed: a whole number is wanted")
    table = _table(doc.get("table"), folder)
    offensive = _offensive(doc, names, sides, side_names)
    duel, offensive = _duel(tables, seats, offensive)
    if duel and step != "skirmish":
        raise InvalidInput(
            f'step: dice lie in a Skirmish Zone only in the skirmish, not with step = "{step}": rule 1.3.3'
        )
    if step == "end" and fights and any(place.zone == BATTLE for seat in seats for place in seat.places):
        _no_fighters(seats)
    setup = Setup(_with_targets(seats, duel), table, step, offensive, sudden, begun, duel)
    return Position(Irondie(), setup, side_names, seed)


def _sides(tables: Mapping[str, Any], names: list[str]) -> tuple[list[int], list[str]]:
    given = [tables[n].get("side") for n in names]
    if all(g is None for g in given):
        if len(names) != 2:
            raise InvalidInput('with more than two seats each says its side: side = "a"')
        return [0, 1], list(names)
    if any(not isinstance(g, str) for g in given):
        raise InvalidInput('side: each seat says the name of its side: side = "a"')
    order = list(dict.fromkeys(given))
    if len(order) != 2:
        raise InvalidInput(f"side: a game has two sides, not {len(order)}")
    return [order.index(g) for g in given], order


def _table(value: object, folder: Path | None) -> dict[str, Any] | None:
    """A house table: a file beside the scenario, or the table itself as a record holds it."""
    if value is None:
        return None
    if isinstance(value, str):
        return table_doc(read_table((folder or Path()) / value))
    if isinstance(value, Mapping):
        return table_doc(table_from(value, "table"))
    raise InvalidInput('table: the name of a file is wanted, in quotes: table = "house.toml"')


def _offensive(doc: Mapping[str, Any], names: list[str], sides: list[int], side_names: list[str]) -> int:
    active = doc.get("active")
    if active is None:
        return -1
    if not isinstance(active, str):
        raise InvalidInput("active: the name of a seat is wanted, in quotes")
    for name, side in zip(names, sides, strict=True):
        if fold(name) == fold(active):
            return side
    known = [fold(n) for n in side_names]
    if fold(active) in known:
        return known.index(fold(active))
    raise InvalidInput(f"active: there is no seat '{active}'; the seats are {', '.join(names)}")


def _no_fighters(seats: tuple[SeatSetup, ...]) -> None:
    for seat in seats:
        for text, place in zip(seat.dice, seat.places, strict=True):
            if place.zone == BATTLE and parse_die(text).die_class != LIFE:
                raise InvalidInput(f"seat.{seat.name}: {text} has gone to Limbo by the end of a turn: rule 5.1.7")


def _duel(
    tables: Mapping[str, Any], seats: tuple[SeatSetup, ...], offensive: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """The dice in Skirmish Zones in the order in which they were rolled: the sides in turn (4.2.1).

    Each side rolled its dice in the order of its list. One answer of the defensive side was the first one, unless it
    aims at the second die of the offensive side.
    """
    rolled: dict[int, list[tuple[int, int]]] = {0: [], 1: []}
    for x, seat in enumerate(seats):
        order = _texts(tables[seat.name], "skirmish", seat.name)
        places = [i for i, place in enumerate(seat.places) if place.zone == SKIRMISH]
        words = [Reader(" ".join(text.split()), seat.dice).spec().name for text in order]
        exact = [w for w in words if w in [fold(d) for d in seat.dice]]
        places.sort(
            key=lambda i: next(
                (
                    k
                    for k, w in enumerate(words)
                    if fold(seat.dice[i]) == w or (w not in exact and fold(seat.dice[i]).startswith(w))
                ),
                9,
            )
        )
        rolled[seat.side] += [(x, i) for i in places]
    if not any(rolled.values()):
        return (), offensive
    if offensive < 0:
        offensive = 0 if rolled[0] else 1
    mine, theirs = rolled[offensive], rolled[1 - offensive]
    if len(mine) > 2 or len(theirs) > 2:
        raise InvalidInput("skirmish: a side rolls at most two dice in a duel: rule 4.2.1")
    if not mine:
        raise InvalidInput("skirmish: the side that opened the duel has a die in its Skirmish Zone: rule 4.2.1")
    late = len(theirs) == 1 and len(mine) == 2 and mine[1] in seats[theirs[0][0]].places[theirs[0][1]].targets
    slots = [(2 * k, x, i) for k, (x, i) in enumerate(mine)]
    slots += [(3 if late else 2 * k + 1, x, i) for k, (x, i) in enumerate(theirs)]
    return tuple(sorted(slots)), offensive


def _with_targets(seats: tuple[SeatSetup, ...], duel: tuple[tuple[int, int, int], ...]) -> tuple[SeatSetup, ...]:
    """Swarm and fortress mean all that they could reach when they were rolled (4.3.4, 4.3.5); targets are checked."""
    out = list(seats)
    pool: list[tuple[int, int]] = []
    for k, (_, x, i) in enumerate(duel):
        die = parse_die(seats[x].dice[i])
        shape = SHAPES[die.shape]
        place = out[x].places[i]
        if shape.target == EACH and not place.targets:
            found = tuple(
                (y, j)
                for y, other in enumerate(seats)
                for j, there in enumerate(other.places)
                if other.side != seats[x].side
                and there.zone == BATTLE
                and parse_die(other.dice[j]).die_class == shape.target_class
                and (k == 0 or (y, j) in pool)
            )
            places = [*out[x].places]
            places[i] = Place(place.zone, place.value, found)
            out[x] = SeatSetup(seats[x].name, seats[x].side, seats[x].dice, tuple(places))
        for y, j in out[x].places[i].targets:
            there, target = seats[y].places[j], parse_die(seats[y].dice[j])
            wanted = (LIMBO,) if shape.target == IN_LIMBO else (BATTLE, SKIRMISH)
            wrong_class = shape.target in (OF_CLASS, EACH) and target.die_class != shape.target_class
            if there.zone not in wanted or wrong_class:
                raise InvalidInput(f"seat.{seats[x].name}: skirmish: {target} can be no target of {die}: rule 4.3.3")
        pool += [(x, i), *out[x].places[i].targets]
    return tuple(out)


def _texts(table: Mapping[str, Any], key: str, name: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or any(not isinstance(x, str) for x in value):
        raise InvalidInput(f"seat.{name}: {key}: a list of dice in quotes is wanted")
    return list(value)


def _set(table: Mapping[str, Any], name: str) -> list[Die]:
    for key in table:
        if key not in SEAT_KEYS:
            raise InvalidInput(f"seat.{name}: unknown key '{key}': the keys are {', '.join(SEAT_KEYS)}")
    if "set" not in table:
        raise InvalidInput(f'seat.{name}: there is no set = ["black smasher", ...] of nine dice')
    dice: list[Die] = []
    for text in _texts(table, "set", name):
        m = re.match(r"(.*?)\s+x(\d{1,2})\s*\Z", text, re.IGNORECASE)
        try:
            dice += [parse_die(m.group(1) if m else text)] * (int(m.group(2)) if m else 1)
        except InvalidInput as error:
            raise InvalidInput(f"seat.{name}: set: {error}") from None
    faults = faults_of(dice)
    if faults:
        raise InvalidInput(f"seat.{name}: set: {'; '.join(str(f) for f in faults)}")
    return dice


def _seat(
    tables: Mapping[str, Any], name: str, side: int, sets: Mapping[str, list[Die]], names: list[str]
) -> SeatSetup:
    table, dice = tables[name], sets[name]
    places: dict[int, Place] = {}
    for key in [k for k in table if k in ZONES]:  # dice are numbered in the order of the table
        zone = ZONES[key]
        for text in _texts(table, key, name):
            words = [str(d) for one in sets.values() for d in one]
            r = Reader(" ".join(text.split()), words, names)
            spec = r.spec()
            if (spec.seat and fold(spec.seat) != fold(name)) or spec.value is not None or spec.damage:
                raise InvalidInput(
                    f"seat.{name}: {key}: '{text}': a die of this seat is wanted, with its value: red assault@4"
                )
            targets = _targets(r, sets, names, tables, name) if zone == SKIRMISH and r.word("on") else ()
            try:
                r.finish()
                for _ in range(spec.times):
                    i = _free(spec, dice, places)
                    places[i] = Place(zone, _value(spec, zone), targets)
                    if zone == BATTLE and CLASS_NAMES[dice[i].die_class] != key:
                        right = CLASS_NAMES[dice[i].die_class]
                        raise InvalidInput(f"{dice[i]} is no {key.upper()} die; it lies in {right}: rule 1.3.2")
            except InvalidInput as error:
                raise InvalidInput(f"seat.{name}: {key}: {error}") from None
    return SeatSetup(name, side, tuple(str(d) for d in dice), tuple(places.get(i, Place()) for i in range(len(dice))))


def _free(spec: Spec, dice: list[Die], places: Mapping[int, Place]) -> int:
    """The place in the set of a die that is written so and lies nowhere yet."""
    found = match_names(spec.name, range(len(dice)), lambda i: (str(dice[i]),))
    if not found:
        raise InvalidInput(f"the set has no {spec.name}")
    if len({dice[i] for i in found}) > 1:
        kinds = ", ".join(sorted({str(dice[i]) for i in found}))
        raise InvalidInput(f"'{spec.name}' is ambiguous: it could be {kinds}")
    if spec.number:
        found = found[spec.number - 1 : spec.number]
    free = [i for i in found if i not in places]
    if not free:
        raise InvalidInput(f"the set has no further {spec}")
    return free[0]


def _value(spec: Spec, zone: int) -> int:
    if zone not in (BATTLE, SKIRMISH):
        return 0
    if not spec.face.isdigit() or not 1 <= int(spec.face) <= 6:
        raise InvalidInput(f"{spec}: a die in play shows a value from 1 to 6: {spec.name}@4")
    return int(spec.face)


def _targets(
    r: Reader, sets: Mapping[str, list[Die]], names: list[str], tables: Mapping[str, Any], mover: str
) -> tuple[tuple[int, int], ...]:
    """The targets of a die in a Skirmish Zone: bob.yellow fortress, bob.red assault#2. Without a seat: one's own."""
    out: list[tuple[int, int]] = []
    for spec in r.specs():
        seats = [n for n in names if not spec.seat or fold(n) == fold(spec.seat)]
        found: list[tuple[int, int]] = []
        for n in sorted(seats, key=lambda n: n != mover):
            dice = sets[n]
            hits = match_names(spec.name, range(len(dice)), lambda i, dice=dice: (str(dice[i]),))  # type: ignore[misc]
            listed = " ".join(str(x) for key in ZONES for x in _texts(tables[n], key, n)).lower()
            hits = hits if not hits or fold(spec.name) in listed else []
            found += [(names.index(n), i) for i in hits]
        if not found:
            raise InvalidInput(f"skirmish: no die on the table is the target {spec}")
        out.append(found[max(spec.number, 1) - 1] if spec.number <= len(found) else found[-1])
    return tuple(out)


# ---- the way back ----------------------------------------------------------------------------------------------


def why_not_written(s: IrondieState) -> str:
    """Why a moment cannot be written as a position; empty if it can."""
    if s.is_over:
        return "the game is over"
    if s.sudden_called and not s.sudden:
        return "sudden death has been called and does not hold yet"
    f = s.stack[-1]
    if s.wait is Wait.PAUSE and f[0] == FR_TURN:
        return ""
    if f[0] == FR_SECRET and f[3] == Q_SPLIT and not s.committed:
        return "the turn has begun" if s.sudden else ""
    if f[0] == FR_SKIRMISH and s.asked >= 0 and not f[4] and not any(s.renounced) and not s.rolled:
        return ""
    return "the game is between two questions that a position can hold"


def begin_toml(s: IrondieState, side_names: list[str]) -> tuple[str, str]:
    """The same of the position that a game began with."""
    setup = s.kit.setup
    zones = [place for seat in setup.seats for place in seat.places] or [Place()] * s.kit.n_dice
    began = s.clone()
    began.zone, began.value = [p.zone for p in zones], [p.value for p in zones]
    return _toml(began, side_names, setup.step, setup.offensive, setup.sudden_death)


def position_toml(s: IrondieState, side_names: list[str]) -> tuple[str, str]:
    """Two pieces of a scenario file, before and after `play`: the position where the game stands now."""
    skirmish = s.stack[-1][0] == FR_SKIRMISH
    return _toml(s, side_names, "skirmish" if skirmish else "battle", s.offensive if skirmish else -1, s.sudden)


def _toml(s: IrondieState, side_names: list[str], step: str, offensive: int, sudden: bool) -> tuple[str, str]:
    kit = s.kit
    head = ['game    = "irondie"']
    if step != "battle":
        head.append(f'step    = "{step}"')
    if offensive >= 0:
        head.append(f"active  = {quoted(kit.seat_names[kit.seats_of[offensive][0]])}")
    if sudden:
        head.append("sudden_death = true")
    tail: list[str] = []
    if kit.setup.table is not None:
        tail += _table_toml(kit.setup.table)
    for seat, name in enumerate(kit.seat_names):
        tail.append(f"[seat.{name if re.fullmatch(r'[A-Za-z0-9_-]+', name) else quoted(name)}]")
        if kit.n_seats > 2:
            tail.append(f"side = {quoted(side_names[kit.side_of[seat]])}")
        tail.append(f"set = [{', '.join(quoted(kit.words[d]) for d in kit.dice_of(seat))}]")
        for key, zone in ZONES.items():
            if zone == HAND:
                continue
            dice = [d for d in kit.dice_of(seat) if s.zone[d] == zone]
            if zone == BATTLE:
                dice = [d for d in dice if CLASS_NAMES[kit.die_class[d]] == key]
            if zone == SKIRMISH:
                dice = [kit.first[x] + i for _, x, i in kit.setup.duel if x == seat]
            words = [_die_entry(s, d) for d in dice]
            if words:
                tail.append(f"{key} = [{', '.join(quoted(w) for w in words)}]")
    return "\n".join(head), "\n".join(tail) + "\n"


def _die_entry(s: IrondieState, die: int) -> str:
    word = f"{s.kit.names[die]}@{s.value[die]}" if s.value[die] else s.kit.names[die]
    if s.zone[die] == SKIRMISH and s.kit.setup.duel:
        places = [place for seat in s.kit.setup.seats for place in seat.places]
        aims = [s.kit.first[x] + i for x, i in places[die].targets]
        if aims:
            word += f" on {', '.join(die_word(s, d) for d in aims)}"
    return word


def _table_toml(table: Mapping[str, Any]) -> list[str]:
    """A house table inside a record."""
    rows = ["[table]"]
    rest: list[str] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            rest.append(f"[table.{key}]")
            for name, inner in value.items():
                rest += [f"{name} = {_inline(inner)}"]
        else:
            rows.append(f"{key} = {_inline(value)}")
    return [*rows, *rest]


def _inline(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{k} = {_inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_inline(v) for v in value) + "]"
    return str(value).lower()


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


__all__ = ["CLOCK", "Position", "begin_toml", "position_toml", "quoted", "read_position", "why_not_written"]
