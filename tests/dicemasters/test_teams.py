"""Teams: both forms read and printed, every fault named with its rule, ready-made and random teams, hostile texts."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall import dicemasters
from dicehall.bots.base import question
from dicehall.bots.simple import SimpleBot
from dicehall.dicemasters.cards import SETS, Card, Catalogue, load_catalogue, load_folder
from dicehall.dicemasters.edition import EDITIONS
from dicehall.dicemasters.formats import (
    FORMATS,
    check,
    format_named,
    formats_of,
    random_for,
)
from dicehall.dicemasters.game import Team
from dicehall.dicemasters.teamfile import (
    MAX_ABOUT,
    MAX_NAME,
    TeamError,
    TeamFile,
    parse_short,
    parse_toml,
    read_file,
    read_team,
    ready_names,
    ready_team,
    short_form,
    toml_form,
)
from dicehall.dicemasters.teams import demo_teams
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.rules import known_rules

CATALOGUE = load_catalogue()
CARDS = CATALOGUE.cards
GOOD = """\
name = "The Armoury"
edition = "imw"
format = "tournament"
cards = ["War Machine: Rhodey x3", "imw:Howard Stark: Father x2", "imw10x4"]
basics = ["Smash!", "Surprise Attack"]
"""
OGRE = """\
name = "Ogre"
kind = "character"
energy = "fist"
energy_faces = ["fist", "fist2", "fist2"]
levels = [[0, 3, 3, 0], [1, 4, 4, 0], [2, 5, 5, 0]]
[[card]]
number = 1
subtitle = "Under the Bridge"
cost = 4
max = 3
"""


def ids(team: Team) -> list[tuple[str, int]]:
    return [(card.id, dice) for card, dice in team.cards]


def card(ident: str) -> Card:
    return CATALOGUE.by_id[ident]


def short(text: str) -> Team:
    return parse_short(text, CATALOGUE).team


def read(text: str, edition: str = "imw") -> TeamFile:
    return parse_toml(text, CATALOGUE, edition, "t.toml")


def faults_of(text: str, name: str = "tournament", edition: str = "imw") -> list[str]:
    found = check(short(text), FORMATS[name], edition)
    return [f"{fault.rule}|{fault}" for fault in found]


def refused(text: str, edition: str = "imw") -> str:
    with pytest.raises(TeamError) as caught:
        read(text, edition)
    return str(caught.value)


# ---- reading --------------------------------------------------------------------------------------------------


def test_a_team_file() -> None:
    file = read(GOOD)
    assert (file.team.name, file.edition, file.format, file.about) == ("The Armoury", "imw", "tournament", "")
    assert ids(file.team) == [("imw23", 3), ("imw1", 2), ("imw10", 4)]
    assert [c.id for c in file.team.basics] == ["imw29", "imw30"]


def test_the_short_text() -> None:
    team = short("imw22x3 imw1x2, IMW10x4/ imw29 imw30")
    assert ids(team) == [("imw22", 3), ("imw1", 2), ("imw10", 4)]
    assert [c.id for c in team.basics] == ["imw29", "imw30"]


def test_without_a_number_a_card_has_its_maximum() -> None:
    assert ids(short("imw16 imw1 ygo1")) == [("imw16", 2), ("imw1", 4), ("ygo1", 2)]
    assert ids(read('cards = ["Rescue: Mark 1616", "Iron Spider: Waldoes x1"]').team) == [("imw16", 2), ("imw11", 1)]


def test_names_are_read_as_in_scenarios() -> None:
    for text in ("war machine: rhodey", "imw:War Machine: Rh", "imw23", "IMW:war machine: Rhodey"):
        assert ids(read(f'cards = ["{text} x2"]').team) == [("imw23", 2)]
    assert ids(read("cards = ['Slash: Never Liked the Name Spike x1']").team) == [("tmnt42", 1)]
    assert ids(read("cards = ['Foot Ninja: Glass-Jawed']").team) == [("tmnt12", 3)], "another spelling"


def test_a_title_of_several_sets_means_the_edition_s() -> None:
    smash = 'cards = []\nbasics = ["Smash!"]'
    assert read(smash, "imw").team.basics == (card("imw29"),)
    assert read(smash, "avx").team.basics == (card("avx32"),)
    assert read(smash, "ygo").team.basics == (card("avx32"),), "else the first set that has it"
    assert read('edition = "avx"\n' + smash, "imw").team.basics == (card("avx32"),), "the file's edition comes first"
    assert read(smash.replace("Smash!", "imw:Smash!"), "avx").team.basics == (card("imw29"),)


def test_a_basic_action_has_no_number_of_dice() -> None:
    assert read('cards = []\nbasics = ["Smash! x3"]').team.basics == (card("imw29"),)
    assert "always has 3 dice; leave the number out" in refused('cards = []\nbasics = ["Smash! x2"]')
    with pytest.raises(TeamError, match="always has 3 dice"):
        short("imw1 / imw29x4")


def test_where_a_team_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(GOOD)
    (tmp_path / "chat.txt").write_text("imw22x3 / imw29 imw30\n")
    assert read_team(str(path), CATALOGUE).team.name == "The Armoury"
    assert ids(read_team(str(tmp_path / "chat.txt"), CATALOGUE).team) == [("imw22", 3)]
    assert ids(read_team(" imw22x3 / imw29 ", CATALOGUE).team) == [("imw22", 3)]
    assert read_team("imw-suits", CATALOGUE) == ready_team("imw-suits")
    with pytest.raises(InvalidInput, match="did you mean imw-suits"):
        read_team("imw-suit", CATALOGUE)
    with pytest.raises(InvalidInput, match="no ready-made team"):
        read_team("nothing at all", CATALOGUE)


# ---- errors ---------------------------------------------------------------------------------------------------


def test_every_fault_of_a_file_is_named_with_its_line() -> None:
    told = refused(
        'nmae = "x"\nedition = "imv"\nformat = "turnament"\ncards = [\n  "War Machin: Rhodey x3",\n'
        '  "War Machine x2",\n  7,\n]\nbasics = ["Smsh!"]\n'
    ).split("\n")
    assert told[0] == "t.toml, line 1: 'nmae': unknown key; did you mean name?"
    assert (
        told[1] == "t.toml, line 2: edition: there is no 'imv'; right is one of avx, ygo, imw, tmnt; did you mean imw?"
    )
    assert told[2].startswith("t.toml, line 3: format: there is no 'turnament'")
    assert told[3].startswith(
        "t.toml, line 5: cards: no card is called 'War Machin: Rhodey'; near it are imw:War Machine:"
    )
    assert "imw:War Machine: Rhodey" in told[3]
    assert told[4].startswith(
        "t.toml, line 6: cards: 'War Machine' is ambiguous: it could be War Machine: Model 11 (imw22),"
    )
    assert told[5].startswith("t.toml, line 4: cards: a number is wrong; right is a list of cards")
    assert told[6].startswith("t.toml, line 9: basics: no card is called 'Smsh!'") and "imw:Smash!" in told[6]
    assert len(told) == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards = [", "line 1: is not TOML"),
        ("cards = []\nname = ]", "line 2: is not TOML"),
        ("", "cards: missing"),
        ("name = 3\ncards = []", "line 1: name: a number is wrong; right is a text"),
        ('name = "a\\u0007b"\ncards = []', "name: 'a\\x07b' is wrong"),
        ("cards = 'imw22'", "cards: 'imw22' is wrong; right is a list"),
        ("[cards]\na = 1", "cards: a table is wrong"),
        ('cards = [""]', "no card is called ''"),
        ('cards = [" x3"]', "no card is called"),
        ('cards = [":"]', "no card is called ':'"),
        ('cards = ["imw:"]', "no card is called 'imw:'"),
        ('cards = ["imw99"]', "the set imw has the numbers 1 to 34"),
        ('cards = ["qqq9"]', "the sets are avx, ygo, imw, tmnt"),
        ('cards = ["qqqqqqqqqqqq"]', "'dicehall cards' lists them all"),
        ('cards = ["War Machine: Rhodey x1000"]', "no card is called 'War Machine: Rhodey x1000'"),
    ],
)
def test_what_is_wrong_in_a_file(text: str, words: str) -> None:
    assert words in refused(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("imw99x3", "the set imw has the numbers 1 to 34"),
        ("imw22x3 foo / imw29", "'foo' is no id with a number of dice; right is imw22x3"),
        ("imw22 / imw29 / imw30", "more than one slash"),
        ("imw22x3x3", "no card is called 'imw22x3'"),
        ("imw22x9999", "is no id"),
        ("imw1 " * 60, "60 cards; 50 is the most"),
        ("imw1 " * 999999, "characters; 2000 is the most"),
    ],
)
def test_what_is_wrong_in_a_short_text(text: str, words: str) -> None:
    with pytest.raises(TeamError) as caught:
        short(text)
    assert words in str(caught.value)


def test_hostile_files_end_soon_and_in_sentences(tmp_path: Path) -> None:
    files: dict[str, bytes] = {
        "nested": b"cards = " + b"[" * 3000 + b"]" * 3000,
        "nested-lines": b"cards = " + b"[\n" * 20000,
        "dots": b"a" + b".a" * 30000 + b" = 1",
        "long": b'name = "' + b"x" * 60000 + b'"',
        "keys": b"".join(b"k%d = 1\n" % n for n in range(6000)),
        "names": b"cards = [\n" + b"".join(b'"War Machine: %s%d",\n' % (b"Rhody" * 20, n) for n in range(50)) + b"]",
        "many": b"cards = [" + b'"imw1",\n' * 5000 + b"]",
        "binary": bytes(range(256)) * 10,
        "zeros": b"\x00" * 60000,
        "large": b"#" * 3_000_000,
        "utf16": GOOD.encode("utf-16"),
        "number": b"name = " + b"9" * 3900,
    }
    for name, data in files.items():
        path = tmp_path / f"{name}.toml"
        path.write_bytes(data)
        begin = time.monotonic()
        with pytest.raises(TeamError) as caught:
            read_team(str(path), CATALOGUE)
        assert time.monotonic() - begin < 5, name
        assert f"{name}.toml" in str(caught.value)
        assert len(str(caught.value)) < 12000, name
    os.mkfifo(tmp_path / "pipe")
    for odd in (tmp_path / "pipe", tmp_path, Path("/dev/zero"), Path("/no/such.toml")):
        with pytest.raises(TeamError, match=r"regular file|folder|No such file"):
            read_file(str(odd), CATALOGUE)
    for text in ("x\x00.toml", "x" * 100_000 + ".toml", "\x1b[31m.toml"):
        with pytest.raises(TeamError) as caught:
            read_team(text, CATALOGUE)
        assert "\x1b" not in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_team_or_an_error(text: str) -> None:
    for reader in (parse_short, parse_toml):
        try:
            assert isinstance(reader(text, CATALOGUE).team, Team)
        except InvalidInput as error:
            assert str(error)


# ---- printing -------------------------------------------------------------------------------------------------

WORDS = st.characters(codec="utf-8").filter(str.isprintable)
TEAMS = st.builds(
    Team,
    st.text(WORDS, max_size=MAX_NAME),
    st.lists(st.tuples(st.sampled_from(CARDS), st.integers(0, 999)), max_size=12).map(tuple),
    st.lists(st.sampled_from(CARDS), max_size=4).map(tuple),
)
FILES = st.builds(
    TeamFile,
    TEAMS,
    st.sampled_from(["", *EDITIONS]),
    st.sampled_from(["", *FORMATS]),
    st.text(WORDS, max_size=MAX_ABOUT),
)


@settings(max_examples=150, deadline=None)
@given(FILES, st.sampled_from(SETS))
def test_a_printed_file_reads_as_the_same_team(file: TeamFile, edition: str) -> None:
    assert parse_toml(toml_form(file), CATALOGUE, edition) == file


@settings(max_examples=150, deadline=None)
@given(TEAMS)
def test_a_printed_short_text_reads_as_the_same_team(team: Team) -> None:
    line = short_form(team)
    assert "\n" not in line
    assert parse_short(line, CATALOGUE).team == Team("", team.cards, team.basics)


def test_how_the_forms_look() -> None:
    file = read(GOOD)
    assert short_form(file.team) == "imw23x3 imw1x2 imw10x4 / imw29 imw30"
    assert toml_form(file) == (
        'name = "The Armoury"\nedition = "imw"\nformat = "tournament"\ncards = [\n  "imw:War Machine: Rhodey x3",\n'
        '  "imw:Howard Stark: Father x2",\n  "imw:Iron Spider: Version 2.0 x4",\n]\n'
        'basics = ["imw:Smash!", "imw:Surprise Attack"]\n'
    )
    assert short_form(short("imw1x2")) == "imw1x2"
    assert short_form(short("/ imw29")) == "/ imw29"


# ---- formats --------------------------------------------------------------------------------------------------


def test_the_formats_and_who_has_them() -> None:
    facts = {f.name: (f.life, f.cards, f.dice, f.basics, f.rule) for f in FORMATS.values()}
    assert facts == {
        "tournament": (20, 8, 20, 2, "9.2.1"),
        "basic": (15, 6, 15, 2, "9.2.2"),
        "fun": (15, 8, 15, 2, "9.2.3"),
        "demo": (10, 2, 0, 3, "9.2.4"),
    }
    for name, edition in EDITIONS.items():
        assert [f.name for f in formats_of(edition)] == [
            "tournament",
            "basic" if name in ("avx", "ygo") else "fun",
            "demo",
        ]
    with pytest.raises(InvalidInput, match="did you mean basic"):
        format_named("basics")


ALLOWED = "imw1x4 imw4x4 imw7x4 imw10x4 imw13x1 imw16x1 imw19x1 imw22x1 / imw29 imw30"


def test_a_legal_team_has_no_fault() -> None:
    assert faults_of(ALLOWED) == []
    assert faults_of("imw1x1 / imw29 imw30") == [], "fewer cards and dice are allowed"
    assert faults_of("imw1x4 avx9x2 tmnt10x3 ygo1x2 / ygo112 imw30") == [], "sets may be mixed"


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        (ALLOWED.replace("imw1x4", "imw1x3 avx1x1"), "9.2.1", "9 cards; a tournament team has 8 at most"),
        (ALLOWED.replace("imw13x1", "imw13x2"), "9.2.1", "21 dice; a tournament team has 20 at most"),
        ("imw1x2 imw2x2 / imw29 imw30", "9.1.2", "2 cards have the title Howard Stark"),
        ("imw22x2 avx61x2 / imw29 imw30", "9.1.2", "2 cards have the title War Machine"),
        ("imw1x2 imw1x1 / imw29 imw30", "9.1.2", "2 cards have the title Howard Stark"),
        ("imw1x0 / imw29 imw30", "9.1.3", "Howard Stark: Father: no die"),
        ("imw1x5 / imw29 imw30", "9.1.3", "Howard Stark: Father: 5 dice; its maximum is 4"),
        ("imw16x3 / imw29 imw30", "9.1.3", "its maximum is 2"),
        ("imw1x1", "9.1.1", "0 basic actions; a team has 2"),
        ("imw1x1 / imw29", "9.1.1", "1 basic action; a team has 2"),
        ("imw1x1 / imw28 imw29 imw30", "9.1.1", "3 basic actions; a team has 2"),
        ("imw1x1 / imw29 imw29", "9.1.4", "the basic action Smash! is there 2 times"),
        ("imw1x1 / imw29 avx32", "9.1.4", "the basic action Smash! is there 2 times"),
        ("imw1x1 / imw29 imw22", "9.1.1", "War Machine: Model 11: it is no basic action"),
        ("imw1x1 imw28x1 / imw29 imw30", "9.1.4", "One Against Many: a basic action is no card of the team"),
        ("/ imw29 imw30", "9.1.1", "there are no cards"),
    ],
)  # fmt: skip
def test_each_fault_by_itself(text: str, rule: str, words: str) -> None:
    found = faults_of(text)
    assert len(found) == 1, found
    assert found[0].startswith(f"{rule}|") and words in found[0]
    assert rule in known_rules()


def test_all_faults_at_once() -> None:
    text = "imw1x5 imw2x0 imw29x1 avx35x9 avx39x9 avx41x1 avx47x1 avx48x1 avx49x1 / imw30 imw30 imw22"
    found = faults_of(text, "basic")
    assert sorted({row.split("|")[0] for row in found}) == ["9.1.1", "9.1.2", "9.1.3", "9.1.4", "9.2.2"]
    assert len(found) == 12, "\n".join(found)


def test_formats_differ() -> None:
    assert faults_of(ALLOWED, "fun") == ["9.2.3|20 dice; a fun team has 15 at most: rule 9.2.3"]
    seven = "imw1x1 imw4x1 imw7x1 imw10x1 imw13x1 imw16x1 imw19x1 / imw29 imw30"
    assert faults_of(seven, "fun") == []
    assert faults_of(seven, "basic", "avx") == ["9.2.2|7 cards; a basic team has 6 at most: rule 9.2.2"]
    six = "imw1x1 / imw29 imw30"
    assert faults_of(six, "basic", "ygo") == []
    assert "has no format basic; it has tournament, fun, demo" in faults_of(six, "basic", "tmnt")[0]
    assert "has no format fun; it has tournament, basic, demo" in faults_of(six, "fun", "avx")[0]


def test_the_demo_game_has_given_teams() -> None:
    for edition in EDITIONS:
        for team in demo_teams(edition, CATALOGUE):
            assert check(team, FORMATS["demo"], edition) == []
            assert [f.rule for f in check(team, FORMATS["tournament"], edition)] == ["9.1.1"]
    assert [row.split("|")[0] for row in faults_of(ALLOWED, "demo")] == ["1.5.7", "1.5.7"]
    assert len(faults_of("imw1x2 imw23x3", "demo")) == 1


def test_cards_without_a_known_ability_are_refused() -> None:
    facts = msgspec.structs.replace(card("avx35"), known=False)
    team = msgspec.structs.replace(short("imw1x1 / imw29 imw30"), cards=((facts, 2), (card("imw1"), 1)))
    form = FORMATS["tournament"]
    assert [str(f) for f in check(team, form, "imw")] == [
        "Angel: High Ground: only its facts are known, its ability is not"
    ]


# ---- ready-made and random teams ------------------------------------------------------------------------------


def test_the_ready_made_teams() -> None:
    names = list(ready_names())
    assert [sum(n.startswith(f"{name}-") for n in names) for name in SETS] == [3, 3, 3, 3]
    for name in names:
        file = ready_team(name)
        own = name.split("-")[0]
        assert (file.edition, file.format) == (own, "tournament")
        assert check(file.team, FORMATS["tournament"], own) == []
        cards = [c for c, _ in file.team.cards]
        assert all(c.starter for c in (*cards, *file.team.basics))
        assert sum(c.set == own for c in cards) * 2 > len(cards), f"{name} is mostly of its set"
        assert sum(dice for _, dice in file.team.cards) >= 16
        assert file.about.endswith(".") and file.team.name
        assert ready_names()[name].read_text(encoding="utf-8") == toml_form(file), "written as it is printed"
    assert len({short_form(ready_team(n).team) for n in names}) == 12


@pytest.mark.parametrize("edition", SETS)
def test_ready_made_teams_are_played_to_the_end(edition: str) -> None:
    game = dicemasters.game(edition)
    mine = [ready_team(name).team for name in ready_names() if name.startswith(edition)]
    for first, second in ((mine[0], mine[1]), (mine[2], mine[2])):
        teams = [Team("ann", first.cards, first.basics), Team("bob", second.cards, second.basics)]
        state = game.new_state(teams, seed=11, life=20)
        bots = SimpleBot(), SimpleBot()
        while not state.is_over and state.turn < 300:
            state.apply(bots[state.asked].choose(question(state)))
        assert state.is_over


@pytest.mark.parametrize("edition", SETS)
def test_random_teams_are_legal(edition: str) -> None:
    seen = set()
    for seed in range(25):
        for form in formats_of(EDITIONS[edition]):
            if form.given:
                continue
            team = random_for(form, CATALOGUE, [edition], Rng(seed), "r")
            assert check(team, form, edition) == []
            assert all(c.set == edition for c, _ in team.cards)
            seen.add(short_form(team))
            assert team == random_for(form, CATALOGUE, [edition], Rng(seed), "r"), "the same seed, the same team"
    assert len(seen) > 20


def test_random_teams_are_of_all_cards_and_what_cannot_be_made() -> None:
    team = random_for(FORMATS["tournament"], CATALOGUE, ["avx"], Rng(1), "r")
    assert not all(c.starter for c, _ in team.cards)
    with pytest.raises(InvalidInput, match="no random team"):
        random_for(FORMATS["demo"], CATALOGUE, ["imw"], Rng(1), "r")
    with pytest.raises(InvalidInput, match="has 0 titles and 0 basic actions"):
        random_for(FORMATS["fun"], CATALOGUE, ["none"], Rng(1), "r")


# ---- a set of one's own ---------------------------------------------------------------------------------------


def own_set(folder: Path, name: str = "mine") -> Catalogue:
    (folder / name).mkdir()
    (folder / name / "ogre.toml").write_text(OGRE)
    return CATALOGUE.plus(load_folder(folder / name))


def test_cards_of_one_s_own(tmp_path: Path) -> None:
    catalogue = own_set(tmp_path)
    file = parse_toml('cards = ["Ogre x2", "imw1x1"]\nbasics = ["Smash!", "Surprise Attack"]', catalogue)
    assert ids(file.team) == [("mine1", 2), ("imw1", 1)]
    assert check(file.team, FORMATS["tournament"], "imw") == []
    assert parse_short(short_form(file.team), catalogue).team == file.team
    assert parse_toml(toml_form(file), catalogue) == file
    with pytest.raises(TeamError, match="no card is called 'Ogre'"):
        read('cards = ["Ogre"]')


def test_a_set_whose_name_looks_like_a_number_of_dice(tmp_path: Path) -> None:
    catalogue = own_set(tmp_path, "imw2x")
    team = Team("", ((catalogue.by_id["imw2x1"], 2), (card("imw2"), 1)), (catalogue.by_id["imw2x1"],))
    assert short_form(team) == "imw2x1x2 imw2x1 / imw2x1"
    assert parse_short(short_form(team), catalogue).team == team
