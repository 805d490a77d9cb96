"""Before all have chosen, nothing that others can see depends on what a seat has chosen (3.1.2, 5.1.3, 6.1.1)."""

from __future__ import annotations

import pytest
from games import make

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import action_text
from dicehall.irondie.dice import LIFE
from dicehall.kernel import conformance
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.errors import DicehallError
from dicehall.kernel.session import Session
from dicehall.notation.iron.player import IronPlayer
from dicehall.notation.record import lines_of, record_text
from dicehall.notation.scenario import scenario_from, start

LINES = (
    "battle none", "battle red assault", "battle black", "forgo", "renounce", "take none", "take yellow", "wound x=1",
    "wound yellow fortress=1", "bonus red assault", "choose add", "duel black smasher on red assault", "concede", "x",
)  # fmt: skip


def secret_moments(seed: int, seats: int) -> list[Session]:
    """Sessions of a random game, copied at each secret question that several seats have open."""
    session, rng = Session(make(seed, seats), SeededDice(seed)), Rng(seed, 1 << 41)
    out: list[Session] = []
    while not session.state.is_over and len(out) < 12:
        if len(session.state.decisions) > 1 and not session.state.committed:
            copy = Session(session.start)
            for entry in session.entries:
                copy.put(entry)
            out.append(copy)
        entry = conformance.choose(session.state, rng)
        session.act(entry.action, seat=entry.seat)
    return out


def chosen(session: Session, seat: int, action: int) -> IronPlayer:
    """The same game in which one seat has chosen, as a player of lines."""
    start = session.start
    assert isinstance(start, IrondieState)
    player = IronPlayer(start, [str(side) for side in range(2)])
    for entry in session.entries:
        player.session.put(entry)
    player.changed = len(player.session.log)
    player.session.act(action, seat=seat)
    return player


def visible(player: IronPlayer, to: int) -> dict[str, object]:
    """All that a seat (-1: a spectator) can get to see, as text: views, events, records, questions, refusals."""
    s, session = player.state, player.session
    names = s.kit.seat_names
    out: dict[str, object] = {
        "view": repr(s.view(to)),
        "events": repr(session.log),
        "story": player.story(),
        "causes": player.chain_text(),
        "lines": lines_of(session),
        "record": record_text(session, player.side_names),
        "version": s.version,
        "committed": s.committed,
        "asked": [(d.seat, d.asks, d.version) for d in s.decisions],
    }
    if to >= 0:
        out["answers"] = list(s.legal_actions(to))
        out["question"] = repr([d for d in s.decisions if d.seat == to])
        out["explained"] = repr([s.explain(a, to) for a in (-1, 0, 5, 101, 10_001, 10_511, 1_000_001, 10**9, 10**30)])
        out["said"] = [str(player.accepts(names[to], line)) for line in LINES]
        out["told"] = [told(player, names[to], line) for line in LINES]
        out["undo"] = str(session.can_undo(to))
    return out


def told(player: IronPlayer, name: str, line: str) -> str:
    """What is said to a line that is refused."""
    if player.accepts(name, line) is None:
        return "accepted"
    try:
        return str(player.move(name, line))
    except DicehallError as error:
        return str(error)


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 2), (3, 2), (4, 4)])
def test_nothing_visible_depends_on_a_choice_that_is_not_revealed(seed: int, seats: int) -> None:
    rng = Rng(seed, 1 << 42)
    questions = set()
    for session in secret_moments(seed, seats):
        questions.add(session.state.decisions[0].rule)
        for decision in session.state.decisions:
            first, second = (decision.actions[i] for i in rng.sample(len(decision.actions), 2))
            one, other = chosen(session, decision.seat, first), chosen(session, decision.seat, second)
            for seat in (-1, *range(seats)):
                if seat != decision.seat:
                    assert visible(one, seat) == visible(other, seat)
            assert one.state.save() != other.state.save(), "the save does hold it"
            assert repr(one.state.view(decision.seat)) != repr(other.state.view(decision.seat)), "one sees one's own"
    assert "3.1.1" in questions and "6.1.1" in questions


def test_the_split_shows_when_all_are_in() -> None:
    """The same choices, in either order, lead to the same game; then everybody sees them."""
    session = secret_moments(7, 2)[0]
    mine, theirs = session.state.decisions
    a, b = mine.actions[5], theirs.actions[9]
    games = []
    for order in ((0, 1), (1, 0)):
        start = session.start
        assert isinstance(start, IrondieState)
        player = IronPlayer(start, ["a", "b"])
        for seat in order:
            assert lines_of(player.session) == []
            player.session.act((a, b)[seat], seat=seat)
        games.append(player)
    one, other = games
    assert one.state.fingerprint() == other.state.fingerprint()
    first = action_text(make(7), 0, a)
    assert lines_of(one.session) == lines_of(other.session) == [f"Ann> {first}", f"Bob> {action_text(make(7), 1, b)}"]
    splits = [e.xs for e in one.session.log if e.kind == "split"]
    assert [len(xs) for xs in splits] == [bin(a - 10_000).count("1"), bin(b - 10_000).count("1")]


def test_a_copy_for_a_player_who_searches_does_not_hold_the_choice() -> None:
    """`resample` makes up what others have chosen, evenly."""
    session = secret_moments(5, 2)[0]
    decision = session.state.decisions[0]
    truth = chosen(session, decision.seat, decision.actions[3]).state
    rng = Rng(9)
    seen = {truth.resample(1, rng).answers[0] for _ in range(300)}
    assert len(seen) > 60
    own = truth.resample(0, rng)
    assert own.answers[0] == decision.actions[3], "one's own choice stays"


BOTH_HURT = """
game = "irondie"
step = "damage"
play = ""
[seat.ann]
set = ["red assault x3", "blue barrier x3", "green swarm", "yellow fortress", "red regeneration"]
attack = ["red assault@5"]
life = ["green swarm@4", "yellow fortress@3"]
[seat.bob]
set = ["red assault x3", "blue barrier x3", "green swarm", "yellow fortress", "red regeneration"]
attack = ["red assault@3"]
life = ["green swarm@6", "red regeneration@5"]
"""


def test_wounds_are_secret_too() -> None:
    one, other = (start(scenario_from(BOTH_HURT, "hurt")) for _ in range(2))
    assert isinstance(one, IronPlayer) and isinstance(other, IronPlayer)
    one.move("ann", "wound green swarm=3")
    other.move("ann", "wound yellow fortress=1, green swarm=2")
    for seat in (-1, 1):
        assert visible(one, seat) == visible(other, seat)
    assert one.state.points(0, LIFE) == 7, "nothing is applied before all are in"
    one.move("bob", "wound green swarm=1, red regeneration=4")
    assert [one.state.points(side, LIFE) for side in range(2)] == [4, 6]
