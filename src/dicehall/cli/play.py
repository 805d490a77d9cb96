"""dicehall play: a game in the terminal, against a simple opponent or with two people at one keyboard.

Dice Masters: the demo set-up of a rulebook (1.5.7), or two teams (9.1). IRONDIE: two sets, a match (9.1.1).
"""

from __future__ import annotations

import secrets
import shlex
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Group, Parameter

from dicehall import dicemasters
from dicehall.bots.base import Bot, close_bots
from dicehall.bots.levels import DEFAULT_LEVEL, PATIENCE, bot_named
from dicehall.cli import iron_play
from dicehall.cli.team import RANDOM, FormatName, Match, Sets, match_of
from dicehall.cli.terminal_game import TerminalGame
from dicehall.cli.terminal_names import seat_names, seat_of
from dicehall.cli.terminal_save import Loaded, load_game
from dicehall.cli.terminal_style import Out, wants_colour
from dicehall.dicemasters.edition import edition_named
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teamfile import DEFAULT_EDITION
from dicehall.dicemasters.teams import demo_teams
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.dm.moves import VERBS
from dicehall.notation.dm.player import Player
from dicehall.notation.iron.player import IronPlayer

DICEMASTERS, IRONDIE = GAMES = ("dicemasters", "irondie")
TITLES = {DICEMASTERS: "Dice Masters", IRONDIE: "IRONDIE"}
DEMO_LIFE = 10  # 1.5.7
BOTH = Group("Both games", sort_key=1)
DM = Group("Dice Masters only", sort_key=2)
IRON = Group("IRONDIE only", sort_key=3)


def _flag(group: Group, text: str) -> Parameter:
    return Parameter(group=group, negative="", show_default=False, help=text)


def play(
    game: Annotated[str | None, Parameter(help="dicemasters (default) or irondie", show_default=False)] = None,
    /,
    *,
    team: Annotated[
        str | None,
        Parameter(group=BOTH, help="your team or set: a file, a short text, a ready-made one or random"),
    ] = None,
    against: Annotated[str | None, Parameter(group=BOTH, help="the other team or set, in the same way")] = None,
    two: Annotated[bool, _flag(BOTH, "two people at one keyboard")] = False,
    auto: Annotated[bool, _flag(BOTH, "bot against bot, nobody is asked")] = False,
    bot: Annotated[
        str, Parameter(group=BOTH, help="your opponent: beginner, easy, medium, hard or strong")
    ] = DEFAULT_LEVEL,
    name: Annotated[
        str | None, Parameter(group=BOTH, help="your name; two names with a comma between: yours, theirs")
    ] = None,
    seed: Annotated[
        int | None, Parameter(group=BOTH, help="a number from which all dice follow (default: by chance)")
    ] = None,
    load: Annotated[
        Path | None, Parameter(group=BOTH, help="go on with a saved game, a record or a scenario of either game")
    ] = None,
    record: Annotated[Path | None, Parameter(group=BOTH, help="write the record of the game here when it ends")] = None,
    color: Annotated[str, Parameter(group=BOTH, help="auto, always or never")] = "auto",
    edition: Annotated[
        str | None,
        Parameter(group=DM, help="whose rules, and whose demo game: avx, ygo, imw or tmnt (default: the team's, imw)"),
    ] = None,
    format: Annotated[FormatName, Parameter(group=DM)] = None,
    set: Annotated[Sets, Parameter(group=DM)] = None,
    first: Annotated[str | None, Parameter(group=DM, help="who begins: me, them or random (default: me)")] = None,
    priority: Annotated[
        str | None, Parameter(group=DM, help="who may act when: tournament or open (default: tournament)")
    ] = None,
    match: Annotated[bool, _flag(IRON, "a match: first to two games")] = False,
    teams: Annotated[bool, _flag(IRON, "two against two; bots have the other seats")] = False,
    table: Annotated[
        Path | None, Parameter(group=IRON, help="a house table in place of the chromatic table (rule 2.4.9)")
    ] = None,
) -> int:
    """Play in the terminal: type the number of a move or the move itself; 'help' explains the rest.

    GAME is dicemasters or irondie; a game out of a file (--load) is the one that it is.
    """
    if game is not None and game not in GAMES:
        raise InvalidInput(f"'{game[:30]}' cannot be played; right is {' or '.join(GAMES)}")
    if two and auto:
        raise InvalidInput("--two and --auto exclude each other")
    if record is not None and not record.parent.is_dir():
        raise InvalidInput(f"--record: there is no folder {record.parent}")
    if record is not None and record.is_file():
        raise InvalidInput(f"--record: the file {record} exists already; choose another name")
    if seed is not None and not 0 <= seed < 2**63:
        raise InvalidInput("--seed is a whole number from 0")
    out = Out(wants_colour(color, sys.stdout))
    number = secrets.randbelow(1_000_000) if seed is None else seed
    if load is not None and (team, against, format, set) != (None, None, None, None):
        raise InvalidInput("--load: a game out of a file has its teams; leave the options of teams out")
    loaded = None if load is None else load_game(load, number)
    kind = game or DICEMASTERS
    if loaded is not None:
        kind = IRONDIE if isinstance(loaded.player, IronPlayer) else DICEMASTERS
        if game not in (None, kind):
            raise InvalidInput(f"{load}: this is a game of {TITLES[kind]}; leave '{game}' out, or write {kind}")
    close_bots([bot_named(bot, kind)])  # it exists and can play this game
    only_iron = {"--match": match, "--teams": teams, "--table": table is not None}
    only_dm = {
        "--edition": edition is not None, "--format": format is not None, "--set": set is not None,
        "--first": first is not None, "--priority": priority is not None,
    }  # fmt: skip
    wrong = [flag for flag, given in (only_dm if kind == IRONDIE else only_iron).items() if given]
    if wrong:
        other, here = TITLES[DICEMASTERS if kind == IRONDIE else IRONDIE], TITLES[kind]
        raise InvalidInput(f"{', '.join(wrong)}: only for {other}; this is a game of {here}")
    if kind == IRONDIE:
        options = iron_play.IronOptions(team, against, two, auto, match, teams, name, number, record, table, bot)
        if loaded is not None and load is not None:
            return iron_play.play_loaded(out, options, loaded, load)
        return iron_play.play_new(out, options)
    return _dicemasters(
        out, loaded, load, number, edition=edition, team=team, against=against, form=format, sets=set,
        two=two, auto=auto, name=name, first=first or "me", priority=priority or "tournament", record=record, level=bot,
    )  # fmt: skip


