"""What a page must know beyond a room: what can be played, the cards of a game, the numbered rules."""

from __future__ import annotations

from functools import cache

import msgspec

from dicehall.ability.vocabulary import REMINDERS
from dicehall.bots.levels import LEVELS
from dicehall.dicemasters.cards import Card, Face, load_catalogue
from dicehall.dicemasters.cardtext import keywords_of, text_lines
from dicehall.dicemasters.edition import EDITIONS
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.teamfile import DEFAULT_EDITION, ready_names, ready_team
from dicehall.irondie.sets import ready_sets
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import State
from dicehall.notation.readings import readings_of
from dicehall.notation.rules import rules
from dicehall.table.messages import SAYINGS

GAMES = ("dicemasters", "irondie")


class Level(msgspec.Struct):
    """An opponent."""

    name: str
    about: str


class Ready(msgspec.Struct):
    """A ready-made team or set."""

    name: str  # as `settings` calls it
    title: str
    about: str
    edition: str
    holds: list[str]


class EditionInfo(msgspec.Struct):
    name: str
    title: str


class Choices(msgspec.Struct):
    """What can be played."""

    levels: list[Level]
    editions: list[EditionInfo]
    edition: str  # the usual one
    teams: list[Ready]
    sets: list[Ready]
    sayings: list[str]  # what people can say to each other


class ReadingInfo(msgspec.Struct):
    """How something is read that the words of a card leave open."""

    asks: str
    says: str
    why: str  # with numbers of rules and of public rulings
    rulings: dict[str, str]  # those, with what they are about


class CardInfo(msgspec.Struct):
    """A card of a game: `card` is its number in views."""

    card: int
    id: str
    title: str
    name: str
    subtitle: str
    kind: str
    cost: int
    energy: str | None
    affiliations: tuple[str, ...]
    dice: int
    text: list[str]
    keywords: dict[str, str]  # with what they mean
    faces: tuple[Face, ...]
    readings: list[ReadingInfo] = []


class RuleInfo(msgspec.Struct):
    number: str
    marks: tuple[str, ...]
    text: str


@cache
def choices() -> Choices:
    teams = [(name, ready_team(name)) for name in ready_names()]
    return Choices(
        [Level(level.name, level.about) for level in LEVELS],
        [EditionInfo(edition.name, edition.title) for edition in EDITIONS.values()],
        DEFAULT_EDITION,
        [
            Ready(name, file.team.name, file.about, file.edition, [card.title for card, _ in file.team.cards])
            for name, file in teams
        ],
        [Ready(s.name, s.name, s.about, "", [str(die) for die in s.dice]) for s in ready_sets().values()],
        list(SAYINGS),
    )


def cards_of(state: State) -> list[CardInfo]:
    """The cards of a game, Sidekicks first; IRONDIE has none."""
    if not isinstance(state, DMState):
        return []
    setup = state.kit.setup.cards
    die = load_catalogue().sidekick
    sidekick = CardInfo(0, "", die.name, die.name, "", die.kind, 0, None, (), 0, [], {}, die.faces)
    return [sidekick, *[_info(i, entry.card, entry.left) for i, entry in enumerate(setup, 1)]]


def _info(number: int, card: Card, dice: int) -> CardInfo:
    return CardInfo(
        card=number,
        id=card.id,
        title=card.title,
        name=card.name,
        subtitle=card.subtitle,
        kind=card.kind,
        cost=card.cost,
        energy=card.energy,
        affiliations=card.affiliations,
        dice=dice,
        text=text_lines(card),
        keywords={word: REMINDERS.get(word, "") for word in keywords_of(card)},
        faces=card.die.faces,
        readings=[ReadingInfo(r.asks, r.says, r.why, r.rulings) for r in readings_of(card.id)],
    )


def rules_of(game: str) -> list[RuleInfo]:
    if game not in GAMES:
        raise InvalidInput(f"there is no game '{game[:20]}'; there are {', '.join(GAMES)}")
    return [RuleInfo(rule.number, rule.marks, rule.text) for rule in rules(game).values()]
