"""What is hidden stays hidden: rooms that differ only in what a viewer may not know send that viewer the same bytes."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast, get_args

import msgspec
import pytest

from dicehall.bots.base import question
from dicehall.bots.levels import bot_named
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.event import Event
from dicehall.table import messages as m
from dicehall.table.branching import record_at, scenario_text
from dicehall.table.facts import cards_of
from dicehall.table.following import ask_of
from dicehall.table.hub import Hub
from dicehall.table.inputs import AskUndo, Refused, Resume
from dicehall.table.live import Guest, Live
from dicehall.table.moments import moment_of, numbers_at, story_of
from dicehall.table.room import OVER, Room
from dicehall.table.seeing import Sights, info_of, update_of
from dicehall.table.settings import GAMES, Clock, Place, Settings
from dicehall.table.storage import Storage, open_folder
from dicehall.table.thinker import Ask, Chosen, Line, choose

from .probing import ALL, Table, new_table, picture, play_on, play_until, same_past, seed_of

BOTH = pytest.mark.parametrize("game", GAMES)
TEXTS: tuple[str, ...] = (
    *("pass", "keep", "battle none", "battle black", "forgo", "renounce", "take none", "wound x=1", "nonsense", "="),
    *("reroll Sidekick", "field Sidekick", "attack none", "buy Hulk", "duel black smasher on red assault", "use x"),
)
ACTIONS = (-1, 0, 1, 2, 5, 101, 1001, 2001, 2005, 3001, 10_001, 10_511, 1_000_001, 10**9, 10**30)


# ---- what a viewer gets ------------------------------------------------------------------------------------------


async def replies(room: Room, seats: Sequence[int], requests: Sequence[m.Request]) -> list[bytes]:
    """What a guest with these seats is told. Nothing is stored and nothing is done."""
    hub = Hub(cast(Storage, None), lambda: 5000.0)
    out: list[bytes] = []

    async def refuse(live: Live, what: object, also: object = None) -> None:
        raise Refused([])  # it would be accepted: that is all that is told

    async def repeat(ask: Ask) -> Chosen:
        return Chosen(lines=[Line((0,), 0.0, repr(ask), [])])  # what is thought about follows from the question

    hub.perform = refuse  # type: ignore[method-assign]
    hub.following.thinkers.choose = repeat  # type: ignore[method-assign]
    try:
        live, guest = Live(room, [], 5000.0), Guest(seats)
        for request in requests:
            await hub.request(live, guest, request)
            reply = await guest.out.get()
            assert reply is not None
            out.append(reply)
    finally:
        await hub.close()
    return out


def requests_of(room: Room, seats: Sequence[int], guesses: Sequence[int] = ()) -> list[m.Request]:
    """Whatever a viewer could ask."""
    out: list[m.Request] = [m.Ping(1), m.Why(2, 0), m.Concede(3, 1 - max([*seats, 0])), m.Hello()]
    out += [m.Explain(17, die=die) for die in range(0, 40, 3)] + [m.Explain(17, card=card) for card in range(0, 20, 3)]
    totals = ("life", "attack", "defense", "reserve", "field", "limbo", "bag", "prep")
    out += [m.Explain(19, seat=seat, total=total) for seat in (0, 1) for total in totals]
    for seat in seats:
        decision = room.decision_of(seat)
        version = room.version if decision is None else room.asked_version(decision)
        for action in ACTIONS:
            out += [m.Why(4, seat, action), m.Play(5, seat, version, [action]), m.Play(6, seat, version + 1, [action])]
        for text in TEXTS:
            out += [m.Why(7, seat, text=text), m.Play(8, seat, version, text=text), m.Forecast(8, seat, text=text)]
        out += [m.Forecast(15, seat, list(decision.actions[:1])) if decision else m.Forecast(15, seat)]
        out += [m.Passes(16, seat, ["my main"]), m.Undo(9, seat), m.AnswerUndo(10, seat, True), m.Claim(11, seat)]
        out += [m.Play(12, seat, version), *[m.Why(18, seat, die=die, card=die % 7) for die in range(0, 40, 3)]]
        out += [m.Say(19, seat, what) for what in (-1, 0, 3)] + [m.Hint(20, seat), m.Concede(21, seat)]
        if guesses and decision is not None:
            listed = decision.actions[:: max(1, len(decision.actions) // 4)]
            firsts = [(a,) for a in listed] + [(a, b) for a in listed for b in (0, *listed)]
            out += [m.Play(13, seat, version, [*first, guess]) for first in firsts for guess in guesses]
            out += [m.Forecast(14, seat, [*first, guess]) for first in firsts for guess in guesses]
    return out


def test_whatever_can_be_asked_is_asked() -> None:
    """A kind of request that is new must be tried here too."""
    assert {type(request) for request in requests_of(new_table("irondie").room, (0,))} == set(get_args(m.Request))


def shown(room: Room, seats: Sequence[int], guesses: Sequence[int] = ()) -> list[bytes]:
    """All messages to a viewer, and the record, as bytes; the commitment is taken out."""
    now, here = 5000.0, [True, False]
    out = [m.encode_reply(update_of(room, seats, here, now, since, room.undone)) for since in (-1, 0, 3)]
    out += [room.record().encode(), msgspec.json.encode(story_of(room))]
    out += [msgspec.json.encode(moment_of(room, seq)) for seq in (-1, room.shown // 2, room.shown - 1)]
    numbers = [numbers_at(room, room.shown - 1, die, -1) for die in range(0, 18, 3)]
    numbers += [numbers_at(room, room.shown - 1, -1, -1, seat, "life") for seat in (0, 1)]
    out += [msgspec.json.encode([numbers, info_of(room, 1.0, {}), cards_of(room.state)])]
    out += [scenario_text(record_at(room, None), room.ident).encode()]
    out += asyncio.run(replies(room, seats, requests_of(room, seats, guesses)))
    return [data.replace(room.commitment.encode(), b"commitment") for data in out]


def assert_same(one: Room, other: Room, seats: Sequence[int], guesses: Sequence[int] = ()) -> None:
    before = picture(one)
    for first, second in zip(shown(one, seats, guesses), shown(other, seats, guesses), strict=True):
        assert first == second
    assert picture(one) == before


def guesses_for(one: Table, other: Table, seat: int) -> list[int]:
    """Numbers worth trying after the next answer of a seat: what it will be asked then, at either table."""
    out = [0, 1, 2001]
    for table in (one, other):
        decision = table.room.decision_of(seat)
        assert decision is not None
        for action in decision.actions[:: max(1, len(decision.actions) // 4)]:
            room = table.again()
            room.perform(room.to_play(seat, room.asked_version(decision), [action]), table.now)
            after = room.decision_of(seat)
            out += after.actions[:6] if after is not None else ()
    return sorted(set(out))


# ---- secret answers ----------------------------------------------------------------------------------------------


def secret_pairs(count: int) -> list[tuple[Table, Table, int]]:
    """Tables that differ only in the secret answer of a seat, while the other seat is still asked."""
    out: list[tuple[Table, Table, int]] = []
    for number in range(40):
        table, rng = new_table("irondie", number), Rng(number)
        while table.room.status != OVER and len(out) < count:
            asked = table.room.state.decisions
            if len(asked) == 2:
                decision = asked[rng.below(2)]
                pair = []
                for at in rng.sample(len(decision.actions), 2):
                    copy = Table(table.room.settings, table.room.server_seed, begin=False)
                    copy.room, copy.now, copy.stored = table.again(), table.now, list(table.stored)
                    copy.answer(decision.seat, [decision.actions[at]])
                    pair.append(copy)
                out.append((pair[0], pair[1], decision.seat))
                for one in asked:  # on to the next question
                    table.answer(one.seat, [one.actions[rng.below(len(one.actions))]])
            else:
                next(play_on(table, rng, 1), None)
        if len(out) >= count:
            return out
    return out


def test_nothing_that_others_get_depends_on_a_secret_answer() -> None:
    pairs = secret_pairs(30 if ALL else 5)
    assert len(pairs) >= 5
    for one, other, seat in pairs:
        assert one.room.state.save() != other.room.state.save()
        for viewer in ((), (1 - seat,)):
            assert_same(one.room, other.room, viewer)
        mine = [m.encode_reply(update_of(t.room, (seat,), [True, True], 5000.0)) for t in (one, other)]
        assert mine[0] != mine[1], "one sees one's own"


def test_a_game_that_ends_otherwise_never_shows_a_secret_answer() -> None:
    """Who gives up, is gone or has no time left does not turn the other's cards over."""
    for one, other, seat in secret_pairs(30 if ALL else 5):
        none = copy_of(one)
        none.do(none.room.to_undo(seat))
        for loser in (0, 1):
            for why in ("", "time", "gone"):
                ended = [copy_of(table) for table in (one, other, none)]
                for table in ended:
                    table.do(table.room.to_concede(loser, why))
                    assert table.room.status == OVER
                for viewer in ((), (1 - seat,)):
                    assert_same(ended[0].room, ended[1].room, viewer)
                    assert_same(ended[0].room, ended[2].room, viewer)
                assert "battle" not in ended[0].room.record().splitlines()[-2]


