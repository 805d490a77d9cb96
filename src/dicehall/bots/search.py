"""Monte-Carlo tree search over imagined futures.

Nodes where a seat chooses take the answer with the best upper bound; answers come in one after another, the most
promising first (progressive widening). Nodes of chance hold the outcomes seen so far, and few new ones. Where several
seats choose in secret at once, each learns a mixture of its answers by regret matching. A line is played to a point of
rest by quick answers and judged by the guide.
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import NamedTuple

from dicehall.bots.base import Question
from dicehall.bots.guide import Guide
from dicehall.bots.thinking import asked_by, play_on, reopen, side_of, turn_of
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.state import State

ITERATIONS = 300
EXPLORE = 0.7  # how much an answer that was little tried is favoured
WIDEN, WIDTH = 2.5, 0.45  # so many answers are looked at after n visits: WIDEN * n ** WIDTH
FALL, FALLS = 1.5, 0.4  # and so many outcomes of chance
DEEPEST = 60  # choices and rolls in a line of the tree
WANDER = 0.1  # how often a seat that chooses in secret tries just anything
CHECK = 16  # the clock is looked at so often


class Node:
    """A moment of the tree: visits, what side 0 may hope for in all, and what comes after."""

    __slots__ = ("children", "options", "regrets", "total", "visits", "weights")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[tuple[int, ...], Node] = {}  # by answer, by joint answers, or by outcome
        self.options: list[int] = []  # of the seat that chooses, most promising first
        self.regrets: dict[int, list[float]] = {}  # by seat, where several choose in secret
        self.weights: dict[int, list[float]] = {}

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

    def __init__(self, guide: Guide, model: State, seat: int, rng: Rng) -> None:
        self.guide = guide
        self.model = model
        self.seat = seat
        self.side = side_of(model, seat)
        self.turn = turn_of(model)
        self.rng = rng
        self.root = Node()
        self.root_options = guide.order(model, seat)

    # ---- growing -----------------------------------------------------------------------------------------
    def run(self, iterations: int, seconds: float = 0.0) -> int:
        """So many lines, or as many as there is time for; says how many."""
        end = time.perf_counter() + seconds if seconds else 0.0
        count = 0
        while not iterations or count < iterations:
            if end and count % CHECK == 0 and time.perf_counter() >= end:
                break
            self.grow()
            count += 1
        return count

    def grow(self) -> None:
        state = self.model.resample(self.seat, self.rng)
        reopen(state, self.seat)
        state.set_dice(None)
        node, path = self.root, [self.root]
        learned: list[tuple[Node, int, int, float]] = []  # secret choices: node, seat, place of the answer, its chance
        while len(path) < DEEPEST and not state.is_over:
            fresh = node.visits == 0 and node is not self.root
            if fresh:
                break
            if state.wait is Wait.PAUSE:
                state.proceed()
                continue
            key = self._fall(node, state) if state.is_chance else self._choose(node, state, learned)
            node = node.children.setdefault(key, Node())
            path.append(node)
        value = self._judge(state)
        for seen in path:
            seen.visits += 1
            seen.total += value
        for at, seat, place, chance in learned:
            mine = value if side_of(state, seat) == 0 else 1.0 - value
            regrets = at.regrets[seat]
            for i in range(len(regrets)):
                regrets[i] = max(0.0, regrets[i] - mine)
            regrets[place] += mine / chance

    def _judge(self, state: State) -> float:
        """What side 0 may hope for."""
        if not state.is_over:
            state.set_dice(SeededDice(self.rng.word()))
            play_on(state, self.guide, self.turn, self.rng)
        return self.guide.value(state, 0)

    # ---- one step ----------------------------------------------------------------------------------------
    def _fall(self, node: Node, state: State) -> tuple[int, ...]:
        """An outcome of chance: a new one, or, when there are many for so few visits, one that was seen."""
        if len(node.children) < FALL * (node.visits + 1) ** FALLS:
            outcome = state.sample_chance(self.rng)
        else:
            seen = list(node.children)
            spot = self.rng.below(sum([node.children[k].visits for k in seen]) + len(seen))
            outcome = seen[-1]
            for k in seen:
                spot -= node.children[k].visits + 1
                if spot < 0:
                    outcome = k
                    break
        state.apply_chance(outcome)
        return outcome

    def _choose(self, node: Node, state: State, learned: list[tuple[Node, int, int, float]]) -> tuple[int, ...]:
        seats = asked_by(state)
        if len(seats) > 1:
            return self._secretly(node, state, seats, learned)
        seat = seats[0]
        if not node.options:
            node.options = self.root_options if node is self.root else self.guide.order(state, seat)
        action = self._best(node, state, seat)
        state.apply(action, None, (), seat)
        return (action,)

    def _best(self, node: Node, state: State, seat: int) -> int:
        """The answer with the best upper bound, among as many as have come in."""
        side = side_of(state, seat)
        wide = min(len(node.options), 1 + int(WIDEN * node.visits**WIDTH))
        best, choice = -1.0, -1
        spread = log(node.visits + 1)
        for action in node.options[:wide]:
            child = node.children.get((action,))
            if child is None or not child.visits:
                if state.is_legal(action, seat):
                    return action
                continue
            bound = child.mean(side) + EXPLORE * sqrt(spread / child.visits)
            if bound > best and (node is self.root or state.is_legal(action, seat)):
                best, choice = bound, action
        return choice if choice >= 0 else self.guide.quick(state, seat, self.rng)

    def _secretly(
        self, node: Node, state: State, seats: tuple[int, ...], learned: list[tuple[Node, int, int, float]]
    ) -> tuple[int, ...]:
        """Each seat answers by its mixture; nobody knows the others' answers."""
        answers: list[tuple[int, int]] = []
        for seat in seats:
            options = self._options(node, state, seat)
            place, chance = self._draw(node, seat, len(options))
            learned.append((node, seat, place, chance))
            answers.append((seat, options[place]))
        for seat, action in answers:
            state.apply(action, None, (), seat)
        return tuple([action for _, action in answers])

    def _options(self, node: Node, state: State, seat: int) -> list[int]:
        if node is self.root and seat == self.seat:
            return self.root_options
        return self.guide.order(state, seat)

    def _draw(self, node: Node, seat: int, count: int) -> tuple[int, float]:
        """An answer by regret matching, and how likely it was."""
        regrets = node.regrets.setdefault(seat, [0.0] * count)
        weights = node.weights.setdefault(seat, [0.0] * count)
        total = sum(regrets)
        even = 1.0 / count
        mixture = [(r / total if total > 0 else even) * (1 - WANDER) + WANDER * even for r in regrets]
        for i, share in enumerate(mixture):
            weights[i] += share
        spot = self.rng.below(1 << 30) / (1 << 30)
        for i, share in enumerate(mixture):
            spot -= share
            if spot < 0:
                return i, share
        return count - 1, mixture[-1]

    # ---- what came out -----------------------------------------------------------------------------------
    @property
    def is_secret(self) -> bool:
        return bool(self.root.regrets)

    def lines(self) -> list[Line]:
        """The answers at the root, the most tried first."""
        if self.is_secret:
            weights = self.root.weights[self.seat]
            order = sorted(range(len(weights)), key=lambda i: -weights[i])
            return [Line(self.root_options[i], int(weights[i]), self._secret_chance(i), ()) for i in order]
        found = [(a, self.root.children[(a,)]) for a in self.root_options if (a,) in self.root.children]
        found.sort(key=lambda pair: (-pair[1].visits, -pair[1].mean(self.side)))
        return [Line(a, n.visits, n.mean(self.side), self._follows(a, n)) for a, n in found]

    def judge(self, action: int, samples: int) -> float:
        """What an answer promises by itself, in so many futures."""
        total = 0.0
        for _ in range(samples):
            state = self.model.resample(self.seat, self.rng)
            state.apply(action, None, (), self.seat)
            play_on(state, self.guide, self.turn, self.rng)
            total += self.guide.value(state, self.side)
        return total / samples

    def _secret_chance(self, place: int) -> float:
        """How the lines ended in which the asked seat gave an answer."""
        at = [x for x in asked_by(self._opened())].index(self.seat)
        met = [n for key, n in self.root.children.items() if key[at] == self.root_options[place]]
        visits = sum([n.visits for n in met])
        if not visits:
            return self.root.mean(self.side)
        mean = sum([n.total for n in met]) / visits
        return mean if self.side == 0 else 1.0 - mean

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
        while node.children and not state.is_over and not state.is_chance and len(out) < 12:
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


