"""The messages of the table, as docs/protocol.md describes them: what clients send and what they get.

Each is a JSON object with a `type`. Requests carry an `id` of the client's choice, which comes back with the answer.
"""

from __future__ import annotations

from typing import Any

import msgspec

PROTOCOL = 1
STEPS = ("my main", "my attack", "their main", "their attack")  # of Dice Masters: where one may pass unasked
SAYINGS = ("Hello!", "Good luck!", "Nice roll.", "Oops.", "Let me think.", "Good game.", "Thank you, bye!")

# ---- what clients send -----------------------------------------------------------------------------------------


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message: whose seats the client answers for (none: a spectator), and what it knows already."""

    token: str = ""
    since: int = -1  # the last event that it has seen
    epoch: int = -1  # how often something had been taken back when it saw it
    protocol: int = PROTOCOL


class Play(msgspec.Struct, tag_field="type", tag="play", forbid_unknown_fields=True):
    """An answer: numbers of legal actions, or a whole move in notation."""

    id: int
    seat: int
    version: int
    actions: list[int] = []
    text: str = ""


class Undo(msgspec.Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """The last move of a seat is taken back, or consent is asked for."""

    id: int
    seat: int
    version: int | None = None  # that of the update to which it belongs; refused if the game has gone on


class AnswerUndo(msgspec.Struct, tag_field="type", tag="answer undo", forbid_unknown_fields=True):
    id: int
    seat: int
    yes: bool
    version: int | None = None  # that of the update to which it belongs; refused if the game has gone on


class Concede(msgspec.Struct, tag_field="type", tag="concede", forbid_unknown_fields=True):
    id: int
    seat: int
    version: int | None = None  # that of the update to which it belongs; refused if the game has gone on


class Claim(msgspec.Struct, tag_field="type", tag="claim", forbid_unknown_fields=True):
    """The other side's time is up, or it has been gone for long: the game is claimed."""

    id: int
    seat: int
    version: int | None = None  # that of the update to which it belongs; refused if the game has gone on


