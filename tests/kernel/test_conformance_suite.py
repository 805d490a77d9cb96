"""The conformance suite itself: small games that are no Dice Masters pass it, and every spoiled copy of them fails.
Each copy has one fault, and the check that is meant for it must find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from guess import NUMBERS, OUT, Guess, GuessState
from race import BANK, RISK, Race, RaceState

from dicehall.kernel import conformance
from dicehall.kernel.decision import Chance, Decision, Outcome
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import IllegalAction, Reason, StaleVersion
from dicehall.kernel.event import Event
from dicehall.kernel.state import State


def test_a_sound_game_passes() -> None:
    game = Race(RaceState)
    conformance.check_game(lambda seed: game.new_state(), game.load, range(10))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_sound_game_with_secrets_passes(seats: int) -> None:
    game = Guess(GuessState, seats)
    conformance.check_game(lambda seed: game.new_state(), game.load, range(8))


# ---- spoiled copies: what is wrong with each, and the check that must notice it --------------------------------


class Endless(RaceState):
    def fall(self, outcome: tuple[int, ...]) -> None:
        super().fall(outcome)
        self.rolled = [0, 0]


class NoAnswer(RaceState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        return [a for a in super().legal_actions(seat) if self.scores[0] < 15]


class TwoThings(RaceState):
    @property
    def chance(self) -> Chance | None:
        return Chance("roll", 0, (), 0)


class OutcomeTooEarly(RaceState):
    @property
    def outcome(self) -> Outcome | None:
        return Outcome((0,), "goal") if self.scores[0] > 20 else super().outcome


class RefusesListed(RaceState):
    def is_legal(self, action: int, seat: int | None = None) -> bool:
        return super().is_legal(action, seat) and (action != RISK or self.scores[0] < 10)


class AcceptsAnything(RaceState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        super().apply(action if self.is_legal(action, seat) else BANK, version, prefer, seat)


class NoReasons(RaceState):
    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        return []


class Spurious(RaceState):
    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        return [Reason("never")]


class ChangesOnRefusal(RaceState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if not self.is_legal(action, seat):
            self.count += 1
        super().apply(action, version, prefer, seat)


class LosesEventsOnRefusal(RaceState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if not self.is_legal(action, seat):
            self.log = []
        super().apply(action, version, prefer, seat)


class WrongError(RaceState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if action > 1 << 100:
            raise OverflowError("too large")
        super().apply(action, version, prefer, seat)


class IgnoresVersion(RaceState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        super().apply(action, None, prefer, seat)


class AnswersForAnother(RaceState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        super().apply(action, version, prefer)


class ListsForAnother(RaceState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        return super().legal_actions()

    def is_legal(self, action: int, seat: int | None = None) -> bool:
        return seat in (None, self.seat) and super().is_legal(action)


class AllowsAnother(RaceState):
    def is_legal(self, action: int, seat: int | None = None) -> bool:
        return super().is_legal(action)

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if seat not in (None, self.seat):
            raise IllegalAction([Reason("it is the turn of another")])
        super().apply(action, version, prefer, seat)


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
        (AnswersForAnother, _answers, "seat .* answers is not refused"),
        (ListsForAnother, _answers, "is not asked and has answers"),
        (AllowsAnother, _answers, "is not asked and may answer"),
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


# ---- spoiled copies of the game with secrets ------------------------------------------------------------------


class ShowsTheNumbers(GuessState):
    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "numbers": self.numbers[:]}


class ShowsSpectatorsTheNumbers(GuessState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) if seat >= 0 else {**super().view(seat), "numbers": self.numbers[:]}


class ShowsTheSum(GuessState):
    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "sum": sum(self.numbers)}


class TellsTheNumber(GuessState):
    def take(self, seat: int, number: int) -> None:
        super().take(seat, number)
        self.log[0] = ("chose", -1, seat, [number])


class TellsOneNumber(GuessState):
    """One number causes an event that the others do not."""

    def take(self, seat: int, number: int) -> None:
        super().take(seat, number)
        if number == 3:
            self.log.append(("dared", self.base, seat, []))


class OffersTheRest(GuessState):
    def legal_actions(self, seat: int | None = None) -> list[int]:
        return [action for action in super().legal_actions(seat) if action not in self.numbers]


class AsksInOtherWords(GuessState):
    def question(self, seat: int) -> Decision:
        asks = "Which number?" if 3 not in self.numbers else "Which number, now that 3 is gone?"
        return msgspec.structs.replace(super().question(seat), asks=asks)


class RefusesWithTheNumber(GuessState):
    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        reasons = super().explain(action, seat)
        return [Reason(f"{reason.text}; you have chosen {max(self.numbers)}") for reason in reasons]


class RefusesByTheNumber(GuessState):
    """A seat that has chosen is told whether it tries the same again."""

    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        again = action in self.numbers and action != OUT
        return [Reason("that is chosen")] if again and self.legal_actions(seat) == [] else super().explain(action, seat)


class CountsByTheNumber(GuessState):
    def take(self, seat: int, number: int) -> None:
        super().take(seat, number)
        self.count += number


class AsksAgain(GuessState):
    def asked(self) -> list[int]:
        return list(range(len(self.numbers))) if super().asked() else []


class HidesWhoHasChosen(GuessState):
    @property
    def committed(self) -> tuple[int, ...]:
        return ()


class AsksOpenly(GuessState):
    def question(self, seat: int) -> Decision:
        return msgspec.structs.replace(super().question(seat), secret=False, version=self.count)


class AsksFromTheFuture(GuessState):
    def question(self, seat: int) -> Decision:
        return msgspec.structs.replace(super().question(seat), version=self.since + 1)


class TakesAnyVersion(GuessState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        super().apply(action, None, prefer, seat)


class LetsChooseAgain(GuessState):
    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        super().apply(action, version, prefer, None if seat in self.committed else seat)


class ResamplesItsOwn(GuessState):
    def resample(self, seat: int, rng: Rng) -> GuessState:
        other = super().resample(seat, rng)
        if seat in self.committed:
            other.numbers[seat] = rng.below(NUMBERS)
        return other


class ResamplesToNothing(GuessState):
    def resample(self, seat: int, rng: Rng) -> GuessState:
        other = super().resample(seat, rng)
        other.numbers = [n if at == seat else OUT for at, n in enumerate(self.numbers)]
        return other


class ForgetsTheNumbers(GuessState):
    def clone(self) -> GuessState:
        other = super().clone()
        if self.committed:
            other.numbers = [n if n == OUT else 0 for n in self.numbers]
        return other


class ResamplesNothing(GuessState):
    """A player that searches in such a copy knows what the others have chosen."""

    def resample(self, seat: int, rng: Rng) -> GuessState:
        other = super().resample(seat, rng)
        other.numbers = self.numbers[:]
        return other


class RefusesAloudWithTheNumber(GuessState):
    """What it explains is sound; what it says when it refuses is not."""

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if not self.is_legal(action, seat):
            raise IllegalAction([Reason(f"no: {max(self.numbers)} is chosen")])
        super().apply(action, version, prefer, seat)


class WantsTheLatestVersion(GuessState):
    """Who was asked before another seat answered comes too late."""

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if version is not None and version != self.count:
            raise StaleVersion(version, self.count)
        super().apply(action, version, prefer, seat)


class TakesAnythingFromTheSecondSeat(GuessState):
    """While the first seat is out, the second may answer anything."""

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        super().apply(action % NUMBERS if seat == 1 and self.asked()[:2] == [0, 1] else action, version, prefer, seat)


Check = Callable[[Guess], None]


def _each(check: Callable[[conformance.Make, int], None]) -> Check:
    def run(game: Guess) -> None:
        for seed in range(4):
            check(lambda _: game.new_state(), seed)

    return run


def _all(game: Guess) -> None:
    conformance.check_game(lambda _: game.new_state(), game.load, range(4))


_secrets = _each(conformance.check_secrets)

LEAKS: list[tuple[type[GuessState], Check, str]] = [
    (ShowsTheNumbers, _secrets, "sees what . chose"),
    (ShowsTheNumbers, _each(conformance.check_views), "shows seat . something else"),
    (ShowsSpectatorsTheNumbers, _secrets, "seat -1 sees what . chose"),
    (ShowsTheSum, _secrets, "sees what . chose"),
    (TellsTheNumber, _secrets, "the events tell"),
    (TellsOneNumber, _secrets, "the events tell"),
    (OffersTheRest, _secrets, "what is asked tells"),
    (AsksInOtherWords, _secrets, "what is asked tells"),
    (RefusesWithTheNumber, _secrets, "a refusal tells"),
    (RefusesByTheNumber, _secrets, "a refusal tells"),
    (CountsByTheNumber, _secrets, "the version tells"),
    (CountsByTheNumber, _each(conformance.check_waits), "is followed by"),
    (AsksAgain, _each(conformance.check_waits), "asked again"),
    (HidesWhoHasChosen, _secrets, "nothing says so"),
    (AsksOpenly, _each(conformance.check_waits), "not in secret"),
    (AsksFromTheFuture, _each(conformance.check_waits), "the decision is of version"),
    (TakesAnyVersion, _each(conformance.check_answers), "version .* is not refused"),
    (LetsChooseAgain, _each(conformance.check_answers), "seat . answers is not refused"),
    (ResamplesItsOwn, _each(conformance.check_views), "shows seat . something else"),
    (ResamplesToNothing, _each(conformance.check_views), "shows seat . something else"),
    (ForgetsTheNumbers, _each(conformance.check_clones), "the copy is not equal"),
]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("kind", "check", "words"), LEAKS)
def test_a_game_that_cannot_keep_a_secret_fails(kind: type[GuessState], check: Check, words: str, seats: int) -> None:
    game = Guess(kind, seats)
    with pytest.raises(AssertionError, match=words):
        check(game)
    with pytest.raises(AssertionError):
        _all(game)


@pytest.mark.parametrize(
    "kind", [ResamplesNothing, RefusesAloudWithTheNumber, WantsTheLatestVersion, TakesAnythingFromTheSecondSeat]
)
def test_a_game_with_a_subtle_fault_fails(kind: type[GuessState]) -> None:
    with pytest.raises(AssertionError):
        _all(Guess(kind))
