"""A sensible opponent by rules of thumb: it rerolls what does not help, buys the best it can pay for, fields the
strongest first, attacks where that pays and blocks where it must or gains by it. Rules 3.3 to 5.5."""

from __future__ import annotations

from dicehall.bots.answers import answer, lifts_dearly
from dicehall.bots.base import Question
from dicehall.bots.combat import Front, best_attack, best_blocks, divide, fighters
from dicehall.bots.spending import best_turn, offers, power_of, rerolls
from dicehall.dicemasters.effects.handling import ChooseToBuy
from dicehall.dicemasters.terms import (
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_REST,
    A_RITUAL,
    A_USE,
    BLOCK_BASE,
    BLOCK_SPIN,
    DONE,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_REACT,
    FR_WINDOW,
    P_ATTACK,
    P_REROLL,
    PASS,
    RITUAL_BASE,
    W_MAIN,
)


class SimpleBot:
    """Plans a whole move and follows that through, step by step; as it keeps nothing, it plans the same at each."""

    name = "simple"

    def choose(self, question: Question) -> int:
        action = self._wanted(question)
        return action if action in question.actions else question.actions[0]

    def _wanted(self, q: Question) -> int:
        kind = q.frame[0]
        if kind == FR_PICK and q.frame[3] in (P_REROLL, P_ATTACK):
            return _pick(q)
        if kind == FR_PICK:
            return q.actions[0]
        if kind == FR_WINDOW:
            return _main(q) if q.frame[3] == W_MAIN else _use(q)
        if kind == FR_PAY:
            return _pay(q)
        if kind == FR_BLOCK:
            return _block(q)
        if kind == FR_ASSIGN:
            return _assign(q)
        if kind == FR_EFFECT:
            return answer(q)
        if kind == FR_DAMAGE or kind == FR_REACT:  # whatever keeps one's own dice and life
            return PASS if lifts_dearly(q, q.actions[-1]) else q.actions[-1]
        return q.actions[0]


# ---- rerolls and attackers -------------------------------------------------------------------------------------


def _pick(q: Question) -> int:
    dice = _rerolls(q) if q.frame[3] == P_REROLL else _attackers(q)
    for action in q.actions:
        if action != DONE and action - A_DIE in dice:
            return action
    return DONE


# ---- blocks and damage -----------------------------------------------------------------------------------------


def _block(q: Question) -> int:
    _, place, seat, more, _, blockers, _, _ = q.frame
    blocker = blockers[place]
    target = -1 if more else _plan_blocks(q)[place]
    action = blocker * BLOCK_BASE + target + 1
    if target < 0 or action in q.actions:
        return action
    # of equal attackers only one is listed: any that is the same will do
    theirs = {f.die: f for f in fighters(q.kit, q.view, q.view["active"])}
    for other in q.actions:
        code = other % BLOCK_BASE
        if 0 < code < BLOCK_SPIN and theirs[code - 1].alike == theirs[target].alike:
            return other
    return action


def _plan_blocks(q: Question) -> list[int]:
    """For each blocker, in the order in which they are asked for, the attacker that it should block, or -1.

    Of blockers that are alike those that block come in the order of their attackers: they are asked for in that way.
    """
    active = q.view["active"]
    side = q.view["seats"][q.seat]["side"]
    theirs = fighters(q.kit, q.view, active)
    order = q.view["attackers"]
    attackers = sorted((f for f in theirs if f.die in order), key=lambda f: order.index(f.die))
    home = [f for f in theirs if f.die not in order]
    known = {f.die: f for f in fighters(q.kit, q.view, side)}
    blockers = [f for f in known.values() if f.die in q.frame[5]]
    sides = q.view["sides"]
    front = Front(sides[active]["life"], sides[side]["life"], tuple(blockers))
    places, _ = best_blocks(attackers, home, front)
    targets: dict[tuple[int, ...], list[int]] = {}
    for blocker, at in sorted(zip(blockers, places, strict=True), key=lambda x: x[1]):
        targets.setdefault(blocker.alike, []).append(attackers[at].die if at >= 0 else -1)
    return [targets[known[die].alike].pop(0) for die in q.frame[5]]


