"""Whole games against a bot, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from table.probing import Server

from .conftest import Visitors
from .driving import ALL, Keyboard, Mouse, Person, make_room

MOST = 1500  # clicks or keys for a game
GAMES = ("dicemasters", "irondie")
PERSONS: dict[str, type[Person]] = {"mouse": Mouse, "keyboard": Keyboard}


@pytest.mark.parametrize("by", PERSONS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(5 if ALL else 1))
def test_a_whole_game(server: Server, visitors: Visitors, game: str, by: str, seed: int) -> None:
    room, token = make_room(server, game)
    page = visitors.come(f"{server.http}/r/{room}#{token}")
    end = PERSONS[by](page, seed).play(MOST)
    assert end.over and end.told > 5
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
