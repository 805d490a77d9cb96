"""What a client may see of a room: built field by field, for the seats that it answers for or for a spectator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehall.dicemasters import view as dm_view
from dicehall.dicemasters.assigning import usual_division
from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.irondie import view as iron_view
from dicehall.kernel.decision import Decision, Kind
from dicehall.kernel.errors import Reason
from dicehall.kernel.event import Event
from dicehall.kernel.state import State
from dicehall.notation.dm.log import QUIET as DM_QUIET
from dicehall.notation.dm.log import event_text as dm_text
from dicehall.notation.dm.orders import usual_payment
from dicehall.notation.iron.log import QUIET as IRON_QUIET
from dicehall.notation.iron.log import event_text as iron_text
from dicehall.table.messages import Clock, Ending, Fair, Happened, Option, Question, RoomInfo, Told, Update
from dicehall.table.room import OVER, Room
from dicehall.table.settings import terms_of

LONG = 400  # events; who has missed more gets the last ones


def told(reasons: Sequence[Reason]) -> list[Told]:
    return [Told(reason.text, reason.rule) for reason in reasons]


def happened(state: State, event: Event) -> Happened:
    """An event in words."""
    if isinstance(state, IrondieState):
        text, quiet = iron_text(state, event), event.kind in IRON_QUIET
    else:
        assert isinstance(state, DMState)
        text, quiet = dm_text(state, event), event.kind in DM_QUIET
    return Happened(event.seq, event.kind, event.cause, event.rule, text, quiet)


def option_of(state: State, action: int, seat: int) -> Option:
    game = state.game
    what = game.about(state, action, seat)
    text, equal = game.describe(state, action, seat), game.equals(state, action, seat)
    return Option(action, text, what.verb, what.dice, what.card, what.number, what.amounts, equal)


def _usual(state: State, seat: int) -> tuple[list[Option], list[int]]:
    """The steps of the payment that is usual here, and all dice that pay: what is forced is no step."""
    assert isinstance(state, DMState)
    steps: list[Option] = []
    dice: list[int] = []
    copy = state.clone()
    copy.set_dice(None)
    for action in usual_payment(state):
        steps.append(option_of(copy, action, seat))
        copy.apply(action)
        for event in copy.events:
            if event.kind == "spent" and event.a == seat:
                dice += event.xs[: len(event.xs) // 2]
            elif event.kind == "spun" and event.rule == "3.2.5":
                dice.append(event.a)
    return steps, dice


def _division(state: DMState, seat: int) -> list[Option]:
    """The steps of the usual division of damage, as far as they are asked for."""
    steps: list[Option] = []
    copy = state.clone()
    copy.set_dice(None)
    for action in usual_division(state, state.stack[-1]):
        steps.append(option_of(copy, action, seat))
        if action == copy.stack[-1][4]:  # nothing is left for the others
            break
        copy.apply(action)
    return steps


def question_of(state: State, decision: Decision, version: int) -> Question:
    usual: list[Option] = []
    pays: list[int] = []
    price = 0
    if decision.kind is Kind.PAY:
        assert isinstance(state, DMState)
        usual, pays = _usual(state, decision.seat)
        price = state.stack[-1][3]
    elif decision.kind is Kind.DISTRIBUTE and isinstance(state, DMState):
        usual = _division(state, decision.seat)
    return Question(
        seat=decision.seat,
        version=version,
        kind=decision.kind.value,
        asks=decision.asks,
        rule=decision.rule,
        continues=decision.continues,
        secret=decision.secret,
        more=decision.more,
        actions=[option_of(state, action, decision.seat) for action in decision.actions],
        usual=usual,
        pays=pays,
        price=price,
    )


def fair_of(room: Room) -> Fair:
    seed = room.server_seed.hex() if room.status == OVER else ""
    seeds = room.seeds if room.session is not None else [""] * len(room.seeds)
    return Fair(room.commitment, list(seeds), seed)


def ending_of(room: Room) -> Ending | None:
    """How the game ended; None if it has not."""
    outcome = None if room.session is None else room.session.state.outcome
    return None if outcome is None else Ending(list(outcome.winners), room.why_over or outcome.why, outcome.rule)


def clock_of(room: Room, seats: Sequence[int], now: float) -> Clock:
    """The clocks as these seats may know them: those of others who have answered in secret seem to run on."""
    clocks, hidden = room.clocks, room.hidden(seats)
    left = [clocks.left_at(seat, now, seat in hidden) for seat in range(len(room.names))]
    return Clock(left, sorted([*clocks.running, *hidden]))


def info_of(room: Room, created: float, kept: Mapping[int, str]) -> RoomInfo:
    """The room as anybody may know it. `kept`: free seats, and for whom."""
    clock = room.settings.clock
    limit = "" if clock.kind == "none" else f"{clock.seconds:g} s a {'move' if clock.kind == 'move' else 'side'}"
    if clock.increment:
        limit += f" + {clock.increment:g} s a move"
    terms = terms_of(room.settings)
    info = RoomInfo(
        room=room.ident,
        game=room.settings.game,
        status=room.status,
        names=list(room.names),
        bots=[place.kind == "bot" for place in room.settings.places],
        clock=limit,
        created=created,
        ending=ending_of(room),
        kept=[kept.get(seat, "") for seat in range(len(room.names))],
        edition=terms.edition,
        book=terms.book,
        format=terms.format,
        teams=list(terms.teams),
    )
    if room.session is not None:
        state = room.seen(())
        view = state.view(-1)
        info.turn = view["turn"]
        info.asked = [decision.seat for decision in state.decisions]
    return info


class Alike:
    """What all see alike at one moment of a room, if they see the same state of the game; it is made once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.decisions = state.decisions
        self._public: dict[str, Any] = {}
        self._events: dict[tuple[int, int], list[Happened]] = {}

    def view(self, seat: int) -> dict[str, Any]:
        """The table as a seat sees it; -1: a spectator."""
        state = self.state
        self._public = self._public or state.view(-1)
        if isinstance(state, IrondieState):
            return {**self._public, **iron_view.own(state, seat)}
        assert isinstance(state, DMState)
        return {**self._public, **dm_view.own(state, seat)}

    def events(self, log: Sequence[Event], first: int, end: int) -> list[Happened]:
        """Events in words."""
        if (first, end) not in self._events:
            self._events[first, end] = [happened(self.state, event) for event in log[first:end]]
        return self._events[first, end]


