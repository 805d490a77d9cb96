"""dicehall team: teams are checked, shown, made by chance and listed. Rules 9.1, 9.2.

Also what other commands need for teams: sets out of folders, and the two teams of a game.
"""

from __future__ import annotations

import secrets
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import cyclopts
from cyclopts import Parameter

from dicehall.dicemasters.cards import SETS, Catalogue, load_catalogue
from dicehall.dicemasters.edition import edition_named
from dicehall.dicemasters.formats import (
    DEFAULT,
    Format,
    check,
    counted,
    format_named,
    random_for,
)
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.support import load_own
from dicehall.dicemasters.teamfile import (
    DEFAULT_EDITION,
    TeamError,
    TeamFile,
    looks_short,
    read_team,
    ready_names,
    ready_team,
    short_form,
    toml_form,
)
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput

RANDOM = "random"
FAR = 1 << 40  # where in the stream of a seed random teams are taken from, far from the dice of the game

app = cyclopts.App(name="team", help="Teams: check, show, make by chance, list.", help_format="plaintext")
Edition = Annotated[str | None, Parameter(help="avx, ygo, imw or tmnt (default: the file's, else imw)")]
FormatName = Annotated[
    str | None, Parameter(name="--format", help="tournament, basic, fun or demo (default: the file's, else tournament)")
]
Sets = Annotated[list[str] | None, Parameter(name="--set", negative="", help="a folder with a set of your own")]


@app.command(name="check")
def check_teams(*team: str, format: FormatName = None, edition: Edition = None, set: Sets = None) -> int:
    """Check teams, each a file, a short text or a ready-made team: OK, or every fault with its rule."""
    catalogue, _ = catalogue_with(set)
    _must_exist(edition, format)
    wrong = 0
    for text in _joined(team):
        try:
            file = read_team(text, catalogue, edition or DEFAULT_EDITION)
        except InvalidInput as error:
            wrong += 1
            print("\n".join([f"{_title(text)}: cannot be read", *[f"  {row}" for row in str(error).split("\n")]]))
            continue
        form = format_named(format or file.format or DEFAULT)
        book = edition or file.edition or DEFAULT_EDITION
        faults = check(file.team, form, book)
        found = counted(len(faults), "fault") if faults else "OK"
        print(f"{_title(text)}: {found} ({form.name}, {book}: {_totals(file.team)})")
        for fault in faults:
            print(f"  {fault}")
        wrong += bool(faults)
    return 1 if wrong else 0


@app.command
def show(*team: str, edition: Edition = None, set: Sets = None) -> int:
    """Show a team: its cards with cost and dice, and both ways to write it."""
    catalogue, _ = catalogue_with(set)
    _must_exist(edition, None)
    texts = _joined(team)
    for at, text in enumerate(texts):
        file = read_team(text, catalogue, edition or DEFAULT_EDITION)
        if at:
            print()
        print("\n".join(_rows(file)))
        print(f"\n{short_form(file.team)}\n\n{toml_form(file)}", end="")
    return 0


def _rows(file: TeamFile) -> list[str]:
    rows = [file.team.name or "A team without a name", *[_folded(file.about)] * bool(file.about)]
    cards = [*[(card, str(dice)) for card, dice in file.team.cards], *[(card, "-") for card in file.team.basics]]
    width = max((len(card.title) for card, _ in cards), default=5)
    rows.append(f"{'id':8} {'title':{width}} {'kind':12} cost energy dice  max")
    for card, dice in cards:
        most = "-" if card.kind == "basic_action" else str(card.max_dice)
        energy = card.energy or "-"
        rows.append(f"{card.id:8} {card.title:{width}} {card.kind:12} {card.cost:>4} {energy:6} {dice:>4} {most:>4}")
    return [*rows, _totals(file.team)]


@app.command(name=RANDOM)
def random_file(
    *,
    format: FormatName = None,
    edition: Edition = None,
    set: Annotated[
        list[str] | None,
        Parameter(name="--set", negative="", help="take cards of this set, or folder (default: the edition's own)"),
    ] = None,
    seed: Annotated[int | None, Parameter(help="a number from which the team follows (default: by chance)")] = None,
) -> int:
    """Print a random legal team as a team file."""
    if seed is not None and not 0 <= seed < 2**63:
        raise InvalidInput("--seed is a whole number from 0")
    catalogue, named = catalogue_with(set)
    _must_exist(edition, format)
    own = [name for name in named if name in SETS]
    book = edition or (own[0] if own else DEFAULT_EDITION)
    form = format_named(format or DEFAULT)
    number = secrets.randbelow(1_000_000) if seed is None else seed
    team = _random(form, book, catalogue, named, Rng(number, FAR), f"Random {number}")
    print(toml_form(TeamFile(team, book, form.name)), end="")
    return 0


