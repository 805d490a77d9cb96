"""Records of random games replay exactly and can be cut anywhere; every legal action can be written and read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from games import make

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import action_text
from dicehall.kernel import conformance
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.session import Session
from dicehall.notation.iron.moves import parse_move
from dicehall.notation.record import read_record, record_text, replay_record, scenario_at
from dicehall.notation.scenario import run, scenario_from

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
LONG = 300


def played(seed: int) -> Session:
    """A random game, or the first part of a long one: sometimes of four seats, sometimes with sudden death."""
    session, rng = Session(make(seed, 4 if seed % 5 == 0 else 2), SeededDice(seed)), Rng(seed, 77)
    while not session.state.is_over and len(session.entries) < LONG:
        state = session.state
        assert isinstance(state, IrondieState)
        if seed % 3 == 0 and state.turn == 2 and not state.sudden_called:
            session.call("sudden death")
        entry = conformance.choose(state, rng)
        session.act(entry.action, seat=entry.seat)
    return session


@pytest.mark.parametrize("seed", range(60 if ALL else 12))
def test_a_record_replays_and_can_be_cut_anywhere(seed: int, tmp_path: Path) -> None:
    session = played(seed)
    state = session.state
    assert isinstance(state, IrondieState)
    names = ["Ann and Cid", "Bob and Dot"] if state.kit.n_seats == 4 else list(state.kit.seat_names)
    path = tmp_path / "game.toml"
    path.write_text(record_text(session, names))
    record = read_record(path)
    player, failure = replay_record(record)
    assert failure is None, str(failure)
    assert record_text(player.session, names) == path.read_text()
    rng = Rng(seed)
    for at in {0, 1, len(record.lines), *(rng.below(len(record.lines)) for _ in range(3))}:
        assert run(scenario_from(scenario_at(record, at), "cut")) is None


@pytest.mark.parametrize("seed", range(30 if ALL else 6))
def test_every_legal_action_can_be_written_and_read(seed: int) -> None:
    """What is listed, written down and read again, comes to the same; nothing is changed by reading."""
    rng = Rng(seed)
    texts: list[str] = []
    for state, _, _ in conformance.walk(make, seed, 20_000):
        assert isinstance(state, IrondieState)
        for decision in state.decisions:
            picks = {rng.below(len(decision.actions)) for _ in range(12)}
            for action in [decision.actions[i] for i in picks]:
                text = action_text(state, decision.seat, action)
                assert parse_move(state, decision.seat, text).answers == ((decision.seat, action),), text
                texts.append(text)
        before = state.fingerprint()
        for seat in range(2):
            for text in [texts[rng.below(len(texts))] for _ in range(3)] if texts else []:
                try:
                    parse_move(state, seat, text)
                except DicehallError as error:
                    assert str(error)
        assert state.fingerprint() == before
