"""The card catalogue: its facts, and what the loader says about files that are wrong."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dicehall.dicemasters.cards import (
    MAX_FAULTS,
    SETS,
    Card,
    CatalogueError,
    DieDef,
    Face,
    load_catalogue,
    load_folder,
)
from dicehall.kernel.errors import InvalidInput

CHECKSUM = "676a8a5402dd0d0662680b827fd911b7e09648a6bc2ad6d0b3c28b62fa8db198"

GOOD = """\
name = "Beast"
kind = "character"
energy = "mask"
affiliations = ["X-Men"]
energy_faces = ["mask", "mask2", "mask2"]
levels = [[0, 1, 2, 1], [0, 2, 3, 0], [1, 2, 4, 0]]

[[card]]
number = 1
subtitle = "Big Boy Blue"
cost = 2
max = 4
rarity = "starter"
starter = true

[[card]]
number = 35
subtitle = "Genetic Expert"
cost = 2
max = 4
"""


# The facts


def die_facts(die: DieDef) -> list[Any]:
    faces = [
        [face.kind, face.energy, face.count, face.level, face.cost, face.attack, face.defence, face.bursts]
        for face in die.faces
    ]
    return [die.set, die.name, die.kind, die.energy, faces, die.confidence]


def card_facts(card: Card) -> list[Any]:
    return [
        *[card.id, card.set, card.number, card.name, card.subtitle, card.kind, card.cost, card.energy],
        *[list(card.affiliations), card.max_dice, card.rarity, card.starter, list(card.also)],
        die_facts(card.die),
    ]


def test_counts() -> None:
    cards = load_catalogue().cards
    assert len(cards) == 344
    assert Counter(card.set for card in cards) == {"avx": 132, "ygo": 120, "imw": 34, "tmnt": 58}
    assert Counter((card.set, card.kind) for card in cards) == {
        ("avx", "character"): 116,
        ("avx", "action"): 6,
        ("avx", "basic_action"): 10,
        ("ygo", "character"): 102,
        ("ygo", "action"): 8,
        ("ygo", "basic_action"): 10,
        ("imw", "character"): 24,
        ("imw", "basic_action"): 10,
        ("tmnt", "character"): 48,
        ("tmnt", "basic_action"): 10,
    }
    assert Counter(card.set for card in cards if card.starter) == {
        "avx": 34,
        "ygo": 18,
        "imw": 34,
        "tmnt": 58,
    }
    assert Counter(die.set for die in {card.die for card in cards}) == {
        "avx": 48,
        "ygo": 48,
        "imw": 18,
        "tmnt": 26,
    }


def test_order_and_names() -> None:
    catalogue = load_catalogue()
    keys = [(SETS.index(card.set), card.number) for card in catalogue.cards]
    assert keys == sorted(keys)
    assert list(catalogue.by_id) == [card.id for card in catalogue.cards]
    for card in catalogue.cards:
        assert card.id == f"{card.set}{card.number}"
        assert bool(card.subtitle) == (card.kind != "basic_action")
        slug = re.sub("[^a-z0-9]+", "-", card.name.lower().replace("'", "")).strip("-")
        assert card.die.path == f"{card.set}/{slug}.toml"


def test_every_die_has_six_fitting_faces() -> None:
    catalogue = load_catalogue()
    for die in {card.die for card in catalogue.cards}:
        energies, others = die.faces[:3], die.faces[3:]
        assert len(die.faces) == 6
        assert {face.energy for face in energies} == {die.energy or "generic"}
        assert {face.kind for face in energies} == {"energy"}
        if die.kind == "character":
            assert [face.count for face in energies] == [1, 2, 2]
            assert [(face.kind, face.level) for face in others] == [("character", n) for n in (1, 2, 3)]
        else:
            assert [face.count for face in energies] in ([1, 2, 2], [2, 2, 2])
            assert [(face.kind, face.bursts) for face in others] == [("action", n) for n in (0, 1, 2)]
    assert [die.name for die in {card.die for card in catalogue.cards} if die.confidence != "high"] == ["Michelangelo"]
    five = [Face("energy", energy, 1) for energy in ("fist", "bolt", "mask", "shield", "wild")]
    assert catalogue.sidekick.faces == (*five, Face("character", level=1, attack=1, defence=1))
    assert (catalogue.sidekick.name, catalogue.sidekick.kind) == ("Sidekick", "sidekick")


def test_find() -> None:
    catalogue = load_catalogue()
    assert catalogue.find("AVX1") == [catalogue.by_id["avx1"]] != catalogue.find("avx")
    assert [card.id for card in catalogue.find("RHODEY")] == ["imw23"]
    assert catalogue.find("glass jawed") == catalogue.find("Glass-Jawed") == [catalogue.by_id["tmnt12"]]
    assert {card.id for card in catalogue.find("war machine: ")} >= {"avx61", "imw22", "imw23", "imw24"}
    assert catalogue.find("no such card") == []
    assert catalogue.by_id["imw23"].title == "War Machine: Rhodey"
    assert catalogue.by_id["imw34"].title == "Upgrade - Unibeam"
    assert load_catalogue() is catalogue


def test_checksum_of_all_facts() -> None:
    catalogue = load_catalogue()
    facts = [die_facts(catalogue.sidekick), *map(card_facts, catalogue.cards)]
    dump = json.dumps(facts, ensure_ascii=True, separators=(",", ":"))
    value = hashlib.sha256(dump.encode()).hexdigest()
    assert value == CHECKSUM, f'the facts have changed; if that is right: CHECKSUM = "{value}"'


@pytest.mark.skipif("DICEHALL_FACTS" not in os.environ, reason="DICEHALL_FACTS does not name a folder of card facts")
@pytest.mark.parametrize("set_name", SETS)
def test_same_as_the_source(set_name: str) -> None:
    """Card by card against the facts the catalogue was made from. Only facts are read, never the wording."""
    source = Path(os.environ["DICEHALL_FACTS"]) / f"{set_name}.json"
    expected, actual = {}, {}
    for fact in json.loads(source.read_text(encoding="utf-8")):
        faces = [["energy", energy, count, 0, 0, 0, 0, 0] for energy, count in fact["faces"]["energy_faces"]]
        for level, numbers in enumerate(fact["faces"]["levels"] or [], 1):
            faces.append(["character", None, 0, level, *numbers])
        for bursts in fact["faces"]["action_faces_bursts"] or []:
            faces.append(["action", None, 0, 0, 0, 0, 0, bursts])
        kind, energy = fact["kind"], fact["energy"]
        assert fact["set"].lower() == set_name
        expected[fact["number"]] = [
            *[
                f"{set_name}{fact['number']}",
                set_name,
                fact["number"],
                fact["name"],
                fact["subtitle"] or "",
                kind,
            ],
            *[fact["cost"], energy, fact["affiliations"], fact["max_dice"], fact["rarity"], fact["starter"]],
            ["Glass-Jawed"] if (set_name, fact["number"]) == ("tmnt", 12) else [],
            [set_name, fact["name"], kind, energy, faces, fact["faces_confidence"]],
        ]
    for card in load_catalogue().cards:
        if card.set == set_name:
            actual[card.number] = card_facts(card)
    assert sorted(actual) == sorted(expected)
    for number in expected:
        assert actual[number] == expected[number]


# Users' own sets


def write(folder: Path, text: str | bytes, name: str = "beast.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(CatalogueError) as caught:
        load_folder(folder)
    assert isinstance(caught.value, InvalidInput)
    lines = str(caught.value).split("\n")
    assert len(lines) == len(caught.value.faults)
    assert all(len(line) < 1000 and line.isprintable() for line in lines)
    return lines


def test_own_set(tmp_path: Path) -> None:
    one, two = load_folder(write(tmp_path / "home", GOOD))
    assert (one.id, one.set, one.title, one.starter, one.line) == (
        "home1",
        "home",
        "Beast: Big Boy Blue",
        True,
        8,
    )
    assert (two.id, two.rarity, two.starter, two.line) == ("home35", "", False, 16)
    assert one.die is two.die
    assert one.die.path == str(tmp_path / "home" / "beast.toml")
    assert [face.attack for face in one.die.faces] == [0, 0, 0, 1, 2, 2]
    catalogue = load_catalogue().plus([one, two])
    assert len(catalogue.cards) == 346
    assert catalogue.by_id["home35"] is two
    assert catalogue.find("big boy blue") == [load_catalogue().by_id["avx1"], one]
    with pytest.raises(CatalogueError, match=r"beast\.toml, line 8: number: there is already a card home1"):
        catalogue.plus(load_folder(tmp_path / "home"))


def test_folder_of_sets_and_text_encodings(tmp_path: Path) -> None:
    write(tmp_path / "one", b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    write(tmp_path / "two", GOOD)
    write(tmp_path / "two", "not a die", ".hidden.toml")
    write(tmp_path / "two", "not a die", "notes.txt")
    assert [card.id for card in load_folder(str(tmp_path))] == ["one1", "one35", "two1", "two35"]


def test_ability_sentences_are_optional(tmp_path: Path) -> None:
    text = GOOD + 'text = ["One.", "Two."]\nburst1 = "Three."\nburst2 = []\nglobal = "Six."\n'
    text += 'burst = ["""\nFour\n  five."""]\n'
    plain, card = load_folder(write(tmp_path / "home", text))
    assert (plain.text, plain.global_) == ((), ())
    assert (card.text, card.burst1, card.burst2) == (("One.", "Two."), ("Three.",), ())
    assert (card.burst, card.global_) == (("Four five.",), ("Six.",))


def test_affiliations_of_a_card_replace_those_of_the_die(tmp_path: Path) -> None:
    one, two = load_folder(write(tmp_path / "home", GOOD + 'affiliations = ["Avengers", "X-Men"]\n'))
    assert (one.affiliations, two.affiliations) == (("X-Men",), ("Avengers", "X-Men"))


# Faults: each is (what to replace in GOOD, with what, the line, the key, words of the message)

FAULTS = [
    ('kind = "ch', 'knd = "ch', 2, "knd", "unknown key; did you mean kind?"),
    ("cost = 2", "price = 2", 11, "price", "unknown key; known here are number, subtitle"),
    ("cost = 2", "Cost = 2", 11, "Cost", "did you mean cost?"),
    ("cost = 2", "", 8, "cost", "missing; right is a whole number from 0 to 20"),
    ("cost = 2", 'cost = "2"', 11, "cost", "'2' is wrong; right is a whole number"),
    ("cost = 2", "cost = 2.0", 11, "cost", "a decimal number is wrong"),
    ("cost = 2", "cost = 21", 11, "cost", "21 is wrong; right is a whole number from 0 to 20"),
    ("cost = 2", "cost = -1", 11, "cost", "-1 is wrong"),
    ("cost = 2", "cost = true", 11, "cost", "true is wrong"),
    ("cost = 2", "cost = nan", 11, "cost", "a decimal number is wrong"),
    ("cost = 2", "cost = 2024-01-01", 11, "cost", "a date or time is wrong"),
    ("cost = 2", "cost = {a = 1}", 11, "cost", "a table is wrong"),
    ("cost = 2", "cost = 0x" + "f" * 3900, 11, "cost", "a huge number is wrong"),
    ("number = 1", "number = 0", 9, "number", "0 is wrong; right is a whole number from 1 to 999"),
    ("number = 35", "number = 1", 17, "number", "1 is already taken in"),
    ("max = 4", "max = 100", 12, "max", "100 is wrong; right is a whole number from 1 to 99"),
    ("starter = true", 'starter = "yes"', 14, "starter", "'yes' is wrong; right is true or false"),
    ('"Genetic Expert"', '"big boy  blue"', 18, "subtitle", "is already taken in"),
    ('subtitle = "Genetic Expert"', "", 16, "subtitle", "missing; right is what follows the title"),
    ('"Genetic Expert"', '" "', 18, "subtitle", "' ' is wrong"),
    ('"Genetic Expert"', '"a\\u001b[2Jb"', 18, "subtitle", "'a\\x1b[2Jb' is wrong"),
    ('"Genetic Expert"', f'"{"x" * 81}"', 18, "subtitle", "... (81 characters) is wrong"),
    ('"Beast"', f'"{"x" * 81}"', 1, "name", "at most 80 characters"),
    ('"Beast"', "7", 1, "name", "7 is wrong; right is the title"),
    ('name = "Beast"', "", 1, "name", "missing"),
    ('"character"', '"monster"', 2, "kind", "'monster' is wrong; right is one of character, action"),
    ('"character"', '"sidekick"', 2, "kind", "'sidekick' is wrong"),
    ('"character"', "[[[]]]", 2, "kind", "a list of 1 is wrong"),
    ('energy = "mask"', 'energy = "wild"', 3, "energy", "'wild' is wrong; right is one of fist, bolt"),
    ('["X-Men"]', '"X-Men"', 4, "affiliations", "'X-Men' is wrong; right is a list of names"),
    ('["X-Men"]', '["X-Men", 3]', 4, "affiliations", "3 is wrong"),
    ('["mask", ', '["maks", ', 5, "energy_faces", "'maks' is wrong; right is three faces"),
    ('["mask", ', '["mask9", ', 5, "energy_faces", "'mask9' is wrong"),
    ('["mask", ', '["mask\\n", ', 5, "energy_faces", "'mask\\n' is wrong"),
    ('["mask", ', '["mask", "mask", ', 5, "energy_faces", "4 energy faces and 3 levels; right are six faces"),
    ('["mask", ', "[", 5, "energy_faces", "2 energy faces and 3 levels; right are six faces"),
    ("[[0, 1, 2, 1], ", "[[0, 1, 2, 1], [0, 1, 2, 1], ", 6, "levels", "3 energy faces and 4 levels"),
    (
        "[[0, 1, 2, 1], ",
        "[[0, 1, 2], ",
        6,
        "levels",
        "a list of 3 is wrong; right is three faces, each [field",
    ),
    ("[[0, 1, 2, 1], ", "[[0, 1, 2, 3], ", 6, "levels", "3 is wrong"),
    ("[[0, 1, 2, 1], ", "[[0, 100, 2, 0], ", 6, "levels", "100 is wrong"),
    ("[[0, 1, 2, 1], ", '["", ', 6, "levels", "'' is wrong"),
    (
        "levels = [",
        "actions = [0, 1, 2]\nlevels = [",
        6,
        "actions",
        "not for a die of kind character; it has levels",
    ),
    ('"character"', '"action"', 6, "levels", "not for a die of kind action; it has actions"),
    ('"character"', '"action"', 1, "actions", "missing; right is the bursts of three faces: [0, 1, 2]"),
    ('"character"', '"basic_action"', 3, "energy", "a basic action has no energy type; leave the key out"),
    ("rarity =", "text = [1]\nrarity =", 13, "text", "1 is wrong; right is a text or a list of texts"),
    ("rarity =", f'global = "{"x" * 2001}"\nrarity =', 13, "global", "(2001 characters) is wrong"),
    ("rarity =", "rarity\n=", 13, "", "not a valid TOML file"),
    ("cost = 2", "cost = 2\ncost = 2", 12, "", "not a valid TOML file: Cannot overwrite a value"),
]


@pytest.mark.parametrize(("old", "new", "line", "key", "words"), FAULTS)
def test_fault(tmp_path: Path, old: str, new: str, line: int, key: str, words: str) -> None:
    assert old in GOOD
    folder = write(tmp_path / "home", GOOD.replace(old, new, 1))
    start = f"{folder / 'beast.toml'}, line {line}: {key + ': ' if key else ''}"
    assert any(fault.startswith(start) and words in fault for fault in faults_of(folder)), faults_of(folder)


def test_all_faults_of_all_files_are_reported(tmp_path: Path) -> None:
    text = (
        GOOD.replace('"Beast"', "1").replace("mask2", "mosk2", 1).replace("cost = 2", "cost = 99").replace("max", "mux")
    )
    folder = write(tmp_path / "home", text)
    write(folder, "x = 1\n", "zz.toml")
    write(folder, GOOD.replace("Beast", "Other"), "m.toml")
    write(folder, GOOD.replace("number = 1", "number = 2").replace("number = 35", "number = 3"), "n.toml")
    write(folder, GOOD.replace("number = 1", "number = 4").replace("number = 35", "number = 5"), "o.toml")
    found = [fault.removeprefix(f"{folder}/") for fault in faults_of(folder)]
    places = [":".join(fault.split(":")[:2]) for fault in found]
    assert places == [
        "beast.toml, line 1: name",
        "beast.toml, line 5: energy_faces",
        "beast.toml, line 8: max",
        "beast.toml, line 11: cost",
        "beast.toml, line 12: mux",
        "beast.toml, line 16: max",
        "beast.toml, line 19: cost",
        "beast.toml, line 20: mux",
        "m.toml, line 9: number",
        "m.toml, line 17: number",
        "o.toml, line 1: name",
        *[f"zz.toml, line 1: {key}" for key in ("name", "kind", "energy_faces", "levels", "x", "card")],
    ]
    assert "already taken in" in found[8] and "beast.toml" in found[8]
    assert "already taken in" in found[10] and "n.toml" in found[10]


# Hostile files: the name of the case, the content, the line

NEST = 100_000
HOSTILE: list[tuple[str, str | bytes, int, str]] = [
    ("empty", "", 1, "name: missing"),
    ("giant", "#" * (256 * 1024 + 1), 1, "larger than 256 KiB"),
    ("bytes", b"name = 'x'\nkind = '\xff\xfe'\n", 2, "not UTF-8 text"),
    ("nul", 'name = "x"\nkind = "a\0"\n', 2, "not a valid TOML file"),
    ("binary", bytes(range(256)) * 100, 2, "not a valid TOML file"),
    ("lists", "name = 'x'\nkind = " + "[\n" * NEST, 1, "lists within lists without end"),
    ("tables", "name = 'x'\nkind = " + "{a=" * 1300, 1, "lists within lists without end"),
    ("dots", "name = 'x'\n" + "a." * 1900 + "b = 1\n", 2, "line too long"),
    ("quoted dots", "name = 'x'\n[" + "'a b' . " * 400 + "b]\n", 2, "line too long"),
    ("one line", "name = 'x'\nkind = " + "9" * NEST, 2, "line too long"),
    ("no end", 'name = "x"\nkind = """' + "x\n" * 1000, 1002, "not a valid TOML file"),
    ("spaces", "name = 'x'\n" + (" " * 3999 + "\n") * 65, 1, "kind: missing"),
    ("many keys", "".join(f"key{n} = {n}\n" for n in range(15_000)), 1, "name: missing"),
    ("many cards", GOOD + "[[card]]\n" * 20_000, 8, "card: a list of 20002 is wrong"),
    (
        "many faces",
        GOOD.replace('["mask", ', "[" + '"mask",\n' * 25_000),
        5,
        "energy_faces: 25002 energy faces",
    ),
    ("cards no tables", 'name = "x"\ncard = [1, 2]\n', 2, "card: a list of 2 is wrong"),
    ("card no list", 'name = "x"\n[card]\nnumber = 1\n', 2, "card: a table is wrong"),
    ("no cards", GOOD[: GOOD.index("[[card]]")], 1, "card: missing"),
    ("short dots", "a." * 59 + "b = 1\n", 1, "a: unknown key"),
    ("dotted lines", "".join(f"k{n}.{'a.' * 59}b = 1\n" for n in range(2000)), 1, "name: missing"),
    ("odd key", 'name = "x"\n"\\u001b[2J' + "y" * 3000 + '" = 1\n', 1, "unknown key"),
]


