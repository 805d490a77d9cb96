"""Teams as text: a TOML file, or one short line for a chat. Both are read and printed here. Rules 9.1.
What cannot be read is told with all its faults at once; whether a team may be played is for formats.py."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from dicehall.dicemasters.cards import MAX_DOTS, MAX_LINE, SETS, Card, Catalogue, load_catalogue
from dicehall.dicemasters.edition import EDITIONS
from dicehall.dicemasters.formats import FORMATS
from dicehall.dicemasters.game import BASIC_DICE, Team
from dicehall.kernel.errors import AmbiguousName, InvalidInput

MAX_BYTES, MAX_ENTRIES, MAX_ENTRY, MAX_NAME, MAX_ABOUT = 64 * 1024, 50, 200, 60, 300
MAX_FAULTS = 20
MAX_SHORT = MAX_ENTRIES * 40
DEFAULT_EDITION = "imw"
EXAMPLE = "imw22x3 imw1x2 / imw29 imw30"
KEYS = {
    "name": f'a text of at most {MAX_NAME} characters, as in "The Armoury"',
    "about": f"a sentence of at most {MAX_ABOUT} characters on how to play it",
    "edition": f"one of {', '.join(EDITIONS)}",
    "format": f"one of {', '.join(FORMATS)}",
    "cards": 'a list of cards with their dice, as in ["Ogre: Under the Bridge x3", "imw:Elf: In the Wood x2"]',
    "basics": 'a list of basic actions, as in ["Smash!", "Surprise Attack"]',
}
_ID = re.compile(r"[a-z](?:[a-z0-9-]{0,30}[a-z])?[0-9]{1,3}(?:x[0-9]{1,3})?", re.IGNORECASE)
_TIMES = re.compile(r"(.*\S)(?:\s+|(?<=[0-9]))x([0-9]{1,3})", re.IGNORECASE | re.DOTALL)


class TeamFile(msgspec.Struct, frozen=True):
    """A team with what its file says beside the cards; what it does not say is empty."""

    team: Team
    edition: str = ""
    format: str = ""
    about: str = ""


class TeamError(InvalidInput):
    """A text that is no team. The message has one line for each fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        more = len(self.faults) - MAX_FAULTS
        super().__init__("\n".join([*self.faults[:MAX_FAULTS], *[f"and {more} more faults"] * (more > 0)]))


# ---- in -------------------------------------------------------------------------------------------------------


def read_team(text: str, catalogue: Catalogue, edition: str = DEFAULT_EDITION) -> TeamFile:
    """A team as a player names it: a ready-made one, a file, or the short text itself.

    `edition` decides which set a title means that several sets have, where the file names no edition.
    """
    text = text.strip()
    if text in ready_names():
        return ready_team(text)
    if text.endswith(".toml") or _is_there(text):
        return read_file(text, catalogue, edition)
    if looks_short(text):
        return parse_short(text, catalogue)
    near = difflib.get_close_matches(text[:60], ready_names(), 2)
    hint = f"; did you mean {' or '.join(near)}?" if near else "; 'dicehall team list' lists those"
    raise InvalidInput(f"{_shown(text)} is no file, no team text such as '{EXAMPLE}', and no ready-made team{hint}")


