"""The numbers that stand for things in an IRONDIE state: zones, steps, frames, questions, actions, events."""

from __future__ import annotations

# ---- zones (1.3) -----------------------------------------------------------------------------------------------

HAND, BATTLE, SKIRMISH, LIMBO, ABYSS = 0, 1, 2, 3, 4
ZONE_NAMES = ("reserve", "battle", "skirmish", "limbo", "abyss")

# ---- steps of a turn -------------------------------------------------------------------------------------------

S_BATTLE, S_SKIRMISH, S_DAMAGE, S_END = 0, 1, 2, 3
STEP_NAMES = ("battle", "skirmish", "damage", "end")

# ---- frames: kind, step, seat, a, b, xs, ys, cause -------------------------------------------------------------

FR_TURN = 0  # step = where in the turn; a = 1: told to go on after a pause; xs = dice that set off a bonus
FR_SECRET = 1  # a = question; xs = the seats that are asked
FR_ROLL = 2  # a = why (R_*); xs = the dice
FR_ROLL_OFF = 3  # a roll for priority
FR_BONUS = 4  # step = which bonus of the die; xs = dice whose bonuses are still to come
FR_SKIRMISH = 5  # seat = who is asked; a = side that may open
FR_DUEL = 6  # step = roll 0 to 3, then D_RESOLVE; a = offensive side; b = place of the die that resolves
FRAMES = 7

# ---- secret questions ------------------------------------------------------------------------------------------

Q_SPLIT, Q_WOUND, Q_TAKE = 0, 1, 2

# ---- why dice are rolled ---------------------------------------------------------------------------------------

R_BATTLE, R_DUEL = 0, 1

# ---- actions ---------------------------------------------------------------------------------------------------

FORGO, RENOUNCE, ADD, SUBTRACT, TAKE_NONE = 1, 2, 3, 4, 5
A_DIE = 100  # + die: the target of a bonus, the LIFE die taken back
A_SPLIT = 10_000  # + one bit for each die of the seat's set that is rolled
A_DUEL = 1_000_000  # + die * DUEL_BASE + target + 1 (0: it names no target)
DUEL_BASE = 1000
A_WOUND = 1_000_000_000  # + a digit to base 7 for each LIFE die of the side in the LIFE Zone: the points it loses

# ---- events: kind, cause, rule, a, b, xs -----------------------------------------------------------------------

(
    E_DECIDED,  # a seat, b action
    E_COMMITTED,  # a seat, b question: what was chosen is not said
    E_TURN,  # a turn
    E_SPLIT,  # a seat, xs dice that are rolled
    E_ROLLED,  # a why, xs dice, then their values
    E_ROLL_OFF,  # xs one value a side
    E_PRIORITY,  # a side, b step, xs reserve and life points of each side
    E_BONUS,  # a die that rolled, b target, xs amount
    E_NO_BONUS,  # a die that rolled, b class that has no target
    E_OPENS,  # a die, b seat, xs targets
    E_ANSWERS,  # a die, b seat, xs targets
    E_FORGONE,  # a seat, b 1 if nobody was asked
    E_RENOUNCED,  # a seat, b 1 if nobody was asked
    E_COMPARED,  # a die, b target, xs value, value of the target, 1 if won, why (W_*)
    E_CHANGED,  # a die, b value, xs value before, amount
    E_MOVED,  # a zone, xs dice
    E_NO_EFFECT,  # a die, b 0 it has left, 1 it has no target
    E_DAMAGE,  # a side, b damage, xs attack, defence
    E_WOUNDED,  # a side, xs pairs of die and points
    E_TAKEN,  # a side, b die or -1
    E_STEP,  # a step
    E_SUDDEN,  # sudden death has been called
    E_CONCEDED,  # a seat
    E_OVER,  # xs winners
) = range(24)  # fmt: skip
EVENT_NAMES = (
    "decided", "committed", "turn", "split", "rolled", "roll-off", "priority", "bonus", "no bonus", "opens", "answers",
    "forgone", "renounced", "compared", "changed", "moved", "no effect", "damage", "wounded", "taken", "step",
    "sudden death", "conceded", "over",
)  # fmt: skip

# why a comparison ended as it did
W_VALUES, W_TIE, W_SPECIALISED, W_HOSTILE = 0, 1, 2, 3
