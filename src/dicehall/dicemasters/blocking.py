"""Blocks, asked blocker by blocker. Rules 5.3.

Where no text counts blockers they do not depend on each other, and each is judged by itself. Where one does, an answer
is offered only if the blockers that are still to be asked can complete it to a legal declaration (see `declaring`).

A frame: xs = blockers that could block, equal ones side by side; step = which is asked; a = 1: it blocks already and
may block further ones, below 0: minus the levels that it was spun down to block so many more; b = place of the
attacker that the previous, equal blocker blocks, plus one; ys = the attackers.
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.declaring import (
    Declaration,
    Way,
    blocked_by,
    face_down,
    may_block,
    paid_ways,
    ways_of,
)
from dicehall.dicemasters.sockets import V_BLOCK
from dicehall.dicemasters.terms import ASK, BLOCK_BASE, BLOCK_SPIN, E_AUTO, E_SPUN, FR_BLOCK, GO_ON
from dicehall.dicemasters.turn import pick_order
from dicehall.kernel.state import Frame


def start_blocks(s: Board, seat: int) -> None:
    """Asks a seat who blocks whom, if it could block at all (5.3.5)."""
    dice = s.characters(seat)
    abilities = s.kit.abilities
    if abilities is not None and (abilities.banned[V_BLOCK] or not s.attackers):
        order = tuple(s.attackers)
        dice = [d for d in dice if any(may_block(s, d, a) for a in order) or len(ways_of(s, d, order)) > 1]
    if dice:
        s.stack.append((FR_BLOCK, 0, seat, 0, 0, pick_order(s, dice), tuple(s.attackers), s.cause))
    else:
        s.emit(E_AUTO, "5.3.5", seat, FR_BLOCK)


def is_judged_whole(s: Board) -> bool:
    """Whether blockers depend on each other now: a text counts them, or lets one block several."""
    abilities = s.kit.abilities
    return abilities is not None and abilities.judges_blocks(s)


def block_run(s: Board, f: Frame) -> int:
    if f[1] >= len(f[5]):
        s.mid = False
        s.stack.pop()
        return GO_ON
    if f[1] == 0 and f[3] == 0 and is_judged_whole(s) and not _some_could_block(s, f):
        s.stack.pop()
        s.emit(E_AUTO, "5.3.5", f[2], FR_BLOCK)
        return GO_ON
    return ASK


def _some_could_block(s: Board, f: Frame) -> bool:
    """Whether there is a legal declaration in which somebody of the seat blocks."""
    whole = Declaration(s)
    for place, die in enumerate(f[5]):
        s.stack[-1] = (f[0], place, f[2], f[3], f[4], f[5], f[6], f[7])  # as if those before it did not block
        found = whole.reaches(die, [w for w in whole.ways(die) if len(w) > 1])
        s.stack[-1] = f
        if found:
            return True
    return False


def block_actions(s: Board, f: Frame) -> list[int]:
    """For the blocker whose turn it is: not, or one of the attackers; equal attackers with equal blockers once."""
    if is_judged_whole(s):
        return _judged_actions(s, f)
    _, place, _, more, least, cands, attackers, _ = f
    blocker = cands[place]
    base = blocker * BLOCK_BASE
    if more:  # it blocks already, and may block further ones
        return [base] + [base + a + 1 for a in _further(s, f) if may_block(s, blocker, a)]
    allowed = [a for a in attackers[max(0, least - 1) :] if may_block(s, blocker, a)]
    out = [base] if least == 0 else []
    if s.kit.abilities is not None and s.kit.abilities.duties_exist[1]:
        duties = s.kit.abilities.duties(s, 1, blocker)
        wanted = [a for a in allowed if a in duties]
        if wanted:  # it must block a certain attacker (5.3.4)
            out, allowed = [], wanted
        elif allowed and -1 in duties:  # it must block any
            out = []
    return out + [base + a + 1 for a in _each_once(s, allowed, attackers)]


def _judged_actions(s: Board, f: Frame) -> list[int]:
    """The same where the whole declaration must be legal; beside it, being spun down to block more."""
    _, asked, _, more, least, cands, attackers, _ = f
    blocker = cands[asked]
    base = blocker * BLOCK_BASE
    whole = Declaration(s)
    chosen = blocked_by(s, blocker)
    n = len(chosen) + 1
    levels = max(0, -more)
    ways = paid_ways(s, blocker, attackers, levels) if levels else whole.ways(blocker)
    ways = [w for w in ways if list(w[1:n]) == chosen and (w[0] == levels or not more)]
    if least:
        ways = [w for w in ways if len(w) > 1 and (w[0] or w[1] in attackers[least - 1 :])]
    out: list[int] = []
    if (levels, *chosen) in ways and whole.reaches(blocker, [(levels, *chosen)]):
        out.append(base)
    longer = [w for w in ways if len(w) > n and w[0] == levels]
    nexts = [a for a in attackers if any(w[n] == a for w in longer)]
    for attacker in nexts if more else _each_once(s, nexts, attackers):
        left: list[Way] = [w for w in longer if w[n] == attacker]
        place = attackers.index(attacker) + 1
        if more or _blocks_on(s, blocker, [attacker], attackers):
            place = 0
        if whole.reaches(blocker, left, place):
            out.append(base + attacker + 1)
    if not more:
        for price in range(1, max([w[0] for w in ways], default=0) + 1):
            if whole.reaches(blocker, [w for w in ways if w[0] == price]):
                out.append(base + BLOCK_SPIN + price)
    return out


def _each_once(s: Board, allowed: list[int], attackers: tuple[int, ...]) -> list[int]:
    """Attackers without those that are equal to one before them and blocked by equal dice."""
    abilities = s.kit.abilities
    if len(attackers) == 1 or (abilities is not None and abilities.duties_exist[1]):
        return allowed  # a duty may tell equal attackers apart
    out: list[int] = []
    seen: list[tuple[int, tuple[int, ...]]] = []
    for attacker in allowed:
        key = attack_key(s, attacker)
        if key not in seen:
            seen.append(key)
            out.append(attacker)
    return out


def _further(s: Board, f: Frame) -> list[int]:
    """Further attackers that the blocker may block, in the order of the attack after those it blocks."""
    blocker = f[5][f[1]]
    chosen = blocked_by(s, blocker)
    if f[3] < 0:  # as many more as it was spun down for
        return list(f[6][f[6].index(chosen[-1]) + 1 :]) if len(chosen) <= -f[3] else []
    return _blocks_on(s, blocker, chosen, f[6])


def _blocks_on(s: Board, blocker: int, chosen: list[int], attackers: tuple[int, ...]) -> list[int]:
    """Further attackers that a text lets a die block without a price."""
    abilities = s.kit.abilities
    more = None if abilities is None else abilities.block_capacity(s, blocker, chosen)
    return [a for a in attackers[attackers.index(chosen[-1]) + 1 :] if a in more] if more else []


def attack_key(s: Board, attacker: int) -> tuple[int, tuple[int, ...]]:
    """What equal attackers share: the die, and who blocks it so far."""
    blocks = s.blocks
    mine = sorted([s.alike(blocks[i]) for i in range(0, len(blocks), 2) if blocks[i + 1] == attacker])
    return s.alike(attacker), tuple(mine)


def block_take(s: Board, f: Frame, action: int) -> None:
    k, place, seat, more, least, cands, attackers, cause = f
    blocker, code = divmod(action, BLOCK_BASE)
    if more:  # it blocks already, or has been spun down for it
        if code:
            s.blocks = [*s.blocks, blocker, code - 1]
            if _further(s, f):
                return
        s.stack[-1] = (k, place + 1, seat, 0, 0, cands, attackers, cause)
        return
    if cands[place] != blocker:  # another of equal blockers was named: they change places
        other = cands.index(blocker, place)
        swapped = list(cands)
        swapped[place], swapped[other] = swapped[other], swapped[place]
        cands = tuple(swapped)
    if code > BLOCK_SPIN:
        s.face[blocker] = face_down(s, blocker, code - BLOCK_SPIN)
        s.emit(E_SPUN, "5.3.9", blocker, s.face[blocker])
        s.stack[-1] = (k, place, seat, BLOCK_SPIN - code, 0, cands, attackers, cause)
        return
    chosen = 0
    if code:
        attacker = code - 1
        chosen = attackers.index(attacker)
        if chosen > least - 1:  # so for attackers
            key = attack_key(s, attacker)
            first = next(i for i in range(max(0, least - 1), chosen + 1) if attack_key(s, attackers[i]) == key)
            if first != chosen:
                turned = list(attackers)
                turned[first], turned[chosen] = turned[chosen], turned[first]
                attackers, chosen = tuple(turned), first
        chosen += 1
        s.blocks = [*s.blocks, blocker, attacker]
        again = (k, place, seat, 1, 0, cands, attackers, cause)
        if s.kit.abilities is not None and _further(s, again):
            s.stack[-1] = again
            return
    place += 1
    alike = place < len(cands) and s.equal(cands[place], blocker)
    s.stack[-1] = (k, place, seat, 0, chosen if alike else 0, cands, attackers, cause)
