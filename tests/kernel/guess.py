"""A small game with secret choices, for tests of the kernel.
In each round all seats choose a number from 0 to 3 at once and in secret; then a die is rolled, and who alone is
nearest to its value modulo 4 scores. Who has 5 first wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from dicehall.kernel.decision import Chance, Decision, Kind, Outcome, Wait
from dicehall.kernel.dice import Dice, Rng, SeededDice, load_dice
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason, StaleVersion
from dicehall.kernel.event import Event
from dicehall.kernel.state import Game, State

GOAL = 5
NUMBERS = 4
OUT = -1  # no number yet


class Guess(Game):
    def __init__(self, kind: type[GuessState], seats: int = 2) -> None:
        self.kind = kind
        self.seats = seats

    def new_state(self) -> GuessState:
        return self.kind(self)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return ("Ann", "Bob", "Cat")[: self.seats]

    def load(self, data: bytes) -> GuessState:
        state = self.kind(self)
        fields, dice = msgspec.json.decode(data)
        for name, value in fields.items():
            setattr(state, name, value)
        state.dice = load_dice(dice)
        return state


class GuessState(State):
    __slots__ = ("_game", "base", "count", "dice", "log", "numbers", "scores", "since", "target", "why", "winners")

    def __init__(self, game: Guess) -> None:
        self._game = game
        self.scores = [0] * game.seats
        self.numbers = [OUT] * game.seats
        self.target = OUT  # of the last round
        self.since = 0  # the version at which the question was opened
        self.winners: list[int] = []
        self.why = ""  # why the game is over
        self.count = 0
        self.dice: Dice | None = None
        self.log: list[tuple[str, int, int, list[int]]] = [("starts", -1, -1, [])]
        self.base = 0

    @property
    def game(self) -> Game:
        return self._game

    @property
    def wait(self) -> Wait:
        if self.why:
            return Wait.OVER
        return Wait.DECISION if OUT in self.numbers else Wait.CHANCE

    @property
    def decision(self) -> Decision | None:
        asked = self.decisions
        return asked[0] if asked else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(self.question(seat) for seat in self.asked())

    def asked(self) -> list[int]:
        if self.wait is not Wait.DECISION:
            return []
        return [seat for seat, number in enumerate(self.numbers) if number == OUT]

    def question(self, seat: int) -> Decision:
        actions = tuple(self.legal_actions(seat))
        return Decision(seat, Kind.NUMBER, actions, "Which number?", version=self.since, secret=True)

    @property
    def committed(self) -> tuple[int, ...]:
        if self.wait is not Wait.DECISION:
            return ()
        return tuple(seat for seat, number in enumerate(self.numbers) if number != OUT)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(tuple(self.winners), self.why) if self.why else None

    @property
    def version(self) -> int:
        return self.count

    def legal_actions(self, seat: int | None = None) -> list[int]:
        asked = self.asked()
        return list(range(NUMBERS)) if asked and (seat is None or seat in asked) else []

    def is_legal(self, action: int, seat: int | None = None) -> bool:
        return action in self.legal_actions(seat)

    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        if self.is_legal(action, seat):
            return []
        asked = self.legal_actions(seat)
        return [Reason("a number from 0 to 3 is asked for" if asked else "no number is asked for")]

    def begin(self) -> None:
        self.base += len(self.log)
        self.log = []
        self.count += 1

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if version is not None and not self.since <= version <= self.count:
            raise StaleVersion(version, self.count)
        if not self.is_legal(action, seat):
            raise IllegalAction(self.explain(action, seat))
        self.begin()
        self.take(self.asked()[0] if seat is None else seat, action)
        self.roll()

    def take(self, seat: int, number: int) -> None:
        self.numbers[seat] = number
        self.log.append(("chose", -1, seat, []))
        if OUT not in self.numbers:
            self.log.append(("revealed", self.base, -1, self.numbers[:]))

    def roll(self) -> None:
        while self.dice is not None and self.wait is Wait.CHANCE:
            self.fall(self.dice.outcome(self))

    def fall(self, outcome: tuple[int, ...]) -> None:
        self.target = (outcome[0] + 1) % NUMBERS
        self.log.append(("rolled", -1, self.target, []))
        far = [abs(number - self.target) for number in self.numbers]
        if far.count(min(far)) == 1:
            seat = far.index(min(far))
            self.scores[seat] += 1
            self.log.append(("scored", self.base + len(self.log) - 1, seat, []))
            if self.scores[seat] >= GOAL:
                self.winners, self.why = [seat], "goal"
        self.numbers = [OUT] * len(self.numbers)
        self.since = self.count

    def call(self, word: str) -> None:
        if word != "time":
            super().call(word)
        self.end([], "time")

    def concede(self, seat: int, why: str = "") -> None:
        if seat not in range(len(self.scores)):
            raise InvalidInput(f"there is no seat {seat}")
        self.end([other for other in range(len(self.scores)) if other != seat], "conceded")

    def end(self, winners: list[int], why: str) -> None:
        if self.why:
            raise IllegalAction([Reason("the game is over")])
        self.begin()
        self.log.append((why, -1, -1, []))
        self.winners, self.why = winners, why

    @property
    def chance(self) -> Chance | None:
        return Chance("roll", 0, (0,), 1) if self.wait is Wait.CHANCE else None

    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        if self.chance is not None:  # 1 and 5 come to the same, and so do 2 and 6
            for face in range(4):
                yield (face,), (2 if face < 2 else 1) / 6

    def sample_chance(self, rng: Rng) -> tuple[int, ...]:
        return tuple(rng.faces(1))

    def check_chance(self, outcome: tuple[int, ...]) -> None:
        if self.chance is None:
            raise IllegalAction([Reason("no roll is open")])
        if len(outcome) != 1 or not 0 <= outcome[0] < 6:
            raise InvalidInput("one face from 0 to 5")

    def apply_chance(self, outcome: tuple[int, ...]) -> None:
        self.check_chance(outcome)
        self.begin()
        self.fall(outcome)

    def proceed(self) -> None:
        raise IllegalAction([Reason("this game has no pauses")])

    def clone(self) -> GuessState:
        other = type(self)(self._game)
        other.scores, other.numbers, other.winners = self.scores[:], self.numbers[:], self.winners[:]
        other.target, other.since, other.why, other.count = self.target, self.since, self.why, self.count
        other.base, other.log = self.base + len(self.log), []
        other.dice = None if self.dice is None else self.dice.clone()
        return other

    def resample(self, seat: int, rng: Rng) -> GuessState:
        other = self.clone()
        for hidden in self.committed:
            if hidden != seat:
                other.numbers[hidden] = rng.below(NUMBERS)
        other.set_dice(SeededDice(rng.word()))
        return other

    def set_dice(self, dice: Dice | None) -> None:
        self.dice = dice
        if dice is not None and self.wait is Wait.CHANCE:
            self.begin()
            self.roll()

    def view(self, seat: int) -> dict[str, Any]:
        shown = OUT not in self.numbers
        numbers = [n if shown or at == seat else OUT for at, n in enumerate(self.numbers)]
        committed = list(self.committed)
        return {"scores": self.scores[:], "target": self.target, "numbers": numbers, "committed": committed}

    @property
    def events(self) -> list[Event]:
        return [
            Event(self.base + i, kind, cause, "", a, -1, tuple(xs)) for i, (kind, cause, a, xs) in enumerate(self.log)
        ]

    def fields(self) -> dict[str, Any]:
        names = ("scores", "numbers", "target", "since", "winners", "why", "count")
        return {name: getattr(self, name) for name in names}

    def save(self) -> bytes:
        dice = None if self.dice is None else self.dice.save()
        return msgspec.json.encode([{**self.fields(), "base": self.base, "log": self.log}, dice])

    def fingerprint(self) -> bytes:
        return msgspec.json.encode([self.fields(), None if self.dice is None else self.dice.save()])
