"""Why: reasons for and against a move of IRONDIE, what a die is, where its value comes from.

All answers come from the engine and the rules file; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.cli.iron_words import KIN, effect_rows, target_words
from dicehall.cli.terminal_rules import quote, say_reasons
from dicehall.cli.terminal_style import Out
from dicehall.irondie import IrondieState
from dicehall.irondie.chromatic import bonus_text
from dicehall.irondie.describe import action_text, die_word
from dicehall.irondie.dice import (
    CLASS_NAMES,
    COLOUR_NAMES,
    EACH,
    IN_LIMBO,
    KINSHIP,
    NO_COMPARISON,
    SHAPE_NAMES,
    SHAPES,
    Shape,
)
from dicehall.irondie.duel import EFFECT_RULES, compare, reach
from dicehall.irondie.explain import PLACES
from dicehall.irondie.sets import parse_die
from dicehall.irondie.terms import A_DUEL, A_WOUND, BATTLE, DUEL_BASE, FR_DUEL, FR_SKIRMISH
from dicehall.kernel.errors import IllegalAction, InvalidInput, Reason
from dicehall.kernel.event import Event
from dicehall.notation.iron.dice import fitting, reader
from dicehall.notation.iron.log import event_text, with_rule
from dicehall.notation.iron.moves import VERBS, parse_move

GAME = "irondie"
ALLOWS = {
    "battle": "3.1.1", "bonus": "2.4.5", "duel": "4.2.2", "forgo": "4.2.3", "renounce": "4.1.4", "choose": "4.6.2",
    "wound": "5.1.3", "take": "6.1.1", "concede": "7.1.4",
}  # fmt: skip


def is_move(s: IrondieState, text: str) -> bool:
    return bool(reader(s, text).word(*VERBS))


def why_move(out: Out, s: IrondieState, seat: int, text: str) -> None:
    """Why a move is legal, or every reason why it is not."""
    try:
        move = parse_move(s, seat, text)
    except IllegalAction as error:
        out.say(f"'{text[:70]}' cannot be done now:", "bold")
        say_reasons(out, [*error.reasons, *_no_target(s, seat, text)], GAME)
        return
    action = move.answers[-1][1] if move.answers else -1
    shown = "concede" if move.concedes else action_text(s, seat, action)
    out.say(f"'{shown}' is legal now.", "bold")
    verb = reader(s, text).word(*VERBS)
    quote(out, ALLOWS[verb], GAME)
    if A_DUEL <= action < A_WOUND:
        die, target = divmod(action - A_DUEL, DUEL_BASE)
        for row in _prospects(s, die, [target - 1] if target else reach(s, die)):
            out.say(row, label="  ", hang=4)
        quote(out, EFFECT_RULES[s.kit.shape[die]], GAME)


def _no_target(s: IrondieState, seat: int, text: str) -> list[Reason]:
    """Of a duel without a target: that there is none for it, where that is so."""
    r = reader(s, text)
    if not r.word("duel"):
        return []
    spec = r.spec()
    dice = fitting(s, spec, s.hand(seat))
    if not r.done() or not dice or not s.stack or s.stack[-1][0] not in (FR_SKIRMISH, FR_DUEL):
        return []
    shape = SHAPES[s.kit.shape[dice[0]]]
    if shape.target == EACH or any(reach(s, d) for d in dice):
        return []
    if shape.target == IN_LIMBO:
        return [Reason("there is no die in your Limbo that it could bring back", "4.3.6")]
    return [Reason(f"there is nothing that a {shape.name} could be aimed at now", "4.3.7")]


def _prospects(s: IrondieState, die: int, targets: Sequence[int]) -> list[str]:
    """With which rolls a die would win, as the values are now."""
    if SHAPES[s.kit.shape[die]].comparison == NO_COMPARISON:
        return []
    out: list[str] = []
    trial = s.clone()
    for target in targets:
        wins: list[str] = []
        for value in range(1, 7):
            trial.value[die] = value
            if compare(trial, die, target)[0]:
                wins.append(str(value))
        how = f"wins with {', '.join(wins)}" if wins else "cannot win"
        out.append(f"Against {die_word(s, target)} ({s.value[target]}) it {how}, as the values are now.")
    return out


# ---- dice ------------------------------------------------------------------------------------------------------


def why_die(out: Out, s: IrondieState, log: Sequence[Event], text: str) -> None:
    """What the dice of that name are, where they lie, and where their values come from."""
    r = reader(s, text)
    spec = r.spec()
    r.finish()
    found = fitting(s, spec, range(s.kit.n_dice))
    if not found:
        raise InvalidInput(f"'{text[:40]}' is neither a move nor a die on the table")
    for die in found:
        kind = CLASS_NAMES[s.kit.die_class[die]].upper()
        shows = f"shows {s.value[die]}" if s.value[die] else "shows no value there [1.3.6]"
        out.say(f"{die_word(s, die)}: {kind}, {PLACES[s.zone[die]]}, {shows}", "bold")
        for row in _value(s, die, log):
            out.say(row, label="  ", hang=4)
    for die in [d for i, d in enumerate(found) if s.kit.words[d] not in [s.kit.words[x] for x in found[:i]]]:
        for row in (_ties(s, die), _bonus(s, die)):
            out.say(f"{s.kit.words[die]}: {row}", hang=4)


def _ties(s: IrondieState, die: int) -> str:
    shape, colour = SHAPES[s.kit.shape[die]], s.kit.colour[die]
    if shape.comparison == NO_COMPARISON:
        return "compares nothing [4.5.1]"
    if s.kit.is_specialised(die):
        foes = [COLOUR_NAMES[c] for c in range(len(COLOUR_NAMES)) if KIN[KINSHIP[colour][c]] == "hostile"]
        return f"{COLOUR_NAMES[colour]} is specialised in {shape.name}: wins ties, not against {_or(foes)} [4.5.2]"
    return f"not specialised ({COLOUR_NAMES[shape.specialised]} is, in {shape.name}): loses ties [4.5.2]"


def _bonus(s: IrondieState, die: int) -> str:
    row = s.kit.table.rows[s.kit.colour[die]]
    when = "rolled 1 or, being rare, 2" if s.kit.rare[die] else "rolled 1"
    return f"a {when} sets off: {bonus_text(row)} [{_table_rule(s)}] ({row.known})"


def _table_rule(s: IrondieState) -> str:
    """The rule that the bonuses follow: a house table has one of its own."""
    return "2.4.8" if s.kit.setup.table is None else "2.4.9"


def _value(s: IrondieState, die: int, log: Sequence[Event]) -> list[str]:
    """The roll that the value goes back to, and every change since."""
    if not s.value[die]:
        return []
    by_seq = {e.seq: e for e in log}
    changes: list[str] = []
    for e in reversed(log):
        if e.kind == "changed" and e.a == die:
            cause = by_seq.get(e.cause)
            because = f", because {event_text(s, cause)}" if cause and cause.kind in ("bonus", "compared") else ""
            changes.append(f"{event_text(s, e).partition(': ')[2]} [{e.rule}]{because}")
        elif e.kind in ("bonus", "no bonus") and e.a == die:
            changes.append(with_rule(s, e))
        elif e.kind == "moved" and e.a == BATTLE and die in e.xs:
            return [f"came back with the value of a regeneration [{e.rule}]", *reversed(changes)]
        elif e.kind == "rolled" and die in e.xs[: len(e.xs) // 2]:
            rolled = e.xs[len(e.xs) // 2 + e.xs.index(die)]
            return [f"rolled {rolled} [{e.rule}]", *reversed(changes)]
    return ["its value stood so when the game was set up", *reversed(changes)]


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)


# ---- kinds of dice ---------------------------------------------------------------------------------------------


def show_kind(out: Out, s: IrondieState, text: str) -> None:
    """What a die, a shape or a colour is: die black smasher, die smasher, die black."""
    bare = text.strip().rstrip("*").lower()
    if not bare:
        raise InvalidInput("name a die, a shape or a colour: die black smasher, die smasher, die black")
    shapes = [x for x in SHAPES if x.name.startswith(bare)]
    colours = [x for x in range(len(COLOUR_NAMES)) if COLOUR_NAMES[x].startswith(bare)]
    if len(shapes) + len(colours) == 1:
        for shape in shapes:
            _say_shape(out, shape)
        for colour in colours:
            _say_colour(out, s, colour)
        return
    found = fitting(s, reader(s, text).spec(), range(s.kit.n_dice))
    kinds = {s.kit.dice[d] for d in found}
    die = kinds.pop() if len(kinds) == 1 else parse_die(text.partition("#")[0].partition("@")[0])
    out.say(f"{die}{', rare' if die.rare else ''}", "bold")
    _say_shape(out, SHAPES[die.shape])
    _say_colour(out, s, die.colour, die.rare)


def _say_shape(out: Out, shape: Shape) -> None:
    who = f"specialised: {COLOUR_NAMES[shape.specialised]}" if shape.specialised >= 0 else "no colour is specialised"
    rule = EFFECT_RULES[SHAPE_NAMES.index(shape.name)]
    out.say(f"{shape.name}: {CLASS_NAMES[shape.die_class].upper()}; targets {target_words(shape)}; {who}")
    for row in effect_rows(shape):
        out.say(f"{row} [{rule}]", label="  ", hang=4)


def _say_colour(out: Out, s: IrondieState, colour: int, rare: bool | None = None) -> None:
    row = s.kit.table.rows[colour]
    kin = {
        word: [COLOUR_NAMES[c] for c in range(len(COLOUR_NAMES)) if KIN[KINSHIP[colour][c]] == word and c != colour]
        for word in ("allied", "hostile")
    }
    relations = "; ".join(f"{word} to {_or(names)}" for word, names in kin.items() if names)
    when = {True: "a rolled 1 or 2", False: "a rolled 1", None: "a rolled 1 (2 too on a rare die)"}[rare]
    out.say(f"{COLOUR_NAMES[colour]}: {relations} [2.2]")
    out.say(f"{when} sets off {bonus_text(row)} [{_table_rule(s)}] ({row.known})", label="  ", hang=4)


def show_table(out: Out, s: IrondieState) -> None:
    """The chromatic table, or the house table in its place, with how each row is known."""
    table = s.kit.table
    out.say(f"{table.name}: what a rolled 1 sets off, on a rare die a 2 as well [2.4]", "bold")
    for colour, row in zip(COLOUR_NAMES, table.rows, strict=True):
        out.say(f"{bonus_text(row)} ({row.known})", label=f"  {colour:7} ", hang=10)
        if row.note:
            out.say(row.note, label="          ")
