"""Whole lines of a card: what speaks when, with its burst lines; from these the texts of a table are put together.

A burst line that says "instead" or "also" makes another version of the card's main line, for the faces that show
it; one that says neither is a line of its own that speaks only on those faces (2.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from dicehall.ability import tree
from dicehall.ability.parsing import parse_ability, parse_burst, parse_global
from dicehall.dicemasters.cards import Card
from dicehall.dicemasters.effects import deeds, handling, ops, waysout
from dicehall.dicemasters.effects.clauses import Clauses
from dicehall.dicemasters.effects.code import (
    C_BLOCK_MORE,
    C_CANNOT,
    C_COSTS,
    C_DRAW_INSTEAD,
    C_FREE,
    C_GETS,
    C_HALF,
    C_LIFT,
    EV_ATTACKS,
    EV_FIELDED,
    EV_FIELDS,
    EV_KOD,
    EV_PURCHASED,
    EV_SAYS,
    EV_WOULD_AFFECT,
    EV_WOULD_KO,
    KEYWORDS,
    KW_CONTINUOUS,
    KW_FUSION,
    KW_IRON_WILL,
    KW_REGENERATE,
    KW_SUIT_UP,
    KW_SWARM,
    KW_TURTLE_POWER,
    NO_FIELD,
    NO_GLOBAL,
    NO_REROLL,
    NO_USE,
    REF_REG,
    REF_THIS,
    ROLE_ANY,
    SC_ACTION,
    SC_ACTIVE,
    SC_ALWAYS,
    SC_DIE,
    SC_GLOBAL,
    Clause,
    GlobalText,
    Ref,
    Watch,
    is_any_character,
)
from dicehall.dicemasters.effects.compiling import StepCompiler
from dicehall.dicemasters.effects.events import about_of, event_of, set_event, single_events
from dicehall.dicemasters.effects.interrupting import (
    PACKET_ELSEWHERE,
    PACKET_LESS,
    PACKET_MORE,
    Fits,
    Ignore,
    OnPacket,
    SaveFromKo,
)
from dicehall.dicemasters.effects.offer_lines import OfferLines, is_at_will, rolls_into_field, split_attached
from dicehall.dicemasters.effects.price_steps import energy_price, price
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.selecting import Memory, NotYet, phrase_of
from dicehall.dicemasters.energy import TYPE_BIT
from dicehall.dicemasters.kit import ANY_TYPE, Kit
from dicehall.dicemasters.sockets import (
    ATTACK,
    D_ADD,
    D_PREVENT,
    D_REDIRECT,
    DEFENCE,
    FIELDING,
    PURCHASE,
    SAY_ALONG,
    SAY_ASSIGNS,
    SAY_INSTEAD,
)
from dicehall.dicemasters.terms import (
    ACTION,
    BASIC,
    PREP,
    WIN_KO,
    WIN_PURCHASED,
    WIN_USING,
)

# events about the die that has the text: they are found by that die's card
OWN_EVENTS = (EV_FIELDED, EV_ATTACKS, EV_PURCHASED)
SCOPES = {"": SC_DIE, "active": SC_ACTIVE, "always": SC_ALWAYS}
LIMITS = {"": 0, "turn": 1, "first": 1, "die": 2}


class CardText(msgspec.Struct, frozen=True):
    """The trees of a card's lines; bursts with the number of bursts that a face must show (3: one or two)."""

    abilities: tuple[tree.Ability, ...]
    bursts: tuple[tuple[int, tree.Burst], ...]
    globals: tuple[tree.Global, ...]


def trees_of(card: Card) -> CardText:
    """Reads the sentences of a card. Raises AbilityError for one that the grammar does not know."""
    bursts = [(1, b) for b in card.burst1] + [(2, b) for b in card.burst2] + [(3, b) for b in card.burst]
    return CardText(
        tuple([parse_ability(t) for t in card.text]),
        tuple([(n, parse_burst(b)) for n, b in bursts]),
        tuple([parse_global(g) for g in card.global_]),
    )


