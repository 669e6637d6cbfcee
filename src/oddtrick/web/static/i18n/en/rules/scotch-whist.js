// Scotch whist, catch the ten.

export default `
Catch the ten! For two to eight players with a short pack, in which the jack of trumps is the highest card and the ten of trumps is the prize everyone wants.

= JS AS KS QS TS

## Players and cards
Two, three, five or seven players play individually. Four, six or eight may do so too, or form equal sides: two sides of two; two of three or three of two; two of four or four of two. The sides sit in turn around the table. (S1) With “Partners: By cutting cards” the cards cut give each player a seat, the lowest first.

There are 36 cards, from the ace down to the 6. With five or seven players the 6 of spades is left out, with eight all four sixes, so that everyone gets the same number of cards. (S2)

Ace, king, queen, jack and so on down to 6, except in trumps, where the jack ranks above the ace. (S3)

= JS AS KS QS TS 9S 8S 7S 6S | The trumps from highest to lowest when spades are trumps.

## The deal
With four or more players all the cards are dealt, one at a time. Three players get two separate hands of six cards each, two players get three. Separate hands are played one after another, and you see the next only when the previous one is over.

The last card dealt, the dealer's, is turned up and sets trumps for the whole deal. It belongs to the dealer's last hand. (S4) **Our reading:** which of the dealer's hands the card belongs to is left open; here it is the last. **Other tables:** some put it into the first hand, or turn up a new card for each hand.

The player on the dealer's left leads to the first trick of each hand, and [tricks](/rules#T1) are played as in the whole family.

## The score
The top trumps score for the player who wins them in tricks: (S5)

| Trump | Points |
| Jack | 11 |
| 10 | 10 |
| Ace | 4 |
| King | 3 |
| Queen | 2 |

Each card you win beyond the number you were dealt is 1 more point. Partners count together, and so do separate hands. (S6)

> Four play individually with 9 cards each. Anna takes 4 tricks, 16 cards with the ten among them: 10 + (16 − 9) = 17 points.

The first to 41 wins. Points are added after the whole deal: if two get there together, the higher score wins, and if they are level, another deal is played. The table may agree on another number. (S7) **Our reading:** the whole deal is counted before anybody can win. **Other tables:** many count in a fixed order, and the first to get there wins: choose “Counting out: In order”.

A table may count out in order: if several would get there in one deal, the ten is counted first, then the cards beyond those dealt, ace, king, queen and jack. The first to reach the target wins, and the rest is not counted. (X4)

## What good players do
Win the tricks with top trumps in them, and the ten above all. With partners, the old books lead a ten held alone or with one other trump at once. Measured with our players, that costs four people in two sides 5 points a deal: keep it, unless your partner is as likely as an opponent to have the jack. Without partners, the holder of the ten plays out their shortest suit, to win a trick by trumping with the ten. (S8)
`;
