"""From records to the sentence: the one way in which the language says it.

Steps are sentences of their own, except where the second leans on the first (`draw a die and move it ...`) and where
only one sentence is meant (after `if`, `you may`, `If not,` and in prices): there they are joined by `and`.
"""

from __future__ import annotations

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.print_dice import Unprintable, joined
from dicehall.ability.print_steps import StepPrinter, picks_many

__all__ = ["Printer", "Unprintable", "print_ability", "print_burst", "print_global"]

Steps = tuple[t.Step, ...]
_COMPLEX = (t.May, t.If, t.Later, t.Lasting, t.WayOut, t.InsteadOfAttack, t.FieldFree, t.MayReroll, t.Has)
_SUBJECTS = (t.Gets, t.Gains, t.Goes, t.CopyStats, t.TakesNo, t.DealsNo, t.Half, t.Twice, t.Excess, t.BecomesBlocked)
_OTHERS = (t.Cannot, t.Must, t.CopyCard, t.Costs, t.CanBlock, t.BlockMore, t.SelfDamage, t.RingBlocks, t.OnlyTarget)
_ASIDE = (t.Ignore, t.BuyFree, t.PreventFirst, t.ClearDamage)
_THEY = {"you": "you", "opponent": "they", "each player": "they"}


def print_ability(node: t.Ability, vocabulary: v.Vocabulary = "hero") -> str:
    """The sentences of an ability."""
    return v.in_words(_text(Printer().ability(node)), vocabulary)


def print_burst(node: t.Burst, vocabulary: v.Vocabulary = "hero") -> str:
    """The sentences of a burst line, without its mark."""
    sentences = Printer().ability(node.ability)
    start = {"instead": "instead, ", "also": "also, before that, " if node.before else "also, ", "own": ""}[node.mode]
    return v.in_words(_text([start + sentences[0], *sentences[1:]]), vocabulary)


def print_global(node: t.Global, vocabulary: v.Vocabulary = "hero") -> str:
    """The sentences of a Global Ability, without the label."""
    printer = Printer()
    price = printer.one(node.cost)
    if node.condition is not None:
        price = f"{printer.guard(node.condition)}, {price}"
    if node.event is not None:
        price = f"{printer.trigger(node.event)}, {price}"
    sentences = ["once on your turn"] if node.once else []
    return v.in_words(_text([*sentences, price, *printer.body(node.do)]), vocabulary)


def _text(sentences: list[str]) -> str:
    return " ".join(sentence[:1].upper() + sentence[1:] + "." for sentence in sentences)


def leans(before: t.Step, step: t.Step) -> bool:
    """Whether a step belongs into the sentence of the step before it."""
    if isinstance(before, (t.ClearDamage, t.Cancel)):
        return True
    if isinstance(before, t.Search) or (isinstance(before, (t.Draw, t.Choose)) and _mine(before)):
        if isinstance(step, t.Move):
            return step.what == ((t.Dice("those"),) if picks_many(before) else (t.Dice("it"),))
        return isinstance(step, t.Roll) and step.what is None
    return _picks(before, "part") and _picks(step, "rest")


def _mine(step: t.Draw | t.Choose) -> bool:
    return (step.who if isinstance(step, t.Draw) else step.by) == "you"


def _picks(step: t.Step, how: str) -> bool:
    if isinstance(step, t.Move):
        return any(dice.how == how for dice in step.what)
    return isinstance(step, (t.Roll, t.Ko, t.Reroll)) and step.what is not None and step.what.how == how


def _somebody(step: t.Step) -> bool:
    """Whether the step says that a die or another player does something."""
    if isinstance(step, t.Deal):
        return step.source is not None
    if isinstance(step, t.Lose):
        return step.who.who != "you"
    return isinstance(step, _SUBJECTS) or (isinstance(step, (t.Choose, t.Draw)) and not _mine(step))


