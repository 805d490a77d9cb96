"""Where a game is in its lesson, and what is said there.

The script of a lesson is played once to learn how the table looks at each of its steps. A room is at a step if its
table looks the same and the same is asked; dice that are alike may have changed places. So a move can be made in any
way and taken back, and who leaves the script gets general words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import structs

from dicehall.kernel.decision import Decision
from dicehall.kernel.state import State
from dicehall.table.following import ask_of
from dicehall.table.inputs import Refused
from dicehall.table.lessons import Lesson, Step, lesson_named
from dicehall.table.moves import written
from dicehall.table.room import OVER, Room
from dicehall.table.thinker import choose

LOST = "This game is over. Start the lesson again, or look through the log to see where it turned."
UNNAMED = ("keep", "end main", "pass", "attack none", "block none", "forgo", "renounce", "take none")
NAMES = ("Ann", "Bob")  # of the seats, where a script is played by itself


class Advice(msgspec.Struct, frozen=True):
    """What a learner is told now."""

    lesson: str = ""  # "": this is no lesson
    title: str = ""
    places: int = 0  # steps of the script
    place: int = 0  # the one that is open, counted from 1; 0: none, the game has left the script
    tell: str = ""
    say: str = ""
    move: str = ""  # in notation; "": none is proposed
    button: bool = False  # the move names nothing
    dice: tuple[int, ...] = ()  # what the move is about
    cards: tuple[int, ...] = ()
    learnt: tuple[str, ...] = ()  # when the game is over


def advice_for(room: Room) -> Advice:
    """What the learner of a room is told, as far as anybody may know; nothing if the room is no lesson."""
    if not room.settings.lesson:
        return Advice()
    lesson = lesson_named(room.settings.lesson)
    heading = Advice(lesson.name, lesson.title, len(lesson.steps))
    if room.status == OVER:
        outcome = room.state.outcome
        won = outcome is not None and outcome.winners == (lesson.learner,)
        return structs.replace(heading, say=lesson.end.say if won else LOST, learnt=lesson.learn)
    state = room.seen(())
    decision = next((d for d in state.decisions if d.seat == lesson.learner), None)
    if decision is None:
        return heading
    place = script_of(lesson.name).get(look_of(state, decision))
    if place is None:
        return structs.replace(heading, say=general_words(lesson, decision))
    step = lesson.steps[place]
    dice, cards = pointed(state, lesson.learner, step)
    told = structs.replace(heading, place=place + 1, tell=step.tell, say=step.say)
    return structs.replace(told, move=step.try_, button=step.try_ in UNNAMED, dice=dice, cards=cards)


def general_words(lesson: Lesson, decision: Decision) -> str:
    """What is said to a question outside the script."""
    by_rule = {general.rule: general.say for general in lesson.general}
    return by_rule.get(decision.rule) or by_rule.get("", "")


def pointed(state: State, seat: int, step: Step) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice and cards that a step points at: those of its move, and those that it names."""
    dice, cards = named(state, seat, step.point)
    state = state.clone()
    state.set_dice(None)
    for who, action in written(state, seat, step.try_).answers:
        about = state.game.about(state, action, who)
        dice += about.dice
        cards += [about.card] if about.card >= 0 else []
        state.apply(action, None, (), who)
    return tuple(dict.fromkeys(dice)), tuple(dict.fromkeys(cards))


def named(state: State, seat: int, names: Sequence[str]) -> tuple[list[int], list[int]]:
    """The dice of IRONDIE ("red smasher" of the seat, "their red smasher") or the cards of Dice Masters so called."""
    view = state.view(seat)
    if view["game"] == "irondie":
        found = {
            die["name"] if x == seat else f"their {die['name']}": die["id"]
            for x, other in enumerate(view["seats"])
            for die in other["dice"]
        }
        return [found[name] for name in names], []
    titles = {card["title"].partition(":")[0]: card["card"] for card in view["cards"]}
    return [], [titles[name] for name in names]


# ---- the script --------------------------------------------------------------------------------------------------


def begin(lesson: Lesson) -> Room:
    """The room of a lesson by itself, without a server."""
    room = Room(lesson.name, lesson.settings, lesson.seed_of_server)
    room.perform(room.to_sit(lesson.learner, NAMES[lesson.learner], lesson.seed), 0.0)
    room.perform(room.to_begin(), 0.0)
    return room


def bot_answers(room: Room, learner: int) -> None:
    """The opponent answers as on a server, as long as it is asked."""
    while room.status != OVER:
        seats = [seat for seat in room.asked() if seat != learner]
        if not seats:
            return
        version = room.version_for(seats[0])
        action = choose(ask_of(room, seats[0], version)).action
        room.perform(room.to_play(seats[0], version, [action]), 0.0)


@cache
def script_of(name: str) -> dict[str, int]:
    """For each step of a lesson how the table looks; a step that does not come about any more has none."""
    lesson = lesson_named(name)
    looks: dict[str, int] = {}
    room = begin(lesson)
    for place, step in enumerate(lesson.steps):
        bot_answers(room, lesson.learner)
        decision = room.decision_of(lesson.learner)
        if decision is None:
            break
        looks.setdefault(look_of(room.seen(()), decision), place)
        try:
            room.perform(room.to_play(lesson.learner, room.version_for(lesson.learner), text=step.try_), 0.0)
        except Refused:
            break
    return looks


def look_of(state: State, decision: Decision) -> str:
    """The table and the question as text: without names of people, and dice that are alike are the same."""
    view = state.view(decision.seat)
    table = _iron_table(view) if view["game"] == "irondie" else _dm_table(view)
    asked = [decision.rule, decision.kind.value, decision.continues, view["turn"], view["step"]]
    return msgspec.json.encode([asked, table]).decode()


def _dm_table(view: dict[str, Any]) -> list[Any]:
    kinds: dict[int, tuple[Any, ...]] = {}

    def zone(dice: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        kinds.update({die["die"]: (die["card"], die["face"], die.get("damage", 0)) for die in dice})
        return sorted([kinds[die["die"]] for die in dice])

    sides = [(side["life"], zone(side["prep"])) for side in view["sides"]]
    seats: list[Any] = []
    for seat in view["seats"]:
        zones = seat["zones"]
        lying = [zone(zones[name]) for name in ("reserve", "field", "used", "out")]
        seats.append((seat["generic"], sorted(zones["bag"].items()), lying))
    cards = [card["left"] for card in view["cards"]]
    fight = [sorted([kinds[die] for die in view[name] if die in kinds]) for name in ("attackers", "blocks")]
    return [sides, seats, cards, fight]


def _iron_table(view: dict[str, Any]) -> list[Any]:
    dice = [[(die["zone"], die["value"]) for die in seat["dice"]] for seat in view["seats"]]
    sides = [side["renounced"] for side in view["sides"]]
    return [dice, sides, view["duel"], view["offensive"], view["priority"]]
