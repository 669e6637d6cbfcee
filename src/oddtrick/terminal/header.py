"""The two header lines above the table: as much as fits, and never two texts run together."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from oddtrick.terminal import status_lines
from oddtrick.terminal.display_names import truncate, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.views import View

GAP = 2
"""The least number of spaces between the left and the right text."""

_NAME_WIDTHS = (16, 10, 8, 6, 4, 3)


def header(view: View, names: DisplayNames, columns: int, *, done: bool = False) -> str:
    """Game and score, then trumps and target.

    Args:
        view: the player's view.
        names: the display names.
        columns: the width of the header.
        done: a deal has just ended and is still shown.
    """
    shortened = [names.shortened(size) for size in _NAME_WIDTHS]
    scores = [status_lines.score_line(view, each) for each in shortened]
    tricks, target = status_lines.tricks_line(view, names), status_lines.target_label(view)
    targets = [" · ".join(filter(None, (tricks, target))), target]
    if done:
        games, trumps = ([line] for line in status_lines.finished_deal_lines(view, names))
    else:
        games = list(status_lines.game_lines(view))
        trumps = [status_lines.trumps_line(view, each) for each in shortened]
        trumps.append(trumps[0].split(" (", 1)[0])
    return f"{fitted(games, scores, columns)}\n{fitted(trumps, targets, columns)}"


def fitted(lefts: Sequence[str], rights: Sequence[str], columns: int) -> str:
    """The fullest pair of texts that fits into a line; the left one is cut if none does.

    Args:
        lefts: texts for the left edge, the fullest first.
        rights: texts for the right edge, the fullest first.
        columns: the width of the line.

    >>> fitted(["Whist · trick 2", "Whist"], ["Alice 0", "Ali 0"], 16)
    'Whist    Alice 0'
    """
    pairs = product(enumerate(lefts), enumerate(rights))
    for (_, left), (_, right) in sorted(pairs, key=lambda pair: pair[0][0] + pair[1][0]):
        room = columns - width(left) - width(right)
        if room >= GAP:
            return left + " " * room + right
    right = truncate(rights[-1], columns)
    left = truncate(lefts[-1], max(0, columns - width(right) - GAP - 1))
    cut = f"{left}…" if left else ""
    return cut + " " * (columns - width(cut) - width(right)) + right
