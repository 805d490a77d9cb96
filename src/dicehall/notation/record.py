"""Game records: a header and one line a move or chance result, readable by people and replayed by machines.

A record is TOML like a scenario, so one reader serves both; the lines of `play` are counted from 1.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_REST,
    A_USE,
    BLOCK_BASE,
    DONE,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DRAW,
    FR_PAY,
    FR_PICK,
    FR_ROLL,
    FR_TRIGGERS,
    FR_WINDOW,
    NO_DIE,
    P_SEVERAL,
)
from dicehall.kernel.decision import Outcome
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position import position_toml, why_not_written
from dicehall.notation.dm.printing import chance_text, move_text
from dicehall.notation.scenario import Failure, Scenario, read_scenario, run_line, start
from dicehall.notation.script import Line, read_script


class Record(NamedTuple):
    """A scenario whose lines are the whole game, with its result."""

    scenario: Scenario
    lines: tuple[Line, ...]
    result: str


def lines_of(session: Session) -> list[str]:
    """The game so far, one line a move or chance result."""
    out: list[str] = []
    state = session.start.clone()
    i = 0
    while i < len(session.entries):
        entry = session.entries[i]
        assert isinstance(state, DMState)
        names = state.kit.seat_names
        j = i + 1
        if entry.what == "act":
            while j < len(session.entries) and session.entries[j].what == "act" and not session.entries[j].opens:
                j += 1
            move = session.entries[i:j]
            out.append(f"{names[entry.seat]}> {move_text(state, [e.action for e in move], entry.prefer)}")
        elif entry.what == "chance":
            out.append(chance_text(state, entry.outcome))
        elif entry.what == "concede":
            out.append(f"{names[entry.seat]}> concede")
        step = Session(state)
        for e in session.entries[i:j]:
            step.put(e)
        state = step.state
        i = j
    return out


def result_text(outcome: Outcome | None, side_names: list[str]) -> str:
    """How a game ended, as a check."""
    if outcome is None:
        return "playing"
    return f"winner {' and '.join(side_names[w] for w in outcome.winners)}" if outcome.winners else "tie"


def record_text(session: Session, side_names: list[str], title: str = "A game", dice: str = "") -> str:
    """The record of a session that began with a fresh game (or any position that can be written)."""
    begin = session.start
    assert isinstance(begin, DMState)
    head, tail, _ = _begin_text(begin, side_names)
    rows = [f"title   = {_quoted(title)}", head, f"result  = {_quoted(result_text(session.state.outcome, side_names))}"]
    if dice:
        rows.append(f"dice    = {_quoted(dice)}")
    rows += ['play = """', *lines_of(session), '"""', "", tail]
    return "\n".join(rows)


def _begin_text(begin: DMState, side_names: list[str]) -> tuple[str, str, dict[int, int]]:
    """The position at the beginning, taken before anything of the first turn."""
    if why_not_written(begin):
        held = begin._game.state_of(begin.kit.setup, hold=True)
        return position_toml(held, side_names)
    return position_toml(begin, side_names)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_record(path: str | Path) -> Record:
    scenario = read_scenario(path)
    try:
        lines = read_script(scenario.play, scenario.play_line)
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None
    result = scenario.doc.get("result", "")
    if not isinstance(result, str):
        raise InvalidInput(f"{path}: result: a text is wanted")
    return Record(scenario, tuple(lines), result)


def replay_record(record: Record) -> tuple[Player, Failure | None]:
    """Plays a record again: each move must be legal, each chance possible, the result as recorded."""
    player = start(record.scenario)
    for line in record.lines:
        failure = run_line(player, line)
        if failure is not None:
            return player, failure
    if record.result:
        found = player.check(record.result)
        if found:
            line = Line(0, "check", "", record.result, "", f"result = {record.result}")
            return player, Failure(0, line.source, record.result, found)
    return player, None


def scenario_at(record: Record, at: int | None) -> str:
    """The game after `at` lines as a scenario: a position, plus lines where the position cannot be written there."""
    moves = [line for line in record.lines if line.kind in ("move", "draw", "roll")]
    if at is None:
        at = len(moves)
    if not 0 <= at <= len(moves):
        raise InvalidInput(f"--at: the record has {len(moves)} lines; {at} is not one of them")
    player = start(record.scenario)
    best, rest_from = _snapshot(player), 0
    for line in moves[:at]:
        failure = run_line(player, line)
        if failure is not None:
            raise InvalidInput(f"{record.scenario.path}: the record does not replay:\n  {failure}")
        if not why_not_written(player.state):
            best, rest_from = _snapshot(player), len(player.session.entries)
    begin, side_names = best
    head, tail, numbers = position_toml(begin, side_names)
    entries = player.session.entries[rest_from:]
    lines = _translated(begin, numbers, entries, side_names)
    title = f"{record.scenario.title}, after line {at}"
    rows = [f"title   = {_quoted(title)}", head, 'play = """', *lines, '"""', "", tail]
    return "\n".join(rows)


def _snapshot(player: Player) -> tuple[DMState, list[str]]:
    return player.state.clone(), player.side_names


def _translated(begin: DMState, numbers: dict[int, int], entries: list[Entry], side_names: list[str]) -> list[str]:
    """The entries after a position as lines of a game that begins with it, where the dice are numbered anew."""
    if not entries:
        return []
    head, tail, _ = position_toml(begin, side_names)
    from dicehall.notation.scenario import scenario_from

    fresh = start(scenario_from(f'title = ""\n{head}\nplay = ""\n{tail}', "position"))
    new = fresh.state
    # the die of the new game that stands for each die of the old one
    stands: dict[int, int] = {NO_DIE: NO_DIE}
    for die, number in numbers.items():
        for other in range(new.kit.n_dice):
            if (
                new.kit.titles[new.kit.die_card[other]] == begin.kit.titles[begin.kit.die_card[die]]
                and new.owner[other] == begin.owner[die]
                and new.num[other] == number
            ):
                stands[die] = other
    old = Session(begin)
    session = Session(new)
    for entry in entries:
        before: State = old.state
        assert isinstance(before, DMState)
        _add_bought(before, session.state, stands)
        session.put(_renamed(before, entry, stands))
        old.put(entry)
    return lines_of(session)


def _add_bought(old: DMState, new: State, stands: dict[int, int]) -> None:
    """Dice that were bought since: the next of a card in one game is the next of it in the other."""
    assert isinstance(new, DMState)
    for die in range(old.kit.n_dice):
        if die not in stands and old.where[die] != -1:
            for other in range(new.kit.n_dice):
                if (
                    other not in stands.values()
                    and new.where[other] != -1
                    and new.kit.titles[new.kit.die_card[other]] == old.kit.titles[old.kit.die_card[die]]
                    and new.owner[other] == old.owner[die]
                ):
                    stands[die] = other
                    break


def _renamed(s: DMState, entry: Entry, stands: dict[int, int]) -> Entry:
    prefer = tuple([stands[d] for d in entry.prefer if d in stands])
    if entry.what == "chance":
        frame = s.stack[-1]
        if frame[0] == FR_DRAW:
            return entry._replace(outcome=tuple([stands[d] for d in entry.outcome]))
        assert frame[0] == FR_ROLL
        return entry
    if entry.what != "act":
        return entry
    a = entry.action
    kind, purpose = s.stack[-1][0], s.stack[-1][3]
    if kind == FR_BLOCK:
        blocker, code = divmod(a, BLOCK_BASE)
        a = stands[blocker] * BLOCK_BASE + (stands[code - 1] + 1 if code else 0)
    elif kind == FR_PAY:
        a = A_REST + stands[a - A_REST] if a >= A_REST else A_DIE + stands[a - A_DIE]
    elif kind == FR_WINDOW or (kind == FR_PICK and purpose == P_SEVERAL):
        if A_FIELD <= a < A_USE:
            a = A_FIELD + stands[a - A_FIELD]
        elif A_USE <= a < A_GLOBAL:
            a = A_USE + stands[a - A_USE]
    elif kind == FR_PICK:
        a = DONE if a == DONE else A_DIE + stands[a - A_DIE]
    elif kind not in (FR_ASSIGN, FR_TRIGGERS):
        raise DicehallError("an effect cannot be carried over to another numbering yet")
    return entry._replace(action=a, prefer=prefer)
