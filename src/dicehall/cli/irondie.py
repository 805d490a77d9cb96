"""dicehall irondie: sets are listed and checked, the tables of dice and colours are shown. Rules 1.2, 2, 4.6, 9.3."""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from dicehall.cli.iron_words import KIN, effect_rows, target_words, totals
from dicehall.irondie.chromatic import bonus_text, chromatic_table, read_table
from dicehall.irondie.dice import CLASS_NAMES, COLOUR_NAMES, KINSHIP, SHAPES, Die
from dicehall.irondie.sets import DiceSet, entries_of, faults_of, ready_fitting, ready_sets, set_named, set_toml
from dicehall.irondie.textfile import FileFaults
from dicehall.kernel.dice import Rng
from dicehall.kernel.errors import AmbiguousName, InvalidInput

app = cyclopts.App(name="irondie", help="IRONDIE: sets of dice, and the tables of the game.", help_format="plaintext")
WIDEST, NARROWEST = 79, 39


def _width() -> int:
    """A line never fills the last column of a terminal."""
    columns = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80
    return max(NARROWEST, min(columns - 1, WIDEST))


@app.command
def sets(*name: str) -> int:
    """List the ready-made sets, or show one of them in full."""
    if not name:
        for s in ready_sets().values():
            print(f"{s.name:15} {totals(s.dice)}")
        print(f"{len(ready_sets())} sets; 'dicehall irondie sets NAME' shows one")
        return 0
    s = _ready(" ".join(name))
    print(f"{s.name}: {totals(s.dice)}")
    print(_folded(s.about))
    for number, title in enumerate(CLASS_NAMES):
        print(_labelled(title.upper(), [die for die in s.dice if die.die_class == number]))
    print(_labelled("side set", s.side))
    print(f"\n{set_toml(s._replace(about=''))}", end="")
    return 0


def _ready(text: str) -> DiceSet:
    ready, fitting = ready_sets(), ready_fitting(text)
    if len(fitting) > 1:
        raise AmbiguousName(text, fitting)
    if not fitting:
        raise InvalidInput(f"there is no ready-made set {text[:60]!r};\n{_folded('there are ' + ', '.join(ready))}")
    return ready[fitting[0]]


@app.command
def check(
    *set: Annotated[str, Parameter(help="a file, or dice with commas: 'black smasher, red assault* x2, ...'")],
) -> int:
    """Check a set: ok, or every fault with its rule."""
    if not set:
        raise InvalidInput("name a set: a file, a ready-made set, or dice with commas")
    wrong = 0
    for text in _each(set):
        title = _title(text)
        try:
            found = set_named(text, Rng(0))
        except InvalidInput as error:
            wrong += 1
            count = len(error.faults) if isinstance(error, FileFaults) else 0
            print(f"{title}: {f'{count} faults' if count > 1 else '1 fault' if count else 'cannot be read'}")
            for row in str(error).split("\n"):
                print(_folded(row, "  ", "    "))
            continue
        faults = faults_of(found.dice, found.side)
        if faults:
            wrong += 1
            print(f"{title}: {len(faults)} fault{'s' if len(faults) > 1 else ''}")
            for fault in faults:
                print(f"  {fault}")
        else:
            side = ", with a side set" if found.side else ""
            print(_folded(f"ok {title}: {totals(found.dice)}{side}", "", "   "))
    return 1 if wrong else 0


def _each(texts: tuple[str, ...]) -> list[str]:
    """Several files are several sets; other words belong to one text whose quotes were forgotten."""
    return list(texts) if all(text.endswith(".toml") for text in texts) else [" ".join(texts)]


@app.command
def table(
    *, table: Annotated[Path | None, Parameter(name="--table", help="a file with a house table (rule 2.4.9)")] = None
) -> int:
    """Show the chromatic table, how each row of it is known, and the kinship of the colours."""
    shown = chromatic_table() if table is None else read_table(table)
    narrow = _width() < WIDEST
    print(_folded(f"{shown.name}: what a rolled 1 sets off, on a rare die a 2 as well (2.4)") + "\n")
    if not narrow:
        print(f"{'colour':7} {'bonus':55}  known")
    for colour, row in zip(COLOUR_NAMES, shown.rows, strict=True):
        if narrow:
            print(_folded(f"{colour:7} {bonus_text(row)} ({row.known})", "", " " * 8))
        else:
            print(f"{colour:7} {bonus_text(row):55}  {row.known}")
        if row.note:
            print(_folded(row.note, " " * 8))
    print("\n" + _folded("kinship of the colours; a dash is neutral (2.2)") + "\n")
    if narrow:
        for name, kin in zip(COLOUR_NAMES, KINSHIP, strict=True):
            words = [
                f"{word} to {', '.join(c for c, k in zip(COLOUR_NAMES, kin, strict=True) if KIN[k] == word)}"
                for word in ("allied", "hostile")
                if word in [KIN[k] for k in kin]
            ]
            print(_folded(f"{name:7} {'; '.join(words)}", "", " " * 8))
        return 0
    print("        " + " ".join(f"{name:7}" for name in COLOUR_NAMES).rstrip())
    for name, kin in zip(COLOUR_NAMES, KINSHIP, strict=True):
        print(f"{name:7} " + " ".join(f"{KIN[k]:7}" for k in kin).rstrip())
    return 0


@app.command
def dice() -> int:
    """Show what each shape of die does in a duel."""
    narrow = _width() < WIDEST
    if not narrow:
        print(f"{'shape':13}{'class':9}{'specialised':13}target")
    for shape in SHAPES:
        colour = COLOUR_NAMES[shape.specialised] if shape.specialised >= 0 else "-"
        title = CLASS_NAMES[shape.die_class].upper()
        if narrow:
            who = "" if colour == "-" else f"; specialised: {colour}"
            print(_folded(f"{shape.name}: {title}; targets {target_words(shape)}{who}", "", "  "))
        else:
            print(f"{shape.name:13}{title:9}{colour:13}{target_words(shape)}")
        for row in effect_rows(shape):
            print(_folded(row, "  " if narrow else " " * 13, "    " if narrow else None))
    tie = "A tie is lost, but a die of its specialised colour wins it against a target whose colour is not hostile"
    print("\n" + _folded(f"{tie} (4.5.2)."))
    return 0


def _labelled(label: str, dice: list[Die] | tuple[Die, ...]) -> str:
    text = ", ".join(entries_of(dice)) or "none"
    return textwrap.fill(f"{label:9} {text}", _width(), subsequent_indent=" " * 10)


def _title(text: str) -> str:
    """What a set is called in a line of output, whatever was typed."""
    shown = " ".join(text.split())
    shown = shown if shown.isprintable() else ascii(shown)
    if len(shown) <= 40:
        return shown
    return "..." + shown[-37:] if shown.endswith(".toml") else shown[:37] + "..."


def _folded(text: str, first: str = "", rest: str | None = None) -> str:
    """The text in lines of the width, indented; long names of files stay whole."""
    return textwrap.fill(
        text,
        _width(),
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
