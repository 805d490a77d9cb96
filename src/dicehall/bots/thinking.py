"""Playing on in imagination: from an answer to a point of rest, by quick answers of all seats, in futures that can be
compared with each other."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dicehall.bots.guide import Guide
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice, Rng
from dicehall.kernel.state import State

LONGEST: Final = 400  # answers after which a line is judged as it stands
_TURN: Final = 1 << 20  # more numbers than are drawn in a turn
_FUTURE: Final[i64] = 0x2545F4914F6CDD1D


class Fate(Dice):
    """The chance of one future, for dice and for quick answers.

    What falls in a turn depends on the future and the turn alone: two lines of play that differ in one turn meet the
    same dice in the next, and what is left between them is what they did.
    """

    __slots__ = ("answers", "dice", "turn")

    def __init__(self, seed: int, future: int) -> None:
        # a machine number, of which a seed takes the last 64 bits: compiled, a product of long Python numbers in which
        # Ctrl-C arrives counts as lack of memory and ends the program
        far: i64 = future
        far *= _FUTURE
        start: int = far
        self.dice = Rng(seed + start)
        self.answers = Rng(seed + 1 + start)
        self.turn = -1

    def meet(self, turn: int) -> None:
        """Another turn begins, or the same goes on."""
        if turn != self.turn:
            self.turn = turn
            self.dice.position = self.answers.position = turn * _TURN

    def outcome(self, state: State) -> tuple[int, ...]:
        self.meet(turn_of(state))
        return state.sample_chance(self.dice)

    def clone(self) -> Dice:
        other = Fate(0, 0)
        other.dice = Rng(self.dice.seed, self.dice.position)
        other.answers = Rng(self.answers.seed, self.answers.position)
        other.turn = self.turn
        return other

    def save(self) -> list[Any]:
        return ["seeded", self.dice.seed, self.dice.position]


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


def imagined(model: State, seat: int, fate: Fate) -> State:
    """A copy with a future of its own, and with secret choices of others made up anew."""
    fate.meet(turn_of(model))
    state = model.resample(seat, fate.answers)
    state.set_dice(fate)
    return state


def reopen(state: State, seat: int) -> None:
    """In an imagined copy: secret answers of other seats that are in are taken out, to be thought about."""
    if isinstance(state, IrondieState):
        others = [x for x in state.committed if x != seat]
        for x in others:
            state.answers[x] = -1
        if others:
            state.list_answers()


def play_on(state: State, guide: Guide, turn: int, fate: Fate) -> None:
    """Quick answers of all seats until a point of rest."""
    for _ in range(LONGEST):
        if state.is_over or guide.is_settled(state, turn):
            return
        if state.wait is Wait.PAUSE:
            state.proceed()
            continue
        fate.meet(turn_of(state))
        answers = [(seat, guide.quick(state, seat, fate.answers)) for seat in asked_by(state)]
        for seat, action in answers:
            state.apply(action, None, (), seat)
