"""A process in which bots of the house think. A question comes in as a line of JSON, its answer goes out as one.

What a bot answers follows from the question alone, so any process may be asked, and asked again. The process ends when
its input ends: when the server closes it, or is gone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue

import msgspec

from dicehall import dicemasters, irondie
from dicehall.bots.base import question
from dicehall.bots.levels import PATIENCE, bot_named, guide_of
from dicehall.bots.review import hints, remark_on
from dicehall.bots.search import SearchBot
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.state import Game
from dicehall.table.inputs import Step, entry_of

NICE = 5  # people come first


class Ask(msgspec.Struct, frozen=True):
    """What a bot is asked: the saved state, and who it is."""

    game: str
    level: str
    seed: int
    seat: int
    state: bytes
    look: int = 0  # iterations of a search whose best answers are wanted; 0: the bot's own answer
    played: str = ""  # a move that was made, to be judged
    steps: tuple[Step, ...] = ()  # of that move


class Line(msgspec.Struct, frozen=True):
    """A good move: its steps, its chance, its line, and how it may go on."""

    actions: tuple[int, ...]
    chance: float
    text: str
    follows: list[str]


class Judged(msgspec.Struct, frozen=True):
    """What a move promised, and what a better one would have."""

    turn: int
    seat: int
    played: str
    chance: float
    better: str
    best: float
    follows: list[str]


class Chosen(msgspec.Struct, frozen=True):
    """Its answer, or why there is none."""

    action: int = -1
    fault: str = ""
    lines: list[Line] = []
    judged: Judged | None = None


def choose(ask: Ask) -> Chosen:
    """What the bot answers, or what a search finds."""
    game: Game = irondie.game() if ask.game == "irondie" else dicemasters.game()
    state = game.load(ask.state)
    if not ask.look:
        return Chosen(bot_named(ask.level, ask.game, ask.seed, PATIENCE).choose(question(state, ask.seat)))
    if not ask.played:
        return Chosen(lines=[Line(*hint) for hint in hints(state, ask.seat, ask.look)])
    bot, steps = SearchBot(guide_of(ask.game), ask.seed), [entry_of(step) for step in ask.steps]
    remark = remark_on(bot, state, steps, ask.played, ask.look)
    return Chosen(judged=None if remark is None else Judged(*remark))


def answer(line: bytes) -> bytes:
    """The line that a line is answered with."""
    try:
        chosen = choose(msgspec.json.decode(line, type=Ask))
    except (DicehallError, msgspec.MsgspecError, ValueError, AssertionError, LookupError) as error:
        chosen = Chosen(fault=f"{type(error).__name__}: {error}")
    return msgspec.json.encode(chosen) + b"\n"


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with suppress(OSError):
        os.nice(NICE)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            sys.stdout.buffer.write(answer(lines.get()))
            sys.stdout.buffer.flush()
    os._exit(0)


def _read(lines: SimpleQueue[bytes]) -> None:
    """Apart from the thinking, so that the end is noticed in the middle of a thought."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)
