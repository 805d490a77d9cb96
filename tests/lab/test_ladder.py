"""Bots against each other: pinned tables, both sides first, and every level above the one below it."""

from __future__ import annotations

import os

import pytest

from dicehall.bots.iron_guide import IronGuide
from dicehall.bots.levels import GAMES, LEVELS, bot_named, guide_of
from dicehall.bots.search import SearchBot
from dicehall.lab.ladder import Game, Match, Pace, Score, ladder, new_state, play


@pytest.mark.parametrize("game", GAMES)
def test_two_games_in_a_row_have_the_same_table_and_the_next_two_another(game: str) -> None:
    tables = [new_state(Match(game, "easy", "random", 5, number)).fingerprint() for number in range(4)]
    assert tables[0] == tables[1] and tables[2] == tables[3]
    assert tables[0] != tables[2]
    assert new_state(Match(game, "easy", "random", 6, 0)).fingerprint() != tables[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_sits_first_and_second_in_turn(game: str) -> None:
    """Against itself it wins one of two games with the same dice, or ties both: whoever sits there."""
    results = [play(Match(game, "easy", "easy", 3, number)).result for number in (0, 1)]
    assert sum(results) == 1.0


def test_scores_add_up_and_their_intervals_narrow() -> None:
    score = Score()
    for result in (1.0, 1.0, 0.5, 0.0):
        score = score.plus(Game(result, Pace(2, 0.5), Pace(1, 0.0)))
    assert (score.wins, score.draws, score.losses, score.share) == (2, 1, 1, 0.625)
    assert score.first.milliseconds == 250 and score.second.milliseconds == 0
    wide, narrow = score.interval(), Score(200, 100, 100).interval()
    assert wide[0] < narrow[0] < 0.625 < narrow[1] < wide[1]
    assert Score().interval() == (0.0, 1.0)
    assert str(score).startswith("2 won, 1 drawn, 1 lost of 4: 62.5 %")


def test_progress_is_told_after_every_game() -> None:
    told: list[tuple[int, int]] = []
    ladder("dicemasters", "random", "random", 4, 1, progress=lambda done, score: told.append((done, score.games)))
    assert told == [(1, 1), (2, 2), (3, 3), (4, 4)]


ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))

# Seeds, budgets and tables are pinned, so that the games are always the same as long as nobody changes a bot. One that
# is no better than the other would reach what must be won once in sixteen times or less. `make ladder` plays many more.
# Game, who is better than whom, the first game and how many, and what must be won at least.
PLACES = [
    ("dicemasters", "greedy", "random", 0, 6, 6.0),
    ("dicemasters", "easy", "beginner", 0, 16, 12.0),
    ("dicemasters", "medium", "easy", 30, 16, 12.0),
    ("dicemasters", "hard", "medium", 2, 10 if ALL else 4, 8.0 if ALL else 4.0),
    ("dicemasters", "search:150", "search:15", 0, 4, 4.0),
    ("irondie", "greedy", "random", 2, 6, 6.0),
    ("irondie", "easy", "beginner", 0, 16, 12.0),
    ("irondie", "medium", "easy", 72, 16, 12.0),
    ("irondie", "hard", "medium", 0 if ALL else 4, 12 if ALL else 4, 9.0 if ALL else 4.0),
    ("irondie", f"{__name__}:further", "search:10", 2, 4, 4.0),
]


def further(game: str, seed: int) -> SearchBot:
    """What makes the strong one of IRONDIE strong, in small: ten times the lines, and they look further."""
    return SearchBot(IronGuide(guide_of(game).style._replace(far=100)), seed, 100)


@pytest.mark.parametrize(("game", "first", "second", "begin", "games", "least"), PLACES, ids=lambda x: str(x))
def test_every_level_keeps_its_place(game: str, first: str, second: str, begin: int, games: int, least: float) -> None:
    score = ladder(game, first, second, games, 11, begin=begin)
    assert score.wins + score.draws / 2 >= least, f"{first} against {second}: {score}"


def test_every_level_has_a_place() -> None:
    named = {name for _, first, second, *_ in PLACES for name in (first, second)}
    assert {level.name for level in LEVELS} - named == {"strong"}  # as `hard` with ten times as many iterations


@pytest.mark.parametrize("game", GAMES)
def test_strong_is_hard_with_ten_times_the_budget(game: str) -> None:
    """As in the pairs above that stand for the two."""
    strong, hard = bot_named("strong", game), bot_named("hard", game)
    assert isinstance(strong, SearchBot) and isinstance(hard, SearchBot)
    assert strong.iterations == 10 * hard.iterations
    first, second = next((a, b) for g, a, b, *_ in PLACES if g == game and b.startswith("search"))
    lines = further(game, 0).iterations if ":further" in first else int(first.removeprefix("search:"))
    assert lines == 10 * int(second.removeprefix("search:"))
