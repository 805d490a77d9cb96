"""What is asked, and a legal action, in words: a whole move where it is one, else the step of a move."""

from __future__ import annotations

from functools import lru_cache

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.cards import Card
from dicehall.dicemasters.cardtext import text_lines
from dicehall.dicemasters.damage import packets_of
from dicehall.dicemasters.effects import deeds, handling, imitating, interrupting, ops, picking, placing, waysout
from dicehall.dicemasters.effects.code import REF_REG, Ref
from dicehall.dicemasters.effects.copying import speaking_card
from dicehall.dicemasters.effects.matching import resolve
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_BUY,
    A_CARD,
    A_DIE,
    A_DOWN,
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
    BLOCK_BASE,
    BLOCK_SPIN,
    DONE,
    ENERGY_NAMES,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_REACT,
    FR_TRIGGERS,
    FR_WINDOW,
    P_ATTACK,
    P_EXTRA,
    P_REROLL,
    P_SEVERAL,
    PASS,
    RITUAL_BASE,
    SEVERAL,
    W_MAIN,
    W_START,
    ZONE_NAMES,
)
from dicehall.dicemasters.window import life_of
from dicehall.dicemasters.words import card_word, die_word, face_word
from dicehall.kernel.state import Frame

PLAIN = {A_NO: "no", A_YES: "yes", A_UP: "up", A_DOWN: "down", DONE: "none"}
ZONES_IN_WORDS = ("bag", "Prep Area", "Reserve Pool", "field", "Used Pile", "Out of Play")
PURPOSES = (
    (deeds.Ko, "to KO"), (deeds.Deal, "to deal damage to"), (deeds.Spin, "to spin"), (deeds.SpinTo, "to spin"),
    (deeds.Capture, "to capture"), (deeds.Control, "to take control of"), (deeds.Attach, "to lie on"),
    (imitating.CopyDie, "to copy"),
    (handling.Roll, "to roll"), (handling.Reroll, "to reroll"), (handling.FieldDice, "to field"),
)  # fmt: skip


def step_text(s: Board, action: int) -> str:
    """One legal action in words: a whole move where it is one, else the step of it."""
    frame = s.stack[-1]
    kind, seat = frame[0], frame[2]
    if kind in (FR_PICK, FR_DAMAGE) and A_USE <= action < A_GLOBAL:
        return _use_text(s, action - A_USE)
    if kind == FR_PICK and frame[3] != P_SEVERAL:
        if action == DONE:
            if frame[6]:
                return "that is all"
            return "attack none" if frame[3] == P_ATTACK else "keep"
        verb = "attack with" if frame[3] == P_ATTACK else "reroll"
        return f"{verb} {die_word(s, action - A_DIE, seat=False, face=True)}"
    if kind == FR_PICK:
        if action == DONE:
            return "that is all"
        if action < A_FIELD:
            return f"buy {card_word(s, action - A_BUY, seat)}"
        return f"field {die_word(s, action - A_FIELD, seat=False, face=True)}"
    if kind == FR_WINDOW:
        return _window_text(s, frame, action)
    if kind == FR_PAY:
        if action >= A_REST:
            die = action - A_REST
            how = "keeps its second energy" if s.kit.f_half[s.face[die]] >= 0 else "loses its second energy"
            return f"{die_word(s, die, seat=False, face=True)} {how}"
        return f"pay with {die_word(s, action - A_DIE, seat=False, face=True)}"
    if kind == FR_BLOCK:
        blocker, code = divmod(action, BLOCK_BASE)
        who = die_word(s, blocker, seat=False, face=True)
        if not code:
            return f"{who} blocks no more" if frame[3] else f"{who} does not block"
        if code > BLOCK_SPIN:
            levels = code - BLOCK_SPIN
            return f"{who} is spun down {levels} to block {levels + 1}"
        return f"{who} blocks {die_word(s, code - 1, face=True)}"
    if kind == FR_ASSIGN:
        return f"{action} damage to {die_word(s, frame[5][len(frame[6])], face=True)}"
    if kind == FR_TRIGGERS:
        return f"choose {trigger_word(s, action)}"
    if kind == FR_DAMAGE or kind == FR_REACT:
        if action == PASS:
            return "pass"
        if action >= A_GLOBAL:
            return _global_text(s, action)
        return f"choose {die_word(s, action - A_DIE, seat=False, face=True)}"
    return f"choose {answer_text(s, action)}" if kind == FR_EFFECT else str(action)


