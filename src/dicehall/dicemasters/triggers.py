"""The queue of triggers: active side first, each side's own order chosen by its controller. Rules 7.4.

A trigger resolves whole before the next begins; new ones join the end of their controller's list (7.4.4).
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.sockets import T_EFFECT, T_UNUSABLE, Abilities, Trigger
from dicehall.dicemasters.terms import ASK, E_TRIGGER, GO_ON
from dicehall.kernel.state import Frame

# a trigger frame: a = how many of the queue were there when the frame last began a round, b = the one window whose
# triggers it is for (0: all)


def triggers_run(s: Board, f: Frame) -> int:
    if s.kit.abilities is not None and s.kit.abilities.responds:
        _drop_unusable(s, s.kit.abilities)
    k, _, _, first, b, xs, ys, cause = s.stack[-1]
    if not s.queue or (b and not any([t[4] == b for t in s.queue])):
        s.pop()
        return GO_ON
    if b:  # whose they are: all of one side
        s.stack[-1] = (k, 0, next(t[0] for t in s.queue if t[4] == b), first, b, xs, ys, cause)
        return ASK
    s.stack[-1] = (k, 0, _next(s)[0], first or len(s.queue), b, xs, ys, cause)
    return ASK


def _drop_unusable(s: Board, abilities: Abilities) -> None:
    """A reaction that cannot be used is let go as soon as nothing else of its seat comes before it."""
    while s.queue:
        seat = _next(s)[0]
        mine = [i for i, t in enumerate(s.queue) if t[0] == seat]
        if any(abilities.standing_of(s, s.queue[i]) != T_UNUSABLE for i in mine):
            return
        k, _, _, first, b, xs, ys, cause = s.stack[-1]
        first = max(0, first - len([i for i in mine if i < first]))
        s.stack[-1] = (k, 0, seat, first, b, xs, ys, cause)
        s.queue = [t for t in s.queue if t[0] != seat]


def _next(s: Board) -> Trigger:
    """The first trigger of the side that is next: the active side's come first (7.4.1)."""
    for t in s.queue:
        if s.kit.side_of[t[0]] == s.active:
            return t
    return s.queue[0]


def triggers_actions(s: Board, f: Frame) -> list[int]:
    """Places in the queue that its controller can choose from; equal triggers of one card once."""
    if f[4]:
        return _of_window(s, f)
    seat = _next(s)[0]
    out: list[int] = []
    seen: list[tuple[int, int, int]] = []
    queue = s.queue[: f[3]] if any(t[0] == seat for t in s.queue[: f[3]]) else s.queue  # new ones wait (7.4.4)
    for i, t in enumerate(queue):
        if t[0] == seat:
            key = (t[1], t[3], t[4])
            if key not in seen:
                seen.append(key)
                out.append(i)
    abilities = s.kit.abilities
    if abilities is not None and abilities.responds and len(out) > 1:  # what cannot be used now is not asked about
        return [i for i in out if abilities.standing_of(s, s.queue[i]) != T_UNUSABLE] or out[:1]
    return out


def _of_window(s: Board, f: Frame) -> list[int]:
    """The same where only one text of a window comes to its effect: dice that differ are told apart."""
    out: list[int] = []
    seen: list[tuple[int, int, int]] = []
    for i, t in enumerate(s.queue):
        if t[4] == f[4] and t[0] == f[2]:
            key = (t[1], t[3], s.alike(t[2]) if t[2] >= 0 else -1)
            if key not in seen:
                seen.append(key)
                out.append(i)
    return out


def triggers_take(s: Board, f: Frame, action: int) -> None:
    trigger = s.queue[action]
    if action < f[3]:
        s.stack[-1] = (f[0], f[1], f[2], f[3] - 1, *f[4:])
    s.queue = s.queue[:action] + s.queue[action + 1 :]
    s.mid = False
    seat, card, die, program, window, _, _, _ = trigger
    assert s.kit.abilities is not None
    if not s.kit.abilities.responds or s.kit.abilities.standing_of(s, trigger) == T_EFFECT:
        s.cause = s.emit(E_TRIGGER, "7.4.1", card, die, (seat, program, window))
    s.kit.abilities.begin(s, trigger)


def place_asked(s: Board) -> None:
    """A die that has moved could go to several places: that is chosen before anything else (6.3.7)."""
    trigger = s.queue[0]
    s.queue = s.queue[1:]
    s.mid = False
    seat, card, die, program, window, _, _, _ = trigger
    s.cause = s.emit(E_TRIGGER, "6.3.7", card, die, (seat, program, window))
    assert s.kit.abilities is not None
    s.kit.abilities.begin(s, trigger)


def effect_run(s: Board, f: Frame) -> int:
    """An ability resolves; what it does is the cards' affair."""
    if s.kit.abilities is None:
        s.pop()
        return GO_ON
    return s.kit.abilities.run(s, f)
