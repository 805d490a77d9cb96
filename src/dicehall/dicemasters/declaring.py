"""Blocks as one whole declaration: which ways to block are left, and whether what has begun can be completed. 5.3.4.

A way to block is a tuple: the levels that the die is spun down for it, then its attackers in the order of the attack.
A whole declaration is legal if it breaks no "cannot" and meets as many demands as any that nobody pays for. Only what
texts count is counted, so that the search stays small: blockers of attackers that need or allow so many.
"""

from __future__ import annotations

from itertools import combinations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.sockets import V_BLOCK
from dicehall.dicemasters.terms import FR_BLOCK

Way = tuple[int, ...]


def may_block(s: Board, blocker: int, attacker: int) -> bool:
    abilities = s.kit.abilities
    if abilities is None or not abilities.banned[V_BLOCK]:
        return True
    return not abilities.forbids(s, V_BLOCK, s.ctrl[blocker], blocker, attacker)


def blocked_by(s: Board, blocker: int) -> list[int]:
    """The attackers that a die blocks, in the order in which they were named."""
    blocks = s.blocks
    return [blocks[i + 1] for i in range(0, len(blocks), 2) if blocks[i] == blocker]


def face_down(s: Board, die: int, levels: int) -> int:
    """The face so many levels below the one that a die shows; -1 if there is none."""
    face = s.face[die]
    while levels > 0 and face >= 0:
        face = s.kit.f_down[face]
        levels -= 1
    return face


def ways_of(s: Board, blocker: int, attackers: tuple[int, ...]) -> list[Way]:
    """All ways in which a die may block: not at all first, then without a price, then with one."""
    out: list[Way] = [(0,)]
    for attacker in attackers:
        if may_block(s, blocker, attacker):
            _grow(s, blocker, attackers, (0, attacker), out)
    abilities = s.kit.abilities
    assert abilities is not None
    for levels in range(1, abilities.levels_for_blocks(s, blocker) + 1):
        face = s.face[blocker]
        lower = face_down(s, blocker, levels)
        if lower < 0:
            break
        s.face[blocker] = lower  # it blocks at the level to which it was spun
        if s.damage[blocker] < s.defence_of(blocker):
            out += paid_ways(s, blocker, attackers, levels)
        s.face[blocker] = face
    return out


def paid_ways(s: Board, blocker: int, attackers: tuple[int, ...], levels: int) -> list[Way]:
    """The ways of a die that has been spun down for them: one attacker more for each level, no fewer."""
    allowed = [a for a in attackers if may_block(s, blocker, a)]
    return [(levels, *some) for some in combinations(allowed, levels + 1)]


def _grow(s: Board, blocker: int, attackers: tuple[int, ...], way: Way, out: list[Way]) -> None:
    """Notes a way, and those with further attackers where a text lets the die block more."""
    out.append(way)
    abilities = s.kit.abilities
    assert abilities is not None
    more = abilities.block_capacity(s, blocker, list(way[1:]))
    if more:
        for attacker in attackers[attackers.index(way[-1]) + 1 :]:
            if attacker in more and may_block(s, blocker, attacker):
                _grow(s, blocker, attackers, (*way, attacker), out)


