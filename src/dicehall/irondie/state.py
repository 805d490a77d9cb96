"""The IRONDIE state: the kernel's verbs on a Board. Frames run until it waits for something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dicehall.irondie import explain, saving, view
from dicehall.irondie.battle import bonus_run, bonus_take, roll_off_outcome, roll_outcome, roll_run
from dicehall.irondie.board import ASK, CHANCE, GO_ON, PAUSE, SECRET, Board
from dicehall.irondie.chance import check_outcome, outcomes
from dicehall.irondie.duel import D_CHOOSE, EFFECT_RULES, duel_run, duel_take, skirmish_run, skirmish_take
from dicehall.irondie.secret import answers_of, has_more_wounds, secret_run, secret_take
from dicehall.irondie.terms import (
    E_CONCEDED,
    E_DECIDED,
    E_SUDDEN,
    EVENT_NAMES,
    FR_BONUS,
    FR_DUEL,
    FR_ROLL,
    FR_ROLL_OFF,
    FR_SECRET,
    FR_SKIRMISH,
    FR_TURN,
    FRAMES,
    Q_WOUND,
)
from dicehall.irondie.turn import turn_run
from dicehall.kernel.decision import Chance, Decision, Kind, Outcome, Wait
from dicehall.kernel.dice import Dice, Rng, SeededDice
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason, StaleVersion
from dicehall.kernel.event import Event
from dicehall.kernel.state import Frame, Game, concession

if TYPE_CHECKING:
    from dicehall.irondie.game import Irondie

Run = Callable[[Board, Frame], int]

W_DECISION: Final = 0
W_CHANCE: Final = 1
W_PAUSE: Final = 2
W_OVER: Final = 3
W_SECRET: Final = 4
_WAITS: Final = (Wait.DECISION, Wait.CHANCE, Wait.PAUSE, Wait.OVER, Wait.DECISION)
SUDDEN_DEATH: Final = "sudden death"

RUN: list[Run] = [roll_run] * FRAMES
RUN[FR_TURN] = turn_run
RUN[FR_SECRET] = secret_run
RUN[FR_BONUS] = bonus_run
RUN[FR_SKIRMISH] = skirmish_run
RUN[FR_DUEL] = duel_run

_KINDS: Final = ((Kind.SOME, "3.1.1"), (Kind.DISTRIBUTE, "5.1.3"), (Kind.ONE, "6.1.1"))


class IrondieState(Board):
    """See State for the verbs."""

    __slots__ = ("_game",)

    _game: Irondie

    # ---- running -----------------------------------------------------------------------------------------
    def advance(self) -> None:
        """Runs frames until somebody must choose, dice must fall, or it is over."""
        stack = self.stack
        n = self.kit.n_seats
        self.legal = [[] for _ in range(n)]
        self.asked = -1
        while not self.why_over:
            f = stack[-1]
            self.cause = f[7]
            go = RUN[f[0]](self, f)
            if go == GO_ON:
                continue
            if go == ASK:
                self.asked = stack[-1][2]
                self.since = self.ver
                self.waiting = W_DECISION
                return
            if go == SECRET:
                self.waiting = W_SECRET
                return
            if go == PAUSE:
                self.waiting = W_PAUSE
                return
            self.waiting = W_CHANCE
            if self.dice is None:
                return
            self._fall(self.dice.outcome(self))
        stack.clear()
        self.waiting = W_OVER
        self.answers = [-1] * n
        self.legal = [[] for _ in range(n)]

    def list_answers(self) -> None:
        """Works out again what may be answered: a frame that has asked asks the same once more."""
        if self.waiting in (W_DECISION, W_SECRET):
            f = self.stack[-1]
            go = RUN[f[0]](self, f)
            assert go == (SECRET if self.waiting == W_SECRET else ASK), "it waits for nothing that can be asked"

    def _fall(self, values: tuple[int, ...]) -> None:
        f = self.stack[-1]
        if f[0] == FR_ROLL:
            roll_outcome(self, f, values)
        else:
            roll_off_outcome(self, f, values)

    def _begin(self) -> None:
        """A new entry from outside: events are counted from here."""
        self.base += len(self.ev)
        self.ev = []
        self.ver += 1

    # ---- what it waits for -------------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        return self._game

    @property
    def wait(self) -> Wait:
        return _WAITS[self.waiting]

    @property
    def is_over(self) -> bool:
        return self.waiting == W_OVER

    @property
    def version(self) -> int:
        return self.ver

    @property
    def outcome(self) -> Outcome | None:
        if not self.why_over:
            return None
        rule = {"life": "7.1.1", "draw": "7.1.2", "conceded": "7.1.4"}[self.why_over]
        return Outcome(self.winners, self.why_over, rule)

    @property
    def seats_asked(self) -> tuple[int, ...]:
        """Who may answer now."""
        if self.waiting == W_DECISION:
            return (self.asked,)
        if self.waiting == W_SECRET:
            return tuple([x for x in self.stack[-1][5] if self.answers[x] < 0])
        return ()

    @property
    def committed(self) -> tuple[int, ...]:
        if self.waiting != W_SECRET:
            return ()
        return tuple([x for x in self.stack[-1][5] if self.answers[x] >= 0])

    @property
    def decision(self) -> Decision | None:
        asked = self.seats_asked
        return self._decision(asked[0]) if asked else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple([self._decision(seat) for seat in self.seats_asked])

    def _decision(self, seat: int) -> Decision:
        f = self.stack[-1]
        secret = self.waiting == W_SECRET
        if secret:
            kind, rule = _KINDS[f[3]]
        elif f[0] == FR_DUEL and f[1] == D_CHOOSE:
            kind, rule = Kind.ONE, EFFECT_RULES[self.kit.shape[self.rolled[f[4]]]]
        else:
            kind, rule = Kind.ONE, {FR_BONUS: "2.4.5", FR_SKIRMISH: "4.1.2"}.get(f[0], "4.2.1")
        more = secret and f[3] == Q_WOUND and has_more_wounds(self, self.kit.side_of[seat])
        asks = view.question(self, seat)
        return Decision(seat, kind, tuple(self.legal[seat]), asks, rule, False, self.since, secret, more)

    # ---- decisions ---------------------------------------------------------------------------------------
    def legal_actions(self, seat: int | None = None) -> list[int]:
        asked = self.seats_asked
        if seat is None:
            return self.legal[asked[0]] if asked else []
        return self.legal[seat] if seat in asked else []

    def is_legal(self, action: int, seat: int | None = None) -> bool:
        return not self.explain(action, seat)

    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        asked = self.seats_asked
        if not asked:
            return explain.nobody_asked(self)
        if seat is None:
            seat = asked[0]
        if seat not in asked:
            return explain.not_asked(self, seat)
        if action in self.legal[seat]:
            return []
        return explain.why_not(self, seat, action)

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if version is not None and not self.since <= version <= self.ver:
            raise StaleVersion(version, self.ver)
        reasons = self.explain(action, seat)
        if reasons:
            raise IllegalAction(reasons)
        seat = self.seats_asked[0] if seat is None else seat
        f = self.stack[-1]
        self._begin()
        if f[0] == FR_SECRET:
            self.cause = f[7]
            secret_take(self, f, seat, action)
            if self.seats_asked:  # others are still out
                return
        else:
            self.ev.append((E_DECIDED, f[7], "", seat, action, ()))
            self.cause = self.base
            if f[0] == FR_BONUS:
                bonus_take(self, f, action)
            elif f[0] == FR_SKIRMISH:
                skirmish_take(self, f, action)
            else:
                duel_take(self, f, action)
        self.advance()

    def concede(self, seat: int, why: str = "") -> None:
        if self.why_over:
            raise IllegalAction([Reason("the game is over", "7.1.1")])
        if not 0 <= seat < self.kit.n_seats:
            raise InvalidInput(f"there is no seat {seat}")
        reason = concession(why)
        self._begin()
        self.cause = -1
        self.emit(E_CONCEDED, "7.1.4", seat, reason)
        side = self.kit.side_of[seat]
        self.finish(tuple([x for x in range(self.kit.sides) if x != side]), "conceded", "7.1.4")
        self.advance()

    def call(self, word: str) -> None:
        """Time is up: sudden death from the next turn on (9.2.1)."""
        if word != SUDDEN_DEATH:
            raise IllegalAction([Reason(f"'{word[:30]}' is nothing that can be called; '{SUDDEN_DEATH}' is", "9.2.1")])
        if self.why_over:
            raise IllegalAction([Reason("the game is over", "7.1.1")])
        if self.sudden_called:
            raise IllegalAction([Reason("sudden death has been called already", "9.2.1")])
        self._begin()
        self.cause = -1
        self.sudden_called = True
        self.emit(E_SUDDEN, "9.2.1")

    # ---- chance ------------------------------------------------------------------------------------------
    @property
    def chance(self) -> Chance | None:
        if self.waiting != W_CHANCE:
            return None
        f = self.stack[-1]
        if f[0] == FR_ROLL_OFF:
            return Chance("roll-off", -1, (), self.kit.sides, "3.3.3")
        return Chance("roll", f[2], f[5], len(f[5]), "4.2.2" if f[3] else "3.2.1")

    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        return outcomes(self, self.stack[-1]) if self.waiting == W_CHANCE else iter(())

    def sample_chance(self, rng: Rng) -> tuple[int, ...]:
        f = self.stack[-1]
        count = self.kit.sides if f[0] == FR_ROLL_OFF else len(f[5])
        return tuple([face + 1 for face in rng.faces(count)])

    def check_chance(self, outcome: tuple[int, ...]) -> None:
        if self.waiting != W_CHANCE:
            raise IllegalAction([Reason("no roll is open now")])
        check_outcome(self, self.stack[-1], outcome)

    def apply_chance(self, outcome: tuple[int, ...]) -> None:
        self.check_chance(outcome)
        self._begin()
        self.cause = self.stack[-1][7]
        self._fall(tuple(outcome))
        self.advance()

    def proceed(self) -> None:
        if self.waiting != W_PAUSE:
            raise IllegalAction([Reason("the game does not stand between turns")])
        self._begin()
        k, step, seat, _, b, xs, ys, cause = self.stack[-1]
        self.stack[-1] = (k, step, seat, 1, b, xs, ys, cause)
        self.advance()

    def set_dice(self, dice: Dice | None) -> None:
        self.dice = dice
        if dice is not None and self.waiting == W_CHANCE:
            self._begin()
            self.advance()

    def resample(self, seat: int, rng: Rng) -> IrondieState:
        """A copy in which the secret answers of others are made up, with dice of its own."""
        other = self.clone()
        for x in self.committed:
            if x != seat:
                listed = answers_of(self, self.stack[-1][3], x)
                other.answers[x] = listed[rng.below(len(listed))]
        other.set_dice(SeededDice(rng.word()))
        return other

    # ---- copies ------------------------------------------------------------------------------------------
    def clone(self) -> IrondieState:
        new = IrondieState.__new__(IrondieState)
        new._game = self._game
        new.kit = self.kit
        new.zone = self.zone.copy()
        new.value = self.value.copy()
        new.turn = self.turn
        new.step = self.step
        new.begun = self.begun
        new.sudden = self.sudden
        new.sudden_called = self.sudden_called
        new.renounced = self.renounced.copy()
        new.rolled = self.rolled.copy()
        new.targets = self.targets.copy()
        new.offensive = self.offensive
        new.priority = self.priority
        new.answers = self.answers.copy()
        new.legal = self.legal  # replaced at every answer, never changed between two
        new.asked = self.asked
        new.since = self.since
        new.stack = self.stack.copy()
        new.waiting = self.waiting
        new.hold = self.hold
        new.winners = self.winners
        new.why_over = self.why_over
        new.ver = self.ver
        new.ev = []
        new.base = self.base + len(self.ev)
        new.cause = self.cause
        dice = self.dice
        new.dice = None if dice is None else dice.clone()
        return new

    def save(self) -> bytes:
        return saving.encode(self)

    def fingerprint(self) -> bytes:
        return msgspec.json.encode([saving.data_of(self), None if self.dice is None else self.dice.save()])

    @property
    def events(self) -> list[Event]:
        return [
            Event(self.base + i, EVENT_NAMES[kind], cause, rule, a, b, xs)
            for i, (kind, cause, rule, a, b, xs) in enumerate(self.ev)
        ]

    def view(self, seat: int) -> dict[str, Any]:
        return view.view(self, seat)

    def __repr__(self) -> str:
        return f"<IrondieState turn {self.turn}, {' and '.join(self.kit.seat_names)}>"


__all__ = ["CHANCE", "SUDDEN_DEATH", "IrondieState"]