@app.command(name="list")
def list_teams() -> int:
    """List the ready-made teams: name, title, how to play it."""
    for name in ready_names():
        file = ready_team(name)
        print(f"{name:14} {file.team.name}: {_totals(file.team)}\n{_folded(file.about, ' ' * 15)}")
    return 0


# ---- for other commands ---------------------------------------------------------------------------------------


class Match(NamedTuple):
    """What is needed for a game of two teams: theirs is the second one, whoever begins."""

    mine: Team
    theirs: Team
    edition: str
    form: Format
    catalogue: Catalogue


def match_of(
    mine: str | None,
    theirs: str | None,
    *,
    edition: str | None,
    form: str | None,
    sets: Sequence[str] | None,
    seed: int,
) -> Match:
    """The two teams of a game. A team that is not named, or named `random`, follows from the seed.

    Edition and format are those asked for, else what my team's file says, else theirs.
    """
    catalogue, _ = catalogue_with(sets)
    _must_exist(edition, form)
    wanted = (("--team", mine or RANDOM), ("--against", theirs or RANDOM))
    files = [
        None if text == RANDOM else _read(option, text, catalogue, edition or DEFAULT_EDITION)
        for option, text in wanted
    ]
    read = [file for file in files if file is not None]
    book = next((b for b in (edition, *[file.edition for file in read]) if b), DEFAULT_EDITION)
    chosen = format_named(next((f for f in (form, *[file.format for file in read]) if f), DEFAULT))
    if chosen.given:
        raise InvalidInput("a demo game has given teams; leave --team and --against out, or choose another --format")
    rng = Rng(seed, FAR)
    teams: list[Team] = []
    faults: list[str] = []
    for (option, text), file in zip(wanted, files, strict=True):
        team = _random(chosen, book, catalogue, (), rng, RANDOM) if file is None else file.team
        found = check(team, chosen, book)
        faults += [f"{option} {_title(text)}: {fault}" for fault in found]
        teams.append(team if team.name else Team(_title(text), team.cards, team.basics))
    if faults:
        raise TeamError(["these teams cannot play a " + chosen.name + " game:", *faults])
    return Match(teams[0], teams[1], book, chosen, catalogue)


def catalogue_with(sets: Sequence[str] | None) -> tuple[Catalogue, list[str]]:
    """The built-in cards and those of folders, and the names of the sets that were named."""
    catalogue = load_catalogue()
    named: list[str] = []
    for text in dict.fromkeys(sets or ()):
        if text in SETS:
            named.append(text)
            continue
        if not _is_folder(text):
            raise InvalidInput(f"--set: there is no set and no folder {text[:80]!r}; the sets are {', '.join(SETS)}")
        cards = load_own(text)
        catalogue = catalogue.plus(cards)
        named += dict.fromkeys(card.set for card in cards)
    return catalogue, named


def _random(form: Format, book: str, catalogue: Catalogue, named: Sequence[str], rng: Rng, name: str) -> Team:
    return random_for(form, catalogue, named or (book,), rng, name)


def _read(option: str, text: str, catalogue: Catalogue, edition: str) -> TeamFile:
    try:
        return read_team(text, catalogue, edition)
    except InvalidInput as error:
        raise InvalidInput(f"{option}: {error}") from None


def _joined(texts: tuple[str, ...]) -> list[str]:
    """The teams named on a command line; a short text whose quotes were forgotten is put together again."""
    if not texts:
        raise InvalidInput("name at least one team: a file, a short text or a ready-made team")
    if len(texts) > 1 and "/" in texts and all(text == "/" or looks_short(text) for text in texts):
        return [" ".join(texts)]
    return list(texts)


def _must_exist(edition: str | None, form: str | None) -> None:
    if edition is not None:
        edition_named(edition)
    if form is not None:
        format_named(form)


def _is_folder(text: str) -> bool:
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):
        return False


def _title(text: str) -> str:
    """What a team is called in a line of output, whatever was typed."""
    shown = " ".join(text.split())
    shown = shown if shown.isprintable() else ascii(shown)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _totals(team: Team) -> str:
    dice = counted(sum(count for _, count in team.cards), "die", "dice")
    return f"{counted(len(team.cards), 'card')}, {dice}, {counted(len(team.basics), 'basic action')}"


def _folded(text: str, indent: str = "") -> str:
    return textwrap.fill(text, 79, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
