"""Reads every sentence of the built-in cards and writes its tree to src/dicehall/ability/remembered.json."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import msgspec

from dicehall.ability import print_dice
from dicehall.ability.language import reads_bare
from dicehall.ability.memory import FILE, Memory
from dicehall.ability.parsing import read_ability, read_burst, read_global
from dicehall.ability.printing import print_ability, print_burst, print_global
from dicehall.dicemasters.cards import load_catalogue


def trees() -> Memory:
    cards = load_catalogue().cards
    abilities = {text for card in cards for text in card.text}
    bursts = {text for card in cards for text in (*card.burst1, *card.burst2, *card.burst)}
    found = Memory(
        {text: read_ability(text) for text in sorted(abilities)},
        {text: read_burst(text) for text in sorted(bursts)},
        {text: read_global(text) for text in sorted({text for card in cards for text in card.global_})},
    )
    asked: set[str] = set()  # names that are printed anywhere

    def note(name: str) -> bool:
        asked.add(name)
        return reads_bare(name)

    with patch.object(print_dice, "is_bare_name", note):
        for words in ("hero", "monster"):
            for ability in found.abilities.values():
                print_ability(ability, words)
            for burst in found.bursts.values():
                print_burst(burst, words)
            for line in found.globals.values():
                print_global(line, words)
    return msgspec.structs.replace(found, names={name: reads_bare(name) for name in sorted(asked)})


def main() -> int:
    found = trees()
    path = Path(__file__).parent.parent / "src" / "dicehall" / "ability" / FILE
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{len(found.abilities)} abilities, {len(found.bursts)} burst lines, {len(found.globals)} Global Abilities")
    print(f"{len(found.names)} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
