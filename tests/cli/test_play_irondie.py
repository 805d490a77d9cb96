"""`dicehall play irondie` as a program: whole games, every command, secrets at one keyboard, matches, clean ends."""

from __future__ import annotations

import io
import json
import os
import re
import signal
from pathlib import Path

import pytest
from terminals import Keys, narrow, refused, run, text_of

from dicehall import irondie
from dicehall.cli import iron_moves
from dicehall.cli.iron_game import COMMANDS, IronGame
from dicehall.cli.main import main
from dicehall.cli.terminal_choice import picked
from dicehall.cli.terminal_input import Keyboard
from dicehall.irondie import IrondieState
from dicehall.irondie.dice import LIFE
from dicehall.irondie.secret import Q_WOUND
from dicehall.irondie.sets import random_set, ready_sets
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.iron.moves import parse_move
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.record import read_record, replay_record

SETS = ("--team", "specialists", "--against", "red fury")

TIE = '''
title = "a tie that is lost"
game = "irondie"
step = "skirmish"
active = "ann"
play = """
"""
[seat.ann]
set = ["black smasher", "red assault x3", "blue barrier x2", "yellow fortress x3"]
life = ["yellow fortress@5", "yellow fortress@5"]
[seat.bot]
set = ["white powerup", "red assault x3", "blue barrier x2", "yellow fortress x3"]
defense = ["white powerup@4"]
life = ["yellow fortress@5", "yellow fortress@5"]
abyss = ["red assault x3", "blue barrier x2", "yellow fortress"]
'''

WOUNDS = '''
title = "damage to distribute"
game = "irondie"
step = "damage"
play = """
"""
[seat.ann]
set = ["black smasher", "blue barrier x2", "yellow fortress x2", "orange swarm x2", "red swarm", "red regeneration"]
life = ["yellow fortress@5", "yellow fortress@5", "orange swarm@3", "red swarm@2", "red regeneration@4"]
[seat.bot]
set = ["red assault x3", "red smasher", "blue barrier x2", "yellow fortress x3"]
attack = ["red assault@6", "red assault@3"]
life = ["yellow fortress@5"]
'''

HOUSE = "name = 'house'\n" + "".join(
    f'[{colour}]\nbonuses = [{{ class = "life", amount = 1 }}]\n'
    for colour in ("red", "blue", "yellow", "purple", "green", "orange", "black", "white")
)


def played(*args: str, typed: str | bytes = "", cwd: Path | None = None) -> str:
    return text_of(run("irondie", *args, typed=typed, cwd=cwd))


# ---- whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--teams"], ["--team", "random", "--against", "random"]])
def test_bot_against_bot_replays_from_its_record(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in (2,) if options == ["--teams"] else (0, 3, 7) if options else range(6):
        record = tmp_path / f"game{seed}.toml"
        with pytest.raises(SystemExit) as stop:
            main(["play", "irondie", "--auto", "--seed", str(seed), "--record", str(record), *options])
        assert stop.value.code == 0
        out = capsys.readouterr().out
        narrow(out.replace(str(record), ""))
        assert re.search(r"( wins?|It is a draw) in turn \d+ \[7\.1", out)
        player, failure = replay_record(read_record(record))
        assert failure is None
        assert player.state.is_over
        side = re.search(r"^(\S+)( and \S+)? wins? in turn", out, re.M)
        assert player.check(f"winner {side[0].partition(' win')[0].replace(' and ', '+')}" if side else "tie") == ""


def test_the_same_seed_is_the_same_game_and_another_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    for seed in ("8", "8", "9"):
        with pytest.raises(SystemExit):
            main(["play", "irondie", "--auto", "--seed", seed])
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0] != told[2]


def test_a_whole_game_through_a_pipe() -> None:
    """Numbers that are no move are refused; 1 always is one: some game comes of it."""
    out = played("--seed", "3", typed="1 2 3 5 7 8 9\n2\n1\n" * 150)
    narrow(out)
    assert "Ann> battle " in out
    assert re.search(r"(wins|It is a draw) in turn \d+ \[7\.1", out)
    assert "The same dice again: dicehall play irondie --seed 3" in out


def test_the_first_lines_tell_how_to_play_and_sets_are_open() -> None:
    out = played("--seed", "5", *SETS)
    head = out.splitlines()
    assert head[0] == "IRONDIE, specialists against red fury, seed 5."
    assert "leave Bot without a LIFE die" in head[1] and "help" in head[2]
    assert "orange regeneration" in out and "9 yellow regeneration" in out  # 1.2.5
    assert "Roll a LIFE die too: a side that has none in battle has lost. [7.1.3]" in out
    assert "unfinished and not saved" in out


