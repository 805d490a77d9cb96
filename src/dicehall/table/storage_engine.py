"""From an address to connections: which databases there are, how each is set up, what their errors mean.

Two engines serve one database. The writing one has a single connection; the reading one has a few, which cannot write.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from dicehall.kernel.errors import InvalidInput

FILE: Final = "dicehall.db"  # in the folder of --data
BUSY: Final = 10  # seconds to wait for another process that writes to the same SQLite file
CONNECT: Final = 10  # seconds to wait for a PostgreSQL server
DATABASE_ERRORS: Final = (SQLAlchemyError, sqlite3.Error, psycopg.Error)  # bare ones come from new connections
_FORMS: Final = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"


def folder_url(folder: str | Path) -> URL:
    """The address of the SQLite database in a folder."""
    return URL.create("sqlite", database=str(Path(folder).expanduser().absolute() / FILE))


def read_url(address: str | URL) -> URL:
    """An address as SQLAlchemy wants it; InvalidInput if it is none. Never repeats what could hold a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        text = str(address)
        shown = text.partition("://")[0] + "://..." if "://" in text else text[:70]
        raise InvalidInput(f"'{shown}' is not the address of a database: write {_FORMS}") from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise InvalidInput(f"databases of the kind '{url.drivername}' are not known: write {_FORMS}")
    if url.host or url.username or url.query:
        raise InvalidInput(
            "the address of a SQLite database has three slashes and a file, nothing more: sqlite:///FILE"
        )
    if not url.database or url.database == ":memory:":
        raise InvalidInput("a database in memory would forget everything: name a file, as in sqlite:///dicehall.db")
    return url.set(database=str(Path(url.database).absolute()))


def place(url: URL) -> str:
    """The database in words, for messages; without user, password and options."""
    if url.drivername == "sqlite":
        return str(url.database)
    host = url.host or url.query.get("host") or "this machine"
    return f"PostgreSQL database '{url.database or url.username or ''}' on {host if isinstance(host, str) else host[0]}"


def prepare_file(url: URL) -> None:
    """Make the folder and the file of a SQLite database, for the eyes of their owner only, if they do not exist."""
    path = Path(str(url.database))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.is_dir():
            raise InvalidInput(f"{path} is a folder; the database must be a file in it")
        if not path.exists():
            # Only where there is none: to close a file that SQLite has open elsewhere in this process drops its locks.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidInput(f"{path} cannot be made: {reason}; choose a folder that can be written") from None
    if not os.access(path, os.R_OK | os.W_OK) or not os.access(path.parent, os.W_OK | os.X_OK):
        raise InvalidInput(
            f"{path} or its folder cannot be written: choose another folder, or change who may write there"
        )


def writing_engine(url: URL) -> Engine:
    """One connection. A transaction in SQLite takes the right to write when it begins, not half-way."""
    engine = _engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
    _set_up(engine, "", "BEGIN IMMEDIATE")
    return engine


def reading_engine(url: URL, connections: int) -> Engine:
    """A few connections that only read."""
    engine = _engine(url, pool_size=connections, max_overflow=connections, pool_timeout=30)
    if url.drivername == "sqlite":
        _set_up(engine, "PRAGMA query_only = ON", "BEGIN")
    else:
        _set_up(engine, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "")
    return engine


def _engine(url: URL, **pool: int) -> Engine:
    # Parameters are not shown in errors: there are seeds and hashes among them.
    if url.drivername == "sqlite":
        return create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY}, **pool)
    defaults = {"connect_timeout": CONNECT, "application_name": "dicehall"}
    wanted = {name: value for name, value in defaults.items() if name not in url.query}
    return create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args=wanted, **pool)


def _set_up(engine: Engine, more: str, begin: str) -> None:
    """What is said on each new connection, and at the beginning of each transaction in SQLite."""
    is_sqlite = engine.dialect.name == "sqlite"

    def connected(connection: Any, record: object) -> None:
        lines = [more] if more else []
        if is_sqlite:
            connection.isolation_level = None  # transactions are ours, not the driver's
            lines += ["PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"]
        cursor = connection.cursor()
        for line in lines:
            cursor.execute(line)
        cursor.close()
        connection.commit()

    def begun(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection  # without a detour: it is said before every input
        driver.execute(begin)

    event.listen(engine, "connect", connected)
    if is_sqlite:
        event.listen(engine, "begin", begun)


def reason(error: BaseException) -> str:
    """What the database itself says, on one line."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(inner).split())[:300] or type(inner).__name__


def is_double(error: IntegrityError) -> bool:
    """Whether the key was there already (and not, say, the room missing)."""
    inner = error.orig
    if isinstance(inner, sqlite3.Error):
        return inner.sqlite_errorname in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE")
    return isinstance(inner, psycopg.errors.UniqueViolation)


def is_orphan(error: IntegrityError) -> bool:
    """Whether the room is missing."""
    inner = error.orig
    if isinstance(inner, sqlite3.Error):
        return inner.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY"
    return isinstance(inner, psycopg.errors.ForeignKeyViolation)


def is_busy(error: BaseException) -> bool:
    """Whether another process is writing to the SQLite file."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(inner, sqlite3.OperationalError) and inner.sqlite_errorname.startswith(
        ("SQLITE_BUSY", "SQLITE_LOCKED")
    )
