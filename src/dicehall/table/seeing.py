"""What a client may see of a room: built field by field, for the seats that it answers for or for a spectator."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Decision
from dicehall.kernel.errors import Reason
from dicehall.kernel.event import Event
from dicehall.kernel.state import State
from dicehall.notation.dm.log import QUIET as DM_QUIET
from dicehall.notation.dm.log import event_text as dm_text
from dicehall.notation.iron.log import QUIET as IRON_QUIET
from dicehall.notation.iron.log import event_text as iron_text
from dicehall.table.messages import Clock, Ending, Fair, Happened, Option, Question, Told, Update
from dicehall.table.room import OVER, Room

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


def question_of(room: Room, decision: Decision) -> Question:
    state = room.state
    return Question(
        seat=decision.seat,
        version=room.asked_version(decision),
        kind=decision.kind.value,
        asks=decision.asks,
        rule=decision.rule,
        continues=decision.continues,
        secret=decision.secret,
        more=decision.more,
        actions=[Option(action, state.game.describe(state, action, decision.seat)) for action in decision.actions],
    )


def fair_of(room: Room) -> Fair:
    seed = room.server_seed.hex() if room.status == OVER else ""
    seeds = room.seeds if room.session is not None else [""] * len(room.seeds)
    return Fair(room.commitment, list(seeds), seed)


def update_of(
    room: Room, seats: Sequence[int], here: Sequence[bool], now: float, since: int = -1, epoch: int = -1
) -> Update:
    """The room for a client that answers for these seats and has seen the events up to `since`."""
    session = room.session
    first, events, questions, view, ending = 0, list[Happened](), list[Question](), None, None
    if session is not None:
        state = session.state
        first = max(room.first_unknown(since, epoch), len(session.log) - LONG)
        events = [happened(state, event) for event in session.log[first:]]
        questions = [question_of(room, d) for d in state.decisions if d.seat in seats]
        asked = [question.seat for question in questions]
        view = state.view(asked[0] if asked else seats[0] if seats else -1)
        outcome = state.outcome
        if outcome is not None:
            ending = Ending(list(outcome.winners), room.why_over or outcome.why, outcome.rule)
    return Update(
        room=room.ident,
        status=room.status,
        version=room.version,
        epoch=room.undone,
        seats=list(seats),
        names=list(room.names),
        bots=[place.kind == "bot" for place in room.settings.places],
        here=list(here),
        asked=room.asked(),
        questions=questions,
        first=first,
        events=events,
        view=view,
        clock=Clock([room.clocks.left_at(seat, now) for seat in range(len(room.names))], list(room.clocks.running)),
        asks_undo=room.asks_undo,
        undos_left=list(room.undos_left),
        may_undo=[session is not None and not session.state.is_over and session.can_undo(s) is None for s in seats],
        passes=[list(room.passes[seat]) for seat in seats],
        step=room.step_of(seats[0]) if seats and session is not None else "",
        next=room.next,
        fair=fair_of(room),
        ending=ending,
    )