def trigger_word(s: Board, action: int) -> str:
    """An effect that waits, by its card; by its die where the card has several."""
    card, die = s.queue[action][1], s.queue[action][2]
    others = {t[2] for t in s.queue if t[1] == card}
    if die < 0 or len(others) < 2:
        return s.kit.titles[card]
    face = f"@{face_word(s, s.face[die])}" if s.face[die] >= 0 else ""
    return f"{s.kit.titles[card]}#{s.num[die]}{face}"


def _window_text(s: Board, frame: Frame, action: int) -> str:
    seat = frame[2]
    if action == PASS:
        return "end main" if frame[3] == W_MAIN and frame[4] == s.active else "pass"
    if action == SEVERAL:
        return "pay for several things at once"
    if action >= A_RITUAL:
        die, payer = divmod(action - A_RITUAL, RITUAL_BASE)
        return f"field {die_word(s, die, seat=False, face=True)} with {die_word(s, payer, seat=False, face=True)}"
    if action < A_FIELD:
        card = action - A_BUY
        return f"buy {card_word(s, card, seat)} ({s.purchase_cost(seat, card)})"
    if action < A_USE:
        die = action - A_FIELD
        life = life_of(s, seat, (action,))
        also = f" and {life} life" if life else ""
        return f"field {die_word(s, die, seat=False, face=True)} ({s.fielding_cost(seat, die)}{also})"
    if action < A_GLOBAL:
        return _use_text(s, action - A_USE)
    return _global_text(s, action)


def _use_text(s: Board, die: int) -> str:
    """An action die is used, or what a die in the field offers; also the other side's."""
    seat = s.stack[-1][2]
    if s.owner[die] == seat:
        return f"use {die_word(s, die, seat=False, face=True)}"
    life = _price_of_lift(s, die)
    return f"use {die_word(s, die, face=True)}" + (f" (pay {life} life to lift its ban)" if life else "")


def _price_of_lift(s: Board, die: int) -> int:
    """The life for which the ban of a die's card can be lifted; 0 if it has none that can."""
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    for ban, _, program in runner.lifts:
        if runner.clauses[ban].card == s.kit.die_card[die]:
            return sum(op.amount for op in runner.programs[program].ops if isinstance(op, ops.PayLife))
    return 0


def _global_text(s: Board, action: int) -> str:
    times, card = divmod(action - A_GLOBAL, A_BATCH)
    return f"global {card_word(s, card, s.kit.card_seat[card])}" + (f" x{times + 1}" if times else "")


def answer_text(s: Board, action: int) -> str:
    """One answer to what an ability asks."""
    kit = s.kit
    if action in PLAIN:
        return PLAIN[action] if action or not _picked(s) else "no more"
    if action >= A_CARD:
        return kit.titles[action - A_CARD]
    if action >= A_NUMBER:
        return _part_text(s, action - A_NUMBER)
    if action >= A_ZONE:
        return ZONE_NAMES[action - A_ZONE]
    if action >= A_FACE:
        op = asking(s)
        assert isinstance(op, picking.ChooseFace)
        die = resolve(s, op.ref, ops.bind(s, s.stack[-1]))[0]
        return f"@{face_word(s, kit.die_card[die] * 6 + action - A_FACE)}"
    if action >= A_TYPE:
        return ENERGY_NAMES[action - A_TYPE]
    if action >= A_SIDE:
        return " and ".join(kit.seat_names[x] for x in kit.seats_of[action - A_SIDE])
    die = action - A_DIE
    return die_word(s, die, seat=s.owner[die] != s.stack[-1][2], face=True)


def _part_text(s: Board, number: int) -> str:
    """A part of damage by what deals it, or just a number."""
    if not isinstance(asking(s), interrupting.OnPacket):
        return str(number)
    source, recipient, amount, _ = packets_of(s.stack[interrupting.damage_below(s)])[number]
    hit = die_word(s, recipient) if recipient >= 0 else s.kit.seat_names[s.kit.seats_of[-1 - recipient][0]]
    return f"the {amount} damage from {source_word(s, source)} to {hit}"


def source_word(s: Board, source: int) -> str:
    """What deals damage: a die, the card of a Global Ability, or nothing."""
    if source >= 0:
        return die_word(s, source)
    return f"the Global Ability of {s.kit.titles[-2 - source]}" if source < -1 else "no die"


# ---- questions -------------------------------------------------------------------------------------------------


def asking(s: Board) -> ops.Op | None:
    """The operation that asks, if an ability does."""
    f = s.stack[-1]
    runner = s.kit.abilities
    return runner.programs[f[3]].ops[f[1]] if f[0] == FR_EFFECT and isinstance(runner, Runner) else None


def _picked(s: Board) -> tuple[int, ...]:
    op = asking(s)
    return op.picked(s.stack[-1]) if isinstance(op, picking.Pick) else ()


