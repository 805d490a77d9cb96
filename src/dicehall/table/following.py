"""What happens in rooms by itself: bots answer, and games end when time is up."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING

from dicehall.table.advising import Reviews
from dicehall.table.inputs import Refused
from dicehall.table.live import Live
from dicehall.table.room import OVER, PLAYING, Room
from dicehall.table.storage_schema import Conflict, Unavailable
from dicehall.table.thinker import Ask
from dicehall.table.thinkers import Ended, NoAnswer, Thinkers
from dicehall.table.timing import out_of_time

if TYPE_CHECKING:
    from dicehall.table.hub import Hub

LOG = logging.getLogger("dicehall.table")


class Following:
    """See the module."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.thinkers = Thinkers()
        self.reviews = Reviews(self.thinkers)

    async def close(self) -> None:
        await self.thinkers.close()
        await self.reviews.close()

    def follow(self, live: Live) -> None:
        """What must happen next: bots think, a clock runs out."""
        room = live.room
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None
        if self._hub.closing or room.status != PLAYING:
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
        async with live.lock:
            late = out_of_time(live.room, self._hub.now())
            if late >= 0:
                await self._hub.perform(live, live.room.to_concede(late, "time"))
            self.follow(live)

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
                async with live.lock:
                    decision = room.decision_of(seat)
                    if decision is not None and version == room.asked_version(decision):
                        await self._hub.perform(live, room.to_play(seat, version, [action]))
        except Ended:
            pass
        except (Conflict, Unavailable) as error:
            LOG.error("room %s: %s", room.ident, error)
            self._hub.live.pop(room.ident, None)
        except NoAnswer as error:
            LOG.error("room %s: the bot at seat %d cannot answer: %s", room.ident, seat, error)
        except Refused:
            if not self._hub.closing:
                LOG.exception("room %s: the bot at seat %d answered what it may not", room.ident, seat)
        finally:
            live.thinking.discard(seat)


def ask_of(room: Room, seat: int, version: int) -> Ask:
    """What the bot at a seat is asked. Its seed is another one for each question, and nobody can foresee it who does
    not know the server's; so the same game goes on in the same way after a restart."""
    settings = room.settings
    digest = hashlib.sha256(b"dicehall-bot" + room.server_seed + f"/{seat}/{version}".encode()).digest()
    number = int.from_bytes(digest[:6], "big")
    return Ask(settings.game, settings.places[seat].level, number, seat, room.state.save())