class Declaration:
    """The declaration that is being made: who has been named, who is still to be asked."""

    __slots__ = ("attackers", "caps", "counted", "known", "limits", "needed", "rings", "s")

    def __init__(self, s: Board) -> None:
        abilities = s.kit.abilities
        assert abilities is not None
        self.s = s
        self.attackers = s.stack[-1][6]
        self.limits = abilities.crowd_limits(s)  # attacker, how many blockers at least, at most
        self.rings = abilities.block_rings(s)  # side, how many, attackers that must have so many first
        self.counted: list[int] = []
        self.caps: list[int] = []  # beyond these numbers it does not matter how many
        for attacker, least, most in self.limits:
            self._count(attacker, max(least, most + 1))
        for _, count, ringed in self.rings:
            for attacker in ringed:
                self._count(attacker, count)
        self.known: dict[int, list[Way]] = {}
        self.needed = self._need()

    def _count(self, attacker: int, cap: int) -> None:
        if attacker in self.counted:
            at = self.counted.index(attacker)
            self.caps[at] = max(self.caps[at], cap)
        else:
            self.counted.append(attacker)
            self.caps.append(cap)

    def ways(self, blocker: int) -> list[Way]:
        if blocker not in self.known:
            self.known[blocker] = ways_of(self.s, blocker, self.attackers)
        return self.known[blocker]

    # ---- who is still to be asked ------------------------------------------------------------------------
    def _need(self) -> int:
        """As many demands as can be met together without paying, whatever has been named of this seat so far."""
        s = self.s
        asked = [d for f in s.stack if f[0] == FR_BLOCK for d in f[5]]
        faces = [s.face[d] for d in asked]
        for die in asked:  # a die that has paid counts as it was before
            for _ in range(_spun(s, die)):
                s.face[die] = s.kit.f_up[s.face[die]]
        free = [(d, [w for w in ways_of(s, d, self.attackers) if not w[0]]) for d in asked]
        for die, face in zip(asked, faces, strict=True):
            s.face[die] = face
        return self._most([d for d in s.blocks[::2] if d not in asked], free)

    def reaches(self, blocker: int, ways: list[Way], least: int = 0) -> bool:
        """Whether those still to be asked can complete these ways of the blocker whose turn it is.

        `least`: the place, plus one, before which no equal blocker that is asked after it may block.
        """
        s = self.s
        left: list[tuple[int, list[Way]]] = [(blocker, ways)]
        last = len(s.stack) - 1
        for i, f in enumerate(s.stack):
            if f[0] == FR_BLOCK:
                top = i == last
                for die in f[5][f[1] + 1 :] if top else f[5]:
                    mine = self.ways(die)
                    if top and least and s.equal(die, blocker):
                        late = self.attackers[least - 1 :]
                        mine = [w for w in mine if len(w) > 1 and (w[0] or w[1] in late)]
                    left.append((die, mine))
        named = [d for d in s.blocks[::2] if d != blocker]
        return self._most(named, left) >= self.needed

    # ---- the search --------------------------------------------------------------------------------------
    def _most(self, named: list[int], left: list[tuple[int, list[Way]]]) -> int:
        """The most demands that a declaration can meet which breaks nothing; -1 if each breaks something."""
        s = self.s
        states: dict[tuple[int, ...], int] = {(0,) * (len(self.counted) + len(self.rings)): 0}
        for die in dict.fromkeys(named):
            states = self._with(states, die, [(0, *blocked_by(s, die))])
        for die, ways in left:
            states = self._with(states, die, ways)
        return max([met for state, met in states.items() if self._fits(state)], default=-1)

    def _with(self, states: dict[tuple[int, ...], int], die: int, ways: list[Way]) -> dict[tuple[int, ...], int]:
        """What can be reached if a die blocks in one of these ways: the counts, and the most demands met with them."""
        abilities = self.s.kit.abilities
        assert abilities is not None
        duties = abilities.duties(self.s, 1, die) if abilities.duties_exist[1] else []
        out: dict[tuple[int, ...], int] = {}
        for way in ways:
            met = len([d for d in duties if (d < 0 and len(way) > 1) or d in way[1:]])
            for state, before in states.items():
                after = self._counted(state, die, way)
                if out.get(after, -1) < before + met:
                    out[after] = before + met
        return out

    def _counted(self, state: tuple[int, ...], die: int, way: Way) -> tuple[int, ...]:
        out = list(state)
        n = len(self.counted)
        for attacker in way[1:]:
            if attacker in self.counted:
                at = self.counted.index(attacker)
                out[at] = min(out[at] + 1, self.caps[at])
            for i, (side, _, ringed) in enumerate(self.rings):
                if attacker not in ringed and self.s.kit.side_of[self.s.ctrl[die]] == side:
                    out[n + i] = 1
        return tuple(out)

    def _fits(self, state: tuple[int, ...]) -> bool:
        """Whether as many block as texts ask for and allow."""
        for attacker, least, most in self.limits:
            count = state[self.counted.index(attacker)]
            if count and (count < least or (most and count > most)):
                return False
        n = len(self.counted)
        for i, (_, count, ringed) in enumerate(self.rings):
            if state[n + i] and any(state[self.counted.index(a)] < count for a in ringed):
                return False
        return True


def _spun(s: Board, die: int) -> int:
    """How many levels a die has been spun down in this declaration."""
    abilities = s.kit.abilities
    assert abilities is not None
    f = s.stack[-1]
    if f[3] < 0 and f[5][f[1]] == die:
        return -f[3]
    return max(0, len(blocked_by(s, die)) - 1) if abilities.levels_for_blocks(s, die) else 0
