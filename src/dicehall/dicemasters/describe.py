"""What is asked, and a legal action, in words: a whole move where it is one, else the step of a move."""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.damage import packets_of
from dicehall.dicemasters.effects import deeds, handling, ops
from dicehall.dicemasters.effects.code import (
    EQ,
    GE,
    GT,
    KIND_ACTION,
    KIND_ANY,
    LE,
    LT,
    OPPOSING,
    REF_REG,
    ROLE_ANY,
    YOURS,
    Z_OPPONENT,
    Z_YOURS,
    Matcher,
    Ref,
)
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
    A_SIDE,
    A_TYPE,
    A_UP,
    A_USE,
    A_YES,
    BLOCK_BASE,
    DONE,
    ENERGY_NAMES,
    FR_ASSIGN,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_TRIGGERS,
    FR_WINDOW,
    P_ATTACK,
    P_EXTRA,
    P_REROLL,
    P_SEVERAL,
    PASS,
    SEVERAL,
    W_MAIN,
    W_START,
)
from dicehall.dicemasters.words import card_word, die_word, face_word
from dicehall.kernel.state import Frame

PLAIN = {A_NO: "no", A_YES: "yes", A_UP: "up", A_DOWN: "down", DONE: "none"}
ZONES_IN_WORDS = ("bag", "Prep Area", "Reserve Pool", "field", "Used Pile", "Out of Play")
ROLES = ("", "attacking ", "blocking ", "blocked ", "unblocked ", "engaged ", "attacking or blocking ")
PURPOSES = (
    (deeds.Ko, "to KO"), (deeds.Deal, "to deal damage to"), (deeds.Spin, "to spin"), (deeds.SpinTo, "to spin"),
    (deeds.Capture, "to capture"), (deeds.Control, "to take control of"), (deeds.Attach, "to lie on"),
    (handling.Roll, "to roll"), (handling.Reroll, "to reroll"), (handling.FieldDice, "to field"),
    (deeds.Lasts, "to affect"),
)  # fmt: skip


def step_text(s: Board, action: int) -> str:
    """One legal action in words: a whole move where it is one, else the step of it."""
    frame = s.stack[-1]
    kind, seat = frame[0], frame[2]
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
        return f"{who} blocks {die_word(s, code - 1, face=True)}"
    if kind == FR_ASSIGN:
        return f"{action} damage to {die_word(s, frame[5][len(frame[6])], face=True)}"
    if kind == FR_TRIGGERS:
        return f"choose {trigger_word(s, action)}"
    if kind == FR_DAMAGE:
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
    if action < A_FIELD:
        card = action - A_BUY
        return f"buy {card_word(s, card, seat)} ({s.purchase_cost(seat, card)})"
    if action < A_USE:
        die = action - A_FIELD
        return f"field {die_word(s, die, seat=False, face=True)} ({s.fielding_cost(seat, die)})"
    if action < A_GLOBAL:
        return f"use {die_word(s, action - A_USE, seat=False, face=True)}"
    return _global_text(s, action)


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
    if action >= A_FACE:
        op = asking(s)
        assert isinstance(op, ops.ChooseFace)
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
    if not isinstance(asking(s), deeds.OnPacket):
        return str(number)
    source, recipient, amount, _ = packets_of(s.stack[deeds.damage_below(s)])[number]
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
    return op.picked(s.stack[-1]) if isinstance(op, ops.Pick) else ()


def question_text(s: Board) -> str:
    """What the seat that is asked must answer, in plain words, with the card that asks it."""
    f = s.stack[-1]
    kind, kit = f[0], s.kit
    if kind == FR_WINDOW:
        if f[3] == W_START:
            return "The Attack Step begins: do you use an action that is used only now?"
        return "What do you do?" if f[4] == s.active else "Do you use a Global Ability?"
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
        more = "Whom else" if f[3] else "Whom"
        return f"{more} does {kit.names[kit.die_card[f[5][f[1]]]]} block?"
    if kind == FR_ASSIGN:
        return f"How much damage for {kit.names[kit.die_card[f[5][len(f[6])]]]}?"
    if kind == FR_TRIGGERS:
        return "Which effect is next?"
    if kind == FR_DAMAGE:
        return f"{_damage_text(s, f)}. Do you react?"
    op = asking(s)
    return f"{_speaker(s, f)}: {_asked_by(s, f, op)}" if op is not None else "What do you choose?"


def _speaker(s: Board, f: Frame) -> str:
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    return s.kit.titles[runner.programs[f[3]].card]


def _damage_text(s: Board, f: Frame) -> str:
    """bob.Hulk is about to take 3 damage from ann.Thor; ..."""
    parts = []
    for source, recipient, amount, _ in packets_of(f):
        hit = die_word(s, recipient) if recipient >= 0 else s.kit.seat_names[s.kit.seats_of[-1 - recipient][0]]
        parts.append(f"{hit} would take {amount} damage" + (f" from {source_word(s, source)}" if source != -1 else ""))
    return "; ".join(parts[:4]) + ("; and more" if len(parts) > 4 else "")


