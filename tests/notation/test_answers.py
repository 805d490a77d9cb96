"""Lines that speak to abilities: targets after `on`, answers after `choose`, payments, refusals, forced choices."""

from __future__ import annotations

import pytest

from dicehall.notation.record import lines_of
from dicehall.notation.scenario import run_line, scenario_from, start
from dicehall.notation.script import read_script

POSITION = """
title = "answers"
edition = "avx"
step = "main"
basics = ["avx:Smash!", "imw:Hypervelocity"]
play = ""
[seat.ann]
cards = ["Captain America: American Hero", "Hulk: Annihilator"]
field = ["Hulk@2", "Hypervelocity@action*"]
reserve = ["Smash!@action", "Captain America@1", "Sidekick@fist"]
used = ["Sidekick x2"]
[seat.bob]
cards = ["Hulk: Annihilator"]
field = ["Sidekick@1", "Hulk@1"]
"""


@pytest.mark.parametrize(
    ("play", "written"),
    [
        ("ann> use Smash! on bob.Hulk\n= zone bob.field: Sidekick", "ann> use Smash! on bob.Hulk"),
        ("ann> use Smash!\nann> choose bob.Sidekick\n= zone bob.field: Hulk", "ann> use Smash! on bob.Sidekick#1"),
        ("ann! use Smash! on ann.Hulk ~ not what can be chosen", ""),
        ("ann! use Smash! on bob.Hulk, bob.Sidekick ~ no further", ""),
        ("ann! use Smash! on Thor ~ no card", ""),
        ("ann! choose Hulk ~ does not answer the question", ""),
        ("ann> field Captain America\nann> choose none", "ann> choose none"),
        ("ann> field Captain America\nann! choose Hulk ~ not what can be chosen\nann> choose Sidekick", None),
        (
            "ann> use Hypervelocity\n= life ann 17\n= zone ann.used: Sidekick x2, Hypervelocity",
            "ann> use Hypervelocity",
        ),
        ("ann! global Captain America ~ no Global Ability", ""),
    ],
)
def test_answers(play: str, written: str | None) -> None:
    player = start(scenario_from(POSITION, "answers.toml"))
    for line in read_script(play):
        failure = run_line(player, line)
        assert failure is None, str(failure)
    lines = lines_of(player.session)
    if written is not None:
        assert (lines[-1] if lines else "") == written
