"""The commands as a person runs them: output, exit codes, errors in sentences, pipes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCENARIO = """
title = "A sentence"
game = "dicemasters"
edition = "imw"
rules = ["3.2.1"]
step = "main"
play = '''
ann> buy Howard Stark
= zone ann.out: Sidekick x2
'''
[seat.ann]
cards = ["Howard Stark: Father"]
reserve = ["Sidekick@mask", "Sidekick@fist"]
[seat.bob]
"""


def dicehall(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", "from dicehall.cli.main import main; main()", *args],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


def test_a_scenario_that_holds(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(SCENARIO)
    done = dicehall("scenario", str(tmp_path / "good.toml"))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed"
    assert "A sentence" in done.stdout


def test_a_scenario_that_fails_says_line_expected_found_and_causes(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(SCENARIO.replace("Sidekick x2", "Sidekick x3"))
    done = dicehall("scenario", str(tmp_path / "bad.toml"), "--mode", "all")
    assert done.returncode == 1
    assert "line 9: = zone ann.out: Sidekick x3" in done.stdout
    assert "it holds Sidekick#1, Sidekick#2" in done.stdout or "it holds Sidekick" in done.stdout
    assert "ann buys Howard Stark [3.3.3]" in done.stdout and "<-" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("not toml at all [")
    (tmp_path / "b.toml").write_text(SCENARIO)
    done = dicehall("scenario", str(tmp_path))
    assert done.returncode == 1
    assert "a.toml: is not TOML" in done.stdout and done.stdout.splitlines()[-1] == "1 passed, 1 failed"


def test_unknown_rules_are_a_warning(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(SCENARIO.replace("3.2.1", "99.9"))
    done = dicehall("scenario", str(tmp_path / "s.toml"))
    assert done.returncode == 0 and "there is no rule 99.9" in done.stderr


def test_bad_calls_are_sentences() -> None:
    for args in (
        ("scenario",),
        ("scenario", "/nowhere.toml", "--mode", "sideways"),
        ("scenario", "--from-record", "/nowhere.toml"),
        ("replay", "/nowhere.toml"),
        ("cards", "--set", "zzz"),
    ):
        done = dicehall(*args)
        assert done.returncode == 2, args
        assert done.stderr.startswith("dicehall: "), args


def test_cards_as_json() -> None:
    rows = json.loads(dicehall("cards", "--json").stdout)
    assert len(rows) == 344
    keys = {"id", "set", "number", "name", "subtitle", "kind", "cost", "energy", "starter", "level", "text"}
    assert all(set(row) == keys for row in rows)
    assert {row["level"] for row in rows} <= {"facts", "parsed", "tested", "exercised"}
    assert [r["id"] for r in json.loads(dicehall("cards", "--set", "imw", "--find", "rhodey", "--json").stdout)] == [
        "imw23"
    ]


def test_pairs_of_effects_that_can_meet() -> None:
    done = dicehall("cards", "meeting", "--event", "leaving")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2
    assert "leaving: elsewhere, elsewhere  first: as chosen  decides: the die's controller" in done.stdout
    rows = json.loads(dicehall("cards", "meeting", "--json", "--find", "Doomcaliber").stdout)
    assert {r["event"] for r in rows} == {"use", "effect"} and all(r["rules"] for r in rows)
    assert dicehall("cards", "meeting", "--find", "no such card").returncode == 1
    wrong = dicehall("cards", "meeting", "--event", "lunch")
    assert wrong.returncode == 2 and "combat damage" in wrong.stdout


def test_cards_as_a_player_reads_them() -> None:
    done = dicehall("cards", "--text")
    shown = " ".join(done.stdout.split())
    rows = json.loads(dicehall("cards", "--json").stdout)
    assert done.returncode == 0 and done.stdout.rstrip().endswith(f"{len(rows)} cards")
    for row in rows:
        title = f"{row['name']}: {row['subtitle']}" if row["subtitle"] else row["name"]
        assert f"{title} {row['id']} · " in shown
        if row["set"] != "ygo":  # those are told in the words of their book
            assert [text for text in row["text"] if text not in shown] == [], row["id"]


def test_cards_as_a_table() -> None:
    done = dicehall("cards", "--find", "Smash")
    assert done.returncode == 0 and "avx32" in done.stdout and "imw29" in done.stdout
    assert dicehall("cards", "--find", "no such card").returncode == 1


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{sys.executable} -c 'from dicehall.cli.main import main; main()' cards | head -2"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr


def test_help_and_version() -> None:
    assert "play" in dicehall("--help").stdout
    assert dicehall("scenario", "--help").returncode == 0
    assert dicehall("--version").stdout.strip()
