"""The secrets of an installation: a file of its own, in no database and no export.

Who has a backup has the hashes of passwords, which are slow to guess; with these secrets they could
be anybody at once.
"""

from __future__ import annotations

import secrets
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine, delete, select

from oddtrick.atomic_file import sole_change, write_atomically
from oddtrick.errors import OddtrickError
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.file_owner import give_to_owner_of_folder
from oddtrick.server.store.schema import settings

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve P-256: a private key is below it, and not 0."""

FORMERLY = {"guests": "guests", "vapid": "push"}
"""The names of secrets that older versions kept among the settings in the database."""


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """The secrets of an installation; an empty one has not been made yet.

    Args:
        guests: signs the cookies of guests; the keys of drives follow from it.
        push: the private key by which push services know the server, 64 hexadecimal digits.
    """

    guests: str = ""
    push: str = ""

    def __repr__(self) -> str:
        """Tells nothing: this may get into a log."""
        return "Secrets(…)"


def read_secrets(file: Path) -> Secrets:
    """Returns the secrets of an installation, and makes those that are not there yet.

    Raises:
        OddtrickError: the file cannot be read or written, or is none of ours.
    """
    found = _read(file)
    if found.guests and found.push:
        return found
    return _change(file, Secrets())


def take_over_secrets(engine: Engine, file: Path) -> None:
    """Moves the secrets that an older version has left in the database into the file.

    They replace what the file has: guests and drives of this database know them.

    Raises:
        OddtrickError: the file cannot be written; the database has them still.
        StoreUnavailable: the database does not answer.
    """
    rows = stored_secrets(engine)
    if not rows:
        return
    _change(file, Secrets(**{FORMERLY[name]: value for name, value in rows.items()}))
    with writing(engine) as connection:
        if engine.dialect.name == "sqlite":  # nor do they stay in a page that is free again
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
        connection.execute(delete(settings).where(settings.c.name.in_(FORMERLY)))


def stored_secrets(engine: Engine) -> dict[str, str]:
    """Returns the secrets that an older version has left in the database, by their names there.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    query = select(settings.c.name, settings.c.value).where(settings.c.name.in_(FORMERLY))
    with reading(engine) as connection:
        return {row.name: row.value for row in connection.execute(query)}


def _read(file: Path) -> Secrets:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Secrets)
    except FileNotFoundError:
        return Secrets()
    except OSError as error:
        raise _unusable(file, error) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise OddtrickError(
            f"{file}: not the secrets of a server; restore it from a backup, or delete it: guests "
            "are signed out then, and the links of drives are void"
        ) from None


def _change(file: Path, known: Secrets) -> Secrets:
    """Writes the file with secrets that are known; others stay, or are made."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with sole_change(file):
            old = _read(file)
            guests = known.guests or old.guests or secrets.token_urlsafe(32)
            push = known.push or old.push or f"{secrets.randbelow(ORDER - 1) + 1:064x}"
            new = replace(old, guests=guests, push=push)
            if new != old:
                text = msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n"
                write_atomically(file, text, private=True)
                give_to_owner_of_folder(file)
    except OSError as error:
        raise _unusable(file, error) from None
    return new


def _unusable(file: Path, error: OSError) -> OddtrickError:
    why = (error.strerror or str(error)).lower()
    return OddtrickError(f"{file}: {why}; ODDTRICK_SECRETS names another file for the secrets")
