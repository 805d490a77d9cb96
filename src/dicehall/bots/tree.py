"""The tree of a search over imagined futures: choices, chances, secret choices, and what was found below them.

The answers at the root are tried equally often in the same futures; half of them drop out, then half of the rest, until
one is left (sequential halving). Who has lines enough for it (`Style.far`) also looks how a line stands some turns
later, and lets an answer drop out as soon as it is clearly behind. Below the root a seat takes the answer with the best
upper bound; answers come in one after another, the most promising first (progressive widening): slowly, for a node is
worth the mean of what was tried there, and every bad answer that is tried makes it look worse than it is. Dice fall as
the future says (see thinking.Fate). An answer by which a side wins for certain is taken at once (a decisive move).
Where several seats choose in secret at once, each goes by bounds of its own and knows nothing of the others' answers. A
line is played to a point of rest by quick answers and judged by the guide. What differs from game to game is in the
guide's `Style`.
"""

from __future__ import annotations

import time
from math import ceil, log, log2, sqrt
from typing import Final, NamedTuple

from dicehall.bots.base import breathe
from dicehall.bots.guide import Guide, Style
from dicehall.bots.thinking import Fate, asked_by, imagined, play_on, reopen, side_of, turn_of
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State

DEEPEST: Final = 60  # choices and rolls in a line of the tree
WANDER: Final = 10  # a seat that chooses in secret tries just anything once in so many times
PACE: Final = 1000  # lines in a second, roughly
NOBODY: Final = -1
FOLLOWS: Final = 12  # so many answers of a line are told
GLANCE: Final = 20  # futures after which one looks who is clearly behind
CLEARLY: Final = 3.0  # standard errors


class Tally:
    """What a seat that chooses in secret has tried at a node, and what its side got."""

    __slots__ = ("gained", "options", "tried")

    def __init__(self, options: list[int]) -> None:
        self.options = options
        self.tried = [0] * len(options)
        self.gained = [0.0] * len(options)

    def mean(self, place: int) -> float:
        return self.gained[place] / self.tried[place] if self.tried[place] else 0.0


class Trial:
    """How the lines of an answer at the root went for the asked side."""

    __slots__ = ("gained", "squares", "tried")

    def __init__(self) -> None:
        self.tried = 0
        self.gained = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.tried += 1
        self.gained += value
        self.squares += value * value

    def mean(self) -> float:
        return self.gained / self.tried

    def doubt(self) -> float:
        """The variance of the mean, with a little more while few lines are known."""
        mean = self.mean()
        return (self.squares / self.tried - mean * mean + 1.0 / self.tried) / self.tried


class Node:
    """A moment of the tree: visits, what side 0 may hope for in all, and what comes after."""

    __slots__ = ("children", "chooser", "options", "tallies", "total", "visits", "won")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.chooser = NOBODY  # the side that chooses here, if one seat alone does
        self.won = NOBODY  # the side that has won here for certain
        self.children: dict[tuple[int, ...], Node] = {}  # by answer, by joint answers, or by outcome
        self.options: list[int] = []  # of the seat that chooses, most promising first
        self.tallies: dict[int, Tally] = {}  # by seat, where several choose in secret

    def mean(self, side: int) -> float:
        if not self.visits:
            return 0.5
        mean = self.total / self.visits
        return mean if side == 0 else 1.0 - mean


class Line(NamedTuple):
    """An answer at the root: how often it was tried, the chance to win that it promises, and how it may go on."""

    action: int
    visits: int
    chance: float
    follows: tuple[tuple[int, int], ...]  # seats and answers, until dice fall


