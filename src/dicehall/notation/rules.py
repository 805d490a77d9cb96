"""The numbered rules as data: which numbers there are, and what they say."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)+)\*\*\s*(.*)$")
_MARK = re.compile(r"\[(\w+)\]\s*")


class Rule(NamedTuple):
    number: str
    marks: tuple[str, ...]  # editions, or "words" for paragraphs that describe no behaviour
    text: str


@cache
def rules(game: str = "dicemasters") -> dict[str, Rule]:
    """All numbered paragraphs of a rules file, by number."""
    source = files("dicehall") / "rules" / f"{game}.md"
    out: dict[str, Rule] = {}
    current: list[str] = []
    number = ""

    def close() -> None:
        if number:
            text = " ".join(current).strip()
            marks = []
            while m := _MARK.match(text):
                marks.append(m.group(1))
                text = text[m.end() :]
            out[number] = Rule(number, tuple(marks), text)

    for row in source.read_text(encoding="utf-8").splitlines():
        m = _PARAGRAPH.match(row)
        if m:
            close()
            number, current = m.group(1), [m.group(2)]
        elif not row.strip() or row.startswith("#"):
            close()
            number, current = "", []
        elif number:
            current.append(row.strip())
    close()
    return out


def known_rules(game: str = "dicemasters") -> frozenset[str]:
    return frozenset(rules(game))
