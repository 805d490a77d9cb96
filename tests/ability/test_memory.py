"""Sentences that are remembered mean what the grammar reads, and all of the built-in cards are."""

from __future__ import annotations

import pytest

from dicehall.ability import language
from dicehall.ability.language import reads_bare
from dicehall.ability.memory import memory
from dicehall.ability.parsing import read_ability, read_burst, read_global
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.cardtext import text_lines


def test_what_is_remembered_is_what_is_read() -> None:
    kept = memory()
    assert kept.abilities and kept.bursts and kept.globals
    for text, ability in kept.abilities.items():
        assert read_ability(text) == ability
    for text, burst in kept.bursts.items():
        assert read_burst(text) == burst
    for text, line in kept.globals.items():
        assert read_global(text) == line
    for name, bare in kept.names.items():
        assert reads_bare(name) == bare


def test_every_sentence_of_the_built_in_cards_is_remembered() -> None:
    kept = memory()
    for card in load_catalogue().cards:
        missing = [x for x in card.text if x not in kept.abilities]
        missing += [x for x in (*card.burst1, *card.burst2, *card.burst) if x not in kept.bursts]
        missing += [x for x in card.global_ if x not in kept.globals]
        assert not missing, f"run `make remembered`: {card.id} {missing}"


def test_nobody_waits_for_the_grammar_to_read_a_built_in_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def build() -> None:
        raise AssertionError("the grammar is built: run `make remembered`")

    language.is_bare_name.cache_clear()
    monkeypatch.setattr(language, "lexer", build)
    cards = [card for card in load_catalogue().cards if card.lines]
    assert len(cards) > 100
    for card in cards:
        assert text_lines(card) and text_lines(card, "monster")
    language.is_bare_name.cache_clear()
