"""Every number says where it comes from: to a mouse that rests, a finger that presses, a focus that stays, a key."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import PHONE, STORY, Finger, Mouse, Person, make_room
from .test_drag import Fingertip, middle

GAMES = ("dicemasters", "irondie")
LONG = 900  # milliseconds in which a box has come if it comes at all
SENT = """() => {
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) { window.sent.push(JSON.parse(data)); send.call(this, data); };
}"""

WHERE = """() => {
    const things = [...document.querySelectorAll("[data-why]")];
    return things.filter((e) => e.checkVisibility()).indexOf(document.activeElement);
}"""


def come(server: Server, visitors: Visitors, game: str, **how: Any) -> tuple[Page, Person]:
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}", **how)
    person = Mouse(page, seed=2)
    person.wait()
    page.evaluate(SENT)
    return page, person


def asked(page: Page, kinds: tuple[str, ...] = ("explain", "why")) -> list[str]:
    """What the page has asked the server since it was looked at last; a table foretells by itself."""
    sent = page.evaluate("() => window.sent.splice(0).map((message) => message.type)")
    return [kind for kind in sent if kind in kinds]


def is_within(page: Page, box: Locator) -> None:
    at, size = box.bounding_box(), page.viewport_size
    assert at is not None and size is not None
    assert at["x"] >= 0 and at["y"] >= 0, at
    assert at["x"] + at["width"] <= size["width"] and at["y"] + at["height"] <= size["height"], at


def into_battle(server: Server, person: Person) -> None:
    """IRONDIE: until dice lie in the zones and something can be pointed at; in another game if this one ends."""
    for number in range(80):
        person.wait()  # what is lit for a moment only may be gone again
        if person.page.locator("[data-why][data-lit]").count() > 0:
            return
        if not person.step():
            room, token = make_room(server, "irondie", seed=str(number))
            person.page.goto(f"{server.http}/r/{room}#{token}")
            person.page.evaluate(SENT)
    raise AssertionError("nothing was ever lit")


@pytest.mark.parametrize("game", GAMES)
def test_a_mouse_that_rests_on_a_lit_die_is_told_and_one_that_passes_is_not(
    server: Server, visitors: Visitors, game: str
) -> None:
    page, person = come(server, visitors, game)
    if game == "irondie":
        into_battle(server, person)
    die = page.locator("[data-why][data-lit]").first
    box = page.get_by_role("tooltip")
    before = person.look()
    page.mouse.move(5, 5)
    asked(page)
    page.mouse.move(*middle(die), steps=3)
    page.mouse.move(700, 5, steps=3)
    page.wait_for_timeout(LONG)
    assert box.count() == 0 and asked(page) == []

    die.hover()
    expect(box).to_contain_text("Can be chosen now.")
    is_within(page, box)
    assert asked(page) == ["explain"]  # why not is not asked of what can be done
    assert page.evaluate("document.activeElement.closest('.why')") is None
    page.mouse.move(700, 5)
    expect(box).to_have_count(0)
    assert person.look() == before

    die.hover()  # a click is a click, and brings no words
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(LONG)
    assert box.count() == 0 and page.get_by_role("dialog").count() == 0


def test_a_die_that_is_pulled_says_nothing(server: Server, visitors: Visitors) -> None:
    page, _ = come(server, visitors, "dicemasters")
    x, y = middle(page.locator("[data-why][data-lit]").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 30, steps=4)
    page.mouse.move(*middle(page.locator("[data-card]").first), steps=4)
    page.wait_for_timeout(LONG)
    assert page.locator(".why").count() == 0 and "explain" not in asked(page)
    page.mouse.up()


@pytest.mark.parametrize("game", GAMES)
def test_life_and_zones_say_what_they_are_made_of(server: Server, visitors: Visitors, game: str) -> None:
    page, person = come(server, visitors, game)
    if game == "irondie":
        into_battle(server, person)
    box = page.get_by_role("tooltip")
    numbers = page.locator("button[data-why][aria-label*=': ']:not([data-die] *):visible")
    assert numbers.count() >= (5 if game == "dicemasters" else 12)
    for i in range(numbers.count()):
        number = numbers.nth(i)
        shown = (number.text_content() or "").strip()
        number.hover()
        expect(box.locator("b").first).to_have_text(shown)
        is_within(page, box)
        parts = [
            int(n) for n in re.findall(r"^\s*\+?(-?\d+)\s", "\n".join(box.locator("li").all_text_contents()), re.M)
        ]
        assert sum(parts) == int(shown)
        page.mouse.move(5, 5)
        expect(box).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_asks_about_what_is_not_lit(server: Server, visitors: Visitors, game: str) -> None:
    page, _ = come(server, visitors, game)
    heard = page.locator(".room > [aria-live=polite]:not([data-says])")
    box = page.get_by_role("dialog")
    reached = set()
    for _ in range(200):
        page.keyboard.press("Shift+ArrowRight")
        at = page.evaluate(WHERE)
        if at in reached:
            break
        reached.add(at)
    assert reached == set(range(len(reached))) and -1 not in reached
    assert len(reached) == page.locator("[data-why]:visible").count() > page.locator("[data-why][data-lit]").count()

    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowUp")
    for _ in range(10):  # to something that is not lit, and no number
        if page.evaluate(
            "document.activeElement.matches(':is([data-die], [data-die] *, [data-card]):not([data-lit])')"
        ):
            break
        page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("tooltip")).to_be_visible()  # the focus rests there
    page.keyboard.press("?")
    expect(box).to_be_visible()
    is_within(page, box)
    assert (heard.text_content() or "").strip() != ""
    assert len((box.text_content() or "").strip()) > 20  # what it is, at least
    page.keyboard.press("?")
    expect(box.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('[data-why]')")
    expect(heard).to_have_text("")


@pytest.mark.parametrize("game", GAMES)
def test_a_box_about_a_thing_at_the_top_is_seen_and_goes(server: Server, visitors: Visitors, game: str) -> None:
    page, _ = come(server, visitors, game)
    things = page.locator("[data-why]:not([data-lit]):is([data-card], [data-die] *):visible")
    box = page.get_by_role("dialog")
    for thing in things.all()[:3]:
        thing.click()
        expect(box).to_be_visible()
        is_within(page, box)
        expect(box.get_by_role("button", name=re.compile(r"^Rule \d"))).not_to_have_count(0)
        box.locator("h3").click()
        expect(box).to_be_visible()
        page.mouse.click(700, 5)
        expect(box).to_have_count(0)


def test_a_box_that_stays_goes_when_something_else_is_asked(server: Server, visitors: Visitors) -> None:
    page, _ = come(server, visitors, "dicemasters")
    box = page.get_by_role("dialog")
    page.locator(".mat:not(.mine) [data-card]").first.click()
    expect(box).to_be_visible()
    page.wait_for_timeout(LONG)
    expect(box).to_be_visible()
    page.keyboard.press("1")  # no press elsewhere, but a pick: the next die is asked for
    expect(page.locator("[data-die][aria-pressed=true]")).to_have_count(1)
    expect(box).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_that_presses_long_is_told_and_picks_nothing(server: Server, visitors: Visitors, game: str) -> None:
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}", PHONE, touch=True)
    person = Finger(page, 4)
    person.wait()
    if game == "irondie":
        into_battle(server, person)
    finger, die, box = Fingertip(page), page.locator("[data-why][data-lit]").first, page.get_by_role("dialog")
    die.scroll_into_view_if_needed()
    before = person.wait()
    finger.move(*middle(die))
    finger.down()
    expect(box).to_be_visible()
    finger.up()
    page.wait_for_timeout(200)
    expect(box).to_be_visible()
    is_within(page, box)
    assert (person.look().lit, person.look().picked) == (before.lit, before.picked)
    page.locator("header .brief").tap()
    expect(box).to_have_count(0)
    finger.move(*middle(die))
    finger.down()
    finger.up()  # a short one picks
    page.wait_for_function(
        "(before) => document.querySelector(':is([data-die], [data-die] *)[aria-pressed=true]') !== null"
        " || document.querySelector('[aria-label=\"The decision\"]').textContent !== before",
        arg=before.words,
    )


def test_arrows_scroll_the_log_that_has_the_focus(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, "dicemasters")
    while page.locator(STORY).count() < 40:
        assert person.step()
    person.wait()
    log = page.get_by_role("list", name="What happened")
    log.focus()
    page.wait_for_timeout(200)
    before = log.evaluate("(e) => e.scrollTop")
    assert before > 0
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.wait_for_function("([e, before]) => e.scrollTop < before", arg=[log.element_handle(), before])
    expect(log).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    if person.look().lit:
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.matches('[data-lit]')")


def test_the_menu_has_its_keys_to_itself(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, "dicemasters")
    before = person.wait()
    opener, menu = page.get_by_role("button", name="Menu"), page.get_by_role("dialog", name="Menu")
    opener.focus()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("checkbox", name="the other side's Main Step, for Global Abilities")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.menu') !== null")
    asked(page)
    for key in ("1", "2", "ArrowDown", "z", "h", "Shift+ArrowRight"):
        page.keyboard.press(key)
    page.locator(".steps").click()  # neither does a key that is pressed elsewhere
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    kinds = ("play", "undo", "hint", "forecast", "explain", "why")
    assert asked(page, kinds) == [] and page.locator("[data-die][aria-pressed=true]").count() == 0

    page.get_by_role("button", name="Preferences").click()
    sizes = page.get_by_role("slider", name="Size of the text")
    sizes.fill("120")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "19.2px"
    sizes.fill("100")
    expect(page.get_by_role("group", name="Moving dice")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sizes).to_have_count(0)
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(opener).to_be_focused()
    assert person.wait() == before
    page.keyboard.press("1")
    page.locator("[data-die][aria-pressed=true]").wait_for()


def test_whose_decision_it_is_is_told_in_a_region_that_stays(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, "dicemasters")
    region = page.locator("[data-says=decision]")
    assert (region.get_attribute("aria-live"), page.locator("[aria-live=assertive]").count()) == ("assertive", 1)
    handle = region.element_handle()
    told = set()
    for _ in range(25):
        sight = person.wait()
        if sight.over:
            break
        said = region.text_content() or ""
        assert said.startswith(f"Your decision: {sight.heading}"), (said, sight)
        told.add(said)
        person.step()
    assert len(told) > 3
    assert page.evaluate("(e) => e.isConnected", handle)
