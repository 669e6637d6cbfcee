"""The texts of Minnesota whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        options={
            "set": "Points a trick against those who granded",
            "set.about": (
                "In a high deal the side that granded may take fewer than seven tricks. Then the "
                "other side scores this for each of its tricks above six."
            ),
        },
    ),
    "de": GameText(
        title="Minnesota-Whist",
        objective="Sag mit der Farbe einer Karte, ob ihr Stiche machen oder meiden wollt.",
        options={
            "set": "Punkte je Stich gegen die Ansager",
            "set.about": (
                "In einer hohen Runde kann die Seite, die sie wollte, weniger als sieben Stiche "
                "machen. Dann schreibt die andere so viel für jeden ihrer Stiche über sechs."
            ),
        },
    ),
}
