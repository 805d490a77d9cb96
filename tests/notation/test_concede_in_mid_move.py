"""Who gives up in the middle of a move has not made it: the record goes on to replay."""

from __future__ import annotations

from pathlib import Path

from dicehall import dicemasters
from dicehall.dicemasters.teams import demo_teams
from dicehall.dicemasters.terms import FR_PAY
from dicehall.kernel.dice import Rng, SeededDice
from dicehall.kernel.session import Session
from dicehall.notation.record import read_record, record_text, replay_record


def test_a_half_made_payment_is_not_in_the_record(tmp_path: Path) -> None:
    game = dicemasters.game("tmnt")
    found = 0
    for seed in range(6):
        session = Session(game.new_state(demo_teams("tmnt", game.catalogue), life=10), SeededDice(seed))
        rng = Rng(seed, 99)
        for _ in range(600):
            decision = session.state.decision
            if decision is None:
                break
            frame = session.state.stack[-1]  # type: ignore[attr-defined]
            if decision.continues and frame[0] == FR_PAY:
                break
            session.act(decision.actions[rng.below(len(decision.actions))])
        if session.state.is_over:
            continue
        found += 1
        before = len(session.entries)
        session.concede(0)
        assert len(session.entries) < before + 1  # at least the step that was taken is gone
        path = tmp_path / f"{seed}.toml"
        path.write_text(record_text(session, list(session.state.game.seat_names(session.state))), encoding="utf-8")
        player, failure = replay_record(read_record(path))
        assert failure is None
        assert {**player.state.view(0), "version": 0} == {**session.state.view(0), "version": 0}
    assert found
