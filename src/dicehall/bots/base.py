"""What a player of the house is: it gets a Question and answers with one of the legal actions.

A Question holds what lies open on the table and nothing else: no state, no dice, no seed, no generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from dicehall.dicemasters.energy import default_payment
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FR_PAY
from dicehall.kernel.decision import Decision
from dicehall.kernel.state import Frame

NOTHING: tuple[tuple[int, ...], int] = ((), -1)


class Question(NamedTuple):
    """What a seat is asked, and what it sees."""

    view: dict[str, Any]  # the table as the asked seat sees it
    decision: Decision  # who is asked, and the legal actions
    kit: Kit  # cards and faces, which do not change during a game
    frame: Frame  # the open question as numbers: what is to be paid, who deals damage to whom
    payment: tuple[tuple[int, ...], int] = NOTHING  # for a payment: the usual one (3.2.12), and the die it spins

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def actions(self) -> tuple[int, ...]:
        return self.decision.actions


class Bot(Protocol):
    """Anything that can answer."""

    @property
    def name(self) -> str: ...

    def choose(self, question: Question) -> int: ...


def question(state: DMState) -> Question:
    """What is asked now, for the seat that is asked."""
    decision = state.decision
    if decision is None:
        raise ValueError("nobody is asked to choose now")
    frame = state.stack[-1]
    payment = NOTHING
    if frame[0] == FR_PAY and frame[1] != -1:
        payment = default_payment(state, frame[2], frame[3], frame[4])
    elif frame[0] == FR_PAY:  # the dice are chosen; what is open is which of them keeps its second energy
        payment = (frame[6], -1)
    return Question(state.view(decision.seat), decision, state.kit, frame, payment)


def play_out(state: DMState, bots: Sequence[Bot], limit: int = 20_000) -> bool:
    """Plays a game with dice of its own to the end; says whether it ended within so many answers."""
    for _ in range(limit):
        if state.is_over:
            return True
        ask = question(state)
        state.apply(bots[ask.seat].choose(ask))
    return state.is_over
