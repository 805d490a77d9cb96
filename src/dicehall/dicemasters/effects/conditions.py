"""Whether something is true now: the conditions of texts, looked up in a state (7.4.6, 7.9.9)."""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.effects.code import (
    CO_ATTACKED,
    CO_ATTACKER,
    CO_ATTACKING,
    CO_BLOCKED_THIS,
    CO_BLOCKING,
    CO_BOTH,
    CO_CONTROLS,
    CO_ENGAGED,
    CO_HAVE,
    CO_HIT_PLAYER,
    CO_IS,
    CO_KOD,
    CO_MORE_DICE,
    CO_MORE_LIFE,
    CO_NONE_OTHER_BLOCKS,
    CO_NOT_BLOCKING,
    CO_ONLY,
    CO_SHOWS,
    CO_THERE,
    CO_USED_ACTION,
    CO_WAS_BLOCKED,
    Bind,
    Cond,
)
from dicehall.dicemasters.effects.matching import candidates, engaged_with, in_field, matches, resolve, shows
from dicehall.dicemasters.terms import BLOCK_BASE, M_ATTACKED, M_DID_BLOCK, M_HIT_PLAYER, M_KIND, M_USED_ACTION


def is_true(s: Board, c: Cond, b: Bind) -> bool:
    if c.ref is not None and c.kind == CO_IS and not resolve(s, c.ref, b):
        return False  # who is not there neither is nor is not anything
    return _true(s, c, b) != c.no


def _true(s: Board, c: Cond, b: Bind) -> bool:
    kind = c.kind
    kit = s.kit
    side = kit.side_of[b.seat]
    if kind == CO_HAVE:
        assert c.match is not None
        return bool(candidates(s, c.match, b))
    if kind == CO_THERE:
        assert c.match is not None
        return len(candidates(s, c.match, b)) >= c.n
    if kind == CO_MORE_LIFE:
        return any(s.life[x] > s.life[side] for x in range(kit.sides) if x != side)
    if kind == CO_MORE_DICE:
        counts = [sum(len(s.characters(seat)) for seat in kit.seats_of[x]) for x in range(kit.sides)]
        return any(counts[x] > counts[side] for x in range(kit.sides) if x != side)
    if kind == CO_IS or kind == CO_SHOWS:
        assert c.ref is not None
        dice = resolve(s, c.ref, b)
        if not dice or dice[0] < 0:
            return False
        if kind == CO_SHOWS:
            return shows(s, dice[0], c.n)
        assert c.match is not None
        return matches(s, c.match, dice[0], b)
    if kind == CO_ATTACKED:
        who = b.facts[0] if b.facts else side
        return M_ATTACKED * M_KIND + who in s.memory
    if kind == CO_USED_ACTION:
        return M_USED_ACTION * M_KIND + b.seat in s.memory
    if kind == CO_HIT_PLAYER:
        return M_HIT_PLAYER * M_KIND + b.die in s.memory
    if kind == CO_KOD:
        assert c.ref is not None
        return bool(resolve(s, c.ref, b))
    if kind == CO_BOTH:
        assert c.ref is not None and c.match is not None
        drawn = resolve(s, c.ref, b)
        return len(drawn) > 1 and all([matches(s, c.match, d, b) for d in drawn])
    if kind == CO_BLOCKED_THIS:
        assert c.ref is not None
        return any(M_DID_BLOCK * M_KIND + d * BLOCK_BASE + b.die in s.memory for d in resolve(s, c.ref, b))
    if kind == CO_CONTROLS:
        assert c.ref is not None
        return any(d >= 0 and in_field(s, d) and s.ctrl[d] == b.seat for d in resolve(s, c.ref, b))
    return _in_attack(s, c, b)


def _in_attack(s: Board, c: Cond, b: Bind) -> bool:
    """Conditions about the attack that is going on."""
    kind = c.kind
    if kind == CO_BLOCKING:
        return b.die in s.blocks[::2]
    if kind == CO_ATTACKING:
        return b.die in s.attackers
    if kind == CO_NOT_BLOCKING:
        return s.kit.side_of[b.seat] != s.active and b.die not in s.blocks[::2]  # who attacks is not asked to block
    if kind == CO_WAS_BLOCKED:
        return b.die in s.blocked and in_field(s, b.die)
    if kind == CO_ENGAGED:
        return any(c.match is None or matches(s, c.match, d, b) for d in engaged_with(s, b.die))
    if kind == CO_NONE_OTHER_BLOCKS:
        mine = s.kit.side_of[b.seat]
        return not any(d != b.die and s.kit.side_of[s.ctrl[d]] == mine for d in s.blocks[::2])
    assert c.match is not None
    if kind == CO_ATTACKER:
        return any(matches(s, c.match, d, b) for d in s.attackers)
    if kind == CO_ONLY:
        ours = s.kit.side_of[b.seat] == s.active
        return ours and bool(s.attackers) and all(matches(s, c.match, d, b) for d in s.attackers)
    raise AssertionError(f"condition {kind}")
