"""The server: HTTP for rooms and seats, a WebSocket for each guest. See hub.py and docs/protocol.md."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post, websocket
from litestar.config.response_cache import ResponseCacheConfig
from litestar.connection import ASGIConnection, WebSocket
from litestar.datastructures.headers import MutableScopeHeaders
from litestar.exceptions import HTTPException, PermissionDeniedException, WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.types import Message, Scope

from dicehall.kernel.errors import DicehallError, InvalidInput, Reason
from dicehall.table import messages as m
from dicehall.table.hub import Hub
from dicehall.table.inputs import Refused
from dicehall.table.limits import USUAL, Bucket, Door, Limits, TooMuch, address_of, door_of, limited
from dicehall.table.live import Gone, Guest, Live, NoSeat
from dicehall.table.pages import ROUTES, the_page
from dicehall.table.settings import Settings
from dicehall.table.storage import Storage
from dicehall.table.storage_schema import Conflict, Unavailable

LOG = logging.getLogger("dicehall.table")
LARGEST: Final = 16_384  # bytes of a message, and of the body of a request
LONGEST: Final = 200  # letters of what others say against a message: they repeat what is in it
RATE: Final = 20.0  # messages a second of one guest
BURST: Final = 60.0
HELLO: Final = 10.0  # seconds for the first message
BAD, FAST, GONE, ENDING = 4400, 4429, 4404, 1012  # codes with which a connection is closed
CODES: Final = {FAST: "too fast", GONE: "gone", ENDING: "broken"}  # as a Refusal says it
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}


class NewRoom(msgspec.Struct, forbid_unknown_fields=True):
    """What a room is made of. `seed`: any text, which becomes part of the dice. `commitment`: what the server has told
    before, so that it cannot have chosen its own seed after yours."""

    settings: Settings = Settings()
    commitment: Annotated[str, msgspec.Meta(max_length=64)] = ""
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""
    seed: Annotated[str, msgspec.Meta(max_length=256)] = ""


class Commitment(msgspec.Struct):
    """The hash of a seed of the server."""

    commitment: str


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat is taken: the first free one, or a certain one."""

    seat: int | None = None
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""
    seed: Annotated[str, msgspec.Meta(max_length=256)] = ""


class PlayAgain(msgspec.Struct, forbid_unknown_fields=True):
    """Who has played, by the token of its seat, wants to play again."""

    token: str
    commitment: Annotated[str, msgspec.Meta(max_length=64)] = ""
    seed: Annotated[str, msgspec.Meta(max_length=256)] = ""


class Fault(msgspec.Struct):
    """Why something was not done."""

    detail: str
    reasons: list[m.Told] = []


REFUSALS: Final = {
    400: ResponseSpec(Fault, description="It cannot be read, or makes no sense."),
    403: ResponseSpec(Fault, description="It comes from a page of another site."),
    404: ResponseSpec(Fault, description="There is no such thing."),
    409: ResponseSpec(Fault, description="It cannot be done now."),
    413: ResponseSpec(Fault, description="It is too large."),
    429: ResponseSpec(Fault, description="Too much comes from one address; Retry-After says how many seconds to wait."),
    503: ResponseSpec(Fault, description="The store does not answer; try again."),
}


# ---- HTTP --------------------------------------------------------------------------------------------------------


@post("/api/rooms", status_code=201)
async def create_room(data: JSONBody[NewRoom], request: Request[Any, Any, Any]) -> m.Seated:
    """Make a room and take a seat in it. The token owns the seat: keep it secret."""
    hub, door, address = _hub(request.app), door_of(request), address_of(request)
    if data.settings.waits and (tables := door.tables(address)):
        door.still_wait(address, [room for room in tables if await hub.is_waiting(room)])
    seated = await hub.create(data.settings, data.name, data.seed, data.commitment)
    if await hub.is_waiting(seated.room):
        door.made(address, seated.room)
    return seated


@get("/api/commitment")
async def promise(request: Request[Any, Any, Any]) -> Commitment:
    """The hash of the server's seed for a room that you are about to make: name it there."""
    return Commitment(_hub(request.app).promise())


@get("/api/rooms")
async def list_rooms(request: Request[Any, Any, Any]) -> list[m.RoomInfo]:
    """The lobby: listed rooms that wait for somebody or are being played."""
    return await _hub(request.app).lobby()


@get("/api/replays")
async def list_replays(request: Request[Any, Any, Any]) -> list[m.RoomInfo]:
    """The last listed rooms whose game is over."""
    return await _hub(request.app).finished()


@get("/api/rooms/{ident:str}")
async def room_info(ident: FromPath[str], request: Request[Any, Any, Any]) -> m.RoomInfo:
    """A room, listed or not."""
    return await _hub(request.app).info(ident)


