"""What the tests of the table share: rooms without a server, players without a mind, and a server in a process."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from dicehall.bots.base import question
from dicehall.bots.levels import bot_named
from dicehall.kernel.dice import Rng
from dicehall.kernel.fair import FairDice
from dicehall.table.inputs import Input, decode, encode
from dicehall.table.room import OVER, Room
from dicehall.table.settings import Settings, lay_out

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
SOURCES = Path(__file__).parents[2] / "src"
NAMES = ("Ann", "Bob")


def seed_of(number: int) -> bytes:
    """A server's seed for a test."""
    return hashlib.sha256(f"seed {number}".encode()).digest()


# ---- rooms without a server ----------------------------------------------------------------------------------------


class Table:
    """A room with all that was put into it, as it would be stored."""

    def __init__(self, settings: Settings, seed: bytes, names: Sequence[str] = NAMES, begin: bool = True) -> None:
        self.room = Room("room", settings, seed)
        self.stored: list[tuple[float, bytes]] = []
        self.now = 100.0
        if begin:
            for seat, name in enumerate(names):
                if self.room.is_free(seat):
                    self.do(self.room.to_sit(seat, name, f"seed of {name}"), 0.0)
            self.do(self.room.to_begin(), 0.0)

    def do(self, what: Input, seconds: float = 1.0) -> None:
        """Stores an input and performs what was stored, some time after the last one."""
        self.now += seconds
        data = encode(what)
        self.stored.append((self.now, data))
        self.room.perform(decode(data), self.now)

    def answer(self, seat: int, actions: Sequence[int], seconds: float = 1.0) -> None:
        self.do(self.room.to_play(seat, self.version(seat), actions), seconds)

    def go_on(self) -> list[Input]:
        """What follows without anybody being asked is done."""
        out: list[Input] = []
        while (what := self.room.by_itself()) is not None:
            self.do(what, 0.0)
            out.append(what)
        return out

    def version(self, seat: int) -> int:
        """What an answer of this seat carries now."""
        decision = self.room.decision_of(seat)
        return self.room.version if decision is None else self.room.asked_version(decision)

    def again(self, count: int | None = None) -> Room:
        """The room that performs the first stored inputs again."""
        room = Room(self.room.ident, self.room.settings, self.room.server_seed)
        for at, data in self.stored[:count]:
            room.perform(decode(data), at)
        return room


def new_table(game: str, number: int = 0, names: Sequence[str] = NAMES, **settings: Any) -> Table:
    """A game that has begun."""
    return Table(Settings(game=game, **settings), seed_of(number), names)  # type: ignore[arg-type]


def picture(room: Room) -> dict[str, object]:
    """All that a room is."""
    session = room.session
    out: dict[str, object] = {
        "status": room.status,
        "count": room.count,
        "version": room.version,
        "names": list(room.names),
        "seeds": list(room.seeds),
        "undone": room.undone,
        "asks": room.asks_undo,
        "undos": list(room.undos_left),
        "why": room.why_over,
        "passes": list(room.passes),
        "next": room.next,
        "known": [room.first_unknown(since, epoch) for epoch in range(room.undone + 1) for since in (0, 5, 10**6)],
        "clocks": (list(room.clocks.left), list(room.clocks.kept), list(room.clocks.running), room.clocks.since),
    }
    if session is not None:
        assert isinstance(session.dice, FairDice)
        out |= {
            "state": session.state.save(),
            "entries": list(session.entries),
            "log": [repr(event) for event in session.log],
            "dice": session.dice.save(),
        }
    return out


def play_on(table: Table, rng: Rng, limit: int = 100_000, level: str = "random", seconds: float = 1.0) -> Iterator[int]:
    """Lets bots answer until the game is over; yields the seat after each answer."""
    room = table.room
    bots = [bot_named(level, room.settings.game, rng.below(1 << 30)) for _ in room.names]
    for _ in range(limit):
        if room.status == OVER:
            return
        asked = room.asked()
        seat = asked[rng.below(len(asked))]
        table.answer(seat, [bots[seat].choose(question(room.state, seat))], seconds)
        yield seat


def play_until(table: Table, rng: Rng, found: Callable[[Room], bool], limit: int = 3000) -> bool:
    """Random answers until something holds; False if the game ended before."""
    if found(table.room):
        return True
    return any(found(table.room) for _ in play_on(table, rng, limit))


def same_past(settings: Settings, seeds: tuple[str, str], first: bytes, rolls: int = 1, tries: int = 50_000) -> bytes:
    """Another server's seed with which the first rolls of a game fall as with `first`."""

    begin = lay_out(settings, NAMES)

    def fallen(seed: bytes) -> list[tuple[int, ...]]:
        state, dice = begin.clone(), FairDice(seed, seeds)
        out: list[tuple[int, ...]] = []
        while state.is_chance and len(out) < rolls:
            out.append(dice.outcome(state))
            state.apply_chance(out[-1])
        return out

    wanted = fallen(first)
    for number in range(tries):
        seed = seed_of(1_000_000 + number)
        if seed != first and fallen(seed) == wanted:
            return seed
    raise AssertionError("no other seed was found")


# ---- a server in a process -----------------------------------------------------------------------------------------


# The same dice for every room that the same seeds are told, whatever was made before it.
FIXED = "from dicehall.table import hub; hub.new_server_seed = lambda: b'the same in every room of tests'.ljust(32); "


class Server:
    """`dicehall serve` on a folder, without limits. It can be killed and started again on the same port.

    `fixed`: its seed is always the same, so that games of the same people go the same way in every run.
    """

    def __init__(self, folder: Path, fixed: bool = False) -> None:
        self.folder = folder
        self.fixed = fixed
        self.port = 0
        self.lines: list[str] = []  # what all processes so far have said on stderr
        self._readers: list[threading.Thread] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = f"{FIXED if self.fixed else ''}from dicehall.cli.main import main; main()"
        arguments = ["serve", "--port", str(self.port), "--data", str(self.folder / "data"), "--no-limits"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *arguments],
            env={**os.environ, "PYTHONPATH": str(SOURCES), "DICEHALL_DATABASE": ""},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        reader.start()
        self._readers.append(reader)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "listens on http://" in line, f"{line!r}\n{self.said()}"
        self.port = int(line.split(" ; ")[0].rsplit(":", 1)[1])
        deadline = time.monotonic() + 30
        while not any("startup complete" in row for row in self.lines[:]):
            assert self.process.poll() is None and time.monotonic() < deadline, self.said()
            time.sleep(0.01)

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            self.lines.append(line)

    def kill(self) -> None:
        """As when the power fails."""
        assert self.process is not None
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """As a person stops it; its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self._ended()

    def _ended(self) -> int:
        assert self.process is not None and self.process.stdout is not None and self.process.stderr is not None
        code = self.process.wait(timeout=40)
        for reader in self._readers:
            reader.join(timeout=10)
        self.process.stdout.close()
        self.process.stderr.close()
        self.lines = [line for line in self.lines if "startup complete" not in line]
        self.process = None
        return code

    def said(self) -> str:
        return "".join(self.lines)

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ws(self, room: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/rooms/{room}/ws"

    @property
    def database(self) -> Path:
        return next((self.folder / "data").glob("*.db"))


def loads(data: bytes | str) -> Any:
    return msgspec.json.decode(data)
