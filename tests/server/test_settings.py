"""Settings: command line, then environment, then defaults; one-line errors."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command
from oddtrick.server.limits import Limits
from oddtrick.server.settings import Settings, read_settings


def test_an_empty_environment_gives_the_defaults() -> None:
    result = read_settings({}, {})
    assert (result.host, result.port, result.workers) == ("127.0.0.1", 8000, 1)
    assert (result.database, result.redis, result.secret, result.origins) == (None, None, None, ())
    assert result.limits == Limits()
    assert result.metrics
    assert result.data.name == "server"


def test_the_command_line_overrides_the_environment() -> None:
    environ = {"ODDTRICK_PORT": "81", "ODDTRICK_HOST": "::1", "ODDTRICK_METRICS": "off"}
    result = read_settings({"port": 80, "host": None, "browser": False}, environ)
    assert (result.port, result.host, result.metrics, result.browser) == (80, "::1", False, False)


def test_every_setting_can_come_from_the_environment() -> None:
    result = read_settings(
        {},
        {
            "ODDTRICK_DATA": "/srv/whist",
            "DATABASE_URL": "postgres://ann:hush@db/cards",
            "REDIS_URL": "redis://:hush@cache",
            "ODDTRICK_WORKERS": "4",
            "ODDTRICK_SECRET": "s" * 32,
            "ODDTRICK_ORIGINS": "https://Whist.example:443/, http://localhost:8000",
            "ODDTRICK_PROXIES": "10.0.0.0/8 ::1",
            "ODDTRICK_LIMITS": '{"connections": 7}',
            "ODDTRICK_BROWSER": "",
        },
    )
    assert result == Settings(
        data=Path("/srv/whist"),
        database="postgres://ann:hush@db/cards",
        redis="redis://:hush@cache",
        workers=4,
        secret="s" * 32,
        origins=("https://whist.example", "http://localhost:8000"),
        proxies=("10.0.0.0/8", "::1/128"),
        limits=Limits(connections=7),
    )
    assert "hush" not in repr(result)
    assert "ssss" not in repr(result)
    assert "workers=4" in repr(result)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ODDTRICK_PORT", "x"),
        ("ODDTRICK_PORT", "-1"),
        ("ODDTRICK_PORT", "65536"),
        ("ODDTRICK_PORT", "9" * 5000),
        ("ODDTRICK_PORT", "٣"),
        ("ODDTRICK_WORKERS", "0"),
        ("ODDTRICK_WORKERS", "2"),
        ("DATABASE_URL", "mysql://hush@db"),
        ("REDIS_URL", "http://hush@cache"),
        ("ODDTRICK_SECRET", "hush"),
        ("ODDTRICK_ORIGINS", "whist.example"),
        ("ODDTRICK_ORIGINS", "https://whist.example/page"),
        ("ODDTRICK_ORIGINS", "https://hush@whist.example"),
        ("ODDTRICK_ORIGINS", "https://[::1"),
        ("ODDTRICK_ORIGINS", "https://whist.example:99999"),
        ("ODDTRICK_ORIGINS", "null"),
        ("ODDTRICK_PROXIES", "localhost"),
        ("ODDTRICK_PROXIES", "10.0.0.1/8"),
        ("ODDTRICK_LIMITS", "lots"),
        ("ODDTRICK_METRICS", "maybe"),
    ],
)
def test_an_invalid_setting_is_a_one_line_error_that_names_it(variable: str, value: str) -> None:
    with pytest.raises(OddtrickError) as caught:
        read_settings({}, {variable: value})
    result = str(caught.value)
    assert "\n" not in result
    assert variable in result or ("2 workers" in result and "DATABASE_URL" in result)
    if variable in {"DATABASE_URL", "REDIS_URL", "ODDTRICK_SECRET"}:
        assert "hush" not in result


def test_several_workers_require_postgresql() -> None:
    for url in (None, "sqlite:///cards"):
        with pytest.raises(OddtrickError, match="one writer process"):
            read_settings({"workers": 2, "database": url}, {})
    assert read_settings({"workers": 2, "database": "postgresql://db/cards"}, {}).workers == 2


def test_command_line_errors_name_the_option() -> None:
    with pytest.raises(OddtrickError, match="--port: 'x' is invalid"):
        read_settings({"port": "x"}, {})


@pytest.mark.parametrize(
    ("variable", "value", "library", "extra"),
    [
        ("DATABASE_URL", "postgresql://ann:hush@db/cards", "psycopg", "postgres"),
        ("REDIS_URL", "redis://:hush@cache", "redis", "redis"),
    ],
)
def test_a_setting_without_its_library_says_how_to_install_it(
    variable: str, value: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "oddtrick.server.settings.find_spec", lambda name: None if name == library else found(name)
    )
    with pytest.raises(OddtrickError) as refused:
        read_settings({}, {variable: value})
    assert str(refused.value) == (
        f"{variable}: {library} is not installed: run {install_command(extra)}"
    )
    assert read_settings({}, {}).redis is None
