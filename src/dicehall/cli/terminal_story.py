"""What has happened, told turn by turn in the sentences of the log: enough to follow the game, not all of it.

People need not hear again what they typed; the command `log` tells everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.cli.terminal_style import Out
from dicehall.dicemasters.terms import FIELD, ZONES
from dicehall.kernel.event import Event
from dicehall.notation.dm.dice import counted, die_word
from dicehall.notation.dm.log import QUIET, event_text, with_rule
from dicehall.notation.dm.player import Player
from dicehall.notation.player import LinePlayer

TYPED = ("bought", "fielded", "used", "conceded")
UNTOLD = (*QUIET, "cleared", "over", "turn")


class Teller:
    """Remembers what has been told."""

    def __init__(self, out: Out, player: LinePlayer, people: Sequence[int]) -> None:
        self.out = out
        self.player = player
        self.people = people
        turns = [i for i, e in enumerate(player.session.log) if e.kind == "turn"]
        self.told = turns[-2] if len(turns) > 1 else 0  # of a game out of a file: the last turns, not all of it

    def skip(self) -> None:
        """What has happened so far need not be told."""
        self.told = len(self.player.session.log)

    def news(self) -> list[Event]:
        """What has not been told yet; now it has."""
        new = self.player.session.log[self.told :]
        self.skip()
        return new

    def head(self, text: str) -> None:
        if text:
            self.out.put("")
            self.out.say(text[:1].upper() + text[1:], "bold")


class Story(Teller):
    """The story of Dice Masters."""

    player: Player

    def tell(self, seat: int) -> None:
        """What has happened since it was last told; `seat` is asked next (-1: nobody)."""
        new = self.news()
        fallen = [e.a for e in new if e.kind == "ko"]
        heading = ""
        leaving: list[Event] = []
        for i, e in enumerate(new):
            if leaving and (e.kind, e.rule) != ("moved", leaving[0].rule):
                self._say(self._out_of_field(leaving))
                leaving = []
            if e.kind == "turn":
                heading = event_text(self.player.state, e)
            if not self._worth_telling(e, new[i + 1 :], seat) or (e.kind == "moved" and e.xs[0] in fallen):
                continue
            self.head(heading)
            heading = ""
            if e.kind == "moved" and e.a != e.b:
                leaving.append(e)
            else:
                self._say(self._sentence(e))
        if leaving:
            self._say(self._out_of_field(leaving))

    def _say(self, text: str) -> None:
        self.out.say(text, label="  ", hang=4)

    def _out_of_field(self, events: Sequence[Event]) -> str:
        dice = [die_word(self.player.state, d, number=False) for e in events for d in e.xs]
        return f"out of the field: {counted(sorted(dice))} [{events[0].rule}]"

    def _sentence(self, e: Event) -> str:
        """A sentence that begins with a seat does not name it again before its dice."""
        text = with_rule(self.player.state, e)
        for name in self.player.state.kit.seat_names:
            if text.startswith(f"{name} "):
                text = text.replace(f" {name}.", " ")
        return text

    def _worth_telling(self, e: Event, later: Sequence[Event], seat: int) -> bool:
        s = self.player.state
        if e.kind in UNTOLD:
            return False
        if e.kind == "moved":  # only who leaves the field
            return e.a >= 0 and e.a % ZONES == FIELD
        if e.kind == "trigger":  # an effect that did something
            return any(x.cause == e.seq and x.kind not in UNTOLD for x in later)
        if e.kind == "drawn":  # what is rolled at once is told then
            return bool(e.xs) and not any(x.kind == "rolled" for x in later)
        if e.kind == "rolled" and e.a == seat and not e.b:
            return any(x.kind == "rolled" for x in later)  # else the table shows it
        if e.kind == "attacks":
            return not all(x in self.people for x in s.kit.seats_of[e.a])
        if e.kind == "blocks":
            return not e.xs or any(s.owner[d] not in self.people for d in e.xs[::2])
        if e.kind == "assigned":
            return s.owner[e.a] not in self.people
        return not (e.kind in TYPED and e.a in self.people)
