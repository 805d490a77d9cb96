"""Positions of Dice Masters: the tables of a scenario or record file to a Setup. position_text.py goes the way back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicehall.dicemasters.cards import SETS, Card, Catalogue, DieDef, load_catalogue
from dicehall.dicemasters.edition import EDITIONS
from dicehall.dicemasters.game import BASIC_DICE, DiceMasters
from dicehall.dicemasters.setup import SIDEKICK_NAME, SIDEKICKS_EACH, CardSetup, Placed, SeatSetup, Settings, Setup
from dicehall.dicemasters.support import load_own
from dicehall.dicemasters.terms import (
    BAG,
    FIELD,
    RESERVE,
    ZONE_NAMES,
)
from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.notation.words import Reader, Spec, bounded, fold, match_names

FILE_KEYS = (
    "title", "game", "edition", "rules", "active", "step", "basics", "priority", "sets", "seed", "play", "seat",
    "first_turn_rule", "turn", "result", "dice", "note", "fair", "noise", "meets",
)  # fmt: skip
SEAT_KEYS = ("life", "max_life", "cards", "side", *ZONE_NAMES)
STEPS = ("draw", "main", "attack")
MAX_SEATS = 4
# actions that stay in the field when they are used, or wait there to be used (8.2)
CONTINUOUS = re.compile(r"Continuous\b|When this die is rolled to an action face, move this die to", re.IGNORECASE)
_SEAT_NAME = re.compile(r"[^\W_][\w'-]{0,39}\Z")


class Position:
    """What a file says of the beginning: the game, its Setup, and what the sides are called."""

    def __init__(self, game: DiceMasters, setup: Setup, side_names: list[str], seed: int | None) -> None:
        self.game = game
        self.setup = setup
        self.side_names = side_names
        self.seed = seed


def read_position(doc: Mapping[str, Any], folder: Path | None = None) -> Position:
    """From the tables of a TOML file. `folder` is where `sets` are looked for."""
    for key in doc:
        if key not in FILE_KEYS:
            raise InvalidInput(f"unknown key '{key}': the keys are {', '.join(FILE_KEYS)}")
    _text(doc, "noise", "")
    _texts(doc, "meets")
    edition = _text(doc, "edition", "imw")
    if edition not in EDITIONS:
        raise InvalidInput(f"edition: there is no '{edition}'; it is one of {', '.join(EDITIONS)}")
    priority = _text(doc, "priority", "tournament")
    if priority not in ("tournament", "open"):
        raise InvalidInput(f"priority: '{priority}' is neither 'tournament' nor 'open'")
    step = _text(doc, "step", "draw")
    if step not in STEPS:
        raise InvalidInput(f"step: '{step}' is not one of {', '.join(STEPS)}")
    catalogue = load_catalogue()
    extra: list[str] = []
    for name in _texts(doc, "sets"):
        path = (folder or Path()) / name
        cards = load_own(path)
        extra += [c.set for c in cards if c.set not in extra]
        catalogue = catalogue.plus(cards)
    order = [edition, *extra, *[x for x in SETS if x != edition]]
    if not isinstance(doc.get("first_turn_rule", False), bool):
        raise InvalidInput("first_turn_rule: true or false is wanted")
    tables = doc.get("seat", {})
    if not isinstance(tables, Mapping) or not 2 <= len(tables) <= MAX_SEATS:
        raise InvalidInput("a game has two to four seats: [seat.ann], [seat.bob]")
    _check_names(list(tables))
    reader = _PositionReader(catalogue, order, list(tables))
    basics = [(reader.card(text, ("basic_action",)), text) for text in _texts(doc, "basics")]
    setup, side_names = reader.setup(
        tables, basics, edition, Settings(priority, bool(doc.get("first_turn_rule", False)))
    )
    active = _text(doc, "active", "")
    side = _active_side(active, setup, side_names)
    turn = doc.get("turn", 1)
    if not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= 9999:
        raise InvalidInput("turn: a whole number from 1 is wanted")
    seed = doc.get("seed")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InvalidInput("seed: a whole number is wanted")
    setup = Setup(setup.edition, setup.seats, setup.cards, setup.life, setup.max_life, setup.settings, side, step, turn)
    return Position(DiceMasters(edition, setup.settings, catalogue), setup, side_names, seed)


def _check_names(names: list[str]) -> None:
    """A seat must have a name that a script can write."""
    for i, name in enumerate(names):
        if not _SEAT_NAME.match(name) or fold(name) in ("draw", "roll"):
            raise InvalidInput(f"seat.{name}: a script cannot name this seat; right is one word of letters and digits")
        if fold(name) in [fold(n) for n in names[:i]]:
            raise InvalidInput(f"seat.{name}: two seats have this name")


def _active_side(active: str, setup: Setup, side_names: list[str]) -> int:
    if not active:
        return 0
    for seat in setup.seats:
        if fold(seat.name) == fold(active):
            return seat.side
    names = [fold(n) for n in side_names]
    if fold(active) in names:
        return names.index(fold(active))
    raise InvalidInput(f"active: there is no seat '{active}'; the seats are {', '.join(x.name for x in setup.seats)}")


def _text(doc: Mapping[str, Any], key: str, default: str) -> str:
    value = doc.get(key, default)
    if not isinstance(value, str):
        raise InvalidInput(f"{key}: a text is wanted, in quotes")
    return value


def _texts(doc: Mapping[str, Any], key: str) -> list[str]:
    value = doc.get(key, [])
    if not isinstance(value, list) or any(not isinstance(x, str) for x in value):
        raise InvalidInput(f"{key}: a list of texts is wanted")
    return list(value)


class _PositionReader:
    def __init__(self, catalogue: Catalogue, order: list[str], seats: list[str]) -> None:
        self.catalogue = catalogue
        self.order = order
        self.seats = seats

    def card(self, text: str, kinds: tuple[str, ...]) -> Card:
        """A card of the catalogue by name; a title that several sets have means the first set in order."""
        name = text
        source = ""
        for known in self.order:
            if fold(name).startswith(known + ":") and not name[len(known) + 1 :].startswith(" "):
                source, name = known, name[len(known) + 1 :]
                break
        name, _ = _split_times(name)
        pool = [c for c in self.catalogue.cards if c.kind in kinds and (not source or c.set == source)]
        found = match_names(name, pool, lambda c: (c.name, *c.titles))
        if not found:
            near = [c.title for c in self.catalogue.find(name.split(":")[0].strip()) if c.kind in kinds][:6]
            hint = f"; near it are {', '.join(near)}" if near else ""
            raise InvalidInput(f"no card is called '{name}'{hint}")
        first = min(self.order.index(c.set) for c in found)
        found = [c for c in found if self.order.index(c.set) == first]
        if len(found) > 1:
            raise AmbiguousName(name, [c.title for c in found])
        return found[0]

    def setup(
        self, tables: Mapping[str, Any], basics: list[tuple[Card, str]], edition: str, settings: Settings
    ) -> tuple[Setup, list[str]]:
        own: list[tuple[Card, int, str]] = []  # card, seat, as written
        sides: list[int] = []
        side_names: list[str] = []
        for seat, (name, table) in enumerate(tables.items()):
            if not isinstance(table, Mapping):
                raise InvalidInput(f"seat.{name}: a table is wanted")
            for key in table:
                if key not in SEAT_KEYS:
                    raise InvalidInput(f"seat.{name}: unknown key '{key}'; the keys are {', '.join(SEAT_KEYS)}")
            label = table.get("side", name)
            if not isinstance(label, str):
                raise InvalidInput(f"seat.{name}: side: a text is wanted")
            if label not in side_names:
                side_names.append(label)
            sides.append(side_names.index(label))
            for text in _texts(table, "cards"):
                try:
                    own.append((self.card(text, ("character", "action")), seat, text))
                except InvalidInput as error:
                    raise InvalidInput(f"seat.{name}: cards: {error}") from None
        if len(side_names) != 2:
            raise InvalidInput(f"a game has two sides; these seats make {len(side_names)}")
        brought = [c.id for c, _ in basics]  # by both: twice the dice (1.5.4)
        basics = [(c, t) for i, (c, t) in enumerate(basics) if c.id not in brought[:i]]
        cards = [c for c, _, _ in own] + [c for c, _ in basics]
        owners = [seat for _, seat, _ in own] + [-1] * len(basics)
        written = [t for _, _, t in own] + [t for _, t in basics]
        placed = [self._placed(name, seat, table, cards, owners) for seat, (name, table) in enumerate(tables.items())]
        self._fill_bags(tables, placed)
        count = [0] * len(cards)
        for dice in placed:
            for die in dice:
                if die.card >= 0:
                    count[die.card] += 1
        rows: list[CardSetup] = []
        for i, card in enumerate(cards):
            _, times = _split_times(written[i])
            total = BASIC_DICE * brought.count(card.id) if owners[i] < 0 else card.max_dice
            left = times if times is not None else max(0, total - count[i])
            rows.append(CardSetup(card, owners[i], left))
        life, max_life = self._life(tables, sides)
        seats = tuple(SeatSetup(n, sides[i], tuple(placed[i])) for i, n in enumerate(tables))
        return Setup(edition, seats, tuple(rows), life, max_life, settings), side_names

    def _life(self, tables: Mapping[str, Any], sides: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        life, most = [-1, -1], [-1, -1]
        for seat, (name, table) in enumerate(tables.items()):
            side = sides[seat]
            for key, store in (("life", life), ("max_life", most)):
                if key in table:
                    value = table[key]
                    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 9999:
                        raise InvalidInput(f"seat.{name}: {key}: a whole number from 1 is wanted")
                    if store[side] not in (-1, value):
                        raise InvalidInput(f"seat.{name}: {key}: the partners of a side share it, and differ here")
                    store[side] = value
        default = 30 if len(sides) > 2 else 20
        life = [x if x > 0 else default for x in life]
        most = [m if m > 0 else x for m, x in zip(most, life, strict=True)]
        for side in (0, 1):
            if life[side] > most[side]:
                raise InvalidInput(f"life {life[side]} is more than max_life {most[side]}")
        return tuple(life), tuple(most)

    def _placed(
        self, name: str, seat: int, table: Mapping[str, Any], cards: list[Card], owners: list[int]
    ) -> list[Placed]:
        out: list[Placed] = []
        for key in table:
            if key in ZONE_NAMES:
                for text in _texts(table, key):
                    try:
                        out += self._dice(text, ZONE_NAMES.index(key), seat, cards, owners)
                    except InvalidInput as error:
                        raise InvalidInput(f"seat.{name}: {key}: {error}") from None
        return out

    def _fill_bags(self, tables: Mapping[str, Any], placed: list[list[Placed]]) -> None:
        """A bag that is not given holds what is left of the eight Sidekicks, wherever the others lie."""
        for seat, (name, table) in enumerate(tables.items()):
            owned = sum(
                1
                for i, dice in enumerate(placed)
                for p in dice
                if p.card < 0 and (i if p.owner < 0 else p.owner) == seat
            )
            if owned > SIDEKICKS_EACH:
                raise InvalidInput(f"seat.{name}: {owned} Sidekick dice are listed; a seat has {SIDEKICKS_EACH}")
            if "bag" not in table:
                placed[seat] += [Placed(-1, BAG)] * (SIDEKICKS_EACH - owned)

    def _dice(self, text: str, zone: int, seat: int, cards: list[Card], owners: list[int]) -> list[Placed]:
        names = [SIDEKICK_NAME] + [n for c in cards for n in (c.name, *c.titles)]
        r = Reader(text, names, self.seats, self.order)
        spec = r.spec()
        r.finish()
        if spec.number or spec.value is not None:
            raise InvalidInput(f"'{text}': dice are numbered when the position is read; leave the number out")
        owner = [fold(x) for x in self.seats].index(spec.seat) if spec.seat else seat
        mine = [-1] + [i for i in range(len(cards)) if owners[i] in (owner, -1)]
        if spec.source:
            mine = [i for i in mine if i >= 0 and cards[i].set == spec.source]
        found = match_names(spec.name, mine, lambda i: (SIDEKICK_NAME,) if i < 0 else (cards[i].name, *cards[i].titles))
        if not found:
            known = ", ".join([SIDEKICK_NAME] + [cards[i].title for i in mine if i >= 0])
            raise InvalidInput(f"'{spec.name}' is not a die of this seat: there are {known}")
        if len(found) > 1:
            raise AmbiguousName(spec.name, [cards[i].title for i in found if i >= 0])
        die = self.catalogue.sidekick if found[0] < 0 else cards[found[0]].die
        card = None if found[0] < 0 else cards[found[0]]
        stays = card is not None and any(CONTINUOUS.match(line) for line in card.text)
        face = _face(die, spec, zone, stays)
        if owner != seat and zone != FIELD:
            raise InvalidInput(f"'{text}': a die of another seat can lie only in the field")
        if spec.damage and zone != FIELD:
            raise InvalidInput(f"'{text}': only dice in the field have damage")
        return [Placed(found[0], zone, face, spec.damage, owner if owner != seat else -1)] * spec.times


def _split_times(text: str) -> tuple[str, int | None]:
    """Ogre: Under the Bridge x2 -> the name, 2."""
    head, _, tail = text.rpartition(" ")
    if head and tail[:1] in "xX" and tail[1:].isdecimal() and tail.isascii():
        return head.strip(), bounded(tail[1:])
    return text.strip(), None


def _face(die: DieDef, spec: Spec, zone: int, continuous: bool) -> int:
    """The face that shows, if it can lie in the zone."""
    if zone not in (RESERVE, FIELD):
        if spec.face:
            raise InvalidInput(f"'{spec}': dice in the {ZONE_NAMES[zone]} are not rolled and show no face")
        return -1
    words = [_face_word(die, i) for i in range(6)]
    if not spec.face:
        raise InvalidInput(f"'{spec}' needs the face that it shows: @{', @'.join(dict.fromkeys(words))}")
    if spec.face not in words:
        raise InvalidInput(f"{die.name} has no face @{spec.face}: its faces are @{', @'.join(dict.fromkeys(words))}")
    face = words.index(spec.face)
    if zone == FIELD and die.faces[face].kind == "energy":
        raise InvalidInput(f"'{spec}': an energy face cannot lie in the field")
    if zone == FIELD and die.faces[face].kind == "action" and not continuous:
        raise InvalidInput(f"'{spec}': an action face can lie in the field only if its card is Continuous")
    return face


def _face_word(die: DieDef, face: int) -> str:
    f = die.faces[face]
    if f.kind == "character":
        return str(f.level)
    if f.kind == "action":
        return "action" + "*" * f.bursts
    return f"{f.energy}{f.count if f.count > 1 else ''}"
