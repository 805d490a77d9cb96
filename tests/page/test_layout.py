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
MIDDLE = (1280, 800)
SMALL = (320, 700)  # a phone on which answers take two rows
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
# What the number of a key lies on: more than a corner of a die, the cost or the name on a card.
UNDER_KEYS = """() => [...document.querySelectorAll("[data-lit][data-key]:not(.b)")].flatMap((thing) => {
    const style = getComputedStyle(thing, "::after");
    const at = thing.getBoundingClientRect();
    const [left, top] = [at.left + parseFloat(style.left), at.top + parseFloat(style.top)];
    const [right, bottom] = [left + parseFloat(style.width), top + parseFloat(style.height)];
    const shared = (box) => Math.max(0, Math.min(right, box.right) - Math.max(left, box.left))
        * Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top)) / (box.width * box.height);
    const parts = thing.matches(".mini") ? [[".c", 0], [".n", 0], [".pips", 0]] : [["", 0.05]];
    const named = (part) => (part ? thing.querySelector(part) : thing).getBoundingClientRect();
    return parts.filter(([part, most]) => shared(named(part)) > most)
        .map(([part]) => `${thing.dataset.key} on ${part} of ${thing.textContent.trim().slice(0, 40)}`);
})"""
# Dice in piles that are outside of their pile.
STRAYED = """() => [...document.querySelectorAll(".zone .kinds > *")].filter((e) => e.checkVisibility()).filter((e) => {
    const [box, zone] = [e.getBoundingClientRect(), e.closest(".zone").getBoundingClientRect()];
    return box.right > zone.right || box.bottom > zone.bottom + 1 || box.top < zone.top;
}).map((e) => e.title || e.textContent)"""
# Whether the texts of the basic actions take the room that there is.
TEXTS = """() => {
    const column = document.querySelector(".basics");
    const fits = () => column.scrollHeight <= column.clientHeight;
    if (!fits()) return "they are too long";
    const cut = [...column.querySelectorAll(".tx")].some((text) => text.scrollHeight > text.clientHeight + 1);
    const lines = column.style.getPropertyValue("--lines");
    column.style.setProperty("--lines", `${Number(lines) + 1}`);
    const more = fits();
    column.style.setProperty("--lines", lines);
    return cut && more ? "there was room for another line" : "as long as can be";
}"""


def blocking(update: Seen) -> bool:
    return len(update["view"]["attackers"]) > 1 and "block" in update["questions"][0]["asks"]


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(200)


def spending(update: Seen) -> bool:
    """There is much to answer: several buttons, and the last move can be taken back."""
    verbs = [action.get("verb", "") for action in update["questions"][0]["actions"]]
    return "several" in verbs and "field" in verbs and any(update["may_undo"])


def kinds(update: Seen) -> list[int]:
    zones = [seat["zones"] for seat in update["view"]["seats"]]
    return [len(zone["bag"]) for zone in zones] + [len({die["title"] for die in zone["used"]}) for zone in zones]


@pytest.fixture(scope="module")
def main_step(server: Server) -> str:
    """The address of a table on which somebody may buy, field, or pay for several things."""
    places = ({"team": "imw-company"}, {"team": "imw-drain"})
    room, token = reach(server, spending, places=places, hints=True)
    return f"{server.http}/r/{room}#{token}"


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


@pytest.mark.parametrize("size", [(1024, 768), *BETWEEN.values()])
def test_between_wide_and_phone_many_answers_hide_nothing(
    main_step: str, visitors: Visitors, size: tuple[int, int]
) -> None:
    page = visitors.come(main_step)
    Mouse(page).wait()
    undo = page.locator(".prompt").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    resized(page, size)
    assert page.evaluate(OUTSIDE) == []
    assert page.locator(".prompt").evaluate("(bar) => bar.offsetHeight") <= 65
    expect(undo).not_to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_in_viewport(ratio=1)


