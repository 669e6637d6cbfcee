"""The texts of colonial scotch whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        objective=(
            "Win a trick with the ten of trumps, capture the honours and make your book of six."
        ),
        options={
            "difference": "Difference",
            "difference.about": "Which side can score the difference of the two counts.",
            "difference.points": "To the side with more points",
            "difference.tricks": "To the side with more tricks",
        },
    ),
    "de": GameText(
        title="Koloniales Schottisches Whist",
        objective=(
            "Gewinnt einen Stich mit der Trumpf-Zehn, fangt die Honneurs und macht euer Buch von "
            "sechs Stichen."
        ),
        options={
            "difference": "Differenz",
            "difference.about": "Welche Seite die Differenz der beiden Summen schreiben kann.",
            "difference.points": "Für die Seite mit mehr Punkten",
            "difference.tricks": "Für die Seite mit mehr Stichen",
        },
    ),
}
