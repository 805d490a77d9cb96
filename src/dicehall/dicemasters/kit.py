"""All that does not change during a game, as flat lists: cards, faces, dice, seats. Shared by all copies of a state.

A die is a number; a face is card * 6 + its place on the die, so that one look-up tells everything about it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from dicehall.dicemasters.cards import Card, DieDef
from dicehall.dicemasters.edition import Edition, edition_named
from dicehall.dicemasters.setup import SIDEKICK_NAME, Setup
from dicehall.dicemasters.sockets import Abilities
from dicehall.dicemasters.terms import (
    ACTION,
    BASIC,
    CHARACTER,
    ENERGY_NAMES,
    F_ACTION,
    F_CHARACTER,
    F_ENERGY,
    GENERIC,
    PREP,
    SIDEKICK,
    WILD,
    ZONES,
)
from dicehall.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.runner import Runner

_CARD_KINDS: Final = {"sidekick": SIDEKICK, "character": CHARACTER, "action": ACTION, "basic_action": BASIC}
_FACE_KINDS: Final = {"energy": F_ENERGY, "character": F_CHARACTER, "action": F_ACTION}

# Kinds of energy dice as payments see them: 0-3 one symbol, 4 one wild, 5 one generic without a die,
# 6-9 two symbols with a face for one, 10 two generic, 11-14 two symbols without such a face (3.2.9).
K_WILD: Final = 4
K_LOOSE: Final = 5
K_DOUBLE: Final = 6
K_GENERIC2: Final = 10
K_RIGID: Final = 11
K_KINDS: Final = 15
UNITS: Final[tuple[int, ...]] = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2)
# The types that each kind can stand for, one bit a type; ANY_TYPE is what a cost asks for that asks for none.
STANDS_FOR: Final[tuple[int, ...]] = (1, 2, 4, 8, 15, 0, 1, 2, 4, 8, 0, 1, 2, 4, 8)
ANY_TYPE: Final = 16


class DieTable:
    """What the six faces of a die are, as numbers; other faces of the die are named by their place, 0 to 5."""

    def __init__(self, die: DieDef) -> None:
        faces = die.faces
        self.kind: list[int] = [_FACE_KINDS[f.kind] for f in faces]
        self.type: list[int] = [ENERGY_NAMES.index(f.energy) if f.energy else -1 for f in faces]
        self.count: list[int] = [f.count for f in faces]
        self.level: list[int] = [f.level for f in faces]
        self.cost: list[int] = [f.cost for f in faces]
        self.attack: list[int] = [f.attack for f in faces]
        self.defence: list[int] = [f.defence for f in faces]
        self.bursts: list[int] = [f.bursts for f in faces]
        self.same: list[int] = [faces.index(f) for f in faces]
        self.half: list[int] = [-1] * len(faces)
        self.up: list[int] = [-1] * len(faces)
        self.down: list[int] = [-1] * len(faces)
        for f in range(len(faces)):
            for e in range(len(faces)):
                if self.kind[f] == F_ENERGY and self.count[f] == 2 and self.half[f] < 0:
                    if self.kind[e] == F_ENERGY and self.type[e] == self.type[f] and self.count[e] == 1:
                        self.half[f] = e
                if self.kind[f] == F_CHARACTER == self.kind[e]:
                    if self.level[e] == self.level[f] + 1:
                        self.up[f] = e
                    elif self.level[e] == self.level[f] - 1:
                        self.down[f] = e
        self.pay: list[int] = [self._pay_kind(f) for f in range(len(faces))]
        self.units: list[int] = [UNITS[k] if k >= 0 else 0 for k in self.pay]
        self.types: list[int] = [STANDS_FOR[k] if k >= 0 else 0 for k in self.pay]

    def _pay_kind(self, f: int) -> int:
        if self.kind[f] != F_ENERGY:
            return -1
        kind, count = self.type[f], self.count[f]
        if kind == GENERIC:
            return K_GENERIC2 if count == 2 else K_LOOSE
        if count == 1:
            return kind  # WILD is K_WILD
        if kind == WILD:
            raise InvalidInput("a face with two wild energies is not known to any of the rulebooks")
        return (K_DOUBLE if self.half[f] >= 0 else K_RIGID) + kind


@lru_cache(maxsize=1024)
def die_table(die: DieDef) -> DieTable:
    """Worked out once for each kind of die; nobody changes it."""
    return DieTable(die)


class Kit:
    """Card 0 is the Sidekick, which has no card; then the seats' cards and the basic actions as the Setup has them."""

    __slots__ = (
        "abilities", "all_defend", "buyable", "card_asks", "card_cost", "card_first", "card_kind", "card_seat",
        "card_total", "card_type", "cards", "dice_of", "die_card", "edition", "f_attack", "f_bursts", "f_cost",
        "f_count", "f_defence", "f_down", "f_half", "f_kind", "f_level", "f_pay", "f_same", "f_type", "f_types",
        "f_units", "f_up", "faces_of", "left", "n_cards", "n_dice", "n_seats", "names", "offers", "open_priority",
        "price", "runner", "seat_names", "seats_from", "seats_of", "setup", "side_of", "sides", "start", "titles",
        "zone_at",
    )  # fmt: skip

    runner: Runner  # the abilities, where they are the texts of cards; set by the game

    def __init__(self, setup: Setup, sidekick: DieDef, abilities: Abilities | None = None) -> None:
        self.setup = setup
        self.edition: Edition = edition_named(setup.edition)
        self.abilities = abilities
        self.open_priority: bool = setup.settings.priority == "open"
        # seats and sides
        self.seat_names: list[str] = [s.name for s in setup.seats]
        self.side_of: list[int] = [s.side for s in setup.seats]
        self.sides: int = len(setup.life)
        self.seats_of: list[list[int]] = [
            [i for i, s in enumerate(setup.seats) if s.side == side] for side in range(self.sides)
        ]
        if any(not seats for seats in self.seats_of):
            raise InvalidInput("every side needs at least one seat")
        self.n_seats: int = len(setup.seats)
        # all seats as each of them counts: those of its own side first
        self.seats_from: list[list[int]] = [
            self.seats_of[side] + [x for x in range(self.n_seats) if self.side_of[x] != side] for side in self.side_of
        ]
        self.zone_at: list[int] = [seat * ZONES + zone for seat in range(self.n_seats) for zone in range(ZONES)]
        for seat in range(self.n_seats):  # a side shares its Prep Area (1.1.2)
            self.zone_at[seat * ZONES + PREP] = self.seats_of[self.side_of[seat]][0] * ZONES + PREP
        # cards
        self.cards: list[Card | None] = [None] + [c.card for c in setup.cards]
        self.n_cards: int = len(self.cards)
        self.names: list[str] = [SIDEKICK_NAME] + [c.card.name for c in setup.cards]
        self.titles: list[str] = [SIDEKICK_NAME] + [c.card.title for c in setup.cards]
        self.card_kind: list[int] = [SIDEKICK] + [_CARD_KINDS[c.card.kind] for c in setup.cards]
        self.card_seat: list[int] = [-1] + [c.seat for c in setup.cards]
        self.card_cost: list[int] = [0] + [c.card.cost for c in setup.cards]
        self.card_type: list[int] = [-1] + [
            ENERGY_NAMES.index(c.card.energy) if c.card.energy else -1 for c in setup.cards
        ]
        self.card_asks: list[int] = [1 << kind if kind >= 0 else ANY_TYPE for kind in self.card_type]
        self.buyable: list[list[int]] = [
            [c for c in range(1, self.n_cards) if self.card_seat[c] in (seat, -1)] for seat in range(self.n_seats)
        ]
        # cost and needed types of each card, as payments see them; nothing asks for no type (3.3.5)
        self.price: list[tuple[int, int]] = [
            (cost, 1 << 4 * kind if kind >= 0 and cost > 0 else 0)
            for cost, kind in zip(self.card_cost, self.card_type, strict=True)
        ]
        # what a seat can buy with each amount of energy: card, and the types of which one must be paid with
        most = max(self.card_cost)
        asked = [self.card_asks[c] if self.card_cost[c] > 0 else ANY_TYPE for c in range(self.n_cards)]
        self.offers: list[list[list[tuple[int, int]]]] = [
            [[(c, asked[c]) for c in cards if self.card_cost[c] <= total] for total in range(most + 1)]
            for cards in self.buyable
        ]
        self._faces([sidekick] + [c.card.die for c in setup.cards])
        self._dice(setup)

    def _faces(self, dies: list[DieDef]) -> None:
        self.f_kind: list[int] = []
        self.f_type: list[int] = []
        self.f_count: list[int] = []
        self.f_level: list[int] = []
        self.f_cost: list[int] = []
        self.f_attack: list[int] = []
        self.f_defence: list[int] = []
        self.f_bursts: list[int] = []
        # the first face of the same die that is equal: two alike faces are one
        self.f_same: list[int] = []
        # the face that shows one symbol where this one shows two (3.2.5), -1 if the die has none
        self.f_half: list[int] = []
        # level up and down (2.4.2), -1 where there is none
        self.f_up: list[int] = []
        self.f_down: list[int] = []
        # as a payment: its kind (-1 if it cannot pay), how many energies, the types that they can stand for
        self.f_pay: list[int] = []
        self.f_units: list[int] = []
        self.f_types: list[int] = []
        for card, die in enumerate(dies):
            table = die_table(die)
            self.f_kind += table.kind
            self.f_type += table.type
            self.f_count += table.count
            self.f_level += table.level
            self.f_cost += table.cost
            self.f_attack += table.attack
            self.f_defence += table.defence
            self.f_bursts += table.bursts
            self.f_same += [card * 6 + f for f in table.same]
            self.f_half += [card * 6 + f if f >= 0 else -1 for f in table.half]
            self.f_up += [card * 6 + f if f >= 0 else -1 for f in table.up]
            self.f_down += [card * 6 + f if f >= 0 else -1 for f in table.down]
            self.f_pay += table.pay
            self.f_units += table.units
            self.f_types += table.types
        # whether no character of theirs falls at once by its printed defence (6.2.3)
        self.all_defend: bool = all(
            defence > 0 or kind != F_CHARACTER for kind, defence in zip(self.f_kind, self.f_defence, strict=True)
        )

    def _dice(self, setup: Setup) -> None:
        """Gives each die its place in the lists (card by card) and its #number (in the order of the seat's table)."""
        placed: list[tuple[int, int, int, int, int, int, int]] = []  # card, owner, zone, face, damage, number, seat
        counts: dict[tuple[int, int], int] = {}
        for seat, table in enumerate(setup.seats):
            for p in table.placed:
                owner = seat if p.owner < 0 else p.owner
                key = (p.card + 1, owner)
                counts[key] = counts.get(key, 0) + 1
                placed.append((p.card + 1, owner, p.zone, p.face, p.damage, counts[key], seat))
        self.left: list[int] = [0] + [c.left for c in setup.cards]
        self.die_card: list[int] = []
        self.card_first: list[int] = []
        self.card_total: list[int] = []
        self.dice_of: list[list[int]] = []  # the dice of each card
        rows: list[list[tuple[int, int]]] = [[] for _ in range(self.n_cards)]  # owner and number, by card
        for row in placed:
            rows[row[0]].append((row[1], row[5]))
        die_of: dict[tuple[int, int, int], int] = {}
        for card in range(self.n_cards):
            self.card_first.append(len(self.die_card))
            for owner, number in rows[card]:
                die_of[(card, owner, number)] = len(self.die_card)
                self.die_card.append(card)
            self.die_card.extend([card] * self.left[card])
            self.card_total.append(len(self.die_card) - self.card_first[card])
            self.dice_of.append(list(range(self.card_first[card], len(self.die_card))))
        # die, seat in whose zone it lies, zone, face, damage, number, owner; in the order of the seats' tables
        self.start: list[tuple[int, int, int, int, int, int, int]] = [
            (die_of[(card, owner, number)], seat, zone, card * 6 + face if face >= 0 else -1, damage, number, owner)
            for card, owner, zone, face, damage, number, seat in placed
        ]
        self.n_dice: int = len(self.die_card)
        faces = [self.f_same[card * 6 : card * 6 + 6] for card in range(self.n_cards)]
        self.faces_of: list[list[int]] = [faces[card] for card in self.die_card]  # of each die; of equal ones the first
        if self.n_dice >= 900:
            raise InvalidInput(f"{self.n_dice} dice are too many for one table (at most 899)")
