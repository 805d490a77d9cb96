"""What a search has found as people read it: whole moves, and the line that may follow, in the notation of records.

A search answers one step at a time; a move goes on as it went on most often in the tree, and where nobody has looked
further, as the greedy bot would go on: the quick answers of the tree are made to be quick, not to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from dicehall.bots.base import question
from dicehall.bots.greedy import GreedyBot
from dicehall.bots.search import Search
from dicehall.bots.thinking import reopen, side_of
from dicehall.bots.tree import Node
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.record import moves_of
from dicehall.notation.script import Written

LONGEST: Final = 80  # steps of a line
OFTEN: Final = 5  # lines after which the tree knows better than the greedy bot
MOST: Final = 6  # moves and rolls that are told after a move


class Play(NamedTuple):
    """A whole move, and what may follow."""

    actions: tuple[int, ...]  # its steps
    text: str  # as it is typed; at a further step of a move that was begun, the answer as it is listed
    follows: list[str]  # as a record writes them: Bob> keep


def whole_move(search: Search, action: int, begin: State, steps: Sequence[Entry] = ()) -> Play:
    """The move with this answer of the seat that searches.

    `begin`, `steps`: where the move began, and its steps up to the search. What others have chosen there in secret is
    not looked at, and a line ends where somebody chooses in secret.
    """
    start = begin.resample(search.seat, Rng(0))
    reopen(start, search.seat)
    line = _Line(search, Session(start))
    decision = start.decision
    if decision is not None and decision.continues and not steps:
        return _rest_of_move(line, action)
    for entry in steps:
        line.session.put(entry)
    line.prefer = steps[0].prefer if steps else ()
    line.act(action, search.seat, search.root.children.get((action,)))
    line.go_on(len(steps))
    move, *others = moves_of(start, line.session.entries)
    return Play(tuple([entry.action for entry in move.entries]), move.text, _rows(others))


def _rest_of_move(line: _Line, action: int) -> Play:
    """Of a move that was begun before, what is still to be done: the notation has words for whole moves only."""
    search, start = line.search, line.session.start
    text = start.game.describe(start, action, search.seat)
    line.act(action, search.seat, search.root.children.get((action,)))
    while (decision := line.session.state.decision) is not None and decision.continues:
        line.step(decision.seat)
    actions = tuple([entry.action for entry in line.session.entries])
    after = _Line(search, Session(line.session.state))
    after.node = line.node
    after.go_on()
    return Play(actions, text, _rows(moves_of(after.session.start, after.session.entries)))


def _rows(moves: Iterable[Written]) -> list[str]:
    """What a record says of these moves, up to the last one: of dice alone nobody learns anything."""
    rows = [row for move in moves for row in move.lines][:MOST]
    while rows and rows[-1].startswith(("roll> ", "draw> ")):
        rows.pop()
    return rows


class _Line:
    """A line that is being played: where it stands in the game, and in the tree (None: outside of it)."""

    def __init__(self, search: Search, session: Session) -> None:
        self.search = search
        self.session = session
        self.node: Node | None = None
        self.prefer: tuple[int, ...] = ()

    def act(self, action: int, seat: int, node: Node | None) -> None:
        self.session.act(action, None, self.prefer, seat)
        self.node = node

    def step(self, seat: int) -> None:
        """The answer that was tried most, or else a good one."""
        state, action = self.session.state, self._tried(self.session.state, seat, OFTEN)
        if action < 0:
            action = self._good(state, seat)
        self.act(action, seat, self.node.children.get((action,)) if self.node is not None else None)

    def go_on(self, begun: int = 0) -> None:
        """As far as the tree goes, by one move at least and to its end; past dice only if they fall before that one."""
        first = self._count()
        alone = True  # no further move has been made
        while len(self.session.entries) < begun + LONGEST and not self.session.state.is_over:
            state = self.session.state
            if state.wait is not Wait.DECISION:
                if not alone:
                    return
                self._fall(state)
                continue
            decision = state.decision
            if decision is None or decision.secret:
                return
            is_known = decision.continues or self._tried(state, decision.seat) >= 0
            if not alone and not is_known and not self._joins():
                return
            self.step(decision.seat)
            alone = alone and self._count() == first

    def _fall(self, state: State) -> None:
        """The dice fall as they fell most often in the tree."""
        if state.wait is Wait.PAUSE:
            self.session.proceed()
            return
        children = self.node.children if self.node is not None else {}
        outcome = max(children, key=lambda key: children[key].visits) if children else state.sample_chance(Rng(0))
        self.session.chance(outcome)
        self.node = children.get(outcome)

    def _tried(self, state: State, seat: int, least: int = 1) -> int:
        """The answer that was tried most, and so often at least, or that wins for certain; -1 if none was."""
        if self.node is None:
            return -1
        side, children = side_of(state, seat), self.node.children
        keys = [key for key in children if len(key) == 1 and state.is_legal(key[0], seat)]
        if not keys:
            return -1
        best = max(keys, key=lambda key: (children[key].won == side, children[key].visits))
        return best[0] if children[best].won == side or children[best].visits >= least else -1

    def _count(self) -> int:
        """How many moves there are in the line."""
        return sum([move.entries[0].what == "act" for move in moves_of(self.session.start, self.session.entries)])

    def _joins(self) -> bool:
        """Whether an answer would still be a part of the last move: the target of an ability that was used."""
        state, count = self.session.state, self._count()
        decision = state.decision
        assert decision is not None
        trial = _Line(self.search, Session(self.session.start, None, self.session.entries))
        trial.act(self._good(state, decision.seat), decision.seat, None)
        return trial._count() == count

    def _good(self, state: State, seat: int) -> int:
        """What one step of looking ahead finds."""
        return GreedyBot(self.search.guide).choose(question(state, seat))
