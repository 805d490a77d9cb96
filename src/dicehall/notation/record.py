"""Game records: a header and one line a move or chance result, readable by people and replayed by machines.

A record is TOML like a scenario, so one reader serves both; the lines of `play` are counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Outcome, Wait
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.fair import commitment
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.dm import position_text as dm_position
from dicehall.notation.dm import recording as dm_recording
from dicehall.notation.fair import Fair, fair_dice, fair_text, read_fair
from dicehall.notation.iron import position as iron_position
from dicehall.notation.iron import recording as iron_recording
from dicehall.notation.player import LinePlayer
from dicehall.notation.scenario import Failure, Scenario, read_scenario, run_line, start
from dicehall.notation.script import Line, Written, read_script


class Record(NamedTuple):
    """A scenario whose lines are the whole game, with its result."""

    scenario: Scenario
    lines: tuple[Line, ...]
    result: str
    fair: Fair | None = None  # what it says of fair dice


def lines_of(session: Session) -> list[str]:
    """The game so far, one line a move or chance result. Secret answers to an open question are not in it."""
    return _lines(session.start, _shown(session))


def _shown(session: Session) -> list[Entry]:
    return session.public() if isinstance(session.start, IrondieState) else session.entries


def moves_of(begin: State, entries: list[Entry]) -> Iterator[Written]:
    """What was put in after a state, the steps of one move together."""
    if isinstance(begin, IrondieState):
        return iron_recording.moves_of(begin, entries)
    return dm_recording.moves_of(begin, entries)


def _lines(begin: State, entries: list[Entry]) -> list[str]:
    return [text for move in moves_of(begin, entries) for text in move.lines]


def _begin_text(begin: State, side_names: list[str]) -> tuple[str, str]:
    if isinstance(begin, IrondieState):
        return iron_recording.begin_text(begin, side_names)
    assert isinstance(begin, DMState)
    return dm_recording.begin_text(begin, side_names)


def why_not_written(state: State) -> str:
    """Why a moment cannot be written as a position; empty if it can."""
    if isinstance(state, IrondieState):
        return iron_position.why_not_written(state)
    assert isinstance(state, DMState)
    return dm_position.why_not_written(state)


def result_text(outcome: Outcome | None, side_names: list[str]) -> str:
    """How a game ended, as a check."""
    if outcome is None:
        return "playing"
    return f"winner {' and '.join(side_names[w] for w in outcome.winners)}" if outcome.winners else "tie"


def fair_of(session: Session, reveal: bool = False) -> Fair:
    """What the record of a game with fair dice says of them. The server's seed is revealed when the game is over.

    `reveal`: also of a game that will not go on.
    """
    dice = fair_dice(session)
    names = session.start.game.seat_names(session.start)
    if len(names) != len(dice.seat_seeds):
        raise DicehallError(f"the dice have seeds of {len(dice.seat_seeds)} seats, the game has {len(names)} seats")
    entries = _shown(session)
    falls = [i for i, entry in enumerate(entries) if entry.what == "chance" and i >= session.given]
    ends = [*falls, len(entries)]
    places = {*dice.taken_back, *([0] if session.given else [])}
    lines = {stood: len(_lines(session.start, entries[: ends[stood]])) + 1 for stood in places}
    return Fair(
        commitment(dice.server_seed),
        dict(zip(names, dice.seat_seeds, strict=True)),
        dice.server_seed if reveal or session.state.is_over else b"",
        tuple([lines[stood] for stood in dice.taken_back]),
        lines[0] if session.given else 0,
    )


def record_text(
    session: Session, side_names: list[str], title: str = "A game", dice: str = "", fair: Fair | None = None
) -> str:
    """The record of a session that began with a fresh game (or any position that can be written).

    `fair`: of a game with fair dice, `fair_of` it.
    """
    head, tail = _begin_text(session.start, side_names)
    rows = [f"title   = {_quoted(title)}", head, f"result  = {_quoted(result_text(session.state.outcome, side_names))}"]
    if dice:
        rows.append(f"dice    = {_quoted(dice)}")
    rows += ['play = """', *lines_of(session), '"""', "", tail]
    if fair is not None:
        rows.append(fair_text(fair))
    return "\n".join(rows)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_record(path: str | Path) -> Record:
    return record_of(read_scenario(path))


def record_of(scenario: Scenario) -> Record:
    """A record that was read as a scenario."""
    path = scenario.path
    try:
        lines = read_script(scenario.play, scenario.play_line)
        fair = read_fair(scenario.doc)
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None
    result = scenario.doc.get("result", "")
    if not isinstance(result, str):
        raise InvalidInput(f"{path}: result: a text is wanted")
    if fair is not None:  # nothing of it belongs to the position
        scenario = scenario._replace(doc={key: value for key, value in scenario.doc.items() if key != "fair"})
    return Record(scenario, tuple(lines), result, fair)


def replay_record(record: Record) -> tuple[LinePlayer, Failure | None]:
    """Plays a record again: each move must be legal, each chance possible, the result as recorded."""
    player = start(record.scenario)
    for line in record.lines:
        failure = run_line(player, line)
        if failure is not None:
            return player, failure
    return player, check_result(record, player)


def check_result(record: Record, player: LinePlayer) -> Failure | None:
    """Whether the game ended as the record says, after all its lines."""
    if not record.result:
        return None
    _begin_last_turn(player)
    try:
        found = player.check(record.result)
    except InvalidInput as error:
        raise InvalidInput(f"{record.scenario.path}: result: {error}") from None
    if not found:
        return None
    where = record.scenario.play_line + record.scenario.play.count("\n")
    return Failure(where, f"result = {record.result}", record.result, found)


def _begin_last_turn(player: LinePlayer) -> None:
    """A game that ends with the beginning of a turn has no line that begins it."""
    if player.state.wait is Wait.PAUSE:
        trial = player.state.clone()
        trial.proceed()
        if trial.is_over:
            player.proceed()


def scenario_at(record: Record, at: int | None) -> str:
    """The game after `at` lines as a scenario: a position, plus lines where the position cannot be written there."""
    moves = [line for line in record.lines if line.kind in ("move", "draw", "roll")]
    if at is None:
        at = len(moves)
    if not 0 <= at <= len(moves):
        raise InvalidInput(f"--at: the record has {len(moves)} lines; {at} is not one of them")
    player = start(record.scenario)
    best, rest_from = player.session.start.clone(), 0
    for line in moves[:at]:
        failure = run_line(player, line)
        if failure is not None:
            raise InvalidInput(f"{record.scenario.path}: the record does not replay:\n  {failure}")
        if not why_not_written(player.state):
            best, rest_from = player.state.clone(), len(player.session.entries)
    entries = player.session.entries[rest_from:]
    if isinstance(best, IrondieState):
        head, tail = iron_recording.begin_text(best, player.side_names)
        lines = _lines(best, entries)
    else:
        assert isinstance(best, DMState)
        head, tail, lines = dm_recording.position_and_lines(best, entries, player.side_names)
    title = f"{record.scenario.title}, after line {at}"
    rows = [f"title   = {_quoted(title)}", head, 'play = """', *lines, '"""', "", tail]
    return "\n".join(rows)