def test_commands() -> None:
    lines = (
        "help", "why battle all", "why battle none", "why", "rule 4.5.2", "rule 4.5", "log", "table", "moves", "undo",
        "why duel black smasher", "why orange swarm", "die sm", "die red", "die red assault*", "chromatic", "record",
        "clock> sudden death", "all", "table", "all", "log 3", "why green barrier", "", "table", "record", "why 1",
        "sudden death", "concede",
    )  # fmt: skip
    out = played("--two", "--seed", "5", *SETS, typed="\n".join(lines) + "\n")
    narrow(out)
    assert "'battle none' is legal now." in out
    assert "first Ann and Bob must decide how the dice are divided" in out
    assert "Nothing can be taken back: " in out
    assert "Ann.orange swarm: LIFE, in the hand, shows no value there [1.3.6]" in out
    assert "smasher: ATTACK; targets one die in play; specialised: black" in out
    assert "hostile to blue or yellow [2.2]" in out
    assert "black   +3 to an allied DEFENSE die, -1 to an allied LIFE die (stated)" in out
    assert "sudden death from the next turn on [9.2.1]" in out
    assert re.search(r"rolled \d \[3\.2\.1\]", out)
    assert "clock> sudden death" in out
    assert "sudden death has been called already [9.2.1]" in out
    assert "Ann wins in turn 1 [7.1.4]" in out


def test_refusals_are_sentences_with_rules() -> None:
    bad = (
        "foo", "99", "1 99", "1 10", "battle red smasher", "wound orange swarm=1", "take none", "duel black on red",
        "rule 99", "rule", "log x", "why Batman", "die", "die Batman", "die b", "sudden", "sudden rain", "forgo",
        "renounce", "battle", "battle red assault, red assault", "choose 3", "bonus", "save /no/such/folder/x",
        "\x1b[31mred", "999999999999", ",", "why why", "keep",
    )  # fmt: skip
    out = played("--seed", "5", *SETS, typed="\n".join(bad) + "\n")
    narrow(out)
    assert "'foo' is neither a move nor a command; moves now: battle" in out
    assert "There is no move 99: the list goes from 1 to 11." in out
    assert "cannot be joined with other moves" in out
    assert "[3.1.1]" in out and "[5.1.3]" in out and "[6.1.1]" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\n\n", b"\x00" * 5000 + b"\n", b"battle" * 4000, "ключ 雪\n".encode()])
def test_rubbish_is_survived(data: bytes) -> None:
    played("--seed", "1", typed=data)


def test_why_a_tie_was_lost(tmp_path: Path) -> None:
    (tmp_path / "tie.toml").write_text(TIE)
    typed = "why duel black smasher on white\nduel black on white\nforgo\nlog 9\n"
    out = text_of(run("--load", "tie.toml", "--seed", "3", typed=typed, cwd=tmp_path))
    assert "Against bot.white powerup (4) it wins with 5, 6, as the values are now." in out
    lost = " ".join(out.split())
    assert "loses the tie against bot.white powerup (4): black is specialised in smasher, but white is hostile" in lost


def test_wounds_are_proposed_and_typed(tmp_path: Path) -> None:
    (tmp_path / "wounds.toml").write_text(WOUNDS)
    typed = "wound yellow fortress=9\nwound red swarm=1\nwhy 1\nwound red=2, orange=3, yellow fortress#1=4\n"
    out = text_of(run("--load", "wounds.toml", "--seed", "1", typed=typed, cwd=tmp_path))
    narrow(out)
    assert "9 damage: which LIFE dice lose how many points?" in out
    assert "Other ways can be typed." in out
    assert "cannot lose 9 [5.1.4]" in out
    assert "9 points are to be distributed, not 1 [5.1.3]" in out
    assert re.search(r"ann> wound .*yellow fortress#1=4", out) or "is ambiguous" in out


def test_a_house_table(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE)
    out = played("--table", "house.toml", "--seed", "2", "--two", typed="chromatic\n", cwd=tmp_path)
    assert "+1 to an allied LIFE die (house)" in out
    assert "--table house.toml" in out


def test_a_house_table_is_told_and_has_its_own_rule(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE)
    typed = "die red\nwhy red smasher\nbattle all\nlog 40\n"
    out = played("--table", "house.toml", "--seed", "4", "--team", "first steps", typed=typed, cwd=tmp_path)
    assert "with the house table house, seed 4." in out
    assert "[2.4.9]" in out and "[2.4.8]" not in out


def test_sums_at_their_limits_are_told_as_such() -> None:
    out = played("--seed", "21", "--team", "first steps", "--against", "blue tide", typed="1 2 4 5 7 8\n")
    assert "to Bot.blue barrier*: 6 + 2, but no more than 6" in " ".join(out.split())
    assert "6 + 2 is" not in out


