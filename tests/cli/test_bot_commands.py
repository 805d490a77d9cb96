"""Opponents on the command line: --bot, hint, ladder, review."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from terminals import Keys, run, text_of

from dicehall.cli.main import main


def told(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as left:
        main(list(args))
    out = capsys.readouterr()
    assert left.value.code == code, out.out + out.err
    return out.out + out.err


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_a_level_is_played_against_and_named_again(game: str) -> None:
    out = text_of(run(game, "--seed", "3", "--bot", "beginner", typed="quit\n"))
    assert "--bot beginner" in out
    out = text_of(run(game, "--seed", "3", typed="quit\n"))
    assert "--bot" not in out
    wrong = run(game, "--bot", "chess")
    assert wrong.returncode == 2 and b"there is no opponent 'chess'" in wrong.stderr


def test_a_hint_shows_three_moves_and_changes_nothing() -> None:
    out = text_of(run("--seed", "3", typed="keep\nhint 60\nrecord\nquit\n"))
    shown = [row for row in out.splitlines() if " %  " in row]
    assert len(shown) == 3 and "buy" in "".join(shown)
    assert out.count("then Ann> ") == 3
    assert out.count("Ann> keep") == 3, "typed, told, and in the record"
    assert "buy" not in out.split('play = """')[1].split('"""')[0]
    out = text_of(run("irondie", "--seed", "3", typed="hint 40\nhint x\nquit\n"))
    assert len([row for row in out.splitlines() if " %  battle" in row]) == 3
    assert "takes a number" in out


def test_a_hint_takes_a_sensible_number() -> None:
    wrong = ("0", "7", "100000", "-8", "many")
    out = text_of(run("--seed", "3", typed="\n".join([*[f"hint {word}" for word in wrong], "quit", ""])))
    for word in wrong:
        assert f"a number of iterations from 8 to 99999, not '{word}'" in " ".join(out.split())
    assert " %  " not in out
    assert " %  " in text_of(run("--seed", "3", typed="hint 8\nquit\n"))


def test_where_there_is_one_thing_to_do_nothing_else_is_told() -> None:
    typed = ["keep", "buy Spider-Man", "end main", "hint", "quit", ""]
    out = text_of(run("--seed", "5", "--edition", "avx", typed="\n".join(typed)))
    told = out.partition("There is one thing to do: attack none\n")[2]
    assert told.startswith("Ann> quit")


def test_ctrl_c_stops_a_long_hint_and_not_the_game(tmp_path: Path) -> None:
    keys = Keys("--seed", "3", home=tmp_path)
    keys.until("Ann> ")
    keys.type("hint 99999\n")
    keys.until("looking ahead; Ctrl-C stops it")
    os.kill(keys.pid, signal.SIGINT)
    keys.cut("The hint was stopped.")
    keys.until("Ann> ")
    keys.type("keep\n")
    keys.until("costs ")
    keys.type("quit\n")
    keys.until("unfinished.json")
    assert keys.end() == 0


def test_a_bot_that_thinks_long_is_seen_to_think(tmp_path: Path) -> None:
    keys = Keys("irondie", "--seed", "3", "--bot", "search:9s", home=tmp_path)
    keys.until("Ann> ")
    keys.type("1\n")
    keys.until("Bot is thinking")
    keys.until("unfinished.json", press=lambda: os.kill(keys.pid, signal.SIGINT))
    assert keys.end() == 130
    piped = run("irondie", "--seed", "3", "--bot", "search:2s", typed="1\nquit\n")
    assert b"thinking" not in piped.stdout + piped.stderr


def test_what_a_hint_says_can_be_typed() -> None:
    out = text_of(run("--seed", "3", typed="hint 60\nquit\n"))
    moves = [row.partition(" %  ")[2] for row in out.splitlines() if " %  " in row]
    assert any(move.startswith("reroll ") for move in moves)
    for move in moves:
        out = text_of(run("--seed", "3", typed=f"{move}\nrecord\nquit\n"))
        assert "neither a move nor a command" not in out
        assert f"Ann> {move}" in out.split('play = """')[1].splitlines()


def test_the_ladder_counts_and_can_be_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("ladder", "easy", "random", "--game", "irondie", "--games", "6", "--seed", "5")
    first = told(capsys, *args)
    assert "irondie: easy against random, seed 5:" in first and "of 6:" in first and " to " in first
    assert told(capsys, *args) == first
    assert "name two bots" in told(capsys, "ladder", "easy", code=2)
    assert "there is no opponent" in told(capsys, "ladder", "easy", "queen", code=2)
    assert "--game is" in told(capsys, "ladder", "easy", "random", "--game", "go", code=2)
    odd = told(capsys, "ladder", "easy", "random", "--game", "irondie", "--games", "3", code=2)
    assert odd.strip() == "dicehall: --games is an even number, so that both begin equally often: 4, not 3"


def test_a_review_names_moves_that_cost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    text_of(run("irondie", "--auto", "--seed", "5", "--bot", "random", "--record", str(record)))
    out = told(capsys, "review", str(record), "--iterations", "16", "--most", "2")
    assert "moves looked at, 16 iterations a step" in out and "lost by each on average" in out
    assert 1 <= out.count("better:") <= 2
    lines = record.read_text().splitlines()
    for row in [row for row in out.splitlines() if row.startswith("turn ")]:
        assert row.partition(", ")[2].rpartition("  ")[0] in lines, "as it stands in the record"
    assert told(capsys, "review", str(record), "--iterations", "16", "--most", "2") == out
    assert "cannot be read" in told(capsys, "review", str(tmp_path / "none.toml"), code=2)
    assert "--iterations" in told(capsys, "review", str(record), "--iterations", "1", code=2)
