"""What happens in rooms by itself: bots answer, games end when time is up, and go on after the store has failed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from dicehall.table.advising import Reviews
from dicehall.table.inputs import Refused
from dicehall.table.live import Gone, Live
from dicehall.table.room import OVER, PLAYING, Room
from dicehall.table.storage_schema import Conflict, Unavailable
from dicehall.table.thinker import Ask
from dicehall.table.thinkers import Ended, NoAnswer, Thinkers
from dicehall.table.timing import out_of_time

if TYPE_CHECKING:
    from dicehall.table.hub import Hub

LOG = logging.getLogger("dicehall.table")
PAUSE: Final = 2.0  # seconds until a room is read again after the store has failed


class Following:
    """See the module."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.thinkers = Thinkers()
        self.reviews = Reviews(self.thinkers)
        self._returning: dict[str, asyncio.Task[None]] = {}  # by room

    async def close(self) -> None:
        for task in self._returning.values():
            task.cancel()
        await self.thinkers.close()
        await self.reviews.close()

    def follow(self, live: Live) -> None:
        """What must happen next: bots think, a clock runs out."""
        room = live.room
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None
        if self._hub.closing or live.dropped or room.status != PLAYING:
            return
        at = room.clocks.next_flag()
        if at is not None and room.settings.at_zero == "lose":
            wait = max(0.0, at - self._hub.now())
            live.flag = asyncio.get_running_loop().call_later(wait, self._ring, live)
        for seat in room.asked():
            if room.settings.places[seat].kind == "bot" and seat not in live.thinking:
                live.thinking.add(seat)
                self._hub.spawn(self._think(live, seat))

    def _ring(self, live: Live) -> None:
        self._hub.spawn(self.flag(live))

    async def flag(self, live: Live) -> None:
        """The game of a seat whose time is up is over."""
        with suppress(Conflict, Unavailable):  # the room comes back, and its flag with it
            async with self._hub.held(live):
                late = out_of_time(live.room, self._hub.now())
                if late >= 0 and not self._hub.closing:
                    await self._hub.perform(live, live.room.to_concede(late, "time"))
                self.follow(live)

    def come_back(self, ident: str) -> None:
        """A room that the store has failed for is taken up again when it answers, whether a guest comes or not."""
        if not self._hub.closing and ident not in self._returning:
            self._returning[ident] = self._hub.spawn(self._take_up_again(ident))

    async def _take_up_again(self, ident: str) -> None:
        try:
            while True:
                await asyncio.sleep(PAUSE)
                with suppress(Conflict, Unavailable):
                    if not (await self._hub.room(ident)).dropped:
                        return
        except Gone:
            pass  # it was logged
        finally:
            del self._returning[ident]

    async def _think(self, live: Live, seat: int) -> None:
        """A bot answers as often as it is asked."""
        room = live.room
        try:
            while not self._hub.closing:
                async with live.lock:
                    decision = room.decision_of(seat)
                    if decision is None or room.status == OVER:
                        return
                    version = room.asked_version(decision)
                    ask = ask_of(room, seat, version)
                action = (await self.thinkers.choose(ask)).action
                async with self._hub.held(live):
                    decision = room.decision_of(seat)
                    if decision is not None and version == room.asked_version(decision):
                        await self._hub.perform(live, room.to_play(seat, version, [action]))
        except (Ended, Conflict, Unavailable):
            pass
        except NoAnswer as error:
            LOG.error("room %s: the bot at seat %d cannot answer: %s", room.ident, seat, error)
        except Refused:
            if not self._hub.closing:
                LOG.exception("room %s: the bot at seat %d answered what it may not", room.ident, seat)
        finally:
            live.thinking.discard(seat)


def ask_of(room: Room, seat: int, version: int) -> Ask:
    """What the bot at a seat is asked: it knows what a person there would know.

    Its seed is another one for each question, and nobody can foresee it who does not know the server's; so the same
    game goes on in the same way after a restart.
    """
    settings = room.settings
    digest = hashlib.sha256(b"dicehall-bot" + room.server_seed + f"/{seat}/{version}".encode()).digest()
    number = int.from_bytes(digest[:6], "big")
    return Ask(settings.game, settings.places[seat].level, number, seat, room.thought_of(seat))
