"""Good moves in the terminal: each as it can be typed, with the chance to win and the line that may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.cli.terminal_style import GLUE, Out


class Advice(NamedTuple):
    chance: float  # -1: there is nothing else to do
    text: str
    follows: Sequence[str]  # moves and dice as a record writes them


def say_hints(out: Out, found: Sequence[Advice], secret: bool) -> None:
    """`secret`: others choose at the same time, and nobody knows what."""
    if found[0].chance < 0:
        out.say(f"There is one thing to do: {found[0].text}")
        return
    for advice in found:
        out.say(advice.text, label=f"{100 * advice.chance:4.0f} %  ")
        if advice.follows:
            rows = [row.replace("> ", f">{GLUE}", 1) for row in advice.follows]  # no name at the end of a row
            out.say(f"then {'; '.join(rows)}", "dim", label=" " * 8)
    if secret:
        out.say("How it goes on depends on what is chosen in secret.")
    elif any(row.startswith(("draw> ", "roll> ")) for advice in found for row in advice.follows):
        out.say("The dice in a line are one way in which they may fall.")
    out.say("Chances to win are estimates by looking ahead.")
