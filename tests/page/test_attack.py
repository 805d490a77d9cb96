"""What would come of an attack is told before it is sent; damage is divided, and payments are changed, die by die."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import PHONE, STORY, Mouse
from .reaching import Seen, reach
from .test_drag import come, two_may_block

POINTS = "[role=spinbutton]"
MAIN = "[data-primary]"
LANE = "[aria-label='Attack Zone']"


def is_divided(update: Seen) -> bool:
    return bool(update["questions"][0]["kind"] == "distribute")


def points(page: Page) -> list[int]:
    return [int(die.get_attribute("aria-valuenow") or 0) for die in page.locator(POINTS).all()]


def test_damage_is_divided_with_plus_and_minus(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, is_divided, first=("block",))
    page, person = come(server, visitors, room, token)
    before = person.look()
    proposed = points(page)
    total = sum(proposed)
    assert len(proposed) > 1 and total > 0
    expect(page.locator(MAIN)).to_be_enabled()
    expect(page.locator(f"{LANE} {POINTS}")).to_have_count(len(proposed))
    assert re.search(rf"deals {total} damage", before.heading)

    giver = next(i for i, n in enumerate(proposed) if n > 0)
    taker = next(i for i in range(len(proposed)) if i != giver)
    page.get_by_role("button", name=re.compile("gets one less$")).nth(giver).click()
    expect(page.get_by_label("The decision")).to_contain_text("1 left to give")
    expect(page.locator(MAIN)).to_be_disabled()
    page.locator(POINTS).nth(taker).press("+")
    page.locator(POINTS).nth(taker).press("+")  # there is no more
    expect(page.locator(MAIN)).to_be_enabled()
    wanted = [n - (i == giver) + (i == taker) for i, n in enumerate(proposed)]
    assert points(page) == wanted
    assert person.look().told == before.told, "nothing is sent before it is confirmed"

    page.locator(POINTS).nth(taker).press(str(total))  # as far as there are points
    assert points(page) == wanted
    page.locator(MAIN).click()
    expect(page.locator(STORY).filter(has_text=re.compile("assigns"))).to_have_count(1)
    text = page.locator(STORY).filter(has_text=re.compile("assigns")).inner_text()
    assert [int(n) for n in re.findall(r"(\d+) to ", text)] == wanted


def test_damage_is_divided_by_keyboard_on_a_phone_too(server: Server, visitors: Visitors) -> None:
    room, token = reach(server, is_divided, first=("block",))
    page = visitors.come(f"{server.http}/r/{room}#{token}", PHONE)
    Mouse(page).wait()
    page.locator(POINTS).first.focus()
    page.keyboard.press("0")
    expect(page.locator(MAIN)).to_be_disabled() if sum(points(page)) == 0 else None
    page.keyboard.press("9")
    expect(page.locator(MAIN)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator(POINTS)).to_have_count(0)


def test_who_is_to_block_sees_what_comes_of_it(server: Server, visitors: Visitors) -> None:
    page, person = come(server, visitors, *reach(server, two_may_block))
    mine = page.locator(".left .plate").last
    at_risk = page.locator(".left .ltrack .risk")
    expect(page.locator(LANE)).to_contain_text("to you")
    expect(page.locator(LANE)).to_contain_text("if unblocked")
    expect(mine).to_have_attribute("aria-label", re.compile(r"\d+ life, \d+ if nobody does anything more"))
    all_of_it = at_risk.count()
    assert all_of_it > 0
    expect(page.get_by_label("What follows")).to_contain_text(re.compile(r"Your life \d+ → \d+"))
    before = person.look()
    assert "depends on" not in before.words and "?" not in before.words.replace("Who blocks whom?", "")

    page.locator("[data-die][data-lit]").first.click()
    page.locator(f"{LANE} [data-die][data-lit]").first.click()
    expect(page.get_by_role("button", name=re.compile("^Block with 1"))).to_be_enabled()
    expect(page.locator(f"{LANE} .by")).to_contain_text("takes")
    assert at_risk.count() < all_of_it
    assert person.look().told == before.told


def test_nothing_is_foretold_where_nothing_attacks(server: Server, visitors: Visitors) -> None:
    def main_step(update: Seen) -> bool:
        return any(option.get("verb") == "buy" for option in update["questions"][0]["actions"])

    page, _ = come(server, visitors, *reach(server, main_step))
    expect(page.get_by_label("What follows")).to_have_count(0)
    expect(page.locator(".risk")).to_have_count(0)


def test_a_payment_is_changed_die_by_die(server: Server, visitors: Visitors) -> None:
    cheap: list[int] = []  # the card that costs two, with more energy to pay it than that

    def has_choice(update: Seen) -> bool:
        question, view = update["questions"][0], update["view"]
        reserve = view["seats"][question["seat"]]["zones"]["reserve"]
        energy = [die for die in reserve if die.get("kind") == "energy"]
        can = {option.get("card") for option in question["actions"] if option.get("verb") == "buy"}
        cheap.extend(card["card"] for card in view["cards"] if card["cost"] == 2 and card["card"] in can)
        return len(energy) > 2 and all(die["count"] == 1 for die in energy) and cheap[-1:] != [] and cheap[-1] in can

    page, person = come(server, visitors, *reach(server, has_choice))
    before = person.look()
    reserve = page.locator("[data-place=mat] [aria-label*='Reserve Pool']")
    buy = page.get_by_role("group", name="Which one?").get_by_role("button", name=re.compile("^Buy"))
    decision = page.get_by_label("The decision")
    heading = decision.get_by_role("heading")
    page.locator(f"[data-card='{cheap[-1]}'][data-lit]").click()
    expect(buy.or_(page.locator(f"{MAIN}:has-text('Pay')")).first).to_be_visible()
    if buy.count() > 0:  # there is a Global Ability on it as well
        buy.first.click()
    expect(heading).to_contain_text(re.compile(r"Buy .* for 2"))
    expect(decision).to_contain_text("Pays 2 of 2 as usual")
    ticked = reserve.locator("[aria-pressed=true]")
    expect(ticked).to_have_count(2)
    kept, gone = (die.get_attribute("data-die") for die in ticked.all())

    page.locator(f"[data-die='{gone}']").click()
    expect(decision).to_contain_text("Pays 1 of 2.")
    expect(ticked).to_have_count(1)
    expect(page.locator(MAIN)).to_be_disabled()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert ticked.get_attribute("data-die") == kept

    other = reserve.locator(f"[data-lit]:not([data-die='{gone}'])").first
    new = other.get_attribute("data-die")
    other.click()
    expect(decision).to_contain_text("Pays 2 of 2.")
    assert {die.get_attribute("data-die") for die in ticked.all()} == {kept, new}
    assert person.look().told == before.told
    page.locator(MAIN).click()
    expect(page.locator(STORY)).not_to_have_count(before.told)
    expect(page.locator(STORY).filter(has_text=re.compile("[Pp]aid with"))).not_to_have_count(0)
