"""What plays lines of notation, whatever the game: scenarios, records and the terminal use no more than this."""

from __future__ import annotations

from typing import Any, Protocol

from dicehall.kernel.errors import DicehallError
from dicehall.kernel.session import Session


class LinePlayer(Protocol):
    """A session with names for its sides."""

    session: Session
    side_names: list[str]

    @property
    def state(self) -> Any:
        """The state, of the type of its game."""

    def move(self, seat_name: str, text: str) -> bool:
        """Makes a move. False if it only stated what the engine had done by itself. Raises if it is refused."""

    def accepts(self, seat_name: str, text: str) -> DicehallError | None:
        """None if the move would be accepted now, else the refusal. Nothing changes."""

    def chance(self, kind: str, text: str) -> None:
        """A draw> or roll> line."""

    def check(self, text: str) -> str:
        """Empty if the check holds, else what was found."""

    def begin_step(self) -> None:
        """What begins with the first line after a position, of whatever kind."""

    def proceed(self) -> None:
        """Leaves a pause."""

    def story(self) -> list[str]:
        """Everything that has happened, in sentences, each with its rule."""

    def chain_text(self) -> list[str]:
        """The last events, each with the chain of its causes."""
