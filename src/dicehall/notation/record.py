"""Game records: a header and one line a move or chance result, readable by people and replayed by machines.

A record is TOML like a scenario, so one reader serves both; the lines of `play` are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from dicehall.dicemasters.board import L_DICE, L_END
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    NO_DIE,
    ON_CARD,
)
from dicehall.dicemasters.words import numbered
from dicehall.kernel.decision import Outcome, Wait
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.event import Event
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.dm.chance import draws_in
from dicehall.notation.dm.choice_text import line_length
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position_text import position_toml, why_not_written
from dicehall.notation.dm.printing import chance_text, draw_text, move_text
from dicehall.notation.scenario import Failure, Scenario, read_scenario, run_line, scenario_from, start
from dicehall.notation.script import Line, read_script

LONGEST = 200  # steps that one line can have


class Record(NamedTuple):
    """A scenario whose lines are the whole game, with its result."""

    scenario: Scenario
    lines: tuple[Line, ...]
    result: str


def lines_of(session: Session) -> list[str]:
    """The game so far, one line a move or chance result."""
    return [text for step in _moves(session.start, session.entries) for text in _line(*step)]


def _moves(start: State, entries: list[Entry]) -> Iterator[tuple[DMState, list[Entry], list[Event]]]:
    """The entries, those of one line together, with the state before them and what happens."""
    state = start.clone()
    i = 0
    while i < len(entries):
        assert isinstance(state, DMState)
        n = 1
        if entries[i].what == "act":
            acts = list(takewhile(lambda e: e.what == "act", entries[i : i + LONGEST]))
            n = line_length(state, [e.action for e in acts], [e.prefer for e in acts])
        step = Session(state)
        known = len(step.log)
        for entry in entries[i : i + n]:
            step.put(entry)
        yield state, entries[i : i + n], step.log[known:]
        state = step.state
        i += n


def _line(state: DMState, move: list[Entry], events: Sequence[Event]) -> list[str]:
    """The line for one move or chance; a turn that begins has one if its draw was certain."""
    entry = move[0]
    name = state.kit.seat_names[entry.seat]
    if entry.what == "act":
        return [f"{name}> {move_text(state, [e.action for e in move], entry.prefer)}"]
    if entry.what == "chance":
        return [chance_text(state, entry.outcome)]
    if entry.what == "concede":
        return [f"{name}> concede"]
    return [draw_text(state, [*first, *then]) for first, then in draws_in(events) if first or then]


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
        try:
            found = player.check(record.result)
        except InvalidInput as error:
            raise InvalidInput(f"{record.scenario.path}: result: {error}") from None
        if found:
            where = record.scenario.play_line + record.scenario.play.count("\n")
            return player, Failure(where, f"result = {record.result}", record.result, found)
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
    lines: list[str] = []
    for before, move, events in _moves(begin, entries):
        if fresh.state.wait is Wait.PAUSE and before.wait is not Wait.PAUSE:
            fresh.proceed()  # a turn whose draw is open, or an Attack Step that a position begins with
        _match(before, fresh.state, stands)
        with numbered([fresh.state.num[stands[d]] if d in stands else n for d, n in enumerate(before.num)]):
            written = _line(before, move, events)
        for text in written:
            failure = run_line(fresh, read_script(text)[0])
            if failure is not None:
                raise DicehallError(f"the line cannot be carried over to another numbering: {failure}")
            lines.append(text)
    return lines


def _match(old: DMState, new: State, stands: dict[int, int]) -> None:
    """Lets each die of one game stand for one of the other in the same place.

    Dice were bought since, and of equal dice those with the lowest numbers were drawn, which are others here.
    """
    assert isinstance(new, DMState)

    def place(s: DMState, d: int) -> tuple[object, ...]:
        lasting = sorted(e[:L_END] for e in s.effects if d in e[L_DICE:])
        carries = sorted(s.kit.titles[s.kit.die_card[a]] for a, c in s.attached if c == d)
        title = s.kit.titles[s.kit.die_card[d]]
        return (title, s.owner[d], s.where[d], s.face[d] % 6, s.damage[d], d in s.attackers, *lasting, *carries)

    moved = [d for d in range(old.kit.n_dice) if old.where[d] != ON_CARD and not _stands(old, new, stands, d, place)]
    taken = {stands[d] for d in stands if d not in moved}
    for d in moved:
        fits = (n for n in range(new.kit.n_dice) if n not in taken and place(new, n) == place(old, d))
        stands[d] = next(fits)
        taken.add(stands[d])


def _stands(
    old: DMState, new: DMState, stands: dict[int, int], die: int, place: Callable[[DMState, int], object]
) -> bool:
    return die in stands and place(old, die) == place(new, stands[die])
