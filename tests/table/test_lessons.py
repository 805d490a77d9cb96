"""Lessons: their scripts are played to the end on real rooms, their words fit, who leaves the script is not lost."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path

import pytest

from dicehall.bots.base import question
from dicehall.bots.levels import bot_named
from dicehall.kernel.errors import InvalidInput
from dicehall.notation.record import read_record
from dicehall.notation.rules import known_rules
from dicehall.notation.verifying import verify
from dicehall.table import messages as m
from dicehall.table.coaching import Advice, advice_for, begin, bot_answers, look_of, named, script_of
from dicehall.table.hub import Hub
from dicehall.table.inputs import Input
from dicehall.table.lessons import Lesson, arranged, info_of, lesson_named, lessons
from dicehall.table.room import OVER, Room
from dicehall.table.settings import Settings, checked
from dicehall.table.storage import open_folder

ALL = pytest.mark.parametrize("name", list(lessons()))
RULE = re.compile(r"\[([\d.]+)\]")


@cache
def played(name: str) -> tuple[tuple[Input, ...], tuple[int, ...]]:
    """All that is put into the room of a lesson by its script, and how much of it stands before each step."""
    lesson = lesson_named(name)
    room = begin(lesson)
    done: list[Input] = []
    perform = room.perform

    def noted(what: Input, at: float) -> None:
        done.append(what)
        perform(what, at)

    room.perform = noted  # type: ignore[method-assign]
    places: list[int] = []
    for step in lesson.steps:
        bot_answers(room, lesson.learner)
        places.append(len(done))
        room.perform(room.to_play(lesson.learner, room.version_for(lesson.learner), text=step.try_), 0.0)
    return tuple(done), tuple(places)


def scripted(lesson: Lesson, number: int) -> Room:
    """The room of a lesson at the step that has so many before it."""
    done, places = played(lesson.name)
    room = begin(lesson)
    for what in done[: places[number]]:
        room.perform(what, 0.0)
    return room


def go(room: Room, lesson: Lesson, text: str) -> None:
    room.perform(room.to_play(lesson.learner, room.version_for(lesson.learner), text=text), 0.0)
    bot_answers(room, lesson.learner)


def texts(lesson: Lesson) -> list[str]:
    return [*[step.tell + step.say for step in lesson.steps], *[g.say for g in lesson.general], lesson.end.say]


# ---- the script --------------------------------------------------------------------------------------------------


def test_there_is_a_lesson_of_each_game() -> None:
    assert [lesson.game for lesson in lessons().values()] == ["dicemasters", "irondie"]


@ALL
def test_every_step_comes_about_and_the_game_ends_as_the_lesson_says(name: str, tmp_path: Path) -> None:
    lesson = lesson_named(name)
    room = begin(lesson)
    for number, step in enumerate(lesson.steps, 1):
        bot_answers(room, lesson.learner)
        decision = room.decision_of(lesson.learner)
        assert decision is not None, f"step {number}: nobody is asked"
        view = room.state.view(lesson.learner)
        when = (step.when.turn, step.when.step, step.when.kind)
        assert (view["turn"], view["step"], decision.kind.value) == when, f"step {number}"
        advice = advice_for(room)
        assert (advice.place, advice.move, advice.say) == (number, step.try_, step.say)
        assert not room.why(lesson.learner, -1, step.try_), f"step {number}: {step.try_}"
        room.perform(room.to_play(lesson.learner, room.version_for(lesson.learner), text=step.try_), 0.0)
    bot_answers(room, lesson.learner)
    assert room.status == OVER
    outcome = room.state.outcome
    assert outcome is not None and outcome.winners == (lesson.end.winner,)
    advice = advice_for(room)
    assert (advice.say, advice.learnt, advice.place) == (lesson.end.say, lesson.learn, 0)
    path = tmp_path / "game.toml"
    path.write_text(room.record())
    verdict = verify(read_record(path))
    assert verdict.problem == "" and verdict.is_over, "what the record says of the dice is true"


@ALL
def test_no_two_steps_look_the_same(name: str) -> None:
    assert sorted(script_of(name).values()) == list(range(len(lesson_named(name).steps)))


def test_the_order_of_secret_answers_changes_nothing() -> None:
    lesson = lesson_named("irondie")
    room = begin(lesson)
    version = room.version_for(lesson.learner)
    room.perform(room.to_play(lesson.learner, version, text=lesson.steps[0].try_), 0.0)
    bot_answers(room, lesson.learner)
    assert advice_for(room).place == 2


# ---- the words ---------------------------------------------------------------------------------------------------


@ALL
def test_rules_exist_and_texts_are_short(name: str) -> None:
    lesson = lesson_named(name)
    known = known_rules(lesson.game)
    for text in texts(lesson):
        numbers = RULE.findall(text)
        assert numbers and set(numbers) <= known, text
        assert "  " not in text and "[[" not in text and text.count("[") == len(numbers), text
    for step in lesson.steps:
        for text in (step.say, step.tell):
            assert len(re.findall(r"[.!?](?=\s|$)", RULE.sub("", text))) <= 4, text
    assert {general.rule for general in lesson.general} <= known | {""}
    assert [general.rule for general in lesson.general].count("") == 1


@ALL
def test_the_first_words_say_what_the_game_is_about(name: str) -> None:
    lesson = lesson_named(name)
    ends = {"dicemasters": "[1.3.1]", "irondie": "[7.1.1]"}[lesson.game]
    assert ends in lesson.steps[0].say
    assert not any("in the middle" in text for text in texts(lesson)), "where things lie differs by window"


@ALL
def test_what_is_pointed_at_is_on_the_table(name: str) -> None:
    lesson = lesson_named(name)
    for number, step in enumerate(lesson.steps):
        if step.point:
            dice, cards = named(scripted(lesson, number).state, lesson.learner, step.point)
            assert len(dice) + len(cards) == len(step.point)


def test_the_move_says_what_is_ringed() -> None:
    first = advice_for(scripted(lesson_named("irondie"), 0))
    assert first.dice == (1, 2, 4, 5, 7, 8) and first.cards == ()
    bought = advice_for(scripted(lesson_named("dicemasters"), 1))
    assert len(bought.cards) == 1 and lesson_named("dicemasters").steps[1].try_ == "buy War Machine"
    assert not first.button and not bought.button


@ALL
def test_a_move_that_names_nothing_is_a_button(name: str) -> None:
    lesson = lesson_named(name)
    for number, step in enumerate(lesson.steps):
        advice = advice_for(scripted(lesson, number))
        one_word = step.try_.split()[-1] in ("none", "keep", "forgo", "main")
        assert advice.button == one_word, step.try_
        assert advice.button or advice.dice or advice.cards or step.try_ == "choose add"


# ---- beside the script ---------------------------------------------------------------------------------------------


@ALL
def test_another_move_gets_general_words(name: str) -> None:
    """At each step, each move of another kind: the learner gets words and the game goes on."""
    lesson = lesson_named(name)
    left = 0
    for number in range(len(lesson.steps)):
        room = scripted(lesson, number)
        decision = room.decision_of(lesson.learner)
        assert decision is not None
        for action in (decision.actions[0], decision.actions[-1]):
            aside = scripted(lesson, number)
            aside.perform(aside.to_play(lesson.learner, aside.version_for(lesson.learner), [action]), 0.0)
            bot_answers(aside, lesson.learner)
            advice = advice_for(aside)
            assert advice.lesson == name and advice.say
            assert advice.place or not advice.move, "a move is proposed by the script alone"
            left += advice.place == 0
    assert left > len(lesson.steps) // 2


@ALL
def test_a_game_that_left_the_script_is_played_to_the_end_with_words(name: str) -> None:
    lesson = lesson_named(name)
    rules: set[str] = set()
    for seed in range(2):
        room, bot = begin(lesson), bot_named("random", lesson.game, seed)
        for _ in range(400):
            bot_answers(room, lesson.learner)
            advice = advice_for(room)
            assert advice.say
            if room.status == OVER:
                assert advice.learnt == lesson.learn
                break
            decision = room.decision_of(lesson.learner)
            assert decision is not None
            rules.add(decision.rule)
            action = bot.choose(question(room.state, lesson.learner))
            room.perform(room.to_play(lesson.learner, room.version_for(lesson.learner), [action]), 0.0)
    known = {general.rule for general in lesson.general}
    assert len(rules & known) >= 4, "most questions have words of their own"


def test_a_move_that_is_taken_back_leads_back_to_the_script() -> None:
    lesson = lesson_named("dicemasters")
    room = scripted(lesson, 5)
    assert advice_for(room).place == 6
    go(room, lesson, "buy Surprise Attack")
    assert advice_for(room).place == 0
    room.perform(room.to_undo(lesson.learner), 0.0)
    assert advice_for(room).place == 6


def test_dice_that_are_alike_may_change_places() -> None:
    lesson = lesson_named("dicemasters")
    room = scripted(lesson, 16)
    go(room, lesson, "field Sidekick#5")
    assert advice_for(room).place == 18
    go(room, lesson, "field Sidekick#2, Sidekick#4")
    assert advice_for(room).place == 20


def test_a_room_that_is_no_lesson_gets_no_advice() -> None:
    room = Room("room", Settings(), bytes(32))
    assert advice_for(room) == Advice()


def test_the_look_of_a_table_knows_no_names() -> None:
    lesson = lesson_named("dicemasters")
    looks: list[str] = []
    for name in ("Zoe", "Ann"):
        room = Room("room", lesson.settings, lesson.seed_of_server)
        room.perform(room.to_sit(lesson.learner, name, lesson.seed), 0.0)
        room.perform(room.to_begin(), 0.0)
        decision = room.decision_of(lesson.learner)
        assert decision is not None
        looks.append(look_of(room.state, decision))
    assert looks[0] == looks[1]


# ---- on a server -------------------------------------------------------------------------------------------------


@ALL
def test_settings_of_a_lesson_make_sense(name: str) -> None:
    settings = lesson_named(name).settings
    assert checked(settings) == settings
    assert settings.lesson == name and not settings.listed and settings.undos == 99
    assert [place.kind for place in settings.places] == ["person", "bot"]
    assert info_of(lesson_named(name)).steps == len(lesson_named(name).steps)


def test_a_lesson_has_dice_of_its_own() -> None:
    for seed, promised in (("mine", ""), ("", "ab")):
        with pytest.raises(InvalidInput, match="dice of a lesson are fixed"):
            arranged("irondie", seed, promised)
    with pytest.raises(InvalidInput, match="there is no 'nonsense'; there are dicemasters, irondie"):
        arranged("nonsense", "", "")


@ALL
def test_a_lesson_on_a_server_goes_as_its_script(name: str, tmp_path: Path) -> None:
    """With bots that think in processes of their own; and the next game has dice that nobody knows."""
    lesson = lesson_named(name)

    async def play() -> None:
        storage = open_folder(tmp_path)
        hub = Hub(storage)
        await hub.start()
        try:
            seated = await hub.create(Settings(lesson=name), "Zoe", "")
            live = await hub.room(seated.room)
            guest = await hub.join(live, m.Hello(seated.token))
            assert live.room.settings == lesson.settings and await hub.lobby() == []
            for number, step in enumerate(lesson.steps, 1):
                while live.room.decision_of(lesson.learner) is None:
                    await asyncio.sleep(0.01)
                async with live.lock:
                    assert advice_for(live.room).place == number
                version = live.room.version_for(lesson.learner)
                await hub.request(live, guest, m.Play(number, lesson.learner, version, text=step.try_))
            while live.room.status != OVER:
                await asyncio.sleep(0.01)
            assert live.room.record() == _renamed(scripted_to_the_end(lesson), live.room.ident, "Zoe")
            again = await hub.room((await hub.again(seated.room, seated.token, "mine")).room)
            assert again.room.settings.lesson == "" and again.room.server_seed != lesson.seed_of_server
            with pytest.raises(InvalidInput, match="dice of a lesson are fixed"):
                await hub.create(Settings(lesson=name), "Zoe", "mine")
        finally:
            await hub.close()
            storage.close()

    asyncio.run(asyncio.wait_for(play(), 300))


def scripted_to_the_end(lesson: Lesson) -> Room:
    room = scripted(lesson, len(lesson.steps) - 1)
    go(room, lesson, lesson.steps[-1].try_)
    return room


def _renamed(room: Room, ident: str, name: str) -> str:
    """The record of a room with the name of another learner."""
    return room.record().replace("Ann", name).replace(f"Room {room.ident}", f"Room {ident}")
