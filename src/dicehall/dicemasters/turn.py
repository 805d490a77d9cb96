"""The turn: Clear and Draw, Roll and Reroll, the way through the steps, Cleanup. Rules 4.1 to 4.3, 4.5.

Each function runs the frame on top of the stack: it finishes, goes on to its next step, pushes frames, or asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dicehall.dicemasters.acts import settle_rerolled
from dicehall.dicemasters.board import U_END, U_START, U_TURN, Board
from dicehall.dicemasters.damage import damage_sides
from dicehall.dicemasters.holding import end_of_turn
from dicehall.dicemasters.sockets import V_REROLL
from dicehall.dicemasters.terms import (
    A_DIE,
    A_USE,
    ASK_ALWAYS,
    BAG,
    CHANCE,
    DONE,
    E_AUTO,
    E_CLEARED,
    E_DRAWN,
    E_KEPT,
    E_REFILL,
    E_ROLLED,
    E_SHORT,
    E_STEP,
    E_TURN,
    F_ACTION,
    F_CHARACTER,
    F_ENERGY,
    FIELD,
    FR_ATTACK,
    FR_DRAW,
    FR_PICK,
    FR_ROLL,
    FR_TURN,
    FR_WINDOW,
    GO_ON,
    M_KIND,
    M_ROLLED,
    OUT,
    P_ATTACK,
    P_EXTRA,
    P_REROLL,
    P_SEVERAL,
    PAUSE,
    PREP,
    R_EFFECT,
    R_EXTRA,
    R_REROLL,
    R_ROLL,
    R_TURN,
    RESERVE,
    S_ATTACK,
    S_CLEANUP,
    S_DRAW,
    S_MAIN,
    S_ROLL,
    USED,
    W_MAIN,
    WIN_DRAWN,
    WIN_MAIN_END,
    WIN_MAIN_START,
    WIN_ROLL_END,
    WIN_ROLLED,
    WIN_SHORT,
    WIN_TURN_END,
    WIN_TURN_START,
    ZONES,
)
from dicehall.dicemasters.window import several_actions, several_take
from dicehall.kernel.state import Frame

T_BEGIN: Final = 0
T_CLEAR: Final = 1
T_ROLL: Final = 2
T_REROLL: Final = 3
T_KEEP: Final = 4
T_MAIN: Final = 5
T_MAIN_END: Final = 6
T_ATTACK: Final = 7
T_END: Final = 8
T_CLEANUP: Final = 9
T_TIDY: Final = 10
DRAW_EACH_TURN: Final = 4

# reasons of a draw
D_TURN: Final = 0
D_EFFECT: Final = 1
D_EXTRA: Final = 2  # a further die in Clear and Draw
D_INSTEAD: Final = 3  # in place of a die that an effect would have drawn


def begin_turn_frame(s: Board, step: int) -> None:
    s.stack.append((FR_TURN, step, s.kit.seats_of[s.active][0], 0, 0, (), (), -1))


def turn_run(s: Board, f: Frame) -> int:
    """A step of the turn. A step goes on to the next by itself if nothing comes between them."""
    step = f[1]
    if step == T_KEEP:
        return _keep(s, f)
    if step == T_ROLL:
        return _roll(s, f)
    if step == T_REROLL:
        return _reroll(s, f)
    if step == T_MAIN_END:
        return _main_end(s, f)
    if step == T_END:
        return _end(s, f)
    if step == T_BEGIN:
        return _begin(s, f)
    if step == T_CLEAR:
        return _clear(s, f)
    if step == T_MAIN:
        return _main(s, f)
    if step == T_ATTACK:
        return _attack(s, f)
    return _cleanup(s, f) if step == T_CLEANUP else _tidy(s, f)


def _begin(s: Board, f: Frame) -> int:
    if s.hold and not f[3]:
        return PAUSE
    f = (FR_TURN, T_CLEAR, f[2], 0, 0, (), (), s.emit(E_TURN, "4.1.1", s.active, s.turn))
    if s.effects:
        s.end_effects(U_START)
    s.rolling = s.zones[s.kit.zone_at[f[2] * ZONES + PREP]][
        :
    ]  # what comes to Prep from now on waits, but for the draw (4.2.7, 4.2.8)
    if s.interrupted(f, WIN_TURN_START, s.active):
        return GO_ON
    s.cause = f[7]
    return _clear(s, f)


def _clear(s: Board, f: Frame) -> int:
    s.stack[-1] = (FR_TURN, T_ROLL, f[2], 0, 0, (), (), f[7])
    stack, seats = s.stack, s.kit.seats_of[s.active]
    for seat in seats:  # leftovers go to the Used Pile (4.2.1)
        s.send_all(s.zones[seat * ZONES + RESERVE], seat, USED, "4.2.1")
    if s.partial:
        s.check_partial()
    count = DRAW_EACH_TURN
    if s.turn == 1 and s.kit.setup.settings.first_turn_rule:
        count -= 1  # 1.5.6; the die that goes Out of Play is drawn too
    for seat in reversed(seats):
        stack.append((FR_DRAW, 0, seat, count, D_TURN, (), (), f[7]))
    return draw_run(s, stack[-1])


def _roll(s: Board, f: Frame) -> int:
    s.step = S_ROLL
    if not s.rolling:  # nothing to keep or to reroll
        s.emit(E_AUTO, "4.3.2", s.active, FR_PICK)
        return _keep(s, f)
    s.stack[-1] = (FR_TURN, T_REROLL, f[2], 0, 0, (), (), f[7])
    s.stack.append((FR_ROLL, 0, f[2], R_TURN, 0, tuple(s.rolling), (), f[7]))
    return CHANCE


def _reroll(s: Board, f: Frame) -> int:
    s.stack[-1] = (FR_TURN, T_KEEP, f[2], 0, 0, (), (), f[7])
    s.ret = ()
    dice = s.rerollable(s.rolling)
    s.stack.append((FR_PICK, 0, f[2], P_REROLL, 0, pick_order(s, dice), (), s.cause))
    return ASK_ALWAYS


def _keep(s: Board, f: Frame) -> int:
    picked = s.ret
    s.ret = ()
    if picked:
        s.stack[-1] = (FR_TURN, T_KEEP, f[2], f[3], 0, (), (), f[7])
        s.stack.append((FR_ROLL, 0, f[2], R_EXTRA if f[3] else R_REROLL, 0, picked, (), f[7]))
        return CHANCE
    abilities = s.kit.abilities
    if abilities is not None:
        if f[3] < abilities.extra_reroll(s, f[2]) and s.rolling:  # a text allows one die more
            s.stack[-1] = (FR_TURN, T_KEEP, f[2], f[3] + 1, 0, (), (), f[7])
            dice = s.rerollable(s.rolling)
            s.stack.append((FR_PICK, 0, f[2], P_EXTRA, 0, pick_order(s, dice), (), s.cause))
            return ASK_ALWAYS
        if abilities.rolls_matter:
            s.memory = s.memory + [M_ROLLED * M_KIND + d for d in s.rolling]
    zones, where, owner, rolled = s.zones, s.where, s.owner, s.rolling
    prep = s.kit.zone_at[f[2] * ZONES + PREP]
    waiting = zones[prep]
    if rolled == waiting and len(s.kit.seats_of[s.active]) == 1:  # all of Prep, and all one seat's
        z = f[2] * ZONES + RESERVE
        for die in rolled:
            where[die] = z
        zones[z] += rolled
        waiting.clear()
    else:
        for die in rolled:
            if where[die] == prep:  # unless an effect has moved it
                z = owner[die] * ZONES + RESERVE
                waiting.remove(die)
                zones[z].append(die)
                where[die] = z
    s.ev.append((E_KEPT, s.cause, "4.3.3", s.active, -1, tuple(s.rolling)))
    if abilities is not None and abilities.listens[WIN_ROLLED]:
        raise_rolled(s, tuple(rolled), faces_shown(s, rolled))
    s.rolling = []
    f = (FR_TURN, T_MAIN, f[2], 0, 0, (), (), f[7])
    return GO_ON if s.interrupted(f, WIN_ROLL_END, s.active) else _main(s, f)


def _main(s: Board, f: Frame) -> int:
    s.step = S_MAIN
    s.cause = s.emit(E_STEP, "4.4.1", s.active, S_MAIN)
    s.stack[-1] = (FR_TURN, T_MAIN_END, f[2], 0, 0, (), (), s.cause)
    s.stack.append((FR_WINDOW, 0, f[2], W_MAIN, s.active, (), (), s.cause))
    if s.kit.abilities is not None:
        s.raise_window(WIN_MAIN_START, s.active)
        if s.queue and s.run_triggers():
            return GO_ON
    return ASK_ALWAYS


def _main_end(s: Board, f: Frame) -> int:
    for seat in s.kit.seats_of[s.active]:  # characters that were not fielded (4.4.6)
        s.send_all(s.showing(seat, RESERVE, F_CHARACTER), seat, USED, "4.4.6")
    f = (FR_TURN, T_ATTACK, f[2], 0, 0, (), (), f[7])
    return GO_ON if s.interrupted(f, WIN_MAIN_END, s.active) else _attack(s, f)


def _attack(s: Board, f: Frame) -> int:
    s.step = S_ATTACK
    if s.hold and f[3] == 2:  # a position that begins with this step waits for the first line
        return PAUSE
    s.cause = s.emit(E_STEP, "5.1.1", s.active, S_ATTACK)
    s.stack[-1] = (FR_TURN, T_END, f[2], 0, 0, (), (), s.cause)
    s.stack.append((FR_ATTACK, 0, f[2], 0, 0, (), (), s.cause))
    return GO_ON


def _end(s: Board, f: Frame) -> int:
    f = (FR_TURN, T_CLEANUP, f[2], 0, 0, (), (), f[7])
    return GO_ON if s.interrupted(f, WIN_TURN_END, s.active) else _cleanup(s, f)


def _cleanup(s: Board, f: Frame) -> int:
    """Cleanup: who attacked and was not blocked leaves (4.5.3)."""
    kit = s.kit
    s.step = S_CLEANUP
    s.cause = s.emit(E_STEP, "4.5.1", s.active, S_CLEANUP)
    if s.attackers:
        if not kit.edition.unblocked_leave_at_once:  # 4.5.3
            s.send_together(unblocked(s), USED, "4.5.3")
        s.attackers, s.blocks = [], []  # survivors are in the field as before (4.5.2)
        if s.effects:
            s.end_engaged()
    if s.blocked:
        s.blocked = []
    if s.effects and kit.abilities is not None and kit.abilities.diverts:
        for seat in range(kit.n_seats):  # one by one: a text may send it elsewhere (6.3.9)
            s.send_together(s.zones[seat * ZONES + OUT][:], USED, "4.5.7")
    f = (FR_TURN, T_TIDY, f[2], 0, 0, (), (), s.cause)
    if s.queue:  # somebody must say where a die goes (6.3.7)
        s.stack[-1] = f
        return GO_ON
    return _tidy(s, f)


def _tidy(s: Board, f: Frame) -> int:
    """The rest of Cleanup, and on to the next side (4.5)."""
    kit = s.kit
    s.cause = f[7]
    kind, face = kit.f_kind, s.face
    if s.held or s.controls:
        end_of_turn(s)
    zones = s.zones
    hurt = any(s.damage)
    for seat in range(kit.n_seats):
        if hurt:
            _heal(s, seat)
        idle: list[int] = []
        for die in zones[seat * ZONES + RESERVE]:
            if kind[face[die]] != F_ENERGY:  # 4.5.6, 4.5.10
                idle.append(die)
        if idle:
            s.send_all(idle, seat, USED, "4.5.6" if kind[face[idle[0]]] == F_ACTION else "4.5.10")
        out = zones[seat * ZONES + OUT]
        if out:
            s.send_all(out, seat, USED, "4.5.7")
        s.generic[seat] = 0  # 4.5.9
    if s.effects:
        s.end_effects(U_TURN)  # 4.5.5
        s.end_effects(U_END)
    if s.once:
        s.once = []
    if s.memory:
        s.memory = []
    if s.ledger:
        s.ledger = []
    if s.partial:
        s.check_partial()
    s.stack.pop()
    s.active = (s.active + 1) % kit.sides
    s.turn += 1
    s.step = S_DRAW
    begin_turn_frame(s, T_BEGIN)
    f = s.stack[-1]
    s.cause = f[7]
    return _begin(s, f)


def _heal(s: Board, seat: int) -> None:
    """Damage is forgotten at the end of the turn (4.5.4)."""
    damage = s.damage
    healed: list[int] = []
    for die in s.zones[seat * ZONES + FIELD]:
        if damage[die]:
            damage[die] = 0
            healed.append(die)
    if healed:
        s.emit(E_CLEARED, "4.5.4", seat, -1, tuple(healed))


# ---- drawing: a = how many, b = why; xs = dice that come for sure, ys = the pool for the rest -------------------


def draw_run(s: Board, f: Frame) -> int:
    """Works out what is certain; what is open is chance (4.2.2, 4.2.3)."""
    _, step, seat, count, why, _, _, _ = f
    bag = s.zones[seat * ZONES + BAG]
    if step == 0:
        if why == D_EFFECT and s.kit.abilities is not None and s.kit.abilities.replaces_draws:
            if s.kit.abilities.would_draw(s, f):
                return GO_ON
        if len(bag) > count:
            sure: list[int] = []
            pool = bag
        else:  # the whole bag, then what the refill brings
            sure = bag
            pool = s.zones[seat * ZONES + USED]
        rest = count - len(sure)
        card = s.kit.die_card
        s.stack[-1] = f = (f[0], 1, seat, count, f[4], tuple(sure), tuple(pool), f[7])
        if rest > 0 and len(pool) > rest:
            first = card[pool[0]]
            for die in pool:
                if card[die] != first:
                    return CHANCE
        draw_outcome(s, f, lowest(s, list(pool), rest))
        return GO_ON
    return CHANCE


def lowest(s: Board, pool: list[int], count: int) -> tuple[int, ...]:
    """Dice all alike, or all there are: those with the lowest numbers first."""
    if count <= 0:
        return ()
    return tuple(sorted(pool, key=lambda d: s.num[d])[:count]) if count < len(pool) else tuple(pool)


def draw_outcome(s: Board, f: Frame, drawn: tuple[int, ...]) -> None:
    """The dice come out of the bag, through a refill if it was needed."""
    _, _, seat, count, why, sure, _, _ = f
    s.stack.pop()
    bag, where = seat * ZONES + BAG, s.where
    prep = s.kit.zone_at[seat * ZONES + PREP]
    if sure:
        s.shift(sure, bag, prep)
    if drawn and where[drawn[0]] == seat * ZONES + USED:
        used = s.zones[seat * ZONES + USED]
        s.emit(E_REFILL, "4.2.3", seat, len(used), tuple(used))
        s.zones[bag] = used[:]
        for die in used:
            where[die] = bag
        used.clear()
    s.shift(drawn, bag, prep)
    dice = sure + drawn
    s.ev.append((E_DRAWN, s.cause, "4.2.2", seat, count, dice))
    if why == D_EFFECT or why == D_INSTEAD:
        s.ret = s.ret + dice
        return
    s.rolling = [*s.rolling, *dice]
    if why == D_TURN and s.turn == 1 and s.kit.setup.settings.first_turn_rule:
        _first_turn_die(s, seat)
    if s.kit.abilities is not None:
        s.raise_window(WIN_DRAWN, seat, why, dice)
        more = s.kit.abilities.extra_draws(s, seat, dice, why == D_TURN)
        if more:
            s.stack += [(FR_DRAW, 0, seat, 1, D_EXTRA, (), (), s.cause)] * more
    if why == D_TURN and len(dice) < count:
        short_draw(s, seat, count - len(dice))


def _first_turn_die(s: Board, seat: int) -> None:
    """The later official handicap: one die of the bag goes Out of Play (1.5.6); the bag is all Sidekicks then."""
    bag = s.zones[seat * ZONES + BAG]
    if bag:
        s.send_all([min(bag, key=lambda d: s.num[d])], seat, OUT, "1.5.6")


def short_draw(s: Board, seat: int, missing: int) -> None:
    """Fewer than four dice: life or damage, and generic energy, for each missing die (4.2.4, 4.2.5)."""
    s.cause = s.emit(E_SHORT, "4.2.5" if s.kit.edition.short_draw_is_damage else "4.2.4", seat, missing)
    s.generic[seat] += missing
    side = s.kit.side_of[seat]
    if s.kit.edition.short_draw_is_damage:
        damage_sides(s, side, missing)
    else:
        s.change_life(side, -missing, "4.2.4")
        s.check_life()
    s.raise_window(WIN_SHORT, seat, missing)


# ---- rolling: xs = the dice; a = 1 for the reroll --------------------------------------------------------------


ROLL_RULES: Final[tuple[str, ...]] = ("4.3.1", "4.3.2", "2.5.1", "2.5.5", "4.3.2")


def roll_outcome(s: Board, f: Frame, faces: tuple[int, ...]) -> None:
    s.stack.pop()
    dice, faces_of, shows = f[5], s.kit.faces_of, s.face
    before = () if f[3] == R_TURN or f[3] == R_ROLL else faces_shown(s, dice)
    rolled: list[int] = []
    for i, die in enumerate(dice):
        fid = shows[die] = faces_of[die][faces[i]]
        rolled.append(fid)
    s.ev.append((E_ROLLED, s.cause, ROLL_RULES[f[3]], f[2], f[3], dice + tuple(rolled) + before))
    if f[3] == R_EFFECT:
        settle_rerolled(s, f[5], bool(f[4]))
    if f[3] == R_EFFECT or f[3] == R_ROLL:
        raise_rolled(s, dice, tuple(rolled))


def faces_shown(s: Board, dice: Iterable[int]) -> tuple[int, ...]:
    return tuple([s.face[d] for d in dice])


def unblocked(s: Board) -> list[int]:
    """The attackers that nobody has blocked."""
    return [d for d in s.attackers if d not in s.blocked]


def raise_rolled(s: Board, dice: tuple[int, ...], faces: tuple[int, ...]) -> None:
    """Texts that wait for their die to be rolled to an action face see how dice have fallen (8.2.6)."""
    if s.kit.abilities is not None and s.kit.abilities.listens[WIN_ROLLED]:
        for die, face in zip(dice, faces, strict=True):
            if s.kit.f_kind[face] == F_ACTION:
                s.raise_window(WIN_ROLLED, die, -1, (face,))


# ---- choosing some dice, one at a time: a = purpose, b = at least, xs = candidates with equal ones side by side,
#      ys = picked; step = place after the last pick ------------------------------------------------------------


def pick_order(s: Board, dice: list[int]) -> tuple[int, ...]:
    """Equal dice side by side, lowest number first; otherwise in the order given."""
    face = s.face
    shown: list[int] = []
    for die in dice:
        if face[die] in shown:
            return _equal_together(s, dice)
        shown.append(face[die])
    return tuple(dice)


def _equal_together(s: Board, dice: list[int]) -> tuple[int, ...]:
    keys = s.alike_all(dice)
    # the place of the first die that is equal, whether others are preferred, the number, the die: in one number
    num, prefer = s.num, s.prefer
    packed: list[int] = []
    for i, die in enumerate(dice):
        later = 1 << 20 if prefer and die not in prefer else 0
        packed.append(keys.index(keys[i]) << 21 | later | num[die] << 10 | die)
    packed.sort()
    return tuple([p & 1023 for p in packed])


def pick_actions(s: Board, f: Frame) -> list[int]:
    _, last, _, purpose, least, cands, picks, _ = f
    if purpose == P_SEVERAL:
        return several_actions(s, f)
    out = [DONE] if len(picks) >= least else []
    if purpose == P_EXTRA and picks:
        return out
    abilities = s.kit.abilities
    if abilities is not None:
        if purpose == P_ATTACK:
            if abilities.duties_exist[0]:
                return _attack_actions(s, cands, last, picks)
        elif abilities.banned[V_REROLL] and no_reroll(s, f[2]):  # unless the ban is bought off (7.9.10)
            return out + _reroll_lifts(s, f[2], len(cands))
    face = s.face
    previous, shown = -1, -2
    for die in cands[last:]:
        fid = face[die]
        if fid != shown:
            out.append(A_DIE + die)
            shown = fid
        elif not s.equal(die, previous):
            out.append(A_DIE + die)
        previous = die
    return out


def _reroll_lifts(s: Board, seat: int, dice: int) -> list[int]:
    assert s.kit.abilities is not None
    return s.kit.abilities.lifted(s, seat, lambda: 0 if no_reroll(s, seat) else dice)


def no_reroll(s: Board, seat: int) -> bool:
    """Whether a text forbids the seat to reroll."""
    abilities = s.kit.abilities
    return abilities is not None and abilities.banned[V_REROLL] and bool(abilities.forbids(s, V_REROLL, seat, -1, -1))


def _attack_actions(s: Board, cands: tuple[int, ...], last: int, picks: tuple[int, ...]) -> list[int]:
    """Who may be added to the attack: nobody who must attack is passed over (5.2.4)."""
    abilities = s.kit.abilities
    assert abilities is not None
    out = [DONE]
    previous = -1
    for die in cands[last:]:
        if previous < 0 or not s.equal(die, previous):
            out.append(A_DIE + die)
        if abilities.duties(s, 0, die):
            return out[1:]
        previous = die
    return out


def pick_take(s: Board, f: Frame, action: int) -> None:
    k, last, seat, purpose, least, cands, picks, cause = f
    if purpose == P_SEVERAL:
        several_take(s, f, action)
        return
    if action >= A_USE:
        assert s.kit.abilities is not None
        s.kit.abilities.lift(s, seat, action - A_USE)
        s.mid = False
        return
    if action == DONE:
        s.ret = picks
        s.mid = False
        s.stack.pop()
        return
    cands, place = bring_forward(s, cands, last, action - A_DIE)
    s.stack[-1] = (k, place + 1, seat, purpose, least, cands, picks + (action - A_DIE,), cause)


def bring_forward(s: Board, cands: tuple[int, ...], last: int, die: int) -> tuple[tuple[int, ...], int]:
    """The place of a die among the candidates; if another of equal dice was named, they change places."""
    place = last
    while cands[place] != die:
        place += 1
    first = place
    while first > last and s.equal(cands[first - 1], die):
        first -= 1
    if first != place:
        swapped = list(cands)
        swapped[first], swapped[place] = swapped[place], swapped[first]
        cands = tuple(swapped)
    return cands, first
