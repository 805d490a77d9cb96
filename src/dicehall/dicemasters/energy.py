"""Energy and payments: what can be paid, with which dice, and where they go. Rules 3.1, 3.2.

A payment is asked die by die, single energies first, so that every payment is reached in exactly one way and
each step offers only dice with which the payment can still be completed.
"""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.kit import (
    ANY_TYPE,
    K_DOUBLE,
    K_GENERIC2,
    K_KINDS,
    K_LOOSE,
    K_RIGID,
    K_WILD,
    STANDS_FOR,
    UNITS,
)
from dicehall.dicemasters.terms import (
    A_DIE,
    A_REST,
    ASK,
    E_REST_LOST,
    E_SPENT,
    E_SPUN,
    F_CHARACTER,
    FR_ORDER,
    FR_PAY,
    GO_ON,
    M_KIND,
    M_PAID,
    NO_DIE,
    RESERVE,
    USED,
    ZONES,
)
from dicehall.kernel.state import Frame

# What must be paid: how much in all, and how many of each of the four types, packed four bits each.
TYPE_BIT: Final[tuple[int, ...]] = (1, 1 << 4, 1 << 8, 1 << 12)
ONE_TYPE: Final = {
    1: 1,
    1 << 4: 2,
    1 << 8: 4,
    1 << 12: 8,
}  # one energy of one type: its bit in STANDS_FOR


NO_ENERGY: Final = [0] * K_KINDS  # none of any kind; to be copied


class Purse:
    """What a seat could spend now, and the dice of its Reserve Pool that are no energy."""

    __slots__ = ("actions", "characters", "counts", "doubles", "singles", "total", "types")

    def __init__(
        self, counts: list[int], singles: int, doubles: int, types: int, characters: list[int], actions: list[int]
    ) -> None:
        self.counts = counts  # energy dice by kind (K_*)
        self.singles = singles  # how many of them are one energy
        self.doubles = doubles  # and how many are two
        self.total = singles + 2 * doubles  # energies in all
        self.types = types  # what they can stand for (STANDS_FOR, ANY_TYPE)
        self.characters = characters
        self.actions = actions

    def pays(self, cost: int, need: int) -> bool:
        """Whether a cost, also one of several things at once, can be paid."""
        if cost > self.total:
            return False
        if need == 0 and cost <= self.singles:
            return True
        return _payable(self.counts, self.singles, self.doubles, cost, need)


def purse_of(s: Board, seat: int) -> Purse:
    """What lies in the Reserve Pool of a seat, as payments see it."""
    counts = NO_ENERGY[:]
    characters: list[int] = []
    actions: list[int] = []
    face, f_pay, f_types = s.face, s.kit.f_pay, s.kit.f_types
    singles, doubles, types = s.generic[seat], 0, ANY_TYPE
    counts[K_LOOSE] = singles
    for die in s.zones[seat * ZONES + RESERVE]:
        fid = face[die]
        kind = f_pay[fid]
        if kind < 0:
            if s.kit.f_kind[fid] == F_CHARACTER:
                characters.append(die)
            else:
                actions.append(die)
            continue
        counts[kind] = counts[kind] + 1
        types |= f_types[fid]
        if kind < K_DOUBLE:
            singles += 1
        else:
            doubles += 1
    return Purse(counts, singles, doubles, types, characters, actions)


def kinds_of(s: Board, seat: int) -> list[int]:
    """How many energies of each kind the seat could spend now."""
    return purse_of(s, seat).counts


def total_of(counts: list[int]) -> int:
    """Energies in all; doubles count two."""
    return sum(counts) + sum(counts[K_DOUBLE:])


def of_type(counts: list[int], kind: int) -> int:
    """Energies that can stand for one type, wild ones not counted."""
    return counts[kind] + 2 * (counts[K_DOUBLE + kind] + counts[K_RIGID + kind])


def can_pay_one(counts: list[int], total: int, cost: int, kind: int) -> bool:
    """Whether one cost can be paid, with one energy of `kind` among it (-1: any)."""
    if cost == 0:
        return True
    if total < cost:
        return False
    return kind < 0 or (counts[kind] + counts[K_WILD] + counts[K_DOUBLE + kind] + counts[K_RIGID + kind]) > 0


