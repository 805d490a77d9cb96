"""What a seat sees, as plain data. In Dice Masters everything on the table is public (2.7.11); the future is not.

A view has no dice source, no seed and no position of a generator in it, and only the asked seat's own options.
"""

from __future__ import annotations

from typing import Any

from dicehall.dicemasters.attack import A_ASSIGN, A_BLOCKED, A_DAMAGE, A_END, A_LEAVE, A_WINDOW
from dicehall.dicemasters.board import Board
from dicehall.dicemasters.sockets import ATTACK, DEFENCE, FIELDING
from dicehall.dicemasters.terms import (
    BAG,
    ENERGY_NAMES,
    F_CHARACTER,
    F_ENERGY,
    FIELD,
    FR_ASSIGN,
    FR_ATTACK,
    FR_WINDOW,
    OUT,
    PREP,
    STEP_NAMES,
    ZONE_NAMES,
    ZONES,
)


def view(s: Board, seat: int) -> dict[str, Any]:
    """All that `seat` may know (-1: a spectator)."""
    return {**public(s), **own(s, seat)}


def own(s: Board, seat: int) -> dict[str, Any]:
    """What a seat sees instead of what everybody sees."""
    decision = s.decision
    if decision is None or decision.seat != seat:
        return {"seat": seat}
    return {"seat": seat, "asks": decision.asks, "actions": list(decision.actions)}


def public(s: Board) -> dict[str, Any]:
    """What everybody may know: the view of a spectator."""
    kit = s.kit
    decision = s.decision
    return {
        "game": "dicemasters",
        "edition": kit.edition.name,
        "edition_title": kit.edition.title,
        "out_of_play": kit.edition.spent_goes_to == OUT,  # whether there is such a place (2.7.7)
        "version": s.version,
        "seat": -1,
        "turn": s.turn,
        "active": s.active,
        "step": STEP_NAMES[s.step],
        "asked": decision.seat if decision is not None else -1,
        "waits": s.wait.value,
        "asks": "",
        "actions": [],
        "sides": [
            {
                "seats": [kit.seat_names[x] for x in kit.seats_of[side]],
                "life": s.life[side],
                "max_life": kit.setup.max_life[side],
                "prep": [_die(s, d) for d in s.zone(kit.seats_of[side][0], PREP)],
            }
            for side in range(kit.sides)
        ],
        "seats": [_seat(s, x) for x in range(kit.n_seats)],
        "cards": [
            {
                "card": c,
                "title": kit.titles[c],
                "seat": kit.card_seat[c],
                "left": s.left[c],
                "cost": s.purchase_cost(max(kit.card_seat[c], 0), c),
                "energy": ENERGY_NAMES[kit.card_type[c]] if kit.card_type[c] >= 0 else "",
            }
            for c in range(1, kit.n_cards)
        ],
        "attack": _attack_step(s),
        "attackers": list(s.attackers),
        "assigning": _assigning(s),
        "blocks": list(s.blocks),
        "winners": list(s.winners),
        "over": s.why_over,
    }


def _attack_step(s: Board) -> str:
    """How far the attack is: attackers, blockers, actions (and Global Abilities) or damage; "" if there is none."""
    kinds = [f[0] for f in s.stack]
    if FR_ATTACK not in kinds:
        return ""
    step = s.stack[kinds.index(FR_ATTACK)][1]  # the one that comes next
    if step in (A_BLOCKED, A_WINDOW):
        return "blockers"
    if step == A_ASSIGN and FR_WINDOW in kinds:
        return "actions"
    return "damage" if step in (A_ASSIGN, A_DAMAGE, A_LEAVE, A_END) else "attackers"


def _assigning(s: Board) -> dict[str, Any]:
    """While damage is divided: who deals it, to whom, and what is left to assign."""
    if not s.stack or s.stack[-1][0] != FR_ASSIGN:
        return {}
    _, _, _, dealer, left, recipients, amounts, _ = s.stack[-1]
    return {"dealer": dealer, "recipients": list(recipients), "amounts": list(amounts), "left": left}


def _seat(s: Board, seat: int) -> dict[str, Any]:
    zones: dict[str, Any] = {}
    for zone, name in enumerate(ZONE_NAMES):
        if zone == BAG:  # the contents are public by kind, the order is not: there is none
            bag: dict[str, int] = {}
            for die in s.zones[seat * ZONES + BAG]:
                title = s.kit.titles[s.kit.die_card[die]]
                bag[title] = bag.get(title, 0) + 1
            zones[name] = dict(sorted(bag.items()))
        elif zone != PREP:
            zones[name] = [_die(s, d) for d in s.zones[seat * ZONES + zone]]
    return {
        "name": s.kit.seat_names[seat],
        "side": s.kit.side_of[seat],
        "generic": s.generic[seat],
        "zones": zones,
    }


def _die(s: Board, die: int) -> dict[str, Any]:
    kit = s.kit
    face = s.face[die]
    out: dict[str, Any] = {
        "die": die,
        "card": kit.die_card[die],
        "title": kit.titles[kit.die_card[die]],
        "number": s.num[die],
        "owner": s.owner[die],
        "face": face % 6 if face >= 0 else -1,
    }
    if face >= 0:
        out["kind"] = ("energy", "character", "action")[kit.f_kind[face]]
        if kit.f_kind[face] == F_ENERGY:
            out["energy"] = ENERGY_NAMES[kit.f_type[face]]
            out["count"] = kit.f_count[face]
        else:
            out["bursts"] = kit.f_bursts[face]
        if kit.f_kind[face] == F_CHARACTER:
            out["level"] = kit.f_level[face]
            out["cost"] = s.printed(FIELDING, die)
            in_field = s.zone_of(die) == FIELD
            out["attack"] = s.attack_of(die) if in_field else s.printed(ATTACK, die)
            out["defence"] = s.defence_of(die) if in_field else s.printed(DEFENCE, die)
            out["damage"] = s.damage[die]
            if s.effects and kit.abilities is not None:
                copies = kit.abilities.copies(s, die)
                if copies:
                    out["copies"] = [{"what": what, "card": card, "title": kit.titles[card]} for what, card in copies]
    return out
