"""From what the grammar has read to records: dice, players and amounts."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.build_filters import FilterRules


def without_fielded(filter: t.Filter) -> t.Filter:
    """The filter without `you fielded this turn`, which counts events and not dice."""
    marks: tuple[Any, ...] = filter.marks
    return replace(filter, marks=tuple(mark for mark in marks if mark != "fielded"))


@v_args(inline=True)
class DiceRules(FilterRules):
    # ---- dice ----

    def dice_word(self, token: Any) -> t.Dice:
        if isinstance(token, t.Dice):
            return token
        word = str(token)
        if word in ("them", "each of those dice"):
            return t.Dice("those")
        if word == "one of them":
            return t.Dice("part")
        if word == "the others drawn this way":
            return t.Dice("others", t.Filter("die", marks=("drawn this way",)))
        if word == "the other rolled dice":
            return t.Dice("others", t.Filter("die", marks=("rolled this way",)))
        if word == "the die drawn this way":
            return t.Dice("that", t.Filter("die", marks=("drawn this way",)))
        return t.Dice(v.DICE_WORDS[word])  # type: ignore[arg-type]

    def dice_part(self, number: Token) -> t.Dice:
        return t.Dice("part", count=int(number))

    def dice_that(self, what: t.Filter) -> t.Dice:
        return t.Dice("that", what)

    def dice_target(self, what: t.Filter) -> t.Dice:
        return t.Dice("target", what)

    def dice_another_target(self, what: t.Filter) -> t.Dice:
        return t.Dice("target", replace(what, other=True))

    def dice_targets(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("target", what, int(number))

    def dice_other_targets(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("target", replace(what, other=True), int(number))

    def dice_up_to_targets(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("target", what, int(number), up_to=True)

    def dice_up_to_other_targets(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("target", replace(what, other=True), int(number), up_to=True)

    def dice_a(self, what: t.Filter) -> t.Dice:
        return t.Dice("a", what)

    def dice_another(self, what: t.Filter) -> t.Dice:
        return t.Dice("a", replace(what, other=True))

    def dice_one_yours(self, what: t.Filter) -> t.Dice:
        return t.Dice("a", replace(what, whose="your"))

    def dice_yours(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("a", replace(what, whose="your"), int(number))

    def dice_up_to_yours(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("a", replace(what, whose="your"), int(number), up_to=True)

    def dice_theirs(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("a", replace(what, whose="opposing"), int(number))

    def dice_one_theirs(self, what: t.Filter) -> t.Dice:
        return t.Dice("a", replace(what, whose="opposing"))

    def dice_number_of(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("a", what, int(number))

    def dice_up_to(self, number: Token, what: t.Filter) -> t.Dice:
        return t.Dice("a", what, int(number), up_to=True)

    def dice_any(self, what: t.Filter) -> t.Dice:
        return t.Dice("a", what, any_number=True)

    def dice_each(self, what: t.Filter) -> t.Dice:
        return t.Dice("each", what)

    def dice_each_yours(self, what: t.Filter) -> t.Dice:
        return t.Dice("each", replace(what, whose="your"))

    def dice_group(self, what: t.Filter) -> t.Dice:
        return t.Dice("group", what)

    # ---- players, recipients ----

    def who(self, token: Token) -> t.Who:
        return t.Who(v.WHO[str(token)])  # type: ignore[arg-type]

    def somebody(self, token: Token) -> t.Who:
        return t.Who(v.WHO[str(token)])  # type: ignore[arg-type]

    def recips_one(self, recipient: Any) -> tuple[Any, ...]:
        return (recipient,)

    def recips_two(self, one: Any, other: Any) -> tuple[Any, ...]:
        return (one, other)

    def or_player(self, dice: t.Dice) -> tuple[Any, ...]:
        return (dice, t.Who("target player" if dice.how == "target" else "a player"))

    def or_opponent(self, dice: t.Dice) -> tuple[Any, ...]:
        return (dice, t.Who("target opponent" if dice.how == "target" else "an opponent"))

    # ---- amounts ----

    def amount_given(self, amount: Any) -> Any:
        return amount

    def that_much(self) -> t.ThatMuch:
        return t.ThatMuch()

    def part(self, amount: Any, to: tuple[Any, ...], per: t.Count | None) -> t.Part:
        return t.Part(amount, to, per)

    def per(self, what: t.Filter) -> t.Count:
        if without_fielded(what) != what:
            return t.Count(without_fielded(what), events="fielded")
        return t.Count(what)

    def per_yours(self, what: t.Filter) -> t.Count:
        return DiceRules.per(self, replace(what, whose="your"))

    def per_different(self, count: t.Count) -> t.Count:
        return count

    def different(self, word: Token, *parts: Any) -> t.Count:
        *adjectives, yours = parts
        filter = self._described(t.Filter(), list(adjectives))
        if str(word).startswith("other"):
            filter = replace(filter, other=True)
        return t.Count(replace(filter, whose="your") if yours else filter, different=True)

    def different_word(self, token: Token) -> str:
        return str(token)

    def yours(self, token: Token) -> bool:
        return True

    def amount(self, amount: Any) -> Any:
        return amount

    def plus(self, number: Token, amount: Any) -> t.Plus:
        return t.Plus(int(number), amount)

    def half(self, stat: t.Stat, minimum: Token | None) -> t.Stat:
        return replace(stat, half=True, minimum=int(minimum or 0))

    def number_of(self, what: t.Filter) -> t.Count:
        return DiceRules.per(self, what)

    def number_of_different(self, count: t.Count) -> t.Count:
        return count

    def best(self, *parts: Any) -> Any:
        if len(parts) == 1:
            return str(parts[0])
        which, stat, among = parts
        return t.Best(which, stat, among)

    def energy_in(self, zone: t.Zone) -> t.EnergyIn:
        return t.EnergyIn(zone)

    def stat(self, owner: str, word: str) -> t.Stat:
        return t.Stat(word, owner)  # type: ignore[arg-type]

    def stat_dealt(self) -> t.Stat:
        return t.Stat("combat damage dealt", t.Dice("it"))

    def owner(self, token: Token) -> t.Dice:
        return t.Dice({"its": "it", "that die's": "that", "this die's": "this"}[str(token)])  # type: ignore[arg-type]

    def stat_word(self, token: Token) -> str:
        return str(token)
