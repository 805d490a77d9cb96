"""What a sentence compiles to: plain objects with numbers in them, one set for each kit of cards.

A Program is a list of operations that a frame walks through; a Clause is an effect that holds as long as something
is so; a Watch sets a program off when an event happens. All of them are fixed before the game begins: a state
holds only their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.ops import Op

# how an ability speaks: each die by itself, the card once while active, the card always, an action or a global
SC_DIE, SC_ACTIVE, SC_ALWAYS, SC_ACTION, SC_GLOBAL = 0, 1, 2, 3, 4


class Bind:
    """Whom "you", "this die" and "that die" mean: the seat, the die and the card that speak, facts, registers."""

    __slots__ = ("aux", "card", "die", "facts", "regs", "seat", "window")

    def __init__(
        self,
        seat: int,
        die: int,
        card: int,
        window: int = -1,
        facts: tuple[int, ...] = (),
        regs: tuple[int, ...] = (),
        aux: int = -1,
    ) -> None:
        self.seat = seat
        self.die = die
        self.card = card
        self.window = window
        self.facts = facts
        self.regs = regs
        self.aux = aux


def register(regs: tuple[int, ...], slot: int) -> tuple[int, ...]:
    """What a register holds. Registers lie one after another, each with its length in front."""
    at = 0
    for _ in range(slot):
        at += regs[at] + 1
    return regs[at + 1 : at + 1 + regs[at]]


def with_register(regs: tuple[int, ...], slot: int, values: tuple[int, ...]) -> tuple[int, ...]:
    at = 0
    for _ in range(slot):
        at += regs[at] + 1
    return (*regs[:at], len(values), *values, *regs[at + 1 + regs[at] :])


# ---- which dice ------------------------------------------------------------------------------------------------

# comparisons
EQ, LE, GE, LT, GT = 0, 1, 2, 3, 4


def holds(op: int, left: int, right: int) -> bool:
    if op == EQ:
        return left == right
    if op == LE:
        return left <= right
    if op == GE:
        return left >= right
    return left < right if op == LT else left > right


ROLE_ANY, ROLE_ATTACKING, ROLE_BLOCKING, ROLE_BLOCKED, ROLE_UNBLOCKED, ROLE_ENGAGED, ROLE_FIGHTING = range(7)
(
    REL_NONE, REL_BLOCKS_THIS, REL_NOT_BLOCKS_THIS, REL_NOT_BLOCKS, REL_BLOCKED_THIS, REL_BLOCKED_BY_THIS,
    REL_ENGAGED_WITH_THIS,
) = range(7)  # fmt: skip
SHOWS_ANY, SHOWS_ENERGY, SHOWS_ACTION, SHOWS_CHARACTER, SHOWS_NO_CHARACTER = range(5)
KIND_CHARACTER, KIND_ACTION, KIND_ANY = 0, 1, 2
BOTH, YOURS, OPPOSING = 0, 1, 2
MARK_NOT_PAID, MARK_ROLLED, MARK_ALREADY, MARK_TYPE, MARK_NAME, MARK_SHARES = 1, 2, 4, 8, 16, 32


class Matcher:
    """A compiled Filter."""

    __slots__ = (
        "among", "apart", "attack", "cards", "cost", "cost_op", "engaged", "keyword", "kind", "level",
        "level_noted", "level_op", "level_than", "marks", "of_card", "other", "outside", "relation", "role",
        "shows", "sidekick", "whose", "zones",
    )  # fmt: skip

    def __init__(self) -> None:
        self.kind = KIND_CHARACTER
        self.whose = BOTH
        self.other = False
        self.role = ROLE_ANY
        self.level = self.level_than = -1  # than: -1 nothing, -2 this die, -3 one of yours, else a register
        self.level_op = EQ
        self.level_noted = False  # the register holds a level, of a die that may have left
        self.cost = -1
        self.cost_op = EQ
        # by card: whether its traits fit (names, types, titles); two rows where being a Sidekick matters
        self.cards: list[bool] | None = None
        self.sidekick: list[bool] | None = None  # the row for dice that count as Sidekicks
        self.of_card = 0  # 1 of this card, 2 not of this card, 3 of that card
        self.keyword = -1
        self.relation = REL_NONE
        self.engaged: Matcher | None = None
        self.shows = SHOWS_ANY
        self.marks = 0
        self.among = -1  # only dice of this register
        self.apart: list[int] = []  # not the dice of these registers
        self.outside = False  # only dice that are not in the field
        self.attack: Amount | None = None
        self.zones: list[tuple[int, int]] = []  # zone, whose (Z_*); none: the field


def is_any_character(m: Matcher) -> bool:
    """Whether a filter means every character die in the field."""
    plain = Matcher()
    return all(getattr(m, name) == getattr(plain, name) for name in Matcher.__slots__)


Z_YOURS, Z_OPPONENT, Z_EACH, Z_OWNER_OF = 0, 1, 2, 3


# references: which dice (and players) a step speaks of
REF_THIS, REF_REG, REF_EACH, REF_GROUP, REF_SIDES, REF_NONE, REF_BLOCKED, REF_OWNER, REF_CONTROLLER = range(9)
YOU, OPPONENT, EACH_PLAYER, THAT_PLAYER = 0, 1, 2, 3


class Ref:
    """Dice or players: this die, what a register holds, all that match, one or all sides."""

    __slots__ = ("kind", "match", "slot", "who")

    def __init__(self, kind: int, slot: int = -1, match: Matcher | None = None, who: int = YOU) -> None:
        self.kind = kind
        self.slot = slot
        self.match = match
        self.who = who


# ---- how much --------------------------------------------------------------------------------------------------

AM_CONST, AM_STAT, AM_COUNT, AM_DIFFERENT, AM_FIELDED, AM_BEST, AM_PLUS, AM_ENERGY, AM_FACT, AM_REG = range(10)
ST_ATTACK, ST_DEFENCE, ST_LEVEL = 0, 1, 2


class Amount:
    __slots__ = ("half", "highest", "kind", "least", "match", "more", "n", "ref", "stat")

    def __init__(self, kind: int, n: int = 0) -> None:
        self.kind = kind
        self.n = n
        self.stat = ST_ATTACK
        self.ref: Ref | None = None
        self.match: Matcher | None = None
        self.half = False
        self.least = 0
        self.highest = True
        self.more: Amount | None = None


# ---- if --------------------------------------------------------------------------------------------------------

(
    CO_HAVE, CO_MORE_LIFE, CO_MORE_DICE, CO_THERE, CO_IS, CO_SHOWS, CO_ATTACKED, CO_BLOCKING, CO_ENGAGED,
    CO_ATTACKER, CO_ONLY, CO_USED_ACTION, CO_HIT_PLAYER, CO_KOD, CO_CONTROLS, CO_MOMENT, CO_ATTACKING, CO_NOT_BLOCKING,
    CO_WAS_BLOCKED, CO_NONE_OTHER_BLOCKS,
) = range(20)  # fmt: skip


class Cond:
    __slots__ = ("kind", "match", "n", "no", "ref")

    def __init__(
        self, kind: int, match: Matcher | None = None, ref: Ref | None = None, n: int = 0, no: bool = False
    ) -> None:
        self.kind = kind
        self.match = match
        self.ref = ref
        self.n = n
        self.no = no


# ---- what holds ------------------------------------------------------------------------------------------------

(
    C_GETS, C_KEYWORD, C_CANNOT, C_MUST, C_TAKES_NO, C_DEALS_NO, C_REDUCE, C_PREVENT_FIRST, C_HALF, C_COSTS,
    C_CAN_BLOCK, C_SELF_DAMAGE, C_MORE_REROLL, C_WATCH, C_LIFE_PRICE, C_SET, C_FREE,
) = range(17)  # fmt: skip
CLAUSE_KINDS = 17

# verbs that can be forbidden
(
    NO_ATTACK, NO_BLOCK, NO_BE_BLOCKED, NO_TARGET, NO_KO, NO_BUY, NO_FIELD, NO_GLOBAL, NO_USE, NO_REROLL,
) = range(10)  # fmt: skip

# keywords
KEYWORDS = (
    "Ally", "Continuous", "Fast", "Iron Will", "Overcrush", "Regenerate", "Suit Up", "Swarm", "Turtle Power",
    "Ritual", "Fusion", "excess",
)  # fmt: skip
(
    KW_ALLY, KW_CONTINUOUS, KW_FAST, KW_IRON_WILL, KW_OVERCRUSH, KW_REGENERATE, KW_SUIT_UP, KW_SWARM, KW_TURTLE_POWER,
    KW_RITUAL, KW_FUSION, KW_EXCESS,
) = range(12)  # fmt: skip


class Clause:
    """An effect that holds while its card speaks, or as long as a lasting effect of the state says."""

    __slots__ = (
        "a", "amount", "burst", "by", "card", "cond", "d", "id", "kind", "label", "n", "never_burst", "origin", "per",
        "scope", "sources", "subject", "this", "verb", "watch", "whose",
    )  # fmt: skip

    def __init__(self, kind: int, card: int, scope: int) -> None:
        self.id = -1
        self.kind = kind
        self.card = card
        self.scope = scope
        self.origin = SC_DIE  # who speaks: a character, an action, a global (7.5.7)
        self.burst = 0  # 1, 2: only while a die shows so many bursts; 3: either
        self.never_burst = 0  # not while a die shows so many: a burst line stands instead
        self.this = False  # it is about the die that speaks
        self.subject: Matcher | None = None  # about all of these; None with `this` False: about dice that a state names
        self.cond: Cond | None = None
        self.a = self.d = 0
        self.per: Amount | None = None
        self.amount: Amount | None = None
        self.verb = -1
        self.by: Matcher | None = None
        self.sources = 0
        self.whose = BOTH
        self.n = 0
        self.watch = -1
        self.label = ""  # "while active", "this turn": for explanations


# ---- programs --------------------------------------------------------------------------------------------------


class Program:
    """Operations, one after another; a frame holds the place. `slots` registers."""

    __slots__ = ("about", "card", "guard", "id", "kept", "memory", "needs", "ops", "origin", "scale", "slots")

    def __init__(self, ident: int, card: int, origin: int) -> None:
        self.id = ident
        self.card = card
        self.origin = origin
        self.ops: list[Op] = []
        self.needs: list[Op] = []  # the choices that somebody must be there for
        self.slots = 0
        self.memory = -1  # the register that holds a chosen type, card or name
        self.about = -1  # which fact is the die that the event is about: 0 a, 1 b, 2 who did it
        self.kept = False  # it goes on with dice that an earlier effect has set aside
        self.guard = False  # it lets a die ignore another effect, and cannot be ignored itself
        self.scale = False  # whether n uses in one make sense (7.5.4)


(
    EV_FIELDED, EV_FIELDS, EV_ATTACKS, EV_YOU_ATTACK, EV_BLOCKS, EV_BLOCKED, EV_BLOCKED_BY, EV_MOMENT, EV_DAMAGED,
    EV_DAMAGES, EV_KOD, EV_KOS, EV_USES, EV_PURCHASED, EV_SWARM, EV_ENGAGED, EV_WOULD_TAKE, EV_WOULD_DEAL, EV_WOULD_KO,
    EV_WOULD_AFFECT, EV_ASSIGNED_LETHAL, EV_NOT_BLOCKED,
) = range(22)  # fmt: skip


class Watch:
    """When an event happens, a program starts: one for no bursts, one for each number of them."""

    __slots__ = (
        "alone", "by", "card", "combat", "event", "id", "limit", "match", "n", "origin", "programs", "role",
        "scope", "sides", "this", "whose", "window",
    )  # fmt: skip

    def __init__(self, ident: int, card: int, scope: int, event: int, window: int) -> None:
        self.id = ident
        self.card = card
        self.scope = scope
        self.event = event
        self.window = window
        self.origin = SC_DIE
        self.programs: list[int] = [-1, -1, -1]  # by the number of bursts that show
        self.limit = 0  # 1 once a turn for the card, 2 for each die
        self.this = False
        self.match: Matcher | None = None
        self.by: Matcher | None = None
        self.whose = BOTH
        self.sides = False  # also when "you" are hit
        self.alone = False
        self.combat = False
        self.role = ROLE_ANY
        self.n = 0


class GlobalText:
    """A Global Ability on the table (7.5)."""

    __slots__ = (
        "any",
        "card",
        "cond",
        "event",
        "fights",
        "id",
        "kind",
        "need",
        "once",
        "program",
        "reacts",
        "simple",
        "total",
    )

    def __init__(self, card: int, program: int) -> None:
        self.card = card
        self.program = program
        self.once = False
        self.cond: Cond | None = None
        self.total = self.need = 0  # its energy: how much, and of which types
        self.reacts = -1  # an event that it reacts to
        self.simple = False  # its only choice is any character die
        self.fights = False  # it needs a die that attacks, blocks or is blocked
        self.kind = -1  # the type, if one energy of one type is all that it costs
        self.id = -1
