"""Every public ruling is shown by a scenario, or the rules say why not."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from dicehall.notation.rules import rules

FOLDER = Path(__file__).parent.parent / "scenarios" / "dicemasters"
ROW = re.compile(r"^\| (R\d\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
GAPS = {1, 5, 8, 11, 12, 14, 22, 26, 28, 33, 36, 44, 55}  # numbers that were never given
RULINGS = {f"R{n:02}" for n in range(1, 60) if n not in GAPS}
STANDS = ("followed", "in part", "not followed", "no card")


def page() -> str:
    return (files("dicehall") / "rules" / "dicemasters.md").read_text(encoding="utf-8")


def cited() -> set[str]:
    """The rulings that comments of scenarios name."""
    out: set[str] = set()
    for path in FOLDER.rglob("*.toml"):
        for row in path.read_text(encoding="utf-8").splitlines():
            if row.startswith("#"):
                out.update(re.findall(r"\bR\d\d\b", row))
    return out


def test_the_table_has_every_ruling_once_and_its_rules_exist() -> None:
    rows = ROW.findall(page())
    assert [row[0] for row in rows] == sorted(RULINGS)
    known = rules()
    for number, about, where, stands in rows:
        assert about.strip() and stands.startswith(STANDS), number
        assert [n for n in where.split(", ") if n not in known] == [], number


def test_rulings_that_the_rules_and_scenarios_name_are_in_the_table() -> None:
    assert set(re.findall(r"\bR\d\d\b", page())) | cited() == RULINGS


def test_every_ruling_has_a_scenario_or_there_is_no_card_for_it() -> None:
    stands = {number: how for number, _, _, how in ROW.findall(page())}
    without = {number for number in RULINGS - cited() if not stands[number].startswith("no card")}
    assert without == set(), "rulings without a scenario"


def test_what_is_not_simply_followed_has_a_reason() -> None:
    for number, _, _, stands in ROW.findall(page()):
        if not stands.startswith("followed"):
            assert len(stands.split()) > 6, number
