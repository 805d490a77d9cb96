"""What does not change during a game of IRONDIE: the dice of all sets, who holds them, who sits where, the table."""

from __future__ import annotations

from dicehall.irondie.dice import CLASS_OF, SHAPES, Die
from dicehall.irondie.sets import parse_die
from dicehall.irondie.setup import Setup, check, table_of


class Kit:
    """Dice are numbered through all sets: die `first[seat] + place` is that place of the seat's set."""

    __slots__ = (
        "bonuses", "colour", "dice", "die_class", "first", "n_dice", "n_seats", "names", "number", "rare", "same",
        "seat_names", "seat_of", "seats_of", "setup", "shape", "side_dice", "side_of", "sides", "splits", "table",
        "words",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        check(setup)
        self.setup = setup
        self.table = table_of(setup)
        self.bonuses = [[(b.die_class, b.amount) for b in row.bonuses] for row in self.table.rows]
        self.seat_names = [seat.name for seat in setup.seats]
        self.n_seats = len(setup.seats)
        self.sides = 2
        self.side_of = [seat.side for seat in setup.seats]
        self.seats_of = [[x for x in range(self.n_seats) if self.side_of[x] == side] for side in range(self.sides)]
        self.dice: list[Die] = []
        self.first: list[int] = []
        self.seat_of: list[int] = []
        for x, seat in enumerate(setup.seats):
            self.first.append(len(self.dice))
            self.dice += [parse_die(text) for text in seat.dice]
            self.seat_of += [x] * len(seat.dice)
        self.first.append(len(self.dice))
        self.n_dice = len(self.dice)
        self.shape = [d.shape for d in self.dice]
        self.colour = [d.colour for d in self.dice]
        self.rare = [d.rare for d in self.dice]
        self.die_class = [CLASS_OF[d.shape] for d in self.dice]
        self.words = [str(d) for d in self.dice]
        self.side_dice = [
            [d for d in range(self.n_dice) if self.side_of[self.seat_of[d]] == side] for side in range(self.sides)
        ]
        self.number: list[int] = []  # of equal dice of a seat, from 1 (1.2.4)
        self.same: list[int] = []  # the first die of the seat that is of the same kind
        for d in range(self.n_dice):
            kin = [x for x in range(self.first[self.seat_of[d]], d + 1) if self.dice[x] == self.dice[d]]
            self.number.append(len(kin))
            self.same.append(kin[0])
        self.names = [self._name(d) for d in range(self.n_dice)]
        self.splits: dict[tuple[int, int], list[int]] = {}  # by seat and hand: the ways to divide it

    def _name(self, die: int) -> str:
        """As the notation writes it: with its number only where the seat has several of the kind."""
        several = self.same.count(self.same[die]) > 1
        return f"{self.words[die]}#{self.number[die]}" if several else self.words[die]

    def dice_of(self, seat: int) -> range:
        return range(self.first[seat], self.first[seat + 1])

    def is_specialised(self, die: int) -> bool:
        return SHAPES[self.shape[die]].specialised == self.colour[die]
