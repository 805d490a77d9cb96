"""Records of games with fair dice: bots play both games, rolls are taken back, everything is derived anew from the
seeds; whatever is changed in a record is found."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dicehall import dicemasters, irondie
from dicehall.bots.base import Bot, question
from dicehall.bots.irondie import IrondieBot
from dicehall.bots.simple import SimpleBot
from dicehall.dicemasters.teams import demo_teams
from dicehall.irondie.sets import random_set
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng, SeededDice, load_dice
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.fair import FairDice
from dicehall.kernel.session import Session
from dicehall.kernel.state import State
from dicehall.notation.fair import fair_dice, take_back
from dicehall.notation.record import fair_of, lines_of, read_record, record_text, replay_record
from dicehall.notation.verifying import Verdict, verify

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "fair-dice.md"
SEEDS = ("correct horse", 'ein "Wort" \\ für alle = 1')
NAMES = ("Ann", "Bob")
GAMES = ("dicemasters", "irondie")


class Played(NamedTuple):
    session: Session
    text: str


def fresh(game: str, hold: bool = False) -> State:
    if game == "irondie":
        rng = Rng(4)
        return irondie.game().new_state([(name, random_set(rng, name)) for name in NAMES])
    table = dicemasters.game("imw")
    state = table.new_state(demo_teams("imw", table.catalogue), life=8)
    return table.state_of(state.kit.setup, hold=True) if hold else state


def fair_session(game: str, number: int, hold: bool = False) -> Session:
    return Session(fresh(game, hold), FairDice(number.to_bytes(32, "big"), SEEDS))


def bots_of(game: str) -> list[Bot]:
    return [IrondieBot(1), IrondieBot(2)] if game == "irondie" else [SimpleBot(), SimpleBot()]


def answer(session: Session, bots: Sequence[Bot]) -> None:
    """One answer of each seat that is asked; or a pause is left."""
    if session.state.wait is Wait.PAUSE:
        session.proceed()
        return
    asked = [question(session.state, decision.seat) for decision in session.state.decisions]
    for q, action in [(q, bots[q.seat].choose(q)) for q in asked]:
        session.act(action, seat=q.seat)


def play(session: Session, game: str, number: int, often: float, limit: int = 2000) -> None:
    """Bots play; now and then all agree to go back by some entries, mostly over rolls."""
    bots, choose = bots_of(game), random.Random(number)
    while not session.state.is_over and len(session.entries) < limit:
        answer(session, bots)
        if choose.random() < often and not session.state.is_over:
            take_back(session, max(0, len(session.entries) - choose.randint(1, 9)))
            bots = bots_of(game)


def played(game: str, number: int = 1, often: float = 0.04, hold: bool = False) -> Played:
    return _played(game, number, often, hold)


@cache
def _played(game: str, number: int, often: float, hold: bool) -> Played:
    """A game to its end that is neither very short nor very long, with rolls taken back if that happens `often`."""
    for attempt in range(100 * number, 100 * number + 100):
        session = fair_session(game, attempt, hold)
        play(session, game, attempt, often, 250)
        dice = fair_dice(session)
        if session.state.is_over and dice.rolls > 20 and bool(dice.taken_back) == bool(often):
            return Played(session, record_text(session, names_of(session), "A fair game", fair=fair_of(session)))
    raise AssertionError("bots do not play such a game any more")


def begun(game: str, entries: int) -> Session:
    """The first part of a game that goes on."""
    for attempt in range(1000, 1100):
        session = fair_session(game, attempt)
        play(session, game, attempt, 0.0, entries)
        if not session.state.is_over:
            return session
    raise AssertionError("bots do not play such a game any more")


def names_of(session: Session) -> list[str]:
    return list(session.start.game.seat_names(session.start))


def verdict(text: str, tmp_path: Path) -> Verdict:
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    return verify(read_record(path))


# ---- honest games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "number", "often", "hold"),
    [
        ("dicemasters", 1, 0.04, False),
        ("dicemasters", 2, 0.0, False),
        ("dicemasters", 3, 0.04, True),
        ("irondie", 1, 0.04, False),
        ("irondie", 2, 0.0, False),
        ("irondie", 3, 0.2, False),
    ],
)
def test_games_of_bots_are_verified(game: str, number: int, often: float, hold: bool, tmp_path: Path) -> None:
    session, text = played(game, number, often, hold)
    dice = fair_dice(session)
    found = verdict(text, tmp_path)
    assert found.problem == "" and found.is_over
    assert found.rolls + found.draws == dice.rolls > 20
    assert bool(found.draws) == (game == "dicemasters")
    assert bool(dice.taken_back) == bool(often), "rolls were taken back in some of these games, and not in others"
    assert ("taken_back" in text) == bool(often)
    record = read_record(tmp_path / "game.toml")
    assert record.fair == fair_of(session) and record.fair.server_seed == dice.server_seed
    assert replay_record(record)[1] is None, "it is a record like any other"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_after_saving_its_dice(game: str) -> None:
    one, other = begun(game, 60), begun(game, 60)
    for session in (one, other):
        take_back(session, 20)
    assert other.dice is not None
    other.dice = load_dice(other.dice.save())
    for session in (one, other):
        play(session, game, 6, 0.2, 50)
    assert other.entries == one.entries and fair_of(other, reveal=True) == fair_of(one, reveal=True)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_seen_and_taken_back_is_rolled_anew(game: str, tmp_path: Path) -> None:
    """The same roll again and again: each time it is another, and the record counts them."""
    session = begun(game, 40)
    falls = [i for i, entry in enumerate(session.entries) if entry.what == "chance"]
    seen = set()
    for _ in range(4):
        seen.add(tuple(entry.outcome for entry in session.entries[falls[3] :] if entry.what == "chance"))
        take_back(session, falls[3])
        play(session, game, 7, 0.0, 40)
    assert len(seen) == 4
    take_back(session, _last_chance(session))
    fair = fair_of(session, reveal=True)
    assert len(fair.taken_back) == 5 and len(set(fair.taken_back[:4])) == 1
    falls = [i for i, text in enumerate(lines_of(session), 1) if text.startswith(("roll>", "draw>"))]
    assert fair.taken_back[0] < fair.taken_back[4] and set(fair.taken_back) <= set(falls)
    assert verdict(record_text(session, names_of(session), fair=fair), tmp_path).problem == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_given_up_after_rolls_were_taken_back(game: str, tmp_path: Path) -> None:
    session = begun(game, 40)
    before = max(
        i for i in range(len(session.entries)) if session.entries[i].what == "act" and i < _last_chance(session)
    )
    take_back(session, before)
    session.concede(0)
    fair = fair_of(session)
    assert fair.server_seed, "the game is over"
    assert fair.taken_back == (len(lines_of(session)) + 1,), "one more than there are lines: no roll came after it"
    found = verdict(record_text(session, names_of(session), fair=fair), tmp_path)
    assert found.problem == "" and found.is_over


def _last_chance(session: Session) -> int:
    return max(i for i, entry in enumerate(session.entries) if entry.what == "chance")


def test_taking_back_without_a_roll_costs_nothing() -> None:
    session = begun("irondie", 30)
    last = _last_chance(session)
    take_back(session, last + 1)
    assert fair_dice(session).taken_back == ()


# ---- the seed stays secret while the game goes on -------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_is_not_in_the_record_of_a_game_that_goes_on(game: str, tmp_path: Path) -> None:
    session = begun(game, 30)
    text = record_text(session, names_of(session), fair=fair_of(session))
    assert "server_seed" not in text and fair_dice(session).server_seed.hex() not in text
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    record = read_record(path)
    assert record.fair is not None and record.fair.server_seed == b""
    with pytest.raises(InvalidInput, match="server_seed is missing"):
        verify(record)
    stopped = record_text(session, names_of(session), fair=fair_of(session, reveal=True))
    found = verdict(stopped, tmp_path)
    assert found.problem == "" and not found.is_over and found.result == "playing"


def test_records_of_other_games_stay_as_they_were(tmp_path: Path) -> None:
    session, bots = Session(fresh("irondie"), SeededDice(1)), bots_of("irondie")
    while not session.state.is_over and len(session.entries) < 60:
        answer(session, bots)
    text = record_text(session, names_of(session))
    fair = played("irondie", 1).text
    assert "fair" not in text and fair.count("[fair]") == 1
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    record = read_record(path)
    assert record.fair is None
    with pytest.raises(InvalidInput, match=r"no table \[fair\]"):
        verify(record)
    with pytest.raises(DicehallError, match="not fair dice"):
        fair_of(session)


def test_the_table_is_all_that_is_added() -> None:
    session, text = played("dicemasters")
    plain = record_text(session, names_of(session), "A fair game")
    assert text.startswith(plain) and text[len(plain) :].startswith("\n[fair]\n")


def test_rolls_that_vanish_behind_the_back_of_the_dice_are_noticed() -> None:
    session = begun("irondie", 40)
    session.rewind(_last_chance(session) - 1)
    with pytest.raises(DicehallError, match="take_back"):
        fair_of(session)
    with pytest.raises(DicehallError, match="take_back"):
        take_back(session, 1)


def test_each_seat_has_a_seed() -> None:
    session = Session(fresh("irondie"), FairDice(bytes(32), ["one"]))
    with pytest.raises(DicehallError, match="seeds of 1 seats, the game has 2"):
        fair_of(session)


# ---- tampering ------------------------------------------------------------------------------------------------


def script(text: str) -> tuple[str, list[str], str]:
    head, _, rest = text.partition('play = """\n')
    body, _, tail = rest.partition('"""\n')
    return head + 'play = """\n', body.splitlines(), '"""\n' + tail


