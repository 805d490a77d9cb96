"""A scenario with dice of another card added to each side's field, Used Pile and Prep Area.

It is played twice, side by side: as it is written, and with the added dice. Questions that only their presence raises
are answered so that they stay out of it. What the script says of its own dice must hold all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicehall.dicemasters.cards import Card, load_catalogue
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_DIE,
    A_NO,
    A_REST,
    BLOCK_BASE,
    DONE,
    FR_BLOCK,
    FR_DRAW,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_ROLL,
    FR_WINDOW,
)
from dicehall.kernel.decision import Wait
from dicehall.notation.dm.player import Player
from dicehall.notation.script import Line
from dicehall.notation.words import fold

LEVEL_1 = 3  # the place of its face on a character die
LONGEST = 200  # questions that are raised by added dice between two lines


def noise_card(doc: Mapping[str, Any]) -> Card:
    """A character without a text whose name has no word in common with the scenario."""
    words = set(fold(str(doc)).replace("'", " ").replace(":", " ").split())
    for card in load_catalogue().cards:
        if card.kind == "character" and card.known and not card.lines:
            if not words & set(fold(card.title).replace(":", " ").split()):
                return card
    raise AssertionError("every card without a text is named in the scenario")


def with_noise(doc: Mapping[str, Any], card: Card) -> dict[str, Any]:
    """The tables of a scenario with dice of the card on both sides."""
    seats = {}
    for name, table in doc["seat"].items():
        seats[name] = dict(table) | {"cards": [*table.get("cards", []), f"{card.set}:{card.title}"]}
        for zone, die in (("field", f"{card.title}@1"), ("used", card.title), ("prep", card.title)):
            seats[name][zone] = [*table.get(zone, []), die]
    return dict(doc) | {"seat": seats}


class Noisy:
    """The game with added dice, which follows the game without them."""

    def __init__(self, plain: Player, player: Player, card: Card) -> None:
        self.plain = plain
        self.player = player
        self.title = card.title
        kit = player.state.kit
        self.added = frozenset(d for d in range(kit.n_dice) if kit.titles[kit.die_card[d]] == card.title)
        player.apart = self.added

    @property
    def state(self) -> DMState:
        return self.player.state

    def line(self, line: Line) -> Line:
        """A line of the script as it must be written here: added dice are rolled and drawn too."""
        if line.kind not in ("draw", "roll"):
            return line
        if self.state.wait is Wait.PAUSE:
            self.player.proceed()
        f = self.state.stack[-1]
        if self.state.wait is not Wait.CHANCE or line.kind == "draw" or f[0] != FR_ROLL:
            return line
        more = [f"{self.title}@1" for d in f[5] if d in self.added]
        if not more:
            return line
        text = ", ".join(more) if fold(line.text.strip()) == "none" else ", ".join([line.text, *more])
        return line._replace(text=text)

    def follow(self) -> None:
        """Answers what only the added dice have raised, until both games wait for the same."""
        for _ in range(LONGEST):
            s = self.state
            if s.is_over or _waits_for(s) == _waits_for(self.plain.state):
                return
            if s.wait is Wait.PAUSE:
                self.player.proceed()
            elif s.wait is Wait.CHANCE:
                outcome = self._fall(s)
                if not outcome:
                    return
                self.player.session.chance(outcome)
            elif s.legal:
                self.player.session.act(self._answer(s))
            else:
                return

    def _fall(self, s: DMState) -> tuple[int, ...]:
        """Of a draw the dice of the scenario first; added dice show level 1."""
        f = s.stack[-1]
        if f[0] == FR_DRAW:
            _, _, _, count, _, sure, pool, _ = f
            return tuple(sorted(pool, key=lambda d: d in self.added)[: count - len(sure)])
        return tuple(LEVEL_1 for _ in f[5]) if all(d in self.added for d in f[5]) else ()

    def _answer(self, s: DMState) -> int:
        f, legal = s.stack[-1], s.legal
        if f[0] in (FR_WINDOW, FR_PICK):
            return DONE if DONE in legal else legal[0]
        if f[0] == FR_BLOCK:
            return next((a for a in legal if a % BLOCK_BASE == 0), legal[0])
        if f[0] in (FR_EFFECT, FR_PAY):
            dice = [a for a in legal if A_DIE <= a < A_REST]
            own = [a for a in dice if a - A_DIE not in self.added]
            if own:
                return own[0]
            return next((a for a in (DONE, A_NO) if a in legal), legal[0])
        return legal[0]


def _waits_for(s: DMState) -> tuple[int, ...]:
    """What a game waits for: whose question, of which kind, in which turn."""
    if s.wait is not Wait.DECISION:
        return (s.turn, s.waiting, s.stack[-1][0] if s.wait is Wait.CHANCE else 0)
    f = s.stack[-1]
    what = (f[3],) if f[0] in (FR_WINDOW, FR_PICK) else (f[1], f[3]) if f[0] == FR_EFFECT else ()
    return (s.turn, s.waiting, f[0], s.asked, *what)
