"""dicehall usage: for each text of the starter cards, how often bots used it when they could have."""

from __future__ import annotations

import sys
import textwrap
from typing import Annotated

from cyclopts import Parameter

from dicehall.bots.levels import bot_named
from dicehall.dicemasters.cards import load_catalogue
from dicehall.kernel.errors import InvalidInput
from dicehall.lab.usage import Row, reasons, report, starters, unexplained, usage
from dicehall.lab.usage_watch import KINDS, LEAST, Use

WIDTH = 110
HOW = (
    "In one game of three both sides begin with Sidekicks alone; in the others each also has a die of each of its "
    "cards and two of each of its basic actions in its bag, so that what is seldom bought can be used all the same. "
    "Rates from few chances are rough."
)


def usage_command(
    *,
    bot: Annotated[str, Parameter(help="who plays against itself: a level, greedy, search, search:40")] = "search:40",
    games: Annotated[int, Parameter(help="how many games")] = 96,
    seed: Annotated[int, Parameter(help="a number from which teams, dice and bots follow")] = 0,
    workers: Annotated[int, Parameter(help="processes")] = 1,
    markdown: Annotated[bool, Parameter(negative="", help="as a page of Markdown")] = False,
) -> int:
    """Let a bot play against itself over starter teams, and count for each text of each card how often it was used.

    Texts used in less than one of a hundred chances come first, with the reason that lab/usage.toml gives. One
    without a reason makes the exit code 1.
    """
    if games < 1 or workers < 1:
        raise InvalidInput("--games and --workers are numbers from 1")
    bot_named(bot)
    catalogue = load_catalogue()
    why = reasons(catalogue)
    tally = usage(bot, games, seed, workers, lambda done: _progress(done, games))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    rows = report(tally, why, catalogue)
    command = f"dicehall usage --bot {bot} --games {games} --seed {seed}"
    cards = len(starters(catalogue))
    head = f"{games} games of {bot} against itself, seed {seed}, over teams of the {cards} starter cards. {HOW}"
    print("\n".join(_page(rows, head, command) if markdown else _plain(rows, head)))
    missing = unexplained(rows)
    if missing:
        names = ", ".join(f"{row.card.id} {row.mark}" for row in missing)
        print(f"below one in a hundred without a reason in lab/usage.toml: {names}", file=sys.stderr)
    return 1 if missing else 0


def _parts(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    """The report in three parts: seldom used, unknown, the rest."""
    seldom = [row for row in rows if row.use.is_seldom and not row.use.is_open]
    unknown = [row for row in rows if row.use.is_open]
    rest = [row for row in rows if not row.use.is_seldom]
    return [
        (f"Below one in a hundred: {len(seldom)}", seldom),
        (f"Never used, but in fewer than {LEAST} chances, which says nothing: {len(unknown)}", unknown),
        (f"One in a hundred or more: {len(rest)}", rest),
    ]


def _plain(rows: list[Row], head: str) -> list[str]:
    out = [textwrap.fill(head, WIDTH), ""]
    for kind, (could, used) in KINDS.items():
        total = _total(rows, kind)
        text = f"{kind:9} could: {could}. Used: {used}. In all {total.used} of {total.chances}, {_rate(total)}."
        out.append(textwrap.fill(text, WIDTH, subsequent_indent=" " * 10))
    wide = max(len(row.card.title) for row in rows)
    for title, part in _parts(rows):
        out += ["", title, f"{'id':8} {'title':{wide}} {'text':8} {'kind':9} could  used   rate"]
        for row in part:
            use = row.use
            name = f"{row.card.id:8} {row.card.title:{wide}} {row.mark:8} {row.kind:9}"
            out.append(f"{name} {use.chances:5} {use.used:5} {_rate(use):>7}")
            if row.reason and use.is_seldom:
                out.append(textwrap.fill(row.reason, WIDTH, initial_indent=" " * 9, subsequent_indent=" " * 9))
    return out


def _page(rows: list[Row], head: str, command: str) -> list[str]:
    out = [
        "# How bots use their cards",
        "",
        f"{head} Printed by `{command} --markdown`; the reasons are in src/dicehall/lab/usage.toml.",
        "",
        "What counts depends on the kind of the text. `text 1` is the first sentence of a card, `burst 1` what it says",
        "for faces with one burst, `burst 3` for one or two.",
        "",
        "| kind | could have been used | used | could | used | rate |",
        "|---|---|---|--:|--:|--:|",
    ]
    for kind, (could, used) in KINDS.items():
        total = _total(rows, kind)
        out.append(f"| {kind} | {could} | {used} | {total.chances} | {total.used} | {_rate(total)} |")
    for number, (title, part) in enumerate(_parts(rows)):
        last = " reason |" if number == 0 else ""
        out += ["", f"## {title}", "", f"| card | text | kind | could | used | rate |{last}"]
        out.append("|---|---|---|--:|--:|--:|" + ("---|" if number == 0 else ""))
        for row in part:
            use = row.use
            name = f"{row.card.id} {row.card.title}"
            end = f" {row.reason} |" if number == 0 else ""
            out.append(f"| {name} | {row.mark} | {row.kind} | {use.chances} | {use.used} | {_rate(use)} |{end}")
    return out


def _rate(use: Use) -> str:
    return f"{100 * use.rate:.1f} %" if use.chances else "-"


def _total(rows: list[Row], kind: str) -> Use:
    total = Use()
    for row in rows:
        if row.kind == kind:
            total = total.plus(row.use)
    return total


def _progress(done: int, games: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {games} games ", end="", file=sys.stderr, flush=True)
