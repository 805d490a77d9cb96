"""How dice can fall: outcomes with their probabilities, samples, and checks of outcomes given from outside.

A roll is a multiset of faces, a draw a multiset of dice: what cannot be told apart counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, factorial

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.terms import FR_DRAW
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import Frame


def sample_draw(s: Board, f: Frame, rng: Rng) -> tuple[int, ...]:
    """Some dice of the pool; of equal ones those with the lowest numbers, in the order in which they come."""
    pool, where = f[6], s.where
    card, first = s.kit.die_card, s.kit.card_first
    z = where[pool[0]]
    out: list[int] = []
    for i in rng.sample(len(pool), f[3] - len(f[5])):
        die = first[card[pool[i]]]  # the dice of a card are numbered in their order
        while where[die] != z or die in out:
            die += 1
        out.append(die)
    return tuple(out)


def draw_outcomes(s: Board, f: Frame) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every multiset of dice that can come, by card."""
    pool, count = f[6], f[3] - len(f[5])
    groups: dict[int, list[int]] = {}
    for die in sorted(pool, key=lambda d: s.num[d]):
        groups.setdefault(s.kit.die_card[die], []).append(die)
    kinds = list(groups.values())
    ways_in_all = comb(len(pool), count)

    def choose(i: int, rest: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if i == len(kinds):
            if rest == 0:
                yield (), 1
            return
        for n in range(min(rest, len(kinds[i])) + 1):
            for tail, ways in choose(i + 1, rest - n):
                yield (*kinds[i][:n], *tail), comb(len(kinds[i]), n) * ways

    for dice, ways in choose(0, count):
        yield dice, ways / ways_in_all


def roll_outcomes(s: Board, f: Frame) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every multiset of faces for each kind of die; equal faces of a die are one."""
    groups: dict[tuple[int, int], list[int]] = {}
    for i, die in enumerate(f[5]):
        groups.setdefault((s.kit.die_card[die], s.owner[die]), []).append(i)
    parts: list[list[tuple[tuple[int, ...], float]]] = []
    for (card, _), places in groups.items():
        weight: dict[int, int] = {}
        for face in range(6):
            same = s.kit.f_same[card * 6 + face] % 6
            weight[same] = weight.get(same, 0) + 1
        part: list[tuple[tuple[int, ...], float]] = []
        for faces in combinations_with_replacement(sorted(weight), len(places)):
            p = float(factorial(len(places)))
            for face in set(faces):
                n = faces.count(face)
                p *= (weight[face] / 6) ** n / factorial(n)
            part.append((faces, p))
        parts.append(part)
    order = [i for places in groups.values() for i in places]
    for combination in product(*parts):
        out = [0] * len(order)
        flat = [face for faces, _ in combination for face in faces]
        p = 1.0
        for _, q in combination:
            p *= q
        for i, face in zip(order, flat, strict=True):
            out[i] = face
        yield tuple(out), p


def check_outcome(s: Board, f: Frame, outcome: tuple[int, ...]) -> None:
    """InvalidInput if dice cannot fall so."""
    if f[0] == FR_DRAW:
        pool, count = f[6], f[3] - len(f[5])
        if len(outcome) != count or len(set(outcome)) != count or any(d not in pool for d in outcome):
            raise InvalidInput(f"the draw takes {count} different dice out of {len(pool)}")
    elif len(outcome) != len(f[5]) or any(not 0 <= face < 6 for face in outcome):
        raise InvalidInput(f"the roll needs {len(f[5])} faces, each from 0 to 5")
