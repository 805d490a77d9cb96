"""Scenarios with dice of other cards added: they are there, they stay out of it, and exceptions must be true."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehall.dicemasters.terms import FIELD, PREP, USED
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.dm.noise import noise_card, with_noise
from dicehall.notation.scenario import NOISE, Scenario, read_scenario, run, start

CARDS = Path(__file__).parent.parent / "scenarios" / "dicemasters" / "9-cards"
COUNTS = CARDS / "imw" / "28-one-against-many-effect.toml"
PLAIN = CARDS / "avx" / "1-beast-big-boy-blue-effect.toml"


def changed(scenario: Scenario, **keys: object) -> Scenario:
    doc = {k: v for k, v in {**scenario.doc, **keys}.items() if v is not None}
    return scenario._replace(doc=doc)


def test_dice_of_another_card_lie_on_both_sides() -> None:
    scenario = read_scenario(PLAIN)
    card = noise_card(scenario.doc)
    assert not card.lines and card.name not in str(scenario.doc)
    state = start(changed(scenario, seat=with_noise(scenario.doc, card)["seat"])).state
    for seat in (0, 1):
        for zone in (FIELD, USED, PREP):
            names = [state.kit.titles[state.kit.die_card[d]] for d in state.zone(seat, zone)]
            assert names.count(card.title) == 1
    assert run(scenario, NOISE) is None


def test_a_card_that_counts_other_dice_is_found_out() -> None:
    scenario = read_scenario(COUNTS)
    assert run(scenario) is None and run(scenario, NOISE) is None
    failure = run(changed(scenario, noise=None), NOISE)
    assert failure is not None and "life bob" in failure.source


def test_an_exception_must_be_true() -> None:
    failure = run(changed(read_scenario(PLAIN), noise="it counts dice"), NOISE)
    assert failure is not None and "as well" in failure.found


def test_the_reason_is_a_text() -> None:
    with pytest.raises(InvalidInput, match="noise: a text is wanted"):
        start(changed(read_scenario(PLAIN), noise=True))