def test_on_a_phone_nothing_lies_behind_the_question(main_step: str, visitors: Visitors) -> None:
    page = visitors.come(main_step, SMALL, touch=True)
    Mouse(page).wait()
    prompt, table = page.locator(".prompt"), page.locator(".table")
    rows = "(bar) => new Set([...bar.querySelectorAll('.acts .b')].map((b) => b.offsetTop)).size"
    assert prompt.evaluate(rows) > 1
    for part in ("Cards", "Log", "Table"):
        page.get_by_role("navigation").get_by_role("button", name=part).tap()
        (above, below) = (element.bounding_box() for element in (table, prompt))
        assert above and below and above["y"] + above["height"] <= below["y"], part
        assert below["y"] + below["height"] <= SMALL[1]
    height = "(bar) => bar.offsetHeight"
    grown = prompt.evaluate(height)
    resized(page, (600, 844))
    assert prompt.evaluate(height) < grown  # and where one row is enough it is as high as ever
    assert prompt.evaluate(height) == pytest.approx(8.6 * 16, abs=1)


def test_on_a_phone_a_lesson_leaves_in_sight_what_is_lit(server: Server, visitors: Visitors) -> None:
    made = post(server, "/api/rooms", {"settings": {"lesson": "dicemasters"}, "name": "Ann"})
    page = visitors.come(f"{server.http}/r/{made['room']}#{made['token']}", PHONE, touch=True)
    button = page.get_by_role("button", name="Do it for me")
    expect(button).to_be_in_viewport(ratio=1)
    lit = page.locator("[data-die][data-lit]")
    expect(lit).to_have_count(4)
    for die in lit.all():
        expect(die).to_be_in_viewport(ratio=1)
    expect(button).to_be_in_viewport(ratio=1)


def test_keys_leave_numbers_and_names_to_be_read(main_step: str, full: str, visitors: Visitors) -> None:
    for address in (main_step, full):
        page = visitors.come(address)
        Mouse(page).wait()
        assert page.locator("[data-lit][data-key]:not(.b)").count() > 0
        for size in (WIDE, MIDDLE, LOW, *BETWEEN.values()):
            resized(page, size)
            assert page.evaluate(UNDER_KEYS) == [], size
    page.add_style_tag(
        content="[data-lit][data-key]::after { inset: 0 !important; width: 20px; height: 20px !important }"
    )
    assert page.evaluate(UNDER_KEYS) != []  # spoilt, so that an empty result means something


@pytest.mark.parametrize("size", [WIDE, MIDDLE])
def test_a_chosen_die_leaves_the_name_of_its_zone_to_be_read(
    server: Server, visitors: Visitors, size: tuple[int, int]
) -> None:
    room, token = make_room(server, "dicemasters")
    page = visitors.come(f"{server.http}/r/{room}#{token}", size)
    Mouse(page).wait()
    page.locator("[data-die][data-lit]").first.click()
    die = page.locator("[data-die][aria-pressed=true]")
    expect(die.locator(".tick")).to_be_visible()
    zone = page.locator(".zone", has=die)
    name, tick = (zone.locator(part).bounding_box() for part in (".full", ".tick"))
    assert name and tick and tick["y"] >= name["y"] + name["height"] - 2


@pytest.mark.parametrize("many", [2, 3, 5])
def test_piles_of_many_kinds_keep_their_dice(server: Server, visitors: Visitors, many: int) -> None:
    room, token = reach(server, lambda update: many in kinds(update), places=TEAMS, edition="ygo", first=["buy"])
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    Mouse(page).wait()
    assert page.locator(".zone .kinds > *").count() >= many
    for size in (WIDE, MIDDLE, LOW, *BETWEEN.values()):
        resized(page, size)
        assert page.evaluate(STRAYED) == [], size


