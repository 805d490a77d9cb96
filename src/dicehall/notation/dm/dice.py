"""Dice and faces of Dice Masters in words, and back: ann.Hulk#2, @fist2, @action**.

Looks names up among the dice that can stand in a place; dice that are alike count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicehall.dicemasters.cards import SETS
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FIELD, ON_CARD
from dicehall.dicemasters.words import (
    GENERIC_WORD,
    card_word,
    counted,
    die_word,
    face_word,
    grouped,
    place_word,
)
from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.notation.words import Reader, Spec, fold, match_names

# ---- in -------------------------------------------------------------------------------------------------------


def reader(s: DMState, text: str) -> Reader:
    names = [n for c in range(s.kit.n_cards) for n in card_names(s, c)]
    return Reader(text, names, s.kit.seat_names, set_order(s))


def set_order(s: DMState) -> list[str]:
    """A title that several sets have means the edition's own set first, then the others in their order."""
    there = {card.set for card in s.kit.cards if card is not None}
    known = [s.kit.edition.name, *SETS]
    return list(dict.fromkeys([*known, *sorted(there - set(known))]))


def set_rank(s: DMState, card: int) -> int:
    found = s.kit.cards[card]
    return -1 if found is None else set_order(s).index(found.set)


def of_set(s: DMState, source: str, card: int) -> bool:
    """Whether a card is of the set that was written before it: imw:Smash!"""
    found = s.kit.cards[card]
    return not source or (found is not None and found.set == source)


def own_set_first(s: DMState, cards: Sequence[int]) -> list[int]:
    """Of cards with one title and one holder, those of the set that comes first."""
    titles, seats = {s.kit.names[c] for c in cards}, {s.kit.card_seat[c] for c in cards}
    if len(set(cards)) < 2 or len(titles) > 1 or len(seats) > 1:
        return list(cards)
    best = min(set_rank(s, c) for c in cards)
    return [c for c in cards if set_rank(s, c) == best]


def card_names(s: DMState, card: int) -> tuple[str, ...]:
    """The ways in which a card can be written."""
    found = s.kit.cards[card]
    if found is None:
        return (s.kit.names[card],)
    return (found.name, *found.titles)


def face_named(s: DMState, card: int, word: str) -> int:
    """The face of a card's die that is written so."""
    for face in range(card * 6, card * 6 + 6):
        if face_word(s, face) == word:
            return face
    shown = []
    for face in range(card * 6, card * 6 + 6):
        if face_word(s, face) not in shown:
            shown.append(face_word(s, face))
    raise InvalidInput(f"{s.kit.names[card]} has no face @{word}: its faces are @{', @'.join(shown)}")


def fitting(s: DMState, spec: Spec, among: Sequence[int], mover: int) -> list[int]:
    """The dice among those given that a spec could mean; if dice of several seats fit, the mover's."""
    kit = s.kit
    dice = list(among)
    if spec.seat:
        seat = seat_named(s, spec.seat)
        dice = [d for d in dice if s.owner[d] == seat]
    dice = [d for d in dice if of_set(s, spec.source, kit.die_card[d])]
    dice = match_names(spec.name, dice, lambda d: card_names(s, kit.die_card[d]))
    if spec.number:
        dice = [d for d in dice if s.num[d] == spec.number]
    if spec.face:
        cards = {kit.die_card[d] for d in dice}
        faces = [face_named(s, c, spec.face) for c in cards]
        dice = [d for d in dice if s.face[d] >= 0 and kit.f_same[s.face[d]] in [kit.f_same[f] for f in faces]]
    if not spec.seat and len({s.owner[d] for d in dice}) > 1:
        mine = [d for d in dice if s.owner[d] == mover]
        dice = mine or dice
    first = own_set_first(s, [kit.die_card[d] for d in dice])
    dice = [d for d in dice if kit.die_card[d] in first]
    return sorted(dice, key=lambda d: s.num[d])


