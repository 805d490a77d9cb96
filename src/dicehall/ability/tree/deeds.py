"""What happens at once: damage, life, prices, dice that are turned, moved, copied and chosen."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.dice import Amount, Count, Dice, Filter, Who, Zone
from dicehall.ability.tree.node import Energy, Node, Until


class Part(Node, frozen=True):
    """`2 damage to another target character die`, with `per`: `1 damage to X for each Y`."""

    amount: Amount
    to: tuple[Dice | Who, ...]
    per: Count | None = None


class Deal(Node, frozen=True):
    """`this die deals 2 damage to X and 1 damage to Y` · `Deal 1 damage to X` (source None) - one batch."""

    parts: tuple[Part, ...]
    source: Dice | None = None


class AddDamage(Node, frozen=True):
    """`add 1 to that damage` (burst) · `Add 1 to it for one target` (recipient: in a reaction)."""

    amount: Amount
    recipient: bool = False


class Ko(Node, frozen=True):
    """`KO X`."""

    what: Dice


class Gain(Node, frozen=True):
    """`gain 1 life [for each X]`."""

    amount: Amount
    per: Count | None = None


class Lose(Node, frozen=True):
    """`lose 2 life` (who you) · `your opponent loses 1 life for each X` · `each player loses 1 life`."""

    amount: Amount
    who: Who
    per: Count | None = None


class SetLife(Node, frozen=True):
    """`set your opponent's life to 10`."""

    life: int


class PayEnergy(Node, frozen=True):
    """`pay [fist][fist]` · `pay [2]` · `pay [0]`."""

    types: tuple[Energy, ...] = ()
    any: int = 0


class PayLife(Node, frozen=True):
    """`pay 2 life`."""

    amount: int


class TakeDamage(Node, frozen=True):
    """`take 2 damage`: as a price."""

    amount: int


class Spin(Node, frozen=True):
    """`spin X up 1 level` · down · up or down (either)."""

    what: Dice
    way: Literal["up", "down", "either"]
    levels: int = 1
    up_to: bool = False


class SpinTo(Node, frozen=True):
    """`spin X to level 1` · `to its character face` · `to any other face`."""

    what: Dice
    face: Literal["level 1", "level 2", "level 3", "character", "any other"]


class Prevent(Node, frozen=True):
    """In a reaction: `Prevent 1 of it`; elsewhere `prevent all damage to that die this turn` (amount 0)."""

    amount: int
    what: Dice | None = None
    until: Until = ""


class Redirect(Node, frozen=True):
    """In a reaction: `Redirect 1 of it to X` · `redirect all of it` (0) · `redirect up to 2 of it`."""

    amount: int
    to: Dice
    up_to: bool = False


class ClearDamage(Node, frozen=True):
    """`instead clear its damage`."""


class Ignore(Node, frozen=True):
    """`this die ignores that effect`."""


class Cancel(Node, frozen=True):
    """`cancel its effect` [`and that Global Ability cannot be used this turn` (ban)]."""

    ban: bool = False


class EndGlobals(Node, frozen=True):
    """`End each effect of a Global Ability that still lasts.`"""


class Draw(Node, frozen=True):
    """`draw 2 dice` · `draw a die` · `your opponent draws a die` · `draw a die for each X`."""

    count: int = 1
    who: Literal["you", "opponent", "its owner"] = "you"
    per: Count | None = None


class Roll(Node, frozen=True):
    """`roll X [from Z] [into your Reserve Pool]`; what None: `roll it` / `roll them` (the dice drawn)."""

    what: Dice | None
    to: Zone | None = None


class Reroll(Node, frozen=True):
    """`reroll X`."""

    what: Dice


class Move(Node, frozen=True):
    """`move X [from Z] to Z [at level 1] [at the same level]` · `return X to your bag` · `out of the Attack Zone`."""

    what: tuple[Dice, ...]  # several: `each Foot Ninja die and up to 2 Sidekick dice`
    to: Zone | Literal["out of attack"]
    level: int = 0
    same_level: bool = False


class Goes(Node, frozen=True):
    """`it goes to Z` · `this die goes to Z instead of the Prep Area` (instead_of) · `goes back to` (back)."""

    what: Dice
    to: tuple[Zone, ...]  # several: as you choose
    instead_of: Zone | None = None
    until: Until = ""


class Field(Node, frozen=True):
    """`field X for free [at level 1]`."""

    what: Dice
    level: int = 0


class Capture(Node, frozen=True):
    """`capture X [from Z] this turn`."""

    what: Dice


class Control(Node, frozen=True):
    """`take control of X this turn`."""

    what: Dice


class CopyStats(Node, frozen=True):
    """`this die copies the stats [and abilities] of that die`; who: the die that copies."""

    what: Dice
    abilities: bool = False
    until: Until = ""
    who: Dice = Dice("this")


class CopyCard(Node, frozen=True):
    """`dice of this card copy that card, except its purchase cost and faces, until ...`; `they copy its faces`."""

    faces: bool = False
    until: Until = ""


class Attach(Node, frozen=True):
    """`Attach this die to X.`"""

    to: Dice


class Exchange(Node, frozen=True):
    """`Exchange X with Y. The die that enters shows level 1.`"""

    one: Dice
    other: Dice
    level: int = 1


class Choose(Node, frozen=True):
    """`choose X` · `your opponent chooses 1 of their Xs` · `each player chooses 1 of their Xs`."""

    what: Dice
    by: Literal["you", "opponent", "each player"] = "you"


class ChooseType(Node, frozen=True):
    """`Choose an energy type.`"""


class ChooseCard(Node, frozen=True):
    """`choose a Teenage Mutant Ninja Turtles character card` · `choose an opposing character card`."""

    what: Filter


class NameDie(Node, frozen=True):
    """`name a die` · `name a Teenage Mutant Ninja Turtles character die` (what)."""

    what: Filter | None = None


class Search(Node, frozen=True):
    """`search your bag for X`."""

    what: Dice


class BuyFree(Node, frozen=True):
    """`in your Main Step you may purchase an action die for free`."""


class BecomesBlocked(Node, frozen=True):
    """`X becomes blocked`: an attacker is blocked, by nobody."""

    what: Dice


class AssignAll(Node, frozen=True):
    """`assign all of it to each of its blockers` · `assign all of it to your opponent`."""

    to: Literal["each blocker", "opponent"]


class UseCaptured(Node, frozen=True):
    """`use the captured die for free with no bursts`."""


Deed = (
    Deal | AddDamage | Ko | Gain | Lose | SetLife | PayEnergy | PayLife | TakeDamage | Spin | SpinTo | Prevent
    | Redirect | ClearDamage | Ignore | Cancel | EndGlobals | Draw | Roll | Reroll | Move | Goes | Field | Capture
    | Control | CopyStats | CopyCard | Attach | Exchange | Choose | ChooseType | ChooseCard | NameDie | Search
    | BuyFree | BecomesBlocked | AssignAll | UseCaptured
)  # fmt: skip