def test_no_guess_tells_a_secret_answer() -> None:
    for one, other, seat in secret_pairs(30 if ALL else 4):
        assert_same(one.room, other.room, (1 - seat,), guesses_for(one, other, 1 - seat))


def test_the_record_does_not_tell_who_was_first() -> None:
    for number in range(4):
        rooms = []
        for order in ((0, 1), (1, 0)):
            table = new_table("irondie", number)
            actions = [decision.actions[number] for decision in table.room.state.decisions]
            for seat in order:
                table.answer(seat, [actions[seat]])
            rooms.append(table.room)
        one, other = rooms
        assert one.record() == other.record()


# ---- who has answered already ------------------------------------------------------------------------------------


def both_asked(count: int, **settings: Any) -> list[Table]:
    """Tables at which both seats are asked in secret, at different moments of games."""
    out: list[Table] = []
    for number in range(count):
        table = new_table("irondie", number, **settings)
        wanted = number % 4  # so many questions of this kind are behind them
        for _ in play_on(table, Rng(number), level="easy"):
            asked = table.room.asked()
            wanted -= len(asked) == 2
            if len(asked) == 2 and wanted <= 0:
                break
        if len(table.room.asked()) == 2:
            out.append(table)
    return out


def copy_of(table: Table) -> Table:
    copy = Table(table.room.settings, table.room.server_seed, begin=False)
    copy.room, copy.now, copy.stored = table.again(), table.now, list(table.stored)
    return copy