class Why(msgspec.Struct, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Why an action or a move in notation can or cannot be taken now, or why nothing can be done with a die or card."""

    id: int
    seat: int
    action: int = -1
    text: str = ""
    die: int = -1
    card: int = -1


class Explain(msgspec.Struct, tag_field="type", tag="explain", forbid_unknown_fields=True):
    """Where the numbers of a die or a card come from, or a number of a seat's side: its `life`, a zone by its name."""

    id: int
    die: int = -1
    card: int = -1
    seat: int = -1
    total: str = ""


class Passes(msgspec.Struct, tag_field="type", tag="passes", forbid_unknown_fields=True):
    """In these steps ("my main", "their attack") the seat passes without being asked. At its stops it is asked even if
    there is only one answer."""

    id: int
    seat: int
    steps: list[str]
    stops: list[str] = []


class Forecast(msgspec.Struct, tag_field="type", tag="forecast", forbid_unknown_fields=True):
    """What would follow from an answer that is not given yet."""

    id: int
    seat: int
    actions: list[int] = []
    text: str = ""


class Hint(msgspec.Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What a search would answer, where the room allows to ask for it."""

    id: int
    seat: int


class Say(msgspec.Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """One of the few things that people can say to each other, by its place in SAYINGS."""

    id: int
    seat: int
    what: int


class Ping(msgspec.Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    id: int


Request = Hello | Play | Undo | AnswerUndo | Concede | Claim | Why | Explain | Hint | Say | Passes | Forecast | Ping

# ---- what clients get ------------------------------------------------------------------------------------------


class Told(msgspec.Struct):
    """A reason: words and the number of the rule."""

    text: str
    rule: str = ""


class Option(msgspec.Struct, omit_defaults=True):
    """A legal action: what it is in words, and what a person would point at."""

    action: int
    text: str
    verb: str = ""
    dice: tuple[int, ...] = ()
    card: int = -1
    number: int = 0
    amounts: tuple[int, ...] = ()  # one for each die, where something is divided
    equal: list[tuple[int, tuple[int, ...]]] = []  # actions about equal dice, which are as good, and those dice


class Question(msgspec.Struct):
    """What a seat of the client is asked."""

    seat: int
    version: int  # an answer carries it
    kind: str
    asks: str
    rule: str
    continues: bool
    secret: bool
    more: bool  # not all answers are listed
    actions: list[Option]
    usual: list[Option] = []  # the steps of the payment, or of the division of damage, that is usual here
    pays: list[int] = []  # all dice that pay it
    price: int = 0  # where something is paid: how much


class Happened(msgspec.Struct):
    """An event of the game."""

    seq: int
    kind: str
    cause: int
    rule: str
    text: str
    quiet: bool = False  # of little interest to people


class Fair(msgspec.Struct, omit_defaults=True):
    """What the dice come from. The server's seed is told when the game is over."""

    commitment: str
    seeds: list[str]
    server_seed: str = ""


class Ending(msgspec.Struct):
    """How the game ended: the sides that won (none: a tie), and why."""

    winners: list[int]
    why: str
    rule: str


class Clock(msgspec.Struct):
    """Seconds left of each seat, None without a limit; who is running."""

    left: list[float | None]
    running: list[int]


class Update(msgspec.Struct, tag_field="type", tag="update"):
    """The room as the client may see it now, and the events that it has not seen."""

    room: str
    status: str  # waiting, playing or over
    version: int
    epoch: int  # how often something was taken back
    seats: list[int]  # that the client answers for
    names: list[str]  # of all seats, "" for a free one
    bots: list[bool]
    here: list[bool]  # whose clients are connected
    asked: list[int]  # seats that are to answer
    questions: list[Question]
    first: int  # the first of `events`; what the client knows of it and after it is void
    events: list[Happened]
    view: dict[str, Any] | None
    clock: Clock
    asks_undo: int  # the seat that waits for consent, -1: none
    undos_left: list[int]
    hints: bool  # a bot may be asked for advice
    may_undo: list[bool]  # of the client's seats: without asking
    passes: list[list[str]]  # of the client's seats: the steps in which they pass without being asked
    stops: list[list[str]]  # and those in which they are asked even if there is only one answer
    step: str  # the step as the client's first seat calls it: "my main"
    next: str  # the room in which it is played again
    goes_on_from: str  # the room in which the game began, "" if it was this one
    fair: Fair
    ending: Ending | None


class Done(msgspec.Struct, tag_field="type", tag="done"):
    """A request was carried out and is stored."""

    id: int
    version: int


class Refusal(msgspec.Struct, tag_field="type", tag="refused"):
    """A request was not carried out; nothing has changed."""

    id: int
    code: str  # illegal, stale, not yours, invalid, too fast, gone, no seat, stopping, broken
    reasons: list[Told]
    version: int = 0


class Answer(msgspec.Struct, tag_field="type", tag="answer"):
    """What a `why` is answered with: no reason if it can be done."""

    id: int
    reasons: list[Told]
    version: int = 0


class Hit(msgspec.Struct):
    """Damage that would be dealt: by a die (-1: by none), to a die or to a side (the other is -1)."""

    source: int
    die: int
    side: int
    amount: int


class Fall(msgspec.Struct):
    """What would follow if one die that is to be rolled showed a value."""

    value: int
    events: list[Happened]
    won: bool | None = None  # whether it wins its comparison, if there is one
    asks: str = ""  # what somebody must choose then; "": the duel is over


class IfNobodyActs(msgspec.Struct):
    """What would follow if nobody did anything more in this attack or duel. It holds only then."""

    events: list[Happened]  # after those that are certain
    depends: str = ""  # on what the rest depends then; "": it is over, or the seat itself is asked
    hits: list[Hit] = []  # of Dice Masters, as the next two: all damage, also what is certain
    ko: list[int] = []  # dice that would be KO'd
    life: list[int] = []  # what each side would have left
    falls: list[Fall] = []  # of IRONDIE: where one die is to be rolled, what each of its values would bring


class Follows(msgspec.Struct, tag_field="type", tag="follows"):
    """What a forecast is answered with: what is certain, and on what the rest depends ("": nothing, the game ends)."""

    id: int
    events: list[Happened]
    depends: str
    question: Question | None = None  # what the seat is asked next, if the answer is only a part of a move
    if_nobody_acts: IfNobodyActs | None = None  # none where seats choose in secret
    version: int = 0


class Part(msgspec.Struct):
    """A part of a number: how much, from what, by which rule."""

    amount: int
    text: str
    rule: str


class Number(msgspec.Struct):
    """A number on the table and its parts."""

    name: str
    total: int
    parts: list[Part]


class Numbers(msgspec.Struct, tag_field="type", tag="numbers"):
    """What an `explain` is answered with."""

    id: int
    numbers: list[Number]
    version: int = 0


class HintLine(msgspec.Struct):
    """A good move: its steps, the chance to win with it (-1: there is only this one), its line, how it may go on."""

    actions: tuple[int, ...]
    chance: float
    text: str
    then: list[str]


class Hinted(msgspec.Struct, tag_field="type", tag="hinted"):
    """What a `hint` is answered with, the best first."""

    id: int
    lines: list[HintLine]
    version: int = 0


class Said(msgspec.Struct, tag_field="type", tag="said"):
    """Somebody has said something."""

    seat: int
    text: str
    version: int = 0


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    id: int
    version: int = 0


Reply = Update | Done | Refusal | Answer | Follows | Numbers | Hinted | Said | Pong

# ---- over HTTP -------------------------------------------------------------------------------------------------


class Seated(msgspec.Struct):
    """A seat was taken. The token owns it: whoever has it may answer for it."""

    room: str
    seats: list[int]
    token: str
    taken: bool = True  # by this call, with its seed; False: before


class RoomInfo(msgspec.Struct):
    """A room as a lobby shows it."""

    room: str
    game: str
    status: str
    names: list[str]
    bots: list[bool]
    clock: str
    created: float
    edition: str = ""  # of Dice Masters
    book: str = ""  # the title of that rulebook
    format: str = ""  # of Dice Masters: demo, tournament, basic or fun
    teams: list[str] = []  # by seat: the title of a ready-made team or set, "" for that of the demo
    turn: int = 0  # 0: nothing is played yet
    asked: list[int] = []  # seats that are to answer
    ending: Ending | None = None
    kept: list[str] = []  # by seat, for whom it is kept though it is free


_DECODER: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_ENCODER = msgspec.json.Encoder()


def decode_request(data: bytes | str) -> Request:
    return _DECODER.decode(data)


def encode_reply(reply: Reply) -> bytes:
    return _ENCODER.encode(reply)
