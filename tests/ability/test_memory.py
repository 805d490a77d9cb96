"""Sentences that are remembered mean what the grammar reads, and all of the built-in cards are."""

from __future__ import annotations

from dicehall.ability.memory import memory
from dicehall.ability.parsing import read_ability, read_burst, read_global
from dicehall.dicemasters.cards import load_catalogue


def test_what_is_remembered_is_what_is_read() -> None:
    kept = memory()
    assert kept.abilities and kept.bursts and kept.globals
    for text, ability in kept.abilities.items():
        assert read_ability(text) == ability
    for text, burst in kept.bursts.items():
        assert read_burst(text) == burst
    for text, line in kept.globals.items():
        assert read_global(text) == line


def test_every_sentence_of_the_built_in_cards_is_remembered() -> None:
    kept = memory()
    for card in load_catalogue().cards:
        missing = [x for x in card.text if x not in kept.abilities]
        missing += [x for x in (*card.burst1, *card.burst2, *card.burst) if x not in kept.bursts]
        missing += [x for x in card.global_ if x not in kept.globals]
        assert not missing, f"run `make remembered`: {card.id} {missing}"
