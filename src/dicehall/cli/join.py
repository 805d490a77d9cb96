"""dicehall join: a seat at a table over the network, in the terminal."""

from __future__ import annotations

import asyncio
import secrets
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from dicehall.cli.join_settings import Wishes, settings_of
from dicehall.cli.terminal_style import Out, wants_colour
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.fair import check_seat_seed

if TYPE_CHECKING:
    from dicehall.table.client import Client, Table
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
    both: Annotated[bool, _flag("with --new: two people at this screen")] = False,
    clock: Annotated[
        str | None, Parameter(help="with --new: 3d for each move, 20m or 20m+10s for the whole game (d, h, m, s)")
    ] = None,
    at_zero: Annotated[
        str | None, Parameter(help="with --clock: time is up: lose (default), or claim: if the other side claims it")
    ] = None,
    claim_after: Annotated[
        str | None,
        Parameter(help="with --new: after how long away a game can be claimed (default: 2m, or the time of a move)"),
    ] = None,
    hints: Annotated[bool, _flag("with --new: whoever is asked may ask a bot for a hint")] = False,
    undos: Annotated[
        int | None, Parameter(help="with --new: moves that each may take back by consent (default: 3; 0: none)")
    ] = None,
    game: Annotated[str | None, Parameter(help="with --new: dicemasters (default) or irondie")] = None,
    edition: Annotated[
        str | None, Parameter(help="with --new: avx, ygo, imw or tmnt (default: that of the first team)")
    ] = None,
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
    wishes = Wishes(
        bot, listed, both, clock, at_zero, claim_after, hints, undos, game, edition, team, against
    )  # fmt: skip
    if not new and (given := wishes.given()):
        only = "is" if len(given) == 1 else "are"
        raise InvalidInput(f"{' and '.join(given)} {only} for a room that is made with --new")
    if new and (link.room or watch):
        raise InvalidInput("--new makes a room: give the address of a server alone, and no --watch")
    settings = settings_of(wishes) if new else None
    text = secrets.token_hex(16) if seed is None else seed
    check_seat_seed(text)
    client = Client(url)
    if not new and not link.room:
        return asyncio.run(_lobby(out, client))
    return asyncio.run(_play(out, client, link, settings, name, text, watch))


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

    if settings is not None:
        seated = await client.create(settings, name, seed)
        link = link._replace(room=seated.room, token=seated.token)
    elif not link.token and not watch:
        link = await _sit(out, client, link, name, seed)
    lines: Lines | None = None
    at: Link | None = link
    while at is not None:
        async with client.room(at.room, at.token) as table:
            _welcome(out, client, table, at is link)
            lines = lines or Lines()
            at = await AtTable(out, client, table, lines).run()
    return 0


def _welcome(out: Out, client: Client, table: Table, is_first: bool) -> None:
    """Who one is, and what the server has bound itself to. Another game may have been set up by the other side."""
    link, fair, update = table.link, table.update.fair, table.update
    is_bound = client.promised.get(link.room, fair.commitment) == fair.commitment
    if is_first and not is_bound:
        raise InvalidInput("the server has changed the hash of its seed since it told you: do not trust its dice")
    if link.token:
        names = " and ".join(update.names[seat] for seat in update.seats)
        out.say(f"You are {names}. Your private link; whoever has it plays for you:", "bold")
        out.put(str(link))
    else:
        out.say("You watch.", "bold")
    out.say(f"The hash of the server's seed: {fair.commitment}")
    if not is_bound:
        out.say("It was not told to you before your seed was sent: somebody else has set up this game.", "yellow")
    out.say("Type a number or a move; help, quit.")


async def _sit(out: Out, client: Client, link: Link, name: str, seed: str) -> Link:
    """Takes a free seat, after the server has bound itself to its seed; a guest's link if none is free."""
    info = await client.info(link.room)
    if "" not in info.names:
        out.say("No seat is free at this table, so you watch.")
        return link
    await client.bind(link.room)
    seated = await client.sit(link.room, name, seed)
    return link._replace(token=seated.token)
