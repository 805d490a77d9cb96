"""Whole lines of a card: what speaks when, with its burst lines; from these the texts of a table are put together.

A burst line that says "instead" or "also" makes another version of the card's main line, for the faces that show
it; one that says neither is a line of its own that speaks only on those faces (2.6). For each kind of line there is a
function in one of the `*_lines` modules; `CardCompiler.line` finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from dicehall.ability import tree
from dicehall.ability.parsing import parse_ability, parse_burst, parse_global
from dicehall.dicemasters.cards import Card
from dicehall.dicemasters.effects import global_lines, lasting, offer_lines, standing_lines, trigger_lines
from dicehall.dicemasters.effects.clauses import Clauses
from dicehall.dicemasters.effects.code import C_GETS, EV_ATTACKS, EV_FIELDED, EV_PURCHASED, SC_ACTION, SC_DIE, Watch
from dicehall.dicemasters.effects.compiling import StepCompiler
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.selecting import NotYet
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.terms import ACTION, BASIC

# events about the die that has the text: they are found by that die's card
OWN_EVENTS = (EV_FIELDED, EV_ATTACKS, EV_PURCHASED)
Versions = list[tuple[int, tree.Burst]]  # burst lines that change the main line, with the bursts a face must show


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
        self.is_action = kit.card_kind[card] in (ACTION, BASIC)
        self.along = False  # the line that is compiled deals its damage together with combat damage

    def maker(self, origin: int = SC_DIE, about: int = -1) -> StepCompiler:
        """For a program of this card."""
        return StepCompiler(self.runner, self.make, self.card, origin, about)

    def watch(self, scope: int, event: int, window: int) -> Watch:
        """A text of this card waits for an event."""
        w = Watch(len(self.runner.watches), self.card, scope, event, window)
        self.runner.watches.append(w)
        self.runner.listens[window] = True
        if event in OWN_EVENTS and scope == SC_DIE:
            self.runner.by_card[window].setdefault(self.card, []).append(w)
        else:
            self.runner.by_window[window].append(w)
        return w

    def compile(self) -> None:
        if self.is_action and any(offer_lines.rolls_into_field(a) for a in self.text.abilities):
            self.runner.waiting.append(self.card)
        offers = [(n, b.ability) for n, b in self.text.bursts if offer_lines.is_offer(b.ability)]
        own = [(n, b.ability) for n, b in self.text.bursts if b.mode == "own"]
        versions = [(n, b) for n, b in self.text.bursts if b.mode != "own" and not offer_lines.is_offer(b.ability)]
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
                offer_lines.each_player(self, ability, n)
        for text in self.text.globals:
            with self.noted("global"):
                global_lines.global_line(self, text)

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

    def line(self, a: tree.Ability, burst: int, versions: Versions) -> None:
        """Finds out which kind of line it is."""
        if offer_lines.is_at_will(a) and not (self.is_action and a.event is None):
            if self.card in self.runner.waiting:
                offer_lines.waiting(self, a)
            else:
                offer_lines.at_will(self, a, burst)
        elif isinstance(a.event, tree.WouldTake):
            offer_lines.would_take(self, a)
        elif a.event is not None:
            if isinstance(a.event, tree.WouldKo | tree.WouldAffect):
                trigger_lines.guard_line(self, a)
            elif trigger_lines.says_at(a) >= 0:
                trigger_lines.say_line(self, a, burst, versions)
            elif isinstance(a.event, tree.Moment) and a.event.moment == "assign":
                standing_lines.static_line(self, a, burst, [])
            elif isinstance(a.event, tree.WouldDraw):
                standing_lines.draw_line(self, a, burst)
            elif isinstance(a.event, tree.Kod) and isinstance(a.do[0], tree.Goes) and a.do[0].instead_of is not None:
                trigger_lines.ko_line(self, a, a.do[0], burst, versions)
            elif standing_lines.levels_for_blocks(a):
                standing_lines.block_line(self, a, burst)
            else:
                trigger_lines.watch_line(self, a, burst, versions)
        elif self.is_action and not _is_keyword(a):
            self.action_line(a, versions)
        else:
            standing_lines.static_line(self, a, burst, versions)

    def action_line(self, a: tree.Ability, versions: Versions) -> None:
        steps, offers = offer_lines.split_attached(a.do)
        self.runner.actions_of[self.card] = self.versions(steps, versions, SC_ACTION, -1, 0)
        for later in offers:
            offer_lines.attached(self, later)

    # ---- the programs of a line --------------------------------------------------------------------------
    def versions(
        self,
        steps: Sequence[tree.Step],
        versions: Versions,
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
        maker = self.maker(origin, about)
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
            if isinstance(op, lasting.Lasts) and len(versions) == 1:
                n, burst = versions[0]
                do = burst.ability.do
                if len(do) == 1 and isinstance(do[0], tree.Gets) and do[0].what.how == "it":
                    clause = self.make.clause(C_GETS, SC_DIE)
                    clause.a, clause.d, clause.label = do[0].attack, do[0].defence, " (this turn)"
                    op.by_burst = (n, clause.id)
                    self.runner.burst_lines.append((self.card, f"burst {n}", "clause", clause.id))


def _is_keyword(a: tree.Ability) -> bool:
    return a.event is None and all(isinstance(x, tree.Has) for x in a.do)


def _instead(old: list[tree.Step], new: list[tree.Step]) -> list[tree.Step]:
    """What an "instead" replaces: a choice only, if that is all it states; a bonus by face is left to each die."""
    if len(new) == 1 and isinstance(new[0], tree.Choose):
        at = next((i for i, x in enumerate(old) if isinstance(x, tree.Choose)), -1)
        if at >= 0:
            return [*old[:at], new[0], *old[at + 1 :]]
    if len(new) == 1 and isinstance(new[0], tree.Gets) and new[0].what.how == "it":
        return old
    return new
