"""When a die or a card is of use, for who points at one that has no part in what is asked now."""

from __future__ import annotations

from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import BAG, F_ACTION, F_CHARACTER, FIELD, ON_CARD, OUT, PREP, RESERVE, USED, W_MAIN
from dicehall.irondie import IrondieState
from dicehall.irondie.dice import CLASS_NAMES, LIFE
from dicehall.irondie.terms import ABYSS, BATTLE, HAND, LIMBO
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import State


def when(state: State, seat: int, die: int, card: int) -> list[Reason]:
    """When a seat can do something with a thing, or why it never can."""
    if isinstance(state, DMState):
        return _card(state, seat, card) if card >= 0 else _die(state, seat, die)
    assert isinstance(state, IrondieState)
    return _iron(state, seat, die)


def _card(s: DMState, seat: int, card: int) -> list[Reason]:
    kit = s.kit
    if not 0 < card < kit.n_cards:
        return []
    out: list[Reason] = []
    if kit.card_seat[card] not in (seat, -1):
        out.append(Reason(f"{kit.seat_names[kit.card_seat[card]]} alone may buy from this card", "1.5.2"))
    elif not s.left[card]:
        out.append(Reason("no dice are left on this card", "3.3.4"))
    else:
        out.append(Reason("its dice are bought in your own Main Step", "3.3.1"))
    if kit.abilities is not None and not _has_no_global(s, seat, card):
        out.append(Reason("its Global Ability is used in a Main Step, or after blocks", "7.5.2"))
    return out


def _has_no_global(s: DMState, seat: int, card: int) -> bool:
    assert s.kit.abilities is not None
    return any(reason.rule == "7.5.1" for reason in s.kit.abilities.why_not_global(s, seat, card, W_MAIN))


def _die(s: DMState, seat: int, die: int) -> list[Reason]:
    kit = s.kit
    if not 0 <= die < kit.n_dice:
        return []
    zone, face = s.zone_of(die), s.face[die]
    kind = kit.f_kind[face] if face >= 0 else -1
    if zone in (RESERVE, FIELD) and kit.side_of[s.ctrl[die]] != kit.side_of[seat]:
        return [Reason(f"it is {kit.seat_names[s.ctrl[die]]}'s die", "2.7.12")]
    if zone == RESERVE and kind == F_CHARACTER:
        return [Reason("a character in the Reserve Pool is fielded in your own Main Step", "3.4.1")]
    if zone == RESERVE and kind == F_ACTION:
        return [Reason("an action die is used on your own turn, in the Main Step or after blocks", "3.5.1")]
    if zone == RESERVE:
        return [Reason("energy pays: for dice and characters in your own Main Step, for Global Abilities", "3.1.1")]
    if zone == FIELD and kind == F_CHARACTER:
        return [
            Reason("a character in the field attacks in your own Attack Step", "5.2.1"),
            Reason("and blocks in the other side's", "5.3.1"),
        ]
    words = {
        FIELD: ("it lies in the field as long as its card says", "2.7.5"),
        PREP: ("dice in the Prep Area are rolled in the next Roll and Reroll Step", "2.7.3"),
        BAG: ("dice in the bag are drawn at random", "2.7.1"),
        USED: ("dice in the Used Pile wait until the bag is refilled", "2.7.6"),
        OUT: ("dice out of play wait there until Cleanup", "2.7.7"),
        ON_CARD: ("dice on a card must be bought first", "2.7.8"),
    }
    return [Reason(*words[zone])] if zone in words else [Reason("it lies with another die", "2.7.9")]


def _iron(s: IrondieState, seat: int, die: int) -> list[Reason]:
    kit = s.kit
    if not 0 <= die < kit.n_dice:
        return []
    zone, name = s.zone[die], CLASS_NAMES[kit.die_class[die]].upper()
    if zone == ABYSS:
        return [Reason("a die in the Abyss is out of the game", "1.3.5")]
    if zone == LIMBO:
        return [Reason("a die in Limbo comes back to the hand at the end of the turn", "6.1.3")]
    if zone == HAND and kit.seat_of[die] != seat:
        return [Reason(f"it is {kit.seat_names[kit.seat_of[die]]}'s die", "4.2.2")]
    if zone == HAND:
        return [
            Reason("a die in reserve can be rolled in a duel", "4.2.2"),
            Reason("and into the next battle", "3.1.1"),
        ]
    if zone != BATTLE:
        return [Reason("a die in a duel takes effect after the last roll", "4.4.1")]
    if kit.die_class[die] != LIFE:
        return [Reason(f"{name} dice in the Battle Zone count when damage is reckoned", "5.1.1")]
    if kit.side_of[kit.seat_of[die]] != kit.side_of[seat]:
        return [Reason("LIFE dice keep their side in the game", "7.1.1")]
    return [Reason("a LIFE die can be taken back at the end of the turn", "6.1.1")]
