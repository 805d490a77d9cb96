"""Why: every reason why something cannot be done now, and where each number comes from. Rules cited by number.

The reasons are looked up afresh, apart from the code that lists legal actions; a test holds the two together.
"""

from __future__ import annotations

from dicehall.dicemasters.blocking import is_judged_whole
from dicehall.dicemasters.board import L_AUX, Board
from dicehall.dicemasters.describe import asking, question_text
from dicehall.dicemasters.effects.code import SC_ACTION, SC_GLOBAL, Bind, register
from dicehall.dicemasters.effects.copying import copied_number, face_number, number_copy
from dicehall.dicemasters.effects.matching import candidates, is_character_now
from dicehall.dicemasters.effects.ops import bind
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.effects.standing import BY_ABILITY, BY_ACTION, BY_GLOBAL, bans
from dicehall.dicemasters.energy import kinds_of, missing_types, payable, total_of
from dicehall.dicemasters.kit import K_DOUBLE, K_GENERIC2, K_LOOSE, K_RIGID, K_WILD, UNITS
from dicehall.dicemasters.sockets import (
    ATTACK,
    DEFENCE,
    FIELDING,
    KW_RITUAL,
    V_ATTACK,
    V_BLOCK,
    V_BUY,
    V_FIELD,
    V_REROLL,
    V_TARGET,
    V_USE,
    Contribution,
)
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_RITUAL,
    A_USE,
    BLOCK_BASE,
    BLOCK_SPIN,
    DONE,
    ENERGY_NAMES,
    F_ACTION,
    F_CHARACTER,
    F_ENERGY,
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
    NO_DIE,
    P_ATTACK,
    P_REROLL,
    P_SEVERAL,
    RESERVE,
    RITUAL_BASE,
    W_BLOCKS,
    W_MAIN,
)
from dicehall.dicemasters.window import life_of, price_of
from dicehall.dicemasters.words import die_word, place_word
from dicehall.kernel.errors import Reason
from dicehall.kernel.state import Frame

MOST_TIMES = 100  # more of one Global Ability at once is no number that anybody means


def explain(s: Board, action: int) -> list[Reason]:
    """Every reason why the action cannot be taken now; empty if it can."""
    if s.why_over:
        return [Reason("the game is over", "1.3.1")]
    if s.waiting == 1:
        return [Reason("dice must fall first: a roll or a draw is open")]
    if s.waiting == 2:
        return [Reason("the next turn has not begun")]
    if s.is_legal(action):
        return []
    f = s.stack[-1]
    kind = f[0]
    if kind == FR_WINDOW:
        return why_not_in_window(s, f, action)
    if kind == FR_PICK:
        return _why_not_pick(s, f, action)
    if kind == FR_PAY:
        return _why_not_pay(s, f, action)
    if kind == FR_BLOCK:
        return _why_not_block(s, f, action)
    if kind == FR_ASSIGN:
        return [Reason(f"{f[4]} damage is left to assign; the number must be from 0 to {f[4]}", "5.5.1")]
    if kind == FR_DAMAGE or kind == FR_REACT:
        return _why_not_react(s, f, action)
    if kind == FR_EFFECT:
        return _why_not_answer(s, f, action)
    if kind == FR_TRIGGERS:
        return [Reason("that is not one of the effects that wait", "7.4.1")]
    return [Reason("that is not one of the answers to this question", "7.9.2")]


def _why_not_react(s: Board, f: Frame, action: int) -> list[Reason]:
    """Why something is no reaction to damage now."""
    if action >= A_GLOBAL:
        reasons = why_not_global(s, f[2], action, W_BLOCKS)
        about = [x for x in reasons if x.rule != "7.5.2"]
        what = "to this damage, or not at this moment of it" if f[0] == FR_DAMAGE else "to this"
        return about or [Reason(f"it does not react {what}", "7.3.4")]
    die = action - A_DIE
    if not 0 <= die < s.kit.n_dice:
        return [Reason("a reaction is the Global Ability of a card, or the text of a die that is hit", "7.3.4")]
    return [Reason(f"{die_word(s, die)} has no text that could be used against this damage now", "6.3.6")]