def pick_dice(
    s: DMState,
    specs: Sequence[Spec],
    among: Sequence[int],
    mover: int,
    place: str,
    *,
    amounts: bool = False,
    alike: Callable[[int], object] | None = None,
) -> list[int]:
    """The distinct dice that a list names. Among dice that are alike the first; otherwise it is an error."""
    alike = alike or s.alike
    out: list[int] = []
    for spec in specs:
        if spec.damage or (spec.value is not None and not amounts):
            raise InvalidInput(f"'{spec}': a move names dice; damage and amounts do not belong there")
    # what is said more exactly is looked up first, so that `Sidekick, Sidekick#1` is two dice
    order = sorted(range(len(specs)), key=lambda i: (specs[i].number == 0, specs[i].face == ""))
    chosen: dict[int, list[int]] = {}
    for i in order:
        spec = specs[i]
        found = [d for d in fitting(s, spec, among, mover) if d not in out]
        if len(found) < spec.times:
            raise InvalidInput(_not_found(s, spec, among, place, out, mover))
        exact = [d for i, row in chosen.items() if specs[i].number or specs[i].face for d in row]
        could = [d for d in fitting(s, spec, among, mover) if d not in exact]
        asked = sum(x.times for x in specs if x._replace(times=1, value=None) == spec._replace(times=1, value=None))
        if len(could) > asked and len({alike(d) for d in could}) > 1:
            raise AmbiguousName(str(spec), [die_word(s, d, number=True, face=True) for d in could])
        chosen[i] = found[: spec.times]
        out.extend(chosen[i])
    return [d for i in range(len(specs)) for d in chosen[i]]


def _not_found(s: DMState, spec: Spec, among: Sequence[int], place: str, taken: list[int], mover: int) -> str:
    there = [d for d in among if d not in taken]
    listed = counted(sorted(die_word(s, d, seat=s.owner[d] != mover, face=True) for d in there))
    wanted = f"{spec}" + (f" x{spec.times}" if spec.times > 1 else "")
    known = match_names(spec.name, range(s.kit.n_cards), lambda c: card_names(s, c))
    if not known:
        return f"no card on the table is called '{spec.name}'; {place}: {listed}"
    return f"there is no {wanted} {place} (there: {listed})"


def one_title(s: DMState, spec: Spec, dice: Sequence[int]) -> Sequence[int]:
    """The dice, if they are all of one card; a name that fits several is an error (chance lines, zones)."""
    if len({s.kit.die_card[d] for d in dice}) > 1:
        raise AmbiguousName(spec.name, list(dict.fromkeys(s.kit.titles[s.kit.die_card[d]] for d in dice)))
    return dice


def pick_card(s: DMState, spec: Spec, among: Sequence[int], what: str) -> int:
    """The one card that a name means."""
    if spec.number or spec.face or spec.damage or spec.value is not None:
        raise InvalidInput(f"{what} is named without number, face or amount: '{spec.name}'")
    among = [c for c in among if of_set(s, spec.source, c)]
    if spec.seat:
        among = [c for c in among if s.kit.card_seat[c] == seat_named(s, spec.seat)]
    found = match_names(spec.name, among, lambda c: card_names(s, c))
    found = own_set_first(s, found)
    if not found:
        raise InvalidInput(
            f"{what} '{spec.name}' is not known here: there are {', '.join(s.kit.titles[c] for c in among)}"
        )
    if len(found) > 1:
        raise AmbiguousName(spec.name, [s.kit.titles[c] for c in found])
    return found[0]


def seat_named(s: DMState, name: str) -> int:
    names = [fold(n) for n in s.kit.seat_names]
    if fold(name) not in names:
        raise InvalidInput(f"there is no seat '{name}': the seats are {', '.join(s.kit.seat_names)}")
    return names.index(fold(name))


def owned_die(s: DMState, spec: Spec) -> int:
    """The die that a check means: the one in the field if there is exactly one, else the only one."""
    if not spec.seat:
        raise InvalidInput(f"a check needs the seat: write, for example, {s.kit.seat_names[0]}.{spec}")
    everywhere = [d for d in range(s.kit.n_dice) if s.where[d] != ON_CARD]
    found = fitting(s, spec, everywhere, -1)
    if not found:
        on_card = fitting(s, spec, [d for d in range(s.kit.n_dice) if s.where[d] == ON_CARD], -1)
        if on_card:
            return on_card[0]
        raise InvalidInput(f"{spec.seat} has no die '{spec}'")
    in_field = [d for d in found if s.zone_of(d) == FIELD]
    if len(in_field) == 1:
        return in_field[0]
    if len(found) > 1:
        raise AmbiguousName(str(spec), [die_word(s, d, number=True, face=True) for d in found])
    return found[0]


__all__ = [
    "GENERIC_WORD", "card_names", "card_word", "counted", "die_word", "face_named", "face_word", "fitting", "grouped",
    "owned_die", "pick_card", "pick_dice", "place_word", "reader", "seat_named",
]  # fmt: skip
