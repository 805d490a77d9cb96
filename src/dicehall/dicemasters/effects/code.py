"""What a sentence compiles to: plain objects with numbers in them, one set for each kit of cards.

A Program is a list of operations that a frame walks through; a Clause is an effect that holds as long as something
is so; a Watch sets a program off when an event happens. All of them are fixed before the game begins: a state
holds only their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.ops import Op

# how an ability speaks: each die by itself, the card once while active, the card always, an action or a global
SC_DIE: Final = 0
SC_ACTIVE: Final = 1
SC_ALWAYS: Final = 2
SC_ACTION: Final = 3
SC_GLOBAL: Final = 4


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
    while slot > 0:
        at += regs[at] + 1
        slot -= 1
    return regs[at + 1 : at + 1 + regs[at]]


def with_register(regs: tuple[int, ...], slot: int, values: tuple[int, ...]) -> tuple[int, ...]:
    at = 0
    while slot > 0:
        at += regs[at] + 1
        slot -= 1
    return regs[:at] + (len(values),) + values + regs[at + 1 + regs[at] :]


# ---- which dice ------------------------------------------------------------------------------------------------

# comparisons
EQ: Final = 0
LE: Final = 1
GE: Final = 2
LT: Final = 3
GT: Final = 4


def holds(op: int, left: int, right: int) -> bool:
    if op == EQ:
        return left == right
    if op == LE:
        return left <= right
    if op == GE:
        return left >= right
    return left < right if op == LT else left > right


ROLE_ANY: Final = 0
ROLE_ATTACKING: Final = 1
ROLE_BLOCKING: Final = 2
ROLE_BLOCKED: Final = 3
ROLE_UNBLOCKED: Final = 4
ROLE_ENGAGED: Final = 5
ROLE_FIGHTING: Final = 6
REL_NONE: Final = 0
REL_BLOCKS_THIS: Final = 1
REL_NOT_BLOCKS_THIS: Final = 2
REL_NOT_BLOCKS: Final = 3
REL_BLOCKED_THIS: Final = 4
REL_BLOCKED_BY_THIS: Final = 5
REL_ENGAGED_WITH_THIS: Final = 6
SHOWS_ANY: Final = 0
SHOWS_ENERGY: Final = 1
SHOWS_ACTION: Final = 2
SHOWS_CHARACTER: Final = 3
SHOWS_NO_CHARACTER: Final = 4
KIND_CHARACTER: Final = 0
KIND_ACTION: Final = 1
KIND_ANY: Final = 2
BOTH: Final = 0
YOURS: Final = 1
OPPOSING: Final = 2
MARK_NOT_PAID: Final = 1
MARK_ROLLED: Final = 2
MARK_ALREADY: Final = 4
MARK_TYPE: Final = 8
MARK_NAME: Final = 16
MARK_SHARES: Final = 32
MARK_KEPT: Final = 64


MATCHER_FIELDS: Final = (
    "among", "apart", "attack", "cards", "cost", "cost_op", "engaged", "keyword", "kind", "level",
    "level_noted", "level_op", "level_than", "marks", "of_card", "other", "outside", "relation", "role",
    "shows", "sidekick", "whose", "zones",
)  # fmt: skip


class Matcher:
    """A compiled Filter."""

    __slots__ = (*MATCHER_FIELDS, "more")

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
        self.more = -1  # whether it asks for more than `asks_little` says: 1, 0, or -1 while nobody has looked


def is_plain(m: Matcher, *free: str) -> bool:
    """Whether a filter asks for nothing beyond these fields."""
    plain = Matcher()
    return all(getattr(m, name) == getattr(plain, name) for name in MATCHER_FIELDS if name not in free)


def asks_little(m: Matcher) -> bool:
    """Whether a filter asks for no more than whose dice, where, of which kind, with which traits, and for others."""
    return is_plain(m, "whose", "kind", "other", "cards", "sidekick", "zones", "among")


def is_any_character(m: Matcher) -> bool:
    """Whether a filter means every character die in the field."""
    return is_plain(m)


def is_character_of(m: Matcher) -> bool:
    """Whether a filter asks for no more than a character in the field, whose it is, and a least level."""
    if m.level >= 0 and (m.level_op != GE or m.level_than != -1):
        return False
    return is_plain(m, "whose", "level", "level_op")


Z_YOURS: Final = 0
Z_OPPONENT: Final = 1
Z_EACH: Final = 2
Z_OWNER_OF: Final = 3


# references: which dice (and players) a step speaks of
REF_THIS: Final = 0
REF_REG: Final = 1
REF_EACH: Final = 2
REF_GROUP: Final = 3
REF_SIDES: Final = 4
REF_NONE: Final = 5
REF_BLOCKED: Final = 6
REF_OWNER: Final = 7
REF_CONTROLLER: Final = 8
REF_CAPTURED: Final = 9
YOU: Final = 0
OPPONENT: Final = 1
EACH_PLAYER: Final = 2
THAT_PLAYER: Final = 3


class Ref:
    """Dice or players: this die, what a register holds, all that match, one or all sides."""

    __slots__ = ("kind", "match", "slot", "who")

    def __init__(self, kind: int, slot: int = -1, match: Matcher | None = None, who: int = YOU) -> None:
        self.kind = kind
        self.slot = slot
        self.match = match
        self.who = who


# ---- how much --------------------------------------------------------------------------------------------------

AM_CONST: Final = 0
AM_STAT: Final = 1
AM_COUNT: Final = 2
AM_DIFFERENT: Final = 3
AM_FIELDED: Final = 4
AM_BEST: Final = 5
AM_PLUS: Final = 6
AM_ENERGY: Final = 7
AM_FACT: Final = 8
AM_REG: Final = 9  # how many dice a register holds
AM_NOTED: Final = 10  # the number that a register holds
AM_DEALT: Final = 11  # combat damage that a die has dealt
ST_ATTACK: Final = 0
ST_DEFENCE: Final = 1
ST_LEVEL: Final = 2


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

CO_HAVE: Final = 0
CO_MORE_LIFE: Final = 1
CO_MORE_DICE: Final = 2
CO_THERE: Final = 3
CO_IS: Final = 4
CO_SHOWS: Final = 5
CO_ATTACKED: Final = 6
CO_BLOCKING: Final = 7
CO_ENGAGED: Final = 8
CO_ATTACKER: Final = 9
CO_ONLY: Final = 10
CO_USED_ACTION: Final = 11
CO_HIT_PLAYER: Final = 12
CO_KOD: Final = 13
CO_CONTROLS: Final = 14
CO_MOMENT: Final = 15
CO_ATTACKING: Final = 16
CO_NOT_BLOCKING: Final = 17
CO_WAS_BLOCKED: Final = 18
CO_NONE_OTHER_BLOCKS: Final = 19
CO_BOTH: Final = 20
CO_BLOCKED_THIS: Final = 21


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

C_GETS: Final = 0
C_KEYWORD: Final = 1
C_CANNOT: Final = 2
C_MUST: Final = 3
C_TAKES_NO: Final = 4
C_DEALS_NO: Final = 5
C_REDUCE: Final = 6
C_PREVENT_FIRST: Final = 7
C_HALF: Final = 8
C_COSTS: Final = 9
C_CAN_BLOCK: Final = 10
C_SELF_DAMAGE: Final = 11
C_MORE_REROLL: Final = 12
C_WATCH: Final = 13
C_LIFE_PRICE: Final = 14
C_SET: Final = 15
C_FREE: Final = 16
C_COPY: Final = 17
C_LIFT: Final = 18  # a ban is lifted for the side that has paid for it (7.9.10)
C_ONLY_TARGET: Final = 19  # no other die can be targeted by the other side
C_GOES: Final = 20  # a die goes to one zone (a) instead of another (n)
C_DRAW_MORE: Final = 21  # further dice in Clear and Draw
C_DRAW_INSTEAD: Final = 22  # so many dice in place of each extra one
C_TWICE: Final = 23
C_BLOCK_MORE: Final = 24
C_RING: Final = 25
CLAUSE_KINDS: Final = 26

# what a C_COPY clause copies, one bit each
COPY_TEXT: Final = 1
COPY_TRAITS: Final = 2
COPY_FACES: Final = 4
COPY_STATS: Final = 8

# what kind of move a C_GOES is about (its verb)
GOES_MOVED: Final = 0
GOES_KOD: Final = 1
GOES_BOUGHT: Final = 2

# verbs that can be forbidden
NO_ATTACK: Final = 0
NO_BLOCK: Final = 1
NO_BE_BLOCKED: Final = 2
NO_TARGET: Final = 3
NO_KO: Final = 4
NO_BUY: Final = 5
NO_FIELD: Final = 6
NO_GLOBAL: Final = 7
NO_USE: Final = 8
NO_REROLL: Final = 9
NO_ONE_GLOBAL: Final = 10  # the Global Ability of one card
NO_CROWD: Final = 11  # be blocked by so few, or by so many
BANS: Final = 12

# keywords
KEYWORDS: Final = (
    "Ally", "Continuous", "Fast", "Iron Will", "Overcrush", "Regenerate", "Suit Up", "Swarm", "Turtle Power",
    "Ritual", "Fusion", "excess",
)  # fmt: skip
KW_ALLY: Final = 0
KW_CONTINUOUS: Final = 1
KW_FAST: Final = 2
KW_IRON_WILL: Final = 3
KW_OVERCRUSH: Final = 4
KW_REGENERATE: Final = 5
KW_SUIT_UP: Final = 6
KW_SWARM: Final = 7
KW_TURTLE_POWER: Final = 8
KW_RITUAL: Final = 9
KW_FUSION: Final = 10
KW_EXCESS: Final = 11


class Clause:
    """An effect that holds while its card speaks, or as long as a lasting effect of the state says."""

    __slots__ = (
        "a", "amount", "burst", "by", "card", "cond", "d", "id", "kind", "label", "lift", "n", "never_burst", "origin",
        "per", "scope", "sources", "subject", "this", "verb", "watch", "whose",
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
        self.lift = -1  # the clause that lifts this ban, where the other side may pay for that (7.9.10)
        self.label = ""  # "while active", "this turn": for explanations


# ---- programs --------------------------------------------------------------------------------------------------


class Program:
    """Operations, one after another; a frame holds the place. `slots` registers."""

    __slots__ = (
        "about", "again", "card", "guard", "id", "kept", "memory", "needs", "ops", "origin", "reacts", "scale", "slots",
    )  # fmt: skip

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
        self.reacts = -1  # the Global Ability that reacts with it to what has happened: it is asked first
        # draws, each: the register of the dice, that of dice drawn beyond the number, and the operations about them
        self.again: list[tuple[int, int, int, int]] = []


EV_FIELDED: Final = 0
EV_FIELDS: Final = 1
EV_ATTACKS: Final = 2
EV_YOU_ATTACK: Final = 3
EV_BLOCKS: Final = 4
EV_BLOCKED: Final = 5
EV_BLOCKED_BY: Final = 6
EV_MOMENT: Final = 7
EV_DAMAGED: Final = 8
EV_DAMAGES: Final = 9
EV_KOD: Final = 10
EV_KOS: Final = 11
EV_USES: Final = 12
EV_PURCHASED: Final = 13
EV_SWARM: Final = 14
EV_ENGAGED: Final = 15
EV_WOULD_TAKE: Final = 16
EV_WOULD_DEAL: Final = 17
EV_WOULD_KO: Final = 18
EV_WOULD_AFFECT: Final = 19
EV_ASSIGNED_LETHAL: Final = 20
EV_NOT_BLOCKED: Final = 21
EV_ROLLED: Final = 22
EV_SAYS: Final = 23  # a text that has its say at a moment of the attack


class Watch:
    """When an event happens, a program starts: one for no bursts, one for each number of them."""

    __slots__ = (
        "alone", "by", "card", "combat", "event", "first", "id", "limit", "match", "n", "origin", "programs", "role",
        "scope", "sides", "target", "this", "whose", "window",
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
        self.first = False  # only the first such event of the turn, also if the card was not active then
        self.this = False
        self.match: Matcher | None = None
        self.by: Matcher | None = None
        self.whose = BOTH
        self.sides = False  # also when "you" are hit
        self.target = False  # the die that does it is a target
        self.alone = False
        self.combat = False
        self.role = ROLE_ANY
        self.n = 0


class GlobalText:
    """A Global Ability on the table (7.5)."""

    __slots__ = (
        "asks",
        "card",
        "cond",
        "fights",
        "id",
        "level",
        "need",
        "once",
        "program",
        "reacts",
        "simple",
        "total",
        "whose",
    )

    def __init__(self, card: int, program: int) -> None:
        self.card = card
        self.program = program
        self.once = False
        self.cond: Cond | None = None
        self.total = self.need = 0  # its energy: how much, and of which types
        self.reacts = -1  # an event that it reacts to
        self.simple = False  # its only choice is any character die
        self.level = -1  # the least level, if its only choice is a character of a side or of both; else -1
        self.whose = BOTH  # and of which side
        self.fights = False  # it needs a die that attacks, blocks or is blocked
        self.asks = 0  # the bit of a type that it costs (STANDS_FOR), ANY_TYPE if it costs none
        self.id = -1


class Offer:
    """What a die's text lets its controller do: in a Main Step, when a Global Ability could be used, inside damage."""

    __slots__ = (
        "any_time", "attached", "blocking", "burst", "card", "each", "id", "limit", "main", "moment", "program",
        "scope",
    )  # fmt: skip

    def __init__(self, ident: int, card: int, program: int) -> None:
        self.id = ident
        self.card = card
        self.program = program
        self.scope = SC_DIE
        self.burst = 0
        self.each = False  # offered to every player
        self.main = False  # in the own Main Step
        self.any_time = False  # whenever a Global Ability could be used
        self.moment = -1  # a moment of damage to the die, or to the die it lies on (D_*)
        self.attached = False  # while it lies on another die
        self.blocking = False  # while it blocks
        self.limit = 0  # 1 once a turn for the card; inside damage: only the first time


OFFER_KEY: Final = 50_000_000  # in Board.once: + id


def offer_key(offer: Offer) -> int:
    """How it is remembered that an offer has been taken this turn."""
    return OFFER_KEY + offer.id
