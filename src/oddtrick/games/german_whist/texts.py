"""The texts of German whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        options={
            "count": "Tricks that count",
            "count.second": "The last thirteen",
            "count.all": "All 26",
            "deals": "Deals",
            "target": "Deals to win",
            "target.none": "A number of deals",
        },
    ),
    "de": GameText(
        title="German Whist",
        objective=(
            "Gewinn gute Karten vom Stapel, dann mach die meisten der letzten dreizehn Stiche."
        ),
        options={
            "count": "Stiche, die zählen",
            "count.second": "Die letzten dreizehn",
            "count.all": "Alle 26",
            "deals": "Runden",
            "target": "Runden zum Sieg",
            "target.none": "Eine feste Zahl von Runden",
        },
    ),
}
