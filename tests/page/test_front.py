"""The front page, the lessons and the rules: from an address to a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import PHONE, STORY, Mouse, play_together

TABLE = re.compile(r"/r/[\w-]+$")


def choose(page: Page, what: str) -> None:
    """A radio button is under its label."""
    page.get_by_role("radio", name=re.compile(f"^{what}")).check(force=True)


def test_one_click_leads_into_a_game(server: Server, visitors: Visitors) -> None:
    page = visitors.come(server.http)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(TABLE)
    Mouse(page).steps(3)


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
    friend = visitors.come(link)
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
