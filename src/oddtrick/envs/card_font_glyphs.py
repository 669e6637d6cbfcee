"""A font of 5 by 7 pixels for cards: ranks, suits and digits."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEIGHT, WIDTH = 7, 5

# Each row is a number of five bits, the left pixel first; rows from the top, in base 32.
_ROWS = {
    "0": "ehjlphe",
    "1": "4c4444e",
    "2": "eh1248v",
    "3": "v2421he",
    "4": "26aiv22",
    "5": "vgu11he",
    "6": "68guhhe",
    "7": "v124888",
    "8": "ehhehhe",
    "9": "ehhf12c",
    "A": "ehhvhhh",
    "J": "72222ic",
    "K": "hikokih",
    "Q": "ehhhlid",
    "T": "v444444",
    "N": "hpllljh",
    "-": "000e000",
    "♣": "eevvv4e",
    "♦": "4evvve4",
    "♥": "avvvee4",
    "♠": "4eevv4e",
}


@cache
def glyph(letter: str) -> NDArray[np.bool_]:
    """The pixels of a letter: ``[7, 5]`` bool.

    >>> for row in glyph("♦"):
    ...     print("".join(".#"[int(pixel)] for pixel in row))
    ..#..
    .###.
    #####
    #####
    #####
    .###.
    ..#..
    """
    rows = [int(row, 32) for row in _ROWS[letter]]
    return np.array(
        [[row >> bit & 1 for bit in reversed(range(WIDTH))] for row in rows], dtype=np.bool_
    )
