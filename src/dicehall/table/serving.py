"""Runs the server: opens the store, listens, logs, and stops without losing anything."""

from __future__ import annotations

import json
import logging
import socket
import sys
import time
from pathlib import Path

import uvicorn

from dicehall.kernel.errors import InvalidInput
from dicehall.table.app import LARGEST, make_app
from dicehall.table.storage import open_folder, open_storage

PATIENCE = 20  # seconds that open connections get when the server stops


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        row = {"at": round(record.created, 3), "level": record.levelname.lower(), "from": record.name}
        row["text"] = record.getMessage()
        if record.exc_info:
            row["trace"] = self.formatException(record.exc_info)
        return json.dumps(row, ensure_ascii=False)


def run(host: str, port: int, folder: Path, database: str | None) -> int:
    """Serves until somebody stops it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    listener = _listen(host, port)
    storage = open_storage(database) if database else open_folder(folder)
    config = uvicorn.Config(
        make_app(storage, time.time),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=4 * LARGEST,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
    where = listener.getsockname()
    name = f"[{where[0]}]" if ":" in where[0] else where[0]
    print(f"Dicehall listens on http://{name}:{where[1]} ; Ctrl-C stops it", flush=True)
    server = uvicorn.Server(config)
    server.run(sockets=[listener])
    return 0


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
