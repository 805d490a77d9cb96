"""Damage that can be divided in so many ways that only some of them are listed, and what a roll would bring."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import STORY, Mouse, make_room
from .reaching import Seen, reach

LIVES = "white swarm, white fortress, blue swarm, blue fortress, green regeneration, green swarm, yellow fortress"
STRONG = "red assault x2, red smasher x2, purple ballistic x2, purple smasher, blue barrier, green swarm"
SIDE = "side: red assault, blue barrier, green swarm"
PLACES = ({"team": f"{LIVES}, red assault, blue barrier / {SIDE}"}, {"team": f"{STRONG} / {SIDE}"})
LOSSES = "[role=spinbutton]"


def numbers(page: Page, name: str) -> list[int]:
    return [int(die.get_attribute(name) or 0) for die in page.locator(LOSSES).all()]


def test_an_answer_that_is_not_listed_is_given(server: Server, visitors: Visitors) -> None:
    def many(update: Seen) -> bool:
        return bool(update["questions"][0]["more"])

    room, token = reach(server, many, "irondie", PLACES)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    before = Mouse(page).wait()
    total = sum(numbers(page, "aria-valuenow"))
    most = numbers(page, "aria-valuemax")
    for i in range(len(most)):
        page.locator(LOSSES).nth(i).press("0")
    expect(page.locator("[data-primary]")).to_be_disabled()
    wanted, left = [], total
    for i, points in enumerate(most):  # all that the first dice have
        wanted.append(min(points, left))
        left -= wanted[-1]
        page.locator(LOSSES).nth(i).press(str(wanted[-1]))
    assert numbers(page, "aria-valuenow") == wanted
    page.locator("[data-primary]").click()
    expect(page.locator(LOSSES)).to_have_count(0)
    expect(page.locator(STORY)).not_to_have_count(before.told)


def test_the_values_of_a_roll_are_foretold(server: Server, visitors: Visitors) -> None:
    def may_duel(update: Seen) -> bool:
        options = update["questions"][0]["actions"]
        return any(option.get("verb") == "duel" and len(option.get("dice", ())) > 1 for option in options)

    room, token = reach(server, may_duel, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    before = Mouse(page).wait()
    values = page.locator("dl[aria-label^='What its values would bring'] dt span")
    expect(values).to_have_count(0)
    if page.locator("[aria-label*='reserve'] [data-lit]").count() > 0:  # which die, before its target
        page.locator("[aria-label*='reserve'] [data-lit]").first.click()
        expect(page.get_by_label("The decision")).to_contain_text(re.compile("Choose its target|This is your answer"))
    else:
        page.locator("[data-lit]").first.hover()
    expect(values).to_have_count(6)
    assert sorted(values.all_text_contents()) == ["1", "2", "3", "4", "5", "6"]
    assert Mouse(page).look().told == before.told


def test_the_lane_speaks_to_who_reads(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    person = Mouse(page, 5)
    lane = page.locator("[data-place=duel]")
    for _ in range(25):
        if person.wait().over:
            break
        assert "Ann" not in (lane.text_content() or "")
        assert "Ann" not in person.look().heading
        assert lane.get_by_role("heading", name="Last", exact=True).count() == 0
        person.step()
