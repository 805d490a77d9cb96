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
        assert await claims(hub, live, ann) == HERE
        await until_asked(hub, live, ann, 1)
        await hub.leave(live, bob)
        assert update_for(hub, live, ann).here == [True, False]
        time.at += 49
        assert await claims(hub, live, ann) == "the other side is gone; the game can be claimed in 1 second"
        time.at += 1
        assert await claims(hub, live, ann) == ""
        assert status_of(live) == OVER

    run(tmp_path, play)


HERE = "the other side is here, and its time is not up"
OWN = "it is for you to choose; the game can be claimed when it waits for the other side"


async def claims(hub: Hub, live: Live, guest: Guest) -> str:
    """Why a guest cannot claim the game; "" if it has."""
    reply = await answer(hub, live, guest, m.Claim(1, guest.seats[0]))
    return "; ".join([reason.text for reason in reply.reasons]) if isinstance(reply, m.Refusal) else ""


async def until_asked(hub: Hub, live: Live, guest: Guest, seat: int) -> None:
    """A guest answers until another seat is asked."""
    for _ in range(60):
        if seat in live.room.asked():
            return
        assert isinstance(await choose(hub, live, guest), m.Done)
    raise AssertionError("the other seat is never asked")


def test_who_is_away_is_not_gone_while_the_game_waits_for_somebody_else(tmp_path: Path) -> None:
    """Nor before the time of a move is over."""
    day = 86_400.0

    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings(clock=Clock("move", 3 * day), at_zero="claim"))
        await hub.leave(live, bob)
        assert live.room.asked() == [0]
        for _ in range(2):
            time.at += 1.4 * day
            assert await claims(hub, live, ann) == OWN
        await until_asked(hub, live, ann, 1)
        assert await claims(hub, live, ann) == "the other side is gone; the game can be claimed in 3 days"
        time.at += 2.9 * day
        assert await claims(hub, live, ann) == "the other side is gone; the game can be claimed in 3 hours"
        assert status_of(live) == PLAYING
        time.at += 0.1 * day
        assert await claims(hub, live, ann) == "" and status_of(live) == OVER

    run(tmp_path, play)


@pytest.mark.parametrize("does", ["nothing", "answers", "takes back"])
def test_a_claim_does_not_tell_whether_a_secret_answer_was_given(
    tmp_path: Path, does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.table.hub.new_server_seed", lambda: b"7" * 32)

    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings(game="irondie"))
        time.at += 10
        if does != "nothing":
            await choose(hub, live, bob, 40)
        time.at += 10
        if does == "takes back":
            assert isinstance(await answer(hub, live, bob, m.Undo(1, 1)), m.Done)
        told = [await claims(hub, live, ann)]
        await hub.leave(live, bob)
        for seconds in (0, 119, 1, 1000):
            time.at += seconds
            told.append(await claims(hub, live, ann))
        assert told == [HERE, OWN, OWN, OWN, OWN] and status_of(live) == PLAYING
        await choose(hub, live, ann, 40)
        if does != "answers":
            assert live.room.asked() == [1]
            assert await claims(hub, live, ann) == "" and status_of(live) == OVER
        else:  # what is asked then has not been asked for long
            await until_asked(hub, live, ann, 1)
            while 0 in live.room.asked():
                await choose(hub, live, ann, 40)
            assert await claims(hub, live, ann) == "the other side is gone; the game can be claimed in 2 minutes"
            assert status_of(live) == PLAYING

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
            kinds |= set(follows.depends.split()[:1])
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


@pytest.mark.parametrize("restart", [False, True])
def test_the_seats_of_another_game_are_kept_for_those_who_have_played(tmp_path: Path, restart: bool) -> None:
    kept: list[m.Seated] = []

    async def first(hub: Hub, time: Time) -> None:
        live, ann, _, *seated = await two(hub, Settings())
        await answer(hub, live, ann, m.Concede(1, 0))
        kept.extend([*seated, await hub.again(seated[0].room, seated[0].token, "of Ann")])
        if not restart:
            await second(hub, time)

    async def second(hub: Hub, time: Time) -> None:
        ann, bob, again = kept
        new = await hub.room(again.room)
        for seat in (None, 0):
            with pytest.raises(Refused, match="seat 1 is kept for Bob, who has played before"):
                await hub.sit(again.room, seat, "Mallory", "")
        assert new.room.names == ["", "Ann"] and (await hub.info(again.room)).kept == ["Bob", ""]
        with pytest.raises(Gone):
            await hub.again(ann.room, "wrong", "")
        device = await hub.again(ann.room, ann.token, "of her other device")
        assert device == m.Seated(again.room, [1], again.token, taken=False) and again.taken
        assert status_of(new) == WAITING
        other = await hub.again(ann.room, bob.token, "of Bob")
        assert (other.seats, other.taken, status_of(new)) == ([0], True, PLAYING)
        assert new.room.names == ["Bob", "Ann"] and new.room.seeds == ["of Bob", "of Ann"]
        assert (await hub.info(again.room)).kept == ["", ""]
        for mine, seats in ((again, [1]), (other, [0])):
            assert hub.seats_of(new, mine.token) == seats
        assert await hub.again(ann.room, bob.token, "") == m.Seated(again.room, [0], other.token, taken=False)
        count = new.room.count
        with pytest.raises(Refused, match="all seats at this table are taken"):
            await hub.sit(again.room, None, "Mallory", "")
        assert new.room.count == count == len(hub.storage.inputs(again.room))

    run(tmp_path, first)
    if restart:
        run(tmp_path, second)


