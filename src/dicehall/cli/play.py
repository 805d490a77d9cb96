"""dicehall play: a game in the terminal, against a simple opponent or with two people at one keyboard.

The demo set-up of a rulebook (1.5.7), two teams (9.1), or a game out of a file.
"""

from __future__ import annotations

import secrets
import shlex
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dicehall import dicemasters
from dicehall.bots.base import Bot
from dicehall.bots.simple import SimpleBot
from dicehall.cli.team import RANDOM, Blank, FormatName, Match, Sets, match_of
from dicehall.cli.terminal_game import TerminalGame
from dicehall.cli.terminal_save import load_game
from dicehall.cli.terminal_style import Out, wants_colour
from dicehall.dicemasters.edition import edition_named
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teamfile import DEFAULT_EDITION
from dicehall.dicemasters.teams import demo_teams
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.dm.moves import VERBS
from dicehall.notation.dm.player import Player
from dicehall.notation.words import RESERVED, fold

DEMO_LIFE = 10  # 1.5.7
MAX_NAME = 16


def play(
    *,
    edition: Annotated[
        str | None, Parameter(help="whose rules, and whose demo game: avx, ygo, imw or tmnt (default: the team's, imw)")
    ] = None,
    team: Annotated[str | None, Parameter(help="your team: a file, a short text, a ready-made team or random")] = None,
    against: Annotated[str | None, Parameter(help="the other team, in the same way (default: random)")] = None,
    format: FormatName = None,
    blank: Blank = False,
    set: Sets = None,
    two: Annotated[bool, Parameter(negative="", help="two people at one keyboard")] = False,
    auto: Annotated[bool, Parameter(negative="", help="bot against bot, nobody is asked")] = False,
    name: Annotated[str | None, Parameter(help="your name; two names with a comma between: yours, theirs")] = None,
    seed: Annotated[int | None, Parameter(help="a number from which all dice follow (default: by chance)")] = None,
    first: Annotated[str, Parameter(help="who begins: me, them or random")] = "me",
    priority: Annotated[str, Parameter(help="who may act when: tournament or open")] = "tournament",
    load: Annotated[Path | None, Parameter(help="go on with a saved game, a record or a scenario")] = None,
    record: Annotated[Path | None, Parameter(help="write the record of the game here when it ends")] = None,
    color: Annotated[str, Parameter(help="auto, always or never")] = "auto",
) -> int:
    """Play Dice Masters in the terminal: type the number of a move or the move itself; 'help' explains the rest."""
    out = Out(wants_colour(color, sys.stdout))
    if two and auto:
        raise InvalidInput("--two and --auto exclude each other")
    if first not in ("me", "them", "random"):
        raise InvalidInput(f"--first is me, them or random, not '{first}'")
    if load is not None and (team, against, format, blank, set) != (None, None, None, False, None):
        raise InvalidInput("--load: a game out of a file has its teams; leave the options of teams out")
    if team is None and against is None and (format, blank, set) != (None, False, None):
        raise InvalidInput("--format, --blank and --set are for games of teams; name one with --team or --against")
    if record is not None and not record.parent.is_dir():
        raise InvalidInput(f"--record: there is no folder {record.parent}")
    if seed is not None and not 0 <= seed < 2**63:
        raise InvalidInput("--seed is a whole number from 0")
    number = secrets.randbelow(1_000_000) if seed is None else seed
    people: list[int] | None
    again = ""
    if load is not None:
        loaded = load_game(load, number)
        player, people, shown = loaded.player, loaded.people, loaded.seed
        if name is not None or people is None:
            people = [_seat_of(player, name)]
        hello = f"Dice Masters, {player.state.kit.edition.title}, out of {load}."
    else:
        mine, theirs = _names(name, two, auto)
        begins = first == "me" or (first == "random" and Rng(number).below(2) == 0)
        names = (mine, theirs) if begins else (theirs, mine)
        people, shown = [0 if begins else 1], number
        if team is None and against is None:
            book = edition or DEFAULT_EDITION
            player = _demo(book, priority, names, number)
            hello = f"Dice Masters, the demo game of {edition_named(book).title}, seed {number}."
            again = f"dicehall play --edition {book} --seed {number}"
        else:
            match = match_of(team, against, edition=edition, form=format, blank=blank, sets=set, seed=number)
            player = _game(match, priority, names, begins, number)
            title = f"{edition_named(match.edition).title}, {match.form.name}"
            hello = f"Dice Masters, {title}: {match.mine.name} against {match.theirs.name}, seed {number}."
            again = _again(match, team, against, blank, set, number)
        again += " --auto" if auto else " --two" if two else ""
        again += "" if begins else " --first them"
    seats = range(player.state.kit.n_seats)
    people = [] if auto else list(seats) if two else people
    bots: dict[int, Bot] = {x: SimpleBot() for x in seats if x not in people}
    _welcome(out, player, people, hello)
    return TerminalGame(player, people, bots, out, seed=shown, keep=record, again=again).run()


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


def _again(match: Match, team: str | None, against: str | None, blank: bool, sets: list[str] | None, seed: int) -> str:
    words = ["dicehall", "play", "--edition", match.edition, "--format", match.form.name, "--seed", str(seed)]
    words += ["--team", team or RANDOM, "--against", against or RANDOM]
    words += [word for folder in sets or () for word in ("--set", folder)] + ["--blank"] * blank
    return shlex.join(words)


def _names(name: str | None, two: bool, auto: bool) -> tuple[str, str]:
    usual = ("Ann", "Bob") if two or auto else ("Ann", "Bot")
    if name is None:
        return usual
    given = [n.strip() for n in name.split(",")]
    if len(given) > 2:
        raise InvalidInput("--name takes one name, or two with a comma between them")
    mine = given[0]
    theirs = given[1] if len(given) == 2 else next(n for n in (usual[1], "Ann") if fold(n) != fold(mine))
    for n in (mine, theirs):
        if not n.replace("-", "").replace("_", "").isalnum() or len(n) > MAX_NAME:
            raise InvalidInput(f"--name: '{n[:20]}' must be one word of letters and digits, at most {MAX_NAME} long")
        if fold(n) in (*RESERVED, *VERBS, "draw", "roll"):
            raise InvalidInput(f"--name: '{n}' means something else in a record; take another name")
    if fold(mine) == fold(theirs):
        raise InvalidInput("--name: the two names must differ")
    return mine, theirs


def _seat_of(player: Player, name: str | None) -> int:
    """Whom the person plays in a game out of a file: the seat of that name, else the one whose turn it is."""
    s = player.state
    if name is None:
        return s.asked if s.asked >= 0 else s.kit.seats_of[s.active][0]
    for seat, known in enumerate(s.kit.seat_names):
        if fold(known) == fold(name.strip()):
            return seat
    raise InvalidInput(f"--name: nobody is called '{name}' in that game; there are {', '.join(s.kit.seat_names)}")
