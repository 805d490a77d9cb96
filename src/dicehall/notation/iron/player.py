"""Plays lines of notation on a session of IRONDIE: moves, rolls, checks, and what the engine did by itself."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.irondie import IrondieState
from dicehall.irondie.dice import LIFE
from dicehall.irondie.secret import Q_SPLIT, Q_WOUND, wound_points
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.irondie.terms import FR_SECRET
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice
from dicehall.kernel.errors import DicehallError, InvalidInput, cut
from dicehall.kernel.event import Event
from dicehall.kernel.session import Session
from dicehall.notation.iron.chance import parse_chance
from dicehall.notation.iron.checks import check
from dicehall.notation.iron.dice import fitting, reader, seat_named
from dicehall.notation.iron.log import QUIET, chain_text, with_rule
from dicehall.notation.iron.moves import VERBS, Move, parse_move
from dicehall.notation.iron.position import CLOCK
from dicehall.notation.words import Spec, fold


class IronPlayer:
    """A session with names for its sides."""

    def __init__(self, state: IrondieState, side_names: list[str], dice: Dice | None = None) -> None:
        self.session = Session(state, dice)
        self.side_names = side_names
        self.changed = 0  # where in the log the last line that changed the game began

    @property
    def state(self) -> IrondieState:
        s = self.session.state
        assert isinstance(s, IrondieState)
        return s

    # ---- moves -------------------------------------------------------------------------------------------
    def move(self, seat_name: str, text: str) -> bool:
        """Makes a move. False if it only stated what the engine had done by itself. Raises if it is refused."""
        if self._is_clock(seat_name):
            if fold(" ".join(text.split())) != SUDDEN_DEATH:
                raise InvalidInput(f"the clock can call '{SUDDEN_DEATH}', not '{text[:30]}'")
            self._line_begins()
            self.session.call(SUDDEN_DEATH)
            return True
        seat = seat_named(self.state, seat_name)
        if self.state.wait is Wait.PAUSE and self._only_begins(seat, text):
            self.proceed()
            return True
        try:
            move = parse_move(self._begun(), seat, text)
        except DicehallError:
            if self._stated(seat, text):
                return False
            raise
        if self.state.wait is Wait.PAUSE and not move.concedes:
            self.proceed()
        else:
            self._line_begins()
        self._make(seat, move)
        return True

    def _is_clock(self, name: str) -> bool:
        return fold(name.strip()) == CLOCK and CLOCK not in [fold(n) for n in self.state.kit.seat_names]

    def _begun(self) -> IrondieState:
        """The state, or a copy in which the turn has begun: what is refused there changes nothing."""
        if self.state.wait is not Wait.PAUSE:
            return self.state
        trial = self.state.clone()
        trial.proceed()
        return trial

    def _only_begins(self, seat: int, text: str) -> bool:
        """Whether a battle line begins the turn and does no more: the hand is empty, or the beginning ends the game."""
        s = self.state
        words = fold(" ".join(text.split()))
        if words == "battle none" and not s.hand(seat):
            return True
        if not words.startswith("battle ") or not self._begun().is_over:
            return False
        free = s.clone()  # is it a line that could be read?
        free.sudden = False
        free.proceed()
        parse_move(free, seat, text)
        return True

    def _line_begins(self) -> None:
        self.changed = len(self.session.log)

    def _make(self, seat: int, move: Move) -> None:
        if move.concedes:
            self.session.concede(seat, move.why)
        for who, action in move.answers:
            self.session.act(action, seat=who)

    def proceed(self) -> None:
        self._line_begins()
        self.session.proceed()

    def begin_step(self) -> None:
        """Nothing begins with a line of any kind."""

    def accepts(self, seat_name: str, text: str) -> DicehallError | None:
        """None if the move would be accepted now, else the refusal. Nothing changes."""
        try:
            if self._is_clock(seat_name):
                self.state.clone().call(fold(" ".join(text.split())))
            else:
                seat = seat_named(self.state, seat_name)
                if self.state.wait is Wait.PAUSE and self._only_begins(seat, text):
                    return None
                parse_move(self._begun(), seat, text)
        except DicehallError as error:
            return error
        return None

    # ---- chance ------------------------------------------------------------------------------------------
    def chance(self, kind: str, text: str) -> None:
        """A roll> line."""
        outcome = parse_chance(self.state, kind, text)
        self._line_begins()
        self.session.chance(outcome)

    # ---- checks ------------------------------------------------------------------------------------------
    def check(self, text: str) -> str:
        """Empty if the check holds, else what was found."""
        words = text.split(None, 2)
        if words and words[0].lower() in ("can", "cannot"):
            if len(words) < 3:
                raise InvalidInput(f"write: {words[0]} SEAT MOVE")
            seat_named(self.state, words[1])
            if not reader(self.state, words[2]).word(*VERBS):
                raise InvalidInput(f"'{cut(words[2])}' does not begin with a move: {', '.join(VERBS)}")
            refusal = self.accepts(words[1], words[2])
            if words[0].lower() == "can":
                return "" if refusal is None else f"it is refused: {refusal}"
            return "" if refusal is not None else "it would be accepted"
        return check(self.state, text, self.side_names)

    def story(self) -> list[str]:
        """Everything that has happened, in sentences, each with its rule."""
        return [with_rule(self.state, e) for e in self.session.log if e.kind not in QUIET]

    def chain_text(self) -> list[str]:
        """The last events, each with the chain of its causes."""
        return chain_text(self.state, self.session.log)

    # ---- what the engine did by itself -------------------------------------------------------------------
    def _stated(self, seat: int, text: str) -> bool:
        """Whether a line states what the engine has just done for that seat by itself."""
        try:
            return self._is_stated(seat, text, self.session.log[self.changed :])
        except DicehallError:
            return False

    def _is_stated(self, seat: int, text: str, events: Sequence[Event]) -> bool:
        s = self.state
        side = s.kit.side_of[seat]
        words = fold(" ".join(text.split()))
        if words in ("forgo", "renounce"):
            kind = "forgone" if words == "forgo" else "renounced"
            if any(e.kind == kind and e.a == seat and e.b == 1 for e in events):
                return True
            if words == "renounce":  # who has no reserve is not asked, nor is anybody where there is no skirmish
                return not s.hand(seat) or s.sudden or any(e.kind == "damage" for e in events)
            return False
        if words == "take none":
            return any(e.kind == "taken" and e.a == side and e.rule == "9.2.4" for e in events)
        if words == "battle none":
            if s.stack and s.stack[-1][0] == FR_SECRET and s.stack[-1][3] == Q_SPLIT:
                return seat not in s.stack[-1][5]
            chose = any(e.kind == "committed" and e.a == seat and e.b == Q_SPLIT for e in events)
            return not chose and any(e.kind == "split" and e.a == seat and not e.xs for e in events)
        r = reader(s, text)
        verb = r.word("bonus", "wound")
        if verb == "bonus":
            decided = {e.seq for e in events if e.kind == "decided"}
            forced = [e for e in events if e.kind == "bonus" and e.cause not in decided and s.kit.seat_of[e.a] == seat]
            spec = r.spec()._replace(face="")
            return any(fitting(s, spec, [e.b]) for e in forced)
        return verb == "wound" and self._is_forced_wound(seat, r.specs(), events)

    def _is_forced_wound(self, seat: int, specs: Sequence[Spec], events: Sequence[Event]) -> bool:
        """Whether damage was, or will be, distributed so without a question (5.1.6)."""
        s = self.state
        side = s.kit.side_of[seat]
        first = s.kit.seats_of[side][0]
        if any(e.kind == "committed" and e.a == first and e.b == Q_WOUND for e in events):
            return False
        told = next((e for e in events if e.kind == "wounded" and e.a == side), None)
        if told is not None:
            lost = {told.xs[i]: told.xs[i + 1] for i in range(0, len(told.xs), 2)}
        else:
            asking = s.stack and s.stack[-1][0] == FR_SECRET and s.stack[-1][3] == Q_WOUND
            if not asking or first in s.stack[-1][5] or s.answers[first] < 0:
                return False
            lost = {d: p for d, p in wound_points(s, side, s.answers[first]) if p}
        damage = next((e.b for e in reversed(self.session.log) if e.kind == "damage" and e.a == side), 0)
        life = list(dict.fromkeys([*lost, *s.battle(side, LIFE)]))
        given: dict[int, int] = {}
        for spec in specs:
            for _ in range(spec.times):
                meant = [d for d in fitting(s, spec._replace(face=""), life) if d not in given]
                if not meant:
                    return False
                given[meant[0]] = spec.value or 0
        given = {d: p for d, p in given.items() if p}
        same = s.kit.same  # of dice that are alike it does not matter which
        if sorted((same[d], p) for d, p in given.items()) == sorted((same[d], p) for d, p in lost.items()):
            return True
        fatal = all(d in lost or not s.in_play(d) for d in life)  # all points are gone; more than that is lost (5.1.4)
        return fatal and all(given.get(d, 0) >= p for d, p in lost.items()) and sum(given.values()) <= damage
