"""Answers to guests who want to know something: why not, what would follow, where a number comes from.

Nothing changes by asking, and nobody else learns that it was asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import State
from dicehall.table import messages as m
from dicehall.table.forecasting import hits_of, idle_from, is_going_on, life_after, this_turn
from dicehall.table.numbers import numbers_of
from dicehall.table.room import Ahead, Room
from dicehall.table.seeing import happened, question_of, told
from dicehall.table.uses import when


def answer(room: Room, request: m.Why | m.Forecast | m.Explain) -> m.Reply:
    if isinstance(request, m.Why):
        return m.Answer(request.id, told(_why(room, request)))
    if isinstance(request, m.Explain):
        return m.Numbers(request.id, _numbers(room, request))
    return _forecast(room, request)


def _forecast(room: Room, request: m.Forecast) -> m.Follows:
    ahead = room.forecast(request.seat, request.actions, request.text)
    question = None
    if ahead.state is not None:
        more = [d for d in ahead.state.decisions if d.seat == request.seat and d.continues]
        question = question_of(ahead.state, more[0], room.version) if more else None
    events = [happened(ahead.state or room.state, event) for event in ahead.events]
    idle = None if ahead.state is None else _if_nobody_acts(room, request.seat, ahead)
    return m.Follows(request.id, events, ahead.depends, question, idle)


def _if_nobody_acts(room: Room, seat: int, ahead: Ahead) -> m.IfNobodyActs:
    assert ahead.state is not None
    falls = _falls(room, seat, ahead.state)
    idle = idle_from(ahead.state.clone(), seat, room.names)
    out = m.IfNobodyActs([happened(idle.state, event) for event in idle.events], idle.depends, falls=falls)
    if isinstance(room.state, DMState):
        all_of_it = this_turn([*ahead.events, *idle.events])
        out.hits = [m.Hit(*hit) for hit in hits_of(all_of_it)]
        out.ko = [event.a for event in all_of_it if event.kind == "ko"]
        out.life = life_after(room.state.life, all_of_it)
    return out


def _falls(room: Room, seat: int, state: State) -> list[m.Fall]:
    """What each value of a die that is rolled in a duel would bring, if nobody rolled again."""
    chance = state.chance
    if not isinstance(state, IrondieState) or not state.rolled or chance is None or len(chance.dice) != 1:
        return []
    out: list[m.Fall] = []
    for outcome, _ in state.chance_outcomes():
        copy = state.clone()
        copy.apply_chance(outcome)
        events = list(copy.events)
        idle = idle_from(copy, seat, room.names)
        events += idle.events
        won = next(
            (bool(event.xs[2]) for event in events if (event.kind, event.a) == ("compared", chance.dice[0])), None
        )
        asks = idle.state.decision.asks if is_going_on(idle.state) and idle.state.decision is not None else ""
        out.append(m.Fall(outcome[0], [happened(idle.state, event) for event in events], won, asks))
    return out


def _why(room: Room, request: m.Why) -> Sequence[Reason]:
    seat = request.seat
    state = room.seen((seat,))
    if request.die < 0 and request.card < 0:
        return room.why(seat, request.action, request.text)
    game = state.game
    decision = room.decision_of(seat)
    if decision is None:
        others = " and ".join([room.names[x] for x in room.asked()])
        open_now = Reason(f"it is {others}'s turn to choose" if others else "nobody is asked to choose now")
        return [open_now, *when(state, seat, request.die, request.card)]
    reasons: list[Reason] = []
    for action in game.meant(state, seat, request.die, request.card):
        found = state.explain(action, seat)
        if not found:
            return []
        reasons += [reason for reason in found if reason not in reasons]
    if any(reason.rule for reason in reasons):
        return reasons
    asks = Reason(f"now it is asked: {decision.asks}", decision.rule)
    return [*reasons, asks, *([] if reasons else when(state, seat, request.die, request.card))]


def _numbers(room: Room, request: m.Explain) -> list[m.Number]:
    log = [] if room.session is None else room.session.log[: room.shown]
    return numbers_of(room.state, log, request.die, request.card, request.seat, request.total)