def missing_types(counts: list[int], need: int) -> int:
    """How many typed energies the set lacks, its wild ones used."""
    lacking = kind = 0
    while need:
        wanted = need & 15
        if wanted:
            have = counts[kind] + 2 * (counts[K_DOUBLE + kind] + counts[K_RIGID + kind])
            if have < wanted:
                lacking += wanted - have
        need >>= 4
        kind += 1
    return lacking - counts[K_WILD]


def rest_choices(picked: list[int], cost: int, need: int) -> list[int]:
    """Of a set that pays one energy too much: kinds that can give it back; K_GENERIC2, rigid: it is lost (3.2.6)."""
    out: list[int] = []
    for kind in range(K_DOUBLE, K_DOUBLE + 4):
        if picked[kind] and _types_without_unit(picked, kind, need):
            out.append(kind)
    for kind in range(K_GENERIC2, K_KINDS):
        if picked[kind] and _types_without_unit(picked, kind, need) and _none_superfluous(picked, cost, need):
            out.append(kind)
    return out


def _types_without_unit(picked: list[int], kind: int, need: int) -> bool:
    """Whether the types are still there if one energy of a double is not spent."""
    if kind == K_GENERIC2:
        return missing_types(picked, need) <= 0
    less = picked[:]
    less[kind] -= 1
    less[kind - K_DOUBLE if kind < K_GENERIC2 else kind - K_RIGID] += 1
    return missing_types(less, need) <= 0


def _none_superfluous(picked: list[int], cost: int, need: int) -> bool:
    """If generic energy is wasted, every die must be needed (3.2.8)."""
    for kind in range(K_DOUBLE):  # two energies less would be too little
        if picked[kind]:
            less = picked[:]
            less[kind] -= 1
            if missing_types(less, need) <= 0:
                return False
    return True


def affordable(pool: list[int], cost: int, need: int) -> bool:
    """Whether a cost, also one of several things at once, can be paid from the pool."""
    return _payable(pool, sum(pool[:K_DOUBLE]), sum(pool[K_DOUBLE:]), cost, need)


def _payable(pool: list[int], singles: int, doubles: int, cost: int, need: int) -> bool:
    """The same, where it is known how many energies of the pool are single ones, and how many are double."""
    typed = lacking = kind = 0
    wanted = need
    while wanted:
        n = wanted & 15
        typed += n
        if n > pool[kind]:
            lacking += n - pool[kind]
        wanted >>= 4
        kind += 1
    if lacking <= pool[K_WILD] and enough(cost - typed, singles - typed, doubles):
        return True  # single energies give the types
    if singles + 2 * doubles < cost or missing_types(pool, need) > 0:
        return False
    return completes(NO_ENERGY[:], pool, cost, need, cost)


def completes(picked: list[int], pool: list[int], cost: int, need: int, rest: int) -> bool:
    """Whether some dice of the pool, added to those picked, make a legal payment. The lists come back unchanged.

    `rest` is how much of the cost the dice picked leave open.
    """
    lacking = missing_types(picked, need) if need else 0
    if rest <= 0:
        return lacking <= 0 and (rest == 0 or (rest == -1 and bool(rest_choices(picked, cost, need))))
    if lacking > 0:
        for kind in range(4):
            if (need >> (4 * kind)) & 15 > of_type(picked, kind):
                for k in (kind, K_WILD, K_DOUBLE + kind, K_RIGID + kind):
                    if pool[k]:
                        picked[k] += 1
                        pool[k] -= 1
                        good = completes(picked, pool, cost, need, rest - UNITS[k])
                        picked[k] -= 1
                        pool[k] += 1
                        if good:
                            return True
        return False
    doubles = sum(pool[6:])
    if enough(rest, sum(pool[:6]), doubles):
        return True
    if 2 * doubles <= rest:
        return False
    # one too much with doubles only: it can be given back, or is lost
    trial = picked[:]
    missing = (rest + 1) // 2
    for k in (6, 7, 8, 9, 10, 11, 12, 13, 14):
        take = min(missing, pool[k])
        trial[k] += take
        missing -= take
    return bool(rest_choices(trial, cost, need))