def question_text(s: Board) -> str:
    """What the seat that is asked must answer, in plain words, with the card that asks it."""
    f = s.stack[-1]
    kind, kit = f[0], s.kit
    if kind == FR_WINDOW:
        if f[3] == W_START:
            return "The Attack Step begins: do you use an action that is used only now?"
        more = " or what a die offers" if any(A_USE <= a < A_GLOBAL for a in getattr(s, "legal", ())) else ""
        if f[4] != s.active:
            return f"Do you use a Global Ability{more}?"
        return "What do you do?" if f[3] == W_MAIN else "After blocks: an action or a Global Ability?"
    if kind == FR_PICK and f[3] in (P_REROLL, P_EXTRA) and not any(0 < a < A_USE for a in s.legal):
        lifts = any(a >= A_USE for a in s.legal)
        return "You cannot reroll now. Do you lift the ban?" if lifts else "You cannot reroll now."
    if kind == FR_PICK:
        return {
            P_REROLL: "Which dice do you reroll?",
            P_ATTACK: "Who attacks?",
            P_SEVERAL: "What do you pay for at once?",
            P_EXTRA: "Do you reroll one die once more?",
        }[f[3]]
    if kind == FR_PAY:
        what = ""
        if len(s.stack) > 1 and s.stack[-2][0] == FR_EFFECT:
            what = f"{_speaker(s, s.stack[-2])}: "
        return f"{what}Which energy pays {f[3]}?"
    if kind == FR_BLOCK:
        more = "Whom else" if f[3] and f[5][f[1]] in s.blocks[::2] else "Whom"
        return f"{more} does {kit.names[kit.die_card[f[5][f[1]]]]} block?"
    if kind == FR_ASSIGN:
        return f"How much damage for {kit.names[kit.die_card[f[5][len(f[6])]]]}?"
    if kind == FR_TRIGGERS:
        return "Which effect is next?"
    if kind == FR_DAMAGE:
        return f"{_damage_text(s, f)}. Do you react?"
    if kind == FR_REACT:
        return _response_text(s, f)
    if asking(s) is None:
        return "What do you choose?"
    says = sentence(s, f[3])
    return f"{_speaker(s, f)}: {says} {prompt_text(s)}" if says else f"{_speaker(s, f)}: {prompt_text(s)}"


def prompt_text(s: Board) -> str:
    """What an ability asks, without the sentence of its card."""
    op = asking(s)
    return "What do you choose?" if op is None else _asked_by(s, s.stack[-1], op)


def sentence(s: Board, number: int) -> str:
    """The sentence of the card that a program carries out, with that of its burst if that is at work."""
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    program = runner.programs[number]
    card = s.kit.cards[program.card]
    if card is None:
        return ""
    marks = [mark for c, mark, _, programs, _ in runner.lines if c == program.card and program.id in programs]
    marks += [m for c, m, kind, n in runner.burst_lines if c == program.card and (kind, n) == ("program", program.id)]
    said = _said(card)
    return " ".join(dict.fromkeys(line for mark in marks for line in said.get(mark, ())))


@lru_cache(maxsize=2048)
def _said(card: Card) -> dict[str, tuple[str, ...]]:
    """The sentences of a card in the words of its set, by the name under which they were compiled."""
    out: dict[str, tuple[str, ...]] = {}
    texts = 0
    for (mark, _), line in zip(card.lines, text_lines(card), strict=True):
        texts += not mark
        key = {"*": "burst 1", "**": "burst 2", "*/**": "burst 3", "Global": "global"}.get(mark, f"text {texts}")
        out[key] = (*out.get(key, ()), line)
    return out


def _speaker(s: Board, f: Frame) -> str:
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    card = runner.programs[f[3]].card
    own = speaking_card(s, f[4], card)
    title = s.kit.titles[card]
    return title if own == card else f"{s.kit.titles[own]} as {title}"


def _damage_text(s: Board, f: Frame) -> str:
    """bob.Hulk is about to take 3 damage from ann.Thor; ..."""
    parts = []
    for source, recipient, amount, _ in packets_of(f):
        hit = die_word(s, recipient) if recipient >= 0 else s.kit.seat_names[s.kit.seats_of[-1 - recipient][0]]
        parts.append(f"{hit} would take {amount} damage" + (f" from {source_word(s, source)}" if source != -1 else ""))
    return "; ".join(parts[:4]) + ("; and more" if len(parts) > 4 else "")


