"""Every scenario of IRONDIE holds in every mode, and every rule that describes behaviour is cited by one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dicehall.notation.rules import rules
from dicehall.notation.scenario import MODES, read_scenario, run

FOLDER = Path(__file__).parent.parent / "scenarios" / "irondie"
FILES = sorted(p for p in FOLDER.rglob("*.toml") if p.name != "house.toml")
SOURCE = Path(__file__).parent.parent.parent / "src" / "dicehall"
# rules about sets and matches, which are held by tests of their own
ELSEWHERE = {
    "1.2.1": "test_sets.py", "1.2.2": "test_sets.py", "1.2.3": "test_sets.py", "9.1.1": "test_match.py",
    "9.3.1": "test_sets.py", "9.3.2": "test_match.py", "9.3.3": "test_match.py", "9.3.4": "test_match.py",
}  # fmt: skip


def cited() -> set[str]:
    return {number for path in FILES for number in read_scenario(path).rules}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(FOLDER)))
def test_scenario(path: Path, mode: str) -> None:
    failure = run(read_scenario(path), mode)
    assert failure is None, f"{path}\n{failure}"


def test_there_are_enough_and_each_cites_rules() -> None:
    assert len(FILES) >= 60
    assert [p for p in FILES if not read_scenario(p).rules] == []


def test_cited_rules_exist() -> None:
    assert cited() - set(rules("irondie")) == set()


def test_every_rule_of_behaviour_is_cited() -> None:
    behaviour = {n for n, rule in rules("irondie").items() if "words" not in rule.marks}
    assert behaviour - cited() - set(ELSEWHERE) == set(), "rules without a scenario"
    for number, file in ELSEWHERE.items():
        text = (Path(__file__).parent / file).read_text().replace("_", ".")
        assert number in text, f"{file} does not speak of {number}"


def test_rules_that_the_code_cites_exist() -> None:
    known = rules("irondie")
    wrong = []
    for path in [p for p in SOURCE.rglob("*.py") if p.parts[-2] in ("irondie", "iron")]:
        for number in re.findall(r"(?<![\w.])(\d\.\d{1,2}\.\d{1,2})(?![\w.]\d|\d)", path.read_text()):
            if number not in known:
                wrong.append(f"{path.name}: {number}")
    assert wrong == []
