"""Steps that deal damage, knock out and change life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects import deeds, handling, picking
from dicehall.dicemasters.effects.code import AM_NOTED, REF_EACH, REF_REG, YOU, Amount, Ref
from dicehall.dicemasters.effects.interrupting import AssignAll
from dicehall.dicemasters.effects.selecting import NotYet, who_is

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.compiling import Context, StepCompiler


def deal(c: StepCompiler, x: tree.Deal, context: Context) -> None:
    source = None if x.source is None else c.ref(x.source)
    if source is not None and source.kind == REF_EACH and context.rest:
        c.memory.that = c.memory.new()
        c.add(handling.Note(c.memory.that, source, counts=True))
        source = Ref(REF_REG, c.memory.that)
    parts: list[tuple[Amount, Amount | None, list[Ref]]] = []
    for part in x.parts:
        refs = c.recipients(part.to, context.optional)
        amount = _noted(c, part.amount, source) or c.amount(part.amount)
        parts.append((amount, c.per(part.per), refs))
        if any(isinstance(d, tree.Dice) and d.how == "itself" for d in part.to):
            raise NotYet("damage to itself")
    c.last_deal = deeds.Deal(source, parts)
    c.last_deal.along = c.along
    c.add(c.last_deal)


def _noted(c: StepCompiler, a: tree.Amount, source: Ref | None) -> Amount | None:
    """The A of a die that was just knocked out is what it was then."""
    last = c.last_ko
    if last is None or source is None or last.ref.kind != REF_REG or source.kind != REF_REG:
        return None
    if source.slot != last.ref.slot or not isinstance(a, tree.Stat) or a.stat != "A" or a.of.how != "it":
        return None
    last.attacks = c.memory.new()
    return Amount(AM_NOTED, last.attacks)


def add_damage(c: StepCompiler, x: tree.AddDamage, context: Context) -> None:
    assert c.last_deal is not None
    c.last_deal.added.append((None, c.amount(x.amount)))


def ko(c: StepCompiler, x: tree.Ko, context: Context) -> None:
    ref = c.ref(x.what, optional=context.optional)
    if context.cost and ref.kind == REF_REG and isinstance(c.program.ops[-1], picking.Pick):
        c.program.ops[-1].to_ko = True
    op = deeds.Ko(ref, c.memory.new(), context.cost)
    op.levels = c.memory.levels = c.memory.new()
    c.memory.ways["KO'd this way"] = op.slot
    c.last_ko = op
    c.add(op)


def gain(c: StepCompiler, x: tree.Gain, context: Context) -> None:
    c.add(deeds.Life(1, c.amount(x.amount), c.per(x.per), YOU))


def lose(c: StepCompiler, x: tree.Lose, context: Context) -> None:
    if x.who.who in ("target player", "a player", "its owner", "its controller"):
        (ref,) = c.recipients((x.who,))
        op = deeds.Life(-1, c.amount(x.amount), c.per(x.per), YOU)
        op.ref = ref
        c.add(op)
        return
    who = who_is(x.who.who)
    c.add(deeds.Life(-1, c.amount(x.amount), c.per(x.per), who))


def set_life(c: StepCompiler, x: tree.SetLife, context: Context) -> None:
    c.add(deeds.SetLife(x.life))


def assign_all(c: StepCompiler, x: tree.AssignAll, context: Context) -> None:
    c.add(AssignAll(x.to == "each blocker"))


def instead_of_attack(c: StepCompiler, x: tree.InsteadOfAttack, context: Context) -> None:
    c.step(tree.May((x.deal,)), context.rest)
