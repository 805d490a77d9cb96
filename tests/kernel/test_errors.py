"""Errors say what is wrong in words, carry what a program needs, and are all ValueErrors.
Also what a Decision, a Chance and an Outcome are: plain values."""

from __future__ import annotations

import pytest

from dicehall.kernel.decision import Chance, Decision, Kind, Outcome
from dicehall.kernel.errors import AmbiguousName, DicehallError, IllegalAction, InvalidInput, Reason, StaleVersion


@pytest.mark.parametrize(
    "error", [DicehallError("x"), InvalidInput("x"), AmbiguousName("x", ["y"]), IllegalAction([]), StaleVersion(1, 2)]
)
def test_all_are_value_errors(error: DicehallError) -> None:
    assert isinstance(error, ValueError) and isinstance(error, DicehallError)


def test_reasons_in_words() -> None:
    assert str(Reason("too dear")) == "too dear"
    assert str(Reason("too dear", "3.3.2")) == "too dear: rule 3.3.2"
    assert str(Reason("too dear", "3.3.2", "Beast")) == "Beast: too dear: rule 3.3.2"


def test_an_illegal_action_carries_every_reason() -> None:
    reasons = [Reason("not now", "4.4.1"), Reason("too dear", "3.3.2")]
    error = IllegalAction(reasons, "buy Beast")
    assert error.reasons == tuple(reasons) and error.what == "buy Beast"
    assert str(error) == "buy Beast: not now: rule 4.4.1; too dear: rule 3.3.2"
    assert str(IllegalAction(reasons[:1])) == "not now: rule 4.4.1"


def test_a_stale_version_names_both() -> None:
    error = StaleVersion(3, 5)
    assert (error.given, error.current) == (3, 5) and "3" in str(error) and "5" in str(error)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Beast"], "it could be Beast"),
        (["Beast", "Storm"], "it could be Beast or Storm"),
        (["Beast", "Storm", "Rogue"], "it could be Beast, Storm or Rogue"),
        ([f"n{i}" for i in range(20)], "n11 or 8 more"),
    ],
)
def test_an_ambiguous_name_lists_what_it_could_be(names: list[str], words: str) -> None:
    error = AmbiguousName("s", names)
    assert error.candidates == tuple(names) and words in str(error)


def test_values_are_frozen() -> None:
    decision = Decision(0, Kind.ONE, (1, 2), "What?")
    for value, name in ((decision, "seat"), (Chance("roll", 0, (1,), 1), "kind"), (Outcome((), "both"), "why")):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
    assert decision == Decision(0, Kind.ONE, (1, 2), "What?")
    assert Outcome((), "both").is_tie and not Outcome((1,), "life").is_tie
