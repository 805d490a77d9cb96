"""Several browsers at one table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from table.probing import Server

from .conftest import Visitors
from .driving import ALL, PEOPLE, STORY, Mouse, make_room, play_together, sit_down

GAMES = ("dicemasters", "irondie")
STEPS = {"dicemasters": 60 if ALL else 12, "irondie": 8}


def story(page: Page) -> list[str]:
    return page.locator(STORY).all_text_contents()


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
    told = story(ann.page)
    server.kill()
    for person in (ann, bob):
        expect(person.page.get_by_text("Back in a moment")).to_be_visible()
    server.start()
    for person in (ann, bob):
        expect(person.page.get_by_text("Back in a moment")).to_have_count(0)
        assert story(person.page) == told
    visitors.expected = ()
    play_together([ann, bob], STEPS[game])
    assert len(story(ann.page)) > len(told) or told[-1].startswith("The game is over")
    expect(bob.page.locator(STORY)).to_have_count(len(story(ann.page)))
    assert story(ann.page) == story(bob.page)


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_all_and_can_do_nothing(server: Server, visitors: Visitors, game: str) -> None:
    room, token = make_room(server, game)
    player = Mouse(visitors.come(f"{server.http}/r/{room}#{token}"))
    player.steps(10)
    player.wait()
    guest = visitors.come(f"{server.http}/r/{room}")
    expect(guest.locator(STORY)).to_have_count(len(story(player.page)))
    assert story(guest) == story(player.page)
    player.steps(5)
    player.wait()
    expect(guest.locator(STORY)).to_have_count(len(story(player.page)))
    assert guest.locator("[data-die]").count() > 0
    sight = player.look()
    assert sight.lit or sight.main
    for mine in ("[data-lit]", "[data-primary]"):
        assert guest.locator(mine).count() == 0
    assert guest.get_by_role("button", name="Undo").count() == 0
