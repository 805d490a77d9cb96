"""Links to rooms, read and written: http://HOST/r/ROOM#TOKEN owns a seat, http://HOST/r/ROOM is for guests."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from dicehall.kernel.errors import InvalidInput

NEAR: Final = ("localhost", "127.0.0.1", "::1")
WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")


class Link(NamedTuple):
    """A place at a table: http://HOST/r/ROOM#TOKEN. The token comes last, where no server and no log ever sees it.

    Without a token it is a guest's link, without a room a server's.
    """

    server: str  # http://host:port, without a slash at the end
    room: str = ""
    token: str = ""

    def __str__(self) -> str:
        room = f"/r/{self.room}" if self.room else "/"
        return self.server + room + (f"#{self.token}" if self.token else "")

    def for_guests(self) -> Link:
        """The same without the token: it can be given to anybody."""
        return self._replace(token="")

    @property
    def socket(self) -> str:
        """Where the WebSocket of the room is."""
        return "ws" + self.server.removeprefix("http") + f"/api/rooms/{self.room}/ws"

    @property
    def is_near(self) -> bool:
        """On this machine, where no proxy leads to."""
        return urlsplit(self.server).hostname in NEAR


def link_of(text: str) -> Link:
    """Reads a link. What is after the # is secret, so errors never repeat it."""
    text, _, token = text.strip().partition("#")
    shown = text[:80]
    whole = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
        parts = urlsplit("")
    if not host or parts.scheme not in ("http", "https") or parts.username or not text.isprintable() or " " in text:
        raise InvalidInput(f"'{shown}' is no link; right is http://HOST:PORT/r/ROOM#TOKEN, or without #TOKEN to watch")
    base, mark, room = parts.path.rstrip("/").rpartition("/r/")
    if not mark:
        base, room = parts.path.rstrip("/"), ""
    if mark and not WORD.fullmatch(room):
        raise InvalidInput(f"'{shown}': after /r/ comes the name of a room: letters, digits, - and _")
    if token and not room:
        raise InvalidInput(f"'{shown}': the link has a token and no room; right is http://HOST:PORT/r/ROOM#TOKEN")
    if token and not WORD.fullmatch(token):
        raise InvalidInput(f"'{shown}': what comes after the # is no token; was the link cut off?")
    address = f"[{host}]" if ":" in host else host
    return Link(f"{parts.scheme}://{address}{f':{port}' if port else ''}{base}", room, token)
