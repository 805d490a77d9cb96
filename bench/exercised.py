"""Plays random games until every line of every card has been at work, and writes down in which games.

`make exercised` writes src/dicehall/dicemasters/exercised.json: for each card its sentences, how many scenarios it
has, and for each line the seed of a game in which it was at work (a blank card: was fielded). Game n depends on its
seed alone; the tests play a sample of them again.
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
from dicehall.dicemasters.support import FILE, Row, at_work, line_marks, sentences, why_not_run
from dicehall.dicemasters.teams import random_team
from dicehall.kernel.dice import Rng

ROOT = Path(__file__).parent.parent
SCENARIOS = ROOT / "tests" / "scenarios" / "dicemasters" / "9-cards"
EDITIONS = tuple(dicemasters.EDITIONS)
BOUND = 20_000


def lines_of_game(seed: int) -> set[tuple[str, str]]:
    """Plays the random game of a seed; the lines that were at work in it, as card id and mark."""
    rng = Rng(seed, 1 << 20)
    game = dicemasters.game(EDITIONS[rng.below(len(EDITIONS))])
    teams = [random_team(game.catalogue, rng, name) for name in ("Ann", "Bob")]
    state = game.new_state(teams, seed=seed)
    runner = state.kit.abilities
    assert isinstance(runner, Runner)
    runner.seen = set()
    blank: set[tuple[str, str]] = set()
    for _ in range(BOUND):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply(legal[rng.below(len(legal))])
        for event in state.events:
            if event.kind == "fielded":
                card = state.kit.cards[state.kit.die_card[event.b]]
                if card is not None and not card.lines:
                    blank.add((card.id, "fielded"))
    cards = state.kit.cards
    seen = at_work(runner)
    runner.seen = None
    return blank | {(card.id, mark) for number, mark in seen if (card := cards[number]) is not None}


def scenarios_of(card: Card) -> int:
    """How many scenarios are named after the card."""
    pattern = re.compile(rf"{card.number}-.*\.toml")
    folder = SCENARIOS / card.set
    return sum(1 for path in folder.glob("*.toml") if pattern.fullmatch(path.name)) if folder.is_dir() else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games until every line of every card has been at work.")
    parser.add_argument("--games", type=int, default=20_000, help="give up after so many games (default 20000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game (default 1)")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    options = parser.parse_args()
    cards = [card for card in load_catalogue().cards if card.known and not why_not_run(card)]
    seeds: dict[str, dict[str, int]] = {card.id: {} for card in cards}
    missing = {(card.id, mark) for card in cards for mark in line_marks(card)}
    total, begin, played = len(missing), time.perf_counter(), 0
    try:
        for seed in range(options.seed, options.seed + options.games):
            for ident, mark in lines_of_game(seed):
                if (ident, mark) in missing:
                    missing.discard((ident, mark))
                    seeds[ident][mark] = seed
            played += 1
            if sys.stderr.isatty() and played % 10 == 0:
                print(f"\r{played} games, {total - len(missing)}/{total} lines ", end="", file=sys.stderr)
            if not missing:
                break
    except KeyboardInterrupt:
        print("interrupted; nothing is written", file=sys.stderr)
        return 130
    rows = {card.id: Row(sentences(card), scenarios_of(card), dict(sorted(seeds[card.id].items()))) for card in cards}
    if not options.dry:
        data = msgspec.json.format(msgspec.json.encode(rows), indent=1)
        (ROOT / "src" / "dicehall" / "dicemasters" / FILE).write_bytes(data + b"\n")
    spent = time.perf_counter() - begin
    print(f"{total - len(missing)} of {total} lines of {len(cards)} cards at work in {played} games ({spent:.0f} s)")
    for ident, mark in sorted(missing):
        print(f"  never: {ident} {mark}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
