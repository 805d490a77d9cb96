"""The player that searches: it grows a tree (see tree.py) as far as its budget goes and takes the best answer."""

from __future__ import annotations

from dicehall.bots.base import USUAL, Budget, Question
from dicehall.bots.guide import Guide
from dicehall.bots.pace import Pace
from dicehall.bots.tree import Line, Search
from dicehall.kernel.dice import Rng

__all__ = ["Line", "Search", "SearchBot"]

ITERATIONS = 300


class SearchBot:
    """The same seed and the same budget of iterations give the same answers."""

    name = "search"

    def __init__(self, guide: Guide, seed: int = 0, iterations: int = ITERATIONS, pace: Pace | None = None) -> None:
        self._guide = guide
        self._seed = seed
        self.iterations = iterations
        self._pace = pace  # time beside iterations (0: time alone); then its answers depend on the machine

    def look(self, question: Question) -> Search:
        """The tree for a question, grown as far as the budget goes."""
        seed = Rng(self._seed * 1_000_003 + question.decision.version, question.seat << 40).word()
        search = Search(self._guide, question.model, question.seat, seed)
        if len(search.root.options) > 1:
            search.run(*self._budget(question))
        return search

    def _budget(self, question: Question) -> Budget:
        """What the question allows, else the bot's own."""
        if question.budget != USUAL:
            return question.budget
        return Budget(self.iterations, self._pace.share(question) if self._pace is not None else 0.0)

    def choose(self, question: Question) -> int:
        return self.look(question).ranking[0]
