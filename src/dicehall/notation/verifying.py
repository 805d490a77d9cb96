"""Checks a whole game with fair dice from its record: every roll and draw is derived anew from the seeds."""

from __future__ import annotations

from typing import NamedTuple

from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.fair import FairRng, commitment
from dicehall.kernel.session import Session
from dicehall.kernel.state import State
from dicehall.notation.dm.printing import chance_text
from dicehall.notation.fair import Fair
from dicehall.notation.iron.chance import chance_words
from dicehall.notation.record import Record, check_result, result_text
from dicehall.notation.scenario import run_line, start

NOT_THE_SEED = "commitment: the server's seed is not the one whose hash was shown before the game"


class Verdict(NamedTuple):
    """What was found; `problem` is empty if all is as the seeds say."""

    rolls: int
    draws: int
    result: str
    is_over: bool = False
    problem: str = ""


def revealed(record: Record) -> Fair:
    """What a record says of its fair dice. InvalidInput if it says too little to check anything."""
    path = record.scenario.path
    if record.fair is None:
        raise InvalidInput(f"{path}: there is no table [fair] in it: this game was not played with fair dice")
    if not record.fair.server_seed:
        raise InvalidInput(
            f"{path}: server_seed is missing in [fair]: the server reveals its seed when the game is over"
        )
    return record.fair


def verify(record: Record) -> Verdict:
    """Replays a record: moves legal, each roll and draw what the seeds give, the hash and the result as recorded."""
    fair = revealed(record)
    found = commitment(fair.server_seed)
    if found != fair.commitment:
        return Verdict(0, 0, "", problem=f"{NOT_THE_SEED}\n{_both(fair.commitment, found)}")
    return _Check(record, fair).run()


class _Check:
    """One run through a record."""

    def __init__(self, record: Record, fair: Fair) -> None:
        self.record = record
        self.fair = fair
        self.player = start(record.scenario)
        self.follows = Session(self.player.session.start)  # entry by entry behind the player, to look before each
        names = self.state.game.seat_names(self.state)
        self.seeds = [fair.seeds[name] for name in names]
        self.rng = FairRng(fair.server_seed, self.seeds)
        self.left = list(fair.taken_back)
        self.count = {"roll": 0, "draw": 0}

    @property
    def state(self) -> State:
        return self.follows.state

    def run(self) -> Verdict:
        problem = self._lines() or self._end()
        state = self.player.state
        result = result_text(state.outcome, self.player.side_names)
        return Verdict(self.count["roll"], self.count["draw"], result, state.is_over, problem)

    def _lines(self) -> str:
        number = 0  # of the line among moves, rolls and draws
        for line in self.record.lines:
            number += line.kind in ("move", "draw", "roll")
            known = len(self.player.session.entries)
            failure = run_line(self.player, line)
            if failure is not None:
                return f"{failure}{self._instead(number)}"
            for entry in self.player.session.entries[known:]:
                if entry.what == "chance" and number >= self.fair.begins:
                    recorded = chance_line(self.state, entry.outcome)
                    given = self._given(self.state, number)
                    if recorded != given:
                        return f"line {line.number}: {line.source}\n{_both(recorded, given)}"
                    self.count[given[:4]] += 1
                self.follows.put(entry)
        if self.fair.begins > number + 1:
            return f"begins: there is no line {self.fair.begins} of play"
        wrong = [at for at in self.left if at != number + 1]
        if wrong:
            return f"taken_back: line {wrong[0]} of play is no roll and no draw, so nothing was taken back before it"
        return ""

    def _end(self) -> str:
        failure = check_result(self.record, self.player)
        return "" if failure is None else str(failure)

    def _given(self, state: State, number: int) -> str:
        """How the open chance falls by the seeds, in that line of play."""
        while self.left and self.left[0] == number:
            del self.left[0]
            self.rng = FairRng(self.fair.server_seed, self.seeds, self.rng.stream + 1)
        return chance_line(state, state.sample_chance(self.rng))

    def _instead(self, number: int) -> str:
        """What the seeds give where a line of the record does not fit, if dice must fall there."""
        state = self.state.clone()
        if state.wait is Wait.PAUSE:
            state.proceed()
        if state.wait is not Wait.CHANCE or number < self.fair.begins:
            return ""
        return f"\n    the seeds give: {self._given(state, number)}"


def _both(recorded: str, given: str) -> str:
    return f"    recorded:       {recorded}\n    the seeds give: {given}"


def chance_line(state: State, outcome: tuple[int, ...]) -> str:
    """An outcome as a record writes it."""
    if isinstance(state, IrondieState):
        return f"roll> {chance_words(state, outcome)}"
    assert isinstance(state, DMState)
    return chance_text(state, outcome)
