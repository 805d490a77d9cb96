"""How much the table holds: many live games of two people on one core, each with an action a second.

Measured is the time from sending an answer to the other seat's update, over loopback; beside it the same number of
pings at the same rate through the same sockets, as the limit of the server (ratios compare the two), and memory. What
the clients do takes time too, and is part of what is measured: it is told how busy their own core was. The last line is
JSON. Run it with `make bench-table`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect


class Option(msgspec.Struct):
    action: int


class Question(msgspec.Struct):
    seat: int
    version: int
    actions: list[Option]


class Message(msgspec.Struct):
    """What is looked at in a message; all kinds of them fit."""

    type: str
    version: int = 0
    status: str = ""
    questions: list[Question] = []


DECODER = msgspec.json.Decoder(Message)


class Seat:
    """A client of one seat that notes when it heard of each version."""

    def __init__(self, number: int, socket: ClientConnection) -> None:
        self.number = number
        self.socket = socket
        self.heard = 0.0
        self.version = -1
        self.question: Question | None = None
        self.status = ""
        self.pong = asyncio.Event()
        self.changed = asyncio.Event()

    async def listen(self) -> None:
        async for data in self.socket:
            message = DECODER.decode(data)
            if message.type == "update":
                if message.version != self.version:
                    self.heard, self.version = time.perf_counter(), message.version
                self.question = message.questions[0] if message.questions else None
                self.status = message.status
                self.changed.set()
            elif message.type == "pong":
                self.pong.set()


class Pair:
    """A game: two seats, of which the asked one answers."""

    def __init__(self, seats: list[Seat], rng: random.Random) -> None:
        self.seats = seats
        self.rng = rng
        self.times: list[float] = []
        self.pings: list[float] = []

    async def act(self) -> bool:
        """One answer; False if the game is over."""
        mine = next((seat for seat in self.seats if seat.question is not None), None)
        if mine is None or mine.status == "over":
            return mine is not None
        question = mine.question
        assert question is not None
        other = self.seats[1 - mine.number]
        before = other.version
        action = self.rng.choice(question.actions).action
        request = {"type": "play", "id": 1, "seat": mine.number, "version": question.version, "actions": [action]}
        mine.question = None
        begin = time.perf_counter()
        await mine.socket.send(json.dumps(request))
        while other.version == before:
            other.changed.clear()
            await asyncio.wait_for(other.changed.wait(), 60)
        self.times.append(other.heard - begin)
        return other.status != "over"

    async def ping(self) -> None:
        seat = self.seats[0]
        seat.pong.clear()
        begin = time.perf_counter()
        await seat.socket.send('{"type": "ping", "id": 1}')
        await asyncio.wait_for(seat.pong.wait(), 60)
        self.pings.append(time.perf_counter() - begin)


async def every_second(pairs: list[Pair], seconds: float, work: str) -> int:
    """All games at once, each with one action a second, beginning at different moments; says how many were done."""
    count = 0

    async def one(pair: Pair, delay: float) -> None:
        nonlocal count
        await asyncio.sleep(delay)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begin = time.perf_counter()
            if work == "ping":
                await pair.ping()
            elif not await pair.act():
                return
            count += 1
            await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - begin)))

    await asyncio.gather(*[one(pair, i / len(pairs)) for i, pair in enumerate(pairs)])
    return count


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def busy(pid: int) -> float:
    """Seconds that a process has used the processor; it tells something on a machine that is not idle, too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(url: str, pid: int, games: int, seconds: float) -> dict[str, Any]:
    rng = random.Random(7)
    pairs: list[Pair] = []
    listening: list[asyncio.Task[None]] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        first = await http.post("/api/rooms", json={})  # what is loaded once is not counted
        first.raise_for_status()
        empty = memory(pid)
        for number in range(games):
            made = (await http.post("/api/rooms", json={"name": "Ann"})).json()
            taken = (await http.post(f"/api/rooms/{made['room']}/seats", json={"name": "Bob"})).json()
            seats: list[Seat] = []
            for place, token in enumerate((made["token"], taken["token"])):
                address = f"{url.replace('http', 'ws', 1)}/api/rooms/{made['room']}/ws"
                socket = await connect(address, compression=None, max_queue=None)
                await socket.send(json.dumps({"type": "hello", "token": token}))
                seat = Seat(place, socket)
                listening.append(asyncio.create_task(seat.listen()))
                seats.append(seat)
            pairs.append(Pair(seats, rng))
            if sys.stderr.isatty() and number % 20 == 0:
                print(f"\r{number} of {games} games", end="", file=sys.stderr)
    gc.collect()
    gc.disable()  # a look at all the clients would seem to be a pause of the server
    await asyncio.sleep(1)
    before, mine, begin = busy(pid), time.process_time(), time.perf_counter()
    done = await every_second(pairs, seconds, "act")
    share = (time.process_time() - mine) / (time.perf_counter() - begin)
    held, after = memory(pid), busy(pid)
    pings = await every_second(pairs, seconds / 2, "ping")
    at_last = busy(pid)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for pair in pairs:
        for seat in pair.seats:
            await seat.socket.close()
    times = sorted([1000 * t for pair in pairs for t in pair.times])
    echo = sorted([1000 * t for pair in pairs for t in pair.pings])
    return {
        "games": games,
        "seconds": seconds,
        "actions_per_second": round(done / seconds, 1),
        "pings_per_second": round(pings / (seconds / 2), 1),
        "median_ms": round(median(times), 2),
        "p99_ms": round(quantiles(times, n=100)[-1], 2),
        "echo_median_ms": round(median(echo), 2),
        "echo_p99_ms": round(quantiles(echo, n=100)[-1], 2),
        "median_vs_echo": round(median(times) / median(echo), 2),
        "p99_vs_echo": round(quantiles(times, n=100)[-1] / quantiles(echo, n=100)[-1], 2),
        "cpu_vs_echo": round((after - before) / max(1, done) / max(1e-9, (at_last - after) / max(1, pings)), 2),
        "cpu_ms_per_action": round(1000 * (after - before) / max(1, done), 2),
        "cpu_ms_per_ping": round(1000 * (at_last - after) / max(1, pings), 2),
        "clients_busy_percent": round(100 * share),
        "kilobytes_per_game": round((held - empty) / games / 1024, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from dicehall.cli.main import main; main()"]
        server = subprocess.Popen(
            [*command, "serve", "--port", "0", "--data", folder, "--no-limits"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
                os.sched_setaffinity(server.pid, {0})
                os.sched_setaffinity(0, set(range(1, os.cpu_count() or 2)))
            assert server.stdout is not None
            url = server.stdout.readline().split()[3]
            time.sleep(3)
            found = uvloop.run(measure(url, server.pid, options.games, options.seconds))
        finally:
            server.terminate()
            server.wait()
    print(
        f"{found['games']} live games of two people on one core, an action a second each, for {found['seconds']:g} s:"
    )
    print(f"  {found['actions_per_second']} actions a second")
    print(f"  to the other seat's update: median {found['median_ms']} ms, 99th percentile {found['p99_ms']} ms")
    print(
        f"  a ping at the same rate:    median {found['echo_median_ms']} ms, 99th percentile {found['echo_p99_ms']} ms"
    )
    print(
        f"  {found['cpu_ms_per_action']} ms of the processor an action, {found['cpu_ms_per_ping']} ms a ping; "
        f"{found['kilobytes_per_game']} KB a game; the clients' core was busy for {found['clients_busy_percent']} %"
    )
    print(
        f"  beside the ping: {found['median_vs_echo']} times its median, {found['p99_vs_echo']} times its 99th "
        f"percentile, {found['cpu_vs_echo']} times its work"
    )
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
