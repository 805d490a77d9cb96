"""Words: a sentence cut into the words of the language, as they stand in grammar.lark.

A phrase in quotes in the grammar is one word, however many words it holds, and the longest that fits is taken. A
capital at the beginning of a sentence does not count. What else has a capital is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token
from lark.common import LexerConf
from lark.lexer import Lexer, PatternStr

from dicehall.ability.vocabulary import KEYWORDS

LIMIT_NUMBER = 99

_PIECE = re.compile(r"[^\W\d_][\w']*(?:-[^\W\d_][\w']*)*|\d+|\S")
SHORT = re.compile(r"(?:^| )(?:[A-Z]|Mr|Mrs|Ms|Dr|Jr|Sr|St)\.?$")  # a name whose end looks like an abbreviation
_NAME_WORD = re.compile(r"(?:[A-Z]\.){2,}|(?:[A-Z]|Mr|Mrs|Ms|Dr|Jr|Sr|St)\.(?= [^\W\d_])|[^\W\d_][\w']*(?:-[\w']+)*")
_JOINING = frozenset({"of", "the"})


class UnknownWord(ValueError):
    """A word that the language does not have, at a column."""

    def __init__(self, column: int, word: str, why: str = "", begun: str = "") -> None:
        self.column = column
        self.word = word
        self.why = why
        self.begun = begun  # the phrase that the words before it began
        super().__init__(word)


def pieces(text: str) -> list[tuple[str, int]]:
    """Words and marks with their columns; `non-` before a word is a piece of its own."""
    found: list[tuple[str, int]] = []
    at = 0
    while at < len(text):
        match = _PIECE.search(text, at)
        if match is None:
            break
        start = match.start()
        at = _piece_end(text, start)
        found.append((text[start:at], start))
    return found


class WordLexer(Lexer):
    """Cuts a text into tokens by the phrases and patterns of the grammar."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        self.phrases: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}  # first piece -> phrases, longest first
        self.patterns: list[tuple[str, re.Pattern[str]]] = []
        self.texts: dict[str, str] = {}  # token type -> phrase
        for terminal in lexer_conf.terminals:
            if isinstance(terminal.pattern, PatternStr):
                words = tuple(word for word, _ in pieces(terminal.pattern.value))
                self.phrases.setdefault(words[0], []).append((words, terminal.name, terminal.pattern.value))
                self.texts[terminal.name] = terminal.pattern.value
            elif terminal.name != "NAME":
                self.patterns.append((terminal.name, re.compile(terminal.pattern.to_regexp())))
        for group in self.phrases.values():
            group.sort(key=lambda entry: -len(entry[0]))

    def lex(self, data: str) -> Iterator[Token]:  # type: ignore[override]
        return iter(self.tokens(data))

    def tokens(self, text: str, start_of_sentence: bool = True) -> list[Token]:
        found: list[Token] = []
        at = 0
        start = start_of_sentence
        while True:
            while at < len(text) and text[at] == " ":
                at += 1
            if at >= len(text):
                return found
            token, end = self._token(text, at, start)
            found.append(token)
            start = token.type == "DOT"
            at = end

    def _token(self, text: str, at: int, start: bool) -> tuple[Token, int]:
        for name, pattern in self.patterns:
            match = pattern.match(text, at)
            if match:
                value = match.group()
                if any(int(digits) > LIMIT_NUMBER for digits in re.findall(r"\d+", value) if name != "STRING"):
                    raise UnknownWord(at, value, f"is too much: no number is higher than {LIMIT_NUMBER}")
                return self._made(name, value, at, match.end())
        if start:
            phrase = self._phrase(text[:at] + text[at].lower() + text[at + 1 :], at)
            if phrase:
                return phrase
        phrase = self._phrase(text, at)
        if phrase:
            return phrase
        if text[at].isupper() and not (start and self._unknown(text, at, start).column > at):
            end = self._name_end(text, at)
            return self._made("NAME", text[at:end], at, end)
        raise self._unknown(text, at, start)

    def _phrase(self, text: str, at: int) -> tuple[Token, int] | None:
        """The longest phrase of the language that stands here."""
        end = _piece_end(text, at)
        for words, name, value in self.phrases.get(text[at:end], ()):
            stop = _follow(text, at, words)
            if stop:
                return self._made(name, value, at, stop)
        return None

    def _name_end(self, text: str, at: int) -> int:
        """Where the name ends that begins here: capitalised words, joined by `of` and `the`."""
        end = at
        here: int | None = at
        while here is not None:
            match = _NAME_WORD.match(text, here)
            if match is None or not text[here].isupper() or (here > at and self._stops(text, here, end)):
                break
            end = match.end()
            here = _next_in_name(text, end)
        return end if end > at else _piece_end(text, at)

    def _stops(self, text: str, here: int, end: int) -> bool:
        """Whether a capitalised word here is a word of the language and not of the name that ends before it."""
        phrase = self._phrase(text, here)
        if phrase:
            return here > end + 1 or phrase[0] not in KEYWORDS
        return (
            text[end - 1] == "." and self._phrase(text[:here] + text[here].lower() + text[here + 1 :], here) is not None
        )

    def _unknown(self, text: str, at: int, start: bool) -> UnknownWord:
        """The word to blame: the first that leaves every phrase that begins like this."""
        column, agreed, begun = at, 0, ""
        lowered = text[:at] + text[at].lower() + text[at + 1 :] if start else text
        for words, _, phrase in self.phrases.get(lowered[at : _piece_end(lowered, at)], ()):
            here, count = _agree(lowered, at, words)
            if here > column:
                column, agreed, begun = here, count, phrase
        known = column >= len(text) or text[column : _piece_end(text, column)] in self.phrases
        if known and agreed < 2:  # `one life`: not a bad `one of your`, but a bad `one`
            column, begun = at, ""
        return UnknownWord(column, text[column : _piece_end(text, column)], begun=begun)

    @staticmethod
    def _made(name: str, value: str, at: int, end: int) -> tuple[Token, int]:
        return Token(name, value, start_pos=at, line=1, column=at + 1, end_line=1, end_column=end + 1, end_pos=end), end


def _piece_end(text: str, at: int) -> int:
    if text.startswith("non-", at):
        return at + 4
    match = _PIECE.match(text, at)
    return match.end() if match else at + 1


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] == " ":
        at += 1
    return at


def _follow(text: str, at: int, words: tuple[str, ...]) -> int:
    """The end of these words if they stand here one after another, else 0."""
    end = at
    for number, word in enumerate(words):
        here = _skip(text, end) if number else end
        end = _piece_end(text, here) if here < len(text) else here
        if text[here:end] != word:
            return 0
    return end


def _agree(text: str, at: int, words: tuple[str, ...]) -> tuple[int, int]:
    """Where the text leaves these words, and after how many of them."""
    here = end = at
    for number, word in enumerate(words):
        here = _skip(text, end) if number else end
        end = _piece_end(text, here) if here < len(text) else here
        if text[here:end] != word:
            return here, number
    return here, len(words)


def _next_in_name(text: str, end: int) -> int | None:
    """Where the next word of a name begins: the next word, over joining words; None if the name must end here."""
    here = end
    for _ in range(3):
        if here >= len(text) or text[here] != " ":
            return None
        here += 1
        match = _NAME_WORD.match(text, here)
        if match is None:
            return None
        if match.group() not in _JOINING:
            return here
        here = match.end()
    return None
