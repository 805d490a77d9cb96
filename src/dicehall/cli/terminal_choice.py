"""A list of moves to pick from by number, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.kernel.errors import InvalidInput

MOST_DIGITS = 4
SHORT = 40  # longer moves are named by their number


class Choice(NamedTuple):
    """One line of the list."""

    text: str  # the move in notation
    note: str = ""
    part: str = ""  # what it adds to a move of several: a die, a purchase, a block
    action: int = -1  # a single step, where no notation takes the place of it


def numbers_of(line: str) -> list[int]:
    """The numbers of a line that holds nothing else; empty if it holds more, or none."""
    parts = line.replace(",", " ").split()
    if not all(part.isdecimal() for part in parts):
        return []
    if any(len(part) > MOST_DIGITS for part in parts):
        raise InvalidInput(f"there is no move {line[:12]}")
    return [int(part) for part in parts]


def picked(listed: Sequence[Choice], numbers: Sequence[int]) -> list[Choice]:
    """The lines of these numbers. Several must be such as can be joined."""
    for n in numbers:
        if not 1 <= n <= len(listed):
            raise InvalidInput(f"there is no move {n}: the list goes from 1 to {len(listed)}")
    twice = next((n for n in numbers if numbers.count(n) > 1), 0)
    if twice:
        raise InvalidInput(f"the number {twice} is given twice")
    chosen = [listed[n - 1] for n in numbers]
    alone = [n for n in numbers if not listed[n - 1].part]
    if len(chosen) > 1 and alone:
        text = listed[alone[0] - 1].text
        name = f"'{text}'" if len(text) <= SHORT else f"move {alone[0]}"
        raise InvalidInput(f"{name} cannot be joined with other moves: give its number alone")
    return chosen


def joined(chosen: Sequence[Choice]) -> Choice:
    """Several lines of one verb as one move."""
    verb = chosen[0].text.split()[0]
    return chosen[0] if len(chosen) == 1 else Choice(f"{verb} {', '.join(c.part for c in chosen)}")


def rows(listed: Sequence[Choice]) -> list[str]:
    """The list as it is shown. A long move that has a short name is shown by that."""
    out = []
    for i, c in enumerate(listed, 1):
        text = f"{c.text.split()[0]} {c.note}" if c.note.startswith("all ") else c.text
        note = f"  ({c.note})" if c.note and not c.note.startswith("all ") else ""
        out.append(f"{i:2} {text}{note}")
    return out