def other_roll(line: str) -> str:
    """The same dice with the values of the first one changed."""
    return re.sub(r"@(\d)", lambda m: f"@{int(m.group(1)) % 6 + 1}", line, count=1)


def changed(text: str, change: Callable[[list[str]], None]) -> str:
    head, lines, tail = script(text)
    before = list(lines)
    change(lines)
    assert lines != before
    return "\n".join([head + "\n".join(lines), tail])


def rolls_in(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if line.startswith("roll>")]


def file_line(text: str, wanted: str) -> int:
    return text.splitlines().index(wanted) + 1


@pytest.mark.parametrize("which", [0, 5, -1])
def test_a_changed_roll_is_found(which: int, tmp_path: Path) -> None:
    text = played("irondie").text
    _, lines, _ = script(text)
    at = rolls_in(lines)[which]

    def change(lines: list[str]) -> None:
        lines[at] = other_roll(lines[at])

    problem = verdict(changed(text, change), tmp_path).problem
    where = file_line(text, 'play = """') + 1 + at
    assert problem.startswith(f"line {where}: {other_roll(lines[at])}\n")
    assert f"recorded:       {other_roll(lines[at])}" in problem and f"the seeds give: {lines[at]}" in problem


@pytest.mark.parametrize("game", GAMES)
def test_a_removed_roll_is_found(game: str, tmp_path: Path) -> None:
    text = played(game).text
    at = rolls_in(script(text)[1])[3]
    gone = script(text)[1][at]
    problem = verdict(changed(text, lambda lines: lines.__delitem__(at)), tmp_path).problem
    assert f"the seeds give: {gone}" in problem