def test_six_cards_in_a_low_window_have_whole_names(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters", ({"team": "imw-drain"}, {"team": "imw-drain", "kind": "bot"}))
    page = visitors.come(f"{server.http}/r/{room}#{token}", LOW)
    Mouse(page).wait()
    names = page.locator(".strip [data-card] b")
    expect(names).to_have_count(12)
    assert names.evaluate_all("(all) => all.filter((b) => b.scrollWidth > b.clientWidth).length") == 0
    rows = "(all) => new Set(all.map((card) => card.offsetTop)).size"
    assert page.locator(".mat.mine [data-card]").evaluate_all(rows) == 2
    demo, seat = make_room(server, "dicemasters")  # two cards a side
    page = visitors.come(f"{server.http}/r/{demo}#{seat}", LOW)
    Mouse(page).wait()
    assert page.locator(".mat.mine [data-card]").evaluate_all(rows) == 1


def test_basic_actions_say_as_much_as_there_is_room_for(main_step: str, server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters")  # three of them
    for address in (main_step, f"{server.http}/r/{room}#{token}"):
        page = visitors.come(address)
        Mouse(page).wait()
        for size in (WIDE, MIDDLE, LOW, (1600, 1000)):
            resized(page, size)
            assert page.evaluate(TEXTS) == "as long as can be", size


def test_what_would_follow_lies_over_nothing(full: str, visitors: Visitors) -> None:
    page = visitors.come(full)
    Mouse(page).wait()
    told, bar = page.get_by_label("What follows"), page.locator(".prompt")
    expect(told).to_be_visible()
    for size in (WIDE, LOW, MIDDLE):
        resized(page, size)
        inner, outer = told.bounding_box(), bar.bounding_box()
        assert inner and outer and outer["height"] <= 65
        assert inner["y"] >= outer["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
        assert told.evaluate("(e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1")


@pytest.mark.parametrize("size", SIZES)
def test_colours_and_shapes_are_seen_together(server: Server, visitors: Visitors, size: str) -> None:
    room, token = make_room(server, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}", SIZES[size])
    Mouse(page).wait()
    legend = page.get_by_label("Colours and shapes")
    for die in page.locator(".split [data-die] button").all():
        die.hover()
        expect(legend).to_contain_text("Allied")
        assert legend.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 0
        assert legend.locator(".shapes li:visible").count() == 9


def test_a_split_shows_all_dice_with_their_names(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    Mouse(page).wait()
    names = page.locator(".split .name b")
    expect(names).to_have_count(9)
    names.first.evaluate("(b) => { b.textContent = 'Regeneration' }")  # the longest
    for size in (WIDE, LOW, MIDDLE, (1024, 768)):
        resized(page, size)
        assert names.evaluate_all("(all) => all.filter((b) => b.scrollWidth > b.clientWidth).length") == 0, size
        assert page.evaluate(UNDER_KEYS) == [], size


def test_on_a_phone_a_split_is_seen_as_a_whole(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}", PHONE, touch=True)
    Mouse(page).wait()
    dice = page.locator(".split [data-die] button")
    expect(dice).to_have_count(9)
    lock = page.get_by_role("button", name="Lock in")
    bar = lock.bounding_box()
    for die in dice.all():
        expect(die).to_be_in_viewport(ratio=1)
        box = die.bounding_box()
        assert box and bar and box["y"] + box["height"] <= bar["y"] and min(box["width"], box["height"]) >= 44
    before = [die.bounding_box() for die in dice.all()]
    dice.last.tap()
    expect(dice.last).to_have_attribute("aria-pressed", "true")
    expect(lock).to_have_text(re.compile("Lock in 1"))
    assert [die.bounding_box() for die in dice.all()] == before  # none goes away under the finger


def test_on_a_phone_zones_have_room_for_their_names(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters")
    page = visitors.come(f"{server.http}/r/{room}#{token}", (360, 740), touch=True)
    Mouse(page).wait()
    names = page.locator(".zone .short:visible")
    assert names.filter(has_text="Reserve").count() == 2
    outside = """(all) => all.filter((name) => {
        const [word, cell] = [name.getBoundingClientRect(), name.closest(".zone").getBoundingClientRect()];
        return word.left < cell.left + 2 || word.right > cell.right - 2;
    }).map((name) => name.textContent)"""
    assert names.evaluate_all(outside) == []


def test_what_opens_in_the_menu_is_seen(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters")
    page = visitors.come(f"{server.http}/r/{room}#{token}", (1280, 640))
    Mouse(page).wait()
    page.get_by_role("button", name="Menu").click()
    button = page.get_by_role("button", name="Download the game as a scenario")
    expect(button).not_to_be_visible()
    page.get_by_text("Report a problem").click()
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("nothing is sent from here")).to_be_in_viewport(ratio=1)
