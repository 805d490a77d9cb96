"""The replacement effects in the texts of cards: what each would change, in which event, and whom it can be about.

They are found in the trees of the sentences; no card is named here. meeting.py says which of them can meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from dicehall.ability import tree
from dicehall.ability.parsing import AbilityError
from dicehall.dicemasters.cards import Card, Catalogue
from dicehall.dicemasters.effects.lines import trees_of

SIDEKICK, PLAYER = "Sidekick", "player"  # beside the numbers of cards in `on`
COMBAT, ABILITY, USE = "combat", "ability", "use"  # where damage, or an effect, comes from
BLOCKED, UNBLOCKED, BLOCKING = "blocked", "unblocked", "blocking"
ANY_SOURCE = frozenset((COMBAT, ABILITY, USE))
ALWAYS = frozenset(("",))


class Effect(Struct, frozen=True):
    """A replacement effect in a line of a card.

    on: whom it can be about: dice of these cards, Sidekicks, players. ways: the ways of the event in which it works.
    own: it is about the die that has the text. asks: somebody may use it or leave it.
    again: it may stand beside itself, because each die, use or target brings another.
    single: of its kind an event has one at most.
    """

    card: Card
    sentence: str
    event: str
    kind: str
    on: frozenset[str]
    ways: frozenset[str] = ALWAYS
    own: bool = False
    asks: bool = False
    again: bool = True
    single: bool = False


def effects_of(card: Card, catalogue: Catalogue) -> list[Effect]:
    """The replacement effects of a card. A sentence that cannot be read has none."""
    try:
        trees = trees_of(card)
    except AbilityError:
        return []
    lines: list[tuple[str, tree.Ability | tree.Global]] = list(zip(card.text, trees.abilities, strict=True))
    bursts = (*card.burst1, *card.burst2, *card.burst)
    lines += [(text, burst.ability) for text, (_, burst) in zip(bursts, trees.bursts, strict=True)]
    lines += zip(card.global_, trees.globals, strict=True)
    return [e for text, line in lines for e in _Line(card, text, line, _Dice(catalogue)).found()]


class _Dice:
    """Which dice of a catalogue a phrase can mean."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.cards = catalogue.cards
        self.characters = frozenset([c.id for c in self.cards if c.kind == "character"]) | {SIDEKICK}
        self.all = frozenset([c.id for c in self.cards]) | {SIDEKICK}

    def fit(self, what: tree.Filter | None, card: Card, fielded: bool = True) -> frozenset[str]:
        """The dice that a filter can mean on a text of the card; `fielded`: dice in the Field Zone."""
        if what is None:
            return self.characters
        out = {c.id for c in self.cards if _fits(what, c, card, fielded)}
        if what.kind != "action" and all(any(_is_sidekick(t) for t in group) for group in what.traits):
            if what.of_card != "this" and not (what.named or what.word or what.keyword):
                out.add(SIDEKICK)
        return frozenset(out)


def _is_sidekick(t: tree.Trait) -> bool:
    return t.no != (t.kind == "sidekick")


def _fits(what: tree.Filter, c: Card, card: Card, fielded: bool) -> bool:
    if what.kind != "die" and (what.kind == "action") != (c.kind != "character"):
        return False
    if (what.of_card == "this" and c.id != card.id) or (what.of_card == "not this" and c.id == card.id):
        return False
    if (what.named and what.named != c.name) or what.not_named == c.name or what.word not in c.name:
        return False
    if what.keyword and what.keyword not in keywords_of(c):
        return False
    if what.cost is not None and not _compares(c.cost, what.cost):
        return False
    return all(any(_has(t, c, fielded) for t in group) for group in what.traits)


def _has(t: tree.Trait, c: Card, fielded: bool) -> bool:
    if t.kind == "sidekick":
        return t.no != (fielded and "Ally" in keywords_of(c))
    if t.kind == "type":
        return t.no != (t.value == c.energy)
    return t.no != (t.value == c.name or t.value in c.affiliations)


def _compares(value: int, wanted: tree.Compare) -> bool:
    return {
        "=": value == wanted.value,
        "<=": value <= wanted.value,
        ">=": value >= wanted.value,
        "<": value < wanted.value,
        ">": value > wanted.value,
    }[wanted.op]


@cache
def keywords_of(card: Card) -> frozenset[str]:
    """The keywords that a card has by its own text."""
    try:
        trees = trees_of(card)
    except AbilityError:
        return frozenset()
    return frozenset([n.keyword for n in tree.nodes_of(trees.abilities) if isinstance(n, tree.Has)])


