"""dicehall cards: the catalogue, how far each card is supported, cards as players read them, which of their effects
can meet, and files of one's own."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from dicehall.cli.team import catalogue_with
from dicehall.dicemasters.cards import Card, CatalogueError, load_file
from dicehall.dicemasters.cardtext import card_page
from dicehall.dicemasters.meeting import Pair, events, pairs
from dicehall.dicemasters.support import faults_of, level
from dicehall.notation.readings import readings_of

app = cyclopts.App(
    name="cards", help="The cards: list them, read them, check files of your own.", help_format="plaintext"
)
WIDTH = 100


@app.default
def cards(
    *,
    set: Annotated[
        str | None, Parameter(name="--set", help="only this set: avx, ygo, imw, tmnt, or a folder with your own")
    ] = None,
    find: Annotated[str | None, Parameter(help="only cards with this in their title, or the card with this id")] = None,
    starter: Annotated[bool, Parameter(negative="", help="only the cards of the starter sets")] = False,
    text: Annotated[bool, Parameter(negative="", help="each card as a player reads it: cost, faces, text")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="one JSON list of rows")] = False,
) -> int:
    """List the cards of the catalogue: number, title, cost, energy and the computed level of support.

    Levels: facts (numbers only), parsed (its text can be read and run), tested (by scenarios), exercised (each of
    its lines was at work in random games).
    """
    catalogue, named = catalogue_with([] if set is None else [set])
    found = [c for c in catalogue.cards if (set is None or c.set in named) and (c.starter or not starter)]
    if find is not None:
        wanted = {c.id for c in catalogue.find(find)}
        found = [c for c in found if c.id in wanted]
    if as_json:
        print(json.dumps([_row(c) for c in found], ensure_ascii=False, indent=1))
        return 0
    if not found:
        print("no card fits")
        return 1
    if text:
        for card in found:
            for i, line in enumerate(card_page(card)):
                print(line if i == 0 else textwrap.fill(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False))
            for reading in readings_of(card.id):
                line = f"  ruling: {reading.asks} {reading.says} ({reading.why})"
                print(textwrap.fill(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False))
            print()
    else:
        _table(found)
    print(f"{len(found)} cards")
    return 0


def _row(c: Card) -> dict[str, object]:
    return {
        "id": c.id,
        "set": c.set,
        "number": c.number,
        "name": c.name,
        "subtitle": c.subtitle,
        "kind": c.kind,
        "cost": c.cost,
        "energy": c.energy,
        "starter": c.starter,
        "level": level(c),
        "text": [f"{mark}: {line}" if mark else line for mark, line in c.lines],
    }


def _table(found: list[Card]) -> None:
    width = max(len(c.title) for c in found)
    print(f"{'id':8} {'title':{width}} {'kind':12} cost energy starter level")
    for c in found:
        energy = c.energy or "-"
        print(
            f"{c.id:8} {c.title:{width}} {c.kind:12} {c.cost:>4} {energy:6} {'yes' if c.starter else '-':7} {level(c)}"
        )


@app.command
def meeting(
    *,
    event: Annotated[str | None, Parameter(help="only this event, as in: damage, KO, purchase, fielding price")] = None,
    find: Annotated[str | None, Parameter(help="only pairs of a card with this in its title, or of this id")] = None,
    set: Annotated[
        str | None, Parameter(name="--set", help="a folder with cards of your own beside the others")
    ] = None,
    as_json: Annotated[
        bool, Parameter(name="--json", negative="", help="one JSON list of rows, with all cards")
    ] = False,
) -> int:
    """List the kinds of replacement effects that can meet on one event: which goes first, who decides, by which rule.

    One line for each two kinds, and for each kind beside itself where two cards or dice can bring it twice. The
    last column counts the cards of the one kind and of the other, with an example of each.
    """
    catalogue, _ = catalogue_with([] if set is None else [set])
    known = [e.name for e in events()]
    if event is not None and event not in known:
        print(f"there is no event '{event}'; the events are: {', '.join(known)}")
        return 2
    found = [p for p in pairs(catalogue, catalogue.cards) if event in (None, p.event.name)]
    if find is not None:
        wanted = {c.id for c in catalogue.find(find)}
        found = [p for p in found if any(c.id in wanted for side in p.cards for c in side)]
    if as_json:
        print(json.dumps([_meeting_row(p) for p in found], ensure_ascii=False, indent=1))
        return 0
    if not found:
        print("no pair fits")
        return 1
    rows = [_meeting_cells(p) for p in found]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
        print("  ".join([*[cell.ljust(width) for cell, width in zip(row, widths, strict=False)], row[4]]))
    return 0


def _meeting_row(p: Pair) -> dict[str, object]:
    return {
        "event": p.event.name,
        "when": p.event.when,
        "kinds": list(p.kinds),
        "first": p.answer.first if p.answer else None,
        "decides": p.answer.decides if p.answer else None,
        "rules": list(p.answer.rules) if p.answer else [],
        "cards": [[c.id for c in side] for side in p.cards],
    }


def _meeting_cells(p: Pair) -> tuple[str, str, str, str, str]:
    one, other = p.cards
    cards = f"{len(one)} x {len(other)}: {_named(one[0])}, {_named(other[-1])}"
    if p.answer is None:
        return p.name, "first: not settled", "decides: not settled", "-", cards
    return p.name, f"first: {p.answer.first}", f"decides: {p.answer.decides}", ", ".join(p.answer.rules), cards


def _named(card: Card) -> str:
    return f"{card.id} {card.name}"


@app.command
def lint(*file: Path) -> int:
    """Check files of cards: every fault with its file, line and what would be right. Nothing is run."""
    if not file:
        print("name one or more die files, as in: dicehall cards lint my-set/dragon.toml")
        return 2
    bad = 0
    for path in _files(file):
        try:
            found = load_file(path)
            faults = faults_of(found)
        except CatalogueError as error:
            faults = list(error.faults)
        if faults:
            bad += 1
            for fault in faults:
                print(fault)
        else:
            print(f"{path}: {len(found)} card{'s' if len(found) != 1 else ''}, all right")
    return 1 if bad else 0


def _files(named: tuple[Path, ...]) -> list[Path]:
    """The files that were named; of a folder those in it."""
    out: list[Path] = []
    for path in named:
        out += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return out
