"""Records of Dice Masters: the entries of one move are one line; a moment of a game as lines after a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from dicehall.dicemasters.board import L_DICE, L_END
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import NO_DIE, ON_CARD
from dicehall.dicemasters.words import numbered
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.event import Event
from dicehall.kernel.session import Entry, Session
from dicehall.kernel.state import State
from dicehall.notation.dm.chance import draws_in
from dicehall.notation.dm.choice_text import line_length
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position_text import position_toml, why_not_written
from dicehall.notation.dm.printing import chance_text, draw_text, move_text
from dicehall.notation.results import concede_line
from dicehall.notation.scenario import run_line, scenario_from, start
from dicehall.notation.script import Written, read_script

LONGEST = 200  # steps that one line can have


def moves_of(start: State, entries: list[Entry]) -> Iterator[Written]:
    """Entries after a state, those of one line together, with what a record says of them."""
    return (Written(state, move, _line(state, move, events)) for state, move, events in _moves(start, entries))


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
        return [concede_line(name, entry.word)]
    return [draw_text(state, [*first, *then]) for first, then in draws_in(events) if first or then]


def begin_text(begin: DMState, side_names: list[str]) -> tuple[str, str]:
    """The position at the beginning, taken before anything of the first turn."""
    if why_not_written(begin):
        held = begin._game.state_of(begin.kit.setup, hold=True)
        return position_toml(held, side_names)[:2]
    return position_toml(begin, side_names)[:2]


def position_and_lines(begin: DMState, entries: list[Entry], side_names: list[str]) -> tuple[str, str, list[str]]:
    """A position, and what came after it as lines of a game that begins with it, where the dice are numbered anew."""
    head, tail, numbers = position_toml(begin, side_names)
    if not entries:
        return head, tail, []
    fresh = start(scenario_from(f'title = ""\n{head}\nplay = ""\n{tail}', "position"))
    assert isinstance(fresh, Player)
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
    return head, tail, lines


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
