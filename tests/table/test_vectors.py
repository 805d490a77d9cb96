"""The page derives dice from seeds by a program of its own. Both must give what web/src/replay/vectors.json holds.

`python -m tests.table.test_vectors` writes that file anew; the tests of the page read it.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from dicehall.kernel.dice import Rng
from dicehall.kernel.fair import FairDice, FairRng
from dicehall.table.inputs import AskUndo
from dicehall.table.moments import story_of
from dicehall.table.room import PLAYING
from dicehall.table.settings import GAMES

from .probing import SOURCES, Table, new_table, play_on, seed_of

FILE = SOURCES.parent / "web" / "src" / "replay" / "vectors.json"
SEEDS: tuple[list[str], ...] = (
    ["correct horse", ""],
    ["", ""],
    ["Zoë 骰子 🎲", "b" * 256],
    [],
    ["one", "two", "three", "four"],
)


def numbers() -> list[dict[str, Any]]:
    """What streams of words give, each thing from the beginning of its stream."""
    out: list[dict[str, Any]] = []
    for i, seeds in enumerate(SEEDS):
        for stream in (0, 1, 7):

            def fresh(seed: bytes = seed_of(i), seeds: list[str] = seeds, stream: int = stream) -> FairRng:
                return FairRng(seed, seeds, stream)

            rng, below, drawn = fresh(), fresh(), fresh()
            out.append(
                {
                    "server_seed": seed_of(i).hex(),
                    "seeds": seeds,
                    "stream": stream,
                    "words": [str(rng.word()) for _ in range(9)],
                    "below": [[str(n), str(below.below(n))] for n in (1, 6, 1000, 2**63 + 1, 2**64 - 2, 3)],
                    "faces": [fresh().faces(count) for count in (0, 1, 4, 5, 12, 30)],
                    "samples": [[n, k, drawn.sample(n, k)] for n, k in ((12, 4), (1, 1), (5, 5), (60, 30), (20, 14))],
                }
            )
    return out


def derived(story: dict[str, Any]) -> list[list[int]]:
    """How the dice of a story must have fallen, by its seeds."""
    fair, back = story["fair"], list(story["taken_back"])
    seed = bytes.fromhex(fair["server_seed"])
    rng = FairRng(seed, fair["seeds"])
    out: list[list[int]] = []
    for i, fall in enumerate(story["falls"]):
        while back and back[0] == i:
            del back[0]
            rng = FairRng(seed, fair["seeds"], rng.stream + 1)
        count, pool = len(fall["outcome"]), fall.get("pool", [])
        out.append([pool[place] for place in rng.sample(len(pool), count)] if pool else rng.faces(count))
    return out


def stories() -> list[dict[str, Any]]:
    """Games as the page is told of them, in which dice were taken back: all that is needed to check the dice."""
    out: list[dict[str, Any]] = []
    for game in GAMES:
        table = new_table(game, 16)
        with_takebacks(table, Rng(3))
        story = msgspec.to_builtins(story_of(table.room))
        out.append({key: story[key] for key in ("fair", "falls", "taken_back")})
    return out


def with_takebacks(table: Table, rng: Rng) -> None:
    """A whole game in which dice are taken back three times, twice at the same place."""
    room = table.room
    for seat in play_on(table, rng, level="beginner"):
        assert room.session is not None and isinstance(room.session.dice, FairDice)
        times, rolls = len(room.session.dice.taken_back), room.session.dice.rolls
        fell = room.session.entries[-1].what == "chance"
        if fell and times < 3 and rolls > (3, 3, 7)[times] and room.status == PLAYING:
            table.do(AskUndo(seat))
            table.do(room.to_answer_undo(1 - seat, True))


def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def test_the_numbers_of_the_page_are_those_of_the_server() -> None:
    assert kept()["numbers"] == numbers()


def test_the_games_of_the_page_follow_from_their_seeds_here_too() -> None:
    """They are kept as they were, whatever becomes of the rules and the players since."""
    for story in kept()["stories"]:
        assert [fall["outcome"] for fall in story["falls"]] == derived(story)
        assert len(story["taken_back"]) == 3 and len(set(story["taken_back"])) == 2


if __name__ == "__main__":
    text = json.dumps({"numbers": numbers(), "stories": stories()}, ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text + "\n", encoding="utf-8")
