"""Filters of system calls, loaded into this process by libseccomp, as systemd does it.

systemd needs the same library, so that it is there wherever a unit file can be used.
"""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

ALLOW, KILL = 0x7FFF0000, 0x80000000
EQUAL, ABOVE, MASKED = 4, 6, 7


class _Compared(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operation", ctypes.c_int),
        ("a", ctypes.c_uint64),
        ("b", ctypes.c_uint64),
    )


class Denied(NamedTuple):
    """A call that fails.

    Attributes:
        name: the system call.
        argument: only if this argument, counted from 0, compares so.
        operation: how; None: always.
        a: the value, or the mask.
        b: the value under the mask.
        error: the error number.
    """

    name: str
    argument: int = 0
    operation: int | None = None
    a: int = 0
    b: int = 0
    error: int = errno.EPERM


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
    library.seccomp_rule_add_array.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.POINTER(_Compared),
    ]
    library.seccomp_load.argtypes = [ctypes.c_void_p]
    return library


@cache
def _groups() -> dict[str, set[str]]:
    """The groups of system calls by name, as this machine's systemd knows them."""
    command = ["systemd-analyze", "syscall-filter", "--no-pager"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    groups: dict[str, set[str]] = {}
    name = ""
    for line in shown.splitlines():
        if line.startswith("@"):
            name = line.strip()
            groups[name] = set()
        elif name and (word := line.strip()) and not word.startswith("#"):
            groups[name].add(word)
    return groups


def calls_of(words: Iterable[str]) -> set[str]:
    """Returns the system calls that names and groups stand for."""
    found: set[str] = set()
    for word in words:
        found |= calls_of(_groups()[word]) if word.startswith("@") else {word}
    return found


def allowed_calls(lines: Collection[str]) -> set[str]:
    """Returns what several lines ``SystemCallFilter=`` leave of an allow-list, in their order."""
    allowed = calls_of(["@default"])
    for line in lines:
        if line.startswith("~"):
            allowed -= calls_of(line[1:].split())
        else:
            allowed |= calls_of(line.split())
    return allowed


def allow_only(names: Collection[str], otherwise: int | None) -> None:
    """Refuses all other system calls from now on, in this process and its children.

    Args:
        names: the calls that are allowed; names that this machine does not know are left out.
        otherwise: the error number of the others; None: they end the process with SIGSYS.
    """
    denied = KILL if otherwise is None else _error(otherwise)
    _load(denied, [(ALLOW, Denied(name)) for name in names])


def deny(calls: Iterable[Denied]) -> None:
    """Refuses some system calls from now on."""
    _load(ALLOW, [(_error(each.error), each) for each in calls])


def _error(number: int) -> int:
    return 0x00050000 | number


def _load(default: int, rules: Iterable[tuple[int, Denied]]) -> None:
    library = _library()
    context = library.seccomp_init(default)
    for action, rule in rules:
        number = library.seccomp_syscall_resolve_name(rule.name.encode())
        if number < 0:  # of another processor, or of a newer kernel
            continue
        compared = _Compared(rule.argument, rule.operation or 0, rule.a, rule.b)
        few = 0 if rule.operation is None else 1
        status = library.seccomp_rule_add_array(
            context, action, number, few, ctypes.byref(compared)
        )
        assert status == 0, (rule, os.strerror(-status))
    assert library.seccomp_load(context) == 0
