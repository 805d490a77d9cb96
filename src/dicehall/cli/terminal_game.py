"""The game in the terminal: asks, reads, plays, and tells what happened. Knows no rules of its own.

Moves are lines of notation or numbers of a list; bots answer for the seats that no person has taken.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from dicehall.bots.base import Bot, question
from dicehall.cli import terminal_card, terminal_save, terminal_screen, terminal_why
from dicehall.cli.terminal_input import Keyboard
from dicehall.cli.terminal_moves import FEW, Choice, by_numbers, choices, completions, grouped_rows, rows, verbs
from dicehall.cli.terminal_story import Story
from dicehall.cli.terminal_style import Out
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import FR_BLOCK, FR_EFFECT, FR_PICK, P_REROLL
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput
from dicehall.notation.dm.log import QUIET, with_rule
from dicehall.notation.dm.moves import VERBS, parse_move
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.printing import move_text
from dicehall.notation.record import lines_of
from dicehall.notation.words import fold

COMMANDS = ("help", "table", "moves", "card", "why", "rule", "log", "undo", "save", "record", "quit")
MOST_TURNS = 1000

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
global NAME        global NAME on DIE with DIE  a Global Ability (NAME x2: twice)
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
log [N]            the last N things that happened, with their rules
undo               takes back your last move, not across dice or another seat
save [FILE]        record [FILE]                quit
The beginning of a name is enough; Tab completes."""


