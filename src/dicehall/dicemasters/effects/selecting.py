"""From tree to code, first half: filters, amounts and conditions. They need the cards of the table to look names up."""

from __future__ import annotations

import msgspec

from dicehall.ability import tree
from dicehall.dicemasters.cards import Card
from dicehall.dicemasters.effects.code import (
    AM_BEST,
    AM_CONST,
    AM_COUNT,
    AM_DEALT,
    AM_DIFFERENT,
    AM_ENERGY,
    AM_FACT,
    AM_FIELDED,
    AM_PLUS,
    AM_REG,
    AM_STAT,
    BOTH,
    CO_ATTACKED,
    CO_ATTACKER,
    CO_ATTACKING,
    CO_BLOCKED_THIS,
    CO_BLOCKING,
    CO_BOTH,
    CO_CONTROLS,
    CO_ENGAGED,
    CO_HAVE,
    CO_HIT_PLAYER,
    CO_IS,
    CO_KOD,
    CO_MOMENT,
    CO_MORE_DICE,
    CO_MORE_LIFE,
    CO_NONE_OTHER_BLOCKS,
    CO_NOT_BLOCKING,
    CO_ONLY,
    CO_SHOWS,
    CO_THERE,
    CO_USED_ACTION,
    CO_WAS_BLOCKED,
    EACH_PLAYER,
    EQ,
    GE,
    GT,
    KEYWORDS,
    KIND_ACTION,
    KIND_ANY,
    KIND_CHARACTER,
    LE,
    LT,
    MARK_ALREADY,
    MARK_KEPT,
    MARK_NAME,
    MARK_NOT_PAID,
    MARK_ROLLED,
    MARK_SHARES,
    MARK_TYPE,
    OPPONENT,
    OPPOSING,
    REF_REG,
    REF_THIS,
    REL_BLOCKED_BY_THIS,
    REL_BLOCKED_THIS,
    REL_BLOCKS_THIS,
    REL_ENGAGED_WITH_THIS,
    REL_NONE,
    REL_NOT_BLOCKS,
    REL_NOT_BLOCKS_THIS,
    ROLE_ANY,
    ROLE_ATTACKING,
    ROLE_BLOCKED,
    ROLE_BLOCKING,
    ROLE_ENGAGED,
    ROLE_FIGHTING,
    ROLE_UNBLOCKED,
    SHOWS_ACTION,
    SHOWS_ANY,
    SHOWS_CHARACTER,
    SHOWS_ENERGY,
    SHOWS_NO_CHARACTER,
    ST_ATTACK,
    ST_DEFENCE,
    ST_LEVEL,
    THAT_PLAYER,
    YOU,
    YOURS,
    Z_EACH,
    Z_OPPONENT,
    Z_YOURS,
    Amount,
    Cond,
    Matcher,
    Ref,
)
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.terms import BAG, ENERGY_NAMES, FIELD, PREP, RESERVE, USED
from dicehall.kernel.errors import InvalidInput