def runner_for(kit: Kit) -> Runner | None:
    """The texts of a table; None if no card has any."""
    runner = Runner(kit)
    spoken = False
    for number, card in enumerate(kit.cards):
        if card is not None and (card.text or card.burst1 or card.burst2 or card.burst or card.global_):
            CardCompiler(runner, kit, number, trees_of(card)).compile()
            spoken = True
    return runner if spoken else None


class CardCompiler:
    """Puts the lines of one card into a runner."""

    def __init__(self, runner: Runner, kit: Kit, card: int, text: CardText) -> None:
        self.runner = runner
        self.kit = kit
        self.card = card
        self.text = text
        self.make = Clauses(runner, kit, card)
        self.offers = OfferLines(runner, self.make, card)
        self.is_action = kit.card_kind[card] in (ACTION, BASIC)
        self.along = False  # the line that is compiled deals its damage together with combat damage

    def compile(self) -> None:
        if self.is_action and any(rolls_into_field(a) for a in self.text.abilities):
            self.runner.waiting.append(self.card)
        offers = [(n, b.ability) for n, b in self.text.bursts if _is_offer(b.ability)]
        own = [(n, b.ability) for n, b in self.text.bursts if b.mode == "own"]
        versions = [(n, b) for n, b in self.text.bursts if b.mode != "own" and not _is_offer(b.ability)]
        main = next((a for a in reversed(self.text.abilities) if not _is_keyword(a)), None)
        for i, ability in enumerate(self.text.abilities):
            with self.noted(f"text {i + 1}"):
                self.line(ability, 0, versions if ability is main else [])
        if main is None:
            for n, burst in versions:
                with self.noted(f"burst {n}"):
                    self.line(burst.ability, n, [])
        for n, ability in own:
            with self.noted(f"burst {n}"):
                self.line(ability, n, [])
        for n, ability in offers:
            with self.noted(f"burst {n}"):
                self.offers.each_player(ability, n)
        for text in self.text.globals:
            with self.noted("global"):
                self.global_line(text)

    @contextmanager
    def noted(self, mark: str) -> Iterator[None]:
        """Notes which clauses and programs a line has made."""
        clauses, programs = len(self.runner.clauses), len(self.runner.programs)
        keywords = set(self.runner.card_keywords[self.card])
        try:
            yield
        except NotYet as error:
            error.mark = error.mark or mark
            raise
        except (KeyError, IndexError, StopIteration, AssertionError) as error:  # it names what nothing has introduced
            missing = NotYet(f"a sentence that leans on something it has not introduced ({error or 'a die'})")
            missing.mark = mark
            raise missing from None
        added = tuple(self.runner.card_keywords[self.card] - keywords)
        made = range(clauses, len(self.runner.clauses)), range(programs, len(self.runner.programs))
        self.runner.lines.append((self.card, mark, *made, added))

    def line(self, a: tree.Ability, burst: int, versions: list[tuple[int, tree.Burst]]) -> None:
        if is_at_will(a) and not (self.is_action and a.event is None):
            if self.card in self.runner.waiting:
                self.offers.waiting(a)
            else:
                self.offers.at_will(a, burst)
        elif isinstance(a.event, tree.WouldTake):
            self.offers.would_take(a)
        elif a.event is not None:
            if isinstance(a.event, tree.WouldKo | tree.WouldAffect):
                self.guard_line(a)
            elif says_at(a) >= 0:
                self.say_line(a, burst, versions)
            elif isinstance(a.event, tree.Moment) and a.event.moment == "assign":
                self.static_line(a, burst, [])
            elif isinstance(a.event, tree.WouldDraw):
                self.draw_line(a, burst)
            elif isinstance(a.event, tree.Kod) and isinstance(a.do[0], tree.Goes) and a.do[0].instead_of is not None:
                self.kod_line(a, a.do[0], burst, versions)
            elif _levels_for_blocks(a):
                self.block_line(a, burst)
            else:
                self.watch_line(a, burst, versions)
        elif self.is_action and not _is_keyword(a):
            self.action_line(a, versions)
        else:
            self.static_line(a, burst, versions)

    # ---- keywords and continuous texts -------------------------------------------------------------------
    def static_line(self, a: tree.Ability, burst: int, versions: list[tuple[int, tree.Burst]]) -> None:
        memory = Memory()
        bans: list[Clause] = []
        for step in a.do:
            if isinstance(step, tree.Has):
                self.keyword(step)
                continue
            if isinstance(step, tree.WayOut):
                self.way_out(step, bans)
                continue
            for clause in self.make.modifier(step, SC_DIE, memory):
                self.stand(clause, a, step, burst)
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
                for clause in self.make.modifier(step, SC_DIE, memory):
                    self.stand(clause, a, step, n)
                    self.runner.burst_lines.append((self.card, f"burst {n}", "clause", clause.id))

    def way_out(self, out: tree.WayOut, bans: list[Clause]) -> None:
        """Bans that the other side lifts for the turn by paying; all that the line states at once (7.9.10)."""
        liftable = (NO_FIELD, NO_GLOBAL, NO_USE, NO_REROLL)
        if not out.lift or not bans or any(c.kind != C_CANNOT or c.verb not in liftable for c in bans):
            raise NotYet(phrase_of(out))
        lift = self.make.clause(C_LIFT, SC_DIE)
        maker = StepCompiler(self.runner, self.make, self.card, SC_DIE)
        price(maker, out.price, ops.CH_YOU, waysout.Lift(lift.id))
        if not isinstance(maker.program.ops[0], ops.Ask):
            raise NotYet(phrase_of(out))
        for c in bans:
            c.lift = lift.id
        self.runner.bans_lift = True
        self.runner.lifts.append((bans[0].id, lift.id, maker.finish()))

    def stand(self, clause: Clause, a: tree.Ability, step: tree.Step, burst: int) -> None:
        """A clause that speaks as long as its die is there or its card is active."""
        clause.scope = SCOPES[a.scope]
        clause.origin = SC_DIE
        clause.burst = burst
        clause.label = " (while active)" if a.scope == "active" else ""
        if a.condition is not None:
            clause.cond = self.make.condition(a.condition, Memory())
        what = getattr(step, "what", None)
        if isinstance(what, tree.Dice):
            if what.how == "this" or (what.how == "it" and what.what is None):
                clause.this = True
            elif clause.subject is None:
                clause.subject = self.make.matcher(what.what or tree.Filter(), Memory())
        elif clause.subject is None and clause.kind != C_COSTS:
            clause.this = True
        self.runner.standing[clause.kind].append(clause)
        if clause.kind in (C_GETS, C_HALF):
            self.runner.always[ATTACK] = self.runner.always[DEFENCE] = True
        elif clause.kind == C_COSTS:
            self.runner.always[clause.verb] = True
        elif clause.kind == C_FREE:
            self.runner.always[FIELDING] = True

    def draw_line(self, a: tree.Ability, burst: int) -> None:
        """So many dice in place of each extra one, and what is done beside that (2.5.7)."""
        first, others = a.do[0], a.do[1:]
        if not isinstance(first, tree.Draw) or not all(isinstance(x, tree.Lose | tree.Gain) for x in others):
            raise NotYet("something other than dice and life in place of a draw")
        clause = self.make.clause(C_DRAW_INSTEAD, SC_DIE)
        clause.n = first.count
        maker = StepCompiler(self.runner, self.make, self.card, SC_DIE)
        maker.steps(others)
        clause.watch = maker.finish()
        self.stand(clause, a, first, burst)

    def kod_line(self, a: tree.Ability, goes: tree.Goes, burst: int, versions: list[tuple[int, tree.Burst]]) -> None:
        """When a die is KO'd, it goes elsewhere: that holds before it moves, the rest of the line comes after it."""
        assert isinstance(a.event, tree.Kod)
        clause = self.make.goes(goes, SC_DIE, a.event)
        self.stand(clause, a, msgspec.structs.replace(goes, what=a.event.what), burst)
        if len(a.do) > 1:
            self.watch_line(msgspec.structs.replace(a, do=a.do[1:]), burst, versions)

    def keyword(self, step: tree.Has) -> None:
        number = KEYWORDS.index(step.keyword)
        if number == KW_CONTINUOUS and not self.is_action:
            raise NotYet("Continuous on a character: it is a keyword of action dice")
        self.runner.swarms |= number == KW_SWARM
        self.runner.keywords[number] = True
        self.runner.hits_matter |= number == KW_IRON_WILL
        self.runner.card_keywords[self.card].add(number)
        if number == KW_TURTLE_POWER:
            clause = self.make.clause(C_COSTS, SC_DIE)
            turtles = tree.Trait("name", "Teenage Mutant Ninja Turtles")
            clause.subject = self.make.matcher(tree.Filter(traits=((turtles,),), of_card="not this"), Memory())
            clause.scope, clause.verb, clause.a, clause.n = SC_ACTIVE, PURCHASE, -1, 1
            clause.label = " (Turtle Power)"
            self.runner.numbers[PURCHASE] = self.runner.always[PURCHASE] = True
            self.runner.standing[C_COSTS].append(clause)
        elif number == KW_SUIT_UP:
            self.suit_up(step.names)
        elif number == KW_REGENERATE:
            maker = StepCompiler(self.runner, self.make, self.card, SC_DIE)
            maker.add(handling.Roll(Ref(REF_THIS), maker.memory.new()))
            maker.add(handling.Regenerate())
            w = self.watch(SC_DIE, EV_KOD, WIN_KO)
            w.this = True
            w.programs = [maker.finish()] * 3
        elif number == KW_FUSION:
            self.fusion(step.names)

    def fusion(self, names: Sequence[str]) -> None:
        """In one's Main Step: two different dice of the field go to Prep, then a die from this card (9.4.7)."""
        maker = StepCompiler(self.runner, self.make, self.card, SC_DIE)
        traits = (tuple([tree.Trait("name", name) for name in names]),)
        pick = maker.pick(tree.Dice("a", tree.Filter(whose="your", traits=traits), count=2))
        pick.unlike = True
        move = handling.Move([Ref(REF_REG, pick.slot)], PREP, maker.memory.new())
        move.cost = True
        maker.add(move)
        maker.add(handling.FromCard())
        self.runner.fusions.append((self.card, maker.finish()))
        self.runner.offering = True

    def suit_up(self, names: Sequence[str]) -> None:
        """On purchase: knock out one of the named dice, and the new die is fielded at level 2 (8.7)."""
        maker = StepCompiler(self.runner, self.make, self.card, SC_DIE)
        maker.add(handling.IfUsed())
        traits = (tuple([tree.Trait("name", name) for name in names]),)
        pick = maker.pick(tree.Dice("a", tree.Filter(whose="your", traits=traits)), optional=True)
        pick.to_ko = True
        ko = deeds.Ko(Ref(REF_REG, pick.slot), maker.memory.new(), True)
        maker.add(ko)
        gate = ops.IfNone(ko.slot)
        maker.add(gate)
        maker.add(handling.SuitUp(2))
        pick.jump = gate.to = maker.here
        w = self.watch(SC_DIE, EV_PURCHASED, WIN_PURCHASED)
        w.this = True
        w.programs = [maker.finish()] * 3

    # ---- triggers ----------------------------------------------------------------------------------------
    def watch(self, scope: int, event: int, window: int) -> Watch:
        w = Watch(len(self.runner.watches), self.card, scope, event, window)
        self.runner.watches.append(w)
        self.runner.listens[window] = True
        if event in OWN_EVENTS and scope == SC_DIE:
            self.runner.by_card[window].setdefault(self.card, []).append(w)
        else:
            self.runner.by_window[window].append(w)
        return w

    def watch_line(self, a: tree.Ability, burst: int, versions: list[tuple[int, tree.Burst]]) -> None:
        assert a.event is not None
        for event in single_events(a.event):
            scope = SCOPES[a.scope]
            kind, window = event_of(event)
            if _cancels(a.do):  # before the effect, which others wait for
                window = WIN_USING
            w = self.watch(scope, kind, window)
            set_event(w, event, self.make)
            w.limit = LIMITS[a.limit]
            plain = w.match is None or is_any_character(w.match)
            w.first = a.limit == "first" and w.event == EV_FIELDS and plain
            # a condition is looked up when the effect happens (7.4.6)
            w.programs = self.versions(a.do, versions, SC_DIE, about_of(event), burst, a.condition)

    def versions(
        self,
        steps: Sequence[tree.Step],
        versions: list[tuple[int, tree.Burst]],
        origin: int,
        about: int,
        burst: int,
        condition: tree.Condition | None = None,
    ) -> list[int]:
        """The programs for faces with no, one and two bursts."""
        out: list[int] = []
        for n in range(3):
            if burst and not (n == burst or (burst == 3 and n > 0)):
                out.append(-1)
                continue
            mine = [v for m, v in versions if m == n or (m == 3 and n > 0)]
            plain = next((p for p in out if p >= 0), -1)
            if not mine and plain >= 0 and not burst and plain == out[0]:
                out.append(plain)
                continue
            out.append(self.program(steps, mine, origin, about, condition))
            for m, version in versions:
                if version in mine:
                    self.runner.burst_lines.append((self.card, f"burst {m}", "program", out[-1]))
        return out

    def program(
        self,
        steps: Sequence[tree.Step],
        bursts: list[tree.Burst],
        origin: int,
        about: int,
        condition: tree.Condition | None = None,
    ) -> int:
        maker = StepCompiler(self.runner, self.make, self.card, origin, about)
        maker.along = self.along
        whole = list(steps)
        before: list[tree.Step] = []
        for burst in bursts:
            more = list(burst.ability.do)
            if burst.ability.condition is not None:
                more = [tree.If(burst.ability.condition, tuple(more))]
            if burst.mode == "instead":
                whole = _instead(whole, more)
            elif burst.before:
                before = more + before
            else:
                whole = whole + more
        if condition is not None:
            whole = [tree.If(condition, (*before, *whole))]
        elif before:
            maker.steps(before)
            maker.end_draws()
        self.by_face(maker, whole)
        return maker.finish()

    def by_face(self, maker: StepCompiler, steps: list[tree.Step]) -> None:
        maker.steps(steps)
        # a bonus that each die gets for itself follows that die's own face (2.6.5)
        versions = [(n, b) for n, b in self.text.bursts if b.mode == "instead"]
        for op in maker.program.ops:
            if isinstance(op, deeds.Lasts) and len(versions) == 1:
                n, burst = versions[0]
                do = burst.ability.do
                if len(do) == 1 and isinstance(do[0], tree.Gets) and do[0].what.how == "it":
                    clause = self.make.clause(C_GETS, SC_DIE)
                    clause.a, clause.d, clause.label = do[0].attack, do[0].defence, " (this turn)"
                    op.by_burst = (n, clause.id)
                    self.runner.burst_lines.append((self.card, f"burst {n}", "clause", clause.id))

    def say_line(self, a: tree.Ability, burst: int, versions: list[tuple[int, tree.Burst]]) -> None:
        """A text that has its say in the attack: instead of attacking, or where combat damage is assigned."""
        moment = says_at(a)
        w = Watch(len(self.runner.watches), self.card, SC_DIE, EV_SAYS, -1)
        self.runner.watches.append(w)
        if isinstance(a.event, tree.AssignsDamage) and a.event.blockers > 1:
            w.n = a.event.blockers
        self.along = moment == SAY_ALONG
        w.programs = self.versions(a.do, versions, SC_DIE, -1, burst)
        self.along = False
        cond = None if a.condition is None else self.make.condition(a.condition, Memory())
        self.runner.says[moment].append((w, cond))

    def block_line(self, a: tree.Ability, burst: int) -> None:
        """A die that may be spun down in the declaration of blocks, to block more."""
        clause = self.make.clause(C_BLOCK_MORE, SC_DIE)
        clause.n = _levels_for_blocks(a)
        self.stand(clause, a, a.do[0], burst)

    def guard_line(self, a: tree.Ability) -> None:
        """Texts that work inside another event: they keep a die from a KO, or let it ignore an effect."""
        maker = StepCompiler(self.runner, self.make, self.card, SC_DIE)
        maker.program.guard = True
        affect = isinstance(a.event, tree.WouldAffect)
        w = Watch(len(self.runner.watches), self.card, SC_DIE, EV_WOULD_AFFECT if affect else EV_WOULD_KO, -1)
        self.runner.watches.append(w)
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
            self.runner.keep_guard.append(w)
        else:  # the offer itself is the question
            maker.add(ops.Pay(*energy_price(may.do[0])))
            for step in may.then:
                if isinstance(step, tree.ClearDamage):
                    maker.add(SaveFromKo())
                else:
                    maker.step(step, ())
            self.runner.saves.append(w)
            self.runner.reacts = True
        w.programs = [maker.finish()] * 3

    # ---- actions and globals -----------------------------------------------------------------------------
    def action_line(self, a: tree.Ability, versions: list[tuple[int, tree.Burst]]) -> None:
        steps, offers = split_attached(a.do)
        self.runner.actions_of[self.card] = self.versions(steps, versions, SC_ACTION, -1, 0)
        for later in offers:
            self.offers.attached(later)

    def global_line(self, g: tree.Global) -> None:
        maker = StepCompiler(self.runner, self.make, self.card, SC_GLOBAL)
        text = GlobalText(self.card, maker.program.id)
        text.id = len(self.runner.globals)
        text.once = g.once
        self.runner.globals.append(text)
        if g.condition is not None:
            text.cond = self.make.condition(g.condition, Memory())
        for step in g.cost:
            if isinstance(step, tree.PayEnergy):
                text.total, text.need = energy_price(step)
        self.runner.least_global = min(self.runner.least_global, text.total)
        maker.steps(g.cost, cost=True)
        maker.add(waysout.Used())
        # as often as it was paid for: only where the price is energy alone and the size is a number (7.5.4)
        maker.program.scale = len(g.cost) == 1 and not g.once and text.total > 0 and all(_scales(x) for x in g.do)
        text.asks = next((1 << i for i, bit in enumerate(TYPE_BIT) if text.need & bit * 15), ANY_TYPE)
        if g.event is None:
            self.runner.plain_globals.append(text)
            maker.steps(g.do)
        else:
            self.reaction(maker, text, g)
        maker.finish()
        picks = [op for op in maker.program.ops if isinstance(op, ops.Pick) and not op.optional and op.least]
        text.fights = any(op.match is not None and op.match.role != ROLE_ANY for op in picks)
        text.simple = len(picks) == 1 and picks[0].match is not None and is_any_character(picks[0].match)

    def reaction(self, maker: StepCompiler, text: GlobalText, g: tree.Global) -> None:
        """A Global Ability that is used inside a damage event (7.4.3), or because something has happened (7.4.7)."""
        if isinstance(g.event, tree.Damaged | tree.Attacks):
            self.offers.response(maker, text, g)
            w = self.watch(SC_GLOBAL, *event_of(g.event))
            set_event(w, g.event, self.make)
            w.programs = [maker.program.id] * 3
            return
        fits = Fits()
        if isinstance(g.event, tree.WouldDeal):
            fits.from_use = True
        elif isinstance(g.event, tree.WouldTake):
            for who in g.event.who:
                if isinstance(who, tree.Who):
                    fits.sides = 1 if who.who == "you" else 2
                else:
                    fits.dice.append(None if who.what is None else self.make.matcher(who.what))
        else:
            raise NotYet("a Global Ability that reacts to this")
        text.reacts = len(self.runner.fits)
        self.runner.reacting.append(text)
        self.runner.reacts = True
        self.runner.fits[text.id] = fits
        step = g.do[0]
        if isinstance(step, tree.AddDamage) and isinstance(step.amount, int):
            fits.target = step.recipient
            self.runner.moment_of[text.id] = D_ADD
            maker.add(OnPacket(PACKET_MORE, step.amount, fits))
        elif isinstance(step, tree.Prevent):
            self.runner.moment_of[text.id] = D_PREVENT
            maker.add(OnPacket(PACKET_LESS, step.amount, fits))
        elif isinstance(step, tree.Redirect):
            self.runner.moment_of[text.id] = D_REDIRECT
            maker.add(OnPacket(PACKET_ELSEWHERE, step.amount, fits, maker.ref(step.to)))
        else:
            raise NotYet("a reaction of this kind")


