"""A room in memory, and the guests who look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from dicehall.kernel.errors import DicehallError
from dicehall.table import messages as m
from dicehall.table.room import Room
from dicehall.table.storage_schema import SeatRow

WAITING_UPDATES: Final = 64  # of a guest; who is slower than that is disconnected, and may come back


class Gone(DicehallError):
    """There is no such room, or no such seat for this token."""


class NoSeat(Gone):
    """The room is there, but the token owns no seat in it."""


class Guest:
    """A client that is connected to a room."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = tuple(seats)
        self.since = -1  # the last event that was sent
        self.epoch = -1
        self.advised = False  # waits for advice
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue()  # None: the connection is to be closed

    def send(self, reply: m.Reply) -> None:
        if self.out.qsize() >= WAITING_UPDATES:
            self.out.put_nowait(None)
        else:
            self.out.put_nowait(m.encode_reply(reply))


class Live:
    """A room in memory."""

    def __init__(self, room: Room, seats: Sequence[SeatRow], now: float, gone: dict[int, float] | None = None) -> None:
        """`gone`: since when nobody is here for a seat, where that is not just now."""
        self.room = room
        self.hashes = {row.seat: row.token_hash for row in seats}  # of the tokens
        self.kept = {row.seat: row.name for row in seats if room.is_free(row.seat)}  # free seats, for whom
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.gone_since = {seat: now for seat in range(len(room.names))} | (gone or {})
        self.thinking: set[int] = set()  # seats of bots
        self.flag: asyncio.TimerHandle | None = None
        self.uncounted = 0  # inputs of which only their seats know
        self.used = now
        self.dropped = False  # the store has failed: what is stored is read anew, and this is void

    def here(self) -> list[bool]:
        room = self.room
        bots = [place.kind == "bot" for place in room.settings.places]
        return [bots[seat] or any(seat in g.seats for g in self.guests) for seat in range(len(room.names))]
