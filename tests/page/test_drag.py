"""Dice that are pulled to where their moves lead, and blocks in any order."""

from __future__ import annotations

import re
from typing import Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import PHONE, STORY, Mouse
from .reaching import Seen, field_of, reach

LIT = "[data-die][data-lit]"
HERE = "[data-drop-here]"


class Hand(Protocol):
    """A mouse, or a finger."""

    def down(self) -> None: ...
    def move(self, x: float, y: float, *, steps: int = ...) -> None: ...
    def up(self) -> None: ...


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


def pull(hand: Hand, thing: Locator, to: Locator) -> None:
    """Presses on a thing and moves to another one, without letting go."""
    hand.move(*middle(thing))
    hand.down()
    hand.move(*middle(to), steps=8)


def test_a_die_is_pulled_into_the_field(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, *reach(server, may_field))
    field = page.locator("[data-place=field]")
    die = page.locator(f"[aria-label*='Reserve Pool'] {LIT}").first
    number = die.get_attribute("data-die")
    before = person.look()

    pull(page.mouse, die, page.get_by_role("heading", name="Log").or_(page.locator("header")).first)
    expect(page.locator(HERE)).to_have_count(1)  # the field, and nothing else
    page.mouse.up()  # elsewhere: it goes back
    expect(page.locator(f"{HERE}, .dragged, [data-pulled]")).to_have_count(0)
    assert person.wait() == before

    pull(page.mouse, die, field)
    page.keyboard.press("Escape")  # so does one that is not wanted any more
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    assert person.wait() == before

    pull(page.mouse, die, field)
    expect(field).to_have_attribute("data-over", "")
    page.mouse.up()
    expect(field.locator(f"[data-die='{number}']")).to_be_visible()
    person.wait()
    new = page.locator(STORY).all_text_contents()[before.told :]
    assert len([line for line in new if " fields " in line]) == 1, new


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
    pull(page.mouse, page.locator(f"[data-die='{first}']"), column)  # or by pulling
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


# ---- by touch ------------------------------------------------------------------------------------------------------


class Fingertip:
    """One finger on the glass, moved as a mouse is."""

    def __init__(self, page: Page) -> None:
        self.client = page.context.new_cdp_session(page)
        self.at = (0.0, 0.0)
        self.is_down = False

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def down(self) -> None:
        self._send("touchStart", self.at)
        self.is_down = True

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        (x0, y0), self.at = self.at, (x, y)
        for i in range(1, steps + 1):
            if self.is_down:
                self._send("touchMove", (x0 + (x - x0) * i / steps, y0 + (y - y0) * i / steps))

    def up(self) -> None:
        self._send("touchEnd")
        self.is_down = False


def test_a_finger_pulls_a_die_into_the_field(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, may_field)
    page = visitors.come(f"{server.http}/r/{room}#{token}", touch=True)
    Mouse(page).wait()
    finger = Fingertip(page)
    field = page.locator("[data-place=field]")
    die = page.locator(f"[aria-label*='Reserve Pool'] {LIT}").first
    number = die.get_attribute("data-die")
    pull(finger, die, field)
    expect(field).to_have_attribute("data-over", "")
    finger.up()
    expect(field.locator(f"[data-die='{number}']")).to_be_visible()
    expect(page.locator(f"{HERE}, .dragged, [data-pulled]")).to_have_count(0)


def test_a_finger_scrolls_the_cards_of_a_phone(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, may_field)
    page = visitors.come(f"{server.http}/r/{room}#{token}", PHONE, touch=True)
    person = Mouse(page)
    person.wait()
    page.get_by_role("button", name="Cards").tap()  # the table itself fits
    before = person.wait()
    finger = Fingertip(page)
    finger.move(195, 600)
    finger.down()
    finger.move(195, 300, steps=8)
    finger.up()
    page.wait_for_function("() => document.querySelector('[data-pane] .left').scrollTop > 100")
    assert person.wait().lit == before.lit


# ---- IRONDIE -------------------------------------------------------------------------------------------------------


def may_duel(update: Seen) -> bool:
    """A die of the reserve may be rolled on another one."""
    return any(o.get("verb") == "duel" and len(o.get("dice", ())) > 1 for o in update["questions"][0]["actions"])


def has_one_die_for_it(update: Seen) -> bool:
    """Only one die can be rolled, on one of several."""
    duels = [o["dice"] for o in update["questions"][0]["actions"] if o.get("verb") == "duel"]
    return len(duels) > 1 and len({dice[0] for dice in duels}) == 1 and all(len(dice) == 2 for dice in duels)


def test_a_die_that_is_asked_about_is_not_shown_as_picked(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, has_one_die_for_it, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    person = Mouse(page)
    sight = person.wait()
    die = page.locator("[data-die] [data-subject]")
    expect(die).to_have_count(1)
    expect(die).to_have_accessible_name(re.compile("asked about$"))
    assert sight.picked == [] and page.locator("[data-die] .badge.tick, [data-die] .pickd").count() == 0
    page.locator("[data-die] [data-lit]").first.click()
    expect(page.locator(STORY).filter(has_text="opens a duel").first).to_be_visible()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_die_of_irondie_is_pulled_onto_its_target(server: Server, visitors: Visitors, touch: bool) -> None:
    room, token = reach(server, may_duel, "irondie")
    page = visitors.come(f"{server.http}/r/{room}#{token}", touch=touch)
    Mouse(page).wait()
    press = page.locator("[aria-label^='Your reserve'] [data-die]").first.get_by_role("button")
    press.scroll_into_view_if_needed()
    hand: Hand = Fingertip(page) if touch else page.mouse
    pull(hand, press, page.locator("header").first)
    target = page.locator(f"[data-die='{page.locator(f'[data-die]{HERE}').first.get_attribute('data-die')}']")
    hand.move(*middle(target), steps=8)
    expect(target).to_have_attribute("data-over", "")
    hand.up()
    expect(page.locator(STORY).filter(has_text="opens a duel").first).to_be_visible()
    expect(page.locator(f"{HERE}, .dragged, [data-pulled]")).to_have_count(0)
