// Koloniales Schottisches Whist.

export default `
Auch „Fang die Zehn“ oder „Fang die Honneurs“ genannt. Gespielt wird mit Partner wie beim Kolonial-Whist, aber eine Karte wiegt alle anderen auf: die Trumpf-Zehn, wenn sie einen Stich gewinnt.

= TH AH KH QH JH

## Geben und Spielen
Wie beim [Kolonial-Whist](/rules/colonial-whist) werden die Partner durch Abheben bestimmt, alle vier bekommen dreizehn Karten, die letzte Karte des Gebers bestimmt den Trumpf, und die ersten sechs Stiche einer Seite sind ihr Buch. Gespielt wird bis sieben Punkte oder wie vereinbart. (CS1)

## Die Zehn
Eine Seite, die mit der Trumpf-Zehn einen Stich gewinnt, bekommt 10 Punkte. Die Zehn selbst muss gewinnen: Ein Stich mit der Zehn, den eine andere Karte gewinnt, bringt nichts extra. (CS2)

= 4C KC TH 7C | Herz ist Trumpf, und die Zehn sticht ein Kreuz: Sie gewinnt den Stich und 10 Punkte.

= AH TH 5H 2H | Hier gewinnt das Ass. Die Zehn bringt niemandem etwas.

## Die Wertung
Jede Seite zählt ihre Stiche über sechs, die Honneurs in ihren Stichen (2 für drei, 4 für alle vier) und die 10 für die Zehn zusammen. Eine Seite mit weniger als sechs Stichen hat ihr Buch nicht gemacht und bekommt nichts. (CS3) **Unsere Lesart:** Eine Seite braucht ihr Buch für alle ihre Punkte, und Honneurs zählen für jede Seite, die es hat. **Andere Tische:** Manche zählen die Zehn und die Honneurs auch ohne Buch, oder Honneurs nur für die Seite mit mehr Stichen.

Die Seite mit mehr Punkten schreibt die Differenz. Bei Gleichstand schreibt niemand etwas. (CS4) **Unsere Lesart:** Es schreibt die Seite mit mehr Punkten, auch wenn sie weniger Stiche hat. **Andere Tische:** Nur die Seite mit mehr Stichen kann schreiben: Wähle „Differenz: Für die Seite mit mehr Stichen“.

Ein Tisch kann vereinbaren, dass nur die Seite mit mehr Stichen schreiben kann: ihre Punkte weniger die der anderen, und nichts, wenn das nicht über 0 liegt. (X1)

> Anna und Dora machen 7 Stiche mit drei Honneurs: 1 + 2 = 3 Punkte. Ben und Carl machen 6 und haben einen mit der Zehn gewonnen: 10 Punkte. Ben und Carl schreiben 10 − 3 = 7, und das ist der Sieg.
`;
