"""Where the numbers on a table come from: of a die, of a card, and those of a side, each as a sum of parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicehall.dicemasters.explain import contributions
from dicehall.dicemasters.sockets import ATTACK, DEFENCE, FIELDING, PURCHASE
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import BAG, F_CHARACTER, FIELD, PREP, RESERVE, USED, ZONE_NAMES, ZONES
from dicehall.irondie import IrondieState
from dicehall.irondie.describe import die_word as iron_word
from dicehall.irondie.terms import BATTLE as IRON_BATTLE
from dicehall.irondie.terms import SKIRMISH as IRON_SKIRMISH
from dicehall.irondie.terms import ZONE_NAMES as IRON_ZONES
from dicehall.irondie.view import zone_name
from dicehall.kernel.event import Event
from dicehall.kernel.state import State
from dicehall.notation.dm.log import event_text as dm_text
from dicehall.notation.iron.log import event_text as iron_text
from dicehall.table.messages import Number, Part

MOST = 8  # changes that are told one by one; those before are added up
ZONE_RULES = {"bag": "2.7.1", "prep": "2.7.3", "reserve": "2.7.4", "field": "2.7.5", "used": "2.7.6", "out": "2.7.7"}
IRON_RULES = {"attack": "5.1.1", "defense": "5.1.1", "life": "3.3.2", "reserve": "3.1.1", "limbo": "1.3.4",
              "abyss": "1.3.5"}  # fmt: skip


def numbers_of(
    state: State, log: Sequence[Event], die: int = -1, card: int = -1, seat: int = -1, total: str = ""
) -> list[Number]:
    """The numbers of a die or a card, or a number of a seat's side: its life, what lies in a zone."""
    if isinstance(state, DMState):
        if total:
            return _dm_total(state, log, seat, total)
        return _printed(state, die, card)
    assert isinstance(state, IrondieState)
    if total:
        return _iron_total(state, seat, total)
    return _value(state, log, die)


def _number(name: str, parts: list[Part]) -> Number:
    return Number(name, max(0, sum([part.amount for part in parts])), parts)


def _kinds(names: Iterable[str], rule: str) -> list[Part]:
    """How many of each; the rule says what the zone holds."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [Part(n, name, rule if i == 0 else "") for i, (name, n) in enumerate(counts.items())]


# ---- Dice Masters --------------------------------------------------------------------------------------------------


def _printed(s: DMState, die: int, card: int) -> list[Number]:
    """The numbers of a die in the field or of a character in the Reserve Pool, or what a card costs now."""
    kit = s.kit
    rows: list[tuple[str, int, int, int]] = []  # name, number, seat, subject
    if 0 < card < kit.n_cards:
        rows = [("cost", PURCHASE, max(kit.card_seat[card], 0), card)]
    elif 0 <= die < kit.n_dice and s.face[die] >= 0 and kit.f_kind[s.face[die]] == F_CHARACTER:
        seat = s.ctrl[die]
        rows = [("fielding cost", FIELDING, seat, die)]
        if s.zone_of(die) == FIELD:
            rows = [("attack", ATTACK, seat, die), ("defence", DEFENCE, seat, die)]
    out: list[Number] = []
    for name, number, seat, subject in rows:
        parts = [Part(amount, text, rule) for amount, rule, text in contributions(s, number, seat, subject)]
        out.append(_number(name, parts))
    return out


def _dm_total(s: DMState, log: Sequence[Event], seat: int, total: str) -> list[Number]:
    kit = s.kit
    if not 0 <= seat < len(kit.seat_names):
        return []
    side = kit.side_of[seat]
    if total == "life":
        return [_number("life", _life(s, log, side))]
    if total not in ZONE_NAMES:
        return []
    zone = ZONE_NAMES.index(total)
    seats = [x for x in range(len(kit.seat_names)) if kit.side_of[x] == side] if zone == PREP else [seat]
    titles = [kit.titles[kit.die_card[d]] for x in seats for d in s.zones[x * ZONES + zone]]
    parts = _kinds(sorted(titles) if zone == BAG else titles, ZONE_RULES[total])
    if zone == BAG and not parts and s.zones[seat * ZONES + USED]:
        parts = [Part(0, "the next draw refills it from the Used Pile", "4.2.3")]
    if zone == RESERVE and s.generic[seat]:
        parts.append(Part(s.generic[seat], "generic energy without a die", "3.2.11"))
    return [_number("energy and dice" if zone == RESERVE and s.generic[seat] else "dice", parts)]


def _life(s: DMState, log: Sequence[Event], side: int) -> list[Part]:
    """What it was at the start, and all that has changed it."""
    start = life = s.kit.setup.life[side]
    changes: list[Part] = []
    for event in log:
        if event.kind == "life damage" and event.b == side:
            now = event.xs[1]
        elif event.kind == "life" and event.a == side:
            now = event.xs[0]
        else:
            continue
        if now != life:
            changes.append(Part(now - life, dm_text(s, event).rsplit(" (", 1)[0], event.rule))
        life = now
    if life != s.life[side]:
        changes.append(Part(s.life[side] - life, "otherwise", ""))
    earlier = sum([part.amount for part in changes[:-MOST]])
    before = [Part(earlier, "all that was earlier", "")] if len(changes) > MOST else []
    return [Part(start, "at the start", "1.2.1"), *before, *changes[-MOST:]]


# ---- IRONDIE -------------------------------------------------------------------------------------------------------


def _iron_total(s: IrondieState, seat: int, total: str) -> list[Number]:
    kit = s.kit
    if not 0 <= seat < kit.n_seats or total not in IRON_RULES:
        return []
    dice = [d for d in kit.side_dice[kit.side_of[seat]] if zone_name(s, d) == total]
    if total in IRON_ZONES:
        return [_number("dice", _kinds([iron_word(s, d, kit.seat_of[d]) for d in dice], IRON_RULES[total]))]
    parts = [Part(s.value[d], iron_word(s, d, kit.seat_of[d]), IRON_RULES[total] if d == dice[0] else "") for d in dice]
    return [_number({"attack": "attack", "defense": "defense"}.get(total, "life points"), parts)]


def _value(s: IrondieState, log: Sequence[Event], die: int) -> list[Number]:
    """What a die in play shows: what it rolled, and what was added since."""
    if not 0 <= die < s.kit.n_dice or s.value[die] <= 0:
        return []
    parts: list[Part] = []
    for event in log:
        if event.kind == "rolled" and die in event.xs[: len(event.xs) // 2]:
            parts = [Part(event.xs[len(event.xs) // 2 + event.xs.index(die)], "rolled", event.rule)]
        elif event.kind == "changed" and event.a == die:
            cause = iron_text(s, log[event.cause]) if 0 <= event.cause < len(log) else "changed"
            parts.append(Part(event.b - event.xs[0], cause, event.rule))
        elif event.kind == "moved" and die in event.xs and event.a not in (IRON_BATTLE, IRON_SKIRMISH):
            parts = []
        elif event.kind == "moved" and die in event.xs and not parts:  # no roll brought it into play
            parts = [Part(0, "brought back from Limbo", event.rule)]
    missing = s.value[die] - sum([part.amount for part in parts])
    if missing and parts and parts[0].amount == 0:
        parts[0].amount = missing
    elif missing:
        parts = [Part(s.value[die], "as it lies", "1.3.2")]
    return [_number("value", parts)]
