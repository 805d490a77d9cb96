"""A guide for IRONDIE: cheap answers for playing on in imagination, what to try first, and what a position is worth.

It works on the numbers of a state directly, for imagined copies only (see guide.Guide). What it reckons with is in
iron_split (which dice to roll), iron_duel (rolls and answers), iron_life (wounds, the LIFE die taken back) and
iron_value (who stands better).
"""

from __future__ import annotations

from math import exp
from typing import Final

from dicehall.bots.guide import Style
from dicehall.bots.iron_duel import Duel, Facts, answers_in_duel, openings
from dicehall.bots.iron_life import damage, drain, life_dice, take_back, wound
from dicehall.bots.iron_split import Front, Groups
from dicehall.bots.iron_value import WEIGHTS, features
from dicehall.irondie.duel import D_CHOOSE
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import (
    A_DIE,
    A_SPLIT,
    ADD,
    FORGO,
    FR_BONUS,
    FR_SECRET,
    FR_SKIRMISH,
    Q_SPLIT,
    Q_WOUND,
    RENOUNCE,
    SUBTRACT,
)
from dicehall.kernel.dice import Rng
from dicehall.kernel.state import State

TRIED: Final = 6  # splits that a quick answer looks at
SPLITS: Final = 24  # splits worth considering
WAYS: Final = 8  # ways to distribute damage worth considering
OPENS: Final = 0.3  # what a roll that opens a duel must promise
ANSWERS: Final = 0.2  # what an answer must promise
# at the root by halves; beside the most promising answer of a node others come in slowly, so that a node which is
# seldom seen plays as `quick` does; dice fall as they fall
STYLE: Final = Style(most=40, tries=4, explore=0.3, widen=0.7, width=0.45, ahead=0, beyond=False, far=2000, further=1)


