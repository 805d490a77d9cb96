"""A server of the tests: the real one, over SQLite, in a thread of its own; and a line to it that can be cut."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from dicehall.table.app import make_app
from dicehall.table.limits import Limits
from dicehall.table.storage import open_folder


@contextmanager
def serving(folder: Path, port: int = 0, limits: Limits | None = None) -> Iterator[str]:
    """The address of a server that runs as long as this."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen()  # who comes before the server is ready waits
    config = uvicorn.Config(
        make_app(open_folder(folder), limits=limits),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=30)
        listener.close()
        assert not thread.is_alive()


class Line:
    """A way to a server that can be cut and mended: `async with Line(url) as line`, then use `line.url`."""

    def __init__(self, url: str) -> None:
        self.port = int(url.rsplit(":", 1)[1])
        self.url = ""
        self.mute = False  # what comes from the server is kept back
        self._cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Line:
        self._server = await asyncio.start_server(self._guest, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self.cut()
        self._server.close()
        await self._server.wait_closed()

    def cut(self) -> None:
        """Nothing goes through any longer."""
        self._cut = True
        for end in list(self._ends):
            end.transport.abort()

    def mend(self) -> None:
        self._cut = self.mute = False

    async def _guest(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.port)
        both = (writer, there_writer)
        self._ends.update(both)
        await asyncio.gather(self._carry(reader, there_writer, False), self._carry(there_reader, writer, True))
        self._ends.difference_update(both)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, back: bool) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if not (back and self.mute):
                    target.write(data)
                    await target.drain()
        target.close()
        with suppress(OSError):
            await target.wait_closed()
