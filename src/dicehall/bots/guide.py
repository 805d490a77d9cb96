"""What a player that thinks ahead must know of a game beyond its rules: how good a position is, what to try first.

A guide works on imagined copies of a state only (see base.Question.model), never on the game that is played.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State


class Style(NamedTuple):
    """How a search goes about a game."""

    most: int = 12  # answers at the root that are looked at, the most promising ones
    tries: int = 0  # fewer, if the budget is too small to try each so often before the first drop out
    explore: float = 0.12  # how much an answer that was little tried is favoured
    widen: float = 0.25  # so many answers of a node are looked at after n visits: 1 + widen * n ** width
    width: float = 0.4
    ahead: int = 1  # turns of a line after the one in which it begins
    beyond: bool = True  # the tree may grow beyond the point of rest
    far: int = 1000  # a search of so many lines counts half how a line stands `further` turns after the point of rest
    further: int = 0


class Guide(Protocol):
    """One for each game."""

    @property
    def style(self) -> Style: ...

    def value(self, state: State, side: int) -> float:
        """How likely a side wins from here, from 0 to 1: 1, 0 or 0.5 if the game is over, else an estimate."""

    def quick(self, state: State, seat: int, rng: Rng) -> int:
        """A plausible answer of a seat that is asked, found in no time: for playing on in imagination."""

    def order(self, state: State, seat: int) -> list[int]:
        """The legal answers of a seat worth considering, the most promising first; never empty."""

    def is_settled(self, state: State, turn: int) -> bool:
        """Whether a line that was begun in `turn` has come to a point of rest at which `value` can be trusted."""
