"""The command `dicehall`: one thin command a verb. Errors are sentences, never tracebacks."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

import cyclopts

from dicehall.cli import (
    ability,
    bot,
    cards,
    irondie,
    join,
    ladder,
    play,
    replay,
    review,
    scenario,
    serve,
    team,
    usage,
    verify,
)
from dicehall.kernel import dice
from dicehall.kernel.errors import DicehallError

app = cyclopts.App(
    name="dicehall",
    help="The referee for dice-building battle games.",
    help_format="plaintext",
    version=lambda: version_text(),
    version_flags=["--version"],
)
app.command(play.play)
app.command(team.app)
app.command(cards.app)
app.command(scenario.scenario)
app.command(replay.replay)
app.command(verify.verify_command, name="verify")
app.command(ability.ability)
app.command(ladder.ladder_command, name="ladder")
app.command(review.review_command, name="review")
app.command(usage.usage_command, name="usage")
app.command(serve.serve)
app.command(join.join)
app.command(irondie.app)
app.command(bot.app)


def version_text() -> str:
    """The version, and whether the core is compiled."""
    how = "pure Python" if (dice.__file__ or "").endswith(".py") else "compiled"
    return f"dicehall {version('dicehall')} ({how})"


def main(args: list[str] | None = None) -> None:
    try:
        code = app(args, result_action="return_value")
    except BrokenPipeError:  # the reader of a pipe has gone: `dicehall cards | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except DicehallError as error:
        print(f"dicehall: {error}", file=sys.stderr)
        sys.exit(2)
    except Exception as error:  # a fault of the program: one line for the user, the rest on request
        if os.environ.get("DICEHALL_TRACEBACK"):
            raise
        kind = type(error).__name__
        print(f"dicehall: a fault of the program ({kind}: {error}). DICEHALL_TRACEBACK=1 shows where.", file=sys.stderr)
        sys.exit(70)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)
