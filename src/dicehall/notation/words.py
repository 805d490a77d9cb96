"""Names and lists in the notation: reading a die or card as people write it. Knows no game.

Reserved words are read first, then the longest known name; any unambiguous beginning of a name will do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from dicehall.kernel.errors import QUOTED, InvalidInput, cut

_T = TypeVar("_T")
RESERVED = ("none", "yes", "no", "up", "down", "with", "on")
MAX_NAME = 16  # letters of a seat's name


def name_fault(name: str, taken: Sequence[str] = ()) -> str:
    """What is wrong with a name for a seat, or nothing. `taken`: words that mean something else in a record."""
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > MAX_NAME:
        return f"'{name[:20]}' must be one word of letters and digits, at most {MAX_NAME} long"
    if fold(name) in (*RESERVED, *taken, "draw", "roll"):
        return f"'{name}' means something else in a record; take another name"
    return ""


_END = r"(?=$|[\s,;:#@=+.])"


class Spec(NamedTuple):
    """A die or card as it was written: ann.Hulk#2@fist x3 damage 2."""

    name: str
    seat: str = ""
    number: int = 0
    face: str = ""
    times: int = 1
    damage: int = 0
    source: str = ""  # the set that was forced: imw:Smash!
    value: int | None = None  # =3 in an assignment

    def __str__(self) -> str:
        out = f"{self.seat}." if self.seat else ""
        out += f"{self.source}:" if self.source else ""
        out += self.name
        out += f"#{self.number}" if self.number else ""
        out += f"@{self.face}" if self.face else ""
        return out


