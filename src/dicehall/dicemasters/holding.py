"""Dice that hold others: capture and control, and their end. Rules 7.6, 7.7.

A captive is in no zone; a controlled die lies in its controller's field and stays its owner's.
"""

from __future__ import annotations

from dicehall.dicemasters.board import L_DICE, L_DIE, L_END, L_UNTIL, U_ATTACHED, U_CAPTURED, U_TURN, Board, Effect
from dicehall.dicemasters.terms import E_CAPTURED, E_CONTROL, E_RELEASED, FIELD, NOWHERE, RESERVE, ZONES


def capture(s: Board, captor: int, die: int, until: int = U_TURN) -> None:
    """The captive lies under its captor, in no zone: it does not exist for the game (7.6.1)."""
    face, w = s.face[die], s.where[die]
    if w % ZONES == FIELD:  # its damage and bonuses stay behind, what is attached goes along (7.6.5)
        carried, on = [e for e in s.effects if e[L_UNTIL] == U_ATTACHED and die in e[L_DICE:]], s.attached
        s.attached = []
        s.leave_field(die)
        s.attached = on
        s.effects = [*s.effects, *carried]
    s.zones[w].remove(die)
    s.where[die] = NOWHERE
    s.face[die] = face
    if s.partial:
        s.check_partial()
    s.held = [*s.held, (die, captor, w, until)]
    s.emit(E_CAPTURED, "7.6.1", captor, die)


def sleeps(s: Board, e: Effect) -> bool:
    """Whether an effect is of a die that lies on a captive: it counts as not there until both are back (7.6.5)."""
    if e[L_UNTIL] != U_ATTACHED:
        return False
    return any([die == e[L_DIE] and s.where[carrier] == NOWHERE for die, carrier in s.attached])


def release(s: Board, die: int, rule: str) -> None:
    """Puts a captive back where it was taken, on the face it had if it was rolled there (7.6.2, 7.6.3)."""
    let_go(s, die, next(h[2] for h in s.held if h[0] == die), rule)


def let_go(s: Board, die: int, w: int, rule: str) -> None:
    """A captive comes to a zone; what depended on the capture ends."""
    s.held = [h for h in s.held if h[0] != die]
    if s.lies_on(die):  # it was used and has attached itself
        s.attached = [a for a in s.attached if a[0] != die]
        s.end_effects_of(die)
    s.effects = [e for e in s.effects if e[L_UNTIL] != U_CAPTURED or e[L_END] != die]
    if w % ZONES != FIELD and s.effects:
        s.drop_effects_on(die)
    s.zones[w].append(die)
    s.where[die] = w
    if w % ZONES not in (FIELD, RESERVE):
        s.face[die] = -1
    s.emit(E_RELEASED, rule, die, w)


def release_from(s: Board, captor: int) -> None:
    """The captor was KO'd: its captives return (7.6.3)."""
    for held in s.held:
        if held[1] == captor:
            release(s, held[0], "7.6.3")


def take_control(s: Board, die: int, seat: int, by: int, until: int = U_TURN) -> None:
    """The die becomes the seat's for the game; its owner stays its owner (7.7.1). It leaves the attack (7.7.7)."""
    s.leave_combat(die)
    w = s.where[die]
    s.zones[w].remove(die)
    s.set_controller(die, seat)
    s.where[die] = seat * ZONES + FIELD
    s.zones[s.where[die]].append(die)
    s.controls = [*[c for c in s.controls if c[0] != die], (die, by, until)]
    s.emit(E_CONTROL, "7.7.1", die, seat, (by,))


def end_control(s: Board, die: int, rule: str) -> None:
    """A controlled die goes back to its owner's field (7.7.5)."""
    s.controls = [c for c in s.controls if c[0] != die]
    if s.ctrl[die] == s.owner[die] or s.zone_of(die) != FIELD:
        return
    s.leave_combat(die)
    s.zones[s.where[die]].remove(die)
    s.set_controller(die, s.owner[die])
    s.where[die] = s.owner[die] * ZONES + FIELD
    s.zones[s.where[die]].append(die)
    s.emit(E_CONTROL, rule, die, s.owner[die])


def end_controls_by(s: Board, controller: int) -> None:
    for control in s.controls:
        if control[1] == controller:
            end_control(s, control[0], "7.7.5")


def end_of_turn(s: Board) -> None:
    """Captives and controlled dice go back, unless they are held for longer (4.5.8)."""
    for held in s.held:
        if held[3] == U_TURN:
            release(s, held[0], "4.5.8")
    for control in s.controls:
        if control[2] == U_TURN:
            end_control(s, control[0], "4.5.8")
