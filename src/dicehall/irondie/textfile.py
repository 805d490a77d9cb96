"""Files of sets and tables: TOML of a few lines, read with care. What is wrong is told with all its faults at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dicehall.kernel.errors import InvalidInput

MAX_BYTES, MAX_FAULTS = 64 * 1024, 20
MAX_LINE, MAX_DOTS = 4000, 60  # in one line: tomllib is slow, or fails, with endless dotted keys and numbers


class FileFaults(InvalidInput):
    """A text that cannot be read. The message has one line for each fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        more = len(self.faults) - MAX_FAULTS
        super().__init__("\n".join([*self.faults[:MAX_FAULTS], *[f"and {more} more faults"] * (more > 0)]))


def read_toml(path: str | Path, what: str) -> dict[str, Any]:
    """The tables of a TOML file; `what` is what it should hold, as in "a set"."""
    where = shown_path(path)
    wrong, raw = "", b""
    try:
        source = Path(path)
        if source.is_dir():
            wrong = f"is a folder; name the file with {what} in it"
        elif source.exists() and not source.is_file():
            wrong = f"is not a regular file; {what} is a text file"
        else:
            with source.open("rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        wrong = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    if not wrong and len(raw) > MAX_BYTES:
        wrong = f"is larger than {MAX_BYTES // 1024} KiB; {what} has a few lines"
    if wrong:
        raise FileFaults([f"{where}: {wrong}"])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FileFaults([f"{where}, line {line}: is not UTF-8 text; save it in that encoding"]) from None
    return parse_toml(text, where)


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """What the TOML says. Lines with which a parser could be kept busy are refused before it sees them."""
    rows = text.replace("\r\n", "\n").split("\n")
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_LINE or row.count(".") > MAX_DOTS:
            limits = f"{MAX_LINE} characters and {MAX_DOTS} dots are the most"
            raise FileFaults([f"{where}, line {number}: the line is too long; {limits}"])
    try:
        return tomllib.loads("\n".join(rows))
    except RecursionError:
        raise FileFaults([f"{where}: is not TOML that can be read: lists within lists without end"]) from None
    except ValueError as error:
        message, _, place = str(error).partition(" (at ")
        at = re.match(r"line (\d+)", place)
        raise FileFaults([f"{where}, line {at[1] if at else len(rows)}: is not TOML: {message}"]) from None


def shown(value: object) -> str:
    """A value for a message: short and harmless, whatever it is."""
    if isinstance(value, str):
        return ascii(value[:40]) + "..." if len(value) > 40 else repr(value) if value.isprintable() else ascii(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) < 10**9:
        return str(value)
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return {dict: "a table", int: "a number", float: "a number", type(None): "nothing"}.get(type(value), "a date")


def shown_path(path: str | Path) -> str:
    text = str(path)
    return text if text.isprintable() else ascii(text)
