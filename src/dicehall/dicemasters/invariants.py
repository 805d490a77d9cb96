"""What is true at every moment of every game, whatever was played: dice, faces, numbers, attack, frames.
For tests and long random runs; the rules themselves never ask here."""

from __future__ import annotations

from typing import NoReturn

from dicehall.dicemasters.board import L_CLAUSE, L_DICE, L_END, L_UNTIL, U_CAPTURED, U_ENGAGED
from dicehall.dicemasters.effects.code import C_GOES
from dicehall.dicemasters.state import W_CHANCE, W_DECISION, W_OVER, W_PAUSE, DMState
from dicehall.dicemasters.terms import (
    ENERGY_NAMES,
    F_ACTION,
    F_CHARACTER,
    F_ENERGY,
    FIELD,
    FR_ASSIGN,
    FR_ATTACK,
    FR_BLOCK,
    FR_DAMAGE,
    FR_DRAW,
    FR_EFFECT,
    FR_PAY,
    FR_PICK,
    FR_REACT,
    FR_ROLL,
    FR_TRIGGERS,
    FR_TURN,
    FR_WINDOW,
    FRAMES,
    NO_DIE,
    NOWHERE,
    ON_CARD,
    OUT,
    P_SEVERAL,
    PREP,
    RESERVE,
    S_ATTACK,
    S_CLEANUP,
    S_DRAW,
    S_ROLL,
    STEP_NAMES,
    ZONE_NAMES,
    ZONES,
)

_ASKING = (FR_PICK, FR_WINDOW, FR_PAY, FR_BLOCK, FR_ASSIGN, FR_TRIGGERS, FR_EFFECT, FR_DAMAGE, FR_REACT)


def check(state: DMState) -> None:
    """AssertionError, with the whole story, if anything is not as it must be."""
    _zones(state)
    _cards(state)
    _faces(state)
    _owners(state)
    _numbers(state)
    _attack(state)
    _waiting(state)
    _frames(state)


def describe(s: DMState) -> str:
    """The state in a few lines, for the message of a failure."""
    lines = [
        f"{s.kit.edition.name}, {s.kit.setup.settings.priority} priority, turn {s.turn} of side {s.active}, "
        f"{STEP_NAMES[s.step]} step, version {s.ver}, life {s.life}, generic {s.generic}, left on cards {s.left}"
    ]
    for z, dice in enumerate(s.zones):
        if dice:
            lines.append(f"  seat {z // ZONES} {ZONE_NAMES[z % ZONES]}: " + ", ".join(_die(s, d) for d in dice))
    lines.append(f"  attackers {s.attackers}, blocks {s.blocks}, blocked {s.blocked}, rolling {s.rolling}")
    lines.append(f"  partial {s.partial}, effects {s.effects}, queue {s.queue}, over {s.why_over!r} {s.winners}")
    lines.append(f"  waiting {s.waiting}, mid {s.mid}, legal {s.legal}")
    lines += [f"  frame {f}" for f in s.stack]
    return "\n".join(lines)


def _die(s: DMState, die: int) -> str:
    if not 0 <= die < s.kit.n_dice:
        return f"{die}??"
    return f"{die}={s.kit.names[s.kit.die_card[die]]}#{s.num[die]}" + (f"/{s.face[die]}" if s.face[die] >= 0 else "")


def _fail(s: DMState, what: str) -> NoReturn:
    raise AssertionError(f"{what}\n{describe(s)}")


# ---- dice and cards -------------------------------------------------------------------------------------------


def _zones(s: DMState) -> None:
    """Each die is in exactly one place, and `where` and `zones` say the same."""
    kit = s.kit
    n = kit.n_dice
    for name in ("where", "face", "owner", "ctrl", "damage", "num"):
        if len(getattr(s, name)) != n:
            _fail(s, f"{name} has {len(getattr(s, name))} entries for {n} dice")
    if len(s.zones) != kit.n_seats * ZONES:
        _fail(s, f"there are {len(s.zones)} zones for {kit.n_seats} seats")
    seen: set[int] = set()
    for z, dice in enumerate(s.zones):
        if dice and kit.zone_at[z] != z:
            _fail(s, f"dice lie in the {ZONE_NAMES[z % ZONES]} of seat {z // ZONES}, which is shared and elsewhere")
        for die in dice:
            if not 0 <= die < n:
                _fail(s, f"there is no die {die}")
            if die in seen:
                _fail(s, f"die {die} lies in two places")
            seen.add(die)
            if s.where[die] != z:
                _fail(s, f"die {die} lies in zone {z}, but `where` says {s.where[die]}")
    for die in range(n):
        if s.where[die] >= 0 and die not in seen:
            _fail(s, f"`where` puts die {die} into zone {s.where[die]}, which does not list it")
        if s.where[die] < NOWHERE or (s.where[die] == NOWHERE and kit.abilities is None):
            _fail(s, f"die {die} is lost: `where` is {s.where[die]}")