def _assign(q: Question) -> int:
    _, _, _, _, rest, targets, given, _ = q.frame
    everyone = {f.die: f for side in (0, 1) for f in fighters(q.kit, q.view, side)}
    amounts, _ = divide(rest, [everyone[t] for t in targets[len(given) :]])
    return amounts[0]


def _use(q: Question) -> int:
    """An action die, where one can be used; Global Abilities are left alone."""
    return next((a for a in q.actions if A_USE <= a < A_GLOBAL and not _is_dear(q, a)), PASS)


def _is_dear(q: Question, action: int) -> bool:
    """Whether what a die offers outside the Reserve Pool has a price of its own: then it is kept."""
    if lifts_dearly(q, action):
        return True
    die = action - A_USE
    if any(d["die"] == die for d in q.view["seats"][q.seat]["zones"]["reserve"]):
        return False
    card = q.kit.die_card[die]
    mine = [o for o in q.kit.runner.offers if o.card == card and not o.each] if q.kit.abilities is not None else []
    return any(not isinstance(q.kit.runner.programs[o.program].ops[0], ChooseToBuy) for o in mine)


def _rerolls(q: Question) -> set[int]:
    seat = q.view["seats"][q.seat]
    open_dice = set(q.frame[5])
    rolled = [(d["die"], d["card"] * 6 + d["face"]) for d in q.view["sides"][seat["side"]]["prep"] if d["face"] >= 0]
    free = [x for x in rolled if x[0] in open_dice]
    kept = [face for die, face in rolled if die not in open_dice]
    return rerolls(q.kit, free, kept, seat["generic"], offers(q.kit, q.view, q.seat))


def _attackers(q: Question) -> set[int]:
    side = q.view["active"]
    mine = [f for f in fighters(q.kit, q.view, side) if f.die in q.frame[5]]
    sides = q.view["sides"]
    front = Front(sides[side]["life"], sides[1 - side]["life"], tuple(fighters(q.kit, q.view, 1 - side)))
    return set(best_attack(mine, front))


def _main(q: Question) -> int:
    """Buys what the best turn buys, then fields the strongest; action dice are used where they do something."""
    seat = q.view["seats"][q.seat]
    faces = {d["die"]: d["card"] * 6 + d["face"] for d in seat["zones"]["reserve"]}
    _, cards = best_turn(q.kit, list(faces.values()), seat["generic"], offers(q.kit, q.view, q.seat))
    for card in sorted(cards, key=lambda c: -q.kit.card_cost[c]):
        if A_BUY + card in q.actions:
            return A_BUY + card
    fields = [a for a in q.actions if A_FIELD <= a < A_USE]
    if fields:
        return max(fields, key=lambda a: (power_of(q.kit, faces[a - A_FIELD]), -a))
    rituals = [a for a in q.actions if a >= A_RITUAL]  # a stronger character for a weaker one
    if rituals:
        gains = [[power_of(q.kit, faces[d]) for d in divmod(a - A_RITUAL, RITUAL_BASE)] for a in rituals]
        gain, best = max((die - payer, -a) for (die, payer), a in zip(gains, rituals, strict=True))
        if gain > 0:
            return -best
    uses = [a for a in q.actions if A_USE <= a < A_GLOBAL and not _is_dear(q, a)]
    if uses and q.kit.abilities is not None:
        return uses[0]
    return PASS


def _pay(q: Question) -> int:
    """The usual payment, die by die in the order in which the engine asks."""
    dice, rest = q.payment
    _, last, _, _, _, cands, picks, _ = q.frame
    if last == -1:
        return A_REST + (rest if rest >= 0 else q.actions[0] - A_REST)
    left = list(dice)
    for die in picks:
        if die in left:
            left.remove(die)
    for die in cands[last:]:
        if die in left:
            return A_DIE + die
    return q.actions[0]
