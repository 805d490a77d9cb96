"""A match: games until one side has won two, with exchanges between them that stay secret until all are done.

match = Match([("Ann", red), ("Bob", blue)])
state = match.new_state(seed=7)
...
match.finished(state.outcome)
match.exchange(0, [out], [into]); match.ready(0); match.ready(1)        # then comes the next game
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehall.irondie.chromatic import Table, table_doc, table_from
from dicehall.irondie.dice import Die
from dicehall.irondie.game import Irondie
from dicehall.irondie.sets import MAX_NAME, DiceSet, checked, exchange, set_from
from dicehall.irondie.setup import check, fresh
from dicehall.irondie.state import IrondieState
from dicehall.kernel.decision import Outcome
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason

WINS = 2  # 9.1.1
SIDES = 2


class Match:
    """Plain data: seats with their sets, and what each side has won."""

    def __init__(
        self, sets: Sequence[tuple[str, DiceSet]], *, sides: Sequence[int] | None = None, table: Table | None = None
    ) -> None:
        """`sides` says which side each seat is on; by default each seat is a side of its own."""
        self.names = tuple(name for name, _ in sets)
        self.sets = [checked(s) for _, s in sets]  # as everybody knows them
        self.sides = tuple(range(len(sets)) if sides is None else sides)
        if len(self.sides) != len(self.names):
            raise InvalidInput("each seat of a match is on one side")
        self.table = table
        self.wins = [0] * SIDES
        self.draws = 0
        self._next = list(self.sets)  # after exchanges that nobody else may know yet (9.3.4)
        self._ready = [True] * len(self.sets)
        check(fresh(list(sets), list(self.sides), table))

    # ---- games -------------------------------------------------------------------------------------------
    @property
    def games(self) -> int:
        """How many have been played."""
        return sum(self.wins) + self.draws

    @property
    def winner(self) -> int | None:
        """The side that has won two games (9.1.1)."""
        return next((side for side, wins in enumerate(self.wins) if wins >= WINS), None)

    @property
    def is_over(self) -> bool:
        return self.winner is not None

    def new_state(self, seed: int | None = None) -> IrondieState:
        """The next game, with the sets as they are now."""
        if self.is_over:
            raise IllegalAction([Reason("the match has been won", "9.1.1")])
        if self.exchanging:
            names = " and ".join(self.names[x] for x in self.exchanging)
            raise IllegalAction([Reason(f"{names} may still exchange dice before the next game", "9.3.4")])
        sets = list(zip(self.names, self.sets, strict=True))
        return Irondie(self.table).new_state(sets, seed, sides=self.sides)

    def finished(self, outcome: Outcome | None) -> None:
        """A game has ended; a draw counts for neither side (9.1.1). Then dice may be exchanged (9.3.2)."""
        if outcome is None:
            raise InvalidInput("the game is not over yet")
        if self.is_over or self.exchanging:
            raise InvalidInput("the match is not in a game")
        if outcome.winners:
            for side in outcome.winners:
                self.wins[side] += 1
        else:
            self.draws += 1
        if not self.is_over:
            self._ready = [not s.side for s in self.sets]
            self._next = list(self.sets)

    # ---- exchanges ---------------------------------------------------------------------------------------
    @property
    def exchanging(self) -> tuple[int, ...]:
        """The seats that may exchange dice and have not said that they are done. Who has no side set is not asked."""
        return tuple(x for x, ready in enumerate(self._ready) if not ready)

    def own_set(self, seat: int) -> DiceSet:
        """A set with its exchanges, for the eyes of that seat only."""
        return self._next[seat]

    def exchange(self, seat: int, out: Sequence[Die], into: Sequence[Die]) -> None:
        """Dice of the set for as many of the side set (9.3.2); what comes of it must be a legal set (9.3.3)."""
        self._must_be_open(seat)
        self._next[seat] = exchange(self._next[seat], out, into)

    def take_back(self, seat: int) -> None:
        """The set as it was in the last game."""
        self._must_be_open(seat)
        self._next[seat] = self.sets[seat]

    def ready(self, seat: int) -> None:
        """A seat is done; when all are, everybody sees the new sets (9.3.4)."""
        self._must_be_open(seat)
        self._ready[seat] = True
        if not self.exchanging:
            self.sets = list(self._next)

    def _must_be_open(self, seat: int) -> None:
        if not 0 <= seat < len(self.names):
            raise InvalidInput(f"there is no seat {seat}")
        if not self.exchanging:
            raise IllegalAction([Reason("dice are exchanged between two games of a match", "9.3.2")])
        if self._ready[seat]:
            has = "is done with exchanging" if self.sets[seat].side else "has no side set"
            raise IllegalAction([Reason(f"{self.names[seat]} {has}", "9.3.2")])

    # ---- as data -----------------------------------------------------------------------------------------
    def save(self) -> dict[str, Any]:
        """Plain data, between two games or in one; open exchanges are not in it."""
        sets = [
            {"name": s.name[:MAX_NAME], "dice": [str(d) for d in s.dice], "side": [str(d) for d in s.side]}
            for s in self.sets
        ]
        table = None if self.table is None else table_doc(self.table)
        return {
            "names": list(self.names), "sides": list(self.sides), "sets": sets, "table": table,
            "wins": list(self.wins), "draws": self.draws,
        }  # fmt: skip


def match_from(doc: Mapping[str, Any]) -> Match:
    """The match that `Match.save` wrote."""
    try:
        sets = [set_from(s, "the match") for s in doc["sets"]]
        table = None if doc["table"] is None else table_from(doc["table"], "the table of the match")
        names, sides = [str(n) for n in doc["names"]], [int(x) for x in doc["sides"]]
        match = Match(list(zip(names, sets, strict=True)), sides=sides, table=table)
        wins, draws = [int(n) for n in doc["wins"]], int(doc["draws"])
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise InvalidInput(f"the match cannot be read: {error}") from None
    if len(wins) != SIDES or min(*wins, draws) < 0 or max(wins) > WINS or min(wins) == WINS:
        raise InvalidInput("the match cannot be read: nobody can have won so many games")
    match.wins, match.draws = wins, draws
    return match
