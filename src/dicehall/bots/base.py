"""What a player of the house is: it gets a Question and answers with one of the legal actions.

A Question holds what the asked seat may know, and nothing else. Its `model` is an imagined copy of the game that fits
all of that: the dice to come are others, and so are the secret choices of other seats. A bot may play on in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple, Protocol

from dicehall.dicemasters.energy import default_payment
from dicehall.dicemasters.terms import FR_PAY
from dicehall.kernel.decision import Decision, Outcome, Wait
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import Frame, State

NOTHING: tuple[tuple[int, ...], int] = ((), -1)


class Budget(NamedTuple):
    """How long a bot may think about one answer; 0 means no limit of that kind."""

    iterations: int = 0
    seconds: float = 0.0


USUAL = Budget()  # as much as the bot thinks right


def breathe() -> None:
    """Called between two thoughts: compiled code does not notice Ctrl-C, but a call of a plain function does."""


class Question:
    """What a seat is asked."""

    __slots__ = ("_view", "budget", "decision", "model")

    def __init__(self, model: State, decision: Decision, budget: Budget = USUAL) -> None:
        self.model: Any = model
        self.decision = decision
        self.budget = budget
        self._view: dict[str, Any] | None = None

    @property
    def view(self) -> dict[str, Any]:
        """The table as the asked seat sees it."""
        if self._view is None:
            self._view = self.model.view(self.decision.seat)
        return self._view

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def side(self) -> int:
        side: int = self.model.kit.side_of[self.decision.seat]
        return side

    @property
    def actions(self) -> tuple[int, ...]:
        return self.decision.actions

    @property
    def kit(self) -> Any:
        """Cards, faces and dice, which do not change during a game."""
        return self.model.kit

    @property
    def frame(self) -> Frame:
        """The open question as numbers: what is to be paid, who deals damage to whom."""
        frame: Frame = self.model.stack[-1]
        return frame

    @property
    def payment(self) -> tuple[tuple[int, ...], int]:
        """For a payment of Dice Masters: the usual one (3.2.12), and the die it spins."""
        frame = self.frame
        if frame[0] != FR_PAY:
            return NOTHING
        if frame[1] != -1:
            return default_payment(self.model, frame[2], frame[3], frame[4])
        return (frame[6], -1)  # the dice are chosen; what is open is which of them keeps its second energy


class Bot(Protocol):
    """Anything that can answer. One that holds something (a process, a file) has a method `close(outcome)` too."""

    @property
    def name(self) -> str: ...

    def choose(self, question: Question) -> int: ...


def question(state: State, seat: int | None = None, budget: Budget = USUAL) -> Question:
    """What a seat is asked now; without a seat, the first that is asked."""
    for decision in state.decisions:
        if seat is None or decision.seat == seat:
            imagined = state.resample(decision.seat, Rng(decision.version, decision.seat))
            return Question(imagined, decision, budget)
    raise ValueError("nobody is asked to choose now" if seat is None else f"seat {seat} is not asked to choose now")


def play_out(state: State, bots: Sequence[Bot], limit: int = 20_000, budget: Budget = USUAL) -> bool:
    """Plays a game with dice of its own to the end; says whether it ended within so many answers.

    Who is asked at once is asked before anybody's answer is given.
    """
    count = 0
    while count < limit and not state.is_over:
        if state.wait is Wait.PAUSE:
            state.proceed()
            continue
        asked = [question(state, decision.seat, budget) for decision in state.decisions]
        if not asked:
            raise ValueError("nobody is asked to choose now")
        for q, action in [(q, bots[q.seat].choose(q)) for q in asked]:
            state.apply(action, None, (), q.seat)
        count += len(asked)
    return state.is_over


def close_bots(bots: Iterable[Bot], outcome: Outcome | None = None) -> None:
    """Lets go of what bots hold when a game has ended so; without an outcome it was broken off."""
    with ExitStack() as all_of_them:  # each is closed, whatever the others do
        for bot in bots:
            close = getattr(bot, "close", None)
            if close is not None:
                all_of_them.callback(close, outcome)
