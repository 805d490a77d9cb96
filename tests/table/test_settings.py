"""What can be agreed before a game, and what makes no sense; texts of teams never name a file of the server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dicehall.kernel.errors import InvalidInput
from dicehall.table.inputs import AnswerUndo, AskUndo, Begin, Concede, Sit, Undo, decode, encode
from dicehall.table.settings import GAMES, Clock, Place, Settings, checked, lay_out

BOTH = pytest.mark.parametrize("game", GAMES)


PERSON, BOT = Place(), Place(kind="bot")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"clock": Clock("none", 5.0)}, "clock: without a limit"),
        ({"clock": Clock("none", 0.0, 5.0)}, "clock: without a limit"),
        ({"clock": Clock("move")}, "clock: seconds are from 1"),
        ({"clock": Clock("move", 0.5)}, "clock: seconds are from 1"),
        ({"clock": Clock("total", -5.0)}, "clock: seconds are from 1"),
        ({"clock": Clock("total", 1e9)}, "clock: seconds are from 1"),
        ({"clock": Clock("total", float("nan"))}, "clock: seconds are from 1"),
        ({"clock": Clock("total", float("inf"))}, "clock: seconds are from 1"),
        ({"clock": Clock("move", 60.0, 1.0)}, "clock: an increment"),
        ({"clock": Clock("total", 60.0, -1.0)}, "clock: an increment"),
        ({"clock": Clock("total", 60.0, float("nan"))}, "clock: an increment"),
        ({"clock": Clock("total", 60.0, 1e6)}, "clock: an increment"),
        ({"claim_after": 1.0}, "claim_after: from 10"),
        ({"claim_after": 0.0}, "claim_after: from 10"),
        ({"claim_after": float("inf")}, "claim_after: from 10"),
        ({"undos": -1}, "undos: from 0 to 99"),
        ({"undos": 10**30}, "undos: from 0 to 99"),
        ({"places": (BOT, BOT)}, "one seat at least is for a person"),
        ({"places": (PERSON, BOT), "one_screen": True}, "at one screen both seats are for persons"),
        ({"places": (PERSON, Place(kind="bot", level="genius"))}, "seat 2: there is no level 'genius'; there are beg"),
        ({"places": (PERSON, Place(kind="bot", level="pipe:sh"))}, "seat 2: there is no level 'pipe:sh'"),
        ({"places": (PERSON, Place(kind="bot", level="os:system"))}, "seat 2: there is no level"),
        ({"places": (PERSON, Place(kind="bot", level="search:9999999"))}, "seat 2: there is no level"),
        ({"places": (Place(team="x" * 4001), PERSON)}, "seat 1: a team has at most 4000"),
        ({"places": (Place(name="x" * 25), PERSON)}, "name: .* at most 16 long"),
        ({"places": (Place(name="a>b"), PERSON)}, "name: .* one word of letters"),
        ({"edition": "third"}, "edition: there is no 'third'; there are avx"),
        ({"places": (PERSON, Place(team="no-such-team"))}, "seat 2: there is no ready-made team 'no-such-team'"),
        ({"places": (PERSON, Place(team="imw22x3 zzz9x1"))}, "seat 2: .*zzz9"),
        ({"places": (PERSON, Place(team="cards = 5"))}, "seat 2: .*cards"),
        ({"places": (PERSON, Place(team="cards = ["))}, "seat 2: .*is not TOML"),
        ({"places": (PERSON, Place(team="x=" + "[" * 3000))}, "seat 2: "),
        ({"places": (PERSON, Place(team="imw22x999"))}, "its maximum is 4"),
        ({"game": "irondie", "places": (PERSON, Place(team="red assault x2"))}, "no legal set"),
        ({"game": "irondie", "places": (PERSON, Place(team="nonsense"))}, "seat 2: .*ready-made sets are"),
        ({"game": "irondie", "places": (PERSON, Place(team="red assault x99999"))}, "seat 2|no legal set"),
    ],
)
def test_settings_that_make_no_sense_are_refused_clearly(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidInput, match=f"(?s){says}"):
        checked(Settings(**settings))


@pytest.mark.parametrize(
    "settings",
    [
        Settings(game="irondie", edition="no such edition"),
        Settings(one_screen=True, listed=True),
        Settings(places=(Place(kind="bot", name="Ann"), Place(name="ann"))),
    ],
)
def test_settings_that_make_no_sense_are_refused_too(settings: Settings) -> None:
    with pytest.raises(InvalidInput):
        checked(settings)


# ---- texts of teams never name a file ----------------------------------------------------------------------------

_opened: list[str] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir"):
        _opened.append(str(arguments[0]))


@contextmanager
def watched() -> Iterator[list[str]]:
    """What is opened meanwhile."""
    global _opened
    found = _opened = []
    try:
        yield found
    finally:
        _opened = None


_hooked: list[bool] = []


@BOTH
def test_a_text_of_a_team_never_reads_a_file(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not _hooked:
        sys.addaudithook(_hook)  # cannot be taken away; does nothing unless somebody watches
        _hooked.append(True)
    monkeypatch.chdir(tmp_path)
    team = 'name = "a"\nabout = "found-in-a-file"\ncards = ["imw22 x3"]\nbasics = []\n'
    for name in ("x.toml", "x1", "plain", "imw22x3"):
        (tmp_path / name).write_text(team)
    texts = ["x.toml", "./x.toml", "../x.toml", "x1", "plain", "/etc/passwd", "~/x.toml", "file:x.toml", "/", ".", ".."]
    texts += [str(tmp_path / name) for name in ("x.toml", "x1", "plain", "imw22x3", "nothing.toml")]
    texts += [
        f"{tmp_path}/x.toml\n",
        "/proc/self/environ",
        "/dev/zero",
        "x.toml\x00",
        "sets.toml",
        "imw22x3 /etc/passwd",
    ]
    texts += ['include = "x.toml"', 'cards = ["x.toml"]', 'cards = ["/etc/passwd x3"]', "random", "../demos"]
    checked(Settings(game=game))  # type: ignore[arg-type]
    for text in texts:
        with watched() as opened:
            try:
                checked(Settings(game=game, places=(Place(team=text), Place())))  # type: ignore[arg-type]
            except InvalidInput as error:
                assert "found-in-a-file" not in str(error) and "root:" not in str(error)
            else:
                pytest.fail(f"{text!r} was accepted")
        outside = [path for path in opened if "dicehall" not in Path(path).parts]
        assert outside == [], text
    with watched() as opened:  # a file of this name is there, but the text is a team of its own
        if game == "dicemasters":
            with pytest.raises(InvalidInput, match="the team is not legal"):
                checked(Settings(places=(Place(team="imw22x3"), Place())))
    assert opened == []


def test_inputs_have_one_form() -> None:
    """What is stored is read back as what it was."""
    for what in (Sit(0, "Ann", "☃"), Begin(()), Undo(1), AskUndo(0), AnswerUndo(1, False), Concede(0, "time")):
        assert decode(encode(what)) == what


def test_a_team_without_a_format_is_one_for_a_tournament() -> None:
    with pytest.raises(InvalidInput, match="seat 2: the team is not legal"):
        checked(Settings(places=(Place(), Place(team="imw22x5 imw23 / imw29 imw29"))))
    with pytest.raises(InvalidInput, match="seat 1: this is no legal set"):
        checked(Settings(game="irondie", places=(Place(team="red assault x4"), Place())))


def test_life_is_that_of_the_format() -> None:
    full = lay_out(Settings(places=(Place(team="imw-suits"), Place(team="imw-company"))), ("Ann", "Bob"))
    demo = lay_out(Settings(), ("Ann", "Bob"))
    assert [full.view(-1)["sides"][0]["life"], demo.view(-1)["sides"][0]["life"]] == [20, 10]
