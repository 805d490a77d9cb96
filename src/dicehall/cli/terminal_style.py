"""Lines for a terminal: wrapped to its width, painted only afterwards, so that colour never changes the layout.

Without colour nothing is missing: colours only repeat what the words say.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import TextIO

from dicehall.kernel.errors import InvalidInput

NARROWEST, WIDEST = 40, 100
PATIENCE = 0.7  # seconds after which one wonders what is going on
GLUE = "\u00a0"  # a space at which no line breaks
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36", "head": "1;36"}
_ENERGY = {"fist": "31", "bolt": "33", "mask": "35", "shield": "36", "wild": "1;32", "generic": "1"}
_MARKS = re.compile(
    r"(?P<rule>\[\d+(?:\.\d+)+\])|(?P<energy>\b(?:fist|bolt|mask|shield|wild|generic)2?\b)|(?P<fight>\b\d+A/\d+D)"
)


def wants_colour(choice: str, out: TextIO) -> bool:
    """--color, then NO_COLOR, then whether anybody could see it."""
    if choice not in ("auto", "always", "never"):
        raise InvalidInput(f"--color is auto, always or never, not '{choice}'")
    if choice != "auto":
        return choice == "always"
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and out.isatty()


def glued(text: str) -> str:
    """A text that is kept on one line."""
    return text.replace(" ", GLUE)


class Out:
    """Where the game speaks."""

    def __init__(self, colour: bool, stream: TextIO | None = None) -> None:
        self.colour = colour
        self.stream = sys.stdout if stream is None else stream

    @property
    def width(self) -> int:
        columns = shutil.get_terminal_size((80, 24)).columns if self.stream.isatty() else 80
        return max(NARROWEST, min(columns, WIDEST))

    def say(self, text: str = "", style: str = "", *, label: str = "", hang: int = 2) -> None:
        """A paragraph. `label` stands before its first line; further lines are indented as far, at least by `hang`."""
        indent = " " * max(len(label), hang)
        rows = textwrap.wrap(
            text, self.width - 1, initial_indent=label, subsequent_indent=indent, break_on_hyphens=False
        )  # a line never fills the last column: some terminals would wrap it
        for row in rows or [label.rstrip()]:
            self.put(self._painted(row.replace(GLUE, " "), style))

    def columns(self, items: Sequence[str]) -> None:
        """Short texts side by side, as many as fit, read row by row."""
        most = max((len(i) for i in items), default=0)
        across = max(1, (self.width - 1) // (most + 2))
        if across == 1:
            for item in items:
                self.say(item, label="  ", hang=6)
            return
        for at in range(0, len(items), across):
            row = "  ".join(i.ljust(most) for i in items[at : at + across])
            self.put(self._painted(("  " + row).rstrip() if len(row) + 2 < self.width else row.rstrip(), ""))

    def rule_line(self, left: str, right: str = "", style: str = "head") -> None:
        """A heading across the width."""
        tail = f" {right} --" if right else ""
        room = self.width - 1 - len(left) - len(tail) - 4
        if room < 2:
            self.say(f"{left} {right}".strip(), style)
        else:
            self.put(self.painted(f"-- {left} {'-' * room}{tail}", style))

    def put(self, row: str) -> None:
        print(row, file=self.stream)

    def clear(self) -> None:
        """Nothing that was shown can be read again, not even by scrolling back. Only on a terminal."""
        if self.stream.isatty():
            self._write("\x1b[H\x1b[2J\x1b[3J")

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """On a terminal a text tells what is going on if it takes long; afterwards the text is gone."""
        if not self.stream.isatty():
            yield
            return
        text, shown = text[: self.width - 3], False

        def show() -> None:
            nonlocal shown
            shown = True
            self._write(self.painted(text, "dim"))

        timer = Timer(PATIENCE, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown:
                self._write(f"\r{' ' * (len(text) + 2)}\r")  # also what Ctrl-C has left there

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.flush()

    def painted(self, text: str, style: str) -> str:
        code = STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code else text

    def _painted(self, row: str, style: str) -> str:
        if not self.colour:
            return row
        return self.painted(row, style) if style else _MARKS.sub(_mark, row)

    def flush(self) -> None:
        self.stream.flush()


def _mark(m: re.Match[str]) -> str:
    word = m.group()
    if m.lastgroup == "rule":
        code = STYLES["dim"]
    elif m.lastgroup == "fight":
        code = STYLES["bold"]
    else:
        code = _ENERGY[word.rstrip("2")]
    return f"\x1b[{code}m{word}\x1b[0m"