# ---- small questions about trees -------------------------------------------------------------------------------


def _is_keyword(a: tree.Ability) -> bool:
    return a.event is None and all(isinstance(x, tree.Has) for x in a.do)


def _cancels(steps: Sequence[tree.Step]) -> bool:
    """Whether steps cancel a use."""
    return any(isinstance(x, tree.Cancel) or (isinstance(x, tree.May) and _cancels((*x.do, *x.then))) for x in steps)


def says_at(a: tree.Ability) -> int:
    """The moment of the attack at which a line has its say, -1 if it has none."""
    if isinstance(a.event, tree.AssignsDamage):
        return SAY_ASSIGNS
    if isinstance(a.event, tree.Moment) and a.event.moment == "declare":
        return SAY_INSTEAD
    if isinstance(a.event, tree.Moment) and a.event.moment == "assign":
        return -1 if all(isinstance(x, tree.SelfDamage) for x in a.do) else SAY_ALONG
    return -1


def _levels_for_blocks(a: tree.Ability) -> int:
    """How many levels a die may be spun down to block one more for each, where that is what a line says."""
    may = a.do[0]
    if isinstance(a.event, tree.Blocks) and len(a.do) == 1 and isinstance(may, tree.May):
        price = may.do[0]
        if may.then == (tree.BlockMore(),) and len(may.do) == 1 and isinstance(price, tree.Spin):
            return price.levels
    return 0


def _is_offer(a: tree.Ability) -> bool:
    return len(a.do) == 1 and isinstance(a.do[0], tree.May) and a.do[0].who == "each player"


def _instead(old: list[tree.Step], new: list[tree.Step]) -> list[tree.Step]:
    """What an "instead" replaces: a choice only, if that is all it states; a bonus by face is left to each die."""
    if len(new) == 1 and isinstance(new[0], tree.Choose):
        at = next((i for i, x in enumerate(old) if isinstance(x, tree.Choose)), -1)
        if at >= 0:
            return [*old[:at], new[0], *old[at + 1 :]]
    if len(new) == 1 and isinstance(new[0], tree.Gets) and new[0].what.how == "it":
        return old
    return new


def _scales(x: tree.Step) -> bool:
    """Whether n times the effect is the effect with n times the number."""
    if isinstance(x, tree.Deal):
        return all(isinstance(p.amount, int) for p in x.parts)
    return isinstance(x, tree.Gets | tree.Prevent | tree.AddDamage) or (isinstance(x, tree.Redirect) and x.amount > 0)
