"""Dice that come from their cards: bought, or by Fusion. Rules 2.7.8, 3.3, 9.4.7."""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.sockets import OPEN_PLACE, PURCHASE
from dicehall.dicemasters.terms import E_BOUGHT, USED, WIN_PURCHASED, ZONES


def next_on(s: Board, card: int) -> int:
    """The die that is the next to come from a card."""
    return s.kit.card_first[card] + s.kit.card_total[card] - s.left[card]


def take_off(s: Board, seat: int, card: int, zone: int) -> int:
    """A die comes from its card into a zone of a seat. A basic action die is numbered by who holds it."""
    kit = s.kit
    die = next_on(s, card)
    s.left[card] -= 1
    if s.owner[die] != seat:
        s.set_owner(die, seat)
    if s.num[die] == 0:
        first = kit.card_first[card]
        dice = range(first, first + kit.card_total[card])
        s.set_number(die, 1 + sum(1 for d in dice if s.owner[d] == seat and s.num[d] > 0))
    z = kit.zone_at[seat * ZONES + zone]
    s.zones[z].append(die)
    s.where[die] = z
    return die


def buy(s: Board, seat: int, card: int) -> None:
    """A die comes from its card to the Used Pile (3.3.3), unless a text sends it elsewhere."""
    die = take_off(s, seat, card, USED)
    s.ev.append((E_BOUGHT, s.cause, "3.3.3", seat, die, (card,)))
    abilities = s.kit.abilities
    if abilities is not None:
        abilities.used_up(s, PURCHASE, seat, die)
        if abilities.diverts and s.effects:
            zone = abilities.bought(s, seat, die)
            if zone != USED and zone < OPEN_PLACE:
                s.settle(die, zone, "3.3.3")
        s.raise_window(WIN_PURCHASED, seat, die)
