"""What texts wait for: tree events to the windows of a turn."""

from __future__ import annotations

import msgspec

from dicehall.ability import tree
from dicehall.dicemasters.effects.code import (
    BOTH,
    EV_ASSIGNED_LETHAL,
    EV_ATTACKS,
    EV_BLOCKED,
    EV_BLOCKED_BY,
    EV_BLOCKS,
    EV_DAMAGED,
    EV_DAMAGES,
    EV_ENGAGED,
    EV_FIELDED,
    EV_FIELDS,
    EV_KOD,
    EV_KOS,
    EV_MOMENT,
    EV_NOT_BLOCKED,
    EV_ROLLED,
    EV_USES,
    EV_YOU_ATTACK,
    OPPOSING,
    ROLE_ATTACKING,
    ROLE_BLOCKING,
    ROLE_ENGAGED,
    SC_DIE,
    YOURS,
    Watch,
)
from dicehall.dicemasters.effects.selecting import NotYet, Selecting, phrase_of
from dicehall.dicemasters.sockets import ACTION, GLOBAL
from dicehall.dicemasters.terms import (
    WIN_AFTER_DAMAGE,
    WIN_ASSIGNED,
    WIN_ATTACK_END,
    WIN_ATTACK_START,
    WIN_ATTACKS,
    WIN_BLOCKS,
    WIN_DAMAGED,
    WIN_DECLARED,
    WIN_FIELDED,
    WIN_GLOBAL,
    WIN_KO,
    WIN_MAIN_END,
    WIN_MAIN_START,
    WIN_ROLL_END,
    WIN_ROLLED,
    WIN_TURN_END,
    WIN_TURN_START,
    WIN_USED,
)

MOMENTS = {
    "turn start": WIN_TURN_START,
    "turn end": WIN_TURN_END,
    "roll end": WIN_ROLL_END,
    "main start": WIN_MAIN_START,
    "main end": WIN_MAIN_END,
    "attack start": WIN_ATTACK_START,
    "attack end": WIN_ATTACK_END,
    "after blocks": WIN_BLOCKS,
    "after damage": WIN_AFTER_DAMAGE,
}
MOMENT_WHOSE = {"your": YOURS, "the": BOTH, "a player's": BOTH, "opponent's": OPPOSING}
ROLE_WORDS = {"": 0, "blocking": ROLE_BLOCKING, "engaged": ROLE_ENGAGED, "attacking": ROLE_ATTACKING}


def single_events(event: tree.Event) -> list[tree.Event]:
    if isinstance(event, tree.Attacks) and event.or_blocks:
        return [msgspec.structs.replace(event, or_blocks=False), tree.Blocks()]
    return [event]


def event_of(event: tree.Event) -> tuple[int, int]:
    """The kind of an event and the window in which it is seen."""
    if isinstance(event, tree.Fielded):
        return (EV_FIELDS if event.who else EV_FIELDED), WIN_FIELDED
    if isinstance(event, tree.Attacks):
        if event.not_blocked:
            return EV_NOT_BLOCKED, WIN_BLOCKS
        if event.what is not None and event.what.how == "this":
            return EV_ATTACKS, WIN_ATTACKS
        return EV_YOU_ATTACK, WIN_DECLARED
    if isinstance(event, tree.Blocks):
        return (EV_BLOCKED_BY if event.by is not None else EV_BLOCKS), WIN_BLOCKS
    if isinstance(event, tree.Blocked):
        return EV_BLOCKED, WIN_BLOCKS
    if isinstance(event, tree.Moment):
        if event.moment == "engaged":
            return EV_ENGAGED, WIN_BLOCKS
        if event.moment in MOMENTS:
            return EV_MOMENT, MOMENTS[event.moment]
    if isinstance(event, tree.Damaged):
        if event.by is not None and (event.by.how == "this" or tree.Who("opponent") in event.who):
            return EV_DAMAGES, WIN_DAMAGED
        return EV_DAMAGED, WIN_DAMAGED
    if isinstance(event, tree.AssignedLethal):
        return EV_ASSIGNED_LETHAL, WIN_ASSIGNED
    if isinstance(event, tree.Kod):
        return EV_KOD, WIN_KO
    if isinstance(event, tree.Kos):
        return EV_KOS, WIN_KO
    if isinstance(event, tree.RolledAction):
        return EV_ROLLED, WIN_ROLLED
    if isinstance(event, tree.Uses):
        return EV_USES, WIN_USED if event.what == "action" else WIN_GLOBAL
    raise NotYet(f"the event {phrase_of(event)}")


def about_of(event: tree.Event | None) -> int:
    """Which fact of the event "that die" means: 0 its first, 1 its second, 2 who did it; -1 none."""
    if isinstance(event, tree.Fielded):
        return 1 if event.who else -1
    if isinstance(event, tree.Blocks):
        return 1 if event.by is not None else -1
    if isinstance(event, tree.Damaged):
        return 1 if event.by is not None and event.by.how == "this" else 0 if event.by is not None else -1
    if isinstance(event, tree.Kod):
        return -1 if event.what.how == "this" else 0
    if isinstance(event, tree.Kos):
        return 0 if event.by.how == "this" else 2
    return -1


def set_event(w: Watch, event: tree.Event, make: Selecting) -> None:
    """What exactly a watch waits for."""
    if isinstance(event, tree.Fielded):
        w.this = not event.who
        w.whose = {"": BOTH, "you": YOURS, "an opponent": OPPOSING, "a player": BOTH}[event.who]
        w.match = None if event.what is None else make.matcher(event.what)
    elif isinstance(event, tree.Attacks):
        w.this = event.what is not None and event.what.how == "this"
        w.alone, w.n = event.alone, event.together
        if event.what is not None and event.what.what is not None:
            w.match = make.matcher(event.what.what)
    elif isinstance(event, tree.Blocks):
        w.this = True
        w.match = None if event.by is None else make.matcher(event.by)
    elif isinstance(event, tree.Blocked):
        w.this = True
        w.n = event.exactly
    elif isinstance(event, tree.Moment):
        w.this = w.scope == SC_DIE
        w.whose = MOMENT_WHOSE[event.whose]
    elif isinstance(event, tree.Damaged):
        _set_damage(w, event, make)
    elif isinstance(event, tree.Kod):
        w.this = event.what.how == "this"
        if not w.this and event.what.what is None:
            raise NotYet("an event about a die that nothing has named")
        w.match = None if event.what.what is None else make.matcher(event.what.what)
        w.role = ROLE_WORDS[event.role]
    elif isinstance(event, tree.Kos):
        w.this = event.by.how == "this"
        w.by = None if event.by.what is None else make.matcher(event.by.what)
        w.match = make.matcher(event.what)
        w.combat = event.combat
        w.role = ROLE_BLOCKING if event.blocking else 0
    elif isinstance(event, tree.AssignedLethal | tree.RolledAction):
        w.this = True
    elif isinstance(event, tree.Uses):
        w.whose = YOURS if event.who == "you" else OPPOSING
        w.n = ACTION if event.what == "action" else GLOBAL


def _set_damage(w: Watch, event: tree.Damaged, make: Selecting) -> None:
    w.combat = event.in_attack
    w.target = event.by is not None and event.by.how == "target"
    for who in event.who:
        if isinstance(who, tree.Who):
            w.sides = True
        elif who.how == "this":
            w.this = True
        elif who.what is not None:
            w.match = make.matcher(who.what)
    if event.by is not None:
        if event.by.how == "this":
            w.this = True
        elif event.by.what is not None:
            w.by = make.matcher(event.by.what)