def _response_text(s: Board, f: Frame) -> str:
    """Card: Title: When one of your ... damages your opponent, pay ... (ann.Thor) Do you use it?"""
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    g = runner.globals[f[3]]
    program = runner.programs[g.program]
    about = f[5][1] if program.about == 0 else -1
    of = f" It is about {die_word(s, about)}." if about >= 0 else ""
    price = f" and pay {energy_text(g.total, g.need)}" if g.total else ""
    return f"{s.kit.titles[g.card]}: {sentence(s, g.program)}{of} Do you use it{price}?"


def _asked_by(s: Board, f: Frame, op: ops.Op) -> str:
    if isinstance(op, picking.Pick):
        return _pick_text(s, f, op)
    if isinstance(op, ops.Ask):
        price = next((x for x in op.needs if isinstance(x, ops.Pay) and x.total), None)
        life = next((x.amount for x in op.needs if isinstance(x, ops.PayLife)), 0)
        prices = [energy_text(price.total, price.need)] if price else []
        prices += [f"{life} life"] if life else []
        return f"Do you pay {' and '.join(prices)} {_bought(s, f, op)}?" if prices else "Do you do it?"
    if isinstance(op, picking.ChooseWay):
        dice = [d for d in resolve(s, op.ref, ops.bind(s, f)) if d >= 0]
        return f"Up or down with {' and '.join(die_word(s, d, face=True) for d in dice)}?"
    if isinstance(op, picking.ChooseType):
        return "Which energy type?"
    if isinstance(op, picking.ChooseCard):
        return "Which name?" if op.by_name else "Which card?"
    if isinstance(op, picking.ChooseFace):
        return f"Which face for {die_word(s, resolve(s, op.ref, ops.bind(s, f))[0], face=True)}?"
    if isinstance(op, interrupting.Divert):
        return "How much of the damage is redirected?"
    if isinstance(op, handling.ChooseToBuy):
        return "A die of which card do you buy?"
    if isinstance(op, placing.ChoosePlace):
        return _place_text(s, f, op)
    if isinstance(op, interrupting.OnPacket):
        return f"Which damage is {('enlarged', 'prevented', 'redirected')[op.kind]}?"
    return "What do you choose?"


def _bought(s: Board, f: Frame, op: ops.Ask) -> str:
    """What a price is paid for: the effect itself, or that it does not happen."""
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    bought = runner.programs[f[3]].ops[f[1] : op.to]
    if any(isinstance(x, waysout.Prevented) for x in bought):
        return "to prevent it"
    return "to lift it" if any(isinstance(x, waysout.Lift) for x in bought) else "for it"


def _place_text(s: Board, f: Frame, op: placing.ChoosePlace) -> str:
    """Does bob.Hulk go to the bag? Or: Where does bob.Hulk go?"""
    name = " and ".join(die_word(s, d) for d in op.dice(s, ops.bind(s, f)))
    if A_YES in op.actions(s, f):
        return f"Does {name} go to the {ZONES_IN_WORDS[op.options(f)[1]]}?"
    return f"Where does {name} go: {' or '.join(ZONES_IN_WORDS[z] for z in op.options(f))}?"


def energy_text(total: int, need: int) -> str:
    """2 energy, one of them a fist."""
    words = [ENERGY_NAMES[k] for k in range(4) for _ in range((need >> (4 * k)) & 15)]
    if len(words) == total:
        return " and ".join(words)
    return f"{total} energy" + (f" with {' and '.join(words)}" if words else "")


def _pick_text(s: Board, f: Frame, op: picking.Pick) -> str:
    picked = op.picked(f)
    n = op.count - len(picked)
    if picked:
        number = "another" if n < 2 or op.count >= picking.MANY else f"{n} more"
    elif op.count >= picking.MANY:
        number = "any number"
    elif op.count > 1:
        number = f"{'up to ' if op.least == 0 else ''}{n}"
    else:
        number = "one"
    none = ", or none" if DONE in getattr(s, "legal", ()) else ""
    return f"Choose {number}{_purpose(s, f, op)}{none}."


def _purpose(s: Board, f: Frame, op: picking.Pick) -> str:
    """What the next operation does with what is chosen."""
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    for later in runner.programs[f[3]].ops[f[1] + 1 :]:
        if isinstance(later, handling.Move):
            if any(r.kind == REF_REG and r.slot == op.slot for r in later.refs):
                return f" to move to the {ZONES_IN_WORDS[later.to]}" if later.to < len(ZONES_IN_WORDS) else ""
        refs: list[Ref | None] = [getattr(later, "model" if isinstance(later, imitating.CopyDie) else "ref", None)]
        if isinstance(later, deeds.Deal):
            refs = [r for _, _, part in later.parts for r in part]
        if any(r is not None and r.kind == REF_REG and r.slot == op.slot for r in refs):
            return next((f" {words}" for kind, words in PURPOSES if isinstance(later, kind)), "")
    return ""