def test_numbers_given_twice_and_words_too_many() -> None:
    out = played("--seed", "5", *SETS, typed="1 1\n1 10\nquit now\nlog x\nyes\nsave a.b.json/x\n")
    assert "The number 1 is given twice." in out
    assert "Move 10 cannot be joined with other moves: give its number alone." in out
    assert "'quit' stands alone; 'now' after it means nothing." in out
    assert "'log' takes a number, not 'x'." in out
    assert "'yes': through a pipe nothing is asked twice" in out
    assert "\na.b.json/x" in out  # a name of a file keeps its letters


def test_the_damage_to_come_and_a_duel_without_a_target(tmp_path: Path) -> None:
    (tmp_path / "tie.toml").write_text(TIE.replace("yellow fortress x3", 'yellow fortress x2", "red regeneration', 1))
    out = text_of(run("--load", "tie.toml", "--seed", "3", typed="why duel red regen\n", cwd=tmp_path))
    told = " ".join(out.split())
    assert "ann takes 0 of 10 life points (attack 0 against defence 0)" in told
    assert "bot takes 0 of 10 life points (attack 0 against defence 4)" in told
    assert "there is no die in your Limbo that it could bring back [4.3.6]" in told


def test_a_die_that_comes_back_is_told_with_what_brought_it(tmp_path: Path) -> None:
    there = TIE.replace("yellow fortress x3", 'yellow fortress x2", "red regeneration', 1)
    (tmp_path / "back.toml").write_text(there.replace("life =", 'limbo = ["red assault"]\nlife =', 1))
    typed = "duel red regen on red assault\nforgo\n"
    out = " ".join(text_of(run("--load", "back.toml", "--seed", "3", typed=typed, cwd=tmp_path)).split())
    assert re.search(r"ann.red assault#\d: back into battle with the value of ann.red regeneration \[4.6.8\]", out)


def test_a_lost_bonus_is_found_by_why() -> None:
    out = played("--seed", "309031", "--team", "black hammer", typed="1 3 6 7 8\nwhy black barrier\n")
    why = out[out.index("Ann.black barrier*: DEFENSE") :]
    assert "the bonus of Ann.black barrier* finds no DEFENSE die [2.4.5]" in why


# ---- the end --------------------------------------------------------------------------------------------------


def test_why_a_game_has_ended(capsys: pytest.CaptureFixture[str]) -> None:
    out = played("--seed", "3", typed="1\n")
    assert "Ann rolled no LIFE die into battle [7.1.3]." in out
    found: set[str] = set()
    for seed in range(12):
        with pytest.raises(SystemExit):
            main(["play", "irondie", "--auto", "--seed", str(seed)])
        end = " ".join(capsys.readouterr().out.rpartition(" in turn ")[2].split())
        for rule in re.findall(r"no LIFE die left: .*? went .*? \[([\d.]+)\], because", end):
            found.add(rule)
        assert "no LIFE die" in end
    assert "5.1.5" in found and len(found) > 1


def test_sides_of_several_seats_have_verbs_in_the_plural(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "irondie", "--teams", "--auto", "--seed", "5"])
    out = capsys.readouterr().out
    assert re.search(r"(Ann and Cid|Bob and Dot) win in turn \d+", out)
    assert " and Cid loses " not in out and " and Dot loses " not in out and "Ann+Cid" not in out


def test_after_the_end_at_a_keyboard(tmp_path: Path) -> None:
    keys = Keys("irondie", "--seed", "3", home=tmp_path)
    keys.cut("Ann> ")
    keys.type("1\n")
    keys.cut("Without a LIFE die in battle the game is lost. Do you roll none? (yes or no) ")
    keys.type("no\n")
    keys.cut("Ann> ")
    keys.type("1\n")
    keys.cut("(yes or no) ")
    keys.type("yes\n")
    keys.cut("Ann rolled no LIFE die into battle")
    keys.cut("over> ")
    for typed, words in (
        ("log 3", "the game is over: Bot wins"), ("why", "7.1.1"), ("table", "-- Ann"), ("rule 7.1.3", "7.1.3"),
        ("record", "result"), ("die smasher", "ATTACK"), ("help", "renounce"), ("battle all", "The game is over"),
        ("why battle all", "the game is over"), ("why 1", "there is no move 1"), ("l\t 1", "the game is over"),
    ):  # fmt: skip
        keys.type(f"{typed}\n")
        assert words.lower() in keys.until("over> ").lower(), typed
        keys.cut("over> ")
    keys.type("\n")
    assert keys.end() == 0


