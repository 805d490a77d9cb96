"""Steps that choose and decide: which die, whether at all, what under which condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects import drawing, handling, ops, picking
from dicehall.dicemasters.effects.code import CO_MOMENT, REF_BLOCKED, REF_REG, Z_OPPONENT, Z_YOURS, Ref

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.compiling import Context, StepCompiler


def choose(c: StepCompiler, x: tree.Choose, context: Context) -> None:
    zones = () if x.what.what is None else x.what.what.zones
    if x.by == "you" and any(z.whose == "each player's" for z in zones):  # one of each: your own first
        one = c.pick(x.what)
        other = picking.Pick(one.slot, c.make.matcher(x.what.what or tree.Filter(), c.memory))
        one.match = c.make.matcher(x.what.what or tree.Filter(), c.memory)
        for op, whose in ((one, Z_YOURS), (other, Z_OPPONENT)):
            assert op.match is not None
            op.match.zones = [(zone, whose) for zone, _ in op.match.zones]
            op.append, op.count, op.least = True, one.count, one.least
        c.add(other)
        return
    if x.by == "you":
        c.ref(x.what, optional=context.optional)
        return
    op = c.pick(x.what)
    if op.match is not None:
        op.match.whose = 1  # of the one who chooses
    if x.by == "opponent":
        op.by = ops.CH_OPPONENT
        return
    op.by = ops.CH_ACTIVE
    op.append = True
    other = picking.Pick(op.slot, op.match)
    other.by, other.append, other.count, other.least = ops.CH_OTHER, True, op.count, op.least
    c.add(other)


def choose_type(c: StepCompiler, x: tree.ChooseType, context: Context) -> None:
    c.memory.type_slot = c.memory.new()
    c.add(picking.ChooseType(c.memory.type_slot))


def choose_card(c: StepCompiler, x: tree.ChooseCard, context: Context) -> None:
    c.memory.type_slot = c.memory.new()
    c.add(picking.ChooseCard(c.memory.type_slot, c.make.matcher(x.what, c.memory), False, False))


def name_die(c: StepCompiler, x: tree.NameDie, context: Context) -> None:
    c.memory.type_slot = c.memory.new()
    match = None if x.what is None else c.make.matcher(x.what, c.memory)
    c.add(picking.ChooseCard(c.memory.type_slot, match, True, x.what is None))


def may(c: StepCompiler, x: tree.May, context: Context) -> None:
    """One question: the die, where one is chosen first; else yes or no. "If you do" needs all of it (7.9.7)."""
    start, first = c.here, c.memory.slots
    ways = set(c.memory.ways.values())
    first_picks = not x.must and asks_first(x.do[0])
    ask: ops.Ask | None = None
    if not x.must and not first_picks:
        ask = ops.Ask([], ops.CH_OPPONENT if x.who == "opponent" else ops.CH_YOU)
        c.add(ask)
    c.choosing += not x.must
    for i, step in enumerate(x.do):
        c.step(step, x.do[i + 1 :], cost=bool(x.then), optional=first_picks and i == 0)
    c.choosing -= not x.must
    made = c.program.ops[start:]
    if ask is not None:
        ask.needs = [op for op in made if not isinstance(op, ops.Ask | drawing.Collect) and not _leans_on(op, first)]
    gates: list[ops.IfNone] = []
    if x.then or x.otherwise:
        for way, slot in list(c.memory.ways.items()):
            if slot not in ways and way in ("KO'd this way", "moved this way", "spun this way"):
                gate = ops.IfNone(slot)
                gates.append(gate)
                c.add(gate)
    c.steps(x.then)
    jump: ops.Jump | None = None
    if x.otherwise:
        jump = ops.Jump()
        c.add(jump)
    end = c.here
    if ask is not None:
        ask.to = end
    for gate in gates:
        gate.to = end
    for op in made:
        if isinstance(op, picking.Pick) and (op.optional or (x.must and op.least)) and op.jump < 0:
            op.jump = end
    c.steps(x.otherwise)
    if jump is not None:
        jump.to = c.here


def asks_first(step: tree.Step) -> bool:
    """Whether a step begins with the choice of a die, so that "may" is the same question."""
    if isinstance(step, tree.Deal):
        to = step.parts[0].to
        return len(step.parts) == len(to) == 1 and isinstance(to[0], tree.Dice) and to[0].how in ("target", "a")
    for name in ("what", "to"):
        what = getattr(step, name, None)
        if isinstance(what, tuple) and what:
            what = what[0]
        if isinstance(what, tree.Dice) and what.how in ("target", "a"):
            return True
    return False


def _leans_on(op: ops.Op, first: int) -> bool:
    """Whether an operation works on dice that only an operation before it will find, in a register from `first` on:
    beforehand nobody can say whether it can be done."""
    refs = [*getattr(op, "refs", ()), getattr(op, "ref", None)]
    matches = [getattr(op, "match", None), *[r.match for r in refs if r is not None]]
    return any(r is not None and r.kind == REF_REG and r.slot >= first for r in refs) or any(
        m is not None and m.among >= first for m in matches
    )


def if_(c: StepCompiler, x: tree.If, context: Context) -> None:
    if len(x.then) == 1 and isinstance(x.then[0], tree.AddDamage) and c.last_deal is not None:
        cond = c.make.condition(x.condition, c.memory)
        c.last_deal.added.append((cond, c.amount(x.then[0].amount)))
        return
    if isinstance(x.condition, tree.Is) and x.condition.what == tree.Dice("blocked"):  # from here on "that die"
        c.memory.that = c.memory.new()
        c.add(handling.Note(c.memory.that, Ref(REF_BLOCKED)))
    gate = ops.Unless(c.make.condition(x.condition, c.memory))
    c.add(gate)
    start = c.here
    c.steps(x.then)
    if x.otherwise:
        jump = ops.Jump()
        c.add(jump)
        gate.to = c.here
        about = gate.cond.ref
        nobody = ops.IfNone(about.slot) if about is not None and about.kind == REF_REG else None
        if nobody is not None:  # with no die to look at neither of the two happens (1.4.5)
            c.add(nobody)
        c.steps(x.otherwise)
        jump.to = c.here
        if nobody is not None:
            nobody.to = c.here
    else:
        gate.to = c.here
    for op in c.program.ops[start:]:  # what fails under a condition does not end what comes after it
        if isinstance(op, picking.Pick) and op.jump == ops.END:
            op.jump = c.here
        elif isinstance(op, ops.IfNone) and op.to == ops.END:
            op.to = c.here


def use_only(c: StepCompiler, x: tree.UseOnly, context: Context) -> None:
    only = c.runner.use_only[c.card] = c.make.condition(x.condition, c.memory)
    if only.kind == CO_MOMENT:
        c.runner.starts = True
