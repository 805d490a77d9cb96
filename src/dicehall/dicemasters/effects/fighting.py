"""Texts in the attack: who may block whom and how many, how combat damage is assigned and by whom. Rules 5.2 to 5.5."""

from __future__ import annotations

from typing import Final

from dicehall.dicemasters.board import L_CLAUSE, L_SEAT, Board
from dicehall.dicemasters.effects import standing
from dicehall.dicemasters.effects.code import (
    C_BLOCK_MORE,
    C_CAN_BLOCK,
    C_CANNOT,
    C_DEALS_NO,
    C_RING,
    C_SELF_DAMAGE,
    C_TWICE,
    NO_CROWD,
    Bind,
    Clause,
    Watch,
)
from dicehall.dicemasters.effects.conditions import is_true
from dicehall.dicemasters.effects.copying import SILENT, dice_with, text_card, voice
from dicehall.dicemasters.effects.matching import attackers_blocked_by, blockers_of, in_field, matches
from dicehall.dicemasters.effects.offering import Offering
from dicehall.dicemasters.effects.watching import program_of
from dicehall.dicemasters.sockets import SAY_ALONG, SAY_ASSIGNS, SAY_INSTEAD, Packet
from dicehall.dicemasters.terms import E_TRIGGER, F_CHARACTER, WIN_ASSIGNED, WIN_DECLARED
from dicehall.kernel.errors import Reason

SAY_RULES: Final[tuple[str, ...]] = ("5.2.8", "5.5.9", "5.5.10")  # by moment