def test_a_fault_of_the_program_saves_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    lines = iter(["all", "chromatic"])
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(IronGame, "_do_chromatic", fail)
    monkeypatch.setattr(Keyboard, "line", lambda *_, **__: next(lines))
    monkeypatch.setattr("sys.stdin", type("Tty", (io.StringIO,), {"isatty": lambda self: True})())
    with pytest.raises(SystemExit) as stop:
        main(["play", "irondie", "--seed", "6", *SETS])
    assert stop.value.code == 70
    seen = capsys.readouterr()
    assert "The game was saved." in seen.out and "broken" in seen.err
    assert "Turn" in text_of(run("--load", str(tmp_path / "dicehall" / "unfinished.json")))


def test_games_that_are_left_do_not_replace_each_other(tmp_path: Path) -> None:
    names: list[str] = []
    for args in (["irondie", "--seed", "5", *SETS], ["irondie", "--seed", "6", *SETS], ["--load", ""]):
        if args[0] == "--load":
            args[1] = names[0]
        keys = Keys(*args, home=tmp_path)
        keys.cut("Ann> ")
        keys.type("sudden death\n" if args[0] != "--load" else "all\n")
        if args[0] != "--load":
            keys.cut("(yes or no) ")
            keys.type("yes\n")
        keys.until("--load ", press=lambda keys=keys: keys.type("\x04"))  # type: ignore[misc]
        keys.cut("--load ")
        keys.until("\n")
        names.append(keys.seen.split()[0])
        keys.end()
    assert names[0].endswith("unfinished.json") and names[1].endswith("unfinished-2.json") and names[2] == names[0]


# ---- saving, loading, taking back -----------------------------------------------------------------------------


def test_save_and_load_go_on_exactly(tmp_path: Path) -> None:
    first, rest = "2 3 7 8\nall\nundo\n1\n", "1\n2\n1 2 3\n" * 12
    whole = played("--two", "--seed", "5", *SETS, typed=first + rest, cwd=tmp_path)
    out = played("--two", "--seed", "5", *SETS, typed=first + "save game\nsave game\nquit\n", cwd=tmp_path)
    assert "Saved: game.json and game.toml" in out
    assert "secret choice: it" not in out
    assert "To go on: dicehall play --load game.json" in out
    again = text_of(run("--load", "game.json", typed=rest, cwd=tmp_path))
    last = whole[whole.rindex("\nTurn ") :].split("> ")[0]
    assert last in again
    assert "in game.toml as before" in text_of(run("irondie", "--load", "game.toml", "--seed", "2", cwd=tmp_path))
    assert "exists already" in played("--seed", "6", typed="save game\n", cwd=tmp_path)


def test_a_bot_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    rest = "1 2 3 7 8\n1\n" * 60
    whole = played("--seed", "6", *SETS, typed="save game\n" + rest, cwd=tmp_path)
    again = text_of(run("--load", "game.json", typed=rest, cwd=tmp_path))
    end = re.search(r"^.* in turn \d+ \[7.*$", whole, re.M)
    assert end is not None and end[0] in again


def test_a_save_with_a_secret_choice_open(tmp_path: Path) -> None:
    out = played("--two", "--seed", "5", *SETS, typed="1 2 7\nsave game\nrecord\nlog\nquit\n", cwd=tmp_path)
    assert "The file holds Ann's secret choice: it can be read in it." in out
    assert "Ann> battle" not in out
    assert "Ann> battle" not in (tmp_path / "game.toml").read_text()
    again = text_of(run("--load", "game.json", typed="2 3 7 8\n", cwd=tmp_path))
    assert "Ann rolls black smasher@" in again
    assert "Bob rolls red assault*#2@" in again
    back = text_of(run("--load", "game.json", typed="undo\n4 8\n2 3 7 8\n", cwd=tmp_path))
    assert "Taken back: Ann's secret choice" in back
    assert "Ann rolls blue nullifier*@" in back


def test_a_loaded_game_still_knows_its_beginning(tmp_path: Path) -> None:
    played("--two", "--seed", "5", *SETS, typed="all\nall\nsave game\n", cwd=tmp_path)
    out = text_of(run("--load", "game.json", typed="log 300\n", cwd=tmp_path))
    assert "\nturn 1 [3.1.1]\n" in out
    assert "Nothing has been played; the game is in game.json as before." in out


def test_records_are_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text("precious")
    said = refused(capsys, "irondie", "--auto", "--seed", "1", "--record", str(tmp_path / "mine.toml"))
    assert "mine.toml exists already" in said
    (tmp_path / "m-2.toml").write_text("precious")
    typed = "concede\ndone\nconcede\n"
    out = played("--match", "--seed", "5", *SETS, "--record", "m.toml", typed=typed, cwd=tmp_path)
    assert "The record is in m-2-2.toml" in out
    assert (tmp_path / "m-2.toml").read_text() == "precious"


