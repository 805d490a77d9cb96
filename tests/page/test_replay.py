"""A game that is over is watched again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from dicehall.notation.record import read_record
from dicehall.notation.verifying import verify
from table.probing import Server

from .conftest import Visitors
from .driving import PEOPLE, STORY, Mouse, make_room, sit_down
from .test_axe import AXE, serious

GAMES = ("dicemasters", "irondie")


def finished(server: Server, visitors: Visitors, game: str) -> Page:
    """A game that was given up, or is over sooner, and its replay."""
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    person = Mouse(page)
    person.steps(12 if game == "dicemasters" else 9)
    if not person.wait().over:  # some games of IRONDIE are short
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("button", name="Yes, give up").click()
        expect(page.get_by_role("heading", name="You lose: you gave up")).to_be_visible()
        page.keyboard.press("Escape")
    page.get_by_label("The decision").get_by_role("link", name="Replay").click()
    page.wait_for_url(re.compile(r"/replay/"))
    slider(page).wait_for()
    return page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the game")


def test_each_step_says_what_was_done(server: Server, visitors: Visitors) -> None:
    page = finished(server, visitors, "dicemasters")
    page.keyboard.press("Home")
    said: list[str] = []
    for place in range(1, min(14, int(slider(page).get_attribute("max") or ""))):
        page.keyboard.press("ArrowRight")
        expect(slider(page)).to_have_value(str(place))
        said.append((slider(page).get_attribute("aria-valuetext") or "").partition(": ")[2])
    assert [words for words in said if not words or words.endswith(("decides", "has decided"))] == []
    assert any(words.startswith(("Ann: ", "Bot: ")) for words in said)  # an answer after which nothing is seen yet


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(server: Server, visitors: Visitors, game: str, tmp_path: Path) -> None:
    page = finished(server, visitors, game)
    last = slider(page).get_attribute("max") or ""
    assert int(last) > 3
    page.keyboard.press("Home")
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value("1")
    page.get_by_role("button", name="One step on").click()
    expect(slider(page)).to_have_value("2")
    page.get_by_role("button", name="One step back").click()
    expect(slider(page)).to_have_value("1")
    assert page.locator("[data-lit]").count() == 0

    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    page.keyboard.press("Escape")
    friend = visitors.come(link)
    expect(slider(friend)).to_have_value("1")

    page.keyboard.press("End")
    expect(slider(page)).to_have_value(last)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("dialog")).to_contain_text("all follow from the seeds")
    if AXE.is_file():
        assert serious(page) == ""
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("button", name="Record").click()
    download.value.save_as(tmp_path / "game.toml")
    assert verify(read_record(tmp_path / "game.toml")).problem == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_on_from_a_moment(server: Server, visitors: Visitors, game: str) -> None:
    page = finished(server, visitors, game)
    old = page.url.rsplit("/", 1)[1].split("#")[0]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(re.compile(r"/r/[\w-]+$"))
    assert old not in page.url
    Mouse(page, 3).steps(3)
    link = page.get_by_role("link", name="another game")
    expect(link).to_have_attribute("href", f"/replay/{old}")


def test_ones_own_replay_is_seen_from_ones_own_seat(server: Server, visitors: Visitors) -> None:
    room, _ = make_room(server, "dicemasters", PEOPLE)
    page = visitors.come(f"{server.http}/r/{room}#{sit_down(server, room)}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.get_by_label("The decision").get_by_role("link", name="Replay").click()
    expect(page.get_by_role("button", name="View from Ann")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(STORY).filter(has_text=re.compile(r"\bBob\b"))).to_have_count(0)
    expect(page.locator(STORY).filter(has_text=re.compile(r"\b[Yy]ou\b")).first).to_be_visible()
    guest = visitors.come(page.url)
    expect(guest.get_by_role("button", name="View from Bob")).to_be_visible()
    expect(guest.locator(STORY).filter(has_text=re.compile(r"\bBob\b")).first).to_be_visible()
    expect(guest.locator(STORY).filter(has_text=re.compile(r"\b[Yy]ou\b"))).to_have_count(0)


def test_a_review_speaks_in_words_and_leaves_out_what_costs_nothing(server: Server, visitors: Visitors) -> None:
    page = finished(server, visitors, "dicemasters")
    bad = {"place": 1, "turn": 1, "seat": 0, "played": "keep", "chance": 0.31, "better": "reroll Sidekick#1",
           "best": 0.42, "then": ["roll> Sidekick@fist", "Ann> end main", "Bot> global Smash!"]}  # fmt: skip
    even = {**bad, "place": 2, "played": "attack none", "chance": 0.418}
    page.route("**/review", lambda route: route.fulfill(json={"done": 2, "total": 2, "remarks": [bad, even]}))
    page.get_by_role("button", name="Review").click()
    box = page.get_by_role("dialog", name="Review")
    expect(box.get_by_role("listitem")).to_have_count(1)
    expect(box.get_by_role("listitem")).to_contain_text("Turn 1, you: keep all dice (31 %)")
    expect(box).to_contain_text("Better: reroll Sidekick (42 %)")
    expect(box).to_contain_text(
        "For example, if the roll is Sidekick (fist), you end the main step; Bot: use the Global Ability of Smash!"
    )
    expect(box).to_contain_text("the worst first")


def test_a_replay_that_is_not_there(server: Server, visitors: Visitors) -> None:
    visitors.expected = ("404 (Not Found)",)  # the browser itself says so
    page = visitors.come(f"{server.http}/replay/nonsense")
    expect(page.get_by_role("alert")).to_contain_text("cannot be shown")
