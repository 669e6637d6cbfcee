"""What comes from outside, as it may be shown in a terminal."""

from __future__ import annotations


def one_line(text: str) -> str:
    r"""The text without line breaks and control characters; what is printable stays as it is.

    >>> one_line("a  b.json\n\x1b[2J")
    'a  b.json �[2J'
    """
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "�" for sign in text)
