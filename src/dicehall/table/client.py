"""A client of the table: rooms and seats over HTTP, one WebSocket a room. It holds no rule; see docs/protocol.md.

    client = Client("http://localhost:8600")
    seated = await client.create(name="Ann")
    async with client.room(seated.room, seated.token) as table:
        await table.play(0, "keep")

A Table connects again by itself, goes on where it was, and keeps the log of what happened without gaps and doubles.
Each request is answered, or an error says that it was not sent (Offline) or that its fate is unknown (Lost).
"""

from __future__ import annotations

import asyncio
import inspect
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.table import messages as m
from dicehall.table.links import WORD, Link, link_of

if TYPE_CHECKING:
    from dicehall.table.settings import Settings

T = TypeVar("T")
Deed = m.Play | m.Undo | m.AnswerUndo | m.Concede | m.Claim | m.Passes | m.Say
PATIENCE: Final = 30.0  # seconds for an answer
SHORTEST, LONGEST = 0.25, 15.0  # seconds between two tries to connect again
PACE, SPAN = 40, 2.6  # so many requests at most in so many seconds, fewer than servers allow
MOST_LETTERS: Final = 8000  # of a move in notation
FINAL: Final = (4400, 4404)  # a connection closed with one of these will never be welcome
UNKNOWN: Final = "the connection was lost before the answer came: it is unknown whether it was done"


# ---- errors ----------------------------------------------------------------------------------------------------


class Unreachable(DicehallError):
    """Nobody answers at that address, or nothing that is a table."""


class Gone(DicehallError):
    """There is no such room, or the link owns no seat in it."""


class Refused(DicehallError):
    """The server did not do it, and says why; nothing has changed."""

    def __init__(self, code: str, reasons: Sequence[m.Told], version: int = 0) -> None:
        super().__init__("; ".join([f"{r.text} [{r.rule}]" if r.rule else r.text for r in reasons]) or code)
        self.code = code
        self.reasons = tuple(reasons)
        self.version = version


class Stale(Refused):
    """The answer was for an earlier moment of the game: look again and choose anew."""


class Offline(DicehallError):
    """There is no connection now: nothing was sent."""


class Lost(DicehallError):
    """The connection was lost before the answer came. Whether it was done is unknown; the next update shows it."""


# ---- HTTP ------------------------------------------------------------------------------------------------------


class Client:
    """A server, as its guests see it."""

    def __init__(self, url: str) -> None:
        self.link = Link(link_of(url).server)
        self.promised: dict[str, str] = {}  # by room: the hash of the server's seed as it was told before ours

    async def create(self, settings: Settings | None = None, name: str = "", seed: str = "") -> m.Seated:
        """Makes a room and takes a seat in it. `seed`: any text, which becomes part of the dice.

        The server's hash is asked for before the seed is told.
        """
        promised = await self._promise()
        body: dict[str, Any] = {"name": name, "seed": seed, "commitment": promised}
        if settings is not None:
            body["settings"] = settings
        seated = await self._http("POST", "/api/rooms", m.Seated, body)
        self.promised[seated.room] = promised
        return seated

    async def sit(self, room: str, name: str = "", seed: str = "", seat: int | None = None) -> m.Seated:
        """Takes a free seat: the first one if none is named."""
        body = {"seat": seat, "name": name, "seed": seed}
        return await self._http("POST", f"/api/rooms/{_room(room)}/seats", m.Seated, body)

    async def again(self, room: str, token: str, seed: str = "", made: str = "") -> m.Seated:
        """After the game: another one with the sides swapped, in a room of its own.

        `made`: the room that somebody has set up for it already, as `update.next` says.
        """
        if made:
            await self.bind(made)
            promised = ""
        else:
            promised = await self._promise()
        body = {"token": token, "seed": seed, "commitment": promised}
        seated = await self._http("POST", f"/api/rooms/{_room(room)}/again", m.Seated, body)
        if promised:
            self.promised[seated.room] = promised
        return seated

    async def bind(self, room: str) -> str:
        """Notes the hash of the server's seed in a room, before a seat in it is taken."""
        async with self.room(room) as guest:
            self.promised[room] = guest.update.fair.commitment
        return self.promised[room]

    async def _promise(self) -> str:
        """The hash of the server's seed for a room that is about to be made."""
        return (await self._http("GET", "/api/commitment", dict[str, str]))["commitment"]

    async def lobby(self) -> list[m.RoomInfo]:
        """The rooms that anybody may find."""
        return await self._http("GET", "/api/rooms", list[m.RoomInfo])

    async def info(self, room: str) -> m.RoomInfo:
        """A room, listed or not."""
        return await self._http("GET", f"/api/rooms/{_room(room)}", m.RoomInfo)

    async def record(self, room: str) -> str:
        """The record of the game so far."""
        return (await self._asked("GET", f"/api/rooms/{_room(room)}/record")).decode()

    def room(self, ident: str, token: str = "") -> Table:
        """The table of a room, for `async with`; without a token a spectator's."""
        return Table(self.link._replace(room=_room(ident), token=token))

    async def _http(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        data = await self._asked(method, path, body)
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.MsgspecError:
            raise Unreachable(f"{self.link.server}: what answers there is not a table of Dicehall") from None

    async def _asked(self, method: str, path: str, body: Any = None) -> bytes:
        where, secure = self.link.server, self.link.server.startswith("https:")
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if content is not None else {}
        try:  # certificates are loaded, which takes a while, only where they are looked at
            async with httpx.AsyncClient(timeout=PATIENCE, trust_env=not self.link.is_near, verify=secure) as http:
                answer = await http.request(method, where + path, content=content, headers=headers)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError):
            raise Unreachable(f"{where} cannot be reached: is the server running, and the link right?") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            if method == "GET":
                raise Unreachable(f"{where}: no answer ({type(error).__name__})") from None
            raise Lost(f"{where}: no answer ({type(error).__name__}); it is unknown whether it was done") from None
        if answer.status_code >= 300:
            raise _fault(where, answer)
        return answer.content


