"""The attack, step by step: attackers, blockers, combat damage and what follows it. Rules 5.1 to 5.6.

How blocks are asked for is in `blocking`, how damage is assigned in `assigning`.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.assigning import FAST_ROUND, ROUND, assign_next, is_fast
from dicehall.dicemasters.blocking import start_blocks
from dicehall.dicemasters.board import L_DICE, L_UNTIL, U_NEXT, Board
from dicehall.dicemasters.damage import deal, lethal
from dicehall.dicemasters.sockets import SAY_INSTEAD, V_ATTACK, Packet
from dicehall.dicemasters.terms import (
    ASK_ALWAYS,
    BLOCK_BASE,
    E_ATTACKS,
    E_AUTO_PASS,
    E_BLOCKS,
    F_ACTION,
    FR_ATTACK,
    FR_PICK,
    FR_WINDOW,
    GO_ON,
    M_ATTACKED,
    M_BLOCKED,
    M_DID_BLOCK,
    M_KIND,
    OUT,
    P_ATTACK,
    RESERVE,
    W_BLOCKS,
    W_START,
    WIN_AFTER_DAMAGE,
    WIN_ASSIGNED,
    WIN_ATTACK_END,
    WIN_ATTACK_START,
    WIN_ATTACKS,
    WIN_BLOCKS,
    WIN_DECLARED,
    WIN_UNBLOCKED_LEAVE,
    ZONES,
)
from dicehall.dicemasters.turn import pick_order
from dicehall.dicemasters.window import all_are_idle, pass_start
from dicehall.kernel.state import Frame

A_START: Final = 0
A_DECLARE: Final = 1
A_DECLARED: Final = 2
A_BLOCK: Final = 3
A_BLOCKED: Final = 4
A_WINDOW: Final = 5
A_ASSIGN: Final = 6
A_DAMAGE: Final = 7
A_LEAVE: Final = 8
A_END: Final = 9
A_ANNOUNCED: Final = 10


def attack_run(s: Board, f: Frame) -> int:
    """A step of the attack. A step goes on to the next by itself if nothing comes between them.

    f: xs = assigned damage so far (source, recipient, amount, kind, ...), a = how many dice have assigned, b = round,
    ys = dice whose text has had its say in assigning.
    """
    step = f[1]
    if step == A_START:
        return _start(s, f)
    if step == A_DECLARE:
        return _declare(s, f)
    if step == A_DECLARED:
        return _declared(s, f)
    if step == A_ANNOUNCED:
        return _announced(s, f)
    if step == A_BLOCK:
        return _block(s, f)
    if step == A_BLOCKED:
        return _blocked(s, f)
    if step == A_WINDOW:
        return _window(s, f)
    if step == A_ASSIGN:
        return _assign(s, f)
    if step == A_DAMAGE:
        return _damage(s, f)
    if step == A_LEAVE:
        return _leave(s, f)
    return _end(s, f)


def _start(s: Board, f: Frame) -> int:
    f = (FR_ATTACK, A_DECLARE, f[2], 0, 0, (), (), f[7])
    abilities = s.kit.abilities
    if abilities is None:
        return _declare(s, f)
    s.stack[-1] = f
    if _has_action(s):
        s.push(FR_WINDOW, f[2], W_START, s.active)
    s.raise_window(WIN_ATTACK_START, s.active)
    if s.run_triggers():
        return GO_ON
    if s.stack[-1][0] == FR_WINDOW:
        if abilities.starts:
            return GO_ON
        pass_start(s)
    return _declare(s, f)


def _declare(s: Board, f: Frame) -> int:
    s.stack[-1] = (FR_ATTACK, A_DECLARED, f[2], 0, 0, (), (), f[7])
    s.ret = ()
    seats = s.kit.seats_of[s.active]
    dice = s.characters(seats[0])
    for seat in seats[1:]:
        dice += s.characters(seat)
    abilities = s.kit.abilities
    if s.controls or (abilities is not None and abilities.banned[V_ATTACK]):
        dice = _allowed(s, dice)
    s.stack.append((FR_PICK, 0, f[2], P_ATTACK, 0, pick_order(s, dice), (), s.cause))
    return ASK_ALWAYS


def _declared(s: Board, f: Frame) -> int:
    attackers = s.ret
    s.ret = ()
    if s.prefer:  # the order of the attack is the order in which its line names the attackers
        attackers = _as_named(s, attackers)
    s.attackers = list(attackers)
    if s.effects:
        _end_opportunities(s)
    cause = s.emit(E_ATTACKS, "5.2.1" if attackers else "5.2.2", s.active, -1, attackers)
    f = (FR_ATTACK, A_ANNOUNCED, f[2], 0, 0, attackers, (), cause if attackers else f[7])
    abilities = s.kit.abilities
    if abilities is not None:
        dice = abilities.has_say(s, SAY_INSTEAD)
        if dice and _say_instead(s, f, dice, attackers):
            return GO_ON
    return _announced(s, f)


def _say_instead(s: Board, f: Frame, dice: list[int], attackers: tuple[int, ...]) -> bool:
    """What dice do that could attack and do not comes with the declaration, before its effects (5.2.8)."""
    abilities = s.kit.abilities
    assert abilities is not None
    dice = [d for d in dice if d not in attackers and may_attack(s, d)]
    if not dice:
        return False
    s.stack[-1] = f
    for die in reversed(dice):
        abilities.say(s, SAY_INSTEAD, die)
    return True


def _announced(s: Board, f: Frame) -> int:
    attackers = f[5]
    if not attackers:  # nobody attacks: the turn ends at once (5.2.2)
        s.stack.pop()
        return GO_ON
    f = (FR_ATTACK, A_BLOCK, f[2], 0, 0, (), (), f[7])
    s.stack[-1] = f
    if s.kit.abilities is not None:
        s.remember(M_ATTACKED * M_KIND + s.active)
        for die in attackers:
            if die in s.attackers:
                s.raise_window(WIN_ATTACKS, die, -1, attackers)
        s.raise_window(WIN_DECLARED, s.active, -1, attackers)
        if s.run_triggers():
            return GO_ON
    s.cause = f[7]
    return _block(s, f)


def _allowed(s: Board, dice: list[int]) -> list[int]:
    return [d for d in dice if may_attack(s, d)]


def _as_named(s: Board, dice: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(dice, key=lambda d: s.prefer.index(d) if d in s.prefer else len(s.prefer)))


def _end_opportunities(s: Board) -> None:
    """Dice that could attack now have had their opportunity: duties until then end."""
    s.effects = [
        e
        for e in s.effects
        if e[L_UNTIL] != U_NEXT
        or not any(s.kit.side_of[s.ctrl[d]] == s.active and may_attack(s, d) for d in e[L_DICE:])
    ]


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
    if s.kit.abilities is not None and s.kit.abilities.blocks_matter:
        for i in range(0, len(blocks), 2):
            pair = blocks[i] * BLOCK_BASE + blocks[i + 1]
            s.remember(M_BLOCKED * M_KIND + pair)
            s.remember(M_DID_BLOCK * M_KIND + pair)
    f = (FR_ATTACK, A_WINDOW, f[2], 0, 0, (), (), cause)
    if s.interrupted(f, WIN_BLOCKS, s.active, -1, tuple(blocks)):
        return GO_ON
    s.cause = cause
    return _window(s, f)


def _window(s: Board, f: Frame) -> int:
    f = (FR_ATTACK, A_ASSIGN, f[2], 0, FAST_ROUND, (), (), f[7])
    s.stack[-1] = f
    if not _has_action(s) and all_are_idle(s):  # 4.4.5
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


def _assign(s: Board, f: Frame) -> int:
    whole = assign_next(s, f)
    if whole is None:
        return GO_ON
    f = (FR_ATTACK, A_DAMAGE, f[2], 0, whole[4], whole[5], (), f[7])
    if s.interrupted(f, WIN_ASSIGNED, s.active, -1, whole[5]):
        return GO_ON
    return _damage(s, f)


def _damage(s: Board, f: Frame) -> int:
    numbers = f[5]
    f = (FR_ATTACK, A_LEAVE, f[2], 0, f[4], (), (), f[7])
    s.stack[-1] = f
    packets: list[Packet] = [
        (numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]) for i in range(0, len(numbers), 4)
    ]
    if not deal(s, packets) or s.ended:
        return GO_ON
    return _leave(s, f)


def _leave(s: Board, f: Frame) -> int:
    """Unblocked attackers leave, of each round after its damage (5.6.2, 8.3.2); then the other round, or the end."""
    last = f[4] == ROUND
    f = (FR_ATTACK, A_END if last else A_ASSIGN, f[2], 0, ROUND, (), (), f[7])
    s.stack[-1] = f
    if s.kit.edition.unblocked_leave_at_once:
        leaving = [d for d in s.attackers if d not in s.blocked and (last or is_fast(s, d))]
        s.send_together(leaving, OUT, "5.6.2")
        for die in leaving:
            s.raise_window(WIN_UNBLOCKED_LEAVE, die)
        if s.kit.abilities is not None:
            lethal(s)  # who lived by their help falls now (6.3.2)
    if last:
        s.raise_window(WIN_AFTER_DAMAGE, s.active)
    if s.run_triggers():
        return GO_ON
    return _end(s, f) if last else _assign(s, f)


def _end(s: Board, f: Frame) -> int:
    s.stack.pop()
    s.raise_window(WIN_ATTACK_END, s.active)
    s.run_triggers()
    return GO_ON


def may_attack(s: Board, die: int) -> bool:
    abilities = s.kit.abilities
    if s.controls and any(c[1] == die for c in s.controls):  # who controls another die cannot attack (7.7.2)
        return False
    if abilities is None or not abilities.banned[V_ATTACK]:
        return True
    return not abilities.forbids(s, V_ATTACK, s.ctrl[die], die, -1)