class TerminalGame:
    """A player's session at a terminal. `people` are the seats that are asked here; bots have the others."""

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
        self.player = player
        self.people = list(people)
        self.bots = bots
        self.out = out
        self.seed = seed
        self.keep = keep  # where the record goes in the end
        self.again = again  # the command that plays a game with the same dice
        self.keyboard = Keyboard(out, lambda line: completions(self.state, line, COMMANDS))
        self.story = Story(out, player, self.people)
        self.shown = -1  # the version whose question is on the screen
        self.saved: list[Path] = []
        self.saved_version = -1
        self.begun = player.state.version

    @property
    def state(self) -> DMState:
        return self.player.state

    @property
    def about(self) -> str:
        title = self.state.kit.edition.title
        return title if self.seed is None else f"{title}, seed {self.seed}"

    # ---- the loop ----------------------------------------------------------------------------------------
    def run(self) -> int:
        code = 0
        try:
            while not self.state.is_over and self.state.turn <= MOST_TURNS:
                if self.state.wait is Wait.PAUSE:
                    self.player.proceed()
                elif self.state.asked in self.bots:
                    self.player.session.act(self.bots[self.state.asked].choose(question(self.state)))
                else:
                    self._ask()
            self._finish()
        except (EOFError, KeyboardInterrupt) as stop:
            code = 130 if isinstance(stop, KeyboardInterrupt) else 0
            self.out.put("")
            self._leave()
        except _Quit:
            self._leave()
        return code

    def _ask(self) -> None:
        """One line of a person."""
        s = self.state
        seat = s.asked
        if self.shown != s.version:
            self._show(seat)
        line = self.keyboard.line(f"{s.kit.seat_names[seat]}> ").strip()
        try:
            self._answer(seat, line)
        except IllegalAction as error:
            self.out.say("That cannot be done now:", "yellow")
            terminal_why.say_reasons(self.out, error.reasons, quote=False)
        except DicehallError as error:
            text = str(error)
            self.out.say(text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?" else "."), "yellow")

    def _show(self, seat: int, full: bool = False) -> None:
        s = self.state
        self.story.tell(seat)
        frame = s.stack[-1]
        if full or frame[0] == FR_BLOCK or (frame[0] == FR_PICK and frame[3] == P_REROLL) or self.shown < 0:
            self.out.put("")
            terminal_screen.table(self.out, s, seat, self.about)
        else:
            terminal_screen.focus(self.out, s, seat)
        self.shown = s.version
        self._list()

    def _list(self) -> None:
        s = self.state
        listed = choices(s)
        asked = terminal_screen.question(s)
        if s.stack[-1][0] == FR_EFFECT and any(c.part for c in listed):
            asked = asked.replace(". [", ": several numbers (1 3) are one move. [")
        self.out.rule_line(f"{s.kit.seat_names[s.asked]}: {asked}", style="bold")
        if s.stack[-1][0] == FR_BLOCK and len(listed) > FEW:
            for row in grouped_rows(s, listed):
                self.out.say(row, label="  ", hang=6)
        else:
            self.out.columns(rows(listed))

    def _answer(self, seat: int, line: str) -> None:
        s = self.state
        if not line:
            self._show(seat, full=True)
            return
        if line.startswith("#"):
            return
        name, mark, rest = line.partition(">")
        if mark and fold(name.strip()) == fold(s.kit.seat_names[seat]):
            line = rest.strip()  # as a record writes it
        word, _, rest = line.partition(" ")
        command = {"?": "help", "q": "quit", "exit": "quit", "list": "moves"}.get(word.lower(), word.lower())
        if command in COMMANDS:
            getattr(self, f"_do_{command}")(seat, rest.strip())
        elif all(part.isdigit() for part in line.replace(",", " ").split()) and line.strip(", "):
            if any(len(part) > 4 for part in line.replace(",", " ").split()):
                raise InvalidInput(f"there is no move {line[:12]}")
            self._choose(seat, by_numbers(choices(s), [int(n) for n in line.replace(",", " ").split()]))
        elif not terminal_why.is_move(s, line):
            now = ", ".join(verbs(s)) or "a number of the list"
            raise InvalidInput(f"'{line[:40]}' is neither a move nor a command; moves now: {now}; help lists all")
        else:
            self._move(seat, line)

    def _choose(self, seat: int, choice: Choice) -> None:
        if choice.action >= 0:
            self.out.say(f"{self.state.kit.seat_names[seat]}> {choice.text}", "green")
            self.player.session.act(choice.action)
        else:
            self._move(seat, choice.text)

    def _move(self, seat: int, text: str) -> None:
        """Makes a move and shows it as the record has it."""
        s = self.state
        name = s.kit.seat_names[seat]
        try:
            move = parse_move(s, seat, text)
        except DicehallError:
            self.player.move(name, text)  # raises it again, unless it states what has happened by itself
            self.out.say("That has happened by itself; nothing more is to be done.")
            return
        if move.concedes and self.keyboard.is_tty and not self._sure("Do you give the game up? (yes or no) "):
            return
        shown = "concede" if move.concedes else move_text(s, move.actions, move.prefer)
        self.out.say(f"{name}> {shown}", "green")
        self.player.move(name, text)

    def _sure(self, text: str) -> bool:
        return self.keyboard.line(text).strip().lower() in ("y", "yes")

    # ---- commands ----------------------------------------------------------------------------------------
    def _do_help(self, seat: int, rest: str) -> None:
        for row in HELP.splitlines():
            if len(row) < self.out.width:
                self.out.put(row)
            else:
                self.out.say(row)

    def _do_table(self, seat: int, rest: str) -> None:
        terminal_screen.table(self.out, self.state, seat, self.about)

    def _do_moves(self, seat: int, rest: str) -> None:
        self._list()

    def _do_why(self, seat: int, rest: str) -> None:
        if not rest:
            terminal_why.why_last(self.out, self.state, self.player.session.log)
        elif rest.isdigit() and len(rest) < 5:
            terminal_why.why_move(self.out, self.state, seat, by_numbers(choices(self.state), [int(rest)]).text)
        elif terminal_why.is_move(self.state, rest):
            terminal_why.why_move(self.out, self.state, seat, rest)
        else:
            terminal_why.why_name(self.out, self.state, seat, rest)

    def _do_card(self, seat: int, rest: str) -> None:
        terminal_card.show_cards(self.out, self.state, rest)

    def _do_rule(self, seat: int, rest: str) -> None:
        terminal_why.say_rule(self.out, rest)

    def _do_log(self, seat: int, rest: str) -> None:
        if rest and not (rest.isdigit() and len(rest) < 7):
            raise InvalidInput(f"log takes a number, not '{rest[:20]}'")
        events = [e for e in self.player.session.log if e.kind not in QUIET]
        for e in events[-int(rest or 20) or len(events) :]:
            self.out.say(with_rule(self.state, e), label="" if e.kind == "turn" else "  ", hang=4)

    def _do_undo(self, seat: int, rest: str) -> None:
        session = self.player.session
        acts = [e for e in session.entries if e.what == "act"]
        mover = acts[-1].seat if acts and acts[-1].seat in self.people else seat
        reason = session.can_undo(mover)
        if reason is not None:
            raise InvalidInput(f"nothing can be taken back: {reason}")
        last = lines_of(session)[-1]
        session.undo()
        self.saved_version = -1
        self.story.skip()
        self.player.changed = len(session.log)
        self.out.say(f"Taken back: {last}", "green")

    def _do_save(self, seat: int, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self._free_name()
        self._save(path)
        self.out.say(f"Saved: {' and '.join(str(p) for p in self.saved)}", "green")
        self._how_to_go_on(self.saved[0])

    def _save(self, path: Path) -> None:
        path = path if path.suffix else path.with_suffix(".json")
        if path.exists() and path not in self.saved:
            raise InvalidInput(f"{path} exists already; choose another name")
        self.saved = terminal_save.save_game(path, self.player, self.people, self.seed)
        self.saved_version = self.state.version

    def _free_name(self) -> Path:
        base = f"dicehall-{self.state.kit.edition.name}" + (f"-{self.seed}" if self.seed is not None else "")
        for n in range(1, 1000):
            path = Path(f"{base}{'' if n == 1 else f'-{n}'}.json")
            if path in self.saved or not (path.exists() or path.with_suffix(".toml").exists()):
                return path
        raise InvalidInput("there are too many saved games here; name a file")

    def _do_record(self, seat: int, rest: str) -> None:
        text = terminal_save.game_record(self.player, self.seed)
        if not rest:
            for row in text.splitlines():
                self.out.say(row, hang=4)
            return
        path = Path(rest).expanduser()
        if path.exists():
            raise InvalidInput(f"{path} exists already; choose another name")
        terminal_save.write(path, text.encode())
        self.out.say(f"The record is in {path}", "green")

    def _do_quit(self, seat: int, rest: str) -> None:
        raise _Quit

    # ---- the end -----------------------------------------------------------------------------------------
    def _finish(self) -> None:
        self.story.tell(-1)
        outcome = self.state.outcome
        self.out.put("")
        names = self.player.side_names
        if outcome is None:
            self.out.say(f"The game was stopped after turn {MOST_TURNS}.", "bold")
        else:
            lives = ", ".join(f"{n} {max(0, x)}" for n, x in zip(names, self.state.life, strict=True))
            won = f"{' and '.join(names[w] for w in outcome.winners)} wins" if outcome.winners else "It is a tie"
            self.out.say(f"{won} in turn {self.state.turn} [{outcome.rule}]. Life: {lives}.", "bold")
        self._write_record()
        if self.again:
            self.out.say(f"The same dice again: {self.again}")

    def _leave(self) -> None:
        """Leaves in mid-game: nothing is lost at a keyboard; a pipe can be played again."""
        if self.saved_version == self.state.version:
            self.out.say("The game is saved.")
            self._how_to_go_on(self.saved[0])
        elif self.state.version > self.begun and self.keyboard.is_tty:
            home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
            path = home / "dicehall" / "unfinished.json"
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                terminal_save.save_game(path, self.player, self.people, self.seed)
                self.out.say("The game was saved.")
                self._how_to_go_on(path)
            except (OSError, DicehallError) as error:
                self.out.say(f"The game could not be saved: {error}", "yellow")
        else:
            self.out.say("The game ends here, unfinished and not saved; 'save' would have kept it.")
            if self.again:
                self.out.say(f"The same dice again: {self.again}")
        self._write_record()

    def _how_to_go_on(self, path: Path) -> None:
        command = f"dicehall play --load {shlex.quote(str(path))}"
        if len(command) < self.out.width - 10:
            self.out.put(f"To go on: {command}")
        else:  # on a line of its own, not wrapped, so that it can be copied
            self.out.put(f"To go on:\n{command}")

    def _write_record(self) -> None:
        if self.keep is not None:
            terminal_save.write(self.keep, terminal_save.game_record(self.player, self.seed).encode())
            self.out.say(f"The record is in {self.keep}")


class _Quit(Exception):
    pass


__all__ = ["COMMANDS", "VERBS", "TerminalGame"]
