"""The lines of a script: moves, refusals, chance, checks, comments; what was played as lines. Knows no game."""

from __future__ import annotations

import re
from typing import NamedTuple

from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.session import Entry
from dicehall.kernel.state import State


class Line(NamedTuple):
    number: int  # as counted in the script, from 1
    kind: str  # "move" | "refuse" | "draw" | "roll" | "check"
    seat: str
    text: str
    words: str  # what the explanation of a refusal must contain
    source: str


class Written(NamedTuple):
    """A move with all its steps, or a chance: the state before it, and what a record says of it (nothing, or lines)."""

    state: State
    entries: list[Entry]
    lines: list[str]

    @property
    def text(self) -> str:
        """Of a move: its line without the name of the seat, as somebody types it."""
        return self.lines[0].partition("> ")[2]


_MOVE = re.compile(r"([^\s>!=#]+)\s*([>!])\s*(.*)$")


def read_script(play: str, first_line: int = 1) -> list[Line]:
    """All lines that say something; an unreadable one is an error that names it."""
    out: list[Line] = []
    for i, raw in enumerate(play.split("\n")):
        text = raw.strip()
        number = first_line + i
        if not text or text.startswith("#"):
            continue
        if text.startswith("="):
            out.append(Line(number, "check", "", text[1:].strip(), "", text))
            continue
        m = _MOVE.match(text)
        if not m:
            raise InvalidInput(
                f"line {number}: '{text[:60]}' is no line of a script: SEAT> MOVE, SEAT! MOVE, draw>, roll>, = CHECK"
            )
        seat, mark, rest = m.group(1), m.group(2), m.group(3).strip()
        if mark == ">" and seat.lower() in ("draw", "roll"):
            out.append(Line(number, seat.lower(), "", rest, "", text))
        elif mark == ">":
            out.append(Line(number, "move", seat, rest, "", text))
        else:
            move, _, words = rest.partition(" ~ ")
            out.append(Line(number, "refuse", seat, move.strip(), words.strip(), text))
    return out
