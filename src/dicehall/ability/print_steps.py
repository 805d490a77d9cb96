"""From records to words: single steps."""

from __future__ import annotations

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.print_dice import Unprintable, a, joined, name_text
from dicehall.ability.print_events import EventPrinter

_FIXED: dict[type[t.Node], str] = {
    t.ClearDamage: "instead clear its damage",
    t.Ignore: "this die ignores that effect",
    t.EndGlobals: "end each effect of a Global Ability that still lasts",
    t.ChooseType: "choose an energy type",
    t.BuyFree: "in your Main Step you may purchase an action die for free",
    t.MayReroll: "reroll 1 die 1 more time in your Roll and Reroll Step",
    t.BlockMore: "it can block 1 more character die per level",
    t.SelfDamage: "each character die blocked by this die deals damage equal to its A to itself",
    t.UseCaptured: "use the captured die for free with no bursts",
    t.OnlyTarget: "opposing action dice and abilities can target no other character die",
}


def picks_many(step: t.Step | None) -> bool:
    """Whether a step draws or chooses several dice, so that they are `them` afterwards."""
    if isinstance(step, t.Draw):
        return step.count != 1 or step.per is not None
    if isinstance(step, (t.Search, t.Choose)):
        return step.what.count != 1 or step.what.any_number or step.what.how in ("each", "group")
    return False


