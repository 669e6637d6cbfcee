"""Sentences of hints and reviews as data: a tag of the catalogue, with what it names.

A sentence tells of the moment of a decision as if it were now, and addresses nobody: it suits the
player who asks for a hint and the reader of anybody's review. Only where it would name the reader
it says "you" instead.

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
    ) -> str:
        """The sentence in a language.

        Args:
            language: ``en`` or ``de``.
            names: the players' names, by seat; None: seats are numbered.
            reader: the seat of the reader, who is called "you"; None: nobody's, or unknown.

        Raises:
            KeyError: there is no such tag.
        """
        return Localizer(language).sentence(self.tag, self.params, names, reader)
