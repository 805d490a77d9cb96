"""A game that has passed: every moment as it was, all events, dice that follow from the seeds, and no secrets."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput
from dicehall.table.inputs import Refused
from dicehall.table.messages import Number
from dicehall.table.moments import moment_of, numbers_at, story_of
from dicehall.table.numbers import numbers_of
from dicehall.table.room import OVER, Room
from dicehall.table.settings import GAMES

from .probing import Table, new_table, play_on, seed_of
from .serving import serving
from .test_vectors import derived, with_takebacks

BOTH = pytest.mark.parametrize("game", GAMES)


@cache
def finished(game: str) -> Table:
    """A whole game in which dice were taken back; nothing changes it any more."""
    table = new_table(game, 16)
    with_takebacks(table, Rng(3))
    assert table.room.status == OVER
    return table


@BOTH
def test_moments_cover_all_that_happened(game: str) -> None:
    table = new_table(game, 16)
    passed: list[tuple[int, dict[str, Any]]] = [(table.room.shown, table.room.state.view(-1))]
    for _ in play_on(table, Rng(4), level="beginner"):
        if not table.room.state.committed:
            passed.append((table.room.shown, table.room.state.view(-1)))
    story = story_of(table.room)
    assert [event.seq for event in story.events] == list(range(table.room.shown))
    assert story.ends == sorted(story.ends) and story.ends[-1] == table.room.shown
    assert story.ending is not None and story.ending.winners == table.room.state.view(-1)["winners"]
    assert len(story.moves) == len(story.ends) and not story.moves[0]
    for place, move in enumerate(story.moves[1:], 1):  # each answer is told in its own words, a roll is none
        came = [event.kind for event in story.events[story.ends[place - 1] : story.ends[place]]]
        assert bool(move) == ("decided" in came or "committed" in came), (place, move, came)
    for shown, view in passed:  # as it was seen while it was played
        moment = moment_of(table.room, shown - 1)
        assert moment.view == view and moment.last == shown - 1
        assert story.ends[moment.place] == shown and moment.places == len(story.ends) - 1
        assert moment.first == (story.ends[moment.place - 1] if moment.place else 0)
    for seq in (0, 7, 20):  # in the middle of what came with one answer: the whole of it
        moment = moment_of(table.room, seq)
        assert moment.first <= seq <= moment.last
    assert moment_of(table.room, -1).place == 0


def test_numbers_are_explained_as_they_were() -> None:
    table = new_table("dicemasters", 16)
    passed: list[tuple[int, int, list[Number]]] = []
    for _ in play_on(table, Rng(4), level="beginner"):
        for die in range(12):
            found = numbers_of(table.room.state, [], die)
            if found:
                passed.append((table.room.shown - 1, die, found))
    assert len({seq for seq, _, _ in passed}) > 10
    for seq, die, found in passed[:: len(passed) // 20]:
        assert numbers_at(table.room, seq, die, -1) == found
    assert [number.name for number in numbers_at(table.room, 0, -1, 1)] == ["cost"]
    assert numbers_at(table.room, 0, -1, -1) == numbers_at(table.room, 0, 10**6, 10**6) == []
    with pytest.raises(InvalidInput, match="there is no event"):
        numbers_at(table.room, table.room.shown, 0, -1)


@BOTH
def test_a_moment_tells_who_was_asked(game: str) -> None:
    table = finished(game)
    assert table.room.session is not None
    begin = moment_of(table.room, -1)
    assert [(row.seat, row.asks) for row in begin.asked] == [
        (decision.seat, decision.asks) for decision in table.room.session.start.decisions
    ]
    assert moment_of(table.room, table.room.shown - 1).asked == []


@BOTH
def test_what_fell_follows_from_the_seeds(game: str) -> None:
    table = finished(game)
    story: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(story_of(table.room)))
    assert table.room.session is not None
    assert len(story["falls"]) == sum(entry.what == "chance" for entry in table.room.session.entries)
    assert [fall["outcome"] for fall in story["falls"]] == derived(story)
    assert len(story["taken_back"]) == 3
    assert [fall["outcome"] for fall in story["falls"]] != derived({**story, "taken_back": []})
    lines = table.room.record().splitlines()
    told = [fall["text"] for fall in story["falls"]]
    assert told == [line for line in lines if line in set(told)]  # as the record tells it, in its order


@BOTH
def test_dice_and_seed_are_told_only_when_the_game_is_over(game: str) -> None:
    table = new_table(game, 5)
    for _ in play_on(table, Rng(5), limit=6, level="beginner"):
        pass
    story = msgspec.json.encode(story_of(table.room))
    assert table.room.status != OVER
    assert seed_of(5).hex().encode() not in story and b'"falls":[],"taken_back":[]' in story
    table.do(table.room.to_concede(0))
    after = story_of(table.room)
    assert after.fair.server_seed == seed_of(5).hex() and after.falls


@BOTH
def test_what_a_seat_saw_is_shown_only_when_the_game_is_over(game: str) -> None:
    table = new_table(game, 5)
    for _ in play_on(table, Rng(5), limit=6, level="beginner"):
        pass
    for seat in (0, 1):
        with pytest.raises(Refused, match="when it is over"):
            moment_of(table.room, 0, seat)
    table.do(table.room.to_concede(0))
    for seat in (0, 1):
        assert moment_of(table.room, 2, seat).view["seat"] == seat
    assert moment_of(table.room, 2).view["seat"] == -1


def test_after_the_end_a_seat_sees_again_what_it_had_chosen_in_secret() -> None:
    table = finished("irondie")
    assert table.room.session is not None
    first = table.room.session.public()[0]
    seq = story_of(table.room).ends[1] - 1  # seat 0 has chosen, seat 1 has not
    assert first.secret and first.seat == 0
    assert moment_of(table.room, seq, 0).view["chosen"] == first.action
    assert moment_of(table.room, seq, 1).view["chosen"] == moment_of(table.room, seq).view["chosen"] == -1


def all_told(room: Room) -> list[bytes]:
    """Whatever a spectator can learn of what has passed."""
    return [
        msgspec.json.encode(story_of(room)),
        *[msgspec.json.encode(moment_of(room, seq)) for seq in range(-1, room.shown)],
    ]


@pytest.mark.parametrize("number", range(3))
def test_an_open_secret_answer_is_no_part_of_the_past(number: int) -> None:
    """Whether somebody has answered a secret question, and what, cannot be told from anything here."""
    table = new_table("irondie", number)

    def is_secret(room: Room) -> bool:
        asked = room.state.decisions
        return len(asked) == 2 and asked[0].secret and len(room.session.entries) > 4 * number  # type: ignore[union-attr]

    assert is_secret(table.room) or any(is_secret(table.room) for _ in play_on(table, Rng(number), level="beginner"))
    before = all_told(table.room)
    for decision in table.room.state.decisions:
        for action in decision.actions[:: max(1, len(decision.actions) // 5)]:
            table.answer(decision.seat, [action])
            if table.room.state.committed:
                assert all_told(table.room) == before
                with pytest.raises(InvalidInput, match="there is no event"):
                    moment_of(table.room, table.room.shown)
            table.do(table.room.to_undo(decision.seat))
            assert all_told(table.room) == before


@BOTH
def test_what_is_not_there_is_refused_in_words(game: str) -> None:
    table = Table(new_table(game).room.settings, seed_of(1), begin=False)
    for look in (story_of, lambda room: moment_of(room, 0)):
        with pytest.raises(Refused, match="the game has not begun"):
            look(table.room)
    table = finished(game)
    for seq in (-2, table.room.shown, 10**9):
        with pytest.raises(InvalidInput, match=f"there is no event {seq}; there are {table.room.shown}"):
            moment_of(table.room, seq)
    for seat in (-2, 2):
        with pytest.raises(InvalidInput, match=f"there is no seat {seat}"):
            moment_of(table.room, 0, seat)


def test_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as url, httpx.Client(base_url=f"{url}/api/rooms", timeout=30) as client:
        waiting = client.post("", json={}).json()["room"]
        assert client.get(f"/{waiting}/log").status_code == 409
        for path in ("/nowhere/log", "/nowhere/moments/0"):
            assert client.get(path).status_code == 404
        made = client.post("", json={"settings": {"game": "irondie", "one_screen": True}, "name": "Ann"}).json()
        story = client.get(f"/{made['room']}/log").json()
        assert story["status"] == "playing" and "server_seed" not in story["fair"] and story["ends"][0] >= 1
        assert client.get(f"/{made['room']}/moments/-1").json()["place"] == 0
        assert client.get(f"/{made['room']}/moments/0/numbers?die=3").json() == []
        for bad, code in (
            ("moments/9999", 400),
            ("moments/9999/numbers", 400),
            ("moments/0?seat=0", 409),
            ("moments/0?seat=x", 400),
        ):
            answer = client.get(f"/{made['room']}/{bad}")
            assert answer.status_code == code and answer.json()["detail"]
