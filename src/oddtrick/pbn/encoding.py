"""PBN as bytes: Latin-1 by the standard, UTF-8 by what programs write today."""

from __future__ import annotations

from oddtrick.errors import OddtrickError


def decode_pbn(data: bytes) -> str:
    """The text of a file: UTF-8 if it is that, else Latin-1, in which every byte means something.

    >>> decode_pbn("Zoë".encode()) == decode_pbn("Zoë".encode("latin-1")) == "Zoë"
    True
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode_pbn(text: str) -> bytes:
    r"""The bytes of a file: Latin-1 as the standard wants, UTF-8 where that would not come back.

    >>> encode_pbn("Zoë"), encode_pbn("Łucja")
    (b'Zo\xeb', b'\xc5\x81ucja')

    Raises:
        OddtrickError: half a surrogate pair stands in the text.
    """
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        data = b""
    if data and decode_pbn(data) == text:
        return data
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise OddtrickError("a tag has characters that cannot be written") from None