def test_a_saved_game_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played("--seed", "5", *SETS, typed="save game\n", cwd=tmp_path)
    path = str(tmp_path / "game.json")
    for args in (["replay", path], ["scenario", "--from-record", path]):
        with pytest.raises(SystemExit) as stop:
            main(args)
        said = capsys.readouterr().err
        assert stop.value.code == 2 and "this is a saved game" in said and "game.toml" in said


def test_a_person_is_not_called_bot(tmp_path: Path) -> None:
    (tmp_path / "tie.toml").write_text(TIE.replace('active = "ann"', 'active = "bot"'))
    out = text_of(run("--load", "tie.toml", "--seed", "3", cwd=tmp_path))
    assert "You are ann" in out and "--name takes another seat: ann, bot." in out


def test_undo(tmp_path: Path) -> None:
    (tmp_path / "tie.toml").write_text(TIE)
    typed = "undo\nduel black on white\nundo\nforgo\nrenounce\nundo\n"
    out = text_of(run("--load", "tie.toml", "--two", "--seed", "3", typed=typed, cwd=tmp_path))
    assert "Nothing can be taken back: nothing has been done yet." in out
    assert "Nothing can be taken back: the dice have fallen since your last decision." in out
    assert "Taken back: ann> renounce" in out


def test_what_cannot_be_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played("--two", "--seed", "5", typed="1 2 7\nsave game\n", cwd=tmp_path)
    good = json.loads((tmp_path / "game.json").read_text())
    changes: tuple[dict[str, object], ...] = (
        {"people": [9]}, {"entries": []}, {"start": {"game": "irondie"}}, {"more": 3}, {"state": {}},
    )  # fmt: skip
    for change in changes:
        path = tmp_path / "bad.json"
        path.write_text(json.dumps({**good, **change}))
        assert refused(capsys, "--load", str(path)).startswith("dicehall: ")
    said = refused(capsys, "dicemasters", "--load", str(tmp_path / "game.json"))
    assert "this is a game of IRONDIE; leave 'dicemasters' out, or write irondie" in said
    match = {**good, "more": {"match": {}}}
    path.write_text(json.dumps(match))
    assert "the match cannot be read" in refused(capsys, "--load", str(path))


# ---- the secret split -----------------------------------------------------------------------------------------


def test_two_people_hide_their_splits_in_a_pipe() -> None:
    """Until both are in, what is printed does not depend on what was chosen."""
    seen = []
    for mine in ("1 2 7", "battle white powerup, yellow fortress*"):
        typed = f"{mine}\nrecord\nlog\nwhy\ntable\nmoves\n2 3 7 8\n"
        out = played("--two", "--seed", "5", *SETS, typed=typed)
        before, after = out.split("Ann rolls ", 1)
        seen.append(before)
        between = before[before.index("Ann has decided.") :]
        assert "battle black" not in between and "battle white" not in between
        assert "Ann> (hidden)" in before and "Bob> (hidden)" in before
        assert "Bob, look away; Ann decides in secret." in before
        assert after.startswith("black smasher@" if mine == "1 2 7" else "white powerup@")
    assert seen[0] == seen[1]


def test_two_people_at_a_keyboard(tmp_path: Path) -> None:
    keys = Keys("irondie", "--two", "--seed", "5", *SETS, home=tmp_path)
    keys.until("Bob, look away; Ann, press Enter: ")
    keys.type("\n")
    keys.until("Ann> ")
    assert "\x1b[3J" in keys.seen
    keys.type("battle white powerup, green barrier, yellow fortress*\n")
    keys.until("Ann, look away; Bob, press Enter: ")
    end = keys.seen.index("Ann has decided.")
    assert keys.seen[:end].rstrip().endswith("\x1b[H\x1b[2J\x1b[3J")  # nothing is left above, not even to scroll to
    keys.seen = keys.seen[end:]
    keys.type("\n")
    keys.until("Bob> ")
    keys.type("\x1b[A\x1b[A\x1b[A")  # the history of the keyboard does not tell either
    keys.type("\x15log\nrecord\n")
    seen = keys.until('    regeneration"]\r\n')
    hands = re.sub(r"hand \(9\).*?-- Bob", "", seen, flags=re.S).partition("set = [")[0]
    assert "battle all 9" in hands and "white powerup" not in hands and "fortress" not in hands
    keys.type("7 8\n")
    keys.until("Ann rolls")
    keys.until("white powerup@")
    keys.until("--load", press=lambda: keys.type("\x04"))
    assert keys.end() == 0


