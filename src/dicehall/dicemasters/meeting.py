"""Which replacement effects can meet on one event, which of them goes first, and who decides. Rules 6.1.2, 7.4.

The effects are those of the cards (replacing.py). The answers are the rules', in meeting.toml: one for each two kinds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement

from msgspec import Struct, convert

from dicehall.dicemasters.cards import Card, Catalogue
from dicehall.dicemasters.replacing import Effect, effects_of

FILE = "meeting.toml"


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of replacement effect in an event: what it does."""

    name: str
    does: str


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """Two kinds of an event: which is looked at first, who decides, and the rules that say so."""

    kinds: tuple[str, str]
    first: str
    decides: str
    rules: tuple[str, ...]


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that texts replace. Its kinds stand in the order in which they are looked at."""

    name: str
    when: str
    kinds: tuple[Kind, ...]
    answers: tuple[Answer, ...]


class Pair(Struct, frozen=True):
    """Two kinds that can meet: the cards of each, and the rules' answer, if there is one."""

    event: Event
    kinds: tuple[str, str]
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    answer: Answer | None

    @property
    def name(self) -> str:
        """As a scenario writes it in `meets`."""
        return f"{self.event.name}: {self.kinds[0]}, {self.kinds[1]}"


@cache
def events() -> tuple[Event, ...]:
    """The events and the answers, as the file has them."""
    text = files("dicehall.dicemasters").joinpath(FILE).read_text(encoding="utf-8")
    return convert(tomllib.loads(text)["event"], tuple[Event, ...])


def can_meet(a: Effect, b: Effect) -> bool:
    """Whether two effects can be about the same thing at one moment; an effect and itself, about two dice."""
    if not (a.on & b.on and a.ways & b.ways) or (a.single and a.kind == b.kind):
        return False
    if a is b or a.card.id == b.card.id:
        return a.again and (not a.own or a.asks)
    return True


def pairs(catalogue: Catalogue, cards: Iterable[Card]) -> list[Pair]:
    """All pairs of kinds that can meet among the cards, in the order of the events."""
    found = [e for card in cards for e in effects_of(card, catalogue)]
    out: list[Pair] = []
    for event in events():
        for one, other in combinations_with_replacement([k.name for k in event.kinds], 2):
            here = [e for e in found if e.event == event.name]
            met = [(a, b) for a in here for b in here if a.kind == one and b.kind == other and can_meet(a, b)]
            if met:
                left, right = {id(a) for a, _ in met}, {id(b) for _, b in met}
                sides = tuple([tuple(dict.fromkeys(e.card for e in here if id(e) in side)) for side in (left, right)])
                answer = next((x for x in event.answers if x.kinds == (one, other)), None)
                out.append(Pair(event, (one, other), (sides[0], sides[1]), answer))
    return out
