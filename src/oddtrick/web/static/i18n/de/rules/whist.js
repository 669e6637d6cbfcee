// Whist.

export default `
Zu viert, zwei gegen zwei. Mach mit deinem Gegenüber mehr der dreizehn Stiche als die andere Seite; wer zuerst fünf Punkte hat, gewinnt.

= TS JD QC KH AS

## Das Geben
Partner sitzen einander gegenüber und bleiben es die ganze Partie. (W1)

Gespielt wird mit allen 52 Karten. In jeder Farbe ist das Ass am höchsten, dann kommen König, Dame, Bube, Zehn und so weiter bis zur Zwei. (W2)

Wer links vom Geber sitzt, mischt, wer rechts sitzt, hebt ab, und der Geber verteilt einzeln je dreizehn Karten. Ein rotes und ein blaues Spiel wechseln sich ab. (W3)

Die allerletzte Karte, eine des Gebers, wird aufgedeckt: Ihre Farbe ist Trumpf. Sie liegt für alle sichtbar auf dem Tisch, bis der Geber zum ersten Stich spielt, und gehört dann zu seiner Hand wie jede andere. (W4)

= 8D | Die Karo-Acht wird aufgedeckt: In dieser Gabe ist Karo Trumpf.

## Das Spiel
Wer links vom Geber sitzt, spielt aus. Bediene die Farbe, wenn du kannst, sonst spiel, was du willst. Der höchste Trumpf gewinnt, sonst die höchste Karte der ausgespielten Farbe, und wer gewinnt, spielt als Nächstes aus. Ausführlich steht es unter [Stiche](/rules#T1).

## Die Wertung
Die ersten sechs Stiche einer Seite bringen nichts. Wer mehr als sechs hat, schreibt für jeden weiteren einen Punkt: das sind die überzähligen Stiche, englisch odd tricks. (W5)

> Anna und Carl machen 9 Stiche, Ben und Dora 4. Anna und Carl schreiben 9 − 6 = 3 Punkte.

Wer zuerst die vereinbarten Punkte erreicht, hat das Spiel gewonnen: fünf im britischen Spiel, sieben im amerikanischen, neun beim Langen Whist, oder was der Tisch ausmacht. (W6)

## Spielarten
**Länge.** Ein einzelnes Spiel; ein Rubber, den die Seite gewinnt, die zuerst zwei Spiele hat; oder eine feste Zahl von Gaben. Jedes Spiel eines Rubbers beginnt bei null, und das Geben geht weiter reihum. (W7)

**Feste Zahl von Gaben.** Es gibt kein Punkteziel. Alle zählen für sich die überzähligen Stiche ihrer Seite über alle Gaben zusammen, und Honneurs zählen nicht. (D1)

So wird auch beim Whist Drive gespielt: viele Tische, an denen gleich viele Gaben mit festgelegten Trümpfen gespielt werden, bevor alle die Plätze wechseln. (D2) Wer wohin wechselt und wer die Preise bekommt, ist Sache der Veranstalter. (D3)

**Trümpfe der Reihe nach.** Statt einer aufgedeckten Karte: Herz in der ersten Gabe, dann Karo, Pik, Kreuz und wieder Herz. (R1) Oder mit einer Gabe ohne Trumpf nach Kreuz, sodass jede fünfte keinen hat. (R2) Im Rubber geht die Reihe von Spiel zu Spiel weiter. (R3)

## Honneurs
Honneurs sind Ass, König, Dame und Bube der Trumpffarbe. Gewöhnlich zählen sie nicht. Ein Tisch kann sie auf zwei Arten zählen lassen.

= AD KD QD JD | Die Honneurs, wenn Karo Trumpf ist.

**Wie ausgeteilt.** Wurden einer Seite alle vier gegeben, schreibt sie 4 Punkte, bei dreien 2, gleich wer sie im Spiel gewinnt. (H1)

- Wem zu Beginn der Gabe nur ein Punkt fehlt, der kann in ihr keine Honneurs schreiben. (H2)
- Stiche zählen zuerst. Wer mit ihnen ans Ziel kommt, hat gewonnen, welche Honneurs die anderen auch haben. (H3)
- Ohne Trumpf keine Honneurs. Sobald eine Seite das Ziel erreicht, wird nicht weiter geschrieben; was sie dann darüber hat, behält sie. (H4)

> Beide Seiten haben 3 Punkte. Anna und Carl machen 8 Stiche, Ben und Dora wurden alle vier Honneurs gegeben. Anna und Carl schreiben zuerst ihre 2 und haben 5 zu 3 gewonnen.

**Wie in Stichen gewonnen.** Honneurs zählen für die Seite mit mehr Stichen, und zwar die in diesen Stichen: drei sind 2 Punkte, vier sind 4. (H5)
`;
