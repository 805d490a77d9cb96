"""Where numbers come from, of both games: the parts add up to what the table shows, and nothing hidden is told."""

from __future__ import annotations

import random
import tomllib

import pytest

from dicehall.dicemasters import DMState
from dicehall.dicemasters.terms import FIELD
from dicehall.notation.dm.position import read_position
from dicehall.table import messages as m
from dicehall.table.answering import answer
from dicehall.table.numbers import numbers_of
from dicehall.table.room import Room

from .test_answering import a_room, step

STEPS = 250


def number(room: Room, **thing: int | str) -> m.Number:
    reply = answer(room, m.Explain(1, **thing))  # type: ignore[arg-type]
    assert isinstance(reply, m.Numbers)
    (found,) = reply.numbers
    assert found.total == sum(part.amount for part in found.parts)
    assert all(part.text for part in found.parts)
    return found


def test_life_and_zones_of_dice_masters() -> None:
    rng = random.Random(3)
    room = a_room(teams=("avx-rage", "imw-suits"))
    changed = 0
    for _ in range(STEPS):
        if room.status != "playing":
            break
        view = room.state.view(-1)
        for seat in (0, 1):
            life = number(room, seat=seat, total="life")
            assert life.total == view["sides"][seat]["life"]
            assert (life.parts[0].text, life.parts[0].rule) == ("at the start", "1.2.1")
            changed += len(life.parts) > 1
            zones = view["seats"][seat]["zones"]
            for zone in ("reserve", "field", "used", "out"):
                more = view["seats"][seat]["generic"] if zone == "reserve" else 0
                assert number(room, seat=seat, total=zone).total == len(zones[zone]) + more
            assert number(room, seat=seat, total="bag").total == sum(zones["bag"].values())
            assert number(room, seat=seat, total="prep").total == len(view["sides"][seat]["prep"])
        step(room, rng)
    assert changed


def position(text: str) -> DMState:
    found = read_position(
        tomllib.loads(f'game = "dicemasters"\nedition = "imw"\nactive = "ann"\nstep = "main"\n{text}')
    )
    return found.game.state_of(found.setup, hold=True)


def test_a_bonus_by_a_burst_says_so() -> None:
    state = position("""
[seat.ann]
cards = ["War Machine: Rhodey"]
field = ["War Machine@1", "War Machine@2"]
[seat.bob]""")
    with_burst, without = (numbers_of(state, (), die=die)[0] for die in state.zones[FIELD])
    assert [(part.amount, part.text) for part in with_burst.parts] == [
        (2, "on the face"),
        (1, "War Machine: Rhodey (its burst)"),
    ]
    assert [part.text for part in without.parts] == ["on the face"]


@pytest.mark.parametrize(("used", "bag"), [("Sidekick x2", ""), ("", ""), ("Sidekick x2", "Sidekick")])
def test_an_empty_bag_says_where_the_next_draw_comes_from(used: str, bag: str) -> None:
    zones = "\n".join(
        f'{zone} = ["{dice}"]' if dice else f"{zone} = []" for zone, dice in (("used", used), ("bag", bag))
    )
    state = position(f"[seat.ann]\n{zones}\n[seat.bob]")
    (found,) = numbers_of(state, (), seat=0, total="bag")
    told = [part.text for part in found.parts]
    assert ("the next draw refills it from the Used Pile" in told) == bool(used and not bag), told
    assert found.total == bool(bag)


def test_values_and_sums_of_irondie() -> None:
    rng = random.Random(5)
    room = a_room("irondie")
    rolled = changed = 0
    for _ in range(STEPS):
        if room.status != "playing":
            break
        view = room.state.view(-1)
        for seat in (0, 1):
            for total in ("attack", "defense", "life"):
                assert number(room, seat=seat, total=total).total == view["sides"][seat][total]
            for zone in ("reserve", "limbo", "abyss"):
                dice = [die for die in view["seats"][seat]["dice"] if die["zone"] == zone]
                assert number(room, seat=seat, total=zone).total == len(dice)
            for die in view["seats"][seat]["dice"]:
                if die["value"] == 0:
                    assert answer(room, m.Explain(1, die=die["id"])) == m.Numbers(1, [])
                    continue
                value = number(room, die=die["id"])
                assert value.total == die["value"]
                assert value.parts[0].text != "as it lies"
                assert all(part.rule for part in value.parts)
                rolled += 1
                changed += len(value.parts) > 1
        step(room, rng)
    assert rolled and changed


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_what_is_no_number_has_no_parts(game: str) -> None:
    room = a_room(game)
    for wrong in (m.Explain(1, seat=7, total="life"), m.Explain(1, seat=0, total="nonsense"), m.Explain(1, seat=0)):
        assert answer(room, wrong) == m.Numbers(1, [])


@pytest.mark.parametrize("game", ["dicemasters", "irondie"])
def test_whoever_asks_why_not_reads_a_rule(game: str) -> None:
    rng = random.Random(8)
    room = a_room(game)
    told: set[str] = set()
    for _ in range(60):
        if room.status != "playing":
            break
        state = room.state
        dice = state.kit.n_dice  # type: ignore[attr-defined]
        cards = state.kit.n_cards if game == "dicemasters" else 0  # type: ignore[attr-defined]
        things = [(die, -1) for die in range(dice)] + [(-1, card) for card in range(1, cards)]
        for seat in (0, 1):
            for thing in rng.sample(things, 8):
                reply = answer(room, m.Why(1, seat, die=thing[0], card=thing[1]))
                assert isinstance(reply, m.Answer)
                assert not reply.reasons or any(reason.rule for reason in reply.reasons), (thing, reply)
                told |= {reason.text for reason in reply.reasons}
        step(room, rng)
    assert "it has no part in this question" not in told


def test_a_card_is_asked_about_while_dice_are_rerolled() -> None:
    room = a_room()
    decision = room.state.decisions[0]
    reply = answer(room, m.Why(1, decision.seat, card=1))
    assert isinstance(reply, m.Answer)
    assert [(told.text, told.rule) for told in reply.reasons][:2] == [
        ("now it is asked: Which dice do you reroll?", decision.rule),
        ("its dice are bought in your own Main Step", "3.3.1"),
    ]
    assert decision.rule
