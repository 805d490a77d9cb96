"""A game that goes on from a moment of another one: the same table, dice of its own, a record that tells it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.session import Session
from dicehall.notation.record import Record, record_of, replay_record
from dicehall.notation.scenario import run, scenario_from
from dicehall.notation.verifying import verify
from dicehall.table.branching import branch_of, record_at, scenario_text, until
from dicehall.table.inputs import AskUndo, Refused
from dicehall.table.moments import moment_of, story_of
from dicehall.table.room import OVER, PLAYING, Room
from dicehall.table.settings import GAMES
from dicehall.table.storage import open_folder
from dicehall.table.storage_schema import RoomRow

from .probing import Server, Table, new_table, picture, play_on, seed_of
from .serving import serving
from .test_moments import finished
from .test_vectors import derived

BOTH = pytest.mark.parametrize("game", GAMES)


def begun(room: Room, seq: int, seat: int = 0) -> Table:
    """The game that goes on from an event of a room."""
    settings, branch = branch_of(room, seq, seat, "easy")
    table = Table(settings, seed_of(77), begin=False)
    table.do(branch)
    table.do(table.room.to_sit(seat, "Zoe", "seed of Zoe"), 0.0)
    table.do(table.room.to_begin(), 0.0)
    return table


def read(text: str) -> Record:
    return record_of(scenario_from(text, "a record"))


def moments(room: Room) -> range:
    return range(-1, room.shown - 1, max(1, room.shown // 12))


def nameless(view: dict[str, Any], room: Room) -> str:
    """What is seen, whoever sits there."""
    text = msgspec.json.encode(view).decode()
    for seat, name in enumerate(room.names):
        text = re.sub(rf"\b{name}\b", f"seat {seat}", text)
    return text


@BOTH
def test_the_table_is_the_same_and_the_dice_are_its_own(game: str) -> None:
    old = finished(game)
    others, ends = 0, story_of(old.room).ends
    assert old.room.session is not None
    falls = [i for i, entry in enumerate(old.room.session.public()) if entry.what == "chance"]
    for seq in [*moments(old.room), *[ends[i] - 1 for i in falls[:4]]]:  # also just before dice fell
        entries = until(old.room, seq)
        before = Session(old.room.session.start, None, entries).state
        if before.is_over:
            continue
        table = begun(old.room, seq, seat=seq % 2)
        session = table.room.session
        assert session is not None and session.given == len(entries) and session.entries[: session.given] == entries
        again = Session(session.start, None, entries).state
        assert nameless(again.view(-1), table.room) == nameless(before.view(-1), old.room)
        assert [(d.seat, d.actions) for d in again.decisions] == [(d.seat, d.actions) for d in before.decisions]
        assert [e.seq for e in session.log] == list(range(len(session.log)))
        others += before.is_chance and session.entries[len(entries)] != old.room.session.entries[len(entries)]
        assert picture(table.again()) == picture(table.room)
    assert others, "dice fell again as before, everywhere"


@BOTH
def test_it_can_be_played_to_its_end_and_checked(game: str) -> None:
    old = finished(game)
    for seq in (3, old.room.shown // 2):
        table = begun(old.room, seq)
        for number, seat in enumerate(play_on(table, Rng(9), level="beginner")):
            if number == 8 and table.room.status == PLAYING:  # something is taken back as well
                table.do(AskUndo(seat))
                table.do(table.room.to_answer_undo(1 - seat, True))
        room, session = table.room, table.room.session
        assert room.status == OVER and session is not None
        assert picture(table.again()) == picture(room)
        record = read(room.record())
        assert "which goes on from room" in record.scenario.title
        _, failure = replay_record(record)
        assert failure is None, failure
        verdict = verify(record)
        assert not verdict.problem, verdict.problem
        own = [entry for entry in session.entries[session.given :] if entry.what == "chance"]
        assert verdict.rolls + verdict.draws == len(own) > 0
        story: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(story_of(room)))
        assert [fall["outcome"] for fall in story["falls"]] == derived(story)
        assert len(story["falls"]) == len(own)
        assert story["given"] == session.given and story["goes_on_from"] == old.room.ident
        assert moment_of(room, 0).place == moment_of(old.room, 0).place  # the past belongs to it, too


@BOTH
def test_a_record_that_lies_about_where_its_dice_begin_is_found_out(game: str) -> None:
    old = finished(game)
    table = begun(old.room, old.room.shown // 2)
    for _ in play_on(table, Rng(9), level="beginner"):
        pass
    text = table.room.record()
    begins = next(line for line in text.splitlines() if line.startswith("begins"))
    assert "problem=''" in str(verify(read(text)))
    assert verify(read(text.replace(begins, "begins = 1"))).problem
    assert verify(read(text.replace(begins + "\n", ""))).problem
    assert "there is no line 99999" in verify(read(text.replace(begins, "begins = 99999"))).problem
    for bad in ("begins = -1", 'begins = "x"', "begins = true"):
        with pytest.raises(InvalidInput, match=r"fair\.begins: a line"):
            read(text.replace(begins, bad))
    with pytest.raises(InvalidInput, match="none can have been taken back before"):
        read(text.replace(begins, f"{begins}\ntaken_back = [1]"))


@BOTH
def test_what_was_given_cannot_be_taken_back(game: str) -> None:
    old = finished(game)
    for seq in moments(old.room):
        if not Session(old.room.session.start, None, until(old.room, seq)).state.is_over:  # type: ignore[union-attr]
            room = begun(old.room, seq).room
            for seat in (0, 1):
                assert room.can_undo(seat) is not None
                with pytest.raises(Refused):
                    room.to_undo(seat)


def test_a_moment_between_secret_answers_is_the_one_before_the_question() -> None:
    old = finished("irondie")
    assert old.room.session is not None
    entries, ends = old.room.session.public(), story_of(old.room).ends
    half = [i for i, e in enumerate(entries[:-1]) if e.secret and e.seat == 0 and entries[i + 1].asked == e.asked]
    assert half
    for i in half:
        assert until(old.room, ends[i + 1] - 1) == entries[:i]
        assert len(begun(old.room, ends[i + 1] - 1).room.asked()) == 2


def test_a_moment_in_a_move_is_the_one_before_it() -> None:
    old = finished("dicemasters")
    assert old.room.session is not None
    session, cut = Session(old.room.session.start), 0
    entries, ends = old.room.session.entries, story_of(old.room).ends
    for i, entry in enumerate(entries):
        session.put(entry)
        kept = until(old.room, ends[i + 1] - 1)
        assert kept == entries[: len(kept)]
        after = Session(session.start, None, kept).state.decision
        assert after is None or not after.continues
        cut += len(kept) <= i
        if not session.state.decision or not session.state.decision.continues:
            assert len(kept) == i + 1
    assert cut, "the game had no move of several steps"


@BOTH
def test_a_moment_as_a_scenario(game: str) -> None:
    """It runs, and the game stands there as it stood then."""
    old = finished(game)
    for seq in [*moments(old.room), old.room.shown - 1]:
        text = scenario_text(record_at(old.room, seq), "room")
        assert text.startswith("# From room room, Dicehall") and "[fair" not in text and "seed" not in text
        scenario = scenario_from(text, "a scenario")
        assert run(scenario) is None
    now = record_at(old.room)
    assert now == record_at(old.room, old.room.shown - 1)
    with pytest.raises(InvalidInput, match="there is no event"):
        record_at(old.room, old.room.shown)


def test_open_secrets_are_in_no_scenario() -> None:
    table = new_table("irondie", 2)
    before = record_at(table.room)
    decision = table.room.state.decisions[1]
    for action in decision.actions[:3]:
        table.answer(decision.seat, [action])
        assert table.room.state.committed and record_at(table.room) == before
        table.do(table.room.to_undo(decision.seat))


# ---- over HTTP -----------------------------------------------------------------------------------------------------


def stored(folder: Path, table: Table) -> str:
    """A room in the store of a server that does not run yet."""
    room, storage = table.room, open_folder(folder)
    row = RoomRow(room.ident, room.settings.game, msgspec.json.encode(room.settings), room.status, 1.0, 1.0)
    storage.create_room(row, room.server_seed, [])
    for number, (at, data) in enumerate(table.stored):
        storage.append(room.ident, number, at, data)
    storage.close()
    return room.ident


def test_a_game_that_goes_on_outlives_the_server(tmp_path: Path) -> None:
    ident = stored(tmp_path / "data", finished("dicemasters"))
    server = Server(tmp_path)
    server.start()
    try:
        with httpx.Client(base_url=f"{server.http}/api", timeout=30) as client:
            promised = client.get("/commitment").json()["commitment"]
            body = {"seq": 20, "seat": 1, "level": "beginner", "name": "Zoe", "seed": "mine", "commitment": promised}
            answer = client.post(f"/rooms/{ident}/branch", json=body)
            assert answer.status_code == 201
            seated = answer.json()
            assert seated["seats"] == [1] and seated["token"]
            story = client.get(f"/rooms/{seated['room']}/log").json()
            assert story["names"] == ["Bot", "Zoe"] and story["bots"] == [True, False]
            assert story["goes_on_from"] == ident and story["fair"]["commitment"] == promised
            old = client.get(f"/rooms/{ident}/log").json()
            shared = story["ends"][: story["given"] + 1]
            assert shared == old["ends"][: len(shared)] and shared[-1] >= 15
        server.kill()
        server.start()
        with httpx.Client(base_url=f"{server.http}/api", timeout=30) as client:
            after = client.get(f"/rooms/{seated['room']}/log").json()
            known = len(story["events"])
            assert after["events"][:known] == story["events"] and after["status"] == "playing"
            assert after["given"] == story["given"] and after["goes_on_from"] == ident
            record = client.get(f"/rooms/{seated['room']}/record").text
            assert "begins" in record and "server_seed" not in record
    finally:
        if server.process is not None:
            server.kill()


def test_bad_requests_are_refused_in_words(tmp_path: Path) -> None:
    ident = stored(tmp_path, finished("irondie"))
    with serving(tmp_path) as url, httpx.Client(base_url=f"{url}/api/rooms", timeout=30) as client:
        rooms = client.get("/../metrics").text
        last = len(client.get(f"/{ident}/log").json()["events"]) - 1
        for body, code, words in (
            ({"seq": last}, 409, "the game is over at this moment"),
            ({"seq": last + 1}, 400, "there is no event"),
            ({"seq": -2}, 400, "there is no event"),
            ({"seq": 5, "seat": 2}, 400, "there is no seat 2"),
            ({"seq": 5, "seat": -1}, 400, "there is no seat -1"),
            ({"seq": 5, "level": "godlike"}, 400, "there is no level 'godlike'"),
            ({"seq": 5, "name": "Bot"}, 409, "somebody at this table is called Bot"),
            ({"seq": 5, "commitment": "ab" * 32}, 400, "commitment: it was not given by this server"),
            ({"seq": 5, "seed": "two\nlines"}, 400, "one line of text"),
            ({}, 400, "seq"),
            ({"seq": 5, "steps": []}, 400, "steps"),
        ):
            answer = client.post(f"/{ident}/branch", json=body)
            assert answer.status_code == code, (body, answer.text)
            assert words in answer.text, (words, answer.text)
        assert client.post("/nowhere/branch", json={"seq": 0}).status_code == 404
        assert client.get("/../metrics").text == rooms.replace("in_memory 0", "in_memory 1")  # nothing was made
        going = client.post("", json={"settings": {"game": "irondie", "one_screen": True}, "name": "Ann"}).json()[
            "room"
        ]
        answer = client.post(f"/{going}/branch", json={"seq": 0})
        assert answer.status_code == 409 and "not over yet" in answer.text
        scenario = client.get(f"/{ident}/scenario")
        assert scenario.status_code == 200 and "[seat.Ann]" in scenario.text
        assert client.get(f"/{ident}/scenario?seq=20").text != scenario.text
        assert client.get(f"/{ident}/scenario?seq={last + 1}").status_code == 400
        waiting = client.post("", json={}).json()["room"]
        assert client.get(f"/{waiting}/scenario").status_code == 409
