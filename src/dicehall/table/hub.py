"""The rooms of a server: they are loaded, asked, stored, and shown to their guests.

All of it happens in one event loop. Each room has a lock; what somebody wants is checked, stored and then performed
under it, so nobody sees what is not stored. Who stops waiting does not stop that half-way. What happens by itself is
in following.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import structs

from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput, Reason, cut
from dicehall.kernel.fair import commitment, new_server_seed
from dicehall.table import messages as m
from dicehall.table.advising import advice
from dicehall.table.answering import answer
from dicehall.table.following import Following
from dicehall.table.inputs import Begin, Branch, Input, Play, Refused, Resume, Undo, decode, encode
from dicehall.table.lessons import arranged
from dicehall.table.live import Gone, Guest, Live, NoSeat
from dicehall.table.presence import Presence
from dicehall.table.room import OVER, PLAYING, STALE, WAITING, Room
from dicehall.table.seeing import Sights, info_of, told, update_of
from dicehall.table.settings import Settings, checked
from dicehall.table.storage import Storage
from dicehall.table.storage_schema import Conflict, RoomRow, SeatRow, Status, Unavailable
from dicehall.table.storage_writer import Reader, Writer
from dicehall.table.timing import claim

T = TypeVar("T")
LOG = logging.getLogger("dicehall.table")
LISTED: Final = 200  # rooms that wait and games that are played, of each so many at most, in the lobby
REPLAYS: Final = 12  # finished games that are listed
PROMISES: Final = 10_000  # hashes that were told for rooms which are not made yet
TIDY: Final = 60.0  # seconds between looks for rooms that can be let go
IDLE: Final = 600.0  # seconds after which a room without guests is forgotten, until somebody asks for it


class Rematch(NamedTuple):
    """Another game of the same players: whose token asks for it, for which seats, and all seats as they own them."""

    token: str
    seats: list[int]
    hashes: dict[int, bytes]
    names: list[str]


class Hub:
    """See the module."""

    def __init__(self, storage: Storage, now: Callable[[], float] = time.time) -> None:
        self.storage = storage
        self.now = now
        self.live: dict[str, Live] = {}
        self.accepted = 0  # inputs since the start
        self.refused = 0
        self._reading: dict[str, asyncio.Task[Live]] = {}  # rooms that are being read
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writer = Writer(storage)
        self._reader = Reader()
        self.following = Following(self)
        self.closing = False
        self._promised: dict[str, bytes] = {}  # seeds of rooms to come, by their hashes
        self._presence = Presence(storage, self._writer, now)
        self._chores: list[asyncio.Task[None]] = []
        self.resuming: asyncio.Task[None] | None = None  # games of before are taken up
        self._taken: set[str] = set()  # rooms that were taken up or made since the start
        self._damaged: set[str] = set()  # rooms that cannot be read

    # ---- beginning and end ---------------------------------------------------------------------------------
    async def start(self) -> None:
        """Games that go on by themselves are taken up again one after another; nobody waits for them."""
        self._presence.start(await self._reader(self.storage.alive))
        rows = await self._reader(self.storage.open_rooms, PLAYING, WAITING, limit=100_000)
        self.resuming = self.spawn(self._resume([row.id for row in rows if _goes_on(row)]))
        self._chores = [self.spawn(self._tidy()), self.spawn(self._presence.beat())]

    async def _resume(self, rooms: list[str]) -> None:
        for ident in rooms:
            if self.closing:
                return
            try:
                await self.room(ident)
            except Gone:  # it was logged; the others go on
                pass
            except (Conflict, Unavailable) as error:
                LOG.error("room %s: %s", ident, error)
                self.following.come_back(ident)

    async def _tidy(self) -> None:
        """Rooms that nobody looks at are let go; they can be read again."""
        while True:
            await asyncio.sleep(TIDY)
            now = self.now()
            for ident, live in list(self.live.items()):
                idle = not live.guests and not live.thinking and not live.lock.locked() and now - live.used > IDLE
                if idle and live.flag is None:
                    del self.live[ident]

    async def close(self) -> None:
        """No more is accepted; what was accepted is stored; guests are sent away."""
        self.closing = True
        for chore in self._chores:
            chore.cancel()
        for live in self.live.values():
            async with live.lock:
                if live.flag is not None:
                    live.flag.cancel()
                for guest in live.guests:
                    guest.out.put_nowait(None)
        await self.following.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._chores:
            await self._presence.is_up()
        await self._writer.close()
        await self._reader.close()

    # ---- rooms ---------------------------------------------------------------------------------------------
    def promise(self) -> str:
        """The hash of a seed that the next room may be made with: it is told before anybody's seed is known."""
        seed = new_server_seed()
        while len(self._promised) >= PROMISES:
            self._promised.pop(next(iter(self._promised)))
        self._promised[commitment(seed)] = seed
        return commitment(seed)

    async def create(
        self, settings: Settings, name: str, seed: str, promised: str = "", branch: Branch | None = None
    ) -> m.Seated:
        """A new room, with its maker in the first seat that is for a person (at one screen: in all)."""
        return await self._whole(self._create(settings, name, seed, promised, branch=branch))

    async def _create(
        self,
        settings: Settings,
        name: str,
        seed: str,
        promised: str = "",
        branch: Branch | None = None,
        rematch: Rematch | None = None,
    ) -> m.Seated:
        checked(settings)
        now = self.now()
        if settings.lesson:
            settings, server_seed, seed = arranged(settings.lesson, seed, promised)
        else:
            server_seed = self._promised.pop(promised, b"") if promised else new_server_seed()
        if not server_seed:
            raise InvalidInput("commitment: it was not given by this server, or too long ago; ask for another one")
        room = Room(secrets.token_urlsafe(9), settings, server_seed)
        mine = [i for i, place in enumerate(settings.places) if place.kind == "person"]
        mine = rematch.seats if rematch is not None else mine if settings.one_screen else mine[:1]
        sits: list[Input] = []
        if branch is not None:
            room.perform(branch, now)
            sits.append(branch)
        for seat in mine:
            sit = room.to_sit(seat, name if seat == mine[0] else settings.places[seat].name, seed)
            room.perform(sit, now)
            sits.append(sit)
        if not any(room.is_free(seat) for seat in range(len(room.names))):
            begin = room.to_begin()
            room.perform(begin, now)
            sits.append(begin)
        token = secrets.token_urlsafe(24) if rematch is None else rematch.token
        hashes = {seat: _hash(token) for seat in mine} if rematch is None else rematch.hashes
        names = room.names if rematch is None else rematch.names
        agreed = msgspec.json.encode(settings)
        row = RoomRow(room.ident, settings.game, agreed, room.status, now, now, settings.listed)
        seats = [SeatRow(room.ident, seat, names[seat], hashes[seat], now, now) for seat in sorted(hashes)]

        def store() -> None:
            self.storage.create_room(row, room.server_seed, seats)
            for number, what in enumerate(sits):
                self.storage.append(room.ident, number, now, encode(what))

        await self._writer.run(store)
        self.accepted += len(sits)
        self._taken.add(room.ident)
        live = self.live[room.ident] = Live(room, seats, now)
        self.following.follow(live)
        return m.Seated(room.ident, mine, token)

    async def sit(self, ident: str, seat: int | None, name: str, seed: str) -> m.Seated:
        """Takes a free seat, the first one if none is named."""
        return await self._whole(self._sit(ident, seat, name, seed))

    async def _sit(self, ident: str, seat: int | None, name: str, seed: str) -> m.Seated:
        live = await self.room(ident)
        async with self.held(live):
            room = live.room
            free = [i for i in range(len(room.names)) if room.is_free(i) and i not in live.kept]
            if not free or seat in live.kept:
                kept = [f"seat {i + 1} is kept for {whom}, who has played before" for i, whom in live.kept.items()]
                raise Refused([Reason("; ".join(kept) or "all seats at this table are taken")])
            sit = room.to_sit(free[0] if seat is None else seat, name, seed)
            token = secrets.token_urlsafe(24)
            now = self.now()
            row = SeatRow(ident, sit.seat, sit.name, _hash(token), now, now)
            await self.perform(live, sit, lambda: self.storage.take_seat(row))
            live.hashes[sit.seat] = _hash(token)
            if not any(room.is_free(i) for i in range(len(room.names))):
                await self.perform(live, room.to_begin())
            return m.Seated(ident, [sit.seat], token)

    async def _sit_again(self, live: Live, token: str, seed: str) -> m.Seated:
        """Takes the seats that are kept for a token, or gives those again that it has taken before."""
        async with live.lock:
            room, seats = live.room, self.seats_of(live, token)
            free = [seat for seat in seats if seat in live.kept]
            for seat in free:
                await self.perform(live, room.to_sit(seat, live.kept[seat], seed))
                del live.kept[seat]
            if free and not any(room.is_free(i) for i in range(len(room.names))):
                await self.perform(live, room.to_begin())
            return m.Seated(room.ident, seats, token, bool(free))

    async def again(self, ident: str, token: str, seed: str, promised: str = "") -> m.Seated:
        """Another game with the same settings, sides swapped; the others find the new room in the old one."""
        return await self._whole(self._again(ident, token, seed, promised))

    async def _again(self, ident: str, token: str, seed: str, promised: str) -> m.Seated:
        live = await self.room(ident)
        async with self.held(live):
            seats = self.seats_of(live, token)
            if not seats:
                raise Gone("only who has played can ask for another game")
            room = live.room
            if room.next:
                new = await self.room(room.next)
                if _hash(token) in new.hashes.values():
                    return await self._sit_again(new, token, seed)
                return await self._sit(room.next, None, room.names[seats[0]], seed)  # made before seats were kept
            room.to_again("?")
            first, second = room.settings.places
            if room.settings.one_screen:
                first, second = structs.replace(first, name=room.names[0]), structs.replace(second, name=room.names[1])
            swapped = structs.replace(room.settings, places=(second, first), listed=False, lesson="")
            name = room.names[1 if room.settings.one_screen else seats[0]]
            hashes = {1 - seat: digest for seat, digest in live.hashes.items()}
            rematch = Rematch(token, sorted([1 - seat for seat in seats]), hashes, room.names[::-1])
            seated = await self._create(swapped, name, seed, promised, rematch=rematch)
            await self.perform(live, room.to_again(seated.room))
            return seated

    async def room(self, ident: str) -> Live:
        """The room in memory; it is read from the store if it is not there."""
        live = self.live.get(ident)
        if live is not None:
            live.used = self.now()
            return live
        reading = self._reading.get(ident)
        if reading is None:
            reading = self._reading[ident] = self.spawn(self._read_in(ident))
            reading.add_done_callback(lambda _: self._reading.pop(ident, None))
        return await asyncio.shield(reading)

    async def _read_in(self, ident: str) -> Live:
        """Once for all who ask for it meanwhile."""
        live = self.live[ident] = await self._load(ident)
        await self._take_up(live)
        return live

    async def _take_up(self, live: Live) -> None:
        """A room that was just read goes on where it was."""
        async with self.held(live):
            room = live.room
            if room.ident not in self._taken:  # for the first time since the start: no clock ran meanwhile
                if room.settings.clock.kind != "none" and room.status == PLAYING:
                    await self.perform(live, Resume(self._presence.alive))
                self._taken.add(room.ident)
            if room.status == WAITING and not any(room.is_free(seat) for seat in range(len(room.names))):
                await self.perform(live, room.to_begin())
            await self._go_on(live)
            self.following.follow(live)

    async def _load(self, ident: str) -> Live:
        row = await self._reader(self.storage.room, ident)
        if row is None:
            raise Gone(f"there is no room '{ident[:40]}'")
        stored = await self._reader(self.storage.inputs, ident)
        try:
            settings = msgspec.json.decode(row.settings, type=Settings)
            room = Room(ident, settings, await self._reader(self.storage.server_seed, ident))
            for kept in stored:
                room.perform(decode(kept.data), kept.at)
        except Unavailable:
            raise
        except Exception as error:  # whatever is stored there: the other rooms go on
            if ident not in self._damaged:
                LOG.error("room %s cannot be taken up: %s: %s", ident, type(error).__name__, error)
            self._damaged.add(ident)
            raise Gone(f"room '{ident}' cannot be taken up by this version of the server") from None
        self._damaged.discard(ident)
        seats = await self._reader(self.storage.seats, ident)
        now = self.now()
        if row.status != room.status:  # the server ended between two writes
            await self._writer.run(self.storage.set_status, ident, room.status, now)
        return Live(room, seats, now, {row.seat: self._presence.gone_since(row) for row in seats})

    @asynccontextmanager
    async def held(self, live: Live) -> AsyncIterator[None]:
        """The room's lock, for what is done under it without a guest who asked for it."""
        try:
            async with live.lock:
                yield
        except (Conflict, Unavailable) as error:
            self.drop(live, error)
            raise

    def drop(self, live: Live, error: DicehallError) -> None:
        """The store has failed. What is stored is the truth: the room is read again, and guests come to that one."""
        if live.dropped:
            return
        ident = live.room.ident
        LOG.error("room %s: %s", ident, error)
        live.dropped = True
        if self.live.get(ident) is live:
            del self.live[ident]
        if live.flag is not None:
            live.flag.cancel()
        for guest in live.guests:
            guest.out.put_nowait(None)
        if live.room.settings.goes_on:
            self.following.come_back(ident)

    async def lobby(self) -> list[m.RoomInfo]:
        """Rooms that anybody may find: those that wait for somebody, and those that can be watched."""
        return [*await self._listed(WAITING, LISTED), *await self._listed(PLAYING, LISTED)]

    async def finished(self) -> list[m.RoomInfo]:
        """The last games that anybody may look at again."""
        return await self._listed(OVER, REPLAYS)

    async def _listed(self, status: Status, most: int) -> list[m.RoomInfo]:
        """The newest listed rooms that can be read."""
        out: list[m.RoomInfo] = []
        for row in await self._reader(self.storage.open_rooms, status, limit=LISTED, listed=True):
            if len(out) < most and row.id not in self._damaged:
                with suppress(Gone):  # it was logged; the others are shown
                    live = await self.room(row.id)
                    out.append(info_of(live.room, row.created, live.kept))
        return out

    async def info(self, ident: str) -> m.RoomInfo:
        live = await self.room(ident)
        row = await self._reader(self.storage.room, ident)
        assert row is not None
        return info_of(live.room, row.created, live.kept)

    async def is_waiting(self, ident: str) -> bool:
        """Whether a room waits for somebody; it is not read for that."""
        if ident in self.live:
            return self.live[ident].room.status == WAITING
        row = await self._reader(self.storage.room, ident)
        return row is not None and row.status == WAITING

    # ---- guests --------------------------------------------------------------------------------------------
    def seats_of(self, live: Live, token: str) -> list[int]:
        """The seats that a token owns. Gone if it owns none; no token is a spectator's."""
        if not token:
            return []
        digest = _hash(token)
        seats = [seat for seat, known in sorted(live.hashes.items()) if secrets.compare_digest(known, digest)]
        if not seats:
            raise NoSeat("this link owns no seat in this room")
        return seats

    async def join(self, live: Live, hello: m.Hello) -> Guest:
        async with live.lock:
            guest = Guest(self.seats_of(live, hello.token))
            guest.since, guest.epoch = hello.since, hello.epoch
            live.guests.add(guest)
            back = [seat for seat in guest.seats if live.gone_since.pop(seat, None) is not None]
            self._note_presence(live, back, None)
            self._show(live)
            if live.dropped:
                guest.out.put_nowait(None)
            return guest

    async def leave(self, live: Live, guest: Guest) -> None:
        async with live.lock:
            live.guests.discard(guest)
            now = live.used = self.now()
            left = [seat for seat in guest.seats if not any(seat in other.seats for other in live.guests)]
            for seat in left:
                live.gone_since[seat] = now
            self._note_presence(live, left, now)
            self._show(live)

    def _note_presence(self, live: Live, seats: list[int], gone: float | None) -> None:
        """For a game that is claimed much later; nobody waits for it. Who is sent away at the end is not gone."""
        if seats and not self.closing and not live.dropped:
            self.spawn(self._presence.note(live.room.ident, seats, gone))

    async def request(self, live: Live, guest: Guest, request: m.Request) -> None:
        """Carries out what a guest asks for; it gets a reply, and everybody an update if something changed."""
        if isinstance(request, m.Hint):  # it takes its time; the guest may go on meanwhile
            self.spawn(self._reply(live, guest, request))
        else:
            await self._reply(live, guest, request)

    async def _reply(self, live: Live, guest: Guest, request: m.Request) -> None:
        room, failure = live.room, None
        try:
            reply = await self._whole(self._carry_out(live, guest, request))
            reply.version = room.version_seen(guest.seats)
            guest.send(reply)
            return
        except Refused as error:
            code, reasons = error.code, told(error.reasons)
        except IllegalAction as error:
            code, reasons = "illegal", told(error.reasons)
        except Gone as error:
            code, reasons = "not yours", [m.Told(str(error))]
        except InvalidInput as error:
            code, reasons = "invalid", [m.Told(str(error))]
        except (Conflict, Unavailable) as error:
            failure, code, reasons = error, "broken", [m.Told("it could not be stored; connect again")]
        except Exception:
            LOG.exception("room %s: a request of type %s", room.ident, type(request).__name__)
            code, reasons = "broken", [m.Told("the server could not do this, and has noted why; the game goes on")]
        self.refused += 1
        guest.send(m.Refusal(getattr(request, "id", 0), code, reasons, room.version_seen(guest.seats)))
        if failure is not None:
            self.drop(live, failure)

    async def _carry_out(self, live: Live, guest: Guest, request: m.Request) -> m.Reply:
        if isinstance(request, m.Ping):
            return m.Pong(request.id)
        if isinstance(request, m.Hello):
            raise InvalidInput("hello is the first message, and comes once")
        if isinstance(request, m.Explain):
            async with live.lock:
                return answer(live.room, request)
        if request.seat not in guest.seats:
            raise Gone(f"you do not answer for seat {cut(str(request.seat))}")
        if isinstance(request, m.Hint):
            return await advice(self.following.thinkers, live, guest, request)
        async with live.lock:
            room = live.room
            version = getattr(request, "version", None)
            if version not in (None, room.version_seen(guest.seats)) and not isinstance(request, m.Play):
                raise Refused([Reason(STALE)], "stale")
            if isinstance(request, m.Say):
                return self._say(live, guest, request)
            if isinstance(request, m.Why | m.Forecast):
                return answer(room, request)
            if isinstance(request, m.Play):
                what: Input = room.to_play(request.seat, request.version, request.actions, request.text)
            elif isinstance(request, m.Undo):
                what = room.to_undo(request.seat)
            elif isinstance(request, m.AnswerUndo):
                what = room.to_answer_undo(request.seat, request.yes)
            elif isinstance(request, m.Passes):
                what = room.to_passes(request.seat, request.steps, request.stops)
            elif isinstance(request, m.Concede):
                what = room.to_concede(request.seat)
            else:
                what = claim(live, request.seat, self.now())
            await self.perform(live, what)
            return m.Done(request.id, room.version_seen(guest.seats))

    def _say(self, live: Live, guest: Guest, request: m.Say) -> m.Done:
        """Everybody who is here hears it; it is not kept."""
        if not 0 <= request.what < len(m.SAYINGS):
            raise InvalidInput(f"there are {len(m.SAYINGS)} things to say, from 0 on")
        for other in live.guests:
            other.send(m.Said(request.seat, m.SAYINGS[request.what], live.room.version_seen(other.seats)))
        return m.Done(request.id, live.room.version_seen(guest.seats))

    # ---- storing, performing, showing ------------------------------------------------------------------------
    async def perform(self, live: Live, what: Input, also: Callable[[], None] | None = None) -> None:
        """Under the room's lock: an input is stored, then performed, with what follows by itself; then it is shown."""
        if self.closing:
            raise Refused([Reason("the server is about to stop; connect again in a moment")], "stopping")
        only = await self._put_in(live, what, also)
        if await self._go_on(live):
            only = None
        self._show(live, only)
        self.following.follow(live)

    async def _go_on(self, live: Live) -> bool:
        """Puts in what follows without anybody being asked; whether there was something."""
        went_on = False
        while not self.closing and (what := live.room.by_itself()) is not None:
            await self._put_in(live, what)
            went_on = True
        return went_on

    async def _put_in(self, live: Live, what: Input, also: Callable[[], None] | None = None) -> int | None:
        """Stores an input and performs it; the only seat that may know of it, None if all may."""
        if live.dropped:
            raise Unavailable("this room is being read again")
        room, now = live.room, self.now()
        before, secret = room.status, room.unanswered

        if also is None and not isinstance(what, Begin):
            await self._writer.append(room.ident, room.count, now, encode(what))
        else:
            await self._writer.run(self._store, room, now, what, also)
        room.perform(what, now)
        only = what.seat if isinstance(what, Play | Undo) and secret is not None and room.unanswered is secret else None
        live.uncounted += 1  # the sum tells nobody of a secret answer either
        if only is None:
            self.accepted += live.uncounted
            live.uncounted = 0
        if room.status not in (before, PLAYING):
            await self._writer.run(self.storage.set_status, room.ident, room.status, now)
        live.used = now
        return only

    def _store(self, room: Room, now: float, what: Input, also: Callable[[], None] | None) -> None:
        """An input with what else is stored for it, in the thread that writes."""
        if also is not None:
            also()
        self.storage.append(room.ident, room.count, now, encode(what))
        if isinstance(what, Begin):  # together, so that a server that ends here finds the game again
            self.storage.set_status(room.ident, PLAYING, now)

    def _show(self, live: Live, only: int | None = None) -> None:
        """Everybody gets an update; `only`: those who answer for this seat, because others have nothing to learn."""
        room, now, here, sights = live.room, self.now(), live.here(), Sights(live.room)
        for guest in live.guests:
            if only is None or only in guest.seats:
                guest.send(update_of(room, guest.seats, here, now, guest.since, guest.epoch, sights))
                guest.since, guest.epoch = room.shown - 1, room.undone

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Something that the end of the server waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for something that goes on to its end, even if the one who waits is gone."""
        return await asyncio.shield(self.spawn(work))


def _goes_on(row: RoomRow) -> bool:
    """Whether a game goes on by itself: a bot is to answer, or a clock runs."""
    try:
        settings = msgspec.json.decode(row.settings, type=Settings)
    except msgspec.MsgspecError:
        return True  # nobody knows; who takes it up says so
    return settings.goes_on


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
