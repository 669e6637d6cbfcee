"""What a review says: tags with what they name, and for each an English sentence beside.

A sentence is data, so that a page may say it in another language. It speaks to the player whose
decision it was, of that moment, as if it were now.

>>> told(Sentence("partner-safe", {"card": "KH"}))
"Partner's K♥ is winning, and nobody behind you can beat it."
>>> told(Sentence("opponent-out", {"seat": "3", "suit": "hearts"}), ["Ann", "Bob", "Cy", "Di"])
'Di has shown out of hearts and may have trumps.'
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.heuristics.reasons import SENTENCES
from oddtrick.cards import Card, parse_card

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oddtrick.bots.heuristics.situation import Situation


class Sentence(msgspec.Struct, frozen=True):
    """One sentence.

    Args:
        tag: a key of :data:`CATALOGUE`.
        params: what it names: ``card``, ``higher`` and ``guarded`` are cards as in ``"KH"``,
            ``suit``, ``rank`` and ``kept`` go by their names, ``seat`` is the number of a seat, and
            the others are counts.
    """

    tag: str
    params: dict[str, str] = {}


Fact = Callable[["Situation", Card, Card], Sentence | None]
"""What speaks for the first card or against the second; it follows from what the seat has seen."""

CARD_PARAMS = frozenset({"card", "higher", "guarded"})
"""The parameters that are cards."""

FACTS: Mapping[str, str] = MappingProxyType(
    {
        # To a trick under way.
        "partner-ahead": "Partner's {card} is winning the trick.",
        "partner-safe": "Partner's {card} is winning, and nobody behind you can beat it.",
        "wins-last": "You play last, and the {card} wins the trick.",
        "wins-surely": "Nobody behind you can beat the {card}.",
        "enough": "The {card} is high enough: nobody behind you can beat it.",
        "high-for-nothing": "None of your cards wins the trick, the {card} neither.",
        "gives-points": "An opponent is winning, and the {card} counts {count}.",
        "takes-points": "There are {count} points in this trick.",
        "opponent-behind": "{seat} plays after you, has shown out of {suit} and may overtrump.",
        "partner-doubtful": "The {higher} is not gone: it beats partner's {card}.",
        "one-above": "In its own suit only the {higher} can beat the {card}.",
        # What to keep.
        "best-left": "The {card} is the best card left in {suit}.",
        "guards": "Your {guarded} needs the {card} beside it.",
        "ten-unseen": "The {higher} is not gone: the {card} may still catch it.",
        # What to lead.
        "best-left-safe": "The {card} is the best card left in {suit}, and nobody can trump it.",
        "higher-unseen": "The {higher} is not gone: it beats the {card}.",
        "partner-out": "Partner has shown out of {suit}.",
        "partner-out-bare": "Partner is out of {suit} and out of trumps.",
        "partner-led": "Partner has led {suit}.",
        "opponents-led": "The opponents have led {suit} themselves.",
        "tenace": "A card is missing between your {higher} and {card}: let others lead {suit}.",
        "longest": "Your longest suit is {suit}.",
        "singleton": "The {card} is your only card in {suit}, and you have trumps.",
        "opponent-out": "{seat} has shown out of {suit} and may have trumps.",
        "only-partners-trumps": "The opponents are out of trumps: this takes only partner's.",
        # Counts.
        "trumps-mine": "All trumps are gone but yours.",
        "trumps-count": "Trumps: {gone} gone, {own} in your hand, {out} unseen.",
        "trumps-choice": "Cards that you hold in {suit}: {count}.",
        # Where nothing simpler is true.
        "in-worlds": (
            "In {worlds} deals that fit what you have seen no card is clearly better than "
            "the {card}."
        ),
    }
)
"""What can be seen at the table, in the words of a player."""

CATALOGUE: Mapping[str, str] = MappingProxyType({**SENTENCES, **FACTS})
"""For each tag its sentence: those of the rules of thumb, and those of a review."""


def told(sentence: Sentence, names: Sequence[str] | None = None) -> str:
    """The sentence in English.

    Args:
        sentence: what to say.
        names: of the seats, or None.

    Raises:
        KeyError: there is no such tag.
    """
    words = {}
    for name, value in sentence.params.items():
        if name in CARD_PARAMS:
            words[name] = parse_card(value).symbols
        elif name == "seat":
            words[name] = f"seat {value}" if names is None else names[int(value)]
        else:
            words[name] = value
    text = CATALOGUE[sentence.tag].format_map(words)
    return text[:1].upper() + text[1:]