@pytest.mark.parametrize("game", GAMES)
def test_an_added_roll_is_found(game: str, tmp_path: Path) -> None:
    text = played(game).text
    at = rolls_in(script(text)[1])[3]
    problem = verdict(changed(text, lambda lines: lines.insert(at, lines[at])), tmp_path).problem
    assert problem.startswith("line ")


@pytest.mark.parametrize("game", GAMES)
def test_a_removed_end_is_found(game: str, tmp_path: Path) -> None:
    text = played(game).text
    problem = verdict(changed(text, lambda lines: lines.__delitem__(slice(-3, None))), tmp_path).problem
    assert "result = winner" in problem and "the game goes on" in problem


def test_a_changed_draw_is_found(tmp_path: Path) -> None:
    """Two draws of the game change places in the record."""
    text = played("dicemasters").text
    _, lines, _ = script(text)
    draws = [i for i, line in enumerate(lines) if line.startswith("draw>")]
    problems = []
    for a, b in zip(draws[2:], draws[4:], strict=False):
        if lines[a] == lines[b]:
            continue
        tampered = list(lines)
        tampered[a], tampered[b] = lines[b], lines[a]
        head, _, tail = script(text)
        problems.append(verdict("\n".join([head + "\n".join(tampered), tail]), tmp_path).problem)
        if len(problems) == 3:
            break
    assert problems and all("the seeds give: draw>" in p or "the draw can only be of" in p for p in problems)


def test_a_changed_roll_of_dice_masters_is_found(tmp_path: Path) -> None:
    text = played("dicemasters").text
    _, lines, _ = script(text)
    at = next(i for i, line in enumerate(lines) if line.startswith("roll>") and "Sidekick@fist" in line)

    def change(lines: list[str]) -> None:
        lines[at] = lines[at].replace("Sidekick@fist", "Sidekick@mask", 1)

    problem = verdict(changed(text, change), tmp_path).problem
    assert f"the seeds give: {lines[at]}" in problem