def _room(ident: str) -> str:
    if not WORD.fullmatch(ident):
        raise InvalidInput(f"'{ident[:40]}' is no name of a room: letters, digits, - and _")
    return ident


class _Fault(msgspec.Struct):
    detail: str = ""
    reasons: list[m.Told] = []


def _fault(where: str, answer: httpx.Response) -> DicehallError:
    """What a server says against a request, as an error."""
    try:
        fault = msgspec.json.decode(answer.content, type=_Fault)
    except msgspec.MsgspecError:
        fault = _Fault()
    code = answer.status_code
    if not fault.detail or code < 400:
        return Unreachable(f"{where}: what answers there is not a table of Dicehall (HTTP {code})")
    text = "; ".join(dict.fromkeys([fault.detail, *[told.text for told in fault.reasons]]))
    if code == 404:
        return Gone(text)
    if code == 409:
        return Refused("illegal", fault.reasons or [m.Told(text)])
    return InvalidInput(text) if code < 500 else Unreachable(f"{where}: {text}")


# ---- the table ---------------------------------------------------------------------------------------------------


class Table:
    """A room, seen through a link. Use it with `async with`; it is connected then, and `update` is there."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.log: list[m.Happened] = []  # what happened, in order
        self.said: list[m.Said] = []  # what people have said since this client came
        self.missing = 0  # things that happened before, and that the server did not tell: there were too many
        self.notice: Callable[[bool], None] = lambda connected: None  # called when the connection comes or goes
        self._update: m.Update | None = None
        self._came = 0.0  # when the update came
        self._told = 0  # updates that came
        self._taken = 0  # the last one that `next` gave
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._waiting: dict[int, asyncio.Future[m.Reply]] = {}
        self._number = 0
        self._sent: deque[float] = deque(maxlen=PACE)
        self._task: asyncio.Task[None] | None = None
        self._end: DicehallError | None = None
        self._complaint = ""

    # ---- coming and going ----------------------------------------------------------------------------------
    async def __aenter__(self) -> Table:
        self._task = asyncio.create_task(self._run())
        try:
            while self._update is None:
                await self._change()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leaves. The game stays, and so does the seat."""
        self._over(Offline("the table was left"))
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # ---- looking -------------------------------------------------------------------------------------------
    @property
    def update(self) -> m.Update:
        """The room as it is, as far as this client knows."""
        if self._update is None:
            raise Offline("not connected yet: use `async with client.room(...) as table`")
        return self._update

    @property
    def time_left(self) -> list[float | None]:
        """Seconds that each seat has left now, by the last update; None without a limit."""
        clock, since = self.update.clock, time.monotonic() - self._came
        return [
            left if left is None or seat not in clock.running else left - since for seat, left in enumerate(clock.left)
        ]

    @property
    def connected(self) -> bool:
        return self._socket is not None

    async def next(self) -> m.Update:
        """Waits for something new. Who comes late gets the last update alone; `log` has all that happened."""
        while self._taken == self._told:
            await self._change()
        self._taken = self._told
        return self.update

    def question(self, seat: int) -> m.Question | None:
        """What a seat is asked now."""
        return next((q for q in self.update.questions if q.seat == seat), None)

    # ---- doing ---------------------------------------------------------------------------------------------
    async def play(self, seat: int, answer: int | str | Sequence[int], version: int | None = None) -> int:
        """Answers with an action, several, or a move in notation; the version of the game after it.

        It is meant for the question as it stands in `update`, or for that of the given version.
        """
        if version is None:
            asked = self.question(seat)
            version = self.update.version if asked is None else asked.version
        text, actions = _answer(answer)
        return await self._do(m.Play(0, seat, version, actions, text))

    async def undo(self, seat: int) -> int:
        """Takes the last move of a seat back, or asks the others for consent: then `update.asks_undo` is the seat."""
        return await self._do(m.Undo(0, seat, self.update.version))

    async def answer_undo(self, seat: int, yes: bool) -> int:
        """Allows somebody else to take a move back, or does not."""
        return await self._do(m.AnswerUndo(0, seat, yes, self.update.version))

    async def concede(self, seat: int) -> int:
        return await self._do(m.Concede(0, seat))

    async def claim(self, seat: int) -> int:
        """Claims the game: the other side's time is up, or it has been gone for long."""
        return await self._do(m.Claim(0, seat, self.update.version))

    async def why(self, seat: int, what: int | str) -> list[m.Told]:
        """Why an action or a move in notation cannot be taken now; nothing if it can."""
        request = m.Why(0, seat, text=what[:MOST_LETTERS]) if isinstance(what, str) else m.Why(0, seat, action=what)
        reply = await self._request(request)
        return reply.reasons if isinstance(reply, m.Answer) else []

    async def forecast(self, seat: int, answer: int | str | Sequence[int]) -> m.Follows:
        """What would follow from an answer that is not given yet, and on what it depends."""
        text, actions = _answer(answer)
        reply = await self._request(m.Forecast(0, seat, actions, text))
        assert isinstance(reply, m.Follows)
        return reply

    async def hint(self, seat: int) -> list[m.HintLine]:
        """The best answers by a search, the best first."""
        reply = await self._request(m.Hint(0, seat))
        return reply.lines if isinstance(reply, m.Hinted) else []

    async def say(self, seat: int, what: int) -> int:
        """One of messages.SAYINGS, to everybody who is here."""
        return await self._do(m.Say(0, seat, what))

    async def passes(self, seat: int, steps: Sequence[str], stops: Sequence[str] = ()) -> int:
        """In these steps ("my main", "their attack") the seat passes without being asked; at its stops it is asked even
        if there is only one answer."""
        return await self._do(m.Passes(0, seat, list(steps), list(stops)))

    async def ping(self) -> float:
        """How many seconds an answer takes."""
        began = time.monotonic()
        await self._request(m.Ping(0))
        return time.monotonic() - began

    async def _do(self, request: Deed) -> int:
        reply = await self._request(request)
        return reply.version if isinstance(reply, m.Done) else self.update.version

    async def _request(self, request: Deed | m.Why | m.Forecast | m.Hint | m.Ping) -> m.Reply:
        if self._end is not None:
            raise self._end
        if self._socket is None:
            raise Offline("there is no connection now, so nothing was sent; it will be tried again by itself")
        now = time.monotonic()
        if len(self._sent) == PACE and now - self._sent[0] < SPAN:
            await asyncio.sleep(SPAN - (now - self._sent[0]))
        self._sent.append(time.monotonic())
        socket = self._socket
        if socket is None:
            raise Offline("the connection was lost before anything was sent; it will be tried again by itself")
        self._number += 1
        request.id = number = self._number
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await socket.send(msgspec.json.encode(request).decode())
            reply: m.Reply = await asyncio.wait_for(waiting, PATIENCE)
        except ConnectionClosed:
            raise Lost(UNKNOWN) from None
        except TimeoutError:
            raise Lost(f"no answer within {PATIENCE:g} seconds: it is unknown whether it was done") from None
        finally:
            self._waiting.pop(number, None)
            if not waiting.cancel() and not waiting.cancelled():
                waiting.exception()  # looked at, so that nobody complains of one that was not
        if isinstance(reply, m.Refusal):
            if reply.code == "broken":
                raise Lost("; ".join(told.text for told in reply.reasons))
            raise (Stale if reply.code == "stale" else Refused)(reply.code, reply.reasons, reply.version)
        return reply

    # ---- the connection ------------------------------------------------------------------------------------
    async def _run(self) -> None:
        """Connects, listens, and connects again, with pauses that grow."""
        pause = SHORTEST
        while self._end is None:
            before, closed = self._told, None
            try:
                closed = await self._listen()
            except InvalidStatus as error:
                code = error.response.status_code
                closed = None if code == 429 or code >= 500 else FINAL[0]
                self._complaint = f"{self.link.server} does not let us in (HTTP {code})"
            except (OSError, WebSocketException, TimeoutError):
                pass
            except msgspec.MsgspecError:
                self._over(
                    Unreachable(f"{self.link.server}: what the server says cannot be read; is it newer than this?")
                )
            finally:
                self._disconnected()
            if closed in FINAL:
                self._over(Gone(self._complaint or "the server does not know this link"))
            elif self._update is None:
                where = self.link.server
                self._over(Unreachable(f"{where} cannot be reached: is the server running, and the link right?"))
            else:
                pause = SHORTEST if self._told > before else min(LONGEST, pause * 2)
                await asyncio.sleep(pause * random.uniform(0.75, 1.25))

    async def _listen(self) -> int | None:
        """One connection, to its end; the code with which it was closed."""
        self._complaint = ""
        proxy: Literal[True] | None = None if self.link.is_near else True
        async with connect(self.link.socket, proxy=proxy, open_timeout=PATIENCE, close_timeout=2) as socket:
            old = self._update
            since, epoch = (self._last, old.epoch) if old is not None else (-1, -1)
            hello = msgspec.json.encode(m.Hello(self.link.token, since, epoch)).decode()
            with suppress(ConnectionClosed):  # a server that closes at once has said why, which is heard below
                await socket.send(hello)
            with suppress(ConnectionClosed):
                while True:
                    self._got(_DECODER.decode(await socket.recv()), socket)
            return socket.close_code

    def _got(self, reply: m.Reply, socket: ClientConnection) -> None:
        if isinstance(reply, m.Update):
            self._take(reply)
            if self._socket is None:
                self._socket = socket
                self.notice(True)
            self._changed.set()
        elif isinstance(reply, m.Said):
            self.said.append(reply)
            self._changed.set()
        elif reply.id:
            waiting = self._waiting.get(reply.id)
            if waiting is not None and not waiting.done():
                waiting.set_result(reply)
        elif isinstance(reply, m.Refusal):  # against the connection, not against a request
            self._complaint = "; ".join(told.text for told in reply.reasons)

    @property
    def _last(self) -> int:
        """The number of the last thing that is known to have happened."""
        return self.missing + len(self.log) - 1

    def _take(self, update: m.Update) -> None:
        """The log is that of the update from its first event on, and what was known before that."""
        while self.log and self.log[-1].seq >= update.first:
            self.log.pop()
        self.log += update.events
        self.missing = update.first + len(update.events) - len(self.log)
        self._update = update
        self._came = time.monotonic()
        self._told += 1

    def _disconnected(self) -> None:
        was, self._socket = self._socket, None
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Lost(UNKNOWN))
        if was is not None and self._end is None:
            self.notice(False)

    def _over(self, error: DicehallError) -> None:
        self._end = self._end or error
        self._disconnected()
        self._changed.set()

    async def _change(self) -> None:
        """Waits until an update comes, or the end."""
        if self._end is not None:
            raise self._end
        self._changed.clear()
        await self._changed.wait()


