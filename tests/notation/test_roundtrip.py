"""Text in and out: every move of random games is printed, read back to the same steps, and replayed from its record."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from dicehall import dicemasters
from dicehall.dicemasters import DMState
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.teams import random_team
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.session import Session
from dicehall.notation.dm.moves import parse_move
from dicehall.notation.dm.printing import move_text, step_text
from dicehall.notation.record import lines_of, read_record, record_text, replay_record, scenario_at
from dicehall.notation.scenario import run, scenario_from

GAMES = 40 if os.environ.get("DICEHALL_TEST_ALL") else 6
EDITIONS = ("avx", "ygo", "imw", "tmnt")


def fresh(edition: str, seed: int, priority: str = "tournament") -> DMState:
    rng = Rng(seed)
    teams = [random_team(load_catalogue(), rng, name) for name in ("ann", "bob")]
    game = dicemasters.game(edition, priority=priority)
    return game.new_state(teams)


def normal(s: DMState) -> dict[str, object]:
    data = dict(s.data())
    data["ver"] = 0
    return data


def held(state: DMState) -> DMState:
    return state._game.state_of(state.kit.setup, hold=True)


def play_moves(session: Session, seed: int, limit: int = 400) -> int:
    """Plays a random game, and reads every move back from its text."""
    choose = random.Random(seed)
    moves = 0
    while not session.state.is_over and moves < limit:
        before = session.state.clone()
        assert isinstance(before, DMState)
        if session.state.wait.value == "pause":
            session.proceed()
            continue
        seat = before.asked
        actions: list[int] = []
        trial = before.clone()
        while True:  # one whole move, on a copy without dice
            action = choose.choice(trial.legal)
            assert step_text(trial, action)
            actions.append(action)
            trial.apply(action)
            if not (trial.mid and trial.decision is not None):
                break
        text = move_text(before, actions)
        move = parse_move(before, seat, text)
        again = before.clone()
        for action in move.actions:
            again.apply(action, None, move.prefer)
        assert normal(again) == normal(trial), f"seed {seed}, move {moves}: {text}"
        assert move_text(before, move.actions, move.prefer) == text
        for action in move.actions:
            session.act(action, None, move.prefer)
        moves += 1
    return moves


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_moves_and_records_come_back(edition: str, seed: int, tmp_path: Path) -> None:
    state = fresh(edition, seed, "open" if seed % 2 else "tournament")
    session = Session(held(state), SeededDice(seed))
    assert play_moves(session, seed) > 10
    text = record_text(session, ["ann", "bob"], "A random game", f"seed {seed}")
    path = tmp_path / "game.toml"
    path.write_text(text)
    player, failure = replay_record(read_record(path))
    assert failure is None, str(failure)
    assert player.state.fingerprint() == session.state.fingerprint()
    assert lines_of(player.session) == lines_of(session)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(70, 90) if os.environ.get("DICEHALL_TEST_ALL") else (77, 78))
def test_a_moment_of_a_record_is_a_scenario(edition: str, seed: int, tmp_path: Path) -> None:
    session = Session(held(fresh(edition, seed)), SeededDice(seed))
    play_moves(session, seed, limit=60)
    path = tmp_path / "game.toml"
    path.write_text(record_text(session, ["ann", "bob"]))
    record = read_record(path)
    count = len(record.lines)
    for at in range(0, count, 1 if os.environ.get("DICEHALL_TEST_ALL") else 7):
        text = scenario_at(record, at)
        failure = run(scenario_from(text, f"at {at}"))
        assert failure is None, f"at {at}: {failure}\n{text}"
