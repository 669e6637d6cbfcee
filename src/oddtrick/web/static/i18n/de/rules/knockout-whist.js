// Knock-out-Whist.

export default `
Jeder für sich: Mach in jeder Gabe einen Stich, sonst bist du draußen. Mit jeder Gabe werden die Blätter kürzer, und wer übrig bleibt, hat gewonnen. Auch bekannt als Trumps, Reduction Whist oder Rat.

= 7D 2S KC

## Das Geben
Zu zweit bis siebt, mit allen 52 Karten, Ass hoch. In der ersten Gabe bekommen alle sieben Karten, in jeder weiteren eine weniger als zuvor. (K1)

In der ersten Gabe wird eine weitere Karte aufgedeckt: Ihre Farbe ist Trumpf. Die Karte selbst gehört niemandem. (K2)

In jeder weiteren Gabe wählt den Trumpf, wer in der vorigen die meisten Stiche hatte, mit den neuen Karten in der Hand; ein Tisch kann vereinbaren, dass blind gewählt wird, bevor man sie ansieht. (K3)

## Drin oder draußen
Wer in einer Gabe keinen Stich macht, ist draußen und sieht von da an zu. (K4)

Haben mehrere gleich viele Stiche, und niemand mehr, heben sie um die Trumpfwahl ab; das Ass ist hoch, und bei gleichen Karten wird noch einmal abgehoben. Oder sie machen Schere, Stein, Papier: Alle zeigen zugleich; sind genau zwei verschiedene Zeichen dabei, bleiben die mit dem besseren übrig, sonst zeigen alle noch einmal, bis nur einer bleibt. (K5)

Wer links vom Geber sitzt, spielt aus, oder wer danach als Nächstes noch dabei ist. (K6)

Ein Tisch kann verlangen, dass Trumpf gebrochen sein muss: Niemand spielt einen aus, bevor ein Trumpf auf eine andere Farbe fiel, außer er hat nichts anderes. (K7)

## Das Ende
Wer alle Stiche einer Gabe macht, hat gewonnen, denn alle anderen sind draußen. In der letzten möglichen Gabe haben alle nur eine Karte, also gewinnt sicher jemand. (K8)

> Drei sind noch dabei, mit je zwei Karten. Anna macht den ersten Stich, Ben den zweiten: Carl ist draußen. Nun bekommen beide eine Karte; Anna und Ben hatten gleich viele Stiche, also heben sie um den Trumpf ab, und wer den einen Stich macht, hat das Spiel gewonnen.
`;