OPS = {"=": EQ, "<=": LE, ">=": GE, "<": LT, ">": GT}
WHOSE = {"": BOTH, "your": YOURS, "opposing": OPPOSING}
KINDS = {"character": KIND_CHARACTER, "action": KIND_ACTION, "die": KIND_ANY}
ROLES = {
    "": ROLE_ANY,
    "attacking": ROLE_ATTACKING,
    "blocking": ROLE_BLOCKING,
    "blocked": ROLE_BLOCKED,
    "unblocked": ROLE_UNBLOCKED,
    "engaged": ROLE_ENGAGED,
    "attacking or blocking": ROLE_FIGHTING,
}
RELATIONS = {
    "": REL_NONE,
    "blocks this die": REL_BLOCKS_THIS,
    "does not block this die": REL_NOT_BLOCKS_THIS,
    "does not block": REL_NOT_BLOCKS,
    "blocked this die": REL_BLOCKED_THIS,
    "blocked by this die": REL_BLOCKED_BY_THIS,
    "engaged with this die": REL_ENGAGED_WITH_THIS,
}
FACES = {
    "": SHOWS_ANY,
    "energy": SHOWS_ENERGY,
    "action": SHOWS_ACTION,
    "character": SHOWS_CHARACTER,
    "no character": SHOWS_NO_CHARACTER,
}
ZONE_CODES = {"bag": BAG, "prep": PREP, "reserve": RESERVE, "field": FIELD, "used": USED}
MARKS = {
    "did not pay": MARK_NOT_PAID,
    "rolled this turn": MARK_ROLLED,
    "rolled": MARK_ROLLED,
    "already": MARK_ALREADY,
    "chosen type": MARK_TYPE,
    "that name": MARK_NAME,
    "shares its type": MARK_SHARES,
    "that die": MARK_KEPT,
}
STATS = {"A": ST_ATTACK, "D": ST_DEFENCE, "level": ST_LEVEL}
FLAGS = {
    "attacked": CO_ATTACKED,
    "used an action": CO_USED_ACTION,
    "damaged opponent": CO_HIT_PLAYER,
    "attacks": CO_ATTACKING,
    "does not block": CO_NOT_BLOCKING,
    "was blocked": CO_WAS_BLOCKED,
    "none other blocks": CO_NONE_OTHER_BLOCKS,
}
WHO = {
    "you": YOU,
    "opponent": OPPONENT,
    "an opponent": OPPONENT,
    "target opponent": OPPONENT,
    "that opponent": OPPONENT,
    "each player": EACH_PLAYER,
    "that player": THAT_PLAYER,
}


class NotYet(InvalidInput):
    """A sentence that can be read but not run yet; the message says what is missing, `mark` which line it is."""

    mark = ""


def phrase_of(node: object) -> str:
    """The words of a node as its record shows them: "`take control of X this turn`."""
    words = (type(node).__doc__ or "").split("`")
    return f"'{words[1]}'" if len(words) > 2 else f"'{type(node).__name__}'"


def who_is(who: str) -> int:
    """The players that a phrase means."""
    if who not in WHO:
        raise NotYet(f"'{who}'")
    return WHO[who]


class Memory:
    """What a program has chosen so far, by register: for "that die", "another", "drawn this way"."""

    def __init__(self) -> None:
        self.slots = 1  # register 0: the die that the event is about
        self.that = -1
        self.picks: list[int] = []
        self.ways: dict[str, int] = {}
        self.type_slot = -1
        self.levels = -1  # the register with the levels of dice just knocked out

    def new(self) -> int:
        self.slots += 1
        return self.slots - 1


