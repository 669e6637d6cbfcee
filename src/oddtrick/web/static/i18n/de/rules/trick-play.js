// Gemeinsame Regeln aller Spiele der Familie.

export default `
Jedes Spiel der Whist-Familie besteht aus Stichen. Das lernst du einmal, und dann kennst du schon von jedem die Hälfte.

## Ein Stich
Alle sitzen im Kreis, und alles geht im Uhrzeigersinn. (T1)

- Jemand spielt aus: legt irgendeine Karte offen in die Mitte. Zum ersten Stich tut das, wer links vom Geber sitzt. (T2)
- Reihum legen die anderen je eine Karte dazu. Wer die ausgespielte Farbe hat, muss sie bedienen; wer sie nicht hat, darf jede Karte spielen, Trumpf oder nicht. (T3)
- Der höchste Trumpf gewinnt den Stich. Fiel kein Trumpf, gewinnt die höchste Karte der ausgespielten Farbe; andere Farben können nicht gewinnen. (T4)
- Wer den Stich gewinnt, nimmt ihn und spielt zum nächsten aus. (T5)

= 9H KH 3S 5H | Herz ist ausgespielt. Der König ist das höchste Herz, aber die Pik-Drei gewinnt, wenn Pik Trumpf ist.

## Von Gabe zu Gabe
Nach jeder Gabe gibt, wer links vom letzten Geber sitzt. Beim Knock-out-Whist ist das die nächste Person, die noch dabei ist. (T6)

Wo keine Regel sagt, wer zuerst gibt, heben alle ab: Die niedrigste Karte gibt, das Ass zählt hoch, und bei gleichen Karten wird noch einmal abgehoben. (T7)

## An diesem Tisch
Eine Karte, die nicht gespielt werden darf, wird mit der Regel abgewiesen, gegen die sie verstößt, und du wählst neu: Falsch bedienen kann hier niemand. (T8)

Wenn feststeht, dass du alle restlichen Stiche machst, darfst du sie ansagen. Die Ansage gilt nur, wenn sie gegen jedes Spiel der anderen hält; das Haus prüft es an den wirklichen Karten. (T9)
`;
