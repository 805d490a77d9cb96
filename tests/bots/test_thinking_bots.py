"""Bots that think ahead: legal answers, the same game from the same seed, no look at the dice to come or at secrets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicehall
from dicehall import dicemasters, irondie
from dicehall.bots.base import Bot, Budget, play_out, question
from dicehall.bots.dm_guide import DMGuide
from dicehall.bots.iron_guide import IronGuide
from dicehall.bots.levels import GAMES, HARD, LEVELS, MORE, bot_named, guide_of
from dicehall.bots.search import Search, SearchBot
from dicehall.bots.thinking import Fate, imagined, play_on
from dicehall.bots.tree import Tally, Trial, _not_behind
from dicehall.dicemasters.teams import demo_teams
from dicehall.irondie.sets import ready_sets
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import State

FEW = Budget(iterations=24)
NAMES = ("random", "beginner", "easy", "greedy", "search")


def fresh(game: str, seed: int) -> State:
    if game == "irondie":
        sets = list(ready_sets().values())
        return irondie.game().new_state([("Ann", sets[seed % 12]), ("Bob", sets[(seed + 5) % 12])], seed=seed)
    dm = dicemasters.game(("avx", "ygo", "imw", "tmnt")[seed % 4])
    return dm.new_state(demo_teams(dm.edition.name, dm.catalogue), seed=seed, life=10)


class Watched:
    """A bot whose answers must be legal, and are written down."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.answers: list[int] = []

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, question: object) -> int:
        action = self.bot.choose(question)  # type: ignore[arg-type]
        assert question.model.is_legal(action, question.seat)  # type: ignore[attr-defined]
        self.answers.append(action)
        return action


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_answers_are_legal_and_the_same_seed_gives_the_same_game(game: str, name: str) -> None:
    told = []
    for _ in range(2):
        bots = [Watched(bot_named(name, game, 3)), Watched(bot_named("easy", game, 4))]
        play_out(fresh(game, 6), bots, 60, FEW)
        told.append([*bots[0].answers, *bots[1].answers])
    assert told[0] == told[1] and told[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_no_bot_sees_the_dice_to_come(game: str, name: str) -> None:
    """The same table with other dice to come gets the same answers, at many moments of a game."""
    state, rng = fresh(game, 11), Rng(5)
    for _ in range(25):
        if state.is_over:
            break
        for decision in state.decisions:
            answers = set()
            for dice in (state.dice, SeededDice(rng.word()), SeededDice(rng.word())):  # type: ignore[attr-defined]
                copy = state.clone()
                copy.set_dice(dice.clone())
                answers.add(bot_named(name, game, 9).choose(question(copy, decision.seat, FEW)))
            assert len(answers) == 1, f"{name} answers {answers} to the same question"
        for decision in state.decisions:
            state.apply(decision.actions[rng.below(len(decision.actions))], seat=decision.seat)


@pytest.mark.parametrize("name", NAMES)
def test_no_bot_sees_a_secret_choice(name: str) -> None:
    """What the other seat has chosen in secret makes no difference."""
    for seed in range(3):
        answers = set()
        for place in (0, 7, 100, 200):
            state = fresh("irondie", seed)
            state.apply(state.legal_actions(0)[place], seat=0)
            answers.add(bot_named(name, "irondie", 2).choose(question(state, 1, FEW)))
        assert len(answers) == 1


def test_the_search_says_what_it_thinks() -> None:
    state = fresh("dicemasters", 2)
    play_out(state, [bot_named("easy"), bot_named("easy")], 40)
    while len(state.legal_actions()) < 3:
        state.apply(bot_named("easy").choose(question(state)))
    ask = question(state, None, Budget(iterations=200))
    bot = bot_named("search", "dicemasters", 1)
    assert isinstance(bot, SearchBot)
    lines = bot.look(ask).lines()
    assert sum(line.visits for line in lines) == 200
    assert lines[0].action == bot.choose(ask) and lines == sorted(lines, key=lambda x: -x.visits)
    assert all(0 <= line.chance <= 1 for line in lines)


def test_the_better_half_goes_on() -> None:
    """At the root of IRONDIE: all lines are counted, what is left to the end was tried most, and the best is taken."""
    for seed in range(3):
        state = fresh("irondie", seed)
        bot = bot_named("search", "irondie", 1)
        assert isinstance(bot, SearchBot)
        for decision in state.decisions:
            ask = question(state, decision.seat, Budget(iterations=160))
            search = bot.look(ask)
            lines = search.lines()
            assert sum(line.visits for line in lines) == 160 and lines[0].action == search.ranking[0]
            assert 8 <= len(lines) < len(search.root.options)  # too many to try them all
            assert min(line.visits for line in lines) >= 3
            assert lines[0].visits == max(line.visits for line in lines)
            assert lines[0].action == bot.choose(ask)
        hasty = bot.look(question(state, 0, Budget(seconds=0.03)))
        assert hasty.lines()


@pytest.mark.parametrize("game", GAMES)
def test_a_large_budget_looks_further(game: str) -> None:
    """Half of what a line is worth is then how it stands some turns after the point of rest; a small one does not."""
    guide = guide_of(game)
    far, further = guide.style.far, guide.style.further
    assert HARD[game] < far <= HARD[game] * MORE and further > 0
    ask = question(fresh(game, 3))
    near, deep = (Search(guide, ask.model, ask.seat, 7) for _ in range(2))
    near.run(far - 1)
    deep.run(far)
    assert near.later == near.rest and deep.later == deep.rest + further
    action = near.root.options[0]
    for search in (near, deep):
        fate = Fate(7, 0)
        state = imagined(ask.model, ask.seat, fate)
        state.apply(action, None, (), ask.seat)
        play_on(state, guide, search.rest, fate)
        values = [guide.value(state, 0)]
        copy, again = state.clone(), fate.clone()
        assert isinstance(again, Fate)
        copy.set_dice(again)
        if search is deep:
            play_on(state, guide, search.rest + further, fate)
            values.append(guide.value(state, 0))
            assert values[0] != values[1]
        assert search._judged(copy, again) == pytest.approx(sum(values) / len(values))


def test_what_is_clearly_behind_drops_out_early() -> None:
    """Of answers that differ much the search does not use up a large budget; a close race is run to its end."""

    def trial(chance: int, tried: int = 200) -> Trial:
        out = Trial()
        for number in range(tried):
            out.add(float(number % 100 < chance if tried > 100 else number * 5 < chance))
        return out

    assert _not_behind([trial(60), trial(58), trial(30), trial(20)]) == 2
    assert _not_behind([trial(60), trial(55), trial(50)]) == 3
    assert _not_behind([trial(60, 20), trial(40, 20)]) == 2  # too early to say
    assert _not_behind([trial(60), trial(5)]) == 1

    used = []
    for seed in (1, 3, 4):
        state = fresh("dicemasters", seed)
        play_out(state, [bot_named("easy"), bot_named("easy")], 20)
        ask = question(state)
        search = Search(guide_of("dicemasters"), ask.model, ask.seat, seed)
        used.append(search.run(1000))
        assert search.root.won < 0 and search.root.visits == used[-1]
    assert max(used[:2]) < 500 and used[2] == 1000


@pytest.mark.parametrize(("game", "seed"), [("dicemasters", 0), ("irondie", 9)])
def test_a_win_that_is_certain_is_taken_at_once(game: str, seed: int) -> None:
    """Whatever the dice show: then nothing else is thought about. Before it all lines of the budget are used."""
    state, bots, before = fresh(game, seed), [bot_named("easy", game, 1), bot_named("easy", game, 2)], 0
    while not state.is_over:
        ask = question(state)
        if len(state.decisions) == 1 and len(ask.actions) > 1:
            ends = {a: ask.model.after(a).outcome for a in ask.actions}
            wins = [a for a, end in ends.items() if end is not None and end.winners == (ask.side,)]
            search = Search(guide_of(game), ask.model, ask.seat, seed)
            count = search.run(300) if wins or before < 5 else 0
            if search.root.won == search.side:
                assert search.ranking[0] in wins and 0 < len(wins) < len(ask.actions)
                assert count == search.root.visits < 50 and search.lines()[0].chance == 1.0
                assert before == 5
                return
            if count:
                assert count == 300
                before += 1
        play_out(state, bots, 1)
    raise AssertionError("nobody wins for certain by an answer")


@pytest.mark.parametrize(("game", "seed"), [("dicemasters", 2), ("irondie", 3)])
def test_answers_come_in_one_after_another(game: str, seed: int) -> None:
    """Below the root a choice among many is looked at the wider the more often it is met."""

    def met(widen: float) -> list[tuple[int, int, int]]:
        """Of all choices below the root: visits, answers, and how many of them were tried."""
        new = style._replace(widen=widen)
        guide = IronGuide(new) if game == "irondie" else DMGuide(new)
        search = Search(guide, ask.model, ask.seat, seed)
        search.run(900)
        below, out = [*search.root.children.values()], []
        while below:
            node = below.pop()
            below += node.children.values()
            if len(node.options) > 2:
                out.append((node.visits, len(node.options), len(node.children)))
        return out

    state, style = fresh(game, seed), guide_of(game).style
    play_out(state, [bot_named("easy", game), bot_named("easy", game)], 30)
    ask = question(state)
    usual, wide = met(style.widen), met(100.0)
    assert all(tried <= 1 + int(style.widen * visits**style.width) for visits, _, tried in usual)
    assert any(tried < answers < visits for visits, answers, tried in usual)
    assert max(tried for _, _, tried in usual) > 1
    assert not any(tried < answers < visits - 1 for visits, answers, tried in wide)


def test_secret_choices_come_to_a_balance() -> None:
    """Two that choose at once and learn from noisy results leave each other little to gain, and each mixes."""
    ask = question(fresh("irondie", 1))
    chances = [[0.5, 0.2, 0.9], [0.8, 0.5, 0.1], [0.1, 0.9, 0.5]]
    three, rounds, rest = range(3), 3000, 0.0
    for seed in range(4):
        search, rng = Search(IronGuide(), ask.model, ask.seat, seed), Rng(seed, 1 << 20)
        one, other = Tally([0, 1, 2]), Tally([0, 1, 2])
        for k in range(rounds):
            i, j = search._draw(one, k, rng), search._draw(other, k, rng)
            won = float(rng.below(1000) < 1000 * chances[i][j])
            for tally, place, got in ((one, i, won), (other, j, 1 - won)):
                tally.tried[place] += 1
                tally.gained[place] += got
        assert min(one.tried) > rounds / 10 and min(other.tried) > rounds / 10
        most = max([sum([other.tried[j] * chances[i][j] for j in three]) for i in three])
        least = min([sum([one.tried[i] * chances[i][j] for i in three]) for j in three])
        rest += (most - least) / rounds / 4
    assert rest < 0.12


def test_levels_have_a_name_and_a_character() -> None:
    for level in LEVELS:
        for game in GAMES:
            assert bot_named(level.name, game).name
        assert level.about.endswith(".") and len(level.about) < 110
    for wrong in ("", "chess", "search:", "search:x", "search:0", "search:1.5s", "search:1000s", "hard:99999999"):
        with pytest.raises(InvalidInput, match="there is no opponent" if ":" not in wrong else "whole ones to 999"):
            bot_named(wrong)
    for wrong in ("easy:5", "medium:", "random:3s"):
        with pytest.raises(InvalidInput, match="takes no number; hard, strong, search do"):
            bot_named(wrong)
    assert isinstance(bot_named("search:0.5s"), SearchBot) and isinstance(bot_named("strong:9999999"), SearchBot)
    with pytest.raises(InvalidInput):
        bot_named("easy", "chess")


@pytest.mark.parametrize("game", GAMES)
def test_a_level_takes_no_longer_than_a_person_waits(game: str) -> None:
    state = fresh(game, 1)
    asked = question(state)

    def lines(patience: float) -> int:
        bot = bot_named("hard", game, 0, patience)
        assert isinstance(bot, SearchBot)
        return bot.look(asked).root.visits

    assert lines(0.001) < HARD[game] // 4  # hardly any time: far fewer lines than its iterations
    assert lines(0.0) == lines(1000.0) >= HARD[game] - len(asked.actions)  # no limit, or one that is not reached


@pytest.mark.parametrize("game", GAMES)
def test_ctrl_c_is_noticed_in_the_middle_of_a_thought(game: str) -> None:
    """Compiled code does not look for it by itself, and takes it for a lack of memory in products of long numbers."""
    program = f"""
import sys
from bots.test_thinking_bots import fresh
from dicehall.bots.base import Budget, question
from dicehall.bots.levels import bot_named
state, bot = fresh("{game}", 2), bot_named("search", "{game}")
seat = next(seat for seat in (0, 1) if len(state.legal_actions(seat)) > 1)
asked = question(state, seat, Budget(iterations=10_000_000))
print("thinking", flush=True)
try:
    bot.choose(asked)
except KeyboardInterrupt:
    sys.exit("interrupted")
"""
    here = f"{Path(dicehall.__file__).parent.parent}{os.pathsep}{Path(__file__).parent.parent}"
    thinker = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": here},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in the background
    )  # fmt: skip
    try:
        assert thinker.stdout is not None
        assert thinker.stdout.readline() == "thinking\n"
        time.sleep(1.0)
        assert thinker.poll() is None
        thinker.send_signal(signal.SIGINT)
        _, errors = thinker.communicate(timeout=60)
    finally:
        thinker.kill()
        thinker.wait()
    assert errors == "interrupted\n" and thinker.returncode == 1
