"""When the server was up and who was here: what clocks and claims must know after a restart.

No game depends on it. If it cannot be stored the server goes on without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, ParamSpec

from dicehall.table.storage import Storage
from dicehall.table.storage_schema import Conflict, SeatRow, Unavailable
from dicehall.table.storage_writer import Writer

P = ParamSpec("P")
LOG = logging.getLogger("dicehall.table")
BEAT: Final = 5.0  # seconds between notes that the server is up: so much a kill may give back to a clock


class Presence:
    """See the module."""

    def __init__(self, storage: Storage, writer: Writer, now: Callable[[], float]) -> None:
        self._storage = storage
        self._writer = writer
        self._now = now
        self._started = 0.0
        self.alive = 0.0  # when the server before this one was last known to be up; 0: there was none

    def start(self, alive: float) -> None:
        self._started, self.alive = self._now(), alive

    async def beat(self) -> None:
        """Notes again and again that the server is up, for the one that comes after it."""
        while True:
            await self.is_up()
            await asyncio.sleep(BEAT)

    async def is_up(self) -> None:
        await self._try_to(self._storage.set_alive, self._now())

    async def note(self, room: str, seats: Sequence[int], gone: float | None) -> None:
        """Nobody is here any more for these seats, or somebody is (None)."""
        await self._try_to(self._storage.set_gone, room, seats, gone)

    def gone_since(self, seat: SeatRow) -> float:
        """Since when nobody is here for a seat of a room that is read. The time in which the server was down counts
        for nobody."""
        if seat.gone is None:
            return self._started
        was_down = max(0.0, self._started - self.alive) if self.alive else 0.0
        return min(self._now(), seat.gone if seat.gone >= self._started else seat.gone + was_down)

    async def _try_to(self, write: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            await self._writer.run(write, *args, **kwargs)
        except (Conflict, Unavailable) as error:
            LOG.warning("%s", error)
