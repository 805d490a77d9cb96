"""Clauses: effects that hold, made from tree nodes. Used for printed texts and for effects that last a while."""

from __future__ import annotations

from dicehall.ability import tree
from dicehall.dicemasters.effects.code import (
    BOTH,
    C_CAN_BLOCK,
    C_CANNOT,
    C_COPY,
    C_COSTS,
    C_DEALS_NO,
    C_DRAW_INSTEAD,
    C_DRAW_MORE,
    C_FREE,
    C_GETS,
    C_GOES,
    C_HALF,
    C_KEYWORD,
    C_LIFE_PRICE,
    C_MORE_REROLL,
    C_MUST,
    C_ONLY_TARGET,
    C_PREVENT_FIRST,
    C_REDUCE,
    C_SELF_DAMAGE,
    C_SET,
    C_TAKES_NO,
    C_TWICE,
    GOES_BOUGHT,
    GOES_KOD,
    GOES_MOVED,
    KEYWORDS,
    KW_EXCESS,
    KW_IRON_WILL,
    NO_ATTACK,
    NO_BE_BLOCKED,
    NO_BLOCK,
    NO_BUY,
    NO_CROWD,
    NO_FIELD,
    NO_GLOBAL,
    NO_KO,
    NO_REROLL,
    NO_TARGET,
    NO_USE,
    OPPOSING,
    ROLE_ANY,
    ROLE_BLOCKING,
    SC_DIE,
    YOURS,
    Clause,
    Matcher,
    Program,
)
from dicehall.dicemasters.effects.events import ROLE_WORDS
from dicehall.dicemasters.effects.picking import MANY
from dicehall.dicemasters.effects.placing import ChoosePlace
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.selecting import ZONE_CODES, Memory, NotYet, Selecting, phrase_of
from dicehall.dicemasters.effects.standing import BY_ABILITY, BY_ACTION, BY_GLOBAL
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.sockets import ACTION, ATTACK, DEFENCE, FIELDED, FIELDING, GLOBAL, PURCHASE, V_TARGET

VERBS = {
    "attack": NO_ATTACK,
    "block": NO_BLOCK,
    "be blocked": NO_BE_BLOCKED,
    "be targeted": NO_TARGET,
    "be KO'd": NO_KO,
    "be purchased": NO_BUY,
    "be fielded": NO_FIELD,
    "use global": NO_GLOBAL,
    "use action": NO_USE,
    "field": NO_FIELD,
    "reroll": NO_REROLL,
    "reroll in step": NO_REROLL,
}
# a Global Ability is an ability
SOURCES = {"action": BY_ACTION, "global": BY_GLOBAL, "ability": BY_ABILITY | BY_GLOBAL}
SIDES = {"": BOTH, "you": YOURS, "opponent": OPPOSING, "each player": BOTH}


