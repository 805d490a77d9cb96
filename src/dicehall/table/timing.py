"""Whose time is up, and who may claim the game of somebody who is gone."""

from __future__ import annotations

from math import ceil

from dicehall.kernel.errors import Reason
from dicehall.table.inputs import Concede, Refused
from dicehall.table.live import Live
from dicehall.table.room import PLAYING, Room


def out_of_time(room: Room, now: float) -> int:
    """The seat whose clock was at zero first, -1: none. Of several at one moment nobody could choose which."""
    if room.status != PLAYING:
        return -1
    left = {seat: room.clocks.left_at(seat, now) for seat in room.asked()}
    late = sorted([(time_left, seat) for seat, time_left in left.items() if time_left is not None])
    if not late or late[0][0] > 0:
        return -1
    first = [seat for time_left, seat in late if time_left == late[0][0]]
    return first[room.server_seed[0] % len(first)]


def claim(live: Live, seat: int, now: float) -> Concede:
    """A seat takes the game of a side whose time is up, or that is gone while the game has been waiting for it."""
    room = live.room
    if room.status != PLAYING:
        raise Refused([Reason("there is no game to claim")])
    side_of = room.state.kit.side_of  # type: ignore[attr-defined]
    others = [i for i in range(len(room.names)) if side_of[i] != side_of[seat]]
    for other in others:
        left = room.clocks.left_at(other, now)
        if left is not None and left <= 0:
            return room.to_concede(other, "time")
    bots = [room.settings.places[other].kind == "bot" for other in others]
    if any(bots) or not all(other in live.gone_since for other in others):
        raise Refused([Reason("the other side is here, and its time is not up")])
    if any(side_of[asked] == side_of[seat] for asked in room.asked()):  # whether others have answered in secret or not
        raise Refused([Reason("it is for you to choose; the game can be claimed when it waits for the other side")])
    since = max([max(live.gone_since[other], room.asked_since[other]) for other in others])
    rest = room.settings.patience - (now - since)
    if rest > 0:
        raise Refused([Reason(f"the other side is gone; the game can be claimed in {span(rest)}")])
    return room.to_concede(others[0], "gone")


def span(seconds: float) -> str:
    """A time in words, a little longer rather than shorter."""
    for name, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size:
            return f"{ceil(seconds / size)} {name}s"
    return f"{ceil(seconds)} second{'s' if seconds > 1 else ''}"
