"""The grammar, built once when it is first needed, and what is a name in it."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from lark import Lark

from dicehall.ability.build_lines import LineRules
from dicehall.ability.lexing import UnknownWord, WordLexer
from dicehall.ability.memory import memory


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser. Strict: a grammar with a conflict is not built."""
    text = resources.files("dicehall.ability").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer=WordLexer,
        start=["ability", "burst", "global_line"],
        transformer=LineRules(),
        maybe_placeholders=True,
        strict=True,
    )


@lru_cache(maxsize=1)
def lexer() -> WordLexer:
    return WordLexer(parser().lexer_conf)


@lru_cache(maxsize=4096)
def is_bare_name(name: str) -> bool:
    """Whether a name can stand without quotes, wherever it stands in a sentence."""
    known = memory().names.get(name)
    return reads_bare(name) if known is None else known


def reads_bare(name: str) -> bool:
    """The same by the grammar, whatever is remembered."""
    for follower in ("die", "[fist]", '"Thor"', "or", "Sidekick"):
        for start in (True, False):
            try:
                tokens = lexer().tokens(f"{name} {follower}", start_of_sentence=start)
            except UnknownWord:
                return False
            if len(tokens) != 2 or tokens[0].type != "NAME" or tokens[0] != name:
                return False
    return True
