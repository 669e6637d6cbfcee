"""The secrets of an installation are in a file of their own, and nowhere else."""

from __future__ import annotations

import io
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select

from oddtrick.cli import main
from oddtrick.errors import OddtrickError
from oddtrick.server.people.guest_cookie import COOKIE, Guest, GuestCookieSigner
from oddtrick.server.push.crypto import CURVE, VapidKey
from oddtrick.server.settings import SECRETS_FILE
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.schema import settings
from oddtrick.server.store.secrets_file import (
    ORDER,
    Secrets,
    read_secrets,
    stored_secrets,
    take_over_secrets,
)
from oddtrick.server.store.tools.history_export_import import export_history
from tests.support.server.api_requests import ApiClient
from tests.support.server.new_database import new_database
from tests.support.server.server_process import ServerProcess, server

OLD = {"guests": "an-old-secret-" * 4, "vapid": f"{0x1CE0DD:064x}"}
KNOWN = Secrets(guests=OLD["guests"], push=OLD["vapid"])


def test_the_first_to_ask_makes_the_secrets_for_all(tmp_path: Path) -> None:
    file = tmp_path / "new" / SECRETS_FILE
    with ThreadPoolExecutor(4) as pool:  # the lock is one of files: threads are like processes
        found = list(pool.map(read_secrets, [file] * 8))
    assert len({(each.guests, each.push) for each in found}) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(found[0].guests) >= 32
    assert found[0] != read_secrets(tmp_path / "other")
    assert found[0].guests not in repr(found[0])


def test_a_push_key_is_one_of_its_curve(tmp_path: Path) -> None:
    assert 0 < int(read_secrets(tmp_path / SECRETS_FILE).push, 16) < ORDER
    VapidKey(f"{ORDER - 1:064x}")
    with pytest.raises(ValueError, match="Invalid EC key"):
        VapidKey(f"{ORDER:064x}")
    assert CURVE.key_size == ORDER.bit_length()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"guests": 1}', "\udcff"])
def test_a_broken_file_is_one_line_that_names_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / SECRETS_FILE
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(OddtrickError) as caught:
        read_secrets(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(OddtrickError, match="ODDTRICK_SECRETS"):
        read_secrets(tmp_path)


def _store_old(engine: Engine) -> None:
    rows = [{"name": name, "value": value} for name, value in OLD.items()]
    with writing(engine) as connection:
        connection.execute(insert(settings), [*rows, {"name": "alive_at", "value": "1"}])


def _holders(folder: Path) -> Iterator[str]:
    """Yields the files that hold an old secret."""
    for file in folder.iterdir():
        if any(value.encode() in file.read_bytes() for value in OLD.values()):
            yield file.name


def test_secrets_of_an_older_version_move_out_of_the_database(
    engine: Engine, tmp_path: Path
) -> None:
    _store_old(engine)
    file = tmp_path / SECRETS_FILE
    read_secrets(file)  # of a start without this database
    exported = io.BytesIO()
    export_history(engine, exported)
    assert not any(value.encode() in exported.getvalue() for value in OLD.values())
    take_over_secrets(engine, file)
    assert read_secrets(file) == KNOWN
    assert stored_secrets(engine) == {}
    with reading(engine) as connection:
        assert list(connection.scalars(select(settings.c.name))) == ["alive_at"]
    take_over_secrets(engine, file)
    assert read_secrets(file) == KNOWN
    engine.dispose()
    if name_of(engine).startswith("/"):
        assert list(_holders(tmp_path)) == [SECRETS_FILE]


def test_a_server_goes_on_with_the_secrets_of_an_older_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = new_database(tmp_path)
    _store_old(engine)
    engine.dispose()
    backup = str(tmp_path / "backup.jsonl")
    assert main(["db", "export", backup, "--data", str(tmp_path)]) == 0
    assert "left out" in capsys.readouterr().err
    cookie = GuestCookieSigner(OLD["guests"]).sign(Guest("p_00000000000000000", "Ann"))
    for _ in range(2):
        with server(tmp_path) as process:
            ann = ApiClient(process.url)
            ann.remember(COOKIE, cookie)
            assert ann("GET /api/me").json()["name"] == "Ann"
            assert ann("GET /api/me/push").json()["key"] == VapidKey(OLD["vapid"]).public
            ann.close()
    assert list(_holders(tmp_path)) == [SECRETS_FILE]
    assert main(["db", "export", backup, "--data", str(tmp_path)]) == 0
    assert "left out" not in capsys.readouterr().err


def test_a_server_whose_secrets_cannot_be_used_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    process = ServerProcess(tmp_path / "data", environ={"ODDTRICK_SECRETS": str(tmp_path)})
    with pytest.raises(AssertionError, match="the server did not start"):
        process.start()
    (line,) = process.log
    assert str(tmp_path) in line
    process._reap()
    with server(tmp_path / "data", environ={"ODDTRICK_SECRETS": str(tmp_path / "elsewhere")}):
        assert read_secrets(tmp_path / "elsewhere").guests
        assert not (tmp_path / "data" / SECRETS_FILE).exists()
