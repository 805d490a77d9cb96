"""Strategies for steps, abilities, bursts and Global Abilities."""

from __future__ import annotations

from functools import cache
from typing import Any

from ability_trees import (
    S,
    _mixed,
    amounts,
    conditions,
    counts,
    dice,
    few,
    filters,
    happenings,
    keywords,
    moments,
    names,
    numbers,
    per,
    recipients,
    sums,
    traits,
    until,
    whole_zones,
    whos,
    zones,
)  # fmt: skip
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v

parts = st.builds(t.Part, amounts, recipients(), per)
fixed = _mixed(
    t.ClearDamage(), t.Ignore(), t.Cancel(), t.Cancel(True), t.EndGlobals(), t.ChooseType(), t.BuyFree(),
    t.BlockMore(), t.SelfDamage(), t.UseCaptured(), t.OnlyTarget(), t.AssignAll("each blocker"),
    t.AssignAll("opponent"),
)  # fmt: skip


@cache
def life_steps() -> S:
    others = whos.filter(lambda who: who.who != "you")
    return st.one_of(
        st.builds(t.Deal, st.lists(parts, min_size=1, max_size=3).map(tuple), st.one_of(st.none(), dice())),
        st.builds(t.AddDamage, numbers, st.booleans()),
        st.builds(t.Ko, dice()),
        st.builds(t.Gain, amounts, per),
        st.builds(t.Lose, amounts, st.one_of(others, st.just(t.Who("you"))), per),
        st.builds(t.SetLife, numbers),
        st.builds(t.PayEnergy, st.lists(_mixed("fist", "bolt", "mask", "shield"), max_size=3).map(tuple), numbers),
        st.builds(t.PayLife, numbers),
        st.builds(t.TakeDamage, numbers),
        st.builds(t.Reduce, numbers, dice(), st.one_of(st.none(), filters()), until),
        st.builds(t.Reduce, numbers),
        st.builds(t.PreventFirst, numbers, dice()),
        st.builds(t.Prevent, numbers),
        st.builds(t.Prevent, st.just(0), dice(), until),
        st.builds(t.Redirect, numbers, dice()),
        st.builds(t.Redirect, few, dice(), st.just(True)),
    )


@cache
def stat_steps() -> S:
    bonus = st.integers(-99, 99)
    return st.one_of(
        st.builds(t.Gets, dice(), bonus, bonus, until, per).filter(lambda s: s.attack or s.defence),
        st.builds(t.Gains, dice(), keywords, until),
        st.builds(t.Half, dice(), until),
        st.builds(t.Double, dice(), until),
        st.builds(t.SwapA, dice(), dice(), until),
        st.builds(t.Spin, dice(), _mixed("up", "down", "either"), few, st.booleans()),
        st.builds(t.SpinTo, dice(), _mixed("level 1", "level 2", "level 3", "character", "any other")),
        st.builds(t.CopyStats, dice(), st.booleans(), until, dice()),
        st.builds(t.CopyCard, st.booleans(), until),
    )


MOVED = st.builds(t.Dice, _mixed("a", "each", "target"), filters())
FROM = st.one_of(st.just(()), whole_zones)


@st.composite
def moves(draw: Any) -> t.Move:
    to = draw(st.one_of(zones, st.just("out of attack")))
    if to == "out of attack" or to.name == "bag":
        return t.Move((draw(dice()),), to)
    what = (draw(dice()),)
    if draw(st.booleans()):
        origin = draw(FROM)
        what = tuple(replace(one, what=replace(one.what, zones=origin)) for one in (draw(MOVED), draw(MOVED)))
    level = draw(st.integers(0, 3))
    return t.Move(what, to, level, not level and draw(st.booleans()))


@cache
def move_steps() -> S:
    not_it = dice().filter(lambda d: d.how not in ("it", "those"))
    here = dice().filter(lambda d: d.how != "group")
    owner = st.builds(t.Draw, few, st.just("its owner"), st.builds(t.Count, filters(side=False)))
    return st.one_of(
        st.builds(t.Draw, few, _mixed("you", "opponent"), per),
        st.builds(t.Draw, few, st.just("its owner")),
        owner,
        st.builds(t.DrawMore, few),
        st.builds(t.Roll, st.one_of(st.none(), not_it), st.one_of(st.none(), zones)),
        st.builds(t.Reroll, dice()),
        moves(),
        st.builds(
            t.Goes, dice(), st.lists(zones, min_size=1, max_size=2).map(tuple), st.one_of(st.none(), zones), until
        ),
        st.builds(t.Field, here, st.integers(0, 3)),
        st.builds(t.Capture, dice()),
        st.builds(t.Control, dice()),
        st.builds(t.Attach, dice()),
        st.builds(t.Exchange, dice(), dice().filter(lambda d: d.how != "each"), few),
        st.builds(t.Search, dice()),
    )


