"""A moment of a game of Dice Masters: the kernel's verbs over the board and its frames.

What a frame does is looked up by its kind; forced choices are made here without asking (4.4.5, 5.3.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dicehall.dicemasters import assigning, attack, blocking, damage, energy, explain, reaction, turn, view
from dicehall.dicemasters.attack import attack_run
from dicehall.dicemasters.board import Board, set_up
from dicehall.dicemasters.chance import check_outcome, draw_outcomes, roll_outcomes, sample_draw
from dicehall.dicemasters.describe import question_text
from dicehall.dicemasters.energy import pay_run
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.saving import SavedGame, encode
from dicehall.dicemasters.terms import (
    A_DIE,
    A_FIELD,
    A_REST,
    A_RITUAL,
    A_USE,
    ASK,
    ASK_ALWAYS,
    BLOCK_BASE,
    BLOCK_SPIN,
    CHANCE,
    DONE,
    E_CONCEDED,
    E_DECIDED,
    EVENT_NAMES,
    FR_ACTION,
    FR_ASSIGN,
    FR_ATTACK,
    FR_BLOCK,
    FR_DAMAGE,
    FR_DRAW,
    FR_EFFECT,
    FR_ORDER,
    FR_PAY,
    FR_PICK,
    FR_REACT,
    FR_ROLL,
    FR_TRIGGERS,
    FR_TURN,
    FR_WINDOW,
    GO_ON,
    NO_DIE,
    P_ATTACK,
    P_EXTRA,
    P_REROLL,
    P_SEVERAL,
    READY,
    RESERVE,
    RITUAL_BASE,
    W_MAIN,
    WIN_PLACE,
)
from dicehall.dicemasters.triggers import effect_run, place_asked, triggers_actions, triggers_run, triggers_take
from dicehall.dicemasters.turn import draw_run, pick_actions, pick_take, turn_run
from dicehall.dicemasters.window import action_run, order_run, window_actions, window_run, window_take
from dicehall.kernel.decision import Chance, Decision, Kind, Outcome, Wait
from dicehall.kernel.dice import Dice, Rng, SeededDice, load_dice
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason, StaleVersion
from dicehall.kernel.event import Event
from dicehall.kernel.state import Frame, Game, concession

if TYPE_CHECKING:
    from dicehall.dicemasters.game import DiceMasters

# frames that do not go on before the effects that have been set off are done
WAITS_FOR_TRIGGERS: Final[tuple[int, ...]] = (FR_TURN, FR_WINDOW, FR_ATTACK, FR_ORDER)

# waiting
W_DECISION: Final = 0
W_CHANCE: Final = 1
W_PAUSE: Final = 2
W_OVER: Final = 3
_WAITS: Final[tuple[Wait, ...]] = (Wait.DECISION, Wait.CHANCE, Wait.PAUSE, Wait.OVER)


# Frames are told apart by chains of comparisons, the most frequent first: compiled, that is a jump, where a table of
# functions would be a call through the interpreter.


def run_frame(s: Board, f: Frame) -> int:
    """What comes next of the frames that are rare; the others are told apart in `advance`."""
    kind = f[0]
    if kind == FR_DRAW:
        return draw_run(s, f)
    if kind == FR_DAMAGE:
        return damage.damage_run(s, f)
    if kind == FR_REACT:
        return ASK
    if kind == FR_TRIGGERS:
        return triggers_run(s, f)
    if kind == FR_ACTION:
        return action_run(s, f)
    if kind == FR_BLOCK:
        return blocking.block_run(s, f)
    if kind == FR_ASSIGN:
        return assigning.assign_run(s, f)
    raise AssertionError(f"frame {kind} is never pushed")


def frame_actions(s: Board, f: Frame) -> list[int]:
    """The legal answers to the question of a frame that asks more rarely than windows and choices of dice."""
    kind = f[0]
    if kind == FR_PAY:
        return energy.pay_actions(s, f)
    if kind == FR_BLOCK:
        return blocking.block_actions(s, f)
    if kind == FR_ASSIGN:
        return assigning.assign_actions(s, f)
    if kind == FR_EFFECT:
        assert s.kit.abilities is not None
        return s.kit.abilities.actions(s, f)
    if kind == FR_DAMAGE:
        return damage.damage_actions(s, f)
    if kind == FR_TRIGGERS:
        return triggers_actions(s, f)
    if kind == FR_REACT:
        return reaction.react_actions(s, f)
    return []


def take_answer(s: Board, f: Frame, action: int) -> None:
    """Goes on with an answer to the question of a frame."""
    kind = f[0]
    if kind == FR_PICK:
        pick_take(s, f, action)
    elif kind == FR_WINDOW:
        window_take(s, f, action)
    elif kind == FR_PAY:
        energy.pay_take(s, f, action)
    elif kind == FR_BLOCK:
        blocking.block_take(s, f, action)
    elif kind == FR_EFFECT:
        assert s.kit.abilities is not None
        s.kit.abilities.take(s, f, action)
    elif kind == FR_ASSIGN:
        assigning.assign_take(s, f, action)
    elif kind == FR_DAMAGE:
        damage.damage_take(s, f, action)
    elif kind == FR_TRIGGERS:
        triggers_take(s, f, action)
    elif kind == FR_REACT:
        reaction.react_take(s, f, action)
    else:
        raise AssertionError(f"frame {kind} asks nothing")


class DMState(Board):
    """See State for the verbs."""

    __slots__ = ("_game",)

    _game: DiceMasters

    # ---- running -----------------------------------------------------------------------------------------
    def advance(self) -> None:
        """Runs frames until somebody must choose, dice must fall, or it is over."""
        stack = self.stack
        while not self.why_over:
            f = stack[-1]
            kind = f[0]
            self.cause = f[7]
            if self.queue:
                if self.queue[0][4] == WIN_PLACE and not (kind == FR_EFFECT and f[5][2] == WIN_PLACE):
                    place_asked(self)
                    continue
                # effects that were set off come first (7.4.2), but for unblocked attackers that leave (5.6.2)
                if kind in WAITS_FOR_TRIGGERS and not (kind == FR_ATTACK and f[1] == attack.A_LEAVE):
                    self.push(FR_TRIGGERS, -1)
                    continue
            if kind == FR_TURN:
                go = turn_run(self, f)
            elif kind == FR_ATTACK:
                go = attack_run(self, f)
            elif kind == FR_EFFECT:
                go = effect_run(self, f)
            elif kind == FR_WINDOW:
                go = window_run(self, f)
            elif kind == FR_PICK:
                go = ASK if f[6] else ASK_ALWAYS  # "none" as the only answer is asked, "no more" is not
            elif kind == FR_PAY:
                go = pay_run(self, f)
            elif kind == FR_ORDER:
                go = order_run(self, f)
            elif kind == FR_ROLL:
                go = CHANCE
            else:
                go = run_frame(self, f)
            if go == GO_ON:
                continue
            if go <= ASK_ALWAYS:
                f = stack[-1]
                kind = f[0]
                if kind == FR_PICK:
                    legal = pick_actions(self, f)
                elif kind == FR_WINDOW:
                    legal = window_actions(self, f)
                else:
                    legal = frame_actions(self, f)
                if go == ASK and len(legal) == 1:
                    take_answer(self, f, legal[0])
                    continue
                self.legal = legal
                self.waiting = W_DECISION
                return
            if go == READY:
                self.waiting = W_DECISION
                return
            if go == CHANCE:
                self.waiting = W_CHANCE
                dice, f = self.dice, stack[-1]
                if f[0] == FR_ROLL and type(dice) is SeededDice:  # the usual case, as `sample_chance` does it
                    turn.roll_outcome(self, f, tuple(dice.rng.faces(len(f[5]))))
                    continue
                self.legal = []
                if dice is None:
                    return
                self._fall(dice.outcome(self))
            else:
                self.legal = []
                self.waiting = W_PAUSE
                return
        stack.clear()
        self.legal = []
        self.waiting = W_OVER
        self.mid = False

    def _fall(self, outcome: tuple[int, ...]) -> None:
        f = self.stack[-1]
        if f[0] == FR_DRAW:
            turn.draw_outcome(self, f, outcome)
        else:
            turn.roll_outcome(self, f, outcome)

    def _begin(self) -> None:
        """A new entry from outside: events are counted from here."""
        self.base += len(self.ev)
        self.ev = []
        self.ver += 1

    # ---- the kernel's verbs ------------------------------------------------------------------------------
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
        rule = {"life": "1.3.1", "conceded": "1.3.4"}.get(self.why_over, "1.3.3" if self.winners else "1.3.2")
        return Outcome(self.winners, self.why_over, rule)

    @property
    def decision(self) -> Decision | None:
        if self.waiting != W_DECISION:
            return None
        kind, rule = _question(self.stack[-1])
        return Decision(self.asked, kind, tuple(self.legal), question_text(self), rule, self.mid, self.ver)

    @property
    def asked(self) -> int:
        """The seat that is asked, -1 if nobody is."""
        return self.stack[-1][2] if self.waiting == W_DECISION else -1

    def legal_actions(self, seat: int | None = None) -> list[int]:
        return self.legal if seat is None or seat == self.asked else []

    def is_legal(self, action: int, seat: int | None = None) -> bool:
        if self.waiting != W_DECISION or (seat is not None and seat != self.asked):
            return False
        return action in self.legal or self._equal(action)

    def apply(
        self, action: int, version: int | None = None, prefer: tuple[int, ...] = (), seat: int | None = None
    ) -> None:
        if version is not None and version != self.ver:
            raise StaleVersion(version, self.ver)
        if seat is not None and seat != self.asked:
            raise IllegalAction(self.explain(action, seat))
        if action not in self.legal and not self._equal(action):
            raise IllegalAction(self.explain(action))
        f = self.stack[-1]
        self.base += len(self.ev)
        self.ev = [(E_DECIDED, f[7], "", f[2], action, ())]
        self.cause = self.base
        self.ver += 1
        self.mid = True
        if prefer:
            self.prefer = prefer
        if f[0] == FR_PICK:
            pick_take(self, f, action)
            if self._goes_on_picking():
                return
        elif f[0] == FR_WINDOW:
            window_take(self, f, action)
        else:
            take_answer(self, f, action)
        self.advance()
        if prefer:
            self.prefer = ()

    def _goes_on_picking(self) -> bool:
        """Asks for a further die of the same choice at once, as `advance` would; False if there is none to choose."""
        f = self.stack[-1]
        if f[0] != FR_PICK or not f[6] or self.queue:
            return False
        legal = pick_actions(self, f)
        self.cause = f[7]
        if len(legal) == 1:
            pick_take(self, f, legal[0])
            return False
        self.legal = legal
        self.prefer = ()
        return True

    def _equal(self, action: int) -> bool:
        """Whether a die is named that is equal to one of a listed action, so that both mean the same."""
        if self.waiting != W_DECISION or not isinstance(action, int):
            return False
        f = self.stack[-1]
        kind = f[0]
        if kind == FR_PICK and f[3] != P_SEVERAL:
            listed = [a - A_DIE for a in self.legal if a != DONE and a < A_USE]
            return self._same_die(action - A_DIE, listed, f[5][f[1] :])
        if kind == FR_PAY:
            if f[1] < 0:
                return self._same_die(action - A_REST, [a - A_REST for a in self.legal], f[6])
            dice = [a - A_DIE for a in self.legal if a - A_DIE != NO_DIE]
            return self._same_die(action - A_DIE, dice, f[5][f[1] :])
        if kind == FR_WINDOW and action >= A_RITUAL:
            return self._same_ritual(f[2], action)
        if kind == FR_PICK or kind == FR_WINDOW:
            base = A_FIELD if A_FIELD <= action < A_USE else A_USE
            if not base <= action < base + 1000:
                return False
            dice = [a - base for a in self.legal if base <= a < base + 1000]
            if base == A_USE:  # what a die in the field offers is that die's
                dice = [d for d in dice if self.zone_of(d) == RESERVE]
            mine = tuple([d - base for d in f[5][f[1] :]]) if kind == FR_PICK else tuple(self.zone(f[2], RESERVE))
            return self._same_die(action - base, dice, mine)
        if kind == FR_BLOCK:
            return self._same_block(f, action)
        if kind == FR_EFFECT and self.kit.abilities is not None and A_DIE <= action < A_DIE + self.kit.n_dice:
            return self.kit.abilities.same_choice(self, f, action - A_DIE)
        return False

    def _same_die(self, die: int, listed: list[int], among: tuple[int, ...]) -> bool:
        if die == NO_DIE or die not in among or not 0 <= die < self.kit.n_dice:
            return False
        key = self.alike(die)
        return any(self.alike(d) == key for d in listed)

    def _same_ritual(self, seat: int, action: int) -> bool:
        die, payer = divmod(action - A_RITUAL, RITUAL_BASE)
        here, face = self.zone(seat, RESERVE), self.face
        if die == payer or die not in here or payer not in here:
            return False
        for listed in self.legal:
            if listed >= A_RITUAL:
                other, price = divmod(listed - A_RITUAL, RITUAL_BASE)
                if face[other] == face[die] and face[price] == face[payer]:
                    return True
        return False

    def _same_block(self, f: Frame, action: int) -> bool:
        blocker, code = divmod(action, BLOCK_BASE)
        cands = f[5][f[1] :]
        if blocker not in cands or self.alike(blocker) != self.alike(cands[0]):
            return False
        if code == 0 or code > BLOCK_SPIN:
            return cands[0] * BLOCK_BASE + code in self.legal
        if code - 1 not in f[6] or f[6].index(code - 1) + 1 < f[4]:
            return False
        key = blocking.attack_key(self, code - 1)
        listed = [a % BLOCK_BASE for a in self.legal]
        return any(blocking.attack_key(self, n - 1) == key for n in listed if 0 < n < BLOCK_SPIN)

    def explain(self, action: int, seat: int | None = None) -> list[Reason]:
        if seat is not None and seat != self.asked and self.waiting == W_DECISION:
            if not 0 <= seat < self.kit.n_seats:
                return [Reason(f"there is no seat {seat}")]
            names = self.kit.seat_names
            return [Reason(f"{names[seat]} is not asked now; {names[self.asked]} is", "4.4.1")]
        return explain.explain(self, action)

    def concede(self, seat: int, why: str = "") -> None:
        if self.why_over:
            raise IllegalAction([Reason("the game is over", "1.3.1")])
        if not 0 <= seat < self.kit.n_seats:
            raise InvalidInput(f"there is no seat {seat}")
        reason = concession(why)
        self._begin()
        side = self.kit.side_of[seat]
        self.cause = -1
        self.emit(E_CONCEDED, "1.3.4", seat, reason)
        self.finish(tuple([x for x in range(self.kit.sides) if x != side]), "conceded", "1.3.4")
        self.advance()

    # ---- chance ------------------------------------------------------------------------------------------
    @property
    def chance(self) -> Chance | None:
        if self.waiting != W_CHANCE:
            return None
        f = self.stack[-1]
        if f[0] == FR_DRAW:
            return Chance("draw", f[2], f[6], f[3] - len(f[5]), "4.2.2")
        return Chance("roll", f[2], f[5], len(f[5]), "4.3.2" if f[3] else "4.3.1")

    def chance_outcomes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        f = self.stack[-1] if self.waiting == W_CHANCE else None
        if f is None:
            return iter(())
        return draw_outcomes(self, f) if f[0] == FR_DRAW else roll_outcomes(self, f)

    def sample_chance(self, rng: Rng) -> tuple[int, ...]:
        f = self.stack[-1]
        return sample_draw(self, f, rng) if f[0] == FR_DRAW else tuple(rng.faces(len(f[5])))

    def check_chance(self, outcome: tuple[int, ...]) -> None:
        if self.waiting != W_CHANCE:
            raise IllegalAction([Reason("no roll and no draw is open now")])
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

    def resample(self, seat: int, rng: Rng) -> DMState:
        """Nothing is hidden in this game but the future: a copy with dice of its own."""
        other = self.clone()
        other.set_dice(SeededDice(rng.word()))
        return other

    # ---- copies ------------------------------------------------------------------------------------------
    def clone(self) -> DMState:
        new = DMState.__new__(DMState)
        new._game = self._game
        new.kit = self.kit
        new.zones = list(map(list.copy, self.zones))
        new.where = self.where.copy()
        new.face = self.face.copy()
        new.damage = self.damage.copy()
        new.left = self.left.copy()
        new.life = self.life.copy()
        new.generic = self.generic.copy()
        new.active = self.active
        new.turn = self.turn
        new.step = self.step
        new.attackers = self.attackers.copy()
        new.owner = self.owner  # these are replaced, never changed in place
        new.ctrl = self.ctrl
        new.num = self.num
        new.blocks = self.blocks
        new.blocked = self.blocked
        new.effects = self.effects
        new.held = self.held
        new.attached = self.attached
        new.memory = self.memory
        new.ledger = self.ledger
        new.controls = self.controls
        new.queue = self.queue.copy()
        new.once = self.once
        new.partial = self.partial
        new.prefer = ()
        new.rolling = self.rolling
        new.stack = self.stack.copy()
        new.ret = self.ret
        new.legal = self.legal
        new.waiting = self.waiting
        new.mid = self.mid
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
        data = self.data()
        data["base"] = self.base
        data["ev"] = self.ev
        return encode(self.kit.setup, data, None if self.dice is None else self.dice.save())

    def fingerprint(self) -> bytes:
        return msgspec.json.encode([self.data(), None if self.dice is None else self.dice.save()])

    @property
    def events(self) -> list[Event]:
        return [
            Event(self.base + i, EVENT_NAMES[kind], cause, rule, a, b, xs)
            for i, (kind, cause, rule, a, b, xs) in enumerate(self.ev)
        ]

    def view(self, seat: int) -> dict[str, Any]:
        return view.view(self, seat)

    def __repr__(self) -> str:
        names = self.kit.seat_names
        return f"<DMState {self.kit.edition.name} turn {self.turn}, {names[self.kit.seats_of[self.active][0]]}'s>"


def restore(game: DiceMasters, kit: Kit, saved: SavedGame) -> DMState:
    """The state that `save` wrote."""
    s = DMState.__new__(DMState)
    s._game = game
    set_up(s, kit)
    for key in saved.state.__struct_fields__:
        setattr(s, key, getattr(saved.state, key))
    s.dice = load_dice(saved.dice)
    return s


_KINDS: Final = {
    FR_WINDOW: (Kind.ONE, "4.4.1"),
    FR_PICK: (Kind.SOME, "4.3.2"),
    FR_PAY: (Kind.PAY, "3.2.8"),
    FR_BLOCK: (Kind.ASSIGN, "5.3.1"),
    FR_ASSIGN: (Kind.DISTRIBUTE, "5.5.1"),
    FR_TRIGGERS: (Kind.ORDER, "7.4.1"),
    FR_DAMAGE: (Kind.ONE, "7.4.7"),
    FR_REACT: (Kind.ONE, "7.4.7"),
}
_PICK_RULES: Final = {P_REROLL: "4.3.2", P_ATTACK: "5.2.1", P_SEVERAL: "3.2.7", P_EXTRA: "4.3.2"}


def _question(f: Frame) -> tuple[Kind, str]:
    """The kind of a decision and its rule."""
    if f[0] == FR_PICK:
        return Kind.SOME, _PICK_RULES[f[3]]
    if f[0] == FR_WINDOW and f[3] != W_MAIN:
        return Kind.ONE, "5.4.1"
    return _KINDS.get(f[0], (Kind.ONE, "7.9.1"))
