"""A person at the page: what is to be seen, and what a mouse or a keyboard does with it.

Persons here know no rule. They take what is lit or give the main answer, and whatever is lit must do something.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import time
import urllib.request
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, Playwright, TimeoutError

from table.probing import Server

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
PATIENCE = 30_000  # milliseconds; machines may be busy
POLLING = 50
WIDE, PHONE = (1440, 900), (390, 844)
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
ENDED = r"^You (win|lose):|\bwins:|^A tie:"
OVER = re.compile(ENDED)

LIT = "[data-lit]:not([role=spinbutton]):visible"
STORY = "[aria-label='What happened'] li"  # the lines of the log

# All that a person sees of the question: what can be pointed at, what was picked, how far the story has gone.
SIGHT = """() => {
    const seen = (e) => e.checkVisibility();
    const name = (e) => (e.getAttribute("aria-label") ?? e.textContent).trim().replaceAll(/\\s+/g, " ");
    const all = (which) => [...document.querySelectorAll(which)].filter(seen);
    const LIT = "[data-lit]:not([role=spinbutton])";
    const prompt = document.querySelector("[aria-label='The decision']");
    return {
        heading: prompt?.querySelector("h2")?.firstChild?.textContent.trim() ?? "",
        words: prompt?.textContent ?? "",
        lit: all(LIT).map(name),
        sure: all(LIT).flatMap((e, i) => (e.closest("[role=alertdialog]") ? [i] : [])),
        elsewhere: document.querySelectorAll("[data-lit]").length - all("[data-lit]").length,
        numbers: all("[data-lit][role=spinbutton]").map((e) => e.getAttribute("aria-valuenow")),
        picked: all("[aria-pressed=true]").map(name),
        main: all("[data-primary]:not([disabled])").map(name)[0] ?? "",
        told: [...document.querySelectorAll("[aria-label='What happened'] li")].length,
        box: document.querySelector("[role=dialog]")?.textContent ?? "",
    };
}"""
CHANGED = f"(before) => JSON.stringify(({SIGHT})()) !== before"
# Nothing is under way and nothing has changed for a moment.
SETTLED = f"""() => {{
    const sight = ({SIGHT})();
    const text = JSON.stringify(sight);
    if (window.wasSeen !== text) [window.wasSeen, window.seenSince] = [text, performance.now()];
    const asked = sight.lit.length + sight.elsewhere > 0 || sight.main !== "" || /{ENDED}/.test(sight.heading);
    return asked && !document.querySelector("[aria-busy=true]") && performance.now() - window.seenSince > 100;
}}"""


class Sight(NamedTuple):
    heading: str
    words: str
    lit: list[str]
    sure: list[int]  # those of them that ask once more
    elsewhere: int  # things that are lit on a part of the table that is not shown
    numbers: list[str]  # that can be changed, such as the points that dice lose
    picked: list[str]
    main: str
    told: int
    box: str

    @property
    def over(self) -> bool:
        return OVER.search(self.heading) is not None


def chromium() -> str | None:
    return next((path for name in CHROMIUMS if (path := shutil.which(name))), None)


def missing() -> str:
    """Why no page can be looked at; "" if it can."""
    return unbuilt() if chromium() else "there is no Chromium (tools/chromium.sh may help)"


def unbuilt() -> str:
    built = (files("dicehall.table") / "page" / "index.html").is_file()
    return "" if built else "the page was not built (make page)"


def launch(playwright: Playwright) -> Browser:
    # Chromium does not sandbox what root runs, and small machines have a small /dev/shm.
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
    return playwright.chromium.launch(executable_path=chromium(), args=arguments)


def post(server: Server, path: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        server.http + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


BOT: tuple[dict[str, str], ...] = ({}, {"kind": "bot", "level": "beginner"})
PEOPLE: tuple[dict[str, str], ...] = ({}, {})


def make_room(
    server: Server, game: str, places: tuple[dict[str, str], ...] = BOT, seed: str = "", **settings: Any
) -> tuple[str, str]:
    """A new room, and the token of the person who made it. Another seed: other dice."""
    body = {"settings": {"game": game, "places": list(places), **settings}, "name": "Ann", "seed": seed}
    made = post(server, "/api/rooms", body)
    return str(made["room"]), str(made["token"])


def sit_down(server: Server, room: str) -> str:
    """The token of the second person."""
    return str(post(server, f"/api/rooms/{room}/seats", {"name": "Bob"})["token"])


class Person:
    """Somebody at a table who takes any answer."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.rng = random.Random(seed)

    def look(self) -> Sight:
        return Sight(**self.page.evaluate(SIGHT))

    def wait(self) -> Sight:
        """Until something is up to this person, or the game is over."""
        self.page.wait_for_function(SETTLED, timeout=PATIENCE, polling=POLLING)
        return self.look()

    def asked(self) -> bool:
        """Whether something is up to this person now."""
        return bool(self.page.evaluate(SETTLED)) and not self.look().over

    def wants(self, sight: Sight) -> int:
        """The number of a lit thing, or -1 for the main answer."""
        if not sight.lit:
            return -1
        if sight.sure:
            return self.rng.choice(sight.sure)
        beside = [i for i, name in enumerate(sight.lit) if "in reserve" in name]
        if beside and "battle" in sight.heading:  # a split in which nobody dies at once
            return self.rng.choice(beside) if len(sight.picked) < 6 else -1
        if sight.main == "" or "attack" in sight.heading.lower():
            return self.rng.randrange(len(sight.lit))
        return self.rng.randrange(len(sight.lit)) if self.rng.random() < 0.6 else -1

    def step(self) -> bool:
        """One click, or what the keyboard has for it; False once the game is over. It must change something."""
        sight = self.wait()
        if sight.over:
            return False
        before = json.dumps(sight._asdict(), separators=(",", ":"), ensure_ascii=False)
        wanted = self.wants(sight)
        try:
            self.take(wanted, sight)
            self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE, polling=POLLING)
        except TimeoutError as error:
            what = sight.main if wanted < 0 else sight.lit[wanted]
            raise AssertionError(f"nothing came of {what!r}: {sight}; now {self.look()}") from error
        return True

    def take(self, wanted: int, sight: Sight) -> None:
        raise NotImplementedError

    def play(self, most: int) -> Sight:
        """To the end of the game."""
        for _ in range(most):
            if not self.step():
                return self.look()
        raise AssertionError(f"the game did not end within {most} steps: {self.look()}")

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.step()


