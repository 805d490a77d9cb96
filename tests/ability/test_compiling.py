"""Whatever can be written down can be run, or is refused in words: never anything else."""

from __future__ import annotations

import msgspec
from ability_steps import abilities, bursts, globals_
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dicehall.ability import tree as t
from dicehall.ability.print_dice import Unprintable
from dicehall.ability.printing import print_ability, print_burst, print_global
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.support import why_not_run

CHARACTER = next(c for c in load_catalogue().cards if c.kind == "character")
ACTION = next(c for c in load_catalogue().cards if c.kind == "basic_action")
BLANK: dict[str, tuple[str, ...]] = {"text": (), "burst1": (), "burst2": (), "burst": (), "global_": ()}


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(abilities(), bursts(), globals_()), st.booleans())
def test_a_sentence_compiles_or_is_refused(node: t.Ability | t.Burst | t.Global, action: bool) -> None:
    try:
        if isinstance(node, t.Burst):
            texts = {"burst1": (print_burst(node),)}
        elif isinstance(node, t.Global):
            texts = {"global_": (print_global(node),)}
        else:
            texts = {"text": (print_ability(node),)}
    except Unprintable:
        assume(False)
        raise
    card = msgspec.structs.replace(ACTION if action else CHARACTER, **BLANK | texts, known=True)
    assert isinstance(why_not_run(card), str)
