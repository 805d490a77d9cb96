"""dicehall join: a seat at a table over the network, in the terminal."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from dicehall.cli.terminal_style import Out, wants_colour
from dicehall.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from dicehall.table.client import Client
    from dicehall.table.links import Link
    from dicehall.table.settings import Settings


def _flag(text: str) -> Parameter:
    return Parameter(negative="", show_default=False, help=text)


def join(
    url: Annotated[str, Parameter(help="a room's link, or a server's address for its list of rooms or with --new")],
    /,
    *,
    name: Annotated[str, Parameter(help="your name", show_default=False)] = "",
    seed: Annotated[
        str | None, Parameter(help="any text that becomes part of the dice (default: by chance)", show_default=False)
    ] = None,
    watch: Annotated[bool, _flag("take no seat")] = False,
    new: Annotated[bool, _flag("make a room on that server")] = False,
    bot: Annotated[
        str | None, Parameter(help="with --new: against a bot: beginner, easy, medium, hard or strong")
    ] = None,
    listed: Annotated[
        bool,
        Parameter(
            name="--open", negative="", show_default=False, help="with --new: anybody may find the room and join"
        ),
    ] = False,
    game: Annotated[str | None, Parameter(help="with --new: dicemasters (default) or irondie")] = None,
    team: Annotated[
        str | None, Parameter(help="with --new: your team or set: ready-made, a short text or a file")
    ] = None,
    against: Annotated[str | None, Parameter(help="with --new: the other team or set, in the same way")] = None,
    color: Annotated[str, Parameter(help="auto, always or never")] = "auto",
) -> int:
    """Join a table over the network: take a free seat, come back with a private link, or watch.

    Type the number of an answer or a move; 'help' explains the rest, 'quit' leaves and the game stays.
    """
    from dicehall.table.client import Client  # networks are loaded for those who play over one
    from dicehall.table.links import link_of

    out = Out(wants_colour(color, sys.stdout))
    link = link_of(url)
    if not new and (bot, listed, game, team, against) != (None, False, None, None, None):
        raise InvalidInput("--bot, --open, --game, --team and --against are for a room that is made with --new")
    if new and (link.room or watch):
        raise InvalidInput("--new makes a room: give the address of a server alone, and no --watch")
    if bot is not None and listed:
        raise InvalidInput("--bot and --open exclude each other: a bot has the other seat")
    settings = _settings(bot, listed, game, team, against) if new else None
    text = secrets.token_hex(16) if seed is None else seed
    client = Client(url)
    if not new and not link.room:
        return asyncio.run(_lobby(out, client))
    return asyncio.run(_play(out, client, link, settings, name, text, watch))


def _settings(bot: str | None, listed: bool, game: str | None, team: str | None, against: str | None) -> Settings:
    from dicehall.table.settings import GAMES, Place, Settings

    if game not in (None, *GAMES):
        raise InvalidInput(f"--game is {' or '.join(GAMES)}, not '{game}'")
    mine = Place(team=_team(team))
    other = Place(team=_team(against)) if bot is None else Place(kind="bot", level=bot, team=_team(against))
    which = "irondie" if game == "irondie" else "dicemasters"
    return Settings(game=which, places=(mine, other), listed=listed)  # type: ignore[arg-type]


def _team(text: str | None) -> str:
    """A team as the server can read it: it never sees the files of this machine, only what is in them."""
    if not text:
        return ""
    path = Path(text).expanduser()
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else text
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from None


async def _lobby(out: Out, client: Client) -> int:
    rooms = await client.lobby()
    for room in rooms:
        link = client.link._replace(room=room.room)
        names = " and ".join(name or "a free seat" for name in room.names)
        clock = f", {room.clock}" if room.clock else ""
        out.say(f"{room.game}, {room.status}{clock}: {names}")
        out.put(f"  dicehall join {link}")
    if not rooms:
        out.say(f"No room at {client.link.server} is open to all. Make one: dicehall join {client.link.server} --new")
    return 0


async def _play(
    out: Out, client: Client, link: Link, settings: Settings | None, name: str, seed: str, watch: bool
) -> int:
    from dicehall.cli.join_lines import Lines
    from dicehall.cli.join_table import AtTable

    promised = ""
    if settings is not None:
        seated = await client.create(settings, name, seed)
        link = link._replace(room=seated.room, token=seated.token)
    elif not link.token and not watch:
        link, promised = await _sit(out, client, link, name, seed)
    async with client.room(link.room, link.token) as table:
        fair = table.update.fair
        if promised not in ("", fair.commitment):
            raise InvalidInput("the server has changed the hash of its seed since you sat down: do not trust its dice")
        if link.token:
            names = " and ".join(table.update.names[seat] for seat in table.update.seats)
            out.say(f"You are {names}. Your private link; whoever has it plays for you:", "bold")
            out.put(str(link))
        else:
            out.say("You watch.", "bold")
        out.say(f"The hash of the server's seed: {fair.commitment}")
        out.say("Type a number or a move; help, quit.")
        return await AtTable(out, client, table, Lines()).run()


async def _sit(out: Out, client: Client, link: Link, name: str, seed: str) -> tuple[Link, str]:
    """Takes a free seat, after the server has bound itself to its seed; a guest's link if none is free."""
    info = await client.info(link.room)
    if "" not in info.names:
        out.say("No seat is free at this table, so you watch.")
        return link, ""
    async with client.room(link.room) as guest:
        promised = guest.update.fair.commitment
    seated = await client.sit(link.room, name, seed)
    return link._replace(token=seated.token), promised