class Clauses(Selecting):
    """Makes clauses for one card and numbers them."""

    def __init__(self, runner: Runner, kit: Kit, card: int) -> None:
        super().__init__(kit, card)
        self.runner = runner

    def rolls_matter(self) -> None:
        self.runner.rolls_matter = True

    def hits_matter(self) -> None:
        self.runner.hits_matter = True

    def blocks_matter(self) -> None:
        self.runner.blocks_matter = True

    def deals_matter(self) -> None:
        self.runner.deals_matter = True

    def clause(self, kind: int, origin: int) -> Clause:
        c = Clause(kind, self.card, SC_DIE)
        c.origin = origin
        c.scope = origin
        c.id = len(self.runner.clauses)
        self.runner.clauses.append(c)
        self.runner.kinds[kind] = True
        if kind == C_HALF:
            self.runner.lowers = True
        if kind in (C_GETS, C_HALF, C_SET, C_COPY):
            self.runner.numbers[ATTACK] = self.runner.numbers[DEFENCE] = True
        if kind == C_COPY:
            self.runner.numbers[FIELDING] = self.runner.lowers = True
        elif kind == C_DRAW_INSTEAD:
            self.runner.replaces_draws = True
        elif kind == C_FREE:
            self.runner.numbers[FIELDING] = True
        return c

    def modifier(self, x: tree.Step, origin: int, memory: Memory) -> list[Clause]:
        """The clauses of a step that holds: for as long as its text speaks, or for a time."""
        if isinstance(x, tree.Gets):
            c = self.clause(C_GETS, origin)
            c.a, c.d = x.attack, x.defence
            self.runner.lowers |= x.defence < 0
            c.per = None if x.per is None else self.amount(x.per, memory)
            return [c]
        if isinstance(x, tree.Gains):
            c = self.clause(C_KEYWORD, origin)
            c.n = KEYWORDS.index(x.keyword)
            self.runner.hits_matter |= c.n == KW_IRON_WILL
            self.runner.grants = self.runner.keywords[c.n] = True
            return [c]
        if isinstance(x, tree.Excess):  # Overcrush written out counts otherwise (8.5.2)
            c = self.clause(C_KEYWORD, origin)
            c.n = KW_EXCESS
            self.runner.grants = self.runner.keywords[c.n] = True
            return [c]
        if isinstance(x, tree.Cannot):
            return self.cannot(x, origin, memory)
        if isinstance(x, tree.Must):
            c = self.clause(C_MUST, origin)
            c.verb = 0 if x.verb == "attack" else 1
            self.runner.duties_exist[c.verb] = True
            return [c]
        if isinstance(x, tree.Costs):
            return [self.costs(x, origin, memory)]
        if isinstance(x, tree.OnlyTarget):
            self.runner.shields = self.runner.banned[V_TARGET] = True
            return [self.clause(C_ONLY_TARGET, origin)]
        if isinstance(x, tree.Half):
            return [self.clause(C_HALF, origin)]
        if isinstance(x, tree.DrawMore):
            c = self.clause(C_DRAW_MORE, origin)
            c.n = x.count
            return [c]
        if isinstance(x, tree.Goes):
            return [self.goes(x, origin)]
        return [self.protection(x, origin, memory)]

    def goes(self, x: tree.Goes, origin: int, event: tree.Event | None = None, *, optional: bool = False) -> Clause:
        """A die goes to one place instead of another: however it moves, or when it is KO'd or bought."""
        if x.instead_of is None or len(x.to) != 1:
            raise NotYet("a destination that holds and replaces no other")
        c = self.clause(C_GOES, origin)
        c.a, c.n = ZONE_CODES[x.to[0].name], ZONE_CODES[x.instead_of.name]
        c.verb = GOES_KOD if isinstance(event, tree.Kod) else GOES_MOVED if event is None else GOES_BOUGHT
        c.d = ROLE_WORDS[event.role] if isinstance(event, tree.Kod) else ROLE_ANY
        c.sources = int(optional)
        self.runner.diverts = True
        program = Program(len(self.runner.programs), self.card, origin)  # asks, where there are several places
        program.ops.append(ChoosePlace())
        program.slots = 3
        self.runner.programs.append(program)
        c.watch = program.id
        return c

    def protection(self, x: tree.Step, origin: int, memory: Memory) -> Clause:
        if isinstance(x, tree.TakesNo):
            c = self.clause(C_TAKES_NO, origin)
            c.sources = 1 if x.combat else 0
            c.by = self.filter(x.source, memory)
            c.n = ROLE_BLOCKING if x.blocking else 0
        elif isinstance(x, tree.Reduce):
            c = self.clause(C_REDUCE, origin)
            c.a = x.amount
            c.by = self.filter(x.source, memory)
        elif isinstance(x, tree.PreventFirst):
            c = self.clause(C_PREVENT_FIRST, origin)
            c.amount = self.amount(x.amount, memory)
        elif isinstance(x, tree.DealsNo):
            return self.clause(C_DEALS_NO, origin)
        elif isinstance(x, tree.CanBlock):
            c = self.clause(C_CAN_BLOCK, origin)
            c.n = x.count
            c.by = self.matcher(x.each, memory)
            return c
        elif isinstance(x, tree.Twice):
            return self.clause(C_TWICE, origin)
        elif isinstance(x, tree.SelfDamage):
            return self.clause(C_SELF_DAMAGE, origin)
        elif isinstance(x, tree.MayReroll):
            c = self.clause(C_MORE_REROLL, origin)
            c.n = 1
            return c
        elif isinstance(x, tree.FieldFree):
            c = self.clause(C_FREE, origin)
            c.subject = self.matcher(x.what, memory)
            return c
        else:
            raise NotYet(phrase_of(x))
        self.runner.guards.append(c)
        return c

    def filter(self, f: tree.Filter | None, memory: Memory) -> Matcher | None:
        return None if f is None else self.matcher(f, memory)

    def cannot(self, x: tree.Cannot, origin: int, memory: Memory) -> list[Clause]:
        out: list[Clause] = []
        if x.fewer or x.more:
            c = self.clause(C_CANNOT, origin)
            c.verb, c.a, c.d = NO_CROWD, x.fewer, x.more
            self.runner.forbid(c.verb)
            return [c]
        for verb in x.verbs:
            c = self.clause(C_CANNOT, origin)
            c.verb = VERBS[verb]
            c.by = self.filter(x.by, memory)
            c.a = 1 if x.only else 0
            for source in x.sources:
                c.sources |= SOURCES[source]
            if x.opposing:
                c.whose = OPPOSING
            if x.who is not None:
                c.whose = OPPOSING if x.who.who == "opponent" else BOTH
            c.n = ROLE_BLOCKING if x.role == "blocking" else 1 if verb == "reroll in step" else 0
            self.runner.forbid(c.verb)
            if c.verb == NO_TARGET:
                self.runner.shields = True
            out.append(c)
        return out

    def costs(self, x: tree.Costs, origin: int, memory: Memory) -> Clause:
        if x.verb == "use" or x.life:
            if x.verb == "purchase":
                raise NotYet("life as a price of purchases")
            c = self.clause(C_LIFE_PRICE, origin)
            c.a = -x.amount if x.less else x.amount
            if x.verb == "field":
                c.sources = FIELDED
                c.subject = self.filter(x.what, memory)
                self.runner.fielding_life = True
            else:
                c.sources = sum({"action": ACTION, "global": GLOBAL}[t] for t in x.things)
                self.runner.life_prices = True
        else:
            c = self.clause(C_COSTS, origin)
            c.verb = PURCHASE if x.verb == "purchase" else FIELDING
            self.runner.numbers[c.verb] = True
            c.a = -x.amount if x.less else x.amount
            c.n = MANY if x.next else x.minimum
            if x.what is not None:
                c.subject = self.matcher(x.what, memory)
        c.whose = SIDES[x.who]
        return c
