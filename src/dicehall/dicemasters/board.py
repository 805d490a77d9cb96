"""Everything on the table as lists of ints, and the small moves that keep the lists true to each other.

No rule decides anything here; zones are those of rules 2.7.
"""

from __future__ import annotations

from typing import Any, Final

from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.sockets import (
    ATTACK,
    DEFENCE,
    FIELDING,
    OPEN_PLACE,
    PURCHASE,
    Abilities,
    Contribution,
    Trigger,
)
from dicehall.dicemasters.terms import (
    BAG,
    BLOCK_BASE,
    E_DETACHED,
    E_LIFE,
    E_MOVED,
    E_OVER,
    F_CHARACTER,
    FIELD,
    FR_TRIGGERS,
    M_BLOCKED,
    M_DAMAGED,
    M_KIND,
    ON_CARD,
    OUT,
    PREP,
    RESERVE,
    S_DRAW,
    USED,
    ZONES,
)
from dicehall.kernel.dice import Dice
from dicehall.kernel.state import Frame, State

# An effect that lasts: clause, until (U_*), the turn in which that is, seat, source die, how often, a memory, dice.
Effect = tuple[int, ...]
L_CLAUSE: Final = 0
L_UNTIL: Final = 1
L_END: Final = 2
L_SEAT: Final = 3
L_DIE: Final = 4
L_TIMES: Final = 5
L_AUX: Final = 6
L_DICE: Final = 7
U_TURN: Final = 0  # until the end of the turn (6.2.4)
U_START: Final = 2  # until the turn L_END begins
U_END: Final = 3  # until the turn L_END ends
U_ATTACHED: Final = 4  # while the source die is attached
U_AGAIN: Final = 5  # until a die of the source's card is fielded again
U_NEXT: Final = 6  # until the dice have attacked, or could have
U_ENGAGED: Final = 20  # while the dice are engaged
U_CAPTURED: Final = 21  # while the die L_END is captured

RawEvent = tuple[int, int, str, int, int, tuple[int, ...]]  # kind, cause, rule, a, b, xs


