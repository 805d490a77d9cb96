"""Sessions: the record of what was put in, the log of what happened, undo, rewind and replay.
Played with small games that are no Dice Masters."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from guess import NUMBERS, OUT, Guess, GuessState
from race import BANK, RISK, Race, RaceState

from dicehall.kernel.decision import Decision, Wait
from dicehall.kernel.dice import RecordedDice, ScriptedDice, SeededDice
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput, StaleVersion
from dicehall.kernel.event import Event, chain
from dicehall.kernel.session import Entry, Session, replay

SCRIPT = [(0, 1), (2, 3), (4, 5), (0, 2), (1, 3), (2, 4)]


def session() -> Session:
    return Session(Race(RaceState).new_state(), ScriptedDice(SCRIPT))


def scores(of: Session) -> list[int]:
    assert isinstance(of.state, RaceState)
    return of.state.scores


def test_it_rolls_and_writes_down_what_fell() -> None:
    s = session()
    assert s.entries == [Entry("chance", -1, 0, (0, 1))]
    s.act(BANK)
    assert s.entries[1:] == [Entry("act", 0, BANK), Entry("chance", -1, 0, (2, 3))]
    assert scores(s) == [3, 0] and s.state.wait is Wait.DECISION


def test_without_dice_the_caller_says_how_they_fall() -> None:
    s = Session(Race(RaceState).new_state())
    with pytest.raises(IllegalAction, match="nobody is asked"):
        s.act(BANK)
    with pytest.raises(InvalidInput):
        s.chance((0, 9))
    assert s.entries == []
    s.chance((5, 5))
    with pytest.raises(IllegalAction, match="no roll"):
        s.chance((5, 5))
    s.act(BANK)
    assert scores(s) == [12, 0] and [e.what for e in s.entries] == ["chance", "act"]


def test_what_is_refused_is_not_recorded() -> None:
    s = session()
    before = list(s.entries), list(s.log), s.state.fingerprint()
    with pytest.raises(IllegalAction):
        s.act(99)
    with pytest.raises(StaleVersion):
        s.act(BANK, s.state.version - 1)
    with pytest.raises(IllegalAction):
        s.proceed()
    with pytest.raises(InvalidInput):
        s.concede(7)
    assert (s.entries, s.log, s.state.fingerprint()) == before
    s.act(BANK, s.state.version)


def test_the_state_that_was_given_is_left_alone() -> None:
    state = Race(RaceState).new_state()
    before = state.save()
    s = Session(state, SeededDice(1))
    s.act(BANK)
    assert state.save() == before and s.start.fingerprint() == state.fingerprint()


def test_the_log_holds_every_event_once() -> None:
    s = session()
    s.act(BANK)
    s.act(RISK)
    assert [e.seq for e in s.log] == list(range(len(s.log)))
    assert [e.kind for e in s.log] == ["starts", "rolled", "decided", "banked", "rolled", "decided", "rolled"]


def test_dice_that_fell_cannot_be_taken_back() -> None:
    s = Session(Race(RaceState).new_state())
    with pytest.raises(DicehallError, match="nothing was done"):
        s.undo()
    reason = s.can_undo(0)
    assert reason is not None and "nothing has been done" in reason.text
    s = session()
    s.act(BANK)
    reason = s.can_undo(0)
    assert reason is not None and "dice have fallen" in reason.text
    with pytest.raises(DicehallError, match="dice have fallen"):
        s.undo()


def test_undo_goes_back_to_the_start_of_the_move() -> None:
    s = Session(Race(RaceState).new_state())
    s.chance((0, 1))
    before = s.state.fingerprint(), list(s.entries), list(s.log)
    s.act(BANK)
    reason = s.can_undo(1)
    assert s.can_undo(0) is None and reason is not None and "another seat" in reason.text
    s.undo()
    assert (s.state.fingerprint(), s.entries, s.log) == before
    s.act(RISK)
    s.chance((3, 3))
    assert scores(s) == [0, 0]


def test_rewind_goes_to_any_entry_and_rolls_on() -> None:
    s = session()
    for _ in range(3):
        s.act(BANK)
    s.rewind(1)
    assert scores(s) == [0, 0] and s.entries == [Entry("chance", -1, 0, (0, 1))]
    s.act(BANK)
    assert s.entries[-1].outcome == (1, 3), "the dice go on where they are; what fell does not fall again"


def test_replay_and_recorded_dice() -> None:
    s = session()
    s.act(RISK)
    s.act(BANK)
    s.act(BANK)
    s.concede(1)
    assert s.state.is_over and s.entries[-1] == Entry("concede", 1)
    again = replay(Race(RaceState).new_state(), s.entries)
    assert (again.state.fingerprint(), again.entries, again.log) == (s.state.fingerprint(), s.entries, s.log)
    recorded = Session(Race(RaceState).new_state(), RecordedDice([e.outcome for e in s.entries if e.what == "chance"]))
    for entry in s.entries:
        if entry.what == "act":
            recorded.act(entry.action)
    recorded.concede(1)
    assert (recorded.entries, recorded.log) == (s.entries, s.log)


def test_chains_of_causes() -> None:
    s = session()
    s.act(BANK)
    banked = next(e for e in s.log if e.kind == "banked")
    assert [e.kind for e in chain(s.log, banked.seq)] == ["banked", "decided"]
    assert chain({e.seq: e for e in s.log}, banked.seq) == chain(s.log, banked.seq)
    assert chain(s.log, -1) == [] and chain([Event(4, "x", 3, "")], 4) == [Event(4, "x", 3, "")]


# ---- secret answers -------------------------------------------------------------------------------------------

NUMBER = (2, 0, 3)  # what each seat chooses


def secrets(seats: int = 2, script: list[tuple[int, ...]] | None = None) -> Session:
    """A session of the game with secrets; without a script its dice are left open."""
    return Session(Guess(GuessState, seats).new_state(), None if script is None else ScriptedDice(script))


def chosen(seats: int, order: tuple[int, ...]) -> Session:
    """A session in which these seats have chosen, in this order."""
    s = secrets(seats)
    for seat in order:
        s.act(NUMBER[seat], seat=seat)
    return s


def moment(of: Session) -> tuple[Any, ...]:
    """All that must not change when something is refused."""
    views = [of.state.view(seat) for seat in (-1, 0, 1)]
    return of.state.save(), views, list(of.entries), list(of.log), of.public()


def numbers(of: Session) -> list[int]:
    assert isinstance(of.state, GuessState)
    return of.state.numbers


@pytest.mark.parametrize("seats", [2, 3])
def test_secret_answers_may_come_in_any_order(seats: int) -> None:
    ends = []
    for order in permutations(range(seats)):
        s = chosen(seats, order)
        assert s.state.wait is Wait.CHANCE and numbers(s) == list(NUMBER[:seats])
        s.chance((1,))
        ends.append((s.state.fingerprint(), [s.state.view(seat) for seat in range(-1, seats)], sorted(s.public())))
    assert all(end == ends[0] for end in ends)


def test_while_answers_are_out_the_record_does_not_tell_their_order() -> None:
    one, other = chosen(3, (0, 2)), chosen(3, (2, 0))
    assert one.state.fingerprint() == other.state.fingerprint() and one.public() == other.public() == []
    assert one.state.committed == (0, 2) and [d.seat for d in one.state.decisions] == [1]


def test_after_the_reveal_the_record_does_not_tell_who_was_first() -> None:
    assert chosen(2, (0, 1)).public() == chosen(2, (1, 0)).public()


def test_the_public_record_leaves_out_answers_until_all_are_in() -> None:
    s = secrets(3, [(0,), (1,)])
    for seat in (1, 0):
        s.act(NUMBER[seat], seat=seat)
        assert s.public() == [] and s.entries[-1] == Entry("act", seat, NUMBER[seat], asked=0)
    s.act(NUMBER[2], seat=2)
    first = [Entry("act", seat, NUMBER[seat], asked=0) for seat in (0, 1, 2)] + [Entry("chance", -1, 0, (0,))]
    assert s.public() == first and s.entries == [first[1], first[0], *first[2:]]
    s.act(1, seat=0)
    assert s.public() == first and len(s.entries) == 5, "of the next round nothing is told"
    assert replay(s.start, s.public()).state.fingerprint() == replay(s.start, s.entries[:4]).state.fingerprint()


def test_the_log_tells_that_a_seat_has_chosen_and_not_what() -> None:
    one, other = secrets(), secrets()
    one.act(1, seat=1)
    other.act(3, seat=1)
    assert one.log == other.log and [(e.kind, e.a) for e in one.log] == [("starts", -1), ("chose", 1)]
    for seat in (-1, 0):
        assert one.state.view(seat) == other.state.view(seat)
    assert one.state.view(1)["numbers"] == [OUT, 1] and other.state.view(1)["numbers"] == [OUT, 3]


def test_without_a_seat_the_first_that_is_asked_answers() -> None:
    s = secrets()
    s.act(3)
    s.act(1)
    assert [(e.seat, e.action) for e in s.entries] == [(0, 3), (1, 1)]


def test_a_version_holds_as_long_as_its_question() -> None:
    s = secrets(3, [(0,), (1,)])
    start = s.state.version
    s.act(2, start, seat=1)
    s.act(1, start, seat=0)
    with pytest.raises(StaleVersion):
        s.act(0, start + 3, seat=2)
    s.act(0, start + 1, seat=2)
    with pytest.raises(StaleVersion):
        s.act(0, start, seat=2)
    assert {d.version for d in s.state.decisions} == {s.state.version}


def test_a_seat_that_is_not_asked_is_refused() -> None:
    s = chosen(2, (0,))
    before = moment(s)
    with pytest.raises(IllegalAction, match="Ann is not asked"):
        s.act(1, seat=0)
    assert moment(s) == before
    s.act(1, seat=1)
    before = moment(s)
    with pytest.raises(IllegalAction, match="Bob is not asked"):
        s.act(1, seat=1)
    assert moment(s) == before
    race = session()
    held = list(race.entries), list(race.log), race.state.save()
    with pytest.raises(IllegalAction, match="Bob is not asked"):
        race.act(BANK, seat=1)
    assert (race.entries, race.log, race.state.save()) == held
    race.act(BANK, seat=0)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DicehallError):
        secrets().act(1, seat=7)


def test_a_spectator_is_refused_as_such() -> None:
    with pytest.raises(DicehallError) as caught:
        secrets().act(1, seat=-1)
    assert "Bob" not in str(caught.value)


# ---- taking back, in secret -----------------------------------------------------------------------------------


def test_a_secret_answer_can_be_taken_back_while_another_is_out() -> None:
    s = secrets(2, [(0,)])
    before = moment(s)
    s.act(2, seat=1)
    assert s.can_undo(1) is None and s.can_undo(0) is not None
    s.undo(1)
    assert moment(s)[1:] == before[1:] and s.state.fingerprint() == s.start.fingerprint()
    s.act(3, seat=1)
    s.act(0, seat=0)
    assert [(e.what, e.seat, e.action) for e in s.entries] == [("act", 1, 3), ("act", 0, 0), ("chance", -1, 0)]


@pytest.mark.parametrize(("first", "second"), list(permutations(range(3), 2)))
def test_it_can_be_taken_back_though_another_answered_since(first: int, second: int) -> None:
    s, alone = chosen(3, (first, second)), chosen(3, (second,))
    assert s.can_undo(first) is None and s.can_undo(second) is None
    s.undo(first)
    assert moment(s)[1:] == moment(alone)[1:] and s.state.fingerprint() == alone.state.fingerprint()
    assert s.state.committed == (second,) and numbers(s)[second] == NUMBER[second]
    s.undo(second)
    assert s.entries == [] and s.state.fingerprint() == s.start.fingerprint()


def test_taking_back_in_a_later_round_leaves_the_dice_alone() -> None:
    s = secrets(3, [(0,), (1,), (2,)])
    for seat in (2, 0, 1):
        s.act(NUMBER[seat], seat=seat)
    before = list(s.entries), s.state.fingerprint()
    s.act(1, seat=1)
    s.act(1, seat=2)
    s.undo(1)
    assert s.entries == [*before[0], Entry("act", 2, 1, asked=len(before[0]))]
    s.undo(2)
    assert (s.entries, s.state.fingerprint()) == before
    for seat in range(3):
        s.act(0, seat=seat)
    assert s.entries[-1].outcome == (1,), "nothing was rolled in between"
    assert [e.seq for e in s.log] == list(range(len(s.log)))


@pytest.mark.parametrize("rolled", [False, True])
def test_what_all_have_seen_cannot_be_taken_back(rolled: bool) -> None:
    s = chosen(2, (1, 0))
    if rolled:
        s.chance((4,))
    before = moment(s)
    for seat in (0, 1):
        reason = s.can_undo(seat)
        assert reason is not None and ("dice have fallen" if rolled else "all seats have seen") in reason.text
        with pytest.raises(DicehallError):
            s.undo(seat)
    with pytest.raises(DicehallError):
        s.undo()
    assert moment(s) == before


def test_the_answer_of_another_cannot_be_taken_back() -> None:
    s = chosen(3, (0,))
    before = moment(s)
    assert s.can_undo(1) is not None and s.can_undo(2) is not None
    for seat in (1, 2, None):
        with pytest.raises(DicehallError):
            s.undo(seat)
    assert moment(s) == before


def test_the_reason_against_taking_back_the_answer_of_another_is_true() -> None:
    reason = chosen(3, (0,)).can_undo(1)
    assert reason is not None and "have seen" not in reason.text


def test_undo_of_a_seat_leaves_the_open_move_of_another_alone() -> None:
    s = Session(Race(RaceState).new_state())
    s.chance((0, 1))
    s.act(BANK)
    assert s.can_undo(1) is not None
    with pytest.raises(DicehallError):
        s.undo(1)


def test_a_session_can_start_with_answers_that_are_in() -> None:
    s = Session(chosen(3, (0,)).state)
    assert s.state.committed == (0,) and s.public() == []


def test_an_answer_from_before_the_record_cannot_be_taken_back() -> None:
    s = Session(chosen(3, (0,)).state)
    s.act(1, seat=1)
    assert s.can_undo(1) is None and s.can_undo(0) is not None


class TwoSteps(GuessState):
    """A number is chosen in two steps, first whether it is high."""

    __slots__ = ("half",)

    def __init__(self, game: Guess) -> None:
        super().__init__(game)
        self.half = [OUT] * game.seats

    def legal_actions(self, seat: int | None = None) -> list[int]:
        return super().legal_actions(seat)[:2]

    def question(self, seat: int) -> Decision:
        return msgspec.structs.replace(super().question(seat), continues=self.half[seat] != OUT)

    def take(self, seat: int, number: int) -> None:
        if self.half[seat] == OUT:
            self.half[seat] = number
            self.log.append(("thinks", -1, seat, []))
        else:
            number, self.half[seat] = number + self.half[seat] * NUMBERS // 2, OUT
            super().take(seat, number)

    def clone(self) -> GuessState:
        other = super().clone()
        assert isinstance(other, TwoSteps)
        other.half = self.half[:]
        return other


def two_steps() -> Session:
    return Session(Guess(TwoSteps).new_state())


def test_a_number_in_two_steps() -> None:
    s = two_steps()
    for action, seat in ((1, 0), (0, 1), (0, 0), (1, 1)):
        s.act(action, seat=seat)
    assert numbers(s) == [2, 1] and [e.opens for e in s.entries] == [True, True, False, False]


def test_no_step_of_a_secret_answer_is_public() -> None:
    s = two_steps()
    s.act(1, seat=0)
    s.act(0, seat=0)
    assert s.state.committed == (0,) and s.public() == []


def test_the_first_step_of_a_secret_answer_is_not_public() -> None:
    s = two_steps()
    s.act(1, seat=0)
    assert s.public() == []


def test_all_steps_of_a_secret_answer_are_taken_back() -> None:
    s = two_steps()
    s.act(1, seat=0)
    s.act(0, seat=0)
    s.undo(0)
    assert s.entries == []


# ---- what is called from outside ------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(), (1,), (1, 0)])
def test_a_call_is_recorded_and_replayed(order: tuple[int, ...]) -> None:
    s = chosen(2, order)
    s.call("time")
    assert s.entries[-1] == Entry("call", -1, word="time") and s.log[-1].kind == "time"
    assert s.state.outcome is not None and s.state.outcome.is_tie and s.state.decisions == ()
    again = replay(s.start, s.entries)
    assert (again.state.fingerprint(), again.entries) == (s.state.fingerprint(), s.entries)
    assert [*s.opening, *again.log] == s.log
    for seat in (0, 1):
        assert s.can_undo(seat) is not None
        with pytest.raises(DicehallError):
            s.undo(seat)


def test_other_calls_are_refused_and_not_recorded() -> None:
    s = chosen(2, (1,))
    before = moment(s)
    with pytest.raises(IllegalAction, match="'tea' cannot be called"):
        s.call("tea")
    assert moment(s) == before
    s.call("time")
    after = moment(s)
    with pytest.raises(IllegalAction, match="over"):
        s.call("time")
    assert moment(s) == after
    race = session()
    entries = list(race.entries)
    with pytest.raises(IllegalAction, match="cannot be called in this game"):
        race.call("time")
    assert race.entries == entries
