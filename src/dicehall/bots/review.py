"""A game looked at again: the answers that cost most, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from dicehall.bots.base import Budget, question
from dicehall.bots.levels import guide_of
from dicehall.bots.search import SearchBot
from dicehall.irondie import IrondieState
from dicehall.kernel.dice import Rng
from dicehall.kernel.session import Session, replay
from dicehall.kernel.state import State


class Hint(NamedTuple):
    """An answer that promises much: the chance to win with it, and how it may go on, seat by seat."""

    action: int
    chance: float
    text: str
    follows: list[tuple[int, str]]


class Remark(NamedTuple):
    """An answer that was given, and one that promised more."""

    turn: int
    seat: int
    played: str
    chance: float  # to win, after what was played
    better: str
    best: float  # after the better one

    @property
    def cost(self) -> float:
        return self.best - self.chance


def game_of(state: State) -> str:
    return "irondie" if isinstance(state, IrondieState) else "dicemasters"


def told(state: State, seat: int, action: int, follows: tuple[tuple[int, int], ...]) -> list[tuple[int, str]]:
    """A line in words: what follows an answer, seat by seat, until dice fall."""
    copy = state.resample(seat, Rng(0))
    copy.set_dice(None)
    copy.apply(action, None, (), seat)
    out: list[tuple[int, str]] = []
    for who, answer in follows:
        out.append((who, copy.game.describe(copy, answer, who)))
        copy.apply(answer, None, (), who)
    return out


def hints(state: State, seat: int, iterations: int, most: int = 3) -> list[Hint]:
    """The best answers by a search, the best first; one without a chance if there is only one."""
    bot = SearchBot(guide_of(game_of(state)))
    search = bot.look(question(state, seat, Budget(iterations=iterations)))
    out = [
        Hint(x.action, x.chance, state.game.describe(state, x.action, seat), told(state, seat, x.action, x.follows))
        for x in search.lines()[:most]
    ]
    only = search.root.options[0]
    return out or [Hint(only, -1.0, state.game.describe(state, only, seat), [])]


def review(
    session: Session, iterations: int, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> list[Remark]:
    """All answers of a game that began a move and had alternatives, those that cost most first."""
    bot = SearchBot(guide_of(game_of(session.start)), seed)
    out: list[Remark] = []
    again = replay(session.start, [])
    for i, entry in enumerate(session.entries):
        state = again.state
        if entry.what == "act" and entry.opens:
            remark = remark_on(bot, state, entry.seat, entry.action, iterations)
            if remark is not None:
                out.append(remark)
        again.put(entry)
        if progress is not None:
            progress(i + 1, len(session.entries))
    out.sort(key=lambda remark: -remark.cost)
    return out


def remark_on(bot: SearchBot, state: State, seat: int, action: int, iterations: int) -> Remark | None:
    """What an answer cost; None if there was nothing to choose."""
    search = bot.look(question(state, seat, Budget(iterations=iterations)))
    if len(search.root.options) < 2:
        return None
    lines = search.lines()
    if not lines:
        return None
    best = max(lines[: max(1, len(lines) // 2)], key=lambda line: line.chance)
    mine = next((line for line in lines if line.action == action), None)
    if mine is None or mine.visits < 2:  # not among what was looked at: one look of its own
        chance = search.judge(action, max(4, iterations // 8))
    else:
        chance = mine.chance
    if best.action == action:
        return Remark(_turn(state), seat, state.game.describe(state, action, seat), chance, "", chance)
    return Remark(
        _turn(state),
        seat,
        state.game.describe(state, action, seat),
        chance,
        state.game.describe(state, best.action, seat),
        best.chance,
    )


def _turn(state: State) -> int:
    turn: int = state.turn  # type: ignore[attr-defined]
    return turn
