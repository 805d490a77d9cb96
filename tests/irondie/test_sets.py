"""Sets: dice as text, faults, files, ready-made sets, sets by chance, exchanges with the side set (1.2, 9.3)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from dicehall.irondie.dice import (
    ALLIED,
    ASSAULT,
    ATTACK,
    BLACK,
    BLUE,
    COLOUR_NAMES,
    GREEN,
    KINSHIP,
    LIFE,
    NULLIFIER,
    RED,
    SHAPE_NAMES,
    SMASHER,
    WHITE,
    Die,
)
from dicehall.irondie.sets import (
    DiceSet,
    checked,
    exchange,
    faults_of,
    find_set,
    parse_die,
    random_set,
    read_set,
    ready_fitting,
    ready_sets,
    set_from_text,
    set_named,
    set_toml,
)
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import AmbiguousName, InvalidInput, Reason

LEGAL = "black smasher, red assault* x2, red assault x2, blue barrier, blue nullifier, orange swarm*, yellow fortress"
SIDE = "red smasher*, green barrier, white powerup"


def legal() -> DiceSet:
    return set_from_text(f"{LEGAL} / side: {SIDE}", "mine")


def rules(faults: list[Reason]) -> list[str]:
    return [fault.rule for fault in faults]


# ---- dice -----------------------------------------------------------------------------------------------------


def test_every_die_reads_back_as_it_is_written() -> None:
    for colour in range(8):
        for shape in range(9):
            for rare in (False, True):
                die = Die(colour, shape, rare)
                assert parse_die(str(die)) == die


@pytest.mark.parametrize(
    ("text", "die"),
    [
        ("black smasher", Die(BLACK, SMASHER)),
        (" Red  Assault* ", Die(RED, ASSAULT, True)),
        ("red assault *", Die(RED, ASSAULT, True)),
        ("r a", Die(RED, ASSAULT)),
        ("BLA SM*", Die(BLACK, SMASHER, True)),
        ("blu n", Die(BLUE, NULLIFIER)),
    ],
)
def test_dice_as_players_write_them(text: str, die: Die) -> None:
    assert parse_die(text) == die


def test_beginnings_that_fit_several_words_are_refused_with_all_of_them() -> None:
    with pytest.raises(AmbiguousName) as error:
        parse_die("bl s")
    assert set(error.value.candidates) == {"blue smasher", "blue swarm", "black smasher", "black swarm"}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("blk smasher", "did you mean black smasher"),
        ("red asault", "did you mean red assault"),
        ("smasher black", "did you mean black smasher"),
        ("red", "after the colour stands a shape"),
        ("red dragon", "after the colour stands a shape"),
        ("fortress", "before the shape stands a colour"),
        ("pink swarm", "before the shape stands a colour"),
        ("redassault", "did you mean red assault"),
        ("", "right is a colour and a shape"),
        ("*", "right is a colour and a shape"),
        ("a b c d", "right is a colour and a shape"),
        ("\x1b[2J" * 50, "right is a colour and a shape"),
    ],
)
def test_what_is_no_die_is_told_with_near_misses(text: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parse_die(text)
    assert hint in str(error.value) and str(error.value).isprintable() and len(str(error.value)) < 250


# ---- faults ---------------------------------------------------------------------------------------------------


def test_a_legal_set_has_no_faults() -> None:
    s = legal()
    assert faults_of(s.dice) == faults_of(s.dice, s.side) == []
    assert checked(s) is s


def test_each_fault_by_itself() -> None:
    dice = legal().dice
    assert rules(faults_of(dice[:8])) == ["1.2.1"]
    assert rules(faults_of([*dice, dice[-1]])) == ["1.2.1"]
    for number, name in enumerate(("ATTACK", "DEFENSE", "LIFE")):
        other = next(die for die in dice if die.die_class != number and not die.rare)
        (fault,) = faults_of([other if die.die_class == number else die for die in dice])
        assert fault.rule == "1.2.2" and name in fault.text
    common = Die(RED, ASSAULT)
    rarer = list(dice)
    rarer[rarer.index(common)] = common._replace(rare=True)
    assert rules(faults_of(rarer)) == ["1.2.3"]
    for count in (1, 2, 4):
        assert rules(faults_of(dice, [common] * count)) == ["9.3.1"]
    assert faults_of(dice, [common._replace(rare=True)] * 3) == []


def test_all_faults_at_once() -> None:
    faults = faults_of([Die(RED, ASSAULT, True)] * 4, [Die(RED, ASSAULT)])
    assert rules(faults) == ["1.2.1", "1.2.2", "1.2.2", "1.2.3", "9.3.1"]
    with pytest.raises(InvalidInput) as error:
        checked(DiceSet("odd", (Die(RED, ASSAULT, True),) * 4, (Die(RED, ASSAULT),)))
    assert all(str(fault) in str(error.value) for fault in faults) and "odd" in str(error.value)
    assert rules(faults_of([])) == ["1.2.1", "1.2.2", "1.2.2", "1.2.2"]


# ---- text and files -------------------------------------------------------------------------------------------


def test_a_set_in_one_line() -> None:
    s = set_from_text(f"{LEGAL} / side: {SIDE}", "mine")
    assert s.name == "mine" and len(s.dice) == 9 and [str(die) for die in s.side] == SIDE.split(", ")
    assert s.dice[1] == s.dice[2] == Die(RED, ASSAULT, True) and s.dice[3] == s.dice[4] == Die(RED, ASSAULT)
    assert set_from_text(f"{LEGAL}/{SIDE}", "mine") == s
    assert set_from_text(LEGAL).side == ()


def test_a_text_is_told_all_its_faults() -> None:
    with pytest.raises(InvalidInput) as error:
        set_from_text("blk smasher, red assault, red assault x10, x / side: pink swarm / green barrier")
    rows = str(error.value).split("\n")
    assert len(rows) == 6
    assert rows[0].startswith("the text has more than one slash")
    assert "did you mean black smasher" in rows[1] and "from 1 to 9" in rows[2]
    assert rows[4].startswith("side set: 'pink swarm'")
    assert rows[5] == "the side set has 1 die, not 3: rule 9.3.1"  # how many dice the set has is not sure


def test_spelling_does_not_hide_what_the_rules_forbid() -> None:
    text = "red asault* x2, red assault* x2, blue barrier, green nullifier / side: red swarm, red swram"
    with pytest.raises(InvalidInput) as error:
        set_from_text(text)
    assert str(error.value).split("\n")[2:] == [
        "the set has 6 dice, not 9: rule 1.2.1",
        "the side set has 2 dice, not 3: rule 9.3.1",
        "the set has 4 rare dice; 3 are the most: rule 1.2.3",
    ]
    assert rules(faults_of(set_named("Black Smasher x9", Rng(0)).dice)) == ["1.2.2", "1.2.2"]


def test_a_set_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for s in (*ready_sets().values(), legal(), legal()._replace(side=(), name='a "quoted" \\ name')):
        path.write_text(set_toml(s), encoding="utf-8")
        assert read_set(path) == s
    path.write_text(set_toml(legal()._replace(name="")))
    assert read_set(path).name == "mine"
    assert '"red assault* x2"' in set_toml(legal())


def test_equal_dice_apart_from_each_other_keep_their_places(tmp_path: Path) -> None:
    s = DiceSet("apart", (Die(RED, ASSAULT), Die(BLUE, NULLIFIER), Die(RED, ASSAULT)))
    (tmp_path / "s.toml").write_text(set_toml(s))
    assert read_set(tmp_path / "s.toml") == s


def test_a_file_is_told_all_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('name = 5\nabuot = "x"\ndice = ["red dragon", 7, "red assault"]\nside = "red assault"\n')
    with pytest.raises(InvalidInput) as error:
        read_set(path)
    rows = str(error.value).split("\n")
    assert len(rows) == 6 and all(row.startswith(str(path)) for row in rows)
    assert rows[5].endswith("the set has 3 dice, not 9: rule 1.2.1")
    for part in ("'abuot': unknown key; did you mean about?", "name: 5 is wrong", "dice: 'red dragon'", "dice: 7 is"):
        assert part in str(error.value)
    path.write_text("about = 'nothing'")
    with pytest.raises(InvalidInput, match="dice: is missing; right is a list of nine dice"):
        read_set(path)
    for raw, message in ((b"dice = [", "is not TOML"), (b"#" * 70_000, "64 KiB"), (b"\xff", "UTF-8")):
        path.write_bytes(raw)
        with pytest.raises(InvalidInput, match=message):
            read_set(path)
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_set(tmp_path / "gone.toml")


# ---- ready-made and random ------------------------------------------------------------------------------------


def test_the_ready_made_sets() -> None:
    ready = ready_sets()
    assert len(ready) == 12
    for name, s in ready.items():
        assert name == s.name and re.fullmatch(r"[a-z]+( [a-z]+)?", name)
        assert faults_of(s.dice, s.side) == [] and len(s.side) == 3
        assert len(re.findall(r"[.!?](?= [A-Z]|$)", s.about)) == 2 and s.about.endswith(".")
        assert re.sub(r"[.!?]( [A-Z]|$)", "", s.about).count(".") == 0
    assert len({s.dice for s in ready.values()}) == 12


def test_each_colour_has_a_set_of_its_own() -> None:
    for number, colour in enumerate(COLOUR_NAMES):
        (name,) = [name for name in ready_sets() if name.split()[0] == colour]
        dice = ready_sets()[name].dice
        assert sum(KINSHIP[number][die.colour] == ALLIED for die in dice) >= 6
        counts = Counter(die.colour for die in dice)
        assert counts[number] == max(counts.values())


def test_the_advice_fits_the_dice() -> None:
    ready = ready_sets()
    assert not [die for die in ready["black hammer"].dice if die.die_class == LIFE and die.colour == BLACK]
    assert not [die for die in ready["white grace"].dice if die.die_class == ATTACK and die.colour == WHITE]
    assert sum(die.is_specialised for die in ready["specialists"].dice) == 8
    assert sorted(die.shape for die in ready["first steps"].dice) == list(range(9))
    assert not any(die.rare for die in ready["first steps"].dice)


def test_random_sets_are_legal_and_differ() -> None:
    seen, rares = set(), Counter[int]()
    shapes, colours = Counter[int](), Counter[int]()
    rng = Rng(7)
    for _ in range(400):
        s = random_set(rng, "chance")
        assert s.name == "chance" and faults_of(s.dice, s.side) == []
        seen.add(s.dice)
        rares[sum(die.rare for die in s.dice)] += 1
        shapes.update(die.shape for die in s.dice)
        colours.update(die.colour for die in s.dice)
    assert len(seen) == 400 and set(rares) == {0, 1, 2, 3} and min(rares.values()) > 60
    assert len(shapes) == len(SHAPE_NAMES) and min(shapes.values()) > 300
    assert len(colours) == 8 and min(colours.values()) > 350
    assert random_set(Rng(3), "a").dice == random_set(Rng(3), "b").dice != random_set(Rng(4), "a").dice


# ---- naming a set ---------------------------------------------------------------------------------------------


def test_ways_to_name_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Rng(1)
    assert find_set("random", Rng(1)) == random_set(Rng(1), "random")
    assert find_set(" Red Fury ", rng) == find_set("red", rng) == find_set("red-fury", rng) == ready_sets()["red fury"]
    assert find_set(LEGAL, rng) == set_from_text(LEGAL)
    (tmp_path / "mine.toml").write_text(set_toml(legal()))
    assert find_set(str(tmp_path / "mine.toml"), rng) == legal()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "red").write_text(set_toml(legal()))
    assert find_set("red", rng).name == "red fury" and find_set("./red", rng) == legal()
    assert rng.position == 0


def test_what_names_no_set() -> None:
    rng = Rng(1)
    with pytest.raises(AmbiguousName, match="blue tide or black hammer"):
        find_set("bl", rng)
    with pytest.raises(InvalidInput, match="did you mean red fury") as error:
        find_set("ret fury", rng)
    assert all(name in str(error.value) for name in (*ready_sets(), "random", "a file", "commas"))
    for text in ("", "x" * 5000, "\0"):
        with pytest.raises(InvalidInput, match="is no set"):
            find_set(text, rng)
    with pytest.raises(InvalidInput, match="cannot be read"):
        find_set("nowhere.toml", rng)
    with pytest.raises(InvalidInput, match=r"1\.2\.1"):
        find_set("red assault, blue barrier", rng)
    assert len(set_named("red assault, blue barrier", rng).dice) == 2
    assert ready_fitting("") == [] and ready_fitting("s") == ["specialists", "second wind"]


# ---- exchanges ------------------------------------------------------------------------------------------------


def test_an_exchange_takes_over_the_places() -> None:
    s = legal()
    new = exchange(s, [Die(BLUE, NULLIFIER), Die(RED, ASSAULT)], [parse_die("white powerup"), parse_die("green bar")])
    assert [str(die) for die in new.dice[3:7]] == ["green barrier", "red assault", "blue barrier", "white powerup"]
    assert new.dice[:3] == s.dice[:3] and new.dice[7:] == s.dice[7:]
    assert [str(die) for die in new.side] == ["red smasher*", "red assault", "blue nullifier"]
    assert sorted(new.dice + new.side) == sorted(s.dice + s.side)
    back = exchange(new, [parse_die("white powerup"), parse_die("green barrier")], [new.side[2], new.side[1]])
    assert back == s and exchange(s, [], []) == s


def test_equal_dice_go_out_in_order() -> None:
    s = legal()
    new = exchange(s, [Die(RED, ASSAULT)] * 2, [s.side[1], s.side[2]])
    assert new.dice[3:5] == s.side[1:] and new.side == (s.side[0], Die(RED, ASSAULT), Die(RED, ASSAULT))


def test_the_side_set_does_not_lift_the_limit_of_rare_dice() -> None:
    s = legal()
    rare = s.side[0]
    assert rare.rare
    with pytest.raises(InvalidInput, match=r"4 rare dice; 3 are the most: rule 9\.3\.3"):
        exchange(s, [Die(RED, ASSAULT)], [rare])
    assert exchange(s, [Die(RED, ASSAULT, True)], [rare]).dice[1] == rare


def test_exchanges_that_are_refused() -> None:
    s = legal()
    with pytest.raises(InvalidInput) as error:
        exchange(s, [Die(GREEN, SMASHER), *[Die(BLACK, SMASHER)] * 2], [Die(RED, SMASHER), Die(GREEN, SMASHER)])
    rows = str(error.value).split("\n  ")
    assert rows[0] == "the dice cannot be exchanged:" and len(rows) == 6
    assert all(row.endswith("rule 9.3.2") for row in rows[1:])
    assert "black smasher is not in the set more than 1 times" in str(error.value)
    with pytest.raises(InvalidInput, match="as many"):
        exchange(s, [s.dice[0]], [])
    with pytest.raises(InvalidInput, match="not in the side set"):
        exchange(s._replace(side=()), [s.dice[0]], [s.dice[1]])
    lives = [die for die in s.dice if die.die_class == LIFE]
    with pytest.raises(InvalidInput, match=r"no LIFE die; .*: rule 9\.3\.3"):
        exchange(s, lives, s.side[1:])
