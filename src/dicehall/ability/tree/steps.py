"""Steps made of other steps, and `Step`, which is all of them."""

from __future__ import annotations

from typing import Literal

from dicehall.ability.tree.conditions import Condition
from dicehall.ability.tree.deeds import Deal, Deed
from dicehall.ability.tree.events import Event
from dicehall.ability.tree.node import Node, Until
from dicehall.ability.tree.rules import Rule


class InsteadOfAttack(Node, frozen=True):
    """`you may have this die deal 2 damage to X instead of attacking`."""

    deal: Deal


class UseOnly(Node, frozen=True):
    """`Use this die only if CONDITION.` · `Use this die only at the start of your Attack Step.`"""

    condition: Condition


class May(Node, frozen=True):
    """`you may DO [and DO]. If you do, THEN. If not, OTHERWISE.`; must: the same without `may` (`KO X. If you do,`).

    Optional without more to it: `you may DO.` `who`: who decides.
    """

    do: tuple[Step, ...]
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()
    who: Literal["you", "opponent", "each player"] = "you"
    must: bool = False


class If(Node, frozen=True):
    """`if CONDITION, THEN. If not, OTHERWISE.` · `THEN unless CONDITION`."""

    condition: Condition
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


class Later(Node, frozen=True):
    """`For the rest of the turn, when EVENT, ...` · `At the end of the turn, if ..., ...` (once)."""

    event: Event
    do: tuple[Step, ...]
    condition: Condition | None = None
    once: bool = False


class Lasting(Node, frozen=True):
    """`While attached, ...` · `Until your opponent's next turn ends, ... Then ...`: steps with a time of their own."""

    until: Until
    do: tuple[Step, ...]
    then: tuple[Step, ...] = ()


class WayOut(Node, frozen=True):
    """`Your opponent may PRICE to prevent this.` · `... to lift this for the turn.` (lift)."""

    price: tuple[Step, ...]
    lift: bool = False


Step = Deed | Rule | InsteadOfAttack | UseOnly | May | If | Later | Lasting | WayOut
