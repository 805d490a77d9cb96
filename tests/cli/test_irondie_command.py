"""`dicehall irondie`: sets, check, table and dice: output, exit codes, errors in sentences, 80 columns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dicehall.cli.main import main
from dicehall.irondie.chromatic import bonus_text, chromatic_table
from dicehall.irondie.dice import COLOUR_NAMES, SHAPE_NAMES
from dicehall.irondie.sets import read_set, ready_sets, set_toml

LEGAL = "black smasher, red assault* x2, red assault x2, blue barrier, blue nullifier, orange swarm*, yellow fortress"


class Run:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *args: str, code: int = 0) -> str:
        """What the command prints: to stdout if it succeeds or finds faults, to stderr if it is refused."""
        with pytest.raises(SystemExit) as stop:
            main(["irondie", *args])
        seen = self.capsys.readouterr()
        assert stop.value.code == code, seen.out + seen.err
        assert bool(seen.err) == (code == 2), seen.err
        assert all(len(row) <= 80 and row == row.rstrip() for row in seen.out.split("\n"))
        if code == 2:
            assert seen.err.startswith("dicehall: ")
        return seen.err if code == 2 else seen.out


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def test_sets_are_listed(run: Run) -> None:
    rows = run("sets").splitlines()
    assert [row[:15].rstrip() for row in rows[:-1]] == list(ready_sets())
    assert rows[-1].startswith("12 sets")


def test_a_set_in_full(run: Run, tmp_path: Path) -> None:
    for name, s in ready_sets().items():
        out = run("sets", name)
        assert out.startswith(f"{name}: 9 dice (") and s.about in " ".join(out.split())
        assert all(str(die) in out for die in s.dice + s.side)
        (tmp_path / "again.toml").write_text(out.partition("\n\n")[2])
        assert read_set(tmp_path / "again.toml")[:3] == s[:3]
    assert run("sets", "red") == run("sets", "red", "fury") == run("sets", "red-fury")
    assert "white grace" not in run("sets", "red")


def test_sets_that_do_not_exist(run: Run) -> None:
    assert "it could be blue tide or black hammer" in run("sets", "bl", code=2)
    assert "second wind" in run("sets", "pink", code=2)


def test_a_set_is_checked(run: Run, tmp_path: Path) -> None:
    assert run("check", LEGAL).startswith("ok black smasher")
    assert run("check", *LEGAL.split()) == run("check", LEGAL)
    assert "with a side set" not in run("check", LEGAL)
    paths = []
    for name in ("red fury", "night raid"):
        paths.append(str(tmp_path / f"{name[:3]}.toml"))
        Path(paths[-1]).write_text(set_toml(ready_sets()[name]))
    out = run("check", *paths)
    assert out.count("ok ") == 2 and out.count("with a side set") == 2


def test_every_fault_is_told_with_its_rule(run: Run) -> None:
    out = run("check", "black smasher* x4, red assault / side: blue barrier", code=1)
    assert "5 faults" in out and not out.startswith("ok")
    for rule in ("1.2.1", "1.2.2", "1.2.3", "9.3.1"):
        assert f"rule {rule}" in out
    assert "1 fault\n" in run("check", LEGAL.replace("x2", "x1", 1), code=1)


def test_what_cannot_be_read(run: Run) -> None:
    out = run("check", "blk smasher, red dragon", code=1)
    assert ": 3 faults\n" in out and "black smasher" in out and "'red dragon'" in out and "2 dice, not 9" in out
    assert "cannot be read: No such file" in run("check", "gone.toml", code=1)
    assert "is no set" in run("check", "pink", code=1)
    assert "name a set" in run("check", code=2)


def test_the_table(run: Run) -> None:
    out = run("table")
    for colour, row in zip(COLOUR_NAMES, chromatic_table().rows, strict=True):
        (line,) = [line for line in out.split("\n") if line.startswith(f"{colour} ") and "to an allied" in line]
        assert bonus_text(row) in line and line.endswith(row.known)
    assert "black   -       -       -       -       -       -       allied  hostile" in out


def test_a_house_table(run: Run, tmp_path: Path) -> None:
    rows = [f'[{colour}]\nbonuses = [{{ class = "life", amount = -4 }}]' for colour in COLOUR_NAMES]
    path = tmp_path / "ours.toml"
    path.write_text("\n".join(rows))
    out = run("table", "--table", str(path))
    assert out.startswith("ours: ") and out.count("-4 to an allied LIFE die") == 8 and out.count(" house\n") == 8
    assert "+2" not in out
    path.write_text("\n".join(rows[1:]).replace("-4", "0"))
    err = run("table", "--table", str(path), code=2)
    assert "red: is missing" in err and err.count("0 is wrong") == 7
    assert "cannot be read" in run("table", "--table", str(tmp_path / "gone.toml"), code=2)


@pytest.mark.parametrize("command", ["table", "dice"])
def test_a_narrow_terminal(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = run(command)
    monkeypatch.setattr("dicehall.cli.irondie._width", lambda: 39)
    out = run(command)
    assert all(len(row) < 40 for row in out.split("\n"))
    words = set(re.findall(r"[a-z]{4,}", wide)) - {"colour", "bonus", "known", "shape", "class", "target"}
    assert words <= set(re.findall(r"[a-z]{4,}", out))


def test_the_dice(run: Run) -> None:
    rows = run("dice").splitlines()
    assert [row.split()[0] for row in rows[1:] if row.split() and row.split()[0] in SHAPE_NAMES] == list(SHAPE_NAMES)
    at = next(n for n, row in enumerate(rows) if row.startswith("powerup"))
    assert "white" in rows[at] and "+3" in rows[at + 1] and "+1" in rows[at + 2]
    at = next(n for n, row in enumerate(rows) if row.startswith("swarm"))
    assert "each opposing DEFENSE die" in rows[at] and "lower" in rows[at + 1] and "nothing happens" in rows[at + 2]
