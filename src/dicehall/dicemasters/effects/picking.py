"""Operations that choose: dice and players, a way, a type, a card, a face. Rule 7.9."""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.effects.code import (
    OPPOSING,
    SC_ACTION,
    SC_GLOBAL,
    Bind,
    Matcher,
    Ref,
    is_character_of,
    register,
    with_register,
)
from dicehall.dicemasters.effects.copying import trait_card
from dicehall.dicemasters.effects.matching import candidates, exists, has_character, in_field, resolve
from dicehall.dicemasters.effects.ops import CH_ACTIVE, CH_OPPONENT, CH_YOU, X_SEAT, Op, ask, bind, go
from dicehall.dicemasters.effects.standing import BY_ABILITY, BY_ACTION, BY_GLOBAL, bans
from dicehall.dicemasters.sockets import V_TARGET
from dicehall.dicemasters.terms import (
    A_CARD,
    A_DIE,
    A_DOWN,
    A_FACE,
    A_SIDE,
    A_TYPE,
    A_UP,
    ACTION,
    BASIC,
    DONE,
    E_AUTO,
    E_CHOSE,
    FR_EFFECT,
    GO_ON,
    READY,
)
from dicehall.dicemasters.turn import pick_order
from dicehall.kernel.state import Frame

NO_PLAYERS: Final = 0
ANY_PLAYER: Final = 1
OPPONENTS: Final = 2
MANY: Final = 99


def unshielded(s: Board, dice: list[int], seat: int, by: int) -> list[int]:
    """Dice without those in the field that cannot be targeted by somebody."""
    return [d for d in dice if not in_field(s, d) or not bans(s, V_TARGET, seat, d, by)]


