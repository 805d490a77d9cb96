"""What all tests share: the not-yet list is shown at the end of every run."""

from __future__ import annotations

from pathlib import Path

import pytest

NOT_YET = Path(__file__).parent / "scenarios" / "not-yet.txt"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    rows = [r for r in NOT_YET.read_text().splitlines() if r.strip() and not r.startswith("#")]
    numbers = [r.split()[0] for r in rows]
    terminalreporter.write_line(f"{len(numbers)} rules have no scenario yet (tests/scenarios/not-yet.txt):")
    line = ""
    for number in numbers:
        if len(line) + len(number) > 110:
            terminalreporter.write_line(f"  {line}")
            line = ""
        line += f"{number} "
    terminalreporter.write_line(f"  {line}")
