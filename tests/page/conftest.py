"""A browser, a server, and visitors whose pages must not complain.

The browser lives for one module: while it does an event loop runs in this thread, and others want their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from table.probing import Server

from .driving import ALL, PATIENCE, WIDE, launch, missing


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if reason := missing():
        pytest.skip(f"no tests in a browser: {reason}")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for the whole module; who wants to stop one takes `own_server`."""
    yield from serve(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    yield from serve(tmp_path)


def serve(folder: Path) -> Iterator[Server]:
    """A server that must not complain either. Its dice fall the same way in every run, but for the long one."""
    server = Server(folder, fixed=not ALL)
    server.start()
    yield server
    if server.process is not None:
        server.kill()
    assert '"trace"' not in server.said() and "Traceback" not in server.said(), server.said()


class Visitors:
    """Each has a browser of their own, with nothing in it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()  # words of complaints that a test brings about

    def come(
        self, address: str, size: tuple[int, int] = WIDE, theme: str = "dark", calm: bool = True, touch: bool = False
    ) -> Page:
        """Opens a page. `calm`: dice do not tumble."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=touch,
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        self.watch(page)
        page.goto(address)
        return page

    def watch(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in self.expected):
            self.faults.append(f"{message.type}: {message.text} {message.location}")

    def leave(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()
    assert visitors.faults == [], "the page complains"
