"""The texts of whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        objective="Take more than six of the thirteen tricks with the partner opposite you.",
        options={
            "trumps": "Trumps",
            "trumps.turn-up": "The dealer’s last card",
            "trumps.sequence": "♥ ♦ ♠ ♣ in turn",
            "trumps.sequence-nt": "♥ ♦ ♠ ♣, then no trumps",
            "trumps.hearts": "Always hearts",
            "trumps.diamonds": "Always diamonds",
            "trumps.spades": "Always spades",
            "trumps.clubs": "Always clubs",
            "trumps.no-trumps": "Always no trumps",
            "match": "Length",
            "match.game": "One game",
            "match.rubber": "Best of three games",
            "match.deals": "Fixed number of deals",
            "deals": "Deals",
            "rubber_points": "Rubber points",
            "rubber_points.about": (
                "A game counts 3, 2 or 1 by the losers’ score, and the rubber 2."
            ),
            "refused.D1": (
                "Honours don’t count in a fixed number of deals. Choose another length, or play "
                "without honours."
            ),
            "refused.X6": (
                "Rubber points need a rubber. Choose best of three games as the length."
            ),
        },
    ),
    "de": GameText(
        title="Whist",
        objective="Macht zu zweit mehr als sechs der dreizehn Stiche.",
        options={
            "trumps": "Trumpf",
            "trumps.turn-up": "Letzte Karte des Gebers",
            "trumps.sequence": "♥ ♦ ♠ ♣ der Reihe nach",
            "trumps.sequence-nt": "♥ ♦ ♠ ♣, dann ohne Trumpf",
            "trumps.hearts": "Immer Herz",
            "trumps.diamonds": "Immer Karo",
            "trumps.spades": "Immer Pik",
            "trumps.clubs": "Immer Kreuz",
            "trumps.no-trumps": "Immer ohne Trumpf",
            "match": "Länge",
            "match.game": "Ein Spiel",
            "match.rubber": "Auf zwei gewonnene Spiele",
            "match.deals": "Feste Zahl von Runden",
            "deals": "Runden",
            "rubber_points": "Rubberpunkte",
            "rubber_points.about": (
                "Ein Spiel zählt nach dem Stand der Verlierer 3, 2 oder 1, der Rubber 2."
            ),
            "refused.D1": (
                "Bei einer festen Zahl von Runden zählen Honneurs nicht. Wähle eine andere Länge "
                "oder spiele ohne Honneurs."
            ),
            "refused.X6": (
                "Rubberpunkte gibt es nur im Rubber. Wähle als Länge „Auf zwei gewonnene Spiele“."
            ),
        },
    ),
}
