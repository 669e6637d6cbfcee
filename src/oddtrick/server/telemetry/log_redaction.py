"""Secrets stay out of logs, also those that libraries write when they are at their most talkative.

At DEBUG the library of the sockets logs each header of a handshake, cookies and tokens among them.
"""

from __future__ import annotations

import logging
import re

HIDDEN = "…"

_SECRETS = re.compile(
    r"""
      (?P<token> \bot_[a-z]+_ ) [\w-]+                          # our own tokens, wherever they are
    | (?P<bearer> \bbearer[ ]+ ) [^\s'",;)\\]+                   # others that were tried
    | (?P<cookie> \boddtrick_(?:guest|session)= ) [^\s;'",)\\]*  # what our cookies hold
    """,
    re.IGNORECASE | re.VERBOSE,
)


def redacted(text: str) -> str:
    """A text without what opens doors.

    >>> redacted("< Cookie: oddtrick_session=5f3a; theme=dark"), redacted("got ot_bot_x-Y_1")
    ('< Cookie: oddtrick_session=…; theme=dark', 'got ot_bot_…')
    """
    return _SECRETS.sub(lambda found: f"{found[found.lastgroup or 0]}{HIDDEN}", text)


class Redacting(logging.Formatter):
    """Around the formatter of a handler: what opens doors gets into no line, nor into a traceback.

    Args:
        inner: what makes the lines.
    """

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """The line, without secrets."""
        return redacted(self._inner.format(record))