def _why_not_answer(s: Board, f: Frame, action: int) -> list[Reason]:
    """Why something is no answer to what an ability asks: for a die, what keeps it from being chosen."""
    asked = question_text(s).rstrip(".")
    op = asking(s)
    die = action - A_DIE
    if action == DONE:
        return [Reason(f"'none' is no answer: {asked}", "7.9.1")]
    if not isinstance(op, Pick) or not 0 <= die < s.kit.n_dice:
        return [Reason(f"that is no answer: {asked}", "7.9.1")]
    name = die_word(s, die)
    b = bind(s, f)
    seat = op.chooser(s, b)
    if die in op.picked(f):
        return [Reason(f"{name} has been chosen already", "7.9.2")]
    mine = b if seat == b.seat else Bind(seat, b.die, b.card, b.window, b.facts, b.regs, b.aux)
    if op.match is None or die not in candidates(s, op.match, mine):
        where = place_word(s, s.where[die])
        return [Reason(f"{name} (in {where}) is not what can be chosen: {asked}", "7.9.2")]
    if any(die in register(b.regs, slot) for slot in op.apart):
        return [Reason(f"{name} has been chosen already; another is meant", "7.9.2")]
    if op.to_ko and s.kit.abilities is not None and s.kit.abilities.spares(s, die, False, 0):
        return [Reason(f"{name} cannot be KO'd, so it cannot pay this price", "1.4.4")]
    program = s.kit.abilities.programs[f[3]] if isinstance(s.kit.abilities, Runner) else None
    by = {SC_ACTION: BY_ACTION, SC_GLOBAL: BY_GLOBAL}.get(program.origin if program else -1, BY_ABILITY)
    shielded = [] if op.price else bans(s, V_TARGET, seat, die, b.seat * 8 + by)
    if shielded:
        return [Reason(f"{name} cannot be targeted: {x.text}", x.rule, x.source) for x in shielded]
    return [Reason(f"{name} comes before those chosen already: name the dice in one line", "7.9.2")]


def why_not_in_window(s: Board, f: Frame, action: int) -> list[Reason]:
    """Reasons against buying, fielding, using in the Main Step or after blocks."""
    _, _, seat, purpose, side, _, _, _ = f
    out: list[Reason] = []
    mine = side == s.active
    if A_BUY <= action < A_FIELD:
        card = action - A_BUY
        if not mine or purpose != W_MAIN:
            out.append(Reason("dice are bought only in one's own Main Step", "3.3.1"))
        out += why_not_buy(s, seat, card)
    elif A_FIELD <= action < A_USE:
        die = action - A_FIELD
        if not mine or purpose != W_MAIN:
            out.append(Reason("characters are fielded only in one's own Main Step", "3.4.1"))
        out += why_not_field(s, seat, die)
    elif A_USE <= action < A_GLOBAL:
        die = action - A_USE
        offers = _why_not_offer(s, seat, die, mine and purpose == W_MAIN)
        if offers:
            return offers
        if not mine:
            out.append(Reason("action dice are used only on one's own turn", "3.5.1"))
        out += why_not_use(s, seat, die)
    elif action >= A_RITUAL:
        if not mine or purpose != W_MAIN:
            out.append(Reason("characters are fielded only in one's own Main Step", "3.4.1"))
        out += why_not_ritual(s, seat, *divmod(action - A_RITUAL, RITUAL_BASE))
    elif action >= A_GLOBAL:
        out += why_not_global(s, seat, action, purpose)
    if not out:
        out.append(Reason("nothing of the kind can be done now", "4.4.1"))
    return out


def _why_not_offer(s: Board, seat: int, die: int, main: bool) -> list[Reason]:
    """Why the text of a die that is not in a Reserve Pool offers nothing now; empty if it never offers anything."""
    if s.kit.abilities is None or not 0 <= die < s.kit.n_dice or s.zone_of(die) == RESERVE:
        return []
    return s.kit.abilities.why_not_offer(s, seat, die, main)


def why_not_global(s: Board, seat: int, action: int, window: int) -> list[Reason]:
    """Why a Global Ability cannot be used now, or not so many times at once."""
    times, card = divmod(action - A_GLOBAL, A_BATCH)
    if not 0 < card < s.kit.n_cards or times >= MOST_TIMES:
        return [Reason("there is no such card on the table", "7.5.1")]
    if s.kit.abilities is None:
        return [Reason(f"{s.kit.titles[card]} has no Global Ability", "7.5.1")]
    out = s.kit.abilities.why_not_global(s, seat, card, window)
    if not out and times:
        out.append(Reason(f"{s.kit.titles[card]} cannot be used {times + 1} times at once now", "7.5.4"))
    return out


