"""`dicehall join` as a program: moves through a pipe, two people, a server that goes and comes back, clean ends."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from terminals import DICEHALL, narrow

from dicehall.cli.main import main
from dicehall.table.client import Client, Table
from dicehall.table.links import Link, link_of
from dicehall.table.messages import Update
from table.serving import serving

LINK = re.compile(r"http://\S+/r/[\w-]+(#[\w-]+)?")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as url:
        yield url


class Pipe:
    """The program in this process, which is quicker, with its input out of a pipe."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        monkeypatch.chdir(folder)
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *args: str, typed: str) -> str:
        there, here = os.pipe()
        os.write(here, typed.encode())
        os.close(here)
        with open(there) as stdin:
            self.monkeypatch.setattr(sys, "stdin", stdin)
            with pytest.raises(SystemExit) as stop:
                main(["join", *args])
            for thread in threading.enumerate():
                if thread.name == "dicehall-lines":
                    thread.join(10)
        seen = self.capsys.readouterr()
        assert stop.value.code == 0, seen.out[-600:] + seen.err
        assert seen.err == ""
        narrow(LINK.sub("", seen.out))
        return seen.out


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Pipe:
    return Pipe(monkeypatch, capsys, tmp_path)


class Piped:
    """The program with somebody at the other end of its pipes."""

    def __init__(self, *args: str) -> None:
        command = [*DICEHALL, "join", *args]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a run in the background ignores it
        )  # fmt: skip
        self.seen = ""

    def until(self, words: str) -> str:
        """What was printed up to some words; it is forgotten."""
        assert self.process.stdout is not None
        end = time.monotonic() + 30
        while words not in self.seen and time.monotonic() < end:
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                data = os.read(self.process.stdout.fileno(), 65536)
                if not data:
                    break
                self.seen += data.decode()
        assert words in self.seen, self.seen[-800:]
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def end(self) -> int:
        out, err = self.process.communicate(timeout=30)
        assert "Traceback" not in out.decode() + err.decode()
        return self.process.returncode


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


async def until(table: Table, fits: Callable[[Update], bool]) -> None:
    while not fits(table.update):
        await table.next()


