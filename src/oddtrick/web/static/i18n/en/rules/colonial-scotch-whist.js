// Colonial Scotch whist.

export default `
Also called catch the ten, or catch-honours. Partners as in colonial whist, but one card outweighs all the others: the ten of trumps, if it wins a trick.

= TH AH KH QH JH

## Deal and play
Partners are cut for, thirteen cards are dealt to each of the four, the dealer's last card names trumps, and six tricks are a side's book, all as in [Colonial Whist](/rules/colonial-whist). The game is to seven points, or as the table agrees. (CS1)

## The ten
A side that wins a trick with the ten of trumps has 10 points. The ten itself has to win: if it lies in a trick that another card wins, that trick is one like any other. (CS2)

= 4C KC TH 7C | Hearts are trumps, and the ten trumps a club: it wins the trick, and 10 points.

= AH TH 5H 2H | Here the ace wins. The ten brings nobody anything.

## The score
Each side adds up its tricks above six, the honours in its tricks (2 for three, 4 for all four), and the 10 for the ten. But a side with fewer than six tricks has not made its book, and all of it counts nothing. (CS3)

The side with more scores the difference. If both have equally much, nobody scores. (CS4)

> Anna and Dora take 7 tricks with three honours: 1 + 2 = 3 points. Ben and Carl take 6 and won one of them with the ten: 10 points. Ben and Carl score 10 − 3 = 7, and that is the game.
`;
