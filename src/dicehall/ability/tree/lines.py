"""The whole line: an element of a card's text, a burst line, a Global Ability."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.conditions import Condition
from dicehall.ability.tree.events import Event
from dicehall.ability.tree.node import Node
from dicehall.ability.tree.steps import Step


class Ability(Node, frozen=True):
    """One element of a card's text: `[While active,] [the first time each turn] [when EVENT,] [if CONDITION,] STEPS`.

    scope: "" each die speaks for itself · active: While active · always: Even while not active.
    limit: turn: once per turn · die: once per turn per die · first: the first time each turn.
    """

    do: tuple[Step, ...]
    scope: Literal["", "active", "always"] = ""
    limit: Literal["", "turn", "die", "first"] = ""
    event: Event | None = None
    condition: Condition | None = None


class Burst(Node, frozen=True):
    """A burst line. mode: instead (replaces the line, or its number) · also (adds to it) · own (an ability itself)."""

    mode: Literal["instead", "also", "own"]
    ability: Ability
    before: bool = False  # Also, before that, ...


class Global(Node, frozen=True):
    """`[Once on your turn.] [When EVENT,] [if CONDITION,] pay [fist] [and PRICE]. STEPS`."""

    cost: tuple[Step, ...]
    do: tuple[Step, ...]
    once: bool = False
    event: Event | None = None
    condition: Condition | None = None
