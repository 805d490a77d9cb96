"""Lines that state what the engine has just done for a seat by itself: a pass, a forced block, target or assignment."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import A_DOWN, A_UP, BLOCK_BASE, FR_ASSIGN, FR_BLOCK, FR_EFFECT, FR_PICK
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.event import Event
from dicehall.notation.dm.answers import means, must_differ, singles
from dicehall.notation.dm.dice import card_names, reader
from dicehall.notation.words import fold, match_names


def is_stated(s: DMState, seat: int, text: str, events: Sequence[Event], before: DMState) -> bool:
    """Whether a line says what the events tell of, and nobody was asked. `before`: the game before them."""
    words = fold(" ".join(text.split()))
    if words in ("pass", "end main"):
        return any(e.kind == "auto pass" and e.a == seat for e in events)
    if words == "keep":
        return any(e.kind == "auto" and e.b == FR_PICK and s.kit.side_of[seat] == e.a for e in events)
    if words == "block none":
        return any(e.kind == "auto" and e.b == FR_BLOCK and e.a == seat for e in events)
    if words in ("choose none", "choose no"):
        return any(e.kind == "auto" and e.b == FR_EFFECT and e.a == seat for e in events)
    if words in ("choose up", "choose down"):
        return _is_direction(s, seat, words == "choose up", events, before)
    try:
        if words.startswith("block "):
            return _is_block(s, seat, text, events, before)
        if words.startswith("assign "):
            return _is_assignment(s, seat, text, events)
        if words.startswith("choose "):
            return _is_choice(s, seat, text, events, before)
    except DicehallError:
        pass
    return False


def _is_block(s: DMState, seat: int, text: str, events: Sequence[Event], before: DMState) -> bool:
    """Whether `block A: X, Y` is the one declaration that was possible, which nobody was asked for."""
    made = next((e for e in events if e.kind == "blocks"), None)
    if made is None or any(_is_block_step(s, seat, e, made) for e in events):
        return False
    pairs = [(made.xs[i], made.xs[i + 1]) for i in range(0, len(made.xs), 2) if before.ctrl[made.xs[i]] == seat]
    r = reader(s, text)
    r.word("block")
    while True:
        left = r.spec(colon_ends=True)
        r.expect(":", "between the attacker and its blockers")
        for spec in singles(r.specs(colon_ends=True)):
            hit = next(
                (
                    (d, a)
                    for d, a in pairs
                    if means(s, spec, d, seat, before.face) and means(s, left, a, seat, before.face)
                ),
                None,
            )
            if hit is None:
                return False
            pairs.remove(hit)
        if not r.take(";"):
            break
    r.finish()
    return not pairs


def _is_block_step(s: DMState, seat: int, e: Event, made: Event) -> bool:
    """Whether the seat was asked for a part of the declaration."""
    if e.kind != "decided" or e.a != seat or e.cause != made.cause:
        return False
    blocker, code = divmod(e.b, BLOCK_BASE)
    return blocker < s.kit.n_dice and (not code or code - 1 in s.attackers or code - 1 in made.xs)


def _is_direction(s: DMState, seat: int, up: bool, events: Sequence[Event], before: DMState) -> bool:
    """Whether an effect of the seat has turned a die that way without asking, because there was no other."""
    if any(e.kind == "decided" and e.b in (A_UP, A_DOWN) for e in events):
        return False
    by_seq = {e.seq: e for e in events}
    way = s.kit.f_up if up else s.kit.f_down
    other = s.kit.f_down if up else s.kit.f_up
    for e in events:
        if e.kind == "spun" and e.rule == "2.4.2" and _by_effect_of(by_seq, e, seat):
            face = before.face[e.a]
            if face >= 0 and way[face] == e.b and other[face] < 0:
                return True
    return False


def _is_choice(s: DMState, seat: int, text: str, events: Sequence[Event], before: DMState) -> bool:
    """Whether `choose X, Y` names what was chosen without asking: dice, players, the card of the one effect."""
    r = reader(s, text)
    r.word("choose")
    specs = singles(r.specs())
    r.finish()
    must_differ(specs)
    by_seq = {e.seq: e for e in events}
    own = {e.seq for e in events if e.kind == "decided"}
    told: list[int] = []
    for e in events:
        if e.kind == "chose" and e.a == seat and e.cause not in own:
            told.append(e.b)
        elif e.kind in ("life damage", "life") and _by_effect_of(by_seq, e, seat):
            told.append(-1 - (e.b if e.kind == "life damage" else e.a))
    cards = [e.a for e in events if e.kind == "trigger" and e.xs[0] == seat and e.cause not in own]
    if len(specs) == 1 and match_names(specs[0].name, cards, lambda c: card_names(s, c)):
        return True
    for spec in specs:
        fits = [x for x in told if x > -1000 and means(s, spec, x, seat, before.face)]
        fits += [x for x in told if x <= -1000 and match_names(spec.name, [-1000 - x], lambda c: card_names(s, c))]
        if not fits:
            return False
        told.remove(fits[0])
    return True


def _by_effect_of(by_seq: dict[int, Event], event: Event, seat: int) -> bool:
    """Whether an effect of the seat brought an event about: its only possible player needs no choice."""
    cause = by_seq.get(event.cause)
    while cause is not None:
        if cause.kind == "trigger":
            return cause.xs[0] == seat
        if cause.kind in ("used", "global"):
            return cause.a == seat
        cause = by_seq.get(cause.cause)
    return False


def _is_assignment(s: DMState, seat: int, text: str, events: Sequence[Event]) -> bool:
    """Whether `assign A: B=1, C=2` is the one assignment that was possible; nothing need not be written."""
    r = reader(s, text)
    r.word("assign")
    left = r.spec(colon_ends=True)
    r.expect(":", "after the die that deals damage")
    specs = r.specs(colon_ends=True)
    r.finish()
    made: dict[int, dict[int, int]] = {}
    for e in events:
        if e.kind == "auto" and e.b == FR_ASSIGN and e.a == seat:
            made.setdefault(e.xs[0], {})[e.xs[1]] = e.xs[2]
    for dealer in [d for d in made if means(s, left._replace(face=""), d, seat)]:
        amounts = dict(made[dealer])
        for spec in [x for x in specs for _ in range(x.times)]:
            bare = spec._replace(face="", value=None)
            hit = [d for d, n in amounts.items() if n == spec.value and means(s, bare, d, s.owner[d])]
            if not hit:
                break
            del amounts[hit[0]]
        else:
            if not any(amounts.values()):
                return True
    return False
