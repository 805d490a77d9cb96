"""A person at a table over the network: shows what happens at once, and does what is typed. Knows no rules."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from dicehall.cli import join_screen
from dicehall.cli.join_calls import Calls
from dicehall.cli.join_lines import Lines
from dicehall.cli.terminal_style import Out
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.fair import commitment
from dicehall.table.client import Client, Refused, Table
from dicehall.table.links import Link
from dicehall.table.messages import Happened, Question

T = TypeVar("T")
FEW = 30  # things that have happened before somebody came; more are not told


class AtTable(Calls):
    """See the module."""

    def __init__(self, out: Out, client: Client, table: Table, lines: Lines) -> None:
        super().__init__(out, client, table, lines)
        self._heard: list[Happened] | None = None  # what was told
        self._epoch = 0
        self._here: list[bool] = []
        self._undos: list[int] = []  # how many each seat had left
        self._said: dict[str, object] = {}  # the last of each kind of news, so that nothing is said twice
        self._prompted = False  # the cursor stands behind a prompt
        self._turn = asyncio.Event()
        table.notice = self._notice

    # ---- running -------------------------------------------------------------------------------------------
    async def run(self) -> Link | None:
        """Until somebody quits, the input ends, the room is gone, or it goes on at another table."""
        self.tell()
        watching = asyncio.create_task(self._watch())
        try:
            while True:
                self._prompt()
                line = await self._or_end(self.lines.next(), watching)
                if line is None or line in ("quit", "exit"):
                    break
                if not self.lines.is_person:
                    if self._is_move(line):
                        await self._or_end(self._my_turn(), watching)
                    self.out.put(f"> {line}")
                self._prompted = False
                try:
                    await self._or_end(self._do(line), watching)
                except DicehallError as error:
                    if watching.done():
                        raise
                    self._complain(error)
                if self.next is not None:
                    return self.next
                self.tell()
        except asyncio.CancelledError:  # Ctrl-C
            self._leave()
            raise
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        self._leave()
        return None

    async def _watch(self) -> None:
        while True:
            await self.table.next()
            self.tell()
            self._prompt()

    async def _or_end(self, work: Coroutine[Any, Any, T], watching: asyncio.Task[None]) -> T:
        """Waits for something; but if the table is gone that is raised."""
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait({task, watching}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                watching.result()
            return await task
        finally:
            task.cancel()

    async def _my_turn(self) -> None:
        """A move out of a pipe waits until it is asked for."""
        update = self.table.update
        while update.seats and update.status != "over" and not update.questions:
            self._turn.clear()
            await self._turn.wait()
            update = self.table.update

    def _prompt(self) -> None:
        if self.lines.is_person and not self._prompted:
            self.out.stream.write("> ")
            self._prompted = True
        self.out.flush()

    def _say(self, text: str, style: str = "") -> None:
        self._fresh_line()
        self.out.say(text, style)

    def _fresh_line(self) -> None:
        if self._prompted:
            self.out.put("")
            self._prompted = False

    def _notice(self, connected: bool) -> None:
        if connected:
            self._say("The connection is back.", "green")
        else:
            self._say("The connection is lost. It is tried again; nothing is lost but time.", "yellow")
        self._prompt()

    # ---- telling -------------------------------------------------------------------------------------------
    def tell(self) -> None:
        """Whatever is new."""
        update = self.table.update
        names = update.names
        for seat, (was, here) in enumerate(zip(self._here or update.here, update.here, strict=True)):
            if was != here and seat not in update.seats:
                self._say(f"{names[seat] or 'Somebody'} {'is here' if here else 'has gone'}.")
        self._here = update.here
        if update.epoch != self._epoch:
            self._epoch = update.epoch
            self._say("A move was taken back.", "yellow")
            self._said.clear()
        self._tell_undos_left()
        news = self._news()
        if news:
            self._fresh_line()
            join_screen.tell(self.out, news)
        if update.status == "waiting" and self._new("status", "waiting"):
            self._say("A seat is free. Whoever shall have it types:")
            self.out.put(f"dicehall join {self.table.link.for_guests()}")
        self._tell_undo()
        question = update.questions[0] if update.questions else None
        if question is not None and self._new("question", (question.seat, question.version, question.asks)):
            self._fresh_line()
            self._show(question, not question.continues)
            self._new("table", 0)
        turn = (update.view or {}).get("turn", 0) if not update.seats else 0  # who watches sees the table once a turn
        if question is None and update.status == "playing" and self._new("table", turn):
            self._fresh_line()
            join_screen.table(self.out, update, self.table.time_left)
        if question is None and update.status == "playing":
            waits = [names[seat] for seat in update.asked if not update.bots[seat]]
            if waits and self._new("question", tuple(waits)):
                self._say(f"It is for {' and '.join(waits)} to choose.")
        if update.ending is not None and self._new("status", "over"):
            self._tell_end()
        if update.next and not self.goes_on and self._new("next", update.next):
            self._say("Another game is set up: again brings you to it.", "yellow")
        self._turn.set()

    def _new(self, kind: str, what: object) -> bool:
        is_new = self._said.get(kind) != what
        self._said[kind] = what
        return is_new

    def _news(self) -> list[Happened]:
        """What has happened and was not told, without what interests nobody."""
        log, heard = self.table.log, self._heard
        same = 0
        if heard is not None:
            for known, event in zip(heard, log, strict=False):
                if known != event:
                    break
                same += 1
        self._heard = list(log)
        news = [event for event in log[same:] if not event.quiet]
        if heard is None and len(news) > FEW:
            return []
        return news

    def _tell_undos_left(self) -> None:
        """After a move was taken back by consent: how many more of them there are."""
        update = self.table.update
        for seat, (had, has) in enumerate(zip(self._undos or update.undos_left, update.undos_left, strict=True)):
            if has < had:
                who = "You" if update.seats == [seat] else update.names[seat]
                left = f"{has} more {'move' if has == 1 else 'moves'}" if has else "no more moves"
                self._say(f"{who} can take back {left} by consent.")
        self._undos = update.undos_left

    def _tell_undo(self) -> None:
        update = self.table.update
        before, asks = self._said.get("undo", -1), update.asks_undo
        if not self._new("undo", asks):
            return
        if asks < 0 and before in update.seats:  # all that was said is forgotten when a move is taken back
            self._say("Your move was not taken back.", "yellow")
        if asks in update.seats:
            self._say("The others are asked whether you may take your move back.")
        elif asks >= 0:
            ending = ": yes or no?" if update.seats else "."
            self._say(f"{update.names[asks]} asks to take the last move back{ending}", "yellow")

    def _tell_end(self) -> None:
        update = self.table.update
        ending, view = update.ending, update.view or {}
        assert ending is not None
        sides = view.get("sides", [])
        names = []
        for side in ending.winners:
            for seat in sides[side]["seats"]:
                names.append(seat if isinstance(seat, str) else update.names[seat])
        why = {"time": "time is up", "gone": "the other side is gone"}.get(ending.why, ending.why)
        rule = f" [{ending.rule}]" if ending.rule else ""
        text = f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}" if names else "Nobody wins"
        self._say(f"The game is over. {text} ({why}){rule}.", "bold")
        fair = update.fair
        if fair.server_seed:
            right = commitment(bytes.fromhex(fair.server_seed)) == fair.commitment
            if right:
                self._say("The server's seed is the one that it promised. All dice: record FILE, dicehall verify FILE")
            else:
                self._say("The server's seed is NOT the one that it promised: do not trust its dice.", "red")

    def _show(self, question: Question, whole: bool) -> None:
        if whole:
            self.out.put("")
            join_screen.table(self.out, self.table.update, self.table.time_left)
        join_screen.ask(self.out, question, self.table.update.names[question.seat])

    # ---- doing ---------------------------------------------------------------------------------------------
    def _is_move(self, line: str) -> bool:
        return bool(line) and line.split()[0].lower() not in COMMANDS

    async def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word != "concede":
            self.wants_to_concede = False
        if not line:
            await self.do_table("")
        elif word in COMMANDS:
            await getattr(self, f"do_{word}")(rest.strip())
        else:
            await self._play(line)

    async def _play(self, line: str) -> None:
        """A move, or numbers of answers."""
        update = self.table.update
        if not update.seats:
            raise InvalidInput("you watch; who sits at the table chooses. 'help' says what you can do")
        if update.status == "over":
            raise InvalidInput("the game is over; 'again' plays another one, 'record FILE' keeps it, 'quit' leaves")
        question = self.question()
        if question.secret and len(update.seats) > 1:
            self.out.clear()  # others at this screen are still to choose
        await self.first_legal(question, line, lambda answer: self.table.play(question.seat, answer, question.version))

    async def do_table(self, rest: str) -> None:
        update = self.table.update
        join_screen.table(self.out, update, self.table.time_left)
        if update.questions:
            self._show(update.questions[0], False)
        elif update.status == "waiting":
            self._said.pop("status", None)

    def _complain(self, error: DicehallError) -> None:
        if isinstance(error, Refused) and error.reasons:
            self.tell_reasons(error.reasons, "red", "! ")
        else:
            self.out.say(str(error), "red", label="! ")

    def _leave(self) -> None:
        self._fresh_line()
        if self.table.update.status != "over" and self.table.link.token:
            self.out.say("The game stays. Come back with:")
            self.out.put(f"dicehall join '{self.table.link}'")


COMMANDS = tuple(name.removeprefix("do_") for name in dir(AtTable) if name.startswith("do_")) + ("quit", "exit")
