"""rules/readings.md names cards, rules, rulings and scenarios that exist; scenarios stand beside their own card."""

from __future__ import annotations

import re
from pathlib import Path

from dicehall.dicemasters.cards import load_catalogue
from dicehall.notation.readings import readings_of, rulings
from dicehall.notation.rules import rules

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "rules" / "readings.md"
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


def test_cards_know_their_readings() -> None:
    """The package reads the same page: each card has its rows, and a card that left nothing open has none."""
    named = [name.split()[0] for row in rows() for name in row[0].split("<br>")]
    for card in load_catalogue().cards:
        assert len(readings_of(card.id)) == named.count(card.id), card.id
    assert readings_of("avx1") == () and readings_of("own1") == ()
    (hit, fallen) = readings_of("avx7")
    assert hit.asks.startswith("You and Hulk are hit at one moment") and "1.4.6" in hit.why
    assert hit.rulings == {"R59": rulings()["R59"]} == {"R59": "of two readings the weaker"}
    assert fallen.why == "6.3.3" and fallen.rulings == {}
