"""One step ahead: each answer is tried in imagination, the turn is played to its end, the best prospect is taken."""

from __future__ import annotations

from dicehall.bots.base import Question
from dicehall.bots.guide import Guide
from dicehall.bots.thinking import Fate, imagined, play_on, turn_of

SAMPLES = 8  # futures in which each answer is tried, the same ones for all
MOST = 8  # so many answers are tried, the most promising ones


class GreedyBot:
    """The same question gets the same answer."""

    name = "greedy"

    def __init__(self, guide: Guide, seed: int = 0, samples: int = SAMPLES) -> None:
        self._guide = guide
        self._seed = seed
        self._samples = samples

    def choose(self, question: Question) -> int:
        guide, model, seat, side = self._guide, question.model, question.seat, question.side
        options = guide.order(model, seat)[:MOST]
        if len(options) == 1:
            return options[0]
        turn = turn_of(model)
        samples = question.budget.iterations // len(options) or self._samples
        best, choice = -1.0, options[0]
        for action in options:
            total = 0.0
            for k in range(samples):
                fate = Fate(self._seed, question.decision.version * 64 + k)
                copy = imagined(model, seat, fate)
                copy.apply(action, None, (), seat)
                play_on(copy, guide, turn, fate)
                total += guide.value(copy, side)
            if total > best:
                best, choice = total, action
        return choice
