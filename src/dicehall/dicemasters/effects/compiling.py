"""From tree to code, second half: steps become operations and clauses.

One StepCompiler makes one program. Choices are numbered registers, found when the text is compiled: "that die" is
the nearest earlier choice, "another" differs from all of them. For each kind of step there is a function in one of
the `*_steps` modules; the table `STEPS` at the end names it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from dicehall.ability import tree
from dicehall.dicemasters.effects import (
    choice_steps,
    damage_steps,
    deeds,
    dice_steps,
    lasting_steps,
    ops,
    picking,
    price_steps,
)
from dicehall.dicemasters.effects.clauses import Clauses
from dicehall.dicemasters.effects.code import (
    KIND_ANY,
    REF_BLOCKED,
    REF_CAPTURED,
    REF_CONTROLLER,
    REF_EACH,
    REF_GROUP,
    REF_OWNER,
    REF_REG,
    REF_SIDES,
    REF_THIS,
    YOURS,
    Amount,
    Clause,
    Matcher,
    Program,
    Ref,
)
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.selecting import Memory, NotYet, phrase_of, who_is


class Context(NamedTuple):
    """Where a step stands."""

    rest: Sequence[tree.Step]  # the steps that follow it
    cost: bool  # it is a price, or the first part of "If you do"
    optional: bool  # its choice of a die is also the question whether to do it


class StepCompiler:
    """Compiles steps of one ability into one program."""

    def __init__(self, runner: Runner, clauses: Clauses, card: int, origin: int, about: int = -1) -> None:
        self.runner = runner
        self.make = clauses
        self.card = card
        self.program = Program(len(runner.programs), card, origin)
        self.program.about = about
        runner.programs.append(self.program)
        self.memory = Memory()
        if about >= 0:
            self.memory.that = 0
        self.last_deal: deeds.Deal | None = None
        self.last_ko: deeds.Ko | None = None
        self.last_costs: Clause | None = None
        self.choosing = 0  # inside "you may"
        self.by = ops.CH_YOU  # who pays and picks
        self.way_out: tree.WayOut | None = None  # what the other side may do about what comes next
        self.along = False  # its damage is dealt together with combat damage

    def add(self, op: ops.Op) -> None:
        if self.way_out is not None and not isinstance(op, picking.Pick):
            price_steps.offer_way_out(self)  # who is meant has been chosen, and nothing has happened yet
        self.program.ops.append(op)

    @property
    def here(self) -> int:
        return len(self.program.ops)

    def end_draws(self) -> None:
        """What follows is not about the dice drawn so far."""
        self.program.again = [(slot, more, at, min(end, self.here)) for slot, more, at, end in self.program.again]

    def finish(self) -> int:
        """Closes the program; two registers more say which dice were asked to ignore it, and which do."""
        self.end_draws()
        self.program.slots = self.memory.slots + 2
        self.program.memory = self.memory.type_slot
        for op in self.program.ops:
            if isinstance(op, picking.Pick):
                op.close()
        self.program.needs = [
            op for op in self.program.ops if isinstance(op, picking.Pick) and not op.optional and op.least > 0
        ]
        return self.program.id

    def another(self, about: int) -> StepCompiler:
        """For a second program of the same text, that speaks later."""
        return StepCompiler(self.runner, self.make, self.card, self.program.origin, about)

    # ---- who and how much --------------------------------------------------------------------------------
    def pick(self, d: tree.Dice, *, optional: bool = False, players: int = picking.NO_PLAYERS) -> picking.Pick:
        """Asks for dice (or players) into a new register."""
        what = d.what if d.what is not None else tree.Filter()
        match = self.make.matcher(what, self.memory)
        apart = list(self.memory.picks) if what.other else []
        op = picking.Pick(self.memory.new(), match)
        op.apart = apart
        op.target = d.how == "target"
        op.count = picking.MANY if d.any_number else d.count
        op.least = 0 if d.up_to or d.any_number else d.count
        op.optional = optional
        op.players = players
        if self.by == ops.CH_OPPONENT:  # one of their own
            op.by = self.by
            match.whose = YOURS
        self.memory.picks.append(op.slot)
        self.memory.that = op.slot
        self.add(op)
        return op

    def ref(self, d: tree.Dice, *, optional: bool = False) -> Ref:
        """The dice of a step. What must be chosen is asked for here, in the order of the text."""
        how = d.how
        if how == "this":
            return Ref(REF_THIS)
        if how == "chosen" and self.memory.picks:
            return Ref(REF_REG, self.memory.picks[-1])
        if how == "those" and self.memory.that < 0:
            raise NotYet("'those dice' that nothing before has named")
        if how == "that" and d.what is not None:  # the die drawn this way
            way = next((mark for mark in d.what.marks if mark in self.memory.ways), "")
            if way:
                return Ref(REF_REG, self.memory.ways[way])
        if how in ("it", "itself", "that", "those", "chosen"):
            return Ref(REF_REG, self.memory.that) if self.memory.that >= 0 else Ref(REF_THIS)
        if how in ("target", "a"):
            return Ref(REF_REG, self.pick(d, optional=optional).slot)
        if how == "part":  # one of the dice drawn
            match = Matcher()
            match.kind = KIND_ANY
            match.among = self.memory.ways["drawn this way"]
            op = picking.Pick(self.memory.new(), match)
            op.count = op.least = d.count
            self.memory.picks.append(op.slot)
            self.add(op)
            return Ref(REF_REG, op.slot)
        if how == "rest":  # those of them that were not taken
            match = Matcher()
            match.kind = KIND_ANY
            match.among = self.memory.ways["drawn this way"]
            match.apart = [self.memory.picks[-1]]
            return Ref(REF_EACH, match=match)
        if how == "blocked":
            return Ref(REF_BLOCKED)
        if how == "captured":
            return Ref(REF_CAPTURED)
        if how in ("each", "group"):
            match = self.make.matcher(d.what or tree.Filter(), self.memory)
            if how == "each" and d.what is not None and d.what.other:
                match.apart = [s for s in self.memory.picks]
            return Ref(REF_EACH if how == "each" else REF_GROUP, match=match)
        if how == "others":
            match = Matcher()
            match.kind = KIND_ANY
            match.among = next(iter(self.memory.ways.values()))
            for way in ("drawn this way", "rolled this way", "rerolled this way"):
                if way in self.memory.ways:
                    match.among = self.memory.ways[way]
            match.outside = True
            return Ref(REF_EACH, match=match)
        raise NotYet(f"'{how}' dice")

    def recipients(self, to: Sequence[tree.Dice | tree.Who], optional: bool = False) -> list[Ref]:
        """Who is dealt damage: dice, players, or one of either."""
        dice = [d for d in to if isinstance(d, tree.Dice)]
        whom = [w.who for w in to if isinstance(w, tree.Who)]
        choose = [d for d in dice if d.how in ("target", "a")]
        if choose and whom and len(to) > 1:
            players = (
                picking.OPPONENTS if whom[0] in ("target opponent", "opponent", "an opponent") else picking.ANY_PLAYER
            )
            return [Ref(REF_REG, self.pick(choose[0], players=players).slot)]
        out: list[Ref] = [self.ref(d, optional=optional) for d in dice]
        for who in whom:
            if who in ("target player", "a player"):
                op = picking.Pick(self.memory.new(), None)
                op.players = picking.ANY_PLAYER
                op.target = True
                self.memory.picks.append(op.slot)
                self.memory.that = op.slot
                self.add(op)
                out.append(Ref(REF_REG, op.slot))
            else:
                if who in ("its owner", "its controller"):
                    kind = REF_OWNER if who == "its owner" else REF_CONTROLLER
                    out.append(Ref(kind, self.memory.that))
                    continue
                out.append(Ref(REF_SIDES, who=who_is(who)))
        return out

    def amount(self, a: tree.Amount) -> Amount:
        return self.make.amount(a, self.memory)

    def per(self, count: tree.Count | None) -> Amount | None:
        return None if count is None else self.make.amount(count, self.memory)

    # ---- steps -------------------------------------------------------------------------------------------
    def steps(self, steps: Sequence[tree.Step], *, cost: bool = False) -> None:
        outs = [x for x in steps if isinstance(x, tree.WayOut)]
        if outs:
            if len(outs) > 1 or outs[0].lift or steps[-1] is not outs[0]:
                raise NotYet(phrase_of(outs[0]))
            price_steps.with_way_out(self, steps[:-1], outs[0], cost)
            return
        for i, step in enumerate(steps):
            start = self.here
            self.step(step, steps[i + 1 :], cost)
            following = [x for x in steps[i + 1 :] if type(x) is not type(step)]
            if following and not cost and not isinstance(step, tree.If):  # what depends on something is no cost
                self._first_is_cost(start)

    def step(self, step: tree.Step, rest: Sequence[tree.Step], cost: bool = False, optional: bool = False) -> None:
        compile_step = STEPS.get(type(step))
        if compile_step is None:
            raise NotYet(phrase_of(step))
        start = self.here
        compile_step(self, step, Context(rest, cost, optional))
        if cost:  # one of your own dice that is not called a target pays
            for op in self.program.ops[start:]:
                if isinstance(op, picking.Pick) and op.match is not None and not op.target:
                    op.price = op.match.whose == YOURS

    def _first_is_cost(self, start: int) -> None:
        """Of different things done one after another the first is the cost of the others (1.4.5)."""
        for op in self.program.ops[start:]:
            if isinstance(op, picking.Pick) and not op.optional and op.jump < 0 and op.least and not op.append:
                op.jump = ops.END
            if isinstance(op, deeds.Ko) and op.ref.kind == REF_REG and not op.cost:
                gate = ops.IfNone(op.slot)
                gate.to = ops.END
                self.add(gate)


STEPS: dict[type[tree.Step], Callable[[StepCompiler, Any, Context], None]] = {
    # damage, KO, life
    tree.Deal: damage_steps.deal,
    tree.AddDamage: damage_steps.add_damage,
    tree.Ko: damage_steps.ko,
    tree.Gain: damage_steps.gain,
    tree.Lose: damage_steps.lose,
    tree.SetLife: damage_steps.set_life,
    tree.AssignAll: damage_steps.assign_all,
    tree.InsteadOfAttack: damage_steps.instead_of_attack,
    # dice in hand
    tree.Spin: dice_steps.spin,
    tree.SpinTo: dice_steps.spin_to,
    tree.Draw: dice_steps.draw,
    tree.Search: dice_steps.search,
    tree.Roll: dice_steps.roll,
    tree.Reroll: dice_steps.reroll,
    tree.Move: dice_steps.move,
    tree.Goes: dice_steps.goes,
    tree.Field: dice_steps.field,
    tree.Exchange: dice_steps.exchange,
    tree.Capture: dice_steps.capture,
    tree.Control: dice_steps.control,
    tree.Attach: dice_steps.attach,
    tree.BecomesBlocked: dice_steps.becomes_blocked,
    # choices and conditions
    tree.Choose: choice_steps.choose,
    tree.ChooseType: choice_steps.choose_type,
    tree.ChooseCard: choice_steps.choose_card,
    tree.NameDie: choice_steps.name_die,
    tree.May: choice_steps.may,
    tree.If: choice_steps.if_,
    tree.UseOnly: choice_steps.use_only,
    # prices; a way out stands around other steps, see `steps`
    tree.PayEnergy: price_steps.pay_energy,
    tree.PayLife: price_steps.pay_life,
    tree.TakeDamage: price_steps.take_damage,
    tree.Cancel: price_steps.cancel,
    # what lasts
    tree.Gets: lasting_steps.gets,
    tree.Half: lasting_steps.holds,
    tree.Gains: lasting_steps.holds,
    tree.Cannot: lasting_steps.holds,
    tree.Must: lasting_steps.holds,
    tree.TakesNo: lasting_steps.holds,
    tree.DealsNo: lasting_steps.holds,
    tree.Reduce: lasting_steps.holds,
    tree.Excess: lasting_steps.holds,
    tree.Costs: lasting_steps.costs,
    tree.Double: lasting_steps.double,
    tree.SwapA: lasting_steps.swap_attack,
    tree.Prevent: lasting_steps.prevent,
    tree.DrawMore: lasting_steps.draw_more,
    tree.RingBlocks: lasting_steps.ring_blocks,
    tree.CopyStats: lasting_steps.copy_stats,
    tree.CopyCard: lasting_steps.copy_card,
    tree.UseCaptured: lasting_steps.use_captured,
    tree.EndGlobals: lasting_steps.end_globals,
    tree.Lasting: lasting_steps.for_a_time,
    tree.Later: lasting_steps.later,
}
