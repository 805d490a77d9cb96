"""How bots use their cards: games of a bot against itself over starter teams, counted by usage_watch, and the report.

All starter cards come to the table about equally often. What is seldom used needs a reason, which is kept in
usage.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Final, NamedTuple

from msgspec.structs import replace

from dicehall import dicemasters
from dicehall.bots.base import question
from dicehall.bots.levels import bot_named
from dicehall.dicemasters import DMState
from dicehall.dicemasters.cards import Card, Catalogue, load_catalogue
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.setup import Placed, Setup
from dicehall.dicemasters.support import runner_of_card, why_not_run
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import InvalidInput
from dicehall.lab.processes import each
from dicehall.lab.usage_watch import BOUGHT, Key, Tally, Use, Watcher, texts_of

REASONS: Final = "usage.toml"
BASIC_ACTIONS: Final = "basic_action"  # the kind of card, and the table of reasons for all of them
LONGEST: Final = 6000  # answers of a game
CARDS, DICE, BASICS = 8, 20, 2  # of a team


class Row(NamedTuple):
    """A line of the report."""

    card: Card
    mark: str
    kind: str
    use: Use
    reason: str


# ---- many games ------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """One game: edition, for each seat its cards and its basic actions, the dice, the bot.

    `stocked`: each seat has a die of each of its cards and two of each of its basic actions in its bag from the
    beginning, so that what is seldom bought can be used all the same. Nobody counts what is bought then.
    """

    edition: str
    teams: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    stocked: bool
    seed: int
    bot: str


def starters(catalogue: Catalogue) -> list[Card]:
    """The cards of the starter sets that can be played."""
    return [card for card in catalogue.cards if card.starter and not why_not_run(card)]


def tables(bot: str, games: int, seed: int, catalogue: Catalogue) -> list[Table]:
    """Teams by chance, those cards first that have been there least: all occur about equally often.

    In every other game each team comes out of one set, so that cards that need each other meet. Of three games
    one begins with Sidekicks alone, two are stocked.
    """
    rng = Rng(seed, 1 << 40)
    cards = starters(catalogue)
    times = {card.id: 0 for card in cards}
    editions = tuple(dicemasters.EDITIONS)
    out: list[Table] = []
    for number in range(games):
        teams: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        edition = editions[number // 2 % len(editions)]
        taken: list[Card] = []
        for _ in range(2):
            heroes = [card for card in cards if card.kind != BASIC_ACTIONS]
            actions = [card for card in cards if card.kind == BASIC_ACTIONS and card not in taken]
            if number % 2:
                home = _least(heroes, times, 1, rng)[0].set
                edition = home
                heroes = [card for card in heroes if card.set == home]
                actions = [card for card in actions if card.set == home]
            mine = _least(heroes, times, CARDS, rng)
            basics = _least(actions, times, BASICS, rng)
            taken += basics
            for card in (*mine, *basics):
                times[card.id] += 1
            teams.append((tuple(c.id for c in mine), tuple(c.id for c in basics)))
        out.append(Table(edition, tuple(teams), number % 3 > 0, seed * 100_003 + number, bot))
    return out


def _least(cards: list[Card], times: Mapping[str, int], count: int, rng: Rng) -> list[Card]:
    """So many cards of different names, those that have been there least; by chance among equals."""
    order = sorted([(times[card.id], rng.below(1 << 30), i) for i, card in enumerate(cards)])
    out: list[Card] = []
    for _, _, i in order:
        if len(out) < count and all(cards[i].name != card.name for card in out):
            out.append(cards[i])
    return out


def new_state(table: Table, catalogue: Catalogue) -> DMState:
    """The table laid out. The dice of a team are dealt to its cards in turn, as far as each may have them."""
    by_id = {card.id: card for card in catalogue.cards}
    teams: list[Team] = []
    for name, (mine, basics) in zip(("Ann", "Bob"), table.teams, strict=True):
        cards = [by_id[ident] for ident in mine]
        counts = [0] * len(cards)
        left = DICE
        while left and any(n < card.max_dice for n, card in zip(counts, cards, strict=True)):
            for i, card in enumerate(cards):
                if left and counts[i] < card.max_dice:
                    counts[i] += 1
                    left -= 1
        rows = tuple(zip(cards, counts, strict=True))
        teams.append(Team(name, rows, tuple(by_id[ident] for ident in basics)))
    game = dicemasters.game(table.edition, catalogue=catalogue)
    if not table.stocked:
        return game.new_state(teams, seed=table.seed)
    return game.state_of(_stocked(game.new_state(teams).kit.setup, table), SeededDice(table.seed))


def _stocked(setup: Setup, table: Table) -> Setup:
    """The same table with some dice of each card bought already."""
    cards = list(setup.cards)
    seats = list(setup.seats)
    for seat, (mine, basics) in enumerate(table.teams):
        more: list[Placed] = []
        for place, row in enumerate(cards):
            dice = 1 if row.seat == seat and row.card.id in mine else 2 if row.card.id in basics else 0
            more += [Placed(place)] * dice
            cards[place] = replace(cards[place], left=cards[place].left - dice)
        seats[seat] = replace(seats[seat], placed=(*seats[seat].placed, *more))
    return replace(setup, cards=tuple(cards), seats=tuple(seats))


def play(table: Table) -> Tally:
    """Plays one game and counts."""
    state = new_state(table, load_catalogue())
    bots = [bot_named(table.bot, "dicemasters", table.seed * 2 + i) for i in range(2)]
    watcher = Watcher(state)
    for _ in range(LONGEST):
        if state.is_over:
            break
        q = question(state)
        action = bots[q.seat].choose(q)
        watcher.before(state, action)
        state.apply(action)
        watcher.after(state)
    tally = watcher.close()
    return {key: use for key, use in tally.items() if key[1] != BOUGHT} if table.stocked else tally


def usage(
    bot: str, games: int, seed: int = 0, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Tally:
    """So many games, counted together. Every text of every starter card has an entry, whether it occurred or not."""
    catalogue = load_catalogue()
    total: Tally = {key: Use() for key, _, _ in lines_of(catalogue)}
    for done, tally in enumerate(each(play, tables(bot, games, seed, catalogue), workers), 1):
        for key, use in tally.items():
            total[key] = total.get(key, Use()).plus(use)
        if progress is not None:
            progress(done)
    return total


def lines_of(catalogue: Catalogue) -> list[tuple[Key, Card, str]]:
    """Everything that is counted: for each starter card its marks and their kinds."""
    out: list[tuple[Key, Card, str]] = []
    for card in starters(catalogue):
        runner = runner_of_card(card)
        out += [((card.id, text.mark), card, text.kind) for text in texts_of(runner.kit, runner)]
    return out


# ---- the report ------------------------------------------------------------------------------------------------


def reasons_in(text: str, catalogue: Catalogue) -> dict[Key, str]:
    """Why some texts are seldom used: a table for each card, or for all basic actions, a sentence for each mark."""
    lines = lines_of(catalogue)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{REASONS}: {error}") from None
    out: dict[Key, str] = {}
    for name in sorted(data, key=lambda name: name != BASIC_ACTIONS):  # what is said of one card goes before
        if not isinstance(data[name], dict):
            raise InvalidInput(f"{REASONS}: '{name}' must be a table of sentences: [{name}]")
        marks = [key for key, card, _ in lines if card.id == name or card.kind == name == BASIC_ACTIONS]
        for mark, sentence in data[name].items():
            meant = [key for key in marks if key[1] == mark]
            if not meant:
                known = ", ".join(sorted({key[1] for key in marks})) or "no such starter card"
                raise InvalidInput(f"{REASONS}: there is no '{mark}' of {name}; it has: {known}")
            if not isinstance(sentence, str) or not sentence.strip():
                raise InvalidInput(f"{REASONS}: the reason for '{mark}' of {name} must be a sentence")
            out.update(dict.fromkeys(meant, sentence.strip()))
    return out


def reasons(catalogue: Catalogue) -> dict[Key, str]:
    """The reasons that come with the package."""
    return reasons_in((files("dicehall.lab") / REASONS).read_text(encoding="utf-8"), catalogue)


def report(tally: Tally, why: Mapping[Key, str], catalogue: Catalogue) -> list[Row]:
    """A row for each text, the least used first."""
    rows = [Row(card, key[1], kind, tally.get(key, Use()), why.get(key, "")) for key, card, kind in lines_of(catalogue)]
    rows.sort(key=lambda row: (row.use.rate, -row.use.chances))
    return rows


def unexplained(rows: Iterable[Row]) -> list[Row]:
    """Texts below one in a hundred for which nobody has given a reason."""
    return [row for row in rows if row.use.is_seldom and not row.use.is_open and not row.reason]
