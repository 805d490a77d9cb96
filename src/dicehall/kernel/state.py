"""Game and State: the same verbs for every game of the house.

A state is plain data with one stack of frames; it waits for exactly one thing. Copies are its own `clone`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mypy_extensions import mypyc_attr

from dicehall.kernel.decision import About, Chance, Decision, Outcome, Wait
from dicehall.kernel.dice import Dice, Rng
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason
from dicehall.kernel.event import Event

# A frame of unfinished work: kind, step, seat, two operands, two lists of operands, the event that caused it.
Frame = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...], int]

# Why a seat has lost though it was not beaten and did not give up: its time is up; it is gone, and another claims it.
CONCESSIONS: Final = ("time", "gone")


def concession(why: str) -> int:
    """The place of a reason in CONCESSIONS, -1 for none."""
    if why and why not in CONCESSIONS:
        raise InvalidInput(f"'{why[:20]}' is no reason why a game is lost; there are {', '.join(CONCESSIONS)}")
    return CONCESSIONS.index(why) if why else -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules with their settings. Immutable; makes and loads states."""

    def seat_names(self, state: State) -> tuple[str, ...]:
        raise NotImplementedError

    def describe(self, state: State, action: int, seat: int | None = None) -> str:
        """A legal action in words, as a step of a move: of a seat, if several are asked."""
        raise NotImplementedError

    def about(self, state: State, action: int, seat: int) -> About:
        """What an answer of a seat is about: the dice and the card that a person would point at."""
        raise NotImplementedError

    def equals(self, state: State, action: int, seat: int) -> list[tuple[int, tuple[int, ...]]]:
        """Legal actions that are as good but not listed, because they are about equal dice; and those dice."""
        raise NotImplementedError

    def meant(self, state: State, seat: int, die: int, card: int) -> list[int]:
        """What a seat may mean that points at a die or a card (-1: none), whether it can be done or not."""
        raise NotImplementedError

    def idle(self, state: State, seat: int) -> int:
        """The answer by which a seat that is asked does nothing at all: it passes, or attacks with nobody; -1: none."""
        return -1

    def load(self, data: bytes) -> State:
        """The state that `State.save` wrote."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A moment of a game."""

    __slots__ = ()

    # ---- what it waits for -------------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        raise NotImplementedError

    @property
    def wait(self) -> Wait:
        raise NotImplementedError

    @property
    def decision(self) -> Decision | None:
        """Who chooses, what kind, between what, and why it is asked; None if nobody does.

        Where several seats choose in secret at once it is the first of `decisions`.
        """
        raise NotImplementedError

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that is asked now: one decision, or one of each seat that has yet to choose in secret."""
        one = self.decision
        return () if one is None else (one,)

    @property
    def committed(self) -> tuple[int, ...]:
        """The seats that have answered a secret question to which other answers are still out."""
        return ()

    @property
    def outcome(self) -> Outcome | None:
        raise NotImplementedError

    @property
    def version(self) -> int:
        """How often the state has changed: the number of actions, outcomes and concessions so far."""
        raise NotImplementedError

    @property
    def is_chance(self) -> bool:
        return self.wait is Wait.CHANCE

    @property
    def is_over(self) -> bool:
        return self.wait is Wait.OVER

    # ---- decisions ---------------------------------------------------------------------------------------
    def legal_actions(self, seat: int | None = None) -> list[int]:
        """The legal answers to the decision (of a seat): one of each kind of equal ones. Do not change the list."""
        raise NotImplementedError

    def is_legal(self, action: int, seat: int | None = None) -> bool:
        """Whether `action` would be accepted: listed, or equal to one that is listed."""
        raise NotImplementedError

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        """Answers the decision (of a seat). IllegalAction, with the reasons, changes nothing; nor does StaleVersion.

        `prefer`: where equal things are taken without asking (dice that are alike), these come first.
        `seat`: who answers; without it, the seat of `decision`.
        """
        raise NotImplementedError

    def after(self, action: int, seat: int | None = None) -> State:
        """A copy in which the action was taken."""
        other = self.clone()
        other.apply(action, None, (), seat)
        return other

    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        """Every reason why the action cannot be taken now; empty if it can."""
        raise NotImplementedError

    def call(self, word: str) -> None:
        """Something that is decided outside the game: time is up."""
        raise IllegalAction([Reason(f"'{word[:30]}' cannot be called in this game")])

    def concede(self, seat: int, why: str = "") -> None:
        """A seat has lost: it gives up, or `why` is one of CONCESSIONS, whose place there stands in the event."""
        raise NotImplementedError

    # ---- chance ------------------------------------------------------------------------------------------
    @property
    def chance(self) -> Chance | None:
        raise NotImplementedError

    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """All outcomes that differ, each with its probability."""
        raise NotImplementedError

    def sample_chance(self, rng: Rng) -> tuple[int, ...]:
        """One outcome, drawn with its probability."""
        raise NotImplementedError

    def check_chance(self, outcome: tuple[int, ...]) -> None:
        """InvalidInput if the chance cannot fall so."""
        raise NotImplementedError

    def apply_chance(self, outcome: tuple[int, ...]) -> None:
        raise NotImplementedError

    def proceed(self) -> None:
        """Leaves a pause (see `hold` of the game)."""
        raise NotImplementedError

    # ---- copies, sight, memory ---------------------------------------------------------------------------
    def clone(self) -> State:
        raise NotImplementedError

    def resample(self, seat: int, rng: Rng) -> State:
        """A copy that fits all that the seat knows, with a future of its own: for players that search."""
        raise NotImplementedError

    def set_dice(self, dice: Dice | None) -> None:
        """From now on chance is decided by `dice`; None leaves it open."""
        raise NotImplementedError

    def view(self, seat: int) -> dict[str, Any]:
        """All that a seat may see, as plain data. A seat of -1 is a spectator."""
        raise NotImplementedError

    @property
    def events(self) -> list[Event]:
        """What happened since the last answer, outcome or concession was given."""
        raise NotImplementedError

    def save(self) -> bytes:
        """Everything, exactly, with the position of the dice."""
        raise NotImplementedError

    def fingerprint(self) -> bytes:
        """What two states must share to have the same future: `save` without the events just past."""
        raise NotImplementedError
