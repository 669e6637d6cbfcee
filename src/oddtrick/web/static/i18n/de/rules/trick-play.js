// Gemeinsame Regeln aller Spiele der Familie.

export default `
Jedes Spiel der Whist-Familie besteht aus Stichen. Wer das einmal gelernt hat, kennt schon die Hälfte von jedem.

## Rund um den Tisch
Alle sitzen im Kreis, und alles geht im Uhrzeigersinn. (T1)

Wenn keine Regel sagt, wer zuerst gibt, heben alle ab: Die niedrigste Karte gibt, und bei gleichen Karten wird noch einmal abgehoben. Das Ass ist hoch; mit der Einstellung „Ass beim Abheben: Niedrig“ ist es die niedrigste Karte. (T7) **Unsere Lesart:** Die Quellen lassen den ersten Geber offen; hier gibt die niedrigste Karte, und das Ass ist hoch. **Andere Tische:** Nach den alten Whist-Regeln ist das Ass beim Abheben die niedrigste Karte; anderswo gibt die höchste.

## Ein Stich
- Ein Spieler spielt aus: Er legt eine beliebige Karte offen in die Mitte. Zum ersten Stich spielt aus, wer links vom Geber sitzt. (T2)
- Reihum legen die anderen je eine Karte dazu. Wer die ausgespielte Farbe hat, muss sie bedienen; wer sie nicht hat, darf jede Karte spielen, Trumpf oder nicht. (T3)
- Der höchste Trumpf gewinnt den Stich. Fiel kein Trumpf, gewinnt die höchste Karte der ausgespielten Farbe; andere Farben können nicht gewinnen. (T4)
- Wer den Stich gewinnt, nimmt ihn und spielt zum nächsten aus. (T5)

= 9H KH 3S 5H | Herz ist ausgespielt. Der König ist das höchste Herz, aber die Pik-Drei gewinnt, wenn Pik Trumpf ist.

## An diesem Tisch
Eine unerlaubte Karte wird mit Hinweis auf die verletzte Regel abgelehnt, und du wählst neu: Falsch bedienen kann hier niemand. (T8)

Wenn feststeht, dass du alle restlichen Stiche machst, darfst du sie beanspruchen. Das gilt nur, wenn es sich aus dem ergibt, was du gesehen hast: wie auch immer die verdeckten Karten liegen und was auch immer die anderen spielen. (T9)

## Von Runde zu Runde
Nach jeder Runde gibt, wer links vom letzten Geber sitzt. Beim Knock-out-Whist gibt, wer als Nächstes noch dabei ist. (T6)
`;
