"""Dice Masters passes the conformance suite of the house: four editions, both priorities, small and full teams.
DICEHALL_TEST_ALL=1 plays many more seeds."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress

import pytest

from dicehall import dicemasters
from dicehall.dicemasters import DiceMasters, DMState, invariants
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.setup import Placed, SeatSetup, Setup
from dicehall.dicemasters.teams import demo_teams, random_team
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_REST,
    A_USE,
    BLOCK_BASE,
    FIELD,
    FR_BLOCK,
    NO_DIE,
    PASS,
    PREP,
    R_ROLL,
    R_TURN,
    SEVERAL,
)
from dicehall.kernel import conformance
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.state import State

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
SEEDS = range(5) if ALL else range(1)
CHECKS = ("waits", "answers", "clones", "saves", "views", "chance", "replay", "undo", "events")
TABLES = [
    (edition, priority, size)
    for edition in dicemasters.EDITIONS
    for priority in ("tournament", "open")
    for size in ("demo", "full")
]


def new_state(game: DiceMasters, size: str, seed: int) -> DMState:
    """A fresh table with chance open: the demo of the edition, random tournament teams, or two against two."""
    rng = Rng(seed)
    if size == "demo":
        return game.new_state(demo_teams(game.edition.name, game.catalogue), life=10)
    if size == "full":
        return game.new_state([random_team(game.catalogue, rng, name) for name in ("Ann", "Bob")])
    teams = [random_team(game.catalogue, rng, name, 4, 16, 1) for name in ("Ann", "Amy", "Bob", "Ben")]
    return game.new_state(teams, sides=[0, 0, 1, 1], life=30)


def position(state: State) -> Hashable:
    """A state up to which of equal dice is which."""
    assert isinstance(state, DMState)
    s = state
    zones = [
        tuple(sorted((s.kit.die_card[d], s.face[d], s.owner[d], s.damage[d], d in s.rolling) for d in dice))
        for dice in s.zones
    ]
    rolled = [  # what an effect sorted; a reroll says what the dice showed before, too
        tuple(sorted(e.xs[len(e.xs) // (2 if e.b in (R_TURN, R_ROLL) else 3) :]))
        for e in s.events
        if e.kind == "rolled"
    ]
    rolled += [tuple(sorted(s.kit.die_card[d] for d in e.xs)) for e in s.events if e.kind == "drawn"]  # or put back
    return (
        tuple(zones),
        tuple(rolled),
        tuple(s.life),
        tuple(s.generic),
        s.active,
        s.turn,
        s.step,
        s.waiting,
        len(s.legal),
    )


def run(check: str, game: DiceMasters, size: str, seed: int) -> None:
    def make(number: int) -> State:
        return new_state(game, size, number)

    if check == "saves":
        conformance.check_saves(make, game.load, seed)
    elif check == "answers":
        conformance.check_answers(make, seed, key=position)
    elif check == "chance":
        conformance.check_chance(make, seed, key=position)
    else:
        plain: Callable[[conformance.Make, int], None] = getattr(conformance, f"check_{check}")
        plain(make, seed)


@pytest.mark.parametrize(("edition", "priority", "size"), TABLES)
@pytest.mark.parametrize("check", CHECKS)
def test_conformance(check: str, edition: str, priority: str, size: str) -> None:
    game = dicemasters.game(edition, priority=priority)
    for seed in SEEDS:
        run(check, game, size, seed + TABLES.index((edition, priority, size)))


@pytest.mark.parametrize("edition", dicemasters.EDITIONS)
def test_first_turn_rule(edition: str) -> None:
    game = dicemasters.game(edition, first_turn_rule=True)
    for check in ("waits", "answers", "saves", "chance"):
        run(check, game, "demo", 3)


def test_all_in_one() -> None:
    game = dicemasters.game("tmnt")
    conformance.check_game(lambda seed: new_state(game, "demo", seed), game.load, [11], key=position)


# ---- answers that are not listed but equal to a listed one -------------------------------------------------------


def every_action(s: DMState) -> set[int]:
    """Every number that could mean something on this table."""
    dice = range(s.kit.n_dice)
    if s.stack[-1][0] == FR_BLOCK:
        return {d * BLOCK_BASE + code for d in dice for code in (0, *[a + 1 for a in s.attackers])}
    cards = {A_BUY + card for card in range(s.kit.n_cards)}
    return (
        cards | {PASS, SEVERAL, A_DIE + NO_DIE} | {base + d for base in (A_DIE, A_FIELD, A_USE, A_REST) for d in dice}
    )


@pytest.mark.parametrize("seed", [*range(60 if ALL else 4), 119, 179])
def test_unlisted_answers_equal_listed_ones(seed: int) -> None:
    """Naming another of equal dice is accepted and comes to the same; half of the time the game goes on with it."""
    size = ("demo", "full", "doubles")[seed % 3] if seed % 4 > 1 else ("demo", "full")[seed % 2]
    game = dicemasters.game(tuple(dicemasters.EDITIONS)[seed % 4], priority=("tournament", "open")[seed // 4 % 2])
    state, rng = new_state(game, size, seed), Rng(seed)
    while not state.is_over:
        if state.is_chance:
            state.apply_chance(state.sample_chance(rng))
            continue
        listed = state.legal_actions()
        equal = sorted(a for a in every_action(state).difference(listed) if state.is_legal(a))
        if equal:
            ends = {position(state.after(a)) for a in listed}
            for action in equal:
                after = state.clone()
                after.apply(action)
                invariants.check(after)
                assert position(after) in ends, f"{action} is equal to none of {listed}\n{invariants.describe(state)}"
        chosen = equal if equal and rng.below(2) else listed
        state.apply(chosen[rng.below(len(chosen))])


def test_equal_blockers_may_block_equal_attackers_in_any_order() -> None:
    """Two Sidekicks attack, two could block: who names the second attacker first may still block the first."""

    def seat(name: str, side: int) -> SeatSetup:
        placed = [Placed(-1, FIELD, 5)] * 2 + [Placed(-1)] * 6
        return SeatSetup(name, side, tuple(placed))

    setup = Setup("imw", (seat("Ann", 0), seat("Bob", 1)), (), (20, 20), (20, 20), step="attack")
    state = dicemasters.game("imw").state_of(setup)
    for die in (0, 1):
        state.apply(A_DIE + die)
    assert state.attackers == [0, 1] and state.legal_actions() == [8 * BLOCK_BASE, 8 * BLOCK_BASE + 1]
    state.apply(8 * BLOCK_BASE + 1 + 1)
    assert state.is_legal(9 * BLOCK_BASE + 0 + 1), f"Bob is now asked for {state.legal_actions()}"
    state.apply(9 * BLOCK_BASE + 0 + 1)
    (blocks,) = [event.xs for event in state.events if event.kind == "blocks"]  # the damage has been dealt since
    assert sorted(zip(blocks[::2], blocks[1::2], strict=True)) == [(8, 1), (9, 0)]


# ---- two against two ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["imw", "tmnt"])
@pytest.mark.parametrize("check", CHECKS)
def test_doubles_conformance(check: str, edition: str) -> None:
    game = dicemasters.game(edition, priority="open" if edition == "tmnt" else "tournament")
    for seed in SEEDS:
        run(check, game, "doubles", seed)


def doubles_game(edition: str, seed: int) -> Iterator[DMState]:
    rng = Rng(seed)
    state = new_state(dicemasters.game(edition), "doubles", seed)
    state.set_dice(SeededDice(seed))
    for _ in range(20_000):
        yield state
        if state.is_over:
            return
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(20 if ALL else 4))
def test_doubles(seed: int) -> None:
    """Whole games: two lives, two Prep Areas, four seats that see the same table, and one side that wins."""
    asked: set[int] = set()
    for state in doubles_game(("imw", "tmnt")[seed % 2], seed):
        invariants.check(state)
        assert len(state.life) == 2 and max(state.life) <= 30
        assert state.zone(0, PREP) is state.zone(1, PREP) and state.zone(2, PREP) is state.zone(3, PREP)
        views = [state.view(seat) for seat in (-1, 0, 1, 2, 3)]
        assert len(views[0]["sides"]) == 2 and len(views[0]["seats"]) == 4
        for seat, view in enumerate(views[1:]):
            assert view["sides"] == views[0]["sides"] and view["seats"] == views[0]["seats"]
            assert bool(view["actions"]) == (state.asked == seat)
        if state.decision is not None:
            asked.add(state.decision.seat)
    assert asked == {0, 1, 2, 3}, f"only the seats {asked} were ever asked"
    assert state.outcome is not None and len(state.outcome.winners) <= 1


def test_doubles_concede() -> None:
    """Conceding loses for the teammate too (1.3.4)."""
    for seat, winner in enumerate((1, 1, 0, 0)):
        state = new_state(dicemasters.game("imw"), "doubles", 5)
        state.concede(seat)
        assert state.outcome is not None and state.outcome.winners == (winner,)


# ---- chance, and what is loaded -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", dicemasters.EDITIONS)
def test_samples_fall_as_often_as_listed(edition: str) -> None:
    """The first roll of four Sidekicks and the first draw after a purchase: chi-square against the probabilities."""
    state = new_state(dicemasters.game(edition), "demo", 0)
    rng = Rng(20)
    tested = 0
    while tested < 2:
        chance = state.chance
        if chance is None:
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
            continue
        listed = {position(_after(state, outcome)): p for outcome, p in state.chance_outcomes()}
        if (chance.kind == "roll") == (tested == 0) and len(listed) < 400:
            tested += 1
            draws = 6000
            found = Counter(position(_after(state, state.sample_chance(rng))) for _ in range(draws))
            assert set(found) <= set(listed)
            chi = sum((found[end] - draws * p) ** 2 / (draws * p) for end, p in listed.items())
            free = len(listed) - 1
            assert abs(chi - free) < 5 * (2 * free) ** 0.5 + 5, f"chi-square {chi:.1f} with {free} degrees of freedom"
        state.apply_chance(state.sample_chance(rng))


def _after(state: DMState, outcome: tuple[int, ...]) -> DMState:
    after = state.clone()
    after.apply_chance(outcome)
    return after


def test_load_refuses_what_it_did_not_save() -> None:
    game = dicemasters.game("avx")
    data = new_state(game, "demo", 0).save()
    for wrong in (b"", b"{}", b"[]", b"null", data[:-1], data[:200], b'{"dicehall":2,"game":"dicemasters"}'):
        with pytest.raises(InvalidInput):
            game.load(wrong)


def test_load_of_damaged_bytes_fails_politely_or_not_at_all() -> None:
    game = dicemasters.game("avx")
    data = new_state(game, "demo", 0).save()
    rng = Rng(8)
    for _ in range(300):
        damaged = bytearray(data)
        damaged[rng.below(len(data))] = rng.below(256)
        with suppress(DicehallError):
            game.load(bytes(damaged))


def test_demo_and_random_teams_are_legal() -> None:
    catalogue = load_catalogue()
    for edition in dicemasters.EDITIONS.values():
        first, second = demo_teams(edition.name, catalogue)
        assert len(first.basics) == 3 and not second.basics
        for team in (first, second):
            assert [dice for _, dice in team.cards] == [edition.demo_dice] * 2
            assert all(card.starter and card.set == edition.name for card, _ in team.cards)
    rng = Rng(1)
    for _ in range(200):
        team = random_team(catalogue, rng, "Ann")
        names = [card.name for card, _ in team.cards]
        assert len(set(names)) == 8 and sum(dice for _, dice in team.cards) == 20
        assert all(1 <= dice <= card.max_dice and card.kind != "basic_action" for card, dice in team.cards)
        assert len({card.name for card in team.basics}) == 2 and all(c.kind == "basic_action" for c in team.basics)
    assert random_team(catalogue, Rng(4), "A") == random_team(catalogue, Rng(4), "A")
    with pytest.raises(InvalidInput, match="at least 8 dice"):
        random_team(catalogue, rng, "Ann", dice=7)
    with pytest.raises(InvalidInput, match="titles"):
        random_team(catalogue, rng, "Ann", cards=500, dice=900)


def test_a_resampled_state_never_waits_for_chance() -> None:
    game = dicemasters.game("avx")
    state = new_state(game, "demo", 0)
    assert state.is_chance
    again = state.resample(0, Rng(1))
    assert not again.is_chance and again.legal_actions() and state.is_chance


def test_a_loaded_game_has_the_settings_it_was_saved_with() -> None:
    state = new_state(dicemasters.game("avx", priority="open"), "demo", 0)
    again = dicemasters.game("avx").load(state.save())
    assert again._game.settings.priority == "open" and again.kit.open_priority
