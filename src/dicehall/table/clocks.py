"""Clocks of a room: no limit, so long for each move, or so long in all with an increment. Kept by the server alone.

They follow from the times of the inputs, so that they are the same after a restart. Nobody's clock runs while the
server is down: `resume` sets it on from there. Nobody gains time by taking a move back.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.table.settings import Clock


class Clocks:
    """What each seat has left. The seats that are asked are running."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.seconds] * seats
        self.kept = [clock.seconds] * seats  # what each had when its clock was last stopped
        self.stopped = [0.0] * seats  # when that was
        self.running: list[int] = []
        self.since = 0.0

    def until(self, at: float) -> None:
        """The time up to a moment is taken off."""
        if self.clock.kind != "none":
            for seat in self.running:
                self.left[seat] -= max(0.0, at - self.since)
        self.since = max(self.since, at)

    def run(self, asked: Sequence[int], at: float, undone: bool = False) -> None:
        """From now on the clocks of these seats run. `undone`: because something was taken back."""
        for seat in range(len(self.left)):
            begins, ends = seat in asked and seat not in self.running, seat in self.running and seat not in asked
            if undone:
                if begins:
                    self.left[seat] = min(self.left[seat], self.kept[seat])
                continue
            if ends:
                self.kept[seat], self.stopped[seat] = self.left[seat], at
            if self.clock.kind == "move" and begins:
                self.left[seat] = self.clock.seconds
            elif self.clock.kind == "total" and ends:
                self.left[seat] += self.clock.increment
        self.running = list(asked)
        self.since = max(self.since, at)

    def resume(self, at: float, alive: float = 0.0) -> None:
        """The server was down until now: since the last input, or since it was last known to be up after that."""
        down = max(0.0, at - max(self.since, alive))
        self.stopped = [moment + down for moment in self.stopped]
        self.since += down

    def left_at(self, seat: int, at: float, on: bool = False) -> float | None:
        """Seconds that a seat has left; None without a limit. `on`: as if its clock had not been stopped."""
        if self.clock.kind == "none":
            return None
        if on:
            return self.kept[seat] - max(0.0, at - self.stopped[seat])
        spent = max(0.0, at - self.since) if seat in self.running else 0.0
        return self.left[seat] - spent

    def next_flag(self) -> float | None:
        """When the first clock that runs will be at zero."""
        if self.clock.kind == "none" or not self.running:
            return None
        return self.since + min([self.left[seat] for seat in self.running])
