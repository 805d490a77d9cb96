"""What is printed is read again as the same tree."""

from __future__ import annotations

from ability_steps import abilities, bursts, globals_
from hypothesis import HealthCheck, Phase, given, settings

from dicehall.ability import tree as t
from dicehall.ability.parsing import parse_ability, parse_burst, parse_global
from dicehall.ability.printing import print_ability, print_burst, print_global

SLOW = settings(
    max_examples=150,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # the sentence in the message is short enough as it is
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
LENGTH = 1000


@SLOW
@given(abilities())
def test_an_ability_is_read_as_it_is_printed(node: t.Ability) -> None:
    text = print_ability(node)
    if len(text) <= LENGTH:
        assert parse_ability(text) == node, text


@SLOW
@given(bursts())
def test_a_burst_is_read_as_it_is_printed(node: t.Burst) -> None:
    text = print_burst(node)
    if len(text) <= LENGTH:
        assert parse_burst(text) == node, text


@SLOW
@given(globals_())
def test_a_global_ability_is_read_as_it_is_printed(node: t.Global) -> None:
    text = print_global(node)
    if len(text) <= LENGTH:
        assert parse_global(text) == node, text
