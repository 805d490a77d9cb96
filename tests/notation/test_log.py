"""The log of Dice Masters: what paid, and who is blocked by whom."""

from __future__ import annotations

import tomllib

from dicehall.notation.dm.log import event_text
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position import read_position

BUYING = """
game = "dicemasters"
edition = "avx"
active = "ann"
step = "main"
[seat.ann]
cards = ["avx:Beast: Mutate #666"]
reserve = ["Sidekick@mask", "Sidekick@wild"]
[seat.bob]
"""
FIGHT = """
game = "dicemasters"
edition = "avx"
active = "ann"
step = "attack"
[seat.ann]
field = ["Sidekick@1 x2"]
[seat.bob]
field = ["Sidekick@1 x4"]
"""


def player_of(text: str) -> Player:
    position = read_position(tomllib.loads(text))
    return Player(position.game.state_of(position.setup, hold=True), position.side_names)


def told(player: Player, kind: str) -> list[str]:
    return [event_text(player.state, e) for e in player.session.log if e.kind == kind]


def test_a_payment_names_dice_and_what_they_showed() -> None:
    player = player_of(BUYING)
    player.move("ann", "buy Beast")
    assert told(player, "spent") == ["paid with Sidekick@mask, Sidekick@wild: to the Used Pile"]


def test_blocks_are_told_by_attacker() -> None:
    player = player_of(FIGHT)
    player.begin_step()
    player.move("ann", "attack Sidekick#1, Sidekick#2")
    player.move("bob", "block Sidekick#1: Sidekick#1, Sidekick#2, Sidekick#3; Sidekick#2: Sidekick#4")
    assert told(player, "blocks") == [
        "ann.Sidekick#1 is blocked by bob.Sidekick x3; bob.Sidekick#4 blocks ann.Sidekick#2"
    ]


def test_a_fight_without_blocks_says_so() -> None:
    player = player_of(FIGHT)
    player.begin_step()
    player.move("ann", "attack Sidekick#1")
    player.move("bob", "block none")
    assert told(player, "blocks") == ["nobody blocks"]