def _cards(s: DMState) -> None:
    """The dice left on a card are the last of its dice; Sidekicks are never on a card, and none comes or goes."""
    kit = s.kit
    if len(s.left) != kit.n_cards:
        _fail(s, f"left has {len(s.left)} entries for {kit.n_cards} cards")
    for card in range(kit.n_cards):
        first, total, left = kit.card_first[card], kit.card_total[card], s.left[card]
        if not 0 <= left <= total:
            _fail(s, f"{left} of {total} dice are left on {kit.titles[card]}")
        for die in range(first, first + total):
            if (s.where[die] == ON_CARD) != (die >= first + total - left):
                _fail(s, f"die {die} of {kit.titles[card]} is at {s.where[die]}, with {left} of {total} dice left")
    for side, seats in enumerate(kit.seats_of):
        groups = [[seat] for seat in seats] if len(seats) == 1 else [seats]  # teammates may swap dice (9.3.10)
        for group in groups:
            expected = sum(1 for seat in group for p in kit.setup.seats[seat].placed if p.card < 0)
            found = sum(1 for d in range(kit.card_total[0]) if s.owner[d] in group)
            if found != expected:
                _fail(s, f"side {side} has {found} Sidekicks in place of {expected}")


def _faces(s: DMState) -> None:
    """Faces belong to their die, and a die shows one only where it is rolled; damage lies in the field only."""
    kit = s.kit
    plain = kit.abilities is None
    # an effect is at work on some dice, or the game ended in the middle of one
    busy = bool(s.why_over) or any(f[0] in (FR_EFFECT, FR_DAMAGE) for f in s.stack)
    for die in range(kit.n_dice):
        face, zone = s.face[die], s.zone_of(die)
        where = ZONE_NAMES[zone] if zone >= 0 else "no zone"
        if face != -1 and (not 0 <= face < len(kit.f_kind) or face // 6 != kit.die_card[die]):
            _fail(s, f"die {die} shows the face {face} of another die")
        if face != -1 and kit.f_same[face] != face:
            _fail(s, f"die {die} shows the face {face} in place of its equal {kit.f_same[face]}")
        if zone in (RESERVE, FIELD):
            if face < 0:
                _fail(s, f"die {die} in the {where} shows no face")
            stays = (
                kit.abilities is not None
                and kit.f_kind[face] == F_ACTION
                and (kit.abilities.stays(s, die) or kit.abilities.waits(s, die))
            )
            if zone == FIELD and kit.f_kind[face] != F_CHARACTER and not stays and not busy:
                _fail(s, f"die {die} in the field is no character")
            seat = s.where[die] // ZONES
            if zone == RESERVE and kit.side_of[seat] != s.active and kit.f_kind[face] != F_ENERGY:
                _fail(s, f"die {die} in the reserve of seat {seat}, not on turn, is no energy (2.7.4)")
        elif face >= 0 and not (zone == PREP and die in s.rolling) and zone != NOWHERE and not busy:
            _fail(s, f"die {die} in {where} shows the face {face}, but it is not rolled there")
        if s.damage[die] < 0 or (s.damage[die] and zone != FIELD):
            _fail(s, f"die {die} in {where} has {s.damage[die]} damage")
        if s.damage[die] and not s.why_over and s.waiting == W_DECISION:
            spared = kit.abilities is not None and (busy or kit.abilities.spares(s, die, True, 0))
            if kit.f_kind[face] == F_CHARACTER and s.damage[die] >= s.defence_of(die) and not spared:
                _fail(s, f"die {die} has {s.damage[die]} damage and lives with a defence of {s.defence_of(die)}")
    if plain and kit.edition.spent_goes_to != OUT and not (kit.setup.settings.first_turn_rule and s.turn == 1):
        for seat in range(kit.n_seats):
            if s.zone(seat, OUT):
                _fail(s, f"seat {seat} has dice Out of Play under a rulebook without that zone (2.7.7)")


def _owners(s: DMState) -> None:
    """Dice lie with their owner or, in the field, with who controls them; numbers tell a seat's equal dice apart."""
    kit = s.kit
    numbers: set[tuple[int, int, int]] = set()
    for die in range(kit.n_dice):
        card, owner, ctrl, where = kit.die_card[die], s.owner[die], s.ctrl[die], s.where[die]
        if where == ON_CARD:
            if owner != kit.card_seat[card] or ctrl != owner:
                _fail(s, f"die {die} on the card {kit.titles[card]} has owner {owner} and controller {ctrl}")
            continue
        if not 0 <= owner < kit.n_seats or not 0 <= ctrl < kit.n_seats:
            _fail(s, f"die {die} has owner {owner} and controller {ctrl}")
        if kit.card_seat[card] >= 0 and not _together(s, owner, kit.card_seat[card]):
            _fail(s, f"die {die} belongs to seat {owner}, but its card to seat {kit.card_seat[card]}")
        if ctrl != owner and (kit.abilities is None or s.zone_of(die) != FIELD):
            _fail(s, f"die {die} of seat {owner} is controlled by seat {ctrl}")
        if where >= 0:
            holder = ctrl if s.zone_of(die) == FIELD else owner
            if not _together(s, holder, where // ZONES):
                _fail(s, f"die {die} of seat {holder} lies with seat {where // ZONES}")
        if s.num[die] < 1:
            _fail(s, f"die {die} is in play without a number")
        if len(kit.seats_of[kit.side_of[owner]]) == 1:
            if (owner, card, s.num[die]) in numbers:
                _fail(s, f"seat {owner} has two dice {kit.titles[card]} #{s.num[die]}")
            numbers.add((owner, card, s.num[die]))


def _together(s: DMState, one: int, other: int) -> bool:
    """Whether two seats are one, or teammates."""
    return one == other or s.kit.side_of[one] == s.kit.side_of[other]


# ---- numbers, attack ------------------------------------------------------------------------------------------


def _numbers(s: DMState) -> None:
    kit = s.kit
    for side in range(kit.sides):
        most = max(kit.setup.max_life[side], kit.setup.life[side])
        if not 0 <= s.life[side] <= most:
            _fail(s, f"side {side} has {s.life[side]} life, outside of 0 to {most}")
        if s.life[side] == 0 and not s.why_over:
            _fail(s, f"side {side} has no life and the game goes on (1.3.1)")
    for seat in range(kit.n_seats):
        if s.generic[seat] < 0:
            _fail(s, f"seat {seat} has {s.generic[seat]} {ENERGY_NAMES[5]} energy")
        if s.generic[seat] and kit.side_of[seat] != s.active and kit.abilities is None:
            _fail(s, f"seat {seat} has kept {s.generic[seat]} generic energy beyond its turn (4.5.9)")
    if s.turn < kit.setup.turn or s.active != (kit.setup.active + s.turn - kit.setup.turn) % kit.sides:
        _fail(s, f"turn {s.turn} is not the turn of side {s.active}")
    _distinct(s, "rolling", s.rolling)
    _distinct(s, "partial", s.partial)
    if s.rolling and s.step not in (S_DRAW, S_ROLL) and not s.why_over:
        _fail(s, "dice are still being rolled after the Roll and Reroll Step")
    for die in s.rolling:
        if s.zone_of(die) != PREP or not s.is_active_seat(s.owner[die]):
            _fail(s, f"die {die} is rolled and does not lie in the active side's Prep Area")


def _distinct(s: DMState, name: str, dice: list[int]) -> None:
    if len(set(dice)) != len(dice) or any(not 0 <= d < s.kit.n_dice for d in dice):
        _fail(s, f"{name} names a die twice, or one that is not there: {dice}")


def _attack(s: DMState) -> None:
    """Attackers are in the active side's field, blockers in another; a block names one of the attackers."""
    kit = s.kit
    _distinct(s, "attackers", s.attackers)
    _distinct(s, "blocked", s.blocked)
    if (s.attackers or s.blocks or s.blocked) and s.step not in (S_ATTACK, S_CLEANUP):
        _fail(s, f"there is an attack in the {STEP_NAMES[s.step]} step")
    for die in s.attackers:
        if s.zone_of(die) != FIELD or not s.is_active_seat(s.ctrl[die]) or kit.f_kind[s.face[die]] != F_CHARACTER:
            _fail(s, f"attacker {die} is not a character in the active side's field")
    if len(s.blocks) % 2:
        _fail(s, "blocks are pairs of blocker and attacker")
    blockers = s.blocks[::2]
    if kit.abilities is None:
        _distinct(s, "blocks", blockers)
    for blocker, attacker in zip(blockers, s.blocks[1::2], strict=True):
        if s.zone_of(blocker) != FIELD or s.is_active_seat(s.ctrl[blocker]):
            _fail(s, f"blocker {blocker} is not in a defending field")
        if attacker not in s.attackers:
            _fail(s, f"{blocker} blocks {attacker}, which does not attack")
        if attacker not in s.blocked and not any(f[0] == FR_BLOCK for f in s.stack) and not s.why_over:
            _fail(s, f"attacker {attacker} is blocked by {blocker} and not noted as blocked (5.3.6)")
    for effect in s.effects:
        for die in effect[L_DICE:]:
            leaves = s.zone_of(die) == OUT and kit.runner.clauses[effect[L_CLAUSE]].kind == C_GOES  # where it goes next
            if s.zone_of(die) != FIELD and s.where[die] != NOWHERE and not leaves:
                _fail(s, f"a lasting effect is on die {die}, which is not in the field (6.3.4)")
        if effect[L_UNTIL] == U_ENGAGED and not any(d in s.blocks for d in effect[L_DICE:]):
            _fail(s, "an effect lasts while a die is engaged, which it is not")
        if effect[L_UNTIL] == U_CAPTURED and not any(h[0] == effect[L_END] for h in s.held):
            _fail(s, f"an effect lasts while die {effect[L_END]} is captured, which it is not")
    for die, captor, where, _ in s.held:
        if s.where[die] != NOWHERE or not 0 <= captor < kit.n_dice or not 0 <= where < len(s.zones):
            _fail(s, f"die {die} is held by die {captor}, and not as a captive")
    for die, carrier in s.attached:
        if s.where[die] != NOWHERE or (s.zone_of(carrier) != FIELD and s.where[carrier] != NOWHERE):
            _fail(s, f"die {die} lies on die {carrier}, which is not in the field")


# ---- what is in flight ----------------------------------------------------------------------------------------


def _waiting(s: DMState) -> None:
    if (s.waiting == W_OVER) != bool(s.why_over):
        _fail(s, f"waiting is {s.waiting}, but the reason of the end is {s.why_over!r}")
    if any(not 0 <= side < s.kit.sides for side in s.winners) or (s.winners and not s.why_over):
        _fail(s, f"the winners are {s.winners}")
    if s.waiting == W_OVER:
        if s.stack or s.legal or s.mid:
            _fail(s, "the game is over, and something is left to do")
        if s.why_over == "life" and [side for side, life in enumerate(s.life) if life] != list(s.winners):
            _fail(s, f"the winners {s.winners} are not those who have life left")
        return
    top = s.stack[-1][0] if s.stack else -1
    if s.waiting == W_DECISION:
        if not s.legal or len(set(s.legal)) != len(s.legal):
            _fail(s, "a decision has no answers, or one of them twice")
        if top not in _ASKING:
            _fail(s, f"frame {top} asks nothing")
        begins = _begins(s)
        if begins is not None and begins == s.mid:
            _fail(s, f"mid is {s.mid} where a move {'begins' if begins else 'goes on'}")
    else:
        if s.legal:
            _fail(s, "there are answers to nothing")
        if s.waiting == W_CHANCE and (top not in (FR_DRAW, FR_ROLL) or s.dice is not None):
            _fail(s, f"chance is open on frame {top}, with dice {s.dice}")
        if s.waiting == W_PAUSE and (top != FR_TURN or not s.hold):
            _fail(s, f"the game pauses on frame {top}")
    if s.queue and s.waiting == W_PAUSE:
        _fail(s, "triggers wait in the queue between turns")


def _begins(s: DMState) -> bool | None:
    """Whether the answer to the decision begins a move; None if that is the cards' affair."""
    kind, step, _, purpose, _, _, picks, _ = s.stack[-1]
    if kind == FR_PICK:
        return purpose != P_SEVERAL and not picks
    if kind == FR_BLOCK:
        return step == 0 if s.kit.abilities is None else None
    if kind == FR_ASSIGN:
        return not picks
    if kind == FR_WINDOW:
        return True
    return False if kind == FR_PAY and s.kit.abilities is None else None


def _frames(s: DMState) -> None:
    """One turn below everything; each frame is five ints, two tuples of ints and the event that caused it."""
    if s.why_over:
        return
    if not s.stack or [f[0] for f in s.stack].count(FR_TURN) != 1 or s.stack[0][0] != FR_TURN:
        _fail(s, "the stack does not stand on one turn")
    newest = s.base + len(s.ev)
    for f in s.stack:
        if not isinstance(f, tuple) or len(f) != 8 or not isinstance(f[5], tuple) or not isinstance(f[6], tuple):
            _fail(s, f"frame {f} is not well formed")
        if any(type(x) is not int for x in (*f[:5], *f[5], *f[6], f[7])):
            _fail(s, f"frame {f} holds something other than ints")
        if not 0 <= f[0] < FRAMES or not -1 <= f[2] < s.kit.n_seats or not -1 <= f[7] < newest:
            _fail(s, f"frame {f} has an unknown kind, seat or cause (the next event is {newest})")
        if f[0] == FR_PAY and any(d != NO_DIE and s.where[d] != f[2] * ZONES + RESERVE for d in f[5]):
            _fail(s, f"frame {f} pays with dice that are not in the reserve of seat {f[2]}")
        if f[0] in (FR_BLOCK, FR_ASSIGN, FR_ATTACK) and s.step != S_ATTACK:
            _fail(s, f"frame {f} belongs to the Attack Step")
