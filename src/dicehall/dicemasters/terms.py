"""The words of the game as small numbers: zones, steps, frames, windows, events, actions.

State and frames hold ints only; everything that people read is looked up from here.
"""

from __future__ import annotations

from typing import Final

# ---- zones (rules 2.7). The list of a zone is at seat * ZONES + zone; a shared Prep Area at the side's first seat.
BAG: Final = 0
PREP: Final = 1
RESERVE: Final = 2
FIELD: Final = 3
USED: Final = 4
OUT: Final = 5
ZONES: Final = 6
ON_CARD: Final = -1
NOWHERE: Final = -2  # captured, or lying on another die: in no zone (2.7.9)
ZONE_NAMES: Final = ("bag", "prep", "reserve", "field", "used", "out")

# ---- steps (rules 4.1.1)
S_DRAW: Final = 0
S_ROLL: Final = 1
S_MAIN: Final = 2
S_ATTACK: Final = 3
S_CLEANUP: Final = 4
STEP_NAMES: Final = ("draw", "roll", "main", "attack", "cleanup")

# ---- kinds of cards and faces
SIDEKICK: Final = 0
CHARACTER: Final = 1
ACTION: Final = 2
BASIC: Final = 3
F_ENERGY: Final = 0
F_CHARACTER: Final = 1
F_ACTION: Final = 2

# ---- energy (rules 3.1)
FIST: Final = 0
BOLT: Final = 1
MASK: Final = 2
SHIELD: Final = 3
WILD: Final = 4
GENERIC: Final = 5
ENERGY_NAMES: Final = ("fist", "bolt", "mask", "shield", "wild", "generic")

# ---- frames: what is in flight
FR_TURN: Final = 0
FR_DRAW: Final = 1
FR_ROLL: Final = 2
FR_PICK: Final = 3  # choose some of several dice, one at a time
FR_WINDOW: Final = 4  # the Main Step, and the window after blocks
FR_ORDER: Final = 5  # one or several costs paid at once, then what was paid for
FR_PAY: Final = 6
FR_ATTACK: Final = 7
FR_BLOCK: Final = 8
FR_ASSIGN: Final = 9
FR_TRIGGERS: Final = 10
FR_EFFECT: Final = 11  # an ability resolves
FR_ACTION: Final = 12  # an action die is used
FR_DAMAGE: Final = 13  # a batch of damage: enlarged, redirected, reduced, taken
FR_REACT: Final = 14  # a Global Ability may be used because something has happened
FRAMES: Final = 15

# purposes of FR_PICK
P_REROLL: Final = 0
P_ATTACK: Final = 1
P_SEVERAL: Final = 2  # what is bought and fielded with one payment
P_EXTRA: Final = 3  # one die once more, where a text allows it

# reasons of FR_ROLL
R_TURN: Final = 0
R_REROLL: Final = 1
R_EFFECT: Final = 2  # dice are rerolled where they lie (2.5)
R_ROLL: Final = 3  # an effect rolls dice and puts them somewhere afterwards
R_EXTRA: Final = 4  # one die once more (a text allows it)

# purposes of FR_WINDOW
W_MAIN: Final = 0
W_BLOCKS: Final = 1
W_START: Final = 2  # the start of the Attack Step, for actions that are used only then

# what running a frame answers
GO_ON: Final = 0
ASK: Final = 1  # a decision; made without asking if there is only one answer
ASK_ALWAYS: Final = 2  # a decision that is asked even then
CHANCE: Final = 3
PAUSE: Final = 4
READY: Final = 5  # a decision whose answers have been listed

# ---- actions. In a window: PASS, SEVERAL, or one of these plus a card or die
PASS: Final = 0
SEVERAL: Final = 1
A_BUY: Final = 1000  # + card
A_FIELD: Final = 2000  # + die
A_USE: Final = 3000  # + die
A_GLOBAL: Final = 4000  # + card
A_RITUAL: Final = 1_000_000  # + die * RITUAL_BASE + the character that goes to Used in place of its cost (9.4.7)
RITUAL_BASE: Final = 1000
# elsewhere: DONE or A_DIE + die in picks and payments, A_REST + die for the die that is spun, blocks and numbers
DONE: Final = 0
A_DIE: Final = 1
A_REST: Final = 5000
NO_DIE: Final = 999  # one generic energy without a die, in payments
A_BATCH: Final = 1000  # a Global Ability n times in one: A_GLOBAL + card + (n - 1) * A_BATCH (7.5.4)
# answers to what an ability asks, beside DONE and A_DIE + die
A_SIDE: Final = 6000  # + side
A_NO: Final = 7000
A_YES: Final = 7001
A_UP: Final = 7002
A_DOWN: Final = 7003
A_TYPE: Final = 7010  # + energy type
A_FACE: Final = 7100  # + place of the face on the die
A_ZONE: Final = 7200  # + zone
A_NUMBER: Final = 8000  # + number
A_CARD: Final = 9000  # + card
BLOCK_BASE: Final = 1000  # a block is blocker * BLOCK_BASE + attacker + 1; + 0 for "does not block"
BLOCK_SPIN: Final = 990  # + levels in the place of an attacker: the blocker is spun down to block so many more

