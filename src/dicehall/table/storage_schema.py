"""What is stored: the tables, their rows as plain records, and the errors of storage.

A room is a row with its settings and a log of inputs; everything else follows from playing the log again. The server's
seed has a table of its own, so that nothing which lists rooms comes near it.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

from dicehall.kernel.errors import DicehallError

Status = Literal["waiting", "playing", "over"]


class Conflict(DicehallError):
    """Somebody else has written there: what the caller knows of the room is old, and it must be read again."""


class Unavailable(DicehallError):
    """The database did not do it now: it is locked, full or cannot be reached. Nothing is known to be stored.

    If the connection broke at the very end it may be stored all the same, so read the room again before going on.
    """


class RoomRow(msgspec.Struct, frozen=True):
    """A room. `settings` are bytes that only the server understands; `changed` is when status or seats changed."""

    id: str
    game: str
    settings: bytes
    status: Status
    created: float
    changed: float
    listed: bool = False  # anybody may find it


class InputRow(msgspec.Struct, frozen=True):
    """One accepted input of a room. Numbers count from 0 without a gap."""

    room_id: str
    number: int
    at: float
    data: bytes


class SeatRow(msgspec.Struct, frozen=True):
    """A seat that is taken, or kept for somebody. Of the token that proves it only the hash is stored."""

    room_id: str
    seat: int
    name: str
    token_hash: bytes
    since: float
    gone: float | None = None  # when it was last here; None while somebody is


class Counts(msgspec.Struct, frozen=True):
    """How many rooms there are in each status."""

    waiting: int = 0
    playing: int = 0
    over: int = 0


metadata: Final = MetaData()


def _room_id() -> Column[str]:
    return Column("room_id", Text, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)


rooms: Final = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=false()),
    CheckConstraint("status IN ('waiting', 'playing', 'over')", name="rooms_status"),
    Index("rooms_by_status", "status", "created"),
    Index("rooms_listed", "listed", "status", "created"),
)

inputs: Final = Table(
    "inputs",
    metadata,
    _room_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

seats: Final = Table(
    "seats",
    metadata,
    _room_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("token_hash", LargeBinary, nullable=False),
    Column("since", Double, nullable=False),
    Column("gone", Double, nullable=True),
)

server: Final = Table(
    "server",
    metadata,
    Column("what", Text, primary_key=True),  # "alive": when it was last known to be up
    Column("at", Double, nullable=False),
)

secrets: Final = Table(
    "secrets",
    metadata,
    _room_id(),
    Column("server_seed", LargeBinary, nullable=False),
)
