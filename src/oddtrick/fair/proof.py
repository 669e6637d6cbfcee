"""The proof of a match's chance as JSON, version 1, and its reading and writing as bytes."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from oddtrick.errors import OddtrickError
from oddtrick.fair.rounds import Place, Round
from oddtrick.fair.seals import TABLE_PATTERN

FORMAT = "oddtrick-proof/1"
BOM = b"\xef\xbb\xbf"


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every round of chance of one match.

    Args:
        format: ``"oddtrick-proof/1"``.
        table: the table's name, which is part of every seal.
        rounds: in the order of their numbers; those of a rematch go on counting.
        names: one a place, or None; with the record's names they show who sits where (C2).
        first_dealer: the seat that deals first, where that was agreed and nobody cut for it.
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
        OddtrickError: it is not JSON, or not a proof of this version; the line says where.
    """
    raise NotImplementedError


def encode_proof(proof: Proof) -> bytes:
    """The proof as one line of JSON.

    Raises:
        OddtrickError: a name cannot be written as UTF-8.
    """
    try:
        return msgspec.json.encode(proof)
    except UnicodeEncodeError:
        raise OddtrickError("a name has characters that cannot be written") from None
