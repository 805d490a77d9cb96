"""Texts inside a damage event: who may react, what is taken off, who is spared. Rules 7.3, 7.4.9, 8.4."""

from __future__ import annotations

from dicehall.dicemasters.board import Board
from dicehall.dicemasters.damage import will_fall
from dicehall.dicemasters.effects import standing
from dicehall.dicemasters.effects.code import (
    C_PREVENT_FIRST,
    C_REDUCE,
    C_TAKES_NO,
    EV_WOULD_KO,
    KW_IRON_WILL,
    NO_KO,
    ROLE_BLOCKING,
    Bind,
    Clause,
)
from dicehall.dicemasters.effects.copying import dice_with, text_card
from dicehall.dicemasters.effects.fighting import Fighting
from dicehall.dicemasters.effects.matching import (
    amount_of,
    has_role,
    matches,
)
from dicehall.dicemasters.effects.ops import Ask, Pay
from dicehall.dicemasters.energy import Purse, purse_of
from dicehall.dicemasters.sockets import (
    D_WOULD_KO,
    PK_COMBAT,
    V_GLOBAL,
    Packet,
)
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_DIE,
    A_GLOBAL,
    A_USE,
    E_PREVENTED,
    M_DAMAGED,
    M_KIND,
    M_WILL,
)


