"""What is put into a room, in order: all that a room is follows from its settings and these.

They are stored before anybody sees what follows from them. What the dice showed is stored with the move that made them
fall, so going on after a crash never depends on a random generator.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dicehall.kernel.errors import DicehallError, Reason
from dicehall.kernel.session import Entry

Step = tuple[str, int, int, tuple[int, ...], bool, tuple[int, ...], int, str]  # an Entry of a session


class Refused(DicehallError):
    """Something that a seat wanted cannot be done now; nothing has changed."""

    def __init__(self, reasons: Sequence[Reason], code: str = "illegal") -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = tuple(reasons)
        self.code = code  # as in messages.Refusal


class Branch(msgspec.Struct, frozen=True, tag_field="do", tag="branch"):
    """The game goes on from a moment of another one: what had been put in there."""

    room: str
    steps: tuple[Step, ...]


class Sit(msgspec.Struct, frozen=True, tag_field="do", tag="sit"):
    """Somebody takes a seat and adds a seed to the dice."""

    seat: int
    name: str
    seed: str = ""


class Begin(msgspec.Struct, frozen=True, tag_field="do", tag="begin"):
    """All seats are taken: the first dice fall."""

    steps: tuple[Step, ...]


class Play(msgspec.Struct, frozen=True, tag_field="do", tag="play", omit_defaults=True):
    """A seat answers; the dice fall that its answer lets fall."""

    seat: int
    steps: tuple[Step, ...]
    unasked: bool = False  # it was not asked: it passes there, or there was only this answer


class Concede(msgspec.Struct, frozen=True, tag_field="do", tag="concede"):
    """A seat gives up, its time is up, or it is gone and another seat says so."""

    seat: int
    why: str = ""  # "", "time" or "gone"


class AskUndo(msgspec.Struct, frozen=True, tag_field="do", tag="ask undo"):
    """A seat wants to take its last move back, which it may not do by itself."""

    seat: int


class AnswerUndo(msgspec.Struct, frozen=True, tag_field="do", tag="answer undo"):
    """Another seat allows it, or does not."""

    seat: int
    yes: bool


class Undo(msgspec.Struct, frozen=True, tag_field="do", tag="undo"):
    """A seat takes its last move back: nothing was rolled or revealed since, and nobody else has decided."""

    seat: int


class Passes(msgspec.Struct, frozen=True, tag_field="do", tag="passes", omit_defaults=True):
    """In these steps a seat passes without being asked; at its stops it is asked even if there is only one answer."""

    seat: int
    steps: tuple[str, ...]
    stops: tuple[str, ...] = ()


class Again(msgspec.Struct, frozen=True, tag_field="do", tag="again"):
    """After the game: another one is played in a room of its own."""

    room: str


class Resume(msgspec.Struct, frozen=True, tag_field="do", tag="resume", omit_defaults=True):
    """The server is up again: no clock has run while it was down."""

    alive: float = 0.0  # when it was last known to be up; 0: nobody knows


Input = Branch | Sit | Begin | Play | Concede | AskUndo | AnswerUndo | Undo | Passes | Again | Resume

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Input] = msgspec.json.Decoder(Input)


def encode(what: Input) -> bytes:
    return _ENCODER.encode(what)


def decode(data: bytes) -> Input:
    return _DECODER.decode(data)


def step_of(entry: Entry) -> Step:
    return (entry.what, entry.seat, entry.action, entry.outcome, entry.opens, entry.prefer, entry.asked, entry.word)


def entry_of(step: Step) -> Entry:
    return Entry(*step)
