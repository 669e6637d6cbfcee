"""Commands that begin in the same moment, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

_PROGRAM = """
import json, os, sys
from oddtrick.cli import main

gate, start = os.pipe()
warm, *commands = json.loads(sys.argv[1])
out = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
main(warm)  # so that each has imported what it needs
children = []
for argv in commands:
    children.append(os.fork())
    if children[-1] == 0:
        os.close(start)
        os.read(gate, 1)  # ends when the parent closes the other end
        os._exit(main(argv))
os.close(start)
statuses = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
os.write(out, json.dumps(statuses).encode())
"""


def run_at_once(commands: Sequence[Sequence[object]], *, first: Sequence[object]) -> list[int]:
    """Runs commands of ``oddtrick`` at once, after a first one; returns their exit statuses.

    They say nothing on standard error.
    """
    words = [[str(word) for word in command] for command in (first, *commands)]
    program = [sys.executable, "-c", _PROGRAM, json.dumps(words)]
    done = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    statuses: list[int] = json.loads(done.stdout)
    return statuses
