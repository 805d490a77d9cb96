"""The guide for IRONDIE: legal answers at once, a sound order of what to try, and a judgement that follows the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dicehall import irondie
from dicehall.bots.guide import Guide
from dicehall.bots.iron_guide import IronGuide
from dicehall.bots.thinking import Fate, play_on
from dicehall.irondie import IrondieState
from dicehall.irondie.dice import LIFE
from dicehall.irondie.sets import random_set, ready_sets
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
    FR_SECRET,
    HAND,
    LIMBO,
    Q_SPLIT,
    Q_WOUND,
    RENOUNCE,
    SKIRMISH,
    SUBTRACT,
    TAKE_NONE,
)
from dicehall.kernel.dice import Rng

GAME = irondie.game()
READY = list(ready_sets().values())
Choice = Callable[[IrondieState, int], int]


def fresh(seed: int, seats: int = 2, ready: bool = False) -> IrondieState:
    rng = Rng(seed, 1 << 20)
    sets = [(name, READY[rng.below(len(READY))] if ready else random_set(rng)) for name in "ABCD"[:seats]]
    return GAME.new_state(sets, seed, sides=[x % 2 for x in range(seats)])


def play(state: IrondieState, choices: list[Choice], last: int = 30) -> None:
    """A whole game; after some turns time is up."""
    while not state.is_over:
        if state.turn >= last and not state.sudden_called:
            state.call(SUDDEN_DEATH)
        for seat, action in [(seat, choices[seat](state, seat)) for seat in state.seats_asked]:
            state.apply(action, seat=seat)


def by_chance(seed: int) -> Choice:
    rng = Rng(seed, 1 << 30)
    return lambda state, seat: state.legal[seat][rng.below(len(state.legal[seat]))]


def by_guide(seed: int) -> Choice:
    guide, rng = IronGuide(), Rng(seed, 1 << 31)
    return lambda state, seat: guide.quick(state, seat, rng)


# ---- whole games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_answers_are_legal_and_judgements_fair(seats: int) -> None:
    guide: Guide = IronGuide()
    for seed in range(16 // seats):
        rng, chance = Rng(seed, 5), by_chance(seed)

        def checked(state: IrondieState, seat: int, rng: Rng = rng, chance: Choice = chance) -> int:
            before = state.fingerprint()
            action = guide.quick(state, seat, rng)
            assert action in state.legal[seat] or state.is_legal(action, seat)
            listed = guide.order(state, seat)
            assert listed and len(set(listed)) == len(listed)
            assert all([a in state.legal[seat] or state.is_legal(a, seat) for a in listed])
            frame = state.stack[-1]
            if frame[0] == FR_SECRET and frame[3] in (Q_SPLIT, Q_WOUND):
                assert len(listed) <= (24 if frame[3] == Q_SPLIT else 8)
            else:
                assert sorted(listed) == sorted(state.legal[seat])
            worth = guide.value(state, 0)
            assert 0 <= worth <= 1 and worth + guide.value(state, 1) == 1
            assert state.fingerprint() == before
            return action if rng.below(4) else chance(state, seat)

        state = fresh(seed, seats, seed % 2 == 1)
        play(state, [checked] * seats, 4 + 2 * seed)
        assert guide.value(state, 0) == (0.5 if len(state.winners) != 1 else 1.0 - state.winners[0])
        assert guide.value(state, 0) + guide.value(state, 1) == 1


def test_it_beats_chance() -> None:
    won = 0
    for seed in range(30):
        state, seat = fresh(seed + 100, ready=True), seed % 2
        choices = [by_guide(seed), by_chance(seed)]
        play(state, choices if seat == 0 else choices[::-1])
        won += state.winners == (seat,)
    assert won >= 25


@pytest.mark.parametrize("seats", [2, 4])
def test_a_line_rests_when_the_turn_is_over(seats: int) -> None:
    guide = IronGuide()
    for seed in range(6):
        state = fresh(seed, seats)
        copy = state.clone()
        play_on(copy, guide, 1, Fate(3, seed))
        assert copy.is_over or (copy.turn == 2 and copy.stack[-1][0] == FR_SECRET and copy.stack[-1][3] == Q_SPLIT)
        assert guide.is_settled(copy, 1) == (copy.turn == 2) and not guide.is_settled(state, 1)


# ---- the split -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_life_dice_are_rolled_in_the_first_battle(seats: int) -> None:
    guide, rng = IronGuide(), Rng(1)
    for seed in range(40):
        state = fresh(seed, seats)
        for seat in state.seats_asked:
            first = state.kit.first[seat]
            life = [d - first for d in state.kit.dice_of(seat) if state.kit.die_class[d] == LIFE]
            for action in (guide.quick(state, seat, rng), guide.order(state, seat)[0]):
                assert sum([(action - A_SPLIT) >> i & 1 for i in life]) >= 1


def test_splits_are_mixed_and_varied() -> None:
    guide, rng = IronGuide(), Rng(2)
    state = fresh(4)
    assert len({guide.quick(state, 0, rng) for _ in range(40)}) > 5
    listed = guide.order(state, 0)
    assert len({(action - A_SPLIT).bit_count() for action in listed}) >= 4
    assert len(listed) > 10


def test_in_sudden_death_everything_is_rolled() -> None:
    guide, rng = IronGuide(), Rng(2)
    state = GAME.state_of(Setup(fresh(4).kit.setup.seats, sudden_death=True))
    for seat in (0, 1):
        assert guide.order(state, seat) == [guide.quick(state, seat, rng)] == [A_SPLIT + 511]


# ---- single questions ------------------------------------------------------------------------------------------

Dice = dict[str, Place]
OTHER: Dice = {"red assault": Place(LIMBO), "blue barrier": Place(LIMBO), "white swarm": Place(BATTLE, 5)}


def position(ann: Dice, bob: Dice, step: str, offensive: int = -1) -> IrondieState:
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


def asked(state: IrondieState) -> int:
    """What seat 0 answers at once; it is also what the guide would try first."""
    guide = IronGuide()
    action = guide.quick(state, 0, Rng(1))
    assert guide.order(state, 0)[0] == action
    return action


def test_an_enemy_life_die_that_decides_is_smashed() -> None:
    ann = {"black smasher": Place(HAND), "yellow swarm": Place(BATTLE, 3), "red assault": Place(BATTLE, 2)}
    bob = {"white swarm": Place(BATTLE, 1), "blue barrier": Place(BATTLE, 6)}
    assert asked(position(ann, bob, "skirmish", 0)) == A_DUEL + 0 * DUEL_BASE + 3 + 1


def test_it_renounces_and_forgoes_when_nothing_is_to_be_gained() -> None:
    ann = {"red smasher": Place(HAND), "yellow swarm": Place(BATTLE, 6), "red fortress": Place(BATTLE, 6)}
    bob = {"white swarm": Place(BATTLE, 6), "blue fortress": Place(BATTLE, 6)}
    assert asked(position(ann, bob, "skirmish", 0)) == RENOUNCE
    bob = {**bob, "blue powerup": Place(SKIRMISH, 6, ((1, 0),))}
    assert asked(position(ann, bob, "skirmish", 1)) == FORGO


def test_it_saves_its_last_life_die() -> None:
    ann = {"blue nullifier": Place(HAND), "white powerup": Place(HAND), "yellow swarm": Place(BATTLE, 3)}
    bob = {"black smasher": Place(SKIRMISH, 5, ((0, 2),)), "white swarm": Place(BATTLE, 6)}
    assert asked(position(ann, bob, "skirmish", 1)) == A_DUEL + 1 * DUEL_BASE + 2 + 1


def test_it_adds_to_its_own_and_subtracts_from_others() -> None:
    for target, wanted in (((0, 1), ADD), ((1, 1), SUBTRACT)):
        ann = {
            "red assault": Place(SKIRMISH, 5, (target,)),
            "blue assault": Place(BATTLE, 2),
            "yellow swarm": Place(BATTLE, 5),
        }
        bob = {"white swarm": Place(BATTLE, 5), "green assault": Place(BATTLE, 2)}
        assert asked(position(ann, bob, "skirmish", 0)) == wanted


def test_a_low_life_die_is_taken_back_but_not_the_last() -> None:
    two = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 1), "red fortress": Place(BATTLE, 5)}
    assert asked(position(two, OTHER, "end")) == A_DIE + 1
    two = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 4), "red fortress": Place(BATTLE, 5)}
    assert asked(position(two, OTHER, "end")) == TAKE_NONE
    alone = {"red assault": Place(LIMBO), "yellow swarm": Place(BATTLE, 1), "red fortress": Place(ABYSS)}
    assert asked(position(alone, OTHER, "end")) == TAKE_NONE


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
    assert all([state.is_legal(action, 0) for action in IronGuide().order(state, 0)])
    state.apply(asked(state), seat=0)
    assert len(state.battle(0, LIFE)) == 8


# ---- what a position is worth ----------------------------------------------------------------------------------


def worth(ann: Dice, bob: Dice, step: str) -> float:
    return IronGuide().value(position(ann, bob, step, 0 if step == "skirmish" else -1), 0)


def test_more_life_and_more_dice_are_better() -> None:
    home: Dice = {"red assault": Place(HAND), "blue barrier": Place(HAND)}
    even = worth({**home, "red swarm": Place(BATTLE, 4)}, {**home, "red swarm": Place(BATTLE, 4)}, "battle")
    assert even == 0.5
    rising = [
        worth({**home, "red swarm": Place(BATTLE, v)}, {**home, "red swarm": Place(BATTLE, 3)}, "battle")
        for v in range(1, 7)
    ]
    assert rising == sorted(rising) and rising[0] < 0.45 and rising[-1] > 0.55
    one = {"red assault": Place(ABYSS), "blue barrier": Place(HAND), "red swarm": Place(BATTLE, 4)}
    assert worth(one, {**home, "red swarm": Place(BATTLE, 4)}, "battle") < 0.5
    one = {"red assault": Place(HAND), "blue barrier": Place(ABYSS), "red swarm": Place(BATTLE, 4)}
    assert worth(one, {**home, "red swarm": Place(BATTLE, 4)}, "battle") < 0.5


@pytest.mark.parametrize("step", ["skirmish", "damage"])
def test_more_attack_in_battle_is_better(step: str) -> None:
    bob: Dice = {
        "red assault": Place(BATTLE, 3), "blue barrier": Place(BATTLE, 2),
        "red swarm": Place(BATTLE, 3), "blue swarm": Place(BATTLE, 3),
    }  # fmt: skip
    foe = {**bob, "red assault": Place(BATTLE, 5)}
    keep: Dice = {"white powerup": Place(HAND)} if step == "skirmish" else {}
    rising = [worth({**bob, "red assault": Place(BATTLE, v), **keep}, foe, step) for v in range(3, 7)]
    assert rising == sorted(rising) and rising[0] < rising[-1]
    shielded = [worth({**bob, "blue barrier": Place(BATTLE, v), **keep}, foe, step) for v in range(1, 6)]
    assert shielded == sorted(shielded) and shielded[0] < shielded[-1]
