"""What follows if nobody does anything more: the rest of an attack or of a duel in which everybody passes.

Only what everybody may know is looked at. It ends with the attack or the duel, where dice fall, where seats choose in
secret, and where somebody must choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.dicemasters.assigning import usual_division
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import A_NO, FR_ASSIGN, FR_TRIGGERS, S_ATTACK
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Chance, Decision, Kind
from dicehall.kernel.event import Event
from dicehall.kernel.state import State
from dicehall.notation.dm.orders import usual_payment

LONG = 200  # steps; no attack is that long
NOTHING = ("pass", "done", "not block", "forgo")  # answers that do nothing


class Hit(NamedTuple):
    """Damage: the die that deals it (-1: none), the die or the side that takes it (the other is -1)."""

    source: int
    die: int
    side: int
    amount: int


class Idle(NamedTuple):
    """What follows then, from where it was asked to where it ends."""

    events: list[Event]
    depends: str  # on what the rest depends; "": it is over, or it is the asking seat that goes on
    state: State


def idle_from(state: State, seat: int, names: Sequence[str]) -> Idle:
    """Goes on from a state, which is used up, as `seat` may foresee it: nobody does anything more."""
    events: list[Event] = []
    for _ in range(LONG):
        if state.chance is not None or not is_going_on(state):
            break
        decision = state.decision
        action = None if decision is None or decision.secret else _nothing(state, decision)
        if decision is None or action is None:
            break
        state.apply(action, None, (), decision.seat)
        events += state.events
    return Idle(this_turn(events), _depends(state, seat, names, events), state)


def depends_on_dice(chance: Chance, names: Sequence[str]) -> str:
    return f"how {names[chance.seat]}'s dice {'fall' if chance.kind == 'roll' else 'are drawn'}"


def this_turn(events: Sequence[Event]) -> list[Event]:
    """Those before the next turn begins."""
    end = next((i for i, event in enumerate(events) if event.kind == "turn"), len(events))
    return list(events[:end])


def is_going_on(state: State) -> bool:
    """Whether there is an attack or a duel."""
    if isinstance(state, IrondieState):
        return bool(state.rolled)
    assert isinstance(state, DMState)
    return state.step == S_ATTACK


def _nothing(state: State, decision: Decision) -> int | None:
    """The answer by which a seat does nothing, or what is usual where it has to do something; None: it must choose."""
    if isinstance(state, DMState):
        frame = state.stack[-1]
        if decision.kind is Kind.PAY:
            return next(iter(usual_payment(state)), None)
        if frame[0] == FR_ASSIGN:
            return usual_division(state, frame)[0]
        if frame[0] == FR_TRIGGERS:
            return decision.actions[0]
        if A_NO in decision.actions:
            return A_NO
    for action in decision.actions:
        if state.game.about(state, action, decision.seat).verb in NOTHING:
            return action
    return None


def _depends(state: State, seat: int, names: Sequence[str], events: Sequence[Event]) -> str:
    """On what it depends how the attack or the duel goes on."""
    if state.is_over or not is_going_on(state) or any(event.kind == "turn" for event in events):
        return ""
    if state.chance is not None:
        return depends_on_dice(state.chance, names)
    return "; ".join([f"what {names[d.seat]} chooses ({d.asks})" for d in state.decisions if d.seat != seat])


# ---- what it comes to, in Dice Masters -------------------------------------------------------------------------


def hits_of(events: Sequence[Event]) -> list[Hit]:
    """All damage, in its order."""
    out: list[Hit] = []
    for event in events:
        if event.kind == "damage":
            out.append(Hit(event.a, event.b, -1, event.xs[0]))
        elif event.kind == "life damage":
            out.append(Hit(event.a, -1, event.b, event.xs[0]))
    return out


def life_after(life: Sequence[int], events: Sequence[Event]) -> list[int]:
    """What the sides have left then."""
    out = list(life)
    for event in events:
        if event.kind == "life damage":
            out[event.b] = event.xs[1]
        elif event.kind == "life":
            out[event.a] = event.xs[0]
    return out
