// Schottisches Whist, Fang die Zehn.

export default `
Fang die Zehn! Für zwei bis acht mit einem kurzen Blatt, in dem der Trumpf-Bube die höchste Karte ist und die Trumpf-Zehn die begehrteste Beute ist.

= JS AS KS QS TS

## Spieler und Karten
Zu zweit, dritt, fünft oder siebt spielt jeder für sich. Zu viert, sechst oder acht kann man das auch, oder man bildet gleich große Parteien: zwei zu zweit; zwei zu dritt oder drei zu zweit; zwei zu viert oder vier zu zweit. Die Parteien sitzen abwechselnd um den Tisch. (S1) Mit „Partner: Durch Abheben“ geben die abgehobenen Karten jedem einen Platz, der niedrigsten den ersten.

Es gibt 36 Karten, vom Ass bis zur Sechs. Zu fünft und zu siebt fällt die Pik-Sechs weg, zu acht alle vier Sechsen, damit alle gleich viele Karten bekommen. (S2)

Ass, König, Dame, Bube und so weiter bis zur Sechs, nur beim Trumpf steht der Bube über dem Ass. (S3)

= JS AS KS QS TS 9S 8S 7S 6S | Die Trümpfe von oben nach unten, wenn Pik Trumpf ist.

## Das Geben
Ab vier Spielern werden alle Karten einzeln verteilt. Zu dritt bekommen alle zwei getrennte Blätter zu je sechs Karten, zu zweit drei. Getrennte Blätter werden nacheinander gespielt, und das nächste siehst du erst, wenn das vorige zu Ende ist.

Die zuletzt gegebene Karte, die des Gebers, wird aufgedeckt und bestimmt den Trumpf für die ganze Runde. Sie gehört zum letzten Blatt des Gebers. (S4) **Unsere Lesart:** Zu welchem Blatt des Gebers die Karte gehört, ist offen; hier ist es das letzte. **Andere Tische:** Manche geben sie ins erste Blatt oder decken für jedes Blatt eine neue auf.

Wer links vom Geber sitzt, spielt zum ersten Stich jedes Blattes aus; [Stiche](/rules#T1) spielt man wie in der ganzen Familie.

## Die Wertung
Die hohen Trümpfe zählen für den, der sie in seinen Stichen hat: (S5)

| Trumpf | Punkte |
| Bube | 11 |
| Zehn | 10 |
| Ass | 4 |
| König | 3 |
| Dame | 2 |

Für jede Karte, die du mehr gewinnst, als du bekommen hast, gibt es 1 weiteren Punkt. Partner zählen zusammen, getrennte Blätter ebenso. (S6)

> Vier spielen, jeder für sich, jeder bekam 9 Karten. Anna macht 4 Stiche, das sind 16 Karten, und hat die Zehn dabei: 10 + (16 − 9) = 17 Punkte.

Wer 41 Punkte erreicht, gewinnt. Gezählt wird am Ende der Runde: Kommen zwei zugleich ans Ziel, gewinnt der höhere Stand; bei Gleichstand wird noch eine Runde gespielt. Der Tisch kann eine andere Zahl vereinbaren. (S7) **Unsere Lesart:** Die ganze Runde wird gezählt, bevor jemand gewinnen kann. **Andere Tische:** Viele zählen in fester Reihenfolge, und wer zuerst ankommt, gewinnt: Wähle „Auszählen: Der Reihe nach“.

Ein Tisch kann der Reihe nach auszählen: Kämen mehrere in einer Runde ans Ziel, wird zuerst die Zehn gezählt, dann die überzähligen Karten, Ass, König, Dame und Bube. Wer zuerst ankommt, gewinnt, und der Rest wird nicht gezählt. (X4)

## Was gute Spieler tun
Gewinne die Stiche mit hohen Trümpfen, vor allem den mit der Zehn. Mit Partner spielen die alten Bücher eine Zehn, die allein oder zu zweit steht, gleich aus. Gemessen mit unseren Spielern kostet das zu viert in zwei Parteien 5 Punkte je Runde: Behalte sie, wenn der Partner den Buben nicht ebenso leicht haben kann wie ein Gegner. Spielt jeder für sich, spielt man als Besitzer der Zehn seine kürzeste Farbe leer, um mit der Zehn stechen zu können. (S8)
`;
