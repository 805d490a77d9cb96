"""The numbers that stand for things in an IRONDIE state: zones, steps, frames, questions, actions, events."""

from __future__ import annotations

from typing import Final

# ---- zones (1.3) -----------------------------------------------------------------------------------------------

HAND: Final = 0
BATTLE: Final = 1
SKIRMISH: Final = 2
LIMBO: Final = 3
ABYSS: Final = 4
ZONE_NAMES: Final = ("reserve", "battle", "skirmish", "limbo", "abyss")

# ---- steps of a turn -------------------------------------------------------------------------------------------

S_BATTLE: Final = 0
S_SKIRMISH: Final = 1
S_DAMAGE: Final = 2
S_END: Final = 3
STEP_NAMES: Final = ("battle", "skirmish", "damage", "end")

# ---- frames: kind, step, seat, a, b, xs, ys, cause -------------------------------------------------------------

FR_TURN: Final = 0  # step = where in the turn; a = 1: told to go on after a pause; xs = dice that set off a bonus
FR_SECRET: Final = 1  # a = question; xs = the seats that are asked
FR_ROLL: Final = 2  # a = why (R_*); xs = the dice
FR_ROLL_OFF: Final = 3  # a roll for priority
FR_BONUS: Final = 4  # step = which bonus of the die; xs = dice whose bonuses are still to come
FR_SKIRMISH: Final = 5  # seat = who is asked; a = side that may open
FR_DUEL: Final = 6  # step = roll 0 to 3, then D_RESOLVE; a = offensive side; b = place of the die that resolves
FRAMES: Final = 7

# ---- secret questions ------------------------------------------------------------------------------------------

Q_SPLIT: Final = 0
Q_WOUND: Final = 1
Q_TAKE: Final = 2

# ---- why dice are rolled ---------------------------------------------------------------------------------------

R_BATTLE: Final = 0
R_DUEL: Final = 1

# ---- actions ---------------------------------------------------------------------------------------------------

FORGO: Final = 1
RENOUNCE: Final = 2
ADD: Final = 3
SUBTRACT: Final = 4
TAKE_NONE: Final = 5
A_DIE: Final = 100  # + die: the target of a bonus, the LIFE die taken back
A_SPLIT: Final = 10_000  # + one bit for each die of the seat's set that is rolled
A_DUEL: Final = 1_000_000  # + die * DUEL_BASE + target + 1 (0: it names no target)
DUEL_BASE: Final = 1000
A_WOUND: Final = 1_000_000_000  # + a digit to base 7 for each LIFE die of the side in the LIFE Zone: points it loses

# ---- events: kind, cause, rule, a, b, xs -----------------------------------------------------------------------

E_DECIDED: Final = 0  # a seat, b action
E_COMMITTED: Final = 1  # a seat, b question: what was chosen is not said
E_TURN: Final = 2  # a turn
E_SPLIT: Final = 3  # a seat, xs dice that are rolled
E_ROLLED: Final = 4  # a why, xs dice, then their values
E_ROLL_OFF: Final = 5  # xs one value a side
E_PRIORITY: Final = 6  # a side, b step, xs reserve and life points of each side
E_BONUS: Final = 7  # a die that rolled, b target, xs amount
E_NO_BONUS: Final = 8  # a die that rolled, b class that has no target
E_OPENS: Final = 9  # a die, b seat, xs targets
E_ANSWERS: Final = 10  # a die, b seat, xs targets
E_FORGONE: Final = 11  # a seat, b 1 if nobody was asked
E_RENOUNCED: Final = 12  # a seat, b 1 if nobody was asked
E_COMPARED: Final = 13  # a die, b target, xs value, value of the target, 1 if won, why (W_*)
E_CHANGED: Final = 14  # a die, b value, xs value before, amount
E_MOVED: Final = 15  # a zone, xs dice
E_NO_EFFECT: Final = 16  # a die, b 0 it has left, 1 it has no target
E_DAMAGE: Final = 17  # a side, b damage, xs attack, defence
E_WOUNDED: Final = 18  # a side, xs pairs of die and points
E_TAKEN: Final = 19  # a side, b die or -1
E_STEP: Final = 20  # a step
E_SUDDEN: Final = 21  # sudden death has been called
E_CONCEDED: Final = 22  # a seat
E_OVER: Final = 23  # xs winners
EVENT_NAMES: Final = (
    "decided", "committed", "turn", "split", "rolled", "roll-off", "priority", "bonus", "no bonus", "opens", "answers",
    "forgone", "renounced", "compared", "changed", "moved", "no effect", "damage", "wounded", "taken", "step",
    "sudden death", "conceded", "over",
)  # fmt: skip

# why a comparison ended as it did
W_VALUES: Final = 0
W_TIE: Final = 1
W_SPECIALISED: Final = 2
W_HOSTILE: Final = 3
