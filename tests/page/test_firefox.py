"""Games in Firefox: begun, and played for a while by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from playwright.sync_api import Page

from table.probing import Server

from .conftest import serve
from .driving import PHONE, WIDE, Keyboard, Mouse, make_room
from .firefox import Firefox, missing, started
from .png import pixels


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if reason := missing():
        pytest.skip(f"no test in Firefox: {reason}")
    with started(tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture(scope="module")
def server(firefox: Firefox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from serve(tmp_path_factory.mktemp("server"))


def play(firefox: Firefox, clicks: int, keys: int) -> None:
    page = cast(Page, firefox)  # it has what persons use
    Mouse(page).steps(clicks)
    Keyboard(page).steps(keys)


def colours(picture: bytes) -> int:
    return len({row[at : at + 3] for row in pixels(picture) for at in range(0, len(row), 3)})


def test_dice_masters_from_the_front_page(server: Server, firefox: Firefox) -> None:
    firefox.goto(server.http)
    firefox.locator("form select").wait_for()  # what can be chosen has come
    firefox.locator("[data-primary]").click()
    firefox.wait_for_function("() => location.pathname.startsWith('/r/')")
    Mouse(cast(Page, firefox)).wait()  # dice have just been rolled
    die = firefox.locator("[data-die]").first.bounding_box()
    assert colours(firefox.screenshot(clip=die)) > 20  # it is drawn
    play(firefox, 6, 6)
    assert firefox.faults == []


def test_irondie(server: Server, firefox: Firefox) -> None:
    room, token = make_room(server, "irondie")
    firefox.goto(f"{server.http}/r/{room}#{token}")
    play(firefox, 4, 4)
    assert firefox.faults == []


def test_a_finger_on_a_phone(server: Server, firefox: Firefox) -> None:
    room, token = make_room(server, "dicemasters")
    firefox.resize(PHONE)
    firefox.goto(f"{server.http}/r/{room}#{token}")
    shown = "() => document.querySelector('[data-primary]')?.textContent ?? ''"
    for _ in range(3):
        before = firefox.wait_for_function(shown)
        firefox.click(firefox.locator("[data-primary]").wait_for(), finger=True)
        firefox.wait_for_function(f"(before) => ({shown})() !== before", before)
    firefox.resize(WIDE)
    assert firefox.faults == []
