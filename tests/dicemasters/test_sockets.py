"""The sockets that abilities plug into, tested with small abilities of our own: nothing here is a card's."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from dicehall.dicemasters.acts import bursts_of, first_time, is_action, is_character, reroll, spin
from dicehall.dicemasters.board import U_TURN, Board
from dicehall.dicemasters.damage import deal, ko
from dicehall.dicemasters.explain import contribution_words, contributions
from dicehall.dicemasters.game import DiceMasters
from dicehall.dicemasters.holding import capture, take_control
from dicehall.dicemasters.sockets import (
    ATTACK,
    DEFENCE,
    FIELDING,
    PURCHASE,
    V_ATTACK,
    V_BLOCK,
    V_BUY,
    Abilities,
    Contribution,
    Packet,
    Trigger,
)
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_GLOBAL,
    ASK,
    FIELD,
    NOWHERE,
    PASS,
    RESERVE,
    USED,
    WIN_FIELDED,
    WIN_KO,
)
from dicehall.kernel.decision import Wait
from dicehall.kernel.errors import IllegalAction, Reason
from dicehall.kernel.state import Frame
from dicehall.notation.dm.player import Player
from dicehall.notation.dm.position import read_position

TABLE = """
game = "dicemasters"
edition = "EDITION"
active = "ann"
step = "STEP"
basics = ["imw:Smash!"]
[seat.ann]
life = 5
max_life = 20
cards = ["War Machine: Rhodey", "Rescue: Mark 1616", "Jarvis: Butler"]
reserve = RESERVE
field = ["War Machine@1", "Sidekick@1"]
[seat.bob]
life = 5
cards = ["Howard Stark: Father"]
field = ["Howard Stark@1", "Sidekick@1"]
reserve = ["Sidekick@bolt"]
"""


def table(abilities: Abilities, edition: str = "imw", step: str = "main", reserve: str = "[]", **more: Any) -> Player:
    text = TABLE.replace("EDITION", edition).replace("STEP", step).replace("RESERVE", reserve)
    position = read_position({**tomllib.loads(text), **more})
    game = DiceMasters(edition, position.setup.settings, position.game.catalogue, abilities)
    return Player(game.state_of(position.setup, hold=True), position.side_names)


def die(s: DMState, seat: int, name: str, zone: int = FIELD) -> int:
    return next(d for d in s.zone(seat, zone) if s.kit.names[s.kit.die_card[d]] == name)


def card(s: DMState, name: str) -> int:
    return s.kit.names.index(name)


class Leader(Abilities):
    """While War Machine is active, its side's Sidekicks get +1A and +1D; the other side's get -1D."""

    def contributions(self, s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
        if number > DEFENCE or s.kit.die_card[subject] != 0:
            return []
        out: list[Contribution] = []
        for other in range(s.kit.n_seats):
            if any(s.kit.names[s.kit.die_card[d]] == "War Machine" for d in s.zone(other, FIELD)):
                if other == s.ctrl[subject]:
                    out.append((1, "7.2.2", "War Machine: Rhodey"))
        return out


def test_continuous_effects_are_computed_from_their_sources() -> None:
    player = table(Leader())
    s = player.state
    mine, theirs = die(s, 0, "Sidekick"), die(s, 1, "Sidekick")
    assert (s.attack_of(mine), s.defence_of(mine)) == (2, 2)
    assert (s.attack_of(theirs), s.defence_of(theirs)) == (1, 1)
    words = contribution_words(contributions(s, ATTACK, 0, mine))
    assert words == "2: 1 on the face, +1 War Machine: Rhodey"
    s.damage[mine] = 1
    ko(s, [die(s, 0, "War Machine")], "6.3.1")
    assert (s.attack_of(mine), s.defence_of(mine)) == (1, 1)


class Weaken(Leader):
    def contributions(self, s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
        return [(-2, "7.1.2", "a curse")] if number <= DEFENCE and s.kit.die_card[subject] == 0 else []


def test_numbers_never_fall_below_zero_and_zero_defence_is_a_ko() -> None:
    s = table(Weaken()).state
    sidekick = die(s, 0, "Sidekick")
    assert (s.attack_of(sidekick), s.defence_of(sidekick)) == (0, 0)
    deal(s, [(-1, die(s, 0, "War Machine"), 1, False)])  # any event: the lethal check is made after it
    assert s.zone(0, FIELD) == [die(s, 0, "War Machine")]
    assert sidekick in s.zone(0, 1)


class Market(Abilities):
    """War Machine costs 4 less; fielding costs 1 more; Rescue cannot be bought."""

    def contributions(self, s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
        if number == PURCHASE and s.kit.names[subject] == "War Machine":
            return [(-4, "3.3.5", "a sale")]
        return [(1, "3.3.5", "a toll")] if number == FIELDING else []

    def forbids(self, s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
        if verb == V_BUY and s.kit.names[subject] == "Rescue":
            return [Reason("Rescue cannot be purchased", "1.4.2", "a ban")]
        return []


def test_costs_and_bans() -> None:
    player = table(Market(), reserve='["Sidekick@fist", "Sidekick@fist", "Sidekick@fist", "Sidekick@1"]')
    s = player.state
    assert s.purchase_cost(0, card(s, "War Machine")) == 0
    assert player.check("cost ann War Machine 0") == ""
    assert player.check("fielding ann Sidekick 1") == ""
    refusal = player.accepts("ann", "buy Rescue")
    assert isinstance(refusal, IllegalAction)
    assert [str(r) for r in refusal.reasons if r.source] == ["a ban: Rescue cannot be purchased: rule 1.4.2"]
    player.move("ann", "buy War Machine")  # a cost of zero asks for no energy of its type (3.3.5)
    assert s.kit.names.count("War Machine") == 1 and player.check("zone ann.used: War Machine") == ""
    player.move("ann", "field Sidekick")
    assert player.check("zone ann.reserve: Sidekick@fist x2") == ""


class NoFight(Abilities):
    def forbids(self, s: Board, verb: int, seat: int, subject: int, other: int) -> list[Reason]:
        if verb == V_ATTACK and s.kit.die_card[subject] == 0:
            return [Reason("Sidekicks cannot attack")]
        if verb == V_BLOCK and s.kit.names[s.kit.die_card[subject]] == "Howard Stark":
            return [Reason("Howard Stark cannot block")]
        return []


def test_who_cannot_attack_or_block_is_not_offered() -> None:
    player = table(NoFight(), step="attack")
    assert "cannot attack" in str(player.accepts("ann", "attack Sidekick"))
    player.move("ann", "attack War Machine")
    assert "cannot block" in str(player.accepts("bob", "block War Machine: Howard Stark"))
    player.move("bob", "block War Machine: Sidekick")
    assert player.check("zone bob.prep: Sidekick") == ""


class Sparks(Abilities):
    """When a character is fielded: each card with a die in the field deals 1 damage to the fielder's opponent.

    When a die is KO'd, its card's owner chooses a die in the field, which gets +1A this turn.
    """

    def watch(self, s: Board, window: int, a: int, b: int, xs: tuple[int, ...]) -> list[Trigger]:
        out: list[Trigger] = []
        if window == WIN_FIELDED:
            for seat in range(s.kit.n_seats):
                for d in s.zone(seat, FIELD):
                    if s.kit.die_card[d]:
                        out.append((seat, s.kit.die_card[d], d, 0, window, a, b, ()))
        if window == WIN_KO and s.kit.die_card[a]:
            out.append((s.owner[a], s.kit.die_card[a], a, 1, window, a, b, xs))
        return out

    def run(self, s: Board, frame: Frame) -> int:
        seat, ability = frame[2], frame[5][0]
        if ability == 1:
            return ASK
        s.pop()
        deal(s, [(frame[4], -1 - (1 - s.kit.side_of[seat]), 1, False)])
        s.run_triggers()
        return 0

    def actions(self, s: Board, frame: Frame) -> list[int]:
        return [A_DIE + d for seat in range(2) for d in s.zone(seat, FIELD)]

    def take(self, s: Board, frame: Frame, action: int) -> None:
        s.pop()
        s.mid = False
        s.add_bonus(action - A_DIE, 1, 0, U_TURN, -1 - frame[3], frame[4])


def test_triggers_wait_in_a_queue_with_the_active_side_first() -> None:
    player = table(Sparks(), reserve='["Rescue@1", "Sidekick@fist", "Sidekick@fist"]')
    player.move("ann", "field Rescue")
    s = player.state
    # War Machine, Rescue (ann) and Howard Stark (bob) saw it; ann orders hers first
    assert s.decision is not None and s.decision.seat == 0 and s.decision.kind.value == "order"
    assert s.life == [5, 5]
    player.move("ann", "choose Rescue")
    assert player.state.life == [4, 3]  # then War Machine's and Howard Stark's, without a question
    told = [e.kind for e in player.session.log if e.kind in ("trigger", "life damage")]
    assert told == ["trigger", "life damage"] * 3
    sources = [e.a for e in player.session.log if e.kind == "trigger"]
    names = [s.kit.names[c] for c in sources]
    assert names == ["Rescue", "War Machine", "Howard Stark"]


def test_an_effect_can_ask_in_the_middle_and_is_saved_there() -> None:
    s = table(Sparks()).state
    ko(s, [die(s, 0, "War Machine")], "6.3.1")  # its trigger carries the facts, though it has left (7.4.6)
    s.run_triggers()
    s.advance()
    assert s.decision is not None and s.decision.seat == 0 and len(s.legal_actions()) == 3
    for other in (s.clone(), s.game.load(s.save())):
        assert other.fingerprint() == s.fingerprint()
        assert other.legal_actions() == s.legal_actions()
        other.apply(other.legal_actions()[0])
        assert isinstance(other, DMState)
        assert other.effects and not s.effects


class Shield(Abilities):
    """Ann's side: prevents 1 of each packet; what would hit bob's Sidekick is redirected to Howard Stark."""

    def damage(self, s: Board, packets: list[Packet]) -> list[Packet]:
        out: list[Packet] = []
        stark = next((d for d in s.zone(1, FIELD) if s.kit.die_card[d]), -1)
        for source, recipient, amount, combat in packets:
            if recipient == -1:
                amount -= 1
            elif recipient >= 0 and s.kit.die_card[recipient] == 0 and s.ctrl[recipient] == 1:
                recipient = stark
            out.append((source, recipient, amount, combat))
        return out

    def would_ko(self, s: Board, die: int, cause: int) -> bool:
        if s.ctrl[die] == 1:
            s.damage[die] = 0
            return True
        return False


def test_damage_can_be_prevented_and_redirected_and_a_ko_replaced() -> None:
    s = table(Shield()).state
    deal(s, [(-1, -1, 1, False), (-1, -2, 1, False)])
    assert s.life == [5, 4]
    sidekick, stark = die(s, 1, "Sidekick"), die(s, 1, "Howard Stark")
    deal(s, [(-1, sidekick, 1, False)])
    assert (s.damage[sidekick], s.damage[stark]) == (0, 1)
    deal(s, [(-1, stark, 5, False)])
    assert stark in s.zone(1, FIELD) and s.damage[stark] == 0
    mine = die(s, 0, "Sidekick")
    deal(s, [(-1, mine, 1, False)])
    assert mine not in s.zone(0, FIELD)


@pytest.mark.parametrize(("edition", "winners"), [("imw", ()), ("tmnt", ()), ("avx", (0,)), ("ygo", (0,))])
def test_both_sides_at_zero_by_one_event(edition: str, winners: tuple[int, ...]) -> None:
    s = table(Abilities(), edition).state
    deal(s, [(-1, -1, 5, False), (-1, -2, 5, False)])
    s.advance()
    assert s.outcome is not None and s.outcome.winners == winners
    assert s.outcome.rule == ("1.3.2" if not winners else "1.3.3")


def test_life_stops_at_the_start_and_at_zero() -> None:
    s = table(Abilities()).state
    s.change_life(0, 100, "1.2.2")
    s.change_life(1, 100, "1.2.2")
    assert s.life == [20, 5]
    s.change_life(1, -7, "1.2.4")
    assert s.life[1] == 0 and s.check_life() and s.winners == (0,)


def test_bonuses_end_with_the_turn_and_with_leaving_the_field() -> None:
    player = table(Abilities())
    s = player.state
    machine, sidekick = die(s, 0, "War Machine"), die(s, 0, "Sidekick")
    before = s.attack_of(machine)
    s.add_bonus(machine, 2, -1, U_TURN, 1, machine)
    s.add_bonus(machine, 1, 0, U_TURN, 1, machine)
    s.add_bonus(sidekick, 1, 1, U_TURN, 1, machine)
    assert s.attack_of(machine) == before + 3
    ko(s, [sidekick], "6.3.1")
    assert [e[0] for e in s.effects] == [machine, machine]
    player.move("ann", "end main")
    player.move("ann", "attack none")
    assert player.state.effects == [] and player.state.attack_of(machine) == before


def test_spinning() -> None:
    s = table(Abilities()).state
    machine, sidekick = die(s, 0, "War Machine"), die(s, 0, "Sidekick")
    s.damage[machine] = 1
    assert spin(s, machine, 1) == 1 and s.kit.f_level[s.face[machine]] == 2
    assert spin(s, machine, 5) == 1 and s.kit.f_level[s.face[machine]] == 3
    assert spin(s, machine, 1) == 0 and s.damage[machine] == 1
    assert spin(s, sidekick, 1) == spin(s, sidekick, -1) == 0
    s.damage[machine] = s.kit.f_defence[s.face[machine]] - 1
    assert spin(s, machine, -2) == 2
    assert machine not in s.zone(0, FIELD), "less defence than damage: KO'd at once (6.3.2)"


def test_rerolled_where_it_lies() -> None:
    s = table(Abilities(), step="attack").state
    s.proceed()
    sidekick, machine = die(s, 0, "Sidekick"), die(s, 0, "War Machine")
    s.damage[machine] = 1
    s.add_bonus(machine, 1, 1, U_TURN, 1, machine)
    s.apply(A_DIE + machine)
    s.apply(A_DIE + sidekick)
    assert s.attackers == [machine, sidekick]
    s.partial = [die(s, 1, "Sidekick")]
    assert reroll(s, (sidekick, machine, die(s, 1, "Sidekick")), 0) == (sidekick, machine)
    s.advance()
    assert s.wait is Wait.CHANCE and s.chance is not None and s.chance.kind == "roll"
    level2 = next(f for f in range(6) if s.kit.f_level[s.kit.die_card[machine] * 6 + f] == 2)
    s.apply_chance((0, level2))  # the Sidekick shows a fist
    assert s.zone_of(sidekick) == RESERVE and sidekick not in s.attackers
    assert s.zone_of(machine) == FIELD and s.damage[machine] == 0 and not s.effects


def test_a_captive_is_in_no_zone_until_the_end_of_the_turn() -> None:
    player = table(Abilities())
    s = player.state
    machine, stark = die(s, 0, "War Machine"), die(s, 1, "Howard Stark")
    s.damage[stark] = 1
    capture(s, machine, stark)
    assert s.where[stark] == NOWHERE and stark not in s.zone(1, FIELD)
    assert player.check("die bob.Howard Stark: captured by War Machine") == ""
    assert s.game.load(s.save()).fingerprint() == s.fingerprint()
    player.move("ann", "end main")
    player.move("ann", "attack none")
    s = player.state
    assert stark in s.zone(1, FIELD) and s.damage[stark] == 0 and s.kit.f_level[s.face[stark]] == 1


def test_a_captive_returns_when_its_captor_is_knocked_out() -> None:
    s = table(Abilities()).state
    machine, used = die(s, 0, "War Machine"), die(s, 1, "Sidekick", RESERVE)
    capture(s, machine, used)
    ko(s, [machine], "6.3.1")
    assert s.zone_of(used) == RESERVE and s.held == []


def test_a_controlled_die_is_its_controllers_and_goes_to_its_owners_prep() -> None:
    player = table(Abilities())
    s = player.state
    stark, machine = die(s, 1, "Howard Stark"), die(s, 0, "War Machine")
    take_control(s, stark, 0, machine)
    assert stark in s.zone(0, FIELD) and s.owner[stark] == 1
    player.move("ann", "end main")
    player.move("ann", "attack bob.Howard Stark")
    player.move("bob", "block none")
    assert player.check("zone bob.prep: Howard Stark") == ""
    s = table(Abilities()).state
    stark, machine = die(s, 1, "Howard Stark"), die(s, 0, "War Machine")
    take_control(s, stark, 0, machine)
    ko(s, [machine], "6.3.1")
    assert stark in s.zone(1, FIELD) and s.ctrl[stark] == 1


def test_what_a_die_counts_as_depends_on_where_it_lies() -> None:
    for edition, character in (("avx", True), ("imw", False)):
        s = table(Abilities(), edition, reserve='["Smash!@generic2", "Smash!@action*", "Sidekick@1"]').state
        energy, action, sidekick = s.zone(0, RESERVE)
        assert not is_action(s, energy) and is_action(s, action) and bursts_of(s, action) == 1
        assert is_character(s, sidekick)
        bag = s.zone(0, 0)[0]
        assert is_character(s, bag) is character
        s.put(energy, 0, USED)
        assert is_action(s, energy) and not is_character(s, energy)


def test_the_first_time_each_turn_is_the_cards() -> None:
    player = table(Abilities())
    s = player.state
    assert first_time(s, 1, 0) and not first_time(s, 1, 0) and first_time(s, 1, 1) and first_time(s, 2, 0)
    player.move("ann", "end main")
    player.move("ann", "attack none")
    assert first_time(player.state, 1, 0)


class Global(Abilities):
    """A Global Ability on Smash! that anybody may use once for nothing: 1 damage to the other side."""

    def globals_for(self, s: Board, seat: int, window: int) -> list[int]:
        return [] if seat in s.once else [s.kit.names.index("Smash!")]

    def run(self, s: Board, frame: Frame) -> int:
        s.pop()
        s.mid = False
        s.once = [*s.once, frame[2]]
        deal(s, [(-1, -1 - (1 - s.kit.side_of[frame[2]]), 1, False)])
        return 0


def test_tournament_priority() -> None:
    player = table(Global())
    s = player.state
    assert s.legal_actions() == [PASS, A_GLOBAL + card(s, "Smash!")]
    player.move("ann", "end main")
    assert player.check("asks bob") == "" and player.check("step main") == ""
    player.move("bob", "global Smash!")
    assert player.check("asks ann") == "" and player.check("step main") == "" and player.check("life ann 4") == ""
    player.move("ann", "global Smash!")
    assert player.check("asks ann") == "" and player.check("life bob 4") == ""
    player.move("ann", "pass")
    assert not player.move("bob", "pass"), "bob had nothing left to do and was not asked"
    assert player.check("step attack") == ""


def test_two_passes_in_a_row_end_the_step() -> None:
    player = table(Global())
    player.move("ann", "end main")
    player.move("bob", "pass")
    assert player.check("step attack") == ""


def test_open_priority() -> None:
    player = table(Global(), reserve='["Sidekick@1"]', priority="open")
    player.move("ann", "field Sidekick")
    assert player.check("asks bob") == ""
    player.move("bob", "pass")
    assert player.check("asks ann") == "" and player.check("step main") == ""
    player.move("ann", "global Smash!")
    assert player.check("asks bob") == ""
    player.move("bob", "global Smash!")
    assert player.check("asks ann") == ""
    player.move("ann", "end main")
    assert player.check("step attack") == "", "after `end main` the other side is not asked"


def test_blocks_window_asks_only_who_could_do_something() -> None:
    player = table(Global(), step="attack")
    player.move("ann", "attack Sidekick")
    player.move("bob", "block none")
    assert player.check("asks ann") == ""
    player.move("ann", "pass")
    assert player.check("asks bob") == ""
    player.move("bob", "global Smash!")
    player.move("ann", "global Smash!")
    assert player.check("life bob 3") == "" and player.check("life ann 4") == ""


def test_a_buy_that_is_offered_is_not_refused() -> None:
    player = table(Market(), reserve='["Sidekick@wild", "Sidekick@fist", "Sidekick@mask"]')
    s = player.state
    for action in s.legal_actions():
        assert s.explain(action) == []
    assert s.explain(A_BUY + card(s, "Rescue")) != []


def test_a_die_spent_in_part_cannot_be_rerolled_while_it_lies_in_the_reserve() -> None:
    player = table(Abilities(), reserve='["War Machine@shield2", "Rescue@2"]')
    player.move("ann", "field Rescue with War Machine")
    s = player.state
    machine = die(s, 0, "War Machine", RESERVE)
    assert reroll(s, (machine,), 0) == ()
    player.move("ann", "end main")
    player.move("ann", "attack none")
    s = player.state
    assert s.zone_of(machine) == RESERVE and reroll(s, (machine,), 1) == (), "on the opponent's turn too"
    player.chance("roll", "Sidekick@fist x4")
    for move in ("keep", "end main", "attack none"):
        player.move("bob", move)
    player.chance("roll", "Sidekick@fist x4")
    assert player.state.partial == [], "it has gone to the Used Pile since"
