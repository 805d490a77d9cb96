"""dicehall cards: the catalogue with how far each card is supported."""

from __future__ import annotations

import json
from typing import Annotated

from cyclopts import Parameter

from dicehall.dicemasters.cards import SETS, Card, load_catalogue
from dicehall.kernel.errors import InvalidInput


def level(card: Card) -> str:
    """How far a card is supported, computed: facts, parsed, tested or exercised. Abilities are not read yet."""
    return "facts"


def cards(
    *,
    set: Annotated[str | None, Parameter(name="--set", help="only this set: avx, ygo, imw or tmnt")] = None,
    find: Annotated[str | None, Parameter(help="only cards with this in their title")] = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="one JSON list of rows")] = False,
) -> int:
    """List the cards of the catalogue: number, title, cost, energy and the computed level of support."""
    if set is not None and set not in SETS:
        raise InvalidInput(f"--set: there is no set '{set}'; there are {', '.join(SETS)}")
    found = [c for c in load_catalogue().cards if set in (None, c.set)]
    if find is not None:
        wanted = {c.id for c in load_catalogue().find(find)}
        found = [c for c in found if c.id in wanted]
    if as_json:
        rows = [
            {
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
            }
            for c in found
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return 0
    if not found:
        print("no card fits")
        return 1
    width = max(len(c.title) for c in found)
    print(f"{'id':8} {'title':{width}} {'kind':12} cost energy starter level")
    for c in found:
        energy = c.energy or "-"
        print(
            f"{c.id:8} {c.title:{width}} {c.kind:12} {c.cost:>4} {energy:6} {'yes' if c.starter else '-':7} {level(c)}"
        )
    print(f"{len(found)} cards")
    return 0
