"""Where the time goes, and how it grows: `python bench/growth.py` prints the two tables of docs/performance.md.

Shares are of calls counted and timed by cProfile, so they are of the uncompiled sources.
"""

from __future__ import annotations

import cProfile
import pstats
import time

from bench import play
from dicehall import dicemasters
from dicehall.dicemasters.teams import random_team
from dicehall.kernel.dice import Rng

PARTS = {
    "legal answers in windows": ("window.py", "window_actions"),
    "Global Abilities among them": ("using.py", "globals_for"),
    "action dice among them": ("using.py", "may_use"),
    "steps of the turn": ("turn.py", "turn_run"),
    "attacks": ("attack.py", "attack_run"),
    "effects of cards": ("triggers.py", "effect_run"),
    "purchases and fielding": ("window.py", "order_run"),
    "choosing dice": ("turn.py", "pick_actions"),
    "payments": ("energy.py", "pay_actions"),
    "damage": ("damage.py", "damage_run"),
    "texts that watch events": ("watching.py", "watch"),
}
SIZES = ((2, 8), (4, 12), (6, 16), (8, 20))
GAMES = 60


def shares() -> None:
    game = dicemasters.game("imw")
    rng = Rng(2014)
    tables = [[random_team(game.catalogue, rng, name) for name in ("Ann", "Bob")] for _ in range(20)]
    for teams in tables:
        game.new_state(teams, seed=0)
    profile = cProfile.Profile()
    profile.enable()
    for i in range(GAMES):
        play(game, tables[i % len(tables)], i)
    profile.disable()
    rows = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = max(cumulative for _, _, _, cumulative, _ in rows.values())
    print("| part | share of the time |")
    print("|---|---|")
    for title, (file, name) in PARTS.items():
        spent = sum(row[3] for key, row in rows.items() if key[2] == name and key[0].endswith(file))
        print(f"| {title} | {100 * spent / whole:.0f} % |")


def growth() -> None:
    game = dicemasters.game("imw")
    print("| cards, dice a side | answers a game | microseconds an answer | first half | second half |")
    print("|---|---|---|---|---|")
    for cards, dice in SIZES:
        rng = Rng(cards)
        tables = [
            [random_team(game.catalogue, rng, name, cards, dice, 2) for name in ("Ann", "Bob")] for _ in range(12)
        ]
        early = late = 0.0
        answers = 0
        for i in range(GAMES):
            teams = tables[i % len(tables)]
            steps = play(game, teams, i)[2]
            start = time.perf_counter()
            play(game, teams, i, steps // 2)
            middle = time.perf_counter()
            play(game, teams, i)
            end = time.perf_counter()
            early += middle - start
            late += (end - middle) - (middle - start)
            answers += steps
        mean = (early + late) / answers * 1e6
        halves = f"{early / (answers / 2) * 1e6:.0f} | {late / (answers / 2) * 1e6:.0f}"
        print(f"| {cards}, {dice} | {answers / GAMES:.0f} | {mean:.0f} | {halves} |")


if __name__ == "__main__":
    shares()
    print()
    growth()