def test_a_lobby_tells_how_games_stand_and_which_are_over(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, _, seated, _ = await two(hub, Settings(listed=True, edition="ygo"))
        await two(hub, Settings())  # a private table is in no list
        (info,) = await hub.lobby()
        assert (info.room, info.edition, info.turn, info.ending) == (seated.room, "ygo", 1, None)
        assert (info.book, info.format, info.teams) == ("Yu-Gi-Oh! (2014)", "demo", ["", ""])
        assert info.asked == update_for(hub, live, ann).asked != []
        assert await hub.finished() == []
        assert isinstance(await answer(hub, live, ann, m.Concede(1, 0)), m.Done)
        assert await hub.lobby() == []
        (over,) = await hub.finished()
        assert (over.room, over.status, over.asked) == (seated.room, OVER, [])
        assert over.ending is not None and over.ending.winners == [1]

    run(tmp_path, play)


def test_a_lobby_shows_all_open_tables_whatever_else_was_made_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.table.hub.LISTED", 3)

    async def play(hub: Hub, time: Time) -> None:
        waits = await hub.create(Settings(listed=True), "Ann", "")
        live, ann, _, over, _ = await two(hub, Settings(listed=True))
        await answer(hub, live, ann, m.Concede(1, 0))
        for settings in [Settings(), Settings(listed=True)] * 3:  # private ones, and listed ones that are played
            time.at += 1
            await two(hub, settings)
            time.at += 1
            live, ann, *_ = await two(hub, Settings())
            await answer(hub, live, ann, m.Concede(1, 0))
        lobby = await hub.lobby()
        assert [info.status for info in lobby] == [WAITING, PLAYING, PLAYING, PLAYING]
        assert lobby[0].room == waits.room
        assert [info.room for info in await hub.finished()] == [over.room]

    run(tmp_path, play)


def test_a_lobby_tells_what_is_played_before_it_begins(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        teams = Settings(listed=True, places=(Place(team="avx-rage"), Place(team="avx-weather")))
        sets = Settings(game="irondie", listed=True, places=(Place(team="blue tide"), Place()))
        for settings in (teams, sets, Settings(listed=True)):
            await hub.create(settings, "Ann", "")
        told = [(info.edition, info.book, info.format, info.teams) for info in await hub.lobby()]
        assert len(told) == 3
        assert ("avx", "Avengers vs. X-Men (2014)", "tournament", ["Thunder and Rage", "Bad Weather"]) in told
        assert ("imw", "Iron Man and War Machine (2016)", "demo", ["", ""]) in told
        assert next(teams for edition, _, _, teams in told if not edition)[0] == "blue tide"

    run(tmp_path, play)


@pytest.mark.parametrize(
    "damage", [b'{"do":"nonsense"}', b'{"do":"concede","seat":7}', b'{"do":"sit","seat":9,"name":"X"}']
)
def test_a_room_that_cannot_be_read_is_left_out_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: bytes
) -> None:
    rooms: dict[str, str] = {}

    async def first(hub: Hub, time: Time) -> None:
        for name in ("waits", "damaged"):
            rooms[name] = (await hub.create(Settings(listed=True), "Ann", "")).room
        for name in ("over", "damaged and over"):
            live, ann, _, seated, _ = await two(hub, Settings(listed=True))
            await answer(hub, live, ann, m.Concede(1, 0))
            rooms[name] = seated.room
        for name in ("damaged", "damaged and over"):
            hub.storage.append(rooms[name], len(hub.storage.inputs(rooms[name])), 1.0, damage)

    async def second(hub: Hub, time: Time) -> None:
        for _ in range(3):
            assert [info.room for info in await hub.lobby()] == [rooms["waits"]]
            assert [info.room for info in await hub.finished()] == [rooms["over"]]
            with pytest.raises(Gone, match="cannot be taken up by this version"):
                await hub.info(rooms["damaged"])
        lines = [record.getMessage() for record in caplog.records]
        for name, count in (("damaged", 1), ("damaged and over", 1), ("waits", 0), ("over", 0)):
            assert sum([rooms[name] in line for line in lines]) == count

    run(tmp_path, first)
    caplog.clear()
    run(tmp_path, second)


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
            device = await hub.again(seated.room, seated.token, "")
            assert device == m.Seated(again.room, again.seats, again.token, taken=False)

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
