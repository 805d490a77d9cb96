"""dicehall verify: checks from a record that every roll and draw of a game follows from its seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dicehall.cli.terminal_save import must_be_record
from dicehall.kernel.errors import InvalidInput
from dicehall.kernel.fair import read_hex
from dicehall.notation.fair import Fair
from dicehall.notation.record import read_record
from dicehall.notation.verifying import Verdict, revealed, verify
from dicehall.notation.words import fold


def verify_command(
    file: Path,
    /,
    *,
    commitment: Annotated[str, Parameter(help="the hash that you wrote down before the game")] = "",
    seed: Annotated[
        tuple[str, ...],
        Parameter(negative="", help="NAME=SEED: the seed that a seat added; may be given for several seats"),
    ] = (),
) -> int:
    """Check a game with fair dice: the server's seed, every roll and draw, every move, the result."""
    must_be_record(file)
    record = read_record(file)
    fair = revealed(record)
    problem = _compare(fair, commitment, seed)
    if not problem:
        verdict = verify(record)
        problem = verdict.problem
    if problem:
        print(f"FAIL  {file}: {record.scenario.title}\n  {problem}")
        return 1
    print(f"ok    {file}: {record.scenario.title}")
    print(f"  The server's seed has the hash {fair.commitment}.")
    print(f"  {_which_hash(bool(commitment))}")
    added = [name for name, text in fair.seeds.items() if text]
    print(f"  Seats that added a seed: {', '.join(added) or 'none, so the server alone decided the dice'}.")
    if fair.begins:
        print(f"  The game goes on from another one: dice before line {fair.begins} of play are not from these seeds.")
    print(f"  {_count(verdict.rolls, 'roll')} and {_count(verdict.draws, 'draw')} are what the seeds give.")
    print(f"  {_taken_back(fair.taken_back)}")
    print(f"  Every move is legal. {_end(verdict)}")
    return 0


def _compare(fair: Fair, commitment: str, seeds: tuple[str, ...]) -> str:
    """What a player wrote down against what the record says; empty if it agrees."""
    if commitment:
        wanted = read_hex(commitment.strip().lower(), "--commitment").hex()
        if wanted != fair.commitment:
            return (
                "commitment: it is not the hash that you wrote down\n"
                f"    recorded:       {fair.commitment}\n    written down:   {wanted}"
            )
    for given in seeds:
        name, equals, text = given.partition("=")
        seats = [seat for seat in fair.seeds if fold(seat) == fold(name.strip())]
        if not equals:
            raise InvalidInput(f"--seed: write NAME=SEED, as --seed {next(iter(fair.seeds))}=SEED, not '{given[:60]}'")
        if not seats:
            raise InvalidInput(f"--seed: there is no seat '{name[:40]}'; the seats are {', '.join(fair.seeds)}")
        if fair.seeds[seats[0]] != text:
            return (
                f"seeds: {seats[0]} did not add the seed that you wrote down\n"
                f"    recorded:       {fair.seeds[seats[0]]!r}\n    written down:   {text[:300]!r}"
            )
    return ""


def _which_hash(compared: bool) -> str:
    if compared:
        return "It is the one that you wrote down."
    return "Is it the one that you saw before the game? --commitment HASH compares them."


def _end(verdict: Verdict) -> str:
    if verdict.is_over:
        return f"The result: {verdict.result}."
    return "The game is not over in this record; what came after its last line was not checked."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _taken_back(lines: tuple[int, ...]) -> str:
    if not lines:
        return "No roll was taken back."
    times = "once" if len(lines) == 1 else f"{len(lines)} times"
    where = ", ".join(str(line) for line in dict.fromkeys(lines))
    return f"Rolls were taken back {times}, before line {where} of play. Did all seats agree to that?"
