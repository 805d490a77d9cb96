"""The sentences in docs/ability-language.md are sentences of the language."""

from __future__ import annotations

import re
from pathlib import Path

from dicehall.ability.parsing import parse_ability, parse_burst, parse_global

PAGE = Path(__file__).parents[2] / "docs" / "ability-language.md"


def test_the_page_is_right() -> None:
    boxes = re.findall(r"```(ability|burst|global)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    read = {"ability": parse_ability, "burst": parse_burst, "global": parse_global}
    assert len(boxes) > 8
    for kind, box in boxes:
        for line in box.splitlines():
            read[kind](line)
