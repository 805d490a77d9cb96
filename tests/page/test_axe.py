"""axe finds nothing serious on any page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import ALL, PHONE, STORY, WIDE, Mouse, make_room
from .reaching import Seen, reach
from .test_attack import is_divided
from .test_drag import two_may_block

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("dicemasters", "irondie")
SIZES = {"wide": WIDE, "phone": PHONE}
LOOKS = [("wide", "dark"), ("phone", "light"), ("wide", "light"), ("phone", "dark")][: 4 if ALL else 2]
pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there (make page fetches it)")


def serious(page: Page) -> str:
    """What axe finds, as far as it is serious: a line for each."""
    page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return "\n".join(
        " ".join(f"{rule['id']}: {rule['help']}: {node['html'][:200]} {node['failureSummary']}".split())
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    )


def test_axe_finds_what_is_wrong(server: Server, visitors: Visitors) -> None:
    """A page that is spoilt, so that an empty result means something."""
    page = visitors.come(server.http)
    page.get_by_role("button", name="Play now").wait_for()
    page.evaluate("() => { document.body.append(document.createElement('button')) }")
    assert serious(page).startswith("button-name")


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_the_front_page(server: Server, visitors: Visitors, size: str, theme: str) -> None:
    page = visitors.come(server.http, SIZES[size], theme)
    page.get_by_role("button", name="Play now").wait_for()
    assert serious(page) == ""


@pytest.mark.parametrize(("size", "theme"), LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_a_table(server: Server, visitors: Visitors, game: str, size: str, theme: str) -> None:
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}", WIDE, theme)
    person = Mouse(page)
    person.steps(12)
    person.wait()
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.wait_for_timeout(300)
    assert serious(page) == ""


@pytest.mark.parametrize(("size", "theme"), LOOKS)
@pytest.mark.parametrize("wanted", [two_may_block, is_divided])
def test_an_attack(server: Server, visitors: Visitors, wanted: Callable[[Seen], bool], size: str, theme: str) -> None:
    room, token = reach(server, wanted, first=("block",))
    page = visitors.come(f"{server.http}/r/{room}#{token}", SIZES[size], theme)
    Mouse(page).wait()
    page.wait_for_timeout(300)
    assert serious(page) == ""


def test_answers_rules_and_the_past(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters")
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    Mouse(page).wait()
    page.locator("[data-card]:not([data-lit])").first.click()
    page.get_by_role("dialog").wait_for()
    assert serious(page) == ""
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Rules").click()
    page.locator("[data-rule]").first.wait_for()
    assert serious(page) == ""
    page.get_by_role("tab", name="Log").click()
    page.locator(f"{STORY} button[title]").first.click()
    page.get_by_role("button", name="Back to now").wait_for()
    assert serious(page) == ""


def test_a_bad_link(server: Server, visitors: Visitors) -> None:
    page = visitors.come(f"{server.http}/r/nonsense")
    expect(page.get_by_role("alert")).to_be_visible()
    assert serious(page) == ""
