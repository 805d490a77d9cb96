"""The chromatic table as data: the bonuses of each colour, and how each row is known (2.4.8). House tables (2.4.9)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from dicehall.irondie.dice import CLASS_NAMES, COLOUR_NAMES
from dicehall.irondie.textfile import FileFaults, parse_toml, read_toml, shown, shown_path

STATED, IN_PART, INFERRED, HOUSE = KNOWN = ("stated", "stated in part", "inferred", "house")
HOW_KNOWN = {  # as people are told it
    STATED: "",
    IN_PART: " (the rulebook says it only in part)",
    INFERRED: " (our reading: the rulebook does not say it)",
    HOUSE: " (of this table)",
}
MAX_BONUSES, MAX_AMOUNT, MAX_NAME, MAX_NOTE = 2, 6, 60, 200
RIGHT_BONUS = '{ class = "attack", amount = 2 }'
RIGHT = {
    "bonuses": f"a list of one or two bonuses, as in [{RIGHT_BONUS}]",
    "class": "one of " + ", ".join(CLASS_NAMES),
    "amount": f"a whole number from -{MAX_AMOUNT} to {MAX_AMOUNT}, but not 0",
    "known": "one of " + ", ".join(KNOWN),
    "note": f"a sentence of at most {MAX_NOTE} characters",
    "name": f"a text of 1 to {MAX_NAME} characters",
}


class Bonus(NamedTuple):
    """What an allied die of a class is given."""

    die_class: int
    amount: int


class Row(NamedTuple):
    """The bonuses of a colour, in the order in which they are applied (2.4.6), and how they are known."""

    bonuses: tuple[Bonus, ...]
    known: str
    note: str = ""


class Table(NamedTuple):
    """A row for each colour, at the number of the colour."""

    name: str
    rows: tuple[Row, ...]


@cache
def chromatic_table() -> Table:
    """The table of 2.4.8."""
    text = (files("dicehall.irondie") / "chromatic.toml").read_text(encoding="utf-8")
    return table_from(parse_toml(text, "chromatic.toml"), "chromatic.toml")


def read_table(path: str | Path) -> Table:
    """A house table (2.4.9). One without a name is called like its file."""
    doc = read_toml(path, "a house table")
    doc.setdefault("name", Path(path).stem[:MAX_NAME])
    return table_from(doc, shown_path(path))


def table_from(doc: Mapping[str, Any], where: str) -> Table:
    """A table from plain data; `where` is what errors call the place it comes from."""
    faults: list[str] = []
    for key in doc:
        if key != "name" and key not in COLOUR_NAMES:
            faults.append(f"{where}: {_unknown(key, ('name', *COLOUR_NAMES))}")
    name = doc.get("name", "")
    if not _is_text(name, MAX_NAME) or not name.strip():
        faults.append(f"{where}: name: {_wrong(name, 'name')}")
    rows: list[Row] = []
    for colour in COLOUR_NAMES:
        at = f"{where}: {colour}"
        if colour not in doc:
            faults.append(f"{at}: is missing; right is [{colour}] with bonuses = [{RIGHT_BONUS}]")
        elif not isinstance(doc[colour], Mapping):
            faults.append(f"{at}: {shown(doc[colour])} is wrong; right is [{colour}] with bonuses = [{RIGHT_BONUS}]")
        else:
            rows.append(_row(doc[colour], at, faults))
    if faults:
        raise FileFaults(faults)
    return Table(name, tuple(rows))


def _row(doc: Mapping[str, Any], at: str, faults: list[str]) -> Row:
    faults += [f"{at}: {_unknown(key, Row._fields)}" for key in doc if key not in Row._fields]
    known, note = doc.get("known", HOUSE), doc.get("note", "")
    if known not in KNOWN:
        faults.append(f"{at}: known: {_wrong(known, 'known')}")
    if not _is_text(note, MAX_NOTE):
        faults.append(f"{at}: note: {_wrong(note, 'note')}")
    entries = doc.get("bonuses")
    if not isinstance(entries, list | tuple) or not 1 <= len(entries) <= MAX_BONUSES:
        found = "is missing" if "bonuses" not in doc else f"{shown(entries)} is wrong"
        faults.append(f"{at}: bonuses: {found}; right is {RIGHT['bonuses']}")
        entries = ()
    return Row(tuple(_bonus(entry, f"{at}: bonus {n}", faults) for n, entry in enumerate(entries, 1)), known, note)


def _bonus(entry: object, at: str, faults: list[str]) -> Bonus:
    if not isinstance(entry, Mapping):
        faults.append(f"{at}: {shown(entry)} is wrong; right is {RIGHT_BONUS}")
        return Bonus(0, 0)
    faults += [f"{at}: {_unknown(key, ('class', 'amount'))}" for key in entry if key not in ("class", "amount")]
    die_class, amount = entry.get("class"), entry.get("amount")
    if die_class not in CLASS_NAMES:
        faults.append(f"{at}: class: {_wrong(die_class, 'class')}")
    if type(amount) is not int or not 0 < abs(amount) <= MAX_AMOUNT:
        faults.append(f"{at}: amount: {_wrong(amount, 'amount')}")
        amount = 0
    return Bonus(CLASS_NAMES.index(die_class) if die_class in CLASS_NAMES else 0, amount)


def table_doc(table: Table) -> dict[str, Any]:
    """The table as plain data, from which `table_from` makes the same again."""
    doc: dict[str, Any] = {"name": table.name}
    for colour, row in zip(COLOUR_NAMES, table.rows, strict=True):
        bonuses = [{"class": CLASS_NAMES[bonus.die_class], "amount": bonus.amount} for bonus in row.bonuses]
        doc[colour] = {"bonuses": bonuses, "known": row.known, "note": row.note}
    return doc


def bonus_text(row: Row) -> str:
    """The bonuses in words: +1 to an allied ATTACK die, +1 to an allied DEFENSE die."""
    return ", ".join(f"{b.amount:+d} to an allied {CLASS_NAMES[b.die_class].upper()} die" for b in row.bonuses)


def _wrong(value: object, key: str) -> str:
    return f"{'is missing' if value is None else f'{shown(value)} is wrong'}; right is {RIGHT[key]}"


def _unknown(key: object, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(str(key)[:40].lower(), known, 1)
    return f"{shown(key)}: unknown key; {f'did you mean {near[0]}?' if near else 'known are ' + ', '.join(known)}"


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()
