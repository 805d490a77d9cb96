"""Plays the pinned ladder of both games and keeps the result in docs/ladder.md.

Run it with `make ladder`: on the compiled core it takes hours. It may be stopped and started again: what was played
is kept in docs/ladder.json as long as nobody changes a bot. `--short` plays a twentieth and keeps nothing.
"""

from __future__ import annotations

import argparse
import sys
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from dicehall.bots.levels import GAMES, HARD, MORE
from dicehall.cli.main import version_text
from dicehall.lab.ladder import Score, ladder

HOME = Path(__file__).resolve().parent.parent
DOCUMENT = HOME / "docs" / "ladder.md"
KEPT = HOME / "docs" / "ladder.json"
BLOCK = 20  # games after which the result is kept
LONG_BLOCK = 8  # where a game takes minutes
SEED = 2026


class Pair(NamedTuple):
    """Two bots, and how much the first should win at least (0.5: the interval lies above one half)."""

    first: str
    second: str
    games: int
    goal: float
    seed: int = SEED  # another one: the same once more, with other dice

    def name(self, game: str) -> str:
        again = "" if self.seed == SEED else f", seed {self.seed}"
        return f"{game}: {self.first} against {self.second}{again}"


# files of bots/ in which only one of the games is played
OWN = {"dicemasters": ("dm_", "simple", "answers", "combat", "spending"), "irondie": ("iron",)}
# and in which none is: advice to people, bots of others
BESIDE = ("conformance", "main_line", "outside", "pipe", "review")
PAIRS = {
    "dicemasters": (
        Pair("greedy", "random", 400, 0.95),
        Pair("beginner", "random", 100, 0.5),
        Pair("easy", "beginner", 200, 0.5),
        Pair("medium", "easy", 200, 0.5),
        Pair("hard", "medium", 200, 0.70),
        Pair("strong", "hard", 120, 0.5),
    ),
    "irondie": (
        Pair("greedy", "random", 400, 0.95),
        Pair("beginner", "random", 100, 0.5),
        Pair("easy", "beginner", 200, 0.5),
        Pair("medium", "easy", 200, 0.5),
        Pair("hard", "medium", 200, 0.60),
        Pair("strong", "hard", 200, 0.5),
        Pair("strong", "hard", 200, 0.5, SEED + 1),  # the first 200 were looked at while they were played
    ),
}


def holds(score: Score, goal: float) -> bool:
    """Whether a goal is reached: the share itself, or, to be better at all, the whole interval."""
    return score.interval()[0] > 0.5 if goal == 0.5 else score.share >= goal


def row(pair: Pair, score: Score) -> str:
    low, high = score.interval()
    goal = "above 50 %" if pair.goal == 0.5 else f"{100 * pair.goal:.0f} %"
    cells = [
        pair.first,
        pair.second if pair.seed == SEED else f"{pair.second} (seed {pair.seed})",
        f"{score.games} of {pair.games}",
        f"{score.wins}, {score.draws}, {score.losses}",
        f"{100 * score.share:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f}",
        goal,
        "yes" if holds(score, pair.goal) else "no",
        f"{score.first.milliseconds:.1f}, {score.second.milliseconds:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def is_last(pair: Pair) -> bool:
    """The strong ones take longest."""
    return "strong" in pair


def document(scores: dict[str, Score]) -> str:
    lines = [
        "# The ladder",
        "",
        f"Printed by `make ladder` ({version_text()}, seed {SEED}). Each row is played over the",
        "ready-made teams or sets; every pair of them twice, with both sides first. A draw counts as half. The",
        "interval (Wilson) holds the true share nineteen times out of twenty. A goal of 'above 50 %' is reached when",
        "the whole interval lies above one half. The last column: milliseconds of each for a question with a choice,",
        "as measured on the machine of this run, with two games at a time. Where fewer games are told than wanted, the",
        "run was stopped; a row that is missing was not played since a bot was changed. `make ladder` goes on from",
        "there. A row with a seed of its own is the one above it once more, with other dice: that one was looked at",
        "while it was played, and made longer, which an interval does not know; the second was not.",
        "",
        f"`medium` is `greedy`; `hard` is `search` with {HARD['dicemasters']} iterations in Dice Masters and",
        f"{HARD['irondie']} in IRONDIE; `strong` is `search` with {MORE} times as many.",
    ]
    for game in GAMES:
        lines += ["", f"## {'IRONDIE' if game == 'irondie' else 'Dice Masters'}", ""]
        lines += ["| first | second | games | won, drawn, lost | share | interval | goal | reached | ms |"]
        lines += ["|---|---|---|---|---|---|---|---|---|"]
        named = [(pair, scores.get(pair.name(game))) for pair in PAIRS[game]]
        lines += [row(pair, score) for pair, score in named if score is not None]
    return "\n".join(lines) + "\n"


def read() -> dict[str, dict[str, Score]]:
    """What has been played already, by key."""
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, dict[str, Score]]) if KEPT.is_file() else {}


def key_of(game: str) -> str:
    """Another text if the sources of a bot that plays this game have changed."""
    others = (*OWN["dicemasters" if game == "irondie" else "irondie"], *BESIDE)
    sources = sorted((HOME / "src" / "dicehall" / "bots").glob("*.py"))
    thoughts = b"".join([path.read_bytes() for path in sources if not path.name.startswith(others)])
    return f"{game}, {version_text()}, seed {SEED}, {sha256(thoughts).hexdigest()[:16]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="a twentieth of the games; nothing is kept")
    parser.add_argument("--game", choices=GAMES, help="one game only")
    parser.add_argument("--bot", help="only rows in which this one is the first")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    kept = {} if options.short else read()
    keys = {game: key_of(game) for game in GAMES}
    kept = {key: kept.get(key, {}) for key in keys.values()}
    scores = {name: score for some in kept.values() for name, score in some.items()}
    rows = [(game, pair) for last in (False, True) for game in GAMES for pair in PAIRS[game] if is_last(pair) == last]
    rows = [(g, pair) for g, pair in rows if options.game in (None, g) and options.bot in (None, pair.first)]
    if not rows:
        parser.error(f"no row begins with '{options.bot}'")
    for game, pair in rows:
        name = pair.name(game)
        games = max(2, pair.games // 20) if options.short else pair.games
        score = scores.get(name, Score())
        while score.games < games:
            if sys.stderr.isatty():
                print(f"\r\033[K{name}: {score.games} of {games}", end="", file=sys.stderr)
            block = min(LONG_BLOCK if is_last(pair) else BLOCK, games - score.games)
            more = ladder(game, pair.first, pair.second, block, pair.seed, options.workers, begin=score.games)
            score = scores[name] = kept[keys[game]][name] = score.with_all(more)
            if not options.short:
                KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
                DOCUMENT.write_text(document(scores), encoding="utf-8")
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        verdict = "reached" if holds(score, pair.goal) else "NOT reached"
        times = f"{score.first.milliseconds:.1f} and {score.second.milliseconds:.1f} ms a question"
        print(f"{name}: {score}; goal {100 * pair.goal:.0f} % {verdict}; {times}", flush=True)
    return 0 if all(holds(scores[p.name(g)], p.goal) for g, p in rows) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
