"""Whether a room is listed stands beside its settings, so that a lobby can be looked up."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TOGETHER = 500  # rooms that are marked with one statement


def upgrade() -> None:
    op.add_column("rooms", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("rooms_listed", "rooms", ["listed", "status", "created"])
    rooms = sa.table("rooms", sa.column("id", sa.Text), sa.column("settings", sa.LargeBinary), sa.column("listed"))
    connection = op.get_bind()
    found = [row.id for row in connection.execute(sa.select(rooms.c.id, rooms.c.settings)) if _listed(row.settings)]
    for at in range(0, len(found), _TOGETHER):
        some = rooms.c.id.in_(found[at : at + _TOGETHER])
        connection.execute(sa.update(rooms).where(some).values(listed=sa.true()))


def _listed(settings: bytes) -> bool:
    """What cannot be read is not shown to anybody."""
    try:
        known = json.loads(bytes(settings))
    except (ValueError, RecursionError):
        return False
    return isinstance(known, dict) and known.get("listed") is True
