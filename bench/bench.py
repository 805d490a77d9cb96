"""How fast Dicehall plays at random, copies, saves and loads, beside other Python engines on the same machine.
`python bench/bench.py --peers PYTHON`, an interpreter that has bench/requirements.txt; the last line is JSON."""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from dicehall import dicemasters
from dicehall.dicemasters import DiceMasters, DMState, Team
from dicehall.dicemasters.teams import random_team
from dicehall.kernel import dice as kernel_dice
from dicehall.kernel.dice import Rng

Figures = dict[str, Any]

PEERS = {
    "catanatron": "catanatron",
    "openspiel_backgammon": "OpenSpiel backgammon (C++)",
    "openspiel_python": "OpenSpiel Python game",
    "rlcard_gin_rummy": "RLCard gin rummy",
}
TABLES = 32  # pairs of teams, made before the clock starts
POSITIONS = 8  # positions in mid-game, each of its own game, over which copies are averaged
BATCH = 25
SHARE = 0.25  # of the time of a round, for each of clone, save and load


# ---- our own figures ------------------------------------------------------------------------------------------


def tables(starters: bool = True) -> list[tuple[DiceMasters, list[Team]]]:
    """Tournament teams of starter cards or of all, eight cards and 20 dice a side, under the four rulebooks in turn."""
    games = [dicemasters.game(edition) for edition in dicemasters.EDITIONS]
    rng = Rng(2014)
    out: list[tuple[DiceMasters, list[Team]]] = []
    for i in range(TABLES):
        game = games[i % len(games)]
        out.append((game, [random_team(game.catalogue, rng, name, starters=starters) for name in ("Ann", "Bob")]))
    return out


def play(game: DiceMasters, teams: list[Team], seed: int, limit: float = float("inf")) -> tuple[DMState, int, int]:
    """A random game, or its first `limit` steps: the state, moves begun, steps. Chance is rolled and not counted."""
    draw = random.Random(seed).random
    state = game.new_state(teams, seed=seed)
    moves = steps = 0
    legal = state.legal_actions()
    while legal and steps < limit:  # with dice of its own a state has no answers only when it is over
        if not state.mid:
            moves += 1
        steps += 1
        state.apply(legal[int(draw() * len(legal))])
        legal = state.legal_actions()
    return state, moves, steps


def measure_games(seconds: float, starters: bool = True) -> Figures:
    places = tables(starters)
    start = time.perf_counter()
    for game, teams in places:  # the texts of two teams are compiled once, when the first game of a match begins
        game.new_state(teams, seed=0)
    table_ms = (time.perf_counter() - start) / TABLES * 1000
    for game, teams in places:
        play(game, teams, 0)
    games = moves = steps = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        game, teams = places[games % TABLES]
        _, begun, taken = play(game, teams, games)
        games += 1
        moves += begun
        steps += taken
        elapsed = time.perf_counter() - start
    return {
        "actions_per_second": steps / elapsed,
        "moves_per_second": moves / elapsed,
        "games_per_second": games / elapsed,
        "moves_per_game": moves / games,
        "table_ms": table_ms,
    }


def choice_share() -> float:
    """How many moves have an alternative, of all actions: what is chosen in several steps counts once."""
    choices = actions = 0
    for number, (game, teams) in enumerate(tables()):
        draw = random.Random(number).random
        state = game.new_state(teams, seed=number)
        legal = state.legal_actions()
        while legal:
            actions += 1
            choices += not state.mid and len(legal) > 1
            state.apply(legal[int(draw() * len(legal))])
            legal = state.legal_actions()
    return choices / actions


