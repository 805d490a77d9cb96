"""Dice that are pulled to where their moves lead, and blocks in any order."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import STORY, Mouse
from .reaching import Seen, field_of, reach

LIT = "[data-die][data-lit]"
HERE = "[data-drop-here]"


def may_field(update: Seen) -> bool:
    return any(option.get("verb") == "field" for option in update["questions"][0]["actions"])


def two_may_block(update: Seen) -> bool:
    question, view = update["questions"][0], update["view"]
    side = view["seats"][question["seat"]]["side"]
    return any(o.get("verb") == "block" for o in question["actions"]) and len(field_of(view, side)) > 1


def come(server: Server, visitors: Visitors, room: str, token: str) -> tuple[Page, Mouse]:
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    person = Mouse(page)
    person.wait()
    return page, person


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page: Page, thing: Locator, to: Locator) -> None:
    """Presses on a thing and moves to another one, without letting go."""
    page.mouse.move(*middle(thing))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=8)


def test_a_die_is_pulled_into_the_field(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, *reach(server, may_field))
    field = page.locator("[data-place=field]")
    die = page.locator(f"[aria-label*='Reserve Pool'] {LIT}").first
    number = die.get_attribute("data-die")
    before = person.look()

    pull(page, die, page.get_by_role("heading", name="Log").or_(page.locator("header")).first)
    expect(page.locator(HERE)).to_have_count(1)  # the field, and nothing else
    page.mouse.up()  # elsewhere: it goes back
    expect(page.locator(f"{HERE}, .ghost, [data-pulled]")).to_have_count(0)
    assert person.wait() == before

    pull(page, die, field)
    page.keyboard.press("Escape")  # so does one that is not wanted any more
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    assert person.wait() == before

    pull(page, die, field)
    expect(field).to_have_attribute("data-over", "")
    page.mouse.up()
    expect(field.locator(f"[data-die='{number}']")).to_be_visible()
    expect(page.locator(STORY).last).to_contain_text(re.compile("fields"))
    assert person.wait().told == before.told + 1


def test_blockers_are_chosen_in_any_order(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, *reach(server, two_may_block))
    expect(page.get_by_role("heading", name="Who blocks whom?")).to_be_visible()
    before = person.wait()
    column = page.locator("[data-column]").first
    numbers = [die.get_attribute("data-die") for die in page.locator(LIT).all()]
    last, first = numbers[-1], numbers[0]
    assert len(numbers) > 1 and before.main.startswith("No block")

    page.locator(f"[data-die='{last}']").click()  # by pointing: a blocker, then its attacker
    page.locator(f"[data-column] {LIT}").first.click()
    expect(column.locator(f"[data-die='{last}']")).to_be_visible()
    pull(page, page.locator(f"[data-die='{first}']"), column)  # or by pulling
    page.mouse.up()
    expect(column.locator(f"[data-die='{first}']")).to_be_visible()
    chosen = person.wait()
    assert chosen.main.startswith("Block with 2") and chosen.told == before.told

    page.locator(f"[data-die='{first}']").click()  # one of them after all does not
    expect(column.locator(f"[data-die='{first}']")).to_have_count(0)
    assert person.wait().main.startswith("Block with 1")
    page.locator("[data-primary]").click()
    blocks = page.locator(STORY).filter(has_text=re.compile(r"\bblocks\b"))
    expect(blocks.last).to_be_visible()
    assert (blocks.last.text_content() or "").count(" blocks ") == 1
