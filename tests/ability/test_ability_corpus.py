"""Every sentence of the 344 cards is read, and printed as it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicehall.ability.parsing import AbilityError, parse_ability, parse_burst, parse_global
from dicehall.ability.printing import print_ability, print_burst, print_global

CORPUS = Path(__file__).parent / "corpus"
READ: dict[str, Callable[[str], Any]] = {"text": parse_ability, "global": parse_global}
SHOW: dict[str, Callable[..., str]] = {"text": print_ability, "global": print_global}
PARTS = ("text", "burst1", "burst2", "burst", "global")
# Sentences that are not read yet: none, and none may come.
NOT_READ = 0


def lines() -> list[tuple[str, str, str]]:
    found = []
    for path in sorted(CORPUS.glob("*.toml")):
        for card in tomllib.loads(path.read_text(encoding="utf-8"))["card"]:
            found += [(card["id"], part, text) for part in PARTS for text in card.get(part, ())]
    return found


LINES = lines()


def test_the_corpus_is_whole() -> None:
    sets = {path.stem: len(tomllib.loads(path.read_text(encoding="utf-8"))["card"]) for path in CORPUS.glob("*.toml")}
    assert sets == {"avx": 132, "imw": 34, "tmnt": 58, "ygo": 120}
    assert len(LINES) == 470


def test_every_sentence_is_read_and_printed_as_it_stands() -> None:
    failed = []
    for card, part, text in LINES:
        try:
            node = READ.get(part, parse_burst)(text)
        except AbilityError as error:
            failed.append(f"{card} {part}: {error}")
            continue
        assert SHOW.get(part, print_burst)(node) == text
    assert len(failed) == NOT_READ, "\n".join(failed)


def test_no_sentence_ends_without_its_full_stop() -> None:
    for _card, part, text in LINES:
        with pytest.raises(AbilityError):
            READ.get(part, parse_burst)(text[:-1])


def test_a_word_too_many_is_never_skipped() -> None:
    for number, (_card, part, text) in enumerate(LINES):
        words = text.split(" ")
        at = number % (len(words) + 1)
        with pytest.raises(AbilityError):
            READ.get(part, parse_burst)(" ".join([*words[:at], "gladly", *words[at:]]))


def test_a_word_too_few_is_never_guessed() -> None:
    """Leaving out a word gives another sentence that is printed as it stands, or none."""
    for number, (_card, part, text) in enumerate(LINES):
        words = text.split(" ")
        at = number % len(words)
        shorter = " ".join([*words[:at], *words[at + 1 :]])
        try:
            node = READ.get(part, parse_burst)(shorter)
        except AbilityError:
            continue
        assert SHOW.get(part, print_burst)(node) == shorter


def test_the_monster_words_are_another_skin_of_the_same_tree() -> None:
    for _card, part, text in LINES:
        shown = SHOW.get(part, print_burst)(READ.get(part, parse_burst)(text), "monster")
        assert "character" not in shown
        assert shown.count("Field Zone") == text.count("Field Zone")
        assert "field" not in shown.replace("Field Zone", "")
