"""A program that takes the answer in the middle, and writes its number and all that it is told into a file."""

from __future__ import annotations

import json
import os
import sys


def main(path: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
        file.flush()
        for line in sys.stdin:
            file.write(line)
            file.flush()
            message = json.loads(line)
            if message["type"] == "hello":
                print('{"type": "ready", "protocol": 1}', flush=True)
            elif message["type"] == "question":
                action = message["actions"][len(message["actions"]) // 2]["action"]
                print(json.dumps({"type": "answer", "id": message["id"], "action": action}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
