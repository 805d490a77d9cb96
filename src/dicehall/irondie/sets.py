"""Sets of dice: read from text and files, checked, ready-made, by chance, exchanged with a side set. Rules 1.2, 9.3.
What cannot be read is told with all its faults at once; so is what the rules do not allow."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from dicehall.irondie.dice import CLASS_NAMES, CLASS_OF, COLOUR_NAMES, SHAPE_NAMES, Die
from dicehall.irondie.textfile import FileFaults, parse_toml, read_toml, shown, shown_path
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import AmbiguousName, InvalidInput, Reason

SET_SIZE, MAX_RARE, SIDE_SIZE = 9, 3, 3
MAX_ENTRIES, MAX_ENTRY, MAX_NAME, MAX_ABOUT = 30, 80, 60, 400
RANDOM = "random"
EXAMPLE = "black smasher, red assault* x2, blue barrier, ... / side: white powerup, ..."
KEYS = {
    "name": f'a text of at most {MAX_NAME} characters, as in "red fury"',
    "about": f"a text of at most {MAX_ABOUT} characters on how to play it",
    "dice": 'a list of nine dice, as in ["black smasher", "red assault* x2", ...]',
    "side": 'a list of three dice, as in ["blue barrier", "white powerup x2"]',
}
_TIMES = re.compile(r"(.*\S)\s+x\s?([0-9]{1,3})", re.IGNORECASE | re.DOTALL)
_PAIRS = [f"{colour} {shape}" for colour in COLOUR_NAMES for shape in SHAPE_NAMES]


class DiceSet(NamedTuple):
    """A set and, perhaps, a side set; the order of the dice numbers equal ones (1.2.4)."""

    name: str
    dice: tuple[Die, ...]
    side: tuple[Die, ...] = ()
    about: str = ""


# ---- dice -----------------------------------------------------------------------------------------------------


def parse_die(text: str) -> Die:
    """A die as a player writes it: black smasher, red assault* (rare), or beginnings that fit one word only."""
    bare = text.strip()
    rare = bare.endswith("*")
    words = bare.removesuffix("*").lower().split()
    if len(words) == 2:
        colours, shapes = _begin(words[0], COLOUR_NAMES), _begin(words[1], SHAPE_NAMES)
        if len(colours) == len(shapes) == 1:
            return Die(COLOUR_NAMES.index(colours[0]), SHAPE_NAMES.index(shapes[0]), rare)
        if colours and shapes:
            raise AmbiguousName(bare[:MAX_ENTRY], [f"{colour} {shape}" for colour in colours for shape in shapes])
    raise InvalidInput(f"{shown(text)} is no die; {_near(words)}")


def _begin(word: str, names: Sequence[str]) -> list[str]:
    return [word] if word in names else [name for name in names if name.startswith(word)]


def _near(words: list[str]) -> str:
    """What may have been meant."""
    words = [word[:20] for word in words[:3]]
    if len(words) == 2 and _begin(words[1], COLOUR_NAMES) and _begin(words[0], SHAPE_NAMES):
        words.reverse()
    if len(words) == 1 and _begin(words[0], SHAPE_NAMES):
        return f"before the shape stands a colour: {', '.join(COLOUR_NAMES)}"
    near = difflib.get_close_matches(" ".join(words), _PAIRS, 3, 0.75)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if len(words) in (1, 2) and _begin(words[0], COLOUR_NAMES):
        return f"after the colour stands a shape: {', '.join(SHAPE_NAMES)}"
    if len(words) == 2 and _begin(words[1], SHAPE_NAMES):
        return f"before the shape stands a colour: {', '.join(COLOUR_NAMES)}"
    return "right is a colour and a shape, with a star if it is rare: black smasher, red assault*"


def _entry(text: str) -> list[Die]:
    """A die, or several equal ones: red assault x2."""
    split = _TIMES.fullmatch(text.strip())
    if split is None:
        return [parse_die(text)]
    count = int(split[2])
    if not 1 <= count <= SET_SIZE:
        raise InvalidInput(f"{shown(text)}: the number of dice goes from 1 to {SET_SIZE}")
    return [parse_die(split[1])] * count


# ---- checking -------------------------------------------------------------------------------------------------


def faults_of(dice: Sequence[Die], side: Sequence[Die] = ()) -> list[Reason]:
    """Every reason why these dice are no legal set (1.2.1 to 1.2.3), or those beside them no side set (9.3.1)."""
    faults: list[Reason] = []
    if len(dice) != SET_SIZE:
        faults.append(Reason(f"the set has {_counted(len(dice))}, not {SET_SIZE}", "1.2.1"))
    there = {die.die_class for die in dice}
    faults += [
        Reason(f"the set has no {name.upper()} die; at least one is needed", "1.2.2")
        for number, name in enumerate(CLASS_NAMES)
        if number not in there
    ]
    rare = sum(die.rare for die in dice)
    if rare > MAX_RARE:
        faults.append(Reason(f"the set has {rare} rare dice; {MAX_RARE} are the most", "1.2.3"))
    if side and len(side) != SIDE_SIZE:
        faults.append(Reason(f"the side set has {_counted(len(side))}, not {SIDE_SIZE}", "9.3.1"))
    return faults


def checked(s: DiceSet) -> DiceSet:
    """The same set if it is legal."""
    _must(faults_of(s.dice, s.side), f"{shown(s.name)} is no legal set" if s.name else "this is no legal set")
    return s


def exchange(s: DiceSet, out: Sequence[Die], into: Sequence[Die]) -> DiceSet:
    """The set with dice of its side set in the places of as many of its own, in the order given (9.3.2, 9.3.3).

    The side set then holds what went out, in the places of what came in. Of equal dice the first is taken.
    """
    faults: list[Reason] = []
    if len(out) != len(into):
        faults.append(Reason(f"{_counted(len(out))} out and {len(into)} in; it must be as many", "9.3.2"))
    places = _places(s.dice, out, "set", faults)
    side_places = _places(s.side, into, "side set", faults)
    if not faults:
        dice, side = list(s.dice), list(s.side)
        for place, other in zip(places, side_places, strict=True):
            dice[place], side[other] = side[other], dice[place]
        s = s._replace(dice=tuple(dice), side=tuple(side))
        faults = [
            Reason(fault.text, fault.rule if fault.rule == "9.3.1" else "9.3.3") for fault in faults_of(s.dice, s.side)
        ]
    _must(faults, "the dice cannot be exchanged")
    return s


def _places(dice: Sequence[Die], wanted: Sequence[Die], where: str, faults: list[Reason]) -> list[int]:
    free = list(range(len(dice)))
    places: list[int] = []
    for die in wanted:
        place = next((p for p in free if dice[p] == die), -1)
        if place < 0:
            more = "" if die not in dice else f" more than {dice.count(die)} times"
            faults.append(Reason(f"{die} is not in the {where}{more}", "9.3.2"))
        else:
            free.remove(place)
            places.append(place)
    return places


def _must(faults: Sequence[Reason], what: str) -> None:
    if faults:
        raise InvalidInput("\n  ".join([f"{what}:", *[str(fault) for fault in faults]]))


def _counted(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


# ---- in -------------------------------------------------------------------------------------------------------


class _Found(NamedTuple):
    """The dice of a list that could be read; how many could not, how many of those are rare, whether that is sure."""

    dice: tuple[Die, ...] = ()
    unread: int = 0
    rare: int = 0
    counted: bool = True


def _also(dice: _Found, side: _Found) -> list[str]:
    """What the rules do not allow, whatever is meant by the entries that cannot be read."""
    rare = sum(die.rare for die in dice.dice) + dice.rare
    sure = ["1.2.1"] * dice.counted + ["1.2.2"] * (not dice.unread) + ["9.3.1"] * side.counted
    stand_in = Die(0, 0)
    faults = faults_of([*dice.dice, *[stand_in] * dice.unread], [*side.dice, *[stand_in] * side.unread])
    out = [str(fault) for fault in faults if fault.rule in sure]
    return out + [str(Reason(f"the set has {rare} rare dice; {MAX_RARE} are the most", "1.2.3"))] * (rare > MAX_RARE)


def set_from_text(text: str, name: str = "") -> DiceSet:
    """A set in one line: black smasher, red assault* x2, ... / side: x, y, z.

    Whether it is legal is not asked, unless something cannot be read: then all that is wrong is told.
    """
    parts = text.split("/")
    faults = ["the text has more than one slash; it stands once, before the side set"] * (len(parts) > 2)
    found = [_Found(), _Found()]
    for at, part in enumerate(parts[:2]):
        if at:
            part = re.sub(r"^\s*side\s*:", "", part, flags=re.IGNORECASE)
        entries = [entry.strip() for entry in part.split(",")]
        found[at] = _dice([entry for entry in entries if entry], "side set: " * at, faults)
    if faults:
        raise FileFaults([*faults, *_also(*found)])
    return DiceSet(name, found[0].dice, found[1].dice)


def read_set(path: str | Path) -> DiceSet:
    """A set file. One without a name is called like its file. Whether it is legal is not asked."""
    doc = read_toml(path, "a set")
    doc.setdefault("name", Path(path).stem[:MAX_NAME])
    return set_from(doc, shown_path(path))


def set_from(doc: Mapping[str, Any], where: str) -> DiceSet:
    """A set from plain data; `where` is what errors call the place it comes from."""
    faults: list[str] = []
    for key in doc:
        if key not in KEYS:
            near = difflib.get_close_matches(str(key)[:40].lower(), KEYS, 1)
            hint = f"did you mean {near[0]}?" if near else "known are " + ", ".join(KEYS)
            faults.append(f"{where}: {shown(key)}: unknown key; {hint}")
    words = {"name": "", "about": ""}
    for key, most in (("name", MAX_NAME), ("about", MAX_ABOUT)):
        value = doc.get(key, "")
        if isinstance(value, str) and len(value) <= most and value.isprintable():
            words[key] = value
        else:
            faults.append(f"{where}: {key}: {shown(value)} is wrong; right is {KEYS[key]}")
    found = {"dice": _Found(), "side": _Found()}
    for key in ("dice", "side"):
        entries = doc.get(key, [])
        if key == "dice" and key not in doc:
            faults.append(f"{where}: {key}: is missing; right is {KEYS[key]}")
        elif not isinstance(entries, list | tuple):
            faults.append(f"{where}: {key}: {shown(entries)} is wrong; right is {KEYS[key]}")
        else:
            found[key] = _dice(entries, f"{where}: {key}: ", faults)
    if faults:
        lists = isinstance(doc.get("dice"), list | tuple)
        raise FileFaults([*faults, *[f"{where}: {fault}" for fault in _also(found["dice"], found["side"]) if lists]])
    return DiceSet(words["name"], found["dice"].dice, found["side"].dice, words["about"])


def _dice(entries: Sequence[object], at: str, faults: list[str]) -> _Found:
    if len(entries) > MAX_ENTRIES:
        faults.append(f"{at}{len(entries)} entries; {MAX_ENTRIES} are the most that are read")
    dice: list[Die] = []
    unread = rare = 0
    counted = len(entries) <= MAX_ENTRIES
    for entry in entries[:MAX_ENTRIES]:
        if not isinstance(entry, str) or len(entry) > MAX_ENTRY:
            faults.append(f"{at}{shown(entry)} is no die; right is black smasher, red assault*, red assault x2")
            unread += 1
            continue
        try:
            dice += _entry(entry)
        except InvalidInput as error:
            faults.append(f"{at}{error}")
            split = _TIMES.fullmatch(entry.strip())
            count = int(split[2]) if split else 1
            counted = counted and 1 <= count <= SET_SIZE
            unread += min(count, SET_SIZE)
            rare += min(count, SET_SIZE) * (split[1] if split else entry.strip()).endswith("*")
    return _Found(tuple(dice), unread, rare, counted)


def find_set(text: str, rng: Rng) -> DiceSet:
    """A legal set as a player names it: random, a ready-made one or its beginning, a file, or a short text."""
    return checked(set_named(text, rng))


def set_named(text: str, rng: Rng) -> DiceSet:
    """As `find_set`, but whether the set is legal is not asked."""
    text = text.strip()
    if text.lower() == RANDOM:
        return random_set(rng, RANDOM)
    ready, fitting = ready_sets(), ready_fitting(text)
    if len(fitting) == 1:
        return ready[fitting[0]]
    if text and (text.endswith(".toml") or _is_there(text)):
        return read_set(text)
    if "," in text or _is_entry(text):
        return set_from_text(text)
    if fitting:
        raise AmbiguousName(text, fitting)
    near = difflib.get_close_matches(text[:60].lower(), ready, 2)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise InvalidInput(
        f"{shown(text)} is no set{hint}\n"
        f"right is one of: {RANDOM}\n"
        f"  a ready-made set: {', '.join(ready)}\n"
        f"  a file that exists\n"
        f"  dice with commas: {EXAMPLE}"
    )


def _is_entry(text: str) -> bool:
    """Whether a text without commas names dice: black smasher x9."""
    try:
        return bool(_entry(text))
    except InvalidInput:
        return False


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


# ---- out, ready-made and by chance ----------------------------------------------------------------------------


def set_toml(s: DiceSet) -> str:
    """The set as a file."""
    rows = [f"{key} = {_quoted(value)}" for key, value in (("name", s.name), ("about", s.about)) if value]
    rows += ["dice = [", *[f"  {_quoted(entry)}," for entry in entries_of(s.dice)], "]"]
    if s.side:
        rows.append(f"side = [{', '.join(_quoted(entry) for entry in entries_of(s.side))}]")
    return "\n".join(rows) + "\n"


def entries_of(dice: Sequence[Die]) -> list[str]:
    """The dice in words, equal ones that stand side by side in one: red assault x2."""
    runs = [(str(die), len(list(run))) for die, run in groupby(dice)]
    return [f"{name} x{count}" if count > 1 else name for name, count in runs]


def _quoted(text: str) -> str:
    # what JSON escapes, TOML escapes in the same way, but for one control character that JSON leaves as it is
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@cache
def ready_sets() -> dict[str, DiceSet]:
    """The ready-made sets by name: one for each colour, then the mixed ones."""
    text = (files("dicehall.irondie") / "sets.toml").read_text(encoding="utf-8")
    found = [checked(set_from(doc, "sets.toml")) for doc in parse_toml(text, "sets.toml")["set"]]
    return {s.name: s for s in found}


def ready_fitting(text: str) -> list[str]:
    """The names of the ready-made sets that a text begins; only the one that it is, if it is one."""
    wanted = " ".join(re.split(r"[\s_-]+", text.strip().lower()))
    if wanted in ready_sets():
        return [wanted]
    return [name for name in ready_sets() if wanted and name.startswith(wanted)]


def random_set(rng: Rng, name: str = RANDOM) -> DiceSet:
    """A legal set by chance: shapes and colours equally likely, none to three dice rare. It has no side set."""
    shapes: list[int] = []
    while len({CLASS_OF[shape] for shape in shapes}) < len(CLASS_NAMES):
        shapes = [rng.below(len(SHAPE_NAMES)) for _ in range(SET_SIZE)]
    rare = rng.sample(SET_SIZE, rng.below(MAX_RARE + 1))
    dice = [Die(rng.below(len(COLOUR_NAMES)), shape, at in rare) for at, shape in enumerate(shapes)]
    return DiceSet(name, tuple(sorted(dice, key=lambda die: (die.shape, die.colour, not die.rare))))
