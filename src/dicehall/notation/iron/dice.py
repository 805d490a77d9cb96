"""Dice of IRONDIE as people write them: black smasher, bob.red assault*#2@4."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from dicehall.irondie import IrondieState
from dicehall.irondie.describe import die_word
from dicehall.kernel.errors import AmbiguousName, InvalidInput
from dicehall.notation.words import Reader, Spec, fold, match_names


class DiceReader(Reader):
    thing = "die"


def reader(s: IrondieState, text: str) -> Reader:
    return DiceReader(" ".join(text.split()), s.kit.words, s.kit.seat_names)


def one_spec(r: Reader, rule: str) -> Spec:
    """The name of one die, without an amount, and nothing after it but `on`."""
    spec = r.spec()
    plain(spec)
    if spec.times != 1 or r.take(","):
        raise InvalidInput(f"one die is named here, not several: rule {rule}")
    return spec


def plain(spec: Spec) -> None:
    """A die is named, and no amount of anything."""
    if spec.value is not None:
        raise InvalidInput(f"'{spec}={spec.value}': an amount belongs to 'wound' only")
    if spec.damage:
        raise InvalidInput("dice of IRONDIE have values, not damage")


def seat_named(s: IrondieState, name: str) -> int:
    for seat, known in enumerate(s.kit.seat_names):
        if fold(known) == fold(name.strip()):
            return seat
    raise InvalidInput(f"there is no seat '{name[:30]}'; there are {', '.join(s.kit.seat_names)}")


def fitting(s: IrondieState, spec: Spec, pool: Sequence[int]) -> list[int]:
    """The dice of a pool that are written so."""
    kit = s.kit
    if spec.seat:
        pool = [d for d in pool if fold(kit.seat_names[kit.seat_of[d]]) == fold(spec.seat)]
    found = match_names(spec.name, pool, lambda d: (kit.words[d],))
    if spec.number:
        found = [d for d in found if kit.number[d] == spec.number]
    if spec.face:
        value = value_of(spec)
        found = [d for d in found if s.value[d] == value]
    return found


def value_of(spec: Spec) -> int:
    if not spec.face.isdigit() or not 1 <= int(spec.face) <= 6:
        raise InvalidInput(f"'@{spec.face}': a die shows a value from 1 to 6")
    return int(spec.face)


def one_die(s: IrondieState, spec: Spec, seat: int, pool: Sequence[int], taken: Sequence[int] = ()) -> int:
    """The die that is meant: in the pool if one fits there, else anywhere, so that a refusal can say why it cannot."""
    kit = s.kit
    found = [d for d in fitting(s, spec, pool) if d not in taken]
    if not found:
        everywhere = fitting(s, spec, range(kit.n_dice))
        if any(d in taken for d in everywhere):
            raise InvalidInput(f"'{spec}' is named more often than there are such dice")
        found = [d for d in everywhere if kit.seat_of[d] == seat] or everywhere
    mine = [d for d in found if kit.seat_of[d] == seat]
    found = mine or found
    if not found:
        raise InvalidInput(_unknown(s, spec, seat))
    if len({s.alike(d) for d in found}) > 1:
        raise AmbiguousName(str(spec), [die_word(s, d, -1 if len(mine) != len(found) else seat) for d in found])
    return found[0]


def _unknown(s: IrondieState, spec: Spec, seat: int) -> str:
    """Why no die is meant, and what could be."""
    kit = s.kit
    near = fitting(s, spec._replace(face="", number=0), range(kit.n_dice))
    near = [d for d in near if kit.seat_of[d] == seat] or near
    if near and spec.face:
        shows = [f"{die_word(s, d)} shows {s.value[d] or 'no value'}" for d in near]
        return f"'{spec}': {', '.join(shows)}"
    if near:
        return f"there is no {spec}; there is {', '.join(die_word(s, d) for d in near)}"
    head, dot, rest = spec.name.partition(".")
    if dot and match_names(rest, range(kit.n_dice), lambda d: (kit.words[d],)):
        return f"there is no seat '{head}'; there are {', '.join(kit.seat_names)}"
    close = get_close_matches(fold(spec.name), [fold(w) for w in kit.words], 3, 0.5)
    alike = [w for w in kit.words if set(fold(spec.name).rstrip("*").split()) & set(fold(w).rstrip("*").split())]
    known = list(dict.fromkeys([*close, *alike])) or [kit.words[d] for d in kit.dice_of(seat)]
    return f"no die on the table is called '{spec}'; did you mean {', '.join(dict.fromkeys(known))}?"


def several_dice(s: IrondieState, specs: Sequence[Spec], seat: int, pool: Sequence[int]) -> list[int]:
    """A list of distinct dice."""
    out: list[int] = []
    for spec in sorted(specs, key=lambda spec: not spec.number):  # those with a number choose first
        plain(spec)
        for _ in range(spec.times):
            out.append(one_die(s, spec, seat, pool, out))
    return out


def value_word(s: IrondieState, die: int, seat: int = -1) -> str:
    """A die with the value it shows: black smasher@4."""
    return f"{die_word(s, die, seat)}@{s.value[die]}" if s.value[die] else die_word(s, die, seat)
