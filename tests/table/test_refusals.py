"""What a seat is told when something is refused: true, and short."""

from __future__ import annotations

import pytest

from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import DicehallError
from dicehall.table.inputs import Refused
from dicehall.table.room import Room
from dicehall.table.settings import GAMES

from .probing import new_table, play_on

NONE = r"^you have not made a move yet$"


def test_an_undo_before_any_move_says_so() -> None:
    for game in GAMES:
        room = new_table(game).room
        for seat in (0, 1):
            with pytest.raises(Refused, match=NONE):
                room.to_undo(seat)
    table = new_table("dicemasters", undos=0)
    seat, decision = table.room.asked()[0], table.room.decisions[0]
    table.answer(seat, [decision.actions[-1]])  # a die is rerolled, and the dice fall
    while table.room.decisions[0].continues:
        table.answer(seat, [0])
    with pytest.raises(Refused, match="the dice have fallen since your last decision"):
        table.room.to_undo(seat)
    with pytest.raises(Refused, match=NONE):
        table.room.to_undo(1 - seat)


LONG = ("x" * 8000, "9" * 8000, "x, " * 3000, "'" * 5000, "#" * 5000, "Sidekick@" + "y" * 6000, "x=1, " * 2000)


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_does_not_repeat_all_that_was_written(game: str) -> None:
    table = new_table(game, 3)
    for _ in play_on(table, Rng(3), 4):
        for seat in table.room.asked():
            for verb in ("", "keep", "reroll ", "buy ", "field ", "attack ", "choose ", "battle ", "duel ", "wound "):
                for text in LONG:
                    said = refusal(table.room, seat, verb + text)
                    assert 0 < len(said) < 400, said
                    assert (verb + text)[:20].strip().lower() in said.lower() or len(said) < 200
    room = new_table(game).room
    assert "'jump'" in refusal(room, room.asked()[0], "jump"), "what is short is repeated whole"


def refusal(room: Room, seat: int, text: str) -> str:
    try:
        room.to_play(seat, room.version_for(seat), text=text)
    except DicehallError as error:
        return str(error)
    raise AssertionError(text)
