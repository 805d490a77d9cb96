"""Scenarios: a position, a script, checks. Reading them, running them, and saying what went wrong.

Modes run the same script with a copy, a saved and loaded state, or an undo and redo at every step; or with dice of
other cards on the table, where a scenario may say by `noise` why they matter to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dicehall.kernel.dice import SeededDice
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.session import replay
from dicehall.notation.dm import position as dm_position
from dicehall.notation.dm.noise import Noisy, noise_card, with_noise
from dicehall.notation.dm.player import Player
from dicehall.notation.iron import position as iron_position
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.player import LinePlayer
from dicehall.notation.script import Line, read_script

GAMES = ("dicemasters", "irondie")
MODES = ("plain", "clone", "save", "undo")
NOISE = "noise"  # a mode for scenarios of cards, which hold whatever else lies there
MAX_BYTES = 1_000_000


class Failure(NamedTuple):
    line: int
    source: str
    expected: str
    found: str
    events: tuple[str, ...] = ()

    def __str__(self) -> str:
        out = f"line {self.line}: {self.source}\n    expected: {self.expected}\n    found:    {self.found}"
        if self.events:
            out += "\n    last events, each with its cause:\n" + "\n".join(f"      {e}" for e in self.events)
        return out


class Scenario(NamedTuple):
    path: str
    title: str
    game: str
    rules: tuple[str, ...]
    doc: Mapping[str, Any]
    play: str
    play_line: int  # where the script begins in the file

    @property
    def folder(self) -> Path:
        return Path(self.path).parent


def read_scenario(path: str | Path) -> Scenario:
    """Reads a file; every fault names the file."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise InvalidInput(f"{path}: is not a regular file")
        if path.stat().st_size > MAX_BYTES:
            raise InvalidInput(f"{path}: the file is larger than {MAX_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path}: is not a text in UTF-8") from None
    return scenario_from(text, str(path))


def scenario_from(text: str, path: str) -> Scenario:
    try:
        doc = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput(f"{path}: is not TOML: {error}") from None
    for key, kind in (("title", str), ("game", str), ("play", str)):
        if not isinstance(doc.get(key, ""), kind):
            raise InvalidInput(f"{path}: {key}: a text is wanted, in quotes")
    game = doc.get("game", "dicemasters")
    rules = doc.get("rules", [])
    if not isinstance(rules, list) or any(not isinstance(r, str) for r in rules):
        raise InvalidInput(f"{path}: rules: a list of rule numbers in quotes is wanted")
    if "play" not in doc:
        raise InvalidInput(f'{path}: there is no script: play = """ ... """')
    line = 1
    for number, row in enumerate(text.splitlines(), 1):
        if row.replace(" ", "").startswith(('play="""', "play='''")):
            line = number + 1
            break
    return Scenario(path, doc.get("title", Path(path).stem), game, tuple(rules), doc, doc["play"], line)


def start(scenario: Scenario) -> LinePlayer:
    """The game as the scenario begins."""
    if scenario.game not in GAMES:
        raise InvalidInput(
            f"{scenario.path}: the game '{scenario.game}' is not known here; there are {', '.join(GAMES)}"
        )
    try:
        if scenario.game == "irondie":
            iron = iron_position.read_position(scenario.doc, scenario.folder)
            return IronPlayer(iron.game.state_of(iron.setup, hold=True), iron.side_names, _dice(iron.seed))
        dm = dm_position.read_position(scenario.doc, scenario.folder)
        return Player(dm.game.state_of(dm.setup, hold=True), dm.side_names, _dice(dm.seed))
    except DicehallError as error:
        raise InvalidInput(f"{scenario.path}: {error}") from None


def _dice(seed: int | None) -> SeededDice | None:
    return None if seed is None else SeededDice(seed)


def run(scenario: Scenario, mode: str = "plain") -> Failure | None:
    """None if everything holds. A file that cannot be read raises InvalidInput."""
    if mode == NOISE and scenario.game == "dicemasters":
        return _run_with_noise(scenario)
    player = start(scenario)
    try:
        lines = read_script(scenario.play, scenario.play_line)
    except InvalidInput as error:
        raise InvalidInput(f"{scenario.path}: {error}") from None
    for line in lines:
        failure = run_line(player, line)
        if failure is not None:
            return failure
        _exercise(player, mode)
    return None


def _run_with_noise(scenario: Scenario) -> Failure | None:
    """With dice of another card on the table; a scenario that says why they matter must not hold then."""
    card = noise_card(scenario.doc)
    plain, player = start(scenario), start(scenario._replace(doc=with_noise(scenario.doc, card)))
    assert isinstance(plain, Player) and isinstance(player, Player)
    noisy = Noisy(plain, player, card)
    failure = None
    for line in read_script(scenario.play, scenario.play_line):
        known = len(plain.session.entries)
        failure = run_line(plain, line)
        if failure is not None:
            return failure
        if line.kind in ("check", "refuse") or len(plain.session.entries) > known:
            failure = run_line(player, noisy.line(line))
        if failure is not None:
            break
        noisy.follow()
    reason = scenario.doc.get("noise", "")
    if reason and failure is None:
        return Failure(0, f"noise: {reason}", "other dice matter", f"it holds with dice of {card.title} as well")
    return None if reason else failure


def run_line(player: LinePlayer, line: Line) -> Failure | None:
    """One line of a script."""
    player.begin_step()
    if line.kind == "refuse":
        before = player.state.fingerprint()
        refusal = player.accepts(line.seat, line.text)
        if player.state.fingerprint() != before:
            return _failure(player, line, "nothing changes", "the refused move changed the game")
        if refusal is None:
            return _failure(player, line, "the move is refused", "it would be accepted")
        if line.words and line.words.lower() not in str(refusal).lower():
            return _failure(player, line, f"the refusal says '{line.words}'", str(refusal))
        return None
    try:
        if line.kind == "move":
            player.move(line.seat, line.text)
        elif line.kind == "check":
            found = player.check(line.text)
            if found:
                return _failure(player, line, line.text, found)
        else:
            player.chance(line.kind, line.text)
    except DicehallError as error:
        wanted = {"move": "the move is accepted", "check": "a check that can be read"}.get(
            line.kind, "dice can fall so"
        )
        return _failure(player, line, wanted, str(error))
    return None


def _failure(player: LinePlayer, line: Line, expected: str, found: str) -> Failure:
    return Failure(line.number, line.source, expected, found, tuple(player.chain_text()))


def _exercise(player: LinePlayer, mode: str) -> None:
    """What a mode does between two lines: the game must go on as if nothing had been."""
    session = player.session
    before = session.state.fingerprint()
    if mode == "clone":
        session.state = session.state.clone()
    elif mode == "save":
        session.state = session.state.game.load(session.state.save())
    elif mode == "undo" and session.entries:
        again = replay(session.start, session.entries[:-1])
        again.put(session.entries[-1])
        session.state = again.state
    if session.state.fingerprint() != before:
        raise AssertionError(f"the state differs after '{mode}'")
