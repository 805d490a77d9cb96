"""Playing on in imagination: from an answer to a point of rest, by quick answers of all seats."""

from __future__ import annotations

from dicehall.bots.guide import Guide
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State

LONGEST = 400  # answers after which a line is judged as it stands


def turn_of(state: State) -> int:
    turn: int = state.turn  # type: ignore[attr-defined]
    return turn


def side_of(state: State, seat: int) -> int:
    side: int = state.kit.side_of[seat]  # type: ignore[attr-defined]
    return side


def asked_by(state: State) -> tuple[int, ...]:
    """The seats that must answer now, without making decisions of them."""
    seats = getattr(state, "seats_asked", None)
    if seats is not None:
        return tuple(seats)
    seat: int = state.asked  # type: ignore[attr-defined]
    return () if seat < 0 else (seat,)


def imagined(model: State, seat: int, rng: Rng) -> State:
    """A copy with a future of its own, and with secret choices of others made up anew."""
    return model.resample(seat, rng)


def reopen(state: State, seat: int) -> None:
    """In an imagined copy: secret answers of other seats that are in are taken out, to be thought about."""
    if isinstance(state, IrondieState):
        others = [x for x in state.committed if x != seat]
        for x in others:
            state.answers[x] = -1
        if others:
            state.list_answers()


def play_on(state: State, guide: Guide, turn: int, rng: Rng) -> None:
    """Quick answers of all seats until a point of rest."""
    for _ in range(LONGEST):
        if state.is_over or guide.is_settled(state, turn):
            return
        if state.wait is Wait.PAUSE:
            state.proceed()
            continue
        answers = [(seat, guide.quick(state, seat, rng)) for seat in asked_by(state)]
        for seat, action in answers:
            state.apply(action, None, (), seat)
