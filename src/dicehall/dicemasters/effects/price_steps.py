"""Prices, and ways out of what would happen: what is paid, by whom, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects import choice_steps, deeds, ops, picking, waysout
from dicehall.dicemasters.effects.code import C_CANNOT, NO_ONE_GLOBAL
from dicehall.dicemasters.effects.selecting import NotYet
from dicehall.dicemasters.energy import TYPE_BIT
from dicehall.dicemasters.terms import ENERGY_NAMES

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.compiling import Context, StepCompiler


def pay_energy(c: StepCompiler, x: tree.PayEnergy, context: Context) -> None:
    _priced(c, context.cost)
    c.add(ops.Pay(*energy_price(x), c.by))


def pay_life(c: StepCompiler, x: tree.PayLife, context: Context) -> None:
    _priced(c, context.cost)
    c.add(ops.PayLife(x.amount, c.by))


def take_damage(c: StepCompiler, x: tree.TakeDamage, context: Context) -> None:
    _priced(c, context.cost)
    c.add(deeds.TakeDamage(x.amount))


def _priced(c: StepCompiler, cost: bool) -> None:
    if not cost and not c.choosing:
        raise NotYet("a price that nobody may refuse; write: you may pay ... If you do, ...")


def energy_price(x: tree.PayEnergy) -> tuple[int, int]:
    """How much energy, and of which types."""
    return len(x.types) + x.any, sum(TYPE_BIT[ENERGY_NAMES.index(t)] for t in x.types)


def price(c: StepCompiler, steps: Sequence[tree.Step], by: int, bought: ops.Op) -> int:
    """Asks somebody for a price; paid, `bought` happens. Says where it goes on if it is not paid."""
    start = c.here
    ask: ops.Ask | None = None
    picks = choice_steps.asks_first(steps[0])
    if not picks:
        ask = ops.Ask([], by)
        c.add(ask)
    c.by = by
    c.choosing += 1
    for i, step in enumerate(steps):
        c.step(step, steps[i + 1 :], cost=True, optional=picks and i == 0)
    c.choosing -= 1
    c.by = ops.CH_YOU
    made = c.program.ops[start:]
    c.add(bought)
    if ask is not None:
        ask.needs = [op for op in made if not isinstance(op, ops.Ask)]
        ask.to = c.here
    for op in made:
        if isinstance(op, picking.Pick) and op.jump < 0:
            op.jump = c.here
    return c.here


def with_way_out(c: StepCompiler, steps: Sequence[tree.Step], out: tree.WayOut, cost: bool) -> None:
    """Steps that the other side may prevent, all of them at once, when they are about to happen (7.9.10)."""
    c.way_out = out
    start = c.here
    c.steps(steps, cost=cost)
    if c.way_out is not None:
        raise NotYet("a way out of nothing")
    gate = next(op for op in c.program.ops[start:] if isinstance(op, waysout.WouldHappen))
    gate.deeds = c.program.ops[gate.to :]


def offer_way_out(c: StepCompiler) -> None:
    """The price of the other side, and what follows if it is paid; else it goes on after that."""
    out, c.way_out = c.way_out, None
    assert out is not None
    that, picks, ways = c.memory.that, list(c.memory.picks), dict(c.memory.ways)
    gate = waysout.WouldHappen()
    c.add(gate)
    gate.to = price(c, out.price, ops.CH_OPPONENT, waysout.Prevented())
    c.memory.that, c.memory.picks, c.memory.ways = that, picks, ways


def cancel(c: StepCompiler, x: tree.Cancel, context: Context) -> None:
    bars = -1
    if x.ban:
        clause = c.make.clause(C_CANNOT, c.program.origin)
        clause.verb, clause.label = NO_ONE_GLOBAL, " (this turn)"
        c.runner.bans[NO_ONE_GLOBAL] = True
        bars = clause.id
    c.runner.cancels = True
    c.add(waysout.Cancel(bars))
