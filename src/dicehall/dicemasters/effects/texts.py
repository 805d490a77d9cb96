"""The texts of a table as tables: clauses, watches and programs by number, and what can be looked up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.dicemasters.board import L_AUX, L_CLAUSE, L_DIE, L_SEAT, L_UNTIL, U_AGAIN, U_TURN, Board
from dicehall.dicemasters.effects import drawing, placing, standing
from dicehall.dicemasters.effects.code import (
    BANS,
    C_COPY,
    C_COSTS,
    C_DRAW_MORE,
    C_MORE_REROLL,
    CLAUSE_KINDS,
    KEYWORDS,
    KW_SWARM,
    NO_BE_BLOCKED,
    NO_CROWD,
    Bind,
    Clause,
    Cond,
    GlobalText,
    Offer,
    Program,
    Watch,
)
from dicehall.dicemasters.effects.copying import copies_of, text_card
from dicehall.dicemasters.effects.lasting import last
from dicehall.dicemasters.effects.matching import in_field, matches
from dicehall.dicemasters.effects.ops import X_SEAT
from dicehall.dicemasters.effects.picking import MANY
from dicehall.dicemasters.sockets import (
    ATTACK,
    DEFENCE,
    FIELDING,
    PURCHASE,
    V_BLOCK,
    V_USE,
    VERBS,
    Abilities,
    Contribution,
    Trigger,
)
from dicehall.dicemasters.terms import (
    FR_DAMAGE,
    FR_EFFECT,
    FR_REACT,
    WINDOWS,
)
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import Frame

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.interrupting import Fits
    from dicehall.dicemasters.kit import Kit


class Texts(Abilities):
    """All clauses, watches and programs of the cards on a table, by number."""

    __slots__ = (
        "actions_of", "asking", "bans", "burst_lines", "by_card", "by_window", "cancels", "card_keywords", "clauses",
        "fits", "fusions", "globals", "grants", "guards", "keep_guard", "keywords", "kinds", "kit", "life_prices",
        "lifts", "lines", "moment_of", "offers", "plain_globals", "programs", "reacting", "saves", "says", "seen",
        "shields", "standing", "swarms", "use_only", "waiting", "watches",
    )  # fmt: skip

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self.numbers = [False, False, False, False]
        self.always = [False, False, False, False]
        self.listens = [False] * WINDOWS
        self.banned = [False] * VERBS
        self.reacts = self.hits_matter = self.blocks_matter = self.deals_matter = False
        self.diverts = self.replaces_draws = False
        self.lowers = False
        self.offering = self.responds = self.firsts = self.starts = False
        self.kit = kit
        self.clauses: list[Clause] = []
        self.watches: list[Watch] = []
        self.programs: list[Program] = []
        self.globals: list[GlobalText] = []
        self.plain_globals: list[GlobalText] = []  # those that react to nothing
        self.reacting: list[GlobalText] = []  # and those that do
        self.standing: list[list[Clause]] = [[] for _ in range(CLAUSE_KINDS)]
        # texts by the window at which they listen: those about the die of the event itself also by card
        self.by_window: list[list[Watch]] = [[] for _ in range(WINDOWS)]
        self.by_card: list[dict[int, list[Watch]]] = [{} for _ in range(WINDOWS)]
        self.swarms = False
        self.actions_of: dict[int, list[int]] = {}  # by card: the programs of its action faces, by bursts
        self.use_only: dict[int, Cond] = {}  # by card: when its action can be used
        self.card_keywords: list[set[int]] = [set() for _ in range(kit.n_cards)]
        self.kinds: list[bool] = [False] * CLAUSE_KINDS  # kinds of clauses that some text has
        self.keywords: list[bool] = [False] * len(KEYWORDS)  # keywords that some text has or grants
        self.rolls_matter = False
        self.bans: list[bool] = [False] * BANS  # verbs that some text on the table forbids
        self.duties_exist = [False, False]
        self.least_global = 99  # the energy that the cheapest Global Ability costs
        self.life_prices = False  # whether some text puts a price in life on using things
        self.fielding_life = self.bans_lift = False
        # bans that the other side may lift: the ban, the clause that lifts it, the program that asks for the price
        self.lifts: list[tuple[int, int, int]] = []
        self.cancels = False  # whether some text cancels uses
        self.shields = False  # whether some text keeps dice from being targeted
        self.grants = False  # whether some text grants keywords
        self.later = False  # whether some text sets up a trigger for later
        self.keep_guard: list[Watch] = []  # texts that let a die ignore an effect
        self.saves: list[Watch] = []  # texts that replace a KO by damage
        # texts that have their say at a moment of the attack (SAY_*), with the condition of each
        self.says: list[list[tuple[Watch, Cond | None]]] = [[], [], []]
        self.guards: list[Clause] = []  # clauses that take damage off
        self.fits: dict[int, Fits] = {}  # by global: the packets it reacts to
        self.moment_of: dict[int, int] = {}  # by global: the moment at which it reacts
        self.offers: list[Offer] = []  # what texts of dice let somebody do
        self.waiting: list[int] = []  # cards whose action dice are rolled into the field and used out of it
        self.fusions: list[tuple[int, int]] = []  # card, program: a die that comes from its card (9.4.7)
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
        if number == ATTACK or number == DEFENCE:
            return standing.numbers_on(s, number, subject)
        return standing.prices_on(s, number, seat, subject)

    def printed(self, s: Board, number: int, die: int, base: int) -> int:
        return standing.printed_number(s, number, die, base)

    def text_card(self, s: Board, die: int) -> int:
        return text_card(s, die)

    def copies(self, s: Board, die: int) -> list[tuple[str, int]]:
        return copies_of(s, die)

    def forbids(self, s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
        out = standing.bans(s, verb, seat, subject, other)
        if verb == V_USE and not out:
            return self.why_not_use(s, seat, subject)
        return out

    def forbid(self, no: int) -> None:
        """Some text forbids this."""
        self.bans[no] = True
        if no == NO_BE_BLOCKED:
            self.banned[V_BLOCK] = True
        if no == NO_CROWD:
            return  # no ban on a pair: the whole declaration is judged
        for verb, what in standing.VERB_BANS.items():
            if what == no:
                self.banned[verb] = True

    def purchase_prices(self, s: Board, seat: int) -> list[int] | None:
        if not self.numbers[PURCHASE]:
            return None
        voices = standing.price_voices(s, PURCHASE, seat)
        if not voices and not (s.effects and standing.lasts(s, C_COSTS)):
            return None
        costs = s.kit.card_cost
        out = costs[:]
        for card in s.kit.buyable[seat]:
            changes = standing.prices_on(s, PURCHASE, seat, card, voices)
            if changes:
                out[card] = max(0, costs[card] + sum([c[0] for c in changes]))
        return out

    def duties(self, s: Board, verb: int, die: int) -> list[int]:
        return standing.duties(s, verb, die) if self.duties_exist[verb] else []

    def has_keyword(self, s: Board, die: int, keyword: int) -> bool:
        return self.keywords[keyword] and standing.has_keyword(s, die, keyword)

    def extra_draws(self, s: Board, seat: int, dice: tuple[int, ...], first: bool) -> int:
        """How many further dice are drawn: for Swarm one for each die drawn whose card is active (8.8)."""
        n = drawing.draws_more(s, seat) if first and self.kinds[C_DRAW_MORE] else 0
        if not self.swarms:
            return n
        for die in dice:
            if self._swarms(s, seat, s.kit.die_card[die]):
                n += 1
        return n

    def _swarms(self, s: Board, seat: int, card: int) -> bool:
        """Whether a die of the card lies in the field of the seat's side and has Swarm."""
        copies = bool(s.effects) and self.kinds[C_COPY]
        if not copies and KW_SWARM not in self.card_keywords[card]:
            return False
        for die in s.kit.dice_of[card]:
            text = text_card(s, die)
            if KW_SWARM in self.card_keywords[text] and in_field(s, die):
                if s.kit.side_of[s.ctrl[die]] == s.kit.side_of[seat]:
                    if self.seen is not None:
                        self.seen.add(("keyword", text * 100 + KW_SWARM))
                    return True
        return False

    def would_draw(self, s: Board, frame: Frame) -> bool:
        return drawing.would_draw(s, frame)

    # ---- places ------------------------------------------------------------------------------------------
    def destination(self, s: Board, die: int, zone: int, kod: bool, to: int) -> int:
        return placing.destination(s, die, zone, kod, to)

    def bought(self, s: Board, seat: int, die: int) -> int:
        return placing.bought(s, seat, die)

    def knows(self, stack: list[Frame], effects: list[tuple[int, ...]], queue: list[Trigger]) -> bool:
        programs, dice, seats = self.programs, self.kit.n_dice, self.kit.n_seats
        for f in stack:
            if f[0] == FR_EFFECT:
                if not 0 <= f[3] < len(programs) or not f[1] >= 0 or not -1 <= f[4] < dice or len(f[5]) < 3:
                    return False
                if not 0 <= f[5][X_SEAT] < seats or not _registers_fit(f[6], programs[f[3]].slots, dice):
                    return False
            elif f[0] == FR_REACT:
                if not 0 <= f[3] < len(self.globals) or len(f[5]) < 3:
                    return False
            elif f[0] == FR_DAMAGE and (len(f[5]) % 4 or any(not -900 <= x < 1000 for x in f[5])):
                return False
        if not all(0 <= e[L_CLAUSE] < len(self.clauses) and 0 <= e[L_SEAT] < seats for e in effects):
            return False
        copies = [e for e in effects if self.clauses[e[L_CLAUSE]].kind == C_COPY]
        if not all(0 <= e[L_AUX] < self.kit.n_cards and 0 <= e[L_DIE] < dice for e in copies):
            return False
        return all(0 <= t[0] < seats and 0 <= t[1] < self.kit.n_cards and 0 <= t[3] < len(programs) for t in queue)

    # ---- programs --------------------------------------------------------------------------------------
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

    # ---- rerolls, prices -----------------------------------------------------------------------------------
    def extra_reroll(self, s: Board, seat: int) -> int:
        n = 0
        if not self.standing[C_MORE_REROLL]:
            return 0
        for c in self.standing[C_MORE_REROLL]:
            for source, _ in standing.speakers(s, c):
                if source == seat:
                    n += c.n
                    self.note(c)
        return n

    def next_is_cheaper(self, s: Board) -> bool:
        for e in s.effects:
            c = self.clauses[e[L_CLAUSE]]
            if c.kind == C_COSTS and c.n == MANY:
                return True
        return False

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
                if c.subject is None or standing.is_priced(s, c, number, subject, standing.bind_of(s, e, c)):
                    out.append((i, c.a))
        return out

    def used_up(self, s: Board, number: int, seat: int, subject: int) -> None:
        if not s.effects:
            return
        keep: list[tuple[int, ...]] = []
        gains: list[tuple[int, Bind]] = []
        for e in s.effects:
            c = self.clauses[e[L_CLAUSE]]
            if e[L_UNTIL] == U_AGAIN and number == FIELDING and e[L_SEAT] == seat:
                if s.kit.die_card[e[L_DIE]] == s.kit.die_card[subject]:
                    continue
            if c.kind == C_COSTS and c.verb == number and c.n == MANY and e[L_SEAT] == seat:
                b = standing.bind_of(s, e, c)
                card = s.kit.die_card[subject]
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


def has_own_keyword(runner: Texts, card: int, keyword: int) -> bool:
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
