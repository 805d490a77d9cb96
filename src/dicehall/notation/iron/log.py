"""The log of IRONDIE in sentences: what happened, under its cause, each with the rule."""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import dice_words, die_word
from dicehall.irondie.dice import CLASS_NAMES, COLOUR_NAMES, LOWER, SHAPE_NAMES, SHAPES
from dicehall.irondie.terms import STEP_NAMES, W_HOSTILE, W_SPECIALISED, W_TIE, ZONE_NAMES
from dicehall.kernel.event import Event, chain
from dicehall.notation.results import lost_text

QUIET = ("decided", "committed", "step")
PLACES = ("the hand", "the Battle Zone", "the Skirmish Zone", "Limbo", "the Abyss")


def side_word(s: IrondieState, side: int) -> str:
    return " and ".join(s.kit.seat_names[x] for x in s.kit.seats_of[side])


def _does(s: IrondieState, side: int, one: str, several: str) -> str:
    """A side and what it does: Ann takes, Ann and Cid take."""
    return f"{side_word(s, side)} {one if len(s.kit.seats_of[side]) == 1 else several}"


def comparison_text(s: IrondieState, die: int, target: int, xs: Sequence[int]) -> str:
    """Why a die wins or loses against a target."""
    kit = s.kit
    mine, theirs, won, why = xs
    verb = "wins" if won else "loses"
    head = f"{die_word(s, die)} ({mine}) {verb}"
    against = f"against {die_word(s, target)} ({theirs})"
    colour, shape = COLOUR_NAMES[kit.colour[die]], SHAPE_NAMES[kit.shape[die]]
    other = COLOUR_NAMES[kit.colour[target]]
    if why == W_TIE:
        return f"{head} the tie {against}: {colour} is not specialised in {shape}"
    if why == W_SPECIALISED:
        return f"{head} the tie {against}: {colour} is specialised in {shape}, and {other} is not hostile to {colour}"
    if why == W_HOSTILE:
        return f"{head} the tie {against}: {colour} is specialised in {shape}, but {other} is hostile to {colour}"
    lower = SHAPES[kit.shape[die]].comparison == LOWER  # that the higher value wins needs no word
    return f"{head} {against}{f', since a {shape} wins with the lower value' if lower else ''}"


def event_text(s: IrondieState, e: Event) -> str:
    """An event in words."""
    kit = s.kit
    names = kit.seat_names
    k = e.kind
    if k == "turn":
        return f"turn {e.a}"
    if k == "committed":
        return f"{names[e.a]} has decided"
    if k == "split":
        return f"{names[e.a]} rolls {dice_words(s, list(e.xs), e.a)}" if e.xs else f"{names[e.a]} rolls nothing"
    if k == "rolled":
        return f"rolled: {_rolled(s, e.xs)}"
    if k == "roll-off":
        return "for priority: " + ", ".join(f"{_does(s, x, 'rolls', 'roll')} {v}" for x, v in enumerate(e.xs))
    if k == "priority":
        return f"{_does(s, e.a, 'has', 'have')} priority in the {STEP_NAMES[e.b]}{_why_priority(e)}"
    if k == "bonus":
        return f"the bonus of {die_word(s, e.a)}: {e.xs[0]:+d} to {die_word(s, e.b)}"
    if k == "no bonus":
        return f"the bonus of {die_word(s, e.a)} finds no {CLASS_NAMES[e.b].upper()} die"
    if k in ("opens", "answers"):
        verb = "opens a duel with" if k == "opens" else "answers with"
        return f"{names[e.b]} {verb} {kit.names[e.a]} on {dice_words(s, list(e.xs))}"
    if k == "forgone":
        return f"{names[e.a]} {'can roll nothing and ' if e.b else ''}forgoes the roll"
    if k == "renounced":
        return f"{names[e.a]} {'could open nothing and ' if e.b else ''}renounces the right to open duels"
    if k == "compared":
        return comparison_text(s, e.a, e.b, e.xs)
    return _further(s, e)


def _further(s: IrondieState, e: Event) -> str:
    names = s.kit.seat_names
    k = e.kind
    if k == "changed":
        before, amount = e.xs
        total = before + amount
        ends = " is" if total == e.b else ", but no more than" if total > e.b else ", but no less than"
        return f"{die_word(s, e.a)}: {before} {'+' if amount >= 0 else '-'} {abs(amount)}{ends} {e.b}"
    if k == "moved":
        return f"{dice_words(s, list(e.xs))}: to {PLACES[e.a]}"
    if k == "no effect":
        return f"{die_word(s, e.a)} does nothing: {'its target is gone' if e.b else 'it is no longer in the duel'}"
    if k == "damage":
        return f"{_does(s, e.a, 'takes', 'take')} {e.b or 'no'} damage: attack {e.xs[0]} against defence {e.xs[1]}"
    if k == "wounded":
        pairs = [f"{die_word(s, e.xs[i])} loses {e.xs[i + 1]}" for i in range(0, len(e.xs), 2)]
        return ", ".join(pairs) or f"{_does(s, e.a, 'loses', 'lose')} nothing"
    if k == "taken":
        return f"{_does(s, e.a, 'takes', 'take')} back {die_word(s, e.b) if e.b >= 0 else 'no LIFE die'}"
    if k == "step":
        return f"the {STEP_NAMES[e.a]} step"
    if k == "sudden death":
        return "time is up: sudden death from the next turn on"
    if k == "conceded":
        others = [side_word(s, side) for side in range(s.kit.sides) if side != s.kit.side_of[e.a]]
        return lost_text(names[e.a], " and ".join(others), e.b)
    if k == "over":
        won = " and ".join(_does(s, w, "wins", "win") for w in e.xs)
        return f"the game is over: {won}" if won else "the game is over: it is a draw"
    return f"{names[e.a]} decides"


def _count(n: int, one: str, several: str) -> str:
    return f"{n} {one if n == 1 else several}"


def _why_priority(e: Event) -> str:
    mine, theirs = (e.xs[:2], e.xs[2:]) if e.a == 0 else (e.xs[2:], e.xs[:2])
    if mine[0] != theirs[0]:
        return f": {_count(mine[0], 'die', 'dice')} in reserve against {theirs[0]}"
    if mine[1] != theirs[1]:
        return f": {_count(mine[1], 'life point', 'life points')} against {theirs[1]}"
    return ""


def _rolled(s: IrondieState, xs: Sequence[int]) -> str:
    half = len(xs) // 2
    return ", ".join(f"{die_word(s, d)}@{v}" for d, v in zip(xs[:half], xs[half:], strict=True))


def with_rule(s: IrondieState, e: Event) -> str:
    return f"{event_text(s, e)} [{e.rule}]" if e.rule else event_text(s, e)


def chain_text(s: IrondieState, log: Sequence[Event], last: int = 8) -> list[str]:
    """The last events, each with the chain of its causes."""
    by_seq = {e.seq: e for e in log}
    shown = [e for e in log if e.kind not in QUIET][-last:]
    out: list[str] = []
    for e in shown:
        causes = [with_rule(s, c) for c in chain(by_seq, e.cause) if c.kind != "decided"]
        out.append(with_rule(s, e) + (f"  <- {'  <- '.join(causes[:3])}" if causes else ""))
    return out


__all__ = ["QUIET", "ZONE_NAMES", "chain_text", "comparison_text", "event_text", "side_word", "with_rule"]
