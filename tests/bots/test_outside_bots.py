"""Bots of other people: installed, out of a module, and programs of their own; whoever is at fault is named."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehall.bots import conformance, pipe
from dicehall.bots.base import Budget, Question, close_bots, play_out, question
from dicehall.bots.conformance import CHECKS, Plan, check_bot, new_table
from dicehall.bots.levels import GAMES, bot_named
from dicehall.bots.outside import BotFault, GuardedBot, own_seed
from dicehall.bots.pipe import PipeBot
from dicehall.bots.simple import SimpleBot
from dicehall.cli.main import main
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import State
from dicehall.lab.ladder import Match, play

HERE = Path(__file__).parent / "outside"
DOCS = Path(__file__).parents[2] / "docs"
PYTHON = shlex.quote(sys.executable)
FEW = Plan(games=2, answers=20)


def command(script: str, *args: object) -> str:
    return f"{PYTHON} {shlex.join([str(HERE / script), *map(str, args)])}"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the example bots is the current one."""
    monkeypatch.chdir(HERE)
    monkeypatch.setattr(sys, "path", list(sys.path))


def told(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as left:
        main(list(args))
    out = capsys.readouterr()
    assert left.value.code == code, out.out + out.err
    return out.out + out.err


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.is_file() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def ends(pid: int) -> bool:
    """Whether a process that was killed is gone; the system may take a moment."""
    for _ in range(100):
        if not is_running(pid):
            return True
        time.sleep(0.1)
    return False


# ---- modules and packages --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_a_bot_out_of_a_module_plays_and_is_told_the_game_and_a_seed_of_its_own() -> None:
    bot = bot_named("outside_bots:Hasty", "irondie", 5)
    assert isinstance(bot, GuardedBot) and bot.name == "outside_bots:Hasty"
    inner: Any = bot.bot
    assert inner.game == "irondie" and inner.seed == own_seed(5) not in (5, own_seed(6))
    state = new_table("irondie", 0, 1)
    assert play_out(state, [bot, bot_named("easy", "irondie")], 2000)
    assert inner.closed == []
    close_bots([bot, SimpleBot()], state.outcome)
    assert inner.closed == [state.outcome]
    assert bot_named("outside_bots:Plain").choose(question(new_table("dicemasters", 0, 1))) >= 0


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere:Hasty", "there is no module 'nowhere', neither installed nor in this folder"),
        ("outside_bots.more:Hasty", "there is no module 'outside_bots.more'"),
        ("outside_bots:Nobody", "has no 'Nobody'; it has Hasty, Plain, Dreamer,"),
        ("outside_bots:Hasty.inner", "has no 'Hasty.inner'"),
        ("outside_bots:NUMBER", "is int, and cannot be called"),
        ("outside_bots:only_irondie", "does not play dicemasters: ValueError: only metal dice, please"),
        ("outside_bots:broken", "could not be made for dicemasters: KeyError: 'weights' (outside_bots.py, line"),
        ("outside_bots:takes_too_much", "could not be made"),
        ("outside_bots:no_bot", "what is made is str, and no bot; a bot has a name and a method choose"),
        ("outside_bots:", "write module:callable"),
        ("outside_bots:1", "write module:callable"),
        (":Hasty", "write module:callable"),
        ("../outside_bots:Hasty", "write module:callable"),
        ("Hasty", "there is no opponent 'Hasty'; there are beginner"),
        ("", "there is no opponent ''"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(says)):
        bot_named(name)


@pytest.mark.usefixtures("here")
def test_a_module_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "outside_syntax.py").write_text("def make(:\n")
    (tmp_path / "outside_needs.py").write_text("import no_such_package_at_all\n")
    (tmp_path / "outside_good.py").write_text("from dicehall.bots.random_bot import RandomBot as make\n")
    monkeypatch.chdir(tmp_path)
    assert bot_named("outside_good:make").name == "outside_good:make"
    with pytest.raises(InvalidInput, match="'outside_syntax' cannot be imported: SyntaxError"):
        bot_named("outside_syntax:make")
    with pytest.raises(InvalidInput, match="'outside_needs' needs 'no_such_package_at_all', which is not installed"):
        bot_named("outside_needs:make")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with bots."""
    folder = tmp_path / "outside_package-1.2.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-package\nVersion: 1.2\n")
    rows = ["[dicehall.bots]", "Swift = outside_bots:Hasty", "easy = outside_bots:Cheat"]
    rows += ["gone = outside_bots:Gone", "half = outside_bots", "iron = outside_bots:only_irondie [fast]"]
    (folder / "entry_points.txt").write_text("\n".join(rows) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(HERE))
    return tmp_path


@pytest.mark.usefixtures("package")
def test_an_installed_bot_is_found_by_name_and_the_house_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("Swift", "swift"):
        bot = bot_named(name)
        assert isinstance(bot, GuardedBot) and bot.bot.name == "hasty"
    assert isinstance(bot_named("easy"), SimpleBot), "names of the house are not taken over"
    assert bot_named("iron", "irondie").name == "iron"
    with pytest.raises(InvalidInput, match=r"the bot 'gone' of outside-package 1\.2: 'outside_bots' has no 'Gone'"):
        bot_named("gone")
    with pytest.raises(InvalidInput, match=r"the bot 'half' of outside-package 1\.2: write module:callable"):
        bot_named("half")
    out = told(capsys, "bot", "list")
    assert re.search(r"Swift +outside-package 1.2, outside_bots:Hasty", out) and "none; a package" not in out
    assert re.search(r"strong +As hard", out) and re.search(r"random +Any legal move", out)


def test_two_packages_with_one_name_are_told_apart_by_hand(package: Path) -> None:
    folder = package / "outside_other-0.1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-other\nVersion: 0.1\n")
    (folder / "entry_points.txt").write_text("[dicehall.bots]\nSwift = outside_bots:Plain\n")
    with pytest.raises(InvalidInput, match="ambiguous: it could be outside_bots:Hasty or outside_bots:Plain"):
        bot_named("Swift")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Cheat", r"answered \".+\" with 987654321, which is not legal; right is \d+"),
        ("Boaster", r"answered \".+\" with a number of more than 40 digits, which is not legal; right is \d+"),
        ("Undecided", "failed .* TypeError"),
        ("Clumsy", r"failed when it was asked .*: KeyError: 0 \(outside_bots.py, line \d+\)"),
        ("Leaver", "failed .* SystemExit"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_game_goes_on_as_it_was(name: str, says: str) -> None:
    state = new_table("dicemasters", 0, 1)
    before = state.save()
    with pytest.raises(BotFault, match=f"the bot 'outside_bots:{name}' {says}"):
        play_out(state, [bot_named(f"outside_bots:{name}"), SimpleBot()], 50)
    assert state.save() == before


@pytest.mark.usefixtures("here")
def test_a_bot_may_play_on_in_its_model() -> None:
    state = new_table("dicemasters", 0, 1)
    play_out(state, [bot_named("outside_bots:Dreamer"), SimpleBot()], 40)
    assert state.version >= 40


# ---- programs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_program_plays_whole_games_and_the_same_again(game: str) -> None:
    ends = []
    for _ in range(2):
        state = new_table(game, 0, 3)
        bots = [bot_named(f"pipe:{command('outside_program.py')}", game, 4), bot_named("easy", game, 5)]
        try:
            play_out(state, bots, 400)
        finally:
            close_bots(bots, state.outcome)
        ends.append(state.fingerprint())
    assert ends[0] == ends[1] and state.version > 10


def listened(path: Path, state: State, game: str, answers: int, budget: Budget) -> list[dict[str, Any]]:
    """All that a program is told in a game."""
    bots = [PipeBot(command("outside_listener.py", path), game, 77), bot_named("easy", game, 5)]
    try:
        play_out(state, bots, answers, budget)
    finally:
        close_bots(bots, state.outcome)
    pid, *rows = path.read_text(encoding="utf-8").splitlines()
    path.unlink()
    assert not is_running(int(pid))
    return [json.loads(row) for row in rows]


@pytest.mark.parametrize("game", GAMES)
def test_a_program_is_told_its_view_and_the_actions_in_words_and_nothing_else(game: str, tmp_path: Path) -> None:
    mark = 0x5EED5EED5EED
    state = new_table(game, 0, mark)
    first = question(state, 0, Budget(16, 2.5))
    copy = state.clone()
    hello, *questions, end = listened(tmp_path / "told", state, game, 30, Budget(16, 2.5))
    assert hello == {"type": "hello", "protocol": 1, "game": game, "seed": 77}
    assert end["type"] == "end" and (end["result"] == "broken off") == (state.outcome is None)
    one = questions[0]
    assert one["view"] == json.loads(msgspec.json.encode(first.view)), "exactly what the seat sees"
    assert [x["action"] for x in one["actions"]] == list(first.actions)
    assert one["actions"][0]["text"] == {"dicemasters": "keep", "irondie": "battle none"}[game]
    assert (one["asks"], one["kind"]) == (first.decision.asks, first.decision.kind.value)
    assert one["budget"] == {"iterations": 16, "seconds": 2.5}
    assert [q["id"] for q in questions] == list(range(1, len(questions) + 1)) and len(questions) > 3
    assert {q["seat"] for q in questions} == {0}
    for q in questions:
        assert set(q) == {*pipe.Asked.__struct_fields__, "type"}
    assert str(mark) not in json.dumps([hello, questions, end]), "the seed of the dice is not told"
    copy.set_dice(None)
    again = PipeBot(command("outside_listener.py", tmp_path / "again"), game, 77)
    again.choose(question(copy, 0, Budget(16, 2.5)))
    again.close()
    assert json.loads((tmp_path / "again").read_text().splitlines()[2]) == one, "whatever dice are to come"


def test_a_program_is_told_how_it_ended(tmp_path: Path) -> None:
    state = new_table("dicemasters", 0, 1)
    bot = PipeBot(command("outside_listener.py", tmp_path / "told"), "dicemasters", 1)
    bot.choose(question(state, 0))
    state.concede(1)
    bot.close(state.outcome)
    bot.close(state.outcome)
    end = json.loads((tmp_path / "told").read_text().splitlines()[-1])
    assert end["result"] == "won" and end["winners"] == [0] and end["why"]


FAULTS = [
    ("illegal", "with 987654321, which is not legal; right is"),
    ("huge", "with 1000000000000000000000000000000, which is not legal; right is"),
    ("dies", "ended (exit code 3) when it should have answered question 1"),
    ("killed", "ended (by signal 9)"),
    ("garbage", "'I attack with everything': JSON is malformed"),
    ("bytes", "with '"),
    ("deep", "with '[[["),
    ("endless", "with 'xxxxx"),
    ("other id", "answered question 8; asked was question 1,"),
    ("no action", "missing required field `action`"),
    ("yes", "Expected `int`, got `bool`"),
    ("text", "Expected `int`, got `str`"),
    ("newer", "speaks protocol 99; the house speaks 1"),
]


@pytest.mark.parametrize(("what", "says"), FAULTS)
def test_a_program_at_fault_is_named_and_ended(what: str, says: str, tmp_path: Path) -> None:
    bot = PipeBot(command("outside_bad.py", what, tmp_path / "pid"), "dicemasters", 1)
    with pytest.raises(BotFault) as fault:
        bot.choose(question(new_table("dicemasters", 0, 1)))
    text = str(fault.value)
    assert says in text and text.startswith(f"the bot '{bot.name}' ") and len(text) < 700
    assert "right is" in text
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_a_second_answer_to_one_question_is_noticed() -> None:
    bot, asked = PipeBot(command("outside_bad.py", "twice"), "dicemasters", 1), question(new_table("dicemasters", 0, 1))
    assert bot.choose(asked) == asked.actions[0]
    with pytest.raises(BotFault, match="answered question 1; asked was question 2"):
        bot.choose(asked)


@pytest.mark.parametrize("what", ["hangs", "deaf", "stubborn"])
def test_a_program_that_does_not_answer_is_ended(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "GRACE", 0.2)
    state = new_table("irondie", 0, 1)
    bot = PipeBot(command("outside_bad.py", what, tmp_path / "pid"), "irondie", 1, limit=0.6)
    began = time.monotonic()
    with pytest.raises(BotFault, match=r"did not answer question 1, .* within 0.6 seconds"):
        bot.choose(question(state, 0))
    assert time.monotonic() - began < 5
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_a_message_that_nobody_reads_holds_nothing_up(tmp_path: Path) -> None:
    process = pipe.Process(shlex.split(command("outside_bad.py", "deaf", tmp_path / "pid")))
    process.send(b"x" * 500_000 + b"\n")  # more than a pipe holds
    assert process.receive(10) == b'{"type": "ready", "protocol": 1}\n'
    assert process.receive(0.1) is None
    began = time.monotonic()
    process.end()
    assert time.monotonic() - began < 5 and not is_running(process.pid)


def test_the_limit_follows_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "SLACK", 0.2)
    bot = PipeBot(command("outside_bad.py", "hangs"), "irondie", 1)
    with pytest.raises(BotFault, match=r"within 0.3 seconds"):
        bot.choose(question(new_table("irondie", 0, 1), 0, Budget(seconds=0.1)))


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    inner = command("outside_bad.py", "hangs", tmp_path / "pid")
    bot = PipeBot(f"sh -c {shlex.quote(inner + '; true')}", "irondie", 1, limit=1.0)
    with pytest.raises(BotFault):
        bot.choose(question(new_table("irondie", 0, 1), 0))
    assert ends(int((tmp_path / "pid").read_text()))


def test_a_program_that_was_forgotten_is_ended(tmp_path: Path) -> None:
    """Nobody calls close: the process ends with the bot."""
    bot = PipeBot(command("outside_listener.py", tmp_path / "told"), "irondie", 1)
    bot.choose(question(new_table("irondie", 0, 1), 0))
    pid = int((tmp_path / "told").read_text().split()[0])
    assert is_running(pid)
    del bot
    assert not is_running(pid)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pipe:", "a command is missing"),
        ("pipe:no-such-program-here x", "there is no program 'no-such-program-here'"),
        ("pipe:python3 'x", "cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_is_refused_at_once(name: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(says)):
        bot_named(name)


def test_asking_for_a_bot_starts_nothing_and_keeps_capitals(tmp_path: Path) -> None:
    bot = bot_named(f"pipe:{command('outside_listener.py', tmp_path / 'ToLD')}")
    assert bot.name.endswith("ToLD") and not (tmp_path / "ToLD").exists()
    close_bots([bot])
    assert not (tmp_path / "ToLD").exists()


# ---- games -----------------------------------------------------------------------------------------------------


def test_a_game_of_the_ladder_ends_its_programs(tmp_path: Path) -> None:
    name = f"pipe:{command('outside_listener.py', tmp_path / 'told')}"
    play(Match("irondie", name, "easy", 3, 0))
    rows = (tmp_path / "told").read_text().splitlines()
    assert not is_running(int(rows[0]))
    assert json.loads(rows[-1])["type"] == "end" and json.loads(rows[-1])["result"] in ("won", "lost", "tied")
    bad = f"pipe:{command('outside_bad.py', 'dies', tmp_path / 'pid')}"
    (tmp_path / "told").unlink()
    with pytest.raises(BotFault, match="exit code 3"):
        play(Match("irondie", name, bad, 3, 0))
    rows = (tmp_path / "told").read_text().splitlines()
    assert not is_running(int(rows[0])), "the other one ends too"
    assert json.loads(rows[-1]) == {"type": "end", "result": "broken off", "winners": [], "why": "", "rule": ""}


def test_programs_on_the_command_line(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = f"pipe:{command('outside_program.py')}"
    out = told(capfd, "ladder", name, "easy", "--game", "irondie", "--games", "2")
    assert f"irondie: {name} against easy, seed 0:" in out and "of 2:" in out
    listener = f"pipe:{command('outside_listener.py', tmp_path / 'told')}"
    out = told(capfd, "play", "irondie", "--auto", "--seed", "4", "--bot", listener)
    assert " in turn " in out
    pids = [int(row) for row in (tmp_path / "told").read_text().splitlines() if row.isdigit()]
    assert len(pids) == 2 and not any(map(is_running, pids))
    out = told(capfd, "play", "--auto", "--bot", f"pipe:{command('outside_bad.py', 'garbage')}", code=2)
    assert "I attack with everything" in out and "Traceback" not in out


def test_ctrl_c_ends_the_game_and_the_program(tmp_path: Path) -> None:
    bot = f"pipe:{command('outside_bad.py', 'hangs', tmp_path / 'pid')}"
    program = "from dicehall.cli.main import main; main()"
    game = subprocess.Popen(
        [sys.executable, "-c", program, "play", "--auto", "--seed", "1", "--bot", bot],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )  # fmt: skip
    try:
        for _ in range(2400):
            if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
                break
            time.sleep(0.05)
        time.sleep(0.3)
        pid = int((tmp_path / "pid").read_text())
        assert is_running(pid)
        game.send_signal(signal.SIGINT)
        out, _ = game.communicate(timeout=120)
    finally:
        game.kill()
        game.wait()
    assert game.returncode == 130 and b"Traceback" not in out
    assert not is_running(pid)


# ---- conformance -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["outside_bots:Hasty", "outside_bots:Dreamer", "random"])
def test_bots_as_they_should_be_pass(game: str, name: str) -> None:
    check_bot(lambda which, seed: bot_named(name, which, seed), game, FEW)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("game", GAMES)
def test_each_check_sees_enough_of_a_bot_that_loses_at_once(game: str) -> None:
    for check in CHECKS:
        if check.run is not conformance.check_single:
            seen = check.run(lambda which, seed: bot_named("outside_bots:Hasty", which, seed), game, FEW)
            count = re.search(r"(\d+) answers", seen)
            assert count is not None and int(count[1]) >= FEW.answers, (check.holds, seen)


def failed(name: str, game: str) -> list[str]:
    """The checks that a bot does not pass, by their names; the others it does."""
    out = []
    for check in CHECKS:
        try:
            check.run(lambda which, seed: bot_named(f"outside_bots:{name}", which, seed), game, FEW)
        except AssertionError:
            out.append(check.run.__name__)
        except BotFault:
            out.append(f"fault in {check.run.__name__}")
    return out


@pytest.mark.usefixtures("here")
def test_bots_at_fault_fail_in_just_what_they_do_wrong() -> None:
    assert failed("Meddler", "dicemasters") == ["check_harmless"]
    assert failed("Peeker", "dicemasters") == ["check_blind"]
    assert failed("Peeker", "irondie") == ["check_blind"]
    assert failed("Sprinter", "irondie")[0] == "fault in check_legal"
    assert failed("Seer", "irondie") == ["check_blind"]
    assert failed("Whimsical", "irondie") == ["check_repeatable", "check_blind", "check_apart"]
    assert failed("Sharing", "dicemasters") == ["check_blind", "check_apart"]
    assert "fault in check_single" in failed("Lazy", "dicemasters")
    assert "fault in check_legal" in failed("Cheat", "dicemasters")


def test_an_answer_that_is_no_number_or_not_legal_fails_without_a_guard() -> None:
    class Wrong:
        name = "wrong"

        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def choose(self, question: Question) -> int:
            return self.answer  # type: ignore[no-any-return]

    for answer in (None, "keep", 1.0, True):
        with pytest.raises(AssertionError, match="no whole number"):
            conformance.check_legal(lambda game, seed, answer=answer: Wrong(answer), "dicemasters", FEW)  # type: ignore[misc]
    with pytest.raises(AssertionError, match=r"the answer -5 to .* is not legal; right is"):
        conformance.check_legal(lambda game, seed: Wrong(-5), "irondie", FEW)


@pytest.mark.usefixtures("here")
def test_the_command_tells_each_check(capfd: pytest.CaptureFixture[str]) -> None:
    out = told(capfd, "bot", "check", f"pipe:{command('outside_program.py')}", "--game", "irondie", "--games", "2")
    assert out.count("  passed  ") == len(CHECKS) and "All checks passed." in out
    out = told(capfd, "bot", "check", "outside_bots:Peeker", "--game", "irondie", "--games", "2", code=1)
    assert out.count("  passed  ") == len(CHECKS) - 1 and out.count("  FAILED  ") == 1
    assert "the bot knows of them" in out and f"1 of {len(CHECKS)} checks failed." in out
    out = told(capfd, "bot", "check", f"pipe:{command('outside_bad.py', 'dies')}", code=1)
    assert "exit code 3" in out and "The other checks were left out." in out
    assert "there is no opponent 'queen'" in told(capfd, "bot", "check", "queen", code=2)
    assert "--game is" in told(capfd, "bot", "check", "easy", "--game", "go", code=2)
    assert "--games" in told(capfd, "bot", "check", "easy", "--games", "0", code=2)


# ---- the document ----------------------------------------------------------------------------------------------


def test_the_conversation_in_the_document_is_one() -> None:
    page = (DOCS / "bot-protocol.md").read_text(encoding="utf-8")
    rows = re.findall(r"^([<>]) (\{.*\})$", page, re.MULTILINE)
    kinds: dict[str, dict[str, type[msgspec.Struct]]] = {
        ">": {"hello": pipe.Hello, "question": pipe.Asked, "end": pipe.End},
        "<": {"ready": pipe.Ready, "answer": pipe.Answer},
    }
    seen = []
    for arrow, text in rows:
        message = json.loads(text)
        kind = kinds[arrow][message["type"]]
        assert set(message) == {"type", *kind.__struct_fields__}
        msgspec.json.decode(text, type=kind)
        seen.append(message["type"])
    assert seen[:4] == ["hello", "ready", "question", "answer"] and seen[-1] == "end"
    program = (HERE / "outside_program.py").read_text(encoding="utf-8")
    assert program[program.index("import json") : program.index("if __name__")].strip() in page
