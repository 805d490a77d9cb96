"""What a person types, while other things go on: lines come as they are typed or piped.

They are read in a thread, from the bare file: it holds no lock that could keep the program from ending.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
import threading
from contextlib import suppress

from dicehall.cli.terminal_input import MAX_LINE

MOST_WAITING = 10_000  # letters without the end of a line; more is cut off


class Lines:
    """The lines of the standard input; None at its end."""

    def __init__(self) -> None:
        self.is_person = sys.stdin is not None and sys.stdin.isatty()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        file = -1 if sys.stdin is None else sys.stdin.fileno()
        threading.Thread(target=self._read, args=(file,), name="dicehall-lines", daemon=True).start()

    async def next(self) -> str | None:
        return await self._queue.get()

    def _read(self, file: int) -> None:
        decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), ""
        with suppress(RuntimeError):  # the program has ended
            with suppress(OSError):  # the terminal is gone
                while data := os.read(file, 65536):
                    *rows, rest = (rest + decoder.decode(data)).split("\n")
                    rest = rest[:MOST_WAITING]
                    for row in rows:
                        self._put(_clean(row))
            if rest:
                self._put(_clean(rest))
            self._put(None)

    def _put(self, row: str | None) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, row)


def _clean(row: str) -> str:
    return "".join(c if c.isprintable() else " " for c in row).strip()[:MAX_LINE]
