"""The storage of rooms, on SQLite and PostgreSQL: what was acknowledged is there, whatever happens to the process."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import stat
import subprocess
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, event, insert, inspect, text

from dicehall.kernel.errors import InvalidInput
from dicehall.table import storage_engine, storage_migrate, storage_schema
from dicehall.table.storage import Storage, open_folder, open_storage
from dicehall.table.storage_schema import Conflict, Counts, InputRow, RoomRow, SeatRow, Status, Unavailable
from dicehall.table.storage_writer import Reader, Writer

SEED = b"the-server-seed-that-nobody-sees"
KILLS = 40 if os.environ.get("DICEHALL_TEST_ALL") else 5
_ids = itertools.count()


def new_room(storage: Storage, room_id: str = "room", status: Status = "waiting", created: float = 1.0) -> RoomRow:
    room = RoomRow(room_id, "irondie", b'{"life": 9}', status, created, created)
    storage.create_room(room, SEED)
    return room


def numbers(storage: Storage, room_id: str = "room") -> list[int]:
    return [row.number for row in storage.inputs(room_id)]


# Rooms, seats, inputs


def test_a_room_comes_back_as_it_was(storage: Storage) -> None:
    room = RoomRow("azure-42", "dicemasters", bytes(range(256)), "waiting", 1794824569.8448012, 1794824569.8448012)
    seats = [SeatRow("azure-42", 1, "Bölümü 骰子", b"\x00\xff", 3.25), SeatRow("azure-42", 0, "Ann", b"hash", 2.5)]
    storage.create_room(room, SEED, seats)
    assert storage.room("azure-42") == msgspec.structs.replace(room, changed=2.5)
    assert storage.seats("azure-42") == [seats[1], seats[0]]
    assert storage.server_seed("azure-42") == SEED
    assert storage.inputs("azure-42") == []
    assert storage.room("nowhere") is None
    assert storage.seats("nowhere") == []


def test_a_room_is_made_once_and_as_a_whole(storage: Storage) -> None:
    room = new_room(storage)
    with pytest.raises(Conflict, match="there is a room 'room' already"):
        storage.create_room(room, b"another")
    assert storage.server_seed("room") == SEED
    twice = [SeatRow("second", 0, "Ann", b"1", 1.0), SeatRow("second", 0, "Bob", b"2", 1.0)]
    with pytest.raises(Conflict, match="seat 0 of room 'second' is taken"):
        storage.create_room(msgspec.structs.replace(room, id="second"), SEED, twice)
    assert storage.room("second") is None


def test_open_rooms_are_the_newest_first(storage: Storage) -> None:
    statuses: list[Status] = ["waiting", "playing", "over", "waiting"]
    for at, status in enumerate(statuses):
        new_room(storage, f"room{at}", status, float(at))
    assert [room.id for room in storage.open_rooms("waiting")] == ["room3", "room0"]
    assert [room.id for room in storage.open_rooms("waiting", "playing", limit=2)] == ["room3", "room1"]
    assert [room.id for room in storage.open_rooms()] == ["room3", "room1", "room0"]
    assert storage.counts() == Counts(waiting=2, playing=1, over=1)


def test_listed_rooms_are_found_behind_any_number_of_others(storage: Storage) -> None:
    statuses: list[Status] = ["waiting", "playing", "over"]
    for at in range(60):
        row = RoomRow(f"room{at:02}", "irondie", b"", statuses[at % 3], float(at), float(at), at in (3, 4, 5, 7))
        storage.create_room(row, SEED)
    assert [room.id for room in storage.open_rooms("waiting", limit=2, listed=True)] == ["room03"]
    assert [room.id for room in storage.open_rooms("playing", limit=2, listed=True)] == ["room07", "room04"]
    assert [room.id for room in storage.open_rooms("playing", limit=1, listed=True)] == ["room07"]
    assert [room.id for room in storage.open_rooms("over", listed=True)] == ["room05"]
    assert [room.id for room in storage.open_rooms("over", limit=2)] == ["room59", "room56"]


def test_a_status_changes(storage: Storage) -> None:
    new_room(storage)
    storage.set_status("room", "playing", 7.5)
    room = storage.room("room")
    assert room is not None and (room.status, room.changed, room.created) == ("playing", 7.5, 1.0)
    with pytest.raises(InvalidInput, match="there is no room 'nowhere'"):
        storage.set_status("nowhere", "over", 8.0)
    with pytest.raises(InvalidInput, match="rooms_status"):
        storage.set_status("room", "sleeping", 8.0)  # type: ignore[arg-type]


def test_a_seat_is_taken_once(storage: Storage) -> None:
    new_room(storage)
    storage.take_seat(SeatRow("room", 0, "Ann", b"a", 2.0))
    with pytest.raises(Conflict, match="seat 0 of room 'room' is taken already"):
        storage.take_seat(SeatRow("room", 0, "Bob", b"b", 3.0))
    with pytest.raises(InvalidInput, match="there is no room 'nowhere'"):
        storage.take_seat(SeatRow("nowhere", 0, "Bob", b"b", 3.0))
    assert [seat.name for seat in storage.seats("room")] == ["Ann"]
    room = storage.room("room")
    assert room is not None and room.changed == 2.0


def test_a_deleted_room_leaves_nothing(storage: Storage) -> None:
    new_room(storage)
    storage.take_seat(SeatRow("room", 0, "Ann", b"a", 2.0))
    storage.append("room", 0, 2.0, b"roll")
    storage.delete_room("room")
    storage.delete_room("room")
    with storage._writing.begin() as connection:
        for table in storage_schema.metadata.sorted_tables:
            assert connection.execute(table.select()).all() == []
    with pytest.raises(InvalidInput, match="there is no room 'room'"):
        storage.server_seed("room")


def test_two_servers_do_not_both_write(storage: Storage, address: str) -> None:
    new_room(storage)
    other = Storage(address)
    storage.append("room", 0, 1.0, b"first")
    other.append("room", 1, 2.0, b"second")
    with pytest.raises(Conflict, match="room 'room' has an input 1 already"):
        storage.append("room", 1, 2.5, b"late")
    with pytest.raises(Conflict, match="has no input 2, so that number 3 cannot come next"):
        storage.append("room", 3, 2.5, b"too soon")
    with pytest.raises(InvalidInput, match="there is no room 'nowhere'"):
        storage.append("nowhere", 0, 2.5, b"lost")
    assert storage.inputs("room") == [InputRow("room", 0, 1.0, b"first"), InputRow("room", 1, 2.0, b"second")]
    assert storage.inputs("room", since=1) == [InputRow("room", 1, 2.0, b"second")]
    other.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=st.lists(st.tuples(st.floats(allow_nan=False), st.binary(max_size=300)), max_size=12))
def test_inputs_come_back_byte_for_byte_in_order(storage: Storage, log: list[tuple[float, bytes]]) -> None:
    room_id = f"room{next(_ids)}"
    new_room(storage, room_id)
    for number, (at, data) in enumerate(log):
        storage.append(room_id, number, at, data)
    expected = [InputRow(room_id, number, at, data) for number, (at, data) in enumerate(log)]
    assert storage.inputs(room_id) == expected
    for since in range(len(log) + 1):
        assert storage.inputs(room_id, since) == expected[since:]


def test_what_is_shown_has_no_seed(storage: Storage) -> None:
    said: list[str] = []

    @event.listens_for(storage._reading, "before_cursor_execute")
    def listen(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        said.append(statement)

    room = new_room(storage)
    storage.append("room", 0, 1.0, b"roll")
    shown = repr([storage.room("room"), storage.open_rooms(), storage.seats("room"), storage.inputs("room")])
    assert len(said) >= 4 and not any("secrets" in statement or "server_seed" in statement for statement in said)
    with pytest.raises(Conflict) as caught:
        storage.create_room(room, SEED)
    shown += "".join(traceback.format_exception(caught.value))
    with storage._writing.begin() as connection, pytest.raises(Exception, match="secrets") as raw:
        connection.execute(insert(storage_schema.secrets).values(room_id="room", server_seed=SEED))
    shown += "".join(traceback.format_exception(raw.value))
    assert SEED.decode() not in shown and SEED.hex() not in shown


@pytest.mark.parametrize("name", ["\ud800", "a\x00b"])
def test_texts_that_cannot_be_stored_are_refused_or_come_back(storage: Storage, name: str) -> None:
    new_room(storage)
    try:
        storage.take_seat(SeatRow("room", 0, name, b"", 1.0))
        assert storage.seats("room")[0].name == name
        assert storage.room(name) is None
    except InvalidInput as error:
        assert "cannot be stored" in str(error)
        with pytest.raises(InvalidInput, match="looked up"):
            storage.room(name)
    storage.check()


def test_numbers_too_large_are_refused(storage: Storage) -> None:
    new_room(storage)
    with pytest.raises((InvalidInput, Conflict)):
        storage.append("room", 10**30, 1.0, b"")
    try:
        assert storage.inputs("room", since=10**30) == []
    except InvalidInput as error:
        assert "looked up" in str(error)


def test_a_transaction_is_stored_as_a_whole(storage: Storage) -> None:
    new_room(storage)
    with pytest.raises(ZeroDivisionError), storage.transaction():
        storage.append("room", 0, 1.0, b"roll")
        storage.set_status("room", "playing", 1.0)
        assert numbers(storage) == [0]
        raise ZeroDivisionError
    assert numbers(storage) == []
    with storage.transaction():
        storage.append("room", 0, 1.0, b"roll")
        storage.set_status("room", "over", 1.0)
    assert numbers(storage) == [0] and storage.counts() == Counts(over=1)


def test_readers_cannot_write(storage: Storage) -> None:
    new_room(storage)
    with pytest.raises(Exception, match=r"readonly|read-only"), storage._reading.begin() as connection:
        connection.execute(insert(storage_schema.inputs).values(room_id="room", number=0, at=0.0, data=b""))


# Addresses and migrations


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("dicehall.db", "'dicehall.db' is not the address of a database: write sqlite:///FILE"),
        ("", "is not the address"),
        ("mysql://ann:hush-hush@host/db", "databases of the kind 'mysql' are not known"),
        ("postgresql://ann:hush-hush@host:port/db", "'postgresql://...' is not the address"),
        ("postgresql+asyncpg://ann:hush-hush@host/db", r"kind 'postgresql\+asyncpg' are not known"),
        ("sqlite://", "a database in memory would forget everything"),
        ("sqlite:///:memory:", "a database in memory would forget everything"),
        ("sqlite://games.db", "three slashes"),
        ("sqlite:///games.db?mode=ro", "three slashes"),
        ("postgresql://ann:hush-hush@127.0.0.1:1/db", "PostgreSQL database 'db' on 127.0.0.1 cannot be used: "),
        ("postgres://ann:hush-hush@127.0.0.1:1/db", "PostgreSQL database 'db' on 127.0.0.1 cannot be used: "),
        ("postgresql://ann:hush-hush@127.0.0.1:1/db?colour=red", "cannot be used: .*colour"),
        ("postgresql:///db?host=/nowhere/at/all", "'db' on /nowhere/at/all cannot be used"),
    ],
)
def test_bad_addresses_are_told(address: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        open_storage(address)
    assert "hush-hush" not in "".join(traceback.format_exception(caught.value)) and "\n" not in str(caught.value)


def test_folders_that_do_not_do_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(InvalidInput, match=r"cannot be made: .*choose a folder that can be written"):
        open_folder(tmp_path / "file" / "data")
    with pytest.raises(InvalidInput, match="is a folder"):
        open_storage(f"sqlite:///{tmp_path}")
    (tmp_path / "dicehall.db").write_text("This is a text and no database at all. " * 100)
    with pytest.raises(InvalidInput, match=r"dicehall\.db cannot be used: file is not a database"):
        open_folder(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with pytest.raises(InvalidInput, match="or its folder cannot be written"):
        open_folder(tmp_path / "other")


def test_a_folder_with_an_odd_name(tmp_path: Path) -> None:
    folder = tmp_path / "50% of ? & # dice" / "data"
    storage = open_folder(folder)
    new_room(storage)
    storage.close()
    path = folder / "dicehall.db"
    assert [file.name for file in folder.iterdir()] == ["dicehall.db"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(folder.stat().st_mode) == 0o700
    storage = open_folder(folder)
    assert storage.room("room") is not None
    storage.close()


def test_sqlite_is_set_up(tmp_path: Path) -> None:
    storage = open_folder(tmp_path)
    for engine in (storage._writing, storage._reading):
        with engine.begin() as connection:
            said = [
                connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
            assert said == ["wal", 1, 1]
            assert connection.scalar(text("PRAGMA busy_timeout")) == storage_engine.BUSY * 1000
    storage.close()


def test_the_steps_make_the_tables_that_the_program_expects(storage: Storage) -> None:
    with storage._writing.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), storage_schema.metadata) == []
    storage.migrate()  # a second time does nothing
    storage.check()


def test_rooms_of_before_are_marked_as_listed_by_their_settings(address: str) -> None:
    agreed = {
        "open": b'{"game":"irondie","listed":true}',
        "closed": b'{"listed":false}',
        "silent": b"{}",
        "list": b"[true]",
        "odd": b'{"listed":"yes"}',
        "damaged": b"\xff\x00",
        "deep": b"[" * 100_000,
    }
    storage = Storage(address)
    with storage._writing.begin() as connection:
        migrate_to(connection, "0001")
        for name, data in agreed.items():
            values = {"id": name, "data": data}
            connection.execute(text("INSERT INTO rooms VALUES (:id, 'irondie', :data, 'over', 1, 2)"), values)
            connection.execute(text("INSERT INTO inputs VALUES (:id, 0, 1, :data)"), values)
    storage.migrate()
    found = {room.id: room for room in storage.open_rooms("over")}
    assert {name: room.settings for name, room in found.items()} == agreed
    assert [name for name, room in found.items() if room.listed] == ["open"]
    assert [room.id for room in storage.open_rooms("over", listed=True)] == ["open"]
    assert all(numbers(storage, name) == [0] for name in agreed)
    with storage._writing.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), storage_schema.metadata) == []
    storage.close()


def migrate_to(connection: Connection, step: str) -> None:
    """The tables as they were after a step."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(storage_migrate._SCRIPTS))
    command.upgrade(config, step)


