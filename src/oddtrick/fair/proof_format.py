"""The proof of a match's chance as JSON, version 1, with its decoder and encoder."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from oddtrick.errors import OddtrickError
from oddtrick.fair.seals import TABLE_PATTERN
from oddtrick.fair.shuffle import Place, Round

FORMAT = "oddtrick-proof/1"
"""The name of the format, first field of a proof."""
BOM = b"\xef\xbb\xbf"


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every round of chance of one match.

    Args:
        format: ``"oddtrick-proof/1"``.
        table: the name of the table, part of every seal.
        rounds: by number; the rounds of a rematch continue the numbering.
        names: one for each place, or None; with the names of the record they show the seating (C2).
        first_dealer: the seat that deals first by agreement, without a cut.
    """

    format: str
    table: Annotated[str, Meta(pattern=TABLE_PATTERN)]
    rounds: tuple[Round, ...]
    names: tuple[Annotated[str, Meta(max_length=100)], ...] | None = None
    first_dealer: Place | None = None


_decoder = msgspec.json.Decoder(Proof)


def decode_proof(data: bytes | str) -> Proof:
    """Reads one proof from JSON.

    Raises:
        OddtrickError: it is not JSON, or not a proof of this version; the message names the place.
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
        proof = _decoder.decode(raw.removeprefix(BOM))
    except msgspec.ValidationError as error:
        raise OddtrickError(_in_words(str(error))) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise OddtrickError(f"this is not JSON: {_one_line(str(error))}") from None
    if proof.format != FORMAT:
        raise OddtrickError(f'format is {proof.format[:40]!r}: this reads "{FORMAT}"')
    return proof


def encode_proof(proof: Proof) -> bytes:
    """The proof as one line of JSON.

    Raises:
        OddtrickError: a name cannot be written as UTF-8.
    """
    try:
        return msgspec.json.encode(proof)
    except UnicodeEncodeError:
        raise OddtrickError("a name has characters that cannot be written") from None


_PATH = re.compile(r" - at `\$?\.?(.*)`$", re.DOTALL)


def _in_words(message: str) -> str:
    """A message of the decoder, with its path in words; entries are counted from 1.

    >>> _in_words("Expected `str`, got `int` - at `$.rounds[0].seal`")
    'rounds, entry 1, seal: expected str, got int'
    """
    found = _PATH.search(message)
    what = _one_line(message[: found.start()] if found else message).replace("`", "")
    what = what[0].lower() + what[1:]
    path = found.group(1) if found else ""
    where = re.sub(r"\[(\d+)\]", lambda at: f", entry {int(at[1]) + 1}", path).replace(".", ", ")
    return f"{where}: {what}" if where else f"this is not a proof: {what}"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]
