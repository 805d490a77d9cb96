"""Every scenario holds, and every rule that describes behaviour is cited by one or stands on the not-yet list."""

from __future__ import annotations

import datetime
import os
import re
from pathlib import Path

import pytest

from dicehall.kernel.errors import InvalidInput
from dicehall.notation.rules import rules
from dicehall.notation.scenario import MODES, NOISE, read_scenario, run

FOLDER = Path(__file__).parent.parent / "scenarios" / "dicemasters"
FILES = sorted(p for p in FOLDER.rglob("*.toml") if "cards" not in p.relative_to(FOLDER).parts[:-1])
NOT_YET = Path(__file__).parent.parent / "scenarios" / "not-yet.txt"
ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
TODAY = datetime.date.today().toordinal()


def not_yet() -> dict[str, str]:
    """Rule numbers that no scenario cites yet, each with the reason."""
    out = {}
    for row in NOT_YET.read_text().splitlines():
        if row.strip() and not row.startswith("#"):
            number, _, reason = row.partition(" ")
            out[number] = reason.strip()
    return out


def cited() -> set[str]:
    return {number for path in FILES for number in read_scenario(path).rules}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(FOLDER)))
def test_scenario(path: Path) -> None:
    failure = run(read_scenario(path))
    assert failure is None, f"{path}\n{failure}"


LATER = FOLDER.parent / "later"
WAITING = sorted(p for p in LATER.rglob("*.toml") if "cards" not in p.relative_to(LATER).parts[:-1])


@pytest.mark.parametrize("path", WAITING, ids=lambda p: str(p.relative_to(LATER)))
def test_what_is_to_come_is_not_there_yet(path: Path) -> None:
    """Scenarios of what the engine does not know yet. When one holds, it moves to the folder of its chapter."""
    try:
        failure: object = run(read_scenario(path))
    except InvalidInput as error:
        failure = error
    assert failure is not None, f"{path} holds now: move it to {FOLDER.name}/"


SAMPLE = [
    (path, mode)
    for i, path in enumerate(FILES)
    for j, mode in enumerate(MODES[1:])
    if ALL or (i + j + TODAY) % 10 == 0  # another part of them each day
]


@pytest.mark.parametrize(("path", "mode"), SAMPLE, ids=lambda x: x if isinstance(x, str) else x.stem)
def test_scenario_in_other_modes(path: Path, mode: str) -> None:
    failure = run(read_scenario(path), mode)
    assert failure is None, f"{path}\n{failure}"


CARDS = [path for i, path in enumerate(FILES) if "9-cards" in path.parts and (ALL or (i + TODAY) % 8 == 0)]


@pytest.mark.parametrize("path", CARDS, ids=lambda p: p.stem)
def test_scenarios_of_cards_hold_whatever_else_lies_there(path: Path) -> None:
    """Or they say why other dice matter, and then they must not hold with them."""
    failure = run(read_scenario(path), NOISE)
    assert failure is None, f"{path}\n{failure}"


def test_there_are_enough_scenarios_and_each_cites_rules() -> None:
    assert len(FILES) >= 120
    assert [p for p in FILES if not read_scenario(p).rules] == []


def test_cited_rules_exist() -> None:
    assert cited() - set(rules()) == set()


def test_every_rule_of_behaviour_is_cited_or_not_yet() -> None:
    behaviour = {n for n, rule in rules().items() if "words" not in rule.marks}
    waiting = set(not_yet())
    assert behaviour - cited() - waiting == set(), "rules without a scenario"
    assert waiting - behaviour == set(), "on the not-yet list, but no rule of behaviour"
    assert waiting & cited() == set(), "cited by a scenario now: take them off the not-yet list"
    assert all(not_yet().values()), "each entry says why"


def test_rules_that_the_code_cites_exist() -> None:
    source = Path(__file__).parent.parent.parent / "src" / "dicehall"
    known = rules()
    wrong = []
    for path in [p for p in source.rglob("*.py") if p.parts[-2] in ("dicemasters", "effects", "dm")]:
        for number in re.findall(r"(?<![\w.])(\d\.\d{1,2}\.\d{1,2})(?![\w.]\d|\d)", path.read_text()):
            if number not in known:
                wrong.append(f"{path.name}: {number}")
    assert wrong == []
    events = (source / "dicemasters" / "turn.py").read_text()
    assert '"4.2.2"' in events, "the code cites rules by number"
