"""Plays random games with each card until every line of it has been at work, and writes down in which games.

`make exercised` writes src/dicehall/dicemasters/exercised.json: for each card its sentences, how many scenarios it
has, and for each line the seed of a game in which it was at work (a blank card: was fielded). Both teams of such a game
have the card and some that it names, the rest is chance; card and seed say all. Tests play some of them again.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

import msgspec

from dicehall import dicemasters
from dicehall.dicemasters.cards import Card, load_catalogue
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.support import FILE, Row, at_work, line_marks, sentences, why_not_run
from dicehall.dicemasters.teams import random_team
from dicehall.kernel.dice import Rng

ROOT = Path(__file__).parent.parent
SCENARIOS = ROOT / "tests" / "scenarios" / "dicemasters" / "9-cards"
EDITIONS = tuple(dicemasters.EDITIONS)
BOUND = 20_000


def lines_of_game(card: Card, seed: int) -> set[str]:
    """Plays the random game of a seed with a card in both teams; the marks of its lines that were at work in it."""
    rng = Rng(seed, 1 << 20)
    game = dicemasters.game(EDITIONS[rng.below(len(EDITIONS))])
    teams = [with_card(random_team(game.catalogue, rng, name), card, rng) for name in ("Ann", "Bob")]
    state = game.new_state(teams, seed=seed)
    runner = state.kit.abilities
    assert isinstance(runner, Runner)
    runner.seen = set()
    fielded = False
    for _ in range(BOUND):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply(legal[rng.below(len(legal))])
        for event in state.events:
            if event.kind == "fielded":
                fielded |= state.kit.cards[state.kit.die_card[event.b]] == card
    marks = {mark for number, mark in at_work(runner) if state.kit.cards[number] == card}
    runner.seen = None
    return marks | ({"fielded"} if fielded and not card.lines else set())


def with_card(team: Team, card: Card, rng: Rng) -> Team:
    """The team with the card and up to three that its text names, all their dice, in place of others."""
    if card.kind == "basic_action":
        return Team(team.name, team.cards, (card, *[c for c in team.basics if c.id != card.id][:1]))
    text = " ".join(sentences(card))
    words = re.findall(r'"(\w+)"', text)  # parts of names
    named = [
        c
        for c in load_catalogue().cards
        if any(name in text for name in (c.name, *c.affiliations)) or any(word in c.name for word in words)
    ]
    friends: list[Card] = []
    while named and len(friends) < 3:
        friends.append(named[rng.below(len(named))])
        named = [c for c in named if c.name != friends[-1].name and c.name != card.name]
    chosen = [card, *[c for c in friends if c.name != card.name and c.kind != "basic_action"]]
    others = [(c, dice) for c, dice in team.cards if c.name not in [x.name for x in chosen]]
    return Team(team.name, (*[(c, c.max_dice) for c in chosen], *others[: 8 - len(chosen)]), team.basics)


def scenarios_of(card: Card) -> int:
    """How many scenarios are named after the card."""
    pattern = re.compile(rf"{card.number}-.*\.toml")
    folder = SCENARIOS / card.set
    return sum(1 for path in folder.glob("*.toml") if pattern.fullmatch(path.name)) if folder.is_dir() else 0


def search(card: Card, games: int) -> tuple[dict[str, int], int]:
    """For each line of a card the first game in which it was at work, and how many games were played."""
    seeds: dict[str, int] = {}
    wanted = set(line_marks(card))
    for seed in range(1, games + 1):
        for mark in lines_of_game(card, seed) & wanted:
            seeds.setdefault(mark, seed)
        if len(seeds) == len(wanted):
            return seeds, seed
    return seeds, games


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games with each card until every line of it has been at work.")
    parser.add_argument("--games", type=int, default=3000, help="give a card up after so many games (default 3000)")
    parser.add_argument("--card", default="", help="this card only, by its id; nothing is written")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    options = parser.parse_args()
    cards = [card for card in load_catalogue().cards if card.known and not why_not_run(card)]
    if options.card:
        cards = [card for card in cards if card.id == options.card]
    rows: dict[str, Row] = {}
    missing: list[str] = []
    total, begin, played = 0, time.perf_counter(), 0
    try:
        for number, card in enumerate(cards):
            if sys.stderr.isatty():
                print(f"\r{number} of {len(cards)} cards, {played} games ", end="", file=sys.stderr)
            seeds, games = search(card, options.games)
            marks = line_marks(card)
            rows[card.id] = Row(sentences(card), scenarios_of(card), dict(sorted(seeds.items())))
            missing += [f"{card.id} {mark}" for mark in marks if mark not in seeds]
            total, played = total + len(marks), played + games
    except KeyboardInterrupt:
        print("interrupted; nothing is written", file=sys.stderr)
        return 130
    if not options.dry and not options.card:
        data = msgspec.json.format(msgspec.json.encode(rows), indent=1)
        (ROOT / "src" / "dicehall" / "dicemasters" / FILE).write_bytes(data + b"\n")
    spent = time.perf_counter() - begin
    print(f"{total - len(missing)} of {total} lines of {len(cards)} cards at work in {played} games ({spent:.0f} s)")
    for line in missing:
        print(f"  never: {line}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
