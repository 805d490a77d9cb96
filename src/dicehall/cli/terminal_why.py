"""Why: every reason for or against a move with the rule's own sentence, and where a number comes from.

All answers come from the engine and the rules file; nothing is decided here.
"""

from __future__ import annotations

from dicehall.cli.terminal_rules import quote, say_reasons
from dicehall.cli.terminal_style import Out
from dicehall.dicemasters.explain import (
    contribution_words,
    contributions,
    why_not_buy,
    why_not_field,
    why_not_use,
)
from dicehall.dicemasters.sockets import ATTACK, DEFENCE, FIELDING, PURCHASE
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import F_CHARACTER, FIELD, ON_CARD, RESERVE, S_ROLL
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput, Reason
from dicehall.notation.dm.dice import card_names, fitting, reader
from dicehall.notation.dm.log import with_rule
from dicehall.notation.dm.moves import VERBS, parse_move
from dicehall.notation.dm.orders import Move
from dicehall.notation.dm.printing import move_text
from dicehall.notation.words import match_names

GAME = "dicemasters"
ALLOWS = {
    "keep": "4.3.2", "reroll": "4.3.2", "buy": "3.3.1", "field": "3.4.1", "use": "3.5.1", "end main": "4.4.4",
    "pass": "4.4.4", "attack": "5.2.1", "block": "5.3.1", "assign": "5.5.1", "concede": "1.3.4",
    "global": "7.5.1", "choose": "7.9.1",
}  # fmt: skip

ENERGY_RULES = ("3.2.4", "3.2.7", "3.3.2")


def why_move(out: Out, s: DMState, seat: int, text: str) -> None:
    """Why a move is legal, or every reason why it is not."""
    try:
        move = parse_move(s, seat, text)
    except IllegalAction as error:
        reasons = [*error.reasons, *[x for x in _further(s, seat, text) if x not in error.reasons]]
        out.say(f"'{text}' cannot be done now:", "bold")
        say_reasons(out, reasons, GAME)
        return
    word = _verb(s, text)
    shown = "concede" if move.concedes else move_text(s, move.actions, move.prefer)
    out.say(f"'{shown}' is legal now.", "bold")
    if move.actions and word in ("buy", "field"):
        out.say(_payment(s, seat, move), hang=4, label="  ")
    if word in ALLOWS:
        quote(out, ALLOWS[word], GAME)


def _payment(s: DMState, seat: int, move: Move) -> str:
    """What the move would spend, tried on a copy."""
    t = s.clone()
    told: list[str] = []
    for action in move.actions:
        t.apply(action, None, move.prefer)
        told += [with_rule(t, e) for e in t.events if e.kind in ("spent", "spun", "rest lost")]
    return "; ".join(told) + "." if told else "It costs nothing."


def _verb(s: DMState, text: str) -> str:
    return reader(s, text).word(*VERBS)


def _further(s: DMState, seat: int, text: str) -> list[Reason]:
    """Reasons that would also stand in the way at the right time: buying, fielding, using something that cannot be."""
    r = reader(s, text)
    verb = r.word("buy", "field", "use")
    if not verb or s.is_over:
        return []
    try:
        spec = r.spec()
        if verb == "buy":
            cards = match_names(spec.name, range(1, s.kit.n_cards), lambda c: card_names(s, c))
            mine = [c for c in cards if c in s.kit.buyable[seat]]
            reasons = why_not_buy(s, seat, (mine or cards)[0]) if cards else []
            return [x for x in reasons if s.step > S_ROLL or x.rule not in ENERGY_RULES]  # not yet kept: no energy yet
        dice = fitting(s, spec, range(s.kit.n_dice), seat)
        best = [d for d in dice if s.zone_of(d) == RESERVE and s.owner[d] == seat] or dice
        if not best or s.step <= S_ROLL:
            return []
        return why_not_field(s, seat, best[0]) if verb == "field" else why_not_use(s, seat, best[0])
    except DicehallError:
        return []


def is_move(s: DMState, text: str) -> bool:
    return bool(_verb(s, text))


def why_name(out: Out, s: DMState, seat: int, text: str) -> None:
    """Where the numbers of a die or card come from."""
    r = reader(s, text)
    spec = r.spec()
    r.finish()
    dice = fitting(s, spec, [d for d in range(s.kit.n_dice) if s.where[d] != ON_CARD], -1)
    shown = [d for d in dice if s.zone_of(d) in (FIELD, RESERVE) and s.kit.f_kind[s.face[d]] == F_CHARACTER]
    told: set[str] = set()
    for die in shown:
        place = "in the field" if s.zone_of(die) == FIELD else "in the Reserve Pool"
        name = f"{s.kit.seat_names[s.owner[die]]}.{s.kit.titles[s.kit.die_card[die]]}"
        head = f"{name}, level {s.kit.f_level[s.face[die]]}, {place}"
        parts = [("attack", ATTACK), ("defence", DEFENCE), ("fielding cost", FIELDING)]
        rows = [f"{what} {contribution_words(contributions(s, n, s.ctrl[die], die))}" for what, n in parts]
        if s.damage[die]:
            rows.append(f"damage {s.damage[die]} this turn; it is KO'd when that reaches its defence")
        key = head + "".join(rows)
        if key not in told:
            told.add(key)
            out.say(head, "bold")
            for row in rows:
                out.say(row, label="  ")
    cards = match_names(spec.name, range(1, s.kit.n_cards), lambda c: card_names(s, c))
    for card in cards:
        owner = s.kit.card_seat[card]
        cost = contribution_words(contributions(s, PURCHASE, max(owner, 0), card))
        out.say(f"{s.kit.titles[card]}: cost {cost}; {s.left[card]} dice left on the card")
    if dice and not shown and not cards:
        raise InvalidInput(f"no die called '{text}' shows a character in the field or in a Reserve Pool")
    if not shown and not cards:
        raise InvalidInput(f"'{text}' is neither a move nor a card or die on the table")
