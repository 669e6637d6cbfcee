// Colonial whist.

export default `
Whist as it was played in the colonies: partners are found by cutting, the game is to ten points, and the honours are yours if you catch them in tricks.

= AC KC QC JC

## Finding partners
Everybody cuts a card; the ace is high. The two highest play against the two lowest, and the lowest of all deals. Where it matters, equal cards are cut again. Partners sit face to face. (C2)

> Anna cuts the king, Ben the 4, Carl the 9, Dora the queen. Anna and Dora play against Ben and Carl, and Ben deals.

## Deal and play
Four players, 52 cards, thirteen each; the dealer's last card is turned up and names trumps. All of that, and the play, is as in [Whist](/rules/whist). The jack is called the knave. (C1)

## The score
The first six tricks that a side takes are its book. Each trick above the book counts one point, and the side with more tricks has won the hand. (C3)

The winners of the hand also score the honours in the tricks that they took: three of ace, king, queen and knave of trumps are 2 points, all four are 4. The losers' honours count nothing. Tricks are counted before honours. (C5)

= AC KC QC | Three honours in the winners' tricks: 2 points.

> Anna and Dora take 8 tricks, and among them ace, queen and knave of trumps. They score 8 − 6 = 2 for tricks and 2 for honours: 4 points.

The first side with ten points wins the game. A table may agree on another number. (C4)
`;
