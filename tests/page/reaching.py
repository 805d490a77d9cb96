"""A game that is played without a browser until something is to be seen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from websockets.sync.client import ClientConnection, connect

from table.probing import Server

from .driving import PATIENCE, PEOPLE, make_room

PAUSE = 0.055  # seconds; a table takes twenty messages a second

Question = dict[str, Any]
Seen = dict[str, Any]


def field_of(view: Seen, side: int) -> list[Seen]:
    return [die for seat in view["seats"] if seat["side"] == side for die in seat["zones"]["field"]]


def _likes(view: Seen, question: Question) -> list[str]:
    """What is done first: characters are fielded, and attack when two others could block."""
    side = view["seats"][question["seat"]]["side"]
    fight = len(field_of(view, 1 - side)) > 1
    return ["field", *(["attack"] if fight else []), "done", "pass", "not block"]


def _action(view: Seen, question: Question, first: Sequence[str] = ()) -> int:
    """Any answer; in IRONDIE one with many dice: all but one go into battle, and an ATTACK die stays."""
    options = question["actions"]
    if view["game"] == "irondie":
        return int(min(reversed(options), key=lambda option: abs(len(option.get("dice", ())) - 8))["action"])
    verbs = {option.get("verb", ""): option["action"] for option in reversed(options)}
    return int(next((verbs[verb] for verb in (*first, *_likes(view, question)) if verb in verbs), options[0]["action"]))


class Both:
    """Answers for both seats of a table."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.socket.send(json.dumps({"type": "hello", "token": token}))

    def read(self) -> Seen:
        """The next update in which something is asked."""
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE / 1000))
            assert message["type"] != "refused", message
            if message["type"] == "update" and (message["questions"] or message["status"] == "over"):
                return dict(message)

    def answer(self, update: Seen, first: Sequence[str] = ()) -> None:
        time.sleep(PAUSE)
        question = update["questions"][0]
        action = _action(update["view"], question, first)
        move = {"id": 1, "seat": question["seat"], "version": question["version"], "actions": [action]}
        self.socket.send(json.dumps({"type": "play", **move}))


def reach(
    server: Server,
    wanted: Callable[[Seen], bool],
    game: str = "dicemasters",
    places: tuple[dict[str, str], ...] = PEOPLE,
    first: Sequence[str] = (),
    **settings: Any,
) -> tuple[str, str]:
    """A room in which something wanted is asked, and the token for both of its seats.

    `first`: what is done wherever it can be.
    """
    for number in range(60):
        room, token = make_room(server, game, places, str(number), **({"one_screen": True} | settings))
        with connect(server.ws(room)) as socket:
            both = Both(socket, token)
            for _ in range(400):
                update = both.read()
                if update["status"] == "over":
                    break
                if wanted(update):
                    return room, token
                both.answer(update, first)
    raise AssertionError("what is wanted never came")
