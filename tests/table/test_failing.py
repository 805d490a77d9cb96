"""A store that fails for a moment: what was not stored has not happened, and rooms go on afterwards."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehall.table import messages as m
from dicehall.table.hub import Hub
from dicehall.table.inputs import Begin, Concede, Input, Play, Resume, decode
from dicehall.table.live import Guest, Live
from dicehall.table.room import OVER, PLAYING
from dicehall.table.settings import Clock, Place, Settings
from dicehall.table.storage import open_folder
from dicehall.table.storage_schema import Unavailable

from .test_hub import AGAINST_BOT, Time, answer, choose, run, told, two

pytestmark = pytest.mark.usefixtures("soon")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.table.following.PAUSE", 0.05)


class Failures:
    """Some inputs cannot be stored, so many times."""

    def __init__(self, hub: Hub, meant: Callable[[Input], bool], times: int = 1) -> None:
        self.left = times
        self._meant = meant
        self._append, self._run = hub._writer.append, hub._writer.run
        hub._writer.append = self.append  # type: ignore[assignment, method-assign]
        hub._writer.run = self.run  # type: ignore[assignment, method-assign]

    def _fail(self, what: Input) -> None:
        if self.left and self._meant(what):
            self.left -= 1
            raise Unavailable("the disk is full")

    async def append(self, room: str, number: int, at: float, data: bytes) -> None:
        self._fail(decode(data))
        await self._append(room, number, at, data)

    async def run(self, call: Callable[..., Any], *args: Any) -> Any:
        for arg in args:
            if isinstance(arg, Input):
                self._fail(arg)
        return await self._run(call, *args)


def calm(folder: Path, play: Callable[[Hub, Time], Awaitable[None]]) -> None:
    """A hub, and no task of it ends with an error that nobody has looked at."""
    faults: list[dict[str, Any]] = []

    async def watched(hub: Hub, time: Time) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        await play(hub, time)
        await asyncio.sleep(0.01)
        gc.collect()

    gc.freeze()  # what others have left lying about is not looked at
    try:
        run(folder, watched)
    finally:
        gc.unfreeze()
    assert not faults


async def until(found: Callable[[], bool]) -> None:
    for _ in range(2000):
        if found():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it has not come about")


def sent_away(guest: Guest) -> bool:
    """Whether the last thing for a guest is that its connection ends."""
    last: bytes | None = b""
    while not guest.out.empty():
        last = guest.out.get_nowait()
    return last is None


def stored(hub: Hub, room: str) -> list[Input]:
    return [decode(row.data) for row in hub.storage.inputs(room)]


def is_of_bot(what: Input) -> bool:
    return isinstance(what, Play) and what.seat == 1


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_bot_goes_on(tmp_path: Path, comes_back: bool) -> None:
    async def play(hub: Hub, time: Time) -> None:
        other, ann, *_ = await two(hub, Settings())
        told(ann)
        mine = await hub.create(Settings(places=AGAINST_BOT), "Ann", "")
        live = await hub.room(mine.room)
        guest = await hub.join(live, m.Hello(mine.token))
        failures = Failures(hub, is_of_bot)
        for _ in range(100):
            if not failures.left:
                break
            await until(lambda: 0 in live.room.asked() or not failures.left)
            if 0 in live.room.asked():
                assert isinstance(await choose(hub, live, guest), m.Done)
            await asyncio.sleep(0.02)
        await until(lambda: hub.live.get(mine.room) is not live)
        assert sent_away(guest)
        before = len(stored(hub, mine.room))
        assert before == live.room.count, "nothing that failed is stored"
        if comes_back:
            again = await hub.room(mine.room)
            assert again is not live and not sent_away(await hub.join(again, m.Hello(mine.token)))
        await until(lambda: len(stored(hub, mine.room)) > before)
        assert is_of_bot(stored(hub, mine.room)[before]), "the bot answers what it could not before"
        await until(lambda: 0 in hub.live[mine.room].room.asked() or hub.live[mine.room].room.status == OVER)
        assert hub.live[other.room.ident] is other and ann.out.empty(), "other rooms do not notice"

    calm(tmp_path, play)


def test_time_is_up_also_if_nobody_is_there(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings(clock=Clock("total", 60.0)))
        failures = Failures(hub, lambda what: isinstance(what, Concede), 3)
        time.at += 61
        await hub.following.flag(live)
        assert sent_away(ann) and sent_away(bob) and live.flag is not None and live.flag.cancelled()
        assert live.room.status == PLAYING and live.room.ident not in hub.live
        await until(lambda: any(isinstance(what, Concede) for what in stored(hub, live.room.ident)))
        await until(lambda: live.room.ident in hub.live and hub.live[live.room.ident].room.status == OVER)
        assert failures.left == 0 and stored(hub, live.room.ident)[-1] == Concede(live.room.asked()[0], "time")

    calm(tmp_path, play)


def test_who_has_answered_is_told_and_everybody_comes_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *seated = await two(hub, Settings())
        asked, other = (ann, bob) if 0 in live.room.asked() else (bob, ann)
        before = stored(hub, live.room.ident)
        Failures(hub, lambda what: isinstance(what, Play))
        told(other)
        decision = live.room.decisions[0]
        play = m.Play(5, decision.seat, live.room.version, [decision.actions[0]])
        reply = await answer_and_close(hub, live, asked, play)
        assert isinstance(reply, m.Refusal) and (reply.id, reply.code) == (5, "broken")
        assert sent_away(other) and stored(hub, live.room.ident) == before
        late = await hub.join(live, m.Hello(seated[0].token))
        assert sent_away(late), "who was on the way in is sent back too"
        reply = await answer_and_close(hub, live, other, m.Concede(6, other.seats[0]))
        assert isinstance(reply, m.Refusal) and reply.code == "broken", "nothing is done in a room that is void"
        await asyncio.sleep(0.1)
        assert live.room.ident not in hub.live, "nothing goes on in it by itself"
        again = await hub.room(live.room.ident)
        guest = await hub.join(again, m.Hello(seated[decision.seat].token))
        assert isinstance(await answer(hub, again, guest, play), m.Done)
        assert isinstance(stored(hub, live.room.ident)[len(before)], Play)

    calm(tmp_path, play)
    said = [row.levelname for row in caplog.records if "disk is full" in row.getMessage()]
    assert said == ["ERROR"], "once"
    assert not any(row.exc_info for row in caplog.records)


async def answer_and_close(hub: Hub, live: Live, guest: Guest, request: m.Request) -> m.Reply:
    """The reply to a request before the connection ends."""
    while not guest.out.empty():
        guest.out.get_nowait()
    await hub.request(live, guest, request)
    data = guest.out.get_nowait()
    assert data is not None
    reply: m.Reply = msgspec.json.decode(data, type=m.Reply)
    return reply


def test_a_game_that_could_not_begin_begins(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        ann = await hub.create(Settings(), "Ann", "")
        Failures(hub, lambda what: isinstance(what, Begin))
        with pytest.raises(Unavailable):
            await hub.sit(ann.room, None, "Bob", "")
        assert not any(isinstance(what, Begin) for what in stored(hub, ann.room))
        assert (await hub.room(ann.room)).room.status == PLAYING
        assert [type(what).__name__ for what in stored(hub, ann.room)] == ["Sit", "Sit", "Begin"]

    calm(tmp_path, play)


def test_games_of_before_are_taken_up_when_the_store_answers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    rooms: list[str] = []

    async def first(hub: Hub, time: Time) -> None:
        for clock in (Clock("total", 60.0), Clock("total", 90.0)):
            live, *_ = await two(hub, Settings(clock=clock))
            rooms.append(live.room.ident)

    async def second() -> None:
        storage = open_folder(tmp_path)
        hub = Hub(storage, Time())
        failures = Failures(hub, lambda what: isinstance(what, Resume), 2)
        await hub.start()
        try:
            await until(lambda: set(hub.live) == set(rooms) and not failures.left)
            for room in rooms:
                await until(lambda room=room: isinstance(stored(hub, room)[-1], Resume))  # type: ignore[misc]
                await until(lambda room=room: hub.live[room].flag is not None)  # type: ignore[misc]
                resumed = [what for what in stored(hub, room) if isinstance(what, Resume)]
                assert len(resumed) == 1 and resumed[0].alive == 1000.0, "no time is given twice"
        finally:
            await hub.close()
            storage.close()

    calm(tmp_path, first)
    asyncio.run(second())


def test_a_server_that_stops_does_not_wait_for_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.table.following.PAUSE", 1000.0)

    async def play(hub: Hub, time: Time) -> None:
        mine = await hub.create(Settings(places=(Place(), Place("bot", "easy"))), "Ann", "")
        live = await hub.room(mine.room)
        hub.drop(live, Unavailable("the disk is full"))
        hub.drop(live, Unavailable("the disk is full"))
        await asyncio.wait_for(hub.close(), 20)

    calm(tmp_path, play)