@post("/api/rooms/{ident:str}/seats", status_code=201)
async def take_seat(ident: FromPath[str], data: JSONBody[TakeSeat], request: Request[Any, Any, Any]) -> m.Seated:
    """Take a free seat."""
    return await _hub(request.app).sit(ident, data.seat, data.name, data.seed)


@post("/api/rooms/{ident:str}/again", status_code=201)
async def again(ident: FromPath[str], data: JSONBody[PlayAgain], request: Request[Any, Any, Any]) -> m.Seated:
    """After the game: another one, with the sides swapped. Who asks second takes the other seat of the same room."""
    return await _hub(request.app).again(ident, data.token, data.seed, data.commitment)


@get("/api/rooms/{ident:str}/record", media_type=MediaType.TEXT)
async def record(ident: FromPath[str], request: Request[Any, Any, Any]) -> str:
    """The record of the game so far. Secret answers to an open question are not in it."""
    live = await _hub(request.app).room(ident)
    async with live.lock:
        return live.room.record()


@get("/healthz", media_type=MediaType.TEXT)
async def health(request: Request[Any, Any, Any]) -> str:
    """Whether the server can work: its store answers."""
    hub = _hub(request.app)
    await asyncio.to_thread(hub.storage.check)
    return "ok\n"


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, Any]) -> str:
    """Counters in Prometheus' text format."""
    hub = _hub(request.app)
    counts = await asyncio.to_thread(hub.storage.counts)
    rows = [
        "# TYPE dicehall_rooms gauge",
        *[f'dicehall_rooms{{status="{name}"}} {getattr(counts, name)}' for name in ("waiting", "playing", "over")],
        "# TYPE dicehall_rooms_in_memory gauge",
        f"dicehall_rooms_in_memory {len(hub.live)}",
        "# TYPE dicehall_guests gauge",
        f"dicehall_guests {sum(len(live.guests) for live in hub.live.values())}",
        "# TYPE dicehall_inputs_total counter",
        f"dicehall_inputs_total {hub.accepted}",
        "# TYPE dicehall_refusals_total counter",
        f"dicehall_refusals_total {hub.refused}",
    ]
    return "\n".join(rows) + "\n"


# ---- WebSocket -----------------------------------------------------------------------------------------------------


@websocket("/api/rooms/{ident:str}/ws")
async def connection(socket: WebSocket[Any, Any, Any], ident: FromPath[str]) -> None:
    """A guest: hello first, then requests; updates whenever something has changed."""
    if not _same_origin(socket):
        await socket.close(code=BAD, reason="another origin")
        return
    await socket.accept()
    door, address = door_of(socket), address_of(socket)
    try:
        door.connect(address)
    except TooMuch as error:
        await _refuse(socket, FAST, str(error))
        return
    try:
        await _welcome(socket, ident)
    finally:
        door.disconnect(address)


async def _welcome(socket: WebSocket[Any, Any, Any], ident: str) -> None:
    hub = _hub(socket.app)
    try:
        live = await hub.room(ident)
        hello = await asyncio.wait_for(_first(socket), HELLO)
        guest = await hub.join(live, hello)
    except NoSeat as error:
        await _refuse(socket, GONE, str(error), "no seat")
        return
    except (Gone, InvalidInput) as error:
        await _refuse(socket, GONE if isinstance(error, Gone) else BAD, str(error))
        return
    except TimeoutError:
        await _refuse(socket, BAD, f"no hello within {HELLO:g} seconds")
        return
    except (Conflict, Unavailable):
        await _refuse(socket, ENDING, "the store does not answer; connect again")
        return
    except WebSocketDisconnect:
        return
    sending = asyncio.create_task(_send(socket, guest))
    try:
        await _receive(socket, hub, live, guest)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        await hub.leave(live, guest)


async def _first(socket: WebSocket[Any, Any, Any]) -> m.Hello:
    request = _read(_text(await _message(socket)))
    if not isinstance(request, m.Hello):
        raise InvalidInput('the first message is a hello: {"type": "hello", "token": "..."}')
    if request.protocol != m.PROTOCOL:
        raise InvalidInput(f"this server speaks protocol {m.PROTOCOL}, not {request.protocol}")
    return request


def _read(text: str) -> m.Request:
    try:
        return m.decode_request(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InvalidInput(f"the message cannot be read: {str(error)[:LONGEST]}") from None


async def _message(socket: WebSocket[Any, Any, Any]) -> dict[str, Any]:
    message: dict[str, Any] = dict(await socket.receive())
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="the client is gone")
    return message


def _text(message: dict[str, Any]) -> str:
    text: str | None = message.get("text")
    if text is None:
        try:
            text = (message.get("bytes") or b"").decode()
        except UnicodeDecodeError:
            raise InvalidInput("a message is JSON in UTF-8") from None
    if len(text) > LARGEST:
        raise InvalidInput(f"a message has at most {LARGEST} letters")
    return text


