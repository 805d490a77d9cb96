"""Advice by bots: the best moves at a question that is open, and the moves of a finished game that cost most.

Both take seconds, in the processes in which bots think; nobody waits for them who does not ask.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from dicehall.kernel.errors import Reason
from dicehall.notation.record import moves_of
from dicehall.table import messages as m
from dicehall.table.inputs import Refused, step_of
from dicehall.table.live import Guest, Live
from dicehall.table.room import OVER, Room
from dicehall.table.thinker import Ask
from dicehall.table.thinkers import Ended, NoAnswer, Thinkers

HINT: Final = 400  # iterations
LOOK: Final = 120  # of each step of a move that is judged
MOST: Final = 20  # reviews that are kept


async def advice(thinkers: Thinkers, live: Live, guest: Guest, request: m.Hint) -> m.Hinted:
    """The best moves where a seat is asked."""
    room, seat = live.room, request.seat
    async with live.lock:
        if not room.settings.hints:
            raise Refused([Reason("this table was set up without hints")])
        if room.decision_of(seat) is None:
            raise Refused([Reason("you are not asked anything now")])
        if guest.advised:
            raise Refused([Reason("you have asked for a hint already; it is being thought about")], "too fast")
        ask = Ask(room.settings.game, "", 0, seat, room.thought_of(seat), HINT)
    guest.advised = True
    try:
        chosen = await thinkers.choose(ask)
    except (Ended, NoAnswer) as error:
        raise Refused([Reason(f"there is no hint: {error}")], "stopping") from None
    finally:
        guest.advised = False
    return m.Hinted(request.id, [m.HintLine(x.actions, x.chance, x.text, x.follows) for x in chosen.lines])


class Remark(msgspec.Struct):
    """A move that was not the best: after how many answers and rolls it came, and what it cost."""

    place: int
    turn: int
    seat: int
    played: str
    chance: float  # to win with it
    better: str
    best: float  # to win with the better one
    then: list[str]  # how that may go on


class Review(msgspec.Struct):
    """The moves of a finished game that had alternatives, those that cost most first, as far as they were judged."""

    done: int
    total: int
    remarks: list[Remark] = []


class Reviews:
    """Reviews that are going on or done, by room."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._known: dict[str, Review] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __contains__(self, ident: str) -> bool:
        return ident in self._known

    def of(self, room: Room) -> Review:
        """As far as it has come; it is begun when somebody asks for it first."""
        if room.status != OVER or room.session is None:
            raise Refused([Reason("a game is looked at again when it is over")])
        known = self._known.get(room.ident)
        if known is None:
            while len(self._known) >= MOST:
                self._known.pop(next(iter(self._known)))
            asks = _asks(room)
            known = self._known[room.ident] = Review(0, len(asks))
            task = asyncio.get_running_loop().create_task(self._judge(asks, known))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return known

    async def _judge(self, asks: list[tuple[int, Ask]], found: Review) -> None:
        for place, ask in asks:
            try:
                judged = (await self._thinkers.choose(ask)).judged
            except Ended:
                return
            except NoAnswer:
                judged = None
            if judged is not None and judged.better:
                remark = Remark(place, *msgspec.structs.astuple(judged))
                found.remarks = sorted([*found.remarks, remark], key=lambda x: x.chance - x.best)
            found.done += 1

    async def close(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _asks(room: Room) -> list[tuple[int, Ask]]:
    """One question for each move of a person, with its place in the game."""
    assert room.session is not None
    out: list[tuple[int, Ask]] = []
    people = [seat for seat, place in enumerate(room.settings.places) if place.kind == "person"]
    place = 0
    for move in moves_of(room.session.start, room.session.entries):
        first = move.entries[0]
        if first.what == "act" and first.seat in people:
            if len(move.entries) > 1 or len(move.state.legal_actions(first.seat)) > 1:
                steps = tuple([step_of(entry) for entry in move.entries])
                state = move.state.save()
                out.append((place, Ask(room.settings.game, "", 0, first.seat, state, LOOK, move.text, steps)))
        place += len(move.entries)
    return out
