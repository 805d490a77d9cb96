"""A game as it is played: a state, the record of all that was put into it, and its whole log.

A record stores what was chosen and what the dice showed, so a replay never depends on a random generator.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import groupby
from typing import NamedTuple

from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice
from dicehall.kernel.errors import DicehallError, IllegalAction, Reason
from dicehall.kernel.event import Event
from dicehall.kernel.state import State


class Entry(NamedTuple):
    """One line of input: an action of a seat, an outcome of chance, a pause left, a concession."""

    what: str  # "act" | "chance" | "proceed" | "concede" | "call"
    seat: int
    action: int = 0
    outcome: tuple[int, ...] = ()
    opens: bool = True  # an action that begins a move (and not a further step of one)
    prefer: tuple[int, ...] = ()  # of equal things, those that were named
    asked: int = -1  # of an answer in secret: the version at which the question was asked
    word: str = ""  # what was called; why a seat has lost, if it did not give up

    @property
    def secret(self) -> bool:
        """An answer that nobody learns before all seats have answered."""
        return self.asked >= 0


class Session:
    """A state with its past. Chance is decided by `dice`, or by the caller if there are none."""

    def __init__(self, state: State, dice: Dice | None = None, given: Sequence[Entry] = ()) -> None:
        """`state` must have no dice of its own: the session rolls, so that it can write down what fell.

        `given`: what was put in before in another game, from which this one goes on. It stands, and `dice` come after.
        """
        self.start = state.clone()
        self.start.set_dice(None)
        self.state = self.start.clone()
        self.dice: Dice | None = None
        self.entries: list[Entry] = []
        self.given = 0  # so many entries are of another game
        self.opening: tuple[Event, ...] = tuple(state.events)  # what had happened before the first entry
        self.log: list[Event] = list(self.opening)
        for entry in given:
            self.put(entry)
        self.given = len(self.entries)
        self.dice = dice
        self._roll()

    def act(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        """Answers the decision of the state, that of `seat` if several are asked."""
        decision = next((d for d in self.state.decisions if seat is None or d.seat == seat), None)
        if decision is None:
            names = self.state.game.seat_names(self.state)
            who = "nobody" if seat is None else names[seat] if 0 <= seat < len(names) else f"seat {seat}"
            raise IllegalAction([Reason(f"{who} is {'asked' if seat is None else 'not asked'} to choose now")])
        self.state.apply(action, version, prefer, decision.seat)
        asked = decision.version if decision.secret else -1
        self._note(Entry("act", decision.seat, action, (), not decision.continues, prefer, asked))
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

    def concede(self, seat: int, why: str = "") -> None:
        """A seat gives up, or has lost for another reason (CONCESSIONS).

        A move that is only half made is taken back first: it is no part of the game. So are secret answers to a
        question that is still open, which nobody was to see before all had answered.
        """
        decision = self.state.decision
        if hidden := self._open():
            self._again([entry for k, entry in enumerate(self.entries) if k not in hidden])
        elif decision is not None and decision.continues and (i := self._move_start()) >= 0:
            self.rewind(i)
        self.state.concede(seat, why)
        self._note(Entry("concede", seat, word=why))

    def call(self, word: str) -> None:
        """Something decided outside the game: time is up."""
        self.state.call(word)
        self._note(Entry("call", -1, word=word))
        self._roll()

    def put(self, entry: Entry) -> None:
        """The same input again."""
        if entry.what == "act":
            self.act(entry.action, None, entry.prefer, entry.seat)
        elif entry.what == "chance":
            self.chance(entry.outcome)
        elif entry.what == "proceed":
            self.proceed()
        elif entry.what == "call":
            self.call(entry.word)
        else:
            self.concede(entry.seat, entry.word)

    def can_undo(self, seat: int, unasked: Container[int] = ()) -> Reason | None:
        """Why the last move cannot be taken back by this seat; None if it can.

        `unasked`: the places of entries about which it was not asked. They go with the move before them.
        """
        if len(self.entries) <= self.given:
            return Reason("nothing has been done yet")
        if hidden := self._open():
            mine = any([self.entries[k].seat == seat for k in hidden])
            return None if mine else Reason("another seat has decided since")
        i = self._move_start(unasked)
        if i < 0 and not any([entry.seat == seat for entry in self.entries[self.given :] if entry.what == "act"]):
            return Reason("you have not made a move yet")
        if i < 0:
            return Reason("the dice have fallen since your last decision")
        if self.entries[i].secret:
            return Reason("all seats have seen the choices by now")
        if self.entries[i].seat != seat:
            return Reason("another seat has decided since")
        return None

    def undo(self, seat: int | None = None, unasked: Container[int] = ()) -> None:
        """Takes the last move back (a seat's secret one, while others are out), by replaying everything else."""
        i = self._move_start(unasked)
        mine = [] if seat is None else self._open(seat)
        if mine:
            self._again([entry for k, entry in enumerate(self.entries) if k not in mine])
            return
        if seat is not None and (reason := self.can_undo(seat, unasked)):
            raise IllegalAction([reason])
        if i < 0 or self.entries[i].secret:
            raise DicehallError("there is no move to take back: the dice have fallen, or nothing was done")
        self.rewind(i)

    def public(self) -> list[Entry]:
        """The entries without the secret answers to a question that is still open; all others of it by seats.

        So nobody can tell who was the first to answer.
        """
        hidden = self._open()
        shown = [entry for k, entry in enumerate(self.entries) if k not in hidden]
        out: list[Entry] = []
        for asked, group in groupby(shown, lambda entry: entry.asked):
            entries = list(group)
            out += entries if asked < 0 else sorted(entries, key=lambda entry: entry.seat)
        return out

    def _open(self, seat: int | None = None) -> list[int]:
        """Where the answers (of a seat) to a secret question stand that is still open, with all their steps."""
        asked = self.state.decisions
        if not asked or not asked[0].secret:
            return []
        since = asked[0].version
        return [k for k, e in enumerate(self.entries) if e.asked == since and seat in (None, e.seat)]

    def rewind(self, count: int) -> None:
        """Goes back to the moment after the first `count` entries."""
        self._again(self.entries[:count])

    def _again(self, entries: list[Entry]) -> None:
        again = replay(self.start, entries)
        self.state, self.entries = again.state, again.entries
        self.log = [*self.opening, *again.log]
        self._roll()

    def _move_start(self, unasked: Container[int] = ()) -> int:
        """Index of the entry that began the last move somebody was asked for, -1 if chance came after it."""
        asked = False
        for i in range(len(self.entries) - 1, self.given - 1, -1):
            entry = self.entries[i]
            if entry.what != "act":
                return -1
            asked = asked or i not in unasked
            if entry.opens and asked:
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
