"""dicehall usage: the table, the page, and the exit code."""

from __future__ import annotations

import pytest
from test_bot_commands import told

from dicehall.dicemasters.cards import load_catalogue
from dicehall.lab.usage import lines_of
from dicehall.lab.usage_watch import Tally, Use


def test_it_counts_and_can_be_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("usage", "--bot", "easy", "--games", "1", "--seed", "2")
    out = told(capsys, *args)
    assert "1 games of easy against itself, seed 2, over teams of the 144 starter cards." in " ".join(out.split())
    assert "One in a hundred or more" in out and "avx30" in out
    assert told(capsys, *args) == out


def test_a_seldom_used_text_without_a_reason_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = load_catalogue()
    full: Tally = {key: Use(200, 100) for key, _, _ in lines_of(catalogue)}

    def counts(*_: object) -> Tally:
        return full

    monkeypatch.setattr("dicehall.cli.usage.usage", counts)
    monkeypatch.setattr("dicehall.cli.usage.reasons", lambda _: {("avx25", "global"): "Saved for the attack."})
    page = told(capsys, "usage", "--markdown")
    assert (
        "Below one in a hundred: 0" in page and "| avx25 Distraction | global | global | 200 | 100 | 50.0 % |" in page
    )
    full[("avx25", "global")] = Use(200, 1)
    page = told(capsys, "usage", "--markdown")
    assert "| avx25 Distraction | global | global | 200 | 1 | 0.5 % | Saved for the attack. |" in page
    full[("avx30", "global")] = Use(200, 0)
    full[("avx32", "global")] = Use(3, 0)
    out = told(capsys, "usage", code=1)
    assert "without a reason in lab/usage.toml: avx30 global" in out and "Below one in a hundred: 2" in out
    assert "says nothing: 1" in out


def test_wrong_numbers_and_names_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "numbers from 1" in told(capsys, "usage", "--games", "0", code=2)
    assert "there is no opponent 'chess'" in told(capsys, "usage", "--bot", "chess", code=2)
