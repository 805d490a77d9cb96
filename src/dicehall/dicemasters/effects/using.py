"""Using things: action dice, Global Abilities, what dice in the field offer; and why not. Rules 3.5, 7.5."""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.buying import next_on
from dicehall.dicemasters.effects import standing
from dicehall.dicemasters.effects.code import (
    CO_MOMENT,
    KW_CONTINUOUS,
    KW_RITUAL,
    NO_GLOBAL,
    NO_ONE_GLOBAL,
    NO_USE,
    Bind,
    GlobalText,
    register,
    with_register,
)
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.copying import text_card
from dicehall.dicemasters.effects.deeds import Ko
from dicehall.dicemasters.effects.lifting import Lifting
from dicehall.dicemasters.effects.matching import has_character, highest_level, is_character_now, resolve
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.effects.texts import has_own_keyword
from dicehall.dicemasters.energy import Purse, payable
from dicehall.dicemasters.kit import ANY_TYPE
from dicehall.dicemasters.sockets import (
    ACTION,
    FIELDED,
    GLOBAL,
    V_FIELD,
    V_GLOBAL,
    V_USE,
)
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_GLOBAL,
    A_RITUAL,
    A_USE,
    E_GLOBAL,
    F_ACTION,
    F_CHARACTER,
    FIELD,
    FR_WINDOW,
    NOWHERE,
    RESERVE,
    RITUAL_BASE,
    W_START,
    WIN_GLOBAL,
    ZONES,
)
from dicehall.kernel.errors import Reason

BATCH_LIMIT: Final = 5
# what can keep an action die from being used
NOTHING: Final = 0
TOO_DEAR: Final = 1
TOO_LATE: Final = 2
TOO_EARLY: Final = 3
NOT_SO: Final = 4
NO_EFFECT: Final = 5


