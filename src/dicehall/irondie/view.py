"""What a seat may see of an IRONDIE game, as plain data. Hidden are answers to an open secret question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicehall.irondie.chromatic import HOW_KNOWN, bonus_text
from dicehall.irondie.dice import ALLIED, ATTACK, CLASS_NAMES, COLOUR_NAMES, DEFENSE, HOSTILE, KINSHIP, LIFE
from dicehall.irondie.duel import D_CHOOSE
from dicehall.irondie.secret import damage_to
from dicehall.irondie.terms import (
    BATTLE,
    FR_BONUS,
    FR_DUEL,
    FR_SECRET,
    FR_SKIRMISH,
    Q_SPLIT,
    Q_WOUND,
    STEP_NAMES,
    ZONE_NAMES,
)

if TYPE_CHECKING:
    from dicehall.irondie.state import IrondieState


def kinship() -> dict[str, dict[str, list[str]]]:
    """Which colours are allied and which are hostile to each colour (2.2); to the others it is neutral."""
    return {
        COLOUR_NAMES[one]: {
            word: [COLOUR_NAMES[other] for other, found in enumerate(row) if found == kind]
            for word, kind in (("allied", ALLIED), ("hostile", HOSTILE))
        }
        for one, row in enumerate(KINSHIP)
    }


def zone_name(s: IrondieState, die: int) -> str:
    """Where a die lies; in the Battle Zone the part of its class."""
    zone = s.zone[die]
    return CLASS_NAMES[s.kit.die_class[die]] if zone == BATTLE else ZONE_NAMES[zone]


def view(s: IrondieState, seat: int) -> dict[str, Any]:
    """The table as a seat sees it; -1 is a spectator."""
    return {**public(s), **own(s, seat)}


def own(s: IrondieState, seat: int) -> dict[str, Any]:
    """What a seat sees instead of what everybody sees."""
    mine: dict[str, Any] = {"seat": seat}
    if seat in s.seats_asked:
        mine["question"] = question(s, seat)
    if seat in s.committed:
        mine["chosen"] = s.answers[seat]
    return mine


def public(s: IrondieState) -> dict[str, Any]:
    """What everybody sees: the view of a spectator."""
    kit = s.kit
    asked, committed = s.seats_asked, s.committed
    seats: list[dict[str, Any]] = []
    for x in range(kit.n_seats):
        dice = [
            {
                "id": d,
                "name": kit.names[d],
                "colour": COLOUR_NAMES[kit.colour[d]],
                "class": CLASS_NAMES[kit.die_class[d]],
                "rare": kit.rare[d],
                "zone": zone_name(s, d),
                "value": s.value[d],
            }
            for d in kit.dice_of(x)
        ]
        seats.append(
            {
                "name": kit.seat_names[x],
                "side": kit.side_of[x],
                "dice": dice,
                "asked": x in asked,
                "committed": x in committed,
            }
        )
    sides = [
        {
            "seats": list(kit.seats_of[side]),
            "life": s.points(side, LIFE),
            "attack": s.points(side, ATTACK),
            "defense": s.points(side, DEFENSE),
            "reserve": s.reserve(side),
            "renounced": s.renounced[side],
        }
        for side in range(kit.sides)
    ]
    duel = [{"die": d, "targets": list(t)} for d, t in zip(s.rolled, s.targets, strict=True)]
    return {
        "game": "irondie",
        "seat": -1,
        "turn": s.turn,
        "step": STEP_NAMES[s.step],
        "sudden_death": s.sudden,
        "sudden_death_called": s.sudden_called,
        "version": s.ver,
        "seats": seats,
        "sides": sides,
        "duel": duel,
        "offensive": s.offensive,
        "priority": s.priority,
        "question": "",
        "chosen": -1,
        "table": {COLOUR_NAMES[c]: bonus_text(row) + HOW_KNOWN[row.known] for c, row in enumerate(kit.table.rows)},
        "kinship": kinship(),
        "winners": list(s.winners),
        "over": s.why_over,
    }


def question(s: IrondieState, seat: int) -> str:
    """What a seat is asked, in words."""
    f = s.stack[-1]
    kit = s.kit
    if f[0] == FR_SECRET:
        if f[3] == Q_SPLIT:
            return "Which dice do you roll into battle? The others stay in reserve."
        if f[3] == Q_WOUND:
            side = kit.side_of[seat]
            damage = min(damage_to(s, side), s.points(side, LIFE))
            return f"{damage} damage: which LIFE dice lose how many points?"
        return "Do you take a LIFE die back into the hand?"
    if f[0] == FR_BONUS:
        die = f[5][0]
        die_class, amount = kit.bonuses[kit.colour[die]][f[1]]
        return f"The bonus of {kit.names[die]}: {amount:+d} to which {CLASS_NAMES[die_class].upper()} die?"
    if f[0] == FR_SKIRMISH:
        return "Do you open a duel, or renounce for this turn?"
    if f[0] == FR_DUEL and f[1] == D_CHOOSE:
        die, target = s.rolled[f[4]], s.targets[f[4]][0]
        amount = s.value[die] if f[6][0] else 1
        name = f"{kit.seat_names[kit.seat_of[target]]}'s {kit.names[target]}"
        return f"{kit.names[die]}: do you add {amount} to {name} ({s.value[target]}) or subtract it?"
    return "Do you roll a die in this duel, or forgo?"
