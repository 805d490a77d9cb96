"""The rooms of a server without a network: bots, clocks, claims, passes, forecasts, another game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from dicehall.kernel.errors import InvalidInput
from dicehall.table import messages as m
from dicehall.table.hub import Hub
from dicehall.table.inputs import Play, Refused, decode
from dicehall.table.live import Gone, Guest, Live
from dicehall.table.room import OVER, PLAYING, WAITING
from dicehall.table.settings import Clock, Place, Settings
from dicehall.table.storage import open_folder

AGAINST_BOT = (Place(), Place("bot", "easy"))


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def run(folder: Path, play: Callable[[Hub, Time], Awaitable[None]]) -> None:
    """A hub over a folder, for as long as `play` goes."""

    async def whole() -> None:
        time = Time()
        storage = open_folder(folder)
        hub = Hub(storage, time)
        await hub.start()
        try:
            await asyncio.wait_for(play(hub, time), 120)
        finally:
            await hub.close()
            storage.close()

    asyncio.run(whole())


def status_of(live: Live) -> str:
    return live.room.status


async def two(hub: Hub, settings: Settings) -> tuple[Live, Guest, Guest, m.Seated, m.Seated]:
    """A room with Ann and Bob in it."""
    ann = await hub.create(settings, "Ann", "a")
    bob = await hub.sit(ann.room, None, "Bob", "b")
    live = await hub.room(ann.room)
    return live, await hub.join(live, m.Hello(ann.token)), await hub.join(live, m.Hello(bob.token)), ann, bob


def told(guest: Guest) -> list[m.Reply]:
    """What a guest has been sent since."""
    out: list[m.Reply] = []
    while not guest.out.empty():
        data = guest.out.get_nowait()
        assert data is not None
        out.append(msgspec.json.decode(data, type=m.Reply))
    return out


def last_update(guest: Guest) -> m.Update:
    return next(reply for reply in reversed(told(guest)) if isinstance(reply, m.Update))


async def answer(hub: Hub, live: Live, guest: Guest, request: m.Request) -> m.Reply:
    """The reply to a request."""
    told(guest)
    await hub.request(live, guest, request)
    return next(reply for reply in told(guest) if not isinstance(reply, m.Update))


async def choose(hub: Hub, live: Live, guest: Guest, place: int = 0) -> m.Reply:
    """The asked guest gives one of the answers that are listed."""
    update = update_for(hub, live, guest)
    question = update.questions[0]
    action = question.actions[min(place, len(question.actions) - 1)].action
    return await answer(hub, live, guest, m.Play(1, question.seat, question.version, [action]))


def update_for(hub: Hub, live: Live, guest: Guest) -> m.Update:
    hub._show(live)
    return last_update(guest)


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_a_bot_answers_until_the_person_is_asked(tmp_path: Path, game: str) -> None:
    async def play(hub: Hub, time: Time) -> None:
        mine = await hub.create(msgspec.structs.replace(Settings(places=AGAINST_BOT), game=game), "Ann", "")
        live = await hub.room(mine.room)
        guest = await hub.join(live, m.Hello(mine.token))
        assert status_of(live) == PLAYING
        for _ in range(12):
            while 0 not in live.room.asked() and status_of(live) == PLAYING:
                await asyncio.sleep(0.01)
            if status_of(live) == OVER:
                break
            assert isinstance(await choose(hub, live, guest), m.Done)
        inputs = [decode(row.data) for row in hub.storage.inputs(mine.room)]
        assert {what.seat for what in inputs if isinstance(what, Play)} == {0, 1}  # the bot has answered too
        assert [row.number for row in hub.storage.inputs(mine.room)] == list(range(live.room.count))

    run(tmp_path, play)


def test_a_room_is_the_same_after_a_restart(tmp_path: Path) -> None:
    kept: list[object] = []

    async def first(hub: Hub, time: Time) -> None:
        live, ann, _, seated, _ = await two(hub, Settings())
        for _ in range(5):
            if 0 in live.room.asked():
                await choose(hub, live, ann)
        kept.extend([seated.room, live.room.state.save(), live.room.version])

    async def second(hub: Hub, time: Time) -> None:
        live = await hub.room(str(kept[0]))
        assert [live.room.state.save(), live.room.version] == kept[1:]
        with pytest.raises(Gone):
            await hub.room("nothing")
        with pytest.raises(Gone):
            await hub.join(live, m.Hello("wrong"))

    run(tmp_path, first)
    run(tmp_path, second)


def test_when_time_is_up_the_game_is_lost_or_claimed(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings(clock=Clock("total", 60.0, 2.0), at_zero="claim"))
        asked, other = (ann, bob) if 0 in live.room.asked() else (bob, ann)
        time.at += 30
        assert isinstance(await answer(hub, live, other, m.Claim(1, other.seats[0])), m.Refusal)
        assert status_of(live) == PLAYING
        time.at += 31
        assert isinstance(await answer(hub, live, other, m.Claim(1, other.seats[0])), m.Done)
        assert status_of(live) == OVER and last_update(asked).ending == m.Ending([other.seats[0]], "time", "1.3.4")

        live, ann, bob, *_ = await two(hub, Settings(clock=Clock("move", 5.0), at_zero="lose"))
        loser = live.room.asked()[0]
        time.at += 6
        await hub.following.flag(live)  # the timer of the event loop counts real time
        assert status_of(live) == OVER and update_for(hub, live, ann).ending is not None
        assert live.room.state.outcome is not None and live.room.state.outcome.winners == (1 - loser,)

    run(tmp_path, play)


def test_the_game_of_somebody_who_is_gone_can_be_claimed(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings(claim_after=50))
        assert isinstance(await answer(hub, live, ann, m.Claim(1, 0)), m.Refusal)
        await hub.leave(live, bob)
        assert update_for(hub, live, ann).here == [True, False]
        time.at += 49
        refusal = await answer(hub, live, ann, m.Claim(2, 0))
        assert isinstance(refusal, m.Refusal) and "in 1 seconds" in refusal.reasons[0].text
        time.at += 1
        assert isinstance(await answer(hub, live, ann, m.Claim(3, 0)), m.Done)
        assert status_of(live) == OVER

    run(tmp_path, play)


def test_a_seat_passes_where_it_wants_to_and_is_asked_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two teams that have Global Abilities the other seat is asked in the Main Step, unless it passes there."""
    monkeypatch.setattr("dicehall.table.hub.new_server_seed", lambda: b"7" * 32)  # dice that let it have energy

    async def asked_of_other(hub: Hub, steps: list[str]) -> int:
        names = list(_ready())
        places = (Place(team=names[0]), Place(team=names[1]))
        live, ann, bob, *_ = await two(hub, Settings(places=places))
        for guest in (ann, bob):
            assert isinstance(await answer(hub, live, guest, m.Passes(1, guest.seats[0], steps)), m.Done)
        count = 0
        for number in range(250):
            if status_of(live) == OVER:
                break
            seat = live.room.asked()[0]
            step = live.room.step_of(seat)
            passes = [option for option in update_for(hub, live, (ann, bob)[seat]).questions[0].actions]
            count += step == "their main" and any(option.text == "pass" for option in passes)
            assert step not in steps or not any(option.text == "pass" for option in passes)
            await choose(hub, live, (ann, bob)[seat], number * 7 % 5)
        return count

    async def play(hub: Hub, time: Time) -> None:
        assert await asked_of_other(hub, []) > 0
        assert await asked_of_other(hub, ["their main"]) == 0

    run(tmp_path, play)


