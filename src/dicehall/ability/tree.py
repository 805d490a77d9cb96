"""The tree of an ability: what a sentence on a card says, as records. One phrase, one node.

Nothing here runs and nothing here knows a game that is going on. Each node shows the phrase that it stands for;
words in capitals are other nodes. Strings are the short words that stand beside each field.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Energy = Literal["fist", "bolt", "mask", "shield"]
Whose = Literal["", "your", "opposing"]  # controlled by you, by the other side; "" is both
Until = Literal[
    "",  # as long as the text works: a continuous effect
    "turn",  # ... this turn
    "next turn",  # ... until the start of your next turn
    "their turn",  # until your opponent's next turn ends
    "attached",  # while attached
    "engaged",  # while engaged
    "captured",  # while that die is captured
    "again",  # until a die of this card is fielded again
    "opportunity",  # at its next opportunity
    "active",  # While active, ...: within a line (Lasting)
]


class Node(Struct, frozen=True, tag=True, omit_defaults=True):
    """All nodes are immutable and compare by what they say."""


# ---- which dice ------------------------------------------------------------------------------------------------


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


# ---- how much --------------------------------------------------------------------------------------------------


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


# ---- when ------------------------------------------------------------------------------------------------------


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


# ---- if --------------------------------------------------------------------------------------------------------


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


# ---- what happens ----------------------------------------------------------------------------------------------


class Has(Node, frozen=True):
    """A keyword of its own: `Ally.` · `Suit Up: Iron Man or Rescue.`"""

    keyword: str
    names: tuple[str, ...] = ()


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


class FieldFree(Node, frozen=True):
    """`you may field Xs for free`: a standing permission."""

    what: Filter


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


class BuyFree(Node, frozen=True):
    """`in your Main Step you may purchase an action die for free`."""


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


class BecomesBlocked(Node, frozen=True):
    """`X becomes blocked`: an attacker is blocked, by nobody."""

    what: Dice


class Excess(Node, frozen=True):
    """`X deals combat damage beyond the D of its blockers to your opponent [this turn]`: Overcrush written out."""

    what: Dice
    until: Until = ""


class AssignAll(Node, frozen=True):
    """`assign all of it to each of its blockers` · `assign all of it to your opponent`."""

    to: Literal["each blocker", "opponent"]


class RingBlocks(Node, frozen=True):
    """`Opposing character dice cannot block other character dice until each attacking character die with a die of this
    card attached has 2 blockers.`"""

    count: int = 2


class InsteadOfAttack(Node, frozen=True):
    """`you may have this die deal 2 damage to X instead of attacking`."""

    deal: Deal


class UseOnly(Node, frozen=True):
    """`Use this die only if CONDITION.` · `Use this die only at the start of your Attack Step.`"""

    condition: Condition


class UseCaptured(Node, frozen=True):
    """`use the captured die for free with no bursts`."""


class OnlyTarget(Node, frozen=True):
    """`opposing action dice and abilities can target no other character die`."""


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


Step = (
    Has | Deal | AddDamage | Ko | Gain | Lose | SetLife | PayEnergy | PayLife | TakeDamage | Gets | Half | Double
    | SwapA | Spin | SpinTo | Gains | Cannot | Must | TakesNo | DealsNo | Reduce | PreventFirst | Prevent | Redirect
    | ClearDamage | Ignore | Cancel | EndGlobals | Draw | Roll | Reroll | Move | Goes | Field | FieldFree | Capture
    | Control | CopyStats | CopyCard | Attach | Exchange | Choose | ChooseType | ChooseCard | NameDie | Search | Costs
    | BuyFree | MayReroll | DrawMore | CanBlock | BlockMore | SelfDamage | Twice | Excess | BecomesBlocked
    | AssignAll | RingBlocks
    | InsteadOfAttack | UseOnly | UseCaptured | OnlyTarget | May | If | Later | Lasting | WayOut
)  # fmt: skip


# ---- the whole line --------------------------------------------------------------------------------------------


class Ability(Node, frozen=True):
    """One element of a card's text: `[While active,] [the first time each turn] [when EVENT,] [if CONDITION,] STEPS`.

    scope: "" each die speaks for itself · active: While active · always: Even while not active.
    limit: turn: once per turn · die: once per turn per die · first: the first time each turn.
    """

    do: tuple[Step, ...]
    scope: Literal["", "active", "always"] = ""
    limit: Literal["", "turn", "die", "first"] = ""
    event: Event | None = None
    condition: Condition | None = None


class Burst(Node, frozen=True):
    """A burst line. mode: instead (replaces the line, or its number) · also (adds to it) · own (an ability itself)."""

    mode: Literal["instead", "also", "own"]
    ability: Ability
    before: bool = False  # Also, before that, ...


class Global(Node, frozen=True):
    """`[Once on your turn.] [When EVENT,] [if CONDITION,] pay [fist] [and PRICE]. STEPS`."""

    cost: tuple[Step, ...]
    do: tuple[Step, ...]
    once: bool = False
    event: Event | None = None
    condition: Condition | None = None
