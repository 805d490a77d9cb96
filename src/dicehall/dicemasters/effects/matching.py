"""Who is meant, and how many: filters, references and amounts looked up in a state. Conditions are in `conditions`.

Everything is computed when it is asked for (7.9.9); nothing is remembered here.
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.effects.code import (
    AM_BEST,
    AM_CONST,
    AM_COUNT,
    AM_DEALT,
    AM_DIFFERENT,
    AM_ENERGY,
    AM_FACT,
    AM_FIELDED,
    AM_NOTED,
    AM_PLUS,
    AM_REG,
    AM_STAT,
    BOTH,
    EACH_PLAYER,
    KIND_ACTION,
    KIND_CHARACTER,
    KW_ALLY,
    MARK_ALREADY,
    MARK_KEPT,
    MARK_NAME,
    MARK_NOT_PAID,
    MARK_ROLLED,
    MARK_SHARES,
    MARK_TYPE,
    OPPONENT,
    REF_BLOCKED,
    REF_CAPTURED,
    REF_CONTROLLER,
    REF_EACH,
    REF_GROUP,
    REF_NONE,
    REF_OWNER,
    REF_REG,
    REF_SIDES,
    REF_THIS,
    REL_BLOCKED_BY_THIS,
    REL_BLOCKED_THIS,
    REL_BLOCKS_THIS,
    REL_ENGAGED_WITH_THIS,
    REL_NONE,
    REL_NOT_BLOCKS,
    REL_NOT_BLOCKS_THIS,
    ROLE_ANY,
    ROLE_ATTACKING,
    ROLE_BLOCKED,
    ROLE_BLOCKING,
    ROLE_ENGAGED,
    ROLE_FIGHTING,
    SHOWS_ACTION,
    SHOWS_ANY,
    SHOWS_CHARACTER,
    SHOWS_ENERGY,
    ST_ATTACK,
    ST_DEFENCE,
    THAT_PLAYER,
    YOURS,
    Z_EACH,
    Z_OPPONENT,
    Z_YOURS,
    Amount,
    Bind,
    Matcher,
    Ref,
    asks_little,
    holds,
    register,
)
from dicehall.dicemasters.effects.copying import trait_card
from dicehall.dicemasters.terms import (
    ACTION,
    BASIC,
    BLOCK_BASE,
    F_ACTION,
    F_CHARACTER,
    F_ENERGY,
    FIELD,
    M_BLOCKED,
    M_DEALT,
    M_FIELDED,
    M_KIND,
    M_PAID,
    M_ROLLED,
    RESERVE,
    SIDEKICK,
    WIN_FIELDED,
    WIN_KO,
    ZONES,
)

# ---- small facts about a die -----------------------------------------------------------------------------------


def in_field(s: Board, die: int) -> bool:
    return s.where[die] % ZONES == FIELD  # also if it lies nowhere: ON_CARD and NOWHERE give other rests


def lying_on(s: Board) -> list[int]:
    """Dice that lie on others in the field: action dice in the field they are, though in no zone (2.7.14)."""
    return [die for die, carrier in s.attached if in_field(s, carrier)]


def is_character_now(s: Board, die: int) -> bool:
    """A character die where it lies: by its face if it is rolled, by its faces if not (2.3.1 to 2.3.4)."""
    kit = s.kit
    zone = s.where[die] % ZONES  # ON_CARD and NOWHERE become neither of these two
    if zone == FIELD:
        return kit.f_kind[s.face[die]] == F_CHARACTER
    if zone == RESERVE:
        return kit.f_kind[s.face[die]] == F_CHARACTER and kit.die_card[die] != 0
    kind = kit.card_kind[kit.die_card[die]]
    if kind == SIDEKICK:
        return kit.edition.sidekick_unrolled_is_character
    return kind not in (ACTION, BASIC)


def is_sidekick(s: Board, die: int) -> bool:
    """A Sidekick die is one everywhere, a die with Ally in the field (8.1)."""
    if s.kit.card_kind[s.kit.die_card[die]] == SIDEKICK:
        return True
    return s.kit.runner.keywords[KW_ALLY] and in_field(s, die) and s.kit.runner.has_keyword(s, die, KW_ALLY)


def attackers_blocked_by(s: Board, die: int) -> list[int]:
    blocks = s.blocks
    return [blocks[i + 1] for i in range(0, len(blocks), 2) if blocks[i] == die]


def blockers_of(s: Board, die: int) -> list[int]:
    blocks = s.blocks
    return [blocks[i] for i in range(0, len(blocks), 2) if blocks[i + 1] == die]


def engaged_with(s: Board, die: int) -> list[int]:
    """The dice on the other side of its block (5.3.7)."""
    return attackers_blocked_by(s, die) + blockers_of(s, die)


def has_role(s: Board, die: int, role: int) -> bool:
    if role == ROLE_ANY:
        return True
    if role == ROLE_ATTACKING:
        return die in s.attackers
    if role == ROLE_BLOCKING:
        return die in s.blocks[::2]
    if role == ROLE_BLOCKED:
        return die in s.blocked and die in s.attackers
    if role == ROLE_ENGAGED:
        return die in s.blocks
    if role == ROLE_FIGHTING:
        return die in s.attackers or die in s.blocks[::2]
    return die in s.attackers and die not in s.blocked  # ROLE_UNBLOCKED


def level_of(s: Board, die: int) -> int:
    """The level that shows, 0 if none does."""
    return s.kit.f_level[s.face[die]] if s.face[die] >= 0 else 0


def highest_level(s: Board, dice: list[int]) -> int:
    return max([level_of(s, d) for d in dice], default=0)


# ---- filters ---------------------------------------------------------------------------------------------------


def matches(s: Board, m: Matcher, die: int, b: Bind, role: bool = True) -> bool:
    """Whether a die is one of those that a filter means; where it lies is not asked here. `role`: what it does is."""
    kit = s.kit
    if m.whose != BOTH:
        mine = kit.side_of[s.ctrl[die]] == kit.side_of[b.seat]
        if mine != (m.whose == YOURS):
            return False
    if m.kind == KIND_CHARACTER:
        if s.where[die] % ZONES == FIELD:
            if kit.f_kind[s.face[die]] != F_CHARACTER:
                return False
        elif not is_character_now(s, die):
            return False
    elif m.kind == KIND_ACTION and kit.card_kind[kit.die_card[die]] not in (ACTION, BASIC):
        return False
    if m.other and die == b.die:
        return False
    if m.cards is not None:
        row = m.cards
        if m.sidekick is not None and is_sidekick(s, die):
            row = m.sidekick
        if not row[trait_card(s, die) if s.effects else kit.die_card[die]]:
            return False
    if m.more != 1:
        if m.more < 0:
            m.more = 0 if asks_little(m) else 1
        if m.more == 0:
            return True
    if m.outside and in_field(s, die):
        return False
    if m.apart and _is_apart(m, die, b):
        return False
    card = kit.die_card[die]
    if m.of_card:
        if m.of_card == 3:
            if card != b.aux:
                return False
        elif (card == b.card) != (m.of_card == 1):
            return False
    if role and m.role != ROLE_ANY and not has_role(s, die, m.role):
        return False
    if m.level >= 0 and not _level_fits(s, m, die, b):
        return False
    if m.cost >= 0 and not holds(m.cost_op, kit.card_cost[card], m.cost):
        return False
    if m.keyword >= 0 and not s.kit.runner.has_keyword(s, die, m.keyword):
        return False
    if m.relation != REL_NONE and not _related(s, m.relation, die, b):
        return False
    if m.engaged is not None and not _is_engaged(s, m.engaged, die, b):
        return False
    if m.shows != SHOWS_ANY and not shows(s, die, m.shows):
        return False
    if m.attack is not None and s.attack_of(die) != amount_of(s, m.attack, b):
        return False
    return m.marks == 0 or _marked(s, m.marks, die, b)


def _is_apart(m: Matcher, die: int, b: Bind) -> bool:
    return any(die in register(b.regs, slot) for slot in m.apart)


def _is_engaged(s: Board, m: Matcher, die: int, b: Bind) -> bool:
    return any(matches(s, m, d, b) for d in engaged_with(s, die))


def _level_fits(s: Board, m: Matcher, die: int, b: Bind) -> bool:
    level = level_of(s, die)
    if m.level_than == -1:
        return holds(m.level_op, level, m.level)
    if m.level_than == -2:
        return holds(m.level_op, level, _last_level(s, b) + m.level)
    if m.level_than == -3:
        mine = [d for seat in s.kit.seats_of[s.kit.side_of[b.seat]] for d in s.characters(seat)]
        return any(holds(m.level_op, level, level_of(s, d) + m.level) for d in mine)
    held = register(b.regs, m.level_than)
    return bool(held) and holds(m.level_op, level, (held[0] if m.level_noted else level_of(s, held[0])) + m.level)


def _last_level(s: Board, b: Bind) -> int:
    """The level of the die that speaks, as it was if it has been knocked out."""
    if b.window == WIN_KO and len(b.facts) > 2 and b.facts[0] == b.die and not in_field(s, b.die):
        return s.kit.f_level[b.facts[2]]
    return level_of(s, b.die)


def _related(s: Board, relation: int, die: int, b: Bind) -> bool:
    this = b.die
    if relation == REL_ENGAGED_WITH_THIS and b.window == WIN_KO and b.facts[0] == this and not in_field(s, this):
        return die in b.facts[9 : 9 + b.facts[8]]  # as it was when this die was knocked out (7.4.6)
    if relation == REL_BLOCKED_THIS:  # also if one of them has been taken out of the attack since
        return M_BLOCKED * M_KIND + die * BLOCK_BASE + this in s.memory
    if relation == REL_BLOCKS_THIS:
        return die in blockers_of(s, this)
    if relation == REL_NOT_BLOCKS_THIS:
        return die not in blockers_of(s, this)
    if relation == REL_NOT_BLOCKS:
        return die not in s.blocks[::2]
    if relation == REL_BLOCKED_BY_THIS:
        return die in attackers_blocked_by(s, this)
    return relation == REL_ENGAGED_WITH_THIS and die in engaged_with(s, this)


def shows(s: Board, die: int, what: int) -> bool:
    face = s.face[die]
    kind = s.kit.f_kind[face] if face >= 0 else -1
    if what == SHOWS_ENERGY:
        return kind == F_ENERGY
    if what == SHOWS_ACTION:
        return kind == F_ACTION
    return (kind == F_CHARACTER) == (what == SHOWS_CHARACTER)


def _marked(s: Board, marks: int, die: int, b: Bind) -> bool:
    if marks & MARK_KEPT and die not in register(b.regs, 0):
        return False
    if marks & MARK_NOT_PAID and M_PAID * M_KIND + die in s.memory:
        return False
    if marks & MARK_ROLLED and M_ROLLED * M_KIND + die not in s.memory:
        return False
    if marks & MARK_ALREADY and b.facts and len(b.facts) > 1 and die == b.facts[1]:
        return False
    if marks & MARK_TYPE and s.kit.card_type[trait_card(s, die)] != b.aux:
        return False
    if marks & MARK_NAME and (b.aux < 0 or s.kit.names[trait_card(s, die)] != s.kit.names[b.aux]):
        return False
    return not (marks & MARK_SHARES and (b.aux < 0 or s.kit.card_type[trait_card(s, die)] != b.aux))


def candidates(s: Board, m: Matcher, b: Bind) -> list[int]:
    """All dice that a filter means now, those of "you" first, in the order in which they lie."""
    kit = s.kit
    out: list[int] = []
    if m.among >= 0:
        for die in register(b.regs, m.among):
            if die >= 0 and matches(s, m, die, b):
                out.append(die)
        return out
    if not m.zones:
        any_character = m.more == 0 and m.cards is None and m.kind == KIND_CHARACTER
        side_of, f_kind, face = kit.side_of, kit.f_kind, s.face
        side = side_of[b.seat]
        for seat in kit.seats_from[b.seat]:
            if m.whose != BOTH and (side_of[seat] == side) != (m.whose == YOURS):
                continue
            for die in s.zones[seat * ZONES + FIELD]:
                if any_character:
                    if f_kind[face[die]] == F_CHARACTER and not (m.other and die == b.die):
                        out.append(die)
                elif matches(s, m, die, b):
                    out.append(die)
        if s.attached and m.kind == KIND_ACTION:
            for die in lying_on(s):
                if matches(s, m, die, b):
                    out.append(die)
        return out
    for zone, whose in m.zones:
        for seat in _zone_seats(s, whose, b):
            for die in s.zones[kit.zone_at[seat * ZONES + zone]]:
                if die not in out and matches(s, m, die, b):
                    out.append(die)
        if s.attached and zone == FIELD and m.kind == KIND_ACTION:
            for die in lying_on(s):
                if s.owner[die] in _zone_seats(s, whose, b) and matches(s, m, die, b):
                    out.append(die)
    if b.window == WIN_FIELDED:  # an effect of fielding does not reach the dice that paid for it (3.4.4)
        return _not_paid(s, out)
    return out


def _not_paid(s: Board, dice: list[int]) -> list[int]:
    return [d for d in dice if M_PAID * M_KIND + d not in s.memory]


def exists(s: Board, m: Matcher, b: Bind) -> bool:
    """Whether a filter means any die now."""
    if m.zones or m.among >= 0:
        return bool(candidates(s, m, b))
    kit = s.kit
    side = kit.side_of[b.seat]
    for seat in range(kit.n_seats):
        if m.whose == BOTH or (kit.side_of[seat] == side) == (m.whose == YOURS):
            for die in s.zones[seat * ZONES + FIELD]:
                if matches(s, m, die, b):
                    return True
    return False


def has_character(s: Board, seat: int, whose: int, level: int) -> bool:
    """Whether a side, or any, has a character of at least a level in the field."""
    kit = s.kit
    side = kit.side_of[seat]
    for x in range(kit.n_seats):
        if whose == BOTH or (kit.side_of[x] == side) == (whose == YOURS):
            for die in s.zones[x * ZONES + FIELD]:
                face = s.face[die]
                if face >= 0 and kit.f_kind[face] == F_CHARACTER and kit.f_level[face] >= level:
                    return True
    return False


def _zone_seats(s: Board, whose: int, b: Bind) -> list[int]:
    if whose == Z_YOURS:
        return [b.seat]
    if whose == Z_OPPONENT:
        return [x for x in range(s.kit.n_seats) if s.kit.side_of[x] != s.kit.side_of[b.seat]]
    if whose == Z_EACH:
        return s.kit.seats_from[b.seat]
    held = register(b.regs, whose - 10)  # of the player in a register, or of the owner of the die in it
    if not held:
        return []
    return [s.owner[held[0]]] if held[0] >= 0 else s.kit.seats_of[-1 - held[0]]


# ---- references ------------------------------------------------------------------------------------------------


def sides_of(s: Board, who: int, b: Bind) -> list[int]:
    side = s.kit.side_of[b.seat]
    if who == EACH_PLAYER:  # each seat, also where two share their life (9.3.8)
        return [s.kit.side_of[seat] for seat in s.kit.seats_from[b.seat]]
    if who == OPPONENT:
        return [x for x in range(s.kit.sides) if x != side]
    if who == THAT_PLAYER and b.facts:
        return [b.facts[0]]
    return [side]


def _held_by(s: Board, captor: int) -> list[int]:
    return [h[0] for h in s.held if h[1] == captor]


def resolve(s: Board, ref: Ref, b: Bind) -> list[int]:
    """The dice that a step speaks of; players as -1 - side. What is no longer there is left out (7.9.2)."""
    kind = ref.kind
    if kind == REF_THIS:
        return [b.die] if b.die >= 0 else []
    if kind == REF_REG:
        return list(register(b.regs, ref.slot))
    if kind == REF_EACH or kind == REF_GROUP:
        assert ref.match is not None
        return candidates(s, ref.match, b)
    if kind == REF_SIDES:
        return [-1 - side for side in sides_of(s, ref.who, b)]
    if kind == REF_BLOCKED:
        return attackers_blocked_by(s, b.die)
    if kind == REF_CAPTURED:
        return _held_by(s, b.die)
    if kind == REF_OWNER or kind == REF_CONTROLLER:
        held = register(b.regs, ref.slot) if ref.slot >= 0 else (b.die,)
        whose = s.owner if kind == REF_OWNER else s.ctrl
        return [-1 - s.kit.side_of[whose[held[0]]]] if held and held[0] >= 0 else []
    assert kind == REF_NONE
    return []


# ---- amounts ---------------------------------------------------------------------------------------------------


def amount_of(s: Board, a: Amount, b: Bind, source: int = -1) -> int:
    """How much, now. `source`: the die that "its" means where several deal damage."""
    kind = a.kind
    if kind == AM_CONST:
        return a.n
    value = 0
    if kind == AM_COUNT:
        assert a.match is not None
        value = len(candidates(s, a.match, b))
    elif kind == AM_DIFFERENT:
        assert a.match is not None
        value = different(s, a.match, b)
    elif kind == AM_FIELDED:
        value = s.memory.count(M_FIELDED * M_KIND + b.seat)
    elif kind == AM_STAT:
        die = source
        if a.ref is not None:
            dice = resolve(s, a.ref, b)
            die = dice[0] if dice else -1
        value = stat_of(s, a.stat, die, b)
    elif kind == AM_DEALT:
        dice = resolve(s, a.ref, b) if a.ref is not None else [source]
        value = combat_damage_dealt(s, dice[0]) if dice else 0
    elif kind == AM_BEST:
        assert a.match is not None
        values = [stat_of(s, a.stat, d, b) for d in candidates(s, a.match, b)]
        value = (max(values) if a.highest else min(values)) if values else 0
    elif kind == AM_PLUS:
        assert a.more is not None
        value = a.n + amount_of(s, a.more, b, source)
    elif kind == AM_ENERGY:
        for side in sides_of(s, OPPONENT, b):
            for seat in s.kit.seats_of[side]:
                value += sum(s.kit.f_units[s.face[d]] for d in s.zones[seat * ZONES + RESERVE]) + s.generic[seat]
    elif kind == AM_REG:
        value = len(register(b.regs, a.n))
    elif kind == AM_NOTED:
        value = sum(register(b.regs, a.n))
    elif kind == AM_FACT:
        value = b.facts[a.n] if a.n < len(b.facts) else 0
    if a.half:
        value //= 2
    return max(value, a.least)


def combat_damage_dealt(s: Board, die: int) -> int:
    """How much combat damage a die has dealt this turn."""
    mine = M_DEALT * M_KIND + die * BLOCK_BASE
    return sum([m - mine for m in s.memory if mine <= m < mine + BLOCK_BASE])


def stat_of(s: Board, stat: int, die: int, b: Bind) -> int:
    """A number of a die; if it has just been knocked out, what it was then (7.4.6)."""
    if die < 0:
        return 0
    if not in_field(s, die):
        if b.window == WIN_KO and b.facts and b.facts[0] == die:
            return s.kit.f_level[b.facts[2]] if stat not in (ST_ATTACK, ST_DEFENCE) else b.facts[5 + stat]
        if s.face[die] < 0:
            return 0
    if stat == ST_ATTACK:
        return s.attack_of(die)
    if stat == ST_DEFENCE:
        return s.defence_of(die)
    return level_of(s, die)


def different(s: Board, m: Matcher, b: Bind) -> int:
    """Different active characters: by title on each side (7.1.8). "Other" leaves out this die's own character."""
    found: list[tuple[int, str]] = []
    for die in candidates(s, m, b):
        key = (s.kit.side_of[s.ctrl[die]], s.kit.names[trait_card(s, die)])
        if key not in found:
            found.append(key)
    if m.other and b.die >= 0:
        own = (s.kit.side_of[s.ctrl[b.die]], s.kit.names[trait_card(s, b.die)])
        if own in found:
            found.remove(own)
    return len(found)
