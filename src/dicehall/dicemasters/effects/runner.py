"""The texts of a table at work: what plugs into the sockets of the rules. Made once for a kit, holds no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.dicemasters.board import L_CLAUSE, L_SEAT, L_UNTIL, U_AGAIN, U_TURN, Board
from dicehall.dicemasters.damage import lethal, will_fall
from dicehall.dicemasters.effects import standing, watching
from dicehall.dicemasters.effects.code import (
    C_CAN_BLOCK,
    C_COSTS,
    C_DEALS_NO,
    C_MORE_REROLL,
    C_PREVENT_FIRST,
    C_REDUCE,
    C_SELF_DAMAGE,
    C_TAKES_NO,
    CLAUSE_KINDS,
    CO_MOMENT,
    EV_WOULD_AFFECT,
    EV_WOULD_KO,
    KW_CONTINUOUS,
    KW_IRON_WILL,
    KW_SWARM,
    NO_BUY,
    NO_FIELD,
    NO_GLOBAL,
    ROLE_BLOCKING,
    Bind,
    Clause,
    Cond,
    GlobalText,
    Program,
    Watch,
    register,
    with_register,
)
from dicehall.dicemasters.effects.deeds import Deal, Ko, last, source_of
from dicehall.dicemasters.effects.matching import (
    amount_of,
    attackers_blocked_by,
    engaged_with,
    has_role,
    in_field,
    is_true,
    level_of,
    matches,
    resolve,
    text_card,
)
from dicehall.dicemasters.effects.ops import MANY, X_SEAT, Ask, Op, Pay, Pick, bind
from dicehall.dicemasters.energy import affordable, kinds_of
from dicehall.dicemasters.sockets import (
    D_WOULD_KO,
    FIELDING,
    PK_COMBAT,
    PURCHASE,
    V_BUY,
    V_GLOBAL,
    V_USE,
    Abilities,
    Contribution,
    Packet,
    Trigger,
)
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_DIE,
    A_GLOBAL,
    A_USE,
    E_GLOBAL,
    E_LIFE,
    E_PREVENTED,
    FR_DAMAGE,
    FR_EFFECT,
    FR_WINDOW,
    GO_ON,
    M_DAMAGED,
    M_KIND,
    M_WILL,
    RESERVE,
    W_START,
    ZONES,
)
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import Frame

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.deeds import Fits
    from dicehall.dicemasters.kit import Kit

WINDOWS = 19
BATCH_LIMIT = 5


class Runner(Abilities):
    """All clauses, watches and programs of the cards on a table, by number."""

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self.numbers = [False, False, False, False]
        self.kit = kit
        self.clauses: list[Clause] = []
        self.watches: list[Watch] = []
        self.programs: list[Program] = []
        self.globals: list[GlobalText] = []
        self.standing: list[list[Clause]] = [[] for _ in range(CLAUSE_KINDS)]
        self.by_window: list[list[Watch]] = [[] for _ in range(WINDOWS)]
        self.actions_of: dict[int, list[int]] = {}  # by card: the programs of its action faces, by bursts
        self.use_only: dict[int, Cond] = {}  # by card: when its action can be used
        self.card_keywords: list[set[int]] = [set() for _ in range(kit.n_cards)]
        self.bans: list[bool] = [False] * 10  # verbs that some text on the table forbids
        self.duties_exist = [False, False]
        self.least_global = 99  # the energy that the cheapest Global Ability costs
        self.life_prices = False  # whether some text puts a price in life on using things
        self.shields = False  # whether some text keeps dice from being targeted
        self.grants = False  # whether some text grants keywords
        self.later = False  # whether some text sets up a trigger for later
        self.keep_guard: list[Watch] = []  # texts that let a die ignore an effect
        self.saves: list[Watch] = []  # texts that replace a KO by damage
        self.guards: list[Clause] = []  # clauses that take damage off
        self.fits: dict[int, Fits] = {}  # by global: the packets it reacts to
        self.moment_of: dict[int, int] = {}  # by global: the moment at which it reacts
        self.offers: list[tuple[int, int, int]] = []  # card, bursts, program: what each player may do in a Main Step
        # the lines of the cards: card, mark and place of the line, its clauses, its programs, its keywords
        self.lines: list[tuple[int, str, range, range, tuple[int, ...]]] = []
        self.burst_lines: list[tuple[int, str, str, int]] = []  # card, mark, "clause" or "program", its number
        self.seen: set[tuple[str, int]] | None = None  # what has been at work, where somebody counts
        self.asking = 0  # the program whose choices are looked at outside its frame

    def note(self, c: Clause) -> None:
        """A clause has been at work."""
        if self.seen is not None:
            self.seen.add(("clause", c.id))

    # ---- numbers, bans, duties ---------------------------------------------------------------------------
    def contributions(self, s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
        return standing.contributions(s, number, seat, subject)

    def printed(self, s: Board, number: int, die: int, base: int) -> int:
        return standing.printed_number(s, number, die, base)

    def forbids(self, s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
        out = standing.bans(s, verb, seat, subject, other)
        if verb == V_USE and not out:
            return self.why_not_use(s, seat, subject)
        return out

    def bans_on(self, verb: int) -> bool:
        return self.bans[NO_BUY if verb == V_BUY else NO_FIELD]

    def price_changes(self, s: Board) -> bool:
        if not self.numbers[PURCHASE]:
            return False
        if s.effects and any(self.clauses[e[L_CLAUSE]].kind == C_COSTS for e in s.effects):
            return True
        return any(c.verb == PURCHASE and standing.speakers(s, c) for c in self.standing[C_COSTS])

    def duties(self, s: Board, verb: int, die: int) -> list[int]:
        return standing.duties(s, verb, die) if self.duties_exist[verb] else []

    def has_keyword(self, s: Board, die: int, keyword: int) -> bool:
        return standing.has_keyword(s, die, keyword)

    def extra_draws(self, s: Board, seat: int, dice: tuple[int, ...]) -> int:
        """How many further dice Swarm draws: one for each die drawn whose card is active (8.8)."""
        n = 0
        for die in dice:
            card = text_card(s, die)
            if KW_SWARM in self.card_keywords[card] and standing.is_active(s, card, seat):
                n += 1
                if self.seen is not None:
                    self.seen.add(("keyword", card * 100 + KW_SWARM))
        return n

    def knows(self, stack: list[Frame], effects: list[tuple[int, ...]], queue: list[Trigger]) -> bool:
        programs, dice, seats = self.programs, self.kit.n_dice, self.kit.n_seats
        for f in stack:
            if f[0] == FR_EFFECT:
                if not 0 <= f[3] < len(programs) or not f[1] >= 0 or not -1 <= f[4] < dice or len(f[5]) < 3:
                    return False
                if not 0 <= f[5][X_SEAT] < seats or not _registers_fit(f[6], programs[f[3]].slots, dice):
                    return False
            elif f[0] == FR_DAMAGE and (len(f[5]) % 4 or any(not -900 <= x < 1000 for x in f[5])):
                return False
        return all(0 <= e[L_CLAUSE] < len(self.clauses) and 0 <= e[L_SEAT] < seats for e in effects) and all(
            0 <= t[0] < seats and 0 <= t[1] < self.kit.n_cards and 0 <= t[3] < len(programs) for t in queue
        )

    # ---- triggers ----------------------------------------------------------------------------------------
    def watch(self, s: Board, window: int, a: int, b: int, xs: tuple[int, ...]) -> list[Trigger]:
        if not self.by_window[window] and not (self.later and s.effects):
            return []
        return watching.watch(s, window, a, b, xs)

    def begin(self, s: Board, trigger: Trigger) -> None:
        seat, _, die, program, window, a, b, xs = trigger
        self.start(s, program, seat, die, 1, window, a, b, xs)

    def start(
        self, s: Board, program: int, seat: int, die: int, times: int, window: int, a: int, b: int, xs: tuple[int, ...]
    ) -> None:
        """Puts a program on the stack. Its first register holds the die that the event is about."""
        p = self.programs[program]
        slots = p.slots
        if p.kept:  # dice that an earlier effect has set aside for this one
            n = xs[0]
            regs = (n, *xs[1 : n + 1]) + (0,) * (slots - 1)
            xs = xs[n + 1 :]
        else:
            about = event_die(p, window, a, b, xs)
            regs = ((1, about) if about >= 0 else (0,)) + (0,) * (slots - 1)
        s.stack.append((FR_EFFECT, 0, seat, program, die, (seat, times, window, a, b, *xs), regs, s.cause))

    # ---- running -----------------------------------------------------------------------------------------
    def run(self, s: Board, frame: Frame) -> int:
        ops = self.programs[frame[3]].ops
        if frame[1] >= len(ops):
            s.stack.pop()
            s.mid = False
            return GO_ON
        if self.seen is not None:
            self.seen.add(("program", frame[3]))
        op = ops[frame[1]]
        if self.keep_guard and self._intercept(s, frame, op):
            return GO_ON
        go = op.run(s, frame)
        if op.changes and go == GO_ON:
            lethal(s)
        return go

    def actions(self, s: Board, frame: Frame) -> list[int]:
        return self.programs[frame[3]].ops[frame[1]].actions(s, frame)

    def same_choice(self, s: Board, frame: Frame, die: int) -> bool:
        op = self.programs[frame[3]].ops[frame[1]]
        return isinstance(op, Pick) and op.same(s, frame, die)

    def take(self, s: Board, frame: Frame, action: int) -> None:
        self.programs[frame[3]].ops[frame[1]].take(s, frame, action)

    def _intercept(self, s: Board, f: Frame, op: Op) -> bool:
        """Before an effect touches a die whose text can ignore it: its controller is asked, once an effect."""
        program = self.programs[f[3]]
        if program.guard:
            return False
        b = bind(s, f)
        for die in op.touches(s, b):
            w = next((w for w in self.keep_guard if w.card == text_card(s, die)), None)
            if w is None or w.event != EV_WOULD_AFFECT:
                continue
            if isinstance(op, Deal) and source_of(s, f) in engaged_with(s, die):
                continue  # damage from a die engaged with it
            asked = register(f[6], program.slots - 2)
            if die in asked or die in register(f[6], program.slots - 1):
                continue
            regs = with_register(f[6], program.slots - 2, (*asked, die))
            s.stack[-1] = (f[0], f[1], f[2], f[3], f[4], f[5], regs, f[7])
            self.start(s, w.programs[0], s.ctrl[die], die, 1, -1, die, -1, ())
            return True
        return False

    # ---- actions and globals -----------------------------------------------------------------------------
    def use_action(self, s: Board, seat: int, die: int) -> None:
        programs = self.actions_of.get(text_card(s, die))
        if programs is not None:
            program = programs[s.kit.f_bursts[s.face[die]]]
            if program >= 0:
                self.start(s, program, seat, die, 1, -1, seat, die, ())

    def stays(self, s: Board, die: int) -> bool:
        return has_own_keyword(self, text_card(s, die), KW_CONTINUOUS)

    def why_not_use(self, s: Board, seat: int, die: int) -> list[Reason]:
        card = text_card(s, die)
        price = standing.life_price(s, seat, 1) if self.life_prices else 0
        if price > s.life[s.kit.side_of[seat]]:
            return [Reason(f"using an action die costs {price} life now", "1.4.3")]
        programs = self.actions_of.get(card)
        only = self.use_only.get(card)
        b = Bind(seat, die, card, -1, (seat, die))
        starting = bool(s.stack) and s.stack[-1][0] == FR_WINDOW and s.stack[-1][3] == W_START
        if only is not None and only.kind == CO_MOMENT:
            if not starting:
                return [Reason(f"{s.kit.names[card]} is used only at the start of your Attack Step", "3.5.1")]
        elif starting:
            return [Reason("in the Attack Step actions are used after blocks", "5.4.1")]
        elif only is not None and not is_true(s, only, b):
            return [Reason(f"the condition that {s.kit.names[card]} states does not hold", "3.5.4")]
        if programs is None or self.stays(s, die):
            return []
        program = programs[s.kit.f_bursts[s.face[die]]]
        if program < 0 or not self._would_do(s, program, b):
            return [Reason(f"{s.kit.names[card]} would do nothing", "3.5.4")]
        return []

    def _would_do(self, s: Board, program: int, b: Bind) -> bool:
        p = self.programs[program]
        self.asking = program
        b.regs = (0,) * p.slots
        at = 0
        while at < len(p.ops):
            op = p.ops[at]
            at += 1
            if isinstance(op, Pick):  # all that could be chosen, as if they were
                cands = op.all(s, b, op.chooser(s, b))
                if not cands and op.jump >= 0:  # what follows needs it
                    at = op.jump
                before = register(b.regs, op.slot) if op.append else ()
                b.regs = with_register(b.regs, op.slot, (*before, *cands))
            elif isinstance(op, Ko) and op.cost:  # a price is no effect
                dice = resolve(s, op.ref, b)
                b.regs = with_register(b.regs, op.slot, tuple(dice))
                highest = max([level_of(s, d) for d in dice], default=0)
                b.regs = with_register(b.regs, op.levels, (highest,)) if op.levels >= 0 else b.regs
            elif op.could(s, b):
                return True
        return False

    def globals_for(self, s: Board, seat: int, window: int) -> list[int]:
        out: list[int] = []
        counts: list[int] | None = None
        for g in self.globals:
            if g.reacts >= 0:
                continue
            if counts is None:
                if self.least_global:  # nothing to pay with
                    units = s.generic[seat]
                    for die in s.zones[seat * ZONES + RESERVE]:
                        units += s.kit.f_units[s.face[die]]
                    if units < self.least_global:
                        return out
                if self.bans[NO_GLOBAL] and standing.bans(s, V_GLOBAL, seat, -1, -1):
                    return []
                if self.life_prices and not self._life_for_global(s, seat):
                    return []
                counts = kinds_of(s, seat)
            if self._usable(s, g, seat, counts):
                out.append(A_GLOBAL + g.card)
                if self.programs[g.program].scale:
                    n = 2
                    while n <= self._most(s, seat) and affordable(counts, g.total * n, g.need * n):
                        out.append(A_GLOBAL + g.card + (n - 1) * A_BATCH)
                        n += 1
        return out

    def _most(self, s: Board, seat: int) -> int:
        """How many uses in one are offered: each costs its life, too (7.5.4)."""
        price = standing.life_price(s, seat, 2) if self.life_prices else 0
        return min(BATCH_LIMIT, s.life[s.kit.side_of[seat]] // price) if price else BATCH_LIMIT

    def _life_for_global(self, s: Board, seat: int) -> bool:
        return standing.life_price(s, seat, 2) <= s.life[s.kit.side_of[seat]]

    def _usable(self, s: Board, g: GlobalText, seat: int, counts: list[int]) -> bool:
        if not affordable(counts, g.total, g.need):
            return False
        if g.once and (g.id * 1000 + 500 + seat in s.once or s.kit.side_of[seat] != s.active):
            return False
        b = Bind(seat, -1, g.card)
        if g.cond is not None and not is_true(s, g.cond, b):
            return False
        return self._has_targets(s, g.program, b)

    def _has_targets(self, s: Board, program: int, b: Bind) -> bool:
        """Whether every choice that it asks for, price or target, has somebody to choose (7.5.3)."""
        p = self.programs[program]
        self.asking = program
        b.regs = (0,) * p.slots
        for op in p.ops:
            if isinstance(op, Pick) and not op.optional and op.least > 0 and not op.could(s, b):
                return False
            if isinstance(op, Pay):
                continue
        return True

    def why_not_global(self, s: Board, seat: int, card: int, window: int) -> list[Reason]:
        g = next((g for g in self.globals if g.card == card), None)
        name = s.kit.titles[card]
        if g is None:
            return [Reason(f"{name} has no Global Ability", "7.5.1")]
        if g.reacts >= 0:
            return [Reason(f"the Global Ability of {name} is used when its event happens", "7.5.2")]
        out = standing.bans(s, V_GLOBAL, seat, -1, -1)
        if g.once and s.kit.side_of[seat] != s.active:
            out.append(Reason("it is used on one's own turn only", "7.5.3"))
        if g.once and g.id * 1000 + 500 + seat in s.once:
            out.append(Reason("it is used once on one's turn, and has been", "7.5.3"))
        if not affordable(kinds_of(s, seat), g.total, g.need):
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

    def _use(self, s: Board, g: GlobalText, seat: int, times: int) -> None:
        s.cause = s.emit(E_GLOBAL, "7.5.1", seat, g.card, (times,))
        if g.once:
            s.once = [*s.once, g.id * 1000 + 500 + seat]
        price = standing.life_price(s, seat, 2) * times if self.life_prices else 0
        if price:
            side = s.kit.side_of[seat]
            s.life[side] -= price
            s.emit(E_LIFE, "1.4.3", side, -price, (s.life[side],))
            if s.check_life():
                return
        self.start(s, g.program, seat, -1, times, -1, seat, -1, ())

    def offered(self, s: Board, seat: int) -> list[int]:
        out: list[int] = []
        for card, burst, program in self.offers:
            first = s.kit.card_first[card]
            for die in range(first, first + s.kit.card_total[card]):
                if in_field(s, die) and standing.shows_burst(s, die, burst):
                    p = self.programs[program]
                    b = Bind(seat, die, card, regs=(0,) * p.slots)
                    if p.ops[0].could(s, b):
                        out.append(A_USE + die)
        return out

    def take_offer(self, s: Board, seat: int, die: int) -> None:
        program = next(o[2] for o in self.offers if o[0] == text_card(s, die))
        self.start(s, program, seat, die, 1, -1, seat, die, ())

    # ---- damage ------------------------------------------------------------------------------------------
    def reactions(self, s: Board, moment: int, seat: int, packets: list[Packet], done: tuple[int, ...]) -> list[int]:
        if moment == D_WOULD_KO:
            return self._saving(s, seat, packets, done)
        out: list[int] = []
        counts: list[int] | None = None
        for g in self.globals:
            if g.reacts < 0 or self.moment_of[g.id] != moment:
                continue
            fits = self.fits[g.id]
            b = Bind(seat, -1, g.card)
            if not any(fits.packet(s, p, b) for p in packets):
                continue
            if counts is None:
                if standing.bans(s, V_GLOBAL, seat, -1, -1) or not self._life_for_global(s, seat):
                    return []
                counts = kinds_of(s, seat)
            if self._usable(s, g, seat, counts):
                out.append(A_GLOBAL + g.card)
                if self.programs[g.program].scale:
                    n = 2
                    while n <= self._most(s, seat) and affordable(counts, g.total * n, g.need * n):
                        out.append(A_GLOBAL + g.card + (n - 1) * A_BATCH)
                        n += 1
        return out

    def _saving(self, s: Board, seat: int, packets: list[Packet], done: tuple[int, ...]) -> list[int]:
        """Dice of the seat whose text could keep combat damage from knocking them out."""
        out: list[int] = []
        for w in self.saves:
            if w.event != EV_WOULD_KO:
                continue
            first = s.kit.card_first[w.card]
            for die in range(first, first + s.kit.card_total[w.card]):
                if s.ctrl[die] != seat or die in done or -1000 - die in done or text_card(s, die) != w.card:
                    continue
                mine = [p for p in packets if p[1] == die]
                if not any(p[3] & PK_COMBAT for p in mine) or not will_fall(s, die, packets, done):
                    continue
                alike = any(s.alike(a - A_DIE) == s.alike(die) for a in out)
                if not alike and self._would_pay(s, w.programs[0], Bind(seat, die, w.card)):
                    out.append(A_DIE + die)
        return out

    def _would_pay(self, s: Board, program: int, b: Bind) -> bool:
        p = self.programs[program]
        b.regs = (0,) * p.slots
        return all(op.could(s, b) for op in p.ops if isinstance(op, Ask | Pay))

    def react(self, s: Board, moment: int, seat: int, action: int, packets: list[Packet]) -> None:
        if action >= A_GLOBAL:
            times, card = divmod(action - A_GLOBAL, A_BATCH)
            g = next(g for g in self.globals if g.card == card and g.reacts >= 0)
            self._use(s, g, seat, times + 1)
            return
        die = action - A_DIE
        w = next(w for w in self.saves if w.card == text_card(s, die))
        self.start(s, w.programs[0], seat, die, 1, -1, die, -1, ())

    def reduce(self, s: Board, packets: list[Packet]) -> list[Packet]:
        if not self.guards:
            return packets
        out: list[Packet] = []
        for p in packets:
            left = self._taken(s, p)
            if left < p[2]:
                s.emit(E_PREVENTED, "7.3.5", p[0], p[1], (p[2] - left,))
            if left > 0:
                out.append((p[0], p[1], left, p[3]))
        return out

    def _taken(self, s: Board, p: Packet) -> int:
        """What is left of a packet after all that texts take off it."""
        source, recipient, amount, what = p
        if recipient < 0:
            return amount
        for kind in (C_TAKES_NO, C_REDUCE, C_PREVENT_FIRST):
            for c in self.standing[kind]:
                for b in standing.binds_on(s, c, recipient):
                    before, amount = amount, self._take_off(s, c, b, source, recipient, amount, what)
                    if self.seen is not None and amount < before:
                        self.seen.add(("clause", c.id))
            for c, e in standing.lasting_on(s, kind, recipient) if s.effects else ():
                amount = self._take_off(s, c, standing.bind_of(e, c), source, recipient, amount, what)
        return max(0, amount)

    def _take_off(self, s: Board, c: Clause, b: Bind, source: int, die: int, amount: int, what: int) -> int:
        if c.by is not None and not (source >= 0 and matches(s, c.by, source, b)):
            return amount
        if c.kind == C_TAKES_NO:
            if (c.sources and not what & PK_COMBAT) or (c.n == ROLE_BLOCKING and not has_role(s, die, ROLE_BLOCKING)):
                return amount
            return 0
        if c.kind == C_REDUCE:
            return amount - c.a
        assert c.amount is not None
        number = self.clauses.index(c)
        used = sum(x[3] for x in s.ledger if x[0] == number and x[1] == source and x[2] == die)
        off = min(amount, max(0, amount_of(s, c.amount, b) - used))
        if off:
            s.ledger = [*s.ledger, (number, source, die, off)]
        return amount - off

    def deals_combat(self, s: Board, die: int) -> bool:
        if any(standing.binds_on(s, c, die) for c in self.standing[C_DEALS_NO]):
            return False
        return not (s.effects and standing.lasting_on(s, C_DEALS_NO, die))

    def combat_extra(self, s: Board, die: int, targets: list[int], amount: int) -> list[Packet]:
        """Dice that a blocker makes hit themselves: in the same batch, but no combat damage."""
        out: list[Packet] = []
        for c in self.standing[C_SELF_DAMAGE]:
            if standing.speaks(s, c, die):
                for attacker in attackers_blocked_by(s, die):
                    out.append((attacker, attacker, s.attack_of(attacker), 0))
                    self.note(c)
        return out

    # ---- KO ----------------------------------------------------------------------------------------------
    def spares(self, s: Board, die: int, by_damage: bool, hits: int) -> bool:
        if standing.cannot_be_kod(s, die):
            return True
        if not standing.has_keyword(s, die, KW_IRON_WILL):
            return False
        hurt = M_DAMAGED * M_KIND + die in s.memory
        if not by_damage:
            return not hurt  # 8.4.1, 8.4.2
        if hits:
            return not hurt and hits == 1
        saved = [m % 100 for m in s.memory if m // 100 == M_WILL * M_KIND // 100 + die]
        if not hurt and not saved:
            return True  # no defence left, yet never hit
        return bool(saved) and s.defence_of(die) >= min(saved)  # only if its defence has fallen since

    def survived(self, s: Board, die: int) -> None:
        if standing.has_keyword(s, die, KW_IRON_WILL):
            s.remember(M_WILL * M_KIND + die * 100 + min(99, s.defence_of(die)))

    # ---- blocks, rerolls, prices -------------------------------------------------------------------------
    def block_capacity(self, s: Board, blocker: int, chosen: list[int]) -> list[int] | None:
        for c in self.standing[C_CAN_BLOCK]:
            if standing.speaks(s, c, blocker):
                assert c.by is not None
                b = Bind(s.ctrl[blocker], blocker, c.card)
                self.note(c)
                if len(chosen) >= c.n or not all(matches(s, c.by, d, b) for d in chosen):
                    return []
                return [d for d in s.attackers if d not in chosen and matches(s, c.by, d, b)]
        return None

    def extra_reroll(self, s: Board, seat: int) -> int:
        n = 0
        for c in self.standing[C_MORE_REROLL]:
            mine = [source for source, _ in standing.speakers(s, c) if source == seat]
            n += c.n * len(mine)
            if mine:
                self.note(c)
        return n

    def next_is_cheaper(self, s: Board) -> bool:
        return any(self.clauses[e[L_CLAUSE]].kind == C_COSTS and self.clauses[e[L_CLAUSE]].n == MANY for e in s.effects)

    def next_discounts(self, s: Board, number: int, seat: int, subject: int) -> list[tuple[int, int]]:
        out: list[tuple[int, int]] = []
        for i, e in enumerate(s.effects):
            c = self.clauses[e[L_CLAUSE]]
            if (
                c.kind == C_COSTS
                and c.verb == number
                and c.n == MANY
                and s.kit.side_of[e[L_SEAT]] == s.kit.side_of[seat]
            ):
                if c.subject is None or standing.is_priced(s, c, number, subject, standing.bind_of(e, c)):
                    out.append((i, c.a))
        return out

    def used_up(self, s: Board, number: int, seat: int, subject: int) -> None:
        if not s.effects:
            return
        keep: list[tuple[int, ...]] = []
        gains: list[tuple[int, Bind]] = []
        for e in s.effects:
            c = self.clauses[e[L_CLAUSE]]
            if e[L_UNTIL] == U_AGAIN and number == FIELDING and c.card == text_card(s, subject) and e[L_SEAT] == seat:
                continue
            if c.kind == C_COSTS and c.verb == number and c.n == MANY and e[L_SEAT] == seat:
                b = standing.bind_of(e, c)
                card = text_card(s, subject)
                if c.subject is None or (
                    matches(s, c.subject, subject, b)
                    if number == FIELDING
                    else standing.card_fits(s, c.subject, card, b)
                ):
                    if c.watch >= 0:  # the die that used it up gets something, too
                        gains.append((c.watch, b))
                    continue
            keep.append(e)
        s.effects = keep
        for clause, b in gains:
            last(s, clause, U_TURN, b, 1, -1, (subject,))


def has_own_keyword(runner: Runner, card: int, keyword: int) -> bool:
    if keyword not in runner.card_keywords[card]:
        return False
    if runner.seen is not None:
        runner.seen.add(("keyword", card * 100 + keyword))
    return True


def _registers_fit(regs: tuple[int, ...], slots: int, dice: int) -> bool:
    at = 0
    for _ in range(slots):
        if at >= len(regs) or not 0 <= regs[at] <= len(regs) - at - 1:
            return False
        at += regs[at] + 1
    return at == len(regs) and all(-1000 <= x < 1000 for x in regs)


def event_die(p: Program, window: int, a: int, b: int, xs: tuple[int, ...]) -> int:
    """The die that "that die" means before anything is chosen; which fact that is depends on the event."""
    if p.about == 0:
        return a
    if p.about == 1:
        return b
    if p.about == 2:  # who did it
        return xs[7] if len(xs) > 7 else -1
    return -1