def test_others_do_not_learn_that_a_seat_has_answered() -> None:
    tables = both_asked(30 if ALL else 6, hints=True)
    assert len(tables) >= 4
    for table in tables:
        for decision in table.room.state.decisions:
            other = copy_of(table)
            for action in (decision.actions[-1], decision.actions[0]):  # the second after the first was taken back
                other.answer(decision.seat, [action])
                assert other.room.asked() == [1 - decision.seat]
                for viewer in ((), (1 - decision.seat,)):
                    assert_same(table.room, other.room, viewer)
                mine = [update_of(t.room, (decision.seat,), [True, True], 5000.0) for t in (table, other)]
                assert mine[0].asked == [0, 1] and mine[1].asked == [1 - decision.seat], "one knows it of oneself"
                assert mine[0].questions and not mine[1].questions and mine[1].may_undo == [True]
                other.do(other.room.to_undo(decision.seat))
                for viewer in ((), (0,), (1,)):
                    assert_same(table.room, other.room, viewer)


def test_a_secret_answer_does_not_end_a_request_for_consent() -> None:
    tables = [table for table in both_asked(12 if ALL else 8) if asks_for_consent(table)]
    assert len(tables) >= 3
    for table in tables:
        for seat in (1, 0):  # the one who is asked for consent, and the one who has asked
            other, decision = copy_of(table), table.room.decision_of(seat)
            assert decision is not None
            other.answer(seat, [decision.actions[0]])
            for _ in range(2):
                assert other.room.asks_undo == 0
                for viewer in ((), (1 - seat,)):
                    assert_same(table.room, other.room, viewer)
                if seat in other.room.state.committed:
                    other.do(other.room.to_undo(seat))
        with pytest.raises(Refused, match="asked for already"):
            other.room.to_undo(0)
        consenting = copy_of(table)
        decision = table.room.decision_of(1)
        assert decision is not None
        consenting.answer(1, [decision.actions[0]])
        consenting.do(consenting.room.to_answer_undo(1, True))
        assert consenting.room.asks_undo == -1 and consenting.room.undos_left[0] == table.room.undos_left[0] - 1
        for decision in table.room.state.decisions:  # when all have answered the game has gone on
            table.answer(decision.seat, [decision.actions[0]])
        assert table.room.asks_undo == -1


