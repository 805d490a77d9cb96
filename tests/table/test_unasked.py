"""Answers for which nobody is asked: where a seat passes, and where it has no choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import structs

from dicehall.kernel.decision import Decision
from dicehall.notation.record import read_record
from dicehall.notation.verifying import verify
from dicehall.table import messages as m
from dicehall.table.coaching import begin
from dicehall.table.hub import Hub
from dicehall.table.inputs import Input, Play, Refused
from dicehall.table.lessons import lessons
from dicehall.table.room import OVER, Room
from dicehall.table.settings import GAMES, Clock, Settings

from .probing import Table, new_table, picture
from .test_failing import Failures, stored
from .test_hub import Time, answer, choose, last_update, run, two

NUMBERS = range(3)


def some_answer(room: Room, decision: Decision) -> int:
    """An answer that follows from the moment of the game alone, mostly one that does something."""
    assert room.session is not None
    return decision.actions[-1 - len(room.session.entries) * 7 % 5 % len(decision.actions)]


def game(table: Table, asked_always: bool = False, most: int = 400) -> Iterator[tuple[int, list[Input]]]:
    """Answers until the game is over; after each the seat, and what has followed by itself."""
    for _ in range(most):
        if table.room.status == OVER:
            return
        decision = table.room.decisions[0]
        table.answer(decision.seat, [some_answer(table.room, decision)])
        yield decision.seat, [] if asked_always else table.go_on()


def has_choice(room: Room, decision: Decision) -> bool:
    equals = [room.state.game.equals(room.state, action, decision.seat) for action in decision.actions]
    return len(equals) > 1 or decision.more or any(equals)


def may_take_back(room: Room, seat: int) -> bool:
    """Whether the last thing that a seat did, and not only passed, can be taken back freely: then it is asked."""
    assert room.session is not None
    return room.can_undo(seat) is None and room._last_move(seat) not in room._idle


def unasked(inputs: Sequence[Input]) -> list[Play]:
    return [what for what in inputs if isinstance(what, Play) and what.unasked]


@pytest.mark.parametrize("kind", GAMES)
def test_who_has_no_choice_is_not_asked(kind: str, tmp_path: Path) -> None:
    count = 0
    for number in NUMBERS:
        table, all_asked = new_table(kind, number), new_table(kind, number)
        for _, followed in game(table):
            count += len(unasked(followed))
            for d in table.room.decisions:
                assert d.secret or has_choice(table.room, d) or may_take_back(table.room, d.seat)
        for _ in game(all_asked, True, 2000):
            pass
        assert table.room.session is not None and all_asked.room.session is not None
        entries = table.room.session.entries
        assert entries == all_asked.room.session.entries[: len(entries)], "it is the same game"
        assert picture(table.again()) == picture(table.room)
        if table.room.status == OVER:
            file = tmp_path / f"{number}.toml"
            file.write_text(table.room.record(), encoding="utf-8")
            assert not verify(read_record(file)).problem
    assert count > 20 if kind == "dicemasters" else count == 0


def test_at_its_stops_a_seat_is_asked_even_so() -> None:
    """Ann stops in her Main Step: she is asked there and not in her Attack Step; Bob is asked in neither.

    Unless a move can still be taken back: then everybody is asked.
    """
    found: set[tuple[int, str]] = set()
    followed: set[tuple[int, str]] = set()
    for number in NUMBERS:
        table = new_table("dicemasters", number)
        room = table.room
        table.do(room.to_passes(0, [], ["my main"]))
        for _ in game_with_steps(table, followed):
            lonely = [d for d in room.decisions if len(d.actions) == 1 and not may_take_back(room, d.seat)]
            found |= {(d.seat, room.step_of(d.seat)) for d in lonely}
    assert found == {(0, "my main")}
    assert followed == {(0, "my attack"), (1, "my main"), (1, "my attack")}


def game_with_steps(table: Table, followed: set[tuple[int, str]]) -> Iterator[None]:
    """A game; `followed` gets the seats and steps of what follows by itself."""
    for _ in game(table, True):
        while (what := table.room.by_itself()) is not None:
            assert isinstance(what, Play)
            followed.add((what.seat, table.room.step_of(what.seat)))
            table.do(what, 0.0)
        yield


def test_a_choice_that_is_not_listed_is_a_choice() -> None:
    table = new_table("dicemasters", 1)
    room, equals = table.room, 0
    for _ in game(table):
        for decision in room.decisions:
            for action in decision.actions:
                only = structs.replace(decision, actions=(action,))
                has_equals = bool(room.state.game.equals(room.state, action, decision.seat))
                is_asked = has_equals or (not only.continues and may_take_back(room, decision.seat))
                assert room._unasked_answer(only) == (-1 if is_asked else action)
                assert room._unasked_answer(structs.replace(only, more=True)) == -1
                equals += has_equals
    assert equals


def test_after_a_purchase_with_the_last_energy_a_seat_is_asked_and_after_passing_it_is_not() -> None:
    """What was bought can be taken back without anybody's consent; who has passed has nothing to take back."""
    bought = passed = 0
    for number in NUMBERS:
        table = new_table("dicemasters", number)
        room = table.room
        for seat, _ in game(table):
            decision = room.decision_of(seat)
            if decision is None or has_choice(room, decision):
                continue
            assert room.can_undo(seat) is None and room.state.game.idle(room.state, seat) == decision.actions[0]
            table.do(room.to_undo(seat))
            assert room.asked() == [seat] and has_choice(room, room.decisions[0])
            bought += 1
            idle = room.state.game.idle(room.state, seat)
            if idle >= 0:
                table.answer(seat, [idle])
                table.go_on()
                passed += 1
                assert all(has_choice(room, d) for d in room.decisions if d.seat == seat)
    assert bought > 5 and passed > 5


