"""Makes the system's entropy a function of what a test is, in this process and all it starts.

Cards, codes and keys are drawn from ``os.urandom``, by ``secrets``, ``SystemRandom``, ``uuid`` and
NumPy alike. Python imports a module of this name in every process whose ``PYTHONPATH`` has its
folder, before the program itself. Here each place of the code that draws gets a stream of its own:
how often others draw, such as requests that are counted, changes no cards.

A file names the scope: what is being tested, and the seed of the run. It is read at each draw, so
that a server that many tests share draws for each test what it draws when that test runs alone.
"""

from __future__ import annotations

import os
import sys
from itertools import count

FOLDER = "ODDTRICK_TEST_ENTROPY"
"""The environment variable that names the folder with the file ``scope``."""

PASSED_ON = {__name__, "sitecustomize", "random", "secrets", "uuid"}
"""Modules that draw for their callers."""

_system, _open, _read, _close = os.urandom, os.open, os.read, os.close
_drawn: dict[tuple[int, str, str], count[int]] = {}
_places: dict[tuple[int, str], int] = {}


def seeded(size: int) -> bytes:
    """Returns the next bytes of the caller's stream.

    Without a scope they are the system's: the process has outlived its test, or can open no file.
    """
    try:
        scope = _scope()
        place = _place_of_process(scope)
    except OSError:
        return _system(size)
    caller = _caller()
    number = next(_drawn.setdefault((os.getpid(), scope, caller), count()))
    from hashlib import shake_256  # noqa: PLC0415  # most processes draw nothing

    return shake_256(f"{scope}/{place}/{caller}/{number}".encode()).digest(size)


def _scope() -> str:
    file = _open(f"{os.environ.get(FOLDER, '')}/scope", os.O_RDONLY)
    try:
        return _read(file, 4096).decode()
    finally:
        _close(file)


def _place_of_process(scope: str) -> int:
    """Returns how many processes drew in this scope before this one: no two draw the same."""
    me = (os.getpid(), scope)
    if me not in _places:
        from hashlib import sha256  # noqa: PLC0415

        digest = sha256(scope.encode()).hexdigest()[:24]
        for place in count():
            try:
                taken = f"{os.environ[FOLDER]}/{digest}-{place}"
                _close(_open(taken, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                continue
            _places[me] = place
            break
    return _places[me]


def _caller() -> str:
    frame = sys._getframe(2)
    while frame.f_globals.get("__name__") in PASSED_ON and frame.f_back is not None:
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}"


def install() -> None:
    """Puts the streams in the place of the system's entropy."""
    os.urandom = seeded
    if "random" in sys.modules:  # it has taken the function by name
        sys.modules["random"]._urandom = seeded  # type: ignore[attr-defined]


if FOLDER in os.environ:
    install()
