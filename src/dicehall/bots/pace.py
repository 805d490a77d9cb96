"""Time for a turn, shared out among its questions, so that they add up to a human pace."""

from __future__ import annotations

from math import log2
from typing import Final

from dicehall.bots.base import Question
from dicehall.bots.thinking import turn_of

EXPECTED: Final = 6.0  # questions of usual weight in a turn
MOST: Final = 0.4  # of the turn's time for one question
LEAST: Final = 0.02  # and at least so much, when the time is up


class Pace:
    """Gives each question its share of what is left: many answers to choose from deserve more time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds  # for a turn
        self._turn = -1
        self._left = seconds
        self._expected = EXPECTED

    def share(self, question: Question) -> float:
        """Seconds for a question; whatever it is given counts as spent."""
        turn = turn_of(question.model)
        if turn != self._turn:
            self._turn, self._left, self._expected = turn, self.seconds, EXPECTED
        weight = min(2.0, log2(max(2, len(question.actions))) / 2)
        share = self._left * weight / max(weight, self._expected)
        share = max(LEAST * self.seconds, min(MOST * self.seconds, share))
        self._left = max(0.0, self._left - share)
        self._expected = max(1.0, self._expected - weight)
        return share
