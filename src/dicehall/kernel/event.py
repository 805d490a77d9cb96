"""Nothing without a cause: events, numbered through the game, each naming the event that caused it.

States collect bare tuples (the hot path builds no strings); `Event` is what people and programs read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Event(msgspec.Struct, frozen=True):
    """One thing that happened."""

    seq: int
    kind: str
    cause: int  # seq of the event that caused it, -1 for none
    rule: str
    a: int = -1
    b: int = -1
    xs: tuple[int, ...] = ()
    text: str = ""


def chain(events: Mapping[int, Event] | Sequence[Event], seq: int) -> list[Event]:
    """The event `seq` and what led to it, nearest cause first."""
    by_seq = events if isinstance(events, Mapping) else {e.seq: e for e in events}
    out: list[Event] = []
    while seq >= 0 and seq in by_seq:
        event = by_seq[seq]
        out.append(event)
        seq = event.cause
    return out
