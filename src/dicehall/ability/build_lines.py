"""From what the grammar has read to records: sentences, and how they fold into one ability.

`If you do,` belongs to the sentence before it, and every sentence after it belongs to what is then done. `If not,`
answers the last condition before it. `Then` belongs to the time that was said before it. An `if` at the head of a line
that has no other sentence is the condition of the whole ability; else it holds for its own sentence.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from lark import Token, v_args
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.build_filters import Misfit, PartOnly, has_x, put_x
from dicehall.ability.build_rules import RuleRules

Steps = tuple[t.Step, ...]


class Sentence(NamedTuple):
    kind: Literal["plain", "done", "not", "then"]
    steps: Steps


class Trigger(NamedTuple):
    event: t.Event
    first: bool = False


def fold(sentences: tuple[Sentence, ...]) -> Steps:
    """The steps of sentences that follow each other."""
    steps, end = _fold(sentences, 0)
    if end < len(sentences):
        raise Misfit("'If not,' has nothing to answer")
    return steps


def _fold(sentences: tuple[Sentence, ...], at: int) -> tuple[Steps, int]:
    """Fold from one sentence on; stops at an `If not,` that answers something further out."""
    steps: Steps = ()
    last: Steps = ()  # the steps of the last sentence
    while at < len(sentences):
        sentence = sentences[at]
        if sentence.kind == "plain":
            last = sentence.steps
            if at and last[:1] and isinstance(last[0], t.If) and last[0].condition == t.While("engaged"):
                last = (t.Lasting("engaged", last[0].then),)
            steps += last
            at += 1
            continue
        if not last:
            return steps, at
        before = steps[: len(steps) - len(last)]
        if sentence.kind == "done":
            then, at = _fold((*sentences[:at], Sentence("plain", sentence.steps), *sentences[at + 1 :]), at)
            last = _done(last, then)
        elif sentence.kind == "then":
            if not isinstance(last[-1], t.Lasting) or last[-1].then:
                raise Misfit("'Then' follows a sentence that begins with how long it lasts")
            last = (*last[:-1], replace(last[-1], then=sentence.steps))
            at += 1
        else:
            answered = _otherwise(last, sentence.steps)
            if answered is None:
                return steps, at
            last = answered
            at += 1
        steps = before + last
    return steps, at


def _done(steps: Steps, then: Steps) -> Steps:
    """`If you do,` after these steps."""
    last = steps[-1]
    if isinstance(last, t.May) and not last.then and not last.otherwise and not last.must:
        return (*steps[:-1], replace(last, then=then))
    if isinstance(last, t.If) and not last.otherwise:
        return (*steps[:-1], replace(last, then=_done(last.then, then)))
    if isinstance(last, (t.Later, t.Lasting)):
        return (*steps[:-1], replace(last, do=_done(last.do, then)))
    if any(isinstance(step, (t.May, t.If, t.Later, t.Lasting, t.WayOut)) for step in steps):
        raise Misfit("'If you do,' has nothing to follow")
    return (t.May(steps, then, must=True),)


def _otherwise(steps: Steps, otherwise: Steps) -> Steps | None:
    """`If not,` after these steps; None if there is nothing to answer."""
    last = steps[-1]
    if isinstance(last, t.If) and not isinstance(last.condition, t.Not):
        inner = None if last.otherwise else _otherwise(last.then, otherwise)
        if inner is not None:
            return (*steps[:-1], replace(last, then=inner))
        return None if last.otherwise else (*steps[:-1], replace(last, otherwise=otherwise))
    if isinstance(last, t.May) and not last.otherwise:
        return (*steps[:-1], replace(last, otherwise=otherwise))
    if isinstance(last, (t.Later, t.Lasting)):
        inner = _otherwise(last.do, otherwise)
        return None if inner is None else (*steps[:-1], replace(last, do=inner))
    return None


@v_args(inline=True)
class LineRules(RuleRules):
    # ---- steps in a sentence ----

    def steps_one(self, step: t.Step) -> Steps:
        if isinstance(step, PartOnly):
            raise Misfit("say what deals this damage")
        return (step,)

    def steps_more(self, steps: Steps, step: t.Step) -> Steps:
        if not isinstance(step, PartOnly):
            return (*steps, step)
        last = steps[-1]
        if not isinstance(last, t.Deal):
            raise Misfit("say what deals this damage")
        return (*steps[:-1], replace(last, parts=(*last.parts, step.part)))

    def where(self, amount: Any) -> Any:
        return amount

    def plain(self, steps: Steps, where: Any) -> Steps:
        if where is None:
            return steps
        if not has_x(steps):
            raise Misfit("there is no X in the sentence")
        result: Steps = put_x(steps, where)
        return result

    def may(self, steps: Steps, where: Any) -> Steps:
        steps = LineRules.plain(self, steps, where)
        if len(steps) == 1:
            only = steps[0]
            if isinstance(only, t.MayReroll):
                return steps
            if isinstance(only, t.Field) and only.what.how == "group" and only.what.what and not only.level:
                return (t.FieldFree(only.what.what),)
        return (t.May(steps),)

    def may_opponent(self, steps: Steps, where: Any) -> Steps:
        return (t.May(LineRules.plain(self, steps, where), who="opponent"),)

    def may_each(self, steps: Steps, where: Any) -> Steps:
        return (t.May(LineRules.plain(self, steps, where), who="each player"),)

    def way_out(self, steps: Steps) -> Steps:
        return (t.WayOut(steps),)

    def way_out_lift(self, steps: Steps) -> Steps:
        return (t.WayOut(steps, lift=True),)

    def instead_of_attack(self, steps: Steps) -> Steps:
        if len(steps) != 1 or not isinstance(steps[0], t.Deal):
            raise Misfit("only damage can be dealt instead of attacking")
        return (t.InsteadOfAttack(steps[0]),)

    def unless(self, steps: Steps, condition: t.Condition) -> Steps:
        return (t.If(t.Not(condition), steps),)

    # ---- sentences ----

    def guarded_if(self, condition: t.Condition, steps: Steps) -> Steps:
        return (t.If(condition, steps),)

    def guarded_while(self, condition: t.Condition, steps: Steps) -> Steps:
        return (t.If(condition, steps),)

    def sentence(self, steps: Any) -> Sentence:
        if not isinstance(steps, tuple):
            steps = (steps,)
        if has_x(steps):
            raise Misfit("say what X is: ', where X is ...'")
        return Sentence("plain", steps)

    def if_done(self, steps: Any) -> Sentence:
        return LineRules.sentence(self, steps)._replace(kind="done")

    def if_not(self, steps: Steps) -> Sentence:
        return LineRules.sentence(self, steps)._replace(kind="not")

    def then(self, steps: Steps) -> Sentence:
        return LineRules.sentence(self, steps)._replace(kind="then")

    def _later(self, event: t.Event, steps: Steps, once: bool) -> t.Later:
        first = steps[0]
        if len(steps) == 1 and isinstance(first, t.If) and not isinstance(first.condition, t.Not):
            return t.Later(event, first.then, first.condition, once)
        return t.Later(event, steps, once=once)

    def later(self, trigger: Trigger, steps: Steps) -> t.Later:
        if trigger.first:
            raise Misfit("'the first time each turn' belongs to the beginning of a line")
        return self._later(trigger.event, steps, once=False)

    def later_once(self, moment: t.Moment, steps: Steps) -> Sentence:
        return LineRules.sentence(self, self._later(moment, steps, once=True))

    def later_then(self, moment: t.Moment, steps: Steps) -> Steps:
        return (self._later(moment, steps, once=True),)

    def last_until(self, token: Token) -> Any:
        return v.LASTING[str(token)]

    def lasting(self, until: Any, steps: Steps) -> t.Lasting:
        return t.Lasting(until, steps)

    def lasting_when(self, until: Any, trigger: Trigger, steps: Steps) -> t.Lasting:
        return t.Lasting(until, (LineRules.later(self, trigger, steps),))

    def lasting_active(self, steps: Steps) -> Sentence:
        return LineRules.sentence(self, t.Lasting("active", steps))

    # ---- lines ----

    def scope(self, token: Token, comma: Token) -> str:
        return "active" if token == "while active" else "always"

    def limit(self, token: Token, comma: Token) -> str:
        return "die" if token.endswith("die") else "turn"

    def head(self, scope: Any, limit: Any) -> tuple[Any, Any]:
        return scope or "", limit or ""

    def trigger_when(self, event: t.Event) -> Trigger:
        return Trigger(event)

    def trigger_first(self, event: t.Event) -> Trigger:
        return Trigger(event, first=True)

    def trigger_moment(self, event: t.Moment) -> Trigger:
        return Trigger(event)

    def ability(self, head: tuple[Any, Any], *sentences: Sentence) -> t.Ability:
        scope, limit = head
        steps = fold(sentences)
        first = steps[0]
        if (
            len(steps) == 1
            and isinstance(first, t.If)
            and not first.otherwise
            and not isinstance(first.condition, t.Not)
        ):
            return t.Ability(first.then, scope, limit, condition=first.condition)
        return t.Ability(steps, scope, limit)

    def ability_when(self, head: tuple[Any, Any], trigger: Trigger, *sentences: Sentence) -> t.Ability:
        ability = replace(LineRules.ability(self, head, *sentences), event=trigger.event)
        if trigger.first:
            if ability.limit:
                raise Misfit("an ability has one limit")
            return replace(ability, limit="first")
        return ability

    def burst_instead(self, ability: t.Ability) -> t.Burst:
        return t.Burst("instead", ability)

    def burst_also(self, ability: t.Ability) -> t.Burst:
        return t.Burst("also", ability)

    def burst_before(self, ability: t.Ability) -> t.Burst:
        return t.Burst("also", ability, before=True)

    def burst_own(self, ability: t.Ability) -> t.Burst:
        return t.Burst("own", ability)

    def once_mine(self, *tokens: Token) -> bool:
        return True

    def global_line(
        self, once: Any, trigger: Trigger | None, condition: Any, cost: Steps, *sentences: Sentence
    ) -> t.Global:
        if trigger and trigger.first:
            raise Misfit("'the first time each turn' does not go with a Global Ability")
        if has_x(cost):
            raise Misfit("a price has a number, not X")
        return t.Global(cost, fold(sentences), bool(once), trigger.event if trigger else None, condition)
