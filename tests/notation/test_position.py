"""Positions that cannot be: every fault is an error that says what is wrong, where, and what would be right."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.notation.dm.position import read_position
from dicehall.notation.dm.position_text import position_toml
from dicehall.notation.scenario import read_scenario, run, scenario_from, start

GOOD = """
title = "a position"
game = "dicemasters"
edition = "imw"
active = "bob"
step = "main"
basics = ["Smash!", "Surprise Attack"]
play = ""
[seat.ann]
cards = ["War Machine: Rhodey", "Howard Stark: Father x2"]
reserve = ["Sidekick@mask", "War Machine@shield2"]
field = ["War Machine@1 damage 1"]
used = ["Smash!"]
[seat.bob]
life = 7
cards = ["Rescue: Mark 1616"]
bag = ["Sidekick x3", "Rescue"]
"""


def read(text: str) -> None:
    start(scenario_from(text, "test.toml"))


def test_a_good_position() -> None:
    player = start(scenario_from(GOOD, "test.toml"))
    s = player.state
    names = s.kit.names
    assert [s.left[names.index(n)] for n in ("War Machine", "Howard Stark", "Smash!", "Rescue")] == [2, 2, 2, 1]
    assert player.check("zone ann.bag: Sidekick x7") == ""
    assert player.check("zone bob.bag: Sidekick x3, Rescue") == ""
    assert player.check("die ann.War Machine#2: damage 1 level 1") == ""
    assert player.check("life bob 7") == "" and player.check("life ann 20") == ""
    assert player.check("asks bob") == "" and player.check("active bob") == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('edition = "imw"', 'edition = "xmen"', "edition: there is no 'xmen'; it is one of avx, ygo, imw, tmnt"),
        ('step = "main"', 'step = "lunch"', "step: 'lunch' is not one of draw, main, attack"),
        ('active = "bob"', 'active = "carl"', "there is no seat 'carl'; the seats are ann, bob"),
        ('title = "a position"', 'titel = "x"', "unknown key 'titel'"),
        ("life = 7", "lives = 7", "seat.bob: unknown key 'lives'"),
        ("life = 7", "life = 0", "seat.bob: life: a whole number from 1 is wanted"),
        ("life = 7", 'life = "7"', "seat.bob: life: a whole number from 1 is wanted"),
        ("life = 7", "life = 7\nmax_life = 5", "life 7 is more than max_life 5"),
        ("War Machine: Rhodey", "War Machne: Rhodey", "seat.ann: cards: no card is called 'War Machne: Rhodey'"),
        ('"Smash!", "Surprise Attack"', '"Rescue: Mark 1616"', "no card is called 'Rescue: Mark 1616'"),
        ('used = ["Smash!"]', 'used = ["Smash!@action"]', "dice in the used are not rolled and show no face"),
        ('"War Machine@1 damage 1"', '"War Machine@shield"', "an energy face cannot lie in the field"),
        ('"War Machine@1 damage 1"', '"War Machine"', "needs the face that it shows: @shield, @shield2, @1"),
        ('"War Machine@1 damage 1"', '"War Machine@4"', "War Machine has no face @4"),
        ('"Sidekick x3"', '"Sidekick x9"', "9 Sidekick dice are listed; a seat has 8"),
        ('"Sidekick@mask"', '"Sidekick@mask damage 2"', "only dice in the field have damage"),
        ('"Sidekick@mask"', '"Rescue@1"', "'rescue' is not a die of this seat"),
        ('"Sidekick@mask"', '"Sidekick@mask x99999999"', "too large"),
        ('play = ""', "play = 3", "play: a text is wanted"),
        ('play = ""', 'play = ""\npriority = "loose"', "priority: 'loose' is neither 'tournament' nor 'open'"),
        ('play = ""', 'play = ""\nseed = "x"', "seed: a whole number is wanted"),
        ('play = ""', 'play = ""\nsets = ["nowhere"]', "nowhere"),
        ('game = "dicemasters"', 'game = "chess"', "the game 'chess' is not known here"),
        ("[seat.bob]", "[seat.ann.bob]", "a game has two to four seats"),
        ("[seat.bob]", "[seat.Ann]", "seat.Ann: two seats have this name"),
        ("[seat.bob]", "[seat.draw]", "seat.draw: a script cannot name this seat"),
        ("[seat.bob]", '[seat."a b"]', "a script cannot name this seat"),
        ('"Sidekick@mask"', '"Sidekick#3@mask"', "dice are numbered when the position is read"),
        ('used = ["Smash!"]', 'used = ["bob.Rescue"]', "a die of another seat can lie only in the field"),
        ("War Machine: Rhodey", "War Machine: Rhodey x\u00b2", "no card is called 'War Machine: Rhodey x\u00b2'"),
        ('play = ""', 'play = ""\nturn = true', "turn: a whole number from 1 is wanted"),
        ('play = ""', 'play = ""\nfirst_turn_rule = "no"', "first_turn_rule: true or false is wanted"),
    ],
)
def test_a_fault_is_named(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(InvalidInput) as error:
        read(GOOD.replace(old, new))
    assert words in str(error.value)
    assert str(error.value).startswith("test.toml: ")


def test_an_ambiguous_card_lists_its_candidates() -> None:
    doc = tomllib.loads(GOOD.replace("War Machine: Rhodey", "War Machine"))
    with pytest.raises(InvalidInput) as error:
        read_position(doc)
    assert "Rhodey" in str(error.value) and "ambiguous" in str(error.value)
    assert issubclass(AmbiguousName, InvalidInput)


@pytest.mark.parametrize(
    "text", ["", "= 3", "play = '''x'''\nx = [[[[", "\x00", "play = 'a'\n[seat]\nann = 1\nbob = 2"]
)
def test_hostile_files_get_an_error(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InvalidInput) as error:
        run(read_scenario(path))
    assert "bad.toml" in str(error.value)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_scenario("/nowhere/at/all.toml")


def test_a_position_is_written_as_it_was_read() -> None:
    player = start(scenario_from(GOOD, "test.toml"))
    head, tail, _ = position_toml(player.state, player.side_names)
    again = start(scenario_from(f'title = "x"\n{head}\nplay = ""\n{tail}', "again.toml"))
    first, second = player.state.data(), again.state.data()
    for key in ("life", "left", "active", "step"):
        assert first[key] == second[key]
    for check in ("zone ann.field: War Machine@1 damage 1", "zone ann.reserve: Sidekick@mask, War Machine@shield2"):
        assert player.check(check) == again.check(check) == ""


def test_quotes_and_other_spellings_of_a_subtitle() -> None:
    doc = tomllib.loads(GOOD.replace("War Machine: Rhodey", 'War Machine: \\"Rhodey\\"'))
    assert read_position(doc).setup.cards[0].card.id == "imw23"
    doc = tomllib.loads(GOOD.replace("Rescue: Mark 1616", "Foot Ninja: Glass-Jawed").replace('"Rescue"', '"Foot"'))
    assert read_position(doc).setup.cards[2].card.id == "tmnt12"


def test_a_title_of_several_sets_is_the_editions_own() -> None:
    ids = {}
    for edition in ("avx", "ygo", "imw", "tmnt"):
        doc = tomllib.loads(GOOD.replace('edition = "imw"', f'edition = "{edition}"'))
        ids[edition] = next(c.card.id for c in read_position(doc).setup.cards if c.card.name == "Smash!")
    assert ids == {"avx": "avx32", "ygo": "avx32", "imw": "imw29", "tmnt": "avx32"}
    doc = tomllib.loads(GOOD.replace('"Smash!", ', '"avx:Smash!", '))
    assert next(c.card.id for c in read_position(doc).setup.cards if c.card.name == "Smash!") == "avx32"


def test_a_controlled_sidekick_is_one_of_its_owners_eight() -> None:
    text = GOOD.replace('field = ["War Machine@1 damage 1"]', 'field = ["bob.Sidekick@1"]').replace(
        'bag = ["Sidekick x3", "Rescue"]', ""
    )
    player = start(scenario_from(text, "test.toml"))
    assert player.check("zone bob.bag: Sidekick x7") == ""
    assert player.check("zone ann.field: bob.Sidekick@1") == ""
    head, tail, _ = position_toml(player.state, player.side_names)
    assert '"bob.Sidekick@1"' in tail
    again = start(scenario_from(f'title = "x"\n{head}\nplay = ""\n{tail}', "again.toml"))
    assert again.check("zone ann.field: bob.Sidekick@1") == "" and again.check("zone bob.bag: Sidekick x7") == ""


@pytest.mark.parametrize(
    "check",
    [
        "active bob junk",
        "winner bob junk",
        "die ann.War Machine:",
        "die ann.War Machine: 1/1level 1",
        f"die ann.War Machine: {'9' * 5000}/1",
        f"cost ann War Machine {'9' * 5000}",
        "zone ann.used: Smash!=7",
        "zone ann.reserve: S x2",
        "zone ann.nowhere: none",
        "life",
        "hope ann 3",
    ],
)
def test_a_check_that_cannot_be_read_is_an_error(check: str) -> None:
    text = GOOD.replace('"Surprise Attack"]', '"Surprise Attack"]').replace(
        'reserve = ["Sidekick@mask", "War Machine@shield2"]', 'reserve = ["Sidekick@mask", "Smash!@generic2"]'
    )
    player = start(scenario_from(text, "test.toml"))
    with pytest.raises(InvalidInput):
        player.check(check)