def _dicemasters(
    out: Out,
    loaded: Loaded | None,
    load: Path | None,
    number: int,
    *,
    edition: str | None,
    team: str | None,
    against: str | None,
    form: str | None,
    sets: list[str] | None,
    two: bool,
    auto: bool,
    name: str | None,
    first: str,
    priority: str,
    record: Path | None,
    level: str,
) -> int:
    if first not in ("me", "them", "random"):
        raise InvalidInput(f"--first is me, them or random, not '{first}'")
    if team is None and against is None and (form, sets) != (None, None):
        raise InvalidInput("--format and --set are for games of teams; name one with --team or --against")
    people: list[int] | None
    again = ""
    if loaded is not None:
        assert isinstance(loaded.player, Player)
        player, people, shown = loaded.player, loaded.people, loaded.seed
        if name is not None or people is None:
            people = [_seat_of(player, name)]
        hello = f"Dice Masters, {player.state.kit.edition.title}, out of {load}."
    else:
        mine, theirs = seat_names(name, two or auto, VERBS)
        begins = first == "me" or (first == "random" and Rng(number).below(2) == 0)
        names = (mine, theirs) if begins else (theirs, mine)
        people, shown = [0 if begins else 1], number
        if team is None and against is None:
            book = edition or DEFAULT_EDITION
            player = _demo(book, priority, names, number)
            hello = f"Dice Masters, the demo game of {edition_named(book).title}, seed {number}."
            again = f"dicehall play --edition {book} --seed {number}"
        else:
            match = match_of(team, against, edition=edition, form=form, sets=sets, seed=number)
            player = _game(match, priority, names, begins, number)
            title = f"{edition_named(match.edition).title}, {match.form.name}"
            hello = f"Dice Masters, {title}: {match.mine.name} against {match.theirs.name}, seed {number}."
            again = _again(match, team, against, sets, number)
        again += " --auto" if auto else " --two" if two else ""
        again += "" if begins else " --first them"
        again += "" if name is None else f" --name {shlex.quote(name)}"
        again += "" if level == DEFAULT_LEVEL else f" --bot {shlex.quote(level)}"
    seats = range(player.state.kit.n_seats)
    people = [] if auto else list(seats) if two else people
    waits = PATIENCE if people else 0.0
    bots: dict[int, Bot] = {x: bot_named(level, DICEMASTERS, number * 8 + x, waits) for x in seats if x not in people}
    _welcome(out, player, people, hello)
    run = TerminalGame(player, people, bots, out, seed=shown, keep=record, again=again)
    run.source = load
    try:
        return run.run()
    finally:
        close_bots(bots.values(), player.state.outcome)


def _welcome(out: Out, player: Player, people: list[int], hello: str) -> None:
    """Two lines on how to play, before anything else."""
    names = player.state.kit.seat_names
    others = " and ".join(n for x, n in enumerate(names) if x not in people)
    out.say(hello, "bold")
    if people:
        mine = " and ".join(names[x] for x in people)
        goal = f"You are {mine}: bring {others} to 0 life." if others else f"{mine}: bring the other to 0 life."
        out.say(f"{goal} Buy dice, field characters, attack.")
        out.say("Type a move's number, several numbers (3 4), or the move (keep); help, quit.")


def _demo(edition: str, priority: str, names: tuple[str, str], seed: int) -> Player:
    game = dicemasters.game(edition, priority=priority)
    teams = [Team(n, t.cards, t.basics) for n, t in zip(names, demo_teams(edition, game.catalogue), strict=True)]
    return Player(game.new_state(teams, life=DEMO_LIFE), list(names), SeededDice(seed))


def _game(match: Match, priority: str, names: tuple[str, str], begins: bool, seed: int) -> Player:
    game = dicemasters.game(match.edition, priority=priority, catalogue=match.catalogue)
    order = (match.mine, match.theirs) if begins else (match.theirs, match.mine)
    teams = [Team(n, t.cards, t.basics) for n, t in zip(names, order, strict=True)]
    return Player(game.new_state(teams, life=match.form.life), list(names), SeededDice(seed))


def _again(match: Match, team: str | None, against: str | None, sets: list[str] | None, seed: int) -> str:
    words = ["dicehall", "play", "--edition", match.edition, "--format", match.form.name, "--seed", str(seed)]
    words += ["--team", team or RANDOM, "--against", against or RANDOM]
    words += [word for folder in sets or () for word in ("--set", folder)]
    return shlex.join(words)


def _seat_of(player: Player, name: str | None) -> int:
    """Whom the person plays in a game out of a file: the seat of that name, else the one whose turn it is."""
    s = player.state
    if name is not None:
        return seat_of(player, name)
    return s.asked if s.asked >= 0 else s.kit.seats_of[s.active][0]