class _Line:
    """A line of a card, searched for what it replaces."""

    def __init__(self, card: Card, sentence: str, line: tree.Ability | tree.Global, dice: _Dice) -> None:
        self.card = card
        self.sentence = sentence
        self.line = line
        self.dice = dice
        self.own = frozenset((card.id,))
        self.once = isinstance(line, tree.Ability) and line.scope == "active"

    def found(self) -> Iterator[Effect]:
        yield from self.steps(self.line.do, self.line.event, isinstance(self.line, tree.Global))

    def steps(self, steps: Iterable[tree.Step], event: tree.Event | None, asks: bool) -> Iterator[Effect]:
        steps = tuple(steps)
        for step in steps:
            if isinstance(step, tree.May):
                yield from self.steps((*step.do, *step.then, *step.otherwise), event, not step.must)
            elif isinstance(step, tree.If):
                yield from self.steps((*step.then, *step.otherwise), event, asks)
            elif isinstance(step, tree.Later):
                yield from self.steps(step.do, step.event, asks)
            elif isinstance(step, tree.Lasting):
                yield from self.steps((*step.do, *step.then), event, asks)
            elif isinstance(step, tree.WayOut):
                yield from self.way_out(step, steps)
            else:
                yield from self.step(step, event, asks)

    def effect(
        self,
        event: str,
        kind: str,
        on: frozenset[str],
        ways: frozenset[str] = ALWAYS,
        asks: bool = False,
        single: bool = False,
    ) -> Effect:
        return Effect(self.card, self.sentence, event, kind, on, ways, on == self.own, asks, not self.once, single)

    def meant(self, what: tree.Dice | None, event: tree.Event | None = None) -> frozenset[str]:
        """The dice that a phrase of this line can mean."""
        if what is None or what.how in ("this", "itself"):
            return self.own
        if what.how == "it" and what.what is None:
            if isinstance(event, tree.Kod):
                return self.meant(event.what)
            if isinstance(event, tree.Kos):
                return self.meant(event.by)
            return self.dice.all if isinstance(event, tree.Purchased) else self.own
        return self.dice.fit(what.what, self.card)

    def about(self, event: tree.Event | None) -> frozenset[str]:
        """Who would take the damage of an event."""
        if not isinstance(event, tree.WouldTake):
            return self.own
        hit = [frozenset((PLAYER,)) if isinstance(x, tree.Who) else self.meant(x) for x in event.who]
        return frozenset().union(*hit)

    def step(self, n: tree.Step, event: tree.Event | None, asks: bool) -> Iterator[Effect]:
        """What a single step replaces."""
        if isinstance(n, tree.AddDamage) and isinstance(event, tree.WouldDeal):
            yield self.effect("damage", "add", self.dice.characters | {PLAYER}, frozenset((USE,)), True)
        elif isinstance(n, tree.Redirect):
            yield self.effect("damage", "redirect", self.about(event) | self.meant(n.to), ANY_SOURCE, True)
        elif isinstance(n, tree.TakesNo):
            ways = frozenset((COMBAT,)) if n.combat else frozenset((COMBAT, ABILITY)) if n.source else ANY_SOURCE
            yield self.effect("damage", "take none", self.meant(n.what), ways)
        elif isinstance(n, tree.Prevent):
            if n.what is not None:
                yield self.effect("damage", "take none", self.meant(n.what), ANY_SOURCE)
            elif isinstance(event, tree.WouldTake):
                yield self.effect("damage", "prevent", self.about(event), ANY_SOURCE, True)
        elif isinstance(n, tree.Reduce) and n.what is not None:
            ways = frozenset((COMBAT, ABILITY)) if n.source else ANY_SOURCE
            yield self.effect("damage", "reduce", self.meant(n.what), ways)
        elif isinstance(n, tree.PreventFirst):
            yield self.effect("damage", "reduce", self.meant(n.what), ANY_SOURCE)
        elif isinstance(n, tree.Ignore):
            yield self.effect("damage", "ignore", self.own, frozenset((ABILITY, USE)), True)
            yield self.effect("effect", "ignore", self.own, frozenset((ABILITY, USE)), True)
        elif isinstance(n, tree.ClearDamage):
            yield self.effect("KO", "save", self.own, asks=True)
        elif isinstance(n, tree.Control):  # a controlled die goes to its owner's Prep Area (7.7.4)
            for where in ("KO", "leaving"):
                yield self.effect(where, "owner", self.meant(n.what), single=True)
        elif isinstance(n, tree.Goes) and n.instead_of is not None:
            yield from self.place(n, event, asks)
        elif isinstance(n, tree.Cannot) and "be KO'd" in n.verbs:
            yield self.effect("KO", "cannot", self.meant(n.what))
        elif isinstance(n, tree.Has | tree.Gains):
            yield from self.keyword(n)
        elif isinstance(n, tree.Cancel) and isinstance(event, tree.Uses):
            yield self.effect("use", "cancel", ALWAYS, frozenset((event.what,)))
            yield self.effect("effect", "cancel", self.dice.characters, frozenset((USE,)), single=True)
        elif isinstance(n, tree.Costs):
            yield from self.price(n)
        elif isinstance(n, tree.BuyFree):
            actions = tree.Filter(kind="action")
            yield self.effect("purchase price", "free", self.dice.fit(actions, self.card), asks=True)
        elif isinstance(n, tree.FieldFree):
            yield self.effect("fielding price", "free", self.dice.fit(n.what, self.card, False))
        elif isinstance(n, tree.DrawMore):
            yield self.effect("draw", "more", ALWAYS)
        elif isinstance(n, tree.Draw) and isinstance(event, tree.WouldDraw):
            yield self.effect("draw", "instead", ALWAYS)
        elif isinstance(n, tree.MayReroll):
            yield self.effect("reroll", "again", ALWAYS, asks=True)
        else:
            yield from self.combat(n)

    def combat(self, n: tree.Step) -> Iterator[Effect]:
        """How combat damage is assigned."""
        blocked = frozenset((BLOCKED,))
        if isinstance(n, tree.AssignAll):
            yield self.effect("combat damage", n.to, self.own, blocked)  # each blocker, opponent
        elif isinstance(n, tree.DealsNo):
            yield self.effect("combat damage", "deal none", self.meant(n.what), self.roles(n.what))
        elif isinstance(n, tree.Twice):
            yield self.effect("combat damage", "twice", self.meant(n.what), self.roles(n.what))
        elif isinstance(n, tree.Excess):
            yield self.effect("combat damage", "leftover", self.meant(n.what), blocked)
        elif isinstance(n, tree.SelfDamage):
            yield self.effect("combat damage", "itself", self.dice.characters, blocked)

    def roles(self, what: tree.Dice) -> frozenset[str]:
        """The roles in which dice are meant. On its controller's turn, in which a die is fielded, the others block."""
        role = what.what.role if what.what is not None else ""
        if role in (BLOCKED, UNBLOCKED):
            return frozenset((role,))
        if what.what is not None and what.what.whose == "opposing" and isinstance(self.line.event, tree.Fielded):
            return frozenset((BLOCKING,))
        return frozenset((BLOCKED, UNBLOCKED, BLOCKING))

    def place(self, n: tree.Goes, event: tree.Event | None, asks: bool) -> Iterator[Effect]:
        """Where a die goes."""
        assert n.instead_of is not None
        where = "KO" if n.instead_of.name == "prep" else "purchase" if isinstance(event, tree.Purchased) else "leaving"
        yield self.effect(where, "elsewhere", self.meant(n.what, event), asks=asks and where == "purchase")

    def keyword(self, n: tree.Has | tree.Gains) -> Iterator[Effect]:
        on = self.own if isinstance(n, tree.Has) else self.meant(n.what)
        if n.keyword == "Iron Will":
            yield self.effect("KO", "Iron Will", on)
        elif n.keyword == "Overcrush":
            yield self.effect("combat damage", "leftover", on, frozenset((BLOCKED,)))
        elif n.keyword == "Suit Up":
            yield self.effect("purchase", "Suit Up", on)
        elif n.keyword == "Swarm":
            self.once = True
            yield self.effect("draw", "Swarm", ALWAYS)
        elif n.keyword == "Ritual":
            yield self.effect("fielding price", "Ritual", on)
        elif n.keyword == "Turtle Power":
            self.once = True
            turtles = tree.Trait("name", "Teenage Mutant Ninja Turtles")
            what = tree.Filter(of_card="not this", traits=((turtles,),))
            yield self.effect("purchase price", "Turtle Power", self.dice.fit(what, self.card))

    def price(self, n: tree.Costs) -> Iterator[Effect]:
        if n.verb == "use":
            yield self.effect("use", "life", ALWAYS, frozenset(n.things))
        elif n.verb == "purchase":
            on = self.dice.all if n.what is None else self.dice.fit(n.what, self.card)
            yield self.effect("purchase price", "cheaper" if n.less else "dearer", on - {SIDEKICK})
        else:
            on = self.dice.fit(n.what, self.card, False)
            yield self.effect("fielding price", "life" if n.life else "cheaper" if n.less else "dearer", on)

    def way_out(self, n: tree.WayOut, beside: tuple[tree.Step, ...]) -> Iterator[Effect]:
        """A price that spares the other side an effect, or lifts a ban."""
        if not n.lift:
            hit = [self.meant(x) for s in beside if s is not n for x in tree.nodes_of(s) if isinstance(x, tree.Dice)]
            yield self.effect("effect", "buy off", frozenset().union(*hit), frozenset((ABILITY,)), True, single=True)
            return
        for ban in beside:
            if not isinstance(ban, tree.Cannot):
                continue
            for verb in ban.verbs:
                if verb in ("use action", "use global"):
                    yield self.effect("use", "lift", ALWAYS, frozenset((verb.removeprefix("use "),)), True)
                elif verb == "field":
                    on = self.dice.fit(None if ban.what is None else ban.what.what, self.card, False)
                    yield self.effect("fielding price", "lift", on, asks=True)
                elif verb.startswith("reroll"):
                    yield self.effect("reroll", "lift", ALWAYS, asks=True)
