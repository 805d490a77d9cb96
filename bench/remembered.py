"""Reads every sentence of the built-in cards and writes its tree to src/dicehall/ability/remembered.json."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from dicehall.ability.memory import FILE, Memory
from dicehall.ability.parsing import read_ability, read_burst, read_global
from dicehall.dicemasters.cards import load_catalogue


def trees() -> Memory:
    cards = load_catalogue().cards
    abilities = {text for card in cards for text in card.text}
    bursts = {text for card in cards for text in (*card.burst1, *card.burst2, *card.burst)}
    return Memory(
        {text: read_ability(text) for text in sorted(abilities)},
        {text: read_burst(text) for text in sorted(bursts)},
        {text: read_global(text) for text in sorted({text for card in cards for text in card.global_})},
    )


def main() -> int:
    found = trees()
    path = Path(__file__).parent.parent / "src" / "dicehall" / "ability" / FILE
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{len(found.abilities)} abilities, {len(found.bursts)} burst lines, {len(found.globals)} Global Abilities")
    return 0


if __name__ == "__main__":
    sys.exit(main())