def play_together(persons: Sequence[Person], count: int) -> None:
    """So many steps of people at one table, each when asked, or fewer if the game ends."""
    done = 0
    idle = time.monotonic()
    while done < count and not persons[0].look().over:
        for person in persons:
            if person.asked():
                done += person.step()
                idle = time.monotonic()
        assert time.monotonic() - idle < PATIENCE / 1000, f"nobody is asked: {[p.look() for p in persons]}"
        persons[0].page.wait_for_timeout(50)


class Mouse(Person):
    def take(self, wanted: int, sight: Sight) -> None:
        if sight.numbers:
            self.divide()
        things = "[data-primary]:visible" if wanted < 0 else LIT
        self.page.locator(things).nth(max(wanted, 0)).click()

    def divide(self) -> None:
        """One point from here to there, or back to where it was."""
        less, more = (self.page.locator(f"button[aria-label$=' one {way}']:enabled") for way in ("less", "more"))
        less.nth(self.rng.randrange(less.count())).click()
        more.first.wait_for()
        more.nth(self.rng.randrange(more.count())).click()


class Finger(Person):
    """On a phone the table has parts, of which one is shown."""

    def take(self, wanted: int, sight: Sight) -> None:
        if sight.elsewhere > 0 and (self.rng.random() < 0.3 or not (sight.lit or sight.main)):
            cards = self.page.get_by_role("button", name="Cards")
            is_there = cards.get_attribute("aria-current") == "true"
            (self.page.get_by_role("button", name="Table", exact=True) if is_there else cards).tap()
            return
        things = "[data-primary]:visible" if wanted < 0 else LIT
        self.page.locator(things).nth(max(wanted, 0)).tap()


class Keyboard(Person):
    """Numbers for the first nine lit things or arrows to any of them, Enter for it and for the main answer."""

    FOCUS = """() => {
        const things = [...document.querySelectorAll("[data-lit]:not([role=spinbutton])")];
        return things.filter((e) => e.checkVisibility()).indexOf(document.activeElement);
    }"""
    ON = """() => document.activeElement?.matches("[data-primary]") ? "main"
        : document.activeElement?.matches("[data-why][aria-pressed=true]:not([data-lit])") ? "picked"
        : document.activeElement?.matches("button, a") ? "other" : "nothing" """
    STOPS = 40  # of Tab, from anything on the table to anything else

    def take(self, wanted: int, sight: Sight) -> None:
        keys = self.page.keyboard
        if wanted < 0:
            self.leave()
            keys.press("Enter")
        elif wanted < 9 and self.rng.random() < 0.7:
            keys.press(str(wanted + 1))
        else:
            if self.page.evaluate("() => document.activeElement.matches('section, ol, [role=region]')"):
                keys.press("Tab")  # arrows scroll what is read
            for _ in range(len(sight.lit) + 1):
                if self.page.evaluate(self.FOCUS) == wanted:
                    break
                keys.press(self.rng.choice(("ArrowRight", "ArrowDown")))
            else:
                focus = self.page.evaluate("() => document.activeElement.outerHTML.slice(0, 300)")
                raise AssertionError(f"the arrows do not lead to {sight.lit[wanted]!r}; the focus is on {focus}")
            keys.press("Enter")

    def leave(self) -> None:
        """Goes on with Tab from whatever has the focus to the main answer. Without a focus, or on what was picked,
        Enter means it anyway."""
        for _ in range(self.STOPS):
            if self.page.evaluate(self.ON) in ("main", "picked", "nothing"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to the main answer")
