"""Lessons: a first game of each game, with dice that are known beforehand and words for every question.

A lesson is a file of the folder `lessons`. It fixes the table, the opponent and both seeds, so the same moves always
meet the same dice and the same answers. Where a game is in its lesson is found in coaching.py.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.fair import read_hex
from dicehall.table.settings import Place, Settings

FOLDER: Final = "lessons"
UNDOS: Final = 99  # a lesson is for trying things out


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question for which a step is written."""

    turn: int
    step: str
    kind: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the script: what has happened, what is asked and why, and a good move. `[4.3.2]` in a text is a
    rule."""

    when: When
    say: str
    try_: str = msgspec.field(name="try")
    tell: str = ""  # what the opponent has done since the last step
    point: tuple[str, ...] = ()  # cards to be shown beside what the move is about


class General(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to a question outside the script: to one that is asked by a rule, or without a rule to any."""

    say: str
    rule: str = ""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the script ends: the seat that wins, and what is said then."""

    winner: int
    say: str


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """See the module."""

    title: str
    about: str
    minutes: int
    learn: tuple[str, ...]  # what is learnt
    game: str
    places: tuple[Place, Place]
    server_seed: str
    seed: str  # of the learner
    steps: tuple[Step, ...]
    general: tuple[General, ...]
    end: End
    edition: str = ""
    name: str = ""

    @property
    def settings(self) -> Settings:
        """What is agreed in a room of this lesson."""
        fields = {"game": self.game, "edition": self.edition, "undos": UNDOS, "lesson": self.name}
        return msgspec.convert({**fields, "places": msgspec.to_builtins(self.places)}, Settings)

    @property
    def seed_of_server(self) -> bytes:
        return read_hex(self.server_seed, f"lesson {self.name}: server_seed")

    @property
    def learner(self) -> int:
        """The seat of the learner."""
        return [place.kind for place in self.places].index("person")


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by name, in the order in which they are offered."""
    out: dict[str, Lesson] = {}
    for file in sorted((files("dicehall.table") / FOLDER).iterdir(), key=lambda file: file.name):
        name = file.name.removesuffix(".toml")
        if name != file.name:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            out[name] = msgspec.convert({**data, "name": name}, Lesson)
    return out


def lesson_named(name: str) -> Lesson:
    found = lessons().get(name)
    if found is None:
        raise InvalidInput(f"lesson: there is no '{name[:20]}'; there are {', '.join(lessons())}")
    return found


def arranged(name: str, seed: str, promised: str) -> tuple[Settings, bytes, str]:
    """What a room of a lesson is made of: its settings, the server's seed and the learner's."""
    lesson = lesson_named(name)
    if seed or promised:
        raise InvalidInput("lesson: the dice of a lesson are fixed; leave seed and commitment out")
    return lesson.settings, lesson.seed_of_server, lesson.seed


class LessonInfo(msgspec.Struct):
    """A lesson as a page offers it."""

    name: str
    title: str
    about: str
    minutes: int
    learn: tuple[str, ...]
    game: str
    steps: int


def info_of(lesson: Lesson) -> LessonInfo:
    what = lesson
    return LessonInfo(what.name, what.title, what.about, what.minutes, what.learn, what.game, len(what.steps))
