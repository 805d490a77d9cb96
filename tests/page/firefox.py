"""Firefox, driven over WebDriver BiDi: as much of Playwright's Page as the persons of driving.py use.

Playwright itself asks a Firefox for more than Debian's can do. This asks for what every Firefox can.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError
from websockets.sync.client import ClientConnection, connect

from .driving import PATIENCE, POLLING, WIDE, unbuilt

FIREFOXES = ("firefox-esr", "firefox")
KEYS = {"Enter": "\ue006", "Tab": "\ue004", "Escape": "\ue00c"}
KEYS |= {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
PREFERENCES = {
    "layout.css.prefers-color-scheme.content-override": 0,  # dark
    "ui.prefersReducedMotion": 1,
    "ui.primaryPointerCapabilities": 6,  # there is a mouse: it hovers, and is exact
    "ui.allPointerCapabilities": 6,
}
SEEN = "[...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())"
COUNT = f"(selector) => {SEEN}.length"
BOX = f"""([selector, number]) => {{
    const {{ x, y, width, height }} = {SEEN}[number].getBoundingClientRect();
    return {{ x, y, width, height }};
}}"""
# The middle of a thing, once it stands still and nothing lies over it.
AIM = f"""async ([selector, number]) => {{
    const thing = {SEEN}[number];
    if (!thing) return null;
    thing.scrollIntoView({{ block: "nearest", inline: "nearest" }});
    const middle = () => {{
        const box = thing.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    }};
    const before = middle();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const at = middle();
    const still = at.every((part, i) => part === before[i]);
    return still && thing.contains(document.elementFromPoint(...at)) ? at : null;
}}"""


def firefox() -> str | None:
    return next((path for name in FIREFOXES if (path := shutil.which(name))), None)


def missing() -> str:
    """Why nothing can be looked at with Firefox; "" if it can."""
    return unbuilt() if firefox() else "there is no Firefox (tools/firefox.sh may help)"


@contextmanager
def started(folder: Path) -> Iterator[Firefox]:
    """A Firefox whose profile is this folder, with nothing in it."""
    path = firefox()
    assert path is not None
    lines = [f"user_pref({json.dumps(name)}, {value});\n" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("".join(lines))
    command = [path, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, "HOME": str(folder)})
    try:
        with connect(_address(folder, process), max_size=None, compression=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Firefox:
    """One page; `faults` is what it complained of."""

    def __init__(self, socket: ClientConnection, size: tuple[int, int] = WIDE) -> None:
        self._socket = socket
        self._asked = 0
        self.faults: list[str] = []
        self.keyboard = self
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.create", type="tab")["context"]  # the first one has no focus
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def goto(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, function: str, arg: Any = None) -> Any:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=f"async (arg) => JSON.stringify((await ({function})(JSON.parse(arg))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arg)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def wait_for_function(
        self, function: str, arg: Any = None, timeout: float = PATIENCE, polling: float = POLLING
    ) -> Any:
        end = time.monotonic() + timeout / 1000
        while not (value := self.evaluate(function, arg)):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {function} {arg}")
            time.sleep(polling / 1000)
        return value

    def locator(self, selector: str) -> Things:
        return Things(self, selector.replace(":visible", ""))

    def click(self, at: tuple[int, int], finger: bool = False) -> None:
        """With the mouse, or with a finger."""
        move = {"type": "pointerMove", "x": at[0], "y": at[1]}
        press = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        kind = "touch" if finger else "mouse"
        self._act({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": [move, *press]})

    def press(self, key: str) -> None:
        actions = [{"type": f"key{way}", "value": KEYS.get(key, key)} for way in ("Down", "Up")]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def screenshot(self, clip: dict[str, float]) -> bytes:
        """A part of the page, as PNG."""
        part = {"type": "box", **clip}
        taken = self._ask("browsingContext.captureScreenshot", context=self._context, clip=part)
        return base64.b64decode(taken["data"])

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._context, actions=[source])

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=4 * PATIENCE / 1000))  # the first one is slow
            if message["type"] == "event":
                self._hear(message["params"])
            elif message["id"] == self._asked:
                assert message["type"] == "success", f"{method}: {message['message']}"
                return message["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self.faults.append(f"{entry['level']}: {entry['text']} {entry.get('stackTrace')}")


class Things:
    """All that a selector means and can be seen, or one of them."""

    def __init__(self, page: Firefox, selector: str, number: int = 0) -> None:
        self._page, self._selector, self._number = page, selector, number

    def nth(self, number: int) -> Things:
        return Things(self._page, self._selector, number)

    @property
    def first(self) -> Things:
        return self.nth(0)

    def bounding_box(self) -> dict[str, float]:
        return dict(self._page.evaluate(BOX, [self._selector, self._number]))

    def count(self) -> int:
        return int(self._page.evaluate(COUNT, self._selector))

    def wait_for(self) -> tuple[int, int]:
        """Where it is."""
        x, y = self._page.wait_for_function(AIM, [self._selector, self._number])
        return x, y

    def click(self) -> None:
        self._page.click(self.wait_for())


def _address(folder: Path, process: subprocess.Popen[bytes]) -> str:
    """Where this Firefox listens, as it writes itself."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and process.poll() is None:
        try:
            said = json.loads((folder / "WebDriverBiDiServer.json").read_text())
            return f"ws://{said['ws_host']}:{said['ws_port']}/session"
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.05)
    raise AssertionError("Firefox does not listen")
