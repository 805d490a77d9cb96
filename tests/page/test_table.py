"""What a table answers: why not, where numbers come from, the past, taking back; on a phone too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import PHONE, STORY, Finger, Mouse, Person, make_room

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
GAMES = ("dicemasters", "irondie")


def sit(server: Server, visitors: Visitors, game: str = "dicemasters") -> Page:
    room, token = make_room(server, game)
    return visitors.come(f"{server.http}/r/{room}#{token}")


def until_main(person: Person) -> None:
    """To a main step in which a card can be bought."""
    for _ in range(200):
        sight = person.wait()
        assert not sight.over
        if sight.main.startswith("End main step") and person.page.locator("[data-card][data-lit]").count() > 0:
            return
        person.take(-1 if sight.main else 0, sight)
        person.page.wait_for_timeout(50)
    raise AssertionError("no card could ever be bought")


def buy_something(page: Page, told: int) -> None:
    """From a card that is lit. There may be a Global Ability on it as well, and one or several ways to pay."""
    page.locator("[data-card][data-lit]").first.click()
    buy = page.get_by_role("group", name="Which one?").get_by_role("button", name=re.compile("^Buy"))
    pay = page.get_by_role("button", name=re.compile("^Pay( Enter)?$"), disabled=False)
    die = page.locator("[data-die][data-lit]")  # where no payment is proposed
    bought = page.locator(STORY).nth(told)
    for _ in range(10):
        page.wait_for_timeout(300)
        buy.or_(pay).or_(die).or_(bought).first.wait_for(state="attached")
        if bought.count() > 0:
            return
        next(way for way in (buy, pay, die) if way.count() > 0).first.click()
    raise AssertionError("nothing was bought")


@pytest.mark.parametrize("key", [False, True], ids=["button", "key"])
def test_a_move_is_taken_back(server: Server, visitors: Visitors, key: bool) -> None:
    page = sit(server, visitors)
    person = Mouse(page)
    until_main(person)
    before = person.wait()
    buy_something(page, before.told)
    person.wait()
    if key:
        page.keyboard.press("z")
    else:
        page.get_by_role("button", name="Take back").click()  # it is there also where the other side must consent
    expect(page.locator(STORY)).to_have_count(before.told)
    again = person.wait()
    assert (again.heading, again.lit) == (before.heading, before.lit)


def test_the_log_tells_a_move_at_the_margin_and_its_payment_below(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    person = Mouse(page)
    until_main(person)
    buy_something(page, person.wait().told)
    person.wait()
    heading, bought, paid = page.locator(STORY).all()[-3:]
    expect(heading.get_by_role("heading", name="Main", exact=True)).to_be_visible()
    expect(bought).to_have_text(re.compile("^ *You buy "))
    expect(bought.locator("b")).to_have_count(1)  # the name of the die
    expect(paid).to_have_text(re.compile(r"^ *Paid with \w+ "))
    margin, below = (line.locator("button[title]").bounding_box() for line in (bought, paid))
    assert margin is not None and below is not None and below["x"] > margin["x"]
    rule, words = paid.get_by_role("button", name="Rule").bounding_box(), below
    assert rule is not None and rule["y"] < words["y"] + words["height"]  # it has no line of its own


def test_a_pick_is_put_back_with_escape(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    person = Mouse(page)
    before = person.wait()
    assert before.lit and not before.picked
    page.keyboard.press("1")
    page.locator("[aria-pressed=true]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    assert person.wait() == before


def test_a_card_that_cannot_be_bought_says_why(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    Mouse(page).wait()
    page.locator("[data-card]:not([data-lit])").first.click()
    box = page.get_by_role("dialog")
    expect(box).to_be_visible()
    rule = box.get_by_role("button", name=re.compile(r"^Rule \d+(\.\d+)+"))
    expect(rule.first).to_be_visible()
    number = (rule.first.text_content() or "").strip()
    rule.first.click()
    expect(page.locator(f"[data-rule='{number}']")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)


def test_a_line_of_the_log_shows_its_moment(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    person = Mouse(page)
    person.steps(12)
    now = person.wait()
    page.locator(f"{STORY} button[title]").first.click()
    expect(page.get_by_role("heading", name=re.compile("moment of the past"))).to_be_visible()
    assert person.look().lit == []
    page.get_by_role("button", name="Back to now").click()
    assert person.wait() == now


def test_the_past_is_left_with_escape(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    person = Mouse(page)
    person.steps(6)
    now = person.wait()
    page.locator(f"{STORY} button[title]").first.click()
    expect(page.get_by_role("heading", name=re.compile("moment of the past"))).to_be_visible()
    page.keyboard.press("Escape")
    assert person.wait() == now


def test_a_card_shows_its_rulings(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    Mouse(page).wait()
    panel = page.get_by_role("article", name=re.compile("^Card: "))
    page.locator("[data-card]").filter(has_text="Smash!").hover()
    rulings = panel.get_by_text(re.compile(r"^\d rulings?$"))
    rulings.click()
    expect(panel.get_by_text("The global and Overcrush?")).to_be_visible()
    page.locator("[data-card]").filter(has_text="Jarvis").hover()  # what was opened stays open
    expect(panel.get_by_text("Dice that have left, dice fielded with him?")).to_be_visible()
    rule = panel.get_by_role("button", name=re.compile("^Rule ")).first
    number = rule.text_content() or ""
    rule.click()
    expect(page.locator(f"[data-rule='{number}']")).to_be_in_viewport()

    page.locator("[data-card]").filter(has_text="Surprise Attack").hover()
    expect(panel).to_have_accessible_name("Card: Surprise Attack")
    expect(rulings).to_have_count(0)


def test_rules_are_found_by_words(server: Server, visitors: Visitors) -> None:
    page = sit(server, visitors)
    Mouse(page).wait()
    page.get_by_role("tab", name="Rules").click()
    rules = page.locator("[data-rule]")
    expect(rules.first).to_be_visible()
    everything = rules.count()
    page.get_by_role("searchbox").fill("attack block")
    page.wait_for_function("(n) => document.querySelectorAll('[data-rule]').length < n", arg=everything)
    texts = [text.lower() for text in rules.all_text_contents()]
    assert texts and all("attack" in text and "block" in text for text in texts)
    page.get_by_role("searchbox").fill("no such words anywhere")
    expect(rules).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_all_of_it_without_scrolling_sideways(server: Server, visitors: Visitors, game: str) -> None:
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}", PHONE, touch=True)
    person = Finger(page)
    for _ in range(40):
        person.wait()
        assert page.evaluate(WIDER) <= 0, person.look()
        if not person.step():
            break
    seen = person.wait()
    assert seen.told > 10 or (seen.told > 3 and seen.over)  # few lines only if the game was short


def test_a_hint_speaks_in_words_and_says_what_its_numbers_are(server: Server, visitors: Visitors) -> None:
    room, token = make_room(server, "dicemasters", hints=True)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    Mouse(page).wait()
    hints = page.get_by_label("Hint", exact=True)
    expect(hints).to_have_count(0)
    page.keyboard.press("h")
    expect(hints.get_by_role("heading", name="Chance to win, estimated")).to_be_visible()
    expect(hints.get_by_role("button").first).to_contain_text(re.compile(r"\d+ % "))
    expect(hints).not_to_contain_text(re.compile(r"Ann:|> |#\d|@|end main|attack none"))


@pytest.mark.parametrize("link", ["nonsense", "nonsense#token"])
def test_a_bad_link_says_so(server: Server, visitors: Visitors, link: str) -> None:
    page = visitors.come(f"{server.http}/r/{link}")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("There is no room 'nonsense'. The link may be cut off or old.")
    expect(alert).not_to_contain_text("seat")
    expect(alert.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("link", name="Your games are on the front page.")).to_be_visible()
    expect(page.get_by_label("The decision")).to_have_count(0)


def test_a_seat_that_is_lost_says_so_and_the_game_can_be_watched(server: Server, visitors: Visitors) -> None:
    room, _ = make_room(server, "dicemasters")
    page = visitors.come(f"{server.http}/r/{room}#wrong")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This browser no longer holds your seat.")
    expect(alert).not_to_contain_text("cut off")
    expect(page.get_by_label("The decision")).to_have_count(0)
    alert.get_by_role("button", name="Watch without a seat").click()
    expect(page.get_by_label("The decision")).to_be_visible()


def test_an_address_that_leads_nowhere(server: Server, visitors: Visitors) -> None:
    visitors.expected = ("404",)
    page = visitors.come(f"{server.http}/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
