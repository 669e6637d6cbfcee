// Scotch whist, catch the ten.

export default `
Catch the ten! For two to eight players with a short pack, in which the jack of trumps is the highest card and the ten of trumps the prize that everybody is after.

= JS AS KS QS TS

## Players and cards
Two, three, five or seven play each for himself. Four, six or eight may do so too, or form sides of equal size: two sides of two; two of three or three of two; two of four or four of two. Partners sit spread round the table. (S1)

There are 36 cards, from the ace down to the 6. With five or seven players the 6 of spades stays out, with eight all four sixes, so that everybody gets equally many. (S2)

Ace, king, queen, jack and so on down to 6, except in trumps, where the jack is above the ace. (S3)

= JS AS KS QS TS 9S 8S 7S 6S | Trumps from the highest to the lowest, if spades are trumps.

## The deal
Four or more players get all the cards, one at a time. Three players get two separate hands of six, two players three of them. Separate hands are played one after the other, and you see the next only when the last is done. (S4)

The last card dealt, the dealer's, is turned up and names trumps for the whole deal. It belongs to the dealer's last hand. The player on the dealer's left leads to the first trick of each hand, and the [play of tricks](/rules#T1) is that of the whole family.

## The score
The top trumps count for whoever has them in his tricks: (S5)

| Trump | Points |
| Jack | 11 |
| 10 | 10 |
| Ace | 4 |
| King | 3 |
| Queen | 2 |

Each card that you took in above the number that you were dealt is 1 point more. Partners count together, and separate hands too. (S6)

> Four play, each for himself, and each was dealt 9 cards. Anna takes 4 tricks, which are 16 cards, and has the ten among them: 10 + (16 − 9) = 17 points.

Who reaches 41 has won. Points are added up after the whole deal: if two get there at once, the higher wins, and if they are level another deal is played. The table may agree on another number. (S7)

## What good players do
Win the tricks with top trumps in them, and the ten above all. With partners, a ten that is alone or has one other trump is often well led at once. Each for himself, whoever holds the ten empties his shortest suit, so as to win the ten by trumping with it. (S8)
`;
