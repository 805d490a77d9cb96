"""Assigning combat damage: attackers in the order of the attack, then blockers, then who deals damage along with them.

Rules 5.5, 8.5. Who has several to hit is asked by FR_ASSIGN; what a text changes is done by its program, which puts
packets into the attack's frame (`assign`).
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.sockets import (
    KW_EXCESS,
    KW_FAST,
    KW_OVERCRUSH,
    PK_COMBAT,
    PK_LEFTOVER,
    SAY_ALONG,
    SAY_ASSIGNS,
    Packet,
)
from dicehall.dicemasters.terms import ASK, E_ASSIGNED, E_AUTO, FR_ASSIGN, FR_ATTACK, GO_ON
from dicehall.kernel.state import Frame

# Fast dice deal their damage first (8.3)
FAST_ROUND: Final = 0
ROUND: Final = 1


def is_fast(s: Board, die: int) -> bool:
    return s.kit.abilities is not None and s.kit.abilities.has_keyword(s, die, KW_FAST)


def blockers_of(s: Board, attacker: int) -> list[int]:
    blocks = s.blocks
    return [blocks[i] for i in range(0, len(blocks), 2) if blocks[i + 1] == attacker]


def defenders(s: Board) -> list[int]:
    return [side for side in range(s.kit.sides) if side != s.active]


def combat_damage(s: Board, die: int) -> int:
    """What a die has to assign: its A, or nothing where a text says so."""
    if s.kit.abilities is not None and not s.kit.abilities.deals_combat(s, die):
        return 0
    return s.attack_of(die)


def assign_next(s: Board, f: Frame) -> Frame | None:
    """Works through all who deal damage in this round; asks where damage can be divided or a text has a say.

    f: xs = packets so far, ys = dice whose text has had its say, a = how many have assigned, b = round. The frame with
    everything assigned, or None if something comes first.
    """
    k, step, seat, done, turn, numbers, spoken, cause = f
    blocks = s.blocks
    abilities = s.kit.abilities
    dealers = s.attackers + [d for i, d in enumerate(blocks[::2]) if d not in blocks[: 2 * i : 2]]
    if abilities is None:
        turn = ROUND
    else:
        fast = [d for d in dealers if is_fast(s, d)]
        if turn == FAST_ROUND and not fast:
            turn = ROUND
        dealers = fast if turn == FAST_ROUND else [d for d in dealers if d not in fast]
    says = [] if abilities is None else abilities.has_say(s, SAY_ASSIGNS)
    out = list(numbers)
    while done < len(dealers):
        die = dealers[done]
        amount = combat_damage(s, die)
        attacks = die in s.attackers
        if amount and die in says and die not in spoken:
            assert abilities is not None
            s.stack[-1] = (k, step, seat, done, turn, tuple(out), (*spoken, die), cause)
            abilities.say(s, SAY_ASSIGNS, die)
            return None
        done += 1
        if die in spoken and die in out[::4]:
            continue  # its text has assigned it
        if attacks and die not in s.blocked:
            times = 1 if abilities is None else abilities.combat_times(s, die)
            for side in defenders(s):  # 5.5.4
                out += (die, -1 - side, amount, PK_COMBAT) * times
            continue
        if attacks:
            targets = blockers_of(s, die)
            if abilities is not None and overcrush(s, die, targets, amount, out):
                continue
        else:
            targets = [blocks[i + 1] for i in range(0, len(blocks), 2) if blocks[i] == die]
        if abilities is not None and not attacks:
            for p in abilities.combat_extra(s, die, targets, amount):
                out += p
        if not targets or amount <= 0:
            continue  # 5.5.5, 5.5.8
        if len(targets) == 1:
            out += (die, targets[0], amount, PK_COMBAT)
            s.emit(E_AUTO, "5.5.1", s.ctrl[die], FR_ASSIGN, (die, targets[0], amount))
            continue
        s.stack[-1] = (k, step, seat, done, turn, tuple(out), spoken, cause)
        s.push(FR_ASSIGN, s.ctrl[die], die, amount, tuple(targets))
        return None
    if abilities is not None:
        for die in abilities.has_say(s, SAY_ALONG):
            if die not in spoken and is_fast(s, die) == (turn == FAST_ROUND):
                s.stack[-1] = (k, step, seat, done, turn, tuple(out), (*spoken, die), cause)
                abilities.say(s, SAY_ALONG, die)
                return None
    return (k, step, seat, 0, turn, tuple(out), (), cause)


def overcrush(s: Board, die: int, targets: list[int], amount: int, out: list[int], full: bool = False) -> bool:
    """If an attacker can knock out all its blockers, the rest goes through by itself (8.5.2, 8.5.6).

    A card that writes it out counts the whole defence, and does not ask that the blockers are knocked out.
    `full`: each blocker is dealt the whole damage all the same.
    """
    abilities = s.kit.abilities
    assert abilities is not None
    keyword, excess = abilities.has_keyword(s, die, KW_OVERCRUSH), abilities.has_keyword(s, die, KW_EXCESS)
    if not keyword and not excess:
        return False
    bear = [max(0, s.defence_of(d) - (0 if excess and not keyword else s.damage[d])) for d in targets]
    rest = amount - sum(bear)
    if rest <= 0:
        return False
    sure = max(0, amount - sum(s.defence_of(d) for d in targets)) if excess else 0  # whoever is knocked out (5.5.12)
    for target, n in zip(targets, bear, strict=True):
        out += (die, target, amount if full else n, PK_COMBAT)
        s.emit(E_AUTO, "8.5.6", s.ctrl[die], FR_ASSIGN, (die, target, amount if full else n))
    for side in defenders(s):
        if sure:
            out += (die, -1 - side, sure, PK_COMBAT)
        if rest > sure:
            out += (die, -1 - side, rest - sure, PK_COMBAT | PK_LEFTOVER)
    return True


# ---- what a text assigns ---------------------------------------------------------------------------------------


def assign(s: Board, packets: list[Packet]) -> None:
    """Puts packets into the batch of the attack that is going on."""
    at = len(s.stack) - 1
    while s.stack[at][0] != FR_ATTACK:
        at -= 1
    k, step, seat, a, b, numbers, ys, cause = s.stack[at]
    out = list(numbers)
    for p in packets:
        out += p
    s.stack[at] = (k, step, seat, a, b, tuple(out), ys, cause)


def assign_to_each(s: Board, die: int) -> None:
    """All of an attacker's damage to each of its blockers, in place of a division."""
    amount, targets = combat_damage(s, die), blockers_of(s, die)
    out: list[int] = []
    if not overcrush(s, die, targets, amount, out, True):
        for target in targets:
            out += (die, target, amount, PK_COMBAT)
            s.emit(E_AUTO, "5.5.9", s.ctrl[die], FR_ASSIGN, (die, target, amount))
    assign(s, [(out[i], out[i + 1], out[i + 2], out[i + 3]) for i in range(0, len(out), 4)])


