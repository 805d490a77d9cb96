"""What has happened in a game of IRONDIE, told turn by turn: enough to follow the game, not all of it.

People need not hear again what they typed; the command `log` tells everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehall.cli.terminal_story import Teller
from dicehall.cli.terminal_style import glued
from dicehall.irondie.describe import die_word
from dicehall.irondie.dice import IN_LIMBO, SHAPES
from dicehall.irondie.terms import ABYSS, LIMBO, R_BATTLE, S_SKIRMISH
from dicehall.kernel.event import Event
from dicehall.notation.iron.log import QUIET, event_text, side_word, with_rule
from dicehall.notation.iron.player import IronPlayer

UNTOLD = (*QUIET, "split", "turn", "over")
ROUTINE = ("5.1.7", "6.1.3", "4.4.5", "6.1.1")  # dice that go where they always go
PLACES = {ABYSS: "into the Abyss", LIMBO: "into Limbo"}


class IronStory(Teller):
    """The story of IRONDIE."""

    player: IronPlayer

    def tell(self) -> None:
        """What has happened since it was last told."""
        new = self.news()
        heading = ""
        done: set[int] = set()
        for i, e in enumerate(new):
            if e.kind == "turn":
                heading = event_text(self.player.state, e)
            if e.seq in done or not self._worth_telling(e):
                continue
            self.head(heading)
            heading = ""
            after = self._consequences(e, new[i + 1 :])
            done |= {x.seq for x in after}
            for text in self._sentences(e, after):
                self.out.say(text, label="  ", hang=4)

    def _worth_telling(self, e: Event) -> bool:
        if e.kind in UNTOLD:
            return False
        if e.kind == "priority":  # of the bonuses only if it was rolled for
            return e.b == S_SKIRMISH or e.rule == "3.3.3"
        if e.kind in ("opens", "answers"):
            return e.b not in self.people
        if e.kind in ("forgone", "renounced"):
            return e.a not in self.people if not e.b else e.kind == "renounced"
        if e.kind == "conceded":
            return e.a not in self.people
        if e.kind == "moved":
            return e.rule not in ROUTINE
        return e.kind != "taken" or e.b >= 0

    def _consequences(self, e: Event, later: Sequence[Event]) -> list[Event]:
        """What a comparison or a bonus led to at once; what became of a die that lost its last point."""
        if e.kind not in ("compared", "bonus", "wounded", "changed"):
            return []
        out: list[Event] = []
        for x in later:
            if x.kind not in ("changed", "moved") or (e.kind != "changed" and x.cause != e.seq) or x.rule in ROUTINE:
                break
            if e.kind == "changed" and (x.kind != "moved" or x.xs != (e.a,)):
                break
            out.append(x)
        return out

    def _sentences(self, e: Event, after: Sequence[Event]) -> list[str]:
        s = self.player.state
        if e.kind == "rolled":
            return self._rolled(e)
        if e.kind == "moved":
            place = PLACES.get(e.a, f"back into battle{self._brought_by(e)}")
            return [f"{', '.join(glued(die_word(s, d)) for d in e.xs)}: {place} [{e.rule}]"]
        if not after:
            return [with_rule(s, e)]
        if e.kind == "wounded":
            lost = [glued(f"{s.kit.names[x.a]} {-x.xs[1]} ({x.b} left)") for x in after]
            loses = "lose" if len(s.kit.seats_of[e.a]) > 1 else "loses"
            return [f"{side_word(s, e.a)} {loses} {', '.join(lost)} [{e.rule}]"]
        ends = "; ".join(self._end(e, x) for x in after)
        if e.kind == "compared":  # the rule of the effect; that of a tie as well
            head = with_rule(s, e) if e.rule == "4.5.2" else event_text(s, e)
            return [f"{head}: {ends} [{after[0].rule}]"]
        return [f"{event_text(s, e)}: {ends} [{e.rule}]"]

    def _brought_by(self, e: Event) -> str:
        """The regeneration whose value a die comes back with."""
        kit = self.player.state.kit
        for x in reversed(self.player.session.log):
            if x.seq < e.seq and x.kind in ("opens", "answers") and set(e.xs) <= set(x.xs):
                if SHAPES[kit.shape[x.a]].target == IN_LIMBO:
                    return f" with the value of {glued(die_word(self.player.state, x.a))}"
        return ""

    def _end(self, e: Event, x: Event) -> str:
        """A consequence without naming its die again where that is plain."""
        s = self.player.state
        if x.kind == "changed":
            return event_text(s, x).partition(": ")[2]
        place = PLACES.get(x.a, "back into battle")
        if e.kind == "compared" and x.xs == (e.a,):
            return f"the {s.kit.words[e.a].split()[1].rstrip('*')} goes {place}"
        return place

    def _rolled(self, e: Event) -> list[str]:
        s, half = self.player.state, len(e.xs) // 2
        pairs = list(zip(e.xs[:half], e.xs[half:], strict=True))
        if e.a != R_BATTLE:
            return [f"{die_word(s, d)} rolls {v} [{e.rule}]" for d, v in pairs]
        out: list[str] = []
        for seat, name in enumerate(s.kit.seat_names):
            words = [glued(f"{s.kit.names[d]}@{v}") for d, v in pairs if s.kit.seat_of[d] == seat]
            out.append(f"{name} rolls {', '.join(words) or 'nothing'} [{e.rule}]")
        return out
