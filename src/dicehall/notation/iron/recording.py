"""Records of IRONDIE: each entry is one line."""

from __future__ import annotations

from collections.abc import Iterator

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import action_text
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.iron.chance import chance_words
from dicehall.notation.iron.position import CLOCK, begin_toml, position_toml
from dicehall.notation.results import concede_line
from dicehall.notation.script import Written


def moves_of(start: IrondieState, entries: list[Entry]) -> Iterator[Written]:
    """Entries after a state, with what a record says of them. All are written: for others give `Session.public()`."""
    session = Session(start)
    for entry in entries:
        state = session.state.clone()
        session.put(entry)
        yield Written(state, [entry], _line(state, entry))


def _line(state: State, entry: Entry) -> list[str]:
    assert isinstance(state, IrondieState)
    if entry.what == "act":
        return [f"{state.kit.seat_names[entry.seat]}> {action_text(state, entry.seat, entry.action)}"]
    if entry.what == "chance":
        return [f"roll> {chance_words(state, entry.outcome)}"]
    if entry.what == "concede":
        return [concede_line(state.kit.seat_names[entry.seat], entry.word)]
    if entry.what == "call":
        return [f"{CLOCK}> {entry.word}"]
    return []


def begin_text(begin: IrondieState, side_names: list[str]) -> tuple[str, str]:
    """The position at the beginning of a record."""
    return begin_toml(begin, side_names) if begin.version == 0 else position_toml(begin, side_names)
