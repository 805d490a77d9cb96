"""Answers to guests who want to know something: why not, what would follow, where a number comes from.

Nothing changes by asking, and nobody else learns that it was asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.explain import contributions
from dicehall.dicemasters.sockets import ATTACK, DEFENCE, FIELDING, PURCHASE
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import F_CHARACTER, FIELD
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import State
from dicehall.table import messages as m
from dicehall.table.room import Room
from dicehall.table.seeing import happened, question_of, told


def answer(room: Room, request: m.Why | m.Forecast | m.Explain) -> m.Reply:
    if isinstance(request, m.Why):
        return m.Answer(request.id, told(_why(room, request)))
    if isinstance(request, m.Explain):
        return m.Numbers(request.id, numbers_of(room.state, request.die, request.card))
    return _forecast(room, request)


def _forecast(room: Room, request: m.Forecast) -> m.Follows:
    ahead = room.forecast(request.seat, request.actions, request.text)
    question = None
    if ahead.state is not None:
        more = [d for d in ahead.state.decisions if d.seat == request.seat and d.continues]
        question = question_of(ahead.state, more[0], room.version) if more else None
    events = [happened(ahead.state or room.state, event) for event in ahead.events]
    return m.Follows(request.id, events, ahead.depends, question)


def _why(room: Room, request: m.Why) -> Sequence[Reason]:
    seat = request.seat
    state = room.seen((seat,))
    if request.die < 0 and request.card < 0:
        return room.why(seat, request.action, request.text)
    if room.decision_of(seat) is None:
        others = " and ".join([room.names[x] for x in room.asked()])
        return [Reason(f"it is {others}'s turn to choose" if others else "nobody is asked to choose now")]
    reasons: list[Reason] = []
    for action in state.game.meant(state, seat, request.die, request.card):
        found = state.explain(action, seat)
        if not found:
            return []
        reasons += [reason for reason in found if reason not in reasons]
    return reasons or [Reason("it has no part in this question")]


def numbers_of(state: State, die: int, card: int) -> list[m.Number]:
    """The numbers of a die in the field, or what a card costs now."""
    if not isinstance(state, DMState):
        return []
    kit = state.kit
    rows: list[tuple[str, int, int, int]] = []  # name, number, seat, subject
    if 0 < card < kit.n_cards:
        seat = max(kit.card_seat[card], 0)
        rows = [("cost", PURCHASE, seat, card)]
    elif 0 <= die < kit.n_dice and state.face[die] >= 0 and kit.f_kind[state.face[die]] == F_CHARACTER:
        seat = state.ctrl[die]
        rows = [("fielding cost", FIELDING, seat, die)]
        if state.zone_of(die) == FIELD:
            rows = [("attack", ATTACK, seat, die), ("defence", DEFENCE, seat, die)]
    out: list[m.Number] = []
    for name, number, seat, subject in rows:
        parts = [m.Part(amount, text, rule) for amount, rule, text in contributions(state, number, seat, subject)]
        out.append(m.Number(name, max(0, sum([part.amount for part in parts])), parts))
    return out
