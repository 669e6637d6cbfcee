"""The texts of Solo Whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        options={
            "deals": "Deals",
            "overtricks": "Overtricks count",
            "overtricks.about": (
                "In a proposal, a solo or an abundance each trick over or under the bid is one "
                "point more from each opponent."
            ),
            "no_bid": "If all pass",
            "no_bid.throw-in": "On to the next deal",
            "no_bid.general-misere": "A general misère",
            "no_bid.about": (
                "In a general misère there are no trumps, and the player who takes the most tricks "
                "pays each of the others 2 points."
            ),
        },
    ),
    "de": GameText(
        title="Solo-Whist",
        objective="Biete, was du allein oder mit einem Partner schaffst, und mach es.",
        options={
            "deals": "Runden",
            "overtricks": "Überstiche zählen",
            "overtricks.about": (
                "Bei Vorschlag, Solo und Abondance bringt jeder Stich über oder unter dem Gebot "
                "einen Punkt mehr von jedem Gegner."
            ),
            "no_bid": "Wenn alle passen",
            "no_bid.throw-in": "Weiter mit der nächsten Runde",
            "no_bid.general-misere": "Gemeinsame Misère",
            "no_bid.about": (
                "Dann wird ohne Trumpf gespielt, und wer die meisten Stiche macht, zahlt jedem der "
                "anderen 2 Punkte."
            ),
        },
    ),
}
