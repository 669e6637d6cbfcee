"""Redaction: removes tokens and cookies from every log line.

At DEBUG the WebSocket library logs each header of a handshake, including cookies and tokens.
"""

from __future__ import annotations

import logging
import re

HIDDEN = "…"

_SECRETS = re.compile(
    r"""
      (?P<token> \bot_[a-z]+_ ) [\w-]+                          # our own tokens, anywhere in a line
    | (?P<bearer> \bbearer[ ]+ ) [^\s'",;)\\]+                   # other bearer tokens
    | (?P<cookie> \boddtrick_(?:guest|session)= ) [^\s;'",)\\]*  # the values of our cookies
    """,
    re.IGNORECASE | re.VERBOSE,
)


def redacted(text: str) -> str:
    """Returns a text without credentials.

    >>> redacted("< Cookie: oddtrick_session=5f3a; theme=dark"), redacted("got ot_bot_x-Y_1")
    ('< Cookie: oddtrick_session=…; theme=dark', 'got ot_bot_…')
    """
    return _SECRETS.sub(lambda found: f"{found[found.lastgroup or 0]}{HIDDEN}", text)


class Redacting(logging.Formatter):
    """Wraps the formatter of a handler, so that no line or traceback contains a credential.

    Args:
        inner: the formatter that makes the lines.
    """

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line without credentials."""
        return redacted(self._inner.format(record))