def assign_to_players(s: Board, die: int) -> None:
    """All of a blocked attacker's damage to the defending side (5.5.4)."""
    amount = combat_damage(s, die)
    assign(s, [(die, -1 - side, amount, PK_COMBAT) for side in defenders(s)])


# ---- dividing by hand ------------------------------------------------------------------------------------------


def assign_run(s: Board, f: Frame) -> int:
    """a = the die that deals, b = what is left to assign, xs = recipients, ys = amounts so far."""
    _, _, _, die, rest, targets, amounts, _ = f
    if len(amounts) == len(targets) - 1:
        amounts = (*amounts, rest)
        s.emit(E_ASSIGNED, "5.5.1", die, -1, tuple([x for p in zip(targets, amounts, strict=True) for x in p]))
        s.mid = False
        s.stack.pop()
        assign(s, [(die, target, n, PK_COMBAT) for target, n in zip(targets, amounts, strict=True) if n])
        return GO_ON
    return ASK


def assign_actions(s: Board, f: Frame) -> list[int]:
    return list(range(f[4] + 1))


def assign_take(s: Board, f: Frame, action: int) -> None:
    k, step, seat, die, rest, targets, amounts, cause = f
    s.stack[-1] = (k, step, seat, die, rest - action, targets, (*amounts, action), cause)


def usual_division(s: Board, f: Frame) -> list[int]:
    """The amounts that are still to be named if as many as possible are knocked out, the weakest first.

    What is left then goes to the strongest of the others; there is no better use for it.
    """
    _, _, _, _, rest, targets, amounts, _ = f
    bear = [max(0, s.defence_of(d) - s.damage[d]) for d in targets[len(amounts) :]]
    out = [0] * len(bear)
    for i in sorted(range(len(bear)), key=lambda i: (bear[i], i)):
        if bear[i] <= rest:
            out[i] = bear[i]
            rest -= bear[i]
    out[max(range(len(bear)), key=lambda i: (out[i] < bear[i], bear[i], -i))] += rest
    return out[:-1]
