"""Fair dice: everything follows from a seed of the server, whose hash is shown first, and a seed of each seat.

Words come from HMAC-SHA-256; numbers are made of them as by any `Rng`. docs/fair-dice.md has the formulas. When rolls
are taken back the words of a new stream are used, so nothing that has been seen comes again and nothing can be chosen.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from dicehall.kernel.dice import Dice, Rng
from dicehall.kernel.errors import DicehallError, InvalidInput

if TYPE_CHECKING:
    from dicehall.kernel.state import State

VERSION: Final = 1  # of the formulas; in every record
SEED_BYTES: Final = 32  # of a server's seed
LONGEST_SEED: Final = 256  # bytes of a seat's seed
_TAG: Final = b"dicehall-fair-1"
_WORDS: Final = 4  # of 64 bits, in a block of 256
_HEX: Final = "0123456789abcdef"


def new_server_seed() -> bytes:
    """A seed for one game; never use one twice."""
    return token_bytes(SEED_BYTES)


def commitment(server_seed: bytes) -> str:
    """What is shown before the game: it binds the server to its seed and does not tell it."""
    return sha256(server_seed).hexdigest()


def read_hex(text: str, what: str) -> bytes:
    """The 32 bytes of a seed or a hash as it is written."""
    if len(text) != 2 * SEED_BYTES or any(c not in _HEX for c in text):
        raise InvalidInput(f"{what}: {2 * SEED_BYTES} digits 0-9 and a-f are wanted, not '{text[:70]}'")
    return bytes.fromhex(text)


def check_seat_seed(seed: str) -> None:
    """InvalidInput if a seat cannot add this: any text of one line will do, also none."""
    if not seed.isprintable():
        raise InvalidInput(f"the seed of a seat is one line of text that can be printed, not {seed[:40]!r}")
    if len(seed.encode()) > LONGEST_SEED:
        raise InvalidInput(
            f"the seed of a seat has at most {LONGEST_SEED} bytes in UTF-8; this one has {len(seed.encode())}"
        )


class FairRng(Rng):
    """Words of stream number `stream`: 0 at first, one more each time that rolls are taken back."""

    __slots__ = ("_block", "_bytes", "_key", "_message", "stream")

    def __init__(self, server_seed: bytes, seat_seeds: Sequence[str], stream: int = 0, position: int = 0) -> None:
        super().__init__(0, position)
        if len(server_seed) != SEED_BYTES:
            raise InvalidInput(f"the server's seed has {SEED_BYTES} bytes, not {len(server_seed)}")
        if stream < 0 or position < 0:
            raise InvalidInput("the place in the words of fair dice is counted from 0")
        message = _TAG
        for seed in seat_seeds:
            check_seat_seed(seed)
            raw = seed.encode()
            message += len(raw).to_bytes(4, "big") + raw
        self._key = server_seed
        self._message = message + stream.to_bytes(8, "big")
        self._block = -1  # the block that `_bytes` holds
        self._bytes = b""
        self.stream = stream

    def bits(self) -> i64:
        position = self.position
        self.position = position + 1
        block = position // _WORDS
        if block != self._block:
            self._bytes = hmac.digest(self._key, self._message + block.to_bytes(8, "big"), "sha256")
            self._block = block
        at = position % _WORDS * 8
        return int.from_bytes(self._bytes[at : at + 8], "big", signed=True)


class FairDice(Dice):
    """Dice that nobody could choose. They count the rolls that stand and remember where some were taken back."""

    __slots__ = ("rng", "rolls", "seat_seeds", "server_seed", "taken_back")

    def __init__(
        self,
        server_seed: bytes,
        seat_seeds: Sequence[str],
        position: int = 0,
        rolls: int = 0,
        taken_back: Sequence[int] = (),
    ) -> None:
        """`taken_back`: for each time, how many rolls and draws stood when the next one was to fall."""
        self.server_seed = server_seed
        self.seat_seeds = tuple(seat_seeds)
        self.rolls = rolls
        self.taken_back = tuple(taken_back)
        self.rng: FairRng = FairRng(server_seed, self.seat_seeds, len(self.taken_back), position)

    def outcome(self, state: State) -> tuple[int, ...]:
        self.rolls += 1
        return state.sample_chance(self.rng)

    def take_back(self, count: int) -> None:
        """The last `count` rolls and draws do not stand any more; what falls next comes from a new stream."""
        if not 0 < count <= self.rolls:
            raise DicehallError(f"{count} rolls cannot be taken back: {self.rolls} stand")
        left = self.rolls = self.rolls - count
        self.taken_back = (*[min(stood, left) for stood in self.taken_back], left)
        self.rng = FairRng(self.server_seed, self.seat_seeds, len(self.taken_back))

    def clone(self) -> Dice:
        return FairDice(self.server_seed, self.seat_seeds, self.rng.position, self.rolls, self.taken_back)

    def save(self) -> list[Any]:
        """Has the server's seed in it: not for the eyes of players."""
        position = self.rng.position
        return ["fair", self.server_seed.hex(), list(self.seat_seeds), position, self.rolls, list(self.taken_back)]


def load_fair(seed: str, seats: Sequence[object], position: int, rolls: int, taken: Sequence[object]) -> FairDice:
    """What `FairDice.save` wrote."""
    seat_seeds = [text for text in seats if isinstance(text, str)]
    taken_back = [stood for stood in taken if isinstance(stood, int)]
    if len(seat_seeds) != len(seats) or len(taken_back) != len(taken):
        raise InvalidInput("unknown dice in the saved game: fair dice have texts as seeds and numbers as places")
    if taken_back != sorted(taken_back) or any(not 0 <= stood <= rolls for stood in taken_back) or rolls < 0:
        raise InvalidInput("unknown dice in the saved game: rolls were taken back where none had been made")
    server_seed = read_hex(seed, "the server's seed in the saved game")
    return FairDice(server_seed, seat_seeds, position, rolls, taken_back)
