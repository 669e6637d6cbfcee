"""Instructions for installing optional parts."""

from __future__ import annotations

import shlex
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec


def install_command(extra: str) -> str:
    """The command that installs an optional part beside this installation.

    It names the folder or the wheel that Oddtrick was installed from, because the package is on no
    index yet; where that is gone, its name alone.
    """
    package = installed_from() or "oddtrick"
    return f"pip install {shlex.quote(f'{package}[{extra}]')}"


def installed_from() -> Path | None:
    """The folder or archive that pip installed this package from, if it still exists (PEP 610)."""
    try:
        origin = distribution("oddtrick").read_text("direct_url.json")
        url = urlsplit(msgspec.json.decode(origin or "{}", type=_Origin).url)
    except (PackageNotFoundError, msgspec.DecodeError):
        return None
    place = Path(url2pathname(url.path))
    return place if url.scheme == "file" and place.exists() else None


class _Origin(msgspec.Struct):
    """The part that is read of the record that pip keeps of an installation."""

    url: str = ""
