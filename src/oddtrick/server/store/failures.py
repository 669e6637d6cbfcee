"""What a database says when it can't, in one clear line."""

from __future__ import annotations

from oddtrick.errors import OddtrickError


class StoreUnavailable(OddtrickError):
    """The database can't be asked or written just now.

    Whether what was to be written is there nobody knows: forget what you hold of that table, and
    read it again before you decide anything.
    """
