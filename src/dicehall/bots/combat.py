"""Rules of thumb for the Attack Step: what an attack is worth, who should block, how damage is best divided.

Everything is counted for the attacking side; the blocking side wants the same number to be small. Rules 5.2 to 5.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from dicehall.dicemasters.kit import Kit

KO_COST = 0.6  # what a KO costs of a die's power: it comes back through the Prep Area
LEAVE_COST = 0.35  # what it costs to leave the field unblocked: the way back through the bag is longer
SOON = 1  # attack that the other side may field before it strikes back
MANY = 96  # more sets of attackers than this are not looked at one by one


class Fighter(NamedTuple):
    die: int
    attack: int
    defence: int  # what is left of it
    alike: tuple[int, ...]

    @property
    def power(self) -> float:
        return 0.5 + self.attack + 0.6 * self.defence


class Front(NamedTuple):
    """The two sides of an attack: lives, and what stays at home."""

    life: int  # of the attacking side
    their_life: int
    blockers: tuple[Fighter, ...]


def fighters(kit: Kit, view: dict[str, Any], side: int) -> list[Fighter]:
    """The characters in the field of a side."""
    out: list[Fighter] = []
    for seat in view["seats"]:
        if seat["side"] == side:
            for d in seat["zones"]["field"]:
                if d.get("kind") == "character":
                    key = (d["card"], d["face"], d["owner"], d["damage"], d["attack"], d["defence"])
                    out.append(Fighter(d["die"], d["attack"], d["defence"] - d["damage"], key))
    return out


def divide(amount: int, targets: Sequence[Fighter]) -> tuple[list[int], float]:
    """The damage for each recipient that KOs the most power, and how much that is; what is left goes to the last."""
    best: tuple[float, int] = (0.0, 0)
    for mask in range(1, 1 << min(len(targets), 10)):
        chosen = [t for i, t in enumerate(targets) if mask >> i & 1]
        if sum(max(t.defence, 0) for t in chosen) <= amount:
            best = max(best, (sum(t.power for t in chosen), mask))
    gain, mask = best
    out = [max(t.defence, 0) if mask >> i & 1 else 0 for i, t in enumerate(targets)]
    if out:
        kos = [i for i in range(len(out)) if mask >> i & 1]
        out[kos[-1] if kos else max(range(len(out)), key=lambda i: targets[i].power)] += amount - sum(out)
    return out, gain


def worth(attackers: Sequence[Fighter], home: Sequence[Fighter], front: Front, blocks: Sequence[int]) -> float:
    """How good it is for the attacking side. `blocks`: for each blocker the place of its attacker, or -1."""
    against: list[list[Fighter]] = [[] for _ in attackers]
    for blocker, place in zip(front.blockers, blocks, strict=True):
        if place >= 0:
            against[place].append(blocker)
    damage, score = 0, 0.0
    lost: list[int] = []
    stay = list(home)
    for fighter, opposed in zip(attackers, against, strict=True):
        if not opposed:
            damage += fighter.attack
            score -= LEAVE_COST * fighter.power
            continue
        amounts, gain = divide(fighter.attack, opposed)
        score += KO_COST * gain
        lost += [b.die for b, n in zip(opposed, amounts, strict=True) if n >= b.defence]
        if sum(b.attack for b in opposed) >= fighter.defence:
            score -= KO_COST * fighter.power
        else:
            stay.append(fighter)
    if damage >= front.their_life:
        return 1000.0 + score
    score += _lives(front.their_life, damage)
    back = _strike([f for f in front.blockers if f.die not in lost], stay)
    if back >= front.life:
        return score - 40.0
    return score - 0.5 * _lives(front.life, back)


def _lives(life: int, damage: int) -> float:
    """What losing life is worth: each point more than the one before it."""
    share = min(damage, life) / max(life, 1)
    return 1.3 * min(damage, life) + 6.0 * share * share


def _strike(attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> int:
    """What gets through if all strike back and each defender stops the strongest that is left."""
    strong = sorted((f.attack for f in attackers), reverse=True)
    return sum(strong[len(defenders) :]) + (SOON if len(strong) >= len(defenders) else 0)


def best_blocks(attackers: Sequence[Fighter], home: Sequence[Fighter], front: Front) -> tuple[list[int], float]:
    """Blocks found step by step: the one block that helps most, until none helps."""
    blocks = [-1] * len(front.blockers)
    score = worth(attackers, home, front, blocks)
    while True:
        best: tuple[float, int, int] | None = None
        tried: set[tuple[tuple[int, ...], int]] = set()
        for i, blocker in enumerate(front.blockers):
            for place in range(len(attackers)):
                if blocks[i] >= 0 or (blocker.alike, place) in tried:
                    continue
                tried.add((blocker.alike, place))
                blocks[i] = place
                now = worth(attackers, home, front, blocks)
                blocks[i] = -1
                if now < score - 1e-9 and (best is None or now < best[0] - 1e-9):
                    best = (now, i, place)
        if best is None:
            return blocks, score
        score, i, place = best
        blocks[i] = place


def best_attack(mine: Sequence[Fighter], front: Front) -> list[int]:
    """The dice that should attack, if the other side blocks as well as it can; empty: better not."""
    best: list[Fighter] = []
    best_score = worth([], mine, front, [-1] * len(front.blockers))
    for chosen in _sets(mine):
        dice = {f.die for f in chosen}
        score = best_blocks(chosen, [f for f in mine if f.die not in dice], front)[1]
        if score > best_score + 1e-9:
            best, best_score = chosen, score
    return [f.die for f in best]


def _sets(mine: Sequence[Fighter]) -> list[list[Fighter]]:
    """Sets of attackers, equal dice counted once; where there are too many, the strongest n and each alone."""
    groups: dict[tuple[int, ...], list[Fighter]] = {}
    for f in mine:
        groups.setdefault(f.alike, []).append(f)
    count = 1
    for group in groups.values():
        count *= len(group) + 1
    if count > MANY:
        strong = sorted(mine, key=lambda f: -f.attack)
        return [strong[:n] for n in range(1, len(strong) + 1)] + [[group[0]] for group in groups.values()]
    out: list[list[Fighter]] = []
    for counts in product(*[range(len(g) + 1) for g in groups.values()]):
        chosen = [f for n, g in zip(counts, groups.values(), strict=True) for f in g[:n]]
        if chosen:
            out.append(chosen)
    return out