def asks_for_consent(table: Table) -> bool:
    """Ann asks for it, if she has made a move."""
    try:
        table.do(table.room.to_undo(0))
    except Refused:
        return False
    return table.room.asks_undo == 0


def test_neither_a_bot_nor_a_hint_knows_who_has_answered() -> None:
    places = (Place(kind="bot", level="easy"), Place(kind="bot", level="medium"))
    checked = 0
    for table in both_asked(8 if ALL else 4):
        for decision in table.room.state.decisions:
            seat, other = 1 - decision.seat, copy_of(table)
            other.answer(decision.seat, [decision.actions[-1]])
            asks = []
            for room in (table.room, other.room):
                room.settings = msgspec.structs.replace(room.settings, places=places)
                ask = ask_of(room, seat, room.version_for(seat))
                asks.append((ask, msgspec.structs.replace(ask, look=8)))
            assert asks[0] == asks[1] and other.room.state.committed == (decision.seat,)
            for one, same in zip(*asks, strict=True):
                assert choose(one) == choose(same)
            assert other.room.thought_of(decision.seat) == other.room.state.clone().save(), "one knows one's own"
            checked += 1
    assert checked >= 6


def assert_alone(room: Room) -> None:
    """Whoever is shown the same moment before, a viewer sees what it would see alone."""
    viewers: list[tuple[int, ...]] = [(), (0,), (1,), (0, 1)]
    alone = {seats: m.encode_reply(update_of(room, seats, [True, True], 5000.0)) for seats in viewers}
    for order in (viewers, viewers[::-1]):
        sights = Sights(room)
        for seats in order:
            update = update_of(room, seats, [True, True], 5000.0, sights=sights)
            assert m.encode_reply(update) == alone[seats]
            if not seats:
                assert update.view == room.seen(()).view(-1)


def test_what_others_were_shown_makes_no_difference() -> None:
    for game in GAMES:
        table = new_table(game, 5)
        for _ in play_on(table, Rng(5), 60):
            assert_alone(table.room)
    for table in both_asked(4):
        for decision in table.room.state.decisions:
            other = copy_of(table)
            other.answer(decision.seat, [decision.actions[0]])
            assert_alone(other.room)


