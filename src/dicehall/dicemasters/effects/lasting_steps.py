"""Steps whose effect lasts: bonuses, keywords, bans and duties, copies, triggers for later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.board import U_AGAIN, U_ATTACHED, U_CAPTURED, U_END, U_ENGAGED, U_NEXT, U_START, U_TURN
from dicehall.dicemasters.effects import imitating, interrupting, lasting
from dicehall.dicemasters.effects.code import (
    BOTH,
    C_COPY,
    C_GETS,
    C_RING,
    C_SET,
    C_WATCH,
    COPY_FACES,
    COPY_STATS,
    COPY_TEXT,
    COPY_TRAITS,
    MARK_SHARES,
    REF_GROUP,
    REF_REG,
    REF_SIDES,
    SC_ACTIVE,
    SC_DIE,
    YOURS,
    Clause,
    Ref,
    Watch,
)
from dicehall.dicemasters.effects.events import about_of, event_of, set_event
from dicehall.dicemasters.effects.selecting import NotYet, phrase_of

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.compiling import Context, StepCompiler


UNTIL = {
    "turn": U_TURN,
    "next turn": U_START,
    "their turn": U_END,
    "attached": U_ATTACHED,
    "again": U_AGAIN,
    "opportunity": U_NEXT,
}
COPY_UNTIL = {**UNTIL, "engaged": U_ENGAGED, "captured": U_CAPTURED}


def lasts(c: StepCompiler, clause: Clause, ref: Ref, until: tree.Until) -> lasting.Lasts:
    """A clause holds for a time: on certain dice, or for whoever is meant when it matters."""
    if until not in UNTIL:
        raise NotYet(f"a duration '{until}'")
    clause.label = {"turn": " (this turn)", "attached": " (while attached)"}.get(until, "")
    if ref.kind == REF_GROUP:
        clause.subject = ref.match
    op = lasting.Lasts(clause.id, ref, UNTIL[until])
    if ref.match is not None and ref.match.marks & MARK_SHARES:
        op.type_of = Ref(REF_REG, c.memory.that)
    c.add(op)
    return op


def gets(c: StepCompiler, x: tree.Gets, context: Context) -> None:
    if x.what.how == "fielded" and c.last_costs is not None:  # the die that uses the discount up
        clause = c.make.clause(C_GETS, c.program.origin)
        clause.a, clause.d, clause.label = x.attack, x.defence, " (this turn)"
        c.last_costs.watch = clause.id
        return
    ref = c.ref(x.what, optional=context.optional)
    clause = c.make.clause(C_GETS, c.program.origin)
    clause.a, clause.d = x.attack, x.defence
    c.runner.lowers |= x.defence < 0
    clause.per = c.per(x.per)
    lasts(c, clause, ref, x.until)


def holds(c: StepCompiler, x: tree.Step, context: Context) -> None:
    """A step that holds for a time: keywords, bans, duties, protections."""
    what = getattr(x, "what", None)
    ref = c.ref(what, optional=context.optional) if isinstance(what, tree.Dice) else Ref(REF_SIDES)
    aux: Ref | None = None
    if isinstance(x, tree.Must) and x.whom is not None:
        aux = c.ref(x.whom)
    until: tree.Until = getattr(x, "until", "turn")
    for clause in c.make.modifier(x, c.program.origin, c.memory):
        op = lasts(c, clause, ref, until)
        op.aux = aux


def costs(c: StepCompiler, x: tree.Costs, context: Context) -> None:
    for clause in c.make.modifier(x, c.program.origin, c.memory):
        clause.label = " (this turn)"
        c.last_costs = clause
        c.add(lasting.Lasts(clause.id, Ref(REF_SIDES), U_TURN))


def double(c: StepCompiler, x: tree.Double, context: Context) -> None:
    ref = c.ref(x.what, optional=context.optional)
    attack = c.make.clause(C_GETS, c.program.origin)
    defence = c.make.clause(C_GETS, c.program.origin)
    attack.a = defence.d = 1
    attack.label = defence.label = " (this turn)"
    c.add(lasting.Double(attack.id, defence.id, ref))


def swap_attack(c: StepCompiler, x: tree.SwapA, context: Context) -> None:
    one = c.ref(x.one)
    other = c.ref(x.other)
    clause = c.make.clause(C_SET, c.program.origin)
    clause.label = " (this turn)"
    c.add(lasting.SwapAttack(clause.id, one, other))


def prevent(c: StepCompiler, x: tree.Prevent, context: Context) -> None:
    if x.amount or x.what is None or not x.until:
        raise NotYet("preventing outside a reaction")
    ref = c.ref(x.what, optional=context.optional)  # what is going on, and what comes later
    for clause in c.make.modifier(tree.TakesNo(x.what), c.program.origin, c.memory):
        lasts(c, clause, ref, x.until)
    c.add(interrupting.PreventNow(ref))


def draw_more(c: StepCompiler, x: tree.DrawMore, context: Context) -> None:
    for clause in c.make.modifier(x, c.program.origin, c.memory):
        lasts(c, clause, Ref(REF_SIDES), "turn")


def ring_blocks(c: StepCompiler, x: tree.RingBlocks, context: Context) -> None:
    clause = c.make.clause(C_RING, c.program.origin)
    clause.n = x.count
    lasts(c, clause, Ref(REF_SIDES), "attached")


def for_a_time(c: StepCompiler, x: tree.Lasting, context: Context) -> None:
    for step in x.do:
        if isinstance(step, tree.CopyStats):
            copy_dice(c, step, step.until or x.until)
            continue
        what = tree.Dice("that") if isinstance(step, tree.OnlyTarget) else getattr(step, "what", None)
        if not isinstance(what, tree.Dice):
            raise NotYet(f"{phrase_of(step)} for a time")
        ref = c.ref(what)
        until: tree.Until = getattr(step, "until", "") or x.until
        for clause in c.make.modifier(step, c.program.origin, c.memory):
            lasts(c, clause, ref, until)
            if x.until == "active":
                clause.scope, clause.label = SC_ACTIVE, " (while active)"
    for step in x.then:  # an attached die leaves when its time is over
        if not (isinstance(step, tree.Move) and step.what[0].how == "this"):
            raise NotYet("what follows when a time is over")


def copy_stats(c: StepCompiler, x: tree.CopyStats, context: Context) -> None:
    copy_dice(c, x, x.until)


def copy_dice(c: StepCompiler, x: tree.CopyStats, until: tree.Until) -> None:
    """This die copies a die, or each die of this card does: also those that come later (6.2.6)."""
    if until not in COPY_UNTIL:
        raise NotYet(f"copying for a time '{until}'")
    clause = c.make.clause(C_COPY, c.program.origin)
    clause.n = COPY_STATS | (COPY_TEXT if x.abilities else 0)
    if x.who.how in ("each", "group"):
        what = x.who.what or tree.Filter()
        if what != tree.Filter(kind="die", whose=what.whose, of_card="this") or what.whose == "opposing":
            raise NotYet("copying by other dice than this die or those of this card")
        clause.whose = YOURS if what.whose == "your" else BOTH
    who = c.ref(x.who)
    c.add(imitating.CopyDie(clause.id, who, c.ref(x.what), COPY_UNTIL[until]))


def copy_card(c: StepCompiler, x: tree.CopyCard, context: Context) -> None:
    clause = c.make.clause(C_COPY, c.program.origin)
    clause.n = COPY_FACES if x.faces else COPY_TEXT | COPY_TRAITS
    c.add(imitating.CopyCard(clause.id))


def use_captured(c: StepCompiler, x: tree.UseCaptured, context: Context) -> None:
    c.add(imitating.UseCaptured())


def end_globals(c: StepCompiler, x: tree.EndGlobals, context: Context) -> None:
    c.add(lasting.EndGlobals())


def later(c: StepCompiler, x: tree.Later, context: Context) -> None:
    if isinstance(x.event, tree.Kod | tree.Purchased) and _goes_later(c, x):
        return
    speaks = c.memory.that >= 0 and not isinstance(x.event, tree.Kod | tree.Fielded)
    this = not speaks and all(isinstance(step, tree.Goes) and step.what.how == "this" for step in x.do)
    clause = c.make.clause(C_WATCH, c.program.origin)
    clause.watch = _watch_later(c, x, speaks or this)
    c.runner.later = True
    c.add(lasting.LastTrigger(clause.id, [c.memory.that] if speaks else [], this))


def _goes_later(c: StepCompiler, x: tree.Later) -> bool:
    """Dice that are KO'd or bought later this turn go elsewhere: that holds before they move."""
    do = x.do[0]
    may = isinstance(do, tree.May) and not do.then and not do.otherwise
    goes = do.do[0] if isinstance(do, tree.May) and may else do
    if len(x.do) != 1 or not isinstance(goes, tree.Goes) or goes.instead_of is None or x.condition is not None:
        return False
    clause = c.make.goes(goes, c.program.origin, x.event, optional=may)
    ref = Ref(REF_SIDES)
    if isinstance(x.event, tree.Kod):
        what = x.event.what
        ref = c.ref(what) if what.what is None else Ref(REF_GROUP, match=c.make.matcher(what.what))
    lasts(c, clause, ref, "turn")
    return True


def _watch_later(c: StepCompiler, x: tree.Later, keeps: bool) -> int:
    """What the trigger waits for; its program goes on with the dice that were kept."""
    kind, window = event_of(x.event)
    w = Watch(len(c.runner.watches), c.card, SC_DIE, kind, window)
    c.runner.watches.append(w)
    set_event(w, x.event, c.make)
    w.this = w.this and not isinstance(x.event, tree.Moment)
    about = -1 if keeps else about_of(x.event)
    maker = c.another(about)
    maker.program.kept = keeps
    if keeps:
        maker.memory.that = 0
    if x.condition is not None:
        maker.step(tree.If(x.condition, x.do), ())
    else:
        maker.steps(x.do)
    w.programs = [maker.finish()] * 3
    return w.id
