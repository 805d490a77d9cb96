"""From what the grammar has read to records: names, filters and zones."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v


class Misfit(ValueError):
    """A sentence that the grammar reads but that says nothing."""


class TheX(t.Node, frozen=True):
    """X, before it is known what X is."""


class PartOnly(t.Node, frozen=True):
    """`and 2 damage to X`: more of the damage before it."""

    part: t.Part


def put_x(node: Any, amount: Any) -> Any:
    """The same node with every X replaced by an amount."""
    if isinstance(node, TheX):
        return amount
    if isinstance(node, tuple):
        return tuple(put_x(item, amount) for item in node)
    if isinstance(node, t.Node):
        changes = {}
        for name in node.__struct_fields__:
            old = getattr(node, name)
            if isinstance(old, (tuple, t.Node)):
                new = put_x(old, amount)
                if new is not old and new != old:
                    changes[name] = new
        return replace(node, **changes) if changes else node
    return node


def has_x(node: Any) -> bool:
    if isinstance(node, TheX):
        return True
    if isinstance(node, tuple):
        return any(has_x(item) for item in node)
    if isinstance(node, t.Node):
        return any(has_x(getattr(node, name)) for name in node.__struct_fields__)
    return False


def with_mark(filter: t.Filter, mark: str) -> t.Filter:
    """The filter with one mark more, in the order of printing."""
    marks: Any = tuple(sorted({*filter.marks, mark}, key=v.MARK_ORDER.__getitem__))
    return replace(filter, marks=marks)


@v_args(inline=True)
class FilterRules(Transformer[Token, Any]):
    """Names of methods are the names in grammar.lark."""

    # ---- names and numbers ----

    def bare_name(self, token: Token) -> str:
        return str(token)

    def quoted_name(self, token: Token) -> str:
        return str(token)[1:-1]

    def names(self, *names: str) -> tuple[str, ...]:
        return names

    def keyword(self, token: Token) -> str:
        return str(token)

    def number(self, token: Token) -> int:
        return int(token)

    def one(self) -> int:
        return 1

    def the_x(self) -> TheX:
        return TheX()

    # ---- filters ----

    def filter(self, *parts: Any) -> t.Filter:
        *adjectives, noun = parts
        kind: Any = "die"
        if str(noun).startswith(("character", "action")):
            kind = str(noun).split()[0]
        return self._described(t.Filter(kind=kind), adjectives)

    def noun(self, token: Token) -> Token:
        return token

    def _described(self, filter: t.Filter, adjectives: list[Any]) -> t.Filter:
        for name, value in adjectives:
            if name == "traits":
                filter = replace(filter, traits=(*filter.traits, value))
            elif name == "marks":
                filter = with_mark(filter, value)
            else:
                filter = replace(filter, **{name: value})
        return filter

    def adj_traits(self, *traits: t.Trait) -> tuple[str, Any]:
        return "traits", traits

    def adj_level(self, number: Token) -> tuple[str, Any]:
        return "level", t.Compare("=", int(number))

    def adj_word(self, token: Any) -> tuple[str, Any]:
        if isinstance(token, tuple):
            return token
        word = str(token)
        if word in ("your", "opposing"):
            return "whose", word
        if word == "other":
            return "other", True
        if word in ("rolled", "rerolled"):
            return "marks", f"{word} this way"
        return "role", word

    def trait(self, no: Any, trait: t.Trait) -> t.Trait:
        return replace(trait, no=True) if no else trait

    def non(self, token: Token) -> bool:
        return True

    def trait_type(self, token: Token) -> t.Trait:
        return t.Trait("type", str(token)[1:-1])

    def trait_sidekick(self) -> t.Trait:
        return t.Trait("sidekick")

    def trait_name(self, name: str) -> t.Trait:
        return t.Trait("name", name)

    def filter_post(self, filter: t.Filter, post: tuple[str, Any]) -> t.Filter:
        name, value = post
        if name == "marks":
            return with_mark(filter, value)
        return replace(filter, **{name: value})

    def post_word(self, token: Any) -> tuple[str, Any]:
        if isinstance(token, tuple):
            return token
        word = str(token)
        for mark, phrase in v.MARKS_AFTER.items():
            if phrase == word:
                return "marks", mark
        if word in ("of this card", "of that card"):
            return "of_card", word.split()[1]
        if word == "you control":
            return "whose", "your"
        if word == "you fielded this turn":
            return "marks", "fielded"
        if word == "engaged with it":
            word = "engaged with this die"
        return "relation", word

    def post_level(self, word: Token, than: Token | None) -> tuple[str, Any]:
        return "level", t.Compare(v.LEVEL_WORDS[word], 0, v.THAN[than or ""])  # type: ignore[arg-type]

    def level_word(self, token: Token) -> str:
        return str(token)

    def than(self, token: Token) -> str:
        return str(token)

    def post_level_at_most(self, number: Token) -> tuple[str, Any]:
        return "level", t.Compare("<=", int(number), "that")

    def post_with_level(self, compare: t.Compare) -> tuple[str, Any]:
        return "level", compare

    def post_cost(self, compare: t.Compare) -> tuple[str, Any]:
        return "cost", compare

    def compare(self, number: Token, word: Token | None = None) -> t.Compare:
        return t.Compare("=" if word is None else "<=" if word == "or less" else ">=", int(number))

    def post_attack(self) -> tuple[str, Any]:
        return "attack", TheX()

    def post_in_name(self, token: Token) -> tuple[str, Any]:
        return "word", str(token)[1:-1]

    def post_named(self, name: str) -> tuple[str, Any]:
        return "named", name

    def post_not_named(self, name: str) -> tuple[str, Any]:
        return "not_named", name

    def post_engaged(self, *parts: Any) -> tuple[str, Any]:
        return "engaged_with", FilterRules.filter(self, *parts)

    def post_that(self, *parts: Any) -> tuple[str, Any]:
        return parts[-1]  # type: ignore[no-any-return]

    def rel_shows(self, word: Token) -> tuple[str, Any]:
        return "shows", v.SHOWN[word]

    def shown(self, token: Token) -> str:
        return str(token)

    def rel_keyword(self, keyword: str) -> tuple[str, Any]:
        return "keyword", keyword

    def rel_blocks(self) -> tuple[str, Any]:
        return "relation", "blocks this die"

    def rel_blocked(self) -> tuple[str, Any]:
        return "relation", "blocked this die"

    def rel_word(self, token: Any) -> tuple[str, Any]:
        if isinstance(token, tuple):
            return token
        word = str(token)
        if word.endswith("not of this card"):
            return "of_card", "not this"
        if word.startswith("share"):
            return "marks", "shares its type"
        for mark, phrase in v.MARKS_THAT.items():
            if phrase == word:
                return "marks", mark
        return "relation", word.replace("do not", "does not")

    def post_zones(self, zones: tuple[t.Zone, ...]) -> tuple[str, Any]:
        return "zones", zones

    def zones_one(self, zone: t.Zone) -> tuple[t.Zone, ...]:
        return (zone,)

    def zones_more(self, zones: tuple[t.Zone, ...], zone: t.Zone) -> tuple[t.Zone, ...]:
        return (*zones, zone)

    def zones_same(self, zones: tuple[t.Zone, ...], name: str) -> tuple[t.Zone, ...]:
        return (*zones, replace(zones[-1], name=v.ZONES[name]))

    def zone(self, whose: str, name: str) -> t.Zone:
        return t.Zone(v.ZONES[name], v.WHOSE[whose])  # type: ignore[arg-type]

    def zone_whose(self, token: Token) -> str:
        return str(token)

    def zone_name(self, token: Token) -> str:
        return str(token)

    def afilter(self, filter: t.Filter) -> t.Filter:
        return filter

    def afilter_other(self, filter: t.Filter) -> t.Filter:
        return replace(filter, other=True)

    def afilter_yours(self, filter: t.Filter) -> t.Filter:
        return replace(filter, whose="your")
