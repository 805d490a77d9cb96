"""Where things lie: all of a table is in the window and stays in its place, and no name is cut without a sign."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from table.probing import Server

from .conftest import Visitors
from .driving import PEOPLE, PHONE, WIDE, Mouse, make_room, post, sit_down
from .reaching import Seen, reach

GAMES = ("dicemasters", "irondie")
LOW = (1366, 768)
SIZES = {"wide": WIDE, "low": LOW}
BETWEEN = {"between": (1100, 800), "just": (900, 800)}
TEAMS = ({"team": "ygo-dragons"}, {"team": "ygo-duel"})  # eight cards a side, four basic actions

# What a person looks at on the table.
PARTS = ".plate, .mat .zone, .side .zone, .reserve, .lane, [data-card], [data-die], .prompt"
# Those of them that are not to be seen as a whole, and boxes around them that scroll.
OUTSIDE = f"""() => {{
    const said = (e) => (e.getAttribute("aria-label") ?? e.textContent).trim().slice(0, 60);
    const out = [];
    for (const part of [...document.querySelectorAll("{PARTS}")].filter((e) => e.checkVisibility())) {{
        const box = part.getBoundingClientRect();
        if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
            out.push(`${{said(part)}} is outside of the window`);
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!part.contains(at) && !at?.contains(part)) out.push(`${{said(part)}} is covered by ${{at?.className}}`);
    }}
    for (const box of document.querySelectorAll(".left, .middle, .board, .basics, .mat, .lane"))
        if (box.checkVisibility() && box.scrollHeight > box.clientHeight + 1)
            out.push(`${{box.className}} is ${{box.scrollHeight}} high in ${{box.clientHeight}}`);
    return out;
}}"""
# Where the parts of the mats lie.
PLACES = """() => [...document.querySelectorAll(".zone, .reserve, .lane, .plate, .basics, .kin, .prompt")]
    .filter((e) => e.checkVisibility()).map((e) => {
        const box = e.getBoundingClientRect();
        const across = e.closest(".zrow, .side") !== null; // they share a row
        const name = e.classList[0] + (e.matches(".prompt") ? "" : ` ${Math.round(box.height)}`);
        const top = e.matches(".prompt") ? box.bottom : box.top; // it grows upwards
        return `${name} ${Math.round(top)} ${across ? "" : Math.round(box.left)}`;
    })"""
# Words on cards that end without a sign that there are more of them.
CUT = """() => [...document.querySelectorAll("[data-card]")].filter((e) => e.checkVisibility()).flatMap((card) => {
    const box = card.getBoundingClientRect();
    const said = [...card.querySelectorAll("*")].filter((e) => e.checkVisibility() && !e.closest(".hidden, svg") &&
        [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== ""));
    return said.flatMap((e) => {
        const style = getComputedStyle(e);
        const at = e.getBoundingClientRect();
        const clip = e.closest(".n")?.getBoundingClientRect() ?? box;
        if (at.left >= clip.right - 1) return []; // a subtitle that is left out
        const within = at.left >= clip.left - 1 && at.right <= clip.right + 1 && at.top >= clip.top - 2
            && at.bottom <= clip.bottom + 2;
        const text = e.closest(".tx") ?? e;
        const shortened = text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2;
        const lines = getComputedStyle(text).webkitLineClamp;
        const sign = style.textOverflow === "ellipsis" || lines !== "none";
        const bad = text === e ? !within : false;
        return bad || (style.display !== "inline" && shortened && !sign) ? [`${card.title}: ${e.textContent}`] : [];
    });
})"""


def blocking(update: Seen) -> bool:
    return len(update["view"]["attackers"]) > 1 and "block" in update["questions"][0]["asks"]


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(200)


@pytest.fixture(scope="module")
def full(server: Server) -> str:
    """The address of a table with eight cards a side on which somebody blocks."""
    room, token = reach(server, blocking, places=TEAMS, edition="ygo")
    return f"{server.http}/r/{room}#{token}"


def test_a_full_table_fits(full: str, visitors: Visitors) -> None:
    page = visitors.come(full)
    Mouse(page).wait()
    assert page.locator("[data-card]").count() >= 20
    for size in (WIDE, LOW, *BETWEEN.values()):
        resized(page, size)
        assert page.evaluate(OUTSIDE) == [], size


def test_what_is_out_of_sight_is_found(full: str, visitors: Visitors) -> None:
    """A window that is too low, so that an empty result means something."""
    page = visitors.come(full, (1440, 460))
    Mouse(page).wait()
    assert page.evaluate(OUTSIDE) != []


def test_a_full_table_has_whole_names(full: str, visitors: Visitors) -> None:
    page = visitors.come(full)
    Mouse(page).wait()
    for scale in (100, 130):
        page.evaluate("(n) => { document.documentElement.style.fontSize = `${n}%` }", scale)
        for size in (WIDE, LOW, *BETWEEN.values()):
            resized(page, size)
            assert page.evaluate(CUT) == [], (scale, size)
    titles = page.locator("[data-card]").evaluate_all("(cards) => cards.map((card) => card.title)")
    assert all(titles)
    page.add_style_tag(
        content=".mini b { text-overflow: clip !important; -webkit-line-clamp: none !important; "
        "white-space: nowrap !important; display: block !important; font-size: 2rem !important }"
    )
    assert page.evaluate(CUT) != []  # spoilt, so that an empty result means something


@pytest.mark.parametrize("game", GAMES)
def test_the_table_stays_where_it_is(server: Server, visitors: Visitors, game: str) -> None:
    room, token = make_room(server, game, hints=True)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    person = Mouse(page, 3)
    person.wait()
    first = page.evaluate(PLACES)
    assert len(first) > 10
    for _ in range(40):
        sight = person.wait()
        assert page.evaluate(PLACES) == first, sight
        assert page.evaluate(OUTSIDE) == [], sight
        if not person.step():
            break


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_leaves_the_table_its_room(server: Server, visitors: Visitors, game: str, size: str) -> None:
    made = post(server, "/api/rooms", {"settings": {"lesson": game}, "name": "Ann"})
    page = visitors.come(f"{server.http}/r/{made['room']}#{made['token']}", SIZES[size])
    expect(page.get_by_role("button", name="Do it for me")).to_be_in_viewport(ratio=1)
    first = page.evaluate(PLACES)
    for _ in range(6):
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(PLACES) == first
        page.locator("[aria-disabled=false]", has_text="Do it for me").click()
        page.wait_for_timeout(400)


def test_what_is_said_moves_nothing(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters", PEOPLE)
    other = sit_down(server, room)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    page.locator("[data-card]").first.wait_for()
    before = page.evaluate(PLACES)
    with connect(server.ws(room)) as socket:
        socket.send(json.dumps({"type": "hello", "token": other}))
        socket.send(json.dumps({"type": "say", "id": 1, "seat": 1, "what": 0}))
        expect(page.locator(".said:visible")).to_be_in_viewport(ratio=1)
        assert page.evaluate(PLACES) == before


def test_a_lost_line_moves_nothing(own_server: Server, visitors: Visitors) -> None:
    visitors.expected = ("WebSocket", "ERR_CONNECTION_REFUSED")
    room, token = make_room(own_server, "dicemasters")
    page = visitors.come(f"{own_server.http}/r/{room}#{token}")
    Mouse(page).wait()
    before = page.evaluate(PLACES)
    own_server.kill()
    expect(page.get_by_text("Back in a moment")).to_be_in_viewport()
    assert page.evaluate(PLACES) == before


def test_the_field_says_who_fights(full: str, visitors: Visitors) -> None:
    page = visitors.come(full)
    Mouse(page).wait()
    attackers = page.locator(".lane [data-column]").count()
    field = page.locator(".mat:not(.mine) .field")
    expect(field).to_contain_text(f"{attackers} in the attack")
    there = field.locator("[data-die]").count()
    number: Any = re.search(r"Field Zone, (\d+) di(?:e|ce)", field.get_attribute("aria-label") or "")
    assert number is not None and int(number[1]) == there
    expect(page.locator(".mat.mine .field")).not_to_contain_text("in the attack")


def test_a_roll_lies_in_one_row(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters")
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    Mouse(page).wait()
    dice = page.locator(".mat.mine [aria-label*='Prep Area'] [data-die]")
    expect(dice).to_have_count(4)
    boxes = [box for die in dice.all() if (box := die.bounding_box())]
    assert len({round(box["y"]) for box in boxes}) == 1 and min(box["width"] for box in boxes) > 40


@pytest.mark.parametrize("size", BETWEEN)
def test_between_wide_and_phone_a_card_can_be_read(full: str, visitors: Visitors, size: str) -> None:
    page = visitors.come(full, BETWEEN[size])
    Mouse(page).wait()
    page.locator(".mat.mine [data-card]").first.hover()
    card = page.get_by_role("article", name=re.compile("^Card: "))
    expect(card.get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(card.get_by_role("paragraph").last).to_be_in_viewport(ratio=1)
    log = page.get_by_label("Log and rules")
    expect(log).not_to_be_visible()
    tabs = page.get_by_role("navigation", name="Parts of the table")
    before = page.evaluate(PLACES)
    tabs.get_by_role("button", name="Log").click()
    expect(log).to_be_in_viewport(ratio=1)
    assert page.evaluate(PLACES) == before  # the drawer lies over the table
    tabs.get_by_role("button", name="Log").click()
    expect(log).not_to_be_visible()


def test_a_phone_shows_both_lives_while_somebody_blocks(full: str, visitors: Visitors) -> None:
    page = visitors.come(full, PHONE, touch=True)
    Mouse(page).wait()
    lives = page.locator(".plate strong:visible")
    expect(lives).to_have_count(2)
    for life in lives.all():
        expect(life).to_be_in_viewport(ratio=0.95)  # of its line; the digits do not fill that
    assert page.evaluate(OUTSIDE) == []
    expect(page.locator("kbd:visible")).to_have_count(0)
    page.get_by_role("button", name="Cards").tap()
    cards = page.locator("[data-card]:visible")
    expect(cards).to_have_count(20)
    before = cards.nth(5).bounding_box()
    cards.nth(5).tap()
    expect(page.get_by_role("article", name=re.compile("^Card: "))).to_be_visible()
    assert cards.nth(5).bounding_box() == before  # it stays under the finger
