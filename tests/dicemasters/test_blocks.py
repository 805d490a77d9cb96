"""Blocks are judged as one declaration (5.3.4): what the game offers step by step is just what a plain search finds."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from dicehall.dicemasters import DMState
from dicehall.dicemasters.terms import FR_BLOCK
from dicehall.kernel.decision import Wait
from dicehall.notation.scenario import run_line, scenario_from, start
from dicehall.notation.script import read_script

HARPIES = "Harpie Lady Sisters: Triple Scratch Attack"
KNIGHT = "Blade Knight: Last Man Standing"
RING = "Ring of Magnetism: Monster Attraction"
ELASTIC = "avx:Mr. Fantastic: Elastic"
SPIDER = "avx:Spider-Man: Webslinger"
DEADPOOL = "avx:Deadpool: Jack"
CASEY = "tmnt:Casey Jones: Broken Home"
BUG = "Man-Eater Bug: Insectoid"

Blocks = dict[int, tuple[int, ...]]

POSITIONS = {
    "two blockers at least": (
        [HARPIES], ["Harpie Lady Sisters@1", "Sidekick@1"], [], ["attack Harpie, Sidekick"],
        [BUG], ["Man-Eater Bug@1", "Man-Eater Bug@2", "Sidekick@1"],
    ),
    "two of them, and equal blockers": (
        [HARPIES], ["Harpie Lady Sisters@1 x2", "Sidekick@1"], [], ["attack Harpie#1, Harpie#2, Sidekick"],
        [BUG], ["Man-Eater Bug@1", "Sidekick@1 x4"],
    ),
    "one blocker at most": (
        [KNIGHT], ["Blade Knight@2"], [], ["attack Blade Knight"],
        [BUG], ["Man-Eater Bug@1", "Man-Eater Bug@2", "Man-Eater Bug@3", "Sidekick@1"],
    ),
    "a ring": (
        [RING, BUG], ["Man-Eater Bug@1", "Sidekick@1", "Man-Eater Bug@2"], ["Ring of Magnetism@action"],
        ["use Ring on ann.Man-Eater Bug@1", "end main", "attack Man-Eater Bug@1, Man-Eater Bug@2, Sidekick"],
        [BUG], ["Man-Eater Bug@1", "Man-Eater Bug@2", "Sidekick@1 x2"],
    ),
    "more for a price": (
        [BUG], ["Man-Eater Bug@1", "Man-Eater Bug@2", "Sidekick@1"], [],
        ["attack Man-Eater Bug@1, Man-Eater Bug@2, Sidekick"],
        [ELASTIC], ["Mr. Fantastic@3", "Mr. Fantastic@2", "Sidekick@1"],
    ),
    "a duty, a price and too few": (
        [HARPIES, DEADPOOL], ["Harpie Lady Sisters@1", "Deadpool@1"], [],
        ["attack Harpie, Deadpool", "choose Mr. Fantastic"],
        [ELASTIC, BUG], ["Mr. Fantastic@2", "Man-Eater Bug@1", "Sidekick@1"],
    ),
    "duties and several blocks for nothing": (
        [SPIDER], ["Spider-Man@1 x2", "Sidekick@1 x2"], ["Sidekick@fist x2"],
        ["end main", "attack Spider-Man#1, Spider-Man#2, Sidekick#1, Sidekick#2", "choose yes", "choose yes"],
        [CASEY], ["Casey Jones@1", "Sidekick@1"],
    ),
}  # fmt: skip


def at_blocks(name: str) -> DMState:
    ann, field, reserve, moves, bob, theirs = POSITIONS[name]
    rows = [f"{key} = {value!r}".replace("'", '"') for key, value in (("cards", ann), ("field", field))]
    rows.append(f"reserve = {reserve!r}".replace("'", '"'))
    step = "main" if "end main" in moves else "attack"
    other = f"[seat.bob]\ncards = {bob!r}\nfield = {theirs!r}".replace("'", '"')
    head = f'title = ""\ngame = "dicemasters"\nedition = "ygo"\nactive = "ann"\nstep = "{step}"\nplay = ""\n'
    player = start(scenario_from(head + "[seat.ann]\n" + "\n".join(rows) + "\n" + other, name))
    for move in moves:
        failure = run_line(player, read_script(f"ann> {move}")[0])
        assert failure is None, failure
    state = player.session.state
    assert isinstance(state, DMState) and state.stack[-1][0] == FR_BLOCK
    return state


def offered(s: DMState) -> list[Blocks]:
    """Every declaration that can be made answer by answer."""
    if s.wait is Wait.DECISION and s.stack[-1][0] == FR_BLOCK:
        out = []
        for action in s.legal_actions():
            t = s.clone()
            t.apply(action)
            out += offered(t)
        return out
    made = next(list(e.xs) for e in reversed(s.events) if e.kind == "blocks")
    blocks: Blocks = {}
    for i in range(0, len(made), 2):
        blocks[made[i]] = (*blocks.get(made[i], ()), made[i + 1])
    return [blocks]


def found(s: DMState) -> list[Blocks]:
    """Every legal declaration, out of all that one could think of."""
    bob = s.characters(1)
    title = {d: s.kit.names[s.kit.die_card[d]] for d in range(s.kit.n_dice)}
    level = {d: s.kit.f_level[s.face[d]] for d in [*bob, *s.attackers]}
    duties = {d: s.kit.abilities.duties(s, 1, d) if s.kit.abilities else [] for d in bob}
    ringed = [on for _, on in s.attached]
    out: list[tuple[int, bool, Blocks]] = []
    ways = [[c for n in range(4) for c in combinations(s.attackers, n)] for _ in bob]
    for chosen in product(*ways):
        blocks = {d: row for d, row in zip(bob, chosen, strict=True) if row}
        count = {a: sum(a in row for row in chosen) for a in s.attackers}
        paid = False
        good = True
        for d, row in blocks.items():
            if len(row) > 1 and title[d] == "Mr. Fantastic":
                good &= len(row) <= level[d]
                paid = True
            elif len(row) > 1:
                good &= title[d] == "Casey Jones" and all(title[a] == "Sidekick" for a in row)
        for a in s.attackers:
            if title[a] == "Harpie Lady Sisters":
                good &= count[a] != 1
            if title[a] == "Blade Knight":
                good &= count[a] <= 1 and all(level[d] <= level[a] for d, row in blocks.items() if a in row)
        if any(count[a] for a in s.attackers if a not in ringed):
            good &= all(count[a] >= 2 for a in ringed if a in s.attackers)
        if good:
            met = sum(x in row for d, row in blocks.items() for x in duties[d])
            out.append((met, paid, blocks))
    need = max(met for met, paid, _ in out if not paid)
    return [blocks for met, _, blocks in out if met >= need]


def plain(s: DMState, declarations: list[Blocks]) -> set[tuple[object, ...]]:
    """Declarations as seen by somebody who cannot tell equal dice apart."""
    out: set[tuple[object, ...]] = set()
    for blocks in declarations:
        # who blocks several is told by all of them; equal attackers may change places
        rows = []
        for a in s.attackers:
            mine = sorted((s.alike(d), sorted(s.alike(x) for x in row)) for d, row in blocks.items() if a in row)
            rows.append((s.alike(a), str(mine)))
        out.add(tuple(sorted(rows)))
    return out


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_offered_is_what_is_legal(name: str) -> None:
    state = at_blocks(name)
    assert plain(state, offered(state)) == plain(state, found(state))