class Selecting:
    """Compiles what a sentence selects, counts and asks, for one card of a kit."""

    def __init__(self, kit: Kit, card: int) -> None:
        self.kit = kit
        self.card = card

    def rolls_matter(self) -> None:
        """Told that a text asks which dice were rolled."""

    def hits_matter(self) -> None:
        """Told that a text asks who was hit."""

    def blocks_matter(self) -> None:
        """Told that a text asks who blocked whom."""

    def deals_matter(self) -> None:
        """Told that a text asks how much combat damage a die dealt."""

    def cards_with(self, trait: tree.Trait, sidekick: bool) -> list[bool]:
        """By card: whether a die of it has the trait; `sidekick`: where the die counts as a Sidekick."""
        out: list[bool] = []
        for card in range(self.kit.n_cards):
            if trait.kind == "sidekick":
                has = sidekick or card == 0
            elif trait.kind == "type":
                kind = self.kit.card_type[card]
                has = kind >= 0 and ENERGY_NAMES[kind] == trait.value
            else:
                has = trait.value in self.names_of(card)
            out.append(has != trait.no)
        return out

    def names_of(self, card: int) -> tuple[str, ...]:
        """The names by which a text may mean a card: its title (7.1.6) and its affiliations."""
        record: Card | None = self.kit.cards[card]
        return (self.kit.names[card],) if record is None else (record.name, *record.affiliations)

    def matcher(self, f: tree.Filter, memory: Memory | None = None) -> Matcher:
        m = Matcher()
        m.kind = KINDS[f.kind]
        m.whose = WHOSE[f.whose]
        m.other = f.other
        m.role = ROLES[f.role]
        if f.level is not None:
            m.level, m.level_op = f.level.value, OPS[f.level.op]
            if f.level.than == "this":
                m.level_than = -2
            elif f.level.than == "yours":
                m.level_than = -3
            elif f.level.than == "that":
                assert memory is not None
                m.level_noted = memory.levels >= 0
                m.level_than = memory.levels if m.level_noted else memory.that
        if f.cost is not None:
            m.cost, m.cost_op = f.cost.value, OPS[f.cost.op]
        rows = self._rows(f, False)
        if rows is not None:
            m.cards = rows
            if any(t.kind == "sidekick" for group in f.traits for t in group):
                m.sidekick = self._rows(f, True)
        m.of_card = {"": 0, "this": 1, "not this": 2, "that": 3}[f.of_card]
        m.keyword = KEYWORDS.index(f.keyword) if f.keyword else -1
        m.relation = RELATIONS[f.relation]
        if m.relation == REL_BLOCKED_THIS:
            self.blocks_matter()
        if f.engaged_with is not None:
            m.engaged = self.matcher(f.engaged_with, memory)
        m.shows = FACES[f.shows]
        if f.attack is not None:
            m.attack = self.amount(f.attack, memory)
        for mark in f.marks:
            if mark in MARKS:
                m.marks |= MARKS[mark]
                if MARKS[mark] == MARK_ROLLED:
                    self.rolls_matter()
            elif memory is not None and mark in memory.ways:
                m.among = memory.ways[mark]
            else:
                raise NotYet(f"dice '{mark}'")
        for z in f.zones:
            if z.name == "card":
                raise NotYet("dice on their cards")
            whose = {"your": Z_YOURS, "opponent's": Z_OPPONENT, "that opponent's": Z_OPPONENT}.get(z.whose, Z_EACH)
            if z.whose == "its" and memory is not None and memory.picks:
                whose = 10 + memory.picks[-1]
            if z.whose == "their" and memory is not None and memory.that >= 0:
                whose = 10 + memory.that
            m.zones.append((ZONE_CODES[z.name], whose))
        if all(z.name == "field" and z.whose != "their" for z in f.zones):
            m.zones = []
            if "rolled" in f.marks:  # rolled in this step: they lie in the Reserve Pool now
                m.zones = [(RESERVE, Z_YOURS)]
        return m

    def _rows(self, f: tree.Filter, sidekick: bool) -> list[bool] | None:
        rows: list[bool] | None = None
        for group in f.traits:
            row = [False] * self.kit.n_cards
            for trait in group:
                row = [x or y for x, y in zip(row, self.cards_with(trait, sidekick), strict=True)]
            rows = row if rows is None else [x and y for x, y in zip(rows, row, strict=True)]
        for word, fits in ((f.named, True), (f.not_named, False)):
            if word:
                row = [(word == self.kit.names[c]) == fits for c in range(self.kit.n_cards)]
                rows = row if rows is None else [x and y for x, y in zip(rows, row, strict=True)]
        if f.word:
            row = [f.word.casefold() in name.casefold() for name in self.kit.names]
            rows = row if rows is None else [x and y for x, y in zip(rows, row, strict=True)]
        return rows

    # ---- amounts -----------------------------------------------------------------------------------------
    def amount(self, a: tree.Amount, memory: Memory | None = None) -> Amount:
        if isinstance(a, int):
            return Amount(AM_CONST, a)
        if isinstance(a, tree.Stat):
            if a.stat == "combat damage dealt":
                self.deals_matter()
                out = Amount(AM_DEALT)
            else:
                out = Amount(AM_STAT)
                out.stat = STATS[a.stat]
            out.half, out.least = a.half, a.minimum
            if a.of.how == "this":
                out.ref = Ref(REF_THIS)
            elif a.of.how in ("that", "those"):
                out.ref = Ref(REF_REG, memory.that if memory is not None and memory.that >= 0 else 0)
            return out  # "its": the die that deals it
        if isinstance(a, tree.Count):
            if a.events:
                return Amount(AM_FIELDED)
            for mark in a.what.marks:
                if mark in ("KO'd this way", "moved this way") and memory is not None and mark in memory.ways:
                    return Amount(AM_REG, memory.ways[mark])
            out = Amount(AM_DIFFERENT if a.different else AM_COUNT)
            out.match = self.matcher(a.what, memory)
            return out
        if isinstance(a, tree.Best):
            out = Amount(AM_BEST)
            out.stat, out.highest = STATS[a.stat], a.which == "highest"
            out.match = self.matcher(a.among, memory)
            return out
        if isinstance(a, tree.Plus):
            out = Amount(AM_PLUS, a.number)
            out.more = self.amount(a.amount, memory)
            return out
        if isinstance(a, tree.EnergyIn):
            return Amount(AM_ENERGY)
        return Amount(AM_FACT, 2)  # that much: the amount of the damage that set it off

    # ---- conditions --------------------------------------------------------------------------------------
    def condition(self, c: tree.Condition, memory: Memory) -> Cond:
        if isinstance(c, tree.Not):
            inner = self.condition(c.condition, memory)
            inner.no = not inner.no
            return inner
        if isinstance(c, tree.Have):
            if c.what is not None:  # "you have": on your side
                return Cond(CO_HAVE, self.matcher(msgspec.structs.replace(c.what, whose="your"), memory))
            named = tree.Filter(whose="your", traits=((tree.Trait("name", c.name),),))
            return Cond(CO_HAVE, self.matcher(named, memory))
        if isinstance(c, tree.More):
            return Cond(CO_MORE_LIFE if c.what == "life" else CO_MORE_DICE)
        if isinstance(c, tree.There):
            return Cond(CO_THERE, self.matcher(c.what, memory), n=c.count)
        if isinstance(c, tree.Is):
            ref = self.known(c.what if isinstance(c.what, tree.Dice) else tree.Dice("that"), memory)
            return Cond(CO_IS, self.matcher(c.filter, memory), ref, no=c.no)
        if isinstance(c, tree.Shows):
            return Cond(CO_SHOWS, None, self.known(c.what, memory), FACES[c.face])
        if isinstance(c, tree.While):
            match = None if c.what is None else self.matcher(c.what, memory)
            kinds = {
                "blocking": CO_BLOCKING,
                "attacking": CO_ATTACKING,
                "engaged": CO_ENGAGED,
                "attacker": CO_ATTACKER,
                "only": CO_ONLY,
            }
            return Cond(kinds[c.state], match)
        if isinstance(c, tree.AtMoment):
            return Cond(CO_MOMENT)
        if c.what == "KO'd this way":
            return Cond(CO_KOD, None, Ref(REF_REG, memory.ways["KO'd this way"]))
        if c.what == "both characters":
            return Cond(CO_BOTH, self.matcher(tree.Filter(), memory), Ref(REF_REG, memory.ways["drawn this way"]))
        if c.what == "blocked this":
            self.blocks_matter()
            return Cond(CO_BLOCKED_THIS, None, self.known(tree.Dice("that"), memory))
        if c.what == "controls that":
            return Cond(CO_CONTROLS, None, self.known(tree.Dice("that"), memory))
        if c.what in FLAGS:
            if c.what == "damaged opponent":
                self.hits_matter()
            return Cond(FLAGS[c.what])
        raise NotYet(f"the condition '{c.what}'")

    def known(self, d: tree.Dice, memory: Memory) -> Ref:
        """A die that is known already: this die, that die, it."""
        if d.how == "this" or memory.that < 0:
            return Ref(REF_THIS)
        return Ref(REF_REG, memory.that)
