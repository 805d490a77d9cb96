"""The Python client against a real server: whole games, clients in step, lost connections, undo, refusals, links."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from dicehall.kernel.errors import InvalidInput
from dicehall.notation.record import read_record, replay_record
from dicehall.table.client import (
    Client,
    Gone,
    Lost,
    Offline,
    Refused,
    Stale,
    Table,
    Unreachable,
    play_bot,
)
from dicehall.table.links import Link, link_of
from dicehall.table.messages import STEPS, Question, Update
from dicehall.table.settings import Place, Settings
from table.serving import Line, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as url:
        yield url


def run(work: Coroutine[Any, Any, None]) -> None:
    """A test that hangs fails."""
    asyncio.run(asyncio.wait_for(work, 50))


async def until(table: Table, fits: Callable[[Update], bool]) -> Update:
    while not fits(table.update):
        await table.next()
    return table.update


async def pair(client: Client, **settings: Any) -> tuple[Table, Table]:
    """Two people at a new table; not connected yet."""
    ann = await client.create(Settings(**settings), "Ann", "a")
    bob = await client.sit(ann.room, "Bob", "b")
    return client.room(ann.room, ann.token), client.room(bob.room, bob.token)


def first(question: Question, view: dict[str, Any]) -> int:
    return question.actions[0].action


def last(question: Question, view: dict[str, Any]) -> list[int]:
    return [question.actions[-1].action]


@pytest.mark.parametrize(("game", "level"), [("dicemasters", "easy"), ("irondie", "easy")])
def test_a_whole_game_against_a_bot(
    server: str, tmp_path: Path, game: Literal["dicemasters", "irondie"], level: str
) -> None:
    async def work() -> None:
        client = Client(server)
        settings = Settings(game=game, places=(Place(), Place(kind="bot", level=level, name="Robo")))
        seated = await client.create(settings, "Ann", "some seed")
        assert seated.seats == [0]
        async with client.room(seated.room, seated.token) as table:

            async def thinks(question: Question, view: dict[str, Any]) -> int:
                assert view["game"] == game
                await asyncio.sleep(0)
                return first(question, view)

            end = await play_bot(table, thinks if game == "dicemasters" else last)
            assert end.ending is not None
            assert end.fair.server_seed
            assert [event.seq for event in table.log] == list(range(len(table.log)))
            assert table.missing == 0
            with pytest.raises(Refused, match="over"):
                await table.play(0, 0)
        path = tmp_path / "game.toml"
        path.write_text(await client.record(seated.room))
        player, failure = replay_record(read_record(path))
        assert failure is None
        assert player.state.is_over

    run(work())


def test_two_bots_in_other_processes_and_a_spectator(server: str) -> None:
    async def work() -> None:
        client = Client(server)
        ann, bob = await pair(client, game="irondie")
        guest = client.room(ann.link.room)
        async with ann, bob, guest:
            ends = await asyncio.gather(
                play_bot(ann, last), play_bot(bob, lambda question, view: question.actions[-1].text)
            )
            assert ends[0].ending == ends[1].ending
            seen = await until(guest, lambda update: update.status == "over")
            assert seen.seats == [] and seen.questions == []
            assert guest.log == ann.log == bob.log
            with pytest.raises(Refused, match="seat 0") as refused:
                await guest.play(0, 0)
            assert refused.value.code == "not yours"

    run(work())


def test_clients_of_one_seat_stay_in_step_and_a_stale_answer_is_refused(server: str) -> None:
    async def work() -> None:
        client = Client(server)
        one, bob = await pair(client)
        two, guest = client.room(one.link.room, one.link.token), client.room(one.link.room)
        async with one, two, bob, guest:
            old = one.update.questions[0]
            assert two.update.questions[0] == old
            assert guest.update.questions == bob.update.questions == []
            assert guest.update.asked == [0]
            assert await one.why(0, "keep") == []
            assert (await one.why(0, "end main"))[0].rule
            assert (await one.why(0, 4711))[0].text
            with pytest.raises(InvalidInput):
                await one.play(0, " ")
            with pytest.raises(Refused, match="jump"):
                await one.play(0, "jump")
            version = await one.play(0, "keep")
            assert one.update.version == version
            update = await until(two, lambda update: update.version == version)
            assert update.questions[0].asks == "What do you do?"
            assert two.log == one.log
            with pytest.raises(Stale) as stale:
                await two.play(0, "keep", old.version)
            assert stale.value.version == version
            await two.play(0, "end main")
            assert await one.ping() < 30
            assert one.log == two.log
            assert one.update.view == two.update.view

    run(work())


def test_a_cut_connection_is_mended_and_exactly_what_was_missed_comes(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.table.client.SHORTEST", 0.02)

    async def work() -> None:
        async with Line(server) as line:
            ann, bob = await pair(Client(server))
            far = Client(line.url).room(ann.link.room, ann.link.token)
            told: list[bool] = []
            far.notice = told.append
            async with ann, bob, far:
                await ann.passes(0, [], STEPS)
                await bob.passes(1, [], STEPS)
                got: list[int] = []
                took = far._take

                def noted(update: Update) -> None:
                    got.extend(event.seq for event in update.events)
                    took(update)

                monkeypatch.setattr(far, "_take", noted)
                known = len(far.log)
                line.cut()
                while far.connected:
                    await asyncio.sleep(0.01)
                with pytest.raises(Offline):
                    await far.play(0, "keep")
                for move in ("keep", "end main", "attack none"):
                    await ann.play(0, move)
                await bob.play(1, "keep")
                assert len(ann.log) > known
                line.mend()
                await until(far, lambda update: update.version == bob.update.version)
                assert told == [True, False, True]
                assert got == list(range(known, len(bob.log)))  # nothing twice, nothing left out
                assert far.log == bob.log and far.missing == 0
                # a move is taken back meanwhile: the log is that of the game as it is now
                line.cut()
                await bob.play(1, "end main")
                await bob.undo(1)
                line.mend()
                await until(far, lambda update: update.epoch == bob.update.epoch)
                assert far.log == bob.log

    run(work())


def test_a_request_whose_answer_is_lost_says_so(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.table.client.SHORTEST", 0.02)

    async def work() -> None:
        async with Line(server) as line:
            ann, bob = await pair(Client(server))
            far = Client(line.url).room(ann.link.room, ann.link.token)
            async with far, bob:
                line.mute = True
                doing = asyncio.create_task(far.play(0, "keep"))
                await until(bob, lambda update: update.version > far.update.version)
                line.cut()
                with pytest.raises(Lost, match="unknown"):
                    await doing
                line.mend()
                update = await until(far, lambda update: update.version == bob.update.version)
                assert update.questions[0].asks == "What do you do?"  # it was done

    run(work())


def test_undo_freely_and_by_consent(server: str) -> None:
    async def work() -> None:
        client = Client(server)
        ann, bob = await pair(client, undos=1)
        async with ann, bob:
            with pytest.raises(Refused):
                await ann.undo(0)
            await ann.passes(0, [], STEPS)
            rolled = list(ann.log)
            await ann.play(0, "keep")
            assert ann.update.may_undo == [True]
            await ann.undo(0)
            assert ann.update.epoch == 1 and ann.update.asks_undo == -1
            assert ann.log == rolled
            for move in ("keep", "end main", "attack none"):
                await ann.play(0, move)
            turn = len(ann.log)
            await ann.undo(0)  # dice of Bob have fallen since
            update = await until(bob, lambda update: update.asks_undo == 0)
            assert update.epoch == 1
            await bob.answer_undo(1, False)
            await until(ann, lambda update: update.asks_undo == -1)
            assert len(ann.log) == turn
            await ann.undo(0)
            await until(bob, lambda update: update.asks_undo == 0)
            await bob.answer_undo(1, True)
            update = await until(ann, lambda update: update.epoch == 2)
            assert update.asked == [0] and update.undos_left[0] == 0
            assert ann.log == bob.log and len(ann.log) < turn
            with pytest.raises(Refused, match="here"):
                await bob.claim(1)
            await bob.concede(1)
            update = await until(ann, lambda update: update.status == "over")
            assert update.ending is not None and update.ending.winners == [0]

    run(work())


def test_rooms_seats_and_faults(server: str) -> None:
    async def work() -> None:
        client = Client(server + "/")
        seated = await client.create(Settings(listed=True), "Ann")
        info = await client.info(seated.room)
        assert info.names == ["Ann", ""] and info.status == "waiting"
        assert info in await client.lobby()
        async with client.room(seated.room, seated.token) as table:
            assert table.update.status == "waiting" and table.update.view is None
            with pytest.raises(Refused, match=r"not begun|not asked"):
                await table.play(0, "keep")
            with pytest.raises(Refused, match="called Ann"):
                await client.sit(seated.room, "Ann")
            await client.sit(seated.room, "Bob", seat=1)
            await until(table, lambda update: update.status == "playing")
        with pytest.raises(Offline, match="left"):
            await table.ping()
        with pytest.raises(Refused, match="taken"):
            await client.sit(seated.room)
        bad: list[tuple[Awaitable[object], type[Exception], str]] = [
            (client.create(name="?"), InvalidInput, "name"),
            (client.create(name="x" * 30), InvalidInput, "24"),
            (client.info("nowhere"), Gone, "no room"),
            (client.record("a/b"), InvalidInput, "name of a room"),
            (client.room("nowhere").__aenter__(), Gone, "no room"),
            (client.room(seated.room, "wrong").__aenter__(), Gone, "no seat"),
            (Client("http://127.0.0.1:9").lobby(), Unreachable, "cannot be reached"),
            (Client("http://127.0.0.1:9").room("abc").__aenter__(), Unreachable, "cannot be reached"),
            (Client(server + "/else").lobby(), Gone, "Not Found"),
        ]
        for call, error, words in bad:
            with pytest.raises(error, match=words):
                await call

    run(work())


def test_links() -> None:
    link = link_of("http://example.org:8600/r/abc_-1#to-ken")
    assert link == Link("http://example.org:8600", "abc_-1", "to-ken")
    assert link_of(str(link)) == link
    assert str(link.for_guests()) == "http://example.org:8600/r/abc_-1"
    assert link.socket == "ws://example.org:8600/api/rooms/abc_-1/ws"
    assert link_of("https://a.example/dice/r/x/").socket == "wss://a.example/dice/api/rooms/x/ws"
    assert link_of(" localhost:8600 ") == Link("http://localhost:8600")
    assert str(link_of("http://[::1]:80/r/x")) == "http://[::1]:80/r/x"
    assert link_of("http://a/r/").room == ""
    for wrong in ("", "ftp://a/r/b", "http://a:b/", "http:///r/x", "http://a/r/x y", "http://a/r/%20"):
        with pytest.raises(InvalidInput):
            link_of(wrong)
    for secret in ("http://a#secret", "http://a/r/b#secret!", "ftp://a/r/b#secret"):
        with pytest.raises(InvalidInput) as fault:
            link_of(secret)
        assert "secret" not in str(fault.value)
