"""A game that ends without being won on the table says why: who gave up, whose time was up, who was gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehall.kernel.errors import InvalidInput
from dicehall.notation.record import read_record, replay_record
from dicehall.table.inputs import decode
from dicehall.table.moments import story_of
from dicehall.table.seeing import ending_of, update_of

from .probing import new_table, picture

TOLD = {
    "": ("Ann concedes", "ann> concede"),
    "time": ("Ann's time is up", "ann> concede time"),
    "gone": ("Ann is gone, and Bob claims the game", "ann> concede gone"),
}


@pytest.mark.parametrize("why", TOLD)
@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_the_log_and_the_record_say_why_a_game_is_over(tmp_path: Path, game: str, why: str) -> None:
    table = new_table(game)
    table.do(table.room.to_concede(0, why))
    text, line = TOLD[why]
    for events in (update_of(table.room, (), [], 0.0).events, story_of(table.room).events):
        told = [event.text for event in events]
        assert told[-2] == text and told[-1].endswith("Bob wins")
        assert sum([other in told for other, _ in TOLD.values()]) == 1
    ending = ending_of(table.room)
    assert ending is not None and (ending.winners, ending.why) == ([1], why or "conceded")
    assert picture(table.again()) == picture(table.room), "what was stored goes the same way"

    path = tmp_path / "record.toml"
    path.write_text(table.room.record(), encoding="utf-8")
    assert line in [row.lower() for row in path.read_text(encoding="utf-8").splitlines()]
    player, failure = replay_record(read_record(path))
    assert failure is None
    assert table.room.session is not None and player.state.outcome == table.room.state.outcome
    assert player.session.entries[-1] == table.room.session.entries[-1]


def test_a_typed_reason_is_no_reason() -> None:
    """Who gives up cannot make it look as if its time had been up; and reasons are known ones."""
    table = new_table("dicemasters")
    what = table.room.to_play(0, table.version(0), text="concede time")
    assert what == decode(b'{"do":"concede","seat":0}')
    with pytest.raises(InvalidInput, match="'bored' is no reason why a game is lost; there are time, gone"):
        table.room.state.concede(0, "bored")
    assert not table.room.state.is_over
