"""Answers to what abilities ask, by rules of thumb: harm goes to the other side, help to one's own, a price is paid
with the weakest die."""

from __future__ import annotations

from dicehall.bots.base import Question
from dicehall.bots.dm_quick import life_price
from dicehall.dicemasters.effects import deeds, handling, imitating, lasting, ops, picking, placing
from dicehall.dicemasters.effects.code import C_CANNOT, C_DEALS_NO, C_GETS, C_HALF, C_MUST, REF_REG
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.terms import A_DIE, A_GLOBAL, A_NO, A_SIDE, A_UP, A_USE, A_YES, A_ZONE, BAG, DONE, PREP, USED

HARM, HELP, PRICE = -1, 1, 0


def answer(q: Question) -> int:
    """The answer to an effect's question."""
    runner = q.kit.abilities
    if not isinstance(runner, Runner):
        return q.actions[0]
    program = runner.programs[q.frame[3]]
    op = program.ops[q.frame[1]]
    if A_YES in q.actions:
        price = life_price(op.needs) if isinstance(op, ops.Ask) else 0
        return A_NO if is_too_dear(q, price) else A_YES
    if isinstance(op, placing.ChoosePlace):  # where the die can be had again soonest
        return next((A_ZONE + z for z in (PREP, BAG) if A_ZONE + z in q.actions), q.actions[0])
    if not isinstance(op, picking.Pick):
        return A_UP if A_UP in q.actions else q.actions[0]
    mood = _mood(runner, program.ops, q.frame[1], op.slot)
    mine = q.view["seats"][q.seat]["side"]
    best, best_value = q.actions[0], -(10**9)
    for action in q.actions:
        if action == DONE:
            value = 0
        elif action >= A_SIDE:
            value = 6 if ((action - A_SIDE) == mine) == (mood != HARM) else -6
        else:
            own, power = _worth(q, action - A_DIE, mine)
            value = -power if mood == PRICE else power if own == (mood == HELP) else -power
        if value > best_value:
            best, best_value = action, value
    return best


def is_too_dear(q: Question, price: int) -> bool:
    """Whether a price in life is more than a fourth of what is left."""
    return 4 * price > int(q.view["sides"][q.view["seats"][q.seat]["side"]]["life"])


def lifts_dearly(q: Question, action: int) -> bool:
    """Whether an action lifts a ban for more life than that."""
    runner = q.kit.abilities
    if not (A_USE <= action < A_GLOBAL and isinstance(runner, Runner)):
        return False
    card = q.kit.die_card[action - A_USE]
    prices = [life_price(runner.programs[p].ops) for ban, _, p in runner.lifts if runner.clauses[ban].card == card]
    return bool(prices) and is_too_dear(q, prices[0])


def _worth(q: Question, die: int, side: int) -> tuple[bool, int]:
    """Whose die it is, and how much it is worth where it lies."""
    for seat in q.view["seats"]:
        for zone in ("field", "reserve", "used"):
            for d in seat["zones"][zone]:
                if d["die"] == die:
                    face = d["card"] * 6 + d["face"] if d["face"] >= 0 else -1
                    power = q.kit.f_attack[face] + q.kit.f_defence[face] if face >= 0 else 0
                    return seat["side"] == side, 1 + power + q.kit.card_cost[d["card"]]
    for i, s in enumerate(q.view["sides"]):
        for d in s.get("prep", ()):
            if d["die"] == die:
                return i == side, 1 + q.kit.card_cost[d["card"]]
    return False, 1


def _mood(runner: Runner, program: list[ops.Op], at: int, slot: int) -> int:
    """What will be done to the dice that are chosen: something bad, something good, or a price is paid with them."""
    for op in program[at + 1 :]:
        if isinstance(op, deeds.Ko) and op.ref.kind == REF_REG and op.ref.slot == slot:
            return PRICE if op.cost else HARM
        if isinstance(op, deeds.Deal):
            if any(ref.kind == REF_REG and ref.slot == slot for _, _, refs in op.parts for ref in refs):
                return HARM
        if isinstance(op, deeds.Spin) and op.ref.slot == slot:
            return PRICE if op.cost else HARM if op.levels < 0 and op.way < 0 else HELP
        if isinstance(op, lasting.Lasts) and op.ref.slot == slot:
            c = runner.clauses[op.clause]
            bad = c.kind in (C_CANNOT, C_DEALS_NO, C_HALF, C_MUST) or (c.kind == C_GETS and c.a + c.d < 0)
            return HARM if bad else HELP
        if isinstance(op, deeds.Capture | deeds.Control | handling.Reroll) and op.ref.slot == slot:
            return HARM
        if isinstance(op, imitating.CopyDie) and op.model.slot == slot:
            return HARM  # a model: the strongest of theirs
        if isinstance(op, handling.Move) and any(ref.slot == slot for ref in op.refs):
            return HELP if op.to in (PREP, BAG) else PRICE if op.to == USED else HELP
    return HELP