def test_a_newer_database_is_refused(storage: Storage, address: str) -> None:
    with storage._writing.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(
        InvalidInput, match="was written by a newer Dicehall: its tables are at step 9999, and this one"
    ):
        open_storage(address)


def test_steps_that_fail_leave_nothing(address: str) -> None:
    storage = Storage(address)
    with storage._writing.begin() as connection:
        connection.execute(text("CREATE TABLE seats (strange INTEGER)"))
    with pytest.raises(InvalidInput, match=r"cannot be used: .*seats.* already exists"):
        storage.migrate()
    assert inspect(storage._writing).get_table_names() == ["seats"]
    with pytest.raises(Unavailable, match="rooms"):
        storage.check()
    storage.close()


def test_many_start_at_once(address: str) -> None:
    program = "import sys; from dicehall.table.storage import open_storage; open_storage(sys.argv[1]).close()"
    command = [sys.executable, "-W", "error", "-c", program, address]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate()[1] for process in started] == [""] * 4
    errors: list[BaseException] = []

    def start() -> None:
        try:
            open_storage(address).close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_a_locked_file_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    holder = open_folder(tmp_path)
    new_room(holder)
    monkeypatch.setattr(storage_engine, "BUSY", 0.05)
    storage = open_folder(tmp_path)
    with holder.transaction():
        holder.append("room", 0, 1.0, b"roll")
        with pytest.raises(Unavailable, match="database is locked"):
            storage.append("room", 0, 1.0, b"other")
        assert numbers(storage) == []  # reading goes on
    with pytest.raises(Conflict):
        storage.append("room", 0, 1.0, b"other")
    storage.close()
    holder.close()


