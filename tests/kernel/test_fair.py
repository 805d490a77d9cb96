"""Fair dice: the words that the document promises, no bias, the exact place kept, and nothing seen comes again.
Seeds are fixed, so that a chi-square test passes always or never."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from race import BANK, RISK, Race, RaceState

from dicehall.kernel.dice import SeededDice, load_dice
from dicehall.kernel.errors import DicehallError, InvalidInput
from dicehall.kernel.fair import (
    LONGEST_SEED,
    FairDice,
    FairRng,
    check_seat_seed,
    commitment,
    new_server_seed,
    read_hex,
)
from dicehall.kernel.session import Session

SEED = bytes(range(32))
SEATS = ("ann's words", "böb 42", "")
KNOWN = ["d0d086b208e30e2b", "97c716fa371ac915", "72880dfe86c0ab41", "cef891ce10b22d95", "0c09c5fb592623af"]

# Values that chi-square exceeds once in a thousand, by degrees of freedom.
CRITICAL = {1: 10.828, 5: 20.515, 19: 43.820, 23: 49.728, 35: 66.619, 39: 72.055}


def words(server: bytes, seats: tuple[str, ...], count: int, stream: int = 0) -> list[int]:
    """The formulas of docs/fair-dice.md, written down once more."""
    head = b"dicehall-fair-1"
    for seat in seats:
        raw = seat.encode("utf-8")
        head += len(raw).to_bytes(4, "big") + raw
    out: list[int] = []
    for block in range(count // 4 + 1):
        message = head + stream.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(server, message, hashlib.sha256).digest()
        out += [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
    return out[:count]


def chi_square(counts: Counter[Any], classes: int) -> float:
    expected = sum(counts.values()) / classes
    seen = sum((n - expected) ** 2 / expected for n in counts.values())
    return seen + (classes - len(counts)) * expected


def is_fair(counts: Counter[Any], classes: int) -> bool:
    return chi_square(counts, classes) < CRITICAL[classes - 1]


# ---- the generator --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [SEATS, (), ("",), ("", ""), ("x" * LONGEST_SEED,)])
@pytest.mark.parametrize("stream", [0, 1, 300])
def test_words_follow_from_the_formulas(seats: tuple[str, ...], stream: int) -> None:
    rng = FairRng(SEED, seats, stream)
    assert [rng.word() for _ in range(41)] == words(SEED, seats, 41, stream)
    assert rng.position == 41


def test_words_that_were_written_down() -> None:
    """Whoever changes the formulas must change their version."""
    assert [f"{w:016x}" for w in words(SEED, SEATS, 5)] == KNOWN
    rng = FairRng(SEED, SEATS)
    assert [f"{rng.word():016x}" for _ in range(5)] == KNOWN


def test_a_place_is_all_there_is() -> None:
    known = words(SEED, SEATS, 30)
    for position in range(30):
        assert FairRng(SEED, SEATS, 0, position).word() == known[position]


def test_every_part_of_the_message_matters() -> None:
    first = {
        FairRng(*parts).word()
        for parts in (
            (SEED, SEATS, 0),
            (SEED[::-1], SEATS, 0),
            (SEED, SEATS, 1),
            (SEED, SEATS[:2], 0),
            (SEED, (*SEATS, ""), 0),
            (SEED, (SEATS[1], SEATS[0], ""), 0),
            (SEED, ("", *SEATS[:2]), 0),
            (SEED, ("ann's word", "sböb 42", ""), 0),
            (SEED, ("ann's wordsböb 42", "", ""), 0),
        )
    }
    assert len(first) == 9


def test_faces_numbers_and_draws_are_made_of_words() -> None:
    w = words(SEED, SEATS, 20)
    assert all(word < 2**64 // 6**12 * 6**12 for word in w[:2]), "none of these is rejected"
    assert FairRng(SEED, SEATS).faces(15) == [w[i // 12] // 6 ** (i % 12) % 6 for i in range(15)]
    assert FairRng(SEED, SEATS).below(1000) == w[0] % 1000
    pool, rest, out = list("abcdefgh"), w[0] % (8 * 7 * 6), []
    for size in (8, 7, 6):
        rest, i = divmod(rest, size)
        out.append(pool[i])
        pool[i] = pool[size - 1]
    assert ["abcdefgh"[i] for i in FairRng(SEED, SEATS).sample(8, 3)] == out


def test_words_that_would_give_a_bias_are_rejected() -> None:
    n = 2**64 // 3 * 2
    rng = FairRng(SEED, SEATS)
    fitting = [w for w in words(SEED, SEATS, 60) if w < n]
    assert [rng.below(n) for _ in range(20)] == fitting[:20] and rng.position > 20


# ---- chi-square -----------------------------------------------------------------------------------------------


def test_rolls_are_fair_and_a_slight_bias_would_show() -> None:
    rng = FairRng(SEED, SEATS)
    faces = [face for _ in range(50_000) for face in rng.faces(12)]
    assert is_fair(Counter(faces), 6)
    assert is_fair(Counter(zip(faces[::2], faces[1::2], strict=True)), 36)
    for place in range(12):
        assert is_fair(Counter(faces[place::12]), 6), f"place {place} of a word"
    rests = [byte % 6 for w in words(SEED, SEATS, 75_000) for byte in w.to_bytes(8, "big")]
    assert len(rests) == len(faces) and not is_fair(Counter(rests), 6), "256 is no multiple of 6"
    loaded = [5 if face == 0 and i % 100 == 0 else face for i, face in enumerate(faces)]
    assert not is_fair(Counter(loaded), 6), "one roll in a hundred has no 0"


def test_single_rolls_over_many_seeds_are_fair() -> None:
    """Each game begins with other seeds: the first die of all of them is as fair as the dice of one."""
    servers = [hashlib.sha256(b"%d" % i).digest() for i in range(12_000)]
    assert is_fair(Counter(FairRng(s, ("a", "b")).faces(1)[0] for s in servers), 6)
    assert is_fair(Counter(FairRng(SEED, (str(i), "b")).faces(1)[0] for i in range(12_000)), 6)
    assert is_fair(Counter(FairRng(SEED, SEATS, i).faces(1)[0] for i in range(12_000)), 6)


def test_draws_are_fair_and_a_bias_would_show() -> None:
    rng = FairRng(SEED, SEATS)
    assert is_fair(Counter(tuple(rng.sample(4, 3)) for _ in range(24_000)), len(list(permutations(range(4), 3))))
    assert is_fair(Counter(tuple(rng.sample(5, 2)) for _ in range(80_000)), 20)
    large = [rng.sample(40, 20) for _ in range(2000)]  # more orders than a word has values
    assert is_fair(Counter(draw[0] for draw in large), 40) and is_fair(Counter(draw[19] for draw in large), 40)
    rests = [byte % 20 for w in words(SEED, SEATS, 10_000) for byte in w.to_bytes(8, "big")]
    assert not is_fair(Counter(rests), 20), "256 is no multiple of 20"


def test_numbers_are_fair() -> None:
    rng = FairRng(SEED, SEATS)
    for n in (2, 6, 20):
        assert is_fair(Counter(rng.below(n) for _ in range(20_000)), n)


# ---- dice -----------------------------------------------------------------------------------------------------


def race() -> RaceState:
    return Race(RaceState).new_state()


def fair() -> FairDice:
    return FairDice(SEED, SEATS[:2])


def rolls(dice: Any, count: int) -> list[tuple[int, ...]]:
    state = race()
    return [dice.outcome(state) for _ in range(count)]


@pytest.mark.parametrize("before", range(9))
@pytest.mark.parametrize("taken", [0, 1, 3])
def test_saved_and_cloned_dice_go_on_at_the_same_place(before: int, taken: int) -> None:
    dice = fair()
    rolls(dice, 5)
    for _ in range(taken):
        dice.take_back(1)
    rolls(dice, before)
    loaded, cloned = load_dice(json.loads(json.dumps(dice.save()))), dice.clone()
    assert isinstance(loaded, FairDice) and isinstance(cloned, FairDice)
    assert loaded.save() == dice.save() == cloned.save()
    future = rolls(dice, 20)
    assert rolls(loaded, 20) == future == rolls(cloned, 20)
    dice.take_back(3)
    loaded.take_back(3)
    assert rolls(loaded, 3) == rolls(dice, 3) and loaded.save() == dice.save()


def test_a_clone_does_not_move_its_original() -> None:
    dice = fair()
    rolls(dice, 3)
    saved = dice.save()
    other = dice.clone()
    assert isinstance(other, FairDice)
    rolls(other, 3)
    other.take_back(2)
    assert dice.save() == saved != other.save()


def test_what_is_taken_back_does_not_come_again() -> None:
    dice = fair()
    first = rolls(dice, 6)
    dice.take_back(4)
    assert (dice.rolls, dice.taken_back, dice.rng.stream, dice.rng.position) == (2, (2,), 1, 0)
    second = rolls(dice, 4)
    assert second != first[2:] and second == [tuple(FairRng(SEED, SEATS[:2], 1, i).faces(2)) for i in range(4)]
    dice.take_back(1)  # one of these
    dice.take_back(4)  # and more, from before the first time
    assert dice.taken_back == (1, 1, 1) and dice.rolls == 1 and dice.rng.stream == 3


@pytest.mark.parametrize("count", [0, -1, 4])
def test_no_more_is_taken_back_than_stands(count: int) -> None:
    dice = fair()
    rolls(dice, 3)
    saved = dice.save()
    with pytest.raises(DicehallError, match="3 stand"):
        dice.take_back(count)
    assert dice.save() == saved


def test_a_state_can_be_saved_with_fair_dice() -> None:
    state = race()
    state.set_dice(fair())
    state.apply(RISK)
    again = state.game.load(state.save())
    for s in (state, again):
        for action in (BANK, BANK, RISK, BANK):
            s.apply(action)
    assert again.fingerprint() == state.fingerprint()


def test_a_session_rolls_on_in_one_stream() -> None:
    """Taking back a move after which nothing fell costs no word."""
    session = Session(race(), fair())
    for action in (BANK, RISK, BANK, BANK, RISK):
        session.act(action)
    fell = [entry.outcome for entry in session.entries if entry.what == "chance"]
    assert fell == rolls(fair(), len(fell))


def test_the_moves_do_not_change_the_words() -> None:
    one, other = Session(race(), fair()), Session(race(), fair())
    one.act(BANK)
    other.act(RISK)
    assert one.entries[-1].outcome == other.entries[-1].outcome


# ---- seeds ----------------------------------------------------------------------------------------------------


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert len({new_server_seed() for _ in range(50)}) == 50 and len(new_server_seed()) == 32


@pytest.mark.parametrize("wrong", ["two\nlines", "a\ttab", "\x00", "\ud800", "x" * (LONGEST_SEED + 1), "ö" * 129])
def test_seeds_that_a_seat_cannot_add(wrong: str) -> None:
    with pytest.raises(InvalidInput, match="seed of a seat"):
        check_seat_seed(wrong)
    with pytest.raises(InvalidInput, match="seed of a seat"):
        FairDice(SEED, ["good", wrong])


@pytest.mark.parametrize("good", ["", " ", "x" * LONGEST_SEED, "ö" * 128, "骰子", '"quoted" \\ and = '])
def test_any_line_of_text_is_a_seed(good: str) -> None:
    check_seat_seed(good)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_server_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(InvalidInput, match=f"32 bytes, not {length}"):
        FairDice(bytes(length), ["a", "b"])


@pytest.mark.parametrize("wrong", ["", "00", "0" * 63, "0" * 65, "g" * 64, "A" * 64, " " * 64, "0" * 63 + "²"])
def test_hex_is_64_small_digits(wrong: str) -> None:
    with pytest.raises(InvalidInput, match="64 digits"):
        read_hex(wrong, "the seed")
    assert read_hex(SEED.hex(), "the seed") == SEED


@pytest.mark.parametrize(
    "wrong",
    [
        ["fair", "00", ["a"], 0, 0, []],
        ["fair", SEED.hex(), ["a", 1], 0, 0, []],
        ["fair", SEED.hex(), ["a", "b\n"], 0, 0, []],
        ["fair", SEED.hex(), ["a", "b"], -1, 0, []],
        ["fair", SEED.hex(), ["a", "b"], 0, -1, []],
        ["fair", SEED.hex(), ["a", "b"], 0, 1, [2]],
        ["fair", SEED.hex(), ["a", "b"], 0, 5, [2, 1]],
        ["fair", SEED.hex(), ["a", "b"], 0, 5, ["1"]],
        ["fair", SEED.hex(), ["a", "b"], 0],
    ],
)
def test_dice_that_nobody_saved_are_refused(wrong: list[object]) -> None:
    with pytest.raises(InvalidInput):
        load_dice(wrong)


def test_other_dice_are_not_fair_dice() -> None:
    assert not isinstance(SeededDice(1), FairDice)
