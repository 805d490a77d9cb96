"""What is agreed before a game: which game, who sits where with what, clocks, undo. And the table laid out by it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from dicehall import dicemasters, irondie
from dicehall.bots.levels import LEVELS
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.formats import DEFAULT, check, format_named
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teamfile import (
    DEFAULT_EDITION,
    TeamFile,
    looks_short,
    parse_short,
    parse_toml,
    ready_names,
    ready_team,
)
from dicehall.dicemasters.teams import demo_teams
from dicehall.irondie.sets import DiceSet, ready_sets, set_from_text
from dicehall.irondie.sets import checked as legal_set
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import State
from dicehall.notation.dm.moves import VERBS as DM_VERBS
from dicehall.notation.iron.moves import VERBS as IRON_VERBS
from dicehall.notation.iron.position import CLOCK
from dicehall.notation.words import name_fault

DEMO_LIFE: Final = 10
OWN: Final = "a team of their own"  # what people call it is nobody's business in a lobby
LONGEST_TEAM: Final = 4000
GAMES: Final = ("dicemasters", "irondie")
DAY: Final = 86_400.0
CLAIM_AFTER: Final = 120.0  # seconds, where nothing else is agreed


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may take: no limit, so long for each move, or so long in all with something added a move."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: float = 0.0
    increment: float = 0.0


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat before the game: a person or a bot of some level, and a team (or set): ready-made, or written out."""

    kind: Literal["person", "bot"] = "person"
    level: str = "easy"
    name: str = ""
    team: str = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is agreed."""

    game: Literal["dicemasters", "irondie"] = "dicemasters"
    edition: str = ""  # of Dice Masters; that of the first team if it is left out
    places: tuple[Place, Place] = (Place(), Place())
    one_screen: bool = False  # one person answers for all seats
    listed: bool = False  # anybody may find it and sit down
    clock: Clock = Clock()
    at_zero: Literal["lose", "claim"] = "lose"  # time is up: the game is lost, or the other side may say so
    claim_after: float | None = None  # seconds after which the game of somebody who is gone can be claimed
    hints: bool = False  # a seat may ask a bot for advice
    undos: int = 3  # moves that a seat may take back by consent; 0: none
    lesson: str = ""  # a guided game (lessons.py), which says everything else; "": none

    @property
    def patience(self) -> float:
        """Seconds after which the game of somebody who is gone can be claimed. Who has days for a move may be away."""
        if self.claim_after is not None:
            return self.claim_after
        return max(CLAIM_AFTER, self.clock.seconds) if self.clock.kind == "move" else CLAIM_AFTER

    @property
    def waits(self) -> bool:
        """Whether somebody else has to sit down before the game begins."""
        return not self.lesson and not self.one_screen and all(place.kind == "person" for place in self.places)

    @property
    def goes_on(self) -> bool:
        """Whether a game goes on by itself: a bot is to answer, or a clock runs."""
        return self.clock.kind != "none" or any(place.kind == "bot" for place in self.places)


def checked(settings: Settings) -> Settings:
    """The same, if it makes sense; InvalidInput says what does not."""
    clock = settings.clock
    if clock.kind == "none" and (clock.seconds or clock.increment):
        raise InvalidInput("clock: without a limit there are no seconds and no increment")
    if clock.kind != "none" and not 1 <= clock.seconds <= 60 * DAY:
        raise InvalidInput("clock: seconds are from 1 to 5184000 (60 days)")
    if not 0 <= clock.increment <= DAY or (clock.kind == "move" and clock.increment):
        raise InvalidInput("clock: an increment is from 0 to 86400 seconds, and for a total only")
    if settings.claim_after is not None and not 10 <= settings.claim_after <= 60 * DAY:
        raise InvalidInput("claim_after: from 10 seconds to 60 days (5184000)")
    if not 0 <= settings.undos <= 99:
        raise InvalidInput("undos: from 0 to 99")
    for i, place in enumerate(settings.places, 1):
        if place.kind == "bot" and place.level not in [level.name for level in LEVELS]:
            known = ", ".join(level.name for level in LEVELS)
            raise InvalidInput(f"seat {i}: there is no level '{place.level[:20]}'; there are {known}")
        if len(place.team) > LONGEST_TEAM:
            raise InvalidInput(f"seat {i}: a team has at most {LONGEST_TEAM} letters")
        check_name(place.name)
    if all(place.kind == "bot" for place in settings.places):
        raise InvalidInput("one seat at least is for a person")
    names = [place.name.lower() for place in settings.places if place.name]
    if len(set(names)) < len(names):
        raise InvalidInput(f"both seats are called {settings.places[0].name}; the names must differ")
    if settings.game == "irondie" and settings.edition:
        raise InvalidInput("edition: IRONDIE has only one; leave it out")
    if settings.one_screen and settings.listed:
        raise InvalidInput("at one screen there is no seat for anybody else: listed makes no sense")
    if settings.one_screen and any(place.kind == "bot" for place in settings.places):
        raise InvalidInput("at one screen both seats are for persons")
    lay_out(settings, ("Ann", "Bob"))
    return settings


def check_name(name: str) -> str:
    """A name that can stand in the notation; none is fine as well."""
    fault = name_fault(name, (*DM_VERBS, *IRON_VERBS, CLOCK)) if name else ""
    if fault:
        raise InvalidInput(f"name: {fault}")
    return name


def lay_out(settings: Settings, names: tuple[str, ...]) -> State:
    """The table before the first roll, without dice of its own."""
    if settings.game == "irondie":
        sets = [_set_of(place.team, i) for i, place in enumerate(settings.places)]
        return irondie.game().new_state(list(zip(names, sets, strict=True)))
    catalogue = load_catalogue()
    files = [_team_of(place.team, i, settings.edition) for i, place in enumerate(settings.places)]
    edition = _edition_of(settings, files)
    if edition not in dicemasters.EDITIONS:
        raise InvalidInput(f"edition: there is no '{edition[:20]}'; there are {', '.join(dicemasters.EDITIONS)}")
    game = dicemasters.game(edition)
    demo = demo_teams(edition, catalogue)
    teams: list[Team] = []
    lives: list[int] = []
    for i, (name, file) in enumerate(zip(names, files, strict=True)):
        team = demo[i] if file is None else file.team
        if file is not None:
            form = format_named(file.format or DEFAULT)
            lives.append(form.life)
            faults = check(team, form, edition)
            if faults:
                raise InvalidInput(f"seat {i + 1}: the team is not legal: " + "; ".join(map(str, faults)))
        teams.append(Team(name, team.cards, team.basics))
    return game.new_state(teams, life=lives[0] if lives else DEMO_LIFE)


class Terms(NamedTuple):
    """What is played, in words for people."""

    edition: str = ""  # of Dice Masters
    book: str = ""  # and its title
    format: str = ""
    teams: tuple[str, ...] = ()  # by seat: the title of a ready-made team or set, "" for the demo's


@lru_cache(maxsize=500)
def terms_of(settings: Settings) -> Terms:
    """What was agreed to play; nothing is known of a team that is no longer there."""
    try:
        return _terms(settings)
    except InvalidInput:
        return Terms()


def _terms(settings: Settings) -> Terms:
    if settings.game == "irondie":
        sets = [_set_of(place.team, i).name for i, place in enumerate(settings.places)]
        return Terms(teams=tuple([name if name in ready_sets() else OWN for name in sets]))
    files = [_team_of(place.team, i, settings.edition) for i, place in enumerate(settings.places)]
    edition = _edition_of(settings, files)
    form = next((file.format or DEFAULT for file in files if file is not None), "demo")
    teams: list[str] = []
    for place, file in zip(settings.places, files, strict=True):
        ready = place.team.strip() in ready_names()
        teams.append("" if file is None else file.team.name if ready else OWN)
    return Terms(edition, dicemasters.EDITIONS[edition].title, form, tuple(teams))


def _edition_of(settings: Settings, files: Sequence[TeamFile | None]) -> str:
    return settings.edition or next((f.edition for f in files if f is not None and f.edition), DEFAULT_EDITION)


def _team_of(text: str, seat: int, edition: str) -> TeamFile | None:
    """A ready-made team by name, or one that is written out; None for the demo. Never a file of this machine."""
    text = text.strip()
    if not text:
        return None
    try:
        if text in ready_names():
            return ready_team(text)
        if looks_short(text):
            return parse_short(text, load_catalogue())
        if "\n" in text or "=" in text:
            return parse_toml(text, load_catalogue(), edition or DEFAULT_EDITION)
    except InvalidInput as error:
        raise InvalidInput(f"seat {seat + 1}: {error}") from None
    raise InvalidInput(
        f"seat {seat + 1}: there is no ready-made team '{text[:30]}'; there are {', '.join(ready_names())}"
    )


def _set_of(text: str, seat: int) -> DiceSet:
    text = text.strip()
    sets = ready_sets()
    if not text:
        return list(sets.values())[seat]
    if text in sets:
        return sets[text]
    try:
        return legal_set(set_from_text(text))
    except InvalidInput as error:
        raise InvalidInput(f"seat {seat + 1}: {error}; ready-made sets are {', '.join(sets)}") from None
