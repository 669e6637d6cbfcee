"""Measures the memory growth of a process that repeats an action."""

from __future__ import annotations

import subprocess
import sys

_MEASURE = """
from pathlib import Path
{setup}
def peak():
    status = Path("/proc/self/status").read_text().split()
    return 1024 * int(status[status.index("VmHWM:") + 1])
for _ in range({rounds}):
    {act}
warm = peak()
for _ in range({rounds}):
    {act}
print(peak() - warm)
"""


def growth(act: str, setup: str, rounds: int) -> int:
    """Bytes by which a fresh process grows the second time that it does `act` for `rounds` rounds.

    What it keeps on purpose, such as a table of a fixed size, it has from the first time. The peak
    is asked for, and not what is held now: it can't fall, so what the allocator gives back and
    takes again does not count. Linux is asked itself: `getrusage` begins with the peak of the
    process that started this one.
    """
    script = _MEASURE.format(setup=setup, act=act, rounds=rounds)
    command = [sys.executable, "-c", script]
    fields = subprocess.run(command, capture_output=True, text=True, check=True)
    assert fields.stderr == "", "nothing complained"
    return int(fields.stdout)
