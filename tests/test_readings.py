"""docs/readings.md names cards, rules, rulings and scenarios that exist; scenarios stand beside their own card."""

from __future__ import annotations

import re
from pathlib import Path

from dicehall.dicemasters.cards import load_catalogue
from dicehall.notation.rules import rules

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "readings.md"
CARDS = ROOT / "tests" / "scenarios" / "dicemasters" / "9-cards"
CARD = re.compile(r"(avx|ygo|imw|tmnt)(\d+) (.+)")


def rows() -> list[list[str]]:
    """The cells of each row: cards, question, reading, reason, scenarios."""
    lines = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| (avx|ygo|imw|tmnt)\d", line)
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_row_is_whole() -> None:
    assert len(rows()) > 200
    assert [row for row in rows() if len(row) != 5 or not all(row[:4])] == []


def test_the_cards_exist() -> None:
    titles = {card.id: card.title for card in load_catalogue().cards}
    for row in rows():
        for name in row[0].split("<br>"):
            m = CARD.fullmatch(name)
            assert m and titles.get(m[1] + m[2]) == m[3], name


def test_the_scenarios_exist_and_are_of_these_cards() -> None:
    for row in rows():
        ids = [re.match(CARD, name) for name in row[0].split("<br>")]
        numbers = {m[2] for m in ids if m}
        folder = CARDS / next(m[1] for m in ids if m)
        for name in re.findall(r"`([^`]+)`", row[4]):
            assert (folder / f"{name}.toml").exists(), name
            assert name.split("-")[0] in numbers, f"{name} is not of {row[0]}"


def test_the_rules_and_rulings_exist() -> None:
    text = (ROOT / "rules" / "dicemasters.md").read_text(encoding="utf-8")
    for row in rows():
        for number in re.findall(r"\b\d+\.\d+\.\d+\b", row[3]):
            assert number in rules(), f"{number}: {row[0]}"
        for ruling in re.findall(r"\bR\d\d\b", row[3]):
            assert f"| {ruling} |" in text, f"{ruling}: {row[0]}"
