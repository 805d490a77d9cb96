"""The table [fair] of a record: the hash that was shown, the seeds, and where rolls were taken back.

The server's seed is in it once the game is over, and not before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.fair import VERSION, FairDice, check_seat_seed, read_hex
from dicehall.kernel.session import Session

KEYS = ("version", "commitment", "server_seed", "begins", "taken_back", "seeds")


class Fair(NamedTuple):
    """What a record says of fair dice."""

    commitment: str
    seeds: Mapping[str, str]  # by the names of the seats
    server_seed: bytes = b""  # none: not revealed yet
    # for each time that rolls were taken back, the line of `play` with the first roll or draw after it; one more than
    # there are lines if none has come
    taken_back: tuple[int, ...] = ()
    # of a game that goes on from another one: the line with the first roll or draw of its own, written as above; else 0
    begins: int = 0


def chances(session: Session) -> int:
    """How many rolls and draws of its own stand in a game."""
    return sum(entry.what == "chance" for entry in session.entries[session.given :])


def fair_dice(session: Session) -> FairDice:
    """The dice of a session, which must be fair ones that know of all that was taken back."""
    dice = session.dice
    if not isinstance(dice, FairDice):
        raise DicehallError("the dice of this game are not fair dice")
    if dice.rolls != chances(session):
        raise DicehallError(
            f"the dice count {dice.rolls} rolls, the game has {chances(session)}: take rolls back with `take_back`"
        )
    return dice


def take_back(session: Session, count: int) -> None:
    """Goes back to the moment after the first `count` entries, by consent of all. Rolls on the way never come again."""
    dice = fair_dice(session)
    fell = sum(entry.what == "chance" for entry in session.entries[count:])
    if fell:
        dice.take_back(fell)
    session.rewind(count)


def fair_text(fair: Fair) -> str:
    """As it stands at the end of a record."""
    rows = ["[fair]", f"version     = {VERSION}", f'commitment  = "{fair.commitment}"']
    if fair.server_seed:
        rows.append(f'server_seed = "{fair.server_seed.hex()}"')
    if fair.begins:
        rows.append(f"begins      = {fair.begins}")
    if fair.taken_back:
        rows.append(f"taken_back  = {list(fair.taken_back)}")
    rows += ["", "[fair.seeds]"]
    for name, seed in fair.seeds.items():
        key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)
        rows.append(f"{key} = {_quoted(seed)}")
    return "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_fair(doc: Mapping[str, Any]) -> Fair | None:
    """From the tables of a record; None if it has no [fair]."""
    table = doc.get("fair")
    if table is None:
        return None
    if not isinstance(table, Mapping):
        raise InvalidInput("fair: a table is wanted: [fair]")
    for key in table:
        if key not in KEYS:
            raise InvalidInput(f"fair: unknown key '{str(key)[:40]}': the keys are {', '.join(KEYS)}")
    if "seed" in doc:
        raise InvalidInput("seed: the dice of this game follow from [fair]; a seed of another kind has no place in it")
    version = table.get("version")
    if type(version) is not int:
        raise InvalidInput(f"fair.version: a whole number is wanted: version = {VERSION}")
    if version != VERSION:
        raise InvalidInput(f"fair.version: formulas of version {version} are not known here, only of version {VERSION}")
    shown = _hex_of(table, "commitment")
    if not shown:
        raise InvalidInput("fair.commitment: the hash that was shown before the game is missing")
    seed = _hex_of(table, "server_seed")
    begins = table.get("begins", 0)
    if type(begins) is not int or begins < 0:
        raise InvalidInput("fair.begins: a line of `play` is wanted, counted from 1: begins = 23")
    seeds, taken_back = _seeds(table.get("seeds"), doc.get("seat")), _taken_back(table.get("taken_back", []))
    if any(line < begins for line in taken_back):
        raise InvalidInput(f"fair.taken_back: the dice begin with line {begins}; none can have been taken back before")
    return Fair(shown.hex(), seeds, seed, taken_back, begins)


def _hex_of(table: Mapping[str, Any], key: str) -> bytes:
    value = table.get(key)
    if value is None:
        return b""
    if not isinstance(value, str):
        raise InvalidInput(f"fair.{key}: a text is wanted, in quotes")
    return read_hex(value, f"fair.{key}")


def _seeds(table: object, seats: object) -> dict[str, str]:
    if not isinstance(table, Mapping):
        raise InvalidInput("fair.seeds: a table with the seed of each seat is wanted: [fair.seeds]")
    names = list(seats) if isinstance(seats, Mapping) else []
    for name, seed in table.items():
        if name not in names:
            raise InvalidInput(f"fair.seeds: there is no seat '{name}'; the seats are {', '.join(names)}")
        if not isinstance(seed, str):
            raise InvalidInput(f"fair.seeds.{name}: a text is wanted, in quotes")
        try:
            check_seat_seed(seed)
        except InvalidInput as error:
            raise InvalidInput(f"fair.seeds.{name}: {error}") from None
    missing = [name for name in names if name not in table]
    if missing:
        raise InvalidInput(f'fair.seeds: {missing[0]} is missing; a seat that added nothing has "" there')
    return {name: table[name] for name in names}


def _taken_back(rows: object) -> tuple[int, ...]:
    if not isinstance(rows, list) or any(type(line) is not int or line < 1 for line in rows):
        raise InvalidInput("fair.taken_back: a list of lines of `play` is wanted, counted from 1: [23, 40]")
    if rows != sorted(rows):
        raise InvalidInput("fair.taken_back: the lines must be in their order")
    return tuple(rows)
