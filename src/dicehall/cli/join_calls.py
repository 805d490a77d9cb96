"""What can be typed at a table over the network besides moves: hint, why, forecast, undo, stops, another game."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from dicehall.cli import join_screen
from dicehall.cli.join_lines import Lines
from dicehall.cli.terminal_choice import numbers_of
from dicehall.cli.terminal_hint import Advice, say_hints
from dicehall.cli.terminal_style import Out
from dicehall.kernel.errors import DicehallError, InvalidInput, cut
from dicehall.table.client import Client, Refused, Table
from dicehall.table.links import Link
from dicehall.table.messages import STEPS, HintLine, Question, Told

T = TypeVar("T")
Answer = str | list[int]
HELP = """\
1              the answer of that number; several (1 3) where several are asked
keep           a move in notation, as it stands in the list
hint           three good moves by looking ahead, if the table allows it
why 2          why MOVE: why it cannot be done, or that it can
forecast 2     forecast MOVE: what would follow, and on what it depends
undo           takes your last move back, or asks the others to allow it
yes  no        answers somebody who asks to take a move back
skip STEP      you pass there without being asked: skip their main
stop STEP      you are asked there, even if there is only one answer
usual STEP     you are asked there if you have a choice
table  log     the table again (also Enter); what has happened (log 50)
concede        gives the game up
claim          takes the game of somebody whose time is up or who has long gone
again          after the game: another one with the sides swapped
link           the private link: go on with it on another device
record FILE    writes the record of the game
quit           leaves; the game stays, and the link brings you back"""


class Calls:
    """Each method that begins with `do_` is a word that can be typed."""

    def __init__(self, out: Out, client: Client, table: Table, lines: Lines) -> None:
        self.out = out
        self.client = client
        self.table = table
        self.lines = lines
        self.wants_to_concede = False
        self.next: Link | None = None  # the table at which it goes on
        self.goes_on = False  # somebody here is on the way to it

    # ---- what is asked -------------------------------------------------------------------------------------
    def seat(self) -> int:
        """Whom a command is for: the seat that is asked, else the client's first."""
        update = self.table.update
        if not update.seats:
            raise InvalidInput("you watch; that is for those who sit at the table")
        return update.questions[0].seat if update.questions else update.seats[0]

    def question(self) -> Question:
        """What is asked first of those at this screen."""
        update = self.table.update
        if update.questions:
            return update.questions[0]
        who = " and ".join(update.names[seat] for seat in update.asked) or "a free seat"
        raise InvalidInput(f"you are not asked now; the game waits for {who}")

    async def first_legal(self, question: Question, line: str, use: Callable[[Answer], Awaitable[T]]) -> T:
        """Uses what a line means; of several things that it may mean, the first that is legal."""
        *others, last = answers_of(question, line)
        for answer in others:
            try:
                return await use(answer)
            except Refused as error:
                if error.code != "illegal":
                    raise
        return await use(last)

    def tell_reasons(self, reasons: Sequence[Told], style: str = "", label: str = "- ") -> None:
        for told in reasons:
            self.out.say(told.text + (f" [{told.rule}]" if told.rule else ""), style, label=label)

    # ---- words ---------------------------------------------------------------------------------------------
    async def do_help(self, rest: str) -> None:
        for row in HELP.splitlines():
            self.out.put(row)

    async def do_log(self, rest: str) -> None:
        most = int(rest) if rest.isdecimal() and len(rest) < 5 else 20
        events = [event for event in self.table.log if not event.quiet]
        if self.table.missing:
            self.out.say(f"{self.table.missing} things happened before; the record has them.")
        join_screen.tell(self.out, events[-most:] if most else [])

    async def do_why(self, rest: str) -> None:
        seat = self.seat()
        if not rest:
            raise InvalidInput("why what? 'why 2', or 'why' and a move")
        asked, what = self.table.question(seat), rest  # type: tuple[Question | None, int | str]
        if numbers_of(rest) and asked is not None:
            answer = answers_of(asked, str(numbers_of(rest)[0]))[-1]
            what = answer if isinstance(answer, str) else answer[0]
        reasons = await self.table.why(seat, what)
        if not reasons:
            self.out.say("It can be done.")
        self.tell_reasons(reasons)

    async def do_forecast(self, rest: str) -> None:
        seat = self.seat()
        if not rest:
            raise InvalidInput("forecast what? 'forecast 2', or 'forecast' and a move")
        follows = await self.first_legal(self.question(), rest, lambda answer: self.table.forecast(seat, answer))
        join_screen.tell(self.out, [event for event in follows.events if not event.quiet])
        self.out.say(f"Then it depends on {follows.depends}." if follows.depends else "Then the game is over.")
        idle = follows.if_nobody_acts
        told = [] if idle is None else [event for event in idle.events if not event.quiet]
        if told:
            self.out.say("If nobody does anything more:")
            join_screen.tell(self.out, told)

    async def do_hint(self, rest: str) -> None:
        question = self.question()
        found = await self.table.hint(question.seat)
        listed = [option.action for option in question.actions] if question.continues else []
        say_hints(self.out, [_advice(line, listed) for line in found], question.secret)

    async def do_undo(self, rest: str) -> None:
        update = self.table.update
        free = [seat for seat, may in zip(update.seats, update.may_undo, strict=True) if may]
        await self.table.undo(free[0] if free else self.seat())

    async def do_yes(self, rest: str) -> None:
        await self.table.answer_undo(self.seat(), True)

    async def do_no(self, rest: str) -> None:
        await self.table.answer_undo(self.seat(), False)

    async def do_skip(self, rest: str) -> None:
        await self._set_step(rest, "skip")

    async def do_stop(self, rest: str) -> None:
        await self._set_step(rest, "stop")

    async def do_usual(self, rest: str) -> None:
        await self._set_step(rest, "usual")

    async def _set_step(self, rest: str, how: str) -> None:
        """In a step the seat passes without being asked, or is asked in any case, or if it has a choice."""
        seat, update = self.seat(), self.table.update
        if (update.view or {}).get("game") == "irondie":
            raise InvalidInput("IRONDIE has no steps in which one may only pass")
        step = " ".join(rest.lower().split())
        if step and step not in STEPS:
            raise InvalidInput(f"there is no step '{cut(rest)}'; there are {', '.join(STEPS)}")
        at = update.seats.index(seat)
        skips, stops = set(update.passes[at]), set(update.stops[at])
        if step:
            skips = skips | {step} if how == "skip" else skips - {step}
            stops = stops | {step} if how == "stop" else stops - {step}
            await self.table.passes(seat, sorted(skips), sorted(stops))
        self.out.say(f"You pass without being asked in: {', '.join(sorted(skips)) or 'no step'}.")
        if stops:
            self.out.say(f"You are asked even if there is only one answer in: {', '.join(sorted(stops))}.")

    async def do_concede(self, rest: str) -> None:
        seat = self.seat()
        if self.lines.is_person and not self.wants_to_concede:
            self.wants_to_concede = True
            self.out.say("Type concede once more to give the game up.")
            return
        await self.table.concede(seat)

    async def do_claim(self, rest: str) -> None:
        await self.table.claim(self.seat())

    async def do_again(self, rest: str) -> None:
        """Another game; what is typed after the word is the seed. Who watches goes along."""
        update, link = self.table.update, self.table.link
        if update.seats:
            self.goes_on = True  # that it is set up is no news here
            try:
                seated = await self.client.again(link.room, link.token, rest or secrets.token_hex(16), update.next)
            except DicehallError:
                self.goes_on = False
                raise
            self.next = link._replace(room=seated.room, token=seated.token)
        elif update.next:
            self.next = link._replace(room=update.next)
        else:
            raise InvalidInput("those who play have not set up another game")

    async def do_link(self, rest: str) -> None:
        self.out.put(str(self.table.link))

    async def do_record(self, rest: str) -> None:
        if not rest:
            raise InvalidInput("record FILE: name a file")
        path = Path(rest).expanduser()
        text = await self.client.record(self.table.link.room)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise InvalidInput(f"{path} exists already; choose another name") from None
        except OSError as error:
            raise InvalidInput(f"{path} cannot be written: {error.strerror or error}") from None
        self.out.say(f"The record is in {path}.")


