"""If and while: what must be true."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.dice import Dice, Filter
from dicehall.ability.tree.events import Moment
from dicehall.ability.tree.node import Node


class Have(Node, frozen=True):
    """`you have an active Shredder` · `you have an active Villains character` · `you have a X in your Used Pile`."""

    name: str = ""
    what: Filter | None = None


class More(Node, frozen=True):
    """`your opponent has more life than you` · `... more character dice in the Field Zone than you`."""

    what: Literal["life", "dice"]


class There(Node, frozen=True):
    """`there are 3 or more character dice in the Field Zone`."""

    count: int
    what: Filter


class Is(Node, frozen=True):
    """`that die is [not] a level 1 [mask] character die` · `the target is a character die` · `it has that name`."""

    what: Dice | Literal["target"]
    filter: Filter
    no: bool = False


class Shows(Node, frozen=True):
    """`it shows a character face` · `it shows no character face`."""

    what: Dice
    face: Literal["character", "no character"]


class Did(Node, frozen=True):
    """A memory of this turn: `they attacked this turn` · `you used an action die this turn` · `this die damaged your
    opponent this turn` · `that die blocked this die` · `you control that die` · `that die is KO'd this way` ·
    `this die was blocked and is not KO'd` · `this die attacks` · `this die does not block` · `none of your other
    character dice block` · `both are character dice`.
    """

    what: Literal[
        "attacked", "used an action", "damaged opponent", "blocked this", "controls that", "KO'd this way",
        "was blocked", "attacks", "does not block", "none other blocks", "both characters",
    ]  # fmt: skip


class While(Node, frozen=True):
    """A state of this die or of the attack: `While blocking`, `While engaged [with an X]`, `While a Sidekick character
    die attacks` (attacker), `While you attack with only [fist] character dice` (only)."""

    state: Literal["blocking", "attacking", "engaged", "attacker", "only"]
    what: Filter | None = None


class AtMoment(Node, frozen=True):
    """`at the start of your Attack Step`: where an action die says when it can be used."""

    moment: Moment


class Not(Node, frozen=True):
    """`unless CONDITION`."""

    condition: Condition


Condition = Have | More | There | Is | Shows | Did | While | AtMoment | Not