def test_moves_through_a_pipe(server: str, piped: Pipe, tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    commands = [
        "stop my main",
        "stop my attack",
        "why 1",
        "why end main",
        "keep",
        "undo",
        "jump",
        "99",
        "1",
        "1",
        "1",
        "jump",  # what looks like a move waits until it is asked for
        "log 3",
        "link",
        "record game.toml",
    ]
    out = piped(
        server,
        "--new",
        "--bot",
        "easy",
        "--name",
        "Zoe",
        typed="\n".join([*commands, "record game.toml", "quit", ""]),
    )
    assert "You are Zoe." in out
    link = LINK.search(out)
    assert link is not None and link.group(1) and out.count(link.group()) == 3  # at first, for `link`, and at the end
    for words in (
        "Which dice do you reroll?", "1 keep", "It can be done.", "A move was taken back.", "Basic actions for all:",
        "! 'jump' does not begin with a move", "! there is no answer 99", "What do you do? [4.4.1]", "Turn 2:",
        "Turn 3: Zoe", "life 10 of 10", "exists already", "The game stays.",
    ):  # fmt: skip
        assert words in out, words
    assert "Zoe> keep" in record.read_text()
    again = piped(link.group(), typed="\n")  # the private link brings back, the end of the input leaves
    assert "You are Zoe." in again and "Which dice do you reroll?" in again
    guest = piped(str(link_of(link.group()).for_guests()), typed="keep\nundo\n")
    assert "No seat is free at this table, so you watch." in guest
    assert guest.count("you watch;") == 2 and "1 keep" not in guest and "Basic actions for all:" in guest


def test_irondie_to_its_end(server: str, piped: Pipe, tmp_path: Path) -> None:
    record = tmp_path / "iron.toml"
    typed = "help\n1 10\n1 2\n1\nrecord iron.toml\nquit\n"
    out = piped(server, "--new", "--bot", "beginner", "--game", "irondie", typed=typed)
    for words in (
        "Which dice do you roll into battle?", "10 none", "'none' cannot be joined", "LIFE", "reserve",
        "Ann rolls red assault*#1, red assault*#2", "The game is over.", "wins (life)", "one that it promised",
        "! the game is over", "record FILE",
    ):  # fmt: skip
        assert words in out, words
    assert record.is_file()


def test_two_people_consent_and_a_server_that_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        port = int(url.rsplit(":", 1)[1])
        ann = Piped(url, "--new", "--name", "Ann", "--open")
        ann.until("dicehall join http")
        ann.type("keep")  # waits until it is asked for
        bob: list[Link] = []

        async def sits() -> None:
            client = Client(url)
            rooms = await client.lobby()
            seated = await client.sit(rooms[0].room, "Bob")
            bob.append(client.link._replace(room=seated.room, token=seated.token))

        run(sits())
        ann.until("> keep")
        ann.type("stop my attack", "stop my main", "1", "1")
        ann.until("It is for Bob to choose.")
        ann.type("undo")
        ann.until("The others are asked")

        async def allows() -> None:
            async with Client(url).room(bob[0].room, bob[0].token) as table:
                await until(table, lambda update: update.asks_undo == 0)
                await table.answer_undo(1, True)

        run(allows())
        ann.until("A move was taken back.")
        ann.until("You can take back 2 more moves by consent.")
        ann.until("Who attacks?")
    ann.until("The connection is lost.")
    with serving(tmp_path, port):
        ann.until("The connection is back.")
        ann.type("1")
        ann.until("It is for Bob to choose.")

        async def plays() -> None:
            async with Client(url).room(bob[0].room, bob[0].token) as table:
                await table.passes(1, [], ["my main", "my attack"])
                await table.play(1, "keep")
                await table.play(1, "end main")
                await table.undo(1)
                await table.concede(1)

        run(plays())
        ann.until("The game is over. Ann wins")
        ann.process.send_signal(signal.SIGINT)
        assert ann.end() == 130
        assert "Come back" not in ann.seen


def test_ctrl_c_tells_the_way_back_to_the_seat(server: str) -> None:
    ann = Piped(server, "--new", "--bot", "easy", "--name", "Ann")
    ann.until("Which dice do you reroll?")
    ann.process.send_signal(signal.SIGINT)
    out, err = ann.process.communicate(timeout=30)
    told = ann.seen + out.decode()
    assert ann.process.returncode == 130 and "Traceback" not in told + err.decode()
    link = link_of(told.split("Come back with:\ndicehall join '")[1].partition("'")[0])

    async def comes_back() -> None:
        async with Client(server).room(link.room, link.token) as table:
            assert table.update.seats == [0]

    run(comes_back())


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(["join", *args])
    assert stop.value.code == 2, args
    err = capsys.readouterr().err
    assert err.startswith("dicehall: ")
    return err


def test_what_cannot_be_joined(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is no link" in refused(capsys, "ftp://x/r/y")
    assert "no room 'nowhere'" in refused(capsys, f"{server}/r/nowhere")
    assert "no room 'nowhere'" in refused(capsys, f"{server}/r/nowhere#token")
    assert "cannot be reached" in refused(capsys, "http://127.0.0.1:9/r/abc")
    assert "--new" in refused(capsys, f"{server}/r/abc", "--bot", "easy")
    assert "--hints and --undos are for a room" in refused(capsys, f"{server}/r/abc", "--undos", "0", "--hints")
    assert "--new" in refused(capsys, f"{server}/r/abc", "--new")
    assert "exclude" in refused(capsys, server, "--new", "--bot", "easy", "--open")
    assert "no level 'genius'" in refused(capsys, server, "--new", "--bot", "genius")
    assert "--game is" in refused(capsys, server, "--new", "--game", "chess")
    assert "no ready-made team" in refused(capsys, server, "--new", "--team", "nobody")
    with pytest.raises(SystemExit):
        main(["join", server])
    assert "dicehall join" in capsys.readouterr().out
