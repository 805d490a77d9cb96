"""Editions are data: one frozen record a rulebook, holding only what differs between them.

Code asks for a value (`edition.spent_goes_to`), never which edition it is.
"""

from __future__ import annotations

import msgspec

from dicehall.dicemasters.terms import OUT, USED
from dicehall.kernel.errors import InvalidInput


class Edition(msgspec.Struct, frozen=True):
    name: str
    title: str
    year: int
    spent_goes_to: int  # energy spent on one's own turn (3.2.1, 3.2.2)
    spent_rule: str
    action_goes_to: int  # an action die after its use (3.5.3)
    unblocked_leave_at_once: bool  # 5.6.2; otherwise in Cleanup (5.6.3)
    short_draw_is_damage: bool  # 4.2.5; otherwise life is lost (4.2.4)
    both_at_zero_is_tie: bool  # 1.3.2; otherwise the active side wins (1.3.3)
    sidekick_unrolled_is_character: bool  # 2.3.2; otherwise it is a Sidekick die (2.3.3)
    choosing_is_targeting: bool  # 7.9: every choice of a die is a target
    vocabulary: str  # "hero": character, field, team; "monster": monster, summon, force
    basic_dice: int = 3
    demo_dice: int = 2  # dice a card in the demo set-up


def _edition(name: str, title: str, year: int, vocabulary: str = "hero", demo_dice: int = 2) -> Edition:
    old = year == 2014
    return Edition(
        name=name,
        title=title,
        year=year,
        spent_goes_to=USED if old else OUT,
        spent_rule="3.2.2" if old else "3.2.1",
        action_goes_to=USED if old else OUT,
        unblocked_leave_at_once=not old,
        short_draw_is_damage=old,
        both_at_zero_is_tie=not old,
        sidekick_unrolled_is_character=old,
        choosing_is_targeting=old,
        vocabulary=vocabulary,
        demo_dice=demo_dice,
    )


EDITIONS: dict[str, Edition] = {
    "avx": _edition("avx", "Avengers vs. X-Men (2014)", 2014),
    "ygo": _edition("ygo", "Yu-Gi-Oh! (2014)", 2014, "monster"),
    "imw": _edition("imw", "Iron Man and War Machine (2016)", 2016),
    "tmnt": _edition("tmnt", "Teenage Mutant Ninja Turtles (2016)", 2016, demo_dice=3),
}


def edition_named(name: str) -> Edition:
    if name not in EDITIONS:
        raise InvalidInput(f"there is no edition '{name}': it is one of {', '.join(EDITIONS)}")
    return EDITIONS[name]
