"""When something happens: what a line waits for."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.dice import Dice, Filter, Who
from dicehall.ability.tree.node import Node


class Fielded(Node, frozen=True):
    """`When fielded` (who "") · `when you field an X` · `when an opponent fields an X` · `a player fields`."""

    who: Literal["", "you", "an opponent", "a player"] = ""
    what: Filter | None = None


class Attacks(Node, frozen=True):
    """`When this die attacks [alone]` · `when you attack` (what None) · `when 2 or more of your X attack together`.

    not_blocked: `When this die attacks and is not blocked`; or_blocks: `When this die attacks or blocks`.
    """

    what: Dice | None
    alone: bool = False
    together: int = 0
    not_blocked: bool = False
    or_blocks: bool = False


class Blocks(Node, frozen=True):
    """`When this die blocks` · `When an X blocks this die` (by)."""

    by: Filter | None = None


class Blocked(Node, frozen=True):
    """`When this die is blocked` · `When this die is blocked by exactly 1 character die`."""

    exactly: int = 0


class Moment(Node, frozen=True):
    """A moment of the turn: `At the start of your turn`, `At the end of the Attack Step`, `After blocks` ...

    whose: your · the (either player's) · a player's ("When a player's turn ends") · opponent's ("On your opponent's
    turn, after blocks").
    """

    moment: Literal[
        "turn start", "turn end", "roll end", "main start", "main end", "attack start", "attack end", "after blocks",
        "after damage", "assign", "engaged", "could use", "any time", "declare",
    ]  # fmt: skip
    whose: Literal["your", "the", "a player's", "opponent's"] = "the"


class Damaged(Node, frozen=True):
    """`when you or this die takes damage [in the Attack Step]` (who) · `When X damages Y` (by, who)."""

    who: tuple[Dice | Who, ...]
    by: Dice | None = None
    in_attack: bool = False


class WouldTake(Node, frozen=True):
    """`When you would take damage` · `When a character die or player would take damage` · `... while blocking`."""

    who: tuple[Dice | Who, ...]
    blocking: bool = False


class WouldDeal(Node, frozen=True):
    """`When your action die or Global Ability would deal damage`."""


class WouldKo(Node, frozen=True):
    """`When combat damage would KO this die`."""


class WouldAffect(Node, frozen=True):
    """`When an effect would affect this die, except damage from a character die engaged with it`."""


class WouldDraw(Node, frozen=True):
    """`when you would draw an extra die`."""


class Kod(Node, frozen=True):
    """`When this die is KO'd [while blocking]` · `when one of your attacking character dice is KO'd`."""

    what: Dice
    role: Literal["", "blocking", "engaged", "attacking"] = ""


class Kos(Node, frozen=True):
    """`When this die KOs an X [while blocking] [with combat damage]` · `when an X KOs a Y`."""

    by: Dice
    what: Filter
    blocking: bool = False
    combat: bool = False


class Uses(Node, frozen=True):
    """`when you use an action die` · `When an opponent uses a Global Ability`."""

    who: Literal["you", "an opponent"]
    what: Literal["action", "global"]


class Purchased(Node, frozen=True):
    """`when you purchase a die`."""


class RolledAction(Node, frozen=True):
    """`When this die is rolled to an action face`."""


class AssignedLethal(Node, frozen=True):
    """`When this die is assigned lethal damage in your Attack Step`."""


class AssignsDamage(Node, frozen=True):
    """`When this die assigns combat damage while blocked [by 2 or more character dice]`."""

    blockers: int = 1


Event = (
    Fielded | Attacks | Blocks | Blocked | Moment | Damaged | WouldTake | WouldDeal | WouldKo | WouldAffect
    | WouldDraw | Kod | Kos | Uses | Purchased | RolledAction | AssignedLethal | AssignsDamage
)  # fmt: skip
