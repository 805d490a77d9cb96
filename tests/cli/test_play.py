"""`dicehall play` as a program: whole games through a pipe, every command, bad lines, and clean ends."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from terminals import Keys, narrow, refused, run, text_of

from dicehall import dicemasters
from dicehall.cli.main import main
from dicehall.cli.terminal_game import COMMANDS
from dicehall.cli.terminal_moves import by_numbers, choices, completions
from dicehall.dicemasters.teams import demo_teams
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.dm.moves import parse_move
from dicehall.notation.record import read_record, replay_record

FIGHT = '''
title = "a fight"
edition = "imw"
active = "Bot"
step = "attack"
play = """
Bot> attack Sidekick, Jarvis
"""
[seat.Ann]
life = 10
cards = ["War Machine: Rhodey"]
field = ["War Machine@2", "Sidekick@1 x2"]
[seat.Bot]
life = 10
cards = ["Jarvis: Butler"]
field = ["Jarvis@3", "Sidekick@1"]
'''

DIVIDE = '''
title = "damage to divide"
edition = "imw"
active = "Ann"
step = "attack"
play = """
Ann> attack War Machine
Bot> block War Machine: Jarvis, Sidekick
"""
[seat.Ann]
life = 10
cards = ["War Machine: Rhodey"]
field = ["War Machine@3"]
[seat.Bot]
life = 10
cards = ["Jarvis: Butler"]
field = ["Jarvis@2", "Sidekick@1"]
'''


@pytest.mark.parametrize("edition", tuple(dicemasters.EDITIONS))
def test_bot_against_bot_and_its_record(edition: str, tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    out = text_of(run("--auto", "--seed", "4", "--edition", edition, "--record", str(record)))
    narrow(out.replace(str(record), ""))
    assert re.search(r"(Ann|Bob) wins in turn \d+ \[1\.3", out)
    player, failure = replay_record(read_record(record))
    assert failure is None
    assert player.state.is_over


def test_the_same_seed_is_the_same_game_and_another_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    for seed in ("8", "8", "9"):
        with pytest.raises(SystemExit) as stop:
            main(["play", "--auto", "--seed", seed])
        assert stop.value.code == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0] != told[2]


@pytest.mark.parametrize("edition", tuple(dicemasters.EDITIONS))
def test_a_whole_game_by_numbers(edition: str) -> None:
    """2 does something where there is something to do (else it is refused), 1 goes on: some game comes of it."""
    out = text_of(run("--seed", "5", "--edition", edition, typed="2\n1\n" * 400))
    narrow(out)
    assert "wins in turn" in out
    assert "The same dice again: dicehall play --edition" in out


def test_two_people_and_who_begins() -> None:
    out = text_of(run("--two", "--seed", "3", "--name", "Kim,Lou", typed="1\n1\n1\n1\n1\n1\n"))
    assert "Kim> attack none" in out
    assert "Lou> attack none" in out
    assert "Turn 1, Bot" not in out
    them = text_of(run("--seed", "3", "--first", "them", typed="concede\n"))
    assert "Bot wins in turn 2 [1.3.4]" in them
    assert "The same dice again: dicehall play --edition imw --seed 3 --first them" in them
    assert "Turn 1: Bot" in them
    assert "Turn 2, Ann" in them


def test_the_first_lines_tell_how_to_play() -> None:
    out = text_of(run("--seed", "1")).splitlines()
    assert "seed 1" in out[0]
    assert "0 life" in out[1]
    assert "number" in out[2] and "help" in out[2]


def test_moves_typed_in_the_notation() -> None:
    out = text_of(run("--seed", "3", typed="reroll Sidekick#2, Sidekick#3\nbuy war\nAnn> end main\n# a comment\n"))
    assert "Ann> reroll Sidekick#2, Sidekick#3" in out
    assert "Ann> buy War Machine" in out
    assert "Who attacks?" in out


def test_commands() -> None:
    lines = (
        "help", "why keep", "why buy War Machine", "why", "rule 3.2.4", "rule 3.2", "log", "log 3", "table", "moves",
        "undo", "keep", "undo", "keep", "why War Machine", "why 1", "why field Jarvis", "record", "",
    )  # fmt: skip
    out = text_of(run("--seed", "3", typed="\n".join(lines) + "\n"))
    narrow(out)
    assert "'keep' is legal now." in out
    assert "'buy War Machine' cannot be done now:" in out
    assert "A cost with a type needs at least one energy of that type" in out
    assert "because turn 1: Ann" in out
    assert "Nothing can be taken back: you have not made a move yet" in out
    assert "Taken back: Ann> keep" in out
    assert "War Machine: Rhodey: cost 4: 4 on the card" in out
    assert "'end main' is legal now." in out
    assert "Ann> keep" in out and 'edition = "imw"' in out


def test_refusals_are_sentences_with_rules() -> None:
    bad = (
        "buy Smash!", "foo", "99", "1 2", "reroll Hulk", "block none", "rule 99", "rule", "log x", "why Batman",
        "keep keep", "save /no/such/folder/x", "record /no/such/folder/x", "999999999999", "reroll", ",", "attack",
        "keep", "buy One Against Many", "buy Jarvis", "field Sidekick", "use Smash!", "buy Sm with Sidekick@action",
        "\x1b[31mred", "why why why", "assign a: b=1", "choose 1", "split Sidekick",
    )  # fmt: skip
    out = text_of(run("--seed", "3", typed="\n".join(bad) + "\n"))
    narrow(out)
    assert "'foo' is neither a move nor a command" in out
    assert "There is no move 99: the list goes from 1 to 6." in out
    assert "'keep' cannot be joined with other moves" in out
    assert "One Against Many costs 5 energy; you have" in out and "[3.3.2]" in out
    assert "Jarvis: Butler is Bot's card" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\n\n", b"\x00" * 5000 + b"\n", b"keep" * 4000, "ключ 雪\n".encode()])
def test_rubbish_is_survived(data: bytes) -> None:
    text_of(run("--seed", "1", typed=data))


def last_table(out: str) -> str:
    return out[out.rindex("Turn ", 0, out.rindex("Roll and Reroll")) :].split("Ann> ")[0]


def test_save_and_load_go_on_exactly(tmp_path: Path) -> None:
    whole = text_of(run("--seed", "6", typed="1\n" * 30, cwd=tmp_path))
    out = text_of(run("--seed", "6", typed="1\n" * 4 + "save game\nquit\n", cwd=tmp_path))
    assert "Saved: game.json and game.toml" in out
    assert "To go on: dicehall play --load game.json" in out
    assert "exists already" in text_of(run("--seed", "6", typed="save game\n", cwd=tmp_path))
    again = text_of(run("--load", "game.json", typed="1\n" * 26, cwd=tmp_path))
    assert last_table(whole) == last_table(again)
    assert "Turn 3, Ann" not in last_table(whole)
    # undo goes on too, and the record can be loaded by itself
    assert "Taken back: Ann> keep" in text_of(run("--load", "game.json", typed="undo\n", cwd=tmp_path))
    assert "Turn 3, Ann" in text_of(run("--load", "game.toml", "--seed", "2", cwd=tmp_path))


def test_a_fight_out_of_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_text(FIGHT)
    typed = "why block Jarvis: War Machine\nblock Jarvis: War Machine; Sidekick: Sidekick#1\n"
    out = text_of(run("--load", "fight.toml", "--name", "Ann", "--seed", "1", typed=typed, cwd=tmp_path))
    narrow(out)
    assert "1 block none  (you take 2: life 10 to 8)" in out
    assert re.search(r"^Ann> block Bot.Sidekick(#1)?: Sidekick#1; Bot.Jarvis(#1)?: War Machine", out, re.M)
    assert "KO'd" in out
    numbers = text_of(run("--load", "fight.toml", "--name", "Ann", "--seed", "1", typed="2 6\n", cwd=tmp_path))
    assert re.search(r"^Ann> block .*; ", numbers, re.M)
    why = text_of(run("--load", "fight.toml", "--name", "ann", "--seed", "1", typed="why War\n", cwd=tmp_path))
    assert "attack 3: 3 on the face" in why


def test_damage_is_divided_by_number(tmp_path: Path) -> None:
    (tmp_path / "divide.toml").write_text(DIVIDE)
    out = text_of(run("--load", "divide.toml", "--seed", "1", typed="1\n1\n", cwd=tmp_path))
    assert "How does Ann.War Machine divide its 4 damage?" in out
    assert "(KOs all)" in out
    assert re.search(r"^Ann> assign War Machine: Bot.Jarvis#1=\d, Bot.Sidekick#1=\d", out, re.M)
    assert out.count("is KO'd") == 2


def test_what_cannot_be_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for data in ("{", "{}", "x", '{"kind":"saved game"}', "[]", ""):
        path = tmp_path / "bad.json"
        path.write_text(data)
        assert refused(capsys, "--load", str(path)).startswith("dicehall: ")
    assert "cannot be read" in refused(capsys, "--load", str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    "args",
    [
        ["--edition", "xyz"], ["--first", "x"], ["--color", "x"], ["--priority", "x"], ["--name", "a b"],
        ["--name", "a,a"], ["--name", "keep"], ["--two", "--auto"], ["--record", "/no/such/folder/x"], ["--seed", "-1"],
        ["--seed", "x"], ["--what"],
    ],
)  # fmt: skip
def test_options_are_checked(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *args)


def test_colour() -> None:
    assert "\x1b" not in text_of(run("--seed", "1"))
    painted = text_of(run("--seed", "1", "--color", "always", typed="1\n1\n1\n"))
    assert "\x1b[" in painted
    plain = text_of(run("--seed", "1", "--color", "never", typed="1\n1\n1\n"))
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain


# ---- at a keyboard --------------------------------------------------------------------------------------------


def test_ctrl_c_leaves_cleanly_and_loses_nothing(tmp_path: Path) -> None:
    keys = Keys("--seed", "2", home=tmp_path)
    keys.until("Ann> ")
    keys.type("1\n")
    keys.until("costs 2)\r\nAnn> ")
    # between printing the prompt and waiting for keys readline loses a signal: as a person would, press it again
    seen = keys.until("unfinished.json", press=lambda: os.kill(keys.pid, signal.SIGINT))
    assert keys.end() == 130
    assert "Traceback" not in seen
    assert "\x1b[" in seen
    again = text_of(run("--load", str(tmp_path / "dicehall" / "unfinished.json"), typed="undo\n"))
    assert "Taken back: Ann> keep" in again


def test_ctrl_d_and_tab_and_no_color(tmp_path: Path) -> None:
    keys = Keys("--seed", "2", home=tmp_path, NO_COLOR="1")
    keys.until("Ann> ")
    keys.type("ke\t")
    keys.until("Ann> keep")
    keys.seen = ""
    keys.type("\n")
    keys.until("costs 2)\r\nAnn> ")
    keys.type("\x04")
    seen = keys.until("--load")
    assert keys.end() == 0
    assert not re.search(r"\x1b\[[\d;]+m", seen)


# ---- lists and completion -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", tuple(dicemasters.EDITIONS))
def test_every_listed_move_can_be_read_and_completed(edition: str) -> None:
    game = dicemasters.game(edition)
    for seed in range(6):
        state = game.new_state(demo_teams(edition, game.catalogue), seed=seed, life=10)
        for turn in range(120):
            if state.is_over:
                break
            listed = choices(state)
            ways_on = ("keep", "end main", "pass", "attack ", "block none", "assign ", "choose ")
            assert listed[0].text.startswith(ways_on)
            for choice in listed:
                assert parse_move(state, state.asked, choice.text).actions
            first = listed[-1].text
            assert first in completions(state, first[: len(first.split()[0]) + 1], COMMANDS) or len(first) >= 60
            move = parse_move(state, state.asked, listed[turn * 7 % len(listed)].text)
            for action in move.actions:
                state.apply(action, None, move.prefer)


def test_several_numbers_make_one_move() -> None:
    game = dicemasters.game("imw")
    state = game.new_state(demo_teams("imw", game.catalogue), seed=3, life=10)
    listed = choices(state)
    assert by_numbers(listed, [4, 5]).text == "reroll Sidekick#2@bolt, Sidekick#3@bolt"
    with pytest.raises(InvalidInput, match="cannot be joined"):
        by_numbers(listed, [1, 3])
    with pytest.raises(InvalidInput, match="from 1 to"):
        by_numbers(listed, [0])
    assert "why keep" in completions(state, "why k", COMMANDS)
    assert completions(state, "zzz", COMMANDS) == []
