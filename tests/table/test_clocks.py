"""Clocks of a room, by the times of its inputs."""

from __future__ import annotations

import pytest

from dicehall.table.inputs import Resume
from dicehall.table.settings import Clock, Settings

from .probing import Table, new_table, picture, seed_of


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
