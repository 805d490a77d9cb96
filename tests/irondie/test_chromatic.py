"""The chromatic table and house tables (2.4.8, 2.4.9), and the kinship of colours (2.2.2 to 2.2.4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dicehall.irondie.chromatic import (
    HOW_KNOWN,
    KNOWN,
    Bonus,
    Row,
    bonus_text,
    chromatic_table,
    read_table,
    table_doc,
    table_from,
)
from dicehall.irondie.dice import (
    ALLIED,
    ATTACK,
    BLACK,
    BLUE,
    COLOUR_NAMES,
    DEFENSE,
    HOSTILE,
    KINSHIP,
    LIFE,
    NEUTRAL,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
)
from dicehall.kernel.errors import InvalidInput

HOUSE = "\n".join(f'[{colour}]\nbonuses = [{{ class = "attack", amount = 1 }}]' for colour in COLOUR_NAMES)


def doc() -> dict[str, Any]:
    return table_doc(chromatic_table())


def faults(data: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidInput) as error:
        table_from(data, "here")
    return str(error.value).split("\n")


def test_the_table_says_what_the_rule_says() -> None:
    assert [[tuple(bonus) for bonus in row.bonuses] for row in chromatic_table().rows] == [
        [(ATTACK, 2)],
        [(DEFENSE, 2)],
        [(LIFE, 2)],
        [(ATTACK, 1), (DEFENSE, 1)],
        [(DEFENSE, 1), (LIFE, 1)],
        [(ATTACK, 1), (LIFE, 1)],
        [(DEFENSE, 3), (LIFE, -1)],
        [(LIFE, 3), (ATTACK, -1)],
    ]


def test_each_row_says_how_it_is_known() -> None:
    rows = chromatic_table().rows
    assert all(row.known in KNOWN and row.known != "house" for row in rows)
    assert all(row.note.endswith(".") and row.note.count(".") == 1 for row in rows)
    assert [rows[colour].known for colour in (RED, BLACK)] == ["stated", "stated"]
    assert [rows[colour].known for colour in (YELLOW, WHITE)] == ["inferred", "inferred"]
    assert [rows[colour].known for colour in (BLUE, PURPLE)] == ["stated in part", "stated in part"]
    assert chromatic_table() is chromatic_table()
    assert {row.known for row in rows} <= set(HOW_KNOWN)
    assert not any(mark in words for words in HOW_KNOWN.values() for mark in ("stated", "inferred"))


def test_bonuses_in_words() -> None:
    rows = chromatic_table().rows
    assert bonus_text(rows[RED]) == "+2 to an allied ATTACK die"
    assert bonus_text(rows[PURPLE]) == "+1 to an allied ATTACK die, +1 to an allied DEFENSE die"
    assert bonus_text(rows[BLACK]) == "+3 to an allied DEFENSE die, -1 to an allied LIFE die"


def test_a_table_comes_back_from_plain_data() -> None:
    table = chromatic_table()
    assert table_from(json.loads(json.dumps(table_doc(table))), "here") == table


def test_a_house_table(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(HOUSE)
    table = read_table(path)
    assert table.name == "ours"
    assert set(table.rows) == {Row((Bonus(ATTACK, 1),), "house")}
    assert table_from(table_doc(table), "here") == table
    path.write_text('name = "Friday"\n' + HOUSE.replace("amount = 1", "amount = -6"))
    assert read_table(path).name == "Friday"
    assert read_table(path).rows[WHITE].bonuses == (Bonus(ATTACK, -6),)
    assert chromatic_table().rows[RED].bonuses == (Bonus(ATTACK, 2),)


def test_two_bonuses_of_one_class_are_allowed_three_bonuses_are_not() -> None:
    data = doc()
    data["red"]["bonuses"] = [{"class": "life", "amount": 1}] * 2
    assert table_from(data, "here").rows[RED].bonuses == (Bonus(LIFE, 1), Bonus(LIFE, 1))
    data["red"]["bonuses"] = [{"class": "life", "amount": 1}] * 3
    (fault,) = faults(data)
    assert fault.startswith("here: red: bonuses: a list of 3 is wrong; right is a list of one or two")


@pytest.mark.parametrize("amount", [0, 7, -7, True, 1.0, "2", None, 10**30])
def test_amounts_that_are_refused(amount: object) -> None:
    data = doc()
    data["green"]["bonuses"][1]["amount"] = amount
    (fault,) = faults(data)
    assert fault.startswith("here: green: bonus 2: amount: ") and "from -6 to 6, but not 0" in fault


@pytest.mark.parametrize("amount", [-6, -1, 1, 6])
def test_amounts_that_are_taken(amount: int) -> None:
    data = doc()
    data["green"]["bonuses"][1]["amount"] = amount
    assert table_from(data, "here").rows[COLOUR_NAMES.index("green")].bonuses[1] == Bonus(LIFE, amount)


def test_all_faults_are_told_at_once() -> None:
    data = doc()
    del data["red"]
    data["blue"] = 3
    data["yellow"]["bonuses"] = []
    data["purple"]["bonuses"][0]["class"] = "magic"
    data["green"]["colour"] = 1
    data["orange"]["bonuses"][0]["amuont"] = 1
    data["black"]["known"] = "rumour"
    data["white"]["note"] = 5
    data["whit"] = {}
    data["name"] = ""
    del data["orange"]["bonuses"][1]["amount"]
    data["white"]["bonuses"] = ["+3"]
    found = faults(data)
    for part in (
        "here: red: is missing; right is [red] with bonuses",
        "here: blue: 3 is wrong",
        "here: yellow: bonuses: a list of 0 is wrong",
        "here: purple: bonus 1: class: 'magic' is wrong; right is one of attack, defense, life",
        "here: green: 'colour': unknown key; known are bonuses, known, note",
        "here: orange: bonus 1: 'amuont': unknown key; did you mean amount?",
        "here: orange: bonus 2: amount: is missing",
        "here: black: known: 'rumour' is wrong; right is one of stated, stated in part, inferred, house",
        "here: white: note: 5 is wrong",
        "here: white: bonus 1: '+3' is wrong",
        "here: 'whit': unknown key; did you mean white?",
        "here: name: '' is wrong",
    ):
        assert sum(fault.startswith(part) for fault in found) == 1, (part, found)
    assert len(found) == 12


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    cases = {
        "no.toml": (b"[red\n", "is not TOML"),
        "big.toml": (b"# " + b"x" * 70_000, "is larger than 64 KiB"),
        "long.toml": (b"a = '" + b"x" * 5000 + b"'", "line 1: the line is too long"),
        "deep.toml": (b"a = " + b"[" * 3900, "is not TOML"),
        "latin.toml": (b"name = 'caf\xe9'", "line 1: is not UTF-8"),
        "empty.toml": (b"", "white: is missing"),
    }
    for name, (raw, message) in cases.items():
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(InvalidInput) as error:
            read_table(tmp_path / name)
        assert name in str(error.value) and message in str(error.value)
    for path, message in ((tmp_path, "is a folder"), (tmp_path / "gone.toml", "cannot be read"), ("a\0b", "cannot")):
        with pytest.raises(InvalidInput, match=message):
            read_table(path)


def test_kinship_follows_from_the_words_of_the_rules() -> None:
    primary, secondary, others = {"red", "blue", "yellow"}, {"purple", "green", "orange"}, {"black", "white"}
    children = {"red": {"purple", "orange"}, "blue": {"purple", "green"}, "yellow": {"green", "orange"}}
    for a, one in enumerate(COLOUR_NAMES):
        for b, other in enumerate(COLOUR_NAMES):
            if one == other or other in children.get(one, set()) or one in children.get(other, set()):
                expected = ALLIED  # 2.2.2
            elif any({one, other} <= category for category in (primary, secondary, others)):
                expected = HOSTILE  # 2.2.3
            else:
                expected = NEUTRAL  # 2.2.4
            assert KINSHIP[a][b] == expected, (one, other)
    counts = [[row.count(kin) for kin in (ALLIED, HOSTILE, NEUTRAL)] for row in KINSHIP]
    assert counts == [[3, 2, 3]] * 6 + [[1, 1, 6]] * 2
