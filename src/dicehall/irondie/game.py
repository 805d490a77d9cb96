"""The game: IRONDIE with its chromatic table, from which states are made and loaded.

game = irondie.game()
state = game.new_state([("Ann", red), ("Bob", blue)], seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.irondie import saving
from dicehall.irondie.about import about, equals, meant
from dicehall.irondie.chromatic import Table
from dicehall.irondie.describe import action_text
from dicehall.irondie.kit import Kit
from dicehall.irondie.sets import DiceSet, checked
from dicehall.irondie.setup import STEPS, Setup, fresh
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import FR_TURN, SKIRMISH
from dicehall.irondie.turn import begin_at
from dicehall.kernel.decision import About
from dicehall.kernel.dice import Dice, SeededDice, load_dice
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.state import Game, State


class Irondie(Game):
    """Immutable. `table`: a house table in place of the chromatic table (2.4.9)."""

    def __init__(self, table: Table | None = None) -> None:
        self.table = table

    def new_state(
        self,
        sets: Sequence[tuple[str, DiceSet]],
        seed: int | None = None,
        *,
        sides: Sequence[int] | None = None,
    ) -> IrondieState:
        """A fresh game of seats with their names and sets. With a seed the dice roll by themselves.

        `sides` says which side each seat is on; by default each seat is a side of its own.
        """
        for name, one in sets:
            try:
                checked(one)
            except InvalidInput as error:
                raise InvalidInput(f"{name}: {error}") from None
        setup = fresh(list(sets), list(range(len(sets)) if sides is None else sides), self.table)
        return self.state_of(setup, None if seed is None else SeededDice(seed))

    def state_of(self, setup: Setup, dice: Dice | None = None, *, hold: bool = False) -> IrondieState:
        """The state that a Setup describes. `hold`: it waits at the beginning of turns until told to `proceed`."""
        kit = Kit(setup)
        s = IrondieState.__new__(IrondieState)
        s._game = self
        s.kit = kit
        places = [place for seat in setup.seats for place in seat.places] or None
        s.zone = [0] * kit.n_dice if places is None else [p.zone for p in places]
        s.value = [0] * kit.n_dice if places is None else [p.value for p in places]
        s.turn = 1
        s.step = 0
        s.begun = setup.begun
        s.sudden = s.sudden_called = setup.sudden_death
        s.renounced = [False] * kit.sides
        s.rolled = [kit.first[x] + i for _, x, i in setup.duel]
        s.targets = []
        if s.rolled and places is not None:
            s.targets = [tuple([kit.first[x] + i for x, i in places[d].targets]) for d in s.rolled]
        if sorted(s.rolled) != [d for d in range(kit.n_dice) if s.zone[d] == SKIRMISH]:
            raise InvalidInput("the dice of a duel are those in the Skirmish Zones")
        s.offensive = s.priority = s.asked = s.cause = -1
        s.answers = [-1] * kit.n_seats
        s.legal = [[] for _ in range(kit.n_seats)]
        s.since = s.ver = s.base = s.waiting = 0
        s.stack = []
        s.hold = hold
        s.winners = ()
        s.why_over = ""
        s.ev = []
        s.dice = dice
        s.push(FR_TURN)
        begin_at(s, STEPS.index(setup.step), setup.offensive)
        s.check_end()
        s.advance()
        return s

    def seat_names(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, IrondieState)
        return tuple(state.kit.seat_names)

    def describe(self, state: State, action: int, seat: int | None = None) -> str:
        assert isinstance(state, IrondieState)
        if seat is None:
            decision = state.decision
            seat = decision.seat if decision is not None else 0
        return action_text(state, seat, action)

    def about(self, state: State, action: int, seat: int) -> About:
        assert isinstance(state, IrondieState)
        return about(state, seat, action)

    def equals(self, state: State, action: int, seat: int) -> list[tuple[int, tuple[int, ...]]]:
        assert isinstance(state, IrondieState)
        return equals(state, seat, action)

    def meant(self, state: State, seat: int, die: int, card: int) -> list[int]:
        assert isinstance(state, IrondieState)
        return meant(state, seat, die)

    def load(self, data: bytes) -> IrondieState:
        saved = saving.decode(data)
        try:
            kit = Kit(saved.setup)
            saving.check_ranges(kit, saved)
        except DicehallError as error:
            raise InvalidInput(f"the saved game cannot be used: {error}") from None
        s = IrondieState.__new__(IrondieState)
        s._game = self
        s.kit = kit
        for name in saving.SavedState.__struct_fields__:
            setattr(s, name, getattr(saved.state, name))
        s.base = saved.base
        s.ev = saved.ev
        s.dice = load_dice(saved.dice)
        s.legal = [[] for _ in range(kit.n_seats)]
        try:
            s.list_answers()
        except (IndexError, AssertionError, KeyError) as error:
            raise InvalidInput(f"the saved game cannot be used: {error}") from None
        return s


def game(table: Table | None = None) -> Irondie:
    return Irondie(table)
