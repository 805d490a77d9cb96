"""What a page asks for: what an answer is about, the usual payment, why not, where numbers come from, past moments."""

from __future__ import annotations

import random

import pytest

from dicehall.dicemasters.state import DMState
from dicehall.kernel.decision import Kind
from dicehall.kernel.errors import InvalidInput
from dicehall.table import messages as m
from dicehall.table.answering import answer
from dicehall.table.facts import cards_of, choices, rules_of
from dicehall.table.moments import moment_of
from dicehall.table.room import Room
from dicehall.table.seeing import question_of, update_of
from dicehall.table.settings import Place, Settings, lay_out

TEAMS = ("imw-suits", "avx-rage", "ygo-dragons", "tmnt-foot")


def a_room(game: str = "dicemasters", teams: tuple[str, str] = ("", "")) -> Room:
    settings = Settings(
        game="irondie" if game == "irondie" else "dicemasters",
        places=(Place(team=teams[0]), Place(team=teams[1])),
        one_screen=True,
    )
    room = Room("room", settings, b"s" * 32)
    for seat, name in enumerate(("Ann", "Bob")):
        room.perform(room.to_sit(seat, name, "seed"), 0.0)
    room.perform(room.to_begin(), 0.0)
    return room


def step(room: Room, rng: random.Random) -> None:
    decision = rng.choice(room.state.decisions)
    action = rng.choice(decision.actions)
    room.perform(room.to_play(decision.seat, room.asked_version(decision), [action]), 0.0)


@pytest.mark.parametrize("team", TEAMS)
def test_every_answer_says_what_it_is_about(team: str) -> None:
    rng = random.Random(team)
    room = a_room(teams=(team, TEAMS[0]))
    seen: set[str] = set()
    for _ in range(250):
        if room.status != "playing":
            break
        state = room.state
        assert isinstance(state, DMState)
        for decision in state.decisions:
            question = question_of(state, decision, 0)
            for option in question.actions:
                seen.add(option.verb)
                assert all(0 <= die < state.kit.n_dice for die in option.dice)
                assert option.card < state.kit.n_cards
                listed = {other.action for other in question.actions}
                for action, (die,) in option.equal:
                    assert action not in listed, "an equal die stands for itself"
                    assert state.is_legal(action) and state.face[die] == state.face[option.dice[0]]
            if decision.kind is Kind.PAY and question.usual:
                copy = state.clone()
                copy.set_dice(None)
                for option in question.usual:
                    assert copy.is_legal(option.action)
                    copy.apply(option.action)
                    assert option.verb in ("pay", "keep")
        step(room, rng)
    assert {"buy", "field", "reroll", "done", "pass"} <= seen


def test_a_payment_is_proposed_whenever_one_is_asked_for() -> None:
    """With all its dice, also those that were taken because any payment needs them."""
    rng = random.Random(3)
    room = a_room()
    found = forced = 0
    for _ in range(400):
        if room.status != "playing":
            break
        state = room.state
        assert isinstance(state, DMState)
        for decision in state.decisions:
            if decision.kind is Kind.PAY:
                begun = set(state.stack[-1][6])
                question = question_of(state, decision, 0)
                named = {die for option in question.usual for die in option.dice}
                assert len(set(question.pays)) == len(question.pays)
                if not decision.continues or room.session is None or room.session.entries[-1].opens:
                    assert question.usual and named | begun <= set(question.pays)
                    found += 1
                    forced += bool(begun)
        step(room, rng)
    assert found > 5 and forced


