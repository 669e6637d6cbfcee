"""The texts of colonial whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        objective=(
            "Win tricks with your partner and capture the ace, king, queen and knave of trumps."
        ),
    ),
    "de": GameText(
        title="Kolonial-Whist",
        objective=(
            "Gewinnt zu zweit Stiche und fangt dabei Ass, König, Dame und Bube der Trumpffarbe."
        ),
    ),
}
