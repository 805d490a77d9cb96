"""The bots: always legal, the same answers to the same questions, nothing seen that is not on the table, and the
sensible one clearly better than chance."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import pytest

from dicehall import dicemasters
from dicehall.bots.base import Bot, Question, play_out, question
from dicehall.bots.combat import Fighter, Front, best_attack, best_blocks, divide
from dicehall.bots.levels import bot_named
from dicehall.bots.random_bot import RandomBot
from dicehall.bots.simple import SimpleBot
from dicehall.bots.tables import ready_table
from dicehall.dicemasters import DMState
from dicehall.dicemasters.teams import demo_teams, random_team
from dicehall.kernel.dice import Dice, Rng
from dicehall.kernel.state import State

EDITIONS = tuple(dicemasters.EDITIONS)


def demo(edition: str, seed: int, priority: str = "tournament") -> DMState:
    game = dicemasters.game(edition, priority=priority)
    return game.new_state(demo_teams(edition, game.catalogue), seed=seed, life=10)


def full(edition: str, seed: int) -> DMState:
    game, rng = dicemasters.game(edition), Rng(seed)
    return game.new_state([random_team(game.catalogue, rng, name) for name in ("Ann", "Bob")], seed=seed)


class Watched:
    """Notes every answer and insists that it is a listed one."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.answers: list[int] = []

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, question: Question) -> int:
        action = self.bot.choose(question)
        assert action in question.actions, f"{action} is not one of {question.actions}: {question.decision.asks}"
        self.answers.append(action)
        return action


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_is_legal_and_games_end(edition: str) -> None:
    for state in (demo(edition, 1), demo(edition, 2, "open"), full(edition, 3)):
        assert play_out(state, [Watched(SimpleBot()), Watched(SimpleBot())])
    for state in (demo(edition, 4), full(edition, 5)):
        assert play_out(state, [Watched(RandomBot(4)), Watched(SimpleBot())])


def test_the_same_game_twice() -> None:
    for first in (demo("imw", 7), full("avx", 7)):
        told: list[list[int]] = []
        for state in (first.clone(), first):
            bots = [Watched(SimpleBot()), Watched(RandomBot(3))]
            assert play_out(state, bots)
            told.append([*bots[0].answers, *bots[1].answers, *state.life])
        assert told[0] == told[1]


def test_a_question_does_not_lead_to_the_state_or_its_dice() -> None:
    """Nothing that can be reached from a Question, attribute by attribute, is a state, dice or a generator."""
    state = demo("imw", 5)
    for _ in range(40):
        ask = question(state)
        assert ask.model is not state and ask.model.dice.save() != (state.dice and state.dice.save())
        _forbid([ask.view, ask.decision, ask.kit.setup, ask.frame, ask.payment, *gc.get_referents(ask.kit)])
        state.apply(SimpleBot().choose(ask))


def _forbid(roots: Sequence[Any]) -> None:
    seen: set[int] = set()
    todo = list(roots)
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, State | Dice | Rng), f"a bot can reach {thing!r}"
        if isinstance(thing, dict | list | tuple) or hasattr(thing, "__struct_fields__"):
            todo += gc.get_referents(thing)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_simple_bot_beats_random_clearly(edition: str) -> None:
    won = 0
    for seed in range(40):
        mine = seed % 2
        bots: list[Bot] = [RandomBot(seed), RandomBot(seed)]
        bots[mine] = SimpleBot()
        state = demo(edition, seed)
        assert play_out(state, bots)
        won += state.winners == (mine,)
    assert won >= 32, f"{won} of 40"


# ---- rules of thumb -------------------------------------------------------------------------------------------


def fighter(die: int, attack: int, defence: int) -> Fighter:
    return Fighter(die, attack, defence, (attack, defence))


def test_damage_is_divided_to_ko_as_much_as_it_can() -> None:
    targets = [fighter(1, 1, 3), fighter(2, 1, 1), fighter(3, 5, 2)]
    amounts, _ = divide(3, targets)
    assert amounts == [0, 1, 2]
    assert divide(6, targets)[0] == [3, 1, 2]
    assert sum(divide(9, targets)[0]) == 9
    assert sum(divide(1, [fighter(1, 1, 5), fighter(2, 1, 5)])[0]) == 1


def test_a_lethal_attack_is_made_and_a_lethal_one_blocked() -> None:
    mine = [fighter(1, 3, 1), fighter(2, 2, 1)]
    assert sorted(best_attack(mine, Front(1, 5, ()))) == [1, 2]
    front = Front(10, 3, (fighter(9, 0, 1),))
    assert best_blocks(mine, [], front)[0] == [0]  # the one whose damage would end the game


def test_a_pointless_attack_is_not_made() -> None:
    wall = tuple(fighter(10 + i, 5, 9) for i in range(3))
    assert best_attack([fighter(1, 1, 1)], Front(5, 10, wall)) == []


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_bot_that_is_made_anew_for_every_answer_plays_the_same_game(game: str, level: str) -> None:
    """So a server may ask any process, and go on after a restart: what is answered follows from the question alone."""

    class Anew:
        name = "anew"

        def choose(self, question: Question) -> int:
            return bot_named(level, game, 5).choose(question)

    for seed in range(3):
        one, other = ready_table(game, seed, seed + 1, seed), ready_table(game, seed, seed + 1, seed)
        play_out(one, [bot_named(level, game, 5), bot_named(level, game, 5)], 120)
        play_out(other, [Anew(), Anew()], 120)
        assert one.version > 15
        assert one.fingerprint() == other.fingerprint()