class Board(State):
    """Plain data. `zones` lists the dice of each zone in order; `where` says the same by die."""

    __slots__ = (
        "active", "attached", "attackers", "base", "blocked", "blocks", "cause", "controls", "ctrl", "damage",
        "dice", "effects", "ev", "face", "generic", "held", "hold", "kit", "ledger", "left", "legal", "life",
        "memory", "mid", "num", "once", "owner", "partial", "prefer", "queue", "ret", "rolling", "stack",
        "step", "turn", "ver", "waiting", "where", "why_over", "winners", "zones",
    )  # fmt: skip

    kit: Kit
    zones: list[list[int]]
    where: list[int]
    face: list[int]
    owner: list[int]
    ctrl: list[int]
    damage: list[int]
    num: list[int]
    left: list[int]
    life: list[int]
    generic: list[int]
    active: int
    turn: int
    step: int
    attackers: list[int]
    blocks: list[int]  # blocker, attacker, blocker, attacker, ...
    blocked: list[int]  # attackers that were blocked, whoever is left (5.3.6)
    effects: list[Effect]
    held: list[tuple[int, int, int, int]]  # captives: die, captor, where it was taken, until (7.6)
    controls: list[tuple[int, int, int]]  # controlled dice: die, the die that controls it (-1: none), until (7.7)
    attached: list[tuple[int, int]]  # dice that lie on others: die, carrier
    memory: list[int]  # what happened this turn that texts ask for (M_*)
    ledger: list[tuple[int, int, int, int]]  # damage prevented this turn: clause, source, die, how much
    queue: list[Trigger]
    once: list[int]  # what cards have done for the first time this turn (7.4.5)
    prefer: tuple[int, ...]  # while an action is taken: of equal dice, these first
    partial: list[int]  # dice in a Reserve Pool that were spent in part (2.5.4)
    rolling: list[int]  # the dice of this turn's roll
    stack: list[Frame]
    ret: tuple[int, ...]  # what the frame just finished has answered
    legal: list[int]
    waiting: int
    mid: bool  # a move is begun and not finished
    hold: bool  # stop before a turn begins, and before an Attack Step that a position begins with
    winners: tuple[int, ...]
    why_over: str
    ver: int
    ev: list[RawEvent]
    base: int  # number of the first event in `ev`
    cause: int
    dice: Dice | None

    # ---- frames and events -------------------------------------------------------------------------------
    def push(
        self, kind: int, seat: int, a: int = 0, b: int = 0, xs: tuple[int, ...] = (), ys: tuple[int, ...] = ()
    ) -> None:
        self.stack.append((kind, 0, seat, a, b, xs, ys, self.cause))

    def pop(self) -> None:
        self.stack.pop()

    def goto(self, step: int) -> None:
        """The frame on top goes on at another step."""
        k, _, seat, a, b, xs, ys, cause = self.stack[-1]
        self.stack[-1] = (k, step, seat, a, b, xs, ys, cause)

    def emit(self, kind: int, rule: str, a: int = -1, b: int = -1, xs: tuple[int, ...] = ()) -> int:
        ev = self.ev
        ev.append((kind, self.cause, rule, a, b, xs))
        return self.base + len(ev) - 1

    def raise_window(self, window: int, a: int = -1, b: int = -1, xs: tuple[int, ...] = ()) -> None:
        """An event that triggers can watch; they wait in the queue until `run_triggers`."""
        abilities = self.kit.abilities
        if abilities is not None and (abilities.listens[window] or (self.effects and abilities.later)):
            self.queue += abilities.watch(self, window, a, b, xs)

    def interrupted(self, frame: Frame, window: int, a: int = -1, b: int = -1, xs: tuple[int, ...] = ()) -> bool:
        """Raises a window between two steps; says whether triggers come first, `frame` being what goes on after.

        If none do, the next step follows at once, and puts a frame of its own on top of the stack.
        """
        abilities = self.kit.abilities
        if abilities is None:
            return False
        if abilities.listens[window] or (self.effects and abilities.later):
            self.stack[-1] = frame
            self.queue += abilities.watch(self, window, a, b, xs)
        if not self.queue:
            return False
        self.stack[-1] = frame
        return self.run_triggers()

    def run_triggers(self) -> bool:
        """Puts waiting triggers on the stack; says whether there were any."""
        if self.queue:
            self.push(FR_TRIGGERS, -1)
            return True
        return False

    # ---- where dice are ----------------------------------------------------------------------------------
    def zone(self, seat: int, zone: int) -> list[int]:
        return self.zones[self.kit.zone_at[seat * ZONES + zone]]

    def zone_of(self, die: int) -> int:
        """Which zone a die lies in; ON_CARD or NOWHERE."""
        w = self.where[die]
        return w % ZONES if w >= 0 else w

    def put(self, die: int, seat: int, zone: int) -> None:
        """Moves a die to a zone of a seat. What leaves the field is a new thing when it returns (6.3.4)."""
        w = self.where[die]
        if w >= 0:
            self.zones[w].remove(die)
            if w % ZONES == FIELD and zone != FIELD:
                self.leave_field(die)
        z = self.kit.zone_at[seat * ZONES + zone]
        self.zones[z].append(die)
        self.where[die] = z
        if zone == USED or zone == PREP or zone == OUT or zone == BAG:
            self.face[die] = -1

    def send(self, die: int, zone: int, rule: str) -> None:
        """Moves a die to its owner's zone, with an event. A controlled die goes to its owner's Prep (7.7)."""
        self.settle(die, self.way_of(die, zone), rule)

    def send_together(self, dice: list[int], zone: int, rule: str) -> None:
        """Moves dice at the same moment, each with an event: where they go is known before one of them moves."""
        ways = [self.way_of(die, zone) for die in dice]
        for i, die in enumerate(dice):
            self.settle(die, ways[i], rule)

    def way_of(self, die: int, zone: int) -> int:
        """Where a die goes that would go to a zone of its owner."""
        abilities = self.kit.abilities
        if self.ctrl[die] != self.owner[die] and (zone == USED or zone == PREP or zone == OUT):
            return PREP
        if abilities is None or not abilities.diverts:
            return zone
        return abilities.destination(self, die, zone, False, zone)

    def settle(self, die: int, zone: int, rule: str) -> None:
        """Puts a die into a zone of its owner, with an event; whoever must still choose the place tells of it then."""
        w = self.where[die]
        self.put(die, self.owner[die], zone % OPEN_PLACE)
        if zone < OPEN_PLACE:
            self.ev.append((E_MOVED, self.cause, rule, w, self.where[die], (die,)))

    def send_all(self, dice: list[int], seat: int, zone: int, rule: str) -> None:
        """Moves several dice of one seat's zone at once, as one event (Reserve, Used Pile, Out of Play)."""
        if not dice:
            return
        w = self.where[dice[0]]
        z = self.kit.zone_at[seat * ZONES + zone]
        moved = tuple(dice)
        self.shift(moved, w, z)
        self.ev.append((E_MOVED, self.cause, rule, w, z, moved))

    def shift(self, dice: tuple[int, ...], w: int, z: int) -> None:
        """Moves dice from one place of `zones` to another, neither a field; they lie there unrolled."""
        source, where, face = self.zones[w], self.where, self.face
        if len(dice) == len(source):
            source.clear()
        else:
            for die in dice:
                source.remove(die)
        self.zones[z].extend(dice)
        for die in dice:
            where[die] = z
            face[die] = -1

    def leave_field(self, die: int) -> None:
        """Forgets what belongs to a die only while it is in the field (6.3.4)."""
        self.damage[die] = 0
        if self.ctrl[die] != self.owner[die]:
            self.set_controller(die, self.owner[die])
        if self.effects:
            self.drop_effects_on(die)
        if self.attached:
            self.detach_from(die)
        if self.controls:
            self.controls = [c for c in self.controls if c[0] != die]
        abilities = self.kit.abilities
        if abilities is not None and abilities.blocks_matter:
            self.forget_blocks(die)
        self.leave_combat(die)

    def drop_effects_on(self, die: int) -> None:
        """Lasting effects that named the die go on without it, those that named it alone end (6.3.4)."""
        out: list[Effect] = []
        for e in self.effects:
            if die in e[L_DICE:]:
                rest = tuple([d for d in e[L_DICE:] if d != die])
                if not rest:
                    continue
                e = e[:L_DICE] + rest
            out.append(e)
        self.effects = out

    def detach_from(self, carrier: int) -> None:
        """Dice that lay on a die which leaves the field go to their owners' Used Piles (ruling R15)."""
        for die, on in self.attached:
            if on == carrier:
                self.detach(die)

    def lies_on(self, die: int) -> bool:
        """Whether a die lies on another."""
        return any(a[0] == die for a in self.attached)

    def end_effects_of(self, die: int) -> None:
        """An attached die is taken away: what it did ends, however long it would have lasted (2.7.14)."""
        self.effects = [e for e in self.effects if e[L_DIE] != die]

    def detach(self, die: int) -> None:
        """An attached die goes to its owner's Used Pile, and what it did ends."""
        self.attached = [a for a in self.attached if a[0] != die]
        if self.held:  # a captive that was used is one no longer
            self.held = [h for h in self.held if h[0] != die]
            self.drop_effects_on(die)
        self.effects = [e for e in self.effects if not (e[L_UNTIL] == U_ATTACHED and e[L_DIE] == die)]
        z = self.kit.zone_at[self.owner[die] * ZONES + USED]
        self.zones[z].append(die)
        self.where[die] = z
        self.face[die] = -1
        self.emit(E_DETACHED, "7.6.5", die, z)

    def end_effects(self, until: int) -> None:
        """Ends lasting effects whose time is over; a die that was attached for that long leaves."""
        gone = [e for e in self.effects if e[L_UNTIL] == until and (until == U_TURN or e[L_END] == self.turn)]
        if gone:
            self.effects = [e for e in self.effects if e not in gone]
            for e in gone:
                if until != U_TURN and any(a[0] == e[L_DIE] for a in self.attached):
                    self.detach(e[L_DIE])

    def remember(self, what: int) -> None:
        """Notes what happened, for texts that ask for it this turn."""
        self.memory = self.memory + [what]

    def forget_blocks(self, die: int) -> None:
        """A die that comes back is a new one: it has blocked nobody and nobody has blocked it (6.3.4)."""
        first = M_BLOCKED * M_KIND
        self.memory = [m for m in self.memory if m // M_KIND != M_BLOCKED or die not in divmod(m - first, BLOCK_BASE)]

    # who owns, controls and numbers a die changes seldom: these lists are replaced, so that copies share them
    def set_owner(self, die: int, seat: int) -> None:
        self.owner = self.owner[:]
        self.owner[die] = seat
        self.set_controller(die, seat)

    def set_controller(self, die: int, seat: int) -> None:
        self.ctrl = self.ctrl[:]
        self.ctrl[die] = seat

    def set_number(self, die: int, number: int) -> None:
        self.num = self.num[:]
        self.num[die] = number

    def leave_combat(self, die: int) -> None:
        """The die neither attacks nor blocks any longer (5.2.7)."""
        if die in self.attackers:
            self.attackers.remove(die)
        blocks = self.blocks
        if die in blocks:
            pairs = [(blocks[i], blocks[i + 1]) for i in range(0, len(blocks), 2)]
            self.blocks = [x for p in pairs if p[0] != die and p[1] != die for x in p]
            if self.effects:
                self.end_engaged()

    def end_engaged(self) -> None:
        """Ends what lasts while dice are engaged, for those that are no longer."""
        blocks = self.blocks
        self.effects = [e for e in self.effects if e[L_UNTIL] != U_ENGAGED or any(d in blocks for d in e[L_DICE:])]

    def characters(self, seat: int) -> list[int]:
        """The dice in a seat's field that are characters (2.3.1)."""
        return self.showing(seat, FIELD, F_CHARACTER)

    def showing(self, seat: int, zone: int, kind: int) -> list[int]:
        """The dice in a seat's field or Reserve Pool that show a kind of face."""
        kinds, face = self.kit.f_kind, self.face
        out: list[int] = []
        for die in self.zones[seat * ZONES + zone]:
            if kinds[face[die]] == kind:
                out.append(die)
        return out

    def check_partial(self) -> None:
        """A die was spent in part only as long as it lies in the Reserve Pool (2.5.4)."""
        self.partial = [d for d in self.partial if self.zone_of(d) == RESERVE]

    def rerollable(self, dice: list[int]) -> list[int]:
        """Dice without those that were spent in part (2.5.4)."""
        return [d for d in dice if d not in self.partial] if self.partial else dice

    def alike(self, die: int) -> int:
        """A key that equal dice of one zone share: card, face, owner, damage, bonuses."""
        key = (self.face[die] + 1) << 20 | self.kit.die_card[die] << 12 | self.owner[die] << 8 | self.damage[die]
        if self.effects:
            for e in self.effects:
                if die in e[L_DICE:]:
                    key = key * 1000003 + hash(e[:L_DICE])
        if self.attached:
            for attached, carrier in self.attached:
                if carrier == die:
                    key = key * 1000003 + self.kit.die_card[attached] + 7
        return key

    def alike_in_fight(self, die: int) -> tuple[int, ...]:
        """What dice must share if it makes no difference which of them is chosen: also what they do in the attack."""
        key = self.alike(die)
        if not self.attackers:
            return (key, self.where[die])
        blocks = self.blocks
        foes = [blocks[i ^ 1] for i in range(len(blocks)) if blocks[i] == die]
        return (key, self.where[die], int(die in self.attackers), int(die in self.blocked), *foes)

    def alike_all(self, dice: list[int]) -> list[int]:
        """The keys of several dice."""
        out: list[int] = []
        if self.effects or self.attached:
            for d in dice:
                out.append(self.alike(d))
            return out
        face, card, owner, damage = self.face, self.kit.die_card, self.owner, self.damage
        for d in dice:
            out.append((face[d] + 1) << 20 | card[d] << 12 | owner[d] << 8 | damage[d])
        return out

    def equal(self, die: int, other: int) -> bool:
        """Whether two dice of one zone are alike."""
        return (
            self.face[die] == self.face[other]
            and self.damage[die] == self.damage[other]
            and self.owner[die] == self.owner[other]
            and self.kit.die_card[die] == self.kit.die_card[other]
            and ((not self.effects and not self.attached) or self.alike(die) == self.alike(other))
        )

    # ---- numbers -----------------------------------------------------------------------------------------
    def attack_of(self, die: int) -> int:
        base = self.kit.f_attack[self.face[die]]
        abilities = self.kit.abilities
        if abilities is None or not (abilities.numbers[ATTACK] if self.effects else abilities.always[ATTACK]):
            return base
        if self.effects:
            base = abilities.printed(self, ATTACK, die, base)
        return self._changed(abilities, base, ATTACK, self.ctrl[die], die)

    def defence_of(self, die: int) -> int:
        base = self.kit.f_defence[self.face[die]]
        abilities = self.kit.abilities
        if abilities is None or not (abilities.numbers[DEFENCE] if self.effects else abilities.always[DEFENCE]):
            return base
        if self.effects:
            base = abilities.printed(self, DEFENCE, die, base)
        return self._changed(abilities, base, DEFENCE, self.ctrl[die], die)

    def purchase_cost(self, seat: int, card: int) -> int:
        abilities = self.kit.abilities
        if abilities is None or not (abilities.numbers[PURCHASE] if self.effects else abilities.always[PURCHASE]):
            return self.kit.card_cost[card]
        return self._changed(abilities, self.kit.card_cost[card], PURCHASE, seat, card)

    def fielding_cost(self, seat: int, die: int) -> int:
        base = self.kit.f_cost[self.face[die]]
        abilities = self.kit.abilities
        if abilities is None or not (abilities.numbers[FIELDING] if self.effects else abilities.always[FIELDING]):
            return base
        if self.effects:
            base = abilities.printed(self, FIELDING, die, base)
        return self._changed(abilities, base, FIELDING, seat, die)

    def printed(self, number: int, die: int) -> int:
        """The attack, defence or fielding cost on the face, where a text changes that before anything is added."""
        kit = self.kit
        numbers = kit.f_attack if number == ATTACK else kit.f_defence if number == DEFENCE else kit.f_cost
        base = numbers[self.face[die]]
        if self.effects and kit.abilities is not None and kit.abilities.numbers[number]:
            base = kit.abilities.printed(self, number, die, base)
        return base

    def _changed(self, abilities: Abilities, number: int, which: int, seat: int, subject: int) -> int:
        """A printed number with all that is added to it; never below zero."""
        for c in abilities.contributions(self, which, seat, subject):
            number += c[0]
        return number if number > 0 else 0

    def changes(self, number: int, seat: int, subject: int) -> list[Contribution]:
        """All that is added to the printed number now, computed from its sources (6.2.1)."""
        abilities = self.kit.abilities
        return [] if abilities is None else abilities.contributions(self, number, seat, subject)

    # ---- life and the end --------------------------------------------------------------------------------
    def change_life(self, side: int, amount: int, rule: str) -> None:
        """Gains stop at the starting life (1.2.2)."""
        life = max(0, min(self.life[side] + amount, max(self.kit.setup.max_life[side], self.life[side])))
        self.emit(E_LIFE, rule, side, life - self.life[side], (life,))
        self.life[side] = life

    def pay_life(self, side: int, amount: int) -> None:
        """Life as a price: neither damage nor a loss that anything could keep away (1.2.3, 1.4.3)."""
        self.life[side] -= amount
        self.emit(E_LIFE, "1.4.3", side, -amount, (self.life[side],))
        self.check_life()

    def check_life(self) -> bool:
        """Ends the game if a side is at zero (1.3.1 to 1.3.3); says whether it has ended."""
        if self.winners or self.why_over:
            return True
        dead = [side for side, life in enumerate(self.life) if life <= 0]
        if not dead:
            return False
        alive = [side for side in range(self.kit.sides) if side not in dead]
        if alive:
            self.finish(tuple(alive), "life", "1.3.1")
        elif self.kit.edition.both_at_zero_is_tie:
            self.finish((), "both", "1.3.2")
        else:
            self.finish((self.active,), "both", "1.3.3")
        return True

    def finish(self, winners: tuple[int, ...], why: str, rule: str) -> None:
        self.winners = winners
        self.why_over = why
        self.emit(E_OVER, rule, xs=winners)

    @property
    def ended(self) -> bool:
        return self.why_over != ""

    # ---- small questions ---------------------------------------------------------------------------------
    def is_active_seat(self, seat: int) -> bool:
        return self.kit.side_of[seat] == self.active

    def data(self) -> dict[str, Any]:
        """All of it, as plain data that can be written down."""
        return {
            "zones": self.zones, "where": self.where, "face": self.face, "owner": self.owner, "ctrl": self.ctrl,
            "damage": self.damage, "num": self.num, "left": self.left, "life": self.life, "generic": self.generic,
            "active": self.active, "turn": self.turn, "step": self.step, "attackers": self.attackers,
            "attached": self.attached, "memory": self.memory, "ledger": self.ledger,
            "held": self.held, "controls": self.controls, "blocks": self.blocks, "blocked": self.blocked,
            "effects": self.effects, "queue": self.queue, "once": self.once, "partial": self.partial,
            "rolling": self.rolling, "stack": self.stack, "ret": self.ret, "legal": self.legal,
            "waiting": self.waiting, "mid": self.mid, "hold": self.hold, "winners": self.winners,
            "why_over": self.why_over, "ver": self.ver, "cause": self.cause,
        }  # fmt: skip


def set_up(s: Board, kit: Kit) -> None:
    """Fills a board as the Setup of the kit says."""
    n = kit.n_dice
    s.kit = kit
    s.zones = [[] for _ in range(kit.n_seats * ZONES)]
    s.where = [ON_CARD] * n
    s.face = [-1] * n
    s.owner = [kit.card_seat[kit.die_card[d]] for d in range(n)]
    s.damage = [0] * n
    s.num = [0] * n
    s.left = kit.left[:]
    s.ctrl = s.owner[:]
    for die, seat, zone, face, damage, number, owner in kit.start:
        z = kit.zone_at[seat * ZONES + zone]
        s.zones[z].append(die)
        s.where[die] = z
        s.owner[die] = owner
        s.ctrl[die] = seat
        s.num[die] = number
        if zone in (RESERVE, FIELD):
            s.face[die] = face
        s.damage[die] = damage
    for card in range(1, kit.n_cards):  # dice on a seat's own card are numbered on, in the order of buying
        seat = kit.card_seat[card]
        if seat >= 0:
            first, total = kit.card_first[card], kit.card_total[card]
            number = max([s.num[d] for d in range(first, first + total)], default=0)
            for d in range(first + total - s.left[card], first + total):
                number += 1
                s.num[d] = number
    s.life = list(kit.setup.life)
    s.generic = [0] * kit.n_seats
    s.active = kit.setup.active
    s.turn = kit.setup.turn
    s.step = S_DRAW
    s.attackers = []
    s.blocks = []
    s.blocked = []
    s.effects = []
    s.held = []
    s.attached = []
    s.memory = [M_DAMAGED * M_KIND + die for die, _, _, _, damage, _, _ in kit.start if damage]
    s.ledger = []
    s.controls = []
    s.queue = []
    s.once = []
    s.partial = []
    s.prefer = ()
    s.rolling = []
    s.stack = []
    s.ret = ()
    s.legal = []
    s.waiting = 0
    s.mid = False
    s.hold = False
    s.winners = ()
    s.why_over = ""
    s.ver = 0
    s.ev = []
    s.base = 0
    s.cause = -1
    s.dice = None
