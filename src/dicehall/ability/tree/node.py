"""What all nodes are, and short words that several of them use."""

from __future__ import annotations

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
