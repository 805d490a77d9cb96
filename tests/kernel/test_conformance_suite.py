"""The conformance suite itself: a small game that is no Dice Masters passes it, and every spoiled copy of it fails.
Each copy has one fault, and the check that is meant for it must find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from race import BANK, RISK, Race, RaceState

from dicehall.kernel import conformance
from dicehall.kernel.decision import Chance, Outcome
from dicehall.kernel.errors import Reason
from dicehall.kernel.event import Event
from dicehall.kernel.state import State


def test_a_sound_game_passes() -> None:
    game = Race(RaceState)
    conformance.check_game(lambda seed: game.new_state(), game.load, range(10))


# ---- spoiled copies: what is wrong with each, and the check that must notice it --------------------------------


class Endless(RaceState):
    def fall(self, outcome: tuple[int, ...]) -> None:
        super().fall(outcome)
        self.rolled = [0, 0]


class NoAnswer(RaceState):
    def legal_actions(self) -> list[int]:
        return [a for a in super().legal_actions() if self.scores[0] < 15]


class TwoThings(RaceState):
    @property
    def chance(self) -> Chance | None:
        return Chance("roll", 0, (), 0)


class OutcomeTooEarly(RaceState):
    @property
    def outcome(self) -> Outcome | None:
        return Outcome((0,), "goal") if self.scores[0] > 20 else super().outcome


class RefusesListed(RaceState):
    def is_legal(self, action: int) -> bool:
        return super().is_legal(action) and (action != RISK or self.scores[0] < 10)


class AcceptsAnything(RaceState):
    def apply(self, action: int, version: int | None = None, prefer: tuple[int, ...] = ()) -> None:
        super().apply(action if self.is_legal(action) else BANK, version)


class NoReasons(RaceState):
    def explain(self, action: int) -> list[Reason]:
        return []


class Spurious(RaceState):
    def explain(self, action: int) -> list[Reason]:
        return [Reason("never")]


class ChangesOnRefusal(RaceState):
    def apply(self, action: int, version: int | None = None, prefer: tuple[int, ...] = ()) -> None:
        if not self.is_legal(action):
            self.count += 1
        super().apply(action, version)


class LosesEventsOnRefusal(RaceState):
    def apply(self, action: int, version: int | None = None, prefer: tuple[int, ...] = ()) -> None:
        if not self.is_legal(action):
            self.log = []
        super().apply(action, version)


class WrongError(RaceState):
    def apply(self, action: int, version: int | None = None, prefer: tuple[int, ...] = ()) -> None:
        if action > 1 << 100:
            raise OverflowError("too large")
        super().apply(action, version)


class IgnoresVersion(RaceState):
    def apply(self, action: int, version: int | None = None, prefer: tuple[int, ...] = ()) -> None:
        super().apply(action)


class SharesLists(RaceState):
    def clone(self) -> State:
        other = super().clone()
        assert isinstance(other, RaceState)
        other.scores = self.scores
        return other


class ForgetsInClone(RaceState):
    def clone(self) -> State:
        other = super().clone()
        assert isinstance(other, RaceState)
        other.bold = False
        return other


class SavesTooLittle(RaceState):
    def save(self) -> bytes:
        fields, dice = msgspec.json.decode(super().save())
        del fields["bold"]
        return msgspec.json.encode([fields, dice])


class ForgetsThePlaceOfTheDice(RaceState):
    def save(self) -> bytes:
        fields, dice = msgspec.json.decode(super().save())
        return msgspec.json.encode([fields, dice and [dice[0], dice[1], 0]])


class ShowsTheSeed(RaceState):
    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "dice": None if self.dice is None else self.dice.save()}


class ShowsTheFuture(RaceState):
    def view(self, seat: int) -> dict[str, Any]:
        dice = None if self.dice is None else self.dice.clone().outcome(self)
        return {**super().view(seat), "next": dice}


class LendsItsLists(RaceState):
    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "scores": self.scores}


class WrongProbabilities(RaceState):
    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        return ((outcome, p * 0.99) for outcome, p in super().chance_outcomes())


class MissesAnOutcome(RaceState):
    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        for outcome, p in super().chance_outcomes():
            if outcome != (0, 1):
                yield outcome, p * (2 if outcome == (4, 5) else 1)


class ListsEqualOutcomes(RaceState):
    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        if self.chance is not None:
            for n in range(36):
                yield divmod(n, 6), 1 / 36


class KeepsCount(RaceState):
    """Depends on something outside of its record."""

    played = 0

    def fall(self, outcome: tuple[int, ...]) -> None:
        KeepsCount.played += 1
        super().fall(outcome)
        self.scores[0] += KeepsCount.played % 3 == 0


class CausedByTheFuture(RaceState):
    @property
    def events(self) -> list[Event]:
        return [Event(e.seq, e.kind, e.seq + 1, "") for e in super().events]


class SkipsNumbers(RaceState):
    def begin(self) -> None:
        super().begin()
        self.base += 1


def _waits(game: Race) -> None:
    conformance.check_waits(lambda seed: game.new_state(), 3, 500)


def _answers(game: Race) -> None:
    conformance.check_answers(lambda seed: game.new_state(), 3)


def _clones(game: Race) -> None:
    conformance.check_clones(lambda seed: game.new_state(), 3)


def _saves(game: Race) -> None:
    conformance.check_saves(lambda seed: game.new_state(), game.load, 3)


def _views(game: Race) -> None:
    conformance.check_views(lambda seed: game.new_state(), 3)


def _chance(game: Race) -> None:
    for seed in range(20):
        conformance.check_chance(lambda _: game.new_state(), seed)


def _replay(game: Race) -> None:
    conformance.check_replay(lambda seed: game.new_state(), 3)


def _undo(game: Race) -> None:
    for seed in range(10):
        conformance.check_undo(lambda _: game.new_state(), seed)


def _events(game: Race) -> None:
    conformance.check_events(lambda seed: game.new_state(), 3)


@pytest.mark.parametrize(
    ("kind", "check", "words"),
    [
        (Endless, _waits, "not over after 500"),
        (NoAnswer, _waits, "no answer"),
        (TwoThings, _waits, "waits for 2 things"),
        (OutcomeTooEarly, _waits, "waits for 2 things"),
        (RefusesListed, _answers, "listed and not legal"),
        (AcceptsAnything, _answers, "not refused"),
        (NoReasons, _answers, "no reason"),
        (Spurious, _answers, "reasons against the legal action"),
        (ChangesOnRefusal, _answers, "changed the state"),
        (LosesEventsOnRefusal, _answers, "changed the state"),
        (WrongError, _answers, "OverflowError"),
        (IgnoresVersion, _answers, "version .* is not refused"),
        (SharesLists, _clones, "changed the original"),
        (ForgetsInClone, _clones, "the copy is not equal"),
        (SavesTooLittle, _saves, "another fingerprint"),
        (ForgetsThePlaceOfTheDice, _saves, "another fingerprint"),
        (ShowsTheSeed, _views, "sees the dice to come|depends on the dice"),
        (ShowsTheFuture, _views, "depends on the dice"),
        (LendsItsLists, _views, "changed it|depends on the dice"),
        (WrongProbabilities, _chance, "sum to 0.9"),
        (MissesAnOutcome, _chance, "not among the outcomes|sum to"),
        (ListsEqualOutcomes, _chance, "come to the same"),
        (KeepsCount, _replay, "replays differently"),
        (KeepsCount, _undo, "undo went to another state|another state"),
        (CausedByTheFuture, _events, "no cause"),
        (SkipsNumbers, _events, "is due"),
    ],
)
def test_a_spoiled_game_fails(kind: type[RaceState], check: Callable[[Race], None], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check(Race(kind))