def _asked_by(s: Board, f: Frame, op: ops.Op) -> str:
    if isinstance(op, ops.Pick):
        return _pick_text(s, f, op)
    if isinstance(op, ops.Ask):
        runner = s.kit.abilities
        assert isinstance(runner, Runner)
        price = next((x for x in op.needs if isinstance(x, ops.Pay) and x.total), None)
        return f"do you pay {energy_text(price.total, price.need)} for it?" if price else "do you do what you may do?"
    if isinstance(op, ops.ChooseWay):
        return "spin up or down?"
    if isinstance(op, ops.ChooseType):
        return "choose an energy type"
    if isinstance(op, ops.ChooseCard):
        return "name a card" if op.by_name else "choose a card"
    if isinstance(op, ops.ChooseFace):
        return "choose the face to spin to"
    if isinstance(op, deeds.OnPacket):
        what = ("enlarged", "prevented", "redirected")[op.kind]
        return f"choose the damage that is {what}"
    return "what do you choose?"


def energy_text(total: int, need: int) -> str:
    """2 energy, one of them a fist."""
    words = [ENERGY_NAMES[k] for k in range(4) for _ in range((need >> (4 * k)) & 15)]
    if len(words) == total:
        return " and ".join(words)
    return f"{total} energy" + (f" with {' and '.join(words)}" if words else "")


def _pick_text(s: Board, f: Frame, op: ops.Pick) -> str:
    picked = op.picked(f)
    n = op.count - len(picked)
    nouns = [] if op.match is None else [match_text(s, op.match)]
    if op.players:
        nouns.append("player" if op.players == ops.ANY_PLAYER else "opponent")
    what = " or ".join(nouns)
    if picked:
        number = f"another {what}"
    elif op.count >= ops.MANY:
        number = f"any number of {what}s".replace("die in", "dice in").replace("dies", "dice")
    elif op.count > 1:
        number = f"{'up to ' if op.least == 0 else ''}{n} of: {what}"
    else:
        number = f"{'an' if what[:1] in 'aeio' else 'a'} {what}"
    why = _purpose(s, f, op)
    none = ", or none" if DONE in getattr(s, "legal", ()) else ""
    return f"choose {number}{why}{none}"


def _purpose(s: Board, f: Frame, op: ops.Pick) -> str:
    """What the next operation does with what is chosen."""
    runner = s.kit.abilities
    assert isinstance(runner, Runner)
    for later in runner.programs[f[3]].ops[f[1] + 1 :]:
        if isinstance(later, handling.Move):
            if any(r.kind == REF_REG and r.slot == op.slot for r in later.refs):
                return f" to move to the {ZONES_IN_WORDS[later.to]}" if later.to < len(ZONES_IN_WORDS) else ""
        refs: list[Ref | None] = [getattr(later, "ref", None)]
        if isinstance(later, deeds.Deal):
            refs = [r for _, _, part in later.parts for r in part]
        if any(r is not None and r.kind == REF_REG and r.slot == op.slot for r in refs):
            return next((f" {words}" for kind, words in PURPOSES if isinstance(later, kind)), "")
    return ""


def match_text(s: Board, m: Matcher) -> str:
    """Which dice are meant, in words: opposing attacking level 1 Sidekick character die."""
    words = {YOURS: "die of yours", OPPOSING: "opposing die"}.get(m.whose, "die")
    noun = {KIND_ACTION: "action ", KIND_ANY: ""}.get(m.kind, "character ")
    if m.cards is not None:
        names = [s.kit.names[c] for c, fits in enumerate(m.cards) if fits]
        if m.sidekick is not None and m.cards[0] and len(names) == 1:
            noun = "Sidekick "
        elif 0 < len(set(names)) <= 2:
            noun = " or ".join(dict.fromkeys(names)) + " "
        elif not (m.sidekick is not None and m.cards[0]):
            noun = "certain " + noun
    if m.level >= 0:
        sign = {EQ: "", LE: " or less", GE: " or more", LT: " (less)", GT: " (more)"}[m.level_op]
        noun = f"level {m.level}{sign} {noun}"
    if m.cost >= 0:
        sign = {EQ: "", LE: " or less", GE: " or more", LT: " (less)", GT: " (more)"}[m.cost_op]
        noun = f"cost {m.cost}{sign} {noun}"
    if m.role != ROLE_ANY:
        noun = ROLES[m.role] + noun
    if m.other:
        noun = f"other {noun}"
    out = words.replace("die", f"{noun}die", 1)
    if m.zones:
        places = []
        for zone, whose in m.zones:
            who = {Z_YOURS: "your ", Z_OPPONENT: "the opponent's "}.get(whose, "a ")
            places.append(f"{who}{ZONES_IN_WORDS[zone]}")
        out = out.replace(" of yours", "") + " in " + " or ".join(dict.fromkeys(places))
    return out
