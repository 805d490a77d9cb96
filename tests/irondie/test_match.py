"""Matches: the first to win two games (9.1.1), exchanges with the side set between them (9.3)."""

from __future__ import annotations

import json

import pytest

from dicehall.bots.base import play_out
from dicehall.bots.random_bot import RandomBot
from dicehall.irondie.dice import Die
from dicehall.irondie.match import Match, match_from
from dicehall.irondie.sets import parse_die, ready_sets, set_from_text
from dicehall.kernel.decision import Outcome
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput

RED, BLUE = ready_sets()["red fury"], ready_sets()["blue tide"]
ANN, BOB, DRAW = Outcome((0,), "life", "7.1.1"), Outcome((1,), "life", "7.1.1"), Outcome((), "draw", "7.1.2")


def match() -> Match:
    return Match([("Ann", RED), ("Bob", BLUE)])


def dice(text: str) -> list[Die]:
    return [parse_die(part) for part in text.split(",")]


def next_game(m: Match) -> None:
    for seat in m.exchanging:
        m.ready(seat)


def test_first_to_two_games_rule_9_1_1() -> None:
    m = match()
    for outcome in (ANN, BOB):
        m.finished(outcome)
        assert not m.is_over and m.winner is None
        next_game(m)
    m.finished(ANN)
    assert m.is_over
    assert m.winner == 0
    assert (m.wins, m.games) == ([2, 1], 3)
    with pytest.raises(IllegalAction, match=r"9\.1\.1"):
        m.new_state()
    with pytest.raises(InvalidInput):
        m.finished(ANN)
    assert m.exchanging == ()


def test_drawn_games_count_for_neither_rule_9_1_1() -> None:
    m = match()
    for _ in range(3):
        m.finished(DRAW)
        next_game(m)
    assert (m.wins, m.draws, m.is_over) == ([0, 0], 3, False)
    m.finished(BOB)
    next_game(m)
    m.finished(BOB)
    assert m.winner == 1


def test_a_whole_match_is_played() -> None:
    m = match()
    while not m.is_over and m.games < 20:
        state = m.new_state(seed=m.games)
        assert play_out(state, [RandomBot(1), RandomBot(2)])
        m.finished(state.outcome)
        next_game(m)
    assert m.winner in (0, 1)
    with pytest.raises(InvalidInput, match="not over"):
        match().finished(match().new_state(seed=1).outcome)


def test_dice_are_exchanged_for_as_many_between_games_rule_9_3_2() -> None:
    m = match()
    with pytest.raises(IllegalAction, match=r"9\.3\.2"):  # not before the first game
        m.exchange(0, dice("red assault"), dice("purple barrier"))
    m.finished(ANN)
    with pytest.raises(DicehallError, match=r"9\.3\.2"):
        m.exchange(0, dice("red assault"), dice("purple barrier, red smasher"))
    with pytest.raises(DicehallError, match=r"9\.3\.2"):  # not in the side set
        m.exchange(0, dice("red assault"), dice("blue barrier"))
    m.exchange(0, dice("red assault"), dice("purple barrier"))
    next_game(m)
    assert parse_die("purple barrier") in m.sets[0].dice
    assert parse_die("red assault") in m.sets[0].side  # what was taken out can come back
    assert "purple barrier" in m.new_state().kit.words
    m.finished(BOB)
    m.exchange(0, dice("purple barrier"), dice("red assault"))
    next_game(m)
    assert m.sets[0].dice == RED.dice


def test_the_limit_holds_after_the_exchange_rule_9_3_3() -> None:
    rare = set_from_text(
        "red assault* x3, red smasher, blue barrier x2, red swarm x3 / side: black smasher*, white powerup x2", "rare"
    )
    m = Match([("Ann", rare), ("Bob", BLUE)])
    m.finished(BOB)
    with pytest.raises(InvalidInput, match=r"9\.3\.3"):
        m.exchange(0, dice("red smasher"), dice("black smasher*"))
    assert m.own_set(0) == rare
    m.exchange(0, dice("red assault*"), dice("black smasher*"))  # a rare die for a rare die
    assert sum(d.rare for d in m.own_set(0).dice) == 3
    m.take_back(0)
    assert m.own_set(0) == rare
    one = set_from_text("red assault x4, blue barrier, red swarm x4 / side: black smasher x3", "one DEFENSE die")
    m = Match([("Ann", one), ("Bob", BLUE)])
    m.finished(BOB)
    with pytest.raises(InvalidInput, match=r"no DEFENSE die.*9\.3\.3"):
        m.exchange(0, dice("blue barrier"), dice("black smasher"))


def test_exchanges_are_secret_until_all_are_done_rule_9_3_4() -> None:
    m = match()
    m.finished(ANN)
    assert len(m.exchanging) == 2
    m.exchange(0, dice("red assault"), dice("purple barrier"))
    m.ready(0)
    assert list(m.exchanging) == [1]
    assert m.sets[0] == RED  # what everybody sees
    assert m.save()["sets"][0]["dice"] == [str(d) for d in RED.dice]
    with pytest.raises(IllegalAction, match=r"9\.3\.4"):
        m.new_state()
    with pytest.raises(IllegalAction, match="done"):
        m.exchange(0, dice("red smasher"), dice("orange fortress"))
    m.ready(1)
    assert m.sets[0] != RED
    assert not list(m.exchanging)
    m.new_state()


def test_who_has_no_side_set_is_not_asked() -> None:
    m = Match([("Ann", RED._replace(side=())), ("Bob", BLUE)])
    m.finished(ANN)
    assert m.exchanging == (1,)
    with pytest.raises(IllegalAction, match="no side set"):
        m.ready(0)
    with pytest.raises(InvalidInput, match="no seat"):
        m.ready(7)


def test_a_match_of_teams_and_as_data() -> None:
    sets = list(ready_sets().values())[:4]
    m = Match(list(zip(("Ann", "Bob", "Cid", "Dot"), sets, strict=True)), sides=[0, 1, 0, 1])
    m.finished(BOB)
    assert m.exchanging == (0, 1, 2, 3)
    next_game(m)
    again = match_from(json.loads(json.dumps(m.save())))
    assert again.save() == m.save()
    assert [s.dice for s in again.sets] == [s.dice for s in m.sets]
    assert again.new_state().kit.side_of == [0, 1, 0, 1]


@pytest.mark.parametrize("change", [{"wins": [3, 0]}, {"wins": [2, 2]}, {"draws": -1}, {"sets": []}, {"sides": [0, 0]}])
def test_bad_data_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        match_from({**match().save(), **change})
    with pytest.raises(InvalidInput):
        match_from({})
