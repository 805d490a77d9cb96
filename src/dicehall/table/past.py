"""What can be asked of a game that has passed: its log, its moments, a game that goes on from one, a scenario."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from dicehall.table.branching import branch_of, record_at, scenario_text
from dicehall.table.hub import Hub
from dicehall.table.messages import Number, Seated
from dicehall.table.moments import SPECTATOR, Moment, Story, moment_of, numbers_at, story_of


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody wants to play on from the moment of an event, for a seat, against a bot of some level."""

    seq: int
    seat: int = 0
    level: Annotated[str, msgspec.Meta(max_length=20)] = "easy"
    commitment: Annotated[str, msgspec.Meta(max_length=64)] = ""
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""
    seed: Annotated[str, msgspec.Meta(max_length=256)] = ""


@get("/api/rooms/{ident:str}/log")
async def get_story(ident: FromPath[str], request: Request[Any, Any, Any]) -> Story:
    """All that has happened in a game; when it is over, with how the dice fell and the server's seed."""
    live = await _hub(request).room(ident)
    async with live.lock:
        return story_of(live.room)


@get("/api/rooms/{ident:str}/moments/{seq:int}")
async def get_moment(
    ident: FromPath[str], seq: FromPath[int], request: Request[Any, Any, Any], seat: FromQuery[int] = SPECTATOR
) -> Moment:
    """The table as a spectator saw it when something happened; when the game is over, also as a seat saw it."""
    live = await _hub(request).room(ident)
    async with live.lock:
        return moment_of(live.room, seq, seat)


@get("/api/rooms/{ident:str}/moments/{seq:int}/numbers")
async def get_numbers(
    ident: FromPath[str],
    seq: FromPath[int],
    request: Request[Any, Any, Any],
    die: FromQuery[int] = -1,
    card: FromQuery[int] = -1,
    seat: FromQuery[int] = -1,
    total: FromQuery[str] = "",
) -> list[Number]:
    """Where the numbers of a die, a card or a side came from when something happened."""
    live = await _hub(request).room(ident)
    async with live.lock:
        return numbers_at(live.room, seq, die, card, seat, total)


@post("/api/rooms/{ident:str}/branch", status_code=201)
async def play_on(ident: FromPath[str], data: JSONBody[PlayOn], request: Request[Any, Any, Any]) -> Seated:
    """A room of one's own, in which a game that is over goes on from one of its moments."""
    hub = _hub(request)
    live = await hub.room(ident)
    async with live.lock:
        settings, branch = branch_of(live.room, data.seq, data.seat, data.level)
    return await hub.create(settings, data.name, data.seed, data.commitment, branch)


@get("/api/rooms/{ident:str}/scenario", media_type=MediaType.TEXT)
async def get_scenario(ident: FromPath[str], request: Request[Any, Any, Any], seq: FromQuery[int | None] = None) -> str:
    """The table as a scenario, to report a problem with: as it is now, or when something happened."""
    live = await _hub(request).room(ident)
    async with live.lock:
        record = record_at(live.room, seq)
    return await asyncio.to_thread(scenario_text, record, ident)


def _hub(request: Request[Any, Any, Any]) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


ROUTES = [get_story, get_moment, get_numbers, play_on, get_scenario]