def read_file(path: str, catalogue: Catalogue, edition: str = DEFAULT_EDITION) -> TeamFile:
    """A team file; one that holds nothing but the short text will do too."""
    shown = path if path.isprintable() else ascii(path)
    wrong, raw = "", b""
    try:
        source = Path(path)
        if source.is_dir():
            wrong = "is a folder; name the team file in it"
        elif source.exists() and not source.is_file():
            wrong = "is not a regular file; a team file is a text file"
        else:
            with source.open("rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        wrong = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    if wrong:
        raise TeamError([f"{shown}: {wrong}"])
    if len(raw) > MAX_BYTES:
        raise TeamError([f"{shown}: is larger than {MAX_BYTES // 1024} KiB; a team file has a few lines"])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TeamError([f"{shown}, line {line}: is not UTF-8 text; save it in that encoding"]) from None
    if "=" not in text and looks_short(text):
        return parse_short(text, catalogue)
    return parse_toml(text, catalogue, edition, shown)


def looks_short(text: str) -> bool:
    return len(text) <= MAX_SHORT and any(_ID.fullmatch(token) for token in re.split(r"[\s,/]+", text))


def parse_short(text: str, catalogue: Catalogue) -> TeamFile:
    """The short text: ids with numbers of dice, a slash, ids of basic actions. Without a number: the maximum."""
    if len(text) > MAX_SHORT:
        raise TeamError([f"the team text has {len(text)} characters; {MAX_SHORT} is the most"])
    parts = [[token for token in re.split(r"[\s,]+", part) if token] for part in text.split("/")]
    faults = ["the team text has more than one slash; it stands once, before the basic actions"] * (len(parts) > 2)
    found: list[list[tuple[Card, int]]] = [[], []]
    for part, tokens in enumerate(parts[:2]):
        if len(tokens) > MAX_ENTRIES:
            faults.append(f"{len(tokens)} cards; {MAX_ENTRIES} is the most that is read")
        for token in tokens[:MAX_ENTRIES]:
            try:
                if not _ID.fullmatch(token):
                    raise InvalidInput(f"{_shown(token)} is no id with a number of dice; right is {EXAMPLE}")
                found[part].append(_entry(token, catalogue, DEFAULT_EDITION, part == 1))
            except InvalidInput as error:
                faults.append(str(error))
    if faults:
        raise TeamError(faults)
    return TeamFile(Team("", tuple(found[0]), tuple(card for card, _ in found[1])))


def parse_toml(text: str, catalogue: Catalogue, edition: str = DEFAULT_EDITION, where: str = "team") -> TeamFile:
    """A team file's text. `where` is what errors call the file."""
    rows = text.replace("\r\n", "\n").split("\n")
    data = _tables(rows, where)
    faults: list[str] = []

    def fault(key: str, message: str, entry: str = "") -> None:
        faults.append(f"{where}, line {_line_of(rows, key, entry)}: {key if key in KEYS else _shown(key)}: {message}")

    for key in data:
        if key not in KEYS and len(faults) < MAX_FAULTS:
            near = difflib.get_close_matches(key[:40].lower(), KEYS, 1)
            fault(key, f"unknown key; {f'did you mean {near[0]}?' if near else 'known are ' + ', '.join(KEYS)}")
    words = {}
    for key, most in (("name", MAX_NAME), ("about", MAX_ABOUT), ("edition", MAX_NAME), ("format", MAX_NAME)):
        value = data.get(key, "")
        known = {"edition": list(EDITIONS), "format": list(FORMATS)}.get(key)
        words[key] = value if isinstance(value, str) else ""
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            fault(key, f"{_shown(value)} is wrong; right is {KEYS[key]}")
        elif known and key in data and value not in known:
            near = difflib.get_close_matches(value.lower(), known, 1)
            fault(key, f"there is no '{value}'; right is {KEYS[key]}" + (f"; did you mean {near[0]}?" if near else ""))
    book = words["edition"] if words["edition"] in EDITIONS else edition
    found: dict[str, list[tuple[Card, int]]] = {"cards": [], "basics": []}
    for key, cards in found.items():
        entries = data.get(key, [])
        if key == "cards" and key not in data:
            fault(key, f"missing; right is {KEYS[key]}")
        if not isinstance(entries, list) or len(entries) > MAX_ENTRIES:
            fault(key, f"{_shown(entries)} is wrong; right is {KEYS[key]}")
            continue
        for entry in entries:
            if not isinstance(entry, str) or len(entry) > MAX_ENTRY or not entry.isprintable():
                fault(key, f"{_shown(entry)} is wrong; right is {KEYS[key]}")
                continue
            if len(faults) >= MAX_FAULTS:
                break
            try:
                cards.append(_entry(entry, catalogue, book, key == "basics"))
            except InvalidInput as error:
                fault(key, str(error), entry)
    if faults:
        raise TeamError(faults)
    team = Team(words["name"], tuple(found["cards"]), tuple(card for card, _ in found["basics"]))
    return TeamFile(team, words["edition"], words["format"], words["about"])


def _tables(rows: list[str], where: str) -> dict[str, Any]:
    """What the TOML says. Lines with which a parser could be kept busy are refused before it sees them."""
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_LINE or row.count(".") > MAX_DOTS:
            limits = f"{MAX_LINE} characters and {MAX_DOTS} dots are the most"
            raise TeamError([f"{where}, line {number}: the line is too long; {limits}"])
    try:
        return tomllib.loads("\n".join(rows))
    except RecursionError:
        raise TeamError([f"{where}: lists within lists without end; a list here holds texts only"]) from None
    except ValueError as error:
        message, _, place = str(error).partition(" (at ")
        at = re.match(r"line (\d+)", place)
        line = at[1] if at else str(len(rows))
        raise TeamError([f"{where}, line {line}: is not TOML: {message}"]) from None


def _line_of(rows: list[str], key: str, entry: str) -> int:
    """The line of a key, or of an entry in its list; the nearest that is found."""
    start = next((n for n, row in enumerate(rows) if re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", row)), 0)
    if entry:
        return next((n for n in range(start, len(rows)) if entry in rows[n]), start) + 1
    return start + 1


# ---- cards ----------------------------------------------------------------------------------------------------


def _entry(text: str, catalogue: Catalogue, edition: str, basic: bool) -> tuple[Card, int]:
    """A card and its number of dice. A name may itself end in x3: of cards the number is taken off first."""
    split = _TIMES.fullmatch(text.strip())
    whole = (text.strip(), -1)
    ways = [whole, (split[1], int(split[2]))] if split else [whole]
    if not basic:
        ways.reverse()
    for name, dice in ways:
        found = _matches(name, catalogue, edition)
        if len(found) == 1:
            if basic and dice not in (-1, BASIC_DICE):
                raise InvalidInput(f"'{text}': a basic action always has {BASIC_DICE} dice; leave the number out")
            return found[0], found[0].max_dice if dice < 0 else dice
    name = ways[-1 if basic else 0][0]
    found = _matches(name, catalogue, edition)
    if found:
        raise AmbiguousName(name, [f"{card.title} ({card.id})" for card in found])
    raise InvalidInput(f"no card is called '{name}'; {_near(name, catalogue)}")


def _matches(text: str, catalogue: Catalogue, edition: str) -> list[Card]:
    """The cards that a text names: by id, title, name, or the beginning of a title; of the first set that has any.

    The sets come in the same order as in a scenario: the edition's own, the player's, the others.
    """
    if text.lower() in catalogue.by_id:
        return [catalogue.by_id[text.lower()]]
    source, name = _source(text, catalogue)
    wanted = _fold(name)
    if not wanted:
        return []
    pool = [card for card in catalogue.cards if source in ("", card.set)]
    found = (
        [card for card in pool if card.title == name]
        or [card for card in pool if any(_fold(title) == wanted for title in card.titles)]
        or [card for card in pool if _fold(card.name) == wanted]
        or [card for card in pool if any(_fold(title).startswith(wanted) for title in card.titles)]
    )
    first = min((_rank(card, edition) for card in found), default=0)
    return [card for card in found if _rank(card, edition) == first]


def _rank(card: Card, edition: str) -> int:
    return 0 if card.set == edition else 2 + SETS.index(card.set) if card.set in SETS else 1


def _source(text: str, catalogue: Catalogue) -> tuple[str, str]:
    """imw:Smash! -> the set that is asked for, and the name; the set is empty if there is none."""
    head, _, tail = text.partition(":")
    if tail[:1].strip() and any(card.set == head.lower() for card in catalogue.cards):
        return head.lower(), tail
    return "", text


def _fold(text: str) -> str:
    """How names are compared: without regard to case, spaces and quotes, as in scenarios."""
    return " ".join(
        text.lower().replace("\u2019", "'").translate({ord(mark): None for mark in '"\u201c\u201d'}).split()
    )


def _near(text: str, catalogue: Catalogue) -> str:
    if _ID.fullmatch(text):
        known = text.lower().rstrip("0123456789")
        numbers = [card.number for card in catalogue.cards if card.set == known]
        if numbers:
            return f"the set {known} has the numbers {min(numbers)} to {max(numbers)}"
        return f"the sets are {', '.join(dict.fromkeys(card.set for card in catalogue.cards))}"
    name = _source(text, catalogue)[1]
    titles = {_fold(title): card for card in catalogue.cards for title in (*card.titles, card.name)}
    close = [titles[title] for title in difflib.get_close_matches(_fold(name)[:80], titles, 4)]
    near = dict.fromkeys([*close, *(catalogue.find(name.split(":")[0].strip())[:4] if name.strip(" :") else [])])
    if not near:
        return "'dicehall cards' lists them all"
    return f"near it are {', '.join(f'{card.set}:{card.title}' for card in list(near)[:5])}"


def _is_there(path: str) -> bool:
    try:
        return bool(path) and Path(path).exists()
    except (OSError, ValueError):
        return False


def _shown(value: object) -> str:
    """A value for a message: short and harmless, whatever it is."""
    if isinstance(value, str):
        return ascii(value[:40]) + "..." if len(value) > 40 else repr(value) if value.isprintable() else ascii(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return {dict: "a table", bool: "true or false", int: "a number", float: "a number"}.get(type(value), "a date")


# ---- out ------------------------------------------------------------------------------------------------------


def short_form(team: Team) -> str:
    """One line for a chat: imw22x3 imw1x2 / imw29 imw30. It holds no name."""
    cards = [f"{card.id}x{dice}" for card, dice in team.cards]
    basics = ["/", *[card.id for card in team.basics]] if team.basics or not cards else []
    return " ".join(cards + basics)


def toml_form(file: TeamFile) -> str:
    """The team as a file. Each card is written with its set, so that it means the same wherever it is read."""
    words = {"name": file.team.name, "about": file.about, "edition": file.edition, "format": file.format}
    rows = [f"{key} = {_quoted(value)}" for key, value in words.items() if value]
    rows += ["cards = [", *[f"  {_quoted(f'{card.set}:{card.title} x{dice}')}," for card, dice in file.team.cards], "]"]
    rows.append(f"basics = [{', '.join(_quoted(f'{card.set}:{card.title}') for card in file.team.basics)}]")
    return "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # what JSON escapes, TOML escapes in the same way


# ---- ready-made teams -----------------------------------------------------------------------------------------


@cache
def ready_names() -> dict[str, Traversable]:
    """The ready-made teams by name, those of one set together."""
    folder = files("dicehall.dicemasters") / "ready"
    found = {entry.name.removesuffix(".toml"): entry for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return {name: found[name] for name in sorted(found, key=lambda n: (SETS.index(n.split("-")[0]), n))}


@cache
def ready_team(name: str) -> TeamFile:
    return parse_toml(ready_names()[name].read_text(encoding="utf-8"), load_catalogue(), where=f"{name}.toml")
