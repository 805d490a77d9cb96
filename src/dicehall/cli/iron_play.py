"""dicehall play irondie: which sets, which seats, and then the game or the match."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple

from dicehall.bots.base import Bot, close_bots
from dicehall.bots.levels import DEFAULT_LEVEL, PATIENCE, bot_named
from dicehall.cli.iron_game import IronGame
from dicehall.cli.iron_match import Bots, TerminalMatch
from dicehall.cli.terminal_input import why_no_secrets
from dicehall.cli.terminal_names import seat_names, seat_of
from dicehall.cli.terminal_save import Loaded
from dicehall.cli.terminal_style import Out
from dicehall.irondie import Irondie
from dicehall.irondie.chromatic import Table, read_table
from dicehall.irondie.match import Match, match_from
from dicehall.irondie.sets import DiceSet, find_set, ready_sets
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.iron.moves import VERBS
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.iron.position import CLOCK
from dicehall.notation.words import fold

FAR = 1 << 44  # where in the stream of a seed sets and bots are taken from, far from the dice of the game
PARTNERS = ("Cid", "Dot", "Eve", "Fay")


class IronOptions(NamedTuple):
    """What the command line says of a game of IRONDIE."""

    team: str | None
    against: str | None
    two: bool
    auto: bool
    match: bool
    teams: bool
    name: str | None
    number: int  # the seed
    record: Path | None
    table: Path | None
    bot: str = DEFAULT_LEVEL


def play_loaded(out: Out, o: IronOptions, loaded: Loaded, source: Path) -> int:
    """Goes on with a game out of a file."""
    player = loaded.player
    assert isinstance(player, IronPlayer)
    if o.match or o.teams or o.table is not None:
        raise InvalidInput(
            "--load: a game out of a file has its seats and its table; leave --match, --teams and --table out"
        )
    s = player.state
    seats = list(range(s.kit.n_seats))
    seed = o.number if loaded.seed is None else loaded.seed
    people = loaded.people
    if o.name is not None:
        people = [seat_of(player, o.name)]
    elif people is None:
        people = [next((x for x in (*s.seats_asked, *seats) if fold(s.kit.seat_names[x]) != "bot"), 0)]
    people = [] if o.auto else seats if o.two else people
    _must_be_private(people)
    _welcome(out, s.kit.seat_names, s.kit.side_of, people, f"IRONDIE, out of {source}.")
    if loaded.people is None and o.name is None and len(people) == 1:
        out.say(f"--name takes another seat: {', '.join(s.kit.seat_names)}.")
    if "match" in loaded.more:
        match = match_from(loaded.more["match"])
        if match.names != tuple(s.kit.seat_names) or match.is_over:
            raise InvalidInput(f"{source}: the match does not fit the game")
        run = TerminalMatch(match, people, _bots_for(seats, people, o.bot), out,
                            side_names=player.side_names, seed=seed, keep=o.record, source=source)  # fmt: skip
        return run.run(player)
    bots = _bots_for(seats, people, o.bot)(seed, 0)
    game = IronGame(player, people, bots, out, seed=loaded.seed, keep=o.record)
    game.source = source
    try:
        return game.run()
    finally:
        close_bots(bots.values(), player.state.outcome)


def play_new(out: Out, o: IronOptions) -> int:
    """A fresh game or match."""
    table = None if o.table is None else read_table(o.table)
    mine, theirs = seat_names(o.name, o.two or o.auto, (*VERBS, CLOCK))
    names = [mine, theirs]
    if o.teams:
        names += [n for n in PARTNERS if fold(n) not in (fold(mine), fold(theirs))][:2]
    sides = [seat % 2 for seat in range(len(names))]
    side_names = ["+".join(n for n, x in zip(names, sides, strict=True) if x == side) for side in (0, 1)]
    sets = list(zip(names, _sets(o, len(names)), strict=True))
    seats = list(range(len(names)))
    people = [] if o.auto else [0, 1] if o.two else [0]
    _must_be_private(people)
    shown = [s.name or "own dice" for _, s in sets]
    what = "a match, " if o.match else ""
    fight = " against ".join(" and ".join(shown[x] for x in seats if sides[x] == side) for side in (0, 1))
    house = "" if table is None else f", with the house table {table.name}"
    _welcome(out, names, sides, people, f"IRONDIE, {what}{fight}{house}, seed {o.number}.")
    if o.match:
        match = Match(sets, sides=sides, table=table)
        run = TerminalMatch(
            match, people, _bots_for(seats, people, o.bot), out,
            side_names=side_names, seed=o.number, keep=o.record, again=_again(o),
        )  # fmt: skip
        return run.run()
    player = _player(sets, sides, side_names, table, o.number)
    bots = _bots_for(seats, people, o.bot)(o.number, 0)
    try:
        return IronGame(player, people, bots, out, seed=o.number, keep=o.record, again=_again(o)).run()
    finally:
        close_bots(bots.values(), player.state.outcome)


def _must_be_private(people: list[int]) -> None:
    """Several people choose in secret; where that cannot be, they do not play."""
    reason = why_no_secrets() if len(people) > 1 else ""
    if reason:
        raise InvalidInput(f"two people cannot play here: {reason}")


def _player(
    sets: list[tuple[str, DiceSet]], sides: list[int], side_names: list[str], table: Table | None, seed: int
) -> IronPlayer:
    return IronPlayer(Irondie(table).new_state(sets, sides=sides), side_names, SeededDice(seed))


def _bots_for(seats: list[int], people: list[int], level: str) -> Bots:
    """Bots for the seats that no person has. What they do follows from the seed of the game too."""

    def bots(seed: int, game: int) -> dict[int, Bot]:
        words = {x: Rng(seed, 2 * FAR + 100 * game + x).word() for x in seats if x not in people}
        return {x: bot_named(level, "irondie", word, PATIENCE if people else 0.0) for x, word in words.items()}

    return bots


def _welcome(out: Out, names: list[str], sides: list[int], people: list[int], hello: str) -> None:
    """Two lines on how to play, before anything else."""
    out.say(hello, "bold")
    if not people:
        return
    mine = " and ".join(names[x] for x in people)
    if len({sides[x] for x in people}) > 1:
        goal = f"{mine}: who leaves the other side without a LIFE die wins."
    else:
        friends = [n for x, n in enumerate(names) if sides[x] == sides[people[0]] and x not in people]
        others = " and ".join(n for x, n in enumerate(names) if sides[x] != sides[people[0]])
        partner = f", with {' and '.join(friends)}" if friends else ""
        goal = f"You are {mine}{partner}: leave {others} without a LIFE die."
    out.say(f"{goal} Roll some dice, keep some for duels.")
    out.say("Type a move's number, several for the battle (1 3 4), or the move; help, quit.")


def _sets(o: IronOptions, count: int) -> list[DiceSet]:
    """The sets as they are named; those that are not: different ready-made ones, by the seed."""
    given = [o.team, o.against]
    found = [None if text is None else find_set(text, Rng(o.number, FAR + (i << 20))) for i, text in enumerate(given)]
    used = [s.name for s in found if s is not None]
    free = [s for s in ready_sets().values() if s.name not in used]
    order = iter(Rng(o.number, FAR).sample(len(free), count))
    return [s if s is not None else free[next(order)] for s in [*found, *[None] * (count - len(found))]]


def _again(o: IronOptions) -> str:
    words = ["dicehall", "play", "irondie", "--seed", str(o.number)]
    for flag, value in (("--team", o.team), ("--against", o.against), ("--table", o.table), ("--name", o.name)):
        words += [flag, str(value)] if value is not None else []
    words += [] if o.bot == DEFAULT_LEVEL else ["--bot", o.bot]
    for flag, on in (("--match", o.match), ("--teams", o.teams), ("--auto", o.auto), ("--two", o.two)):
        words += [flag] if on else []
    return shlex.join(words)
