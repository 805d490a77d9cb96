"""The same work on many things, in several processes at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import active_children
from types import FrameType
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

PATIENCE = 3.0  # seconds for a worker to leave its work


def each(work: Callable[[Thing], Result], things: Sequence[Thing], workers: int) -> Iterator[Result]:
    """The results in the order of the things, as they come. Who stops listening, or Ctrl-C, ends the work."""
    if workers <= 1:
        yield from map(work, things)
        return
    before = set(active_children())
    with ProcessPoolExecutor(workers, initializer=_begin) as pool:
        try:
            yield from pool.map(partial(_done, work), things)
        except BaseException:
            mine = set(active_children()) - before
            for child in mine:
                if child.pid is not None:
                    with suppress(ProcessLookupError):
                        os.kill(child.pid, signal.SIGINT)
            pool.shutdown(wait=False, cancel_futures=True)
            for child in mine:
                child.join(PATIENCE)
                child.terminate()  # if it is still there
            raise


# ---- in a worker -----------------------------------------------------------------------------------------------
# Ctrl-C reaches it too. A pool would go on with what still waits; so a worker remembers that it is to stop.
_is_busy = False
_is_stopped = False


def _begin() -> None:
    signal.signal(signal.SIGINT, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    global _is_stopped
    was, _is_stopped = _is_stopped, True
    if _is_busy and not was:
        raise KeyboardInterrupt


def _done(work: Callable[[Thing], Result], thing: Thing) -> Result:
    """What the work makes of a thing; what it holds is let go if it is stopped."""
    global _is_busy
    if _is_stopped:
        raise KeyboardInterrupt
    _is_busy = True
    try:
        return work(thing)
    finally:
        _is_busy = False
