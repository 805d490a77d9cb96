"""How far cards are supported: computed, written down by `make exercised`, and held here so that no card falls."""

from __future__ import annotations

import importlib.util
import os
import random
import re
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from dicehall.dicemasters.cards import Card, CatalogueError, load_catalogue, load_file
from dicehall.dicemasters.cardtext import card_page, keywords_of, text_lines
from dicehall.dicemasters.support import LEVELS, faults_of, level, line_marks, load_own, rows, sentences

ROOT = Path(__file__).parents[2]
CARDS = load_catalogue().cards


def exercised() -> ModuleType:
    spec = importlib.util.spec_from_file_location("exercised", ROOT / "bench" / "exercised.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_card_is_exercised() -> None:
    assert len(CARDS) == 344
    fallen = {card.id: level(card) for card in CARDS if level(card) != "exercised"}
    assert not fallen, f"run `make exercised`, or write scenarios: {fallen}"


def test_the_file_is_about_the_cards_as_they_are() -> None:
    count = exercised().scenarios_of
    for card in CARDS:
        row = rows()[card.id]
        assert row.text == sentences(card)
        assert row.scenarios <= count(card), f"{card.id} had {row.scenarios} scenarios and has fewer now"
        assert set(row.seeds) == set(line_marks(card))


def test_every_card_has_scenarios_of_its_effect_its_bounds_its_bursts_and_its_global() -> None:
    missing = []
    for card in CARDS:
        names = [path.stem for path in (exercised().SCENARIOS / card.set).glob(f"{card.number}-*.toml")]
        wanted = {
            "effect": card.text, "not": card.lines, "burst": (*card.burst1, *card.burst2, *card.burst),
            "global": card.global_,
        }  # fmt: skip
        for word, lines in wanted.items():
            if lines and not any(re.search(rf"-{word}(-|$)", name) for name in names):
                missing.append(f"{card.id} {word}")
        assert names, card.id
    assert not missing


def test_a_sample_of_the_games_shows_the_same_lines_at_work() -> None:
    number = 60 if os.environ.get("DICEHALL_TEST_ALL") else 6
    lines = [(card, mark, rows()[card.id].seeds[mark]) for card in CARDS for mark in line_marks(card)]
    play = exercised().lines_of_game
    for card, mark, seed in random.Random(7).sample(lines, number):
        assert mark in play(card, seed), f"{card.id} {mark} is not at work in game {seed}"


def test_a_changed_sentence_is_not_exercised_any_more() -> None:
    card = load_catalogue().by_id["imw30"]
    changed = Card(**{f: getattr(card, f) for f in card.__struct_fields__} | {"text": ("Gain 1 life.",)})
    assert (level(card), level(changed)) == ("exercised", "parsed")
    assert LEVELS.index("parsed") < LEVELS.index("exercised")


def test_no_name_of_a_card_stands_in_the_code() -> None:
    titles = {card.title for card in load_catalogue().cards if card.subtitle}
    names = {card.name for card in load_catalogue().cards}
    source = ROOT / "src" / "dicehall"
    for path in source.rglob("*.py"):
        code = path.read_text()
        found = [title for title in titles if title in code]
        if "effects" in path.parts:
            found += [name for name in names if f'"{name}"' in code]
        assert not found, f"{path} names {found}"


# ---- cards as players read them --------------------------------------------------------------------------------


def test_a_card_reads_in_the_words_of_its_set() -> None:
    by_id = load_catalogue().by_id
    harpie, page = by_id["ygo4"], "\n".join(card_page(by_id["ygo4"]))
    assert "monster" in page and "character die" not in page
    assert "character" in "\n".join(text_lines(harpie, "hero"))
    assert keywords_of(by_id["tmnt49"]) == ["Overcrush"]
    assert any(line.startswith("  (Overcrush:") for line in card_page(by_id["tmnt49"]))
    assert "  (no ability)" in card_page(by_id["imw16"])
    unknown = msgspec.structs.replace(by_id["imw16"], known=False)
    assert any("not known" in line for line in card_page(unknown))


# ---- cards of one's own ----------------------------------------------------------------------------------------

DIE = """
name = "Ogre"
kind = "character"
energy = "fist"
energy_faces = ["fist", "fist2", "fist2"]
levels = [[0, 1, 1, 0], [1, 2, 2, 0], [1, 3, 3, 0]]

[[card]]
number = 1
subtitle = "Under the Bridge"
cost = 3
max = 4
text = "SENTENCE"
"""


def own(tmp_path: Path, sentence: str) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir(exist_ok=True)
    (folder / "ogre.toml").write_text(DIE.replace("SENTENCE", sentence))
    return folder


def test_a_good_sentence_is_taken(tmp_path: Path) -> None:
    folder = own(tmp_path, "When fielded, gain 2 life.")
    assert [card.id for card in load_own(folder)] == ["mine1"]
    assert not faults_of(load_file(folder / "ogre.toml"))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("When fielded, win the game.", ("line 13", "'win'", "column")),
        ("When fielded, gain 999999999 life.", ("line 13", "999999999")),
        ("When fielded, " + "if you have an active Ogre, " * 200 + "gain 1 life.", ("line 13", "characters")),
        ("When fielded, this die ignores that effect.", ("line 13", "not know yet")),
    ],
)
def test_a_bad_sentence_is_named_with_its_place(tmp_path: Path, sentence: str, words: tuple[str, ...]) -> None:
    folder = own(tmp_path, sentence[:1900])
    with pytest.raises(CatalogueError) as caught:
        load_own(folder)
    for word in ("ogre.toml", *words):
        assert word in str(caught.value)
