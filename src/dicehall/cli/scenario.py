"""dicehall scenario: runs scenario files, or writes a moment of a game record as one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dicehall.cli.terminal_save import must_be_record
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.record import read_record, scenario_at
from dicehall.notation.rules import known_rules
from dicehall.notation.scenario import GAMES, MODES, NOISE, read_scenario, run


def scenario(
    *files: Path,
    mode: Annotated[
        str,
        Parameter(help="plain, clone, save, undo, or all: what is done between two lines; noise: dice of others added"),
    ] = "plain",
    from_record: Annotated[Path | None, Parameter(help="a game record to take a position from")] = None,
    at: Annotated[int | None, Parameter(help="with --from-record: after this line of the game")] = None,
    quiet: Annotated[bool, Parameter(help="print only failures and the last line")] = False,
) -> int:
    """Run scenario files (folders are searched for .toml): a line each, exit 0 only if all hold.

    With --from-record GAME --at N it prints the game at line N as a scenario, to paste into a bug report.
    """
    if from_record is not None:
        if files:
            raise InvalidInput("--from-record takes no scenario files")
        must_be_record(from_record)
        print(scenario_at(read_record(from_record), at), end="")
        return 0
    if not files:
        raise InvalidInput("name at least one scenario file, or a folder of them")
    modes = MODES if mode == "all" else (mode,)
    if any(m not in (*MODES, NOISE) for m in modes):
        raise InvalidInput(f"--mode is one of {', '.join(MODES)}, {NOISE} or all, not '{mode}'")
    passed = failed = 0
    for path in _found(files):
        try:
            found = read_scenario(path)
            numbers = known_rules(found.game) if found.game in GAMES else frozenset()
            for number in found.rules:
                if numbers and number not in numbers:
                    print(f"warning: {path}: there is no rule {number}", file=sys.stderr)
            failure = next(((m, f) for m in modes if (f := run(found, m)) is not None), None)
        except InvalidInput as error:
            failed += 1
            print(f"FAIL  {error}")
            continue
        if failure is None:
            passed += 1
            if not quiet:
                print(f"ok    {path}: {found.title}")
        else:
            failed += 1
            how = f" (mode {failure[0]})" if failure[0] != "plain" else ""
            print(f"FAIL  {path}: {found.title}{how}\n  {failure[1]}")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


def _found(files: tuple[Path, ...]) -> list[Path]:
    out: list[Path] = []
    for path in files:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.toml") if "cards" not in p.relative_to(path).parts[:-1])
            inside = [p for p in inside if not p.name.startswith("house")]  # house tables lie beside scenarios
            if not inside:
                raise InvalidInput(f"{path}: there are no .toml files in this folder")
            out += inside
        else:
            out.append(path)
    return out
