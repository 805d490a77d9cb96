"""From tree to code, second half: steps become operations and clauses.

One StepCompiler makes one program. Choices are numbered registers, found when the text is compiled: "that die" is
the nearest earlier choice, "another" differs from all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.ability import tree
from dicehall.dicemasters.board import (
    U_AGAIN,
    U_ATTACHED,
    U_CAPTURED,
    U_END,
    U_ENGAGED,
    U_NEXT,
    U_START,
    U_TURN,
)
from dicehall.dicemasters.effects import deeds, drawing, handling, imitating, interrupting, ops, placing, waysout
from dicehall.dicemasters.effects.clauses import Clauses
from dicehall.dicemasters.effects.code import (
    AM_NOTED,
    BOTH,
    C_CANNOT,
    C_COPY,
    C_GETS,
    C_RING,
    C_SET,
    C_WATCH,
    COPY_FACES,
    COPY_STATS,
    COPY_TEXT,
    COPY_TRAITS,
    EACH_PLAYER,
    GE,
    KIND_ANY,
    MARK_SHARES,
    NO_ONE_GLOBAL,
    OPPONENT,
    REF_BLOCKED,
    REF_CAPTURED,
    REF_CONTROLLER,
    REF_EACH,
    REF_GROUP,
    REF_OWNER,
    REF_REG,
    REF_SIDES,
    REF_THIS,
    SC_ACTIVE,
    SC_DIE,
    THAT_PLAYER,
    YOU,
    YOURS,
    Z_OPPONENT,
    Z_YOURS,
    Amount,
    Clause,
    Matcher,
    Program,
    Ref,
    Watch,
)
from dicehall.dicemasters.effects.events import about_of, event_of, set_event
from dicehall.dicemasters.effects.interrupting import AssignAll
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.selecting import ZONE_CODES, Memory, NotYet, phrase_of
from dicehall.dicemasters.energy import TYPE_BIT
from dicehall.dicemasters.terms import BAG, ENERGY_NAMES

UNTIL = {
    "turn": U_TURN,
    "next turn": U_START,
    "their turn": U_END,
    "attached": U_ATTACHED,
    "again": U_AGAIN,
    "opportunity": U_NEXT,
}
COPY_UNTIL = {**UNTIL, "engaged": U_ENGAGED, "captured": U_CAPTURED}
WHO = {
    "you": YOU,
    "opponent": OPPONENT,
    "an opponent": OPPONENT,
    "target opponent": OPPONENT,
    "that opponent": OPPONENT,
    "each player": EACH_PLAYER,
    "that player": THAT_PLAYER,
}


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
        if self.way_out is not None and not isinstance(op, ops.Pick):
            self.offer_way_out()  # who is meant has been chosen, and nothing has happened yet
        self.program.ops.append(op)

    @property
    def here(self) -> int:
        return len(self.program.ops)

    def finish(self) -> int:
        """Closes the program; two registers more say which dice were asked to ignore it, and which do."""
        self.end_draws()
        self.program.slots = self.memory.slots + 2
        self.program.memory = self.memory.type_slot
        for op in self.program.ops:
            if isinstance(op, ops.Pick):
                op.close()
        self.program.needs = [
            op for op in self.program.ops if isinstance(op, ops.Pick) and not op.optional and op.least > 0
        ]
        return self.program.id

    # ---- who ---------------------------------------------------------------------------------------------
    def pick(self, d: tree.Dice, *, optional: bool = False, players: int = ops.NO_PLAYERS) -> ops.Pick:
        """Asks for dice (or players) into a new register."""
        what = d.what if d.what is not None else tree.Filter()
        match = self.make.matcher(what, self.memory)
        apart = list(self.memory.picks) if what.other else []
        op = ops.Pick(self.memory.new(), match)
        op.apart = apart
        op.target = d.how == "target"
        op.count = ops.MANY if d.any_number else d.count
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
            op = ops.Pick(self.memory.new(), match)
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
            players = ops.OPPONENTS if whom[0] in ("target opponent", "opponent", "an opponent") else ops.ANY_PLAYER
            return [Ref(REF_REG, self.pick(choose[0], players=players).slot)]
        out: list[Ref] = [self.ref(d, optional=optional) for d in dice]
        for who in whom:
            if who in ("target player", "a player"):
                op = ops.Pick(self.memory.new(), None)
                op.players = ops.ANY_PLAYER
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
                if who not in WHO:
                    raise NotYet(f"'{who}'")
                out.append(Ref(REF_SIDES, who=WHO[who]))
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
            self.with_way_out(steps[:-1], outs[0], cost)
            return
        for i, step in enumerate(steps):
            start = self.here
            self.step(step, steps[i + 1 :], cost)
            following = [x for x in steps[i + 1 :] if type(x) is not type(step)]
            if following and not cost and not isinstance(step, tree.If):  # what depends on something is no cost
                self._first_is_cost(start)

    def with_way_out(self, steps: Sequence[tree.Step], out: tree.WayOut, cost: bool) -> None:
        """Steps that the other side may prevent, all of them at once, when they are about to happen (7.9.10)."""
        self.way_out = out
        start = self.here
        self.steps(steps, cost=cost)
        if self.way_out is not None:
            raise NotYet("a way out of nothing")
        gate = next(op for op in self.program.ops[start:] if isinstance(op, waysout.WouldHappen))
        gate.deeds = self.program.ops[gate.to :]

    def offer_way_out(self) -> None:
        """The price of the other side, and what follows if it is paid; else it goes on after that."""
        out, self.way_out = self.way_out, None
        assert out is not None
        that, picks, ways = self.memory.that, list(self.memory.picks), dict(self.memory.ways)
        gate = waysout.WouldHappen()
        self.add(gate)
        gate.to = self.price(out.price, ops.CH_OPPONENT, waysout.Prevented())
        self.memory.that, self.memory.picks, self.memory.ways = that, picks, ways

    def price(self, steps: Sequence[tree.Step], by: int, bought: ops.Op) -> int:
        """Asks somebody for a price; paid, `bought` happens. Says where it goes on if it is not paid."""
        start = self.here
        ask: ops.Ask | None = None
        picks = self._asks_first(steps[0])
        if not picks:
            ask = ops.Ask([], by)
            self.add(ask)
        self.by = by
        self.choosing += 1
        for i, step in enumerate(steps):
            self.step(step, steps[i + 1 :], cost=True, optional=picks and i == 0)
        self.choosing -= 1
        self.by = ops.CH_YOU
        made = self.program.ops[start:]
        self.add(bought)
        if ask is not None:
            ask.needs = [op for op in made if not isinstance(op, ops.Ask)]
            ask.to = self.here
        for op in made:
            if isinstance(op, ops.Pick) and op.jump < 0:
                op.jump = self.here
        return self.here

    def _first_is_cost(self, start: int) -> None:
        """Of different things done one after another the first is the cost of the others (1.4.5)."""
        for op in self.program.ops[start:]:
            if isinstance(op, ops.Pick) and not op.optional and op.jump < 0 and op.least and not op.append:
                op.jump = ops.END
            if isinstance(op, deeds.Ko) and op.ref.kind == REF_REG and not op.cost:
                gate = ops.IfNone(op.slot)
                gate.to = ops.END
                self.add(gate)

    def step(self, step: tree.Step, rest: Sequence[tree.Step], cost: bool = False, optional: bool = False) -> None:
        name = "_" + type(step).__name__
        method = getattr(self, name, None)
        if method is None:
            raise NotYet(phrase_of(step))
        start = self.here
        method(step, rest, cost, optional)
        if cost:  # one of your own dice that is not called a target pays
            for op in self.program.ops[start:]:
                if isinstance(op, ops.Pick) and op.match is not None and not op.target:
                    op.price = op.match.whose == YOURS

    def _Deal(self, x: tree.Deal, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        source = None if x.source is None else self.ref(x.source)
        if source is not None and source.kind == REF_EACH and rest:
            self.memory.that = self.memory.new()
            self.add(handling.Note(self.memory.that, source, counts=True))
            source = Ref(REF_REG, self.memory.that)
        parts: list[tuple[Amount, Amount | None, list[Ref]]] = []
        for part in x.parts:
            refs = self.recipients(part.to, optional)
            amount = self._noted(part.amount, source) or self.amount(part.amount)
            parts.append((amount, self.per(part.per), refs))
            if any(isinstance(d, tree.Dice) and d.how == "itself" for d in part.to):
                raise NotYet("damage to itself")
        self.last_deal = deeds.Deal(source, parts)
        self.last_deal.along = self.along
        self.add(self.last_deal)

    def _noted(self, a: tree.Amount, source: Ref | None) -> Amount | None:
        """The A of a die that was just knocked out is what it was then."""
        last = self.last_ko
        if last is None or source is None or last.ref.kind != REF_REG or source.kind != REF_REG:
            return None
        if source.slot != last.ref.slot or not isinstance(a, tree.Stat) or a.stat != "A" or a.of.how != "it":
            return None
        last.attacks = self.memory.new()
        return Amount(AM_NOTED, last.attacks)

    def _AddDamage(self, x: tree.AddDamage, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        assert self.last_deal is not None
        self.last_deal.added.append((None, self.amount(x.amount)))

    def _Ko(self, x: tree.Ko, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        ref = self.ref(x.what, optional=optional)
        if cost and ref.kind == REF_REG and isinstance(self.program.ops[-1], ops.Pick):
            self.program.ops[-1].to_ko = True
        op = deeds.Ko(ref, self.memory.new(), cost)
        op.levels = self.memory.levels = self.memory.new()
        self.memory.ways["KO'd this way"] = op.slot
        self.last_ko = op
        self.add(op)

    def _Gain(self, x: tree.Gain, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.Life(1, self.amount(x.amount), self.per(x.per), YOU))

    def _Lose(self, x: tree.Lose, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        if x.who.who in ("target player", "a player", "its owner", "its controller"):
            (ref,) = self.recipients((x.who,))
            op = deeds.Life(-1, self.amount(x.amount), self.per(x.per), YOU)
            op.ref = ref
            self.add(op)
            return
        if x.who.who not in WHO:
            raise NotYet(f"'{x.who.who}'")
        self.add(deeds.Life(-1, self.amount(x.amount), self.per(x.per), WHO[x.who.who]))

    def _SetLife(self, x: tree.SetLife, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.SetLife(x.life))

    def _PayEnergy(self, x: tree.PayEnergy, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self._priced(cost)
        self.add(ops.Pay(*energy_price(x), self.by))

    def _PayLife(self, x: tree.PayLife, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self._priced(cost)
        self.add(ops.PayLife(x.amount, self.by))

    def _TakeDamage(self, x: tree.TakeDamage, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self._priced(cost)
        self.add(deeds.TakeDamage(x.amount))

    def _priced(self, cost: bool) -> None:
        if not cost and not self.choosing:
            raise NotYet("a price that nobody may refuse; write: you may pay ... If you do, ...")

    def _Gets(self, x: tree.Gets, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        if x.what.how == "fielded" and self.last_costs is not None:  # the die that uses the discount up
            clause = self.make.clause(C_GETS, self.program.origin)
            clause.a, clause.d, clause.label = x.attack, x.defence, " (this turn)"
            self.last_costs.watch = clause.id
            return
        ref = self.ref(x.what, optional=optional)
        clause = self.make.clause(C_GETS, self.program.origin)
        clause.a, clause.d = x.attack, x.defence
        self.runner.lowers |= x.defence < 0
        clause.per = self.per(x.per)
        self.lasts(clause, ref, x.until)

    def lasts(self, clause: Clause, ref: Ref, until: tree.Until) -> deeds.Lasts:
        if until not in UNTIL:
            raise NotYet(f"a duration '{until}'")
        clause.label = {"turn": " (this turn)", "attached": " (while attached)"}.get(until, "")
        if ref.kind == REF_GROUP:
            clause.subject = ref.match
        op = deeds.Lasts(clause.id, ref, UNTIL[until])
        if ref.match is not None and ref.match.marks & MARK_SHARES:
            op.type_of = Ref(REF_REG, self.memory.that)
        self.add(op)
        return op

    def _modifier(self, x: tree.Step, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        """A step that holds for a time: keywords, bans, duties, protections."""
        what = getattr(x, "what", None)
        ref = self.ref(what, optional=optional) if isinstance(what, tree.Dice) else Ref(REF_SIDES)
        aux: Ref | None = None
        if isinstance(x, tree.Must) and x.whom is not None:
            aux = self.ref(x.whom)
        until: tree.Until = getattr(x, "until", "turn")
        for clause in self.make.modifier(x, self.program.origin, self.memory):
            op = self.lasts(clause, ref, until)
            op.aux = aux

    _Gains = _Cannot = _Must = _TakesNo = _DealsNo = _Reduce = _Half = _Excess = _modifier

    def _Costs(self, x: tree.Costs, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        for clause in self.make.modifier(x, self.program.origin, self.memory):
            clause.label = " (this turn)"
            self.last_costs = clause
            self.add(deeds.Lasts(clause.id, Ref(REF_SIDES), U_TURN))

    def _Double(self, x: tree.Double, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        ref = self.ref(x.what, optional=optional)
        attack = self.make.clause(C_GETS, self.program.origin)
        defence = self.make.clause(C_GETS, self.program.origin)
        attack.a = defence.d = 1
        attack.label = defence.label = " (this turn)"
        self.add(deeds.Double(attack.id, defence.id, ref))

    def _SwapA(self, x: tree.SwapA, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        one = self.ref(x.one)
        other = self.ref(x.other)
        clause = self.make.clause(C_SET, self.program.origin)
        clause.label = " (this turn)"
        self.add(deeds.SwapAttack(clause.id, one, other))

    def _Prevent(self, x: tree.Prevent, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        if x.amount or x.what is None or not x.until:
            raise NotYet("preventing outside a reaction")
        ref = self.ref(x.what, optional=optional)  # what is going on, and what comes later
        for clause in self.make.modifier(tree.TakesNo(x.what), self.program.origin, self.memory):
            self.lasts(clause, ref, x.until)
        self.add(interrupting.PreventNow(ref))

    def _Spin(self, x: tree.Spin, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        ref = self.ref(x.what, optional=optional)
        if cost and ref.kind == REF_REG and isinstance(self.program.ops[-1], ops.Pick):
            match = self.program.ops[-1].match
            if match is not None and x.way == "down" and match.level < 0:  # only dice that can pay it
                match.level, match.level_op = 1 + x.levels, GE
        way = -1
        if x.way == "either":
            way = self.memory.new()
            self.add(ops.ChooseWay(way, ref))
        levels = -x.levels if x.way == "down" else x.levels
        op = deeds.Spin(ref, levels, self.memory.new(), way, cost)
        self.memory.ways["spun this way"] = op.slot
        self.add(op)

    def _SpinTo(self, x: tree.SpinTo, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        ref = self.ref(x.what, optional=optional)
        if x.face == "any other":
            slot = self.memory.new()
            self.add(ops.ChooseFace(slot, ref))
            self.add(deeds.SpinTo(ref, 0, slot))
        else:
            self.add(deeds.SpinTo(ref, 1 if x.face == "character" else int(x.face[-1])))

    def _BecomesBlocked(self, x: tree.BecomesBlocked, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.BecomesBlocked(self.ref(x.what, optional=optional)))

    def _Cancel(self, x: tree.Cancel, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        bars = -1
        if x.ban:
            clause = self.make.clause(C_CANNOT, self.program.origin)
            clause.verb, clause.label = NO_ONE_GLOBAL, " (this turn)"
            self.runner.bans[NO_ONE_GLOBAL] = True
            bars = clause.id
        self.runner.cancels = True
        self.add(waysout.Cancel(bars))

    def _EndGlobals(self, x: tree.EndGlobals, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.EndGlobals())

    # ---- dice in hand ------------------------------------------------------------------------------------
    def _Draw(self, x: tree.Draw, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        slot, more = self.memory.new(), self.memory.new()
        op = drawing.Draw(slot, x.count, self.per(x.per), x.who == "opponent")
        if x.who == "its owner":
            op.owners = self.memory.ways["moved this way"]
        self.add(op)
        self.add(drawing.Collect(slot, more))
        self.program.again.append((slot, more, self.here, ops.END))
        self.memory.ways["drawn this way"] = slot
        self.memory.that = slot

    def _Search(self, x: tree.Search, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        """A die out of one's own bag; with the search the effect begins (7.9.10)."""
        if self.way_out is not None:
            self.offer_way_out()
        op = self.pick(x.what, optional=optional)
        assert op.match is not None
        op.match.zones = [(BAG, Z_YOURS)]

    def end_draws(self) -> None:
        """What follows is not about the dice drawn so far."""
        self.program.again = [(slot, more, at, min(end, self.here)) for slot, more, at, end in self.program.again]

    def _DrawMore(self, x: tree.DrawMore, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        for clause in self.make.modifier(x, self.program.origin, self.memory):
            self.lasts(clause, Ref(REF_SIDES), "turn")

    def _Roll(self, x: tree.Roll, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        ref = Ref(REF_REG, self.memory.that) if x.what is None else self.ref(x.what, optional=optional)
        slot = self.memory.new()
        self.add(handling.Roll(ref, slot))
        self.memory.ways["rolled this way"] = slot
        self.memory.that = slot
        if x.to is not None:
            self.add(handling.Move([Ref(REF_REG, slot)], ZONE_CODES[x.to.name], self.memory.new()))

    def _Reroll(self, x: tree.Reroll, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        ref = self.ref(x.what, optional=optional)
        if ref.kind == REF_REG and self.program.ops and isinstance(self.program.ops[-1], ops.Pick):
            self.program.ops[-1].to_reroll = True
        slot = self.memory.new()
        self.add(handling.Reroll(ref, slot, bool(rest)))
        self.memory.ways["rerolled this way"] = slot
        self.memory.that = slot

    def _Move(self, x: tree.Move, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        refs = [self.ref(d, optional=optional) for d in x.what]
        to = handling.OUT_OF_ATTACK if isinstance(x.to, str) else ZONE_CODES[x.to.name]
        op = handling.Move(refs, to, self.memory.new())
        op.level, op.same_level = x.level, x.same_level
        self.memory.ways["moved this way"] = op.slot
        self.add(op)

    def _Goes(self, x: tree.Goes, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        if x.instead_of is not None and x.until:
            self.lasts(self.make.goes(x, self.program.origin), self.ref(x.what), x.until).anywhere = True
        elif x.instead_of is not None:
            if self.last_ko is None or x.what.how != "it":
                raise NotYet("a destination that replaces another")
            self.last_ko.zone = ZONE_CODES[x.to[0].name]
        elif len(x.to) != 1:
            self.add(placing.ChoosePlace(self.ref(x.what), [ZONE_CODES[z.name] for z in x.to]))
        else:
            self.add(handling.Move([self.ref(x.what)], ZONE_CODES[x.to[0].name], self.memory.new()))

    def _Field(self, x: tree.Field, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(handling.FieldDice(self.ref(x.what, optional=optional), x.level))

    def _Exchange(self, x: tree.Exchange, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        one = self.ref(x.one)
        other = self.ref(x.other)
        drawn = self.memory.ways.get("drawn this way", -1)
        self.add(handling.Exchange(one, other, x.level, other.kind == REF_REG and other.slot == drawn))

    def _Capture(self, x: tree.Capture, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.Capture(self.ref(x.what, optional=optional)))

    def _UseCaptured(self, x: tree.UseCaptured, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(imitating.UseCaptured())

    def _CopyStats(self, x: tree.CopyStats, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.copy_stats(x, x.until)

    def copy_stats(self, x: tree.CopyStats, until: tree.Until) -> None:
        """This die copies a die, or each die of this card does: also those that come later (6.2.6)."""
        if until not in COPY_UNTIL:
            raise NotYet(f"copying for a time '{until}'")
        clause = self.make.clause(C_COPY, self.program.origin)
        clause.n = COPY_STATS | (COPY_TEXT if x.abilities else 0)
        if x.who.how in ("each", "group"):
            what = x.who.what or tree.Filter()
            if what != tree.Filter(kind="die", whose=what.whose, of_card="this") or what.whose == "opposing":
                raise NotYet("copying by other dice than this die or those of this card")
            clause.whose = YOURS if what.whose == "your" else BOTH
        who = self.ref(x.who)
        self.add(imitating.CopyDie(clause.id, who, self.ref(x.what), COPY_UNTIL[until]))

    def _CopyCard(self, x: tree.CopyCard, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        clause = self.make.clause(C_COPY, self.program.origin)
        clause.n = COPY_FACES if x.faces else COPY_TEXT | COPY_TRAITS
        self.add(imitating.CopyCard(clause.id))

    def _Control(self, x: tree.Control, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.Control(self.ref(x.what, optional=optional)))

    def _Attach(self, x: tree.Attach, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(deeds.Attach(self.ref(x.to, optional=optional)))

    # ---- choosing ----------------------------------------------------------------------------------------
    def _Choose(self, x: tree.Choose, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        zones = () if x.what.what is None else x.what.what.zones
        if x.by == "you" and any(z.whose == "each player's" for z in zones):  # one of each: your own first
            one = self.pick(x.what)
            other = ops.Pick(one.slot, self.make.matcher(x.what.what or tree.Filter(), self.memory))
            one.match = self.make.matcher(x.what.what or tree.Filter(), self.memory)
            for op, whose in ((one, Z_YOURS), (other, Z_OPPONENT)):
                assert op.match is not None
                op.match.zones = [(zone, whose) for zone, _ in op.match.zones]
                op.append, op.count, op.least = True, one.count, one.least
            self.add(other)
            return
        if x.by == "you":
            self.ref(x.what, optional=optional)
            return
        op = self.pick(x.what)
        if op.match is not None:
            op.match.whose = 1  # of the one who chooses
        if x.by == "opponent":
            op.by = ops.CH_OPPONENT
            return
        op.by = ops.CH_ACTIVE
        op.append = True
        other = ops.Pick(op.slot, op.match)
        other.by, other.append, other.count, other.least = ops.CH_OTHER, True, op.count, op.least
        self.add(other)

    def _ChooseType(self, x: tree.ChooseType, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.memory.type_slot = self.memory.new()
        self.add(ops.ChooseType(self.memory.type_slot))

    def _ChooseCard(self, x: tree.ChooseCard, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.memory.type_slot = self.memory.new()
        self.add(ops.ChooseCard(self.memory.type_slot, self.make.matcher(x.what, self.memory), False, False))

    def _NameDie(self, x: tree.NameDie, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.memory.type_slot = self.memory.new()
        match = None if x.what is None else self.make.matcher(x.what, self.memory)
        self.add(ops.ChooseCard(self.memory.type_slot, match, True, x.what is None))

    # ---- may, if, later ----------------------------------------------------------------------------------
    def _May(self, x: tree.May, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        """One question: the die, where one is chosen first; else yes or no. "If you do" needs all of it (7.9.7)."""
        start, first = self.here, self.memory.slots
        ways = set(self.memory.ways.values())
        first_picks = not x.must and self._asks_first(x.do[0])
        ask: ops.Ask | None = None
        if not x.must and not first_picks:
            ask = ops.Ask([], ops.CH_OPPONENT if x.who == "opponent" else ops.CH_YOU)
            self.add(ask)
        self.choosing += not x.must
        for i, step in enumerate(x.do):
            self.step(step, x.do[i + 1 :], cost=bool(x.then), optional=first_picks and i == 0)
        self.choosing -= not x.must
        made = self.program.ops[start:]
        if ask is not None:
            ask.needs = [
                op for op in made if not isinstance(op, ops.Ask | drawing.Collect) and not _leans_on(op, first)
            ]
        gates: list[ops.IfNone] = []
        if x.then or x.otherwise:
            for way, slot in list(self.memory.ways.items()):
                if slot not in ways and way in ("KO'd this way", "moved this way", "spun this way"):
                    gate = ops.IfNone(slot)
                    gates.append(gate)
                    self.add(gate)
        self.steps(x.then)
        jump: ops.Jump | None = None
        if x.otherwise:
            jump = ops.Jump()
            self.add(jump)
        end = self.here
        if ask is not None:
            ask.to = end
        for gate in gates:
            gate.to = end
        for op in made:
            if isinstance(op, ops.Pick) and (op.optional or (x.must and op.least)) and op.jump < 0:
                op.jump = end
        self.steps(x.otherwise)
        if jump is not None:
            jump.to = self.here

    @staticmethod
    def _asks_first(step: tree.Step) -> bool:
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

    def _If(self, x: tree.If, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        if len(x.then) == 1 and isinstance(x.then[0], tree.AddDamage) and self.last_deal is not None:
            cond = self.make.condition(x.condition, self.memory)
            self.last_deal.added.append((cond, self.amount(x.then[0].amount)))
            return
        if isinstance(x.condition, tree.Is) and x.condition.what == tree.Dice("blocked"):  # from here on "that die"
            self.memory.that = self.memory.new()
            self.add(handling.Note(self.memory.that, Ref(REF_BLOCKED)))
        gate = ops.Unless(self.make.condition(x.condition, self.memory))
        self.add(gate)
        start = self.here
        self.steps(x.then)
        if x.otherwise:
            jump = ops.Jump()
            self.add(jump)
            gate.to = self.here
            about = gate.cond.ref
            nobody = ops.IfNone(about.slot) if about is not None and about.kind == REF_REG else None
            if nobody is not None:  # with no die to look at neither of the two happens (1.4.5)
                self.add(nobody)
            self.steps(x.otherwise)
            jump.to = self.here
            if nobody is not None:
                nobody.to = self.here
        else:
            gate.to = self.here
        for op in self.program.ops[start:]:  # what fails under a condition does not end what comes after it
            if isinstance(op, ops.Pick) and op.jump == ops.END:
                op.jump = self.here
            elif isinstance(op, ops.IfNone) and op.to == ops.END:
                op.to = self.here

    def _Later(self, x: tree.Later, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        if isinstance(x.event, tree.Kod | tree.Purchased) and self._goes_later(x):
            return
        speaks = self.memory.that >= 0 and not isinstance(x.event, tree.Kod | tree.Fielded)
        this = not speaks and all(isinstance(step, tree.Goes) and step.what.how == "this" for step in x.do)
        clause = self.make.clause(C_WATCH, self.program.origin)
        clause.watch = self.watch_later(x, speaks or this)
        self.runner.later = True
        self.add(deeds.LastTrigger(clause.id, [self.memory.that] if speaks else [], this))

    def _goes_later(self, x: tree.Later) -> bool:
        """Dice that are KO'd or bought later this turn go elsewhere: that holds before they move."""
        do = x.do[0]
        may = isinstance(do, tree.May) and not do.then and not do.otherwise
        goes = do.do[0] if isinstance(do, tree.May) and may else do
        if len(x.do) != 1 or not isinstance(goes, tree.Goes) or goes.instead_of is None or x.condition is not None:
            return False
        clause = self.make.goes(goes, self.program.origin, x.event, optional=may)
        ref = Ref(REF_SIDES)
        if isinstance(x.event, tree.Kod):
            what = x.event.what
            ref = self.ref(what) if what.what is None else Ref(REF_GROUP, match=self.make.matcher(what.what))
        self.lasts(clause, ref, "turn")
        return True

    def watch_later(self, x: tree.Later, keeps: bool) -> int:
        """What the trigger waits for; its program goes on with the dice that were kept."""
        kind, window = event_of(x.event)
        w = Watch(len(self.runner.watches), self.card, SC_DIE, kind, window)
        self.runner.watches.append(w)
        set_event(w, x.event, self.make)
        w.this = w.this and not isinstance(x.event, tree.Moment)
        about = -1 if keeps else about_of(x.event)
        maker = StepCompiler(self.runner, self.make, self.card, self.program.origin, about)
        maker.program.kept = keeps
        if keeps:
            maker.memory.that = 0
        if x.condition is not None:
            maker.step(tree.If(x.condition, x.do), ())
        else:
            maker.steps(x.do)
        w.programs = [maker.finish()] * 3
        return w.id

    def _RingBlocks(self, x: tree.RingBlocks, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        clause = self.make.clause(C_RING, self.program.origin)
        clause.n = x.count
        self.lasts(clause, Ref(REF_SIDES), "attached")

    def _AssignAll(self, x: tree.AssignAll, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.add(AssignAll(x.to == "each blocker"))

    def _InsteadOfAttack(self, x: tree.InsteadOfAttack, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.step(tree.May((x.deal,)), rest)

    def _Lasting(self, x: tree.Lasting, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        for step in x.do:
            if isinstance(step, tree.CopyStats):
                self.copy_stats(step, step.until or x.until)
                continue
            what = tree.Dice("that") if isinstance(step, tree.OnlyTarget) else getattr(step, "what", None)
            if not isinstance(what, tree.Dice):
                raise NotYet(f"{phrase_of(step)} for a time")
            ref = self.ref(what)
            until: tree.Until = getattr(step, "until", "") or x.until
            for clause in self.make.modifier(step, self.program.origin, self.memory):
                self.lasts(clause, ref, until)
                if x.until == "active":
                    clause.scope, clause.label = SC_ACTIVE, " (while active)"
        for step in x.then:  # an attached die leaves when its time is over
            if not (isinstance(step, tree.Move) and step.what[0].how == "this"):
                raise NotYet("what follows when a time is over")

    def _UseOnly(self, x: tree.UseOnly, rest: Sequence[tree.Step], cost: bool, optional: bool) -> None:
        self.runner.use_only[self.card] = self.make.condition(x.condition, self.memory)


def energy_price(x: tree.PayEnergy) -> tuple[int, int]:
    """How much energy, and of which types."""
    return len(x.types) + x.any, sum(TYPE_BIT[ENERGY_NAMES.index(t)] for t in x.types)


def _leans_on(op: ops.Op, first: int) -> bool:
    """Whether an operation works on dice that only an operation before it will find, in a register from `first` on:
    beforehand nobody can say whether it can be done."""
    refs = [*getattr(op, "refs", ()), getattr(op, "ref", None)]
    matches = [getattr(op, "match", None), *[r.match for r in refs if r is not None]]
    return any(r is not None and r.kind == REF_REG and r.slot >= first for r in refs) or any(
        m is not None and m.among >= first for m in matches
    )
