"""Read the words of a card: sentence to record.

A sentence has one reading or none, and one wording: what has been read is printed again and must come out as it went
in. What is not understood is an error that points at the word and says what would be right.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from lark.exceptions import UnexpectedInput, UnexpectedToken

from dicehall.ability import language, printing
from dicehall.ability import tree as t
from dicehall.ability.build_filters import Misfit
from dicehall.ability.lexing import UnknownWord
from dicehall.ability.memory import memory
from dicehall.ability.vocabulary import EXAMPLES
from dicehall.kernel.errors import InvalidInput

LIMIT_LENGTH = 1000


class AbilityError(InvalidInput):
    """A text that is not in the language: which word, at which column (from 0), and the nearest known phrases."""

    def __init__(
        self, text: str, column: int, word: str, why: str, near: tuple[str, ...] = (), show_near: bool = True
    ) -> None:
        self.text = text
        self.column = column
        self.word = word
        self.near = near
        shown = " or ".join(f"'{phrase}'" for phrase in near) if show_near else ""
        super().__init__(why + (f". Did you mean {shown}?" if shown else ""))


@lru_cache(maxsize=4096)
def parse_ability(text: str) -> t.Ability:
    """One element of a card's text, which may have several sentences."""
    return memory().abilities.get(text) or read_ability(text)


@lru_cache(maxsize=4096)
def parse_burst(text: str) -> t.Burst:
    """One burst line without its mark: `Instead, ...`, `Also, ...` or an ability of its own."""
    return memory().bursts.get(text) or read_burst(text)


@lru_cache(maxsize=4096)
def parse_global(text: str) -> t.Global:
    """One Global Ability without its label."""
    return memory().globals.get(text) or read_global(text)


# the same by the grammar, whatever is remembered


def read_ability(text: str) -> t.Ability:
    node = _parse(text, "ability", printing.print_ability)
    assert isinstance(node, t.Ability)
    return node


def read_burst(text: str) -> t.Burst:
    node = _parse(text, "burst", printing.print_burst)
    assert isinstance(node, t.Burst)
    return node


def read_global(text: str) -> t.Global:
    node = _parse(text, "global_line", printing.print_global)
    assert isinstance(node, t.Global)
    return node


def _parse(text: str, start: str, show: Callable[[Any], str]) -> object:
    _check_characters(text)
    try:
        node = language.parser().parse(text, start=start)
    except UnknownWord as error:
        why = error.why or "is not a word of the ability language here"
        raise _error(text, error.column, error.word, f"'{error.word}' {why}", begun=error.begun) from None
    except UnexpectedToken as error:
        raise _unexpected(text, error) from None
    except UnexpectedInput as error:  # pragma: no cover - the lexer has its own errors
        raise _error(text, 0, "", str(error)) from None
    except Misfit as error:
        raise AbilityError(text, 0, _word_at(text, 0), f"the sentence is not understood: {error}") from None
    try:
        again = show(node)
    except ValueError as error:
        raise AbilityError(text, 0, _word_at(text, 0), f"the sentence is not understood: {error}") from None
    if again != text:
        column = next((i for i, (one, two) in enumerate(zip(text, again, strict=False)) if one != two), len(again))
        column = min(column, len(text))
        while column and column < len(text) and text[column - 1] != " ":
            column -= 1
        word = _word_at(text, column)
        raise AbilityError(text, column, word, f"column {column + 1}: write it so: {again}", (again,), show_near=False)
    return node


def _check_characters(text: str) -> None:
    if len(text) > LIMIT_LENGTH:
        raise AbilityError(
            text, LIMIT_LENGTH, "", f"a line has at most {LIMIT_LENGTH} characters; this has {len(text)}"
        )
    if not text.strip():
        raise AbilityError(text, 0, "", "there is no sentence")
    for column, character in enumerate(text):
        if not character.isprintable():
            raise AbilityError(text, column, character, f"column {column + 1}: a character that cannot be printed")


def _word_at(text: str, column: int) -> str:
    return text[column:].split(" ", 1)[0].rstrip(".,")


def _unexpected(text: str, error: UnexpectedToken) -> AbilityError:
    token = error.token
    if token.type == "$END":
        column, word = len(text), ""
        why = "the sentence breaks off" if text.endswith(".") else "the sentence breaks off: a line ends with '.'"
    else:
        column, word = token.start_pos or 0, text[token.start_pos : token.end_pos]
        why = f"'{word}' does not fit here"
    return _error(text, column, word, why, _expected(error))


def _expected(error: UnexpectedToken) -> tuple[str, ...]:
    """What the grammar could read at this place, as words."""
    names = {"NUMBER": "a number", "NAME": "a name", "STRING": "a name in quotes", "ENERGY": "[fist]", "GENERIC": "[2]"}
    names |= {"BONUS": "+1A and +1D"}
    texts = language.lexer().texts
    found = [names.get(name) or texts.get(name, "") for name in error.accepts or error.expected]
    return tuple(sorted(text for text in found if text and text not in "():"))


def _error(
    text: str, column: int, word: str, why: str, expected: tuple[str, ...] = (), begun: str = ""
) -> AbilityError:
    """The error with the phrases that come nearest to what stands there."""
    near = (begun,) if begun else _nearest(text, column, word if expected else "", expected)
    if expected and len(expected) <= 6:
        shown = ", ".join(f"'{phrase}'" for phrase in expected)
        why += f"; expected here: {shown}"
    return AbilityError(text, column, word, f"column {column + 1}: {why}", near)


def _nearest(text: str, column: int, known: str, expected: tuple[str, ...]) -> tuple[str, ...]:
    """The phrases that are most like what stands there: those that the grammar expects, then all others.

    Whole phrases are compared from the beginning of the clause as well. known: a word that is in the language but does
    not fit, which is no use as an answer.
    """
    rest = text[column:]
    start = max(text.rfind(mark, 0, column) + 2 if mark in text[:column] else 0 for mark in (". ", ", "))
    clause = text[start:]
    first = rest.split(" ", 1)[0].lower().rstrip(".,")
    scored: list[tuple[float, str]] = []
    for bonus, phrases in ((0.1, expected), (0.0, () if known else _phrases())):
        for phrase in phrases:
            if _likeness(first, phrase.split(" ", 1)[0].lower()) >= 0.6:
                scored.append((_likeness(rest[: len(phrase)].lower(), phrase.lower()) + bonus, phrase))
    for phrase in EXAMPLES:
        heads = (rest[: len(phrase)], clause[: len(phrase)])
        scored.append((max(_likeness(head.rstrip(".").lower(), phrase.lower()) for head in heads), phrase))
    best: list[str] = []
    for likeness, phrase in sorted(scored, key=lambda entry: (-entry[0], entry[1])):
        if likeness >= 0.7 and phrase not in best and phrase != known.lower():
            best.append(phrase)
    return tuple(best[:3])


def _likeness(one: str, other: str, least: float = 0.6) -> float:
    """How alike two texts are, from 0 to 1; 0 if less than the least that matters."""
    matcher = SequenceMatcher(None, one, other)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    return matcher.ratio()


@lru_cache(maxsize=1)
def _phrases() -> tuple[str, ...]:
    """All phrases of the grammar."""
    energy = ("[fist]", "[bolt]", "[mask]", "[shield]")
    return (*sorted(phrase for phrase in language.lexer().texts.values() if len(phrase) > 1), *energy)
