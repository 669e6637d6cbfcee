// Kolonial-Whist.

export default `
Whist, wie man es in den Kolonien spielte: Die Partner werden ausgehoben, es geht bis zehn Punkte, und Honneurs gehören dem, der sie in Stichen fängt.

= AC KC QC JC

## Partner finden
Alle heben eine Karte ab; das Ass ist hoch. Die beiden höchsten spielen gegen die beiden niedrigsten, und die niedrigste gibt. Wo es darauf ankommt, wird bei gleichen Karten noch einmal abgehoben. Partner sitzen einander gegenüber. (C2)

> Anna hebt den König ab, Ben die Vier, Carl die Neun, Dora die Dame. Anna und Dora spielen gegen Ben und Carl, und Ben gibt.

## Geben und Spielen
Zu viert, 52 Karten, je dreizehn; die letzte Karte des Gebers wird aufgedeckt und bestimmt den Trumpf. Das und das Spiel selbst sind wie beim [Whist](/rules/whist). (C1)

## Die Wertung
Die ersten sechs Stiche einer Seite sind ihr Buch. Jeder Stich darüber zählt einen Punkt, und wer mehr Stiche hat, hat die Gabe gewonnen. (C3)

Wer die Gabe gewinnt, schreibt auch die Honneurs in seinen Stichen: drei von Ass, König, Dame und Bube der Trumpffarbe sind 2 Punkte, alle vier sind 4. Die Honneurs der Verlierer zählen nichts. Stiche werden vor Honneurs geschrieben. (C5)

= AC KC QC | Drei Honneurs in den Stichen der Gewinner: 2 Punkte.

> Anna und Dora machen 8 Stiche, darin Ass, Dame und Bube der Trumpffarbe. Sie schreiben 8 − 6 = 2 für Stiche und 2 für Honneurs: 4 Punkte.

Wer zuerst zehn Punkte hat, gewinnt. Ein Tisch kann eine andere Zahl vereinbaren. (C4)
`;
