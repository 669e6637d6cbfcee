"""Runs a program under the lines of a systemd unit, on a machine without systemd as process 1.

The unit file itself is read, so that what it says is what is tested. As root:
``python -m tests.support.server.unit_sandbox UNIT STATE [NAME=VALUE ...] [-- COMMAND ...]`` runs a
command, by default that of the unit, with the folder STATE as its state directory. It ends with
the status of the program; when its standard input closes, it stops it as the unit says.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.server.seccomp_filter import (
    ABOVE,
    EQUAL,
    MASKED,
    Denied,
    allow_only,
    allowed_calls,
    calls_of,
    deny,
)

ROOT = Path(__file__).parents[3]
USER = 61_234
"""The number of the dynamic user: systemd takes one from 61184 to 65519."""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""What systemd gives a service."""

NEW_NAMESPACE, NEW_HOSTNAME, NEW_USERS = 0x20000, 0x4000000, 0x10000000
READ_ONLY, BIND, RECURSIVE, PRIVATE = 0x1, 0x1000, 0x4000, 0x40000
NOSUID, NODEV, NOEXEC = 0x2, 0x4, 0x8
NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80)

KEPT = sorted({ROOT, Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()})
"""What stands for an installation in ``/opt``, wherever it lies."""

LIBC = ctypes.CDLL(None, use_errno=True)
Lines = dict[str, list[str]]


def read_unit(text: str) -> Lines:
    """Returns the values of each line of the service, in their order."""
    service = text.partition("[Service]\n")[2].partition("\n[")[0]
    lines: Lines = {}
    for line in service.splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            lines.setdefault(name, []).append(value)
    return lines


def _checked(status: int, what: object) -> None:
    if status < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(what))


def _mount(source: object, target: object, kind: str, flags: int, options: str = "") -> None:
    words = [os.fsencode(str(each)) for each in (source, target, kind)]
    _checked(LIBC.mount(*words, ctypes.c_ulong(flags), options.encode()), target)


def _make_read_only(path: str, *, writable: bool = False) -> None:
    """Makes a mount and all below it read-only, or writable again (``mount_setattr``)."""
    to_set, to_clear = (0, READ_ONLY) if writable else (READ_ONLY, 0)
    wanted = (ctypes.c_uint64 * 4)(to_set, to_clear, 0, 0)
    here, recursive = -100, 0x8000
    _checked(LIBC.syscall(442, here, path.encode(), recursive, ctypes.byref(wanted), 32), path)


def _cover(path: str, options: str, flags: int = NOSUID | NODEV) -> None:
    """Hides a folder under an empty file system; what is kept of it stays where it is."""
    if not Path(path).is_dir():
        return
    kept = [each for each in KEPT if each.is_relative_to(Path(path).resolve())]
    opened = [os.open(each, os.O_PATH) for each in kept]
    _mount("tmpfs", path, "tmpfs", flags, "mode=0755" if kept else options)
    for each, number in zip(kept, opened, strict=True):
        each.mkdir(parents=True, exist_ok=True)
        _mount(f"/proc/self/fd/{number}", each, "", BIND | RECURSIVE)
        os.close(number)
        _make_read_only(str(each))


def _make_devices() -> None:
    names = ("null", "zero", "full", "random", "urandom", "tty")
    opened = {name: os.open(f"/dev/{name}", os.O_PATH) for name in names}
    _mount("tmpfs", "/dev", "tmpfs", NOSUID | NOEXEC, "mode=0755")
    for name, number in opened.items():
        Path(f"/dev/{name}").touch()
        _mount(f"/proc/self/fd/{number}", f"/dev/{name}", "", BIND)
        os.close(number)
    memory = Path("/dev") / "shm"
    memory.mkdir()
    _mount("tmpfs", memory, "tmpfs", NOSUID | NODEV, "mode=1777")
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        Path(f"/dev/{name}").symlink_to(f"/proc/self/{target}")


