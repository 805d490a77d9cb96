"""A game as it is played: a state, the record of all that was put into it, and its whole log.

A record stores what was chosen and what the dice showed, so a replay never depends on a random generator.
"""

from __future__ import annotations

from typing import NamedTuple

from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice
from dicehall.kernel.errors import DicehallError, IllegalAction, Reason
from dicehall.kernel.event import Event
from dicehall.kernel.state import State


class Entry(NamedTuple):
    """One line of input: an action of a seat, an outcome of chance, a pause left, a concession."""

    what: str  # "act" | "chance" | "proceed" | "concede"
    seat: int
    action: int = 0
    outcome: tuple[int, ...] = ()
    opens: bool = True  # an action that begins a move (and not a further step of one)
    prefer: tuple[int, ...] = ()  # of equal things, those that were named


class Session:
    """A state with its past. Chance is decided by `dice`, or by the caller if there are none."""

    def __init__(self, state: State, dice: Dice | None = None) -> None:
        """`state` must have no dice of its own: the session rolls, so that it can write down what fell."""
        self.start = state.clone()
        self.start.set_dice(None)
        self.state = self.start.clone()
        self.dice = dice
        self.entries: list[Entry] = []
        self.opening: tuple[Event, ...] = tuple(state.events)  # what had happened before the first entry
        self.log: list[Event] = list(self.opening)
        self._roll()

    def act(self, action: int, version: int | None = None, prefer: tuple[int, ...] = ()) -> None:
        """Answers the decision of the state."""
        decision = self.state.decision
        if decision is None:
            raise IllegalAction([Reason("nobody is asked to choose now")])
        self.state.apply(action, version, prefer)
        self._note(Entry("act", decision.seat, action, (), not decision.continues, prefer))
        self._roll()

    def chance(self, outcome: tuple[int, ...]) -> None:
        """Says how an open chance falls."""
        if self.state.wait is not Wait.CHANCE:
            raise IllegalAction([Reason("no roll and no draw is open now")])
        self.state.check_chance(outcome)
        self.state.apply_chance(outcome)
        self._note(Entry("chance", -1, 0, outcome))
        self._roll()

    def proceed(self) -> None:
        self.state.proceed()
        self._note(Entry("proceed", -1))
        self._roll()

    def concede(self, seat: int) -> None:
        self.state.concede(seat)
        self._note(Entry("concede", seat))

    def put(self, entry: Entry) -> None:
        """The same input again."""
        if entry.what == "act":
            self.act(entry.action, None, entry.prefer)
        elif entry.what == "chance":
            self.chance(entry.outcome)
        elif entry.what == "proceed":
            self.proceed()
        else:
            self.concede(entry.seat)

    def can_undo(self, seat: int) -> Reason | None:
        """Why the last move cannot be taken back by this seat; None if it can."""
        if not self.entries:
            return Reason("nothing has been done yet")
        i = self._move_start()
        if i < 0:
            return Reason("the dice have fallen since your last decision")
        if self.entries[i].seat != seat:
            return Reason("another seat has decided since")
        return None

    def undo(self) -> None:
        """Takes the last move back, by replaying everything before it."""
        i = self._move_start()
        if i < 0:
            raise DicehallError("there is no move to take back: the dice have fallen, or nothing was done")
        self.rewind(i)

    def rewind(self, count: int) -> None:
        """Goes back to the moment after the first `count` entries."""
        again = replay(self.start, self.entries[:count])
        self.state, self.entries = again.state, again.entries
        self.log = [*self.opening, *again.log]
        self._roll()

    def _move_start(self) -> int:
        """Index of the entry that began the last move, -1 if chance came after it."""
        for i in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[i]
            if entry.what != "act":
                return -1
            if entry.opens:
                return i
        return -1

    def _note(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.log.extend(self.state.events)

    def _roll(self) -> None:
        while self.dice is not None and self.state.wait is Wait.CHANCE:
            outcome = self.dice.outcome(self.state)
            self.state.apply_chance(outcome)
            self._note(Entry("chance", -1, 0, outcome))


def replay(start: State, entries: list[Entry]) -> Session:
    """A session in which the same was put in again."""
    session = Session(start)
    for entry in entries:
        session.put(entry)
    return session