# The writer


@contextmanager
def busy(writer: Writer) -> Iterator[Callable[[], Awaitable[None]]]:
    """Keeps the thread of the writer busy with something; what comes meanwhile waits in its queue."""
    gate, entered = threading.Event(), threading.Event()

    def hold() -> None:
        entered.set()
        gate.wait(20)

    async def wait() -> None:
        task = asyncio.create_task(writer.run(hold))
        await asyncio.to_thread(entered.wait, 20)
        tasks.append(task)

    tasks: list[asyncio.Task[None]] = []
    try:
        yield wait
    finally:
        gate.set()


def with_writer(storage: Storage, test: Callable[[Writer], Awaitable[None]], **options: int) -> None:
    async def run() -> None:
        writer = Writer(storage, **options)
        try:
            await test(writer)
        finally:
            await writer.close()

    asyncio.run(run())


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_what_waits_is_stored_together(storage: Storage, address: str) -> None:
    rooms = [new_room(storage, f"room{i}").id for i in range(50)]
    other = Storage(address)

    async def test(writer: Writer) -> None:
        async def one(room_id: str) -> None:
            await writer.append(room_id, 0, 1.0, room_id.encode())
            assert [row.data for row in other.inputs(room_id)] == [room_id.encode()]  # at once, for everybody

        with busy(writer) as wait:
            await wait()
            tasks = [asyncio.create_task(one(room_id)) for room_id in rooms]
            await settle()
            assert writer.depth == 50
        await asyncio.gather(*tasks)
        assert (writer.groups, writer.stored) == (2, 51)

    with_writer(storage, test)
    other.close()


