"""Run by alembic for each upgrade: all steps go through the connection and the transaction of storage_migrate.py."""

from __future__ import annotations

from alembic import context

from dicehall.table.storage_schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
