"""Lines that offer something: abilities that are used at will, reactions of a die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects.code import SC_ACTION, SC_ACTIVE, SC_DIE, Offer, Ref
from dicehall.dicemasters.effects.compiling import StepCompiler
from dicehall.dicemasters.effects.handling import BuyFree, ChooseToBuy
from dicehall.dicemasters.effects.interrupting import Divert
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.effects.selecting import NotYet
from dicehall.dicemasters.sockets import D_PREVENT, D_REDIRECT

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.lines import CardCompiler

AT_WILL = ("could use", "any time")


def each_player(c: CardCompiler, a: tree.Ability, burst: int) -> None:
    """In their Main Step each player may pay something and has its effect; while the die lies in the field."""
    o = _offer(c, _priced(a.do, c.maker()))
    o.each = o.main = True
    o.burst = burst


def at_will(c: CardCompiler, a: tree.Ability, burst: int) -> None:
    """When a Global Ability could be used, or in one's own Main Step where the text names no time (7.5.10)."""
    if isinstance(a.do[0], tree.BuyFree):
        maker = c.maker()
        choose = ChooseToBuy(maker.memory.new())
        maker.add(choose)
        maker.add(BuyFree(choose.slot))
        maker.finish()
        maker.program.needs.append(choose)
        o = _offer(c, maker.program.id)
    else:
        o = _offer(c, _priced(a.do, c.maker()))
    o.scope = SC_ACTIVE if a.scope == "active" else SC_DIE
    o.burst = burst
    o.limit = 1 if a.limit else 0
    o.any_time = a.event is not None
    o.main = not o.any_time
    if a.scope == "always" or a.limit == "die" or a.condition is not None:
        raise NotYet("an offer with such a limit or condition")


def waiting(c: CardCompiler, a: tree.Ability) -> None:
    """An action die that waits in the field: what it offers there is its use (8.2.6)."""
    c.runner.actions_of[c.card] = [_priced(a.do, c.maker(SC_ACTION))] * 3
    c.runner.offering = True


def attached(c: CardCompiler, later: tree.Later) -> None:
    """A die that lies on another; "that die" is the one it lies on. At any time means also inside damage."""
    maker = c.maker(SC_DIE, 0)
    o = _offer(c, _priced(later.do, maker))
    o.attached = o.any_time = True
    assert isinstance(later.event, tree.Moment)
    if later.event.moment == "any time":
        o.moment = D_PREVENT
        c.runner.reacts = True


def would_take(c: CardCompiler, a: tree.Ability) -> None:
    """When this die would take damage, you may redirect it: the offer is the question."""
    may = a.do[0]
    event = a.event
    assert isinstance(event, tree.WouldTake)
    this = len(event.who) == 1 and isinstance(event.who[0], tree.Dice) and event.who[0].how == "this"
    if len(a.do) != 1 or not isinstance(may, tree.May) or not isinstance(may.do[0], tree.Redirect) or not this:
        raise NotYet("such a reaction to damage")
    step = may.do[0]
    maker = c.maker()
    to: Ref = maker.ref(step.to)
    for op in maker.program.ops:
        if isinstance(op, Pick) and op.match is not None:
            op.match.other = True  # what hits the same die is not redirected
    maker.add(Divert(step.amount, to, step.up_to))
    maker.steps(may.then)
    o = _offer(c, maker.finish())
    o.moment = D_REDIRECT
    o.blocking = event.blocking
    o.limit = 1 if a.limit == "first" else 0
    c.runner.firsts |= o.limit > 0
    c.runner.reacts = True


def _offer(c: CardCompiler, program: int) -> Offer:
    o = Offer(len(c.runner.offers), c.card, program)
    c.runner.offers.append(o)
    c.runner.offering = True
    return o


def _priced(steps: Sequence[tree.Step], maker: StepCompiler) -> int:
    """You may X. If you do, Y: X is the price, and the offer itself is the question."""
    may = steps[0]
    if len(steps) != 1 or not isinstance(may, tree.May) or may.otherwise or not may.then:
        raise NotYet("an offer without a price; write: you may ... If you do, ...")
    maker.steps(may.do, cost=True)
    maker.steps(may.then)
    return maker.finish()


def is_offer(a: tree.Ability) -> bool:
    """Whether a line offers something to each player."""
    return len(a.do) == 1 and isinstance(a.do[0], tree.May) and a.do[0].who == "each player"


def is_at_will(a: tree.Ability) -> bool:
    """Whether a line is used when its controller wants to."""
    if a.event is None:
        first = a.do[0]
        return isinstance(first, tree.BuyFree) or (isinstance(first, tree.May) and first.who == "you")
    return isinstance(a.event, tree.Moment) and a.event.moment in AT_WILL


def rolls_into_field(a: tree.Ability) -> bool:
    """Whether a line moves its die to the field when that is rolled to an action face."""
    if not isinstance(a.event, tree.RolledAction):
        return False
    return any(isinstance(x, tree.Move) and isinstance(x.to, tree.Zone) and x.to.name == "field" for x in a.do)


def split_attached(steps: Sequence[tree.Step]) -> tuple[tuple[tree.Step, ...], list[tree.Later]]:
    """The steps of an action without what it offers while it lies on a die, and those offers."""
    rest: list[tree.Step] = []
    offers: list[tree.Later] = []
    for step in steps:
        if isinstance(step, tree.Lasting) and step.until == "attached":
            mine = [x for x in step.do if isinstance(x, tree.Later) and _is_at_will_moment(x.event)]
            if mine and len(mine) == len(step.do):
                offers += mine
                continue
        rest.append(step)
    return tuple(rest), offers


def _is_at_will_moment(event: tree.Event) -> bool:
    return isinstance(event, tree.Moment) and event.moment in AT_WILL
