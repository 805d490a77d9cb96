"""From records to words: dice, filters, zones and amounts."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.language import is_bare_name
from dicehall.ability.lexing import SHORT

_DICE = {how: words for words, how in v.DICE_WORDS.items()} | {
    "itself": "itself",
    "its blockers": "each of its blockers",
}


class Unprintable(ValueError):
    """A tree that no sentence says."""


def a(noun: str) -> str:
    """The noun with its article."""
    bare = noun.lstrip('\x01"[')
    vowel = bare[:1] in tuple("aeiouAEIOU") and not bare.startswith("Uni")
    return f"an {noun}" if vowel or bare.startswith("X-") else f"a {noun}"


def joined(texts: list[str], word: str = "and") -> str:
    """a, b and c."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def name_text(name: str, at_end: bool = False) -> str:
    """A name, in quotes only where it could not be read without; between marks that keep the skin off it.

    at_end: a full stop may follow, which must not be taken for a part of the name.
    """
    bare = is_bare_name(name) and not (at_end and (name.endswith(".") or SHORT.search(name)))
    return f"\x01{name}\x02" if bare else f'\x01"{name}"\x02'


class DicePrinter:
    """`x` is what X stands for in the sentence that is being printed."""

    def __init__(self) -> None:
        self.x: t.Amount | None = None

    # ---- filters ----

    def filter(self, f: t.Filter, plural: bool = False, move: bool = False, before: str = "", after: str = "") -> str:
        """The words for a filter without whose and other, which stand in different places.

        before: words in front of it; after: words right behind the noun (`you control`).
        """
        words = [before] if before else []
        if f.whose == "opposing":
            words.append("opposing")
        if f.role:
            words.append(f.role)
        words += [word for mark, word in v.MARKS_BEFORE.items() if mark in f.marks]
        if f.level and f.level.op == "=" and not f.level.than:
            words.append(f"level {f.level.value}")
        words += self._traits(f)
        words.append(
            {"character": "character ", "action": "action ", "die": ""}[f.kind] + ("dice" if plural else "die")
        )
        words += self._after_noun(f, plural)
        if after:
            words.append(after)
        if f.zones and not move:
            words.append("in " + self.zones(f.zones))
        clauses = self._clauses(f, plural)
        if clauses:
            words.append(" and ".join(f"that {clause}" for clause in clauses))
        if f.zones and move:
            words.append("out of " + self.zones(f.zones))
        return " ".join(words)

    def _traits(self, f: t.Filter) -> list[str]:
        words: list[str] = []
        name_before = False
        for group in f.traits:
            texts = []
            for number, trait in enumerate(group):
                text = {"type": f"[{trait.value}]", "sidekick": "Sidekick"}.get(trait.kind) or name_text(trait.value)
                if trait.kind == "name" and name_before and not number and not trait.no and '"' not in text:
                    text = f'\x01"{trait.value}"\x02'
                texts.append(("non-" if trait.no else "") + text)
            words.append(" or ".join(texts))
            name_before = group[-1].kind == "name" and '"' not in texts[-1]
        return words

    def _after_noun(self, f: t.Filter, plural: bool) -> list[str]:
        words = []
        if f.of_card in ("this", "that"):
            words.append(f"of {f.of_card} card")
        if f.level and f.level.than:
            words.append(self._level_words(f.level))
        elif f.level and f.level.op != "=":
            words.append("with level " + self.compare(f.level))
        if f.cost:
            words.append("with purchase cost " + self.compare(f.cost))
        if f.attack is not None:
            self.set_x(f.attack)
            words.append("with A equal to X")
        if f.named:
            words.append("named " + name_text(f.named, at_end=True))
        if f.not_named:
            words.append("not named " + name_text(f.not_named, at_end=True))
        if f.word:
            words.append(f'with \x01"{f.word}"\x02 in {"their" if plural else "its"} name')
        if f.relation in ("blocked by this die", "engaged with this die"):
            words.append(f.relation)
        if f.engaged_with:
            words.append("engaged with " + self.dice(t.Dice("group", f.engaged_with)))
        return words + [word for mark, word in v.MARKS_AFTER.items() if mark in f.marks]

    def _level_words(self, level: t.Compare) -> str:
        if level.value:
            if level.than != "that" or level.op != "<=":
                raise Unprintable("no words for this comparison of levels")
            return f"of level at most {level.value} higher than that die"
        than = v.phrase_for(v.THAN, level.than)
        return f"of {v.phrase_for(v.LEVEL_WORDS, level.op)} {than}".strip()

    def _clauses(self, f: t.Filter, plural: bool) -> list[str]:
        clauses = []
        if f.of_card == "not this":
            clauses.append(f"{'are' if plural else 'is'} not of this card")
        for mark, words in v.MARKS_THAT.items():
            if mark in f.marks:
                clauses.append("share its type" if plural and mark == "shares its type" else words)
        if f.relation in ("blocks this die", "does not block this die", "does not block", "blocked this die"):
            text: str = f.relation
            if plural:
                text = text.replace("blocks", "block").replace("does", "do")
            clauses.append(text)
        if f.keyword:
            clauses.append(f"{'have' if plural else 'has'} {f.keyword}")
        if f.shows:
            clauses.append(f"{'show' if plural else 'shows'} {v.phrase_for(v.SHOWN, f.shows)}")
        return clauses

    def compare(self, c: t.Compare) -> str:
        try:
            return f"{c.value}" + {"=": "", "<=": " or less", ">=": " or higher"}[c.op]
        except KeyError:
            raise Unprintable("no words for this comparison") from None

    def zone(self, zone: t.Zone) -> str:
        return f"{v.phrase_for(v.WHOSE, zone.whose)} {v.phrase_for(v.ZONES, zone.name)}"

    def zones(self, zones: tuple[t.Zone, ...]) -> str:
        texts = [self.zone(zones[0])]
        for last, zone in pairwise(zones):
            texts.append(v.phrase_for(v.ZONES, zone.name) if zone.whose == last.whose else self.zone(zone))
        return " or ".join(texts)

    def a_filter(self, f: t.Filter) -> str:
        """One of these: `a level 1 character die`, `another die`, `one of your other character dice`."""
        return self.dice(t.Dice("a", f))

    # ---- dice ----

    def dice(self, d: t.Dice, move: bool = False) -> str:
        f = d.what
        if f is None:
            return self._dice_words(d)
        other = "other " if f.other else ""
        if d.how == "that":
            if f == t.Filter("die", marks=("drawn this way",)):
                return "the die drawn this way"
            return f"that {self.filter(f, move=move)}"
        if d.how == "others":
            return "the others drawn this way" if "drawn this way" in f.marks else "the other rolled dice"
        if d.how == "each":
            if f.whose == "your":
                return f"each of your {other}{self.filter(f, True, move)}"
            return f"each {other}{self.filter(f, False, move)}"
        if d.how == "group":
            your = "your " if f.whose == "your" else ""
            return f"{your}{other}{self.filter(f, True, move)}"
        one = d.count == 1 and not d.up_to and not d.any_number
        number = "any number of" if d.any_number else f"up to {d.count}" if d.up_to else f"{d.count}"
        many = d.count != 1 or d.any_number
        if d.how == "target":
            control = "you control" if f.whose == "your" else ""
            text = self.filter(f, many, move, after=control)
            if one:
                return f"another target {text}" if f.other else f"target {text}"
            return f"{number} {other}target {text}"
        if d.how == "a":
            if f.whose == "your":
                text = self.filter(f, True, move)
                if d.any_number:
                    return f"any number of your {other}{text}"
                return f"one of your {other}{text}" if one else f"{number} of your {other}{text}"
            text = self.filter(f, many, move)
            if one:
                return f"another {text}" if f.other else a(text)
            return f"{number} {other}{text}"
        raise Unprintable(f"no words for dice of the kind '{d.how}' with a description")

    def _dice_words(self, d: t.Dice) -> str:
        if d.how == "part":
            return "one of them" if d.count == 1 else f"{d.count} of them"
        if d.how not in _DICE:
            raise Unprintable(f"dice of the kind '{d.how}' need a description")
        return _DICE[d.how]

    def is_plural(self, d: t.Dice) -> bool:
        if d.how in ("group", "those", "others"):
            return True
        return d.how in ("target", "a", "part") and (d.count != 1 or d.any_number)

    def their_dice(self, d: t.Dice) -> str:
        """Dice that somebody else picks among their own."""
        f = d.what
        if f is None or d.how != "a" or f.whose == "your" or d.up_to or d.any_number or f.other:
            return self.dice(d)
        return f"{d.count} of their {self.filter(replace(f, whose=''), True)}"

    # ---- players and amounts ----

    def who(self, who: t.Who) -> str:
        return v.phrase_for(v.WHO, who.who)

    def recipients(self, to: tuple[t.Dice | t.Who, ...]) -> str:
        one = to[0]
        if len(to) == 2 and isinstance(one, t.Dice) and isinstance(to[1], t.Who):
            tail = {"target player": "player", "a player": "player"}.get(to[1].who, "opponent")
            return f"{self.dice(one)} or {tail}"
        return " or ".join(self.dice(r) if isinstance(r, t.Dice) else self.who(r) for r in to)

    def set_x(self, amount: t.Amount) -> None:
        if self.x is not None and self.x != amount:
            raise Unprintable("a sentence can have only one X")
        self.x = amount

    def amount_of(self, amount: t.Amount, thing: Literal["damage", "life"]) -> str:
        """`2 damage`, `that much damage`, `damage equal to its A`, `X damage`."""
        if isinstance(amount, t.ThatMuch):
            return f"that much {thing}"
        if isinstance(amount, t.Stat) and not amount.half:
            return f"{thing} equal to {self.stat(amount)}"
        return f"{self.number_x(amount)} {thing}"

    def number_x(self, amount: t.Amount) -> str:
        if isinstance(amount, int):
            return str(amount)
        self.set_x(amount)
        return "X"

    def amount(self, amount: t.Amount) -> str:
        """What X is."""
        if isinstance(amount, t.Plus):
            return f"{amount.number} plus {self.amount(amount.amount)}"
        if isinstance(amount, t.Stat):
            if not amount.half:
                return self.stat(amount)
            minimum = f", minimum {amount.minimum}" if amount.minimum else ""
            return f"half of {self.stat(amount)}, rounded down{minimum}"
        if isinstance(amount, t.Count):
            return "the number of " + self.count(amount, plural=True)
        if isinstance(amount, t.Best):
            return f"the {amount.which} {amount.stat} among {self.dice(t.Dice('group', amount.among))}"
        if isinstance(amount, t.EnergyIn):
            return "the amount of energy in " + self.zone(amount.zone)
        raise Unprintable("no words for this amount")

    def stat(self, stat: t.Stat) -> str:
        if stat.stat == "combat damage dealt":
            return "the combat damage it dealt"
        owners = {"it": "its", "that": "that die's", "this": "this die's"}
        if stat.of.what is not None or stat.of.how not in owners:
            raise Unprintable("no words for a number of these dice")
        return f"{owners[stat.of.how]} {stat.stat}"

    def per(self, count: t.Count | None) -> str:
        """` for each X`, or nothing."""
        if count is None:
            return ""
        if count.what.whose == "your" and not count.different:
            return " for each of your " + self.count(count, plural=True, whose=False)
        return " for each " + self.count(count)

    def count(self, count: t.Count, plural: bool = False, whose: bool = True) -> str:
        f = count.what
        other = "other " if f.other else ""
        if count.different:
            words = ["different active", *(["opposing"] if f.whose == "opposing" else []), *self._traits(f)]
            words.append("characters" if plural else "character")
            if f.whose == "your":
                words.append("you control")
            return other + " ".join(words)
        after = "you fielded this turn" if count.events == "fielded" else ""
        your = "your " if whose and f.whose == "your" else ""
        return your + other + self.filter(f, plural, after=after)
