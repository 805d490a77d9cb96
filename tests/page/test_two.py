"""Several browsers at one table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from dicehall.table.seeing import LONG
from table.probing import Server

from .conftest import Visitors
from .driving import ALL, PEOPLE, STORY, Mouse, make_room, play_together, sit_down
from .reaching import reach

GAMES = ("dicemasters", "irondie")
STEPS = {"dicemasters": 60 if ALL else 12, "irondie": 8}


def story(page: Page) -> list[str]:
    return page.locator(STORY).all_text_contents()


def lines(page: Page) -> list[str | None]:
    """The story without its words: they are "you" for one and a name for others."""
    return [line.get_attribute("data-seq") for line in page.locator(STORY).all()]


@pytest.mark.parametrize("game", GAMES)
def test_two_people_a_reload_and_a_dead_server(own_server: Server, visitors: Visitors, game: str) -> None:
    server = own_server
    room, token = make_room(server, game, PEOPLE)
    ann = Mouse(visitors.come(f"{server.http}/r/{room}#{token}"), 1)
    bob = Mouse(visitors.come(f"{server.http}/r/{room}#{sit_down(server, room)}"), 2)
    play_together([ann, bob], STEPS[game])

    told = story(bob.page)
    bob.page.reload()  # the seat is remembered: the address does not show it any more
    assert "#" not in bob.page.url
    expect(bob.page.locator(STORY)).to_have_count(len(told))
    assert story(bob.page) == told
    play_together([bob, ann], STEPS[game])

    visitors.expected = ("WebSocket connection to", "Failed to load resource: net::ERR_CONNECTION_REFUSED")
    before = {person: story(person.page) for person in (ann, bob)}
    server.kill()
    for person in (ann, bob):
        expect(person.page.get_by_text("Back in a moment")).to_be_visible()
        if not person.look().over:  # what can do nothing is not lit
            expect(person.page.locator("[data-lit]:visible, [data-primary]:visible:enabled")).to_have_count(0)
    server.start()
    for person in (ann, bob):
        expect(person.page.get_by_text("Back in a moment")).to_have_count(0)
        assert story(person.page) == before[person]
    visitors.expected = ()
    play_together([ann, bob], STEPS[game])
    assert len(story(ann.page)) > len(before[ann]) or "The game is over" in before[ann][-1]
    expect(bob.page.locator(STORY)).to_have_count(len(story(ann.page)))
    assert lines(ann.page) == lines(bob.page)
    assert any("You " in line for line in story(bob.page)) and any("Ann " in line for line in story(bob.page))


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_all_and_can_do_nothing(server: Server, visitors: Visitors, game: str) -> None:
    for number in range(5):  # a game of chance may be over too soon
        room, token = make_room(server, game, seed=str(number))
        player = Mouse(visitors.come(f"{server.http}/r/{room}#{token}"))
        player.steps(STEPS[game])
        player.wait()
        guest = visitors.come(f"{server.http}/r/{room}")
        expect(guest.locator(STORY)).to_have_count(len(story(player.page)))
        assert lines(guest) == lines(player.page)
        assert not any("You " in line or "your " in line for line in story(guest))
        player.steps(3)
        if not player.wait().over:
            break
    expect(guest.locator(STORY)).to_have_count(len(story(player.page)))
    assert guest.locator("[data-die]").count() > 0
    expect(guest.get_by_label("The decision")).to_contain_text("You are watching this game.")
    sight = player.look()
    assert sight.lit or sight.main
    for mine in ("[data-lit]", "[data-primary]"):
        assert guest.locator(mine).count() == 0
    assert guest.get_by_role("button", name="Undo").count() == 0


def test_who_comes_late_sees_the_log_from_the_beginning(server: Server, visitors: Visitors) -> None:
    """Also that of a long game, of which the line brings the end alone. Nobody fields anything, so that it goes on."""
    lasts = ("done", "pass")
    room, token = reach(server, lambda update: update["first"] + len(update["events"]) > LONG + 40, first=lasts)
    for seat in (f"#{token}", ""):
        page = visitors.come(f"{server.http}/r/{room}{seat}")
        expect(page.locator(STORY).first).to_contain_text("Turn 1")
        shown = [int(seq or -1) for seq in lines(page)]
        assert len(shown) == len(set(shown)) and shown[-1] > LONG


@pytest.mark.parametrize("game", GAMES)
def test_each_side_is_told_how_the_game_ended(server: Server, visitors: Visitors, game: str) -> None:
    room, token = make_room(server, game, PEOPLE)
    bob = visitors.come(f"{server.http}/r/{room}#{sit_down(server, room)}")
    ann = visitors.come(f"{server.http}/r/{room}#{token}")
    guest = visitors.come(f"{server.http}/r/{room}")
    for page in (ann, bob, guest):
        expect(page.get_by_label("The decision")).to_be_visible()
    ann.get_by_role("button", name="Menu").click()
    ann.get_by_role("button", name="Give up").click()
    ann.get_by_role("button", name="Yes, give up").click()
    for page, words in (
        (ann, "You lose: you gave up"),
        (bob, "You win: Ann gave up"),
        (guest, "Bob wins: Ann gave up"),
    ):
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        bar = page.get_by_label("The decision")
        expect(bar).to_contain_text("Life at the end")
        expect(bar.get_by_role("link", name="Replay")).to_be_visible()
        expect(bar.get_by_role("button", name="Play again")).to_have_count(0 if page is guest else 1)
    bob.get_by_role("button", name="Check the dice").click()
    expect(bob.get_by_role("dialog", name="Are the dice fair?")).to_contain_text("follow from the seeds")
    bob.keyboard.press("Escape")
    expect(bob.get_by_role("dialog")).to_have_count(0)
