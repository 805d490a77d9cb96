"""What all nodes are, and short words that several of them use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

Energy = Literal["fist", "bolt", "mask", "shield"]
Whose = Literal["", "your", "opposing"]  # controlled by you, by the other side; "" is both
Until = Literal[
    "",  # as long as the text works: a continuous effect
    "turn",  # ... this turn
    "next turn",  # ... until the start of your next turn
    "their turn",  # until your opponent's next turn ends
    "attached",  # while attached
    "engaged",  # while engaged
    "captured",  # while that die is captured
    "again",  # until a die of this card is fielded again
    "opportunity",  # at its next opportunity
    "active",  # While active, ...: within a line (Lasting)
]


class Node(Struct, frozen=True, tag=True, omit_defaults=True):
    """All nodes are immutable and compare by what they say."""


def nodes_of(value: object) -> Iterator[Node]:
    """All nodes in a tree, or in whatever holds trees, the outer before the inner."""
    if isinstance(value, Struct):
        if isinstance(value, Node):
            yield value
        for field in value.__struct_fields__:
            yield from nodes_of(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from nodes_of(item)