class Fighting(Offering):
    """What texts do to blocks and to combat damage before it is dealt."""

    __slots__ = ()

    # ---- texts that have their say -----------------------------------------------------------------------
    def has_say(self, s: Board, moment: int) -> list[int]:
        out: list[int] = []
        if not self.says[moment]:
            return out
        kit = s.kit
        for w, cond in self.says[moment]:
            for die in dice_with(s, w.card):
                if not in_field(s, die) or kit.f_kind[s.face[die]] != F_CHARACTER:
                    continue
                mine = kit.side_of[s.ctrl[die]] == s.active
                if moment == SAY_INSTEAD and not mine:
                    continue
                if moment == SAY_ASSIGNS and (die not in s.blocked or len(blockers_of(s, die)) < w.n):
                    continue
                if _said(s, w, die) < 0:
                    continue
                if cond is None or is_true(s, cond, Bind(s.ctrl[die], die, kit.die_card[die])):
                    out.append(die)
        return _active_first(s, out) if moment == SAY_ALONG and len(out) > 1 else out

    def say(self, s: Board, moment: int, die: int) -> None:
        card, seat = s.kit.die_card[die], s.ctrl[die]
        program = next(p for p in [_said(s, w, die) for w, _ in self.says[moment]] if p >= 0)
        window = WIN_DECLARED if moment == SAY_INSTEAD else WIN_ASSIGNED
        before = s.cause
        s.cause = s.emit(E_TRIGGER, SAY_RULES[moment], card, die, (seat, program, window))
        self.start(s, program, seat, die, 1, window, die, -1, ())
        s.cause = before

    # ---- combat damage -----------------------------------------------------------------------------------
    def deals_combat(self, s: Board, die: int) -> bool:
        if not self.kinds[C_DEALS_NO]:
            return True
        if any(standing.binds_on(s, c, die) for c in self.standing[C_DEALS_NO]):
            return False
        return not (s.effects and standing.lasting_on(s, C_DEALS_NO, die))

    def combat_times(self, s: Board, die: int) -> int:
        for c in self.standing[C_TWICE]:
            if standing.binds_on(s, c, die):
                self.note(c)
                return 2
        return 1

    def combat_extra(self, s: Board, die: int, targets: list[int], amount: int) -> list[Packet]:
        """Dice that a blocker makes hit themselves: in the same batch, but no combat damage."""
        out: list[Packet] = []
        for c in self.standing[C_SELF_DAMAGE]:
            if standing.speaks(s, c, die):
                for attacker in attackers_blocked_by(s, die):
                    out.append((attacker, attacker, s.attack_of(attacker), 0))
                    self.note(c)
        return out

    # ---- blocks ------------------------------------------------------------------------------------------
    def block_capacity(self, s: Board, blocker: int, chosen: list[int]) -> list[int] | None:
        for c in self.standing[C_CAN_BLOCK]:
            if standing.speaks(s, c, blocker):
                assert c.by is not None
                b = Bind(s.ctrl[blocker], blocker, s.kit.die_card[blocker])
                self.note(c)
                if len(chosen) >= c.n or not all(matches(s, c.by, d, b) for d in chosen):
                    return []
                return [d for d in s.attackers if d not in chosen and matches(s, c.by, d, b)]
        return None

    def judges_blocks(self, s: Board) -> bool:
        if self.kinds[C_CAN_BLOCK] and self.duties_exist[1]:
            return True
        if self.kinds[C_BLOCK_MORE]:
            for seat in range(s.kit.n_seats):
                if s.kit.side_of[seat] != s.active and any(self.levels_for_blocks(s, d) for d in s.characters(seat)):
                    return True
        return bool(self.crowd_limits(s)) or bool(self.block_rings(s))

    def crowd_limits(self, s: Board) -> list[tuple[int, int, int]]:
        out: list[tuple[int, int, int]] = []
        if not self.bans[NO_CROWD]:
            return out
        for attacker in s.attackers:
            texts = self._crowd_texts(s, attacker)
            if texts:
                most = [c.d for c in texts if c.d]
                out.append((attacker, max([c.a for c in texts]), min(most, default=0)))
        return out

    def _crowd_texts(self, s: Board, attacker: int) -> list[Clause]:
        """Texts that say how many may block an attacker."""
        out = [c for c in self.standing[C_CANNOT] if c.verb == NO_CROWD and standing.binds_on(s, c, attacker)]
        if s.effects:
            out += [c for c, _ in standing.lasting_on(s, C_CANNOT, attacker) if c.verb == NO_CROWD]
        for c in out:
            self.note(c)
        return out

    def block_rings(self, s: Board) -> list[tuple[int, int, tuple[int, ...]]]:
        out: list[tuple[int, int, tuple[int, ...]]] = []
        if not self.kinds[C_RING] or not s.effects:
            return out
        for e in s.effects:
            c = self.clauses[e[L_CLAUSE]]
            if c.kind == C_RING:
                ringed = [a for a in s.attackers if any(on == a and text_card(s, d) == c.card for d, on in s.attached)]
                for side in range(s.kit.sides) if ringed else ():
                    rule = (side, c.n, tuple(ringed))
                    if side != s.kit.side_of[e[L_SEAT]] and rule not in out:
                        out.append(rule)
        return out

    def levels_for_blocks(self, s: Board, die: int) -> int:
        for c in self.standing[C_BLOCK_MORE]:
            if standing.speaks(s, c, die):
                self.note(c)
                return c.n
        return 0

    def why_not_together(self, s: Board) -> list[Reason]:
        out: list[Reason] = []
        titles, names = s.kit.titles, s.kit.names
        for attacker in s.attackers if self.bans[NO_CROWD] else ():
            for c in self._crowd_texts(s, attacker):
                number = f"fewer than {c.a}" if c.a else f"more than {c.d}"
                name = names[s.kit.die_card[attacker]]
                out.append(Reason(f"{name} cannot be blocked by {number}: {titles[c.card]}{c.label}", "5.3.4"))
        for _, count, ringed in self.block_rings(s):
            whom = " and ".join(dict.fromkeys(names[s.kit.die_card[a]] for a in ringed))
            out.append(Reason(f"others can be blocked only when {whom} has {count} blockers", "5.3.4"))
        return out


def _active_first(s: Board, dice: list[int]) -> list[int]:
    mine = [d for d in dice if s.kit.side_of[s.ctrl[d]] == s.active]
    return mine + [d for d in dice if d not in mine]


def _said(s: Board, w: Watch, die: int) -> int:
    """The program by which a die has its say, with the face that it shows; -1 if it has none."""
    how = voice(s, die, w.card)
    return -1 if how == SILENT else program_of(w, how, s.kit.f_bursts[s.face[die]])
