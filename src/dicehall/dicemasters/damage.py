"""Damage and KO: packets, what is taken, who is knocked out. Rules 6.1, 6.3, 5.6.

Damage is a batch of packets that is judged together: replaced first, then taken, then the lethal check.
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.holding import end_controls_by, release_from
from dicehall.dicemasters.sockets import Packet
from dicehall.dicemasters.terms import (
    E_DAMAGE_DIE,
    E_DAMAGE_SIDE,
    E_KO,
    E_MOVED,
    F_CHARACTER,
    FIELD,
    PREP,
    WIN_DAMAGED,
    WIN_KO,
    ZONES,
)


def damage_sides(s: Board, side: int, amount: int) -> None:
    """Damage to a side from no die."""
    deal(s, [(-1, -1 - side, amount, False)])


def deal(s: Board, packets: list[Packet]) -> bool:
    """One damage event: replacement, then all is taken at once, then KOs. Says whether the game has ended."""
    abilities = s.kit.abilities
    if abilities is not None:
        packets = abilities.damage(s, packets)
    taken: list[int] = []
    hits: dict[int, int] = {}  # the event that hit each die: what it is knocked out by (6.3.5)
    for source, recipient, amount, combat in packets:
        if amount <= 0:
            continue
        if recipient < 0:
            side = -1 - recipient
            s.life[side] = max(0, s.life[side] - amount)
            s.emit(E_DAMAGE_SIDE, "5.5.4" if combat else "6.1.4", source, side, (amount, s.life[side]))
        else:
            s.damage[recipient] += amount
            rule = "5.6.1" if combat else "6.1.1"
            hits[recipient] = s.emit(E_DAMAGE_DIE, rule, source, recipient, (amount, s.damage[recipient]))
        taken += (source, recipient, amount, 1 if combat else 0)
    if s.check_life():
        return True
    if taken:
        fallen = lethal(s, hits)
        if abilities is not None:
            # a die knocked out by this damage has its "when KO'd" triggers, not its "when damaged" ones (6.3.3)
            for i in range(0, len(taken), 4):
                if taken[i + 1] not in fallen:
                    s.raise_window(WIN_DAMAGED, taken[i], taken[i + 1], (taken[i + 2], taken[i + 3]))
    return False


def lethal(s: Board, hits: dict[int, int] | None = None) -> list[int]:
    """Knocks out every character whose damage reaches its defence; zero defence is enough (6.2.3, 6.3.2).

    `hits`: the events by which dice have just been hit.
    """
    plain = not s.effects and s.kit.abilities is None
    doomed: list[int] = []
    f_kind, f_defence, face, damage = s.kit.f_kind, s.kit.f_defence, s.face, s.damage
    for seat in range(s.kit.n_seats):
        for die in s.zones[seat * ZONES + FIELD]:
            f = face[die]
            if f_kind[f] == F_CHARACTER:
                defence = f_defence[f] if plain else s.defence_of(die)
                if damage[die] >= defence:
                    doomed.append(die)
    return ko(s, doomed, "5.6.4", hits)


def ko(s: Board, dice: list[int], rule: str, hits: dict[int, int] | None = None) -> list[int]:
    """Knocks dice out together: each goes to its owner's Prep Area (6.3.1). Says which ones it happened to."""
    abilities = s.kit.abilities
    fallen: list[int] = []
    for die in dice:
        if abilities is not None and abilities.would_ko(s, die, s.cause):
            continue
        fallen.append(die)
    facts: list[tuple[int, int, int]] = []
    for die in fallen:
        face, damage, w = s.face[die], s.damage[die], s.where[die]
        facts.append((die, face, damage))
        before = s.cause
        s.cause = hits.get(die, before) if hits else before
        s.cause = s.emit(E_KO, rule, die, face, (damage,))
        owner = s.owner[die]
        zone = PREP if abilities is None else abilities.destination(s, die, PREP)
        s.put(die, owner, zone)
        s.emit(E_MOVED, "6.3.1", w, s.where[die], (die,))
        if s.held:
            release_from(s, die)
        if s.controls:
            end_controls_by(s, die)
        s.cause = before
    for die, face, damage in facts:
        s.raise_window(WIN_KO, die, s.cause, (face, damage))
    return fallen
