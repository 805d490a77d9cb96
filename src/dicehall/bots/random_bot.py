"""The player that means nothing by it: any legal action, each as likely as the next.

It has a generator of its own, apart from the dice of the game.
"""

from __future__ import annotations

from dicehall.bots.base import Question
from dicehall.kernel.dice import Rng


class RandomBot:
    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, question: Question) -> int:
        return question.actions[self._rng.below(len(question.actions))]