def test_a_changed_move_is_found_where_it_changes_the_dice(tmp_path: Path) -> None:
    """A move that was not made: other dice are rolled after it, or later moves do not fit."""
    text = played("dicemasters").text
    at = next(i for i, line in enumerate(script(text)[1]) if "> reroll " in line)

    def change(lines: list[str]) -> None:
        lines[at] = lines[at].split(">")[0] + "> keep"

    assert verdict(changed(text, change), tmp_path).problem.startswith("line ")
    splits = [i for i, line in enumerate(script(played("irondie").text)[1]) if re.match(r"\w+> battle ", line)]

    def swap(lines: list[str]) -> None:
        lines[splits[0]] = re.sub(r"battle .*", "battle none", lines[splits[0]])

    assert verdict(changed(played("irondie").text, swap), tmp_path).problem.startswith("line ")


def test_a_changed_result_is_found(tmp_path: Path) -> None:
    session, text = played("irondie")
    outcome = session.state.outcome
    assert outcome is not None
    winner, loser = NAMES[outcome.winners[0]], NAMES[1 - outcome.winners[0]]
    problem = verdict(text.replace(f'"winner {winner}"', f'"winner {loser}"'), tmp_path).problem
    assert f"result = winner {loser}" in problem


@pytest.mark.parametrize("game", GAMES)
def test_changed_seeds_are_found(game: str, tmp_path: Path) -> None:
    session, text = played(game)
    server = fair_dice(session).server_seed.hex()
    shown = re.search(r'commitment  = "(\w+)"', text)
    assert shown is not None
    last = "0" if shown[1][-1] != "0" else "1"
    for tampered in (
        text.replace(server, server[:-1] + "2"),
        text.replace(shown[1], shown[1][:-1] + last),
    ):
        assert tampered != text
        assert verdict(tampered, tmp_path).problem.startswith("commitment: the server's seed is not the one")
    for tampered in (
        text.replace('"correct horse"', '"correct horsE"'),
        text.replace('"correct horse"', '""'),
        swapped_seeds(text),
    ):
        assert tampered != text
        problem = verdict(tampered, tmp_path).problem
        assert "recorded:" in problem and "the seeds give:" in problem


def swapped_seeds(text: str) -> str:
    """The seeds of the two seats, each under the name of the other."""
    head, _, table = text.partition("[fair.seeds]\n")
    (one, first), (two, second) = (row.split(" = ", 1) for row in table.splitlines())
    return f"{head}[fair.seeds]\n{one} = {second}\n{two} = {first}\n"


def test_the_order_of_seeds_in_the_file_does_not_matter(tmp_path: Path) -> None:
    head, _, table = played("irondie").text.partition("[fair.seeds]\n")
    rows = table.splitlines()
    assert verdict(f"{head}[fair.seeds]\n{rows[1]}\n{rows[0]}\n", tmp_path).problem == ""


def marks(text: str, rows: list[int]) -> str:
    bare = re.sub(r"taken_back .*\n", "", text)
    return bare.replace("[fair]\n", f"[fair]\ntaken_back = {rows}\n") if rows else bare


@pytest.mark.parametrize("game", GAMES)
def test_hidden_and_invented_take_backs_are_found(game: str, tmp_path: Path) -> None:
    session, text = played(game)
    rows = list(fair_of(session).taken_back)
    assert rows and verdict(marks(text, rows), tmp_path).problem == ""
    _, lines, _ = script(text)
    rolls = [i + 1 for i, line in enumerate(lines) if line.startswith("roll>")]
    move = next(i + 1 for i, line in enumerate(lines) if not line.startswith(("roll>", "draw>")))
    assert "the seeds give:" in verdict(marks(text, rows[:-1]), tmp_path).problem
    assert "the seeds give:" in verdict(marks(text, []), tmp_path).problem
    assert "the seeds give:" in verdict(marks(text, sorted([*rows, rows[0]])), tmp_path).problem
    assert "the seeds give:" in verdict(marks(text, sorted([*rows, rolls[-1]])), tmp_path).problem
    assert verdict(marks(text, sorted([*rows, move])), tmp_path).problem
    beyond = verdict(marks(text, [*rows, len(lines) + 5]), tmp_path).problem
    assert beyond.startswith(f"taken_back: line {len(lines) + 5} of play is no roll")