class Search:
    """A tree that grows by one line an iteration."""

    def __init__(self, guide: Guide, model: State, seat: int, seed: int) -> None:
        self.guide = guide
        self.style: Style = guide.style
        self.model = model
        self.seat = seat
        self.side = side_of(model, seat)
        self.rest = turn_of(model) + self.style.ahead  # a line may come to rest after it
        self.later = self.rest  # and is judged once more after this one
        self.seed = seed
        self.root = Node()
        self.root.chooser = self.side
        self.root.options = guide.order(model, seat)[: self.style.most]
        self.tally = Tally(self.root.options)  # of the asked seat, if others choose at the same time
        self.ranking = list(self.root.options)  # the best first, as far as is known
        self.is_secret = len(asked_by(self._opened())) > 1

    # ---- growing -----------------------------------------------------------------------------------------
    def run(self, iterations: int, seconds: float = 0.0) -> int:
        """So many lines, or as many as there is time for; says how many (0: no such limit)."""
        begin = time.perf_counter()
        lines = iterations or int(seconds * PACE)
        is_far = lines >= self.style.far
        if is_far:
            self.later = self.rest + self.style.further
        trials = {action: Trial() for action in self.ranking}
        ranking, alive = self.ranking, self._entrants(lines)
        rounds = max(1, ceil(log2(alive)))
        future = count = 0
        for number in range(1, rounds + 1):
            until = iterations * number // rounds
            end = begin + seconds * number / rounds
            while (not iterations or count + alive <= until) and not (seconds and time.perf_counter() >= end):
                breathe()
                for action in ranking[:alive]:
                    trials[action].add(self.grow(future, action))
                future += 1
                count += alive
                is_won = self.root.won == self.side
                if is_won or (is_far and future % GLANCE == 0 and alive > 1):
                    ranking[:alive] = sorted(ranking[:alive], key=self._promise)
                    alive = 1 if is_won else _not_behind([trials[action] for action in ranking[:alive]])
                    if alive == 1:
                        return count
            ranking[:alive] = sorted(ranking[:alive], key=self._promise)
            alive = (alive + 1) // 2
        while count < iterations and not (seconds and time.perf_counter() >= begin + seconds):
            breathe()
            self.grow(future, ranking[0])
            future += 1
            count += 1
        return count

    def _entrants(self, lines: int) -> int:
        """How many answers can be tried often enough before the first drop out."""
        count = len(self.ranking)
        while count > 2 and count * self.style.tries * ceil(log2(count)) > lines:
            count -= 1
        return count

    def _promise(self, action: int) -> float:
        if self.is_secret:
            return -self.tally.mean(self.root.options.index(action))
        child = self.root.children.get((action,))
        if child is None:
            return 0.0
        return -2.0 if child.won == self.side else -child.mean(self.side)

    def consider(self, action: int) -> None:
        """Lines can be grown with this answer of the asked seat as well, though it did not seem worth it."""
        if self.is_secret and action not in self.tally.options:
            self.tally.options.append(action)  # which are the root's
            self.tally.tried.append(0)
            self.tally.gained.append(0.0)

    def grow(self, future: int, action: int) -> float:
        """One line: in a certain future, with an answer of the asked seat. What its side may hope for at the end."""
        fate = Fate(self.seed, future)
        rng = fate.answers
        state = imagined(self.model, self.seat, fate)
        reopen(state, self.seat)
        state.set_dice(None)
        node, path = self.root, [self.root]
        learned: list[tuple[Tally, int, int]] = []  # secret choices: whose, side, place of the answer
        if not self.is_secret:
            state.apply(action, None, (), self.seat)
            node = node.children.setdefault((action,), Node())
            path.append(node)
        while len(path) < DEEPEST and not state.is_over and (node.visits or node is self.root):
            if state.wait is Wait.PAUSE:
                state.proceed()
                continue
            if not self.style.beyond and self.guide.is_settled(state, self.rest):
                break
            if state.is_chance:
                key = _fall(node, state, fate)
            else:
                key = self._choose(node, state, rng, learned, action)
            node = node.children.setdefault(key, Node())
            path.append(node)
        if state.is_over:
            self._end(state, path, learned)
        else:
            state.set_dice(fate)
            play_on(state, self.guide, self.rest, fate)
        value = self._judged(state, fate)
        for seen in path:
            seen.visits += 1
            seen.total += value
        for tally, side, place in learned:
            tally.tried[place] += 1
            tally.gained[place] += value if side == 0 else 1.0 - value
        return value if self.side == 0 else 1.0 - value

    def _judged(self, state: State, fate: Fate) -> float:
        """What side 0 may hope for at a point of rest, and half of it at a later one if lines go so far."""
        value = self.guide.value(state, 0)
        if self.later > self.rest and not state.is_over:
            play_on(state, self.guide, self.later, fate)
            value = (value + self.guide.value(state, 0)) / 2
        return value

    def _end(self, state: State, path: list[Node], learned: list[tuple[Tally, int, int]]) -> None:
        """The game ended in the tree: whose choice it was that led here has won for certain, if it won."""
        outcome = state.outcome
        if learned or outcome is None or len(outcome.winners) != 1:
            return
        won = outcome.winners[0]
        path[-1].won = won
        for node in reversed(path[:-1]):
            if node.chooser != won:
                break
            node.won = won

    # ---- one step ----------------------------------------------------------------------------------------
    def _choose(
        self, node: Node, state: State, rng: Rng, learned: list[tuple[Tally, int, int]], action: int
    ) -> tuple[int, ...]:
        seats = asked_by(state)
        if len(seats) > 1:
            return self._secretly(node, state, seats, rng, learned, action)
        seat = seats[0]
        node.chooser = side_of(state, seat)
        if not node.options:
            node.options = self.guide.order(state, seat)
        action = self._best(node, state, seat, rng)
        state.apply(action, None, (), seat)
        return (action,)

    def _wide(self, count: int, visits: int) -> int:
        """How many of so many answers are looked at."""
        return min(count, 1 + int(self.style.widen * visits**self.style.width))

    def _best(self, node: Node, state: State, seat: int, rng: Rng) -> int:
        """The answer with the best upper bound, among as many as have come in."""
        side = node.chooser
        wide = self._wide(len(node.options), node.visits)
        best, choice = -1.0, -1
        spread = log(node.visits + 1)
        for action in node.options[:wide]:
            child = node.children.get((action,))
            if child is None or not child.visits:
                if state.is_legal(action, seat):
                    return action
                continue
            bound = child.mean(side) + self.style.explore * sqrt(spread / child.visits)
            if child.won >= 0:
                bound = 2.0 if child.won == side else 0.0
            if bound > best and state.is_legal(action, seat):
                best, choice = bound, action
        return choice if choice >= 0 else self.guide.quick(state, seat, rng)

    def _secretly(
        self,
        node: Node,
        state: State,
        seats: tuple[int, ...],
        rng: Rng,
        learned: list[tuple[Tally, int, int]],
        action: int,
    ) -> tuple[int, ...]:
        """Each seat answers by its own bounds; nobody knows the others' answers. At the root the asked one is told."""
        answers: list[tuple[int, int]] = []
        for seat in seats:
            if node is self.root and seat == self.seat:
                tally, place = self.tally, self.root.options.index(action)
            else:
                if seat not in node.tallies:
                    node.tallies[seat] = Tally(self.guide.order(state, seat))
                tally = node.tallies[seat]
                place = self._draw(tally, node.visits, rng)
            learned.append((tally, side_of(state, seat), place))
            answers.append((seat, tally.options[place]))
        for seat, answer in answers:
            state.apply(answer, None, (), seat)
        return tuple([answer for _, answer in answers])

    def _draw(self, tally: Tally, visits: int, rng: Rng) -> int:
        """The place of the answer with the best upper bound, and now and then just any: without that the seats would
        run round in circles after each other, and the mixture of what they try would come to no balance."""
        wide = self._wide(len(tally.options), visits)
        for i in range(wide):
            if not tally.tried[i]:
                return i
        if rng.below(WANDER) == 0:
            return rng.below(wide)
        best, choice = -1.0, 0
        spread = log(visits + 1)
        for i in range(wide):
            bound = tally.mean(i) + self.style.explore * sqrt(spread / tally.tried[i])
            if bound > best:
                best, choice = bound, i
        return choice

    # ---- what came out -----------------------------------------------------------------------------------
    def lines(self) -> list[Line]:
        """The answers at the root, the best first."""
        if self.is_secret:
            tally, places = self.tally, [self.root.options.index(a) for a in self.ranking]
            return [Line(tally.options[i], tally.tried[i], tally.mean(i), ()) for i in places if tally.tried[i]]
        found = [(a, self.root.children[(a,)]) for a in self.ranking if (a,) in self.root.children]
        return [Line(a, n.visits, n.mean(self.side), self._follows(a, n)) for a, n in found]

    def _opened(self) -> State:
        state = self.model.clone()
        reopen(state, self.seat)
        return state

    def _follows(self, action: int, node: Node) -> tuple[tuple[int, int], ...]:
        """The most tried answers after this one, until dice fall or nobody has looked further."""
        state = self.model.clone()
        state.set_dice(None)
        state.apply(action, None, (), self.seat)
        out: list[tuple[int, int]] = []
        while node.children and not state.is_over and not state.is_chance and len(out) < FOLLOWS:
            seats = asked_by(state)
            if len(seats) != 1:
                break
            key = max(node.children, key=lambda k: node.children[k].visits)
            if not state.is_legal(key[0], seats[0]):
                break
            out.append((seats[0], key[0]))
            state.apply(key[0], None, (), seats[0])
            node = node.children[key]
        return tuple(out)


def _not_behind(trials: list[Trial]) -> int:
    """How many of these, the best first, are not clearly behind it."""
    best, left = trials[0], len(trials)
    while left > 1:
        last = trials[left - 1]
        if best.mean() - last.mean() <= CLEARLY * sqrt(best.doubt() + last.doubt()):
            break
        left -= 1
    return left


def _fall(node: Node, state: State, fate: Fate) -> tuple[int, ...]:
    """What the dice of a future show; the faces of a single die come equally often."""
    outcome = fate.outcome(state)
    if len(outcome) == 1 and outcome in node.children:
        faces = [face for face, _ in state.chance_outcomes()]
        seen = [node.children[face].visits if face in node.children else 0 for face in faces]
        rare = [face for face, visits in zip(faces, seen, strict=True) if visits == min(seen)]
        outcome = rare[fate.dice.below(len(rare))]
    state.apply_chance(outcome)
    return outcome
