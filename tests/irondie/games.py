"""Random games of IRONDIE for tests: two seats, or two sides of two."""

from __future__ import annotations

from collections.abc import Hashable

from dicehall import irondie
from dicehall.irondie import IrondieState
from dicehall.irondie.secret import Q_SPLIT, Q_WOUND, split_dice, wound_points
from dicehall.irondie.sets import random_set
from dicehall.irondie.terms import E_ROLL_OFF, E_ROLLED, FR_SECRET
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State

NAMES = ("Ann", "Bob", "Cid", "Dot")
GAME = irondie.game()


def make(seed: int, seats: int = 2) -> IrondieState:
    """A fresh game of random sets, with open chance."""
    rng = Rng(seed, 1 << 20)
    sets = [(name, random_set(rng, name)) for name in NAMES[:seats]]
    return GAME.new_state(sets, sides=[i % 2 for i in range(seats)])


def make_four(seed: int) -> IrondieState:
    return make(seed, 4)


def key(state: State) -> Hashable:
    """What two states share that differ only in which of equal dice is which: the table, and what was just rolled."""
    assert isinstance(state, IrondieState)
    s = state
    same = s.kit.same
    dice = sorted((s.kit.seat_of[d], *s.alike(d)) for d in range(s.kit.n_dice))
    rolled: list[tuple[int, ...]] = []
    for kind, _, _, _, _, xs in s.ev:
        if kind == E_ROLLED:
            half = len(xs) // 2
            rolled += sorted(zip([same[d] for d in xs[:half]], xs[half:], strict=True))
        elif kind == E_ROLL_OFF:
            rolled.append(xs)
    frames = tuple((*f[:5], *sorted(same[d] for d in f[5] if f[0] != FR_SECRET)) for f in s.stack)
    said = tuple(answer_key(s, seat) for seat in range(s.kit.n_seats))
    whole = (s.turn, s.step, s.offensive, s.priority, tuple(s.renounced), s.winners)
    return (tuple(dice), whole, frames, tuple(rolled), said)


def answer_key(s: IrondieState, seat: int) -> tuple[object, ...]:
    """A secret answer, as far as it matters."""
    answer = s.answers[seat]
    if answer < 0 or not s.stack or s.stack[-1][0] != FR_SECRET:
        return ()
    if s.stack[-1][3] == Q_SPLIT:
        return tuple(sorted(s.kit.same[d] for d in split_dice(s, seat, answer)))
    if s.stack[-1][3] == Q_WOUND:
        return tuple(sorted((*s.alike(d), p) for d, p in wound_points(s, s.kit.side_of[seat], answer)))
    return (answer,) if answer < 100 else s.alike(answer - 100)
