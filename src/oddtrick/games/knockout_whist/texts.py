"""The texts of knockout whist for people, by language."""

from __future__ import annotations

from oddtrick.games.game import GameText

TEXTS = {
    "en": GameText(
        objective=(
            "Take a trick in every deal or you’re out. One card fewer each time; the last "
            "player left wins."
        ),
        options={
            "choose": "The winner of the most tricks chooses trumps",
            "choose.seen": "After seeing the new cards",
            "choose.blind": "Before seeing them",
            "tie": "Break ties for most tricks by",
            "tie.cut": "Cutting cards",
            "tie.rps": "Rock, paper, scissors",
            "dogs_life": "Dog’s life",
            "dogs_life.about": (
                "The first player without a trick stays in for one deal with a single card, and "
                "may knock instead of playing it."
            ),
            "broken": "Trumps must be broken",
            "broken.about": (
                "You can’t lead trumps until one has been played to another suit, unless you hold "
                "nothing else."
            ),
        },
    ),
    "de": GameText(
        title="Knock-out-Whist",
        objective=(
            "Mach in jeder Runde einen Stich, sonst scheidest du aus. Jedes Mal eine Karte "
            "weniger; wer übrig bleibt, gewinnt."
        ),
        options={
            "choose": "Wer die meisten Stiche gemacht hat, wählt Trumpf",
            "choose.seen": "Nach Ansicht der neuen Karten",
            "choose.blind": "Vor Ansicht der Karten",
            "tie": "Gleichstand entscheiden durch",
            "tie.cut": "Abheben",
            "tie.rps": "Schere, Stein, Papier",
            "dogs_life": "Hundeleben",
            "dogs_life.about": (
                "Wer als Erster keinen Stich macht, bleibt noch eine Runde mit einer einzigen "
                "Karte dabei und darf klopfen, statt sie zu spielen."
            ),
            "broken": "Trumpf muss gebrochen sein",
            "broken.about": (
                "Trumpf darf erst ausgespielt werden, wenn einer auf eine andere Farbe gefallen "
                "ist, außer du hast nichts anderes."
            ),
        },
    ),
}