def test_one_that_fails_does_not_spoil_the_others(storage: Storage) -> None:
    new_room(storage, "good")
    new_room(storage, "bad")
    storage.append("bad", 0, 1.0, b"taken")

    def half() -> None:
        storage.append("bad", 1, 1.0, b"never")
        raise ZeroDivisionError("half-way")

    def stop() -> None:
        raise StopIteration

    async def test(writer: Writer) -> None:
        with busy(writer) as wait:
            await wait()
            calls = [
                writer.append("good", 0, 1.0, b"a"),
                writer.append("bad", 0, 1.0, b"b"),
                writer.run(half),
                writer.run(stop),
                writer.append("nowhere", 0, 1.0, b"c"),
                writer.append("good", 1, 1.0, b"d"),
                writer.run(storage.seats, "good"),
            ]
            tasks = [asyncio.ensure_future(call) for call in calls]
            await settle()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        kinds = [type(result) for result in results]
        assert kinds == [type(None), Conflict, ZeroDivisionError, RuntimeError, InvalidInput, type(None), list]
        assert writer.groups == 2

    with_writer(storage, test)
    assert numbers(storage, "good") == [0, 1]
    assert [row.data for row in storage.inputs("bad")] == [b"taken"]


def test_if_the_commit_fails_nobody_is_told_that_it_is_stored(storage: Storage) -> None:
    for i in range(3):
        new_room(storage, f"room{i}")
    broken = [True]

    @event.listens_for(storage._writing, "commit")
    def fail(connection: Any) -> None:
        if broken[0]:
            raise OSError("the disk is full")

    async def test(writer: Writer) -> None:
        calls = [writer.append(f"room{i}", 0, 1.0, b"x") for i in range(3)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert [str(result) for result in results] == ["not stored: the disk is full"] * 3
        assert all(isinstance(result, Unavailable) for result in results)
        broken[0] = False
        assert storage.inputs("room0") == []
        await writer.append("room0", 0, 1.0, b"again")

    with_writer(storage, test)
    assert [len(storage.inputs(f"room{i}")) for i in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)  # a SQLite file has no connection to lose
def test_a_lost_connection_fails_its_group_only(storage: Storage) -> None:
    new_room(storage)

    def lose() -> None:
        with storage.transaction() as connection:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    async def test(writer: Writer) -> None:
        with busy(writer) as wait:
            await wait()
            calls = [writer.append("room", 0, 1.0, b"a"), writer.run(lose), writer.append("room", 1, 1.0, b"b")]
            tasks = [asyncio.ensure_future(call) for call in calls]
            await settle()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert numbers(storage) == []
        assert isinstance(results[0], Unavailable) and isinstance(results[2], Unavailable) and results[1] is not None
        await writer.append("room", 0, 1.0, b"again")
        with storage._writing.begin() as connection:  # all others, as when the server starts anew
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            connection.execute(text(others + " AND pid <> pg_backend_pid()"))
        storage.check()
        await writer.append("room", 1, 1.0, b"more")

    with_writer(storage, test)
    assert [row.data for row in storage.inputs("room")] == [b"again", b"more"]


def test_who_is_cancelled_has_written_all_or_nothing(storage: Storage) -> None:
    new_room(storage)
    new_room(storage, "other")

    def two() -> None:
        storage.append("room", 0, 1.0, b"a")
        storage.append("room", 1, 1.0, b"b")

    async def test(writer: Writer) -> None:
        with busy(writer) as wait:
            await wait()
            queued = asyncio.create_task(writer.run(two))
            fails = asyncio.create_task(writer.append("nowhere", 0, 1.0, b"z"))
            await settle()
            outside = asyncio.create_task(writer.append("other", 0, 1.0, b"c"))  # there are three places
            await settle()
            for task in (queued, fails, outside):
                task.cancel()
            await settle()
            assert all(task.cancelled() for task in (queued, fails, outside))
        await writer.append("room", 2, 1.0, b"d")
        for number in range(8):  # no place was lost
            await writer.append("other", number, 1.0, b"e")

    with_writer(storage, test, waiting=3)
    assert numbers(storage) == [0, 1, 2]
    assert {row.data for row in storage.inputs("other")} == {b"e"}


def test_the_queue_is_bounded_and_close_stores_all_that_waits(storage: Storage) -> None:
    rooms = [new_room(storage, f"room{i}").id for i in range(20)]

    async def test(writer: Writer) -> None:
        with busy(writer) as wait:
            await wait()
            tasks = [asyncio.create_task(writer.append(room_id, 0, 1.0, b"x")) for room_id in rooms]
            await settle()
            assert writer.depth == 3
            closing = [asyncio.create_task(writer.close()) for _ in range(2)]
            await settle()
            with pytest.raises(Unavailable, match="being closed"):
                await writer.append("room0", 1, 1.0, b"late")
        await asyncio.gather(*closing)
        assert all(task.done() for task in tasks)
        assert not writer._thread.is_alive()
        assert await asyncio.gather(*tasks) == [None] * 20

    with_writer(storage, test, waiting=4)
    assert all(numbers(storage, room_id) == [0] for room_id in rooms)


def test_a_close_that_is_cancelled_leaves_nobody_waiting(storage: Storage) -> None:
    rooms = [new_room(storage, f"room{i}").id for i in range(6)]

    async def test(writer: Writer) -> None:
        with busy(writer) as wait:
            await wait()
            tasks = [asyncio.create_task(writer.append(room_id, 0, 1.0, b"x")) for room_id in rooms]
            await settle()
            closing = asyncio.create_task(writer.close())
            await settle()
            closing.cancel()
            await settle()
        results = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        assert [result is None for result in results] == [numbers(storage, room_id) == [0] for room_id in rooms]
        assert {type(result) for result in results} == {type(None), Unavailable}

    with_writer(storage, test, waiting=3)


def test_readers_read_beside_the_writer(storage: Storage) -> None:
    new_room(storage)

    async def test(writer: Writer) -> None:
        reader = Reader(2)
        with busy(writer) as wait:
            await wait()
            found = await asyncio.gather(*[reader(storage.inputs, "room", since=0) for _ in range(10)])
            assert found == [[]] * 10
        await writer.append("room", 0, 1.0, b"x")
        assert await reader(storage.inputs, "room") == [InputRow("room", 0, 1.0, b"x")]
        with pytest.raises(InvalidInput, match="there is no room 'nowhere'"):
            await reader(storage.server_seed, "nowhere")
        await reader.close()

    with_writer(storage, test)


# The process dies

APPENDING = """
import asyncio, sys
from dicehall.table.storage import Storage
from dicehall.table.storage_writer import Writer

async def main(address, *rooms):
    writer = Writer(Storage(address))
    async def play(room):
        for number in range(100000):
            await writer.append(room, number, 1.0, b"%s %d" % (room.encode(), number))
            print(room, number, flush=True)
    await asyncio.gather(*[play(room) for room in rooms])

asyncio.run(main(*sys.argv[1:]))
"""


def test_what_was_acknowledged_survives_the_death_of_the_process(storage: Storage, address: str) -> None:
    chance = random.Random(6)
    for kill in range(KILLS):
        rooms = [new_room(storage, f"room{kill}-{i}").id for i in range(5)]
        command = [sys.executable, "-c", APPENDING, address, *rooms]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(chance.randrange(1, 150))]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.readlines()
        told = dict.fromkeys(rooms, -1)
        for line in lines:
            if line.endswith("\n"):
                room_id, number = line.split()
                told[room_id] = int(number)
        assert max(told.values()) >= 0
        for room_id in rooms:
            found = storage.inputs(room_id)
            assert len(found) > told[room_id]
            assert [row.data.decode() for row in found] == [f"{room_id} {number}" for number in range(len(found))]
