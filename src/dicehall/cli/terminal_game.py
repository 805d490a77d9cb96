"""The Dice Masters game in the terminal. Knows no rules of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dicehall.bots.base import Bot
from dicehall.cli import terminal_base, terminal_card, terminal_screen, terminal_why
from dicehall.cli.terminal_base import CONCEDE, TerminalBase
from dicehall.cli.terminal_choice import Choice, rows
from dicehall.cli.terminal_moves import FEW, choices, completions, grouped_rows, join, verbs
from dicehall.cli.terminal_story import Story
from dicehall.cli.terminal_style import Out
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FR_BLOCK, FR_EFFECT, FR_PICK, P_REROLL
from dicehall.kernel.event import Event
from dicehall.notation.dm.log import QUIET, with_rule
from dicehall.notation.dm.moves import parse_move
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.printing import move_text

COMMANDS = (*terminal_base.COMMANDS, "card")

HELP = """\
Bring the other side to 0 life. On your turn: roll, reroll some dice once, buy
dice and field characters with energy, attack. Bought dice go to your Used Pile
and come back through your bag.
3A/4D is attack 3, defence 4: 4 damage in one turn knocks it out (KO).
Energy: fist, bolt, mask, shield, wild (any of them), generic (no type). fist2
is a face with two. Sidekick@fist is a Sidekick that shows a fist, War Machine@2
a level 2 character. "each 4 shield": a die costs 4 energy, one of it a shield.

1                  the move of that number; several (3 4) make one move
keep               reroll Sidekick#2, Jarvis
buy NAME           buy NAME with DIE, DIE       pays with just these dice
field NAME         buy NAME + field NAME        one payment for both
use NAME           use NAME on DIE, PLAYER      an action die, and its targets
global NAME        global NAME on DIE with DIE  an ability (NAME x2: twice)
choose DIE         choose yes, no, none, up, 3  answers what a card asks
pass               end main                     nothing more; the way on
attack A, B        attack none
block A: X, Y      block A: X; B: Z             block none
assign A: X=3, Y=1 how A divides its damage     concede

why MOVE           why it can be done, or every reason why not
why NAME           where its numbers come from; why alone: the last event
card NAME          the text of a card, its cost and the faces of its die
rule 3.2.4         a rule; rule 3.2 a section
table  moves       the table, the list of moves; Enter shows both
hint [N]           three good moves, by looking ahead, with chances to win
log [N]            the last N things that happened, with their rules
undo               takes back your last move, not across dice; that of another
                   person only if they agree
save [FILE]        record [FILE]                quit
The beginning of a name is enough; Tab completes."""


class TerminalGame(TerminalBase):
    """Dice Masters at a terminal."""

    game = "dicemasters"
    example = "3.2.4"
    commands = COMMANDS
    quiet = QUIET
    help_text = HELP
    player: Player

    def __init__(
        self,
        player: Player,
        people: Sequence[int],
        bots: dict[int, Bot],
        out: Out,
        *,
        seed: int | None = None,
        keep: Path | None = None,
        again: str = "",
    ) -> None:
        super().__init__(player, people, out, seed=seed, keep=keep, again=again)
        self.bots = bots
        self.story = Story(out, player, self.people)

    @property
    def state(self) -> DMState:
        return self.player.state

    @property
    def title(self) -> str:
        return self.state.kit.edition.title

    @property
    def file_name(self) -> str:
        return f"dicehall-{self.state.kit.edition.name}"

    # ---- asking ------------------------------------------------------------------------------------------
    def bot_moves(self) -> bool:
        seat = self.state.asked
        bot = self.bots.get(seat)
        if bot is None:
            return False
        self.player.session.act(self.answer_of(bot, seat))
        return True

    def asked_seat(self) -> int:
        return self.state.asked

    def choices(self, seat: int) -> list[Choice]:
        return choices(self.state)

    def join(self, chosen: Sequence[Choice]) -> Choice:
        return join(chosen)

    def verbs(self, seat: int) -> Sequence[str]:
        return verbs(self.state)

    def is_move(self, text: str) -> bool:
        return terminal_why.is_move(self.state, text)

    def completed(self, line: str) -> list[str]:
        return completions(self.state, line, COMMANDS)

    def show(self, seat: int, full: bool = False) -> None:
        s = self.state
        self.story.tell(seat)
        frame = s.stack[-1]
        if full or frame[0] == FR_BLOCK or (frame[0] == FR_PICK and frame[3] == P_REROLL) or self.shown < 0:
            self.out.put("")
            terminal_screen.table(self.out, s, seat, self.about)
        else:
            terminal_screen.focus(self.out, s, seat)
        self.shown = s.version
        self.show_list(seat)

    def show_list(self, seat: int) -> None:
        s = self.state
        listed = choices(s)
        asked = terminal_screen.question(s)
        if s.stack[-1][0] == FR_EFFECT and any(c.part for c in listed):
            asked = asked.replace(". [", ": several numbers (1 3) are one move. [")
        self.out.rule_line(f"{self.name(seat)}: {asked}", style="bold")
        if s.stack[-1][0] == FR_BLOCK and len(listed) > FEW:
            for row in grouped_rows(s, listed):
                self.out.say(row, label="  ", hang=6)
        else:
            self.out.columns(rows(listed))

    # ---- moving ------------------------------------------------------------------------------------------
    def choose(self, seat: int, choice: Choice) -> None:
        if choice.action >= 0:
            self.echo(seat, choice.text)
            self.player.session.act(choice.action)
        else:
            self.move(seat, choice.text)

    def recorded(self, seat: int, text: str) -> str:
        move = parse_move(self.state, seat, text)
        return CONCEDE if move.concedes else move_text(self.state, move.actions, move.prefer)

    # ---- telling -----------------------------------------------------------------------------------------
    def sentence(self, event: Event) -> str:
        return with_rule(self.state, event)

    def tell(self, seat: int) -> None:
        self.story.tell(seat)

    def forget(self) -> None:
        self.story.skip()
        self.player.changed = len(self.player.session.log)

    def final_words(self) -> str:
        lives = [f"{n} {max(0, x)}" for n, x in zip(self.player.side_names, self.state.life, strict=True)]
        return f"Life: {', '.join(lives)}."

    def why_move(self, seat: int, text: str) -> None:
        terminal_why.why_move(self.out, self.state, seat, text)

    def why_name(self, seat: int, text: str) -> None:
        terminal_why.why_name(self.out, self.state, seat, text)

    def _do_table(self, seat: int, rest: str) -> None:
        terminal_screen.table(self.out, self.state, seat, self.about)

    def _do_card(self, seat: int, rest: str) -> None:
        terminal_card.show_cards(self.out, self.state, rest)
