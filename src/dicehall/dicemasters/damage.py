"""Damage and KO: packets, what is taken, who is knocked out. Rules 6.1, 6.3, 5.6, 7.3.

Damage is a batch of packets that is judged together: enlarged, redirected, reduced, then taken, then the lethal
check. Where texts may have a say the batch waits in a frame of its own (FR_DAMAGE).
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import L_DICE, Board, Effect
from dicehall.dicemasters.holding import end_controls_by, release_from
from dicehall.dicemasters.sockets import D_ADD, D_PREVENT, D_REDIRECT, D_WOULD_KO, PK_COMBAT, PK_LEFTOVER, Packet
from dicehall.dicemasters.terms import (
    ASK,
    BLOCK_BASE,
    E_DAMAGE_DIE,
    E_DAMAGE_SIDE,
    E_KO,
    E_SAVED,
    F_CHARACTER,
    FIELD,
    FR_DAMAGE,
    GO_ON,
    M_DAMAGED,
    M_DEALT,
    M_HIT_PLAYER,
    M_KIND,
    PASS,
    PREP,
    WIN_DAMAGED,
    WIN_KO,
    ZONES,
)
from dicehall.kernel.state import Frame

# roles at the moment of a KO
AS_ATTACKER: Final = 1
AS_BLOCKER: Final = 2
AS_ENGAGED: Final = 4
AS_TEXT: Final = 8  # times the card whose text it had


def damage_sides(s: Board, side: int, amount: int) -> None:
    """Damage to a side from no die."""
    deal(s, [(-1, -1 - side, amount, 0)])


def take_as_price(s: Board, side: int, amount: int) -> None:
    """Damage that a side takes as a price: nobody may change it (1.4.3), but it is damage (6.1.6)."""
    _take(s, [(-1, -1 - side, amount, 0)], ())


def deal(s: Board, packets: list[Packet]) -> bool:
    """One damage event. Says whether it is over: with texts on the table it goes on the stack instead."""
    packets = [p for p in packets if p[2] > 0]
    if s.kit.abilities is None:
        _take(s, packets, ())
        return True
    if packets:
        s.stack.append((FR_DAMAGE, 0, s.kit.seats_of[s.active][0], 0, 0, _flat(packets), (), s.cause))
    return False


def _flat(packets: list[Packet]) -> tuple[int, ...]:
    out: list[int] = []
    for p in packets:
        out += p
    return tuple(out)


def packets_of(f: Frame) -> list[Packet]:
    xs = f[5]
    return [(xs[i], xs[i + 1], xs[i + 2], xs[i + 3]) for i in range(0, len(xs), 4)]


# ---- the frame: step = moment, a = place of the seat that is asked, xs = packets, ys = dice whose KO is replaced -

_MOMENTS: Final = (D_ADD, D_REDIRECT, D_PREVENT, D_WOULD_KO)


def damage_run(s: Board, f: Frame) -> int:
    """Goes through the moments of a damage event; each asks the seats that could react (7.4.7, 7.4.9)."""
    abilities = s.kit.abilities
    assert abilities is not None
    k, moment, _, place, b, xs, ys, cause = f
    packets = packets_of(f)
    if not abilities.reacts and not abilities.firsts:  # nobody has a say
        s.stack.pop()
        _take(s, abilities.reduce(s, packets), ys)
        return GO_ON
    seats = _seats(s) if abilities.reacts else []
    while moment < len(_MOMENTS):
        if place == 0 and moment == D_PREVENT and not b:
            packets = abilities.reduce(s, packets)
            b = 1
        while place < len(seats):
            if packets and abilities.reactions(s, moment, seats[place], packets, ys):
                s.stack[-1] = (k, moment, seats[place], place, b, _flat(packets), ys, cause)
                return ASK
            place += 1
        if abilities.firsts and packets:
            abilities.let_go(s, moment, packets)
        moment, place = moment + 1, 0
    s.stack.pop()
    s.cause = cause
    _take(s, packets, ys)
    return GO_ON


def _seats(s: Board) -> list[int]:
    """The active side first (7.4.1)."""
    active = s.kit.seats_of[s.active]
    return [*active, *[x for x in range(s.kit.n_seats) if x not in active]]


def damage_actions(s: Board, f: Frame) -> list[int]:
    assert s.kit.abilities is not None
    return [PASS, *s.kit.abilities.reactions(s, f[1], f[2], packets_of(f), f[6])]


def damage_take(s: Board, f: Frame, action: int) -> None:
    assert s.kit.abilities is not None
    k, moment, seat, place, b, xs, ys, cause = f
    if action == PASS:
        s.mid = False
        s.stack[-1] = (k, moment, seat, place + 1, b, xs, ys, cause)
    else:
        s.kit.abilities.react(s, moment, seat, action, packets_of(f))


def set_packets(s: Board, at: int, packets: list[Packet], again: bool = False) -> None:
    """An effect changes the damage that waits at a place of the stack. `again`: everybody may react anew."""
    k, moment, seat, place, b, _, ys, cause = s.stack[at]
    if again:
        place = 0
    s.stack[at] = (k, moment, seat, place, b, _flat([p for p in packets if p[2] > 0]), ys, cause)


# ---- taking ----------------------------------------------------------------------------------------------------


def _take(s: Board, packets: list[Packet], replaced: tuple[int, ...]) -> None:
    """All is taken at once, then whoever is hit too hard is knocked out."""
    abilities = s.kit.abilities
    if abilities is not None:
        packets = _without_idle_leftovers(s, packets, replaced)
    hits: dict[int, tuple[int, ...]] = {}  # the event by which each die was hit (6.3.5), and by whom
    for source, recipient, amount, what in packets:
        combat = what & PK_COMBAT
        if combat and abilities is not None and abilities.deals_matter:
            s.remember(M_DEALT * M_KIND + source * BLOCK_BASE + amount)
        if recipient < 0:
            side = -1 - recipient
            s.life[side] = max(0, s.life[side] - amount)
            s.emit(E_DAMAGE_SIDE, "5.5.4" if combat else "6.1.4", source, side, (amount, s.life[side]))
            if (
                abilities is not None
                and abilities.hits_matter
                and source >= 0
                and s.kit.side_of[s.ctrl[source]] != side
            ):
                s.remember(M_HIT_PLAYER * M_KIND + source)
        else:
            s.damage[recipient] += amount
            rule = "5.6.1" if combat else "6.1.1"
            event = s.emit(E_DAMAGE_DIE, rule, source, recipient, (amount, s.damage[recipient]))
            before = hits.get(recipient)
            if before is None:
                hits[recipient] = (event, source, combat)
            elif (source, combat) not in zip(before[1::2], before[2::2], strict=True):
                hits[recipient] = (*before, source, combat)
    if s.check_life() or not packets:
        return
    if abilities is None:
        lethal(s, hits)
        return
    heard = abilities.listens[WIN_DAMAGED] or bool(s.effects)
    then: list[int] = []
    if heard:
        for d in {x for p in packets for x in p[:2] if x >= 0}:
            then += (d, s.where[d], s.face[d], s.ctrl[d])
    fallen = lethal(s, hits, replaced)
    for die in hits if abilities.hits_matter else ():
        if die not in fallen:
            s.remember(M_DAMAGED * M_KIND + die)
            if s.damage[die] >= s.defence_of(die):
                abilities.survived(s, die)
    # a die knocked out by this damage has no voice any more, so that only its "when KO'd" texts speak (6.3.3)
    if heard:
        s.raise_window(WIN_DAMAGED, len(packets), -1, (*_flat(packets), *then))


def _without_idle_leftovers(s: Board, packets: list[Packet], replaced: tuple[int, ...]) -> list[Packet]:
    """What Overcrush lets through is dealt only if every blocker of the die is knocked out with it (8.5.2)."""
    out: list[Packet] = []
    for p in packets:
        if p[3] & PK_LEFTOVER:
            blockers = [s.blocks[i] for i in range(0, len(s.blocks), 2) if s.blocks[i + 1] == p[0]]
            if any(not will_fall(s, die, packets, replaced) for die in blockers):
                continue
        out.append(p)
    return out


def will_fall(s: Board, die: int, packets: list[Packet], replaced: tuple[int, ...] = ()) -> bool:
    """Whether a batch knocks a die out."""
    sources = {p[0] for p in packets if p[1] == die}
    total = s.damage[die] + sum(p[2] for p in packets if p[1] == die)
    abilities = s.kit.abilities
    if not sources or total < s.defence_of(die) or die in replaced:
        return False
    return abilities is None or not abilities.spares(s, die, True, len(sources))


def lethal(s: Board, hits: dict[int, tuple[int, ...]] | None = None, replaced: tuple[int, ...] = ()) -> list[int]:
    """Knocks out every character whose damage reaches its defence; zero defence is enough (6.2.3, 6.3.2).

    `hits`: the events by which dice have just been hit, and by whom. Says who fell.
    """
    abilities = s.kit.abilities
    plain = not s.effects and abilities is None
    f_kind, f_defence, face, damage = s.kit.f_kind, s.kit.f_defence, s.face, s.damage
    out: list[int] = []
    safe = abilities is None or not abilities.lowers  # an undamaged die has nothing to fear
    if safe and s.kit.all_defend and not any(damage):
        return out
    while True:
        doomed: list[int] = []
        for seat in range(s.kit.n_seats):
            for die in s.zones[seat * ZONES + FIELD]:
                f = face[die]
                if safe and not damage[die] and f_defence[f]:
                    continue
                if f_kind[f] == F_CHARACTER:
                    defence = f_defence[f] if plain else s.defence_of(die)
                    if damage[die] >= defence and die not in replaced:
                        struck = len(hits[die]) // 2 if hits and die in hits else 0
                        if abilities is None or not abilities.spares(s, die, True, struck):
                            doomed.append(die)
        if not doomed:
            return out
        out += _knock_out(s, doomed, "5.6.4", hits, ())
        if plain:
            return out
        hits = None  # who falls now falls because something that helped it has gone


def ko(s: Board, dice: list[int], rule: str, doer: tuple[int, ...] = (), to: int = PREP) -> list[int]:
    """An effect knocks dice out together (6.3.1, 6.3.6). `doer`: the source, and 0. Says whom it happened to."""
    abilities = s.kit.abilities
    if abilities is not None:
        spared = [d for d in dice if abilities.spares(s, d, False, 0)]
        for die in spared:
            s.emit(E_SAVED, "8.4.1", die)
        dice = [d for d in dice if d not in spared]
    fallen = _knock_out(s, dice, rule, None, doer, to)
    if abilities is not None and fallen:
        lethal(s)
    return fallen


def _knock_out(
    s: Board,
    dice: list[int],
    rule: str,
    hits: dict[int, tuple[int, ...]] | None,
    doer: tuple[int, ...],
    to: int = PREP,
) -> list[int]:
    """Each goes to its owner's Prep Area, all together; then whoever waits for that is told."""
    abilities = s.kit.abilities
    facts: list[tuple[int, int, tuple[int, ...]]] = []
    named: list[Effect] = []
    zones = [PREP] * len(dice)
    if abilities is not None:
        facts = [_facts(s, die, hits, doer) for die in dice]
        if s.effects and abilities.later:
            named = abilities.waits_for(s, dice)
        if abilities.diverts or to != PREP:  # all are looked at before one of them moves
            zones = [_destination(s, die, to) for die in dice]
    for i, die in enumerate(dice):
        face, damage = s.face[die], s.damage[die]
        before = s.cause
        s.cause = hits[die][0] if hits and die in hits else before
        if hits and die in hits and not any(hits[die][2::2]):
            rule = "6.3.2"  # no combat damage
        s.cause = s.emit(E_KO, rule, die, face, (damage,))
        s.settle(die, zones[i], "6.3.1")
        if s.held:
            release_from(s, die)
        if s.controls:
            end_controls_by(s, die)
        s.cause = before
    rest = s.effects
    if named:  # what waits for this die still hears of it
        s.effects = [e for e in rest if e[:L_DICE] not in [x[:L_DICE] for x in named]] + named
    for die, cause, xs in facts:
        s.raise_window(WIN_KO, die, cause, xs)
    s.effects = rest
    return dice


