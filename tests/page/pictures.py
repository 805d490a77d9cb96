"""Takes pictures of the main pages into docs/pictures: wide and narrow, dark and light. Run it with `make pictures`.

Games are played without a browser until there is something to see. Colours are made a little coarser: files are small.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from table.probing import Server

from .driving import PATIENCE, PHONE, WIDE, Mouse, launch, missing
from .png import smaller
from .reaching import Seen, reach
from .test_drag import two_may_block

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
NARROW = (1024, 768)
SOME = {"dicemasters": 60, "irondie": 20}  # events before a moment can be good


class Photographer:
    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser, self.server, self.folder = browser, server, folder
        self.total = 0

    def come(self, address: str, theme: str, size: tuple[int, int] = WIDE) -> Page:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(self.server.http + address)
        page.wait_for_load_state("networkidle")
        return page

    def take(self, page: Page, name: str, size: tuple[int, int] | None = None) -> None:
        if size is not None:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        page.mouse.move(0, 0)
        page.wait_for_timeout(500)
        data = smaller(page.screenshot())
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{name}.png").write_bytes(data)
        self.total += len(data)
        print(f"{name}.png {len(data) // 1024} KB", flush=True)

    def table(self, game: str, theme: str, good: Callable[[Seen], bool]) -> tuple[Page, str]:
        """A game at a good moment, with a question for the person; and its room."""
        against: tuple[dict[str, str], ...] = ({}, {"kind": "bot", "level": "easy"})
        room, token = reach(self.server, lambda seen: is_long(seen) and good(seen), game, against, one_screen=False)
        page = self.come(f"/r/{room}#{token}", theme)
        Mouse(page).wait()
        return page, room


def is_long(seen: Seen) -> bool:
    """Enough has happened to fill a log."""
    return int(seen["first"]) + len(seen["events"]) > SOME[seen["view"]["game"]]


def duel(seen: Seen) -> bool:
    """Dice lie on the table, and a duel is fought or can be opened."""
    return "duel" in seen["questions"][0]["asks"]


def go(photographer: Photographer) -> None:
    take = photographer.take
    fronts = (("dark", WIDE, "front"), ("light", NARROW, "front-light"), ("dark", PHONE, "front-phone"))
    for theme, size, name in fronts:
        page = photographer.come("/", theme, size)
        page.get_by_role("button", name="Play now").wait_for()
        take(page, name)
        page.context.close()

    page, room = photographer.table("dicemasters", "dark", two_may_block)
    take(page, "table-dm", WIDE)
    take(page, "table-dm-narrow", NARROW)
    take(page, "table-dm-phone", PHONE)
    page.emulate_media(color_scheme="light")
    take(page, "table-dm-light", WIDE)
    take(page, "table-dm-phone-light", PHONE)
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.emulate_media(color_scheme="dark")
    page.locator("[data-card]:not([data-lit])").first.click()
    page.get_by_role("dialog").wait_for()
    take(page, "why")
    page.keyboard.press("Escape")
    page.locator("[aria-label='What happened'] li button[title]").nth(20).click()
    page.get_by_role("button", name="Back to now").wait_for()
    take(page, "moment")
    page.goto(f"{photographer.server.http}/replay/{room}")
    slider = page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 2 // 3))
    take(page, "replay", NARROW)
    page.context.close()

    page, _ = photographer.table("irondie", "dark", duel)
    take(page, "table-irondie", WIDE)
    take(page, "table-irondie-phone", PHONE)
    page.emulate_media(color_scheme="light")
    take(page, "table-irondie-light", WIDE)
    page.context.close()

    page = photographer.come("/learn", "light", NARROW)
    page.get_by_role("heading").first.wait_for()
    take(page, "learn")
    page.context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they go")
    folder: Path = parser.parse_args().folder
    if reason := missing():
        print(f"no pictures: {reason}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        try:
            browser = launch(playwright)
            photographer = Photographer(browser, server, folder)
            go(photographer)
            browser.close()
        finally:
            server.kill()
    print(f"{photographer.total // 1024} KB in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
