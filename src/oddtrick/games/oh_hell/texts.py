"""The texts of Oh Hell for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        options={
            "most": "Cards of the largest deal",
            "most.none": "As many as can be, up to ten",
            "run": "Deals",
            "run.down": "Down to one card",
            "run.down-up": "Down to one card and up again",
            "run.up-down": "Up from one card and down again",
            "no_trump_at_most": "No trumps in the largest deals",
            "hook": "The bids may not add up",
            "hook.about": (
                "The dealer, who bids last, may not make the bids add up to the number of tricks."
            ),
            "score": "Points",
            "score.exact": "For an exact bid only",
            "score.tricks-plus": "For every trick, and ten more for an exact bid",
        },
    ),
    "de": GameText(
        title="Oh Hell",
        objective="Sag an, wie viele Stiche du machst, und mach genau so viele.",
        options={
            "most": "Karten der größten Runde",
            "most.none": "So viele wie möglich, bis zu zehn",
            "run": "Runden",
            "run.down": "Abwärts bis zu einer Karte",
            "run.down-up": "Abwärts bis zu einer Karte und wieder aufwärts",
            "run.up-down": "Von einer Karte aufwärts und wieder abwärts",
            "no_trump_at_most": "Kein Trumpf in den größten Runden",
            "hook": "Die Ansagen dürfen nicht aufgehen",
            "hook.about": (
                "Der Geber sagt als Letzter an, und die Ansagen dürfen zusammen nicht die Zahl der "
                "Stiche ergeben."
            ),
            "score": "Punkte",
            "score.exact": "Nur für eine genaue Ansage",
            "score.tricks-plus": "Für jeden Stich, und zehn mehr für eine genaue Ansage",
        },
    ),
}
