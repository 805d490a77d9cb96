"""How quick the page is: the size of its scripts and styles, the first view of a table, frames while a game goes on.

The browser has one core where the machine has two, and paints without a graphics card. Compare with the frames that are
dropped while nothing happens: those are the machine's. The work of an update is time of the page's own thread, so that
others on the machine do not count; it is measured in other games than the frames. The last line is JSON. Run it with
`make bench-page`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

from page.driving import PATIENCE, WIDE, launch, make_room, missing
from table.probing import Server

LIMIT = 200_000  # bytes of script and style, compressed
GAMES = ("dicemasters", "irondie")
# Notes when the first die can be seen, counted from the beginning of the navigation.
FIRST_DIE = """(() => {
    const look = () => {
        const die = document.querySelector("[data-die]");
        if (die !== null && die.getBoundingClientRect().height > 0) window.firstDie = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""
FRAMES = """() => {
    window.frames_ = [];
    let last = performance.now();
    const note = (now) => {
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
}"""


def cores() -> tuple[set[int], set[int]]:
    """For the server and this program, and one for the browser."""
    every = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return (set(every[1:]), set(every[:1])) if len(every) > 1 else (set(every), set(every))


def keep_to(which: set[int]) -> None:
    if which:
        os.sched_setaffinity(0, which)


def size_of_page() -> dict[str, int]:
    """Bytes of scripts and styles as a server sends them compressed."""
    assets = files("dicehall.table") / "page" / "assets"
    out = {"js": 0, "css": 0}
    for file in assets.iterdir():
        kind = file.name.rsplit(".", 1)[-1]
        if kind in out:
            out[kind] += len(gzip.compress(file.read_bytes(), 9))
    return out


def new_page(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]})
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def first_view(browser: Browser, server: Server, game: str) -> float:
    """Milliseconds until a die is seen, in a browser that has nothing of the page."""
    room, token = make_room(server, game)
    page = new_page(browser)
    page.add_init_script(FIRST_DIE)
    page.goto(f"{server.http}/r/{room}#{token}")
    page.wait_for_function("() => window.firstDie !== undefined")
    taken = float(page.evaluate("() => window.firstDie"))
    page.context.close()
    return taken


WORK = {"script": "ScriptDuration", "layout": "LayoutDuration", "style": "RecalcStyleDuration"}


class Watch:
    """What is noted of a page from `begin` to `end`, over several pages."""

    def open(self, page: Page) -> None:
        self.page = page

    def begin(self) -> None: ...

    def answered(self) -> None:
        """An answer was given, and a moment has passed."""

    def end(self) -> None: ...


class Frames(Watch):
    """The frames of a page."""

    def __init__(self) -> None:
        self.gaps: list[float] = []

    def begin(self) -> None:
        self.page.evaluate(FRAMES)

    def end(self) -> None:
        self.gaps += self.page.evaluate("() => window.frames_")[2:]

    def figures(self) -> dict[str, float]:
        usual = median(self.gaps)
        missed = sum(max(0, round(gap / usual) - 1) for gap in self.gaps)
        return {
            "frames": len(self.gaps),
            "frame_ms": round(usual, 2),
            "dropped_percent": round(100 * missed / (len(self.gaps) + missed), 2),
            "longest_ms": round(max(self.gaps), 1),
        }


class Work(Watch):
    """The work of a page. Frames are not counted meanwhile: what counts them calls for the page in each frame, and the
    page then works out every motion that it leaves to the compositor otherwise."""

    def __init__(self) -> None:
        self.updates = 0
        self.work = dict.fromkeys(WORK, 0.0)
        self.worst = 0.0

    def open(self, page: Page) -> None:
        super().open(page)
        self.client = page.context.new_cdp_session(page)
        self.client.send("Performance.enable", {"timeDomain": "threadTicks"})  # the page's own time, whoever else works
        self.seen = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))

    def _received(self, data: str | bytes) -> None:
        self.seen += '"type":"update"' in str(data[:40])

    def _spent(self) -> dict[str, float]:
        metrics = {row["name"]: float(row["value"]) for row in self.client.send("Performance.getMetrics")["metrics"]}
        return {name: 1000 * metrics[source] for name, source in WORK.items()}

    def begin(self) -> None:
        self.seen = 0
        self.before = self._spent()

    def answered(self) -> None:
        now = self._spent()
        fresh = {name: now[name] - self.before[name] for name in WORK}
        for name in WORK:
            self.work[name] += fresh[name]
        self.worst = max(self.worst, sum(fresh.values()))
        self.before = now

    def end(self) -> None:
        self.updates += self.seen

    def figures(self) -> dict[str, float]:
        out: dict[str, float] = {"updates": self.updates}
        out |= {f"{name}_ms_an_update": round(spent / self.updates, 2) for name, spent in self.work.items()}
        return out | {"worst_ms_an_answer": round(self.worst, 1)}


