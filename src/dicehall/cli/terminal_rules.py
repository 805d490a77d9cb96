"""Rules, reasons and causes in the terminal, whatever the game: all from the engine and the rules file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dicehall.cli.terminal_style import Out
from dicehall.kernel.errors import InvalidInput, Reason
from dicehall.kernel.event import Event, chain
from dicehall.notation.rules import rules


def say_rule(out: Out, number: str, game: str, example: str) -> None:
    """A rule, or all rules of a section."""
    found = rules(game)
    number = number.strip().strip("[].")
    if number in found:
        quote(out, number, game)
        return
    inside = [n for n in found if n.startswith(number + ".")]
    if not number or not inside:
        section = example.rpartition(".")[0]
        raise InvalidInput(
            f"there is no rule '{number[:20]}': write, for example, rule {example}, or rule {section} for a section"
        )
    for n in inside:
        quote(out, n, game)


def quote(out: Out, number: str, game: str) -> None:
    rule = rules(game).get(number)
    if rule is not None:
        marks = [m for m in rule.marks if m != "words"]
        only = f"(only {', '.join(marks)}) " if marks else ""
        out.say(f"{only}{rule.text}", label=f"  {number}  ")


def say_help(out: Out, text: str) -> None:
    """A page of commands, in columns where there is room for them; else each with its words beside it."""
    rows = text.splitlines()
    if all(len(row) < out.width for row in rows):
        for row in rows:
            out.put(row)
        return
    joined: list[str] = []
    for row in rows:
        plain = "  " not in row.strip()
        goes_on = row.startswith("   ") or (plain and joined and joined[-1] and "  " not in joined[-1])
        if row and joined and goes_on:
            joined[-1] += f" {row.strip()}"
        else:
            joined.append(row)
    for row in joined:
        parts = re.split(r"\s{2,}", row)
        if len(parts) == 1:
            out.say(row)
        else:
            out.say("; ".join(parts[1:]), label=f"{parts[0]}  ")


def say_reasons(out: Out, reasons: Sequence[Reason], game: str = "") -> None:
    """Each reason; with the sentences of their rules if a game is named."""
    quoted: set[str] = set()
    for reason in reasons:
        source = f"{reason.source}: " if reason.source else ""
        rule = f" [{reason.rule}]" if reason.rule else ""
        out.say(f"{source}{reason.text}{rule}", label="- ")
        if game and reason.rule and reason.rule not in quoted:
            quoted.add(reason.rule)
            quote(out, reason.rule, game)


def why_last(out: Out, log: Sequence[Event], sentence: Callable[[Event], str], quiet: Sequence[str], game: str) -> None:
    """The last thing that happened and what led to it, as far as there is a sentence for it."""
    told = [e for e in log if e.kind not in quiet]
    if not told:
        raise InvalidInput("nothing has happened yet")
    by_seq = {e.seq: e for e in log}
    sentences = [text for event in chain(by_seq, told[-1].seq) if (text := sentence(event))]
    for i, text in enumerate(sentences):
        out.say(f"{'because ' if i else ''}{text}", label="  " * i)
    if told[-1].rule:
        quote(out, told[-1].rule, game)