def test_undo_and_leaving_while_a_choice_is_open(tmp_path: Path) -> None:
    keys = Keys("irondie", "--two", "--seed", "5", *SETS, home=tmp_path)
    keys.until("Ann, press Enter: ")
    keys.type("\n")
    keys.until("Ann> ")
    keys.type("all\n")
    keys.until("Bob, press Enter: ")
    keys.type("\n")
    keys.until("Bob> ")
    keys.type("undo\n")
    keys.cut("Ann, is your last move to be taken back? (yes or no) ")
    keys.type("perhaps\n")
    keys.cut("(yes or no) ")  # only a yes is one
    keys.type("no\n")
    keys.cut("Bob> ")
    keys.type("undo\n")
    keys.cut("(yes or no) ")
    keys.type("yes\n")
    keys.cut("Ann's secret choice is taken back.")
    keys.until("Ann, press Enter: ")
    keys.type("\n")
    keys.until("Ann> ")
    keys.type("battle red assault*, orange swarm\n")
    keys.until("Bob, press Enter: ")
    seen = keys.until("unfinished.json", press=lambda: os.kill(keys.pid, signal.SIGINT))
    assert keys.end() == 130
    assert "Traceback" not in seen
    assert "The file holds Ann's secret choice" in seen
    again = text_of(run("--load", str(tmp_path / "dicehall" / "unfinished.json"), typed="all\n"))
    assert "Ann rolls red assault*@" in again


def test_two_people_need_a_terminal_that_hides(tmp_path: Path) -> None:
    for args in (["irondie", "--two"], ["--load", "game.json"]):
        if "--load" in args:
            played("--two", "--seed", "5", typed="save game\n", cwd=tmp_path)
            args[1] = str(tmp_path / "game.json")
        keys = Keys(*args, home=tmp_path, piped=True)
        keys.until("two people cannot play here: what is typed would stay on the screen")
        keys.end()
        keys = Keys(*args, home=tmp_path, TERM="dumb")
        assert "press Enter" not in keys.until("this terminal cannot be cleared (TERM=dumb)")
        assert keys.end() == 2


def test_what_was_cut_out_of_a_secret_line_is_gone(tmp_path: Path) -> None:
    keys = Keys("irondie", "--two", "--seed", "5", *SETS, home=tmp_path)
    keys.cut("Ann, press Enter: ")
    keys.type("1 2 3\n")  # too early: it is wiped out, and Enter is still awaited
    keys.cut("Ann, press Enter: ")
    keys.type("\n")
    keys.until("Ann> ")
    keys.type("battle white powerup, yellow fortress*\x15")
    keys.type("1 2 7\n")
    keys.until("Bob, press Enter: ")
    keys.type("\n")
    keys.cut("Bob> ")
    keys.type("undo\n")
    keys.cut("(yes or no) ")  # here the keyboard has a memory again
    keys.type("\x19\x1b[A\x1b[A\n")
    seen = keys.until("(yes or no) ")
    assert "white" not in seen and "1 2 7" not in seen
    keys.cut("(yes or no) ")
    keys.type("no\n")
    keys.cut("Bob> ")
    keys.type("\x19log\n")
    seen = keys.until("Bob> ")
    assert "white" not in seen and "1 2 7" not in seen
    keys.until("--load", press=lambda: keys.type("\x04"))
    keys.end()


def test_nothing_is_taken_back_when_a_new_secret_question_follows(tmp_path: Path) -> None:
    """The second answer opens the next question at once: the first one was not lost."""
    both = WOUNDS.replace('life = ["yellow fortress@5"]', 'life = ["yellow fortress@5", "yellow fortress@4"]')
    (tmp_path / "wounds.toml").write_text(both.replace("[seat.ann]", '[seat.ann]\nattack = ["black smasher@6"]'))
    out = text_of(run("--load", "wounds.toml", "--two", "--seed", "1", typed="1\n1\n1\n1\n", cwd=tmp_path))
    assert out.count(" has decided.") == 2
    assert "taken back" not in out


def test_a_bot_has_decided_and_the_person_has_not(tmp_path: Path) -> None:
    out = played("--seed", "5", *SETS, typed="undo\nsave game\n", cwd=tmp_path)
    assert "Nothing can be taken back: you have decided nothing." in out
    assert "The file holds Bot's secret choice: it can be read in it." in out


def test_quit_instead_of_enter(tmp_path: Path) -> None:
    keys = Keys("irondie", "--two", "--seed", "5", *SETS, home=tmp_path)
    keys.until("Ann, press Enter: ")
    keys.type("quit\n")
    keys.until("unfinished and not saved")
    assert keys.end() == 0


# ---- matches --------------------------------------------------------------------------------------------------