def enough(rest: int, singles: int, doubles: int) -> bool:
    """Whether what is left to pay can be paid exactly, the types aside."""
    return rest <= singles or rest - 2 * min(doubles, rest // 2) <= singles


def payable(s: Board, seat: int, cost: int, need: int) -> bool:
    """Whether a cost, also one of several things at once, can be paid by the seat now."""
    return purse_of(s, seat).pays(cost, need)


# ---- the payment frame: a = cost, b = types, xs = dice that could pay, ys = dice picked; step = place of the last
#      pick + 1, or -1 when only the rest is open --------------------------------------------------------------


def start_payment(s: Board, seat: int, cost: int, need: int) -> None:
    """Asks for the dice that pay; afterwards they have been spent."""
    cands = candidates(s, seat)
    if units_of(s, cands) == cost:  # all of them
        s.stack.append((FR_PAY, -2, seat, cost, -1, cands, cands, s.cause))
    else:
        s.stack.append((FR_PAY, 0, seat, cost, need, cands, (), s.cause))


def candidates(s: Board, seat: int) -> tuple[int, ...]:
    """Dice that can pay: singles, then doubles, then what cannot be spent in part; equal dice side by side."""
    f_pay = s.kit.f_pay
    face = s.face
    packed: list[int] = []  # the group, the first die that is equal, whether others are preferred, the die
    prefer = s.prefer
    shown: list[int] = []
    for die in s.zones[seat * ZONES + RESERVE]:
        f = face[die]
        kind = f_pay[f]
        if kind >= 0:
            shown.append(f)
            group = 0 if kind < K_DOUBLE else kind if kind < K_GENERIC2 else K_GENERIC2
            later = 1 << 10 if prefer and die not in prefer else 0
            packed.append(group << 21 | shown.index(f) << 11 | later | die)
    packed.sort()
    loose = s.generic[seat]
    if not loose:
        return tuple([p & 1023 for p in packed])
    singles = [p & 1023 for p in packed if p >> 21 == 0]
    return tuple(singles + [NO_DIE] * loose + [p & 1023 for p in packed if p >> 21])


def units_of(s: Board, dice: tuple[int, ...]) -> int:
    """How many energies dice are."""
    f_units, face = s.kit.f_units, s.face
    total = 0
    for die in dice:
        total += 1 if die == NO_DIE else f_units[face[die]]
    return total


def kind_of(s: Board, die: int) -> int:
    return K_LOOSE if die == NO_DIE else s.kit.f_pay[s.face[die]]


def pay_run(s: Board, f: Frame) -> int:
    if f[1] == -2:  # complete
        s.stack.pop()
        _spend(s, f[2], f[6], f[4])
        return GO_ON
    return ASK


def pay_actions(s: Board, f: Frame) -> list[int]:
    _, last, _, cost, need, cands, picks, _ = f
    if last == -1:
        return _rest_actions(s, picks, cost, need)
    n = len(cands)
    face = s.face
    f_pay = s.kit.f_pay
    kinds: list[int] = []
    for d in cands:
        kinds.append(K_LOOSE if d == NO_DIE else f_pay[face[d]])
    out: list[int] = []
    if kinds[-1] < 6 and (need == 0 or need in ONE_TYPE):
        # only single energies, and at most one must be of a type: a quick answer
        rest = cost - len(picks) - 1
        if need:
            kind = TYPE_BIT.index(need)
            typed_until = -1
            for j in range(n):
                if kinds[j] == kind or kinds[j] == K_WILD:
                    typed_until = j
            have = False
            for d in picks:
                k = K_LOOSE if d == NO_DIE else f_pay[face[d]]
                if k == kind or k == K_WILD:
                    have = True
        else:
            have, kind, typed_until = True, -1, n
        previous = -2
        for j in range(last, n):
            f_j = face[cands[j]] if cands[j] != NO_DIE else -2
            if j > last and f_j == previous:
                continue
            previous = f_j
            if n - 1 - j < rest:
                break
            if have or kinds[j] == kind or kinds[j] == K_WILD or (rest > 0 and typed_until > j):
                out.append(A_DIE + cands[j])
        return out
    picked = NO_ENERGY[:]
    before = cost
    for d in picks:
        kind = K_LOOSE if d == NO_DIE else f_pay[face[d]]
        picked[kind] = picked[kind] + 1
        before -= UNITS[kind]
    pool = NO_ENERGY[:]
    singles = doubles = 0
    for j in range(last, n):
        kind = kinds[j]
        pool[kind] = pool[kind] + 1
        if kind < K_DOUBLE:
            singles += 1
        else:
            doubles += 1
    typed = missing_types(picked, need) <= 0
    one_type = ONE_TYPE.get(need, 0)
    kind_asked = TYPE_BIT.index(need) if one_type else 0
    previous = -2
    for j in range(last, n):
        kind = kinds[j]
        pool[kind] = pool[kind] - 1
        if kind < 6:
            singles -= 1
        else:
            doubles -= 1
        f_j = face[cands[j]] if cands[j] != NO_DIE else -2
        if j > last and f_j == previous:
            continue
        previous = f_j
        rest = before - UNITS[kind]
        if rest > singles + 2 * doubles:
            break  # nor do the dice after it suffice
        if rest >= 0 and (typed or one_type & STANDS_FOR[kind]):
            good = enough(rest, singles, doubles)
        elif rest > 0 and one_type and pool[kind_asked] + pool[K_WILD]:
            good = enough(rest - 1, singles - 1, doubles)
        else:
            good = False
        if not good:  # not one of the usual cases: a search
            picked[kind] += 1
            good = completes(picked, pool, cost, need, rest)
            picked[kind] -= 1
        if good:
            out.append(A_DIE + cands[j])
    return out


def pay_take(s: Board, f: Frame, action: int) -> None:
    k, last, seat, cost, need, cands, picks, cause = f
    if last == -1:
        _set_rest(s, f, action - A_REST)
        return
    die = action - A_DIE
    place = last
    while cands[place] != die:
        place += 1
    if place > last and die != NO_DIE and cands[last] != die:
        # of equal dice another than the first was named: they change places
        first = place
        while first > last and cands[first - 1] != NO_DIE and s.face[cands[first - 1]] == s.face[die]:
            first -= 1
        if first != place:
            swapped = list(cands)
            swapped[first], swapped[place] = swapped[place], swapped[first]
            cands, place = tuple(swapped), first
    picks = picks + (die,)
    step = place + 1
    rest = cost - units_of(s, picks)
    if rest == 0:
        step, need = -2, -1
    elif rest < 0:
        step = -1
    elif units_of(s, cands[step:]) == rest:  # all the others
        picks += cands[step:]
        step, need = -2, -1
    s.stack[-1] = (k, step, seat, cost, need, cands, picks, cause)


def _rest_actions(s: Board, picks: tuple[int, ...], cost: int, need: int) -> list[int]:
    """Which double gives back its second energy, or that one is wasted: whose makes no difference."""
    counts = NO_ENERGY[:]
    for d in picks:
        counts[kind_of(s, d)] += 1
    kinds = rest_choices(counts, cost, need)
    out: list[int] = []
    faces: list[int] = []
    wasted = False
    for d in picks:
        kind = kind_of(s, d)
        if kind not in kinds or s.face[d] in faces or (wasted and kind >= K_GENERIC2):
            continue
        faces.append(s.face[d])
        wasted = wasted or kind >= K_GENERIC2
        out.append(A_REST + d)
    return out


def _set_rest(s: Board, f: Frame, die: int) -> None:
    """Notes the die that gives its rest back as the last of the payment; the frame then spends."""
    k, _, seat, cost, _, cands, picks, cause = f
    picks = (*[d for d in picks if d != die], die)
    s.stack[-1] = (k, -2, seat, cost, 1 if s.kit.f_half[s.face[die]] >= 0 else 0, cands, picks, cause)


def _spend(s: Board, seat: int, picks: tuple[int, ...], rest: int) -> None:
    """Moves what was spent. rest: -1 nothing is left over, 1 the last die is spun, 0 its rest is lost."""
    edition = s.kit.edition
    own = s.kit.side_of[seat] == s.active
    zone = edition.spent_goes_to if own else USED
    rule = edition.spent_rule if own else "3.2.3"
    last = picks[-1]
    gone: list[int] = []  # in the order in which they lie
    for die in s.zones[seat * ZONES + RESERVE]:
        if die in picks:
            gone.append(die)
    s.generic[seat] -= len(picks) - len(gone)
    if rest == 1:
        die = last
        gone.remove(die)
        s.face[die] = s.kit.f_half[s.face[die]]
        s.partial = [*s.partial, die]
        s.emit(E_SPUN, "3.2.5", die, s.face[die])
    elif rest == 0:
        s.emit(E_REST_LOST, "3.2.6", last)
    if s.kit.abilities is not None and s.stack and s.stack[-1][0] == FR_ORDER:  # who paid for this fielding (3.4.4)
        s.memory = s.memory + [M_PAID * M_KIND + d for d in gone]
    z = s.kit.zone_at[seat * ZONES + zone]
    spent = tuple(gone)
    shown: list[int] = []  # dice in the Used Pile show nothing
    face = s.face
    for die in gone:
        shown.append(face[die])
    s.shift(spent, seat * ZONES + RESERVE, z)
    s.ev.append((E_SPENT, s.cause, rule, seat, z, spent + tuple(shown)))


# ---- the default payment (3.2.12) and payments that are named -------------------------------------------------


def all_payments(s: Board, seat: int, cost: int, need: int, limit: int = 20000) -> list[tuple[tuple[int, ...], int]]:
    """Every payment, equal dice taken once: the dice, and the one that gives its rest back or wastes it (or -1)."""
    out: list[tuple[tuple[int, ...], int]] = []
    trial = s.clone()
    assert isinstance(trial, Board)
    todo: list[Frame] = [(FR_PAY, 0, seat, cost, need, candidates(s, seat), (), -1)]
    while todo and len(out) < limit:
        frame = todo.pop()
        if frame[1] == -2:
            out.append((frame[6], frame[6][-1] if frame[4] >= 0 else -1))
            continue
        for action in pay_actions(s, frame):
            trial.stack = [frame]
            pay_take(trial, frame, action)
            todo.append(trial.stack[-1])
    return out


def default_payment(s: Board, seat: int, cost: int, need: int) -> tuple[tuple[int, ...], int]:
    """Least waste, generic before symbols before wild, then symbols of which most remain, then the lowest numbers.

    A die is not spent in part where whole dice do as well.
    """
    if not payable(s, seat, cost, need):
        raise ValueError("nothing can pay this")
    counts = kinds_of(s, seat)
    have = [of_type(counts, kind) for kind in range(4)]
    order = {die: i for i, die in enumerate(candidates(s, seat))}
    best: tuple[tuple[int, ...], int] | None = None
    best_score: tuple[int, ...] = ()
    for dice, rest in all_payments(s, seat, cost, need):
        waste = generic = wild = 0
        left = have[:]
        for die in dice:
            kind = kind_of(s, die)
            units = UNITS[kind] - (1 if die == rest and kind < K_GENERIC2 else 0)
            if kind == K_GENERIC2 or kind == K_LOOSE:
                generic += units
            elif kind == K_WILD:
                wild += 1
            else:
                left[_type_of(kind)] -= units
            if die == rest and kind >= K_GENERIC2:
                waste += 1
        numbers = sorted(0 if d == NO_DIE else s.num[d] for d in dice)
        places = sorted(order[d] for d in dice)
        spins = rest != -1 and kind_of(s, rest) < K_GENERIC2
        score = (waste, -generic, wild, sum(n * n for n in left), int(spins), *numbers, 0, *places)
        if best is None or score < best_score:
            best, best_score = (dice, rest), score
    assert best is not None, "a cost that is payable has a payment"
    return best


def _type_of(kind: int) -> int:
    return kind if kind < 4 else kind - K_DOUBLE if kind < K_GENERIC2 else kind - K_RIGID
