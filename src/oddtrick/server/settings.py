"""The settings of a server: from the command line, else the environment, else defaults."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_data_path

from oddtrick.drive.wifi import Wifi
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command
from oddtrick.server.limits import Limits, read_limits

SECRET_LENGTH = 32
"""The least length of a secret, in characters."""

SECRETS_FILE = "secrets.json"
"""The file of the installation's secrets in the data folder."""


class HallSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server on a laptop in a hall.

    Args:
        file: the file of the drive to open; None: none.
        copies: the folder that is given a copy of the drive after each round; None: none.
        wifi: the wireless network; None: not known.
        address: the address that phones use, as ``http://192.168.1.5:8000``.
        local: addresses of this machine, from which drives may be opened.
    """

    file: Path | None = None
    copies: Path | None = None
    wifi: Wifi | None = None
    address: str | None = None
    local: tuple[str, ...] = ()


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server.

    Args:
        data: the folder of the database and other files of the server.
        database: the URL of a database; None: SQLite in ``data``.
        redis: the URL of the Redis that carries hints between workers, or None.
        host: the address to listen on.
        port: the port to listen on; 0 for any free one.
        workers: the number of processes.
        secret: signs the cookies of guests instead of that in ``secrets``; None: that one does.
        secrets: the file of the installation's secrets; None: ``secrets.json`` in ``data``.
        origins: the permitted origins of pages, as ``https://whist.example``; if empty, the host
            that the request was sent to, which has to be an address or a name of this machine.
        proxies: addresses and networks whose ``X-Forwarded-…`` headers are trusted.
        limits: the rate and size limits of one worker.
        metrics: whether ``/metrics`` is served.
        metrics_from: addresses and networks that may read it besides this machine.
        browser: whether to open a browser at the start.
        push: ``on``, ``off``, or ``local`` to accept ``http://127.0.0.1`` too, for tests.
        push_contact: the address of the operator for push services, ``mailto:…`` or ``https://…``;
            None: that of the page.
        push_after: the seconds that a person has to be away from a table before a push message.
        hall: the settings of a server in a hall; None: an ordinary server.
    """

    data: Path
    database: str | None = None
    redis: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    secret: str | None = None
    secrets: Path | None = None
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    limits: Limits = Limits()
    metrics: bool = True
    metrics_from: tuple[str, ...] = ()
    browser: bool = True
    push: str = "on"
    push_contact: str | None = None
    push_after: int = 10
    hall: HallSettings | None = None

    @property
    def secrets_file(self) -> Path:
        """The file of the installation's secrets."""
        return self.secrets or self.data / SECRETS_FILE

    @property
    def sends_push(self) -> bool:
        """True if push messages are sent: never from a hall, whose pages have no HTTPS."""
        return self.push != "off" and self.hall is None

    def __repr__(self) -> str:
        """Hides the secret and the URLs, which hold passwords: this may get into a log."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        hidden = {name: "…" for name in ("secret", "database", "redis") if values[name]}
        return f"Settings({', '.join(f'{k}={v!r}' for k, v in (values | hidden).items())})"


def read_settings(args: Mapping[str, object], environ: Mapping[str, str]) -> Settings:
    """Reads the settings from the command line (None: not given) and from the environment.

    Raises:
        OddtrickError: a value is invalid; the message names it and the permitted values.

    >>> read_settings({"port": 80}, {"ODDTRICK_DATA": "/srv"}).port
    80
    """
    found: dict[str, object] = {}
    for name, (variable, read) in _READERS.items():
        if (value := args.get(name)) is not None:
            found[name] = read(f"--{name}", str(value))
        elif text := environ.get(variable, "").strip():
            found[name] = read(variable, text)
    found.setdefault("data", user_data_path("oddtrick", appauthor=False) / "server")
    settings = Settings(**found)  # type: ignore[arg-type]  # each reader gives its field's type
    if settings.workers > 1 and not _is_postgres(settings.database):
        raise OddtrickError(
            f"{settings.workers} workers: SQLite has one writer process; "
            "name a PostgreSQL in DATABASE_URL, or serve with one worker"
        )
    return settings


def _is_postgres(url: str | None) -> bool:
    return (url or "").startswith("postgres")


def _text(name: str, value: str) -> str:
    return value


def _path(name: str, value: str) -> Path:
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise OddtrickError(f"{name}: {value} names no home folder") from None


def _whole(least: int, most: int) -> Callable[[str, str], int]:
    def read(name: str, value: str) -> int:
        plain = value.isascii() and value.isdigit() and len(value) <= len(str(most))
        if not (plain and least <= int(value) <= most):
            raise OddtrickError(
                f"{name}: {value[:40]!r} is invalid, give a number from {least} to {most}"
            )
        return int(value)

    return read


def _database(name: str, value: str) -> str:
    if urlsplit(value).scheme.split("+")[0] not in ("sqlite", "postgres", "postgresql"):
        raise OddtrickError(f"{name}: give a URL that begins with postgresql:// or sqlite:///")
    if _is_postgres(value):
        _need(name, "psycopg", "postgres")
    return value


def _redis(name: str, value: str) -> str:
    if urlsplit(value).scheme not in ("redis", "rediss", "unix"):
        raise OddtrickError(f"{name}: give a URL that begins with redis:// or rediss://")
    _need(name, "redis", "redis")
    return value


def _need(name: str, library: str, extra: str) -> None:
    """Refuses a setting whose library is an extra that is not installed."""
    if find_spec(library) is None:
        raise OddtrickError(f"{name}: {library} is not installed: run {install_command(extra)}")


def _secret(name: str, value: str) -> str:
    if len(value) < SECRET_LENGTH:
        raise OddtrickError(f"{name}: too short, give at least {SECRET_LENGTH} random characters")
    return value


def _origins(name: str, value: str) -> tuple[str, ...]:
    return tuple(origin_of(name, item) for item in value.replace(",", " ").split())


def origin_of(name: str, value: str) -> str:
    """Returns an origin in the form in which a browser sends it.

    Raises:
        OddtrickError: it is not an origin.

    >>> origin_of("ODDTRICK_ORIGINS", "https://Whist.example:443/")
    'https://whist.example'
    """
    wrong = OddtrickError(f"{name}: {value[:80]!r} is not an origin, as in https://whist.example")
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        raise wrong from None
    whole = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme not in _PORTS or not parts.hostname or whole:
        raise wrong
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown = "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{host}{shown}"


_PORTS = {"http": 80, "https": 443}


def _networks(name: str, value: str) -> tuple[str, ...]:
    networks = []
    for item in value.replace(",", " ").split():
        try:
            networks.append(str(ipaddress.ip_network(item)))
        except ValueError:
            raise OddtrickError(
                f"{name}: {item[:60]!r} is not an address or network, as in 127.0.0.1 or 10.0.0.0/8"
            ) from None
    return tuple(networks)


def _limits(name: str, value: str) -> Limits:
    try:
        return read_limits(value)
    except OddtrickError as error:
        raise OddtrickError(f"{name}: {error}") from None


def _switch(name: str, value: str) -> bool:
    if value.lower() not in ("on", "off", "1", "0", "true", "false"):
        raise OddtrickError(f"{name}: {value[:40]!r} is invalid, give on or off")
    return value.lower() in ("on", "1", "true")


def _push(name: str, value: str) -> str:
    if value.lower() == "local":
        return "local"
    try:
        return "on" if _switch(name, value) else "off"
    except OddtrickError:
        raise OddtrickError(f"{name}: {value[:40]!r} is invalid, give on, off or local") from None


def _contact(name: str, value: str) -> str:
    if not re.fullmatch(r"mailto:[!-~]+@[!-~]+|https://[!-~]+", value):
        raise OddtrickError(
            f"{name}: {value[:80]!r} is not an address, as in mailto:me@whist.example"
        )
    return value


_READERS: dict[str, tuple[str, Callable[[str, str], object]]] = {
    "data": ("ODDTRICK_DATA", _path),
    "database": ("DATABASE_URL", _database),
    "redis": ("REDIS_URL", _redis),
    "host": ("ODDTRICK_HOST", _text),
    "port": ("ODDTRICK_PORT", _whole(0, 65535)),
    "workers": ("ODDTRICK_WORKERS", _whole(1, 64)),
    "secret": ("ODDTRICK_SECRET", _secret),
    "secrets": ("ODDTRICK_SECRETS", _path),
    "origins": ("ODDTRICK_ORIGINS", _origins),
    "proxies": ("ODDTRICK_PROXIES", _networks),
    "limits": ("ODDTRICK_LIMITS", _limits),
    "metrics": ("ODDTRICK_METRICS", _switch),
    "metrics_from": ("ODDTRICK_METRICS_FROM", _networks),
    "browser": ("ODDTRICK_BROWSER", _switch),
    "push": ("ODDTRICK_PUSH", _push),
    "push_contact": ("ODDTRICK_PUSH_CONTACT", _contact),
    "push_after": ("ODDTRICK_PUSH_AFTER", _whole(0, 86_400)),
}
"""The environment variable and the parser of each setting."""
