"""Records of IRONDIE: each entry is one line."""

from __future__ import annotations

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import action_text
from dicehall.kernel.session import Entry, Session
from dicehall.notation.iron.chance import chance_words
from dicehall.notation.iron.position import CLOCK, begin_toml, position_toml


def lines_of(start: IrondieState, entries: list[Entry]) -> list[str]:
    """Entries after a state as lines. Give it `Session.public()`: open secrets are not written."""
    session = Session(start)
    out: list[str] = []
    for entry in entries:
        out += _line(session.state, entry)
        session.put(entry)
    return out


def _line(state: object, entry: Entry) -> list[str]:
    assert isinstance(state, IrondieState)
    if entry.what == "act":
        return [f"{state.kit.seat_names[entry.seat]}> {action_text(state, entry.seat, entry.action)}"]
    if entry.what == "chance":
        return [f"roll> {chance_words(state, entry.outcome)}"]
    if entry.what == "concede":
        return [f"{state.kit.seat_names[entry.seat]}> concede"]
    if entry.what == "call":
        return [f"{CLOCK}> {entry.word}"]
    return []


def begin_text(begin: IrondieState, side_names: list[str]) -> tuple[str, str]:
    """The position at the beginning of a record."""
    return begin_toml(begin, side_names) if begin.version == 0 else position_toml(begin, side_names)