_DECODER: msgspec.json.Decoder[m.Reply] = msgspec.json.Decoder(m.Reply)


def _answer(answer: int | str | Sequence[int]) -> tuple[str, list[int]]:
    """A move in notation or the numbers of actions; the other is empty."""
    if isinstance(answer, str):
        if not answer.strip() or len(answer) > MOST_LETTERS:
            raise InvalidInput(f"a move in notation has from 1 to {MOST_LETTERS} letters")
        return answer, []
    actions = [answer] if isinstance(answer, int) else list(answer)
    if len(actions) > 500 or any(abs(action) >= 1 << 62 for action in actions):
        raise InvalidInput("an answer has up to 500 actions, each one that the question lists")
    return "", actions


# ---- bots --------------------------------------------------------------------------------------------------------

BotAnswer = int | str | Sequence[int]
BotFunction = Callable[[m.Question, dict[str, Any]], BotAnswer | Awaitable[BotAnswer]]


async def play_bot(table: Table, bot: BotFunction, *, allow_undo: bool = True) -> m.Update:
    """Lets a function answer for all seats of the table until the game is over; gives the last update.

    The function gets the question and the view, and gives an action, several, or a move in notation. One that thinks
    for long is `async`, and thinks in a thread. An answer that the rules do not allow is raised as Refused.
    """
    while table.update.status != "over":
        update = table.update
        try:
            if update.asks_undo >= 0 and update.seats and update.asks_undo not in update.seats:
                with suppress(Refused):  # another client of the seat may have answered
                    await table.answer_undo(update.seats[0], allow_undo)
            elif update.questions:
                question = update.questions[0]
                given = bot(question, update.view or {})
                answer = await given if inspect.isawaitable(given) else given
                await table.play(question.seat, answer, question.version)
            else:
                await table.next()
        except Stale:
            pass
        except (Lost, Offline):
            await table.next()
    return table.update
