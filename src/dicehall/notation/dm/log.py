"""The log of Dice Masters in sentences: what happened, under its cause, each with the rule.

The terminal, failures of scenarios and reports all tell the same story.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicehall.dicemasters.board import U_END, U_START, U_TURN
from dicehall.dicemasters.describe import ZONES_IN_WORDS
from dicehall.dicemasters.effects.code import (
    C_CANNOT,
    C_COSTS,
    C_DEALS_NO,
    C_DRAW_MORE,
    C_GETS,
    C_GOES,
    C_HALF,
    C_KEYWORD,
    C_LIFT,
    C_MUST,
    C_ONLY_TARGET,
    C_PREVENT_FIRST,
    C_REDUCE,
    C_RING,
    C_SET,
    C_TAKES_NO,
    C_WATCH,
    COPY_FACES,
    COPY_STATS,
    COPY_TEXT,
    COPY_TRAITS,
    GOES_BOUGHT,
    KEYWORDS,
    KW_EXCESS,
    NO_CROWD,
    NO_ONE_GLOBAL,
)
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    FIELD,
    FR_ASSIGN,
    FR_BLOCK,
    OUT,
    R_ROLL,
    R_TURN,
    S_MAIN,
    STEP_NAMES,
    W_MAIN,
    ZONE_NAMES,
    ZONES,
)
from dicehall.kernel.event import Event, chain
from dicehall.notation.dm.dice import card_word, counted, die_word, face_word, place_word
from dicehall.notation.results import lost_text

COPIED = ((COPY_TEXT, "abilities"), (COPY_TRAITS, "traits"), (COPY_FACES, "faces"), (COPY_STATS, "numbers"))
DURATIONS = {U_TURN: " (this turn)", U_START: " (until a turn begins)", U_END: " (until the next turn ends)"}
CANNOT = (
    "attack", "block", "be blocked", "be targeted", "be KO'd", "be bought", "be fielded", "use Global Abilities",
    "be used", "be rerolled",
)  # fmt: skip
QUIET = ("decided", "auto pass", "auto", "step", "passed", "spent", "kept")


def event_text(s: DMState, e: Event) -> str:
    """An event in words. Names are looked up in a later state: dice keep their card and number."""
    kit = s.kit
    seats = kit.seat_names
    k = e.kind
    if k == "turn":
        return f"turn {e.b}: {_side(s, e.a)}"
    if k == "moved":
        if e.a == e.b and e.a % ZONES == FIELD:
            return f"{_dice(s, e.xs)} leaves the Attack Zone and stays in the field"
        if e.a == e.b:
            return f"{_dice(s, e.xs)} stays in {_place(s, e.a, e.xs)}"
        go = "goes" if len(e.xs) == 1 else "go"
        return f"{_dice(s, e.xs)} {go} from {_place(s, e.a, e.xs)} to {_place(s, e.b, e.xs)}"
    if k == "drawn":
        return f"{seats[e.a]} draws {_cards(s, e.xs)}" if e.xs else f"{seats[e.a]} draws nothing"
    if k == "refill":
        return f"{seats[e.a]}'s bag is refilled from the Used Pile ({e.b} dice)"
    if k == "short":
        return f"{seats[e.a]} draws {e.b} too few and gains {e.b} generic energy"
    if k == "rolled":
        if e.b in (R_TURN, R_ROLL):
            return f"{seats[e.a]} rolls: {_faces(s, e.xs)}"
        dice, shown = e.xs[: len(e.xs) // 3], e.xs[: 2 * len(e.xs) // 3]
        return f"{seats[e.a]} rerolls {_faces(s, dice + e.xs[len(shown) :])}: {_faces(s, shown)}"
    if k == "kept":
        return f"{_side(s, e.a)} moves the dice to the Reserve Pool"
    if k == "spent":
        dice = e.xs[: len(e.xs) // 2]
        return f"paid with {_faces(s, e.xs)}: to {_place(s, e.b, dice)}" if dice else "paid without a whole die"
    if k == "spun":
        return f"{die_word(s, e.a)} is spun to {face_word(s, e.b)}"
    if k == "rest lost":
        return f"the second energy of {die_word(s, e.a)} is lost"
    if k == "bought":
        return f"{seats[e.a]} buys {_card(s, e.b)}"
    if k == "fielded":
        return f"{seats[e.a]} fields {_shown(s, e.b, e.xs[0])}"
    if k == "used":
        return f"{seats[e.a]} uses {_shown(s, e.b, e.xs[0])}"
    if k == "step":
        return f"{STEP_NAMES[e.b]} step" if e.b != S_MAIN else "Main Step"
    if k == "attacks":
        return f"{_side(s, e.a)} attacks with {_dice(s, e.xs)}" if e.xs else f"{_side(s, e.a)} does not attack"
    if k == "blocks":
        return "; ".join(_blocks(s, e.xs)) or "nobody blocks"
    if k == "assigned":
        parts = [f"{e.xs[i + 1]} to {die_word(s, e.xs[i])}" for i in range(0, len(e.xs), 2)]
        return f"{die_word(s, e.a)} assigns {', '.join(parts)}"
    if k == "damage":
        return f"{_source(s, e.a)} deals {e.xs[0]} damage to {die_word(s, e.b)} (now {e.xs[1]})"
    if k == "life damage":
        return f"{_source(s, e.a)} deals {e.xs[0]} damage to {_side(s, e.b)} (life {e.xs[1]})"
    if k == "ko":
        return f"{_shown(s, e.a, e.b)} is KO'd"
    if k == "life":
        verb = "gains" if e.b >= 0 else "loses"
        return f"{_side(s, e.a)} {verb} {abs(e.b)} life (now {e.xs[0]})"
    if k == "over":
        return f"{' and '.join(_side(s, x) for x in e.xs)} wins" if e.xs else "the game is a tie"
    if k == "conceded":
        others = [_side(s, side) for side in range(s.kit.sides) if side != s.kit.side_of[e.a]]
        return lost_text(seats[e.a], " and ".join(others), e.b)
    if k == "cleared":
        return f"damage clears: {_dice(s, e.xs)}"
    if k == "passed":
        return f"{seats[e.a]} {'ends the Main Step' if e.b == W_MAIN else 'passes'}"
    if k == "auto pass":
        return f"{seats[e.a]} has nothing to do and passes"
    if k == "auto":
        if e.b == FR_ASSIGN:
            return f"{die_word(s, e.xs[0])} assigns {e.xs[2]} to {die_word(s, e.xs[1])}"
        return f"{seats[e.a]} cannot block" if e.b == FR_BLOCK else f"{_side(s, e.a)} has no dice to roll"
    if k == "captured":
        return f"{die_word(s, e.a)} captures {die_word(s, e.b)}"
    if k == "released":
        return f"{die_word(s, e.a)} returns to {_place(s, e.b, (e.a,))}"
    if k == "control":
        return f"{seats[e.b]} {'takes control of' if e.xs else 'has again'} {die_word(s, e.a)}"
    if k == "effect":
        return f"{die_word(s, e.a)} gets {e.xs[0]:+d}A {e.xs[1]:+d}D"
    if k in _ABILITIES:
        return _ABILITIES[k](s, e)
    return f"{seats[e.a]} decides" if 0 <= e.a < len(seats) else k


# ---- abilities ------------------------------------------------------------------------------------------------


def _trigger(s: DMState, e: Event) -> str:
    whose = f"{s.kit.seat_names[e.xs[0]]}'s " if s.kit.card_seat[e.a] != e.xs[0] else ""
    return f"{whose}{s.kit.titles[e.a]} takes effect"


def _global(s: DMState, e: Event) -> str:
    times = f", {e.xs[0]} times at once" if e.xs and e.xs[0] > 1 else ""
    return f"{s.kit.seat_names[e.a]} uses the Global Ability of {s.kit.titles[e.b]}{times}"


def _chose(s: DMState, e: Event) -> str:
    if e.b <= -1000:
        return f"{s.kit.seat_names[e.a]} chooses {s.kit.titles[-1000 - e.b]}"
    return f"{s.kit.seat_names[e.a]} chooses {_hit(s, e.b)}"


def _lasts(s: DMState, e: Event) -> str:
    """Ogre: Under the Bridge gives ann.Hulk +1A and +1D (this turn)."""
    times, until, dice = e.xs[0], e.xs[1], e.xs[2:]
    runner = s.kit.abilities
    if not isinstance(runner, Runner):
        return "an effect begins that lasts"
    c = runner.clauses[e.a]
    title, whom = s.kit.titles[c.card], _dice(s, dice) if dice else "the dice that it is about"
    when = DURATIONS.get(until, "")
    if c.kind == C_GETS:
        parts = [f"{n * times:+d}{stat}" for n, stat in ((c.a, "A"), (c.d, "D")) if n]
        return f"{title} gives {whom} {' and '.join(parts) or 'a bonus'}{when}"
    if c.kind == C_SET:
        return f"{title} gives {whom} {times:+d}A{when}"
    if c.kind == C_KEYWORD and c.n == KW_EXCESS:
        return f"{title}: combat damage of {whom} beyond the D of its blockers hits the player{when}"
    if c.kind == C_KEYWORD:
        return f"{title} gives {whom} {KEYWORDS[c.n] if 0 <= c.n < len(KEYWORDS) else 'a keyword'}{when}"
    if c.kind == C_LIFT:
        return f"the ban of {title} is lifted{when}"
    if c.kind == C_CANNOT and c.verb == NO_ONE_GLOBAL:
        return f"{title}: that Global Ability cannot be used{when}"
    if c.kind == C_CANNOT and c.verb == NO_CROWD:
        return f"{title}: {whom} cannot be blocked by {f'fewer than {c.a}' if c.a else f'more than {c.d}'}{when}"
    if c.kind == C_RING:
        return f"{title}: other attackers can be blocked only when those with it have {c.n} blockers"
    if c.kind == C_CANNOT and 0 <= c.verb < len(CANNOT):
        return f"{title}: {whom} cannot {CANNOT[c.verb]}{when}"
    words = {
        C_MUST: "has a duty", C_TAKES_NO: "takes no damage", C_DEALS_NO: "deals no combat damage",
        C_REDUCE: "takes less damage", C_PREVENT_FIRST: "takes less damage", C_HALF: "is halved",
        C_ONLY_TARGET: "alone can be targeted by the other side",
    }  # fmt: skip
    if c.kind == C_DRAW_MORE:
        return f"{title} adds {c.n} to the draw of Clear and Draw"
    if c.kind == C_GOES:
        what = whom if dice else "a die that is bought" if c.verb == GOES_BOUGHT else whom
        can = "can go" if c.sources else "goes"
        return f"{title}: {what} {can} to {ZONE_NAMES[c.a]} instead of {ZONE_NAMES[c.n]}{when}"
    if c.kind == C_COSTS:
        return f"{title} changes what is to be paid{when}"
    if c.kind == C_WATCH:
        return f"{title} waits for something to happen{when}"
    return f"{title}: {whom} {words.get(c.kind, 'is under an effect')}{when}"


def _copies(s: DMState, e: Event) -> str:
    """Which die copies which card, and what of it."""
    clause, until, dice = e.xs[0], e.xs[1], e.xs[2:]
    runner = s.kit.abilities
    n = runner.clauses[clause].n if isinstance(runner, Runner) else 0
    what = [word for bit, word in COPIED if n & bit]
    if dice:
        who = f"{_dice(s, dice)} {'copies' if len(dice) == 1 else 'copy'}"
    else:
        who = f"each {_card(s, e.a)} copies"
    return f"{who} {s.kit.titles[e.b]} ({' and '.join(what)}){DURATIONS.get(until, '')}"


def _prevented(s: DMState, e: Event) -> str:
    if e.rule == "6.3.6":
        return f"{_hit(s, e.b)} is not KO'd by this damage"
    if e.rule == "7.4.3":
        return f"{_hit(s, e.b)} ignores the effect"
    return f"{e.xs[0]} damage from {_dealer(s, e.a)} to {_hit(s, e.b)} is prevented"


def _cancelled(s: DMState, e: Event) -> str:
    return f"the effect of {s.kit.titles[e.a]} is {'prevented' if e.rule == '7.9.10' else 'cancelled'}"


def _redirected(s: DMState, e: Event) -> str:
    return f"{e.xs[0]} damage from {_dealer(s, e.a)} to {_hit(s, e.b)} is redirected to {_hit(s, e.xs[1])}"


def _added(s: DMState, e: Event) -> str:
    return f"the damage from {_dealer(s, e.a)} to {_hit(s, e.b)} is {e.xs[0]} more"


def _ended(s: DMState, e: Event) -> str:
    what = "lasting effect of a Global Ability ends" if e.a == 1 else "lasting effects of Global Abilities end"
    return f"{e.a} {what}" + (f": {_dice(s, tuple(dict.fromkeys(e.xs)))}" if e.xs else "")


_ABILITIES: dict[str, Callable[[DMState, Event], str]] = {
    "trigger": _trigger, "global": _global, "chose": _chose, "lasts": _lasts, "prevented": _prevented,
    "cancelled": _cancelled, "redirected": _redirected, "added": _added, "ended": _ended, "copies": _copies,
    "ability": lambda s, e: f"{s.kit.seat_names[e.a]} uses the text of {die_word(s, e.b, seat=s.owner[e.b] != e.a)}",
    "attached": lambda s, e: f"{die_word(s, e.a)} lies on {die_word(s, e.b)} from now on",
    "detached": lambda s, e: f"{die_word(s, e.a)} no longer lies on a die and goes to {_place(s, e.b, (e.a,))}",
    "saved": lambda s, e: f"{die_word(s, e.a)} is not KO'd",
    "blocked": lambda s, e: f"{die_word(s, e.a)} is blocked, by nobody",
}  # fmt: skip


def _hit(s: DMState, what: int) -> str:
    """A die, or a side as -1 - side."""
    return die_word(s, what) if what >= 0 else _side(s, -1 - what)


def _dealer(s: DMState, source: int) -> str:
    if source < -1:
        return s.kit.titles[-2 - source]
    return die_word(s, source) if source >= 0 else "no die"


def _side(s: DMState, side: int) -> str:
    return " and ".join(s.kit.seat_names[x] for x in s.kit.seats_of[side])


def _source(s: DMState, die: int) -> str:
    return _dealer(s, die) if die != -1 else "the short draw"


def _card(s: DMState, die: int) -> str:
    return card_word(s, s.kit.die_card[die], s.owner[die])


def _place(s: DMState, where: int, dice: Sequence[int]) -> str:
    """A zone in words; whose it is only where that does not follow from the dice."""
    if where < 0:
        return place_word(s, where)
    seat, zone = divmod(where, ZONES)
    word = ZONES_IN_WORDS[zone]
    if any(s.owner[die] != seat for die in dice):
        return f"{s.kit.seat_names[seat]}'s {word}"
    return word if zone == OUT else f"the {word}"


def _cards(s: DMState, dice: Sequence[int]) -> str:
    return counted([_card(s, d) for d in dice])


def _dice(s: DMState, dice: Sequence[int]) -> str:
    return counted(sorted(die_word(s, d, number=False) for d in dice))


def _faces(s: DMState, xs: Sequence[int]) -> str:
    """Dice and what they show; `xs`: first all dice, then their faces."""
    half = len(xs) // 2
    pairs = sorted(zip(xs[:half], xs[half:], strict=True), key=lambda p: (s.kit.die_card[p[0]], p[1]))
    return counted([f"{_card(s, d)}@{face_word(s, f)}" for d, f in pairs])


def _blocks(s: DMState, xs: Sequence[int]) -> list[str]:
    """A clause for each attacker; `xs`: blocker, attacker, blocker, attacker."""
    out: list[str] = []
    for attacker in dict.fromkeys(xs[1::2]):
        blockers = [xs[i] for i in range(0, len(xs), 2) if xs[i + 1] == attacker]
        if len(blockers) == 1:
            out.append(f"{die_word(s, blockers[0])} blocks {die_word(s, attacker)}")
        else:
            out.append(f"{die_word(s, attacker)} is blocked by {_dice(s, blockers)}")
    return out


def _shown(s: DMState, die: int, face: int) -> str:
    word = die_word(s, die, number=False)
    return f"{word}@{face_word(s, face)}" if face >= 0 else word


def with_rule(s: DMState, e: Event) -> str:
    return event_text(s, e) + (f" [{e.rule}]" if e.rule else "")


def chain_text(s: DMState, log: Sequence[Event], last: int = 8) -> list[str]:
    """The last events, each with the chain of its causes."""
    by_seq = {e.seq: e for e in log}
    shown = [e for e in log if e.kind not in ("decided", "auto", "auto pass", "step")][-last:]
    out: list[str] = []
    for e in shown:
        causes = [with_rule(s, c) for c in chain(by_seq, e.cause) if c.kind not in ("decided",)]
        out.append(with_rule(s, e) + (f"  <- {'  <- '.join(causes[:3])}" if causes else ""))
    return out
