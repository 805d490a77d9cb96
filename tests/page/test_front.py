"""The front page, the lessons and the rules: from an address to a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from table.probing import Server

from .conftest import Visitors
from .driving import PHONE, STORY, Mouse, play_together, post

TABLE = re.compile(r"/r/[\w-]+$")


def choose(page: Page, what: str) -> None:
    """A radio button is under its label."""
    page.get_by_role("radio", name=re.compile(f"^{what}")).check(force=True)


def test_one_click_leads_into_a_game(server: Server, visitors: Visitors) -> None:
    page = visitors.come(server.http)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    Mouse(page).steps(3)


def test_the_reader_is_you_at_the_table_and_among_the_games(server: Server, visitors: Visitors) -> None:
    page = visitors.come(server.http)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    mine = page.get_by_role("region", name=re.compile(r"^You, \d+ life"))
    expect(mine).to_have_count(1)
    expect(mine).not_to_contain_text("Ann")
    expect(page.get_by_role("region", name=re.compile(r"^Bot, \d+ life"))).to_have_count(1)
    guest = visitors.come(page.url)
    expect(guest.get_by_role("region", name=re.compile(r"^Ann, \d+ life"))).to_be_visible()
    expect(guest.get_by_role("region", name=re.compile(r"^You, "))).to_have_count(0)
    page.get_by_role("link", name="Dicehall, front page").click()
    expect(page.get_by_role("link", name="Resume: You against the computer")).to_be_visible()


def test_nothing_to_choose_moves_once_it_is_shown(server: Server, visitors: Visitors) -> None:
    page = visitors.come("about:blank")

    def late(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/api/choices", late)
    page.goto(server.http, wait_until="commit")
    friend = page.get_by_role("radio", name=re.compile("^A friend"))
    page.get_by_role("heading", name="Roll, buy, field, attack.").wait_for()
    assert friend.count() == 0
    friend.wait_for(state="attached")
    before = friend.bounding_box()
    page.wait_for_load_state("networkidle")
    assert friend.bounding_box() == before


def test_the_last_choice_and_the_game_are_remembered(server: Server, visitors: Visitors) -> None:
    page = visitors.come(server.http)
    expect(page.get_by_role("radio", name=re.compile("^Dice Masters"))).to_be_checked()
    choose(page, "IRONDIE")
    choose(page, "Beginner")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    person = Mouse(page)
    person.steps(2)
    before, table = person.wait(), page.url
    page.get_by_role("link", name="Dicehall, front page").click()
    page.reload()
    expect(page.get_by_role("radio", name=re.compile("^IRONDIE"))).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("^Beginner"))).to_be_checked()
    page.get_by_role("link", name=re.compile("^Resume")).click()
    page.wait_for_url(table)
    assert person.wait().told == before.told


def test_a_friend_comes_by_link(server: Server, visitors: Visitors) -> None:
    page = visitors.come(server.http)
    choose(page, "A friend")
    page.locator("form").get_by_role("button").last.click()
    page.wait_for_url(TABLE)
    expect(page.get_by_role("heading", name="Waiting for the other player")).to_be_visible()
    link = page.get_by_label(re.compile("^Send this link")).first.input_value()
    assert link == page.url and "#" not in link
    expect(page.get_by_text("This link works only on this computer.")).to_be_visible()
    friend = visitors.come(link)
    expect(friend.get_by_role("heading", name="Somebody waits for you")).to_be_visible()
    expect(friend.get_by_text("only on this computer")).to_have_count(0)
    friend.get_by_role("button", name="Sit down").click()
    friend.locator("[data-die]").first.wait_for()
    play_together([Mouse(page, 1), Mouse(friend, 2)], 6)
    guest = visitors.come(link)  # too late for a seat
    guest.locator(STORY).first.wait_for()
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)


def test_anybody_finds_an_open_table(server: Server, visitors: Visitors) -> None:
    page = visitors.come(server.http)
    choose(page, "Anyone")
    page.locator("form").get_by_role("button").last.click()
    page.wait_for_url(TABLE)
    other = visitors.come(server.http)
    other.get_by_role("button", name=re.compile("^Sit down with")).first.click()
    other.wait_for_url(TABLE)
    assert other.url == page.url
    play_together([Mouse(page, 1), Mouse(other, 2)], 6)


@pytest.mark.parametrize("game", ["Dice Masters", "IRONDIE"])
def test_a_lesson_begins(server: Server, visitors: Visitors, game: str) -> None:
    page = visitors.come(f"{server.http}/learn")
    page.get_by_role("button", name=f"Start: Your first game of {game}").click()
    page.wait_for_url(TABLE)
    lesson = page.get_by_role("region", name="Lesson")
    progress = lesson.get_by_role("progressbar")
    expect(progress).to_have_attribute("value", "1")
    lesson.get_by_role("button", name="Do it for me").click()
    expect(progress).not_to_have_attribute("value", "1")


def test_the_end_of_a_lesson_has_one_main_answer_and_all_of_its_buttons(server: Server, visitors: Visitors) -> None:
    page = visitors.come(f"{server.http}/learn/dicemasters")
    page.get_by_role("button", name=re.compile("^Start:")).click()
    Mouse(page).wait()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.keyboard.press("Escape")
    coach = page.get_by_role("region", name="Lesson")
    expect(coach.get_by_role("heading", name="What you have learnt")).to_be_visible()
    expect(coach.get_by_role("button", name="Play for real")).to_be_visible()
    expect(page.locator(".b.p:visible")).to_have_count(1)
    frame = coach.bounding_box()
    assert frame is not None
    for button in [*coach.get_by_role("button").all(), coach.get_by_role("link", name="All lessons")]:
        box = button.bounding_box()
        assert box is not None and box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert button.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_the_end_of_a_lesson_does_not_go_on_with_the_words_of_its_last_step(server: Server, visitors: Visitors) -> None:
    """As long as the server has not said what was learnt."""
    page = visitors.come(f"{server.http}/learn/dicemasters")
    page.get_by_role("button", name=re.compile("^Start:")).click()
    Mouse(page).wait()
    coach = page.get_by_role("region", name="Lesson")
    words = coach.locator(".words")
    before = words.inner_text()
    assert len(before) > 20
    held: list[Route] = []
    page.route("**/lesson", lambda route: held.append(route))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.keyboard.press("Escape")
    expect(coach.get_by_role("heading", name="What you have learnt")).to_be_visible()
    expect(words).to_have_text("One moment.")
    for route in held:
        route.continue_()
    expect(words).not_to_have_text("One moment.")
    assert words.inner_text() != before


def test_a_phone_says_where_things_can_be_chosen(server: Server, visitors: Visitors) -> None:
    page = visitors.come(f"{server.http}/learn/dicemasters", PHONE)
    page.get_by_role("button", name=re.compile("^Start:")).click()
    decision = page.get_by_label("The decision")
    expect(decision).to_contain_text("Choose what is lit")  # dice, on the table
    page.get_by_role("button", name="Do it for me").click()
    expect(decision).to_contain_text(re.compile(r"\d can be chosen under Cards"))  # the dice of a lesson are fixed
    page.get_by_role("button", name="Cards").click()
    expect(decision).to_contain_text("Choose what is lit")
    expect(decision).not_to_contain_text("under Cards")


def test_the_rules_are_read_and_searched(server: Server, visitors: Visitors) -> None:
    page = visitors.come(f"{server.http}/rules")
    expect(page.get_by_text("Dice Masters is a game for two sides")).to_be_visible()
    page.get_by_role("link", name="IRONDIE").click()
    expect(page.get_by_text("Dice Masters is a game for two sides")).to_have_count(0)
    page.get_by_role("searchbox").fill("duel")
    expect(page.locator("main")).to_contain_text("duel")


@pytest.mark.parametrize("path", ["", "learn", "rules"])
def test_a_phone_does_not_scroll_sideways(server: Server, visitors: Visitors, path: str) -> None:
    page = visitors.come(f"{server.http}/{path}", PHONE)
    page.get_by_role("heading").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_the_coach_says_moves_in_words_and_rings_the_button_of_a_move_that_names_nothing(
    server: Server, visitors: Visitors
) -> None:
    room = post(server, "/api/rooms", {"settings": {"lesson": "dicemasters"}, "name": "Ann"})
    page = visitors.come(f"{server.http}/r/{room['room']}#{room['token']}")
    lesson = page.get_by_role("region", name="Lesson")
    ring = page.locator(".ring")
    expect(lesson.get_by_text("A good move: keep all dice")).to_be_visible()
    lesson.get_by_role("button", name="Show me").click()
    expect(ring).to_have_count(1)
    around, button = ring.bounding_box(), page.locator("[data-primary]").bounding_box()
    assert around and button and around["x"] < button["x"] < around["x"] + around["width"]
    assert around["y"] < button["y"] < around["y"] + around["height"]

    for words in ("buy War Machine", "end the main step", "do not attack", "reroll Sidekick (level 1)"):
        lesson.get_by_role("button", name="Do it for me").click()
        expect(lesson.get_by_text(f"A good move: {words}")).to_be_visible()
    lesson.get_by_role("button", name="Show me").click()  # of a move that names a die: the die
    expect(ring).to_have_count(1)
    around = ring.bounding_box()
    die = page.locator("[data-die]").filter(has=page.locator("[data-lit]")).or_(page.locator("[data-die][data-lit]"))
    boxes = [box for one in die.all() if (box := one.bounding_box())]
    assert around and any(around["x"] < box["x"] and around["y"] < box["y"] < around["y"] + 60 for box in boxes)


@pytest.mark.parametrize("typed, name", [("Anna Maria", "AnnaMaria"), ("O'Neil", "ONeil")])
def test_a_name_becomes_one_that_can_stand_at_the_table(
    server: Server, visitors: Visitors, typed: str, name: str
) -> None:
    page = visitors.come(server.http)
    page.get_by_role("button", name="Preferences").click()
    field = page.get_by_role("dialog", name="Preferences").get_by_label("Your name")
    field.fill("Ann")
    expect(page.get_by_text("At the table: ")).to_have_count(0)  # it can stand there as it is
    field.fill(typed)
    expect(page.get_by_text(f"At the table: {name}.")).to_be_visible()
    field.blur()
    expect(field).to_have_value(name)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    expect(page.get_by_role("region", name=re.compile(r"^You, "))).to_contain_text(f"{name} · ")


def test_an_open_table_says_what_is_played(server: Server, visitors: Visitors) -> None:
    settings = {"listed": True, "places": [{"team": "avx-rage"}, {}], "clock": {"kind": "total", "seconds": 900}}
    room = post(server, "/api/rooms", {"settings": settings, "name": "Petra"})["room"]
    said = "Dice Masters, Avengers vs. X-Men 2014, full game, Thunder and Rage, 15 min a side"
    page = visitors.come(server.http)
    expect(page.get_by_text(re.compile(f"^{re.escape(said)}, made "))).to_be_visible()
    page.goto(f"{server.http}/r/{room}")
    expect(page.get_by_text(said)).to_be_visible()
