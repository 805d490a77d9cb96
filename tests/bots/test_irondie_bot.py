"""The IRONDIE bots: always legal, the same answers to the same questions, nothing seen that is secret, and the
sensible one clearly better than chance."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import pytest

from dicehall import irondie
from dicehall.bots.base import Bot, Question, play_out, question
from dicehall.bots.irondie import (
    IrondieBot,
)
from dicehall.bots.random_bot import RandomBot
from dicehall.irondie import IrondieState
from dicehall.irondie.dice import LIFE
from dicehall.irondie.sets import random_set
from dicehall.irondie.setup import Place, SeatSetup, Setup
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.irondie.terms import (
    A_DIE,
    A_DUEL,
    A_SPLIT,
    ABYSS,
    ADD,
    BATTLE,
    DUEL_BASE,
    FORGO,
    HAND,
    LIMBO,
    RENOUNCE,
    SKIRMISH,
    SUBTRACT,
    TAKE_NONE,
)
from dicehall.kernel.dice import Dice, Rng
from dicehall.kernel.state import State

GAME = irondie.game()
NAMES = ("Ann", "Bob", "Cid", "Dot")


def fresh(seed: int, seats: int = 2) -> IrondieState:
    rng = Rng(seed, 1 << 20)
    sets = [(name, random_set(rng, name)) for name in NAMES[:seats]]
    return GAME.new_state(sets, seed, sides=[x % 2 for x in range(seats)])


class Watched:
    """Notes every answer and insists that it is a listed one, given again if asked again."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.answers: list[int] = []

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, question: Question) -> int:
        action = self.bot.choose(question)
        assert action in question.actions, f"{action} is not listed: {question.decision.asks}"
        if isinstance(self.bot, IrondieBot):
            assert self.bot.choose(question) == action
        self.answers.append(action)
        return action


# ---- whole games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_every_answer_is_legal_and_the_same_again(seats: int) -> None:
    for seed in range(8 // seats):
        bots = [Watched(IrondieBot(x) if x % 2 == seed % 2 else RandomBot(x)) for x in range(seats)]
        assert play_out(fresh(seed, seats), bots)
        play_out(fresh(seed + 50, seats), [Watched(IrondieBot(x)) for x in range(seats)], 60)


def test_the_same_game_twice() -> None:
    told: list[list[int]] = []
    for _ in range(2):
        bots = [Watched(IrondieBot(1)), Watched(IrondieBot(2))]
        play_out(fresh(8), bots, 150)
        told.append([*bots[0].answers, *bots[1].answers])
    assert told[0] == told[1]


def test_it_beats_chance() -> None:
    won = 0
    for seed in range(30):
        state, seat = fresh(seed + 100), seed % 2
        sensible, chance = IrondieBot(seed), RandomBot(seed)
        assert play_out(state, [sensible, chance] if seat == 0 else [chance, sensible])
        won += state.winners == (seat,)
    assert won >= 27


def test_a_game_that_is_cut_short() -> None:
    assert not play_out(fresh(1), [IrondieBot(), IrondieBot()], 1)
    held = GAME.state_of(fresh(1).kit.setup, hold=True)
    with pytest.raises(ValueError, match="nobody is asked"):
        question(held)
    with pytest.raises(ValueError, match="seat 5 is not asked"):
        question(fresh(1), 5)


def test_in_sudden_death_everything_is_rolled() -> None:
    state = fresh(3)
    state.call(SUDDEN_DEATH)
    while state.turn == 1 and not state.is_over:
        for seat in state.seats_asked:
            state.apply(IrondieBot().choose(question(state, seat)), seat=seat)
    assert state.sudden
    for seat in state.seats_asked:
        action = IrondieBot().choose(question(state, seat))
        assert (action - A_SPLIT).bit_count() == len(state.hand(seat))
    assert play_out(state, [IrondieBot(), IrondieBot()], 200)


# ---- what it may know ------------------------------------------------------------------------------------------


def test_a_question_does_not_lead_to_the_state_or_its_dice() -> None:
    state = fresh(5)
    for _ in range(30):
        if state.is_over:
            break
        asks = [question(state, seat) for seat in state.seats_asked]
        for ask in asks:
            assert ask.model is not state and ask.model.dice.save() != (state.dice and state.dice.save())
            _forbid([ask.view, ask.decision, ask.frame, *gc.get_referents(ask.kit)])
        for ask in asks:
            state.apply(IrondieBot().choose(ask), seat=ask.seat)


def _forbid(roots: Sequence[Any]) -> None:
    seen: set[int] = set()
    todo = list(roots)
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type | str | int):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, State | Dice | Rng), f"a question leads to {thing!r}"
        todo += gc.get_referents(thing)


