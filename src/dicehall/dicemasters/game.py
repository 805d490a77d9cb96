"""The game: an edition with its settings, from which states are made and loaded. Rules 1.5, 9.1.

game = dicemasters.game(edition="imw")
state = game.new_state(teams, seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from dicehall.dicemasters.about import about, equals, idle, meant
from dicehall.dicemasters.board import set_up
from dicehall.dicemasters.cards import Card, Catalogue, load_catalogue
from dicehall.dicemasters.describe import step_text
from dicehall.dicemasters.edition import Edition, edition_named
from dicehall.dicemasters.effects.lines import runner_for
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.saving import check_ranges, decode
from dicehall.dicemasters.setup import CardSetup, Settings, Setup, fresh_seat
from dicehall.dicemasters.sockets import Abilities
from dicehall.dicemasters.state import DMState, restore
from dicehall.dicemasters.turn import T_ATTACK, T_BEGIN, T_MAIN, begin_turn_frame
from dicehall.kernel.decision import About
from dicehall.kernel.dice import Dice, SeededDice
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import Game, State

BASIC_DICE = 3
KITS_KEPT = 64


class Team(msgspec.Struct, frozen=True):
    """What a seat brings: cards with how many dice each, basic actions, a name."""

    name: str
    cards: tuple[tuple[Card, int], ...]
    basics: tuple[Card, ...] = ()


class DiceMasters(Game):
    """Immutable. One edition, its settings, a catalogue."""

    def __init__(
        self,
        edition: str,
        settings: Settings | None = None,
        catalogue: Catalogue | None = None,
        abilities: Abilities | None = None,
        blank: bool = False,
    ) -> None:
        self.edition: Edition = edition_named(edition)
        self.settings = settings or Settings()
        self.catalogue = catalogue or load_catalogue()
        self.abilities = abilities  # in place of the cards' own texts
        self.blank = blank  # all cards are played without their texts
        self._kits: dict[tuple[int, ...], tuple[tuple[Team, ...], Kit]] = {}

    def new_state(
        self,
        teams: Sequence[Team],
        seed: int | None = None,
        *,
        life: int = 20,
        sides: Sequence[int] | None = None,
    ) -> DMState:
        """A fresh game. With a seed the dice roll by themselves; without one each chance waits to be given.

        `sides` says which side each seat is on; by default each seat is a side of its own.
        """
        kit = self._kit_of(tuple(teams), life, tuple(range(len(teams)) if sides is None else sides))
        return self._begin(kit, None if seed is None else SeededDice(seed), False)

    def _kit_of(self, teams: tuple[Team, ...], life: int, sides: tuple[int, ...]) -> Kit:
        """The kit of a fresh game. Many games are played with the same teams: the last ones are kept."""
        key = (*[id(team) for team in teams], life, *sides)  # the teams are kept too, so that ids stay theirs
        kept = self._kits.get(key)
        if kept is None:
            if len(self._kits) >= KITS_KEPT:
                self._kits.clear()
            kept = (teams, self._new_kit(self._setup(teams, life, sides)))
            self._kits[key] = kept
        return kept[1]

    def _new_kit(self, setup: Setup) -> Kit:
        """A kit with the texts of its cards."""
        kit = Kit(setup, self.catalogue.sidekick, self.abilities)
        if kit.abilities is None and not self.blank:
            runner = runner_for(kit)
            if runner is not None:
                kit.runner = runner
                kit.abilities = runner
        return kit

    def _setup(self, teams: tuple[Team, ...], life: int, sides: tuple[int, ...]) -> Setup:
        if len(sides) != len(teams) or sorted(set(sides)) != [0, 1]:
            raise InvalidInput("a game has two sides, 0 and 1, and each team sits on one of them")
        cards: list[CardSetup] = []
        basics: dict[str, int] = {}
        for seat, team in enumerate(teams):
            for card, dice in team.cards:
                cards.append(CardSetup(card, seat, dice))
        for team in teams:
            for card in team.basics:  # brought twice: twice the dice (1.5.4)
                basics[card.id] = basics.get(card.id, 0) + BASIC_DICE
        for ident, dice in basics.items():
            cards.append(CardSetup(self._card(ident, teams), -1, dice))
        return Setup(
            edition=self.edition.name,
            seats=tuple(fresh_seat(team.name, side) for team, side in zip(teams, sides, strict=True)),
            cards=tuple(cards),
            life=(life, life),
            max_life=(life, life),
            settings=self.settings,
        )

    @staticmethod
    def _card(ident: str, teams: Sequence[Team]) -> Card:
        return next(card for team in teams for card in team.basics if card.id == ident)

    def state_of(self, setup: Setup, dice: Dice | None = None, *, hold: bool = False) -> DMState:
        """The state that a Setup describes. `hold`: it waits at the beginning of turns until told to `proceed`."""
        return self._begin(self._new_kit(setup), dice, hold)

    def _begin(self, kit: Kit, dice: Dice | None, hold: bool) -> DMState:
        setup = kit.setup
        s = DMState.__new__(DMState)
        s._game = self
        set_up(s, kit)
        s.dice = dice
        s.hold = hold
        step = {"draw": T_BEGIN, "main": T_MAIN, "attack": T_ATTACK}[setup.step]
        begin_turn_frame(s, step)
        if step == T_ATTACK and hold:
            k, at, seat, _, b, xs, ys, cause = s.stack[-1]
            s.stack[-1] = (k, at, seat, 2, b, xs, ys, cause)
        s.advance()
        return s

    def seat_names(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, DMState)
        return tuple(state.kit.seat_names)

    def describe(self, state: State, action: int, seat: int | None = None) -> str:
        assert isinstance(state, DMState)
        return step_text(state, action)

    def about(self, state: State, action: int, seat: int) -> About:
        assert isinstance(state, DMState)
        return about(state, action)

    def equals(self, state: State, action: int, seat: int) -> list[tuple[int, tuple[int, ...]]]:
        assert isinstance(state, DMState)
        return equals(state, action)

    def meant(self, state: State, seat: int, die: int, card: int) -> list[int]:
        assert isinstance(state, DMState)
        return meant(state, seat, die, card)

    def idle(self, state: State, seat: int) -> int:
        assert isinstance(state, DMState)
        return idle(state)

    def load(self, data: bytes) -> DMState:
        saved = decode(data)
        setup = saved.setup
        game = (
            self
            if (self.edition.name, self.settings) == (setup.edition, setup.settings)
            else DiceMasters(setup.edition, setup.settings, self.catalogue, self.abilities, self.blank)
        )
        try:
            kit = self._new_kit(setup)
        except (IndexError, KeyError, ValueError) as error:
            raise InvalidInput(f"the saved game is damaged: {error}") from None
        check_ranges(kit, saved.state)
        return restore(game, kit, saved)

    def __repr__(self) -> str:
        return f"dicemasters.game(edition={self.edition.name!r})"


def game(
    edition: str = "imw", *, priority: str = "tournament", first_turn_rule: bool = False, **more: Any
) -> DiceMasters:
    """A game of an edition: avx, ygo, imw or tmnt."""
    if priority not in ("tournament", "open"):
        raise InvalidInput(f"priority is 'tournament' or 'open', not '{priority}'")
    return DiceMasters(edition, Settings(priority, first_turn_rule), **more)
