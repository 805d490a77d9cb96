"""Text in and out: every move of random games is printed, read back to the same steps, and replayed from its record."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from dicehall import dicemasters
from dicehall.dicemasters import DMState
from dicehall.dicemasters.cards import Card, load_catalogue
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teams import random_team
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.session import Session
from dicehall.notation.dm.choice_text import line_length
from dicehall.notation.dm.moves import parse_move
from dicehall.notation.dm.printing import move_text, step_text
from dicehall.notation.record import lines_of, read_record, record_text, replay_record, scenario_at
from dicehall.notation.scenario import run, scenario_from

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
GAMES = 40 if ALL else 6
EDITIONS = ("avx", "ygo", "imw", "tmnt")


def fresh(edition: str, seed: int, priority: str = "tournament", starter: bool = False) -> DMState:
    if starter:
        choose = random.Random(seed)
        teams = [starter_team(choose, name) for name in ("ann", "bob")]
    else:
        rng = Rng(seed)
        teams = [random_team(load_catalogue(), rng, name) for name in ("ann", "bob")]
    game = dicemasters.game(edition, priority=priority)
    return game.new_state(teams)


def starter_team(choose: random.Random, name: str) -> Team:
    """Cards of the starters of all four sets, whose texts are at work."""
    starters = [c for c in load_catalogue().cards if c.starter]
    cards: list[tuple[Card, int]] = []
    for card in choose.sample(starters, len(starters)):
        if card.kind != "basic_action" and card.name not in [c.name for c, _ in cards] and len(cards) < 8:
            cards.append((card, min(card.max_dice, 3)))
    return Team(name, tuple(cards), tuple(choose.sample([c for c in starters if c.kind == "basic_action"], 2)))


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
        actions: list[int] = []
        trial = before.clone()
        while trial.decision is not None and len(actions) < 40:  # on a copy without dice
            action = choose.choice(trial.legal)
            assert step_text(trial, action)
            actions.append(action)
            trial.apply(action)
            if not trial.mid:
                break
        actions = actions[: line_length(before, actions)]
        trial = before.clone()
        for action in actions:
            trial.apply(action)
        text = move_text(before, actions)
        at = f"seed {seed}, move {moves}: {text}"
        move = parse_move(before, before.asked, text)
        again = before.clone()
        for action in move.actions:
            again.apply(action, None, move.prefer)
        assert normal(again) == normal(trial), at
        assert move_text(before, move.actions, move.prefer) == text, at
        for action in move.actions:
            session.act(action, None, move.prefer)
        moves += 1
    return moves


@pytest.mark.parametrize("starter", [False, True], ids=["random", "starter"])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_moves_and_records_come_back(edition: str, seed: int, starter: bool, tmp_path: Path) -> None:
    state = fresh(edition, seed, "open" if seed % 2 else "tournament", starter)
    session = Session(held(state), SeededDice(seed))
    assert play_moves(session, seed) > 10
    text = record_text(session, ["ann", "bob"], "A random game", f"seed {seed}")
    path = tmp_path / "game.toml"
    path.write_text(text)
    player, failure = replay_record(read_record(path))
    assert failure is None, str(failure)
    assert player.state.fingerprint() == session.state.fingerprint()
    assert lines_of(player.session) == lines_of(session)


@pytest.mark.parametrize("starter", [False, True], ids=["random", "starter"])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(70, 90) if ALL else (77, 78))
def test_a_moment_of_a_record_is_a_scenario(edition: str, seed: int, starter: bool, tmp_path: Path) -> None:
    session = Session(held(fresh(edition, seed, starter=starter)), SeededDice(seed))
    play_moves(session, seed, limit=60)
    path = tmp_path / "game.toml"
    path.write_text(record_text(session, ["ann", "bob"]))
    record = read_record(path)
    count = len(record.lines)
    for at in range(0, count, 1 if ALL else 7):
        text = scenario_at(record, at)
        failure = run(scenario_from(text, f"at {at}"))
        assert failure is None, f"at {at}: {failure}\n{text}"
