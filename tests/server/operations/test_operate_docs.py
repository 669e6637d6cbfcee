"""The statements of `docs/operate.md` and `deploy/` are true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from oddtrick.server.limits import Limits, Rate
from oddtrick.server.settings import _READERS, Settings
from tests.support.server.postgres_and_redis import need

ROOT = Path(__file__).parents[3]
UNIT = str(ROOT / "deploy" / "oddtrick.service")
PAGE = (ROOT / "docs" / "operate.md").read_text()


def table(section: str) -> list[list[str]]:
    """Returns the rows of a table on the page, without the header."""
    found = re.search(rf"<!-- {section} -->\n(.*?)<!-- /{section} -->", PAGE, re.DOTALL)
    assert found
    lines = found.group(1).splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_setting_is_documented_with_its_option_and_default() -> None:
    rows = {row[0].strip("`"): row for row in table("settings")}
    assert list(rows) == [variable for variable, _ in _READERS.values()]
    default = Settings(data=Path())
    for name, (variable, _) in _READERS.items():
        result = rows[variable][3].strip("`")
        if isinstance(value := getattr(default, name), bool):
            assert result == ("on" if value else "off"), variable
        elif value and name not in {"limits", "data"}:
            assert result == str(value), variable


def test_every_command_line_option_is_documented() -> None:
    helped = subprocess.run(
        [sys.executable, "-m", "oddtrick", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    options = set(re.findall(r"--[a-z-]+", helped)) - {"--help"}
    assert {row[1].strip("`") for row in table("settings")} - {""} == options


def test_every_limit_is_documented_with_its_default() -> None:
    wanted = []
    for field in msgspec.structs.fields(Limits):
        value = list(field.default) if isinstance(field.default, Rate) else field.default
        wanted.append([f"`{field.name}`", msgspec.json.encode(value).decode().replace(",", ", ")])
    assert table("limits") == wanted


def test_every_documented_metric_exists() -> None:
    result = set(re.findall(r"`(oddtrick_[a-z_]+)", PAGE))
    source = (ROOT / "src" / "oddtrick" / "server" / "telemetry" / "prometheus.py").read_text()
    known = set(re.findall(r'_(?:gauge|histogram)\("([a-z_]+)"', source))
    known |= {f"{name}_total" for name in re.findall(r'_counter\("([a-z_]+)"', source)}
    known |= {
        f"{name}_total"
        for name in re.findall(r'CounterMetricFamily\(\s*"oddtrick_([a-z]+)', source)
    }
    assert len(result) >= 10
    assert result <= {f"oddtrick_{name}" for name in known}


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "oddtrick.service").read_text()
    assert "/opt/oddtrick/bin/oddtrick serve" in unit
    file = tmp_path / "oddtrick.service"
    file.write_text(unit.replace("/opt/oddtrick/bin/oddtrick", sys.executable))
    done = subprocess.run(
        [need("systemd-analyze"), "verify", "--man=no", str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in done.stderr.splitlines() if "oddtrick" in line]
    assert (done.returncode, ours) == (0, []), done.stderr


def test_the_systemd_unit_is_hardened() -> None:
    done = subprocess.run(
        [
            need("systemd-analyze"),
            "security",
            "--offline=true",
            "--threshold=20",
            "--no-pager",
            UNIT,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.parametrize("name", ["deploy/oddtrick.service", "deploy/nginx.conf"])
def test_the_page_names_existing_files(name: str) -> None:
    assert f"](../{name})" in PAGE
    assert "docs/operate.md" in (ROOT / name).read_text()
