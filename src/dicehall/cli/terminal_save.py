"""Games in files: an exact save (JSON, with the dice where they stand) beside a record that people can read.

A save holds the beginning and everything put in since, so that undo and log go on after loading.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from dicehall import dicemasters, irondie
from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.dice import Dice, SeededDice, load_dice
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.session import Entry
from dicehall.notation.dm.player import Player
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.player import LinePlayer
from dicehall.notation.record import read_record, record_text, replay_record, why_not_written

MAX_BYTES = 20_000_000


class Loaded(NamedTuple):
    player: LinePlayer
    people: list[int] | None  # the seats that people played; None if the file does not say
    seed: int | None
    more: dict[str, Any]  # what the game wrote beside it


def save_game(
    path: Path, player: LinePlayer, people: list[int], seed: int | None, more: dict[str, Any] | None = None
) -> list[Path]:
    """Writes the save, and the record beside it where one can be written; says which files."""
    session = player.session
    data = {
        "dicehall": 1,
        "kind": "saved game",
        "people": people,
        "seed": seed,
        "sides": player.side_names,
        "dice": None if session.dice is None else session.dice.save(),
        "start": msgspec.Raw(session.start.save()),
        "entries": session.entries,
        "state": msgspec.Raw(session.state.save()),
        **({"more": more} if more else {}),
    }
    path = path if path.suffix else path.with_suffix(".json")
    write(path, msgspec.json.encode(data))
    if path.suffix == ".toml" or why_no_record(player):
        return [path]
    beside = path.with_suffix(".toml")
    write(beside, game_record(player, seed).encode())
    return [path, beside]


def why_no_record(player: LinePlayer) -> str:
    """Why the game has no record; empty if it can be written."""
    begin = player.session.start
    if begin.version and why_not_written(begin):
        return "it was loaded in the middle of a turn, where no position can be written"
    return ""


def game_record(player: LinePlayer, seed: int | None) -> str:
    why = why_no_record(player)
    if why:
        raise InvalidInput(f"this game has no record: {why}")
    dice = "" if seed is None else f"seed {seed}"
    return record_text(player.session, player.side_names, "A game in the terminal", dice)


def write(path: Path, data: bytes) -> None:
    """All or nothing: a file is never left half written."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InvalidInput(f"{path}: cannot be written: {error.strerror or error}") from None


def must_be_record(path: Path) -> None:
    """A saved game is not its record, which may lie beside it."""
    try:
        with path.open("rb") as stream:
            is_save = stream.read(400).lstrip()[:1] == b"{"
    except OSError:
        return  # who reads it says so
    if is_save:
        beside = path.with_suffix(".toml")
        where = (
            f"the record beside it is {beside}" if beside.exists() else "'record FILE' in the game writes its record"
        )
        raise InvalidInput(f"{path}: this is a saved game (dicehall play --load {path}); {where}")


def load_game(path: Path, seed: int) -> Loaded:
    """A save, a bare state, a record or a scenario; `seed` decides the dice where the file has none."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InvalidInput(f"{path}: the file is too large to be a game")
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from None
    if data.lstrip()[:1] == b"{":
        try:
            raw = msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InvalidInput(f"{path}: is not JSON: {error}") from None
        if raw.get("kind") == "saved game":
            return _exact(path, raw, seed)
        state = _state(path, data)
        dice = state.dice
        state.dice = None
        player = _player(state, _sides(state), dice or SeededDice(seed))
        return Loaded(player, None, None if dice is not None else seed, {})
    record = read_record(path)
    played, failure = replay_record(record)
    if failure is not None and failure.line:
        raise InvalidInput(f"{path}: the game does not replay:\n  {failure}")
    return Loaded(_with_dice(played, played.session.dice or SeededDice(seed)), None, seed, {})


def _exact(path: Path, raw: dict[str, Any], seed: int) -> Loaded:
    try:
        start = _state(path, msgspec.json.encode(raw["start"]))
        player = _player(start, msgspec.convert(raw["sides"], list[str]))
        _recall_opening(player)
        for entry in msgspec.convert(raw["entries"], list[Entry]):
            player.session.put(entry)
        saved = _state(path, msgspec.json.encode(raw["state"]))
        if saved.fingerprint() != player.state.fingerprint():
            raise InvalidInput("what was put in does not lead to the state that was saved")
        people = msgspec.convert(raw["people"], list[int])
        if any(not 0 <= p < saved.kit.n_seats for p in people):
            raise InvalidInput("it names seats that the game does not have")
        known = msgspec.convert(raw["seed"], int | None)
        more = msgspec.convert(raw.get("more", {}), dict[str, Any])
        return Loaded(_with_dice(player, load_dice(raw["dice"]) or SeededDice(seed)), people, known, more)
    except (KeyError, msgspec.ValidationError) as error:
        raise InvalidInput(f"{path}: the saved game is not complete: {error}") from None
    except DicehallError as error:
        raise InvalidInput(f"{path}: the saved game cannot be used: {error}") from None


def _recall_opening(player: LinePlayer) -> None:
    """What happened before the first entry is not in the file; a game from its beginning begins so again."""
    start, session = player.session.start, player.session
    if isinstance(start, IrondieState) and not session.log:
        fresh = irondie.game().state_of(start.kit.setup, hold=start.hold)
        if fresh.fingerprint() == start.fingerprint():
            session.opening = tuple(fresh.events)
            session.log = list(session.opening)


def _state(path: Path, data: bytes) -> DMState | IrondieState:
    try:
        head = msgspec.json.decode(data)
        if isinstance(head, dict) and head.get("game") == "irondie":
            return irondie.game().load(data)
        return dicemasters.game("imw").load(data)
    except (LookupError, TypeError, AttributeError, msgspec.ValidationError) as error:
        raise InvalidInput(f"{path}: the saved state cannot be read: {error}") from None


def _player(state: DMState | IrondieState, sides: list[str], dice: Dice | None = None) -> LinePlayer:
    return IronPlayer(state, sides, dice) if isinstance(state, IrondieState) else Player(state, sides, dice)


def _sides(state: DMState | IrondieState) -> list[str]:
    return ["+".join(state.kit.seat_names[x] for x in seats) for seats in state.kit.seats_of]  # one word each


def _with_dice(player: LinePlayer, dice: Dice) -> LinePlayer:
    """The dice roll from here on; what is open falls."""
    player.session.dice = dice
    while player.state.is_chance:
        player.session.chance(dice.outcome(player.state))
    return player
