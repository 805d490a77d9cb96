"""Answers to what abilities ask: dice and players after `on` and `choose`, and the payment after `with`.

A line is worked out on a copy. Choices that have one answer are made by the engine without asking; a line may
name them all the same, in the order in which the ability states them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicehall.dicemasters.describe import question_text
from dicehall.dicemasters.effects.ops import X_TIMES, Op, Pay, bind
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.explain import explain, why_not_payment
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_DIE,
    A_GLOBAL,
    A_SIDE,
    DONE,
    FIELD,
    FR_EFFECT,
    FR_PAY,
    NO_DIE,
    ON_CARD,
)
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput, Reason
from dicehall.kernel.event import Event
from dicehall.notation.dm.dice import counted, die_word, face_named, fitting, pick_dice, place_word
from dicehall.notation.dm.orders import Move, apply_step, pay_now
from dicehall.notation.words import Spec, fold

CHOSEN = ("chose", "prevented", "redirected", "added")  # events that name a die or player which an effect is about
PLACE = "among those that can be chosen"


def runner_of(s: DMState) -> Runner:
    assert isinstance(s.kit.abilities, Runner)
    return s.kit.abilities


def op_of(s: DMState) -> Op | None:
    """The operation that asks, if an ability does."""
    f = s.stack[-1]
    return runner_of(s).programs[f[3]].ops[f[1]] if f[0] == FR_EFFECT else None


def listed_dice(s: DMState) -> list[int]:
    return [a - A_DIE for a in s.legal if A_DIE <= a < A_DIE + s.kit.n_dice]


def listed_sides(s: DMState) -> list[int]:
    return [a - A_SIDE for a in s.legal if A_SIDE <= a < A_SIDE + s.kit.sides]


def offered(s: DMState) -> list[int]:
    """The dice that can be chosen now, in the engine's order; of equal dice all, not only the one that is listed."""
    listed = listed_dice(s)
    op, f = op_of(s), s.stack[-1]
    if not isinstance(op, Pick) or not listed:
        return listed
    b = bind(s, f)
    return [d for d in op.rest(s, b, op.chooser(s, b), op.picked(f)) if d >= 0]


def side_meant(s: DMState, spec: Spec, sides: Sequence[int]) -> int:
    """The side that a seat's name means, -1 if it means none of these."""
    names = [fold(n) for n in s.kit.seat_names]
    if spec.seat or spec.number or spec.face or spec.source or spec.name not in names:
        return -1
    side = s.kit.side_of[names.index(spec.name)]
    return side if side in sides else -1


def means(s: DMState, spec: Spec, what: int, mover: int, before: Sequence[int] = ()) -> bool:
    """Whether a name can mean a die, or a side (as -1 - side). A face is the one it shows, or showed before."""
    if what < 0:
        return side_meant(s, spec, [-1 - what]) >= 0
    if not (what < s.kit.n_dice and fitting(s, spec._replace(face=""), [what], mover)):
        return False
    if not spec.face:
        return True
    try:
        wanted = s.kit.f_same[face_named(s, s.kit.die_card[what], spec.face)]
    except InvalidInput:
        return False
    shown = [s.face[what], before[what] if before else -1]
    return wanted in [s.kit.f_same[face] for face in shown if face >= 0]


def without(names: list[Spec], told: list[int], fits: Callable[[Spec, int], bool]) -> list[int]:
    """Takes names that tell of what was chosen off the front of a list; what is left of that."""
    while names:
        hit = next((x for x in told if fits(names[0], x)), None)
        if hit is None:
            break
        told.remove(hit)
        del names[0]
    return told


def must_differ(specs: Sequence[Spec]) -> None:
    """One choice names distinct dice."""
    numbered = [spec._replace(face="", times=1) for spec in specs if spec.number]
    twice = [spec for spec in numbered if numbered.count(spec) > 1]
    if twice:
        raise InvalidInput(f"a list names distinct dice: {twice[0]} stands there twice")


def singles(specs: Sequence[Spec]) -> list[Spec]:
    for spec in specs:
        if spec.damage or spec.value is not None:
            raise InvalidInput(f"'{spec}': a choice names dice; damage and amounts do not belong there")
    return [spec._replace(times=1) for spec in specs for _ in range(spec.times)]


