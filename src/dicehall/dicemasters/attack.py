"""The attack: attackers, blockers, assigning and resolving combat damage. Rules 5.1 to 5.6.

Blocks are asked blocker by blocker and judged as one declaration; the frame that asks is FR_BLOCK, damage that
must be divided is asked by FR_ASSIGN.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import L_DICE, L_UNTIL, U_NEXT, Board
from dicehall.dicemasters.damage import deal, lethal
from dicehall.dicemasters.sockets import (
    KW_EXCESS,
    KW_FAST,
    KW_OVERCRUSH,
    PK_COMBAT,
    PK_LEFTOVER,
    V_ATTACK,
    V_BLOCK,
    Packet,
)
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
    M_ATTACKED,
    M_BLOCKED,
    M_KIND,
    OUT,
    P_ATTACK,
    RESERVE,
    W_BLOCKS,
    W_START,
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
from dicehall.dicemasters.window import all_are_idle
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
# Fast dice deal their damage first (8.3)
FAST_ROUND: Final = 0
ROUND: Final = 1


def attack_run(s: Board, f: Frame) -> int:
    """A step of the attack. A step goes on to the next by itself if nothing comes between them.

    f: xs = assigned damage so far (source, recipient, amount, kind, ...), a = how many dice have assigned, b = round.
    """
    step = f[1]
    if step == A_START:
        return _start(s, f)
    if step == A_DECLARE:
        return _declare(s, f)
    if step == A_DECLARED:
        return _declared(s, f)
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
    if s.kit.abilities is None:
        return _declare(s, f)
    s.stack[-1] = f
    if _has_action(s):
        s.push(FR_WINDOW, f[2], W_START, s.active)
    s.raise_window(WIN_ATTACK_START, s.active)
    return GO_ON if s.run_triggers() or s.stack[-1][0] == FR_WINDOW else _declare(s, f)


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
    if not attackers:  # nobody attacks: the turn ends at once (5.2.2)
        if s.effects:
            _end_opportunities(s)
        s.emit(E_ATTACKS, "5.2.2", s.active)
        s.stack.pop()
        return GO_ON
    if s.prefer:  # the order of the attack is the order in which its line names the attackers
        attackers = _as_named(s, attackers)
    s.attackers = list(attackers)
    s.ret = ()
    if s.effects:
        _end_opportunities(s)
    f = (FR_ATTACK, A_BLOCK, f[2], 0, 0, (), (), s.emit(E_ATTACKS, "5.2.1", s.active, -1, attackers))
    s.stack[-1] = f
    if s.kit.abilities is not None:
        s.remember(M_ATTACKED * M_KIND + s.active)
        for die in attackers:
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
            s.remember(M_BLOCKED * M_KIND + blocks[i] * BLOCK_BASE + blocks[i + 1])
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
        leaving = [d for d in s.attackers if d not in s.blocked and (last or _is_fast(s, d))]
        s.send_together(leaving, OUT, "5.6.2")
        for die in leaving:
            s.raise_window(WIN_UNBLOCKED_LEAVE, die)
        if s.kit.abilities is not None:
            lethal(s)  # who lived by their help falls now (6.3.2)
    if s.run_triggers():
        return GO_ON
    return _end(s, f) if last else _assign(s, f)


def _is_fast(s: Board, die: int) -> bool:
    return s.kit.abilities is not None and s.kit.abilities.has_keyword(s, die, KW_FAST)


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


def may_block(s: Board, blocker: int, attacker: int) -> bool:
    abilities = s.kit.abilities
    if abilities is None or not abilities.banned[V_BLOCK]:
        return True
    return not abilities.forbids(s, V_BLOCK, s.ctrl[blocker], blocker, attacker)


# ---- blocks: xs = blockers that could block, equal ones side by side; step = which is asked;
#      b = place of the attacker that the previous, equal blocker blocks, plus one ---------------------------------


def start_blocks(s: Board, seat: int) -> None:
    """Asks a seat who blocks whom, if it could block at all (5.3.5)."""
    dice = s.characters(seat)
    abilities = s.kit.abilities
    if abilities is not None and (abilities.banned[V_BLOCK] or not s.attackers):
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
    _, place, _, more, least, cands, attackers, _ = f
    blocker = cands[place]
    base = blocker * BLOCK_BASE
    if more:  # it blocks already, and may block further ones
        return [base] + [base + a + 1 for a in _further(s, f) if may_block(s, blocker, a)]
    allowed = [a for a in attackers[max(0, least - 1) :] if may_block(s, blocker, a)]
    out = [base] if least == 0 else []
    bound = s.kit.abilities is not None and s.kit.abilities.duties_exist[1]
    if s.kit.abilities is not None and bound:
        duties = s.kit.abilities.duties(s, 1, blocker)
        if duties and allowed:  # it must block, and some must block a certain attacker (5.3.4)
            out = []
            allowed = [a for a in allowed if a in duties] or allowed
    seen: list[tuple[int, tuple[int, ...]]] = []
    for attacker in allowed:
        if len(attackers) > 1 and not bound:  # a duty may tell equal attackers apart
            key = attack_key(s, attacker)
            if key in seen:
                continue
            seen.append(key)
        out.append(base + attacker + 1)
    return out


def _further(s: Board, f: Frame) -> list[int]:
    """Further attackers that the blocker may block, in the order of the attack after those it blocks."""
    abilities = s.kit.abilities
    if abilities is None:
        return []
    blocker = f[5][f[1]]
    chosen = [s.blocks[i + 1] for i in range(0, len(s.blocks), 2) if s.blocks[i] == blocker]
    more = abilities.block_capacity(s, blocker, chosen)
    if not more:
        return []
    order = list(f[6])
    return [a for a in more if order.index(a) > order.index(chosen[-1])]


def attack_key(s: Board, attacker: int) -> tuple[int, tuple[int, ...]]:
    """What equal attackers share: the die, and who blocks it so far."""
    blocks = s.blocks
    mine = sorted([s.alike(blocks[i]) for i in range(0, len(blocks), 2) if blocks[i + 1] == attacker])
    return s.alike(attacker), tuple(mine)


def block_take(s: Board, f: Frame, action: int) -> None:
    k, place, seat, more, least, cands, attackers, cause = f
    blocker, code = divmod(action, BLOCK_BASE)
    if more:
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


# ---- assigning: attackers in the order of the attack, then blockers of several (5.5) --------------------------


def _assign(s: Board, f: Frame) -> int:
    """Works through attackers, then blockers; asks only where damage can be divided."""
    k, _, seat, done, turn, numbers, _, cause = f
    blocks = s.blocks
    abilities = s.kit.abilities
    dealers = s.attackers + [d for i, d in enumerate(blocks[::2]) if d not in blocks[: 2 * i : 2]]
    if abilities is None:
        turn = ROUND
    else:
        fast = [d for d in dealers if _is_fast(s, d)]
        if turn == FAST_ROUND and not fast:
            turn = ROUND
        dealers = fast if turn == FAST_ROUND else [d for d in dealers if d not in fast]
    out = list(numbers)
    defenders = [side for side in range(s.kit.sides) if side != s.active]
    while done < len(dealers):
        die = dealers[done]
        done += 1
        amount = s.attack_of(die)
        if abilities is not None and not abilities.deals_combat(s, die):
            amount = 0
        if die in s.attackers:
            if die not in s.blocked:
                for side in defenders:  # 5.5.4
                    out += (die, -1 - side, amount, PK_COMBAT)
                continue
            targets = [blocks[i] for i in range(0, len(blocks), 2) if blocks[i + 1] == die]
            if abilities is not None and _overcrush(s, die, targets, amount, defenders, out):
                continue
        else:
            targets = [blocks[i + 1] for i in range(0, len(blocks), 2) if blocks[i] == die]
        if abilities is not None and die not in s.attackers:
            for p in abilities.combat_extra(s, die, targets, amount):
                out += p
        if not targets or amount <= 0:
            continue  # 5.5.5, 5.5.8
        if len(targets) == 1:
            out += (die, targets[0], amount, PK_COMBAT)
            s.emit(E_AUTO, "5.5.1", s.ctrl[die], FR_ASSIGN, (die, targets[0], amount))
            continue
        s.stack[-1] = (k, A_ASSIGN, seat, done, turn, tuple(out), (), cause)
        s.push(FR_ASSIGN, s.ctrl[die], die, amount, tuple(targets))
        return GO_ON
    f = (k, A_DAMAGE, seat, 0, turn, tuple(out), (), cause)
    if s.interrupted(f, WIN_ASSIGNED, s.active, -1, tuple(out)):
        return GO_ON
    return _damage(s, f)


def _overcrush(s: Board, die: int, targets: list[int], amount: int, defenders: list[int], out: list[int]) -> bool:
    """If an attacker can knock out all its blockers, the rest goes through by itself (8.5.2, 8.5.6).

    A card that writes it out counts the whole defence, and does not ask that the blockers are knocked out.
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
    what = PK_COMBAT if excess else PK_COMBAT | PK_LEFTOVER
    for target, n in zip(targets, bear, strict=True):
        out += (die, target, n, PK_COMBAT)
        s.emit(E_AUTO, "8.5.6", s.ctrl[die], FR_ASSIGN, (die, target, n))
    for side in defenders:
        out += (die, -1 - side, rest, what)
    return True


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
                out += (die, target, amount, PK_COMBAT)
        s.stack[-1] = (k, step, seat, a, b, tuple(out), ys, cause)
        return GO_ON
    return ASK


def assign_actions(s: Board, f: Frame) -> list[int]:
    return list(range(f[4] + 1))


def assign_take(s: Board, f: Frame, action: int) -> None:
    k, step, seat, die, rest, targets, amounts, cause = f
    s.stack[-1] = (k, step, seat, die, rest - action, targets, (*amounts, action), cause)
