"""Replacement effects that can meet: each kind of pair has an answer in the rules and a scenario that shows it."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from dicehall.ability import tree
from dicehall.dicemasters.cards import load_catalogue, load_folder
from dicehall.dicemasters.effects.lines import trees_of
from dicehall.dicemasters.meeting import Pair, can_meet, events, pairs
from dicehall.dicemasters.replacing import SIDEKICK, Effect, effects_of
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.rules import rules
from dicehall.notation.scenario import read_scenario, start

SCENARIOS = Path(__file__).parent.parent / "scenarios" / "dicemasters"

# what can stand in a sentence that replaces something
REPLACING = (
    tree.Redirect, tree.TakesNo, tree.DealsNo, tree.Prevent, tree.PreventFirst, tree.ClearDamage, tree.Ignore,
    tree.Cancel, tree.BuyFree, tree.DrawMore, tree.SelfDamage, tree.Twice, tree.Excess, tree.AssignAll, tree.WayOut,
    tree.FieldFree, tree.MayReroll, tree.WouldDraw, tree.WouldDeal, tree.WouldTake, tree.WouldKo, tree.WouldAffect,
    tree.AssignsDamage, tree.Costs, tree.Control,
)  # fmt: skip


@cache
def found() -> tuple[Pair, ...]:
    catalogue = load_catalogue()
    return tuple(pairs(catalogue, catalogue.cards))


@cache
def shown() -> dict[str, set[str]]:
    """The rules that the scenarios of each pair cite, by the pair."""
    out: dict[str, set[str]] = defaultdict(set)
    for path in sorted(SCENARIOS.rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if "\nmeets " in text:
            doc = tomllib.loads(text)
            for name in doc["meets"]:
                out[name] |= set(doc["rules"])
    return out


def effects(number: str) -> list[Effect]:
    catalogue = load_catalogue()
    return effects_of(catalogue.by_id[number], catalogue)


def test_each_pair_has_an_answer_and_no_answer_outlives_its_pair() -> None:
    listed = {(p.event.name, p.kinds) for p in found()}
    answers = {(e.name, a.kinds) for e in events() for a in e.answers}
    assert listed == answers
    assert all(rule in rules() for e in events() for a in e.answers for rule in a.rules)


def test_each_pair_has_a_scenario_that_cites_its_rules() -> None:
    missing = {p.name: p.answer.rules for p in found() if p.answer and not set(p.answer.rules) <= shown()[p.name]}
    assert not missing


def test_each_scenario_names_pairs_that_can_meet() -> None:
    assert set(shown()) == {p.name for p in found()}


def test_a_scenario_names_its_pairs_in_a_list() -> None:
    scenario = read_scenario(SCENARIOS / "7-effects" / "meeting" / "damage-add-add.toml")
    with pytest.raises(InvalidInput, match="meets: a list of texts is wanted"):
        start(scenario._replace(doc={**scenario.doc, "meets": "damage: add, add"}))


def test_every_kind_that_is_found_is_known() -> None:
    catalogue = load_catalogue()
    known = {(event.name, kind.name) for event in events() for kind in event.kinds}
    assert {(e.event, e.kind) for c in catalogue.cards for e in effects_of(c, catalogue)} <= known


def test_no_card_that_replaces_something_is_passed_over() -> None:
    catalogue = load_catalogue()
    for card in catalogue.cards:
        if any(isinstance(n, REPLACING) for n in tree.nodes_of(trees_of(card))):
            assert effects_of(card, catalogue), card.title


@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        ("avx10", {("damage", "add")}),
        ("avx13", {("damage", "reduce"), ("damage", "redirect")}),
        ("avx16", {("damage", "ignore"), ("effect", "ignore")}),
        ("avx128", {("damage", "take none"), ("damage", "prevent")}),
        ("avx119", {("fielding price", "lift")}),
        ("ygo85", {("purchase", "elsewhere")}),
        ("ygo93", {("KO", "elsewhere")}),
        ("ygo102", {("leaving", "elsewhere")}),
        ("imw21", {("KO", "save"), ("combat damage", "leftover")}),
        ("tmnt9", {("purchase price", "Turtle Power")}),
        ("avx97", set()),  # its burst makes its own damage larger: that is one text
    ],
)
def test_what_a_card_replaces(number: str, wanted: set[tuple[str, str]]) -> None:
    assert {(e.event, e.kind) for e in effects(number)} == wanted


def test_texts_about_this_die_meet_texts_about_others_only() -> None:
    slim, scott, car = effects("avx38")[0], effects("avx102")[0], effects("avx34")[0]
    assert not can_meet(slim, scott) and can_meet(slim, car) and can_meet(scott, car)


def test_texts_about_different_things_do_not_meet() -> None:
    (free,), (turtles,) = effects("avx42"), effects("tmnt9")
    assert not can_meet(free, turtles)  # action dice, and characters
    (twice,), (blocked,) = effects("avx115"), effects("avx32")
    assert not can_meet(twice, blocked)  # unblocked, and blocked
    (dearer,), (cheaper,) = effects("avx67"), effects("imw7")[1:]
    assert dearer.on == {SIDEKICK} and not can_meet(dearer, cheaper)


def test_a_text_that_counts_once_does_not_meet_itself() -> None:
    (twice,), (fury,), (knight,) = effects("avx115"), effects("avx51"), effects("ygo19")[:1]
    assert not can_meet(twice, twice) and not can_meet(fury, fury) and can_meet(knight, knight)


def test_cards_of_ones_own_are_read_too(tmp_path: Path) -> None:
    folder = tmp_path / "walls"
    folder.mkdir()
    (folder / "wall.toml").write_text(
        """\
name = "Wall"
kind = "character"
energy = "shield"
energy_faces = ["shield", "shield2", "shield2"]
levels = [[0, 0, 3, 0], [0, 0, 4, 0], [1, 0, 5, 0]]

[[card]]
number = 1
subtitle = "High"
cost = 3
max = 4
rarity = "common"
text = "Your attacking character dice take no combat damage this turn."
"""
    )
    catalogue = load_catalogue().plus(load_folder(folder))
    (pair,) = [p for p in pairs(catalogue, catalogue.cards) if p.name == "damage: take none, take none"]
    assert "Wall: High" in {c.title for c in pair.cards[0]}