@pytest.mark.parametrize("clock", [Clock("total", 600.0, 5.0), Clock("move", 600.0)])
def test_a_clock_seems_to_run_until_all_have_answered(clock: Clock) -> None:
    for table in both_asked(4, clock=clock):
        for seat in (0, 1):
            decision, other = table.room.decision_of(seat), copy_of(table)
            assert decision is not None
            other.answer(seat, [decision.actions[-1]], 7.0)
            other.do(Resume(), 0.0)
            for viewer in ((), (1 - seat,)):
                updates = [update_of(t.room, viewer, [True, True], other.now + 20.0) for t in (table, other)]
                assert updates[0] == updates[1] and updates[0].clock.running == [0, 1]
            mine = update_of(other.room, (seat,), [True, True], other.now + 20.0)
            assert mine.clock.running == [1 - seat]


def test_nobody_learns_afterwards_who_was_first() -> None:
    for number in range(12 if ALL else 4):
        tables = []
        for order in ((0, 1), (1, 0)):
            table, rng = new_table("irondie", number), Rng(number)
            for turn in range(3):
                asked = table.room.state.decisions
                for decision in asked if order == (0, 1) else reversed(asked):
                    table.answer(decision.seat, [decision.actions[(7 * number + turn) % len(decision.actions)]])
                if turn < 2:
                    play_until(table, rng, lambda room: len(room.asked()) != 1)
            tables.append(table)
        one, other = tables
        for _ in range(2):
            assert [event.seq for event in log_of(one)] == list(range(len(log_of(one))))
            for viewer in ((), (0,), (1,), (0, 1)):
                assert_same(one.room, other.room, viewer)
            if one.room.status == OVER:
                break
            for table in tables:  # the last secret question is asked anew, of both
                table.do(AskUndo(0))
                table.do(table.room.to_answer_undo(1, True))


def log_of(table: Table) -> list[Event]:
    assert table.room.session is not None
    return table.room.session.log


def test_a_secret_answer_sends_nothing_to_others(tmp_path: Path) -> None:
    asyncio.run(answer_in_secret(tmp_path))


async def answer_in_secret(folder: Path) -> None:
    storage = open_folder(folder)
    hub = Hub(storage, lambda: 1000.0)
    try:
        ann = await hub.create(Settings(game="irondie"), "Ann", "")
        bob = await hub.sit(ann.room, None, "Bob", "")
        live = await hub.room(ann.room)
        guests = [await hub.join(live, m.Hello(token)) for token in (ann.token, bob.token, bob.token, "")]

        def sent() -> list[list[m.Reply]]:
            out: list[list[m.Reply]] = []
            for guest in guests:
                out.append([])
                while not guest.out.empty():
                    out[-1].append(msgspec.json.decode(guest.out.get_nowait() or b"", type=m.Reply))
            return out

        before, counted, info = sent()[3][-1], hub.accepted, await hub.info(ann.room)
        assert info.asked == [0, 1]
        decisions = live.room.state.decisions
        for request in (
            m.Play(1, 1, decisions[1].version, [decisions[1].actions[9]]),
            m.Undo(2, 1),
            m.Play(3, 1, decisions[1].version, [decisions[1].actions[5]]),
        ):
            await hub.request(live, guests[1], request)
            replies = sent()
            assert [len(row) for row in replies] == [0, 2, 1, 0], "Bob's clients alone, and his answer"
            assert await hub.info(ann.room) == info
            assert isinstance(replies[1][1], m.Done) and hub.accepted == counted
        watcher = await hub.join(live, m.Hello())
        assert msgspec.json.decode(watcher.out.get_nowait() or b"", type=m.Reply) == before
        sent()
        await hub.request(live, guests[0], m.Play(4, 0, decisions[0].version, [decisions[0].actions[5]]))
        assert [len(row) for row in sent()] == [2, 1, 1, 1] and hub.accepted == counted + 4
    finally:
        await hub.close()
        storage.close()


# ---- the future --------------------------------------------------------------------------------------------------


def futures(game: str, number: int) -> tuple[Table, Table]:
    """Two tables with the same past and other dice to come."""
    settings = Settings(game=game)  # type: ignore[arg-type]
    seeds = ("seed of Ann", "seed of Bob")
    first = seed_of(number)
    return Table(settings, first), Table(settings, same_past(settings, seeds, first))


