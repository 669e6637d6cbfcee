// Knock-out-Whist.

export default `
Jeder für sich: Mach in jeder Runde einen Stich, sonst scheidest du aus. Jede Runde hat eine Karte weniger, und wer übrig bleibt, gewinnt. Auch bekannt als Trumps, Reduction Whist oder Rat.

= 7D 2S KC

## Das Geben
Zu zweit bis siebt, mit allen 52 Karten, Ass hoch. In der ersten Runde bekommen alle sieben Karten, in jeder weiteren eine weniger als zuvor. (K1)

In der ersten Runde wird eine weitere Karte aufgedeckt: Ihre Farbe ist Trumpf. Die Karte selbst gehört zu keinem Blatt. (K2)

In jeder weiteren Runde wählt den Trumpf, wer in der vorigen die meisten Stiche hatte, und zwar nach einem Blick in die neuen Karten; ein Tisch kann vereinbaren, dass vor dem Ansehen blind gewählt wird. (K3)

Bei Gleichstand an der Spitze heben die Beteiligten um die Trumpfwahl ab; das Ass ist hoch, und bei gleichen Karten wird noch einmal abgehoben. Oder sie spielen Schere, Stein, Papier: Alle zeigen zugleich; sind genau zwei verschiedene Zeichen dabei, bleiben die mit dem besseren übrig, sonst zeigen alle noch einmal, bis nur einer übrig ist. (K5)

## Das Spiel
Es spielt aus, wer links vom Geber sitzt oder als Nächstes danach noch dabei ist. (K6)

Ein Tisch kann verlangen, dass Trumpf gebrochen sein muss: Trumpf darf erst ausgespielt werden, wenn ein Trumpf auf eine andere Farbe gefallen ist, außer jemand hat nur noch Trumpf. (K7)

## Drin oder draußen
Wer in einer Runde keinen Stich macht, scheidet aus und schaut von da an zu. (K4)

Ein Tisch kann ein Hundeleben gewähren. Wer als Erster der Partie keinen Stich macht, bleibt dann noch eine Runde dabei, mit einer einzigen Karte; ebenso alle anderen, die in derselben Runde leer ausgehen. Wer an der Reihe ist, auch beim Ausspielen, spielt diese Karte oder klopft und setzt damit für diesen Stich aus; bedienen muss nicht, wer klopft. Erst zum letzten Stich muss die Karte fallen. Gewinnt sie, spielt der linke Nachbar zum nächsten Stich aus, und ab der nächsten Runde gibt es wieder ein volles Blatt; sonst ist es vorbei. Ein zweites Hundeleben bekommt niemand. (X5)

## Das Ende
Wer alle Stiche einer Runde macht, gewinnt, denn alle anderen scheiden aus. In der letzten möglichen Runde haben alle nur eine Karte, also gewinnt sicher jemand. (K8)

> Drei sind noch dabei, mit je zwei Karten. Anna macht den ersten Stich, Ben den zweiten: Carl scheidet aus. Nun bekommen beide eine Karte; Anna und Ben hatten gleich viele Stiche, also heben sie um den Trumpf ab, und wer den einen Stich macht, gewinnt das Spiel.
`;
