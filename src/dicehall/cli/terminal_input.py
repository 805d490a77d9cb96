"""Where the lines of a person come from: a keyboard with completion and history, or a pipe.

A line from a pipe is shown after the prompt, so that what is printed reads like what a person would have seen.
Secret lines are read without readline: neither its history nor what it has cut out can give them away.
"""

from __future__ import annotations

import os
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


def why_no_secrets() -> str:
    """Why several people cannot choose in secret at this terminal; empty if they can. A pipe has no onlookers."""
    if not sys.stdin.isatty():
        return ""
    if not sys.stdout.isatty():
        return "what is typed would stay on the screen, because the output goes into a pipe or a file"
    if os.environ.get("TERM") == "dumb":
        return "this terminal cannot be cleared (TERM=dumb), so that secret choices would stay on it"
    return ""


class Keyboard:
    def __init__(self, out: Out, complete: Callable[[str], list[str]]) -> None:
        self.out = out
        self.is_person = sys.stdin.isatty()
        self.is_tty = self.is_person and sys.stdout.isatty()
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
        if self.is_tty and not hidden:
            self.out.flush()
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
        if self.is_tty:  # it stands on the screen as it was typed
            return row[:MAX_LINE]
        room = max(10, self.out.width - 1 - len(prompt))
        self.out.put("(hidden)" if hidden else row if len(row) <= room else row[: room - 3] + "...")
        return row[:MAX_LINE]