def _advice(line: HintLine, listed: Sequence[int]) -> Advice:
    """`listed`: the answers of the list, at a further step of a move: they are typed by their numbers."""
    first = line.actions[0]
    number = f"{listed.index(first) + 1} " if first in listed else ""
    return Advice(line.chance, number + line.text, line.then)


def answers_of(question: Question, line: str) -> list[Answer]:
    """What a line may mean as an answer, the likeliest first: a move, or the numbers of a list."""
    numbers = numbers_of(line)
    if not numbers:
        return [line]
    verb, parts = join_screen.parts_of(question)
    most = len(parts) if verb else len(question.actions)
    for n in numbers:
        if not 1 <= n <= most:
            raise InvalidInput(f"there is no answer {n}: the list goes from 1 to {most}")
        if numbers.count(n) > 1:
            raise InvalidInput(f"the number {n} is given twice")
    if verb:
        chosen = [parts[n - 1] for n in numbers]
        if "none" in chosen and len(chosen) > 1:
            raise InvalidInput("'none' cannot be joined with others: give its number alone")
        return [f"{verb} {', '.join(chosen)}"]
    actions = [question.actions[n - 1].action for n in sorted(numbers)]
    listed = [option.action for option in question.actions]
    if question.kind == "choose some" and 0 in listed and 0 not in actions:
        return [[*actions, 0], actions]  # these and no more, or one after the other
    return [actions]
