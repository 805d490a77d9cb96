"""How cards are read where their words leave something open (rules/readings.md), and the public rulings, as data."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_ROW = re.compile(r"^\| (?:avx|ygo|imw|tmnt)\d")
_RULING = re.compile(r"^\| (R\d\d) \| ([^|]+) \|", re.MULTILINE)


class Reading(NamedTuple):
    """One thing that a card left open."""

    asks: str
    says: str
    why: str  # names rules and rulings: 7.2.4 (R43)

    @property
    def rulings(self) -> dict[str, str]:
        """The public rulings that it follows, with what they are about."""
        return {number: rulings()[number] for number in re.findall(r"\bR\d\d\b", self.why)}


def _page(name: str) -> str:
    return (files("dicehall") / "rules" / f"{name}.md").read_text(encoding="utf-8")


@cache
def rulings() -> dict[str, str]:
    """What each public ruling is about, by number."""
    return {number: about.strip() for number, about in _RULING.findall(_page("dicemasters"))}


@cache
def _readings() -> dict[str, list[Reading]]:
    out: dict[str, list[Reading]] = {}
    for row in _page("readings").splitlines():
        if not _ROW.match(row):
            continue
        cards, asks, says, why, *_ = [cell.strip() for cell in row.strip("|").split("|")]
        for card in cards.split("<br>"):
            out.setdefault(card.split()[0], []).append(Reading(asks, says[:1].upper() + says[1:], why))
    return out


def readings_of(card: str) -> tuple[Reading, ...]:
    """The readings of a card by its id, such as avx7; most cards have none."""
    return tuple(_readings().get(card, ()))
