"""Where chance comes from: seeded, scripted and recorded dice behind one interface; fair ones are in fair.py.

The generator is counter-based: its whole state is two integers, so that a copy costs nothing and a saved game
holds the exact position of the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dicehall.kernel.errors import DicehallError, InvalidInput

if TYPE_CHECKING:
    from dicehall.kernel.state import State

_MASK: Final = 0xFFFFFFFFFFFFFFFF
_WORDS: Final = _MASK + 1
_GAMMA: Final = 0x9E3779B97F4A7C15
# Twelve dice are taken from one 64-bit word; words at or above the largest multiple of 6**12 are rejected.
_SIX12: Final = 6**12
_SIX_LIMIT: Final = (2**64 // _SIX12) * _SIX12
# Four dice at a time: the faces that a number below 6**4 stands for.
_FOUR: Final = [(n % 6, n // 6 % 6, n // 36 % 6, n // 216) for n in range(1296)]


class Rng:
    """A small random generator (splitmix64): `seed` and `position` are all there is to it."""

    __slots__ = ("position", "seed")

    def __init__(self, seed: int, position: int = 0) -> None:
        self.seed = seed & _MASK
        self.position = position

    def word(self) -> int:
        """The next 64 random bits. (`Any`: compiled, numbers beyond 62 bits are faster as plain Python ones.)"""
        self.position += 1
        z: Any = self.position
        z = (z * _GAMMA + self.seed) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        out: int = z ^ (z >> 31)
        return out

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, without bias (by rejection)."""
        w = self.word()
        while w > _MASK - n and w >= _WORDS - _WORDS % n:
            w = self.word()
        return w % n

    def faces(self, count: int) -> list[int]:
        """`count` faces of six-sided dice, 0 to 5 each, without bias."""
        out: list[int] = []
        while len(out) < count:  # a word gives twelve
            w = self.word()
            while w >= _SIX_LIMIT:
                w = self.word()
            out += _FOUR[w % 1296]
            if len(out) < count:
                w //= 1296
                out += _FOUR[w % 1296]
            if len(out) < count:
                out += _FOUR[w // 1296 % 1296]
        return out[:count]

    def sample(self, n: int, k: int) -> list[int]:
        """`k` different numbers from 0 to n - 1, in the order in which they come."""
        pool = list(range(n))
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
        case ["seeded", int(seed), int(position)]:
            return SeededDice(seed, position)
        case ["scripted", list(outcomes), int(position)]:
            return ScriptedDice(outcomes, position)
        case ["recorded", list(outcomes), int(position)]:
            return RecordedDice(outcomes, position)
        case ["fair", str(server), list(seats), int(position), int(rolls), list(taken)]:
            from dicehall.kernel.fair import load_fair  # here, because fair dice are made of what is above

            return load_fair(server, seats, position, rolls, taken)
    raise InvalidInput(f"unknown dice in the saved game: {str(data)[:60]}")
