"""dicehall serve: games over the network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dicehall.kernel.errors import InvalidInput

DATA, DATABASE = "DICEHALL_DATA", "DICEHALL_DATABASE"


def serve(
    *,
    host: Annotated[str, Parameter(help="the address to listen on; 0.0.0.0 for all")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port; 0 takes a free one")] = 8600,
    data: Annotated[
        Path | None, Parameter(help=f"the folder for the games (default: ${DATABASE}, ${DATA}, else ./data)")
    ] = None,
    database: Annotated[
        str | None, Parameter(help=f"a database instead: postgresql://... (default: ${DATABASE})")
    ] = None,
    no_browser: Annotated[
        bool, Parameter(negative="", show_default=False, help="do not open the page; only print its address")
    ] = False,
    no_limits: Annotated[
        bool, Parameter(negative="", show_default=False, help="one address may ask for as much as it wants")
    ] = False,
    proxy: Annotated[
        str, Parameter(show_default=False, help="the address of a proxy whose X-Forwarded-For is believed")
    ] = "",
) -> int:
    """Serve games: rooms against bots and people, kept in a folder or a database. Ctrl-C stops it; nothing is lost.

    In a terminal the page opens in the browser, if there is one.
    """
    from dicehall.table.limits import USUAL  # the web framework is loaded for servers only
    from dicehall.table.serving import run

    if data is not None and database is not None:
        raise InvalidInput("--data is a folder for the games, --database a database instead of it: give one of them")
    if not 0 <= port < 65536:
        raise InvalidInput("--port is a number from 0 to 65535")
    address = database or (None if data is not None else os.environ.get(DATABASE)) or None
    folder = data or Path(os.environ.get(DATA) or "data")
    return run(host, port, folder, address, not no_browser, None if no_limits else USUAL, proxy)
