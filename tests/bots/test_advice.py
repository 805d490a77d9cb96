"""Hints and reviews speak of whole moves in the notation: what a hint says can be typed, and its line played."""

from __future__ import annotations

import pytest

from dicehall import dicemasters, irondie
from dicehall.bots import review as advice
from dicehall.bots.base import question
from dicehall.bots.levels import bot_named
from dicehall.bots.main_line import Play
from dicehall.bots.review import Hint, Remark, hints, review
from dicehall.bots.search import Search
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.teams import demo_teams
from dicehall.irondie.sets import ready_sets
from dicehall.irondie.state import IrondieState
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State
from dicehall.notation.dm.player import Player
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.player import LinePlayer
from dicehall.notation.scenario import run_line, scenario_from, start
from dicehall.notation.script import read_script

ITERATIONS = 40
RACE = """
title = "Four attackers win, three lose"
game = "dicemasters"
edition = "imw"
active = "ann"
step = "attack"
basics = ["imw:Smash! x3", "imw:Surprise Attack x3", "imw:One Against Many x3"]
play = ""
[seat.ann]
life = 1
max_life = 10
cards = ["imw:Howard Stark: Father x2", "imw:War Machine: Rhodey x2"]
field = ["Sidekick@1 x4"]
bag = ["Sidekick x4"]
[seat.bob]
life = 2
max_life = 10
cards = ["imw:Jarvis: Butler x2", "imw:Space Armor Iron Man: Model 5 x2"]
field = ["Space Armor Iron Man@3 x2"]
bag = ["Sidekick x8"]
"""
SURE = RACE.replace("life = 2", "life = 4").replace('field = ["Space Armor Iron Man@3 x2"]\n', "")  # nobody can block


def new_game(game: str, seed: int) -> State:
    if game == "irondie":
        sets = list(ready_sets().values())
        return irondie.game().new_state([("Ann", sets[0]), ("Bob", sets[1])], seed=seed)
    found = dicemasters.game("imw")
    first, second = demo_teams("imw", found.catalogue)
    teams = [dicemasters.Team("Ann", first.cards, first.basics), dicemasters.Team("Bob", second.cards)]
    return found.new_state(teams, life=10, seed=seed)


def player_at(state: State) -> LinePlayer:
    """Plays lines from here, with dice as the lines say."""
    copy = state.clone()
    copy.set_dice(None)
    if isinstance(copy, IrondieState):
        return IronPlayer(copy, ["Ann", "Bob"])
    assert isinstance(copy, DMState)
    return Player(copy, ["Ann", "Bob"])


def check_hint(state: State, seat: int, hint: Hint) -> None:
    """It is accepted as it is written, with just these steps, and so is each line after it."""
    player = player_at(state)
    name = state.game.seat_names(state)[seat]
    player.move(name, hint.text)
    made = [entry for entry in player.session.entries if entry.what == "act"]
    assert tuple(entry.action for entry in made) == hint.actions, hint
    decision = player.state.decision
    assert decision is None or not decision.continues, f"half a move: {hint}"
    for row in hint.follows:
        assert run_line(player, read_script(row)[0]) is None, (row, hint)


@pytest.mark.parametrize(("game", "seed"), [("dicemasters", 3), ("dicemasters", 11), ("irondie", 3)])
def test_each_hint_is_a_whole_move_that_can_be_typed_and_its_line_can_be_played(game: str, seed: int) -> None:
    state, rng, seen = new_game(game, seed), Rng(seed), list[Hint]()
    bots = [bot_named("easy", game, seed + seat) for seat in (0, 1)]
    for _ in range(160):
        if state.is_over:
            break
        before = state.fingerprint()
        for decision in state.decisions:
            if rng.below(2) == 0 and not decision.continues:
                found = hints(state, decision.seat, ITERATIONS)
                assert len({hint.text for hint in found}) == len(found) <= 3
                assert [hint.chance for hint in found] == sorted([hint.chance for hint in found], reverse=True)
                for hint in found:
                    check_hint(state, decision.seat, hint)
                seen += found
        assert state.fingerprint() == before
        for q in [question(state, decision.seat) for decision in state.decisions]:
            state.apply(bots[q.seat].choose(q), None, (), q.seat)
    assert any(len(hint.follows) > 1 for hint in seen)
    if game == "dicemasters":
        rerolls = [hint for hint in seen if hint.text.startswith("reroll")]
        assert any(len(hint.actions) > 2 for hint in rerolls)
        assert all(hint.follows[0].startswith("roll> ") and "> " in hint.follows[1] for hint in rerolls)


def test_first_steps_that_lead_to_the_same_move_are_one_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_game("dicemasters", 3)
    assert len(hints(state, 0, ITERATIONS)) == 3
    monkeypatch.setattr(advice, "whole_move", lambda *_: Play((0,), "keep", []))
    assert [hint.text for hint in hints(state, 0, ITERATIONS)] == ["keep"]


def test_a_further_step_of_a_move_is_named_as_it_is_listed() -> None:
    state = new_game("dicemasters", 3)
    first = next(a for a in state.legal_actions() if a)
    state.apply(first)
    decision = state.decision
    assert decision is not None and decision.continues
    listed = {state.game.describe(state, action, 0): action for action in decision.actions}
    found = hints(state, 0, ITERATIONS)
    assert len(found) > 1 and all(listed[hint.text] == hint.actions[0] and hint.follows for hint in found)


