"""The contract that an auction ends in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def contract_of(dealer: int, calls: Sequence[str]) -> tuple[str, int] | None:
    """The contract and the declarer, or None if everybody has passed so far.

    Args:
        dealer: the seat of the first call.
        calls: as in ``("1H", "P", "2H", "X")``; notrumps are ``N``, a redouble is ``R``.

    >>> contract_of(3, ["P", "1S", "P", "2S", "X", "P", "P", "P"])
    ('2SX', 0)
    """
    last = max((at for at, call in enumerate(calls) if call[0].isdigit()), default=None)
    if last is None:
        return None
    doubled = [call for call in calls[last:] if call in ("X", "R")]
    first = min(at for at in range(last % 2, last + 1, 2) if calls[at][1:] == calls[last][1:])
    return calls[last] + {"X": "X", "R": "XX"}.get("".join(doubled[-1:]), ""), (dealer + first) % 4
