"""Runs the server: opens the store, listens, logs, and stops without losing anything."""

from __future__ import annotations

import gc
import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from dicehall.kernel.errors import InvalidInput
from dicehall.table.app import LARGEST, make_app
from dicehall.table.limits import USUAL, Limits
from dicehall.table.storage import open_folder, open_storage

LOG = logging.getLogger("dicehall.table")
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # one of them is set where a page can be shown
PATIENCE = 20  # seconds that open connections get when the server stops
COLLECT = (5_000, 10, 20)  # when garbage is looked for: a look at all rooms stops all games, so it must be rare


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        row = {"at": round(record.created, 3), "level": record.levelname.lower(), "from": record.name}
        row["text"] = record.getMessage()
        if record.exc_info:
            row["trace"] = self.formatException(record.exc_info)
        return json.dumps(row, ensure_ascii=False)


class Server(uvicorn.Server):
    """Opens its page in the browser once it has started."""

    page = ""  # its address; none: no browser is wanted

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.page:
            threading.Thread(target=open_page, args=(self.page,), name="dicehall-browser", daemon=True).start()


def open_page(address: str) -> None:
    """In the browser of whoever sits here, if there is one. Whatever goes wrong with it does not concern the server."""
    try:
        webbrowser.open(address)
    except Exception as error:
        LOG.info("no browser was opened: %s", error)


def has_browser() -> bool:
    """Whether somebody sits here who could see a page. One that would take over the terminal does not count."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in DISPLAYS)


def run(
    host: str,
    port: int,
    folder: Path,
    database: str | None,
    browser: bool = False,
    limits: Limits | None = USUAL,
    proxy: str = "",
) -> int:
    """Serves until somebody stops it.

    `browser`: the page is opened where somebody sits who could see it. `proxy`: who may say for whom it speaks.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    listener = _listen(host, port)
    storage = open_storage(database) if database else open_folder(folder)
    config = uvicorn.Config(
        make_app(storage, time.time, limits),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=4 * LARGEST,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
    )
    address, number = listener.getsockname()[:2]
    print(f"Dicehall listens on {_link(address, number)} ; Ctrl-C stops it", flush=True)
    server = Server(config)
    if browser and has_browser():
        server.page = _link({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address), number) + "/"
    _collect_rarely()
    server.run(sockets=[listener])
    return 0


def _collect_rarely() -> None:
    gc.collect()
    gc.freeze()  # the program itself never becomes garbage
    gc.set_threshold(*COLLECT)


def _link(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def _listen(host: str, port: int) -> socket.socket:
    try:
        info = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(info[0], info[1])
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(info[4])
        listener.listen(1024)
        return listener
    except OSError as error:
        raise InvalidInput(
            f"{host}:{port} cannot be listened on: {error.strerror or error}; try another --port"
        ) from None
