"""IRONDIE does what every game of the house must do, and its invariants hold in random games."""

from __future__ import annotations

import os

import msgspec
import pytest
from games import GAME, key, make, make_four

from dicehall.irondie import IrondieState, invariants
from dicehall.kernel import conformance
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import DicehallError, IllegalAction

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
SEEDS = range(30 if ALL else 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_conformance(seed: int) -> None:
    conformance.check_game(make, GAME.load, [seed], key=key)


@pytest.mark.parametrize("seed", range(8 if ALL else 1))
def test_conformance_of_teams(seed: int) -> None:
    conformance.check_game(make_four, GAME.load, [seed], key=key, depth=3)


def play(seed: int, seats: int, sudden_from: int = 0) -> IrondieState:
    """A random game; from a turn on sudden death is called, if that is not 0."""
    state, rng = make(seed, seats), Rng(seed, 1 << 40)
    state.set_dice(SeededDice(seed))
    while not state.is_over:
        if sudden_from and state.turn >= sudden_from and not state.sudden_called:
            state.call("sudden death")
        entry = conformance.choose(state, rng)
        conformance.give(state, entry)
        invariants.check(state)
    return state


@pytest.mark.parametrize("seats", [2, 4])
def test_random_games(seats: int) -> None:
    ends = [play(seed, seats).why_over for seed in range(400 if ALL else 60)]
    assert "life" in ends and set(ends) <= {"life", "draw"}


def test_sudden_death_ends_every_game_soon() -> None:
    """Nothing is rolled in skirmishes and nothing taken back: LIFE dice only fall (9.2.2 to 9.2.4)."""
    for seed in range(200 if ALL else 30):
        state = play(seed, 2, sudden_from=2)
        assert state.turn <= 2 + 6 * 7 + 1


def test_calls_are_checked() -> None:
    state = make(1)
    for word in ("", "time", "SUDDEN DEATH"):
        with pytest.raises(IllegalAction, match="sudden death"):
            state.call(word)
    before = state.version
    state.call("sudden death")
    assert state.version == before + 1 and state.sudden_called and not state.sudden
    with pytest.raises(IllegalAction, match="already"):
        state.call("sudden death")
    state.concede(0)
    with pytest.raises(IllegalAction, match="over"):
        state.call("sudden death")


def test_a_damaged_save_is_refused_and_never_crashes() -> None:
    """Any number in a saved game changed by one: it is refused, or it is a state that can be played on."""
    state, rng = make(5), Rng(5)
    state.set_dice(SeededDice(5))
    while not state.rolled:  # in the middle of a duel
        conformance.give(state, conformance.choose(state, rng))
    raw = msgspec.json.decode(state.save())
    refused = 0
    for name, value in raw["state"].items():
        wrong: object
        for wrong in (None, -5, 77, "x", [], [99], [[1]], {}):
            if wrong == value:
                continue
            damaged = {**raw, "state": {**raw["state"], name: wrong}}
            try:
                GAME.load(msgspec.json.encode(damaged))
            except DicehallError as error:
                assert str(error)
                refused += 1
    assert refused > 100
    for data in (b"", b"{}", b"[]", b"null", state.save()[:-2], b'{"dicehall": 1}'):
        with pytest.raises(DicehallError):
            GAME.load(data)