def _ready() -> list[str]:
    from dicehall.dicemasters.teamfile import ready_names

    return list(ready_names())


def test_a_forecast_says_what_is_certain_and_changes_nothing(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings())
        guests = (ann, bob)
        kinds: set[str] = set()
        for _ in range(60):
            seat = live.room.asked()[0]
            question = update_for(hub, live, guests[seat]).questions[0]
            before = live.room.state.save()
            action = question.actions[-1].action
            follows = await answer(hub, live, guests[seat], m.Forecast(9, seat, [action]))
            assert isinstance(follows, m.Follows)
            assert live.room.state.save() == before
            kinds.add(follows.depends.split()[0])
            log = live.room.session.log if live.room.session else []
            known = len(log)
            await answer(hub, live, guests[seat], m.Play(1, seat, question.version, [action]))
            assert [e.kind for e in log[known : known + len(follows.events)]] == [e.kind for e in follows.events]
        assert {"how", "what"} <= kinds
        wrong = await answer(hub, live, guests[live.room.asked()[0]], m.Forecast(1, live.room.asked()[0], [987654]))
        assert isinstance(wrong, m.Refusal)

    run(tmp_path, play)


def test_a_forecast_of_a_secret_choice_tells_nothing(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings(game="irondie"))
        assert isinstance(await choose(hub, live, bob, 3), m.Done)
        question = update_for(hub, live, ann).questions[0]
        assert question.secret
        follows = await answer(hub, live, ann, m.Forecast(1, 0, [question.actions[0].action]))
        assert follows == m.Follows(1, [], "what Bob chooses in secret")

    run(tmp_path, play)


