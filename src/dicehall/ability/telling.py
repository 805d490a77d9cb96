"""What an ability would do, in plain words: when, who is asked, what happens, how long."""

from __future__ import annotations

from typing import Any

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.print_dice import Unprintable
from dicehall.ability.printing import Printer

_SCOPES = {
    "": "for each die of the card by itself",
    "active": "once for the card, while one of its dice is in the field",
    "always": "for the card, even with none of its dice in the field",
}
_LIMITS = {"turn": "once per turn", "die": "once per turn for each die", "first": "only the first time in a turn"}
_LASTS = {
    "turn": "until the end of the turn",
    "next turn": "until your next turn starts",
    "their turn": "until your opponent's next turn ends",
    "again": "until a die of this card is fielded again",
    "opportunity": "until the next time that it can",
    "attached": "while this die is attached",
    "engaged": "while this die is engaged",
    "captured": "while that die is captured",
    "active": "while the card is active",
}
_MODES = {
    "instead": "this burst replaces the line above it",
    "also": "this burst adds to the line above it",
    "own": "this burst is an ability of its own",
}


def outline(node: object, depth: int = 0, label: str = "") -> list[str]:
    """The tree, indented: one node a line, with its plain values."""
    start = "  " * depth + (f"{label}: " if label else "")
    if isinstance(node, tuple):
        lines = [line for item in node for line in outline(item, depth, label)]
        return lines or [f"{start}nothing"]
    if not isinstance(node, t.Node):
        return [f"{start}{node}"]
    plain, inner = [], []
    defaults = _defaults(type(node))
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name in defaults and value == defaults[name]:
            continue
        if isinstance(value, t.Node) or (
            isinstance(value, tuple) and any(isinstance(item, (t.Node, tuple)) for item in value)
        ):
            inner.append((name, value))
        else:
            plain.append(f"{name}={', '.join(value) if isinstance(value, tuple) else value}")
    lines = [f"{start}{type(node).__name__}{' ' if plain else ''}{' '.join(plain)}"]
    for name, value in inner:
        lines += outline(value, depth + 1, name)
    return lines


def _defaults(kind: type[t.Node]) -> dict[str, Any]:
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(fields[len(fields) - len(defaults) :], defaults, strict=True))


def tell(node: t.Ability | t.Burst | t.Global) -> list[tuple[str, str]]:
    """What it would do, as pairs of a question and an answer."""
    if isinstance(node, t.Burst):
        return [("burst", _MODES[node.mode]), *tell(node.ability)]
    printer = Printer()
    answers: list[tuple[str, str]] = []
    if isinstance(node, t.Ability):
        answers.append(("works", _SCOPES[node.scope]))
        if node.limit:
            answers.append(("limit", _LIMITS[node.limit]))
    elif node.once:
        answers.append(("limit", "once on your turn"))
    when = "all the time; on an action die, when the die is used"
    if isinstance(node, t.Global):
        when = "whenever a Global Ability can be used"
    if node.event is not None:
        when = printer.trigger(node.event)
    answers.append(("when", when))
    if node.condition is not None:
        answers.append(("only", printer.guard(node.condition)))
    if isinstance(node, t.Global):
        answers.append(("price", printer.one(node.cost)))
    answers += [("asked", asked) for asked in _asked(node)] or [("asked", "nobody")]
    answers += [("what", sentence) for sentence in printer.body(node.do)]
    answers += [("how long", words) for words in _lasting(node)]
    return [(question, v.in_words(answer, "hero")) for question, answer in answers]


def _asked(node: t.Node) -> list[str]:
    """The questions that a player gets."""
    printer = Printer()
    found: list[str] = []
    for inner in t.nodes_of(node):
        text = ""
        if isinstance(inner, t.May) and not inner.must:
            who = {"you": "you decide", "opponent": "your opponent decides", "each player": "each player decides"}
            text = f"{who[inner.who]} whether to {_said(printer, inner.do)}"
        elif isinstance(inner, t.WayOut):
            text = f"your opponent decides whether to {_said(printer, inner.price)}"
        elif isinstance(inner, t.Choose) and inner.by != "you":
            text = f"{'your opponent chooses' if inner.by == 'opponent' else 'each player chooses'} dice"
        elif isinstance(inner, t.Dice) and inner.how in ("target", "a") and inner.what is not None:
            text = f"a player picks: {_dice(printer, inner)}"
        elif isinstance(inner, (t.ChooseType, t.ChooseCard, t.NameDie)):
            text = f"you {_said(printer, (inner,))}"
        if text and text not in found:
            found.append(text)
    return found


def _said(printer: Printer, steps: tuple[t.Step, ...]) -> str:
    return printer.one(steps)


def _dice(printer: Printer, dice: t.Dice) -> str:
    try:
        return printer.dice(dice)
    except Unprintable:
        return "dice"


def _lasting(node: t.Node) -> list[str]:
    found: list[str] = []
    for inner in t.nodes_of(node):
        until = getattr(inner, "until", "")
        if until and _LASTS[until] not in found:
            found.append(_LASTS[until])
    return found
