"""A card in the terminal: what it costs, the faces of its die, and its text as the program reads it."""

from __future__ import annotations

from dicehall.ability.vocabulary import REMINDERS
from dicehall.cli.terminal_style import Out
from dicehall.dicemasters import cardtext
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import F_ACTION, F_CHARACTER, F_ENERGY
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.dm.dice import card_names, face_word, reader
from dicehall.notation.words import match_names


def show_cards(out: Out, s: DMState, text: str) -> None:
    """The cards on the table that a name can mean."""
    if not text:
        raise InvalidInput("name a card: card Hulk")
    r = reader(s, text)
    spec = r.spec()
    r.finish()
    found = match_names(spec.name, range(1, s.kit.n_cards), lambda c: card_names(s, c))
    if spec.seat:
        found = [c for c in found if s.kit.card_seat[c] in (-1, s.kit.seat_names.index(spec.seat))]
    if not found:
        raise InvalidInput(f"no card on the table is called '{text}'")
    shown: list[str] = []
    for card in found:
        record = s.kit.cards[card]
        if record is not None and record.id not in shown:
            shown.append(record.id)
            _show(out, s, card)


def _show(out: Out, s: DMState, card: int) -> None:
    record = s.kit.cards[card]
    assert record is not None
    kit = s.kit
    owners = [kit.card_seat[c] for c in range(1, kit.n_cards) if (x := kit.cards[c]) is not None and x.id == record.id]
    whose = " and ".join("anybody" if o < 0 else kit.seat_names[o] for o in owners)
    energy = f" {record.energy}" if record.energy else ""
    out.say(f"{record.title}, costs {record.cost}{energy}; {s.left[card]} dice left ({whose})", "bold")
    if record.affiliations:
        out.say(", ".join(record.affiliations), label="  ")
    out.say(",  ".join(_faces(s, card)), label="  faces: ")
    for line in text_lines(s, card):
        out.say(line, label="  ", hang=4)
    for keyword in cardtext.keywords_of(record):
        if keyword in REMINDERS:
            out.say(f"({keyword}: {REMINDERS[keyword]})", label="  ", hang=4)


def _faces(s: DMState, card: int) -> list[str]:
    """@1 0 to field, 2A/3D; a star for each burst."""
    kit = s.kit
    out: list[str] = []
    for face in range(card * 6, card * 6 + 6):
        word = f"@{face_word(s, face)}"
        if kit.f_kind[face] == F_CHARACTER:
            stars = "*" * kit.f_bursts[face]
            word += f"{stars} {kit.f_attack[face]}A/{kit.f_defence[face]}D fields for {kit.f_cost[face]}"
        elif kit.f_kind[face] not in (F_ACTION, F_ENERGY):
            continue
        out.append(word)
    return list(dict.fromkeys(out))


def text_lines(s: DMState, card: int) -> list[str]:
    """The text of a card in the words of its set, line by line."""
    record = s.kit.cards[card]
    return [] if record is None else cardtext.text_lines(record) or ["(no text)"]
