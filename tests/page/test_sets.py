"""A set of dice, such as those that attack or are rerolled: it is picked in any order, and sent when that is said."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import STORY, Mouse, Sight, make_room
from .reaching import Seen, reach
from .test_drag import LIT, come

MAIN = "[data-primary]"
PICKED = "[data-die][aria-pressed=true]"


def unequal_dice_may_attack(update: Seen) -> bool:
    question = update["questions"][0]
    attackers = [option for option in question["actions"] if option.get("verb") == "attack"]
    return question["asks"] == "Who attacks?" and len(attackers) > 1


def backwards(page: Page) -> list[Locator]:
    """The lit dice by their numbers, the last one first."""
    numbers = [die.get_attribute("data-die") for die in page.locator(LIT).all()]
    return [page.locator(f"[data-die='{number}']") for number in reversed(numbers)]


def pick_all(page: Page, person: Mouse, dice: list[Locator], says: str) -> Sight:
    """One after the other; after each the rest can still be picked, and nothing is sent."""
    before = person.look()
    for n, die in enumerate(dice, 1):
        die.click()
        expect(page.locator(MAIN)).to_have_text(re.compile(rf"^\s*{says} {n}\b"))
        expect(page.locator(PICKED)).to_have_count(n)
        expect(page.locator(LIT)).to_have_count(len(dice) - n)
        assert person.wait().told == before.told
    return before


def test_dice_are_rerolled_that_were_picked_from_the_last_to_the_first(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, *make_room(server, "dicemasters"))
    dice = backwards(page)
    assert len(dice) == 4
    before = pick_all(page, person, dice, "Reroll")

    dice[0].click()  # one of them after all is not
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Reroll 3"))
    expect(page.locator(LIT)).to_have_count(1)
    page.keyboard.press("Escape")  # nor is the one that was picked last
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Reroll 2"))
    expect(dice[3]).not_to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.locator(MAIN).click()
    new = page.locator(STORY).filter(has_text="You reroll")
    expect(new).to_have_count(1)
    assert (new.text_content() or "").count("Sidekick") == 2
    assert person.wait().told > before.told


def test_attackers_are_picked_from_the_last_to_the_first(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, *reach(server, unequal_dice_may_attack, first=("field", "buy")))
    dice = backwards(page)
    before = pick_all(page, person, dice, "Attack with")
    dice[-1].click()
    expect(page.locator(MAIN)).to_have_text(re.compile(f"^ *Attack with {len(dice) - 1}"))
    dice[-1].click()
    expect(page.locator(MAIN)).to_have_text(re.compile(f"^ *Attack with {len(dice)}"))

    page.locator(MAIN).click()  # once: it is not asked for again
    expect(page.locator(STORY)).not_to_have_count(before.told)
    line = page.locator(STORY).filter(has_text=re.compile(r"\battacks with\b")).last.text_content() or ""
    names = re.sub(r".*attacks with|\d+\.\d+\.\d+", "", line).split(",")
    assert sum(int(name.partition("\u00d7")[2] or 1) for name in names) == len(dice), line
