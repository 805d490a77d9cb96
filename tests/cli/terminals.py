"""The program as people use it: through a pipe, in a terminal of its own, and refused."""

from __future__ import annotations

import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dicehall.cli.main import main

DICEHALL = [sys.executable, "-c", "from dicehall.cli.main import main; main()"]


def run(*args: str, typed: str | bytes = "", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[bytes]:
    data = typed.encode() if isinstance(typed, str) else typed
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return subprocess.run(
        [*DICEHALL, "play", *args], input=data, capture_output=True, cwd=cwd, env={**clean, **env}, timeout=60
    )


def text_of(done: subprocess.CompletedProcess[bytes], code: int = 0) -> str:
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, out[-600:] + err
    assert "Traceback" not in out + err
    assert "fault of the program" not in err
    return out


def narrow(out: str) -> None:
    long = [row for row in out.splitlines() if len(row) > 80]
    assert not long, long[:3]


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """What the program says against its arguments; called in this process, which is quicker."""
    with pytest.raises(SystemExit) as stop:
        main(["play", *args])
    assert stop.value.code not in (0, 70), args
    seen = capsys.readouterr()
    assert "Traceback" not in seen.out + seen.err
    return seen.out + seen.err


class Keys:
    """The program in a terminal of its own."""

    def __init__(self, *args: str, home: Path, piped: bool = False, **env: str) -> None:
        """`piped`: only what is typed comes from the terminal; what is printed goes through a pipe."""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins with it ignored
            os.environ.update({"TERM": "xterm", "XDG_STATE_HOME": str(home), "COLUMNS": "80", "LINES": "24", **env})
            if piped:
                os.execv("/bin/sh", ["sh", "-c", shlex.join([*DICEHALL, "play", *args]) + " 2>&1 | cat"])
            os.execv(DICEHALL[0], [*DICEHALL, "play", *args])
        self.seen = ""

    def until(self, words: str, press: Callable[[], None] | None = None) -> str:
        end, again = time.monotonic() + 20, 0.0
        while words not in self.seen and time.monotonic() < end:
            if press is not None and time.monotonic() > again:
                press()
                again = time.monotonic() + 2
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:
                    break
        assert words in self.seen, self.seen[-500:]
        return self.seen

    def cut(self, words: str) -> None:
        """Waits for words, and forgets everything up to them."""
        self.seen = self.until(words).partition(words)[2]

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def end(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)