class IronGuide:
    """Keeps nothing but what it worked out about the dice of the game it saw last."""

    def __init__(self, style: Style = STYLE) -> None:
        self.style = style
        self._facts: Facts | None = None
        self._groups: list[Groups] = []  # by seat

    def _facts_of(self, s: IrondieState) -> Facts:
        facts = self._facts
        if facts is None or facts.kit is not s.kit:
            facts = self._facts = Facts(s.kit)
            self._groups = [Groups(s.kit, seat) for seat in range(s.kit.n_seats)]
        return facts

    def _front_of(self, s: IrondieState, seat: int) -> Front:
        self._facts_of(s)
        return Front(s, self._groups[seat], seat)

    def is_settled(self, state: State, turn: int) -> bool:
        """The turn is over: the splits of the next one are asked for."""
        assert isinstance(state, IrondieState)
        return state.turn > turn

    def value(self, state: State, side: int) -> float:
        """How likely a side wins from here."""
        assert isinstance(state, IrondieState)
        if state.why_over:
            return 0.5 if len(state.winners) != 1 else float(state.winners[0] == side)
        total = 0.0
        for weight, amount in zip(WEIGHTS, features(state), strict=True):
            total += weight * amount
        chance = 1 / (1 + exp(-total)) if total > -500 else 0.0
        return chance if side == 0 else 1 - chance

    # ---- quick answers -----------------------------------------------------------------------------------
    def quick(self, state: State, seat: int, rng: Rng) -> int:
        """A plausible answer, found in no time."""
        assert isinstance(state, IrondieState)
        frame = state.stack[-1]
        actions = state.legal[seat]
        kind = frame[0]
        side = state.kit.side_of[seat]
        if kind == FR_SECRET:
            if frame[3] == Q_SPLIT:
                return self._split(state, seat, actions, rng)
            if frame[3] == Q_WOUND:
                dice = life_dice(state, side)
                shown = [state.value[d] for d in dice]
                return wound(state, dice, damage(state, side), shown.index(min(shown)))
            return take_back(state, side, actions)
        duel = Duel(state, self._facts_of(state), side)
        if kind == FR_BONUS:
            return max(self._bonuses(state, duel, actions))[1]
        if kind == FR_SKIRMISH:
            hope, action = max(openings(duel, actions))
            return action if hope > OPENS else RENOUNCE
        if frame[1] == D_CHOOSE:
            return self._add_or_subtract(state, duel)[0]
        hope, action = max(answers_in_duel(duel, actions))
        return action if hope > ANSWERS else FORGO

    def _split(self, s: IrondieState, seat: int, actions: list[int], rng: Rng) -> int:
        """The best of a few that chance proposes: now this one, now that."""
        if s.sudden:  # no skirmish will come: a reserve is of no use
            return actions[-1]
        front = self._front_of(s, seat)
        score = front.score
        word = rng.word()
        if word & 7:  # LIFE dice are held back now and then only
            actions = front.seat.pool(front.hand, actions)
        word >>= 3
        count = len(actions)
        found = actions[-1]
        best = score(found - A_SPLIT)
        for _ in range(TRIED):
            word, at = divmod(word, count)
            action = actions[at]
            hope = score(action - A_SPLIT)
            if hope > best:
                best, found = hope, action
        return found

    @staticmethod
    def _bonuses(s: IrondieState, duel: Duel, actions: list[int]) -> list[tuple[float, int]]:
        """Every target of a bonus, with what it promises; among equals the lowest."""
        frame = s.stack[-1]
        amount = s.kit.bonuses[s.kit.colour[frame[5][0]]][frame[1]][1]
        out: list[tuple[float, int]] = []
        for action in actions:
            die = action - A_DIE
            hope = duel.resolved(die, amount, len(s.rolled) - 1) if s.rolled else duel.changed(die, amount)
            out.append((hope - 0.01 * s.value[die] * amount, action))
        return out

    @staticmethod
    def _add_or_subtract(s: IrondieState, duel: Duel) -> list[int]:
        """Both answers, the better one first."""
        frame = s.stack[-1]
        place = frame[4]
        die, target = s.rolled[place], s.targets[place][0]
        amount = s.value[die] if frame[6][0] else 1
        added = duel.resolved(target, amount, place - 1)
        less = duel.resolved(target, -amount, place - 1)
        if added == less:
            return [ADD, SUBTRACT] if duel.facts.side[target] == duel.side else [SUBTRACT, ADD]
        return [ADD, SUBTRACT] if added > less else [SUBTRACT, ADD]

    # ---- what to try -------------------------------------------------------------------------------------
    def order(self, state: State, seat: int) -> list[int]:
        """The answers worth considering, the most promising first."""
        assert isinstance(state, IrondieState)
        frame = state.stack[-1]
        actions = state.legal[seat]
        kind = frame[0]
        side = state.kit.side_of[seat]
        if kind == FR_SECRET:
            if frame[3] == Q_SPLIT:
                return self._splits(state, seat, actions)
            if frame[3] == Q_WOUND:
                return self._wounds(state, side)
            first = take_back(state, side, actions)
            return [first, *[a for a in actions if a != first]]
        duel = Duel(state, self._facts_of(state), side)
        if kind != FR_BONUS and kind != FR_SKIRMISH and frame[1] == D_CHOOSE:
            return self._add_or_subtract(state, duel)
        if kind == FR_BONUS:
            found = self._bonuses(state, duel, actions)
        elif kind == FR_SKIRMISH:
            found = [*openings(duel, actions), (OPENS, RENOUNCE)]
        else:
            found = [*answers_in_duel(duel, actions), (ANSWERS, FORGO)]
        found.sort(key=lambda pair: -pair[0])
        return [action for _, action in found]

    def _splits(self, s: IrondieState, seat: int, actions: list[int]) -> list[int]:
        """Some with a small reserve and some with a large one, each the best of their size; in sudden death all in."""
        if s.sudden or len(actions) == 1:
            return [actions[-1]]
        score = self._front_of(s, seat).score
        sizes: dict[int, list[tuple[float, int]]] = {}
        for action in actions:
            group = action - A_SPLIT
            sizes.setdefault(group.bit_count(), []).append((score(group), action))
        found: list[tuple[float, int]] = []
        for some in sizes.values():
            some.sort(reverse=True)
            found += some[:4]
        found.sort(reverse=True)
        return [action for _, action in found[:SPLITS]]

    @staticmethod
    def _wounds(s: IrondieState, side: int) -> list[int]:
        dice = life_dice(s, side)
        rest = damage(s, side)
        rising = sorted(range(len(dice)), key=lambda i: s.value[dice[i]])
        found = {wound(s, dice, rest, first): None for first in (rising[0], -1, *rising[1:4])}
        found[drain(s, dice, rest, rising)] = None
        found[drain(s, dice, rest, rising[::-1])] = None
        return list(found)[:WAYS]
