"""Numbers with their nouns, in English."""

from __future__ import annotations


def count_noun(count: int, noun: str) -> str:
    """The number with its noun in the singular or plural.

    >>> count_noun(1, "trick"), count_noun(2, "match"), count_noun(1200, "row")
    ('1 trick', '2 matches', '1,200 rows')
    """
    ending = "" if count == 1 else "es" if noun.endswith(("ch", "s")) else "s"
    return f"{count:,} {noun}{ending}"
