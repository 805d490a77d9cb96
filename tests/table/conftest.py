"""Databases for the tests: a SQLite file, and a database on a PostgreSQL server that lives as long as the tests run."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from dicehall.table.storage import Storage, open_storage

_numbers = count(1)


def _program(name: str) -> str | None:
    """The one on the PATH, or the newest where Debian keeps them."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: path.parts[-3].zfill(4))
    return shutil.which(name) or (str(found[-1]) if found else None)


def _user() -> pwd.struct_passwd | None:
    """Whom the server runs as: PostgreSQL refuses root."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid())
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The folder of the socket of a private server, with a user `dicehall` who may do everything."""
    initdb, server, user = _program("initdb"), _program("postgres"), _user()
    for what, name in ((initdb, "initdb"), (server, "postgres"), (user, "a user other than root")):
        if what is None:
            pytest.skip(f"PostgreSQL cannot be started: there is no {name} (tools/postgres.sh may help)")
    assert initdb and server and user
    root = Path(tempfile.mkdtemp(prefix="dicehall-pg-", dir="/tmp"))  # short: a socket's path has 107 bytes at most
    os.chown(root, user.pw_uid, user.pw_gid)
    options = ["--no-sync", "--no-instructions", "-A", "trust", "-U", "dicehall", "-E", "UTF8", "--locale=C"]
    settings = ["fsync=off", "listen_addresses=", "shared_buffers=16MB", "max_connections=50"]
    flags = [part for setting in (*settings, f"unix_socket_directories={root}") for part in ("-c", setting)]
    try:
        making = _start(root, user, [initdb, *options, "-D", f"{root}/data"])
        if making.wait() != 0:
            pytest.fail(f"initdb failed: {(root / 'log').read_text()}")
        process = _start(root, user, [server, "-D", f"{root}/data", *flags])
        try:
            _wait_for(root, process)
            yield str(root)
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(timeout=30)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _start(root: Path, user: pwd.struct_passwd, command: list[str]) -> subprocess.Popen[bytes]:
    """Start a program of PostgreSQL as a user that it accepts."""
    is_root = os.getuid() == 0
    with open(root / "log", "ab") as log:
        return subprocess.Popen(
            command,
            cwd=root,
            env={**os.environ, "LC_ALL": "C", "HOME": str(root)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            user=user.pw_uid if is_root else None,
            group=user.pw_gid if is_root else None,
            extra_groups=[] if is_root else None,
        )


def _wait_for(root: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(host=str(root), user="dicehall", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"PostgreSQL did not start: {(root / 'log').read_text()}")
            time.sleep(0.02)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, on each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/data/dicehall.db"
    folder: str = request.getfixturevalue("postgres")
    name = f"test_{next(_numbers)}"
    with psycopg.connect(host=folder, user="dicehall", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://dicehall@/{name}?host={folder}"


@pytest.fixture
def storage(address: str) -> Iterator[Storage]:
    """An empty storage, ready for use."""
    storage = open_storage(address)
    yield storage
    storage.close()
