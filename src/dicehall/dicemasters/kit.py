"""All that does not change during a game, as flat lists: cards, faces, dice, seats. Shared by all copies of a state.

A die is a number; a face is card * 6 + its place on the die, so that one look-up tells everything about it.
"""

from __future__ import annotations

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

_CARD_KINDS = {"sidekick": SIDEKICK, "character": CHARACTER, "action": ACTION, "basic_action": BASIC}
_FACE_KINDS = {"energy": F_ENERGY, "character": F_CHARACTER, "action": F_ACTION}

# Kinds of energy dice as payments see them: 0-3 one symbol, 4 one wild, 5 one generic without a die,
# 6-9 two symbols with a face for one, 10 two generic, 11-14 two symbols without such a face (3.2.9).
K_WILD = 4
K_LOOSE = 5
K_DOUBLE = 6
K_GENERIC2 = 10
K_RIGID = 11
K_KINDS = 15
UNITS = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2)


class Kit:
    """Card 0 is the Sidekick, which has no card; then the seats' cards and the basic actions as the Setup has them."""

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
        self.buyable: list[list[int]] = [
            [c for c in range(1, self.n_cards) if self.card_seat[c] in (seat, -1)] for seat in range(self.n_seats)
        ]
        self._faces([sidekick] + [c.card.die for c in setup.cards])
        self._dice(setup)

    def _faces(self, dies: list[DieDef]) -> None:
        faces = [face for die in dies for face in die.faces]
        self.f_kind: list[int] = [_FACE_KINDS[f.kind] for f in faces]
        self.f_type: list[int] = [ENERGY_NAMES.index(f.energy) if f.energy else -1 for f in faces]
        self.f_count: list[int] = [f.count for f in faces]
        self.f_level: list[int] = [f.level for f in faces]
        self.f_cost: list[int] = [f.cost for f in faces]
        self.f_attack: list[int] = [f.attack for f in faces]
        self.f_defence: list[int] = [f.defence for f in faces]
        self.f_bursts: list[int] = [f.bursts for f in faces]
        n = len(faces)
        # the first face of the same die that is equal: two alike faces are one
        self.f_same: list[int] = [next(e for e in range(f - f % 6, f + 1) if faces[e] == faces[f]) for f in range(n)]
        # the face that shows one symbol where this one shows two (3.2.5), -1 if the die has none
        self.f_half: list[int] = [-1] * n
        # level up and down (2.4.2), -1 where there is none
        self.f_up: list[int] = [-1] * n
        self.f_down: list[int] = [-1] * n
        for f in range(n):
            for e in range(f - f % 6, f - f % 6 + 6):
                if self.f_kind[f] == F_ENERGY and self.f_count[f] == 2 and self.f_half[f] < 0:
                    if self.f_kind[e] == F_ENERGY and self.f_type[e] == self.f_type[f] and self.f_count[e] == 1:
                        self.f_half[f] = e
                if self.f_kind[f] == F_CHARACTER == self.f_kind[e]:
                    if self.f_level[e] == self.f_level[f] + 1:
                        self.f_up[f] = e
                    elif self.f_level[e] == self.f_level[f] - 1:
                        self.f_down[f] = e
        self.f_pay: list[int] = [self._pay_kind(f) for f in range(n)]

    def _pay_kind(self, f: int) -> int:
        if self.f_kind[f] != F_ENERGY:
            return -1
        kind, count = self.f_type[f], self.f_count[f]
        if kind == GENERIC:
            return K_GENERIC2 if count == 2 else K_LOOSE
        if count == 1:
            return kind  # WILD is K_WILD
        if kind == WILD:
            raise InvalidInput("a face with two wild energies is not known to any of the rulebooks")
        return (K_DOUBLE if self.f_half[f] >= 0 else K_RIGID) + kind

    def _dice(self, setup: Setup) -> None:
        """Gives each die its place in the lists (card by card) and its #number (in the order of the seat's table)."""
        placed: list[tuple[int, int, int, int, int, int]] = []  # card, seat, zone, face, damage, number
        counts: dict[tuple[int, int], int] = {}
        for seat, table in enumerate(setup.seats):
            for p in table.placed:
                key = (p.card + 1, seat)
                counts[key] = counts.get(key, 0) + 1
                placed.append((p.card + 1, seat, p.zone, p.face, p.damage, counts[key]))
        self.left: list[int] = [0] + [c.left for c in setup.cards]
        self.die_card: list[int] = []
        self.card_first: list[int] = []
        self.card_total: list[int] = []
        die_of: dict[tuple[int, int, int], int] = {}
        for card in range(self.n_cards):
            self.card_first.append(len(self.die_card))
            for p6 in placed:
                if p6[0] == card:
                    die_of[(card, p6[1], p6[5])] = len(self.die_card)
                    self.die_card.append(card)
            self.die_card.extend([card] * self.left[card])
            self.card_total.append(len(self.die_card) - self.card_first[card])
        # die, seat, zone, face, damage, number; in the order of the seats' tables
        self.start: list[tuple[int, int, int, int, int, int]] = [
            (die_of[(card, seat, number)], seat, zone, card * 6 + face if face >= 0 else -1, damage, number)
            for card, seat, zone, face, damage, number in placed
        ]
        self.n_dice: int = len(self.die_card)
        if self.n_dice >= 900:
            raise InvalidInput(f"{self.n_dice} dice are too many for one table (at most 899)")
