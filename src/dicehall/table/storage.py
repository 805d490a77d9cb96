"""The storage of rooms, in SQLite or PostgreSQL: every accepted input is here before anybody sees its result.

All methods are plain and block; storage_writer.py has what a server with an event loop needs. docs/storage.md tells
what is safe against what.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, IntegrityError

from dicehall.kernel.errors import InvalidInput
from dicehall.table import storage_engine as engines
from dicehall.table.storage_engine import DATABASE_ERRORS, folder_url, place, reason
from dicehall.table.storage_migrate import migrate
from dicehall.table.storage_schema import (
    Conflict,
    Counts,
    InputRow,
    RoomRow,
    SeatRow,
    Status,
    Unavailable,
    inputs,
    rooms,
    seats,
    secrets,
    server,
)

READERS: Final = 4
_ALIVE: Final = "alive"

_NUMBER: Final = bindparam("number", type_=inputs.c.number.type)
_APPEND: Final = (
    insert(inputs)
    .from_select(
        list(inputs.c),
        select(*[bindparam(column.name, type_=column.type) for column in inputs.c]).where(
            or_(
                _NUMBER == 0,
                exists().where(inputs.c.room_id == bindparam("room_id"), inputs.c.number == _NUMBER - 1),
            )
        ),
    )
    .execution_options(preserve_rowcount=True)
)


def open_folder(folder: str | Path) -> Storage:
    """The storage in a folder (`--data`), ready for use."""
    return open_storage(folder_url(folder))


def open_storage(address: str | URL) -> Storage:
    """The storage at an address, ready for use. InvalidInput if it cannot be."""
    storage = Storage(address)
    try:
        storage.migrate()
    except BaseException:
        storage.close()
        raise
    return storage


class Storage:
    """Rooms in a database. Threads may share one.

    Errors: `Conflict` if somebody else was first, `InvalidInput` for what is not there or cannot be stored,
    `Unavailable` if the database fails.
    """

    def __init__(self, address: str | URL, readers: int = READERS) -> None:
        """`migrate` must come next; `open_storage` does both. `readers`: connections for reading."""
        url = engines.read_url(address)
        if url.drivername == "sqlite":
            engines.prepare_file(url)
        self.place: Final = place(url)
        self._writing: Final = engines.writing_engine(url)
        self._reading: Final = engines.reading_engine(url, readers)
        self._append: Final = _APPEND.compile(self._writing)  # once: it is said for every input
        self._here: Final = threading.local()  # .connection: of the transaction that is open in this thread

    def migrate(self) -> None:
        """Make the tables, or bring them up to date. InvalidInput if they are newer than this program."""
        migrate(self._writing)

    def close(self) -> None:
        """Close all connections."""
        self._reading.dispose()
        self._writing.dispose()  # last, so that SQLite can put its log away

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All that this thread writes inside is stored together, or not at all if an error comes out."""
        connection: Connection | None = getattr(self._here, "connection", None)
        if connection is not None:
            yield connection
            return
        with self._told(), self._writing.begin() as connection:
            self._here.connection = connection
            try:
                yield connection
            finally:
                self._here.connection = None

    # Rooms

    def create_room(self, room: RoomRow, server_seed: bytes, taken: Sequence[SeatRow] = ()) -> None:
        """A new room with its secret and the seats that are taken from the start."""
        with self._write(f"there is a room '{room.id}' already") as connection:
            row = {name: getattr(room, name) for name in room.__struct_fields__}
            connection.execute(insert(rooms).values(row))
            connection.execute(insert(secrets).values(room_id=room.id, server_seed=server_seed))
            for seat in taken:
                self.take_seat(seat)

    def room(self, room_id: str) -> RoomRow | None:
        """The row of a room, or None."""
        with self._read() as connection:
            row = connection.execute(select(rooms).where(rooms.c.id == room_id)).first()
        return None if row is None else RoomRow(*row)

    def open_rooms(self, *statuses: Status, limit: int = 100, listed: bool = False) -> list[RoomRow]:
        """Rooms in one of these statuses (all that are not over, if none is named), the newest first.

        `listed`: only those that anybody may find.
        """
        wanted = statuses or ("waiting", "playing")
        query = select(rooms).where(rooms.c.status.in_(wanted)).order_by(rooms.c.created.desc(), rooms.c.id)
        if listed:
            query = query.where(rooms.c.listed)
        with self._read() as connection:
            return [RoomRow(*row) for row in connection.execute(query.limit(limit))]

    def set_status(self, room_id: str, status: Status, at: float) -> None:
        """A room begins or ends."""
        with self._write() as connection:
            changed = update(rooms).where(rooms.c.id == room_id).values(status=status, changed=at)
            if connection.execute(changed).rowcount == 0:
                raise _no_room(room_id)

    def delete_room(self, room_id: str) -> None:
        """Forget a room with all that belongs to it. Not an error if there is none."""
        with self._write() as connection:
            connection.execute(delete(rooms).where(rooms.c.id == room_id))

    def server_seed(self, room_id: str) -> bytes:
        """The secret of a room: not for the eyes of players while it is played."""
        with self._read() as connection:
            seed = connection.scalar(select(secrets.c.server_seed).where(secrets.c.room_id == room_id))
        if seed is None:
            raise _no_room(room_id)
        return bytes(seed)

    # Seats

    def take_seat(self, seat: SeatRow) -> None:
        """Somebody sits down. Conflict if the seat is taken."""
        with self._write(f"seat {seat.seat} of room '{seat.room_id}' is taken already", seat.room_id) as connection:
            row = {name: getattr(seat, name) for name in seat.__struct_fields__}
            connection.execute(insert(seats).values(row))
            connection.execute(update(rooms).where(rooms.c.id == seat.room_id).values(changed=seat.since))

    def seats(self, room_id: str) -> list[SeatRow]:
        """The seats that are taken, by number."""
        query = select(seats).where(seats.c.room_id == room_id).order_by(seats.c.seat)
        with self._read() as connection:
            return [SeatRow(*row) for row in connection.execute(query)]

    def set_gone(self, room_id: str, which: Sequence[int], gone: float | None) -> None:
        """Who answers for these seats has left, or is here (None)."""
        with self._write() as connection:
            mine = seats.c.room_id == room_id, seats.c.seat.in_(which)
            connection.execute(update(seats).where(*mine).values(gone=gone))

    # The server

    def set_alive(self, at: float) -> None:
        """The server is up."""
        with self._write() as connection:
            if connection.execute(update(server).where(server.c.what == _ALIVE).values(at=at)).rowcount == 0:
                connection.execute(insert(server).values(what=_ALIVE, at=at))

    def alive(self) -> float:
        """When a server was last known to be up; 0 if there never was one."""
        with self._read() as connection:
            return float(connection.scalar(select(server.c.at).where(server.c.what == _ALIVE)) or 0.0)

    # Inputs

    def append(self, room_id: str, number: int, at: float, data: bytes) -> None:
        """Store an input. `number` is how many came before; Conflict if that is not so (any more)."""
        with self._write(f"room '{room_id}' has an input {number} already", room_id):
            if not self.append_all([InputRow(room_id, number, at, data)]):
                raise Conflict(f"room '{room_id}' has no input {number - 1}, so that number {number} cannot come next")

    def append_all(self, rows: Sequence[InputRow]) -> bool:
        """Store inputs of several rooms. False, or an error, if one of them cannot come next: take all back then."""
        names, fixed = self._append.positiontup, self._append.params
        sent: list[Any] = []
        for row in rows:
            values = {**fixed, "room_id": row.room_id, "number": row.number, "at": row.at, "data": row.data}
            sent.append(values if names is None else tuple([values[name] for name in names]))
        with self.transaction() as connection:
            return connection.exec_driver_sql(self._append.string, sent).rowcount == len(rows)

    def inputs(self, room_id: str, since: int = 0) -> list[InputRow]:
        """The inputs of a room in order, from number `since` on."""
        query = select(inputs).where(inputs.c.room_id == room_id, inputs.c.number >= since).order_by(inputs.c.number)
        with self._read() as connection:
            return [InputRow(*row) for row in connection.execute(query)]

    # The whole

    def counts(self) -> Counts:
        """How many rooms there are, by status."""
        with self._read() as connection:
            found = connection.execute(select(rooms.c.status, func.count()).group_by(rooms.c.status))
            return Counts(**{status: count for status, count in found})

    def check(self) -> None:
        """Unavailable if the database does not answer."""
        with self._read() as connection:
            connection.execute(select(rooms.c.id).limit(1)).all()

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """A connection for reading: that of this thread's transaction, if there is one."""
        connection: Connection | None = getattr(self._here, "connection", None)
        with self._told():
            if connection is not None:
                yield connection
            else:
                with self._reading.begin() as connection:
                    yield connection

    @contextmanager
    def _write(self, double: str = "", room_id: str = "") -> Iterator[Connection]:
        """A connection for writing. `double`: what a key that exists already means; `room_id`: a room that must be."""
        with self._told(), self.transaction() as connection:
            try:
                yield connection
            except IntegrityError as error:
                if double and engines.is_double(error):
                    raise Conflict(double) from error
                if room_id and engines.is_orphan(error):
                    raise _no_room(room_id) from error
                raise InvalidInput(f"{self.place} refuses this: {reason(error)}") from error

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database as errors of storage."""
        try:
            yield
        except (DataError, UnicodeEncodeError, OverflowError) as error:
            raise InvalidInput(f"this cannot be stored or looked up: {reason(error)}") from error
        except DATABASE_ERRORS as error:
            raise Unavailable(f"{self.place} fails: {reason(error)}") from error


def _no_room(room_id: str) -> InvalidInput:
    return InvalidInput(f"there is no room '{room_id}'")
