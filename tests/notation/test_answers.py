"""Lines that speak to abilities: targets after `on`, answers after `choose`, payments, refusals, forced choices."""

from __future__ import annotations

import tomllib

import pytest

from dicehall.notation.dm.log import event_text
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position import read_position
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

SEVERAL = """
edition = "avx"
step = "main"
basics = ["Smash!", "Thrown Car", "Focus Power", "tmnt:Unstable Canister"]
play = ""
[seat.ann]
cards = ["Ghost Rider: Johnny Blaze", "Hulk: Annihilator"]
field = ["Ghost Rider@2", "Hulk@2 x3"]
reserve = ["Smash!@action", "Thrown Car@action", "Focus Power@action", "Sidekick@fist", "Sidekick@bolt"]
[seat.bob]
cards = ["Ghost Rider: Johnny Blaze", "Triceraton: Cretaceous Crusher"]
field = ["Ghost Rider@1", "Ghost Rider@3", "Triceraton@3"]
reserve = ["Sidekick@1", "Sidekick@fist"]
"""

BLOCKS = """
edition = "imw"
step = "main"
play = ""
[seat.ann]
cards = ["War Machine: JRXL-1000", "Rescue: Mark 1616", "Casey Jones: Penalty Box"]
field = ["Rescue@2", "War Machine@1"]
reserve = ["Sidekick@fist x2"]
[seat.bob]
cards = ["April: No Mere Damsel"]
field = ["Sidekick@1 x2", "April@1"]
"""

CRUSH = """
edition = "avx"
step = "attack"
play = ""
[seat.ann]
cards = ["Triceraton: Loyal to a Fault"]
field = ["Triceraton@3"]
[seat.bob]
cards = ["Beast: Genetic Expert"]
field = ["Sidekick@1", "Beast@1"]
"""


def play(position: str, script: str) -> Player:
    player = start(scenario_from(position, "answers.toml"))
    for line in read_script(script):
        failure = run_line(player, line)
        assert failure is None, str(failure)
    assert isinstance(player, Player)
    return player


