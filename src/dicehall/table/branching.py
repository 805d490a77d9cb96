"""A moment of a game as the beginning of something else: a game that goes on from it, or a scenario."""

from __future__ import annotations

from importlib.metadata import version

from dicehall.kernel.errors import DicehallError, InvalidInput, Reason
from dicehall.kernel.session import Entry, Session
from dicehall.notation.record import record_of, record_text, scenario_at
from dicehall.notation.scenario import scenario_from
from dicehall.table.inputs import Branch, Refused, step_of
from dicehall.table.moments import moment_of
from dicehall.table.room import OVER, Room, side_names
from dicehall.table.settings import Place, Settings


def until(room: Room, seq: int) -> list[Entry]:
    """What had been put in when an event happened: whole moves, and no answer to a secret question still open then."""
    assert room.session is not None
    entries = room.session.public()[: moment_of(room, seq).place]
    session = Session(room.session.start, None, entries)
    entries = session.public()
    decision = session.state.decision
    if decision is None or not decision.continues:
        return entries
    while entries and not (entries[-1].what == "act" and entries[-1].opens):
        del entries[-1]
    return entries[:-1]


def branch_of(room: Room, seq: int, seat: int, level: str) -> tuple[Settings, Branch]:
    """A game in which somebody plays on for a seat against a bot, from a moment of a game that is over."""
    if room.status != OVER:
        raise Refused([Reason("the game is not over yet; when it is, you can play on from any of its moments")])
    if not 0 <= seat < len(room.names):
        raise InvalidInput(f"there is no seat {seat}; there are {len(room.names)}, counted from 0")
    assert room.session is not None
    entries = until(room, seq)
    if Session(room.session.start, None, entries).state.is_over:
        raise Refused([Reason("the game is over at this moment; choose an earlier one")])
    first, second = [
        Place(team=place.team) if i == seat else Place("bot", level, team=place.team)
        for i, place in enumerate(room.settings.places)
    ]
    settings = Settings(game=room.settings.game, edition=room.settings.edition, places=(first, second))
    return settings, Branch(room.ident, tuple([step_of(entry) for entry in entries]))


def record_at(room: Room, seq: int | None = None) -> str:
    """The record of a game up to an event, or to now, without where its dice come from."""
    if room.session is None:
        raise Refused([Reason("the game has not begun: a seat is free")])
    session = Session(room.session.start, None, until(room, room.shown - 1 if seq is None else seq))
    return record_text(session, side_names(session.state), f"Room {room.ident}")


def scenario_text(record: str, room: str) -> str:
    """The last moment of a record as a scenario, to report a problem with."""
    head = f"# From room {room}, Dicehall {version('dicehall')}. Run it: dicehall scenario FILE\n"
    try:
        return head + scenario_at(record_of(scenario_from(record, f"room {room}")), None)
    except DicehallError:  # no position can be written that leads there: the whole game is a scenario as well
        return head + record
