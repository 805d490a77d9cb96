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
from dicehall.bots.levels import bot_named
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.state import Game

NICE = 5  # people come first


class Ask(msgspec.Struct, frozen=True):
    """What a bot is asked: the saved state, and who it is."""

    game: str
    level: str
    seed: int
    seat: int
    state: bytes


class Chosen(msgspec.Struct, frozen=True):
    """Its answer, or why there is none."""

    action: int
    fault: str = ""


def choose(ask: Ask) -> int:
    """What the bot answers."""
    game: Game = irondie.game() if ask.game == "irondie" else dicemasters.game()
    return bot_named(ask.level, ask.game, ask.seed).choose(question(game.load(ask.state), ask.seat))


def answer(line: bytes) -> bytes:
    """The line that a line is answered with."""
    try:
        chosen = Chosen(choose(msgspec.json.decode(line, type=Ask)))
    except (DicehallError, msgspec.MsgspecError, ValueError, AssertionError, LookupError) as error:
        chosen = Chosen(-1, f"{type(error).__name__}: {error}")
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
