// Kolonial-Whist.

export default `
Whist, wie man es in den Kolonien spielte: Die Partner werden durch Abheben bestimmt, gespielt wird bis zehn Punkte, und Honneurs zählen für die Seite, die sie in ihren Stichen hat.

= AC KC QC JC

## Partner finden
Alle heben eine Karte ab; das Ass ist hoch. Die beiden höchsten spielen gegen die beiden niedrigsten, und die niedrigste gibt. Kommt es auf gleiche Karten an, wird noch einmal abgehoben. Partner sitzen einander gegenüber. (C2)

> Anna hebt den König ab, Ben die Vier, Carl die Neun, Dora die Dame. Anna und Dora spielen gegen Ben und Carl, und Ben gibt.

## Geben und Spielen
Zu viert, 52 Karten, je dreizehn; die letzte Karte des Gebers wird aufgedeckt und bestimmt den Trumpf. All das und der Spielverlauf sind wie beim [Whist](/rules/whist). (C1)

## Die Wertung
Die ersten sechs Stiche einer Seite sind ihr Buch. Jeder Stich darüber zählt einen Punkt, und die Seite mit mehr Stichen gewinnt die Runde. (C3)

Die Gewinner der Runde schreiben auch die Honneurs in ihren Stichen: drei von Ass, König, Dame und Bube der Trumpffarbe sind 2 Punkte, alle vier sind 4. Die Honneurs der Verlierer zählen nichts. Stiche werden vor Honneurs geschrieben. (C5) **Unsere Lesart:** Nur die Gewinner der Runde schreiben Honneurs, und zwar die in ihren Stichen und nach den Stichen. **Andere Tische:** Die Whist-Regeln zählen sie für die Seite, der sie gegeben wurden, egal wer die Runde gewinnt: Wähle „Honneurs: Wie ausgeteilt“.

Ein Tisch kann die Honneurs stattdessen wie ausgeteilt zählen: für die Seite, der drei oder alle vier gegeben wurden, egal, wer sie im Spiel gewinnt. Stiche zählen auch dann zuerst. (X2)

= AC KC QC | Drei Honneurs in den Stichen der Gewinner: 2 Punkte.

> Anna und Dora machen 8 Stiche, darin Ass, Dame und Bube der Trumpffarbe. Sie schreiben 8 − 6 = 2 für Stiche und 2 für Honneurs: 4 Punkte.

Wer zuerst zehn Punkte hat, gewinnt. Ein Tisch kann eine andere Zahl vereinbaren. (C4)
`;
