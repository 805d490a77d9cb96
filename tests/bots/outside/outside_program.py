"""A bot as a program of its own: any legal action, by its seed. Needs nothing but Python.

Started as `pipe:python3 outside_program.py`; see docs/bot-protocol.md.
"""

from __future__ import annotations

import json
import random
import sys


def main() -> None:
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])
            say({"type": "ready", "protocol": 1})
        elif message["type"] == "question":
            chosen = rng.choice(message["actions"])
            say({"type": "answer", "id": message["id"], "action": chosen["action"]})
        elif message["type"] == "end":
            return


def say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
