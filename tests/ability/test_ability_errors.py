"""Errors point at the word and say what would be right; hostile input is refused and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicehall.ability import language
from dicehall.ability.parsing import AbilityError, parse_ability, parse_burst, parse_global
from dicehall.kernel.errors import InvalidInput


def error(text: str) -> AbilityError:
    with pytest.raises(AbilityError) as caught:
        parse_ability(text)
    assert isinstance(caught.value, InvalidInput)
    assert caught.value.text == text
    return caught.value


def test_an_unknown_word_is_pointed_at() -> None:
    found = error("When fielded, KO an oposing character die.")
    assert (found.column, found.word) == (20, "oposing")
    assert "opposing" in found.near
    assert "column 21: 'oposing' is not a word of the ability language here" in str(found)


def test_a_word_in_the_wrong_place_says_what_was_expected() -> None:
    found = error("When this die attacks, draw a dice.")
    assert (found.column, found.word) == (30, "dice")
    assert "expected here: 'die'" in str(found)


def test_a_wrong_beginning_proposes_whole_phrases() -> None:
    assert "KO target character die" in error("When fielded, destroy target character die.").near
    assert "when this die is blocked" in error("When this die gets blocked, gain 1 life.").near


def test_a_typing_error_in_a_long_phrase() -> None:
    found = error("End each effect of a Global Abilty that still lasts.")
    assert (found.word, found.near) == ("Abilty", ("end each effect of a Global Ability that still lasts",))


def test_there_is_one_wording() -> None:
    found = error("While active, your Sidekick character dice gets +1A.")
    assert (found.column, found.word) == (43, "gets")
    assert found.near == ("While active, your Sidekick character dice get +1A.",)
    joined = error("When fielded, draw a die. Move it to your Prep Area.")
    assert joined.near == ("When fielded, draw a die and move it to your Prep Area.",)
    assert error("KO  this die.").near == ("KO this die.",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ".",
        "Gain 1 life",
        "Gain 100 life.",
        "Gain 99999999999999999999999999 life.",
        "Gain \u0661 life.",
        "Gain X life.",
        "Gain 1 life, where X is its A.",
        "If not, gain 1 life.",
        "If you do, gain 1 life.",
        "Then gain 1 life.",
        "2 damage to target player.",
        "This die gets +0A.",
        "Spin this die to level 9.",
        "Gain 1 life.\n",
        "Gain\u00a01 life.",
        "\x00",
        "Suit Up: \x01Iron Man\x02.",
        'KO each die named "".',
        'KO each die named "Thor.',
        "[" * 500,
        "KO " * 300,
        "that " * 200,
        '"' * 999,
        "Gain 1 life. " * 1000,
        "A" * 1001,
    ],
)
def test_refused(text: str) -> None:
    for parse in (parse_ability, parse_burst, parse_global):
        with pytest.raises(AbilityError):
            parse(text)


def test_a_long_line_is_read_and_a_longer_one_is_not() -> None:
    line = "Gain 1 life. " * 76
    assert len(parse_ability(line.strip()).do) == 76
    assert "at most 1000 characters" in str(error("Gain 1 life. " * 77))


words = st.sampled_from(sorted(language.lexer().texts.values()))
salad = st.lists(st.one_of(words, st.text(max_size=4), st.integers().map(str)), max_size=40).map(" ".join)


@settings(deadline=None)
@given(st.one_of(st.text(), salad, salad.map(lambda text: text + ".")))
@example("When fielded, " * 60)
def test_any_text_is_answered_or_refused(text: str) -> None:
    for parse in (parse_ability, parse_burst, parse_global):
        try:
            parse(text)
        except AbilityError as caught:
            assert 0 <= caught.column <= len(text)
            assert str(caught)


def test_a_sentence_is_read_once() -> None:
    text = "While active, when you or this die takes damage, KO an opposing level 1 character die."
    assert parse_ability(text) is parse_ability(text)
    assert parse_ability.__wrapped__(text) == parse_ability(text)


def test_the_grammar_has_no_conflicts() -> None:
    assert language.parser().options.strict
    assert language.parser().options.parser == "lalr"
