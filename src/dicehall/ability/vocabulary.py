"""The words of the ability language that stand for something: tables, keywords, and the two skins.

The grammar holds the phrases; the tables here say which record each of them is. Reading and printing use the same
tables, so that they cannot differ.
"""

from __future__ import annotations

import re
from typing import Literal

Vocabulary = Literal["hero", "monster"]

KEYWORDS: tuple[str, ...] = (
    "Ally",
    "Continuous",
    "Fast",
    "Fusion",
    "Iron Will",
    "Overcrush",
    "Regenerate",
    "Ritual",
    "Suit Up",
    "Swarm",
    "Turtle Power",
)

REMINDERS: dict[str, str] = {
    "Ally": "While this die is in the Field Zone, it is a Sidekick as well as the character it is.",
    "Continuous": "Using this die puts it into the Field Zone, and there it works until something moves it away.",
    "Fast": "This die hits before the dice without Fast, and whatever it KOs in this way does not hit back.",
    "Fusion": "In your Main Step you may send the named dice from the field to Prep to get this die from its card "
    "into Prep without buying it.",
    "Iron Will": "This die is safe from every KO until it has taken damage in the same turn.",
    "Overcrush": "If this attacker KOs everything that blocks it, the damage that is left over hits the other side.",
    "Regenerate": "Whenever this die is KO'd, roll it: a character face puts it back into the field, any other face "
    "sends it to Prep.",
    "Ritual": "Rather than pay for fielding this die, you may send a character from your Reserve to Used.",
    "Suit Up": "As you buy this die you may KO one of your dice with a listed title; then this die enters the field "
    "at level 2, fielded and free.",
    "Swarm": "If this card is active when you draw another of its dice for your turn, draw one die more.",
    "Turtle Power": "While this card is active, dice of other cards with the affiliation Teenage Mutant Ninja Turtles "
    "are 1 cheaper to buy, but never below 1.",
}

ZONES = {
    "bag": "bag",
    "Prep Area": "prep",
    "Reserve Pool": "reserve",
    "Field Zone": "field",
    "Used Pile": "used",
    "card": "card",
}
WHOSE = {
    "your": "your",
    "its": "its",
    "their": "their",
    "your opponent's": "opponent's",
    "each player's": "each player's",
    "that opponent's": "that opponent's",
    "a": "a",
    "the": "the",
}
WHO = {
    "you": "you",
    "your opponent": "opponent",
    "an opponent": "an opponent",
    "a player": "a player",
    "target player": "target player",
    "target opponent": "target opponent",
    "each player": "each player",
    "that player": "that player",
    "that opponent": "that opponent",
    "its owner": "its owner",
    "its controller": "its controller",
}
MOMENTS = {
    "at the start of your turn": ("turn start", "your"),
    "at the start of your opponent's turn": ("turn start", "opponent's"),
    "at the start of each turn": ("turn start", "the"),
    "at the end of your turn": ("turn end", "your"),
    "at the end of the turn": ("turn end", "the"),
    "at the end of your opponent's turn": ("turn end", "opponent's"),
    "when a player's turn ends": ("turn end", "a player's"),
    "at the end of your Roll and Reroll Step": ("roll end", "your"),
    "at the end of the Roll and Reroll Step": ("roll end", "the"),
    "at the start of your Main Step": ("main start", "your"),
    "at the end of your Main Step": ("main end", "your"),
    "at the start of the Attack Step": ("attack start", "the"),
    "at the start of your Attack Step": ("attack start", "your"),
    "at the end of the Attack Step": ("attack end", "the"),
    "at the end of your Attack Step": ("attack end", "your"),
    "after blocks": ("after blocks", "the"),
    "on your turn, after blocks": ("after blocks", "your"),
    "on your opponent's turn, after blocks": ("after blocks", "opponent's"),
    "after combat damage": ("after damage", "the"),
    "when combat damage is assigned": ("assign", "the"),
    "when this die becomes engaged": ("engaged", "the"),
    "when you could use a Global Ability": ("could use", "the"),
    "at any time": ("any time", "the"),
    "when you declare attackers": ("declare", "your"),
}
UNTIL = {
    "this turn": "turn",
    "until the start of your next turn": "next turn",
    "until your opponent's next turn ends": "their turn",
    "until a die of this card is fielded again": "again",
    "at its next opportunity": "opportunity",
}
LASTING = {
    "while attached": "attached",
    "while that die is captured": "captured",
    "until your opponent's next turn ends": "their turn",
    "while active": "active",
    "while engaged": "engaged",
}
DID = {
    "they attacked this turn": "attacked",
    "you used an action die this turn": "used an action",
    "this die damaged your opponent this turn": "damaged opponent",
    "that die blocked this die": "blocked this",
    "you control that die": "controls that",
    "that die is KO'd this way": "KO'd this way",
    "this die was blocked and is not KO'd": "was blocked",
    "this die attacks": "attacks",
    "this die does not block": "does not block",
    "none of your other character dice block": "none other blocks",
    "both are character dice": "both characters",
}
USES = {
    "you use an action die": ("you", "action"),
    "an opponent uses an action die": ("an opponent", "action"),
    "you use a Global Ability": ("you", "global"),
    "an opponent uses a Global Ability": ("an opponent", "global"),
}
FIELDERS = {"you field": "you", "an opponent fields": "an opponent", "a player fields": "a player"}
BANNED = {
    "reroll dice": ("reroll",),
    "reroll dice in the Roll and Reroll Step": ("reroll in step",),
    "use action dice": ("use action",),
    "use Global Abilities": ("use global",),
    "use action dice or Global Abilities": ("use action", "use global"),
}
SOURCES = {"action dice": "action", "Global Abilities": "global", "abilities": "ability"}
DICE_WORDS = {
    "this die": "this",
    "it": "it",
    "that die": "that",
    "those dice": "those",
    "the character die it blocks": "blocked",
    "the chosen die": "chosen",
    "the captured die": "captured",
    "the die fielded": "fielded",
    "the other": "rest",
}
SHOWN = {
    "energy": "energy",
    "an action face": "action",
    "a character face": "character",
    "no character face": "no character",
}
LEVEL_WORDS = {"lower level": "<", "equal or lower level": "<=", "higher level": ">", "equal or higher level": ">="}
THAN = {"": "this", "than one of your character dice": "yours", "than that die": "that"}
# Marks in the order in which they are printed: before the noun, after it, and in clauses with `that`.
MARKS_BEFORE = {"rolled this way": "rolled", "rerolled this way": "rerolled"}
MARKS_AFTER = {
    "chosen type": "of the chosen type",
    "that name": "with that name",
    "attached this": "with a die of this card attached",
    "drawn this way": "drawn this way",
    "KO'd this way": "KO'd this way",
    "moved this way": "moved this way",
    "already": "already in the Field Zone",
}
MARKS_THAT = {
    "rolled this turn": "you rolled this turn",
    "rolled": "you rolled in this step",
    "did not pay": "did not pay for this fielding",
    "shares its type": "shares its type",
}
MARK_ORDER = {
    mark: number for number, mark in enumerate([*MARKS_BEFORE, *MARKS_AFTER, *MARKS_THAT, "that die", "fielded"])
}

