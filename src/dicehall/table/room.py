"""A room: a game with its seats, clocks and undo. It follows from its settings and its inputs, and does no I/O.

Whatever somebody wants is first turned into an Input by one of the methods that begin with `to_`; they check, raise
Refused, and change nothing. The caller stores the input and then lets the room `perform` it. A room that performs the
stored inputs again is the same room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple

from msgspec import structs

from dicehall.bots.levels import LEVELS
from dicehall.kernel.decision import Decision
from dicehall.kernel.errors import DicehallError, Reason, cut
from dicehall.kernel.event import Event
from dicehall.kernel.fair import FairDice, check_seat_seed, commitment
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.fair import take_back
from dicehall.notation.record import fair_of, record_text
from dicehall.table.clocks import Clocks
from dicehall.table.forecasting import depends_on_dice
from dicehall.table.inputs import (
    Again,
    AnswerUndo,
    AskUndo,
    Begin,
    Branch,
    Concede,
    Input,
    Passes,
    Play,
    Refused,
    Resume,
    Sit,
    Step,
    Undo,
    entry_of,
    step_of,
)
from dicehall.table.messages import STEPS
from dicehall.table.moves import Move, fall, numbered, tried, written
from dicehall.table.settings import Settings, check_name, lay_out

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
STALE: Final = "the game has gone on since: look again and choose anew"
COMMITTED: Final = "committed"  # the event of an answer in secret
EPOCH = 1 << 24  # a version is the number of undos times this, and the version of the state


class Ahead(NamedTuple):
    """What would follow from an answer: events that are certain, on what the rest depends, the game as it would be."""

    events: list[Event]
    depends: str
    state: State | None


class Wishes(NamedTuple):
    """Where the seats wanted to pass and to be asked, as long as so many entries stood."""

    entries: int
    passes: list[tuple[str, ...]]
    stops: list[tuple[str, ...]]


class Room:
    """See the module."""

    def __init__(self, ident: str, settings: Settings, server_seed: bytes) -> None:
        self.ident = ident
        self.settings = settings
        self.server_seed = server_seed
        self.commitment: Final = commitment(server_seed)
        self.count = 0  # inputs performed
        n = len(settings.places)
        self.names = [_bot_name(settings, i) if p.kind == "bot" else "" for i, p in enumerate(settings.places)]
        self.seeds = [""] * n
        self.session: Session | None = None
        self.given: tuple[Entry, ...] = ()  # what was put in before, in the room from which the game goes on
        self.goes_on_from = ""
        self.undone = 0  # how often something was taken back; without secret answers, of which others know nothing
        self.unanswered: State | None = None  # while seats choose in secret: the game before the first has chosen
        self._cuts: list[int] = []  # how many events stood after each time
        self.asks_undo = -1  # the seat that waits for consent
        self.undos_left = [settings.undos] * n
        self.why_over = ""
        self.passes: list[tuple[str, ...]] = [()] * n  # by seat, the steps in which it passes without being asked
        self.stops: list[tuple[str, ...]] = [()] * n  # and those in which it is asked even if it has no choice
        self._before: list[Wishes] = []  # what they were before
        self._unasked: set[int] = set()  # the places of answers for which nobody was asked
        self._idle: set[int] = set()  # and of those by which a seat did nothing
        self.next = ""  # the room in which it is played again
        self.clocks = Clocks(settings.clock, n)
        self.asked_since = [0.0] * n  # when each seat was asked what it is asked now, or was asked last
        self._asked_at = [-1] * n  # the version of that question
        self._decisions: tuple[Decision, ...] = ()  # of the state and the version that come next
        self._decided: State | None = None
        self._decided_at = -1

    # ---- looking -----------------------------------------------------------------------------------------
    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        if self.session is None:
            return WAITING
        return OVER if self.session.state.is_over else PLAYING

    @property
    def state(self) -> State:
        if self.session is None:
            raise Refused([Reason("the game has not begun: a seat is free")])
        return self.session.state

    @property
    def version(self) -> int:
        """Grows with every change of the game, also when something is taken back."""
        return 0 if self.session is None else self.undone * EPOCH + self.session.state.version

    @property
    def shown(self) -> int:
        """How many events may be seen: not that seats have answered a secret question which is still open."""
        return 0 if self.session is None else len(self.session.log) - len(self.session.state.committed)

    def is_free(self, seat: int) -> bool:
        return not self.names[seat]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is asked now."""
        if self.session is None:
            return ()
        state = self.session.state
        if state is not self._decided or state.version != self._decided_at:
            self._decided, self._decided_at, self._decisions = state, state.version, state.decisions
        return self._decisions

    def decision_of(self, seat: int) -> Decision | None:
        """What a seat is asked now."""
        for decision in self.decisions:
            if decision.seat == seat:
                return decision
        return None

    def asked_version(self, decision: Decision) -> int:
        """What an answer must carry. It stays the same while others answer a secret question."""
        return self.undone * EPOCH + (decision.version if decision.secret else self.state.version)

    def version_for(self, seat: int) -> int:
        """What an answer of a seat must carry now."""
        decision = self.decision_of(seat)
        return self.version if decision is None else self.asked_version(decision)

    def hidden(self, seats: Sequence[int]) -> list[int]:
        """The seats of others that have answered a secret question which is still open."""
        return [] if self.session is None else [x for x in self.session.state.committed if x not in seats]

    def seen(self, seats: Sequence[int]) -> State:
        """The game as these seats may know it: nobody else has answered the secret question that is open."""
        if not self.hidden(seats):
            return self.state
        assert self.unanswered is not None
        return self.unanswered

    def thought_of(self, seat: int) -> bytes:
        """The game as a bot at a seat is asked about it: what the seat may know, without the last events."""
        return self.seen((seat,)).clone().save()

    def version_seen(self, seats: Sequence[int]) -> int:
        return 0 if self.session is None else self.undone * EPOCH + self.seen(seats).version

    def first_unknown(self, since: int, epoch: int) -> int:
        """The first event that somebody does not know who has seen the events up to `since` in an epoch."""
        if self.session is None or not 0 <= epoch <= self.undone or since < 0:
            return 0
        return min([since + 1, self.shown, *self._cuts[epoch:]])

    def asked(self) -> list[int]:
        """The seats that are asked now."""
        return [decision.seat for decision in self.decisions]

    def step_of(self, seat: int, view: dict[str, Any] | None = None) -> str:
        """The step as a seat calls it in its settings: "my main", "their attack". `view`: the table, if known."""
        side_of = self.state.kit.side_of  # type: ignore[attr-defined]
        view = view or self.state.view(-1)
        if "step" not in view or "active" not in view:
            return ""
        return f"{'my' if view['active'] == side_of[seat] else 'their'} {view['step']}"

    def by_itself(self) -> Input | None:
        """What happens now without asking: a bot lets a move be taken back, a seat passes or has no choice."""
        if self.asks_undo >= 0:
            bots = [i for i, p in enumerate(self.settings.places) if p.kind == "bot" and i != self.asks_undo]
            if bots:  # a bot does not mind
                return self.to_answer_undo(bots[0], True)
        for decision in self.decisions:
            action = -1 if decision.secret else self._unasked_answer(decision)
            if action >= 0:
                play = self.to_play(decision.seat, self.asked_version(decision), [action])
                assert isinstance(play, Play)
                return structs.replace(play, unasked=True)
        return None

    def _unasked_answer(self, decision: Decision) -> int:
        """The answer that is given for a seat: where it passes, or the only one there is; -1: it is asked.

        An answer that is not listed, or one about another die that is equal, is a choice; so is taking back what the
        seat has just done, while that is free. In a lesson every question is part of what is taught.
        """
        seat, state = decision.seat, self.state
        if self.passes[seat] and self.step_of(seat) in self.passes[seat]:
            action = state.game.idle(state, seat)
            if action >= 0:
                return action
        if len(decision.actions) > 1 or decision.more or self.settings.lesson:
            return -1
        action = decision.actions[0]
        if state.game.equals(state, action, seat) or (self.stops[seat] and self.step_of(seat) in self.stops[seat]):
            return -1
        has_done = not decision.continues and self.can_undo(seat) is None and self._last_move(seat) not in self._idle
        return -1 if has_done else action

    def forecast(self, seat: int, actions: Sequence[int] = (), text: str = "") -> Ahead:
        """What would follow from an answer that is not given yet, as far as it is certain, and on what it depends then.

        Nothing is rolled for it, and no choice of another seat is looked at. Without an answer it is the game as it is.
        """
        decision = self.decision_of(seat)
        if decision is None:
            raise Refused([Reason(f"{self.names[seat]} is not asked to choose now")])
        if decision.secret:
            others = [name for i, name in enumerate(self.names) if i != seat]
            return Ahead([], f"what {' and '.join(others)} choose{'s' if len(others) == 1 else ''} in secret", None)
        state = self.state.clone()
        state.set_dice(None)
        events: list[Event] = []
        move = self._move(seat, actions, text) if actions or text else Move(())
        for who, action in move.answers:
            if not state.is_legal(action, who):
                raise Refused(state.explain(action, who))
            state.apply(action, None, move.prefer, who)
            events += state.events
        chance = state.chance
        if state.is_over:
            return Ahead(events, "", state)
        if chance is not None:
            return Ahead(events, depends_on_dice(chance, self.names), state)
        asked = [f"{self.names[d.seat]}: {d.asks}" for d in state.decisions]
        return Ahead(events, f"what is chosen next ({'; '.join(asked)})", state)

    def why(self, seat: int, action: int, text: str = "") -> Sequence[Reason]:
        """Why a seat cannot give this answer, or this move in notation, now; nothing if it can."""
        if not text:
            return self.seen((seat,)).explain(action, seat)
        try:
            self.to_play(seat, self.version_for(seat), text=text)
        except Refused as error:
            return error.reasons
        return []

    def record(self) -> str:
        """The record of the game so far; the server's seed is in it when the game is over."""
        names = side_names(self.state)
        assert self.session is not None
        title = f"Room {self.ident}"
        if self.goes_on_from:
            title += f", which goes on from room {self.goes_on_from}"
        return record_text(self.session, names, title, fair=fair_of(self.session))

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
        begin = Session(lay_out(self.settings, tuple(self.names)), None, self.given)
        return Begin(fall(begin.state, FairDice(self.server_seed, self.seeds)))

    def to_play(self, seat: int, version: int, actions: Sequence[int] = (), text: str = "") -> Input:
        """An answer by the numbers of its actions, or a whole move in notation."""
        decision = self.decision_of(seat)
        if self.status == OVER:
            raise Refused([Reason("the game is over")])
        if decision is None:
            code = "illegal" if version == self.version else "stale"
            raise Refused([Reason(f"{self.names[seat]} is not asked to choose now")], code)
        if version != self.asked_version(decision):
            raise Refused([Reason(STALE)], "stale")
        move = self._move(seat, actions, text)
        if move.concedes:
            return Concede(seat)
        assert self.session is not None and self.session.dice is not None
        return Play(seat, tried(self.state.clone(), self.session.dice.clone(), move))

    def _move(self, seat: int, actions: Sequence[int], text: str) -> Move:
        """An answer by its numbers, or as it is written."""
        return written(self.seen((seat,)), seat, text) if text else numbered(seat, actions)

    def to_concede(self, seat: int, why: str = "") -> Concede:
        if self.status != PLAYING:
            raise Refused([Reason("there is no game to give up")])
        return Concede(seat, why)

    def can_undo(self, seat: int) -> Reason | None:
        """Why a seat cannot take its last move back without asking; None if it can."""
        if self.session is None or self.status == OVER:
            return Reason("there is nothing to take back")
        if self.unanswered is not None and seat not in self.session.state.committed:  # whoever has answered
            return Reason("all seats choose in secret now, and somebody may have decided")
        return self.session.can_undo(seat, self._unasked_of(seat))

    def to_undo(self, seat: int) -> Input:
        """Freely if nothing was rolled or revealed and nobody else has decided since, else by consent."""
        if self.session is None or self.status == OVER:
            raise Refused([Reason("there is nothing to take back")])
        reason = self.can_undo(seat)
        if reason is None:
            return Undo(seat)
        if self._last_move(seat) < 0:
            raise Refused([Reason("you have not made a move yet")])
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

    def to_passes(self, seat: int, steps: Sequence[str], stops: Sequence[str] = ()) -> Passes:
        known = STEPS if self.settings.game == "dicemasters" else ()
        for step in [*steps, *stops]:
            if step not in known:
                there = f"there are {', '.join(known)}" if known else "IRONDIE has none in which one may only pass"
                raise Refused([Reason(f"there is no step '{cut(step)}'; {there}")])
        for step in steps:
            if step in stops:
                raise Refused([Reason(f"you cannot both pass and be asked in '{step}'")])
        return Passes(seat, tuple(sorted(set(steps))), tuple(sorted(set(stops))))

    def to_again(self, room: str) -> Again:
        if self.status != OVER:
            raise Refused([Reason("the game is not over yet")])
        if self.next:
            raise Refused([Reason("another game has been set up already")])
        return Again(room)

    # ---- performing ----------------------------------------------------------------------------------------
    def perform(self, what: Input, at: float) -> None:
        """An input that was stored. It cannot fail: it was checked before."""
        if isinstance(what, Resume):
            self.clocks.resume(at, what.alive)
        self.clocks.until(at)
        self.count += 1
        undone, shown = self.undone, self.shown
        if isinstance(what, Branch):
            self.given = tuple([entry_of(step) for step in what.steps])
            self.goes_on_from = what.room
        elif isinstance(what, Sit):
            self.names[what.seat] = what.name
            self.seeds[what.seat] = what.seed
        elif isinstance(what, Begin):
            dice = FairDice(self.server_seed, self.seeds)
            self.session = Session(lay_out(self.settings, tuple(self.names)), dice, self.given)
            self._must_be(len(self.given), what.steps)
        elif isinstance(what, Play):
            self._put(what.steps, what.unasked)
            if not self.state.committed:  # else others would learn that a seat has answered in secret
                self.asks_undo = -1
        elif isinstance(what, Concede):
            assert self.session is not None
            self.asks_undo = -1
            self.why_over = what.why
            stood, secret = len(self.session.entries), self.unanswered is not None
            self.session.concede(what.seat, what.why)
            if len(self.session.entries) <= stood and not secret:  # a move that was half made has been taken back
                self._cut(len(self.session.state.events))
        elif isinstance(what, AskUndo):
            self.asks_undo = what.seat
        elif isinstance(what, AnswerUndo):
            asking, self.asks_undo = self.asks_undo, -1
            if what.yes:
                self.undos_left[asking] -= 1
                self._take_back(asking)
        elif isinstance(what, Passes):
            entries = 0 if self.session is None else len(self.session.entries)
            self._before.append(Wishes(entries, list(self.passes), list(self.stops)))
            self.passes[what.seat], self.stops[what.seat] = what.steps, what.stops
        elif isinstance(what, Again):
            self.next = what.room
        else:
            assert self.session is not None and isinstance(what, Undo | Resume)
            if isinstance(what, Undo):
                self._undo(what.seat)
        taken_back = isinstance(what, Undo) or self.undone != undone
        self.clocks.run(self.asked() if self.status == PLAYING else [], at, taken_back)
        for decision in self.decisions:
            version = self.asked_version(decision)
            if version != self._asked_at[decision.seat]:
                self._asked_at[decision.seat], self.asked_since[decision.seat] = version, at
        if self.session is not None:
            self._keep_unanswered(self.session.state)
            self._order(self.session.log, 0 if taken_back else shown)

    def _keep_unanswered(self, state: State) -> None:
        asked = self.decisions
        if not asked or not asked[0].secret:
            self.unanswered = None
        elif not state.committed and (self.unanswered is None or self.unanswered.version != state.version):
            self.unanswered = state.clone()

    @staticmethod
    def _order(log: list[Event], since: int) -> None:
        """Answers to a secret question stand by seats in what is new of the log: nobody can tell who was first."""
        new: list[Event] = []
        for (kind, _), group in groupby(log[since:], lambda event: (event.kind, event.b)):
            events = list(group)
            new += sorted(events, key=lambda event: event.a) if kind == COMMITTED else events
        for at, event in enumerate(new, since):
            if event is not log[at]:
                new[at - since] = structs.replace(event, seq=log[at].seq)
        log[since:] = new

    def _undo(self, seat: int) -> None:
        assert self.session is not None
        is_secret = seat in self.session.state.committed
        self.session.undo(seat, self._unasked_of(seat))
        if not is_secret:
            self.asks_undo = -1
            self._cut()
        self._as_it_was()

    def _put(self, steps: tuple[Step, ...], unasked: bool) -> None:
        assert self.session is not None
        before = len(self.session.entries)
        for step in steps:
            entry, state = entry_of(step), self.session.state
            if entry.what == "act":  # the dice fall by themselves
                if entry.action == state.game.idle(state, entry.seat):
                    self._idle.add(len(self.session.entries))
                self.session.put(entry)
        self._must_be(before, steps)
        if unasked:
            self._unasked |= {before + i for i, step in enumerate(steps) if step[0] == "act"}

    def _must_be(self, before: int, steps: tuple[Step, ...]) -> None:
        """What has been done since is what was stored; it is not if another version of the rules has stored it."""
        assert self.session is not None
        if tuple([step_of(entry) for entry in self.session.entries[before:]]) != steps:
            raise DicehallError(f"room {self.ident}: the game that was stored does not go on as it went then")

    def _last_move(self, seat: int) -> int:
        """How many entries stood before the last move for which a seat was asked; -1 if it has made none.

        A secret question is asked anew as a whole: what stands would tell who was first.
        """
        assert self.session is not None
        entries, was_asked = self.session.entries, False
        for i in range(len(entries) - 1, self.session.given - 1, -1):
            if entries[i].what == "act" and entries[i].seat == seat:
                was_asked = was_asked or i not in self._unasked
                if entries[i].opens and was_asked:
                    asked = entries[i].asked
                    return i if asked < 0 else next(k for k, entry in enumerate(entries) if entry.asked == asked)
        return -1

    def _unasked_of(self, seat: int) -> set[int]:
        """The answers of a seat for which it was not asked. Those of others count: nobody learns where they pass."""
        assert self.session is not None
        return {i for i in self._unasked if self.session.entries[i].seat == seat}

    def _take_back(self, seat: int) -> None:
        assert self.session is not None
        take_back(self.session, self._last_move(seat))
        self._cut()
        self._as_it_was()

    def _cut(self, new: int = 0) -> None:
        """Something was taken back; all but the last `new` events stood before."""
        assert self.session is not None
        self.undone += 1
        self._cuts.append(len(self.session.log) - new)

    def _as_it_was(self) -> None:
        """What was set after the moment to which the game has gone back is as it was then."""
        assert self.session is not None
        entries = len(self.session.entries)
        self._unasked = {i for i in self._unasked if i < entries}
        self._idle = {i for i in self._idle if i < entries}
        while self._before and self._before[-1].entries > entries:
            _, self.passes, self.stops = self._before.pop()


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
