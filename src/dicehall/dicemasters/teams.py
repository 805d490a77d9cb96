"""Ready teams: random ones that any tournament would admit, and the demo set-ups of the four rulebooks.
Rules 1.5.7, 9.1, 9.2."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from dicehall.dicemasters.cards import Card, Catalogue
from dicehall.dicemasters.edition import edition_named
from dicehall.dicemasters.game import Team
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput


@cache
def demos() -> dict[str, dict[str, list[str]]]:
    """Per edition: the basic actions, the cards of the first and of the second player (1.5.7)."""
    found: dict[str, dict[str, list[str]]] = tomllib.loads(
        (files("dicehall.dicemasters") / "demos.toml").read_text(encoding="utf-8")
    )
    return found


def random_team(
    catalogue: Catalogue, rng: Rng, name: str, cards: int = 8, dice: int = 20, basics: int = 2, blank: bool = False,
    starters: bool = False,
) -> Team:  # fmt: skip
    """A legal team: no title twice (9.1.2), each card with one die to its maximum (9.1.3), different basic actions.

    It brings `dice` dice, or as many as its cards hold if that is less. Only cards whose text is known, unless `blank`;
    only those of the starter sets, if `starters`.
    """
    versions: dict[str, list[Card]] = {}
    actions: dict[str, list[Card]] = {}
    for card in catalogue.cards:
        if (not card.known and not blank) or (starters and not card.starter):
            continue
        (actions if card.kind == "basic_action" else versions).setdefault(card.name, []).append(card)
    if dice < cards:
        raise InvalidInput(f"{cards} cards need at least {cards} dice, one each, not {dice}")
    chosen = _pick(versions, cards, rng)
    counts = [1] * cards
    for _ in range(dice - cards):
        room = [i for i, card in enumerate(chosen) if counts[i] < card.max_dice]
        if room:
            counts[room[rng.below(len(room))]] += 1
    return Team(name, tuple(zip(chosen, counts, strict=True)), tuple(_pick(actions, basics, rng)))


def _pick(versions: dict[str, list[Card]], count: int, rng: Rng) -> list[Card]:
    """Cards of `count` different titles."""
    titles = sorted(versions)
    if count > len(titles):
        raise InvalidInput(f"there are {len(titles)} titles to choose from, not {count}")
    stacks = [versions[titles[i]] for i in rng.sample(len(titles), count)]
    return [stack[rng.below(len(stack))] for stack in stacks]


def demo_teams(edition: str, catalogue: Catalogue) -> tuple[Team, Team]:
    """The two teams of a rulebook's demo game (10 life). Its basic actions are nobody's; the first team lists them."""
    dice = edition_named(edition).demo_dice
    demo = demos()[edition]
    rows = (demo["basics"], demo["first"], demo["second"])
    basics, first, second = ([_card(catalogue, edition, title) for title in titles] for titles in rows)
    return (
        Team("First", tuple((card, dice) for card in first), tuple(basics)),
        Team("Second", tuple((card, dice) for card in second)),
    )


def _card(catalogue: Catalogue, edition: str, title: str) -> Card:
    for card in catalogue.cards:
        if card.set == edition and title in card.titles:
            return card
    raise InvalidInput(f"the catalogue has no card {title} of the set {edition}")
