"""The log of Dice Masters: what paid, and who is blocked by whom."""

from __future__ import annotations

import tomllib

from dicehall.notation.dm.log import event_text
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position import read_position
from dicehall.notation.iron.log import event_text as iron_text
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.iron.position import read_position as read_iron

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

ROLLING = """
game = "dicemasters"
edition = "avx"
active = "ann"
[seat.ann]
[seat.bob]
"""
DUEL = """
game = "irondie"
step = "skirmish"
active = "ann"
[seat.ann]
set = ["black smasher", "red assault", "purple ballistic", "blue nullifier", "green barrier", "white powerup",
    "orange swarm", "yellow fortress", "red regeneration"]
life = ["yellow fortress@5"]
[seat.bob]
set = ["black smasher", "red assault", "purple ballistic", "blue nullifier", "green barrier", "white powerup",
    "orange swarm", "yellow fortress", "red regeneration"]
defense = ["green barrier@3"]
life = ["yellow fortress@4"]
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


def test_a_reroll_says_what_the_dice_showed() -> None:
    player = player_of(ROLLING)
    player.chance("draw", "Sidekick x4")
    player.chance("roll", "Sidekick@fist, Sidekick@bolt, Sidekick@mask x2")
    player.move("ann", "reroll Sidekick#2, Sidekick#3")
    player.chance("roll", "Sidekick@1, Sidekick@fist")
    assert told(player, "rolled") == [
        "ann rolls: Sidekick@fist, Sidekick@bolt, Sidekick@mask x2",
        "ann rerolls Sidekick@bolt, Sidekick@mask: Sidekick@fist, Sidekick@1",
    ]


def test_irondie_says_whose_a_target_is_and_when_the_lower_value_wins() -> None:
    position = read_iron(tomllib.loads(DUEL))
    player = IronPlayer(position.game.state_of(position.setup, hold=True), position.side_names)
    player.move("ann", "duel orange swarm")
    player.chance("roll", "ann.orange swarm@5")
    player.move("bob", "duel white powerup on bob.green barrier")
    player.chance("roll", "bob.white powerup@2")
    player.move("ann", "forgo")
    player.move("bob", "forgo")
    lines = [iron_text(player.state, e) for e in player.session.log]
    assert "ann opens a duel with orange swarm on bob.green barrier" in lines
    assert "bob answers with white powerup on bob.green barrier" in lines
    lost = "ann.orange swarm (5) loses against bob.green barrier (4), since a swarm wins with the lower value"
    assert lost in lines
    assert "bob.white powerup (2) loses against bob.green barrier (3)" in lines


def test_a_fight_without_blocks_says_so() -> None:
    player = player_of(FIGHT)
    player.begin_step()
    player.move("ann", "attack Sidekick#1")
    player.move("bob", "block none")
    assert told(player, "blocks") == ["nobody blocks"]
