"""Work in several processes: results in order, and an end to it at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicehall
from dicehall.lab.processes import each


def doubled(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_order(workers: int) -> None:
    assert list(each(doubled, range(20), workers)) == [2 * number for number in range(20)]


def slow(path: str) -> str:
    """Says that it began, and that it let go of what it held; takes long in between."""
    begun = Path(path)
    begun.touch()
    try:
        time.sleep(120)
    finally:
        begun.with_suffix(".left").touch()
    return path


@pytest.mark.parametrize("whom", ["all", "one"])
def test_ctrl_c_ends_it_at_once(whom: str, tmp_path: Path) -> None:
    """A terminal sends it to all processes, `kill` to one. What waits is not begun; what is begun may clean up."""
    paths = [str(tmp_path / f"{number}.begun") for number in range(8)]
    program = f"""
import sys
from dicehall.lab.processes import each
from lab.test_processes import slow
try:
    list(each(slow, {paths}, 2))
except KeyboardInterrupt:
    sys.exit("interrupted")
"""
    home = Path(dicehall.__file__).parent.parent
    path = os.pathsep.join([str(home), str(Path(__file__).parent.parent)])
    worker = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in the background
    )
    try:
        while worker.poll() is None and len(list(tmp_path.glob("*.begun"))) < 2:
            time.sleep(0.05)
        (os.killpg if whom == "all" else os.kill)(worker.pid, signal.SIGINT)
        _, errors = worker.communicate(timeout=60)
    finally:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
    assert errors == "interrupted\n" and worker.returncode == 1
    assert sorted(tmp_path.glob("*.begun")) == [Path(p) for p in paths[:2]]
    assert len(list(tmp_path.glob("*.left"))) == 2
    with pytest.raises(ProcessLookupError):
        os.killpg(worker.pid, 0)


def test_who_stops_listening_ends_the_work(tmp_path: Path) -> None:
    quick, *rest = [str(tmp_path / f"{number}.begun") for number in range(6)]
    results = each(first_quick, [quick, *rest], 2)
    assert next(results) == quick
    results.close()  # type: ignore[attr-defined]
    assert len(list(tmp_path.glob("*.begun"))) < 6


def first_quick(path: str) -> str:
    return path if path.endswith("0.begun") else slow(path)
