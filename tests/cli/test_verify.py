"""dicehall verify as a person runs it: what it says of an honest game, of a changed one, and of one that it cannot
check."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dicehall import irondie
from dicehall.cli.main import main
from dicehall.irondie.sets import random_set
from dicehall.kernel import conformance
from dicehall.kernel.dice import Rng
from dicehall.kernel.fair import FairDice, commitment
from dicehall.kernel.session import Session
from dicehall.notation.fair import take_back
from dicehall.notation.record import fair_of, record_text

SERVER = bytes(range(100, 132))
HASH = commitment(SERVER)
Run = Callable[..., tuple[int, str]]


def game(seeds: tuple[str, str] = ("red fox", "blue sky"), back: int = 0) -> str:
    """A game of chance that is not too short."""
    for attempt in range(100):
        rng = Rng(attempt)
        sets = [(name, random_set(rng, name)) for name in ("Ann", "Bob")]
        session = Session(irondie.game().new_state(sets), FairDice(SERVER, seeds))
        left = back
        while not session.state.is_over:
            entry = conformance.choose(session.state, rng)
            session.act(entry.action, seat=entry.seat)
            if left and len(session.entries) > 20:
                take_back(session, 3)
                left -= 1
        if not left and 10 < sum(entry.what == "chance" for entry in session.entries) < 60:
            return record_text(session, ["Ann", "Bob"], "A fair game", fair=fair_of(session))
    raise AssertionError("no such game among the first hundred")


@pytest.fixture(scope="module")
def honest() -> str:
    return game()


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def verify(text: str, *options: str) -> tuple[int, str]:
        path = tmp_path / "game.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit) as end:
            main(["verify", str(path), *options])
        told = capsys.readouterr()
        assert "Traceback" not in told.err + told.out and "fault of the program" not in told.err
        assert isinstance(end.value.code, int)
        return end.value.code, told.out + told.err

    return verify


def test_an_honest_game(run: Run, honest: str) -> None:
    code, told = run(honest)
    count = honest.count("\nroll>")
    assert code == 0 and told.startswith("ok ") and "A fair game" in told
    assert HASH in told and "--commitment HASH compares them" in told
    assert f"{count} rolls and 0 draws are what the seeds give." in told
    assert "Seats that added a seed: Ann, Bob." in told
    assert "No roll was taken back." in told
    assert re.search(r"Every move is legal. The result: (winner (Ann|Bob)|tie).", told)


def test_what_a_player_wrote_down_is_compared(run: Run, honest: str) -> None:
    code, told = run(honest, "--commitment", HASH.upper(), "--seed", "ann=red fox", "--seed", "Bob=blue sky")
    assert code == 0 and "It is the one that you wrote down." in told
    other = commitment(b"x")
    code, told = run(honest, "--commitment", other)
    assert code == 1 and told.startswith("FAIL") and HASH in told and f"written down:   {other}" in told
    code, told = run(honest, "--seed", "Ann=red fix")
    assert code == 1 and "Ann did not add the seed" in told and "'red fox'" in told and "'red fix'" in told
    assert run(honest, "--seed", "Bob=red fox")[0] == 1


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--commitment", "12"), "--commitment: 64 digits"),
        (("--seed", "red fox"), "--seed: write NAME=SEED"),
        (("--seed", "Cid=red fox"), "there is no seat 'Cid'; the seats are Ann, Bob"),
    ],
)
def test_bad_options_are_explained(run: Run, honest: str, options: tuple[str, ...], says: str) -> None:
    code, told = run(honest, *options)
    assert code == 2 and says in told


def test_seeds_with_equals_signs_and_none(run: Run) -> None:
    text = game(("a=b = c", ""))
    code, told = run(text, "--seed", "Ann=a=b = c", "--seed", "Bob=")
    assert code == 0 and "Seats that added a seed: Ann." in told
    code, told = run(game(("", "")))
    assert code == 0 and "none, so the server alone decided the dice" in told


def test_rolls_that_were_taken_back_are_told(run: Run) -> None:
    code, told = run(game(back=1))
    assert code == 0 and re.search(r"Rolls were taken back once, before line \d+ of play.", told)
    code, told = run(game(back=3))
    assert code == 0 and re.search(r"Rolls were taken back 3 times, before line \d+ of play.", told)


def test_a_changed_roll(run: Run, honest: str) -> None:
    line = [row for row in honest.splitlines() if row.startswith("roll>")][4]
    forged = re.sub(r"@(\d)", lambda m: f"@{int(m[1]) % 6 + 1}", line, count=1)
    code, told = run(honest.replace(line, forged, 1))
    number = honest.splitlines().index(line) + 1
    assert code == 1 and told.startswith("FAIL")
    assert f"line {number}: {forged}" in told
    assert f"recorded:       {forged}" in told and f"the seeds give: {line}" in told


def test_another_seed_of_the_server(run: Run, honest: str) -> None:
    other = bytes(32)
    code, told = run(honest.replace(SERVER.hex(), other.hex()))
    assert code == 1 and "not the one whose hash was shown" in told and commitment(other) in told
    both = honest.replace(SERVER.hex(), other.hex()).replace(HASH, commitment(other))
    code, told = run(both)
    assert code == 1 and "the seeds give: roll>" in told
    assert run(both, "--commitment", HASH)[0] == 1


def test_what_cannot_be_checked(run: Run, honest: str) -> None:
    code, told = run(honest.partition("[fair]")[0])
    assert code == 2 and "there is no table [fair] in it" in told
    code, told = run(re.sub(r"server_seed.*\n", "", honest))
    assert code == 2 and "server_seed is missing" in told and "when the game is over" in told
    code, told = run(honest.replace("version     = 1", "version = 9"))
    assert code == 2 and "version 9" in told
    code, told = run("title = 1")
    assert code == 2
    code, told = run('{"kind": "saved game"}')
    assert code == 2 and "saved game" in told


def test_a_game_that_was_broken_off(run: Run, honest: str) -> None:
    head, _, rest = honest.partition('play = """\n')
    body, _, tail = rest.partition('"""\n')
    head = re.sub(r'result  = ".*"', 'result  = "playing"', head)
    code, told = run(head + 'play = """\n' + "\n".join(body.splitlines()[:9]) + '\n"""\n' + tail)
    assert code == 0 and "The game is not over in this record" in told


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["verify", "/nowhere.toml"])
    assert end.value.code == 2 and "cannot be read" in capsys.readouterr().err


def test_a_game_that_goes_on_from_another_one(run: Run) -> None:
    """Only the dice of its own are checked, and it is said where they begin."""
    rng = Rng(5)
    begin = irondie.game().new_state([(name, random_set(rng, name)) for name in ("Ann", "Bob")])
    old = Session(begin, FairDice(bytes(32), ("", "")))
    while sum(entry.what == "chance" for entry in old.entries) < 2:
        entry = conformance.choose(old.state, rng)
        old.act(entry.action, seat=entry.seat)
    session = Session(begin, FairDice(SERVER, ("red fox", "blue sky")), old.entries)
    while not session.state.is_over:
        entry = conformance.choose(session.state, rng)
        session.act(entry.action, seat=entry.seat)
    text = record_text(session, ["Ann", "Bob"], "It goes on", fair=fair_of(session))
    found = re.search(r"^begins      = (\d+)$", text, re.M)
    assert found is not None
    code, told = run(text)
    own = sum(entry.what == "chance" for entry in session.entries) - 2
    assert code == 0 and f"{own} roll" in told and own > 0
    assert f"goes on from another one: dice before line {found[1]} of play are not from these seeds" in told
    assert run(text.replace(found[0] + "\n", ""))[0] == 1
    assert "goes on" not in run(game())[1]
