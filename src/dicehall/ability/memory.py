"""Sentences that were read before, with their trees, so that nobody who plays waits until the grammar is built.

`make remembered` writes the file from the built-in cards; a test reads every sentence afresh and compares.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from dicehall.ability import tree as t

FILE = "remembered.json"


class Memory(msgspec.Struct, frozen=True):
    """Trees by sentence, and of the names in them whether they can stand without quotes."""

    abilities: dict[str, t.Ability] = {}
    bursts: dict[str, t.Burst] = {}
    globals: dict[str, t.Global] = {}
    names: dict[str, bool] = {}


@cache
def memory() -> Memory:
    path = resources.files("dicehall.ability").joinpath(FILE)
    if not path.is_file():
        return Memory()
    return msgspec.json.decode(path.read_bytes(), type=Memory)
