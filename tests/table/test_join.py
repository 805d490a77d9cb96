"""`dicehall join`: the calls besides moves, two people at one screen, another game, clocks."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from dicehall.cli.join_calls import HELP
from dicehall.cli.join_screen import clock_words
from dicehall.cli.join_settings import Wishes, clock_of, settings_of
from dicehall.cli.join_table import COMMANDS, AtTable
from dicehall.cli.main import main
from dicehall.cli.terminal_style import Out
from dicehall.kernel.errors import InvalidInput
from dicehall.table.client import Client, Table
from dicehall.table.links import Link
from dicehall.table.messages import STEPS, Seated
from dicehall.table.settings import Clock, Place, Settings

from .serving import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as url:
        yield url


class Screen(io.StringIO):
    """A terminal that keeps what it shows; what was cleared is gone."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if "\x1b[2J" in text:
            self.seek(0)
            self.truncate()
            return len(text)
        return super().write(text)


class Typed:
    """Lines that a test types."""

    is_person = True

    def __init__(self) -> None:
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.waiting = asyncio.Event()  # for the next line: all before it has been dealt with

    async def next(self) -> str:
        self.waiting.set()
        return await self.queue.get()


class Person:
    """Somebody at a terminal, joined to a table."""

    def __init__(self, client: Client, table: Table) -> None:
        self.screen, self.lines = Screen(), Typed()
        self.at = AtTable(Out(False, self.screen), client, table, self.lines)  # type: ignore[arg-type]
        self.running = asyncio.create_task(self.at.run())

    async def type(self, line: str) -> str:
        """What is shown from then on, until the line has been dealt with."""
        await self.lines.waiting.wait()
        self.lines.waiting.clear()
        before = len(self.screen.getvalue())
        self.lines.queue.put_nowait(line)
        done = asyncio.create_task(self.lines.waiting.wait())
        await asyncio.wait({done, self.running}, return_when=asyncio.FIRST_COMPLETED)
        done.cancel()
        return self.screen.getvalue()[before:]

    async def until(self, words: str) -> None:
        while words not in self.screen.getvalue():
            await asyncio.sleep(0.01)

    async def quit(self) -> Link | None:
        self.lines.queue.put_nowait("quit")
        return await self.running


def play(server: str, settings: Settings, game: Callable[[Client, str, str], Awaitable[None]]) -> None:
    """Ann and, if the seat is free, Bob are seated; then `game` gets their tokens."""

    async def run() -> None:
        client = Client(server)
        ann = await client.create(settings, "Ann")
        bob = "" if settings.one_screen else (await client.sit(ann.room, "Bob")).token
        await game(client, f"{ann.room}#{ann.token}", f"{ann.room}#{bob}")

    asyncio.run(asyncio.wait_for(run(), 60))


def table_of(client: Client, place: str) -> Table:
    room, _, token = place.partition("#")
    return client.room(room, token)


def test_the_help_names_every_word() -> None:
    told = {word for row in HELP.splitlines() for word in row[:15].split()}
    assert {*COMMANDS} - {"help", "exit"} <= told
    assert all(len(row) < 80 for row in HELP.splitlines())


def test_a_forecast_in_the_terminal(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        async with table_of(client, ann) as table:
            person = Person(client, table)
            version = table.update.version
            assert "Then it depends on" in await person.type("forecast 1")
            assert "Then it depends on what is chosen next" in await person.type("forecast keep")
            assert "! " in await person.type("forecast jump")
            assert "forecast what?" in await person.type("forecast")
            assert "there is no answer 99" in await person.type("forecast 99")
            assert table.update.version == version, "nothing has happened"
            await person.type("keep")
            assert table.update.version > version
            assert await person.quit() is None
        async with table_of(client, bob) as table:
            other = Person(client, table)
            assert "you are not asked now; the game waits for Ann" in await other.type("forecast keep")
            await other.quit()

    play(server, Settings(), game)


def test_a_hint_in_the_terminal(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        async with table_of(client, ann) as table, table_of(client, bob) as other:
            person, idle = Person(client, table), Person(client, other)
            version = table.update.version
            told = await person.type("hint")
            moves = [row.partition(" %  ")[2] for row in told.splitlines() if " %  " in row]
            assert len(moves) == 3 and told.count("then ") == 3 and table.update.version == version
            assert "you are not asked now" in await idle.type("hint")
            await table.play(0, table.update.questions[0].actions[1].action)  # the first die of a reroll: half a move
            assert table.update.questions[0].continues
            listed = [option.text for option in table.update.questions[0].actions]
            told = await person.type("hint")
            rows = [row.partition(" %  ")[2].partition(" ") for row in told.splitlines() if " %  " in row]
            assert rows and all(listed[int(number) - 1] == text for number, _, text in rows), "by its number"
            await person.type("undo")
            await person.type(moves[0])
            assert table.update.version > version and "\n! " not in person.screen.getvalue()
            await person.quit()
            await idle.quit()

    play(server, Settings(hints=True), game)


def test_no_hint_at_a_table_without_hints(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        async with table_of(client, ann) as table:
            person = Person(client, table)
            assert "! this table was set up without hints" in await person.type("hint")
            await person.quit()

    play(server, Settings(), game)


def test_who_takes_back_by_consent_learns_how_often_that_is_left(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        async with table_of(client, ann) as table, table_of(client, bob) as other:
            first, second = Person(client, table), Person(client, other)
            await first.type("keep")
            await first.type("undo")
            await first.until("A move was taken back.")
            assert "by consent" not in first.screen.getvalue(), "that was free"
            for left in ("1 more move", "no more moves"):
                for line in ("keep", "end main") if left == "1 more move" else ("end main",):
                    await first.type(line)
                await second.until("Bob: Which dice")
                await first.type("undo")
                await second.until("Ann asks to take the last move back")
                await second.type("yes")
                await first.until(f"You can take back {left} by consent.")
                await second.until(f"Ann can take back {left} by consent.")
            await first.quit()
            await second.quit()

    play(server, Settings(undos=2), game)


def test_a_new_room_is_as_it_was_asked_for() -> None:
    plain = settings_of(Wishes())
    assert plain == Settings()
    wishes = Wishes(clock="20m", at_zero="claim", claim_after="5m", hints=True, undos=0, edition="tmnt")
    assert settings_of(wishes) == Settings(
        edition="tmnt", clock=Clock("total", 1200.0), at_zero="claim", claim_after=300.0, hints=True, undos=0
    )
    assert wishes.given() == ["--clock", "--at-zero", "--claim-after", "--hints", "--undos", "--edition"]
    assert settings_of(Wishes(bot="easy", clock="3d", at_zero="lose")).at_zero == "lose"


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        (Wishes(clock="20m", at_zero="draw"), "--at-zero is lose or claim, not 'draw'"),
        (Wishes(at_zero="claim"), "--at-zero .* needs a --clock"),
        (Wishes(claim_after="soon"), "--claim-after is a time from 10s to 60d"),
        (Wishes(claim_after="1s"), "--claim-after is a time from 10s to 60d"),
        (Wishes(claim_after="5m+5s"), "--claim-after is a time from 10s to 60d"),
        (Wishes(undos=-1), "--undos is a number from 0 to 99, not -1"),
        (Wishes(undos=100), "--undos is a number from 0 to 99, not 100"),
        (Wishes(edition="chess"), "--edition is one of avx, ygo, imw, tmnt, not 'chess'"),
        (Wishes(edition="imw", game="irondie"), "IRONDIE has only one"),
    ],
)
def test_what_makes_no_sense_for_a_new_room_is_told(wishes: Wishes, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        settings_of(wishes)


def test_steps_are_skipped_and_stopped_at_in_the_terminal(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        async with table_of(client, ann) as table, table_of(client, bob) as other:
            person = Person(client, table)
            assert "in: no step." in await person.type("skip")
            assert "in: their main." in await person.type("skip Their  Main")
            assert "in: my attack, their main." in await person.type("skip my attack")
            assert table.update.passes == [["my attack", "their main"]] and other.update.passes == [[]]
            assert "in: my attack." in await person.type("stop their main")
            wrong = " ".join((await person.type("stop at nothing")).split())
            assert f"there are {', '.join(STEPS)}" in wrong
            assert table.update.passes == [["my attack"]] and table.update.stops == [["their main"]]
            assert "only one answer in: my attack, their main." in " ".join(
                (await person.type("stop my attack")).split()
            )
            assert table.update.passes == [[]] and other.update.stops == [[]]
            assert "only one answer in: my attack." in " ".join((await person.type("usual their main")).split())
            assert table.update.stops == [["my attack"]] and table.update.passes == [[]]
            await person.quit()

    play(server, Settings(), game)


def test_irondie_has_no_steps_to_skip(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        async with table_of(client, ann) as table:
            person = Person(client, table)
            assert "! IRONDIE has no steps" in await person.type("skip their main")
            assert table.update.passes == [[]]
            await person.quit()

    play(server, Settings(game="irondie"), game)


def test_another_game_for_both_and_for_who_watches(server: str) -> None:
    async def game(client: Client, ann: str, bob: str) -> None:
        room = ann.partition("#")[0]
        async with table_of(client, ann) as table, table_of(client, bob) as other, client.room(room) as guest:
            first, second, watcher = Person(client, table), Person(client, other), Person(client, guest)
            assert "! the game is not over yet" in await first.type("again")
            assert "have not set up another game" in await watcher.type("again")
            assert "once more" in await second.type("concede") and table.update.status == "playing"
            for line in ("keep", "1", "1"):
                await first.type(line)
            await first.until("It is for Bob to choose.")
            await first.type("undo")
            await second.until("Ann asks to take the last move back: yes or no?")
            await second.type("no")
            await first.until("Your move was not taken back.")
            assert "by consent" not in first.screen.getvalue()
            await second.type("concede")
            await second.type("concede")
            await first.until("The game is over. Ann wins")
            sets_up = client.again

            async def slowly(room: str, token: str, seed: str = "", made: str = "") -> Seated:
                """Who sets it up hears of it before the answer comes."""
                seated = await sets_up(room, token, seed, made)
                await first.until("Another game is set up")
                while not other.update.next:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.05)
                return seated

            client.again = slowly  # type: ignore[method-assign]
            await second.type("again my own seed")
            to = await second.running
            client.again = sets_up  # type: ignore[method-assign]
            assert "Another game is set up" not in second.screen.getvalue(), "it is no news to who has done it"
            assert to is not None and to.room != room and to.token
            await first.until("Another game is set up")
            await watcher.until("Another game is set up")
            await first.type("again")
            also = await first.running
            await watcher.type("again")
            assert also is not None and also.room == to.room and also.token not in ("", to.token)
            assert await watcher.running == client.link._replace(room=to.room)
        for link, seat in ((to, 0), (also, 1)):
            async with client.room(link.room, link.token) as table:
                assert table.update.names == ["Bob", "Ann"] and table.update.seats == [seat]
                assert table.update.fair.seeds[0] == "my own seed"
                assert client.promised[to.room] == table.update.fair.commitment

    play(server, Settings(), game)


def test_two_people_choose_in_secret_at_one_screen(server: str) -> None:
    async def game(client: Client, both: str, _: str) -> None:
        async with table_of(client, both) as table:
            person = Person(client, table)
            await person.until("Ann: Which dice do you roll into battle?")
            assert table.update.seats == [0, 1] and [q.seat for q in table.update.questions] == [0, 1]
            await person.type("1 2")
            await person.until("Bob: Which dice do you roll into battle?")
            assert "1 2" not in person.screen.getvalue() and "Ann: Which" not in person.screen.getvalue()
            assert [q.seat for q in table.update.questions] == [1]
            await person.type("undo")
            await person.until("Ann: Which dice do you roll into battle?")
            await person.type("1")
            await person.until("Bob: Which dice do you roll into battle?")
            await person.type("2")
            await person.until("Ann rolls red")
            await person.quit()

    play(server, Settings(game="irondie", one_screen=True, places=(Place(), Place(name="Bob"))), game)


def test_one_screen_answers_for_whoever_is_asked(server: str) -> None:
    async def game(client: Client, both: str, nobody: str) -> None:
        async with table_of(client, both) as table:
            person = Person(client, table)
            asked: set[int] = set()
            for _ in range(40):
                while not table.update.questions:
                    await asyncio.sleep(0.01)
                asked.add(table.update.questions[0].seat)
                await person.type("1")
            assert asked == {0, 1}
            await person.quit()

    play(server, Settings(one_screen=True), game)


@pytest.mark.parametrize(
    "text,clock",
    [
        (None, Clock()),
        ("3d", Clock("move", 259_200.0)),
        ("20m", Clock("total", 1200.0)),
        ("1h+30s", Clock("total", 3600.0, 30.0)),
        ("90s+5s", Clock("total", 90.0, 5.0)),
    ],
)
def test_clocks_as_they_are_written(text: str | None, clock: Clock) -> None:
    assert clock_of(text) == clock


@pytest.mark.parametrize("text", ["", "3", "d", "3d+5s", "20m+5", "-1m", "1.5h", "20 m"])
def test_clocks_that_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidInput, match="20m"):
        clock_of(text)


def test_a_made_room_has_the_clock_and_the_screen_that_were_asked_for(
    server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    empty = tmp_path / "nothing"
    empty.touch()
    with empty.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        with pytest.raises(SystemExit) as stop:
            main(["join", server, "--new", "--both", "--clock", "10m+5s", "--edition", "tmnt", "--undos", "1"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert "You are Ann and Bob." in out and "Time left: Ann 10:00 (running), Bob 10:00." in out
    for wrong in (["--both", "--open"], ["--both", "--bot", "easy"], ["--clock", "soon"]):
        with pytest.raises(SystemExit) as stop:
            main(["join", server, "--new", *wrong])
        assert stop.value.code == 2
    with pytest.raises(SystemExit) as stop:
        main(["join", f"{server}/r/abc", "--both"])
    assert stop.value.code == 2 and "--new" in capsys.readouterr().err


def test_the_clock_on_the_screen_runs_on_between_updates(server: str) -> None:
    async def play() -> None:
        client = Client(server)
        seated = await client.create(
            Settings(places=(Place(), Place("bot", "easy")), clock=Clock("total", 600.0)), "Ann"
        )
        async with client.room(seated.room, seated.token) as table:
            while table.update.clock.running != [0]:
                await table.next()
            table._came -= 65.0  # as if so much time had gone by
            mine, bots = table.time_left
            assert mine is not None and bots is not None
            assert 530.0 < mine < 536.0 and bots == table.update.clock.left[1]
            assert "Ann 8:5" in clock_words(table.update, table.time_left)

    asyncio.run(play())


def test_a_seed_that_is_too_long_is_refused_before_anything_is_sent(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["join", "http://127.0.0.1:1", "--new", "--seed", "x" * 300])
    assert stopped.value.code == 2
    assert "has at most 256 bytes" in capsys.readouterr().err
