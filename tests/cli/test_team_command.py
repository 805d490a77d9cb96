"""`dicehall team`, teams in `dicehall play`, and sets out of folders: output, exit codes, errors in sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dicehall.cli.main import main
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.formats import FORMATS, check
from dicehall.dicemasters.teamfile import parse_toml, ready_names, ready_team, short_form, toml_form

GOOD = "imw22x3 imw1x2 imw10x4 / imw29 imw30"
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


class Run:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *args: str, code: int = 0) -> str:
        """What the command prints: to stdout if it succeeds or finds faults, to stderr if it is refused."""
        with pytest.raises(SystemExit) as stop:
            main(list(args))
        seen = self.capsys.readouterr()
        assert stop.value.code == code, seen.out + seen.err
        assert "Traceback" not in seen.out + seen.err
        assert bool(seen.err) == (code == 2), seen.err
        if code == 2:
            assert seen.err.startswith("dicehall: ")
        return seen.err if code == 2 else seen.out


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with a set of one's own."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "ogre.toml").write_text(OGRE)
    return folder


# ---- check ----------------------------------------------------------------------------------------------------


def test_a_good_team_is_ok(run: Run, tmp_path: Path) -> None:
    assert run("team", "check", GOOD) == f"{GOOD}: OK (tournament, imw: 3 cards, 9 dice, 2 basic actions)\n"
    assert run("team", "check", *GOOD.split()) == run("team", "check", GOOD), "forgotten quotes"
    path = tmp_path / "t.toml"
    path.write_text(toml_form(ready_team("avx-rage")))
    assert "OK (tournament, avx: 6 cards" in run("team", "check", str(path))


def test_every_ready_made_team_is_ok(run: Run) -> None:
    rows = run("team", "check", *ready_names()).splitlines()
    assert len(rows) == 12 and all(": OK (tournament, " in row for row in rows)


def test_faults_are_listed_and_do_not_stop_the_others(run: Run) -> None:
    rows = run("team", "check", "imw22x9 imw23x1 / imw29 imw29", "imw-suits", "imw99 /", code=1).splitlines()
    assert rows[0] == "imw22x9 imw23x1 / imw29 imw29: 3 faults (tournament, imw: 2 cards, 10 dice, 2 basic actions)"
    assert [re.findall(r"rule ([\d.]+)$", row) for row in rows[1:4]] == [["9.1.2"], ["9.1.3"], ["9.1.4"]]
    assert rows[4].startswith("imw-suits: OK")
    assert rows[5:] == ["imw99 /: cannot be read", "  no card is called 'imw99'; the set imw has the numbers 1 to 34"]


def test_format_and_edition(run: Run, tmp_path: Path) -> None:
    assert "20 dice; a fun team has 15 at most: rule 9.2.3" in run(
        "team", "check", "imw-suits", "--format", "fun", code=1
    )
    path = tmp_path / "t.toml"
    path.write_text(
        'edition = "avx"\nformat = "basic"\ncards = ["Beast: Mutate #666 x2"]\nbasics = ["Smash!", "Focus Power"]'
    )
    assert "OK (basic, avx: 1 card, 2 dice" in run("team", "check", str(path)), "the file's own"
    assert "OK (tournament, avx" in run("team", "check", str(path), "--format", "tournament")
    assert "has no format basic" in run("team", "check", str(path), "--edition", "imw", code=1)


@pytest.mark.parametrize(
    "args",
    [
        ("check",), ("show",), ("check", GOOD, "--format", "x"), ("check", GOOD, "--edition", "x"),
        ("check", GOOD, "--set", "/no/such/folder"), ("show", "nobody"), ("show", "imw99"), ("random", "--seed", "-1"),
        ("random", "--format", "demo"), ("random", "--format", "x"), ("random", "--set", "zzz"),
    ],
)  # fmt: skip
def test_bad_calls_are_sentences(args: tuple[str, ...], run: Run) -> None:
    assert run("team", *args, code=2)


# ---- show, random, list ---------------------------------------------------------------------------------------


def test_show_prints_both_forms(run: Run) -> None:
    out = run("team", "show", "imw-company")
    file = ready_team("imw-company")
    assert f"\n{short_form(file.team)}\n" in out
    assert out.endswith(toml_form(file))
    assert re.search(r"^imw23 +War Machine: Rhodey +character +4 shield +4 +4$", out, re.M)
    assert "\n7 cards, 20 dice, 2 basic actions\n" in out


def test_random_is_a_legal_file_that_follows_from_its_seed(run: Run) -> None:
    out = run("team", "random", "--seed", "5")
    assert out == run("team", "random", "--seed", "5")
    assert out != run("team", "random", "--seed", "6")
    file = parse_toml(out, load_catalogue())
    assert (file.edition, file.format) == ("imw", "tournament")
    assert check(file.team, FORMATS["tournament"], "imw") == []
    basic = parse_toml(run("team", "random", "--set", "avx", "--format", "basic"), load_catalogue())
    assert check(basic.team, FORMATS["basic"], "avx") == [] and basic.edition == "avx"
    assert {c.set for c, _ in basic.team.cards} == {"avx"}
    both = [run("team", "random", "--set", "ygo", "--set", "avx", "--seed", str(n)) for n in range(5)]
    assert any('"avx:' in text for text in both) and any('"ygo:' in text for text in both)


def test_list(run: Run) -> None:
    out = run("team", "list")
    assert [row.split()[0] for row in out.splitlines() if not row.startswith(" ")] == list(ready_names())
    assert max(map(len, out.splitlines())) < 80
    assert " ".join(ready_team("ygo-duel").about.split()) in " ".join(out.split())


# ---- play -----------------------------------------------------------------------------------------------------


def test_two_teams_play(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    out = run(
        "play", "--auto", "--seed", "4", "--team", "imw-company", "--against", "avx-rage", "--record", str(record)
    )
    first = " ".join(out.split("\n\n")[0].split())
    assert "Iron Man and War Machine (2016), tournament: War Machine Company against Thunder and Rage" in first
    assert re.search(r"(Ann|Bob) wins in turn \d+ \[1\.3", out)
    text = record.read_text()
    assert "imw:War Machine: Rhodey x4" in text and "avx:Hulk: Jade Giant x3" in text and "life = 20" in text
    assert text.index("War Machine: Rhodey") < text.index("Hulk: Jade Giant")
    again = re.search(r"The same dice again: dicehall (.*)", " ".join(out.split()))
    assert again is not None
    assert run(*again[1].split()).split("\nThe ")[0] == out.split("\nThe record")[0]
    assert run("replay", str(record)).startswith("ok ")


def test_who_begins_and_the_life_of_a_format(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    args = ("play", "--auto", "--seed", "4", "--team", GOOD, "--against", "random", "--record", str(record))
    run(*args, "--format", "fun", "--first", "them")
    text = record.read_text()
    assert "life = 15" in text and "life = 20" not in text
    assert text.index("[seat.Bob]") < text.index("[seat.Ann]") < text.index("War Machine: Model 11 x3")


def test_random_teams_follow_from_the_seed_and_differ(run: Run) -> None:
    teams = ("play", "--auto", "--team", "random", "--against", "random", "--edition", "tmnt", "--seed")
    assert run(*teams, "3") == run(*teams, "3")
    assert run(*teams, "3") != run(*teams, "4")
    assert "Teenage" in run("play", "--auto", "--against", "tmnt-foot", "--seed", "2"), "mine is random then"


def test_teams_that_may_not_play(run: Run) -> None:
    told = run("play", "--auto", "--team", "imw22x9 / imw29 imw30", "--against", "avx35x9 / imw29 imw30", code=2)
    assert "--team imw22x9 / imw29 imw30: War Machine: Model 11: 9 dice; its maximum is 4: rule 9.1.3" in told
    assert "--against avx35x9 / imw29 imw30: Angel: High Ground: 9 dice; its maximum is 4: rule 9.1.3" in told
    run("play", "--auto", "--seed", "1", "--team", "avx35 / imw29 imw30")


@pytest.mark.parametrize(
    "args",
    [
        ("--format", "fun"), ("--set", "."), ("--load", "x", "--team", GOOD), ("--team", "nobody"),
        ("--team", GOOD, "--format", "demo"), ("--team", GOOD, "--format", "basic"), ("--team", "/dev/zero"),
        ("--team", GOOD, "--edition", "x"), ("--against", "imw99"), ("--team", GOOD, "--set", "/no/such"),
    ],
)  # fmt: skip
def test_bad_options_of_play_are_sentences(args: tuple[str, ...], run: Run) -> None:
    assert run("play", "--auto", *args, code=2)


# ---- sets of one's own ----------------------------------------------------------------------------------------


def test_a_set_of_one_s_own(run: Run, mine: Path) -> None:
    text = "mine1x3 imw1x2 / imw29 imw30"
    assert "no card is called 'mine1'" in run("team", "check", text, code=1)
    assert ": OK" in run("team", "check", text, "--set", str(mine))
    assert ": OK" in run("team", "check", "--set", str(mine), text)
    assert '"mine:Ogre: Under the Bridge x3"' in run("team", "show", text, "--set", str(mine))
    out = run("play", "--auto", "--seed", "2", "--team", text, "--against", text, "--set", str(mine))
    assert "Ogre" in out and "wins in turn" in out
    made = run("team", "random", "--set", str(mine), "--set", "imw", "--seed", "1")
    assert parse_toml(made.replace("mine:Ogre: Under the Bridge", "imw:Howard Stark: Father"), load_catalogue())


def test_cards_of_a_folder(run: Run, mine: Path) -> None:
    out = run("cards", "--set", str(mine))
    assert "mine1" in out and out.endswith("1 cards\n") and "imw1" not in out
    assert "imw1 " in run("cards", "--set", "imw") and "mine1" not in run("cards")


def test_faults_in_a_folder_are_sentences(run: Run, mine: Path) -> None:
    (mine / "ogre.toml").write_text(OGRE.replace('"fist2", ', ""))
    for args in (("cards",), ("team", "check", GOOD), ("play", "--auto", "--team", GOOD)):
        assert "ogre.toml, line 4: energy_faces: 2 energy faces" in run(*args, "--set", str(mine), code=2)
    (mine / "ogre.toml").unlink()
    assert "No die files" in run("cards", "--set", str(mine), code=2)


def test_the_document_shows_what_is_printed(run: Run) -> None:
    page = (Path(__file__).parents[2] / "docs" / "teams.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```text\n\$ dicehall (.*)\n((?s:.*?))^```$", page, re.M)
    assert len(shown) == 4
    for command, printed in shown:
        assert run(*command.split(), code=1 if " fault" in printed else 0) == printed
    files = re.findall(r"^```toml\n(.*?)^```$", page, re.M | re.S)
    assert [short_form(parse_toml(text, load_catalogue()).team) for text in files] == [
        "imw23x3 imw1x2 imw10x4 / imw29 imw30"
    ]
    table = re.findall(r"^\| (\w+) \| (\d+) \| .* \| ([\d.]+) \|$", page, re.M)
    assert table == [(form.name, str(form.life), form.rule) for form in FORMATS.values()]


def test_as_a_program(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from dicehall.cli.main import main; main()", "team"]
    made = subprocess.run([*command, "random", "--seed", "9"], capture_output=True, text=True, timeout=60, check=True)
    (tmp_path / "made.toml").write_text(made.stdout)
    done = subprocess.run(
        [*command, "check", "made.toml"], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("made.toml: OK (tournament, imw")
