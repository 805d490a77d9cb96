"""Tables and small sums for quick answers in Dice Masters: worked out once for a kit, then only looked up.

Nothing here asks for a view or copies a state. Rules 3.2 to 3.5, 4.3, 5.2 to 5.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dicehall.dicemasters.effects import deeds, drawing, handling, imitating, lasting, ops, picking
from dicehall.dicemasters.effects.code import C_CANNOT, C_DEALS_NO, C_GETS, C_HALF, C_MUST, REF_REG, Program, Ref
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.state import DMState
from dicehall.dicemasters.terms import BAG, CHARACTER, F_ACTION, F_CHARACTER, FIELD, PREP, RESERVE, SIDEKICK

BUY: Final = 1.1  # how much a better bag weighs against dice in the field
COST: Final = 0.15  # what a text is taken to be worth for each energy that its card costs
PLAIN: Final = 1.15  # what a Sidekick gives in a roll
ENERGY: Final = 0.6
ACTION_FACE: Final = 1.4
MOST_ENERGY: Final = 16
KO_COST: Final = 0.6  # what a KO costs of a die's power: it comes back through the Prep Area
LEAVE_COST: Final = 0.35  # what it costs to leave the field unblocked

# what is about to be done to dice that are chosen
HARM: Final = 0
HELP: Final = 1
PRICE: Final = 2
EITHER: Final = 3  # bad for dice in the field, good for all others

# when a text is best used
ANY_TIME: Final = 0
IN_FIGHT: Final = 1
SELDOM: Final = 2

REMEMBERED: Final = 1 << 14  # fights whose best answer is kept


Fighter = tuple[int, int]  # attack and defence


class Table:
    """What the cards and faces of a kit are worth."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        faces = range(len(kit.f_kind))
        plays = kit.abilities is not None
        self.is_character: list[bool] = [kit.f_kind[f] == F_CHARACTER for f in faces]
        self.power: list[float] = [
            0.5 + kit.f_attack[f] + 0.6 * kit.f_defence[f] if self.is_character[f] else 0.0 for f in faces
        ]
        self.power.append(0.0)  # an unrolled die shows the face -1
        # for each card the means of its six faces: power, energy, cost of fielding, actions
        self.mean: list[tuple[float, float, float]] = []
        self.quality: list[float] = []  # what a die of the card adds to a bag, a Sidekick nothing
        self.cost: list[float] = [float(c) for c in kit.card_cost]
        for card in range(kit.n_cards):
            six = range(card * 6, card * 6 + 6)
            power = sum(self.power[f] for f in six) / 6
            energy = sum(kit.f_units[f] for f in six) / 6
            fee = sum(kit.f_cost[f] for f in six if self.is_character[f]) / 6
            action = ACTION_FACE * sum(1 for f in six if kit.f_kind[f] == F_ACTION) / 6 if plays else 0.0
            self.mean.append((power + action, energy, fee))
            good = power + action + ENERGY * energy - 0.5 * ENERGY * fee - PLAIN
            if kit.card_kind[card] == SIDEKICK:
                good = 0.0
            elif plays:
                good += COST * kit.card_cost[card] * (1.0 if kit.card_kind[card] == CHARACTER else 0.6)
            self.quality.append(good)
        self.price: list[float] = [BUY * q for q in self.quality]
        # what one more energy is worth to a seat that has so many
        self.margin: list[list[float]] = [self._margins(seat) for seat in range(kit.n_seats)]
        self.moods: dict[int, int] = {}  # by program * 1000 + place
        self.global_use: dict[int, int] = {}
        self.action_use: dict[int, int] = {}
        self.lifts: dict[int, int] = {}  # by card: the life that lifts its ban
        self.life_prices: dict[int, int] = {}  # of a yes, by program * 1000 + place
        runner = kit.abilities
        if isinstance(runner, Runner):
            for ban, _, program in runner.lifts:
                self.lifts[runner.clauses[ban].card] = life_price(runner.programs[program].ops)
            for g in runner.globals:
                self.global_use[g.card] = _when(runner, runner.programs[g.program])
            for card, programs in runner.actions_of.items():
                first = next((p for p in programs if p >= 0), -1)
                self.action_use[card] = _when(runner, runner.programs[first]) if first >= 0 else ANY_TIME

    def _margins(self, seat: int) -> list[float]:
        kit = self.kit
        best = [0.0] * (MOST_ENERGY + 3)
        for total in range(1, len(best)):
            best[total] = best[total - 1]
            for card in kit.buyable[seat]:
                cost = max(1, kit.card_cost[card])
                if cost <= total and kit.left[card]:
                    best[total] = max(best[total], best[total - cost] + self.price[card])
        return [max(0.25, (best[t + 2] - best[t]) / 2) for t in range(MOST_ENERGY + 1)]

    def mood(self, program: int, place: int) -> int:
        """What will be done to the dice that the choice at a place of a program is for."""
        key = program * 1000 + place
        found = self.moods.get(key)
        if found is None:
            found = HELP
            runner = self.kit.abilities
            if isinstance(runner, Runner):
                found = _mood(runner, runner.programs[program].ops, place)
            self.moods[key] = found
        return found

    def price_of_yes(self, program: int, place: int) -> int:
        """The life that a yes at a place of a program costs."""
        key = program * 1000 + place
        found = self.life_prices.get(key)
        if found is None:
            found = 0
            runner = self.kit.abilities
            if isinstance(runner, Runner):
                op = runner.programs[program].ops[place]
                found = life_price(op.needs) if isinstance(op, ops.Ask) else 0
            self.life_prices[key] = found
        return found


