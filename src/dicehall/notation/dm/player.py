"""Plays lines of notation on a session of Dice Masters: moves, chance, checks, and what the engine did by itself.

The same player runs scenarios, replays records and serves the terminal.
"""

from __future__ import annotations

from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FR_PICK, S_ATTACK
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice
from dicehall.kernel.errors import DicehallError, InvalidInput, cut
from dicehall.kernel.session import Session
from dicehall.notation.dm.chance import draws_in, parse_chance, states_draw
from dicehall.notation.dm.checks import check
from dicehall.notation.dm.dice import reader, seat_named
from dicehall.notation.dm.log import QUIET, chain_text, with_rule
from dicehall.notation.dm.moves import VERBS, parse_move
from dicehall.notation.dm.orders import Move
from dicehall.notation.dm.stated import is_stated
from dicehall.notation.words import fold


class Player:
    """A session with names for its sides."""

    def __init__(self, state: DMState, side_names: list[str], dice: Dice | None = None) -> None:
        self.session = Session(state, dice)
        self.side_names = side_names
        self.apart: frozenset[int] = frozenset()  # dice that checks of a zone pass over
        self.changed = 0  # where in the log the last line that changed the game began
        self.before = state  # the game before that line

    @property
    def state(self) -> DMState:
        s = self.session.state
        assert isinstance(s, DMState)
        return s

    # ---- moves -------------------------------------------------------------------------------------------
    def move(self, seat_name: str, text: str) -> bool:
        """Makes a move. False if it only stated what the engine had done by itself. Raises if it is refused."""
        seat = seat_named(self.state, seat_name)
        if self.state.wait is Wait.PAUSE:
            if self._stated(seat, text):
                return False
            if self.state.is_active_seat(seat) and not text.strip().lower().startswith("concede"):
                return self._begin_and_move(seat, text)
        try:
            move = parse_move(self.state, seat, text)
        except DicehallError:
            if self._stated(seat, text):
                return False
            raise
        self._make(seat, move)
        return True

    def _begin_and_move(self, seat: int, text: str) -> bool:
        """A move of the seat whose turn it is begins the turn; if it is refused nothing has changed."""
        trial = self.state.clone()
        trial.proceed()
        if self.session.dice is not None:
            trial.set_dice(self.session.dice.clone())
        if fold(text.strip()) == "keep" and any(e.kind == "auto" and e.b == FR_PICK for e in trial.events):
            self.proceed()  # there was nothing to roll: the line states what has been done
            return False
        parse_move(trial, seat, text)
        self.proceed()
        self._make(seat, parse_move(self.state, seat, text))
        return True

    def begin_step(self) -> None:
        """An Attack Step that a position begins with begins with the first line, of whatever kind."""
        if self.state.wait is Wait.PAUSE and self.state.step == S_ATTACK:
            self.proceed()

    def _line_begins(self) -> None:
        self.changed = len(self.session.log)
        self.before = self.state.clone()

    def _make(self, seat: int, move: Move) -> None:
        self._line_begins()
        if move.concedes:
            self.session.concede(seat, move.why)
        for action in move.actions:
            self.session.act(action, None, move.prefer)

    def proceed(self) -> None:
        self._line_begins()
        self.session.proceed()

    def accepts(self, seat_name: str, text: str) -> DicehallError | None:
        """None if the move would be accepted now, else the refusal. Nothing changes."""
        try:
            seat = seat_named(self.state, seat_name)
            s = self.state
            if s.wait is Wait.PAUSE and s.is_active_seat(seat):
                s = s.clone()
                s.proceed()
                if self.session.dice is not None:
                    s.set_dice(self.session.dice.clone())
            parse_move(s, seat, text)
        except DicehallError as error:
            return error
        return None

    # ---- chance ------------------------------------------------------------------------------------------
    def chance(self, kind: str, text: str) -> None:
        """A draw> or roll> line. It begins the turn if it has to."""
        if self.state.wait is Wait.PAUSE:
            self._begin_for_chance(kind, text)
            return
        try:
            outcome = parse_chance(self.state, kind, text)
        except InvalidInput:
            if kind == "draw" and states_draw(self.state, text, self._draws(self.changed)):
                return
            raise
        self._line_begins()
        self.session.chance(outcome)

    def _begin_for_chance(self, kind: str, text: str) -> None:
        """Tries on a copy first, so that a line that is refused changes nothing."""
        trial = self.state.clone()
        trial.proceed()
        drawn = draws_in(trial.events)
        happened = False
        try:
            parse_chance(trial, kind, text)
        except InvalidInput:
            happened = kind == "draw" and states_draw(trial, text, drawn)
            if not happened:
                if kind == "draw" and drawn and not (trial.chance is not None and trial.chance.kind == "draw"):
                    dice = ", ".join(trial.kit.names[trial.kit.die_card[d]] for d in [*drawn[0][0], *drawn[0][1]])
                    raise InvalidInput(f"the draw can only be of {dice or 'nothing'}") from None
                raise
        self.proceed()
        if not happened:
            self.session.chance(parse_chance(self.state, kind, text))

    def _draws(self, since: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        return draws_in(self.session.log[since:])

    # ---- what the engine did by itself -------------------------------------------------------------------
    def _stated(self, seat: int, text: str) -> bool:
        """Whether a line states what the engine has just done for that seat by itself."""
        return is_stated(self.state, seat, text, self.session.log[self.changed :], self.before)

    def check(self, text: str) -> str:
        """Empty if the check holds, else what was found."""
        words = text.split(None, 2)
        if words and words[0].lower() in ("can", "cannot"):
            if len(words) < 3:
                raise InvalidInput(f"write: {words[0]} SEAT MOVE")
            self._must_be_move(words[1], words[2])
            refusal = self.accepts(words[1], words[2])
            if words[0].lower() == "can":
                return "" if refusal is None else f"it is refused: {refusal}"
            return "" if refusal is not None else "it would be accepted"
        return check(self.state, text, self.side_names, self.apart)

    def story(self) -> list[str]:
        """Everything that has happened, in sentences, each with its rule."""
        return [with_rule(self.state, e) for e in self.session.log if e.kind not in QUIET]

    def chain_text(self) -> list[str]:
        """The last events, each with the chain of its causes."""
        return chain_text(self.state, self.session.log)

    def _must_be_move(self, seat_name: str, text: str) -> None:
        """A check whose seat or verb does not exist is a mistake of the scenario."""
        seat_named(self.state, seat_name)
        if not reader(self.state, text).word(*VERBS):
            raise InvalidInput(f"'{cut(text)}' does not begin with a move: {', '.join(VERBS)}")