@BOTH
def test_nothing_that_anybody_gets_depends_on_dice_that_have_not_fallen(game: str) -> None:
    for number in range(6 if ALL else 2):
        one, other = futures(game, number)
        steps = 0
        while steps < 3 and one.room.state.save() == other.room.state.save():
            for viewer in ((), (0,), (1,), (0, 1)):
                assert_same(one.room, other.room, viewer)
            decision = one.room.state.decisions[0]
            for table in (one, other):
                table.answer(decision.seat, [decision.actions[-1]])
            steps += 1
        assert steps >= 2 or game == "dicemasters"


@BOTH
def test_no_guess_tells_dice_that_have_not_fallen(game: str) -> None:
    for number in range(4 if ALL else 2):
        one, other = futures(game, number)
        if game == "irondie":
            action = one.room.state.decisions[1].actions[40]
            one.answer(1, [action])
            other.answer(1, [action])
        assert_same(one.room, other.room, (0,), guesses_for(one, other, 0))


# ---- seeds and tokens --------------------------------------------------------------------------------------------


def forms(seed: bytes) -> list[bytes]:
    """How a seed could be written."""
    text = base64.b64encode(seed).rstrip(b"=")
    return [seed, seed.hex().encode(), seed.hex().upper().encode(), text, text.replace(b"+", b"-").replace(b"/", b"_")]


@BOTH
def test_the_server_seed_is_told_at_the_end_and_never_before(game: str) -> None:
    table = new_table(game, 6)
    room = table.room
    for count, _ in enumerate(play_on(table, Rng(6), level="easy")):
        if room.status == OVER:
            break
        if count % 10 == 0:
            for seats in ((), (0,), (1,)):
                for data in shown(room, seats) if count == 20 else shown_briefly(room, seats):
                    assert not any(form in data for form in forms(room.server_seed))
    assert room.status == OVER
    for seats in ((), (0,), (1,)):
        update = m.encode_reply(update_of(room, seats, [True, True], 5000.0))
        assert room.server_seed.hex().encode() in update
    assert room.server_seed.hex() in room.record()


def shown_briefly(room: Room, seats: Sequence[int]) -> list[bytes]:
    return [m.encode_reply(update_of(room, seats, [True, True], 5000.0)), room.record().encode()]


def test_seeds_of_seats_are_not_shown_before_the_game_begins() -> None:
    """Who sits down later could otherwise choose a seed to fit."""
    table = Table(Settings(), seed_of(1), begin=False)
    table.do(table.room.to_sit(0, "Ann", "only-Ann-knows"))
    for seats in ((), (0,), (1,)):
        assert b"only-Ann-knows" not in m.encode_reply(update_of(table.room, seats, [True, True], 5000.0))
    with pytest.raises(Refused):
        table.room.record()
    table.do(table.room.to_sit(1, "Bob", ""))
    assert b"only-Ann-knows" not in m.encode_reply(update_of(table.room, (1,), [True, True], 5000.0))
    table.do(table.room.to_begin())
    assert b"only-Ann-knows" in m.encode_reply(update_of(table.room, (1,), [True, True], 5000.0))


