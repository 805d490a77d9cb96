"""dicehall ability: read a sentence of the ability language and show what it says."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from dicehall.ability import tree
from dicehall.ability.parsing import AbilityError, parse_ability, parse_burst, parse_global
from dicehall.ability.printing import print_ability, print_burst, print_global
from dicehall.ability.telling import outline, tell
from dicehall.ability.vocabulary import Vocabulary
from dicehall.dicemasters.support import why_not_run_sentence
from dicehall.kernel.errors import InvalidInput


def ability(
    sentence: Annotated[str, Parameter(help="the sentence, in quotes")],
    *,
    burst: Annotated[bool, Parameter(negative="", help="it is a burst line: Instead, ... or Also, ...")] = False,
    global_: Annotated[
        bool, Parameter(name="--global", negative="", help="it is a Global Ability, without the label")
    ] = False,
    monster: Annotated[bool, Parameter(negative="", help="the words of the ygo books first")] = False,
) -> int:
    """Read a sentence of the ability language: its tree, its wording in both vocabularies, and what it would do."""
    if burst and global_:
        raise InvalidInput("--burst and --global: a line is either a burst or a Global Ability")
    try:
        node = _read(sentence, burst, global_)
    except AbilityError as error:
        print(f"dicehall: {error}", file=sys.stderr)
        if error.text.strip() and error.text.isprintable() and len(error.text) <= 1000:
            print(f"  {error.text}\n  {' ' * error.column}{'^' * max(1, len(error.word))}", file=sys.stderr)
        return 2
    print("\n".join(outline(node)), end="\n\n")
    order: tuple[Vocabulary, Vocabulary] = ("monster", "hero") if monster else ("hero", "monster")
    for vocabulary in order:
        print(f"{vocabulary:>7}: {_written(node, vocabulary)}")
    print()
    answers = tell(node)
    width = max(len(question) for question, _ in answers)
    for question, answer in answers:
        print(f"{question:>{width}}: {answer}")
    why = why_not_run_sentence(sentence, burst, global_)
    print(f"{'runs':>{width}}: {'no; ' + why if why else 'yes'}")
    return 0


def _read(sentence: str, burst: bool, global_: bool) -> tree.Ability | tree.Burst | tree.Global:
    if burst:
        return parse_burst(sentence)
    return parse_global(sentence) if global_ else parse_ability(sentence)


def _written(node: tree.Ability | tree.Burst | tree.Global, vocabulary: Vocabulary) -> str:
    if isinstance(node, tree.Burst):
        return print_burst(node, vocabulary)
    return print_global(node, vocabulary) if isinstance(node, tree.Global) else print_ability(node, vocabulary)
