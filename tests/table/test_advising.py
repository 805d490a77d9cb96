"""Advice by bots and a few words between people: given where the room allows it, and to nobody else's harm."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import httpx
import pytest

from dicehall.table.client import Client, Refused
from dicehall.table.messages import SAYINGS
from dicehall.table.settings import Place, Settings
from table.serving import serving

BOT = Place(kind="bot", level="beginner")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data")) as url:
        yield url


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_a_hint_names_good_answers_that_can_be_given(server: str, game: Any) -> None:
    async def work() -> None:
        client = Client(server)
        seated = await client.create(Settings(game=game, places=(Place(), BOT), hints=True), "Ann", "a")
        async with client.room(seated.room, seated.token) as table:
            while not table.update.questions:
                await table.next()
            version = table.update.version
            lines = await table.hint(0)
            listed = {option.action for option in table.update.questions[0].actions}
            assert 1 <= len(lines) <= 3 and {line.actions[0] for line in lines} <= listed
            assert all(0.0 <= line.chance <= 1.0 and line.text for line in lines)
            for line in lines:
                assert await table.why(0, line.text) == [], "it can be typed"
                assert all(row.partition("> ")[0] in (*table.update.names, "roll", "draw") for row in line.then)
            assert any(line.then for line in lines) == (game == "dicemasters"), "what is chosen in secret is not known"
            assert table.update.version == version, "asking changes nothing"
            await table.play(0, lines[0].actions)
            assert not any(q.continues for q in table.update.questions), "it was the whole move"

    run(work())


def test_no_hint_where_the_room_has_none_or_nobody_is_asked(server: str) -> None:
    async def work() -> None:
        client = Client(server)
        ann = await client.create(Settings(), "Ann", "a")
        bob = await client.sit(ann.room, "Bob", "b")
        async with client.room(ann.room, ann.token) as table:
            with pytest.raises(Refused, match="without hints"):
                await table.hint(0)
        helped = await client.create(Settings(hints=True), "Ann", "a")
        late = await client.sit(helped.room, "Bob", "b")
        async with client.room(late.room, late.token) as table:
            with pytest.raises(Refused, match="not asked anything"):
                await table.hint(1)
            with pytest.raises(Refused, match="do not answer for seat 0"):
                await table.hint(0)
        assert bob.token

    run(work())


def test_people_say_a_few_things_and_nothing_else(server: str) -> None:
    async def work() -> None:
        client = Client(server)
        ann = await client.create(Settings(), "Ann", "a")
        bob = await client.sit(ann.room, "Bob", "b")
        async with (
            client.room(ann.room, ann.token) as mine,
            client.room(bob.room, bob.token) as theirs,
            client.room(ann.room, "") as guest,
        ):
            await mine.say(0, 1)
            while not (theirs.said and guest.said):
                await asyncio.sleep(0.05)
            assert [(x.seat, x.text) for x in theirs.said] == [(0, SAYINGS[1])]
            with pytest.raises(Refused, match="things to say"):
                await mine.say(0, 99)
            with pytest.raises(Refused, match="do not answer for seat 1"):
                await mine.say(1, 0)
            with pytest.raises(Refused, match="do not answer"):
                await guest.say(0, 0)
            assert len(theirs.said) == 1 and len(theirs.log) == len(mine.log)

    run(work())


def test_a_game_is_looked_at_again_when_it_is_over(server: str) -> None:
    async def work() -> None:
        client = Client(server)
        seated = await client.create(Settings(places=(Place(), BOT)), "Ann", "a")
        url = f"{server}/api/rooms/{seated.room}/review"
        async with client.room(seated.room, seated.token) as table:
            while table.update.status != "over" and table.update.version < 40:
                if table.update.questions:
                    question = table.update.questions[0]
                    await table.play(0, question.actions[-1].action)
                else:
                    await table.next()
            async with httpx.AsyncClient() as web:
                if table.update.status != "over":
                    early = await web.get(url)
                    assert early.status_code == 409 and "when it is over" in early.json()["detail"]
                    await table.concede(0)
                record = (await web.get(f"{server}/api/rooms/{seated.room}/record")).text
                review = (await web.get(url)).json()
                total = review["total"]
                assert total > 3
                while review["done"] < total:
                    await asyncio.sleep(0.2)
                    review = (await web.get(url)).json()
        costs = [remark["best"] - remark["chance"] for remark in review["remarks"]]
        assert costs == sorted(costs, reverse=True) and len(costs) <= total
        assert all(remark["seat"] == 0 and remark["better"] != remark["played"] for remark in review["remarks"])
        rows = record.splitlines()
        assert review["remarks"] and all(f"Ann> {remark['played']}" in rows for remark in review["remarks"])
        assert total <= sum(row.startswith("Ann> ") for row in rows), "a move is judged once, whatever its steps"

    run(work())