def why_not_buy(s: Board, seat: int, card: int) -> list[Reason]:
    kit = s.kit
    if not 0 < card < kit.n_cards:
        return [Reason("there is no such card on the table", "3.3.1")]
    title = kit.titles[card]
    out: list[Reason] = []
    if kit.card_seat[card] not in (seat, -1):
        owner = kit.seat_names[kit.card_seat[card]]
        out.append(Reason(f"{title} is {owner}'s card; only its own seat may buy from it", "1.5.2"))
    if not s.left[card]:
        out.append(Reason(f"no dice are left on {title}", "3.3.4"))
    cost, need = price_of(s, seat, A_BUY + card)
    out += why_not_pay(s, seat, cost, need, title)
    if kit.abilities is not None:
        out += kit.abilities.forbids(s, V_BUY, seat, card, -1)
    return out


def why_not_field(s: Board, seat: int, die: int) -> list[Reason]:
    kit = s.kit
    if not 0 <= die < kit.n_dice:
        return [Reason("there is no such die", "3.4.1")]
    name = kit.names[kit.die_card[die]]
    if s.zone_of(die) != RESERVE or s.owner[die] != seat or kit.f_kind[s.face[die]] != F_CHARACTER:
        return [Reason(f"{name} does not lie in your Reserve Pool on a character face", "3.4.1")]
    cost, need = price_of(s, seat, A_FIELD + die)
    out = why_not_pay(s, seat, cost, need, name)
    life = life_of(s, seat, (A_FIELD + die,))
    if life > s.life[kit.side_of[seat]]:
        out.append(Reason(f"fielding {name} costs {life} life now", "1.4.3"))
    if kit.abilities is not None:
        out += kit.abilities.forbids(s, V_FIELD, seat, die, -1)
    return out


def why_not_ritual(s: Board, seat: int, die: int, payer: int) -> list[Reason]:
    """Why a die cannot be fielded with another character as the price (9.4.7)."""
    kit = s.kit
    if not 0 <= die < kit.n_dice or not 0 <= payer < kit.n_dice:
        return [Reason("there is no such die", "3.4.1")]
    name = kit.names[kit.die_card[die]]
    out: list[Reason] = []
    for x in dict.fromkeys((die, payer)):
        word = kit.names[kit.die_card[x]]
        if s.zone_of(x) != RESERVE or s.owner[x] != seat or kit.f_kind[s.face[x]] != F_CHARACTER:
            out.append(Reason(f"{word} does not lie in your Reserve Pool on a character face", "9.4.7"))
        elif x == payer and not is_character_now(s, x):
            out.append(Reason(f"{word} is no character in the Reserve Pool", "2.3.4"))
    if kit.abilities is None or not kit.abilities.has_keyword(s, die, KW_RITUAL):
        out.append(Reason(f"{name} has no Ritual: its fielding cost is paid with energy", "9.4.7"))
    if die == payer:
        out.append(Reason(f"{name} cannot be the price of its own fielding", "9.4.7"))
    if not out and not s.fielding_cost(seat, die):
        out.append(Reason("it costs nothing: nothing is to be paid for it", "3.2.8"))
    life = life_of(s, seat, (A_FIELD + die,)) if not out else 0
    if life > s.life[kit.side_of[seat]]:
        out.append(Reason(f"fielding {name} costs {life} life now", "1.4.3"))
    if kit.abilities is not None:
        out += kit.abilities.forbids(s, V_FIELD, seat, die, -1)
    return out


def why_not_use(s: Board, seat: int, die: int) -> list[Reason]:
    kit = s.kit
    if not 0 <= die < kit.n_dice:
        return [Reason("there is no such die", "3.5.1")]
    name = kit.names[kit.die_card[die]]
    if s.zone_of(die) != RESERVE or s.owner[die] != seat or kit.f_kind[s.face[die]] != F_ACTION:
        return [Reason(f"{name} does not lie in your Reserve Pool on an action face", "3.5.1")]
    return [] if kit.abilities is None else kit.abilities.forbids(s, V_USE, seat, die, -1)


def why_not_pay(s: Board, seat: int, cost: int, need: int, what: str) -> list[Reason]:
    """Why a cost cannot be paid out of what the seat has."""
    if cost == 0 or payable(s, seat, cost, need):
        return []
    counts = kinds_of(s, seat)
    out: list[Reason] = []
    if total_of(counts) < cost:
        out.append(Reason(f"{what} costs {cost} energy; you have {energy_words(s, seat)}", "3.3.2"))
    out += type_reasons(counts, need, f"you have {energy_words(s, seat)}")
    if not out:
        out.append(Reason(f"{cost} energy cannot be paid in one payment with {energy_words(s, seat)}", "3.2.7"))
    return out


