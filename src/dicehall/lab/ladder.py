"""Bots against each other over pinned teams of both games, each pair of teams with both sides first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from dicehall.bots.base import Bot, Question, close_bots, play_out
from dicehall.bots.levels import bot_named
from dicehall.bots.tables import ready_count, ready_table
from dicehall.irondie import IrondieState
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.kernel.state import State
from dicehall.lab.processes import each

LATE = 30  # the turn from which sudden death is called in IRONDIE
LONGEST = 500  # answers, rolls and draws of a game; one that takes longer is a draw
Z95 = 1.96


class Match(NamedTuple):
    """One game: which, who, over which teams, and who sits first."""

    game: str
    first: str
    second: str
    seed: int
    number: int  # counts the games; two in a row have the same teams and swapped seats


class Pace(NamedTuple):
    """How long a bot has thought, about how many questions."""

    questions: int = 0
    seconds: float = 0.0

    @property
    def milliseconds(self) -> float:
        """For each question."""
        return 1000 * self.seconds / self.questions if self.questions else 0.0

    def plus(self, other: Pace) -> Pace:
        return Pace(self.questions + other.questions, self.seconds + other.seconds)


class Game(NamedTuple):
    """How a game went: what the first bot made of it (1, 0.5 or 0), and how long both thought."""

    result: float
    first: Pace
    second: Pace


class Score(NamedTuple):
    """What the first of two bots has won, and how long both thought."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    first: Pace = Pace()
    second: Pace = Pace()

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Of the games, a draw counted as half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """In which the true share lies, nineteen times out of twenty (Wilson)."""
        n = self.games
        if not n:
            return 0.0, 1.0
        p, zz = self.share, z * z
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = z * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def with_all(self, other: Score) -> Score:
        """Both scores together."""
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.first.plus(other.first),
            self.second.plus(other.second),
        )

    def plus(self, game: Game) -> Score:
        return Score(
            self.wins + (game.result == 1.0),
            self.draws + (game.result == 0.5),
            self.losses + (game.result == 0.0),
            self.first.plus(game.first),
            self.second.plus(game.second),
        )

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost of {self.games}: "
            f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        )


def new_state(match: Match) -> State:
    """The table of a game: pinned teams, dice from the seed, the same for two games in a row."""
    pair = match.number // 2
    other = pair * 5 + 1 + pair // ready_count(match.game)
    return ready_table(match.game, pair, other, match.seed + pair)


class Timed:
    """A bot, and how long it thought about questions with a choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.pace = Pace()

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, question: Question) -> int:
        begin = time.perf_counter()
        action = self.bot.choose(question)
        if len(question.actions) > 1:
            self.pace = self.pace.plus(Pace(1, time.perf_counter() - begin))
        return action


def play(match: Match) -> Game:
    """One game. In every other one the first bot sits second."""
    state = new_state(match)
    mine = match.number % 2
    names = (match.first, match.second) if mine == 0 else (match.second, match.first)
    bots = [Timed(bot_named(name, match.game, match.seed * 2 + i)) for i, name in enumerate(names)]
    try:
        _play_on(state, bots)
    finally:
        close_bots([timed.bot for timed in bots], state.outcome)
    outcome = state.outcome
    result = 0.5 if outcome is None or outcome.is_tie else 1.0 if outcome.winners == (mine,) else 0.0
    return Game(result, bots[mine].pace, bots[1 - mine].pace)


def _play_on(state: State, bots: Sequence[Bot]) -> None:
    while not state.is_over:
        played = play_out(state, bots, 200)
        if played or state.version > LONGEST:
            break
        if isinstance(state, IrondieState) and state.turn >= LATE and not state.sudden_called:
            state.call(SUDDEN_DEATH)


def ladder(
    game: str,
    first: str,
    second: str,
    games: int,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int, Score], None] | None = None,
    begin: int = 0,
) -> Score:
    """So many games of one bot against another, from number `begin` on (an even number)."""
    score = Score()
    matches = [Match(game, first, second, seed, number) for number in range(begin, begin + games)]
    for done, game_played in enumerate(each(play, matches, workers), 1):
        score = score.plus(game_played)
        if progress is not None:
            progress(done, score)
    return score