def make_line(
    s: DMState,
    seat: int,
    specs: Sequence[Spec],
    pay: list[int] | None,
    begin: Callable[[Line], None],
    what: str = "this",
) -> Move:
    """Works a line out. Dice that are named come first among equal ones, but only where they must: so that what is
    asked later is listed as ever."""
    numbered = [d for x in specs if x.number for d in fitting(s, x, range(s.kit.n_dice), seat)]
    named = tuple(dict.fromkeys([*numbered, *[d for d in pay or () if d != NO_DIE]]))
    line = Line(s, seat, specs, pay)
    try:
        begin(line)
        move = line.run(what)
        if not line.changed or not named:
            return move
    except DicehallError:
        if not named:
            raise
    line = Line(s, seat, specs, pay, named)
    begin(line)
    return line.run(what)


class Line:
    """One line on a copy: its first step, then the choices of one ability that it answers."""

    def __init__(
        self, s: DMState, seat: int, specs: Sequence[Spec], pay: list[int] | None, prefer: tuple[int, ...] = ()
    ) -> None:
        self.s = s
        self.t = s.clone()
        self.seat = seat
        self.names = singles(specs)
        self.pay = pay
        self.done: list[int] = []
        self.paid: list[int] = []
        self.loose = s.generic[seat]
        self.cause = -2  # the event by which the ability began; its frame and its events name it
        self.at = -1  # the place of its frame on the stack
        self.only = -1  # the one question that `choose` answers, as its place in the program
        self.price = (0, 0)  # what is to be paid
        self.forced: list[int] = []  # what the engine has chosen by itself, and no name tells of
        self.prefer = prefer
        self.cancelled = False  # the effect that the names belong to does not happen
        self.changed = False  # whether an equal die stands for one that was named

    # ---- steps -------------------------------------------------------------------------------------------
    def step(self, action: int) -> None:
        self.faces = self.t.face.copy()
        apply_step(self.t, action, self.done, self.prefer)

    def begin(self, action: int, kind: str = "") -> None:
        """The step that sets an ability off; `kind` is the event that tells of it."""
        if action >= A_GLOBAL:
            times, card = divmod(action - A_GLOBAL, A_BATCH)
            text = next(g for g in runner_of(self.s).globals if g.card == card)
            self.price = (text.total * (times + 1), text.need * (times + 1))
        self.step(action)
        events = self.t.events
        self.cause = next((e.seq for e in events if e.kind == kind), events[0].seq)
        at = [i for i, f in enumerate(self.t.stack) if f[0] == FR_EFFECT and f[7] == self.cause]
        self.at = at[-1] if at else -1
        self.note(events)

    def join(self) -> None:
        """The line answers an ability that is asking already, and of that the one question."""
        f = self.t.stack[-1]
        self.at, self.cause, self.only = len(self.t.stack) - 1, f[7], f[1]
        pay = next((op for op in runner_of(self.s).programs[f[3]].ops[f[1] :] if isinstance(op, Pay)), None)
        self.price = (0, 0) if pay is None else pay.price(f[5][X_TIMES])

    def answer(self, action: int, left: list[int] | None = None) -> None:
        """An answer to the ability that asks; `left`: dice of the same choice that are named too."""
        if self.at < 0:
            self.join()
        self.step(action)
        self.note(self.t.events, left)

    def note(self, events: list[Event], left: list[int] | None = None) -> None:
        """Names that tell of what the engine has chosen by itself are done with; so is what was paid."""
        told: list[int] = []
        self.cancelled |= any(e.kind == "cancelled" and e.rule == "7.3.6" for e in events)
        for e in events:
            if e.cause != self.cause:
                continue
            if e.kind == "spent" and e.a == self.seat:
                self.paid += [*e.xs[: len(e.xs) // 2], *[x.a for x in events if x.kind == "spun" and x.rule == "3.2.5"]]
            elif e.kind not in CHOSEN or e.b <= -1000 or (e.kind == "chose" and e.a != self.seat):
                continue
            elif left and e.b in left:
                left.remove(e.b)  # the engine has taken it: there was no other
            else:
                told.append(e.b)
        chosen = [e.b for e in events if e.kind == "chose"]
        told = without(self.names, told, lambda spec, x: means(self.t, spec, x, self.seat, self.faces))
        self.forced += [x for x in told if x in chosen]

    # ---- what is asked -----------------------------------------------------------------------------------
    def asks(self) -> int:
        """FR_EFFECT or FR_PAY where the ability asks the seat that moves, else -1."""
        t = self.t
        if t.wait is not Wait.DECISION or t.asked != self.seat or self.at < 0 or len(t.stack) <= self.at:
            return -1
        f = t.stack[self.at]
        if f[0] != FR_EFFECT or f[7] != self.cause:
            return -1
        above = len(t.stack) - 1 - self.at
        if above == 0:
            return FR_EFFECT
        return FR_PAY if above == 1 and t.stack[-1][0] == FR_PAY else -1

    def run(self, what: str) -> Move:
        """Answers as long as names are left and dice or players are asked for."""
        while (kind := self.asks()) >= 0:
            if kind == FR_PAY:
                pay_now(self.t, self.seat, self.pay, self.done, self.prefer)
                self.note(self.t.events)
            elif (
                not self.names
                or not (listed_dice(self.t) or listed_sides(self.t))
                or (self.only >= 0 and self.t.stack[-1][1] != self.only)
            ):
                break
            else:
                self.pick()
        if self.names and not self.t.is_over and not self.cancelled:  # a price may end the game, too
            raise self.left_over(what)
        for spec in self.names:
            self.must_be_known(spec)
        self.check_payment()
        return Move(tuple(self.done), self.prefer)

    def left_over(self, what: str) -> DicehallError:
        t, name = self.t, self.names[0]
        if self.forced:
            return self.not_the_one(name, what)
        if t.wait is Wait.DECISION and t.asked == self.seat and self.asks() == FR_EFFECT:
            if self.only >= 0:
                return InvalidInput(f"'{name}' belongs to another question: one line answers one")
            return InvalidInput(
                f"'{name}' cannot be named yet: {what} asks something else first, which 'choose' answers"
            )
        if t.wait is Wait.CHANCE:
            return InvalidInput(
                f"'{name}' cannot be named yet: dice fall first; the rest is chosen with 'choose' afterwards"
            )
        return InvalidInput(f"'{name}': {what} asks for no further die or player")

    def not_the_one(self, spec: Spec, what: str) -> DicehallError:
        """A name for a choice that had one answer, which is another."""
        s, words = self.s, []
        for x in self.forced:
            if x < 0:
                words += [s.kit.seat_names[seat] for seat in s.kit.seats_of[-1 - x]]
            else:
                key = s.alike_in_fight(x)
                words += [die_word(s, d, face=True) for d in range(s.kit.n_dice) if s.alike_in_fight(d) == key]
        name = self.must_be_known(spec)
        only = f"{what} can only choose {counted(list(dict.fromkeys(words)))}"
        return IllegalAction([Reason(f"{name} is not what can be chosen: {only}", "7.9.2")])

    def must_be_known(self, spec: Spec) -> str:
        """What a name means, wherever it lies; an error if it means nothing."""
        s = self.s
        if side_meant(s, spec, range(s.kit.sides)) >= 0:
            return spec.name
        everywhere = [d for d in range(s.kit.n_dice) if s.where[d] != ON_CARD]
        found = fitting(s, spec, everywhere, self.seat)
        if not found:
            pick_dice(s, [spec], everywhere, self.seat, "in the game")
        here = ([d for d in found if s.zone_of(d) == FIELD] or found)[0]
        return f"{die_word(s, here, face=True)} (in {place_word(s, s.where[here])})"

    def pick(self) -> None:
        """Answers one question for dice or players, with as many names as belong to it."""
        t = self.t
        op, f = op_of(t), t.stack[-1]
        sides, dice = listed_sides(t), offered(t)
        side = side_meant(t, self.names[0], sides)
        if side >= 0:
            del self.names[0]
            self.answer(A_SIDE + side)
            return
        room = op.count - len(op.picked(f)) if isinstance(op, Pick) else 1
        need = min(op.least - len(op.picked(f)), len(dice) + len(sides)) if isinstance(op, Pick) else 1
        mine: list[Spec] = []
        for spec in self.names[:room]:
            if not fitting(t, spec, dice, self.seat):
                break
            mine.append(spec)
        if not mine:
            if DONE in t.legal and isinstance(op, Pick) and op.picked(f):
                self.answer(DONE)  # up to so many: the next name belongs to the next choice
                return
            raise self.refusal(self.names[0], dice)
        while True:
            try:
                wanted = pick_dice(t, mine, dice, self.seat, PLACE, alike=t.alike_in_fight)
                break
            except InvalidInput:
                if len(mine) == 1 or need >= len(mine):
                    raise
                mine.pop()  # one of the same name, for the next choice
        if len(mine) < need:
            if len(self.names) > len(mine):
                raise self.refusal(self.names[len(mine)], dice)
            raise IllegalAction([Reason(f"{need} are to be chosen, and the line names {len(mine)}", "7.9.5")])
        del self.names[: len(mine)]
        self.take(wanted, dice)
        same = self.asks() == FR_EFFECT and self.t.stack[-1][1] == f[1]
        if same and DONE in self.t.legal and not (self.names and offered(self.t)):
            self.answer(DONE)

    def take(self, wanted: list[int], dice: list[int]) -> None:
        """Chooses these dice in the engine's order; equal dice count as one another where they are listed so."""
        t = self.t
        keys = [t.alike_in_fight(d) for d in dice]
        order = {d: (keys.index(key), t.num[d]) for d, key in zip(dice, keys, strict=True)}
        wanted = sorted(wanted, key=lambda d: order[d])
        if not t.is_legal(A_DIE + wanted[0]):
            wanted = self.listed_for(wanted, dice, keys)
        place = t.stack[-1][1]
        left = wanted[:]
        while left:
            if self.asks() != FR_EFFECT or self.t.stack[-1][1] != place:
                raise IllegalAction([Reason(f"{die_word(t, left[0])} cannot be chosen besides the others", "7.9.2")])
            if not self.t.is_legal(A_DIE + left[0]):
                raise IllegalAction(explain(self.t, A_DIE + left[0]))
            self.answer(A_DIE + left.pop(0), left)

    def listed_for(self, wanted: list[int], dice: list[int], keys: list[tuple[int, ...]]) -> list[int]:
        """For each die an equal one, the first that are listed."""
        self.changed = True
        out: list[int] = []
        for die in wanted:
            key = keys[dice.index(die)]
            out.append(next(d for d, k in zip(dice, keys, strict=True) if k == key and d not in out))
        return out

    def refusal(self, spec: Spec, dice: list[int]) -> Exception:
        """Why a name cannot be chosen: the reasons of the die that it means, or what there is."""
        t = self.t
        if side_meant(t, spec, range(t.kit.sides)) >= 0:
            asked = question_text(t).rstrip(".")
            return IllegalAction([Reason(f"{spec.name} is not what can be chosen: {asked}", "7.9.2")])
        found = fitting(t, spec, [d for d in range(t.kit.n_dice) if t.where[d] != ON_CARD], self.seat)
        if found:
            here = [d for d in found if t.zone_of(d) == FIELD] or found
            return IllegalAction(explain(t, A_DIE + here[0]))
        try:
            pick_dice(t, [spec], dice, self.seat, PLACE)
        except InvalidInput as error:
            return error
        return IllegalAction([Reason(f"{spec} cannot be chosen", "7.9.2")])

    # ---- the payment -------------------------------------------------------------------------------------
    def check_payment(self) -> None:
        """What was named has paid, and nothing else."""
        if self.pay is None:
            return
        loose = self.loose - self.t.generic[self.seat]
        wanted = sorted(d for d in self.pay if d != NO_DIE)
        if not self.paid and not loose:
            raise IllegalAction([Reason("it costs nothing: no energy may be spent for it", "3.2.8")])
        if sorted(self.paid) != wanted or loose != self.pay.count(NO_DIE):
            cost, need = self.price
            raise IllegalAction(why_not_payment(self.s, self.seat, cost or len(self.paid) + loose, need, self.pay))
