// Colonial Scotch whist.

export default `
Also called catch the ten, or catch-honours. Partners as in colonial whist, but one card outweighs all the others: the ten of trumps, if it wins a trick.

= TH AH KH QH JH

## Deal and play
As in [Colonial Whist](/rules/colonial-whist), players cut for partners, each of the four gets thirteen cards, the dealer's last card sets trumps, and a side's first six tricks are its book. The game is to seven points, or as the table agrees. (CS1)

## The ten
A side that wins a trick with the ten of trumps gets 10 points. The ten itself has to win: a trick that contains the ten but is won by another card brings nothing extra. (CS2)

= 4C KC TH 7C | Hearts are trumps, and the ten trumps a club: it wins the trick and 10 points.

= AH TH 5H 2H | Here the ace wins, and the ten scores nothing.

## The score
Each side adds up its tricks above six, the honours in its tricks (2 for three, 4 for all four), and the 10 for the ten. But a side with fewer than six tricks hasn't made its book and scores nothing. (CS3) **Our reading:** a side needs its book for all of its points, and honours count for either side that has it. **Other tables:** some count the ten and the honours without the book, or honours only for the side with more tricks.

The side with more scores the difference. If they are equal, nobody scores. (CS4) **Our reading:** the side with more points scores, even with fewer tricks. **Other tables:** only the side with more tricks can score: choose “Difference: To the side with more tricks”.

A table may allow only the side with more tricks to score: its points less those of the others, and nothing if that is not above 0. (X1)

> Anna and Dora take 7 tricks with three honours: 1 + 2 = 3 points. Ben and Carl take 6 and won one of them with the ten: 10 points. Ben and Carl score 10 − 3 = 7, and that is the game.
`;
