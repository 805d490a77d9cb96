"""The split of IRONDIE: how good it seems to roll a group of the hand and to keep the rest in reserve."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from dicehall.irondie.dice import ATTACK, BALLISTIC, DEFENSE, LIFE, NULLIFIER, SMASHER
from dicehall.irondie.kit import Kit
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import A_SPLIT, BATTLE, HAND

AVERAGE: Final = 3.5
SHARE: Final = 0.8  # of a hand, what others are expected to roll into battle
HELD_LIFE: Final = 1.7  # life points that a LIFE die outside the LIFE Zone is good for
FOLLY: Final = -1000.0  # a side that rolls no LIFE die and has none loses
LATER: Final = 0.85  # each further die of the reserve is worth so much less
# what a die in reserve is good for, by shape; those that strike are worth more when the other side has little life
RESERVE_WORTH: Final = [6.6, 6.2, 6.0, 6.4, 5.3, 5.0, 1.8, 1.8, 1.6]
STRIKING: Final = (SMASHER, BALLISTIC, NULLIFIER)


class Groups:
    """What can be said of each group of a seat's dice beforehand; a group is a number with one bit for each die."""

    __slots__ = ("counts", "life", "plain", "pools", "striking")

    def __init__(self, kit: Kit, seat: int) -> None:
        dice = kit.dice_of(seat)
        self.life = sum([1 << i for i, d in enumerate(dice) if kit.die_class[d] == LIFE])
        self.pools: dict[int, list[int]] = {}  # by hand: the splits that hold no LIFE die back
        best = sorted(range(len(dice)), key=lambda i: RESERVE_WORTH[kit.shape[dice[i]]])
        size = 1 << len(dice)
        self.counts = [(0, 0, 0)] * size  # ATTACK, DEFENSE and LIFE dice of each group
        self.plain = [0.0] * size  # what each group is worth in reserve
        self.striking = [0.0] * size  # and what of it grows as the other side's life falls
        groups = [0]
        for i in best:  # each group is one that is known with a die that is worth more
            bit, kind, shape = 1 << i, kit.die_class[dice[i]], kit.shape[dice[i]]
            strikes = RESERVE_WORTH[shape] if shape in STRIKING else 0.0
            plain = RESERVE_WORTH[shape] - strikes
            new: list[int] = []
            for group in groups:
                attack, defence, life = self.counts[group]
                more = group | bit
                new.append(more)
                self.counts[more] = (attack + (kind == ATTACK), defence + (kind == DEFENSE), life + (kind == LIFE))
                self.plain[more] = plain + LATER * self.plain[group]
                self.striking[more] = strikes + LATER * self.striking[group]
            groups += new

    def pool(self, hand: int, actions: list[int]) -> list[int]:
        """The splits of a hand that hold no LIFE die back."""
        found = self.pools.get(hand)
        if found is None:
            life = hand & self.life
            found = self.pools[hand] = [a for a in actions if (a - A_SPLIT) & life == life]
        return found


def comfort(life: float) -> float:
    """What life points are worth: the first much more than the later ones."""
    if life <= 0:
        return max(-60 + 8 * life, -100.0)
    return 0.4 * life - 60 * exp(-life / 4)


class Front:
    """What the two sides can be expected to bring into battle, apart from the dice of the asked seat."""

    __slots__ = ("attack", "defence", "hand", "held", "life", "seat", "their_attack", "their_held", "their_life",
                 "theirs", "urgent")  # fmt: skip

    def __init__(self, s: IrondieState, groups: Groups, seat: int) -> None:
        kit, zone = s.kit, s.zone
        side = kit.side_of[seat]
        first, last = kit.first[seat], kit.first[seat + 1]
        kind = kit.die_class
        both = ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
        held = [0.0, 0.0]
        hand = 0
        for x in (0, 1):
            points = both[x]
            for d in kit.side_dice[x]:
                at = zone[d]
                if at == HAND:
                    if first <= d < last:
                        hand |= 1 << (d - first)
                    else:
                        points[kind[d]] += SHARE * AVERAGE
                        if kind[d] == LIFE:
                            held[x] += 1 - SHARE
                elif at == BATTLE and kind[d] == LIFE:
                    points[LIFE] += s.value[d]
        self.seat = groups
        self.hand = hand
        self.attack, self.defence, self.life = both[side]
        self.their_attack, self.theirs, self.their_life = both[1 - side]
        self.held, self.their_held = HELD_LIFE * held[side], HELD_LIFE * held[1 - side]
        self.urgent = 1 + 1.5 * exp(-self.their_life / 6)

    def score(self, group: int) -> float:
        """How good it seems to roll this group of the hand."""
        kept = self.hand & ~group
        seat = self.seat
        attack, defence, life = seat.counts[group]
        if not life and not self.life:
            return FOLLY
        spread = 2.56 * (attack + defence + life + 5)  # four times the square of the doubt
        gap = self.their_attack - self.defence - AVERAGE * defence
        left = self.life + AVERAGE * life - (gap + sqrt(gap * gap + spread)) / 2
        if left > 0:
            left += self.held + HELD_LIFE * seat.counts[kept][2]
        gap = self.attack + AVERAGE * attack - self.theirs
        their_left = self.their_life - (gap + sqrt(gap * gap + spread)) / 2
        if their_left > 0:
            their_left += self.their_held
        return comfort(left) - comfort(their_left) + seat.plain[kept] + seat.striking[kept] * self.urgent
