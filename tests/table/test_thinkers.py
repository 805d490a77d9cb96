"""Bots think in processes of their own: they answer the same there, may be killed, and are gone with the server."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from pathlib import Path

import httpx
import msgspec
import pytest

from dicehall.bots.base import question
from dicehall.bots.levels import LEVELS, bot_named
from dicehall.dicemasters.teamfile import ready_names
from dicehall.kernel.dice import Rng
from dicehall.table import messages as m
from dicehall.table.following import ask_of
from dicehall.table.hub import Hub
from dicehall.table.inputs import Play, decode
from dicehall.table.live import Live
from dicehall.table.room import Room
from dicehall.table.settings import GAMES, Place, Settings
from dicehall.table.storage import open_folder
from dicehall.table.thinker import Ask, Chosen, answer, choose
from dicehall.table.thinkers import Ended, NoAnswer, Thinkers

from .probing import Server, Table, new_table, play_on, seed_of

BOTH = pytest.mark.parametrize("game", GAMES)
FOREVER = "search:9000000"  # iterations
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


def first_ask(game: str, level: str) -> Ask:
    """What a bot of this level is asked at the first question that has several answers."""
    table = new_table(game)
    while len(table.room.state.decisions[0].actions) < 2:
        next(play_on(table, Rng(1), 1))
    return msgspec.structs.replace(ask_of(table.room, table.room.asked()[0], 0), level=level)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def children_of(parent: int) -> list[int]:
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if parent_of(int(folder.name)) == parent:
                found.append(int(folder.name))
        except OSError:  # it has just ended
            continue
    return found


async def until_thinking(thinkers: Thinkers) -> int:
    """The process that has been started."""
    while not thinkers.pids:
        await asyncio.sleep(0.01)
    return thinkers.pids[0]


# ---- answers -----------------------------------------------------------------------------------------------------


@BOTH
def test_a_bot_answers_a_saved_state_as_it_answers_the_game(game: str) -> None:
    names = list(ready_names())
    places = (Place(), Place()) if game == "irondie" else (Place(team=names[0]), Place(team=names[-1]))
    table = Table(Settings(game=game, places=places), seed_of(3))  # type: ignore[arg-type]
    levels = [level.name for level in LEVELS if level.name not in ("hard", "strong")] + ["hard:20"]
    for count, _ in enumerate(play_on(table, Rng(3), 60)):
        for seat in table.room.asked():
            ask = ask_of(table.room, seat, table.version(seat))
            ask = msgspec.structs.replace(ask, level=levels[count % len(levels)])
            bot = bot_named(ask.level, game, ask.seed)
            assert choose(ask).action == bot.choose(question(table.room.state, seat))


def test_each_question_has_a_seed_of_its_own_that_needs_the_servers() -> None:
    one, other = new_table("irondie", 1).room, new_table("irondie", 2).room
    seeds = {ask_of(room, seat, version).seed for room in (one, other) for seat in (0, 1) for version in (7, 8)}
    assert len(seeds) == 8
    assert ask_of(one, 0, 7).seed == ask_of(new_table("irondie", 1).room, 0, 7).seed


def test_what_cannot_be_answered_is_said() -> None:
    for line in (b"", b"nonsense\n", msgspec.json.encode(Ask("irondie", "easy", 1, 0, b"nothing"))):
        chosen = msgspec.json.decode(answer(line), type=Chosen)
        assert chosen.action == -1 and chosen.fault
    assert not msgspec.json.decode(answer(msgspec.json.encode(first_ask("irondie", "easy"))), type=Chosen).fault


# ---- processes ---------------------------------------------------------------------------------------------------


def test_a_process_answers_many_questions_and_one_that_it_cannot() -> None:
    async def run() -> None:
        thinkers = Thinkers(most=1)
        asks = [first_ask(game, level) for game in GAMES for level in ("beginner", "easy", "medium")]
        wrong = msgspec.structs.replace(asks[0], state=b"nothing")
        found = await asyncio.gather(*[thinkers.choose(ask) for ask in asks])
        first = thinkers.pids
        assert found == [choose(ask) for ask in asks]
        with pytest.raises(NoAnswer):
            await thinkers.choose(wrong)
        assert await thinkers.choose(asks[0]) == found[0]
        assert thinkers.pids == first and len(first) == 1, "all of it in the same process"
        await thinkers.close()
        assert not thinkers.pids and not is_alive(first[0])

    asyncio.run(run())


def test_a_process_that_is_killed_with_a_question_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        thinkers = Thinkers(most=1)
        ask = first_ask("irondie", "easy")
        await thinkers.choose(ask)
        first = thinkers.pids[0]
        os.kill(first, signal.SIGSTOP)  # so that it gets the question and does not answer
        asked = asyncio.create_task(thinkers.choose(ask))
        done, _ = await asyncio.wait({asked}, timeout=0.2)
        assert not done
        os.kill(first, signal.SIGKILL)
        assert await asked == choose(ask)
        assert thinkers.pids and first not in thinkers.pids and not is_alive(first)
        os.kill(thinkers.pids[0], signal.SIGKILL)  # also one that has nothing to do
        assert await thinkers.choose(ask) == choose(ask)
        await thinkers.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert "asked again" in caplog.text


def test_the_end_does_not_wait_for_a_bot() -> None:
    async def run() -> None:
        thinkers = Thinkers(most=2)
        asked = [asyncio.create_task(thinkers.choose(first_ask("irondie", FOREVER))) for _ in range(5)]
        while len(thinkers.pids) < 2:
            await asyncio.sleep(0.01)
        pids = thinkers.pids
        await thinkers.close()
        assert not any(is_alive(pid) for pid in pids)
        ends = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(end) for end in ends] == [Ended] * 5
        with pytest.raises(Ended):
            await thinkers.choose(first_ask("irondie", "easy"))
        assert not thinkers.pids

    asyncio.run(run())


def test_who_stops_waiting_leaves_no_process_behind() -> None:
    async def run() -> None:
        thinkers = Thinkers(most=1)
        asked = asyncio.create_task(thinkers.choose(first_ask("irondie", FOREVER)))
        pid = await until_thinking(thinkers)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert not is_alive(pid) and not thinkers.pids
        ask = first_ask("irondie", "easy")
        assert await thinkers.choose(ask) == choose(ask)
        await thinkers.close()

    asyncio.run(run())


# ---- rooms -------------------------------------------------------------------------------------------------------


async def against_bot(hub: Hub, level: str) -> tuple[Live, m.Seated]:
    """A table at which the bot is asked first."""
    places = (Place("bot", level), Place())
    seated = await hub.create(Settings(places=places), "Ann", "")
    return await hub.room(seated.room), seated


def test_a_ping_is_answered_while_a_strong_bot_thinks(tmp_path: Path) -> None:
    async def run() -> None:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        try:
            live, seated = await against_bot(hub, "strong")
            guest = await hub.join(live, m.Hello(seated.token))
            pid = await until_thinking(hub.following.thinkers)
            os.kill(pid, signal.SIGSTOP)  # it thinks as long as we like
            await asyncio.sleep(0.1)
            while not guest.out.empty():
                guest.out.get_nowait()
            stored = live.room.count
            for number in (1, 2, 3):
                await hub.request(live, guest, m.Ping(number))
            await hub.request(live, guest, m.Why(4, 1, 0))
            replies = [msgspec.json.decode(await guest.out.get() or b"", type=m.Reply) for _ in range(4)]
            assert [type(reply) for reply in replies] == [m.Pong, m.Pong, m.Pong, m.Answer]
            assert live.room.count == stored and live.room.asked() == [0]
            os.kill(pid, signal.SIGCONT)
            while live.room.count == stored:
                await asyncio.sleep(0.01)
            assert isinstance(decode(storage.inputs(seated.room)[stored].data), Play)
        finally:
            await hub.close()
            storage.close()

    asyncio.run(run())


def test_a_server_that_stops_does_not_wait_for_a_bot_and_the_game_goes_on_later(tmp_path: Path) -> None:
    async def first() -> tuple[str, int]:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        live, seated = await against_bot(hub, "easy")
        pid = await until_thinking(hub.following.thinkers)
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(0.05)
        count = live.room.count
        await hub.close()
        assert not is_alive(pid) and live.room.count == count
        storage.close()
        return seated.room, count

    async def second(ident: str, count: int) -> None:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        await hub.start()
        live = await hub.room(ident)
        while 1 not in live.room.asked():
            await asyncio.sleep(0.01)
        inputs = storage.inputs(ident)
        room = Room(ident, live.room.settings, storage.server_seed(ident))
        answers = 0
        for kept in inputs:
            what = decode(kept.data)
            if isinstance(what, Play):
                assert what.seat == 0
                assert choose(ask_of(room, 0, room.version_for(0))).action == what.steps[0][2]
                answers += 1
            room.perform(what, kept.at)
        assert answers > 0 and len(inputs) > count
        await hub.close()
        storage.close()

    asyncio.run(second(*asyncio.run(first())))


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_server(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path)
    server.start()
    assert server.process is not None
    main = server.process.pid
    body = {"settings": {"places": [{"kind": "bot", "level": "strong"}, {}]}}
    assert httpx.post(f"{server.http}/api/rooms", json=body, timeout=30).status_code == 201
    while not (thinkers := children_of(main)):
        time.sleep(0.01)
    server.process.send_signal(how)
    server._ended()
    deadline = time.monotonic() + 60
    while any(is_alive(pid) for pid in thinkers):
        assert time.monotonic() < deadline, "a process of the server is still there"
        time.sleep(0.01)
