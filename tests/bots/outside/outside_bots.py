"""Bots of other people in Python: one that is as it should be, and others that each do one thing wrong."""

from __future__ import annotations

import random
import sys
from itertools import count
from types import FrameType

from dicehall.bots.base import Question
from dicehall.kernel.decision import Outcome
from dicehall.kernel.state import State

NUMBER = 7
_counter = count()


class Hasty:
    """Takes the first answer."""

    name = "hasty"
    closed: list[Outcome | None]

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.seed = game, seed
        self.closed = []

    def choose(self, question: Question) -> int:
        return question.actions[0]

    def close(self, outcome: Outcome | None) -> None:
        self.closed.append(outcome)


class Plain:
    """Needs neither game nor seed."""

    name = "plain"

    def choose(self, question: Question) -> int:
        return question.actions[-1]


class Dreamer(Hasty):
    """Plays on in its model, as it may."""

    def choose(self, question: Question) -> int:
        question.model.apply(question.actions[-1], None, (), question.seat)
        return question.actions[-1]


class Cheat(Hasty):
    def choose(self, question: Question) -> int:
        return 987654321


class Boaster(Hasty):
    def choose(self, question: Question) -> int:
        return 10**5000


class Undecided(Hasty):
    def choose(self, question: Question) -> int:
        return None  # type: ignore[return-value]


class Clumsy(Hasty):
    def choose(self, question: Question) -> int:
        weights: dict[int, int] = {}
        return weights[question.seat]


class Leaver(Hasty):
    def choose(self, question: Question) -> int:
        sys.exit(0)


class Lazy(Hasty):
    """Gives up where there is no choice."""

    def choose(self, question: Question) -> int:
        return random.Random(self.seed).sample(question.actions, 2)[0]


class Sprinter(Hasty):
    """Gives up at the first question of a game, and knows nothing of any other."""

    def choose(self, question: Question) -> int:
        if "battle" not in question.decision.asks:
            raise RuntimeError(question.decision.asks)
        return question.actions[0]


class Peeker(Hasty):
    """Looks for the real game among those who ask, and answers by its dice."""

    def choose(self, question: Question) -> int:
        mine = question.model.dice.save()
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            for value in list(frame.f_locals.values()):
                dice = getattr(value, "dice", None) if isinstance(value, State) else None
                if dice is not None and dice.save() != mine:
                    seed: int = dice.rng.seed
                    return question.actions[seed % len(question.actions)]
            frame = frame.f_back
        return question.actions[0]


class Seer(Peeker):
    """Does so late in a game only."""

    def choose(self, question: Question) -> int:
        return question.actions[0] if "battle" in question.decision.asks else super().choose(question)


class Meddler(Hasty):
    """Changes what the model shares with the real game."""

    def choose(self, question: Question) -> int:
        names = question.kit.seat_names
        question.kit.seat_names = [*names[:-1], names[-1] + "!"]
        return question.actions[0]


class Whimsical(Hasty):
    """Its answers follow from no seed."""

    def choose(self, question: Question) -> int:
        return question.actions[next(_counter) * 7 % len(question.actions)]


class Sharing(Hasty):
    """All of its kind share one generator."""

    rng = random.Random()

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        Sharing.rng = random.Random(seed)

    def choose(self, question: Question) -> int:
        return self.rng.choice(question.actions)


def only_irondie(game: str, seed: int) -> Hasty:
    if game != "irondie":
        raise ValueError("only metal dice, please")
    return Hasty(game, seed)


def broken(game: str, seed: int) -> Hasty:
    raise KeyError("weights")


def no_bot(game: str, seed: int) -> str:
    return "a bot"


def takes_too_much(game: str, seed: int, depth: int) -> Hasty:
    return Hasty(game, seed)