class Reader:
    """Reads one line from left to right."""

    thing = "die or card"  # what is named

    def __init__(self, text: str, names: Iterable[str], seats: Iterable[str] = (), sets: Iterable[str] = ()) -> None:
        self.text = text
        self.at = 0
        self.names = sorted({fold(n) for n in names}, key=len, reverse=True)
        self.seats = sorted({fold(n) for n in seats}, key=len, reverse=True)
        self.sets = sorted({fold(n) for n in sets}, key=len, reverse=True)

    # ---- small steps -------------------------------------------------------------------------------------
    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def done(self) -> bool:
        self.space()
        return self.at >= len(self.text)

    def rest(self) -> str:
        return self.text[self.at :]

    def take(self, mark: str) -> bool:
        """A mark such as a comma, if it comes next."""
        self.space()
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def word(self, *words: str) -> str:
        """One of these whole words, if it comes next; else the empty string."""
        self.space()
        for w in words:
            m = re.compile(re.escape(w) + _END, re.IGNORECASE).match(self.text, self.at)
            if m:
                self.at = m.end()
                return w
        return ""

    def number(self) -> int | None:
        self.space()
        m = re.compile(r"-?\d+").match(self.text, self.at)
        if not m:
            return None
        self.at = m.end()
        return bounded(m.group())

    def expect(self, mark: str, where: str) -> None:
        if not self.take(mark):
            raise InvalidInput(f"expected '{mark}' {where}, found '{self.rest()[:40]}'")

    def finish(self) -> None:
        if not self.done():
            raise InvalidInput(f"'{self.rest()[:60]}' at the end of the line is not understood")

    # ---- dice --------------------------------------------------------------------------------------------
    def spec(self, *, colon_ends: bool = False) -> Spec:
        """One die or card. `colon_ends`: a colon that is not part of a known name ends it (block, assign)."""
        self.space()
        seat = self._prefix(self.seats, ".")
        source = self._prefix(self.sets, ":")
        name = self._name(colon_ends)
        if len(name) > max([QUOTED, *map(len, self.names[:1])]):
            raise InvalidInput(f"nothing has a name as long as '{cut(name)}'")
        number, face = 0, ""
        while self.at < len(self.text) and self.text[self.at] in "#@":
            mark = self.text[self.at]
            if number if mark == "#" else face:
                raise InvalidInput(f"'{cut(self.text)}': a die has one number and shows one face")
            m = re.compile(r"#(\d+)" if mark == "#" else r"@([A-Za-z0-9]+\*{0,2})").match(self.text, self.at)
            if not m:
                what = "number" if mark == "#" else "face"
                raise InvalidInput(f"expected a {what} after '{mark}' in '{cut(self.text)}'")
            self.at = m.end()
            if mark == "#":
                number = bounded(m.group(1))
                if number == 0:
                    raise InvalidInput(f"dice are numbered from 1: there is no {name}#0")
            else:
                face = m.group(1).lower()
                if len(face) > QUOTED:
                    raise InvalidInput(f"no die has a face '{cut(face)}'")
        times, damage = 1, 0
        m = re.compile(r"\s*\bx(\d+)\b", re.IGNORECASE).match(self.text, self.at)
        if m:
            self.at, times = m.end(), bounded(m.group(1))
            if times == 0:
                raise InvalidInput(f"'{name} x0' names no die: leave it out, or write none")
        m = re.compile(r"\s+damage\s+(\d+)\b", re.IGNORECASE).match(self.text, self.at)
        if m:
            self.at, damage = m.end(), bounded(m.group(1))
        value: int | None = None
        if self.take("="):
            value = self.number()
            if value is None:
                raise InvalidInput(f"expected a number after '=' in '{cut(self.text)}'")
        return Spec(name, seat, number, face, times, damage, source, value)

    def specs(self, *, colon_ends: bool = False) -> list[Spec]:
        """A list of dice, separated by commas."""
        out = [self.spec(colon_ends=colon_ends)]
        while self.take(","):
            out.append(self.spec(colon_ends=colon_ends))
        return out

    def _prefix(self, words: Sequence[str], mark: str) -> str:
        for w in words:
            if fold(self.text[self.at : self.at + len(w) + 1]) == w + mark:
                after = self.at + len(w) + 1
                if after < len(self.text) and not self.text[after].isspace():
                    self.at = after
                    return w
        return ""

    def _name(self, colon_ends: bool) -> str:
        text = fold(self.text)
        known = ""
        for name in self.names:
            if text.startswith(name, self.at) and re.compile(_END).match(self.text, self.at + len(name)):
                known = name
                break
        marks = ",;#@=+:" if colon_ends else ",;#@=+"
        pattern = rf"[^{marks}]+?(?=\s+x\d+\b|\s+damage\s|\s+with\s|\s+on\s|\s*[{marks}]|\s*$)"
        m = re.compile(pattern, re.IGNORECASE).match(self.text, self.at)
        if known and m and len(m.group().strip()) > len(known):
            # a longer name may begin so: Harpie Lady S(isters)
            longer = fold(m.group().strip())
            if not any(name.startswith(longer) for name in self.names):
                m = None
        elif known:
            m = None
        if known and m is None:
            self.at += len(known)
            return known
        if not m or not m.group().strip():
            raise InvalidInput(f"expected the name of a {self.thing}, found '{self.rest()[:40] or 'nothing'}'")
        self.at = m.end()
        return fold(m.group().strip())


def fold(text: str) -> str:
    """How names are compared: without regard to case and typographic quotes. Keeps the length."""
    return text.lower().replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"')


def bounded(digits: str) -> int:
    """A number that somebody wrote: not one that could hurt."""
    if len(digits) > 6:
        raise InvalidInput(f"the number {digits[:12]}... is too large")
    return int(digits)


def match_names(name: str, things: Iterable[_T], names_of: Callable[[_T], Sequence[str]]) -> list[_T]:
    """Things with that name: by title, else by `Title: Subtitle`, else by an unambiguous beginning."""
    things = list(things)
    wanted = _plain(name)
    found = [t for t in things if _plain(names_of(t)[0]) == wanted]
    if not found:
        found = [t for t in things if any(_plain(n) == wanted for n in names_of(t)[1:])]
    return found or [t for t in things if any(_plain(n).startswith(wanted) for n in names_of(t))]


def _plain(name: str) -> str:
    """A name without the quotes that some subtitles are printed in."""
    return fold(name).replace('"', "")
