"""A small game that is no Dice Masters, for tests of the kernel.
Two seats roll two dice in turn and bank or risk the sum; who reaches 30 wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from dicehall.kernel.decision import Chance, Decision, Kind, Outcome, Wait
from dicehall.kernel.dice import Dice, Rng, SeededDice, load_dice
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason, StaleVersion
from dicehall.kernel.event import Event
from dicehall.kernel.state import Game, State

GOAL = 30
BANK, RISK = 1, 2


class Race(Game):
    def __init__(self, kind: type[RaceState]) -> None:
        self.kind = kind

    def new_state(self) -> RaceState:
        return self.kind(self)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return ("Ann", "Bob")

    def load(self, data: bytes) -> RaceState:
        state = self.kind(self)
        fields, dice = msgspec.json.decode(data)
        for name, value in fields.items():
            setattr(state, name, value)
        state.dice = load_dice(dice)
        return state


class RaceState(State):
    __slots__ = ("_game", "base", "bold", "count", "dice", "log", "rolled", "scores", "seat", "winner")

    def __init__(self, game: Race) -> None:
        self._game = game
        self.scores = [0, 0]
        self.rolled: list[int] = []
        self.bold = False  # rolls a second time
        self.seat = 0
        self.winner = -1
        self.count = 0
        self.dice: Dice | None = None
        self.log: list[list[Any]] = [["starts", -1]]
        self.base = 0

    @property
    def game(self) -> Game:
        return self._game

    @property
    def wait(self) -> Wait:
        if self.winner >= 0:
            return Wait.OVER
        return Wait.DECISION if self.rolled else Wait.CHANCE

    @property
    def decision(self) -> Decision | None:
        if self.wait is not Wait.DECISION:
            return None
        return Decision(self.seat, Kind.ONE, tuple(self.legal_actions()), "Bank or risk?", version=self.count)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome((self.winner,), "goal") if self.winner >= 0 else None

    @property
    def version(self) -> int:
        return self.count

    def legal_actions(self, seat: int | None = None) -> list[int]:
        if self.wait is not Wait.DECISION or seat not in (None, self.seat):
            return []
        return [BANK] if self.bold else [BANK, RISK]

    def is_legal(self, action: int, seat: int | None = None) -> bool:
        return action in self.legal_actions(seat)

    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        return [] if self.is_legal(action, seat) else [Reason("that cannot be done now")]

    def begin(self) -> None:
        self.base += len(self.log)
        self.log = []
        self.count += 1

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if version is not None and version != self.count:
            raise StaleVersion(version, self.count)
        if not self.is_legal(action, seat):
            raise IllegalAction(self.explain(action, seat))
        self.begin()
        self.log.append(["decided", -1])
        if action == RISK:
            self.bold = True
        else:
            self.scores[self.seat] += sum(self.rolled)
            self.log.append(["banked", self.base])
            if self.scores[self.seat] >= GOAL:
                self.winner = self.seat
            self.bold = False
            self.seat = 1 - self.seat
        self.rolled = []
        self.roll()

    def roll(self) -> None:
        while self.dice is not None and self.wait is Wait.CHANCE:
            self.fall(self.dice.outcome(self))

    def fall(self, outcome: tuple[int, ...]) -> None:
        self.log.append(["rolled", -1])
        self.rolled = sorted(face + 1 for face in outcome)
        if self.bold and outcome[0] == outcome[1]:
            self.rolled = [0, 0]

    def concede(self, seat: int, why: str = "") -> None:
        if self.winner >= 0:
            raise IllegalAction([Reason("the game is over")])
        if seat not in (0, 1):
            raise InvalidInput(f"there is no seat {seat}")
        self.begin()
        self.log.append(["conceded", -1])
        self.winner = 1 - seat

    @property
    def chance(self) -> Chance | None:
        return Chance("roll", self.seat, (0, 1), 2) if self.wait is Wait.CHANCE else None

    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        if self.chance is None:
            return
        for pair in combinations_with_replacement(range(6), 2):
            if not self.bold or pair[0] != pair[1]:
                yield pair, (1 if pair[0] == pair[1] else 2) / 36
        if self.bold:  # all doubles come to the same
            yield (0, 0), 6 / 36

    def sample_chance(self, rng: Rng) -> tuple[int, ...]:
        return tuple(rng.faces(2))

    def check_chance(self, outcome: tuple[int, ...]) -> None:
        if self.chance is None:
            raise IllegalAction([Reason("no roll is open")])
        if len(outcome) != 2 or any(not 0 <= face < 6 for face in outcome):
            raise InvalidInput("two faces from 0 to 5")

    def apply_chance(self, outcome: tuple[int, ...]) -> None:
        self.check_chance(outcome)
        self.begin()
        self.fall(outcome)

    def proceed(self) -> None:
        raise IllegalAction([Reason("this game has no pauses")])

    def clone(self) -> State:
        other = type(self)(self._game)
        other.scores, other.rolled = self.scores[:], self.rolled[:]
        other.bold, other.seat, other.winner, other.count = self.bold, self.seat, self.winner, self.count
        other.base, other.log = self.base + len(self.log), []
        other.dice = None if self.dice is None else self.dice.clone()
        return other

    def resample(self, seat: int, rng: Rng) -> State:
        other = self.clone()
        other.set_dice(SeededDice(rng.word()))
        return other

    def set_dice(self, dice: Dice | None) -> None:
        self.dice = dice
        if dice is not None and self.wait is Wait.CHANCE:
            self.begin()
            self.roll()

    def view(self, seat: int) -> dict[str, Any]:
        return {"scores": self.scores[:], "rolled": self.rolled[:], "seat": self.seat, "bold": self.bold}

    @property
    def events(self) -> list[Event]:
        return [Event(self.base + i, kind, cause, "") for i, (kind, cause) in enumerate(self.log)]

    def fields(self) -> dict[str, Any]:
        names = ("scores", "rolled", "bold", "seat", "winner", "count")
        return {name: getattr(self, name) for name in names}

    def save(self) -> bytes:
        dice = None if self.dice is None else self.dice.save()
        return msgspec.json.encode([{**self.fields(), "base": self.base, "log": self.log}, dice])

    def fingerprint(self) -> bytes:
        return msgspec.json.encode([self.fields(), None if self.dice is None else self.dice.save()])