class Using(Lifting):
    """What a seat could use now."""

    __slots__ = ()

    # ---- actions and globals -----------------------------------------------------------------------------
    def charge(self, s: Board, seat: int, thing: int, times: int) -> None:
        """The life that using an action die or a Global Ability costs beside the rest is paid (3.5.6)."""
        price = standing.life_price(s, seat, thing) * times if self.life_prices else 0
        if price:
            s.pay_life(s.kit.side_of[seat], price)

    def field_life(self, s: Board, seat: int, die: int) -> int:
        return standing.life_price(s, seat, FIELDED, die)

    def use_action(self, s: Board, seat: int, die: int) -> None:
        programs = self.actions_of.get(text_card(s, die))
        if programs is not None:
            program = programs[bursts_of(s, die)]
            if program >= 0:
                self.start(s, program, seat, die, 1, -1, seat, die, ())

    def stays(self, s: Board, die: int) -> bool:
        return s.where[die] != NOWHERE and has_own_keyword(self, text_card(s, die), KW_CONTINUOUS)

    def may_use(self, s: Board, seat: int, die: int) -> bool:
        if self.bans[NO_USE] and standing.bans(s, V_USE, seat, die, -1):
            return False
        return self._obstacle(s, seat, die) == NOTHING

    def forbids_use(self, s: Board, seat: int, die: int) -> list[Reason]:
        """Every reason against using an action die where it lies."""
        return standing.bans(s, V_USE, seat, die, -1) or self.why_not_use(s, seat, die)

    def why_not_use(self, s: Board, seat: int, die: int) -> list[Reason]:
        why = self._obstacle(s, seat, die)
        name = s.kit.names[text_card(s, die)]
        if why == TOO_DEAR:
            price = standing.life_price(s, seat, ACTION)
            return [Reason(f"using an action die costs {price} life now", "1.4.3")]
        if why == TOO_LATE:
            return [Reason(f"{name} is used only at the start of your Attack Step", "3.5.1")]
        if why == TOO_EARLY:
            return [Reason("in the Attack Step actions are used after blocks", "5.4.1")]
        if why == NOT_SO:
            return [Reason(f"the condition that {name} states does not hold", "3.5.4")]
        if why == NO_EFFECT:
            return [Reason(f"{name} would do nothing", "3.5.4")]
        return []

    def _obstacle(self, s: Board, seat: int, die: int) -> int:
        """What keeps an action die from being used, bans aside."""
        card = text_card(s, die) if s.effects else s.kit.die_card[die]
        if self.life_prices and standing.life_price(s, seat, ACTION) > s.life[s.kit.side_of[seat]]:
            return TOO_DEAR
        only = self.use_only.get(card)
        b = Bind(seat, die, card, -1, (seat, die))
        top = s.stack[-1] if s.stack else None
        starting = top is not None and top[0] == FR_WINDOW and top[3] == W_START
        if only is not None and only.kind == CO_MOMENT:
            if not starting:
                return TOO_LATE
        elif starting:
            return TOO_EARLY
        elif only is not None and not is_true(s, only, b):
            return NOT_SO
        programs = self.actions_of.get(card)
        if programs is None or (s.where[die] != NOWHERE and has_own_keyword(self, card, KW_CONTINUOUS)):
            return NOTHING
        program = programs[bursts_of(s, die)]
        if card in self.waiting and not self._has_targets(s, program, b):
            return NO_EFFECT
        return NOTHING if program >= 0 and self._would_do(s, program, b) else NO_EFFECT

    def _would_do(self, s: Board, program: int, b: Bind) -> bool:
        p = self.programs[program]
        self.asking = program
        b.regs = (0,) * p.slots
        at = 0
        while at < len(p.ops):
            op = p.ops[at]
            at += 1
            if type(op) is Pick:  # all that could be chosen, as if they were
                cands = op.all(s, b, op.chooser(s, b))
                if not cands and op.jump >= 0:  # what follows needs it
                    at = op.jump
                before = register(b.regs, op.slot) if op.append else ()
                b.regs = with_register(b.regs, op.slot, (*before, *cands))
            elif type(op) is Ko and op.cost:  # a price is no effect
                dice = resolve(s, op.ref, b)
                b.regs = with_register(b.regs, op.slot, tuple(dice))
                if op.levels >= 0:
                    b.regs = with_register(b.regs, op.levels, (highest_level(s, dice),))
            elif op.could(s, b):
                return True
        return False

    def globals_for(self, s: Board, seat: int, purse: Purse) -> list[int]:
        out: list[int] = []
        if not self.plain_globals or purse.total < self.least_global:
            return out
        if self.bans[NO_GLOBAL] and standing.bans(s, V_GLOBAL, seat, -1, -1):
            return out
        if self.life_prices and not self._life_for_global(s, seat):
            return out
        types, fighting = purse.types, bool(s.attackers)
        for g in self.plain_globals:
            if types & g.asks and (fighting or not g.fights) and self._usable(s, g, seat, purse):
                out.append(A_GLOBAL + g.card)
                if self.programs[g.program].scale:
                    n = 2
                    most = min(self._most(s, seat), purse.total // g.total)
                    while n <= most and purse.pays(g.total * n, g.need * n):
                        out.append(A_GLOBAL + g.card + (n - 1) * A_BATCH)
                        n += 1
        return out

    def idle(self, s: Board, seat: int) -> bool:
        if self.offering and self.offered(s, seat, False):
            return False
        if not self.plain_globals:
            return True
        return self.least_global > 0 and energy_of(s, seat) < self.least_global

    def helpless(self, s: Board, seat: int, actions: bool) -> bool:
        if self.offering:
            return False
        kit, face = s.kit, s.face
        units, types = s.generic[seat], ANY_TYPE
        for die in s.zones[seat * ZONES + RESERVE]:
            fid = face[die]
            if actions and kit.f_kind[fid] == F_ACTION:
                return False
            units += kit.f_units[fid]
            types |= kit.f_types[fid]
        mine = kit.side_of[seat] == s.active
        for g in self.plain_globals:
            if types & g.asks and units >= g.total and (mine or not g.once) and (s.attackers or not g.fights):
                return False
        return True

    def _most(self, s: Board, seat: int) -> int:
        """How many uses in one are offered: each costs its life, too (7.5.4)."""
        price = standing.life_price(s, seat, GLOBAL) if self.life_prices else 0
        return min(BATCH_LIMIT, s.life[s.kit.side_of[seat]] // price) if price else BATCH_LIMIT

    def _life_for_global(self, s: Board, seat: int) -> bool:
        return standing.life_price(s, seat, GLOBAL) <= s.life[s.kit.side_of[seat]]

    def _usable(self, s: Board, g: GlobalText, seat: int, purse: Purse) -> bool:
        """Whether a Global Ability can be used, where the purse has energy of the type that it asks for."""
        if g.fights and not s.attackers:
            return False
        if g.once and (g.id * 1000 + 500 + seat in s.once or s.kit.side_of[seat] != s.active):
            return False
        if (g.total != 1 or g.need == 0) and not purse.pays(g.total, g.need):
            return False
        if self.bans[NO_ONE_GLOBAL] and standing.is_barred(s, g.card):
            return False
        if g.cond is None and not self.shields:
            if g.simple:
                return any_character(s)
            if g.level >= 0:
                return has_character(s, seat, g.whose, g.level)
        b = Bind(seat, -1, g.card)
        if g.cond is not None and not is_true(s, g.cond, b):
            return False
        return self._has_targets(s, g.program, b)

    def _has_targets(self, s: Board, program: int, b: Bind) -> bool:
        """Whether every choice that it asks for, price or target, has somebody to choose (7.5.3)."""
        p = self.programs[program]
        self.asking = program
        b.regs = (0,) * p.slots
        for op in p.needs:  # noqa: SIM110 -- compiled, a loop is much faster than a generator
            if not op.could(s, b):
                return False
        return True

    def why_not_global(self, s: Board, seat: int, card: int, window: int) -> list[Reason]:
        g = next((g for g in self.globals if g.card == card), None)
        name = s.kit.titles[card]
        if g is None:
            return [Reason(f"{name} has no Global Ability", "7.5.1")]
        if g.reacts >= 0:
            return [Reason(f"the Global Ability of {name} is used when its event happens", "7.5.2")]
        out = standing.bans(s, V_GLOBAL, seat, -1, -1)
        if standing.is_barred(s, card):
            out.append(Reason(f"the Global Ability of {name} cannot be used this turn", "1.4.2"))
        if g.once and s.kit.side_of[seat] != s.active:
            out.append(Reason("it is used on one's own turn only", "7.5.3"))
        if g.once and g.id * 1000 + 500 + seat in s.once:
            out.append(Reason("it is used once on one's turn, and has been", "7.5.3"))
        if not payable(s, seat, g.total, g.need):
            out.append(Reason(f"its {g.total} energy cannot be paid", "7.5.6"))
        if not self._life_for_global(s, seat):
            out.append(Reason("the life that it costs now is not there", "1.4.3"))
        b = Bind(seat, -1, card)
        if g.cond is not None and not is_true(s, g.cond, b):
            out.append(Reason("the condition that it states does not hold", "7.5.3"))
        if not self._has_targets(s, g.program, b):
            out.append(Reason("there is no die that it could be used on, or pay its price with", "7.5.3"))
        return out

    def use_global(self, s: Board, seat: int, action: int) -> None:
        times, card = divmod(action - A_GLOBAL, A_BATCH)
        g = next(g for g in self.globals if g.card == card)
        self._use(s, g, seat, times + 1)

    def _use(
        self, s: Board, g: GlobalText, seat: int, times: int, window: int = -1, a: int = -1, b: int = -1,
        xs: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        """The price that a text adds is paid, and the effect goes on the stack; with the facts that it reacts to."""
        s.cause = s.emit(E_GLOBAL, "7.5.1", seat, g.card, (times,))
        if g.once:
            s.once = [*s.once, g.id * 1000 + 500 + seat]
        self.charge(s, seat, GLOBAL, times)
        if s.ended:
            return
        s.raise_window(WIN_GLOBAL, seat, -1)
        self.start(s, g.program, seat, -1, times, window, seat if window < 0 else a, b, xs)

    def why_not_fuse(self, s: Board, seat: int, die: int, main: bool) -> list[Reason]:
        """Why a die cannot come from its card now; empty if its card has no Fusion."""
        card = text_card(s, die)
        name = s.kit.names[card]
        if card not in [x[0] for x in self.fusions] or s.kit.card_seat[card] != seat:
            return []
        out: list[Reason] = []
        if not main:
            out.append(Reason(f"{name} comes from its card in one's own Main Step", "9.4.7"))
        if not s.left[card]:
            out.append(Reason(f"no die is left on the card of {name}", "9.4.7"))
        elif A_USE + next_on(s, card) not in self.fusing(s, seat):
            out.append(Reason(f"the different dice for the Fusion of {name} are not in your field", "9.4.7"))
        return out

    def fusing(self, s: Board, seat: int) -> list[int]:
        """Dice that could come from their cards for others of the field (9.4.7)."""
        out: list[int] = []
        for card, program in self.fusions:
            if s.left[card] and s.kit.card_seat[card] == seat:
                p = self.programs[program]
                self.asking = program
                if p.ops[0].could(s, Bind(seat, next_on(s, card), card, regs=(0,) * p.slots)):
                    out.append(A_USE + next_on(s, card))
        return out

    def rituals(self, s: Board, seat: int, characters: list[int]) -> list[int]:
        out: list[int] = []
        if not self.keywords[KW_RITUAL]:
            return out
        shown: list[int] = []
        for die in characters:
            if s.face[die] in shown or not self.has_keyword(s, die, KW_RITUAL) or not s.fielding_cost(seat, die):
                continue
            shown.append(s.face[die])
            if self.banned[V_FIELD] and self.forbids(s, V_FIELD, seat, die, -1):
                continue
            if self.fielding_life and self.field_life(s, seat, die) > s.life[s.kit.side_of[seat]]:  # still owed
                continue
            faces: list[int] = []
            for payer in characters:
                if payer != die and s.face[payer] not in faces and is_character_now(s, payer):
                    faces.append(s.face[payer])
                    out.append(A_RITUAL + die * RITUAL_BASE + payer)
        return out


def bursts_of(s: Board, die: int) -> int:
    """The bursts with which an action die is used: a captive is used without."""
    return 0 if s.where[die] == NOWHERE else s.kit.f_bursts[s.face[die]]


def any_character(s: Board) -> bool:
    """Whether a character die lies in any field."""
    f_kind, face, zones = s.kit.f_kind, s.face, s.zones
    for seat in range(s.kit.n_seats):
        for die in zones[seat * ZONES + FIELD]:
            if f_kind[face[die]] == F_CHARACTER:
                return True
    return False


def energy_of(s: Board, seat: int) -> int:
    """How many energies a seat could spend."""
    units, face, f_units = s.generic[seat], s.face, s.kit.f_units
    for die in s.zones[seat * ZONES + RESERVE]:
        units += f_units[face[die]]
    return units
