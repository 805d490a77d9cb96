"""`dicehall serve` and the browser: the page opens where somebody sits, and the server never depends on it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from .probing import SOURCES

COMMAND = [sys.executable, "-c", "from dicehall.cli.main import main; main()", "serve", "--port", "0"]


class Browser:
    """A program that notes what it is asked to open, and stays as long as it may."""

    def __init__(self, folder: Path) -> None:
        self.program, self.opened, self.stays = folder / "browser.sh", folder / "opened", folder / "stays"
        self.stays.touch()
        self.program.write_text(
            f'#!/bin/sh\necho "$1" >{self.opened}.new\nmv {self.opened}.new {self.opened}\n'
            f"while [ -e {self.stays} ]; do sleep 0.05; done\n"
        )
        self.program.chmod(0o755)

    def was_asked(self) -> str:
        """For what, as soon as it was."""
        deadline = time.monotonic() + 30
        while not self.opened.exists():
            assert time.monotonic() < deadline, "nothing was opened"
            time.sleep(0.02)
        return self.opened.read_text().strip()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path)
    yield browser
    browser.stays.unlink()


@contextmanager
def served(folder: Path, *args: str, terminal: bool = True, browser: str = "") -> Iterator[str]:
    """The address of a server whose output goes to a terminal, or to a pipe. It must end well."""
    here, there = pty.openpty() if terminal else os.pipe()
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    env |= {"PYTHONPATH": str(SOURCES), "DICEHALL_DATABASE": "", **({"BROWSER": browser} if browser else {})}
    log = folder / "log"  # a file, because the browser may keep it open for longer than the server
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*COMMAND, "--data", str(folder / "data"), *args],
            env=env, stdin=subprocess.DEVNULL, stdout=there, stderr=errors,
        )  # fmt: skip
    os.close(there)
    try:
        text = ""
        while "Ctrl-C" not in text:
            assert select.select([here], [], [], 60)[0]
            text += os.read(here, 1000).decode()
        found = re.search(r"http://\S+", text)
        assert found is not None
        assert httpx.get(f"{found[0]}/healthz", timeout=30).text == "ok\n"
        yield found[0]
    finally:
        process.terminate()
        code = process.wait(timeout=40)
        os.close(here)
    assert code in (0, -signal.SIGTERM) and "trace" not in log.read_text(), log.read_text()


def test_the_page_opens_and_the_server_does_not_wait_for_the_browser(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path, browser=f"{browser.program} %s") as url:
        assert browser.was_asked() == f"{url}/"
        assert httpx.get(f"{url}/healthz", timeout=30).text == "ok\n", "while the browser is still there"


def test_an_address_for_all_opens_as_that_of_this_machine(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path, "--host", "0.0.0.0", browser=f"{browser.program} %s") as url:
        assert url.startswith("http://0.0.0.0:")
        assert browser.was_asked() == url.replace("0.0.0.0", "127.0.0.1") + "/"


@pytest.mark.parametrize("terminal", [True, False])
def test_nothing_opens_where_it_is_not_wanted(tmp_path: Path, browser: Browser, terminal: bool) -> None:
    args = ["--no-browser"] if terminal else []
    with served(tmp_path, *args, terminal=terminal, browser=f"{browser.program} %s") as url:
        for _ in range(5):
            assert httpx.get(f"{url}/healthz", timeout=30).text == "ok\n"
    assert not browser.opened.exists(), "also at the end"


@pytest.mark.parametrize("program", ["", "/no/such/browser %s", "false"])
def test_without_a_browser_the_server_serves_as_well(tmp_path: Path, program: str) -> None:
    with served(tmp_path, browser=program) as url:
        assert httpx.get(f"{url}/api/rooms", timeout=30).json() == []