async def _receive(socket: WebSocket[Any, Any, Any], hub: Hub, live: Live, guest: Guest) -> None:
    door, address = door_of(socket), address_of(socket)
    allowance = Bucket(RATE, BURST, time.monotonic())
    while True:
        message = await _message(socket)
        try:
            door.message(address)
            if allowance.take(1.0, time.monotonic()):
                raise TooMuch(f"more than {RATE:g} messages a second", 1)
        except TooMuch as error:
            await _refuse(socket, FAST, str(error))
            return
        try:
            request = _read(_text(message))
        except InvalidInput as error:
            guest.send(m.Refusal(0, "invalid", [m.Told(str(error))], live.room.version_seen(guest.seats)))
            continue
        await hub.request(live, guest, request)


async def _send(socket: WebSocket[Any, Any, Any], guest: Guest) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            data = await guest.out.get()
            if data is None:
                await socket.close(code=ENDING, reason="connect again")
                return
            await socket.send_text(data.decode())


async def _refuse(socket: WebSocket[Any, Any, Any], code: int, text: str, word: str = "") -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        word = word or CODES.get(code, "invalid")
        await socket.send_text(m.encode_reply(m.Refusal(0, word, [m.Told(text)])).decode())
        await socket.close(code=code, reason=text[:100])


def _same_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """A page of another site may not speak for the person who looks at it. Programs send no origin."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


def own_pages(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Nor may it make tables in that person's name."""
    if isinstance(connection, Request) and connection.method == "POST" and not _same_origin(connection):
        raise PermissionDeniedException("a page of another site may not ask for this")


# ---- the application -------------------------------------------------------------------------------------------------


def _hub(app: Litestar) -> Hub:
    hub: Hub = app.state.hub
    return hub


def _unstored(request: Request[Any, Any, Any], error: DicehallError) -> Response[Fault]:
    """Where the store is and what its driver says is nobody's business but the log's."""
    LOG.error("%s %s: %s", request.method, request.url.path, error)
    return Response(Fault("the store does not answer; try again"), status_code=503)


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """A fault of the server itself."""
    LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return Response(Fault("the server could not do this, and has noted why"), status_code=500)


def _fault(code: int) -> Callable[[Request[Any, Any, Any], Any], Response[Fault]]:
    def answer(request: Request[Any, Any, Any], error: DicehallError) -> Response[Fault]:
        reasons = error.reasons if isinstance(error, Refused) else [Reason(str(error))]
        return Response(Fault(str(error), [m.Told(reason.text, reason.rule) for reason in reasons]), status_code=code)

    return answer


def _unread(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework has against a request, in our words for it; a browser gets the page, which says it itself."""
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return the_page(404)
    rows = error.extra if isinstance(error.extra, list) else []
    texts = [f"{row.get('key', '')}: {row.get('message', '')}" for row in rows if isinstance(row, dict)]
    reasons = [m.Told(text[:LONGEST]) for text in texts]
    return Response(Fault(error.detail[:LONGEST], reasons), status_code=error.status_code, headers=error.headers)


def _too_much(request: Request[Any, Any, Any], error: TooMuch) -> Response[Fault]:
    return Response(Fault(str(error)), status_code=429, headers={"Retry-After": str(error.seconds)})


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Fault]:
    return Response(Fault("the body is nested too deeply"), status_code=400)


async def _secured(message: Message, scope: Scope) -> None:
    """Every answer has the headers, errors too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


def make_app(storage: Storage, now: Callable[[], float] = time.time, limits: Limits | None = USUAL) -> Litestar:
    """The application over a store that is open; the store is closed with it. `limits`: for each address."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.hub = hub = Hub(storage, now)
        app.state.door = Door(limits)
        await hub.start()
        try:
            yield
        finally:
            await hub.close()
            storage.close()

    calls = [
        create_room,
        promise,
        list_rooms,
        list_replays,
        room_info,
        take_seat,
        again,
        record,
        health,
        metrics,
        *ROUTES,
    ]
    for call in calls:
        call.responses = REFUSALS
    schema = JsonRenderPlugin(media_type=MediaType.JSON)  # the pages for it would load scripts from elsewhere
    return Litestar(
        [*calls, connection],
        lifespan=[lifespan],
        before_send=[_secured],
        guards=[own_pages, limited],
        request_max_body_size=LARGEST,
        response_cache_config=ResponseCacheConfig(),
        exception_handlers={
            InvalidInput: _fault(400),
            Gone: _fault(404),
            Refused: _fault(409),
            TooMuch: _too_much,
            Conflict: _unstored,
            Unavailable: _unstored,
            HTTPException: _unread,
            RecursionError: _too_deep,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(title="Dicehall", version="1", render_plugins=[schema]),
        debug=False,
        logging_config=None,
    )
