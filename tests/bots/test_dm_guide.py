"""The guide of Dice Masters: quick answers are legal and far better than chance, positions are judged sensibly."""

from __future__ import annotations

import pytest

from dicehall import dicemasters
from dicehall.bots.dm_guide import DMGuide
from dicehall.bots.dm_quick import best_attack, blocks_of, split
from dicehall.bots.thinking import Fate, imagined, play_on
from dicehall.dicemasters import DMState
from dicehall.dicemasters.state import W_OVER
from dicehall.dicemasters.teams import demo_teams, random_team
from dicehall.dicemasters.terms import F_CHARACTER, FIELD, FR_PICK, ZONES
from dicehall.kernel.dice import Rng

EDITIONS = tuple(dicemasters.EDITIONS)


def demo(edition: str, seed: int, priority: str = "tournament") -> DMState:
    game = dicemasters.game(edition, priority=priority)
    return game.new_state(demo_teams(edition, game.catalogue), seed=seed, life=10)


def full(edition: str, seed: int) -> DMState:
    game, rng = dicemasters.game(edition), Rng(seed)
    return game.new_state([random_team(game.catalogue, rng, name) for name in ("Ann", "Bob")], seed=seed)


def doubles(seed: int) -> DMState:
    game, rng = dicemasters.game("imw"), Rng(seed)
    names = ("Ann", "Bob", "Cid", "Dot")
    return game.new_state([random_team(game.catalogue, rng, n) for n in names], seed=seed, sides=(0, 0, 1, 1))


def blank(seed: int) -> DMState:
    game = dicemasters.game("imw", blank=True)
    return game.new_state(demo_teams("imw", game.catalogue), seed=seed, life=10)


def walk(state: DMState, guide: DMGuide, seed: int, wild: int, limit: int = 2500) -> bool:
    """Plays with quick answers, `wild` of ten by chance, and looks at everything the guide says on the way."""
    rng = Rng(seed)
    for _ in range(limit):
        if state.is_over:
            break
        seat, legal = state.asked, state.legal_actions()
        quick = guide.quick(state, seat, rng)
        assert quick in legal
        some = guide.order(state, seat)
        assert some and len(set(some)) == len(some) and set(some) <= set(legal)
        value = guide.value(state, 0)
        assert 0.0 <= value <= 1.0
        assert value + guide.value(state, 1) == 1.0
        state.apply(legal[rng.below(len(legal))] if rng.below(10) < wild else quick)
    if state.is_over:
        assert guide.value(state, 0) == (0.5 if len(state.winners) != 1 else float(state.winners == (0,)))
    return state.is_over


@pytest.mark.parametrize("edition", EDITIONS)
def test_answers_are_legal_and_values_are_chances(edition: str) -> None:
    guide = DMGuide()
    for seed in range(3):
        assert walk(full(edition, seed), guide, seed, 0)
        assert walk(demo(edition, seed), guide, seed, 5)
        walk(full(edition, 50 + seed), guide, seed, 10)
    walk(demo(edition, 9, "open"), guide, 9, 5)


def test_doubles_and_cards_without_texts() -> None:
    guide = DMGuide()
    assert walk(doubles(1), guide, 1, 0)
    walk(doubles(2), guide, 2, 10)
    assert walk(blank(3), guide, 3, 0)


def test_the_same_answers_to_the_same_questions() -> None:
    """A guide remembers nothing of other games that would change an answer."""
    used = DMGuide()
    walk(full("avx", 4), used, 4, 3)
    state, rng, other = full("imw", 5), Rng(5), Rng(5)
    fresh = DMGuide()
    while not state.is_over:
        action = used.quick(state, state.asked, rng)
        assert action == fresh.quick(state, state.asked, other)
        state.apply(action)


def test_quick_beats_chance() -> None:
    guide = DMGuide()
    won = 0
    for seed in range(30):
        state, rng, mine = full(EDITIONS[seed % 4], seed), Rng(seed), seed // 4 % 2
        while not state.is_over:
            seat, legal = state.asked, state.legal_actions()
            state.apply(guide.quick(state, seat, rng) if seat == mine else legal[rng.below(len(legal))])
        won += state.winners == (mine,)
    assert won >= 27, f"{won} of 30"


def test_a_line_ends_where_the_next_turn_begins() -> None:
    guide, rng = DMGuide(), Rng(8)
    state = full("tmnt", 8)
    for _ in range(60):
        if state.is_over:
            break
        copy = state.clone()
        fate = Fate(8, state.version)
        copy.set_dice(fate)
        assert not guide.is_settled(copy, state.turn)
        play_on(copy, guide, state.turn, fate)
        assert copy.is_over or (copy.turn == state.turn + 1 and guide.is_settled(copy, state.turn))
        if not copy.is_over:
            assert copy.stack[-1][0] == FR_PICK and not copy.mid
        state.apply(guide.quick(state, state.asked, rng))


def test_lines_of_one_future_meet_the_same_dice_in_the_next_turn() -> None:
    guide = DMGuide()
    state = full("tmnt", 8)
    assert len(state.legal) > 1
    rolls = []
    for future in range(12):
        here = []
        for action in state.legal:
            fate = Fate(5, future)
            copy = imagined(state, state.asked, fate)
            assert isinstance(copy, DMState)
            copy.apply(action)
            play_on(copy, guide, state.turn, fate)
            here.append([(die, copy.face[die]) for die in copy.rolling])
        assert all(roll == here[0] for roll in here)
        rolls.append(here[0])
    assert len({str(roll) for roll in rolls}) > 6, "futures differ"


def middle(seed: int) -> DMState:
    """A game some turns old, at the beginning of a turn."""
    state, guide, rng = full("imw", seed), DMGuide(), Rng(seed)
    while not guide.is_settled(state, 5) and state.waiting != W_OVER:
        state.apply(guide.quick(state, state.asked, rng))
    return state


def test_more_life_and_a_stronger_field_are_better() -> None:
    guide = DMGuide()
    for seed in range(6):
        state = middle(seed)
        before = guide.value(state, 0)
        state.life[1] -= 3
        assert guide.value(state, 0) > before
        state.life[1] += 3
        kit = state.kit
        # the best character die of side 0 enters the field as it could be fielded
        die = next(d for d in range(kit.n_dice) if kit.card_seat[kit.die_card[d]] == 0 and state.where[d] < 0)
        six = range(kit.die_card[die] * 6, kit.die_card[die] * 6 + 6)
        faces = [f for f in six if kit.f_kind[f] == F_CHARACTER]
        if not faces:
            continue
        state.face[die] = max(faces, key=lambda f: kit.f_attack[f])
        state.where[die] = FIELD
        state.zones[0 * ZONES + FIELD].append(die)
        assert guide.value(state, 0) > before


def test_fights() -> None:
    mine = ((3, 1), (2, 1))
    assert sorted(best_attack(mine, (), 1, 5)[0]) == [0, 1]
    assert blocks_of(mine, ((0, 1),), 3) == (0,)  # the one whose damage would end the game
    wall = ((5, 9),) * 3
    assert best_attack(((1, 1),), wall, 5, 10)[0] == ()
    assert split(3, [3, 1, 2], [2.0, 2.0, 6.0]) == 0
    assert split(6, [3, 1, 2], [2.0, 2.0, 6.0]) == 3
    assert split(1, [5, 5], [2.0, 2.0]) == 1
