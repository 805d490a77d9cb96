"""Many random games, with random tournament teams or random sets, checked for what must always be true.
`python bench/soak.py --games 100000`; a failure prints how to see it again. Game n depends on its seed alone."""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
import traceback
from collections.abc import Iterator

import msgspec

from dicehall import dicemasters, irondie
from dicehall.dicemasters import DMState, invariants
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.teams import random_team
from dicehall.irondie import invariants as iron_invariants
from dicehall.irondie.sets import random_set
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.kernel.decision import Outcome
from dicehall.kernel.dice import Rng

BOUND = 20_000  # steps after which a game counts as endless
TIME_LIMIT = 3000  # steps after which the clock calls sudden death in IRONDIE
CHUNK = 40  # games that a worker plays before it reports
EDITIONS = tuple(dicemasters.EDITIONS)


class Tally(msgspec.Struct):
    """What some games came to."""

    games: int = 0
    moves: int = 0
    steps: int = 0
    first: int = 0
    second: int = 0
    ties: int = 0
    longest: int = 0
    failure: str = ""

    def add(self, other: Tally) -> None:
        for name in ("games", "moves", "steps", "first", "second", "ties"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = max(self.longest, other.longest)
        self.failure = self.failure or other.failure


class Table(msgspec.Struct):
    """A game and what is known of it while it is played."""

    seed: int
    edition: str
    priority: str
    size: str
    step: int = 0
    action: int = -1


def table_of(seed: int, game: str) -> Table:
    """Edition, priority and size by the seed alone, so that one number is enough to play a game again."""
    kind = Rng(seed).below(16)
    if game == "irondie":  # sometimes two against two, sometimes with sudden death from some turn on
        return Table(seed, "irondie", ("no", "sudden")[kind % 2], ("two", "two", "two", "four")[kind // 4])
    return Table(seed, EDITIONS[kind % 4], ("tournament", "open")[kind // 4 % 2], ("full", "demo")[kind // 8])


def new_state(table: Table, rng: Rng) -> DMState:
    """Random teams: eight cards and 20 dice a side with 20 life, or two cards a side as in a demo with 10."""
    catalogue = load_catalogue()
    game = dicemasters.game(table.edition, priority=table.priority)
    if table.size == "full":
        teams = [random_team(catalogue, rng, name) for name in ("Ann", "Bob")]
        return game.new_state(teams, seed=table.seed)
    dice = 2 * game.edition.demo_dice
    teams = [random_team(catalogue, rng, "Ann", 2, dice, 2), random_team(catalogue, rng, "Bob", 2, dice, 1)]
    return game.new_state(teams, seed=table.seed, life=10)


def play(table: Table, every_step: bool, tally: Tally) -> None:
    """One game; invariants are checked after every step, or where a turn ends, and at the end."""
    rng = Rng(table.seed, 1 << 20)
    state = new_state(table, rng)
    turn = 0
    while True:
        if every_step or state.turn != turn:
            turn = state.turn
            invariants.check(state)
        legal = state.legal_actions()
        if not legal:
            break
        if table.step >= BOUND:
            raise AssertionError(f"not over after {BOUND} steps\n{invariants.describe(state)}")
        tally.moves += not state.mid
        table.action = legal[rng.below(len(legal))]
        table.step += 1
        state.apply(table.action)
    invariants.check(state)
    outcome = state.outcome
    if outcome is None:
        raise AssertionError(f"no answer is left and the game is not over: a soft-lock\n{invariants.describe(state)}")
    count(tally, table, outcome)


def play_irondie(table: Table, every_step: bool, tally: Tally) -> None:
    """One game of IRONDIE; secret questions are answered in a random order."""
    rng = Rng(table.seed, 1 << 20)
    names = ("Ann", "Bob", "Cid", "Dot")[: 4 if table.size == "four" else 2]
    sets = [(name, random_set(rng, name)) for name in names]
    state = irondie.game().new_state(sets, seed=table.seed, sides=[i % 2 for i in range(len(names))])
    turn, last = 0, 2 + rng.below(4)
    while not state.is_over:
        if every_step or state.turn != turn:
            turn = state.turn
            iron_invariants.check(state)
        late = table.step >= TIME_LIMIT or (table.priority == "sudden" and state.turn >= last)
        if late and not state.sudden_called:  # without ATTACK dice a game can go on for ever: the clock ends it
            state.call(SUDDEN_DEATH)
        if table.step >= BOUND:
            raise AssertionError(f"not over after {BOUND} steps")
        asked = state.seats_asked
        if not asked:
            raise AssertionError("nobody is asked and the game is not over: a soft-lock")
        seat = asked[rng.below(len(asked))]
        legal = state.legal_actions(seat)
        table.action = legal[rng.below(len(legal))]
        table.step += 1
        tally.moves += 1
        state.apply(table.action, seat=seat)
    iron_invariants.check(state)
    assert state.outcome is not None
    count(tally, table, state.outcome)


def count(tally: Tally, table: Table, outcome: Outcome) -> None:
    tally.games += 1
    tally.steps += table.step
    tally.longest = max(tally.longest, table.step)
    tally.first += outcome.winners == (0,)
    tally.second += outcome.winners == (1,)
    tally.ties += outcome.is_tie


def play_chunk(work: tuple[int, int, int, str]) -> Tally:
    """Games `start` to `stop` - 1; every `every`-th by its seed is checked after each step."""
    start, stop, every, game = work
    tally = Tally()
    for seed in range(start, stop):
        table = table_of(seed, game)
        try:
            (play_irondie if game == "irondie" else play)(table, seed % every == 0, tally)
        except Exception:
            tally.failure = (
                f"FAILED: seed {seed}, {table.edition}, {table.priority} priority, {table.size} size, "
                f"step {table.step}, action {table.action}\n{traceback.format_exc()}"
                f"again: python bench/soak.py --game {game} --seed {seed} --games 1 --workers 1 --invariants-every 1"
            )
            break
    return tally


def summary(tally: Tally, seconds: float) -> str:
    rate = tally.games / seconds if seconds > 0 else 0.0
    return (
        f"{tally.games} games, {tally.moves} moves, {tally.steps} steps (longest game {tally.longest}); "
        f"first won {tally.first}, second {tally.second}, ties {tally.ties}; "
        f"{rate:.1f} games/s, {seconds:.1f} s"
    )


def chunks(options: argparse.Namespace) -> Iterator[tuple[int, int, int, str]]:
    last = options.seed + options.games
    for start in range(options.seed, last, CHUNK):
        yield start, min(start + CHUNK, last), options.invariants_every, options.game


def results(options: argparse.Namespace) -> Iterator[Tally]:
    """Tallies as they come, from this process or from workers."""
    if options.workers == 1:
        yield from map(play_chunk, chunks(options))
        return
    # Ctrl-C is for the parent alone; it ends the workers.
    with multiprocessing.Pool(options.workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play_chunk, chunks(options))


def soak(options: argparse.Namespace) -> int:
    load_catalogue()  # once, before workers are made
    total = Tally()
    begin = time.perf_counter()
    interrupted = False
    terminal = sys.stderr.isatty()
    source = results(options)
    try:
        for tally in source:
            total.add(tally)
            spent = time.perf_counter() - begin
            if terminal:
                print(f"\r{total.games}/{options.games} games, {total.games / spent:.1f}/s ", end="", file=sys.stderr)
            if total.failure or (options.seconds and spent >= options.seconds):
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        source.close()  # type: ignore[attr-defined]
    if terminal:
        print("\r\033[K", end="", file=sys.stderr)
    if total.failure:
        print(total.failure)
    print(("interrupted: " if interrupted else "") + summary(total, time.perf_counter() - begin))
    return 1 if total.failure else 130 if interrupted else 0


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games with invariants checked.")
    parser.add_argument("--game", choices=("dicemasters", "irondie"), default="dicemasters", help="which game")
    parser.add_argument("--games", type=positive, default=100_000, help="how many games (default 100000)")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after this time, whatever was played")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game; the others follow")
    parser.add_argument("--workers", type=positive, default=2, help="processes (default 2)")
    parser.add_argument(
        "--invariants-every",
        type=positive,
        default=20,
        metavar="K",
        help="check every K-th game after each step, the others at the end of each turn (default 20)",
    )
    return soak(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