def _see_files(lines: Lines, state: Path) -> None:
    """Makes the file system that the service sees; it is this process's own."""
    said = {name: values[-1] for name, values in lines.items()}
    _checked(LIBC.unshare(NEW_NAMESPACE), "namespace")
    _mount("none", "/", "", RECURSIVE | PRIVATE)
    kept = os.open(state, os.O_PATH)
    if said.get("ProtectSystem") == "strict":
        _make_read_only("/")
    if said.get("ProtectHome") == "yes":
        for path in ("/home", "/root", "/run/user"):
            _cover(path, "mode=0000")
    _cover("/opt", "mode=0755")
    Path("/opt/oddtrick").mkdir()
    _mount(sys.prefix, "/opt/oddtrick", "", BIND)
    if said.get("PrivateDevices") == "yes":
        _make_devices()
    if said.get("PrivateTmp") == "yes":
        _cover("/var/tmp", "mode=1777")  # noqa: S108  # the service's own
        _cover("/tmp", "mode=1777")  # noqa: S108
    _cover("/var/lib", "mode=0755")
    folder = Path("/var/lib") / said["StateDirectory"]
    folder.mkdir()
    _mount(f"/proc/self/fd/{kept}", folder, "", BIND)
    os.close(kept)
    _make_read_only(str(folder), writable=True)
    folder.chmod(int(said["StateDirectoryMode"], 8))
    if user := int(said.get("User", USER)):  # root finds the folder as the service has left it
        os.chown(folder, user, user)
    options = f"hidepid={said.get('ProtectProc', '0')}"
    options += ",subset=pid" if said.get("ProcSubset") == "pid" else ""
    _mount("proc", "/proc", "proc", NOSUID | NODEV | NOEXEC, options)
    if said.get("ProtectKernelTunables") == "yes" and Path("/proc/sys").exists():
        _mount("/proc/sys", "/proc/sys", "", BIND)
        _make_read_only("/proc/sys")


def _become_user(lines: Lines, ask: Callable[[], None]) -> None:
    said = {name: values[-1] for name, values in lines.items()}
    if said.get("ProtectHostname") == "yes":
        _checked(LIBC.unshare(NEW_HOSTNAME), "hostname")
    if said.get("PrivateUsers") == "yes":
        _checked(LIBC.unshare(NEW_USERS), "users")
        ask()  # a process outside gives the numbers of the users
    if said.get("CapabilityBoundingSet") == "":
        capability = 0
        while LIBC.prctl(24, capability, 0, 0, 0) == 0:
            capability += 1
        assert ctypes.get_errno() == errno.EINVAL, "there are no more of them"
    if said.get("AmbientCapabilities") == "":
        _checked(LIBC.prctl(47, 4, 0, 0, 0), "ambient capabilities")
    os.setgroups([])
    user = int(said.get("User", USER))
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    os.umask(int(said["UMask"], 8))
    if said.get("NoNewPrivileges") == "yes":
        _checked(LIBC.prctl(38, 1, 0, 0, 0), "new privileges")


FORBIDDEN_BY: dict[str, list[str]] = {
    "ProtectClock": ["@clock"],
    "ProtectHostname": ["sethostname", "setdomainname"],
    "ProtectKernelLogs": ["syslog"],
    "ProtectKernelModules": ["@module"],
    "ProtectKernelTunables": ["_sysctl"],
    "PrivateDevices": ["@raw-io"],
}


def _forbidden_calls(lines: Lines) -> Iterator[Denied]:
    """Yields the system calls that other lines than the filter forbid."""
    on = {name for name, values in lines.items() if values[-1] == "yes"}
    for name in sorted(on & FORBIDDEN_BY.keys()):
        yield from map(Denied, sorted(calls_of(FORBIDDEN_BY[name])))
    for name in sorted(on & RESTRICTED.keys()):
        yield from RESTRICTED[name]
    if families := lines.get("RestrictAddressFamilies"):
        allowed = {FAMILIES[each] for each in families[-1].split()}
        for family in set(range(max(allowed))) - allowed:
            yield Denied("socket", 0, EQUAL, family, error=errno.EAFNOSUPPORT)
        yield Denied("socket", 0, ABOVE, max(allowed), error=errno.EAFNOSUPPORT)


FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}
RESTRICTED: dict[str, list[Denied]] = {
    "LockPersonality": [Denied("personality", 0, ABOVE, 0)],  # 0 is what it is at the start
    "RestrictNamespaces": [
        *(Denied("clone", 0, MASKED, flag, flag) for flag in NAMESPACES),
        *(Denied("unshare", 0, MASKED, flag, flag) for flag in NAMESPACES),
        Denied("setns"),
        Denied("clone3", error=errno.ENOSYS),  # its flags are not seen: callers use clone
    ],
    "RestrictRealtime": [Denied("sched_setscheduler", 1, EQUAL, policy) for policy in (1, 2, 6)],
    "RestrictSUIDSGID": [
        Denied(name, argument, MASKED, bit, bit)
        for name, argument in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("mkdir", 1))
        for bit in (0o4000, 0o2000)
    ],
}
FILES = {
    "ProtectSystem ProtectHome PrivateDevices PrivateTmp StateDirectory StateDirectoryMode",
    "ProtectProc ProcSubset ProtectKernelTunables ProtectControlGroups",
}
USERS = {"DynamicUser UMask NoNewPrivileges CapabilityBoundingSet AmbientCapabilities PrivateUsers"}
CALLS = {
    "LockPersonality ProtectClock ProtectHostname ProtectKernelLogs ProtectKernelModules",
    "RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID",
    "SystemCallArchitectures SystemCallFilter SystemCallErrorNumber",
}
PROCESS = {"ExecStart LimitNOFILE KillMode TimeoutStopSec"}
APPLIED = set(" ".join(FILES | USERS | CALLS | PROCESS).split())
"""The lines of a unit that this module applies."""

MANAGER = {
    "Type": "when systemd takes the service for started",
    "EnvironmentFile": "read by systemd; the variables are arguments here",
    "Restart": "what systemd does after the end",
    "RestartSec": "likewise",
    "RemoveIPC": "what systemd does after the end; the server has no System V objects",
}
"""The lines that only systemd itself could show, and why."""


def _become_service(
    lines: Lines, state: Path, environ: dict[str, str], command: list[str], ask: Callable[[], None]
) -> None:
    filters = lines.get("SystemCallFilter", [])
    names = allowed_calls(filters) if filters else set()  # asks a program: before it is forbidden
    denied = list(_forbidden_calls(lines))
    error = lines.get("SystemCallErrorNumber")
    if limit := lines.get("LimitNOFILE"):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)  # a container may not raise it
        files = min(int(limit[-1]), most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    _see_files(lines, state)
    _become_user(lines, ask)
    os.chdir(lines.get("WorkingDirectory", ["/"])[-1])
    deny(denied)
    if filters:
        allow_only(names | {"execve"}, getattr(errno, error[-1]) if error else None)
    os.execve(command[0], command, environ)  # noqa: S606  # as systemd does


def _give_users(pid: int) -> None:
    """Lets root and the service's user, and nobody else, be known in its namespace."""
    for kind in ("uid_map", "gid_map"):
        Path(f"/proc/{pid}/{kind}").write_text(f"0 0 1\n{USER} {USER} 1\n")


def _stop_when_left(pid: int, lines: Lines) -> None:
    sys.stdin.read()
    os.kill(pid, signal.SIGTERM)  # KillMode=mixed: the main process alone
    time.sleep(float(lines.get("TimeoutStopSec", ["90"])[-1]))
    os.killpg(pid, signal.SIGKILL)


def main() -> int:
    """Runs the program; returns its status, or 128 and the signal that has ended it."""
    unit, state, *rest = sys.argv[1:]
    lines = read_unit(Path(unit).read_text())
    at = rest.index("--") if "--" in rest else len(rest)
    command = rest[at + 1 :] or shlex.split(lines["ExecStart"][-1])
    environ = {"PATH": PATH, "HOME": "/", "LANG": "C.UTF-8"}
    environ |= dict(word.split("=", 1) for word in rest[:at])
    (asked, asks), (told, tells) = os.pipe(), os.pipe()
    if (pid := os.fork()) == 0:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

        def ask() -> None:
            os.write(asks, b"?")
            os.read(told, 1)

        _become_service(lines, Path(state), environ, command, ask)
    os.close(asks)
    if os.read(asked, 1):
        _give_users(pid)
        os.write(tells, b"!")
    threading.Thread(target=_stop_when_left, args=(pid, lines), daemon=True).start()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.stdout.flush()
    os._exit(main())  # a thread may still be reading
