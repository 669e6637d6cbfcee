// Colonial whist.

export default `
Whist as it was played in the colonies: players cut for partners, the game is to ten points, and honours count for the side that wins them in tricks.

= AC KC QC JC

## Finding partners
Everyone cuts a card; the ace is high. The two highest play against the two lowest, and the lowest of all deals. Ties that matter are cut again. Partners sit opposite each other. (C2)

> Anna cuts the king, Ben the 4, Carl the 9, Dora the queen. Anna and Dora play against Ben and Carl, and Ben deals.

## Deal and play
Four players, 52 cards, thirteen each; the dealer's last card is turned up and sets trumps. All this, and the play, is as in [Whist](/rules/whist). The jack is called the knave. (C1)

## The score
A side's first six tricks are its book. Each trick above the book counts one point, and the side with more tricks wins the hand. (C3)

The winners of the hand also score the honours in their tricks: three of ace, king, queen and knave of trumps are 2 points, all four are 4. The losers' honours count nothing. Tricks count before honours. (C5) **Our reading:** only the winners of the hand score honours, for those in their tricks, after the tricks. **Other tables:** the laws of whist count honours for the side that was dealt them, whoever wins the hand: choose “Honours: As dealt”.

A table may count the honours as held instead: for the side that was dealt three or all four, whoever wins them in play. Tricks still count first. (X2)

= AC KC QC | Three honours in the winners' tricks: 2 points.

> Anna and Dora take 8 tricks, with ace, queen and knave of trumps. They score 8 − 6 = 2 for tricks and 2 for honours: 4 points.

The first side to reach ten points wins the game. A table may agree on another number. (C4)
`;
