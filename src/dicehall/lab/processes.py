"""The same work on many things, in several processes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def each(work: Callable[[Thing], Result], things: Sequence[Thing], workers: int) -> Iterator[Result]:
    """The results in the order of the things, as they come. Who stops listening, or Ctrl-C, ends the work."""
    if workers <= 1:
        yield from map(work, things)
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield from pool.map(work, things)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
