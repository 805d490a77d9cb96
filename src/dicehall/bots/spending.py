"""Rules of thumb for dice and energy: what a turn can make of some faces, and which dice are worth a reroll.

Rules 3.2 to 3.4 and 4.3; what energy can pay is asked of the engine's own arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from dicehall.dicemasters.energy import TYPE_BIT, affordable, total_of
from dicehall.dicemasters.kit import K_KINDS, K_LOOSE, Kit
from dicehall.dicemasters.terms import F_ACTION, F_CHARACTER
from dicehall.kernel.dice import Rng

BUY = 2.5  # how much a better bag weighs against dice in the field
PLAIN = 0.85  # what a Sidekick gives in a roll: less than this makes the bag worse
ENERGY = 0.6
SAMPLES = 24


class Offer(NamedTuple):
    """Some dice that could be bought with one turn's energy."""

    cards: tuple[int, ...]
    cost: int
    need: int
    value: float


def power_of(kit: Kit, face: int) -> float:
    return 0.5 + kit.f_attack[face] + 0.6 * kit.f_defence[face]


def value_of(kit: Kit, card: int) -> float:
    """What a die of the card adds to a bag, from its six faces."""
    total = 0.0
    for face in range(card * 6, card * 6 + 6):
        if kit.f_kind[face] == F_CHARACTER:
            total += power_of(kit, face) - ENERGY * kit.f_cost[face] * 0.5
        elif kit.f_kind[face] == F_ACTION:
            total += 0.0 if kit.abilities is None else 2.0  # without abilities an action does nothing
        else:
            total += ENERGY * kit.f_units[face]
    return BUY * (total / 6 - PLAIN)


def offers(kit: Kit, view: dict[str, Any], seat: int) -> list[Offer]:
    """All that could be bought, up to three dice at once, the best first. What would make the bag worse is left out."""
    rows: list[tuple[int, int, int, float]] = []
    left: dict[int, int] = {}
    for row in view["cards"]:
        card, cost = row["card"], row["cost"]
        value = value_of(kit, card)
        if row["seat"] in (seat, -1) and row["left"] and value > 0.5:
            kind = kit.card_type[card]
            rows.append((card, cost, TYPE_BIT[kind] if kind >= 0 and cost > 0 else 0, value))
            left[card] = row["left"]
    rows.sort(key=lambda r: -r[3])
    out: list[Offer] = []
    for n in (1, 2, 3):
        for some in combinations_with_replacement(rows[:6], n):
            cards = tuple([r[0] for r in some])
            if all(cards.count(c) <= left[c] for c in cards):
                out.append(Offer(cards, sum(r[1] for r in some), sum(r[2] for r in some), sum(r[3] for r in some)))
    out.sort(key=lambda o: (-o.value, o.cost))
    return out


def counts_of(kit: Kit, faces: Sequence[int], loose: int) -> list[int]:
    """Energies by kind, as payments count them."""
    counts = [0] * K_KINDS
    for face in faces:
        kind = kit.f_pay[face]
        if kind >= 0:
            counts[kind] += 1
    counts[K_LOOSE] += loose
    return counts


def best_turn(kit: Kit, faces: Sequence[int], loose: int, shop: Sequence[Offer]) -> tuple[float, tuple[int, ...]]:
    """What the faces are worth if well spent, and what should be bought: the rest fields the strongest first."""
    counts = counts_of(kit, faces, loose)
    energy = total_of(counts)
    fielders = [(power_of(kit, f), kit.f_cost[f]) for f in faces if kit.f_kind[f] == F_CHARACTER]
    fielders.sort(key=lambda p: (-p[0], p[1]))
    everything = sum(p for p, _ in fielders)
    best = _field(fielders, energy)
    cards: tuple[int, ...] = ()
    for offer in shop:
        if offer.value + everything <= best:
            break
        if offer.cost <= energy and affordable(counts, offer.cost, offer.need):
            value = offer.value + _field(fielders, energy - offer.cost)
            if value > best:
                best, cards = value, offer.cards
    return best + 0.01 * energy, cards


def _field(fielders: Sequence[tuple[float, int]], energy: int) -> float:
    value = 0.0
    for power, cost in fielders:
        if cost <= energy:
            value += power
            energy -= cost
    return value


def rerolls(
    kit: Kit, dice: Sequence[tuple[int, int]], kept: Sequence[int], loose: int, shop: Sequence[Offer]
) -> set[int]:
    """Which dice (die, face) are worth a reroll beside faces that stay: the set with the best average turn."""
    shown = [face for _, face in dice]
    now = best_turn(kit, [*kept, *shown], loose, shop)[0]
    gains: list[tuple[float, int]] = []
    for i, face in enumerate(shown):
        others = [*kept, *shown[:i], *shown[i + 1 :]]
        base = kit.f_same[face] // 6 * 6
        mean = sum(best_turn(kit, [*others, base + k], loose, shop)[0] for k in range(6)) / 6
        gains.append((mean - now, i))
    gains.sort(key=lambda g: (-g[0], g[1]))
    rng = Rng(0x5EED0FB07)  # the bot's own thoughts: every hand is judged by the same imagined rolls
    best: tuple[float, set[int]] = (now, set())
    for n in range(1, len(gains) + 1):
        places = [i for _, i in gains[:n]]
        stay = [*kept, *[f for i, f in enumerate(shown) if i not in places]]
        total = 0.0
        for _ in range(SAMPLES):
            rolled = [shown[i] // 6 * 6 + k for i, k in zip(places, rng.faces(n), strict=True)]
            total += best_turn(kit, stay + rolled, loose, shop)[0]
        if total / SAMPLES > best[0] + 0.05:
            best = (total / SAMPLES, {dice[i][0] for i in places})
    return best[1]