class Pick(Op):
    """Chooses dice or players into a register, one at a time; equal dice are offered once (7.9)."""

    __slots__ = (
        "apart",
        "append",
        "by",
        "count",
        "jump",
        "least",
        "match",
        "optional",
        "players",
        "price",
        "quick",
        "simple",
        "slot",
        "target",
        "to_ko", "to_reroll", "unlike",
    )  # fmt: skip

    def __init__(self, slot: int, match: Matcher | None) -> None:
        self.slot = slot
        self.match = match
        self.players = NO_PLAYERS
        self.count = 1
        self.least = 1  # 0: up to so many
        self.optional = False  # you may: none is an answer
        self.target = False
        self.to_ko = False  # chosen to be knocked out as a price: it must be possible (8.7.4)
        self.to_reroll = False
        self.price = False  # chosen to pay a price, which is no target (7.9.12)
        self.by = CH_YOU
        self.apart: list[int] = []  # registers whose dice are not meant: another
        self.append = False
        self.jump = -1  # where to go on if nobody is chosen
        self.unlike = False  # each of another title
        self.simple = False  # see `close`
        self.quick = -1  # the least level, if it means any character of a side or of both; else -1

    def chooser(self, s: Board, b: Bind) -> int:
        return b.seat if self.by == CH_YOU else self.other_chooser(s, b)

    def other_chooser(self, s: Board, b: Bind) -> int:
        kit = s.kit
        side = kit.side_of[b.seat]
        other = next(x for x in range(kit.sides) if x != side)
        if self.by == CH_OPPONENT:
            return kit.seats_of[other][0]
        first = s.active if self.by == CH_ACTIVE else next(x for x in range(kit.sides) if x != s.active)
        return b.seat if kit.side_of[b.seat] == first else kit.seats_of[first][0]

    def all(self, s: Board, b: Bind, seat: int) -> list[int]:
        """Everybody who could be chosen: dice, and players as -1 - side."""
        out: list[int] = []
        if self.match is not None:
            mine = b
            if seat != b.seat:
                mine = Bind(seat, b.die, b.card, b.window, b.facts, b.regs, b.aux)
            out = candidates(s, self.match, mine)
            if s.kit.runner.shields and not self.price and (self.target or s.kit.edition.choosing_is_targeting):
                by = BY_ABILITY
                origin = s.kit.runner.programs[self.program(s)].origin if s.stack else 0
                if origin == SC_ACTION:
                    by = BY_ACTION
                elif origin == SC_GLOBAL:
                    by = BY_GLOBAL
                out = unshielded(s, out, seat, b.seat * 8 + by)
            if self.to_reroll or self.to_ko or self.apart:
                out = self.possible(s, out, b)
        if self.players:
            side = s.kit.side_of[b.seat]
            for x in range(s.kit.sides):
                if x != side:
                    out.append(-1 - x)
            if self.players == ANY_PLAYER:
                out.append(-1 - side)
        return out

    def possible(self, s: Board, dice: list[int], b: Bind) -> list[int]:
        """Those with which it can be done what they are chosen for."""
        if self.to_reroll:  # not a die spent in part (2.5.4)
            dice = [d for d in dice if d not in s.partial]
        if self.to_ko:
            dice = [d for d in dice if not s.kit.runner.spares(s, d, False, 0)]
        for slot in self.apart:
            held = register(b.regs, slot)
            dice = [d for d in dice if d not in held]
        return dice

    def program(self, s: Board) -> int:
        f = s.stack[-1]
        return f[3] if f[0] == FR_EFFECT else s.kit.runner.asking

    def run(self, s: Board, f: Frame) -> int:
        b = bind(s, f)
        seat = self.chooser(s, b)
        picked = self.picked(f)
        left = self.rest(s, b, seat, picked) if len(picked) < self.count else []
        if not left:
            if not picked and (self.optional or not self.least):
                s.emit(E_AUTO, "7.9.6", seat, FR_EFFECT)
            return self.finish(s, f)
        legal = self.listed(s, picked, left)
        ask(s, f, seat)
        if len(legal) == 1:  # made without asking (7.9.6)
            self.take(s, s.stack[-1], legal[0])
            return GO_ON
        s.legal = legal
        return READY

    def picked(self, f: Frame) -> tuple[int, ...]:
        held = register(f[6], self.slot)
        if self.append:  # what an earlier choice has put there comes first, closed by a mark
            return held[held.index(-999) + 1 :] if -999 in held else ()
        return held

    def finish(self, s: Board, f: Frame) -> int:
        held = register(f[6], self.slot)
        none = not self.picked(f)
        if self.append:
            held = tuple([x for x in held if x != -999])
            return go(s, f, with_register(f[6], self.slot, held))
        return go(s, f, None, self.jump if none and self.jump >= 0 else -1)

    def rest(self, s: Board, b: Bind, seat: int, picked: tuple[int, ...]) -> list[int]:
        """What can still be chosen; several are chosen in one order only, so that each choice is reached once."""
        dice = self.all(s, b, seat)
        order = [*pick_order(s, [d for d in dice if d >= 0]), *[d for d in dice if d < 0]]
        if not picked:
            return order
        groups: list[tuple[int, ...]] = []
        place: dict[int, int] = {}
        for d in order:
            key = s.alike_in_fight(d) if d >= 0 else (d,)
            if key not in groups:
                groups.append(key)
            place[d] = groups.index(key)
        last = place.get(picked[-1], 0)
        left = [d for d in order if d not in picked and place[d] >= last]
        if self.unlike:
            titles = [self.title(s, d) for d in picked]
            left = [d for d in left if self.title(s, d) not in titles]
        return left

    def title(self, s: Board, die: int) -> str:
        return s.kit.names[trait_card(s, die)]

    def different(self, s: Board, dice: list[int]) -> int:
        """How many of these could be chosen together: of one title only one."""
        return len({self.title(s, d) for d in dice})

    def actions(self, s: Board, f: Frame) -> list[int]:
        b = bind(s, f)
        picked = self.picked(f)
        return self.listed(s, picked, self.rest(s, b, self.chooser(s, b), picked))

    def listed(self, s: Board, picked: tuple[int, ...], rest: list[int]) -> list[int]:
        """The answers: none where that is one, and of equal dice the first."""
        out = [DONE] if (self.optional and not picked) or len(picked) >= self.least or self.least == 0 else []
        need = max(0, self.least - len(picked) - 1)
        seen: list[tuple[int, ...]] = []
        for i, d in enumerate(rest):
            if need and len(rest) - i - 1 < min(need, len(rest) - 1):
                continue
            if d < 0:
                out.append(A_SIDE - 1 - d)
                continue
            key = s.alike_in_fight(d)
            if key in seen:
                continue
            seen.append(key)
            if self.unlike and self.different(s, [d, *rest[i + 1 :]]) <= need:  # too few of other titles would be left
                continue
            out.append(A_DIE + d)
        return out

    def same(self, s: Board, f: Frame, die: int) -> bool:
        """Whether a die that is not listed is equal to one that is, so that it may be chosen just as well."""
        b = bind(s, f)
        rest = self.rest(s, b, self.chooser(s, b), self.picked(f))
        if die not in rest or die < 0:
            return False
        key = s.alike_in_fight(die)
        return any(a >= A_DIE and a < A_SIDE and s.alike_in_fight(a - A_DIE) == key for a in s.legal)

    def take(self, s: Board, f: Frame, action: int) -> None:
        held = register(f[6], self.slot)
        if self.append and -999 not in held:
            held = (*held, -999)
        if action == DONE:
            regs = with_register(f[6], self.slot, held)
            s.stack[-1] = (FR_EFFECT, f[1], f[2], f[3], f[4], f[5], regs, f[7])
            self.finish(s, s.stack[-1])
            return
        what = -1 - (action - A_SIDE) if action >= A_SIDE else action - A_DIE
        s.emit(E_CHOSE, "7.9.1", f[2], what)
        regs = with_register(f[6], self.slot, (*held, what))
        s.stack[-1] = (FR_EFFECT, f[1], f[2], f[3], f[4], f[5], regs, f[7])

    def could(self, s: Board, b: Bind) -> bool:
        if self.simple and not s.kit.runner.shields:
            assert self.match is not None
            if self.players > 0:
                return True
            return (
                has_character(s, b.seat, self.match.whose, self.quick) if self.quick >= 0 else exists(s, self.match, b)
            )
        found = self.all(s, b, self.chooser(s, b))
        return self.different(s, found) >= self.least if self.unlike else bool(found)

    def close(self) -> None:
        """The choice is complete: what can be known of it beforehand is worked out."""
        m = self.match
        self.simple = m is not None and self.by == CH_YOU and not self.apart and not self.to_ko
        self.simple = self.simple and not self.to_reroll and not self.unlike
        self.quick = -1
        if m is not None and is_character_of(m):
            self.quick = m.level if m.level > 0 else 0


