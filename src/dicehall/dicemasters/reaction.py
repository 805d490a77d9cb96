"""A Global Ability that reacts to something that has happened: a seat is asked once for each such event. Rule 7.4.7.

The frame waits above the queue of triggers: a = the number of the Global Ability, xs = window and facts of the event.
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.terms import A_GLOBAL, A_USE, PASS
from dicehall.kernel.state import Frame


def react_actions(s: Board, f: Frame) -> list[int]:
    assert s.kit.abilities is not None
    return [PASS, *s.kit.abilities.responses(s, f[2], f[3])]


def react_take(s: Board, f: Frame, action: int) -> None:
    assert s.kit.abilities is not None
    if A_USE <= action < A_GLOBAL:  # a ban is lifted; then the seat is asked again
        s.kit.abilities.lift(s, f[2], action - A_USE)
        return
    s.stack.pop()
    if action == PASS:
        s.mid = False
        return
    s.kit.abilities.respond(s, f)
