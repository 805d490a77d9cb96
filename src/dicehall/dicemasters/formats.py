"""Formats are data: how many cards and dice a team may bring, and how much life a side has. Rules 9.1, 9.2.
`check` looks at a team as a judge would: it names every fault at once, each with the number of its rule."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import msgspec

from dicehall.dicemasters.cards import SETS, Card, Catalogue, load_catalogue
from dicehall.dicemasters.edition import Edition, edition_named
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teams import demo_teams, random_team
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput, Reason


class Format(msgspec.Struct, frozen=True):
    name: str
    rule: str
    life: int
    cards: int  # at most
    dice: int  # at most, of all cards together; 0: the rulebook gives them with the cards
    basics: int
    years: tuple[int, ...]  # of the rulebooks that have it
    given: bool = False  # the rulebook gives the cards too: nobody builds a team (1.5.7)


FORMATS: dict[str, Format] = {
    "tournament": Format("tournament", "9.2.1", life=20, cards=8, dice=20, basics=2, years=(2014, 2016)),
    "basic": Format("basic", "9.2.2", life=15, cards=6, dice=15, basics=2, years=(2014,)),
    "fun": Format("fun", "9.2.3", life=15, cards=8, dice=15, basics=2, years=(2016,)),
    "demo": Format("demo", "9.2.4", life=10, cards=2, dice=0, basics=3, years=(2014, 2016), given=True),
}
DEFAULT = "tournament"


def format_named(name: str) -> Format:
    if name not in FORMATS:
        near = difflib.get_close_matches(name[:40].lower(), FORMATS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise InvalidInput(f"there is no format '{name[:40]}': it is one of {', '.join(FORMATS)}{hint}")
    return FORMATS[name]


def formats_of(edition: Edition) -> list[Format]:
    """The formats that a rulebook has: Basic is one of 2014, Fun one of 2016."""
    return [f for f in FORMATS.values() if edition.year in f.years]


def why_not_playable(card: Card) -> str:
    """Why a card cannot be played yet; empty if it can. A card of one's own is just what its file says."""
    if card.known or card.set not in SETS:
        return ""
    return "only its facts are known, its ability is not"


def check(team: Team, form: Format, edition: str) -> list[Reason]:
    """Everything that is wrong with a team, in the order of a team file; nothing if it may be played."""
    book = edition_named(edition)
    faults: list[Reason] = []
    if book.year not in form.years:
        known = ", ".join(f.name for f in formats_of(book))
        faults.append(Reason(f"the rulebook {book.title} has no format {form.name}; it has {known}", form.rule))
    if form.given:
        faults += _given(team, form, book)
    else:
        faults += _cards(team, form) + _dice(team, form) + _basics(team, form)
    for card in dict.fromkeys([c for c, _ in team.cards] + list(team.basics)):
        if why := why_not_playable(card):
            faults.append(Reason(why, source=card.title))
    return faults


def _cards(team: Team, form: Format) -> list[Reason]:
    cards = [card for card, _ in team.cards]
    faults: list[Reason] = []
    if not cards:
        faults.append(Reason(f"there are no cards; a {form.name} team has 1 to {form.cards}", "9.1.1"))
    if len(cards) > form.cards:
        faults.append(Reason(f"{len(cards)} cards; a {form.name} team has {form.cards} at most", form.rule))
    for name, same in _by_name(cards).items():
        if len(same) > 1:
            faults.append(Reason(f"{len(same)} cards have the title {name}: {_listed(same)}; one may stay", "9.1.2"))
    for card in dict.fromkeys(cards):
        if card.kind == "basic_action":
            faults.append(
                Reason("a basic action is no card of the team; it belongs to the basics", "9.1.4", card.title)
            )
    return faults


def _dice(team: Team, form: Format) -> list[Reason]:
    faults: list[Reason] = []
    for card, dice in team.cards:
        if dice < 1:
            faults.append(Reason("no die; each card has at least one", "9.1.3", card.title))
        elif dice > card.max_dice:
            faults.append(
                Reason(f"{counted(dice, 'die', 'dice')}; its maximum is {card.max_dice}", "9.1.3", card.title)
            )
    total = sum(dice for _, dice in team.cards)
    if total > form.dice:
        faults.append(Reason(f"{total} dice; a {form.name} team has {form.dice} at most", form.rule))
    return faults


def _basics(team: Team, form: Format) -> list[Reason]:
    faults: list[Reason] = []
    if len(team.basics) != form.basics:
        faults.append(
            Reason(f"{counted(len(team.basics), 'basic action')}; a team has {form.basics} different ones", "9.1.1")
        )
    for name, same in _by_name(team.basics).items():
        if len(same) > 1:
            faults.append(Reason(f"the basic action {name} is there {len(same)} times: {_listed(same)}", "9.1.4"))
    for card in dict.fromkeys(team.basics):
        if card.kind != "basic_action":
            faults.append(Reason("it is no basic action; it belongs to the cards", "9.1.1", card.title))
    return faults


def _given(team: Team, form: Format, edition: Edition) -> list[Reason]:
    """A demo game has the cards, dice and basic actions of its rulebook. The basic actions may be left out."""
    first, second = demo_teams(edition.name, load_catalogue())
    faults: list[Reason] = []
    if sorted((c.id, n) for c, n in team.cards) not in [sorted((c.id, n) for c, n in t.cards) for t in (first, second)]:
        right = " or ".join(", ".join(f"{c.title} x{n}" for c, n in t.cards) for t in (first, second))
        faults.append(Reason(f"the cards of a demo game are given: {right}", "1.5.7"))
    if team.basics and {c.id for c in team.basics} != {c.id for c in first.basics}:
        faults.append(Reason(f"the basic actions of a demo game are given: {_listed(first.basics)}", "1.5.7"))
    return faults


def counted(number: int, word: str, words: str = "") -> str:
    return f"{number} {word if number == 1 else words or word + 's'}"


def _by_name(cards: Sequence[Card]) -> dict[str, list[Card]]:
    names: dict[str, list[Card]] = {}
    for card in cards:
        names.setdefault(card.name, []).append(card)
    return names


def _listed(cards: Sequence[Card]) -> str:
    return ", ".join(f"{card.title} ({card.id})" for card in cards)


def random_for(form: Format, catalogue: Catalogue, sets: Sequence[str], rng: Rng, name: str) -> Team:
    """A random team that `check` finds nothing wrong with, of the cards of these sets that can be played."""
    if form.given:
        raise InvalidInput("the cards of a demo game are given; there is no random team for it")
    cards = tuple(card for card in catalogue.cards if card.set in sets and not why_not_playable(card))
    actions = {card.name for card in cards if card.kind == "basic_action"}
    titles = {card.name for card in cards if card.kind != "basic_action"}
    if not titles or len(actions) < form.basics:
        found = f"{len(titles)} titles and {len(actions)} basic actions that can be played"
        raise InvalidInput(
            f"{', '.join(sets)} has {found}; a team needs at least 1 and {form.basics}: name a further set, as in "
            "--set imw"
        )
    pool = Catalogue(cards, catalogue.sidekick, {card.id: card for card in cards})
    return random_team(pool, rng, name, min(form.cards, len(titles)), form.dice, form.basics, blank=True)
