"""The commands of `docs/operate.md` work as they stand there, as the users that it names."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.support.server import unit_sandbox
from tests.support.server.as_root import as_root
from tests.support.server.guest_players import Guest, evening, play
from tests.support.server.postgres_and_redis import Postgres, free_port, need
from tests.support.server.server_process import WITHOUT_LIMITS
from tests.support.server.unit_service import UnitService, state_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is for Linux")

PAGE = (unit_sandbox.ROOT / "docs" / "operate.md").read_text()
UNIT = unit_sandbox.ROOT / "deploy" / "oddtrick.service"

RUN = ("## Backups", "### Restoring a backup", "## Upgrades", "## Moving from SQLite to PostgreSQL")
"""The sections whose commands are run, each up to the next heading."""

LEFT_OUT = {
    "python3 -m venv": "as in the tests of each extra",
    "/opt/oddtrick/bin/pip install": "likewise",
    "/opt/oddtrick/bin/oddtrick serve": "the command of the unit, which is run",
    "systemctl enable": "systemd's own",
    "journalctl": "systemd's own",
    "podman": "an image is built in no test; its command is run as its user",
    ".venv/bin/python -m pytest": "these tests",
}
"""Commands of the page that are not run here, and why."""

OPERATOR = """
[Service]
User=0
StateDirectory=oddtrick
StateDirectoryMode=0700
UMask=0022
WorkingDirectory={folder}
"""
"""Root at a shell, where an installation and the service's folder lie as the page says."""


def commands_of(section: str) -> list[str]:
    """Returns the commands of a section of the page."""
    text = PAGE.partition(f"{section}\n")[2]
    text = re.split(r"^##", text, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^\$ (.*)$", text, re.MULTILINE)


def test_every_command_of_the_page_is_run_or_says_why_not() -> None:
    run = [command for section in RUN for command in commands_of(section)]
    others = set(re.findall(r"^\$ (.*)$", PAGE, re.MULTILINE)) - set(run)
    assert len(run) > 10
    assert [each for each in others if not each.startswith(tuple(LEFT_OUT))] == []
    assert not [each for each in (*run, *others) if re.match(r"(sudo )?oddtrick db", each)]


class Operator:
    """Somebody who follows the page.

    Args:
        folder: where the operator stands.
        state: the service's folder, ``/var/lib/oddtrick``.
        postgres: the PostgreSQL of the machine.
    """

    def __init__(self, folder: Path, state: Path, postgres: Postgres) -> None:
        self.state = state
        self.port = free_port()
        # On the page it is at its usual port, and its superuser is called postgres.
        self.asks_postgres = {"PGPORT": str(postgres.port)}
        self._superuser = {"PGUSER": "ann", "PGHOST": "127.0.0.1"}
        self.environ = {"ODDTRICK_PORT": str(self.port), "ODDTRICK_LIMITS": WITHOUT_LIMITS}
        self._unit = folder / "operator"
        self._unit.write_text(OPERATOR.format(folder=folder))
        self._service: UnitService | None = None

    def systemctl(self, verb: str) -> None:
        """Does what systemd does with the service."""
        if verb in ("stop", "restart") and self._service is not None:
            service, self._service = self._service, None
            assert service.stop() == 0, service.log
        if verb in ("start", "restart"):
            self._service = UnitService(UNIT, self.state, self.environ | self.asks_postgres)
            self._service.address()

    def follow(self, section: str) -> None:
        """Runs the commands of a section."""
        for command in commands_of(section):
            if command.startswith("systemctl "):
                self.systemctl(command.split()[1])
            elif not command.startswith(tuple(LEFT_OUT)):
                self._run(command)

    def _run(self, command: str) -> None:
        environ = self.asks_postgres
        if command.startswith("runuser -u postgres"):
            environ = environ | self._superuser
            command = rf"printf 'SECRET\nSECRET\n' | {command}"
        shell = UnitService(self._unit, self.state, environ, "/bin/sh", "-ec", command)
        shell.process.wait(60)
        assert shell.stop() == 0, (command, shell.log)


def _owners(folder: Path) -> list[tuple[int, int]]:
    """Returns who owns a folder and the files in it."""
    command = [*as_root(), "find", str(folder), "-printf", r"%U %G\n"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [(int(user), int(group)) for user, group in map(str.split, shown.splitlines())]


@contextmanager
def operating(folder: Path, postgres: Postgres) -> Iterator[Operator]:
    need("createuser")
    with state_folder() as state:
        operator = Operator(folder, state, postgres)
        try:
            yield operator
        finally:
            operator.systemctl("stop")
            subprocess.run([*as_root(), "rm", "-rf", str(folder / "old")], check=True)
            with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
                connection.execute("DROP DATABASE IF EXISTS oddtrick WITH (FORCE)")
                connection.execute("DROP ROLE IF EXISTS oddtrick")


async def _go_on(url: str, cookies: list[dict[str, str]], code: str, known: int) -> None:
    """Asserts that two guests are who they were, and that their match goes on."""
    guests = [Guest(url, f"guest {n}", cookies=had) for n, had in enumerate(cookies)]
    welcomes = [await guest.join(code) for guest in guests]
    assert [welcome["table"]["you"] for welcome in welcomes] == [0, 2]
    assert welcomes[0]["seq"] >= known
    for guest, welcome in zip(guests, welcomes, strict=True):
        await guest.act(welcome)
    await play(guests, 2)
    for guest in guests:
        await guest.leave()


@pytest.mark.whole(
    held_by="tests/server/store/test_history_export_import.py::test_sqlite_to_postgresql_and_back_loses_nothing"
)
async def test_backup_restore_upgrade_and_move_as_the_page_says(
    tmp_path: Path, postgres: Postgres
) -> None:
    with operating(tmp_path, postgres) as operator:
        operator.systemctl("start")
        url = f"http://127.0.0.1:{operator.port}"
        ann, ben = Guest(url, "Ann"), Guest(url, "Ben")
        code = await evening(ann, ben, 5, grace_seconds=86_400)  # no bot takes a seat meanwhile
        await ann.leave()
        await ben.leave()
        known = max(frame.get("seq", 0) for frame in ann.frames)
        cookies = [dict(guest.http.cookies) for guest in (ann, ben)]
        operator.follow("## Backups")
        operator.follow("### Restoring a backup")
        assert set(_owners(operator.state)) == {(unit_sandbox.USER, unit_sandbox.USER)}
        await _go_on(url, cookies, code, known)
        operator.follow("## Upgrades")
        operator.environ["DATABASE_URL"] = re.search(r"^DATABASE_URL=(\S+)", PAGE, re.MULTILINE)[1]  # type: ignore[index]
        operator.follow("## Moving from SQLite to PostgreSQL")
        await _go_on(url, cookies, code, known)


def test_what_root_makes_in_a_data_folder_belongs_to_the_owner_of_the_folder() -> None:
    """Not to root: the service could not open it."""
    owner = (unit_sandbox.USER, unit_sandbox.USER)
    with state_folder() as state:
        subprocess.run([*as_root(), "chown", f"{owner[0]}:{owner[1]}", str(state)], check=True)
        command = [*as_root(), sys.executable, "-m", "oddtrick", "db", "upgrade", "--data"]
        subprocess.run([*command, str(state)], check=True, capture_output=True)
        assert len(_owners(state)) >= 4  # the folder, the database, its lock, its marker
        assert set(_owners(state)) == {owner}
