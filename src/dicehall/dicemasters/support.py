"""How far a card is supported: facts, parsed, tested, exercised. Computed, never typed in.

parsed: its sentences can be read and run. tested: scenarios show its effect and a case where it must not happen.
exercised: in random games each of its lines has been at work; `make exercised` plays them and writes the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path

import msgspec

from dicehall.ability.parsing import AbilityError, parse_ability, parse_burst, parse_global
from dicehall.dicemasters.cards import Card, CatalogueError, Fault, load_catalogue, load_folder
from dicehall.dicemasters.effects.lines import CardCompiler, trees_of
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.selecting import NotYet
from dicehall.dicemasters.game import DiceMasters, Team
from dicehall.dicemasters.kit import Kit

LEVELS = ("facts", "parsed", "tested", "exercised")
FILE = "exercised.json"


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a card: its sentences then, its scenarios, and for each line the seed of a game in which it
    was at work. A blank card has one line, "fielded"."""

    text: tuple[str, ...]
    scenarios: int = 0
    seeds: dict[str, int] = {}


@cache
def rows() -> dict[str, Row]:
    """The rows that the last run of `make exercised` wrote, by card."""
    path = files("dicehall.dicemasters") / FILE
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Row])


def sentences(card: Card) -> tuple[str, ...]:
    return tuple(f"{mark}: {text}" if mark else text for mark, text in card.lines)


def at_work(runner: Runner) -> set[tuple[int, str]]:
    """The lines that have been at work in a game, as card and mark, by what its runner has seen."""
    seen = runner.seen or set()
    out: set[tuple[int, str]] = set()
    for card, mark, clauses, programs, keywords in runner.lines:
        if (
            any(("clause", i) in seen for i in clauses)
            or any(("program", i) in seen for i in programs)
            or any(("keyword", card * 100 + k) in seen for k in keywords)
        ):
            out.add((card, mark))
    for card, mark, kind, number in runner.burst_lines:
        if (kind, number) in seen:
            out.add((card, mark))
    return out


@cache
def runner_of_card(card: Card) -> Runner:
    """The texts of a card alone on a table. Raises AbilityError or NotYet."""
    team = Team("a", (), (card,)) if card.kind == "basic_action" else Team("a", ((card, 1),))
    game = DiceMasters("imw", blank=True)
    kit = Kit(game._setup((team, Team("b", ())), 20, (0, 1)), game.catalogue.sidekick)
    runner = Runner(kit)
    CardCompiler(runner, kit, 1, trees_of(card)).compile()
    return runner


def why_not_run(card: Card) -> str:
    """Why the card's text cannot be played; empty if it can."""
    if not card.known:
        return "only its facts are known, its ability is not"
    try:
        runner_of_card(card)
    except AbilityError as error:
        return str(error)
    except NotYet as error:
        return f"the engine does not know yet: {error}"
    return ""


def faults_of(cards: Iterable[Card]) -> list[Fault]:
    """Every sentence of these cards that cannot be read or run, with its file and line, and names that nobody has."""
    out: list[Fault] = []
    for card in cards:
        before = len(out)
        for key, texts, read in (
            ("text", card.text, parse_ability),
            ("burst1", card.burst1, parse_burst),
            ("burst2", card.burst2, parse_burst),
            ("burst", card.burst, parse_burst),
            ("global", card.global_, parse_global),
        ):
            for text in texts:
                try:
                    read(text)
                except AbilityError as error:
                    out.append(Fault(card.die.path, _line_of(card, text), key, f"{error}\n  {text}"))
        if len(out) == before and card.known:
            try:
                runner_of_card(card)
            except NotYet as error:
                key, text = _sentence_of(card, error.mark)
                message = f"the engine does not know yet: {error}\n  {text}"
                out.append(Fault(card.die.path, _line_of(card, text), key, message))
    return out


def _sentence_of(card: Card, mark: str) -> tuple[str, str]:
    """The key and the sentence of a line that `line_marks` names."""
    word, _, number = mark.partition(" ")
    if word == "text":
        return "text", card.text[int(number) - 1]
    if word == "burst":
        key = ("burst1", "burst2", "burst")[int(number) - 1]
        return key, (card.burst1, card.burst2, card.burst)[int(number) - 1][0]
    return "global", card.global_[0] if card.global_ else ""


def why_not_run_sentence(sentence: str, burst: bool = False, global_: bool = False) -> str:
    """Why a sentence cannot be run, on a character or else on an action; empty if it can."""
    why = ""
    for kind in ("character", "basic_action"):
        card = next(
            c for c in load_catalogue().cards if (c.kind == kind and not c.lines) or c.kind == kind == "basic_action"
        )
        texts: dict[str, tuple[str, ...]] = {"text": (), "burst1": (), "burst2": (), "burst": (), "global_": ()}
        texts["burst1" if burst else "global_" if global_ else "text"] = (sentence,)
        trial = msgspec.structs.replace(card, **texts, known=True)
        why = why_not_run(trial)
        if not why:
            return ""
    return why


def load_own(path: str | PathLike[str]) -> list[Card]:
    """The cards of a folder of one's own, their sentences checked. Raises CatalogueError with every fault."""
    cards = load_folder(path)
    faults = faults_of(cards)
    if faults:
        raise CatalogueError(faults)
    return cards


def _line_of(card: Card, text: str) -> int:
    """The line of a sentence in the file of its card, or the line at which the card begins."""
    try:
        rows = Path(card.die.path).read_text(encoding="utf-8-sig").split("\n")
    except OSError:
        return card.line
    return next((i for i, row in enumerate(rows[card.line - 1 :], card.line) if text[:30] in row), card.line)


def line_marks(card: Card) -> tuple[str, ...]:
    """The lines of a card that can be at work, as `make exercised` counts them."""
    if not card.lines:
        return ("fielded",)
    marks = [mark for _, mark, *_ in runner_of_card(card).lines]
    for mark, texts in (("burst 1", card.burst1), ("burst 2", card.burst2), ("burst 3", card.burst)):
        if texts and mark not in marks:
            marks.append(mark)
    return tuple(dict.fromkeys(marks))


def level(card: Card) -> str:
    if why_not_run(card):
        return "facts"
    row = rows().get(card.id)
    if row is None or row.text != sentences(card) or row.scenarios < 2 - (not card.lines):
        return "parsed"
    return "exercised" if all(mark in row.seeds for mark in line_marks(card)) else "tested"