def life_price(program: list[ops.Op]) -> int:
    """The life that operations ask for as a price."""
    return sum([op.amount for op in program if isinstance(op, ops.PayLife)])


def _mood(runner: Runner, program: list[ops.Op], at: int) -> int:
    pick = program[at]
    if not isinstance(pick, picking.Pick):
        return HELP
    if pick.to_ko:
        return PRICE
    slot = pick.slot

    def names(ref: Ref | None) -> bool:
        return ref is not None and ref.kind == REF_REG and ref.slot == slot

    for op in program[at + 1 :]:
        if isinstance(op, deeds.Ko) and names(op.ref):
            return PRICE if op.cost else HARM
        if isinstance(op, deeds.Deal):
            if any(names(ref) for _, _, refs in op.parts for ref in refs):
                return HARM
        elif isinstance(op, deeds.Life) and names(op.ref):
            return HELP if op.sign > 0 else HARM
        elif isinstance(op, deeds.Spin) and names(op.ref):
            return PRICE if op.cost else HARM if op.levels < 0 and op.way < 0 else HELP
        elif isinstance(op, lasting.Lasts) and names(op.ref):
            c = runner.clauses[op.clause]
            bad = c.kind in (C_CANNOT, C_DEALS_NO, C_HALF, C_MUST) or (c.kind == C_GETS and c.a + c.d < 0)
            return HARM if bad else HELP
        elif isinstance(op, deeds.Capture | deeds.Control | deeds.BecomesBlocked) and names(op.ref):
            return HARM
        elif isinstance(op, imitating.CopyDie) and names(op.model):
            return HARM  # a model: the strongest of theirs
        elif isinstance(op, handling.Reroll) and names(op.ref):
            return EITHER
        elif isinstance(op, handling.Move) and any(names(ref) for ref in op.refs):
            return EITHER if op.to in (PREP, BAG) else HELP if op.to in (FIELD, RESERVE) else HARM
    return HELP


def _when(runner: Runner, program: Program) -> int:
    """Whether a text is useful as such, or only while dice fight."""
    use = SELDOM
    for op in program.ops:
        if isinstance(
            op, deeds.Deal | deeds.Life | drawing.Draw | handling.Roll | handling.Move | handling.FieldDice
        ) or (isinstance(op, deeds.Ko | deeds.Spin) and not op.cost):
            return ANY_TIME
        if isinstance(op, deeds.Capture | deeds.Control | handling.Reroll):
            return ANY_TIME
        if isinstance(op, lasting.Lasts):
            c = runner.clauses[op.clause]
            use = min(use, IN_FIGHT) if c.kind == C_GETS else min(use, ANY_TIME)
    return use


# ---- fights ----------------------------------------------------------------------------------------------------
# A fighter is its attack and its defence. In imagined futures the same fights come up again and again, so that what is
# best in them is remembered.


def fighters(s: DMState, dice: Sequence[int]) -> tuple[Fighter, ...]:
    """Dice as they stand; printed numbers, unless an effect lasts on some of them."""
    face, damage = s.face, s.damage
    if s.effects:
        return tuple([(s.attack_of(d), s.defence_of(d) - damage[d]) for d in dice])
    f_attack, f_defence = s.kit.f_attack, s.kit.f_defence
    return tuple([(f_attack[face[d]], f_defence[face[d]] - damage[d]) for d in dice])


def characters(s: DMState, side: int) -> list[int]:
    """The character dice in the field of a side."""
    seats = s.kit.seats_of[side]
    return s.characters(seats[0]) if len(seats) == 1 else [d for seat in seats for d in s.characters(seat)]


def power_of(fighter: Fighter) -> float:
    return 0.5 + fighter[0] + 0.6 * fighter[1]


def per_life(life: int) -> float:
    """What a point of life is worth to a side that has so many."""
    return 0.9 + 10.0 / (life + 1)


