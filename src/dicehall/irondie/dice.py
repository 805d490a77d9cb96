"""What an IRONDIE die is: nine shapes in three classes, eight colours with their kinship. Rules 2.1 to 2.3."""

from __future__ import annotations

from typing import Final, NamedTuple

ATTACK: Final = 0
DEFENSE: Final = 1
LIFE: Final = 2
CLASS_NAMES: Final = ("attack", "defense", "life")

SMASHER: Final = 0
ASSAULT: Final = 1
BALLISTIC: Final = 2
NULLIFIER: Final = 3
BARRIER: Final = 4
POWERUP: Final = 5
SWARM: Final = 6
FORTRESS: Final = 7
REGENERATION: Final = 8
RED: Final = 0
BLUE: Final = 1
YELLOW: Final = 2
PURPLE: Final = 3
GREEN: Final = 4
ORANGE: Final = 5
BLACK: Final = 6
WHITE: Final = 7
COLOUR_NAMES: Final = ("red", "blue", "yellow", "purple", "green", "orange", "black", "white")

# ---- the feature table: what each shape does in a duel ---------------------------------------------------------

# targets: one die in play, one of a class, each of a class, one in Limbo
ONE: Final = 0
OF_CLASS: Final = 1
EACH: Final = 2
IN_LIMBO: Final = 3
HIGHER: Final = 0
LOWER: Final = 1
NO_COMPARISON: Final = 2
# effects: nothing, the target into the Abyss, the die itself into it, the target into Limbo, a change by a fixed
# amount, adding or subtracting (the value of the die, or 1), back into battle
NOTHING: Final = 0
SMASH: Final = 1
LOSE_ITSELF: Final = 2
TO_LIMBO: Final = 3
CHANGE: Final = 4
BY_VALUE: Final = 5
BY_ONE: Final = 6
BRING_BACK: Final = 7


class Shape(NamedTuple):
    """A row of the feature table."""

    name: str
    die_class: int
    specialised: int  # the colour of 2.3.1, -1 for none
    target: int
    target_class: int  # for OF_CLASS and EACH
    comparison: int
    win: int
    win_amount: int
    lose: int
    lose_amount: int


SHAPES: Final[tuple[Shape, ...]] = (
    Shape("smasher", ATTACK, BLACK, ONE, -1, HIGHER, SMASH, 0, LOSE_ITSELF, 0),
    Shape("assault", ATTACK, RED, OF_CLASS, ATTACK, HIGHER, BY_VALUE, 0, BY_ONE, 0),
    Shape("ballistic", ATTACK, PURPLE, ONE, -1, HIGHER, CHANGE, -2, CHANGE, -1),
    Shape("nullifier", DEFENSE, BLUE, ONE, -1, HIGHER, TO_LIMBO, 0, NOTHING, 0),
    Shape("barrier", DEFENSE, GREEN, OF_CLASS, DEFENSE, HIGHER, BY_VALUE, 0, BY_ONE, 0),
    Shape("powerup", DEFENSE, WHITE, ONE, -1, HIGHER, CHANGE, 3, CHANGE, 1),
    Shape("swarm", LIFE, ORANGE, EACH, DEFENSE, LOWER, CHANGE, -2, NOTHING, 0),
    Shape("fortress", LIFE, YELLOW, EACH, ATTACK, LOWER, CHANGE, -2, NOTHING, 0),
    Shape("regeneration", LIFE, -1, IN_LIMBO, -1, NO_COMPARISON, BRING_BACK, 0, BRING_BACK, 0),
)
SHAPE_NAMES: Final = tuple(shape.name for shape in SHAPES)
CLASS_OF: Final = tuple(shape.die_class for shape in SHAPES)

# ---- kinship ---------------------------------------------------------------------------------------------------

ALLIED: Final = 0
NEUTRAL: Final = 1
HOSTILE: Final = 2
PRIMARY: Final = 0
SECONDARY: Final = 1
NON_COLOUR: Final = 2
CATEGORY: Final[tuple[int, ...]] = (PRIMARY, PRIMARY, PRIMARY, SECONDARY, SECONDARY, SECONDARY, NON_COLOUR, NON_COLOUR)
PARENTS: Final = {PURPLE: (RED, BLUE), GREEN: (BLUE, YELLOW), ORANGE: (RED, YELLOW)}


def _kinship(one: int, other: int) -> int:
    if one == other or one in PARENTS.get(other, ()) or other in PARENTS.get(one, ()):
        return ALLIED
    return HOSTILE if CATEGORY[one] == CATEGORY[other] else NEUTRAL


KINSHIP: Final = tuple(tuple(_kinship(one, other) for other in range(8)) for one in range(8))


class Die(NamedTuple):
    """A kind of die, as a set names it: black smasher, red assault*."""

    colour: int
    shape: int
    rare: bool = False

    @property
    def die_class(self) -> int:
        return CLASS_OF[self.shape]

    @property
    def is_specialised(self) -> bool:
        return SHAPES[self.shape].specialised == self.colour

    def __str__(self) -> str:
        return f"{COLOUR_NAMES[self.colour]} {SHAPE_NAMES[self.shape]}{'*' if self.rare else ''}"
