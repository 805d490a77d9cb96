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
BEGUN = (0, 12, 27, 45, 66)  # answers of the house with which a part of a game begins, in turn
PART = 20  # answers of a part
PARTS = 40  # at most: a bot that is never asked in so many has nothing to be checked
LATE = 30  # the turn from which sudden death is called in IRONDIE
SINGLE = 20  # questions with one legal answer that are put


class Plan(NamedTuple):
    """How much is tried."""

    games: int = 4  # whole ones; each pair of teams is played from both seats
    seed: int = 0
    budget: Budget = Budget(iterations=16)
    answers: int = 60  # that each check sees at least, if there are so many


USUAL = Plan()


def check_bot(make: Make, game: str, plan: Plan = USUAL) -> None:
    """All checks."""
    for check in CHECKS:
        check.run(make, game, plan)


# ---- playing ---------------------------------------------------------------------------------------------------


def new_table(game: str, number: int, seed: int) -> State:
    """A fresh game of two ready-made teams or sets; the number says of which."""
    return ready_table(game, number, number * 5 + 1, seed + number)


def begun_table(game: str, number: int, seed: int) -> State:
    """A game that the house has begun, more or less far: so even a bot that loses soon is seen late in a game."""
    state, house = new_table(game, number, seed), house_bot(game, number)
    for _ in islice(rounds(state, lambda s, seat: house.choose(question(s, seat))), BEGUN[number % len(BEGUN)]):
        pass
    return state


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
    """Answers are legal, in whole games of ready-made teams or sets and in the middle of others, from both seats."""
    count = endless = 0
    for number in range(plan.games):
        given, is_over = _against_house(make, game, new_table(game, number // 2, plan.seed), number, plan)
        count += given
        endless += not is_over
    for number in range(PARTS):
        if count >= plan.answers:
            break
        count += _against_house(make, game, begun_table(game, number, plan.seed), number, plan)[0]
    more = f"; {endless} not over after {LONGEST} answers" if endless else ""
    return f"{_counted(plan.games, 'game')}, {_counted(count, 'answer')}{more}"


def _against_house(make: Make, game: str, state: State, number: int, plan: Plan) -> tuple[int, bool]:
    """Plays a game to its end against the house: how many answers the bot gave, and whether it came to an end."""
    mine, house = number % 2, house_bot(game, number)
    bot = make(game, plan.seed + number)

    def choose(s: State, seat: int) -> int:
        asked = question(s, seat, plan.budget)
        return answer_of(bot, asked) if seat == mine else house.choose(asked)

    try:
        given = list(islice(rounds(state, choose), LONGEST))
    finally:
        close_bots([bot], state.outcome)
    return sum(seat == mine for seat, _ in given), state.is_over


def _in_parts(plan: Plan, part: Callable[[int], int]) -> str:
    """Looks at parts of games, of which a function makes one by its number and says how many answers it saw."""
    count = 0
    for number in range(PARTS):
        count += part(number)
        if count >= plan.answers:
            break
    return _counted(count, "answer")


def check_harmless(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The bot changes nothing in the real game, whatever it does with its question."""

    def part(number: int) -> int:
        state = begun_table(game, number, plan.seed)
        answers: list[tuple[int, int]] = []
        with seated(make, game, plan.seed, plan.seed + 1) as bots:

            def choose(s: State, seat: int) -> int:
                before = (s.save(), s.view(seat), s.decisions)
                action = answer_of(bots[seat], question(s, seat, plan.budget))
                text = f"the real game is another after answer {s.version} of seat {seat}: the bot has changed it"
                _must((s.save(), s.view(seat), s.decisions) == before, text)
                answers.append((seat, action))
                return action

            count = len(list(islice(rounds(state, choose), PART)))
        again, given = begun_table(game, number, plan.seed), iter(answers)
        text = "the same answers without the bot lead to another game: the bot has changed it"

        def repeat(s: State, seat: int) -> int:
            who, action = next(given, (-1, -1))
            _must(who == seat and s.is_legal(action, seat), text)
            return action

        _must(len(list(islice(rounds(again, repeat), count))) == count, text)
        _must(again.fingerprint() == state.fingerprint(), text)
        return count

    return _in_parts(plan, part)


def check_repeatable(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The same seed and the same budget of iterations give the same game."""

    def part(number: int) -> int:
        first, second = (_answers_alone(make, game, number, plan) for _ in range(2))
        for i, (one, other) in enumerate(zip(first, second, strict=False), 1):
            _must(one == other, f"answer {i} is {one[1]} in one game and {other[1]} in the other, with the same seed")
        _must(first == second, "two games of the same seed are not of the same length")
        return len(first)

    return f"{_in_parts(plan, part)}, twice"


def _answers_alone(make: Make, game: str, number: int, plan: Plan) -> list[tuple[int, int]]:
    with seated(make, game, plan.seed + number, plan.seed + number + 1) as bots:
        return list(islice(_plays(bots, begun_table(game, number, plan.seed), plan), PART))


def _plays(bots: list[Bot], state: State, plan: Plan) -> Iterator[tuple[int, int]]:
    return rounds(state, lambda s, seat: answer_of(bots[seat], question(s, seat, plan.budget)))


def check_blind(make: Make, game: str, plan: Plan = USUAL) -> str:
    """The same view gets the same answer, however the dice will fall and whatever others have chosen in secret.

    Three bots of one seed answer side by side: two at the same table, the third at one with other dice to come.
    """
    rng = Rng(plan.seed, 1 << 39)

    def part(number: int) -> int:
        state, house = begun_table(game, number, plan.seed), house_bot(game, number)
        with seated(make, game, *[plan.seed] * 3) as bots:

            def choose(s: State, seat: int) -> int:
                if seat == 1:
                    return house.choose(question(s, seat))
                one, other = _hidden(s, seat, rng), _hidden(s, seat, rng)
                copies = zip(bots, (one, one.clone(), other), strict=True)
                given = [_seen(bot, copy, seat, plan) for bot, copy in copies]
                at = f"answer {s.version} of seat {seat}"
                text = f"{at}: {given[0]} and {given[1]} with the same seed and the same dice; so it cannot be told"
                _must(given[0] == given[1], text)
                text = f"{at}: {given[0]}, and {given[2]} if other dice or secret choices are to come"
                _must(given[0] == given[2], f"{text}: the bot knows of them")
                return given[0]

            return sum(seat == 0 for seat, _ in islice(rounds(state, choose), 2 * PART))

    return _in_parts(plan, part)


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
                    return _counted(count, "question")
    return _counted(count, "question") if count else "no such question comes up in this game"


def check_apart(make: Make, game: str, plan: Plan = USUAL) -> str:
    """Two games at once go as each would alone."""

    def part(number: int) -> int:
        numbers = (number, number + 1)
        alone = [_answers_alone(make, game, n, plan) for n in numbers]
        together: list[list[tuple[int, int]]] = [[], []]
        seeds = [plan.seed + n + seat for n in numbers for seat in (0, 1)]
        with seated(make, game, *seeds) as bots:
            states = [begun_table(game, n, plan.seed) for n in numbers]
            games = [_plays(bots[2 * i : 2 * i + 2], state, plan) for i, state in enumerate(states)]
            for _ in range(PART):
                for told, running in zip(together, games, strict=True):
                    told += islice(running, 1)
        for i in (0, 1):
            text = f"game {i + 1} of two at once goes another way than alone, with the same seeds"
            _must(together[i] == alone[i], text)
        return sum(map(len, together))

    return _in_parts(plan, part)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


class Check(NamedTuple):
    """A check: what holds if it passes, and how it is done. It gives back what it has looked at."""

    holds: str
    run: Callable[[Make, str, Plan], str]


CHECKS = (
    Check("Its answers are legal, in whole games, in the middle of others, from both seats", check_legal),
    Check("It leaves the real game alone", check_harmless),
    Check("The same seed and budget give the same game", check_repeatable),
    Check("It knows neither dice to come nor secret choices", check_blind),
    Check("It answers where only one action is legal", check_single),
    Check("Two games at once do not disturb each other", check_apart),
)