def test_a_lesson_asks_everything() -> None:
    for lesson in lessons().values():
        room = begin(lesson)
        for _ in range(200):
            if room.status == OVER:
                break
            assert room.by_itself() is None
            decision = room.decisions[0]
            play = room.to_play(decision.seat, room.version_for(decision.seat), [some_answer(room, decision)])
            room.perform(play, 0.0)


# ---- passing -----------------------------------------------------------------------------------------------------


def test_who_skips_its_own_steps_is_not_asked_in_them() -> None:
    asked: dict[bool, set[tuple[int, str, str]]] = {True: set(), False: set()}
    for skips in (True, False):
        for number in NUMBERS:
            table = new_table("dicemasters", number)
            room = table.room
            for _ in game(table, most=60):  # until there are dice in the field
                pass
            if skips:
                table.do(room.to_passes(0, ["my attack"]))
                table.go_on()
            for _ in game(table):
                for d in room.decisions:
                    if room.state.game.idle(room.state, d.seat) >= 0:
                        asked[skips].add((d.seat, room.step_of(d.seat), d.asks))
    assert (0, "my attack", "Who attacks?") in asked[False]
    assert not [row for row in asked[True] if row[:2] == (0, "my attack")]
    for row in ((0, "my main", "What do you do?"), (1, "my attack", "Who attacks?")):
        assert row in asked[True], "other steps and other seats are asked as before"


def test_keeping_and_blocking_are_choices_also_for_who_skips_all() -> None:
    rules = set[str]()
    for number in NUMBERS:
        table = new_table("dicemasters", number)
        room = table.room
        for _ in game(table, most=60):
            pass
        table.do(room.to_passes(1, m.STEPS))
        table.go_on()
        for _ in game(table):
            rules |= {d.asks.split()[0] for d in room.decisions if d.seat == 1}
            assert all(room.state.game.idle(room.state, 1) < 0 for d in room.decisions if d.seat == 1)
    assert "Which" in rules and "Whom" in rules


@pytest.mark.parametrize("steps", [["\0"], ["my main", "my dreams"], ["x" * 5000], ["My main"], [""]])
def test_steps_that_do_not_exist_are_refused(steps: list[str]) -> None:
    room = new_table("dicemasters").room
    for passes, stops in ((steps, []), ([], steps)):
        with pytest.raises(Refused, match="there are my main, my attack, their main, their attack") as refused:
            room.to_passes(0, passes, stops)
        assert len(str(refused.value)) < 200
    with pytest.raises(Refused, match="both"):
        room.to_passes(0, ["my main"], ["my main"])
    assert room.to_passes(0, ["my main"], ["my attack"]).steps == ("my main",)
    with pytest.raises(Refused, match="IRONDIE has none"):
        new_table("irondie").room.to_passes(0, ["my main"])
    assert new_table("irondie").room.to_passes(0, []).steps == ()


# ---- undo --------------------------------------------------------------------------------------------------------


def moments(number: int, free: bool) -> Iterator[tuple[Table, int, dict[str, object]]]:
    """Tables at which something has followed by itself: whose it was, and the game before the move that led there."""
    table = new_table("dicemasters", number, undos=99)
    room = table.room
    for _ in range(200):
        if room.status == OVER:
            return
        decision, before = room.decisions[0], picture(room)
        table.answer(decision.seat, [some_answer(room, decision)])
        own = [what for what in unasked(table.go_on()) if what.seat == decision.seat]
        if own and not decision.continues and room.decisions and free == (room.can_undo(decision.seat) is None):
            yield table, decision.seat, before


@pytest.mark.parametrize("free", [True, False])
def test_undo_comes_back_to_what_was_asked(free: bool) -> None:
    count = 0
    for number in range(2):
        for table, seat, before in moments(number, free):
            copy = Table(table.room.settings, table.room.server_seed, begin=False)
            copy.room, copy.now, copy.stored = table.again(), table.now, list(table.stored)
            copy.do(copy.room.to_undo(seat))
            if not free:
                assert copy.room.asks_undo == seat
                copy.do(copy.room.to_answer_undo(1 - seat, True))
            after = picture(copy.room)
            assert (after["state"], after["entries"]) == (before["state"], before["entries"])
            assert copy.room.by_itself() is None and copy.room.asked() == [seat], "the seat is asked again"
            assert picture(copy.again()) == after
            count += 1
    assert count > 5


