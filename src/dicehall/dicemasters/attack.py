"""The attack: attackers, blockers, assigning and resolving combat damage. Rules 5.1 to 5.6.

Blocks are asked blocker by blocker and judged as one declaration; the frame that asks is FR_BLOCK, damage that
must be divided is asked by FR_ASSIGN.
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.damage import deal
from dicehall.dicemasters.sockets import V_ATTACK, V_BLOCK, Packet
from dicehall.dicemasters.terms import (
    ASK,
    ASK_ALWAYS,
    BLOCK_BASE,
    E_ASSIGNED,
    E_ATTACKS,
    E_AUTO,
    E_AUTO_PASS,
    E_BLOCKS,
    F_ACTION,
    FR_ASSIGN,
    FR_ATTACK,
    FR_BLOCK,
    FR_PICK,
    FR_WINDOW,
    GO_ON,
    OUT,
    P_ATTACK,
    RESERVE,
    W_BLOCKS,
    WIN_ATTACK_END,
    WIN_ATTACK_START,
    WIN_ATTACKS,
    WIN_BLOCKS,
    WIN_UNBLOCKED_LEAVE,
    ZONES,
)
from dicehall.dicemasters.turn import pick_order
from dicehall.kernel.state import Frame

A_START, A_DECLARE, A_DECLARED, A_BLOCK, A_BLOCKED, A_WINDOW, A_ASSIGN, A_DAMAGE, A_END = range(9)


def attack_run(s: Board, f: Frame) -> int:
    """A step of the attack. A step goes on to the next by itself if nothing comes between them.

    f: xs = numbers of assigned damage so far (source, recipient, amount, ...), a = how many dice have assigned.
    """
    return _STEPS[f[1]](s, f)


def _start(s: Board, f: Frame) -> int:
    f = (FR_ATTACK, A_DECLARE, f[2], 0, 0, (), (), f[7])
    return GO_ON if s.interrupted(f, WIN_ATTACK_START, s.active) else _declare(s, f)


def _declare(s: Board, f: Frame) -> int:
    s.stack[-1] = (FR_ATTACK, A_DECLARED, f[2], 0, 0, (), (), f[7])
    s.ret = ()
    seats = s.kit.seats_of[s.active]
    dice = s.characters(seats[0])
    for seat in seats[1:]:
        dice += s.characters(seat)
    if s.kit.abilities is not None:
        dice = [d for d in dice if may_attack(s, d)]
    s.stack.append((FR_PICK, 0, f[2], P_ATTACK, 0, pick_order(s, dice), (), s.cause))
    return ASK_ALWAYS


def _declared(s: Board, f: Frame) -> int:
    attackers = s.ret
    if not attackers:  # nobody attacks: the turn ends at once (5.2.2)
        s.emit(E_ATTACKS, "5.2.2", s.active)
        s.stack.pop()
        return GO_ON
    if s.prefer:  # the order of the attack is the order in which its line names the attackers
        attackers = tuple(sorted(attackers, key=lambda d: s.prefer.index(d) if d in s.prefer else len(s.prefer)))
    s.attackers = list(attackers)
    s.ret = ()
    f = (FR_ATTACK, A_BLOCK, f[2], 0, 0, (), (), s.emit(E_ATTACKS, "5.2.1", s.active, -1, attackers))
    s.stack[-1] = f
    if s.kit.abilities is not None:
        for die in attackers:
            s.raise_window(WIN_ATTACKS, die, -1, attackers)
        if s.run_triggers():
            return GO_ON
    s.cause = f[7]
    return _block(s, f)


def _block(s: Board, f: Frame) -> int:
    s.stack[-1] = (FR_ATTACK, A_BLOCKED, f[2], 0, 0, (), (), f[7])
    for side, seats in enumerate(s.kit.seats_of):
        if side != s.active:
            for seat in reversed(seats):
                start_blocks(s, seat)
    return GO_ON


def _blocked(s: Board, f: Frame) -> int:
    blocks = s.blocks
    s.blocked = [d for d in s.attackers if d in blocks[1::2]]
    cause = s.emit(E_BLOCKS, "5.3.1" if blocks else "5.3.5", s.active, -1, tuple(blocks))
    f = (FR_ATTACK, A_WINDOW, f[2], 0, 0, (), (), cause)
    if s.interrupted(f, WIN_BLOCKS, s.active, -1, tuple(blocks)):
        return GO_ON
    s.cause = cause
    return _window(s, f)


def _window(s: Board, f: Frame) -> int:
    f = (FR_ATTACK, A_ASSIGN, f[2], 0, 0, (), (), f[7])
    s.stack[-1] = f
    if s.kit.abilities is None and not _has_action(s):  # nobody could do anything (4.4.5)
        for seat in range(s.kit.n_seats):
            s.ev.append((E_AUTO_PASS, f[7], "4.4.5", seat, -1, ()))
        return _assign(s, f)
    s.push(FR_WINDOW, f[2], W_BLOCKS, s.active)
    return GO_ON


def _has_action(s: Board) -> bool:
    """Whether the active side has an action face left in a Reserve Pool."""
    kind, face = s.kit.f_kind, s.face
    for seat in s.kit.seats_of[s.active]:
        for die in s.zones[seat * ZONES + RESERVE]:
            if kind[face[die]] == F_ACTION:
                return True
    return False


def _damage(s: Board, f: Frame) -> int:
    numbers = f[5]
    s.stack[-1] = (FR_ATTACK, A_END, f[2], 0, 0, numbers, (), f[7])
    packets: list[Packet] = [(numbers[i], numbers[i + 1], numbers[i + 2], True) for i in range(0, len(numbers), 3)]
    unblocked = [d for d in s.attackers if d not in s.blocked]
    if deal(s, packets):
        return GO_ON
    if s.kit.edition.unblocked_leave_at_once:  # 5.6.2
        for die in unblocked:
            if die in s.attackers:
                s.send(die, OUT, "5.6.2")
                s.raise_window(WIN_UNBLOCKED_LEAVE, die)
    return GO_ON if s.run_triggers() else _end(s, f)


def _end(s: Board, f: Frame) -> int:
    s.stack.pop()
    s.raise_window(WIN_ATTACK_END, s.active)
    s.run_triggers()
    return GO_ON


def may_attack(s: Board, die: int) -> bool:
    abilities = s.kit.abilities
    return abilities is None or not abilities.forbids(s, V_ATTACK, s.ctrl[die], die, -1)


def may_block(s: Board, blocker: int, attacker: int) -> bool:
    abilities = s.kit.abilities
    return abilities is None or not abilities.forbids(s, V_BLOCK, s.ctrl[blocker], blocker, attacker)


# ---- blocks: xs = blockers that could block, equal ones side by side; step = which is asked;
#      b = place of the attacker that the previous, equal blocker blocks, plus one ---------------------------------


def start_blocks(s: Board, seat: int) -> None:
    """Asks a seat who blocks whom, if it could block at all (5.3.5)."""
    dice = s.characters(seat)
    if s.kit.abilities is not None:
        dice = [d for d in dice if any(may_block(s, d, a) for a in s.attackers)]
    if dice:
        s.stack.append((FR_BLOCK, 0, seat, 0, 0, pick_order(s, dice), tuple(s.attackers), s.cause))
    else:
        s.emit(E_AUTO, "5.3.5", seat, FR_BLOCK)


def block_run(s: Board, f: Frame) -> int:
    if f[1] >= len(f[5]):
        s.mid = False
        s.stack.pop()
        return GO_ON
    return ASK


def block_actions(s: Board, f: Frame) -> list[int]:
    """For the blocker whose turn it is: not, or one of the attackers; equal attackers with equal blockers once."""
    _, place, _, _, least, cands, attackers, _ = f
    blocker = cands[place]
    base = blocker * BLOCK_BASE
    out = [base] if least == 0 else []
    seen: list[tuple[int, tuple[int, ...]]] = []
    for i in range(max(0, least - 1), len(attackers)):
        attacker = attackers[i]
        if not may_block(s, blocker, attacker):
            continue
        if len(attackers) > 1:
            key = attack_key(s, attacker)
            if key in seen:
                continue
            seen.append(key)
        out.append(base + attacker + 1)
    return out


def attack_key(s: Board, attacker: int) -> tuple[int, tuple[int, ...]]:
    """What equal attackers share: the die, and who blocks it so far."""
    blocks = s.blocks
    mine = sorted([s.alike(blocks[i]) for i in range(0, len(blocks), 2) if blocks[i + 1] == attacker])
    return s.alike(attacker), tuple(mine)


def block_take(s: Board, f: Frame, action: int) -> None:
    k, place, seat, a, least, cands, attackers, cause = f
    blocker, code = divmod(action, BLOCK_BASE)
    if cands[place] != blocker:  # another of equal blockers was named: they change places
        other = cands.index(blocker, place)
        swapped = list(cands)
        swapped[place], swapped[other] = swapped[other], swapped[place]
        cands = tuple(swapped)
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
    place += 1
    alike = place < len(cands) and s.equal(cands[place], blocker)
    s.stack[-1] = (k, place, seat, a, chosen if alike else 0, cands, attackers, cause)


# ---- assigning: attackers in the order of the attack, then blockers of several (5.5) --------------------------


def _assign(s: Board, f: Frame) -> int:
    """Works through attackers, then blockers; asks only where damage can be divided."""
    k, _, seat, done, _, numbers, _, cause = f
    blocks = s.blocks
    dealers = s.attackers + [d for i, d in enumerate(blocks[::2]) if d not in blocks[: 2 * i : 2]]
    out = list(numbers)
    defenders = [side for side in range(s.kit.sides) if side != s.active]
    while done < len(dealers):
        die = dealers[done]
        done += 1
        amount = s.attack_of(die)
        if die in s.attackers:
            if die not in s.blocked:
                for side in defenders:  # 5.5.4
                    out += (die, -1 - side, amount)
                continue
            targets = [blocks[i] for i in range(0, len(blocks), 2) if blocks[i + 1] == die]
        else:
            targets = [blocks[i + 1] for i in range(0, len(blocks), 2) if blocks[i] == die]
        if not targets or amount <= 0:
            continue  # 5.5.5, 5.5.8
        if len(targets) == 1:
            out += (die, targets[0], amount)
            s.emit(E_AUTO, "5.5.1", s.ctrl[die], FR_ASSIGN, (die, targets[0], amount))
            continue
        s.stack[-1] = (k, A_ASSIGN, seat, done, 0, tuple(out), (), cause)
        s.push(FR_ASSIGN, s.ctrl[die], die, amount, tuple(targets))
        return GO_ON
    return _damage(s, (k, A_DAMAGE, seat, 0, 0, tuple(out), (), cause))


_STEPS = (_start, _declare, _declared, _block, _blocked, _window, _assign, _damage, _end)


def assign_run(s: Board, f: Frame) -> int:
    """a = the die that deals, b = what is left to assign, xs = recipients, ys = amounts so far."""
    _, _, _, die, rest, targets, amounts, _ = f
    if len(amounts) == len(targets) - 1:
        amounts = (*amounts, rest)
        s.emit(E_ASSIGNED, "5.5.1", die, -1, tuple([x for p in zip(targets, amounts, strict=True) for x in p]))
        s.mid = False
        s.stack.pop()
        k, step, seat, a, b, numbers, ys, cause = s.stack[-1]
        out = list(numbers)
        for target, amount in zip(targets, amounts, strict=True):
            if amount:
                out += (die, target, amount)
        s.stack[-1] = (k, step, seat, a, b, tuple(out), ys, cause)
        return GO_ON
    return ASK


def assign_actions(s: Board, f: Frame) -> list[int]:
    return list(range(f[4] + 1))


def assign_take(s: Board, f: Frame, action: int) -> None:
    k, step, seat, die, rest, targets, amounts, cause = f
    s.stack[-1] = (k, step, seat, die, rest - action, targets, (*amounts, action), cause)
