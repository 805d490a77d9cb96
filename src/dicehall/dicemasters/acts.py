"""What effects do to dice: spin, reroll where they lie. Rules 2.4, 2.5.

Nothing here belongs to a card; these are the verbs that abilities are made of.
"""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.damage import lethal
from dicehall.dicemasters.terms import (
    E_MOVED,
    E_SPUN,
    F_CHARACTER,
    FIELD,
    FR_ROLL,
    R_EFFECT,
    RESERVE,
)


def spin(s: Board, die: int, levels: int, rule: str = "2.4.2") -> int:
    """Spins a character up (or down, if negative) by levels, as far as it goes; says how many it went.

    Damage and bonuses stay (2.4.4), so that a die with less defence may be KO'd at once (6.3.2).
    """
    kit = s.kit
    if s.face[die] < 0 or kit.f_kind[s.face[die]] != F_CHARACTER:
        return 0
    step = kit.f_up if levels > 0 else kit.f_down
    done = 0
    while done < abs(levels) and step[s.face[die]] >= 0:
        s.face[die] = step[s.face[die]]
        done += 1
    if done:
        before, s.cause = s.cause, s.emit(E_SPUN, rule, die, s.face[die])
        lethal(s)
        s.cause = before
    return done


def reroll(s: Board, dice: tuple[int, ...], seat: int, stay: bool = False) -> tuple[int, ...]:
    """Rolls dice where they lie; dice spent in part are not rerolled (2.5.4). Says which ones are.

    `stay`: the effect itself says where they go, whatever face they show (2.5.1).
    """
    allowed = tuple([d for d in dice if d not in s.partial])
    if allowed:
        s.push(FR_ROLL, seat, R_EFFECT, 1 if stay else 0, allowed)
    return allowed


def settle_rerolled(s: Board, dice: tuple[int, ...], stay: bool) -> None:
    """After a reroll in place: damage and bonuses are gone (2.5.3); what cannot lie there goes to Reserve (2.5.2)."""
    for die in dice:
        s.damage[die] = 0
        if s.effects:
            s.drop_effects_on(die)
        if not stay and s.zone_of(die) == FIELD and s.kit.f_kind[s.face[die]] != F_CHARACTER:
            w = s.where[die]
            s.put(die, s.owner[die], RESERVE)
            s.emit(E_MOVED, "2.5.2", w, s.where[die], (die,))
