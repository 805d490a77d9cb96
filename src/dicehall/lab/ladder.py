"""Bots against each other over pinned teams of both games, each pair of teams with both sides first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from typing import NamedTuple

from dicehall import dicemasters, irondie
from dicehall.bots.base import play_out
from dicehall.bots.levels import bot_named
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teamfile import ready_names, ready_team
from dicehall.irondie import IrondieState
from dicehall.irondie.sets import ready_sets
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.kernel.state import State

LATE = 30  # the turn from which sudden death is called in IRONDIE
LONGEST = 6000  # answers of a game
Z95 = 1.96


class Match(NamedTuple):
    """One game: which, who, over which teams, and who sits first."""

    game: str
    first: str
    second: str
    seed: int
    number: int  # counts the games; two in a row have the same teams and swapped seats


class Score(NamedTuple):
    """What the first of two bots has won."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

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

    def plus(self, result: float) -> Score:
        return Score(self.wins + (result == 1.0), self.draws + (result == 0.5), self.losses + (result == 0.0))

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost of {self.games}: "
            f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        )


@cache
def _teams() -> tuple[tuple[str, Team], ...]:
    """The ready-made teams of Dice Masters, each with the edition of its set."""
    files = [ready_team(name) for name in sorted(ready_names())]
    return tuple((file.edition or "imw", file.team) for file in files)


def new_state(match: Match) -> State:
    """The table of a game: pinned teams, dice from the seed, the same for two games in a row."""
    pair = match.number // 2
    if match.game == "irondie":
        sets = list(ready_sets().values())
        one, other = sets[pair % len(sets)], sets[(pair * 5 + 1 + pair // len(sets)) % len(sets)]
        return irondie.game().new_state([("Ann", one), ("Bob", other)], seed=match.seed + pair)
    teams = _teams()
    edition, one_team = teams[pair % len(teams)]
    _, other_team = teams[(pair * 5 + 1 + pair // len(teams)) % len(teams)]
    seats = [Team("Ann", one_team.cards, one_team.basics), Team("Bob", other_team.cards, other_team.basics)]
    return dicemasters.game(edition).new_state(seats, seed=match.seed + pair)


def play(match: Match) -> float:
    """What the first bot makes of it: 1, 0.5 or 0. In every other game it sits second."""
    state = new_state(match)
    mine = match.number % 2
    names = (match.first, match.second) if mine == 0 else (match.second, match.first)
    bots = [bot_named(name, match.game, match.seed * 2 + i) for i, name in enumerate(names)]
    while not state.is_over:
        played = play_out(state, bots, 200)
        if played or state.version > LONGEST:
            break
        if isinstance(state, IrondieState) and state.turn >= LATE and not state.sudden_called:
            state.call(SUDDEN_DEATH)
    outcome = state.outcome
    if outcome is None or outcome.is_tie:
        return 0.5
    return 1.0 if outcome.winners == (mine,) else 0.0


def ladder(
    game: str,
    first: str,
    second: str,
    games: int,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int, Score], None] | None = None,
) -> Score:
    """So many games of one bot against another."""
    score = Score()
    matches = [Match(game, first, second, seed, number) for number in range(games)]
    for done, result in enumerate(_results(matches, workers), 1):
        score = score.plus(result)
        if progress is not None:
            progress(done, score)
    return score


def _results(matches: list[Match], workers: int) -> Iterator[float]:
    if workers <= 1:
        yield from map(play, matches)
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield from pool.map(play, matches)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