def type_reasons(counts: list[int], need: int, have: str) -> list[Reason]:
    """What types of energy a set of dice lacks (3.2.4)."""
    if missing_types(counts, need) <= 0:
        return []
    wanted = []
    for kind in range(4):
        n = (need >> (4 * kind)) & 15
        if n:
            wanted.append(f"{'one' if n == 1 else n} {ENERGY_NAMES[kind]}")
    return [Reason(f"needs {' and '.join(wanted)} energy; {have}", "3.2.4")]


def energy_words(s: Board, seat: int) -> str:
    """The energy of a seat in words: fist, mask 2, generic 2."""
    counts = kinds_of(s, seat)
    parts: list[str] = []
    for kind in range(len(counts)):
        if counts[kind]:
            parts += [_kind_word(kind)] * counts[kind]
    return ", ".join(parts) if parts else "no energy"


def _kind_word(kind: int) -> str:
    if kind == K_LOOSE:
        return "generic"
    if kind == K_GENERIC2:
        return "generic 2"
    if kind <= K_WILD:
        return ENERGY_NAMES[kind]
    return f"{ENERGY_NAMES[kind - K_DOUBLE if kind < K_GENERIC2 else kind - K_RIGID]} 2"


def why_not_payment(s: Board, seat: int, cost: int, need: int, dice: list[int]) -> list[Reason]:
    """Why just these dice do not pay a cost (3.2.8)."""
    out: list[Reason] = []
    loose = dice.count(NO_DIE)
    if loose > s.generic[seat]:
        out.append(Reason(f"you have {s.generic[seat]} generic energy without a die", "3.2.11"))
    counts = [0] * len(UNITS)
    for die in dice:
        if die == NO_DIE:
            counts[K_LOOSE] += 1
        elif s.zone_of(die) != RESERVE or s.owner[die] != seat or s.kit.f_kind[s.face[die]] != F_ENERGY:
            name = s.kit.names[s.kit.die_card[die]]
            out.append(Reason(f"{name} does not show energy in your Reserve Pool", "3.1.5"))
        else:
            counts[s.kit.f_pay[s.face[die]]] += 1
    if out:
        return out
    total = total_of(counts)
    shown = ", ".join(_kind_word(k) for k in range(len(counts)) for _ in range(counts[k])) or "nothing"
    if cost == 0:
        return [Reason("it costs nothing: no energy may be spent for it", "3.2.8")]
    if total < cost:
        out.append(Reason(f"it costs {cost} energy; the dice named give {total} ({shown})", "3.3.2"))
    out += type_reasons(counts, need, f"the dice named give {shown}")
    if not out:
        out.append(Reason(f"it costs {cost} energy; of {shown} some die would be spent for nothing", "3.2.8"))
    return out


def _why_not_pick(s: Board, f: Frame, action: int) -> list[Reason]:
    _, _, seat, purpose, least, cands, picks, _ = f
    if purpose == P_SEVERAL:
        if len(picks) < least:
            return [Reason("one payment for several things needs at least two of them", "3.2.7")]
        return why_not_in_window(s, (FR_WINDOW, 0, seat, W_MAIN, s.active, (), (), -1), action)
    if action == DONE and purpose == P_ATTACK:
        must = [d for d in cands if d not in picks and s.kit.abilities and s.kit.abilities.duties(s, 0, d)]
        names = ", ".join(dict.fromkeys(s.kit.names[s.kit.die_card[d]] for d in must))
        return [Reason(f"{names} must attack", "5.2.4")]
    die = action - A_DIE
    if not 0 <= die < s.kit.n_dice:
        return [Reason("there is no such die")]
    name = s.kit.names[s.kit.die_card[die]]
    if die in picks:
        return [Reason(f"{name} has been chosen already")]
    if purpose == P_REROLL:
        if die in cands and s.kit.abilities is not None:
            return s.kit.abilities.forbids(s, V_REROLL, seat, -1, -1) or [Reason(f"{name} comes before", "4.3.2")]
        if die in s.partial:
            return [Reason(f"{name} was spent in part and cannot be rerolled", "2.5.4")]
        return [Reason(f"{name} is not one of the dice just rolled", "4.3.2")]
    if s.zone_of(die) != FIELD or s.kit.side_of[s.ctrl[die]] != s.active:
        return [Reason(f"{name} is not in your field", "5.2.1")]
    if s.kit.f_kind[s.face[die]] != F_CHARACTER:
        return [Reason(f"{name} is not a character", "5.2.1")]
    forbidden = s.kit.abilities.forbids(s, V_ATTACK, s.ctrl[die], die, -1) if s.kit.abilities is not None else []
    if not forbidden and any(c[1] == die for c in s.controls):
        return [Reason(f"{name} controls another die and cannot attack", "7.7.2")]
    if not forbidden and die in cands and s.kit.abilities is not None:
        must = [d for d in cands if d not in picks and s.kit.abilities.duties(s, 0, d)]
        if must:
            names = ", ".join(dict.fromkeys(s.kit.names[s.kit.die_card[d]] for d in must))
            return [Reason(f"{names} must attack and comes first", "5.2.4")]
    return forbidden or [Reason(f"{name} cannot attack", "5.2.4")]


