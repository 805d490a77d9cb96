"""Lines that wait for something, and those that have their say inside an attack or another event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from dicehall.ability import tree
from dicehall.dicemasters.effects import ops, standing_lines
from dicehall.dicemasters.effects.code import (
    EV_FIELDS,
    EV_SAYS,
    EV_WOULD_AFFECT,
    EV_WOULD_KO,
    SC_DIE,
    Watch,
    is_any_character,
)
from dicehall.dicemasters.effects.events import about_of, event_of, set_event, single_events
from dicehall.dicemasters.effects.interrupting import Ignore, SaveFromKo
from dicehall.dicemasters.effects.price_steps import energy_price
from dicehall.dicemasters.effects.selecting import Memory, NotYet
from dicehall.dicemasters.sockets import SAY_ALONG, SAY_ASSIGNS, SAY_INSTEAD
from dicehall.dicemasters.terms import WIN_USING

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.lines import CardCompiler, Versions

LIMITS = {"": 0, "turn": 1, "first": 1, "die": 2}


def watch_line(c: CardCompiler, a: tree.Ability, burst: int, versions: Versions) -> None:
    assert a.event is not None
    for event in single_events(a.event):
        scope = standing_lines.SCOPES[a.scope]
        kind, window = event_of(event)
        if _cancels(a.do):  # before the effect, which others wait for
            window = WIN_USING
        w = c.watch(scope, kind, window)
        set_event(w, event, c.make)
        w.limit = LIMITS[a.limit]
        plain = w.match is None or is_any_character(w.match)
        w.first = a.limit == "first" and w.event == EV_FIELDS and plain
        # a condition is looked up when the effect happens (7.4.6)
        w.programs = c.versions(a.do, versions, SC_DIE, about_of(event), burst, a.condition)


def _cancels(steps: Sequence[tree.Step]) -> bool:
    """Whether steps cancel a use."""
    return any(isinstance(x, tree.Cancel) or (isinstance(x, tree.May) and _cancels((*x.do, *x.then))) for x in steps)


def ko_line(c: CardCompiler, a: tree.Ability, goes: tree.Goes, burst: int, versions: Versions) -> None:
    """When a die is KO'd, it goes elsewhere: that holds before it moves, the rest of the line comes after it."""
    assert isinstance(a.event, tree.Kod)
    clause = c.make.goes(goes, SC_DIE, a.event)
    standing_lines.stand(c, clause, a, msgspec.structs.replace(goes, what=a.event.what), burst)
    if len(a.do) > 1:
        watch_line(c, msgspec.structs.replace(a, do=a.do[1:]), burst, versions)


def say_line(c: CardCompiler, a: tree.Ability, burst: int, versions: Versions) -> None:
    """A text that has its say in the attack: instead of attacking, or where combat damage is assigned."""
    moment = says_at(a)
    w = Watch(len(c.runner.watches), c.card, SC_DIE, EV_SAYS, -1)
    c.runner.watches.append(w)
    if isinstance(a.event, tree.AssignsDamage) and a.event.blockers > 1:
        w.n = a.event.blockers
    c.along = moment == SAY_ALONG
    w.programs = c.versions(a.do, versions, SC_DIE, -1, burst)
    c.along = False
    cond = None if a.condition is None else c.make.condition(a.condition, Memory())
    c.runner.says[moment].append((w, cond))


def says_at(a: tree.Ability) -> int:
    """The moment of the attack at which a line has its say, -1 if it has none."""
    if isinstance(a.event, tree.AssignsDamage):
        return SAY_ASSIGNS
    if isinstance(a.event, tree.Moment) and a.event.moment == "declare":
        return SAY_INSTEAD
    if isinstance(a.event, tree.Moment) and a.event.moment == "assign":
        return -1 if all(isinstance(x, tree.SelfDamage) for x in a.do) else SAY_ALONG
    return -1


def guard_line(c: CardCompiler, a: tree.Ability) -> None:
    """Texts that work inside another event: they keep a die from a KO, or let it ignore an effect."""
    maker = c.maker()
    maker.program.guard = True
    affect = isinstance(a.event, tree.WouldAffect)
    w = Watch(len(c.runner.watches), c.card, SC_DIE, EV_WOULD_AFFECT if affect else EV_WOULD_KO, -1)
    c.runner.watches.append(w)
    may = a.do[0]
    if len(a.do) != 1 or not isinstance(may, tree.May) or not isinstance(may.do[0], tree.PayEnergy):
        raise NotYet("such a text without a price in energy")
    if affect:
        pay = ops.Pay(*energy_price(may.do[0]))
        ask = ops.Ask([pay])
        maker.add(ask)
        maker.add(pay)
        maker.add(Ignore())
        ask.to = maker.here
        c.runner.keep_guard.append(w)
    else:  # the offer itself is the question
        maker.add(ops.Pay(*energy_price(may.do[0])))
        for step in may.then:
            if isinstance(step, tree.ClearDamage):
                maker.add(SaveFromKo())
            else:
                maker.step(step, ())
        c.runner.saves.append(w)
        c.runner.reacts = True
    w.programs = [maker.finish()] * 3