class Printer(StepPrinter):
    """Sentences out of steps, with what one sentence remembers of another."""

    def one(self, steps: Steps, base: bool = False) -> str:
        """Steps in one sentence."""
        self.x, self.base = None, base
        texts: list[str] = []
        others = False
        for number, step in enumerate(steps):
            text = self.step(step, leaning=number > 0 and leans(steps[number - 1], step))
            if others and not base and not (_somebody(step) or isinstance(step, _OTHERS + _ASIDE)):
                text = f"you {text}"  # an order after what somebody else does
            others = others or _somebody(step) or isinstance(step, _OTHERS)
            texts.append(text)
            if isinstance(step, (t.Draw, t.Search, t.Choose)):
                self.picked = step
        text = joined(texts)
        if self.x is not None:
            text += f", where X is {self.amount(self.x)}"
        self.x, self.base = None, False
        return text

    def body(self, steps: Steps, single: bool = False) -> list[str]:
        """The sentences of some steps; single: all in one, as far as that can be."""
        sentences: list[str] = []
        group: Steps = ()
        for step in steps:
            if isinstance(step, _COMPLEX):
                if group:
                    sentences.append(self.one(group))
                    group = ()
                sentences += self._sentences(step)
            elif group and not single and not leans(group[-1], step):
                sentences.append(self.one(group))
                group = (step,)
            else:
                group += (step,)
        if group:
            sentences.append(self.one(group))
        return sentences

    def _sentences(self, step: t.Step) -> list[str]:
        match step:
            case t.May():
                return self._may(step)
            case t.If():
                return self._if(step)
            case t.Later():
                start = self.trigger(step.event)
                return self._after(start if step.once else f"for the rest of the turn, {start}", self._later(step))
            case t.Lasting():
                return self._lasting(step)
            case t.WayOut():
                tail = "to lift this for the turn" if step.lift else "to prevent this"
                return [f"your opponent may {self._price(step.price)} {tail}"]
            case t.InsteadOfAttack():
                return [f"you may have {self.one((step.deal,), base=True)} instead of attacking"]
            case t.FieldFree():
                return [f"you may field {self.dice(t.Dice('group', step.what))} for free"]
            case t.Has():
                return [self.step(step)]
        return [f"you may {self.step(step)}"]

    def _after(self, start: str, sentences: list[str]) -> list[str]:
        return [f"{start}, {sentences[0]}", *sentences[1:]]

    def _price(self, steps: Steps) -> str:
        """What the opponent pays; the dice are theirs."""
        texts = []
        for step in steps:
            text = self.step(step)
            if isinstance(step, (t.Spin, t.Ko)) and step.what.what and step.what.what.whose == "opposing":
                theirs = self.their_dice(step.what).replace("1 of their", "one of their", 1)
                text = text.replace(self.dice(step.what), theirs, 1)
            texts.append(text)
        return joined(texts)

    def _may(self, step: t.May) -> list[str]:
        first = step.do[0]
        have = _somebody(first)
        text = self.one(step.do, base=have and not step.must)
        if not step.must:
            who = {"you": "you", "opponent": "your opponent", "each player": "in their Main Step each player"}[step.who]
            text = f"{who} may {'have ' if have else ''}{text}"
        sentences = [text]
        if step.then:
            sentences += self._after(f"if {_THEY[step.who]} do", self.body(step.then))
        if step.otherwise:
            sentences += self._after("if not", self.body(step.otherwise, single=True))
        return sentences

    def _if(self, step: t.If) -> list[str]:
        if isinstance(step.condition, t.Not):
            return [f"{self.one(step.then)} unless {self.condition(step.condition.condition)}"]
        sentences = self._after(self.guard(step.condition), self.body(step.then, single=True))
        if step.otherwise:
            sentences += self._after("if not", self.body(step.otherwise, single=True))
        return sentences

    def _later(self, step: t.Later) -> list[str]:
        sentences = self.body(step.do, single=True)
        return sentences if step.condition is None else self._after(self.guard(step.condition), sentences)

    def _lasting(self, step: t.Lasting) -> list[str]:
        first = step.do[0]
        if isinstance(first, t.Later):
            sentences = self._after(self.trigger(first.event), self._later(first))
        else:
            sentences = self.body(step.do, single=True)
        sentences = self._after(v.phrase_for(v.LASTING, step.until), sentences)
        if step.then:
            sentences.append(f"then {self.one(step.then)}")
        return sentences

    def ability(self, node: t.Ability) -> list[str]:
        """All sentences, not yet with capitals."""
        instead = isinstance(node.event, t.WouldDraw)
        sentences = self.body(node.do, single=node.condition is not None or instead)
        if node.condition is not None:
            sentences = self._after(self.guard(node.condition), sentences)
        if instead:
            sentences[0] = f"instead {sentences[0]}"
        if node.event is not None:
            sentences = self._after(self.trigger(node.event, node.limit == "first"), sentences)
        limit = {"turn": "once per turn", "die": "once per turn per die"}.get(node.limit)
        if limit:
            sentences = self._after(limit, sentences)
        scope = {"active": "while active", "always": "even while not active"}.get(node.scope)
        return self._after(scope, sentences) if scope else sentences
