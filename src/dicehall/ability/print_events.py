"""From records to words: events, moments and conditions."""

from __future__ import annotations

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.print_dice import DicePrinter, Unprintable, a, name_text

_FIXED: dict[type[t.Node], str] = {
    t.WouldDeal: "your action die or Global Ability would deal damage",
    t.WouldKo: "combat damage would KO this die",
    t.WouldAffect: "an effect would affect this die, except damage from a character die engaged with it",
    t.WouldDraw: "you would draw an extra die",
    t.Purchased: "you purchase a die",
    t.RolledAction: "this die is rolled to an action face",
    t.AssignedLethal: "this die is assigned lethal damage in your Attack Step",
}


class EventPrinter(DicePrinter):
    def moment(self, moment: t.Moment) -> str:
        for phrase, meant in v.MOMENTS.items():
            if meant == (moment.moment, moment.whose):
                return phrase
        raise Unprintable(f"no words for the moment '{moment.moment}' of '{moment.whose}'")

    def trigger(self, event: t.Event, first: bool = False) -> str:
        """`when ...`, `at the start of ...`, `the first time each turn ...`."""
        if isinstance(event, t.Moment):
            return self.moment(event)
        return f"{'the first time each turn' if first else 'when'} {self.event(event)}"

    def event(self, e: t.Event) -> str:
        if type(e) in _FIXED:
            return _FIXED[type(e)]
        match e:
            case t.Fielded():
                if not e.who or e.what is None:
                    return "fielded"
                return f"{v.phrase_for(v.FIELDERS, e.who)} {self.a_filter(e.what)}"
            case t.Attacks():
                return self._attacks(e)
            case t.Blocks():
                return "this die blocks" if e.by is None else f"{self.a_filter(e.by)} blocks this die"
            case t.Blocked():
                die = "character die" if e.exactly == 1 else "character dice"
                return "this die is blocked" + (f" by exactly {e.exactly} {die}" if e.exactly else "")
            case t.Damaged():
                step = " in the Attack Step" if e.in_attack else ""
                if e.by is None:
                    return f"{self.recipients(e.who)} {self._takes(e.who)}{step}"
                verb = "damage" if self.is_plural(e.by) else "damages"
                return f"{self.dice(e.by)} {verb} {self.recipients(e.who)}{step}"
            case t.WouldTake():
                return f"{self.recipients(e.who)} would take damage{' while blocking' if e.blocking else ''}"
            case t.Kod():
                verb = "are" if self.is_plural(e.what) else "is"
                return f"{self.dice(e.what)} {verb} KO'd{f' while {e.role}' if e.role else ''}"
            case t.Kos():
                victim = "that die" if "that die" in e.what.marks else self.a_filter(e.what)
                verb = "KO" if self.is_plural(e.by) else "KOs"
                tail = (" while blocking" if e.blocking else "") + (" with combat damage" if e.combat else "")
                return f"{self.dice(e.by)} {verb} {victim}{tail}"
            case t.Uses():
                for phrase, meant in v.USES.items():
                    if meant == (e.who, e.what):
                        return phrase
            case t.AssignsDamage():
                more = f" by {e.blockers} or more character dice" if e.blockers > 1 else ""
                return "this die assigns combat damage while blocked" + more
        raise Unprintable("no words for this event")

    def _takes(self, who: tuple[t.Dice | t.Who, ...]) -> str:
        last = who[-1]
        plural = self.is_plural(last) if isinstance(last, t.Dice) else last.who == "you"
        return "take damage" if plural else "takes damage"

    def _attacks(self, e: t.Attacks) -> str:
        if e.what is None:
            return "you attack"
        if e.together and e.what.what:
            other = "other " if e.what.what.other else ""
            return f"{e.together} or more of your {other}{self.filter(e.what.what, True)} attack together"
        verb = "attack" if self.is_plural(e.what) else "attacks"
        tail = " alone" if e.alone else " and is not blocked" if e.not_blocked else " or blocks" if e.or_blocks else ""
        return f"{self.dice(e.what)} {verb}{tail}"

    def guard(self, c: t.Condition) -> str:
        """`if ...` or `while ...`."""
        if not isinstance(c, t.While):
            return f"if {self.condition(c)}"
        if c.what is None:
            if c.state in ("only", "attacker"):
                raise Unprintable("'while' needs to say which dice")
            return f"while {c.state}"
        if c.state == "only":
            return "while you attack with only " + self.dice(t.Dice("group", c.what))
        if c.state == "attacker":
            return f"while {self._some(c.what)} attacks"
        return f"while engaged with {self._some(c.what)}"

    def _some(self, f: t.Filter) -> str:
        """`a character die`, with its side and `other` in front of it."""
        words = ("your " if f.whose == "your" else "") + ("other " if f.other else "")
        return a(words + self.filter(f))

    def condition(self, c: t.Condition) -> str:
        match c:
            case t.Have():
                return "you have " + self._have(c)
            case t.More():
                if c.what == "life":
                    return "your opponent has more life than you"
                return "your opponent has more character dice in the Field Zone than you"
            case t.There():
                zone = "" if c.what.zones else " in the Field Zone"
                return f"there are {c.count} or more {self.dice(t.Dice('group', c.what))}{zone}"
            case t.Is():
                subject = "the target" if c.what == "target" else self.dice(c.what)
                if c.filter == t.Filter("die", marks=("that name",)) and not c.no:
                    return f"{subject} has that name"
                be = "are" if c.what != "target" and self.is_plural(c.what) else "is"
                return f"{subject} {be} {'not ' if c.no else ''}{self._some(c.filter)}"
            case t.Shows():
                verb = "show" if self.is_plural(c.what) else "shows"
                return f"{self.dice(c.what)} {verb} {v.phrase_for(v.SHOWN, c.face)}"
            case t.Did():
                return v.phrase_for(v.DID, c.what)
        raise Unprintable("no words for this condition here")

    def _have(self, c: t.Have) -> str:
        if c.what is None:
            return "an active " + name_text(c.name, at_end=True)
        if c.what.zones:
            return self._some(c.what)
        words = [
            word for word in ("opposing" if c.what.whose == "opposing" else "", "other" if c.what.other else "") if word
        ]
        return " ".join(["an active", *words, *self._traits(c.what), "character"])
