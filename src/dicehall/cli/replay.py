"""dicehall replay: plays a game record again and checks each recorded result."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dicehall.cli.terminal_save import must_be_record
from dicehall.cli.terminal_style import Out
from dicehall.notation.record import read_record, replay_record, result_text

TURN = re.compile(r"turn \d+\b", re.IGNORECASE)


def replay(
    file: Path,
    /,
    *,
    log: Annotated[bool, Parameter(help="tell the whole game in sentences, each with its rule")] = False,
) -> int:
    """Replay a game record and check every line of it: moves legal, dice possible, the result as recorded."""
    must_be_record(file)
    record = read_record(file)
    player, failure = replay_record(record)
    if log:
        out = Out(False)
        for n, sentence in enumerate(player.story()):
            begins = TURN.match(sentence) is not None
            if begins and n:
                out.put("")
            out.say(sentence, label="" if begins else "  ", hang=4)
    if failure is not None:
        print(f"FAIL  {file}: {record.scenario.title}\n  {failure}")
        return 1
    result = result_text(player.state.outcome, player.side_names)
    print(f"ok    {file}: {len(record.lines)} lines, {result}")
    return 0
