"""Shapes, colours and sets of IRONDIE in our own words: what a die is aimed at, when it wins, what it then does."""

from __future__ import annotations

from dicehall.irondie.dice import (
    BRING_BACK,
    BY_ONE,
    BY_VALUE,
    CHANGE,
    CLASS_NAMES,
    EACH,
    HIGHER,
    IN_LIMBO,
    LOSE_ITSELF,
    LOWER,
    NO_COMPARISON,
    NOTHING,
    OF_CLASS,
    ONE,
    SMASH,
    TO_LIMBO,
    Die,
    Shape,
)

KIN = ("allied", "-", "hostile")
TARGETS = {
    ONE: "one die in play",
    OF_CLASS: "one {0} die in play",
    EACH: "each opposing {0} die in the Battle Zone",
    IN_LIMBO: "one die in its own side's Limbo",
}
WINS = {HIGHER: "higher", LOWER: "lower"}
EFFECTS = {
    NOTHING: "nothing happens",
    SMASH: "the target goes into the Abyss",
    LOSE_ITSELF: "it goes into the Abyss itself",
    TO_LIMBO: "the target goes into its owner's Limbo",
    CHANGE: "{0:+d} for the target",
    BY_VALUE: "its own value is added to the target or subtracted",
    BY_ONE: "1 is added to the target or subtracted",
    BRING_BACK: "the target comes into the Battle Zone with its value",
}


def target_words(shape: Shape) -> str:
    return TARGETS[shape.target].format(_class(shape.target_class))


def effect_rows(shape: Shape) -> list[str]:
    won, lost = EFFECTS[shape.win].format(shape.win_amount), EFFECTS[shape.lose].format(shape.lose_amount)
    if shape.comparison == NO_COMPARISON:
        return [f"always: {won}"]
    return [f"wins if {WINS[shape.comparison]} than the target: {won}", f"else loses: {lost}"]


def _class(number: int) -> str:
    return CLASS_NAMES[number].upper() if number >= 0 else ""


def totals(dice: tuple[Die, ...]) -> str:
    counts = [sum(die.die_class == number for die in dice) for number in range(len(CLASS_NAMES))]
    classes = ", ".join(f"{count} {name.upper()}" for count, name in zip(counts, CLASS_NAMES, strict=True))
    return f"{len(dice)} dice ({classes}), {sum(die.rare for die in dice)} rare"
