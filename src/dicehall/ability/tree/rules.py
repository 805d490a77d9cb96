"""What holds: keywords, bonuses, bans, duties, protections, prices. For a time, or as long as the text works."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.dice import Amount, Count, Dice, Filter, Who
from dicehall.ability.tree.node import Node, Until


class Has(Node, frozen=True):
    """A keyword of its own: `Ally.` · `Suit Up: Iron Man or Rescue.`"""

    keyword: str
    names: tuple[str, ...] = ()


class Gets(Node, frozen=True):
    """`X gets +2A and +2D [this turn] [for each Y]`."""

    what: Dice
    attack: int = 0
    defence: int = 0
    until: Until = ""
    per: Count | None = None


class Half(Node, frozen=True):
    """`that die has half of its printed A and D, rounded down`."""

    what: Dice
    until: Until = ""


class Double(Node, frozen=True):
    """`double the A and D of this die this turn`."""

    what: Dice
    until: Until = "turn"


class SwapA(Node, frozen=True):
    """`swap the A of X with the A of Y this turn`."""

    one: Dice
    other: Dice
    until: Until = "turn"


class Gains(Node, frozen=True):
    """`X gains Overcrush this turn`."""

    what: Dice
    keyword: str
    until: Until = "turn"


class Cannot(Node, frozen=True):
    """`X cannot attack`, `cannot block`, `cannot be blocked [by Ys] [by fewer than 2 ...]`, `cannot be targeted by
    opposing action dice or Global Abilities`, `cannot be KO'd [while blocking]`, `cannot be purchased or fielded`.

    what None with `who`: `your opponent cannot reroll dice [in the Roll and Reroll Step]`; `Global Abilities cannot be
    used` (verb "use global").
    by: the dice or sources that are meant; only: `can be blocked only by Ys`.
    """

    verbs: tuple[
        Literal[
            "attack", "block", "be blocked", "be targeted", "be KO'd", "be purchased", "be fielded", "use global",
            "use action", "field", "reroll", "reroll in step",
        ],
        ...,
    ]  # fmt: skip
    what: Dice | None = None
    who: Who | None = None
    by: Filter | None = None
    only: bool = False
    sources: tuple[Literal["action", "global", "ability"], ...] = ()
    opposing: bool = False  # ... by opposing action dice
    fewer: int = 0  # by fewer than 2 character dice
    more: int = 0  # by more than 1 character die
    role: Literal["", "blocking"] = ""
    until: Until = ""


class Must(Node, frozen=True):
    """`X must attack [this turn] if able` · `X must block [this die] this turn if able`."""

    verb: Literal["attack", "block"]
    what: Dice
    whom: Dice | None = None
    until: Until = ""


class TakesNo(Node, frozen=True):
    """`X takes no [combat] damage [from Ys] [while blocking] [this turn]`."""

    what: Dice
    combat: bool = False
    source: Filter | None = None
    blocking: bool = False
    until: Until = ""


class DealsNo(Node, frozen=True):
    """`X deals no combat damage this turn`."""

    what: Dice
    until: Until = "turn"


class Reduce(Node, frozen=True):
    """`Reduce each damage [from Xs] to Y by 1 [this turn]`; in a burst `reduce it by 2` (what None)."""

    amount: int
    what: Dice | None = None
    source: Filter | None = None
    until: Until = ""


class PreventFirst(Node, frozen=True):
    """`each turn prevent the first X damage from each source to each of your Ys, where X is ...`."""

    amount: Amount
    what: Dice


class FieldFree(Node, frozen=True):
    """`you may field Xs for free`: a standing permission."""

    what: Filter


class Costs(Node, frozen=True):
    """Prices. `Xs cost you 2 less to purchase` · `Xs cost your opponent 1 more to field` · `action dice and Global
    Abilities cost your opponent 2 life more to use` · `The next X you field this turn costs 1 less` (next).
    `your next fielding this turn costs 1 less` is (field, next, what None); minimum: `(minimum 1)`.
    """

    verb: Literal["purchase", "field", "use"]
    amount: int
    less: bool = False
    life: bool = False
    what: Filter | None = None
    things: tuple[Literal["action", "global"], ...] = ()
    who: Literal["", "you", "opponent", "each player"] = ""
    next: bool = False
    minimum: int = 0
    until: Until = ""


class MayReroll(Node, frozen=True):
    """`you may reroll 1 die 1 more time in your Roll and Reroll Step`."""


class DrawMore(Node, frozen=True):
    """`draw 1 more die in your Clear and Draw Step`."""

    count: int = 1


class CanBlock(Node, frozen=True):
    """`This die can block up to 3 character dice if each of them has purchase cost 2 or less.`"""

    count: int
    each: Filter


class BlockMore(Node, frozen=True):
    """`it can block 1 more character die per level`."""


class SelfDamage(Node, frozen=True):
    """`each character die blocked by this die deals damage equal to its A to itself` when combat damage is assigned."""


class Twice(Node, frozen=True):
    """`Xs deal their combat damage twice`."""

    what: Dice


class Excess(Node, frozen=True):
    """`X deals combat damage beyond the D of its blockers to your opponent [this turn]`: Overcrush written out."""

    what: Dice
    until: Until = ""


class RingBlocks(Node, frozen=True):
    """`Opposing character dice cannot block other character dice until each attacking character die with a die of this
    card attached has 2 blockers.`"""

    count: int = 2


class OnlyTarget(Node, frozen=True):
    """`opposing action dice and abilities can target no other character die`."""


Rule = (
    Has | Gets | Half | Double | SwapA | Gains | Cannot | Must | TakesNo | DealsNo | Reduce | PreventFirst
    | FieldFree | Costs | MayReroll | DrawMore | CanBlock | BlockMore | SelfDamage | Twice | Excess | RingBlocks
    | OnlyTarget
)  # fmt: skip
