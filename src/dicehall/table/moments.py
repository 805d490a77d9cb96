"""A game that has passed, moment by moment: what happened, the table as it was then, and how the dice fell.

Secret answers to a question that is still open are no part of it, and the server's seed only when the game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dicehall.irondie import IrondieState
from dicehall.kernel.errors import InvalidInput, Reason
from dicehall.kernel.fair import FairDice
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.verifying import chance_line
from dicehall.table.inputs import Refused
from dicehall.table.messages import Ending, Fair, Happened, Number
from dicehall.table.numbers import numbers_of
from dicehall.table.room import OVER, Room
from dicehall.table.seeing import ending_of, fair_of, happened

SPECTATOR = -1


class Asked(msgspec.Struct):
    """What a seat was asked."""

    seat: int
    asks: str
    rule: str


class Moment(msgspec.Struct):
    """After an answer or a roll: the events up to `last` have happened."""

    place: int  # how many answers and rolls there were
    places: int  # and how many there are in all
    first: int  # the first event that came with the last of them
    last: int
    asked: list[Asked]
    view: dict[str, Any]


class Fall(msgspec.Struct, omit_defaults=True):
    """How dice fell: all that is needed to derive it from the seeds, and how the record tells it."""

    place: int  # after so many answers and rolls it had fallen
    kind: str  # "roll" or "draw"
    outcome: list[int]  # the face of each die, from 0; of a draw, the card of each die that was drawn
    text: str
    pool: list[int] = []  # of a draw: the card of each die from which was drawn, in their order


class Story(msgspec.Struct):
    """All that has happened in a room. Event `seq` belongs to the first place whose `ends` is greater."""

    room: str
    game: str
    status: str
    names: list[str]
    bots: list[bool]
    events: list[Happened]
    ends: list[int]  # by places: how many events had happened
    moves: list[str]  # by places: the answer that led there, as an option says it; "" for a roll
    ending: Ending | None
    fair: Fair
    falls: list[Fall]  # when the game is over
    taken_back: list[int]  # for each time that dice were taken back: how many falls stood
    goes_on_from: str  # the room in which the game began, if it was another one
    given: int  # so many places are from there; how dice fell there is told there


def _passed(room: Room) -> tuple[Session, list[Entry]]:
    """The game before its first answer, and what was put in since."""
    if room.session is None:
        raise Refused([Reason("the game has not begun: a seat is free")])
    again = Session(room.session.start)
    again.log[:] = room.session.opening
    return again, room.session.public()


def moment_of(room: Room, seq: int, seat: int = SPECTATOR) -> Moment:
    """The moment in which an event happened (-1: before the first answer), as a spectator saw it.

    When the game is over, also as a seat saw it.
    """
    if not SPECTATOR <= seat < len(room.names):
        raise InvalidInput(f"there is no seat {seat}; there are {len(room.names)}, counted from 0")
    if seat != SPECTATOR and room.status != OVER:
        raise Refused([Reason("the game goes on: what a seat saw is shown when it is over")])
    passed, first, places = _until(room, seq)
    state = passed.state
    asked = [Asked(decision.seat, decision.asks, decision.rule) for decision in state.decisions]
    return Moment(len(passed.entries), places, first, len(passed.log) - 1, asked, state.view(seat))


def numbers_at(room: Room, seq: int, die: int, card: int, seat: int = -1, total: str = "") -> list[Number]:
    """Where the numbers of a die, a card or a side came from when an event happened."""
    passed = _until(room, seq)[0]
    return numbers_of(passed.state, passed.log, die, card, seat, total)


def _until(room: Room, seq: int) -> tuple[Session, int, int]:
    """The game when an event had happened, the first event that came with it, and how many entries there are in all."""
    passed, entries = _passed(room)
    if not -1 <= seq < room.shown:
        raise InvalidInput(f"there is no event {seq}; there are {room.shown}")
    first = 0
    for entry in entries:
        if len(passed.log) > seq:
            break
        first = len(passed.log)
        passed.put(entry)
    return passed, first, len(entries)


def story_of(room: Room) -> Story:
    """All that has happened."""
    again, entries = _passed(room)
    assert room.session is not None and isinstance(room.session.dice, FairDice)
    over = room.status == OVER
    ends, moves, falls = [len(again.log)], [""], list[Fall]()
    for entry in entries:
        if over and entry.what == "chance" and len(ends) > room.session.given:
            falls.append(_fall(again.state, entry.outcome, len(ends)))
        moves.append(again.state.game.describe(again.state, entry.action, entry.seat) if entry.what == "act" else "")
        again.put(entry)
        ends.append(len(again.log))
    return Story(
        room=room.ident,
        game=room.settings.game,
        status=room.status,
        names=list(room.names),
        bots=[place.kind == "bot" for place in room.settings.places],
        events=[happened(again.state, event) for event in room.session.log[: room.shown]],
        ends=ends,
        moves=moves,
        ending=ending_of(room),
        fair=fair_of(room),
        falls=falls,
        taken_back=list(room.session.dice.taken_back) if over else [],
        goes_on_from=room.goes_on_from,
        given=room.session.given,
    )


def _fall(state: State, outcome: tuple[int, ...], place: int) -> Fall:
    chance = state.chance
    assert chance is not None
    text = chance_line(state, outcome)
    if isinstance(state, IrondieState):
        return Fall(place, "roll", [value - 1 for value in outcome], text)
    if chance.kind != "draw":
        return Fall(place, "roll", list(outcome), text)
    card = state.kit.die_card  # type: ignore[attr-defined]
    return Fall(place, "draw", [card[die] for die in outcome], text, [card[die] for die in chance.dice])
