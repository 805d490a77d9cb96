"""When the server was last up, and when each seat was last here: clocks and claims know it after a restart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("seats", sa.Column("gone", sa.Double, nullable=True))
    op.create_table(
        "server",
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
