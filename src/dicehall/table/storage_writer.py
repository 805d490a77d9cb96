"""Storage for servers with an event loop: one thread that writes, a few that read.

Everything that waits while the last transaction is stored goes into the next one together, so that many rooms share the
cost of a commit. Nobody hears that something is stored before it is.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

from dicehall.table.storage import READERS, Storage
from dicehall.table.storage_schema import Conflict, InputRow, Unavailable

P = ParamSpec("P")
T = TypeVar("T")

WAITING: Final = 1024  # writes that may wait; more callers wait for a place among them
TOGETHER: Final = 256  # writes in one transaction at most


class _Item:
    """A write that waits, and then its result: an input, or a function to call."""

    __slots__ = ("call", "error", "future", "result", "row")

    def __init__(
        self, future: asyncio.Future[Any], call: Callable[[], Any] | None = None, row: InputRow | None = None
    ) -> None:
        self.future = future
        self.call = call
        self.row = row
        self.result: Any = None
        self.error: BaseException | None = None


class Writer:
    """Writes in a thread of its own, in the order of the calls; for one event loop.

    Wait for each input of a room before the next is sent: if one fails, those behind it are still tried.
    A caller that is cancelled does not take its write back: once it is in the queue it is carried out as a whole.
    """

    def __init__(self, storage: Storage, waiting: int = WAITING, together: int = TOGETHER) -> None:
        self._storage = storage
        self._together = together
        self._waiting = waiting
        self._places = asyncio.Semaphore(waiting)
        self._queue: SimpleQueue[_Item | None] = SimpleQueue()
        self._closing = False  # new calls are refused
        self._stopped = False  # the thread was told to end
        self._closed = asyncio.Event()
        self.groups = 0  # transactions so far
        self.stored = 0  # writes that were stored so far
        self._thread = threading.Thread(target=self._work, name="dicehall-writer", daemon=True)
        self._thread.start()

    async def append(self, room_id: str, number: int, at: float, data: bytes) -> None:
        """Store an input; it is safe when this returns. Conflict if somebody else was first."""
        await self._put(_Item(asyncio.get_running_loop().create_future(), row=InputRow(room_id, number, at, data)))

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the writing thread, as a whole or not at all; its result, once that is stored.

        Methods of the storage that it calls share one transaction. It must not catch their errors and go on, and is
        called again if another write of the same transaction fails.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        await self._put(_Item(future, partial(call, *args, **kwargs)))
        return future.result()

    async def _put(self, item: _Item) -> None:
        """Waits until it is stored."""
        if self._closing:
            raise _closed()
        await self._places.acquire()
        if self._stopped:  # only if somebody had no patience with `close`
            self._places.release()
            raise _closed()
        self._queue.put(item)
        await item.future

    async def close(self) -> None:
        """Store all that waits, then stop. Calls that come later are refused."""
        if self._closing:
            await self._closed.wait()
            return
        self._closing = True
        try:
            for _ in range(self._waiting):  # everybody who came before has had a place when all are ours
                await self._places.acquire()
        finally:
            self._stopped = True
            self._queue.put(None)
            self._closed.set()
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    @property
    def depth(self) -> int:
        """How many writes wait in the queue."""
        return self._queue.qsize()

    # In the thread

    def _work(self) -> None:
        while (item := self._queue.get()) is not None:
            group = [item]
            last = False
            while len(group) < self._together and not last:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                else:
                    group.append(more)
            self._store(group)
            self._answer(group)
            if last:
                return

    def _store(self, group: list[_Item]) -> None:
        """One transaction. An item that fails is taken out of it; if the transaction fails, all have failed."""
        try:
            if not self._at_once(group):
                self._one_by_one(group)
        except BaseException as error:
            for item in group:
                if item.error is None:
                    item.error = Unavailable(f"not stored: {error}")
                    item.error.__cause__ = error
        self.groups += 1
        self.stored += sum([item.error is None for item in group])

    def _at_once(self, group: list[_Item]) -> bool:
        """All items, inputs that follow each other with one statement; False if one fails: nothing is stored then."""
        with self._storage.transaction() as connection:
            try:
                for is_input, items in groupby(group, lambda item: item.row is not None):
                    if is_input:
                        if not self._storage.append_all([item.row for item in items if item.row is not None]):
                            raise Conflict("one of them cannot come next")
                    else:
                        for item in items:
                            self._carry_out(item)
            except Exception as error:
                if connection.invalidated:
                    raise Unavailable(f"{self._storage.place} fails: the connection was lost") from error
                connection.rollback()
                return False
        return True

    def _one_by_one(self, group: list[_Item]) -> None:
        with self._storage.transaction() as connection:
            for item in group:
                savepoint = connection.begin_nested()
                try:
                    self._carry_out(item)
                except Exception as error:
                    item.error = error
                    savepoint.rollback()
                    if connection.invalidated:
                        raise Unavailable(f"{self._storage.place} fails: the connection was lost") from error
                else:
                    savepoint.commit()

    def _carry_out(self, item: _Item) -> None:
        if item.row is not None:
            self._storage.append(item.row.room_id, item.row.number, item.row.at, item.row.data)
        elif item.call is not None:
            item.result = item.call()

    def _answer(self, group: list[_Item]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            group[0].future.get_loop().call_soon_threadsafe(self._settle, group)

    # In the loop again

    def _settle(self, group: list[_Item]) -> None:
        for item in group:
            self._places.release()
            if item.future.done():
                continue  # its caller was cancelled
            if item.error is None:
                item.future.set_result(item.result)
            elif isinstance(item.error, StopIteration):  # a future does not take it
                item.future.set_exception(RuntimeError("the function raised StopIteration"))
            else:
                item.future.set_exception(item.error)


def _closed() -> Unavailable:
    return Unavailable("the storage is being closed: nothing more can be stored")


class Reader:
    """Reads in a few threads: `await reader(storage.inputs, room_id)`."""

    def __init__(self, threads: int = READERS) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="dicehall-reader")

    async def __call__(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *args, **kwargs))

    async def close(self) -> None:
        """Wait for what is being read, then stop."""
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)
