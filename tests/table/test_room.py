"""A room without a server: it follows from its inputs, refuses without changing, takes back, keeps time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dicehall.cli.verify import verify_command
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import DicehallError, IllegalAction, InvalidInput
from dicehall.kernel.fair import FairDice
from dicehall.kernel.session import Entry
from dicehall.notation.record import read_record, replay_record
from dicehall.notation.verifying import verify
from dicehall.table.inputs import AskUndo, Concede, Input, Play, Refused, Undo, decode
from dicehall.table.room import OVER, PLAYING, WAITING, Room
from dicehall.table.seeing import update_of
from dicehall.table.settings import GAMES, Clock, Place, Settings, check_name

from .probing import ALL, Table, new_table, picture, play_on, play_until, seed_of

GAMES_EACH = 12 if ALL else 1
BOTH = pytest.mark.parametrize("game", GAMES)


def wild(table: Table, rng: Rng, limit: int = 100_000) -> Iterator[None]:
    """A game of random answers in which people take back, ask, consent and refuse; yields after each input."""
    room = table.room
    for _ in play_on(table, rng, limit, "easy", 0.25 * (1 + rng.below(8))):
        yield
        if room.status == OVER or rng.below(6):
            continue
        seat = rng.below(2)
        try:
            what = room.to_undo(seat)
        except Refused:
            continue
        table.do(what)
        yield
        if isinstance(what, AskUndo) and rng.below(3):
            table.do(room.to_answer_undo(1 - seat, bool(rng.below(2))))
            yield


def record_of(room: Room, folder: Path) -> Path:
    path = folder / "game.toml"
    path.write_text(room.record())
    return path


# ---- it follows from its inputs ----------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("number", range(GAMES_EACH))
def test_the_same_inputs_give_the_same_room_at_every_prefix(game: str, number: int, tmp_path: Path) -> None:
    clock = (Clock("total", 600.0, 5.0), Clock("move", 60.0), Clock())[number % 3]
    table = Table(Settings(game=game, clock=clock), seed_of(number), begin=False)  # type: ignore[arg-type]
    room = table.room
    pictures = [picture(room)]
    for seat, name in enumerate(("Ann", "Bob")):
        table.do(room.to_sit(seat, name, f"{name}'s own"), 7.0)
        pictures.append(picture(room))
    table.do(room.to_begin(), 0.0)
    pictures.append(picture(room))
    for _ in wild(table, Rng(number)):
        pictures.append(picture(room))
    assert room.status == OVER
    assert len(pictures) == len(table.stored) + 1 == room.count + 1
    again = table.again(0)
    for number_of_inputs, expected in enumerate(pictures):
        if number_of_inputs:
            at, data = table.stored[number_of_inputs - 1]
            again.perform(decode(data), at)
        assert picture(again) == expected, f"after {number_of_inputs} inputs"
    verdict = verify(read_record(record_of(room, tmp_path)))
    assert verdict.problem == "" and verdict.is_over
    assert again.record() == room.record()


@BOTH
@pytest.mark.parametrize("level", ["easy", "beginner"] if ALL else ["easy"])
def test_bots_play_whole_games(game: str, level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table(game, 3)
    for _ in play_on(table, Rng(3), level=level):
        pass
    assert table.room.status == OVER
    assert table.room.asked() == [] and table.room.clocks.running == []
    assert verify_command(record_of(table.room, tmp_path), commitment=table.room.commitment) == 0
    assert "are what the seeds give" in capsys.readouterr().out


@BOTH
def test_the_record_so_far_can_be_replayed_and_does_not_tell_the_seed(game: str, tmp_path: Path) -> None:
    table = new_table(game, 5)
    room = table.room
    for count, _ in enumerate(wild(table, Rng(5), 400 if ALL else 30)):
        text = room.record()
        assert (room.server_seed.hex() in text) == (room.status == OVER)
        if count % 5 == 0 and not (room.state.decision and room.state.decision.continues):
            player, failure = replay_record(read_record(record_of(room, tmp_path)))
            assert failure is None, failure


def test_inputs_of_another_version_of_the_rules_are_noticed() -> None:
    table = new_table("dicemasters", 1)
    for _ in play_on(table, Rng(1), 5):
        pass
    at, data = table.stored[2]
    assert b'"begin"' in data
    table.stored[2] = (at, data.replace(b"[[", b'[["chance",-1,0,[0],true,[],-1,""],[', 1))
    with pytest.raises(DicehallError, match="does not go on as it went then"):
        table.again()


# ---- what is refused changes nothing -----------------------------------------------------------------------------


@BOTH
def test_wanting_changes_nothing(game: str) -> None:
    table, rng = new_table(game, 2), Rng(12)
    room = table.room
    accepted = refused = 0
    for count, _ in enumerate(wild(table, rng, 250 if ALL else 35)):
        if count % 3:
            continue
        before = picture(room)
        wants: list[Callable[[], object]] = [room.to_begin, lambda: room.to_sit(0, "Cora", ""), lambda: room.record()]
        for seat in (0, 1):
            version = table.version(seat)
            decision = room.decision_of(seat)
            listed = list(decision.actions[:3]) if decision else []
            for actions in ([], [-1], [10**30], [0], [1, 2, 3], [2001], [10_001], *[[a] for a in listed]):
                wants.append(lambda s=seat, v=version, a=actions: room.to_play(s, v, a))  # type: ignore[misc]
            for text in ("pass", "keep", "concede", "battle none", "nonsense", "field Sidekick", "Ann> pass", "="):
                wants.append(lambda s=seat, v=version, t=text: room.to_play(s, v, text=t))  # type: ignore[misc]
            for wrong in (version - 1, version + 1, -1, 10**30):
                wants.append(lambda s=seat, v=wrong, a=listed: room.to_play(s, v, a))  # type: ignore[misc]
            wants.append(lambda s=seat: room.to_undo(s))  # type: ignore[misc]
            wants.append(lambda s=seat: room.to_answer_undo(s, True))  # type: ignore[misc]
            wants.append(lambda s=seat: room.to_concede(s))  # type: ignore[misc]
        for want in wants:
            try:
                want()
                accepted += 1
            except (Refused, IllegalAction, InvalidInput) as error:
                assert str(error)
                refused += 1
            assert picture(room) == before
    assert accepted > 20 and refused > 60


@BOTH
def test_an_answer_for_another_moment_is_stale(game: str) -> None:
    table = new_table(game, 4)
    room = table.room
    for _ in play_on(table, Rng(4), 30):
        if room.status == OVER:
            break
        for decision in room.state.decisions:
            version, action = room.asked_version(decision), decision.actions[0]
            assert isinstance(room.to_play(decision.seat, version, [action]), Play)
            for wrong in (version - 1, version + 1, 0 if version else 5, -1):
                with pytest.raises(Refused, match="has gone on since") as caught:
                    room.to_play(decision.seat, wrong, [action])
                assert caught.value.code == "stale"
        for seat in {0, 1} - set(room.asked()):
            with pytest.raises(Refused, match="is not asked to choose now") as caught:
                room.to_play(seat, room.version, [0])
            assert caught.value.code == "illegal"


def test_the_version_grows_with_every_answer_and_every_undo() -> None:
    for game in GAMES:
        table = new_table(game, 6)
        last = table.room.version
        changed = table.room.session
        for _ in wild(table, Rng(6), 100_000 if ALL else 60):
            entries = changed and list(changed.entries)
            assert table.room.version >= last, entries
            last = table.room.version


def test_the_version_grows_when_somebody_gives_up_in_a_half_made_move() -> None:
    table = half_made()
    before = table.room.version
    table.do(table.room.to_concede(0))
    assert table.room.version > before


def test_who_saw_a_half_made_move_that_is_given_up_learns_that_it_is_void() -> None:
    table = half_made()
    room = table.room
    assert room.session is not None
    known = [event.seq for event in room.session.log]
    seen = [repr(event) for event in room.session.log]
    since, epoch = known[-1], room.undone
    table.do(room.to_concede(0))
    update = update_of(room, (1,), [True, True], table.now, since, epoch)
    assert seen[: update.first] == [repr(event) for event in room.session.log[: update.first]]


def half_made() -> Table:
    """A table at which seat 0 is in the middle of a move of which others have seen something."""
    for number in range(50):
        table = new_table("dicemasters", number)

        def found(room: Room, table: Table = table) -> bool:
            decision = room.state.decision
            if decision is None or not decision.continues or decision.seat != 0 or room.session is None:
                return False
            trial = table.again()
            trial.perform(Concede(0), table.now)
            assert trial.session is not None
            old, new = room.session.log, trial.session.log
            return len(old) < len(new) and list(map(repr, old)) != list(map(repr, new[: len(old)]))

        if play_until(table, Rng(number), found):
            return table
    raise RuntimeError("no such moment")


# ---- secret answers ----------------------------------------------------------------------------------------------


def test_a_secret_answer_stays_valid_while_the_other_seat_answers() -> None:
    """At every secret question of some games, in both orders."""
    seen = 0
    for number in range(8):
        table, rng = new_table("irondie", number), Rng(number)
        room = table.room
        while room.status == PLAYING and seen < 40:
            asked = room.state.decisions
            if len(asked) == 2:
                seen += 1
                assert all(decision.secret for decision in asked)
                first = rng.below(2)
                second = 1 - first
                version = table.version(second)
                shown = update_of(room, (second,), [True, True], table.now).questions
                table.answer(first, [asked[first].actions[rng.below(len(asked[first].actions))]])
                assert table.version(second) == version
                assert update_of(room, (second,), [True, True], table.now).questions == shown
                assert room.asked() == [second]
                table.do(room.to_play(second, version, [asked[second].actions[rng.below(len(asked[second].actions))]]))
            else:
                next(play_on(table, rng, 1), None)
    assert seen >= 6


def test_a_secret_answer_can_be_changed_while_the_other_seat_thinks() -> None:
    table = new_table("irondie", 1)
    room = table.room
    start = room.state.save()
    table.answer(0, [room.state.decisions[0].actions[3]])
    assert isinstance(room.to_undo(0), Undo)
    table.do(room.to_undo(0))
    assert room.state.save() == start and room.asked() == [0, 1]
    assert room.undos_left == [3, 3], "that costs nothing"


def test_a_secret_answer_stays_valid_while_the_other_seat_takes_its_own_back() -> None:
    table = new_table("irondie", 1)
    room = table.room
    table.answer(1, [room.state.decisions[1].actions[3]])
    version = table.version(0)
    table.do(room.to_undo(1))
    assert isinstance(room.to_play(0, version, [room.state.decisions[0].actions[0]]), Play)


# ---- undo --------------------------------------------------------------------------------------------------------


@BOTH
def test_a_free_undo_takes_back_the_last_move_exactly(game: str) -> None:
    """After it the game is as before the move, and the dice that fall next are those that would have fallen."""
    done = 0
    for number in range(6 if ALL else 2):
        table, rng = new_table(game, number), Rng(number)
        room = table.room
        before: dict[int, bytes] = {}  # by seat: the state before its last move began
        for _ in range(120):
            if room.status == OVER:
                break
            asked = room.state.decisions
            decision = asked[rng.below(len(asked))]
            if not decision.continues:
                before = {decision.seat: room.state.save()}
            table.answer(decision.seat, [decision.actions[rng.below(len(decision.actions))]])
            if room.state.is_over or decision.secret:
                continue
            for seat in before:
                try:
                    what = room.to_undo(seat)
                except Refused:
                    continue
                if isinstance(what, Undo) and rng.below(2):
                    version = room.version
                    table.do(what)
                    assert room.state.save() == before[seat]
                    assert room.version > version
                    done += 1
                    break
    assert done >= (5 if game == "dicemasters" else 1)


@BOTH
def test_rolls_that_are_taken_back_by_consent_do_not_come_again(game: str, tmp_path: Path) -> None:
    differed = taken = again = 0
    rolled = Entry("chance", -1)
    for number in range(6 if ALL else 2):
        table, rng = new_table(game, number, undos=99), Rng(number)
        room = table.room
        for count, seat in enumerate(play_on(table, rng, level="easy")):
            if room.status == OVER or count % 7 != 3:
                continue
            assert room.session is not None and isinstance(room.session.dice, FairDice)
            entries = list(room.session.entries)
            try:
                what = room.to_undo(seat)
            except Refused:
                continue
            if not isinstance(what, AskUndo):
                continue
            table.do(what)
            assert room.asks_undo == seat
            with pytest.raises(Refused, match="nobody has asked you"):
                room.to_answer_undo(seat, True)
            with pytest.raises(Refused, match="already"):
                room.to_undo(seat)
            stream = room.session.dice.rng.stream
            table.do(room.to_answer_undo(1 - seat, True))
            taken += 1
            kept = room.session.entries
            assert kept == entries[: len(kept)] and len(kept) < len(entries)
            assert room.asks_undo == -1
            gone = entries[len(kept) :]
            fell = [entry.outcome for entry in gone if entry.what == "chance"]
            assert room.session.dice.rng.stream == stream + bool(fell)
            same = [entry.action for entry in gone[: [entry.what for entry in [*gone, rolled]].index("chance")]]
            if fell and room.asked() == [seat]:  # the same answers again: other dice
                count_before = len(room.session.entries)
                table.answer(seat, same)
                now = [entry.outcome for entry in room.session.entries[count_before:] if entry.what == "chance"]
                assert now
                again += 1
                differed += now[0] != fell[0]
        assert verify(read_record(record_of(room, tmp_path))).problem == ""
        assert table.again().record() == room.record()
    assert taken >= 3 and again >= 2 and differed >= again // 2 > 0


def after_a_roll(undos: int = 3, number: int = 0) -> tuple[Table, int]:
    """A table and a seat that needs consent to take its last move back."""
    table = new_table("dicemasters", number, undos=undos)
    for seat in play_on(table, Rng(number), 200):
        try:
            if isinstance(table.room.to_undo(seat), AskUndo):
                return table, seat
        except Refused as error:
            if undos == 0 and "consent" in str(error):
                return table, seat
    raise RuntimeError("no roll")


def test_consent_can_be_refused_and_costs_nothing_then() -> None:
    table, seat = after_a_roll()
    room = table.room
    state = room.state.save()
    table.do(room.to_undo(seat))
    table.do(room.to_answer_undo(1 - seat, False))
    assert room.state.save() == state and room.undone == 0
    assert room.undos_left == [3, 3] and room.asks_undo == -1
    with pytest.raises(Refused, match="nobody has asked you"):
        room.to_answer_undo(1 - seat, True)


def test_an_answer_to_the_game_withdraws_the_request() -> None:
    table, seat = after_a_roll()
    room = table.room
    table.do(room.to_undo(seat))
    asked = room.state.decisions[0]
    table.answer(asked.seat, [asked.actions[0]])
    assert room.asks_undo == -1


def test_consent_is_limited() -> None:
    table, seat = after_a_roll(undos=2)
    room, rng = table.room, Rng(8)
    for left in (1, 0):
        table.do(room.to_undo(seat))
        table.do(room.to_answer_undo(1 - seat, True))
        assert room.undos_left[seat] == left
        assert play_until(table, rng, lambda r: by_consent(r, seat) != "")
    assert "no further moves can be taken back by consent" in by_consent(room, seat)
    assert room.undos_left[1 - seat] == 2


def by_consent(room: Room, seat: int) -> str:
    """What is said if a seat wants to take back what only consent can give; empty if it may or has nothing to."""
    try:
        return "asks" if isinstance(room.to_undo(seat), AskUndo) else ""
    except Refused as error:
        return str(error) if "consent" in str(error) else ""


def test_consent_can_be_switched_off() -> None:
    table, seat = after_a_roll(undos=0)
    with pytest.raises(Refused, match="consent is switched off"):
        table.room.to_undo(seat)


def stale_request() -> tuple[Table, int]:
    """A seat has asked for consent; then both seats have freely taken back, so that what it asked for is done."""
    for number in range(60):
        table, rng = new_table("dicemasters", number), Rng(number)
        room = table.room
        for seat in play_on(table, rng, 100):
            other = 1 - seat
            if room.status == OVER or wanted(room, seat) is not Undo or wanted(room, other) is not AskUndo:
                continue
            back = table.again()
            back.perform(Undo(seat), table.now)
            if wanted(back, other) is Undo:
                table.do(room.to_undo(other))
                table.do(room.to_undo(seat))
                table.do(room.to_undo(other))
                return table, other
    raise RuntimeError("no such moment")


def wanted(room: Room, seat: int) -> type[Input] | None:
    """What an undo of a seat would be now."""
    try:
        return type(room.to_undo(seat))
    except Refused:
        return None


def test_a_request_ends_when_its_move_is_taken_back_otherwise() -> None:
    table, seat = stale_request()
    assert table.room.asks_undo == -1


@pytest.mark.parametrize("first", [0, 1])
def test_both_seats_may_ask_to_take_a_secret_answer_back(first: int) -> None:
    """And nobody can tell by it who was the first to answer."""
    table = new_table("irondie", 0)
    room = table.room
    actions = (room.state.decisions[0].actions[5], room.state.decisions[1].actions[0])
    for seat in (first, 1 - first):
        table.answer(seat, [actions[seat]])
    assert room.status == PLAYING and room.session is not None and room.session.entries[0].seat == first
    assert isinstance(room.to_undo(0), AskUndo)
    assert isinstance(room.to_undo(1), AskUndo)


# ---- giving up ---------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("why", ["", "time", "gone"])
def test_giving_up_ends_the_game_for_the_other_side(game: str, seat: int, why: str, tmp_path: Path) -> None:
    table = new_table(game, 9)
    for _ in play_on(table, Rng(9), 5):
        pass
    room = table.room
    table.do(room.to_concede(seat, why))
    assert room.status == OVER and room.state.outcome is not None
    assert room.state.outcome.winners == (1 - seat,)
    ending = update_of(room, (), [True, True], table.now).ending
    assert ending is not None and ending.why == (why or room.state.outcome.why)
    assert verify(read_record(record_of(room, tmp_path))).problem == ""
    wants: list[Callable[[], object]] = [
        lambda: room.to_concede(0),
        lambda: room.to_play(0, room.version, [0]),
        lambda: room.to_undo(0),
        lambda: room.to_answer_undo(1, True),
        lambda: room.to_begin(),
    ]
    for want in wants:
        with pytest.raises(Refused):
            want()


def test_a_written_move_can_give_up() -> None:
    for game in GAMES:
        table = new_table(game, 1)
        seat = table.room.asked()[0]
        what = table.room.to_play(seat, table.version(seat), text="concede")
        assert what == Concede(seat)


def test_before_the_game_there_is_nothing_to_do_but_sit() -> None:
    table = Table(Settings(), seed_of(0), begin=False)
    room = table.room
    assert room.status == WAITING and room.version == 0 and room.asked() == []
    for want in (
        lambda: room.to_begin(),
        lambda: room.to_play(0, 0, [0]),
        lambda: room.to_concede(0),
        lambda: room.to_undo(0),
        lambda: room.to_answer_undo(0, True),
        lambda: room.to_sit(2, "Cora", ""),
        lambda: room.to_sit(-1, "Cora", ""),
        lambda: room.record(),
    ):
        with pytest.raises(Refused):
            want()
    table.do(room.to_sit(1, "Bob", ""))
    with pytest.raises(Refused, match="seat 2 is taken"):
        room.to_sit(1, "Cora", "")
    with pytest.raises(Refused, match="called bob already"):
        room.to_sit(0, "bob", "")


# ---- names and seats ---------------------------------------------------------------------------------------------


def test_names() -> None:
    for name in ("", "A", "Ann", "Ünal", "Bob2", "李", "x" * 16):
        assert check_name(name) == name
    wrong = ("x" * 17, " Ann", "Ann ", "A b", "a.b", 'a"b', "a>b", "a\nb", "a\x00", "\u202eAnn", "Roll", "draw", "none")
    for name in (*wrong, "concede", "pass", "[x]", "a=b", "#", "''"):
        with pytest.raises(InvalidInput, match=r"^name: "):
            check_name(name)


def test_who_gives_no_name_gets_one() -> None:
    room = Table(Settings(), seed_of(0), begin=False).room
    assert room.to_sit(1, "", "").name == "Ann"
    room.perform(room.to_sit(1, "Ann", ""), 0.0)
    assert room.to_sit(0, "", "").name == "Bob"


def test_who_gives_no_name_gets_one_that_is_free() -> None:
    room = Table(Settings(places=(Place(), Place(kind="bot", name="ann"))), seed_of(0), begin=False).room
    assert room.to_sit(0, "", "").name == "Bob"


def test_seeds_of_seats() -> None:
    room = Table(Settings(), seed_of(0), begin=False).room
    assert room.to_sit(0, "", "any text, ☃ too").seed == "any text, ☃ too"
    for seed in ("two\nlines", "x" * 257, "é" * 129, "\x00"):
        with pytest.raises(InvalidInput, match="seed of a seat"):
            room.to_sit(0, "", seed)


@pytest.mark.parametrize(
    "names",
    [("Ünal", "李"), ("and", "tie"), ("playing", "winner"), ("a", "a1"), ("a-b", "a_b"), ("2Bob", "007"), ("²", "ﬁ")],
)
def test_the_record_of_any_names_can_be_verified(names: tuple[str, str], tmp_path: Path) -> None:
    for game in GAMES if ALL else ("dicemasters",):
        table = new_table(game, 1, names)
        for _ in play_on(table, Rng(1), level="random" if game == "irondie" else "easy"):
            pass
        assert verify(read_record(record_of(table.room, tmp_path))).problem == ""


@BOTH
def test_the_record_of_a_game_against_a_bot_can_be_verified(game: str, tmp_path: Path) -> None:
    table = new_table(game, 1, places=(Place(), Place(kind="bot", level="easy")))
    for _ in play_on(table, Rng(1), level="easy"):
        pass
    assert verify(read_record(record_of(table.room, tmp_path))).problem == ""
