"""Rooms, their inputs, their seats and their secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.CheckConstraint("status IN ('waiting', 'playing', 'over')", name="rooms_status"),
    )
    op.create_index("rooms_by_status", "rooms", ["status", "created"])
    op.create_table(
        "inputs",
        sa.Column("room_id", sa.Text, sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("room_id", sa.Text, sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("room_id", sa.Text, sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("server_seed", sa.LargeBinary, nullable=False),
    )