@BOTH
def test_a_whole_game_at_a_hub_tells_no_secret(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Rooms, listings, updates, refusals, log lines: no token, no seed of a seat too early, no server's seed."""
    caplog.set_level(logging.DEBUG)
    asyncio.run(play_at_a_hub(game, tmp_path, caplog))


async def play_at_a_hub(game: str, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    storage = open_folder(folder)
    hub = Hub(storage)
    told_to_all: list[bytes] = []

    def listen(guest: Guest) -> None:
        while not guest.out.empty():
            data = guest.out.get_nowait()
            assert data is not None
            told_to_all.append(data)

    def secret(forbidden: Sequence[bytes]) -> None:
        text = b"\n".join([*told_to_all, *[row.getMessage().encode() for row in caplog.records]])
        text += b"\n".join([str(row.args).encode() for row in caplog.records])
        for form in forbidden:
            assert form not in text

    try:
        settings = Settings(game=game, listed=True)  # type: ignore[arg-type]
        ann = await hub.create(settings, "Ann", "seed-of-Ann")
        live = await hub.room(ann.room)
        seed = storage.server_seed(ann.room)
        guests = [await hub.join(live, m.Hello(ann.token)), await hub.join(live, m.Hello())]
        told_to_all.append(msgspec.json.encode(await hub.lobby()))
        for wrong in ("x", ann.token[:-1], ann.token + "x", ann.token.swapcase(), "\x00", "☃"):
            with pytest.raises(DicehallError) as caught:
                await hub.join(live, m.Hello(wrong))
            told_to_all.append(str(caught.value).encode())
        for guest in guests:
            listen(guest)
        secret([b"seed-of-Ann", ann.token.encode(), *forms(seed)])
        bob = await hub.sit(ann.room, None, "Bob", "seed-of-Bob")
        guests.append(await hub.join(live, m.Hello(bob.token)))
        room = live.room
        hashes = [live.hashes[seat] for seat in (0, 1)]
        hidden = [ann.token.encode(), bob.token.encode(), *[f for digest in hashes for f in forms(digest)]]
        tokens = hidden[:2]
        owners = {0: guests[0], 1: guests[2]}
        bots = [bot_named("easy", game, seat) for seat in (0, 1)]
        for count in range(400 if ALL else 25):
            if room.status == OVER:
                break
            seat = room.asked()[0]
            decision = room.decision_of(seat)
            assert decision is not None
            version = room.asked_version(decision)
            action = bots[seat].choose(question(room.state, seat))
            owner, stranger = owners[seat], owners[1 - seat]
            if count % 7 == 0:
                for request in requests_of(room, (seat,))[:12]:
                    if not isinstance(request, m.Concede) and not isinstance(request, m.Play):
                        await hub.request(live, stranger, request)
                await hub.request(live, owner, m.Play(1, seat, version + 5, [action]))
            await hub.request(live, owner, m.Play(2, seat, version, [action]))
            for guest in guests:
                listen(guest)
            if not room.state.is_over and count % 9 == 0:
                told_to_all.append(room.record().encode())
                told_to_all.append(msgspec.json.encode(await hub.info(ann.room)))
                secret([*hidden, *forms(seed)])
                told_to_all.clear()
        if not room.state.is_over:
            await hub.request(live, owners[1], m.Concede(3, 1))
            listen(guests[1])
        assert room.state.is_over
        secret(tokens)
        assert any(seed.hex().encode() in data for data in told_to_all)
    finally:
        await hub.close()
        storage.close()


def test_a_listing_has_nothing_but_what_a_lobby_shows(tmp_path: Path) -> None:
    async def run() -> list[dict[str, Any]]:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        try:
            places = (Place(team="imw22x3 / imw29 imw30"), Place())
            await hub.create(Settings(places=places, listed=True), "Ann", "seed-of-Ann")
            await hub.create(Settings(), "Cora", "seed-of-Cora")
            rooms: list[dict[str, Any]] = msgspec.to_builtins(await hub.lobby())
            return rooms
        finally:
            await hub.close()
            storage.close()

    rooms = asyncio.run(run())
    shown = [
        "asked",
        "book",
        "bots",
        "clock",
        "created",
        "edition",
        "ending",
        "format",
        "game",
        "kept",
        "names",
        "room",
        "status",
        "teams",
        "turn",
    ]
    assert [sorted(room) for room in rooms] == [shown]
    assert rooms[0]["teams"] == ["a team of their own", ""], "a team that is written out is not told"
    assert rooms[0]["names"] == ["Ann", ""], "what is not listed is not in it"
