"""Random games, and a machine that plays, copies, saves and takes back at random: what must be true stays true.
DICEHALL_TEST_ALL=1 plays many more games."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dicehall import dicemasters
from dicehall.dicemasters import DiceMasters, DMState, invariants
from dicehall.dicemasters.cards import Catalogue, load_catalogue
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.setup import SIDEKICKS_EACH
from dicehall.dicemasters.teams import demo_teams, random_team
from dicehall.dicemasters.terms import BAG, FIELD, PREP, RESERVE, USED, ZONES
from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import IllegalAction
from dicehall.kernel.session import Session, replay

ALL = bool(os.environ.get("DICEHALL_TEST_ALL"))
BOUND = 20_000
EDITIONS = tuple(dicemasters.EDITIONS)
PRIORITIES = ("tournament", "open")


def fresh(edition: str, priority: str, demo: bool, seed: int) -> DMState:
    game = dicemasters.game(edition, priority=priority, first_turn_rule=seed % 5 == 0)
    if demo:
        return game.new_state(demo_teams(edition, game.catalogue), life=10)
    rng = Rng(seed)
    return game.new_state([random_team(game.catalogue, rng, name) for name in ("Ann", "Bob")])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("priority", PRIORITIES)
@pytest.mark.parametrize("demo", [True, False], ids=["demo", "full"])
def test_random_games_keep_the_invariants(edition: str, priority: str, demo: bool) -> None:
    """Whole games, looked at after every step; every other one with chance open, so that draws and rolls count too."""
    for seed in range(40 if ALL else 4):
        state, rng = fresh(edition, priority, demo, seed), Rng(seed)
        state.set_dice(SeededDice(seed) if seed % 2 else None)
        for _ in range(BOUND):
            invariants.check(state)
            if state.is_over:
                break
            if state.is_chance:
                state.apply_chance(state.sample_chance(rng))
            else:
                legal = state.legal_actions()
                state.apply(legal[rng.below(len(legal))])
        assert state.is_over, f"seed {seed}: not over after {BOUND} steps"
        owned = [state.owner[d] for d in range(state.kit.card_total[0])]
        assert [owned.count(seat) for seat in (0, 1)] == [SIDEKICKS_EACH, SIDEKICKS_EACH]


# ---- the invariants themselves: each fault must be found -------------------------------------------------------


def in_mid_game() -> DMState:
    """A moment of a game at which every kind of zone has dice in it."""
    rng = Rng(2)
    state = fresh("imw", "tournament", True, 2)
    state.set_dice(SeededDice(2))
    while not (state.zone(0, FIELD) and state.zone(0, RESERVE) and state.zone(0, USED) and state.zone(0, BAG)):
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])
    invariants.check(state)
    return state


def test_every_fault_is_found() -> None:
    s = in_mid_game()
    field, reserve, bag, used = (s.zone(0, zone)[0] for zone in (FIELD, RESERVE, BAG, USED))
    on_card = s.kit.card_first[1] + s.kit.card_total[1] - 1

    def spoil(name: str, value: object, index: int | None = None) -> DMState:
        other = s.clone()
        if index is None:
            setattr(other, name, value)
        else:
            changed = list(getattr(other, name))
            changed[index] = value
            setattr(other, name, changed)
        return other

    faults = [
        (spoil("where", PREP, field), "says"),
        (spoil("where", 0, on_card), "does not list it"),
        (spoil("zones", [*s.zones[BAG], field], BAG), "two places|says"),
        (spoil("zones", s.zones[BAG][1:], BAG), "does not list it"),
        (spoil("left", s.left[1] - 1, 1), "dice left"),
        (spoil("left", 99, 1), "are left on"),
        (spoil("owner", 1, bag), "Sidekicks|belongs to|lies with|controlled by"),
        (spoil("ctrl", 1, used), "controlled by"),
        (spoil("face", -1, field), "shows no face"),
        (spoil("face", 3, bag), "not rolled there|of another die"),
        (spoil("face", s.face[field] + 6, field), "of another die|equal"),
        (spoil("damage", 1, bag), "damage"),
        (spoil("damage", 99, field), "lives with"),
        (spoil("num", 0, field), "without a number"),
        (spoil("life", 99, 0), "life"),
        (spoil("life", -1, 1), "life"),
        (spoil("life", 0, 1), "goes on"),
        (spoil("generic", -1, 0), "generic"),
        (spoil("turn", s.turn + 1), "not the turn"),
        (spoil("rolling", [bag]), "rolled"),
        (spoil("partial", [bag, bag]), "twice"),
        (spoil("attackers", [bag]), "attack"),
        (spoil("blocks", [bag]), "attack|pairs"),
        (spoil("effects", [(0, 0, 1, 0, -1, 1, -1, bag)]), "lasting effect"),
        (spoil("legal", []), "no answers"),
        (spoil("legal", [0, 0]), "twice"),
        (spoil("why_over", "life"), "reason of the end"),
        (spoil("winners", (0,)), "winners"),
        (spoil("waiting", 1), "answers to nothing|chance"),
        (spoil("mid", not s.mid), "mid"),
        (spoil("stack", s.stack[1:]), "one turn"),
        (spoil("stack", [*s.stack[:-1], (*s.stack[-1][:7], 10**6)]), "cause"),
        (spoil("stack", [*s.stack[:-1], (*s.stack[-1][:5], [], (), -1)]), "well formed"),
    ]
    for state, words in faults:
        with pytest.raises(AssertionError, match=words):
            invariants.check(state)
    invariants.check(s)


def test_the_message_shows_the_table() -> None:
    s = in_mid_game()
    s.life[0] = 99
    with pytest.raises(AssertionError, match="outside of 0 to 10") as caught:
        invariants.check(s)
    for words in ("imw, tournament priority", "seat 0 field: ", "Sidekick#", "frame (", "legal ["):
        assert words in str(caught.value)


# ---- a machine that does anything that can be done -------------------------------------------------------------


class Table(RuleBasedStateMachine):
    """One session with open chance, driven at random; a twin made by replay must agree at the end."""

    @initialize(
        edition=st.sampled_from(EDITIONS),
        priority=st.sampled_from(PRIORITIES),
        demo=st.booleans(),
        seed=st.integers(0, 1 << 32),
        warm=st.integers(0, 400),
    )
    def start(self, edition: str, priority: str, demo: bool, seed: int, warm: int) -> None:
        self.rng = Rng(seed)
        self.session = Session(fresh(edition, priority, demo, seed))
        self.moves: list[tuple[int, bytes]] = []  # where moves began: number of entries, fingerprint
        for _ in range(warm):  # so that the machine does not see beginnings only
            if not self.state.is_over:
                self.step()

    @property
    def state(self) -> DMState:
        state = self.session.state
        assert isinstance(state, DMState)
        return state

    def step(self) -> None:
        if self.state.is_chance:
            self.session.chance(self.state.sample_chance(self.rng))
        else:
            legal = self.state.legal_actions()
            self.session.act(legal[self.rng.below(len(legal))])

    @precondition(lambda self: self.state.wait is Wait.DECISION)
    @rule(number=st.integers(0, 1 << 16), again=st.integers(1, 6))
    def act(self, number: int, again: int) -> None:
        for _ in range(again):
            decision = self.state.decision
            if decision is None:
                return
            if not decision.continues:
                self.moves.append((len(self.session.entries), self.state.fingerprint()))
            self.session.act(decision.actions[number % len(decision.actions)], decision.version)

    @precondition(lambda self: self.state.wait is Wait.CHANCE)
    @rule(faces=st.lists(st.integers(0, 5), min_size=40, max_size=40), seed=st.integers(0, 1 << 32))
    def chance(self, faces: list[int], seed: int) -> None:
        """Rolls of hypothesis' own choice (it likes all dice alike), draws by a generator."""
        chance = self.state.chance
        assert chance is not None
        roll = chance.kind == "roll" and chance.count <= len(faces)
        self.session.chance(tuple(faces[: chance.count]) if roll else self.state.sample_chance(Rng(seed)))

    @precondition(lambda self: not self.state.is_over)
    @rule(steps=st.integers(1, 8))
    def go_on_with_a_clone(self, steps: int) -> None:
        before = self.state.save()
        kept = self.session.state
        self.session.state = kept.clone()
        for _ in range(steps):
            if not self.state.is_over:
                self.step()
        assert kept.save() == before

    @rule()
    def save_and_load(self) -> None:
        data = self.state.save()
        loaded = self.state.game.load(data)
        assert loaded.save() == data and loaded.fingerprint() == self.state.fingerprint()
        self.session.state = loaded

    @rule()
    def undo(self) -> None:
        before = len(self.session.entries)
        if any(self.session.can_undo(seat) is None for seat in (0, 1)):
            self.session.undo()
            after = len(self.session.entries)
            assert after < before
            for count, fingerprint in self.moves:
                assert count != after or self.state.fingerprint() == fingerprint
            self.moves = [m for m in self.moves if m[0] <= after]

    @precondition(lambda self: not self.state.is_over)
    @rule(seat=st.integers(0, 1), chance=st.integers(0, 19))
    def concede(self, seat: int, chance: int) -> None:
        if chance == 0:
            self.session.concede(seat)
            assert self.state.outcome is not None and self.state.outcome.winners == (1 - seat,)

    @rule(action=st.integers(-(1 << 70), 1 << 70) | st.integers(-5, 6000))
    def refuse(self, action: int) -> None:
        if not self.state.is_legal(action):
            before = self.state.save()
            with pytest.raises(IllegalAction) as caught:
                self.state.apply(action)
            assert caught.value.reasons and self.state.save() == before

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "session"):
            invariants.check(self.state)

    def teardown(self) -> None:
        if hasattr(self, "session"):
            again = replay(self.session.start, self.session.entries)
            assert again.state.fingerprint() == self.state.fingerprint()


