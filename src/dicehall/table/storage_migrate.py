"""Bringing a database up to date when a server starts; safe when several start at once.

All steps are one transaction, behind a lock: the right to write in SQLite, an advisory lock in PostgreSQL.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Engine, func, select

from dicehall.kernel.errors import InvalidInput
from dicehall.table.storage_engine import DATABASE_ERRORS, is_busy, place, reason

_SCRIPTS: Final = Path(__file__).parent / "migrations"
_LOCK_NUMBER: Final = 0x64696365  # of the advisory lock: any number that nobody else uses
_PATIENCE: Final = 60.0  # seconds, while another process brings the same file up to date
_alembic: Final = threading.Lock()  # alembic keeps what it runs in a global


def migrate(engine: Engine) -> None:
    """Run the steps that the database lacks. InvalidInput if it cannot be done."""
    where = place(engine.url)
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with _alembic:
                if engine.dialect.name == "sqlite":
                    _write_ahead(engine)
                _upgrade(engine)
            return
        except DATABASE_ERRORS as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise InvalidInput(f"{where} cannot be used: {reason(error)}") from error
        except CommandError as error:
            raise InvalidInput(f"{where} cannot be brought up to date: {reason(error)}") from error
        time.sleep(0.05)


def _write_ahead(engine: Engine) -> None:
    """Turn the write-ahead log on; the file remembers it."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        mode = cursor.fetchall()[0][0]
        cursor.close()
    finally:
        connection.close()
    if mode != "wal":
        raise InvalidInput(
            f"{place(engine.url)} cannot have a write-ahead log (SQLite stays at '{mode}'): "
            "choose a folder on a disk of this machine"
        )


def _upgrade(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    known = {script.revision for script in scripts.walk_revisions()}
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK_NUMBER)))
        present = MigrationContext.configure(connection).get_current_heads()
        if not known.issuperset(present):
            raise InvalidInput(
                f"{place(engine.url)} was written by a newer Dicehall: its tables are at step {', '.join(present)}, "
                f"and this one knows them up to step {newest}. Run the newer Dicehall, or use another database"
            )
        if present != (newest,):
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
