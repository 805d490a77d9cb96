"""The browser's side: the page that was built into this package, and the facts that it asks for."""

from __future__ import annotations

import asyncio
import mimetypes
from functools import cache
from importlib.resources import files
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from dicehall.table import past
from dicehall.table.advising import Review
from dicehall.table.coaching import Advice, advice_for, script_of
from dicehall.table.facts import CardInfo, Choices, RuleInfo, cards_of, choices, rules_of
from dicehall.table.hub import Hub
from dicehall.table.lessons import LessonInfo, info_of, lesson_named, lessons
from dicehall.table.limits import REVIEW, address_of, door_of
from dicehall.table.room import OVER

PAGE = "page"
MISSING = """<!doctype html><html lang="en"><title>Dicehall</title><body><h1>The page was not built</h1>
<p>This server runs without its page. Build it with <code>make page</code>, or play in a terminal:
<code>dicehall join</code> and the address of a table.</p></body></html>"""
FOREVER = "public, max-age=31536000, immutable"
# The page has styles of its own in elements, and nothing from elsewhere.
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@cache
def _file(path: str) -> bytes | None:
    """A file of the page; None if there is none. Nothing outside of it can be named."""
    if not path or any(part in ("", ".", "..") for part in path.split("/")):
        return None
    place = files("dicehall.table") / PAGE
    for part in path.split("/"):
        place = place / part
    return place.read_bytes() if place.is_file() else None


def the_page(status: int = 200) -> Response[bytes]:
    """The page; what it shows follows from its address."""
    data = _file("index.html")
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
    if data is None:
        return Response(MISSING.encode(), status_code=503, media_type=MediaType.HTML, headers=headers)
    return Response(data, status_code=status, media_type=MediaType.HTML, headers=headers)


@get(
    ["/", "/r/{ident:str}", "/replay/{ident:str}", "/learn", "/learn/{lesson:str}", "/rules", "/rules/{game:str}"],
    include_in_schema=False,
)
async def page() -> Response[bytes]:
    """Every address of the page."""
    return the_page()


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: FromPath[str]) -> Response[bytes]:
    """Scripts and styles; their names change with what is in them."""
    data = _file(f"assets/{name}")
    if data is None:
        return Response(b"there is no such file", status_code=404, media_type=MediaType.TEXT)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(data, media_type=kind, headers={"Cache-Control": FOREVER})


@get("/icon.svg", include_in_schema=False)
async def icon() -> Response[bytes]:
    data = _file("icon.svg")
    return Response(data or b"", status_code=200 if data else 404, media_type="image/svg+xml")


@get("/api/choices")
async def get_choices() -> Choices:
    """What can be played: opponents, editions, teams and sets."""
    return choices()


@get("/api/rules/{game:str}")
async def get_rules(game: FromPath[str]) -> list[RuleInfo]:
    """The numbered rules of a game."""
    return rules_of(game)


@get("/api/rooms/{ident:str}/cards")
async def get_cards(ident: FromPath[str], request: Request[Any, Any, Any]) -> list[CardInfo]:
    """The cards of a game that has begun, in the numbers that views use."""
    hub: Hub = request.app.state.hub
    live = await hub.room(ident)
    async with live.lock:
        return cards_of(live.room.state)


@get("/api/lessons")
async def get_lessons() -> list[LessonInfo]:
    """Guided games."""
    return [info_of(lesson) for lesson in lessons().values()]


@get("/api/lessons/{name:str}")
async def get_lesson(name: FromPath[str]) -> LessonInfo:
    """A guided game."""
    return info_of(lesson_named(name))


@get("/api/rooms/{ident:str}/lesson")
async def get_advice(ident: FromPath[str], request: Request[Any, Any, Any]) -> Advice:
    """What the learner of a guided game is told now."""
    hub: Hub = request.app.state.hub
    live = await hub.room(ident)
    if live.room.settings.lesson:
        await asyncio.to_thread(script_of, live.room.settings.lesson)  # once: it is played to its end
    async with live.lock:
        return advice_for(live.room)


@get("/api/rooms/{ident:str}/review")
async def get_review(ident: FromPath[str], request: Request[Any, Any, Any]) -> Review:
    """A finished game looked at again, as far as it has come: ask again until `done` is `total`."""
    hub: Hub = request.app.state.hub
    live = await hub.room(ident)
    async with live.lock:
        if live.room.status == OVER and ident not in hub.following.reviews:  # to ask how far it has come costs nothing
            door_of(request).call(address_of(request), REVIEW)
        return hub.following.reviews.of(live.room)


ROUTES = [
    page,
    asset,
    icon,
    get_choices,
    get_rules,
    get_cards,
    get_lessons,
    get_lesson,
    get_advice,
    *past.ROUTES,
    get_review,
]
