"""The line to the server: while it is lost nothing is lit, and what comes too late is refused."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect
from websockets.sync.client import connect

from table.probing import Server

from .conftest import Visitors
from .driving import PEOPLE, STORY, Mouse, make_room, sit_down
from .reaching import Both
from .test_drag import LIT

MAIN = "[data-primary]"
BACK = "Take back"
# whether what is drawn at the middle of the other side's plate is a part of it
UNCOVERED = """(plate) => {
    const { x, y, width, height } = plate.getBoundingClientRect();
    return plate.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_nothing_is_taken_back_before_the_game_has_begun(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters", PEOPLE)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    expect(page.get_by_role("button", name=BACK)).to_have_count(0)
    sit_down(server, room)
    expect(page.get_by_role("button", name=BACK)).to_be_visible()


def test_without_a_line_nothing_is_lit_and_picks_stay(own_server: Server, visitors: Visitors) -> None:
    visitors.expected = ("WebSocket", "ERR_CONNECTION_REFUSED")
    room, token = make_room(own_server, "dicemasters")
    page = visitors.come(f"{own_server.http}/r/{room}#{token}")
    before = Mouse(page).wait()
    page.locator(LIT).last.click()
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Reroll 1"))

    own_server.kill()
    decision = page.get_by_label("The decision")
    expect(decision.get_by_role("heading")).to_have_text("Back in a moment")
    expect(page.locator(f"[data-lit], {MAIN}")).to_have_count(0)
    expect(page.locator("[data-die][aria-pressed=true]")).to_have_count(1)
    expect(page.get_by_text("Back in a moment")).to_have_count(1)
    assert page.locator(".plate").first.evaluate(UNCOVERED)

    own_server.start()
    decision.get_by_role("button", name="Try now").click()
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Reroll 1"))
    expect(page.locator(LIT)).to_have_count(len(before.lit) - 1)
    page.locator(MAIN).click()
    expect(page.locator(STORY)).not_to_have_count(before.told)


def test_what_is_taken_back_too_late_is_refused_in_words(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters", PEOPLE)
    waits = sit_down(server, room)
    deaf = False

    def between(line: WebSocketRoute) -> None:
        """Between the page and the server: updates can be kept from the page."""
        to_server = line.connect_to_server()
        line.on_message(to_server.send)
        to_server.on_message(lambda text: None if deaf and json.loads(text)["type"] == "update" else line.send(text))

    page = visitors.come(f"{server.http}/r/{room}#{waits}")
    page.route_web_socket(re.compile("/ws$"), between)
    page.reload()
    decision = page.get_by_label("The decision")
    expect(decision).to_contain_text("Ann is choosing")
    with connect(server.ws(room)) as socket:
        ann = Both(socket, token)
        update = ann.read()
        deaf = True
        ann.answer(update)
        while ann.read()["version"] == update["version"]:
            pass
        page.keyboard.press("z")
        expect(decision).to_contain_text("The game has gone on since")
        expect(decision).to_contain_text("Nothing has changed")
    deaf = False
    page.reload()
    expect(decision).to_contain_text("Ann is choosing")
    expect(page.get_by_role("alertdialog")).to_have_count(0)  # nobody was asked to consent
