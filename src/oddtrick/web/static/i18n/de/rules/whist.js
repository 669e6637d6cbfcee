// Whist.

export default `
Zu viert, zwei gegen zwei. Mach mit deinem Gegenüber mehr der dreizehn Stiche als die andere Seite; die Seite, die zuerst fünf Punkte hat, gewinnt.

= TS JD QC KH AS

## Das Geben
Partner sitzen einander gegenüber und bleiben es die ganze Partie. (W1)

Ein Tisch kann um die Partner abheben lassen: Die beiden höchsten Karten spielen gegen die beiden niedrigsten, und die niedrigste gibt. (X3)

Gespielt wird mit allen 52 Karten. In jeder Farbe ist das Ass am höchsten, dann kommen König, Dame, Bube, Zehn und so weiter bis zur Zwei. (W2)

Wer links vom Geber sitzt, mischt, wer rechts sitzt, hebt ab, und der Geber verteilt einzeln je dreizehn Karten. Ein rotes und ein blaues Kartenspiel wechseln sich ab. (W3)

Die allerletzte Karte, eine des Gebers, wird aufgedeckt: Ihre Farbe ist Trumpf. Sie liegt für alle sichtbar auf dem Tisch, bis der Geber zum ersten Stich spielt, und gehört dann zu seinem Blatt wie jede andere. (W4)

= 8D | Die Karo-Acht wird aufgedeckt: In dieser Runde ist Karo Trumpf.

**Trümpfe der Reihe nach.** Statt einer aufgedeckten Karte: Herz in der ersten Runde, dann Karo, Pik, Kreuz und wieder Herz; oder immer dieselbe Farbe. (R1) Oder mit einer Runde ohne Trumpf nach Kreuz, sodass jede fünfte keinen hat; oder nie mit Trumpf. (R2) Im Rubber geht die Reihe von Spiel zu Spiel weiter. (R3)

## Das Spiel
Wer links vom Geber sitzt, spielt aus. Bediene die Farbe, wenn du kannst, sonst spiel, was du willst. Der höchste Trumpf gewinnt, sonst die höchste Karte der ausgespielten Farbe, und wer gewinnt, spielt als Nächstes aus. Mehr dazu unter [Stiche](/rules#T1).

## Die Wertung
Die ersten sechs Stiche einer Seite bringen nichts. Die Seite mit mehr als sechs schreibt für jeden weiteren einen Punkt: Das sind die überzähligen Stiche, englisch odd tricks. (W5)

> Anna und Carl machen 9 Stiche, Ben und Dora 4. Anna und Carl schreiben 9 − 6 = 3 Punkte.

Wer zuerst die vereinbarten Punkte erreicht, gewinnt das Spiel: fünf im britischen Spiel, sieben im amerikanischen, neun beim Langen Whist, oder was der Tisch vereinbart. (W6)

## Honneurs
Honneurs sind Ass, König, Dame und Bube der Trumpffarbe. Normalerweise zählen sie nicht. Ein Tisch kann sie auf zwei Arten zählen lassen.

= AD KD QD JD | Die Honneurs, wenn Karo Trumpf ist.

**Wie ausgeteilt.** Wurden einer Seite alle vier gegeben, schreibt sie 4 Punkte, bei dreien 2, egal, wer sie im Spiel gewinnt. (H1) **Unsere Lesart:** Niemand muss Honneurs ansagen, sie werden nach der Runde von selbst gezählt. **Andere Tische:** Nach den alten Regeln verfallen sie, wenn sie nicht vor dem nächsten Aufdecken angesagt werden.

- Eine Seite, der zu Beginn der Runde nur ein Punkt fehlt, kann in dieser Runde keine Honneurs schreiben. (H2) **Unsere Lesart:** Das gilt bei jedem Ziel einen Punkt davor, bei 4 im Spiel bis fünf wie bei 8 im Spiel bis neun. **Andere Tische:** Manche kennen es nur bei 4 im Spiel bis fünf, andere gar nicht.
- Stiche zählen zuerst. Wer mit ihnen ans Ziel kommt, gewinnt, egal welche Honneurs die anderen haben. (H3)
- Ohne Trumpf keine Honneurs. Sobald eine Seite das Ziel erreicht, wird nicht weitergeschrieben; Punkte über dem Ziel behält sie. (H4)

> Beide Seiten haben 3 Punkte. Anna und Carl machen 8 Stiche, Ben und Dora wurden alle vier Honneurs gegeben. Anna und Carl schreiben zuerst ihre 2 und gewinnen 5 zu 3.

**Wie in Stichen gewonnen.** Honneurs zählen für die Seite mit mehr Stichen, und zwar die in diesen Stichen: drei sind 2 Punkte, vier sind 4. (H5)

## Die Länge der Partie
Ein einzelnes Spiel; ein Rubber, den die Seite gewinnt, die zuerst zwei Spiele hat; oder eine feste Zahl von Runden. Jedes Spiel eines Rubbers beginnt bei null, und gegeben wird weiter reihum. (W7)

**Rubberpunkte.** Ein Tisch kann einem Rubber Punkte geben: Ein Spiel zählt 3, wenn die Verlierer darin keinen Punkt haben (Treble), 2, wenn sie weniger als die Hälfte des Ziels haben (Double), sonst 1. Die Gewinner des Rubbers bekommen 2 dazu, und die Punkte der verlorenen Spiele gehen ab: Ein Rubber ist höchstens 8 wert, ein Bumper. (X6)

**Feste Zahl von Runden.** Es gibt kein Punkteziel. Jeder zählt die überzähligen Stiche seiner Seite über alle Runden zusammen; Honneurs zählen nicht. (D1)

So wird auch beim Whist Drive gespielt: viele Tische, an denen gleich viele Runden mit festgelegten Trümpfen gespielt werden, bevor alle die Plätze wechseln. (D2) Wer wohin wechselt und wer die Preise bekommt, ist Sache der Veranstalter. (D3)
`;
