"""Measure the random-play speed of other Python game engines and print the figures as one JSON object.
Run it with an interpreter that has the packages of requirements.txt; it needs nothing else."""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

Figures = dict[str, Any]
# One whole game for a seed: (player actions, chance outcomes drawn outside the player actions).
PlayGame = Callable[[int], tuple[int, int]]

COPY_STATES = 8  # mid-game positions, each from its own game, that the copy cost is averaged over
COPY_BATCH = 25
COPY_SHARE = 0.25  # of the time budget
CHOICE_GAMES = 12  # over which it is counted how often there was a choice
LONGEST = 5000  # actions of such a game
PYTHON_GAMES = ("python_liars_poker", "python_block_dominoes", "python_tic_tac_toe")


def measure_games(play: PlayGame, seconds: float) -> Figures:
    """Play whole games until the budget is used; game 0 is played once before, as warm-up."""
    play(0)
    games = actions = chances = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        played, drawn = play(games)
        games += 1
        actions += played
        chances += drawn
        elapsed = time.perf_counter() - start
    return {
        "actions_per_second": round(actions / elapsed, 1),
        "games_per_second": round(games / elapsed, 2),
        "actions_per_game": round(actions / games, 1),
        "chance_per_game": round(chances / games, 1),
        "games": games,
        "seconds": round(elapsed, 3),
    }


def choice_share(options: Callable[[int], list[int]]) -> float:
    """How many of all actions had another beside them, over a few games; `options` lists how many there were."""
    counts = [count for seed in range(CHOICE_GAMES) for count in options(seed)]
    return round(sum(count > 1 for count in counts) / len(counts), 3)


def measure_copies(copiers: Sequence[Callable[[], object]], seconds: float) -> float:
    """Mean microseconds of one copy, over the given positions in turn."""
    for copier in copiers:
        copier()
    copies = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        for copier in copiers:
            for _ in range(COPY_BATCH):
                copier()
        copies += COPY_BATCH * len(copiers)
        elapsed = time.perf_counter() - start
    return round(elapsed / copies * 1e6, 2)


def catanatron(seconds: float) -> Figures:
    """Two-player Catan between the package's random players; dice rolls are recorded player actions."""
    package = importlib.import_module("catanatron")

    def new_game(seed: int) -> Any:
        # A seed of 0 counts as none given there, hence the shift.
        players = [package.RandomPlayer(package.Color.RED), package.RandomPlayer(package.Color.BLUE)]
        return package.Game(players, seed=seed + 1)

    def recorded(game: Any) -> int:
        state = game.state
        return len(state.action_records if hasattr(state, "action_records") else state.actions)

    def play(seed: int) -> tuple[int, int]:
        game = new_game(seed)
        game.play()
        return recorded(game), 0

    def midgame(seed: int) -> Callable[[], object]:
        half = play(seed)[0] // 2
        game = new_game(seed)
        for _ in range(half):
            game.play_tick()
        copier: Callable[[], object] = game.copy
        return copier

    def options(seed: int) -> list[int]:
        game, out = new_game(seed), []
        while game.winning_color() is None and len(out) < LONGEST:
            out.append(len(game.state.playable_actions))
            game.play_tick()
        return out

    figures = measure_games(play, seconds)
    del figures["chance_per_game"]
    figures["choice_share"] = choice_share(options)
    figures["copy_us"] = measure_copies([midgame(seed) for seed in range(COPY_STATES)], seconds * COPY_SHARE)
    return {"version": importlib.metadata.version("catanatron"), **figures}