class ChooseWay(Op):
    """Up or down; asked only where both are possible."""

    __slots__ = ("ref", "slot")

    def __init__(self, slot: int, ref: Ref) -> None:
        self.slot = slot
        self.ref = ref

    def run(self, s: Board, f: Frame) -> int:
        if register(f[6], self.slot):
            return go(s, f)
        return ask(s, f, f[5][X_SEAT])

    def actions(self, s: Board, f: Frame) -> list[int]:
        dice = [d for d in resolve(s, self.ref, bind(s, f)) if d >= 0 and s.face[d] >= 0]
        out: list[int] = []
        if any(s.kit.f_up[s.face[d]] >= 0 for d in dice):
            out.append(A_UP)
        if any(s.kit.f_down[s.face[d]] >= 0 for d in dice):
            out.append(A_DOWN)
        return out or [A_UP]

    def take(self, s: Board, f: Frame, action: int) -> None:
        go(s, f, with_register(f[6], self.slot, (1 if action == A_UP else -1,)))


class ChooseType(Op):
    """One of the four energy types."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def run(self, s: Board, f: Frame) -> int:
        return ask(s, f, f[5][X_SEAT])

    def actions(self, s: Board, f: Frame) -> list[int]:
        return [A_TYPE + i for i in range(4)]

    def take(self, s: Board, f: Frame, action: int) -> None:
        go(s, f, with_register(f[6], self.slot, (action - A_TYPE,)))

    def could(self, s: Board, b: Bind) -> bool:
        return True


class ChooseCard(Op):
    """A card on the table, or a name: one of the cards that fit."""

    __slots__ = ("by_name", "match", "sidekick", "slot")

    def __init__(self, slot: int, match: Matcher | None, by_name: bool, sidekick: bool) -> None:
        self.slot = slot
        self.match = match
        self.by_name = by_name
        self.sidekick = sidekick

    def cards(self, s: Board, b: Bind) -> list[int]:
        kit = s.kit
        out: list[int] = []
        names: list[str] = []
        for card in range(0 if self.sidekick else 1, kit.n_cards):
            if self.match is not None:
                if self.match.cards is not None and not self.match.cards[card]:
                    continue
                if self.match.kind == 0 and kit.card_kind[card] in (ACTION, BASIC):
                    continue
                mine = kit.card_seat[card] >= 0 and kit.side_of[kit.card_seat[card]] == kit.side_of[b.seat]
                if self.match.whose == OPPOSING and (mine or kit.card_seat[card] < 0):
                    continue
            if self.by_name and kit.names[card] in names:
                continue
            names.append(kit.names[card])
            out.append(card)
        return out

    def run(self, s: Board, f: Frame) -> int:
        if not self.cards(s, bind(s, f)):
            return go(s, f)
        return ask(s, f, f[5][X_SEAT])

    def actions(self, s: Board, f: Frame) -> list[int]:
        return [A_CARD + card for card in self.cards(s, bind(s, f))]

    def take(self, s: Board, f: Frame, action: int) -> None:
        s.emit(E_CHOSE, "7.9.1", f[2], -1000 - (action - A_CARD))
        go(s, f, with_register(f[6], self.slot, (action - A_CARD,)))

    def could(self, s: Board, b: Bind) -> bool:
        return bool(self.cards(s, b))


class ChooseFace(Op):
    """Any other face of a die."""

    __slots__ = ("ref", "slot")

    def __init__(self, slot: int, ref: Ref) -> None:
        self.slot = slot
        self.ref = ref

    def run(self, s: Board, f: Frame) -> int:
        dice = resolve(s, self.ref, bind(s, f))
        return ask(s, f, f[5][X_SEAT]) if dice else go(s, f)

    def actions(self, s: Board, f: Frame) -> list[int]:
        die = resolve(s, self.ref, bind(s, f))[0]
        card, face = s.kit.die_card[die], s.face[die]
        return [A_FACE + i for i in range(6) if s.kit.f_same[card * 6 + i] == card * 6 + i and card * 6 + i != face]

    def take(self, s: Board, f: Frame, action: int) -> None:
        go(s, f, with_register(f[6], self.slot, (action - A_FACE,)))
