"""A card as a player reads it: title, cost, faces, text in the words of its set, keywords explained."""

from __future__ import annotations

from typing import Literal

from dicehall.ability import tree
from dicehall.ability.parsing import AbilityError, parse_ability, parse_burst, parse_global
from dicehall.ability.printing import print_ability, print_burst, print_global
from dicehall.ability.vocabulary import REMINDERS
from dicehall.dicemasters.cards import Card, Face
from dicehall.dicemasters.edition import EDITIONS

Words = Literal["hero", "monster"]


def vocabulary_of(card: Card) -> Words:
    """The words of the set."""
    edition = EDITIONS.get(card.set)
    return "monster" if edition is not None and edition.vocabulary == "monster" else "hero"


def text_lines(card: Card, vocabulary: Words | None = None) -> list[str]:
    """The sentences of a card, each with its mark, in a vocabulary (its set's own by default)."""
    words = vocabulary or vocabulary_of(card)
    out: list[str] = []
    for mark, text in card.lines:
        try:
            if mark == "Global":
                text = print_global(parse_global(text), words)
            elif mark:
                text = print_burst(parse_burst(text), words)
            else:
                text = print_ability(parse_ability(text), words)
        except AbilityError:  # it is shown as it stands; `cards lint` says what is wrong with it
            pass
        out.append(f"{mark}: {text}" if mark else text)
    return out


def keywords_of(card: Card) -> list[str]:
    """The keywords that a card has or grants, in the order of its text."""
    found: list[str] = []
    for mark, text in card.lines:
        try:
            node = (
                parse_global(text) if mark == "Global" else parse_burst(text).ability if mark else parse_ability(text)
            )
        except AbilityError:
            continue
        for step in _steps(node.do):
            if isinstance(step, tree.Has | tree.Gains) and step.keyword not in found:
                found.append(step.keyword)
    return found


def _steps(steps: tuple[tree.Step, ...]) -> list[tree.Step]:
    out: list[tree.Step] = []
    for step in steps:
        out.append(step)
        for inner in ("do", "then", "otherwise"):
            more = getattr(step, inner, ())
            if isinstance(more, tuple):
                out += _steps(more)
    return out


def face_text(face: Face) -> str:
    """`fist`, `fist2`, `level 2: field 1, 4A 3D *`, `action **`."""
    bursts = " " + "*" * face.bursts if face.bursts else ""
    if face.kind == "energy":
        return f"{face.energy}{face.count if face.count > 1 else ''}"
    if face.kind == "character":
        return f"level {face.level}: field {face.cost}, {face.attack}A {face.defence}D{bursts}"
    return f"action{bursts}"


def card_page(card: Card) -> list[str]:
    """All that stands on a card and its die, line by line."""
    head = [card.id, card.kind.replace("_", " "), f"cost {card.cost}{f' [{card.energy}]' if card.energy else ''}"]
    if card.affiliations:
        head.append(", ".join(card.affiliations))
    head.append(f"at most {card.max_dice} dice")
    if card.starter:
        head.append("starter")
    energy = [face_text(f) for f in card.die.faces if f.kind == "energy"]
    others = [face_text(f) for f in card.die.faces if f.kind != "energy"]
    out = [card.title, "  " + " · ".join(head), "  faces: " + ", ".join(energy) + "; " + "; ".join(others)]
    if not card.known:
        out.append("  (its text is not known here)")
    elif not card.lines:
        out.append("  (no ability)")
    out += [f"  {line}" for line in text_lines(card)]
    out += [f"  ({keyword}: {REMINDERS[keyword]})" for keyword in keywords_of(card) if keyword in REMINDERS]
    return out
