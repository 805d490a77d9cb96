"""Steps that handle dice: turned, drawn, rolled, moved, fielded, captured, attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects import deeds, drawing, handling, lasting_steps, ops, picking, placing, price_steps
from dicehall.dicemasters.effects.code import GE, REF_REG, Z_YOURS, Ref
from dicehall.dicemasters.effects.selecting import ZONE_CODES, NotYet
from dicehall.dicemasters.terms import BAG

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.compiling import Context, StepCompiler


def spin(c: StepCompiler, x: tree.Spin, context: Context) -> None:
    ref = c.ref(x.what, optional=context.optional)
    if context.cost and ref.kind == REF_REG and isinstance(c.program.ops[-1], picking.Pick):
        match = c.program.ops[-1].match
        if match is not None and x.way == "down" and match.level < 0:  # only dice that can pay it
            match.level, match.level_op = 1 + x.levels, GE
    way = -1
    if x.way == "either":
        way = c.memory.new()
        c.add(picking.ChooseWay(way, ref))
    levels = -x.levels if x.way == "down" else x.levels
    op = deeds.Spin(ref, levels, c.memory.new(), way, context.cost)
    c.memory.ways["spun this way"] = op.slot
    c.add(op)


def spin_to(c: StepCompiler, x: tree.SpinTo, context: Context) -> None:
    ref = c.ref(x.what, optional=context.optional)
    if x.face == "any other":
        slot = c.memory.new()
        c.add(picking.ChooseFace(slot, ref))
        c.add(deeds.SpinTo(ref, 0, slot))
    else:
        c.add(deeds.SpinTo(ref, 1 if x.face == "character" else int(x.face[-1])))


def draw(c: StepCompiler, x: tree.Draw, context: Context) -> None:
    slot, more = c.memory.new(), c.memory.new()
    op = drawing.Draw(slot, x.count, c.per(x.per), x.who == "opponent")
    if x.who == "its owner":
        op.owners = c.memory.ways["moved this way"]
    c.add(op)
    c.add(drawing.Collect(slot, more))
    c.program.again.append((slot, more, c.here, ops.END))
    c.memory.ways["drawn this way"] = slot
    c.memory.that = slot


def search(c: StepCompiler, x: tree.Search, context: Context) -> None:
    """A die out of one's own bag; with the search the effect begins (7.9.10)."""
    if c.way_out is not None:
        price_steps.offer_way_out(c)
    op = c.pick(x.what, optional=context.optional)
    assert op.match is not None
    op.match.zones = [(BAG, Z_YOURS)]


def roll(c: StepCompiler, x: tree.Roll, context: Context) -> None:
    ref = Ref(REF_REG, c.memory.that) if x.what is None else c.ref(x.what, optional=context.optional)
    slot = c.memory.new()
    c.add(handling.Roll(ref, slot))
    c.memory.ways["rolled this way"] = slot
    c.memory.that = slot
    if x.to is not None:
        c.add(handling.Move([Ref(REF_REG, slot)], ZONE_CODES[x.to.name], c.memory.new()))


def reroll(c: StepCompiler, x: tree.Reroll, context: Context) -> None:
    ref = c.ref(x.what, optional=context.optional)
    if ref.kind == REF_REG and c.program.ops and isinstance(c.program.ops[-1], picking.Pick):
        c.program.ops[-1].to_reroll = True
    slot = c.memory.new()
    c.add(handling.Reroll(ref, slot, bool(context.rest)))
    c.memory.ways["rerolled this way"] = slot
    c.memory.that = slot


def move(c: StepCompiler, x: tree.Move, context: Context) -> None:
    refs = [c.ref(d, optional=context.optional) for d in x.what]
    to = handling.OUT_OF_ATTACK if isinstance(x.to, str) else ZONE_CODES[x.to.name]
    op = handling.Move(refs, to, c.memory.new())
    op.level, op.same_level = x.level, x.same_level
    c.memory.ways["moved this way"] = op.slot
    c.add(op)


def goes(c: StepCompiler, x: tree.Goes, context: Context) -> None:
    if x.instead_of is not None and x.until:
        lasting_steps.lasts(c, c.make.goes(x, c.program.origin), c.ref(x.what), x.until).anywhere = True
    elif x.instead_of is not None:
        if c.last_ko is None or x.what.how != "it":
            raise NotYet("a destination that replaces another")
        c.last_ko.zone = ZONE_CODES[x.to[0].name]
    elif len(x.to) != 1:
        c.add(placing.ChoosePlace(c.ref(x.what), [ZONE_CODES[z.name] for z in x.to]))
    else:
        c.add(handling.Move([c.ref(x.what)], ZONE_CODES[x.to[0].name], c.memory.new()))


def field(c: StepCompiler, x: tree.Field, context: Context) -> None:
    c.add(handling.FieldDice(c.ref(x.what, optional=context.optional), x.level))


def exchange(c: StepCompiler, x: tree.Exchange, context: Context) -> None:
    one = c.ref(x.one)
    other = c.ref(x.other)
    drawn = c.memory.ways.get("drawn this way", -1)
    c.add(handling.Exchange(one, other, x.level, other.kind == REF_REG and other.slot == drawn))


def capture(c: StepCompiler, x: tree.Capture, context: Context) -> None:
    c.add(deeds.Capture(c.ref(x.what, optional=context.optional)))


def control(c: StepCompiler, x: tree.Control, context: Context) -> None:
    c.add(deeds.Control(c.ref(x.what, optional=context.optional)))


def attach(c: StepCompiler, x: tree.Attach, context: Context) -> None:
    c.add(deeds.Attach(c.ref(x.to, optional=context.optional)))


def becomes_blocked(c: StepCompiler, x: tree.BecomesBlocked, context: Context) -> None:
    c.add(deeds.BecomesBlocked(c.ref(x.what, optional=context.optional)))
