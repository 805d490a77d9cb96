"""Nonsense is sent to a server: it is refused clearly or the connection is closed, and honest people play on.

The generator is pinned by seeds. DICEHALL_TEST_ALL=1 sends much more.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicehall.table import messages as m

from .probing import ALL, Server

ROUNDS = 60 if ALL else 6  # connections of the fuzzer
CODES = ("illegal", "stale", "not yours", "invalid", "too fast", "too large", "gone", "no seat", "broken")
CLOSES = (1000, 1001, 1003, 1007, 1009, 1012, 4400, 4404, 4429)
REQUESTS = {str(kind.__struct_config__.tag): kind for kind in get_args(m.Request)}
REPLIES = {str(kind.__struct_config__.tag) for kind in get_args(m.Reply)}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("fuzz"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def no_traceback(server: Server) -> Iterator[None]:
    """Nothing that anybody sends makes the server stumble."""
    before = len(server.lines)
    yield
    new = server.lines[before:]
    assert not [line for line in new if '"trace"' in line or "Traceback" in line or '"error"' in line], new


def call(
    server: Server, method: str, path: str, body: bytes | None = None, kind: str = "application/json", **headers: str
) -> Any:
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request(method, path, body, headers | ({"Content-Type": kind} if body is not None else {}))
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def made(server: Server, **settings: Any) -> tuple[str, str, str]:
    """A room in which two people play: its name and their tokens."""
    status, _, body = call(server, "POST", "/api/rooms", json.dumps({"settings": settings}).encode())
    assert status == 201, body
    first = json.loads(body)
    status, _, body = call(server, "POST", f"/api/rooms/{first['room']}/seats", b"{}")
    assert status == 201, body
    return first["room"], first["token"], json.loads(body)["token"]


async def hello(server: Server, room: str, token: str = "") -> ClientConnection:
    socket = await connect(server.ws(room), max_size=None)
    await socket.send(json.dumps({"type": "hello", "token": token}))
    return socket


async def honest_move(server: Server, room: str, tokens: tuple[str, str]) -> None:
    """Whoever is asked answers, and it is accepted."""
    for token in tokens:
        async with await hello(server, room, token) as socket:
            update = json.loads(await asyncio.wait_for(socket.recv(), 20))
            if not update["questions"]:
                continue
            question = update["questions"][0]
            request = {"type": "play", "id": 77, "seat": question["seat"], "version": question["version"]}
            await socket.send(json.dumps({**request, "actions": [question["actions"][0]["action"]]}))
            while (message := json.loads(await asyncio.wait_for(socket.recv(), 20)))["type"] == "update":
                pass
            assert message["type"] == "done" and message["id"] == 77, message
            return
    raise AssertionError("nobody is asked")


async def exchange(socket: ClientConnection, frames: list[str | bytes]) -> tuple[list[dict[str, Any]], int | None]:
    """All that comes back until everything and a last ping is answered, or the connection closed; the code of that."""
    out: list[dict[str, Any]] = []
    open_answers = len(frames) + 1  # a hint may come after the ping
    try:
        for frame in frames:
            await socket.send(frame)
        await socket.send('{"type": "ping", "id": 987654}')
        while open_answers:
            message = json.loads(await asyncio.wait_for(socket.recv(), 30))
            open_answers -= message["type"] not in ("update", "said")
            if message != {"type": "pong", "id": 987654}:
                out.append(message)
        return out, None
    except ConnectionClosed:
        return out, socket.close_code


def clear(messages: list[dict[str, Any]]) -> None:
    """Each refusal has a code that is documented and says something to a person."""
    for message in messages:
        assert message["type"] in REPLIES, message
        if message["type"] == "refused":
            assert message["code"] in CODES, message
            assert message["reasons"] and all(reason["text"].strip() for reason in message["reasons"]), message
            assert all(len(reason["text"]) < 400 for reason in message["reasons"]), "what was sent is not repeated"
            assert "Traceback" not in str(message) and "object at 0x" not in str(message)


# ---- the generator --------------------------------------------------------------------------------------------------

NUMBERS = (0, 1, 2, -1, 3, 255, 2001, 10_001, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30, -(10**30))
STRINGS: tuple[str, ...] = (
    "",
    "x",
    "pass",
    "keep",
    "concede",
    "battle none",
    "Ann> pass",
    "☃",
    "\x00",
    "\u202e",
    "%s{0}",
    "x" * 5000,
    "'",
)
STRINGS += ("wound " + "9" * 3000, "battle " + "red assault, " * 200, "reroll " + "Sidekick#1 " * 200, "=", "wound x=1")


def value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(9 if depth < 4 else 6)
    if kind < 2:
        return rng.choice(NUMBERS)
    if kind < 4:
        return rng.choice(STRINGS)
    if kind < 6:
        return rng.choice((None, True, False, 1.5, 1e308, -0.0))
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(("type", "id", "seat", "token", "x")): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def message(rng: random.Random) -> dict[str, Any]:
    """A message of a known type with fields that fit, or nearly."""
    out: dict[str, Any] = {"type": rng.choice([kind for kind in REQUESTS if kind != "hello"])}
    if out["type"] == "concede":
        out["seat"] = rng.choice((5, -1, 10**30))  # not in earnest
    fields = {
        "id": rng.choice(NUMBERS),
        "seat": rng.choice((0, 1, 0, 1, 2, -1, 10**30)),
        "version": rng.choice(NUMBERS),
        "actions": [rng.choice(NUMBERS) for _ in range(rng.choice((0, 1, 2, 50)))],
        "text": rng.choice(STRINGS),
        "action": rng.choice(NUMBERS),
        "yes": rng.choice((True, False)),
        "steps": [rng.choice(("their main", "x", "x" * 40, "")) for _ in range(rng.choice((0, 1, 25)))],
        "stops": [rng.choice(("my main", "\0")) for _ in range(rng.choice((0, 1, 25)))],
        "what": rng.choice((0, 1, 6, 7, -1, 10**30)),
        "die": rng.choice(NUMBERS),
        "card": rng.choice(NUMBERS),
        "total": rng.choice(("", "life", "field", "attack", "x" * 300, "\0")),
    }
    for field in REQUESTS[out["type"]].__struct_fields__:  # a field that is new needs values above
        if field not in out and rng.randrange(12):
            out[field] = value(rng) if not rng.randrange(10) else fields[field]
    if not rng.randrange(12):
        out["surplus"] = value(rng)
    if out["type"] == "play" and out.get("text", "").__class__ is str and "concede" in out.get("text", ""):
        out["text"] = ""
    return out


def frame(rng: random.Random) -> str | bytes:
    kind = rng.randrange(12)
    if kind < 7:
        return json.dumps(message(rng))
    if kind == 7:
        return json.dumps(value(rng))
    if kind == 8:
        text = json.dumps(message(rng))
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(("", "x", '"', "}", "[", "\\ud800", "\n")) + text[at + rng.randrange(3) :]
    if kind == 9:
        return rng.randbytes(rng.choice((0, 1, 3, 200)))
    if kind == 10:
        return json.dumps(message(rng)).encode()
    opening = rng.choice(("[", '{"type":', '{"type":"why","id":1,"seat":', '{"type":"play","actions":['))
    return opening * rng.choice((1, 50, 1000))


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_no_message_hurts(server: Server, game: str) -> None:
    room, *tokens = made(server, game=game)

    async def run() -> None:
        for number in range(ROUNDS):
            rng = random.Random(f"{game} {number}")
            async with await hello(server, room, ("", *tokens)[number % 3]) as socket:
                frames = [frame(rng) for _ in range(40)]
                messages, code = await exchange(socket, frames)
            clear(messages)
            assert code is None or code in CLOSES, code
        await honest_move(server, room, (tokens[0], tokens[1]))

    asyncio.run(run())


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{}",
        "null",
        "[]",
        "5",
        '"hello"',
        "{",
        '{"type": "hello"',
        '{"type": "Hello"}',
        '{"type": "ping", "id": 1}',
        '{"type": "play", "id": 1, "seat": 0, "version": 0}',
        '{"type": "hello", "token": 5}',
        '{"type": "hello", "token": "wrong"}',
        '{"type": "hello", "token": "\\ud800"}',
        '{"type": "hello", "token": "\\u0000"}',
        '{"type": "hello", "protocol": 2}',
        '{"type": "hello", "protocol": ' + "9" * 30 + "}",
        '{"type": "hello", "since": "x"}',
        '{"type": "hello", "extra": 1}',
        '{"type": "hello", "extra": ' + "[" * 6000,
        '{"type": "hello", "token": "' + "x" * 16_400 + '"}',
        b"\xff\xfe",
        b"",
    ],
)
def test_what_is_no_hello_is_refused_and_the_connection_closed(server: Server, first: str | bytes) -> None:
    room = test_room(server)

    async def run() -> None:
        async with connect(server.ws(room)) as socket:
            await socket.send(first)
            reply = json.loads(await asyncio.wait_for(socket.recv(), 20))
            clear([reply])
            assert reply["type"] == "refused"
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 20)
            assert socket.close_code in (4400, 4404)

    asyncio.run(run())


_rooms: dict[int, tuple[str, str, str]] = {}


def test_room(server: Server) -> str:
    """A room for tests that only look in."""
    return shared(server)[0]


test_room.__test__ = False  # type: ignore[attr-defined]


def shared(server: Server) -> tuple[str, str, str]:
    if server.port not in _rooms:
        _rooms[server.port] = made(server, game="irondie")
    return _rooms[server.port]


def test_hello_comes_once_and_knows_any_past(server: Server) -> None:
    room, token, _ = shared(server)

    async def run() -> None:
        for since in (-(10**18), -1, 0, 3, 10**6, 2**63, 10**30):
            async with connect(server.ws(room)) as socket:
                await socket.send(json.dumps({"type": "hello", "token": token, "since": since, "epoch": since}))
                update = json.loads(await asyncio.wait_for(socket.recv(), 20))
                assert update["type"] == "update" and update["first"] == (1 if since == 0 else 0)
                messages, code = await exchange(socket, [json.dumps({"type": "hello", "token": token})] * 2)
                refused = [message for message in messages if message["type"] == "refused"]
                assert code is None and len(refused) == 2
                assert "comes once" in refused[0]["reasons"][0]["text"]

    asyncio.run(run())


@pytest.mark.parametrize("ident", ["nowhere", "%00", "%ED%A0%80", "x" * 2000, "..%2f..", "%22", "☃".encode().hex()])
def test_rooms_that_do_not_exist(server: Server, ident: str) -> None:
    async def run() -> None:
        try:
            async with connect(server.ws(ident)) as socket:
                await socket.send('{"type": "hello"}')
                clear([json.loads(await asyncio.wait_for(socket.recv(), 20))])
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(socket.recv(), 20)
                assert socket.close_code in (4400, 4404)
        except InvalidStatus as error:
            assert error.response.status_code in (400, 403, 404)
        except ConnectionClosed:
            pass

    asyncio.run(run())
    for path in (f"/api/rooms/{ident}", f"/api/rooms/{ident}/record"):
        status, _, body = call(server, "GET", path)
        assert status in (400, 404) and body


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://[", "http://[::1", "x" * 3000, "http://a b"]
)
def test_pages_of_other_sites_are_refused(server: Server, origin: str) -> None:
    room = test_room(server)

    async def run() -> int:
        try:
            async with connect(server.ws(room), additional_headers={"Origin": origin}) as socket:
                await socket.recv()
        except InvalidStatus as error:
            return error.response.status_code
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 0
        return 0

    assert asyncio.run(run()) == 403
    status, _, _ = call(server, "POST", "/api/rooms", b"{}", Origin=origin)
    assert status == 403


def test_too_many_messages_end_the_connection(server: Server) -> None:
    room, token, other = shared(server)

    async def run() -> None:
        async with await hello(server, room, token) as socket:
            messages, code = await exchange(socket, [json.dumps({"type": "ping", "id": i}) for i in range(200)])
            clear(messages)
            assert code in (4429, 1012), code
        await honest_move(server, room, (token, other))

    asyncio.run(run())


def test_too_many_messages_that_cannot_be_read_end_it_too(server: Server) -> None:
    room, token, _ = shared(server)

    async def run() -> None:
        for junk in (b"\xff", "x" * 16_400):
            async with await hello(server, room, token) as socket:
                messages, code = await exchange(socket, [junk] * 200)
                clear(messages)
                assert code in (4429, 1012), code

    asyncio.run(run())


def test_too_large_messages(server: Server) -> None:
    room, token, _ = shared(server)

    async def run() -> None:
        for size, closes in ((16_385, False), (60_000, False), (200_000, True), (2_000_000, True)):
            async with await hello(server, room, token) as socket:
                text = json.dumps({"type": "why", "id": 1, "seat": 0, "text": "x" * size})
                messages, code = await exchange(socket, [text])
                clear(messages)
                assert code == 1009 if closes else any(m["type"] == "refused" for m in messages)

    asyncio.run(run())


def test_closing_at_any_point(server: Server) -> None:
    room, token, other = made(server, game="dicemasters")

    async def run() -> None:
        rng = random.Random(5)
        for number in range(40 if ALL else 12):
            socket = await connect(server.ws(room))
            if number % 4:
                await socket.send(json.dumps({"type": "hello", "token": (token, other, "")[number % 3]}))
            if number % 4 > 1:
                await socket.send(json.dumps(message(rng)))
            if number % 4 == 3:
                await socket.recv()
            if number % 2:
                socket.transport.abort()
            else:
                await socket.close()
        await honest_move(server, room, (token, other))

    asyncio.run(run())


# ---- HTTP -----------------------------------------------------------------------------------------------------------

BODIES = (
    *(b"", b"{", b"null", b"[]", b"5", b'"x"', b"\xff\xfe"),
    *(b'{"settings": 5}', b'{"settings": {"game": "chess"}}', b'{"x": 1}', b'{"name": 5}', b'{"name": "a>b"}'),
    *(b'{"name": "' + b"x" * 25 + b'"}', b'{"seed": "a\\nb"}', b'{"name": "\\ud800"}', b'{"seed": "\\ud800"}'),
    *(b'{"seed": "' + "é".encode() * 200 + b'"}', b'{"name": "\\u0000"}', b'{"seat": 99}', b'{"seat": -1}'),
    *(b'{"seat": ' + b"9" * 30 + b"}", b'{"seat": ' + b"9" * 5000 + b"}", b'{"settings": {"places": [{}]}}'),
    *(b'{"settings": {"places": [{}, {}, {}]}}', b'{"settings": {"undos": ' + b"9" * 30 + b"}}"),
    *(b'{"settings": {"claim_after": 1e999}}', b'{"settings": {"clock": {"kind": "total", "seconds": 1e308}}}'),
    *(b'{"settings": {"edition": "' + b"x" * 9000 + b'"}}', b"x" * 20_000),
    b'{"settings": {"places": [{"team": "cards = [[[["}, {}]}}',
    b'{"settings": {"places": [{"team": "/etc/passwd"}, {}]}}',
)


@pytest.mark.parametrize("path", ["/api/rooms", "/api/rooms/{room}/seats", "/api/rooms/nowhere/seats"])
def test_bad_bodies_are_refused(server: Server, path: str) -> None:
    room = test_room(server)
    for body in BODIES:
        for kind in ("application/json", "text/plain", "application/x-msgpack", "multipart/form-data; boundary=x", "x"):
            if kind != "application/json" and not ALL and body not in BODIES[:7]:
                continue
            status, _, answer = call(server, "POST", path.format(room=room), body, kind)
            assert 400 <= status < 500, (status, body[:60], kind, answer[:200])
            assert json.loads(answer)["detail"], answer
            assert b"Traceback" not in answer and b"root:" not in answer


@pytest.mark.parametrize("path", ["/api/rooms", "/api/rooms/nowhere/seats"])
def test_deeply_nested_bodies_are_refused(server: Server, path: str) -> None:
    for body in (b'{"settings": ' + b"[" * 5000, b'{"x": ' + b'{"x":' * 3000):
        status, _, answer = call(server, "POST", path, body)
        assert status == 400 and json.loads(answer)["detail"], (status, answer)


def test_methods_and_paths_that_are_not_there(server: Server) -> None:
    room = test_room(server)
    for path in ("/api/rooms", f"/api/rooms/{room}", f"/api/rooms/{room}/seats", f"/api/rooms/{room}/ws", "/healthz"):
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "BREW"):
            status, _, _ = call(server, method, path)
            assert status in (400, 404, 405, 501), (method, path, status)
    for path in (
        "/x",
        "//",
        "/api",
        "/api/rooms/",
        "/../etc/passwd",
        "/api/rooms/a/b/c",
        "/%00",
        "/?x=%ff",
        "/schema/x",
    ):
        status, _, _ = call(server, "GET", path)
        assert status < 500, (path, status)
    for path in (f"/api/rooms/{room}/ws", f"/api/rooms/{room}/seats"):
        assert call(server, "GET", path)[0] in (400, 404, 405, 426)


def test_what_the_schema_promises_is_kept(server: Server) -> None:
    """Every operation of the served OpenAPI, with nothing, with nonsense and with values of the right kind."""
    status, _, body = call(server, "GET", "/schema/openapi.json")
    assert status == 200
    paths = json.loads(body)["paths"]
    assert {"/api/rooms", "/healthz", "/metrics"} <= set(paths)
    rng = random.Random(11)
    for path, operations in paths.items():
        for method, operation in operations.items():
            for _ in range(30 if ALL else 5):
                where = path
                while "{" in where:
                    ident = rng.choice((test_room(server), "nowhere", "%F0%9F", "-", "0"))
                    where = where[: where.index("{")] + ident + where[where.index("}") + 1 :]
                sent = json.dumps(rng.choice(({}, value(rng), {"name": value(rng)}, {"settings": value(rng)}))).encode()
                status, _, answer = call(server, method.upper(), where, sent if "requestBody" in operation else None)
                assert status < 500, (method, where, sent, answer)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/healthz", None),
        ("GET", "/api/rooms", None),
        ("GET", "/api/rooms/nowhere", None),
        ("POST", "/api/rooms", b"{"),
        ("GET", "/nothing", None),
    ],
)
def test_every_answer_carries_the_headers_of_safety(server: Server, method: str, path: str, body: bytes | None) -> None:
    _, headers, _ = call(server, method, path, body)
    names = {name.lower() for name in headers}
    assert {"x-content-type-options", "content-security-policy", "cache-control"} <= names, (path, headers)
    assert "server" not in names


def test_the_data_folder_is_not_served(server: Server, tmp_path: Path) -> None:
    for path in ("/data/dicehall.db", "/dicehall.db", "/..%2fdata%2fdicehall.db", "/static/../data/dicehall.db"):
        status, _, body = call(server, "GET", path)
        assert b"SQLite format" not in body and status != 500