@pytest.mark.parametrize("who", [0, 1])
def test_another_game_is_played_in_a_room_of_its_own_with_the_sides_swapped(tmp_path: Path, who: int) -> None:
    """Whoever asks first."""

    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *seated = await two(hub, Settings(listed=True))
        ident, tokens = seated[0].room, (seated[who].token, seated[1 - who].token)
        with pytest.raises(Refused):
            await hub.again(ident, tokens[0], "")
        assert isinstance(await answer(hub, live, ann, m.Concede(1, 0)), m.Done)
        with pytest.raises(Gone):
            await hub.again(ident, "wrong", "")
        promised = hub.promise()
        with pytest.raises(InvalidInput):
            await hub.again(ident, tokens[0], "", "0" * 64)
        again = await hub.again(ident, tokens[0], "", promised)
        assert again.seats == [1 - who] and update_for(hub, live, ann).next == again.room
        new = await hub.room(again.room)
        assert new.room.commitment == promised
        assert status_of(new) == WAITING and new.room.names[who] == "" and not await hub.lobby()
        other = await hub.again(ident, tokens[1], "")
        assert (other.room, other.seats) == (again.room, [who])
        assert status_of(new) == PLAYING and new.room.names == ["Bob", "Ann"]

    run(tmp_path, play)


def test_a_lobby_tells_how_games_stand_and_which_are_over(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, _, seated, _ = await two(hub, Settings(listed=True, edition="ygo"))
        await two(hub, Settings())  # a private table is in no list
        (info,) = await hub.lobby()
        assert (info.room, info.edition, info.turn, info.ending) == (seated.room, "ygo", 1, None)
        assert info.asked == update_for(hub, live, ann).asked != []
        assert await hub.finished() == []
        assert isinstance(await answer(hub, live, ann, m.Concede(1, 0)), m.Done)
        assert await hub.lobby() == []
        (over,) = await hub.finished()
        assert (over.room, over.status, over.asked) == (seated.room, OVER, [])
        assert over.ending is not None and over.ending.winners == [1]

    run(tmp_path, play)


def test_another_game_against_a_bot_or_at_one_screen_begins_at_once(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        both = Settings(places=(Place(), Place(name="Bob")), one_screen=True)
        for settings in (Settings(places=AGAINST_BOT), both):
            seated = await hub.create(settings, "Ann", "")
            live = await hub.room(seated.room)
            guest = await hub.join(live, m.Hello(seated.token))
            assert isinstance(await answer(hub, live, guest, m.Concede(1, 0)), m.Done)
            again = await hub.again(seated.room, seated.token, "")
            new = await hub.room(again.room)
            assert status_of(new) == PLAYING and new.room.names == live.room.names[::-1]
            assert again.seats == ([0, 1] if settings.one_screen else [1])

    run(tmp_path, play)


def test_who_does_not_own_a_seat_is_refused(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, _, seated, _ = await two(hub, Settings())
        watcher = await hub.join(live, m.Hello())
        assert last_update(watcher).questions == [] and last_update(ann).seats == [0]
        for guest, seat in ((watcher, 0), (ann, 1)):
            refusal = await answer(hub, live, guest, m.Concede(4, seat))
            assert isinstance(refusal, m.Refusal) and refusal.code == "not yours" and refusal.id == 4
        assert status_of(live) == PLAYING
        with pytest.raises(Refused):
            await hub.sit(seated.room, None, "Cora", "")

    run(tmp_path, play)