def test_a_match_to_the_end(tmp_path: Path) -> None:
    typed = (
        "concede\nswap black smasher for blue nullifier\nswap red for green\nswap\nnonsense\nset\nundo\n"
        "swap black smasher for blue nullifier\nhelp\nrule 9.3.3\ndie smasher\nlog 2\nsave\ndone\nconcede\n"
    )
    out = played("--match", "--seed", "5", *SETS, "--record", "m.toml", typed=typed, cwd=tmp_path)
    narrow(out)
    assert "The match stands: Ann 0, Bot 1. 2 games win it [9.1.1]." in out
    assert "  Bot: red assault*" in out and "smasher: ATTACK" in out  # the other set, and what dice are (1.2.5)
    assert "the game is over: Bot wins" in out
    assert "Game 2: the sets" in out and "Ann (changed): blue nullifier, red assault*" in out
    assert "IRONDIE, game 2 (0:1), seed 5" in out
    assert "Bot wins the match [9.1.1]. Games: Ann 0, Bot 2." in out
    for name in ("m.toml", "m-2.toml"):
        assert replay_record(read_record(tmp_path / name))[1] is None


def test_a_match_of_bots_and_of_two_people(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "irondie", "--match", "--auto", "--seed", "3"])
    assert re.search(r"(Ann|Bob) wins the match \[9\.1\.1\]", capsys.readouterr().out)
    seen: list[str] = []
    for swap in ("swap black smasher for blue nullifier\n", ""):
        typed = f"concede\n{swap}done\nset\nsets\ndone\n"
        out = played("--match", "--two", "--seed", "5", *SETS, typed=typed)
        between = out[out.index("(Bob, look away; Ann decides in secret.)\n  set:") : out.index("Game 2: the sets")]
        assert "Ann swaps> (hidden)" in between
        seen.append(between[between.index("Ann is done.") :])
    assert seen[0] == seen[1] and "Ann: black smasher, red assault" in seen[0]


def test_a_match_is_left_and_goes_on(tmp_path: Path) -> None:
    played("--match", "--seed", "5", *SETS, typed="concede\ndone\nsave game\nquit\n", cwd=tmp_path)
    out = text_of(run("--load", "game.json", typed="concede\n", cwd=tmp_path))
    assert "IRONDIE, game 2 (0:1), seed 5" in out
    assert "Bot wins the match [9.1.1]. Games: Ann 0, Bot 2." in out
    keys = Keys("irondie", "--match", "--seed", "5", *SETS, home=tmp_path)
    keys.until("Ann> ")
    keys.type("concede\n")
    keys.until("(yes or no)")
    keys.type("yes\n")
    keys.until("over> ")
    keys.type("\n")
    keys.until("Ann swaps> ")
    keys.until("forgotten", press=lambda: keys.type("\x04"))
    assert keys.end() == 0
    again = text_of(run("--load", str(tmp_path / "dicehall" / "unfinished.json"), typed="done\nconcede\n"))
    assert "Bot wins the match" in again
    keys = Keys("irondie", "--match", "--seed", "5", *SETS, home=tmp_path)
    keys.cut("Ann> ")
    keys.type("concede\n")
    keys.cut("(yes or no)")
    keys.type("yes\n")
    keys.cut("over> ")
    keys.type("quit\n")
    keys.until("forgotten")
    assert keys.end() == 0