class SearchBot:
    """The same seed and the same budget of iterations give the same answers."""

    name = "search"

    def __init__(self, guide: Guide, seed: int = 0, iterations: int = ITERATIONS, seconds: float = 0.0) -> None:
        self._guide = guide
        self._seed = seed
        self._iterations = iterations
        self._seconds = seconds

    def look(self, question: Question) -> Search:
        """The tree for a question, grown as far as the budget goes."""
        rng = Rng(self._seed * 1_000_003 + question.decision.version, question.seat << 40)
        search = Search(self._guide, question.model, question.seat, rng)
        budget = question.budget
        seconds = budget.seconds or (0.0 if budget.iterations else self._seconds)
        iterations = budget.iterations or (0 if seconds else self._iterations)
        if len(search.root_options) > 1:
            search.run(iterations, seconds)
        return search

    def choose(self, question: Question) -> int:
        search = self.look(question)
        if len(search.root_options) == 1:
            return search.root_options[0]
        if search.is_secret:
            return self._mixed(search)
        lines = search.lines()
        return lines[0].action if lines else search.root_options[0]

    def _mixed(self, search: Search) -> int:
        """One of the answers of the mixture that was learned, as likely as it says."""
        weights = search.root.weights[search.seat]
        low = 0.5 * max(weights)  # what was tried for the sake of trying is left out
        shares = [w if w >= low else 0.0 for w in weights]
        spot = search.rng.below(1 << 30) / (1 << 30) * sum(shares)
        for i, share in enumerate(shares):
            spot -= share
            if spot < 0:
                return search.root_options[i]
        return search.root_options[shares.index(max(shares))]