def test_irondie_answers_name_their_dice() -> None:
    rng = random.Random(1)
    room = a_room("irondie")
    seen: set[str] = set()
    equal = 0
    for _ in range(200):
        if room.status != "playing":
            break
        for decision in room.state.decisions:
            for option in question_of(room.state, decision, 0).actions:
                seen.add(option.verb)
                assert len(option.amounts) in (0, len(option.dice))
                for action, dice in option.equal:
                    assert room.state.is_legal(action, decision.seat) and len(dice) == len(option.dice)
                    equal += 1
        step(room, rng)
    assert {"battle", "duel", "renounce"} <= seen and equal


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_pointing_at_anything_is_answered(game: str) -> None:
    rng = random.Random(5)
    room = a_room(game)
    reasons = possible = 0
    for _ in range(60):
        if room.status != "playing":
            break
        state = room.state
        dice = state.kit.n_dice  # type: ignore[attr-defined]
        cards = state.kit.n_cards if isinstance(state, DMState) else 0
        for seat in (0, 1):
            asked = [m.Why(1, seat, die=die) for die in range(dice)] + [m.Why(1, seat, card=c) for c in range(1, cards)]
            for request in rng.sample(asked, 8):
                reply = answer(room, request)
                assert isinstance(reply, m.Answer)
                reasons += bool(reply.reasons)
                possible += not reply.reasons
        step(room, rng)
    assert reasons and possible


def test_who_is_not_asked_learns_whose_turn_it_is() -> None:
    room = a_room()
    reply = answer(room, m.Why(1, 1, die=0))
    assert isinstance(reply, m.Answer)
    assert [told.text for told in reply.reasons][:1] == ["it is Ann's turn to choose"]


def test_numbers_are_the_sum_of_their_parts() -> None:
    rng = random.Random(2)
    room = a_room(teams=("avx-rage", "imw-suits"))
    seen = 0
    for _ in range(200):
        if room.status != "playing":
            break
        state = room.state
        assert isinstance(state, DMState)
        for die in range(state.kit.n_dice):
            reply = answer(room, m.Explain(1, die=die))
            assert isinstance(reply, m.Numbers)
            for number in reply.numbers:
                if number.name == "attack":
                    assert number.total == state.attack_of(die)
                    seen += 1
                if number.name == "defence":
                    assert number.total == state.defence_of(die)
        step(room, rng)
    assert seen
    assert answer(room, m.Explain(1, die=99999)) == m.Numbers(1, [])
    assert answer(a_room("irondie"), m.Explain(1, die=0)) == m.Numbers(1, [])


def test_a_forecast_tells_the_next_question_of_a_move() -> None:
    room = a_room()
    question = update_of(room, [0], [True, True], 0.0).questions[0]
    pick = next(option for option in question.actions if option.verb == "reroll")
    reply = answer(room, m.Forecast(1, 0, [pick.action]))
    assert isinstance(reply, m.Follows) and reply.question is not None
    assert reply.question.actions[0].verb == "done"
    whole = answer(room, m.Forecast(1, 0, [pick.action, reply.question.actions[0].action]))
    assert isinstance(whole, m.Follows) and whole.question is None and "dice fall" in whole.depends
    assert room.version == question.version, "nothing has changed"


def test_moments_of_the_past_are_as_they_were() -> None:
    rng = random.Random(4)
    for game in ("dicemasters", "irondie"):
        room = a_room(game)
        assert room.session is not None
        views = {len(room.session.log) - 1: room.state.view(-1)}
        for _ in range(40):
            step(room, rng)
            if room.status != "playing":
                break
            if not room.state.committed:
                views.setdefault(len(room.session.log) - 1, room.state.view(-1))
        assert len(views) > 10
        for seq, view in views.items():
            found = moment_of(room, seq)
            assert (found.last, found.view) == (seq, view)
        with pytest.raises(InvalidInput, match="there is no event"):
            moment_of(room, 10_000)


def test_cards_choices_and_rules() -> None:
    state = lay_out(Settings(), ("Ann", "Bob"))
    cards = cards_of(state)
    assert [card.card for card in cards] == list(range(len(cards))) and cards[0].name == "Sidekick"
    assert all(len(card.faces) == 6 for card in cards) and any("Global: " in line for c in cards for line in c.text)
    assert cards_of(lay_out(Settings(game="irondie"), ("Ann", "Bob"))) == []
    assert {team.name for team in choices().teams} > set(TEAMS) and len(choices().sets) > 8
    assert len(rules_of("irondie")) > 50
    with pytest.raises(InvalidInput, match="there is no game"):
        rules_of("chess")
