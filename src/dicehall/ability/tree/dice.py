"""Which dice, which players, and how much."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.node import Node, Whose


class Trait(Node, frozen=True):
    """[fist] · Sidekick · a Name: an affiliation or a title. With `no`: non-[fist], non-Sidekick, non-Villains."""

    kind: Literal["type", "sidekick", "name"]
    value: str = ""
    no: bool = False


class Compare(Node, frozen=True):
    """A number to compare with: `level 1` (=), `level 2 or less` (<=), `purchase cost 6 or higher` (>=).

    `than` compares with a level: of this die ("of lower level", <), of one of your character dice ("of equal or
    lower level than one of your character dice", <=), of that die ("of level at most 1 higher than that die", <=, 1).
    """

    op: Literal["=", "<=", ">=", "<", ">"]
    value: int = 0
    than: Literal["", "this", "yours", "that"] = ""


class Zone(Node, frozen=True):
    """`your Used Pile` · `its Prep Area` · `the Field Zone` · `your opponent's Prep Area` · `their Field Zone`."""

    name: Literal["bag", "prep", "reserve", "field", "used", "card"]
    whose: Literal["your", "its", "their", "opponent's", "each player's", "that opponent's", "a", "the"] = "your"


class Filter(Node, frozen=True):
    """What dice are meant: `opposing level 1 [fist] Villains character die with purchase cost 6 or higher`."""

    kind: Literal["character", "action", "die"] = "character"  # character die · action die · die
    whose: Whose = ""
    other: bool = False  # another / other: not this die, not those chosen before
    role: Literal["", "attacking", "blocking", "blocked", "unblocked", "engaged", "attacking or blocking"] = ""
    level: Compare | None = None
    traits: tuple[tuple[Trait, ...], ...] = ()  # each group must hold; within a group one is enough ("A or B")
    of_card: Literal["", "this", "not this", "that"] = ""  # of this card · not of this card · of that card
    cost: Compare | None = None  # with purchase cost 2 or less: as printed
    attack: Amount | None = None  # with A equal to X, where X is ...
    named: str = ""  # named Thor
    not_named: str = ""  # not named Thor
    word: str = ""  # with "Dragon" in its name
    keyword: str = ""  # that has Suit Up
    relation: Literal[
        "",
        "blocks this die",  # that blocks this die
        "does not block this die",  # that does not block this die
        "does not block",  # that does not block
        "blocked this die",  # that blocked this die
        "blocked by this die",  # blocked by this die
        "engaged with this die",  # engaged with this die / with it
    ] = ""
    engaged_with: Filter | None = None  # engaged with Villains character dice
    shows: Literal["", "energy", "action", "character", "no character"] = ""  # that shows energy / an action face / ...
    marks: tuple[
        Literal[
            "did not pay",  # that did not pay for this fielding
            "rolled this turn",  # that you rolled this turn
            "rolled",  # that you rolled (in this step)
            "drawn this way",
            "rolled this way",  # rolled: each rolled die
            "rerolled this way",  # rerolled: each rerolled die
            "KO'd this way",
            "moved this way",
            "already",  # already in the Field Zone
            "chosen type",  # of the chosen type
            "that name",  # with that name
            "shares its type",  # that share its type
            "attached this",  # with a die of this card attached
            "that die",  # that die: the one chosen before
        ],
        ...,
    ] = ()
    zones: tuple[Zone, ...] = ()  # from / in your Used Pile or Prep Area; none: in the Field Zone


class Dice(Node, frozen=True):
    """Which of them, and how many. `this die` · `target X` · `an X`, `one of your X` · `each X` · plain `Xs`.

    how: this (this die), it, itself, that (that die, or with `what`: that Villains character die), those (those
    dice), target, a (picked without targeting), each (all that are there now), group (plain plural: whoever is meant
    when it matters), blocked (the character die it blocks), chosen (the chosen die), captured (the captured die),
    fielded (the die fielded), others (the others drawn this way, the other rolled dice), part (one of them),
    rest (the other of them), its blockers.
    count: 2 target X, 2 of your X; up_to: up to 2 X; any_number: any number of X.
    """

    how: Literal[
        "this", "it", "itself", "that", "those", "target", "a", "each", "group", "blocked", "chosen", "captured",
        "fielded", "others", "part", "rest", "its blockers",
    ]  # fmt: skip
    what: Filter | None = None
    count: int = 1
    up_to: bool = False
    any_number: bool = False


class Who(Node, frozen=True):
    """you · your opponent · an opponent · a player · target player · target opponent · each player · that player ..."""

    who: Literal[
        "you", "opponent", "an opponent", "a player", "target player", "target opponent", "each player",
        "that player", "that opponent", "its owner", "its controller",
    ]  # fmt: skip


class Stat(Node, frozen=True):
    """`its A` · `half of that die's A, rounded down, minimum 1`."""

    stat: Literal["A", "D", "level", "combat damage dealt"]
    of: Dice
    half: bool = False
    minimum: int = 0


class Count(Node, frozen=True):
    """`for each X` · `the number of X`; different: `each other different active Stark Industries character`.

    events: `for each character die you fielded this turn`.
    """

    what: Filter
    different: bool = False
    events: Literal["", "fielded"] = ""


class Best(Node, frozen=True):
    """`the highest level among Xs` · `the lowest A among Xs`."""

    which: Literal["highest", "lowest"]
    stat: Literal["A", "D", "level"]
    among: Filter


class Plus(Node, frozen=True):
    """`2 plus the number of X`."""

    number: int
    amount: Amount


class EnergyIn(Node, frozen=True):
    """`the amount of energy in that opponent's Reserve Pool`."""

    zone: Zone


class ThatMuch(Node, frozen=True):
    """`that much`: the amount of the event."""


Amount = int | Stat | Count | Best | Plus | EnergyIn | ThatMuch
