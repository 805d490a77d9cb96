"""docs/protocol.md names every message, every field and every code with which the server closes a connection."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from dicehall.table import app, messages, settings

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
NAMED = {word for span in re.findall(r"`([^`\n]+)`", TEXT) for word in (span, *re.split(r"[^\w]+", span))}
TOO_LARGE = 1009  # by the library, for what is larger than ws_max_size


def test_all_messages_and_fields_are_named() -> None:
    kinds = [kind for module in (messages, settings) for kind in vars(module).values() if isinstance(kind, type)]
    ours = [kind for kind in kinds if kind.__module__ in (messages.__name__, settings.__name__)]
    structs = [kind for kind in ours if issubclass(kind, msgspec.Struct)]
    assert len(structs) > 30
    missing = [f"{kind.__name__}.{name}" for kind in structs for name in kind.__struct_fields__ if name not in NAMED]
    missing += [str(tag) for kind in structs if (tag := kind.__struct_config__.tag) is not None and tag not in NAMED]
    assert missing == []


def test_the_codes_of_closed_connections_are_those_that_are_used() -> None:
    told = {int(code) for code in re.findall(r"\b(?:4\d{3}|10\d\d)\b", TEXT.rpartition("closes:")[2])}
    assert told == {app.BAD, app.FAST, app.GONE, app.ENDING, TOO_LARGE}
