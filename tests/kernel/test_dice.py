"""Dice of all sources: fair, repeatable to the exact position, and never made up where a script ends.
Chi-square bounds are five sigma or more with fixed seeds: they do not fail by bad luck."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations

import pytest
from race import Race, RaceState

from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice, RecordedDice, Rng, ScriptedDice, SeededDice, load_dice
from dicehall.kernel.errors import DicehallError, InvalidInput

MASK = (1 << 64) - 1


def chi_square(counts: Counter[int], classes: int) -> float:
    expected = sum(counts.values()) / classes
    return sum((counts[i] - expected) ** 2 / expected for i in range(classes))


def too_far(chi: float, classes: int) -> bool:
    return abs(chi - (classes - 1)) > 5 * math.sqrt(2 * (classes - 1))


# ---- the generator --------------------------------------------------------------------------------------------


def test_words_are_those_of_splitmix64() -> None:
    """The published sequence for the seed 1234567: other implementations give the same dice."""
    rng = Rng(1234567)
    assert [rng.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_position_is_all_there_is() -> None:
    rng = Rng(99)
    words = [rng.word() for _ in range(50)]
    for position in range(50):
        assert Rng(99, position).word() == words[position]


def test_seeds_wrap_at_64_bits() -> None:
    assert Rng(-1).seed == MASK and Rng(1 << 64).seed == 0
    assert Rng(5 + (1 << 64)).word() == Rng(5).word()


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 20, 100])
def test_below_is_in_range_and_fair(n: int) -> None:
    rng = Rng(n)
    counts = Counter(rng.below(n) for _ in range(20_000))
    assert set(counts) == set(range(n))
    if n > 1:
        assert not too_far(chi_square(counts, n), n)


def test_below_has_no_bias_where_words_run_out() -> None:
    """For n of two thirds of all words, taking the rest of a division would favour the lower half two to one."""
    n = (1 << 64) // 3 * 2
    rng = Rng(4)
    low = sum(rng.below(n) < n // 2 for _ in range(6000))
    assert abs(low - 3000) < 5 * (6000 / 4) ** 0.5
    assert rng.position > 8000, "about a third of the words are rejected"


def test_faces_are_fair_one_by_one_and_in_pairs() -> None:
    rng = Rng(6)
    faces = [face for _ in range(3000) for face in rng.faces(8)]
    assert not too_far(chi_square(Counter(faces), 6), 6)
    pairs = Counter(a * 6 + b for a, b in zip(faces[::2], faces[1::2], strict=True))
    assert not too_far(chi_square(pairs, 36), 36)


@pytest.mark.parametrize("count", [0, 1, 23, 24, 25, 48, 100])
def test_faces_gives_as_many_as_asked(count: int) -> None:
    rng = Rng(count)
    faces = rng.faces(count)
    assert len(faces) == count and set(faces) <= set(range(6))
    again = Rng(count)
    assert again.faces(count) == faces and again.position == rng.position


def test_each_place_of_a_word_is_fair() -> None:
    rng = Rng(24)
    rolls = [rng.faces(24) for _ in range(4000)]
    for place in range(24):
        assert not too_far(chi_square(Counter(roll[place] for roll in rolls), 6), 6), f"place {place}"


def test_samples_are_different_numbers_in_every_order_alike() -> None:
    rng = Rng(3)
    orders = {order: i for i, order in enumerate(permutations(range(4), 3))}
    counts = Counter(orders[a, b, c] for a, b, c in (rng.sample(4, 3) for _ in range(12_000)))
    assert not too_far(chi_square(counts, len(orders)), len(orders))
    assert sorted(Rng(1).sample(9, 9)) == list(range(9)) and Rng(1).sample(9, 0) == []


# ---- sources of dice ------------------------------------------------------------------------------------------


def race() -> RaceState:
    return Race(RaceState).new_state()


def rolls(dice: Dice, count: int) -> list[tuple[int, ...]]:
    state = race()
    return [dice.outcome(state) for _ in range(count)]


def test_seeded_dice_repeat() -> None:
    assert rolls(SeededDice(7), 30) == rolls(SeededDice(7), 30) != rolls(SeededDice(8), 30)


@pytest.mark.parametrize("before", [0, 1, 2, 17])
@pytest.mark.parametrize("kind", [SeededDice, ScriptedDice, RecordedDice])
def test_saved_and_cloned_dice_go_on_at_the_same_place(kind: type[Dice], before: int) -> None:
    script = rolls(SeededDice(1), 40)
    dice = SeededDice(5) if kind is SeededDice else ScriptedDice(script) if kind is ScriptedDice else None
    dice = dice or RecordedDice(script)
    rolls(dice, before)
    loaded, cloned = load_dice(dice.save()), dice.clone()
    assert type(loaded) is type(cloned) is kind
    assert loaded is not None and loaded.save() == dice.save() == cloned.save()
    future = rolls(dice, 20)
    assert rolls(loaded, 20) == future == rolls(cloned, 20)


def test_a_clone_does_not_move_its_original() -> None:
    dice = SeededDice(5)
    saved = dice.save()
    rolls(dice.clone(), 3)
    assert dice.save() == saved


def test_scripted_dice_make_nothing_up() -> None:
    dice = ScriptedDice([(0, 1), (2, 3)])
    assert rolls(dice, 2) == [(0, 1), (2, 3)]
    with pytest.raises(DicehallError, match="ends after 2"):
        rolls(dice, 1)
    with pytest.raises(DicehallError, match="ends after 2"):
        rolls(dice, 1)
    with pytest.raises(DicehallError, match="ends after 0"):
        rolls(ScriptedDice([]), 1)


@pytest.mark.parametrize("wrong", [(0,), (0, 1, 2), (0, 6), (-1, 0)])
def test_scripted_dice_refuse_what_cannot_fall(wrong: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInput):
        rolls(ScriptedDice([wrong]), 1)


def test_a_state_with_scripted_dice_stops_where_the_script_ends() -> None:
    state = race()
    state.set_dice(ScriptedDice([(0, 1)]))
    assert state.rolled == [1, 2] and state.wait is Wait.DECISION
    with pytest.raises(DicehallError, match="script"):
        state.apply(1)


def test_recorded_dice_fall_again() -> None:
    fell = rolls(SeededDice(12), 10)
    assert rolls(RecordedDice(fell), 10) == fell
    assert RecordedDice(fell).save()[0] == "recorded" and ScriptedDice(fell).save()[0] == "scripted"


def test_no_dice_stay_no_dice() -> None:
    assert load_dice(None) is None


@pytest.mark.parametrize("wrong", [[], ["seeded"], ["seeded", "1", 0], ["loaded", 1, 0], ["scripted", 3, 0], [1, 2, 3]])
def test_unknown_dice_are_refused(wrong: list[object]) -> None:
    with pytest.raises(InvalidInput, match="unknown dice"):
        load_dice(wrong)
