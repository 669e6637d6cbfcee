"""The texts of Bid Whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        options={
            "least": "Lowest bid",
            "down_over_up": "Downtown beats uptown",
            "down_over_up.about": (
                "At the same number. Otherwise neither beats the other, and no trump beats both."
            ),
            "sport": "The kitty is shown",
            "sport.about": "Everyone sees the kitty before the highest bidder takes it.",
            "aces": "Aces downtown",
            "aces.good": "Good: A 2 3 … K",
            "aces.bad": "Bad: 2 3 … K A",
            "double_nt": "No trump counts double",
            "call.no-trump-high": "no trump, high",
            "call.no-trump-low": "no trump, low",
        },
    ),
    "de": GameText(
        title="Bid Whist",
        objective="Reize um Trumpf und Talon, mit hohen oder tiefen Karten, und mach die Stiche.",
        options={
            "least": "Niedrigstes Gebot",
            "down_over_up": "Abwärts überbietet aufwärts",
            "down_over_up.about": (
                "Bei gleicher Zahl. Sonst überbietet keines das andere, und ohne Trumpf beide."
            ),
            "sport": "Der Talon wird gezeigt",
            "sport.about": "Alle sehen den Talon, bevor ihn der Höchstbietende nimmt.",
            "aces": "Asse abwärts",
            "aces.good": "Gut: A 2 3 … K",
            "aces.bad": "Schlecht: 2 3 … K A",
            "double_nt": "Ohne Trumpf zählt doppelt",
            "call.no-trump-high": "ohne Trumpf, hoch",
            "call.no-trump-low": "ohne Trumpf, tief",
        },
    ),
}
