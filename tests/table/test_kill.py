"""The server is killed at any moment, again and again: what it acknowledged is stored, and games go on to their end.

People are played by clients that take any answer. Each keeps the events that it was sent, and says on coming back which
it has seen; in the end it must know the whole game.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from dicehall.notation.record import read_record
from dicehall.notation.verifying import verify
from dicehall.table import messages as m
from dicehall.table.hub import Hub
from dicehall.table.inputs import Concede, Play, Sit, decode, encode
from dicehall.table.room import OVER, PLAYING, Room
from dicehall.table.seeing import happened
from dicehall.table.settings import Clock, Place, Settings
from dicehall.table.storage import open_folder

from .probing import ALL, Server

KILLS = 40 if ALL else 8
ROOMS = 4 if ALL else 1  # of each kind
ANSWERS = 1_000 if ALL else 30  # of a person, who then gives up
STOPPED = (0, -15)  # by itself, or by the signal once everything is put away
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError, TimeoutError)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    if server.process is not None:
        server.kill()


def post(server: Server, path: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        server.http + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


class Ack:
    """A request that was acknowledged."""

    def __init__(self, room: str, seat: int, actions: list[int], version: int) -> None:
        self.room, self.seat, self.actions, self.version = room, seat, actions, version


class Client:
    """A person at a seat, or a spectator. It comes back whenever the server does."""

    def __init__(self, server: Server, room: str, token: str, rng: random.Random, acks: list[Ack]) -> None:
        self.server, self.room, self.token, self.rng, self.acks = server, room, token, rng, acks
        self.events: list[dict[str, Any]] = []
        self.epoch = -1
        self.ids = 0
        self.answers = 0
        self.returns = 0
        self.sent: dict[int, tuple[int, list[int]]] = {}
        self.refusals: list[Any] = []
        self.over = False
        self.hold = False  # the next further step of a move is left open
        self.waits = False

    async def run(self) -> None:
        while not self.over:
            try:
                async with connect(self.server.ws(self.room), open_timeout=20, close_timeout=1) as socket:
                    await self.talk(socket)
            except LOST:
                await asyncio.sleep(0.05)

    async def talk(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "token": self.token, "since": len(self.events) - 1, "epoch": self.epoch}
        await socket.send(json.dumps(hello))
        first, update = True, dict[str, Any]()
        self.sent.clear()
        while not self.over:
            message = json.loads(await socket.recv())
            if message["type"] == "update":
                self.see(message, first and self.epoch >= 0)
                first = False
                self.over = message["status"] == OVER
                update = message
                await self.answer(socket, update)
            elif message["type"] == "done":
                seat, actions = self.sent.pop(message["id"])
                self.acks.append(Ack(self.room, seat, actions, message["version"]))
                await self.answer(socket, update)  # it came before
            else:
                self.refusals.append(message)

    def see(self, update: dict[str, Any], back: bool) -> None:
        """What was missed comes, all of it and nothing twice."""
        if update["view"] is None:
            return
        self.returns += back
        if self.epoch == update["epoch"]:
            assert update["first"] == len(self.events), "what is told is stored, so nothing of it is void"
        assert update["first"] <= len(self.events)
        del self.events[update["first"] :]  # a move that was half made when somebody gave up
        self.epoch = update["epoch"]
        assert [event["seq"] for event in update["events"]] == list(
            range(update["first"], update["first"] + len(update["events"]))
        )
        self.events += update["events"]

    async def answer(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        if not update["questions"] or self.over or self.sent:
            return
        question = update["questions"][0]
        self.waits = self.hold and question["continues"]
        if self.waits:
            return
        action = self.rng.choice(question["actions"])["action"]
        self.ids += 1
        self.answers += 1
        if self.answers > ANSWERS:
            self.sent[self.ids] = (question["seat"], [])
            await socket.send(json.dumps({"type": "concede", "id": self.ids, "seat": question["seat"]}))
            return
        self.sent[self.ids] = (question["seat"], [action])
        request = {"type": "play", "id": self.ids, "seat": question["seat"], "version": question["version"]}
        await socket.send(json.dumps({**request, "actions": [action]}))


def make_rooms(server: Server, rng: random.Random, acks: list[Ack]) -> list[Client]:
    clients: list[Client] = []
    for number in range(ROOMS):
        for game in ("dicemasters", "irondie"):
            against_bot: list[dict[str, str]] = [{}, {"kind": "bot"}]
            kinds: list[list[dict[str, str]]] = [[{}, {}], against_bot, against_bot[::-1]]
            for places in kinds[: 3 if ALL else 2]:
                settings = {"game": game, "places": places}
                made = post(server, "/api/rooms", {"settings": settings, "name": "Ann", "seed": f"a{number}"})
                tokens = ["", made["token"]]
                if not any(place for place in places):
                    tokens.append(post(server, f"/api/rooms/{made['room']}/seats", {"name": "Bob"})["token"])
                clients += [Client(server, made["room"], token, random.Random(rng.random()), acks) for token in tokens]
    return clients


def stored_rooms(path: Path) -> dict[str, Room]:
    """All rooms as they follow from the file; versions after each input are kept in `versions`."""
    database = sqlite3.connect(path)
    try:
        rooms: dict[str, Room] = {}
        query = "SELECT id, settings, server_seed FROM rooms JOIN secrets ON room_id = id"
        for ident, settings, seed in database.execute(query):
            room = rooms[ident] = Room(ident, msgspec.json.decode(settings, type=Settings), seed)
            versions: dict[int, Any] = {}
            asked: Any = None
            rows = database.execute("SELECT number, at, data FROM inputs WHERE room_id = ? ORDER BY number", (ident,))
            for place, (number, at, data) in enumerate(rows):
                assert number == place
                what = decode(data)
                room.perform(what, at)
                if isinstance(what, Play | Concede):
                    assert room.version not in versions or isinstance(what, Concede)
                    if not (isinstance(what, Play) and what.unasked):  # what follows by itself is acknowledged with it
                        asked = what
                    versions[room.version] = asked
            room.versions = versions  # type: ignore[attr-defined]
        return rooms
    finally:
        database.close()


def check_acks(rooms: dict[str, Room], acks: list[Ack]) -> None:
    """Each acknowledged answer is stored: once, as it was sent, in the order of the acknowledgements."""
    last: dict[tuple[str, int], int] = {}
    for ack in acks:
        what = rooms[ack.room].versions.get(ack.version)  # type: ignore[attr-defined]
        assert what is not None and what.seat == ack.seat, f"{ack.room}: version {ack.version} is lost"
        if ack.actions:
            assert isinstance(what, Play)
            assert [step[2] for step in what.steps if step[0] == "act"] == ack.actions
        if ack.actions:  # each seat's in their order, none twice
            assert last.get((ack.room, ack.seat), -1) < ack.version
            last[ack.room, ack.seat] = ack.version


async def torment(server: Server, seed: int) -> tuple[list[Client], list[Ack], int]:
    """Plays all games to their end while the server is killed now and then; how often within a move."""
    rng, acks, within = random.Random(seed), list[Ack](), 0
    clients = await asyncio.to_thread(make_rooms, server, rng, acks)
    tasks = [asyncio.create_task(client.run()) for client in clients]
    for kill in range(KILLS):
        for client in clients:
            client.hold, client.waits = kill % 2 == 0, False
        before, wanted = len(acks), rng.randrange(1, 25 if ALL else 10)
        deadline = asyncio.get_running_loop().time() + 20
        while len(acks) < before + wanted and not all(task.done() for task in tasks):
            if asyncio.get_running_loop().time() > deadline or any(client.waits for client in clients):
                break
            await asyncio.sleep(0.01)
        await asyncio.sleep(rng.random() * 0.05)
        told = list(acks)
        await asyncio.to_thread(server.kill)
        for client in clients:
            client.hold = False
        rooms = await asyncio.to_thread(stored_rooms, server.database)
        check_acks(rooms, told)
        within += sum(any(d.continues for d in r.state.decisions) for r in rooms.values() if r.status == PLAYING)
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(asyncio.gather(*tasks), 600 if ALL else 120)
    return clients, acks, within


def test_nothing_that_was_acknowledged_is_ever_lost(server: Server, tmp_path: Path) -> None:
    clients, acks, within = asyncio.run(torment(server, 7))
    for ident in {client.room for client in clients}:
        with urllib.request.urlopen(f"{server.http}/api/rooms/{ident}/record", timeout=30) as response:
            (tmp_path / f"{ident}.toml").write_bytes(response.read())
    assert server.stop() in STOPPED
    assert '"trace"' not in server.said() and "Traceback" not in server.said(), server.said()
    rooms = stored_rooms(server.database)
    check_acks(rooms, acks)
    assert sum(client.returns for client in clients) >= KILLS
    assert within > 0, "some kill must have come within a move"
    database = sqlite3.connect(server.database)
    assert database.execute("SELECT DISTINCT status FROM rooms").fetchall() == [(OVER,)]
    database.close()
    for client in clients:
        room = rooms[client.room]
        assert room.status == OVER and room.session is not None
        truth = [msgspec.to_builtins(happened(room.state, event)) for event in room.session.log]
        bare = [{**event, "text": ""} for event in truth]
        assert [{**event, "text": ""} for event in client.events] == bare
        assert client.refusals == []
    for ident in rooms:
        assert verify(read_record(tmp_path / f"{ident}.toml")).problem == ""


def test_a_server_that_is_stopped_sends_its_guests_away(server: Server) -> None:
    made = post(server, "/api/rooms", {"settings": {"places": [{}, {"kind": "bot"}]}})

    async def run() -> tuple[int, int | None]:
        async with connect(server.ws(made["room"])) as socket:
            await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
            assert json.loads(await socket.recv())["type"] == "update"
            code = await asyncio.to_thread(server.stop)
            with pytest.raises(ConnectionClosed):
                while True:
                    await asyncio.wait_for(socket.recv(), 10)
            return code, socket.close_code

    code, closed_with = asyncio.run(run())
    assert code in STOPPED and closed_with == 1012
    assert '"trace"' not in server.said(), server.said()


# ---- what a kill at an unlucky moment leaves behind --------------------------------------------------------------


def test_a_room_whose_last_seat_was_taken_begins_after_a_restart(tmp_path: Path) -> None:
    """The server ended after the last seat was stored and before the first dice were."""

    async def run() -> str:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        made = await hub.create(Settings(), "Ann", "")
        storage.append(made.room, 1, 5.0, encode(Sit(1, "Bob", "")))
        await hub.close()
        again = Hub(storage)
        try:
            await again.start()
            return (await again.room(made.room)).room.status
        finally:
            await again.close()
            storage.close()

    assert asyncio.run(run()) == PLAYING


def test_one_room_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    async def run() -> list[str]:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        settings = Settings(places=(Place(), Place(kind="bot")))
        rooms = [(await hub.create(settings, "Ann", "")).room for _ in range(3)]
        await hub.close()
        storage.close()
        database = sqlite3.connect(next(tmp_path.glob("*.db")))
        with database:
            database.execute("UPDATE inputs SET data = ? WHERE room_id = ? AND number = 1", (b"{", rooms[0]))
            changed = b'{"do":"begin","steps":[["chance",-1,0,[9],true,[],-1,""]]}'
            database.execute("UPDATE inputs SET data = ? WHERE room_id = ? AND number = 1", (changed, rooms[1]))
        database.close()
        storage = open_folder(tmp_path)
        again = Hub(storage)
        try:
            await again.start()
            return [rooms[2]] if (await again.info(rooms[2])).status == PLAYING else []
        finally:
            await again.close()
            storage.close()

    assert len(asyncio.run(run())) == 1


def test_clocks_do_not_count_the_time_between_two_runs(tmp_path: Path) -> None:
    """Down for a long time, then a move, then down again: only the time of the runs is taken off."""
    clock = [1000.0]

    async def run() -> list[float | None]:
        storage = open_folder(tmp_path)
        hub = Hub(storage, lambda: clock[0])
        made = await hub.create(Settings(one_screen=True, clock=Clock("total", 100.0)), "Ann", "")
        for _ in range(3):
            clock[0] += 2.0
            live = await hub.room(made.room)
            guest = await hub.join(live, m.Hello(made.token))
            decision = live.room.state.decisions[0]
            version = live.room.asked_version(decision)
            await hub.request(live, guest, m.Play(1, decision.seat, version, [decision.actions[0]]))
            await hub.close()
            clock[0] += 5000.0
            hub = Hub(storage, lambda: clock[0])
            await hub.start()
            assert hub.resuming is not None
            await hub.resuming  # from now on the clock runs
        live = await hub.room(made.room)
        left = [live.room.clocks.left_at(seat, clock[0]) for seat in (0, 1)]
        await hub.close()
        storage.close()
        return left

    left = asyncio.run(run())
    assert sum(200.0 - (seconds or 0.0) - 100.0 for seconds in left) == pytest.approx(6.0)


def test_clocks_of_a_game_that_had_just_begun_do_not_count_it_either(tmp_path: Path) -> None:
    """The server ended after the first dice were stored and before the room was marked as played."""
    clock = [1000.0]

    async def run() -> float | None:
        storage = open_folder(tmp_path)
        hub = Hub(storage, lambda: clock[0])
        await hub.start()
        made = await hub.create(Settings(clock=Clock("total", 100.0)), "Ann", "")
        await hub.sit(made.room, None, "Bob", "")
        await hub.close()
        storage.set_status(made.room, "waiting", clock[0])
        clock[0] += 5000.0
        hub = Hub(storage, lambda: clock[0])
        await hub.start()
        live = await hub.room(made.room)
        left = live.room.clocks.left_at(live.room.asked()[0], clock[0])
        await hub.close()
        storage.close()
        return left

    assert asyncio.run(run()) == 100.0


# ---- bots, clocks and memory of a hub ----------------------------------------------------------------------------


def test_a_bot_consents_also_when_it_is_not_asked_to_move(tmp_path: Path) -> None:
    async def run() -> int:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        made = await hub.create(Settings(places=(Place(), Place(kind="bot"))), "Ann", "")
        live = await hub.room(made.room)
        guest = await hub.join(live, m.Hello(made.token))
        try:
            for _ in range(200):
                decision = live.room.decision_of(0)
                if decision is None:
                    await asyncio.sleep(0.01)
                    continue
                version = live.room.asked_version(decision)
                await hub.request(live, guest, m.Play(1, 0, version, [decision.actions[-1]]))
                if live.room.asked() == [0] and live.room.session and live.room.session.can_undo(0):
                    await hub.request(live, guest, m.Undo(2, 0))
                    for _ in range(100):
                        if live.room.asks_undo < 0:
                            break
                        await asyncio.sleep(0.01)
                    return live.room.undone
            raise RuntimeError("no such moment")
        finally:
            await hub.close()
            storage.close()

    assert asyncio.run(run()) == 1


def test_rooms_that_do_not_exist_leave_nothing_in_memory(tmp_path: Path) -> None:
    async def run() -> int:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        for number in range(20):
            with pytest.raises(ValueError, match="there is no room"):
                await hub.room(f"nowhere{number}")
        left = len(hub._reading) + len(hub.live)
        await hub.close()
        storage.close()
        return left

    assert asyncio.run(run()) == 0
