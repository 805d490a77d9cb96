"""Bots that are programs of their own: JSON, one message a line, over stdin and stdout. See docs/bot-protocol.md.

A program gets what its seat may see and nothing else. It is started at the first question and ended with the game:
its stdin is closed, then it is terminated, then killed. Two threads read and write, so that a program that neither
reads nor writes cannot hold the game up.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import threading
import weakref
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any, TypeVar

import msgspec

from dicehall.bots.base import Question
from dicehall.bots.outside import BotFault, checked
from dicehall.kernel.decision import Outcome
from dicehall.kernel.errors import InvalidInput

PIPE = "pipe"  # what a bot's name begins with
PROTOCOL = 1
START = 30.0  # seconds to get ready
LIMIT = 30.0  # seconds for an answer
SLACK = 5.0  # seconds beyond the budget, where it has seconds
GRACE = 1.0  # seconds to end by itself; as many again before it is killed
LONGEST = 1 << 16  # bytes of a message
MOST = 64  # lines that wait to be looked at
SHOWN = 100  # letters of a message that an error shows


class Hello(msgspec.Struct, tag_field="type", tag="hello"):
    """The first message to a program."""

    protocol: int
    game: str
    seed: int


class Option(msgspec.Struct):
    """A legal action, and what it is in words."""

    action: int
    text: str


class Thinking(msgspec.Struct):
    """A budget; 0 means no limit of that kind."""

    iterations: int
    seconds: float


class Asked(msgspec.Struct, tag_field="type", tag="question"):
    """What a seat is asked."""

    id: int
    seat: int
    side: int
    kind: str
    asks: str
    rule: str
    continues: bool
    secret: bool
    more: bool
    budget: Thinking
    actions: list[Option]
    view: dict[str, Any]


class End(msgspec.Struct, tag_field="type", tag="end"):
    """The last message to a program."""

    result: str  # won, lost, tied, or broken off
    winners: tuple[int, ...] = ()
    why: str = ""
    rule: str = ""


class Ready(msgspec.Struct, tag_field="type", tag="ready"):
    """What a program answers to hello."""

    protocol: int


class Answer(msgspec.Struct, tag_field="type", tag="answer"):
    """What a program answers to a question."""

    id: int
    action: int


Reply = TypeVar("Reply", Ready, Answer)


def asked(question: Question, number: int) -> Asked:
    """A question as a program gets it."""
    decision, model = question.decision, question.model
    return Asked(
        id=number,
        seat=decision.seat,
        side=question.side,
        kind=decision.kind.value,
        asks=decision.asks,
        rule=decision.rule,
        continues=decision.continues,
        secret=decision.secret,
        more=decision.more,
        budget=Thinking(question.budget.iterations, question.budget.seconds),
        actions=[Option(action, model.game.describe(model, action, decision.seat)) for action in decision.actions],
        view=question.view,
    )


class PipeBot:
    """A program that answers. Its process begins with the first question, and ends with `close` or at a fault."""

    def __init__(self, command: str, game: str, seed: int, limit: float = LIMIT) -> None:
        self.name = f"{PIPE}:{command}"
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise InvalidInput(f"'{self.name}': the command cannot be read: {error}") from None
        if not self._command:
            raise InvalidInput(f"'{self.name}': a command is missing; write it after {PIPE}:, as pipe:python3 mybot.py")
        if shutil.which(self._command[0]) is None:
            raise InvalidInput(f"'{self.name}': there is no program '{self._command[0]}' that can be started")
        self._hello = Hello(PROTOCOL, game, seed)
        self._limit = limit
        self._process: Process | None = None
        self._asked = 0
        self._side = -1

    def choose(self, question: Question) -> int:
        try:
            if self._process is None:
                self._process = self._begin()
            return self._answer(self._process, question)
        except BaseException:  # also at Ctrl-C: the process does not outlive the game
            self._end(b"")
            raise

    def close(self, outcome: Outcome | None = None) -> None:
        """Tells how the game ended and ends the process. Another question would begin a new one."""
        end = End("broken off")
        if outcome is not None:
            result = "tied" if outcome.is_tie else "won" if self._side in outcome.winners else "lost"
            end = End(result, outcome.winners, outcome.why, outcome.rule)
        self._end(_line(end))

    def _end(self, farewell: bytes) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end(farewell)

    def _begin(self) -> Process:
        try:
            process = Process(self._command)
        except OSError as error:
            raise BotFault(f"the bot '{self.name}' cannot be started: {error.strerror or error}") from None
        self._process = process
        process.send(_line(self._hello))
        right = f'{{"type": "ready", "protocol": {PROTOCOL}}}'
        ready = self._reply(process, Ready, "hello", START, right)
        if ready.protocol != PROTOCOL:
            raise self._fault(f"speaks protocol {ready.protocol}; the house speaks {PROTOCOL}", right=right)
        self._asked = 0
        return process

    def _answer(self, process: Process, question: Question) -> int:
        self._asked += 1
        self._side = question.side
        process.send(_line(asked(question, self._asked)))
        seconds = question.budget.seconds
        what = f'question {self._asked}, "{question.decision.asks}"'
        right = f'{{"type": "answer", "id": {self._asked}, "action": {question.actions[0]}}}'
        answer = self._reply(process, Answer, what, seconds + SLACK if seconds else self._limit, right)
        if answer.id != self._asked:
            raise self._fault(f"answered question {str(answer.id)[:20]}; asked was {what}", right=right)
        return checked(self.name, question.model, question.decision, answer.action)

    def _reply(self, process: Process, kind: type[Reply], what: str, seconds: float, right: str) -> Reply:
        line = process.receive(seconds)
        if line is None:
            raise self._fault(f"did not answer {what} within {seconds:g} seconds", right=right)
        if not line:
            raise self._fault(f"ended ({process.how_it_ended()}) when it should have answered {what}", right=right)
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            text = line.decode("utf-8", "backslashreplace").strip()
            sent = text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
            raise self._fault(f"answered {what} with {sent!r}: {error}", right=right) from None

    def _fault(self, text: str, right: str) -> BotFault:
        return BotFault(f"the bot '{self.name}' {text}; right is a line like {right}")


def _line(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message) + b"\n"


# ---- processes -------------------------------------------------------------------------------------------------


class Process:
    """A running program with which lines are exchanged; what it writes to stderr is seen as it is.

    It has a session of its own: Ctrl-C reaches the house, which then ends it and all that it has started.
    """

    def __init__(self, command: list[str]) -> None:
        self._running = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self._running.stdin is not None and self._running.stdout is not None
        self._out: SimpleQueue[bytes] = SimpleQueue()  # an empty line is the last
        self._in: SimpleQueue[bytes] = SimpleQueue()
        self._last_resort = weakref.finalize(self, _stop, self._running, self._out)  # also when the interpreter ends
        self._threads = [
            threading.Thread(target=_write, args=(self._running.stdin, self._out), daemon=True),
            threading.Thread(target=_read, args=(self._running.stdout, self._in), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._running.pid

    def send(self, line: bytes) -> None:
        self._out.put(line)

    def receive(self, seconds: float) -> bytes | None:
        """The next line; empty if there will be none, None if there is none in that time."""
        try:
            return self._in.get(timeout=seconds)
        except Empty:
            return None

    def how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._running.wait(GRACE)
        code = self._running.returncode
        if code is None:
            return "it closed its output"
        return f"exit code {code}" if code >= 0 else f"by signal {-code}"

    def end(self, farewell: bytes = b"") -> None:
        """With a farewell it may end by itself; without, it must."""
        try:
            if farewell:
                self._out.put(farewell)
                self._out.put(b"")
                with suppress(subprocess.TimeoutExpired):
                    self._running.wait(GRACE)
        finally:
            _stop(self._running, self._out)
            self._last_resort.detach()
            for thread in self._threads:
                thread.join(GRACE)


def _stop(running: subprocess.Popen[bytes], out: SimpleQueue[bytes]) -> None:
    try:
        out.put(b"")
        _signal(running, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            running.wait(GRACE)
    finally:
        with suppress(ProcessLookupError, PermissionError):  # what it has started may outlive it
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def _signal(running: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """To the program and all that it has started."""
    if running.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, number)


def _write(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    with suppress(OSError), stream:
        while line := lines.get():
            rest = memoryview(line)
            while rest:
                rest = rest[stream.write(rest) :]


def _read(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Lines until the end, or until there is more than anybody asked for."""
    with suppress(OSError), stream:
        begun = b""
        while lines.qsize() < MOST and len(begun) < LONGEST and (data := stream.read(LONGEST)):
            *whole, begun = (begun + data).split(b"\n")
            for line in whole:
                lines.put(line + b"\n")
        if begun:
            lines.put(begun)
    lines.put(b"")
