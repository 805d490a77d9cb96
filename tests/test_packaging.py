"""What an installed Dicehall has: every file of the package that is no source of Python is shipped with it."""

from __future__ import annotations

import tomllib
from pathlib import Path

HOME = Path(__file__).parent.parent
PACKAGE = HOME / "src" / "dicehall"


def patterns() -> list[tuple[Path, str]]:
    """The folders and patterns of package data."""
    known = tomllib.loads((HOME / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    return [(HOME / "src" / name.replace(".", "/"), pattern) for name, some in known.items() for pattern in some]


def test_nothing_is_left_out() -> None:
    shipped = {path for folder, pattern in patterns() for path in folder.glob(pattern)}
    kept = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    missing = [path for path in kept if path.suffix not in (".py", ".so") and path not in shipped]
    assert missing == []
    assert PACKAGE / "table" / "lessons" in {path.parent for path in shipped}