def _own(choose: t.Choose) -> t.Choose:
    """Each player chooses among their own dice: no side is named."""
    what = choose.what
    if choose.by == "each player" and what.what is not None and what.what.whose == "opposing":
        return replace(choose, what=replace(what, what=replace(what.what, whose="")))
    return choose


@cache
def choices() -> S:
    cards = st.builds(t.Filter, whose=_mixed("", "opposing"), other=st.booleans(), traits=traits())
    return st.one_of(
        st.builds(t.Choose, dice(), _mixed("you", "opponent", "each player")).map(_own),
        st.builds(t.ChooseCard, cards),
        st.builds(t.NameDie, st.one_of(st.none(), filters(side=False).filter(lambda f: f != t.Filter("die")))),
        st.builds(t.UseOnly, st.one_of(conditions(while_too=False), st.builds(t.AtMoment, moments))),
        st.builds(t.CanBlock, few, filters(side=False)),
        st.builds(t.RingBlocks, few),
        fixed,
    )


@cache
def bans() -> S:
    verbs = ("attack", "block", "be blocked", "be KO'd", "be purchased", "be fielded")
    some = st.lists(st.sampled_from(verbs), min_size=1, max_size=3, unique=True).map(tuple)
    sources = st.lists(_mixed("action", "global", "ability"), min_size=1, max_size=3, unique=True).map(tuple)
    one = st.just(("be blocked",))
    return st.one_of(
        st.builds(t.Cannot, some, dice(), by=st.one_of(st.none(), filters()), role=_mixed("", "blocking"), until=until),
        st.builds(t.Cannot, some, dice(), fewer=few, until=until),
        st.builds(t.Cannot, some, dice(), more=few, until=until),
        st.builds(t.Cannot, one, dice(), by=filters(), only=st.just(True), until=until),
        st.builds(t.Cannot, st.just(("be targeted",)), dice(), sources=sources, opposing=st.booleans(), until=until),
        st.builds(t.Cannot, st.just(("be targeted",)), dice(), until=until),
        st.builds(t.Cannot, st.sampled_from(list(v.BANNED.values())), who=whos, until=until),
        st.builds(t.Cannot, st.just(("field",)), st.builds(t.Dice, st.just("group"), filters()), whos, until=until),
        st.builds(t.Cannot, st.just(("use global",)), until=until),
    )


@cache
def rules() -> S:
    payers = _mixed("you", "opponent", "each player")
    verbs = _mixed("purchase", "field", "use")
    flag = st.booleans()
    ordinary = st.builds(
        t.Costs, verbs, numbers, flag, flag, filters(), st.just(()), payers, minimum=numbers, until=until
    ).filter(lambda s: not (s.verb == "use" and s.what == t.Filter("action")))
    things = st.builds(
        t.Costs, verbs, numbers, flag, flag, things=_mixed(("global",), ("action", "global")), who=payers, until=until
    )
    following = st.builds(
        t.Costs, _mixed("purchase", "field"), numbers, flag, what=filters(side=False), next=st.just(True),
        minimum=numbers, until=st.just("turn"),
    )  # fmt: skip
    fielding = st.builds(
        t.Costs, st.just("field"), numbers, flag, next=st.just(True), minimum=numbers, until=st.just("turn")
    )
    return st.one_of(
        bans(),
        st.builds(t.Must, _mixed("attack", "block"), dice(), st.one_of(st.none(), dice()), until),
        st.builds(t.TakesNo, dice(), flag, st.one_of(st.none(), filters()), flag, until),
        st.builds(t.DealsNo, dice(), until),
        st.builds(t.Twice, dice()),
        st.builds(t.BecomesBlocked, dice()),
        st.builds(t.Excess, dice(), until),
        ordinary,
        things,
        following,
        fielding,
    )


simple = st.one_of(life_steps(), stat_steps(), move_steps(), choices(), rules())
orders = st.lists(simple, min_size=1, max_size=3).map(tuple)


def _with_attack(what: t.Filter, amount: t.Amount) -> t.Ko:
    return t.Ko(t.Dice("each", replace(what, attack=amount)))


@cache
def x_steps() -> S:
    """Steps with an X in them."""
    return st.one_of(
        st.builds(t.Deal, st.builds(t.Part, sums, recipients(), per).map(lambda part: (part,))),
        st.builds(t.AddDamage, sums, st.booleans()),
        st.builds(t.Gain, sums, per),
        st.builds(t.Lose, sums, whos, per),
        st.builds(t.PreventFirst, sums, dice()),
        st.builds(_with_attack, filters(), sums),
    )


WHO_MAY = _mixed("you", "opponent", "each player")
MAYBE_ORDERS = st.one_of(st.just(()), orders)


