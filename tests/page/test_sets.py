"""A set of dice, such as those that attack or are rerolled: it is picked in any order, and sent when that is said."""

from __future__ import annotations

import re
import urllib.request

from playwright.sync_api import Locator, Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import STORY, Mouse, Sight, make_room
from .reaching import Seen, field_of, reach
from .test_drag import LIT, come

MAIN = "[data-primary]"
PICKED = "[data-die][aria-pressed=true]"


def sent_by(server: Server, room: str, verb: str) -> list[str]:
    """The dice that the last such move names."""
    with urllib.request.urlopen(f"{server.http}/api/rooms/{room}/record", timeout=60) as response:
        moves = re.findall(rf"> {verb} (.*)", response.read().decode())
    return [name for part in moves[-1].split(", ") for name in [part] * int(part.partition(" x")[2] or 1)]


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
    room, token = make_room(server, "dicemasters")
    page, person = come(server, visitors, room, token)
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
    expect(page.locator(STORY)).not_to_have_count(before.told)
    assert len(sent_by(server, room, "reroll")) == 2


def test_attackers_are_picked_from_the_last_to_the_first(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, unequal_dice_may_attack, first=("field", "buy"))
    page, person = come(server, visitors, room, token)
    dice = backwards(page)
    before = pick_all(page, person, dice, "Attack with")
    dice[-1].click()
    expect(page.locator(MAIN)).to_have_text(re.compile(f"^ *Attack with {len(dice) - 1}"))
    dice[-1].click()
    expect(page.locator(MAIN)).to_have_text(re.compile(f"^ *Attack with {len(dice)}"))

    page.locator(MAIN).click()  # once: it is not asked for again
    expect(page.locator(STORY)).not_to_have_count(before.told)
    assert len(sent_by(server, room, "attack")) == len(dice)


def test_enter_gives_the_main_answer_on_a_die_that_was_picked(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, unequal_dice_may_attack, first=("field", "buy"))
    page, person = come(server, visitors, room, token)
    before = person.look()
    dice = page.locator(LIT).all()
    last = page.locator(f"[data-die='{dice[-1].get_attribute('data-die')}']")
    first = page.locator(f"[data-die='{dice[0].get_attribute('data-die')}']")
    page.keyboard.press("ArrowLeft")
    expect(last).to_be_focused()
    page.keyboard.press("Space")  # takes it and takes it back
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Attack with 1"))
    expect(last).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(PICKED)).to_have_count(0)
    last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Attack with 1"))
    page.keyboard.press("ArrowRight")  # behind the last comes the first
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Attack with 2"))
    assert person.wait().told == before.told
    page.keyboard.press("Enter")  # what the button shows
    expect(page.locator(STORY)).not_to_have_count(before.told)
    assert len(sent_by(server, room, "attack")) == 2


def test_the_log_is_one_stop_of_tab_and_arrows_lead_through_it(server: Server, visitors: Visitors) -> None:
    page, _ = come(server, visitors, *reach(server, unequal_dice_may_attack, first=("field", "buy")))
    lines = page.locator(f"{STORY} button[title]")
    count = lines.count()
    assert count > 10
    expect(page.locator(f"{STORY} button[title][tabindex='0']")).to_have_count(1)
    page.get_by_role("tab", name="Rules").focus()
    page.keyboard.press("Tab")
    expect(lines.last).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(lines.nth(count - 2)).to_be_focused()
    page.keyboard.press("Home")
    expect(lines.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(lines.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_be_focused()
    away = "() => document.activeElement.closest('[aria-label=\"What happened\"]') === null"
    for _ in range(2):  # it, and its rule if it names one
        page.keyboard.press("Tab")
        if page.evaluate(away):
            break
    assert page.evaluate(away)
    expect(lines.last).to_have_attribute("tabindex", "0")  # who comes back begins with the newest
    expect(lines.nth(1)).to_have_attribute("tabindex", "-1")


FLIES = """(lane) => {
    window.overflows = [];
    const flies = (motion) => motion.playState === "running" && motion.effect.getKeyframes().some((k) => k.translate);
    const look = () => {
        if (lane.getAnimations({ subtree: true }).some(flies)) window.overflows.push(getComputedStyle(lane).overflowY);
        requestAnimationFrame(look);
    };
    look();
}"""


def test_dice_that_fly_into_the_attack_are_not_cut_off(server: Server, visitors: Visitors) -> None:
    def may_be_blocked(update: Seen) -> bool:
        view, seat = update["view"], update["questions"][0]["seat"]
        return unequal_dice_may_attack(update) and len(field_of(view, 1 - view["seats"][seat]["side"])) > 0

    room, token = reach(server, may_be_blocked, first=("field", "buy"))
    page = visitors.come(f"{server.http}/r/{room}#{token}", calm=False)
    Mouse(page).wait()
    lane = page.get_by_label("Attack Zone")
    expect(lane).to_have_css("overflow-y", "auto")
    lane.evaluate(FLIES)
    page.locator(LIT).first.click()
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Attack with 1"))
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.overflows.length > 3")
    assert set(page.evaluate("window.overflows")) == {"visible"}
    expect(lane).to_have_css("overflow-y", "auto")


def test_keys_for_all_and_for_none(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters")
    page, person = come(server, visitors, room, token)
    before = person.look()
    page.keyboard.press("a")
    expect(page.locator(MAIN)).to_have_text(re.compile("^ *Reroll 4"))
    expect(page.locator(LIT)).to_have_count(0)
    page.keyboard.press("k")  # something is picked
    page.wait_for_timeout(200)
    assert person.wait().told == before.told and len(person.look().picked) == 4
    for left in (3, 2, 1, 0):
        page.keyboard.press("Escape")
        expect(page.locator(PICKED)).to_have_count(left)
    page.keyboard.press("k")
    expect(page.get_by_role("heading", name="What do you do?")).to_be_visible()
    page.keyboard.press("a")  # no set is asked for
    expect(page.locator(PICKED)).to_have_count(0)
    if page.locator("[data-card][data-lit]").count() > 0:
        page.keyboard.press("c")
        expect(page.locator("[data-card][data-lit]").first).to_be_focused()