class Reacting(Fighting):
    """What texts do to damage and KOs."""

    __slots__ = ()

    # ---- damage ------------------------------------------------------------------------------------------
    def reactions(self, s: Board, moment: int, seat: int, packets: list[Packet], done: tuple[int, ...]) -> list[int]:
        if moment == D_WOULD_KO:
            return self._saving(s, seat, packets, done)
        out = self.own_reactions(s, moment, seat, packets, done) if self.offering else []
        out += self._globals(s, moment, seat, packets)
        if self.lifts:
            out += self._lifts_inside(s, moment, seat, packets)
        return out

    def _lifts_inside(self, s: Board, moment: int, seat: int, packets: list[Packet]) -> list[int]:
        return self.lifted(s, seat, lambda: len(self._globals(s, moment, seat, packets)))

    def _globals(self, s: Board, moment: int, seat: int, packets: list[Packet]) -> list[int]:
        """The Global Abilities that a seat could use on damage at a moment of it."""
        out: list[int] = []
        purse: Purse | None = None
        for g in self.reacting:
            if self.moment_of[g.id] != moment:
                continue
            fits = self.fits[g.id]
            b = Bind(seat, -1, g.card)
            if not fits.any_packet(s, packets, b):
                continue
            if purse is None:
                if standing.bans(s, V_GLOBAL, seat, -1, -1) or not self._life_for_global(s, seat):
                    return out
                purse = purse_of(s, seat)
            if purse.types & g.asks and self._usable(s, g, seat, purse):
                out.append(A_GLOBAL + g.card)
                if self.programs[g.program].scale:
                    n = 2
                    while n <= self._most(s, seat) and purse.pays(g.total * n, g.need * n):
                        out.append(A_GLOBAL + g.card + (n - 1) * A_BATCH)
                        n += 1
        return out

    def _saving(self, s: Board, seat: int, packets: list[Packet], done: tuple[int, ...]) -> list[int]:
        """Dice of the seat whose text could keep combat damage from knocking them out."""
        out: list[int] = []
        for w in self.saves:
            if w.event != EV_WOULD_KO:
                continue
            for die in dice_with(s, w.card):
                if s.ctrl[die] != seat or die in done or -1000 - die in done or text_card(s, die) != w.card:
                    continue
                mine = [p for p in packets if p[1] == die]
                if not any(p[3] & PK_COMBAT for p in mine) or not will_fall(s, die, packets, done):
                    continue
                alike = any(s.alike(a - A_DIE) == s.alike(die) for a in out)
                if not alike and self._would_pay(s, w.programs[0], Bind(seat, die, s.kit.die_card[die])):
                    out.append(A_DIE + die)
        return out

    def _would_pay(self, s: Board, program: int, b: Bind) -> bool:
        p = self.programs[program]
        b.regs = (0,) * p.slots
        return all(op.could(s, b) for op in p.ops if isinstance(op, Ask | Pay))

    def react(self, s: Board, moment: int, seat: int, action: int, packets: list[Packet]) -> None:
        if action >= A_GLOBAL:
            times, card = divmod(action - A_GLOBAL, A_BATCH)
            g = next(g for g in self.reacting if g.card == card)
            self._use(s, g, seat, times + 1)
            return
        if action >= A_USE:
            self.lift(s, seat, action - A_USE)
            return
        die = action - A_DIE
        if moment != D_WOULD_KO:
            self.react_by_text(s, moment, seat, die)
            return
        w = next(w for w in self.saves if w.card == text_card(s, die))
        self.start(s, w.programs[0], seat, die, 1, -1, die, -1, ())

    def reduce(self, s: Board, packets: list[Packet]) -> list[Packet]:
        if not self.guards:
            return packets
        out: list[Packet] = []
        for p in packets:
            left = self._taken(s, p)
            if left < p[2]:
                s.emit(E_PREVENTED, "7.3.5", p[0], p[1], (p[2] - left,))
            if left > 0:
                out.append((p[0], p[1], left, p[3]))
        return out

    def _taken(self, s: Board, p: Packet) -> int:
        """What is left of a packet after all that texts take off it."""
        source, recipient, amount, what = p
        if recipient < 0:
            return amount
        for kind in (C_TAKES_NO, C_REDUCE, C_PREVENT_FIRST):
            for c in self.standing[kind]:
                for b in standing.binds_on(s, c, recipient):
                    before, amount = amount, self._take_off(s, c, b, source, recipient, amount, what)
                    if self.seen is not None and amount < before:
                        self.seen.add(("clause", c.id))
            for c, e in standing.lasting_on(s, kind, recipient) if s.effects else ():
                amount = self._take_off(s, c, standing.bind_of(s, e, c), source, recipient, amount, what)
        return max(0, amount)

    def _take_off(self, s: Board, c: Clause, b: Bind, source: int, die: int, amount: int, what: int) -> int:
        if c.by is not None and not (source >= 0 and matches(s, c.by, source, b)):
            return amount
        if c.kind == C_TAKES_NO:
            if (c.sources and not what & PK_COMBAT) or (c.n == ROLE_BLOCKING and not has_role(s, die, ROLE_BLOCKING)):
                return amount
            return 0
        if c.kind == C_REDUCE:
            return amount - c.a
        assert c.amount is not None
        number = self.clauses.index(c)
        used = sum(x[3] for x in s.ledger if x[0] == number and x[1] == source and x[2] == die)
        off = min(amount, max(0, amount_of(s, c.amount, b) - used))
        if off:
            s.ledger = [*s.ledger, (number, source, die, off)]
        return amount - off

    # ---- KO ----------------------------------------------------------------------------------------------
    def spares(self, s: Board, die: int, by_damage: bool, hits: int) -> bool:
        if self.bans[NO_KO] and standing.cannot_be_kod(s, die):
            return True
        if not self.has_keyword(s, die, KW_IRON_WILL):
            return False
        hurt = M_DAMAGED * M_KIND + die in s.memory
        if not by_damage:
            return not hurt  # 8.4.1, 8.4.2
        if hits:
            return not hurt and hits == 1
        saved = [m % 100 for m in s.memory if m // 100 == M_WILL * M_KIND // 100 + die]
        if not hurt and not saved:
            return True  # no defence left, yet never hit
        return bool(saved) and s.defence_of(die) >= min(saved)  # only if its defence has fallen since

    def survived(self, s: Board, die: int) -> None:
        if standing.has_keyword(s, die, KW_IRON_WILL):
            s.remember(M_WILL * M_KIND + die * 100 + min(99, s.defence_of(die)))
