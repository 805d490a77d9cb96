"""Rolls of IRONDIE as data: which outcomes differ, how likely they are, and what cannot fall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Final

from dicehall.irondie.board import Board
from dicehall.irondie.terms import FR_ROLL_OFF
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import Frame

SIDES: Final = 6


def outcomes(s: Board, f: Frame) -> Iterator[tuple[tuple[int, ...], float]]:
    """All rolls that differ, with their probabilities. Equal dice of a seat show their values in rising order."""
    if f[0] == FR_ROLL_OFF:
        for values in product(range(1, SIDES + 1), repeat=s.kit.sides):
            yield values, 1 / SIDES**s.kit.sides
        return
    dice = f[5]
    kinds: dict[int, list[int]] = {}  # places in the roll, by kind
    for i, d in enumerate(dice):
        kinds.setdefault(s.kit.same[d], []).append(i)
    groups = list(kinds.values())
    whole = SIDES ** len(dice)
    for combined in product(*[list(combinations_with_replacement(range(1, SIDES + 1), len(g))) for g in groups]):
        out = [0] * len(dice)
        ways = 1
        for group, values in zip(groups, combined, strict=True):
            ways *= _orders(values)
            for i, value in zip(group, values, strict=True):
                out[i] = value
        yield tuple(out), ways / whole


def _orders(values: tuple[int, ...]) -> int:
    """In how many orders the same values can fall."""
    ways = factorial(len(values))
    for value in set(values):
        ways //= factorial(values.count(value))
    return ways


def check_outcome(s: Board, f: Frame, outcome: tuple[int, ...]) -> None:
    count = s.kit.sides if f[0] == FR_ROLL_OFF else len(f[5])
    if len(outcome) != count:
        raise InvalidInput(f"{count} dice are rolled, not {len(outcome)}")
    for value in outcome:
        if not 1 <= value <= SIDES:
            raise InvalidInput(f"a die shows a value from 1 to {SIDES}, not {str(value)[:12]}")