# Whole phrases as they stand on cards: what an error proposes when a sentence begins in an unknown way.
EXAMPLES: tuple[str, ...] = (
    "KO target character die",
    "KO each opposing Sidekick character die",
    "KO one of your character dice",
    "this die deals 2 damage to target character die",
    "this die deals 2 damage to your opponent",
    "this card deals 1 damage to each character die",
    "gain 1 life",
    "lose 1 life",
    "your opponent loses 1 life",
    "draw a die and move it to your Prep Area",
    "draw 2 dice and roll them into your Reserve Pool",
    "reroll target opposing character die",
    "roll a die out of your Used Pile into your Reserve Pool",
    "move a die out of your Used Pile to your Prep Area",
    "return it to your bag",
    "it goes to its Used Pile",
    "spin target character die up 1 level",
    "spin target character die down 1 level",
    "spin target character die to level 1",
    "this die gets +1A and +1D this turn",
    "target character die gets +1A this turn",
    "your Sidekick character dice get +1A and +1D",
    "this die gains Overcrush this turn",
    "target character die cannot block this turn",
    "this die cannot be blocked",
    "this die cannot be blocked by Sidekick character dice",
    "target character die must attack this turn where possible",
    "target character die must block this turn where possible",
    "capture an opposing character die this turn",
    "take control of an opposing character die this turn",
    "field it for free",
    "you may pay [fist]",
    "you may pay 2 life",
    "you may KO this die",
    "Your opponent may pay 2 life to prevent this",
    "prevent 1 of it",
    "redirect 1 of it to one of your character dice",
    "reduce each damage to this die by 1",
    "choose an opposing character die",
    "your opponent chooses 1 of their character dice",
    "character dice cost you 1 less to purchase",
    "the next die you purchase this turn costs 2 less",
    "when fielded",
    "when you field a character die",
    "when this die attacks",
    "when this die blocks",
    "when this die is blocked",
    "when this die is KO'd",
    "when this die takes damage",
    "when this die damages your opponent",
    "when this die KOs an opposing character die",
    "when you would take damage",
    "when you use an action die",
    "at the start of your turn",
    "at the end of your turn",
    "at the start of the Attack Step",
    "for the rest of the turn, when",
    "if you have an active Iron Man",
    "if your opponent has more life than you",
    "while active",
    "once per turn",
    "the first time each turn you field a character die",
)


def phrase_for(table: dict[str, str], value: str) -> str:
    """The phrase that stands for a value in one of the tables."""
    for phrase, meant in table.items():
        if meant == value:
            return phrase
    raise ValueError(f"no phrase for '{value}'")


# ---- the monster skin ----------------------------------------------------------------------------------------

_MONSTER = (
    (r"\bcharacters\b", "monsters"),
    (r"\bcharacter\b", "monster"),
    (r"\bCharacter\b", "Monster"),
    (r"\bCharacters\b", "Monsters"),
    (r"\bfielding\b", "summoning"),
    (r"\bfielded\b", "summoned"),
    (r"\bfields\b", "summons"),
    (r"\bfield\b", "summon"),
    (r"\bField(?! Zone)\b", "Summon"),
)
_NAMES = re.compile("(\x01[^\x02]*\x02)")


def in_words(text: str, vocabulary: Vocabulary) -> str:
    """A printed text in the words of one set of books. Names stand between two marks and stay as they are."""
    if vocabulary == "monster":
        out = []
        for part in _NAMES.split(text):
            if not part.startswith("\x01"):
                for pattern, words in _MONSTER:
                    part = re.sub(pattern, words, part)
            out.append(part)
        text = "".join(out)
    return text.replace("\x01", "").replace("\x02", "")
