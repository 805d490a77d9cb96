"""What every bot must do, whoever wrote it, as checks that play games with it and raise AssertionError.

`make(game, seed)` gives a bot, as the entry point of a package does. `check_bot` is for the tests of a package; the
command `dicehall bot check NAME` tells the same, one check a line. How long a bot thinks is not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from dicehall.bots.base import Bot, Budget, Question, close_bots, question
from dicehall.bots.irondie import IrondieBot
from dicehall.bots.simple import SimpleBot
from dicehall.bots.tables import ready_table
from dicehall.irondie import IrondieState
from dicehall.irondie.state import SUDDEN_DEATH
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.state import State

Make = Callable[[str, int], Bot]
Choose = Callable[[State, int], int]  # how a seat answers at a table

LONGEST = 2000  # answers after which a game counts as endless, which is no fault
LATE = 30  # the turn from which sudden death is called in IRONDIE
SINGLE = 20  # questions with one legal answer that are put


class Plan(NamedTuple):
    """How much is tried."""

    games: int = 4  # whole ones; each pair of teams is played from both seats
    seed: int = 0
    budget: Budget = Budget(iterations=16)
    answers: int = 60  # of the checks that look closely at a part of a game


USUAL = Plan()


def check_bot(make: Make, game: str, plan: Plan = USUAL) -> None:
    """All checks."""
    for check in CHECKS:
        check.run(make, game, plan)


# ---- playing ---------------------------------------------------------------------------------------------------


def new_table(game: str, number: int, seed: int) -> State:
    """A fresh game of two ready-made teams or sets; the number says of which."""
    return ready_table(game, number, number * 5 + 1, seed + number)


def house_bot(game: str, seed: int = 0) -> Bot:
    """A sensible opponent."""
    return IrondieBot(seed) if game == "irondie" else SimpleBot()


@contextmanager
def seated(make: Make, game: str, *seeds: int) -> Iterator[list[Bot]]:
    """Bots of these seeds, closed in the end."""
    bots: list[Bot] = []
    try:
        for seed in seeds:
            bots.append(make(game, seed))
        yield bots
    finally:
        close_bots(bots)


def rounds(state: State, choose: Choose) -> Iterator[tuple[int, int]]:
    """A game to its end: seats and answers. Who is asked at once is asked before anybody's answer is given."""
    while not state.is_over:
        if state.wait is Wait.PAUSE:
            state.proceed()
            continue
        if isinstance(state, IrondieState) and state.turn >= LATE and not state.sudden_called:
            state.call(SUDDEN_DEATH)
        given = [(decision.seat, choose(state, decision.seat)) for decision in state.decisions]
        for seat, action in given:
            state.apply(action, None, (), seat)
        yield from given


def answer_of(bot: Bot, asked: Question) -> int:
    """The bot's answer, if it is one."""
    decision, model = asked.decision, asked.model.clone()  # the bot may play on in the other
    action = bot.choose(asked)
    _must(type(action) is int, f'the answer to "{decision.asks}" is {action!r}, and no whole number')
    legal = ", ".join(map(str, decision.actions[:12]))
    text = f'the answer {action} to "{decision.asks}" (seat {decision.seat}) is not legal; right is {legal}'
    _must(model.is_legal(action, decision.seat), text)
    return action


def _must(holds: bool, text: str) -> None:
    if not holds:
        raise AssertionError(text)


# ---- the checks ------------------------------------------------------------------------------------------------


