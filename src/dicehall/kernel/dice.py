"""Where chance comes from: seeded, scripted and recorded dice behind one interface; fair ones are in fair.py.

The generator is counter-based: its whole state is two integers, so that a copy costs nothing and a saved game
holds the exact position of the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from dicehall.kernel.errors import DicehallError, InvalidInput

if TYPE_CHECKING:
    from dicehall.kernel.state import State

_MASK: Final = 0xFFFFFFFFFFFFFFFF
_WORDS: Final = _MASK + 1


def _all_bits() -> i64:
    """2**64 - 1. Compiled, a word is a machine number with a sign, which wraps around: there it is -1.

    What is written with i64 below holds for such numbers and for plain ones alike.
    """
    out: i64 = 1
    for _ in range(64):
        out *= 2
    return out - 1


_ALL: Final = _all_bits()
_GAMMA: Final[i64] = 0x9E3779B97F4A7C15 - _WORDS
_MIX_1: Final[i64] = 0xBF58476D1CE4E5B9 - _WORDS
_MIX_2: Final[i64] = 0x94D049BB133111EB - _WORDS
# A word without its last bit.
_HALF: Final = _MASK // 2
_SMALL: Final = 1 << 31
_FAR: Final = 1 << 62  # no dice come so far
# Twelve dice are taken from one 64-bit word; words at or above the largest multiple of 6**12 are rejected.
_SIX12: Final[i64] = 6**12
_HALF_SIX_LIMIT: Final[i64] = (_WORDS // 6**12) * 6**12 // 2
# Four dice at a time: the faces that a number below 6**4 stands for.
_FOUR: Final[list[tuple[int, ...]]] = [(n % 6, n // 6 % 6, n // 36 % 6, n // 216) for n in range(1296)]
_PLACES: Final = list(range(64))


class Rng:
    """A small random generator (splitmix64): `seed` and `position` are all there is to it."""

    __slots__ = ("_start", "position", "seed")

    def __init__(self, seed: int, position: int = 0) -> None:
        self.seed = seed & _MASK
        self.position = position
        self._start: i64 = self.seed if self.seed <= _HALF else self.seed - _WORDS

    def bits(self) -> i64:
        """The next 64 random bits, as a number with or without a sign."""
        self.position += 1
        z: i64 = (self.position * _GAMMA + self._start) & _ALL
        z = ((z ^ (z >> 30 & 0x3FFFFFFFF)) * _MIX_1) & _ALL
        z = ((z ^ (z >> 27 & 0x1FFFFFFFFF)) * _MIX_2) & _ALL
        return z ^ (z >> 31 & 0x1FFFFFFFF)

    def word(self) -> int:
        """The next 64 random bits, as a number from 0."""
        out: int = self.bits()
        return out & _MASK

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, without bias (by rejection)."""
        z = self.bits()
        half: i64 = z >> 1 & _HALF
        if n < _SMALL and half < _HALF - _SMALL:  # far from what is rejected
            return (half % n * 2 + (z & 1)) % n
        w: int = z
        w &= _MASK
        while w >= _WORDS - _WORDS % n:
            w = self.word()
        return w % n

    def faces(self, count: int) -> list[int]:
        """`count` faces of six-sided dice, 0 to 5 each, without bias."""
        out: list[int] = []
        while len(out) < count:  # a word gives twelve
            z = self.bits()
            half: i64 = z >> 1 & _HALF
            if half >= _HALF_SIX_LIMIT:
                continue
            twelve: i64 = (half % _SIX12 * 2 + (z & 1)) % _SIX12
            out += _FOUR[twelve % 1296]
            if len(out) < count:
                out += _FOUR[twelve // 1296 % 1296]
            if len(out) < count:
                out += _FOUR[twelve // 1679616]
        return out[:count]

    def sample(self, n: int, k: int) -> list[int]:
        """`k` different numbers from 0 to n - 1, in the order in which they come."""
        pool = _PLACES[:n] if n <= len(_PLACES) else list(range(n))
        out: list[int] = []
        ways = 1
        for rest in range(n, n - k, -1):
            ways *= rest
        enough = ways < _MASK  # one word is enough for all of them
        w = self.below(ways) if enough else 0
        for rest in range(n, n - k, -1):
            if enough:
                i = w % rest
                w //= rest
            else:
                i = self.below(rest)
            out.append(pool[i])
            pool[i] = pool[rest - 1]
        return out


class Dice:
    """What decides chance. A state without dice waits at each chance for `apply_chance`."""

    __slots__ = ()

    def outcome(self, state: State) -> tuple[int, ...]:
        """How the chance that `state` waits for falls."""
        raise NotImplementedError

    def clone(self) -> Dice:
        raise NotImplementedError

    def save(self) -> list[Any]:
        """Plain data from which `load_dice` makes the same dice at the same position."""
        raise NotImplementedError


class SeededDice(Dice):
    """Dice that follow from a seed."""

    __slots__ = ("rng",)

    def __init__(self, seed: int, position: int = 0) -> None:
        self.rng = Rng(seed, position)

    def outcome(self, state: State) -> tuple[int, ...]:
        return state.sample_chance(self.rng)

    def clone(self) -> Dice:
        return SeededDice(self.rng.seed, self.rng.position)

    def save(self) -> list[Any]:
        return ["seeded", self.rng.seed, self.rng.position]


class ScriptedDice(Dice):
    """Dice that fall as a list says, one entry for each chance; they refuse to make anything up."""

    __slots__ = ("outcomes", "position")

    def __init__(self, outcomes: Sequence[Sequence[int]], position: int = 0) -> None:
        self.outcomes = tuple(tuple(o) for o in outcomes)
        self.position = position

    def outcome(self, state: State) -> tuple[int, ...]:
        if self.position >= len(self.outcomes):
            raise DicehallError(f"the script of the dice ends after {len(self.outcomes)} entries")
        self.position += 1
        given = self.outcomes[self.position - 1]
        state.check_chance(given)
        return given

    def clone(self) -> Dice:
        return type(self)(self.outcomes, self.position)

    def save(self) -> list[Any]:
        return [self.tag(), [list(o) for o in self.outcomes], self.position]

    def tag(self) -> str:
        return "scripted"


class RecordedDice(ScriptedDice):
    """Dice that fall again as they fell in a recorded game."""

    __slots__ = ()

    def tag(self) -> str:
        return "recorded"


def load_dice(data: Sequence[Any] | None) -> Dice | None:
    """The dice that `Dice.save` wrote; None stays None (chance is open)."""
    if data is None:
        return None
    match data:
        case ["seeded", int(seed), int(position)] if 0 <= position < _FAR:
            return SeededDice(seed, position)
        case ["scripted", list(outcomes), int(position)]:
            return ScriptedDice(outcomes, position)
        case ["recorded", list(outcomes), int(position)]:
            return RecordedDice(outcomes, position)
        case ["fair", str(server), list(seats), int(position), int(rolls), list(taken)]:
            from dicehall.kernel.fair import load_fair  # here, because fair dice are made of what is above

            return load_fair(server, seats, position, rolls, taken)
    raise InvalidInput(f"unknown dice in the saved game: {str(data)[:60]}")
