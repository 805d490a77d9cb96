"""One address cannot take all of a server: calls, tables, connections, messages; and what people do is not refused."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from litestar.testing import TestClient
from msgspec.structs import replace

from dicehall.table import limits as module
from dicehall.table.app import make_app
from dicehall.table.limits import REVIEW, USUAL, Door, Limits, TooMuch
from dicehall.table.storage import open_folder

from .probing import SOURCES
from .serving import serving

ONE_SCREEN = {"settings": {"one_screen": True}}


class Time:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@contextmanager
def table(folder: Path, limits: Limits | None = USUAL) -> Iterator[TestClient[Any]]:
    with TestClient(make_app(open_folder(folder), limits=limits)) as client:
        yield client


def test_an_allowance_comes_back_and_each_address_has_its_own() -> None:
    time = Time()
    door = Door(Limits(calls=2.0, calls_at_once=3.0), time)
    for _ in range(3):
        door.call("ann")
    with pytest.raises(TooMuch, match="too much comes from your address; try again in 1 second"):
        door.call("ann")
    door.call("bob")
    time.at += 0.5
    door.call("ann")
    with pytest.raises(TooMuch) as caught:
        door.call("ann", 3.0)
    assert caught.value.seconds == 2
    time.at += 100
    for _ in range(3):
        door.call("ann")
    with pytest.raises(TooMuch):
        door.call("ann")
    free = Door(None, time)
    for _ in range(1000):
        free.call("ann")
        free.connect("ann")
        free.message("ann")


def test_connections_are_counted_as_long_as_they_are_open() -> None:
    door = Door(Limits(sockets=2), Time())
    door.connect("ann")
    door.connect("ann")
    with pytest.raises(TooMuch, match="there are 2 connections from your address already"):
        door.connect("ann")
    door.connect("bob")
    door.disconnect("ann")
    door.connect("ann")


def test_a_new_connection_has_no_new_allowance() -> None:
    time = Time()
    door = Door(Limits(messages=1.0, messages_at_once=5.0), time)
    for _ in range(5):
        door.connect("ann")
        door.message("ann")
        door.disconnect("ann")
    door.connect("ann")
    with pytest.raises(TooMuch):
        door.message("ann")
    door.message("bob")
    time.at += 1
    door.message("ann")


def test_addresses_are_forgotten_but_not_while_they_are_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MANY", 3)
    door = Door(Limits(calls=1.0, calls_at_once=2.0, sockets=1), Time())
    door.connect("ann")
    for number in range(10):
        door.call(f"guest {number}")
    assert len(door._callers) == 3
    with pytest.raises(TooMuch):
        door.connect("ann")


def test_calls_are_answered_with_429_and_when_to_try_again(tmp_path: Path) -> None:
    with table(tmp_path, Limits(calls=0.5, calls_at_once=3.0)) as client:
        made = [client.post("/api/rooms", json=ONE_SCREEN) for _ in range(5)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429, 429]
        assert made[3].headers["retry-after"] == "2"
        assert made[3].json() == {"detail": "too much comes from your address; try again in 2 seconds", "reasons": []}
        assert client.get("/metrics").text.splitlines()[2].endswith(" 3"), "nothing was made of the others"
        room = made[0].json()["room"]
        for path in ("seats", "again", "branch"):
            assert client.post(f"/api/rooms/{room}/{path}", json={}).status_code == 429
        for path in ("/api/rooms", f"/api/rooms/{room}", f"/api/rooms/{room}/log", "/api/choices", "/healthz"):
            assert client.get(path).status_code == 200, "to look is free"


def test_a_new_review_costs_more_and_to_ask_how_far_it_has_come_nothing(tmp_path: Path) -> None:
    with table(tmp_path, Limits(calls=0.001, calls_at_once=REVIEW + 4)) as client:
        rooms = [client.post("/api/rooms", json=ONE_SCREEN).json() for _ in range(3)]
        assert client.get(f"/api/rooms/{rooms[0]['room']}/review").status_code == 409, (
            "it is not over: it costs nothing"
        )
        for room in rooms[:2]:
            with client.websocket_connect(f"/api/rooms/{room['room']}/ws") as socket:
                socket.send_json({"type": "hello", "token": room["token"]})
                socket.send_json({"type": "concede", "id": 1, "seat": 0})
                while socket.receive_json()["type"] != "done":
                    pass
        client.app.state.door._callers.clear()
        client.app.state.door.call("testclient", 3)
        for _ in range(5):
            assert client.get(f"/api/rooms/{rooms[0]['room']}/review").status_code == 200
        assert client.get(f"/api/rooms/{rooms[1]['room']}/review").status_code == 429
        assert client.get(f"/api/rooms/{rooms[0]['room']}/review").status_code == 200
        assert client.get(f"/api/rooms/{rooms[2]['room']}/review").status_code == 409


def test_tables_that_wait_are_counted_until_somebody_sits_down_or_an_hour_is_over(tmp_path: Path) -> None:
    time = Time()
    with table(tmp_path, replace(USUAL, waiting=3)) as client:
        client.app.state.door._now = time
        for _ in range(5):
            assert client.post("/api/rooms", json=ONE_SCREEN).status_code == 201, "these do not wait"
        rooms = [client.post("/api/rooms", json={}).json()["room"] for _ in range(3)]
        time.at += 600
        refused = client.post("/api/rooms", json={})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "3000")
        said = (
            "3 tables that were made from your address wait for somebody; try again in 50 minutes, or play the computer"
        )
        assert refused.json()["detail"] == said
        for settings in ({"places": [{}, {"kind": "bot"}]}, {"one_screen": True}, {"lesson": "dicemasters"}):
            answer = client.post("/api/rooms", json={"settings": settings})
            assert answer.status_code == 201, f"nobody else is waited for: {answer.text}"
        assert client.post(f"/api/rooms/{rooms[1]}/seats", json={}).status_code == 201
        assert client.post("/api/rooms", json={}).status_code == 201
        assert client.post("/api/rooms", json={}).status_code == 429
        time.at += 3001
        assert [client.post("/api/rooms", json={}).status_code for _ in range(3)] == [201, 201, 429]


async def _hello(url: str, room: str) -> Any:
    socket = await websockets.connect(f"{url.replace('http', 'ws')}/api/rooms/{room}/ws", proxy=None)
    with suppress(websockets.ConnectionClosed):  # who is not welcome may be told so before it has spoken
        await socket.send(json.dumps({"type": "hello"}))
    return socket, json.loads(await socket.recv())


def test_too_many_connections_are_told_so_and_closed(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with httpx.AsyncClient() as http:
            room = (await http.post(f"{url}/api/rooms", json={})).json()["room"]
        async with AsyncExitStack() as stack:
            for _ in range(4):
                socket, first = await _hello(url, room)
                stack.push_async_callback(socket.close)
                assert first["type"] == "update"
            last, first = await _hello(url, room)
            assert (first["type"], first["code"]) == ("refused", "too fast")
            assert "4 connections from your address" in first["reasons"][0]["text"]
            await last.wait_closed()
            assert last.close_code == 4429
        for _ in range(100):  # the server may notice a little later that they have gone
            socket, first = await _hello(url, room)
            await socket.close()
            if first["type"] == "update":
                return
            await asyncio.sleep(0.1)
        raise AssertionError("when others have gone there must be room again")

    with serving(tmp_path, limits=replace(USUAL, sockets=4)) as url:
        asyncio.run(asyncio.wait_for(play(url), 60))


def test_a_family_behind_one_address_is_not_held_up(tmp_path: Path) -> None:
    """Ten people with two browsers each make tables, sit down at them and come back."""

    async def play(url: str) -> None:
        async with httpx.AsyncClient() as http, AsyncExitStack() as stack:
            for _ in range(10):
                made = await http.post(f"{url}/api/rooms", json={})
                room = made.json()["room"]
                assert (made.status_code, (await http.post(f"{url}/api/rooms/{room}/seats", json={})).status_code) == (
                    201,
                    201,
                )
                for _ in range(4):
                    socket, first = await _hello(url, room)
                    stack.push_async_callback(socket.close)
                    assert first["type"] == "update"
                    for number in range(5):
                        await socket.send(json.dumps({"type": "ping", "id": number}))

    with serving(tmp_path, limits=USUAL) as url:
        asyncio.run(asyncio.wait_for(play(url), 60))


@pytest.mark.parametrize(("args", "refused"), [([], True), (["--no-limits"], False), (["--proxy", "127.0.0.1"], False)])
def test_the_server_has_limits_unless_it_is_told_otherwise(tmp_path: Path, args: list[str], refused: bool) -> None:
    """Who says to speak for others is believed only if it is the proxy that was named."""
    command = [sys.executable, "-c", "from dicehall.cli.main import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path / "data"), *args],
        env={**os.environ, "PYTHONPATH": str(SOURCES), "DICEHALL_DATABASE": ""},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[3]
        with httpx.Client(timeout=30) as http:
            codes = {
                http.post(f"{url}/api/rooms", json={}, headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
                for number in range(30)
            }
        assert codes == ({201, 429} if refused else {201})
    finally:
        process.terminate()
        process.wait(timeout=40)
        if process.stdout is not None:
            process.stdout.close()


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_address(host: str, known: str) -> None:
    class Connection:
        class client:
            pass

    Connection.client.host = host  # type: ignore[attr-defined]
    assert module.address_of(Connection()) == known  # type: ignore[arg-type]
