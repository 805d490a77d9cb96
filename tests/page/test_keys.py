"""The keyboard of a table: each lit thing has the key that it shows."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from table.probing import Server

from .conftest import Visitors
from .driving import CHANGED, PATIENCE, POLLING, Mouse, make_room
from .reaching import reach
from .test_attack import is_divided

GAMES = ("dicemasters", "irondie")

# what is lit in the order of the page, and the keys that are to be seen
KEYS = """() => {
    const lit = [...document.querySelectorAll("[data-lit]:not([role=spinbutton])")].filter((e) => e.checkVisibility());
    const shown = [...document.querySelectorAll("[data-key]")];
    window.wasClicked = [];
    if (!window.listens) addEventListener("click", (event) => {
        const thing = event.target.closest("[data-lit]");
        window.wasClicked.push(thing?.dataset.key ?? "nothing lit");
    }, { capture: true });
    window.listens = true;
    return {
        lit: lit.map((e) => e.dataset.key ?? ""),
        dark: shown.filter((e) => !lit.includes(e)).map((e) => e.outerHTML.slice(0, 200)),
        seen: lit.filter((e) => getComputedStyle(e, "::after").content === `"${e.dataset.key}"`).length,
    };
}"""


@pytest.mark.parametrize("calm", [True, False], ids=["calm", "moving"])
@pytest.mark.parametrize("game", GAMES)
def test_a_key_does_what_the_thing_that_shows_it_does(
    server: Server, visitors: Visitors, game: str, calm: bool
) -> None:
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}", calm=calm)
    person = Mouse(page, seed=5)
    pressed = 0
    for _ in range(80):
        sight = person.wait()
        if sight.over:
            break
        keys: dict[str, Any] = page.evaluate(KEYS)
        expected = [str(i + 1) if i < 9 else "" for i in range(len(keys["lit"]))]
        assert keys == {"lit": expected, "dark": [], "seen": min(len(expected), 9)}, sight
        unchanged = True
        for nothing in range(len(expected) + 1, 10):
            page.keyboard.press(str(nothing))
            assert page.evaluate("window.wasClicked") == []
            unchanged = person.look() == sight
            if not unchanged:  # a key shows at once what has come; nothing else has happened
                assert not calm
                break
        if not unchanged:
            continue
        wanted = person.wants(sight)
        before = json.dumps(sight._asdict(), separators=(",", ":"), ensure_ascii=False)
        if 0 <= wanted < 9 and not sight.numbers:
            page.keyboard.press(str(wanted + 1))
            clicked = page.evaluate("window.wasClicked")
            assert clicked == [str(wanted + 1)] or (clicked == [] and not calm), sight
            pressed += len(clicked)
        else:
            person.take(wanted, sight)
        page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE, polling=POLLING)
    assert pressed > 2


def test_where_points_are_given_digits_are_points(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, is_divided, first=("block",))
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    Mouse(page).wait()
    shares = page.locator("[role=spinbutton][data-lit]")
    assert shares.count() > 1 and page.locator("[role=spinbutton][data-key]").count() == 0
    shares.first.focus()
    page.keyboard.press("0")
    expect(shares.first).to_have_attribute("aria-valuenow", "0")
