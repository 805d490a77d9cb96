"""The processes in which bots think (thinker.py), as the server sees them: a few, started when they are needed.

The event loop of the server goes on while they think. One that dies is replaced and its question asked again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from typing import Final

import msgspec

from dicehall.kernel.errors import DicehallError
from dicehall.table.thinker import Ask, Chosen

LOG = logging.getLogger("dicehall.table")
MOST: Final = min(8, max(2, (os.cpu_count() or 1) - 1))  # processes: one bot that thinks for long stops no other
LIMIT: Final = 300.0  # seconds for an answer; a process that takes longer is replaced
LONGEST: Final = 5.0  # seconds between two tries, at most
START: Final = "import sys; sys.path[:] = {path!r}; from dicehall.table.thinker import main; main()"


class Ended(DicehallError):
    """The server stops: no bot thinks any more."""


class NoAnswer(DicehallError):
    """A bot cannot answer; the reason is its own."""


class Thinkers:
    """See the module."""

    def __init__(self, most: int = MOST) -> None:
        self._slots = asyncio.Semaphore(most)
        self._idle: list[Thinker] = []
        self._all: set[Thinker] = set()
        self._end = asyncio.Event()

    @property
    def pids(self) -> list[int]:
        return sorted([thinker.pid for thinker in self._all])

    async def choose(self, ask: Ask) -> Chosen:
        """What is answered; it is asked until a process lives long enough to say it."""
        line = msgspec.json.encode(ask) + b"\n"
        pause = 0.0
        while True:
            async with self._slots:
                reply = b"" if self._end.is_set() else await self._reply(line)
            if self._end.is_set():
                raise Ended("the server stops")
            if reply:
                chosen = msgspec.json.decode(reply, type=Chosen)
                if chosen.fault:
                    raise NoAnswer(chosen.fault)
                return chosen
            LOG.warning("a process in which a bot was thinking has ended; it is asked again in another one")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._end.wait(), pause)
            pause = min(LONGEST, 2 * pause + 0.1)

    async def _reply(self, line: bytes) -> bytes:
        """The line that one process answers with; nothing if it has ended, which it does too if nobody waits for it."""
        try:
            thinker = self._idle.pop() if self._idle else await self._start()
        except OSError as error:
            LOG.error("no process can be started for bots: %s", error)
            return b""
        reply = b""
        try:
            reply = await asyncio.wait_for(thinker.ask(line), LIMIT)
        except TimeoutError:
            LOG.error("a bot has not answered for %g seconds", LIMIT)
        finally:
            if reply and not self._end.is_set():
                self._idle.append(thinker)
            else:
                await thinker.end()
                self._all.discard(thinker)
        return reply

    async def _start(self) -> Thinker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", START.format(path=sys.path)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C reaches the server alone
        )
        thinker = Thinker(process)
        self._all.add(thinker)
        if self._end.is_set():
            thinker.kill()
        return thinker

    async def close(self) -> None:
        """Ends all processes; who waits for an answer gets Ended."""
        self._end.set()
        for thinker in self._all:
            thinker.kill()
        for thinker in self._idle:
            await thinker.end()
            self._all.discard(thinker)
        self._idle.clear()
        for thinker in list(self._all):
            await thinker.ended.wait()


class Thinker:
    """A process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid
        self.ended = asyncio.Event()

    async def ask(self, line: bytes) -> bytes:
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(ConnectionError):
            self._process.stdin.write(line)
            await self._process.stdin.drain()
            reply = await self._process.stdout.readline()
            return reply if reply.endswith(b"\n") else b""
        return b""

    def kill(self) -> None:
        """Without Process.kill, which may take the end of the process away from the one who waits for it."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def end(self) -> None:
        """Gone, with its pipes closed."""
        self.kill()
        with suppress(ConnectionError):
            await self._process.communicate()
        self.ended.set()