def _why_not_pay(s: Board, f: Frame, action: int) -> list[Reason]:
    _, last, seat, cost, need, cands, picks, _ = f
    if last < 0:
        return [Reason("only a die with two symbols of the payment can keep one of them", "3.2.5")]
    die = action - A_DIE
    if die != NO_DIE and not 0 <= die < s.kit.n_dice:
        return [Reason("there is no such die")]
    if die in picks or die not in cands:
        return why_not_payment(s, seat, cost, need, [*picks, die])
    return [Reason(f"with that die the cost of {cost} cannot be paid without spending energy for nothing", "3.2.8")]


def _why_not_block(s: Board, f: Frame, action: int) -> list[Reason]:
    blocker, code = divmod(action, BLOCK_BASE)
    if code > BLOCK_SPIN:
        return [Reason("it cannot be spun down to block so many more now", "5.3.9")]
    if code and code - 1 not in s.attackers:
        return [Reason("a block names one of the attackers", "5.3.1")]
    if not 0 <= blocker < s.kit.n_dice:
        return [Reason("there is no such die")]
    name = s.kit.names[s.kit.die_card[blocker]]
    if blocker in s.blocks[::2]:
        return [Reason(f"{name} blocks already; one blocker blocks one attacker", "5.3.2")]
    if s.zone_of(blocker) != FIELD or s.ctrl[blocker] != f[2]:
        return [Reason(f"{name} is not in your field", "5.3.1")]
    if s.kit.f_kind[s.face[blocker]] != F_CHARACTER:
        return [Reason(f"{name} is not a character", "5.3.1")]
    forbidden: list[Reason] = []
    if s.kit.abilities is not None:
        wanted = [code - 1] if code else list(s.attackers)
        forbidden = [x for a in wanted for x in s.kit.abilities.forbids(s, V_BLOCK, f[2], blocker, a)][:3]
        if not forbidden and is_judged_whole(s):
            forbidden = s.kit.abilities.why_not_together(s)
        if not code and s.kit.abilities.duties(s, 1, blocker):
            return [Reason(f"{name} must block", "5.3.4")]
        if code and not forbidden and s.kit.abilities.duties(s, 1, blocker):
            return [Reason(f"{name} must block another attacker", "5.3.4")]
    return forbidden or [Reason(f"{name} cannot block that now", "5.3.4")]


# ---- where numbers come from ----------------------------------------------------------------------------------


def contributions(s: Board, number: int, seat: int, subject: int) -> list[Contribution]:
    """The printed number first, then everything that is added to it now, each with rule and source (6.2.1)."""
    kit = s.kit
    changes = s.changes(number, seat, subject)
    if number not in (ATTACK, DEFENCE, FIELDING):
        return [(kit.card_cost[subject], "2.1.2", "on the card"), *changes]
    shown = face_number(s, number, s.face[subject])
    base: Contribution = (shown, "2.2.5", "on the face")
    e = number_copy(s, subject) if isinstance(kit.abilities, Runner) else None
    if e is not None:
        shown = copied_number(s, number, subject, shown)
        base = (shown, "7.8.1", f"copied from {kit.titles[e[L_AUX]]}")
    halved = s.printed(number, subject) - shown
    return [base, *([(halved, "6.2.5", "halved")] if halved else []), *changes]


def contribution_words(parts: list[Contribution]) -> str:
    """6: 4 on the face, +2 Captain America."""
    total = max(0, sum(p[0] for p in parts))
    words = [f"{parts[0][0]} {parts[0][2]}"] + [f"{p[0]:+d} {p[2]}" for p in parts[1:]]
    return f"{total}: {', '.join(words)}"
