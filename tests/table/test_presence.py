"""What a server knows after a restart: how long a seat has thought, and how long somebody has been gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dicehall.table import hub as hubs
from dicehall.table import messages as m
from dicehall.table import presence
from dicehall.table.hub import Hub
from dicehall.table.live import Live
from dicehall.table.settings import Clock, Settings
from dicehall.table.storage import open_folder

from .test_hub import Time, answer, choose, claims, told, two, until_asked

DAY = 86_400.0


def at_hub(folder: Path, time: Time, play: Callable[[Hub], Awaitable[None]], killed: bool = False) -> None:
    """A hub over a folder for as long as `play` goes. `killed`: it notes nothing at its end."""

    async def whole() -> None:
        storage = open_folder(folder)
        hub = Hub(storage, time)
        await hub.start()
        try:
            await asyncio.wait_for(play(hub), 120)
        finally:
            alive = storage.alive()
            await hub.close()
            if killed:
                storage.set_alive(alive)
            storage.close()

    asyncio.run(whole())


async def beaten(hub: Hub, at: float) -> None:
    """The server has noted that it is up."""
    for _ in range(500):
        if hub.storage.alive() >= at:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it was never noted")


@pytest.mark.parametrize("clock", [Clock("total", 100.0), Clock("move", 100.0)])
@pytest.mark.parametrize("killed", [False, True])
def test_a_restart_gives_no_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock, killed: bool
) -> None:
    monkeypatch.setattr(presence, "BEAT", 0.01)
    time, room = Time(), ""

    async def think(hub: Hub) -> None:
        nonlocal room
        live, *_ = await two(hub, Settings(clock=clock))
        room = live.room.ident
        assert live.room.asked() == [0]
        time.at += 95
        await beaten(hub, time.at)
        time.at += 3 if killed else 0  # between two notes

    async def go_on(hub: Hub) -> None:
        live = await hub.room(room)
        assert live.room.clocks.left_at(0, time.at) == pytest.approx(5.0)
        time.at += 2
        assert live.room.clocks.left_at(0, time.at) == pytest.approx(3.0)
        assert live.room.clocks.left_at(1, time.at) == 100.0

    at_hub(tmp_path, time, think, killed)
    time.at += 7 * DAY  # no clock runs while the server is down
    at_hub(tmp_path, time, go_on)


@pytest.mark.parametrize("restart", [False, True])
def test_a_long_absence_counts_also_when_nobody_looks(tmp_path: Path, restart: bool) -> None:
    time = Time()
    room = token = ""

    async def begin(hub: Hub) -> None:
        nonlocal room, token
        live, ann, bob, seated, _ = await two(hub, Settings(claim_after=86_400))
        room, token = seated.room, seated.token
        await until_asked(hub, live, ann, 1)
        await hub.leave(live, bob)
        await hub.leave(live, ann)
        del hub.live[room]  # as if nobody had looked for long
        if not restart:
            time.at += 0.9 * DAY
            assert await looked(hub) == "the other side is gone; the game can be claimed in 3 hours"
            time.at += 0.1 * DAY
            assert await looked(hub) == ""

    async def looked(hub: Hub) -> str:
        live = await hub.room(room)
        ann = await hub.join(live, m.Hello(token))
        said = await claims(hub, live, ann)
        await hub.leave(live, ann)
        hub.live.pop(room, None)
        return said

    async def later(hub: Hub) -> None:
        assert await looked(hub) == "the other side is gone; the game can be claimed in 24 hours"
        time.at += DAY
        assert await looked(hub) == ""

    at_hub(tmp_path, time, begin)
    if restart:
        time.at += 5 * DAY  # in which nobody could come
        at_hub(tmp_path, time, later)


def test_who_was_here_when_the_server_was_killed_is_not_gone_since_long(tmp_path: Path) -> None:
    time = Time()
    room = token = ""

    async def begin(hub: Hub) -> None:
        nonlocal room, token
        live, ann, _, seated, _ = await two(hub, Settings(claim_after=60))
        room, token = seated.room, seated.token
        await until_asked(hub, live, ann, 1)
        time.at += 1000

    async def later(hub: Hub) -> None:
        live = await hub.room(room)
        ann = await hub.join(live, m.Hello(token))
        time.at += 59
        assert "can be claimed in 1 second" in await claims(hub, live, ann)
        time.at += 1
        assert await claims(hub, live, ann) == ""

    at_hub(tmp_path, time, begin, killed=True)
    at_hub(tmp_path, time, later)


@pytest.mark.parametrize("kind", ["undo", "answer undo", "concede", "claim"])
def test_what_belongs_to_an_older_update_is_refused(tmp_path: Path, kind: str) -> None:
    async def play(hub: Hub) -> None:
        live, ann, _, seated, _ = await two(hub, Settings())
        second = await hub.join(live, m.Hello(seated.token))
        old = live.room.version
        await choose(hub, live, ann)
        requests: dict[str, tuple[m.Request, m.Request]] = {
            "undo": (m.Undo(5, 0, old), m.Undo(6, 0, live.room.version)),
            "answer undo": (m.AnswerUndo(5, 0, True, old), m.AnswerUndo(6, 0, True, live.room.version)),
            "concede": (m.Concede(5, 0, old), m.Concede(6, 0, live.room.version)),
            "claim": (m.Claim(5, 0, old), m.Claim(6, 0, live.room.version)),
        }
        late, current = requests[kind]
        before = live.room.count
        told(second)
        refusal = await answer(hub, live, second, late)
        assert isinstance(refusal, m.Refusal) and refusal.code == "stale" and refusal.version == live.room.version
        assert live.room.count == before
        reply = await answer(hub, live, second, current)
        assert not isinstance(reply, m.Refusal) or reply.code == "illegal"

    at_hub(tmp_path, Time(), play)


def test_two_clients_of_a_seat_do_not_take_two_moves_back_by_one_click_each(tmp_path: Path) -> None:
    async def play(hub: Hub) -> None:
        live, ann, _, seated, _ = await two(hub, Settings())
        second = await hub.join(live, m.Hello(seated.token))
        while not live.room.decision_of(0) or live.room.can_undo(0) is not None:
            await choose(hub, live, ann, 1)
        seen = live.room.version
        assert isinstance(await answer(hub, live, ann, m.Undo(1, 0, seen)), m.Done)
        told(second)
        refusal = await answer(hub, live, second, m.Undo(1, 0, seen))
        assert isinstance(refusal, m.Refusal) and refusal.code == "stale" and live.room.undone == 1

    at_hub(tmp_path, Time(), play)


def test_a_fault_of_the_server_is_answered_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> object:
        raise RuntimeError("a fault of ours")

    async def play(hub: Hub) -> None:
        live, ann, *_ = await two(hub, Settings())
        monkeypatch.setattr(hubs, "answer", fails)
        with caplog.at_level(logging.ERROR):
            refusal = await answer(hub, live, ann, m.Why(7, 0))
        assert isinstance(refusal, m.Refusal) and (refusal.id, refusal.code) == (7, "broken")
        assert "a fault of ours" not in refusal.reasons[0].text
        assert live.room.ident in caplog.text and "a fault of ours" in caplog.text
        assert isinstance(await choose(hub, live, ann), m.Done), "the game goes on"

    at_hub(tmp_path, Time(), play)


def test_a_room_is_read_once_for_all_who_ask(tmp_path: Path) -> None:
    async def play(hub: Hub) -> None:
        live, *_ = await two(hub, Settings())
        ident = live.room.ident
        del hub.live[ident]
        found: list[Live] = await asyncio.gather(*[hub.room(ident) for _ in range(5)])
        assert all(one is found[0] for one in found) and found[0] is not live

    at_hub(tmp_path, Time(), play)
