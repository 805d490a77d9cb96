"""IRONDIE in the terminal. Knows no rules of its own.

Where people at one keyboard choose in secret, the screen is handed over and cleared, and nothing typed is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicehall.bots.base import Bot
from dicehall.cli import iron_end, iron_moves, iron_screen, iron_why, terminal_base
from dicehall.cli.iron_story import IronStory
from dicehall.cli.terminal_base import CONCEDE, WORDS, Quit, TerminalBase
from dicehall.cli.terminal_choice import Choice
from dicehall.cli.terminal_style import Out
from dicehall.irondie import IrondieState
from dicehall.irondie.describe import action_text
from dicehall.irondie.dice import LIFE
from dicehall.irondie.match import Match
from dicehall.irondie.secret import Q_SPLIT, split_dice
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.irondie.terms import FR_SECRET
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.event import Event
from dicehall.notation.iron.log import QUIET, side_word, with_rule
from dicehall.notation.iron.moves import parse_move
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.iron.position import CLOCK
from dicehall.notation.words import fold

COMMANDS = (*terminal_base.COMMANDS, "die", "chromatic", "sudden")
PATIENCE = 50  # turns after which bots among themselves play sudden death

HELP = """\
Bring the other side to the point where it has no LIFE die in its LIFE Zone,
while you have one. Each turn: all choose in secret which dice they roll into
battle; the others stay in reserve for duels. After the duels the attack of a
side beyond the defence of the other is damage, taken from LIFE dice.
red assault*@4 is a rare red assault that shows 4; #2 the second of equal dice.
A rolled 1 (on a rare die a 2 too) gives the bonus of its colour: chromatic.

1                  the move of that number; in a split several: 1 3 4
battle DIE, DIE    battle all, battle none      these are rolled, others wait
bonus DIE          the target of a colour bonus
duel DIE on DIE    duel orange swarm            a swarm, a fortress: no target
forgo              no further roll              renounce  open no more duels
choose add         choose subtract              of an assault or a barrier
wound DIE=2        wound DIE=2, DIE=1           how you distribute damage
take DIE           take none                    a LIFE die back into the hand
concede

why MOVE           why it can be done, or every reason why not
why DIE            what it is, where its value comes from; why alone: what
                   happened last, and because of what
die NAME           what a die, a shape or a colour does: die smasher, die red
chromatic          the bonuses of all colours, and how they are known
rule 4.5.2         a rule; rule 4.5 a section
table  moves       the table, the list of moves; Enter shows both
hint [N]           three good moves, by looking ahead, with chances to win
log [N]            the last N things that happened, with their rules
undo               takes back your last move, not across dice; that of another
                   person only if they agree