def openspiel(name: str, seconds: float) -> Figures:
    """Uniformly random play of one OpenSpiel game, driven from Python; chance is timed, not counted."""
    game = importlib.import_module("pyspiel").load_game(name)

    def advance(seed: int, limit: float) -> tuple[Any, int, int]:
        rng = random.Random(seed)
        choice, choices = rng.choice, rng.choices
        actions = chances = 0
        state = game.new_initial_state()
        while actions < limit and not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices(outcomes, weights)[0])
                chances += 1
            else:
                state.apply_action(choice(state.legal_actions()))
                actions += 1
        return state, actions, chances

    def play(seed: int) -> tuple[int, int]:
        _, actions, chances = advance(seed, float("inf"))
        return actions, chances

    def options(seed: int) -> list[int]:
        rng, out = random.Random(seed), []
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                out.append(len(legal))
            state.apply_action(rng.choice(legal))  # whatever the dice weigh: only the options are counted
        return out

    def midgame(seed: int) -> Callable[[], object]:
        state, _, _ = advance(seed, max(1, play(seed)[0] // 2))
        copier: Callable[[], object] = state.clone
        return copier

    figures = measure_games(play, seconds)
    figures["choice_share"] = choice_share(options)
    figures["clone_us"] = measure_copies([midgame(seed) for seed in range(COPY_STATES)], seconds * COPY_SHARE)
    return {"version": importlib.metadata.version("open-spiel"), "game": name, **figures}


def openspiel_backgammon(seconds: float) -> Figures:
    """Backgammon, whose rules are in C++."""
    return openspiel("backgammon", seconds)


def openspiel_python(seconds: float) -> Figures:
    """The first of PYTHON_GAMES that is registered: a game whose rules are in Python."""
    importlib.import_module("open_spiel.python.games")
    registered = set(importlib.import_module("pyspiel").registered_names())
    for name in PYTHON_GAMES:
        if name in registered:
            return openspiel(name, seconds)
    raise LookupError(f"none of {', '.join(PYTHON_GAMES)} is registered")


def rlcard_gin_rummy(seconds: float) -> Figures:
    """Gin rummy between the package's random agents; every environment step is an action."""
    numpy_random = importlib.import_module("numpy.random")
    package = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = package.make("gin-rummy", config={"seed": 0})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(seed: int) -> tuple[int, int]:
        numpy_random.seed(seed)
        env.seed(seed)
        before = env.timestep
        env.run(is_training=True)  # the cheaper loop: no table of probabilities for every action
        return env.timestep - before, 0

    figures = measure_games(play, seconds)
    del figures["chance_per_game"]
    return {"version": importlib.metadata.version("rlcard"), **figures}


PEERS: dict[str, Callable[[float], Figures]] = {
    "catanatron": catanatron,
    "openspiel_backgammon": openspiel_backgammon,
    "openspiel_python": openspiel_python,
    "rlcard_gin_rummy": rlcard_gin_rummy,
}


def run_child(name: str, seconds: float) -> None:
    """Measure one peer in this process; what it prints is dropped, only the figures reach stdout."""
    sys.stdout.flush()
    output = os.dup(1)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    try:
        figures = PEERS[name](seconds)
    except Exception as error:  # any failure of a peer is a result here, not a fault of the benchmark
        figures = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.flush()
    with os.fdopen(output, "w") as stream:
        json.dump(figures, stream)


def measure_peer(name: str, seconds: float) -> Figures:
    """Measure one peer in a process of its own, so that neither its heap nor a crash touches the others."""
    command = [sys.executable, __file__, "--seconds", str(seconds), "--child", name]
    # A fixed hash seed makes sets of strings iterate alike in every run. catanatron also keeps None in sets,
    # whose hash is an address before Python 3.12: there its games repeat within a process, not between two.
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=60 + 10 * seconds, check=False
        )
        figures: Figures = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        return {"error": f"no result after {error.timeout:.0f} s"}
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return {"error": f"exit status {done.returncode}: {last}"}
    return figures


def positive(text: str) -> float:
    """Parse a number of seconds above zero."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("must be above zero")
    return value


def main() -> None:
    """Measure the peers asked for and print one JSON object."""
    parser = argparse.ArgumentParser(description="Random-play speed of other Python game engines, as JSON.")
    parser.add_argument("--seconds", type=positive, default=3.0, help="time budget of one measurement")
    parser.add_argument("--only", choices=list(PEERS), help="measure this peer alone")
    parser.add_argument("--child", choices=list(PEERS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        run_child(options.child, options.seconds)
        return
    names = [options.only] if options.only else list(PEERS)
    result: dict[str, Any] = {"python": platform.python_version()}
    for name in names:
        result[name] = measure_peer(name, options.seconds)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