# ---- windows at which abilities can speak, in the order of a turn
WIN_TURN_START: Final = 0
WIN_DRAWN: Final = 1
WIN_ROLL_END: Final = 2
WIN_PURCHASED: Final = 3
WIN_FIELDED: Final = 4
WIN_USED: Final = 5
WIN_DAMAGED: Final = 6
WIN_KO: Final = 7
WIN_MAIN_END: Final = 8
WIN_ATTACK_START: Final = 9
WIN_ATTACKS: Final = 10
WIN_BLOCKS: Final = 11
WIN_UNBLOCKED_LEAVE: Final = 12
WIN_ATTACK_END: Final = 13
WIN_TURN_END: Final = 14
WIN_SHORT: Final = 15
WIN_DECLARED: Final = 16  # attackers are declared: once, beside WIN_ATTACKS for each of them
WIN_GLOBAL: Final = 17
WIN_ASSIGNED: Final = 18  # damage is assigned, not yet dealt
WIN_MAIN_START: Final = 19
WIN_USING: Final = 20  # an action die or a Global Ability is used and paid, its effect is yet to come (3.5.6)
WIN_ROLLED: Final = 21  # a die has been rolled to an action face, and that stands
WIN_PLACE: Final = 22  # a die that has moved could go to several places: whose it is says where (6.3.7)
WIN_AFTER_DAMAGE: Final = 23  # all combat damage of the attack has been dealt
WINDOWS: Final = 24

# ---- what a side remembers of a turn (Board.memory): kind * M_KIND + seat or die
M_KIND: Final = 1000000
M_FIELDED: Final = 0  # + seat, once for each die
M_ATTACKED: Final = 1  # + side
M_USED_ACTION: Final = 2  # + seat
M_HIT_PLAYER: Final = 3  # + die that damaged its opponent
M_DAMAGED: Final = 4  # + die that took damage
M_PAID: Final = 5  # + die that paid for the last fielding
M_ROLLED: Final = 6  # + die rolled in this turn's Roll and Reroll Step
M_WILL: Final = 7  # + die * 100 + the defence with which Iron Will saved it
M_BLOCKED: Final = 8  # + blocker * 1000 + the attacker that it blocked
M_DID_BLOCK: Final = 9  # the same, whatever has become of the attacker
M_DEALT: Final = 10  # + die * 1000 + combat damage that it dealt

# ---- events
E_DECIDED: Final = 0
E_TURN: Final = 1
E_MOVED: Final = 2
E_DRAWN: Final = 3
E_REFILL: Final = 4
E_SHORT: Final = 5
E_ROLLED: Final = 6  # a seat, b why (R_*), xs dice, then what they show; of a reroll also what they showed before
E_KEPT: Final = 7
E_SPENT: Final = 8
E_SPUN: Final = 9
E_BOUGHT: Final = 10
E_FIELDED: Final = 11
E_USED: Final = 12
E_STEP: Final = 13
E_ATTACKS: Final = 14
E_BLOCKS: Final = 15
E_ASSIGNED: Final = 16
E_DAMAGE_DIE: Final = 17
E_DAMAGE_SIDE: Final = 18
E_KO: Final = 19
E_LIFE: Final = 20
E_OVER: Final = 21
E_AUTO_PASS: Final = 22
E_AUTO: Final = 23
E_CLEARED: Final = 24
E_CONCEDED: Final = 25
E_EFFECT: Final = 26
E_REST_LOST: Final = 27
E_PASSED: Final = 28
E_TRIGGER: Final = 29
E_CAPTURED: Final = 30
E_RELEASED: Final = 31
E_CONTROL: Final = 32
E_LASTS: Final = 33  # an effect that lasts: clause, die
E_PREVENTED: Final = 34
E_REDIRECTED: Final = 35
E_ATTACHED: Final = 36
E_GLOBAL: Final = 37
E_CHOSE: Final = 38
E_ADDED: Final = 39
E_ENDED: Final = 40
E_SAVED: Final = 41  # a KO that did not happen
E_DETACHED: Final = 42
E_BLOCKED: Final = 43  # an attacker is blocked by nobody
E_COPIES: Final = 44  # the die that speaks, the card that is copied
E_CANCELLED: Final = 45  # an effect that does not happen: its card
E_ABILITY: Final = 46  # a seat uses what the text of a die offers
EVENT_NAMES: Final = (
    "decided", "turn", "moved", "drawn", "refill", "short", "rolled", "kept", "spent", "spun", "bought",
    "fielded", "used", "step", "attacks", "blocks", "assigned", "damage", "life damage", "ko", "life", "over",
    "auto pass", "auto", "cleared", "conceded", "effect", "rest lost", "passed", "trigger", "captured", "released",
    "control", "lasts", "prevented", "redirected", "attached", "global", "chose", "added", "ended", "saved", "detached",
    "blocked", "copies", "cancelled", "ability",
)  # fmt: skip
