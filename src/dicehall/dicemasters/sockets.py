"""The sockets that abilities plug into: everything that a card may add to the rules, and nothing that one does.

A table without abilities has none of these (None); the rules then run without asking. Rules 7.1 to 7.5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dicehall.dicemasters.terms import USED, WINDOWS
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import Frame

if TYPE_CHECKING:
    from dicehall.dicemasters.board import Board
    from dicehall.dicemasters.energy import Purse

# A trigger that waits for its turn: controller, source card, source die, which program, window, facts (a, b, xs).
Trigger = tuple[int, int, int, int, int, int, int, tuple[int, ...]]
# One packet of damage: source (a die; -1: none; -2 - card: a Global Ability), recipient (a die, or -1 - side),
# amount, what it is (PK_*).
Packet = tuple[int, int, int, int]
# combat damage; what Overcrush lets through
PK_COMBAT: Final = 1
PK_LEFTOVER: Final = 2
# One contribution to a number: how much, the rule, the source in words.
Contribution = tuple[int, str, str]

# numbers that abilities can change
ATTACK: Final = 0
DEFENCE: Final = 1
PURCHASE: Final = 2
FIELDING: Final = 3
# verbs that abilities can forbid
V_BUY: Final = 0
V_FIELD: Final = 1
V_USE: Final = 2
V_GLOBAL: Final = 3
V_ATTACK: Final = 4
V_BLOCK: Final = 5
V_REROLL: Final = 6
V_TARGET: Final = 7
VERBS: Final = 8
# things that life can be the price of, one bit each: using an action die or a Global Ability, fielding
ACTION: Final = 1
GLOBAL: Final = 2
FIELDED: Final = 4
# keywords that the rules themselves know (8.3, 8.5)
KW_FAST: Final = 2
KW_OVERCRUSH: Final = 4
KW_RITUAL: Final = 9
KW_EXCESS: Final = 11
# moments of an attack at which the text of a die has its say: instead of attacking; when it assigns its combat damage;
# when all have assigned theirs
SAY_INSTEAD: Final = 0
SAY_ASSIGNS: Final = 1
SAY_ALONG: Final = 2
# moments of a damage event at which somebody may react (7.4.9)
D_ADD: Final = 0
D_REDIRECT: Final = 1
D_PREVENT: Final = 2
D_WOULD_KO: Final = 3
# what waits in the queue: an effect that happens; a reaction that its seat can use now, or cannot
T_EFFECT: Final = 0
T_USABLE: Final = 1
T_UNUSABLE: Final = 2
# a destination that is still to be chosen: this, plus the zone in which the die lies meanwhile
OPEN_PLACE: Final = 16


class Abilities:
    """What the cards of a table do. Subclasses override what they need; the defaults change nothing."""

    __slots__ = (
        "always", "banned", "bans_lift", "blocks_matter", "deals_matter", "diverts", "duties_exist", "fielding_life",
        "firsts", "hits_matter", "later", "least_global", "listens", "lowers", "numbers", "offering", "reacts",
        "replaces_draws", "responds", "rolls_matter", "starts",
    )  # fmt: skip

    def __init__(self) -> None:
        # which of the four numbers some text could change at all, and windows at which some text listens
        self.numbers: list[bool] = [True, True, True, True]
        self.always: list[bool] = [True, True, True, True]  # the same, also where no lasting effect is on
        self.listens: list[bool] = [True] * WINDOWS
        self.banned: list[bool] = [True] * VERBS  # verbs that some text could forbid at all
        self.duties_exist: list[bool] = [True, True]  # whether some text demands to attack, to block
        self.diverts = True  # whether some text sends dice elsewhere than usual
        self.replaces_draws = True  # whether some text puts something in the place of an extra die
        self.reacts = True  # whether somebody could react to damage
        self.hits_matter = True  # whether some text asks who was hit this turn
        self.rolls_matter = True  # whether some text asks which dice were rolled
        self.blocks_matter = True  # whether some text asks who blocked whom this turn
        self.deals_matter = True  # whether some text asks how much combat damage a die dealt
        self.lowers = True  # whether some text could lower a defence
        self.later = True  # whether some text sets up a trigger for later
        self.bans_lift = True  # whether some ban can be bought off
        self.fielding_life = True  # whether some text puts a price in life on fielding
        self.least_global = 0  # the energy that the cheapest Global Ability costs
        self.offering = True  # whether the text of some die offers something
        self.responds = True  # whether some Global Ability reacts to what has happened
        self.firsts = True  # whether some text reacts to the first damage of a turn
        self.starts = True  # whether some action die can be used at the start of the Attack Step

    def contributions(self, s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
        """What continuous effects add to a number now: of a die (attack, defence, fielding) or card (purchase)."""
        return []

    def printed(self, s: Board, number: int, die: int, base: int) -> int:
        """A number on the face, where a text changes that before anything is added (6.2.5)."""
        return base

    def text_card(self, s: Board, die: int) -> int:
        """The card whose text a die has now."""
        return s.kit.die_card[die]

    def copies(self, s: Board, die: int) -> list[tuple[str, int]]:
        """What a die copies now ("abilities", "traits", "numbers"), each with the card (7.8)."""
        return []

    def forbids(self, s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
        """Why the verb cannot be done ("can't" beats "can", 1.4.2); empty if nothing stands against it."""
        return []

    def may_use(self, s: Board, seat: int, die: int) -> bool:
        """Whether an action die can be used now: `forbids` of V_USE without the reasons."""
        return not self.forbids(s, V_USE, seat, die, -1)

    def purchase_prices(self, s: Board, seat: int) -> list[int] | None:
        """What each card costs a seat now; None if all prices are the printed ones."""
        return [s.purchase_cost(seat, card) for card in range(s.kit.n_cards)]

    def duties(self, s: Board, verb: int, die: int) -> list[int]:
        """Why a die must attack (0) or block (1): for each text whom it must block, -1 for anybody."""
        return []

    def watch(self, s: Board, window: int, a: int, b: int, xs: tuple[int, ...]) -> list[Trigger]:
        """The triggers that an event sets off. They carry the facts, so that they outlive their source (7.4.6)."""
        return []

    def waits_for(self, s: Board, dice: list[int]) -> list[tuple[int, ...]]:
        """The lasting effects that wait for something to happen to one of these dice."""
        return []

    def begin(self, s: Board, trigger: Trigger) -> None:
        """A trigger's turn has come: its effect goes on the stack."""

    def reactions(self, s: Board, moment: int, seat: int, packets: list[Packet], done: tuple[int, ...]) -> list[int]:
        """What a seat could do about damage at a moment of it: A_GLOBAL + card, A_DIE + a die whose text reacts."""
        return []

    def react(self, s: Board, moment: int, seat: int, action: int, packets: list[Packet]) -> None:
        """The seat does so: its effect goes on the stack, above the damage."""

    def reduce(self, s: Board, packets: list[Packet]) -> list[Packet]:
        """Damage after what texts take off it or do not let happen (7.3.5)."""
        return packets

    def spares(self, s: Board, die: int, by_damage: bool, hits: int) -> bool:
        """Whether a KO does not happen: the die cannot be KO'd, or Iron Will keeps it (8.4)."""
        return False

    def destination(self, s: Board, die: int, zone: int, kod: bool, to: int) -> int:
        """Where a die goes that would go to `zone`; OPEN_PLACE more where its controller is to choose (6.3.7).

        `to`: the place that the effect which moves it names, or `zone`. Asked before the die moves.
        """
        return to

    def bought(self, s: Board, seat: int, die: int) -> int:
        """Where a die goes that was just bought; OPEN_PLACE more where the buyer is to choose."""
        return USED

    def has_keyword(self, s: Board, die: int, keyword: int) -> bool:
        return False

    def combat_extra(self, s: Board, die: int, targets: list[int], amount: int) -> list[Packet]:
        """Packets that texts add to the combat damage of a die."""
        return []

    def deals_combat(self, s: Board, die: int) -> bool:
        """Whether the die deals its combat damage."""
        return True

    def combat_times(self, s: Board, die: int) -> int:
        """How often an unblocked attacker deals its combat damage."""
        return 1

    def has_say(self, s: Board, moment: int) -> list[int]:
        """The dice whose text has its say at a moment of the attack (SAY_*), the active side's first."""
        return []

    def say(self, s: Board, moment: int, die: int) -> None:
        """The text of a die has its say: it goes on the stack."""

    def block_capacity(self, s: Board, blocker: int, chosen: list[int]) -> list[int] | None:
        """The further attackers that a blocker may block beside those chosen; None: one attacker is all."""
        return None

    def judges_blocks(self, s: Board) -> bool:
        """Whether blocks must be judged as a whole now, because blockers depend on each other (5.3.4)."""
        return False

    def crowd_limits(self, s: Board) -> list[tuple[int, int, int]]:
        """Attackers that need or allow so many blockers: attacker, at least, at most (0: any number)."""
        return []

    def block_rings(self, s: Board) -> list[tuple[int, int, tuple[int, ...]]]:
        """Sides that may block others only when each of these attackers has so many blockers: side, how many, whom."""
        return []

    def levels_for_blocks(self, s: Board, die: int) -> int:
        """How many levels a die may be spun down to block one attacker more for each."""
        return 0

    def why_not_together(self, s: Board) -> list[Reason]:
        """The texts that limit a declaration as a whole now."""
        return []

    def extra_reroll(self, s: Board, seat: int) -> int:
        """How many dice may be rerolled once more."""
        return 0

    def globals_for(self, s: Board, seat: int, purse: Purse) -> list[int]:
        """Global Abilities that the seat could use and pay for now, as actions (7.5)."""
        return []

    def idle(self, s: Board, seat: int) -> bool:
        """Whether a seat could certainly use no Global Ability now."""
        return False

    def helpless(self, s: Board, seat: int, actions: bool) -> bool:
        """Whether a seat could certainly use nothing outside its Main Step. `actions`: action dice count, too."""
        return False

    def use_global(self, s: Board, seat: int, action: int) -> None:
        """The seat uses one: it goes on the stack."""

    def charge(self, s: Board, seat: int, thing: int, times: int) -> None:
        """Life is paid for using an action die or a Global Ability, where a text puts such a price on it."""

    def field_life(self, s: Board, seat: int, die: int) -> int:
        """The life that fielding a die costs a seat beside its energy."""
        return 0

    def using(self, s: Board, seat: int, what: int) -> bool:
        """A die (or -2 - card: a Global Ability) is used and paid. Says whether texts that cancel that come first."""
        return False

    def use_action(self, s: Board, seat: int, die: int) -> None:
        """An action die is used: its effect goes on the stack."""

    def offered(self, s: Board, seat: int, main: bool) -> list[int]:
        """Dice whose text offers the seat something now, as A_USE + die. `main`: it is the seat's Main Step."""
        return []

    def why_not_offer(self, s: Board, seat: int, die: int, main: bool) -> list[Reason]:
        """Why what the text of a die offers cannot be used now; empty if it offers nothing at all."""
        return []

    def waits(self, s: Board, die: int) -> bool:
        """Whether an action die that was rolled into the field waits there to be used."""
        return False

    def responses(self, s: Board, seat: int, number: int) -> list[int]:
        """A Global Ability that reacts to what has happened, if the seat can use it: A_GLOBAL + card."""
        return []

    def respond(self, s: Board, frame: Frame) -> None:
        """The seat uses it: it goes on the stack."""

    def standing_of(self, s: Board, trigger: Trigger) -> int:
        """Whether an effect that waits just happens, or is a reaction that can or cannot be used now (T_*)."""
        return T_EFFECT

    def let_go(self, s: Board, moment: int, packets: list[Packet]) -> None:
        """A moment of a damage event is over: who did not react then has let it go."""

    def take_offer(self, s: Board, seat: int, die: int) -> None:
        """The seat accepts: it goes on the stack."""

    def lifted(self, s: Board, seat: int, count: Callable[[], int]) -> list[int]:
        """Bans that a seat may buy itself off from, as A_USE + the die that speaks: those without which it could do
        more. `count`: how many things it could do as the table stands (7.9.10)."""
        return []

    def lift(self, s: Board, seat: int, die: int) -> bool:
        """The seat pays for that, where the die is one that it is offered for; it goes on the stack."""
        return False

    def rituals(self, s: Board, seat: int, characters: list[int]) -> list[int]:
        """Characters of the Reserve Pool that can be fielded for another one, as A_RITUAL codes (9.4.7)."""
        return []

    def why_not_use(self, s: Board, seat: int, die: int) -> list[Reason]:
        """Why an action die cannot be used now."""
        return []

    def why_not_global(self, s: Board, seat: int, card: int, window: int) -> list[Reason]:
        """Why a Global Ability cannot be used now."""
        return []

    def stays(self, s: Board, die: int) -> bool:
        """Whether an action die goes to the field when it is used (8.2)."""
        return False

    def used_up(self, s: Board, number: int, seat: int, subject: int) -> None:
        """A purchase or a fielding is done: discounts for the next one are used up."""

    def next_discounts(self, s: Board, number: int, seat: int, subject: int) -> list[tuple[int, int]]:
        """Discounts for the next purchase or fielding that a card or die would use up: number, how much."""
        return []

    def next_is_cheaper(self, s: Board) -> bool:
        """Whether a discount for the next purchase or fielding is on."""
        return False

    def extra_draws(self, s: Board, seat: int, dice: tuple[int, ...], first: bool) -> int:
        """How many further dice are drawn because of those just drawn (8.8), or beside the four (`first`, 4.2.6)."""
        return 0

    def would_draw(self, s: Board, frame: Frame) -> bool:
        """Puts into the place of an effect's draw what a text says; whether one does."""
        return False

    def survived(self, s: Board, die: int) -> None:
        """A die has been hit hard enough and is not knocked out."""

    def knows(self, stack: list[Frame], effects: list[tuple[int, ...]], queue: list[Trigger]) -> bool:
        """Whether everything that a saved game names of the texts is there."""
        return True

    def run(self, s: Board, frame: Frame) -> int:
        """Runs an FR_EFFECT frame, which resolves a trigger, an action or a global."""
        s.pop()
        return 0

    def actions(self, s: Board, frame: Frame) -> list[int]:
        """The answers to what an FR_EFFECT frame asks."""
        return []

    def same_choice(self, s: Board, frame: Frame, die: int) -> bool:
        """Whether a die that is not listed is equal to one that is."""
        return False

    def take(self, s: Board, frame: Frame, action: int) -> None:
        """Goes on with the answer."""
