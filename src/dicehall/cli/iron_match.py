"""A match of IRONDIE in the terminal: games until one side has won two, exchanges between them. Rules 9.1.1, 9.3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dicehall.bots.base import Bot, close_bots
from dicehall.cli.iron_game import IronGame, hand_over
from dicehall.cli.terminal_base import WORDS, Quit
from dicehall.cli.terminal_rules import say_help, say_reasons, say_rule
from dicehall.cli.terminal_style import Out, glued
from dicehall.irondie.dice import Die
from dicehall.irondie.match import WINS, Match
from dicehall.irondie.sets import entries_of, parse_die
from dicehall.kernel.dice import SeededDice
from dicehall.kernel.errors import AmbiguousName, DicehallError, IllegalAction, InvalidInput
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.words import match_names

FAR = 1 << 40  # so far apart lie the dice of two games in the stream of a seed
HELP = """\
swap DIE for DIE          a die of the set for one of the side set
swap DIE, DIE for DIE, DIE  several at once
set                       your set and side set as they are now
sets                      the sets of all in the last game
die NAME                  what a die, a shape or a colour does
chromatic                 the bonuses of all colours
log, why, table, record   of the game that is over
undo                      your set as it was in the last game
done                      no more exchanges; the next game begins when all are
rule 9.3                  the rules about side sets
quit                      leaves the match"""

Bots = Callable[[int, int], dict[int, Bot]]  # of a seed and the number of a game: who plays the other seats


class TerminalMatch:
    """Plays what is left of a match."""

    def __init__(
        self,
        match: Match,
        people: Sequence[int],
        bots: Bots,
        out: Out,
        *,
        side_names: list[str],
        seed: int,
        keep: Path | None = None,
        again: str = "",
        source: Path | None = None,
    ) -> None:
        self.match = match
        self.people = list(people)
        self.bots = bots
        self.out = out
        self.side_names = side_names
        self.seed = seed
        self.keep = keep
        self.again = again
        self.source = source

    def run(self, loaded: IronPlayer | None = None) -> int:
        """`loaded`: a game of the match that was left."""
        match = self.match
        player = loaded
        while True:
            number = match.games
            if player is None:
                player = IronPlayer(match.new_state(), self.side_names, SeededDice(self.seed, number * FAR))
            bots = self.bots(self.seed, number)
            game = IronGame(
                player, self.people, bots, self.out,
                seed=self.seed, keep=self._record(number), again=self.again, match=match,
            )  # fmt: skip
            game.source = self.source
            try:
                code = game.run()
            finally:
                close_bots(bots.values(), game.state.outcome)
            if game.state.outcome is None:
                return code
            match.finished(game.state.outcome)
            self._score()
            if match.is_over:
                return 0
            try:
                if game.left:
                    raise Quit
                self._between(game)
            except (EOFError, KeyboardInterrupt) as stop:
                self.out.put("")
                self._leave(game)
                return 130 if isinstance(stop, KeyboardInterrupt) else 0
            except Quit:
                self._leave(game)
                return 0
            player = None

    def _record(self, number: int) -> Path | None:
        """A file for each game: game.toml, game-2.toml, game-3.toml."""
        if self.keep is None or number == 0:
            return self.keep
        return self.keep.with_stem(f"{self.keep.stem}-{number + 1}")

    def _score(self) -> None:
        match = self.match
        wins = ", ".join(f"{self._side(x)} {n}" for x, n in enumerate(match.wins))
        draws = f", drawn {match.draws}" if match.draws else ""
        if match.winner is None:
            self.out.say(f"The match stands: {wins}{draws}. {WINS} games win it [9.1.1].", "bold")
        else:
            several = match.sides.count(match.winner) > 1
            won = f"{self._side(match.winner)} {'win' if several else 'wins'} the match"
            self.out.say(f"{won} [9.1.1]. Games: {wins}{draws}.", "bold")
            if self.again:
                self.out.say(f"The same dice again: {self.again}")

    def _side(self, side: int) -> str:
        return " and ".join(n for n, x in zip(self.match.names, self.match.sides, strict=True) if x == side)

    def _leave(self, game: IronGame) -> None:
        """Between two games: the game that is over is kept, and with it the match as it was before."""
        game.keep = None
        if game.keyboard.is_tty:
            game.leave()
            self.out.say("Exchanges that had been begun are forgotten.")
        else:
            self.out.say("The match ends here, unfinished.")
            if self.again:
                self.out.say(f"The same dice again: {self.again}")

    # ---- exchanges ---------------------------------------------------------------------------------------
    def _between(self, game: IronGame) -> None:
        """Everybody may exchange dice in secret; then the new sets are shown (9.3.4). Bots leave theirs as they are."""
        match, before = self.match, list(self.match.sets)
        asked = [x for x in match.exchanging if x in self.people]
        for seat in match.exchanging:
            if seat not in self.people:
                match.ready(seat)
        for seat in asked:
            private = len(asked) > 1
            if private:
                hand_over(game, match.names[seat], [match.names[x] for x in asked if x != seat])
            self._show_set(seat)
            self._show_sets(but=seat)
            self.out.say("Exchange dice before the next game: swap DIE for DIE, done; help. [9.3.2]", "bold")
            while seat in match.exchanging:
                line = game.keyboard.line(f"{match.names[seat]} swaps> ", hidden=private).strip()
                try:
                    self._answer(game, seat, line)
                except IllegalAction as error:
                    say_reasons(self.out, error.reasons)
                except DicehallError as error:
                    game.complain(error)
            if private:
                self.out.clear()
                self.out.say(f"{match.names[seat]} is done.")
        self.out.put("")
        self.out.rule_line(f"Game {match.games + 1}: the sets", "shown before the game [9.3.4]")
        for seat, name in enumerate(match.names):
            now = match.sets[seat]
            mark = "" if now.dice == before[seat].dice else " (changed)"
            self.out.say(f"{name}{mark}: {_words(now.dice)}", label="  ", hang=4)

    def _show_set(self, seat: int) -> None:
        mine = self.match.own_set(seat)
        self.out.say(f"set: {_words(mine.dice)}", label="  ", hang=4)
        self.out.say(f"side set: {_words(mine.side)}", label="  ", hang=4)

    def _show_sets(self, but: int = -1) -> None:
        """The sets as everybody knows them (1.2.5)."""
        for seat, name in enumerate(self.match.names):
            if seat != but:
                self.out.say(f"{name}: {_words(self.match.sets[seat].dice)}", label="  ", hang=4)

    def _answer(self, game: IronGame, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = WORDS.get(word.lower(), word.lower())
        if word == "quit":
            raise Quit
        if word in ("done", "none"):
            self.match.ready(seat)
        elif word in ("", "set"):
            self._show_set(seat)
        elif word == "sets":
            self._show_sets()
        elif word in ("die", "chromatic", "log", "why", "table", "record"):
            getattr(game, f"_do_{word}")(seat, rest.strip())
        elif word == "save":
            raise InvalidInput("a match is saved in a game; quit keeps it as it was before the exchanges")
        elif word == "undo":
            self.match.take_back(seat)
            self._show_set(seat)
        elif word == "help":
            say_help(self.out, HELP)
        elif word == "rule":
            say_rule(self.out, rest, "irondie", "9.3.3")
        elif word == "swap":
            self._swap(seat, rest)
        else:
            raise InvalidInput(f"'{line[:40]}' is not understood; write swap DIE for DIE, or done")

    def _swap(self, seat: int, text: str) -> None:
        out, mark, into = text.partition(" for ")
        if not mark:
            raise InvalidInput("write swap DIE for DIE: a die of the set, then one of the side set")
        mine = self.match.own_set(seat)
        self.match.exchange(seat, _dice(out, mine.dice), _dice(into, mine.side))
        self._show_set(seat)


def _words(dice: Sequence[Die]) -> str:
    return ", ".join(glued(entry) for entry in entries_of(dice))


def _dice(text: str, pool: Sequence[Die]) -> list[Die]:
    """Dice by their names, or the beginnings of those, looked up among some."""
    out: list[Die] = []
    for name in text.split(","):
        kinds = list(dict.fromkeys(match_names(name.strip(), pool, lambda die: (str(die),))))
        if len(kinds) > 1:
            raise AmbiguousName(name.strip(), [str(die) for die in kinds])
        out.append(kinds[0] if kinds and name.strip() else parse_die(name))
    return out
