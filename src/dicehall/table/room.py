"""A room: a game with its seats, clocks and undo. It follows from its settings and its inputs, and does no I/O.

Whatever somebody wants is first turned into an Input by one of the methods that begin with `to_`; they check, raise
Refused, and change nothing. The caller stores the input and then lets the room `perform` it. A room that performs the
stored inputs again is the same room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from dicehall.bots.levels import LEVELS
from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Decision, Wait
from dicehall.kernel.dice import Dice
from dicehall.kernel.errors import DicehallError, IllegalAction, Reason
from dicehall.kernel.event import Event
from dicehall.kernel.fair import FairDice, check_seat_seed, commitment
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.dm.moves import parse_move as parse_dm
from dicehall.notation.fair import take_back
from dicehall.notation.iron.moves import parse_move as parse_iron
from dicehall.notation.record import fair_of, record_text
from dicehall.table.clocks import Clocks
from dicehall.table.inputs import (
    Again,
    AnswerUndo,
    AskUndo,
    Begin,
    Concede,
    Input,
    Passes,
    Play,
    Resume,
    Sit,
    Step,
    Undo,
    entry_of,
    step_of,
)
from dicehall.table.settings import Settings, check_name, lay_out

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
PASS: Final = "pass"  # in words, the answer that does nothing
EPOCH = 1 << 24  # a version is the number of undos times this, and the version of the state


class Refused(DicehallError):
    """Something that a seat wanted cannot be done now; nothing has changed."""

    def __init__(self, reasons: Sequence[Reason], code: str = "illegal") -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = tuple(reasons)
        self.code = code  # as in messages.Refusal


class Written(NamedTuple):
    """A move: answers of seats, dice that come first among equal ones, or giving up."""

    answers: tuple[tuple[int, int], ...]
    prefer: tuple[int, ...]
    concedes: bool


class Room:
    """See the module."""

    def __init__(self, ident: str, settings: Settings, server_seed: bytes) -> None:
        self.ident = ident
        self.settings = settings
        self.server_seed = server_seed
        self.count = 0  # inputs performed
        n = len(settings.places)
        self.names = [_bot_name(settings, i) if p.kind == "bot" else "" for i, p in enumerate(settings.places)]
        self.seeds = [""] * n
        self.session: Session | None = None
        self.undone = 0  # how often something was taken back
        self.rewound = 0  # the same without secret answers to open questions: others may go on thinking about theirs
        self._cuts: list[int] = []  # how many events stood after each time
        self.asks_undo = -1  # the seat that waits for consent
        self.undos_left = [settings.undos] * n
        self.why_over = ""
        self.passes: list[tuple[str, ...]] = [()] * n  # by seat, the steps in which it passes without being asked
        self._passed: list[tuple[int, list[tuple[str, ...]]]] = []  # what it was before, and how many entries stood
        self.next = ""  # the room in which it is played again
        self.clocks = Clocks(settings.clock, n)

    # ---- looking -----------------------------------------------------------------------------------------
    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        if self.session is None:
            return WAITING
        return OVER if self.session.state.is_over else PLAYING

    @property
    def commitment(self) -> str:
        return commitment(self.server_seed)

    @property
    def state(self) -> State:
        if self.session is None:
            raise Refused([Reason("the game has not begun: a seat is free")])
        return self.session.state

    @property
    def version(self) -> int:
        """Grows with every change of the game, also when something is taken back."""
        return 0 if self.session is None else self.rewound * EPOCH + self.session.state.version

    def is_free(self, seat: int) -> bool:
        return not self.names[seat]

    def decision_of(self, seat: int) -> Decision | None:
        """What a seat is asked now."""
        if self.session is None:
            return None
        return next((d for d in self.session.state.decisions if d.seat == seat), None)

    def asked_version(self, decision: Decision) -> int:
        """What an answer must carry. It stays the same while others answer a secret question."""
        return self.rewound * EPOCH + (decision.version if decision.secret else self.state.version)

    def _staleness(self, version: int) -> str:
        return "illegal" if version == self.version else "stale"

    def first_unknown(self, since: int, epoch: int) -> int:
        """The first event that somebody does not know who has seen the events up to `since` in an epoch."""
        if self.session is None or not 0 <= epoch <= self.undone or since < 0:
            return 0
        return min([since + 1, len(self.session.log), *self._cuts[epoch:]])

    def asked(self) -> list[int]:
        """The seats that are asked now."""
        return [] if self.session is None else [d.seat for d in self.session.state.decisions]

    def step_of(self, seat: int) -> str:
        """The step as a seat calls it in its settings: "my main", "their attack"."""
        side_of = self.state.kit.side_of  # type: ignore[attr-defined]
        view = self.state.view(-1)
        if "step" not in view or "active" not in view:
            return ""
        return f"{'my' if view['active'] == side_of[seat] else 'their'} {view['step']}"

    def passable(self, seat: int) -> int:
        """The action by which a seat passes, if it is asked and wants to pass here without being asked; else -1."""
        decision = self.decision_of(seat)
        if decision is None or decision.secret or not self.passes[seat] or self.step_of(seat) not in self.passes[seat]:
            return -1
        for action in decision.actions:
            if self.state.game.describe(self.state, action, seat) == PASS:
                return action
        return -1

    def forecast(self, seat: int, actions: Sequence[int] = (), text: str = "") -> tuple[list[Event], str]:
        """What would follow from an answer that is not given yet, as far as it is certain, and on what it depends then.

        Nothing is rolled for it, and no choice of another seat is looked at.
        """
        decision = self.decision_of(seat)
        if decision is None:
            raise Refused([Reason(f"{self.names[seat]} is not asked to choose now")])
        if decision.secret:
            others = [name for i, name in enumerate(self.names) if i != seat]
            return [], f"what {' and '.join(others)} choose{'s' if len(others) == 1 else ''} in secret"
        state = self.state.clone()
        state.set_dice(None)
        events: list[Event] = []
        move = self._move(seat, actions, text)
        for who, action in move.answers:
            if not state.is_legal(action, who):
                raise Refused(state.explain(action, who))
            state.apply(action, None, move.prefer, who)
            events += state.events
        chance = state.chance
        if state.is_over:
            return events, ""
        if chance is not None:
            return events, f"how {self.names[chance.seat]}'s dice {'fall' if chance.kind == 'roll' else 'are drawn'}"
        asked = [f"{self.names[d.seat]}: {d.asks}" for d in state.decisions]
        return events, f"what is chosen next ({'; '.join(asked)})"

    def record(self) -> str:
        """The record of the game so far; the server's seed is in it when the game is over."""
        names = side_names(self.state)
        assert self.session is not None
        return record_text(self.session, names, f"Room {self.ident}", fair=fair_of(self.session))

    # ---- what somebody wants, as an input; nothing changes -------------------------------------------------
    def to_sit(self, seat: int, name: str, seed: str) -> Sit:
        check_name(name)
        check_seat_seed(seed)
        if not 0 <= seat < len(self.names):
            raise Refused([Reason(f"there is no seat {seat + 1}; there are {len(self.names)}")])
        if not self.is_free(seat):
            raise Refused([Reason(f"seat {seat + 1} is taken")])
        taken = [other.lower() for other in self.names]
        name = name or next(n for n in ("Ann", "Bob", "Cora", "Dan") if n.lower() not in taken)
        if name.lower() in taken:
            raise Refused([Reason(f"somebody at this table is called {name} already; choose another name")])
        return Sit(seat, name, seed)

    def to_begin(self) -> Begin:
        if self.session is not None or any(self.is_free(i) for i in range(len(self.names))):
            raise Refused([Reason("the game begins once, when all seats are taken")])
        state = lay_out(self.settings, tuple(self.names))
        return Begin(self._fall(state, FairDice(self.server_seed, self.seeds)))

    def to_play(self, seat: int, version: int, actions: Sequence[int] = (), text: str = "") -> Input:
        """An answer by the numbers of its actions, or a whole move in notation."""
        decision = self.decision_of(seat)
        if self.status == OVER:
            raise Refused([Reason("the game is over")])
        if decision is None:
            raise Refused([Reason(f"{self.names[seat]} is not asked to choose now")], self._staleness(version))
        if version != self.asked_version(decision):
            raise Refused([Reason("the game has gone on since: look again and choose anew")], "stale")
        move = self._move(seat, actions, text)
        return Concede(seat) if move.concedes else Play(seat, self._tried(move.answers, move.prefer))

    def _move(self, seat: int, actions: Sequence[int], text: str) -> Written:
        """An answer by its numbers, or as it is written."""
        if text:
            return self._written(seat, text)
        if not actions:
            raise Refused([Reason("an answer has one action at least")])
        return Written(tuple([(seat, action) for action in actions]), (), False)

    def _written(self, seat: int, text: str) -> Written:
        """A move in notation; of a side's seats one may decide for all."""
        state = self.state
        try:
            if isinstance(state, IrondieState):
                duel = parse_iron(state, seat, text)
                return Written(duel.answers, (), duel.concedes)
            assert isinstance(state, DMState)
            move = parse_dm(state, seat, text)
        except IllegalAction as error:
            raise Refused(error.reasons) from None
        return Written(tuple([(seat, action) for action in move.actions]), move.prefer, move.concedes)

    def to_concede(self, seat: int, why: str = "") -> Concede:
        if self.status != PLAYING:
            raise Refused([Reason("there is no game to give up")])
        return Concede(seat, why)

    def to_undo(self, seat: int) -> Input:
        """Freely if nothing was rolled or revealed and nobody else has decided since, else by consent."""
        if self.session is None or self.status == OVER:
            raise Refused([Reason("there is nothing to take back")])
        reason = self.session.can_undo(seat)
        if reason is None:
            return Undo(seat)
        if self._last_move(seat) < 0:
            raise Refused([reason])
        if not self.undos_left[seat]:
            why = "no further moves can be taken back by consent" if self.settings.undos else "consent is switched off"
            raise Refused([reason, Reason(why)])
        if self.asks_undo >= 0:
            raise Refused([Reason("consent has been asked for already")])
        return AskUndo(seat)

    def to_answer_undo(self, seat: int, yes: bool) -> AnswerUndo:
        if self.asks_undo < 0 or self.asks_undo == seat:
            raise Refused([Reason("nobody has asked you to take a move back")])
        return AnswerUndo(seat, yes)

    def to_passes(self, seat: int, steps: Sequence[str]) -> Passes:
        if len(steps) > 20 or any(len(step) > 30 for step in steps):
            raise Refused([Reason("there are not so many steps")])
        return Passes(seat, tuple(sorted(set(steps))))

    def to_again(self, room: str) -> Again:
        if self.status != OVER:
            raise Refused([Reason("the game is not over yet")])
        if self.next:
            raise Refused([Reason("another game has been set up already")])
        return Again(room)

    def _tried(self, answers: Sequence[tuple[int, int]], prefer: tuple[int, ...]) -> tuple[Step, ...]:
        """The answers and what the dice show after them, tried on a copy.

        A move ends where dice fall or a secret is revealed. Whether a further answer would fit is not even looked at:
        a refusal would tell what nobody may know yet.
        """
        assert self.session is not None and self.session.dice is not None
        state, dice = self.state.clone(), self.session.dice.clone()
        steps: list[Step] = []
        secret = -1  # since when a secret question is open that has been answered
        for seat, action in answers:
            decision = next((d for d in state.decisions if d.seat == seat), None)
            if decision is None or state.wait is Wait.CHANCE or (secret >= 0 and decision.version != secret):
                raise Refused([Reason("the move is over before its last action")])
            secret = decision.version if decision.secret else -1
            try:
                state.apply(action, None, prefer, seat)
            except IllegalAction as error:
                raise Refused(error.reasons) from None
            asked = decision.version if decision.secret else -1
            steps.append(step_of(Entry("act", seat, action, (), not decision.continues, prefer, asked)))
        return (*steps, *self._fall(state, dice))

    @staticmethod
    def _fall(state: State, dice: Dice) -> tuple[Step, ...]:
        """Lets the dice fall as long as the state waits for them."""
        steps: list[Step] = []
        while state.wait is Wait.CHANCE:
            outcome = dice.outcome(state)
            state.apply_chance(outcome)
            steps.append(step_of(Entry("chance", -1, 0, outcome)))
        return tuple(steps)

    # ---- performing ----------------------------------------------------------------------------------------
    def perform(self, what: Input, at: float) -> None:
        """An input that was stored. It cannot fail: it was checked before."""
        if isinstance(what, Resume):
            self.clocks.resume(at)
        self.clocks.until(at)
        self.count += 1
        undone = self.undone
        if isinstance(what, Sit):
            self.names[what.seat] = what.name
            self.seeds[what.seat] = what.seed
        elif isinstance(what, Begin):
            dice = FairDice(self.server_seed, self.seeds)
            self.session = Session(lay_out(self.settings, tuple(self.names)), dice)
            self._must_be(0, what.steps)
        elif isinstance(what, Play):
            self.asks_undo = -1
            self._put(what.steps)
        elif isinstance(what, Concede):
            assert self.session is not None
            self.asks_undo = -1
            self.why_over = what.why
            stood = len(self.session.entries)
            self.session.concede(what.seat)
            if len(self.session.entries) <= stood:  # a move that was half made has been taken back
                self._cut(len(self.session.state.events))
        elif isinstance(what, AskUndo):
            self.asks_undo = what.seat
        elif isinstance(what, AnswerUndo):
            asking, self.asks_undo = self.asks_undo, -1
            if what.yes:
                self.undos_left[asking] -= 1
                self._take_back(asking)
        elif isinstance(what, Passes):
            self._passed.append((0 if self.session is None else len(self.session.entries), list(self.passes)))
            self.passes[what.seat] = what.steps
        elif isinstance(what, Again):
            self.next = what.room
        else:
            assert self.session is not None and isinstance(what, Undo | Resume)
            if isinstance(what, Undo):
                self._undo(what.seat)
        self.clocks.run(self.asked() if self.status == PLAYING else [], at, self.undone != undone)

    def _undo(self, seat: int) -> None:
        assert self.session is not None
        self.asks_undo = -1
        is_secret = seat in self.session.state.committed
        self.session.undo(seat)
        self._cut()
        self.rewound -= is_secret
        self._passes_again()

    def _put(self, steps: tuple[Step, ...]) -> None:
        assert self.session is not None
        before = len(self.session.entries)
        for step in steps:
            entry = entry_of(step)
            if entry.what == "act":  # the dice fall by themselves
                self.session.put(entry)
        self._must_be(before, steps)

    def _must_be(self, before: int, steps: tuple[Step, ...]) -> None:
        """What has been done since is what was stored; it is not if another version of the rules has stored it."""
        assert self.session is not None
        if tuple([step_of(entry) for entry in self.session.entries[before:]]) != steps:
            raise DicehallError(f"room {self.ident}: the game that was stored does not go on as it went then")

    def _last_move(self, seat: int) -> int:
        """How many entries stood before the last move of a seat; -1 if it has made none."""
        assert self.session is not None
        entries = self.session.entries
        for i in range(len(entries) - 1, -1, -1):
            if entries[i].what == "act" and entries[i].seat == seat and entries[i].opens:
                return i
        return -1

    def _take_back(self, seat: int) -> None:
        assert self.session is not None
        take_back(self.session, self._last_move(seat))
        self._cut()
        self._passes_again()

    def _cut(self, new: int = 0) -> None:
        """Something was taken back; all but the last `new` events stood before."""
        assert self.session is not None
        self.undone += 1
        self.rewound += 1
        self._cuts.append(len(self.session.log) - new)

    def _passes_again(self) -> None:
        """What was set after the moment to which the game has gone back is as it was then."""
        assert self.session is not None
        while self._passed and self._passed[-1][0] > len(self.session.entries):
            self.passes = self._passed.pop()[1]


def _bot_name(settings: Settings, seat: int) -> str:
    place = settings.places[seat]
    assert any(level.name == place.level for level in LEVELS)
    return place.name or "Bot"


def side_names(state: State) -> list[str]:
    """The names of the sides: those of their seats."""
    names = state.game.seat_names(state)
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(names):
        sides.setdefault(state.kit.side_of[seat], []).append(name)  # type: ignore[attr-defined]
    return [" and ".join(sides[side]) for side in sorted(sides)]
