"""Bots of other people, in Python: installed packages with an entry point, and `module:callable`.

Whatever is wrong with one is said in a sentence that names it. It is guarded: what it answers is checked, and what it
raises becomes a BotFault. (It runs in this process and is trusted to keep to its question; programs of their own are
in pipe.py.)
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import operator
import os
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from dicehall.bots.base import Bot, Question
from dicehall.kernel.decision import Decision, Outcome
from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.kernel.state import State

GROUP = "dicehall.bots"  # of entry points: a name, and a callable that takes (game, seed) and gives a bot
SHOWN = 12  # legal answers that an error lists


class BotFault(InvalidInput):
    """A bot of other people does what it may not, or fails."""


def own_seed(seed: int) -> int:
    """The seed that a bot of other people is told. The dice of a game and its bots come from one seed, so it is
    not told as it is."""
    return int.from_bytes(hashlib.sha256(f"a bot, {seed}".encode()).digest()[:4], "big")


def checked(name: str, model: State, decision: Decision, action: int) -> int:
    """The answer of a bot, if it is legal. `model` is the question's, as nobody has changed it."""
    if action in decision.actions or model.is_legal(action, decision.seat):
        return action
    right = ", ".join(map(str, decision.actions[:SHOWN]))
    right += ", ..." if len(decision.actions) > SHOWN or decision.more else ""
    given = str(action)[:40] if abs(action) < 10**40 else "a number of more than 40 digits"
    raise BotFault(f"the bot '{name}' answered \"{decision.asks}\" with {given}, which is not legal; right is {right}")


class GuardedBot:
    """A bot of other people: its answers are checked, its exceptions are told as sentences.

    DICEHALL_TRACEBACK=1 lets exceptions through as they are.
    """

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.bot = bot

    def choose(self, question: Question) -> int:
        model = question.model.clone()  # the bot may play on in the other
        try:
            action = operator.index(self.bot.choose(question))
        except (Exception, SystemExit) as error:
            if os.environ.get("DICEHALL_TRACEBACK"):
                raise
            asks = question.decision.asks
            raise BotFault(f"the bot '{self.name}' failed when it was asked \"{asks}\": {told(error)}") from error
        return checked(self.name, model, question.decision, action)

    def close(self, outcome: Outcome | None = None) -> None:
        close = getattr(self.bot, "close", None)
        if close is None:
            return
        try:
            close(outcome)
        except (Exception, SystemExit) as error:
            raise BotFault(f"the bot '{self.name}' failed when it was closed: {told(error)}") from error


def told(error: BaseException) -> str:
    """An exception in one line, with the place where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}{f': {text}' if text else ''}{where}"


# ---- finding ---------------------------------------------------------------------------------------------------


def installed() -> list[EntryPoint]:
    """The bots of installed packages, by name; nothing is imported."""
    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


def package_of(entry: EntryPoint) -> str:
    """The package that an installed bot comes with, and its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"


def outside_bot(name: str, game: str, seed: int) -> Bot | None:
    """The installed bot of that name, or what `module:callable` makes; None if the name is neither."""
    if not name:
        return None
    found = [entry for entry in installed() if entry.name.lower() == name.lower()]
    found = [entry for entry in found if entry.name == name] or found
    places = sorted({entry.value for entry in found})
    if len(places) > 1:
        raise AmbiguousName(name, places)
    if not found and ":" not in name:
        return None
    place = places[0] if found else name
    who = f"'{name}'{f' of {package_of(found[0])}' if found else ''}"
    make = _loaded(who, place.partition("[")[0])  # without the extras that an entry point may name
    return GuardedBot(name, _made(who, make, game, seed))


def _loaded(who: str, place: str) -> Callable[..., Any]:
    """What stands at `module:callable`. Modules of the current folder are found, after all that is installed."""
    module_name, _, path = (part.strip() for part in place.partition(":"))
    if not all(word.isidentifier() for word in [*module_name.split("."), *path.split(".")]):
        raise InvalidInput(f"the bot {who}: write module:callable, as mybots:Hasty")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    importlib.invalidate_caches()
    try:
        thing: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            raise InvalidInput(
                f"the bot {who}: there is no module '{error.name}', neither installed nor in this folder"
            ) from None
        needs = f"the module '{module_name}' needs '{error.name}', which is not installed"
        raise InvalidInput(f"the bot {who}: {needs}") from error
    except (Exception, SystemExit) as error:
        if os.environ.get("DICEHALL_TRACEBACK"):
            raise
        raise InvalidInput(f"the bot {who}: the module '{module_name}' cannot be imported: {told(error)}") from error
    for word in path.split("."):
        if not hasattr(thing, word):
            there = [x for x, y in vars(thing).items() if callable(y) and getattr(y, "__module__", "") == module_name]
            offers = f"; it has {', '.join(there[:SHOWN])}" if there else ""
            raise InvalidInput(f"the bot {who}: '{module_name}' has no '{path}'{offers}")
        thing = getattr(thing, word)
    if not callable(thing):
        raise InvalidInput(
            f"the bot {who}: '{path}' in '{module_name}' is {type(thing).__name__}, and cannot be called; "
            "right is a callable that takes (game, seed) and gives a bot"
        )
    made: Callable[..., Any] = thing
    return made


def _made(who: str, make: Callable[..., Any], game: str, seed: int) -> Bot:
    """A bot for a game. What makes it takes (game, seed), or nothing; by a ValueError it refuses the game."""
    try:
        bot = make(game, seed) if _takes(make, game, seed) else make()
    except ValueError as error:
        raise InvalidInput(f"the bot {who} does not play {game}: {told(error)}") from error
    except (Exception, SystemExit) as error:
        if os.environ.get("DICEHALL_TRACEBACK"):
            raise
        raise InvalidInput(f"the bot {who} could not be made for {game}: {told(error)}") from error
    if not isinstance(getattr(bot, "name", None), str) or not callable(getattr(bot, "choose", None)):
        raise InvalidInput(
            f"the bot {who}: what is made is {type(bot).__name__}, and no bot; "
            "a bot has a name and a method choose(question)"
        )
    made: Bot = bot
    return made


def _takes(make: Callable[..., Any], game: str, seed: int) -> bool:
    """Whether it takes (game, seed); if it takes neither that nor nothing, calling it will say so."""
    try:
        signature = inspect.signature(make)
    except (TypeError, ValueError):
        return True
    for args, takes in (((game, seed), True), ((), False)):
        try:
            signature.bind(*args)
        except TypeError:
            continue
        return takes
    return True
