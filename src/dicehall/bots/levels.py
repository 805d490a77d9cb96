"""The opponents by name, from beginner to strong, for both games."""

from __future__ import annotations

import re
from typing import NamedTuple

from dicehall.bots.base import Bot, Question
from dicehall.bots.dm_guide import DMGuide
from dicehall.bots.greedy import GreedyBot
from dicehall.bots.guide import Guide
from dicehall.bots.iron_guide import IronGuide
from dicehall.bots.irondie import IrondieBot
from dicehall.bots.outside import outside_bot, own_seed
from dicehall.bots.pace import Pace
from dicehall.bots.pipe import PIPE, PipeBot
from dicehall.bots.random_bot import RandomBot
from dicehall.bots.search import SearchBot
from dicehall.bots.simple import SimpleBot
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput

GAMES = ("dicemasters", "irondie")
SLIPS = 3  # of ten answers of a beginner, so many are any at all


class Level(NamedTuple):
    name: str
    about: str


LEVELS = (
    Level("beginner", "Knows the moves and forgets about a third of what it wanted to do."),
    Level("easy", "Plays by rules of thumb and never looks ahead."),
    Level("medium", "Tries each move in its head and takes the one with the best prospect for the turn."),
    Level("hard", "Searches through many futures before each move."),
    Level("strong", "As hard, but looks at ten times as many futures, and further into them."),
)
DEFAULT_LEVEL = "easy"
OTHERS = ("random", "greedy", "search")  # the players that the levels are made of
THINKERS = ("hard", "strong", "search")  # whose budget can be given
HOUSE = (*[level.name for level in LEVELS], *OTHERS)
HARD = {"dicemasters": 270, "irondie": 500}  # iterations: less than a tenth of a second on the compiled core
MORE = 10  # so many times as many has the strong one
PATIENCE = 20.0  # seconds of a turn after which a person should not have to wait for a bot any more
_SPENDS = re.compile(r"[1-9][0-9]{0,6}|([1-9][0-9]{0,2}|0\.[1-9])s")  # iterations of a question, or seconds of a turn


class Beginner:
    """A player by rules of thumb whose mind wanders."""

    name = "beginner"

    def __init__(self, bot: Bot, seed: int) -> None:
        self._bot = bot
        self._rng = Rng(seed, 1 << 50)

    def choose(self, question: Question) -> int:
        wanted = self._bot.choose(question)
        if self._rng.below(10) < SLIPS:
            return question.actions[self._rng.below(len(question.actions))]
        return wanted


def guide_of(game: str) -> Guide:
    return IronGuide() if game == "irondie" else DMGuide()


def bot_named(name: str, game: str = "dicemasters", seed: int = 0, patience: float = 0.0) -> Bot:
    """A level, or one of the players that they are made of; `search:500` says how many iterations, `search:6s` how many
    seconds a turn (then the same seed may give another game).

    `patience`: seconds of a turn that a level takes at the most, for people who wait; on a slow machine it then
    thinks less than its iterations.

    After these come bots of other people: installed ones, `module:callable`, and programs as `pipe:COMMAND`.
    """
    if game not in GAMES:
        raise InvalidInput(f"there is no game '{game}'; there are {', '.join(GAMES)}")
    text = name.strip()
    word, colon, rest = text.partition(":")
    if word.lower() in HOUSE:
        if colon:
            _check_budget(name, word.lower(), rest.strip())
        return _of_the_house(word.lower(), rest.strip(), game, seed, patience)
    bot = PipeBot(rest, game, own_seed(seed)) if word.lower() == PIPE else outside_bot(text, game, own_seed(seed))
    if bot is not None:
        return bot
    raise InvalidInput(
        f"there is no opponent '{name[:60]}'; there are {', '.join(HOUSE)}, those that are installed "
        "('dicehall bot list'), module:callable and pipe:COMMAND"
    )


def _check_budget(name: str, word: str, number: str) -> None:
    if word not in THINKERS:
        raise InvalidInput(f"'{name[:60]}': '{word}' takes no number; {', '.join(THINKERS)} do, as search:500")
    if not _SPENDS.fullmatch(number):
        raise InvalidInput(
            f"'{name[:60]}': write iterations, 1 to 9999999, as {word}:500, or seconds a turn, whole ones to 999 or "
            f"0.1 to 0.9, as {word}:6s"
        )


def _of_the_house(word: str, number: str, game: str, seed: int, patience: float) -> Bot:
    sensible: Bot = IrondieBot(seed) if game == "irondie" else SimpleBot()
    if word == "random":
        return RandomBot(seed)
    if word == "beginner":
        return Beginner(sensible, seed)
    if word == "easy":
        return sensible
    if word in ("medium", "greedy"):
        return GreedyBot(guide_of(game), seed)
    if number.endswith("s"):
        return SearchBot(guide_of(game), seed, 0, Pace(float(number[:-1])))
    if number:
        return SearchBot(guide_of(game), seed, int(number))
    iterations = HARD[game] * (MORE if word == "strong" else 1)
    return SearchBot(guide_of(game), seed, iterations, Pace(patience) if patience else None)
