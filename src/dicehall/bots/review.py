"""Advice by a search: the best moves at a question, and a game looked at again: the moves that cost most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from dicehall.bots.base import Budget, question
from dicehall.bots.levels import guide_of
from dicehall.bots.main_line import whole_move
from dicehall.bots.search import Line, Search, SearchBot
from dicehall.bots.thinking import reopen, turn_of
from dicehall.irondie import IrondieState
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.record import moves_of

FEWEST = 8  # futures in which two answers are compared
CLEARLY = 2.0  # standard errors by which one is better


class Hint(NamedTuple):
    """A whole move that promises much: its steps, the chance to win with it, its line, and how it may go on."""

    actions: tuple[int, ...]
    chance: float  # -1: there is nothing else to do
    text: str
    follows: list[str]


class Remark(NamedTuple):
    """A whole move that was made, and one that promised more."""

    turn: int
    seat: int
    played: str
    chance: float  # to win, after what was played
    better: str  # empty: nothing was
    best: float  # after the better one
    follows: list[str]  # how the better one may go on

    @property
    def cost(self) -> float:
        return self.best - self.chance


def game_of(state: State) -> str:
    return "irondie" if isinstance(state, IrondieState) else "dicemasters"


def _looked(bot: SearchBot, state: State, seat: int, iterations: int) -> Search:
    """A search at a question; what it finds does not even tell whether others have answered in secret."""
    model = state.clone()
    reopen(model, seat)
    return bot.look(question(model, seat, Budget(iterations=iterations)))


# ---- before a move -----------------------------------------------------------------------------------------------


def hints(state: State, seat: int, iterations: int, most: int = 3) -> list[Hint]:
    """The best moves by a search, the best first; one without a chance if there is only one."""
    search = _looked(SearchBot(guide_of(game_of(state))), state, seat, iterations)
    lines = search.lines()
    if not lines:
        only = whole_move(search, search.root.options[0], state)
        return [Hint(only.actions, -1.0, only.text, only.follows)]
    out: list[Hint] = []
    for line in lines:
        chance = chance_of(search, line.action, _futures(lines, iterations))
        found = whole_move(search, line.action, state)
        if found.text not in [hint.text for hint in out]:
            out.append(Hint(found.actions, chance, found.text, found.follows))
        if len(out) == most:
            break
    return sorted(out, key=lambda hint: -hint.chance)


def _futures(lines: Sequence[Line], iterations: int) -> int:
    """In how many futures answers are compared: where the best was tried, and in some more if it wins for certain and
    was hardly tried."""
    return max(lines[0].visits, iterations // 8)


def chance_of(search: Search, action: int, futures: int) -> float:
    """What an answer of the tree promises in so many futures: in the same ones others can be compared with it."""
    if not search.is_secret:
        child = search.root.children.get((action,))
        for future in range(child.visits if child else 0, futures):
            search.grow(future, action)
        return search.root.children[(action,)].mean(search.side)
    place = search.root.options.index(action)
    for future in range(search.tally.tried[place], futures):
        search.grow(future, action)
    return search.tally.mean(place)


# ---- after the game ----------------------------------------------------------------------------------------------


def review(
    session: Session, iterations: int, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> list[Remark]:
    """All moves of a game that had alternatives, those that cost most first."""
    bot = SearchBot(guide_of(game_of(session.start)), seed)
    out: list[Remark] = []
    done = 0
    for move in moves_of(session.start, session.entries):
        if move.entries[0].what == "act":
            remark = remark_on(bot, move.state, move.entries, move.text, iterations)
            out += [] if remark is None else [remark]
        done += len(move.entries)
        if progress is not None:
            progress(done, len(session.entries))
    out.sort(key=lambda remark: -remark.cost)
    return out


def remark_on(bot: SearchBot, begin: State, steps: Sequence[Entry], played: str, iterations: int) -> Remark | None:
    """What a move cost, by the step at which it lost most; None if there was nothing to choose.

    Each step is looked at by a search of its own. The answer that was given and the one that is found go through the
    same futures.
    """
    seat, turn = steps[0].seat, turn_of(begin)
    session = Session(begin)
    worst: Remark | None = None
    for i, entry in enumerate(steps):
        state = session.state.clone()
        session.put(entry)
        search = _looked(bot, state, seat, iterations)
        lines = search.lines()
        if not lines:
            continue
        found, mine = lines[0].action, _listed(state, seat, entry.action)
        chance, best = (lines[0].chance,) * 2 if mine == found else _weighed(search, mine, found, iterations)
        if worst is not None and best - chance <= worst.cost:
            continue
        worst = Remark(turn, seat, played, chance, "", chance, [])
        if best > chance:
            better = whole_move(search, found, begin, steps[:i])
            if better.text != played:
                worst = Remark(turn, seat, played, chance, better.text, best, better.follows)
    return worst


def _weighed(search: Search, mine: int, found: int, iterations: int) -> tuple[float, float]:
    """What the answer that was given promises, and the one that was found: the same, unless that is clearly more.

    The futures are others than those in which it was found: there the best of many looks better than it is.
    """
    search.consider(mine)
    first, number = search.root.visits, max(FEWEST, iterations // 3)
    gained = more = squares = 0.0
    for future in range(first, first + number):
        chance = search.grow(future, mine)
        cost = search.grow(future, found) - chance
        gained, more, squares = gained + chance, more + cost, squares + cost * cost
    chance, cost = gained / number, more / number
    doubt = sqrt(max(0.0, squares / number - cost * cost) / number)
    return chance, chance + cost if cost > CLEARLY * doubt else chance


def _listed(state: State, seat: int, action: int) -> int:
    """The answer that stands for this one in the list: about an equal die."""
    if action in state.legal_actions(seat):
        return action
    for other in state.legal_actions(seat):
        if action in [equal for equal, _ in state.game.equals(state, other, seat)]:
            return other
    return action