@lru_cache(REMEMBERED)
def blocks_of(att: tuple[Fighter, ...], blk: tuple[Fighter, ...], life: int) -> tuple[int, ...]:
    """For each blocker the place of the attacker it should block, or -1.

    The best exchange first, as long as one pays; then whatever keeps the side alive.
    """
    out = [-1] * len(blk)
    point = per_life(life)
    pairs: list[tuple[float, int, int]] = []
    for j, b in enumerate(blk):
        hits, bears = b
        lost = KO_COST * power_of(b)
        for i, a in enumerate(att):
            gain = point * a[0]
            gain += KO_COST * power_of(a) if hits >= a[1] else -LEAVE_COST * power_of(a)
            if a[0] >= bears:
                gain -= lost
            if gain > 0:
                pairs.append((gain, i, j))
    pairs.sort(reverse=True)
    stopped = [False] * len(att)
    for _, i, j in pairs:
        if out[j] < 0 and not stopped[i]:
            out[j] = i
            stopped[i] = True
    through = sum([a[0] for i, a in enumerate(att) if not stopped[i]])
    if through >= life and -1 in out:
        rest = sorted([i for i in range(len(att)) if not stopped[i]], key=lambda i: -att[i][0])
        for j in range(len(blk)):
            if out[j] < 0 and rest:
                out[j] = rest.pop(0)
    return tuple(out)


def assault(
    mine: tuple[Fighter, ...], chosen: Sequence[int], blk: tuple[Fighter, ...], life: int, their_life: int
) -> float:
    """What an attack with the chosen ones is worth if the other side blocks as `blocks_of` says and may strike back."""
    att = tuple([mine[i] for i in chosen])
    blocks = blocks_of(att, blk, their_life)
    met = [-1] * len(att)
    for j, i in enumerate(blocks):
        if i >= 0:
            met[i] = j
    dealt, score = 0, 0.0
    stay = len(mine) - len(att)
    fallen = [False] * len(blk)
    for i, a in enumerate(att):
        j = met[i]
        if j < 0:
            dealt += a[0]
            score -= LEAVE_COST * power_of(a)
            continue
        b = blk[j]
        if a[0] >= b[1]:
            score += KO_COST * power_of(b)
            fallen[j] = True
        if b[0] >= a[1]:
            score -= KO_COST * power_of(a)
        else:
            stay += 1
    if dealt >= their_life:
        return 1000.0
    back = sorted([b[0] for j, b in enumerate(blk) if not fallen[j]], reverse=True)
    hurt = sum(back[stay:])
    score += per_life(their_life) * dealt - 0.6 * per_life(life) * hurt
    return score - 40.0 if hurt >= life else score


def attack_sets(mine: tuple[Fighter, ...], blk: tuple[Fighter, ...]) -> list[list[int]]:
    """Some sets of attackers worth a look: all, all but the best blocker, the strongest few, those nobody beats."""
    if len(mine) == 1:
        return [[0]]
    strong = sorted(range(len(mine)), key=lambda i: -mine[i][0])
    out = [strong, strong[:1]]
    if len(mine) > 2:
        out += [strong[:-1], strong[: len(mine) // 2 + 1 if len(mine) > 3 else 2]]
    if blk:
        hits = max([b[0] for b in blk])
        safe = [i for i in range(len(mine)) if mine[i][1] > hits]
        if safe and len(safe) < len(mine):
            out.append(safe)
    return out


@lru_cache(REMEMBERED)
def best_attack(
    mine: tuple[Fighter, ...], blk: tuple[Fighter, ...], life: int, their_life: int
) -> tuple[tuple[int, ...], float]:
    """The places of those who should attack, and how much better that is than to stay at home."""
    base = assault(mine, (), blk, life, their_life)
    best: list[int] = []
    best_score = base
    for chosen in attack_sets(mine, blk):
        score = assault(mine, chosen, blk, life, their_life)
        if score > best_score:
            best, best_score = chosen, score
            if score >= 1000.0:
                break
    return tuple(best), best_score - base


def split(amount: int, defences: Sequence[int], powers: Sequence[float]) -> int:
    """How much of some damage the first recipient gets, so that the most power is knocked out."""
    n = min(len(defences), 8)
    best, best_mask = 0.0, 0
    for mask in range(1, 1 << n):
        need, gain = 0, 0.0
        for i in range(n):
            if mask >> i & 1:
                need += max(defences[i], 0)
                gain += powers[i]
        if need <= amount and gain > best:
            best, best_mask = gain, mask
    if not best_mask:
        return amount
    if not best_mask & 1:
        return 0
    return max(defences[0], 0) if best_mask > 1 else min(amount, max(defences[0], 0))
