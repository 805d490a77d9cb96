"""A room without a server: it follows from its inputs, refuses without changing, takes back, keeps time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dicehall.cli.verify import verify_command
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput
from dicehall.kernel.fair import FairDice
from dicehall.kernel.session import Entry
from dicehall.notation.record import read_record, replay_record
from dicehall.notation.verifying import verify
from dicehall.table.inputs import AnswerUndo, AskUndo, Begin, Concede, Input, Play, Resume, Sit, Undo, decode, encode
from dicehall.table.room import OVER, PLAYING, WAITING, Refused, Room
from dicehall.table.seeing import update_of
from dicehall.table.settings import GAMES, Clock, Place, Settings, check_name, checked

from .probing import ALL, Table, new_table, picture, play_on, play_until, seed_of

GAMES_EACH = 12 if ALL else 1
BOTH = pytest.mark.parametrize("game", GAMES)


def wild(table: Table, rng: Rng, limit: int = 100_000) -> Iterator[None]:
    """A game of random answers in which people take back, ask, consent and refuse; yields after each input."""
    room = table.room
    for _ in play_on(table, rng, limit, "easy", 0.25 * (1 + rng.below(8))):
        yield
        if room.status == OVER or rng.below(6):
            continue
        seat = rng.below(2)
        try:
            what = room.to_undo(seat)
        except Refused:
            continue
        table.do(what)
        yield
        if isinstance(what, AskUndo) and rng.below(3):
            table.do(room.to_answer_undo(1 - seat, bool(rng.below(2))))
            yield


def record_of(room: Room, folder: Path) -> Path:
    path = folder / "game.toml"
    path.write_text(room.record())
    return path


# ---- it follows from its inputs ----------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("number", range(GAMES_EACH))
def test_the_same_inputs_give_the_same_room_at_every_prefix(game: str, number: int, tmp_path: Path) -> None:
    clock = (Clock("total", 600.0, 5.0), Clock("move", 60.0), Clock())[number % 3]
    table = Table(Settings(game=game, clock=clock), seed_of(number), begin=False)  # type: ignore[arg-type]
    room = table.room
    pictures = [picture(room)]
    for seat, name in enumerate(("Ann", "Bob")):
        table.do(room.to_sit(seat, name, f"{name}'s own"), 7.0)
        pictures.append(picture(room))
    table.do(room.to_begin(), 0.0)
    pictures.append(picture(room))
    for _ in wild(table, Rng(number)):
        pictures.append(picture(room))
    assert room.status == OVER
    assert len(pictures) == len(table.stored) + 1 == room.count + 1
    again = table.again(0)
    for number_of_inputs, expected in enumerate(pictures):
        if number_of_inputs:
            at, data = table.stored[number_of_inputs - 1]
            again.perform(decode(data), at)
        assert picture(again) == expected, f"after {number_of_inputs} inputs"
    verdict = verify(read_record(record_of(room, tmp_path)))
    assert verdict.problem == "" and verdict.is_over
    assert again.record() == room.record()


@BOTH
@pytest.mark.parametrize("level", ["easy", "beginner"] if ALL else ["easy"])
def test_bots_play_whole_games(game: str, level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table(game, 3)
    for _ in play_on(table, Rng(3), level=level):
        pass
    assert table.room.status == OVER
    assert table.room.asked() == [] and table.room.clocks.running == []
    assert verify_command(record_of(table.room, tmp_path), commitment=table.room.commitment) == 0
    assert "are what the seeds give" in capsys.readouterr().out


@BOTH
def test_the_record_so_far_can_be_replayed_and_does_not_tell_the_seed(game: str, tmp_path: Path) -> None:
    table = new_table(game, 5)
    room = table.room
    for count, _ in enumerate(wild(table, Rng(5), 400 if ALL else 30)):
        text = room.record()
        assert (room.server_seed.hex() in text) == (room.status == OVER)
        if count % 5 == 0 and not (room.state.decision and room.state.decision.continues):
            player, failure = replay_record(read_record(record_of(room, tmp_path)))
            assert failure is None, failure


def test_inputs_of_another_version_of_the_rules_are_noticed() -> None:
    table = new_table("dicemasters", 1)
    for _ in play_on(table, Rng(1), 5):
        pass
    at, data = table.stored[2]
    assert b'"begin"' in data
    table.stored[2] = (at, data.replace(b"[[", b'[["chance",-1,0,[0],true,[],-1,""],[', 1))
    with pytest.raises(DicehallError, match="does not go on as it went then"):
        table.again()


# ---- what is refused changes nothing -----------------------------------------------------------------------------


@BOTH
def test_wanting_changes_nothing(game: str) -> None:
    table, rng = new_table(game, 2), Rng(12)
    room = table.room
    accepted = refused = 0
    for count, _ in enumerate(wild(table, rng, 250 if ALL else 35)):
        if count % 3:
            continue
        before = picture(room)
        wants: list[Callable[[], object]] = [room.to_begin, lambda: room.to_sit(0, "Cora", ""), lambda: room.record()]
        for seat in (0, 1):
            version = table.version(seat)
            decision = room.decision_of(seat)
            listed = list(decision.actions[:3]) if decision else []
            for actions in ([], [-1], [10**30], [0], [1, 2, 3], [2001], [10_001], *[[a] for a in listed]):
                wants.append(lambda s=seat, v=version, a=actions: room.to_play(s, v, a))  # type: ignore[misc]
            for text in ("pass", "keep", "concede", "battle none", "nonsense", "field Sidekick", "Ann> pass", "="):
                wants.append(lambda s=seat, v=version, t=text: room.to_play(s, v, text=t))  # type: ignore[misc]
            for wrong in (version - 1, version + 1, -1, 10**30):
                wants.append(lambda s=seat, v=wrong, a=listed: room.to_play(s, v, a))  # type: ignore[misc]
            wants.append(lambda s=seat: room.to_undo(s))  # type: ignore[misc]
            wants.append(lambda s=seat: room.to_answer_undo(s, True))  # type: ignore[misc]
            wants.append(lambda s=seat: room.to_concede(s))  # type: ignore[misc]
        for want in wants:
            try:
                want()
                accepted += 1
            except (Refused, IllegalAction, InvalidInput) as error:
                assert str(error)
                refused += 1
            assert picture(room) == before
    assert accepted > 20 and refused > 60


@BOTH
def test_an_answer_for_another_moment_is_stale(game: str) -> None:
    table = new_table(game, 4)
    room = table.room
    for _ in play_on(table, Rng(4), 30):
        if room.status == OVER:
            break
        for decision in room.state.decisions:
            version, action = room.asked_version(decision), decision.actions[0]
            assert isinstance(room.to_play(decision.seat, version, [action]), Play)
            for wrong in (version - 1, version + 1, 0 if version else 5, -1):
                with pytest.raises(Refused, match="has gone on since") as caught:
                    room.to_play(decision.seat, wrong, [action])
                assert caught.value.code == "stale"
        for seat in {0, 1} - set(room.asked()):
            with pytest.raises(Refused, match="is not asked to choose now") as caught:
                room.to_play(seat, room.version, [0])
            assert caught.value.code == "illegal"


def test_the_version_grows_with_every_answer_and_every_undo() -> None:
    for game in GAMES:
        table = new_table(game, 6)
        last = table.room.version
        changed = table.room.session
        for _ in wild(table, Rng(6), 100_000 if ALL else 60):
            entries = changed and list(changed.entries)
            assert table.room.version >= last, entries
            last = table.room.version


def test_the_version_grows_when_somebody_gives_up_in_a_half_made_move() -> None:
    table = half_made()
    before = table.room.version
    table.do(table.room.to_concede(0))
    assert table.room.version > before


def test_who_saw_a_half_made_move_that_is_given_up_learns_that_it_is_void() -> None:
    table = half_made()
    room = table.room
    assert room.session is not None
    known = [event.seq for event in room.session.log]
    seen = [repr(event) for event in room.session.log]
    since, epoch = known[-1], room.undone
    table.do(room.to_concede(0))
    update = update_of(room, (1,), [True, True], table.now, since, epoch)
    assert seen[: update.first] == [repr(event) for event in room.session.log[: update.first]]


def half_made() -> Table:
    """A table at which seat 0 is in the middle of a move of which others have seen something."""
    for number in range(50):
        table = new_table("dicemasters", number)

        def found(room: Room, table: Table = table) -> bool:
            decision = room.state.decision
            if decision is None or not decision.continues or decision.seat != 0 or room.session is None:
                return False
            trial = table.again()
            trial.perform(Concede(0), table.now)
            assert trial.session is not None
            old, new = room.session.log, trial.session.log
            return len(old) < len(new) and list(map(repr, old)) != list(map(repr, new[: len(old)]))

        if play_until(table, Rng(number), found):
            return table
    raise RuntimeError("no such moment")


# ---- secret answers ----------------------------------------------------------------------------------------------


def test_a_secret_answer_stays_valid_while_the_other_seat_answers() -> None:
    """At every secret question of some games, in both orders."""
    seen = 0
    for number in range(8):
        table, rng = new_table("irondie", number), Rng(number)
        room = table.room
        while room.status == PLAYING and seen < 40:
            asked = room.state.decisions
            if len(asked) == 2:
                seen += 1
                assert all(decision.secret for decision in asked)
                first = rng.below(2)
                second = 1 - first
                version = table.version(second)
                shown = update_of(room, (second,), [True, True], table.now).questions
                table.answer(first, [asked[first].actions[rng.below(len(asked[first].actions))]])
                assert table.version(second) == version
                assert update_of(room, (second,), [True, True], table.now).questions == shown
                assert room.asked() == [second]
                table.do(room.to_play(second, version, [asked[second].actions[rng.below(len(asked[second].actions))]]))
            else:
                next(play_on(table, rng, 1), None)
    assert seen >= 6


def test_a_secret_answer_can_be_changed_while_the_other_seat_thinks() -> None:
    table = new_table("irondie", 1)
    room = table.room
    start = room.state.save()
    table.answer(0, [room.state.decisions[0].actions[3]])
    assert isinstance(room.to_undo(0), Undo)
    table.do(room.to_undo(0))
    assert room.state.save() == start and room.asked() == [0, 1]
    assert room.undos_left == [3, 3], "that costs nothing"


def test_a_secret_answer_stays_valid_while_the_other_seat_takes_its_own_back() -> None:
    table = new_table("irondie", 1)
    room = table.room
    table.answer(1, [room.state.decisions[1].actions[3]])
    version = table.version(0)
    table.do(room.to_undo(1))
    assert isinstance(room.to_play(0, version, [room.state.decisions[0].actions[0]]), Play)


# ---- undo --------------------------------------------------------------------------------------------------------


@BOTH
def test_a_free_undo_takes_back_the_last_move_exactly(game: str) -> None:
    """After it the game is as before the move, and the dice that fall next are those that would have fallen."""
    done = 0
    for number in range(6 if ALL else 2):
        table, rng = new_table(game, number), Rng(number)
        room = table.room
        before: dict[int, bytes] = {}  # by seat: the state before its last move began
        for _ in range(120):
            if room.status == OVER:
                break
            asked = room.state.decisions
            decision = asked[rng.below(len(asked))]
            if not decision.continues:
                before = {decision.seat: room.state.save()}
            table.answer(decision.seat, [decision.actions[rng.below(len(decision.actions))]])
            if room.state.is_over or decision.secret:
                continue
            for seat in before:
                try:
                    what = room.to_undo(seat)
                except Refused:
                    continue
                if isinstance(what, Undo) and rng.below(2):
                    version = room.version
                    table.do(what)
                    assert room.state.save() == before[seat]
                    assert room.version > version
                    done += 1
                    break
    assert done >= (5 if game == "dicemasters" else 1)


@BOTH
def test_rolls_that_are_taken_back_by_consent_do_not_come_again(game: str, tmp_path: Path) -> None:
    differed = taken = again = 0
    rolled = Entry("chance", -1)
    for number in range(6 if ALL else 2):
        table, rng = new_table(game, number, undos=99), Rng(number)
        room = table.room
        for count, seat in enumerate(play_on(table, rng, level="easy")):
            if room.status == OVER or count % 7 != 3:
                continue
            assert room.session is not None and isinstance(room.session.dice, FairDice)
            entries = list(room.session.entries)
            try:
                what = room.to_undo(seat)
            except Refused:
                continue
            if not isinstance(what, AskUndo):
                continue
            table.do(what)
            assert room.asks_undo == seat
            with pytest.raises(Refused, match="nobody has asked you"):
                room.to_answer_undo(seat, True)
            with pytest.raises(Refused, match="already"):
                room.to_undo(seat)
            stream = room.session.dice.rng.stream
            table.do(room.to_answer_undo(1 - seat, True))
            taken += 1
            kept = room.session.entries
            assert kept == entries[: len(kept)] and len(kept) < len(entries)
            assert room.asks_undo == -1
            gone = entries[len(kept) :]
            fell = [entry.outcome for entry in gone if entry.what == "chance"]
            assert room.session.dice.rng.stream == stream + bool(fell)
            same = [entry.action for entry in gone[: [entry.what for entry in [*gone, rolled]].index("chance")]]
            if fell and room.asked() == [seat]:  # the same answers again: other dice
                count_before = len(room.session.entries)
                table.answer(seat, same)
                now = [entry.outcome for entry in room.session.entries[count_before:] if entry.what == "chance"]
                assert now
                again += 1
                differed += now[0] != fell[0]
        assert verify(read_record(record_of(room, tmp_path))).problem == ""
        assert table.again().record() == room.record()
    assert taken >= 3 and again >= 2 and differed >= again // 2 > 0


def after_a_roll(undos: int = 3, number: int = 0) -> tuple[Table, int]:
    """A table and a seat that needs consent to take its last move back."""
    table = new_table("dicemasters", number, undos=undos)
    for seat in play_on(table, Rng(number), 200):
        try:
            if isinstance(table.room.to_undo(seat), AskUndo):
                return table, seat
        except Refused as error:
            if undos == 0 and "consent" in str(error):
                return table, seat
    raise RuntimeError("no roll")


def test_consent_can_be_refused_and_costs_nothing_then() -> None:
    table, seat = after_a_roll()
    room = table.room
    state = room.state.save()
    table.do(room.to_undo(seat))
    table.do(room.to_answer_undo(1 - seat, False))
    assert room.state.save() == state and room.undone == 0
    assert room.undos_left == [3, 3] and room.asks_undo == -1
    with pytest.raises(Refused, match="nobody has asked you"):
        room.to_answer_undo(1 - seat, True)


def test_an_answer_to_the_game_withdraws_the_request() -> None:
    table, seat = after_a_roll()
    room = table.room
    table.do(room.to_undo(seat))
    asked = room.state.decisions[0]
    table.answer(asked.seat, [asked.actions[0]])
    assert room.asks_undo == -1


def test_consent_is_limited() -> None:
    table, seat = after_a_roll(undos=2)
    room, rng = table.room, Rng(8)
    for left in (1, 0):
        table.do(room.to_undo(seat))
        table.do(room.to_answer_undo(1 - seat, True))
        assert room.undos_left[seat] == left
        assert play_until(table, rng, lambda r: by_consent(r, seat) != "")
    assert "no further moves can be taken back by consent" in by_consent(room, seat)
    assert room.undos_left[1 - seat] == 2


def by_consent(room: Room, seat: int) -> str:
    """What is said if a seat wants to take back what only consent can give; empty if it may or has nothing to."""
    try:
        return "asks" if isinstance(room.to_undo(seat), AskUndo) else ""
    except Refused as error:
        return str(error) if "consent" in str(error) else ""


def test_consent_can_be_switched_off() -> None:
    table, seat = after_a_roll(undos=0)
    with pytest.raises(Refused, match="consent is switched off"):
        table.room.to_undo(seat)


def stale_request() -> tuple[Table, int]:
    """A seat has asked for consent; then both seats have freely taken back, so that what it asked for is done."""
    for number in range(60):
        table, rng = new_table("dicemasters", number), Rng(number)
        room = table.room
        for seat in play_on(table, rng, 100):
            other = 1 - seat
            if room.status == OVER or wanted(room, seat) is not Undo or wanted(room, other) is not AskUndo:
                continue
            back = table.again()
            back.perform(Undo(seat), table.now)
            if wanted(back, other) is Undo:
                table.do(room.to_undo(other))
                table.do(room.to_undo(seat))
                table.do(room.to_undo(other))
                return table, other
    raise RuntimeError("no such moment")


def wanted(room: Room, seat: int) -> type[Input] | None:
    """What an undo of a seat would be now."""
    try:
        return type(room.to_undo(seat))
    except Refused:
        return None


def test_a_request_ends_when_its_move_is_taken_back_otherwise() -> None:
    table, seat = stale_request()
    assert table.room.asks_undo == -1


@pytest.mark.parametrize("first", [0, 1])
def test_both_seats_may_ask_to_take_a_secret_answer_back(first: int) -> None:
    """And nobody can tell by it who was the first to answer."""
    table = new_table("irondie", 0)
    room = table.room
    actions = (room.state.decisions[0].actions[5], room.state.decisions[1].actions[0])
    for seat in (first, 1 - first):
        table.answer(seat, [actions[seat]])
    assert room.status == PLAYING and room.session is not None and room.session.entries[0].seat == first
    assert isinstance(room.to_undo(0), AskUndo)
    assert isinstance(room.to_undo(1), AskUndo)


# ---- giving up ---------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("why", ["", "time", "gone"])
def test_giving_up_ends_the_game_for_the_other_side(game: str, seat: int, why: str, tmp_path: Path) -> None:
    table = new_table(game, 9)
    for _ in play_on(table, Rng(9), 5):
        pass
    room = table.room
    table.do(room.to_concede(seat, why))
    assert room.status == OVER and room.state.outcome is not None
    assert room.state.outcome.winners == (1 - seat,)
    ending = update_of(room, (), [True, True], table.now).ending
    assert ending is not None and ending.why == (why or room.state.outcome.why)
    assert verify(read_record(record_of(room, tmp_path))).problem == ""
    wants: list[Callable[[], object]] = [
        lambda: room.to_concede(0),
        lambda: room.to_play(0, room.version, [0]),
        lambda: room.to_undo(0),
        lambda: room.to_answer_undo(1, True),
        lambda: room.to_begin(),
    ]
    for want in wants:
        with pytest.raises(Refused):
            want()


def test_a_written_move_can_give_up() -> None:
    for game in GAMES:
        table = new_table(game, 1)
        seat = table.room.asked()[0]
        what = table.room.to_play(seat, table.version(seat), text="concede")
        assert what == Concede(seat)


def test_before_the_game_there_is_nothing_to_do_but_sit() -> None:
    table = Table(Settings(), seed_of(0), begin=False)
    room = table.room
    assert room.status == WAITING and room.version == 0 and room.asked() == []
    for want in (
        lambda: room.to_begin(),
        lambda: room.to_play(0, 0, [0]),
        lambda: room.to_concede(0),
        lambda: room.to_undo(0),
        lambda: room.to_answer_undo(0, True),
        lambda: room.to_sit(2, "Cora", ""),
        lambda: room.to_sit(-1, "Cora", ""),
        lambda: room.record(),
    ):
        with pytest.raises(Refused):
            want()
    table.do(room.to_sit(1, "Bob", ""))
    with pytest.raises(Refused, match="seat 2 is taken"):
        room.to_sit(1, "Cora", "")
    with pytest.raises(Refused, match="called bob already"):
        room.to_sit(0, "bob", "")


# ---- clocks ------------------------------------------------------------------------------------------------------


def other_after(table: Table, seconds: float) -> tuple[int, int]:
    """Answers, each after so many seconds, until another seat is asked; who answered, and how often."""
    room = table.room
    seat, count = room.asked()[0], 0
    while room.asked() == [seat]:
        decision = room.decision_of(seat)
        assert decision is not None
        table.answer(seat, [decision.actions[0]], seconds)
        count += 1
    return seat, count


def test_a_clock_in_all_with_an_increment() -> None:
    table = new_table("dicemasters", 0, clock=Clock("total", 100.0, 7.0))
    clocks = table.room.clocks
    assert clocks.left == [100.0, 100.0] and clocks.running == [0]
    seat, count = other_after(table, 2.0)
    assert seat == 0 and clocks.left == [100.0 - 2.0 * count + 7.0, 100.0] and clocks.running == [1]
    assert clocks.left_at(1, table.now + 30) == 70.0 and clocks.left_at(0, table.now + 30) == clocks.left[0]
    assert clocks.next_flag() == table.now + 100.0
    seat, again = other_after(table, 3.0)
    assert seat == 1 and clocks.left == [107.0 - 2.0 * count, 107.0 - 3.0 * again]


def test_a_clock_of_each_move() -> None:
    table = new_table("irondie", 0, clock=Clock("move", 50.0))
    room, clocks = table.room, table.room.clocks
    assert clocks.running == [0, 1]
    table.answer(1, [room.state.decisions[1].actions[5]], 4.0)
    assert clocks.left == [46.0, 46.0] and clocks.running == [0]
    assert clocks.next_flag() == table.now + 46.0
    table.answer(0, [room.state.decisions[0].actions[5]], 5.0)
    assert all(clocks.left[seat] == 50.0 for seat in clocks.running if seat == 1), "asked anew: full again"
    for seat in {0, 1} - set(clocks.running):
        assert clocks.left[seat] == (41.0, 46.0)[seat], "who is not asked keeps what is left"


def test_both_clocks_run_while_both_seats_choose_in_secret() -> None:
    table = new_table("irondie", 0, clock=Clock("total", 100.0, 1.0))
    room, clocks = table.room, table.room.clocks
    assert clocks.next_flag() == table.now + 100.0
    assert [clocks.left_at(seat, table.now + 9.0) for seat in (0, 1)] == [91.0, 91.0]
    table.answer(0, [room.state.decisions[0].actions[5]], 10.0)
    assert clocks.left == [91.0, 90.0] and clocks.running == [1]
    assert [clocks.left_at(seat, table.now + 9.0) for seat in (0, 1)] == [91.0, 81.0]


def test_without_a_limit_no_clock_is_kept() -> None:
    table = new_table("irondie", 0)
    assert table.room.clocks.next_flag() is None
    assert table.room.clocks.left_at(0, table.now + 1e6) is None


def test_clocks_stop_when_the_game_is_over_and_do_not_run_before_it() -> None:
    table = Table(Settings(clock=Clock("total", 100.0)), seed_of(1), begin=False)
    table.do(table.room.to_sit(0, "Ann", ""), 1000.0)
    table.do(table.room.to_sit(1, "Bob", ""), 1000.0)
    table.do(table.room.to_begin(), 1000.0)
    assert table.room.clocks.left == [100.0, 100.0]
    table.do(table.room.to_concede(1), 10.0)
    assert table.room.clocks.left == [90.0, 100.0]
    assert table.room.clocks.next_flag() is None and table.room.clocks.left_at(0, 1e9) == 90.0


def test_time_that_goes_backwards_gives_nothing() -> None:
    table = new_table("dicemasters", 0, clock=Clock("total", 100.0))
    table.answer(0, [table.room.state.decisions[0].actions[0]], -50.0)
    assert table.room.clocks.left == [100.0, 100.0]


def test_no_time_runs_while_the_server_is_down() -> None:
    table = new_table("dicemasters", 0, clock=Clock("total", 100.0))
    table.answer(0, [table.room.state.decisions[0].actions[0]], 10.0)
    room = table.again()
    room.clocks.resume(table.now + 5000.0)
    assert room.clocks.left_at(room.asked()[0], table.now + 5003.0) == room.clocks.left[room.asked()[0]] - 3.0


def test_no_time_runs_while_the_server_is_down_also_when_it_is_down_twice() -> None:
    table = new_table("dicemasters", 0, clock=Clock("total", 100.0))
    for count in (1, 2, 3):
        table.do(Resume(), 5000.0)
        seat = table.room.asked()[0]
        table.answer(seat, [table.room.state.decisions[0].actions[0]], 3.0)
        assert sum(table.room.clocks.left) == 200.0 - 3.0 * count
        assert picture(table.again()) == picture(table.room)


@pytest.mark.parametrize("clock", [Clock("total", 60.0, 10.0), Clock("move", 60.0)])
def test_taking_back_wins_no_time(clock: Clock) -> None:
    table = new_table("irondie", 0, clock=clock)
    for _ in range(10):
        table.answer(1, [table.room.state.decisions[1].actions[0]], 1.0)
        table.do(table.room.to_undo(1), 1.0)
    assert table.room.clocks.left[1] <= 60.0 - 10.0


# ---- names and seats ---------------------------------------------------------------------------------------------


def test_names() -> None:
    for name in ("", "A", "Ann", "Ünal", "Bob2", "李", "x" * 16):
        assert check_name(name) == name
    wrong = ("x" * 17, " Ann", "Ann ", "A b", "a.b", 'a"b', "a>b", "a\nb", "a\x00", "\u202eAnn", "Roll", "draw", "none")
    for name in (*wrong, "concede", "pass", "[x]", "a=b", "#", "''"):
        with pytest.raises(InvalidInput, match=r"^name: "):
            check_name(name)


def test_who_gives_no_name_gets_one() -> None:
    room = Table(Settings(), seed_of(0), begin=False).room
    assert room.to_sit(1, "", "").name == "Ann"
    room.perform(room.to_sit(1, "Ann", ""), 0.0)
    assert room.to_sit(0, "", "").name == "Bob"


def test_who_gives_no_name_gets_one_that_is_free() -> None:
    room = Table(Settings(places=(Place(), Place(kind="bot", name="ann"))), seed_of(0), begin=False).room
    assert room.to_sit(0, "", "").name == "Bob"


def test_seeds_of_seats() -> None:
    room = Table(Settings(), seed_of(0), begin=False).room
    assert room.to_sit(0, "", "any text, ☃ too").seed == "any text, ☃ too"
    for seed in ("two\nlines", "x" * 257, "é" * 129, "\x00"):
        with pytest.raises(InvalidInput, match="seed of a seat"):
            room.to_sit(0, "", seed)


@pytest.mark.parametrize(
    "names",
    [("Ünal", "李"), ("and", "tie"), ("playing", "winner"), ("a", "a1"), ("a-b", "a_b"), ("2Bob", "007"), ("²", "ﬁ")],
)
def test_the_record_of_any_names_can_be_verified(names: tuple[str, str], tmp_path: Path) -> None:
    for game in GAMES if ALL else ("dicemasters",):
        table = new_table(game, 1, names)
        for _ in play_on(table, Rng(1), level="random" if game == "irondie" else "easy"):
            pass
        assert verify(read_record(record_of(table.room, tmp_path))).problem == ""


@BOTH
def test_the_record_of_a_game_against_a_bot_can_be_verified(game: str, tmp_path: Path) -> None:
    table = new_table(game, 1, places=(Place(), Place(kind="bot", level="easy")))
    for _ in play_on(table, Rng(1), level="easy"):
        pass
    assert verify(read_record(record_of(table.room, tmp_path))).problem == ""


# ---- settings ----------------------------------------------------------------------------------------------------

PERSON, BOT = Place(), Place(kind="bot")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"clock": Clock("none", 5.0)}, "clock: without a limit"),
        ({"clock": Clock("none", 0.0, 5.0)}, "clock: without a limit"),
        ({"clock": Clock("move")}, "clock: seconds are from 1"),
        ({"clock": Clock("move", 0.5)}, "clock: seconds are from 1"),
        ({"clock": Clock("total", -5.0)}, "clock: seconds are from 1"),
        ({"clock": Clock("total", 1e9)}, "clock: seconds are from 1"),
        ({"clock": Clock("total", float("nan"))}, "clock: seconds are from 1"),
        ({"clock": Clock("total", float("inf"))}, "clock: seconds are from 1"),
        ({"clock": Clock("move", 60.0, 1.0)}, "clock: an increment"),
        ({"clock": Clock("total", 60.0, -1.0)}, "clock: an increment"),
        ({"clock": Clock("total", 60.0, float("nan"))}, "clock: an increment"),
        ({"clock": Clock("total", 60.0, 1e6)}, "clock: an increment"),
        ({"claim_after": 1.0}, "claim_after: from 10"),
        ({"claim_after": float("inf")}, "claim_after: from 10"),
        ({"undos": -1}, "undos: from 0 to 99"),
        ({"undos": 10**30}, "undos: from 0 to 99"),
        ({"places": (BOT, BOT)}, "one seat at least is for a person"),
        ({"places": (PERSON, BOT), "one_screen": True}, "at one screen both seats are for persons"),
        ({"places": (PERSON, Place(kind="bot", level="genius"))}, "seat 2: there is no level 'genius'; there are beg"),
        ({"places": (PERSON, Place(kind="bot", level="pipe:sh"))}, "seat 2: there is no level 'pipe:sh'"),
        ({"places": (PERSON, Place(kind="bot", level="os:system"))}, "seat 2: there is no level"),
        ({"places": (PERSON, Place(kind="bot", level="search:9999999"))}, "seat 2: there is no level"),
        ({"places": (Place(team="x" * 4001), PERSON)}, "seat 1: a team has at most 4000"),
        ({"places": (Place(name="x" * 25), PERSON)}, "name: .* at most 16 long"),
        ({"places": (Place(name="a>b"), PERSON)}, "name: .* one word of letters"),
        ({"edition": "third"}, "edition: there is no 'third'; there are avx"),
        ({"places": (PERSON, Place(team="no-such-team"))}, "seat 2: there is no ready-made team 'no-such-team'"),
        ({"places": (PERSON, Place(team="imw22x3 zzz9x1"))}, "seat 2: .*zzz9"),
        ({"places": (PERSON, Place(team="cards = 5"))}, "seat 2: .*cards"),
        ({"places": (PERSON, Place(team="cards = ["))}, "seat 2: .*is not TOML"),
        ({"places": (PERSON, Place(team="x=" + "[" * 3000))}, "seat 2: "),
        ({"places": (PERSON, Place(team="imw22x999"))}, "too many"),
        ({"game": "irondie", "places": (PERSON, Place(team="red assault x2"))}, "no legal set"),
        ({"game": "irondie", "places": (PERSON, Place(team="nonsense"))}, "seat 2: .*ready-made sets are"),
        ({"game": "irondie", "places": (PERSON, Place(team="red assault x99999"))}, "seat 2|no legal set"),
    ],
)
def test_settings_that_make_no_sense_are_refused_clearly(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidInput, match=f"(?s){says}"):
        checked(Settings(**settings))


@pytest.mark.parametrize(
    "settings",
    [
        Settings(game="irondie", edition="no such edition"),
        Settings(one_screen=True, listed=True),
        Settings(places=(Place(kind="bot", name="Ann"), Place(name="ann"))),
    ],
)
def test_settings_that_make_no_sense_are_refused_too(settings: Settings) -> None:
    with pytest.raises(InvalidInput):
        checked(settings)


# ---- texts of teams never name a file ----------------------------------------------------------------------------

_opened: list[str] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir"):
        _opened.append(str(arguments[0]))


@contextmanager
def watched() -> Iterator[list[str]]:
    """What is opened meanwhile."""
    global _opened
    found = _opened = []
    try:
        yield found
    finally:
        _opened = None


_hooked: list[bool] = []


@BOTH
def test_a_text_of_a_team_never_reads_a_file(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not _hooked:
        sys.addaudithook(_hook)  # cannot be taken away; does nothing unless somebody watches
        _hooked.append(True)
    monkeypatch.chdir(tmp_path)
    team = 'name = "a"\nabout = "found-in-a-file"\ncards = ["imw22 x3"]\nbasics = []\n'
    for name in ("x.toml", "x1", "plain", "imw22x3"):
        (tmp_path / name).write_text(team)
    texts = ["x.toml", "./x.toml", "../x.toml", "x1", "plain", "/etc/passwd", "~/x.toml", "file:x.toml", "/", ".", ".."]
    texts += [str(tmp_path / name) for name in ("x.toml", "x1", "plain", "imw22x3", "nothing.toml")]
    texts += [
        f"{tmp_path}/x.toml\n",
        "/proc/self/environ",
        "/dev/zero",
        "x.toml\x00",
        "sets.toml",
        "imw22x3 /etc/passwd",
    ]
    texts += ['include = "x.toml"', 'cards = ["x.toml"]', 'cards = ["/etc/passwd x3"]', "random", "../demos"]
    checked(Settings(game=game))  # type: ignore[arg-type]
    for text in texts:
        with watched() as opened:
            try:
                checked(Settings(game=game, places=(Place(team=text), Place())))  # type: ignore[arg-type]
            except InvalidInput as error:
                assert "found-in-a-file" not in str(error) and "root:" not in str(error)
            else:
                pytest.fail(f"{text!r} was accepted")
        outside = [path for path in opened if "dicehall" not in Path(path).parts]
        assert outside == [], text
    with watched() as opened:  # a file of this name is there, but the text is a team of its own
        if game == "dicemasters":
            checked(Settings(places=(Place(team="imw22x3"), Place())))
    assert opened == []


def test_inputs_have_one_form() -> None:
    """What is stored is read back as what it was."""
    for what in (Sit(0, "Ann", "☃"), Begin(()), Undo(1), AskUndo(0), AnswerUndo(1, False), Concede(0, "time")):
        assert decode(encode(what)) == what