@pytest.mark.parametrize(
    ("script", "written"),
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
def test_answers(script: str, written: str | None) -> None:
    lines = lines_of(play(POSITION, script).session)
    if written is not None:
        assert (lines[-1] if lines else "") == written


@pytest.mark.parametrize(
    "script",
    [
        # one die alone can be chosen: another is refused with what can be chosen instead
        "ann! use Smash! on bob.Ghost Rider@3 ~ not what can be chosen: Smash! can only choose bob.Ghost Rider#1@1",
        "ann! use Smash! on bob.Ghost Rider#2 ~ bob.Ghost Rider#2@3 (in bob's field) is not what can be chosen",
        "ann! use Smash! on bob.Sidekick#1 ~ in bob's reserve",
        "ann! use Smash! on ann ~ not what can be chosen",
        "ann! use Smash! on Thor ~ no card on the table is called",
        "ann> use Smash! on bob.Ghost Rider#1\n= zone bob.field: Ghost Rider@3, Triceraton",
        "ann> use Smash!\nann> choose bob.Ghost Rider@1",
        # the direction that is left, and no other
        "ann> use Focus Power on bob.Triceraton\nann! choose up\nann> choose down\n= die bob.Triceraton: level 2",
        # a choice of two is one line with two distinct dice, in any order
        "ann> use Thrown Car\nann! choose Ghost Rider ~ 2 are to be chosen, and the line names 1",
        "ann> use Thrown Car\nann! choose Hulk#3 ~ 2 are to be chosen",
        "ann> use Thrown Car\nann! choose Hulk#1, Hulk#1 ~ distinct",
        "ann> use Thrown Car\nann! choose Hulk, Ghost Rider, Hulk",
        "ann! use Thrown Car on Ghost Rider ~ 2 are to be chosen",
        "ann> use Thrown Car on Hulk#3, Ghost Rider\n= step main",
        # the payment that is named must be of the right type
        "ann! global Unstable Canister on bob.Triceraton with Sidekick@fist ~ needs one bolt energy",
        "ann> global Unstable Canister on bob.Triceraton with Sidekick@bolt\n= die bob.Triceraton: damage 1",
    ],
)
def test_choices_with_one_answer_and_with_several(script: str) -> None:
    play(SEVERAL, script)


def test_of_equal_dice_the_one_that_is_named_is_taken() -> None:
    player = play(SEVERAL, "ann> use Thrown Car on Hulk#2, Hulk#3\n= step main")
    assert lines_of(player.session)[-1] == "ann> use Thrown Car on Hulk#2, Hulk#3"
    again = play(SEVERAL, "\n".join(lines_of(player.session)))
    assert again.state.fingerprint() == player.state.fingerprint()


@pytest.mark.parametrize(
    "script",
    [
        # one of three must block: the declaration is judged as a whole
        "ann> global Casey Jones on bob.Sidekick#1\nann> end main\nann> attack Rescue\nbob! block none ~ must block\n"
        "bob! block Rescue: Sidekick#2 ~ Sidekick#1 must block ann.Rescue\nbob> block Rescue: April, Sidekick#1\n"
        "= die bob.Sidekick#2: zone field",
    ],
)
def test_a_declaration_is_judged_as_a_whole(script: str) -> None:
    play(BLOCKS, script)


FORCED = BLOCKS.replace('"Sidekick@1 x2", ', "").replace(', "War Machine@1"', "")
OVER = FORCED.replace("Sidekick@fist x2", "Sidekick@fist")  # nobody can do anything after blocks: the turn ends at once


def test_a_forced_block_may_be_stated_until_the_next_line() -> None:
    attack = "ann> global Casey Jones on bob.April\nann> end main\nann> attack Rescue\n"
    stated = "bob! block none\nbob! block Rescue: April\nbob> block Rescue: April@1\n"
    play(OVER, f"{attack}= step draw\n{stated}= zone bob.prep: April\n= step draw")
    for wrong in ("bob> block none", "bob> block Rescue: Sidekick", "bob> block April: Rescue"):
        player = play(OVER, attack)
        (line,) = read_script(wrong)
        before = player.state.fingerprint()
        assert run_line(player, line) is not None
        assert player.state.fingerprint() == before, "a refused line changes nothing, at a turn boundary too"


def test_a_block_that_was_asked_for_is_not_stated_again() -> None:
    script = "ann> end main\nann> attack Rescue\nbob> block Rescue: April"
    player = play(FORCED, script)
    (line,) = read_script("bob> block Rescue: April")
    assert run_line(player, line) is not None


def test_a_forced_division_may_be_stated() -> None:
    script = "ann> attack Triceraton\nbob> block Triceraton: Sidekick, Beast\n"
    player = play(CRUSH, script)
    auto = [e for e in player.session.log if e.kind == "auto" and len(e.xs) == 3 and e.rule == "8.5.6"]
    assert len(auto) == 2, "Overcrush leaves one division"
    parts = {e.xs[1]: e.xs[2] for e in auto}
    names = {d: player.state.kit.names[player.state.kit.die_card[d]] for d in parts}
    stated = ", ".join(f"bob.{names[d]}={n}" for d, n in parts.items())
    assert run_line(player, read_script(f"ann> assign Triceraton: {stated}")[0]) is None
    other = ", ".join(f"bob.{names[d]}={n + 1}" for d, n in parts.items())
    assert run_line(player, read_script(f"ann> assign Triceraton: {other}")[0]) is not None


def test_the_log_tells_a_roll_by_an_effect_from_a_reroll() -> None:
    """A die that an effect rolls for the first time is rolled, one that lay rolled is rerolled."""
    text = """
game = "dicemasters"
edition = "avx"
active = "ann"
step = "main"
basics = ["Gearing Up"]
[seat.ann]
reserve = ["Gearing Up@action"]
bag = ["Sidekick x4"]
[seat.bob]
"""
    position = read_position(tomllib.loads(text))
    player = Player(position.game.state_of(position.setup, hold=True), position.side_names)
    player.move("ann", "use Gearing Up")
    player.chance("roll", "Sidekick@fist x2")
    told = [event_text(player.state, e) for e in player.session.log]
    assert "ann rolls: Sidekick@fist x2" in told
    assert not any("rerolls" in line for line in told)
    assert any(line.startswith("ann.Gearing Up goes from the Reserve Pool to") for line in told)
    assert not any("ann's" in line for line in told)  # whose zone it is follows from the die
