"""A game in the terminal, whatever its rules: asks, reads, plays, saves and leaves. Knows no game.

Moves are lines of notation or numbers of a list; bots answer for the seats that no person has taken.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicehall.cli import terminal_save
from dicehall.cli.terminal_choice import Choice, joined, numbers_of, picked
from dicehall.cli.terminal_input import Keyboard
from dicehall.cli.terminal_rules import say_reasons, say_rule, why_last
from dicehall.cli.terminal_style import Out
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput
from dicehall.kernel.event import Event
from dicehall.notation.player import LinePlayer
from dicehall.notation.record import lines_of
from dicehall.notation.words import fold

COMMANDS = ("help", "table", "moves", "why", "rule", "log", "undo", "save", "record", "quit")
CONCEDE = "concede"
WORDS = {"?": "help", "q": "quit", "exit": "quit", "list": "moves"}


class Quit(Exception):
    """Somebody wants to leave."""


class TerminalBase:
    """A player's session at a terminal. `people` are the seats that are asked here; bots have the others."""

    game = ""  # whose rules are quoted
    example = ""  # the number of a rule
    commands: Sequence[str] = COMMANDS
    quiet: Sequence[str] = ()  # kinds of events that the log leaves out
    help_text = ""
    most_turns = 1000
    nobody_wins = "It is a tie"

    def __init__(
        self,
        player: LinePlayer,
        people: Sequence[int],
        out: Out,
        *,
        seed: int | None = None,
        keep: Path | None = None,
        again: str = "",
    ) -> None:
        self.player = player
        self.people = list(people)
        self.out = out
        self.seed = seed
        self.keep = keep  # where the record goes in the end
        self.again = again  # the command that plays a game with the same dice
        self.keyboard = Keyboard(out, self._completions)
        self.shown = -1  # the version whose question is on the screen
        self.saved: list[Path] = []
        self.saved_version = -1
        self.begun = player.state.version

    # ---- what each game says for itself ------------------------------------------------------------------
    @property
    def state(self) -> Any:
        return self.player.state

    @property
    def title(self) -> str:
        raise NotImplementedError

    @property
    def file_name(self) -> str:
        """What a saved game is called if nobody names it."""
        raise NotImplementedError

    def bot_moves(self) -> bool:
        """Lets the bots answer that are asked now; says whether there were any."""
        raise NotImplementedError

    def asked_seat(self) -> int:
        """The seat of a person that is asked next."""
        raise NotImplementedError

    def choices(self, seat: int) -> list[Choice]:
        raise NotImplementedError

    def verbs(self, seat: int) -> Sequence[str]:
        """The verbs that answer the open question."""
        raise NotImplementedError

    def is_move(self, text: str) -> bool:
        """Whether a line begins like a move of this game."""
        raise NotImplementedError

    def sentence(self, event: Event) -> str:
        """An event in words, with its rule; empty if there is nothing to say."""
        raise NotImplementedError

    def tell(self, seat: int) -> None:
        """What has happened since it was last told; `seat` is asked next (-1: nobody)."""
        raise NotImplementedError

    def forget(self) -> None:
        """What has happened so far need not be told."""
        raise NotImplementedError

    def final_words(self) -> str:
        """How it stood at the end."""
        raise NotImplementedError

    def show(self, seat: int, full: bool = False) -> None:
        """What has happened, the table or the part that matters now, and the list of moves."""
        raise NotImplementedError

    def show_list(self, seat: int) -> None:
        raise NotImplementedError

    def recorded(self, seat: int, text: str) -> str:
        """A move that can be made, as the record writes it; raises what speaks against it."""
        raise NotImplementedError

    def echo(self, seat: int, text: str) -> None:
        """Shows a move that is being made."""
        self.out.say(f"{self.name(seat)}> {text}", "green")

    def why_move(self, seat: int, text: str) -> None:
        raise NotImplementedError

    def why_name(self, seat: int, text: str) -> None:
        raise NotImplementedError

    def completed(self, line: str) -> list[str]:
        """Whole lines that begin with what has been typed."""
        raise NotImplementedError

    def join(self, chosen: Sequence[Choice]) -> Choice:
        return joined(chosen)

    def saving(self) -> dict[str, Any]:
        """What a saved game holds beside the game."""
        return {}

    def on_saved(self) -> None:
        """What has to be said of a game that was just saved."""

    # ---- the loop ----------------------------------------------------------------------------------------
    @property
    def about(self) -> str:
        return self.title if self.seed is None else f"{self.title}, seed {self.seed}"

    def name(self, seat: int) -> str:
        return str(self.state.kit.seat_names[seat])

    def run(self) -> int:
        code = 0
        try:
            while not self.state.is_over and self.state.turn <= self.most_turns:
                if self.state.wait is Wait.PAUSE:
                    self.player.proceed()
                elif not self.bot_moves():
                    self.ask()
            self._finish()
        except (EOFError, KeyboardInterrupt) as stop:
            code = 130 if isinstance(stop, KeyboardInterrupt) else 0
            self.out.put("")
            self.leave()
        except Quit:
            self.leave()
        return code

    def ask(self) -> None:
        """One line of a person."""
        seat = self.asked_seat()
        if self.shown != self.state.version:
            self.show(seat)
        self.answer(seat, self.keyboard.line(f"{self.name(seat)}> "))

    def answer(self, seat: int, line: str) -> None:
        """Does what a line says, or says why not."""
        try:
            self._answer(seat, line.strip())
        except IllegalAction as error:
            self.out.say("That cannot be done now:", "yellow")
            say_reasons(self.out, error.reasons)
        except DicehallError as error:
            self.complain(error)

    def complain(self, error: DicehallError) -> None:
        for row in str(error).split("\n"):
            row = row.strip()
            self.out.say(row[:1].upper() + row[1:] + ("" if row[-1:] in ".!?:" else "."), "yellow")

    def _answer(self, seat: int, line: str) -> None:
        if not line:
            self.show(seat, full=True)
            return
        if line.startswith("#"):
            return
        name, mark, rest = line.partition(">")
        if mark and fold(name.strip()) == fold(self.name(seat)):
            line = rest.strip()  # as a record writes it
        word, _, rest = line.partition(" ")
        command = WORDS.get(word.lower(), word.lower())
        if command in self.commands:
            getattr(self, f"_do_{command}")(seat, rest.strip())
        elif numbers := numbers_of(line):
            self.choose(seat, self._by_numbers(seat, numbers))
        elif not self.is_move(line):
            now = ", ".join(self.verbs(seat)) or "a number of the list"
            raise InvalidInput(f"'{line[:40]}' is neither a move nor a command; moves now: {now}; help lists all")
        else:
            self.move(seat, line)

    def _by_numbers(self, seat: int, numbers: Sequence[int]) -> Choice:
        return self.join(picked(self.choices(seat), numbers))

    def choose(self, seat: int, choice: Choice) -> None:
        self.move(seat, choice.text)

    def move(self, seat: int, text: str) -> None:
        """Makes a move and shows it as the record has it."""
        name = self.name(seat)
        try:
            shown = self.recorded(seat, text)
        except DicehallError:
            self.player.move(name, text)  # raises it again, unless it states what has happened by itself
            self.out.say("That has happened by itself; nothing more is to be done.")
            return
        if shown == CONCEDE and not self.sure("Do you give the game up?"):
            return
        self.echo(seat, shown)
        self.player.move(name, text)

    def sure(self, text: str) -> bool:
        """At a keyboard it is asked; a pipe means what it says."""
        return not self.keyboard.is_tty or self.keyboard.line(f"{text} (yes or no) ").strip().lower() in ("y", "yes")

    def _completions(self, line: str) -> list[str]:
        return self.completed(line)

    # ---- commands ----------------------------------------------------------------------------------------
    def _do_help(self, seat: int, rest: str) -> None:
        for row in self.help_text.splitlines():
            if len(row) < self.out.width:
                self.out.put(row)
            else:
                self.out.say(row)

    def _do_table(self, seat: int, rest: str) -> None:
        raise NotImplementedError

    def _do_moves(self, seat: int, rest: str) -> None:
        self.show_list(seat)

    def _do_why(self, seat: int, rest: str) -> None:
        if not rest:
            why_last(self.out, self.player.session.log, self.sentence, self.quiet, self.game)
        elif numbers := numbers_of(rest):
            self.why_move(seat, self._by_numbers(seat, numbers).text)
        elif self.is_move(rest):
            self.why_move(seat, rest)
        else:
            self.why_name(seat, rest)

    def _do_rule(self, seat: int, rest: str) -> None:
        say_rule(self.out, rest, self.game, self.example)

    def _do_log(self, seat: int, rest: str) -> None:
        if rest and not (rest.isdecimal() and len(rest) < 7):
            raise InvalidInput(f"log takes a number, not '{rest[:20]}'")
        events = [e for e in self.player.session.log if e.kind not in self.quiet]
        for e in events[-int(rest or 20) or len(events) :]:
            self.out.say(self.sentence(e), label="" if e.kind == "turn" else "  ", hang=4)

    def _do_undo(self, seat: int, rest: str) -> None:
        session = self.player.session
        acts = [e for e in session.entries if e.what == "act"]
        mover = acts[-1].seat if acts and acts[-1].seat in self.people else seat
        reason = session.can_undo(mover)
        if reason is not None:
            raise InvalidInput(f"nothing can be taken back: {reason}")
        secret = mover in self.state.committed
        last = f"{self.name(mover)}'s secret choice" if secret else lines_of(session)[-1]
        session.undo(mover)
        self.saved_version = -1
        self.forget()
        self.out.say(f"Taken back: {last}", "green")

    def _do_save(self, seat: int, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self._free_name()
        self._save(path)
        self.out.say(f"Saved: {' and '.join(str(p) for p in self.saved)}", "green")
        self.on_saved()
        self._how_to_go_on(self.saved[0])

    def _save(self, path: Path) -> None:
        path = path if path.suffix else path.with_suffix(".json")
        if path.exists() and path not in self.saved:
            raise InvalidInput(f"{path} exists already; choose another name")
        self.saved = terminal_save.save_game(path, self.player, self.people, self.seed, self.saving())
        self.saved_version = self.state.version

    def _free_name(self) -> Path:
        base = self.file_name + (f"-{self.seed}" if self.seed is not None else "")
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
        raise Quit

    # ---- the end -----------------------------------------------------------------------------------------
    def _finish(self) -> None:
        self.tell(-1)
        outcome = self.state.outcome
        self.out.put("")
        names = self.player.side_names
        if outcome is None:
            self.out.say(f"The game was stopped after turn {self.most_turns}.", "bold")
        else:
            won = f"{' and '.join(names[w] for w in outcome.winners)} wins" if outcome.winners else self.nobody_wins
            self.out.say(f"{won} in turn {self.state.turn} [{outcome.rule}]. {self.final_words()}", "bold")
        self._write_record()
        if self.again:
            self.out.say(f"The same dice again: {self.again}")

    def leave(self) -> None:
        """Leaves in mid-game: nothing is lost at a keyboard; a pipe can be played again."""
        if self.saved_version == self.state.version:
            self.out.say("The game is saved.")
            self._how_to_go_on(self.saved[0])
        elif self.state.version > self.begun and self.keyboard.is_tty:
            home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
            path = home / "dicehall" / "unfinished.json"
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                terminal_save.save_game(path, self.player, self.people, self.seed, self.saving())
                self.out.say("The game was saved.")
                self.on_saved()
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