def _destination(s: Board, die: int, to: int) -> int:
    """Where a die goes that is knocked out; a controlled one to its owner's Prep Area in any case (7.7.4)."""
    assert s.kit.abilities is not None
    return PREP if s.ctrl[die] != s.owner[die] else s.kit.abilities.destination(s, die, PREP, True, to)


def _facts(
    s: Board, die: int, hits: dict[int, tuple[int, ...]] | None, doer: tuple[int, ...]
) -> tuple[int, int, tuple[int, ...]]:
    """What a KO is remembered by: face, damage, controller, numbers, role, the dice engaged with it, who did it."""
    role = (AS_ATTACKER if die in s.attackers else 0) | (AS_BLOCKER if die in s.blocks[::2] else 0)
    foes = [s.blocks[i + 1] for i in range(0, len(s.blocks), 2) if s.blocks[i] == die]
    foes += [s.blocks[i] for i in range(0, len(s.blocks), 2) if s.blocks[i + 1] == die]
    by = hits[die][1:] if hits and die in hits else doer
    numbers = (s.face[die], s.damage[die], s.ctrl[die], s.attack_of(die), s.defence_of(die))
    assert s.kit.abilities is not None
    role += AS_TEXT * s.kit.abilities.text_card(s, die)
    return die, s.cause, (*numbers, role | (AS_ENGAGED if foes else 0), len(foes), *foes, *by)
