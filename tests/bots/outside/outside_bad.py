"""Programs that do one thing wrong each: `outside_bad.py WHAT [FILE]`. The file gets the number of the process."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

READY = '{"type": "ready", "protocol": 1}'


def main(what: str) -> None:
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(str(os.getpid()), encoding="utf-8")
    if what == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if what == "deaf":
        print(READY, flush=True)
        time.sleep(60)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type": "ready", "protocol": 99}' if what == "newer" else READY, flush=True)
        elif message["type"] == "question":
            answer(what, message["id"], message["actions"][0]["action"])
    if what == "stubborn":
        time.sleep(60)


def answer(what: str, number: int, action: int) -> None:
    good = json.dumps({"type": "answer", "id": number, "action": action})
    if what in ("hangs", "stubborn"):
        time.sleep(60)
    elif what == "dies":
        sys.exit(3)
    elif what == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif what == "twice":
        print(good + "\n" + good, flush=True)
    elif what == "endless":
        while True:
            sys.stdout.write("x" * 5000)
    else:
        print(
            {
                "illegal": json.dumps({"type": "answer", "id": number, "action": 987654321}),
                "huge": json.dumps({"type": "answer", "id": number, "action": 10**30}),
                "garbage": "I attack with everything",
                "bytes": b"\xff\xfe".decode("latin-1"),
                "deep": "[" * 20_000,
                "other id": json.dumps({"type": "answer", "id": number + 7, "action": action}),
                "no action": json.dumps({"type": "answer", "id": number}),
                "yes": json.dumps({"type": "answer", "id": number, "action": True}),
                "text": json.dumps({"type": "answer", "id": number, "action": "keep"}),
            }[what],
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1])
