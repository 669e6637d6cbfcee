"""Makes untrusted text safe to print in a terminal."""

from __future__ import annotations


def one_line(text: str) -> str:
    r"""Replaces line breaks and control characters; printable characters are unchanged.

    >>> one_line("a  b.json\n\x1b[2J")
    'a  b.json �[2J'
    """
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "�" for sign in text)
