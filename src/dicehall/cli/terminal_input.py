"""Where the lines of a person come from: a keyboard with completion and history, or a pipe.

A line from a pipe is shown after the prompt, so that what is printed reads like what a person would have seen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

from dicehall.cli.terminal_style import Out

readline: ModuleType | None
try:
    import readline as _readline

    readline = _readline
except ImportError:  # not on every system; typing works without it
    readline = None

MAX_LINE = 2000


class Keyboard:
    def __init__(self, out: Out, complete: Callable[[str], list[str]]) -> None:
        self.out = out
        self.is_tty = sys.stdin.isatty() and sys.stdout.isatty()
        self._complete = complete
        self._found: list[str] = []
        if self.is_tty and readline is not None:
            readline.set_completer_delims("\n")  # whole lines: names have spaces in them
            readline.set_completer(self._next)
            readline.parse_and_bind("tab: complete")

    def _next(self, text: str, n: int) -> str | None:
        if n == 0:
            try:
                self._found = self._complete(text)
            except ValueError:
                self._found = []
        return self._found[n] if n < len(self._found) else None

    def line(self, prompt: str, *, hidden: bool = False) -> str:
        """The next line. EOFError at the end of the input. A hidden one is not kept, and not shown of a pipe."""
        if self.is_tty:
            self.out.flush()
            if readline is not None:
                readline.set_auto_history(not hidden)
            return input(prompt)[:MAX_LINE]
        self.out.stream.write(prompt)
        self.out.flush()
        try:
            row = sys.stdin.readline()
        except UnicodeDecodeError:
            row = "?\n"
        if not row:
            raise EOFError
        row = "".join(c if c.isprintable() else " " for c in row).strip()
        room = max(10, self.out.width - 1 - len(prompt))
        self.out.put("(hidden)" if hidden else row if len(row) <= room else row[: room - 3] + "...")
        return row[:MAX_LINE]
