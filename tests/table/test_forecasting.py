"""What a forecast says of an attack and of a duel if nobody does anything more."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from dicehall.dicemasters.state import DMState
from dicehall.irondie import IrondieState
from dicehall.table import messages as m
from dicehall.table.answering import answer
from dicehall.table.room import Room
from dicehall.table.seeing import question_of

from .test_answering import a_room, step

FIRST = ("field", "attack", "block")


def asked(room: Room) -> m.Question:
    decision = room.decisions[0]
    return question_of(room.state, decision, room.asked_version(decision))


def foretold(room: Room, actions: list[int]) -> m.IfNobodyActs:
    reply = answer(room, m.Forecast(1, asked(room).seat, actions))
    assert isinstance(reply, m.Follows) and reply.if_nobody_acts is not None
    return reply.if_nobody_acts


def play(room: Room, action: int) -> None:
    question = asked(room)
    room.perform(room.to_play(question.seat, question.version, [action]), 0.0)


def moments(rng: random.Random, likes: tuple[str, ...] = FIRST, most: int = 500) -> Iterator[Room]:
    """A game in which characters are fielded and attack where they can, before each answer."""
    room = a_room()
    for _ in range(most):
        if room.status != "playing":
            return
        yield room
        if room.status != "playing":
            return
        options = asked(room).actions
        wanted = [option for option in options if option.verb in likes and rng.random() < 0.8]
        if wanted and wanted[0].verb == "attack" and asked(room).continues:
            wanted = [option for option in options if option.verb == "done"]
        if wanted and wanted[0].verb == "block":
            wanted = wanted[:1]  # several block the same die
        play(room, (wanted or options)[rng.randrange(len(wanted or options))].action)


def pass_on(room: Room) -> None:
    """Everybody does nothing for the rest of the turn."""
    turn = room.state.view(-1)["turn"]
    for _ in range(30):
        if room.status != "playing" or room.state.view(-1)["turn"] != turn:
            return
        options = asked(room).actions
        verbs = {option.verb: option.action for option in options}
        play(room, next(verbs[verb] for verb in ("not block", "pass", "done") if verb in verbs))


def attackers(room: Room) -> list[int]:
    """The Sidekicks that can attack, where it is asked."""
    if not asked(room).asks.startswith("Who attacks") or asked(room).continues:
        return []
    state = room.state
    assert isinstance(state, DMState)
    dice = [
        (action, die)
        for option in asked(room).actions
        if option.verb == "attack" and state.kit.die_card[option.dice[0]] == 0
        for action, (die,) in [(option.action, tuple(option.dice)), *option.equal]
    ]
    return [action for action, _ in dice[:1]]


def test_an_attack_is_foreseen_beyond_the_blocks_that_the_other_side_may_make() -> None:
    found = 0
    for room in moments(random.Random(3)):
        attack = attackers(room)
        if not attack:
            continue
        state = room.state
        assert isinstance(state, DMState)
        seat, life, before = asked(room).seat, list(state.life), state.save()
        other = 1 - state.kit.side_of[seat]
        reply = answer(room, m.Forecast(1, seat, attack))
        assert isinstance(reply, m.Follows)
        done = [] if reply.question is None else [0]
        partial = foretold(room, attack)
        whole = foretold(room, [*attack, *done])
        comes_to = [(rest.hits, rest.ko, rest.life) for rest in (partial, whole)]
        assert comes_to[0] == comes_to[1], "who has picked so far attacks, and nobody else"
        assert state.save() == before, "nothing changes"
        hits = [hit for hit in whole.hits if hit.side == other]
        if not hits:
            continue
        assert whole.life[other] == max(0, life[other] - sum(hit.amount for hit in hits))
        assert whole.life[1 - other] == life[1 - other]
        assert not any(event.kind in ("rolled", "drawn", "turn") for event in whole.events)
        room.perform(room.to_play(seat, asked(room).version, [*attack, *done]), 0.0)
        pass_on(room)
        assert isinstance(room.state, DMState) and room.state.life == whole.life
        found += 1
    assert found > 2


def test_who_is_to_block_learns_what_comes_of_it_if_nobody_does() -> None:
    for room in moments(random.Random(5), ("field", "attack")):
        question = asked(room)
        if "not block" not in {option.verb for option in question.actions}:
            continue
        state = room.state
        assert isinstance(state, DMState)
        mine = state.kit.side_of[question.seat]
        none = foretold(room, [])
        block = next(option for option in question.actions if option.verb == "block")
        one = foretold(room, [block.action])
        blocker, attacker = block.dice
        if none.depends or one.depends:
            continue
        assert any(hit.source == attacker and hit.side == mine for hit in none.hits)
        assert not any(hit.source == attacker and hit.side == mine for hit in one.hits)
        assert {(hit.source, hit.die) for hit in one.hits} >= {(attacker, blocker)} or not state.attack_of(attacker)
        assert none.life[mine] < one.life[mine] or none.life[mine] == 0
        assert none.events, "which are not certain"
        return
    raise AssertionError("nobody could ever block")


def test_the_view_tells_how_far_the_attack_is() -> None:
    told: dict[str, set[str]] = {}
    for room in moments(random.Random(3)):
        told.setdefault(room.state.view(-1)["attack"], set()).update(option.verb for option in asked(room).actions)
    assert "attack" in told["attackers"] and "not block" in told["blockers"]
    assert not {"attack", "not block"} & told[""] and "buy" in told[""]
    assert told.get("actions", {"pass"}) >= {"pass"} and told.get("damage", {"assign"}) & {"assign"}


def test_nothing_is_foreseen_where_the_main_step_goes_on() -> None:
    for room in moments(random.Random(1), most=60):
        question = asked(room)
        buy = next((option for option in question.actions if option.verb == "buy"), None)
        if buy is not None:
            rest = foretold(room, [buy.action])
            assert (rest.events, rest.depends, rest.hits, rest.ko) == ([], "", [], [])
            return
    raise AssertionError("nothing could be bought")


def crowded(rng: random.Random) -> Iterator[Room]:
    """Moments at which damage is divided: Ann attacks with one die when three others can block it, and all do."""
    room = a_room()
    for _ in range(600):
        if room.status != "playing":
            return
        question, state = asked(room), room.state
        assert isinstance(state, DMState)
        if question.kind == "distribute" and not question.continues:
            yield room
        verbs: dict[str, list[int]] = {}
        for option in question.actions:
            verbs.setdefault(option.verb, []).append(option.action)
        fights = question.seat == 0 and not question.continues and len(state.characters(1)) > 2
        likes = ["field", "buy", *(["attack"] if fights else []), "block", "pay", "done", "pass"]
        wanted = next((verbs[verb] for verb in likes if verb in verbs), [question.actions[0].action])
        play(room, wanted[0] if "block" in verbs else rng.choice(wanted))


def test_where_damage_is_divided_the_usual_division_knocks_out_most() -> None:
    sizes: set[int] = set()
    for seed in range(8):
        for room in crowded(random.Random(seed)):
            question, state = asked(room), room.state
            assert isinstance(state, DMState)
            _, _, _, _, amount, targets, _, _ = state.stack[-1]
            named = [option.number for option in question.usual]
            assert [option.dice[0] for option in question.usual] == list(targets[: len(named)])
            assert len(named) == len(targets) - 1 or sum(named) == amount, "the others get nothing, unasked"
            shares = [*named, amount - sum(named)]
            needs = [state.defence_of(die) - state.damage[die] for die in targets]
            most = max(n for n in range(len(needs) + 1) if sum(sorted(needs)[:n]) <= amount)
            assert min(shares) >= 0
            assert sum(n >= need for n, need in zip(shares, needs, strict=False)) == most
            sizes.add(len(targets))
    assert max(sizes) > 2


def test_a_price_is_told_where_something_is_paid() -> None:
    for room in moments(random.Random(2), ("buy",), 80):
        question = asked(room)
        if question.kind == "pay":
            assert f"pays {question.price}?" in question.asks
            return
        assert question.price == 0
    raise AssertionError("nothing was ever paid")


@pytest.mark.parametrize("seed", [0, 1])
def test_a_duel_is_foreseen_for_each_value_that_a_die_may_show(seed: int) -> None:
    rng = random.Random(seed)
    room = a_room("irondie")
    falls = ends = 0
    for _ in range(60):
        if room.status != "playing":
            break
        question = asked(room)
        if question.secret:
            reply = answer(room, m.Forecast(1, question.seat, [question.actions[0].action]))
            assert isinstance(reply, m.Follows) and reply.if_nobody_acts is None
        else:
            roll = next((option for option in question.actions if option.verb == "duel"), None)
            state = room.state
            assert isinstance(state, IrondieState)
            before = state.save()
            if roll is not None:
                told = foretold(room, [roll.action])
                assert [fall.value for fall in told.falls] == [1, 2, 3, 4, 5, 6]
                assert all(fall.events[0].kind == "rolled" for fall in told.falls)
                compared = [[e for e in fall.events if e.kind == "compared"] for fall in told.falls]
                assert all((fall.won is None) <= (not found) for fall, found in zip(told.falls, compared, strict=True))
                assert told.depends and not told.events, "how it falls is not known"
                falls += 1
            forgo = next((option for option in question.actions if option.verb == "forgo"), None)
            if forgo is not None:
                told = foretold(room, [forgo.action])
                assert told.falls == []
                ends += bool(told.events) and not told.depends
            assert room.state.save() == before
        step(room, rng)
    assert falls and ends