sudden death       time is up: it holds from the next turn on (9.2)
save [FILE]        record [FILE]                quit
The beginning of a name is enough; Tab completes."""


class IronGame(TerminalBase):
    """IRONDIE at a terminal."""

    game = "irondie"
    example = "4.5.2"
    commands = COMMANDS
    quiet = QUIET
    help_text = HELP
    nobody_wins = "It is a draw"
    after = ("die", "chromatic")
    player: IronPlayer

    def __init__(
        self,
        player: IronPlayer,
        people: Sequence[int],
        bots: dict[int, Bot],
        out: Out,
        *,
        seed: int | None = None,
        keep: Path | None = None,
        again: str = "",
        match: Match | None = None,
    ) -> None:
        super().__init__(player, people, out, seed=seed, keep=keep, again=again)
        self.bots = bots
        self.story = IronStory(out, player, self.people)
        self.holder = (-1, -1)  # at which version the keyboard was handed over, and to which seat
        self.score = "" if match is None else f", game {match.games + 1} ({match.wins[0]}:{match.wins[1]})"
        self.match = None if match is None else match.save()  # as it was when the game began

    @property
    def state(self) -> IrondieState:
        return self.player.state

    @property
    def title(self) -> str:
        return f"IRONDIE{self.score}"

    @property
    def file_name(self) -> str:
        return "dicehall-irondie"

    @property
    def is_last(self) -> bool:
        return self.match is None

    @property
    def enter_after(self) -> str:
        return "leaves" if self.match is None else "goes on with the match"

    def wins(self, side: int) -> str:
        return f"{side_word(self.state, side)} {'win' if len(self.state.kit.seats_of[side]) > 1 else 'wins'}"

    def saving(self) -> dict[str, Any]:
        return {} if self.match is None else {"match": self.match}

    def on_saved(self) -> None:
        for seat in self.state.committed:
            self.out.say(f"The file holds {self.name(seat)}'s secret choice: it can be read in it.", "yellow")

    # ---- asking ------------------------------------------------------------------------------------------
    def bot_moves(self) -> bool:
        """Each bot sees the table as its seat sees it; who is asked at once answers before anybody is heard."""
        s = self.state
        if not self.people and s.turn > PATIENCE and not s.sudden_called:
            self.player.session.call(SUDDEN_DEATH)
        answers = [(x, self.answer_of(self.bots[x], x)) for x in s.seats_asked if x in self.bots]
        for seat, action in answers:
            self.player.session.act(action, seat=seat)
        return bool(answers)

    def asked_seat(self) -> int:
        return next((x for x in self.state.seats_asked if x in self.people), -1)

    @property
    def is_private(self) -> bool:
        """Whether several people at this keyboard choose in secret now."""
        s = self.state
        return (
            bool(s.stack) and s.stack[-1][0] == FR_SECRET and len([x for x in s.stack[-1][5] if x in self.people]) > 1
        )

    def ask(self) -> None:
        if not self.is_private:
            super().ask()
            return
        seat, since = self.asked_seat(), self.state.since
        if self.holder != (since, seat):
            self._hand_over(seat)
            self.holder = (since, seat)
        if self.shown != self.state.version:
            self.show(seat)
        version, before = self.state.version, self.state.committed
        self.answer(seat, self.keyboard.line(f"{self.name(seat)}> ", hidden=True))
        if self.state.version != version:
            self.out.clear()
            if seat in self.state.committed:
                self.out.say(f"{self.name(seat)} has decided.")
            elif before and self.state.since == since and self.is_private:  # what undo said is no longer on the screen
                self.out.say(f"{self.name(before[-1])}'s secret choice is taken back.")

    def _hand_over(self, seat: int) -> None:
        """Everybody hears what has happened; then only one person looks."""
        self.tell(seat)
        others = [self.name(x) for x in self.state.stack[-1][5] if x in self.people and x != seat]
        hand_over(self, self.name(seat), others)

    def choices(self, seat: int) -> list[Choice]:
        return iron_moves.choices(self.state, seat)

    def join(self, chosen: Sequence[Choice]) -> Choice:
        return iron_moves.join(chosen)

    def verbs(self, seat: int) -> Sequence[str]:
        return iron_moves.verbs(self.state)

    def is_move(self, text: str) -> bool:
        return iron_why.is_move(self.state, iron_moves.expanded(self.state, self.asked_seat(), text))

    def completed(self, line: str) -> list[str]:
        return iron_moves.completions(self.state, self.asked_seat(), line, COMMANDS)

    def show(self, seat: int, full: bool = False) -> None:
        s = self.state
        self.tell(seat)
        if full or self.shown < 0 or iron_screen.wants_table(s):
            self.out.put("")
            iron_screen.table(self.out, s, seat, self.about)
        else:
            iron_screen.focus(self.out, s, seat)
        self.shown = s.version
        self.show_list(seat)

    def show_list(self, seat: int) -> None:
        s = self.state
        listed = self.choices(seat)
        self.out.rule_line(f"{self.name(seat)}: {iron_screen.question(s, seat)}", style="bold")
        rows = iron_moves.rows(s, seat, listed)
        if iron_moves.by_rows(s, listed):
            for row in rows:
                self.out.say(row, label="  ", hang=6)
        else:
            self.out.columns(rows)
        more = iron_moves.hint(s, seat, listed)
        if more:
            self.out.say(more, "dim", label="  ")

    # ---- moving ------------------------------------------------------------------------------------------
    def move(self, seat: int, text: str) -> None:
        text = iron_moves.expanded(self.state, seat, text)
        lost = "Without a LIFE die in battle the game is lost. Do you roll none?"
        if self._rolls_no_life(seat, text) and not self.sure(lost, hidden=self.is_private):
            return
        super().move(seat, text)

    def _rolls_no_life(self, seat: int, text: str) -> bool:
        """Whether a split leaves the side without a LIFE die, though the seat has one and no partner could help."""
        s = self.state
        side = s.kit.side_of[seat]
        if not iron_moves.asks(s, Q_SPLIT) or s.battle(side, LIFE):
            return False
        kind = s.kit.die_class
        able = [x for x in s.kit.seats_of[side] if any(kind[d] == LIFE for d in s.hand(x))]
        try:
            move = parse_move(s, seat, text)
        except DicehallError:
            return False
        return (
            able == [seat]
            and not any(kind[d] == LIFE for _, action in move.answers for d in split_dice(s, seat, action))
            and bool(move.answers)
        )

    def recorded(self, seat: int, text: str) -> str:
        move = parse_move(self.state, seat, text)
        return CONCEDE if move.concedes else action_text(self.state, seat, move.answers[-1][1])

    def echo(self, seat: int, text: str) -> None:
        if not self.is_private or text == CONCEDE:
            super().echo(seat, text)

    def _answer(self, seat: int, line: str) -> None:
        who, mark, rest = line.partition(">")
        super()._answer(seat, rest.strip() if mark and fold(who.strip()) == CLOCK else line)

    # ---- telling -----------------------------------------------------------------------------------------
    def sentence(self, event: Event) -> str:
        return "" if event.kind == "decided" else with_rule(self.state, event)

    def tell(self, seat: int) -> None:
        self.story.tell()

    def forget(self) -> None:
        self.story.skip()
        self.player.changed = len(self.player.session.log)

    def final_words(self) -> str:
        s = self.state
        points = [f"{side_word(s, x)} {s.points(x, LIFE)}" for x in range(s.kit.sides)]
        return f"Life points: {', '.join(points)}."

    def why_over(self) -> list[str]:
        return iron_end.why_over(self.state, self.player.session.log)

    def why_move(self, seat: int, text: str) -> None:
        iron_why.why_move(self.out, self.state, seat, iron_moves.expanded(self.state, seat, text))

    def why_name(self, seat: int, text: str) -> None:
        iron_why.why_die(self.out, self.state, self.player.session.log, text)

    # ---- commands ----------------------------------------------------------------------------------------
    def _do_table(self, seat: int, rest: str) -> None:
        iron_screen.table(self.out, self.state, seat, self.about)

    def _do_die(self, seat: int, rest: str) -> None:
        iron_why.show_kind(self.out, self.state, rest)

    def _do_chromatic(self, seat: int, rest: str) -> None:
        iron_why.show_table(self.out, self.state)

    def _do_sudden(self, seat: int, rest: str) -> None:
        if fold(rest) != "death":
            raise InvalidInput(f"write '{SUDDEN_DEATH}' when the time of the game is up (rule 9.2.1)")
        if self.sure("Is the time of the game up for all?"):
            self.player.move(CLOCK, SUDDEN_DEATH)


def hand_over(game: TerminalBase, name: str, others: Sequence[str]) -> None:
    """At a keyboard one person is asked to look, and the others not to; a pipe is told only."""
    away = f"{' and '.join(others)}, look away" if others else ""
    if game.keyboard.is_tty:
        game.out.put("")
        while line := game.keyboard.line(f"{away}; {name}, press Enter: ", hidden=True).strip():
            game.out.clear()  # it may have been meant for the secret question
            if WORDS.get(line.lower(), line.lower()) == "quit":
                raise Quit
        game.out.clear()
    else:
        game.out.say(f"({away}; {name} decides in secret.)")
