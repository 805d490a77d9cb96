"""Playing on in imagination: from an answer to a point of rest, by quick answers of all seats."""

from __future__ import annotations

from dicehall.bots.guide import Guide
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.state import State

LONGEST = 400  # answers after which a line is judged as it stands


def turn_of(state: State) -> int:
    turn: int = state.turn  # type: ignore[attr-defined]
    return turn


def side_of(state: State, seat: int) -> int:
    side: int = state.kit.side_of[seat]  # type: ignore[attr-defined]
    return side


def imagined(model: State, rng: Rng) -> State:
    """A copy with a future of its own."""
    copy = model.clone()
    copy.set_dice(SeededDice(rng.word()))
    return copy


def play_on(state: State, guide: Guide, turn: int, rng: Rng) -> None:
    """Quick answers of all seats until a point of rest."""
    for _ in range(LONGEST):
        if state.is_over or guide.is_settled(state, turn):
            return
        if state.wait is Wait.PAUSE:
            state.proceed()
            continue
        asked = state.decisions
        answers = [(d.seat, guide.quick(state, d.seat, rng)) for d in asked]
        for seat, action in answers:
            state.apply(action, None, (), seat)