def test_a_server_that_skips_a_roll_that_it_does_not_like_is_found(tmp_path: Path) -> None:
    """It looks at the next roll, leaves it out, and says nothing."""
    session = begun("irondie", 30)
    fair_dice(session).rng.word()
    play(session, "irondie", 10, 0.0, 60)
    text = record_text(session, names_of(session), fair=fair_of(session, reveal=True))
    assert "the seeds give:" in verdict(text, tmp_path).problem


# ---- faulty tables --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"version     = 1", "version = 2", "version 2 are not known"),
        (r"version     = 1", 'version = "1"', "fair.version: a whole number"),
        (r"version     = 1", "version = true", "fair.version: a whole number"),
        (r"version     = 1\n", "", "fair.version: a whole number"),
        (r'commitment  = "\w+"', "commitment = 12", "fair.commitment: a text"),
        (r'commitment  = "\w+"', 'commitment = "12"', "fair.commitment: 64 digits"),
        (r'commitment  = "\w+"', "", "fair.commitment: the hash .* is missing"),
        (r'server_seed = "\w+"', 'server_seed = ""', "fair.server_seed: 64 digits"),
        (r'server_seed = "\w\w', 'server_seed = "', "fair.server_seed: 64 digits"),
        (r'server_seed = "\w\w', 'server_seed = "xy', "fair.server_seed: 64 digits"),
        (r'server_seed = "\w+"', "server_seed = [1]", "fair.server_seed: a text"),
        (r"taken_back  = .*", "taken_back = 3", "fair.taken_back: a list"),
        (r"taken_back  = .*", "taken_back = [0]", "fair.taken_back: a list"),
        (r"taken_back  = .*", "taken_back = [1, true]", "fair.taken_back: a list"),
        (r"taken_back  = .*", "taken_back = [2, 1]", "in their order"),
        (r"taken_back  = .*", "skipped = 3", "unknown key 'skipped'"),
        (r"Ann = .*", "Ann = 3", "fair.seeds.Ann: a text"),
        (r"Ann = .*", r'Ann = "two\\nlines"', "fair.seeds.Ann: the seed of a seat is one line"),
        (r"Ann = .*", f'Ann = "{"x" * 300}"', "fair.seeds.Ann: the seed of a seat has at most 256 bytes"),
        (r"Ann = .*", 'Cid = "a"', "there is no seat 'Cid'; the seats are Ann, Bob"),
        (r"Ann = .*", "", "Ann is missing"),
        (r"\[fair.seeds\]\n(.*\n)*", "", r"\[fair.seeds\]"),
        (r"(?s)\[fair\].*", "[[fair]]\nversion = 1\n", "fair: a table"),
        (r'game    = "irondie"', 'game = "irondie"\nseed = 4', "seed: the dice of this game follow from"),
    ],
)
def test_a_faulty_table_is_explained(old: str, new: str, says: str, tmp_path: Path) -> None:
    text = played("irondie").text
    faulty = re.sub(old, new, text, count=1)
    assert faulty != text
    path = tmp_path / "game.toml"
    path.write_text(faulty, encoding="utf-8")
    with pytest.raises(InvalidInput, match=says) as error:
        read_record(path)
    assert str(path) in str(error.value)


# ---- the check in the document --------------------------------------------------------------------------------


def checker() -> Callable[[str], int]:
    """The program that docs/fair-dice.md gives."""
    code = re.search(r"^```python\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert code is not None and "dicehall import" not in code[1]
    names: dict[str, Any] = {"__name__": "document"}
    exec(code[1], names)
    check: Callable[[str], int] = names["check"]
    return check


@pytest.mark.parametrize(("number", "often"), [(1, 0.04), (2, 0.0), (3, 0.2)])
def test_the_check_in_the_document_agrees(number: int, often: float) -> None:
    session, text = played("irondie", number, often)
    check = checker()
    assert check(text) == fair_dice(session).rolls
    head, lines, tail = script(text)
    at = rolls_in(lines)[4]
    lines[at] = other_roll(lines[at])
    with pytest.raises(AssertionError):
        check("\n".join([head + "\n".join(lines), tail]))
    with pytest.raises(AssertionError):
        check(swapped_seeds(text))
