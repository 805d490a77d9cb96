"""What somebody answers, read and tried on a copy: numbers of actions, or a move in notation, and the dice after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice
from dicehall.kernel.errors import IllegalAction, Reason
from dicehall.kernel.session import Entry
from dicehall.kernel.state import State
from dicehall.notation.dm.moves import parse_move as parse_dm
from dicehall.notation.iron.moves import parse_move as parse_iron
from dicehall.table.inputs import Refused, Step, step_of


class Move(NamedTuple):
    """Answers of seats, dice that come first among equal ones, or giving up."""

    answers: tuple[tuple[int, int], ...]
    prefer: tuple[int, ...] = ()
    concedes: bool = False


def numbered(seat: int, actions: Sequence[int]) -> Move:
    """A move by the numbers of its actions."""
    if not actions:
        raise Refused([Reason("an answer has one action at least")])
    return Move(tuple([(seat, action) for action in actions]))


def written(state: State, seat: int, text: str) -> Move:
    """A move in notation; of a side's seats one may decide for all."""
    try:
        if isinstance(state, IrondieState):
            duel = parse_iron(state, seat, text)
            return Move(duel.answers, (), duel.concedes)
        assert isinstance(state, DMState)
        move = parse_dm(state, seat, text)
    except IllegalAction as error:
        raise Refused(error.reasons) from None
    return Move(tuple([(seat, action) for action in move.actions]), move.prefer, move.concedes)


def tried(state: State, dice: Dice, move: Move) -> tuple[Step, ...]:
    """The answers and what the dice show after them; state and dice are copies, which are used up.

    A move ends where dice fall or a secret is revealed. Whether a further answer would fit is not even looked at:
    a refusal would tell what nobody may know yet.
    """
    steps: list[Step] = []
    secret = -1  # since when a secret question is open that has been answered
    for seat, action in move.answers:
        decision = next((d for d in state.decisions if d.seat == seat), None)
        if decision is None or state.wait is Wait.CHANCE or (secret >= 0 and decision.version != secret):
            raise Refused([Reason("the move is over before its last action")])
        secret = decision.version if decision.secret else -1
        try:
            state.apply(action, None, move.prefer, seat)
        except IllegalAction as error:
            raise Refused(error.reasons) from None
        asked = decision.version if decision.secret else -1
        steps.append(step_of(Entry("act", seat, action, (), not decision.continues, move.prefer, asked)))
    return (*steps, *fall(state, dice))


def fall(state: State, dice: Dice) -> tuple[Step, ...]:
    """Lets the dice fall as long as the state waits for them."""
    steps: list[Step] = []
    while state.wait is Wait.CHANCE:
        outcome = dice.outcome(state)
        state.apply_chance(outcome)
        steps.append(step_of(Entry("chance", -1, 0, outcome)))
    return tuple(steps)