class StepPrinter(EventPrinter):
    """`base`: verbs without ending, after `you may have`. `picked`: the last step that drew or chose dice."""

    def __init__(self) -> None:
        super().__init__()
        self.base = False
        self.picked: t.Step | None = None

    def verb(self, subject: t.Dice, one: str, many: str) -> str:
        return many if self.base or self.is_plural(subject) else one

    def until(self, until: str) -> str:
        if not until:
            return ""
        try:
            return " " + v.phrase_for(v.UNTIL, until)
        except ValueError:
            return " " + v.phrase_for(v.LASTING, until)

    def step(self, s: t.Step, leaning: bool = False) -> str:
        """One step. leaning: it follows in the same sentence the step that picked its dice."""
        if type(s) in _FIXED:
            return _FIXED[type(s)]
        for family in (self._damage_step, self._stat_step, self._move_step, self._choice_step, self._rule_step):
            text = family(s, leaning)
            if text is not None:
                return text
        raise Unprintable("a step that must be a sentence of its own stands inside another")

    # ---- damage and life ----

    def part(self, part: t.Part) -> str:
        return f"{self.amount_of(part.amount, 'damage')} to {self.recipients(part.to)}{self.per(part.per)}"

    def _damage_step(self, s: t.Step, leaning: bool) -> str | None:
        match s:
            case t.Deal():
                parts = joined([self.part(part) for part in s.parts])
                if s.source is None:
                    return f"this card deals {parts}"
                return f"{self.dice(s.source)} {self.verb(s.source, 'deals', 'deal')} {parts}"
            case t.AddDamage():
                return f"add {self.number_x(s.amount)} to {'it for one target' if s.recipient else 'that damage'}"
            case t.Ko():
                return f"KO {self.dice(s.what)}"
            case t.Gain():
                return f"gain {self.amount_of(s.amount, 'life')}{self.per(s.per)}"
            case t.Lose():
                words = f"{self.amount_of(s.amount, 'life')}{self.per(s.per)}"
                return (
                    f"lose {words}" if s.who.who == "you" else f"{self.who(s.who)} {self._s('loses', 'lose')} {words}"
                )
            case t.SetLife():
                return f"set your opponent's life to {s.life}"
            case t.PayEnergy():
                energy = "".join(f"[{symbol}]" for symbol in s.types)
                return f"pay {energy}" + (f"[{s.any}]" if s.any or not s.types else "")
            case t.PayLife():
                return f"pay {s.amount} life"
            case t.TakeDamage():
                return f"take {s.amount} damage"
            case t.Reduce():
                if s.what is None:
                    return f"reduce it by {s.amount}"
                source = f" from {self.dice(t.Dice('group', s.source))}" if s.source else ""
                return f"reduce each damage{source} to {self.dice(s.what)} by {s.amount}{self.until(s.until)}"
            case t.PreventFirst():
                number = self.number_x(s.amount)
                return f"each turn prevent the first {number} damage from each source to {self.dice(s.what)}"
            case t.Prevent():
                if s.what is not None:
                    return f"prevent all damage to {self.dice(s.what)}{self.until(s.until)}"
                return f"prevent {s.amount or 'all'} of it"
            case t.Redirect():
                return f"redirect {'up to ' if s.up_to else ''}{s.amount or 'all'} of it to {self.dice(s.to)}"
            case t.Cancel():
                return "cancel its effect" + (" and that Global Ability cannot be used this turn" if s.ban else "")
        return None

    def _s(self, one: str, many: str) -> str:
        return many if self.base else one

    # ---- numbers and faces of dice ----

    def _stat_step(self, s: t.Step, leaning: bool) -> str | None:
        match s:
            case t.Gets():
                bonus = [f"{number:+}{stat}" for number, stat in ((s.attack, "A"), (s.defence, "D")) if number]
                if not bonus:
                    raise Unprintable("a bonus of 0 says nothing")
                verb = self.verb(s.what, "gets", "get")
                return f"{self.dice(s.what)} {verb} {' and '.join(bonus)}{self.until(s.until)}{self.per(s.per)}"
            case t.Gains():
                return f"{self.dice(s.what)} {self.verb(s.what, 'gains', 'gain')} {s.keyword}{self.until(s.until)}"
            case t.Half():
                verb = self.verb(s.what, "has", "have")
                return f"{self.dice(s.what)} {verb} half of its printed A and D, rounded down{self.until(s.until)}"
            case t.Double():
                return f"double the A and D of {self.dice(s.what)}{self.until(s.until)}"
            case t.SwapA():
                return f"swap the A of {self.dice(s.one)} with the A of {self.dice(s.other)}{self.until(s.until)}"
            case t.Spin():
                way = "up or down" if s.way == "either" else s.way
                number = f"{'up to ' if s.up_to else ''}{s.levels} {'level' if s.levels == 1 else 'levels'}"
                return f"spin {self.dice(s.what)} {way} {number}"
            case t.SpinTo():
                face = {"character": "its character face", "any other": "any other face"}.get(s.face, s.face)
                return f"spin {self.dice(s.what)} to {face}"
            case t.CopyStats():
                what = "stats and abilities" if s.abilities else "stats"
                verb = self.verb(s.who, "copies", "copy")
                return f"{self.dice(s.who)} {verb} the {what} of {self.dice(s.what)}{self.until(s.until)}"
            case t.CopyCard():
                if s.faces:
                    return f"they copy its faces{self.until(s.until)}"
                return f"dice of this card copy that card except its purchase cost and faces{self.until(s.until)}"
        return None

    # ---- draw, roll, move ----

    def _move_step(self, s: t.Step, leaning: bool) -> str | None:
        match s:
            case t.Draw():
                dice = "a die" if s.count == 1 else f"{s.count} dice"
                if s.who == "its owner" and s.per is not None:
                    return f"the owner of each {self.count(s.per)} draws {dice}"
                if s.who == "you":
                    return f"draw {dice}{self.per(s.per)}"
                who = "your opponent" if s.who == "opponent" else s.who
                return f"{who} {self._s('draws', 'draw')} {dice}{self.per(s.per)}"
            case t.DrawMore():
                return f"draw {s.count} more {'die' if s.count == 1 else 'dice'} in your Clear and Draw Step"
            case t.Roll():
                what = self.dice(s.what, move=True) if s.what else "them" if picks_many(self.picked) else "it"
                return f"roll {what}" + (f" into {self.zone(s.to)}" if s.to else "")
            case t.Reroll():
                return f"reroll {self.dice(s.what)}"
            case t.Move():
                return self._move(s, leaning)
            case t.Goes():
                to = self.zone(s.to[0])
                if len(s.to) > 1:
                    to += f" or to {self.zone(s.to[1])}, as you choose"
                if s.instead_of:
                    to += f" instead of {self.zone(s.instead_of)}"
                return f"{self.dice(s.what)} {self.verb(s.what, 'goes', 'go')} to {to}{self.until(s.until)}"
            case t.Field():
                return f"field {self.dice(s.what, move=True)} for free" + (f" at level {s.level}" if s.level else "")
            case t.Capture():
                return f"capture {self.dice(s.what, move=True)} this turn"
            case t.Control():
                return f"take control of {self.dice(s.what)} this turn"
            case t.Attach():
                return f"attach this die to {self.dice(s.to)}"
            case t.Exchange():
                return f"exchange {self.dice(s.one)} for {self.dice(s.other, move=True)} at level {s.level}"
            case t.Search():
                return f"search your bag for {self.dice(s.what)}"
        return None

    def _move(self, s: t.Move, leaning: bool) -> str:
        if s.what == (t.Dice("those"),):
            its = isinstance(s.to, t.Zone) and s.to.whose == "its"
            dice = "them" if leaning else "each of those dice" if its else "those dice"
        else:
            dice = " and ".join(self._moved(s))
        if not isinstance(s.to, t.Zone):
            return f"move {dice} out of the Attack Zone"
        if s.to.name == "bag":
            return f"return {dice} to {self.zone(s.to)}"
        level = " at the same level" if s.same_level else f" at level {s.level}" if s.level else ""
        return f"move {dice} to {self.zone(s.to)}{level}"

    def _moved(self, s: t.Move) -> list[str]:
        """Several kinds of dice from one zone name the zone once, at the end."""
        texts = [self.dice(dice, move=True) for dice in s.what]
        last = s.what[-1].what
        if last is not None and last.zones:
            tail = " out of " + self.zones(last.zones)
            texts = [text.removesuffix(tail) for text in texts[:-1]] + texts[-1:]
        return texts

    # ---- choices ----

    def _choice_step(self, s: t.Step, leaning: bool) -> str | None:
        match s:
            case t.Choose():
                if s.by == "you":
                    return f"choose {self.dice(s.what)}"
                whose = s.what.what.whose if s.what.what else ""
                own = whose == ("opposing" if s.by == "opponent" else "") and not (s.what.what and s.what.what.zones)
                what = self.their_dice(s.what) if own else self.dice(s.what)
                who = "your opponent" if s.by == "opponent" else s.by
                return f"{who} {self._s('chooses', 'choose')} {what}"
            case t.ChooseCard():
                f = s.what
                words = ["opposing"] * (f.whose == "opposing") + ["other"] * f.other
                return "choose " + a(" ".join([*words, *self._traits(f), "character card"]))
            case t.NameDie():
                return "name " + ("a die" if s.what is None else self._some(s.what))
            case t.UseOnly():
                if isinstance(s.condition, t.AtMoment):
                    return f"use this die only {self.moment(s.condition.moment)}"
                return f"use this die only if {self.condition(s.condition)}"
            case t.AssignAll():
                return f"assign all of it to {'your opponent' if s.to == 'opponent' else 'each of its blockers'}"
            case t.CanBlock():
                return self._can_block(s)
            case t.RingBlocks():
                return (
                    "opposing character dice cannot block other character dice until each attacking character die "
                    f"with a die of this card attached has {s.count} blockers"
                )
        return None

    def _can_block(self, s: t.CanBlock) -> str:
        start = f"this die can block up to {s.count} character dice if each of them"
        if s.each.cost and s.each == t.Filter(cost=s.each.cost):
            return f"{start} has purchase cost {self.compare(s.each.cost)}"
        if s.each.level and s.each == t.Filter(level=s.each.level) and not s.each.level.than:
            return f"{start} has level {self.compare(s.each.level)}"
        return f"{start} is {self._some(s.each)}"

    # ---- rules ----

    def _rule_step(self, s: t.Step, leaning: bool) -> str | None:
        match s:
            case t.Cannot():
                return self._cannot(s)
            case t.Must():
                whom = f" {self.dice(s.whom)}" if s.whom else ""
                return f"{self.dice(s.what)} must {s.verb}{whom}{self.until(s.until)} where possible"
            case t.TakesNo():
                source = f" from {self.dice(t.Dice('group', s.source))}" if s.source else ""
                tail = (" while blocking" if s.blocking else "") + self.until(s.until)
                kind = "no combat damage" if s.combat else "no damage"
                return f"{self.dice(s.what)} {self.verb(s.what, 'takes', 'take')} {kind}{source}{tail}"
            case t.DealsNo():
                verb = self.verb(s.what, "does", "do")
                return f"{self.dice(s.what)} {verb} not deal combat damage{self.until(s.until)}"
            case t.BecomesBlocked():
                return f"{self.dice(s.what)} {self.verb(s.what, 'becomes', 'become')} blocked"
            case t.Excess():
                one = self.verb(s.what, "deals", "deal") == "deals"
                words = "deals combat damage beyond the D of its" if one else "deal combat damage beyond the D of their"
                return f"{self.dice(s.what)} {words} blockers to your opponent{self.until(s.until)}"
            case t.Twice():
                return f"{self.dice(s.what)} {self.verb(s.what, 'deals', 'deal')} their combat damage twice"
            case t.Costs():
                return self._costs(s)
            case t.Has():
                if s.keyword == "Fusion":
                    return f"Fusion: 2 different {name_text(s.names[0])} character dice"
                names = " or ".join(name_text(name, at_end=True) for name in s.names)
                return f"{s.keyword}: {names}" if names else s.keyword
        return None

    def _cannot(self, s: t.Cannot) -> str:
        until = self.until(s.until)
        if s.who is not None:
            if s.verbs == ("field",) and s.what is not None:
                return f"{self.who(s.who)} cannot field {self.dice(s.what)}{until}"
            for phrase, verbs in v.BANNED.items():
                if verbs == s.verbs:
                    return f"{self.who(s.who)} cannot {phrase}{until}"
            raise Unprintable("no words for what they cannot do")
        if s.what is None:
            return f"Global Abilities cannot be used{until}"
        subject = self.dice(s.what)
        if s.verbs == ("be targeted",):
            sources = " or ".join(v.phrase_for(v.SOURCES, source) for source in s.sources)
            by = f" by {'opposing ' if s.opposing else ''}{sources}" if sources else ""
            return f"{subject} cannot be targeted{by}{until}"
        if s.only and s.by is not None:
            return f"{subject} can be blocked only by {self.dice(t.Dice('group', s.by))}{until}"
        by = f" by {self.dice(t.Dice('group', s.by))}" if s.by else ""
        if s.fewer:
            by = f" by fewer than {s.fewer} {'character die' if s.fewer == 1 else 'character dice'}"
        if s.more:
            by = f" by more than {s.more} {'character die' if s.more == 1 else 'character dice'}"
        words = [
            verb.removeprefix("be ") if number and s.verbs[number - 1].startswith("be ") else verb
            for number, verb in enumerate(s.verbs)
        ]
        role = " while blocking" if s.role else ""
        return f"{subject} cannot {' or '.join(words)}{by}{role}{until}"

    def _costs(self, s: t.Costs) -> str:
        way = "less" if s.less else "more"
        minimum = f" (minimum {s.minimum})" if s.minimum else ""
        if s.next:
            if s.what is None:
                return f"your next fielding this turn costs {s.amount} {way}{minimum}"
            other = "other " if s.what.other else ""
            return f"the next {other}{self.filter(s.what)} you {s.verb} this turn costs {s.amount} {way}{minimum}"
        if s.things:
            words = {"action": "action dice", "global": "Global Abilities"}
            subject = " and ".join(words[thing] for thing in s.things)
        elif s.what is not None:
            subject = self.dice(t.Dice("group", s.what))
        else:
            raise Unprintable("a price needs to say for what")
        who = {"you": "you", "opponent": "your opponent", "each player": "each player"}[s.who]
        life = " life" if s.life else ""
        return f"{subject} cost {who} {s.amount}{life} {way} to {s.verb}{minimum}{self.until(s.until)}"
