"""Strategies for ability trees that a sentence can say, in the one form in which the parser gives them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v

S = st.SearchStrategy[Any]
NAMES = (
    "Iron Man", "X-Men", "S.H.I.E.L.D.", "Red-Eyes B. Dragon", "Mr. Fantastic", "Lord of the Rings", "Cloak and Dagger",
    "Target", "Fast Eddie", "Field Zone", "a", "KO", "Thor", "Thousand Dragon Fusion", "Sidekick", "9", "Each Other",
    "character die", "Draw", "non-Human", "Élan", "Ally McBeal", "with level 2", "Character", "B.", "It", "X", "A",
    "Agent K",
)  # fmt: skip


def _mixed(*values: Any) -> S:
    return st.sampled_from(values)


@cache
def names() -> S:
    letters = st.characters(min_codepoint=32, max_codepoint=382, exclude_characters='"')
    odd = st.text(letters, min_size=1, max_size=12).filter(lambda text: text.isprintable())
    return st.one_of(st.sampled_from(NAMES), odd)


numbers = st.integers(0, 99)
few = st.integers(1, 4)
until = _mixed("", *v.UNTIL.values())
keywords = st.sampled_from([word for word in v.KEYWORDS if word != "Fusion"])
zones = st.builds(t.Zone, st.sampled_from(list(v.ZONES.values())), st.sampled_from(list(v.WHOSE.values())))
whole_zones = st.lists(zones, min_size=1, max_size=3).map(tuple)


@cache
def traits() -> S:
    flag = st.booleans()
    kinds = st.one_of(
        st.builds(t.Trait, st.just("type"), _mixed("fist", "bolt", "mask", "shield"), flag),
        st.builds(t.Trait, st.just("sidekick"), st.just(""), flag),
        st.builds(t.Trait, st.just("name"), names(), flag),
    )
    return st.lists(st.lists(kinds, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple)


@cache
def levels() -> S:
    return st.one_of(
        st.none(),
        st.builds(t.Compare, _mixed("=", "<=", ">="), numbers),
        st.builds(t.Compare, _mixed("<", "<=", ">", ">="), st.just(0), _mixed("this", "yours", "that")),
        st.builds(t.Compare, st.just("<="), few, st.just("that")),
    )


@cache
def marks() -> S:
    known = [mark for mark in v.MARK_ORDER if mark not in ("that die", "fielded")]
    return st.lists(st.sampled_from(known), max_size=2, unique=True).map(
        lambda found: tuple(sorted(found, key=v.MARK_ORDER.__getitem__))
    )


def plain_filters(whose: S | None = None, other: S | None = None, kind: S | None = None) -> S:
    """What stands before the noun and the noun."""
    return st.builds(
        t.Filter,
        kind=_mixed("character", "action", "die") if kind is None else kind,
        whose=whose if whose is not None else _mixed("", "your", "opposing"),
        other=other if other is not None else st.booleans(),
        role=_mixed("", "", "attacking", "blocking", "blocked", "unblocked", "engaged", "attacking or blocking"),
        level=st.one_of(st.none(), st.builds(t.Compare, st.just("="), few)),
        traits=traits(),
    )


RELATIONS = (
    "blocks this die", "does not block this die", "does not block", "blocked this die", "blocked by this die",
    "engaged with this die",
)  # fmt: skip
EXTRA: dict[str, S] = {
    "level": levels(),
    "of_card": _mixed("this", "not this", "that"),
    "cost": st.builds(t.Compare, _mixed("=", "<=", ">="), numbers),
    "named": names(),
    "not_named": names(),
    "word": names(),
    "keyword": keywords,
    "relation": _mixed(*RELATIONS),
    "engaged_with": plain_filters(),
    "shows": _mixed("energy", "action", "character", "no character"),
    "marks": marks(),
    "zones": whole_zones,
}
EXTRAS = st.lists(st.sampled_from(sorted(EXTRA)), min_size=1, max_size=3, unique=True)


@cache
def filters(side: bool = True, thing: bool = False) -> S:
    """Any filter; side: with `your` and `other`; thing: a character die or an action die, not any die."""
    kind = _mixed("character", "action") if thing else None
    plain = plain_filters(None if side else _mixed("", "opposing"), None if side else st.just(False), kind)
    return st.one_of(plain, _described(plain))


@st.composite
def _described(draw: Any, plain: S) -> t.Filter:
    made: t.Filter = draw(plain)
    return replace(made, **{name: draw(EXTRA[name]) for name in draw(EXTRAS)})


HOWS = _mixed("this", "it", "that", "chosen", "captured", "fielded", "blocked", "target", "a", "each", "that X")
SHAPES = _mixed("one", "count", "up to", "any", "group", "those")
COUNTS = st.integers(2, 9)


@cache
def dice(one: bool = False) -> S:
    """Any dice; one: a single die, so that the verb has its ending."""
    return _dice(one)


@st.composite
def _dice(draw: Any, one: bool) -> t.Dice:
    how = draw(HOWS)
    if how == "that X":
        return t.Dice("that", draw(filters(side=False, thing=True)))
    if how in ("target", "a", "each"):
        what = draw(filters())
        if one or how == "each":
            return t.Dice(how, what)
        shape = draw(SHAPES)
        if shape == "count":
            return t.Dice(how, what, draw(COUNTS))
        if shape == "up to":
            return t.Dice(how, what, draw(few), up_to=True)
        if shape == "any" and how == "a":
            return t.Dice("a", what, any_number=True)
        if shape == "group":
            return t.Dice("group", what)
        return t.Dice("those") if shape == "those" else t.Dice(how, what)
    return t.Dice(how)


whos = st.builds(t.Who, st.sampled_from(list(v.WHO.values())))


@cache
def recipients() -> S:
    return _recipients(st.one_of(dice(), whos))


@st.composite
def _recipients(draw: Any, firsts: S) -> tuple[Any, ...]:
    first = draw(firsts)
    if draw(st.booleans()):
        return (first,)
    if isinstance(first, t.Who):
        return (first, draw(dice()))
    if first.how == "target":
        return (first, t.Who(draw(_mixed("target player", "target opponent"))))
    return (first, t.Who(draw(_mixed("a player", "an opponent"))))


# ---- amounts ----


@cache
def counts() -> S:
    different = st.builds(
        t.Count,
        st.builds(t.Filter, whose=_mixed("", "your", "opposing"), other=st.booleans(), traits=traits()),
        different=st.just(True),
    )
    return st.one_of(st.builds(t.Count, filters(), st.just(False), _mixed("", "fielded")), different)


per = st.one_of(st.none(), counts())
owners = st.builds(t.Dice, _mixed("it", "that", "this"))
stats = st.one_of(
    st.builds(t.Stat, _mixed("A", "D", "level"), owners), st.just(t.Stat("combat damage dealt", t.Dice("it")))
)
amounts = st.one_of(numbers, st.just(t.ThatMuch()), stats)
sums_one = st.one_of(
    stats.flatmap(lambda stat: st.builds(replace, st.just(stat), half=st.just(True), minimum=st.integers(0, 9))),
    counts(),
    st.builds(t.Best, _mixed("highest", "lowest"), _mixed("A", "D", "level"), filters()),
    st.builds(t.EnergyIn, zones),
)
sums = st.one_of(sums_one, st.builds(t.Plus, numbers, st.one_of(sums_one, stats)))


# ---- events and conditions ----

moments = st.sampled_from([t.Moment(*meant) for meant in v.MOMENTS.values()])  # type: ignore[arg-type]


@cache
def happenings() -> S:
    """Events that are not moments."""
    this = st.just(t.Dice("this"))
    return st.one_of(
        st.just(t.Fielded()),
        st.builds(t.Fielded, _mixed("you", "an opponent", "a player"), filters()),
        st.builds(t.Attacks, dice()),
        st.builds(t.Attacks, dice(), alone=st.just(True)),
        st.builds(t.Attacks, dice(one=True), not_blocked=st.just(True)),
        st.builds(t.Attacks, dice(one=True), or_blocks=st.just(True)),
        st.just(t.Attacks(None)),
        st.builds(t.Attacks, st.builds(t.Dice, st.just("group"), filters(side=False).map(_yours)), together=few),
        st.just(t.Blocks()),
        st.builds(t.Blocks, filters()),
        st.builds(t.Blocked, numbers),
        st.builds(t.Damaged, recipients(), st.one_of(st.none(), dice()), st.booleans()),
        st.builds(t.WouldTake, recipients(), st.booleans()),
        st.builds(t.Kod, dice(), _mixed("", "blocking", "engaged", "attacking")),
        st.builds(t.Kos, dice(), filters(), st.booleans(), st.booleans()),
        st.builds(t.Kos, this, st.just(t.Filter("die", marks=("that die",))), st.booleans(), st.booleans()),
        st.builds(t.Uses, _mixed("you", "an opponent"), _mixed("action", "global")),
        st.builds(t.AssignsDamage, few),
        _mixed(t.WouldDeal(), t.WouldKo(), t.WouldAffect(), t.Purchased(), t.RolledAction(), t.AssignedLethal()),
    )


def _yours(filter: t.Filter) -> t.Filter:
    return replace(filter, whose="your")


@cache
def conditions(while_too: bool = True) -> S:
    active = st.builds(t.Filter, whose=_mixed("", "opposing"), other=st.booleans(), traits=traits())
    there = filters().filter(lambda f: f.zones != (t.Zone("field", "the"),))
    in_zone = st.builds(replace, filters(side=False), zones=whole_zones)
    kinds = [
        st.builds(t.Have, names()),
        st.builds(t.Have, what=active),
        st.builds(t.Have, what=in_zone),
        st.builds(t.More, _mixed("life", "dice")),
        st.builds(t.There, few, there),
        st.builds(t.Is, st.one_of(dice(), st.just("target")), filters(side=False), st.booleans()),
        st.builds(t.Is, dice(), st.just(t.Filter("die", marks=("that name",)))),
        st.builds(t.Shows, dice(), _mixed("character", "no character")),
        st.builds(t.Did, st.sampled_from(list(v.DID.values()))),
    ]
    if while_too:
        kinds += [
            st.builds(t.While, _mixed("blocking", "attacking")),
            st.builds(t.While, _mixed("engaged", "attacker"), filters(side=False)),
            st.builds(t.While, st.just("only"), filters()),
        ]
    return st.one_of(*kinds)
