"""The texts of scotch whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        objective="Catch the ten: a short game for two to eight, won by capturing the top trumps.",
        options={
            "sides": "Sides",
            "sides.about": "Partners sit evenly around the table; all sides are the same size.",
            "sides.none": "Everyone for themselves",
            "count_out": "Counting out",
            "count_out.about": "If several sides would get there in one deal.",
            "count_out.together": "The highest total wins",
            "count_out.order": "In order: ten, cards, ace, king, queen, jack",
            "refused.S1": (
                "The players can’t form that many sides of equal size, two or more players each."
            ),
            "refused.X3": (
                "Without sides nobody has a partner to cut for. Choose sides, or partners by "
                "their seats."
            ),
        },
    ),
    "de": GameText(
        title="Schottisches Whist",
        objective=(
            "Fang die Zehn: ein kurzes Spiel für zwei bis acht, in dem die hohen Trümpfe zählen."
        ),
        options={
            "sides": "Parteien",
            "sides.about": (
                "Partner sitzen gleichmäßig um den Tisch; alle Parteien sind gleich groß."
            ),
            "sides.none": "Alle für sich",
            "count_out": "Auszählen",
            "count_out.about": "Wenn mehrere in einer Runde ans Ziel kämen.",
            "count_out.together": "Der höchste Stand gewinnt",
            "count_out.order": "Der Reihe nach: Zehn, Karten, Ass, König, Dame, Bube",
            "refused.S1": (
                "So viele gleich große Parteien aus zwei oder mehr Spielern lassen sich nicht "
                "bilden."
            ),
            "refused.X3": (
                "Ohne Parteien gibt es keine Partner, um die man abheben kann. Wähle Parteien, "
                "oder Partner nach den Plätzen."
            ),
        },
    ),
}
