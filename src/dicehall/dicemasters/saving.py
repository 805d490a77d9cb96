"""A state as bytes and back, exactly: every list, every frame in flight, the position of the dice.

Saved games may come from anywhere, so that everything is checked for its type and range before it is believed.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dicehall.dicemasters.board import L_DICE, Effect, RawEvent
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.setup import Setup
from dicehall.dicemasters.sockets import Trigger
from dicehall.dicemasters.terms import EVENT_NAMES, FRAMES, ON_CARD
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.state import Frame

VERSION = 1


class SavedState(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a board, by their names."""

    zones: list[list[int]]
    where: list[int]
    face: list[int]
    owner: list[int]
    ctrl: list[int]
    damage: list[int]
    num: list[int]
    left: list[int]
    life: list[int]
    generic: list[int]
    active: int
    turn: int
    step: int
    attackers: list[int]
    blocks: list[int]
    blocked: list[int]
    effects: list[Effect]
    attached: list[tuple[int, int]]
    memory: list[int]
    ledger: list[tuple[int, int, int, int]]
    held: list[tuple[int, int, int, int]]
    controls: list[tuple[int, int, int]]
    queue: list[Trigger]
    once: list[int]
    partial: list[int]
    rolling: list[int]
    stack: list[Frame]
    ret: tuple[int, ...]
    legal: list[int]
    waiting: int
    mid: bool
    hold: bool
    winners: tuple[int, ...]
    why_over: str
    ver: int
    cause: int
    base: int
    ev: list[RawEvent]


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    dicehall: int
    game: str
    setup: Setup
    dice: list[Any] | None
    state: SavedState


def encode(setup: Setup, data: dict[str, Any], dice: list[Any] | None) -> bytes:
    return msgspec.json.encode(
        {"dicehall": VERSION, "game": "dicemasters", "setup": setup, "dice": dice, "state": data}
    )


def decode(data: bytes) -> SavedGame:
    """What `encode` wrote; anything else is an error in a sentence."""
    try:
        head = msgspec.json.decode(data)
        if not isinstance(head, dict) or head.get("game") != "dicemasters" or head.get("dicehall") != VERSION:
            raise InvalidInput("this is not a saved game of Dice Masters of a version that is known here")
        return msgspec.convert(head, SavedGame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInput(f"the saved game cannot be read: {error}") from None


def check_ranges(kit: Kit, s: SavedState) -> None:
    """InvalidInput if a number points to a die, card, seat, face or frame that does not exist."""
    n, seats, places = kit.n_dice, kit.n_seats, len(kit.zone_at)
    dice = [s.attackers, s.blocks, s.blocked, s.partial, s.rolling, *s.zones]
    good = (
        all(len(x) == n for x in (s.where, s.face, s.owner, s.ctrl, s.damage, s.num))
        and len(s.zones) == places
        and len(s.left) == kit.n_cards
        and all(0 <= left <= kit.card_total[c] for c, left in enumerate(s.left))
        and (len(s.life), len(s.generic)) == (kit.sides, seats)
        and all(0 <= d < n for row in dice for d in row)
        and all(ON_CARD - 1 <= w < places for w in s.where)
        and all(-1 <= f < len(kit.f_kind) for f in s.face)
        and all(-1 <= seat < seats for seat in [*s.owner, *s.ctrl])
        and len(s.blocks) % 2 == 0
        and 0 <= s.active < kit.sides
        and 0 <= s.step <= 4
        and 0 <= s.waiting <= 3
        and all(0 <= f[0] < FRAMES and -1 <= f[2] < seats for f in s.stack)
        and all(0 <= e[0] < len(EVENT_NAMES) for e in s.ev)
        and all(len(e) >= L_DICE and all(0 <= d < n for d in e[L_DICE:]) for e in s.effects)
        and all(0 <= d < n for pair in s.attached for d in pair)
        and (not (s.effects or s.queue) or kit.abilities is not None)
        and (kit.abilities is None or kit.abilities.knows(s.stack, s.effects, s.queue))
        and bool(s.stack) == (not s.why_over)
    )
    if not good:
        raise InvalidInput("the saved game is damaged: it names dice, places or seats that do not exist")
