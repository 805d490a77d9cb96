"""dicehall ability: the tree, both wordings, what it would do, and errors with a caret."""

from __future__ import annotations

import pytest

from dicehall.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["ability", *args])
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_an_ability_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = "When fielded, you may pay 2 life. If you do, target character die gets +1A this turn."
    code, out, _ = run(capsys, text)
    assert code == 0
    assert f"hero: {text}" in out
    assert "monster: When summoned, you may pay 2 life. If you do, target monster die gets +1A this turn." in out
    assert "PayLife amount=2" in out
    assert "when: when fielded" in out
    assert "asked: you decide whether to pay 2 life" in out
    assert "how long: until the end of the turn" in out


def test_bursts_and_globals(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--burst", "Instead, gain 2 life.")
    assert code == 0 and "burst: this burst replaces the line above it" in out
    code, out, _ = run(capsys, "--global", "Once on your turn. Pay [fist]. Gain 1 life.")
    assert code == 0 and "price: pay [fist]" in out and "limit: once on your turn" in out
    code, _, err = run(capsys, "--global", "--burst", "Gain 1 life.")
    assert code == 2 and "either a burst or a Global Ability" in err


def test_an_error_has_a_caret_under_the_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "When fielded, KO an oposing character die.")
    assert (code, out) == (2, "")
    message, line, caret = err.splitlines()
    assert message.startswith("dicehall: column 21: 'oposing'")
    assert line[caret.index("^") : caret.rindex("^") + 1] == "oposing"
    code, _, err = run(capsys, "Gain\x001 life.")
    assert code == 2 and "cannot be printed" in err