TestTable = Table.TestCase
TestTable.settings = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=600 if ALL else 120,
    stateful_step_count=60 if ALL else 40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_catalogue_plays() -> None:
    """Every card of the catalogue is on the table in some game that runs for a while."""
    catalogue = load_catalogue()
    cards = [card for card in catalogue.cards if card.kind != "basic_action"]
    basics = [card for card in catalogue.cards if card.kind == "basic_action"]
    for i in range(0, len(cards), 16):
        group = [(card, card.max_dice) for card in cards[i : i + 16]]
        extra = tuple(basics[i // 16 * 2 % len(basics) :][:2])
        teams = [
            dicemasters.Team("Ann", tuple(group[:8]), extra),
            dicemasters.Team("Bob", tuple(group[8:])),
        ]
        edition = EDITIONS[i // 16 % 4]
        state, rng = dicemasters.game(edition).new_state(teams, seed=i, life=99), Rng(i)
        for _ in range(400):
            if state.is_over:
                break
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
        invariants.check(state)
        assert len(state.zones) == 2 * ZONES


def test_a_game_knows_no_cards_but_its_own() -> None:
    """What an action costs does not grow with the catalogue: the texts of a table are those of its two teams."""
    whole = load_catalogue()
    teams = [random_team(whole, Rng(5), name) for name in ("Ann", "Bob")]
    used = {card.id for team in teams for card in (*[c for c, _ in team.cards], *team.basics)}
    few = Catalogue(tuple(c for c in whole.cards if c.id in used), whole.sidekick, {i: whole.by_id[i] for i in used})
    assert len(few.cards) < 25 < len(whole.cards)
    tables = [DiceMasters("avx", catalogue=catalogue).new_state(teams, seed=3) for catalogue in (few, whole)]
    sizes = []
    for state in tables:
        runner = state.kit.abilities
        assert isinstance(runner, Runner)
        sizes.append((state.kit.n_cards, len(runner.clauses), len(runner.programs), len(runner.watches)))
    assert sizes[0] == sizes[1] and min(sizes[0]) > 0
    rng = Rng(9)
    while not tables[0].is_over:
        legal = tables[0].legal_actions()
        assert tables[1].legal_actions() == legal
        action = legal[rng.below(len(legal))]
        for state in tables:
            state.apply(action)
    assert tables[0].life == tables[1].life
