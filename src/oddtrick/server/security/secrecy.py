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
    | (?P<bearer> \bbearer[ ]+ ) [^\s'",;)]+                     # others that were tried
    | (?P<cookie> \boddtrick_(?:guest|session)= ) [^\s;'",)]*    # what our cookies hold
    """,
    re.IGNORECASE | re.VERBOSE,
)


def redacted(text: str) -> str:
    """A text without what opens doors.

    >>> redacted("< Cookie: oddtrick_session=5f3a; theme=dark"), redacted("got ot_bot_x-Y_1")
    ('< Cookie: oddtrick_session=…; theme=dark', 'got ot_bot_…')
    """
    return _SECRETS.sub(lambda found: f"{found[found.lastgroup or 0]}{HIDDEN}", text)


class Redacting(logging.Filter):
    """For each handler of logs: nothing that opens doors gets through it, in tracebacks neither."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Takes the secrets out of a record; it is always let through."""
        record.msg, record.args = redacted(record.getMessage()), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redacted(record.exc_text)
        return True
