"""dicehall cards: the catalogue, how far each card is supported, cards as players read them, and files of one's own."""

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
from dicehall.dicemasters.support import faults_of, level

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
    find: Annotated[str | None, Parameter(help="only cards with this in their title")] = None,
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
                print(line if i == 0 else textwrap.fill(line, WIDTH, subsequent_indent="    "))
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
