"""Lines that hold: as long as a die is there, or while its card is active."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dicehall.ability import tree
from dicehall.dicemasters.effects import keyword_lines, ops, waysout
from dicehall.dicemasters.effects.code import (
    C_BLOCK_MORE,
    C_CANNOT,
    C_COSTS,
    C_DRAW_INSTEAD,
    C_FREE,
    C_GETS,
    C_HALF,
    C_LIFT,
    NO_FIELD,
    NO_GLOBAL,
    NO_REROLL,
    NO_USE,
    SC_ACTIVE,
    SC_ALWAYS,
    SC_DIE,
    Clause,
)
from dicehall.dicemasters.effects.price_steps import price
from dicehall.dicemasters.effects.selecting import Memory, NotYet, phrase_of
from dicehall.dicemasters.sockets import ATTACK, DEFENCE, FIELDING

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.lines import CardCompiler, Versions

SCOPES = {"": SC_DIE, "active": SC_ACTIVE, "always": SC_ALWAYS}


def static_line(c: CardCompiler, a: tree.Ability, burst: int, versions: Versions) -> None:
    memory = Memory()
    bans: list[Clause] = []
    for step in a.do:
        if isinstance(step, tree.Has):
            keyword_lines.keyword(c, step)
            continue
        if isinstance(step, tree.WayOut):
            _way_out(c, step, bans)
            continue
        for clause in c.make.modifier(step, SC_DIE, memory):
            stand(c, clause, a, step, burst)
            bans.append(clause)
            for n, version in versions:
                if version.mode == "instead":
                    clause.never_burst = n
    for n, version in versions:
        steps = version.ability.do
        if version.mode == "instead" and len(steps) == 1 and isinstance(steps[0], tree.Reduce):
            old = a.do[0]
            assert isinstance(old, tree.Reduce)
            steps = (msgspec.structs.replace(old, amount=steps[0].amount),)
        for step in steps:
            for clause in c.make.modifier(step, SC_DIE, memory):
                stand(c, clause, a, step, n)
                c.runner.burst_lines.append((c.card, f"burst {n}", "clause", clause.id))


def _way_out(c: CardCompiler, out: tree.WayOut, bans: list[Clause]) -> None:
    """Bans that the other side lifts for the turn by paying; all that the line states at once (7.9.10)."""
    liftable = (NO_FIELD, NO_GLOBAL, NO_USE, NO_REROLL)
    if not out.lift or not bans or any(ban.kind != C_CANNOT or ban.verb not in liftable for ban in bans):
        raise NotYet(phrase_of(out))
    lift = c.make.clause(C_LIFT, SC_DIE)
    maker = c.maker()
    price(maker, out.price, ops.CH_YOU, waysout.Lift(lift.id))
    if not isinstance(maker.program.ops[0], ops.Ask):
        raise NotYet(phrase_of(out))
    for ban in bans:
        ban.lift = lift.id
    c.runner.bans_lift = True
    c.runner.lifts.append((bans[0].id, lift.id, maker.finish()))


def stand(c: CardCompiler, clause: Clause, a: tree.Ability, step: tree.Step, burst: int) -> None:
    """A clause that speaks as long as its die is there or its card is active."""
    clause.scope = SCOPES[a.scope]
    clause.origin = SC_DIE
    clause.burst = burst
    clause.label = " (its burst)" if burst else " (while active)" if a.scope == "active" else ""
    if a.condition is not None:
        clause.cond = c.make.condition(a.condition, Memory())
    what = getattr(step, "what", None)
    if isinstance(what, tree.Dice):
        if what.how == "this" or (what.how == "it" and what.what is None):
            clause.this = True
        elif clause.subject is None:
            clause.subject = c.make.matcher(what.what or tree.Filter(), Memory())
    elif clause.subject is None and clause.kind != C_COSTS:
        clause.this = True
    c.runner.standing[clause.kind].append(clause)
    if clause.kind in (C_GETS, C_HALF):
        c.runner.always[ATTACK] = c.runner.always[DEFENCE] = True
    elif clause.kind == C_COSTS:
        c.runner.always[clause.verb] = True
    elif clause.kind == C_FREE:
        c.runner.always[FIELDING] = True


def draw_line(c: CardCompiler, a: tree.Ability, burst: int) -> None:
    """So many dice in place of each extra one, and what is done beside that (2.5.7)."""
    first, others = a.do[0], a.do[1:]
    if not isinstance(first, tree.Draw) or not all(isinstance(x, tree.Lose | tree.Gain) for x in others):
        raise NotYet("something other than dice and life in place of a draw")
    clause = c.make.clause(C_DRAW_INSTEAD, SC_DIE)
    clause.n = first.count
    maker = c.maker()
    maker.steps(others)
    clause.watch = maker.finish()
    stand(c, clause, a, first, burst)


def block_line(c: CardCompiler, a: tree.Ability, burst: int) -> None:
    """A die that may be spun down in the declaration of blocks, to block more."""
    clause = c.make.clause(C_BLOCK_MORE, SC_DIE)
    clause.n = levels_for_blocks(a)
    stand(c, clause, a, a.do[0], burst)


def levels_for_blocks(a: tree.Ability) -> int:
    """How many levels a die may be spun down to block one more for each, where that is what a line says."""
    may = a.do[0]
    if isinstance(a.event, tree.Blocks) and len(a.do) == 1 and isinstance(may, tree.May):
        price = may.do[0]
        if may.then == (tree.BlockMore(),) and len(may.do) == 1 and isinstance(price, tree.Spin):
            return price.levels
    return 0
