"""A game in the terminal, whatever its rules: asks, reads, plays, saves and leaves. Knows no game.

Moves are lines of notation or numbers of a list; bots answer for the seats that no person has taken.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dicehall.bots.base import Bot, question
from dicehall.bots.review import hints
from dicehall.cli import terminal_save
from dicehall.cli.terminal_choice import Choice, joined, numbers_of, picked
from dicehall.cli.terminal_hint import Advice, say_hints
from dicehall.cli.terminal_input import Keyboard
from dicehall.cli.terminal_rules import say_help, say_reasons, say_rule, why_last
from dicehall.cli.terminal_style import Out
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput
from dicehall.kernel.event import Event
from dicehall.notation.player import LinePlayer
from dicehall.notation.record import lines_of
from dicehall.notation.rules import rules
from dicehall.notation.words import fold

HINT, LEAST_HINT = 300, 8  # iterations
COMMANDS = ("help", "table", "moves", "why", "hint", "rule", "log", "undo", "save", "record", "quit")
CONCEDE = "concede"
AFTER = ("help", "table", "why", "rule", "log", "record")  # what can be asked when the game is over
MOST_UNFINISHED = 20  # games that were left are kept; then the oldest makes room
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
    after: Sequence[str] = ()  # further commands that have an answer when the game is over

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
        self.source: Path | None = None  # the file that it came from
        self.left = False  # whether somebody left when it was over

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

    def answer_of(self, bot: Bot, seat: int) -> int:
        """What a bot answers; on a terminal one sees that it thinks."""
        with self.out.waiting(f"{self.name(seat)} is thinking"):
            return bot.choose(question(self.state, seat))

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

    def why_over(self) -> list[str]:
        """What led to the end, in sentences."""
        return []

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
        if self.keyboard.is_person:
            with suppress(OSError):
                rules(self.game)  # read now, so that nothing is missing later
        try:
            while not self.state.is_over and self.state.turn <= self.most_turns:
                if self.state.wait is Wait.PAUSE:
                    self.player.proceed()
                elif not self.bot_moves():
                    self.ask()
            self._finish()
            self.talk_after()
        except (EOFError, KeyboardInterrupt) as stop:
            code = 130 if isinstance(stop, KeyboardInterrupt) else 0
            self.out.put("")
            self.leave()
        except Quit:
            self.leave()
        except Exception:  # a fault of the program: what has been played is not lost by it
            self._rescue()
            raise
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
            if row.partition(" ")[0].isalpha():  # a name of a file stays as it is
                row = row[:1].upper() + row[1:]
            self.out.say(row + ("" if row[-1:] in ".!?:" else "."), "yellow")

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
            if line.lower() in ("y", "yes", "n", "no") and not self.keyboard.is_person:
                raise InvalidInput(f"'{line}': through a pipe nothing is asked twice; what was written has been done")
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

    def sure(self, text: str, *, hidden: bool = False) -> bool:
        """At a keyboard it is asked; a pipe means what it says."""
        while self.keyboard.is_person:
            word = self.keyboard.line(f"{text} (yes or no) ", hidden=hidden).strip().lower()
            if word in ("y", "yes", "n", "no"):
                return word.startswith("y")
        return True

    def _completions(self, line: str) -> list[str]:
        if self.state.is_over:
            return [c for c in self.commands if c in (*AFTER, *self.after) and c.startswith(line.lower())]
        return self.completed(line)

    # ---- commands ----------------------------------------------------------------------------------------
    def _do_help(self, seat: int, rest: str) -> None:
        say_help(self.out, self.help_text)

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
            raise InvalidInput(f"'log' takes a number, not '{rest[:20]}'")
        events = [e for e in self.player.session.log if e.kind not in self.quiet]
        for e in events[-int(rest or 20) or len(events) :]:
            self.out.say(self.sentence(e), label="" if e.kind == "turn" else "  ", hang=4)

    def _do_hint(self, seat: int, rest: str) -> None:
        """The three best moves by a search as they can be typed, with the chances to win and how it may go on."""
        number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0 if rest else HINT
        if number < LEAST_HINT:
            raise InvalidInput(f"'hint' takes a number of iterations from {LEAST_HINT} to 99999, not '{rest[:20]}'")
        state = self.player.session.state
        is_secret = any(d.secret for d in state.decisions)
        try:
            with self.out.waiting("looking ahead; Ctrl-C stops it"):
                found = hints(state, seat, number)
        except KeyboardInterrupt:
            if not self.keyboard.is_person:
                raise
            self.out.say("The hint was stopped.", "yellow")
            return
        say_hints(self.out, [Advice(*hint[1:]) for hint in found], is_secret)
        if not rest and len(found) > 1:
            self.out.say("'hint 2000' looks longer.")

    def _do_undo(self, seat: int, rest: str) -> None:
        session = self.player.session
        acts = [e for e in session.entries if e.what == "act"]
        mover = acts[-1].seat if acts and acts[-1].seat in self.people else seat
        reason = session.can_undo(mover)
        if reason is not None:
            others_only = acts and not any(e.seat in self.people for e in acts)
            raise InvalidInput(f"nothing can be taken back: {'you have decided nothing' if others_only else reason}")
        if mover != seat and not self.sure(f"{self.name(mover)}, is your last move to be taken back?"):
            return
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
            raise InvalidInput(f"the file {path} exists already; choose another name")
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
            raise InvalidInput(f"the file {path} exists already; choose another name")
        terminal_save.write(path, text.encode())
        self.out.say(f"The record is in {path}", "green")

    def _do_quit(self, seat: int, rest: str) -> None:
        if rest:
            raise InvalidInput(f"'quit' stands alone; '{rest[:20]}' after it means nothing")
        raise Quit

    # ---- the end -----------------------------------------------------------------------------------------
    def _finish(self) -> None:
        self.tell(-1)
        outcome = self.state.outcome
        self.out.put("")
        if outcome is None:
            self.out.say(f"The game was stopped after turn {self.most_turns}.", "bold")
        else:
            won = " and ".join(self.wins(w) for w in outcome.winners) or self.nobody_wins
            self.out.say(f"{won} in turn {self.state.turn} [{outcome.rule}]. {self.final_words()}", "bold")
            for row in self.why_over():
                self.out.say(row, label="  ", hang=4)
        self._write_record()
        if self.again and self.is_last:
            self.out.say(f"The same dice again: {self.again}")

    @property
    def is_last(self) -> bool:
        """Whether no other game comes after this one."""
        return True

    @property
    def enter_after(self) -> str:
        """What Enter does when the game is over."""
        return "leaves"

    def wins(self, side: int) -> str:
        return f"{self.player.side_names[side]} wins"

    def talk_after(self) -> None:
        """At a keyboard the table and the log can be looked at until somebody goes on."""
        if not (self.keyboard.is_tty and self.people and self.state.is_over):
            return
        known = [c for c in self.commands if c in (*AFTER, *self.after)]
        self.out.say(f"The game is over. Still to be had: {', '.join(known)}; Enter {self.enter_after}.", "dim")
        while True:
            try:
                line = self.keyboard.line("over> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.left = True
                self.out.put("")
                return
            word, _, rest = line.partition(" ")
            command = WORDS.get(word.lower(), word.lower())
            if not line or command == "quit":
                self.left = bool(line)
                return
            try:
                if command not in known:
                    raise InvalidInput(f"the game is over; there are {', '.join(known)}, and Enter {self.enter_after}")
                getattr(self, f"_do_{command}")(self.people[0], rest.strip())
            except DicehallError as error:
                self.complain(error)

    def leave(self) -> None:
        """Leaves in mid-game: nothing is lost at a keyboard; a pipe can be played again."""
        if self.saved_version == self.state.version:
            self.out.say("The game is saved.")
            self._how_to_go_on(self.saved[0])
        elif self.state.version > self.begun and self.keyboard.is_person:
            try:
                self._keep_unfinished()
            except (OSError, DicehallError) as error:
                self.out.say(f"The game could not be saved: {error}", "yellow")
        elif self.state.version == self.begun and self.source is not None:
            self.out.say(f"Nothing has been played; the game is in {self.source} as before.")
        else:
            self.out.say("The game ends here, unfinished and not saved; 'save' would have kept it.")
            if self.again:
                self.out.say(f"The same dice again: {self.again}")
        self._write_record()

    def _keep_unfinished(self) -> None:
        path = self._unfinished()
        path.parent.mkdir(parents=True, exist_ok=True)
        terminal_save.save_game(path, self.player, self.people, self.seed, self.saving())
        self.out.say("The game was saved.")
        self.on_saved()
        self._how_to_go_on(path)

    def _unfinished(self) -> Path:
        """Where a game goes that is left: its own file if it came from there, else a free one, else the oldest."""
        home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "dicehall"
        paths = [home / f"unfinished{f'-{n}' if n > 1 else ''}.json" for n in range(1, MOST_UNFINISHED + 1)]
        mine = [p for p in paths if self.source is not None and p.resolve() == self.source.resolve()]
        free = [p for p in paths if not p.exists()]
        return (mine or free or [min(paths, key=lambda p: p.stat().st_mtime)])[0]

    def _rescue(self) -> None:
        """Keeps the game when the program fails; whatever else goes wrong with that is not told."""
        if self.keyboard.is_person and self.begun < self.state.version != self.saved_version:
            with suppress(Exception):
                self._keep_unfinished()

    def _how_to_go_on(self, path: Path) -> None:
        command = f"dicehall play --load {shlex.quote(str(path))}"
        if len(command) < self.out.width - 10:
            self.out.put(f"To go on: {command}")
        else:  # on a line of its own, not wrapped, so that it can be copied
            self.out.put(f"To go on:\n{command}")

    def _write_record(self) -> None:
        if self.keep is not None:
            path, n = self.keep, 1
            while path.is_file():  # there since the game began, or of an earlier match
                n += 1
                path = self.keep.with_stem(f"{self.keep.stem}-{n}")
            terminal_save.write(path, terminal_save.game_record(self.player, self.seed).encode())
            self.out.say(f"The record is in {path}")
