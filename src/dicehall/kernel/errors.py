"""Errors for people: what is wrong, where, and what would be right.

All are ValueErrors, so that a caller who knows nothing of Dicehall can still catch them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

QUOTED = 60  # letters of what was written that are repeated


class Reason(NamedTuple):
    """One reason why something cannot be done (or can): words, the number of the rule, the source if any."""

    text: str
    rule: str = ""
    source: str = ""

    def __str__(self) -> str:
        tail = f": rule {self.rule}" if self.rule else ""
        head = f"{self.source}: " if self.source else ""
        return f"{head}{self.text}{tail}"


class DicehallError(ValueError):
    """Anything that Dicehall has to say against its input."""


class InvalidInput(DicehallError):
    """The input cannot be read: it is not well formed, or names something that does not exist."""


class AmbiguousName(InvalidInput):
    """A name fits several things; `candidates` lists them."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        self.name = name
        self.candidates = tuple(candidates)
        super().__init__(f"'{name}' is ambiguous: it could be {_join(self.candidates)}")


class IllegalAction(DicehallError):
    """The input is well formed, but the rules do not allow it now. Carries every reason."""

    def __init__(self, reasons: Sequence[Reason], what: str = "") -> None:
        self.reasons = tuple(reasons)
        self.what = what
        head = f"{what}: " if what else ""
        super().__init__(head + "; ".join(str(r) for r in self.reasons))


class StaleVersion(DicehallError):
    """The action was meant for another moment of the game."""

    def __init__(self, given: int, current: int) -> None:
        self.given = given
        self.current = current
        super().__init__(f"the action is for version {given} of the game, which is now at version {current}")


def cut(text: str) -> str:
    """What somebody has written, short enough to be repeated."""
    return text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."


def _join(names: Sequence[str]) -> str:
    shown = list(names[:12])
    if len(names) > 12:
        shown.append(f"{len(names) - 12} more")
    return ", ".join(shown[:-1]) + " or " + shown[-1] if len(shown) > 1 else "".join(shown)