@st.composite
def mays(draw: Any, plain: bool = False) -> t.May:
    do = draw(orders)
    if plain:
        return t.May(do, who=draw(WHO_MAY))
    then = draw(orders)
    otherwise = draw(MAYBE_ORDERS)
    if draw(st.booleans()):
        return t.May(do, then, otherwise, must=True)
    return t.May(do, then if draw(st.booleans()) else (), otherwise, draw(WHO_MAY))


one_sentence = st.one_of(orders, orders, mays(plain=True).map(lambda may: (may,)))
has = st.one_of(
    st.builds(t.Has, keywords),
    st.builds(t.Has, st.just("Suit Up"), st.lists(names(), min_size=1, max_size=3).map(tuple)),
    st.builds(t.Has, st.just("Fusion"), names().map(lambda name: (name,))),
)


def _guard(condition: t.Condition) -> bool:
    return condition != t.While("engaged")


@cache
def sentences() -> S:
    """Steps that are sentences of their own and take nothing of what follows."""
    ifs = st.builds(t.If, conditions().filter(_guard), one_sentence)
    if_nots = st.builds(t.If, conditions().filter(_guard), orders, orders)
    unless = st.builds(t.If, st.builds(t.Not, conditions(while_too=False)), orders)
    later = st.builds(t.Later, st.one_of(happenings(), moments), one_sentence, st.one_of(st.none(), conditions()))
    lasting = st.builds(
        t.Lasting, _mixed("attached", "captured", "their turn"), one_sentence, st.one_of(st.just(()), orders)
    )
    lasting_later = st.builds(
        t.Lasting, _mixed("attached", "captured"), st.builds(t.Later, happenings(), orders).map(lambda later: (later,))
    )
    way_out = st.builds(t.WayOut, st.one_of(st.builds(t.PayLife, numbers), st.builds(t.Ko, _their_die())).map(_alone))
    damage = st.builds(t.InsteadOfAttack, st.builds(t.Deal, parts.map(_alone), dice()))
    free = st.builds(t.FieldFree, filters())
    return st.one_of(
        ifs, if_nots, unless, later, lasting, lasting_later, way_out, damage, free, mays(plain=True),
        st.just(t.MayReroll()), has, x_steps(),
    )  # fmt: skip


def _alone(step: Any) -> tuple[Any, ...]:
    return (step,)


@cache
def _their_die() -> S:
    own = filters(side=False).map(lambda f: replace(f, whose="opposing"))
    return st.builds(t.Dice, st.just("a"), own, st.integers(1, 3))


ONCE = st.builds(t.Later, moments, one_sentence, st.one_of(st.none(), conditions()), st.just(True))
FIRST = st.one_of(simple, sentences())
FIRST_AFTER_EVENT = st.one_of(simple, sentences(), ONCE)
WITHIN = st.lists(
    st.one_of(simple, sentences(), ONCE, st.builds(t.Lasting, _mixed("active", "engaged"), orders)), max_size=2
)
MAYS = mays()


@st.composite
def bodies(draw: Any, event: bool = True, lift: bool = True) -> tuple[t.Step, ...]:
    """The steps of a line. event: something stands before them; lift: a lone `if` is the condition of the line."""
    steps = [draw(FIRST_AFTER_EVENT if event else FIRST), *draw(WITHIN)]
    if draw(st.booleans()):
        steps.append(draw(MAYS))
    lone = steps[0]
    if lift and len(steps) == 1 and isinstance(lone, t.If) and not lone.otherwise:
        if not isinstance(lone.condition, t.Not):
            steps.append(t.Gain(1))
    return tuple(steps)


SCOPES = _mixed("", "active", "always")
LIMITS = _mixed("", "turn", "die", "first")
EVENTS = st.one_of(st.none(), happenings(), moments)
BODY = {event: bodies(event=event) for event in (True, False)}


@st.composite
def abilities(draw: Any) -> t.Ability:
    scope, limit, event = draw(SCOPES), draw(LIMITS), draw(EVENTS)
    if limit == "first" and (event is None or isinstance(event, t.Moment)):
        limit = ""
    if draw(st.booleans()):
        condition = draw(conditions())
        return t.Ability(draw(one_sentence), scope, limit, event, condition)
    return t.Ability(draw(BODY[event is not None]), scope, limit, event)


def bursts() -> S:
    return st.one_of(
        st.builds(t.Burst, _mixed("instead", "also", "own"), abilities()),
        st.builds(t.Burst, st.just("also"), abilities(), st.just(True)),
    )


def globals_() -> S:
    return st.builds(
        t.Global,
        orders,
        bodies(lift=False),
        st.booleans(),
        st.one_of(st.none(), happenings(), moments),
        st.one_of(st.none(), conditions(while_too=False)),
    )


__all__ = ["abilities", "bursts", "counts", "globals_"]