@pytest.mark.parametrize(("name", "content", "line", "words"), HOSTILE, ids=[case[0] for case in HOSTILE])
def test_hostile_file(tmp_path: Path, name: str, content: str | bytes, line: int, words: str) -> None:
    folder = write(tmp_path / "home", content)
    start = time.monotonic()
    found = faults_of(folder)
    assert time.monotonic() - start < 10, name
    assert len(found) <= MAX_FAULTS
    place = f"{folder / 'beast.toml'}, line {line}: "
    assert any(fault.startswith(place) and words in fault for fault in found), found


def test_hostile_folders(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "No die files" in faults_of(tmp_path / "empty")[0]
    assert "No such file" in faults_of(tmp_path / "missing")[0]
    assert "null" in faults_of(Path("a\0b"))[0]
    write(tmp_path, "", "file")
    assert "Not a directory; give the folder" in faults_of(tmp_path / "file")[0]
    (tmp_path / "odd" / "die.toml").mkdir(parents=True)
    (tmp_path / "odd" / "loop.toml").symlink_to("loop.toml")
    os.mkfifo(tmp_path / "odd" / "pipe.toml")
    found = faults_of(tmp_path / "odd")
    assert [Path(fault.split(",")[0]).name for fault in found] == ["die.toml", "loop.toml", "pipe.toml"]
    assert all("not a regular file" in fault for fault in found)
    assert "for example my-set-x" in faults_of(write(tmp_path / "1 My Set_x 2", GOOD))[0]
    assert r"a\nb.toml" in faults_of(write(tmp_path / "home", "", "a\nb.toml"))[0]


def test_too_many_files_and_faults(tmp_path: Path) -> None:
    for number in range(1001):
        write(tmp_path / "home", "", f"d{number}.toml")
    assert "1001 die files; a set has at most 1000" in faults_of(tmp_path / "home")[0]
    (tmp_path / "home" / "d0.toml").unlink()
    with pytest.raises(CatalogueError) as caught:
        load_folder(tmp_path / "home")
    assert len(caught.value.faults) == 5000
    assert str(caught.value).endswith("\nand 4900 more faults")
