"""The cards and dice of Dice Masters: the records, and how they are read from die files.
A die file is TOML: the die's faces on top, then one [[card]] table for each card that uses the die."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert

from dicehall.kernel.errors import InvalidInput

SETS = ("avx", "ygo", "imw", "tmnt")
MAX_BYTES, MAX_FILES, MAX_FAULTS, MAX_CARDS = 256 * 1024, 1000, 50, 50
MAX_LINE, MAX_DOTS = 4000, 60  # in one line: tomllib is slow, or fails, with endless dotted keys and numbers

_CARD_LINE = re.compile(r"""\s*\[\[\s*["']?card["']?\s*\]\]""")
_KEY_LINE = re.compile(r"""\s*+(\[*+)\s*+(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]++))\s*+[\].=]""")

# The keys of a die file, each with its type and with the words for what is right there.
_Name = Annotated[str, Meta(min_length=1, max_length=80)]
_Names = Annotated[list[_Name], Meta(max_length=20)]
_Sentence = Annotated[str, Meta(min_length=1, max_length=2000)]
_Text = _Sentence | Annotated[list[_Sentence], Meta(max_length=20)]
_Bursts = Annotated[int, Meta(ge=0, le=2)]
_Stat = Annotated[int, Meta(ge=0, le=99)]
_Level = tuple[_Stat, _Stat, _Stat, _Bursts]
_EnergyFace = Annotated[str, Meta(pattern=r"\A(fist|bolt|mask|shield|wild|generic)[1-4]?\Z")]
_Taken = dict[tuple[str, int | str], str]  # key and value: the file that has it
_Keys = Mapping[str, tuple[Any, str]]
_DIE_KEYS: _Keys = {
    "name": (_Name, 'the title of the die, as in "Beast", at most 80 characters'),
    "kind": (Literal["character", "action", "basic_action"], "one of character, action, basic_action"),
    "energy": (Literal["fist", "bolt", "mask", "shield"], "one of fist, bolt, mask, shield"),
    "affiliations": (_Names, 'a list of names, as in ["X-Men"]'),
    "energy_faces": (
        list[_EnergyFace],
        'three faces, as in ["mask", "mask2", "mask2"], of fist, bolt, mask, shield, wild, generic',
    ),
    "levels": (
        list[_Level],
        "three faces, each [fielding cost, attack, defence, bursts], numbers from 0 to 99, bursts to 2",
    ),
    "actions": (list[_Bursts], "the bursts of three faces: [0, 1, 2]"),
    "confidence": (Literal["high", "medium", "low"], "how sure the faces are: high, medium or low"),
}
_SIDEKICK_KEYS: _Keys = {**_DIE_KEYS, "kind": (Literal["sidekick"], "sidekick")}
_SENTENCES = (_Text, "a text or a list of texts, each of at most 2000 characters")
_TEXT_KEYS = ("text", "burst1", "burst2", "burst", "global")
_CARD_KEYS: _Keys = {
    "number": (Annotated[int, Meta(ge=1, le=999)], "a whole number from 1 to 999"),
    "subtitle": (_Name, 'what follows the title, as in "Big Boy Blue", at most 80 characters'),
    "also": (_Names, "a list of other spellings of the subtitle"),
    "cost": (Annotated[int, Meta(ge=0, le=20)], "a whole number from 0 to 20"),
    "max": (Annotated[int, Meta(ge=1, le=99)], "a whole number from 1 to 99"),
    "rarity": (_Name, 'a word, as in "common"'),
    "starter": (bool, "true or false"),
    "affiliations": _DIE_KEYS["affiliations"],
    **dict.fromkeys(_TEXT_KEYS, _SENTENCES),
}


class Face(Struct, frozen=True):
    """One side of a die. What does not belong to its kind is 0 or None."""

    kind: str  # energy | character | action
    energy: str | None = None
    count: int = 0
    level: int = 0
    cost: int = 0
    attack: int = 0
    defence: int = 0
    bursts: int = 0


class DieDef(Struct, frozen=True):
    """A kind of die: its six faces, energy faces first, and the file it was read from."""

    set: str
    name: str
    kind: str  # character | action | basic_action | sidekick
    energy: str | None
    faces: tuple[Face, ...]
    path: str
    confidence: str = "high"


class Card(Struct, frozen=True):
    """A card with its die; the line is that of its [[card]] in the die's file."""

    id: str
    set: str
    number: int
    name: str
    subtitle: str
    kind: str
    cost: int
    energy: str | None
    affiliations: tuple[str, ...]
    max_dice: int
    rarity: str
    starter: bool
    also: tuple[str, ...]
    die: DieDef
    text: tuple[str, ...] = ()
    burst1: tuple[str, ...] = ()
    burst2: tuple[str, ...] = ()
    burst: tuple[str, ...] = ()
    global_: tuple[str, ...] = ()
    known: bool = False  # whether its text is given; a blank card has `text = []`
    line: int = 1

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Its sentences as they stand on the card, each with its mark: "", "*", "**", "*/**" or "Global"."""
        rows = (
            ("", self.text), ("*", self.burst1), ("**", self.burst2), ("*/**", self.burst), ("Global", self.global_),
        )  # fmt: skip
        return tuple((mark, text) for mark, texts in rows for text in texts)

    @property
    def title(self) -> str:
        return f"{self.name}: {self.subtitle}" if self.subtitle else self.name

    @property
    def titles(self) -> tuple[str, ...]:
        """The title and its other spellings."""
        return (self.title, *(f"{self.name}: {other}" for other in self.also))


class Catalogue(Struct, frozen=True):
    """All cards that can be played with, in the order of set and number."""

    cards: tuple[Card, ...]
    sidekick: DieDef
    by_id: Mapping[str, Card]

    def find(self, text: str) -> list[Card]:
        """The cards with the text in their title or another spelling of it, in whatever case, or with this id."""
        wanted = text.casefold()
        return [c for c in self.cards if wanted == c.id or any(wanted in title.casefold() for title in c.titles)]

    def plus(self, cards: Iterable[Card]) -> Catalogue:
        """This catalogue followed by more cards, such as those of load_folder."""
        by_id = dict(self.by_id)
        for card in cards:
            if by_id.setdefault(card.id, card) is not card:
                message = f"there is already a card {card.id}; give the folder of the set another name"
                raise CatalogueError([Fault(card.die.path, card.line, "number", message)])
        return Catalogue(tuple(by_id.values()), self.sidekick, by_id)


class Fault(Struct, frozen=True):
    """One thing that is wrong in a file, and what would be right."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.key + ': ' if self.key else ''}{self.message}"


class CatalogueError(InvalidInput):
    """Die files that cannot be used. The message has one line for each fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        more = len(self.faults) - 2 * MAX_FAULTS
        lines = [str(fault) for fault in self.faults[: 2 * MAX_FAULTS]]
        super().__init__("\n".join(lines + [f"and {more} more faults"] * (more > 0)))


@cache
def load_catalogue() -> Catalogue:
    """The built-in cards."""
    root = files("dicehall.dicemasters") / "catalogue"
    faults: list[Fault] = []
    cards = [card for name in SETS for card in _read_set(root / name, name, f"{name}/", faults)]
    sheet = _Sheet("sidekick.toml", root / "sidekick.toml")
    if not sheet.faults:
        sheet.check(0, _SIDEKICK_KEYS, "name", "kind", "energy_faces", "levels")
    if faults or sheet.faults:
        raise CatalogueError(faults + sheet.faults)
    return Catalogue(tuple(cards), sheet.die(""), {card.id: card for card in cards})


def load_folder(path: str | PathLike[str]) -> list[Card]:
    """The cards of a folder of die files, and of such folders in it. A set is called like its folder."""
    faults: list[Fault] = []
    cards: list[Card] = []
    try:
        root = Path(path).resolve()
        inner = [entry for entry in sorted(root.iterdir()) if entry.is_dir() and entry.name[0] != "."]
        sets = [folder for folder in (root, *inner) if any(folder.glob("*.toml"))]
        if not sets:
            raise OSError("No die files <name>.toml")
        for folder in sets:
            cards += _read_set(folder, folder.name, f"{folder}/", faults)
    except (OSError, ValueError, RuntimeError) as error:
        message = f"{getattr(error, 'strerror', None) or error}; give the folder that holds the die files"
        raise CatalogueError([Fault(_printable(str(path)), 1, "", message)]) from None
    if faults:
        raise CatalogueError(faults)
    return cards


def load_file(path: str | PathLike[str]) -> list[Card]:
    """The cards of one die file. Its set is called like its folder, or "own" if that is no name for a set."""
    source = Path(path)
    try:
        name = source.resolve().parent.name
        if not source.exists():
            raise OSError("there is no such file")
    except (OSError, RuntimeError) as error:
        raise CatalogueError([Fault(_printable(str(path)), 1, "", str(error))]) from None
    sheet = _Sheet(_printable(str(path)), source)
    if not sheet.faults:
        sheet.check_all({})
    if sheet.faults:
        raise CatalogueError(sorted(sheet.faults, key=lambda fault: fault.line))
    return sheet.cards(name if re.fullmatch("[a-z]([a-z0-9-]{0,30}[a-z])?", name) else "own")


def _read_set(folder: Traversable, name: str, prefix: str, faults: list[Fault]) -> list[Card]:
    """The cards of one folder, by number. What is wrong with them is added to the faults."""
    found = {entry.name: entry for entry in folder.iterdir() if re.fullmatch(r"(?s)[^.].*\.toml", entry.name)}
    message = f"{len(found)} die files; a set has at most {MAX_FILES}" if len(found) > MAX_FILES else ""
    if not re.fullmatch("[a-z]([a-z0-9-]{0,30}[a-z])?", name):
        better = re.sub("[^a-z0-9]+", "-", name[:30].lower()).strip("-0123456789") or "my-set"
        message = f"no name for a set; use a-z, 0-9 and -, with a letter at both ends, for example {better}"
    if message:
        faults.append(Fault(_printable(prefix), 1, "", message))
        return []
    cards: list[Card] = []
    taken: _Taken = {}
    for file, entry in sorted(found.items()):
        sheet = _Sheet(_printable(prefix + file), entry)
        if not sheet.faults:
            sheet.check_all(taken)
        faults += sorted(sheet.faults, key=lambda fault: fault.line)
        cards += [] if sheet.faults else sheet.cards(name)
    return sorted(cards, key=lambda card: card.number)


class _Sheet:
    """One die file while it is read. Its tables are numbered: 0 is the die, 1 the first card."""

    def __init__(self, file: str, source: Traversable) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.lines: dict[tuple[int, str], int] = {}
        data = self.parse(source)
        cards = data.pop("card", [])
        self.tables: list[dict[str, Any]] = [data]
        if isinstance(cards, list) and len(cards) <= MAX_CARDS and all(isinstance(card, dict) for card in cards):
            self.tables += cards
        else:
            self.fault(0, "card", f"{_show(cards)} is wrong; right are 1 to {MAX_CARDS} tables headed [[card]]")

    def parse(self, source: Traversable) -> dict[str, Any]:
        """The content of the file, with the line of each key noted."""
        text = ""
        try:
            if not source.is_file():
                raise OSError("not a regular file; a die file is a text file")
            with source.open("rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
            if len(raw) > MAX_BYTES:
                raise OSError(f"larger than {MAX_BYTES // 1024} KiB; write each die into a file of its own")
            text = raw.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
            self.index(text)
            return tomllib.loads(text)
        except RecursionError:
            line, message = 1, "lists within lists without end; only levels holds lists, as in [[0, 1, 2, 0]]"
        except (OSError, ValueError) as error:
            message, at, place = str(getattr(error, "strerror", None) or error).partition(" (at ")
            number = re.match(r"line (\d+)", place)
            line = int(number[1]) if number else text.count("\n") + 1 if at else 1
            message = f"not a valid TOML file: {message}" if isinstance(error, ValueError) else message
        self.faults.append(Fault(self.file, line, "", message))
        return {}

    def index(self, text: str) -> None:
        """Note the line of each key, and refuse lines that are not safe to parse."""
        table = 0
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_LINE or line.count(".") > MAX_DOTS:
                limits = f"{MAX_LINE} characters and {MAX_DOTS} dots at most"
                raise ValueError(f"line too long, {limits} (at line {number})")
            if "\ufffd" in line:
                raise ValueError(f"not UTF-8 text, save it in that encoding (at line {number})")
            if _CARD_LINE.match(line):
                table += 1
                self.lines[table, ""] = number
            if match := _KEY_LINE.match(line):
                inside = 0 if match[1] else table
                self.lines.setdefault((inside, match[2] or match[3] or match[4] or ""), number)

    def fault(self, table: int, key: str, message: str) -> None:
        places = ((table, key), (table, ""), (0, "card" if table else ""))
        line = next((self.lines[place] for place in places if place in self.lines), 1)
        if len(self.faults) == MAX_FAULTS - 1:
            key, message = "", "this is not the last fault; correct those above first"
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(self.file, line, _printable(key[:40]), message))

    def check(self, table: int, known: _Keys, *needed: str) -> None:
        """Each key of a table by itself: not missing, known, with a fitting value."""
        for key in needed:
            if key not in self.tables[table]:
                self.fault(table, key, f"missing; right is {known[key][1]}")
        for key, value in self.tables[table].items():
            if len(self.faults) >= MAX_FAULTS:
                return
            if key not in known:
                near = difflib.get_close_matches(key[:40].lower(), known, 1)
                right = f"did you mean {near[0]}?" if near else f"known here are {', '.join(known)}"
                self.fault(table, key, f"unknown key; {right}")
            elif wrong := _misfit(value, known[key][0]):
                self.fault(table, key, f"{wrong} is wrong; right is {known[key][1]}")

    def check_all(self, taken: _Taken) -> None:
        """The whole file, with the numbers and titles that are already taken in the set."""
        die, *cards = self.tables
        kind = die.get("kind")
        special, other = ("levels", "actions") if kind == "character" else ("actions", "levels")
        if kind not in ("character", "action", "basic_action"):
            special = "actions" if "actions" in die and "levels" not in die else "levels"
        elif other in die:
            self.fault(0, other, f"not for a die of kind {kind}; it has {special}, {_DIE_KEYS[special][1]}")
        self.check(0, _DIE_KEYS, "name", "kind", "energy_faces", special)
        if kind == "basic_action" and "energy" in die:
            self.fault(0, "energy", "a basic action has no energy type; leave the key out")
        energies, sides = die.get("energy_faces"), die.get(special)
        if isinstance(energies, list) and isinstance(sides, list):
            counts = f"{len(energies)} energy faces and {len(sides)} {special}"
            if len(energies) + len(sides) != 6 or not 1 <= len(sides) <= 3:
                key = special if len(energies) == 3 else "energy_faces"
                self.fault(0, key, f"{counts}; right are six faces in all, three and three on most dice")
        self.claim(0, "name", die.get("name"), taken)
        if not cards:
            self.fault(0, "card", "missing; right is at least one table headed [[card]]")
        subtitles: _Taken = {}
        for table, card in enumerate(cards, 1):
            needs = ("number", "cost", "max") if kind == "basic_action" else ("number", "subtitle", "cost", "max")
            self.check(table, _CARD_KEYS, *needs)
            self.claim(table, "number", card.get("number"), taken)
            self.claim(table, "subtitle", card.get("subtitle", ""), subtitles)

    def claim(self, table: int, key: str, value: object, taken: _Taken) -> None:
        """Take a value that must not be taken twice."""
        if isinstance(value, int | str):
            mark = (key, _clean(value).casefold() if isinstance(value, str) else value)
            if mark in taken:
                self.fault(table, key, f"{_show(value)} is already taken in {taken[mark]}; right is another one")
            taken[mark] = self.file

    def die(self, set_name: str) -> DieDef:
        data = self.tables[0]
        faces = []
        for name in data["energy_faces"]:
            energy = name.rstrip("1234")
            faces.append(Face("energy", energy, int(name[len(energy) :] or 1)))
        for level, (cost, attack, defence, bursts) in enumerate(data.get("levels", ()), 1):
            faces.append(Face("character", None, 0, level, cost, attack, defence, bursts))
        faces += [Face("action", bursts=bursts) for bursts in data.get("actions", ())]
        name, kind, energy = _clean(data["name"]), data["kind"], data.get("energy")
        return DieDef(set_name, name, kind, energy, tuple(faces), self.file, data.get("confidence", "high"))

    def cards(self, set_name: str) -> list[Card]:
        die = self.die(set_name)
        shared = self.tables[0].get("affiliations", [])
        return [
            Card(
                id=f"{set_name}{card['number']}",
                set=set_name,
                number=card["number"],
                name=die.name,
                subtitle=_clean(card.get("subtitle", "")),
                kind=die.kind,
                cost=card["cost"],
                energy=die.energy,
                affiliations=_texts(card.get("affiliations", shared)),
                max_dice=card["max"],
                rarity=_clean(card.get("rarity", "")),
                starter=card.get("starter", False),
                also=_texts(card.get("also", [])),
                die=die,
                text=_texts(card.get("text", [])),
                burst1=_texts(card.get("burst1", [])),
                burst2=_texts(card.get("burst2", [])),
                burst=_texts(card.get("burst", [])),
                global_=_texts(card.get("global", [])),
                known=any(key in card for key in _TEXT_KEYS),
                line=self.lines.get((table, ""), 1),
            )
            for table, card in enumerate(self.tables[1:], 1)
        ]


def _clean(text: str) -> str:
    return " ".join(text.split())


def _texts(value: str | list[str]) -> tuple[str, ...]:
    return tuple(map(_clean, [value] if isinstance(value, str) else value))


def _misfit(value: Any, wanted: Any) -> str:
    """The part of a value that does not fit the wanted type, put into words; nothing if all fits."""
    try:
        convert(value, wanted)
    except ValidationError as error:
        for index in re.findall(r"\[(\d+)\]", str(error).partition(" - at ")[2]):
            value = value[int(index)]
        return _show(value)
    texts = [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
    return next((_show(text) for text in texts if not text.strip() or not _clean(text).isprintable()), "")


def _printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)


def _show(value: object) -> str:
    """A value for a message: short and harmless, whatever it is."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}... ({len(value)} characters)"
    if isinstance(value, int):
        return str(value).lower() if abs(value) < 10**9 else "a huge number"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return {dict: "a table", float: "a decimal number"}.get(type(value), "a date or time")
