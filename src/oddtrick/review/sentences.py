"""Sentences of hints and reviews as data: a tag of the catalogue, with what it names.

A sentence tells of the moment of a decision as if it were now. To the player who decides, in a hint
or in a review, it says "you"; to others it addresses nobody, unless it would name the reader.

>>> Sentence("partner-safe", {"card": "KH"}).text()
"Partner's K♥ is winning, and nobody still to play can beat it."
>>> Sentence("partner-safe", {"card": "KH"}).text("de")
'Der Partner gewinnt mit K♥, und niemand dahinter kann das schlagen.'
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from oddtrick.i18n.localizer import Localizer


class Sentence(msgspec.Struct, frozen=True):
    """One sentence.

    Args:
        tag: the key in the catalogue of sentences.
        params: the parameters: ``card``, ``higher`` and ``guarded`` are cards as in ``"KH"``,
            ``cards`` and ``suits`` are several, with spaces between them, ``suit``, ``rank`` and
            ``kept`` go by their English names, ``seat`` is the number of a
            seat, and the others are counts.
    """

    tag: str
    params: dict[str, str] = {}

    def text(
        self,
        language: str = "en",
        names: Sequence[str] | None = None,
        reader: int | None = None,
        *,
        to_player: bool = False,
    ) -> str:
        """The sentence in a language.

        Args:
            language: ``en`` or ``de``.
            names: the players' names, by seat; None: they are called opponents.
            reader: the seat of the reader, who is called "you"; None: nobody's, or unknown.
            to_player: the reader is the player who decides.

        Raises:
            KeyError: there is no such tag.
        """
        words = Localizer(language)
        return words.sentence(self.tag, self.params, names, reader, to_player=to_player)
