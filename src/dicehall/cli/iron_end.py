"""Why a game of IRONDIE has ended: who lost the last LIFE die, and by what. All of it is read from the log."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import dice_words
from dicehall.irondie.dice import LIFE
from dicehall.irondie.terms import ABYSS, HAND, LIMBO
from dicehall.kernel.event import Event, chain
from dicehall.notation.iron.log import event_text, side_word

PLACES = {ABYSS: "into the Abyss", LIMBO: "into Limbo", HAND: "back into the hand"}
ROUTINE = ("4.4.5", "5.1.7", "6.1.3")  # dice that leave, but not out of a LIFE Zone
CAUSES = ("compared", "bonus")


def why_over(s: IrondieState, log: Sequence[Event]) -> list[str]:
    """A sentence for each side that has lost."""
    if s.why_over not in ("life", "draw"):
        return []
    return [_lost(s, log, side) for side in range(s.kit.sides) if side not in s.winners]


def _lost(s: IrondieState, log: Sequence[Event], side: int) -> str:
    name = side_word(s, side)
    has = "have" if len(s.kit.seats_of[side]) > 1 else "has"
    since = max((i for i, e in enumerate(log) if e.kind == "turn"), default=0)
    turn = log[since:]
    last = next((e for e in reversed(turn) if _left(s, e, side)), None)
    if last is None:
        if any(e.kind == "split" for e in turn):
            return f"{name} rolled no LIFE die into battle [7.1.3]."
        return f"{name} {has} no LIFE die in the LIFE Zone."
    dice = [d for d in last.xs if d in s.kit.side_dice[side] and s.kit.die_class[d] == LIFE]
    head = f"{name} {has} no LIFE die left: {dice_words(s, dice)} went {PLACES[last.a]} [{last.rule}]"
    by = _cause(s, turn, last, side)
    return f"{head}, because {by}." if by else f"{head}."


def _left(s: IrondieState, e: Event, side: int) -> bool:
    return (
        e.kind == "moved"
        and e.a in PLACES
        and e.rule not in ROUTINE
        and any(d in s.kit.side_dice[side] and s.kit.die_class[d] == LIFE for d in e.xs)
    )


def _cause(s: IrondieState, turn: Sequence[Event], last: Event, side: int) -> str:
    if last.rule == "6.1.1":
        return "it was taken back"
    if last.rule == "5.1.5":
        hurt = next((e for e in reversed(turn) if e.kind == "damage" and e.a == side), None)
        return "" if hurt is None else event_text(s, hurt)
    found = next((e for e in chain({e.seq: e for e in turn}, last.cause) if e.kind in CAUSES), None)
    if found is not None:
        return event_text(s, found)
    sudden = any(e.kind == "changed" and e.rule == "9.2.2" and e.a in last.xs for e in turn)
    return "in sudden death each turn takes a point [9.2.2]" if sudden else ""