def measure_calls(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """Mean microseconds of one call, over the given positions in turn."""
    for call in calls:
        call()
    count = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        for call in calls:
            for _ in range(BATCH):
                call()
        count += BATCH * len(calls)
        elapsed = time.perf_counter() - start
    return elapsed / count * 1e6


def loader(state: DMState) -> Callable[[], object]:
    data = state.save()
    return lambda: state.game.load(data)


def own_figures(seconds: float) -> Figures:
    figures = measure_games(seconds)
    figures["all_moves_per_second"] = measure_games(seconds, starters=False)["moves_per_second"]
    figures["choice_share"] = choice_share()
    figures["compiled"] = not (kernel_dice.__file__ or "").endswith(".py")
    positions: list[DMState] = []
    for seed, (game, teams) in enumerate(tables()[:POSITIONS]):
        steps = play(game, teams, seed)[2]
        positions.append(play(game, teams, seed, steps // 2)[0])
    figures["clone_us"] = measure_calls([state.clone for state in positions], seconds * SHARE)
    figures["save_us"] = measure_calls([state.save for state in positions], seconds * SHARE)
    figures["load_us"] = measure_calls([loader(state) for state in positions], seconds * SHARE)
    return figures


# ---- rounds: we and the peers in turn, each in a process of its own ---------------------------------------------


def run(command: list[str], seconds: float, sources: bool = False) -> Figures:
    """The JSON object that a command prints; {"error": ...} if there is none. `sources`: of the uncompiled sources."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONPATH", None)
    if sources:
        environment["PYTHONPATH"] = str(Path(__file__).parent.parent / "src")
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=90 + 12 * seconds, check=False
        )
        figures: Figures = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as error:
        return {"error": str(error)}
    except ValueError:
        return {"error": (done.stderr.strip().splitlines() or ["no message"])[-1]}
    return figures


Measured = tuple[list[Figures], list[Figures], dict[str, list[Figures]], dict[str, str]]


def measure(options: argparse.Namespace) -> Measured:
    """Figures of every round: ours, pure and compiled, and those of each peer. A peer that fails is left out."""
    ours: list[Figures] = []
    compiled: list[Figures] = []
    theirs: dict[str, list[Figures]] = {name: [] for name in PEERS}
    missing: dict[str, str] = {}
    if not options.peers:
        missing = dict.fromkeys(PEERS, "no --peers given")
    own = [sys.executable, __file__, "--child", "--seconds", str(options.seconds)]
    for number in range(1, options.rounds + 1):
        print(f"round {number} of {options.rounds}: dicehall", end="", file=sys.stderr, flush=True)
        figures = run(own, options.seconds, sources=True)
        if "error" in figures or figures["compiled"]:
            raise SystemExit(
                f"\ndicehall itself cannot be measured: {figures.get('error', 'the sources are compiled')}"
            )
        ours.append(figures)
        figures = run(own, options.seconds)
        if figures.get("compiled"):
            print(", compiled", end="", file=sys.stderr, flush=True)
            compiled.append(figures)
        else:
            missing["compiled"] = figures.get("error", "the core is not compiled: make compiled")
        for name in PEERS:
            if name in missing:
                continue
            print(f", {name}", end="", file=sys.stderr, flush=True)
            peers = str(Path(__file__).with_name("peers.py"))
            answer = run([options.peers, peers, "--only", name, "--seconds", str(options.seconds)], options.seconds)
            figures = answer.get(name, answer)
            if "error" in figures:
                missing[name] = figures["error"]
                theirs[name] = []
            else:
                theirs[name].append(figures)
        print(file=sys.stderr)
    return ours, compiled, theirs, missing


def ratio(above: list[Figures], upper: str, below: list[Figures], lower: str) -> float | None:
    """The median of the ratios of each round; None if there is nothing to compare with."""
    pairs = [(a[upper], b[lower]) for a, b in zip(above, below, strict=False) if upper in a and lower in b]
    return round(median(a / b for a, b in pairs), 3) if pairs else None


def copy_key(figures: list[Figures]) -> str:
    return "copy_us" if figures and "copy_us" in figures[0] else "clone_us"


def with_choices(rounds: list[Figures]) -> list[Figures]:
    """The figures of each round, with the choices a second where it is known how many actions are choices."""
    return [
        {**f, "choices_per_second": f["actions_per_second"] * f["choice_share"]} if "choice_share" in f else f
        for f in rounds
    ]


# How ratios are counted: the name behind a ratio, what is counted of ours, what of theirs.
COUNTED = (
    ("", "actions_per_second", "actions_per_second"),
    ("_by_moves", "moves_per_second", "actions_per_second"),
    ("_by_choices", "choices_per_second", "choices_per_second"),
)


def result_of(measured: Measured) -> Figures:
    ours, compiled, theirs, missing = measured
    result: Figures = {"compiled_vs_pure": ratio(compiled, "moves_per_second", ours, "moves_per_second")}
    for kind, figures in (("compiled", compiled), ("pure", ours)):
        for name in PEERS:
            for suffix, own, other in COUNTED:
                value = ratio(with_choices(figures), own, with_choices(theirs[name]), other)
                if value is not None:
                    result[f"{kind}_vs_{name}{suffix}"] = value
    for name in PEERS:
        if name != "rlcard_gin_rummy":  # its environment cannot be copied
            key = copy_key(theirs[name])
            result[f"{name}_copy_vs_clone"] = ratio(theirs[name], key, ours, "clone_us")
    for kind, figures in (("pure", ours), ("compiled", compiled)):
        result[f"all_cards_vs_starters_{kind}"] = ratio(figures, "all_moves_per_second", figures, "moves_per_second")
        for name in ("actions_per_second", "moves_per_second", "games_per_second", "moves_per_game") if figures else ():
            result[f"{name}_{kind}"] = round(median(f[name] for f in figures), 1)
        for name in ("clone_us", "save_us", "load_us", "table_ms") if figures else ():
            result[f"{name}_{kind}"] = round(median(f[name] for f in figures), 2)
    result["rounds"] = len(ours)
    if missing:
        result["missing"] = missing
    return result


def row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<28}" + "".join(f"{cell:>15}" for cell in cells)


def report(measured: Measured, result: Figures) -> None:
    """The table for people; median figures with the best in brackets, ratios by round."""
    ours, compiled, theirs, missing = measured

    def middle(figures: list[Figures], key: str, best: Callable[[list[float]], float], digits: int = 0) -> str:
        values = [f[key] for f in figures if key in f]
        if not values:
            return "-"
        return f"{median(values):,.{digits}f} ({best(values):,.{digits}f})"

    def times(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}x"

    print(f"Random play, median of {len(ours)} rounds (best in brackets). Ratios: above 1 Dicehall is faster.")
    print(row("", ["actions/s", "pure is", "compiled is", "games/s", "copy, us"]))
    for name, figures in (("Dicehall, pure Python", ours), ("Dicehall, compiled", compiled)):
        speed, games = middle(figures, "actions_per_second", max), middle(figures, "games_per_second", max)
        print(row(name, [speed, "", "", games, middle(figures, "clone_us", min, 1)]))
    for name, title in PEERS.items():
        figures = theirs[name]
        if name in missing:
            print(f"{title:<28}  not measured: {missing[name]}")
            continue
        cells = [
            middle(figures, "actions_per_second", max),
            times(result.get(f"pure_vs_{name}")),
            times(result.get(f"compiled_vs_{name}")),
            middle(figures, "games_per_second", max),
            middle(figures, copy_key(figures), min, 1),
        ]
        print(row(title, cells))
    print("An action is an answer given to the engine. Of the answers, so many were one of several; and so fast is")
    print("Dicehall then, if its moves of several steps count once and forced answers do not (pure, compiled):")
    for name, title in PEERS.items():
        share = middle(theirs[name], "choice_share", max, 2)
        if f"pure_vs_{name}_by_choices" in result:
            pure, fast = (times(result.get(f"{kind}_vs_{name}_by_choices")) for kind in ("pure", "compiled"))
            print(f"  {title:<28}{share:>15}{pure:>9}{fast:>9}")
    print("And if its moves of several steps count once, but forced answers of the others count too:")
    for name, title in PEERS.items():
        if f"pure_vs_{name}_by_moves" in result:
            pure, fast = (times(result.get(f"{kind}_vs_{name}_by_moves")) for kind in ("pure", "compiled"))
            print(f"  {title:<28}{'':>15}{pure:>9}{fast:>9}")
    print(f"Dicehall compiled is {times(result['compiled_vs_pure'])} of pure.")
    pure, fast = times(result["all_cards_vs_starters_pure"]), times(result["all_cards_vs_starters_compiled"])
    print(f"Teams are of starter cards; with teams of all cards it is {pure} as fast, compiled {fast}.")
    save, load = middle(ours, "save_us", min), middle(ours, "load_us", min)
    print(f"Dicehall: compiling the texts of two new teams, once a match, {middle(ours, 'table_ms', min, 1)} ms;")
    print(f"save {save} us, load {load} us, {result['moves_per_game_pure']:.0f} moves a game;")
    print("a move is a purchase with its payment, a fielding, a roll kept, an attack, ...; chance is not counted.")


def positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("must be above zero")
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of Dicehall beside other Python game engines.")
    parser.add_argument("--peers", help="a Python interpreter with the packages of bench/requirements.txt")
    parser.add_argument("--seconds", type=positive, default=1.5, help="time of one measurement (default 1.5)")
    parser.add_argument("--rounds", type=int, choices=range(1, 100), metavar="N", default=9, help="rounds (default 9)")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(own_figures(options.seconds)))
        return
    measured = measure(options)
    result = result_of(measured)
    report(measured, result)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