def test_what_is_weighed_against_a_certain_win_is_looked_at_often_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search stops at a win that is certain; by then it has hardly tried anything else."""
    state = start(scenario_from(SURE, "sure")).state
    state.proceed()
    futures: list[int] = []
    chance_of = advice.chance_of

    def counted(search: Search, action: int, number: int) -> float:
        futures.append(number)
        return chance_of(search, action, number)

    monkeypatch.setattr(advice, "chance_of", counted)
    found = hints(state, 0, 160)
    assert found[0].text == "attack Sidekick#1, Sidekick#2, Sidekick#3, Sidekick#4" and found[0].chance == 1.0
    assert len(found) > 1 and found[1].chance < 1.0
    assert min(futures) >= 20


def test_a_hint_does_not_know_what_another_has_chosen_in_secret_nor_whether() -> None:
    told = []
    for choice in (0, -1):
        state = new_game("irondie", 3)
        other = next(d for d in state.decisions if d.seat == 1)
        state.apply(other.actions[choice], None, (), 1)
        told.append(hints(state, 0, ITERATIONS))
        assert all(hint.text.startswith("battle") and hint.follows == [] for hint in told[-1])
    assert told[0] == told[1] == hints(new_game("irondie", 3), 0, ITERATIONS)


# ---- reviews -----------------------------------------------------------------------------------------------------


def reviewed(*lines: str) -> list[Remark]:
    player = start(scenario_from(RACE, "race"))
    for line in lines:
        assert run_line(player, read_script(line)[0]) is None
    return review(player.session, 120)


def test_a_move_is_judged_by_all_its_steps_and_named_whole() -> None:
    (remark,) = reviewed("ann> attack Sidekick#1, Sidekick#2, Sidekick#3")
    assert remark.played == "attack Sidekick#1, Sidekick#2, Sidekick#3"
    assert remark.better == "attack Sidekick#1, Sidekick#2, Sidekick#3, Sidekick#4"
    assert (remark.seat, remark.turn) == (0, 1) and remark.chance < 0.1 and remark.best > 0.9
    assert remark.follows[0].startswith("bob> block ")


def test_a_move_that_lost_nothing_is_not_marked() -> None:
    first = reviewed("ann> attack Sidekick#1, Sidekick#2, Sidekick#3, Sidekick#4")
    assert [(remark.better, remark.cost) for remark in first] == [("", 0.0)]


class Noisy:
    """A search whose lines end by chance: with so many in a hundred of them an answer wins."""

    def __init__(self, seed: int, chances: dict[int, int]) -> None:
        self.root = self
        self.visits = 70
        self.rng = Rng(seed)
        self.chances = chances
        self.considered: list[int] = []

    def consider(self, action: int) -> None:
        self.considered.append(action)

    def grow(self, future: int, action: int) -> float:
        assert future >= self.visits, "it was found there, and looks better there than it is"
        return float(self.rng.below(100) < self.chances[action])


def test_what_is_no_better_costs_nothing_and_what_is_clearly_better_does() -> None:
    def marked(chances: dict[int, int], iterations: int) -> list[float]:
        told = [advice._weighed(Noisy(seed, chances), 1, 2, iterations) for seed in range(200)]  # type: ignore[arg-type]
        assert all(0 <= chance <= best <= 1 for chance, best in told)
        return [best - chance for chance, best in told if best > chance]

    assert len(marked({1: 50, 2: 50}, 150)) < 15  # by luck alone
    assert len(marked({1: 60, 2: 40}, 150)) == 0  # it was better than what was found
    assert len(marked({1: 10, 2: 90}, 150)) == 200
    found = marked({1: 40, 2: 60}, 1500)
    assert len(found) > 190 and 0.18 < sum(found) / len(found) < 0.22


def test_a_split_that_was_not_even_thought_of_is_judged() -> None:
    """Of the many ways to split dice a search looks at some; what was played may be another."""
    player = player_at(new_game("irondie", 3))
    player.move("Ann", "battle none")
    (remark,) = review(player.session, 60)
    assert remark.played == "battle none" and remark.better.startswith("battle ")
    assert remark.chance < 0.2 and remark.cost > 0.2


def test_equal_dice_are_as_good_as_each_other() -> None:
    """Of four equal Sidekicks the first are listed; others were named."""
    (some,) = reviewed("ann> attack Sidekick#2, Sidekick#4")
    (others,) = reviewed("ann> attack Sidekick#1, Sidekick#2")
    assert (some.played, some.chance, some.best) == ("attack Sidekick#2, Sidekick#4", others.chance, others.best)
    assert some.best > 0.9 and some.better.startswith("attack ") and some.better.count("Sidekick#") == 4


def test_a_block_is_judged_die_by_die() -> None:
    """Both must block: with one alone the second attacker gets through."""
    rows = ["ann> attack Sidekick#1, Sidekick#2, Sidekick#3", "bob> block ann.Sidekick#1: Space Armor Iron Man#1"]
    found = [remark for remark in reviewed(*rows) if remark.seat == 1]
    assert [remark.better.count("Space Armor Iron Man") for remark in found] == [2]
    rows[1] += "; ann.Sidekick#2: Space Armor Iron Man#2"
    assert [remark.better for remark in reviewed(*rows) if remark.seat == 1] == [""]
