"""What one address may ask for, so that nobody takes all of a server: calls, tables that wait, connections, messages.

A family or a class behind one address does not notice. docs/protocol.md has the numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from dicehall.kernel.errors import DicehallError

MANY: Final = 10_000  # addresses that are remembered
REVIEW: Final = 20.0  # a game looked at again costs as much as so many calls


class Limits(msgspec.Struct, frozen=True):
    """For each address; of calls and messages so many a second, and so many more at once after a rest."""

    calls: float = 2.0  # what changes something, and new connections
    calls_at_once: float = 120.0
    messages: float = 200.0
    messages_at_once: float = 600.0
    sockets: int = 100  # connections at one time
    waiting: int = 20  # tables that were made in the last hour and wait for somebody
    hour: float = 3600.0


USUAL: Final = Limits()


class TooMuch(DicehallError):
    """Somebody has to wait."""

    def __init__(self, text: str, seconds: float, otherwise: str = "") -> None:
        self.seconds: Final = max(1, ceil(seconds))
        super().__init__(f"{text}; try again in {_while(self.seconds)}{otherwise}")


def _while(seconds: int) -> str:
    """So long, as one says it."""
    if seconds > 3300:
        return "an hour"
    if seconds >= 120:
        return f"{ceil(seconds / 60)} minutes"
    return f"{seconds} second{'s' if seconds > 1 else ''}"


class Bucket:
    """An allowance that comes back by itself."""

    __slots__ = ("_at", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate, self._size = rate, size
        self._left, self._at = size, now

    def take(self, price: float, now: float) -> float:
        """0 if it is taken, else after how many seconds it could be."""
        self._left = min(self._size, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left < price:
            return (price - self._left) / self._rate
        self._left -= price
        return 0.0


class Caller:
    """What is known of an address."""

    __slots__ = ("calls", "messages", "sockets", "tables")

    def __init__(self, limits: Limits, now: float) -> None:
        self.calls = Bucket(limits.calls, limits.calls_at_once, now)
        self.messages = Bucket(limits.messages, limits.messages_at_once, now)
        self.sockets = 0
        self.tables: dict[str, float] = {}  # that it has made and that may wait: when


class Door:
    """Counts what comes from each address. Without limits everybody may do everything."""

    def __init__(self, limits: Limits | None, now: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self._callers: dict[str, Caller] = {}  # who came last stands last

    def call(self, address: str, price: float = 1.0) -> None:
        """Somebody wants something that costs the server more than a look. TooMuch if it must wait."""
        if self._limits is not None:
            self._must(self._caller(address, self._limits).calls.take(price, self._now()))

    def message(self, address: str) -> None:
        """A message over a connection."""
        if self._limits is not None:
            self._must(self._caller(address, self._limits).messages.take(1.0, self._now()))

    def connect(self, address: str) -> None:
        """A new connection, until `disconnect`."""
        if self._limits is not None:
            caller = self._caller(address, self._limits)
            if caller.sockets >= self._limits.sockets:
                raise TooMuch(f"there are {caller.sockets} connections from your address already", 60)
            self.call(address)
            caller.sockets += 1

    def disconnect(self, address: str) -> None:
        if address in self._callers:
            self._callers[address].sockets -= 1

    def tables(self, address: str) -> list[str]:
        """The tables of an address that are looked through before it makes another one: none if it has made few."""
        if self._limits is None:
            return []
        tables, since = self._caller(address, self._limits).tables, self._now() - self._limits.hour
        for room in [room for room, at in tables.items() if at <= since]:
            del tables[room]
        return list(tables) if len(tables) >= self._limits.waiting else []

    def still_wait(self, address: str, rooms: list[str]) -> None:
        """Of those tables only these wait for somebody. TooMuch if they are too many."""
        if self._limits is not None:
            caller = self._caller(address, self._limits)
            caller.tables = {room: at for room, at in caller.tables.items() if room in rooms}
            if len(rooms) >= self._limits.waiting:
                rest = min(caller.tables.values()) + self._limits.hour - self._now()
                text = f"{len(rooms)} tables that were made from your address wait for somebody"
                raise TooMuch(text, rest, ", or play the computer")

    def made(self, address: str, room: str) -> None:
        """A table was made, and waits."""
        if self._limits is not None:
            self._caller(address, self._limits).tables[room] = self._now()

    def _caller(self, address: str, limits: Limits) -> Caller:
        caller = self._callers.pop(address, None) or Caller(limits, self._now())
        self._callers[address] = caller
        if len(self._callers) > MANY:
            oldest = next((known for known, other in self._callers.items() if not other.sockets), address)
            del self._callers[oldest]
        return caller

    @staticmethod
    def _must(wait: float) -> None:
        if wait:
            raise TooMuch("too much comes from your address", wait)


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Whose connection it is. With IPv6 one customer has a whole network."""
    host = connection.client.host if connection.client is not None else ""
    try:
        known = ip_address(host)
    except ValueError:
        return host
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((int(known), 64), strict=False))


def door_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Door:
    door: Door = connection.app.state.door
    return door


def limited(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Before a request is read: what changes something is counted."""
    if isinstance(connection, Request) and connection.method == "POST":
        door_of(connection).call(address_of(connection))
