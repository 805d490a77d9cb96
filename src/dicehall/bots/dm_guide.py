"""The guide of Dice Masters: quick answers, what to try first, and how a position looks.

It works directly on a state and its frames; tables of a kit are in `dm_quick`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dicehall.bots.dm_quick import (
    ANY_TIME,
    EITHER,
    HARM,
    HELP,
    IN_FIGHT,
    MOST_ENERGY,
    PRICE,
    Table,
    assault,
    attack_sets,
    best_attack,
    blocks_of,
    characters,
    fighters,
    per_life,
    split,
)
from dicehall.bots.dm_value import value_of
from dicehall.bots.guide import Style
from dicehall.dicemasters.kit import K_DOUBLE, K_GENERIC2, K_LOOSE, K_RIGID, K_WILD, Kit
from dicehall.dicemasters.state import W_PAUSE, DMState
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_BUY,
    A_CARD,
    A_DIE,
    A_FACE,
    A_FIELD,
    A_GLOBAL,
    A_NO,
    A_NUMBER,
    A_REST,
    A_RITUAL,
    A_SIDE,
    A_TYPE,
    A_UP,
    A_USE,
    A_YES,
    A_ZONE,
    BAG,
    BLOCK_BASE,
    BLOCK_SPIN,
    DONE,
    FIELD,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_REACT,
    FR_TRIGGERS,
    FR_WINDOW,
    FRAMES,
    NO_DIE,
    P_ATTACK,
    P_EXTRA,
    P_REROLL,
    PASS,
    PREP,
    RESERVE,
    RITUAL_BASE,
    W_MAIN,
    ZONES,
)
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import Frame, State

Scores = list[tuple[float, int]]
Scorer = Callable[["DMGuide", DMState, Frame, Table], Scores]

SILLY: Final = -1000.0  # the score of what is plainly silly
KEPT: Final = 64  # tables that are kept

STYLE: Final = Style(further=6)  # a die that was bought comes into play after some turns only


class DMGuide:
    """See Guide. Keeps nothing but tables of the kits it has seen."""

    def __init__(self, style: Style = STYLE) -> None:
        self.style = style
        self._tables: dict[int, Table] = {}
        self._last: Table | None = None

    def table(self, kit: Kit) -> Table:
        last = self._last
        if last is not None and last.kit is kit:
            return last
        found = self._tables.get(id(kit))  # a table holds its kit, so that ids stay true
        if found is None:
            if len(self._tables) >= KEPT:
                self._tables.clear()
            found = self._tables[id(kit)] = Table(kit)
        self._last = found
        return found

    # ---- answers -----------------------------------------------------------------------------------------
    def quick(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, DMState)
        legal = state.legal
        if len(legal) == 1:
            return legal[0]
        f = state.stack[-1]
        table = self._last
        if table is None or table.kit is not state.kit:
            table = self.table(state.kit)
        kind = f[0]
        if kind == FR_PICK:
            if f[3] == P_REROLL or f[3] == P_EXTRA:
                return _quick_reroll(state, f, table, rng)
            if f[3] == P_ATTACK:
                return _quick_attack(state, f, table, rng)
        scores = _SCORES[kind](self, state, f, table)
        noise = rng.word()
        best, best_score = legal[0], -1e9
        for score, action in scores:
            score += (noise & 255) * _NOISE[kind]
            noise = noise >> 8 or 0x5DEECE66D
            if score > best_score:
                best, best_score = action, score
        return best

    def order(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, DMState)
        legal = state.legal
        if len(legal) < 2:
            return list(legal)
        f = state.stack[-1]
        table = self.table(state.kit)
        scores = _SCORES[f[0]](self, state, f, table)
        scores.sort(key=lambda x: -x[0])
        return [a for x, a in scores if x > SILLY] or [a for _, a in scores] or list(legal)

    # ---- judging -----------------------------------------------------------------------------------------
    def value(self, state: State, side: int) -> float:
        assert isinstance(state, DMState)
        return value_of(state, self.table(state.kit), side)

    def is_settled(self, state: State, turn: int) -> bool:
        """The next turn has begun: its dice are rolled and nothing has been done with them."""
        assert isinstance(state, DMState)
        if state.turn <= turn:
            return False
        if state.waiting:
            return state.waiting == W_PAUSE
        f = state.stack[-1]
        return (f[0] == FR_PICK and f[3] == P_REROLL and not f[6]) or (f[0] == FR_WINDOW and f[3] == W_MAIN)


# ---- rerolls and attackers -------------------------------------------------------------------------------------


def _reroll_gains(s: DMState, seat: int, table: Table) -> dict[int, float]:
    """For each face that shows: how much better a new roll is on average."""
    kit, face, card = s.kit, s.face, s.kit.die_card
    f_units, f_cost = kit.f_units, kit.f_cost
    energy, wanted = s.generic[seat], 0
    dice = s.rolling
    for die in dice:
        fid = face[die]
        energy += f_units[fid]
        wanted += f_cost[fid] if table.is_character[fid] else 0
    free = energy - wanted
    margin = table.margin[seat]
    point = margin[0 if free < 0 else MOST_ENERGY if free > MOST_ENERGY else free]
    life = min(s.life)
    point *= 0.85 if life >= 10 else 0.34 + 0.05 * life  # what is bought late comes too late
    short = free < 0
    out: dict[int, float] = {}
    for die in dice:
        fid = face[die]
        if fid in out:
            continue
        c = card[die]
        power, units, fee = table.mean[c]
        if table.is_character[fid]:
            now = table.power[fid] - 0.5 * point * f_cost[fid]
            if short and f_cost[fid] > energy:
                now *= 0.2
        elif f_units[fid]:
            now = point * f_units[fid]
        else:
            now = 2.0 if kit.abilities is not None else 0.0
        out[fid] = power + point * units - 0.5 * point * fee - now
    return out


def _lift_score(s: DMState, table: Table, seat: int, die: int, gain: float) -> float:
    """What it is worth to buy oneself off from a ban for something that is worth `gain`."""
    life = s.life[s.kit.side_of[seat]]
    price = table.lifts.get(s.kit.die_card[die], 2)
    return gain - price * per_life(life - price) if price < life else SILLY


def _quick_reroll(s: DMState, f: Frame, table: Table, rng: Rng) -> int:
    gains = _reroll_gains(s, f[2], table)
    face, legal = s.face, s.legal
    if legal[-1] >= A_USE:  # only if the ban is lifted
        score, action = max(_score_reroll(s, f, table))
        return action if score > 0.0 else DONE
    for action in legal:
        if action != DONE and gains.get(face[action - A_DIE], 0.0) > 0.0:
            return action
    return DONE if legal[0] == DONE else legal[rng.below(len(legal))]


def _score_reroll(s: DMState, f: Frame, table: Table) -> Scores:
    gains = _reroll_gains(s, f[2], table)
    face = s.face
    out: Scores = []
    for a in s.legal:
        if a == DONE:
            out.append((0.0, a))
        elif a >= A_USE:  # a ban is lifted, for all that a new roll promises
            hope = sum([max(0.0, gains.get(face[d], 0.0)) for d in f[5]])
            out.append((_lift_score(s, table, f[2], a - A_USE, hope), a))
        else:
            out.append((gains.get(face[a - A_DIE], 0.0), a))
    return out


def _quick_attack(s: DMState, f: Frame, table: Table, rng: Rng) -> int:
    legal = s.legal
    side = s.active
    able = f[5]
    blk = fighters(s, characters(s, 1 - side))
    places, gain = best_attack(fighters(s, able), blk, s.life[side], s.life[1 - side])
    if not f[6] and legal[0] == DONE and gain < 1.0 and rng.word() & 3 == 0:
        return DONE
    dice = [able[i] for i in places]
    for action in legal:
        if action != DONE and action - A_DIE in dice:
            return action
    return legal[0]


def _score_attack(s: DMState, f: Frame, table: Table) -> Scores:
    """For each die the best set that goes on with it."""
    side = s.active
    able = f[5]
    mine = fighters(s, able)
    blk = fighters(s, characters(s, 1 - side))
    life, other = s.life[side], s.life[1 - side]
    picked = [i for i, die in enumerate(able) if die in f[6]]
    sets = [[*picked, i] for i in range(len(able)) if i not in picked]
    sets += [chosen for chosen in attack_sets(mine, blk) if all([i in chosen for i in picked])]
    worth: dict[int, float] = {}
    for chosen in sets:
        score = assault(mine, chosen, blk, life, other)
        for i in chosen:
            worth[able[i]] = max(worth.get(able[i], -100.0), score)
    stop = assault(mine, picked, blk, life, other)
    return [(stop, a) if a == DONE else (worth.get(a - A_DIE, -100.0), a) for a in s.legal]


def _score_pick(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    if f[3] == P_REROLL or f[3] == P_EXTRA:
        return _score_reroll(s, f, table)
    if f[3] == P_ATTACK:
        return _score_attack(s, f, table)
    out: Scores = []  # several things with one payment: as much as possible
    for a in s.legal:
        if a == DONE:
            out.append((0.2, a))
        elif a < A_FIELD:
            out.append((table.price[a - A_BUY], a))
        else:
            out.append((table.power[s.face[a - A_FIELD]], a))
    return out


# ---- windows ---------------------------------------------------------------------------------------------------


def _score_window(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    seat = f[2]
    kit, face = s.kit, s.face
    fight = f[3] != W_MAIN
    if fight:
        return [(_use_score(s, a, table, seat, True), a) for a in s.legal]
    buys: list[int] = []
    fields: list[tuple[float, int, int]] = []
    out: Scores = []
    power, f_cost = table.power, kit.f_cost
    for a in s.legal:
        if a >= A_RITUAL:  # one character for another
            die, payer = divmod(a - A_RITUAL, RITUAL_BASE)
            out.append((1.5 + 0.2 * (power[face[die]] - power[face[payer]]), a))
        elif a >= A_USE:
            out.append((_use_score(s, a, table, seat, False), a))
        elif a >= A_FIELD:
            fid = face[a - A_FIELD]
            fields.append((power[fid], f_cost[fid], a))
        elif a >= A_BUY:
            buys.append(a)
        elif a == PASS:
            out.append((0.0, a))
        else:
            out.append((SILLY if not _wastes(s, seat) else -1.0, a))
    full = 0.0
    energy = 0
    if fields:
        fields.sort(reverse=True)
        for p, _, a in fields:
            out.append((2.0 + 0.2 * p, a))
    if buys:
        life = min(s.life)
        late = 1.0 if life >= 12 else 0.3 + 0.06 * life
        card_cost, price = kit.card_cost, table.price
        if fields:
            f_units = kit.f_units
            energy = s.generic[seat]
            all_fields: list[tuple[float, int]] = []
            for die in s.zones[seat * ZONES + RESERVE]:
                fid = face[die]
                energy += f_units[fid]
                if power[fid]:
                    all_fields.append((power[fid], f_cost[fid]))
            all_fields.sort(reverse=True)
            full = _field(all_fields, energy)
            for a in buys:
                card = a - A_BUY
                gain = price[card] * late
                gain += _field(all_fields, energy - card_cost[card]) - full
                out.append((4.0 + gain if gain > 0.5 else gain - 1.0, a))
        else:
            for a in buys:
                gain = price[a - A_BUY] * late
                out.append((4.0 + gain if gain > 0.5 else gain - 1.0, a))
    return out


def _field(fields: list[tuple[float, int]], energy: int) -> float:
    total = 0.0
    for power, cost in fields:
        if cost <= energy:
            total += power
            energy -= cost
    return total


def _wastes(s: DMState, seat: int) -> bool:
    """Whether energy lies there that cannot be spent in part: only then is one payment for several better."""
    f_pay, face = s.kit.f_pay, s.face
    return any([f_pay[face[d]] >= K_GENERIC2 for d in s.zones[seat * ZONES + RESERVE]]) or bool(s.effects)


def _use_score(s: DMState, a: int, table: Table, seat: int, fight: bool) -> float:
    """What using an action die or a Global Ability promises; passing is 0."""
    if a == PASS:
        return 0.0
    if a < A_GLOBAL and s.where[a - A_USE] % ZONES == FIELD and s.kit.side_of[s.ctrl[a - A_USE]] != s.kit.side_of[seat]:
        if s.kit.die_card[a - A_USE] in table.lifts:
            return _lift_score(s, table, seat, a - A_USE, 4.0 if s.kit.side_of[seat] == s.active else 2.0)
    if a < A_GLOBAL:
        if s.zone_of(a - A_USE) != RESERVE:  # what a die offers has a price
            return 0.2 if fight or s.kit.side_of[seat] == s.active else -0.2
        use = table.action_use.get(s.kit.die_card[a - A_USE], ANY_TIME)
        return 1.5 if fight else 5.0 if use == ANY_TIME else 0.2
    times, card = divmod(a - A_GLOBAL, A_BATCH)
    use = table.global_use.get(card, ANY_TIME)
    if use == ANY_TIME:
        score = 0.2
    elif use == IN_FIGHT:
        score = 0.4 if fight else -0.6
    else:
        score = -0.5
    if not fight and s.kit.side_of[seat] != s.active:
        score -= 0.4
    return score - 0.05 * times


# ---- payments --------------------------------------------------------------------------------------------------


def _score_pay(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    """Generic energy first, then symbols of which most are there, wild last."""
    if f[1] == -1:
        return [(0.0, a) for a in s.legal]
    f_pay, face = s.kit.f_pay, s.face
    have = [0, 0, 0, 0]
    for die in f[5][f[1] :]:
        if die != NO_DIE:
            k = f_pay[face[die]]
            if k < 4:
                have[k] += 1
            elif K_DOUBLE <= k < K_GENERIC2:
                have[k - K_DOUBLE] += 2
            elif k >= K_RIGID:
                have[k - K_RIGID] += 2
    out: Scores = []
    place = 0.0
    for a in s.legal:
        die = a - A_DIE
        k = K_LOOSE if die == NO_DIE else f_pay[face[die]]
        place += 0.3
        if k == K_LOOSE:
            score = 9.0
        elif k == K_WILD:
            score = -5.0
        elif k < 4:
            score = float(have[k])
        elif k == K_GENERIC2:
            score = 8.0
        else:
            score = have[k - K_DOUBLE if k < K_GENERIC2 else k - K_RIGID] - 0.5
        out.append((score - place, a))
    return out


# ---- blocks and damage -----------------------------------------------------------------------------------------


def _score_block(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    _, place, seat, more, _, cands, attackers, _ = f
    legal = s.legal
    base = cands[place] * BLOCK_BASE
    life = s.life[s.kit.side_of[seat]]
    stopped = s.blocks[1::2]
    if more:  # it blocks already; further attackers only to stay alive
        return [(0.5 if a == base else 0.0, a) for a in legal]
    open_attackers = [d for d in attackers if d not in stopped] if stopped else list(attackers)
    att = fighters(s, open_attackers)
    blk = fighters(s, cands[place:])
    at = blocks_of(att, blk, life)[0]
    out: Scores = []
    face = s.face
    wanted = open_attackers[at] if at >= 0 else -1
    for a in legal:
        code = a % BLOCK_BASE
        if code == 0:
            out.append((3.0 if at < 0 else 0.0, a))
        elif code > BLOCK_SPIN:  # only to stay alive
            out.append((-1.0, a))
        elif code - 1 == wanted:
            out.append((4.0, a))
        elif code - 1 in stopped:
            out.append((-3.0, a))
        else:
            die = code - 1
            alike = wanted >= 0 and face[die] == face[wanted]
            out.append((3.5 if alike else 0.0 - 0.01 * attackers.index(die), a))
    return out


def _score_assign(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    _, _, _, _, rest, targets, given, _ = f
    left = targets[len(given) :]
    some = [(s.defence_of(d) - s.damage[d], table.power[s.face[d]]) for d in left]
    best = split(rest, [x[0] for x in some], [x[1] for x in some])
    return [(-float(abs(a - best)), a) for a in s.legal]


# ---- what abilities ask ----------------------------------------------------------------------------------------


def _score_effect(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    kit = s.kit
    side = kit.side_of[f[2]]
    mood = table.mood(f[3], f[1])
    out: Scores = []
    for a in s.legal:
        if a == DONE:
            score = 0.0
        elif a < A_REST:
            score = _die_score(s, table, a - A_DIE, side, mood)
        elif A_SIDE <= a < A_NO:
            score = 6.0 if (a - A_SIDE == side) == (mood == HELP or mood == EITHER) else -6.0
        elif a == A_YES or a == A_UP:
            price = table.price_of_yes(f[3], f[1]) if a == A_YES else 0
            score = (
                2.0 if not price else 4.0 - price * per_life(s.life[side] - price) if price < s.life[side] else SILLY
            )
        elif a >= A_CARD:
            card = a - A_CARD
            score = float(kit.card_cost[card]) if 0 <= card < kit.n_cards else 0.0
        elif a >= A_NUMBER:
            score = 0.5 * (a - A_NUMBER)
        elif a >= A_ZONE:  # where the die can be had again soonest
            score = 2.0 if a == A_ZONE + PREP else 1.0 if a == A_ZONE + BAG else 0.5
        elif a >= A_FACE:
            score = table.power[kit.die_card[f[4]] * 6 + a - A_FACE] if f[4] >= 0 else 0.0
        else:
            score = 0.0 if a < A_TYPE else 0.5
        out.append((score, a))
    return out


def _die_score(s: DMState, table: Table, die: int, side: int, mood: int) -> float:
    if not 0 <= die < s.kit.n_dice:
        return 0.0
    mine = s.kit.side_of[s.ctrl[die]] == side if s.ctrl[die] >= 0 else True
    w = s.where[die]
    face = s.face[die]
    worth = 1.0 + table.cost[s.kit.die_card[die]] + (table.power[face] if face >= 0 else 0.0)
    if mood == EITHER:
        mood = HARM if w >= 0 and w % ZONES == FIELD else HELP
    if mood == PRICE:
        return 4.0 - worth if mine else worth
    return worth if mine == (mood == HELP) else -worth


def _score_damage(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    """Whatever keeps one's own dice and life."""
    out: Scores = []
    for a in s.legal:
        if A_USE <= a < A_GLOBAL:
            out.append((_lift_score(s, table, f[2], a - A_USE, 4.0), a))
        else:
            out.append((0.0 if a == PASS else 1.0, a))
    return out


def _score_any(guide: DMGuide, s: DMState, f: Frame, table: Table) -> Scores:
    return [(0.0, a) for a in s.legal]


_SCORES: Final[list[Scorer]] = [_score_any] * FRAMES
_NOISE: Final[list[float]] = [0.0] * FRAMES  # times 0 to 255
for _kind, _scorer, _noise in (
    (FR_PICK, _score_pick, 0.001),
    (FR_WINDOW, _score_window, 0.003),
    (FR_PAY, _score_pay, 0.0005),
    (FR_BLOCK, _score_block, 0.0),
    (FR_ASSIGN, _score_assign, 0.0),
    (FR_TRIGGERS, _score_any, 0.001),
    (FR_EFFECT, _score_effect, 0.005),
    (FR_DAMAGE, _score_damage, 0.003),
    (FR_REACT, _score_damage, 0.003),
):
    _SCORES[_kind], _NOISE[_kind] = _scorer, _noise
