"""What is agreed for a room that is made with `dicehall join --new`: options as they are typed, as settings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dicehall.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from dicehall.table.settings import Clock, Settings

CLOCK = re.compile(r"(?P<number>[0-9]{1,6})(?P<unit>[dhms])(\+(?P<more>[0-9]{1,4})s)?")
UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
AT_ZERO = ("lose", "claim")


class Wishes(NamedTuple):
    """The options that are for a new room only; None or False: not given."""

    bot: str | None = None
    open: bool = False
    both: bool = False
    clock: str | None = None
    at_zero: str | None = None
    claim_after: str | None = None
    hints: bool = False
    undos: int | None = None
    game: str | None = None
    edition: str | None = None
    team: str | None = None
    against: str | None = None

    def given(self) -> list[str]:
        """The options that were given, as they are typed."""
        found = [
            name for name, value in zip(self._fields, self, strict=True) if value is not None and value is not False
        ]
        return [f"--{name.replace('_', '-')}" for name in found]


def settings_of(wishes: Wishes) -> Settings:
    """Settings for the server, which looks at the rest of them; InvalidInput says what cannot be read here."""
    from dicehall.dicemasters import EDITIONS
    from dicehall.table.settings import GAMES, Place, Settings

    if (wishes.bot is not None) + wishes.open + wishes.both > 1:
        raise InvalidInput("--bot, --open and --both exclude each other: there is only one other seat")
    if wishes.game not in (None, *GAMES):
        raise InvalidInput(f"--game is {' or '.join(GAMES)}, not '{wishes.game}'")
    if wishes.edition is not None and wishes.game == "irondie":
        raise InvalidInput("--edition is for Dice Masters: IRONDIE has only one")
    if wishes.edition not in (None, *EDITIONS):
        raise InvalidInput(f"--edition is one of {', '.join(EDITIONS)}, not '{wishes.edition}'")
    if wishes.at_zero not in (None, *AT_ZERO):
        raise InvalidInput(f"--at-zero is {' or '.join(AT_ZERO)}, not '{wishes.at_zero}'")
    if wishes.at_zero is not None and wishes.clock is None:
        raise InvalidInput("--at-zero says what happens when time is up: it needs a --clock")
    if wishes.undos is not None and not 0 <= wishes.undos <= 99:
        raise InvalidInput(f"--undos is a number from 0 to 99, not {wishes.undos}")
    usual = Settings()
    against = _team(wishes.against)
    return Settings(
        game="irondie" if wishes.game == "irondie" else "dicemasters",
        edition=wishes.edition or "",
        places=(
            Place(team=_team(wishes.team)),
            Place(team=against) if wishes.bot is None else Place(kind="bot", level=wishes.bot, team=against),
        ),
        listed=wishes.open,
        one_screen=wishes.both,
        clock=clock_of(wishes.clock),
        at_zero="claim" if wishes.at_zero == "claim" else "lose",
        claim_after=usual.claim_after if wishes.claim_after is None else _claim_after(wishes.claim_after),
        hints=wishes.hints,
        undos=usual.undos if wishes.undos is None else wishes.undos,
    )


def clock_of(text: str | None) -> Clock:
    """Days are for each move; hours, minutes and seconds for the whole game, perhaps with something added a move."""
    from dicehall.table.settings import Clock

    if text is None:
        return Clock()
    found = CLOCK.fullmatch(text)
    if found is None or (found["unit"] == "d" and found["more"]):
        raise InvalidInput(f"--clock '{text[:20]}' cannot be read; right is 3d for each move, or 20m, or 20m+10s")
    seconds = float(found["number"]) * UNITS[found["unit"]]
    if found["unit"] == "d":
        return Clock("move", seconds)
    return Clock("total", seconds, float(found["more"] or 0))


def _claim_after(text: str) -> float:
    found = CLOCK.fullmatch(text)
    seconds = 0.0 if found is None or found["more"] else float(found["number"]) * UNITS[found["unit"]]
    if not 10 <= seconds <= 60 * UNITS["d"]:
        raise InvalidInput(f"--claim-after is a time from 10s to 60d, as 5m or 2d, not '{text[:20]}'")
    return seconds


def _team(text: str | None) -> str:
    """A team as the server can read it: it never sees the files of this machine, only what is in them."""
    if not text:
        return ""
    path = Path(text).expanduser()
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else text
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from None