def test_it_does_not_depend_on_the_secret_split_of_another() -> None:
    for seed in range(10):
        state = fresh(seed)
        said: set[int] = set()
        for other in (state.legal[0][0], state.legal[0][-1], state.legal[0][len(state.legal[0]) // 2]):
            copy = state.clone()
            copy.apply(other, seat=0)
            said.add(IrondieBot(4).choose(question(copy, 1)))
        said.add(IrondieBot(4).choose(question(state, 1)))
        assert len(said) == 1


def test_splits_are_mixed() -> None:
    asks = [question(fresh(seed), 0) for seed in range(6)]
    assert max([len({IrondieBot(seed).choose(ask) for seed in range(20)}) for ask in asks]) > 3


# ---- single questions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_life_dice_are_rolled_in_the_first_battle(seats: int) -> None:
    for seed in range(60):
        state = fresh(seed, seats)
        for seat in state.seats_asked:
            mask = IrondieBot(seed).choose(question(state, seat)) - A_SPLIT
            dice = list(state.kit.dice_of(seat))
            life = [i for i, d in enumerate(dice) if state.kit.die_class[d] == LIFE]
            assert sum(mask >> i & 1 for i in life) >= min(2, len(life))


def position(ann: dict[str, Place], bob: dict[str, Place], step: str, offensive: int = -1) -> IrondieState:
    seats = tuple(
        SeatSetup(name, x, tuple(dice), tuple(dice.values()))
        for x, (name, dice) in enumerate((("Ann", ann), ("Bob", bob)))
    )
    first = max(offensive, 0)
    duel = [
        (2 * k + (x != first), x, i)
        for x, seat in enumerate(seats)
        for k, i in enumerate([i for i, place in enumerate(seat.places) if place.zone == SKIRMISH])
    ]
    return GAME.state_of(Setup(seats, step=step, offensive=offensive, begun=True, duel=tuple(sorted(duel))))


def asked(state: IrondieState, seat: int = 0) -> int:
    return IrondieBot().choose(question(state, seat))


OTHER = {"red assault": Place(LIMBO), "blue barrier": Place(LIMBO), "white swarm": Place(BATTLE, 5)}


def test_the_last_life_die_is_not_taken_back() -> None:
    alone = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 1), "red fortress": Place(ABYSS)}
    assert asked(position(alone, OTHER, "end")) == TAKE_NONE
    for seed in range(12):
        state = fresh(seed + 300)
        for _ in range(60):
            if state.is_over:
                break
            answers = [(seat, asked(state, seat)) for seat in state.seats_asked]
            for seat, action in answers:
                if TAKE_NONE in state.legal[seat] and len(state.battle(seat, LIFE)) == 1:
                    assert action == TAKE_NONE
                state.apply(action, seat=seat)


def test_a_low_life_die_is_taken_back_to_be_rolled_again() -> None:
    two = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 1), "red fortress": Place(BATTLE, 5)}
    assert asked(position(two, OTHER, "end")) == A_DIE + 1
    two = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 4), "red fortress": Place(BATTLE, 5)}
    assert asked(position(two, OTHER, "end")) == TAKE_NONE


def test_no_take_back_that_sudden_death_would_punish() -> None:
    two = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 1), "red fortress": Place(BATTLE, 1)}
    state = position(two, OTHER, "end")
    assert asked(state) != TAKE_NONE
    state.call(SUDDEN_DEATH)
    assert asked(state) == TAKE_NONE


