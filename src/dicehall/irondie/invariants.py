"""What must hold in every state of IRONDIE, whatever happens: for fuzz tests and long random runs."""

from __future__ import annotations

from dicehall.irondie.dice import LIFE
from dicehall.irondie.state import IrondieState
from dicehall.irondie.terms import (
    A_WOUND,
    BATTLE,
    FR_DUEL,
    FR_ROLL,
    FR_SECRET,
    HAND,
    LIMBO,
    Q_SPLIT,
    S_BATTLE,
    S_SKIRMISH,
    SKIRMISH,
)
from dicehall.kernel.decision import Wait


def check(s: IrondieState) -> None:
    """AssertionError if anything is wrong."""
    _dice(s)
    _question(s)
    _end(s)


def _dice(s: IrondieState) -> None:
    rolling = s.stack[-1][5] if s.stack and s.stack[-1][0] == FR_ROLL else ()
    for d in range(s.kit.n_dice):
        if s.in_play(d):
            assert 1 <= s.value[d] <= 6, f"{s.kit.names[d]} shows {s.value[d]}"
        else:
            assert s.value[d] == 0, f"{s.kit.names[d]} is not in play and shows {s.value[d]}"
        if s.zone[d] == SKIRMISH:
            assert d in s.rolled, f"{s.kit.names[d]} lies in a Skirmish Zone and is not in the duel"
    assert len(s.rolled) == len(set(s.rolled)) == len(s.targets) <= 4, "a duel has at most four rolls"
    assert all(s.targets), "a die was rolled without a target"
    for side in range(s.kit.sides):
        mine = [d for d in s.rolled if s.kit.side_of[s.kit.seat_of[d]] == side]
        assert len(mine) <= 2, "a side rolls at most two dice in a duel"
    if s.is_over:
        return
    assert bool(s.rolled) == any(f[0] == FR_DUEL for f in s.stack), "dice of a duel, and no duel"
    if s.step == S_BATTLE and s.stack[-1][0] == FR_SECRET:
        for d in range(s.kit.n_dice):
            assert s.zone[d] != LIMBO, f"{s.kit.names[d]} is in Limbo when a turn begins"
            assert s.zone[d] != BATTLE or s.kit.die_class[d] == LIFE, f"{s.kit.names[d]} has stayed in the Battle Zone"
    assert all(s.zone[d] == HAND for d in rolling), "dice that are rolled come from the hand"
    if s.step == S_SKIRMISH:
        assert not s.sudden, "there are no skirmishes in sudden death"


def _question(s: IrondieState) -> None:
    asked = s.seats_asked
    assert (s.wait is Wait.DECISION) == bool(asked), "somebody is asked if and only if it waits for a decision"
    for seat in range(s.kit.n_seats):
        assert bool(s.legal[seat]) == (seat in asked), f"answers of {s.kit.seat_names[seat]}"
    if s.wait is not Wait.DECISION:
        return
    for seat in asked:
        assert len(s.legal[seat]) > 1, "a choice with one answer is not asked"
    f = s.stack[-1]
    if f[0] == FR_SECRET and f[3] == Q_SPLIT:
        assert all(s.hand(seat) for seat in asked), "who has no dice has nothing to divide"
    if f[0] == FR_SECRET and s.legal[asked[0]][0] >= A_WOUND:
        assert all(s.battle(s.kit.side_of[seat], LIFE) for seat in asked), "damage without LIFE dice"
    assert f[0] == FR_SECRET or all(a < 0 for a in s.answers), "secret answers outside a secret question"


def _end(s: IrondieState) -> None:
    alive = [side for side in range(s.kit.sides) if s.battle(side, LIFE)]
    if s.begun and not s.is_over:
        assert len(alive) == s.kit.sides, "a side has no LIFE die and the game goes on"
    if s.is_over:
        assert s.outcome is not None and not s.stack
        if s.why_over == "life":
            assert list(s.winners) == alive and len(alive) == 1
        elif s.why_over == "draw":
            assert not alive and not s.winners