def check_legal(make: Make, game: str, plan: Plan = USUAL) -> str:
    """Answers are legal, in whole games of ready-made teams or sets, from both seats."""
    count = endless = 0
    for number in range(plan.games):
        state, mine, house = new_table(game, number // 2, plan.seed), number % 2, house_bot(game, number)
        bot = make(game, plan.seed + number)

        def choose(s: State, seat: int, mine: int = mine, bot: Bot = bot, house: Bot = house) -> int:
            asked = question(s, seat, plan.budget)
            return answer_of(bot, asked) if seat == mine else house.choose(asked)

        try:
            given = list(islice(rounds(state, choose), LONGEST))
        finally:
            close_bots([bot], state.outcome)
        count += sum(seat == mine for seat, _ in given)
        endless += not state.is_over
    more = f"; {endless} not over after {LONGEST} answers" if endless else ""
    return f"{plan.games} games, {count} answers{more}"


def check_harmless(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The bot changes nothing in the real game, whatever it does with its question."""
    state = new_table(game, 1, plan.seed)
    answers: list[tuple[int, int]] = []
    with seated(make, game, plan.seed, plan.seed + 1) as bots:

        def choose(s: State, seat: int) -> int:
            before = (s.save(), s.view(seat), s.decisions)
            action = answer_of(bots[seat], question(s, seat, plan.budget))
            text = f"the real game is another after answer {s.version} of seat {seat}: the bot has changed it"
            _must((s.save(), s.view(seat), s.decisions) == before, text)
            answers.append((seat, action))
            return action

        count = len(list(islice(rounds(state, choose), plan.answers)))
    again, given = new_table(game, 1, plan.seed), iter(answers)
    text = "the same answers without the bot lead to another game: the bot has changed it"

    def repeat(s: State, seat: int) -> int:
        who, action = next(given, (-1, -1))
        _must(who == seat and s.is_legal(action, seat), text)
        return action

    _must(len(list(islice(rounds(again, repeat), count))) == count, text)
    _must(again.fingerprint() == state.fingerprint(), text)
    return f"{count} answers"


def check_repeatable(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The same seed and the same budget of iterations give the same game."""
    first, second = (_answers_alone(make, game, 2, plan) for _ in range(2))
    for i, (one, other) in enumerate(zip(first, second, strict=False), 1):
        _must(one == other, f"answer {i} is {one[1]} in one game and {other[1]} in the other, with the same seed")
    _must(first == second, "two games of the same seed are not of the same length")
    return f"{len(first)} answers, twice"


def _answers_alone(make: Make, game: str, number: int, plan: Plan) -> list[tuple[int, int]]:
    with seated(make, game, plan.seed + number, plan.seed + number + 1) as bots:
        return list(islice(_plays(bots, new_table(game, number, plan.seed), plan), plan.answers))


def _plays(bots: list[Bot], state: State, plan: Plan) -> Iterator[tuple[int, int]]:
    return rounds(state, lambda s, seat: answer_of(bots[seat], question(s, seat, plan.budget)))


def check_blind(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The same view gets the same answer, however the dice will fall and whatever others have chosen in secret.

    Three bots of one seed answer side by side: two at the same table, the third at one with other dice to come.
    """
    state, house, rng = new_table(game, 3, plan.seed), house_bot(game), Rng(plan.seed, 1 << 39)
    with seated(make, game, *[plan.seed] * 3) as bots:

        def choose(s: State, seat: int) -> int:
            if seat == 1:
                return house.choose(question(s, seat))
            one, other = _hidden(s, seat, rng), _hidden(s, seat, rng)
            given = [_seen(bot, copy, seat, plan) for bot, copy in zip(bots, (one, one.clone(), other), strict=True)]
            at = f"answer {s.version} of seat {seat}"
            text = f"{at}: {given[0]} and {given[1]} with the same seed and the same dice; so it cannot be told"
            _must(given[0] == given[1], text)
            text = (
                f"{at}: {given[0]}, and {given[2]} if other dice or secret choices are to come: the bot knows of them"
            )
            _must(given[0] == given[2], text)
            return given[0]

        given = list(islice(rounds(state, choose), 2 * plan.answers))
    return f"{sum(seat == 0 for seat, _ in given)} answers"


def _hidden(state: State, seat: int, rng: Rng) -> State:
    """A copy of the table with other dice to come, and with other secret answers of all others in."""
    copy = state.clone()
    copy.set_dice(SeededDice(rng.word()))
    for decision in state.decisions:
        if decision.seat != seat:
            copy.apply(decision.actions[rng.below(len(decision.actions))], None, (), decision.seat)
    return copy


def _seen(bot: Bot, copy: State, seat: int, plan: Plan) -> int:
    return answer_of(bot, question(copy, seat, plan.budget))


def check_single(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The bot answers too where only one action is legal."""
    count = 0
    with seated(make, game, plan.seed) as (bot,):
        for number in range(plan.games):
            house = house_bot(game, number)

            def choose(s: State, seat: int, house: Bot = house) -> int:
                nonlocal count
                asked = question(s, seat, plan.budget)
                if len(asked.actions) == 1 and not asked.decision.more and count < SINGLE:
                    count += 1
                    answer_of(bot, asked)
                    asked = question(s, seat)
                return house.choose(asked)

            state = new_table(game, number, plan.seed)
            for _ in islice(rounds(state, choose), LONGEST):
                if count == SINGLE:
                    return f"{count} questions"
    return f"{count} questions" if count else "no such question comes up in this game"


def check_apart(make: Make, game: str, plan: Plan = USUAL) -> str:
    """Two games at once go as each would alone."""
    numbers = (4, 5)
    alone = [_answers_alone(make, game, number, plan) for number in numbers]
    together: list[list[tuple[int, int]]] = [[], []]
    seeds = [plan.seed + number + seat for number in numbers for seat in (0, 1)]
    with seated(make, game, *seeds) as bots:
        states = [new_table(game, number, plan.seed) for number in numbers]
        games = [_plays(bots[2 * i : 2 * i + 2], state, plan) for i, state in enumerate(states)]
        for _ in range(plan.answers):
            for told, running in zip(together, games, strict=True):
                told += islice(running, 1)
    for i in (0, 1):
        _must(together[i] == alone[i], f"game {i + 1} of two at once goes another way than alone, with the same seeds")
    return f"{sum(map(len, together))} answers"


class Check(NamedTuple):
    """A check: what holds if it passes, and how it is done. It gives back what it has looked at."""

    holds: str
    run: Callable[[Make, str, Plan], str]


CHECKS = (
    Check("Its answers are legal, in whole games and from both seats", check_legal),
    Check("It leaves the real game alone", check_harmless),
    Check("The same seed and budget give the same game", check_repeatable),
    Check("It knows neither dice to come nor secret choices", check_blind),
    Check("It answers where only one action is legal", check_single),
    Check("Two games at once do not disturb each other", check_apart),
)