def test_wounds_cost_no_die_that_could_be_kept() -> None:
    hurt = {"yellow swarm": Place(BATTLE, 3), "red fortress": Place(BATTLE, 4), "blue swarm": Place(BATTLE, 2)}
    foe = {"red assault": Place(BATTLE, 5), "white swarm": Place(BATTLE, 5)}
    state = position(hurt, foe, "damage")
    state.apply(asked(state), seat=0)
    assert sorted(state.value[d] for d in state.battle(0, LIFE)) == [1, 1, 2]


def test_wounds_of_many_dice_need_not_be_listed() -> None:
    colours = ("red", "blue", "yellow", "purple", "green", "orange", "black", "white")
    hurt = {f"{colour} swarm": Place(BATTLE, 5) for colour in colours}
    foe = {f"{colour} assault": Place(BATTLE, 2) for colour in colours}
    state = position(hurt, {**foe, "white swarm": Place(BATTLE, 5)}, "damage")
    action = asked(state)
    assert state.decision is not None and state.decision.more and state.is_legal(action, 0)
    state.apply(action, seat=0)
    assert len(state.battle(0, LIFE)) == 8


def test_an_enemy_life_die_that_decides_is_smashed() -> None:
    ann = {"black smasher": Place(HAND), "yellow swarm": Place(BATTLE, 3), "red assault": Place(BATTLE, 2)}
    bob = {"white swarm": Place(BATTLE, 1), "blue barrier": Place(BATTLE, 6)}
    assert asked(position(ann, bob, "skirmish", 0)) == A_DUEL + 0 * DUEL_BASE + 3 + 1


def test_it_renounces_and_forgoes_when_nothing_is_to_be_gained() -> None:
    ann = {"red smasher": Place(HAND), "yellow swarm": Place(BATTLE, 6), "red fortress": Place(BATTLE, 6)}
    bob = {"white swarm": Place(BATTLE, 6), "blue fortress": Place(BATTLE, 6)}
    assert asked(position(ann, bob, "skirmish", 0)) == RENOUNCE
    # a powerup on a die that shows 6 already needs no answer: it would only cost the smasher
    bob = {**bob, "blue powerup": Place(SKIRMISH, 6, ((1, 0),))}
    assert asked(position(ann, bob, "skirmish", 1)) == FORGO


def test_it_adds_to_its_own_and_subtracts_from_others() -> None:
    for target, wanted in (((0, 1), ADD), ((1, 1), SUBTRACT)):
        ann = {
            "red assault": Place(SKIRMISH, 5, (target,)),
            "blue assault": Place(BATTLE, 2),
            "yellow swarm": Place(BATTLE, 5),
        }
        bob = {"white swarm": Place(BATTLE, 5), "green assault": Place(BATTLE, 2)}
        state = position(ann, bob, "skirmish", 0)
        assert asked(state) == wanted


def test_a_choice_that_makes_no_difference_still_favours_its_own_dice() -> None:
    ann = {
        "red assault": Place(SKIRMISH, 5, ((0, 1),)),
        "blue assault": Place(BATTLE, 3),
        "yellow swarm": Place(BATTLE, 5),
    }
    bob = {"blue nullifier": Place(SKIRMISH, 6, ((0, 1),)), "white swarm": Place(BATTLE, 5)}
    state = position(ann, bob, "skirmish", 1)
    assert state.legal_actions(0) == [ADD, SUBTRACT]  # the nullifier takes the blue assault off in any case
    assert asked(state) == ADD


def test_no_second_die_for_a_target_that_is_lost_already() -> None:
    ann = {
        "black smasher": Place(SKIRMISH, 6, ((1, 0),)),
        "red ballistic": Place(HAND),
        "green barrier": Place(BATTLE, 4),
        "yellow swarm": Place(BATTLE, 2),
    }
    bob = {"green barrier": Place(BATTLE, 3), "red assault": Place(BATTLE, 4), "white swarm": Place(BATTLE, 6)}
    assert asked(position(ann, bob, "skirmish", 0)) == FORGO