def test_undo_brings_back_where_a_seat_passes_and_stops() -> None:
    table = new_table("dicemasters", 0, undos=9)
    room = table.room
    table.do(room.to_passes(0, ["their main"], ["my attack"]))
    asked = room.decisions[0]
    table.answer(asked.seat, [asked.actions[0]])
    assert room.step_of(0) == "my main" and room.asked() == [0]
    table.do(room.to_passes(0, ["my main"], []))
    assert unasked(table.go_on()), "the Main Step has ended by itself"
    if room.can_undo(0) is not None:
        table.do(room.to_undo(0))
        table.do(room.to_answer_undo(1, True))
    else:
        table.do(room.to_undo(0))
    assert room.by_itself() is None and room.decisions[0].actions == asked.actions
    assert (room.passes[0], room.stops[0]) == (("their main",), ("my attack",))


def test_the_other_side_does_not_learn_where_a_seat_passes() -> None:
    """Whether Bob passes by himself or by his setting, Ann's undo needs his consent."""
    undos: list[bool] = []
    for number in range(12):
        for skips in (True, False):
            table = new_table("dicemasters", number)
            room = table.room
            if skips:
                table.do(room.to_passes(1, ["their main", "their attack"]))
            for seat, followed in game(table, most=150):
                others = [what for what in unasked(followed) if what.seat != seat]
                if others and room.session is not None and room.session.entries[-1].what == "act":
                    undos.append(room.can_undo(seat) is None)
    assert not any(undos)


# ---- at a hub ----------------------------------------------------------------------------------------------------


def test_a_server_that_ends_in_between_goes_on(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, *guests, ann, bob = await two(hub, Settings(clock=Clock("total", 3000.0)))
        failures = Failures(hub, lambda what: isinstance(what, Play) and what.unasked)
        for _ in range(60):
            if not failures.left:
                break
            guest = guests[live.room.asked()[0]]
            while not guest.out.empty():
                guest.out.get_nowait()
            question = live.room.decisions[0]
            action = some_answer(live.room, question)
            await hub.request(live, guest, m.Play(1, question.seat, live.room.version, [action]))
        assert not failures.left and live.dropped
        before = stored(hub, ann.room)
        assert not unasked(before)
        again = await hub.room(ann.room)
        new = stored(hub, ann.room)[len(before) :]
        assert new and new == unasked(new), "what had to follow has followed"
        guests = [await hub.join(again, m.Hello(x.token)) for x in (ann, bob)]
        assert isinstance(await choose(hub, again, guests[again.room.asked()[0]], 1), m.Done)
        assert picture(again.room)["entries"] == picture(await reread(hub, ann.room))["entries"]

    run(tmp_path, play)


async def reread(hub: Hub, ident: str) -> Room:
    return (await hub._load(ident)).room


def test_the_update_shows_the_stops_of_ones_own_seats(tmp_path: Path) -> None:
    async def play(hub: Hub, time: Time) -> None:
        live, ann, bob, *_ = await two(hub, Settings())
        assert isinstance(await answer(hub, live, ann, m.Passes(1, 0, ["their main"], ["my main"])), m.Done)
        refused = await answer(hub, live, ann, m.Passes(2, 0, ["\0"]))
        assert isinstance(refused, m.Refusal) and refused.code == "illegal"
        assert live.room.passes == [("their main",), ()] and live.room.stops == [("my main",), ()]
        hub._show(live)
        updates = [last_update(guest) for guest in (ann, bob)]
        assert [(u.passes, u.stops) for u in updates] == [([["their main"]], [["my main"]]), ([[]], [[]])]

    run(tmp_path, play)


def test_what_a_guest_is_asked_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann skips her Attack Step, Bob nothing: each question has a choice, if only that of taking back the last move.

    She is never asked who attacks.
    """
    monkeypatch.setattr("dicehall.table.hub.new_server_seed", lambda: b"7" * 32)
    asked: list[set[str]] = [set(), set()]

    async def play(hub: Hub, time: Time) -> None:
        live, *guests, _, _ = await two(hub, Settings())
        assert isinstance(await answer(hub, live, guests[0], m.Passes(1, 0, ["my attack"])), m.Done)
        for _ in range(120):
            if live.room.status == OVER:
                break
            seat = live.room.asked()[0]
            hub._show(live)
            update = last_update(guests[seat])
            question = update.questions[0]
            assert len(question.actions) > 1 or question.actions[0].equal or update.may_undo == [True]
            asked[seat].add(question.asks)
            action = some_answer(live.room, live.room.decisions[0])
            await hub.request(live, guests[seat], m.Play(1, seat, question.version, [action]))

    run(tmp_path, play)
    assert "Who attacks?" in asked[1] and "Who attacks?" not in asked[0]
    assert "What do you do?" in asked[0]