class Sights:
    """What can be seen of a room at one moment, by the states of the game that are seen: two, while seats choose."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._found: list[Alike] = []

    def of(self, seats: Sequence[int]) -> Alike:
        state = self.room.seen(seats)
        found = next((alike for alike in self._found if alike.state is state), None)
        if found is None:
            found = Alike(state)
            self._found.append(found)
        return found


def update_of(
    room: Room,
    seats: Sequence[int],
    here: Sequence[bool],
    now: float,
    since: int = -1,
    epoch: int = -1,
    sights: Sights | None = None,
) -> Update:
    """The room for a client that answers for these seats and has seen the events up to `since`.

    `sights`: what others have been shown of the same moment.
    """
    session = room.session
    first, events, asked, questions, view = 0, list[Happened](), list[int](), list[Question](), None
    if session is not None:
        alike = (sights or Sights(room)).of(seats)
        first = max(room.first_unknown(since, epoch), room.shown - LONG)
        events = alike.events(session.log, first, room.shown)
        decisions = alike.decisions
        asked = [decision.seat for decision in decisions]
        questions = [question_of(alike.state, d, room.asked_version(d)) for d in decisions if d.seat in seats]
        view = alike.view(questions[0].seat if questions else seats[0] if seats else -1)
    return Update(
        room=room.ident,
        status=room.status,
        version=room.version_seen(seats),
        epoch=room.undone,
        seats=list(seats),
        names=list(room.names),
        bots=[place.kind == "bot" for place in room.settings.places],
        here=list(here),
        asked=asked,
        questions=questions,
        first=first,
        events=events,
        view=view,
        clock=clock_of(room, seats, now),
        asks_undo=room.asks_undo,
        undos_left=list(room.undos_left),
        hints=room.settings.hints,
        may_undo=[room.can_undo(seat) is None for seat in seats],
        passes=[list(room.passes[seat]) for seat in seats],
        stops=[list(room.stops[seat]) for seat in seats],
        step=room.step_of(seats[0], view) if seats and view is not None else "",
        next=room.next,
        goes_on_from=room.goes_on_from,
        fair=fair_of(room),
        ending=ending_of(room),
    )
