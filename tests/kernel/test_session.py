"""Sessions: the record of what was put in, the log of what happened, undo, rewind and replay.
Played with a small game that is no Dice Masters."""

from __future__ import annotations

import pytest
from race import BANK, RISK, Race, RaceState

from dicehall.kernel.decision import Wait
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