class Player:
    """Answers for the same seat without a browser: in the one that is watched nothing works but the page itself."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.rng = random.Random(5)
        self.socket = socket
        self.socket.send(json.dumps({"type": "hello", "token": token}))
        self.update: dict[str, Any] = {}
        self.over = False

    def answer(self) -> None:
        """Any answer to the next question, unless the game ends before it comes."""
        while not self.update.get("questions"):
            message = json.loads(self.socket.recv(timeout=PATIENCE / 1000))
            if message["type"] == "update":
                self.update = message
                self.over = message["status"] == "over"
            if self.over:
                return
        question = self.update["questions"][0]
        action = self.rng.choice(question["actions"])["action"]
        move = {"type": "play", "id": 1, "seat": question["seat"], "version": question["version"], "actions": [action]}
        self.socket.send(json.dumps(move))
        self.update = {}


def watch_games(browser: Browser, server: Server, game: str, watch: Watch, answers: int) -> None:
    """Games with all their movement. Without answers nothing happens for a while."""
    while True:
        room, token = make_room(server, game, ({}, {"kind": "bot", "level": "easy"}))
        page = new_page(browser)
        watch.open(page)
        page.goto(f"{server.http}/r/{room}#{token}")
        page.locator("[data-die]").first.wait_for()
        page.wait_for_timeout(2000)
        with connect(server.ws(room)) as socket:
            player = Player(socket, token)
            watch.begin()
            if answers == 0:
                page.wait_for_timeout(3000)
            while answers > 0 and not player.over:
                player.answer()
                answers -= 1
                page.wait_for_timeout(500)
                watch.answered()
            watch.end()
        page.context.close()
        if answers == 0:
            return


def frames(browser: Browser, server: Server, game: str, answers: int) -> dict[str, dict[str, float]]:
    """While nothing happens, while games are played, and the work of other games."""
    idle, playing, work = Frames(), Frames(), Work()
    watch_games(browser, server, game, idle, 0)
    watch_games(browser, server, game, playing, answers)
    watch_games(browser, server, game, work, answers)
    return {"idle": idle.figures(), "playing": playing.figures(), "work": work.figures()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="first views, of which the median counts")
    parser.add_argument("--answers", type=int, default=80, help="answers while frames are counted, and for the work")
    options = parser.parse_args()
    if reason := missing():
        print(f"the page cannot be measured: {reason}", file=sys.stderr)
        return 1
    sizes = size_of_page()
    total = sum(sizes.values())
    print(
        f"script {sizes['js'] / 1000:.1f} KB, style {sizes['css'] / 1000:.1f} KB compressed; limit {LIMIT // 1000} KB"
    )
    out: dict[str, Any] = {"bytes": {**sizes, "all": total, "limit": LIMIT}, "first_view_ms": {}, "frames": {}}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        mine, browsers = cores()
        keep_to(mine)
        server.start()
        keep_to(browsers)  # what starts from here on has one core
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                keep_to(mine)
                for game in GAMES:
                    views = [first_view(browser, server, game) for _ in range(options.rounds)]
                    out["first_view_ms"][game] = {"median": round(median(views)), "best": round(min(views))}
                    print(f"{game}: first die seen after {median(views):.0f} ms (best {min(views):.0f})")
                    seen = out["frames"][game] = frames(browser, server, game, options.answers)
                    for when, row in seen.items():
                        print(f"{game}, {when}: {', '.join(f'{name} {value}' for name, value in row.items())}")
                browser.close()
        finally:
            server.kill()
    print(json.dumps(out))
    if total > LIMIT:
        print(f"the page is too big: {total} bytes", file=sys.stderr)
    return int(total > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