# ---- options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], "'chess' cannot be played; right is dicemasters or irondie"),
        (["irondie", "--edition", "imw"], "--edition: only for Dice Masters; this is a game of IRONDIE"),
        (["irondie", "--first", "me", "--priority", "open"], "--first, --priority: only for Dice Masters"),
        (["--match"], "--match: only for IRONDIE; this is a game of Dice Masters"),
        (["dicemasters", "--table", "x.toml", "--teams"], "--teams, --table: only for IRONDIE"),
        (["irondie", "--two", "--auto"], "exclude each other"),
        (["irondie", "--team", "nobody"], "is no set"),
        (["irondie", "--team", "red assault, blue barrier"], "the set has 2 dice, not 9"),
        (["irondie", "--table", "/no/such/file"], "cannot be read"),
        (["irondie", "--name", "battle"], "means something else"),
        (["irondie", "--name", "clock"], "means something else"),
        (["irondie", "--load", "x.json", "--team", "random"], "leave the options of teams out"),
        (["irondie", "--seed", "-1"], "--seed"),
        (["irondie", "--color", "x"], "--color"),
    ],
)
def test_options_are_checked(args: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in " ".join(refused(capsys, *args).split())


def test_names_and_sets_by_the_seed() -> None:
    out = played("--two", "--name", "Kim,Lou", "--seed", "4", typed="all\nall\n")
    assert "Kim rolls" in out and "Lou rolls" in out
    heads = {played("--seed", str(seed)).splitlines()[0] for seed in range(3)}
    assert len(heads) == 3
    assert all(sum(name in head for name in ready_sets()) == 2 for head in heads)
    assert "dicehall play irondie --seed 4 --name Kim,Lou --two" in out
    left = played("--match", "--name", "Kim", "--seed", "4")
    assert "The same dice again: dicehall play irondie --seed 4 --name Kim --match" in left


def test_colour_changes_nothing_else() -> None:
    args = ("--seed", "1", *SETS)
    painted = played(*args, "--color", "always", typed="1 2 3 7 8\n1\n")
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == played(*args, "--color", "never", typed="1 2 3 7 8\n1\n")


# ---- lists and completion -------------------------------------------------------------------------------------


def new_game(seed: int, seats: int) -> IronPlayer:
    rng = Rng(seed, 99)
    names = ("Ann", "Bob", "Cid", "Dot")[:seats]
    state = irondie.game().new_state([(n, random_set(rng, n)) for n in names], sides=[i % 2 for i in range(seats)])
    return IronPlayer(state, ["a", "b"])


@pytest.mark.parametrize("seats", [2, 4])
def test_every_listed_move_can_be_read_and_the_lists_are_short(seats: int) -> None:
    for seed in range(6):
        player, rng = new_game(seed, seats), Rng(seed)
        session = player.session
        for _ in range(150):
            s = player.state
            if s.is_over:
                break
            if s.is_chance:
                session.chance(s.sample_chance(rng))
                continue
            seat = s.seats_asked[rng.below(len(s.seats_asked))]
            listed = iron_moves.choices(s, seat)
            assert 1 <= len(listed) <= 9 * seats + 12
            assert len(iron_moves.rows(s, seat, listed)) <= 13
            whole = [c.text for c in listed if not c.text.startswith(iron_moves.ON) and not _needs_target(s, c.text)]
            for text in whole:
                assert parse_move(s, seat, text).answers
            text = whole[rng.below(len(whole))]
            assert iron_moves.completions(s, seat, text[: len(text.split()[0]) + 2], COMMANDS)
            session.act(parse_move(s, seat, text).answers[-1][1], seat=seat)


def _needs_target(s: IrondieState, text: str) -> bool:
    """The first of two numbers."""
    names = "smasher", "assault", "ballistic", "nullifier", "barrier", "powerup", "regeneration"
    return text.startswith("duel ") and " on " not in text and any(n in text for n in names)


def test_a_die_and_its_target_are_two_numbers() -> None:
    player = new_game(1, 2)
    session = player.session
    session.act(next(a for a in player.state.legal_actions(0) if a - 10_000 == 0b111100000), seat=0)
    session.act(max(player.state.legal_actions(1)), seat=1)
    while player.state.is_chance or player.state.stack[-1][0] != 5:
        s = player.state
        if s.is_chance:
            session.chance(tuple([5] * len(s.chance.dice)) if s.chance and s.chance.dice else (5, 3))
        else:
            session.act(s.legal_actions()[0])
    s = player.state
    listed = iron_moves.choices(s, s.asked)
    dice = [i for i, c in enumerate(listed, 1) if _needs_target(s, c.text)]
    targets = [i for i, c in enumerate(listed, 1) if c.text.startswith(iron_moves.ON)]
    assert dice and targets
    text = iron_moves.join(picked(listed, [dice[0], targets[0]])).text
    assert re.match(r"duel \w+ \w+\*?(#\d)? on ", text)
    assert iron_moves.join(picked(listed, [targets[0], dice[0]])).text == text
    for wrong in ([targets[0]], dice[:2], [*dice[:2], targets[0]]):
        with pytest.raises(InvalidInput, match="two numbers"):
            iron_moves.join(picked(listed, wrong))


def test_wounds_that_are_proposed_differ_and_are_legal() -> None:
    seen = 0
    for seed in range(30):
        player, rng = new_game(seed, 2), Rng(seed)
        for _ in range(120):
            s = player.state
            if s.is_over:
                break
            if s.is_chance:
                player.session.chance(s.sample_chance(rng))
                continue
            seat = s.seats_asked[0]
            if iron_moves.asks(s, Q_WOUND) and len(s.legal_actions(seat)) > iron_moves.MOST_WOUNDS:
                texts = [c.text for c in iron_moves.choices(s, seat)]
                assert 2 <= len(set(texts)) == len(texts) <= iron_moves.MOST_WOUNDS
                assert s.points(s.kit.side_of[seat], LIFE)
                seen += 1
            legal = s.legal_actions(seat)
            player.session.act(legal[rng.below(len(legal))], seat=seat)
    assert seen
