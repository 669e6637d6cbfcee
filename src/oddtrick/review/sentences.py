"""What a review says: tags with what they name, and for each an English sentence beside.

A sentence is data, so that a page may say it in another language. Its parameters are words of the
game: cards as in ``"KH"``, suits and ranks by their names, seats and counts as numbers.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.reasons import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Sentence(msgspec.Struct, frozen=True):
    """One sentence.

    Args:
        tag: a key of :data:`CATALOGUE`.
        params: what it names.
    """

    tag: str
    params: dict[str, str] = {}


CATALOGUE: Mapping[str, str] = MappingProxyType({**SENTENCES})
"""For each tag its sentence, those of the rules of thumb among them."""


def told(sentence: Sentence, names: Sequence[str] | None = None) -> str:
    """The sentence in English, to the player whose decision it was.

    Args:
        sentence: what to say.
        names: of the seats, or None.
    """
    return CATALOGUE[sentence.tag].format_map(sentence.params)
